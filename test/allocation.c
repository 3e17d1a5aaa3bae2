// SPDX-License-Identifier: MIT
// Counts the allocations of kifu's own code, and lets one of them fail.

#include "allocation.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t number, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *string);
char *__wrap_strndup(const char *string, size_t length);
void __wrap_free(void *block);

// An open hash table of the blocks that are live. Blocks that the C library made and kifu frees
// (getline's, open_memstream's) are not in it, and are left alone.
enum { SLOT_BITS = 16, SLOTS = 1 << SLOT_BITS };
static void *slots[SLOTS];
static char gone; // its address marks a slot whose block was freed

static bool watching, all_after;
static size_t count, fail_at, live, entered;

static size_t slot_of(const void *block) {
    uint64_t mixed = (uint64_t)(uintptr_t)block * 0x9E3779B97F4A7C15u;
    return (size_t)(mixed >> (64 - SLOT_BITS));
}

static void *enter(void *block) {
    if (!block || !watching)
        return block;
    if (++entered > SLOTS - SLOTS / 4)
        abort(); // the table is too small for such an example
    size_t slot = slot_of(block);
    while (slots[slot] && slots[slot] != &gone)
        slot = (slot + 1) % SLOTS;
    slots[slot] = block;
    live++;
    return block;
}

static void leave(const void *block) {
    if (!block || !watching)
        return;
    size_t slot = slot_of(block);
    while (slots[slot] && slots[slot] != block)
        slot = (slot + 1) % SLOTS;
    if (!slots[slot])
        return;
    slots[slot] = &gone;
    live--;
}

// Counts an allocation; true when this is one that is to fail.
static bool fails(void) {
    if (!watching)
        return false;
    count++;
    return fail_at > 0 && (count == fail_at || (all_after && count > fail_at));
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : enter(__real_malloc(size));
}

void *__wrap_calloc(size_t number, size_t size) {
    if (fails() || (size > 0 && number > SIZE_MAX / size))
        return NULL;
    void *block = __real_malloc(number * size);
    return block ? enter(memset(block, 0, number * size)) : NULL;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    void *block = NULL;
    if (fails() || posix_memalign(&block, alignment, size) != 0)
        return NULL;
    return enter(block);
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails())
        return NULL;
    void *moved = __real_realloc(block, size);
    if (!moved)
        return NULL;
    leave(block);
    return enter(moved);
}

char *__wrap_strndup(const char *string, size_t length) {
    size_t size = strnlen(string, length);
    char *copied = __wrap_malloc(size + 1);
    if (!copied)
        return NULL;
    memcpy(copied, string, size);
    copied[size] = '\0';
    return copied;
}

char *__wrap_strdup(const char *string) {
    return __wrap_strndup(string, strlen(string));
}

void __wrap_free(void *block) {
    leave(block);
    __real_free(block);
}

void allocation_arm(size_t at, bool and_after) {
    memset(slots, 0, sizeof slots);
    count = live = entered = 0;
    fail_at = at;
    all_after = and_after;
}

void allocation_switch(bool on) {
    watching = on;
}

size_t allocation_count(void) {
    return count;
}

size_t allocation_live(void) {
    return live;
}
