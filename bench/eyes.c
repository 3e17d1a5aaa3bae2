// SPDX-License-Identifier: MIT
// Measures how long all eye spaces of a size take, without outside liberties, and how much memory.

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include <kifu/reading.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// One row of the table. False: no memory.
static bool measure(int size, bool classes_only, double begin) {
    kf_placements_how how = {
        .size = size, .places = KF_PLACEMENTS_EVERYWHERE, .classes_only = classes_only};
    size_t placements = 0, states = 0;
    struct rusage usage;
    double start = now();
    kf_placements *survey = kf_placements_new(&how);
    if (survey == NULL)
        return false;
    for (const kf_placements_row *row; (row = kf_placements_next(survey)) != NULL; placements++)
        states += row->answer.states;
    bool has_failed = kf_placements_has_failed(survey);
    kf_placements_free(survey);
    getrusage(RUSAGE_SELF, &usage);
    printf("%4d  %10zu  %10zu  %7.2f  %6.2f  %8ld KB\n", size, placements, states, now() - start,
           now() - begin, usage.ru_maxrss);
    return !has_failed;
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
