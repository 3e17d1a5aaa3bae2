// SPDX-License-Identifier: MIT
// The help texts, made from the tables.

#include "cli/frame/cli.h"
#include "cli/frame/words.h"

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
        width += 1 + kf_report_width(kf_text_of(option->argument));
    char help[KF_WORDS_HELP];
    print_beside(out, width, kf_words_help(option, help));
}

// ---- Groups ----

// The names of a group are the rows below its title, so each title ends the group before it; before
// the first there is nothing.
// clang-format off
static const kf_help_group groups[] = {
    {"", ""
#define KF_GROUP(title)  }, {title, ""
#define KF_COMMAND(name) " " #name
#include "cli/frame/commands.def"
#undef KF_COMMAND
    }, {NULL, NULL},
};
// clang-format on

const kf_help_group *kf_help_groups(void) {
    return groups + 1;
}

const kf_command *kf_help_next(kf_text *names) {
    kf_text word;
    while (kf_text_word(names, &word))
        for (size_t i = 0; i < kf_command_count(); i++)
            if (kf_text_is(word, kf_command_at(i)->name))
                return kf_command_at(i);
    return NULL;
}

// ---- Options of many commands ----

static const kf_option reading[] = {KF_OPTIONS_READING, {.name = NULL}};
static const kf_option writing[] = {KF_OPTIONS_WRITING, {.name = NULL}};
static const kf_option common[] = {KF_OPTIONS_COMMON};

static const kf_help_set sets[] = {
    {"Every command", common},
    {"Commands that read records", reading},
    {"Commands that write files", writing},
    {NULL, NULL},
};

const kf_help_set *kf_help_sets(void) {
    return sets;
}

bool kf_help_is_common(const kf_option *option) {
    for (const kf_help_set *set = sets; set->title != NULL; set++)
        for (const kf_option *one = set->options; one->name != NULL; one++)
            if (one->key == option->key && strcmp(one->help, option->help) == 0)
                return true;
    return false;
}

void kf_help_options(FILE *out) {
    for (const kf_help_set *set = sets; set->title != NULL; set++) {
        fprintf(out, "%s%s:\n", set == sets ? "" : "\n", set->title);
        for (const kf_option *option = set->options; option->name != NULL; option++)
            print_option(out, option);
    }
}

// ---- The texts ----

// The options that are explained once for all commands, by name.
static void print_common(FILE *out, const kf_command *command) {
    char names[1024] = "";
    size_t length = 0;
    for (const kf_option *option = command->options; option->name != NULL; option++) {
        if (!kf_help_is_common(option) || length + 100 > sizeof names)
            continue;
        char letter[8] = "";
        if (option->letter != 0)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s--%s",
                                   length > 0 ? ", " : "", letter, option->name);
    }
    fputs("\nAlso, as 'kifu help options' explains:\n  ", out);
    kf_help_wrap(out, names, 2, 2);
}

void kf_help_command(FILE *out, const kf_command *command) {
    bool has_own = false;
    fprintf(out, "Usage: kifu %s [OPTION…]%s%s\n", command->name, command->operands[0] ? " " : "",
            command->operands);
    print_paragraphs(out, command->about);
    for (const kf_option *option = command->options; option->name != NULL; option++) {
        if (kf_help_is_common(option))
            continue;
        fputs(has_own ? "" : "\nOptions:\n", out);
        has_own = true;
        print_option(out, option);
    }
    print_common(out, command);
}

void kf_help_program(FILE *out) {
    fputs("Usage: kifu COMMAND [OPTION…] [FILE…]\n\n", out);
    kf_help_wrap(out,
                 "Checks, fixes, converts, compares, shows, scores and draws records of Go games, "
                 "in any notation.",
                 0, 0);
    for (const kf_help_group *group = kf_help_groups(); group->title != NULL; group++) {
        fprintf(out, "\n%s:\n", group->title);
        kf_text names = kf_text_of(group->names);
        for (const kf_command *command; (command = kf_help_next(&names)) != NULL;) {
            fprintf(out, "  %s", command->name);
            print_beside(out, 2 + strlen(command->name), command->summary);
        }
    }
    fputc('\n', out);
    kf_help_wrap(out,
                 "'kifu help COMMAND' says more about a command, 'kifu help options' about the "
                 "common options. '-' or no file is standard input.",
                 0, 0);
    kf_help_wrap(out,
                 "Exit status: 0 clean (warnings alone are clean, but for 'check --strict'), 1 "
                 "findings, 2 could not do it.",
                 0, 0);
}
