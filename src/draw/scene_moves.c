// SPDX-License-Identifier: MIT
// The stones of a figure and their numbers.
//
// A figure of moves starts from the board before its first move and shows every move at its
// point, also what was captured meanwhile. A move on a point where a stone is drawn already has no
// place of its own and becomes a note. A position shows what lies on the board.

#include <stdio.h>
#include <string.h>

#include "draw/scene_sheet.h"
#include "record/value.h"

// What goes on while the line to the node is played.
typedef struct moves {
    kf_sheet *sheet;
    bool has_begun;  // the first node with numbers was entered
    bool is_counted; // its first move was seen
    int offset;      // from the record's number to the printed one
    int less;        // what PM[2] takes off
    bool is_printed; // PM lets numbers be printed
} moves;

static bool is_on(const kf_sheet *sheet, kf_point point) {
    return kf_point_is_on(point, sheet->width, sheet->height);
}

// Puts what the board has on the sheet.
static void copy_board(kf_sheet *sheet, const kf_board *board) {
    for (int row = 0; row < sheet->height && row < board->height; row++) {
        for (int column = 0; column < sheet->width && column < board->width; column++) {
            kf_point point = kf_point_at(column, row);
            sheet->points[kf_scene_sheet_index(sheet, point)].stone =
                (uint8_t)kf_board_get(board, point);
        }
    }
}

// ---- Numbers ----

// The number that is printed for the move, 0 when none is.
static int printed(moves *m, const kf_step *step) {
    kf_sheet *sheet = m->sheet;
    const kf_figure *figure = sheet->figure;
    if (!m->has_begun || !step->is_move)
        return 0;
    if (!m->is_counted) {
        m->is_counted = true;
        if (figure->first_number > 0)
            m->offset = figure->first_number - step->number;
        m->is_printed = kf_scene_marks_numbers(sheet, step->number + m->offset, &m->less);
    }
    int64_t number = (int64_t)step->number + m->offset;
    bool is_in = (figure->from_move == 0 || number >= figure->from_move) &&
                 (figure->to_move == 0 || number <= figure->to_move);
    if (!m->is_printed || !is_in || number < 1 || number > INT32_MAX)
        return 0;
    if (sheet->first_number == 0)
        sheet->first_number = (int)number;
    sheet->last_number = (int)number;
    return (int)number - m->less;
}

static void put_number(kf_sheet *sheet, kf_point point, int number) {
    char text[16];
    int length = snprintf(text, sizeof text, "%d", number);
    kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, point)];
    p->label = (kf_text){kf_arena_copy(sheet->arena, text, (size_t)length), (size_t)length};
    p->is_numbered = true;
}

// ---- A figure of moves ----

// Gives an unnumbered stone a letter, so that a note can name it.
static void give_letter(kf_sheet *sheet, kf_point point) {
    size_t index = kf_scene_sheet_index(sheet, point);
    if (sheet->points[index].label.length > 0 || sheet->more[index].label.length > 0)
        return;
    for (int i = 0; i < 26; i++) {
        if (sheet->used[i])
            continue;
        char letter = (char)('a' + i);
        sheet->used[i] = true;
        sheet->more[index].label = (kf_text){kf_arena_copy(sheet->arena, &letter, 1), 1};
        sheet->more[index].is_ours = true;
        return;
    }
}

// Whether the move took a single stone and left a ko behind it.
static bool takes_ko(const kf_replay *replay) {
    kf_colour banned;
    return replay->step.played != NULL && replay->step.played->captured == 1 &&
           kf_board_ko(&replay->board, &banned) != KF_NOWHERE;
}

static void note_retake(moves *m, const kf_replay *replay, int number) {
    kf_sheet *sheet = m->sheet;
    char name[64];
    if (number == 0)
        return;
    give_letter(sheet, replay->step.point);
    kf_scene_sheet_name(sheet, replay->step.point, name, sizeof name);
    if (takes_ko(replay))
        kf_scene_sheet_note(sheet, "%d takes ko at %s", number, name);
    else
        kf_scene_sheet_note(sheet, "%d at %s", number, name);
}

// Takes the captured stones away where FG asks for it. A number that goes with its stone is told.
static void remove_captured(moves *m, const kf_replay *replay) {
    enum { MOST = KF_BOARD_MAX * KF_BOARD_MAX };
    kf_sheet *sheet = m->sheet;
    if ((sheet->flags & KF_FG_KEEP_CAPTURED) != 0 || replay->step.played->captured == 0)
        return;
    kf_point *points = kf_arena_resize(sheet->arena, NULL, MOST * sizeof *points);
    size_t count = kf_board_captured(&replay->board, replay->step.played, points, MOST);
    for (size_t i = 0; i < count && i < MOST; i++) {
        kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, points[i])];
        char text[KF_POINT_TEXT];
        kf_scene_sheet_place(sheet, points[i], text);
        if (p->is_numbered)
            kf_scene_sheet_note(sheet, "%.*s at %s", (int)p->label.length, p->label.data, text);
        p->stone = KF_EMPTY;
        p->label = (kf_text){"", 0};
        p->is_numbered = false;
    }
    kf_arena_release(sheet->arena, points);
}

static void show_move(moves *m, const kf_replay *replay, int number) {
    kf_sheet *sheet = m->sheet;
    const kf_step *step = &replay->step;
    if (step->point == KF_PASS && number > 0)
        kf_scene_sheet_note(sheet, "%d pass", number);
    if (!is_on(sheet, step->point))
        return;
    kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, step->point)];
    if (p->stone != KF_EMPTY) {
        note_retake(m, replay, number);
    } else {
        p->stone = (uint8_t)step->colour;
        if (number > 0)
            put_number(sheet, step->point, number);
    }
    remove_captured(m, replay);
}

// A stone that is set up has no number. One that is drawn with its number stays, for a figure of
// moves shows every move.
static void set_point(const moves *m, kf_point point, kf_colour colour) {
    size_t index = kf_scene_sheet_index(m->sheet, point);
    kf_scene_point *p = &m->sheet->points[index];
    // What is only hidden keeps its number, for marks can name it by that.
    if (colour != KF_EMPTY)
        m->sheet->more[index].number = 0;
    if (m->sheet->is_moves && m->has_begun) {
        if (!p->is_numbered)
            p->stone = (uint8_t)colour;
        return;
    }
    p->label = (kf_text){"", 0};
    p->is_numbered = false;
}

static void set_up(const moves *m, kf_node node, const char *name, kf_colour colour) {
    const kf_sheet *sheet = m->sheet;
    kf_values values = kf_values_of(sheet->record, node, name);
    kf_text value;
    int x, y, right, bottom;
    while (kf_values_next(&values, &value)) {
        if (!kf_value_rectangle(value, &x, &y, &right, &bottom))
            continue;
        for (int row = y; row <= bottom && row < sheet->height; row++)
            for (int column = x; column <= right && column < sheet->width; column++)
                set_point(m, kf_point_at(column, row), colour);
    }
}

// ---- Along the line ----

static void note_number(kf_sheet *sheet, const kf_step *step) {
    if (is_on(sheet, step->point))
        sheet->more[kf_scene_sheet_index(sheet, step->point)].number = step->number;
}

static void visit(void *context, kf_replay *replay) {
    moves *m = context;
    kf_sheet *sheet = m->sheet;
    const kf_step *step = &replay->step;
    bool is_first = step->node == sheet->figure->from && !m->has_begun;
    m->has_begun = m->has_begun || is_first;
    int number = printed(m, step);
    if (step->has_setup) {
        set_up(m, step->node, "AB", KF_BLACK);
        set_up(m, step->node, "AW", KF_WHITE);
        set_up(m, step->node, "AE", KF_EMPTY);
    }
    if (step->is_move) {
        note_number(sheet, step);
        sheet->last = step->point;
        sheet->moves = step->number;
    }
    if (sheet->is_moves && m->has_begun) {
        if (step->is_move)
            show_move(m, replay, number);
    } else if (step->is_move && is_on(sheet, step->point)) {
        // In a position the latest move on a point gives it its number, if it has one.
        kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, step->point)];
        p->label = (kf_text){"", 0};
        p->is_numbered = false;
        if (number > 0 && !sheet->is_moves)
            put_number(sheet, step->point, number);
    }
}

// Numbers of stones that are gone are gone too, and so is the sign of a last move.
static void clear_vacant(kf_sheet *sheet) {
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    for (size_t i = 0; i < count; i++) {
        kf_scene_point *p = &sheet->points[i];
        if (p->stone != KF_EMPTY)
            continue;
        p->label = (kf_text){"", 0};
        p->is_numbered = false;
    }
}

void kf_scene_moves_put(kf_sheet *sheet) {
    moves m = {.sheet = sheet};
    size_t notes = sheet->note_count;
    kf_node from = sheet->figure->from;
    kf_replay *replay = sheet->replay;
    if (sheet->is_moves && from != 0) {
        kf_node before = kf_node_parent(sheet->record, from);
        if (before != 0) {
            kf_replay_to(replay, before, NULL, NULL);
            copy_board(sheet, &replay->board);
        }
    }
    kf_replay_to(replay, sheet->figure->node, visit, &m);
    if (!sheet->is_moves || from == 0)
        copy_board(sheet, &replay->board);
    if (!sheet->is_moves)
        clear_vacant(sheet);
    if ((sheet->flags & KF_FG_NO_LIST) != 0)
        sheet->note_count = notes;
    sheet->to_move =
        replay->depth > 0 ? (kf_colour)replay->frames[replay->depth - 1].to_move : KF_EMPTY;
}
