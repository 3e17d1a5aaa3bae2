// SPDX-License-Identifier: MIT
// Memory that is freed all at once, and the library's one protected call.

#ifndef KIFU_BASE_ARENA_H
#define KIFU_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct kf_arena kf_arena;

// An empty arena, or NULL when there is no memory.
kf_arena *kf_arena_new(void);
// NULL is fine, and so is an arena within another, before its time.
void kf_arena_free(kf_arena *arena);
// An arena within another: a failed allocation leaves the protected call of the outer one, which
// also frees it. For what must outlive, or must not outlive, a piece of scratch work. To be called
// in a protected call of the outer one.
kf_arena *kf_arena_new_in(kf_arena *parent);

// Scratch work: everything that the arena gave since a mark is given back at once, whatever it is,
// and what was deferred since is closed. A block that was there before stays, also when it has
// been resized since. Marks nest like brackets: rewinding to one makes those after it void.
//
//     kf_arena_level level = kf_arena_mark(arena);
//     ... any number of allocations, nothing of which is kept ...
//     kf_arena_rewind(arena, level);
//
// When the work fails half way nobody rewinds, and the arena is freed as a whole as ever.
typedef struct kf_arena_level {
    const void *chunk; // private, all of it
    size_t used;
    uint64_t serial;
    const void *closings;
    char *letters; // a piece for short texts, and what was left of it
    size_t letters_left;
} kf_arena_level;
kf_arena_level kf_arena_mark(const kf_arena *arena);
void kf_arena_rewind(kf_arena *arena, kf_arena_level level);

// Runs `body(context)`. False when an allocation from this arena failed on the way: `body` was
// then left at that point. A call within a call is part of the outer one, so only the outermost
// ever returns false. This is the only setjmp of the library: whoever allocates from
// an arena outside of a protected call has made a mistake, and the program aborts.
bool kf_arena_try(kf_arena *arena, void (*body)(void *), void *context);

// Leaves the running protected call as a failed allocation does.
_Noreturn void kf_arena_fail(kf_arena *arena);

// `size` bytes, aligned for any type, not cleared; never NULL.
void *kf_arena_alloc(kf_arena *arena, size_t size);

// A terminated copy of the bytes.
char *kf_arena_copy(kf_arena *arena, const char *data, size_t length);

// Gives the memory of such a copy back, for another copy to take, where many short texts are
// replaced by others. That of a long text is not used again.
void kf_arena_recycle(kf_arena *arena, const char *copy, size_t length);

// A block of its own that can be resized: pass NULL at first. It may move; it never gives memory
// back by itself when it shrinks. Meant for few, large, growing arrays.
void *kf_arena_resize(kf_arena *arena, void *data, size_t size);

// Makes room in a resizable array: returns the block, grown by half when `need` elements do not
// fit into `*capacity`, which is updated.
void *kf_arena_grow(kf_arena *arena, void *data, size_t *capacity, size_t need, size_t element);

// Calls `close(what)` when the arena is freed: for what a library opened and a failed allocation
// would otherwise leave open.
void kf_arena_defer(kf_arena *arena, void (*close)(void *), void *what);

// A place for something that `close` ends: whatever is put there is closed when the arena is freed
// or rewound. It is made before the thing, so that nothing is left open when memory runs out
// between the two.
void **kf_arena_slot(kf_arena *arena, void (*close)(void *));

// Gives one resizable block back before its time, where a rewind would give back too much: an
// array whose copy is the result. NULL is fine.
void kf_arena_release(kf_arena *arena, void *data);

#endif
