// SPDX-License-Identifier: MIT
// What a file that is about to be written does not give back, as facts to be carried.
//
// What Ishi has no word for is found by reading back the lines that were made and comparing, not
// by a list of what Ishi lacks: such a list would be wrong wherever nobody thought of a case.

#include "format/ishi/ishi_writer.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "record/value.h"

// The wish for a node that would come back at another place: how far back its parent stands, and
// as which child of it.
typedef struct place {
    uint32_t back, index; // 0: it comes back where it is
} place;

// Both records side by side: what is written, and what was read back.
typedef struct pair {
    const kf_record *record, *back;
    const kf_ishi_emitted *emitted;
    kf_loss *loss;
    kf_arena *arena;
    kf_play *path, *back_path;
    uint32_t *unit_of; // by node of the record, one more than the index; 0: none
    kf_node *back_of;  // by unit, 0: none
    uint32_t *rank;    // by unit: its place among those that were read back; NULL: not asked yet
    place *places;     // by unit, or NULL
    kf_property *here, *there;
    size_t here_count, there_count, here_capacity, there_capacity;
    kf_buffer out;
} pair;

// ---- The text with facts ----

static void add_indent(kf_buffer *out, int count) {
    for (int i = 0; i < count; i++)
        kf_buffer_add_char(out, ' ');
}

static void add_lines(kf_buffer *out, int indent, kf_text facts) {
    kf_text line;
    while (kf_text_line(&facts, &line)) {
        add_indent(out, indent);
        kf_buffer_add_text(out, line);
        kf_buffer_add_string(out, "\r\n");
    }
}

static void add_block(kf_buffer *out, const kf_ishi_unit *unit, kf_text facts) {
    if (unit->kind == KF_ISHI_NODE) {
        add_lines(out, unit->indent, facts);
        return;
    }
    add_lines(out, unit->indent, KF_TEXT("USER kifu"));
    add_lines(out, unit->indent, facts);
    add_lines(out, unit->indent, KF_TEXT("ENDUSER"));
}

static kf_text facts_of(const kf_ishi_stated *told, size_t i) {
    if (told->ends == NULL)
        return (kf_text){"", 0};
    return kf_text_cut(told->facts, i > 0 ? told->ends[i - 1] : 0, told->ends[i]);
}

void kf_ishi_report_write(const kf_ishi_emitted *emitted, const kf_ishi_stated *told,
                          kf_output *out, kf_arena *arena) {
    kf_buffer block = {.arena = arena};
    kf_text text = kf_text_cut(kf_buffer_text(&emitted->text), 0, emitted->length);
    size_t done = 0;
    for (size_t i = 0; i < emitted->count; i++) {
        const kf_ishi_unit *unit = &emitted->units[i];
        kf_text facts = facts_of(told, i);
        if (facts.length == 0)
            continue;
        block.length = 0;
        add_block(&block, unit, facts);
        kf_output_add_text(out, kf_text_cut(text, done, unit->facts_at));
        kf_output_add_text(out, kf_buffer_text(&block));
        done = unit->facts_at;
    }
    kf_output_add_text(out, kf_text_cut(text, done, text.length));
}

// ---- Who is who ----

static void *array(const pair *p, size_t count, size_t element) {
    void *data = kf_arena_resize(p->arena, NULL, (count + 1) * element);
    memset(data, 0, (count + 1) * element);
    return data;
}

// The nodes that were read back belong to the units in whose lines they begin. False when a unit
// has two, or one that should have a node has none.
static bool match(pair *p) {
    const kf_ishi_emitted *e = p->emitted;
    size_t nodes = kf_record_nodes(p->back), unit = 0;
    kf_node *order = kf_ishi_shape_order(p->back, p->arena);
    bool is_complete = true;
    for (size_t i = 1; i < nodes; i++) {
        kf_node back = order != NULL ? order[i] : (kf_node)i;
        size_t place = kf_record_place_of(p->back, back, "").offset;
        while (unit + 1 < e->count && e->units[unit + 1].begin <= place)
            unit++;
        is_complete = is_complete && e->count > 0 && p->back_of[unit] == 0;
        if (!is_complete)
            break;
        p->back_of[unit] = back;
    }
    for (size_t i = 0; i < e->count; i++) {
        p->unit_of[e->units[i].node] = (uint32_t)i + 1;
        is_complete = is_complete && (p->back_of[i] != 0 || e->units[i].kind == KF_ISHI_SETUP);
    }
    kf_arena_release(p->arena, order);
    return is_complete;
}

static void add_fact(pair *p, kf_ishi_fact fact) {
    kf_ishi_fact_write(&p->out, &fact);
}

static void note(pair *p, const char *kind, kf_node node) {
    kf_loss_add(p->loss, false, kf_text_of(kind), node);
}

// ---- The place in the tree ----

// The unit of a node, where a setup that was read into its root counts as the root; one more
// than the index, 0 for node 0.
static size_t shown_unit(const pair *p, kf_node node) {
    size_t unit = p->unit_of[node];
    if (unit > 0 && p->back_of[unit - 1] == 0)
        return shown_unit(p, kf_node_parent(p->record, node));
    return unit;
}

static void make_ranks(pair *p) {
    uint32_t rank = 0;
    p->rank = array(p, p->emitted->count, sizeof *p->rank);
    for (size_t i = 0; i < p->emitted->count; i++) {
        p->rank[i] = rank;
        rank += p->back_of[i] != 0;
    }
}

// Most files have none: no unit has a place in the list before there is one.
static void add_place(pair *p, size_t unit, size_t parent_unit, uint32_t index) {
    if (p->places == NULL) {
        make_ranks(p);
        p->places = array(p, p->emitted->count, sizeof *p->places);
    }
    p->places[unit] = (place){p->rank[unit] - p->rank[parent_unit - 1], index};
}

// Whether the children of a node that came back below it stand there in another order.
static bool is_mixed(const pair *p, kf_node parent, kf_node back_parent) {
    kf_node there = kf_node_child(p->back, back_parent);
    for (kf_node c = kf_node_child(p->record, parent); c != 0; c = kf_node_next(p->record, c)) {
        kf_node back = p->back_of[p->unit_of[c] - 1];
        if (back == 0 || kf_node_parent(p->back, back) != back_parent)
            continue;
        while (there != 0 && there != back)
            there = kf_node_next(p->back, there);
        if (there == 0)
            return true;
    }
    return false;
}

static void place_children(pair *p, kf_node parent) {
    size_t parent_unit = shown_unit(p, parent);
    kf_node back_parent = parent_unit > 0 ? p->back_of[parent_unit - 1] : 0;
    bool are_mixed = is_mixed(p, parent, back_parent);
    uint32_t index = 0;
    for (kf_node c = kf_node_child(p->record, parent); c != 0; c = kf_node_next(p->record, c)) {
        size_t unit = p->unit_of[c] - 1;
        kf_node back = p->back_of[unit];
        index++;
        if (back != 0 && (are_mixed || kf_node_parent(p->back, back) != back_parent))
            add_place(p, unit, parent_unit, index);
    }
}

static void place_all(pair *p) {
    kf_walk walk = kf_walk_from(p->record, 0);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;)
        if (p->unit_of[node] > 0) // of a game that is written
            place_children(p, node);
}

// ---- Properties ----

static void collect(const pair *p, kf_text rest, kf_property **list, size_t *count,
                    size_t *capacity) {
    kf_property property;
    *count = 0;
    while (kf_property_next(&rest, &property)) {
        *list = kf_arena_grow(p->arena, *list, capacity, *count + 1, sizeof **list);
        (*list)[(*count)++] = property;
    }
}

// What every SGF file says of itself is not worth carrying.
static bool is_of_the_file(const kf_property *property, bool is_root) {
    kf_text values = property->values, value = {"", 0}, more;
    kf_property_value(&values, &value);
    bool is_one = !kf_property_value(&values, &more);
    switch (is_root && is_one ? property->id : -1) {
    case KF_P_CA:
        return true;
    case KF_P_FF:
        return kf_text_is(value, "4");
    case KF_P_GM:
        return kf_text_is(value, "1") && values.length == 0;
    case KF_P_AP:
        return kf_text_starts(value, KF_TEXT("kifu"));
    default:
        return false;
    }
}

static void note_property(const pair *p, const kf_property *property, kf_ishi_group group,
                          kf_node node) {
    static const char *const kinds[] = {"event title",  "",     "board size", "move", "setup",
                                        "comment text", "marks"};
    bool is_named = group != KF_ISHI_UNSEEN && group != KF_ISHI_HEADER;
    kf_buffer kind = {.arena = p->arena};
    bool is_number = property->id == KF_P_MN || property->id == KF_P_KFNUMBER;
    kf_buffer_add_string(&kind, !is_named ? "property " : is_number ? "move number" : kinds[group]);
    if (!is_named)
        kf_buffer_add_text(&kind, property->name);
    kf_loss_add(p->loss, false, kf_buffer_text(&kind), node);
    kf_arena_release(p->arena, kind.data);
}

// What does not come back by itself, by id.
typedef struct missing {
    bool is_told[KF_PROPERTY_COUNT];    // the node has it, and the lines do not give it
    bool is_surplus[KF_PROPERTY_COUNT]; // the lines give it, and the node does not have it
    bool speaks_of[KF_ISHI_GROUPS + 1]; // groups with any of these
} missing;

// Whether a list of prisoners that came back is the board's own. It settles by itself when the
// facts are known, for the board may be another before.
static bool is_of_the_board(const pair *p, const kf_property *property, kf_node node) {
    kf_text values = property->values, value, word, wanted,
            expected = kf_ishi_prisoner_of(&p->emitted->prisoners, node);
    if (property->id != KF_P_KFPRISONER)
        return false;
    while (kf_property_value(&values, &value))
        while (kf_text_word(&value, &word))
            if (!kf_text_word(&expected, &wanted) || !kf_text_equal(word, wanted))
                return false;
    return true;
}

static void find_missing(const pair *p, const kf_ishi_unit *unit, missing *m) {
    bool is_here[KF_PROPERTY_COUNT] = {false}, is_asked[KF_PROPERTY_COUNT] = {false};
    for (size_t i = 0; i < p->here_count; i++) {
        const kf_property *property = &p->here[i];
        int id = property->id;
        kf_ishi_same_list here = {p->here, p->here_count, id},
                          there = {p->there, p->there_count, id};
        if (id < 0 || is_asked[id])
            continue;
        is_here[id] = true;
        // One of the file may stand beside another of its name that is not.
        is_asked[id] = !is_of_the_file(property, unit->kind == KF_ISHI_ROOT);
        m->is_told[id] = is_asked[id] && !kf_ishi_same(here, there, p->arena);
        if (m->is_told[id])
            m->speaks_of[kf_ishi_show_group(property, unit->kind)] = true;
    }
    for (size_t i = 0; i < p->there_count; i++) {
        int id = p->there[i].id;
        if (id < 0 || is_here[id] || is_of_the_board(p, &p->there[i], unit->node))
            continue;
        m->is_surplus[id] = true;
        m->speaks_of[kf_ishi_show_group(&p->there[i], unit->kind)] = true;
    }
}

static bool is_move(const kf_property *property) {
    return property->id == KF_P_B || property->id == KF_P_W;
}

// Adds the properties that do not come back by themselves. Stones and marks may lie on each other,
// so that their order counts: these are told all or not at all. So does that of two moves, and
// what is told stands behind what the lines give.
static void state_missing(pair *p, const kf_ishi_unit *unit, missing *m) {
    bool has_moved = false;
    for (size_t i = 0; i < p->here_count; i++) {
        const kf_property *property = &p->here[i];
        kf_ishi_group group = kf_ishi_show_group(property, unit->kind);
        bool is_ordered = group == KF_ISHI_STONES || group == KF_ISHI_MARKS;
        bool is_told = property->id < 0 || m->is_told[property->id];
        bool is_behind = is_move(property) && has_moved;
        has_moved = has_moved || (is_told && is_move(property));
        if (!is_told && !is_behind && !(is_ordered && m->speaks_of[group]))
            continue;
        add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_SET, .property = *property});
        if (is_told)
            note_property(p, property, group, unit->node);
    }
    for (size_t i = 0; i < p->there_count; i++) {
        const kf_property *property = &p->there[i];
        if (property->id < 0 || !m->is_surplus[property->id])
            continue;
        add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_GONE, .property = *property});
        m->is_surplus[property->id] = false; // once is enough
    }
}

// Everything of a node that does not stand in the text as one.
static void state_whole(pair *p, const kf_ishi_unit *unit, bool *speaks_of) {
    collect(p, kf_node_text(p->record, unit->node), &p->here, &p->here_count, &p->here_capacity);
    add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_NEXT});
    note(p, "setup in a node of its own", unit->node);
    for (size_t i = 0; i < p->here_count; i++) {
        add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_SET, .property = p->here[i]});
        speaks_of[kf_ishi_show_group(&p->here[i], KF_ISHI_ROOT)] = true;
    }
}

// ---- Groups whose lines say less than they seem to ----

static void show(kf_play *path, kf_node node, const kf_ishi_unit *unit, int size,
                 kf_ishi_group group, kf_buffer *out) {
    int number = kf_ishi_play_number(kf_node_text(path->record, node), unit->number);
    kf_ishi_view view = {path->record, node, unit->kind, size, number, path};
    kf_ishi_show(&view, group, out);
}

// The reader sees that a group was not edited when the facts make the same lines as what the
// lines give. Where that is not so, the facts say what the lines give.
static void state_shown(pair *p, size_t index, int size, kf_ishi_group group) {
    const kf_ishi_unit *unit = &p->emitted->units[index];
    kf_buffer here = {.arena = p->arena}, there = {.arena = p->arena};
    show(p->path, unit->node, unit, size, group, &here);
    if (index + 1 < p->emitted->count && p->back_of[index + 1] == 0)
        show(p->path, unit[1].node, unit + 1, size, group, &here);
    show(p->back_path, p->back_of[index], unit, size, group, &there);
    bool is_same = kf_text_equal(kf_buffer_text(&here), kf_buffer_text(&there));
    kf_arena_release(p->arena, here.data);
    kf_arena_release(p->arena, there.data);
    if (is_same)
        return;
    static const char *const names[] = {"GN", "PB", "SZ", "MN", "AB", "C", "LB"};
    kf_text name = kf_text_of(names[group]);
    kf_property none = {.name = name, .values = {"", 0}, .id = kf_value_id(name)};
    bool any = false;
    for (size_t i = 0; i < p->there_count; i++) {
        if (kf_ishi_show_group(&p->there[i], unit->kind) != group)
            continue;
        add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_SHOWN, .property = p->there[i]});
        any = true;
    }
    if (!any)
        add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_SHOWN, .property = none});
}

static void state_unit(pair *p, size_t index, int size) {
    place where = p->places != NULL ? p->places[index] : (place){0, 0};
    const kf_ishi_unit *unit = &p->emitted->units[index];
    kf_node back = p->back_of[index];
    bool has_next = index + 1 < p->emitted->count && p->back_of[index + 1] == 0;
    if (unit->kind == KF_ISHI_NODE)
        note(p, "node without a move", unit->node);
    if (where.back > 0) {
        add_fact(p, (kf_ishi_fact){.kind = KF_ISHI_FACT_AT,
                                   .back = (int)where.back,
                                   .index = (int)where.index});
        note(p, "place in the tree", unit->node);
    }
    kf_text here = kf_node_text(p->record, unit->node), there = kf_node_text(p->back, back);
    // Nearly all come back as they are.
    if (!has_next && kf_text_equal(here, there) && kf_ishi_play_is_plain(here))
        return;
    missing m = {.is_told = {false}};
    collect(p, here, &p->here, &p->here_count, &p->here_capacity);
    collect(p, there, &p->there, &p->there_count, &p->there_capacity);
    find_missing(p, unit, &m);
    state_missing(p, unit, &m);
    size_t before_next = p->out.length;
    kf_buffer whole = {.arena = p->arena};
    if (has_next) {
        state_whole(p, unit + 1, m.speaks_of);
        kf_buffer_add(&whole, p->out.data + before_next, p->out.length - before_next);
        p->out.length = before_next;
    }
    for (int group = 0; group < KF_ISHI_GROUPS; group++)
        if (m.speaks_of[group])
            state_shown(p, index, size, (kf_ishi_group)group);
    kf_buffer_add_text(&p->out, kf_buffer_text(&whole));
    kf_arena_release(p->arena, whole.data);
}

// ---- All units ----

static void begin(pair *p) {
    p->unit_of = array(p, kf_record_nodes(p->record), sizeof *p->unit_of);
    p->back_of = array(p, p->emitted->count, sizeof *p->back_of);
    p->out.arena = p->arena;
    p->path = kf_ishi_play_new(p->record, p->arena);
    p->back_path = kf_ishi_play_new(p->back, p->arena);
}

static void end(pair *p) {
    kf_arena_release(p->arena, p->unit_of);
    kf_arena_release(p->arena, p->back_of);
    kf_arena_release(p->arena, p->rank);
    kf_arena_release(p->arena, p->places);
    kf_arena_release(p->arena, p->here);
    kf_arena_release(p->arena, p->there);
    kf_play_free(p->path);
    kf_play_free(p->back_path);
}

kf_ishi_stated kf_ishi_report(const kf_record *record, const kf_ishi_emitted *emitted,
                              const kf_record *back, kf_loss *loss, kf_arena *arena) {
    pair p = {.record = record, .back = back, .emitted = emitted, .loss = loss, .arena = arena};
    kf_ishi_stated told = {.ends = NULL};
    begin(&p);
    told.is_complete = match(&p);
    if (told.is_complete) {
        place_all(&p);
        told.ends = array(&p, emitted->count, sizeof *told.ends);
        int width = 19, height = 19;
        for (size_t i = 0; i < emitted->count; i++) {
            if (emitted->units[i].kind == KF_ISHI_ROOT)
                kf_record_board(record, emitted->units[i].node, &width, &height);
            if (p.back_of[i] != 0)
                state_unit(&p, i, width);
            if (p.out.length > UINT32_MAX)
                kf_arena_fail(arena);
            told.ends[i] = (uint32_t)p.out.length;
        }
        told.facts = kf_buffer_text(&p.out);
    }
    end(&p);
    return told;
}
