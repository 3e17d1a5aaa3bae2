// SPDX-License-Identifier: MIT
// One file with many games by several processes.

#ifndef KF_CLI_FRAME_AHEAD_H
#define KF_CLI_FRAME_AHEAD_H

#include "base/log.h"
#include "cli/frame/cli.h"

// Games that follow each other and of which there is nothing to be told, or only how often what was
// found in them. The processes are copies of the first one, so that a dialect is the same pointer
// in all.
typedef struct kf_ahead_piece {
    uint64_t begin, end; // in the file
    uint64_t games;
    const kf_dialect *dialect; // that would be told where it changes; NULL: none
    kf_log_sums sums;          // of errors and warnings
} kf_ahead_piece;

// What is done with the games.
typedef struct kf_ahead_task {
    // In a process of its own: what `look` gets. What is wrong goes to the log. NULL: no memory.
    void *(*begin)(void *context, kf_log *log);
    // Whether there is nothing to be told of a game beside what is in the log. May set the dialect.
    bool (*look)(void *run, const kf_record *record, kf_ahead_piece *piece);
    // Whether findings of that code may be told by their number: they depend on nothing but their
    // game, and nothing else on them. NULL: none may.
    bool (*counts)(kf_code code);
    // In the first process: whether it may pass over those games. What was counted in them is then
    // in its log.
    bool (*pass)(void *context, const kf_ahead_piece *piece);
    void *context;
} kf_ahead_task;

// Processes that look at the later parts of a file meanwhile, and tell of which games there is
// nothing to be told.
typedef struct kf_ahead kf_ahead;

// Starts them, as many as --jobs says. NULL: the file is too small, or no file, or --jobs asks for
// one process.
kf_ahead *kf_ahead_open(kf_cli *cli, const char *name, const kf_ahead_task *task);
// Passes over the games that follow in the stream, as far as there is nothing to be told of them.
// Waits for the process that looks at them. NULL does nothing.
void kf_ahead_pass(kf_ahead *ahead, kf_stream *stream);
// Ends the processes.
void kf_ahead_close(kf_ahead *ahead);

#endif
