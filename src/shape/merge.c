// SPDX-License-Identifier: MIT
// Bringing annotated copies of one game into one tree.
//
// Nodes are pairs when they stand on the same line and make the same move, or set up the same
// stones. The children of a pair are sorted by what they do, and properties by their names, so that
// a node with a million of either takes no longer than sorting them.

#include <kifu/shape.h>

#include <stdlib.h>
#include <string.h>

#include <kifu/play.h>

#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

enum { FIRST = 16, PATH = 64 };

// A property of one of two nodes, with its partner in the other one.
typedef struct item {
    kf_property property;
    const struct item *partner;
    size_t place; // in the node
} item;

// A child and what it does, with its partner.
typedef struct child {
    kf_text key;
    kf_node node, partner;
    size_t place;
} child;

// Growing arrays; one for each side where there are two.
typedef struct items {
    item *data;
    size_t count, capacity;
} items;

typedef struct children {
    child *data;
    size_t count, capacity;
} children;

typedef struct pair {
    kf_node into, from;
} pair;

typedef struct merging {
    kf_record *into;
    const kf_record *from;
    const char *name;
    kf_log *log;
    kf_arena *arena; // of the work; the record has its own
    items items[2];
    children children[2];
    pair *pairs; // still to be done
    size_t count, capacity;
    kf_text *values;
    size_t value_count, value_capacity;
    kf_node node;                             // in hand
    kf_buffer out, note;                      // its new text, and what it contradicts
    size_t comment_end;                       // of its C, 0 while there is none
    const kf_property *judged[KF_JUDGEMENTS]; // of its judgements the first
    bool points[KF_BOARD_POINTS];
    bool is_set; // the stones of the root lie there by the second node
} merging;

static int order_places(size_t a, size_t b) {
    return (a > b) - (a < b);
}

// ---- What a node does ----

static const int setups[] = {KF_P_AB, KF_P_AW, KF_P_AE, KF_P_PL};
enum { SETUPS = sizeof setups / sizeof *setups, STONES = SETUPS - 1 }; // without PL

static bool is_setup(int id) {
    return id == KF_P_AB || id == KF_P_AW || id == KF_P_AE || id == KF_P_PL;
}

static bool is_stones(int id) {
    return is_setup(id) && id != KF_P_PL;
}

// A pass has two spellings.
static void add_move(kf_buffer *key, const kf_property *property) {
    kf_text values = property->values, value = {"", 0};
    kf_property_value(&values, &value);
    value = kf_text_trim(value);
    kf_buffer_add_char(key, property->id == KF_P_B ? 'B' : 'W');
    kf_buffer_add_text(key, kf_text_is(value, "tt") ? KF_TEXT("") : value);
}

static int by_text(const void *a, const void *b) {
    return kf_text_order(*(const kf_text *)a, *(const kf_text *)b);
}

static void collect_values(merging *m, kf_text values) {
    for (kf_text value; kf_property_value(&values, &value);) {
        m->values = kf_arena_grow(m->arena, m->values, &m->value_capacity, m->value_count + 1,
                                  sizeof *m->values);
        m->values[m->value_count++] = kf_text_trim(value);
    }
}

static void sort_values(merging *m) {
    if (m->value_count > 1)
        qsort(m->values, m->value_count, sizeof *m->values, by_text);
}

// Marks the points of the list, and tells the columns and rows in which they lie. False: a value
// names none, or its corners are the other two.
static bool mark_points(merging *m, int columns[2], int rows[2]) {
    int left, top, right, bottom;
    columns[0] = rows[0] = KF_BOARD_MAX;
    columns[1] = rows[1] = -1;
    for (size_t i = 0; i < m->value_count; i++) {
        if (!kf_value_rectangle(m->values[i], &left, &top, &right, &bottom) || left > right ||
            top > bottom)
            return false;
        columns[0] = left < columns[0] ? left : columns[0];
        columns[1] = right > columns[1] ? right : columns[1];
        rows[0] = top < rows[0] ? top : rows[0];
        rows[1] = bottom > rows[1] ? bottom : rows[1];
    }
    for (int y = rows[0]; y <= rows[1]; y++)
        memset(&m->points[(size_t)y * KF_BOARD_MAX], 0, KF_BOARD_MAX);
    for (size_t i = 0; i < m->value_count; i++) {
        kf_value_rectangle(m->values[i], &left, &top, &right, &bottom);
        for (int y = top; y <= bottom; y++)
            memset(&m->points[(size_t)y * KF_BOARD_MAX + (size_t)left], 1,
                   (size_t)(right - left) + 1);
    }
    return true;
}

// Adds the points of a list that has rectangles, in the order in which sorting puts them: capital
// letters are those behind the 26th. False: a value names none.
static bool add_rectangles(merging *m, kf_buffer *key, const char *name) {
    enum { SMALL = 26 };
    int columns[2], rows[2];
    if (!mark_points(m, columns, rows))
        return false;
    kf_buffer_add_string(key, name);
    for (int i = 0; i < KF_BOARD_MAX; i++) {
        int x = (i + SMALL) % KF_BOARD_MAX;
        for (int k = 0; k < KF_BOARD_MAX && x >= columns[0] && x <= columns[1]; k++) {
            int y = (k + SMALL) % KF_BOARD_MAX;
            char point[3] = "[";
            if (y < rows[0] || y > rows[1] || !m->points[y * KF_BOARD_MAX + x])
                continue;
            kf_value_put_point(point + 1, x, y);
            kf_buffer_add(key, point, 3);
        }
    }
    return true;
}

// The stones of a list are the same in any order, in one list or two, and as a rectangle.
static void add_setup(merging *m, kf_buffer *key, kf_text rest, int id) {
    m->value_count = 0;
    for (kf_property property; kf_property_next(&rest, &property);)
        if (property.id == id)
            collect_values(m, property.values);
    bool has_rectangle = false;
    for (size_t i = 0; i < m->value_count; i++)
        has_rectangle = has_rectangle || m->values[i].length > 2;
    if (has_rectangle && add_rectangles(m, key, kf_value_row(id)->name))
        return;
    sort_values(m);
    if (m->value_count > 0)
        kf_buffer_add_string(key, kf_value_row(id)->name);
    for (size_t i = 0; i < m->value_count; i++)
        if (i == 0 || by_text(&m->values[i - 1], &m->values[i]) != 0) {
            kf_buffer_add_char(key, '[');
            kf_buffer_add_text(key, m->values[i]);
        }
}

// What the node does, with so many of the setup properties.
static kf_text key_with(merging *m, const kf_record *record, kf_node node, int count) {
    kf_text text = kf_node_text(record, node), rest = text;
    kf_buffer key = {.arena = m->arena};
    bool has_setup = false;
    for (kf_property property; kf_property_next(&rest, &property);)
        if (property.id == KF_P_B || property.id == KF_P_W)
            add_move(&key, &property);
        else
            has_setup = has_setup || is_setup(property.id);
    for (int i = 0; has_setup && i < count; i++)
        add_setup(m, &key, text, setups[i]);
    return kf_buffer_text(&key);
}

static kf_text key_of(merging *m, const kf_record *record, kf_node node) {
    return key_with(m, record, node, SETUPS);
}

// ---- Trees ----

static int by_key(const void *a, const void *b) {
    const child *x = a, *y = b;
    int order = kf_text_order(x->key, y->key);
    return order != 0 ? order : order_places(x->place, y->place);
}

static int by_child_place(const void *a, const void *b) {
    const child *x = a, *y = b;
    return order_places(x->place, y->place);
}

// The children of a node, sorted by what they do.
static void collect_children(merging *m, int side, const kf_record *record, kf_node node) {
    children *list = &m->children[side];
    list->count = 0;
    for (kf_node n = kf_node_child(record, node); n != 0; n = kf_node_next(record, n)) {
        list->data = kf_arena_grow(m->arena, list->data, &list->capacity, list->count + 1,
                                   sizeof *list->data);
        list->data[list->count] = (child){key_of(m, record, n), n, 0, list->count};
        list->count++;
    }
    if (list->count > 1)
        qsort(list->data, list->count, sizeof *list->data, by_key);
}

// Finds to each child of the second node the one of the first that does the same: the first to the
// first, where several do.
static void match_children(merging *m) {
    children *into = &m->children[0], *from = &m->children[1];
    size_t left = 0;
    for (size_t i = 0; i < from->count; i++) {
        int order = 1;
        while (left < into->count &&
               (order = kf_text_order(into->data[left].key, from->data[i].key)) < 0)
            left++;
        if (left < into->count && order == 0)
            from->data[i].partner = into->data[left++].node;
    }
    if (from->count > 1)
        qsort(from->data, from->count, sizeof *from->data, by_child_place);
}

// Adds the node with all below it.
static void copy_tree(merging *m, kf_node parent, kf_node top) {
    kf_record_copy(m->into, parent, m->from, top);
    m->into->is_edited = true;
}

static void add_pair(merging *m, kf_node into, kf_node from) {
    m->pairs = kf_arena_grow(m->arena, m->pairs, &m->capacity, m->count + 1, sizeof *m->pairs);
    m->pairs[m->count++] = (pair){into, from};
}

// What has no partner becomes a further variation.
static void merge_children(merging *m, const pair *p) {
    const children *from = &m->children[1];
    collect_children(m, 0, m->into, p->into);
    collect_children(m, 1, m->from, p->from);
    match_children(m);
    for (size_t i = 0; i < from->count; i++)
        if (from->data[i].partner != 0)
            add_pair(m, from->data[i].partner, from->data[i].node);
        else
            copy_tree(m, p->into, from->data[i].node);
}

// ---- Lists ----

static void add_value(merging *m, kf_text value) {
    kf_buffer_add_char(&m->out, '[');
    kf_buffer_add_text(&m->out, value);
    kf_buffer_add_char(&m->out, ']');
}

// Adds the values that the list of the first node lacks.
static void unite_texts(merging *m, kf_text into, kf_text from) {
    kf_text value;
    m->value_count = 0;
    collect_values(m, into);
    sort_values(m);
    while (kf_property_value(&from, &value)) {
        kf_text core = kf_text_trim(value);
        bool is_empty = core.length == 0;
        if (!is_empty && (m->value_count == 0 || bsearch(&core, m->values, m->value_count,
                                                         sizeof *m->values, by_text) == NULL))
            add_value(m, value);
    }
}

// Marks the points of a value, and with `adds` writes those that were not marked. False: it names
// none.
static bool unite_rectangle(merging *m, kf_text value, bool adds) {
    int left, top, right, bottom;
    char point[2];
    if (!kf_value_rectangle(value, &left, &top, &right, &bottom))
        return false;
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) {
            bool *mark = &m->points[y * KF_BOARD_MAX + x];
            kf_value_put_point(point, x, y);
            if (adds && !*mark)
                add_value(m, (kf_text){point, 2});
            *mark = true;
        }
    return true;
}

static void unite_points(merging *m, kf_text into, kf_text from) {
    kf_text value;
    memset(m->points, 0, sizeof m->points);
    while (kf_property_value(&into, &value))
        unite_rectangle(m, value, false);
    while (kf_property_value(&from, &value))
        if (!unite_rectangle(m, value, true) && kf_text_trim(value).length > 0)
            add_value(m, value);
}

// ---- Properties ----

static int by_name(const void *a, const void *b) {
    const item *x = a, *y = b;
    int order = kf_value_order(x->property.name, y->property.name);
    return order != 0 ? order : order_places(x->place, y->place);
}

static int by_item_place(const void *a, const void *b) {
    const item *x = a, *y = b;
    return order_places(x->place, y->place);
}

static void collect_items(merging *m, int side, kf_text text) {
    items *list = &m->items[side];
    list->count = 0;
    for (kf_property property; kf_property_next(&text, &property);) {
        list->data = kf_arena_grow(m->arena, list->data, &list->capacity, list->count + 1,
                                   sizeof *list->data);
        list->data[list->count] = (item){property, NULL, list->count};
        list->count++;
    }
    if (list->count > 1)
        qsort(list->data, list->count, sizeof *list->data, by_name);
}

// Partners point to each other. The list of the second node stays sorted by name, so that they
// stay where they are; that of the first gets its order back.
static void match_items(merging *m) {
    items *into = &m->items[0], *from = &m->items[1];
    size_t left = 0;
    for (size_t i = 0; i < from->count; i++) {
        int order = 1;
        while (left < into->count && (order = kf_value_order(into->data[left].property.name,
                                                             from->data[i].property.name)) < 0)
            left++;
        if (left == into->count || order != 0)
            continue;
        from->data[i].partner = &into->data[left];
        into->data[left++].partner = &from->data[i];
    }
    if (into->count > 1)
        qsort(into->data, into->count, sizeof *into->data, by_item_place);
}

// What belongs to the file, what made the nodes partners, and what only the first file's notation
// can say: that of the first file stands.
static bool is_of_first(int id) {
    return id == KF_P_FF || id == KF_P_GM || id == KF_P_CA || id == KF_P_AP || id == KF_P_ST ||
           id == KF_P_SZ || id == KF_P_B || id == KF_P_W || is_setup(id) ||
           (id >= 0 && strncmp(kf_value_row(id)->name, "KF", 2) == 0);
}

// Whether the text begins as the other, or ends with it below an empty line, as joining puts it.
static bool holds_text(kf_text text, kf_text other) {
    size_t begin = text.length > other.length + 2 ? text.length - other.length : 0;
    bool is_below = begin > 0 && kf_text_equal(kf_text_cut(text, begin, text.length), other) &&
                    memcmp(text.data + begin - 2, "\n\n", 2) == 0;
    return is_below || kf_text_starts(text, other);
}

// Of two texts, one of which holds the other, the longer one; else both, one below the other.
static void join_texts(kf_buffer *out, kf_text into, kf_text from) {
    kf_text a = kf_text_trim(into), b = kf_text_trim(from);
    if (holds_text(a, b)) {
        kf_buffer_add_text(out, into);
        return;
    }
    if (holds_text(b, a)) {
        kf_buffer_add_text(out, from);
        return;
    }
    kf_buffer_add_text(out, into);
    kf_buffer_add_string(out, "\n\n");
    kf_buffer_add_text(out, from);
}

// Both cannot stand in the node: the second one is told in the comment.
static void contradict(merging *m, const kf_property *into, kf_text name, kf_text from) {
    char path[PATH];
    kf_buffer_add_text(&m->note, name);
    kf_buffer_add_string(&m->note, " (");
    kf_value_escape(&m->note, kf_text_of(m->name));
    kf_buffer_add_string(&m->note, "): ");
    kf_buffer_add_text(&m->note, from);
    kf_buffer_add_char(&m->note, '\n');
    if (!kf_log_keeps(m->log, KF_WARNING, KF_MERGE_CONFLICT)) {
        kf_log_pass(m->log, KF_WARNING, KF_MERGE_CONFLICT);
        return;
    }
    kf_place place = kf_record_place(m->into, m->node, path, sizeof path);
    place.offset = kf_record_place_of(m->into, m->node, into->name.data).offset;
    kf_log_add(m->log, KF_MERGE_CONFLICT, place,
               "%.*s is '%.*s' in '%.100s'; it is in the comment now",
               (int)kf_text_cut(name, 0, 40).length, name.data,
               (int)kf_text_cut(from, 0, 60).length, from.data, m->name);
}

static bool is_points(const kf_property_row *row) {
    return row->type == KF_TYPE_POINT || row->type == KF_TYPE_STONE;
}

// What is left of a number without zeros that say nothing.
static kf_text core_of_number(kf_text value) {
    value = kf_text_trim(value);
    if (memchr(value.data, '.', value.length) == NULL)
        return value;
    while (value.length > 0 && value.data[value.length - 1] == '0')
        value.length--;
    value.length -= value.length > 0 && value.data[value.length - 1] == '.';
    return value;
}

// Whether two values of a property are one, spelled in two ways.
static bool says_same(int id, kf_text a, kf_text b) {
    if (id == KF_P_RE && kf_outcome_read(a).kind != KF_OUTCOME_NONE)
        return kf_text_equal_fold(kf_text_trim(a), kf_text_trim(b));
    if (kf_value_row(id)->type == KF_TYPE_REAL)
        return kf_text_equal(core_of_number(a), core_of_number(b));
    return kf_text_equal(kf_text_trim(a), kf_text_trim(b));
}

// Writes a property that both nodes have. Values that stand behind the only one that is allowed are
// kept as well.
static void merge_property(merging *m, const kf_property *into, const kf_property *from) {
    const kf_property_row *row = into->id >= 0 ? kf_value_row(into->id) : NULL;
    kf_text a = into->values, b = from->values, x = {"", 0}, y = {"", 0};
    kf_property_value(&a, &x);
    kf_property_value(&b, &y);
    kf_buffer_add_text(&m->out, into->name);
    if (row != NULL && row->type == KF_TYPE_TEXT && row->arity == KF_ARITY_ONE) {
        kf_buffer_add_char(&m->out, '[');
        join_texts(&m->out, x, y);
        kf_buffer_add_char(&m->out, ']');
        kf_buffer_add_text(&m->out, a);
        unite_texts(m, a, b);
        return;
    }
    kf_buffer_add_text(&m->out, into->values);
    if (is_of_first(into->id) || kf_text_equal(into->values, from->values))
        return;
    if (row == NULL || (row->arity != KF_ARITY_ONE && !is_points(row)))
        unite_texts(m, into->values, from->values);
    else if (row->arity != KF_ARITY_ONE)
        unite_points(m, into->values, from->values);
    else if (!says_same(into->id, x, y))
        contradict(m, into, into->name, y);
    if (row != NULL && row->arity == KF_ARITY_ONE)
        unite_texts(m, into->values, b);
}

static void add_item(merging *m, const item *one) {
    if (one->partner != NULL) {
        merge_property(m, &one->property, &one->partner->property);
    } else {
        kf_buffer_add_text(&m->out, one->property.name);
        kf_buffer_add_text(&m->out, one->property.values);
    }
    if (one->property.id == KF_P_C && m->out.data[m->out.length - 1] == ']')
        m->comment_end = m->out.length - 1;
}

// What the second node has, and the first has not.
static void add_further(merging *m, const kf_property *property) {
    kf_text values = property->values, value = {"", 0};
    kf_value_judged kind = kf_value_judges(property->id);
    const kf_property *other = kind != KF_JUDGES_NOTHING ? m->judged[kind] : NULL;
    if (other == NULL) {
        add_item(m, &(item){.property = *property});
        return;
    }
    while (kf_property_value(&values, &value))
        contradict(m, other, property->name, value);
}

// Puts the note behind the comment, unless it stands there since another time.
static void add_note(merging *m) {
    kf_text note = kf_text_trim(kf_buffer_text(&m->note));
    kf_text text = kf_text_cut(kf_buffer_text(&m->out), 0, m->comment_end), gap = KF_TEXT("\n\n");
    if (m->comment_end == 0) {
        kf_buffer_add_string(&m->out, "C[");
        kf_buffer_add_text(&m->out, note);
        kf_buffer_add_char(&m->out, ']');
        return;
    }
    if (text.length > note.length &&
        kf_text_equal(kf_text_cut(text, text.length - note.length, text.length), note))
        return;
    size_t behind = m->out.length - m->comment_end, added = gap.length + note.length;
    kf_buffer_add_text(&m->out, gap);
    kf_buffer_add_text(&m->out, note);
    char *end = m->out.data + m->comment_end;
    memmove(end + added, end, behind);
    memcpy(end, gap.data, gap.length);
    memcpy(end + gap.length, note.data, note.length);
}

static void merge_node(merging *m, const pair *p) {
    items *into = &m->items[0], *from = &m->items[1];
    kf_text old = kf_node_text(m->into, p->into), other = kf_node_text(m->from, p->from);
    if (kf_text_equal(old, other) || other.length == 0)
        return;
    m->node = p->into;
    m->out.length = m->note.length = m->comment_end = 0;
    memset(m->judged, 0, sizeof m->judged);
    collect_items(m, 0, old);
    collect_items(m, 1, other);
    match_items(m);
    for (size_t i = 0; i < into->count; i++) {
        const kf_property **judged = &m->judged[kf_value_judges(into->data[i].property.id)];
        *judged = *judged != NULL ? *judged : &into->data[i].property;
        add_item(m, &into->data[i]);
    }
    if (from->count > 1)
        qsort(from->data, from->count, sizeof *from->data, by_item_place);
    for (size_t i = 0; i < from->count; i++)
        if (from->data[i].partner == NULL && !(m->is_set && is_stones(from->data[i].property.id)))
            add_further(m, &from->data[i].property);
    if (m->note.length > 0)
        add_note(m);
    if (kf_text_equal(kf_buffer_text(&m->out), old))
        return;
    kf_record_put(m->into, p->into, kf_buffer_text(&m->out));
    m->into->is_edited = true;
}

// ---- Where games begin ----

// What the root of a game says of its beginning, and the first move on its main line.
typedef struct start {
    const kf_record *record;
    kf_node game, set;           // the second node, where that sets up the handicap, or the first
    int width, height, handicap; // 0: none is stated
    kf_text stones, move;        // as key_of has them
    char turn;                   // 'B' or 'W' of PL, '?' for something else, or 0
} start;

static char turn_of(kf_text value) {
    value = kf_text_trim(value);
    char letter = value.length > 0 ? (char)(value.data[0] & ~0x20) : '?';
    return letter == 'B' || letter == 'W' ? letter : '?';
}

// The next node of the main line that says something.
static kf_node next_said(const kf_record *record, kf_node node) {
    do
        node = kf_node_child(record, node);
    while (node != 0 && kf_node_text(record, node).length == 0);
    return node;
}

// Takes the stones of a handicap from the second node, where a server puts them.
static void take_second(merging *m, start *s) {
    kf_node second = kf_node_child(s->record, s->game);
    if (s->handicap < 2 || s->stones.length > 0 || second == 0 ||
        kf_node_next(s->record, second) != 0)
        return;
    kf_text key = key_with(m, s->record, second, STONES), turn;
    if (!kf_text_starts(key, KF_TEXT("AB[")) || kf_node_child(s->record, second) == 0)
        return;
    s->stones = key;
    s->set = second;
    if (s->turn == 0 && kf_property_get(s->record, second, "PL", &turn))
        s->turn = turn_of(turn);
}

static start start_of(merging *m, const kf_record *record, kf_node game) {
    start s = {.record = record, .game = game, .set = game};
    kf_text value;
    s.stones = key_with(m, record, game, STONES);
    kf_record_board(record, game, &s.width, &s.height);
    if (kf_property_get(record, game, "PL", &value))
        s.turn = turn_of(value);
    if (!kf_property_get(record, game, "HA", &value) || !kf_record_number(value, &s.handicap))
        s.handicap = 0;
    take_second(m, &s);
    kf_node node = next_said(record, s.set);
    if (node != 0)
        s.move = key_of(m, record, node);
    return s;
}

// Reads the points of AB. Their number is 0 where the root does something else besides, or there
// are more than any custom has.
static int black_stones(merging *m, const start *s, kf_point points[KF_HANDICAP_MAX]) {
    kf_text rest = kf_node_text(s->record, s->set);
    int columns[2], rows[2], count = 0;
    m->value_count = 0;
    for (kf_property property; kf_property_next(&rest, &property);)
        if (property.id == KF_P_AB)
            collect_values(m, property.values);
        else if (property.id == KF_P_AW || property.id == KF_P_AE || property.id == KF_P_B ||
                 property.id == KF_P_W)
            return 0;
    if (!mark_points(m, columns, rows))
        return 0;
    for (int y = rows[0]; y <= rows[1]; y++)
        for (int x = columns[0]; x <= columns[1]; x++) {
            if (!m->points[y * KF_BOARD_MAX + x])
                continue;
            if (count == KF_HANDICAP_MAX)
                return 0;
            points[count++] = kf_point_at(x, y);
        }
    return count;
}

// Plays the move of a node. False: it is onto a stone.
static bool play_node(kf_board *board, kf_text text) {
    int x, y, right, bottom;
    kf_played played;
    for (kf_property property; kf_property_next(&text, &property);) {
        kf_text values = property.values, value = {"", 0};
        bool is_move = property.id == KF_P_B || property.id == KF_P_W;
        kf_property_value(&values, &value);
        if (!is_move || !kf_value_rectangle(kf_text_trim(value), &x, &y, &right, &bottom))
            continue;
        kf_colour colour = property.id == KF_P_B ? KF_BLACK : KF_WHITE;
        if (kf_board_play(board, kf_point_at(x, y), colour, &played) == KF_OCCUPIED)
            return false;
    }
    return true;
}

// Whether White moves first, and no move of the main line is onto a stone: else they lie elsewhere,
// or Black places them by moves.
static bool may_follow(merging *m, const start *told, const kf_point points[], size_t count) {
    kf_arena_level level = kf_arena_mark(m->arena);
    kf_board *board = kf_arena_alloc(m->arena, sizeof *board);
    bool is_good = told->move.data[0] == 'W';
    kf_board_init(board, told->width, told->height);
    kf_board_put_all(board, points, count, KF_BLACK);
    for (kf_node n = told->game; is_good && n != 0; n = kf_node_child(told->record, n))
        is_good = play_node(board, kf_node_text(told->record, n));
    kf_arena_rewind(m->arena, level);
    return is_good;
}

// Whether one game only says how many handicap stones there are, and the other sets them up where
// they usually lie. The same first move shows that it is the same game.
static bool is_same_handicap(merging *m, const start *told, const start *set) {
    static const kf_handicap customs[] = {KF_HANDICAP_BOOK, KF_HANDICAP_JAPANESE, KF_HANDICAP_STAR};
    kf_point points[KF_HANDICAP_MAX];
    if (told->handicap < 2 || told->stones.length > 0 || told->move.length == 0 ||
        !kf_text_equal(told->move, set->move) ||
        (set->handicap != 0 && set->handicap != told->handicap))
        return false;
    int count = black_stones(m, set, points);
    bool fits = false;
    for (size_t i = 0; count == told->handicap && i < sizeof customs / sizeof *customs; i++)
        fits = fits || (kf_handicap_most(customs[i], set->width, set->height) >= count &&
                        kf_handicap_fits(customs[i], points, count, set->width, set->height));
    return fits && may_follow(m, told, points, (size_t)count);
}

// Whose turn it is: who is named, or who moves.
static char first_player(const start *s) {
    bool has_move = s->move.length > 0 && (s->move.data[0] == 'B' || s->move.data[0] == 'W');
    if (s->turn != 0)
        return s->turn;
    if (has_move)
        return s->move.data[0];
    return s->handicap > 1 ? 'W' : 'B';
}

static bool same_start(merging *m, const start *a, const start *b) {
    if (a->width != b->width || a->height != b->height)
        return false;
    if (a->turn != b->turn && first_player(a) != first_player(b))
        return false;
    if (a->turn == '?' || b->turn == '?')
        return kf_text_equal(key_of(m, a->record, a->game), key_of(m, b->record, b->game));
    return kf_text_equal(a->stones, b->stones) || is_same_handicap(m, a, b) ||
           is_same_handicap(m, b, a);
}

// ---- Games ----

static void merge_pair(merging *m, const pair *p, const pair *below) {
    kf_arena_level level = kf_arena_mark(m->arena);
    merge_node(m, p);
    if (below != NULL)
        merge_children(m, below);
    kf_arena_rewind(m->arena, level);
}

// False: the games begin from two positions. Where only one has its stones in the second node,
// what the other says of the start goes to the root, and the moves behind it are the same.
static bool merge_game(merging *m, kf_node into, kf_node from) {
    start a = start_of(m, m->into, into), b = start_of(m, m->from, from);
    pair roots = {into, from}, below = {a.set, b.set};
    if (!same_start(m, &a, &b))
        return false;
    m->is_set = a.set != into && b.set == from;
    if (m->is_set) {
        merge_pair(m, &roots, &below);
    } else if (a.set == into && b.set != from) {
        merge_pair(m, &roots, NULL);
        merge_pair(m, &(pair){into, b.set}, &below);
    } else if (a.set != into && kf_text_equal(a.stones, b.stones)) {
        merge_pair(m, &roots, NULL);
        merge_pair(m, &below, &below);
    } else {
        add_pair(m, into, from);
    }
    m->is_set = false;
    while (m->count > 0) {
        pair p = m->pairs[--m->count];
        merge_pair(m, &p, &p);
    }
    return true;
}

// What grows is made before any mark is set, so that it stays.
static void make_room(merging *m) {
    for (int side = 0; side < 2; side++) {
        items *properties = &m->items[side];
        children *nodes = &m->children[side];
        properties->data =
            kf_arena_grow(m->arena, NULL, &properties->capacity, FIRST, sizeof *properties->data);
        nodes->data = kf_arena_grow(m->arena, NULL, &nodes->capacity, FIRST, sizeof *nodes->data);
    }
    m->pairs = kf_arena_grow(m->arena, NULL, &m->capacity, FIRST, sizeof *m->pairs);
    m->values = kf_arena_grow(m->arena, NULL, &m->value_capacity, FIRST, sizeof *m->values);
    m->out = m->note = (kf_buffer){.arena = m->arena};
    kf_buffer_add_char(&m->out, ' ');
    kf_buffer_add_char(&m->note, ' ');
}

static void merge_records(void *context) {
    merging *m = context;
    m->arena = kf_arena_new_in(m->into->arena);
    make_room(m);
    kf_node into = kf_node_child(m->into, 0);
    for (kf_node from = kf_node_child(m->from, 0); from != 0; from = kf_node_next(m->from, from)) {
        kf_node next = kf_node_next(m->into, into);
        if (into == 0 || !merge_game(m, into, from))
            copy_tree(m, 0, from);
        into = next;
    }
    kf_arena_free(m->arena);
}

bool kf_merge_record(kf_record *into, const kf_record *from, const char *name, kf_log *log) {
    merging m = {.into = into, .from = from, .name = name, .log = log};
    if (kf_arena_try(into->arena, merge_records, &m))
        return true;
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return false;
}
