// SPDX-License-Identifier: MIT
// The list of commands.

#include "cli/frame/cli.h"

#include <string.h>

static const kf_command *const commands[] = {
#define KF_COMMAND(name) &kf_cmd_##name,
#include "cli/frame/commands.def"
#undef KF_COMMAND
};

size_t kf_command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const kf_command *kf_command_at(size_t index) {
    return index < kf_command_count() ? commands[index] : NULL;
}

const kf_command *kf_command_named(const char *name) {
    for (size_t i = 0; i < kf_command_count(); i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}
