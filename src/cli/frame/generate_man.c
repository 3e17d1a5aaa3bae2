// SPDX-License-Identifier: MIT
// The manual page as source for scdoc, made from the tables of commands.

#include "cli/frame/generate.h"

#include <string.h>

#include "cli/frame/cli.h"

// Everything that scdoc would take for formatting gets a backslash.
static void put_escaped(FILE *out, const char *text) {
    for (const char *p = text; *p != '\0'; p++) {
        if (strchr("\\*_<>#~`[]|", *p) != NULL || (*p == '.' && (p == text || p[-1] == '\n')))
            putc('\\', out);
        putc(*p, out);
    }
}

// Options in help texts are long; in the manual both forms stand with what they want.
static void put_option(FILE *out, const kf_option *option) {
    if (option->letter != 0)
        fprintf(out, "*-%c*, ", option->letter);
    fprintf(out, "*--%s*", option->name);
    if (kf_options_may_lack(option))
        fprintf(out, "\\[=_%.*s_\\]", (int)strlen(option->argument) - 2, option->argument + 1);
    else if (option->argument != NULL)
        fprintf(out, "=_%s_", option->argument);
    fputs("\n\t", out);
    put_escaped(out, option->help);
    fputs(".\n\n", out);
}

static void put_command(FILE *out, const kf_command *command) {
    fprintf(out, "## kifu %s\n\n*kifu %s* \\[_OPTION_…\\] ", command->name, command->name);
    put_escaped(out, command->operands);
    fputs("\n\n", out);
    put_escaped(out, command->about);
    fputs("\n\n", out);
    for (const kf_option *option = command->options; option->name != NULL; option++)
        put_option(out, option);
}

static void put_formats(FILE *out) {
    for (size_t i = 0; i < kf_format_count(); i++) {
        const kf_format *format = kf_format_at(i);
        fprintf(out, "*%s*\n\t", kf_format_name(format));
        put_escaped(out, kf_format_title(format));
        fputs("; endings: ", out);
        put_escaped(out, kf_format_suffix(format));
        fputs(". ", out);
        put_escaped(out, kf_format_keeps(format));
        fputs(".\n\n", out);
    }
}

// What no table says. The examples are those of the specification's chapters.
static const char front[] =
    "kifu(1)\n\n"
    "# NAME\n\n"
    "kifu - read, check, convert, compare and show records of Go games\n\n"
    "# SYNOPSIS\n\n"
    "*kifu* _COMMAND_ \\[_OPTION_…\\] \\[_FILE_…\\]\n\n"
    "*kifu* *--help* | *--version*\n\n"
    "# DESCRIPTION\n\n"
    "A record (kifu) is a game, a problem, a tree of openings or a book of them. *kifu* reads it "
    "in any "
    "notation, whatever state the file is in, reports what is wrong with it, and writes it in any "
    "notation, telling what that notation cannot hold.\n\n"
    "A _FILE_ named *-*, or none, is standard input. The notation of an input is found by its "
    "text; "
    "that of an output by its ending. Data goes to standard output, findings go to standard error, "
    "one "
    "in the form\n\n"
    "\tfile:line:column: severity: message \\[code\\]\n\n"
    "with the line and a mark under the place. Columns count characters from 1, and a tab is "
    "one.\n\n"
    "# COMMANDS\n\n";

static const char back[] =
    "# EXIT STATUS\n\n"
    "*0*\n\tClean; warnings alone are clean.\n\n"
    "*1*\n\tFindings: errors in a record, records that differ, a place or code that is not there, "
    "something that would be lost under *--strict*.\n\n"
    "*2*\n\tIt could not be done: a command line that makes no sense, a file that cannot be read "
    "or "
    "written, no memory. Of several files the worst counts.\n\n"
    "# ENVIRONMENT\n\n"
    "*NO\\_COLOR*\n\tWhen set and not empty, findings are not colored, unless *--color=always* is "
    "given.\n\n"
    "*TERM*\n\tWhen it is _dumb_, there are no colors and no progress bar.\n\n"
    "# EXAMPLES\n\n"
    "What is wrong with all records below a folder:\n\n"
    "\tkifu check -r games/\n\n"
    "One finding, explained:\n\n"
    "\tkifu explain sgf/unclosed-value\n\n"
    "A folder of records in another notation; a bad file never stops the others:\n\n"
    "\tkifu convert \\*.go --to sgf -o sgf/\n\n"
    "Whether nothing was lost on the way:\n\n"
    "\tkifu diff old.go new.sgf\n\n"
    "The board after fifty moves, and the paths of all variations:\n\n"
    "\tkifu show game.sgf --at 50\n\n"
    "\tkifu show game.sgf --tree\n\n"
    "Who won, of every game below a folder:\n\n"
    "\tkifu info -r --json games/ | jq -r '\\[.black, .white, .result\\] | @tsv'\n";

void kf_generate_man(FILE *out) {
    fputs(front, out);
    for (size_t i = 0; i < kf_command_count(); i++)
        put_command(out, kf_command_at(i));
    fputs("# NOTATIONS\n\n", out);
    put_formats(out);
    fputs(back, out);
}
