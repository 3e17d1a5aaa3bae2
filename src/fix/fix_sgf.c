// SPDX-License-Identifier: MIT
// Mending SGF: its syntax where the reader had to, and values that can be spelled rightly.

#include <stdio.h>
#include <string.h>

#include <kifu/board.h>

#include "base/charset/choice.h"
#include "base/charset/encode.h"
#include "base/charset/map.h"
#include "base/charset/twice.h"
#include "base/text.h"
#include "check/check.h"
#include "fix/fix.h"
#include "record/value.h"

enum { SHOWN = 40 }; // so much of a value

// A game under mending.
typedef struct game {
    kf_fix *fix;
    const kf_record *record;
    int version; // 0: it states none
    int width, height;
    bool is_go;                // else nobody here knows what its points are
    bool has_tt;               // `tt` is a pass
    bool has_nul;              // U+2400 is one
    bool has_sets;             // the text is the one of which the set of each game is known
    bool has_prisoners;        // a list of them stands somewhere
    kf_node old_root;          // of the game in the file as it was, 0: not known
    kf_node root, node, first; // in hand; from the root on the first that says something
    int in_hundredths;         // 1: from the server that writes komi so, -1: not, 0: not looked at
    kf_play *replay;           // NULL: not needed so far
    kf_value_ids ids;
    kf_text property; // the name of the one in hand
} game;

// Whether the game states a version that has no rectangles yet, of points or as boards.
static bool is_before_4(const game *g) {
    return g->version >= 1 && g->version < 4;
}

// Whether a piece of a node's text is one of the source: what the reader mended is mended there
// first.
static bool is_in_source(const game *g, const char *piece) {
    kf_text text = g->record->source->text;
    return piece >= text.data && piece <= text.data + text.length;
}

// The text of a node in the source: what stands outside of the games is added behind it. Else the
// text that it has.
static kf_text text_of(const game *g, kf_node node) {
    kf_text text = kf_node_text(g->record, node);
    kf_text origin = is_in_source(g, text.data) ? text : kf_record_origin(g->record, node);
    return kf_text_starts(text, origin) ? origin : text;
}

static void add(game *g, const char *at, size_t length, kf_text text, kf_code code, bool is_guess) {
    kf_text old = kf_text_cut((kf_text){at, length}, 0, SHOWN);
    kf_edit edit = {.offset = (size_t)(at - g->record->source->text.data),
                    .length = length,
                    .text = text,
                    .code = code};
    if (text.length == 0) {
        edit.what = "'%s' taken out";
        edit.parts[0] = old;
    } else {
        edit.what = "%s: '%s' is now '%s'";
        edit.parts[0] = kf_text_cut(g->property, 0, SHOWN / 2);
        edit.parts[1] = old;
        edit.parts[2] = kf_text_cut(text, 0, SHOWN);
    }
    kf_fix_add(g->fix, &edit, is_guess);
}

static void spell(game *g, kf_text value, kf_mend mend, const char *better, kf_code code) {
    if (mend == KF_MEND_SAFE || mend == KF_MEND_GUESS)
        add(g, value.data, value.length, kf_text_of(better), code, mend == KF_MEND_GUESS);
}

// ---- Values ----

// Corners in the wrong order, a rectangle of one point, or white space around the colon. The two
// ends of a line or an arrow, `is_pair`, have no order.
static void mend_rectangle(game *g, kf_text value, bool is_pair) {
    kf_text first, second;
    char better[6] = "";
    int a, b, c, d;
    if (!kf_property_split(value, &first, &second) ||
        !kf_value_point(kf_text_trim(first), &a, &b) ||
        !kf_value_point(kf_text_trim(second), &c, &d))
        return;
    bool is_ordered = is_pair || (a <= c && b <= d && (a < c || b < d));
    if (is_ordered && (value.length == 5 || (is_before_4(g) && !is_pair)))
        return;
    kf_value_put_point(better, is_ordered || a < c ? a : c, is_ordered || b < d ? b : d);
    if (a != c || b != d || is_ordered) {
        better[2] = ':';
        kf_value_put_point(better + 3, is_ordered || a < c ? c : a, is_ordered || b < d ? d : b);
    }
    spell(g, value, KF_MEND_SAFE, better, is_ordered ? KF_SGF_POINT : KF_SGF_RECTANGLE);
}

// White space before the colon of a label, or in its place.
static void mend_label(game *g, kf_text value) {
    kf_text first, second;
    char better[KF_MEND_TEXT] = "";
    int x, y;
    if (!kf_property_split(value, &first, &second))
        spell(g, value, kf_mend_plain_label(value, better), better, KF_SGF_POINT);
    else if (first.length > 2 && kf_value_point(kf_text_trim(first), &x, &y)) {
        kf_value_put_point(better, x, y);
        spell(g, first, KF_MEND_SAFE, better, KF_SGF_POINT);
    }
}

// A length of 2 where a point is at `at`, 5 for a rectangle; 0: there is none.
static size_t point_at(kf_text value, size_t at, bool may_be_rectangle) {
    int x, y;
    if (at + 2 > value.length || !kf_value_point(kf_text_cut(value, at, at + 2), &x, &y))
        return 0;
    bool is_rectangle = may_be_rectangle && at + 5 <= value.length && value.data[at + 2] == ':' &&
                        kf_value_point(kf_text_cut(value, at + 3, at + 5), &x, &y);
    return is_rectangle ? 5 : 2;
}

// Several points in one value, with commas or spaces between them, or with nothing.
static void mend_points(game *g, kf_text value) {
    kf_buffer out = {.arena = g->fix->arena};
    kf_text rest = kf_text_trim(value);
    bool is_guess = false, is_off = false;
    for (size_t at = 0, length; at < rest.length; at += length) {
        int x = 0, y = 0;
        length = point_at(rest, at, true);
        kf_value_point(kf_text_cut(rest, at, at + 2), &x, &y);
        is_off = is_off || x >= g->width || y >= g->height;
        if (length == 0)
            return;
        kf_buffer_add_string(&out, at > 0 ? "][" : "");
        kf_buffer_add(&out, rest.data + at, length);
        size_t gap = at + length;
        while (gap < rest.length && strchr(", ;\n\r\t", rest.data[gap]) != NULL)
            gap++;
        is_guess = is_guess || (gap == at + length && gap < rest.length);
        length = gap - at;
    }
    if (!is_guess || !is_off)
        add(g, value.data, value.length, kf_buffer_text(&out), KF_SGF_POINT, is_guess);
}

// Whether a stone lies on the point before the node in hand.
static bool is_taken(game *g, int x, int y) {
    kf_node before = g->record->rows[g->node].parent;
    if (g->replay == NULL)
        g->replay = kf_play_in(g->fix->arena, g->record, NULL);
    return kf_play_go(g->replay, before) &&
           kf_board_get(kf_play_board(g->replay), kf_point_at(x, y)) != KF_EMPTY;
}

// A point in capitals, which count from 27 on, and which is off the board as it stands.
static void mend_capitals(game *g, kf_text value, bool is_move) {
    char small[3] = "";
    int x, y;
    if (value.length != 2 || !kf_value_point(value, &x, &y) || (x < g->width && y < g->height))
        return;
    for (size_t i = 0; i < 2; i++) {
        char c = value.data[i];
        small[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    bool is_there = kf_value_point(kf_text_of(small), &x, &y) && x < g->width && y < g->height;
    if (is_there && !kf_text_is(kf_text_of(small), "tt") &&
        !kf_text_equal(kf_text_of(small), value) && !(is_move && is_taken(g, x, y)))
        spell(g, value, KF_MEND_GUESS, small, KF_SGF_OFF_BOARD);
}

// A point as people say it, `D4`, or a pass in words.
static void mend_point(game *g, const kf_property_row *row, kf_text value) {
    kf_text trimmed = kf_text_trim(value);
    bool is_list = row->arity != KF_ARITY_ONE;
    size_t length = point_at(trimmed, 0, is_list);
    char better[3] = "";
    bool is_word = kf_text_equal_fold(trimmed, KF_TEXT("pass"));
    bool is_pass = row->type == KF_TYPE_MOVE && is_word;
    if (length == trimmed.length) {
        mend_capitals(g, trimmed, row->type == KF_TYPE_MOVE);
        return;
    }
    if (length > 0 && !is_pass) {
        if (is_list && !is_word)
            mend_points(g, value);
        return;
    }
    kf_point point = kf_point_read(trimmed.data, trimmed.length, KF_COORDS_A1, g->width, g->height);
    if (!is_pass && (point == KF_NOWHERE || point == KF_PASS))
        return;
    if (!is_pass)
        kf_value_put_point(better, kf_point_column(point), kf_point_row(point));
    else if (is_before_4(g) && g->has_tt)
        memcpy(better, "tt", sizeof better);
    kf_edit edit = {.offset = (size_t)(value.data - g->record->source->text.data),
                    .length = value.length,
                    .text = kf_text_of(better),
                    .code = KF_SGF_POINT,
                    .what = "%s: '%s' is now '%s'",
                    .parts = {kf_text_cut(g->property, 0, SHOWN / 2), kf_text_cut(value, 0, SHOWN),
                              kf_text_of(better)}};
    kf_fix_add(g->fix, &edit, !is_pass);
}

// A square board said as a rectangle, or a rectangle with another sign than a colon.
static void mend_size(game *g, kf_text value) {
    kf_text first, second;
    int width, height;
    char better[24];
    if (!kf_record_board_says(value, &width, &height) ||
        !kf_record_board_split(value, &first, &second))
        return;
    bool has_colon = kf_property_split(value, &first, &second);
    bool is_tight = kf_text_trim(first).length + kf_text_trim(second).length + 1 == value.length;
    if (width != height && ((has_colon && is_tight) || is_before_4(g)))
        return;
    snprintf(better, sizeof better, width != height ? "%d:%d" : "%d", width, height);
    spell(g, value, KF_MEND_SAFE, better, has_colon ? KF_SGF_VALUE : KF_SGF_SIZE);
}

// The set in which a game is read, and why. False: what was decoded is another text than this one.
static bool find_set(const game *g, const char *at, kf_map_step *set) {
    const kf_source *source = g->fix->judged, *old = g->fix->origin;
    *set = (kf_map_step){.charset = source->charset, .why = source->why, .sure = source->sure};
    // What would be misread has to name the set that it was read in.
    bool is_misread = g->fix->is_misread && g->old_root != 0 && old->is_mixed;
    bool is_by_game = is_misread || (g->fix->is_judged && g->old_root != 0);
    if (!source->is_mixed && !is_misread)
        return true;
    size_t offset = (size_t)(at - g->record->source->text.data);
    const kf_map_step *step = g->has_sets ? kf_map_at(source, offset) : NULL;
    if (is_by_game)
        step = kf_map_at(old, kf_record_place(g->fix->record, g->old_root, NULL, 0).offset);
    bool has_set = step != NULL && step->charset != NULL; // else it is text as it stands
    if (has_set)
        *set = *step;
    if (is_misread && set->why == KF_WHY_RECOGNISED)
        set->sure = 100;
    return has_set;
}

static bool keep_last(void *context, const void *bytes, size_t length) {
    if (length > 0)
        *(char *)context = ((const char *)bytes)[length - 1];
    return true;
}

// Whether the backslash stands for the byte before it, which is half of a letter: in Shift_JIS,
// Big5 and GBK that may look like one.
static bool is_half_escaped(const game *g, const char *sign) {
    kf_map_step set;
    const char *begin = sign, *text = g->record->source->text.data;
    char last = '\0';
    while (begin > text && (unsigned char)begin[-1] >= 0x80 &&
           (begin == sign || (*begin & 0x40) == 0))
        begin--;
    if (begin == sign || !find_set(g, sign, &set) || kf_encode_name(set.charset) == NULL)
        return false;
    kf_encode *encode = kf_encode_new(g->fix->arena, set.charset, keep_last, &last);
    return encode != NULL && kf_encode_add(encode, begin, (size_t)(sign - begin)) &&
           kf_encode_end(encode) && last == '\\';
}

// A value in which another property or node begins is closed before that: by its bracket, or by one
// that stands there behind a backslash, which was text then.
static void mend_open_value(game *g, kf_text value, bool is_line) {
    size_t at = is_line ? kf_mend_open_value(value) : kf_mend_open_text(value);
    kf_text before = kf_text_trim(kf_text_cut(value, 0, at));
    while (before.length > 0 && strchr(";(", before.data[before.length - 1]) != NULL)
        before = kf_text_trim(kf_text_cut(before, 0, before.length - 1));
    // The parentheses of the tree stand behind the bracket that has a backslash.
    kf_text text = before;
    while (text.length > 0 && text.data[text.length - 1] == ')')
        text = kf_text_trim(kf_text_cut(text, 0, text.length - 1));
    if (text.length > 1 && memcmp(text.data + text.length - 2, "\\]", 2) == 0)
        before = text;
    if (at == value.length || (before.length > 0 && before.data[before.length - 1] == '\\') ||
        (!is_line && kf_mend_open_is_quoted(g->record->source->text, value, at)))
        return;
    const char *end = before.data + before.length, *sign = end - 2;
    size_t signs = 0;
    while (before.length > signs + 1 && end[-1] == ']' && sign[-(ptrdiff_t)signs] == '\\')
        signs++;
    if (signs % 2 == 0)
        add(g, end, 0, KF_TEXT("]"), KF_SGF_OPEN_VALUE, true);
    else if (signs == 1 && is_half_escaped(g, sign))
        add(g, sign, 1, KF_TEXT(""), KF_SGF_OPEN_VALUE, true);
    else
        add(g, sign, 0, KF_TEXT("\\"), KF_SGF_OPEN_VALUE, true);
}

// Whether the set of the file has all characters of the text.
static bool can_hold(const game *g, kf_text text) {
    const char *set = kf_encode_name(g->fix->judged->charset);
    if (set == NULL || strcmp(set, "UTF-8") == 0)
        return true;
    return kf_encode_has(g->fix->arena, set, text);
}

// A text that was encoded twice is as it was before, where the file can say that.
static void mend_twice(game *g, kf_text value) {
    kf_arena_level level = kf_arena_mark(g->fix->arena);
    const char *was;
    kf_text undone = kf_twice_undo(g->fix->arena, value, &was);
    if (undone.length == 0)
        kf_arena_rewind(g->fix->arena, level);
    else if (can_hold(g, undone))
        add(g, value.data, value.length, undone, KF_TEXT_TWICE, true);
}

// A time with periods of overtime, which have a property of their own.
static void mend_periods(game *g, kf_text value) {
    char time[KF_MEND_TEXT], overtime[KF_MEND_TEXT], better[2 * KF_MEND_TEXT + 8];
    kf_property other;
    if (kf_mend_periods(value, time, overtime) == KF_MEND_NONE ||
        kf_property_find(g->record, g->node, "OT", &other))
        return;
    snprintf(better, sizeof better, "%s]OT[%s", time, overtime);
    spell(g, value, KF_MEND_GUESS, better, KF_SGF_VALUE);
}

static void mend_number(game *g, int id, kf_text value) {
    char better[KF_MEND_TEXT] = "";
    kf_mend mend = kf_mend_plain_spelled(value, kf_mend_number, better);
    // In what is left of it a comma may as well be a point.
    if (mend == KF_MEND_NONE && id == KF_P_TM)
        mend = kf_mend_thousands(value, better);
    if (mend == KF_MEND_NONE && (id == KF_P_TM || id == KF_P_BL || id == KF_P_WL))
        mend = kf_mend_plain_spelled(value, kf_mend_time, better);
    spell(g, value, mend, better, KF_SGF_VALUE);
    if (mend == KF_MEND_NONE && id == KF_P_TM && !is_before_4(g))
        mend_periods(g, value);
}

// A komi in hundredths, but for the server that always writes it so.
static void mend_komi(game *g, kf_text value) {
    char better[KF_MEND_TEXT];
    kf_text where;
    if (g->in_hundredths == 0) {
        const kf_dialect *from = kf_dialect_of(g->record, g->root, &where);
        g->in_hundredths = from != NULL && strcmp(from->name, "Fox") == 0 ? 1 : -1;
    }
    if (g->in_hundredths < 0)
        spell(g, value, kf_mend_komi(value, better), better, KF_SGF_RANGE);
}

// A value with NULs is as it was before they came in.
static bool mend_nul(game *g, kf_text value) {
    static const char picture[] = "\xE2\x90\x80";
    kf_text nul = {picture, sizeof picture - 1};
    if (!g->has_nul || kf_text_find_fold(value, nul) == value.length)
        return false;
    // Bytes of no letter cannot be written again, so they stay where they are.
    bool is_damaged = kf_text_find_fold(value, KF_TEXT("\xEF\xBF\xBD")) < value.length;
    kf_buffer out = {.arena = g->fix->arena};
    for (size_t i = 0; i < value.length; i++)
        if (!kf_text_equal(kf_text_cut(value, i, i + nul.length), nul)) {
            kf_buffer_add_char(&out, value.data[i]);
        } else {
            if (is_damaged)
                add(g, value.data + i, nul.length, KF_TEXT(""), KF_TEXT_NUL, false);
            i += nul.length - 1;
        }
    if (!is_damaged)
        add(g, value.data, value.length, kf_buffer_text(&out), KF_TEXT_NUL, false);
    return true;
}

// Whether a value of that type would have its form.
static bool is_formed(const kf_property_row *row, kf_text value) {
    if (row->type != KF_TYPE_MOVE && row->type != KF_TYPE_STONE && row->type != KF_TYPE_POINT)
        return kf_check_value_of(row, value).message == NULL;
    size_t length = point_at(value, 0, row->arity != KF_ARITY_ONE);
    return length > 0 && length == value.length;
}

// A value that is right but for signs that stand for others, or for the end of a line in it. The
// letters of a point belong together whatever stands between them.
static bool mend_signs(game *g, const kf_property_row *row, kf_text value) {
    char plain[KF_MEND_TEXT] = "";
    bool has_points = kf_check_value_has_points(row->type);
    bool is_spaced = kf_text_trim(value).length < value.length && kf_check_value_is_bare(row->type);
    if (row->type == KF_TYPE_POINTS2 || row->type == KF_TYPE_LABEL ||
        (!is_spaced && is_formed(row, value)))
        return false;
    kf_mend mend = kf_mend_plain(value, true, plain);
    kf_text better = kf_text_of(plain);
    if (has_points && better.length == 3 && plain[1] == ' ') {
        plain[1] = plain[2];
        better.length = 2;
        is_spaced = true;
    }
    mend = mend == KF_MEND_GOOD && is_spaced ? KF_MEND_SAFE : mend;
    bool is_later = is_before_4(g) && strchr(plain, ':') != NULL;
    if ((mend != KF_MEND_SAFE && mend != KF_MEND_GUESS) || !is_formed(row, better) ||
        (is_later && (has_points || row->type == KF_TYPE_SIZE)))
        return false;
    plain[better.length] = '\0';
    kf_code code = has_points ? KF_SGF_POINT : kf_check_value_of(row, value).code;
    spell(g, value, mend, plain, code);
    return true;
}

static void mend_value(game *g, int id, const kf_property_row *row, kf_text value) {
    char better[KF_MEND_TEXT] = "";
    if (!g->is_go && (kf_check_value_has_points(row->type) || row->type == KF_TYPE_SIZE))
        return;
    if (row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT) {
        mend_open_value(g, value, row->type == KF_TYPE_SIMPLE);
        mend_twice(g, value);
    } else if (mend_signs(g, row, value))
        return;
    if (row->type == KF_TYPE_MOVE || row->type == KF_TYPE_STONE || row->type == KF_TYPE_POINT)
        mend_point(g, row, value);
    if (id == KF_P_DT)
        spell(g, value, kf_mend_plain_spelled(value, kf_mend_date, better), better, KF_SGF_DATE);
    else if (id == KF_P_RE)
        spell(g, value, kf_mend_plain_spelled(value, kf_mend_result, better), better,
              KF_SGF_RESULT);
    else if (row->type == KF_TYPE_REAL && kf_check_value_of(row, value).message != NULL)
        mend_number(g, id, value);
    else if (id == KF_P_KM && g->is_go)
        mend_komi(g, value);
    else if ((row->type == KF_TYPE_POINT || row->type == KF_TYPE_STONE) &&
             row->arity != KF_ARITY_ONE)
        mend_rectangle(g, value, false);
    else if (row->type == KF_TYPE_POINTS2)
        mend_rectangle(g, value, true);
    else if (row->type == KF_TYPE_COLOR)
        spell(g, value, kf_mend_plain_colour(value, better), better, KF_SGF_VALUE);
    else if (row->type == KF_TYPE_SIZE)
        mend_size(g, value);
    else if (row->type == KF_TYPE_LABEL)
        mend_label(g, value);
    else if (id == KF_P_HA)
        spell(g, value, kf_mend_plain_handicap(value, better), better, KF_SGF_VALUE);
}

// Whether a game, up to the end of its first branch that says something, has only that property.
static bool is_whole_game(const game *g, const kf_property *p) {
    kf_text text = text_of(g, g->node);
    return g->node == g->first && g->record->rows[g->node].child == 0 &&
           p->name.data == text.data &&
           p->values.data + p->values.length == text.data + text.length;
}

// Whether a value of the property says something.
static bool has_text(const kf_property *p) {
    kf_text values = p->values, value;
    while (kf_property_value(&values, &value))
        if (kf_text_trim(value).length > 0)
            return true;
    return false;
}

// A judgement is made by its property: 1 only says that it has no emphasis. A judgement of a move
// that is not there may mean something else, and of two one may be meant to go.
static void mend_double(game *g, int id, kf_where where, kf_text value) {
    kf_property move;
    bool is_guess = kf_mend_plain_is_judged_otherwise(kf_node_text(g->record, g->node), id) ||
                    (where == KF_WHERE_MOVE && !kf_property_find(g->record, g->node, "B", &move) &&
                     !kf_property_find(g->record, g->node, "W", &move));
    add(g, value.data, value.length, KF_TEXT("1"), KF_SGF_EMPTY, is_guess);
}

// What is empty and may not be says nothing: the property goes, or the value. A game stays one.
static void mend_empty(game *g, const kf_property *p, const kf_property_row *row, kf_text value,
                       bool is_alone) {
    bool may_be = row->arity == KF_ARITY_ELIST || row->type == KF_TYPE_NONE ||
                  row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT ||
                  row->type == KF_TYPE_FIGURE;
    const char *end = p->values.data + p->values.length;
    if (row->type == KF_TYPE_MOVE && is_before_4(g) && g->has_tt)
        add(g, value.data, value.length, KF_TEXT("tt"), KF_SGF_PASS, false);
    else if (row->type == KF_TYPE_DOUBLE && is_alone)
        mend_double(g, p->id, row->where, value);
    else if (row->type != KF_TYPE_MOVE && is_alone && !may_be && !is_whole_game(g, p))
        add(g, p->name.data, (size_t)(end - p->name.data), KF_TEXT(""), KF_SGF_EMPTY, false);
    else if (!is_alone && row->arity != KF_ARITY_ONE && g->is_go &&
             kf_check_value_has_points(row->type) &&
             (value.data != p->values.data + 1 || has_text(p)))
        add(g, value.data - 1, value.length + 2, KF_TEXT(""), KF_SGF_EMPTY, may_be);
}

// A name in capitals, as FF[4] has it.
static void mend_name(game *g, kf_text name) {
    char better[KF_MEND_TEXT] = "";
    if (g->version >= 4)
        spell(g, name, kf_mend_plain_name(name, better), better, KF_SGF_LOWER_CASE);
}

// Steps over the first values of a property of points, as far as nothing can be wrong with each: it
// is two small letters, or of a type in which only what is empty or lacks its colon is mended.
static size_t pass_points(kf_type type, kf_text *values) {
    bool has_more = type == KF_TYPE_LABEL || type == KF_TYPE_POINTS2;
    const char *p = values->data, *end = p + values->length;
    size_t count = 0;
    for (; end - p >= 4 && p[0] == '['; count++) {
        bool is_odd = has_more ? p[1] <= ' ' || p[1] == ']' || kf_value_is_space(p[3])
                               : p[3] != ']' || !kf_value_are_lower(p + 1);
        is_odd = is_odd || (type == KF_TYPE_POINTS2 && (end - p < 7 || p[6] != ']'));
        if (is_odd)
            break;
        p = has_more ? kf_value_end(p + 1, end) : p + 3;
        for (p += p < end; p < end && kf_value_is_space(*p);)
            p++;
    }
    *values = (kf_text){p, (size_t)(end - p)};
    return count;
}

static void mend_property(game *g, const kf_property *p) {
    kf_text values = p->values, value;
    g->property = p->name;
    mend_name(g, p->name);
    if (p->id < 0)
        return;
    g->has_prisoners = g->has_prisoners || p->id == KF_P_KFPRISONER;
    const kf_property_row *row = kf_value_row(p->id);
    bool is_text = row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT;
    if (is_text && p->id != KF_P_DT && p->id != KF_P_RE && kf_check_value_is_quiet(p))
        return;
    size_t count = 0;
    if (!g->has_nul && kf_check_value_has_points(row->type))
        count = pass_points(row->type, &values);
    for (; kf_property_value(&values, &value); count++) {
        if (mend_nul(g, value))
            continue;
        if (kf_text_trim(value).length == 0)
            mend_empty(g, p, row, value, count == 0 && values.length == 0);
        else
            mend_value(g, p->id, row, value);
    }
}

// Whether the value can be the name of a set: what was swallowed by a value is not replaced.
static bool is_word(kf_text value) {
    enum { LONGEST = 30 };
    for (size_t i = 0; i < value.length; i++)
        if (strchr("[]\\;()\n\r", value.data[i]) != NULL)
            return false;
    return value.length > 0 && value.length <= LONGEST;
}

static bool find_property(kf_text text, const char *name, kf_property *property) {
    while (kf_property_scan(&text, property))
        if (kf_property_is(property, name))
            return true;
    return false;
}

// Puts in the set that the bytes were recognised to be in, where CA says none or another.
static void mend_charset(game *g, kf_node root) {
    kf_property said, version;
    kf_text text = text_of(g, root), value = {"", 0};
    kf_map_step set;
    char better[60];
    if (is_before_4(g) || !is_in_source(g, text.data) || !find_set(g, text.data, &set))
        return;
    bool is_utf8 = strcmp(set.charset, "UTF-8") == 0;
    bool is_known = set.why == KF_WHY_RECOGNISED || set.why == KF_WHY_VALID ||
                    (set.why == KF_WHY_MARK && is_utf8);
    bool is_guess = set.why == KF_WHY_RECOGNISED && set.sure < 95;
    if (!is_known)
        return;
    if (find_property(text, "CA", &said)) {
        const kf_charset *named =
            kf_property_value(&said.values, &value) ? kf_choice_named(value) : NULL;
        g->property = said.name;
        if (is_word(value) && (named == NULL || strcmp(named->name, set.charset) != 0))
            add(g, value.data, value.length, kf_text_of(kf_choice_usual(set.charset)),
                named == NULL ? KF_TEXT_CHARSET : KF_TEXT_CONTRADICTED, is_guess);
        return;
    }
    bool has_version = find_property(text, "FF", &version);
    const char *at = has_version ? version.values.data + version.values.length : text.data;
    snprintf(better, sizeof better, "CA[%s]", kf_choice_usual(set.charset));
    g->property = KF_TEXT("CA");
    if (!is_utf8 || g->fix->is_misread)
        add(g, at, 0, kf_text_of(better), KF_TEXT_CHARSET, is_guess);
}

// Whether the five bytes are a move on a point, as most nodes are: nothing in it can be wrong.
static inline bool is_plain_move(const char *p) {
    uint32_t name = (unsigned char)p[0] | (uint32_t)(unsigned char)p[1] << 8;
    return (name == ('B' | '[' << 8) || name == ('W' | '[' << 8)) && p[4] == ']' &&
           kf_value_are_lower(p + 2);
}

// What a node holds so far, as far as a move may not stand beside it.
typedef struct held {
    bool has_setup, has_stones;
    bool is_bare, is_bare_known; // from its first stone on it holds stones and nothing else
    kf_text behind;              // that stone
    bool is_mended;              // something of it gets a node of its own
    int move;                    // KF_P_B or KF_P_W, -1: none
    const char *name;            // of the move
} held;

static bool is_move(int id) {
    return id == KF_P_B || id == KF_P_W;
}

static bool is_setup(int id) {
    return id == KF_P_AB || id == KF_P_AW || id == KF_P_AE || id == KF_P_PL;
}

// Whether there are stones and nothing else.
static bool is_bare(kf_text text) {
    kf_property property;
    while (kf_property_next(&text, &property))
        if (!is_move(property.id) && !is_setup(property.id))
            return false;
    return true;
}

// Whether something stands there that would be in the wrong node when a new one began before it:
// what belongs in the root, or, `is_setup`, a move, or whose turn it is, which is that behind it.
static bool must_stay(kf_text text, bool is_setup) {
    kf_property p;
    while (kf_property_next(&text, &p)) {
        kf_where where = p.id >= 0 ? kf_value_row(p.id)->where : KF_WHERE_ANY;
        if (where == KF_WHERE_ROOT || where == KF_WHERE_INFO ||
            (is_setup && (is_move(p.id) || p.id == KF_P_PL)))
            return true;
    }
    return false;
}

// The setup behind a move is that of the position before it, as programs read it: it goes before
// the move, which gets a node of its own. That is a guess.
static void move_setup(game *g, held *held, const kf_property *first, kf_text rest) {
    kf_buffer setup = {.arena = g->fix->arena};
    kf_property p = *first;
    const char *source = g->record->source->text.data;
    do {
        size_t length = (size_t)(p.values.data + p.values.length - p.name.data);
        if (!is_setup(p.id))
            continue;
        kf_buffer_add(&setup, p.name.data, length);
        kf_edit gone = {.offset = (size_t)(p.name.data - source),
                        .length = length,
                        .text = KF_TEXT(""),
                        .code = KF_SGF_MIXED,
                        .what = "a setup goes before the move"};
        kf_fix_add(g->fix, &gone, true);
    } while (kf_property_next(&rest, &p));
    kf_buffer_add_char(&setup, ';');
    kf_edit here = {.offset = (size_t)(held->name - source),
                    .text = kf_buffer_text(&setup),
                    .code = KF_SGF_MIXED,
                    .what = "the setup has a node of its own here"};
    kf_fix_add(g->fix, &here, true);
    held->is_mended = true;
}

// A move behind a move of the other player, or behind a setup, gets a node of its own: they are
// played in this order. What else stands beside them is then of one of both, which is a guess.
static void mend_mixed(game *g, held *held, const kf_property *p, kf_text rest) {
    bool is_other = held->move >= 0 && held->move != p->id;
    bool is_old = is_before_4(g); // there a move and a setup may share a node
    bool is_second = is_move(p->id) && ((held->has_setup && !is_old) || is_other);
    if (is_second && !held->is_bare_known) {
        held->is_bare = held->has_stones && is_bare(held->behind);
        held->is_bare_known = true;
    }
    if (is_second && !must_stay(rest, false)) {
        kf_edit edit = {.offset = (size_t)(p->name.data - g->record->source->text.data),
                        .text = KF_TEXT(";"),
                        .code = KF_SGF_MIXED,
                        .what = "a move is put into a node of its own"};
        kf_fix_add(g->fix, &edit, !held->is_bare);
        held->has_setup = false;
        held->is_mended = true;
    } else if (!is_old && is_setup(p->id) && p->id != KF_P_PL && held->move >= 0 &&
               !held->is_mended && !held->has_setup && !must_stay(rest, true)) {
        move_setup(g, held, p, rest);
    }
    if (!held->has_stones && (is_move(p->id) || is_setup(p->id))) {
        held->has_stones = true;
        held->behind = rest;
    }
    held->move = is_move(p->id) ? p->id : held->move;
    held->name = is_move(p->id) ? p->name.data : held->name;
    held->has_setup = held->has_setup || is_setup(p->id);
}

// The node behind one in pre-order, below the root; 0: there is none. From `top` to the node each
// is the only child of the one before.
static kf_node next_below(const kf_row *rows, kf_node top, kf_node node, kf_node root) {
    if (rows[node].child != 0)
        return rows[rows[node].child].next;
    for (node = top; node != root; node = rows[node].parent)
        if (rows[rows[node].parent].child != node)
            return rows[node].next;
    return 0;
}

static void mend_node(game *g, kf_node node, kf_text text) {
    kf_property property;
    held held = {.move = -1};
    g->node = node;
    while (kf_property_scan(&text, &property)) {
        property.id = kf_value_look_up(&g->ids, property.name);
        if (g->is_go)
            mend_mixed(g, &held, &property, text);
        mend_property(g, &property);
    }
}

// The last of the nodes from this one on that are each the next row, the only child of the one
// before, and a plain move.
static kf_node skip_moves(const kf_record *record, kf_node node) {
    const char *text = record->source->text.data;
    node = kf_record_run_end(record, node);
    const kf_row *row = &record->rows[node];
    for (; row->child == node + 1 && row[1].next == node + 1 && row[1].length == 5; node++, row++)
        if (!is_plain_move(text + row[1].text))
            break;
    return node;
}

static void mend_nodes(game *g, kf_node root) {
    const kf_row *rows = g->record->rows;
    kf_text version;
    g->root = root;
    g->in_hundredths = 0;
    g->is_go = kf_record_is_go(g->record, root);
    g->version = 0;
    if (kf_property_get(g->record, root, "FF", &version))
        kf_record_number(version, &g->version);
    kf_record_board(g->record, root, &g->width, &g->height);
    g->has_tt = g->width <= 19 && g->height <= 19;
    g->first = g->first < root ? root : g->first;
    while (g->first + 1 < g->record->count && text_of(g, g->first).length == 0)
        g->first++;
    mend_charset(g, root);
    for (kf_node top = root, last; top != 0; top = next_below(rows, top, last, root)) {
        kf_text text = text_of(g, top);
        if ((text.length != 5 || !is_plain_move(text.data)) && is_in_source(g, text.data))
            mend_node(g, top, text);
        last = skip_moves(g->record, top);
    }
}

// Half a letter, at which a value breaks off: what is put in behind it would become a part of it.
// The half gives way to a question mark; in UTF-8 no ASCII can be a part of a letter.
static void keep_apart(const kf_fix *fix, kf_edit *edit) {
    static const char sign[] = "\xEF\xBF\xBD";
    const size_t length = sizeof sign - 1;
    kf_text text = fix->now->source->text;
    const kf_source *source = fix->origin;
    if (edit->text.length == 0 || edit->length > 0 || edit->offset < length ||
        (strcmp(source->charset, "UTF-8") == 0 && !source->is_mixed) ||
        memcmp(text.data + edit->offset - length, sign, length) != 0)
        return;
    kf_buffer out = {.arena = fix->arena};
    kf_buffer_add_char(&out, '?');
    kf_buffer_add_text(&out, edit->text);
    do
        edit->length += length;
    while (edit->length + length <= edit->offset &&
           memcmp(text.data + edit->offset - edit->length - length, sign, length) == 0);
    edit->offset -= edit->length;
    edit->text = kf_buffer_text(&out);
    if (strstr(edit->what, "%s") == NULL) {
        edit->parts[0] = kf_text_of(edit->what);
        edit->what = "%s; half a letter before it is now '?'";
    }
}

void kf_fix_sgf(kf_fix *fix) {
    const kf_record *record = fix->now;
    // The syntax first: values of a node that the reader mended stand elsewhere afterwards.
    kf_edits_cursor cursor = kf_edits_from(&record->mends, 0);
    for (kf_edit edit; !fix->is_stuck && kf_edits_next(&cursor, &edit);) {
        keep_apart(fix, &edit);
        kf_fix_add(fix, &edit, false);
    }
    fix->is_syntax = fix->found.count > 0;
    if (fix->is_syntax)
        return;
    game g = {.fix = fix, .record = record, .has_nul = fix->has_nul};
    g.has_sets = !fix->is_judged && fix->judged->is_mixed &&
                 kf_text_equal(fix->judged->text, record->source->text);
    if (kf_record_games(record) == kf_record_games(fix->record))
        g.old_root = kf_node_child(fix->record, 0);
    for (kf_node root = kf_node_child(record, 0); root != 0; root = kf_node_next(record, root)) {
        mend_nodes(&g, root);
        g.old_root = g.old_root != 0 ? kf_node_next(fix->record, g.old_root) : 0;
    }
    if (g.has_prisoners)
        kf_fix_prisoner(fix);
}
