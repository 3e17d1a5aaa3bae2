// SPDX-License-Identifier: MIT
// The frame of all commands: options, input, output files and the list of commands.

#ifndef KF_CLI_FRAME_CLI_H
#define KF_CLI_FRAME_CLI_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <kifu/board.h>
#include <kifu/draw.h>
#include <kifu/kifu.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/output.h"
#include "base/text.h"

/* ---- identity.c -------------------------------------------------------------------- ---- */

// Which files are the same, whatever they are called.

// What makes a file that file: the same through links, dots, and other letters where the file
// system takes no notice of them.
typedef struct kf_identity {
    dev_t device;
    ino_t inode; // 0: the slot is free
} kf_identity;

// A set of files, as an open hash table in an arena. All zero is an empty one.
typedef struct kf_identities {
    kf_identity *slots;
    size_t size, count;
} kf_identities;

// Makes room for `count` more files, so that adding them needs no memory. The first time makes the
// block that all later room is taken in.
void kf_identity_reserve(kf_identities *set, size_t count, kf_arena *arena);
// There must be room.
void kf_identity_add(kf_identities *set, const struct stat *status);
bool kf_identity_has(const kf_identities *set, const struct stat *status);

/* ---- command.c --------------------------------------------------------------------- ---- */

// What a command is: its name, its options, what it runs, and the context it runs in.

// The options that several commands have. An option that two commands share means the same in both.
typedef enum kf_option_key {
    KF_OPTION_ANCHOR,
    KF_OPTION_ANY_COLOUR,
    KF_OPTION_AT,
    KF_OPTION_BACKUP,
    KF_OPTION_BLACK,
    KF_OPTION_BOOKLET,
    KF_OPTION_BY_MOVE,
    KF_OPTION_CANONICAL,
    KF_OPTION_CHARSET,
    KF_OPTION_COLOR,
    KF_OPTION_CONTINUATIONS,
    KF_OPTION_COORDS,
    KF_OPTION_CROP,
    KF_OPTION_DATE,
    KF_OPTION_DEPTH,
    KF_OPTION_EVENT,
    KF_OPTION_FIGURES,
    KF_OPTION_FORCE,
    KF_OPTION_FORMAT,
    KF_OPTION_FRAGMENT,
    KF_OPTION_FROM,
    KF_OPTION_GAME,
    KF_OPTION_GROUP,
    KF_OPTION_HANDICAP,
    KF_OPTION_HELP,
    KF_OPTION_HIDE,
    KF_OPTION_IGNORE,
    KF_OPTION_IN_PLACE,
    KF_OPTION_JOBS,
    KF_OPTION_JSON,
    KF_OPTION_KOMI,
    KF_OPTION_LIMIT,
    KF_OPTION_MAX_DEPTH,
    KF_OPTION_MAX_FIGURES,
    KF_OPTION_MAX_GAME_BYTES,
    KF_OPTION_MAX_JUNK,
    KF_OPTION_MAX_NODES,
    KF_OPTION_MAX_OUTPUT,
    KF_OPTION_MOVES,
    KF_OPTION_NEXT,
    KF_OPTION_NODES,
    KF_OPTION_NO_CLOBBER,
    KF_OPTION_NO_SYMMETRY,
    KF_OPTION_NUMBERS_FROM,
    KF_OPTION_OPPONENT,
    KF_OPTION_OUTPUT,
    KF_OPTION_LANG,
    KF_OPTION_PATTERN,
    KF_OPTION_PLACE,
    KF_OPTION_PLAYER,
    KF_OPTION_POSITION,
    KF_OPTION_POSITIONS,
    KF_OPTION_QUIET,
    KF_OPTION_RANK,
    KF_OPTION_RECURSIVE,
    KF_OPTION_REGION,
    KF_OPTION_RESULT,
    KF_OPTION_ROTATE,
    KF_OPTION_ROWS_FROM_TOP,
    KF_OPTION_RULES,
    KF_OPTION_SELECT,
    KF_OPTION_SEQUENCE,
    KF_OPTION_SHAPE,
    KF_OPTION_SIMILAR,
    KF_OPTION_SIZE,
    KF_OPTION_SOURCE,
    KF_OPTION_STRICT,
    KF_OPTION_STYLE,
    KF_OPTION_SUMMARY,
    KF_OPTION_TEX_PACKAGE,
    KF_OPTION_TO,
    KF_OPTION_TOKEN,
    KF_OPTION_VARIATIONS,
    KF_OPTION_VERBOSE,
    KF_OPTION_WHITE,
    KF_OPTION_WIDTH,
    KF_OPTION_WORDS,
    KF_OPTION_OWN, // from here on: of one command alone, which names them in its file
    KF_OPTION_COUNT = KF_OPTION_OWN + 24
} kf_option_key;

// A row in a command's table of options; a row without a name ends it.
typedef struct kf_option {
    int key;              // kf_option_key, or the command's own
    char letter;          // the short form, or 0
    const char *name;     // the long form, without its dashes
    const char *argument; // what it takes, "FILE", "[A-B]" when it may be left out, or NULL
    // What a shell may offer for it: words with spaces between them, or "@file", "@folder",
    // or a list of words.c; NULL for nothing.
    const char *words;
    const char *help; // a phrase, without a full stop
} kf_option;

typedef struct kf_cli kf_cli;

// What needs libraries that take long to load. A program has one of these or none, and starts
// another one for the rest.
typedef enum kf_part {
    KF_PART_NONE,
    KF_PART_DRAW,    // pictures that need cairo
    KF_PART_VIEW,    // `kifu view`
    KF_PART_SERVE,   // `kifu serve`
    KF_PART_ARCHIVE, // reads archives for kifu; it runs no command
    KF_PART_COUNT
} kf_part;

struct kf_serve_plan;

// The parts that a program has; NULL: it has it not.
typedef struct kf_parts {
    const kf_draw_library *draw;
    int (*view)(kf_cli *cli); // an exit status
    int (*serve)(kf_cli *cli, const struct kf_serve_plan *plan);
} kf_parts;

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
    // What part the options ask for; NULL: the command needs none.
    kf_part (*part)(const kf_cli *cli);
} kf_command;

enum { KF_ANY_NUMBER = 1 << 30 };

// Bytes of a file that is written, unless --max-output says otherwise.
enum { KF_USUAL_OUTPUT = 1 << 30 };

// The exit status says the worst that happened.
enum { KF_STATUS_CLEAN = 0, KF_STATUS_FINDINGS = 1, KF_STATUS_FAILED = 2 };

// What all commands work with.
struct kf_cli {
    FILE *in, *out, *err;
    const kf_parts *parts;
    char **words;    // the command line, ended by NULL
    kf_arena *arena; // lives until the command ends
    kf_log *log;     // printed and emptied by kf_report_entries
    const kf_command *command;
    const char *values[KF_OPTION_COUNT]; // of the options given; "" when one takes no argument
    char **operands;
    int operand_count;
    kf_reading reading;  // from the options, see kf_input_prepare
    uint64_t max_output; // bytes of a file that is written; likewise
    bool is_quiet, is_colored;
    bool lacks_memory;   // it was reported that memory ran out
    bool is_staged;      // what is written is packed later: it need not reach the disk
    const char *archive; // into that; NULL: it is not
    bool has_unstored;   // files that may not be on the disk yet, of which `unstored` is open
    int unstored;
    bool is_worker;          // one of several processes, see jobs.h
    int status;              // the worst so far
    int output_error;        // errno of the first write to `out` that failed, where it is known
    size_t errors, warnings; // of everything that was reported
    kf_record *records[2];   // that kf_input_read gave and kf_input_free did not take
    size_t faults;           // errors met in reading what the next target is made of
    // The files of this run: inputs read so far and those that will be, the targets written, and
    // the folders in which earlier runs left nothing any more.
    kf_identities inputs, written, swept;
    const char **listed; // inputs that may not be among those yet
    size_t listed_count;
    struct kf_members *members; // of archives; NULL: there are none
    FILE *spool;                // holds them
    struct kf_folders *folders; // what is known of them; NULL: that was not asked for
    struct stat input;          // of the last one, before it was read
    int copy_error;             // why standard input is read as a whole; 0: it is not
    struct {
        bool is_on, is_shown;
        const char *what; // is counted
        int64_t last;     // when it was drawn, in milliseconds
        int64_t begun;
    } progress;
};

// The options that every command has, and those of all that read records.
#define KF_OPTIONS_COMMON                                                                          \
    {KF_OPTION_QUIET,                                                                              \
     'q',                                                                                          \
     "quiet",                                                                                      \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "print only errors: no warnings, notes, totals or progress"},                                 \
        {KF_OPTION_COLOR,                                                                          \
         0,                                                                                        \
         "color",                                                                                  \
         "WHEN",                                                                                   \
         "auto always never",                                                                      \
         "print findings in colour: auto (on a terminal, unless NO_COLOR is set), always or "      \
         "never"},                                                                                 \
        {KF_OPTION_HELP, 'h', "help", NULL, NULL, "print this help"}, {                            \
        .name = NULL                                                                               \
    }

// The options of all that write files; what '--output' takes is said by each command itself.
#define KF_OPTIONS_WRITING                                                                         \
    {KF_OPTION_BACKUP,                                                                             \
     0,                                                                                            \
     "backup",                                                                                     \
     "[SUFFIX]",                                                                                   \
     "~ .bak",                                                                                     \
     "keep a file that is replaced, with SUFFIX (~ by default) after its name, and a number if "   \
     "that name is taken"},                                                                        \
        {KF_OPTION_FORCE,                                                                          \
         0,                                                                                        \
         "force",                                                                                  \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "also replace files of another kind, and write what was read with errors"},               \
    {                                                                                              \
        KF_OPTION_NO_CLOBBER, 0, "no-clobber", NULL, NULL,                                         \
            "never replace a file, whatever is in it"                                              \
    }

// The options of all that read records: those that read many have KF_OPTIONS_READING, those for
// which one file is the point KF_OPTIONS_READING_ONE.
#define KF_OPTIONS_READING KF_RECURSIVE_OPTION_ROW, KF_OPTIONS_READING_ONE
#define KF_OPTIONS_READING_ONE                                                                     \
    KF_OPTIONS_READING_FROM, KF_SIZE_OPTION_ROW, KF_OPTIONS_READING_LIMITS

#define KF_RECURSIVE_OPTION_ROW                                                                    \
    {                                                                                              \
        KF_OPTION_RECURSIVE, 'r', "recursive", NULL, NULL,                                         \
            "read the records in folders, and in the folders below them"                           \
    }

#define KF_SIZE_OPTION_ROW                                                                         \
    {                                                                                              \
        KF_OPTION_SIZE, 0, "size", "N", "9 13 19",                                                 \
            "the board size, for a notation that does not state it (Davar); 19 by default"         \
    }

#define KF_OPTIONS_READING_FROM                                                                    \
    {KF_OPTION_FROM, 'f',                                                                          \
     "from",         "NOTATION",                                                                   \
     "@format",      "read the input as this notation instead of recognising it from its text"},   \
    {                                                                                              \
        KF_OPTION_CHARSET, 0, "charset", "NAME",                                                   \
            "UTF-8 ISO-8859-1 GB18030 BIG5 SHIFT_JIS EUC-JP EUC-KR KOI8-R CP1252",                 \
            "the input's character set, whatever the file says; with 'folder', what the other "    \
            "files of the folder are in counts where a file leaves doubt"                          \
    }

#define KF_OPTIONS_READING_LIMITS                                                                  \
    {KF_OPTION_ROWS_FROM_TOP,                                                                      \
     0,                                                                                            \
     "rows-from-top",                                                                              \
     NULL,                                                                                         \
     NULL,                                                                                         \
     "in Davar, a '+' before the second number counts from the top"},                              \
        {KF_OPTION_MAX_GAME_BYTES,                                                                 \
         0,                                                                                        \
         "max-game-bytes",                                                                         \
         "N",                                                                                      \
         "256M 1G none",                                                                           \
         "refuse a game of more than N bytes (256M by default; K, M and G are powers of 1024, "    \
         "'none' is no limit)"},                                                                   \
        {KF_OPTION_MAX_NODES,                                                                      \
         0,                                                                                        \
         "max-nodes",                                                                              \
         "N",                                                                                      \
         "none",                                                                                   \
         "refuse a game of more than N nodes (10000000 by default)"},                              \
        {KF_OPTION_MAX_DEPTH,                                                                      \
         0,                                                                                        \
         "max-depth",                                                                              \
         "N",                                                                                      \
         "none",                                                                                   \
         "refuse variations nested more than N deep (100000 by default)"},                         \
        {KF_OPTION_MAX_JUNK,                                                                       \
         0,                                                                                        \
         "max-junk",                                                                               \
         "N",                                                                                      \
         "64M none",                                                                               \
         "refuse more than N bytes in a row that belong to no game (64M by default)"},             \
        KF_MAX_OUTPUT_OPTION_ROW

#define KF_MAX_OUTPUT_OPTION_ROW                                                                   \
    {                                                                                              \
        KF_OPTION_MAX_OUTPUT, 0, "max-output", "N", "1G none",                                     \
            "write no file of more than N bytes (1G by default)"                                   \
    }

// The commands in the order of commands.def.
size_t kf_command_count(void);
const kf_command *kf_command_at(size_t index);
// The command of that name, or NULL.
const kf_command *kf_command_named(const char *name);

#define KF_COMMAND(name) extern const kf_command kf_cmd_##name;
#include "cli/frame/commands.def"
#undef KF_COMMAND

/* ---- help.c ------------------------------------------------------------------------ ---- */

// The help texts, made from the tables.

// Commands under a heading; a row without a title ends the list.
typedef struct kf_help_group {
    const char *title, *names; // with spaces between them
} kf_help_group;

const kf_help_group *kf_help_groups(void);
// Takes the next command off the names of a group; NULL at the end.
const kf_command *kf_help_next(kf_text *names);

// Options that many commands share, explained once; a row without a title ends the list.
typedef struct kf_help_set {
    const char *title;
    const kf_option *options;
} kf_help_set;

const kf_help_set *kf_help_sets(void);
// Whether the option is one of those.
bool kf_help_is_common(const kf_option *option);
// What `kifu help options` prints.
void kf_help_options(FILE *out);
// What `kifu --help` prints.
void kf_help_program(FILE *out);
// What `kifu COMMAND --help` prints.
void kf_help_command(FILE *out, const kf_command *command);
// Writes words with line breaks between them: from `column` on, lines up to 79 columns, further
// lines behind `indent` spaces, and a newline at the end.
void kf_help_wrap(FILE *out, const char *text, size_t column, size_t indent);

/* ---- input.c ----------------------------------------------------------------------- ---- */

// Reading the records that a command line names.

// Fills cli->reading from the options, and sees that --at has the form of a place. False: one of
// them cannot be used, and the log says so.
bool kf_input_prepare(kf_cli *cli);

// Whether the value of the option, if it has one, has the form of a place. False: the log says what
// that would be.
bool kf_input_place(kf_cli *cli, int key, const char *option);

// The files to work on: the operands, "-" when there are none; with --recursive, folders are
// replaced by the records in them, by name, sorted only within a folder. Without it a folder is
// reported and left out.
typedef struct kf_inputs {
    const char **names;
    size_t *prefixes; // bytes of each name that a folder of outputs does not repeat
    size_t count, capacity, prefix_capacity;
} kf_inputs;

kf_inputs kf_input_list(kf_cli *cli);
// Whether standard input is among them.
bool kf_input_has_standard(const kf_inputs *inputs);

// Whether a file in a folder, or the member of an archive, is a record: by the ending of its name,
// and where much else has that ending by its front.
struct kf_member;
bool kf_input_is_record(const char *name, const struct kf_member *member);
// Whether the name is that of a folder, or ends like one.
bool kf_input_is_folder(const char *name);

// Opens the file, or the command's standard input for "-", to be read game by game. NULL: the log
// says why. It is closed when the arena of the command goes back to a mark from before, or ends.
kf_stream *kf_input_open(kf_cli *cli, const char *name);

// Reads the file, or the command's standard input for "-". NULL: the log says why. At most two
// records at a time; those that are not given back are freed when the command ends, however it
// ends.
kf_record *kf_input_read(kf_cli *cli, const char *name);
void kf_input_free(kf_cli *cli, kf_record *record);

// The bytes of the file, or of standard input for "-". False: the log says why.
bool kf_input_bytes(kf_cli *cli, const char *name, kf_text *bytes);

// The same for what is to be written: a record without a game is given back, and the log says that
// there is none. Errors met in reading are added to `faults`.
kf_record *kf_input_read_games(kf_cli *cli, const char *name);

// Remembers a file that the command reads by other ways, so that it is not written over.
void kf_input_note(kf_cli *cli, const char *name);
// Whether the file is one of the command's inputs.
bool kf_input_has(kf_cli *cli, const struct stat *status);

// The notation of that name; NULL: there is none, and the log says which there are.
const kf_format *kf_input_format(kf_cli *cli, const char *option, const char *name);

// The game that --game names, 0 for all. With --at it is the first: a place with dots names its
// game itself, and others are looked for in one game. False: the log says why.
bool kf_input_game(kf_cli *cli, int *wanted);

/* ---- kind.c ------------------------------------------------------------------------ ---- */

// What kind of file an old target is, by its content.

// Looks whether the bytes, the front of the file of that name, are what a command would write
// there. `kind` is "record" for all notations, or the name of a kind of picture or book; a name
// that is not known is the kind of no file. False: there is no memory to look.
bool kf_kind_look(const char *kind, kf_text head, const char *name, bool *is_it);
// "an SVG picture", for messages.
const char *kf_kind_title(const char *kind);

/* ---- main_run.c -------------------------------------------------------------------- ---- */

// The whole program as a call, so that tests can run it in process.

// Runs the command line with these streams and returns the exit status. What the program lacks
// among its parts is done by another one, which is started in its place: see program.h. Everything
// is written to the streams when it returns; nothing is closed, nothing stays behind in memory.
int kf_main_run(int argc, char **argv, FILE *in, FILE *out, FILE *err, const kf_parts *parts);

/* ---- options.c --------------------------------------------------------------------- ---- */

// Reading a command line by a command's table of options.

// Fills `values` and `operands` from the words, the first of which is the command. False: the
// words cannot be used, and the log says why.
bool kf_options_parse(kf_cli *cli, int argc, char **argv);

// Whether the option was given.
static inline bool kf_options_has(const kf_cli *cli, int key) {
    return cli->values[key] != NULL;
}

// Whether the option has an argument that may be left out; it then follows only behind a `=`.
static inline bool kf_options_may_lack(const kf_option *option) {
    return option->argument != NULL && option->argument[0] == '[';
}

// A number from `least` to `most` that an option gives; `usual` when it is absent. False: the
// argument is no such number, and the log says so.
bool kf_options_number(kf_cli *cli, int key, int least, int most, int *number);

// A limit that an option gives, as in 5000, 64M or none (KF_NO_LIMIT); left as it is when the
// option is absent. False: the argument is no such thing, and the log says so.
bool kf_options_amount(kf_cli *cli, int key, uint64_t *amount);

// Says that the command line cannot be used, and where help is. Returns KF_STATUS_FAILED.
int kf_options_wrong(kf_cli *cli, const char *format, ...) KF_PRINTF(2, 3);

// Which of the words given by `word_at(i)` up to NULL is nearest to what was typed, as the end of a
// message: ", did you mean 'WORD'?", or `otherwise` when none is near.
typedef struct kf_options_hint {
    char text[96];
} kf_options_hint;
kf_options_hint kf_options_hint_at(const char *typed, const char *otherwise,
                                   const char *(*word_at)(const void *, size_t),
                                   const void *context);

/* ---- rewrite.c --------------------------------------------------------------------- ---- */

// What commands share that write a record for each input, or all inputs into one file.

typedef struct kf_rewrite {
    // Changes the record before it is written. False: it is not to be, and the log says why. NULL:
    // nothing is changed, and the notation must be named.
    bool (*edit)(kf_cli *cli, void *context, kf_record *record, kf_log *log);
    bool is_by_game; // it changes each game by itself, and may be given them one after the other
    // Adds what that change lost; NULL: nothing.
    void (*account)(void *context, kf_loss *loss);
    void *context;
    int version;         // of SGF, that it is brought to; 0: none
    const char *charset; // to write SGF in; NULL: the usual one
} kf_rewrite;

// Reads every input of the command line, changes it and writes it where the options say. Returns
// the exit status.
int kf_rewrite_run(kf_cli *cli, const kf_rewrite *work);

// The options of such a command.
#define KF_REWRITE_OPTIONS                                                                           \
    {KF_OPTION_OUTPUT,                                                                               \
     'o',                                                                                            \
     "output",                                                                                       \
     "FILE",                                                                                         \
     "@file",                                                                                        \
     "write to FILE, whose extension decides the notation, all inputs one after the other; a "       \
     "folder, or a name that ends in '/', gets one file for each input; so "                         \
     "does an archive, such as games.zip"},                                                          \
        {KF_OPTION_TO, 't',       "to",                                                              \
         "NOTATION",   "@format", "write this notation, whatever the extension"},                    \
        {KF_OPTION_CANONICAL,                                                                        \
         'c',                                                                                        \
         "canonical",                                                                                \
         NULL,                                                                                       \
         NULL,                                                                                       \
         "write in kifu's own layout, even where the input could be copied byte for byte"},          \
        {KF_OPTION_STRICT, 's', "strict", NULL, NULL, "write nothing when something would be lost"}, \
        {KF_OPTION_IN_PLACE,                                                                         \
         'i',                                                                                        \
         "in-place",                                                                                 \
         NULL,                                                                                       \
         NULL,                                                                                       \
         "rewrite the input files themselves, in their own notation unless --to names another"},     \
        {KF_OPTION_VERBOSE,                                                                          \
         'v',                                                                                        \
         "verbose",                                                                                  \
         NULL,                                                                                       \
         NULL,                                                                                       \
         "list every place where something was carried or lost, instead of how many there are"},     \
        KF_JOBS_OPTION_ROW

/* ---- rules_option.c ---------------------------------------------------------------- ---- */

// The options --rules and --coords, which several commands share.

#define KF_RULES_OPTION_ROW                                                                        \
    {                                                                                              \
        KF_OPTION_RULES, 0, "rules", "RULES", "@rules",                                            \
            "apply these rules, whatever the record says"                                          \
    }
#define KF_COORDS_OPTION_ROW                                                                       \
    {                                                                                              \
        KF_OPTION_COORDS, 0, "coords", "FORM", "a1 sgf igo japanese none",                         \
            "how points are written: a1 (Q16), sgf (pd), igo (4/Q), japanese (4-4) or none"        \
    }

// Reads both options; `coords` may be NULL. False: one of them cannot be used, and the log says so.
bool kf_rules_option_prepare(kf_cli *cli, kf_coords *coords);
// The rules that were asked for; NULL: none were.
const kf_rules *kf_rules_option_get(const kf_cli *cli);

/* ---- sandbox.c --------------------------------------------------------------------- ---- */

// Giving up what a command does not need, before it reads what somebody else wrote.

// What the process may still do. Files that are open already stay so.
typedef struct kf_sandbox {
    int folder;               // may be read, with what is below it; -1: none
    const char *const *names; // files and folders that may be read; NULL ends them
    const char *target;       // a folder in which names may be given and taken, or NULL
    bool accepts;             // takes connections on sockets that listen already
    bool draws, searches;     // start threads; one reads what describes fonts, too
    bool connects;            // to servers, for which it may read any file
} kf_sandbox;

// From here on the process can do nothing else: open no other file, run no program, make no
// connection, start no process. System calls that nobody needs are refused too. Where the system
// knows nothing of this, or only a part, nothing is said and the rest is done. A test that runs the
// command inside itself is left as it is.
void kf_sandbox_enter(const kf_cli *cli, const kf_sandbox *box);

/* ---- selection.c ------------------------------------------------------------------- ---- */

// The positions that --game and --at name in the files of a command line.

// A position that a command is to work on.
typedef struct kf_selection {
    kf_cli *cli;
    const char *file;
    const kf_record *record;
    kf_node node;
    kf_play *replay; // replayed up to the node
    kf_coords coords;
    size_t game; // its number, from 1
} kf_selection;

// Calls `visit` for one position of each game of each file, or of the game that --game names: the
// one that --at names, else the end of the main line. The options --rules and --coords are read as
// well. Findings are reported. Returns the exit status.
int kf_selection_each(kf_cli *cli, void (*visit)(void *context, const kf_selection *spot),
                      void *context);
// The same by as many processes as --jobs says: `visit` only ever adds to the sums of `counted`, of
// which nothing else matters.
struct kf_jobs;
int kf_selection_share(kf_cli *cli, void (*visit)(void *context, const kf_selection *spot),
                       void *context, const struct kf_jobs *counted);

// A cursor that ends with the arena, which fails when there is no memory. What the cursor then does
// fails by itself: ask kf_selection_expect behind it, which fails the arena likewise.
kf_play *kf_selection_cursor(kf_arena *arena, const kf_record *record, const kf_rules *rules);
void kf_selection_expect(kf_arena *arena, const kf_play *play);

// The point that an option names on the position's board; KF_NOWHERE: there is none, and the log
// says so.
kf_point kf_selection_point(const kf_selection *spot, const char *option, const char *text,
                            size_t length);
// The stone that '--group' names, KF_NOWHERE without that option. False: none lies there, and the
// log says so.
bool kf_selection_group(const kf_selection *spot, kf_point *stone);

// For a command that shows one position of one record: the game that --game names, the first when
// it is not given. 0: there is none, which is reported.
kf_node kf_selection_game(kf_cli *cli, const kf_record *record);
// The node of the game that --at names, or `otherwise` when it is not given. 0: there is none,
// which is reported with what there is; the exit status is then KF_STATUS_FAILED.
kf_node kf_selection_node(kf_cli *cli, const kf_record *record, kf_node game,
                          const char *otherwise);

// The same for a place that another option names.
kf_node kf_selection_place(kf_cli *cli, const kf_record *record, kf_node game, const char *at);

// Writes "game 1: 19x19, after move 12" with a line break.
void kf_selection_print(const kf_selection *spot);
// Writes the point in the coordinates that were asked for, and returns the text.
const char *kf_selection_write(const kf_selection *spot, kf_point point, char text[KF_POINT_TEXT]);

/* ---- temporary.c ------------------------------------------------------------------- ---- */

// A file that has no name until it is whole.

// A file being written in the folder of its target. Where the system can it has no name at all, so
// that nothing is left when the program is killed; elsewhere it is hidden, and locked for as long
// as somebody writes it.
typedef struct kf_temporary {
    int file;            // -1: there is none
    char name[PATH_MAX]; // "" while it has none
} kf_temporary;

// What a thread that is out of memory sends the main one (program/guard.c). It waits like the other
// signals that end the program.
#define KF_SIGNAL_END SIGUSR2

// All of these return false with errno set.

// A new file beside `target`, with that mode less what the umask takes away.
bool kf_temporary_open(kf_temporary *temporary, const char *target, mode_t mode);
// Gives it the target's name. What has that name already is replaced at one stroke, or with
// `is_new` stays, and the call fails. Signals that end the program wait meanwhile.
bool kf_temporary_place(kf_temporary *temporary, const char *target, bool is_new);
// Closes it; without a name of its own it is then gone. May be called twice.
bool kf_temporary_discard(kf_temporary *temporary);

// Removes what killed runs of this user left in the target's folder: files with names as above
// that nobody holds a lock on.
void kf_temporary_sweep(const char *target);

/* ---- output_file.c ----------------------------------------------------------------- ---- */

// Writing a file so that it is the old one or the whole new one, whatever happens, and so that no
// old one is replaced that somebody still needs.

// A file being written. The bytes go to a temporary file in the same folder, which takes the place
// of the target when all of it has reached the disk.
typedef struct kf_output_file {
    kf_cli *cli;
    const char *name;    // as the user wrote it; "-": standard output
    char real[PATH_MAX]; // behind symbolic links
    kf_temporary temporary;
    struct stat old;  // of the file that has the name already
    int error;        // errno of the first failure, 0 when there was none
    uint64_t written; // bytes so far
    bool is_open;     // between kf_output_file_open and kf_output_file_close
    bool has_old;     // a file of that name was there before
    bool is_in_place; // and it is the input itself
    bool is_device;   // or a pipe, or what the shell opened: written directly
    // Standard output is a terminal: what it would obey is shown, unless the kind is for terminals.
    bool is_shown;
    kf_output_pieces pieces;
} kf_output_file;

// Makes the folder, with those above it, where there is none. False: the log says why.
bool kf_output_file_make(kf_cli *cli, const char *name);
// The same where the name ends in a slash, as that of a folder does.
bool kf_output_file_folder(kf_cli *cli, const char *name);
// A target that is closed without keeping anything when the command ends and it is still open,
// however the command ends. It can be used again and again.
kf_output_file *kf_output_file_new(kf_cli *cli);
// Makes room for what is remembered of one more file that is written, as kf_output_file_new does:
// to be called before a target is opened again.
void kf_output_file_reserve(kf_cli *cli);
// The one place where commands open what they write, and where it is decided whether they may.
// An old file is replaced only when it is empty or, by its content, of the same kind (see kind.h),
// or under --force; never when it is an input, or was written by this command before. False: the
// log says why.
bool kf_output_file_open(kf_output_file *target, const char *name, const char *kind);
// The same for an input that is to be replaced by what was made of it.
bool kf_output_file_open_in_place(kf_output_file *target, const char *name);
// A kf_sink; the context is the target.
bool kf_output_file_write(void *context, const void *bytes, size_t length);
// Ends the writing. With `keep` the target is replaced; without, or after a failure, it stays as it
// was and nothing is left behind. True when the new file is in place.
bool kf_output_file_close(kf_output_file *target, bool keep);
// Sees that all new files are on the disk, behind the last. A failure is reported.
void kf_output_file_settle(kf_cli *cli);

// Whether the target may be replaced by what was read with errors. False: the log says that it may
// not. Asked when a target is opened and again at its end; here for those who can ask earlier.
bool kf_output_file_takes_faults(kf_cli *cli, const char *name);

/* ---- terminal.c -------------------------------------------------------------------- ---- */

// What the terminal can show, by what the environment says of it.

// Whether somebody looks at what is written there.
bool kf_terminal_is(FILE *out);
// How many colours pictures of text have: 0, 256 or 1 << 24. By --color; when that is auto, only
// standard output that is a terminal has any. `is_file`: the picture goes to a file.
int kf_terminal_colours(const kf_cli *cli, bool is_file);
// Whether only ASCII is sure to be shown.
bool kf_terminal_is_ascii(const kf_cli *cli, bool is_file);

#endif
