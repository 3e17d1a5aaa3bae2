// SPDX-License-Identifier: MIT
// `kifu --generate KIND`: what is made from the tables of commands.

#include "cli/frame/generate.h"

#include <string.h>

#include "cli/frame/cli.h"

bool kf_generate(FILE *out, const char *kind) {
    static const struct {
        const char *kind;
        void (*write)(FILE *out);
    } kinds[] = {
        {"man", kf_generate_man},
        {"bash", kf_generate_shell_bash},
        {"zsh", kf_generate_shell_zsh},
        {"fish", kf_generate_shell_fish},
    };
    // "man-check": the page of a command.
    if (strncmp(kind, "man-", 4) == 0 && kf_command_named(kind + 4) != NULL) {
        kf_generate_man_command(out, kf_command_named(kind + 4));
        return true;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0) {
            kinds[i].write(out);
            return true;
        }
    return false;
}
