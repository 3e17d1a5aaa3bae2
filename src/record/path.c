// SPDX-License-Identifier: MIT
// Naming a node: paths, move counts and printed numbers.

#include "record/path.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

// ---- From a node to its path ----

void kf_path_put(kf_path_tail *t, size_t number, bool is_first) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%s%zu", is_first ? "" : ".", number);
    for (int i = length - 1; i >= 0; i--, t->length++)
        if (t->length + 1 < t->size)
            t->out[t->size - 2 - t->length] = digits[i];
}

size_t kf_path_finish(const kf_path_tail *t) {
    size_t kept = t->length + 1 < t->size ? t->length : t->size > 0 ? t->size - 1 : 0;
    if (t->size > 0) {
        memmove(t->out, t->out + t->size - 1 - kept, kept);
        t->out[kept] = '\0';
    }
    return t->length;
}

size_t kf_path_index(const kf_record *record, kf_node node) {
    kf_node parent = kf_node_parent(record, node), n = kf_node_child(record, parent);
    size_t index = parent == 0 ? record->games_before + 1 : 1;
    // The siblings stand in a ring, and the node is one of them.
    for (; n != node; n = record->rows[n].next)
        index++;
    return index;
}

size_t kf_path_of(const kf_record *record, kf_node node, char *out, size_t size) {
    return kf_path_in_game(record, node, 0, out, size);
}

// NOLINTNEXTLINE(readability-non-const-parameter): it is written through.
size_t kf_path_in_game(const kf_record *record, kf_node node, size_t game, char *out, size_t size) {
    kf_path_tail t = {out, size, 0};
    const kf_row *rows = record->rows;
    size_t steps = 0;
    while (node != 0) {
        kf_node parent = rows[node].parent;
        bool is_game = parent == 0;
        if (!is_game && rows[rows[parent].child].next == node) {
            steps++;
        } else {
            if (steps > 0 || is_game || t.length > 0)
                kf_path_put(&t, steps, false);
            kf_path_put(&t, is_game && game > 0 ? game : kf_path_index(record, node), is_game);
            steps = 0;
        }
        node = parent;
    }
    return kf_path_finish(&t);
}

// ---- From a name to a node ----

bool kf_path_is_move(const kf_record *record, kf_node node) {
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    while (kf_property_next(&rest, &property))
        if (property.id == KF_P_B || property.id == KF_P_W)
            return true;
    return false;
}

int kf_path_number(const kf_record *record, kf_node node, int before) {
    kf_text value;
    int number;
    if (!kf_path_is_move(record, node))
        return before;
    if (kf_property_get(record, node, "MN", &value) && kf_record_number(value, &number))
        return number;
    return before < INT32_MAX ? before + 1 : before;
}

static kf_node last_of(const kf_record *record, kf_node game) {
    kf_node node = game;
    for (kf_node child; (child = kf_node_child(record, node)) != 0;)
        node = child;
    return node;
}

// After `count` moves of the main line; after none stands what comes before the first move.
static kf_node after_moves(const kf_record *record, kf_node game, int count) {
    for (kf_node node = game; node != 0;) {
        if (kf_path_is_move(record, node))
            count--;
        if (count <= 0 && (count < 0 || kf_path_is_move(record, node)))
            return count == 0 ? node : kf_node_parent(record, node);
        kf_node child = kf_node_child(record, node);
        if (child == 0)
            return count == 0 ? node : 0;
        node = child;
    }
    return 0;
}

// The printed numbers on the way down need a stack only of what the walk keeps anyway: a number
// is carried down the main line, and elsewhere counted anew from the root.
static kf_node numbered_on_main_line(const kf_record *record, kf_node game, int wanted) {
    kf_node found = 0;
    int number = 0;
    for (kf_node node = game; node != 0; node = kf_node_child(record, node)) {
        number = kf_path_number(record, node, number);
        if (number == wanted && kf_path_is_move(record, node))
            found = node;
    }
    return found;
}

typedef struct numbering {
    const kf_record *record;
    kf_arena *arena;
    kf_node game, found;
    int wanted;
} numbering;

static void number_all(void *context) {
    numbering *n = context;
    int *numbers = kf_arena_resize(n->arena, NULL, kf_record_nodes(n->record) * sizeof *numbers);
    numbers[0] = 0;
    kf_walk walk = kf_walk_from(n->record, n->game);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        int before = node == n->game ? 0 : numbers[kf_node_parent(n->record, node)];
        numbers[node] = kf_path_number(n->record, node, before);
        if (numbers[node] == n->wanted && kf_path_is_move(n->record, node))
            n->found = node;
    }
}

static kf_node numbered(const kf_record *record, kf_node game, int wanted) {
    numbering n = {record, kf_arena_new(), game, numbered_on_main_line(record, game, wanted),
                   wanted};
    if (n.found == 0 && n.arena != NULL)
        kf_arena_try(n.arena, number_all, &n);
    kf_arena_free(n.arena);
    return n.found;
}

static kf_node child_at(const kf_record *record, kf_node node, int index) {
    kf_node child = kf_node_child(record, node);
    while (child != 0 && --index > 0)
        child = kf_node_next(record, child);
    return index < 0 ? 0 : child;
}

// "1.12.2.3": in turn the number of a child and a count of steps along first children.
static kf_node follow(const kf_record *record, kf_text path) {
    kf_node node = 0;
    bool is_child = true;
    while (path.length > 0) {
        size_t dot = 0;
        while (dot < path.length && path.data[dot] != '.')
            dot++;
        int number;
        if (!kf_text_number(kf_text_cut(path, 0, dot), &number) || (is_child && number == 0))
            return 0;
        if (node == 0 && is_child)
            number =
                (size_t)number > record->games_before ? number - (int)record->games_before : -1;
        if (is_child)
            node = child_at(record, node, number);
        for (int i = 0; !is_child && i < number && node != 0; i++)
            node = kf_node_child(record, node);
        if (node == 0 || dot + 1 == path.length)
            return 0;
        is_child = !is_child;
        path = kf_text_cut(path, dot + 1, path.length);
    }
    return node;
}

kf_node kf_path_find(const kf_record *record, kf_node game, const char *place) {
    kf_text text = kf_text_of(place);
    int number;
    if (kf_text_is(text, "last"))
        return last_of(record, game);
    if (text.length > 0 && text.data[0] == '#')
        return kf_text_number(kf_text_cut(text, 1, text.length), &number)
                   ? numbered(record, game, number)
                   : 0;
    if (kf_text_number(text, &number))
        return after_moves(record, game, number);
    return follow(record, text);
}
