// SPDX-License-Identifier: MIT
// Logs of the servers IGS and NNGS: what a client was told of games that it played or watched.
//
// Source: the help of IGS, and what it and NNGS send. A line may begin with a code: 15 is a move, 7
// a row of the list of games, 9 and 21 news, 11 a kibitz, 19 a say, 20 a score, 28 a move taken
// back. Games come mixed, each by its number. White is named first.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/server/igs.h"
#include "format/server/server.h"

enum { NUMBERS = KF_IGS_NUMBERS, RECENT = 64, NOT_TOLD = -2 };

// A point from the lower left, for the size of the board may be told later.
typedef struct vertex {
    short column, rank; // from 0 and from 1; a pass: column -1
} vertex;

// A move by its number on the server, which begins with 0. There may be millions.
typedef struct played {
    const char *piece;
    int seconds; // that its player had left; NOT_TOLD: no one knows
    short number, stones;
    signed char colour;
    signed char handicap; // so many stones were put, in place of
    vertex at;
} played;

typedef struct remark {
    int after; // the number of the move before it, or -1
    kf_text who, text;
} remark;

// A game, as far as it was seen. The colours count from 0 here: Black, then White.
typedef struct watched {
    const char *place;
    struct watched *before; // of that number
    kf_text names[2], ranks[2], komi, title;
    int number, size;
    int drawn;       // how wide a board is drawn that may be its; 0: none is, -1: several sizes
    bool is_drawn;   // it is: the names of the players, or the last move, stand with it
    bool has_size;   // that is told
    bool is_resumed; // others played under its number, and no new move of it came since
    bool is_another; // of the same players under that number
    size_t retold;   // so many of its first moves came again since
    int clock[2][2]; // seconds, and stones to play in them
    size_t clocked;  // the move that this clock went with, counted from 1
    int last;        // the number of the last move that was not taken back
    bool is_over;
    char result[24];
    played *moves;
    size_t count, room;
    remark *remarks;
    size_t remark_count, remark_room;
} watched;

typedef struct reading {
    kf_record *record;
    kf_log *log;
    kf_arena *scratch;
    watched **games;
    size_t count, room;
    watched **latest; // by number
    kf_text *rows;    // by number: what the list of games says
    kf_text *sizes;   // by number: size, handicap and komi of the game that is told next
    int size;         // of boards of which nothing is told
    watched *game;    // in hand, or NULL
    bool is_other;    // since what is in hand is no game of go
    watched *spoken;  // the game that the next words are about, or NULL
    kf_text who;      // says them
    kf_text white;    // of the board that is told
    watched *told;    // its game, or NULL
    bool is_coded;    // so that the first number of what is said is a code
} reading;

// ---- Games ----

// `ann`, or `ann [ 3d*]`.
static kf_text cut_rank(kf_text *name) {
    kf_text rest = *name, rank = {"", 0};
    if (kf_igs_line_upto(&rest, "[", name))
        kf_igs_line_upto(&rest, "]", &rank);
    return rank;
}

// `19 3 0.5`: size, handicap, komi. How many stones there are the first move says.
static bool take_size(watched *game, kf_text facts) {
    kf_text word;
    int size, handicap;
    if (!kf_text_word(&facts, &word) || !kf_text_number(word, &size) || size < 2 ||
        size > KF_BOARD_MAX || !kf_text_word(&facts, &word) || !kf_text_number(word, &handicap) ||
        !kf_text_word(&facts, &word))
        return false;
    game->size = size;
    game->has_size = true;
    game->komi = word;
    return true;
}

// What stands in the row of the list, in which White is first, too:
// `ann [ 3d*] vs. ben [ 2d*] ( 12 19 0 6.5 10 I) ( 0)`: moves, size, handicap, komi.
static void take_row(watched *game, kf_text row) {
    kf_text names[2], ranks[2], facts, word;
    int moves;
    if (!kf_igs_line_upto(&row, " vs.", &names[1]) || !kf_igs_line_upto(&row, "(", &names[0]) ||
        !kf_igs_line_upto(&row, ")", &facts))
        return;
    for (int i = 0; i < 2; i++) {
        ranks[i] = cut_rank(&names[i]);
        if (!kf_text_equal(names[i], game->names[i]))
            return;
    }
    if (kf_text_word(&facts, &word) && kf_text_number(word, &moves) && take_size(game, facts))
        memcpy(game->ranks, ranks, sizeof ranks);
}

static watched *begin(reading *r, int number, const kf_text names[2], const char *place) {
    watched *game = kf_arena_alloc(r->scratch, sizeof *game);
    *game =
        (watched){.place = place, .number = number, .size = r->size, .before = r->latest[number]};
    memcpy(game->names, names, sizeof game->names);
    game->clock[0][0] = game->clock[1][0] = NOT_TOLD;
    r->games = kf_arena_grow(r->scratch, r->games, &r->room, r->count + 1, sizeof(watched *));
    r->games[r->count++] = game;
    r->latest[number] = game;
    take_size(game, r->sizes[number]);
    r->sizes[number].length = 0;
    take_row(game, r->rows[number]);
    return game;
}

// The last game of that number and of these, Black first; NULL: it is over, or not known. Its place
// among those of the number is `*at`.
static watched *find_named(const reading *r, int number, const kf_text names[2], watched ***at) {
    *at = &r->latest[number];
    for (int i = 0; i < RECENT && **at != NULL; i++, *at = &(**at)->before)
        if (kf_text_equal((**at)->names[0], names[0]) && kf_text_equal((**at)->names[1], names[1]))
            return (**at)->is_over ? NULL : **at;
    return NULL;
}

static watched *find_or_begin(reading *r, int number, const kf_text names[2], const char *place) {
    watched **at, *game = find_named(r, number, names, &at);
    if (game == NULL)
        return begin(r, number, names, place);
    if (game == r->latest[number])
        return game;
    *at = game->before;
    game->before = r->latest[number];
    r->latest[number] = game;
    game->is_resumed = true;
    game->retold = 0;
    take_row(game, r->rows[number]);
    return game;
}

// The name, and what stands behind it in parentheses: prisoners, seconds, stones.
static void cut_player(kf_text player, kf_text *name, kf_text *rank, int clock[2]) {
    kf_text rest = player, word = {"", 0};
    int prisoners;
    clock[0] = clock[1] = NOT_TOLD;
    if (!kf_igs_line_upto(&rest, "(", name))
        *name = player;
    *rank = cut_rank(name);
    if (kf_text_word(&rest, &word) && kf_words_integer(word, &prisoners) &&
        kf_text_word(&rest, &word) && kf_words_integer(word, &clock[0]) &&
        kf_igs_line_upto(&rest, ")", &word))
        rest = word;
    if (!kf_words_integer(rest, &clock[1]))
        clock[0] = clock[1] = NOT_TOLD;
}

static bool take_header(reading *r, kf_text line) {
    int number, clock[2][2];
    char kind;
    kf_text white, black, names[2], ranks[2];
    if (!kf_igs_line_is_header(line))
        return false;
    bool is_whole = kf_igs_line_header(line, &number, &kind, &white, &black);
    r->is_other = !is_whole || kind == 'C' || kind == 'S';
    r->game = NULL;
    if (r->is_other) {
        kf_server_leave_out(r->record, r->log, line.data,
                            is_whole
                                ? "this is no game of Go; it is left out"
                                : "this head of a game is not understood; the game is left out");
        return true;
    }
    cut_player(black, &names[0], &ranks[0], clock[0]);
    cut_player(white, &names[1], &ranks[1], clock[1]);
    r->game = find_or_begin(r, number, names, line.data);
    memcpy(r->game->clock, clock, sizeof clock);
    r->game->clocked = 0;
    for (int i = 0; i < 2; i++)
        if (ranks[i].length > 0)
            r->game->ranks[i] = ranks[i];
    return true;
}

// ---- Moves ----

static bool read_vertex(kf_text word, vertex *at) {
    kf_point point =
        kf_point_read(word.data, word.length, KF_COORDS_A1, KF_BOARD_MAX, KF_BOARD_MAX);
    at->column = point == KF_PASS ? -1 : (short)kf_point_column(point);
    at->rank = point == KF_PASS ? 0 : (short)(KF_BOARD_MAX - kf_point_row(point));
    return point != KF_NOWHERE;
}

static bool is_same(vertex a, vertex b) {
    return a.column == b.column && a.rank == b.rank;
}

// Where the move of that number stands, or would.
static size_t find_move(const watched *game, int number) {
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

static bool is_there(const watched *game, size_t at, const played *move) {
    const played *old = at < game->count ? &game->moves[at] : NULL;
    return old != NULL && old->number == move->number && old->colour == move->colour &&
           old->handicap == move->handicap && is_same(old->at, move->at);
}

// Another game of the same players under the same number.
static watched *begin_again(reading *r, const char *place) {
    const watched *old = r->game;
    watched *game = begin(r, old->number, old->names, place);
    memcpy(game->ranks, old->ranks, sizeof game->ranks);
    memcpy(game->clock, old->clock, sizeof game->clock);
    game->is_another = true;
    return game;
}

static void put_move(reading *r, watched *game, size_t at, const played *move) {
    if (at == game->room) { // few at first, for there may be a million games
        game->room = at + at / 2 + 4;
        game->moves = kf_arena_resize(r->scratch, game->moves, game->room * sizeof *move);
    }
    game->moves[at] = *move;
    game->count = at + 1;
}

// Begins another game where this move does not go on with the game that is taken up again. It has
// the first moves that were told since.
static void part(reading *r, const played *move) {
    const watched *old = r->game;
    size_t next = old->count > 0 ? (size_t)old->moves[old->count - 1].number + 1 : 0;
    if (find_move(old, move->number) == old->count && (size_t)move->number <= next)
        return;
    r->game = begin_again(r, move->piece);
    for (size_t i = 0; i < old->retold && i < (size_t)move->number; i++)
        put_move(r, r->game, i, &old->moves[i]);
}

// A move that is told again is the same one; another one of its number is there because those
// from it on were taken back.
static void add_move(reading *r, const played *move) {
    watched *game = r->game;
    size_t at = find_move(game, move->number);
    if (is_there(game, at, move)) {
        game->retold += (size_t)move->number == at && game->retold == at;
        return;
    }
    if (game->is_resumed) {
        part(r, move);
        game->is_resumed = false;
        game = r->game;
        at = find_move(game, move->number);
    }
    bool is_again = at < game->count && game->moves[at].number == move->number;
    if (is_again && move->number == 0 && game->count > 1) {
        game = r->game = begin_again(r, move->piece);
        at = 0;
    } else if (is_again && game->count - at > 1) {
        char text[80];
        snprintf(text, sizeof text, "another move was there; it and %zu behind it are not kept",
                 game->count - at - 1);
        kf_server_leave_out(r->record, r->log, move->piece, text);
    }
    if (is_again || move->number > game->last)
        game->last = move->number;
    // A clock above many moves is that of the last.
    if (game->clocked > 0 && game->clocked <= at)
        game->moves[game->clocked - 1].seconds = NOT_TOLD;
    game->clocked = at + 1;
    put_move(r, game, at, move);
}

// `Handicap 3`: how many stones; 0: it is a move.
static int read_handicap(kf_text word, kf_text rest) {
    int stones;
    bool is_handicap = kf_text_equal_fold(word, KF_TEXT("handicap")) &&
                       kf_text_number(kf_text_trim(rest), &stones) && stones > 1 &&
                       stones <= KF_HANDICAP_MAX;
    return is_handicap ? stones : 0;
}

static bool take_move(reading *r, kf_text line) {
    int number;
    kf_colour colour;
    kf_text rest, word = {"", 0};
    vertex at = {-1, 0};
    if (!kf_igs_line_move(line, &number, &colour, &rest))
        return false;
    if (r->is_other)
        return true;
    if (r->game == NULL)
        r->game = find_or_begin(r, 0, (kf_text[2]){{"", 0}, {"", 0}}, line.data);
    kf_text_word(&rest, &word);
    int handicap = number == 0 ? read_handicap(word, rest) : 0;
    if (handicap == 0 && !read_vertex(word, &at)) {
        kf_server_leave_out(r->record, r->log, line.data, "this is no move; the line is left out");
        return true;
    }
    const int *clock = r->game->clock[colour == KF_WHITE];
    add_move(r, &(played){.piece = word.data,
                          .seconds = clock[0],
                          .number = (short)number,
                          .stones = (short)(clock[1] < NUMBERS ? clock[1] : NUMBERS),
                          .colour = (signed char)colour,
                          .handicap = (signed char)handicap,
                          .at = at});
    return true;
}

static void undo(watched *game, kf_text word) {
    vertex at;
    if (game != NULL && game->count > 0 && read_vertex(word, &at) &&
        is_same(game->moves[game->count - 1].at, at))
        game->last = game->moves[--game->count].number - 1;
}

// ---- What else is told of a game ----

// The game of that number that `ann vs ben` play, or else the last of that number. NULL: it is not
// known.
static watched *choose(const reading *r, int number, kf_text players) {
    kf_text names[2];
    watched **at, *game = NULL;
    if (kf_igs_line_upto(&players, " vs ", &names[1])) {
        names[0] = kf_text_trim(players);
        game = find_named(r, number, names, &at);
    }
    return game != NULL ? game : r->latest[number];
}

static bool plays(const watched *game, kf_text one, kf_text other) {
    bool is_first = kf_text_equal(game->names[0], one);
    bool is_met = other.length == 0 || kf_text_equal(game->names[is_first], other);
    return !game->is_over && (is_first || kf_text_equal(game->names[1], one)) && is_met;
}

// The game in hand, or else the last that began, that is not over and in which both play. An empty
// name is anybody's.
static watched *find_players(const reading *r, kf_text one, kf_text other) {
    size_t least = r->count > RECENT ? r->count - RECENT : 0;
    if (r->game != NULL && plays(r->game, one, other))
        return r->game;
    for (size_t i = r->count; i-- > least;)
        if (plays(r->games[i], one, other))
            return r->games[i];
    return NULL;
}

// The last game of these, also one that is over.
static watched *find_pair(const reading *r, kf_text white, kf_text black) {
    size_t least = r->count > RECENT ? r->count - RECENT : 0;
    for (size_t i = r->count; i-- > least;)
        if (kf_text_equal(r->games[i]->names[0], black) &&
            kf_text_equal(r->games[i]->names[1], white))
            return r->games[i];
    return NULL;
}

static void end(watched *game, const char *result) {
    snprintf(game->result, sizeof game->result, "%s", result);
    game->is_over = true;
}

// A score of both, in points with the komi.
static void end_counted(watched *game, kf_text white, kf_text black) {
    char text[24];
    kf_text points[2] = {black, white};
    double score[2];
    for (int i = 0; i < 2; i++) {
        if (points[i].length == 0 || points[i].length >= sizeof text)
            return;
        memcpy(text, points[i].data, points[i].length);
        text[points[i].length] = '\0';
        char *stop;
        score[i] = strtod(text, &stop);
        if (*stop != '\0' || !(score[i] > -1000 && score[i] < 1000))
            return;
    }
    double lead = score[0] - score[1];
    snprintf(text, sizeof text, "%c+%g", lead > 0 ? 'B' : 'W', lead > 0 ? lead : -lead);
    end(game, lead == 0 ? "0" : text);
}

// `12: ann vs ben : Black resigns.}`, and so on.
static void take_news(reading *r, kf_text line) {
    kf_text names[2], loser, points[2], rest;
    int number;
    watched *game, **at;
    if (!kf_igs_line_number(&line, &number) || !kf_igs_line_word(&line, ": ") ||
        !kf_igs_line_upto(&line, " vs ", &names[1]) || !kf_igs_line_upto(&line, " : ", &names[0]) ||
        (game = find_named(r, number, names, &at)) == NULL)
        return;
    rest = line;
    if (kf_igs_line_word(&rest, "W ") && kf_igs_line_upto(&rest, " B ", &points[1]) &&
        kf_igs_line_upto(&rest, "}", &points[0])) {
        end_counted(game, points[1], points[0]);
    } else if (kf_text_word(&line, &loser) && !kf_text_has_fold(line, "win")) {
        bool is_black = kf_text_is(loser, "Black");
        if (!is_black && !kf_text_is(loser, "White"))
            return;
        if (kf_text_has_fold(line, "resign"))
            end(game, is_black ? "W+R" : "B+R");
        else if (kf_text_has_fold(line, "on time"))
            end(game, is_black ? "W+T" : "B+T");
    }
}

// `ann (W:O): 6.5 to ben (B:#): 3.0`.
static bool take_score(reading *r, kf_text line) {
    kf_text white, black, points;
    if (!kf_igs_line_upto(&line, " (W:O): ", &white) || !kf_igs_line_upto(&line, " to ", &points) ||
        !kf_igs_line_upto(&line, " (B:", &black) ||
        !kf_igs_line_upto(&line, "): ", &(kf_text){"", 0}))
        return false;
    watched *game = find_players(r, white, black);
    if (game != NULL)
        end_counted(game, points, line);
    return true;
}

// `ann has resigned the game.`
static bool take_end(reading *r, kf_text line) {
    kf_text name;
    bool is_late = false;
    if (!kf_igs_line_upto(&line, " has resigned the game", &name) &&
        !(is_late = kf_igs_line_upto(&line, " has run out of time", &name)))
        return false;
    watched *game = find_players(r, name, (kf_text){"", 0});
    bool is_black = game != NULL && kf_text_equal(game->names[0], name);
    if (game != NULL && !kf_text_equal(game->names[0], game->names[1]))
        end(game, is_late ? (is_black ? "W+T" : "B+T") : is_black ? "W+R" : "B+R");
    return true;
}

// `Undo in game 12: ann vs ben:  Q16`, or `ann undid the last move (Q16) .`
static bool take_undo(reading *r, kf_text line) {
    kf_text name, word, players = {"", 0};
    int number;
    if (kf_igs_line_word(&line, "Undo in game ")) {
        if (!kf_igs_line_number(&line, &number))
            return true;
        if (kf_igs_line_word(&line, ":"))
            kf_igs_line_upto(&line, ":", &players);
        while (kf_igs_line_upto(&line, ":", &name))
            continue;
        undo(choose(r, number, players), kf_text_trim(line));
    } else if (kf_igs_line_upto(&line, " undid the last move (", &name)) {
        if (kf_igs_line_upto(&line, ")", &word))
            undo(find_players(r, name, (kf_text){"", 0}), word);
    } else {
        return false;
    }
    return true;
}

// ---- Boards ----

// They say only how large the board is, where nothing else does.
static void take_width(watched *game, int width) {
    if (game != NULL && width > 1)
        game->drawn = game->drawn == 0 || game->drawn == width ? width : -1;
}

// `22 ann 3d* 0 531 24 T 6.5 0`, then the same of Black, then rows of figures from the left. Only
// with its code such a line is known.
static bool take_figures(reading *r, kf_text line) {
    kf_text name = {"", 0};
    int width;
    if (!kf_igs_line_word(&line, "22 "))
        return false;
    line = kf_text_trim(line);
    if (kf_igs_line_figures(line, &width)) {
        take_width(r->told, width);
        return true;
    }
    kf_text_word(&line, &name);
    r->told = find_pair(r, r->white, name);
    if (r->told != NULL)
        r->told->is_drawn = true;
    r->white = name;
    return true;
}

// A board is drawn for the game in hand where its last move stands on it.
static bool take_drawing(reading *r, kf_text line) {
    char points[KF_BOARD_MAX];
    int rank, width;
    if (!kf_igs_line_row(line, &rank, points, &width))
        return false;
    watched *game = r->game;
    take_width(game, width);
    if (game != NULL && game->count > 0) {
        const played *last = &game->moves[game->count - 1];
        int column = last->at.column;
        game->is_drawn |= column >= 0 && column < width && last->at.rank == rank &&
                          points[column] == (last->colour == KF_BLACK ? '#' : 'O');
    }
    return true;
}

static void say(reading *r, kf_text who, kf_text text) {
    watched *game = r->spoken;
    if (game == NULL || text.length == 0)
        return;
    game->remarks = kf_arena_grow(r->scratch, game->remarks, &game->remark_room,
                                  game->remark_count + 1, sizeof *game->remarks);
    game->remarks[game->remark_count++] =
        (remark){game->count > 0 ? game->moves[game->count - 1].number : -1, who, text};
}

// `Kibitz cat [ 5d*]: Game ann vs ben [12]` is above what she says.
static bool take_kibitz(reading *r, kf_text line) {
    kf_text last, players = {"", 0};
    int number;
    if (!kf_igs_line_word(&line, "Kibitz ") || !kf_igs_line_upto(&line, ": Game ", &r->who))
        return false;
    if (kf_igs_line_upto(&line, "[", &players))
        while (kf_igs_line_upto(&line, "[", &last))
            continue;
    r->spoken = kf_igs_line_number(&line, &number) ? choose(r, number, players) : NULL;
    return true;
}

// `*ann*: text`, below `Say in game 12`.
static bool take_say(reading *r, kf_text line) {
    kf_text who;
    if (kf_igs_line_word(&line, "Say in game ")) {
        int number;
        r->spoken = kf_igs_line_number(&line, &number) ? r->latest[number] : NULL;
        return true;
    }
    if (!kf_igs_line_word(&line, "*") || !kf_igs_line_upto(&line, "*:", &who))
        return false;
    say(r, who, line);
    r->spoken = NULL;
    return true;
}

// ---- The whole log ----

// `GAMERPROPS:12: 19 0 6.50`: size, handicap, komi. Where the game is over it is of the next one.
static bool take_properties(reading *r, kf_text line) {
    int number;
    if (!kf_igs_line_word(&line, "GAMERPROPS:"))
        return false;
    if (!kf_igs_line_number(&line, &number) || !kf_igs_line_word(&line, ":"))
        return true;
    if (r->latest[number] == NULL || r->latest[number]->is_over)
        r->sizes[number] = line;
    else
        take_size(r->latest[number], line);
    return true;
}

// `[12] ann [ 3d*] vs. ben [ 2d*] …`: kept for the game of that number that is seen next, too.
static bool keep_row(reading *r, kf_text line) {
    int number;
    if (!kf_igs_line_word(&line, "["))
        return false;
    line = kf_text_trim(line);
    if (!kf_igs_line_number(&line, &number) || !kf_igs_line_word(&line, "]"))
        return false;
    r->rows[number] = line;
    if (r->latest[number] != NULL)
        take_row(r->latest[number], line);
    return true;
}

// Whether it looks like a move, and has more behind it than the stones that this takes.
static bool looks_like_move(kf_text line) {
    int number;
    kf_colour colour;
    kf_text rest, word;
    vertex at;
    if (!kf_igs_line_move(line, &number, &colour, &rest) ||
        kf_text_starts_fold(rest, KF_TEXT("handicap")))
        return false;
    while (kf_text_word(&rest, &word))
        if (!read_vertex(word, &at))
            return true;
    return false;
}

static void take_line(reading *r, kf_text line) {
    kf_text uncoded;
    line = kf_igs_line_bare(line, &uncoded);
    if (line.length == 0)
        return;
    bool is_text = r->who.length > 0 && (!r->is_coded || kf_text_starts(uncoded, KF_TEXT("11 ")));
    bool is_said = is_text && (r->is_coded || looks_like_move(line));
    if (!is_said && (take_move(r, line) || take_header(r, line))) {
        r->spoken = NULL; // nothing was said
        r->who.length = 0;
        return;
    }
    if (is_text) { // maybe of a game that is not in the log
        say(r, r->who, r->is_coded ? line : uncoded);
        r->spoken = NULL;
        r->who.length = 0;
        return;
    }
    r->who.length = 0;
    if (take_figures(r, uncoded) || take_drawing(r, uncoded))
        return;
    if (kf_igs_line_word(&line, "{Game "))
        take_news(r, line);
    else if (kf_igs_line_word(&line, "Game is titled: ") && r->game != NULL)
        r->game->title = line;
    else if (take_kibitz(r, line))
        r->is_coded = uncoded.length > line.length;
    else
        (void)(take_properties(r, line) || keep_row(r, line) || take_say(r, line) ||
               take_undo(r, line) || take_score(r, line) || take_end(r, line));
}

// ---- Into the record ----

static void write_remarks(kf_server_game *out, const watched *game, size_t *next, int upto) {
    for (; *next < game->remark_count && game->remarks[*next].after < upto; (*next)++) {
        const remark *remark = &game->remarks[*next];
        kf_buffer line = {.arena = out->record->arena};
        kf_buffer_add_text(&line, remark->who);
        kf_buffer_add_string(&line, ": ");
        kf_buffer_add_text(&line, remark->text);
        kf_server_say(out, kf_buffer_text(&line));
        kf_arena_release(line.arena, line.data);
    }
}

static void write_clock(kf_server_game *out, const played *move) {
    char text[32];
    char colour = move->colour == KF_BLACK ? 'B' : 'W';
    if (move->seconds < 0 || (move->seconds == 0 && move->stones < 0))
        return;
    snprintf(text, sizeof text, "%cL[%d]", colour, move->seconds);
    kf_server_put(out, text);
    if (move->stones < 0)
        return;
    snprintf(text, sizeof text, "O%c[%d]", colour, move->stones);
    kf_server_put(out, text);
}

// What was said after moves that were taken back later stands where the next words do.
static void order_remarks(watched *game) {
    for (size_t i = game->remark_count; i-- > 1;)
        if (game->remarks[i - 1].after > game->remarks[i].after)
            game->remarks[i - 1].after = game->remarks[i].after;
}

// How many moves before this one are missing.
static int count_missing(const watched *game, size_t i) {
    return game->moves[i].number - (i > 0 ? game->moves[i - 1].number + 1 : 0);
}

// Where moves are missing before this one, the board is not that of the game: this is said, and
// the number of the move.
static void write_gap(reading *r, kf_server_game *out, const watched *game, size_t i, int shift) {
    char text[32];
    const played *move = &game->moves[i];
    int missing = count_missing(game, i);
    kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, move->piece),
               "%d move%s before this %s not in the log%s", missing, missing == 1 ? "" : "s",
               missing == 1 ? "is" : "are",
               game->is_another ? ", unless in the game before of these players" : "");
    r->record->is_repaired = true;
    snprintf(text, sizeof text, "MN[%d]", move->number + shift);
    kf_server_put(out, text);
}

static void write_move(reading *r, kf_server_game *out, const watched *game, size_t i, int shift) {
    const played *move = &game->moves[i];
    bool is_pass = move->at.column < 0;
    int x = move->at.column, y = is_pass ? -1 : game->size - move->at.rank;
    if (!is_pass && (x >= game->size || y < 0)) {
        kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, move->piece),
                   "this is no move on a board of %d lines; it is left out", game->size);
        r->record->is_repaired = true;
        return;
    }
    kf_server_move(out, (kf_colour)move->colour, x, y, move->piece);
    if (count_missing(game, i) > 0)
        write_gap(r, out, game, i, shift);
    write_clock(out, move);
}

// A board that is drawn says how large it is, if all moves are on it.
static void settle_size(watched *game) {
    bool is_known = !game->has_size && game->is_drawn && game->drawn > 0;
    for (size_t i = 0; i < game->count && is_known; i++)
        is_known = game->moves[i].at.column < game->drawn && game->moves[i].at.rank <= game->drawn;
    if (is_known)
        game->size = game->drawn;
}

static bool is_points(kf_text text) {
    size_t digits = 0, marks = 0;
    if (text.length > 0 && (text.data[0] == '-' || text.data[0] == '+'))
        text = kf_text_cut(text, 1, text.length);
    for (size_t i = 0; i < text.length; i++) {
        digits += text.data[i] >= '0' && text.data[i] <= '9';
        marks += text.data[i] == '.';
    }
    return digits > 0 && marks < 2 && digits + marks == text.length;
}

static void write_komi(reading *r, kf_server_game *out, kf_text komi) {
    if (komi.length > 0 && !is_points(komi))
        kf_server_leave_out(r->record, r->log, komi.data, "this komi is no number; it is left out");
    else
        kf_server_fact(out, "KM", komi);
}

static void write_game(reading *r, watched *game) {
    static const char *const names[] = {"PB", "PW"}, *const ranks[] = {"BR", "WR"};
    kf_server_game out;
    size_t next = 0, first = game->count > 0 && game->moves[0].handicap > 0;
    kf_server_begin(&out, r->record, game->size, r->log);
    kf_record_set_place(r->record, out.game, (size_t)(game->place - r->record->source->text.data));
    out.handicap = first > 0 ? game->moves[0].handicap : 0;
    for (int i = 0; i < 2; i++) {
        kf_server_fact(&out, names[i], game->names[i]);
        kf_server_fact(&out, ranks[i], game->ranks[i]);
    }
    kf_server_fact(&out, "GN", game->title);
    write_komi(r, &out, game->komi);
    kf_server_string(&out, "RE", game->result);
    for (size_t i = first; i < game->count; i++) {
        write_remarks(&out, game, &next, game->moves[i].number);
        write_move(r, &out, game, i, first > 0 ? 0 : 1);
    }
    write_remarks(&out, game, &next, NUMBERS);
    if (game->count > 0 && game->moves[game->count - 1].number < game->last)
        kf_server_leave_out(
            r->record, r->log, game->moves[game->count - 1].piece,
            "a list begins with this game anew and ends here; the moves that were told of it "
            "before and are not in the list are left out");
    kf_server_end(&out);
}

static void read_igs(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log, .size = how->size > 0 ? how->size : 19};
    kf_text rest = record->source->text, line;
    r.scratch = kf_arena_new_in(record->arena);
    r.latest = kf_arena_alloc(r.scratch, NUMBERS * sizeof(watched *));
    r.rows = kf_arena_alloc(r.scratch, NUMBERS * sizeof *r.rows);
    r.sizes = kf_arena_alloc(r.scratch, NUMBERS * sizeof *r.sizes);
    for (size_t i = 0; i < NUMBERS; i++) {
        r.latest[i] = NULL;
        r.rows[i] = r.sizes[i] = (kf_text){"", 0};
    }
    while (kf_text_line(&rest, &line))
        take_line(&r, line);
    for (size_t i = 0; i < r.count; i++) {
        order_remarks(r.games[i]);
        settle_size(r.games[i]);
        write_game(&r, r.games[i]);
    }
    if (r.count == 0)
        kf_server_none(record, log);
    kf_arena_free(r.scratch);
}

const kf_format kf_igs_format = {
    .name = "igs",
    .title = "logs of the servers IGS and NNGS",
    .suffix = "igs",
    .keeps = "names, ranks, title, komi, handicap, result, times, talk, and the moves that stand",
    .sniff = kf_igs_line_sniff,
    .most = KF_IGS_MOST,
    .read = read_igs,
};
