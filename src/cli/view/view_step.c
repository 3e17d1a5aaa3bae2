// SPDX-License-Identifier: MIT
// Where the keys of `kifu view` lead: along the line of play, aside, and to places by name.

#include <string.h>

#include "base/text.h"
#include "cli/view/view.h"

static void report_step(kf_view *view, const char *text) {
    snprintf(view->message, sizeof view->message, "%s", text);
}

// ---- The way ----

kf_node kf_view_step_child(const kf_view *view, kf_node node) {
    kf_node child = view->chosen[node];
    return child != 0 ? child : kf_node_child(view->record, node);
}

static void choose(kf_view *view, kf_node node) {
    kf_node parent = kf_node_parent(view->record, node);
    for (; parent != 0; parent = kf_node_parent(view->record, node)) {
        view->chosen[parent] = node;
        node = parent;
    }
}

static size_t number_of(const kf_record *record, kf_node game) {
    size_t number = 1;
    for (kf_node n = kf_node_child(record, 0); n != 0 && n != game; n = kf_node_next(record, n))
        number++;
    return number;
}

// Goes anywhere: all that hangs on the way from the root is found anew.
static void leap(kf_view *view, kf_node node) {
    kf_node game = kf_node_game(view->record, node);
    if (game != view->game) {
        kf_view_tree_build(&view->tree, view->arena, view->record, game);
        view->game = game;
        view->game_number = number_of(view->record, game);
    }
    choose(view, node);
    view->is_counted = false;
}

// Steps, forward along the chosen way or back, cost the same wherever in the game they are made.
void kf_view_step_to(kf_view *view, kf_node node) {
    kf_node from = view->node;
    bool is_known = view->game != 0 && from != 0;
    if (is_known && kf_view_step_child(view, from) == node)
        view->moves_before += kf_path_is_move(view->record, node);
    else if (is_known && kf_node_parent(view->record, from) == node && node != 0)
        view->moves_before -= kf_path_is_move(view->record, from);
    else if (node != from || view->game == 0)
        leap(view, node);
    if (node != from)
        view->scroll = 0;
    view->node = node;
}

void kf_view_step_by(kf_view *view, long count) {
    kf_node node = view->node;
    long left = count;
    for (kf_node child; left > 0 && (child = kf_view_step_child(view, view->node)) != 0; left--)
        kf_view_step_to(view, child);
    for (; left < 0 && view->node != view->game; left++)
        kf_view_step_to(view, kf_node_parent(view->record, view->node));
    if (node == view->node)
        report_step(view, count > 0 ? "This is the end of the line." : "This is the beginning.");
}

void kf_view_step_end(kf_view *view) {
    kf_node node = view->node;
    for (kf_node child; (child = kf_view_step_child(view, node)) != 0;)
        node = child;
    kf_view_step_to(view, node);
}

void kf_view_step_count(kf_view *view, size_t *before, size_t *all) {
    if (!view->is_counted) {
        view->moves_before = view->moves_all = 0;
        for (kf_node n = view->game; n != 0; n = kf_view_step_child(view, n)) {
            view->moves_all += kf_path_is_move(view->record, n);
            if (n == view->node)
                view->moves_before = view->moves_all;
        }
    }
    view->is_counted = true;
    *before = view->moves_before;
    *all = view->moves_all;
}

// ---- To a point ----

static bool is_at(const kf_view *view, kf_node node, kf_point point) {
    int width, height;
    kf_text value;
    if (!kf_path_is_move(view->record, node) ||
        !kf_record_board(view->record, view->game, &width, &height))
        return false;
    if (!kf_property_get(view->record, node, "B", &value) &&
        !kf_property_get(view->record, node, "W", &value))
        return false;
    return kf_point_read(value.data, value.length, KF_COORDS_SGF, width, height) == point;
}

void kf_view_step_point(kf_view *view, kf_point point) {
    kf_node node = kf_node_child(view->record, view->node);
    while (node != 0 && !is_at(view, node, point))
        node = kf_node_next(view->record, node);
    for (kf_node n = view->node; node == 0 && n != view->game; n = kf_node_parent(view->record, n))
        if (is_at(view, n, point))
            node = n;
    for (kf_node n = kf_view_step_child(view, view->node); node == 0 && n != 0;
         n = kf_view_step_child(view, n))
        if (is_at(view, n, point))
            node = n;
    if (node == 0)
        report_step(view, "No move of this line is there.");
    else
        kf_view_step_to(view, node);
}

// ---- Aside ----

void kf_view_step_aside(kf_view *view, int direction) {
    kf_node parent = kf_node_parent(view->record, view->node), wanted = 0;
    kf_node first = kf_node_child(view->record, parent);
    if (parent == 0 || kf_node_next(view->record, first) == 0) {
        report_step(view, "No variation begins here.");
        return;
    }
    if (direction > 0) {
        wanted = kf_node_next(view->record, view->node);
        if (wanted == 0)
            wanted = first;
    } else {
        // The one before; before the first, the last.
        for (kf_node n = first; n != 0 && (n != view->node || n == first);
             n = kf_node_next(view->record, n))
            wanted = n;
    }
    if (direction < 0 && view->node == first)
        wanted = kf_node_last_child(view->record, parent);
    kf_view_step_to(view, wanted);
}

static bool has_branches(const kf_record *record, kf_node node) {
    kf_node child = kf_node_child(record, node);
    return child != 0 && kf_node_next(record, child) != 0;
}

static bool has_comment(const kf_record *record, kf_node node) {
    kf_text value;
    return kf_property_get(record, node, "C", &value) && value.length > 0;
}

// The next node of the chosen way, in that direction, with which `is_wanted` is content; or 0.
static kf_node look_along(const kf_view *view, int direction,
                          bool (*is_wanted)(const kf_record *, kf_node)) {
    kf_node node = view->node;
    for (;;) {
        if (direction < 0 && node == view->game)
            return 0;
        node = direction > 0 ? kf_view_step_child(view, node) : kf_node_parent(view->record, node);
        if (node == 0 || is_wanted(view->record, node))
            return node;
    }
}

void kf_view_step_branch(kf_view *view, int direction) {
    kf_node node = look_along(view, direction, has_branches);
    if (node != 0)
        kf_view_step_to(view, node);
    else
        report_step(view, direction > 0 ? "No variation begins further on."
                                        : "No variation begins before.");
}

void kf_view_step_comment(kf_view *view, int direction) {
    kf_node node = look_along(view, direction, has_comment);
    if (node != 0)
        kf_view_step_to(view, node);
    else
        report_step(view, direction > 0 ? "No comment further on." : "No comment before.");
}

// ---- By name ----

// The node of the chosen way after that many moves, or 0.
static kf_node after_moves(const kf_view *view, int moves) {
    for (kf_node n = view->game; n != 0; n = kf_view_step_child(view, n)) {
        moves -= kf_path_is_move(view->record, n);
        if (moves <= 0)
            return n;
    }
    return 0;
}

void kf_view_step_place(kf_view *view, const char *place) {
    kf_text text = kf_text_trim(kf_text_of(place));
    int number;
    char terminated[KF_VIEW_TYPED];
    snprintf(terminated, sizeof terminated, "%.*s", (int)text.length, text.data);
    if (text.length == 0)
        return;
    kf_node node = kf_text_number(text, &number)
                       ? after_moves(view, number)
                       : kf_path_find(view->record, view->game, terminated);
    if (node != 0)
        kf_view_step_to(view, node);
    else
        snprintf(view->message, sizeof view->message, "There is no place '%.100s'.", terminated);
}

void kf_view_step_game(kf_view *view, size_t number) {
    kf_node game = kf_node_child(view->record, 0);
    for (size_t i = 1; i < number && game != 0; i++)
        game = kf_node_next(view->record, game);
    if (game == 0 || number == 0)
        report_step(view, number == 0 ? "This is the first game." : "This is the last game.");
    else
        kf_view_step_to(view, game);
}
