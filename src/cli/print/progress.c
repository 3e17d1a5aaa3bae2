// SPDX-License-Identifier: MIT
// A progress bar for long work, on standard error when that is a terminal.

#include "cli/print/print.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

// Columns of the bar, and how long to wait before it is drawn again, and before its pace is known.
enum { COLUMNS = 40, LEAST_COLUMNS = 4, MILLISECONDS = 100, SOON = 1000, WORDS = 120 };

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
    cli->progress.last = cli->progress.begun = cli->progress.is_on ? now() : 0;
}

// The columns of the terminal, less one, so that nothing is moved to the next line.
static int columns(const kf_cli *cli) {
    struct winsize size = {0};
    bool is_known = ioctl(fileno(cli->err), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return (is_known ? size.ws_col : 80) - 1;
}

// Adds how fast it goes, and how long it will take.
static void add_pace(char words[WORDS], const kf_progress_work *work, int64_t spent) {
    size_t length = strlen(words);
    double seconds = (double)spent / 1000;
    length += (size_t)snprintf(words + length, WORDS - length, ", %.0f games/s",
                               (double)work->games / seconds);
    if (work->bytes == 0 || work->bytes > work->all || length >= WORDS)
        return;
    double left = seconds * (double)(work->all - work->bytes) / (double)work->bytes;
    int whole = left < 359999 ? (int)left : 359999;
    snprintf(words + length, WORDS - length, ", %d:%02d left", whole / 60, whole % 60);
}

static void draw(const kf_cli *cli, const char *words, double share) {
    char bar[COLUMNS + 1];
    int width = columns(cli), length = (int)strlen(words), room = width - length - 3;
    room = room < COLUMNS ? room : COLUMNS;
    if (room < LEAST_COLUMNS) {
        fprintf(cli->err, "\r%.*s\033[K", width, words);
        return;
    }
    int full = (int)(share * room);
    memset(bar, '.', COLUMNS);
    memset(bar, '#', (size_t)(full < room ? full : room));
    fprintf(cli->err, "\r[%.*s] %s\033[K", room, bar, words);
}

void kf_progress_within(kf_cli *cli, size_t done, size_t total, const kf_progress_work *work) {
    char words[WORDS];
    if (!cli->progress.is_on || (total < 2 && work == NULL))
        return;
    int64_t time = now(), spent = time - cli->progress.begun;
    if (time - cli->progress.last < MILLISECONDS)
        return;
    cli->progress.last = time;
    cli->progress.is_shown = true;
    if (total < 2)
        snprintf(words, sizeof words, "%zu games", work->games);
    else
        snprintf(words, sizeof words, "%zu of %zu %.40s", done, total, cli->progress.what);
    if (work != NULL && spent >= SOON)
        add_pace(words, work, spent);
    bool has_bytes = work != NULL && work->all > 0;
    draw(cli, words,
         has_bytes ? (double)work->bytes / (double)work->all : (double)done / (double)total);
    fflush(cli->err);
}

void kf_progress_step(kf_cli *cli, size_t done, size_t total) {
    kf_progress_within(cli, done, total, NULL);
}

void kf_progress_clear(kf_cli *cli) {
    if (!cli->progress.is_shown)
        return;
    cli->progress.is_shown = false;
    fputs("\r\033[K", cli->err);
    fflush(cli->err); // before what standard output says next
}
