// SPDX-License-Identifier: MIT
// A record as the lines of an Ishi file, before anything is carried.
//
// The lines of a game are a sequence: a move is followed by VAR blocks with its alternatives,
// which are its siblings, and then by what comes after it. A node without a move stands there as
// a DIAGRAM. Since VAR can only follow a move, the siblings of such a node wait until the next
// move of the sequence; if none comes, they go on with the sequence themselves.

#include "format/ishi/ishi_writer.h"

#include <string.h>

#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

enum { SPACES_A_LEVEL = 3, MOST_LEVELS = 10 };

typedef enum task_kind { TASK_VAR, TASK_ENDVAR, TASK_AFTER, TASK_EMPTY } task_kind;

// Something that is still to be written. The last one that was noted comes first.
typedef struct task {
    task_kind kind;
    kf_node node;
    int level;
    kf_text values; // of KFEMPTY
} task;

typedef struct emitter {
    kf_ishi_node nodes; // writes the lines of single nodes
    const kf_record *record;
    kf_arena *arena;
    kf_ishi_links *links;
    kf_play *path;
    kf_ishi_emitted out;
    size_t unit_capacity;
    int *numbers; // by node
    task *tasks;
    size_t task_count, task_capacity;
    kf_node *waiting; // alternatives of the sequence in hand, the next one on top
    size_t waiting_count, waiting_capacity;
} emitter;

static void add_task(emitter *e, task_kind kind, kf_node node, int level) {
    e->tasks =
        kf_arena_grow(e->arena, e->tasks, &e->task_capacity, e->task_count + 1, sizeof *e->tasks);
    e->tasks[e->task_count++] = (task){kind, node, level, {"", 0}};
}

// Nobody reads on at the edge of the page; what is deeper begins at the margin again.
static int indent_of(int level) {
    return (level <= MOST_LEVELS ? level : 0) * SPACES_A_LEVEL;
}

static void write_unit(emitter *e, kf_node node, kf_ishi_kind kind, int level) {
    kf_node parent = kf_node_parent(e->record, node);
    kf_ishi_unit unit = {.node = node, .kind = (uint8_t)kind, .indent = (uint8_t)indent_of(level)};
    unit.number = parent != 0 ? e->numbers[parent] : 0;
    if (e->nodes.text.length > UINT32_MAX / 2)
        kf_arena_fail(e->arena); // no reader would take it back
    unit.begin = (uint32_t)e->nodes.text.length;
    e->numbers[node] = kind == KF_ISHI_MOVE
                           ? kf_ishi_play_number(kf_node_text(e->record, node), unit.number)
                           : unit.number;
    e->nodes.indent = unit.indent;
    kf_ishi_view view = {e->record, node, kind, e->nodes.size, e->numbers[node], e->path};
    unit.facts_at = (uint32_t)kf_ishi_node_write(&e->nodes, &view);
    e->out.units = kf_arena_grow(e->arena, e->out.units, &e->unit_capacity, e->out.count + 1,
                                 sizeof *e->out.units);
    e->out.units[e->out.count++] = unit;
}

// ---- Sequences ----

static void wait_for(emitter *e, kf_node node) {
    e->waiting = kf_arena_grow(e->arena, e->waiting, &e->waiting_capacity, e->waiting_count + 1,
                               sizeof *e->waiting);
    e->waiting[e->waiting_count++] = node;
}

// The ones that were just added shall come off the top in the order of the file.
static void turn_round(emitter *e, size_t begin) {
    for (size_t a = begin, b = e->waiting_count; a + 1 < b; a++, b--) {
        kf_node kept = e->waiting[a];
        e->waiting[a] = e->waiting[b - 1];
        e->waiting[b - 1] = kept;
    }
}

static void wait_for_siblings(emitter *e, kf_node first) {
    size_t begin = e->waiting_count;
    kf_ishi_links_tie(e->links, first);
    for (kf_node node = kf_node_next(e->record, first); node != 0;
         node = kf_node_next(e->record, node))
        if (!kf_ishi_links_is_tied(e->links, node))
            wait_for(e, node);
    turn_round(e, begin);
}

// Those that stood within the variation, behind its first move.
static void wait_for_inner(emitter *e, kf_node node) {
    size_t begin = e->waiting_count;
    for (kf_node inner = kf_ishi_links_inner(e->links, node); inner != 0;
         inner = kf_ishi_links_next(e->links, inner))
        wait_for(e, inner);
    turn_round(e, begin);
}

static kf_ishi_kind kind_of(const emitter *e, kf_node node) {
    return kf_ishi_play_kind(e->record, node, e->nodes.size);
}

static void write_leads(emitter *e, kf_node node, int level) {
    for (kf_node lead = kf_ishi_links_lead(e->links, node); lead != 0;
         lead = kf_ishi_links_next(e->links, lead))
        write_unit(e, lead, KF_ISHI_DIAGRAM, level);
}

// Behind how many of the variations of its move an empty one stands.
static size_t place_of_empty(kf_text value) {
    kf_text word;
    int place;
    return kf_text_word(&value, &word) && kf_text_number(word, &place) ? (size_t)place : 0;
}

// Notes the variations of a move, and between them those that nothing stands in.
static void add_variations(emitter *e, kf_node node, int level) {
    kf_property property = {.values = {"", 0}};
    bool has_empty =
        !e->nodes.is_careful && kf_property_find(e->record, node, "KFEMPTY", &property);
    size_t first = e->task_count, count = e->waiting_count;
    kf_text rest = property.values, value;
    for (size_t k = 0; k <= count; k++) {
        kf_text ahead = rest, before = rest;
        while (has_empty && kf_property_value(&ahead, &value) &&
               (k == count || place_of_empty(value) <= k))
            rest = ahead;
        if (rest.data != before.data) {
            add_task(e, TASK_EMPTY, node, level);
            e->tasks[e->task_count - 1].values =
                kf_text_cut(before, 0, (size_t)(rest.data - before.data));
        }
        if (k < count)
            add_task(e, TASK_VAR, e->waiting[count - 1 - k], level);
    }
    // The first of them is to be on top.
    for (size_t a = first, b = e->task_count; a + 1 < b; a++, b--) {
        task kept = e->tasks[a];
        e->tasks[a] = e->tasks[b - 1];
        e->tasks[b - 1] = kept;
    }
    e->waiting_count = 0;
}

// Writes on from a node up to the next move, and notes what comes then.
static void write_sequence(emitter *e, kf_node node, int level) {
    while (node != 0) {
        kf_ishi_kind kind = kind_of(e, node);
        write_leads(e, node, level);
        write_unit(e, node, kind, level);
        if (kind == KF_ISHI_MOVE) {
            add_task(e, TASK_AFTER, node, level);
            add_variations(e, node, level);
            return;
        }
        kf_node next = kf_ishi_links_same(e->links, node);
        if (next == 0) {
            next = kf_node_child(e->record, node);
            if (next != 0)
                wait_for_siblings(e, next);
        }
        if (next == 0 && e->waiting_count > 0) {
            next = e->waiting[--e->waiting_count];
            wait_for_inner(e, next);
        }
        node = next;
    }
}

// A line of variations in which nothing stands.
typedef struct empty_line {
    kf_text label;
    int level;
    bool is_end;
} empty_line;

// Writes variations that nothing stands in. An inner one comes before the one that it stands in,
// so the lines are made from the last one on.
static void write_empty(emitter *e, kf_text values, int level) {
    kf_arena_level mark = kf_arena_mark(e->arena);
    kf_text value, *list = NULL;
    size_t count = 0, room = 0, made = 0, depth = 0;
    while (kf_property_value(&values, &value)) {
        list = kf_arena_grow(e->arena, list, &room, count + 1, sizeof *list);
        list[count++] = value;
    }
    empty_line *lines = kf_arena_resize(e->arena, NULL, 2 * count * sizeof *lines);
    empty_line *open = kf_arena_resize(e->arena, NULL, count * sizeof *open);
    while (count > 0) {
        kf_text word, rest = list[--count], label = {"", 0};
        int within = 1;
        kf_text_word(&rest, &word);
        if (kf_text_word(&rest, &word) && kf_text_number(word, &within))
            kf_text_word(&rest, &label);
        while (depth > 0 && open[depth - 1].level >= within)
            lines[made++] = open[--depth];
        open[depth++] = (empty_line){label, within, false};
        lines[made++] = (empty_line){label, within, true};
    }
    while (depth > 0)
        lines[made++] = open[--depth];
    for (; made > 0; made--) {
        const empty_line *line = &lines[made - 1];
        e->nodes.indent = indent_of(level + line->level);
        kf_ishi_node_write_empty(&e->nodes, line->is_end, line->label);
    }
    kf_arena_rewind(e->arena, mark);
}

static void run_task(emitter *e, task t) {
    switch (t.kind) {
    case TASK_VAR:
        e->nodes.indent = indent_of(t.level + 1);
        kf_ishi_node_write_var(&e->nodes, e->record, t.node);
        add_task(e, TASK_ENDVAR, 0, t.level + 1);
        wait_for_inner(e, t.node);
        write_sequence(e, t.node, t.level + 1);
        break;
    case TASK_ENDVAR:
        e->nodes.indent = indent_of(t.level);
        kf_ishi_node_write_line(&e->nodes, KF_TEXT("ENDVAR"));
        break;
    case TASK_EMPTY:
        write_empty(e, t.values, t.level);
        break;
    case TASK_AFTER: {
        kf_node child = kf_node_child(e->record, t.node);
        if (child == 0)
            break;
        wait_for_siblings(e, child);
        write_sequence(e, child, t.level);
        break;
    }
    }
}

// ---- Games ----

static bool has_any(const kf_record *record, kf_node node, const int *ids, size_t count) {
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    while (kf_property_next(&rest, &property))
        for (size_t i = 0; i < count; i++)
            if (property.id == ids[i])
                return true;
    return false;
}

// A setup right below the root is the setup of the event, as long as nothing else starts there.
static kf_node setup_below(const emitter *e, kf_node game) {
    static const int in_root[] = {KF_P_AB, KF_P_AW, KF_P_B, KF_P_W, KF_P_KFSETUP};
    static const int stones[] = {KF_P_AB, KF_P_AW, KF_P_KFSETUP};
    static const int others[] = {KF_P_AE, KF_P_B, KF_P_W, KF_P_KFDIAGRAM};
    const kf_record *record = e->record;
    kf_node child = kf_node_child(record, game);
    bool is_only = child != 0 && kf_node_next(record, child) == 0;
    bool fits = is_only && !has_any(record, game, in_root, 5) &&
                has_any(record, child, stones, 3) && !has_any(record, child, others, 4);
    return fits ? child : 0;
}

static void write_game(emitter *e, kf_node game) {
    int width, height;
    kf_record_board(e->record, game, &width, &height);
    e->nodes.size = width;
    write_unit(e, game, KF_ISHI_ROOT, 0);
    kf_node setup = setup_below(e, game);
    if (setup != 0)
        write_unit(e, setup, KF_ISHI_SETUP, 0);
    add_task(e, TASK_AFTER, setup != 0 ? setup : game, 0);
    while (e->task_count > 0)
        run_task(e, e->tasks[--e->task_count]);
}

kf_ishi_emitted kf_ishi_emit(const kf_record *record, bool is_careful, bool is_last,
                             kf_arena *arena) {
    emitter e = {.record = record, .arena = arena};
    kf_node last = 0;
    e.nodes = kf_ishi_node_begin(record, is_careful, arena);
    e.links = kf_ishi_links_new(record, arena);
    e.path = kf_ishi_play_new(record, arena);
    e.numbers = kf_arena_resize(arena, NULL, kf_record_nodes(record) * sizeof *e.numbers);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        if (!kf_ishi_write_holds(record, game))
            continue;
        write_game(&e, game);
        last = game;
    }
    e.nodes.indent = 0;
    if (last != 0 && is_last)
        kf_ishi_node_write_tail(&e.nodes, record, last);
    e.out.text = e.nodes.text;
    e.out.length = e.nodes.text.length;
    e.out.prisoners = e.nodes.prisoners;
    // The text is read back now, for which there is to be room.
    kf_play_free(e.path);
    kf_arena_release(arena, e.numbers);
    kf_arena_release(arena, e.tasks);
    kf_arena_release(arena, e.waiting);
    return e.out;
}
