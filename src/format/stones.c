// SPDX-License-Identifier: MIT
// The stones that a node sets up, for notations that list points one by one.

#include "format/stones.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

static uint64_t columns(int from, int to) {
    return (((uint64_t)1 << (to - from + 1)) - 1) << from;
}

static void swap_if_less(int *low, int *high) {
    int keep = *low;
    if (*high < keep) {
        *low = *high;
        *high = keep;
    }
}

// Sets a rectangle, row by row, so that a long list of large ones takes no longer than it must.
static void add_rectangle(kf_stones *stones, kf_colour colour, kf_point from, kf_point to) {
    uint64_t bits = columns(kf_point_column(from), kf_point_column(to));
    for (int y = kf_point_row(from); y <= kf_point_row(to); y++) {
        for (int other = KF_EMPTY; other <= KF_WHITE; other++) {
            stones->is_odd = stones->is_odd || (stones->rows[other][y] & bits) != 0;
            stones->rows[other][y] &= ~bits;
        }
        stones->rows[colour][y] |= bits;
    }
}

void kf_stones_add(kf_stones *stones, kf_text values, kf_colour colour, int width, int height) {
    for (kf_text value, first, second; kf_property_value(&values, &value);) {
        int x, y, x2, y2;
        bool is_rectangle = kf_property_split(value, &first, &second);
        if (!is_rectangle)
            second = first;
        if (!kf_value_point(kf_text_trim(first), &x, &y) ||
            !kf_value_point(kf_text_trim(second), &x2, &y2) || x >= width || x2 >= width ||
            y >= height || y2 >= height) {
            stones->is_odd = true;
            continue;
        }
        swap_if_less(&x, &x2);
        swap_if_less(&y, &y2);
        add_rectangle(stones, colour, kf_point_at(x, y), kf_point_at(x2, y2));
    }
}

bool kf_stones_of(const kf_record *record, kf_node node, int width, int height, kf_stones *stones) {
    kf_text rest = kf_node_text(record, node);
    bool has_any = false;
    memset(stones, 0, sizeof *stones);
    for (kf_property property; kf_property_next(&rest, &property);) {
        int id = property.id;
        if (id != KF_P_AB && id != KF_P_AW && id != KF_P_AE)
            continue;
        has_any = true;
        kf_stones_add(stones, property.values,
                      id == KF_P_AB   ? KF_BLACK
                      : id == KF_P_AW ? KF_WHITE
                                      : KF_EMPTY,
                      width, height);
    }
    return has_any;
}

bool kf_stones_has(const kf_stones *stones, kf_colour colour, kf_point point) {
    return (stones->rows[colour][kf_point_row(point)] >> kf_point_column(point) & 1) != 0;
}

void kf_stones_put(const kf_stones *stones, kf_board *board) {
    kf_point points[KF_BOARD_POINTS];
    for (int colour = KF_EMPTY; colour <= KF_WHITE; colour++) {
        size_t count = 0;
        for (int y = 0; y < board->height; y++)
            for (int x = 0; stones->rows[colour][y] != 0 && x < board->width; x++)
                if (kf_stones_has(stones, (kf_colour)colour, kf_point_at(x, y)))
                    points[count++] = kf_point_at(x, y);
        if (count > 0)
            kf_board_put_all(board, points, count, (kf_colour)colour);
    }
}

bool kf_stones_move(const kf_record *record, kf_node node, kf_board *board, kf_colour *colour,
                    kf_point *point) {
    kf_text rest = kf_node_text(record, node), value;
    kf_property property;
    do {
        if (!kf_property_next(&rest, &property))
            return false;
    } while (property.id != KF_P_B && property.id != KF_P_W);
    int x, y;
    *colour = property.id == KF_P_B ? KF_BLACK : KF_WHITE;
    *point = KF_NOWHERE;
    kf_property_value(&property.values, &value);
    value = kf_text_trim(value);
    bool is_small = board->width <= 19 && board->height <= 19;
    if (value.length == 0 || (is_small && kf_text_is(value, "tt")))
        *point = KF_PASS;
    else if (kf_value_point(value, &x, &y) && x < board->width && y < board->height)
        *point = kf_point_at(x, y);
    return true;
}

bool kf_stones_is_second(const kf_property *property, bool *seen) {
    kf_text values = property->values, value;
    if (property->id < 0 || kf_value_row(property->id)->arity != KF_ARITY_ONE)
        return false;
    bool was_seen = seen[property->id];
    seen[property->id] = true;
    if (was_seen || !kf_property_value(&values, &value))
        return was_seen;
    return kf_property_value(&values, &value); // more than one where one belongs
}
