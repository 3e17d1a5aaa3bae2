// SPDX-License-Identifier: MIT
// What a game states about its end: komi and result.
//
// RE and KM are free text in practice: servers add their own words and spellings, and a komi may
// stand in hundredths. What is understood here is compared with the board elsewhere.

#include <kifu/play.h>

#include <stdio.h>

#include "base/text.h"
#include "play/play.h"

enum { HUNDREDTHS_FROM = 5000 };

// Reads a decimal number as hundredths. False unless that is all the text, but for a unit.
static bool read_hundredths(kf_text text, int *hundredths) {
    int digits = 0, decimals = -1;
    bool is_negative = text.length > 0 && text.data[0] == '-';
    *hundredths = 0;
    for (size_t i = is_negative ? 1 : 0; i < text.length; i++) {
        char c = text.data[i];
        if ((c == '.' || c == ',') && decimals < 0) {
            decimals = 0;
        } else if (c >= '0' && c <= '9' && digits < 6) {
            digits++;
            if (decimals < 2)
                *hundredths = *hundredths * 10 + (c - '0');
            decimals += decimals >= 0;
        } else {
            return false;
        }
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 2; i++)
        *hundredths *= 10;
    *hundredths = is_negative ? -*hundredths : *hundredths;
    return digits > 0;
}

// "B+3.5", "W+Resign", "B+", "0", "Draw"; white space around the parts does not matter.
kf_outcome kf_outcome_read(kf_text text) {
    kf_outcome outcome = {KF_OUTCOME_NONE, KF_EMPTY, 0};
    text = kf_text_trim(text);
    if (text.length < 2 || text.data[1] != '+') {
        bool is_draw = kf_text_is(text, "0") || kf_text_equal_fold(text, KF_TEXT("draw")) ||
                       kf_text_equal_fold(text, KF_TEXT("jigo"));
        outcome.kind = is_draw ? KF_OUTCOME_POINTS : KF_OUTCOME_NONE;
        return outcome;
    }
    char who = text.data[0];
    outcome.winner = who == 'B' || who == 'b'   ? KF_BLACK
                     : who == 'W' || who == 'w' ? KF_WHITE
                                                : KF_EMPTY;
    if (outcome.winner == KF_EMPTY)
        return outcome;
    kf_text margin = kf_text_trim(kf_text_cut(text, 2, text.length));
    // Many programs write a margin of 0 for a game that was won otherwise.
    if (!read_hundredths(margin, &outcome.lead) || outcome.lead <= 0) {
        outcome.kind = KF_OUTCOME_WON;
        outcome.lead = 0;
        return outcome;
    }
    outcome.kind = KF_OUTCOME_POINTS;
    outcome.lead = outcome.winner == KF_BLACK ? outcome.lead : -outcome.lead;
    return outcome;
}

const char *kf_outcome_points(int halves, char text[KF_OUTCOME_TEXT]) {
    int size = halves < 0 ? -halves : halves;
    snprintf(text, KF_OUTCOME_TEXT, "%s%d%s", halves < 0 ? "-" : "", size / 2,
             size % 2 != 0 ? ".5" : "");
    return text;
}

size_t kf_outcome_write(int lead, char text[KF_OUTCOME_TEXT]) {
    char points[KF_OUTCOME_TEXT];
    const char *winner = lead > 0 ? "B+" : lead < 0 ? "W+" : "";
    kf_outcome_points(lead < 0 ? -lead : lead, points);
    return (size_t)snprintf(text, KF_OUTCOME_TEXT, "%s%s", winner, points);
}

bool kf_outcome_agrees(const kf_outcome *outcome, const kf_rules *rules, int lead) {
    if (outcome->kind != KF_OUTCOME_POINTS) {
        kf_colour winner = lead > 0 ? KF_BLACK : lead < 0 ? KF_WHITE : KF_EMPTY;
        return outcome->kind == KF_OUTCOME_NONE || outcome->winner == winner ||
               (lead == 0 && rules->black_wins_ties && outcome->winner == KF_BLACK);
    }
    // Half of an odd number of half points ends in quarters.
    bool is_in_stones = rules->gives == KF_GIVES_STONES && outcome->lead * 4 == lead * 100;
    return outcome->lead * 2 == lead * 100 || is_in_stones;
}

// Half points of a number. Quarters are stones; and so is half the usual komi. False: it is
// neither.
static bool read_halves(int hundredths, const kf_rules *rules, int *halves) {
    bool is_in_stones =
        hundredths % 50 != 0 && hundredths % 25 == 0 && rules->gives == KF_GIVES_STONES;
    *halves = is_in_stones ? hundredths * 2 / 50 : hundredths / 50;
    return is_in_stones || hundredths % 50 == 0;
}

bool kf_outcome_hundredths(kf_text komi, int *hundredths) {
    if (!read_hundredths(kf_text_trim(komi), hundredths))
        return false;
    if (*hundredths >= HUNDREDTHS_FROM)
        *hundredths /= 100;
    return true;
}

bool kf_outcome_komi(kf_text text, const kf_rules *rules, int *komi) {
    int hundredths;
    return kf_outcome_hundredths(text, &hundredths) && read_halves(hundredths, rules, komi);
}

bool kf_outcome_is_server_komi(int number) {
    enum { LEAST = 250, MOST = 1500, QUARTER = 25 };
    return number >= LEAST && number <= MOST && number % QUARTER == 0;
}

// Whether Fox wrote the game, which names itself in the second of two AP.
static bool is_from_fox(kf_text properties) {
    kf_property property;
    while (kf_property_scan(&properties, &property))
        if (kf_property_is(&property, "AP") &&
            kf_text_find_fold(property.values, KF_TEXT("foxwq")) < property.values.length)
            return true;
    return false;
}

bool kf_outcome_komi_in(kf_text properties, kf_text text, const kf_rules *rules, int *komi) {
    int hundredths;
    bool is_number = read_hundredths(kf_text_trim(text), &hundredths);
    return (is_number && hundredths <= -HUNDREDTHS_FROM && is_from_fox(properties) &&
            read_halves(hundredths / 100, rules, komi)) ||
           kf_outcome_komi(text, rules, komi);
}

static const kf_rules *named(kf_text name) {
    const kf_rules *rules = name.length > 0 ? kf_rules_find(name.data, name.length) : NULL;
    return rules != NULL ? rules : kf_rules_default();
}

// Whether a number in hundredths is a server's beyond doubt: its game has the mark, or no usual
// board has room for it and score divides it.
static bool is_of_server(int hundredths, kf_text properties) {
    enum { POINTS = 19 * 19 };
    if (hundredths < HUNDREDTHS_FROM && hundredths > -HUNDREDTHS_FROM)
        return false;
    int number = hundredths / 100;
    bool is_clear = hundredths % 100 == 0 && number > POINTS && kf_outcome_is_server_komi(number);
    return is_clear || is_from_fox(properties);
}

static kf_text show(kf_text komi, int hundredths, kf_text rules, char text[KF_OUTCOME_TEXT]) {
    int halves;
    if (!read_halves(hundredths, named(kf_text_trim(rules)), &halves))
        return komi;
    return kf_text_of(kf_outcome_points(halves, text));
}

kf_text kf_outcome_komi_kept(kf_text properties, kf_text komi, kf_text rules,
                             char text[KF_OUTCOME_TEXT]) {
    int hundredths;
    bool is_number = read_hundredths(kf_text_trim(komi), &hundredths);
    return is_number && is_of_server(hundredths, properties)
               ? show(komi, hundredths / 100, rules, text)
               : komi;
}

kf_text kf_outcome_komi_of(const kf_record *record, kf_node game, kf_text komi,
                           char text[KF_OUTCOME_TEXT]) {
    kf_text rules = {"", 0};
    int hundredths;
    if (!read_hundredths(kf_text_trim(komi), &hundredths))
        return komi;
    kf_property_get(record, game, "RU", &rules);
    // Quarters are stones in any file.
    bool is_small = hundredths < HUNDREDTHS_FROM && hundredths > -HUNDREDTHS_FROM;
    return is_small && hundredths % 50 != 0
               ? show(komi, hundredths, rules, text)
               : kf_outcome_komi_kept(kf_node_text(record, game), komi, rules, text);
}
