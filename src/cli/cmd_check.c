// SPDX-License-Identifier: MIT
// kifu check: finds what is wrong in records.

#include <string.h>

#include "cli/input.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/order.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/rules_option.h"
#include "cli/solutions.h"
#include "record/check.h"

// What was seen so far.
typedef struct tally {
    size_t files, with_findings;
} tally;

static kf_json *describe(const kf_entry *entry, const char *name) {
    kf_json *object = kf_json_new();
    kf_json_add_string(object, "code", entry->code);
    kf_json_add_string(object, "severity",
                       entry->severity == KF_ERROR     ? "error"
                       : entry->severity == KF_WARNING ? "warning"
                                                       : "note");
    kf_json_add_string(object, "file", entry->file[0] != '\0' ? entry->file : name);
    kf_json_add_number(object, "line", (int64_t)entry->line);
    kf_json_add_number(object, "column", (int64_t)entry->column);
    kf_json_add_number(object, "byte", (int64_t)entry->byte);
    kf_json_add_string(object, "path", entry->path);
    kf_json_add_string(object, "message", entry->message);
    return object;
}

// The findings as data, also what could not be done with the file of that name.
static void print_objects(kf_cli *cli, const char *name, const kf_entry *const *ordered) {
    for (size_t i = 0; i < kf_log_count(cli->log); i++) {
        const kf_entry *entry = ordered != NULL ? ordered[i] : kf_log_entry(cli->log, i);
        if (!cli->is_quiet || entry->severity == KF_ERROR)
            kf_json_print(cli, describe(entry, name));
        // Whoever reads the data may look at nothing else, and whoever sees status 2 may not
        // read the data.
        if (kf_report_is_failure(entry))
            kf_report_print(cli, entry);
    }
    kf_report_count(cli);
}

static void check_file(kf_cli *cli, const char *name, tally *tally) {
    kf_record *record = kf_input_read(cli, name);
    if (record != NULL) {
        kf_check_by(record, kf_rules_option_get(cli), cli->log);
        if (kf_options_has(cli, KF_OPTION_SOLUTIONS))
            kf_solutions_check(cli, record);
    }
    tally->files++;
    tally->with_findings +=
        kf_log_total(cli->log, KF_ERROR) + kf_log_total(cli->log, KF_WARNING) > 0;
    kf_input_free(cli, record);
    const kf_entry **ordered = kf_order_entries(cli);
    if (kf_options_has(cli, KF_OPTION_JSON))
        print_objects(cli, name, ordered);
    else
        kf_report_ordered(cli, ordered);
    if (ordered != NULL)
        kf_arena_release(cli->arena, ordered);
}

static void print_totals(kf_cli *cli, const tally *tally) {
    bool is_clean = cli->errors + cli->warnings == 0;
    kf_progress_clear(cli);
    if (cli->is_quiet || (tally->files == 1 && is_clean))
        return;
    if (tally->files != 1) {
        kf_report_amount(cli->err, tally->files, "file");
        if (is_clean)
            fputs(", no findings\n", cli->err);
        else
            fprintf(cli->err, ", %zu with findings: ", tally->with_findings);
    }
    if (!is_clean)
        kf_report_totals(cli);
}

static int check(kf_cli *cli) {
    tally tally = {0};
    if (!kf_input_prepare(cli) || !kf_json_is_ready(cli) || !kf_rules_option_prepare(cli, NULL))
        return KF_STATUS_FAILED;
    kf_inputs inputs = kf_input_list(cli);
    kf_progress_begin(cli, "files");
    for (size_t i = 0; i < inputs.count; i++) {
        check_file(cli, inputs.names[i], &tally);
        kf_progress_step(cli, i + 1, inputs.count);
    }
    if (!kf_options_has(cli, KF_OPTION_JSON))
        print_totals(cli, &tally);
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_RECURSIVE, 'r', "recursive", NULL, NULL,
     "check all records in folders and the folders below; files are taken by their endings"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print the findings as JSON, one object a line"},
    {KF_OPTION_SOLUTIONS, 0, "solutions", NULL, NULL,
     "also read life and death in problems, and tell solutions that fail and further ones"},
    KF_RULES_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_check = {
    .name = "check",
    .summary = "find what is wrong in records",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Reads each FILE and prints everything in it that is broken, against the specification of "
        "its notation or suspicious: the place, how bad it is, what it is, a code that 'kifu "
        "explain' "
        "explains, and the line with a mark under the place. Nothing is changed.\n\n"
        "An error is a thing that is lost or wrong; a warning was repaired without loss, or is "
        "suspicious; a note belongs to the finding before it. Each kind of finding is shown a "
        "hundred times a file, and counted beyond.\n\n"
        "The exit status is 0 when there is no error (warnings alone count as clean), 1 when there "
        "is one, and 2 when a file could not be read.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = check,
};
