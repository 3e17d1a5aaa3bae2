// SPDX-License-Identifier: MIT
// The help texts, made from the tables.

#include "cli/frame/cli.h"

#include <string.h>

#include "base/text.h"
#include "cli/print/print.h"

// Where the texts of a list begin, and how long lines may be.
enum { LIST_COLUMN = 26, LINE = 79 };

void kf_help_wrap(FILE *out, const char *text, size_t column, size_t indent) {
    kf_text rest = kf_text_of(text), word;
    bool is_first = true;
    for (; kf_text_word(&rest, &word); is_first = false) {
        size_t width = kf_report_width(word);
        if (!is_first && column + 1 + width > LINE) {
            putc('\n', out);
            kf_report_pad(out, 0, indent);
            column = indent;
        } else if (!is_first) {
            putc(' ', out);
            column++;
        }
        fwrite(word.data, 1, word.length, out);
        column += width;
    }
    putc('\n', out);
}

// A row of a list: what has already `width` columns gets its text beside or below it.
static void print_beside(FILE *out, size_t width, const char *text) {
    if (width + 2 > LIST_COLUMN) {
        putc('\n', out);
        width = 0;
    }
    kf_report_pad(out, width, LIST_COLUMN);
    kf_help_wrap(out, text, LIST_COLUMN, LIST_COLUMN);
}

static void print_paragraphs(FILE *out, const char *text) {
    const char *end;
    char paragraph[2048];
    for (; *text != '\0'; text = end + strspn(end, "\n")) {
        end = strstr(text, "\n\n");
        end = end != NULL ? end : text + strlen(text);
        size_t length = (size_t)(end - text);
        length = length < sizeof paragraph ? length : sizeof paragraph - 1;
        memcpy(paragraph, text, length);
        paragraph[length] = '\0';
        putc('\n', out);
        kf_help_wrap(out, paragraph, 0, 0);
    }
}

static void print_option(FILE *out, const kf_option *option) {
    char letter[8] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    bool may_lack = kf_options_may_lack(option);
    fprintf(out, "  %s--%s%s%s", letter, option->name,
            may_lack                   ? "[="
            : option->argument != NULL ? "="
                                       : "",
            option->argument != NULL ? option->argument + may_lack : "");
    size_t width = 8 + strlen(option->name);
    if (option->argument != NULL)
        width += 1 + strlen(option->argument);
    print_beside(out, width, option->help);
}

void kf_help_command(FILE *out, const kf_command *command) {
    fprintf(out, "Usage: kifu %s [OPTION…]%s%s\n", command->name, command->operands[0] ? " " : "",
            command->operands);
    print_paragraphs(out, command->about);
    fputs("\nOptions:\n", out);
    for (const kf_option *option = command->options; option->name != NULL; option++)
        print_option(out, option);
}

void kf_help_program(FILE *out) {
    fputs("Usage: kifu COMMAND [OPTION…] [FILE…]\n\n", out);
    kf_help_wrap(
        out, "Reads, checks, compares, shows and converts records of Go games, in any notation.", 0,
        0);
    fputs("\nCommands:\n", out);
    for (size_t i = 0; i < kf_command_count(); i++) {
        const kf_command *command = kf_command_at(i);
        fprintf(out, "  %s", command->name);
        print_beside(out, 2 + strlen(command->name), command->summary);
    }
    fputs("\n'kifu COMMAND --help' says more of a command. '-' or no file is standard input.\n"
          "Exit status: 0 clean, 1 findings, 2 could not do it.\n",
          out);
}
