// SPDX-License-Identifier: MIT
// Captures as others ask for them: who moves first, what it is called, and the line of play.

#include "reading/capture/capture.h"

#include <string.h>

#include "reading/ladder/ladder.h"

enum { ORDERS = 4, NETS = 2, DEEPEST = 30, FIRST_DEPTH = 2 };

struct kf_capture {
    kf_arena *arena;
    kf_ladder *ladder;
    kf_capture_search search;
    const kf_board *root;
    kf_point stone;
    kf_capture_answer *answer; // of the question at hand
    int grade;                 // of the moves that save, see add_save
    kf_played played[KF_CAPTURE_LINE];
};

// ---- Memory ----

// What is made in the protected call.
typedef struct start {
    kf_arena *arena;
    kf_capture *reader;
} start;

static void free_ladder(void *ladder) {
    kf_ladder_free(ladder);
}

static void make(void *context) {
    start *s = context;
    kf_capture *reader = s->reader = kf_arena_alloc(s->arena, sizeof *reader);
    void **slot = kf_arena_slot(s->arena, free_ladder);
    reader->arena = s->arena;
    reader->ladder = *slot = kf_ladder_new();
    if (reader->ladder == NULL)
        kf_arena_fail(s->arena);
    kf_capture_search_init(&reader->search, reader->ladder, s->arena);
}

kf_capture *kf_capture_read_new(void) {
    start s = {kf_arena_new(), NULL};
    if (s.arena != NULL && kf_arena_try(s.arena, make, &s))
        return s.reader;
    kf_arena_free(s.arena);
    return NULL;
}

void kf_capture_read_free(kf_capture *reader) {
    if (reader != NULL)
        kf_arena_free(reader->arena);
}

// ---- Orders ----

// An attack at the position of the search.
typedef struct attack {
    kf_capture_zone zone;
    kf_point best;
    int order;
} attack;

// Deeper each time, until it is found, or nothing was left out, or so many positions are looked at.
static bool deepen(kf_capture_search *s, int order, uint64_t limit, attack *found) {
    bool works = false, was_cut = false;
    kf_point hint = s->hint;
    s->limit = limit;
    for (int depth = FIRST_DEPTH; depth <= DEEPEST && !works; depth += 2) {
        s->is_cut = false;
        s->hint = hint;
        works = kf_capture_search_attack(s, order, depth, &found->zone, &found->best);
        was_cut = s->is_cut;
        if (!s->is_cut || s->nodes >= limit)
            break;
    }
    s->is_cut = was_cut;
    s->hint = hint;
    found->order = order;
    return works;
}

// The lowest order by which the attacker, who is to move, takes the chain. Half of the positions go
// to order 2, half of what is left to the next. Where it fails, `is_cut` says that not even order 2
// was read to its end; higher orders hardly ever are.
static bool find_attack(kf_capture_search *s, uint64_t limit, attack *found) {
    bool is_cut = false;
    for (int order = 0; order <= ORDERS; order++) {
        uint64_t rest = limit > s->nodes ? limit - s->nodes : 0;
        uint64_t share = order < 2 || order == ORDERS ? rest : rest / 2;
        if (deepen(s, order, s->nodes + share, found))
            return true;
        is_cut = is_cut || (s->is_cut && order <= NETS);
    }
    s->is_cut = is_cut;
    return false;
}

// ---- The owner moves first ----

static bool lives(const kf_board *board, kf_point stone) {
    bool alive[KF_BOARD_POINTS];
    kf_benson_find(board, kf_board_get(board, stone), false, alive);
    return alive[kf_benson_index(board, stone)];
}

// Adds a first move that saves: only the best grade is kept, which is 2 for what is proved to save,
// 1 where neither a ladder nor a net follows, and 0 where that was not read to its end.
static void add_save(kf_capture_answer *answer, kf_point point, int grade, int *best) {
    if (grade > *best) {
        answer->save_count = 0;
        *best = grade;
    }
    if (grade == 2)
        answer->word = KF_CAPTURE_SAFE;
    if (grade == *best && answer->save_count < KF_CAPTURE_SAVES)
        answer->saves[answer->save_count++] = point;
}

// Whether the attacker takes the chain after that first move of the owner. Adds to the zone what
// the proof rests on, and to the answer a move that saves.
static bool refutes(kf_capture *reader, kf_point point, uint64_t limit, kf_capture_zone *zone) {
    kf_capture_search *s = &reader->search;
    kf_capture_answer *answer = reader->answer;
    kf_capture_zone own;
    kf_played played;
    attack found;
    uint32_t at = kf_board_cell(&s->board, point);
    kf_capture_zone_clear(&s->board, &own);
    kf_capture_zone_tied(&s->board, at, s->owner, &own);
    kf_capture_zone_taken(&s->board, at, s->owner, &own);
    kf_board_play(&s->board, point, s->owner, &played);
    bool works = find_attack(s, limit, &found);
    bool is_safe = !works && lives(&s->board, reader->stone);
    kf_board_undo(&s->board, &played);
    if (works) {
        kf_capture_zone_join(&s->board, zone, &found.zone);
        kf_capture_zone_join(&s->board, zone, &own);
        answer->order = found.order > answer->order ? found.order : answer->order;
        return true;
    }
    add_save(answer, point, is_safe ? 2 : !s->is_cut, &reader->grade);
    return false;
}

static bool is_legal(const kf_capture_search *s, kf_point point) {
    kf_verdict verdict = kf_board_judge(&s->board, point, s->owner);
    return verdict == KF_LEGAL || (verdict == KF_KO && !s->owner_bound);
}

// Every first move of the owner within the zone of what refutes his pass is tried, with the same
// share of what is left.
static bool find_saves(kf_capture *reader, attack *threat, uint64_t limit) {
    kf_capture_search *s = &reader->search;
    kf_capture_zone done;
    reader->grade = 0;
    kf_capture_zone_stones(&s->board, &done);
    for (;;) {
        kf_capture_zone_bar(&s->board, s->owner, &threat->zone);
        uint32_t at = kf_capture_zone_next(&s->board, &threat->zone, &done);
        kf_point point = kf_board_point(&s->board, at);
        if (at == 0)
            break;
        if (!is_legal(s, point))
            continue;
        uint64_t rest = limit > s->nodes ? limit - s->nodes : 0;
        s->hint = threat->best;
        uint64_t left = 1 + kf_capture_zone_left(&s->board, &threat->zone, &done);
        refutes(reader, point, s->nodes + rest / left + 1, &threat->zone);
    }
    s->hint = KF_NOWHERE;
    s->is_cut = reader->grade == 0;
    return reader->answer->save_count == 0;
}

// ---- What it is called ----

// A single stone was thrown in, and can be taken. What follows when it is?
static kf_capture_way name_throw_in(kf_board *board, kf_point stone, kf_point thrown) {
    kf_point liberty[1];
    kf_played played, back;
    kf_colour owner = kf_board_get(board, stone);
    kf_chain_few(board, thrown, liberty, 1);
    kf_board_play(board, liberty[0], owner, &played);
    bool joins = kf_chain_name(board, liberty[0]) == kf_chain_name(board, stone);
    bool is_back = joins && played.captured == 1 && kf_chain_in_atari(board, stone) &&
                   kf_board_judge(board, thrown, kf_colour_other(owner)) == KF_LEGAL;
    if (is_back) {
        kf_board_play(board, thrown, kf_colour_other(owner), &back);
        is_back = back.captured > 1;
        kf_board_undo(board, &back);
    }
    kf_board_undo(board, &played);
    return is_back ? KF_CAPTURE_SNAPBACK : KF_CAPTURE_THROW_IN;
}

// Whether the chain, in atari now, can be connected and stands in atari still.
static bool connects_and_dies(kf_board *board, kf_point stone) {
    kf_point liberty[1];
    kf_played played;
    kf_colour owner = kf_board_get(board, stone);
    size_t before = kf_chain_stones(board, stone, NULL, 0);
    if (kf_chain_few(board, stone, liberty, 1) != 1 ||
        kf_board_judge(board, liberty[0], owner) != KF_LEGAL)
        return false;
    kf_board_play(board, liberty[0], owner, &played);
    bool dies = kf_chain_in_atari(board, stone) &&
                kf_chain_stones(board, stone, NULL, 0) > before + 1 && played.captured == 0;
    kf_board_undo(board, &played);
    return dies;
}

// How many liberties the chain can have after its owner extends.
static size_t count_running(kf_board *board, kf_point stone) {
    enum { FEW = 6 };
    kf_point liberty[FEW], own[FEW];
    size_t most = 0, count = kf_chain_few(board, stone, liberty, FEW);
    for (size_t i = 0; i < count && i < FEW; i++) {
        kf_played played;
        if (kf_board_judge(board, liberty[i], kf_board_get(board, stone)) != KF_LEGAL)
            continue;
        kf_board_play(board, liberty[i], kf_board_get(board, stone), &played);
        size_t now = kf_chain_few(board, stone, own, FEW);
        most = now > most ? now : most;
        kf_board_undo(board, &played);
    }
    return most;
}

static bool is_liberty(const kf_board *board, kf_point stone, kf_point point) {
    uint32_t at = kf_board_cell(board, point);
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        if (kf_chain_name(board, kf_board_point(board, next)) == kf_chain_name(board, stone) &&
            board->cell[next].colour == kf_board_get(board, stone))
            return true;
    }
    return false;
}

static kf_capture_way name_way(kf_board *board, kf_point stone, const attack *found) {
    kf_played played;
    kf_capture_way way = KF_CAPTURE_RACE;
    if (found->order == 0)
        return KF_CAPTURE_ATARI;
    bool fills = is_liberty(board, stone, found->best);
    kf_board_play(board, found->best, kf_colour_other(kf_board_get(board, stone)), &played);
    size_t liberties = kf_chain_liberties(board, stone, NULL, 0);
    if (kf_chain_in_atari(board, found->best) && played.captured == 0 &&
        kf_chain_stones(board, found->best, NULL, 0) == 1)
        way = name_throw_in(board, stone, found->best);
    else if (found->order == 1)
        way = connects_and_dies(board, stone) ? KF_CAPTURE_CONNECT_AND_DIE : KF_CAPTURE_LADDER;
    else if (!fills && played.captured == 0)
        way = KF_CAPTURE_NET;
    else if (fills && count_running(board, stone) >= liberties)
        way = KF_CAPTURE_LOOSE_LADDER;
    kf_board_undo(board, &played);
    return way;
}

// ---- The line ----

static void add_to_line(kf_capture *reader, kf_point point, kf_colour colour) {
    kf_capture_answer *answer = reader->answer;
    kf_board_play(&reader->search.board, point, colour, &reader->played[answer->line_count]);
    answer->line[answer->line_count++] = point;
}

// A move of the owner where none helps: on a liberty that leaves him another one, or a pass.
static kf_point any_move(const kf_capture *reader) {
    enum { FEW = 6 };
    const kf_board *board = &reader->search.board;
    kf_point liberty[FEW];
    size_t count = kf_chain_few(board, reader->stone, liberty, FEW);
    for (size_t i = 0; i < count && i < FEW; i++)
        if (kf_board_judge(board, liberty[i], reader->search.owner) == KF_LEGAL)
            return liberty[i];
    return KF_PASS;
}

// The attacker's move; where it begins a ladder, all of that.
static bool play_attack(kf_capture *reader, uint64_t limit) {
    kf_capture_search *s = &reader->search;
    kf_capture_answer *answer = reader->answer;
    attack found;
    if (!find_attack(s, limit, &found))
        return false;
    if (answer->way == KF_CAPTURE_NO_WAY)
        answer->way = name_way(&s->board, reader->stone, &found);
    size_t room = (size_t)(KF_CAPTURE_LINE - answer->line_count), count = 0;
    kf_point *rest = answer->line + answer->line_count;
    if (found.order == 1)
        count = kf_ladder_line(reader->ladder, &s->board, reader->stone, s->attacker, rest, room);
    if (count == 0)
        add_to_line(reader, found.best, s->attacker);
    for (size_t i = 0; i < count; i++)
        add_to_line(reader, rest[i], i % 2 == 0 ? s->attacker : s->owner);
    return true;
}

// Both sides do their best, as far as the table tells. The search is back where it was afterwards.
static void find_line(kf_capture *reader, bool owner_first, int order, uint64_t nodes) {
    kf_capture_search *s = &reader->search;
    kf_capture_answer *answer = reader->answer;
    uint64_t before = s->nodes;
    answer->line_count = 0;
    while (answer->line_count < KF_CAPTURE_LINE &&
           kf_board_get(&s->board, reader->stone) == s->owner) {
        kf_capture_zone zone;
        kf_point reply = KF_PASS;
        bool is_his = owner_first == (answer->line_count % 2 == 0);
        s->limit = s->nodes + nodes;
        if (!is_his && !play_attack(reader, s->limit))
            break;
        if (!is_his)
            continue;
        kf_capture_search_defend(s, order > 1 ? order : 1, DEEPEST, &zone, &reply);
        add_to_line(reader, reply == KF_PASS ? any_move(reader) : reply, s->owner);
    }
    for (int i = answer->line_count; i > 0; i--)
        kf_board_undo(&s->board, &reader->played[i - 1]);
    s->nodes = before;
}

// ---- The question ----

// One way to treat kos. Whether the chain is taken.
static bool read_with(kf_capture *reader, bool owner_first, bool owner_bound, uint64_t nodes) {
    kf_capture_search *s = &reader->search;
    kf_capture_answer *answer = reader->answer;
    attack found;
    kf_capture_search_start(s, reader->root, reader->stone, owner_bound);
    answer->save_count = 0;
    bool works = find_attack(s, owner_first ? nodes / 2 : nodes, &found);
    bool is_cut = s->is_cut;
    answer->order = works ? found.order : 0;
    if (works && owner_first) {
        works = find_saves(reader, &found, nodes);
        is_cut = s->is_cut;
    }
    if (works)
        find_line(reader, owner_first, answer->order, nodes);
    answer->nodes += s->nodes;
    answer->is_cut = is_cut && !works;
    return works;
}

void kf_capture_read(kf_capture *reader, const kf_board *board, kf_point stone, kf_colour first,
                     uint64_t nodes, kf_capture_answer *answer) {
    kf_colour owner = kf_board_get(board, stone);
    memset(answer, 0, sizeof *answer);
    reader->root = board;
    reader->stone = stone;
    reader->answer = answer;
    if (owner == KF_EMPTY)
        return;
    if (lives(board, stone)) {
        answer->word = KF_CAPTURE_SAFE;
        return;
    }
    // A quarter is kept for the question who wins a ko.
    if (read_with(reader, first == owner, false, nodes - nodes / 4)) {
        answer->word = KF_CAPTURE_CAPTURED;
        return;
    }
    kf_capture_answer plain = *answer;
    answer->word = KF_CAPTURE_UNKNOWN;
    if (plain.word != KF_CAPTURE_SAFE && read_with(reader, first == owner, true, nodes / 4 + 1)) {
        answer->word = KF_CAPTURE_BY_KO;
        return;
    }
    plain.nodes = answer->nodes;
    *answer = plain;
}

const char *kf_capture_read_word(kf_capture_word word) {
    static const char *const words[] = {"unknown", "captured", "by ko", "safe"};
    return words[word];
}

const char *kf_capture_read_way(kf_capture_way way) {
    static const char *const ways[] = {NULL,       "atari",  "snapback", "connect-and-die",
                                       "throw-in", "ladder", "net",      "loose ladder",
                                       "race"};
    return ways[way];
}
