// SPDX-License-Identifier: MIT
// Paths, one number longer or shorter at each step.

#include "cli/trail.h"

#include <stdio.h>

// Which child the node is: counted on from the one that was entered last at this depth.
static uint32_t index_of(const kf_trail *trail, const kf_trail_step *last, kf_node node) {
    const kf_record *record = trail->record;
    kf_node parent = kf_node_parent(record, node);
    bool is_sibling = last->node != 0 && last->index > 0 &&
                      kf_node_parent(record, last->node) == parent && last->node != node;
    kf_node at = is_sibling ? last->node : kf_node_child(record, parent);
    uint32_t index = is_sibling ? last->index : 1;
    while (at != 0 && at != node) {
        at = kf_node_next(record, at);
        index++;
    }
    return index;
}

kf_trail kf_trail_of(kf_arena *arena, const kf_record *record) {
    return (kf_trail){.arena = arena, .record = record};
}

// Writes the path of a node whose index is known, from what stands above it.
static void write_path(kf_trail *trail, kf_trail_step *step, const kf_trail_step *above) {
    char *end = trail->path + step->length;
    size_t room = sizeof trail->path - step->length;
    if (above == NULL) {
        step->length = (uint32_t)snprintf(end, room, "%u", step->index);
        snprintf(trail->path + step->length, room - step->length, ".0");
    } else if (step->index == 1) {
        step->steps = above->steps + 1;
        snprintf(end, room, ".%u", step->steps);
    } else {
        size_t written = (size_t)snprintf(end, room, ".%u.%u", above->steps, step->index);
        // A path that would not leave room for the steps below stays as short as it is.
        step->length += written + 24 < room ? (uint32_t)written : 0;
    }
}

void kf_trail_enter(kf_trail *trail, kf_node node, size_t depth) {
    if (trail->last == node)
        return;
    trail->last = node;
    size_t old = trail->capacity;
    if (depth > old) {
        trail->steps = kf_arena_grow(trail->arena, trail->steps, &trail->capacity, depth,
                                     sizeof *trail->steps);
        for (size_t i = old; i < trail->capacity; i++)
            trail->steps[i] = (kf_trail_step){0, 0, 0, 0};
    }
    kf_trail_step *step = &trail->steps[depth - 1];
    uint32_t index = index_of(trail, step, node);
    const kf_trail_step *above = depth > 1 ? step - 1 : NULL;
    *step = (kf_trail_step){node, index, 0, above != NULL ? above->length : 0};
    write_path(trail, step, above);
}
