// SPDX-License-Identifier: MIT
// Large inputs, which are read twice and not kept: first to see what is in them, then to write it.

#ifndef KF_CLI_FRAME_AGAIN_H
#define KF_CLI_FRAME_AGAIN_H

#include "cli/frame/cli.h"

// An input that can be read more than once. What comes through a pipe is copied to a file without
// a name when it is read first.
typedef struct kf_again kf_again;

// The file, or standard input for "-"; in the arena of the command, and closed with it. NULL: it is
// small, or cannot be read twice; what is wrong with it comes out when it is read otherwise.
kf_again *kf_again_open(kf_cli *cli, const char *name);
// All games from the beginning. NULL: there is no memory, and the log says so.
kf_stream *kf_again_stream(kf_again *again, kf_log *log);
// Makes standard input what it was before, to be read otherwise; files are so in any case. What
// came through a pipe is then the copy, which stays open as long as the input. False: the log says
// why.
bool kf_again_give_back(kf_again *again);
// Gives all bytes to the sink as they are. False: the sink stopped, or the log says what is wrong.
bool kf_again_copy(kf_again *again, kf_sink *sink, void *context);
// Whether it is still what it was, in which `has_same_games` has its say; if not, so does the log.
bool kf_again_is_same(const kf_again *again, bool has_same_games);

// Says on a terminal that it is read from.
void kf_again_greet(const kf_cli *cli);
// Reports that standard input cannot be read, by errno.
void kf_again_report(const kf_cli *cli);

// Whether a record that was read with so many errors was made of what is no text.
bool kf_again_is_noise(const kf_record *record, size_t faults);
// Reports that nothing in the input can be written.
void kf_again_report_empty(const kf_cli *cli, const char *name);

#endif
