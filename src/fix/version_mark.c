// SPDX-License-Identifier: MIT
// Marks and letters on points, which FF[1] has fewer of.
//
// FF[1] marks points (M) and puts letters on them (L: A on the first point, B on the second). Later
// there are four marks and labels of any text. Source: red-bean.com, "Converting old SGF files to
// FF[4]": M is MA on an empty point and TR on a stone.

#include "fix/version.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LETTERS = 26 };

const kf_board *kf_version_mark_board(kf_version *v) {
    if (v->play == NULL)
        v->play = kf_play_new(v->record, NULL);
    if (v->play == NULL || !kf_play_go(v->play, v->node) || kf_play_failed(v->play))
        kf_arena_fail(v->record->arena);
    return kf_play_board(v->play);
}

static bool is_on_stone(const kf_board *board, int x, int y) {
    kf_point point = kf_point_at(x, y);
    return kf_point_is_on(point, board->width, board->height) &&
           kf_board_get(board, point) != KF_EMPTY;
}

// ---- From FF[1] ----

// M: which mark it is now depends on what stands there.
static void split_marks(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_M);
    kf_buffer crosses = {.arena = v->arena}, triangles = {.arena = v->arena};
    kf_text values, value;
    int x, y;
    if (item == NULL)
        return;
    const kf_board *board = kf_version_mark_board(v);
    for (values = item->values; kf_property_value(&values, &value);) {
        if (!kf_value_point(kf_text_trim(value), &x, &y))
            return; // nobody knows what it means: it stays
        kf_version_value_point(is_on_stone(board, x, y) ? &triangles : &crosses, x, y);
    }
    kf_version_drop(v, item, NULL);
    if (crosses.length > 0)
        kf_version_add(v, KF_P_MA, kf_buffer_text(&crosses));
    if (triangles.length > 0)
        kf_version_add(v, KF_P_TR, kf_buffer_text(&triangles));
}

// The letters in the order of L: A to Z, then a to z, then numbers.
static void put_letter(kf_buffer *out, int index) {
    if (index < LETTERS)
        kf_buffer_add_char(out, (char)('A' + index));
    else if (index < 2 * LETTERS)
        kf_buffer_add_char(out, (char)('a' + index - LETTERS));
    else
        kf_buffer_add_number(out, (long)index + 1);
}

static void name_letters(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_L);
    kf_buffer labels = {.arena = v->arena};
    kf_text values, value;
    int index = 0;
    if (item == NULL)
        return;
    for (values = item->values; kf_property_value(&values, &value); index++) {
        int x, y;
        if (!kf_value_point(kf_text_trim(value), &x, &y))
            return;
        kf_version_value_point(&labels, x, y);
        labels.length--; // the label stands within the brackets
        kf_buffer_add_char(&labels, ':');
        put_letter(&labels, index);
        kf_buffer_add_char(&labels, ']');
    }
    kf_version_drop(v, item, NULL);
    if (labels.length > 0)
        kf_version_add(v, KF_P_LB, kf_buffer_text(&labels));
}

// ---- To FF[1] ----

// The marks of a node on their way to one list, in which each point stands once.
typedef struct joining {
    kf_buffer marks;
    bool has[KF_BOARD_POINTS];
} joining;

// Adds the points of one kind of mark. What would be read back as another is lost.
static void join_mark(kf_version *v, int id, joining *to) {
    kf_version_item *item = kf_version_find(v, id);
    kf_text values, value;
    char kind[40];
    bool is_other = id != KF_P_MA && id != KF_P_TR;
    const kf_board *board = kf_version_mark_board(v);
    for (values = item->values; kf_property_value(&values, &value);) {
        int x, y, right, bottom;
        if (!kf_value_rectangle(kf_text_trim(value), &x, &y, &right, &bottom))
            is_other = true;
        else
            for (int point = y * KF_BOARD_MAX + x; point <= bottom * KF_BOARD_MAX + right;
                 point++) {
                int column = point % KF_BOARD_MAX, row = point / KF_BOARD_MAX;
                if (column < x || column > right || to->has[point])
                    continue;
                to->has[point] = true;
                is_other = is_other || is_on_stone(board, column, row) != (id == KF_P_TR);
                kf_version_value_point(&to->marks, column, row);
            }
    }
    snprintf(kind, sizeof kind, "shape of the marks %s", kf_value_row(id)->name);
    kf_version_drop(v, item, is_other ? kind : NULL);
}

static void join_marks(kf_version *v) {
    static const int ids[] = {KF_P_MA, KF_P_TR, KF_P_CR, KF_P_SQ};
    joining *to = NULL;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (kf_version_find(v, ids[i]) == NULL)
            continue;
        if (to == NULL) {
            to = kf_arena_alloc(v->arena, sizeof *to);
            memset(to, 0, sizeof *to);
            to->marks.arena = v->arena;
        }
        join_mark(v, ids[i], to);
    }
    if (to != NULL && to->marks.length > 0)
        kf_version_add(v, KF_P_M, kf_buffer_text(&to->marks));
}

// The labels A, B, C … become letters; all others are lost.
static void join_labels(kf_version *v) {
    kf_version_item *item = kf_version_find(v, KF_P_LB);
    kf_text point[LETTERS] = {{NULL, 0}}, values, value, first, second;
    kf_buffer letters = {.arena = v->arena};
    size_t others = 0, count = 0;
    if (item == NULL)
        return;
    for (values = item->values; kf_property_value(&values, &value);) {
        bool is_label = kf_property_split(value, &first, &second) && second.length == 1;
        int letter = is_label ? second.data[0] - 'A' : -1;
        if (letter >= 0 && letter < LETTERS && point[letter].data == NULL)
            point[letter] = kf_text_trim(first);
        else
            others++;
    }
    for (; count < LETTERS && point[count].data != NULL; count++) {
        kf_buffer_add_char(&letters, '[');
        kf_buffer_add_text(&letters, point[count]);
        kf_buffer_add_char(&letters, ']');
    }
    for (size_t i = count; i < LETTERS; i++)
        others += point[i].data != NULL;
    kf_version_drop(v, item, NULL);
    for (; others > 0; others--)
        kf_loss_add(v->loss, true, KF_TEXT("label"), v->node);
    if (letters.length > 0)
        kf_version_add(v, KF_P_L, kf_buffer_text(&letters));
}

void kf_version_mark_become(kf_version *v) {
    split_marks(v);
    name_letters(v);
}

void kf_version_mark_all(kf_version *v) {
    if (v->to > 1)
        kf_version_mark_become(v);
    kf_version_old_say(v, true);
    kf_version_old_keep(v);
    if (v->to == 1) {
        join_marks(v);
        join_labels(v);
    }
}
