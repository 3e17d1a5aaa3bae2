// SPDX-License-Identifier: MIT
// What the Internet Go Server and its kin (NNGS) print to somebody who watches games: a line that
// names the game and its players, and lines of moves. Several games may take turns.
//
// Source: the servers' own help on `observe`, `moves` and `games`. With `toggle client` on, each
// line has its kind before it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/server/server.h"

enum { IDS = 10000, HANDICAP = -2 };

typedef struct played {
    int number;
    kf_colour colour;
    int x, y; // y counts from below, from 0; below 0 a pass; x HANDICAP: y stones on the stars
    const char *piece;
} played;

// What the list of games and announcements say of a number.
typedef struct facts {
    kf_text name[2], rank[2], komi; // of White and Black
    int size, handicap;
} facts;

typedef struct watched {
    facts facts;
    const char *line; // the first one
    played *moves;
    size_t count, room;
    int dropped; // the highest number of moves that a list from an earlier one on took the place of
    char result[24];
    bool is_over;
} watched;

typedef struct reading {
    kf_record *record;
    kf_log *log;
    watched *games;
    facts *facts;
    size_t game_count, game_room, fact_count, fact_room;
    uint32_t game_of[IDS], facts_of[IDS]; // the latest of each number, from 1; 0: there is none
    watched *game;                        // in hand
    int size;                             // of a match that was asked for
    int usual;
} reading;

// ---- Lines ----

// Takes a number off the front.
static bool take_number(kf_text *rest, int *number) {
    size_t digits = 0;
    *rest = kf_text_trim(*rest);
    while (digits < rest->length && rest->data[digits] >= '0' && rest->data[digits] <= '9')
        digits++;
    if (!kf_text_number(kf_text_cut(*rest, 0, digits), number))
        return false;
    *rest = kf_text_cut(*rest, digits, rest->length);
    return true;
}

// Takes what stands before that word, and the word.
static bool take_upto(kf_text *rest, const char *word, kf_text *before) {
    size_t at = kf_words_find(*rest, word);
    if (at >= rest->length)
        return false;
    *before = kf_text_trim(kf_text_cut(*rest, 0, at));
    *rest = kf_text_cut(*rest, at + strlen(word), rest->length);
    return true;
}

// A line without its kind and the brace of announcements.
static kf_text bare(kf_text line) {
    kf_text rest = line = kf_text_trim(line);
    int kind;
    if (take_number(&rest, &kind) && rest.length > 0 && rest.data[0] == ' ')
        line = kf_text_trim(rest);
    return line.length > 0 && line.data[0] == '{' ? kf_text_cut(line, 1, line.length) : line;
}

// `Game 12 I: white (0 1800 -1) vs black (0 1800 -1)`
static bool read_game(kf_text line, int *id, kf_text name[2]) {
    kf_text rest = kf_text_cut(line, 5, line.length), kind, numbers;
    return kf_text_starts(line, KF_TEXT("Game ")) && take_number(&rest, id) && *id < IDS &&
           take_upto(&rest, ":", &kind) && kind.length == 1 && take_upto(&rest, " (", &name[0]) &&
           take_upto(&rest, ") vs ", &numbers) && take_upto(&rest, " (", &name[1]) &&
           name[0].length > 0 && name[1].length > 0;
}

// A point, `Pass` or `Handicap 3`.
static bool read_point(kf_text text, played *p) {
    kf_text rest = text, word, count;
    if (!kf_text_word(&rest, &word))
        return false;
    p->x = p->y = -1;
    if (kf_text_equal_fold(word, KF_TEXT("pass")))
        return true;
    if (kf_text_equal_fold(word, KF_TEXT("handicap"))) {
        p->x = HANDICAP;
        return kf_text_word(&rest, &count) && kf_text_number(count, &p->y) && p->y <= 9;
    }
    kf_point point =
        kf_point_read(word.data, word.length, KF_COORDS_A1, KF_BOARD_MAX, KF_BOARD_MAX);
    if (point == KF_NOWHERE || point == KF_PASS)
        return false;
    p->x = kf_point_column(point);
    p->y = KF_BOARD_MAX - 1 - kf_point_row(point);
    return true;
}

// `15(B): Q16`, perhaps with the stones that it takes behind it.
static bool read_move(kf_text line, played *p) {
    kf_text rest = line;
    *p = (played){.colour = KF_EMPTY, .piece = line.data};
    if (!take_number(&rest, &p->number) || rest.length < 4 || rest.data[0] != '(' ||
        rest.data[2] != ')' || rest.data[3] != ':')
        return false;
    p->colour = rest.data[1] == 'B' ? KF_BLACK : rest.data[1] == 'W' ? KF_WHITE : KF_EMPTY;
    return p->colour != KF_EMPTY && read_point(kf_text_cut(rest, 4, rest.length), p);
}

static int sniff(kf_text head) {
    enum { GAME = 24, MOVE = 24 };
    bool has_game = false;
    kf_text line, name[2];
    int number;
    played p;
    while (kf_text_line(&head, &line)) {
        line = bare(line);
        has_game = has_game || read_game(line, &number, name);
        if (has_game && read_move(line, &p))
            return GAME + MOVE;
    }
    return 0;
}

// ---- What is known of games ----

static bool is_of(const facts *f, const kf_text name[2]) {
    return kf_text_equal(f->name[0], name[0]) && kf_text_equal(f->name[1], name[1]);
}

static facts *new_facts(reading *r, int id) {
    r->facts = kf_arena_grow(r->record->arena, r->facts, &r->fact_room, r->fact_count + 1,
                             sizeof *r->facts);
    r->facts[r->fact_count++] = (facts){.size = 0};
    r->facts_of[id] = (uint32_t)r->fact_count;
    return &r->facts[r->fact_count - 1];
}

// `white [ 3k*] vs. black [ 2d*]`
static bool read_players(kf_text *rest, facts *f) {
    return take_upto(rest, "[", &f->name[0]) && take_upto(rest, "]", &f->rank[0]) &&
           take_upto(rest, "vs.", &(kf_text){"", 0}) && take_upto(rest, "[", &f->name[1]) &&
           take_upto(rest, "]", &f->rank[1]) && f->name[0].length > 0 && f->name[1].length > 0;
}

// `[12] white [ 3k*] vs. black [ 2d*] (move size handicap komi …)`, a row of the list of games.
static void read_row(reading *r, kf_text line) {
    kf_text rest = kf_text_cut(line, 1, line.length), before;
    facts f = {.size = 0};
    int id, move;
    if (!kf_text_starts(line, KF_TEXT("[")) || !take_number(&rest, &id) || id >= IDS ||
        !take_upto(&rest, "]", &before) || !read_players(&rest, &f) ||
        !take_upto(&rest, "(", &before) || !take_number(&rest, &move) ||
        !take_number(&rest, &f.size) || !take_number(&rest, &f.handicap) ||
        !kf_text_word(&rest, &f.komi))
        return;
    *new_facts(r, id) = f;
}

// A match that begins. Its first line may stand before the announcement.
static void take_match(reading *r, int id, const facts *f) {
    watched *game = r->game_of[id] > 0 ? &r->games[r->game_of[id] - 1] : NULL;
    r->game_of[id] =
        game != NULL && game->count == 0 && is_of(f, game->facts.name) ? r->game_of[id] : 0;
    if (r->game_of[id] == 0)
        return;
    game->facts.rank[0] = f->rank[0];
    game->facts.rank[1] = f->rank[1];
}

// `Match 12: white [ 3k*] vs. black [ 2d*] }`, which begins; `Match [9x9] in …`; `Creating match
// [12]`.
static void read_match(reading *r, kf_text line) {
    kf_text rest = kf_text_cut(line, 6, line.length), before;
    facts f = {.size = 0};
    int id;
    if (kf_text_starts(rest, KF_TEXT("["))) {
        rest = kf_text_cut(rest, 1, rest.length);
        r->size = take_number(&rest, &id) && kf_text_starts(rest, KF_TEXT("x")) ? id : r->size;
    } else if (take_number(&rest, &id) && id < IDS && take_upto(&rest, ":", &before) &&
               read_players(&rest, &f)) {
        const facts *known = r->facts_of[id] > 0 ? &r->facts[r->facts_of[id] - 1] : NULL;
        f.size = known != NULL && known->name[0].length == 0 ? known->size : 0;
        *new_facts(r, id) = f;
        take_match(r, id, &f);
    }
}

static void read_creation(reading *r, kf_text line) {
    static const char word[] = "Creating match [";
    kf_text rest = kf_text_cut(line, sizeof word - 1, line.length);
    int id;
    if (kf_text_starts(line, kf_text_of(word)) && take_number(&rest, &id) && id < IDS) {
        new_facts(r, id)->size = r->size;
        r->game_of[id] = 0;
    }
}

// ---- Games ----

static void new_game(reading *r, int id, const kf_text name[2], const char *line) {
    r->games = kf_arena_grow(r->record->arena, r->games, &r->game_room, r->game_count + 1,
                             sizeof *r->games);
    watched *game = &r->games[r->game_count++];
    *game = (watched){.line = line};
    const facts *f = r->facts_of[id] > 0 ? &r->facts[r->facts_of[id] - 1] : NULL;
    if (f != NULL && (f->name[0].length == 0 || is_of(f, name)))
        game->facts = *f;
    game->facts.name[0] = name[0];
    game->facts.name[1] = name[1];
    r->game_of[id] = (uint32_t)r->game_count;
    r->game = game;
}

static void take_game(reading *r, int id, const kf_text name[2], const char *line) {
    r->game = r->game_of[id] > 0 ? &r->games[r->game_of[id] - 1] : NULL;
    if (r->game == NULL || r->game->is_over || !is_of(&r->game->facts, name))
        new_game(r, id, name, line);
}

static void report(reading *r, const char *piece, const char *what) {
    kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, piece), "%s", what);
    r->record->is_repaired = true;
}

// Where the move of that number stands among those that are known, or would stand.
static size_t place_of(const watched *game, int number) {
    size_t low = 0, high = game->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (game->moves[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// A move by its number. What comes twice is the same; another one was played after an undo. A list
// of all moves takes the place of those that are known from a later one on.
static void take_move(reading *r, const played *p) {
    watched *game = r->game;
    if (game == NULL) {
        report(r, p->piece, "no line names the game of this move; it is left out");
        return;
    }
    size_t at = place_of(game, p->number);
    if (at < game->count) {
        const played *old = &game->moves[at];
        bool is_same = old->colour == p->colour && old->x == p->x && old->y == p->y;
        if (old->number == p->number && is_same)
            return;
        int last = game->moves[game->count - 1].number;
        if (old->number > p->number && last > game->dropped)
            game->dropped = last;
        game->count = at;
    }
    game->moves = kf_arena_grow(r->record->arena, game->moves, &game->room, at + 1, sizeof *p);
    game->moves[game->count++] = *p;
}

// `Undo in game 12: white vs black: Q4`
static void take_undo(reading *r, kf_text line) {
    static const char word[] = "Undo in game ";
    kf_text rest = kf_text_cut(line, sizeof word - 1, line.length);
    int id;
    if (!kf_text_starts(line, kf_text_of(word)) || !take_number(&rest, &id) || id >= IDS ||
        r->game_of[id] == 0)
        return;
    watched *game = &r->games[r->game_of[id] - 1];
    game->count -= game->count > 0;
}

// `Game 12: white vs black : Black resigns.}`, or `: W 63.5 B 71.0}`
static void take_end(reading *r, kf_text line) {
    kf_text rest = kf_text_cut(line, 5, line.length), before, how, word[4];
    char number[2][16];
    int id;
    if (!kf_text_starts(line, KF_TEXT("Game ")) || !take_number(&rest, &id) || id >= IDS ||
        r->game_of[id] == 0 || !take_upto(&rest, ":", &before) || before.length > 0 ||
        !take_upto(&rest, " : ", &before) || !take_upto(&rest, "}", &how))
        return;
    watched *game = &r->games[r->game_of[id] - 1];
    game->is_over = !kf_words_begin(how, "has adjourned");
    rest = how;
    bool is_counted = true;
    for (int i = 0; i < 4; i++)
        is_counted = is_counted && kf_text_word(&rest, &word[i]);
    if (!is_counted || !kf_text_is(word[0], "W") || !kf_text_is(word[2], "B")) {
        kf_words_result(how, game->result);
        return;
    }
    for (int i = 0; i < 2; i++)
        snprintf(number[i], sizeof number[i], "%.*s",
                 (int)(word[2 * i + 1].length < 15 ? word[2 * i + 1].length : 15),
                 word[2 * i + 1].data);
    double margin = strtod(number[1], NULL) - strtod(number[0], NULL);
    if (margin == 0)
        snprintf(game->result, sizeof game->result, "0");
    else
        snprintf(game->result, sizeof game->result, "%c+%.1f", margin > 0 ? 'B' : 'W',
                 margin > 0 ? margin : -margin);
}

// ---- The record ----

// The size of a board that nothing states: a small one where so many moves keep to its lines.
static int size_of(const reading *r, const watched *game) {
    static const struct {
        int size;
        size_t least;
    } small[] = {{9, 8}, {13, 16}};
    int most = -1;
    if (game->facts.size >= 2 && game->facts.size <= KF_BOARD_MAX)
        return game->facts.size;
    for (size_t i = 0; i < game->count; i++)
        for (int k = 0; k < 2; k++) {
            int line = k == 0 ? game->moves[i].x : game->moves[i].y;
            most = game->moves[i].x >= 0 && line > most ? line : most;
        }
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        if (most < small[i].size && game->count >= small[i].least)
            return small[i].size;
    return r->usual;
}

static void add_players(kf_server_game *out, const watched *game) {
    static const char *const names[] = {"PW", "PB"}, *const ranks[] = {"WR", "BR"};
    for (int i = 1; i >= 0; i--) {
        kf_buffer rank = {.arena = out->record->arena};
        kf_server_fact(out, names[i], game->facts.name[i]);
        kf_words_rank(kf_text_trim(game->facts.rank[i]), &rank);
        if (!kf_text_is(kf_buffer_text(&rank), "NR"))
            kf_server_fact(out, ranks[i], kf_buffer_text(&rank));
    }
}

// Three stones: the third one stands in the lower right, unless somebody plays there.
static void place_three(kf_server_game *out, const watched *game, int size) {
    int far = size < 13 ? 2 : 3, high = size - 1 - far;
    for (size_t i = 0; i < game->count; i++)
        if (out->handicap != 3 || size < 7 || (game->moves[i].x == high && game->moves[i].y == far))
            return;
    kf_server_stone(out, KF_BLACK, high, far);
    kf_server_stone(out, KF_BLACK, far, high);
    kf_server_stone(out, KF_BLACK, high, high);
}

static void build(reading *r, const watched *game) {
    kf_server_game out;
    int size = size_of(r, game);
    kf_server_begin(&out, r->record, size, r->log);
    kf_record_set_place(r->record, out.game, kf_server_place(r->record, game->line).offset);
    add_players(&out, game);
    kf_server_fact(&out, "KM", game->facts.komi);
    kf_server_string(&out, "RE", game->result);
    for (size_t i = 0; i < game->count; i++) {
        const played *p = &game->moves[i];
        if (p->number != (i == 0 ? 0 : game->moves[i - 1].number + 1))
            report(r, p->piece, "moves before this one are missing");
        if (p->x == HANDICAP)
            out.handicap = p->y;
        else if (p->x >= size || p->y >= size)
            report(r, p->piece, "this move is off the board; it is left out");
        else
            kf_server_move(&out, p->colour, p->x, p->x < 0 ? -1 : size - 1 - p->y, p->piece);
    }
    place_three(&out, game, size);
    if (game->count > 0 && game->dropped > game->moves[game->count - 1].number)
        report(r, game->moves[game->count - 1].piece, "moves behind this one are missing");
    kf_server_end(&out);
}

static void read_igs(kf_record *record, const kf_reading *how, kf_log *log) {
    reading *r = kf_arena_alloc(record->arena, sizeof *r);
    kf_text rest = record->source->text, line, name[2];
    *r = (reading){.record = record, .log = log, .usual = how->size > 0 ? how->size : 19};
    while (kf_text_line(&rest, &line)) {
        int number;
        played p;
        line = bare(line);
        if (read_game(line, &number, name))
            take_game(r, number, name, line.data);
        else if (read_move(line, &p))
            take_move(r, &p);
        else if (kf_text_starts(line, KF_TEXT("Match ")))
            read_match(r, line);
        else if (kf_text_starts(line, KF_TEXT("[")))
            read_row(r, line);
        else {
            read_creation(r, line);
            take_undo(r, line);
            take_end(r, line);
        }
    }
    for (size_t i = 0; i < r->game_count; i++)
        if (r->games[i].count > 0 || r->games[i].result[0] != '\0')
            build(r, &r->games[i]);
    if (kf_record_games(record) == 0)
        kf_server_none(record, log);
}

const kf_format kf_igs_format = {
    .name = "igs",
    .title = "games watched on IGS or NNGS",
    .suffix = "igs",
    .keeps = "names, ranks, komi, handicap, result and the moves; not what was said",
    .sniff = sniff,
    .read = read_igs,
};
