// SPDX-License-Identifier: MIT
// The rule sets: what each allows, and how each counts.

#ifndef KF_BOARD_RULES_H
#define KF_BOARD_RULES_H

#include "point.h"

/* ---- rules.c -------------------------------------------------------- doc/spec/rules.md ---- */

// Which repetition is meant: of the ko alone, of the stones, or of the stones and the turn.
typedef enum kf_ko_rule { KF_KO_SIMPLE, KF_KO_POSITIONAL, KF_KO_SITUATIONAL } kf_ko_rule;

// A position that comes back by more than a ko: nothing is said, it is told, or it is an error.
typedef enum kf_repeats { KF_REPEATS_ALLOWED, KF_REPEATS_WARNED, KF_REPEATS_FORBIDDEN } kf_repeats;

typedef enum kf_counting { KF_COUNTING_TERRITORY, KF_COUNTING_AREA } kf_counting;

// What White is given for the N stones of a handicap.
typedef enum kf_gives { KF_GIVES_NOTHING, KF_GIVES_STONES, KF_GIVES_LESS_ONE } kf_gives;

// Where handicap stones lie: in the order of the book of 1931, on the stars with the upper left
// left for last, on the stars in the order of GTP, or anywhere.
typedef enum kf_handicap {
    KF_HANDICAP_BOOK,
    KF_HANDICAP_JAPANESE,
    KF_HANDICAP_STAR,
    KF_HANDICAP_FREE
} kf_handicap;

typedef struct kf_rules {
    const char *id;    // "japanese"
    const char *title; // "Japanese rules"
    const char *names; // what kf_rules_find knows it by, with | between
    bool suicide;      // allowed
    kf_ko_rule ko;
    kf_repeats repeats;
    kf_counting counting;
    bool seki_eyes; // the own eyes of a group in seki count
    bool has_komi;  // false: the rules name no usual komi
    int komi;       // the usual one, in half points
    kf_gives gives;
    int passes;           // in a row that end the game; 0: the players agree on the end
    bool pass_stones;     // a pass costs a stone, and White passes last
    bool black_wins_ties; // an equal count is Black's
    kf_handicap handicap;
} kf_rules;

// How many rule sets there are, and the one of that index; NULL outside.
size_t kf_rules_count(void);
const kf_rules *kf_rules_at(size_t index);
// The rule set that a text means, as it stands in RU, in RULES or after --rules. Case, blanks,
// signs, a year behind and words like "rules" do not matter. NULL: none of ours.
const kf_rules *kf_rules_find(const char *name, size_t length);
// The rule set where a record names none: japanese.
const kf_rules *kf_rules_default(void);
// The points that White gets for a handicap of that many stones.
int kf_rules_compensation(const kf_rules *rules, int stones);

#endif
