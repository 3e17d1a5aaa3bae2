// SPDX-License-Identifier: MIT
// Many inputs by several processes, with the output of one.

#ifndef KF_CLI_FRAME_JOBS_H
#define KF_CLI_FRAME_JOBS_H

#include <sys/types.h>

#include "cli/frame/cli.h"

#define KF_JOBS_OPTION_ROW                                                                         \
    { KF_OPTION_JOBS, 'j', "jobs", "N", NULL, "work on N files at once; the output is the same" }

// Work on each of `count` inputs, none of which needs anything of another's.
typedef struct kf_jobs {
    size_t count;
    void (*one)(void *context, size_t index); // works on that input
    // Inputs with the same number stay in one process, in their order; NULL: all are by themselves.
    size_t (*share)(void *context, size_t index);
    void *context;
    size_t *sums; // what `one` counts: it only ever adds to these
    size_t sum_count;
} kf_jobs;

// Calls `one` for all inputs in their order, in as many processes as --jobs says. What they print
// comes out as from one process, and so do the sums, the status and the counts of the command.
// False: --jobs cannot be used, and the log says so.
bool kf_jobs_run(kf_cli *cli, const kf_jobs *jobs);
// Starts a copy of the process that ends with this one. Returns its number and, in `from`, where to
// read what it says; in the copy 0 and, in `to`, where to say it; below 0: there is no process, and
// nothing to read from.
pid_t kf_jobs_fork(int *from, int *to);
// Waits for the end of such a process, and forgets it; nothing where it is none.
void kf_jobs_await(pid_t *process);
// How the process of a share ends when it lacks memory.
_Noreturn void kf_jobs_give_up(const kf_cli *cli);

#endif
