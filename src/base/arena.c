// SPDX-License-Identifier: MIT
// Memory that is freed all at once, and the library's one protected call.
//
// Readers make small pieces by the million that all end with their record, and any of them may
// fail. So pieces are not freed one by one, and a failure does not come back as a NULL that every
// caller has to look at: it leaves by the one call that protects them all.

#if defined(__linux__)
#define _DEFAULT_SOURCE // for madvise, which POSIX does not know
#include <sys/mman.h>
#endif

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

// Under the address sanitizer, a piece of a chunk stands between red zones, and what is not given
// out is poisoned: an access beyond a piece, or to one that was given back, then ends the program.
// Elsewhere the zones are empty and the calls nothing.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ZONES
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ZONES
#endif
#ifdef HAS_ZONES
#include <sanitizer/asan_interface.h>
enum { RED_ZONE = 16, HEADERS = 2 };

// The compiler takes these calls for a use of what the memory holds, which is nothing yet.
static void poison(void *data, size_t size) {
    void *volatile begin = data;
    __asan_poison_memory_region(begin, size);
}

static void unpoison(void *data, size_t size) {
    void *volatile begin = data;
    __asan_unpoison_memory_region(begin, size);
}
#else
enum { RED_ZONE = 0, HEADERS = 1 };

static void poison(void *data, size_t size) {
    (void)data;
    (void)size;
}

static void unpoison(void *data, size_t size) {
    (void)data;
    (void)size;
}
#endif

enum { FIRST_CHUNK = 1024, LAST_CHUNK = 256 * 1024 };

// Texts that are short have sizes by steps, so that one fits where another was.
enum { PIECE = 512, SHORT = 48, STEP = sizeof(char *) };

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

// A resizable block stands in a ring, the youngest first, so that it can be unhooked when it moves
// and found when its arena goes back to a mark. Its bytes stand behind it.
typedef union block {
    struct {
        union block *before, *after;
        uint64_t serial; // how many blocks were made before it
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
    kf_arena *parent; // whose protected call is this arena's too, or NULL
    chunk *newest;
    chunk *spare; // the largest that a rewind left over, for the next one that is needed
    deferred *closings;
    char *letters; // what is left of a piece that short texts are cut from
    size_t letters_left;
    char *returned[SHORT / STEP + 1]; // by size: each begins with the address of the next
    block blocks;                     // head of the ring; its serial is that of the next block
    bool trying;
    escape_point escape;
};

kf_arena *kf_arena_new(void) {
    kf_arena *arena = malloc(sizeof *arena);
    if (arena == NULL)
        return NULL;
    memset(arena, 0, offsetof(kf_arena, escape));
    arena->blocks.before = arena->blocks.after = &arena->blocks;
    return arena;
}

static void free_arena(void *arena) {
    kf_arena_free(arena);
}

kf_arena *kf_arena_new_in(kf_arena *parent) {
    // The promise to free it is made first, for that can fail as well.
    kf_arena_defer(parent, free_arena, NULL);
    kf_arena *arena = kf_arena_new();
    if (arena == NULL)
        kf_arena_fail(parent);
    arena->parent = parent;
    parent->closings->what = arena;
    return arena;
}

void kf_arena_free(kf_arena *arena) {
    if (arena == NULL)
        return;
    // The outer one need not free it any more; when it does so just now, it has forgotten it.
    for (deferred *d = arena->parent != NULL ? arena->parent->closings : NULL; d != NULL;
         d = d->older)
        d->what = d->what == arena ? NULL : d->what;
    kf_arena_rewind(arena, (kf_arena_level){0});
    free(arena->spare);
    free(arena);
}

// ---- Marks ----

kf_arena_level kf_arena_mark(const kf_arena *arena) {
    const chunk *c = arena->newest;
    return (kf_arena_level){c,
                            c != NULL ? c->used : 0,
                            arena->blocks.serial,
                            arena->closings,
                            arena->letters,
                            arena->letters_left};
}

// Only the largest chunk is kept: the next one that is asked for is at least as large.
static void retire(kf_arena *arena, chunk *c) {
    if (arena->spare != NULL && arena->spare->size >= c->size) {
        free(c);
        return;
    }
    free(arena->spare);
    arena->spare = c;
    poison(c->data, c->size);
}

// What was opened is closed first, for it may stand in the memory that goes.
void kf_arena_rewind(kf_arena *arena, kf_arena_level level) {
    memset(arena->returned, 0, sizeof arena->returned);
    arena->letters = level.letters;
    arena->letters_left = level.letters_left;
    while (arena->closings != level.closings) {
        deferred *d = arena->closings;
        arena->closings = d->older;
        d->close(d->what);
    }
    while (arena->blocks.after != &arena->blocks && arena->blocks.after->serial >= level.serial)
        kf_arena_release(arena, arena->blocks.after + HEADERS);
    while (arena->newest != level.chunk) {
        chunk *c = arena->newest;
        arena->newest = c->older;
        retire(arena, c);
    }
    chunk *c = arena->newest;
    if (c == NULL)
        return;
    c->used = level.used;
    poison((char *)c->data + c->used, c->size - c->used);
}

// ---- The protected call ----

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
    while (!arena->trying && arena->parent != NULL)
        arena = arena->parent;
    if (!arena->trying)
        abort();
    LEAVE(arena->escape);
}

// ---- Small pieces ----

// Chunks double in size, so that a small record costs one small chunk and a large one few.
static chunk *make_chunk(kf_arena *arena, size_t need) {
    size_t size = arena->newest != NULL ? arena->newest->size * 2 : FIRST_CHUNK;
    if (size > LAST_CHUNK)
        size = LAST_CHUNK;
    if (size < need)
        size = need;
    chunk *c = size <= SIZE_MAX - sizeof *c ? malloc(sizeof *c + size) : NULL;
    if (c == NULL)
        kf_arena_fail(arena);
    c->size = size;
    poison(c->data, size);
    return c;
}

static chunk *add_chunk(kf_arena *arena, size_t need) {
    chunk *c = arena->spare;
    if (c != NULL && c->size >= need)
        arena->spare = NULL;
    else
        c = make_chunk(arena, need);
    c->older = arena->newest;
    c->used = RED_ZONE;
    arena->newest = c;
    return c;
}

void *kf_arena_alloc(kf_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2)
        kf_arena_fail(arena);
    size_t room = (size + sizeof(align) - 1) / sizeof(align) * sizeof(align) + RED_ZONE;
    chunk *c = arena->newest;
    if (c == NULL || c->size - c->used < room)
        c = add_chunk(arena, room + RED_ZONE);
    void *result = (char *)c->data + c->used;
    c->used += room;
    unpoison(result, size);
    return result;
}

// A move is a text of five letters, and there are millions: those that are short stand side by
// side. Under the address sanitizer each has its red zone.
static char *take_letters(kf_arena *arena, size_t length) {
    if (RED_ZONE > 0 || length > SHORT)
        return kf_arena_alloc(arena, length);
    size_t steps = (length + STEP - 1) / STEP;
    length = steps * STEP;
    char *returned = arena->returned[steps];
    if (returned != NULL) {
        char *next;
        memcpy(&next, returned, sizeof next);
        arena->returned[steps] = next;
        return returned;
    }
    if (arena->letters_left < length) {
        arena->letters = kf_arena_alloc(arena, PIECE);
        arena->letters_left = PIECE;
    }
    char *taken = arena->letters;
    arena->letters += length;
    arena->letters_left -= length;
    return taken;
}

char *kf_arena_copy(kf_arena *arena, const char *data, size_t length) {
    char *copy = take_letters(arena, length + 1);
    if (length > 0)
        memcpy(copy, data, length);
    copy[length] = '\0';
    return copy;
}

void kf_arena_recycle(kf_arena *arena, const char *copy, size_t length) {
    char *own = (char *)(uintptr_t)copy;
    size_t steps = (length + 1 + STEP - 1) / STEP;
    poison(own, length + 1);
    if (RED_ZONE > 0 || length + 1 > SHORT)
        return;
    memcpy(own, (const void *)&arena->returned[steps], STEP);
    arena->returned[steps] = own;
}

// ---- Resizable blocks ----

// With red zones, another header stands between the block's own and its bytes: the sanitizer itself
// looks after what is behind them.
static block *block_of(void *data) {
    return (block *)data - HEADERS;
}

static void unhook(block *b) {
    b->before->after = b->after;
    b->after->before = b->before;
}

// Puts a block into the ring: a new one at its front, one that has moved where it stood.
static void hook(block *b, block *before) {
    b->before = before;
    b->after = before->after;
    b->before->after = b->after->before = b;
}

// ---- Large pages ----

enum { SMALL_PAGE = 4096, LARGE_ENOUGH = 8 * 1024 * 1024 };

// Asks for large pages for a large block, where the system has such a thing. A record of 50 MB is
// then read in half the time, for most of it would go into getting pages of 4 KB one by one.
// The block's contents and meaning do not change, and small blocks are left alone.
static void prefer_large_pages(void *block, size_t size) {
    if (size < LARGE_ENOUGH)
        return;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    // All pages that the block touches, so that the mapping stays in one piece: one in two pieces
    // cannot be moved, and growing the block would copy it. Where this fails, nothing is lost.
    size_t before = (uintptr_t)block % SMALL_PAGE;
    size_t length = (before + size + SMALL_PAGE - 1) / SMALL_PAGE * SMALL_PAGE;
    (void)!madvise((char *)block - before, length, MADV_HUGEPAGE);
#else
    (void)block;
#endif
}

void *kf_arena_resize(kf_arena *arena, void *data, size_t size) {
    block *old = data != NULL ? block_of(data) : NULL;
    if (size > SIZE_MAX / 2)
        kf_arena_fail(arena);
    // The block leaves the ring while it may move; if it cannot grow, it comes back unharmed.
    block *before = old != NULL ? old->before : &arena->blocks;
    uint64_t serial = old != NULL ? old->serial : arena->blocks.serial++;
    if (old != NULL)
        unhook(old);
    block *b = realloc(old, HEADERS * sizeof *b + size);
    bool failed = b == NULL;
    if (failed)
        // cppcheck-suppress memleak ; Nothing was allocated: `b` is NULL here.
        b = old;
    else
        prefer_large_pages(b, size);
    if (b != NULL) {
        b->serial = serial;
        hook(b, before);
    }
    if (failed)
        kf_arena_fail(arena);
    poison(b + 1, (HEADERS - 1) * sizeof *b);
    return b + HEADERS;
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

typedef struct slot {
    void *what;
    void (*close)(void *);
} slot;

static void close_slot(void *context) {
    slot *s = context;
    if (s->what != NULL)
        s->close(s->what);
}

void **kf_arena_slot(kf_arena *arena, void (*close)(void *)) {
    slot *s = kf_arena_alloc(arena, sizeof *s);
    *s = (slot){NULL, close};
    kf_arena_defer(arena, close_slot, s);
    return &s->what;
}

void kf_arena_release(kf_arena *arena, void *data) {
    (void)arena;
    if (data == NULL)
        return;
    unhook(block_of(data));
    free(block_of(data));
}
