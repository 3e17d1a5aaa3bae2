// SPDX-License-Identifier: MIT
// What a diagram hides.

#include "format/ishi/ishi.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi_writer.h"
#include "record/value.h"

// The points that AE shows, under way.
typedef struct hiding {
    kf_play *path;
    kf_node above;                // the parent, whose way has the moves that a number means
    int size;                     // of the board
    kf_buffer list;               // values of AE
    bool is_used[KF_ISHI_POINTS]; // hidden already, or a stone of the diagram's own
    bool is_plain;                // AE says all that the fields say
} hiding;

static void hide(hiding *h, kf_point point) {
    int x = kf_point_column(point), y = kf_point_row(point);
    char text[2];
    bool is_on = x < KF_ISHI_LARGEST && y < KF_ISHI_LARGEST;
    if (!is_on || h->is_used[y * KF_ISHI_LARGEST + x]) {
        h->is_plain = false;
        return;
    }
    h->is_used[y * KF_ISHI_LARGEST + x] = true;
    kf_value_put_point(text, x, y);
    kf_buffer_add_char(&h->list, '[');
    kf_buffer_add(&h->list, text, 2);
    kf_buffer_add_char(&h->list, ']');
}

// The stones of those moves that still lie on the board.
static void hide_numbers(hiding *h, int from, int to) {
    kf_play *path = h->path;
    kf_play_go(path, h->above);
    for (int y = 0; y < path->board.height; y++) {
        for (int x = 0; x < path->board.width; x++) {
            kf_point point = kf_point_at(x, y);
            int number = kf_play_number_at(path, point);
            if (number >= from && number <= to && kf_board_get(&path->board, point) != KF_EMPTY &&
                kf_play_numbered(path, number) == point)
                hide(h, point);
        }
    }
}

static void hide_field(hiding *h, kf_text text) {
    kf_ishi_field field;
    if (kf_ishi_marks_field(text, KF_ISHI_LARGEST, false, false, &field) != KF_ISHI_FINE) {
        h->is_plain = false;
    } else if (field.target == KF_ISHI_NUMBERS) {
        h->is_plain = false;
        hide_numbers(h, field.from, field.to);
    } else if (field.x < h->size && field.y <= h->size) {
        hide(h, kf_point_at(field.x, h->size - field.y));
    } else {
        h->is_plain = false;
    }
}

// The diagram's own stones lie where the hidden ones lay; SGF says each point once.
static void note_own(hiding *h, kf_text properties) {
    kf_property property;
    kf_text value;
    int x, y;
    while (kf_property_next(&properties, &property)) {
        if (property.id != KF_P_AB && property.id != KF_P_AW)
            continue;
        while (kf_property_value(&property.values, &value))
            if (kf_value_point(value, &x, &y) && x < KF_ISHI_LARGEST && y < KF_ISHI_LARGEST)
                h->is_used[y * KF_ISHI_LARGEST + x] = true;
    }
}

void kf_ishi_hide_settle(kf_play *path, kf_record *record, kf_node node, int size) {
    kf_property property;
    kf_text rest = kf_node_text(record, node), value;
    if (!kf_property_find(record, node, "KFHIDE", &property))
        return;
    hiding h = {.path = path, .size = size, .list = {.arena = record->arena}, .is_plain = true};
    h.above = kf_node_parent(record, node);
    note_own(&h, rest);
    kf_text values = property.values;
    while (kf_property_value(&values, &value))
        hide_field(&h, value);
    kf_buffer out = {.arena = record->arena};
    while (kf_property_next(&rest, &property)) {
        if (property.id == KF_P_KFHIDE && h.is_plain)
            continue;
        kf_buffer_add_text(&out, property.name);
        kf_buffer_add_text(&out, property.values);
    }
    if (h.list.length > 0) {
        kf_buffer_add_string(&out, "AE");
        kf_buffer_add_text(&out, kf_buffer_text(&h.list));
    }
    kf_record_replace(record, node, kf_buffer_text(&out));
    kf_arena_release(record->arena, out.data);
    kf_arena_release(record->arena, h.list.data);
}
