// SPDX-License-Identifier: MIT
// Words of any language: folded for comparing, and cut for full text.

#include "catalog/catalog.h"

#include <string.h>

#include "base/text.h"

// Letters without their accents; `.` is left as it is. Source: the names of the characters in the
// Unicode Character Database, and from U+0180 on their decompositions, as far as SQLite's tokenizer
// knows them. Pinyin has its tones in the second block, Vietnamese its vowels in the third.
static const char latin[] = "aaaaaaaceeeeiiiidnooooo.ouuuuy.s"
                            "aaaaaaaceeeeiiiidnooooo.ouuuuy.y"
                            "aaaaaaccccccccddddeeeeeeeeeegggg"
                            "gggghhhhiiiiiiiiiiiijjkkklllllll"
                            "lllnnnnnnnnnoooooooorrrrrrssssss"
                            "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static const char extended[] = "................................"
                               "oo.............uu..............."
                               ".............aaiioouuuuuuuuuu.aa"
                               "......ggkkoooo..j...gg..nnaa...."
                               "aaaaeeeeiiiioooorrrruuuusstt..hh"
                               "......aaeeooooooooyy............"
                               "................";
static const char additional[] = "aabbbbbbccddddddddddeeeeeeeeeeff"
                                 "gghhhhhhhhhhiiiikkkkkkllllllllmm"
                                 "mmmmnnnnnnnnoooooooopppprrrrrrrr"
                                 "ssssssssssttttttttuuuuuuuuuuvvvv"
                                 "wwwwwwwwwwxxxxyyzzzzzzhtwy......"
                                 "aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
                                 "eeeeeeeeiiiioooooooooooooooooooo"
                                 "oooouuuuuuuuuuuuuuyyyyyyyy......";

static uint32_t without_accent(uint32_t c) {
    char plain = '.';
    if (c >= 0xC0 && c < 0x180)
        plain = latin[c - 0xC0];
    else if (c >= 0x180 && c < 0x250)
        plain = extended[c - 0x180];
    else if (c >= 0x1E00 && c < 0x1F00)
        plain = additional[c - 0x1E00];
    return plain != '.' ? (uint32_t)(unsigned char)plain : c;
}

static uint32_t fold(uint32_t c) {
    if (c >= 'A' && c <= 'Z')
        return c + 32;
    // Greek and Cyrillic capitals, and letters as wide as a Chinese character.
    if ((c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if (c >= 0xFF01 && c <= 0xFF5E)
        return fold(c - 0xFEE0);
    return without_accent(c);
}

// Greek and Cyrillic letters, and ø, without their accents, from capitals made small.
static uint32_t fold_name(uint32_t c) {
    static const struct {
        uint16_t accented, plain;
    } letters[] = {{0x1FE, 'o'},   {0x1FF, 'o'},   {0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7},
                   {0x38A, 0x3B9}, {0x38C, 0x3BF}, {0x38E, 0x3C5}, {0x38F, 0x3C9}, {0x390, 0x3B9},
                   {0x3AA, 0x3B9}, {0x3AB, 0x3C5}, {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7},
                   {0x3AF, 0x3B9}, {0x3B0, 0x3C5}, {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5},
                   {0x3CC, 0x3BF}, {0x3CD, 0x3C5}, {0x3CE, 0x3C9}, {0x439, 0x438}, {0x450, 0x435},
                   {0x451, 0x435}, {0x453, 0x433}, {0x457, 0x456}, {0x45C, 0x43A}, {0x45D, 0x438},
                   {0x45E, 0x443}};
    uint32_t small = fold(c);
    for (size_t i = 0; small >= 0x1FE && small <= 0x45E && i < sizeof letters / sizeof *letters;
         i++)
        if (letters[i].accented == small)
            return letters[i].plain;
    return small;
}

static bool is_stray(kf_text text) {
    return (unsigned char)text.data[0] >= 0x80 && kf_text_sequence(text) == 0;
}

// Letters that are two in plain writing.
static const char *two_of(uint32_t small) {
    switch (small) {
    case 0xDF:
    case 0x1E9E:
        return "ss";
    case 0xC6:
    case 0xE6:
    case 0x1E2:
    case 0x1E3:
    case 0x1FC:
    case 0x1FD:
        return "ae";
    case 0x152:
    case 0x153:
        return "oe";
    case 0xDE:
    case 0xFE:
        return "th";
    default:
        return NULL;
    }
}

// Kana of half the width as those of full width.
static uint32_t widen(uint32_t c) {
    static const uint8_t wide[] = {0x02, 0x0C, 0x0D, 0x01, 0xFB, 0xF2, 0xA1, 0xA3, 0xA5, 0xA7, 0xA9,
                                   0xE3, 0xE5, 0xE7, 0xC3, 0xFC, 0xA2, 0xA4, 0xA6, 0xA8, 0xAA, 0xAB,
                                   0xAD, 0xAF, 0xB1, 0xB3, 0xB5, 0xB7, 0xB9, 0xBB, 0xBD, 0xBF, 0xC1,
                                   0xC4, 0xC6, 0xC8, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD2, 0xD5,
                                   0xD8, 0xDB, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE4, 0xE6, 0xE8, 0xE9,
                                   0xEA, 0xEB, 0xEC, 0xED, 0xEF, 0xF3, 0x99, 0x9A};
    return c >= 0xFF61 && c <= 0xFF9F ? 0x3000U + wide[c - 0xFF61] : c;
}

// Whether a sound mark makes another kana of this one, which stands behind it in Unicode.
static bool takes_mark(uint32_t kana, uint32_t mark) {
    uint32_t c = kana >= 0x30A1 && kana <= 0x30FE ? kana - 0x60 : kana;
    bool is_ha = c >= 0x306F && c <= 0x307B && (c - 0x306F) % 3 == 0;
    return is_ha || (mark == 0x3099 && ((c >= 0x304B && c <= 0x3061 && c % 2 == 1) || c == 0x3064 ||
                                        c == 0x3066 || c == 0x3068 || c == 0x309D));
}

// The character that two are together, of kana with their marks and of the parts of a Korean
// syllable; 0: they stay two.
static uint32_t compose(uint32_t one, uint32_t other) {
    if (one >= 0x1100 && one <= 0x1112 && other >= 0x1161 && other <= 0x1175)
        return 0xAC00 + ((one - 0x1100) * 21 + other - 0x1161) * 28;
    if (one >= 0xAC00 && one <= 0xD7A3 && (one - 0xAC00) % 28 == 0 && other >= 0x11A8 &&
        other <= 0x11C2)
        return one + other - 0x11A7;
    if ((other == 0x3099 || other == 0x309A) && takes_mark(one, other))
        return one + other - 0x3098;
    if (other == 0x3099 && one >= 0x30EF && one <= 0x30F2)
        return one + 8;
    // U with a mark is V, and few write so.
    return other != 0x3099 ? 0 : one == 0x30A6 ? 0x30F4 : one == 0x3046 ? 0x3094 : 0;
}

// Takes a character off the front, together with those behind it that make it another.
static uint32_t take_composed(kf_text *text) {
    uint32_t c = 0, next;
    kf_text_code_point(text, &c);
    c = widen(c);
    for (kf_text rest = *text; c >= 0x1100 && rest.length > 0 && !is_stray(rest); *text = rest) {
        kf_text_code_point(&rest, &next);
        uint32_t both = compose(c, widen(next));
        if (both == 0)
            break;
        c = both;
    }
    return c;
}

static bool is_space(uint32_t c) {
    return c <= ' ' || c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200B);
}

static void add_character(kf_buffer *out, uint32_t c) {
    char bytes[4];
    kf_buffer_add(out, bytes, kf_text_put_code_point(bytes, c));
}

// Adds what stands in front, if folding leaves it as it is or only makes it small: ASCII but for
// what parts words, Chinese characters, Korean syllables that no part of one follows. Most of a
// name is that. Returns how many bytes it took.
static size_t fold_plain(kf_buffer *out, kf_text text) {
    unsigned char lead = (unsigned char)text.data[0];
    if (lead < 0x80) {
        if (lead > ' ')
            kf_buffer_add_char(out, (char)(lead >= 'A' && lead <= 'Z' ? lead + 32 : lead));
        return lead > ' ';
    }
    // From U+4000 to U+D7FF; parts of syllables begin with E1.
    if (lead < 0xE4 || lead > 0xED || kf_text_sequence(text) == 0 ||
        (text.length > 3 && (unsigned char)text.data[3] == 0xE1))
        return 0;
    kf_buffer_add(out, text.data, 3);
    return 3;
}

void kf_words_fold(kf_buffer *out, kf_text text) {
    bool is_parted = true;
    while (text.length > 0) {
        size_t plain = fold_plain(out, text);
        if (plain > 0) {
            text = kf_text_cut(text, plain, text.length);
            is_parted = false;
            continue;
        }
        // What is no UTF-8, as in names of files and what is typed, stays as it is.
        if (is_stray(text)) {
            kf_buffer_add_char(out, text.data[0]);
            text = kf_text_cut(text, 1, text.length);
            is_parted = false;
            continue;
        }
        uint32_t c = take_composed(&text);
        bool parts = is_space(c);
        const char *two = two_of(c);
        // Accents that stand as characters of their own go too.
        if (c >= 0x300 && c <= 0x36F)
            continue;
        if (two != NULL)
            kf_buffer_add(out, two, 2);
        else if (!parts)
            add_character(out, fold_name(c));
        else if (!is_parted)
            kf_buffer_add_char(out, ' ');
        is_parted = parts;
    }
}

static bool holds(kf_text text, kf_text part) {
    if (part.length == 0)
        return true;
    const char *p = text.data, *end = text.data + text.length;
    while (p < end && (size_t)(end - p) >= part.length &&
           (p = memchr(p, part.data[0], (size_t)(end - p) - part.length + 1)) != NULL) {
        if (memcmp(p, part.data, part.length) == 0)
            return true;
        p++;
    }
    return false;
}

bool kf_words_match(kf_text text, kf_text wanted) {
    kf_text word;
    while (kf_text_word(&wanted, &word))
        if (!holds(text, word))
            return false;
    return true;
}

// ---- Full text ----

// Scripts that are written without spaces.
static bool is_dense(uint32_t c) {
    return (c >= 0x2E80 && c <= 0x9FFF && !(c >= 0x3000 && c <= 0x303F)) ||
           (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0x20000 && c <= 0x3FFFF);
}

// Whether the character belongs to a word; SQLite's tokenizer has the last word on it.
static bool is_letter(uint32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= 0xC0 && !is_space(c) && !(c >= 0x2000 && c <= 0x206F) &&
            !(c >= 0x3000 && c <= 0x303F));
}

void kf_words_index(kf_buffer *out, kf_text text) {
    uint32_t c, before = 0;
    while (kf_text_code_point(&text, &c)) {
        bool dense = is_dense(c);
        // The pair that ends here is complete; a character that ends a run stands alone.
        if (before != 0 && dense)
            add_character(out, fold(c));
        if (before != 0 || dense)
            kf_buffer_add_char(out, ' ');
        add_character(out, is_letter(c) ? fold(c) : ' ');
        before = dense ? c : 0;
    }
}

// A word without a letter would be an empty phrase, which FTS5 refuses.
bool kf_words_query(kf_buffer *out, kf_text word) {
    size_t start = out->length;
    uint32_t c, before = 0;
    bool has_letter = false, is_pair = false, is_last_dense = false;
    kf_buffer_add_char(out, '"');
    for (kf_text rest = word; rest.length > 0;) {
        // No comment has it.
        if (is_stray(rest)) {
            out->length = start;
            return false;
        }
        kf_text_code_point(&rest, &c);
    }
    while (kf_text_code_point(&word, &c)) {
        bool dense = is_dense(c);
        has_letter |= is_letter(c);
        if (before != 0 && dense) {
            if (is_pair)
                kf_buffer_add_char(out, ' ');
            if (is_pair)
                add_character(out, fold(before));
            add_character(out, fold(c));
            is_pair = true;
        } else {
            if (before != 0 || dense)
                kf_buffer_add_char(out, ' ');
            add_character(out, is_letter(c) ? fold(c) : ' ');
            is_pair = false;
        }
        is_last_dense = dense;
        before = dense ? c : 0;
    }
    kf_buffer_add_char(out, '"');
    // Part of a word is looked for from its front; so is a single character of a dense script.
    if (!is_last_dense || !is_pair)
        kf_buffer_add_char(out, '*');
    if (!has_letter)
        out->length = start;
    return has_letter;
}
