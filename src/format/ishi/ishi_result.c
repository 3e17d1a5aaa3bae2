// SPDX-License-Identifier: MIT
// Results in words and as SGF's RE has them.

#include "format/ishi/ishi_reader.h"

#include "base/text.h"

static bool is_word(kf_text word, const char *name) {
    return kf_text_equal_fold(word, kf_text_of(name));
}

static bool is_one_of(kf_text word, const char *const *names) {
    for (; *names != NULL; names++)
        if (is_word(word, *names))
            return true;
    return false;
}

// A score: digits, perhaps with a fraction behind a point.
static bool is_score(kf_text text) {
    size_t digits = 0, points = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool is_digit = text.data[i] >= '0' && text.data[i] <= '9';
        digits += is_digit;
        points += text.data[i] == '.';
        if (!is_digit && text.data[i] != '.')
            return false;
    }
    return digits > 0 && points <= 1;
}

static bool is_value(kf_text text) {
    static const char *const whole[] = {"0", "Draw", "Void", "?", NULL};
    static const char *const ways[] = {"", "R", "Resign", "T", "Time", "F", "Forfeit", NULL};
    for (size_t i = 0; whole[i] != NULL; i++)
        if (kf_text_is(text, whole[i]))
            return true;
    bool has_winner =
        text.length >= 2 && (text.data[0] == 'B' || text.data[0] == 'W') && text.data[1] == '+';
    kf_text way = kf_text_cut(text, 2, text.length);
    for (size_t i = 0; has_winner && ways[i] != NULL; i++)
        if (kf_text_is(way, ways[i]))
            return true;
    return has_winner && is_score(way);
}

// The letter of a player's name, 0 for anything else.
static char winner_of(kf_text word) {
    return is_word(word, "Black") || is_word(word, "B")   ? 'B'
           : is_word(word, "White") || is_word(word, "W") ? 'W'
                                                          : 0;
}

// "by resignation", "on time", "by 3 points", "by 3 1/2", "by half a point", or nothing.
static bool read_way(kf_text rest, kf_buffer *out) {
    static const char *const resigned[] = {"resignation", "resign", "resigning", NULL};
    static const char *const timed[] = {"time", "timeout", NULL};
    static const char *const forfeited[] = {"forfeit", "forfeiture", NULL};
    static const char *const units[] = {"point", "points", "moku", NULL};
    kf_text word, next = {"", 0};
    if (!kf_text_word(&rest, &word))
        return true;
    bool is_by = is_word(word, "by");
    if ((!is_by && !is_word(word, "on")) || !kf_text_word(&rest, &word))
        return false;
    kf_text tail = kf_text_trim(rest);
    bool is_plain = tail.length == 0;
    char way = is_one_of(word, resigned)    ? 'R'
               : is_one_of(word, timed)     ? 'T'
               : is_one_of(word, forfeited) ? 'F'
                                            : 0;
    if (way != 0 && is_plain) {
        kf_buffer_add_char(out, way);
        return true;
    }
    if (is_word(word, "half") || is_word(word, "1/2")) {
        kf_buffer_add_string(out, "0.5");
        return is_by && (is_plain || is_one_of(tail, units) || is_word(tail, "a point"));
    }
    if (!is_by || !is_score(word))
        return false;
    kf_buffer_add_text(out, word);
    if (kf_text_word(&rest, &next) && kf_text_is(next, "1/2")) {
        kf_buffer_add_string(out, ".5");
        tail = kf_text_trim(rest);
    }
    return tail.length == 0 || is_one_of(tail, units);
}

// "resigns", "resigned at move 186": the other side won.
static bool read_resigns(char loser, kf_text rest, kf_buffer *out) {
    kf_text word;
    int number;
    kf_buffer_add_string(out, loser == 'B' ? "W+R" : "B+R");
    if (!kf_text_word(&rest, &word))
        return true;
    bool is_after = is_word(word, "after");
    if ((!is_after && !is_word(word, "at")) || !kf_text_word(&rest, &word))
        return false;
    if (!is_after && is_word(word, "move") && !kf_text_word(&rest, &word))
        return false;
    rest = kf_text_trim(rest);
    return kf_text_number(word, &number) && (rest.length == 0 || is_word(rest, "moves"));
}

static bool read_words(kf_text text, kf_buffer *out) {
    static const char *const draws[] = {"draw", "drawn", "jigo", "tie", "tied", NULL};
    static const char *const voids[] = {"void", "no result", NULL};
    static const char *const wins[] = {"wins", "won", "win", NULL};
    kf_text rest = text, first, word;
    if (is_one_of(text, draws) || is_one_of(text, voids)) {
        kf_buffer_add_string(out, is_one_of(text, draws) ? "Draw" : "Void");
        return true;
    }
    char player = kf_text_word(&rest, &first) ? winner_of(first) : 0;
    if (player == 0)
        return false;
    kf_text behind = rest;
    if (!kf_text_word(&behind, &word))
        return false;
    if (is_word(word, "resigns") || is_word(word, "resigned"))
        return read_resigns(player, behind, out);
    kf_buffer_add_char(out, player);
    kf_buffer_add_char(out, '+');
    return read_way(is_one_of(word, wins) ? behind : rest, out);
}

bool kf_ishi_result_read(kf_text text, kf_buffer *out) {
    size_t before = out->length;
    text = kf_text_trim(text);
    if (is_value(text)) {
        kf_buffer_add_text(out, text);
        return true;
    }
    bool is_understood = read_words(text, out);
    if (!is_understood)
        out->length = before;
    return is_understood;
}

bool kf_ishi_result_write(kf_text value, kf_buffer *out) {
    if (!is_value(value) || value.length < 2 || value.data[1] != '+')
        return false;
    kf_text way = kf_text_cut(value, 2, value.length);
    kf_buffer_add_string(out, value.data[0] == 'B' ? "Black wins" : "White wins");
    if (way.length == 0)
        return true;
    if (kf_text_is(way, "R"))
        kf_buffer_add_string(out, " by resignation");
    else if (kf_text_is(way, "T"))
        kf_buffer_add_string(out, " on time");
    else if (kf_text_is(way, "F"))
        kf_buffer_add_string(out, " by forfeit");
    else {
        kf_buffer_add_string(out, " by ");
        kf_buffer_add_text(out, way);
    }
    return true;
}
