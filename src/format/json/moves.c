// SPDX-License-Identifier: MIT
// JSON of others: of servers (OGS), programs (KataGo's questions) and scripts. There is no
// standard, so a game is known by its moves, and a fact by the names that are usual for it.

#include "format/json/moves.h"

enum { DEEPEST = 40 };

// Goes through all objects that stand in each other.
static void take_objects(kf_moves *r) {
    kf_text above[DEEPEST] = {{"", 0}}, name;
    int depth = kf_json_read_enter(&r->json, '{');
    while (depth > 0) {
        if (!kf_json_read_member(&r->json, &name)) {
            depth--;
        } else if (depth < DEEPEST && kf_json_read_enter(&r->json, '{')) {
            above[depth++] = name;
        } else {
            kf_moves_facts_take(r, above[depth - 1], name);
        }
    }
}

static void build(kf_moves *r) {
    kf_server_begin(&r->game, r->record, r->facts.size, r->log);
    r->game.height = r->facts.height;
    kf_moves_facts_add(r);
    for (size_t i = 0; i < r->stone_count; i++)
        kf_server_stone(&r->game, r->stones[i].colour != KF_WHITE ? KF_BLACK : KF_WHITE,
                        r->stones[i].x, r->stones[i].y);
    bool has_handicap = r->facts.handicap > 1 && !r->facts.is_free;
    kf_colour turn = has_handicap || r->facts.is_white_first ? KF_WHITE : KF_BLACK;
    for (size_t i = 0; i < r->move_count; i++) {
        const kf_moves_move *m = &r->moves[i];
        bool is_placed = r->facts.is_free && (int)i < r->facts.handicap;
        kf_colour colour = m->colour != KF_EMPTY ? m->colour : is_placed ? KF_BLACK : turn;
        kf_server_move(&r->game, colour, m->x, m->y, m->piece);
        turn = colour == KF_BLACK ? KF_WHITE : KF_BLACK;
    }
    if (has_handicap && r->move_count > 0 && r->moves[0].colour == KF_BLACK)
        has_handicap = false; // Black places the stones himself
    r->game.handicap = has_handicap ? r->facts.handicap : 0;
    kf_server_end(&r->game);
}

static void read_other(kf_record *record, const kf_reading *how, kf_log *log) {
    kf_moves r = {.record = record, .log = log, .facts.size = how->size > 0 ? how->size : 19};
    kf_arena *arena = record->arena;
    r.plain.arena = r.facts.outcome.arena = r.facts.winner.arena = arena;
    for (size_t i = 0; i < KF_MOVES_ROWS; i++)
        r.facts.rows[i].arena = arena;
    for (int pass = 0; pass < 2; pass++) {
        r.is_measuring = pass == 0;
        r.json = (kf_json_reader){.rest = record->source->text};
        take_objects(&r);
    }
    if (r.json.is_broken)
        kf_log_add(log, KF_SERVER_LINE, kf_server_place(record, r.json.rest.data),
                   "from here on the text is not JSON; what comes before it is read");
    record->is_repaired = record->is_repaired || r.json.is_broken;
    build(&r);
}

static int sniff(kf_text head) {
    enum { BITS = 48 };
    head = kf_text_trim(head);
    if (head.length == 0 || head.data[0] != '{')
        return 0;
    for (size_t i = 1; i + 9 < head.length; i++)
        if (head.data[i] == '"' && kf_words_begin(kf_text_cut(head, i, i + 10), "\"moves\""))
            return BITS;
    return 0;
}

// JSON is UTF-8.
static bool charset(kf_text head, kf_text *name) {
    (void)head;
    *name = KF_TEXT("UTF-8");
    return true;
}

const kf_format kf_moves_format = {
    .name = "moves",
    .title = "JSON of servers and programs",
    .suffix = "json",
    .keeps =
        "names, ranks, event, date, komi, rules, handicap, result, times, stones and the moves",
    .sniff = sniff,
    .charset = charset,
    .read = read_other,
};
