// SPDX-License-Identifier: MIT
// NGF, the notation of Cyberoro, wBaduk and Sina: a header by line numbers, then `PM` lines.

#include <stdio.h>
#include <string.h>

#include "format/server/server.h"

enum { HEADER = 16, USUAL = 19 };

// The lines of a header, without the `GI` that Sina puts before each.
typedef struct header {
    kf_text lines[HEADER];
    size_t count;
    bool is_sina;
} header;

// `PMABBQDDQ`: the number of the move in two letters, the colour, and the point, which is then told
// once more backwards. `A` is no line; `B` is the first one.
static bool is_move(kf_text line) {
    if (line.length < 7 || !kf_text_starts(line, KF_TEXT("PM")))
        return false;
    for (size_t i = 2; i < 7; i++)
        if (line.data[i] < 'A' || line.data[i] > 'Z')
            return false;
    return line.data[4] == 'B' || line.data[4] == 'W';
}

enum { MOST = 64 }; // bits

static int sniff(kf_text head) {
    enum { LINES = 40, EACH = 12 };
    int bits = 0, number = 0;
    for (kf_text line; number < LINES && kf_text_line(&head, &line); number++)
        bits += is_move(kf_text_trim(line)) ? EACH : 0;
    return bits < MOST ? bits : MOST;
}

// Sina is a server of China, and names no character set.
static bool charset(kf_text head, kf_text *name) {
    if (!kf_text_starts(kf_text_trim(head), KF_TEXT("GI")) ||
        kf_text_is_utf8(kf_text_cut(head, 0, kf_text_whole(head)), NULL))
        return false;
    *name = KF_TEXT("GB18030");
    return true;
}

// ---- The header ----

// `name    9DP`: the last word is the rank.
static void add_player(kf_server_game *game, kf_text value, const char *name, const char *rank) {
    kf_buffer out = {.arena = game->record->arena};
    value = kf_text_trim(value);
    size_t space = value.length;
    while (space > 0 && value.data[space - 1] != ' ' && value.data[space - 1] != '\t')
        space--;
    kf_server_fact(game, name, space > 0 ? kf_text_cut(value, 0, space) : value);
    if (space == 0)
        return;
    kf_words_rank(kf_text_cut(value, space, value.length), &out);
    kf_server_fact(game, rank, kf_buffer_text(&out));
}

static int number_of(const header *h, size_t line, int usual) {
    int number;
    return line < h->count && kf_words_integer(h->lines[line], &number) ? number : usual;
}

static void add_date(kf_server_game *game, kf_text value) {
    char date[12];
    if (kf_words_date(value, date))
        kf_server_string(game, "DT", date);
    else
        kf_server_fact(game, "DT", value);
}

// Komi is told in whole points, and half a point comes to it where there is no handicap.
static void add_komi(kf_server_game *game, const header *h, size_t line) {
    char text[24];
    int komi = number_of(h, line, -1);
    snprintf(text, sizeof text, game->handicap < 2 ? "%d.5" : "%d", komi);
    if (komi >= 0) {
        kf_server_string(game, "KM", text);
    } else if (line < h->count && h->lines[line].length > 0) {
        kf_log_add_as(game->log, KF_WARNING, KF_SERVER_LINE,
                      kf_server_place(game->record, h->lines[line].data),
                      "it is not known how much this komi is; it is left out");
        game->record->is_repaired = true;
    }
}

static void add_result(kf_server_game *game, kf_text value) {
    char result[24];
    if (kf_words_result(value, result))
        kf_server_string(game, "RE", result);
    else if (kf_words_begin(value, "Progressing")) // it was not over
        kf_server_string(game, "RE", "?");
    else
        kf_server_fact(game, "RE", value);
}

static kf_text line_of(const header *h, size_t line) {
    return line < h->count ? h->lines[line] : (kf_text){"", 0};
}

// Title, size, White, Black, place, handicap, ?, komi, date, minutes, result, number of moves.
static void use_header(kf_server_game *game, const header *h) {
    char seconds[24];
    int minutes = number_of(h, 9, 0);
    game->handicap = number_of(h, 5, 0);
    kf_server_fact(game, "EV", line_of(h, 0));
    add_player(game, line_of(h, 3), "PB", "BR");
    add_player(game, line_of(h, 2), "PW", "WR");
    kf_server_fact(game, "PC", line_of(h, 4));
    add_komi(game, h, 7);
    add_date(game, line_of(h, 8));
    snprintf(seconds, sizeof seconds, "%d", minutes * 60);
    if (minutes > 0 && minutes < 100000)
        kf_server_string(game, "TM", seconds);
    add_result(game, line_of(h, 10));
}

// Event, Black, White, place, ?, date, size, handicap, ?, komi, number of moves.
static void use_header_of_sina(kf_server_game *game, const header *h) {
    game->handicap = number_of(h, 7, 0);
    kf_server_fact(game, "EV", line_of(h, 0));
    add_player(game, line_of(h, 1), "PB", "BR");
    add_player(game, line_of(h, 2), "PW", "WR");
    kf_server_fact(game, "PC", line_of(h, 3));
    add_date(game, line_of(h, 5));
    add_komi(game, h, 9);
}

static header read_header(kf_text rest) {
    header h = {.count = 0};
    for (kf_text line; h.count < HEADER && kf_text_line(&rest, &line) && !is_move(line);) {
        line = kf_text_trim(line);
        h.is_sina = h.is_sina || (h.count == 0 && kf_text_starts(line, KF_TEXT("GI")));
        h.lines[h.count++] = h.is_sina ? kf_text_cut(line, 2, line.length) : line;
    }
    return h;
}

// ---- Moves ----

static void read_move(kf_server_game *game, kf_text line) {
    int x = line.data[5] - 'B', y = line.data[6] - 'B';
    bool is_pass = x < 0 && y < 0;
    if (!is_pass && (x < 0 || y < 0 || x >= game->size || y >= game->size)) {
        kf_log_add(game->log, KF_SERVER_LINE, kf_server_place(game->record, line.data),
                   "this move is off the board of %d lines; the line is left out", game->size);
        game->record->is_repaired = true;
        return;
    }
    kf_server_move(game, line.data[4] == 'B' ? KF_BLACK : KF_WHITE, x, y, line.data);
}

// `IDB[211] text[EndTxt]`: what is said at the end, often who has won.
static void read_text(kf_server_game *game, kf_text line) {
    char result[24];
    kf_text text = kf_text_cut(line, kf_words_find(line, "]") + 1, line.length);
    text = kf_text_trim(kf_text_cut(text, 0, kf_words_find(text, "[EndTxt]")));
    if (kf_words_result(text, result))
        kf_server_string(game, "RE", result);
    kf_server_say(game, text);
}

// Whether the header says how large the board is, or a move is there.
static bool has_game(kf_text rest, const header *h) {
    bool is_there = number_of(h, h->is_sina ? 6 : 1, 0) > 0;
    for (kf_text line; !is_there && kf_text_line(&rest, &line);)
        is_there = is_move(kf_text_trim(line));
    return is_there;
}

// The header says how many moves there are.
static void report_end(const kf_server_game *game, const header *h, size_t count) {
    size_t row = h->is_sina ? 10 : 11;
    int moves = number_of(h, row, 0);
    if (moves > 0 && (size_t)moves > count)
        kf_log_add_as(game->log, KF_WARNING, KF_SERVER_LINE,
                      kf_server_place(game->record, line_of(h, row).data),
                      "the header says %d moves, and there are %zu", moves, count);
}

static void read_ngf(kf_record *record, const kf_reading *how, kf_log *log) {
    kf_text rest = record->source->text, line;
    header h = read_header(rest);
    kf_server_game game;
    int size = number_of(&h, h.is_sina ? 6 : 1, how->size > 0 ? how->size : USUAL);
    size_t number = 0, moves = 0;
    if (!has_game(rest, &h)) {
        kf_server_none(record, log);
        return;
    }
    kf_server_begin(&game, record, size >= 2 && size <= KF_BOARD_MAX ? size : USUAL, log);
    if (h.is_sina)
        use_header_of_sina(&game, &h);
    else
        use_header(&game, &h);
    while (kf_text_line(&rest, &line)) {
        line = kf_text_trim(line);
        if (is_move(line)) {
            read_move(&game, line);
            moves++;
        } else if (kf_text_starts(line, KF_TEXT("ID"))) {
            read_text(&game, line);
        } else if (number >= h.count && line.length > 0 && !kf_text_starts(line, KF_TEXT("GI"))) {
            kf_server_leave_out(record, log, line.data, "this is not a move; the line is left out");
        }
        number++;
    }
    report_end(&game, &h, moves);
    kf_server_end(&game);
}

const kf_format kf_ngf_format = {
    .name = "ngf",
    .title = "NGF of Cyberoro and wBaduk",
    .suffix = "ngf",
    .keeps = "names, ranks, event, date, place, komi, handicap, time, result and the moves",
    .sniff = sniff,
    .most = MOST,
    .charset = charset,
    .read = read_ngf,
};
