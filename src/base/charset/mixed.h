// SPDX-License-Identifier: MIT
// Games in two sets: programs put names of one file into a game of another.

#ifndef KIFU_BASE_MIXED_H
#define KIFU_BASE_MIXED_H

#include "base/charset/choice.h"

// The set of some values of a game that is read in `taken`, by its iconv name: UTF-8, or where that
// was taken the set of those that are not; NULL: one set is enough, or it is not beyond doubt. A
// game that is in the set that it names but for values in UTF-8 has that one taken.
const char *kf_mixed_other(kf_choosing *choosing, kf_text game, const kf_charset *declared,
                           kf_choice *taken);

typedef struct kf_mixed_sets {
    const char *base, *other; // by their iconv names
    kf_arena *arena;          // for a while
} kf_mixed_sets;

// The next value in the other set from `from` on, in a game that is read in the base: where its
// bracket opens, or its letters begin if that is before `from`, and in `end` where it closes. The
// length of the bytes: there is none. `is_final`:
// the game goes no further, else a value that is not closed waits, `end` being where it opens.
size_t kf_mixed_next(const kf_mixed_sets *sets, kf_text bytes, size_t from, bool is_final,
                     size_t *end);

#endif
