// SPDX-License-Identifier: MIT
// What kf_zip_deflate packs, zlib unpacks: texts, runs, far and near repetitions, and noise.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <zlib.h>

#include "base/zip.h"

enum { MOST = 200000, RAW = -15, ROUNDS = 300 };

// A small generator, so that every run is the same.
static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

// Packs the bytes and expects them back; how many they were packed. 0: packing did not help.
static size_t expect_back(kf_arena *arena, const char *bytes, size_t length) {
    static char back[MOST + 1];
    size_t packed_length = 0;
    char *packed = kf_zip_deflate(arena, (kf_text){bytes, length}, &packed_length);
    if (packed == NULL)
        return 0;
    assert_true(packed_length <= length);
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(inflateInit2(&stream, RAW), Z_OK);
    stream.next_in = (Bytef *)packed;
    stream.avail_in = (uInt)packed_length;
    stream.next_out = (Bytef *)back;
    stream.avail_out = sizeof back;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.avail_in, 0);
    assert_int_equal(stream.total_out, length);
    assert_memory_equal(back, bytes, length);
    inflateEnd(&stream);
    kf_arena_release(arena, packed);
    return packed_length;
}

static void pack_runs(kf_arena *arena) {
    static char bytes[MOST];
    memset(bytes, 'x', sizeof bytes);
    // Around the longest reference, and one or several of them.
    for (size_t length = 64; length < 1100; length++)
        assert_in_range(expect_back(arena, bytes, length), 1, 16);
    assert_int_equal(expect_back(arena, bytes, 63), 0);
    assert_in_range(expect_back(arena, bytes, MOST), 1, MOST / 150);
}

// The same string again at every distance around the ends of the window and of the codes.
static void pack_distances(kf_arena *arena) {
    static char bytes[MOST];
    static const size_t distances[] = {1,    2,     3,     4,     5,     6,     7,     8,    9,
                                       16,   17,    32,    33,    256,   257,   4096,  4097, 8192,
                                       8193, 24576, 24577, 32766, 32767, 32768, 32769, 40000};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        uint32_t state = (uint32_t)i;
        size_t distance = distances[i], length = distance + 300;
        for (size_t k = 0; k < length; k++)
            bytes[k] = k < distance ? (char)next_random(&state) : bytes[k - distance];
        expect_back(arena, bytes, length);
    }
}

static void pack_chance(kf_arena *arena) {
    static char bytes[MOST];
    uint32_t state = 7;
    for (int round = 0; round < ROUNDS; round++) {
        size_t length = 64 + next_random(&state) % (round % 50 == 0 ? MOST - 64 : 5000);
        unsigned letters = 1 + next_random(&state) % 256;
        for (size_t k = 0; k < length; k++)
            bytes[k] = (char)(next_random(&state) % letters);
        size_t packed = expect_back(arena, bytes, length);
        assert_true(letters > 16 || packed > 0);
    }
}

static void run_all(void *context) {
    kf_arena *arena = context;
    pack_runs(arena);
    pack_distances(arena);
    pack_chance(arena);
}

static void packing_comes_back(void **state) {
    (void)state;
    kf_arena *arena = kf_arena_new();
    assert_non_null(arena);
    assert_true(kf_arena_try(arena, run_all, arena));
    kf_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(packing_comes_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
