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

// Greek and Cyrillic letters without their accents, from capitals made small, for names. What full
// text holds was written without this.
static uint32_t fold_name(uint32_t c) {
    static const struct {
        uint16_t accented, plain;
    } letters[] = {{0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF},
                   {0x38E, 0x3C5}, {0x38F, 0x3C9}, {0x390, 0x3B9}, {0x3AA, 0x3B9}, {0x3AB, 0x3C5},
                   {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9}, {0x3B0, 0x3C5},
                   {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5},
                   {0x3CE, 0x3C9}, {0x439, 0x438}, {0x450, 0x435}, {0x451, 0x435}, {0x453, 0x433},
                   {0x457, 0x456}, {0x45C, 0x43A}, {0x45D, 0x438}, {0x45E, 0x443}};
    uint32_t small = fold(c);
    for (size_t i = 0; small >= 0x386 && small <= 0x45E && i < sizeof letters / sizeof *letters;
         i++)
        if (letters[i].accented == small)
            return letters[i].plain;
    return small;
}

static bool is_space(uint32_t c) {
    return c <= ' ' || c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200B);
}

static void add_character(kf_buffer *out, uint32_t c) {
    char bytes[4];
    kf_buffer_add(out, bytes, kf_text_put_code_point(bytes, c));
}

static bool is_stray(kf_text text) {
    return (unsigned char)text.data[0] >= 0x80 && kf_text_sequence(text) == 0;
}

void kf_words_fold(kf_buffer *out, kf_text text) {
    uint32_t c;
    bool is_parted = true;
    while (text.length > 0) {
        // What is no UTF-8, as in names of files and what is typed, stays as it is.
        if (is_stray(text)) {
            kf_buffer_add_char(out, text.data[0]);
            text = kf_text_cut(text, 1, text.length);
            is_parted = false;
            continue;
        }
        kf_text_code_point(&text, &c);
        bool parts = is_space(c);
        // Accents that stand as characters of their own go too.
        if (c >= 0x300 && c <= 0x36F)
            continue;
        if (!parts)
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
