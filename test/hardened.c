// SPDX-License-Identifier: MIT
// What the flags of the build do: a write beyond memory whose size is known only at run time, and
// one beyond an array on the stack, end the program. test/hardened.sh looks for the rest.

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The compiler must not see how large these are.
static volatile size_t some = 24, too_many = 25;
static char *volatile kept;

// Only level 3 of FORTIFY_SOURCE knows the size of this piece.
static void overflow_heap(void) {
    char *piece = malloc(some);
    memset(piece, 1, too_many);
    kept = piece;
}

static void overflow_stack(void) {
    char array[24];
    volatile char *p = array;
    for (size_t i = 0; i < 4 * too_many; i++)
        p[i] = 1;
}

// Whether the function ends its process by SIGABRT, as both checks do.
static bool aborts(void (*function)(void)) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(1);
        function();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void) {
    bool heap = aborts(overflow_heap), stack = aborts(overflow_stack);
    if (!heap)
        puts("a write behind a block was not caught: is _FORTIFY_SOURCE at 3?");
    if (!stack)
        puts("a write behind an array was not caught: is the stack protector on?");
    return !heap || !stack;
}
