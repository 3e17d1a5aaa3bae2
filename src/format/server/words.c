// SPDX-License-Identifier: MIT
// Results, ranks and dates as people and servers write them.

#include "format/server/server.h"

#include <stdio.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool kf_words_begin(kf_text text, const char *word) {
    return kf_text_starts_fold(text, kf_text_of(word));
}

size_t kf_words_find(kf_text text, const char *word) {
    return kf_text_find_fold(text, kf_text_of(word));
}

bool kf_words_integer(kf_text text, int *number) {
    text = kf_text_trim(text);
    bool is_negative = text.length > 0 && text.data[0] == '-';
    if (!kf_text_number(kf_text_cut(text, is_negative, text.length), number))
        return false;
    *number = is_negative ? -*number : *number;
    return true;
}

bool kf_words_field(kf_text *rest, char sign, kf_text *field) {
    if (rest->data == NULL || rest->length == 0)
        return false;
    const char *end = memchr(rest->data, sign, rest->length);
    size_t length = end != NULL ? (size_t)(end - rest->data) : rest->length;
    *field = kf_text_cut(*rest, 0, length);
    *rest = kf_text_cut(*rest, length + 1, rest->length);
    return true;
}

// ---- Results ----

// Words of several languages, up to NULL.
static const char *const black[] = {"black", "흑", "黑", "黒", NULL};
static const char *const white[] = {"white", "백", "白", NULL};
static const char *const loses[] = {"lose", "lost", "패", "负", "負", "敗", "败", NULL};
static const char *const wins[] = {"win", "won", "승", "胜", "勝", NULL};
static const char *const resigns[] = {"resign", "resi!", "불계", "中盘", "中盤",
                                      "中押",   "认输",  "投了", NULL};
static const char *const times[] = {"time", "시간", "超时", "超時", "時間", "时间", NULL};
static const char *const draws[] = {"draw", "jigo", "무승부", "和棋", "和局", "持碁", "ジゴ", NULL};
static const char *const halves[] = {"집반", "목반", "目半", "점반", NULL};

static const char *const half_points[] = {"半目", "반집", NULL};
static const char *const english_halves[] = {" by half point", " by half a point",
                                             " by a half point", NULL};
static const char *const forfeits[] = {"forfeit", NULL};
static const char *const voids[] = {"no result", "無勝負", "无胜负", NULL};

static size_t find_any(kf_text text, const char *const *words) {
    size_t best = text.length;
    for (; *words != NULL; words++) {
        size_t at = kf_words_find(text, *words);
        best = at < best ? at : best;
    }
    return best;
}

static bool has_any(kf_text text, const char *const *words) {
    return find_any(text, words) < text.length;
}

// Whether the text is one of the words, and no more.
static bool is_any(kf_text text, const char *const *words) {
    while (*words != NULL && !kf_text_equal_fold(text, kf_text_of(*words)))
        words++;
    return *words != NULL;
}

// Writes what a number of stones of Chinese counting is in points: `2.25` is 4.5.
static bool put_points(char margin[16]) {
    int whole = 0, parts = 0, i = 0;
    for (; is_digit(margin[i]) && whole <= 999; i++)
        whole = 10 * whole + (margin[i] - '0');
    if (margin[i] == '.') {
        parts = is_digit(margin[i + 1]) ? 10 * (margin[i + 1] - '0') : 0;
        i += parts > 0 || margin[i + 1] == '0' ? 2 : 1;
        parts += is_digit(margin[i]) ? margin[i] - '0' : 0;
        i += is_digit(margin[i]);
    }
    int halves = 4 * whole + parts / 25;
    if (margin[i] != '\0' || parts % 25 != 0 || whole > 999)
        return false;
    snprintf(margin, 16, halves % 2 != 0 ? "%d.5" : "%d", halves / 2);
    return true;
}

// The same of `2又1/4子`, from behind the sign on.
static bool put_quarters(char margin[16], kf_text rest) {
    static const struct {
        const char *part;
        const char *decimals;
    } parts[] = {{"1/4", ".25"}, {"1/2", ".5"}, {"3/4", ".75"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        kf_text behind = kf_text_trim(kf_text_cut(rest, 3, rest.length));
        if (kf_words_begin(rest, parts[i].part) && kf_words_begin(behind, "子")) {
            memcpy(margin + strlen(margin), parts[i].decimals, strlen(parts[i].decimals) + 1);
            return put_points(margin);
        }
    }
    return false;
}

// Writes the first number of the text, with a half that is a word behind it.
bool kf_words_points(kf_text text, char margin[16]) {
    size_t begin = 0, length = 0, end;
    while (begin < text.length && !is_digit(text.data[begin]))
        begin++;
    for (end = begin; end < text.length && (is_digit(text.data[end]) || text.data[end] == '.');
         end++)
        if (length < 8)
            margin[length++] = text.data[end];
    margin[length] = '\0';
    kf_text unit = kf_text_trim(kf_text_cut(text, end, text.length));
    if (length == 0 && (has_any(text, half_points) || has_any(text, english_halves))) {
        memcpy(margin, "0.5", 4);
        return true;
    }
    if (length == 0)
        return false;
    if (kf_words_begin(unit, "子"))
        return put_points(margin);
    if (kf_words_begin(unit, "又"))
        return put_quarters(margin, kf_text_cut(unit, sizeof "又" - 1, unit.length));
    bool has_half = false;
    for (const char *const *half = halves; *half != NULL; half++)
        has_half = has_half || kf_words_begin(unit, *half);
    if (has_half)
        memcpy(margin + length, ".5", 3);
    return true;
}

bool kf_words_result(kf_text text, char result[24]) {
    char margin[16];
    // What stands behind this are the counts of both.
    text = kf_text_cut(text, 0, kf_words_find(text, ">>"));
    text = kf_text_cut(text, 0, 200);
    size_t b = find_any(text, black), w = find_any(text, white);
    if (b == text.length && w == text.length) {
        bool is_void = is_any(kf_text_trim(text), voids);
        snprintf(result, 24, is_void ? "Void" : "0");
        return is_void || has_any(text, draws);
    }
    kf_text rest = kf_text_cut(text, b < w ? b : w, text.length);
    bool is_lost = has_any(rest, loses) && !has_any(rest, wins);
    char winner = (b < w) != is_lost ? 'B' : 'W';
    if (!is_lost && !has_any(rest, wins) && !has_any(rest, resigns))
        return false;
    if (has_any(rest, resigns))
        snprintf(result, 24, "%c+R", winner);
    else if (has_any(rest, times))
        snprintf(result, 24, "%c+T", winner);
    else if (has_any(rest, forfeits))
        snprintf(result, 24, "%c+F", winner);
    else if (kf_words_points(rest, margin))
        snprintf(result, 24, "%c+%s", winner, margin);
    else
        snprintf(result, 24, "%c+", winner);
    return result[2] != '\0' ||
           !kf_words_begin(kf_text_cut(rest, kf_words_find(rest, "子"), rest.length), "子");
}

// ---- Ranks ----

// Takes a number off the front: digits, or one of the numerals that ranks are written with.
static int take_numeral(kf_text *rest) {
    // Two ways to write the first, then one by its number.
    static const char *const numerals[] = {"초", "初", "一", "二", "三", "四",
                                           "五", "六", "七", "八", "九", "十"};
    enum { NUMERALS = sizeof numerals / sizeof numerals[0] };
    int number = 0;
    size_t i = 0;
    for (; i < rest->length && i < 2 && is_digit(rest->data[i]); i++)
        number = number * 10 + rest->data[i] - '0';
    for (int k = 0; i == 0 && k < NUMERALS; k++)
        if (kf_words_begin(*rest, numerals[k])) {
            number = k > 1 ? k - 1 : 1;
            i = strlen(numerals[k]);
        }
    *rest = kf_text_cut(*rest, i, rest->length);
    return number;
}

// Takes a unit off the front: 'k', 'd', or 0.
static char take_unit(kf_text *rest) {
    static const char *const units[][2] = {{"kyu", "k"}, {"k", "k"},   {"급", "k"}, {"級", "k"},
                                           {"级", "k"},  {"dan", "d"}, {"d", "d"},  {"단", "d"},
                                           {"段", "d"},  {"p", "p"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (kf_words_begin(*rest, units[i][0])) {
            *rest = kf_text_cut(*rest, strlen(units[i][0]), rest->length);
            return units[i][1][0];
        }
    return '\0';
}

void kf_words_rank(kf_text text, kf_buffer *out) {
    text = kf_text_trim(text);
    kf_text rest = text;
    int number = take_numeral(&rest);
    bool has_hyphen = rest.length > 1 && rest.data[0] == '-'; // 9-dan
    rest = kf_text_trim(kf_text_cut(rest, has_hyphen, rest.length));
    char unit = number > 0 ? take_unit(&rest) : '\0';
    bool is_professional = unit == 'd' && (kf_text_is(rest, "P") || kf_text_is(rest, "p"));
    if (is_professional)
        rest.length = 0;
    bool is_known =
        unit != '\0' && (rest.length == 0 || kf_text_is(rest, "?") || kf_text_is(rest, "*"));
    if (!is_known) {
        kf_buffer_add_text(out, text);
        return;
    }
    kf_buffer_add_number(out, number);
    kf_buffer_add_char(out, is_professional ? 'p' : unit);
    kf_buffer_add_text(out, rest);
}

// ---- Dates ----

// Whether a unit of a date begins the text; each is three bytes.
static bool is_unit(kf_text text) {
    static const char *const units[] = {"年", "月", "日", "년", "월", "일"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (kf_text_starts(text, kf_text_of(units[i])))
            return true;
    return false;
}

bool kf_words_date(kf_text text, char date[12]) {
    int parts[3] = {0, 0, 0}, digits[3] = {0, 0, 0}, part = 0;
    text = kf_text_trim(text);
    for (size_t i = 0; i < text.length && part < 3; i++) {
        bool has_unit = is_unit(kf_text_cut(text, i, text.length));
        char c = has_unit ? '-' : text.data[i];
        i += has_unit ? 2 : 0;
        bool is_full = digits[part] == (part == 0 ? 4 : 2);
        if (is_digit(c) && is_full)
            part++;
        if (is_digit(c) && part < 3) {
            parts[part] = parts[part] * 10 + c - '0';
            digits[part]++;
        } else if (!is_digit(c) && strchr("-/.: ", c) == NULL) {
            break;
        } else if (!is_digit(c) && c != ' ' && digits[part] > 0) {
            part++;
        }
    }
    if (digits[0] != 4 || parts[1] < 1 || parts[1] > 12 || parts[2] < 1 || parts[2] > 31)
        return false;
    snprintf(date, 12, "%04u-%02u-%02u", (unsigned)parts[0] % 10000, (unsigned)parts[1],
             (unsigned)parts[2]);
    return true;
}
