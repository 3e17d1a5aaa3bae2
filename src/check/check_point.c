// SPDX-License-Identifier: MIT
// Points in values: whether they are points, stand on the board, and are named only once.
//
// A list of points may fill the board many times over in a hostile file, so what was named before
// is kept by point, not searched for in the list.

#include "check/check.h"

#include <string.h>

#include "base/hash.h"
#include "base/text.h"

// Properties that share a group may not name the same point in one node.
typedef enum group {
    GROUP_SETUP,
    GROUP_MARKUP,
    GROUP_TERRITORY,
    GROUP_LABEL,
    GROUP_DIM,
    GROUP_VIEW,
    GROUP_COUNT,
    GROUP_NONE
} group;

// Bits of a pair below its node: a line or an arrow, and two points.
enum { PAIR = 25, FIRST_PAIRS = 16 };
_Static_assert(KF_BOARD_POINTS <= 1 << (PAIR - 1) / 2, "a point has so many bits");

_Static_assert((int)GROUP_COUNT == (int)KF_CHECK_GROUPS, "each has its rows");

static const kf_check_value fine = {KF_SGF_POINT, NULL};

static group group_of(int id) {
    switch (id) {
    case KF_P_AB:
    case KF_P_AW:
    case KF_P_AE:
        return GROUP_SETUP;
    case KF_P_CR:
    case KF_P_M:
    case KF_P_MA:
    case KF_P_SL:
    case KF_P_SQ:
    case KF_P_TR:
        return GROUP_MARKUP;
    case KF_P_TB:
    case KF_P_TW:
        return GROUP_TERRITORY;
    case KF_P_L:
    case KF_P_LB:
        return GROUP_LABEL;
    case KF_P_DD:
        return GROUP_DIM;
    case KF_P_VW:
        return GROUP_VIEW;
    default:
        return GROUP_NONE;
    }
}

static bool is_on_board(const kf_check_point *points, int x, int y) {
    return x < points->width && y < points->height;
}

// Reads a point. Letters that are a point on a larger board are told apart from no point at all.
static kf_check_value take_point(const kf_check_point *points, kf_text text, int *x, int *y) {
    if (kf_value_point(text, x, y) && is_on_board(points, *x, *y))
        return fine;
    if (!kf_value_point(kf_text_trim(text), x, y))
        return (kf_check_value){KF_SGF_POINT, "this is not a point; two letters are expected"};
    if (!is_on_board(points, *x, *y))
        return (kf_check_value){KF_SGF_OFF_BOARD, "this point is not on the board"};
    return fine;
}

// A move is a point, or a pass: nothing, or `tt` where the board has no such point.
static kf_check_value check_move(const kf_check_point *points, kf_text value) {
    int x, y;
    kf_text trimmed = kf_text_trim(value);
    if (trimmed.length == 0 || (points->takes_tt && kf_text_is(trimmed, "tt")))
        return fine;
    return take_point(points, value, &x, &y);
}

// Each point of a group remembers the last node that named it, so nothing has to be cleared from
// one node to the next. Most files have points of one group or two, on boards of 19 lines.
static kf_node *seen_by(kf_check_point *points, group group) {
    const size_t size = KF_BOARD_POINTS;
    if (points->seen == NULL) {
        points->seen = kf_arena_alloc(points->arena, GROUP_COUNT * size * sizeof *points->seen);
        memset(points->cleared, 0, sizeof points->cleared);
    }
    kf_node *seen = &points->seen[(size_t)group * size];
    size_t cleared = points->cleared[group], rows = (size_t)points->height;
    if (cleared < rows) {
        memset(&seen[cleared * KF_BOARD_MAX], 0, (rows - cleared) * KF_BOARD_MAX * sizeof *seen);
        points->cleared[group] = (uint8_t)rows;
    }
    return seen;
}

// Notes the points of a rectangle. True when one of them was named before in this node.
static bool note_points(kf_check_point *points, group group, kf_node node, const int corner[4]) {
    kf_node *seen = seen_by(points, group);
    bool is_doubled = false;
    for (int y = corner[1]; y <= corner[3]; y++)
        for (int x = corner[0]; x <= corner[2]; x++) {
            is_doubled = is_doubled || seen[y * KF_BOARD_MAX + x] == points->base + node;
            seen[y * KF_BOARD_MAX + x] = points->base + node;
        }
    return is_doubled;
}

// A point of a list, a rectangle of points, or the point of a label.
static kf_check_value check_listed(kf_check_point *points, group group, kf_node node, kf_text value,
                                   bool may_be_rectangle) {
    kf_text first = value, second;
    int corner[4];
    bool is_rectangle =
        value.length > 2 && kf_property_split(value, &first, &second) && may_be_rectangle;
    kf_check_value found = take_point(points, first, &corner[0], &corner[1]);
    if (found.message != NULL)
        return found;
    corner[2] = corner[0];
    corner[3] = corner[1];
    if (is_rectangle) {
        found = take_point(points, second, &corner[2], &corner[3]);
        if (found.message != NULL)
            return found;
        if (corner[2] < corner[0] || corner[3] < corner[1])
            return (kf_check_value){KF_SGF_RECTANGLE,
                                    "a rectangle is its upper left and its lower right corner"};
        if (corner[2] == corner[0] && corner[3] == corner[1])
            return (kf_check_value){KF_SGF_RECTANGLE,
                                    "a rectangle of one point is written as a point"};
    }
    if (group != GROUP_NONE && note_points(points, group, node, corner))
        return (kf_check_value){KF_SGF_POINT_TWICE, group == GROUP_SETUP || group == GROUP_TERRITORY
                                                        ? "a point is set twice in this node"
                                                        : "a point is marked twice in this node"};
    return fine;
}

// Where a pair stands in the table of pairs, or is to stand: pairs of other nodes are no longer
// there.
static uint64_t *find_pair(const kf_check_point *points, uint64_t pair) {
    size_t i = (size_t)kf_hash_mix(pair) & (points->pair_room - 1);
    while (points->pairs[i] != pair && points->pairs[i] >> PAIR == pair >> PAIR)
        i = (i + 1) & (points->pair_room - 1);
    return &points->pairs[i];
}

// Makes room for one pair more. No pair is 0, for its node is not.
static void make_room(kf_check_point *points, kf_node node) {
    uint64_t *old = points->pairs;
    size_t room = points->pair_room;
    if (points->pair_node != node)
        points->pair_count = 0;
    points->pair_node = node;
    if (++points->pair_count * 2 <= room)
        return;
    size_t more = room > 0 ? room * 2 : FIRST_PAIRS; // which there may be no memory for
    points->pairs = kf_arena_alloc(points->arena, more * sizeof *points->pairs);
    points->pair_room = more;
    memset(points->pairs, 0, points->pair_room * sizeof *points->pairs);
    for (size_t i = 0; i < room; i++)
        if (old[i] >> PAIR == node)
            *find_pair(points, old[i]) = old[i];
}

// Notes a line or an arrow. True when it was named before in this node; a line has no direction.
static bool note_pair(kf_check_point *points, bool is_line, kf_node node, size_t from, size_t to) {
    size_t low = is_line && to < from ? to : from, high = is_line && to < from ? from : to;
    uint64_t pair = (uint64_t)node << PAIR | (uint64_t)is_line << (PAIR - 1) |
                    (uint64_t)low << ((PAIR - 1) / 2) | high;
    make_room(points, node);
    uint64_t *place = find_pair(points, pair);
    bool is_doubled = *place == pair;
    points->pair_count -= is_doubled;
    *place = pair;
    return is_doubled;
}

// The two ends of a line or an arrow.
static kf_check_value check_pair(kf_check_point *points, int id, kf_node node, kf_text value) {
    kf_text first, second;
    int x, y, to_x, to_y;
    if (!kf_property_split(value, &first, &second))
        return (kf_check_value){KF_SGF_POINT, "two points with a colon between them are expected"};
    kf_check_value found = take_point(points, first, &x, &y);
    if (found.message == NULL)
        found = take_point(points, second, &to_x, &to_y);
    if (found.message == NULL && x == to_x && y == to_y)
        return (kf_check_value){KF_SGF_RECTANGLE, "a line or arrow needs two different points"};
    if (found.message == NULL &&
        note_pair(points, id == KF_P_LN, points->base + node, (size_t)y * KF_BOARD_MAX + (size_t)x,
                  (size_t)to_y * KF_BOARD_MAX + (size_t)to_x))
        return (kf_check_value){KF_SGF_POINT_TWICE, id == KF_P_LN
                                                        ? "this line is drawn twice in this node"
                                                        : "this arrow is drawn twice in this node"};
    return found;
}

// Steps over points in small letters that were not named before in this node, and notes them.
// Returns how many.
static size_t pass_points(const kf_check_point *points, kf_node *seen, kf_node stamp,
                          kf_text *values) {
    const uint32_t width = (uint32_t)points->width, height = (uint32_t)points->height;
    const char *p = values->data, *end = p + values->length;
    size_t count = 0;
    for (; end - p >= 4 && kf_value_is_point(p); count++) {
        uint32_t x = (uint32_t)(p[1] - 'a'), y = (uint32_t)(p[2] - 'a');
        if (x >= width || y >= height || seen[y * KF_BOARD_MAX + x] == stamp)
            break;
        seen[y * KF_BOARD_MAX + x] = stamp;
        p = kf_value_skip_space(p + 4, end);
    }
    *values = (kf_text){p, (size_t)(end - p)};
    return count;
}

size_t kf_check_point_pass(kf_check_point *points, const kf_property_row *row, int id, kf_node node,
                           kf_text *values) {
    const bool is_label = row->type == KF_TYPE_LABEL;
    const group group = group_of(id);
    const kf_node stamp = points->base + node;
    if (group == GROUP_NONE && row->type != KF_TYPE_MOVE)
        return 0;
    kf_node *seen = group != GROUP_NONE ? seen_by(points, group) : NULL;
    size_t count = seen != NULL && !is_label ? pass_points(points, seen, stamp, values) : 0;
    const char *p = values->data, *end = p + values->length;
    while (end - p >= 4 && p[0] == '[' && (count == 0 || seen != NULL)) {
        int x = p[1] - 'a', y = p[2] - 'a';
        bool is_plain =
            is_label ? p[3] == ':' && end - p > 5 && p[4] > ' ' && p[4] != ']' && p[4] != '\\'
                     : p[3] == ']';
        if (!is_plain || x < 0 || x >= 26 || y < 0 || y >= 26 || !is_on_board(points, x, y) ||
            (seen != NULL && seen[y * KF_BOARD_MAX + x] == stamp))
            break;
        const char *close = is_label ? kf_value_end(p + 4, end) : p + 3;
        if (close == end)
            break;
        if (seen != NULL)
            seen[y * KF_BOARD_MAX + x] = stamp;
        for (p = close + 1; p < end && kf_value_is_space(*p);)
            p++;
        count++;
    }
    *values = (kf_text){p, (size_t)(end - p)};
    return count;
}

kf_check_value kf_check_point_of(kf_check_point *points, const kf_property_row *row, int id,
                                 kf_node node, kf_text value) {
    kf_text first, second;
    if (row->type == KF_TYPE_MOVE)
        return check_move(points, value);
    if (row->type == KF_TYPE_POINTS2)
        return check_pair(points, id, node, value);
    bool is_label = row->type == KF_TYPE_LABEL;
    if (is_label && !kf_property_split(value, &first, &second))
        return (kf_check_value){KF_SGF_POINT, "a point, a colon and a text are expected"};
    return check_listed(points, group_of(id), node, value, !is_label && row->arity != KF_ARITY_ONE);
}

// ---- Contradictions ----

// A bit for each property that says what a point is, 0: it does not.
static uint8_t bit_of(int id) {
    static const int ids[] = {KF_P_AB, KF_P_AW, KF_P_AE, KF_P_TB, KF_P_TW};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (ids[i] == id)
            return (uint8_t)(1U << i);
    return 0;
}

// The bits of all that may contradict that one.
static uint8_t rivals_of(int id) {
    const uint8_t setup = 7, territory = 24;
    return (uint8_t)((bit_of(id) & setup ? setup : territory) & ~bit_of(id));
}

// Adds the bit at the points of a value, and returns what stands at any of them.
static uint8_t mark_points(uint8_t *named, kf_text value, uint8_t bit) {
    int left, top, right, bottom;
    uint8_t bits = 0;
    if (!kf_value_rectangle(kf_text_trim(value), &left, &top, &right, &bottom))
        return 0;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++)
            bits |= named[y * KF_BOARD_MAX + x] |= bit;
    return bits;
}

static void mark_node(kf_check_point *points, kf_node node, kf_text text) {
    if (points->named == NULL)
        points->named = kf_arena_alloc(points->arena, KF_BOARD_POINTS);
    memset(points->named, 0, KF_BOARD_POINTS);
    points->named_in = points->base + node;
    for (kf_property p; kf_property_next(&text, &p);)
        for (kf_text value; bit_of(p.id) != 0 && kf_property_value(&p.values, &value);)
            mark_points(points->named, value, bit_of(p.id));
}

bool kf_check_point_is_both(kf_check_point *points, kf_node node, kf_text text, int id,
                            kf_text value) {
    if (bit_of(id) == 0)
        return false;
    if (points->named == NULL || points->named_in != points->base + node)
        mark_node(points, node, text);
    return (mark_points(points->named, value, 0) & rivals_of(id)) != 0;
}

bool kf_check_point_is_move(const kf_check_point *points, kf_text text) {
    if (text.length < KF_CHECK_MOVE || text.data[1] != '[' || text.data[4] != ']')
        return false;
    int x = text.data[2] - 'a', y = text.data[3] - 'a';
    return (text.data[0] == 'B' || text.data[0] == 'W') && x >= 0 && x < points->width && x < 26 &&
           y >= 0 && y < points->height && y < 26;
}
