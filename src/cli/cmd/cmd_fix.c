// SPDX-License-Identifier: MIT
// kifu fix: puts right what the board contradicts, and leaves every other byte alone.

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "cli/archive/archive.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/frame/mirror.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_DIFF = KF_OPTION_OWN, OPTION_GUESS };

// What was asked for, and what was done.
typedef struct job {
    kf_cli *cli;
    const char *output; // NULL: standard output, or the file itself; or a folder
    kf_output_file *target;
    bool is_diff, is_in_place, is_folder;
    kf_fixing fixing;
    kf_inputs inputs;
} job;

static void write_diff(job *j, const char *name, const kf_fix *fix) {
    const char *const head[] = {"--- ", name, "\n+++ ", name, "\n"};
    kf_output_file *target = j->target;
    if (kf_fix_count(fix) == 0 || !kf_output_file_open(target, "-", "text"))
        return;
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        kf_output_file_write(target, head[i], strlen(head[i]));
    kf_output_file_close(target, kf_fix_diff(fix, kf_output_file_write, target, j->cli->log));
}

// Where the fixed file goes. In a folder it has the name of the input below what was named.
static const char *output_for(const job *j, size_t index) {
    const char *name = j->inputs.names[index] + j->inputs.prefixes[index];
    if (!j->is_folder)
        return j->output != NULL ? j->output : "-";
    if (strcmp(name, "-") == 0)
        name = "stdin";
    bool has_slash = j->output[strlen(j->output) - 1] == '/';
    size_t size = strlen(j->output) + strlen(name) + 2;
    char *made = kf_arena_alloc(j->cli->arena, size);
    snprintf(made, size, "%s%s%s", j->output, has_slash ? "" : "/", name);
    return made;
}

static void write_result(job *j, size_t index, const kf_fix *fix) {
    kf_cli *cli = j->cli;
    const char *name = j->inputs.names[index];
    kf_output_file *target = j->target;
    if (j->is_diff) {
        write_diff(j, name, fix);
    } else if (!j->is_in_place || kf_fix_count(fix) > 0) {
        const char *output = output_for(j, index);
        bool is_ready = !j->is_folder || kf_mirror_folders(cli, j->output, output);
        bool is_open = j->is_in_place ? kf_output_file_open_in_place(target, name)
                                      : is_ready && kf_output_file_open(target, output, "record");
        if (is_open)
            kf_output_file_close(target, kf_fix_write(fix, kf_output_file_write, target, cli->log));
    }
}

static void close_fix(void *fix) {
    kf_fix_free(fix);
}

static void fix_record(job *j, size_t index, const kf_record *record) {
    kf_cli *cli = j->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    void **slot = kf_arena_slot(cli->arena, close_fix);
    // What is wrong beside is the business of 'kifu check'.
    kf_log_clear(cli->log);
    kf_fix *fix = *slot = kf_fix_new_for(record, &cli->reading, &j->fixing, cli->log);
    kf_report_entries(cli);
    if (fix != NULL)
        write_result(j, index, fix);
    if (j->is_diff && fix != NULL && kf_fix_count(fix) > 0 && cli->status == KF_STATUS_CLEAN)
        cli->status = KF_STATUS_FINDINGS;
    kf_arena_rewind(cli->arena, level);
}

static void fix_file(void *context, size_t index) {
    job *j = context;
    kf_cli *cli = j->cli;
    const char *name = j->inputs.names[index];
    cli->faults = 0;
    kf_output_file_reserve(cli);
    kf_record *record = kf_input_read_games(cli, name);
    if (record != NULL) {
        fix_record(j, index, record);
        kf_input_free(cli, record);
    }
    kf_report_entries(cli);
}

// Inputs that become one file stay together: the second of them is an error.
static size_t share_of(void *context, size_t index) {
    const job *j = context;
    size_t share = 0;
    if (!j->is_folder)
        return index;
    for (const char *p = j->inputs.names[index] + j->inputs.prefixes[index]; *p != '\0'; p++)
        share = (size_t)kf_hash_mix(share ^ (unsigned char)*p);
    return share;
}

static bool may_be_replaced(kf_cli *cli, const kf_inputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++) {
        bool is_input = strcmp(inputs->names[i], "-") == 0;
        if (!is_input && kf_member_find(cli, inputs->names[i]) == NULL)
            continue;
        kf_options_wrong(cli, is_input ? "standard input cannot be fixed in place"
                                       : "'--in-place' changes nothing within archives");
        return false;
    }
    return true;
}

static int fix(kf_cli *cli) {
    job j = {.cli = cli,
             .target = kf_output_file_new(cli),
             .output = cli->values[KF_OPTION_OUTPUT],
             .is_diff = kf_options_has(cli, OPTION_DIFF),
             .is_in_place = kf_options_has(cli, KF_OPTION_IN_PLACE),
             .fixing = {.only = cli->values[KF_OPTION_SELECT],
                        .leave = cli->values[KF_OPTION_IGNORE],
                        .guesses = kf_options_has(cli, OPTION_GUESS)}};
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    if (j.is_diff + j.is_in_place + (j.output != NULL) > 1)
        return kf_options_wrong(cli, "'--diff', '--in-place' and '-o' exclude each other");
    if (j.is_in_place && kf_options_has(cli, KF_OPTION_NO_CLOBBER))
        return kf_options_wrong(cli, "'--in-place' and '--no-clobber' exclude each other");
    j.inputs = kf_input_list(cli);
    j.is_folder = j.output != NULL && kf_input_is_folder(j.output);
    if (j.inputs.count > 1 && !j.is_diff && !j.is_in_place && !j.is_folder)
        return kf_options_wrong(cli, "several files need '--in-place', '--diff' or '-o FOLDER/'");
    if (j.is_folder && !kf_output_file_folder(cli, j.output))
        return KF_STATUS_FAILED;
    if (j.is_in_place && !may_be_replaced(cli, &j.inputs))
        return KF_STATUS_FAILED;
    const kf_jobs jobs = {
        .count = j.inputs.count, .one = fix_file, .share = share_of, .context = &j};
    kf_progress_begin(cli, "files");
    bool is_run = kf_jobs_run(cli, &jobs);
    kf_progress_clear(cli);
    return is_run ? cli->status : KF_STATUS_FAILED;
}

static const kf_option options[] = {
    {OPTION_DIFF, 0, "diff", NULL, NULL, "print what would change, and change nothing"},
    {OPTION_GUESS, 0, "guess", NULL, NULL, "also fix where the intended meaning is a guess"},
    {KF_OPTION_SELECT, 0, "only", "CODE,…", "@code",
     "fix only these findings: codes, or beginnings of codes, such as sgf/"},
    {KF_OPTION_IGNORE, 0, "not", "CODE,…", "@code", "leave these findings as they are"},
    {KF_OPTION_IN_PLACE, 'i', "in-place", NULL, NULL, "replace each file by the fixed one"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write the fixed file there, or all to a folder or archive"},
    KF_JOBS_OPTION_ROW,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_fix = {
    .name = "fix",
    .summary = "fix records, keeping their layout",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Fixes what 'kifu check' finds in each FILE, where the meaning is beyond doubt: syntax, "
        "dates, results, numbers and lists in SGF, PRISONER lines in Ishi, the rows of captured "
        "stones in Davar. Every change is reported; all other bytes stay as they are. The fixed "
        "file goes to standard output, to the file that '-o' names, or with '--in-place' back to "
        "where it came from. With '--diff' the exit status is 1 if something would change.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = fix,
};
