// SPDX-License-Identifier: MIT
// The tree of an Ishi file while it is read: sequences, variations, diagrams and move numbers.
//
// An alternative to a move is its sibling, so a variation takes the move off the path, and its end
// puts it there again. Diagrams stand behind the node that continues the line; until it comes, or
// the sequence ends, they wait.

#include "format/ishi/ishi_reader.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "record/value.h"

enum { FIRST_BUCKETS = 256, MOST_LOOKS = 256 };

kf_ishi_sequence *kf_ishi_tree_here(const kf_ishi_tree *tree) {
    return &tree->open[tree->depth - 1];
}

static kf_ishi_sequence *push_sequence(kf_ishi_tree *tree) {
    if (tree->depth > tree->record->limits.depth)
        kf_record_refuse(tree->record, KF_LIMIT_DEPTH, tree->open[tree->depth - 1].opened);
    tree->open = kf_arena_grow(tree->record->arena, tree->open, &tree->capacity, tree->depth + 1,
                               sizeof *tree->open);
    kf_ishi_sequence *made = &tree->open[tree->depth++];
    *made = (kf_ishi_sequence){.first = (uint32_t)tree->move_count,
                               .pending = (uint32_t)tree->pending_count};
    return made;
}

void kf_ishi_tree_begin(kf_ishi_tree *tree, kf_ishi_owner main) {
    tree->depth = tree->move_count = tree->pending_count = 0;
    if (tree->bucket_count > 0)
        memset(tree->buckets, 0, tree->bucket_count * sizeof *tree->buckets);
    kf_ishi_sequence *made = push_sequence(tree);
    made->main = main;
    made->last = main.node;
}

// ---- Numbers ----

static uint32_t *bucket_of(const kf_ishi_tree *tree, int number) {
    uint32_t mixed = (uint32_t)number * 2654435769u;
    return &tree->buckets[(mixed >> 7) & (tree->bucket_count - 1)];
}

static void link_move(kf_ishi_tree *tree, size_t index) {
    kf_ishi_move *move = &tree->moves[index];
    uint32_t *bucket = bucket_of(tree, move->number);
    move->before = *bucket;
    *bucket = (uint32_t)index + 1;
}

static void grow_buckets(kf_ishi_tree *tree) {
    tree->bucket_count = tree->bucket_count > 0 ? tree->bucket_count * 4 : FIRST_BUCKETS;
    size_t size = tree->bucket_count * sizeof *tree->buckets;
    tree->buckets = kf_arena_resize(tree->record->arena, tree->buckets, size);
    memset(tree->buckets, 0, size);
    for (size_t i = 0; i < tree->move_count; i++)
        link_move(tree, i);
}

static void push_move(kf_ishi_tree *tree, kf_ishi_move move) {
    if (tree->move_count >= 2 * tree->bucket_count)
        grow_buckets(tree);
    tree->moves = kf_arena_grow(tree->record->arena, tree->moves, &tree->move_capacity,
                                tree->move_count + 1, sizeof *tree->moves);
    const kf_ishi_move *last = tree->move_count > 0 ? &tree->moves[tree->move_count - 1] : NULL;
    bool is_higher = last == NULL || move.number > last->number || !move.is_written;
    move.is_rising = is_higher && (last == NULL || last->is_rising);
    tree->moves[tree->move_count] = move;
    link_move(tree, tree->move_count++);
}

static void pop_move(kf_ishi_tree *tree) {
    const kf_ishi_move *move = &tree->moves[--tree->move_count];
    *bucket_of(tree, move->number) = move->before;
}

// The last move of that number, or NULL.
static const kf_ishi_move *find_move(const kf_ishi_tree *tree, int number, size_t *index) {
    if (tree->bucket_count == 0)
        return NULL;
    for (uint32_t at = *bucket_of(tree, number); at > 0; at = tree->moves[at - 1].before) {
        *index = at - 1;
        if (tree->moves[at - 1].number == number)
            return &tree->moves[at - 1];
    }
    return NULL;
}

// Whether a range is met by numbers that rise all the way.
static bool has_rising(const kf_ishi_tree *tree, int from, int to) {
    size_t low = 0, high = tree->move_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tree->moves[middle].number < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tree->move_count && tree->moves[low].number <= to;
}

bool kf_ishi_tree_has(const kf_ishi_tree *tree, int from, int to) {
    size_t index, count = tree->move_count;
    if (count == 0 || from == to)
        return count > 0 && find_move(tree, from, &index) != NULL;
    if (tree->moves[count - 1].is_rising)
        return has_rising(tree, from, to);
    // Numbers in disorder are looked at from the last one backwards. Where that takes too long
    // nothing is reported, for a warning is not worth more.
    for (size_t i = count; i > 0 && count - i < MOST_LOOKS; i--)
        if (tree->moves[i - 1].number >= from && tree->moves[i - 1].number <= to)
            return true;
    return count > MOST_LOOKS;
}

static void add_note(kf_ishi_tree *tree, kf_code code, kf_place place, uint32_t at,
                     const char *message) {
    place.offset = at;
    kf_log_add_as(tree->log, KF_NOTE, code, place, "%s", message);
}

// Reports what is wrong with a number behind others of its sequence.
static void judge_number(kf_ishi_tree *tree, const kf_ishi_sequence *s, int number,
                         kf_place place) {
    size_t index;
    const kf_ishi_move *same = find_move(tree, number, &index);
    const kf_ishi_move *last = &tree->moves[tree->move_count - 1];
    int before = s->skipped > last->number ? s->skipped : last->number;
    if (same != NULL && index >= s->first && same->is_written) {
        kf_log_add(tree->log, KF_ISHI_DUPLICATE_NUMBER, place,
                   "number %d occurs twice in this sequence", number);
        add_note(tree, KF_ISHI_DUPLICATE_NUMBER, place, same->place, "it occurs here first");
    } else if (number <= before) {
        kf_log_add(tree->log, KF_ISHI_NUMBER_ORDER, place, "number %d follows %d", number, before);
        add_note(tree, KF_ISHI_NUMBER_ORDER, place, last->place, "the move before it");
    } else if (number > before + 1) {
        kf_log_add(tree->log, KF_ISHI_NUMBER_GAP, place,
                   number == before + 2 ? "number %d is missing" : "numbers from %d are missing",
                   before + 1);
        add_note(tree, KF_ISHI_NUMBER_GAP, place, last->place, "the move before it");
    }
}

static void judge_first(kf_ishi_tree *tree, const kf_ishi_sequence *s, int number, kf_place place) {
    if (!s->has_target || !s->target.is_written || s->target.number == number)
        return;
    kf_log_add(tree->log, KF_ISHI_VARIATION_NUMBER, place,
               "this variation on move %d begins with number %d", s->target.number, number);
    add_note(tree, KF_ISHI_VARIATION_NUMBER, place, s->target.place, "the move that it replaces");
}

// ---- Nodes ----

// Adds a child that stands before all children behind `previous`, which is 0 for the front.
static kf_node add_behind(kf_record *record, kf_node parent, kf_node previous) {
    kf_node last = record->rows[parent].child;
    kf_node node = kf_record_add(record, parent);
    kf_row *rows = record->rows;
    if (last == 0 || last == previous)
        return node;
    if (previous != 0) {
        rows[last].next = rows[node].next;
        rows[node].next = rows[previous].next;
        rows[previous].next = node;
    }
    // At the front the ring is right as it is: only its end is another.
    rows[parent].child = last;
    return node;
}

// The values of KFVAR, if the variation needs any.
static void add_variation(const kf_ishi_sequence *s, kf_buffer *out) {
    if (!s->has_label && s->nesting == 0)
        return;
    kf_buffer_add_string(out, "KFVAR[");
    kf_value_escape(out, s->label);
    if (s->nesting > 0) {
        kf_buffer_add_string(out, "][in ");
        kf_buffer_add_number(out, (long)s->nesting);
    }
    kf_buffer_add_char(out, ']');
}

// Tells the diagrams of the innermost sequence where they stand, if not before a move.
static void settle_diagrams(kf_ishi_tree *tree, const char *first, const char *others) {
    kf_ishi_sequence *s = kf_ishi_tree_here(tree);
    kf_record *record = tree->record;
    kf_buffer out = {.arena = record->arena};
    bool is_told = strcmp(first, KF_ISHI_NEXT) == 0;
    for (size_t i = s->pending; !is_told && i < tree->pending_count; i++) {
        kf_node node = tree->pending[i];
        bool is_first = i == s->pending;
        out.length = 0;
        kf_buffer_add_text(&out, kf_node_text(record, node));
        // One that is a node has no region of which that could be told.
        if (!kf_ishi_nodes_has(tree->owners.whole, node)) {
            out.length -= sizeof KF_ISHI_NEXT "]" - 1; // of the last value
            kf_buffer_add_string(&out, is_first ? first : others);
            kf_buffer_add_char(&out, ']');
        }
        if (is_first && strcmp(first, "var") == 0)
            add_variation(s, &out);
        if (out.length > 0)
            kf_record_replace(record, node, kf_buffer_text(&out));
    }
    tree->pending_count = s->pending;
    kf_arena_release(record->arena, out.data);
}

// Where the next node of the sequence goes.
static kf_node parent_of_next(const kf_ishi_sequence *s) {
    return s->has_move ? s->main.node : s->last;
}

void kf_ishi_tree_diagram(kf_ishi_tree *tree, kf_text region, size_t place) {
    kf_ishi_sequence *s = kf_ishi_tree_here(tree);
    kf_ishi_owner_finish(&tree->owners, &tree->diagram);
    kf_node parent = parent_of_next(s);
    if (tree->pending_count == s->pending)
        s->before_pending = tree->record->rows[parent].child;
    kf_node node = kf_record_add(tree->record, parent);
    kf_record_set_place(tree->record, node, place);
    tree->pending = kf_arena_grow(tree->record->arena, tree->pending, &tree->pending_capacity,
                                  tree->pending_count + 1, sizeof *tree->pending);
    tree->pending[tree->pending_count++] = node;
    s->has_content = true;
    tree->diagram = (kf_ishi_owner){.node = node, .kind = KF_ISHI_DIAGRAM, .region = region};
}

// The number of a move that has none that can be read, or that the default would not give.
static void put_number(kf_ishi_tree *tree, kf_ishi_owner *owner, int before, int number,
                       kf_text text) {
    if (number == 0 || kf_ishi_number(before, number) != number)
        kf_ishi_owner_put(&tree->owners, owner, "KFNUMBER", text);
    if (number == 0 || number == kf_ishi_number(before, 0))
        return;
    kf_buffer digits = {.arena = tree->record->arena};
    kf_buffer_add_number(&digits, number);
    kf_ishi_owner_put(&tree->owners, owner, "MN", kf_buffer_text(&digits));
    kf_arena_release(digits.arena, digits.data);
}

static kf_node add_move(kf_ishi_tree *tree, const kf_ishi_sequence *s) {
    bool is_variation = tree->depth > 1 && !s->has_move;
    bool has_waiting = tree->pending_count > s->pending;
    kf_node parent = parent_of_next(s);
    if (is_variation)
        return has_waiting ? add_behind(tree->record, parent, s->before_pending)
                           : kf_record_add(tree->record, parent);
    return add_behind(tree->record, parent, 0);
}

// The number of the last move on the way, 0 when there is none.
static int last_number(const kf_ishi_tree *tree) {
    return tree->move_count > 0 ? tree->moves[tree->move_count - 1].number : 0;
}

// Adds a node that goes on with the sequence, and makes it the one in hand.
static void begin_move(kf_ishi_tree *tree, const char *property, kf_text value) {
    kf_ishi_sequence *s = kf_ishi_tree_here(tree);
    uint8_t size = s->main.size;
    kf_node node = add_move(tree, s);
    settle_diagrams(tree, KF_ISHI_NEXT, KF_ISHI_NEXT);
    kf_ishi_owner_finish(&tree->owners, &s->main);
    s->main = (kf_ishi_owner){.node = node, .kind = KF_ISHI_MOVE, .size = size};
    kf_ishi_owner_put(&tree->owners, &s->main, property, value);
    if (tree->depth > 1 && !s->has_move)
        add_variation(s, &s->main.data->own);
    s->has_move = s->has_content = true;
    s->is_after = false;
    s->variations = 0;
}

void kf_ishi_tree_move(kf_ishi_tree *tree, const char *property, kf_text point, int number,
                       kf_text text, kf_place place) {
    kf_ishi_sequence *s = kf_ishi_tree_here(tree);
    int before = last_number(tree);
    kf_ishi_owner_finish(&tree->owners, &tree->diagram);
    if (number > 0 && s->has_move)
        judge_number(tree, s, number, place);
    else if (number > 0)
        judge_first(tree, s, number, place);
    begin_move(tree, property, point);
    put_number(tree, &s->main, before, number, text);
    int shown = number > 0 ? number : kf_ishi_number(before, 0);
    push_move(
        tree,
        (kf_ishi_move){.number = shown, .is_written = number > 0, .place = (uint32_t)place.offset});
    s->skipped = 0;
}

void kf_ishi_tree_unread(kf_ishi_tree *tree, kf_text line, int number, kf_place place) {
    kf_ishi_sequence *s = kf_ishi_tree_here(tree);
    int before = last_number(tree);
    kf_ishi_owner_finish(&tree->owners, &tree->diagram);
    begin_move(tree, "KFMOVE", line);
    // The count goes on as if it had not been there, for no program can tell that it was a move.
    push_move(tree, (kf_ishi_move){.number = before, .place = (uint32_t)place.offset});
    s->skipped = number > 0 ? number : kf_ishi_number(before, 0);
}

// ---- Variations ----

void kf_ishi_tree_open(kf_ishi_tree *tree, kf_text label, kf_place place) {
    kf_ishi_owner_finish(&tree->owners, &tree->diagram);
    kf_ishi_owner_lay(&tree->owners, &kf_ishi_tree_here(tree)->main);
    kf_ishi_sequence outer = *kf_ishi_tree_here(tree);
    size_t at = tree->depth - 1;
    kf_ishi_move target = {0};
    if (outer.has_move) {
        target = tree->moves[tree->move_count - 1];
        pop_move(tree);
    } else {
        kf_log_add(tree->log, KF_ISHI_VARIATION_PLACE, place,
                   "there is no move here that this could be a variation of");
    }
    kf_ishi_sequence *s = push_sequence(tree);
    s->main.size = outer.main.size;
    s->has_target = outer.has_move;
    s->target = target;
    s->last = outer.has_move ? kf_node_parent(tree->record, outer.main.node) : outer.last;
    s->borrowed = outer.main.node != 0 ? (uint32_t)at : outer.borrowed;
    s->label = label;
    s->has_label = label.length > 0;
    s->opened = place.offset;
    bool is_on_first = outer.has_move && outer.has_target && tree->move_count == outer.first;
    s->nesting = is_on_first ? outer.nesting + 1 : 0;
}

// Keeps a variation that nothing stands in: behind how many others it stands, and within how many
// empty ones.
static void keep_empty(kf_ishi_tree *tree, const kf_ishi_sequence *s, kf_ishi_sequence *outer) {
    kf_ishi_owner *owner = &tree->open[s->borrowed].main;
    kf_place place = {.source = tree->record->source, .offset = s->opened};
    kf_buffer line = {.arena = tree->record->arena};
    uint32_t others = tree->open[s->borrowed].variations;
    size_t level = tree->depth - s->borrowed;
    bool has_others = owner->data != NULL && owner->data->counts[KF_ISHI_LIST_EMPTY] > 0;
    kf_log_add(tree->log, KF_ISHI_EMPTY_VARIATION, place, "this variation is empty");
    outer->has_empty = true;
    if (owner->node != 0 && (others > 0 || level > 1 || s->has_empty || has_others)) {
        kf_buffer_add_number(&line, others);
        kf_buffer_add_char(&line, ' ');
        kf_buffer_add_number(&line, (long)level);
        kf_buffer_add_string(&line, s->has_label ? " " : "");
        kf_buffer_add_text(&line, s->label);
        kf_ishi_owner_add(&tree->owners, owner, KF_ISHI_LIST_EMPTY, kf_buffer_text(&line));
        kf_arena_release(line.arena, line.data);
        return;
    }
    kf_buffer_add_string(&line, s->has_label ? "VAR " : "VAR");
    kf_buffer_add_text(&line, s->label);
    kf_ishi_owner_add(&tree->owners, owner, KF_ISHI_LIST_LINE, kf_buffer_text(&line));
    kf_ishi_owner_add(&tree->owners, owner, KF_ISHI_LIST_LINE, kf_text_of("ENDVAR"));
    kf_arena_release(line.arena, line.data);
}

static void end_sequence(kf_ishi_tree *tree) {
    kf_ishi_sequence *s = kf_ishi_tree_here(tree);
    bool is_bare = tree->depth > 1 && !s->has_move;
    kf_ishi_owner_finish(&tree->owners, &tree->diagram);
    settle_diagrams(tree, is_bare ? "var" : "end", is_bare ? "same" : "end");
    kf_ishi_owner_finish(&tree->owners, &s->main);
    while (tree->move_count > s->first)
        pop_move(tree);
}

bool kf_ishi_tree_close(kf_ishi_tree *tree, bool is_open) {
    if (tree->depth <= 1)
        return false;
    end_sequence(tree);
    kf_ishi_sequence *s = &tree->open[--tree->depth], *outer = kf_ishi_tree_here(tree);
    if (is_open)
        kf_log_add(tree->log, KF_ISHI_UNCLOSED_VARIATION,
                   (kf_place){.source = tree->record->source, .offset = s->opened},
                   "the ENDVAR of this variation is missing");
    if (!s->has_content)
        keep_empty(tree, s, outer);
    else
        outer->variations++;
    if (s->has_target)
        push_move(tree, s->target);
    outer->is_after = outer->main.node != 0;
    return true;
}

void kf_ishi_tree_end(kf_ishi_tree *tree) {
    while (kf_ishi_tree_close(tree, true))
        ;
    end_sequence(tree);
    tree->depth = 0;
}
