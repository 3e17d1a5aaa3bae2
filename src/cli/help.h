// SPDX-License-Identifier: MIT
// The help texts, made from the tables.

#ifndef KIFU_CLI_HELP_H
#define KIFU_CLI_HELP_H

#include "cli/command.h"

// What `kifu --help` prints.
void kf_help_program(FILE *out);
// What `kifu COMMAND --help` prints.
void kf_help_command(FILE *out, const kf_command *command);
// Writes words with line breaks between them: from `column` on, lines up to 79 columns, further
// lines behind `indent` spaces, and a newline at the end.
void kf_help_wrap(FILE *out, const char *text, size_t column, size_t indent);

#endif
