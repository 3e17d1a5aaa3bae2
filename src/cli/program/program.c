// SPDX-License-Identifier: MIT
// Starting the programs beside kifu, and telling how they ended.

#define _DEFAULT_SOURCE // for what Linux has beyond POSIX

#include "cli/program/program.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/frame/cli.h"

#ifndef KIFU_PROGRAMS
#define KIFU_PROGRAMS "../libexec/kifu" // seen from where kifu is
#endif

// Ends of a started program that are none of ours.
enum { NOT_STARTED = 127 };

typedef struct program {
    const char *name;
    bool is_built;
    // A picture is written by libraries that end the process when they lack memory, so kifu stays
    // to say so. The others may take its place.
    bool is_watched;
} program;

static const program programs[] = {
#ifdef KIFU_HAVE_CAIRO
    [KF_PART_DRAW] = {"kifu-draw", true, true},
#endif
#ifdef KIFU_HAVE_NCURSESW
    [KF_PART_VIEW] = {"kifu-view", true, false},
#endif
#ifdef KIFU_HAVE_MICROHTTPD
    [KF_PART_SERVE] = {"kifu-serve", true, false},
#endif
#ifdef KIFU_HAVE_LIBARCHIVE
    [KF_PART_ARCHIVE] = {"kifu-archive", true, true},
#endif
    [KF_PART_COUNT] = {NULL, false, false},
};

bool kf_program_is_wanted(const kf_cli *cli, kf_part part) {
    bool has = part == KF_PART_NONE || (part == KF_PART_DRAW && cli->parts->draw != NULL) ||
               (part == KF_PART_VIEW && cli->parts->view != NULL) ||
               (part == KF_PART_SERVE && cli->parts->serve != NULL);
    return !has && programs[part].is_built;
}

// ---- Starting ----

// Where the program is: beside kifu in its build folder and wherever it was moved to after it was
// installed, so its place is told from that of kifu itself. Programs that kifu started have the
// others beside themselves: the one that draws unpacks archives, too.
static bool find(const program *p, char path[PATH_MAX]) {
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0)
        return false;
    own[length] = '\0';
    char *slash = strrchr(own, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    int size = snprintf(path, PATH_MAX, "%s/" KIFU_PROGRAMS "/%s", own, p->name);
    if (size > 0 && size < PATH_MAX && access(path, X_OK) != 0)
        size = snprintf(path, PATH_MAX, "%s/%s", own, p->name);
    return size > 0 && size < PATH_MAX;
}

bool kf_program_find(kf_part part, char path[PATH_MAX]) {
    errno = ENOSYS;
    return programs[part].is_built && find(&programs[part], path) && access(path, X_OK) == 0;
}

const char *kf_program_no_archive(void) {
    return errno == ENOSYS   ? "this kifu was built without libarchive"
           : errno == EACCES ? "kifu-archive, which is installed with kifu, may not be started"
                             : "kifu-archive, which is installed with kifu, is not there";
}

static int refuse(kf_cli *cli, const program *p, int error) {
    kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0},
               "cannot start %s, which is installed with kifu: %s", p->name, strerror(error));
    return KF_STATUS_FAILED;
}

// In the new process: it ends when kifu does, and leaves no picture of its memory behind.
static _Noreturn void start(const char *path, char **words, pid_t parent) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent)
        execv(path, words);
    _exit(NOT_STARTED);
}

// ---- The end ----

static bool is_asked_for(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
}

// What the status of a program that ended says. Without memory its libraries end it, each in its
// own way.
static int assess(kf_cli *cli, const program *p, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED)
        return refuse(cli, p, ENOENT);
    if (WIFEXITED(status) && WEXITSTATUS(status) <= KF_STATUS_FAILED)
        return WEXITSTATUS(status);
    // Whoever asked the one to end meant both.
    if (WIFSIGNALED(status) && is_asked_for(WTERMSIG(status))) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory: %s ended by %s %d",
               p->name, WIFSIGNALED(status) ? "signal" : "status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return KF_STATUS_FAILED;
}

// Where a file cannot be without a name, a program that ended in the middle leaves one behind.
static void sweep(const kf_cli *cli) {
    const char *target = cli->values[KF_OPTION_OUTPUT];
    if (target == NULL && cli->operand_count > 1)
        target = cli->operands[1]; // as `kifu thumbnail` has it
    if (target != NULL)
        kf_temporary_sweep(target);
}

int kf_program_run(kf_cli *cli, kf_part part) {
    const program *p = &programs[part];
    char path[PATH_MAX];
    int status;
    if (!find(p, path) || access(path, X_OK) != 0)
        return refuse(cli, p, errno);
    fflush(cli->out);
    fflush(cli->err);
    if (!p->is_watched) {
        execv(path, cli->words);
        return refuse(cli, p, errno);
    }
    pid_t parent = getpid(), child = fork();
    if (child < 0)
        return refuse(cli, p, errno);
    if (child == 0)
        start(path, cli->words, parent);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return refuse(cli, p, errno);
    int result = assess(cli, p, status);
    if (result == KF_STATUS_FAILED)
        sweep(cli);
    return result;
}
