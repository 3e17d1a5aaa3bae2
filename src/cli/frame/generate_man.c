// SPDX-License-Identifier: MIT
// The manual pages in man(7), made from the tables of commands.

#include "cli/frame/generate.h"

#include <string.h>

#include "cli/frame/cli.h"
#include "cli/frame/words.h"

// The day that the pages name: that of the last change of what no table says.
#define PAGE_DATE "2026-11-22"

enum { LINE = 72 };

// ---- Text ----

// What troff would take for its own is escaped. A dash is one of an option, not a hyphen.
static void put_character(FILE *out, char c, bool is_first) {
    if (is_first && (c == '.' || c == '\''))
        fputs("\\&", out);
    if (c == '\\')
        fputs("\\e", out);
    else if (c == '-')
        fputs("\\-", out);
    else
        putc(c, out);
}

static void put_plain(FILE *out, const char *text) {
    for (const char *p = text; *p != '\0'; p++)
        put_character(out, *p, false);
}

// Text with line breaks between words and a newline at the end; an empty line begins a paragraph.
static void put_text(FILE *out, const char *text, const char *end) {
    size_t column = 0;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\n') {
            fputs(p[1] == '\n' ? "\n.PP\n" : column > 0 ? "\n" : "", out);
            p += p[1] == '\n';
            column = 0;
        } else if (*p == ' ' && column + strcspn(p + 1, " \n") >= LINE) {
            putc('\n', out);
            column = 0;
        } else {
            put_character(out, *p, column == 0);
            column++;
        }
    }
    fprintf(out, "%s\n", end);
}

static void put_head(FILE *out, const char *name) {
    fputs(".TH KIFU", out);
    for (const char *p = name; *p != '\0'; p++)
        putc(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p, out);
    fputs(" 1 " PAGE_DATE " \"kifu " KF_VERSION "\"\n", out);
}

// ---- Options ----

static void put_option(FILE *out, const kf_option *option) {
    fputs(".TP\n", out);
    if (option->letter != 0)
        fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", out);
    put_plain(out, option->name);
    fputs("\\fR", out);
    if (kf_options_may_lack(option))
        fprintf(out, "[=\\fI%.*s\\fR]", (int)strlen(option->argument) - 2, option->argument + 1);
    else if (option->argument != NULL)
        fprintf(out, "=\\fI%s\\fR", option->argument);
    putc('\n', out);
    char help[KF_WORDS_HELP];
    put_text(out, kf_words_help(option, help), ".");
}

// Options that the page of kifu explains, by name.
static void put_common(FILE *out, const kf_command *command) {
    fputs(".SH COMMON OPTIONS\n.BR kifu (1)\nexplains", out);
    const char *comma = "";
    for (const kf_option *option = command->options; option->name != NULL; option++) {
        if (!kf_help_is_common(option))
            continue;
        fprintf(out, "%s\n\\fB\\-\\-", comma);
        put_plain(out, option->name);
        fputs("\\fR", out);
        comma = ",";
    }
    fputs(".\n", out);
}

// ---- A command's page ----

static void put_related(FILE *out, const kf_command *command) {
    fputs(".SH SEE ALSO\n.BR kifu (1)", out);
    for (const kf_help_group *group = kf_help_groups(); group->title != NULL; group++) {
        kf_text names = kf_text_of(group->names), rest = names;
        bool is_own = false;
        const kf_command *one;
        while ((one = kf_help_next(&rest)) != NULL)
            is_own = is_own || one == command;
        while (is_own && (one = kf_help_next(&names)) != NULL)
            if (one != command)
                fprintf(out, ",\n.BR kifu\\-%s (1)", one->name);
    }
    putc('\n', out);
}

void kf_generate_man_command(FILE *out, const kf_command *command) {
    char name[64];
    bool has_own = false;
    snprintf(name, sizeof name, "-%s", command->name);
    put_head(out, name);
    fprintf(out, ".SH NAME\nkifu\\-%s \\- ", command->name);
    put_text(out, command->summary, "");
    fprintf(out, ".SH SYNOPSIS\n.B kifu %s\n[\\fIOPTION…\\fR]\n", command->name);
    if (command->operands[0] != '\0')
        put_text(out, command->operands, "");
    fputs(".SH DESCRIPTION\n", out);
    put_text(out, command->about, "");
    for (const kf_option *option = command->options; option->name != NULL; option++) {
        if (kf_help_is_common(option))
            continue;
        fputs(has_own ? "" : ".SH OPTIONS\n", out);
        has_own = true;
        put_option(out, option);
    }
    put_common(out, command);
    put_related(out, command);
}

// ---- The page of kifu ----

static void put_commands(FILE *out) {
    for (const kf_help_group *group = kf_help_groups(); group->title != NULL; group++) {
        fprintf(out, ".SS %s\n", group->title);
        kf_text names = kf_text_of(group->names);
        for (const kf_command *command; (command = kf_help_next(&names)) != NULL;) {
            fprintf(out, ".TP\n.BR kifu\\-%s (1)\n", command->name);
            put_text(out, command->summary, ".");
        }
    }
    fputs(".SH COMMON OPTIONS\n", out);
    for (const kf_help_set *set = kf_help_sets(); set->title != NULL; set++) {
        fprintf(out, ".SS %s\n", set->title);
        for (const kf_option *option = set->options; option->name != NULL; option++)
            put_option(out, option);
    }
}

static void put_formats(FILE *out) {
    fputs(".SH NOTATIONS\n", out);
    for (size_t i = 0; i < kf_format_count(); i++) {
        const kf_format *format = kf_format_at(i);
        fprintf(out, ".TP\n.B %s\n", kf_format_name(format));
        put_text(out, kf_format_title(format), "; extensions:");
        put_text(out, kf_format_suffix(format), ".");
        put_text(out, kf_format_keeps(format), ".");
    }
}

// What no table says, as a heading and lines below it. A line that begins with `$` is a command of
// an example, one with `=` the subject of the line below it.
static const char *const front[] = {
    "DESCRIPTION",
    "A record (kifu) is a game, a problem, a tree of openings or a book of them. kifu reads it in "
    "any notation, whatever state the file is in, reports what is wrong with it, and writes it in "
    "any notation, and lists what that notation cannot hold.\n\n"
    "A FILE named '-', or none, is standard input. The notation of an input is recognised from its "
    "text; that of an output follows from its extension. The answer of a command goes to standard "
    "output, and so do the findings of 'kifu check'; the findings of other commands go to standard "
    "error, each in the form",
    "$file:line:column: severity: message [code]",
    "with the line and a mark under the place. Columns count characters from 1, and a tab is one.",
    NULL,
};

// NOLINTBEGIN(bugprone-suspicious-missing-comma): long lines go on in the next one.
static const char *const back[] = {
    "EXIT STATUS",
    "=0",
    "Clean; warnings alone are clean, unless 'kifu check --strict' counts them.",
    "=1",
    "Findings: errors in a record, records that differ, what --strict counts.",
    "=2",
    "It could not be done: a command line that makes a mistake, a file that cannot be read or "
    "written, a place that a record does not have, no memory. With several files, the worst "
    "counts.",
    "ENVIRONMENT",
    "=NO_COLOR",
    "When set and not empty, findings have no colours, unless --color=always is given.",
    "=TERM",
    "When it is 'dumb', there are no colours and no progress bar.",
    "EXAMPLES",
    "Everything that is wrong in the records below a folder:",
    "$kifu check -r games/",
    "One finding, explained:",
    "$kifu explain sgf/unclosed-value",
    "A folder of records in another notation; a bad file never stops the others:",
    "$kifu convert *.go --to sgf -o sgf/",
    "Make sure that nothing was lost:",
    "$kifu diff old.go new.sgf",
    "The board after fifty moves, and the paths of all variations:",
    "$kifu show game.sgf --at 50",
    "$kifu show game.sgf --tree",
    "How often each finding occurs in a collection:",
    "$kifu check -r --summary games/",
    NULL,
};
// NOLINTEND(bugprone-suspicious-missing-comma)

static bool is_heading(const char *line) {
    return line[strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ ")] == '\0';
}

static void put_part(FILE *out, const char *const *lines) {
    for (; *lines != NULL; lines++) {
        const char *line = *lines;
        if (is_heading(line)) {
            fprintf(out, ".SH %s\n", line);
        } else if (*line == '$') {
            fputs(".PP\n.RS\n", out);
            put_text(out, line + 1, "");
            fputs(".RE\n", out);
            fputs(lines[1] != NULL && !is_heading(lines[1]) && lines[1][0] != '$' ? ".PP\n" : "",
                  out);
        } else if (*line == '=') {
            fprintf(out, ".TP\n.B %s\n", line + 1);
        } else {
            put_text(out, line, "");
        }
    }
}

void kf_generate_man(FILE *out) {
    put_head(out, "");
    fputs(".SH NAME\nkifu \\- read, check, convert, compare and show records of Go games\n"
          ".SH SYNOPSIS\n.B kifu\n\\fICOMMAND\\fR [\\fIOPTION…\\fR] [\\fIFILE…\\fR]\n.br\n"
          ".B kifu \\-\\-help\n|\n.B \\-\\-version\n",
          out);
    put_part(out, front);
    fputs(".SH COMMANDS\n", out);
    put_commands(out);
    put_formats(out);
    put_part(out, back);
}
