// SPDX-License-Identifier: MIT
// A sheet of small boards, one for each hit, as one SVG picture.

#include <kifu/board.h>
#include <kifu/play.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "base/xml.h"
#include "cli/find/find.h"

// Boards in a row, and the width of one with its margin; the lines below it.
enum { ACROSS = 5, BOARD = 160, GAP = 16, CAPTION = 30, MOST_BOARDS = 1000, CAPTION_BYTES = 60 };

static void put_format(kf_buffer *out, const char *format, ...) KF_PRINTF(2, 3);

static void put_format(kf_buffer *out, const char *format, ...) {
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    kf_buffer_add_string(out, text);
}

// At most so many bytes of a text, cut where a character begins.
static void put_text(kf_buffer *out, kf_text text) {
    size_t length = text.length < CAPTION_BYTES ? text.length : CAPTION_BYTES;
    kf_xml_escape(kf_buffer_sink, out, kf_text_cut(text, 0, kf_text_front(text, length)));
}

// Lines are drawn through the middles of squares of 10 units.
static void put_lines(kf_buffer *out, int width, int height) {
    kf_buffer_add_string(out, "<path class=\"l\" d=\"");
    for (int row = 0; row < height; row++)
        put_format(out, "M5 %dh%d", row * 10 + 5, (width - 1) * 10);
    for (int column = 0; column < width; column++)
        put_format(out, "M%d 5v%d", column * 10 + 5, (height - 1) * 10);
    kf_buffer_add_string(out, "\"/>");
}

static void put_stones(kf_buffer *out, const kf_board *board) {
    for (int row = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++) {
            kf_colour stone = kf_board_get(board, kf_point_at(column, row));
            if (stone == KF_EMPTY)
                continue;
            put_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"4.7\" class=\"", column * 10 + 5,
                       row * 10 + 5);
            kf_buffer_add_string(out, stone == KF_BLACK ? "b\"/>" : "w\"/>");
        }
}

// The part of the board where the pattern stands.
static void put_place(kf_buffer *out, const kf_find_sheet *sheet, const kf_find_hit *hit) {
    int width = sheet->pattern_size[hit->symmetry & 4 ? 1 : 0];
    int height = sheet->pattern_size[hit->symmetry & 4 ? 0 : 1];
    if (width == 0)
        return;
    put_format(out, "<rect class=\"p\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
               hit->column * 10, hit->row * 10, width * 10, height * 10);
}

static void put_caption(kf_buffer *out, const kf_catalog_game *game, const kf_find_hit *hit) {
    put_format(out, "<text x=\"0\" y=\"%d\">", BOARD + 11);
    put_text(out, game->black);
    kf_buffer_add_string(out, " – ");
    put_text(out, game->white);
    put_format(out, "</text><text x=\"0\" y=\"%d\">move %d", BOARD + 23, (int)hit->moves);
    if (game->date.length > 0) {
        kf_buffer_add_string(out, ", ");
        put_text(out, game->date);
    }
    if (game->result.length > 0) {
        kf_buffer_add_string(out, ", ");
        put_text(out, game->result);
    }
    kf_buffer_add_string(out, "</text>");
}

static void put_board(kf_find_sheet *sheet, const kf_catalog_game *game, const kf_board *board,
                      const kf_find_hit *hit) {
    kf_buffer *out = &sheet->boards;
    int column = (int)(sheet->count % ACROSS), row = (int)(sheet->count / ACROSS);
    put_format(out, "<g transform=\"translate(%d %d)\">", GAP + column * (BOARD + GAP),
               GAP + row * (BOARD + CAPTION + GAP));
    put_format(out, "<svg width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">", BOARD, BOARD,
               board->width * 10, board->height * 10);
    kf_buffer_add_string(out, "<rect class=\"g\" width=\"100%\" height=\"100%\"/>");
    put_lines(out, board->width, board->height);
    put_place(out, sheet, hit);
    put_stones(out, board);
    kf_buffer_add_string(out, "</svg>");
    put_caption(out, game, hit);
    kf_buffer_add_string(out, "</g>\n");
    sheet->count++;
}

bool kf_find_sheet_add(kf_find_sheet *sheet, kf_play *play, const kf_catalog_game *game,
                       const kf_found *found, const kf_node *nodes) {
    const kf_find_hit none = {.moves = game->moves};
    for (size_t i = 0; i == 0 || i < found->count; i++) {
        const kf_find_hit *hit = found->count > 0 ? &found->hits[i] : &none;
        sheet->is_full = sheet->count == MOST_BOARDS;
        if (sheet->is_full)
            break;
        if (nodes[i] != 0 && !kf_play_go(play, nodes[i]))
            return false;
        if (nodes[i] != 0)
            put_board(sheet, game, kf_play_board(play), hit);
    }
    return true;
}

bool kf_find_sheet_write(kf_find_sheet *sheet, kf_sink *sink, void *context) {
    static const char style[] =
        "<style>.g{fill:#e8c47a}.l{stroke:#5a4318;stroke-width:.6;fill:none}.b{fill:#111}"
        ".w{fill:#fff;stroke:#333;stroke-width:.6}.p{fill:#fff;fill-opacity:.35}"
        "text{font:10px sans-serif;fill:#222}</style>\n";
    char head[200];
    size_t rows = (sheet->count + ACROSS - 1) / ACROSS;
    snprintf(head, sizeof head,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%zu\">\n",
             GAP + ACROSS * (BOARD + GAP), GAP + rows * (BOARD + CAPTION + GAP));
    return sink(context, head, strlen(head)) && sink(context, style, sizeof style - 1) &&
           sink(context, sheet->boards.data, sheet->boards.length) && sink(context, "</svg>\n", 7);
}
