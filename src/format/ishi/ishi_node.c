// SPDX-License-Identifier: MIT
// The lines of one node of an Ishi file, in the order in which they stand there.

#include "format/ishi/ishi_writer.h"

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "record/value.h"

kf_ishi_node kf_ishi_node_begin(const kf_record *record, bool is_careful, kf_arena *arena) {
    kf_ishi_node writer = {.text = {.arena = arena}, .lines = {.arena = arena}};
    writer.is_careful = is_careful;
    writer.prisoners = kf_ishi_prisoner_list(record, arena);
    return writer;
}

// ---- Lines ----

static void indent(kf_ishi_node *writer) {
    for (int i = 0; i < writer->indent; i++)
        kf_buffer_add_char(&writer->text, ' ');
}

static bool begins_with(kf_text line, const char *keyword) {
    kf_text word;
    return kf_text_word(&line, &word) && kf_text_equal_fold(word, kf_text_of(keyword));
}

// Moves the lines over. What stands within a comment is never indented.
static void flush(kf_ishi_node *writer) {
    kf_text rest = kf_buffer_text(&writer->lines), line;
    bool in_comment = false;
    while (kf_text_line(&rest, &line)) {
        bool is_end = in_comment && begins_with(line, "ENDCOM");
        if (!in_comment || is_end)
            indent(writer);
        in_comment = in_comment ? !is_end : begins_with(line, "COM");
        kf_buffer_add_text(&writer->text, line);
        kf_buffer_add_string(&writer->text, "\r\n");
    }
    writer->lines.length = 0;
}

void kf_ishi_node_write_line(kf_ishi_node *writer, kf_text line) {
    indent(writer);
    kf_buffer_add_text(&writer->text, line);
    kf_buffer_add_string(&writer->text, "\r\n");
}

static void write_group(kf_ishi_node *writer, const kf_ishi_view *view, kf_ishi_group group) {
    kf_ishi_show(view, group, &writer->lines);
    flush(writer);
}

// Which of the values of one property are meant: `from` up to `to`, from 0.
typedef struct span {
    size_t from, to;
} span;

static const span all = {0, SIZE_MAX};

// Writes values as one line each. REMARK and the lines of KFLINE are such.
static void write_values(kf_ishi_node *writer, const kf_ishi_view *view, const char *name,
                         const char *keyword, span which) {
    kf_values values = kf_values_of(view->record, view->node, name);
    kf_buffer plain = {.arena = writer->lines.arena};
    kf_text value;
    for (size_t i = 0; kf_values_next(&values, &value); i++) {
        if (i < which.from || i >= which.to)
            continue;
        plain.length = 0;
        kf_value_plain(&plain, value, false);
        if (keyword[0] != '\0') {
            kf_ishi_show_line(&writer->lines, keyword, kf_buffer_text(&plain));
        } else {
            // In a transliteration the line might be one that can be read, so it is only carried.
            kf_text line = kf_text_trim(kf_buffer_text(&plain));
            kf_ishi_ascii(&writer->lines, line);
            bool is_same = kf_text_equal(kf_buffer_text(&writer->lines), line);
            writer->lines.length = is_same ? line.length : 0;
            kf_buffer_add_string(&writer->lines, is_same ? "\r\n" : "");
        }
        flush(writer);
    }
    kf_arena_release(plain.arena, plain.data);
}

static size_t count_values(const kf_ishi_view *view, const char *name) {
    kf_values values = kf_values_of(view->record, view->node, name);
    kf_text value;
    size_t count = 0;
    while (kf_values_next(&values, &value))
        count++;
    return count;
}

// ---- Blocks ----

static void write_comments(kf_ishi_node *writer, const kf_ishi_view *view, span which) {
    kf_ishi_comment_add(kf_node_text(view->record, view->node), which.from, which.to,
                        &writer->lines);
    flush(writer);
}

// Takes a line off a body, each line of which has a line break BEFORE it: so an empty line at the
// end counts.
static bool next_line(kf_text *rest, kf_text *line) {
    if (rest->length == 0)
        return false;
    size_t end = 1;
    while (end < rest->length && rest->data[end] != '\n')
        end++;
    *line = kf_text_cut(*rest, 1, end);
    *rest = kf_text_cut(*rest, end, rest->length);
    return true;
}

// Whether a block, written down, is read as the same block: it must not end early, nor be one of
// our own. What counts is what will stand there, which is ASCII.
static bool is_user_safe(kf_ishi_node *writer, kf_text title, kf_text body) {
    kf_buffer shown = {.arena = writer->lines.arena}, facts = {.arena = writer->lines.arena};
    kf_text rest = body, line;
    bool is_safe = true;
    while (next_line(&rest, &line)) {
        size_t begin = facts.length;
        kf_ishi_ascii(&facts, line);
        line = kf_text_cut(kf_buffer_text(&facts), begin, facts.length);
        is_safe = is_safe && (line.length == 0 || !begins_with(line, "ENDUSER"));
        kf_buffer_add_char(&facts, '\n');
    }
    kf_ishi_ascii(&shown, title);
    bool is_ours = kf_text_is(kf_text_trim(kf_buffer_text(&shown)), "kifu");
    if (is_safe && is_ours)
        is_safe = !kf_ishi_fact_fits(kf_buffer_text(&facts), writer->lines.arena);
    kf_arena_release(shown.arena, shown.data);
    kf_arena_release(facts.arena, facts.data);
    return is_safe;
}

static void write_user(kf_ishi_node *writer, kf_text block) {
    size_t end = 0;
    while (end < block.length && block.data[end] != '\n')
        end++;
    kf_text title = kf_text_cut(block, 0, end), rest = kf_text_cut(block, end, block.length), line;
    if (!is_user_safe(writer, title, rest))
        return;
    kf_ishi_show_line(&writer->lines, "USER", title);
    flush(writer);
    while (next_line(&rest, &line)) {
        kf_ishi_ascii(&writer->text, line);
        kf_buffer_add_string(&writer->text, "\r\n");
    }
    kf_ishi_node_write_line(writer, KF_TEXT("ENDUSER"));
}

static void write_users(kf_ishi_node *writer, const kf_ishi_view *view, span which) {
    kf_values values = kf_values_of(view->record, view->node, "KFUSER");
    kf_buffer plain = {.arena = writer->lines.arena};
    kf_text value;
    for (size_t i = 0; !writer->is_careful && kf_values_next(&values, &value); i++) {
        if (i < which.from || i >= which.to)
            continue;
        plain.length = 0;
        kf_value_plain(&plain, value, false);
        write_user(writer, kf_buffer_text(&plain));
    }
    kf_arena_release(plain.arena, plain.data);
}

static void write_prisoners(kf_ishi_node *writer, const kf_ishi_view *view) {
    kf_values values = kf_values_of(view->record, view->node, "KFPRISONER");
    kf_text value, shown = {"", 0};
    kf_buffer fields = {.arena = writer->lines.arena};
    bool is_told = false;
    while (!kf_ishi_play_is_plain(values.rest) && kf_values_next(&values, &value)) {
        if (is_told)
            kf_buffer_add_char(&fields, ' ');
        kf_ishi_ascii(&fields, value);
        is_told = true;
    }
    if (is_told)
        shown = kf_text_trim(kf_buffer_text(&fields));
    else if (view->kind == KF_ISHI_MOVE)
        shown = kf_ishi_prisoner_of(&writer->prisoners, view->node);
    if (shown.length > 0)
        kf_ishi_show_line(&writer->lines, "PRISONER", shown);
    flush(writer);
    kf_arena_release(fields.arena, fields.data);
}

static void write_unread_lines(kf_ishi_node *writer, const kf_ishi_view *view) {
    if (!writer->is_careful)
        write_values(writer, view, "KFLINE", "", all);
}

// ---- Nodes ----

// How many of the last blocks of a kind belong to the setup, as KFSETUP says.
static size_t owned_by_setup(const kf_ishi_view *view, const char *kind, size_t count) {
    kf_values values = kf_values_of(view->record, view->node, "KFSETUP");
    kf_text value, word;
    int number;
    while (kf_values_next(&values, &value)) {
        bool is_it = kf_text_word(&value, &word) && kf_text_equal_fold(word, kf_text_of(kind)) &&
                     kf_text_number(kf_text_trim(value), &number);
        if (is_it)
            return (size_t)number < count ? (size_t)number : count;
    }
    return 0;
}

static size_t write_root(kf_ishi_node *writer, const kf_ishi_view *view) {
    size_t remarks = count_values(view, "KFREMARK"), users = count_values(view, "KFUSER"),
           comments =
               kf_ishi_comment_count(kf_node_text(view->record, view->node), writer->lines.arena);
    size_t early_remarks = remarks - owned_by_setup(view, "REMARK", remarks),
           early_users = users - owned_by_setup(view, "USER", users),
           early_comments = comments - owned_by_setup(view, "COM", comments);
    write_values(writer, view, "KFREMARK", "REMARK", (span){0, early_remarks});
    write_group(writer, view, KF_ISHI_TITLE);
    write_group(writer, view, KF_ISHI_HEADER);
    write_group(writer, view, KF_ISHI_SIZE);
    size_t facts_at = writer->text.length;
    write_comments(writer, view, (span){0, early_comments});
    write_users(writer, view, (span){0, early_users});
    write_values(writer, view, "KFREMARK", "REMARK", (span){early_remarks, SIZE_MAX});
    write_group(writer, view, KF_ISHI_STONES);
    write_prisoners(writer, view);
    write_group(writer, view, KF_ISHI_MARKS);
    write_comments(writer, view, (span){early_comments, SIZE_MAX});
    write_users(writer, view, (span){early_users, SIZE_MAX});
    write_unread_lines(writer, view);
    return facts_at;
}

static size_t write_rest(kf_ishi_node *writer, const kf_ishi_view *view) {
    write_group(writer, view, KF_ISHI_MARKS);
    write_comments(writer, view, all);
    write_users(writer, view, all);
    // Which DIAGRAMs are nodes must stand in the text before it is read back.
    bool is_node = view->kind == KF_ISHI_NODE;
    if (is_node) {
        kf_ishi_node_write_line(writer, KF_TEXT("USER kifu"));
        kf_ishi_node_write_line(writer, KF_TEXT(". node"));
    }
    size_t facts_at = writer->text.length;
    if (is_node)
        kf_ishi_node_write_line(writer, KF_TEXT("ENDUSER"));
    write_unread_lines(writer, view);
    return facts_at;
}

static size_t write_diagram(kf_ishi_node *writer, const kf_ishi_view *view) {
    size_t remarks = count_values(view, "KFREMARK"),
           early_remarks = remarks - owned_by_setup(view, "REMARK", remarks);
    kf_values values = kf_values_of(view->record, view->node, "KFDIAGRAM");
    kf_text region = {"", 0};
    if (view->kind == KF_ISHI_DIAGRAM)
        kf_values_next(&values, &region);
    write_values(writer, view, "KFREMARK", "REMARK", (span){0, early_remarks});
    kf_ishi_show_line(&writer->lines, "DIAGRAM", kf_text_trim(region));
    flush(writer);
    write_values(writer, view, "KFREMARK", "REMARK", (span){early_remarks, SIZE_MAX});
    write_group(writer, view, KF_ISHI_STONES);
    return write_rest(writer, view);
}

size_t kf_ishi_node_write(kf_ishi_node *writer, const kf_ishi_view *view) {
    if (view->kind == KF_ISHI_ROOT)
        return write_root(writer, view);
    if (view->kind == KF_ISHI_DIAGRAM || view->kind == KF_ISHI_NODE)
        return write_diagram(writer, view);
    if (view->kind == KF_ISHI_MOVE &&
        kf_ishi_play_is_plain(kf_node_text(view->record, view->node))) {
        write_group(writer, view, KF_ISHI_PLAY);
        write_prisoners(writer, view);
        return writer->text.length;
    }
    write_values(writer, view, "KFREMARK", "REMARK", all);
    write_group(writer, view, view->kind == KF_ISHI_SETUP ? KF_ISHI_STONES : KF_ISHI_PLAY);
    write_prisoners(writer, view);
    return write_rest(writer, view);
}

// ---- Around nodes ----

// Whether any mark is shown on a point of the node.
static bool is_marked(const kf_record *record, kf_node node, kf_text point) {
    kf_text rest = kf_node_text(record, node), value, first, second;
    kf_property property;
    while (kf_property_next(&rest, &property)) {
        if (property.id == KF_P_KFMARK && kf_text_starts(property.values, KF_TEXT("[HIDDEN]")))
            return true;
        if (kf_ishi_show_group(&property, KF_ISHI_MOVE) != KF_ISHI_MARKS)
            continue;
        while (kf_property_value(&property.values, &value)) {
            kf_property_split(value, &first, &second);
            if (kf_text_equal(first, point) || (property.id != KF_P_LB && second.length > 0))
                return true;
        }
    }
    return false;
}

// The label that KFVAR tells. It is shown as a mark at the variation's first point; when no mark is
// there, somebody has taken it away.
static bool has_label(const kf_record *record, kf_node node, int size, kf_buffer *label) {
    kf_text value, point;
    char colour;
    if (!kf_ishi_marks_label(record, node, &value))
        return false;
    kf_value_plain(label, value, false);
    for (size_t i = 0; i < label->length; i++)
        if (label->data[i] <= 32 || label->data[i] > 126)
            return false;
    bool has_point = kf_ishi_play_move(kf_node_text(record, node), size, &colour, &point) &&
                     point.length > 0 && !kf_text_is(point, "tt");
    return label->length >= 1 &&
           (!has_point || is_marked(record, kf_node_parent(record, node), point));
}

void kf_ishi_node_write_var(kf_ishi_node *writer, const kf_record *record, kf_node node) {
    kf_buffer label = {.arena = writer->lines.arena};
    bool is_there = has_label(record, node, writer->size, &label);
    kf_ishi_show_line(&writer->lines, "VAR", is_there ? kf_buffer_text(&label) : KF_TEXT(""));
    flush(writer);
    kf_arena_release(label.arena, label.data);
}

void kf_ishi_node_write_empty(kf_ishi_node *writer, bool is_end, kf_text label) {
    kf_buffer plain = {.arena = writer->lines.arena};
    kf_value_plain(&plain, label, false);
    kf_ishi_show_line(&writer->lines, is_end ? "ENDVAR" : "VAR",
                      is_end ? KF_TEXT("") : kf_buffer_text(&plain));
    flush(writer);
    kf_arena_release(plain.arena, plain.data);
}

void kf_ishi_node_write_tail(kf_ishi_node *writer, const kf_record *record, kf_node game) {
    kf_ishi_view view = {.record = record, .node = game, .kind = KF_ISHI_ROOT};
    write_values(writer, &view, "KFTAIL", "REMARK", all);
}
