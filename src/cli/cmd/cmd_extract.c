// SPDX-License-Identifier: MIT
// kifu extract: finds the records in letters, web pages and other texts.

#include <string.h>
#include <sys/stat.h>

#include <kifu/extract.h>

#include "base/charset/choice.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/frame/mirror.h"
#include "cli/print/print.h"

typedef struct job {
    kf_cli *cli;
    const char *folder; // NULL: what is found is only listed
    const kf_format *format;
    kf_output_file *target;
    kf_inputs inputs;
    kf_text stem;   // of the names of what the file in hand gives
    size_t found;   // in this file and those before it
    size_t *begins; // how many are before each file; NULL: that is seen as they come
} job;

static void close_extract(void *extract) {
    kf_extract_free(extract);
}

static void free_record(void *record) {
    kf_record_free(record);
}

// The moves on the main lines of all games.
static size_t count_moves(const kf_record *record) {
    size_t moves = 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        for (kf_node node = game; node != 0; node = kf_node_child(record, node))
            moves += kf_path_is_move(record, node);
    return moves;
}

// `output`: what it was written to, or NULL.
static void print_item(job *j, const char *name, const kf_extract_item *item,
                       const kf_record *record, const char *output) {
    FILE *out = j->cli->out;
    if (kf_options_has(j->cli, KF_OPTION_JSON)) {
        kf_json *object = kf_json_new();
        kf_json_add_string(object, "file", name);
        kf_json_add_number(object, "line", (int64_t)item->line);
        kf_json_add_string(object, "notation", kf_format_name(item->format));
        kf_json_add_number(object, "games", (int64_t)kf_record_games(record));
        kf_json_add_number(object, "moves", (int64_t)count_moves(record));
        if (j->folder != NULL && output != NULL)
            kf_json_add_string(object, "output", output);
        else if (j->folder != NULL)
            kf_json_add_null(object, "output");
        kf_json_print(j->cli, object);
        return;
    }
    kf_report_text(out, kf_text_of(name), false);
    fprintf(out, ":%zu: %s, ", item->line, kf_format_title(item->format));
    kf_report_amount(out, kf_record_games(record), "game");
    fputs(", ", out);
    kf_report_amount(out, count_moves(record), "move");
    putc('\n', out);
}

// The name without its ending, whatever that is.
static kf_text stem_of(const char *name) {
    name = strcmp(name, "-") == 0 ? "stdin" : name;
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    return (kf_text){name, dot != NULL && dot > base ? (size_t)(dot - name) : strlen(name)};
}

// Returns the name of the file, or NULL where nothing was written; then the log says why.
static const char *write_item(job *j, const kf_extract_item *item, const kf_record *record) {
    kf_cli *cli = j->cli;
    const kf_format *format = j->format != NULL ? j->format : item->format;
    bool is_as_it_is = format == item->format || !kf_format_can_write(format);
    // It is in UTF-8 now, whatever set it was in within the text.
    bool is_named_other = strcmp(kf_format_name(item->format), "sgf") == 0 &&
                          !kf_choice_is_ascii(item->text) && kf_choice_names_other(item->text);
    is_as_it_is = is_as_it_is && !is_named_other;
    const kf_writing how = {.canonical = is_named_other};
    kf_output_file_reserve(cli);
    const char *output = kf_mirror_piece(cli, j->folder, j->stem, j->found, format);
    if (!kf_mirror_folders(cli, j->folder, output) ||
        !kf_output_file_open(j->target, output, "record"))
        return NULL;
    bool has_end = item->text.length > 0 && item->text.data[item->text.length - 1] == '\n';
    bool is_whole =
        is_as_it_is
            ? kf_output_file_write(j->target, item->text.data, item->text.length) &&
                  (has_end || kf_output_file_write(j->target, "\n", 1))
            : kf_format_write(record, format, &how, kf_output_file_write, j->target, cli->log);
    return kf_output_file_close(j->target, is_whole) ? output : NULL;
}

static void take_item(job *j, const char *name, const kf_extract_item *item) {
    kf_cli *cli = j->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_reading how = cli->reading;
    how.format = item->format;
    how.charset = "UTF-8";
    void **slot = kf_arena_slot(cli->arena, free_record);
    kf_record *record = *slot =
        kf_format_read(item->text.data, item->text.length, name, &how, cli->log);
    // What is wrong in it is the business of 'kifu check'.
    if (record != NULL)
        kf_log_clear(cli->log);
    j->found++;
    const char *output = NULL;
    if (record != NULL && j->folder != NULL)
        output = write_item(j, item, record);
    if (record != NULL && (j->folder == NULL || kf_options_has(cli, KF_OPTION_JSON)))
        print_item(j, name, item, record, output);
    kf_report_entries(cli);
    kf_arena_rewind(cli->arena, level);
}

static void look_at_file(job *j, const char *name) {
    kf_cli *cli = j->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_text bytes = {"", 0};
    kf_extract_item item;
    size_t before = j->found;
    if (!kf_input_bytes(cli, name, &bytes)) {
        kf_report_entries(cli);
        return;
    }
    void **slot = kf_arena_slot(cli->arena, close_extract);
    const kf_extract *extract = *slot =
        kf_extract_new(bytes.data, bytes.length, name, &cli->reading, cli->log);
    kf_report_entries(cli);
    for (size_t i = 0; kf_extract_at(extract, i, &item); i++)
        take_item(j, name, &item);
    if (extract != NULL && j->found == before)
        kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0}, "there is no game in '%.200s'",
                   name);
    kf_report_entries(cli);
    kf_arena_rewind(cli->arena, level);
}

static bool set_job(job *j) {
    kf_cli *cli = j->cli;
    const char *to = cli->values[KF_OPTION_TO];
    if (!kf_input_prepare(cli))
        return false;
    if (to != NULL && (j->format = kf_input_format(cli, "--to", to)) == NULL)
        return false;
    const char *wrong = NULL;
    if (j->folder != NULL && j->folder[0] == '\0')
        wrong = "'--output' takes the name of a folder";
    else if (j->folder == NULL && to != NULL)
        wrong = "'--to' says how records are written: '--output' is needed too";
    if (wrong != NULL)
        return kf_options_wrong(cli, "%s", wrong) == KF_STATUS_CLEAN;
    return j->folder == NULL || kf_output_file_make(cli, j->folder);
}

static void take_file(void *context, size_t index) {
    job *j = context;
    const char *name = j->inputs.names[index];
    j->stem = stem_of(name + j->inputs.prefixes[index]);
    j->found = j->begins != NULL ? j->begins[index] : j->found;
    look_at_file(j, name);
}

// What is wrong with the file comes out when it is looked at.
static void count_file(void *context, size_t index) {
    job *j = context;
    kf_cli *cli = j->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_text bytes = {"", 0};
    kf_extract_item item;
    if (kf_input_bytes(cli, j->inputs.names[index], &bytes)) {
        void **slot = kf_arena_slot(cli->arena, close_extract);
        const kf_extract *extract = *slot = kf_extract_new(
            bytes.data, bytes.length, j->inputs.names[index], &cli->reading, cli->log);
        while (kf_extract_at(extract, j->begins[index], &item))
            j->begins[index]++;
    }
    kf_log_clear(cli->log);
    kf_arena_rewind(cli->arena, level);
}

// Whether one is standard input or a pipe with a name: what was read of it is gone.
static bool is_read_once(const kf_inputs *inputs) {
    struct stat status;
    for (size_t i = 0; i < inputs->count; i++)
        if (stat(inputs->names[i], &status) == 0 && !S_ISREG(status.st_mode))
            return true;
    return kf_input_has_standard(inputs);
}

// Records are numbered in one row, so several processes need to know how many there are in the
// files before theirs. False: '--jobs' cannot be used, and the log says so.
static bool count_records(job *j) {
    size_t count = j->inputs.count, before = 0, errors = j->cli->errors;
    j->begins = kf_arena_alloc(j->cli->arena, count * sizeof *j->begins);
    memset(j->begins, 0, count * sizeof *j->begins);
    const kf_jobs jobs = {
        .count = count, .one = count_file, .context = j, .sums = j->begins, .sum_count = count};
    if (!kf_jobs_run(j->cli, &jobs) || j->cli->errors > errors)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t own = j->begins[i];
        j->begins[i] = before;
        before += own;
    }
    return true;
}

static int extract(kf_cli *cli) {
    job j = {.cli = cli, .folder = cli->values[KF_OPTION_OUTPUT]};
    if (!set_job(&j))
        return KF_STATUS_FAILED;
    j.inputs = kf_input_list(cli);
    j.target = kf_output_file_new(cli);
    if (j.folder != NULL && is_read_once(&j.inputs))
        cli->values[KF_OPTION_JOBS] = NULL; // they are read in their order
    if (j.folder != NULL && cli->values[KF_OPTION_JOBS] != NULL && !count_records(&j))
        return KF_STATUS_FAILED;
    const kf_jobs jobs = {.count = j.inputs.count, .one = take_file, .context = &j};
    return kf_jobs_run(cli, &jobs) ? cli->status : KF_STATUS_FAILED;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FOLDER", "@folder",
     "write each record to a file of its own in this folder, which is created if needed, or "
     "into this archive"},
    {KF_OPTION_TO, 't', "to", "NOTATION", "@format", "write them in this notation"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL,
     "print a JSON object per record, with -o also the file that it was written to"},
    KF_JOBS_OPTION_ROW,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_extract = {
    .name = "extract",
    .summary = "find the records in mail, web pages and other text",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Searches each FILE, whatever it is, for records: SGF games, runs of Ishi lines, "
             "Davar tables, typed boards and Sensei's Library diagrams. Quotation marks of mail, "
             "HTML tags and entities, quoted-printable and base64 are removed first. Each record "
             "is listed with the line where it begins, or with -o written to a file of its own.\n\n"
             "The exit status is 2 when a file has none.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = extract,
};
