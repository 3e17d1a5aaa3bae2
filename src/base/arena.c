// SPDX-License-Identifier: MIT
// Memory that is freed all at once, and the library's one protected call.

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/pages.h"

// WebAssembly has no setjmp without exceptions, which not every browser knows. There, a failed
// allocation traps: the page sees the trap, says so and starts a fresh instance.
#if defined(__wasm__)
typedef int escape_point;
#define SET_ESCAPE(escape) ((escape) = 0)
#define LEAVE(escape)      __builtin_trap()
#else
#include <setjmp.h>
typedef jmp_buf escape_point;
#define SET_ESCAPE(escape) setjmp(escape)
#define LEAVE(escape)      longjmp(escape, 1)
#endif

enum { FIRST_CHUNK = 1024, LAST_CHUNK = 256 * 1024 };

typedef union align {
    long double number;
    void *pointer;
    long long integer;
} align;

// Small allocations are cut from chunks, the newest first in the list.
typedef struct chunk {
    struct chunk *older;
    size_t used, size;
    align data[];
} chunk;

// A resizable block stands in a ring, so that it can be unhooked when it moves.
// Its bytes stand behind it.
typedef union block {
    struct {
        union block *before, *after;
    };
    align aligned;
} block;

// What is to be closed with the arena.
typedef struct deferred {
    struct deferred *older;
    void (*close)(void *);
    void *what;
} deferred;

struct kf_arena {
    chunk *newest;
    deferred *closings;
    block blocks; // head of the ring
    bool trying;
    escape_point escape;
};

kf_arena *kf_arena_new(void) {
    kf_arena *arena = malloc(sizeof *arena);
    if (arena == NULL)
        return NULL;
    arena->newest = NULL;
    arena->closings = NULL;
    arena->blocks.before = arena->blocks.after = &arena->blocks;
    arena->trying = false;
    return arena;
}

void kf_arena_free(kf_arena *arena) {
    if (arena == NULL)
        return;
    for (deferred *d = arena->closings; d != NULL; d = d->older)
        d->close(d->what);
    for (chunk *c = arena->newest, *older; c != NULL; c = older) {
        older = c->older;
        free(c);
    }
    for (block *b = arena->blocks.after, *after; b != &arena->blocks; b = after) {
        after = b->after;
        free(b);
    }
    free(arena);
}

bool kf_arena_try(kf_arena *arena, void (*body)(void *), void *context) {
    if (arena->trying) {
        body(context);
        return true;
    }
    arena->trying = true;
    bool done = SET_ESCAPE(arena->escape) == 0;
    if (done)
        body(context);
    arena->trying = false;
    return done;
}

_Noreturn void kf_arena_fail(kf_arena *arena) {
    if (!arena->trying)
        abort();
    LEAVE(arena->escape);
}

// Chunks double in size, so that a small record costs one small chunk and a large one few.
static chunk *add_chunk(kf_arena *arena, size_t need) {
    size_t size = arena->newest != NULL ? arena->newest->size * 2 : FIRST_CHUNK;
    if (size > LAST_CHUNK)
        size = LAST_CHUNK;
    if (size < need)
        size = need;
    chunk *c = size <= SIZE_MAX - sizeof *c ? malloc(sizeof *c + size) : NULL;
    if (c == NULL)
        kf_arena_fail(arena);
    c->older = arena->newest;
    c->used = 0;
    c->size = size;
    arena->newest = c;
    return c;
}

void *kf_arena_alloc(kf_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2)
        kf_arena_fail(arena);
    size = (size + sizeof(align) - 1) / sizeof(align) * sizeof(align);
    chunk *c = arena->newest;
    if (c == NULL || c->size - c->used < size)
        c = add_chunk(arena, size);
    void *result = (char *)c->data + c->used;
    c->used += size;
    return result;
}

char *kf_arena_copy(kf_arena *arena, const char *data, size_t length) {
    char *copy = kf_arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(copy, data, length);
    copy[length] = '\0';
    return copy;
}

static block *block_of(void *data) {
    return (block *)data - 1;
}

static void unhook(block *b) {
    b->before->after = b->after;
    b->after->before = b->before;
}

void *kf_arena_resize(kf_arena *arena, void *data, size_t size) {
    block *old = data != NULL ? block_of(data) : NULL;
    if (size > SIZE_MAX / 2)
        kf_arena_fail(arena);
    // The block leaves the ring while it may move; if it cannot grow, it comes back unharmed.
    if (old != NULL)
        unhook(old);
    block *b = realloc(old, sizeof *b + size);
    bool failed = b == NULL;
    if (failed)
        // cppcheck-suppress memleak ; Nothing was allocated: `b` is NULL here.
        b = old;
    else
        kf_pages_prefer_large(b, size);
    if (b != NULL) {
        b->before = &arena->blocks;
        b->after = arena->blocks.after;
        b->before->after = b->after->before = b;
    }
    if (failed)
        kf_arena_fail(arena);
    return b + 1;
}

void *kf_arena_grow(kf_arena *arena, void *data, size_t *capacity, size_t need, size_t element) {
    if (data != NULL && need <= *capacity)
        return data;
    size_t more = *capacity + *capacity / 2 + 16;
    if (more < need)
        more = need;
    if (more > SIZE_MAX / 2 / element)
        kf_arena_fail(arena);
    data = kf_arena_resize(arena, data, more * element);
    *capacity = more;
    return data;
}

void kf_arena_defer(kf_arena *arena, void (*close)(void *), void *what) {
    deferred *d = kf_arena_alloc(arena, sizeof *d);
    *d = (deferred){arena->closings, close, what};
    arena->closings = d;
}

void kf_arena_release(kf_arena *arena, void *data) {
    (void)arena;
    if (data == NULL)
        return;
    unhook(block_of(data));
    free(block_of(data));
}
