// SPDX-License-Identifier: MIT
// Facts of SGF that Ishi has no words for: the USER kifu block, read and applied.
//
// A block is applied to the properties that the lines of the file gave. Then each group of lines
// is made again from the result: where that is not what stands in the file, somebody has edited
// it, and the properties that the lines gave win for the group.

#include "format/ishi/ishi_reader.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "format/ishi/ishi_writer.h"
#include "record/value.h"

enum { PATH_ROOM = 64 };

// A block and what is needed to judge it.
typedef struct block {
    kf_node node;
    kf_ishi_fact *facts;
    size_t count;
    kf_text given; // the properties that the lines gave
    kf_ishi_kind kind;
    int size, number; // the number is that before its move
    kf_text *before;  // the lines, of the groups that the facts speak of
    bool speaks_of[KF_ISHI_GROUPS];
    bool is_checked[KF_ISHI_GROUPS]; // it has a SHOWN fact
    kf_node *nodes;                  // the node, and those that were added behind it
    size_t node_count;
} block;

struct kf_ishi_carry {
    kf_record *record;
    kf_arena *arena;
    block *blocks;
    size_t count, capacity;
    kf_play *path; // of the record as it stands now
};

kf_ishi_carry *kf_ishi_carry_new(kf_record *record) {
    kf_ishi_carry *carry = kf_arena_alloc(record->arena, sizeof *carry);
    *carry = (kf_ishi_carry){.record = record, .arena = record->arena};
    return carry;
}

bool kf_ishi_carry_take(kf_ishi_carry *carry, kf_node node, kf_text title, kf_text body) {
    bool is_second = carry->count > 0 && carry->blocks[carry->count - 1].node == node;
    if (is_second || !kf_text_is(kf_text_trim(title), "kifu"))
        return false;
    size_t count = 0;
    kf_text line, rest = body;
    while (kf_text_line(&rest, &line))
        count++;
    kf_ishi_fact *facts = kf_arena_alloc(carry->arena, count * sizeof *facts);
    for (size_t i = 0; kf_text_line(&body, &line); i++)
        if (!kf_ishi_fact_read(line, carry->arena, &facts[i]))
            return false;
    if (count == 0)
        return false;
    carry->blocks = kf_arena_grow(carry->arena, carry->blocks, &carry->capacity, carry->count + 1,
                                  sizeof *carry->blocks);
    carry->blocks[carry->count++] = (block){.node = node, .facts = facts, .count = count};
    return true;
}

// ---- What the lines gave ----

static bool has_fact(const block *b, kf_ishi_fact_kind kind) {
    for (size_t i = 0; i < b->count; i++)
        if (b->facts[i].kind == kind)
            return true;
    return false;
}

static bool is_of_diagrams(const kf_property *property) {
    return property->id == KF_P_KFDIAGRAM || property->id == KF_P_KFHIDE ||
           property->id == KF_P_KFDSETUP || property->id == KF_P_FG || property->id == KF_P_VW;
}

static void add_property(kf_buffer *out, const kf_property *property) {
    kf_buffer_add_text(out, property->name);
    kf_buffer_add_text(out, property->values);
}

// A DIAGRAM that stands for a node has nothing of a diagram.
static void make_plain(kf_ishi_carry *carry, block *b) {
    kf_buffer out = {.arena = carry->arena};
    kf_text rest = kf_node_text(carry->record, b->node);
    kf_property property;
    while (kf_property_next(&rest, &property))
        if (!is_of_diagrams(&property))
            add_property(&out, &property);
    kf_record_put(carry->record, b->node, kf_buffer_text(&out));
    kf_arena_release(carry->arena, out.data);
}

static kf_ishi_kind kind_of(const kf_ishi_carry *carry, const block *b) {
    if (has_fact(b, KF_ISHI_FACT_NODE))
        return KF_ISHI_NODE;
    kf_ishi_kind kind = kf_ishi_play_kind(carry->record, b->node, b->size);
    return kind == KF_ISHI_NODE ? KF_ISHI_SETUP : kind;
}

static void show(const kf_ishi_carry *carry, const block *b, kf_node node, kf_ishi_group group,
                 kf_buffer *out) {
    kf_ishi_kind kind = node == b->node ? b->kind : KF_ISHI_SETUP;
    int number = kf_ishi_play_number(kf_node_text(carry->record, node), b->number);
    kf_ishi_view view = {carry->record, node, kind, b->size, number, carry->path};
    kf_ishi_show(&view, group, out);
}

static void note_groups(block *b) {
    for (size_t i = 0; i < b->count; i++) {
        const kf_ishi_fact *fact = &b->facts[i];
        bool is_property = fact->kind == KF_ISHI_FACT_SET || fact->kind == KF_ISHI_FACT_GONE ||
                           fact->kind == KF_ISHI_FACT_SHOWN;
        kf_ishi_group group =
            is_property ? kf_ishi_show_group(&fact->property, b->kind) : KF_ISHI_UNSEEN;
        if (group == KF_ISHI_UNSEEN)
            continue;
        b->speaks_of[group] = true;
        b->is_checked[group] = b->is_checked[group] || fact->kind == KF_ISHI_FACT_SHOWN;
    }
}

static void look_at(kf_ishi_carry *carry, block *b) {
    b->kind = kind_of(carry, b);
    if (b->kind == KF_ISHI_NODE)
        make_plain(carry, b);
    b->given = kf_node_text(carry->record, b->node);
    note_groups(b);
}

// Of few blocks is there anything: most carry a node without a move, and no group.
static void look_before(kf_ishi_carry *carry, block *b) {
    for (int group = 0; group < KF_ISHI_GROUPS; group++) {
        kf_buffer out = {.arena = carry->arena};
        if (!b->speaks_of[group])
            continue;
        if (b->before == NULL)
            b->before = kf_arena_alloc(carry->arena, KF_ISHI_GROUPS * sizeof *b->before);
        show(carry, b, b->node, (kf_ishi_group)group, &out);
        b->before[group] = kf_buffer_text(&out);
    }
}

// Sizes and numbers, by one walk.
static void number_blocks(kf_ishi_carry *carry) {
    const kf_record *record = carry->record;
    size_t nodes = kf_record_nodes(record);
    int *numbers = kf_arena_resize(carry->arena, NULL, nodes * sizeof *numbers);
    block **of = kf_arena_resize(carry->arena, NULL, nodes * sizeof(block *));
    for (size_t i = 0; i < nodes; i++)
        of[i] = NULL;
    for (size_t i = 0; i < carry->count; i++)
        of[carry->blocks[i].node] = &carry->blocks[i];
    numbers[0] = 0;
    int width = 19, height = 19;
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        kf_node parent = kf_node_parent(record, node);
        if (parent == 0)
            kf_record_board(record, node, &width, &height);
        numbers[node] = parent == 0 ? 0 : numbers[parent];
        if (of[node] != NULL) {
            of[node]->size = width;
            of[node]->number = numbers[node];
        }
        if (kf_ishi_play_kind(record, node, width) == KF_ISHI_MOVE)
            numbers[node] = kf_ishi_play_number(kf_node_text(record, node), numbers[node]);
    }
    kf_arena_release(carry->arena, numbers);
    kf_arena_release(carry->arena, of);
}

// ---- Applying ----

static bool same_name(const kf_property *a, const kf_property *b) {
    if (a->id >= 0 || b->id >= 0)
        return a->id == b->id;
    return kf_text_equal(a->name, b->name);
}

// Whether the facts say something else of a property that the lines gave.
static bool is_replaced(const block *b, const kf_property *property) {
    for (size_t i = 0; i < b->count && b->facts[i].kind != KF_ISHI_FACT_NEXT; i++) {
        const kf_ishi_fact *fact = &b->facts[i];
        bool counts = fact->kind == KF_ISHI_FACT_SET || fact->kind == KF_ISHI_FACT_GONE;
        if (counts && same_name(&fact->property, property))
            return true;
    }
    return false;
}

// Puts the facts from `begin` up to the next NEXT into the node, and returns where that stands.
static size_t put_facts(kf_ishi_carry *carry, const block *b, size_t begin, kf_node node,
                        kf_buffer *out) {
    size_t i = begin;
    for (; i < b->count && b->facts[i].kind != KF_ISHI_FACT_NEXT; i++)
        if (b->facts[i].kind == KF_ISHI_FACT_SET)
            add_property(out, &b->facts[i].property);
    kf_record_put(carry->record, node, kf_buffer_text(out));
    out->length = 0;
    return i;
}

static void apply_block(kf_ishi_carry *carry, block *b) {
    kf_buffer out = {.arena = carry->arena};
    kf_text rest = b->given;
    kf_property property;
    size_t nexts = 0;
    for (size_t i = 0; i < b->count; i++)
        nexts += b->facts[i].kind == KF_ISHI_FACT_NEXT;
    b->nodes = kf_arena_alloc(carry->arena, (nexts + 1) * sizeof *b->nodes);
    b->nodes[b->node_count++] = b->node;
    while (kf_property_next(&rest, &property))
        if (!is_replaced(b, &property))
            add_property(&out, &property);
    size_t at = put_facts(carry, b, 0, b->node, &out);
    while (at < b->count) {
        kf_node added = kf_ishi_shape_insert(carry->record, b->nodes[b->node_count - 1]);
        b->nodes[b->node_count++] = added;
        at = put_facts(carry, b, at + 1, added, &out);
    }
    kf_arena_release(carry->arena, out.data);
}

// ---- What no longer fits ----

// Adds the properties of the group, or all others.
static void filter(kf_text rest, const block *b, kf_ishi_group group, bool wanted, kf_buffer *out) {
    kf_property property;
    while (kf_property_next(&rest, &property))
        if ((kf_ishi_show_group(&property, b->kind) == group) == wanted)
            add_property(out, &property);
}

// What the lines gave for a group is what the facts say that it was.
static bool is_as_told(kf_ishi_carry *carry, const block *b, kf_ishi_group group) {
    kf_buffer told = {.arena = carry->arena}, given = {.arena = carry->arena};
    filter(b->given, b, group, true, &given);
    for (size_t i = 0; i < b->count; i++) {
        const kf_ishi_fact *fact = &b->facts[i];
        if (fact->kind == KF_ISHI_FACT_SHOWN && fact->property.values.length > 0 &&
            kf_ishi_show_group(&fact->property, b->kind) == group)
            add_property(&told, &fact->property);
    }
    bool is_same = kf_text_equal(kf_buffer_text(&told), kf_buffer_text(&given));
    kf_arena_release(carry->arena, told.data);
    kf_arena_release(carry->arena, given.data);
    return is_same;
}

static bool fits(kf_ishi_carry *carry, const block *b, kf_ishi_group group) {
    if (b->is_checked[group])
        return is_as_told(carry, b, group);
    kf_buffer out = {.arena = carry->arena};
    for (size_t i = 0; i < b->node_count; i++)
        show(carry, b, b->nodes[i], group, &out);
    bool is_same = kf_text_equal(kf_buffer_text(&out), b->before[group]);
    kf_arena_release(carry->arena, out.data);
    return is_same;
}

// Gives the group back to the lines.
static void take_back(kf_ishi_carry *carry, const block *b, kf_ishi_group group) {
    kf_buffer out = {.arena = carry->arena};
    for (size_t i = 0; i < b->node_count; i++) {
        out.length = 0;
        filter(kf_node_text(carry->record, b->nodes[i]), b, group, false, &out);
        if (i == 0)
            filter(b->given, b, group, true, &out);
        kf_record_put(carry->record, b->nodes[i], kf_buffer_text(&out));
    }
    kf_arena_release(carry->arena, out.data);
}

static void shape_tree(kf_ishi_carry *carry) {
    kf_ishi_wish *wishes = kf_arena_resize(carry->arena, NULL, (carry->count + 1) * sizeof *wishes);
    for (size_t i = 0; i < carry->count; i++) {
        const block *b = &carry->blocks[i];
        wishes[i] = (kf_ishi_wish){.node = b->node, .is_node = b->kind == KF_ISHI_NODE};
        for (size_t k = 0; k < b->count; k++) {
            if (b->facts[k].kind == KF_ISHI_FACT_AT) {
                wishes[i].back = b->facts[k].back;
                wishes[i].index = b->facts[k].index;
            }
        }
    }
    kf_ishi_shape_apply(carry->record, wishes, carry->count);
    kf_arena_release(carry->arena, wishes);
}

static void judge_block(kf_ishi_carry *carry, const block *b, kf_log *log) {
    static const char *const names[] = {"title", "header part", "board size", "move",
                                        "setup", "comment",     "marking"};
    char path[PATH_ROOM];
    for (int group = 0; group < KF_ISHI_GROUPS; group++) {
        if (!b->speaks_of[group] || fits(carry, b, (kf_ishi_group)group))
            continue;
        take_back(carry, b, (kf_ishi_group)group);
        kf_log_add(log, KF_ISHI_CARRIED, kf_record_place(carry->record, b->node, path, sizeof path),
                   "the %s here was changed since; what was carried with it no longer counts",
                   names[group]);
    }
}

// The nodes whose list of prisoners is a fact.
static bool *find_prisoners(const kf_ishi_carry *carry) {
    size_t nodes = kf_record_nodes(carry->record);
    bool *is_carried = kf_arena_resize(carry->arena, NULL, nodes * sizeof *is_carried);
    memset(is_carried, 0, nodes * sizeof *is_carried);
    for (size_t i = 0; i < carry->count; i++) {
        const block *b = &carry->blocks[i];
        size_t at = 0;
        for (size_t k = 0; k < b->count; k++) {
            const kf_ishi_fact *fact = &b->facts[k];
            at += fact->kind == KF_ISHI_FACT_NEXT;
            bool counts = fact->kind == KF_ISHI_FACT_SET || fact->kind == KF_ISHI_FACT_GONE;
            if (counts && fact->property.id == KF_P_KFPRISONER)
                is_carried[b->nodes[at]] = true;
        }
    }
    return is_carried;
}

void kf_ishi_carry_apply(kf_ishi_carry *carry, kf_log *log) {
    if (carry->count > 0) {
        number_blocks(carry);
        for (size_t i = 0; i < carry->count; i++)
            look_at(carry, &carry->blocks[i]);
        shape_tree(carry);
        carry->path = kf_ishi_play_new(carry->record, carry->arena);
        for (size_t i = 0; i < carry->count; i++)
            look_before(carry, &carry->blocks[i]);
        for (size_t i = 0; i < carry->count; i++)
            apply_block(carry, &carry->blocks[i]);
        // The tree is another now.
        kf_play_free(carry->path);
        carry->path = kf_ishi_play_new(carry->record, carry->arena);
        for (size_t i = 0; i < carry->count; i++)
            judge_block(carry, &carry->blocks[i], log);
        kf_play_free(carry->path);
    }
    bool *is_carried = carry->count > 0 ? find_prisoners(carry) : NULL;
    kf_ishi_prisoner_settle(carry->record, is_carried);
    kf_arena_release(carry->arena, is_carried);
}
