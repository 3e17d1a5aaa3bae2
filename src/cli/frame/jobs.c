// SPDX-License-Identifier: MIT
// Many inputs by several processes, with the output of one.
//
// Each process takes every n-th input and sends what that prints to the first process, which prints
// it in the order of the inputs. They share nothing, so that a command is the same with one process
// as with many, and what goes wrong in one ends with it.

#define _DEFAULT_SOURCE // for what Linux has beyond POSIX

#include "cli/frame/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/print/print.h"

enum { MOST = 64, FEWEST = 2, PIPE = 1 << 20, BLOCK = PIPE / 16 };

// So many inputs are printed as soon as they are done. Then small results are let gather for a
// moment, in nanoseconds: waking the first process for each of them costs more than reading it.
// Where more than that came at once, a pipe that could not be made larger may be full.
enum { PROMPT = 64, MOMENT = 1000000, MUCH = 8192 };

// What a process says of an input: so much to standard output and so much to standard error.
typedef struct piece {
    uint64_t out, err;
} piece;

// And at its end, before the sums.
typedef struct totals {
    uint64_t errors, warnings;
    int32_t status, is_whole;
} totals;

typedef struct worker {
    pid_t process;  // 0: it has ended
    int from;       // -1: it is closed
    size_t at, end; // of what was read into `block` and not yet taken
    char *block;
} worker;

typedef struct crew {
    kf_cli *cli;
    const kf_jobs *jobs;
    size_t size;
    worker workers[MOST];
    bool may_wait; // for more than one result at a time
} crew;

static size_t share_of(const kf_jobs *jobs, size_t index) {
    return jobs->share != NULL ? jobs->share(jobs->context, index) : index;
}

// ---- In a process of its own ----

// Sends a result in one go, if the pipe has room for it.
static bool send_piece(int to, const char *out, size_t out_length, const char *err,
                       size_t err_length) {
    piece p = {out_length, err_length};
    const struct iovec parts[] = {
        {&p, sizeof p}, {(void *)(uintptr_t)out, out_length}, {(void *)(uintptr_t)err, err_length}};
    ssize_t sent = writev(to, parts, 3);
    size_t done = sent > 0 ? (size_t)sent : 0;
    if (sent < 0 && errno != EINTR)
        return false;
    for (size_t i = 0; i < 3; i++) {
        size_t part = done < parts[i].iov_len ? done : parts[i].iov_len;
        if (!kf_file_write(to, (const char *)parts[i].iov_base + part, parts[i].iov_len - part))
            return false;
        done -= part;
    }
    return true;
}

// Works on an input with streams that are sent when it is done.
static bool work_on(crew *c, size_t index, bool is_last, int to) {
    char *out = NULL, *err = NULL;
    size_t out_length = 0, err_length = 0;
    kf_cli *cli = c->cli;
    FILE *out_stream = open_memstream(&out, &out_length);
    FILE *err_stream = open_memstream(&err, &err_length);
    bool is_good = out_stream != NULL && err_stream != NULL;
    cli->out = out_stream;
    cli->err = err_stream;
    if (is_good)
        c->jobs->one(c->jobs->context, index);
    if (is_good && is_last) {
        kf_output_file_settle(cli);
        kf_report_entries(cli);
    }
    is_good = (out_stream == NULL || fclose(out_stream) == 0) && is_good;
    is_good = (err_stream == NULL || fclose(err_stream) == 0) && is_good;
    bool is_sent = is_good && send_piece(to, out, out_length, err, err_length);
    free(out);
    free(err);
    return is_sent;
}

// As long as somebody could read what is sent, sending it would wait for ever when the first
// process has ended: so no reading end stays open.
static void close_others(const crew *c, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (c->workers[i].from >= 0)
            close(c->workers[i].from);
}

static _Noreturn void work(crew *c, size_t number, int to) {
    kf_cli *cli = c->cli;
    const kf_jobs *jobs = c->jobs;
    cli->is_worker = true;
    cli->progress.is_on = false;
    cli->status = KF_STATUS_CLEAN;
    cli->errors = cli->warnings = 0;
    for (size_t i = 0; i < jobs->sum_count; i++)
        jobs->sums[i] = 0;
    size_t last = 0;
    for (size_t i = 0; i < jobs->count; i++)
        last = share_of(jobs, i) % c->size == number ? i : last;
    for (size_t i = 0; i < jobs->count; i++)
        if (share_of(jobs, i) % c->size == number && !work_on(c, i, i == last, to))
            kf_jobs_give_up(cli);
    totals t = {cli->errors, cli->warnings, cli->status, 1};
    if (kf_file_write(to, &t, sizeof t))
        (void)!kf_file_write(to, jobs->sums, jobs->sum_count * sizeof *jobs->sums);
    _exit(KF_STATUS_CLEAN);
}

_Noreturn void kf_jobs_give_up(const kf_cli *cli) {
    (void)cli;
    _exit(KF_STATUS_FAILED);
}

// ---- In the first process ----

static void end_worker(worker *w) {
    if (w->from >= 0)
        close(w->from);
    w->from = -1;
    kf_jobs_await(&w->process);
}

// Whoever leaves early leaves no process behind, and no file between its two names.
static void abandon(void *what) {
    crew *c = what;
    for (size_t i = 0; i < c->size; i++)
        if (c->workers[i].process > 0) {
            kill(c->workers[i].process, SIGTERM);
            end_worker(&c->workers[i]);
        }
}

void kf_jobs_await(pid_t *process) {
    while (*process > 0 && waitpid(*process, NULL, 0) < 0 && errno == EINTR)
        continue;
    *process = 0;
}

// A copy may find that the first process has ended before it could ask to end with it.
pid_t kf_jobs_fork(int *from, int *to) {
    int ends[2];
    *from = *to = -1;
    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#ifdef F_SETPIPE_SZ
    fcntl(ends[1], F_SETPIPE_SZ, PIPE);
#endif
    pid_t first = getpid(), process = fork();
    if (process == 0) {
        signal(SIGTERM, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != first)
            _exit(KF_STATUS_FAILED);
        close(ends[0]);
        *to = ends[1];
        return 0;
    }
    int reason = errno;
    close(ends[1]);
    if (process > 0)
        *from = ends[0];
    else
        close(ends[0]);
    errno = reason;
    return process;
}

static bool start(crew *c, size_t number) {
    worker *w = &c->workers[number];
    int to;
    w->process = kf_jobs_fork(&w->from, &to);
    if (w->process == 0) {
        close_others(c, number);
        work(c, number, to);
    }
    return w->from >= 0;
}

// Reads more of what a process sends. False: it has sent all that it will.
static bool fill(const crew *c, worker *w) {
    if (c->may_wait && w->end < MUCH)
        nanosleep(&(struct timespec){.tv_nsec = MOMENT}, NULL);
    ssize_t got;
    do
        got = read(w->from, w->block, BLOCK);
    while (got < 0 && errno == EINTR);
    w->at = 0;
    w->end = got > 0 ? (size_t)got : 0;
    return got > 0;
}

static bool take(const crew *c, worker *w, void *bytes, size_t length) {
    for (char *p = bytes; length > 0;) {
        if (w->at == w->end && !fill(c, w))
            return false;
        size_t size = length < w->end - w->at ? length : w->end - w->at;
        memcpy(p, w->block + w->at, size);
        w->at += size;
        p += size;
        length -= size;
    }
    return true;
}

// Copies so many bytes from a process to a stream of ours.
static bool pass_on(const crew *c, worker *w, uint64_t length, FILE *to) {
    while (length > 0) {
        if (w->at == w->end && !fill(c, w))
            return false;
        size_t size = length < w->end - w->at ? (size_t)length : w->end - w->at;
        fwrite(w->block + w->at, 1, size, to); // what cannot be written is noticed at the end
        w->at += size;
        length -= size;
    }
    return true;
}

static bool print_piece(const crew *c, worker *w) {
    kf_cli *cli = c->cli;
    piece p;
    if (w->from < 0 || !take(c, w, &p, sizeof p))
        return false;
    if (p.out + p.err > 0)
        kf_progress_clear(cli);
    bool is_whole = pass_on(c, w, p.out, cli->out);
    if (p.err > 0)
        kf_report_flush(cli);
    return is_whole && pass_on(c, w, p.err, cli->err);
}

static bool add_totals(const crew *c, worker *w) {
    kf_cli *cli = c->cli;
    totals t;
    if (w->from < 0 || !take(c, w, &t, sizeof t))
        return false;
    cli->errors += (size_t)t.errors;
    cli->warnings += (size_t)t.warnings;
    cli->status = t.status > cli->status ? t.status : cli->status;
    for (size_t i = 0; i < c->jobs->sum_count; i++) {
        size_t sum;
        if (!take(c, w, &sum, sizeof sum))
            return false;
        c->jobs->sums[i] += sum;
    }
    return true;
}

static void run_crew(crew *c) {
    const kf_jobs *jobs = c->jobs;
    int refused = 0; // why a process was not started
    kf_report_flush(c->cli);
    for (size_t i = 0; i < c->size && refused == 0; i++)
        refused = start(c, i) ? 0 : errno;
    bool is_whole = refused == 0;
    for (size_t i = 0; i < jobs->count && is_whole; i++) {
        c->may_wait = i >= PROMPT;
        is_whole = print_piece(c, &c->workers[share_of(jobs, i) % c->size]);
        kf_progress_step(c->cli, i + 1, jobs->count);
    }
    c->may_wait = false;
    for (size_t i = 0; i < c->size && is_whole; i++)
        is_whole = add_totals(c, &c->workers[i]);
    if (is_whole)
        for (size_t i = 0; i < c->size; i++)
            end_worker(&c->workers[i]);
    abandon(c);
    kf_progress_clear(c->cli);
    if (refused != 0)
        kf_log_add(c->cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "cannot start %zu processes: %s; a smaller '--jobs' needs fewer", c->size,
                   strerror(refused));
    else if (!is_whole)
        kf_log_add(c->cli->log, KF_PROGRAM_MEMORY, (kf_place){0},
                   "out of memory: a process that worked on some of the files has ended");
    kf_report_entries(c->cli);
}

bool kf_jobs_run(kf_cli *cli, const kf_jobs *jobs) {
    int size = 1;
    if (!kf_options_number(cli, KF_OPTION_JOBS, 1, MOST, &size))
        return false;
    if (size > 1 && jobs->count >= FEWEST) {
        crew *c = kf_arena_alloc(cli->arena, sizeof *c);
        memset(c, 0, sizeof *c);
        c->cli = cli;
        c->jobs = jobs;
        c->size = (size_t)size < jobs->count ? (size_t)size : jobs->count;
        for (size_t i = 0; i < c->size; i++) {
            c->workers[i].from = -1;
            c->workers[i].block = kf_arena_alloc(cli->arena, BLOCK);
        }
        kf_arena_defer(cli->arena, abandon, c);
        run_crew(c);
        return true;
    }
    for (size_t i = 0; i < jobs->count; i++) {
        jobs->one(jobs->context, i);
        kf_progress_step(cli, i + 1, jobs->count);
    }
    return true;
}
