// SPDX-License-Identifier: MIT
// Logs of GTP, the protocol of programs: what was asked for, and what was answered.
//
// Source: Go Text Protocol version 2, draft 2. A line is a command, perhaps with a number before
// it, or an answer, which begins with `=`, or with `?` where it failed.

#include <stdio.h>
#include <string.h>

#include "format/server/server.h"

// A move that stands; taken back ones are not kept.
typedef struct played {
    kf_colour colour;
    int x, y; // below 0: a pass
    const char *piece;
} played;

// How stones of both colours are set up: on an empty board, or beside what lies there.
typedef enum placing { PLACING_NONE, PLACING_ANEW, PLACING_MORE } placing;

typedef enum asked { ASKED_NOTHING, ASKED_MOVE, ASKED_HANDICAP, ASKED_SCORE, ASKED_OTHER } asked;

typedef struct reading {
    kf_record *record;
    kf_log *log;
    kf_server_game game;
    bool is_begun;
    int size, height;
    asked asked;
    kf_colour colour; // of the move that was asked for
    bool is_analysed; // and its answer is lines of analysis, then `play` with the point alone
    int fixed;        // stones that stand where GTP has them, as long as no answer names them
    const char *line; // of the command that waits for its answer
    const char *bad;  // what in it is no move, unless it is refused
    bool is_sequence; // it is moves one after the other
    played *moves;
    size_t count, room;
    kf_text komi, rules;
    char result[24];
    kf_text stones; // that a command names, and no answer refused yet
    // What was set up, by column and row.
    unsigned char lies[KF_BOARD_MAX][KF_BOARD_MAX];
    placing placing;     // these name their colours; PLACING_NONE: they are those of a handicap
    size_t count_before; // what was so before the command
    kf_text komi_before;
    char result_before[24];
} reading;

// ---- Lines ----

// Cuts off the time that KataGo and others write before a line: `2021-03-04 10:00:01+0000: `, or
// in brackets.
static kf_text without_time(kf_text line) {
    enum { DATE = 10, LONGEST = 40 };
    static const char form[] = "0000-00-00";
    bool is_in_brackets = line.length > 0 && line.data[0] == '[';
    kf_text whole = line;
    line = kf_text_cut(line, is_in_brackets, line.length);
    for (size_t i = 0; i < DATE; i++) {
        bool is_digit = i < line.length && line.data[i] >= '0' && line.data[i] <= '9';
        if (i >= line.length || (form[i] == '0' ? !is_digit : line.data[i] != form[i]))
            return whole;
    }
    size_t end = kf_words_find(kf_text_cut(line, 0, LONGEST), is_in_brackets ? "] " : ": ");
    return end < LONGEST && end + 2 < line.length ? kf_text_cut(line, end + 2, line.length) : whole;
}

// Cuts off what the client of KGS writes before a command and an answer.
static kf_text without_engine(kf_text line) {
    enum { LONGEST = 200 };
    static const char sent[] = "Command sent to engine: ", answered[] = "response to command \"";
    kf_text front = kf_text_cut(line, 0, LONGEST);
    size_t at = kf_words_find(front, sent);
    if (at < front.length)
        return kf_text_cut(line, at + sizeof sent - 1, line.length);
    at = kf_words_find(front, answered);
    kf_text behind = kf_text_cut(line, at, line.length);
    size_t end = at < front.length ? kf_words_find(behind, "\": ") : behind.length;
    return end < behind.length ? kf_text_cut(behind, end + 3, behind.length) : line;
}

// Cuts off what tools write before a line: the time, arrows, and the name of the program.
static kf_text bare(kf_text line) {
    line = kf_text_trim(without_engine(without_time(kf_text_trim(line))));
    while (line.length > 0 && strchr("<>-#", line.data[0]) != NULL)
        line = kf_text_trim(kf_text_cut(line, 1, line.length));
    static const char *const names[] = {
        "GTP:", "B:", "W:", "Black:", "White:", "stdin:", "stdout:", "Controller:"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kf_words_begin(line, names[i]))
            return kf_text_trim(kf_text_cut(line, strlen(names[i]), line.length));
    return line;
}

static kf_colour colour_of(kf_text word) {
    return kf_text_equal_fold(word, KF_TEXT("b")) || kf_text_equal_fold(word, KF_TEXT("black"))
               ? KF_BLACK
           : kf_text_equal_fold(word, KF_TEXT("w")) || kf_text_equal_fold(word, KF_TEXT("white"))
               ? KF_WHITE
               : KF_EMPTY;
}

// Whether the word is a vertex of a board of that size: `D4`, or `pass`, of which x is -1.
static bool read_vertex(kf_text word, int size, int height, int *x, int *y) {
    *x = *y = -1;
    if (kf_text_equal_fold(word, KF_TEXT("pass")))
        return true;
    kf_point point = kf_point_read(word.data, word.length, KF_COORDS_A1, size, height);
    if (point == KF_NOWHERE || point == KF_PASS)
        return false;
    *x = kf_point_column(point);
    *y = kf_point_row(point);
    return true;
}

// Takes the number of a command off.
static kf_text command_of(kf_text line) {
    kf_text rest = line, word;
    int number;
    if (kf_text_word(&rest, &word) && kf_text_number(word, &number))
        return kf_text_trim(rest);
    return line;
}

// Whether the command asks for a move and what the engine thinks of it.
static bool is_analysis(kf_text word) {
    static const kf_text end = {"genmove_analyze", 15};
    return word.length >= end.length &&
           kf_text_equal(kf_text_cut(word, word.length - end.length, word.length), end);
}

// Whether the command asks for a move that counts: also one of a cleanup, by its colour.
static bool asks_for_move(kf_text word, kf_text argument) {
    return kf_text_is(word, "genmove") || is_analysis(word) ||
           (kf_text_is(word, "kgs-genmove_cleanup") && colour_of(argument) != KF_EMPTY);
}

// Whether the command is moves one after the other.
static bool is_sequence(kf_text word) {
    return kf_text_is(word, "play_sequence") || kf_text_is(word, "gogui-play_sequence");
}

// Whether a line with that command may show that this is a log.
static bool is_telling(kf_text word) {
    return kf_text_is(word, "play") || is_sequence(word) || kf_text_is(word, "boardsize") ||
           kf_text_is(word, "genmove") || is_analysis(word) ||
           kf_text_is(word, "kgs-genmove_cleanup");
}

enum { MOST = 96 }; // bits

static int sniff(kf_text head) {
    enum { LINES = 80, EACH = 16, LEAST = 2 * EACH };
    int bits = 0, x, y, size;
    kf_text line, word, second;
    for (int i = 0; i < LINES && kf_text_line(&head, &line); i++) {
        bool has_words = line.length > 0 && (memchr(line.data, ' ', line.length) != NULL ||
                                             memchr(line.data, '\t', line.length) != NULL);
        if (!has_words)
            continue;
        kf_text rest = command_of(bare(line));
        // In other notations the next word may be a whole game.
        if (!kf_text_word(&rest, &word) || !is_telling(word) || !kf_text_word(&rest, &second))
            continue;
        bool is_play = (kf_text_is(word, "play") || is_sequence(word)) &&
                       colour_of(second) != KF_EMPTY && kf_text_word(&rest, &word) &&
                       read_vertex(word, KF_BOARD_MAX, KF_BOARD_MAX, &x, &y);
        bool is_asked = asks_for_move(word, second) && colour_of(second) != KF_EMPTY;
        bool is_size = kf_text_is(word, "boardsize") && kf_text_number(second, &size);
        bits += is_play || is_asked || is_size ? EACH : 0;
    }
    return bits < LEAST ? 0 : bits < MOST ? bits : MOST;
}

// ---- Games ----

static void begin_game(reading *r) {
    if (r->is_begun)
        return;
    kf_server_begin(&r->game, r->record, r->size, r->log);
    r->game.height = r->height;
    r->is_begun = true;
    memset(r->lies, KF_EMPTY, sizeof r->lies);
}

static void end_game(reading *r) {
    if (!r->is_begun && r->count == 0)
        return;
    begin_game(r);
    kf_server_fact(&r->game, "RU", r->rules);
    kf_server_fact(&r->game, "KM", r->komi);
    kf_server_string(&r->game, "RE", r->result);
    for (size_t i = 0; i < r->count; i++)
        kf_server_move(&r->game, r->moves[i].colour, r->moves[i].x, r->moves[i].y,
                       r->moves[i].piece);
    kf_server_end(&r->game);
    r->is_begun = false;
    r->count = 0;
    r->result[0] = '\0';
}

static void report_bad(reading *r, const char *piece) {
    kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, piece),
               "this is no move on a board of %d lines; %s is left out", r->size,
               r->is_sequence ? "it" : "the line");
    r->record->is_repaired = true;
}

static void add_move(reading *r, kf_colour colour, kf_text vertex) {
    played move = {.colour = colour, .piece = vertex.data};
    if (colour == KF_EMPTY || !read_vertex(vertex, r->size, r->height, &move.x, &move.y)) {
        if (r->asked != ASKED_OTHER)
            report_bad(r, vertex.data);
        else if (r->bad == NULL)
            r->bad = vertex.data; // the engine may refuse it
        return;
    }
    r->result[0] = '\0'; // what was said before is that of no end
    r->moves = kf_arena_grow(r->record->arena, r->moves, &r->room, r->count + 1, sizeof *r->moves);
    r->moves[r->count++] = move;
}

// Sets up a stone. False: it is off the board.
static bool lay(reading *r, kf_colour colour, int x, int y) {
    begin_game(r);
    if (!kf_server_stone(&r->game, colour, x, y))
        return false;
    r->lies[x][y] = (unsigned char)colour;
    return true;
}

// Handicap stones by their vertices.
static void add_stones(reading *r, kf_text rest) {
    kf_text word;
    int x, y, stones = 0;
    begin_game(r);
    while (kf_text_word(&rest, &word))
        if (read_vertex(word, r->size, r->height, &x, &y) && x >= 0)
            stones += lay(r, KF_BLACK, x, y);
    if (stones > 1)
        r->game.handicap = stones;
}

// Stones by colour and vertex, one after the other. A point that is named twice counts once.
static void add_setup(reading *r, kf_text rest) {
    kf_text colour, vertex;
    int x, y;
    if (r->placing == PLACING_ANEW)
        end_game(r);
    if (r->count > 0) {
        kf_server_leave_out(r->record, r->log, r->line,
                            "these stones are set up after moves; they are left out");
        return;
    }
    while (kf_text_word(&rest, &colour) && kf_text_word(&rest, &vertex)) {
        kf_colour stone = colour_of(colour);
        bool is_point =
            stone != KF_EMPTY && read_vertex(vertex, r->size, r->height, &x, &y) && x >= 0;
        kf_colour before = is_point && r->is_begun ? r->lies[x][y] : KF_EMPTY;
        if (before != stone && (before != KF_EMPTY || !is_point || !lay(r, stone, x, y)))
            kf_server_leave_out(r->record, r->log, vertex.data,
                                before != KF_EMPTY
                                    ? "a stone of the other colour lies there; this one is left out"
                                    : "this is no stone on the board; it is left out");
    }
}

// What was asked for, which is over. Stones that were put by name lie now.
static asked end_question(reading *r) {
    asked asked = r->asked;
    r->asked = ASKED_NOTHING;
    if (r->bad != NULL)
        report_bad(r, r->bad);
    r->bad = NULL;
    r->is_sequence = false;
    if (r->placing != PLACING_NONE)
        add_setup(r, r->stones);
    else if (r->stones.length > 0)
        add_stones(r, r->stones);
    r->placing = PLACING_NONE;
    r->stones.length = 0;
    return asked;
}

// What was asked for, where the log has no answer: stones in fixed places need none.
static void miss_answer(reading *r) {
    kf_point points[KF_HANDICAP_MAX];
    asked asked = end_question(r);
    if (asked != ASKED_MOVE && asked != ASKED_HANDICAP)
        return;
    int count = r->fixed > 0 && asked == ASKED_HANDICAP
                    ? kf_handicap_place(KF_HANDICAP_STAR, r->fixed, r->size, r->height, points)
                    : 0;
    if (count > 0)
        begin_game(r);
    for (int i = 0; i < count; i++)
        lay(r, KF_BLACK, kf_point_column(points[i]), kf_point_row(points[i]));
    if (count > 0) {
        r->game.handicap = count;
        return;
    }
    kf_server_leave_out(r->record, r->log, r->line,
                        asked == ASKED_MOVE
                            ? "no answer has this move; it is left out"
                            : "no answer says where these stones lie; they are left out");
}

// `19`, or columns and rows.
static void set_size(reading *r, kf_text rest) {
    kf_text word;
    int size, height;
    if (!kf_text_word(&rest, &word) || !kf_text_number(word, &size) || size < 2 ||
        size > KF_BOARD_MAX)
        return;
    if (!kf_text_word(&rest, &word) || !kf_text_number(word, &height) || height < 2 ||
        height > KF_BOARD_MAX)
        height = size;
    end_game(r);
    r->size = size;
    r->height = height;
}

static void set_result(reading *r, kf_text text) {
    char result[24];
    bool is_value = text.length > 2 && text.length < sizeof result && text.data[1] == '+';
    if (strcmp(r->result, "B+R") == 0 || strcmp(r->result, "W+R") == 0)
        return; // the game ended so, whatever an engine counts then
    if (kf_text_is(text, "0") || kf_text_is(text, "0.0"))
        snprintf(r->result, sizeof r->result, "0");
    else if (is_value)
        snprintf(r->result, sizeof r->result, "%.*s", (int)text.length, text.data);
    else if (kf_words_result(text, result))
        memcpy(r->result, result, sizeof r->result);
}

static void take_vertex(reading *r, kf_colour colour, kf_text vertex) {
    if (kf_text_equal_fold(vertex, KF_TEXT("resign")))
        snprintf(r->result, sizeof r->result, colour == KF_BLACK ? "W+R" : "B+R");
    else
        add_move(r, colour, vertex);
}

// What was asked for was not done.
static void refuse(reading *r) {
    if (r->asked != ASKED_OTHER)
        return;
    r->count = r->count_before;
    r->bad = NULL;
    r->komi = r->komi_before;
    memcpy(r->result, r->result_before, sizeof r->result);
    r->stones.length = 0;
    r->placing = PLACING_NONE;
}

// What an answer says depends on what was asked.
static void take_answer(reading *r, kf_text line) {
    kf_text rest = kf_text_cut(line, 1, line.length), word;
    while (rest.length > 0 && rest.data[0] >= '0' && rest.data[0] <= '9')
        rest = kf_text_cut(rest, 1, rest.length);
    if (line.data[0] == '?')
        refuse(r);
    asked asked = end_question(r);
    asked = line.data[0] == '=' ? asked : ASKED_OTHER;
    kf_text all = kf_text_trim(rest);
    if (asked == ASKED_HANDICAP && all.length == 0) {
        r->asked = asked;
        miss_answer(r);
    } else if (asked == ASKED_HANDICAP)
        add_stones(r, all);
    else if (asked == ASKED_SCORE)
        set_result(r, all);
    if (asked == ASKED_MOVE && r->is_analysed)
        r->asked = asked;
    else if (asked == ASKED_MOVE && kf_text_word(&rest, &word))
        take_vertex(r, r->colour, word);
}

static void take_play(reading *r, kf_text rest) {
    kf_text colour, vertex;
    if (kf_text_word(&rest, &colour) && kf_text_word(&rest, &vertex))
        take_vertex(r, colour_of(colour), vertex);
}

// Moves one after the other.
static void take_sequence(reading *r, kf_text rest) {
    kf_text colour, vertex;
    r->is_sequence = true;
    while (kf_text_word(&rest, &colour))
        if (kf_text_word(&rest, &vertex))
            take_vertex(r, colour_of(colour), vertex);
        else if (r->bad == NULL)
            r->bad = colour.data;
}

// Whether the word is a command, rather than what an engine says while it thinks.
static bool is_command(kf_text word) {
    static const char *const names[] = {"boardsize",
                                        "rectangular_boardsize",
                                        "set_position",
                                        "clear_board",
                                        "komi",
                                        "play",
                                        "genmove",
                                        "undo",
                                        "name",
                                        "version",
                                        "showboard",
                                        "protocol_version",
                                        "known_command",
                                        "quit",
                                        "list_commands",
                                        "time_settings",
                                        "time_left",
                                        "final_score",
                                        "final_status_list",
                                        "reg_genmove",
                                        "loadsgf",
                                        "set_free_handicap",
                                        "fixed_handicap",
                                        "place_free_handicap"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kf_text_is(word, names[i]))
            return true;
    return kf_words_begin(word, "kgs-") || kf_words_begin(word, "kata-") ||
           kf_words_begin(word, "gg-") || kf_words_begin(word, "gogui-") ||
           kf_words_begin(word, "lz-") || is_sequence(word) || is_analysis(word);
}

// Commands that set up what lies on the board. False: it is none of them.
static bool take_position(reading *r, kf_text word, kf_text rest) {
    bool is_anew = kf_text_is(word, "set_position");
    if (is_anew || kf_text_is(word, "gogui-setup")) {
        r->placing = is_anew ? PLACING_ANEW : PLACING_MORE;
        r->stones = rest;
    } else if (kf_text_is(word, "loadsgf")) {
        end_game(r);
        kf_server_leave_out(r->record, r->log, word.data,
                            "the game that this command loads is not in the log");
    } else if (kf_text_is(word, "clear_board")) {
        end_game(r);
    } else {
        return false;
    }
    return true;
}

static void take_other(reading *r, kf_text word, kf_text argument, kf_text rest) {
    int number = 0;
    if (kf_text_is(word, "komi")) {
        r->komi = argument;
    } else if (kf_text_is(word, "kgs-rules") || kf_text_is(word, "kata-set-rules")) {
        r->rules = argument;
    } else if (kf_text_is(word, "undo")) {
        r->count -= r->count > 0;
    } else if (kf_text_is(word, "gg-undo")) {
        size_t back = kf_text_number(argument, &number) && number > 0 ? (size_t)number : 1;
        r->count -= back < r->count ? back : r->count;
    } else if (kf_text_is(word, "set_free_handicap")) {
        r->stones = rest;
    } else if (kf_text_is(word, "fixed_handicap") || kf_text_is(word, "place_free_handicap")) {
        r->asked = ASKED_HANDICAP;
        bool is_fixed = kf_text_is(word, "fixed_handicap") && kf_text_number(argument, &number);
        r->fixed = is_fixed ? number : 0;
    } else if (kf_text_is(word, "final_score")) {
        r->asked = ASKED_SCORE;
    }
}

static void take_command(reading *r, kf_text line) {
    kf_text rest = command_of(line), word, argument = {"", 0};
    if (!kf_text_word(&rest, &word) || !is_command(word))
        return;
    kf_text behind = rest;
    bool is_alone = kf_text_word(&behind, &argument) && kf_text_trim(behind).length == 0;
    if (kf_text_is(word, "genmove") && colour_of(argument) == KF_EMPTY && !is_alone)
        return; // an engine's word: `genmove in 0.10s`
    if (r->asked == ASKED_MOVE && r->is_analysed && is_alone && kf_text_is(word, "play")) {
        r->asked = ASKED_NOTHING;
        take_vertex(r, r->colour, argument);
        return;
    }
    miss_answer(r);
    r->asked = ASKED_OTHER;
    r->line = line.data;
    r->count_before = r->count;
    r->komi_before = r->komi;
    memcpy(r->result_before, r->result, sizeof r->result);
    if (kf_text_is(word, "play")) {
        take_play(r, rest);
    } else if (is_sequence(word)) {
        take_sequence(r, rest);
    } else if (asks_for_move(word, argument)) {
        r->asked = ASKED_MOVE;
        r->is_analysed = is_analysis(word);
        r->colour = colour_of(argument);
    } else if (kf_text_is(word, "boardsize") || kf_text_is(word, "rectangular_boardsize")) {
        set_size(r, rest);
    } else if (!take_position(r, word, rest)) {
        take_other(r, word, argument, rest);
    }
}

static void read_gtp(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log, .size = how->size > 0 ? how->size : 19};
    r.height = r.size;
    kf_text rest = record->source->text, line;
    while (kf_text_line(&rest, &line)) {
        line = bare(line);
        if (line.length > 0 && (line.data[0] == '=' || line.data[0] == '?'))
            take_answer(&r, line);
        else
            take_command(&r, line);
    }
    miss_answer(&r);
    end_game(&r);
}

const kf_format kf_gtp_format = {
    .name = "gtp",
    .title = "logs of the Go Text Protocol",
    .suffix = "gtp",
    .keeps = "the moves that stand, handicap stones, komi, rules and result",
    .sniff = sniff,
    .most = MOST,
    .read = read_gtp,
};
