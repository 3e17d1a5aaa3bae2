// SPDX-License-Identifier: MIT
// One whole screen of `kifu view`: how it is shared out, and what stands in the parts.

#include "cli/view/view.h"

#ifdef KIFU_HAVE_NCURSESW

#include <string.h>

#include "base/text.h"
#include "cli/print/print.h"

// The smallest screen that shows anything, the narrowest pane beside the board, the lowest below
// it, and the lines that the players take.
enum {
    NARROWEST = 24,
    LOWEST = 8,
    PANE_COLUMNS = 24,
    COMFORTABLE_COLUMNS = 34,
    PANE_ROWS = 4,
    PLAYERS = 3
};

// What one screen is made from.
typedef struct frame {
    kf_view *view;
    kf_view_screen *screen;
    kf_scene *scene;
    kf_view_area body; // between the bars
} frame;

// ---- Words ----

// A move as "B Q16".
static void write_move(const frame *f, kf_node node, char *out, size_t size) {
    const kf_board *board = kf_play_board(f->view->play);
    kf_text value;
    char point[KF_POINT_TEXT] = "?";
    bool is_black = kf_property_get(f->view->record, node, "B", &value);
    out[0] = '\0';
    if (!is_black && !kf_property_get(f->view->record, node, "W", &value))
        return;
    kf_point where =
        kf_point_read(value.data, value.length, KF_COORDS_SGF, board->width, board->height);
    kf_coords coords = f->view->coords == KF_COORDS_NONE ? KF_COORDS_A1 : f->view->coords;
    if (where != KF_NOWHERE)
        kf_point_write(where, coords, board->width, board->height, point);
    snprintf(out, size, "%c %s", is_black ? 'B' : 'W', point);
}

// Which of how many variations the node begins, as ", variation 2 of 3".
static void write_variation(const kf_view *view, char *out, size_t size) {
    kf_node parent = kf_node_parent(view->record, view->node);
    size_t index = 0, count = 0;
    out[0] = '\0';
    if (parent == 0)
        return;
    for (kf_node n = kf_node_child(view->record, parent); n != 0;
         n = kf_node_next(view->record, n)) {
        count++;
        if (n == view->node)
            index = count;
    }
    if (count > 1)
        snprintf(out, size, ", variation %zu of %zu", index, count);
}

static void put_status(const frame *f, int y) {
    kf_view *view = f->view;
    char left[160], move[24], variation[64], path[64], right[100];
    size_t before, all;
    kf_view_step_count(view, &before, &all);
    write_move(f, view->node, move, sizeof move);
    write_variation(view, variation, sizeof variation);
    const char *colour = f->scene->to_move == KF_BLACK   ? ", Black to play"
                         : f->scene->to_move == KF_WHITE ? ", White to play"
                                                         : "";
    snprintf(left, sizeof left, "Move %zu of %zu%s%s%s%s", before, all, move[0] ? ": " : "", move,
             variation, kf_view_step_child(view, view->node) != 0 ? colour : ", the end");
    size_t length = kf_play_path(view->play, path, sizeof path);
    snprintf(right, sizeof right, "%s%s", length >= sizeof path ? "…" : "", path);
    if (kf_play_step(f->view->play)->number != (int)before && kf_play_step(f->view->play)->is_move)
        snprintf(right, sizeof right, "#%d  %s", kf_play_step(f->view->play)->number, path);
    kf_view_pane_bar(f->screen, (kf_view_area){0, y, f->body.columns, 1}, left, right);
}

static void put_title(const frame *f) {
    const kf_view *view = f->view;
    kf_buffer left = {.arena = view->scratch};
    char right[64] = "";
    kf_text name = kf_view_pane_title(view, view->game);
    kf_buffer_add_string(&left, view->name);
    if (name.length > 0) {
        kf_buffer_add_string(&left, ": ");
        kf_buffer_add_text(&left, name);
    }
    kf_buffer_add_char(&left, '\0');
    if (view->game_count > 1)
        snprintf(right, sizeof right, "game %zu of %zu", view->game_number, view->game_count);
    kf_view_pane_bar(f->screen, (kf_view_area){0, 0, f->body.columns, 1}, left.data, right);
}

// The last line: what is typed, what there is to say, or where help is.
static void put_prompt(const frame *f, int y) {
    const kf_view *view = f->view;
    kf_view_area at = {0, y, f->body.columns, 1};
    if (view->mode == KF_VIEW_SEARCH || view->mode == KF_VIEW_JUMP) {
        char sign = view->mode == KF_VIEW_SEARCH ? '/' : ':';
        int used = kf_view_screen_put(f->screen, at, (kf_text){&sign, 1}, KF_INK_STRONG);
        at.x += used;
        at.columns -= used;
        used = kf_view_screen_put(f->screen, at, kf_text_of(view->typed), KF_INK_PLAIN);
        kf_view_screen_cursor(f->screen, at.x + used, y);
    } else if (view->message[0] != '\0') {
        kf_view_screen_put(f->screen, at, kf_text_of(view->message), KF_INK_STRONG);
    } else {
        const char *hint = view->mode == KF_VIEW_STEPPING
                               ? "? keys  q leave  / search  : move  z zoom  L games  i facts"
                           : view->mode == KF_VIEW_GAMES ? "up, down, Enter: choose  q: back"
                                                         : "up, down: scroll  q: back";
        kf_view_screen_put(f->screen, at, kf_text_of(hint), KF_INK_PLAIN);
    }
}

// ---- The panes ----

// The moves that go on from here: a line that parts the tree from the comment.
static void put_next(const frame *f, kf_view_area at) {
    const kf_view *view = f->view;
    kf_buffer line = {.arena = view->scratch};
    kf_node chosen = kf_view_step_child(view, view->node);
    size_t count = 0;
    for (kf_node n = kf_node_child(view->record, view->node); n != 0 && line.length < 400;
         n = kf_node_next(view->record, n), count++) {
        char move[24];
        write_move(f, n, move, sizeof move);
        kf_buffer_add_string(&line, count == 0 ? "next: " : ", ");
        kf_buffer_add_string(
            &line,
            n == chosen && kf_node_next(view->record, kf_node_child(view->record, view->node))
                ? ">"
                : "");
        kf_buffer_add_string(&line, move[0] != '\0' ? move : "(no move)");
    }
    if (count == 0)
        kf_buffer_add_string(&line, "the end of this line");
    kf_buffer_add_char(&line, '\0');
    kf_view_pane_bar(f->screen, at, line.data, "");
}

static void add_paragraph(kf_buffer *all, kf_text text) {
    if (text.length == 0)
        return;
    if (all->length > 0)
        kf_buffer_add_string(all, "\n\n");
    kf_buffer_add_text(all, text);
}

// The name of the node, its comment, and what the board has no room for.
static kf_text comment_text(const frame *f) {
    kf_buffer all = {.arena = f->view->scratch}, name = all, legend = all;
    kf_text value;
    if (kf_property_get(f->view->record, f->view->node, "N", &value))
        kf_facts_plain(&name, value, true);
    kf_view_board_legend(f->scene, f->view->points.scale, &legend);
    add_paragraph(&all, kf_buffer_text(&name));
    add_paragraph(&all, f->scene->comment);
    add_paragraph(&all, kf_buffer_text(&legend));
    return all.length > 0 ? kf_buffer_text(&all) : KF_TEXT("");
}

static void put_comment(const frame *f, kf_view_area area) {
    kf_view_pane_text(f->view, f->screen, area, comment_text(f));
}

// Players, tree and comment in one column.
static void put_panes(const frame *f, kf_view_area area) {
    kf_view_area part = area;
    part.rows = area.rows >= 3 * PLAYERS ? PLAYERS : area.rows >= PLAYERS + 1 ? 2 : 0;
    kf_view_pane_players(f->view, f->screen, kf_play_board(f->view->play), part);
    area.y += part.rows;
    area.rows -= part.rows;
    part = area;
    part.rows = area.rows / 3;
    if ((uint32_t)part.rows > f->view->tree.rows)
        part.rows = (int)f->view->tree.rows;
    kf_view_pane_tree(f->view, f->screen, part);
    area.y += part.rows;
    area.rows -= part.rows;
    if (area.rows < 1)
        return;
    put_next(f, (kf_view_area){area.x, area.y, area.columns, 1});
    area.y++;
    area.rows--;
    put_comment(f, area);
}

// ---- The board ----

// The point that must be seen when the board is larger than the screen. A pass moves nothing.
static kf_point centre_of(const frame *f) {
    const kf_step *step = kf_play_step(f->view->play);
    if (step->moves == 0)
        f->view->centre = KF_NOWHERE;
    else if (step->last != KF_PASS && step->last != KF_NOWHERE)
        f->view->centre = step->last;
    return f->view->centre;
}

// Shares the body out between the board and the panes, beside it or below it.
static void put_all(const frame *f) {
    kf_view_area board = f->body, panes = {0, 0, 0, 0};
    // Beside a larger board there is still room for a comment.
    int scale =
        kf_view_board_scale(f->scene, f->body.columns - COMFORTABLE_COLUMNS - 1, f->body.rows);
    kf_view_area size = kf_view_board_size(f->scene, scale);
    if (f->body.columns - size.columns - 1 >= PANE_COLUMNS) {
        board.columns = size.columns;
        panes = (kf_view_area){size.columns + 1, f->body.y, f->body.columns - size.columns - 1,
                               f->body.rows};
    } else if (f->body.rows - size.rows >= PANE_ROWS) {
        board.rows = size.rows;
        panes = (kf_view_area){0, f->body.y + size.rows, f->body.columns, f->body.rows - size.rows};
    } else if (f->body.columns - PANE_COLUMNS - 1 >= size.columns * 2 / 3) {
        // A large board gives way a little, so that the comment has a place.
        board.columns = f->body.columns - PANE_COLUMNS - 1;
        panes = (kf_view_area){board.columns + 1, f->body.y, PANE_COLUMNS, f->body.rows};
    }
    f->view->points = kf_view_board_draw(f->screen, f->scene, board, centre_of(f));
    if (panes.rows > 0)
        put_panes(f, panes);
}

static void put_body(const frame *f) {
    if (f->view->mode >= KF_VIEW_HELP) {
        kf_view_over(f->view, f->screen, f->body);
        return;
    }
    switch (f->view->zoom) {
    case KF_VIEW_BOARD:
        f->view->points = kf_view_board_draw(f->screen, f->scene, f->body, centre_of(f));
        break;
    case KF_VIEW_COMMENT:
        put_comment(f, f->body);
        break;
    case KF_VIEW_TREE:
        kf_view_pane_tree(f->view, f->screen, f->body);
        break;
    case KF_VIEW_ALL:
    case KF_VIEW_ZOOMS:
        put_all(f);
        break;
    }
}

// ---- All of it ----

static void make_scene(frame *f) {
    kf_view *view = f->view;
    kf_figure figure = {.kind = KF_FIGURE_POSITION,
                        .node = view->node,
                        .coords = view->coords,
                        .sides = view->coords == KF_COORDS_NONE ? 0 : KF_SIDES_ALL,
                        .hide_marks = view->hide_marks};
    if (view->is_figure) {
        figure.kind = KF_FIGURE_MOVES;
        figure.from = view->game;
    }
    f->scene = kf_draw_write_scene(view->scratch, view->play, &figure);
}

void kf_view_draw(kf_view *view, kf_view_screen *screen) {
    kf_view_area area = kf_view_screen_area(screen);
    frame f = {.view = view, .screen = screen};
    view->points = (kf_view_points){.scale = 1};
    view->tree_area = (kf_view_area){0, 0, 0, 0};
    kf_view_screen_clear(screen);
    if (area.columns < NARROWEST || area.rows < LOWEST) {
        area.rows = 1;
        kf_view_screen_put(screen, area, KF_TEXT("Window too small"), KF_INK_PLAIN);
        kf_view_screen_show(screen);
        return;
    }
    f.body = (kf_view_area){0, 1, area.columns, area.rows - 3};
    make_scene(&f);
    put_title(&f);
    put_body(&f);
    put_status(&f, area.rows - 2);
    put_prompt(&f, area.rows - 1);
    kf_view_screen_show(screen);
}

#endif
