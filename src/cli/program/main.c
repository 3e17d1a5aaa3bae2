// SPDX-License-Identifier: MIT
// The programs: the process around kf_main_run. `kifu` itself starts quickly, for it needs nothing
// but the C library. kifu-draw, kifu-view and kifu-serve are built with KIFU_MAIN_DRAW, …_VIEW and
// …_SERVE, each with one part that needs more.

#include <kifu/cairo.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/program/program.h"
#include "cli/serve/serve.h"
#include "cli/view/view.h"

// Where standard input or output is closed, no file that is opened later takes its place: to read
// from it, or to write to it, still fails.
static void keep_places(void) {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv) {
    kf_parts parts = {.draw = NULL};
    keep_places();
#if defined(KIFU_MAIN_DRAW)
    parts.draw = kf_cairo_library();
#elif defined(KIFU_MAIN_VIEW)
    parts.view = kf_view_run;
    kf_guard_terminal();
#elif defined(KIFU_MAIN_SERVE)
    parts.serve = kf_serve_run;
#endif
    char room[64 * 1024];
    // A reader that went away and a file that grew too long are then failed writes like any other,
    // after which a temporary file is still removed.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    // Findings come in thousands; kf_main_run flushes where somebody may be waiting for them.
    setvbuf(stderr, room, _IOFBF, sizeof room);
    int status = kf_main_run(argc, argv, stdin, stdout, stderr, &parts);
    fflush(stderr);
    setvbuf(stderr, NULL, _IONBF, 0);
#if defined(KIFU_MAIN_DRAW)
    kf_guard_finish();
#endif
    return status;
}
