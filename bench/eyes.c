// SPDX-License-Identifier: MIT
// Measures how long all eye spaces of a size take, without outside liberties, and how much memory.

#include "solve/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

typedef struct job {
    kf_arena *arena;
    kf_survey survey;
    int size;
    size_t placements, states;
} job;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void count(const kf_survey_row *row, void *context) {
    job *j = context;
    j->placements++;
    j->states += row->answer.states;
}

static void run(void *context) {
    job *j = context;
    kf_survey_size(j->arena, &j->survey, j->size);
}

// One row of the table. False: no memory.
static bool measure(int size, bool classes_only, double begin) {
    job j = {.arena = kf_arena_new(), .size = size};
    struct rusage usage;
    double start = now();
    j.survey = (kf_survey){KF_SURVEY_EVERYWHERE, 0, count, &j, classes_only};
    if (j.arena == NULL || !kf_arena_try(j.arena, run, &j))
        return false;
    kf_arena_free(j.arena);
    getrusage(RUSAGE_SELF, &usage);
    printf("%4d  %10zu  %10zu  %7.2f  %6.2f  %8ld KB\n", size, j.placements, j.states,
           now() - start, now() - begin, usage.ru_maxrss);
    return true;
}

// eyes [SIZE]: the sizes up to that one, 9 at first; then two more of which the classes are enough.
int main(int argc, char **argv) {
    int most = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 9;
    double begin = now();
    printf("size  placements      states  seconds  in all  peak memory\n");
    for (int size = 1; size <= most && size <= KF_EYES_MAX; size++)
        if (!measure(size, false, begin))
            return 1;
    printf("classes alone\n");
    for (int size = most; size <= most + 2 && size <= KF_EYES_MAX; size++)
        if (!measure(size, true, begin))
            return 1;
    return 0;
}
