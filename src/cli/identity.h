// SPDX-License-Identifier: MIT
// Which files are the same, whatever they are called.

#ifndef KIFU_CLI_IDENTITY_H
#define KIFU_CLI_IDENTITY_H

#include <sys/types.h>

#include "cli/input.h"

// What makes a file that file.
typedef struct kf_identity {
    dev_t device;
    ino_t inode;
} kf_identity;

// The files of a list, sorted; in the command's arena.
typedef struct kf_identities {
    kf_identity *files;
    size_t count;
} kf_identities;

kf_identities kf_identity_list(kf_cli *cli, const kf_inputs *inputs);
// Whether the name leads to one of the files.
bool kf_identity_has(const kf_identities *identities, const char *name);

#endif
