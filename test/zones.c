// SPDX-License-Identifier: MIT
// Red zones: an access one byte beside a piece of an arena, or to one that was given back, ends
// the program. Only the build with the address sanitizer has them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"

// One way to go wrong. `size` is that of the piece.
typedef void mistake(kf_arena *arena, size_t size);

static void write_behind(kf_arena *arena, size_t size) {
    volatile char *piece = kf_arena_alloc(arena, size);
    kf_arena_alloc(arena, 64);
    piece[size] = 1;
}

static void write_before(kf_arena *arena, size_t size) {
    kf_arena_alloc(arena, 64);
    volatile char *piece = kf_arena_alloc(arena, size);
    piece[-1] = 1;
}

static void write_before_first(kf_arena *arena, size_t size) {
    volatile char *piece = kf_arena_alloc(arena, size);
    piece[-1] = 1;
}

static void write_behind_block(kf_arena *arena, size_t size) {
    volatile char *block = kf_arena_resize(arena, NULL, size);
    block[size] = 1;
}

static void write_before_block(kf_arena *arena, size_t size) {
    volatile char *block = kf_arena_resize(arena, kf_arena_resize(arena, NULL, size / 2), size);
    block[-1] = 1;
}

static void write_after_rewind(kf_arena *arena, size_t size) {
    kf_arena_alloc(arena, 10);
    kf_arena_level level = kf_arena_mark(arena);
    volatile char *piece = kf_arena_alloc(arena, size);
    kf_arena_rewind(arena, level);
    piece[0] = 1;
}

// The chunk that such a rewind leaves over is kept for later.
static void write_to_spare(kf_arena *arena, size_t size) {
    kf_arena_level level = kf_arena_mark(arena);
    volatile char *piece = kf_arena_alloc(arena, size);
    kf_arena_rewind(arena, level);
    piece[0] = 1;
}

// And no mistake: every byte that was asked for can be used, before a rewind and after it.
static void use_all(kf_arena *arena, size_t size) {
    kf_arena_level level = kf_arena_mark(arena);
    for (int turn = 0; turn < 3; turn++) {
        for (size_t i = 0; i <= size; i++)
            memset(kf_arena_alloc(arena, i), 1, i);
        char *block = kf_arena_resize(arena, NULL, size);
        memset(block, 1, size);
        block = kf_arena_resize(arena, block, 3 * size);
        memset(block, 1, 3 * size);
        kf_arena_rewind(arena, level);
    }
}

typedef struct attempt {
    kf_arena *arena;
    mistake *make;
    size_t size;
} attempt;

static void body(void *context) {
    attempt *a = context;
    a->make(a->arena, a->size);
}

// Whether a process that does it is ended by the sanitizer, with one of its words about memory
// that must not be touched.
static bool is_caught(mistake *make, size_t size) {
    int ends[2];
    char report[4096];
    size_t length = 0;
    ssize_t more;
    int status = 0;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        close(ends[0]);
        attempt a = {kf_arena_new(), make, size};
        kf_arena_try(a.arena, body, &a);
        kf_arena_free(a.arena);
        _exit(0);
    }
    close(ends[1]);
    // All of it is read, or the child would wait for us.
    char rest[512];
    while ((more = read(ends[0], rest, sizeof rest)) > 0) {
        size_t room = sizeof report - 1 - length, taken = (size_t)more < room ? (size_t)more : room;
        memcpy(report + length, rest, taken);
        length += taken;
    }
    report[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    bool is_named = strstr(report, "use-after-poison") || strstr(report, "heap-buffer-overflow");
    return status != 0 && is_named;
}

int main(void) {
    static const struct {
        const char *name;
        mistake *make;
        bool is_mistake;
    } cases[] = {{"a byte behind a piece", write_behind, true},
                 {"a byte before a piece", write_before, true},
                 {"a byte before the first piece", write_before_first, true},
                 {"a byte behind a block", write_behind_block, true},
                 {"a byte before a block", write_before_block, true},
                 {"a piece that was given back", write_after_rewind, true},
                 {"a chunk that was given back", write_to_spare, true},
                 {"what was asked for", use_all, false}};
    static const size_t sizes[] = {1, 7, 8, 15, 16, 17, 100, 3000};
    int failed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            if (is_caught(cases[i].make, sizes[k]) == cases[i].is_mistake)
                continue;
            printf("%s, %zu bytes: %s\n", cases[i].name, sizes[k],
                   cases[i].is_mistake ? "not caught" : "caught");
            failed++;
        }
    return failed != 0;
}
