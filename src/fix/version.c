// SPDX-License-Identifier: MIT
// Bringing records into another version of SGF: games, nodes, and which properties there are.
//
// Marks come first, in a walk of their own, because FF[1] has one mark for what are several later,
// and which of them is meant depends on the stone below it: a cursor may stand on the record only
// while its moves stay as they are.

#include "fix/version.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

// ---- The properties of a node ----

kf_version_item *kf_version_find(kf_version *v, int id) {
    uint32_t at = v->first[id];
    return at > 0 && !v->items[at - 1].is_gone ? &v->items[at - 1] : NULL;
}

void kf_version_put(kf_version *v, kf_version_item *item, kf_text values) {
    if (kf_text_equal(item->values, values))
        return;
    item->values = values;
    v->is_changed = true;
}

static kf_version_item *add_item(kf_version *v, kf_version_item item) {
    v->items = kf_arena_grow(v->arena, v->items, &v->room, v->count + 1, sizeof *v->items);
    v->items[v->count] = item;
    if (item.id >= 0 && v->first[item.id] == 0)
        v->first[item.id] = (uint32_t)v->count + 1;
    return &v->items[v->count++];
}

void kf_version_add(kf_version *v, int id, kf_text values) {
    kf_version_item *item = kf_version_find(v, id);
    if (item == NULL) {
        add_item(v, (kf_version_item){kf_text_of(kf_value_row(id)->name), values, id, false});
        v->is_changed = true;
        return;
    }
    kf_buffer both = {.arena = v->arena};
    kf_buffer_add_text(&both, item->values);
    kf_buffer_add_text(&both, values);
    kf_version_put(v, item, kf_buffer_text(&both));
}

void kf_version_drop(kf_version *v, kf_version_item *item, const char *kind) {
    item->is_gone = v->is_changed = true;
    if (kind != NULL)
        kf_loss_add(v->loss, true, kf_text_of(kind), v->node);
}

void kf_version_parse(kf_version *v, kf_text text) {
    v->items = NULL;
    v->count = v->room = 0;
    v->is_changed = false;
    memset(v->first, 0, sizeof v->first);
    for (kf_property p; kf_property_next(&text, &p);)
        add_item(v, (kf_version_item){p.name, p.values, p.id, false});
}

static void begin_node(kf_version *v, kf_node node) {
    v->node = node;
    kf_version_parse(v, kf_node_text(v->record, node));
}

// A name in capitals alone, as FF[4] has it; in the versions before lower-case letters do not
// count.
static void put_name(kf_version *v, kf_buffer *out, kf_text name) {
    size_t before = out->length;
    for (size_t i = 0; i < name.length; i++)
        if (name.data[i] < 'a' || name.data[i] > 'z')
            kf_buffer_add_char(out, name.data[i]);
    if (out->length == before)
        kf_buffer_add_text(out, name);
    v->is_changed = v->is_changed || out->length - before != name.length;
}

// Which of a node's properties are written: all, or those that stay or go when it is divided.
typedef enum share { SHARE_ALL, SHARE_SETUP, SHARE_MOVE } share;

// Source: red-bean.com, "Converting old SGF files to FF[4]": the name goes with the setup.
static bool is_setup_share(int id) {
    const kf_property_row *row = kf_value_row(id);
    if (row == NULL)
        return false;
    return row->where == KF_WHERE_SETUP || row->where == KF_WHERE_ROOT ||
           row->where == KF_WHERE_INFO || id == KF_P_N;
}

static kf_text text_of(kf_version *v, share what) {
    kf_buffer out = {.arena = v->arena};
    for (size_t i = 0; i < v->count; i++) {
        const kf_version_item *item = &v->items[i];
        bool is_in = what == SHARE_ALL || is_setup_share(item->id) == (what == SHARE_SETUP);
        if (item->is_gone || !is_in)
            continue;
        put_name(v, &out, item->name);
        kf_buffer_add_text(&out, item->values);
    }
    return kf_buffer_text(&out);
}

// ---- Nodes that are both move and setup ----

static bool is_divided(kf_version *v) {
    bool has_move = false, has_setup = false;
    for (size_t i = 0; i < v->count && v->to == 4; i++) {
        int id = v->items[i].is_gone ? -1 : v->items[i].id;
        has_move = has_move || id == KF_P_B || id == KF_P_W;
        has_setup = has_setup || id == KF_P_AB || id == KF_P_AW || id == KF_P_AE || id == KF_P_PL;
    }
    return has_move && has_setup;
}

// Makes a node below this one, which takes its children. Returns it.
static kf_node divide(kf_version *v) {
    kf_node made = kf_record_add(v->record, v->node);
    kf_row *rows = v->record->rows, *upper = &rows[v->node], *lower = &rows[made];
    kf_node last = made;
    while (rows[last].next != made)
        last = rows[last].next;
    if (last != made) { // it was added to the ring of the children
        rows[last].next = lower->next;
        lower->child = last;
        for (kf_node child = rows[last].next;; child = rows[child].next) {
            rows[child].parent = made;
            if (child == last)
                break;
        }
    }
    lower->next = made;
    upper->child = made;
    kf_record_put(v->record, made, text_of(v, SHARE_MOVE));
    kf_record_put(v->record, v->node, text_of(v, SHARE_SETUP));
    v->record->is_edited = true;
    return made;
}

static void put_node(kf_version *v) {
    kf_text text = text_of(v, SHARE_ALL);
    if (!v->is_changed)
        return;
    kf_record_put(v->record, v->node, text);
    v->record->is_edited = true;
}

// ---- Which properties there are ----

// What the version does not have goes, and is noted as lost. In FF[4], which keeps what it does not
// know, it stays for programs that do.
static void check_item(kf_version *v, kf_version_item *item) {
    const kf_property_row *row = kf_value_row(item->id);
    char kind[40];
    if (item->is_gone || row == NULL || kf_text_starts(item->name, KF_TEXT("KF")) ||
        strchr(row->versions, '0' + v->to) != NULL)
        return;
    kf_text text = {kind, (size_t)snprintf(kind, sizeof kind, "property %s", row->name)};
    if (v->to == 4)
        kf_loss_add(v->loss, false, text, v->node);
    else if (item->id == KF_P_CA && v->has_letters)
        return; // needed all the same: nobody could read the text without
    else if (item->id == KF_P_CA)
        kf_version_drop(v, item, NULL); // of ASCII it says nothing
    else
        kf_version_drop(v, item, kind);
}

static void set_version(kf_version *v) {
    static const char *const values[] = {"", "[1]", "[2]", "[3]", "[4]"};
    kf_version_item *item = kf_version_find(v, KF_P_FF);
    kf_text value = kf_text_of(values[v->to]), values_now, had;
    if (item == NULL) { // in front of all others
        add_item(v, (kf_version_item){.id = -1});
        memmove(v->items + 1, v->items, (v->count - 1) * sizeof *v->items);
        v->items[0] = (kf_version_item){KF_TEXT("FF"), value, KF_P_FF, false};
        v->is_changed = true;
        return;
    }
    values_now = item->values;
    if (!kf_property_value(&values_now, &had) ||
        !kf_text_equal(kf_text_trim(had), kf_text_cut(value, 1, 2)))
        kf_version_put(v, item, value);
}

static kf_node translate_node(kf_version *v, kf_node node) {
    begin_node(v, node);
    if (v->is_go)
        kf_version_value_all(v);
    for (size_t i = 0; i < v->count; i++)
        check_item(v, &v->items[i]);
    if (node == v->game)
        set_version(v);
    if (is_divided(v))
        return divide(v);
    put_node(v);
    return node;
}

// ---- Games ----

// The next node of the game in pre-order behind `node`, 0 at its end.
static kf_node next_node(const kf_version *v, kf_node node) {
    kf_node next = kf_node_child(v->record, node);
    while (next == 0 && node != v->game && node != 0) {
        next = kf_node_next(v->record, node);
        node = kf_node_parent(v->record, node);
    }
    return next;
}

// Where FF is missing the game is in FF[1], unless it has what only FF[4] does.
static int version_of(const kf_record *record, kf_node game) {
    kf_text value;
    int version = 0;
    if (kf_property_get(record, game, "FF", &value) && kf_record_number(value, &version))
        return version >= 1 && version <= 4 ? version : 4;
    bool is_new = kf_property_get(record, game, "AP", &value) ||
                  kf_property_get(record, game, "CA", &value) ||
                  kf_property_get(record, game, "ST", &value);
    return is_new ? 4 : 1;
}

static void begin_game(kf_version *v, kf_node game) {
    v->game = game;
    v->from = version_of(v->record, game);
    v->is_go = kf_record_is_go(v->record, game);
    kf_record_board(v->record, game, &v->width, &v->height);
}

// Whether a property has what a version before FF[4] has no way to say: an empty move, a rectangle,
// flags of a figure.
static bool is_newer(const kf_property *p, kf_type type) {
    kf_text values = p->values, value, first, second;
    bool has_points = type == KF_TYPE_STONE || type == KF_TYPE_POINT;
    int flags;
    while (kf_property_value(&values, &value))
        if ((type == KF_TYPE_MOVE && kf_text_trim(value).length == 0) ||
            (has_points && kf_property_split(value, &first, &second)) ||
            (type == KF_TYPE_FIGURE && kf_property_split(value, &first, &second) &&
             kf_text_number(kf_text_trim(first), &flags)))
            return true;
    return false;
}

// Whether all properties of a node are spelled as the version has them, and none is of another.
static bool is_node_of(const kf_version *v, kf_node node) {
    kf_text rest = kf_node_text(v->record, node);
    for (kf_property p; kf_property_next(&rest, &p);) {
        const kf_property_row *row = kf_value_row(p.id);
        bool is_of_all = row == NULL || kf_text_starts(p.name, KF_TEXT("KF"));
        if (!is_of_all && (strchr(row->versions, '0' + v->to) == NULL ||
                           (v->to == 4 ? strlen(row->name) != p.name.length
                                       : v->is_go && is_newer(&p, row->type))))
            return false;
    }
    return true;
}

// Whether the game in hand states the version, and has nothing that it lacks: it keeps its bytes.
static bool is_of_version(const kf_version *v) {
    kf_text value;
    int version;
    if (!kf_property_get(v->record, v->game, "FF", &value) || !kf_record_number(value, &version) ||
        version != v->to)
        return false;
    for (kf_node node = v->game; node != 0; node = next_node(v, node))
        if (!is_node_of(v, node))
            return false;
    return true;
}

static void translate(void *context) {
    kf_version *v = context;
    v->arena = kf_arena_new_in(v->record->arena);
    // Games that keep their bytes, as they were before the first round respells any.
    kf_buffer kept = {.arena = v->arena};
    size_t number = 0;
    for (kf_node game = kf_node_child(v->record, 0); game != 0;
         game = kf_node_next(v->record, game)) {
        begin_game(v, game);
        kf_buffer_add_char(&kept, is_of_version(v) ? 1 : 0);
    }
    kf_arena_level level = kf_arena_mark(v->arena);
    for (kf_node game = kf_node_child(v->record, 0); game != 0;
         game = kf_node_next(v->record, game)) {
        begin_game(v, game);
        for (kf_node node = kept.data[number++] ? 0 : game; v->is_go && node != 0;
             node = next_node(v, node)) {
            begin_node(v, node);
            kf_version_mark_all(v);
            put_node(v);
            kf_arena_rewind(v->arena, level);
        }
    }
    kf_play_free(v->play);
    v->play = NULL;
    number = 0;
    for (kf_node game = kf_node_child(v->record, 0); game != 0;
         game = kf_node_next(v->record, game)) {
        begin_game(v, game);
        for (kf_node node = kept.data[number++] ? 0 : game; node != 0; node = next_node(v, node)) {
            node = translate_node(v, node);
            kf_arena_rewind(v->arena, level);
        }
    }
    kf_arena_free(v->arena);
}

// Boards that the versions before FF[4] do not have: their points could not be named.
static bool fits(const kf_record *record, int version, kf_log *log) {
    size_t number = 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        int width, height;
        number++;
        bool is_go = kf_record_is_go(record, game);
        kf_record_board(record, game, &width, &height);
        if (version == 4 || !is_go || (width == height && width <= 19))
            continue;
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "FF[%d] has square boards of up to 19 lines, and game %zu is played on %dx%d",
                   version, number, width, height);
        return false;
    }
    return true;
}

bool kf_version_record(kf_record *record, int version, kf_loss *loss, kf_log *log) {
    kf_version v = {.record = record, .to = version, .loss = loss};
    if (version < 1 || version > 4 || !fits(record, version, log))
        return false;
    v.has_letters = kf_record_has_letters(record);
    bool has_memory = kf_arena_try(record->arena, translate, &v) && !kf_loss_is_incomplete(loss);
    kf_play_free(v.play);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return has_memory;
}
