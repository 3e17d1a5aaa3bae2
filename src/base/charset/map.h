// SPDX-License-Identifier: MIT
// From the text back to the bytes that it was decoded from.

#ifndef KIFU_BASE_CHARSET_MAP_H
#define KIFU_BASE_CHARSET_MAP_H

#include "base/source.h"

// What the bytes are. Everything that has no kind of its own goes through iconv.
typedef enum kf_map_kind {
    KF_MAP_UTF8,
    KF_MAP_BYTES, // one a letter, by a table
    KF_MAP_UTF16LE,
    KF_MAP_UTF16BE,
    KF_MAP_FRAME16,   // UTF-8 around values in UTF-16, see framed.h
    KF_MAP_VALUE16LE, // these values, of either order,
    KF_MAP_VALUE16BE,
    KF_MAP_GUARD16LE, // and behind the backslash of a character that stands there itself
    KF_MAP_GUARD16BE,
    KF_MAP_HZ,      // HZ, which the C library lacks
    KF_MAP_HZ_PAIR, // the same between its signs for Chinese
    KF_MAP_ICONV
} kf_map_kind;

// Where a decoded piece begins. Within a piece the way back is found by decoding it again.
typedef struct kf_map_step {
    size_t text, byte;
    kf_map_kind kind;
    const char *charset; // for iconv
    const char *shift;   // see kf_map_place
    kf_charset_why why;  // the game is read in that set
    int sure;            // per cent
} kf_map_step;

// Where an offset of the text is in the bytes, and how these stand there in a set of seven bits:
// the signs by which they are letters of two bytes, "" where they are ASCII.
typedef struct kf_map_place {
    size_t byte;
    const char *shift;
} kf_map_place;

struct kf_charset_map {
    kf_map_step *steps;
    size_t count, capacity;
    // How far a step was decoded by iconv, for who asks for a place behind that next.
    struct kf_map_way {
        void *converter; // an iconv_t; NULL: there is none
        size_t step, end, made;
        kf_map_place place;
    } way;
    kf_map_step near;  // the same without iconv: a place in a step,
    size_t near_count; // and that of the steps up to this one; 0: there is none
};

enum {
    KF_MAP_NUL = 0x2400,     // what stands for a NUL
    KF_MAP_DAMAGED = 0xFFFD, // what stands for bytes that are no character
    KF_MAP_LONGEST = 8       // bytes of one character in any charset, with its shift sequences
};

// Decode the character at `i` and move behind it. What is not valid is counted. The second does so
// for any kind but that of iconv, and changes the kind where signs in the bytes do; `letters` is
// the table of KF_MAP_BYTES.
uint32_t kf_map_take_utf8(kf_text bytes, size_t *i, size_t *bad);
uint32_t kf_map_take(kf_map_kind *kind, const uint16_t *letters, kf_text bytes, size_t *i,
                     size_t *bad);
// How many of the bytes from `begin` up to `end` are ASCII, and what they seem: all but a NUL.
size_t kf_map_count_plain(kf_text bytes, size_t begin, size_t end);
// Forgets how far a step was decoded: of a map whose steps change, and of one that is freed.
void kf_map_forget(void *map);
// The last step at that offset of the text or before it.
size_t kf_map_step_before(const struct kf_charset_map *map, size_t text);
// The offset in the source's bytes of an offset in its text.
uint64_t kf_map_byte_of(const kf_source *source, size_t offset);
// The offset in the text of an offset in the bytes.
size_t kf_map_offset_of(const kf_source *source, size_t byte);
// The last step at that offset of the text or before it, which says how a game is read that begins
// there; NULL: all is its own text.
const kf_map_step *kf_map_at(const kf_source *source, size_t offset);
// The set of the bytes at an offset of the text, by its iconv name.
const char *kf_map_set_at(const kf_source *source, size_t offset);
// How the text stands there where values are in UTF-16 in a frame of ASCII: the frame, or a value;
// elsewhere KF_MAP_UTF8.
kf_map_kind kf_map_framed(const kf_source *source, size_t offset);

kf_map_place kf_map_place_of(const kf_source *source, size_t offset);
// The signs that lead from such letters back to ASCII.
const char *kf_map_way_back(const char *shift);
// The shift behind bytes of ISO-2022 that were decoded, where there was `shift` before them.
const char *kf_map_shift_behind(kf_text bytes, const char *shift);

// What iconv makes of JOHAB has the sign of the won where every file means a backslash, and there
// are two such signs in Shift_JIS of JIS X 0213: puts what is meant in their place, and returns the
// new length. Other sets stay as they are.
size_t kf_map_signs(const char *charset, char *text, size_t length);
// Whether the text has such a sign itself, which would be read back as another.
bool kf_map_has_signs(const char *charset, kf_text text);

// Where, from `begin` up to `end`, a value of ISO-2022 breaks off among letters of two bytes: the
// bracket that closes it, or half a letter before that, stands there, and the letters behind are
// not led back from. Else `end`. At `begin` a letter begins, and `shift` goes.
size_t kf_map_broken(kf_text bytes, size_t begin, size_t end, const char *shift);

#endif
