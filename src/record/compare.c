// SPDX-License-Identifier: MIT
// Whether two records mean the same, and where they first differ.
//
// Every promise that nothing was lost rests on this comparison, of conversions as of tests; so it
// is blind to what the specifications call insignificant and to nothing else.

#include "record/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

// A property, or a value of one, of one side.
typedef struct item {
    kf_text name;
    kf_text values;
    int id;
} item;

typedef struct items {
    item *data;
    size_t count, capacity;
} items;

typedef struct texts {
    kf_text *data;
    size_t count, capacity;
} texts;

// One number for each point of the largest board. Most comparisons meet no list of points.
#define POINTS_SIZE (KF_BOARD_POINTS * sizeof(uint32_t))

// Everything for one comparison; it is done in its own arena.
typedef struct comparing {
    const kf_record *left, *right;
    kf_arena *arena;
    bool is_of_text;     // both are readings of one file
    items items[2];      // properties of the two nodes
    texts texts[2];      // values that are no plain points
    uint32_t *points[2]; // how often each stands in a list; NULL before the first
    kf_node games[2];    // whose nodes are compared
    bool is_mixed;       // one of them has two corners for a view, the other a list of points
    kf_difference found;
} comparing;

// Remembers the difference, and is false.
static bool differs(comparing *c, kf_node left, kf_node right, kf_text name, const char *what) {
    c->found = (kf_difference){left, right, name, what};
    return false;
}

// ---- Values ----

static size_t line_break(kf_text text, size_t i) {
    if (i >= text.length || (text.data[i] != '\n' && text.data[i] != '\r'))
        return 0;
    bool pair = i + 1 < text.length && (text.data[i + 1] == '\n' || text.data[i + 1] == '\r') &&
                text.data[i + 1] != text.data[i];
    return pair ? 2 : 1;
}

// What a backslash means in a value: in text it guards the next character, in text behind a colon
// it makes a difference to the first colon. In what is no text it is a character as others.
typedef enum guard { IS_PLAIN, IN_TEXT, IN_PARTS } guard;

// A value from which characters are taken.
typedef struct taking {
    kf_text text;
    size_t i;
    guard guard;
    bool is_guarded; // the last one was a backslash that guards
} taking;

enum { GUARDED = 256 };

// Takes the next character that counts: soft line breaks are passed over, line breaks of any kind
// are LF. -1 at the end.
static int take(taking *t) {
    kf_text text = t->text;
    while (!t->is_guarded && t->i < text.length && text.data[t->i] == '\\' &&
           line_break(text, t->i + 1))
        t->i += 1 + line_break(text, t->i + 1);
    if (t->i >= text.length)
        return -1;
    size_t length = line_break(text, t->i);
    int c = length > 0 ? '\n' : (unsigned char)text.data[t->i];
    t->i += length > 0 ? length : 1;
    t->is_guarded = !t->is_guarded && c == '\\';
    if (t->guard == IS_PLAIN)
        return c;
    if (t->is_guarded) {
        t->is_guarded = false;
        c = t->i < text.length ? (unsigned char)text.data[t->i++] : GUARDED;
        return t->guard == IN_PARTS && c == ':' ? GUARDED + c : c;
    }
    if (c == ':')
        t->guard = IN_TEXT; // behind the first colon others need no backslash
    return c;
}

// Orders values by what counts of them; 0 when that is the same.
static int order_values(kf_text a, kf_text b, guard guard) {
    taking left = {.text = a, .guard = guard}, right = {.text = b, .guard = guard};
    if (kf_text_equal(a, b))
        return 0;
    for (;;) {
        int x = take(&left), y = take(&right);
        if (x != y || x < 0)
            return x - y;
    }
}

static int by_value(const void *a, const void *b) {
    return order_values(*(const kf_text *)a, *(const kf_text *)b, IS_PLAIN);
}

static int by_label(const void *a, const void *b) {
    return order_values(*(const kf_text *)a, *(const kf_text *)b, IN_PARTS);
}

// Private properties have a syntax of their own, and what nobody knows may have one.
static guard guard_of(const comparing *c, int id) {
    if (id < 0 || id >= KF_P_KFAFTER || c->is_of_text)
        return IS_PLAIN;
    kf_type type = kf_value_row(id)->type;
    bool has_parts = type == KF_TYPE_SIMPLE2 || type == KF_TYPE_LABEL || type == KF_TYPE_FIGURE;
    return has_parts                                        ? IN_PARTS
           : type == KF_TYPE_TEXT || type == KF_TYPE_SIMPLE ? IN_TEXT
                                                            : IS_PLAIN;
}

static void add_text(comparing *c, texts *list, kf_text text) {
    list->data =
        kf_arena_grow(c->arena, list->data, &list->capacity, list->count + 1, sizeof *list->data);
    list->data[list->count++] = text;
}

// Counts the points of a value, rectangle or single; false when it is neither.
static bool count_points(uint32_t *points, kf_text value) {
    kf_text first, second;
    int x, y, to_x, to_y;
    bool is_rectangle = kf_property_split(value, &first, &second);
    if (!kf_value_point(kf_text_trim(first), &x, &y))
        return false;
    to_x = x;
    to_y = y;
    if (is_rectangle && !kf_value_point(kf_text_trim(second), &to_x, &to_y))
        return false;
    if (to_x < x || to_y < y)
        return false;
    for (int row = y; row <= to_y; row++)
        for (int column = x; column <= to_x; column++)
            points[row * KF_BOARD_MAX + column]++;
    return true;
}

// Lists that may say points one by one or in rectangles.
static bool is_point_list(int id) {
    if (id < 0 || kf_value_row(id)->arity == KF_ARITY_ONE)
        return false;
    kf_type type = kf_value_row(id)->type;
    return type == KF_TYPE_POINT || type == KF_TYPE_STONE;
}

// Lists of what stands on points: their order means nothing either.
static bool is_unordered(int id) {
    if (id < 0 || kf_value_row(id)->arity == KF_ARITY_ONE)
        return false;
    kf_type type = kf_value_row(id)->type;
    return is_point_list(id) || type == KF_TYPE_LABEL || type == KF_TYPE_POINTS2;
}

// Text that is no SGF, which has no order.
static bool is_junk(const comparing *c, const item *p) {
    return c->is_of_text && p->id == KF_P_KFJUNK;
}

// Collects the values of the properties from `p` to `end`, which have one name.
static void collect_values(comparing *c, int side, const item *p, const item *end) {
    bool as_points = is_point_list(p->id);
    c->texts[side].count = 0;
    if (as_points && c->points[side] == NULL)
        c->points[side] = kf_arena_alloc(c->arena, POINTS_SIZE);
    if (as_points)
        memset(c->points[side], 0, POINTS_SIZE);
    for (; p < end; p++) {
        kf_text values = p->values, value;
        while (kf_property_value(&values, &value))
            if (!as_points || !count_points(c->points[side], value))
                add_text(c, &c->texts[side], value);
    }
}

// Whether the value differs only by what is left of a letter at its end, which `kifu fix` makes a
// question mark.
static bool is_cut_letter(kf_text a, kf_text b) {
    static const char sign[] = "\xEF\xBF\xBD";
    const size_t length = sizeof sign - 1;
    return a.length >= length && b.length == a.length - length + 1 &&
           memcmp(a.data + a.length - length, sign, length) == 0 && b.data[b.length - 1] == '?' &&
           memcmp(a.data, b.data, b.length - 1) == 0;
}

// Whether the collected values of both sides are the same, in order or in any order.
static bool same_lists(comparing *c, int id, bool is_sorted) {
    guard guard = guard_of(c, id);
    texts *a = &c->texts[0], *b = &c->texts[1];
    if (a->count != b->count)
        return false;
    if (is_sorted) {
        for (int side = 0; side < 2; side++)
            if (c->texts[side].count > 0)
                qsort(c->texts[side].data, a->count, sizeof *a->data,
                      guard == IN_PARTS ? by_label : by_value);
    }
    for (size_t i = 0; i < a->count; i++)
        if (order_values(a->data[i], b->data[i], guard) != 0 &&
            !(c->is_of_text && is_cut_letter(a->data[i], b->data[i])))
            return false;
    return true;
}

// Whether both say the board has the same size, however that is spelled.
static bool same_boards(const item *left, const item *right) {
    kf_text a = left->values, b = right->values, value;
    int width[2], height[2];
    return kf_property_value(&a, &value) && kf_record_board_says(value, &width[0], &height[0]) &&
           !kf_property_value(&a, &value) && kf_property_value(&b, &value) &&
           kf_record_board_says(value, &width[1], &height[1]) && !kf_property_value(&b, &value) &&
           width[0] == width[1] && height[0] == height[1];
}

static bool same_points(const comparing *c) {
    return memcmp(c->points[0], c->points[1], POINTS_SIZE) == 0;
}

// Whether the game states a version before FF[4], where two points of VW are corners.
static bool has_corners(const comparing *c, int side) {
    kf_text stated;
    if (!kf_property_get(side == 0 ? c->left : c->right, c->games[side], "FF", &stated))
        return false;
    stated = kf_text_trim(stated);
    return stated.length == 1 && stated.data[0] >= '1' && stated.data[0] <= '3';
}

// Makes such corners the rectangle that they mean.
static void spread_corners(comparing *c, int side, kf_text values) {
    kf_text first, second, third;
    int x, y, to_x, to_y;
    if (!has_corners(c, side) || !kf_property_value(&values, &first) ||
        !kf_property_value(&values, &second) || kf_property_value(&values, &third) ||
        !kf_value_point(kf_text_trim(first), &x, &y) ||
        !kf_value_point(kf_text_trim(second), &to_x, &to_y))
        return;
    for (int row = y < to_y ? y : to_y; row <= (y < to_y ? to_y : y); row++)
        for (int column = x < to_x ? x : to_x; column <= (x < to_x ? to_x : x); column++)
            c->points[side][row * KF_BOARD_MAX + column] = 1;
}

// Whether the same part of the board is shown, which either may name by its corners.
static bool same_views(comparing *c, const item *left, const item *right) {
    spread_corners(c, 0, left->values);
    spread_corners(c, 1, right->values);
    return same_points(c);
}

// Whether the properties of one name say the same. A list may stand in several properties; with
// any other, each stands for itself.
static bool same_values(comparing *c, const item *left, size_t left_count, const item *right,
                        size_t right_count) {
    int id = left->id;
    if (is_unordered(id) || is_junk(c, left)) {
        collect_values(c, 0, left, left + left_count);
        collect_values(c, 1, right, right + right_count);
        bool is_view = id == KF_P_VW && left_count == 1 && right_count == 1;
        return same_lists(c, id, true) &&
               (!is_point_list(id) || (is_view ? same_views(c, left, right) : same_points(c)));
    }
    if (left_count != right_count)
        return false;
    if (id == KF_P_SZ && left_count == 1 && same_boards(left, right))
        return true;
    for (size_t i = 0; i < left_count; i++) {
        collect_values(c, 0, left + i, left + i + 1);
        collect_values(c, 1, right + i, right + i + 1);
        if (!same_lists(c, id, false))
            return false;
    }
    return true;
}

// ---- Nodes ----

// What belongs to the file and not to the game: in a root it does not count.
static bool is_of_file(const item *p) {
    kf_text values = p->values, value;
    if (p->id == KF_P_FF || p->id == KF_P_CA || p->id == KF_P_AP)
        return true;
    int width = 0, height = 0;
    if ((p->id != KF_P_GM && p->id != KF_P_SZ) || !kf_property_value(&values, &value))
        return false;
    bool is_usual = p->id == KF_P_GM ? kf_text_is(kf_text_trim(value), "1")
                                     : kf_record_board_says(value, &width, &height) &&
                                           width == 19 && height == 19;
    return is_usual && !kf_property_value(&values, &value);
}

static int by_name(const void *a, const void *b) {
    const item *left = a, *right = b;
    int order = kf_value_order(left->name, right->name);
    if (order != 0)
        return order;
    return (left->name.data > right->name.data) - (left->name.data < right->name.data);
}

// Collects the properties of a node, sorted by name; those of one name stay in their order.
static void collect_items(comparing *c, int side, kf_text text, bool is_root) {
    items *list = &c->items[side];
    kf_property property;
    list->count = 0;
    while (kf_property_next(&text, &property)) {
        item found = {property.name, property.values, property.id};
        if (is_root && !c->is_of_text && is_of_file(&found))
            continue;
        list->data = kf_arena_grow(c->arena, list->data, &list->capacity, list->count + 1,
                                   sizeof *list->data);
        list->data[list->count++] = found;
    }
    if (list->count > 1)
        qsort(list->data, list->count, sizeof *list->data, by_name);
}

// How many of the items from `begin` on have one name.
static size_t count_same(const items *list, size_t begin) {
    size_t end = begin + 1;
    while (end < list->count && kf_value_order(list->data[begin].name, list->data[end].name) == 0)
        end++;
    return end - begin;
}

// Goes through the sorted properties of both nodes side by side.
static bool same_nodes(comparing *c, kf_node left, kf_node right) {
    kf_text a = kf_node_text(c->left, left), b = kf_node_text(c->right, right);
    bool is_root = kf_node_parent(c->left, left) == 0;
    if (is_root) {
        c->games[0] = left;
        c->games[1] = right;
        c->is_mixed = !kf_text_equal(a, b) && has_corners(c, 0) != has_corners(c, 1);
    }
    if (!c->is_mixed && kf_text_equal(a, b)) // the same bytes say the same
        return true;
    collect_items(c, 0, a, is_root);
    collect_items(c, 1, b, is_root);
    items *l = &c->items[0], *r = &c->items[1];
    size_t i = 0, k = 0;
    while (i < l->count || k < r->count) {
        int order = i == l->count   ? 1
                    : k == r->count ? -1
                                    : kf_value_order(l->data[i].name, r->data[k].name);
        if (order < 0)
            return differs(c, left, right, l->data[i].name, "missing on the right");
        if (order > 0)
            return differs(c, left, right, r->data[k].name, "missing on the left");
        size_t left_count = count_same(l, i), right_count = count_same(r, k);
        if (!same_values(c, l->data + i, left_count, r->data + k, right_count))
            return differs(c, left, right, l->data[i].name, "different value");
        i += left_count;
        k += right_count;
    }
    return true;
}

// ---- Trees ----

enum { AT_ONCE = 256 }; // rows

static bool same_relatives(const kf_row *a, const kf_row *b) {
    return a->parent == b->parent && a->child == b->child && a->next == b->next;
}

// How many rows from `i` on have the same relatives and the same bytes, with what stands between
// them, which one call compares.
static size_t count_same_rows(comparing *c, size_t i) {
    const kf_row *a = c->left->rows + i, *b = c->right->rows + i;
    const uint32_t moved = b->text - a->text;
    size_t most = kf_record_nodes(c->left) - i, n = 0, game = 0;
    uint64_t end = a->text;
    most = c->is_mixed ? 0 : most < AT_ONCE ? most : AT_ONCE;
    while (n < most && same_relatives(&a[n], &b[n]) && a[n].length == b[n].length &&
           a[n].length != KF_OWN_TEXT && b[n].text - a[n].text == moved && a[n].text >= end) {
        end = (uint64_t)a[n].text + a[n].length;
        game = a[n].parent == 0 ? i + n : game;
        n++;
    }
    size_t length = (size_t)(end - a->text);
    if (length > 0 && memcmp(c->left->source->text.data + a->text,
                             c->right->source->text.data + b->text, length) != 0)
        return 0;
    if (game != 0)
        c->games[0] = c->games[1] = (kf_node)game;
    return n;
}

// Whether both have the same nodes in the same order in memory, as two readings of nearly the same
// text mostly have, and they say the same. Where it is false, another order may show that they do.
static bool same_rows(comparing *c) {
    size_t count = kf_record_nodes(c->left), i = 0;
    bool is_same = c->left != NULL && c->right != NULL && count == kf_record_nodes(c->right);
    while (i < count && is_same) {
        size_t same = count_same_rows(c, i), end = same == 0 ? i + AT_ONCE : i;
        for (i += same; i < count && i < end && is_same; i++)
            is_same = same_relatives(&c->left->rows[i], &c->right->rows[i]) &&
                      same_nodes(c, (kf_node)i, (kf_node)i);
    }
    return is_same;
}

// Goes through both trees side by side, in the order of the file.
static bool same_trees(comparing *c) {
    if (same_rows(c))
        return true;
    kf_node left = kf_node_child(c->left, 0), right = kf_node_child(c->right, 0);
    for (;;) {
        if (left == 0 && right == 0)
            return true;
        if (left == 0 || right == 0)
            return differs(c, left, right, kf_text_of(""),
                           left == 0 ? "missing on the left" : "missing on the right");
        if (!same_nodes(c, left, right))
            return false;
        kf_node next_left = kf_node_child(c->left, left);
        kf_node next_right = kf_node_child(c->right, right);
        // Both climb together: up to here the trees have the same shape.
        while (next_left == 0 && next_right == 0 && left != 0) {
            next_left = kf_node_next(c->left, left);
            next_right = kf_node_next(c->right, right);
            left = kf_node_parent(c->left, left);
            right = kf_node_parent(c->right, right);
        }
        left = next_left;
        right = next_right;
    }
}

typedef struct job {
    comparing *c;
    kf_arena *arena;
    const kf_record *left, *right;
    bool is_of_text;
    bool same;
} job;

static void run(void *context) {
    job *j = context;
    j->c = kf_arena_alloc(j->arena, sizeof *j->c);
    *j->c = (comparing){
        .left = j->left, .right = j->right, .arena = j->arena, .is_of_text = j->is_of_text};
    j->same = same_trees(j->c);
}

static bool compare(job *j, kf_difference *difference, kf_log *log) {
    kf_difference none = {0, 0, {"", 0}, ""};
    j->arena = kf_arena_new();
    bool has_memory = j->arena != NULL && kf_arena_try(j->arena, run, j);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    if (difference != NULL)
        *difference = has_memory && !j->same ? j->c->found : none;
    kf_arena_free(j->arena);
    return has_memory && j->same;
}

bool kf_compare(const kf_record *left, const kf_record *right, kf_difference *difference,
                kf_log *log) {
    job j = {.left = left, .right = right};
    return compare(&j, difference, log);
}

bool kf_compare_readings(const kf_record *left, const kf_record *right, kf_difference *difference) {
    job j = {.left = left, .right = right, .is_of_text = true};
    return compare(&j, difference, NULL);
}
