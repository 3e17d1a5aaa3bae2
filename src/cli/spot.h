// SPDX-License-Identifier: MIT
// The positions that --game and --at name in the files of a command line.

#ifndef KIFU_CLI_SPOT_H
#define KIFU_CLI_SPOT_H

#include "cli/command.h"
#include "record/replay.h"

// A position that a command is to work on.
typedef struct kf_spot {
    kf_cli *cli;
    const char *file;
    const kf_record *record;
    kf_node node;
    kf_replay *replay; // replayed up to the node
    kf_coords coords;
    size_t game; // its number, from 1
} kf_spot;

// Calls `visit` for one position of each game of each file, or of the game that --game names: the
// one that --at names, else the end of the main line. The options --rules and --coords are read as
// well. Findings are reported. Returns the exit status.
int kf_spot_each(kf_cli *cli, void (*visit)(void *context, const kf_spot *spot), void *context);

// The point that an option names on the position's board; KF_NOWHERE: there is none, and the log
// says so.
kf_point kf_spot_point(const kf_spot *spot, const char *option, const char *text, size_t length);

// For a command that shows one position of one record: the game that --game names, the first when
// it is not given. 0: there is none, which is reported.
kf_node kf_spot_game(kf_cli *cli, const kf_record *record);
// The node of the game that --at names, or `otherwise` when it is not given. 0: there is none,
// which is reported.
kf_node kf_spot_node(kf_cli *cli, const kf_record *record, kf_node game, const char *otherwise);

// Writes "game 1: 19x19, after move 12" with a line break.
void kf_spot_print(const kf_spot *spot);
// Writes the point in the coordinates that were asked for, and returns the text.
const char *kf_spot_write(const kf_spot *spot, kf_point point, char text[KF_POINT_TEXT]);

#endif
