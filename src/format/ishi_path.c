// SPDX-License-Identifier: MIT
// The board and the numbers of the moves at any node of a tree, for marks.

#include "format/ishi_path.h"

#include <string.h>

#include "format/ishi_show.h"
#include "record/value.h"

enum { BUCKETS = 1 << 14, BUCKET_BITS = 14, POINTS = KF_BOARD_MAX * KF_BOARD_MAX };

struct kf_ishi_erased {
    kf_point point;
    int number;
};

// What is filled while the points of a setup are gathered.
typedef struct gathering {
    kf_point points[POINTS];
    size_t count;
} gathering;

static int *number_of(kf_ishi_path *path, kf_point point) {
    return &path->numbers[kf_point_row(point) * KF_BOARD_MAX + kf_point_column(point)];
}

static uint32_t *bucket_of(const kf_ishi_path *path, int number) {
    return &path->latest[((uint32_t)number * 2654435769u) >> (32 - BUCKET_BITS)];
}

kf_ishi_path *kf_ishi_path_new(const kf_record *record, kf_arena *arena) {
    kf_ishi_path *path = kf_arena_alloc(arena, sizeof *path);
    memset(path, 0, sizeof *path);
    path->record = record;
    path->arena = arena;
    path->latest = kf_arena_resize(arena, NULL, BUCKETS * sizeof *path->latest);
    memset(path->latest, 0, BUCKETS * sizeof *path->latest);
    return path;
}

// ---- Stones ----

// Stones of a setup have no numbers; those that lay on their points come back with the undo.
static void erase_numbers(kf_ishi_path *path, const gathering *g, kf_colour colour) {
    path->erased = kf_arena_grow(path->arena, path->erased, &path->erased_capacity,
                                 path->erased_count + g->count, sizeof *path->erased);
    for (size_t i = 0; i < g->count; i++) {
        int *number = number_of(path, g->points[i]);
        if (*number == 0 || kf_board_get(&path->board, g->points[i]) == colour)
            continue;
        path->erased[path->erased_count++] = (struct kf_ishi_erased){g->points[i], *number};
        *number = 0;
    }
}

static void put(kf_ishi_path *path, const gathering *g, kf_colour colour) {
    if (colour != KF_EMPTY)
        erase_numbers(path, g, colour);
    path->edits = kf_arena_grow(path->arena, path->edits, &path->edit_capacity,
                                path->edit_count + g->count, sizeof *path->edits);
    path->edit_count +=
        kf_edit_put(&path->board, g->points, g->count, colour, path->edits + path->edit_count);
}

// Sets up the points of one value: a point, or a rectangle.
static void add_value(kf_ishi_path *path, kf_text value, gathering *g) {
    int x, y, right, bottom;
    if (!kf_value_rectangle(value, &x, &y, &right, &bottom))
        return;
    for (int row = y; row <= bottom && row < path->board.height; row++)
        for (int column = x; column <= right && column < path->board.width; column++)
            g->points[g->count++] = kf_point_at(column, row);
}

static void set_up(kf_ishi_path *path, kf_node node) {
    kf_text rest = kf_node_text(path->record, node), value;
    kf_property property;
    gathering g;
    while (kf_property_next(&rest, &property)) {
        kf_colour colour = property.id == KF_P_AB   ? KF_BLACK
                           : property.id == KF_P_AW ? KF_WHITE
                                                    : KF_EMPTY;
        if (colour == KF_EMPTY && property.id != KF_P_AE)
            continue;
        while (kf_property_value(&property.values, &value)) {
            g.count = 0;
            add_value(path, value, &g);
            if (g.count > 0)
                put(path, &g, colour);
        }
    }
}

// Plays the move that Ishi writes for the node, if there is one, with the number that stands
// before it there. A move in a root is a stone of its setup.
static void play(kf_ishi_path *path, kf_ishi_step *step, uint32_t index) {
    kf_text text = kf_node_text(path->record, step->node), value;
    int size = path->board.height, x, y;
    char colour;
    if (!kf_ishi_show_move(text, size, &colour, &value))
        return;
    kf_ishi_kind kind = kf_ishi_show_kind(path->record, step->node, size);
    step->is_numbered = kind == KF_ISHI_MOVE;
    if (step->is_numbered) {
        step->number = kf_ishi_show_number(text, step->number);
        uint32_t *bucket = bucket_of(path, step->number);
        step->before = *bucket;
        *bucket = index + 1;
    }
    step->has_move = true;
    kf_point point = KF_PASS;
    if (kf_value_point(value, &x, &y) && x < path->board.width && y < size)
        point = kf_point_at(x, y);
    kf_board_play(&path->board, point, colour == 'B' ? KF_BLACK : KF_WHITE, &step->played);
    if (point != KF_PASS) {
        step->old_number = *number_of(path, point);
        *number_of(path, point) = step->is_numbered ? step->number : 0;
    }
}

// ---- The way ----

static void start(kf_ishi_path *path, kf_node root) {
    int width, height;
    kf_record_board(path->record, root, &width, &height);
    kf_board_init(&path->board, width, height);
    memset(path->numbers, 0, sizeof path->numbers);
    path->size = height;
    path->edit_count = path->erased_count = 0;
}

static void push(kf_ishi_path *path, kf_node node) {
    if (path->depth == 0)
        start(path, node);
    path->steps = kf_arena_grow(path->arena, path->steps, &path->capacity, path->depth + 1,
                                sizeof *path->steps);
    kf_ishi_step *step = &path->steps[path->depth];
    *step = (kf_ishi_step){.node = node,
                           .number = path->depth > 0 ? step[-1].number : 0,
                           .edits = path->edit_count,
                           .erased = path->erased_count,
                           .ko = path->board.ko,
                           .ko_colour = path->board.ko_colour};
    set_up(path, node);
    play(path, step, (uint32_t)path->depth);
    path->depths[node] = (uint32_t)++path->depth;
}

static void pop(kf_ishi_path *path) {
    kf_ishi_step *step = &path->steps[--path->depth];
    if (step->has_move) {
        kf_board_undo(&path->board, &step->played);
        if (step->played.point != KF_PASS)
            *number_of(path, step->played.point) = step->old_number;
        if (step->is_numbered)
            *bucket_of(path, step->number) = step->before;
    }
    if (path->edit_count > step->edits)
        kf_edit_undo(&path->board, path->edits + step->edits, path->edit_count - step->edits);
    path->edit_count = step->edits;
    while (path->erased_count > step->erased) {
        const struct kf_ishi_erased *erased = &path->erased[--path->erased_count];
        *number_of(path, erased->point) = erased->number;
    }
    path->board.ko = step->ko;
    path->board.ko_colour = step->ko_colour;
}

static bool is_on_path(const kf_ishi_path *path, kf_node node) {
    uint32_t at = path->depths[node];
    return at > 0 && at <= path->depth && path->steps[at - 1].node == node;
}

void kf_ishi_path_go(kf_ishi_path *path, kf_node node) {
    const kf_record *record = path->record;
    size_t nodes = kf_record_nodes(record);
    if (nodes > path->nodes) {
        path->depths = kf_arena_resize(path->arena, path->depths, nodes * sizeof *path->depths);
        memset(path->depths + path->nodes, 0, (nodes - path->nodes) * sizeof *path->depths);
        path->nodes = nodes;
    }
    // The way from the node up to the path is noted in `depths`, each node with the one below.
    kf_node above = node, below = 0;
    while (above != 0 && !is_on_path(path, above)) {
        path->depths[above] = below;
        below = above;
        above = kf_node_parent(record, above);
    }
    size_t shared = above != 0 ? path->depths[above] : 0;
    while (path->depth > shared)
        pop(path);
    while (below != 0) {
        kf_node next = path->depths[below];
        push(path, below);
        below = next;
    }
}

kf_point kf_ishi_path_numbered(const kf_ishi_path *path, int number) {
    for (uint32_t at = *bucket_of(path, number); at > 0; at = path->steps[at - 1].before) {
        const kf_ishi_step *step = &path->steps[at - 1];
        if (step->number == number)
            return step->played.point == KF_PASS ? KF_NOWHERE : step->played.point;
    }
    return KF_NOWHERE;
}

int kf_ishi_path_number_at(const kf_ishi_path *path, kf_point point) {
    return path->numbers[kf_point_row(point) * KF_BOARD_MAX + kf_point_column(point)];
}
