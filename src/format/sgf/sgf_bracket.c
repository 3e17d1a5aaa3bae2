// SPDX-License-Identifier: MIT
// Brackets in texts that lack their backslash: which of several closes the value. And brackets of
// points, where one is missing or one too many.
//
// Nothing in a text says so. A bracket is taken for one of the text only when what follows it is
// no SGF, and what follows a later one is: then that later one closes the value.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// How far one looks for the bracket that closes a value after all, and for the properties that
// tell a game from prose.
enum { REST = 2000, NAME = 8, MOST = 10, NEAR = 400, PROPERTIES = 16, BEHIND = 10 };

// Behind the name that begins at `p` when a bracket stands there, else NULL.
static const char *skip_name(const char *p) {
    size_t letters = 0;
    while (letters <= NAME && kf_sgf_is_capital(p[letters]))
        letters++;
    return letters > 0 && letters <= NAME && p[letters] == '[' ? p + letters : NULL;
}

// Whether after the bracket at `p` a property, a node, a tree or another value can begin.
static bool is_followed_well(const char *p) {
    p = kf_sgf_skip_space(p + 1);
    return strchr(";()[", *p) != NULL /* or the end */ || skip_name(p) != NULL;
}

// Whether the property may have one value only.
static bool takes_one(kf_text name) {
    int id = kf_value_id(name);
    return id >= 0 && kf_value_row(id)->arity == KF_ARITY_ONE;
}

// The same for the end of a value of the property, behind which another one stands only if it may
// have several.
static bool is_end_of(kf_text name, const char *p) {
    return is_followed_well(p) && !(*kf_sgf_skip_space(p + 1) == '[' && takes_one(name));
}

// Back over white space before `p`.
static const char *skip_back(const char *p, const char *begin) {
    while (p > begin && kf_sgf_is_space(p[-1]))
        p--;
    return p;
}

// Whether a value of the property may be a text with words in it. The name of a set is none.
static bool is_text_id(int id) {
    if (id == KF_P_CA)
        return false;
    kf_type type = id >= 0 ? kf_value_row(id)->type : KF_TYPE_TEXT;
    return type == KF_TYPE_TEXT || type == KF_TYPE_SIMPLE || type == KF_TYPE_LABEL ||
           type == KF_TYPE_FIGURE;
}

static bool is_text(kf_text name) {
    return is_text_id(kf_value_id(name));
}

static void note(kf_sgf_reader *reader, const char *at, kf_sgf_slip slip) {
    static const struct {
        kf_code code;
        const char *message;
    } said[] = {{KF_SGF_BRACKET,
                 "this bracket belongs to the text and lacks its backslash; read as if it had one"},
                {KF_SGF_OPEN_VALUE,
                 "the bracket that closes this value is missing here; read as if it were "
                 "there"},
                {KF_SGF_BRACKET, "this bracket is one too many; left out"}};
    reader->slips = kf_arena_grow(reader->record->arena, reader->slips, &reader->slip_room,
                                  reader->slip_count + 1, sizeof *reader->slips);
    reader->slips[reader->slip_count++] = (kf_sgf_slip_at){at, slip};
    reader->broken_off = slip == KF_SGF_NO_BRACKET ? at : reader->broken_off;
    kf_log_add_as(reader->log, KF_ERROR, said[slip].code, kf_sgf_mend_place(reader->record, at),
                  "%s", said[slip].message);
}

// The bracket that closes as many as `depth`, none of them behind `end`; else NULL.
static const char *find_partner(const char *p, const char *end, size_t depth) {
    for (; p < end; p++) {
        depth += *p == '[';
        depth -= *p == ']';
        if (depth == 0)
            return p;
        p += *p == '\\' && p + 1 < end;
    }
    return NULL;
}

// Whether the text may be a number, a colour or a point, or the front of one.
static bool is_short(const char *p, const char *end) {
    enum { MOST = 10 };
    if (end - p > MOST)
        return false;
    while (p < end && (kf_sgf_is_name(*p) || strchr(".,:+-", *p) != NULL))
        p++;
    return p == end;
}

// Whether the value from `p` to `end` may be one of the property: a number is short, and so is the
// name of a set, and has no blanks.
static bool is_likely(int id, const char *p, const char *end) {
    enum { LONGEST = 24 };
    if (id != KF_P_CA)
        return is_text_id(id) || (p < end && is_short(p, end));
    for (const char *q = p; q < end; q++)
        if (kf_sgf_is_space(*q))
            return false;
    return p < end && end - p <= LONGEST;
}

static bool is_of_game(int id) {
    kf_where where = id >= 0 ? kf_value_row(id)->where : KF_WHERE_ANY;
    return where == KF_WHERE_ROOT || where == KF_WHERE_INFO;
}

static bool is_move(kf_text name) {
    return kf_text_is(name, "B") || kf_text_is(name, "W");
}

static bool is_setup(kf_text name) {
    return kf_text_is(name, "AB") || kf_text_is(name, "AW") || kf_text_is(name, "AE");
}

// The names of the first properties of a node.
typedef struct names {
    kf_text items[PROPERTIES];
    size_t count;
    bool has_move;
} names;

static names names_of(kf_text node) {
    names found;
    kf_property property;
    found.count = found.has_move = 0;
    while (found.count < PROPERTIES && kf_property_scan(&node, &property)) {
        found.has_move = found.has_move || is_move(property.name);
        found.items[found.count++] = property.name;
    }
    return found;
}

// Whether a property of the name cannot stand in the node: it is there already, or it is a setup
// beside a move.
static bool is_against(const names *names, kf_text name) {
    for (size_t i = 0; i < names->count; i++)
        if (names->items[i].length == name.length && kf_text_equal(names->items[i], name))
            return true;
    return names->has_move && is_setup(name);
}

// Takes the next property of a node off its text. False: there is none.
static bool next_of_node(kf_text *rest, kf_property *property) {
    const char *end = rest->data + rest->length, *p = kf_value_skip_space(rest->data, end);
    return p < end && kf_sgf_is_capital(*p) && kf_property_scan(rest, property) &&
           property->name.data == p;
}

// Whether the properties at `p` are those of a game, and not of the node in front: there they stood
// twice, or it is no first node, or two are about the file, as they stand in front of a text. At
// the front of a line it is enough that they are about a game, or that in the node behind them the
// player moves who moved in the node in front.
static bool goes_on(const kf_sgf_front *front, const char *p, const char *end, bool is_line) {
    kf_text rest = {p, (size_t)(end - p)};
    names names = names_of(front->node);
    kf_property property;
    size_t left = BEHIND, of_file = 0;
    for (; left > 0 && next_of_node(&rest, &property); left--) {
        int id = kf_value_id(property.name);
        of_file += id >= 0 && kf_value_row(id)->where == KF_WHERE_ROOT;
        if (((is_line || !front->is_first) && is_of_game(id)) || of_file > 1 ||
            is_against(&names, property.name))
            return true;
    }
    p = kf_value_skip_space(rest.data, end);
    for (const char *begin = p; p < end && p - begin < MOST && (*p == ';' || *p == '(');)
        p = kf_value_skip_space(p + 1, end);
    rest = (kf_text){p, (size_t)(end - p)};
    for (; left > 0 && is_line && next_of_node(&rest, &property); left--)
        if (is_of_game(kf_value_id(property.name)) ||
            (is_move(property.name) && is_against(&names, property.name)))
            return true;
    return false;
}

// Only what nobody writes in prose is certain: it stands at the front of a line, or says the
// version or the kind of game, and something else about the game stands behind it.
const char *kf_sgf_bracket_game(const kf_sgf_front *front, const char *begin, const char *bracket,
                                const char *end) {
    const char *name = bracket;
    while (name > begin && kf_sgf_is_capital(name[-1]))
        name--;
    kf_text said = {name, (size_t)(bracket - name)};
    int id = kf_value_id(said);
    const char *open = skip_back(name, begin);
    if (!is_of_game(id) || open == begin || open[-1] != ';')
        return NULL;
    open = skip_back(open - 1, begin);
    if (open == begin || open[-1] != '(')
        return NULL;
    const char *cut = skip_back(open - 1, begin);
    if (cut - begin >= 3 && memcmp(cut - 3, "\xEF\xBB\xBF", 3) == 0) // of the file behind
        cut = skip_back(cut - 3, begin);
    bool is_version = id == KF_P_FF || id == KF_P_GM || id == KF_P_CA;
    bool is_line = memchr(cut, '\n', (size_t)(open - cut)) != NULL ||
                   memchr(cut, '\r', (size_t)(open - cut)) != NULL;
    end = end - bracket > NEAR ? bracket + NEAR : end;
    const char *close = is_version || is_line ? kf_value_end(bracket + 1, end) : end;
    return close < end && is_likely(id, bracket + 1, close) &&
                   (front == NULL || goes_on(front, close + 1, end, is_line))
               ? cut
               : NULL;
}

// Where such a value breaks off and a node or a property begins: `KM[6.5;B[aa]`.
static const char *find_property(const char *begin, const char *bracket) {
    const char *name = bracket;
    while (name > begin && kf_sgf_is_capital(name[-1]))
        name--;
    if (kf_value_id((kf_text){name, (size_t)(bracket - name)}) < 0)
        return NULL;
    const char *end = skip_back(name, begin);
    bool is_node = end > begin && strchr(";(", end[-1]) != NULL;
    while (end > begin && strchr(";(", end[-1]) != NULL)
        end = skip_back(end - 1, begin);
    // A bracket right before the name is rather one too many, as is one behind another value.
    bool is_empty = end == begin && (!is_node || begin[-2] == ']');
    return is_short(begin, end) && !is_empty ? end : NULL;
}

// The place where the value of `name`, which would be closed at `close`, lacks its bracket; NULL:
// nothing says so.
static const char *find_cut(const kf_sgf_reader *reader, kf_text name, const char *open,
                            const char *close) {
    const char *bracket = memchr(open + 1, '[', (size_t)(close - open - 1));
    bool is_words = is_text(name);
    int id = kf_value_id(name);
    if (bracket == NULL || (id >= 0 && kf_value_row(id)->type == KF_TYPE_NONE))
        return NULL;
    // Many numbers may break off one after the other: each is looked at only so far.
    const char *stop = is_words || close - open < REST ? close : open + REST, *last = stop - 1;
    while (*last != '[' && last > open)
        last--;
    bool is_escaped = memchr(last - 1, '\\', (size_t)(stop - last + 1)) != NULL;
    bool is_first = reader->record->count == (size_t)reader->record->game + 1;
    size_t length = (size_t)(open + 1 - reader->node);
    kf_sgf_front front = {{reader->node, length < NEAR ? length : NEAR}, is_first};
    // A name or a date is no prose, nor is a point.
    bool is_prose = is_words && !(is_of_game(id) && kf_value_row(id)->type == KF_TYPE_SIMPLE);
    const kf_sgf_front *before = is_prose ? &front : NULL;
    const char *game = is_escaped ? NULL : kf_sgf_bracket_game(before, open + 1, last, reader->end);
    is_escaped = bracket >= stop || memchr(bracket - 1, '\\', (size_t)(stop - bracket + 1)) != NULL;
    const char *cut = is_words || is_escaped ? NULL : find_property(open + 1, bracket);
    return cut != NULL && (game == NULL || cut < game) ? cut : game;
}

// Whether a text quotes SGF with the value from `bracket` to `close`: a property stands before it.
static bool is_quote(const char *bracket, const char *close) {
    const char *name = bracket;
    while (kf_sgf_is_capital(name[-1])) // another bracket stands in front
        name--;
    kf_text said = {name, (size_t)(bracket - name)};
    return kf_value_id(said) >= 0 && (is_text(said) || is_short(bracket + 1, close));
}

// Whether at `p` begins a tree, a node or its end, and no word behind such a sign in prose.
static bool is_sign(const char *p) {
    const char *next = kf_sgf_skip_space(p + 1);
    return *p == ')' ||
           ((*p == ';' || *p == '(') && (strchr(";()", *next) != NULL || skip_name(next) != NULL));
}

// Whether the text from behind a value of `name` up to `end` is properties, nodes and trees, and no
// value contains `end`. A second value does not begin behind one of a property that has only one.
// `may_break`: it may also be nodes with a move up to a text, or to any value with a second
// bracket, that lacks a backslash itself.
static bool is_sgf(kf_text name, const char *p, const char *end, bool may_break) {
    const char *behind = p, *open;
    bool has_move = false;
    if (takes_one(name) && *kf_sgf_skip_space(p) == '[')
        return false;
    for (; (p = kf_sgf_skip_space(p)) < end; p++) {
        if (is_sign(p)) {
            behind = NULL;
            continue;
        }
        open = *p == '[' ? p : skip_name(p);
        if (open == NULL)
            return may_break && has_move && behind != NULL && (is_text(name) || p == behind);
        name = open > p ? (kf_text){p, (size_t)(open - p)} : name;
        has_move = has_move || is_move(name);
        p = kf_value_end(open + 1, end);
        if (p == end)
            return false;
        behind = p + 1;
    }
    return true;
}

#ifdef KF_ONLY_READS // what a page shows was written by kifu
#define QUOTES_RECORD(name, open, close, partner) false
#else
#define QUOTES_RECORD(name, open, close, partner) quotes_record(name, open, close, partner)

// Whether a comment quotes records, `(;B[aa];W[bb])`, one of which is open where the value would be
// closed, and the last ends right before the partner: outside of values no bracket can stand there.
static bool quotes_record(kf_text name, const char *open, const char *close, const char *partner) {
    const kf_property_row *row = kf_value_row(kf_value_id(name));
    const char *begin = NULL, *p;
    size_t depth = 0;
    for (p = open + 1; p < close; p++) {
        begin = *p == '(' && depth == 0 ? p : begin;
        depth += *p == '(';
        depth -= *p == ')' && depth > 0;
        p += *p == '\\';
    }
    // An eye of a face, `:(`, is no parenthesis of one.
    if (row == NULL || row->type != KF_TYPE_TEXT || depth == 0 || begin[1] != ';' ||
        skip_name(kf_sgf_skip_space(begin + 2)) == NULL || *kf_sgf_skip_space(partner + 1) == '\0')
        return false;
    for (p = close + 1; p < partner; p++) {
        p = *p == '[' ? kf_value_end(p + 1, partner) : p;
        depth += p < partner && *p == '(';
        depth -= p < partner && *p == ')' && depth > 0;
        const char *next = kf_sgf_skip_space(p + 1);
        if (p < partner && depth == 0 && (next >= partner || next[0] != '(' || next[1] != ';'))
            return next == partner;
    }
    return false;
}
#endif

// Whether a game ends there and the next one begins in a line of its own.
static bool has_next_game(const char *p, const char *end) {
    const char *begin = p;
    for (; (p = memchr(p, '(', (size_t)(end - p))) != NULL; p++) {
        const char *before = skip_back(p, begin);
        if (before > begin && before[-1] == ')' && kf_sgf_outside_is_game(p) &&
            memchr(before, '\n', (size_t)(p - before)) != NULL)
            return true;
    }
    return false;
}

// The bracket that closes the value of a text where the one at `close` does not; `close` where it
// does.
static const char *find_close(kf_sgf_reader *reader, kf_text name, const char *open,
                              const char *close) {
    const char *stop = reader->end - close > REST ? close + REST : reader->end;
    size_t depth = 0;
    for (const char *p = open; p <= close; p++) {
        depth += *p == '[';
        depth -= *p == ']';
        p += *p == '\\' && p < close;
    }
    const char *partner = depth > 0 ? find_partner(close + 1, stop, depth) : NULL;
    if (partner != NULL && has_next_game(close + 1, partner))
        return close;
    if (partner == NULL || !is_end_of(name, partner))
        return close;
    const char *last = close;
    while (*last != '[')
        last--;
    if (is_sgf(name, close + 1, partner, !is_quote(last, close)) &&
        !QUOTES_RECORD(name, open, close, partner))
        return close;
    for (const char *p = close; p < partner; p++) {
        if (*p == ']')
            note(reader, p, KF_SGF_NO_BACKSLASH);
        p += *p == '\\' && p + 1 < partner;
    }
    return partner;
}

const char *kf_sgf_bracket_close(kf_sgf_reader *reader, kf_text name, const char *open,
                                 const char *close) {
    bool is_closed = close < reader->end;
    const char *found = is_closed && is_text(name) ? find_close(reader, name, open, close) : close;
    const char *cut = found == close ? find_cut(reader, name, open, close) : NULL;
    if (cut == NULL)
        return found;
    note(reader, cut, KF_SGF_NO_BRACKET);
    return cut;
}

const char *kf_sgf_bracket_rest(kf_sgf_reader *reader, kf_text name, const char *before,
                                const char *p) {
    const char *close = p, *end = reader->end - p > REST ? p + REST : reader->end;
    int id = kf_value_id(name);
    bool is_long = id >= 0 && kf_value_row(id)->type == KF_TYPE_TEXT; // words with many of them
    if (!is_text(name))
        return NULL;
    while (close < end && *close != '[' && (*close != ']' || (is_long && !is_end_of(name, close))))
        close += *close == '\\' && close + 1 < end ? 2 : 1;
    if (close >= end || *close != ']' || !is_end_of(name, close))
        return NULL;
    note(reader, before, KF_SGF_NO_BACKSLASH);
    for (; p < close; p++) {
        if (*p == ']')
            note(reader, p, KF_SGF_NO_BACKSLASH);
        p += *p == '\\' && p + 1 < close;
    }
    return close;
}

// ---- Points ----

static bool is_point(const char *p) {
    for (int i = 0; i < 2; i++)
        if (!kf_sgf_is_lower(p[i]) && !kf_sgf_is_capital(p[i]))
            return false;
    return true;
}

// Whether at `p`, right behind a point, something begins that cannot be part of its value.
static bool is_behind_point(const char *p, bool is_list) {
    const char *open = skip_name(p);
    if (*p == ';' || *p == '(' || *p == ')')
        return true;
    return (is_list && *p == '[') ||
           (open != NULL && kf_value_id((kf_text){p, (size_t)(open - p)}) >= 0);
}

// Whether no bracket closes before another one opens, or the text ends.
static bool is_open(const kf_sgf_reader *reader, const char *p) {
    while (p < reader->end && *p != '[' && *p != ']')
        p += *p == '\\' && p + 1 < reader->end ? 2 : 1;
    return p < reader->end ? *p == '[' : reader->is_final;
}

// Whether that may be so of the value at `p`, whatever property it is of. Names and comments begin
// with two letters, too, and are passed over here before their property is looked up.
static bool may_be_cut(const char *p) {
    const char *behind = kf_sgf_skip_space(p + (p[2] == ':' && is_point(p + 3) ? 5 : 2));
    return *behind == ';' || *behind == '(' || *behind == ')' || *behind == '[' ||
           skip_name(behind) != NULL;
}

const char *kf_sgf_bracket_point(kf_sgf_reader *reader, kf_text name, const char *open) {
    const char *first = kf_sgf_skip_space(open + 1);
    bool has_extra = *first == '[';
    const char *p = has_extra ? kf_sgf_skip_space(first + 1) : first;
    if (!is_point(p) || (!has_extra && !may_be_cut(p)))
        return NULL;
    while (name.length > 0 && *name.data >= '0' && *name.data <= '9') // no part of the name
        name = kf_text_cut(name, 1, name.length);
    int id = kf_value_id(name);
    const kf_property_row *row = id >= 0 ? kf_value_row(id) : NULL;
    if (row == NULL ||
        (row->type != KF_TYPE_MOVE && row->type != KF_TYPE_STONE && row->type != KF_TYPE_POINT))
        return NULL;
    bool is_list = row->arity != KF_ARITY_ONE;
    p += is_list && p[2] == ':' && is_point(p + 3) ? 5 : 2;
    const char *behind = kf_sgf_skip_space(p);
    if (!has_extra) {
        if (!is_behind_point(behind, is_list) || !is_open(reader, behind))
            return NULL;
        note(reader, p, KF_SGF_NO_BRACKET);
        return p;
    }
    if (*behind != ']')
        return NULL;
    note(reader, first, KF_SGF_TOO_MANY);
    if (behind[1] == ']')
        note(reader, ++behind, KF_SGF_TOO_MANY);
    return behind + 1;
}
