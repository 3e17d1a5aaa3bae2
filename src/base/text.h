// SPDX-License-Identifier: MIT
// Slices of text: tests, cutting, numbers, UTF-8.

#ifndef KIFU_BASE_TEXT_H
#define KIFU_BASE_TEXT_H

#include <kifu/base.h>

// A text made of a string literal.
#define KF_TEXT(literal) ((kf_text){(literal), sizeof(literal) - 1})

// Whether both hold the same bytes when the case of ASCII letters does not count.
bool kf_text_equal_fold(kf_text a, kf_text b);
// Where the word begins first, in either case of ASCII letters; the text's length where it does
// not.
size_t kf_text_find_fold(kf_text text, kf_text word);
bool kf_text_has_fold(kf_text text, const char *word);
bool kf_text_starts(kf_text text, kf_text start);
bool kf_text_starts_fold(kf_text text, kf_text start);
// Like memcmp: by bytes, the shorter of two that begin alike first.
int kf_text_order(kf_text a, kf_text b);
// The text without white space (space, tab, CR, LF, VT, FF) at both ends.
kf_text kf_text_trim(kf_text text);
// Part of a text from `begin` up to `end`, both cut to its length.
kf_text kf_text_cut(kf_text text, size_t begin, size_t end);
// Takes the next run of bytes that are neither space nor tab off the front of `rest`.
bool kf_text_word(kf_text *rest, kf_text *word);
// Takes the next item of a list off the front of `rest`, up to a comma, without white space around
// it. False at the end.
bool kf_text_item(kf_text *rest, kf_text *item);
// Takes the next line off the front of `rest`, without its LF, CR LF or CR. False at the end.
bool kf_text_line(kf_text *rest, kf_text *line);
// Reads digits only, the whole text, up to 2,147,483,647.
bool kf_text_number(kf_text text, int *number);
// How many characters (code points) the UTF-8 text holds.
size_t kf_text_characters(kf_text text);
// Which form of Unicode with two or four bytes a unit the bytes are in, by their byte order mark
// or, without one, by the NULs beside letters of ASCII; NULL: none. `mark` gets the length of the
// mark.
const char *kf_text_wide(kf_text bytes, size_t *mark);
// The first byte at `from` or behind it that is no ASCII; the length when there is none.
size_t kf_text_skip_ascii(kf_text text, size_t from);
// Whether the bytes are UTF-8: no overlong forms, no surrogates, nothing over U+10FFFF.
// `ascii`, if not NULL, tells whether all are below 128.
bool kf_text_is_utf8(kf_text text, bool *ascii);
// The length of the valid UTF-8 sequence at the front of the text; 0 when there is none.
size_t kf_text_sequence(kf_text text);
// The length of the text without a character that is cut off at its end.
size_t kf_text_whole(kf_text text);
// How many bytes at the end may be the front of a character, or all of it.
size_t kf_text_begun(kf_text text);
// Where the character begins in whose bytes `at` stands; `at` itself at the end of the text.
size_t kf_text_front(kf_text text, size_t at);
// Takes the next code point off the front of a valid UTF-8 text; false at the end.
bool kf_text_code_point(kf_text *rest, uint32_t *code_point);
// Writes a code point as UTF-8 and returns the number of bytes, 1 to 4.
size_t kf_text_put_code_point(char out[4], uint32_t code_point);

// Whether the byte stands in a character of UTF-8 behind its first one.
static inline bool kf_text_is_inner(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

// What a hexadecimal digit is worth, in either case; -1 for any other character.
static inline int kf_text_hex(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
// How many bytes of a text stand in none: a run of NULs is one, a control character two, for a
// broken download has NULs. A picture or an archive has enough bytes for anything, so that here and
// there some of them read as a move.
size_t kf_text_odd_bytes(kf_text text);
// Whether so many are too many for a text of that length.
bool kf_text_is_binary(size_t odd, size_t length);

#endif
