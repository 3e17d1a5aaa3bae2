// SPDX-License-Identifier: MIT
// What a node of SGF shows beside its stones: labels, marks, lines, territory, dimming, the view,
// the flags of a figure and the cues of variations.

#include <string.h>

#include "base/text.h"
#include "base/width.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"
#include "record/record.h"
#include "record/value.h"

// ---- The figure as a whole ----

static bool is_on(const kf_sheet *sheet, kf_point point) {
    return kf_point_is_on(point, sheet->width, sheet->height);
}

// The node in which the figure begins.
static kf_node first_node(const kf_sheet *sheet) {
    return sheet->is_moves && sheet->figure->from != 0 ? sheet->figure->from : sheet->figure->node;
}

void kf_scene_marks_flags(kf_sheet *sheet) {
    kf_text value, number, name = {"", 0};
    int flags;
    sheet->flags = KF_FG_KEEP_CAPTURED;
    if (!kf_property_get(sheet->record, first_node(sheet), "FG", &value) || value.length == 0)
        return;
    kf_property_split(value, &number, &name);
    if (kf_text_number(kf_text_trim(number), &flags) && (flags & KF_FG_USUAL) == 0)
        sheet->flags = (unsigned)flags;
    if ((sheet->flags & KF_FG_NO_NAME) == 0)
        sheet->name = kf_text_trim(kf_scene_sheet_plain(sheet, name, true));
}

bool kf_scene_marks_numbers(const kf_sheet *sheet, int first, int *less) {
    kf_text value;
    int mode = 1;
    *less = 0;
    kf_node node = sheet->inherited[KF_PLAY_PM];
    // Asked for in so many words, numbers are printed whatever the record prefers.
    if (node == 0 || sheet->figure->first_number > 0 ||
        !kf_property_get(sheet->record, node, "PM", &value) ||
        !kf_text_number(kf_text_trim(value), &mode))
        return true;
    if (mode == 2 && first > 0)
        *less = first / 100 * 100;
    return mode != 0;
}

// ---- Lists of points ----

// The points of all values of a property, one after another.
typedef struct points {
    kf_values values;
    const kf_sheet *sheet;
    int left, right, bottom; // of the rectangle in hand
    int x, y;                // of the next point in it
} points;

static points points_of(const kf_sheet *sheet, kf_node node, const char *name) {
    return (points){.values = kf_values_of(sheet->record, node, name),
                    .sheet = sheet,
                    .right = -1,
                    .bottom = -1};
}

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

static bool next_point(points *p, kf_point *point) {
    kf_text value;
    while (p->y > p->bottom || p->x > p->right) {
        if (!kf_values_next(&p->values, &value))
            return false;
        if (!kf_value_rectangle(kf_text_trim(value), &p->x, &p->y, &p->right, &p->bottom))
            continue;
        // The corners may be any two.
        if (p->x > p->right)
            swap(&p->x, &p->right);
        if (p->y > p->bottom)
            swap(&p->y, &p->bottom);
        p->left = p->x;
        p->right = p->right < p->sheet->width ? p->right : p->sheet->width - 1;
        p->bottom = p->bottom < p->sheet->height ? p->bottom : p->sheet->height - 1;
    }
    *point = kf_point_at(p->x++, p->y);
    if (p->x > p->right) {
        p->x = p->left;
        p->y++;
    }
    return true;
}

// ---- Labels and marks ----

static void note_letter(kf_sheet *sheet, kf_text label) {
    if (label.length == 1 && label.data[0] >= 'a' && label.data[0] <= 'z')
        sheet->used[label.data[0] - 'a'] = true;
}

// What has no room at its point: "A at D4".
static void note_at(kf_sheet *sheet, kf_text sign, const char *where) {
    kf_scene_sheet_note(sheet, "%.*s %s %s", sign.length < 200 ? (int)sign.length : 200, sign.data,
                        kf_language_get(sheet->figure->language, KF_WORD_AT), where);
}

// A label that was there first stays; the other one is told below.
static void put_label(kf_sheet *sheet, kf_point point, kf_text label) {
    kf_sheet_point *more = &sheet->more[kf_scene_sheet_index(sheet, point)];
    char text[KF_POINT_TEXT];
    note_letter(sheet, label);
    if (label.length == 0 || kf_text_equal(more->label, label))
        return;
    if (more->label.length == 0) {
        more->label = label;
        return;
    }
    kf_scene_sheet_place(sheet, point, text);
    note_at(sheet, label, text);
}

static void put_mark(kf_sheet *sheet, kf_point point, kf_mark mark) {
    kf_sheet_point *more = &sheet->more[kf_scene_sheet_index(sheet, point)];
    char text[KF_POINT_TEXT];
    if (more->mark == mark)
        return;
    if (more->mark == KF_MARK_NONE) {
        more->mark = (uint8_t)mark;
        return;
    }
    kf_scene_sheet_place(sheet, point, text);
    note_at(sheet, kf_text_of(kf_scene_sheet_sign(mark)), text);
}

static void read_labels(kf_sheet *sheet) {
    kf_values values = kf_values_of(sheet->record, sheet->figure->node, "LB");
    kf_text value, place, label;
    int x, y;
    while (kf_values_next(&values, &value)) {
        if (!kf_property_split(value, &place, &label) ||
            !kf_value_point(kf_text_trim(place), &x, &y) || !is_on(sheet, kf_point_at(x, y)))
            continue;
        put_label(sheet, kf_point_at(x, y), kf_text_trim(kf_scene_sheet_plain(sheet, label, true)));
    }
}

// FF[3] and older had a list of points that are lettered in their order.
static void read_letters(kf_sheet *sheet) {
    points p = points_of(sheet, sheet->figure->node, "L");
    kf_point point;
    for (char letter = 'a'; letter <= 'z' && next_point(&p, &point); letter++)
        put_label(sheet, point, (kf_text){kf_arena_copy(sheet->arena, &letter, 1), 1});
}

// The order of properties in a node means nothing, so marks have one of their own.
static void read_marks(kf_sheet *sheet) {
    static const struct {
        const char *name;
        kf_mark mark;
    } kinds[] = {{"TR", KF_MARK_TRIANGLE}, {"SQ", KF_MARK_SQUARE}, {"CR", KF_MARK_CIRCLE},
                 {"MA", KF_MARK_CROSS},    {"M", KF_MARK_CROSS},   {"SL", KF_MARK_SELECTED}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        points p = points_of(sheet, sheet->figure->node, kinds[i].name);
        kf_point point;
        kf_mark mark = kinds[i].mark;
        if (sheet->record->has_diamonds && mark == KF_MARK_CIRCLE)
            mark = KF_MARK_DIAMOND;
        else if (sheet->record->has_diamonds && mark == KF_MARK_CROSS)
            mark = KF_MARK_CHECK;
        while (next_point(&p, &point))
            put_mark(sheet, point, mark);
    }
}

static void read_lines(kf_sheet *sheet, const char *name, bool is_arrow) {
    kf_values values = kf_values_of(sheet->record, sheet->figure->node, name);
    kf_text value, first, second;
    int x, y, x2, y2;
    while (kf_values_next(&values, &value)) {
        if (!kf_property_split(value, &first, &second) ||
            !kf_value_point(kf_text_trim(first), &x, &y) ||
            !kf_value_point(kf_text_trim(second), &x2, &y2) || (x == x2 && y == y2))
            continue;
        kf_point from = kf_point_at(x, y), to = kf_point_at(x2, y2);
        if (!is_on(sheet, from) || !is_on(sheet, to))
            continue;
        sheet->lines = kf_arena_grow(sheet->arena, sheet->lines, &sheet->line_room,
                                     sheet->line_count + 1, sizeof *sheet->lines);
        sheet->lines[sheet->line_count++] = (kf_scene_line){from, to, is_arrow};
    }
}

static void read_territory(kf_sheet *sheet) {
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        points p = points_of(sheet, sheet->figure->node, colour == KF_BLACK ? "TB" : "TW");
        kf_point point;
        while (next_point(&p, &point))
            sheet->points[kf_scene_sheet_index(sheet, point)].territory = (uint8_t)colour;
    }
}

static void read_dim(kf_sheet *sheet) {
    kf_node node = sheet->inherited[KF_PLAY_DD];
    kf_point point;
    if (node == 0)
        return;
    points p = points_of(sheet, node, "DD");
    while (next_point(&p, &point))
        sheet->points[kf_scene_sheet_index(sheet, point)].is_dimmed = true;
}

// VW names what is seen; an empty one ends an earlier one.
static void read_view(kf_sheet *sheet) {
    kf_node node = sheet->inherited[KF_PLAY_VW];
    kf_point point;
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    if (node == 0)
        return;
    points p = points_of(sheet, node, "VW");
    for (size_t i = 0; i < count; i++)
        sheet->points[i].is_hidden = true;
    while (next_point(&p, &point)) {
        int x = kf_point_column(point), y = kf_point_row(point);
        bool is_first = !sheet->is_viewed;
        sheet->points[kf_scene_sheet_index(sheet, point)].is_hidden = false;
        sheet->is_viewed = true;
        sheet->left = is_first || x < sheet->left ? x : sheet->left;
        sheet->top = is_first || y < sheet->top ? y : sheet->top;
        sheet->right = is_first || x > sheet->right ? x : sheet->right;
        sheet->bottom = is_first || y > sheet->bottom ? y : sheet->bottom;
    }
    for (size_t i = 0; i < count && !sheet->is_viewed; i++)
        sheet->points[i].is_hidden = false;
}

void kf_scene_marks_read(kf_sheet *sheet) {
    if (sheet->is_separate)
        return;
    read_view(sheet);
    if (sheet->figure->hide_marks)
        return;
    read_labels(sheet);
    read_letters(sheet);
    read_marks(sheet);
    read_lines(sheet, "LN", false);
    read_lines(sheet, "AR", true);
    read_territory(sheet);
    read_dim(sheet);
}

// ---- With the stones ----

// The variations of which ST wants to see the first stones: those that may be chosen next, or
// those that could have been chosen instead. A record without ST asks for none.
static void put_ghosts(kf_sheet *sheet) {
    kf_node node = sheet->figure->node, game = sheet->play->frames[0].node;
    kf_text value;
    int style, x, y;
    if (sheet->figure->hide_ghosts || sheet->is_moves || sheet->is_separate ||
        !kf_property_get(sheet->record, game, "ST", &value) ||
        !kf_text_number(kf_text_trim(value), &style) || (style & 2) != 0)
        return;
    bool is_sibling = (style & 1) != 0;
    kf_node parent = is_sibling ? kf_node_parent(sheet->record, node) : node;
    kf_node first = parent != 0 ? kf_node_child(sheet->record, parent) : 0;
    if (first == 0 || first == kf_node_last_child(sheet->record, parent))
        return;
    for (kf_node child = first; child != 0; child = kf_node_next(sheet->record, child)) {
        bool is_black = kf_property_get(sheet->record, child, "B", &value);
        if ((!is_black && !kf_property_get(sheet->record, child, "W", &value)) ||
            !kf_value_point(value, &x, &y) || !is_on(sheet, kf_point_at(x, y)))
            continue;
        kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, kf_point_at(x, y))];
        if (p->stone == KF_EMPTY && child != node)
            p->ghost = is_black ? KF_BLACK : KF_WHITE;
    }
}

// A text of more than four signs, or two wide ones, is too long for a point: it is cut, and told
// whole.
static void shorten(kf_sheet *sheet, kf_scene_point *p) {
    enum { ROOM = 4 };
    kf_text rest = p->label, kept = {p->label.data, 0};
    uint32_t sign;
    char place[KF_POINT_TEXT];
    int columns = 0;
    while (columns <= ROOM && kf_text_code_point(&rest, &sign))
        columns += kf_width(sign);
    if (columns <= ROOM)
        return;
    kf_scene_sheet_place(sheet, p->point, place);
    kf_scene_sheet_note(sheet, "%s: %.*s", place,
                        p->label.length < 400 ? (int)p->label.length : 400, p->label.data);
    rest = p->label;
    for (columns = 0; kf_text_code_point(&rest, &sign);) {
        columns += kf_width(sign);
        if (columns > ROOM - 1)
            break;
        kept = (kf_text){p->label.data, p->label.length - rest.length};
    }
    kf_buffer cut = {.arena = sheet->arena};
    kf_buffer_add_text(&cut, kept);
    kf_buffer_add_string(&cut, "…");
    p->label = kf_scene_sheet_keep(sheet, &cut);
}

// Whether the label is just the record's number of the stone. In a figure that numbers the stone
// itself, perhaps in another way, it says nothing new.
static bool is_number(kf_text label, int number) {
    int read;
    return number > 0 && kf_text_number(label, &read) && read == number;
}

// A number stays on its stone, and so does a label: what else the record puts there is told below.
static void settle_point(kf_sheet *sheet, size_t index) {
    kf_scene_point *p = &sheet->points[index];
    const kf_sheet_point *more = &sheet->more[index];
    char name[64];
    bool has_label = more->label.length > 0 && !kf_text_equal(p->label, more->label) &&
                     !(p->is_numbered && is_number(more->label, more->number));
    if (has_label && p->label.length > 0) {
        kf_scene_sheet_name(sheet, p->point, name, sizeof name);
        note_at(sheet, more->label, name);
    } else if (has_label) {
        p->label = more->label;
        p->is_numbered = p->stone != KF_EMPTY && is_number(p->label, more->number);
        shorten(sheet, p);
    }
    if (more->mark == KF_MARK_NONE)
        return;
    if (p->label.length == 0) {
        p->mark = more->mark;
        return;
    }
    kf_scene_sheet_name(sheet, p->point, name, sizeof name);
    note_at(sheet, kf_text_of(kf_scene_sheet_sign((kf_mark)more->mark)), name);
}

void kf_scene_marks_settle(kf_sheet *sheet) {
    size_t count = (size_t)sheet->width * (size_t)sheet->height;
    put_ghosts(sheet);
    for (size_t i = 0; i < count; i++)
        settle_point(sheet, i);
    if (!sheet->is_moves && !sheet->figure->hide_last && !sheet->is_separate &&
        is_on(sheet, sheet->last)) {
        kf_scene_point *p = &sheet->points[kf_scene_sheet_index(sheet, sheet->last)];
        bool is_free = p->stone != KF_EMPTY && p->label.length == 0 && p->mark == KF_MARK_NONE;
        if (is_free)
            p->mark = KF_MARK_LAST;
    }
    for (size_t i = 0; i < count && (sheet->flags & KF_FG_NO_HOSHI) != 0; i++)
        sheet->points[i].is_hoshi = false;
}
