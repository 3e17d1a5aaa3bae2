// SPDX-License-Identifier: MIT
// Which figures a game is shown in.

#include "draw/scene/scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "record/path.h"
#include "record/value.h"

// How many moves a figure has at the most where the record says where figures end. More than any
// game has; without end, a figure would take memory for each of a million.
enum { LONGEST = 1000 };

// The list under way.
typedef struct listing {
    kf_arena *arena;
    const kf_record *record;
    const kf_figure_plan *plan;
    kf_figure *figures;
    size_t count, capacity;
    int figure_index, variation_index, diagram_index; // names given so far
    int moves;                                        // on the main line up to here
    int moves_before;                                 // the part in hand
    size_t ends;                                      // how many of the plan's ends were passed
    uint64_t most;
    int *open; // the variations that the node in hand is in, or 0 for one without a move
    size_t depth, open_room;
    bool has_words; // something was said of the part in hand
    bool is_over;   // there are more figures than that
    kf_figure surplus;
} listing;

static kf_figure *add(listing *l, kf_figure_kind kind, kf_node from, kf_node node) {
    l->is_over = l->count >= l->most;
    if (l->is_over)
        return &l->surplus;
    l->figures =
        kf_arena_grow(l->arena, l->figures, &l->capacity, l->count + 1, sizeof *l->figures);
    kf_figure *figure = &l->figures[l->count++];
    *figure = l->plan->how;
    figure->kind = kind;
    figure->from = kind == KF_FIGURE_MOVES ? from : 0;
    figure->node = node;
    return figure;
}

// ---- What a node is ----

static bool has(const listing *l, kf_node node, const char *name) {
    kf_text value;
    return kf_property_get(l->record, node, name, &value) && value.length > 0;
}

static bool is_diagram(const listing *l, kf_node node) {
    kf_property property;
    return kf_node_child(l->record, node) == 0 &&
           kf_property_find(l->record, node, "KFDIAGRAM", &property);
}

// Whether the diagram stands in the sequence, behind its parent, and not in a variation.
static bool is_in_line(const listing *l, kf_node node) {
    kf_values values = kf_values_of(l->record, node, "KFDIAGRAM");
    kf_text region, home;
    return is_diagram(l, node) && kf_values_next(&values, &region) &&
           kf_values_next(&values, &home) && (kf_text_is(home, "next") || kf_text_is(home, "end"));
}

// Whether a node without a move is worth a picture of its own.
static bool shows_something(const listing *l, kf_node node) {
    static const char *const names[] = {"AB", "AW", "AE", "LB", "TR", "SQ", "CR",
                                        "MA", "SL", "AR", "LN", "TB", "TW", "KFMARK"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (has(l, node, names[i]))
            return true;
    return false;
}

// ---- Lines beside the main one ----

// Whether the record gives the line's moves numbers of its own: by MN, or because an Ishi file
// marks them.
static bool is_numbered(const listing *l, kf_node first) {
    for (kf_node n = first; n != 0 && !is_diagram(l, n); n = kf_node_child(l->record, n))
        if (has(l, n, "MN") || has(l, n, "KFMARK"))
            return true;
    return false;
}

enum { TWICE = UINT16_MAX };

// The place of a move in its line, by point: from 1; 0 where none was played, and TWICE where
// several were. Gives their number.
static int place_moves(const listing *l, kf_node first, kf_node last, uint16_t *places) {
    int count = 0, x, y;
    memset(places, 0, KF_BOARD_POINTS * sizeof *places);
    for (kf_node n = first; n != 0; n = n == last ? 0 : kf_node_child(l->record, n)) {
        kf_text value;
        if (!kf_path_is_move(l->record, n) || count == TWICE - 1)
            continue;
        count++;
        if ((kf_property_get(l->record, n, "B", &value) ||
             kf_property_get(l->record, n, "W", &value)) &&
            kf_value_point(kf_text_trim(value), &x, &y) && x < KF_BOARD_MAX && y < KF_BOARD_MAX)
            places[y * KF_BOARD_MAX + x] =
                places[y * KF_BOARD_MAX + x] == 0 ? (uint16_t)count : (uint16_t)TWICE;
    }
    return count;
}

// The number that the first move of a line has where the record labels its stones with numbers, as
// it does when a line goes on with those of the one that it leaves: half of them at least must
// agree, and none may differ. Else 1.
static int first_label(const listing *l, kf_node first, kf_node last) {
    uint16_t places[KF_BOARD_POINTS];
    kf_values labels = kf_values_of(l->record, last, "LB");
    kf_text value, place, label;
    int x, y, number, shift = 0, found = 0, count = 0;
    while (kf_values_next(&labels, &value)) {
        if (!kf_property_split(value, &place, &label) ||
            !kf_text_number(kf_text_trim(label), &number) ||
            !kf_value_point(kf_text_trim(place), &x, &y) || x >= KF_BOARD_MAX || y >= KF_BOARD_MAX)
            continue;
        count = count == 0 ? place_moves(l, first, last, places) : count;
        int at = count == 0 ? 0 : places[y * KF_BOARD_MAX + x];
        if (at == 0 || at == TWICE)
            continue;
        if (number < at || (found > 0 && number - at != shift))
            return 1;
        shift = number - at;
        found++;
    }
    return 2 * found >= count ? 1 + shift : 1;
}

static int innermost(const listing *l) {
    return l->depth > 0 ? l->open[l->depth - 1] : 0;
}

// One line of play from `first` along first children: a figure of its moves, or a position where
// it has none.
static void add_variation(listing *l, kf_node first) {
    kf_node last = first;
    bool has_move = kf_path_is_move(l->record, first);
    for (kf_node n; (n = kf_node_child(l->record, last)) != 0 && !is_diagram(l, n);) {
        last = n;
        has_move = has_move || kf_path_is_move(l->record, n);
    }
    kf_figure *figure = add(l, has_move ? KF_FIGURE_MOVES : KF_FIGURE_POSITION, first, last);
    figure->is_variation = true;
    figure->index = ++l->variation_index;
    figure->parent = innermost(l);
    bool as_record = l->plan->continue_numbers || is_numbered(l, first);
    figure->first_number = as_record ? 0 : first_label(l, first, last);
    l->open = kf_arena_grow(l->arena, l->open, &l->open_room, l->depth + 1, sizeof *l->open);
    l->open[l->depth++] = has_move ? figure->index : 0;
}

static void add_diagram(listing *l, kf_node node) {
    kf_figure *figure = add(l, KF_FIGURE_POSITION, 0, node);
    figure->index = ++l->diagram_index;
    figure->parent = innermost(l);
}

// Everything that begins at a node which is not the main line's: itself, and the lines that leave
// it further down.
static void add_branches(listing *l, kf_node top) {
    kf_walk walk = kf_walk_from(l->record, top);
    while (!l->is_over && kf_walk_step(&walk)) {
        kf_node node = walk.node, parent = kf_node_parent(l->record, node);
        bool is_first = node == top || kf_node_child(l->record, parent) != node;
        if (!walk.entering)
            l->depth -= is_first && !is_diagram(l, node);
        else if (is_diagram(l, node))
            add_diagram(l, node);
        else if (is_first)
            add_variation(l, node);
    }
}

// What belongs to a node of the main line: the variations of its move, then the diagrams of the
// position. The games of a record are no variations of each other.
static void add_beside(listing *l, kf_node node) {
    bool is_game = kf_node_parent(l->record, node) == 0;
    for (kf_node n = is_game ? 0 : kf_node_next(l->record, node); n != 0;
         n = kf_node_next(l->record, n))
        if (!is_in_line(l, n))
            add_branches(l, n);
    for (kf_node n = kf_node_child(l->record, node); n != 0; n = kf_node_next(l->record, n))
        if (is_in_line(l, n))
            add_diagram(l, n);
}

static void add_part_beside(listing *l, kf_node from, kf_node node) {
    for (kf_node n = from; n != 0; n = n == node ? 0 : kf_node_child(l->record, n))
        add_beside(l, n);
}

// ---- The main line ----

// Whether something beside the line belongs to this node.
static bool is_varied(const listing *l, kf_node node) {
    bool is_game = kf_node_parent(l->record, node) == 0;
    for (kf_node n = is_game ? 0 : kf_node_next(l->record, node); n != 0;
         n = kf_node_next(l->record, n))
        if (!is_in_line(l, n))
            return true;
    for (kf_node n = kf_node_child(l->record, node); n != 0; n = kf_node_next(l->record, n))
        if (is_in_line(l, n))
            return true;
    return false;
}

// Whether the node shows letters or signs: they can stand in the figure that ends there only.
// Numbers on stones the figure has anyway.
static bool has_signs(const listing *l, kf_node node) {
    static const char *const names[] = {"TR", "SQ", "CR", "MA", "SL", "AR", "LN", "TB", "TW"};
    kf_values labels = kf_values_of(l->record, node, "LB");
    kf_text value;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (has(l, node, names[i]))
            return true;
    while (kf_values_next(&labels, &value)) {
        size_t colon = 0;
        int number;
        while (colon < value.length && value.data[colon] != ':')
            colon++;
        if (colon < value.length &&
            !kf_text_number(kf_text_cut(value, colon + 1, value.length), &number))
            return true;
    }
    return false;
}

// Whether the part in hand is long enough to end at something said, or too long to go on.
static bool may_end(const listing *l, kf_node node, bool says) {
    int count = l->moves - l->moves_before, usual = l->plan->usual;
    if (count >= LONGEST)
        return true;
    if (usual > 0 && count >= (l->has_words ? usual : 2 * usual))
        return true;
    return says && (count >= l->plan->least || (count > 0 && has_signs(l, node)));
}

static bool ends_here(listing *l, kf_node node, kf_node next) {
    const kf_figure_plan *plan = l->plan;
    kf_property property;
    if (plan->moves > 0)
        return l->moves > l->moves_before && l->moves - l->moves_before >= plan->moves;
    if (plan->ends != NULL) {
        bool is_end = l->ends < plan->end_count && l->moves >= plan->ends[l->ends];
        while (l->ends < plan->end_count && l->moves >= plan->ends[l->ends])
            l->ends++;
        return is_end;
    }
    // A comment of the root is about the game, and needs no board without stones.
    bool has_word =
        has(l, node, "C") && (kf_node_parent(l->record, node) != 0 || shows_something(l, node));
    bool says = has_word || is_varied(l, node);
    l->has_words = l->has_words || says;
    return may_end(l, node, says) || kf_property_find(l->record, next, "FG", &property);
}

static void add_part(listing *l, kf_node from, kf_node node) {
    bool has_moves = l->moves > l->moves_before;
    kf_figure *figure = add(l, has_moves ? KF_FIGURE_MOVES : KF_FIGURE_POSITION, from, node);
    figure->index = has_moves ? ++l->figure_index : ++l->diagram_index;
    if (has_moves && l->plan->how.first_number > 0)
        figure->first_number = l->plan->how.first_number + l->moves_before;
    l->moves_before = l->moves;
    l->has_words = false;
    if (l->plan->variations)
        add_part_beside(l, from, node);
}

// Whether the part that ends at the node has a board to show. The last one has when it is the only
// one, or something is said of it.
static bool is_part(listing *l, kf_node node, kf_node next) {
    bool has_board = l->moves > l->moves_before || shows_something(l, node);
    if (next == 0)
        return has_board || l->count == 0 || has(l, node, "C");
    return has_board && ends_here(l, node, next);
}

static void add_main_line(listing *l, kf_node game) {
    kf_node from = game, node = game;
    while (!l->is_over) {
        kf_node next = kf_node_child(l->record, node);
        if (next != 0 && is_diagram(l, next))
            next = 0;
        l->moves += kf_path_is_move(l->record, node);
        if (is_part(l, node, next)) {
            add_part(l, from, node);
            from = next;
        }
        if (next == 0)
            break;
        node = next;
    }
    if (from != 0 && l->plan->variations)
        add_part_beside(l, from, node);
}

kf_figure *kf_figure_list(kf_arena *arena, const kf_record *record, kf_node game,
                          const kf_figure_plan *plan, size_t *count, kf_log *log) {
    listing l = {.arena = arena, .record = record, .plan = plan};
    l.most = plan->most > 0 ? plan->most : KF_FIGURES_MOST;
    add_main_line(&l, game);
    *count = l.is_over ? 0 : l.count;
    if (!l.is_over)
        return l.figures;
    kf_log_add(log, KF_PROGRAM_SIZE,
               kf_record_place_of(record, game, kf_node_text(record, game).data),
               "a game of more than %llu figures; '--max-figures=N' lets more through",
               (unsigned long long)l.most);
    return NULL;
}

// What kf_figure_share does in its protected call.
typedef struct errand {
    kf_arena *arena;
    const kf_record *record;
    kf_node game;
    const kf_figure_plan *plan;
    const kf_figure *figures;
    size_t count;
    kf_log *log;
} errand;

static void share(void *context) {
    errand *e = context;
    e->figures = kf_figure_list(e->arena, e->record, e->game, e->plan, &e->count, e->log);
}

// The list goes to a block of its own, for it outlives what it was made with. Only a book names the
// variation that one leaves: there it stands before it.
kf_figure *kf_figure_share(const kf_record *record, kf_node game, const kf_figure_plan *plan,
                           size_t *count, kf_log *log) {
    errand e = {kf_arena_new(), record, game, plan, NULL, 0, log};
    bool is_done = e.arena != NULL && kf_arena_try(e.arena, share, &e);
    kf_figure *copy = e.figures != NULL ? malloc((e.count + 1) * sizeof *copy) : NULL;
    for (size_t i = 0; copy != NULL && i < e.count; i++) {
        copy[i] = e.figures[i];
        copy[i].parent = 0; // only a book, where it stands before this one, names it
    }
    if (copy == NULL && (!is_done || e.figures != NULL))
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_free(e.arena);
    *count = copy != NULL ? e.count : 0;
    return copy;
}

void kf_figure_free(kf_figure *figures) {
    free(figures);
}
