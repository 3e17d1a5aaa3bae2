// SPDX-License-Identifier: MIT
// A program in which the first allocation that fails is the end, whoever asked for it.
//
// glib, pango, fontconfig and ncurses cannot go on without memory: they abort, crash, wait for
// ever, or, which is worst, take another font and draw another picture. None of that can happen
// when nobody ever sees an allocation fail. So the programs that hold these libraries stand in
// front of the C library's allocator, and end when it has nothing to give. A file that is being
// written has no name yet, and what was to be read is as it was.
//
// Being in the program itself, these functions come before those of all libraries, which are asked
// for by their names; what is preloaded comes between.

#define _GNU_SOURCE // for RTLD_NEXT, gettid and tgkill

#include "cli/program/program.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#ifndef KIFU_NO_GUARD

// ---- The end ----

// The only variables of a program of ours: an allocator has nobody who could hand it any.
static struct termios terminal;
static bool has_terminal;
static atomic_bool is_ending;

void kf_guard_terminal(void) {
    has_terminal = isatty(STDOUT_FILENO) && tcgetattr(STDOUT_FILENO, &terminal) == 0;
}

static void put(int file, const char *text) {
    ssize_t done = write(file, text, strlen(text));
    (void)done; // there is nobody left to hear of it
}

// To the usual screen, with a cursor and plain letters, if the view had changed that. Source:
// ECMA-48 and the private modes of xterm, which those that do not know them leave alone.
static void restore_terminal(void) {
    struct termios now;
    if (!has_terminal || tcgetattr(STDOUT_FILENO, &now) != 0 || now.c_lflag == terminal.c_lflag)
        return;
    put(STDOUT_FILENO, "\033[?1049l\033[?25h\033[0m\r");
    tcsetattr(STDOUT_FILENO, TCSANOW, &terminal);
}

static _Noreturn void wait_for_end(void) {
    for (;;)
        poll(NULL, 0, -1);
}

// Pango looks for fonts in a thread of its own, which may be at work when the program is done.
void kf_guard_finish(void) {
    if (atomic_exchange(&is_ending, true))
        wait_for_end();
}

static _Noreturn void end_here(int signal) {
    (void)signal;
    restore_terminal();
    put(STDERR_FILENO, "kifu: error: out of memory [program/memory]\n");
    _exit(2);
}

// A thread beside the main one asks that to end: between the name of a whole file and its old one
// there must be no end, and there the main one puts the signal off (kf_temporary_place).
static _Noreturn void end(void) {
    struct sigaction asked = {.sa_handler = end_here};
    if (gettid() == getpid())
        end_here(0);
    if (atomic_exchange(&is_ending, true))
        wait_for_end();
    sigfillset(&asked.sa_mask);
    sigaction(KF_SIGNAL_END, &asked, NULL);
    tgkill(getpid(), getpid(), KF_SIGNAL_END);
    wait_for_end();
}

// ---- The allocator ----

// Where a function of the same name comes next in the order of libraries.
static void *find_next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        end();
    return found;
}

// Looks the function up when it is first called: NEXT(malloc) is a pointer to it. Two threads may
// do so at once, and find the same.
#define NEXT(name) (next_##name != NULL ? atomic_load(&next_##name) : look_up_##name())
#define LOOK_UP(type, name, ...)                                                                   \
    static type (*_Atomic next_##name)(__VA_ARGS__);                                               \
    static type (*look_up_##name(void))(__VA_ARGS__) {                                             \
        void *found = find_next(#name);                                                            \
        type (*function)(__VA_ARGS__);                                                             \
        memcpy(&function, &found, sizeof function);                                                \
        atomic_store(&next_##name, function);                                                      \
        return function;                                                                           \
    }

LOOK_UP(void *, malloc, size_t)
LOOK_UP(void *, calloc, size_t, size_t)
LOOK_UP(void *, realloc, void *, size_t)
LOOK_UP(void *, aligned_alloc, size_t, size_t)
LOOK_UP(int, posix_memalign, void **, size_t, size_t)
LOOK_UP(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)

static void *sure(void *block, size_t size) {
    if (block == NULL && size > 0)
        end();
    return block;
}

void *malloc(size_t size) {
    return sure(NEXT(malloc)(size), size);
}

void *calloc(size_t number, size_t size) {
    return sure(NEXT(calloc)(number, size), number > 0 ? size : 0);
}

void *realloc(void *block, size_t size) {
    return sure(NEXT(realloc)(block, size), size);
}

void *reallocarray(void *block, size_t number, size_t size) {
    if (size > 0 && number > SIZE_MAX / size)
        end();
    return realloc(block, number * size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return sure(NEXT(aligned_alloc)(alignment, size), size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    int error = NEXT(posix_memalign)(block, alignment, size);
    if (error == ENOMEM)
        end();
    return error;
}

// ---- Threads ----

// The threads of libraries get no signals, for what the main one puts off must not end the program
// by way of another.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = NEXT(pthread_create)(thread, attributes, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

#else

// Sanitizers have an allocator of their own, which ends the program as well.
void kf_guard_terminal(void) {
}

void kf_guard_finish(void) {
}

#endif
