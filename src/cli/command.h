// SPDX-License-Identifier: MIT
// What a command is: its name, its options, what it runs, and the context it runs in.

#ifndef KIFU_CLI_COMMAND_H
#define KIFU_CLI_COMMAND_H

#include <stdio.h>

#include <kifu/kifu.h>

#include "base/arena.h"
#include "base/log.h"

// Every option of any command. An option that two commands share means the same in both.
typedef enum kf_option_key {
    KF_OPTION_AFTER,
    KF_OPTION_ALL,
    KF_OPTION_ARRANGE,
    KF_OPTION_AS,
    KF_OPTION_AT,
    KF_OPTION_BOOKLET,
    KF_OPTION_BREAKERS,
    KF_OPTION_CANONICAL,
    KF_OPTION_CHARSET,
    KF_OPTION_COLOR,
    KF_OPTION_COORDS,
    KF_OPTION_CROP,
    KF_OPTION_DATA,
    KF_OPTION_DEAD,
    KF_OPTION_DELAY,
    KF_OPTION_DIFF,
    KF_OPTION_EMBED,
    KF_OPTION_EMPTY,
    KF_OPTION_FIGURES,
    KF_OPTION_FRAGMENT,
    KF_OPTION_FROM,
    KF_OPTION_GAME,
    KF_OPTION_GROUP,
    KF_OPTION_HELP,
    KF_OPTION_HIDE,
    KF_OPTION_IN_PLACE,
    KF_OPTION_JSON,
    KF_OPTION_LIBERTIES,
    KF_OPTION_NODES,
    KF_OPTION_NO_PROBLEMS,
    KF_OPTION_NUMBERS,
    KF_OPTION_NUMBERS_FROM,
    KF_OPTION_OUTPUT,
    KF_OPTION_PAPER,
    KF_OPTION_PIXELS,
    KF_OPTION_PORT,
    KF_OPTION_PROBLEM,
    KF_OPTION_QUIET,
    KF_OPTION_RANKS,
    KF_OPTION_RECURSIVE,
    KF_OPTION_REGION,
    KF_OPTION_ROTATE,
    KF_OPTION_ROWS_FROM_TOP,
    KF_OPTION_RULES,
    KF_OPTION_SHAPE,
    KF_OPTION_SHEET,
    KF_OPTION_SIZE,
    KF_OPTION_SOLUTIONS,
    KF_OPTION_STRICT,
    KF_OPTION_STYLE,
    KF_OPTION_TABLE,
    KF_OPTION_TEX_PACKAGE,
    KF_OPTION_TITLE,
    KF_OPTION_TO,
    KF_OPTION_TREE,
    KF_OPTION_VARIATIONS,
    KF_OPTION_VERBOSE,
    KF_OPTION_WHERE,
    KF_OPTION_WIDTH,
    KF_OPTION_COUNT
} kf_option_key;

// A row in a command's table of options; a row without a name ends it.
typedef struct kf_option {
    kf_option_key key;
    char letter;          // the short form, or 0
    const char *name;     // the long form, without its dashes
    const char *argument; // what it wants, "FILE", "[A-B]" when it may be left out, or NULL
    // What a shell may offer for it: words with spaces between them, or "@file", "@folder",
    // "@format", "@code"; NULL for nothing.
    const char *words;
    const char *help; // a phrase, without a full stop
} kf_option;

typedef struct kf_cli kf_cli;

// A command: one of these at the end of its cmd_ file, and a row in commands.def.
typedef struct kf_command {
    const char *name;
    const char *summary;  // a phrase
    const char *operands; // "FILE…", "CODE", …, or ""
    const char *words;    // what a shell may offer for the operands, as above
    const char *about;    // paragraphs with an empty line between them
    const kf_option *options;
    int most;                // how many operands it takes at most; 0: none
    int (*run)(kf_cli *cli); // its exit status; called in a protected call of cli->arena
} kf_command;

enum { KF_ANY_NUMBER = 1 << 30 };

// The exit status says the worst that happened.
enum { KF_STATUS_CLEAN = 0, KF_STATUS_FINDINGS = 1, KF_STATUS_FAILED = 2 };

// What all commands work with.
struct kf_cli {
    FILE *in, *out, *err;
    kf_arena *arena; // lives until the command ends
    kf_log *log;     // printed and emptied by kf_report_entries
    const kf_command *command;
    const char *values[KF_OPTION_COUNT]; // of the options given; "" when one takes no argument
    char **operands;
    int operand_count;
    kf_reading reading; // from the options, see kf_input_prepare
    bool is_quiet, is_colored;
    int status;              // the worst so far
    int output_error;        // errno of the first write to `out` that failed, where it is known
    size_t errors, warnings; // of everything that was reported
    kf_record *records[2];   // that kf_input_read gave and kf_input_free did not take
    struct {
        bool is_on, is_shown;
        const char *what; // is counted
        int64_t last;     // when it was drawn, in milliseconds
    } progress;
};

// The options that every command has, and those of all that read records.
#define KF_OPTIONS_COMMON                                                                          \
    {KF_OPTION_QUIET,                                                                              \
     'q',                                                                                          \
     "quiet",                                                                                      \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "say nothing but errors: no warnings, notes, totals or progress"},                            \
        {KF_OPTION_COLOR,                                                                          \
         0,                                                                                        \
         "color",                                                                                  \
         "WHEN",                                                                                   \
         "auto always never",                                                                      \
         "color the findings: auto (on a terminal, unless NO_COLOR is set), always or never"},     \
        {KF_OPTION_HELP, 'h', "help", NULL, NULL, "print this help"}, {                            \
        .name = NULL                                                                               \
    }

#define KF_OPTIONS_READING                                                                         \
    {KF_OPTION_FROM, 'f',       "from",                                                            \
     "NOTATION",     "@format", "read the input as this notation instead of looking at its text"}, \
        {KF_OPTION_CHARSET,                                                                        \
         0,                                                                                        \
         "charset",                                                                                \
         "NAME",                                                                                   \
         "UTF-8 ISO-8859-1 GB18030 BIG5 SHIFT_JIS EUC-JP EUC-KR KOI8-R CP1252",                    \
         "the input's character set, whatever the file says"},                                     \
        {KF_OPTION_SIZE,                                                                           \
         0,                                                                                        \
         "size",                                                                                   \
         "N",                                                                                      \
         "9 13 19",                                                                                \
         "the board's size, for a notation that does not say it (Davar); 19 at first"},            \
    {                                                                                              \
        KF_OPTION_ROWS_FROM_TOP, 0, "rows-from-top", NULL, NULL,                                   \
            "in Davar, a '+' before the second number counts from the top"                         \
    }

// The commands in the order of commands.def.
size_t kf_command_count(void);
const kf_command *kf_command_at(size_t index);
// The command of that name, or NULL.
const kf_command *kf_command_named(const char *name);

#define KF_COMMAND(name, title) extern const kf_command kf_cmd_##name;
#include "cli/commands.def"
#undef KF_COMMAND

#endif
