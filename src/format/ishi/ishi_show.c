// SPDX-License-Identifier: MIT
// The lines that Ishi has for a node, by group: what any reader of the file sees.

#include "format/ishi/ishi_writer.h"

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "format/ishi/ishi_reader.h"
#include "record/value.h"

enum { LOCATIONS_IN_LINE = 15, LARGEST = 19 };

// ---- Groups ----

kf_ishi_group kf_ishi_show_group(const kf_property *property, kf_ishi_kind kind) {
    bool is_root = kind == KF_ISHI_ROOT, is_move = kind == KF_ISHI_MOVE;
    switch (property->id) {
    case KF_P_GN:
        return is_root ? KF_ISHI_TITLE : KF_ISHI_UNSEEN;
    case KF_P_SZ:
    case KF_P_KFSIZE:
        return is_root ? KF_ISHI_SIZE : KF_ISHI_UNSEEN;
    case KF_P_B:
    case KF_P_W:
        return is_root ? KF_ISHI_STONES : is_move ? KF_ISHI_PLAY : KF_ISHI_UNSEEN;
    case KF_P_MN:
    case KF_P_KFNUMBER:
    case KF_P_KFMOVE:
    case KF_P_KFEXTRA:
        return is_move ? KF_ISHI_PLAY : KF_ISHI_UNSEEN;
    case KF_P_AE:
        return is_root || is_move ? KF_ISHI_UNSEEN : KF_ISHI_STONES;
    case KF_P_AB:
    case KF_P_AW:
    case KF_P_KFHIDE:
    case KF_P_KFDSETUP:
        return is_move ? KF_ISHI_UNSEEN : KF_ISHI_STONES;
    case KF_P_C:
    case KF_P_KFCOM:
    case KF_P_KFSIGN:
        return KF_ISHI_COMMENT;
    case KF_P_LB:
    case KF_P_TR:
    case KF_P_SQ:
    case KF_P_CR:
    case KF_P_MA:
    case KF_P_KFMARK:
        return KF_ISHI_MARKS;
    default:
        return is_root && kf_ishi_header_shows(property) ? KF_ISHI_HEADER : KF_ISHI_UNSEEN;
    }
}

// ---- Lines ----

void kf_ishi_show_line(kf_buffer *out, const char *keyword, kf_text text) {
    kf_buffer_add_string(out, keyword);
    size_t before = out->length;
    kf_buffer_add_char(out, ' ');
    kf_ishi_ascii(out, text);
    if (out->length == before + 1)
        out->length = before;
    kf_buffer_add_string(out, "\r\n");
}

static void add_location(kf_buffer *out, int x, int y, int size) {
    kf_buffer_add_char(out, (char)('A' + x + (x >= 'I' - 'A')));
    kf_buffer_add_number(out, size - y);
}

static void show_title(const kf_ishi_view *view, kf_buffer *out) {
    kf_text value;
    kf_buffer plain = {.arena = out->arena};
    if (kf_ishi_play_value(kf_node_text(view->record, view->node), KF_P_GN, &value))
        kf_value_plain(&plain, value, false);
    kf_ishi_show_line(out, "EVENT", kf_text_trim(kf_buffer_text(&plain)));
    kf_arena_release(out->arena, plain.data);
}

// A value as it stands, one line of it.
static void add_plain(kf_buffer *out, kf_text value) {
    kf_buffer plain = {.arena = out->arena};
    kf_value_plain(&plain, value, false);
    kf_ishi_ascii(out, kf_text_trim(kf_buffer_text(&plain)));
    kf_arena_release(out->arena, plain.data);
}

static void show_size(const kf_ishi_view *view, kf_buffer *out) {
    kf_values values = kf_values_of(view->record, view->node, "KFSIZE");
    kf_text value;
    int width, height;
    if (!kf_ishi_play_value(kf_node_text(view->record, view->node), KF_P_SZ, &value) ||
        !kf_record_board(view->record, view->node, &width, &height))
        return;
    // Sizes that did not count stand before the one that does.
    while (kf_values_next(&values, &value)) {
        kf_buffer_add_string(out, "BOARDSIZE ");
        add_plain(out, value);
        kf_buffer_add_string(out, "\r\n");
    }
    kf_buffer_add_string(out, "BOARDSIZE ");
    kf_buffer_add_number(out, width);
    kf_buffer_add_string(out, "\r\n");
}

static void show_play(const kf_ishi_view *view, kf_buffer *out) {
    kf_text text = kf_node_text(view->record, view->node), value, number;
    char colour;
    int x, y, mn = 0;
    if (!kf_ishi_play_move(text, view->size, &colour, &value)) {
        if (kf_ishi_play_unread(text, &value)) {
            add_plain(out, value);
            kf_buffer_add_string(out, "\r\n");
        }
        return;
    }
    kf_buffer_add_char(out, colour);
    kf_buffer_add_char(out, ' ');
    if (kf_ishi_play_value(text, KF_P_MN, &number) && !kf_text_number(kf_text_trim(number), &mn))
        mn = 0;
    if (kf_ishi_play_written(text, mn, &number))
        kf_buffer_add_text(out, number);
    else
        kf_buffer_add_number(out, view->number);
    kf_buffer_add_char(out, ' ');
    if (kf_ishi_play_is_on(value, view->size, &x, &y))
        add_location(out, x, y, view->size);
    else
        kf_buffer_add_string(out, "PASS");
    if (kf_ishi_play_value(text, KF_P_KFEXTRA, &value)) {
        kf_buffer_add_char(out, ' ');
        add_plain(out, value);
    }
    kf_buffer_add_string(out, "\r\n");
}

// ---- Stones ----

// Locations under way into lines that begin with the same words.
typedef struct run {
    kf_buffer *out;
    const char *begin;
    size_t count; // in the line
    int size;
    bool is_named[LARGEST * LARGEST]; // points that stand there already
} run;

static void add_to_run(run *r, int x, int y) {
    bool *is_named = &r->is_named[y * LARGEST + x];
    if (*is_named)
        return;
    *is_named = true;
    if (r->count == LOCATIONS_IN_LINE) {
        kf_buffer_add_string(r->out, "\r\n");
        r->count = 0;
    }
    if (r->count++ == 0)
        kf_buffer_add_string(r->out, r->begin);
    kf_buffer_add_char(r->out, ' ');
    add_location(r->out, x, y, r->size);
}

static void add_rectangle(run *r, kf_text value) {
    kf_text first, second;
    int x, y, right, bottom;
    bool is_rectangle = kf_property_split(value, &first, &second);
    if (!kf_value_point(kf_text_trim(first), &x, &y))
        return;
    right = x;
    bottom = y;
    if (is_rectangle && !kf_value_point(kf_text_trim(second), &right, &bottom))
        return;
    for (int row = y; row <= bottom && row < r->size; row++)
        for (int column = x; column <= right && column < r->size; column++)
            add_to_run(r, column, row);
}

static bool add_stones(const kf_ishi_view *view, const char *begin, int list, int move,
                       kf_buffer *out) {
    run r = {.out = out, .begin = begin, .size = view->size};
    kf_text rest = kf_node_text(view->record, view->node), value;
    kf_property property;
    size_t before = out->length;
    while (kf_property_next(&rest, &property))
        while (property.id == list && kf_property_value(&property.values, &value))
            add_rectangle(&r, value);
    // A move in a root is no move that Ishi could number: its stone stands in the setup.
    int x, y;
    if (view->kind == KF_ISHI_ROOT &&
        kf_ishi_play_value(kf_node_text(view->record, view->node), move, &value) &&
        kf_ishi_play_is_on(value, view->size, &x, &y))
        add_to_run(&r, x, y);
    if (r.count > 0)
        kf_buffer_add_string(out, "\r\n");
    return out->length > before;
}

// Lines that are carried as they stood.
static bool add_carried(const kf_ishi_view *view, const char *name, const char *keyword,
                        kf_buffer *out) {
    kf_values values = kf_values_of(view->record, view->node, name);
    kf_text value;
    bool has_any = false;
    while (kf_values_next(&values, &value)) {
        kf_buffer plain = {.arena = out->arena};
        kf_value_plain(&plain, value, false);
        kf_ishi_show_line(out, keyword, kf_buffer_text(&plain));
        kf_arena_release(out->arena, plain.data);
        has_any = true;
    }
    return has_any;
}

static void show_hidden(const kf_ishi_view *view, kf_buffer *out) {
    kf_values values = kf_values_of(view->record, view->node, "KFHIDE");
    kf_text value;
    size_t count = 0;
    while (view->kind == KF_ISHI_DIAGRAM && kf_values_next(&values, &value)) {
        kf_buffer_add_string(out, count == 0 ? "HIDE " : " ");
        kf_ishi_ascii(out, value);
        if (++count == LOCATIONS_IN_LINE) {
            kf_buffer_add_string(out, "\r\n");
            count = 0;
        }
    }
    if (count > 0)
        kf_buffer_add_string(out, "\r\n");
    values = kf_values_of(view->record, view->node, "KFHIDE");
    if (view->kind != KF_ISHI_DIAGRAM || !kf_values_next(&values, &value))
        add_stones(view, "HIDE", KF_P_AE, -1, out);
}

static void show_stones(const kf_ishi_view *view, kf_buffer *out) {
    bool is_diagram = view->kind == KF_ISHI_DIAGRAM || view->kind == KF_ISHI_NODE;
    kf_property property;
    if (view->kind == KF_ISHI_MOVE)
        return;
    if (view->kind != KF_ISHI_DIAGRAM || !add_carried(view, "KFDSETUP", "SETUP", out)) {
        bool has_black = add_stones(view, "SETUP B", KF_P_AB, KF_P_B, out);
        bool has_white = add_stones(view, "SETUP W", KF_P_AW, KF_P_W, out);
        if (!is_diagram && !has_black && !has_white &&
            kf_property_find(view->record, view->node, "KFSETUP", &property))
            kf_buffer_add_string(out, "SETUP\r\n");
    }
    if (is_diagram)
        show_hidden(view, out);
}

static void show_comment(const kf_ishi_view *view, kf_buffer *out) {
    kf_ishi_comment_add(kf_node_text(view->record, view->node), 0, SIZE_MAX, out);
}

void kf_ishi_show(const kf_ishi_view *view, kf_ishi_group group, kf_buffer *out) {
    switch (group) {
    case KF_ISHI_TITLE:
        if (view->kind == KF_ISHI_ROOT)
            show_title(view, out);
        break;
    case KF_ISHI_HEADER:
        if (view->kind == KF_ISHI_ROOT)
            kf_ishi_header_write(kf_node_text(view->record, view->node), out);
        break;
    case KF_ISHI_SIZE:
        if (view->kind == KF_ISHI_ROOT)
            show_size(view, out);
        break;
    case KF_ISHI_PLAY:
        if (view->kind == KF_ISHI_MOVE)
            show_play(view, out);
        break;
    case KF_ISHI_STONES:
        show_stones(view, out);
        break;
    case KF_ISHI_COMMENT:
        show_comment(view, out);
        break;
    case KF_ISHI_MARKS:
        kf_ishi_marks_write(view->path, view->node, out);
        break;
    case KF_ISHI_UNSEEN:
        break;
    }
}
