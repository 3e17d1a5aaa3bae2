// SPDX-License-Identifier: MIT
// How much a game holds: nodes, moves, variations, comments and properties.
//
// Counting must cost little beside reading, for it is asked of whole collections. Most nodes of
// most records are one move and nothing else, which the bytes of their rows show at once; and the
// nodes of a record that was read and not edited stand in pre-order, so that the next node is the
// next row.

#include "record/record.h"

#include <string.h>

#include "record/value.h"

// The property's name where that is one letter, which are those that something here asks for. Most
// nodes are a move and nothing else, and most names have a letter or two: they need no comparing.
static char letter_of(const kf_property *property) {
    static const char letters[][2] = {"B", "W", "C"};
    kf_text name = property->name;
    bool is_short = name.length < 3;
    for (size_t i = 0; i < name.length && is_short; i++)
        is_short = name.data[i] >= 'A' && name.data[i] <= 'Z';
    if (is_short)
        return name.length == 1 ? name.data[0] : '\0';
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (kf_property_is(property, letters[i]))
            return letters[i][0];
    return '\0';
}

// Whether the five bytes are one property, and it is a move, as `B[pd]`: whatever stands between
// the brackets, there is no room for another.
static inline bool is_move(const char *p) {
    static const char names[2][2] = {{'B', '['}, {'W', '['}};
    uint16_t black, white, name;
    memcpy(&black, names[0], sizeof black);
    memcpy(&white, names[1], sizeof white);
    memcpy(&name, p, sizeof name);
    return (name == black || name == white) && p[4] == ']';
}

// Counts the properties and comments of a node; true: it has a move.
static bool count_properties(kf_text rest, kf_contents *contents) {
    kf_property property;
    bool has_move = false;
    kf_text value;
    for (size_t name;;) {
        const char *p = rest.data, *end = p + rest.length;
        const char *close = kf_value_plain_end(p, end, &name, &value);
        if (close != NULL)
            rest = (kf_text){close + 1, (size_t)(end - close - 1)};
        else if (!kf_property_scan(&rest, &property))
            return has_move;
        char letter = close == NULL ? letter_of(&property) : name == 1 ? p[0] : '\0';
        contents->properties++;
        contents->comments += letter == 'C';
        has_move = has_move || letter == 'B' || letter == 'W';
    }
}

// A game under way. What is counted at every node stands apart from what few nodes have: then the
// compiler keeps it in registers.
typedef struct counting {
    const kf_row *rows;
    const char *text; // that the rows mean
    size_t nodes, moves, variations, plain;
    kf_node main_line; // the next node of it, which stands before all variations
} counting;

static inline void count_node(const kf_record *record, kf_node node, counting *c,
                              kf_contents *contents) {
    const kf_row *row = &c->rows[node];
    bool has_move = row->length == 5 && is_move(c->text + row->text);
    c->plain += has_move;
    if (!has_move)
        has_move = count_properties(kf_node_text(record, node), contents);
    c->nodes++;
    // Each node that a sibling follows makes a variation of that one.
    c->variations += c->rows[row->parent].child != node;
    if (node != c->main_line)
        return;
    c->moves += has_move;
    c->main_line = row->child != 0 ? c->rows[row->child].next : 0;
}

// Whether the row is a plain move and the only child of the one before it.
static inline bool is_in_run(const kf_row *row, kf_node node, const char *text) {
    return row->length == 5 && row[-1].child == node && is_move(text + row->text);
}

// From `node` on, the nodes that are in a run: all of a game without variations and comments but
// its root. Returns the first that is not. Of the run that the reader met, only the ends are looked
// at: what was read later may have changed these.
static kf_node count_run(const kf_record *record, kf_node node, kf_node last, counting *c) {
    const char *text = c->text;
    const kf_row *row = &c->rows[node], *end = &c->rows[last] + 1, *begin = row;
    if (node == record->run_begin && node < record->run_end && is_in_run(row, node, text)) {
        row += record->run_end - node;
        node = record->run_end;
    }
    for (; row < end && is_in_run(row, node, text); node++)
        row++;
    size_t length = (size_t)(row - begin);
    c->nodes += length;
    c->plain += length;
    if (length > 0 && c->main_line + length == node) {
        kf_node child = row[-1].child;
        c->moves += length;
        c->main_line = child != 0 ? c->rows[child].next : 0;
    }
    return node;
}

kf_contents kf_contents_of(const kf_record *record, kf_node game) {
    kf_contents contents = {0};
    if (record == NULL || game == 0 || game >= record->count)
        return contents;
    counting c = {.rows = record->rows, .main_line = game};
    c.text = record->source != NULL ? record->source->text.data : "";
    kf_walk walk = kf_walk_from(record, game);
    bool is_in_order = !record->is_edited && record->rows[game].parent == 0;
    kf_node next = kf_node_next(record, game);
    kf_node last = !is_in_order ? UINT32_MAX : next != 0 ? next - 1 : (kf_node)record->count - 1;
    kf_node node = is_in_order ? game : kf_walk_enter(&walk);
    while (node != 0 && node <= last) {
        count_node(record, node, &c, &contents);
        if (is_in_order)
            node = node < last ? count_run(record, node + 1, last, &c) : 0;
        else
            node = kf_walk_enter(&walk);
    }
    contents.nodes = c.nodes;
    contents.moves = c.moves;
    // The game itself is none of its variations, though another game may follow it.
    contents.variations = c.variations - (next != 0);
    contents.properties += c.plain;
    return contents;
}
