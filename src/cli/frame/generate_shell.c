// SPDX-License-Identifier: MIT
// Completions for bash, zsh and fish, made from the tables of commands.

#include "cli/frame/generate.h"

#include <string.h>

#include "cli/frame/words.h"

static const char head[] = "Made by 'kifu --generate' from the tables of commands.";

// ---- Words ----

static bool wants_files(const char *words) {
    return words != NULL && (strcmp(words, "@file") == 0 || strcmp(words, "@folder") == 0);
}

// The words that a table offers, with spaces between them.
static void put_words(FILE *out, const char *words) {
    if (words == NULL || wants_files(words))
        return;
    for (size_t i = 0; kf_words_at(words, i) != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", kf_words_at(words, i));
    if (words[0] != '@')
        fputs(words, out);
}

static void put_command_names(FILE *out) {
    for (size_t i = 0; i < kf_command_count(); i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", kf_command_at(i)->name);
}

// What may follow `kifu help`.
static void put_help_words(FILE *out) {
    put_command_names(out);
    fputs(" options", out);
}

// Text in single quotes of a shell; with `also`, these characters get a backslash, for the shell
// looks into the string once more.
static void put_quoted(FILE *out, const char *text, const char *also) {
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr(also, *text) != NULL)
            putc('\\', out);
        putc(*text, out);
    }
}

// ---- bash ----

// One branch of the case that looks at the word before: what the option's argument may be.
static void put_bash_argument(FILE *out, const kf_command *command, const kf_option *option) {
    if (option->argument == NULL || kf_options_may_lack(option))
        return;
    fprintf(out, "        %s:--%s", command->name, option->name);
    if (option->letter != 0)
        fprintf(out, " | %s:-%c", command->name, option->letter);
    fputs(") ", out);
    if (wants_files(option->words)) {
        fputs("compopt -o default; return ;;\n", out);
        return;
    }
    fputs("words='", out);
    put_words(out, option->words);
    fputs("' ;;\n", out);
}

static void put_bash_command(FILE *out, const kf_command *command) {
    fprintf(out, "        %s:-*) words='", command->name);
    for (const kf_option *option = command->options; option->name != NULL; option++) {
        fprintf(out, "%s--%s", option == command->options ? "" : " ", option->name);
        if (option->letter != 0)
            fprintf(out, " -%c", option->letter);
    }
    fputs("' ;;\n", out);
    if (command->words == NULL || wants_files(command->words))
        return;
    fprintf(out, "        %s:*) words='", command->name);
    put_words(out, command->words);
    fputs("' ;;\n", out);
}

void kf_generate_shell_bash(FILE *out) {
    fprintf(out, "# bash completion for kifu. %s\n\n_kifu() {\n", head);
    fputs(
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    local command=${COMP_WORDS[1]} words=''\n"
        "    COMPREPLY=()\n"
        // bash makes the '=' of --option=value a word of its own.
        "    if [ \"$word\" = = ]; then\n        word=''\n"
        "    elif [ \"$before\" = = ]; then\n        before=${COMP_WORDS[COMP_CWORD - 2]}\n    fi\n"
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='",
        out);
    put_command_names(out);
    fputs(" help --help --version'\n    else\n        case $command:$before in\n        help:*) "
          "words='",
          out);
    put_help_words(out);
    fputs("' ;;\n", out);
    for (size_t i = 0; i < kf_command_count(); i++)
        for (const kf_option *o = kf_command_at(i)->options; o->name != NULL; o++)
            put_bash_argument(out, kf_command_at(i), o);
    fputs("        *) case $command:$word in\n", out);
    for (size_t i = 0; i < kf_command_count(); i++)
        put_bash_command(out, kf_command_at(i));
    fputs("        *) compopt -o default; return ;;\n        esac ;;\n        esac\n    fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\n\n"
          "complete -F _kifu kifu\n",
          out);
}

// ---- zsh ----

static void put_zsh_option(FILE *out, const kf_option *option) {
    bool may_lack = kf_options_may_lack(option);
    char help[KF_WORDS_HELP];
    const char *equals = may_lack ? "=-" : option->argument != NULL ? "=" : "";
    fputs(" \\\n            ", out);
    if (option->letter != 0)
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}", option->letter, option->name, option->letter,
                may_lack                   ? "-"
                : option->argument != NULL ? "+"
                                           : "",
                option->name, equals);
    else
        fprintf(out, "--%s%s", option->name, equals);
    fputs("'[", out);
    put_quoted(out, kf_words_help(option, help), "[]:\\");
    putc(']', out);
    if (option->argument != NULL) {
        fprintf(out, "%s%.*s:", may_lack ? "::" : ":", (int)strlen(option->argument) - 2 * may_lack,
                option->argument + may_lack);
        if (wants_files(option->words))
            fputs("_files", out);
        else if (option->words != NULL) {
            putc('(', out);
            put_words(out, option->words);
            putc(')', out);
        }
    }
    putc('\'', out);
}

static void put_zsh_command(FILE *out, const kf_command *command) {
    fprintf(out, "    %s)\n        _arguments -s", command->name);
    for (const kf_option *option = command->options; option->name != NULL; option++)
        put_zsh_option(out, option);
    if (command->words != NULL) {
        fputs(" \\\n            '*:operand:", out);
        if (wants_files(command->words)) {
            fputs("_files'", out);
        } else {
            putc('(', out);
            put_words(out, command->words);
            fputs(")'", out);
        }
    }
    fputs(" ;;\n", out);
}

void kf_generate_shell_zsh(FILE *out) {
    fprintf(out, "#compdef kifu\n# zsh completion for kifu. %s\n\n_kifu() {\n", head);
    fputs("    local -a commands\n    commands=(\n", out);
    for (size_t i = 0; i < kf_command_count(); i++) {
        fprintf(out, "        '%s:", kf_command_at(i)->name);
        put_quoted(out, kf_command_at(i)->summary, ":\\");
        fputs("'\n", out);
    }
    fputs("        'help:explain a command'\n    )\n    if ((CURRENT == 2)); then\n        "
          "_describe command commands\n"
          "        _values 'option' --help --version\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    ((CURRENT--))\n    case $command in\n",
          out);
    for (size_t i = 0; i < kf_command_count(); i++)
        put_zsh_command(out, kf_command_at(i));
    fputs("    help)\n        _values command ", out);
    put_help_words(out);
    fputs(" ;;\n", out);
    fputs("    esac\n}\n\n_kifu \"$@\"\n", out);
}

// ---- fish ----

static void put_fish_option(FILE *out, const kf_command *command, const kf_option *option) {
    fprintf(out, "complete -c kifu -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            option->name);
    if (option->letter != 0)
        fprintf(out, " -s %c", option->letter);
    if (option->argument != NULL && !kf_options_may_lack(option)) {
        fputs(wants_files(option->words) ? " -r -F" : " -x", out);
        if (option->words != NULL && !wants_files(option->words)) {
            fputs(" -a '", out);
            put_words(out, option->words);
            putc('\'', out);
        }
    }
    fputs(" -d '", out);
    // In fish a quote inside of quotes has a backslash before it.
    char help[KF_WORDS_HELP];
    for (const char *p = kf_words_help(option, help); *p != '\0'; p++)
        fprintf(out, "%s%c", *p == '\'' || *p == '\\' ? "\\" : "", *p);
    fputs("'\n", out);
}

void kf_generate_shell_fish(FILE *out) {
    fprintf(out, "# fish completion for kifu. %s\n\n", head);
    fputs("complete -c kifu -n __fish_use_subcommand -f -l help -d 'print help'\n"
          "complete -c kifu -n __fish_use_subcommand -f -l version -d 'print the version'\n"
          "complete -c kifu -n __fish_use_subcommand -f -a help -d 'explain a command'\n"
          "complete -c kifu -n '__fish_seen_subcommand_from help' -f -a '",
          out);
    put_help_words(out);
    fputs("'\n", out);
    for (size_t i = 0; i < kf_command_count(); i++) {
        const kf_command *command = kf_command_at(i);
        fprintf(out, "complete -c kifu -n __fish_use_subcommand -f -a %s -d '%s'\n", command->name,
                command->summary);
        for (const kf_option *option = command->options; option->name != NULL; option++)
            put_fish_option(out, command, option);
        if (wants_files(command->words))
            continue;
        fprintf(out, "complete -c kifu -n '__fish_seen_subcommand_from %s' -f", command->name);
        if (command->words != NULL) {
            fputs(" -a '", out);
            put_words(out, command->words);
            putc('\'', out);
        }
        putc('\n', out);
    }
}
