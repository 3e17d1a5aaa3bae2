// SPDX-License-Identifier: MIT
// Values whose type or meaning differs between the versions of SGF.
//
// Source: red-bean.com, "From FF[3] to FF[4]", "Compatibility of FF[4]" and "Converting old SGF
// files to FF[4]".

#include "fix/version.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "check/check.h"
#include "play/play.h"

// A pass is `tt` up to this size.
enum { LARGEST_WITH_TT = 19, LABEL = 4 };

static kf_text first_value(const kf_version_item *item) {
    kf_text values = item->values, value = {"", 0};
    kf_property_value(&values, &value);
    return kf_text_trim(value);
}

static kf_text copy(kf_version *v, const char *text) {
    size_t length = strlen(text);
    return (kf_text){kf_arena_copy(v->arena, text, length), length};
}

// ---- Moves ----

static void translate_pass(kf_version *v, int id) {
    kf_version_item *item = kf_version_find(v, id);
    if (item == NULL || v->width > LARGEST_WITH_TT || v->height > LARGEST_WITH_TT)
        return;
    kf_text value = first_value(item);
    if (v->to == 4 && v->from < 4 && kf_text_is(value, "tt"))
        kf_version_put(v, item, KF_TEXT("[]"));
    else if (v->to < 4 && value.length == 0)
        kf_version_put(v, item, KF_TEXT("[tt]"));
}

// A good move and a bad one at once was, by the order of the two, an interesting or a doubtful one.
static void join_quality(kf_version *v) {
    kf_version_item *good = kf_version_find(v, KF_P_TE), *bad = kf_version_find(v, KF_P_BM);
    bool is_joined = v->to > 1 && v->from < 4 && good != NULL && bad != NULL;
    if (!is_joined || kf_version_find(v, KF_P_IT) != NULL || kf_version_find(v, KF_P_DO) != NULL)
        return;
    int id = good < bad ? KF_P_IT : KF_P_DO;
    kf_version_drop(v, good, NULL);
    kf_version_drop(v, bad, NULL);
    kf_version_add(v, id, KF_TEXT("[]"));
}

static void divide_quality(kf_version *v, int id, int first, int second) {
    kf_version_item *item = kf_version_find(v, id);
    bool is_free = kf_version_find(v, KF_P_TE) == NULL && kf_version_find(v, KF_P_BM) == NULL;
    if (v->to > 1 || item == NULL || !is_free)
        return;
    kf_version_drop(v, item, NULL);
    kf_version_add(v, first, KF_TEXT("[1]"));
    kf_version_add(v, second, KF_TEXT("[1]"));
}

// ---- Points ----

typedef struct points {
    bool has[KF_BOARD_POINTS];
    size_t count;
    int left, top, right, bottom; // around all of them
} points;

// Notes a point. False: it was noted before, or is on no board.
static bool note(points *p, int x, int y) {
    if (x >= KF_BOARD_MAX || y >= KF_BOARD_MAX || p->has[y * KF_BOARD_MAX + x])
        return false;
    p->has[y * KF_BOARD_MAX + x] = true;
    p->left = p->count == 0 || x < p->left ? x : p->left;
    p->right = p->count == 0 || x > p->right ? x : p->right;
    p->top = p->count == 0 || y < p->top ? y : p->top;
    p->bottom = p->count == 0 || y > p->bottom ? y : p->bottom;
    p->count++;
    return true;
}

void kf_version_value_point(kf_buffer *out, int x, int y) {
    char point[2];
    kf_value_put_point(point, x, y);
    kf_buffer_add_char(out, '[');
    kf_buffer_add(out, point, 2);
    kf_buffer_add_char(out, ']');
}

// Adds the points of a value one by one. False: the value names none.
static bool add_points(kf_text value, points *seen, kf_buffer *out) {
    int x, y, right, bottom;
    if (!kf_value_rectangle(kf_text_trim(value), &x, &y, &right, &bottom))
        return false;
    for (int row = y; row <= bottom; row++)
        for (int column = x; column <= right; column++)
            if (note(seen, column, row) && out != NULL)
                kf_version_value_point(out, column, row);
    return x <= right && y <= bottom;
}

static bool has_rectangle(kf_text values) {
    kf_text value, first, second;
    while (kf_property_value(&values, &value))
        if (kf_property_split(value, &first, &second))
            return true;
    return false;
}

// Lists of points have no rectangles before FF[4].
static void spread_rectangles(kf_version *v, kf_version_item *item) {
    const kf_property_row *row = kf_value_row(item->id);
    bool is_list = row != NULL && row->arity != KF_ARITY_ONE && item->id != KF_P_VW &&
                   (row->type == KF_TYPE_POINT || row->type == KF_TYPE_STONE);
    if (v->to == 4 || !is_list || !has_rectangle(item->values))
        return;
    kf_buffer out = {.arena = v->arena};
    points *seen = kf_arena_alloc(v->arena, sizeof *seen);
    memset(seen, 0, sizeof *seen);
    kf_text values = item->values, value;
    while (kf_property_value(&values, &value))
        if (!add_points(value, seen, &out)) { // what is no point stays as it is
            kf_buffer_add_char(&out, '[');
            kf_buffer_add_text(&out, value);
            kf_buffer_add_char(&out, ']');
        }
    kf_version_put(v, item, kf_buffer_text(&out));
}

// The part of the board that is seen was two corners, and is a list of points.
static void translate_view(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_VW);
    char text[16];
    if (item == NULL || first_value(item).length == 0)
        return;
    points *seen = kf_arena_alloc(v->arena, sizeof *seen);
    memset(seen, 0, sizeof *seen);
    kf_text values = item->values, value;
    size_t count = 0;
    bool is_good = true, is_new = has_rectangle(item->values);
    for (; is_good && kf_property_value(&values, &value); count++)
        is_good = add_points(value, seen, NULL);
    bool is_corners = v->from < 4 && !is_new && count == 2;
    if (!is_good || (is_corners && v->to < 4))
        return;
    char from[2], to[2];
    kf_value_put_point(from, seen->left, seen->top);
    kf_value_put_point(to, seen->right, seen->bottom);
    if (is_corners && memcmp(from, to, 2) == 0) {
        snprintf(text, sizeof text, "[%.2s]", from);
        kf_version_put(v, item, copy(v, text));
    } else if (is_corners) {
        snprintf(text, sizeof text, "[%.2s:%.2s]", from, to);
        kf_version_put(v, item, copy(v, text));
    } else if (v->to < 4) {
        size_t area =
            (size_t)(seen->right - seen->left + 1) * (size_t)(seen->bottom - seen->top + 1);
        if (seen->count != area) {
            kf_version_drop(v, item, "part of the board that is no rectangle");
            return;
        }
        snprintf(text, sizeof text, "[%.2s][%.2s]", from, to);
        kf_version_put(v, item, copy(v, text));
    }
}

// ---- Texts ----

// Whether a backslash guards anything but a bracket and a backslash, which is all that the versions
// before FF[4] know. A soft line break would be a hard one there.
static bool has_new_escape(kf_text value) {
    for (size_t i = 0; i + 1 < value.length; i++)
        if (value.data[i] == '\\') {
            i++;
            if (value.data[i] != ']' && value.data[i] != '\\')
                return true;
        }
    return false;
}

static void put_plain(kf_version *v, kf_buffer *out, kf_text value) {
    kf_buffer plain = {.arena = v->arena};
    kf_value_plain(&plain, value, false);
    kf_value_escape(out, kf_buffer_text(&plain));
}

static void respell_text(kf_version *v, kf_version_item *item) {
    const kf_property_row *row = kf_value_row(item->id);
    bool is_text = row != NULL && (row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT ||
                                   row->type == KF_TYPE_LABEL);
    if (v->to == 4 || !is_text || !has_new_escape(item->values))
        return;
    kf_buffer out = {.arena = v->arena};
    kf_text values = item->values, value, first, second;
    while (kf_property_value(&values, &value)) {
        kf_buffer_add_char(&out, '[');
        if (row->type == KF_TYPE_LABEL && kf_property_split(value, &first, &second)) {
            kf_buffer_add_text(&out, first);
            kf_buffer_add_char(&out, ':');
            value = second;
        }
        put_plain(v, &out, value);
        kf_buffer_add_char(&out, ']');
    }
    kf_version_put(v, item, kf_buffer_text(&out));
}

// Before FF[4] programs show four characters of a label.
static void count_labels(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_LB);
    kf_text values, value, first, second;
    if (item == NULL || v->to == 4)
        return;
    for (values = item->values; kf_property_value(&values, &value);)
        if (kf_property_split(value, &first, &second) && kf_text_characters(second) > LABEL)
            kf_loss_add(v->loss, false, KF_TEXT("label of more than 4 characters"), v->node);
}

// A figure had a title, and has flags before it.
static void translate_figure(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_FG);
    kf_text value, flags, title;
    int number;
    if (item == NULL || (value = first_value(item)).length == 0)
        return;
    bool is_new =
        kf_property_split(value, &flags, &title) && kf_text_number(kf_text_trim(flags), &number);
    kf_buffer out = {.arena = v->arena}, plain = {.arena = v->arena};
    if (v->to == 4 && v->from < 4 && !is_new) {
        kf_value_plain(&plain, value, false);
        kf_buffer_add_string(&out, "[0:");
        kf_value_escape_part(&out, kf_buffer_text(&plain));
    } else if (v->to < 4 && is_new) {
        if (number != 0)
            kf_loss_add(v->loss, true, KF_TEXT("flags of a figure"), v->node);
        kf_buffer_add_char(&out, '[');
        put_plain(v, &out, title);
    } else {
        return;
    }
    kf_buffer_add_char(&out, ']');
    kf_version_put(v, item, kf_buffer_text(&out));
}

// ---- Facts of the game ----

// Whether the texts are the same but for spaces.
static bool is_same_but_spaces(kf_text a, kf_text b) {
    size_t i = 0, k = 0;
    while (true) {
        while (i < a.length && a.data[i] == ' ')
            i++;
        while (k < b.length && b.data[k] == ' ')
            k++;
        if (i == a.length || k == b.length)
            return i == a.length && k == b.length;
        if (a.data[i++] != b.data[k++])
            return false;
    }
}

// The forms of dates and results are fixed in FF[4]. What is beyond doubt is respelled; spaces
// stay, so that the way back leads to the same record.
static void respell_fact(kf_version *v, int id) {
    kf_version_item *item = kf_version_find(v, id);
    char better[KF_MEND_TEXT], text[KF_MEND_TEXT + 2];
    if (item == NULL || v->to < 4 || v->from == 4)
        return;
    kf_text value = first_value(item);
    kf_mend mend =
        kf_mend_plain_spelled(value, id == KF_P_DT ? kf_mend_date : kf_mend_result, better);
    if (mend != KF_MEND_SAFE || is_same_but_spaces(value, kf_text_of(better)))
        return;
    snprintf(text, sizeof text, "[%s]", better);
    kf_version_put(v, item, copy(v, text));
}

static bool is_decimal(kf_text text) {
    bool has_digit = false, has_point = false;
    for (size_t i = 0; i < text.length; i++) {
        bool is_digit = text.data[i] >= '0' && text.data[i] <= '9';
        if (!is_digit && (text.data[i] != '.' || has_point || !has_digit))
            return false;
        has_digit = has_digit || is_digit;
        has_point = has_point || text.data[i] == '.';
    }
    return has_digit && text.data[text.length - 1] != '.';
}

// Overtime of so many moves in so much time: two numbers in FF[3], words in FF[4].
static void join_overtime(kf_version *v) {
    kf_version_item *moves = kf_version_find(v, KF_P_OM), *time = kf_version_find(v, KF_P_OP);
    kf_buffer out = {.arena = v->arena};
    int number;
    if (v->to < 4 || moves == NULL || time == NULL || kf_version_find(v, KF_P_OT) != NULL ||
        !kf_text_number(first_value(moves), &number) || !is_decimal(first_value(time)))
        return;
    kf_buffer_add_char(&out, '[');
    kf_buffer_add_text(&out, first_value(moves));
    kf_buffer_add_char(&out, '/');
    kf_buffer_add_text(&out, first_value(time));
    kf_buffer_add_string(&out, " Canadian]");
    kf_version_drop(v, moves, NULL);
    kf_version_drop(v, time, NULL);
    kf_version_add(v, KF_P_OT, kf_buffer_text(&out));
}

static void divide_overtime(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_OT);
    kf_buffer moves = {.arena = v->arena}, time = {.arena = v->arena};
    int number;
    if (v->to != 3 || item == NULL || kf_version_find(v, KF_P_OM) != NULL ||
        kf_version_find(v, KF_P_OP) != NULL)
        return;
    kf_text rest = first_value(item), first, word;
    if (!kf_text_word(&rest, &word) || !kf_text_equal_fold(kf_text_trim(rest), KF_TEXT("Canadian")))
        return;
    size_t slash = 0;
    while (slash < word.length && word.data[slash] != '/')
        slash++;
    first = kf_text_cut(word, 0, slash);
    word = kf_text_cut(word, slash + 1, word.length);
    if (!kf_text_number(first, &number) || !is_decimal(word))
        return;
    kf_buffer_add_char(&moves, '[');
    kf_buffer_add_text(&moves, first);
    kf_buffer_add_char(&moves, ']');
    kf_buffer_add_char(&time, '[');
    kf_buffer_add_text(&time, word);
    kf_buffer_add_char(&time, ']');
    kf_version_drop(v, item, NULL);
    kf_version_add(v, KF_P_OM, kf_buffer_text(&moves));
    kf_version_add(v, KF_P_OP, kf_buffer_text(&time));
}

// KI of old programs: komi in half points.
static void translate_half_komi(kf_version *v) {
    int halves;
    char text[24], points[KF_OUTCOME_TEXT];
    for (size_t i = 0; i < v->count && v->to == 4; i++) {
        kf_version_item *item = &v->items[i];
        bool is_it = kf_value_order(item->name, KF_TEXT("KI")) == 0 && !item->is_gone;
        if (!is_it || kf_version_find(v, KF_P_KM) != NULL ||
            !kf_text_number(first_value(item), &halves))
            continue;
        snprintf(text, sizeof text, "[%s]", kf_outcome_points(halves, points));
        kf_version_drop(v, item, NULL);
        kf_version_add(v, KF_P_KM, copy(v, text));
        return;
    }
}

// Without AP nobody knows that the komi is in hundredths.
static void translate_komi(kf_version *v) {
    kf_version_item *komi = kf_version_find(v, KF_P_KM);
    char points[KF_OUTCOME_TEXT], text[KF_OUTCOME_TEXT + 2];
    if (v->to == 4 || v->node != v->game || komi == NULL)
        return;
    kf_text where, value = first_value(komi);
    const kf_dialect *dialect = kf_dialect_of(v->record, v->game, &where);
    kf_text shown = kf_outcome_komi_of(v->record, v->game, value, points);
    if (dialect == NULL || strcmp(dialect->name, "Fox") != 0 || shown.data == value.data)
        return;
    snprintf(text, sizeof text, "[%.*s]", (int)shown.length, shown.data);
    kf_version_put(v, komi, copy(v, text));
    kf_loss_add(v->loss, true, KF_TEXT("komi in hundredths, in points now"), v->node);
}

void kf_version_value_all(kf_version *v) {
    kf_version_old_say(v, false);
    kf_version_value_become(v);
    kf_version_old_keep(v);
}

void kf_version_value_become(kf_version *v) {
    translate_pass(v, KF_P_B);
    translate_pass(v, KF_P_W);
    join_quality(v);
    divide_quality(v, KF_P_IT, KF_P_TE, KF_P_BM);
    divide_quality(v, KF_P_DO, KF_P_BM, KF_P_TE);
    for (size_t i = 0; i < v->count; i++) {
        spread_rectangles(v, &v->items[i]);
        respell_text(v, &v->items[i]);
    }
    translate_view(v);
    count_labels(v);
    translate_figure(v);
    respell_fact(v, KF_P_DT);
    respell_fact(v, KF_P_RE);
    join_overtime(v);
    divide_overtime(v);
    translate_half_komi(v);
    translate_komi(v);
}
