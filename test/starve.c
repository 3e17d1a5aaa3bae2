// SPDX-License-Identifier: MIT
// A library to be preloaded: fails the n-th allocation of a whole tree of processes, whoever asks
// for it, the program, the C library or any other. test/starve.py says which.

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
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

static _Thread_local bool is_starved;

static bool is_refused(void) {
    if (is_starved) {
        errno = ENOMEM;
        return true;
    }
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

// ---- Between two names ----

// Stands in the main thread where a file has a temporary name. There another thread is out of
// memory, or the program is asked to end, as KIFU_STARVE_MOVE says. It goes on when the signal has
// come and waits, or has done nothing for a long time.

static bool is_to_move(const char *way) {
    const char *wanted = getenv("KIFU_STARVE_MOVE");
    return wanted != NULL && strcmp(wanted, way) == 0;
}

static void *starve(void *context) {
    void *volatile block;
    is_starved = true;
    block = malloc(1); // the program's own, which ends it
    return block != NULL ? block : context;
}

static void *live(void *context) {
    for (;;)
        pause();
    return context;
}

// A thread by way of which a signal could end the program.
__attribute__((constructor)) static void begin_to_live(void) {
    pthread_t thread;
    if (is_to_move("signal"))
        pthread_create(&thread, NULL, live, NULL);
}

static bool is_waiting(void) {
    sigset_t waiting;
    sigpending(&waiting);
    return sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGUSR2) == 1;
}

EXPORT int rename(const char *from, const char *to) {
    enum { TURNS = 1000, TURN = 10 * 1000 };
    pthread_t thread;
    bool is_ended = is_to_move("signal");
    if (is_ended)
        kill(getpid(), SIGTERM);
    else if (is_to_move("memory"))
        is_ended = pthread_create(&thread, NULL, starve, NULL) == 0;
    for (int i = 0; i < TURNS && is_ended && !is_waiting(); i++)
        usleep(TURN);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
