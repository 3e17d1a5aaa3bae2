// SPDX-License-Identifier: MIT
// Which character set bytes are in that nothing names, by how likely the text is that they would
// be.

#ifndef KIFU_BASE_DETECT_H
#define KIFU_BASE_DETECT_H

#include <iconv.h>

#include "base/arena.h"
#include <kifu/base.h>

enum { KF_DETECT_COMMON = 14, KF_DETECT_SETS = 42 };

// What is known from the games before: by how much each set was worse than the best one.
typedef struct kf_detect_prior {
    int cost[KF_DETECT_SETS];
} kf_detect_prior;

typedef struct kf_detected {
    const char *charset; // by its iconv name; NULL: all is ASCII
    int sure;            // per cent
    bool is_valid;       // every byte is a character in it
} kf_detected;

// What a converter said of the bytes of a letter.
enum { KF_DETECT_KNOWN_BITS = 10 };
typedef struct kf_detect_known {
    uint32_t bytes; // 0: nothing yet
    uint32_t letter;
} kf_detect_known;

// A converter from each of the sets with more than one byte a letter, opened when it is first
// needed and closed with the arena: the system takes longer to find one than to read a game by it.
typedef struct kf_detect_sets {
    kf_arena *arena;
    kf_arena *home; // of what stays from one text to the next
    bool is_known[KF_DETECT_SETS];
    iconv_t converters[KF_DETECT_SETS];
    kf_detect_known *known[KF_DETECT_SETS]; // by the bytes; NULL: the set was not looked at
} kf_detect_sets;

kf_detect_sets *kf_detect_sets_new(kf_arena *arena);
// Chooses among UTF-8 and the sets that games are found in. `declared`, NULL or a set's iconv name,
// is believed unless the bytes speak against it. `is_old`: the notation is one of DOS times. The
// prior is taken into account and brought up to date.
kf_detected kf_detect(kf_detect_sets *sets, kf_text bytes, const char *declared, bool is_old,
                      kf_detect_prior *prior);
// What the bytes have beyond ASCII, with a little around it, as far as a choice looks at it.
kf_text kf_detect_sample(kf_arena *arena, kf_text bytes);
// The place of a set among those, by its iconv name; -1: it is none.
int kf_detect_index(const char *charset);
const char *kf_detect_name(int index);
// Whether it is one of those that records are often in.
bool kf_detect_is_common(const char *charset);
// Whether it is one of those for languages of the West, from Portuguese to Vietnamese.
bool kf_detect_is_western(const char *charset);
// What is known when texts of that origin are in that set; NULL: nothing.
kf_detect_prior kf_detect_lean(const char *charset);
// As iconv_open, in a protected call of the arena, which a lack of memory leaves. (iconv_t)-1: the
// system does not have the sets.
iconv_t kf_detect_converter(kf_arena *arena, const char *to, const char *from);
// A converter to UTF-8 that goes from one text to the next.
typedef struct kf_detect_open {
    iconv_t iconv;   // (iconv_t)-1: none
    const char *set; // from which; NULL: none
} kf_detect_open;
// Makes it one from that set of a list, as it is in the beginning: a new one only where it was
// another, for the system takes longer to find one than to read a short game by it. `*open`: NULL,
// or what this made before; it is closed with the arena. False: the system does not have the set.
bool kf_detect_reopen(kf_arena *arena, kf_detect_open **open, const char *set);
// The length of a letter at the front of the bytes, which are no UTF-8, as Java writes it: one
// beyond U+FFFF in two halves (CESU-8), and NUL in two bytes. 0: there is none.
size_t kf_detect_java(kf_text bytes, uint32_t *c);
// The length of the piece of damaged UTF-8 at the front of the bytes, which one U+FFFD stands for.
size_t kf_detect_damage(kf_text bytes);

#endif
