// SPDX-License-Identifier: MIT
// The command with counters: what a command line costs in steps and bytes, without a clock.
//
//   KIFU_COUNTS=FILE growth ARGUMENTS…   runs `kifu ARGUMENTS…` and writes the counts to FILE
//
// Everything of kifu is compiled with -fprofile-instr-generate, so that every function, branch and
// loop counts how often it is taken; what goes on inside of the C library is counted by the bytes
// that were handed to it. So the same run gives the same counts on every machine, however busy it
// is. The work of drawing libraries shows in what they allocate.

#include <kifu/cairo.h>

#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/frame/cli.h"

static uint64_t steps;
static uint64_t allocated, live, most;

// The counters of all that is linked in. Nothing of clang's own library is, so that no file is
// left.
extern uint64_t __start___llvm_prf_cnts[], __stop___llvm_prf_cnts[];

static uint64_t taken(void) {
    uint64_t sum = 0;
    for (const uint64_t *counter = __start___llvm_prf_cnts; counter < __stop___llvm_prf_cnts;
         counter++)
        sum += *counter;
    return sum;
}

// ---- Memory, also that of the libraries ----

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

static void *enter(void *block, size_t size) {
    allocated += size;
    live += malloc_usable_size(block);
    most = live > most ? live : most;
    return block;
}

void *malloc(size_t size) {
    return enter(__libc_malloc(size), size);
}

void *calloc(size_t number, size_t size) {
    return enter(__libc_calloc(number, size), number * size);
}

void *realloc(void *block, size_t size) {
    live -= malloc_usable_size(block);
    return enter(__libc_realloc(block, size), size);
}

void free(void *block) {
    live -= malloc_usable_size(block);
    __libc_free(block);
}

// ---- What the C library does with bytes ----

// How many bytes a vector instruction takes, about.
enum { AT_ONCE = 16 };

void *__real_memcpy(void *to, const void *from, size_t length);
void *__real_memmove(void *to, const void *from, size_t length);
void *__real_memset(void *to, int byte, size_t length);
void *__real_memchr(const void *in, int byte, size_t length);
int __real_memcmp(const void *a, const void *b, size_t length);
size_t __real_strlen(const char *string);

void *__wrap_memcpy(void *to, const void *from, size_t length);
void *__wrap_memmove(void *to, const void *from, size_t length);
void *__wrap_memset(void *to, int byte, size_t length);
void *__wrap_memchr(const void *in, int byte, size_t length);
int __wrap_memcmp(const void *a, const void *b, size_t length);
size_t __wrap_strlen(const char *string);

void *__wrap_memcpy(void *to, const void *from, size_t length) {
    steps += length / AT_ONCE;
    return __real_memcpy(to, from, length);
}

void *__wrap_memmove(void *to, const void *from, size_t length) {
    steps += length / AT_ONCE;
    return __real_memmove(to, from, length);
}

void *__wrap_memset(void *to, int byte, size_t length) {
    steps += length / AT_ONCE;
    return __real_memset(to, byte, length);
}

void *__wrap_memchr(const void *in, int byte, size_t length) {
    const char *found = __real_memchr(in, byte, length);
    steps += (found != NULL ? (size_t)(found - (const char *)in) : length) / AT_ONCE;
    return (void *)(uintptr_t)found;
}

int __wrap_memcmp(const void *a, const void *b, size_t length) {
    const unsigned char *x = a, *y = b;
    size_t i = 0;
    while (i < length && x[i] == y[i])
        i++;
    steps += i / AT_ONCE;
    return i < length ? x[i] - y[i] : 0;
}

size_t __wrap_strlen(const char *string) {
    size_t length = __real_strlen(string);
    steps += length / AT_ONCE;
    return length;
}

// How much memory the command has when it begins, in KB. What is linked in here takes three times
// as much, so that of the start is taken away.
enum { USUAL_START = 4096 };

// A figure of the program's memory, in KB: the most that it ever had, or what it has now.
static long resident(int of_system, const char *figure) {
    char text[8192];
    ssize_t length = pread(of_system, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    const char *at = strstr(text, figure);
    return at != NULL ? strtol(at + strlen(figure), NULL, 10) : 0;
}

int main(int argc, char **argv) {
    kf_parts parts = {.draw = kf_cairo_library()};
    // Both are opened now, for a command may shut itself off from the files of others.
    const char *name = getenv("KIFU_COUNTS");
    FILE *out = name != NULL ? fopen(name, "w") : NULL;
    int of_system = open("/proc/self/status", O_RDONLY);
    if (out == NULL || of_system < 0)
        return 125;
    long start = resident(of_system, "VmRSS:");
    int status = kf_main_run(argc, argv, stdin, stdout, stderr, &parts);
    fprintf(out, "%llu %llu %llu %ld %d\n", (unsigned long long)(steps + taken()),
            (unsigned long long)allocated, (unsigned long long)most,
            resident(of_system, "VmHWM:") - start + USUAL_START, status);
    return fclose(out) == 0 ? 0 : 125;
}
