// SPDX-License-Identifier: MIT
// What a node is to Ishi, and a cursor that numbers its moves as Ishi does.

#include "format/ishi/ishi.h"

#include <stdint.h>

#include "base/text.h"
#include "record/value.h"

// A number that is told by SGF leaves room for as many moves as any file has behind it, so that
// these are never out of numbers.
enum { LARGEST_TOLD = 1000000000 };

int kf_ishi_number(int before, int mn) {
    if (mn > before && mn <= LARGEST_TOLD)
        return mn;
    return before < INT32_MAX ? before + 1 : before;
}

enum { PASS_TT = 19 };

bool kf_ishi_play_is_on(kf_text value, int size, int *x, int *y) {
    return kf_value_point(kf_text_trim(value), x, y) && *x < size && *y < size;
}

static bool is_pass(kf_text value, int size) {
    kf_text point = kf_text_trim(value);
    return point.length == 0 || (size <= PASS_TT && kf_text_is(point, "tt"));
}

bool kf_ishi_play_is_plain(kf_text properties) {
    enum { LENGTH = sizeof "B[aa]" - 1 };
    const char *p = properties.data;
    return properties.length == LENGTH && (p[0] == 'B' || p[0] == 'W') && p[1] == '[' &&
           kf_value_are_lower(p + 2) && p[LENGTH - 1] == ']';
}

bool kf_ishi_play_move(kf_text properties, int size, char *colour, kf_text *value) {
    kf_property property;
    kf_text first;
    int x, y;
    *colour = 0;
    if (kf_ishi_play_is_plain(properties)) {
        *value = kf_text_cut(properties, 2, properties.length - 1);
        bool is_move = is_pass(*value, size) || kf_ishi_play_is_on(*value, size, &x, &y);
        *colour = is_move ? properties.data[0] : '\0';
        return is_move;
    }
    while (kf_property_next(&properties, &property)) {
        bool is_black = property.id == KF_P_B;
        if ((!is_black && property.id != KF_P_W) || (*colour != 0 && !is_black))
            continue;
        if (*colour == 'B' || !kf_property_value(&property.values, &first))
            continue;
        if (!is_pass(first, size) && !kf_ishi_play_is_on(first, size, &x, &y))
            continue;
        *colour = is_black ? 'B' : 'W';
        *value = kf_text_trim(first);
    }
    return *colour != 0;
}

bool kf_ishi_play_value(kf_text properties, int id, kf_text *value) {
    kf_property property;
    if (id != KF_P_B && id != KF_P_W && kf_ishi_play_is_plain(properties))
        return false;
    while (kf_property_next(&properties, &property))
        if (property.id == id)
            return kf_property_value(&property.values, value);
    return false;
}

static bool first_word_is_colour(kf_text line) {
    kf_text word;
    return kf_text_word(&line, &word) && word.length == 1 &&
           (kf_text_equal_fold(word, KF_TEXT("B")) || kf_text_equal_fold(word, KF_TEXT("W")));
}

bool kf_ishi_play_unread(kf_text properties, kf_text *line) {
    kf_property property;
    bool has_line = false;
    if (kf_ishi_play_is_plain(properties))
        return false;
    while (kf_property_next(&properties, &property)) {
        if (property.id == KF_P_B || property.id == KF_P_W)
            return false;
        if (!has_line && property.id == KF_P_KFMOVE)
            has_line = kf_property_value(&property.values, line);
    }
    for (size_t i = 0; has_line && i < line->length; i++)
        has_line = (line->data[i] >= 32 && line->data[i] <= 126) || line->data[i] == '\t';
    return has_line && first_word_is_colour(*line);
}

kf_ishi_kind kf_ishi_play_kind(const kf_record *record, kf_node node, int size) {
    kf_text text = kf_node_text(record, node), value;
    char colour;
    if (kf_node_parent(record, node) == 0)
        return KF_ISHI_ROOT;
    if (kf_node_child(record, node) == 0 && kf_ishi_play_value(text, KF_P_KFDIAGRAM, &value))
        return KF_ISHI_DIAGRAM;
    bool is_move = kf_ishi_play_move(text, size, &colour, &value);
    return is_move || kf_ishi_play_unread(text, &value) ? KF_ISHI_MOVE : KF_ISHI_NODE;
}

// The number as it was written: one word that agrees with MN, or is no number at all.
bool kf_ishi_play_written(kf_text properties, int mn, kf_text *text) {
    int number;
    kf_text rest;
    if (!kf_ishi_play_value(properties, KF_P_KFNUMBER, text))
        return false;
    rest = *text;
    if (!kf_text_word(&rest, text) || kf_text_trim(rest).length > 0)
        return false;
    for (size_t i = 0; i < text->length; i++)
        if (text->data[i] <= 32 || text->data[i] > 126)
            return false;
    bool is_number = kf_text_number(*text, &number) && number > 0;
    return is_number ? number == mn : mn == 0;
}

int kf_ishi_play_number(kf_text properties, int before) {
    kf_text value;
    int mn = 0;
    if (kf_ishi_play_is_plain(properties))
        return kf_ishi_number(before, 0);
    if (kf_ishi_play_value(properties, KF_P_MN, &value) &&
        !kf_text_number(kf_text_trim(value), &mn))
        mn = 0;
    if (kf_ishi_play_unread(properties, &value))
        return before;
    bool is_written = kf_ishi_play_written(properties, mn, &value);
    return is_written && mn > 0 ? mn : kf_ishi_number(before, mn);
}

// A move in a root is a stone of its setup, and one that Ishi cannot say is none.
static int number_of(const kf_play *play, kf_node node, int before) {
    bool is_move = kf_ishi_play_kind(play->record, node, play->board.height) == KF_ISHI_MOVE;
    return is_move ? kf_ishi_play_number(kf_node_text(play->record, node), before) : -1;
}

kf_play *kf_ishi_play_new(const kf_record *record, kf_arena *arena) {
    kf_play *play = kf_play_in(arena, record, kf_rules_default());
    play->numbering = number_of;
    return play;
}
