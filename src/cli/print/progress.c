// SPDX-License-Identifier: MIT
// A progress bar for long work, on standard error when that is a terminal.

#include "cli/print/print.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Columns of the bar, and how long to wait before it is drawn again.
enum { COLUMNS = 40, MILLISECONDS = 100 };

static int64_t now(void) {
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void kf_progress_begin(kf_cli *cli, const char *what) {
    cli->progress.what = what;
    const char *terminal = getenv("TERM");
    int file = fileno(cli->err);
    cli->progress.is_on = !cli->is_quiet && file >= 0 && isatty(file) &&
                          !(terminal != NULL && strcmp(terminal, "dumb") == 0);
    // Short work ends before its bar would appear.
    cli->progress.last = cli->progress.is_on ? now() : 0;
}

void kf_progress_step(kf_cli *cli, size_t done, size_t total) {
    char bar[COLUMNS + 1];
    if (!cli->progress.is_on || total < 2)
        return;
    int64_t time = now();
    if (time - cli->progress.last < MILLISECONDS)
        return;
    cli->progress.last = time;
    cli->progress.is_shown = true;
    size_t full = done * COLUMNS / total;
    memset(bar, '.', COLUMNS);
    memset(bar, '#', full < COLUMNS ? full : COLUMNS);
    bar[COLUMNS] = '\0';
    fprintf(cli->err, "\r[%s] %zu of %zu %s", bar, done, total, cli->progress.what);
    fflush(cli->err);
}

void kf_progress_clear(kf_cli *cli) {
    if (!cli->progress.is_shown)
        return;
    cli->progress.is_shown = false;
    fputs("\r\033[K", cli->err);
    fflush(cli->err); // before what standard output says next
}
