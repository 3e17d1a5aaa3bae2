// SPDX-License-Identifier: MIT
// The fields of MARK, UNMARK, HIDE and PRISONER, and what a series of MARK lines shows.

#include "format/ishi/ishi.h"

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi_writer.h"
#include "record/value.h"

// Shown marks may take so many bytes for each node of the record, and so many more.
enum { ROOM_FACTOR = 64, ROOM_ALWAYS = 4 << 20 };

// ---- Fields ----

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

kf_ishi_fault kf_ishi_marks_location(kf_text text, int size, int *x, int *y) {
    char letter = text.length > 0 ? upper(text.data[0]) : '\0';
    if (letter < 'A' || letter > 'Z' || text.length < 2)
        return KF_ISHI_FORM;
    for (size_t i = 1; i < text.length; i++)
        if (!is_digit(text.data[i]))
            return KF_ISHI_FORM;
    *x = letter - 'A' - (letter > 'I');
    bool fits = letter != 'I' && kf_text_number(kf_text_cut(text, 1, text.length), y);
    return fits && *x < size && *y >= 1 && *y <= size ? KF_ISHI_FINE : KF_ISHI_POINT;
}

// Reads what follows a `#`: n or n-n.
static kf_ishi_fault read_numbers(kf_text text, kf_ishi_field *field) {
    const char *dash = memchr(text.data, '-', text.length);
    size_t middle = dash != NULL ? (size_t)(dash - text.data) : text.length;
    if (!kf_text_number(kf_text_cut(text, 0, middle), &field->from))
        return KF_ISHI_FORM;
    field->to = field->from;
    if (dash != NULL && !kf_text_number(kf_text_cut(text, middle + 1, text.length), &field->to))
        return KF_ISHI_FORM;
    if (field->from < 1 || field->to < 1)
        return KF_ISHI_FORM;
    field->is_backwards = field->to < field->from;
    if (field->is_backwards) {
        int from = field->to;
        field->to = field->from;
        field->from = from;
    }
    field->target = KF_ISHI_NUMBERS;
    return KF_ISHI_FINE;
}

static kf_ishi_fault read_target(kf_text text, int size, kf_ishi_field *field) {
    field->target = KF_ISHI_AT;
    if (text.length > 0 && text.data[0] == '#')
        return read_numbers(kf_text_cut(text, 1, text.length), field);
    return kf_ishi_marks_location(text, size, &field->x, &field->y);
}

// Where the target of a field begins: behind the last `@`.
static size_t target_at(kf_text text) {
    size_t at = text.length;
    while (at > 0 && text.data[at - 1] != '@')
        at--;
    return at;
}

kf_ishi_fault kf_ishi_marks_field(kf_text text, int size, bool has_letters, bool has_all,
                                  kf_ishi_field *field) {
    *field = (kf_ishi_field){.letters = {"", 0}};
    size_t at = target_at(text);
    if (at == 0) {
        field->target = KF_ISHI_ALL;
        if (has_all && kf_text_equal_fold(text, KF_TEXT("ALL")))
            return KF_ISHI_FINE;
        return read_target(text, size, field);
    }
    if (!has_letters)
        return KF_ISHI_FORM;
    field->letters = kf_text_cut(text, 0, at - 1);
    kf_ishi_fault fault = read_target(kf_text_cut(text, at, text.length), size, field);
    size_t length = kf_text_characters(field->letters);
    if (fault == KF_ISHI_FINE && (length < 1 || length > 2))
        return KF_ISHI_LETTERS;
    return fault;
}

void kf_ishi_marks_normal(kf_text text, kf_buffer *out) {
    kf_ishi_field field;
    kf_ishi_fault fault = kf_ishi_marks_field(text, KF_ISHI_LARGEST, true, true, &field);
    size_t at = fault == KF_ISHI_FORM ? text.length : target_at(text);
    kf_buffer_add_text(out, kf_text_cut(text, 0, at));
    for (size_t i = at; i < text.length; i++)
        kf_buffer_add_char(out, upper(text.data[i]));
}

// ---- Reading and writing a node's marks ----

bool kf_ishi_marks_label(const kf_record *record, kf_node child, kf_text *label) {
    kf_values values = kf_values_of(record, child, "KFVAR");
    return kf_values_next(&values, label) && label->length > 0;
}

// Adds the labels of the variations behind the node to a net, where nothing else is shown.
static void add_labels(const kf_record *record, kf_node node, int size, kf_ishi_net *net) {
    kf_text label, value;
    for (kf_node child = kf_node_child(record, node); child != 0;
         child = kf_node_next(record, child)) {
        int x, y;
        bool has_move = kf_property_get(record, child, "B", &value) ||
                        kf_property_get(record, child, "W", &value);
        if (!has_move || !kf_value_point(value, &x, &y) || x >= size || y >= size)
            continue;
        if (!kf_ishi_marks_label(record, child, &label))
            continue;
        kf_buffer plain = {.arena = net->arena};
        kf_value_plain(&plain, label, true);
        kf_ishi_net_add(net, x, y, kf_buffer_text(&plain), true);
        kf_arena_release(net->arena, plain.data);
    }
}

static bool next_program_line(kf_values *values, kf_buffer *line) {
    kf_text value;
    if (!kf_values_next(values, &value))
        return false;
    line->length = 0;
    kf_value_plain(line, value, true);
    return true;
}

static bool is_hidden(kf_text line) {
    return kf_text_is(line, "HIDDEN");
}

// Runs KFMARK of the node. False when its effect is not to be shown.
static bool run_program(kf_play *path, kf_node node, kf_ishi_net *net) {
    kf_values values = kf_values_of(path->record, node, "KFMARK");
    kf_buffer line = {.arena = net->arena};
    bool is_shown = true, went = false;
    while (next_program_line(&values, &line)) {
        if (is_hidden(kf_buffer_text(&line))) {
            is_shown = false;
            break;
        }
        if (!went)
            kf_play_go(path, node);
        went = true;
        kf_ishi_net_run(net, path, kf_buffer_text(&line));
    }
    // Letters in the net are copies, so the line may go.
    kf_arena_release(net->arena, line.data);
    return is_shown;
}

static bool is_order(kf_text line) {
    kf_text word;
    return kf_text_word(&line, &word) && (kf_text_equal_fold(word, KF_TEXT("MARK")) ||
                                          kf_text_equal_fold(word, KF_TEXT("UNMARK")));
}

// Adds the lines of KFMARK that are MARK or UNMARK lines; any other would be read as what it is.
static void copy_program(kf_play *path, kf_node node, kf_buffer *out) {
    kf_values values = kf_values_of(path->record, node, "KFMARK");
    kf_buffer line = {.arena = out->arena};
    while (next_program_line(&values, &line)) {
        kf_text text = kf_buffer_text(&line);
        if (!is_order(text))
            continue;
        kf_ishi_ascii(out, text);
        kf_buffer_add_string(out, "\r\n");
    }
    kf_arena_release(out->arena, line.data);
}

void kf_ishi_marks_write(kf_play *path, kf_node node, kf_buffer *out) {
    kf_property property;
    const kf_record *record = path->record;
    kf_ishi_net *shown = kf_ishi_net_new(out->arena), *net;
    kf_ishi_net_read(shown, kf_node_text(record, node));
    bool has_program = kf_property_find(record, node, "KFMARK", &property);
    if (shown->count == 0 && !has_program) {
        kf_ishi_net_free(shown);
        return;
    }
    kf_play_go(path, node);
    int size = path->board.height;
    if (has_program) {
        net = kf_ishi_net_new(out->arena);
        run_program(path, node, net);
        add_labels(record, node, size, net);
        bool agrees = kf_ishi_net_equal(net, shown);
        kf_ishi_net_free(net);
        if (agrees) {
            copy_program(path, node, out);
            kf_ishi_net_free(shown);
            return;
        }
    }
    net = kf_ishi_net_new(out->arena);
    add_labels(record, node, size, net);
    kf_ishi_net_write(shown, net, path, out);
    kf_ishi_net_free(net);
    kf_ishi_net_free(shown);
}

// ---- After reading ----

// What goes on while a record is settled.
typedef struct settling {
    kf_record *record;
    kf_play *path;
    kf_buffer out;
    size_t room; // how much more text the shown marks may take
    kf_log *log;
} settling;

// All properties of the node but the one of that id.
static void copy_others(settling *s, kf_node node, int id) {
    kf_text rest = kf_node_text(s->record, node);
    kf_property property;
    s->out.length = 0;
    while (kf_property_next(&rest, &property)) {
        if (property.id == id)
            continue;
        kf_buffer_add_text(&s->out, property.name);
        kf_buffer_add_text(&s->out, property.values);
    }
}

static void add_program(settling *s, kf_node node, bool is_shown) {
    kf_values values = kf_values_of(s->record, node, "KFMARK");
    kf_text value;
    kf_buffer_add_string(&s->out, is_shown ? "KFMARK" : "KFMARK[HIDDEN]");
    while (kf_values_next(&values, &value)) {
        kf_buffer_add_char(&s->out, '[');
        kf_buffer_add_text(&s->out, value);
        kf_buffer_add_char(&s->out, ']');
    }
}

// Whether the program is just the one that the writer would make up from what is shown.
static bool is_default(settling *s, kf_node node, kf_text shown, const kf_ishi_net *labels) {
    kf_arena *arena = s->record->arena;
    kf_buffer made = {.arena = arena}, there = {.arena = arena};
    kf_ishi_net *net = kf_ishi_net_new(arena);
    kf_ishi_net_read(net, shown);
    kf_ishi_net_write(net, labels, s->path, &made);
    copy_program(s->path, node, &there);
    bool is_same = kf_text_equal(kf_buffer_text(&made), kf_buffer_text(&there));
    kf_arena_release(arena, made.data);
    kf_arena_release(arena, there.data);
    kf_ishi_net_free(net);
    return is_same;
}

static void settle_marks(settling *s, kf_node node, bool has_program, int size) {
    kf_arena *arena = s->record->arena;
    kf_ishi_net *net = kf_ishi_net_new(arena), *labels = kf_ishi_net_new(arena);
    bool is_shown = s->room > 0;
    if (has_program && is_shown)
        run_program(s->path, node, net);
    add_labels(s->record, node, size, labels);
    add_labels(s->record, node, size, net);
    if (has_program || net->count > 0) {
        copy_others(s, node, KF_P_KFMARK);
        size_t before = s->out.length;
        kf_ishi_net_show(net, &s->out);
        kf_text shown = kf_text_cut(kf_buffer_text(&s->out), before, s->out.length);
        s->room -= shown.length < s->room ? shown.length : s->room;
        if (has_program && (!is_shown || !is_default(s, node, shown, labels)))
            add_program(s, node, is_shown);
        kf_record_put(s->record, node, kf_buffer_text(&s->out));
    }
    kf_ishi_net_free(labels);
    kf_ishi_net_free(net);
}

static bool has_label(const kf_record *record, kf_node node) {
    kf_text label;
    for (kf_node child = kf_node_child(record, node); child != 0;
         child = kf_node_next(record, child))
        if (kf_ishi_marks_label(record, child, &label))
            return true;
    return false;
}

void kf_ishi_marks_settle(kf_record *record, kf_log *log) {
    settling s = {.record = record, .out = {.arena = record->arena}, .log = log};
    s.path = kf_ishi_play_new(record, record->arena);
    s.room = kf_record_nodes(record) * ROOM_FACTOR + ROOM_ALWAYS;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        int width, height;
        kf_record_board(record, game, &width, &height);
        kf_walk walk = kf_walk_from(record, game);
        for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
            kf_property property;
            kf_ishi_hide_settle(s.path, record, node, height);
            bool has_program = kf_property_find(record, node, "KFMARK", &property);
            if (has_program || has_label(record, node))
                settle_marks(&s, node, has_program, height);
        }
    }
    if (s.room == 0)
        kf_log_add(log, KF_ISHI_HIDDEN_MARKS, (kf_place){.source = record->source},
                   "the marks are more text than a record should hold; some are carried unshown");
    kf_play_free(s.path);
    kf_arena_release(record->arena, s.out.data);
}
