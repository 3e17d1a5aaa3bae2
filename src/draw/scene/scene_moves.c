// SPDX-License-Identifier: MIT
// The stones of a figure and their numbers.
//
// A figure of moves starts from the board before its first move and shows every move at its
// point, also what was captured meanwhile. A move on a point where a stone is drawn already has no
// place of its own and becomes a note. A position shows what lies on the board.

#include <stdio.h>
#include <string.h>

#include "draw/scene/scene.h"
#include "record/value.h"

// What goes on while the line to the node is played.
typedef struct moves {
    kf_sheet *sheet;
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
    if (!step->is_move)
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
static bool takes_ko(const kf_play *play) {
    kf_colour banned;
    return kf_play_step(play)->played.captured == 1 &&
           kf_board_ko(kf_play_board(play), &banned) != KF_NOWHERE;
}

static void note_retake(moves *m, const kf_play *play, int number) {
    kf_sheet *sheet = m->sheet;
    char name[64];
    if (number == 0)
        return;
    give_letter(sheet, kf_play_step(play)->point);
    kf_scene_sheet_name(sheet, kf_play_step(play)->point, name, sizeof name);
    kf_word word = takes_ko(play) ? KF_WORD_TAKES_KO : KF_WORD_AT;
    kf_scene_sheet_note(sheet, "%d %s %s", number, kf_language_get(sheet->figure->language, word),
                        name);
}

// Takes the captured stones away where FG asks for it. A number that goes with its stone is told.
static void remove_captured(moves *m, const kf_play *play) {
    enum { MOST = KF_BOARD_POINTS };
    kf_sheet *sheet = m->sheet;
    if ((sheet->flags & KF_FG_KEEP_CAPTURED) != 0 || kf_play_step(play)->played.captured == 0)
        return;
    kf_point *points = kf_arena_resize(sheet->arena, NULL, MOST * sizeof *points);
    size_t count =
        kf_board_captured(kf_play_board(play), &kf_play_step(play)->played, points, MOST);
    for (size_t i = 0; i < count && i < MOST; i++) {
        kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, points[i])];
        char text[KF_POINT_TEXT];
        kf_scene_sheet_place(sheet, points[i], text);
        if (p->is_numbered)
            kf_scene_sheet_note(sheet, "%.*s %s %s", (int)p->label.length, p->label.data,
                                kf_language_get(sheet->figure->language, KF_WORD_AT), text);
        p->stone = KF_EMPTY;
        p->label = (kf_text){"", 0};
        p->is_numbered = false;
    }
    kf_arena_release(sheet->arena, points);
}

static void show_move(moves *m, const kf_play *play, int number) {
    kf_sheet *sheet = m->sheet;
    const kf_step *step = kf_play_step(play);
    if (step->point == KF_PASS && number > 0)
        kf_scene_sheet_note(sheet, "%d %s", number,
                            kf_language_get(sheet->figure->language, KF_WORD_PASS));
    if (!is_on(sheet, step->point))
        return;
    kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, step->point)];
    if (p->stone != KF_EMPTY) {
        note_retake(m, play, number);
    } else {
        p->stone = (uint8_t)step->colour;
        if (number > 0)
            put_number(sheet, step->point, number);
    }
    remove_captured(m, play);
}

// A stone that is set up has no number. One that is drawn with its number stays, for a figure of
// moves shows every move.
static void set_point(kf_sheet *sheet, kf_point point, kf_colour colour) {
    kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, point)];
    if (!sheet->is_moves) {
        p->label = (kf_text){"", 0};
        p->is_numbered = false;
    } else if (!p->is_numbered) {
        p->stone = (uint8_t)colour;
    }
}

static void set_points(kf_sheet *sheet, kf_values *values, kf_colour colour) {
    kf_text value;
    int x, y, right, bottom;
    while (kf_values_next(values, &value)) {
        if (!kf_value_rectangle(value, &x, &y, &right, &bottom))
            continue;
        for (int row = y; row <= bottom && row < sheet->height; row++)
            for (int column = x; column <= right && column < sheet->width; column++)
                set_point(sheet, kf_point_at(column, row), colour);
    }
}

// A point that is named twice gets what the cursor gives it: White before Black before nothing.
static void set_up(kf_sheet *sheet, kf_node node) {
    static const struct {
        const char *name;
        kf_colour colour;
    } order[] = {{"AE", KF_EMPTY}, {"AB", KF_BLACK}, {"AW", KF_WHITE}};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        kf_values values = kf_values_of(sheet->record, node, order[i].name);
        set_points(sheet, &values, order[i].colour);
    }
}

// ---- Along the line ----

// In a position the latest move on a point gives it its number, if it has one.
static void number_point(kf_sheet *sheet, kf_point point, int number) {
    kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, point)];
    p->label = (kf_text){"", 0};
    p->is_numbered = false;
    if (number > 0)
        put_number(sheet, point, number);
}

static void visit(moves *m, const kf_play *play, bool is_first) {
    kf_sheet *sheet = m->sheet;
    const kf_step *step = kf_play_step(play);
    int number = printed(m, step);
    if (step->node == sheet->figure->from)
        sheet->from_number = step->number;
    if (step->has_setup && is_first)
        set_up(sheet, step->node);
    if (!step->is_move)
        return;
    if (sheet->is_moves)
        show_move(m, play, number);
    else if (is_on(sheet, step->point))
        number_point(sheet, step->point, number);
}

// Walks the nodes of the figure; the cursor stands before the first of them.
static void visit_all(kf_sheet *sheet) {
    moves m = {.sheet = sheet};
    while (kf_play_follow(sheet->play)) {
        bool is_first = true;
        do {
            visit(&m, sheet->play, is_first);
            is_first = false;
        } while (kf_play_more(sheet->play));
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

// Notes that a node has the property, unless one below it has.
static void inherit(kf_sheet *sheet, int which, kf_node node) {
    if (sheet->inherited[which] == 0)
        sheet->inherited[which] = node;
}

// What the node of the figure takes over: from the nodes of the line that is still to be walked,
// and from there up as the cursor has it.
static void find_inherited(kf_sheet *sheet) {
    const kf_play *play = sheet->play;
    kf_property property;
    for (kf_node node = sheet->figure->node; sheet->has_line && node != play->last;
         node = kf_node_parent(sheet->record, node)) {
        kf_text rest = kf_node_text(sheet->record, node);
        while (kf_property_next(&rest, &property)) {
            if (property.id == KF_P_PM)
                inherit(sheet, KF_PLAY_PM, node);
            else if (property.id == KF_P_DD)
                inherit(sheet, KF_PLAY_DD, node);
            else if (property.id == KF_P_VW)
                inherit(sheet, KF_PLAY_VW, node);
        }
    }
    if (play->depth == 0)
        return;
    const kf_custom *custom = &play->customs[play->frames[play->depth - 1].custom];
    for (int i = 0; i < KF_PLAY_INHERITED; i++)
        inherit(sheet, i, custom->inherited[i]);
}

void kf_scene_moves_begin(kf_sheet *sheet) {
    const kf_figure *figure = sheet->figure;
    sheet->has_line = figure->from != 0 && kf_play_aim(sheet->play, figure->from, figure->node);
    if (!sheet->has_line)
        kf_play_go(sheet->play, figure->node);
    find_inherited(sheet);
}

void kf_scene_moves_put(kf_sheet *sheet) {
    size_t notes = sheet->note_count;
    const kf_board *board = kf_play_board(sheet->play);
    if (sheet->is_moves)
        copy_board(sheet, board);
    if (sheet->has_line)
        visit_all(sheet);
    if (!sheet->is_moves) {
        copy_board(sheet, board);
        clear_vacant(sheet);
    }
    if ((sheet->flags & KF_FG_NO_LIST) != 0)
        sheet->note_count = notes;
    const kf_step *step = kf_play_step(sheet->play);
    sheet->last = step->last;
    sheet->to_move = step->to_move;
}
