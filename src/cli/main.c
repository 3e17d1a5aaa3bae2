// SPDX-License-Identifier: MIT
// The program `kifu`: the process around kf_main_run.

#include <signal.h>
#include <stdio.h>

#include "cli/main_run.h"

int main(int argc, char **argv) {
    char room[64 * 1024];
    // A reader that went away and a file that grew too long are then failed writes like any other,
    // after which a temporary file is still removed.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    // Findings come in thousands; kf_main_run flushes where somebody may be waiting for them.
    setvbuf(stderr, room, _IOFBF, sizeof room);
    int status = kf_main_run(argc, argv, stdin, stdout, stderr);
    fflush(stderr);
    setvbuf(stderr, NULL, _IONBF, 0);
    return status;
}
