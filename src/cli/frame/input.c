// SPDX-License-Identifier: MIT
// Reading the records that a command line names: files, folders, standard input.

#define _DEFAULT_SOURCE // for what a folder says of its files, which POSIX knows since 2024 only

#include "base/text.h"
#include "cli/archive/archive.h"
#include "cli/frame/again.h"
#include "cli/frame/cli.h"
#include "cli/frame/folder.h"
#include "cli/frame/words.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/charset/choice.h"
#include "base/file.h"
#include "cli/print/print.h"

enum { STEP = 64 * 1024, FRONT = 64 * 1024, LARGEST_SIZE = 52 };

// ---- Options ----

const kf_format *kf_input_format(kf_cli *cli, const char *option, const char *name) {
    const kf_format *format = kf_format_named(name);
    if (format == NULL && (format = kf_format_for_file(name)) == NULL)
        kf_options_wrong(cli, "'%s' takes a notation, not '%.60s'%s 'kifu formats' lists them",
                         option, name, kf_options_hint_at(name, ";", kf_words_at, "@format").text);
    return format;
}

// Whether the text is a number of moves, `#N`, `last` or a path.
static bool is_place(const char *text) {
    int number;
    if (strcmp(text, "last") == 0)
        return true;
    kf_text rest = kf_text_of(text + (text[0] == '#'));
    bool is_path = text[0] != '#';
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.data[length] != '.')
            length++;
        if (!kf_text_number(kf_text_cut(rest, 0, length), &number))
            return false;
        if (length == rest.length)
            return true;
        if (!is_path)
            return false;
        rest = kf_text_cut(rest, length + 1, rest.length);
    }
    return false;
}

static bool is_folder_wanted(const kf_cli *cli) {
    const char *charset = cli->values[KF_OPTION_CHARSET];
    return charset != NULL && strcmp(charset, "folder") == 0;
}

bool kf_input_place(kf_cli *cli, int key, const char *option) {
    const char *at = cli->values[key];
    if (at == NULL || is_place(at))
        return true;
    kf_options_wrong(cli,
                     "'%s' takes a number of moves, '#N' for the move with that number, 'last', or "
                     "a path such as 1.12.2, not '%.60s'",
                     option, at);
    return false;
}

static bool check_charset(kf_cli *cli) {
    const char *charset = cli->values[KF_OPTION_CHARSET];
    if (charset == NULL || is_folder_wanted(cli) || kf_choice_is_known(kf_text_of(charset)))
        return true;
    kf_options_wrong(cli,
                     "'--charset' takes the name of a character set, such as UTF-8, GB18030 or "
                     "Shift_JIS, or 'folder', not '%.60s'",
                     charset);
    return false;
}

bool kf_input_prepare(kf_cli *cli) {
    kf_reading *reading = &cli->reading;
    const char *from = cli->values[KF_OPTION_FROM];
    reading->charset = is_folder_wanted(cli) ? NULL : cli->values[KF_OPTION_CHARSET];
    reading->rows_from_top = kf_options_has(cli, KF_OPTION_ROWS_FROM_TOP);
    if (from != NULL && (reading->format = kf_input_format(cli, "--from", from)) == NULL)
        return false;
    if (from != NULL && !kf_format_can_read(reading->format)) {
        kf_options_wrong(cli, "%s can only be written", kf_format_title(reading->format));
        return false;
    }
    return kf_input_place(cli, KF_OPTION_AT, "--at") && check_charset(cli) &&
           kf_options_number(cli, KF_OPTION_SIZE, 1, LARGEST_SIZE, &reading->size) &&
           kf_options_amount(cli, KF_OPTION_MAX_GAME_BYTES, &reading->limits.game_bytes) &&
           kf_options_amount(cli, KF_OPTION_MAX_JUNK, &reading->limits.junk) &&
           kf_options_amount(cli, KF_OPTION_MAX_NODES, &reading->limits.nodes) &&
           kf_options_amount(cli, KF_OPTION_MAX_DEPTH, &reading->limits.depth) &&
           kf_options_amount(cli, KF_OPTION_MAX_OUTPUT, &cli->max_output);
}

// ---- Which files ----

// A folder of outputs repeats what stands behind `prefix` bytes of the name.
static void add_name(kf_cli *cli, kf_inputs *inputs, const char *name, size_t prefix) {
    inputs->prefixes = kf_arena_grow(cli->arena, inputs->prefixes, &inputs->prefix_capacity,
                                     inputs->count + 1, sizeof *inputs->prefixes);
    inputs->prefixes[inputs->count] = prefix;
    inputs->names = kf_arena_grow(cli->arena, inputs->names, &inputs->capacity, inputs->count + 1,
                                  sizeof *inputs->names);
    inputs->names[inputs->count++] = name;
}

static bool is_folder(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

bool kf_input_is_folder(const char *name) {
    size_t length = strlen(name);
    return (length > 0 && name[length - 1] == '/') || is_folder(name);
}

// What a file is by the ending of its name.
typedef enum named { OTHER, RECORD, DOUBTFUL } named;

static named by_ending(const char *name) {
    static const char *const doubtful[] = {".go", ".json", ".xml"};
    const char *dot = strrchr(name, '.');
    // Too much else ends in .txt, and what ends in these is mostly something else.
    if (kf_format_for_file(name) == NULL || strcmp(dot, ".txt") == 0)
        return OTHER;
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++)
        if (strcmp(dot, doubtful[i]) == 0)
            return DOUBTFUL;
    return RECORD;
}

// Programs in Go, which have games in their strings, begin with the package that they belong to,
// behind comments.
static bool is_program(kf_text head) {
    kf_text line;
    if (kf_text_starts(head, KF_TEXT("\xEF\xBB\xBF")))
        head = kf_text_cut(head, 3, head.length);
    for (;;) {
        head = kf_text_trim(head);
        if (kf_text_starts(head, KF_TEXT("//")))
            kf_text_line(&head, &line);
        else if (kf_text_starts(head, KF_TEXT("/*")))
            head = kf_text_cut(head, kf_text_find_fold(head, KF_TEXT("*/")) + 2, head.length);
        else
            break;
    }
    return kf_text_starts(head, KF_TEXT("package ")) || kf_text_starts(head, KF_TEXT("package\t"));
}

bool kf_input_is_record(const char *name, const kf_member *member) {
    char front[FRONT];
    named ending = by_ending(name);
    if (ending != DOUBTFUL)
        return ending == RECORD;
    kf_text head = {front, kf_member_front(member, name, front, sizeof front)};
    bool is_go = strcmp(strrchr(name, '.'), ".go") == 0;
    const kf_format *format = kf_format_guess(head.data, head.length, is_go ? name : NULL);
    bool is_ishi = format != NULL && strcmp(kf_format_name(format), "ishi") == 0;
    return format != NULL && kf_text_trim(head).length > 0 &&
           (!is_go || is_ishi || !is_program(head));
}

static int by_name(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

// What a folder holds by that name, as its `st_mode` tells; 0: it went away. Most folders say it
// themselves, and nobody has to ask for each file.
static mode_t kind_of(const struct dirent *entry, const char *path) {
    struct stat status;
    if (entry->d_type == DT_REG || entry->d_type == DT_DIR)
        return entry->d_type == DT_REG ? S_IFREG : S_IFDIR;
    return lstat(path, &status) == 0 ? status.st_mode : 0;
}

// Whether that can be a file. Who reads a pipe waits for ever; a link that leads nowhere is to be
// reported.
static bool is_file(const char *path, mode_t kind) {
    struct stat target = {.st_mode = kind};
    return (S_ISLNK(kind) && stat(path, &target) != 0) || S_ISREG(target.st_mode);
}

static void close_folder(void *what) {
    DIR **folder = what;
    if (*folder != NULL)
        closedir(*folder);
    *folder = NULL;
}

// Adds what stands in a folder: the names of records to `inputs`, those of folders to `folders`,
// which are walked later. Names that begin with a dot and links to folders are left alone.
static void add_folder(kf_cli *cli, size_t index, kf_inputs *inputs, kf_inputs *folders) {
    const char *name = folders->names[index];
    size_t length = strlen(name), prefix = folders->prefixes[index], first_file = inputs->count,
           first_folder = folders->count;
    DIR **folder = kf_arena_alloc(cli->arena, sizeof(DIR *));
    // Noted before it is opened: noting takes memory, which may be out.
    *folder = NULL;
    kf_arena_defer(cli->arena, close_folder, folder);
    *folder = opendir(name);
    if (*folder == NULL) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read the folder '%.200s': %s",
                   name, strerror(errno));
        kf_report_entries(cli);
        return;
    }
    for (struct dirent *entry; (entry = readdir(*folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        size_t size = length + strlen(entry->d_name) + 2;
        char *path = kf_arena_alloc(cli->arena, size);
        snprintf(path, size, "%s%s%s", name, name[length - 1] == '/' ? "" : "/", entry->d_name);
        mode_t kind = kind_of(entry, path);
        if (S_ISDIR(kind))
            add_name(cli, folders, path, prefix);
        else if ((kf_input_is_record(path, NULL) || kf_archive_is_named(path) ||
                  kf_wrapped_is_named(path)) &&
                 is_file(path, kind))
            add_name(cli, inputs, path, prefix);
    }
    close_folder(folder);
    if (inputs->count > first_file)
        qsort(inputs->names + first_file, inputs->count - first_file, sizeof *inputs->names,
              by_name);
    if (folders->count > first_folder)
        qsort(folders->names + first_folder, folders->count - first_folder, sizeof *folders->names,
              by_name);
}

// Where the members of an archive are added.
typedef struct adding {
    kf_cli *cli;
    kf_inputs *inputs;
} adding;

static void add_member(void *context, const char *name, size_t prefix) {
    const adding *a = context;
    add_name(a->cli, a->inputs, name, prefix);
}

// Adds what is in an archive; where files are rewritten nothing is, which is told.
static void add_archive(adding *a, const char *name, const char *member, size_t prefix,
                        kf_severity severity) {
    if (kf_options_has(a->cli, KF_OPTION_IN_PLACE))
        kf_log_add_as(a->cli->log, severity, KF_PROGRAM_FILE, (kf_place){0},
                      "'%.200s': '--in-place' changes nothing within archives", name);
    else
        kf_archive_list(a->cli, name, member, prefix, add_member, a);
}

// Whether the command looks into texts itself, or writes files as they are.
static bool takes_bytes(const kf_cli *cli) {
    static const char *const names[] = {"catalog", "extract", "fix"};
    bool takes = kf_options_has(cli, KF_OPTION_IN_PLACE);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        takes = takes || strcmp(cli->command->name, names[i]) == 0;
    return takes;
}

// Whether a file in a folder is read as it is, or records were taken out of it.
static bool is_input(kf_cli *cli, const char *name) {
    if (kf_archive_is_named(name))
        return false;
    if (kf_input_is_record(name, NULL)) {
        if (!takes_bytes(cli) && kf_wrapped_is_named(name))
            kf_wrapped_note(cli, name);
        return true;
    }
    if (takes_bytes(cli))
        return strcmp(cli->command->name, "extract") == 0 && kf_wrapped_holds(cli, name);
    return kf_wrapped_note(cli, name);
}

// Adds all records in a folder and below it. Archives are opened when all names are known: theirs
// are in order.
static void add_tree(kf_cli *cli, kf_inputs *inputs, const char *name) {
    kf_inputs folders = {.count = 0}, found = {.count = 0};
    size_t length = strlen(name), before = inputs->count;
    add_name(cli, &folders, name, length + (length > 0 && name[length - 1] != '/'));
    for (size_t k = 0; k < folders.count; k++)
        add_folder(cli, k, &found, &folders);
    adding a = {cli, inputs};
    for (size_t i = 0; i < found.count; i++)
        if (is_input(cli, found.names[i]))
            add_name(cli, inputs, found.names[i], found.prefixes[i]);
        else if (kf_archive_is_named(found.names[i]) && kf_archive_is(found.names[i]))
            add_archive(&a, found.names[i], NULL, found.prefixes[i], KF_WARNING);
    if (inputs->count == before)
        kf_log_add_as(cli->log, KF_NOTE, KF_PROGRAM_NO_GAME, (kf_place){0},
                      "there is no record in the folder '%.200s'", name);
    kf_report_entries(cli);
}

// What stands behind the name of an archive, without slashes and dots that mean nothing; NULL: only
// those, so the archive is meant.
static const char *member_of(const char *rest) {
    while (rest[0] == '/' || (rest[0] == '.' && rest[1] == '/'))
        rest += rest[0] == '/' ? 1 : 2;
    return rest[0] != '\0' ? rest : NULL;
}

// Adds a file, or what is in an archive. What is named as a member is looked for in its archive.
static void add_file(kf_cli *cli, kf_inputs *inputs, const char *name) {
    const char *slash = strrchr(name, '/');
    adding a = {cli, inputs};
    size_t length = strcmp(name, "-") == 0 ? 0 : kf_archive_path(name);
    if (length == 0) {
        add_name(cli, inputs, name, slash != NULL ? (size_t)(slash - name) + 1 : 0);
        if (!takes_bytes(cli) && strcmp(name, "-") != 0)
            kf_wrapped_note(cli, name);
    } else {
        add_archive(&a, kf_arena_copy(cli->arena, name, length), member_of(name + length),
                    length + 1, KF_ERROR);
        kf_report_entries(cli);
    }
}

kf_inputs kf_input_list(kf_cli *cli) {
    kf_inputs inputs = {.count = 0};
    bool is_recursive = kf_options_has(cli, KF_OPTION_RECURSIVE);
    for (int i = 0; i < cli->operand_count; i++) {
        const char *name = cli->operands[i];
        if (!is_folder(name)) {
            add_file(cli, &inputs, name);
        } else if (is_recursive) {
            add_tree(cli, &inputs, name);
        } else {
            kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0},
                       "'%.200s' is a folder: '--recursive' (-r) reads the records in it", name);
            kf_report_entries(cli);
        }
    }
    if (cli->operand_count == 0)
        add_name(cli, &inputs, "-", 0);
    // Beside others it is waited for when its turn comes.
    if (inputs.count == 1 && strcmp(inputs.names[0], "-") == 0 && !takes_bytes(cli))
        kf_wrapped_note(cli, "-");
    cli->listed = inputs.names;
    cli->listed_count = inputs.count;
    kf_identity_reserve(&cli->inputs, inputs.count, cli->arena);
    if (is_folder_wanted(cli))
        kf_folder_survey(cli, &inputs);
    return inputs;
}

bool kf_input_has_standard(const kf_inputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        if (strcmp(inputs->names[i], "-") == 0)
            return true;
    return false;
}

// ---- Which files are inputs ----

// What is wanted when a target is opened: no memory is asked for then, since some callers could not
// give back what they hold. Standard input may be a file, too.
static bool look(const kf_cli *cli, const char *name, struct stat *status) {
    int file = fileno(cli->in);
    if (strcmp(name, "-") != 0)
        return stat(name, status) == 0;
    return file >= 0 && fstat(file, status) == 0;
}

void kf_input_note(kf_cli *cli, const char *name) {
    memset(&cli->input, 0, sizeof cli->input);
    kf_identity_reserve(&cli->inputs, cli->listed_count + 1, cli->arena);
    if (look(cli, name, &cli->input))
        kf_identity_add(&cli->inputs, &cli->input);
}

bool kf_input_has(kf_cli *cli, const struct stat *status) {
    struct stat one;
    // Those that were listed are looked at when it matters first: most commands write nothing.
    for (size_t i = 0; i < cli->listed_count; i++)
        if (look(cli, cli->listed[i], &one))
            kf_identity_add(&cli->inputs, &one);
    cli->listed_count = 0;
    return kf_identity_has(&cli->inputs, status);
}

// ---- Reading ----

// Standard input as a block of the command's arena. NULL: the log says why.
static char *read_stream(kf_cli *cli, size_t *length) {
    size_t room = STEP;
    char *block = kf_arena_resize(cli->arena, NULL, room);
    *length = 0;
    for (size_t got = 1; got > 0; *length += got) {
        if (*length == room) {
            room += room / 2;
            block = kf_arena_resize(cli->arena, block, room);
        }
        got = fread(block + *length, 1, room - *length, cli->in);
    }
    if (!ferror(cli->in))
        return block;
    kf_again_report(cli);
    kf_arena_release(cli->arena, block);
    return NULL;
}

static kf_record *read_input(kf_cli *cli) {
    size_t length;
    kf_again_greet(cli);
    char *block = read_stream(cli, &length);
    if (block == NULL)
        return NULL;
    kf_record *record = kf_format_read(block, length, "-", &cli->reading, cli->log);
    kf_arena_release(cli->arena, block);
    return record;
}

bool kf_input_bytes(kf_cli *cli, const char *name, kf_text *bytes) {
    bool is_input = strcmp(name, "-") == 0;
    kf_member *member = kf_member_find(cli, name);
    kf_folder_lean(cli, name);
    kf_report_flush(cli);
    if (member != NULL)
        return kf_member_bytes(cli, member, bytes);
    kf_input_note(cli, name);
    if (is_input)
        kf_again_greet(cli);
    bytes->data = is_input ? read_stream(cli, &bytes->length)
                           : kf_file_read(cli->arena, name, &bytes->length, cli->log);
    return bytes->data != NULL;
}

static size_t supply_input(void *context, void *room, size_t size) {
    kf_cli *cli = context;
    size_t got = fread(room, 1, size, cli->in);
    if (got > 0 || !ferror(cli->in))
        return got;
    kf_again_report(cli);
    return KF_SUPPLY_FAILED;
}

static void close_stream(void *stream) {
    kf_stream_close(stream);
}

kf_stream *kf_input_open(kf_cli *cli, const char *name) {
    bool is_input = strcmp(name, "-") == 0;
    kf_member *member = kf_member_open(cli, name);
    kf_folder_lean(cli, name);
    kf_report_flush(cli);
    if (member == NULL)
        kf_input_note(cli, name);
    if (is_input)
        kf_again_greet(cli);
    void **slot = kf_arena_slot(cli->arena, close_stream);
    if (member != NULL)
        *slot = kf_stream_open_with(kf_member_supply, member, name, &cli->reading, cli->log);
    else
        *slot = is_input ? kf_stream_open_with(supply_input, cli, name, &cli->reading, cli->log)
                         : kf_stream_open(name, &cli->reading, cli->log);
    return *slot;
}

static kf_record *read_member(kf_cli *cli, kf_member *member) {
    kf_text bytes;
    if (!kf_member_bytes(cli, member, &bytes))
        return NULL;
    kf_record *record =
        kf_format_read(bytes.data, bytes.length, member->name, &cli->reading, cli->log);
    kf_arena_release(cli->arena, (void *)(uintptr_t)bytes.data);
    return record;
}

kf_record *kf_input_read(kf_cli *cli, const char *name) {
    size_t before = kf_log_total(cli->log, KF_ERROR);
    kf_member *member = kf_member_find(cli, name);
    kf_record *record;
    kf_folder_lean(cli, name);
    kf_report_flush(cli);
    if (member != NULL) {
        record = read_member(cli, member);
    } else {
        kf_input_note(cli, name);
        record = strcmp(name, "-") == 0 ? read_input(cli)
                                        : kf_format_read_file(name, &cli->reading, cli->log);
    }
    cli->records[cli->records[0] != NULL] = record;
    cli->faults += kf_log_total(cli->log, KF_ERROR) - before;
    return record;
}

kf_record *kf_input_read_games(kf_cli *cli, const char *name) {
    size_t before = cli->faults;
    kf_record *record = kf_input_read(cli, name);
    if (record == NULL ||
        (kf_record_games(record) > 0 && !kf_again_is_noise(record, cli->faults - before)))
        return record;
    kf_input_free(cli, record);
    kf_again_report_empty(cli, name);
    return NULL;
}

void kf_input_free(kf_cli *cli, kf_record *record) {
    for (int i = 0; i < 2; i++)
        if (cli->records[i] == record)
            cli->records[i] = NULL;
    kf_record_free(record);
}

bool kf_input_game(kf_cli *cli, int *wanted) {
    *wanted = 0;
    if (!kf_options_number(cli, KF_OPTION_GAME, 1, INT32_MAX, wanted))
        return false;
    if (kf_options_has(cli, KF_OPTION_AT) && *wanted == 0)
        *wanted = 1;
    return true;
}
