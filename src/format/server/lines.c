// SPDX-License-Identifier: MIT
// Lists of games, one in a line, as collections of Tom and Tygem have them: a number, a tab, and
// the moves as SGF writes them, without parentheses.

#include "format/server/server.h"

#include "record/value.h"

// The moves of a line, and what stands before them. False: the line is none of a list.
static bool cut_line(kf_text line, kf_text *id, kf_text *moves) {
    size_t tab = kf_words_find(line, "\t"), digits = 0;
    *id = kf_text_trim(kf_text_cut(line, 0, tab));
    while (digits < id->length && id->data[digits] > ' ' && id->data[digits] != ';' &&
           id->data[digits] != '[')
        digits++;
    while (tab < line.length && line.data[tab] != ';')
        tab++;
    *moves = kf_text_trim(kf_text_cut(line, tab, line.length));
    bool is_move = moves->length > 3 && moves->data[2] == '[' &&
                   (moves->data[1] == 'B' || moves->data[1] == 'W' || moves->data[1] == 'A');
    return (is_move || (moves->length > 4 && moves->data[1] == 'A' && moves->data[3] == '[')) &&
           digits > 0 && digits == id->length;
}

enum { MOST = 96 }; // bits

static int sniff(kf_text head) {
    enum { LINES = 20, EACH = 32 };
    int bits = 0;
    kf_text line, id, moves;
    for (int i = 0; i < LINES && kf_text_line(&head, &line); i++)
        if (kf_text_trim(line).length > 0)
            bits += memchr(line.data, '\t', line.length) != NULL && cut_line(line, &id, &moves)
                        ? EACH
                        : -EACH;
    return bits < 0 ? 0 : bits < MOST ? bits : MOST;
}

// The end of the node whose semicolon is at `i`. `is_open`: the line ends within a value of it.
static size_t end_of_node(kf_text moves, size_t i, bool *is_open) {
    const char *end = moves.data + moves.length;
    *is_open = false;
    for (i++; i < moves.length && moves.data[i] != ';'; i++)
        if (moves.data[i] == '[') {
            i = (size_t)(kf_value_end(moves.data + i + 1, end) - moves.data);
            *is_open = i >= moves.length;
        }
    return i < moves.length ? i : moves.length;
}

// Whether the node, with which the line ends, is half a move: `B`, `B[p` or `B [p`. `is_open`: it
// ends within a value.
static bool is_half_move(kf_text node, bool is_open) {
    if (node.length == 0 || (node.data[0] != 'B' && node.data[0] != 'W'))
        return false;
    kf_text value = kf_text_trim(kf_text_cut(node, 1, node.length));
    return value.length == 0 || (is_open && value.length < 3 && value.data[0] == '[');
}

static void read_game(kf_record *record, kf_text id, kf_text moves, kf_log *log) {
    kf_server_game game;
    kf_server_begin(&game, record, 19, log);
    kf_server_fact(&game, "GN", id);
    kf_server_end(&game);
    kf_record_set_place(record, game.game, (size_t)(id.data - record->source->text.data));
    kf_node node = game.game;
    for (size_t i = 0; i < moves.length;) {
        bool is_open;
        size_t end = end_of_node(moves, i, &is_open);
        kf_text text = kf_text_trim(kf_text_cut(moves, i + 1, end));
        bool is_half = end == moves.length && is_half_move(text, is_open);
        if (is_open || is_half)
            kf_log_add(log, KF_SERVER_LINE, kf_server_place(record, text.data),
                       is_half ? "the line ends within this move; it is left out"
                               : "the line ends within this");
        record->is_repaired = record->is_repaired || is_open || is_half;
        if (is_half)
            break;
        node = kf_record_add(record, node);
        kf_record_set_place(record, node, (size_t)(moves.data + i - record->source->text.data));
        kf_record_put(record, node, text);
        i = end;
    }
}

static void read_lines(kf_record *record, const kf_reading *how, kf_log *log) {
    kf_text rest = record->source->text, line, id, moves;
    (void)how;
    while (kf_text_line(&rest, &line)) {
        if (kf_text_trim(line).length == 0)
            continue;
        if (cut_line(line, &id, &moves)) {
            read_game(record, id, moves, log);
            continue;
        }
        kf_server_leave_out(record, log, line.data, "this line holds no game; it is left out");
    }
}

const kf_format kf_lines_format = {
    .name = "lines",
    .title = "lists of games, one in a line",
    .suffix = "kifu",
    .keeps = "the number of each game, and its moves",
    .sniff = sniff,
    .most = MOST,
    .read = read_lines,
};
