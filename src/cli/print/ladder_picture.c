// SPDX-License-Identifier: MIT
// Ladders as pictures. A record of the chase is made first: drawing it is then the same as
// drawing any figure of a game, with its notes on moves that fall on a point twice.

#include "cli/frame/draw_option.h"
#include "cli/print/print.h"

#include "base/buffer.h"

// A record being made.
typedef struct maker {
    kf_cli *cli;
    const kf_ladder_picture *picture;
    kf_record *record;
    kf_buffer text;         // of one node
    kf_node root, from, to; // `from` has the first move, `to` the last one
} maker;

static void add_point(maker *m, kf_point point) {
    char text[KF_POINT_TEXT];
    const kf_board *board = m->picture->board;
    kf_point_write(point, KF_COORDS_SGF, board->width, board->height, text);
    kf_buffer_add_char(&m->text, '[');
    kf_buffer_add_string(&m->text, point == KF_PASS ? "" : text);
    kf_buffer_add_char(&m->text, ']');
}

static void add_size(maker *m) {
    kf_buffer_add_string(&m->text, "FF[4]GM[1]SZ[");
    kf_buffer_add_number(&m->text, m->picture->board->width);
    kf_buffer_add_char(&m->text, ':');
    kf_buffer_add_number(&m->text, m->picture->board->height);
    kf_buffer_add_char(&m->text, ']');
}

static void add_stones(maker *m, kf_colour colour) {
    const kf_board *board = m->picture->board;
    bool has_any = false;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_board_get(board, point) != colour)
            continue;
        if (!has_any)
            kf_buffer_add_string(&m->text, colour == KF_BLACK ? "AB" : "AW");
        add_point(m, point);
        has_any = true;
    }
}

// The text becomes a node below the last one. False: there is no memory, and the log says so.
static bool end_node(maker *m) {
    kf_log *log = m->cli->log;
    kf_node node = kf_node_add(m->record, m->to, log);
    bool is_good = node != 0 && kf_node_set_text(m->record, node, kf_buffer_text(&m->text), log);
    m->text.length = 0;
    m->to = node;
    return is_good;
}

static bool make_record(maker *m) {
    const kf_ladder_picture *picture = m->picture;
    add_size(m);
    add_stones(m, KF_BLACK);
    add_stones(m, KF_WHITE);
    if (picture->point_count > 0)
        kf_buffer_add_string(&m->text, "MA");
    for (size_t i = 0; i < picture->point_count; i++)
        add_point(m, picture->points[i]);
    if (!end_node(m))
        return false;
    m->root = m->to;
    bool is_black = picture->first == KF_BLACK;
    for (size_t i = 0; i < picture->move_count; i++, is_black = !is_black) {
        kf_buffer_add_char(&m->text, is_black ? 'B' : 'W');
        add_point(m, picture->moves[i]);
        if (!end_node(m))
            return false;
        m->from = i == 0 ? m->to : m->from;
    }
    return true;
}

static void draw_record(const maker *m, const kf_draw_option *option, const kf_writer *writer,
                        const char *output) {
    kf_figure figure = option->plan.how;
    figure.node = m->to;
    figure.from = m->from;
    figure.caption = m->picture->caption;
    figure.hide_last = true;
    if (!kf_draw_option_region(m->cli, option, m->record, m->root, &figure))
        return;
    kf_draw_order order = {.record = m->record,
                           .figures = &figure,
                           .count = 1,
                           .writer = writer,
                           .how = &option->drawing};
    kf_draw_write_file(m->cli, &order, output);
}

void kf_ladder_picture_write(kf_cli *cli, const kf_ladder_picture *picture,
                             const kf_draw_option *option, const kf_writer *writer,
                             const char *output) {
    // The position's own record takes one of the two places.
    kf_record **place = &cli->records[cli->records[0] != NULL];
    maker m = {.cli = cli, .picture = picture, .text = {.arena = cli->arena}};
    m.record = *place = kf_record_new();
    if (m.record == NULL)
        kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (make_record(&m))
        draw_record(&m, option, writer, output);
    *place = NULL;
    kf_record_free(m.record);
}
