// SPDX-License-Identifier: MIT
// Facts of SGF that Ishi has no words for: the USER kifu block, read and applied.
//
// A block is applied to the properties that the lines of the file gave. Then each group of lines
// is made again from the result: where that is not what stands in the file, somebody has edited
// it, and the properties that the lines gave win for the group.
//
// There can be as many blocks as nodes, and few of their facts are looked at more than twice. So
// facts are read from the lines of the block whenever they are asked for, and kept nowhere. Of a
// block that only says that its DIAGRAM is a node, nothing is kept but that.

#include "format/ishi/ishi_reader.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "format/ishi/ishi_writer.h"
#include "record/value.h"

enum { PATH_ROOM = 64 };

// What there is to know of a block that speaks of groups or adds nodes. Few do: most carry a node
// without a move.
typedef struct more {
    kf_text given;                 // the properties that the lines of the file gave
    kf_text lines[KF_ISHI_GROUPS]; // that stood there for the groups that the facts speak of
    kf_node added;                 // the first of the nodes that were added behind the block's
    uint32_t nexts;                // how many they are
} more;

// A block and what is needed to judge it.
typedef struct block {
    const char *body; // its lines
    uint32_t length;  // of the body
    uint32_t more;    // 1 + its index; 0: there is none
    kf_node node;
    int number;                    // before its move
    uint8_t kind : 3;              // kf_ishi_kind
    uint8_t size : 5;              // of the board
    uint8_t speaks_of, is_checked; // groups, a bit for each; the latter have a SHOWN fact
    bool is_node : 1, is_placed : 1, has_prisoners : 1; // there is such a fact
} block;

_Static_assert(KF_ISHI_GROUPS <= 8, "a bit for each group");

struct kf_ishi_carry {
    kf_record *record;
    kf_arena *arena;
    kf_arena *scratch;   // of the facts in hand, made with the first block
    kf_ishi_nodes whole; // whose DIAGRAM is a node
    kf_node latest;      // that had a block
    block *blocks;
    size_t count, capacity;
    more *mores;
    size_t more_count, more_room;
    kf_play *path; // of the record as it stands now
};

kf_ishi_carry *kf_ishi_carry_new(kf_record *record) {
    kf_ishi_carry *carry = kf_arena_alloc(record->arena, sizeof *carry);
    *carry = (kf_ishi_carry){.record = record, .arena = record->arena};
    return carry;
}

static const more *more_of(const kf_ishi_carry *carry, const block *b) {
    static const more none = {.added = 0};
    return b->more > 0 ? &carry->mores[b->more - 1] : &none;
}

static more *make_more(kf_ishi_carry *carry, block *b) {
    if (b->more == 0) {
        carry->mores = kf_arena_grow(carry->arena, carry->mores, &carry->more_room,
                                     carry->more_count + 1, sizeof *carry->mores);
        carry->mores[carry->more_count++] = (more){.added = 0};
        b->more = (uint32_t)carry->more_count;
    }
    return &carry->mores[b->more - 1];
}

// ---- Facts ----

// The facts of a block one after the other. What they hold goes with the end.
typedef struct facts {
    kf_arena *arena;
    kf_arena_level level;
    kf_text rest;
    kf_ishi_fact fact;
} facts;

static facts begin_facts(const kf_ishi_carry *carry, kf_text body) {
    return (facts){.arena = carry->scratch, .level = kf_arena_mark(carry->scratch), .rest = body};
}

// Of a block that was taken, every line is one.
static bool next_fact(facts *f) {
    kf_text line;
    return kf_text_line(&f->rest, &line) && kf_ishi_fact_read(line, f->arena, &f->fact);
}

static void end_facts(facts *f) {
    kf_arena_rewind(f->arena, f->level);
}

static bool describes_node(const kf_ishi_fact *fact) {
    return fact->kind == KF_ISHI_FACT_SET || fact->kind == KF_ISHI_FACT_GONE;
}

static void note_fact(block *b, const kf_ishi_fact *fact) {
    bool is_prisoner = describes_node(fact) && fact->property.id == KF_P_KFPRISONER;
    b->is_node |= fact->kind == KF_ISHI_FACT_NODE;
    b->is_placed |= fact->kind == KF_ISHI_FACT_AT;
    b->has_prisoners |= is_prisoner;
}

const kf_ishi_nodes *kf_ishi_carry_whole(const kf_ishi_carry *carry) {
    return &carry->whole;
}

bool kf_ishi_carry_take(kf_ishi_carry *carry, kf_node node, kf_text title, kf_text body) {
    bool is_second = carry->latest == node && node != 0;
    if (is_second || !kf_text_is(kf_text_trim(title), "kifu"))
        return false;
    if (carry->scratch == NULL)
        carry->scratch = kf_arena_new_in(carry->arena);
    block made = {.node = node, .body = body.data, .length = (uint32_t)body.length};
    size_t count = 0;
    uint32_t nexts = 0;
    facts f = begin_facts(carry, body);
    for (; next_fact(&f); count++) {
        note_fact(&made, &f.fact);
        nexts += f.fact.kind == KF_ISHI_FACT_NEXT;
    }
    bool is_ours = count > 0 && f.rest.length == 0;
    end_facts(&f);
    if (!is_ours)
        return false;
    carry->latest = node;
    if (made.is_node)
        kf_ishi_nodes_add(&carry->whole, node, carry->arena);
    if (made.is_node && count == 1)
        return true;
    if (nexts > 0)
        make_more(carry, &made)->nexts = nexts;
    carry->blocks = kf_arena_grow(carry->arena, carry->blocks, &carry->capacity, carry->count + 1,
                                  sizeof *carry->blocks);
    carry->blocks[carry->count++] = made;
    return true;
}

// ---- What the lines gave ----

static bool is_of_diagrams(const kf_property *property) {
    return property->id == KF_P_KFDIAGRAM || property->id == KF_P_KFHIDE ||
           property->id == KF_P_KFDSETUP || property->id == KF_P_FG || property->id == KF_P_VW;
}

static void add_property(kf_buffer *out, const kf_property *property) {
    kf_buffer_add_text(out, property->name);
    kf_buffer_add_text(out, property->values);
}

// A DIAGRAM that stands for a node has nothing of a diagram.
static void make_plain(kf_record *record, kf_node node, kf_buffer *out) {
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    bool any = false;
    out->length = 0;
    while (kf_property_next(&rest, &property)) {
        if (is_of_diagrams(&property))
            any = true;
        else
            add_property(out, &property);
    }
    if (any)
        kf_record_replace(record, node, kf_buffer_text(out));
}

static void make_nodes_plain(kf_ishi_carry *carry) {
    kf_buffer out = {.arena = carry->arena};
    size_t nodes = kf_record_nodes(carry->record);
    for (size_t node = 1; node < nodes; node++)
        if (kf_ishi_nodes_has(&carry->whole, (kf_node)node))
            make_plain(carry->record, (kf_node)node, &out);
    kf_arena_release(carry->arena, out.data);
}

static kf_ishi_kind kind_of(const kf_ishi_carry *carry, const block *b) {
    if (b->is_node)
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

static bool speaks_of(const block *b, int group) {
    return (b->speaks_of >> group & 1) != 0;
}

static void note_groups(kf_ishi_carry *carry, block *b) {
    facts f = begin_facts(carry, (kf_text){b->body, b->length});
    while (next_fact(&f)) {
        bool is_shown = f.fact.kind == KF_ISHI_FACT_SHOWN;
        kf_ishi_group group = is_shown || describes_node(&f.fact)
                                  ? kf_ishi_show_group(&f.fact.property, b->kind)
                                  : KF_ISHI_UNSEEN;
        if (group == KF_ISHI_UNSEEN)
            continue;
        b->speaks_of |= (uint8_t)(1 << group);
        b->is_checked |= (uint8_t)(is_shown << group);
    }
    end_facts(&f);
}

static void look_at(kf_ishi_carry *carry, block *b) {
    b->kind = (uint8_t)kind_of(carry, b) & 7;
    note_groups(carry, b);
}

static void look_before(kf_ishi_carry *carry, block *b) {
    for (int group = 0; group < KF_ISHI_GROUPS; group++) {
        kf_buffer out = {.arena = carry->arena};
        if (!speaks_of(b, group))
            continue;
        more *m = make_more(carry, b);
        if (m->given.data == NULL) {
            kf_text given = kf_node_text(carry->record, b->node);
            m->given =
                (kf_text){kf_arena_copy(carry->arena, given.data, given.length), given.length};
        }
        show(carry, b, b->node, (kf_ishi_group)group, &out);
        kf_text lines = kf_buffer_text(&out);
        m->lines[group] =
            (kf_text){kf_arena_copy(carry->arena, lines.data, lines.length), lines.length};
        kf_arena_release(carry->arena, out.data);
    }
}

// Sizes and numbers, by one walk.
static void number_blocks(kf_ishi_carry *carry) {
    const kf_record *record = carry->record;
    size_t nodes = kf_record_nodes(record);
    int *numbers = kf_arena_resize(carry->arena, NULL, nodes * sizeof *numbers);
    uint32_t *of =
        kf_arena_resize(carry->arena, NULL, nodes * sizeof *of); // one more than its index
    memset(of, 0, nodes * sizeof *of);
    for (size_t i = 0; i < carry->count; i++)
        of[carry->blocks[i].node] = (uint32_t)i + 1;
    numbers[0] = 0;
    int width = 19, height = 19;
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        kf_node parent = kf_node_parent(record, node);
        if (parent == 0)
            kf_record_board(record, node, &width, &height);
        numbers[node] = parent == 0 ? 0 : numbers[parent];
        if (of[node] > 0) {
            carry->blocks[of[node] - 1].size = (uint8_t)width & 31;
            carry->blocks[of[node] - 1].number = numbers[node];
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

// What the facts up to the first NEXT say of the node's own properties.
typedef struct own_facts {
    kf_property *list;
    size_t count, room;
} own_facts;

// Whether the facts say something else of a property that the lines gave.
static bool is_replaced(const own_facts *own, const kf_property *property) {
    for (size_t i = 0; i < own->count; i++)
        if (same_name(&own->list[i], property))
            return true;
    return false;
}

// Adds what the lines gave and the facts say nothing of.
static void keep_given(kf_ishi_carry *carry, const block *b, kf_buffer *out) {
    own_facts own = {.list = NULL};
    facts f = begin_facts(carry, (kf_text){b->body, b->length});
    while (next_fact(&f) && f.fact.kind != KF_ISHI_FACT_NEXT) {
        if (!describes_node(&f.fact))
            continue;
        own.list = kf_arena_grow(f.arena, own.list, &own.room, own.count + 1, sizeof *own.list);
        own.list[own.count++] = f.fact.property;
    }
    kf_text rest = kf_node_text(carry->record, b->node);
    kf_property property;
    while (kf_property_next(&rest, &property))
        if (!is_replaced(&own, &property))
            add_property(out, &property);
    end_facts(&f);
}

static void put(kf_ishi_carry *carry, kf_node node, kf_buffer *out) {
    kf_record_replace(carry->record, node, kf_buffer_text(out));
    out->length = 0;
}

static void apply_block(kf_ishi_carry *carry, block *b) {
    kf_buffer out = {.arena = carry->arena};
    kf_node node = b->node;
    keep_given(carry, b, &out);
    facts f = begin_facts(carry, (kf_text){b->body, b->length});
    while (next_fact(&f)) {
        if (f.fact.kind == KF_ISHI_FACT_SET)
            add_property(&out, &f.fact.property);
        if (f.fact.kind != KF_ISHI_FACT_NEXT)
            continue;
        put(carry, node, &out);
        node = kf_ishi_shape_insert(carry->record, node);
        more *m = make_more(carry, b);
        m->added = m->added != 0 ? m->added : node;
    }
    end_facts(&f);
    put(carry, node, &out);
    kf_arena_release(carry->arena, out.data);
}

// The block's node, for 0, and those that were added behind it.
static kf_node node_of(const kf_ishi_carry *carry, const block *b, uint32_t i) {
    return i == 0 ? b->node : more_of(carry, b)->added + i - 1;
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
static bool is_as_stated(kf_ishi_carry *carry, const block *b, kf_ishi_group group) {
    facts f = begin_facts(carry, (kf_text){b->body, b->length});
    kf_buffer told = {.arena = f.arena}, given = {.arena = f.arena};
    filter(more_of(carry, b)->given, b, group, true, &given);
    while (next_fact(&f))
        if (f.fact.kind == KF_ISHI_FACT_SHOWN && f.fact.property.values.length > 0 &&
            kf_ishi_show_group(&f.fact.property, b->kind) == group)
            add_property(&told, &f.fact.property);
    bool is_same = kf_text_equal(kf_buffer_text(&told), kf_buffer_text(&given));
    end_facts(&f);
    return is_same;
}

static bool fits(kf_ishi_carry *carry, const block *b, kf_ishi_group group) {
    if ((b->is_checked >> group & 1) != 0)
        return is_as_stated(carry, b, group);
    kf_buffer out = {.arena = carry->arena};
    const more *m = more_of(carry, b);
    for (uint32_t i = 0; i <= m->nexts; i++)
        show(carry, b, node_of(carry, b, i), group, &out);
    bool is_same = kf_text_equal(kf_buffer_text(&out), m->lines[group]);
    kf_arena_release(carry->arena, out.data);
    return is_same;
}

// Gives the group back to the lines.
static void take_back(kf_ishi_carry *carry, const block *b, kf_ishi_group group) {
    kf_buffer out = {.arena = carry->arena};
    const more *m = more_of(carry, b);
    for (uint32_t i = 0; i <= m->nexts; i++) {
        filter(kf_node_text(carry->record, node_of(carry, b, i)), b, group, false, &out);
        if (i == 0)
            filter(m->given, b, group, true, &out);
        put(carry, node_of(carry, b, i), &out);
    }
    kf_arena_release(carry->arena, out.data);
}

static void find_place(kf_ishi_carry *carry, const block *b, kf_ishi_wish *wish) {
    facts f = begin_facts(carry, (kf_text){b->body, b->length});
    while (next_fact(&f)) {
        if (f.fact.kind != KF_ISHI_FACT_AT)
            continue;
        wish->back = f.fact.back;
        wish->index = f.fact.index;
    }
    end_facts(&f);
}

static void shape_tree(kf_ishi_carry *carry) {
    size_t count = 0;
    for (size_t i = 0; i < carry->count; i++)
        count += carry->blocks[i].is_placed;
    kf_ishi_wish *wishes = kf_arena_resize(carry->arena, NULL, count * sizeof *wishes);
    count = 0;
    for (size_t i = 0; i < carry->count; i++) {
        const block *b = &carry->blocks[i];
        if (!b->is_placed)
            continue;
        wishes[count] = (kf_ishi_wish){.node = b->node};
        find_place(carry, b, &wishes[count++]);
    }
    kf_ishi_shape_apply(carry->record, &carry->whole, wishes, count);
    kf_arena_release(carry->arena, wishes);
}

// The path to a node is only made for a finding that is kept: it can take as long as there are
// nodes.
static void report_change(const kf_ishi_carry *carry, const block *b, int group, kf_log *log) {
    static const char *const names[] = {"title", "header part", "board size", "move",
                                        "setup", "comment",     "marking"};
    char path[PATH_ROOM];
    kf_place place = {0};
    if (kf_log_keeps(log, KF_NOTE, KF_ISHI_CARRIED))
        place = kf_record_place(carry->record, b->node, path, sizeof path);
    kf_log_add(log, KF_ISHI_CARRIED, place,
               "the %s here was changed since; what was carried with it no longer counts",
               names[group]);
}

static void judge_block(kf_ishi_carry *carry, const block *b, kf_log *log) {
    for (int group = 0; group < KF_ISHI_GROUPS; group++) {
        if (!speaks_of(b, group) || fits(carry, b, (kf_ishi_group)group))
            continue;
        take_back(carry, b, (kf_ishi_group)group);
        report_change(carry, b, group, log);
    }
}

static void note_prisoners(kf_ishi_carry *carry, const block *b, bool *is_carried) {
    uint32_t at = 0;
    facts f = begin_facts(carry, (kf_text){b->body, b->length});
    while (next_fact(&f)) {
        at += f.fact.kind == KF_ISHI_FACT_NEXT;
        if (describes_node(&f.fact) && f.fact.property.id == KF_P_KFPRISONER)
            is_carried[node_of(carry, b, at)] = true;
    }
    end_facts(&f);
}

// The nodes whose list of prisoners is a fact; NULL: none.
static bool *find_prisoners(kf_ishi_carry *carry) {
    bool *is_carried = NULL;
    size_t nodes = kf_record_nodes(carry->record);
    for (size_t i = 0; i < carry->count; i++) {
        if (!carry->blocks[i].has_prisoners)
            continue;
        if (is_carried == NULL) {
            is_carried = kf_arena_resize(carry->arena, NULL, nodes * sizeof *is_carried);
            memset(is_carried, 0, nodes * sizeof *is_carried);
        }
        note_prisoners(carry, &carry->blocks[i], is_carried);
    }
    return is_carried;
}

static void apply(kf_ishi_carry *carry, kf_log *log) {
    if (carry->count > 0)
        number_blocks(carry);
    make_nodes_plain(carry);
    for (size_t i = 0; i < carry->count; i++)
        look_at(carry, &carry->blocks[i]);
    shape_tree(carry);
    if (carry->count == 0)
        return;
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

void kf_ishi_carry_apply(kf_ishi_carry *carry, kf_log *log) {
    if (carry->count > 0 || carry->whole.room > 0)
        apply(carry, log);
    bool *is_carried = find_prisoners(carry);
    kf_arena_release(carry->arena, carry->blocks);
    kf_arena_release(carry->arena, carry->mores);
    kf_arena_release(carry->arena, carry->whole.bits);
    kf_arena_free(carry->scratch);
    kf_ishi_prisoner_settle(carry->record, is_carried);
    kf_arena_release(carry->arena, is_carried);
}
