// SPDX-License-Identifier: MIT
// Runs every example of doc/spec with allocation 1, 2, … n failing in turn: alone, and with all
// that follow it. Nothing crashes, nothing leaks, no half file is left, and the user is told.
//
//   oom [--every N] CHAPTER…
//
// With KIFU_FEW in the environment, for sanitizers, fewer steps.

#include "allocation.h"
#include "example.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Up to `every` each allocation fails once; beyond, a step is one of so many on the way to there.
// --every N, of at least 16, is for what searches or writes much: each run is all that comes before
// the allocation that fails, so the steps are fewer, and beyond N it fails alone and with the
// others in turns.
static size_t every = 200, steps = 16;
static bool is_sparse;

// What runs now, for the message when it crashes.
static char running[512];
static size_t failures, runs;

static void crashed(int signal) {
    static const char text[] = ": crashed\n";
    ssize_t ignored = write(1, running, strlen(running));
    ignored += write(1, text, sizeof text - 1);
    _exit(ignored > 0 ? 128 + signal : 1);
}

static void fail(const char *what, const char *detail) {
    if (++failures <= 40)
        printf("%s: %s%s\n", running, what, detail);
}

static bool same_result(const outcome *a, const outcome *b) {
    if (a->status != b->status || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!a->files[i].data != !b->files[i].data || !example_same(a->files[i], b->files[i]))
            return false;
    return example_same(a->out, b->out) && example_same(a->err, b->err);
}

// Whether a file the run wrote is neither whole nor the one that was there before.
static bool half_file(const example *example, const outcome *plain, const outcome *now) {
    size_t file = 0;
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (part->kind != PART_OUT || !*part->name)
            continue;
        bytes given = now->files[file];
        bool whole = !given.data || example_same(given, plain->files[file]);
        for (size_t k = 0; k < example->count && !whole; k++) {
            const struct part *input = &example->parts[k];
            whole = input->kind == PART_FILE && strcmp(input->name, part->name) == 0 &&
                    example_same(given, input->content);
        }
        if (!whole)
            return true;
        file++;
    }
    return false;
}

static void judge(const example *example, const outcome *plain, const outcome *now) {
    if (same_result(plain, now))
        return; // it could do without
    if (now->status != 2) {
        char detail[32];
        snprintf(detail, sizeof detail, "%d instead of 2", now->status);
        fail("exit status ", detail);
    } else if (!now->err.data || !strstr(now->err.data, "out of memory")) {
        fail("does not say that memory ran out: ", now->err.data ? now->err.data : "");
    }
    if (now->stray)
        fail("leaves or changes ", now->stray_name);
    if (half_file(example, plain, now))
        fail("leaves half a file", "");
}

// Runs the example once with that allocation failing.
static void run_failing(const example *example, const outcome *plain, size_t at, bool after) {
    snprintf(running, sizeof running, "%.200s:%zu: allocation %zu%s", example->chapter,
             example->line, at, after ? " and all after it" : "");
    allocation_arm(at, after);
    outcome now = example_run(example, allocation_switch);
    size_t live = allocation_live();
    runs++;
    judge(example, plain, &now);
    if (live > 0) {
        char detail[32];
        snprintf(detail, sizeof detail, "%zu blocks", live);
        fail("leaks ", detail);
    }
    example_forget(&now);
}

static void run_all(const example *example) {
    snprintf(running, sizeof running, "%.200s:%zu", example->chapter, example->line);
    allocation_arm(0, false);
    outcome plain = example_run(example, allocation_switch);
    size_t count = allocation_count();
    if (allocation_live() > 0)
        fail("leaks even when nothing fails", "");
    bool is_turn = true;
    for (size_t at = 1; at <= count; at += at < every ? 1 : at / steps) {
        bool both = !is_sparse || at < every;
        if (both || is_turn)
            run_failing(example, &plain, at, false);
        if (both || !is_turn)
            run_failing(example, &plain, at, true);
        is_turn = !is_turn;
    }
    example_forget(&plain);
}

int main(int argc, char **argv) {
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    example_settle();
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], crashed);
    if (getenv("KIFU_FEW")) {
        every = 40;
        steps = 4;
        is_sparse = true;
    }
    int first = argc > 2 && strcmp(argv[1], "--every") == 0 ? 3 : 1;
    if (first == 3) {
        every = strtoul(argv[2], NULL, 10);
        steps = 4;
        is_sparse = true;
        if (every < 16)
            return 2;
    }
    for (int i = first; i < argc; i++) {
        chapter chapter = example_read(argv[i]);
        for (size_t k = 0; k < chapter.count; k++)
            run_all(&chapter.examples[k]);
        example_free(&chapter);
    }
    printf("%zu runs with a failing allocation, %zu failures\n", runs, failures);
    return failures > 0 || runs == 0;
}
