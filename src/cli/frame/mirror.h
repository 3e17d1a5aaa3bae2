// SPDX-License-Identifier: MIT
// A folder of outputs that repeats the folders of the inputs.

#ifndef KF_CLI_MIRROR_H
#define KF_CLI_MIRROR_H

#include "cli/frame/cli.h"

// Makes the folders between `folder` and a file in it of that name. What leads out of the folder is
// none: a link is refused. False: the log says why.
bool kf_mirror_folders(kf_cli *cli, const char *folder, const char *name);

#endif
