// SPDX-License-Identifier: MIT
// What each move of a record captures, as a PRISONER line says it.

#include "format/ishi/ishi.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

// From the left, then from the bottom.
static int by_place(const void *a, const void *b) {
    kf_point x = *(const kf_point *)a, y = *(const kf_point *)b;
    int columns = kf_point_column(x) - kf_point_column(y);
    return columns != 0 ? columns : kf_point_row(y) - kf_point_row(x);
}

// The points as locations with spaces between them.
static kf_text text_of(kf_point *points, size_t count, int height, kf_arena *arena) {
    kf_buffer out = {.arena = arena};
    if (count > 0)
        qsort(points, count, sizeof *points, by_place);
    for (size_t i = 0; i < count; i++) {
        int x = kf_point_column(points[i]), y = kf_point_row(points[i]);
        if (i > 0)
            kf_buffer_add_char(&out, ' ');
        kf_buffer_add_char(&out, (char)('A' + x + (x >= 'I' - 'A')));
        kf_buffer_add_number(&out, height - y);
    }
    return kf_buffer_text(&out);
}

// The points that the moves of the node in hand have captured, all of them. Diagrams do not count.
static size_t find_captured(kf_play *play, kf_point points[KF_BOARD_POINTS]) {
    kf_property property;
    size_t count = 0;
    do {
        const kf_step *step = &play->step;
        size_t taken = step->is_move ? step->played.captured : 0;
        if (taken > 0 && taken <= KF_BOARD_POINTS - count)
            count += kf_board_captured(&play->board, &step->played, points + count, taken);
    } while (kf_play_more(play));
    bool is_diagram =
        count > 0 && kf_property_find(play->record, play->step.node, "KFDIAGRAM", &property);
    return is_diagram ? 0 : count;
}

static int by_node(const void *a, const void *b) {
    const kf_ishi_prisoner *x = a, *y = b;
    return (x->node > y->node) - (x->node < y->node);
}

static void add(kf_ishi_prisoners *prisoners, size_t *room, kf_node node, kf_text fields,
                kf_arena *arena) {
    prisoners->list =
        kf_arena_grow(arena, prisoners->list, room, prisoners->count + 1, sizeof *prisoners->list);
    const char *copy = kf_arena_copy(arena, fields.data, fields.length);
    prisoners->list[prisoners->count++] = (kf_ishi_prisoner){copy, (uint32_t)fields.length, node};
}

kf_ishi_prisoners kf_ishi_prisoner_list(const kf_record *record, kf_arena *arena) {
    kf_ishi_prisoners prisoners = {NULL, 0};
    kf_play *play = kf_play_in(arena, record, kf_rules_default());
    kf_point points[KF_BOARD_POINTS];
    size_t room = 0, count;
    bool is_sorted = true;
    play->is_flat = true;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_play_start(play, game);
        while (kf_play_next(play)) {
            kf_node node = play->last;
            if ((count = find_captured(play, points)) == 0)
                continue;
            kf_text fields = text_of(points, count, play->board.height, arena);
            is_sorted = is_sorted &&
                        (prisoners.count == 0 || prisoners.list[prisoners.count - 1].node < node);
            add(&prisoners, &room, node, fields, arena);
            kf_arena_release(arena, (char *)(uintptr_t)fields.data);
        }
    }
    kf_play_free(play);
    if (!is_sorted)
        qsort(prisoners.list, prisoners.count, sizeof *prisoners.list, by_node);
    return prisoners;
}

kf_text kf_ishi_prisoner_of(const kf_ishi_prisoners *prisoners, kf_node node) {
    const kf_ishi_prisoner sought = {.node = node};
    const kf_ishi_prisoner *found =
        prisoners->count > 0
            ? bsearch(&sought, prisoners->list, prisoners->count, sizeof *prisoners->list, by_node)
            : NULL;
    return found != NULL ? (kf_text){found->fields, found->length} : (kf_text){"", 0};
}

// ---- After reading ----

// Whether the values name just the stones that the board says.
static bool says(kf_text properties, kf_text prisoners, const kf_board *board, kf_arena *scratch) {
    kf_values values = {.name = "KFPRISONER", .rest = properties};
    kf_text value, field;
    kf_point *points = NULL;
    size_t count = 0, capacity = 0;
    while (kf_values_next(&values, &value)) {
        while (kf_text_word(&value, &field)) {
            kf_point point =
                kf_point_read(field.data, field.length, KF_COORDS_A1, board->height, board->height);
            if (point == KF_NOWHERE || point == KF_PASS)
                return false;
            points = kf_arena_grow(scratch, points, &capacity, count + 1, sizeof *points);
            points[count++] = point;
        }
    }
    return kf_text_equal(text_of(points, count, board->height, scratch), prisoners);
}

static void take_away(kf_record *record, kf_node node, kf_arena *scratch) {
    kf_buffer out = {.arena = scratch};
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    while (kf_property_next(&rest, &property)) {
        if (property.id == KF_P_KFPRISONER)
            continue;
        kf_buffer_add_text(&out, property.name);
        kf_buffer_add_text(&out, property.values);
    }
    kf_record_put(record, node, kf_buffer_text(&out));
}

static void add_empty(kf_record *record, kf_node node, kf_arena *scratch) {
    kf_buffer out = {.arena = scratch};
    kf_buffer_add_text(&out, kf_node_text(record, node));
    kf_buffer_add_string(&out, "KFPRISONER[]");
    kf_record_put(record, node, kf_buffer_text(&out));
}

static void settle(kf_record *record, kf_play *play, kf_arena *scratch) {
    kf_point points[KF_BOARD_POINTS];
    kf_node node = play->last;
    kf_property property;
    kf_text all = kf_node_text(record, node), rest = all;
    bool is_told = false, is_diagram = false;
    while (!kf_ishi_play_is_plain(all) && kf_property_next(&rest, &property)) {
        is_told = is_told || property.id == KF_P_KFPRISONER;
        is_diagram = is_diagram || property.id == KF_P_KFDIAGRAM;
    }
    size_t count = find_captured(play, points);
    if (is_told && !is_diagram) {
        kf_text prisoners = text_of(points, count, play->board.height, scratch);
        if (says(all, prisoners, &play->board, scratch))
            take_away(record, node, scratch);
    } else if (!is_told && count > 0 &&
               kf_ishi_play_kind(record, node, play->board.height) == KF_ISHI_MOVE) {
        add_empty(record, node, scratch);
    }
}

void kf_ishi_prisoner_settle(kf_record *record, const bool *is_carried) {
    kf_arena *scratch = kf_arena_new_in(record->arena);
    kf_play *play = kf_play_in(record->arena, record, kf_rules_default());
    play->is_flat = true;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_play_start(play, game);
        while (kf_play_next(play)) {
            if (is_carried != NULL && is_carried[play->last])
                continue;
            kf_arena_level level = kf_arena_mark(scratch);
            settle(record, play, scratch);
            kf_arena_rewind(scratch, level);
        }
    }
    kf_play_free(play);
    kf_arena_free(scratch);
}
