// SPDX-License-Identifier: MIT
// kifu split: writes each game of a collection to a file of its own.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/frame/again.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"

typedef struct job {
    kf_cli *cli;
    const char *folder;
    kf_output_file *target;
    bool has_begun; // a byte of the game in hand was written that is no white space
    char last;
    size_t written;
} job;

// A game of SGF is given out as it stands in the file, without the white space before it and with
// a line break behind it: so the pieces, one behind the other, are the file again.
static bool write_piece(void *context, const void *bytes, size_t length) {
    job *j = context;
    const char *piece = bytes;
    for (; !j->has_begun && length > 0 && strchr(" \t\r\n\v\f", *piece) != NULL; length--)
        piece++;
    j->has_begun = j->has_begun || length > 0;
    if (length == 0)
        return true;
    j->last = piece[length - 1];
    return kf_output_file_write(j->target, piece, length);
}

// folder/stem-00001.ending
static const char *name_of(const job *j, const char *name, const kf_format *format, size_t number) {
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    kf_text rest = kf_text_of(kf_format_suffix(format)), ending = {"", 0};
    base = strcmp(name, "-") == 0 ? "stdin" : base;
    const char *dot = strrchr(base, '.');
    size_t stem = dot != NULL && dot > base && kf_format_for_file(base) != NULL
                      ? (size_t)(dot - base)
                      : strlen(base);
    size_t size = strlen(j->folder) + stem + 64;
    char *made = kf_arena_alloc(j->cli->arena, size);
    kf_text_word(&rest, &ending);
    snprintf(made, size, "%s%s%.*s-%05zu.%.*s", j->folder,
             j->folder[strlen(j->folder) - 1] == '/' ? "" : "/", (int)stem, base, number,
             (int)ending.length, ending.data);
    return made;
}

static void write_game(job *j, const kf_record *record, const kf_format *format,
                       const char *output) {
    kf_cli *cli = j->cli;
    // Another character set may be named in the first game alone.
    kf_writing how = {.canonical = strcmp(kf_record_charset(record), "UTF-8") != 0};
    kf_output_file_reserve(cli);
    if (!kf_output_file_open(j->target, output, "record"))
        return;
    j->has_begun = false;
    j->last = '\0';
    bool is_whole = kf_format_write(record, format, &how, write_piece, j, cli->log);
    if (is_whole && j->last != '\n')
        is_whole = write_piece(j, "\n", 1);
    j->written += kf_output_file_close(j->target, is_whole);
}

static void free_record(void *record) {
    kf_record_free(record);
}

// One game of a record with several.
static const kf_record *take_game(kf_cli *cli, const kf_record *record, kf_node game) {
    void **slot = kf_arena_slot(cli->arena, free_record);
    kf_record *one = *slot = kf_record_new();
    if (one == NULL)
        kf_arena_fail(cli->arena);
    return kf_node_copy(one, 0, record, game, cli->log) != 0 ? one : NULL;
}

// Games of a notation that can only be read become SGF.
static const kf_format *format_of(const kf_record *record) {
    const kf_format *format = kf_format_of(record);
    return kf_format_can_write(format) ? format : kf_format_named("sgf");
}

static void split_record(job *j, const char *name, const kf_record *record, size_t number) {
    kf_cli *cli = j->cli;
    const kf_format *format = format_of(record);
    bool is_one = kf_record_games(record) == 1;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_arena_level level = kf_arena_mark(cli->arena);
        const char *output = name_of(j, name, format, ++number);
        const kf_record *one = is_one ? record : take_game(cli, record, game);
        if (one != NULL)
            write_game(j, one, format, output);
        kf_report_entries(cli);
        kf_arena_rewind(cli->arena, level);
    }
}

static void split_file(job *j, const char *name) {
    kf_cli *cli = j->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    size_t games = 0, before = kf_log_total(cli->log, KF_ERROR);
    kf_stream *stream = kf_input_open(cli, name);
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        if (kf_again_is_noise(record, kf_log_total(cli->log, KF_ERROR) - before))
            continue;
        games += kf_record_games(record);
        kf_report_entries(cli);
        split_record(j, name, record, kf_stream_games(stream));
    }
    if (!kf_stream_has_failed(stream) && games == 0)
        kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0},
                   "there is no game in '%.200s': nothing is written", name);
    kf_report_entries(cli);
    kf_arena_rewind(cli->arena, level);
}

static int split(kf_cli *cli) {
    job j = {.cli = cli, .folder = cli->values[KF_OPTION_OUTPUT]};
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    if (j.folder == NULL || j.folder[0] == '\0')
        return kf_options_wrong(cli, "the folder for the files is missing: say '-o FOLDER'");
    if (mkdir(j.folder, 0777) != 0 && errno != EEXIST) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot make the folder '%.200s': %s",
                   j.folder, strerror(errno));
        return KF_STATUS_FAILED;
    }
    kf_inputs inputs = kf_input_list(cli);
    j.target = kf_output_file_new(cli);
    kf_progress_begin(cli, "files");
    for (size_t i = 0; i < inputs.count; i++) {
        split_file(&j, inputs.names[i]);
        kf_progress_step(cli, i + 1, inputs.count);
    }
    kf_progress_clear(cli);
    if (!cli->is_quiet) {
        kf_report_amount(cli->err, j.written, "game");
        fputs(" written\n", cli->err);
    }
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FOLDER", "@folder",
     "where the files are written; the folder is made if it is not there"},
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_split = {
    .name = "split",
    .summary = "write each game to a file of its own",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Writes the games of each FILE to files of their own in the folder that -o names: "
             "titles.sgf becomes titles-00001.sgf, titles-00002.sgf and so on, in the same "
             "notation. SGF games are copied byte for byte; 'kifu convert FOLDER/* -o FILE' joins "
             "them again. A collection of any length is read game by game.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = split,
};
