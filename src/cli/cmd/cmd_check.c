// SPDX-License-Identifier: MIT
// kifu check: finds what is wrong in records.

#include <stdlib.h>

#include "cli/frame/ahead.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_SOLUTIONS = KF_OPTION_OWN };

// ---- Order ----

// Findings are shown by their places: reading finds its own first, checking finds the others.

// An entry with what it is ordered by. A note goes by the entry that it belongs to.
typedef struct item {
    const kf_entry *entry;
    uint64_t byte;
    size_t index;
} item;

static int by_place(const void *a, const void *b) {
    const item *x = a, *y = b;
    if (x->byte != y->byte)
        return x->byte < y->byte ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static const kf_entry **order_entries(kf_cli *cli) {
    size_t count = kf_log_count(cli->log);
    if (count < 2)
        return NULL;
    item *items = kf_arena_resize(cli->arena, NULL, count * sizeof *items);
    uint64_t byte = 0;
    for (size_t i = 0; i < count; i++) {
        const kf_entry *entry = kf_log_entry(cli->log, i);
        if (entry->severity != KF_NOTE || i == 0)
            byte = entry->line > 0 ? entry->byte : UINT64_MAX;
        items[i] = (item){entry, byte, i};
    }
    qsort(items, count, sizeof *items, by_place);
    const kf_entry **entries = kf_arena_resize(cli->arena, NULL, count * sizeof(const kf_entry *));
    for (size_t i = 0; i < count; i++)
        entries[i] = items[i].entry;
    kf_arena_release(cli->arena, items);
    return entries;
}

// ---- The command ----

// What was seen so far.
enum { FILES, WITH_FINDINGS, OWN_SUMS };

typedef struct tally {
    kf_cli *cli;
    kf_findings *findings;
    kf_inputs inputs;
    size_t *sums; // of ours, and behind them those of the findings
} tally;

// A file being checked.
typedef struct look {
    kf_cli *cli;
    kf_check_run *run;
} look;

// Prints what was found up to here, in the order of the file.
static void print_found(kf_findings *findings, kf_cli *cli, const char *name) {
    const kf_entry **ordered = order_entries(cli);
    kf_findings_print(findings, name, ordered);
    if (ordered != NULL)
        kf_arena_release(cli->arena, ordered);
    kf_report_forget(cli);
}

static void end_run(void *run) {
    kf_check_end(run);
}

// For the processes that check the later part of a large file.

static void *begin_part(void *context, kf_log *log) {
    const kf_cli *cli = ((const look *)context)->cli;
    return kf_check_begin(kf_rules_option_get(cli), log);
}

static bool check_part(void *run, const kf_record *record, kf_ahead_piece *piece) {
    kf_check_add(run, record);
    piece->dialect = kf_check_dialect(run);
    return true;
}

// What is said once a file, or with a note, is not among them.
static bool counts(kf_code code) {
    static const kf_code codes[] = {
        KF_SGF_DATE,     KF_SGF_EMPTY,     KF_SGF_MIXED,     KF_SGF_NOT_ROOT,    KF_SGF_NO_MOVE,
        KF_SGF_POINT,    KF_SGF_OFF_BOARD, KF_SGF_ONE_VALUE, KF_SGF_POINT_TWICE, KF_SGF_RANGE,
        KF_SGF_REPEATED, KF_SGF_RESULT,    KF_SGF_VALUE,     KF_GO_HANDICAP,     KF_GO_KO,
        KF_GO_OCCUPIED,  KF_GO_RESULT,     KF_GO_SUICIDE,    KF_GO_SUPERKO,      KF_GO_TURN};
    size_t i = 0, count = sizeof codes / sizeof *codes;
    while (i < count && codes[i] != code)
        i++;
    return i < count;
}

static bool pass_part(void *context, const kf_ahead_piece *piece) {
    const look *l = context;
    kf_check_run *run = l->run;
    // First without games, for they are not to be counted twice.
    return kf_check_pass(run, 0, piece->dialect) && kf_log_count_sums(l->cli->log, &piece->sums) &&
           kf_check_pass(run, (size_t)piece->games, piece->dialect);
}

// Game by game: what was found in one is printed before the next is read.
static void check_file(void *context, size_t index) {
    tally *tally = context;
    kf_cli *cli = tally->cli;
    const char *name = tally->inputs.names[index];
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_stream *stream = kf_input_open(cli, name);
    void **run = kf_arena_slot(cli->arena, end_run);
    *run = kf_check_begin(kf_rules_option_get(cli), cli->log);
    bool has_solutions = kf_options_has(cli, OPTION_SOLUTIONS);
    bool is_alone = tally->inputs.count == 1 && !has_solutions;
    look look = {cli, *run};
    const kf_ahead_task task = {begin_part, check_part, counts, pass_part, &look};
    kf_ahead *ahead = is_alone && stream != NULL ? kf_ahead_open(cli, name, &task) : NULL;
    for (const kf_record *record; *run != NULL && (record = kf_stream_next(stream)) != NULL;
         kf_ahead_pass(ahead, stream)) {
        kf_check_add(*run, record);
        if (has_solutions)
            kf_solutions_check(cli, record);
        print_found(tally->findings, cli, name);
    }
    kf_ahead_close(ahead);
    kf_arena_rewind(cli->arena, level);
    print_found(tally->findings, cli, name);
    tally->sums[FILES]++;
    tally->sums[WITH_FINDINGS] +=
        kf_log_total(cli->log, KF_ERROR) + kf_log_total(cli->log, KF_WARNING) > 0;
    kf_findings_end_file(tally->findings, name);
    kf_report_count(cli);
}

// Of a document that is one whole.
static size_t stay_together(void *context, size_t index) {
    (void)context, (void)index;
    return 0;
}

static void print_totals(kf_cli *cli, const tally *tally) {
    bool is_clean = cli->errors + cli->warnings == 0;
    kf_progress_clear(cli);
    kf_report_flush(cli);
    if (cli->is_quiet || (tally->sums[FILES] < 2 && is_clean))
        return;
    if (tally->sums[FILES] > 1) {
        kf_report_amount(cli->err, tally->sums[FILES], "file");
        if (is_clean)
            fputs(", no findings\n", cli->err);
        else
            fprintf(cli->err, ", %zu with findings: ", tally->sums[WITH_FINDINGS]);
    }
    if (!is_clean)
        kf_report_totals(cli);
}

static int check(kf_cli *cli) {
    tally tally = {.cli = cli};
    size_t sum_count;
    if (!kf_input_prepare(cli) || !kf_rules_option_prepare(cli, NULL) ||
        (tally.findings = kf_findings_new(cli)) == NULL)
        return KF_STATUS_FAILED;
    tally.inputs = kf_input_list(cli);
    tally.sums = kf_findings_sums(tally.findings, OWN_SUMS, &sum_count);
    kf_progress_begin(cli, "files");
    const kf_jobs jobs = {.count = tally.inputs.count,
                          .one = check_file,
                          .share = kf_findings_is_one(tally.findings) ? stay_together : NULL,
                          .context = &tally,
                          .sums = tally.sums,
                          .sum_count = sum_count};
    if (!kf_jobs_run(cli, &jobs))
        return KF_STATUS_FAILED;
    kf_progress_clear(cli);
    if (kf_findings_end(tally.findings))
        print_totals(cli, &tally);
    bool is_strict = kf_options_has(cli, KF_OPTION_STRICT) && cli->warnings > 0;
    return is_strict && cli->status < KF_STATUS_FINDINGS ? KF_STATUS_FINDINGS : cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_FORMAT, 0, "format", "FORM", "text short json sarif github",
     "how to print findings: text (by default), short (one line each), json (one object per line), "
     "sarif (one document), or github (workflow commands)"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "the same as --format=json"},
    {KF_OPTION_SELECT, 0, "select", "CODE,…", "@code",
     "report only these findings: codes, or beginnings of codes, such as go/; repeatable"},
    {KF_OPTION_IGNORE, 0, "ignore", "CODE,…", "@code",
     "leave these findings out; they do not affect the exit status either; repeatable"},
    {KF_OPTION_SUMMARY, 0, "summary", NULL, NULL,
     "print only how often each finding occurs, and in how many files"},
    {KF_OPTION_STRICT, 's', "strict", NULL, NULL, "warnings make the exit status 1 as well"},
    {OPTION_SOLUTIONS, 0, "solutions", NULL, NULL,
     "also read life and death in problems, and report solutions that fail and solutions that are "
     "missing"},
    KF_JOBS_OPTION_ROW,
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
        "Reads each FILE and prints everything in it that is broken, violates the specification of "
        "its notation, or is suspicious: the place, how bad it is, what it is, a code for 'kifu "
        "explain', and the line with a mark under the place. Findings go to standard output, the "
        "tally to standard error; a clean file prints nothing. No file is changed.\n\n"
        "An error means that something is lost or wrong; a warning, that something was repaired "
        "without loss or is suspicious; a note belongs to the finding before it. Each kind of "
        "finding is shown at most a hundred times per file; the rest are only counted.\n\n"
        "The exit status is 0 when there is no error (warnings alone count as clean, unless "
        "--strict is given), 1 when there is one, and 2 when a file could not be read.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = check,
};
