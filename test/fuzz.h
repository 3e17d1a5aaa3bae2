// SPDX-License-Identifier: MIT
// What the fuzz targets share: reading, writing and comparing in memory.

#ifndef KIFU_TEST_FUZZ_H
#define KIFU_TEST_FUZZ_H

#include <kifu/kifu.h>

// One input of libFuzzer, or one replayed file.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What a writer gave.
typedef struct fuzz_bytes {
    char *data;
    size_t length, capacity;
    bool written; // whether the notation could hold the record
} fuzz_bytes;

// The input as a tape, from the front of which numbers are taken.
typedef struct fuzz_tape {
    const uint8_t *data;
    size_t left;
} fuzz_tape;

// The next byte; 0 when the tape is used up.
unsigned fuzz_take(fuzz_tape *tape);

// Prints what is wrong and aborts when `good` is false.
void fuzz_expect(bool good, const char *what);

// Reads as that notation, which must exist; NULL guesses.
kf_record *fuzz_read(const void *data, size_t length, const char *format, int size);
// Writes in that notation. A writer that refuses must say why. `loss` may be NULL.
fuzz_bytes fuzz_write(const kf_record *record, const char *format, bool canonical, kf_loss *loss);
// A kf_sink that adds to fuzz_bytes.
bool fuzz_keep(void *bytes, const void *piece, size_t length);
// Stops with the place of the first difference when the records do not mean the same.
void fuzz_expect_same(const kf_record *left, const kf_record *right, const char *what);
// Walks the tree and stops when parents, children and games do not agree with each other.
void fuzz_expect_tree(const kf_record *record);

#endif
