// SPDX-License-Identifier: MIT
// One file with many games by several processes.

#ifndef KF_CLI_FRAME_AHEAD_H
#define KF_CLI_FRAME_AHEAD_H

#include "cli/frame/cli.h"

// Processes that check the later parts of a file meanwhile, and tell in which games there is
// nothing to be said.
typedef struct kf_ahead kf_ahead;

// Starts them, as many as --jobs says. NULL: the file is too small, or no file, or --jobs asks for
// one process.
kf_ahead *kf_ahead_open(kf_cli *cli, const char *name);
// Passes over the games that follow in the stream, as far as they are known to be without findings
// also behind what `run` has seen. Waits for the process that looks at them. NULL does nothing.
void kf_ahead_pass(kf_ahead *ahead, kf_stream *stream, kf_check_run *run);
// Ends the processes.
void kf_ahead_close(kf_ahead *ahead);

#endif
