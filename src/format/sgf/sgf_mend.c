// SPDX-License-Identifier: MIT
// The second look at a node in which something is wrong: what it says, and what was mended.
//
// The reader takes a node at one look as long as nothing in it is odd, which keeps reading quick.
// Whatever is odd comes here, where it may take its time: what was meant is guessed once, for
// reading, for the log and for `kifu fix` alike.

#include "format/sgf/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

// A property under mending. Those of one name hang together in the order of the text. There may be
// a million in a node: lengths are of texts that a source can hold.
typedef struct piece {
    const char *name;
    const char *values; // with their brackets
    uint32_t name_length, values_length;
    uint32_t next; // whose values follow these, 0: none (the first piece follows nothing)
    bool is_gone;  // its values stand with another piece, or say nothing new
} piece;

typedef struct mending {
    kf_sgf_reader *reader;
    kf_record *record;
    kf_text text; // of the node
    kf_node node;
    piece *pieces;
    size_t count, capacity;
    char *closed; // a copy of the values that were never closed, or NULL
    bool is_changed;
} mending;

kf_place kf_sgf_mend_place(const kf_record *record, const char *at) {
    kf_text text = record->source->text;
    return (kf_place){.source = record->source, .offset = (size_t)(at - text.data)};
}

void kf_sgf_mend_keep(kf_buffer *junk, kf_text text) {
    kf_buffer_add_char(junk, '[');
    kf_value_escape(junk, text);
    kf_buffer_add_char(junk, ']');
}

void kf_sgf_mend_move(kf_sgf_reader *reader, kf_text text, kf_code code) {
    kf_sgf_mend_keep(&reader->junk, text);
    if (!reader->record->notes_mends)
        return;
    if (reader->run_count == 0 || reader->runs[reader->run_count - 1].code != code) {
        reader->runs = kf_arena_grow(reader->record->arena, reader->runs, &reader->run_room,
                                     reader->run_count + 1, sizeof *reader->runs);
        reader->runs[reader->run_count++] = (kf_sgf_moved){code, reader->moved.length};
    }
    kf_sgf_mend_keep(&reader->moved, text);
    kf_record_note_mend(reader->record, text.data, text.length, KF_TEXT(""), code,
                        "text that is not SGF goes to a property of its own");
}

void kf_sgf_mend_close(kf_record *record, const char *at, size_t count, kf_code code) {
    if (!record->notes_mends || count == 0)
        return;
    char *text = kf_arena_resize(record->arena, NULL, count);
    memset(text, ')', count);
    kf_record_note_mend(record, at, 0, (kf_text){text, count}, code,
                        "parentheses that were missing put in");
    kf_arena_release(record->arena, text);
}

static kf_text name_of(const piece *p) {
    return (kf_text){p->name, p->name_length};
}

static kf_text values_of(const piece *p) {
    return (kf_text){p->values, p->values_length};
}

// Adds a property as it was found.
static void add_piece(mending *m, kf_text name, kf_text values) {
    if (values.length > UINT32_MAX)
        kf_arena_fail(m->record->arena);
    m->pieces =
        kf_arena_grow(m->record->arena, m->pieces, &m->capacity, m->count + 1, sizeof *m->pieces);
    m->pieces[m->count++] = (piece){.name = name.data,
                                    .values = values.data,
                                    .name_length = (uint32_t)name.length,
                                    .values_length = (uint32_t)values.length};
}

// ---- What stands between the values ----

// A name that nothing follows: KO, DO and IT have no value anyway, so their brackets were
// forgotten. With any other name it cannot be known what was meant.
static void take_bare_name(mending *m, kf_text name) {
    kf_place place = kf_sgf_mend_place(m->record, name.data);
    int id = kf_value_id(name);
    m->is_changed = true;
    if (id >= 0 && kf_value_row(id)->type == KF_TYPE_NONE) {
        kf_log_add(m->reader->log, KF_SGF_NO_VALUE, place, "%.*s has no brackets; given them",
                   (int)name.length, name.data);
        kf_record_note_mend(m->record, name.data + name.length, 0, KF_TEXT("[]"), KF_SGF_NO_VALUE,
                            "brackets put in");
        add_piece(m, name, KF_TEXT("[]"));
        return;
    }
    kf_log_add(m->reader->log, KF_SGF_NO_VALUE, place,
               "the name '%.*s' has no value; kept as text in KFJUNK",
               name.length < 40 ? (int)name.length : 40, name.data);
    kf_sgf_mend_move(m->reader, name, KF_SGF_NO_VALUE);
}

// Text between two properties.
static void take_junk(mending *m, kf_text junk) {
    junk = kf_text_trim(junk);
    size_t letters = 0;
    if (kf_sgf_noise_is(m->reader, junk)) {
        kf_sgf_noise_take(m->reader, junk);
        m->is_changed = true;
        return;
    }
    while (letters < junk.length && kf_sgf_is_name(junk.data[letters]))
        letters++;
    if (junk.length == 0)
        return;
    if (letters == junk.length && (junk.data[0] < '0' || junk.data[0] > '9')) {
        take_bare_name(m, junk);
        return;
    }
    kf_log_add(m->reader->log, KF_SGF_JUNK, kf_sgf_mend_place(m->record, junk.data),
               "this is not a property; kept as text in KFJUNK");
    kf_sgf_mend_move(m->reader, junk, KF_SGF_JUNK);
    m->is_changed = true;
}

// Takes what says nothing off the end of the text behind a name: NULs between it and its bracket.
static kf_text drop_noise(mending *m, kf_text text) {
    size_t end = text.length;
    while (end > 0 && !kf_sgf_is_name(text.data[end - 1]))
        end--;
    kf_text tail = kf_text_cut(text, end, text.length);
    if (end == 0 || !kf_sgf_noise_is(m->reader, tail))
        return text;
    kf_sgf_noise_take(m->reader, tail);
    m->is_changed = true;
    return kf_text_cut(text, 0, end);
}

// Cuts the name that stands before a bracket off the text before it.
static kf_text cut_name(mending *m, kf_text *before) {
    kf_text text = drop_noise(m, kf_text_trim(*before));
    size_t begin = text.length;
    while (begin > 0 && kf_sgf_is_name(text.data[begin - 1]))
        begin--;
    while (begin < text.length && text.data[begin] >= '0' && text.data[begin] <= '9')
        begin++; // a name begins with a letter
    *before = kf_text_cut(text, 0, begin);
    return kf_text_cut(text, begin, text.length);
}

// The index of the first slip at `p` or behind it.
static size_t slip_from(const mending *m, const char *p) {
    size_t low = 0, high = m->reader->slip_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->reader->slips[middle].at < p)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_slip(const mending *m, const char *p, kf_sgf_slip slip) {
    size_t i = slip_from(m, p);
    return i < m->reader->slip_count && m->reader->slips[i].at == p &&
           m->reader->slips[i].slip == slip;
}

// The bracket that closes the value which begins at `p`, or where it is missing, or `end`.
static const char *value_end(const mending *m, const char *p, const char *end) {
    p += is_slip(m, p, KF_SGF_TOO_MANY);
    const kf_sgf_slip_at *slips = m->reader->slips;
    size_t i = slip_from(m, p), count = m->reader->slip_count;
    if (i < count && slips[i].slip == KF_SGF_NO_BRACKET &&
        kf_value_end(p, slips[i].at) == slips[i].at)
        return slips[i].at;
    const char *close = kf_value_end(p, end);
    while (close < end && i < count && slips[i].at == close &&
           slips[i].slip == KF_SGF_NO_BACKSLASH) {
        close = kf_value_end(close + 1, end);
        i++;
    }
    return close;
}

// What is behind a value that was closed at `close`, without white space.
static const char *behind(const mending *m, const char *close, const char *end) {
    const char *p = close + (close < end && !is_slip(m, close, KF_SGF_NO_BRACKET));
    return p + (p < end && is_slip(m, p, KF_SGF_TOO_MANY));
}

// The text may be a copy, which does not end with a NUL.
static const char *skip_space(const char *p, const char *end) {
    while (p < end && kf_sgf_is_space(*p))
        p++;
    return p;
}

// The bracket that closes a value from `begin` on before `end`: a backslash there guards nothing,
// and would guard it.
static kf_text bracket_at(const char *begin, const char *end) {
    size_t slashes = 0;
    while (end - slashes > begin && end[-1 - (ptrdiff_t)slashes] == '\\')
        slashes++;
    return slashes % 2 != 0 ? KF_TEXT("\\]") : KF_TEXT("]");
}

// Puts right what slipped at a place that is copied, and returns what to go on with.
static const char *put_right(mending *m, kf_sgf_slip_at slip, kf_buffer *out) {
    if (slip.slip == KF_SGF_TOO_MANY) {
        kf_record_note_mend(m->record, slip.at, 1, KF_TEXT(""), KF_SGF_BRACKET,
                            "a bracket too many taken out");
        return slip.at + 1;
    }
    bool is_text = slip.slip == KF_SGF_NO_BACKSLASH;
    const char *text = m->record->source->text.data;
    kf_text sign = is_text ? KF_TEXT("\\") : bracket_at(text, slip.at);
    kf_buffer_add_text(out, sign);
    kf_record_note_mend(m->record, slip.at, 0, sign, is_text ? KF_SGF_BRACKET : KF_SGF_OPEN_VALUE,
                        is_text ? "a backslash put before a bracket"
                                : "the bracket that closes a value put in");
    return slip.at;
}

// Copies values without the marks of quotation in front of their lines.
static void add_values(mending *m, const char *begin, const char *end, kf_buffer *out) {
    kf_text values = {begin, (size_t)(end - begin)};
    if (kf_sgf_noise_has_quotes(m->reader, values))
        kf_sgf_noise_copy(m->reader, values, out);
    else
        kf_buffer_add_text(out, values);
}

// The values up to `end` with what slipped put right.
static kf_text guard(mending *m, const char *begin, const char *end) {
    size_t i = slip_from(m, begin), count = m->reader->slip_count;
    const kf_sgf_slip_at *slips = m->reader->slips;
    kf_text values = {begin, (size_t)(end - begin)};
    if ((i == count || slips[i].at > end) && !kf_sgf_noise_has_quotes(m->reader, values))
        return values;
    kf_buffer out = {.arena = m->record->arena};
    for (; i < count && slips[i].at <= end; i++) {
        if (slips[i].at == end && slips[i].slip != KF_SGF_NO_BRACKET)
            break;
        add_values(m, begin, slips[i].at, &out);
        begin = put_right(m, slips[i], &out);
    }
    add_values(m, begin, end, &out);
    m->is_changed = true;
    return kf_buffer_text(&out);
}

// The values from `begin` to the end of the text, the last of which, at `open`, is never closed.
static kf_text close_values(mending *m, const char *begin, const char *open, const char *end) {
    kf_buffer closed = {.arena = m->record->arena};
    kf_text sign = bracket_at(open + 1, end);
    kf_log_add(m->reader->log, KF_SGF_UNCLOSED_VALUE, kf_sgf_mend_place(m->record, open),
               "this value is never closed; it goes on to the end of the file");
    kf_buffer_add_text(&closed, guard(m, begin, end));
    kf_buffer_add_text(&closed, sign);
    kf_record_note_mend(m->record, end, 0, sign, KF_SGF_UNCLOSED_VALUE, "the value is closed");
    m->is_changed = true;
    m->closed = closed.data;
    return kf_buffer_text(&closed);
}

// The values whose first bracket is at `p`. One that is never closed gets its bracket.
static kf_text take_values(mending *m, const char *p) {
    const char *begin = p, *end = m->text.data + m->text.length, *last = p;
    while (p < end && *p == '[') {
        const char *open = p;
        p = value_end(m, p + 1, end);
        if (p == end && !is_slip(m, p, KF_SGF_NO_BRACKET))
            return close_values(m, begin, open, end);
        last = behind(m, p, end);
        p = skip_space(last, end);
    }
    return guard(m, begin, last);
}

// Values before the first name, up to `next`. Which property they belong to cannot be known, so
// they are kept as they stand in the source, and nothing in them is put right.
// `code` is that of the mend: what stands behind junk goes with it, or would come to stand behind
// another property.
static void take_nameless(mending *m, const char *open, const char *next, const char *unclosed,
                          kf_code code) {
    kf_text values = {open, (size_t)(next - open)};
    if (unclosed != NULL)
        kf_log_add(m->reader->log, KF_SGF_UNCLOSED_VALUE, kf_sgf_mend_place(m->record, unclosed),
                   "this value is never closed; it goes on to the end of the file");
    kf_log_add(m->reader->log, KF_SGF_NAMELESS_VALUE, kf_sgf_mend_place(m->record, open),
               "this value has no name; kept as text in KFJUNK");
    kf_sgf_mend_move(m->reader, kf_text_trim(values), code);
    m->is_changed = true;
}

// A move that breaks off right behind its bracket, where the text ends or another game begins. It
// is no pass, so it is kept as text.
static bool take_cut_move(mending *m, kf_text name, const char *open) {
    const char *end = m->text.data + m->text.length;
    int id = kf_value_id(name);
    bool is_before_game = is_slip(m, open + 1, KF_SGF_NO_BRACKET);
    if (id < 0 || kf_value_row(id)->type != KF_TYPE_MOVE ||
        (!is_before_game && skip_space(open + 1, end) != end))
        return false;
    if (!is_before_game)
        kf_log_add(m->reader->log, KF_SGF_UNCLOSED_VALUE, kf_sgf_mend_place(m->record, open),
                   "this move breaks off; kept as text in KFJUNK");
    kf_sgf_mend_move(m->reader, (kf_text){name.data, (size_t)(open + 1 - name.data)},
                     is_before_game ? KF_SGF_OPEN_VALUE : KF_SGF_UNCLOSED_VALUE);
    m->is_changed = true;
    return true;
}

// Cuts the text into properties and what is none. Only a bracket is certain: the word before it is
// a name, and everything before that word is junk. So one slip is one finding.
static void take_pieces(mending *m) {
    const char *p = m->text.data, *end = p + m->text.length;
    while (p < end) {
        const char *open = memchr(p, '[', (size_t)(end - p));
        kf_text before = {p, (size_t)((open != NULL ? open : end) - p)};
        kf_text name = open != NULL ? cut_name(m, &before) : kf_text_of("");
        bool is_behind_junk = m->count > 0 && kf_text_trim(before).length > 0;
        take_junk(m, before);
        if (open == NULL)
            return;
        const char *next = open, *unclosed = NULL;
        while (next < end && *next == '[') { // step over the values in the source
            const char *close = value_end(m, next + 1, end);
            unclosed = close == end && !is_slip(m, close, KF_SGF_NO_BRACKET) ? next : NULL;
            next = skip_space(behind(m, close, end), end);
        }
        if (name.length > 0 && !take_cut_move(m, name, open))
            add_piece(m, name, take_values(m, open));
        else if (name.length == 0)
            take_nameless(m, open, next, unclosed,
                          is_behind_junk ? KF_SGF_JUNK : KF_SGF_NAMELESS_VALUE);
        p = next;
    }
}

// ---- Properties of one name ----

static int by_name(const void *a, const void *b) {
    const piece *left = *(piece *const *)a, *right = *(piece *const *)b;
    int order = kf_value_order(name_of(left), name_of(right));
    return order != 0 ? order : (left > right) - (left < right);
}

static bool is_list(int id) {
    return id >= 0 && kf_value_row(id)->arity != KF_ARITY_ONE;
}

// About the file or the game, where programs often say a thing twice.
static bool is_about_game(int id) {
    if (id < 0)
        return false;
    kf_where where = kf_value_row(id)->where;
    return where == KF_WHERE_ROOT || where == KF_WHERE_INFO;
}

// A list of many pieces is one finding. Else each one behind the first is, and the second says
// where that is.
static void report_repeated(mending *m, piece *const *group, size_t count, bool joins) {
    static const char *const same[] = {"the second says the same and is left out",
                                       "it says the same and is left out"};
    static const char *const other[] = {"both are kept", "it is kept, too"};
    enum { FEW = 4 };
    const piece *first = group[0];
    int id = kf_value_id(name_of(first));
    char times[40] = "twice";
    if (joins && count > 2)
        snprintf(times, sizeof times, "%zu times", count);
    for (size_t i = 1; i < (joins ? 2 : count); i++) {
        const piece *p = group[i];
        bool is_same = p->is_gone && !joins;
        bool is_mild = is_list(id) || is_about_game(id) || is_same;
        const char *what = joins ? "read as one list" : (is_same ? same : other)[i > 1];
        // Programs through which a file went add their names, but these are few.
        bool is_program = id == KF_P_AP && i < FEW;
        kf_severity severity = is_program ? KF_NOTE : is_mild ? KF_WARNING : KF_ERROR;
        kf_log_add_as(m->reader->log, severity, KF_SGF_REPEATED,
                      kf_sgf_mend_place(m->record, p->name), "%.*s occurs %s in this node; %s",
                      p->name_length < 40 ? (int)p->name_length : 40, p->name,
                      i == 1 ? times : "once more", what);
        if (i == 1)
            kf_log_add_as(m->reader->log, KF_NOTE, KF_SGF_REPEATED,
                          kf_sgf_mend_place(m->record, first->name), "it stood here first");
    }
}

// Whether the values stand in the source, and not in a copy.
static bool is_in_source(const mending *m, kf_text values) {
    kf_text text = m->record->source->text;
    return values.data >= text.data && values.data <= text.data + text.length;
}

// Notes that the values of `gone` go to the end of those of `first`, or that they are left out.
static void note_join(mending *m, const piece *first, const piece *gone, bool is_dropped) {
    kf_text values = values_of(gone);
    if (!m->record->notes_mends || !is_in_source(m, values) || !is_in_source(m, values_of(first)))
        return;
    size_t length = (size_t)(values.data - gone->name) + values.length;
    kf_record_note_mend(m->record, gone->name, length, KF_TEXT(""), KF_SGF_REPEATED,
                        is_dropped ? "what it said twice is said once" : "one list of it");
    if (!is_dropped)
        kf_record_note_mend(m->record, first->values + first->values_length, 0, values,
                            KF_SGF_REPEATED, "one list of it");
}

// Whether the values are one without text.
static bool is_empty(kf_text values) {
    return kf_text_trim(kf_text_cut(values, 1, values.length - 1)).length == 0;
}

// Settles the properties of one name: lists are joined, what says the same again is dropped, and
// contradictions stay as they stand. The group is in the order of the text.
static void settle(mending *m, piece *const *group, size_t count) {
    int id = kf_value_id(name_of(group[0]));
    // An empty view is the whole board: in `VW[aa]VW[]` it may be the last word.
    bool is_undone = (id == KF_P_VW || id == KF_P_DD) && is_empty(values_of(group[count - 1]));
    bool joins = is_list(id) && !is_undone;
    size_t base = 0, dropped = 0;
    // A list that says nothing adds nothing: `AB[]AB[aa]`.
    while (joins && base + 1 < count && is_empty(values_of(group[base])))
        base++;
    piece *last = group[base];
    for (size_t i = 0; i < count; i++) {
        // Behind another value the first one is said anew.
        const piece *before = is_undone ? last : group[base];
        bool again = i != base && (kf_text_equal(values_of(group[i]), values_of(before)) ||
                                   (joins && is_empty(values_of(group[i]))));
        last = is_undone && !again ? group[i] : last;
        if (i == base || (!joins && !again))
            continue;
        if (!again) {
            last->next = (uint32_t)(group[i] - m->pieces);
            last = group[i];
        }
        group[i]->is_gone = true;
        note_join(m, group[base], group[i], again);
        dropped += again;
    }
    m->is_changed = m->is_changed || joins || dropped > 0;
    report_repeated(m, group, count, joins);
}

// Brings properties of one name together by sorting, since a node may hold a million of them.
static void settle_repeated(mending *m) {
    kf_arena *arena = m->record->arena;
    if (m->count < 2)
        return;
    piece **sorted = kf_arena_resize(arena, NULL, m->count * sizeof(void *));
    for (size_t i = 0; i < m->count; i++)
        sorted[i] = &m->pieces[i];
    qsort(sorted, m->count, sizeof(void *), by_name);
    for (size_t i = 0, end; i < m->count; i = end) {
        for (end = i + 1; end < m->count; end++)
            if (kf_value_order(name_of(sorted[i]), name_of(sorted[end])) != 0)
                break;
        if (end - i > 1)
            settle(m, sorted + i, end - i);
    }
    kf_arena_release(arena, sorted);
}

// Gives the node its text: each property at the place of the first of its name.
static void put_pieces(mending *m, kf_node node) {
    kf_buffer out = {.arena = m->record->arena};
    for (size_t i = 0; i < m->count; i++) {
        const piece *p = &m->pieces[i];
        if (p->is_gone)
            continue;
        kf_buffer_add_text(&out, name_of(p));
        kf_buffer_add_text(&out, values_of(p));
        for (; p->next != 0; p = &m->pieces[p->next])
            kf_buffer_add_text(&out, values_of(&m->pieces[p->next]));
    }
    kf_arena_release(m->record->arena, m->closed);
    kf_record_put(m->record, node, kf_buffer_text(&out));
    kf_arena_release(m->record->arena, out.data);
}

// Notes where in the source the text that moved comes to stand: at the end of the node, or of the
// property that it has already. What is wrong with it is what it is noted for, so that none goes
// where the other half of the mend is not wanted.
static void note_moved(mending *m, kf_text name) {
    kf_sgf_reader *reader = m->reader;
    kf_text moved = kf_buffer_text(&reader->moved), text = m->text;
    const char *at = NULL;
    for (size_t i = 0; i < m->count && moved.length > 0; i++) {
        const piece *p = &m->pieces[i];
        if (kf_value_order(name_of(p), name) == 0 && is_in_source(m, values_of(p)))
            at = p->values + p->values_length;
    }
    bool has_name = at != NULL;
    // A node that was mended before has a text of its own; it stood here in the source.
    const kf_row *row = &m->record->rows[m->node];
    if (at == NULL && row->length == KF_OWN_TEXT) {
        kf_origin origin = m->record->origins[row->text];
        at = m->record->source->text.data + origin.offset + origin.length;
    }
    for (size_t i = 0; i < reader->run_count; i++) {
        kf_buffer out = {.arena = m->record->arena};
        size_t end = i + 1 < reader->run_count ? reader->runs[i + 1].begin : moved.length;
        if (!has_name)
            kf_buffer_add_text(&out, name);
        kf_buffer_add_text(&out, kf_text_cut(moved, reader->runs[i].begin, end));
        kf_record_note_mend(m->record, at != NULL ? at : text.data + text.length, 0,
                            kf_buffer_text(&out), reader->runs[i].code,
                            "text that is not SGF is here now");
        kf_arena_release(m->record->arena, out.data);
    }
    reader->moved.length = reader->run_count = 0;
}

// Adds the junk that waits, to the property of its name if the node has one.
static void add_waiting(mending *m) {
    kf_text name = kf_text_of(m->reader->junk_name);
    size_t index = m->count;
    note_moved(m, name);
    add_piece(m, name, kf_buffer_text(&m->reader->junk));
    m->is_changed = true;
    for (size_t i = 0; i < index; i++) {
        piece *p = &m->pieces[i];
        if (p->is_gone || kf_value_order(name_of(p), name) != 0)
            continue;
        while (p->next != 0)
            p = &m->pieces[p->next];
        p->next = (uint32_t)index;
        m->pieces[index].is_gone = true;
        return;
    }
}

// ---- Names of the Far East ----

// Each name, behind all of them what SGF has for each, and then what else those programs write.
static const char far_east[][3] = {
#define ROW(first, second, better) {first, second},
    KF_SGF_FAR_EAST_NAMES(ROW)
#undef ROW
#define ROW(first, second, better) better,
        KF_SGF_FAR_EAST_NAMES(ROW)
#undef ROW
            "LC",
    "GK"};

enum { NAMES = sizeof far_east / sizeof *far_east, FAR_EAST = 3, CLOCKS = 2 * FAR_EAST };

static size_t far_east_row(kf_text name) {
    size_t row = name.length == 2 ? 0 : NAMES;
    while (row < NAMES && memcmp(name.data, far_east[row], 2) != 0)
        row++;
    return row;
}

// Whether the value is what stands there in the Far East: TE is else a digit, RD no property, and
// KO has no value. A date or a komi begins with a digit, a sign, or a letter of East Asia.
static bool is_far_east_value(size_t row, kf_text value) {
    value = kf_text_trim(value);
    return value.length > (row == 0) && (row == 0 || (signed char)value.data[0] < 'A');
}

unsigned kf_sgf_mend_far_east(kf_text text) {
    kf_property property;
    unsigned once = 0, twice = 0, count = 0, clocks = 0;
    while (kf_property_scan(&text, &property)) {
        kf_text value;
        size_t row = far_east_row(property.name);
        clocks |= row >= CLOCKS && row < NAMES;
        for (unsigned bit = 1U << row % FAR_EAST;
             row < CLOCKS && kf_property_value(&property.values, &value); once |= bit) {
            count += row < FAR_EAST && is_far_east_value(row, value);
            twice |= once & bit;
        }
    }
    return count + clocks >= 2 ? once & ~twice : 0;
}

// Gives the properties of a root the names that SGF has for them, where each stands once.
static void rename_pieces(mending *m) {
    bool is_said = false;
    for (size_t i = 0; i < m->count; i++) {
        piece *p = &m->pieces[i];
        size_t row = far_east_row(name_of(p));
        if (row >= FAR_EAST || (m->reader->far_east >> row & 1) == 0)
            continue;
        if (!is_said)
            kf_log_add(m->reader->log, KF_SGF_FAR_EAST, kf_sgf_mend_place(m->record, p->name),
                       "here TE is the event, RD the date and KO the komi; read as EV, DT and KM");
        is_said = true;
        kf_text better = kf_text_of(far_east[row + FAR_EAST]);
        kf_record_note_mend(m->record, p->name, p->name_length, better, KF_SGF_FAR_EAST,
                            "the name that SGF has for it");
        p->name = better.data;
        p->name_length = (uint32_t)better.length;
        m->is_changed = true;
    }
}

void kf_sgf_mend(kf_sgf_reader *reader, kf_node node, kf_text text) {
    mending m = {.reader = reader, .record = reader->record, .text = text, .node = node};
    take_pieces(&m);
    if (reader->far_east != 0)
        rename_pieces(&m);
    settle_repeated(&m);
    m.record->is_repaired = m.record->is_repaired || m.is_changed;
    // What waited is still where it stood: the bytes give it back without a repair.
    if (reader->junk.length > 0)
        add_waiting(&m);
    if (m.is_changed)
        put_pieces(&m, node);
    kf_arena_release(m.record->arena, m.pieces);
    reader->junk.length = 0;
    reader->slip_count = 0;
}
