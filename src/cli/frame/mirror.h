// SPDX-License-Identifier: MIT
// A folder of outputs that repeats the folders of the inputs.

#ifndef KF_CLI_MIRROR_H
#define KF_CLI_MIRROR_H

#include "cli/frame/cli.h"

// Where what is made of an input goes. `name` is what stands behind the prefix of the input's name
// (see kf_inputs), with that ending in the place of its own; NULL: with its own.
const char *kf_mirror_name(kf_cli *cli, const char *folder, const char *name, const char *ending);
// Where one of several things goes that an input gives: its stem, the number, and the notation's
// ending.
const char *kf_mirror_piece(kf_cli *cli, const char *folder, kf_text stem, size_t number,
                            const kf_format *format);
// The first of the endings that the notation has.
kf_text kf_mirror_ending(const kf_format *format);

// Makes the folders between `folder` and a file in it of that name. What leads out of the folder is
// none: a link is refused. False: the log says why.
bool kf_mirror_folders(kf_cli *cli, const char *folder, const char *name);

#endif
