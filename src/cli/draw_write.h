// SPDX-License-Identifier: MIT
// Handing figures to a writer, with memory of its own.

#ifndef KIFU_CLI_DRAW_WRITE_H
#define KIFU_CLI_DRAW_WRITE_H

#include "cli/command.h"
#include "draw/writer.h"

// Writes the figures of the work, whose arena is filled in here: what was opened for the picture
// can then be closed whatever happens. False: it failed, and the log says why.
bool kf_draw_write_to(kf_cli *cli, const kf_writer *writer, kf_drawing_job work);
// The same into a file, which is the old one or the whole new one; sink and context are filled in.
bool kf_draw_write_file(kf_cli *cli, const kf_writer *writer, kf_drawing_job work,
                        const char *output);

#endif
