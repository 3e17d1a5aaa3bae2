// SPDX-License-Identifier: MIT
// A library to be preloaded: fails the n-th allocation of a whole tree of processes, whoever asks
// for it, the program, the C library or any other. test/starve.py says which.

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

// The C library's own, which nothing stands in front of.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// What all processes of the tree share: a file of the test's, mapped into each.
typedef struct ledger {
    uint64_t count; // of allocations so far
    uint64_t first; // that fails, from 1; 0: none
    uint64_t last;  // that fails
} ledger;

static ledger *shared;

__attribute__((constructor)) static void open_ledger(void) {
    const char *name = getenv("KIFU_STARVE");
    int file = name != NULL ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *place = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (place != MAP_FAILED)
        shared = place;
}

static bool is_refused(void) {
    if (shared == NULL)
        return false;
    uint64_t number = __atomic_add_fetch(&shared->count, 1, __ATOMIC_RELAXED);
    if (number < shared->first || number > shared->last)
        return false;
    errno = ENOMEM;
    return true;
}

EXPORT void *malloc(size_t size) {
    return is_refused() ? NULL : __libc_malloc(size);
}

EXPORT void *calloc(size_t number, size_t size) {
    return is_refused() ? NULL : __libc_calloc(number, size);
}

EXPORT void *realloc(void *block, size_t size) {
    return is_refused() ? NULL : __libc_realloc(block, size);
}

EXPORT void *reallocarray(void *block, size_t number, size_t size) {
    if (is_refused() || (size > 0 && number > SIZE_MAX / size))
        return NULL;
    return __libc_realloc(block, number * size);
}

EXPORT void *memalign(size_t alignment, size_t size) {
    return is_refused() ? NULL : __libc_memalign(alignment, size);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size) {
    return is_refused() ? NULL : __libc_memalign(alignment, size);
}

EXPORT int posix_memalign(void **block, size_t alignment, size_t size) {
    int error = errno;
    void *place = is_refused() ? NULL : __libc_memalign(alignment, size);
    errno = error;
    if (place == NULL)
        return ENOMEM;
    *block = place;
    return 0;
}
