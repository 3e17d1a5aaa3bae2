// SPDX-License-Identifier: MIT
// Writing a file so that it is the old one or the whole new one, whatever happens.

#ifndef KIFU_CLI_TARGET_H
#define KIFU_CLI_TARGET_H

#include <limits.h>
#include <signal.h>

#include "cli/command.h"

// A file being written. The bytes go to a temporary file in the same folder, which takes the place
// of the target when all of it has reached the disk. Meanwhile signals that end the program
// wait until the temporary file is gone; they are looked for at every write.
typedef struct kf_target {
    kf_cli *cli;
    const char *name;         // as the user wrote it; "-": standard output
    char real[PATH_MAX];      // behind symbolic links
    char temporary[PATH_MAX]; // "" when the target is a device or a pipe, written directly
    int file;
    int error;        // errno of the first failure, 0 when there was none
    bool is_open;     // between kf_target_open and kf_target_close
    bool has_old;     // a file of that name was there before
    bool is_stopped;  // by a signal
    bool is_blocking; // signals wait
    sigset_t mask;    // the signals that were blocked before
} kf_target;

// A target for who leaves by a failed allocation now and then: when the command ends and it is
// still open, it is closed without keeping anything. All zero is a target too, for those who do
// not.
kf_target *kf_target_new(kf_cli *cli);
// False: it cannot be written, and the log says why.
bool kf_target_open(kf_target *target, kf_cli *cli, const char *name);
// A kf_sink; the context is the target.
bool kf_target_write(void *context, const void *bytes, size_t length);
// Ends the writing. With `keep` the target is replaced; without, or after a failure, it stays as it
// was and nothing is left behind. True when the new file is in place. When a signal waited, the
// program ends here.
bool kf_target_close(kf_target *target, bool keep);

#endif
