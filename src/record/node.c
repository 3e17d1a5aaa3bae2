// SPDX-License-Identifier: MIT
// The tree: relatives of a node, and editing.
//
// Readers add nodes by the million, always behind the last child, and editors a few anywhere. So
// siblings stand in a ring of single links that the parent enters at its last child: the first is
// one step from there, and only what editing asks for (the sibling before) costs a walk around.

#include "record/record.h"

#include "base/text.h"
#include "record/value.h"

// No record and no such node are empty ones, so that the public calls need not say what they do
// then, and loops over children end by themselves.
static const kf_row *row_of(const kf_record *record, kf_node node) {
    static const kf_row none = {.length = 0};
    return record != NULL && node < record->count ? &record->rows[node] : &none;
}

kf_node kf_node_parent(const kf_record *record, kf_node node) {
    return row_of(record, node)->parent;
}

kf_node kf_node_last_child(const kf_record *record, kf_node node) {
    return row_of(record, node)->child;
}

kf_node kf_node_child(const kf_record *record, kf_node node) {
    kf_node last = row_of(record, node)->child;
    return last != 0 ? record->rows[last].next : 0;
}

kf_node kf_node_next(const kf_record *record, kf_node node) {
    const kf_row *row = row_of(record, node);
    bool is_last = node == 0 || row_of(record, row->parent)->child == node;
    return is_last ? 0 : row->next;
}

kf_node kf_node_game(const kf_record *record, kf_node node) {
    kf_node parent = kf_node_parent(record, node);
    while (parent != 0) {
        node = parent;
        parent = kf_node_parent(record, node);
    }
    return node;
}

kf_text kf_node_text(const kf_record *record, kf_node node) {
    const kf_row *row = row_of(record, node);
    if (node == 0 || row->length == 0)
        return (kf_text){"", 0};
    if (row->length == KF_OWN_TEXT)
        return kf_record_own(record, row->text);
    return (kf_text){record->source->text.data + row->text, row->length};
}

// An edit under way, for the protected call.
typedef struct edit {
    kf_record *record;
    kf_node node;
    const char *name;
    const kf_text *values;
    size_t count;
    kf_text text;
    const kf_record *from;
    kf_node source;
} edit;

static bool run(edit *e, void (*body)(void *), kf_log *log) {
    if (!kf_arena_try(e->record->arena, body, e)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return false;
    }
    e->record->is_edited = true;
    return true;
}

static void add_node(void *context) {
    edit *e = context;
    e->node = kf_record_add(e->record, e->node);
}

kf_node kf_node_add(kf_record *record, kf_node parent, kf_log *log) {
    edit e = {.record = record, .node = parent};
    return parent < record->count && run(&e, add_node, log) ? e.node : 0;
}

static void copy_node(void *context) {
    edit *e = context;
    if (e->record->format == NULL && e->record->rows[0].child == 0) {
        e->record->format = e->from->format;
        e->record->has_diamonds = e->from->has_diamonds;
    }
    e->node = kf_record_copy(e->record, e->node, e->from, e->source);
}

kf_node kf_node_copy(kf_record *record, kf_node parent, const kf_record *from, kf_node node,
                     kf_log *log) {
    edit e = {.record = record, .node = parent, .from = from, .source = node};
    bool fits = parent < record->count && from != record && node != 0 && node < from->count;
    return fits && run(&e, copy_node, log) ? e.node : 0;
}

// The sibling before the node in the ring of its parent's children.
static kf_node before(const kf_record *record, kf_node node) {
    kf_node n = node;
    while (record->rows[n].next != node)
        n = record->rows[n].next;
    return n;
}

static void unlink_node(kf_record *record, kf_node node) {
    kf_row *row = &record->rows[node], *parent = &record->rows[row->parent];
    kf_node previous = before(record, node);
    record->rows[previous].next = row->next;
    if (parent->child == node)
        parent->child = previous == node ? 0 : previous;
    row->next = node;
}

// A node that was taken out has the collection for its parent and no sibling but itself, as the
// only game of a collection has; but then the collection points to that one.
static bool is_in_tree(const kf_record *record, kf_node node) {
    if (node == 0 || node >= record->count)
        return false;
    kf_node last = record->rows[record->rows[node].parent].child;
    return last == node || (last != 0 && record->rows[node].next != node);
}

// The rows of the node and of all below it stay where they are, for nodes are numbers that callers
// hold; nobody comes to them from the collection any more.
bool kf_node_remove(kf_record *record, kf_node node, kf_log *log) {
    (void)log;
    if (!is_in_tree(record, node))
        return false;
    unlink_node(record, node);
    record->rows[node].parent = 0;
    record->is_edited = true;
    return true;
}

static bool is_above(const kf_record *record, kf_node node, kf_node other) {
    while (other != 0 && other != node)
        other = record->rows[other].parent;
    return other == node;
}

bool kf_node_move(kf_record *record, kf_node node, kf_node parent, kf_node child, kf_log *log) {
    (void)log;
    bool fits = is_in_tree(record, node) && (parent == 0 || is_in_tree(record, parent)) &&
                !is_above(record, node, parent);
    if (!fits || child == node || (child != 0 && kf_node_parent(record, child) != parent))
        return false;
    unlink_node(record, node);
    kf_row *rows = record->rows;
    kf_node last = rows[parent].child;
    rows[node].parent = parent;
    if (last == 0) {
        rows[parent].child = node;
    } else {
        kf_node previous = child == 0 ? last : before(record, child);
        rows[node].next = rows[previous].next;
        rows[previous].next = node;
        if (child == 0)
            rows[parent].child = node;
    }
    record->is_edited = true;
    return true;
}

static bool is_name(const char *name) {
    const char *p = name;
    while (*p >= 'A' && *p <= 'Z')
        p++;
    return p != name && *p == '\0';
}

// What the record promises of its text: valid UTF-8 without NUL.
static bool is_clean(kf_text text) {
    return text.length == 0 ||
           (kf_text_is_utf8(text, NULL) && memchr(text.data, '\0', text.length) == NULL);
}

static bool are_clean(const kf_text *values, size_t count) {
    size_t i = 0;
    while (i < count && is_clean(values[i]))
        i++;
    return i == count;
}

// Refuses what would break the promise.
static bool refuse(kf_log *log) {
    kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "the text is not UTF-8 without NUL");
    return false;
}

static void add_values(kf_buffer *out, const edit *e) {
    if (e->count > 0)
        kf_buffer_add_string(out, e->name);
    for (size_t i = 0; i < e->count; i++) {
        kf_buffer_add_char(out, '[');
        kf_value_escape(out, e->values[i]);
        kf_buffer_add_char(out, ']');
    }
}

// The text is written anew with the values where the property stood first, else at the end, so that
// an edit moves nothing else. A bad file may have the property twice: one is left.
static void set_property(void *context) {
    edit *e = context;
    kf_buffer out = {.arena = e->record->arena};
    kf_text rest = kf_node_text(e->record, e->node);
    kf_property property;
    bool placed = false;
    while (kf_property_next(&rest, &property)) {
        bool is_it = kf_property_is(&property, e->name);
        if (is_it && !placed)
            add_values(&out, e);
        placed = placed || is_it;
        if (!is_it) {
            kf_buffer_add_text(&out, property.name);
            kf_buffer_add_text(&out, property.values);
        }
    }
    if (!placed)
        add_values(&out, e);
    kf_record_put(e->record, e->node, kf_buffer_text(&out));
    kf_arena_release(e->record->arena, out.data);
}

bool kf_node_set(kf_record *record, kf_node node, const char *name, const kf_text *values,
                 size_t count, kf_log *log) {
    edit e = {.record = record, .node = node, .name = name, .values = values, .count = count};
    if (!are_clean(values, count))
        return refuse(log);
    return node != 0 && node < record->count && is_name(name) && run(&e, set_property, log);
}

static void set_text(void *context) {
    edit *e = context;
    kf_record_put(e->record, e->node, e->text);
}

bool kf_node_set_text(kf_record *record, kf_node node, kf_text properties, kf_log *log) {
    edit e = {.record = record, .node = node, .text = properties};
    if (!is_clean(properties))
        return refuse(log);
    return node != 0 && node < record->count && run(&e, set_text, log);
}
