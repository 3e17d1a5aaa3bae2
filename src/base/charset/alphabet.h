// SPDX-License-Identifier: MIT
// How unlikely a letter of an alphabet is where it stands. Its cost is minus the logarithm of its
// share among the letters of the language, in tenths.

#ifndef KIFU_BASE_ALPHABET_H
#define KIFU_BASE_ALPHABET_H

#include <kifu/base.h>

// What a character set is made for. Behind KOREAN each letter has one byte, and from LATIN on each
// is one of the West.
typedef enum kf_alphabet {
    KF_UNICODE,
    KF_HANS,
    KF_HANT,
    KF_JAPANESE,
    KF_KOREAN,
    KF_CYRILLIC,
    KF_GREEK,
    KF_HEBREW,
    KF_ARABIC,
    KF_THAI,
    KF_LATIN,   // of the West
    KF_CENTRAL, // of Central Europe
    KF_TURKISH,
    KF_BALTIC,
    KF_VIETNAMESE
} kf_alphabet;

// A character in its surroundings.
typedef struct kf_alphabet_letter {
    uint32_t c, before, after;
    unsigned char lead, trail; // its bytes; trail 0: it has one
    int run;                   // letters of the West before it without one of ASCII
    int own;                   // what it costs wherever it stands, in a set of East Asia
} kf_alphabet_letter;

int kf_alphabet_cost_of_sign(const kf_alphabet_letter *l);
int kf_alphabet_cost_of_cyrillic(const kf_alphabet_letter *l);
int kf_alphabet_cost_of_latin(const kf_alphabet_letter *l);
// The cost in an alphabet from KF_CYRILLIC on.
int kf_alphabet_cost(kf_alphabet alphabet, const kf_alphabet_letter *l);
bool kf_alphabet_is_latin(uint32_t c);
// What it costs that no language of an alphabet of the West has all the letters of a text; less
// where the text names its set.
int kf_alphabet_cost_of_strange(kf_alphabet alphabet, const kf_alphabet_letter *list, size_t count,
                                bool is_named);

#endif
