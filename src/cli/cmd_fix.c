// SPDX-License-Identifier: MIT
// kifu fix: puts right what the board contradicts, and leaves every other byte alone.

#include <string.h>

#include "base/text.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/target.h"
#include "format/fix.h"

// What was asked for, and what was done.
typedef struct job {
    kf_cli *cli;
    const char *output; // NULL: standard output, or the file itself
    bool is_diff, is_in_place;
    size_t fixed;
} job;

static void tell(const job *j, const kf_fix *fix) {
    for (size_t i = 0; i < fix->count; i++) {
        kf_place place = {.source = fix->record->source, .offset = fix->edits[i].offset};
        kf_log_add(j->cli->log, KF_FIX_DONE, place, "fixed: %s", fix->edits[i].what);
    }
    kf_report_entries(j->cli);
}

static void write_bytes(const job *j, const char *name, kf_text bytes) {
    kf_target target;
    if (kf_target_open(&target, j->cli, name))
        kf_target_close(&target, kf_target_write(&target, bytes.data, bytes.length));
}

static void write_result(job *j, const char *name, const kf_fix *fix) {
    kf_buffer out = {.arena = j->cli->arena};
    if (j->is_diff) {
        if (fix->count > 0)
            fprintf(j->cli->out, "--- %s\n+++ %s\n", name, name);
        kf_fix_diff(fix, &out);
        fwrite(out.length > 0 ? out.data : "", 1, out.length, j->cli->out);
    } else if (!kf_fix_apply(fix, &out)) {
        kf_log_add(j->cli->log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "'%.200s' is in %s and cannot be mended in place; convert it first", name,
                   fix->record->source->charset);
    } else if (!j->is_in_place || fix->count > 0) {
        const char *target = j->is_in_place ? name : j->output != NULL ? j->output : "-";
        write_bytes(j, target, kf_buffer_text(&out));
    }
    kf_arena_release(j->cli->arena, out.data);
}

static void fix_file(job *j, const char *name) {
    kf_cli *cli = j->cli;
    kf_record *record = kf_input_read(cli, name);
    kf_fix fix = {.arena = cli->arena, .record = record, .how = &cli->reading};
    if (record == NULL) {
        kf_report_entries(cli);
        return;
    }
    // What is wrong beside is the business of 'kifu check'.
    kf_log_clear(cli->log);
    kf_fix_find(&fix);
    j->fixed += fix.count;
    tell(j, &fix);
    write_result(j, name, &fix);
    kf_report_entries(cli);
    kf_arena_release(cli->arena, fix.edits);
    kf_input_free(cli, record);
}

static int fix(kf_cli *cli) {
    job j = {.cli = cli,
             .output = cli->values[KF_OPTION_OUTPUT],
             .is_diff = kf_options_has(cli, KF_OPTION_DIFF),
             .is_in_place = kf_options_has(cli, KF_OPTION_IN_PLACE)};
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    if (j.is_diff + j.is_in_place + (j.output != NULL) > 1)
        return kf_options_wrong(cli, "only one of '--diff', '--in-place' and '-o' makes sense");
    kf_inputs inputs = kf_input_list(cli);
    if (inputs.count > 1 && !j.is_diff && !j.is_in_place)
        return kf_options_wrong(cli, "several files are mended with '--in-place' or '--diff'");
    for (size_t i = 0; i < inputs.count; i++) {
        if (j.is_in_place && strcmp(inputs.names[i], "-") == 0)
            return kf_options_wrong(cli, "standard input cannot be mended in place");
        fix_file(&j, inputs.names[i]);
    }
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_DIFF, 0, "diff", NULL, NULL, "print what would change, and change nothing"},
    {KF_OPTION_IN_PLACE, 0, "in-place", NULL, NULL, "replace each file by the mended one"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file", "write the mended file there"},
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_fix = {
    .name = "fix",
    .summary = "put right what the board contradicts",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Mends each FILE where it states captures that the board contradicts: PRISONER lines in "
        "Ishi, the rows of captured stones in Davar. Every change is told; all other bytes stay "
        "as they are. The mended file goes to standard output, or to '-o', or with '--in-place' "
        "to where it came from.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = fix,
};
