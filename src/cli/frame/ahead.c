// SPDX-License-Identifier: MIT
// One file with many games by several processes.
//
// What a file is told depends on what was told before: how often, of which names. So only one
// process tells, and goes through all games in their order. The others each look at a part of the
// file from where a game seems to begin, and say of which games they had nothing to tell; over
// those the first process passes without reading them. It comes to exactly that byte where a game
// begins, or it does not believe what it was told: then it reads on by itself. Whatever else may
// differ from part to part makes a game one that is not passed over. So do findings, but where the
// first process has shown as many of their kinds as it will: then their number is enough.

#define _DEFAULT_SOURCE // for what Linux has beyond POSIX

#include "cli/frame/ahead.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "cli/archive/archive.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

enum { SMALL = 1024 * 1024, BLOCK = 64 * 1024, MOST = 64, PIECE = 128 * 1024, COUNTED = 16 * 1024 };

typedef struct part {
    uint64_t begin, end;
    pid_t process;
    int from;            // below 0: nothing more comes
    kf_ahead_piece next; // that was read last
} part;

struct kf_ahead {
    kf_cli *cli;
    const char *name;
    kf_ahead_task task;
    int file;
    size_t count, at;
    part parts[MOST];
};

// ---- In a process of its own ----

// What a part is read from.
typedef struct range {
    int file;
    uint64_t at, end;
} range;

static size_t supply(void *context, void *room, size_t size) {
    range *r = context;
    uint64_t left = r->end - r->at;
    size_t most = left < size ? (size_t)left : size;
    ssize_t got = most > 0 ? pread(r->file, room, most, (off_t)r->at) : 0;
    if (got < 0)
        return KF_SUPPLY_FAILED;
    r->at += (uint64_t)got;
    return (size_t)got;
}

// A part under check.
typedef struct looking {
    kf_stream *stream;
    kf_log *log;
    uint64_t base;        // of the part, in the file
    kf_ahead_piece clean; // so far, to be told; no games: none
    kf_ahead_piece held;  // the game read last: what it is can still depend on what follows
    bool is_held;         // and it is clean
    size_t entries;       // told so far
    int to;
} looking;

static size_t entries_of(const kf_log *log) {
    return kf_log_total(log, KF_ERROR) + kf_log_total(log, KF_WARNING) + kf_log_total(log, KF_NOTE);
}

static bool tell(looking *l) {
    bool is_told = l->clean.games == 0 || kf_file_write(l->to, &l->clean, sizeof l->clean);
    l->clean.games = 0;
    return is_told;
}

// Adds the game that was held to those that are to be told.
static bool settle(looking *l) {
    const kf_ahead_piece *held = &l->held;
    const bool is_counted = held->sums.count > 0;
    bool is_next =
        l->clean.games > 0 && l->clean.end == held->begin &&
        (held->dialect == NULL || l->clean.dialect == NULL || held->dialect == l->clean.dialect) &&
        is_counted == (l->clean.sums.count > 0);
    if (!l->is_held)
        return tell(l);
    is_next = is_next && kf_log_sum_more(&l->clean.sums, &held->sums);
    if (!is_next && !tell(l))
        return false;
    l->is_held = false;
    if (!is_next)
        l->clean = *held;
    l->clean.end = held->end;
    l->clean.games += is_next ? held->games : 0;
    l->clean.dialect = held->dialect != NULL ? held->dialect : l->clean.dialect;
    return l->clean.end - l->clean.begin < (is_counted ? COUNTED : PIECE) || tell(l);
}

// Whether nothing was found in the game, or what is told by its number.
static bool is_sound(looking *l, const kf_ahead_task *task) {
    kf_log_sums *sums = &l->held.sums;
    const size_t entries = entries_of(l->log), before = l->entries;
    if (task->counts == NULL) {
        kf_log_forget(l->log);
        l->entries = entries;
        return entries == before;
    }
    bool is_sound = entries == 0 || (kf_log_sum(l->log, sums) && sums->total[KF_NOTE] == 0);
    for (size_t i = 0; i < sums->count; i++)
        is_sound = is_sound && task->counts(sums->of[i].code);
    kf_log_clear(l->log);
    return is_sound;
}

// The first game is never passed over: with it the process only learns what such a file is like.
static void look(looking *l, const kf_ahead_task *task, void *run) {
    uint64_t begin = UINT64_MAX;
    for (const kf_record *record; (record = kf_stream_next(l->stream)) != NULL;) {
        if (!settle(l))
            return;
        l->held = (kf_ahead_piece){.games = kf_record_games(record)};
        bool is_clean = task->look(run, record, &l->held);
        uint64_t end = kf_stream_at(l->stream);
        l->is_held = is_sound(l, task) && is_clean && begin != UINT64_MAX && end != UINT64_MAX;
        l->held.begin = l->base + begin;
        l->held.end = l->base + end;
        begin = end;
    }
    tell(l);
}

static _Noreturn void work(const kf_ahead *a, const part *p, int to) {
    kf_cli *cli = a->cli;
    range range = {a->file, p->begin, p->end};
    looking l = {.log = kf_log_new(), .base = p->begin, .to = to};
    cli->is_worker = true;
    cli->progress.is_on = false;
    if (l.log != NULL && kf_findings_choose(cli, l.log)) {
        if (a->task.counts != NULL)
            kf_log_set_limits(l.log, 0, 0);
        l.stream = kf_stream_open_with(supply, &range, a->name, &cli->reading, l.log);
        void *run = a->task.begin(a->task.context, l.log);
        if (l.stream != NULL && run != NULL)
            look(&l, &a->task, run);
    }
    _exit(KF_STATUS_CLEAN);
}

// ---- In the first process ----

static void end_part(part *p) {
    if (p->from >= 0)
        close(p->from);
    p->from = -1;
    if (p->process > 0)
        kill(p->process, SIGTERM);
    kf_jobs_await(&p->process);
}

static void abandon(void *what) {
    kf_ahead *a = what;
    for (size_t i = 0; i < a->count; i++)
        end_part(&a->parts[i]);
    a->count = 0;
    if (a->file >= 0)
        close(a->file);
    a->file = -1;
}

// Where a game seems to end behind that byte and another one to begin; 0: not in this block.
static uint64_t find_game(const kf_ahead *a, uint64_t from) {
    char block[BLOCK];
    ssize_t got = pread(a->file, block, sizeof block, (off_t)from);
    for (ssize_t i = 0; i + 1 < got; i++) {
        ssize_t k = i + 1;
        if (block[i] != ')')
            continue;
        while (k < got && (block[k] == ' ' || block[k] == '\n' || block[k] == '\r'))
            k++;
        if (k + 1 < got && block[k] == '(' && block[k + 1] == ';')
            return from + (uint64_t)i + 1;
    }
    return 0;
}

// Divides the file. What stands before the first part is left to the first process: less than a
// share, for it takes all that follows in, too, which is a sixteenth of the work on it.
static void divide(kf_ahead *a, uint64_t length, size_t size) {
    enum { WORK = 16 };
    uint64_t share = length / size, later = (length - share) / WORK;
    uint64_t first = later < share ? share - later : 0;
    for (size_t i = 1; i < size; i++) {
        uint64_t begin = find_game(a, first + (length - first) / (size - 1) * (i - 1));
        if (begin == 0 || (a->count > 0 && begin <= a->parts[a->count - 1].begin))
            continue;
        if (a->count > 0)
            a->parts[a->count - 1].end = begin;
        a->parts[a->count++] = (part){.begin = begin, .end = length, .from = -1};
    }
}

kf_ahead *kf_ahead_open(kf_cli *cli, const char *name, const kf_ahead_task *task) {
    struct stat status;
    int size = 1;
    if (!kf_options_number(cli, KF_OPTION_JOBS, 1, MOST, &size) || size < 2 || cli->is_worker ||
        strcmp(name, "-") == 0 || kf_member_find(cli, name) != NULL || stat(name, &status) != 0 ||
        !S_ISREG(status.st_mode) || status.st_size < SMALL)
        return NULL;
    kf_ahead *a = kf_arena_alloc(cli->arena, sizeof *a);
    memset(a, 0, sizeof *a);
    a->cli = cli;
    a->name = name;
    a->task = *task;
    a->file = -1;
    kf_arena_defer(cli->arena, abandon, a);
    a->file = open(name, O_RDONLY | O_CLOEXEC);
    if (a->file < 0)
        return NULL;
    divide(a, (uint64_t)status.st_size, (size_t)size);
    kf_report_flush(cli);
    for (size_t i = 0; i < a->count; i++) {
        int to;
        part *p = &a->parts[i];
        p->process = kf_jobs_fork(&p->from, &to);
        if (p->process == 0)
            work(a, p, to);
    }
    return a;
}

void kf_ahead_close(kf_ahead *ahead) {
    if (ahead != NULL)
        abandon(ahead);
}

static bool read_piece(part *p) {
    char *to = (char *)&p->next;
    for (size_t got = 0; got < sizeof p->next;) {
        ssize_t more = read(p->from, to + got, sizeof p->next - got);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return false;
        got += (size_t)more;
    }
    return true;
}

// What is known of the games from that byte on; NULL: nothing.
static const kf_ahead_piece *look_up(kf_ahead *a, uint64_t here) {
    while (a->at < a->count && here >= a->parts[a->at].end)
        end_part(&a->parts[a->at++]);
    part *p = a->at < a->count ? &a->parts[a->at] : NULL;
    if (p == NULL || here < p->begin)
        return NULL;
    while (p->from >= 0 && p->next.end <= here)
        if (!read_piece(p))
            end_part(p);
    return p->from >= 0 && p->next.begin == here ? &p->next : NULL;
}

void kf_ahead_pass(kf_ahead *ahead, kf_stream *stream) {
    while (ahead != NULL) {
        uint64_t here = kf_stream_at(stream);
        const kf_ahead_piece *piece = here != UINT64_MAX ? look_up(ahead, here) : NULL;
        if (piece == NULL || !ahead->task.pass(ahead->task.context, piece) ||
            !kf_stream_pass(stream, piece->end - piece->begin, (size_t)piece->games))
            return;
    }
}
