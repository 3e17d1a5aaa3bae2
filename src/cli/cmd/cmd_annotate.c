// SPDX-License-Identifier: MIT
// kifu annotate: writes what the check finds into the comments of the nodes it is about.

#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

// How many findings of one code are written into a record at least and at most. Finding the node of
// each costs as much as the record is deep, so a very large one gets fewer.
enum { LEAST = 100, MOST = 10000, WORK = 1000 * 1000 * 1000 };

// What was found in the games in hand, and the check that goes on from one to the next.
typedef struct job {
    kf_log *found;
    kf_check_run *run;
} job;

// The number of the first game, which of games that are read one after the other is not 1.
static unsigned long first_number(const kf_record *record) {
    char path[24];
    kf_path_of(record, kf_node_child(record, 0), path, sizeof path);
    return strtoul(path, NULL, 10);
}

// The node of a path as findings have it; the path of a root is the number of its game alone.
static kf_node node_at(const kf_record *record, const char *path) {
    kf_node game = kf_node_child(record, 0);
    if (path[0] == '\0')
        return 0;
    if (strchr(path, '.') != NULL)
        return kf_path_find(record, game, path);
    for (unsigned long n = strtoul(path, NULL, 10), first = first_number(record);
         n > first && game != 0; n--)
        game = kf_node_next(record, game);
    return game;
}

// Notes belong to the finding before them, and stand with it.
static bool add_all(kf_cli *cli, kf_record *record, const kf_log *found) {
    bool is_good = true;
    for (size_t i = 0; i < kf_log_count(found) && is_good; i++) {
        const kf_entry *entry = kf_log_entry(found, i);
        if (strcmp(entry->code, "program/memory") == 0)
            kf_arena_fail(cli->arena);
        kf_arena_level level = kf_arena_mark(cli->arena);
        kf_node node = node_at(record, entry->path);
        kf_buffer line = {.arena = cli->arena};
        kf_buffer_add_string(&line, "kifu: ");
        kf_buffer_add_string(&line, kf_report_severity(entry->severity));
        kf_buffer_add_string(&line, ": ");
        kf_buffer_add_string(&line, entry->message);
        kf_buffer_add_string(&line, " (");
        kf_buffer_add_string(&line, entry->code);
        kf_buffer_add_string(&line, ")");
        is_good = node == 0 || kf_comment_add(cli, record, node, kf_buffer_text(&line));
        kf_arena_rewind(cli->arena, level);
    }
    return is_good;
}

static void close_job(void *what) {
    job *j = what;
    kf_check_end(j->run);
    kf_log_free(j->found);
}

// What is not written into comments is said, and why.
static void report_rest(const kf_cli *cli, const kf_log *found, size_t most, kf_log *log) {
    size_t total = 0, kept = kf_log_count(found);
    for (int severity = 0; severity <= KF_ERROR; severity++)
        total += kf_log_total(found, (kf_severity)severity);
    if (total == kept)
        return;
    kf_log_add_as(log, KF_WARNING, KF_PROGRAM_SIZE, (kf_place){0},
                  "%zu more findings are not written into comments: of one kind, games that are "
                  "read at once get %zu%s%s",
                  total - kept, most,
                  cli->copy_error == 0 ? ""
                                       : "; to be read one by one, standard input is copied, and "
                                         "there is no file for that: ",
                  cli->copy_error == 0 ? "" : strerror(cli->copy_error));
}

// Games that are read one after the other are checked by one run.
static bool annotate_record(kf_cli *cli, void *context, kf_record *record, kf_log *log) {
    job *j = context;
    kf_log *found = j->found;
    size_t most = WORK / (kf_record_nodes(record) + 1);
    most = most < LEAST ? LEAST : most > MOST ? MOST : most;
    kf_log_set_limits(found, most, MOST);
    if (first_number(record) == 1) {
        kf_check_end(j->run);
        j->run = kf_check_begin(NULL, found);
    }
    if (j->run != NULL)
        kf_check_add(j->run, record);
    // What it could not keep is not known.
    if (j->run == NULL || (kf_log_total(found, KF_ERROR) > 0 && kf_log_count(found) == 0))
        kf_arena_fail(cli->arena);
    bool is_good = add_all(cli, record, found);
    report_rest(cli, found, most, log);
    kf_log_clear(found);
    return is_good;
}

static int annotate(kf_cli *cli) {
    job *j = kf_arena_alloc(cli->arena, sizeof *j);
    *j = (job){.found = NULL};
    kf_arena_defer(cli->arena, close_job, j);
    j->found = kf_log_new();
    if (j->found == NULL)
        kf_arena_fail(cli->arena);
    if (!kf_findings_choose(cli, j->found))
        return KF_STATUS_FAILED;
    return kf_rewrite_run(cli,
                          &(kf_rewrite){.edit = annotate_record, .is_by_game = true, .context = j});
}

static const kf_option options[] = {
    {KF_OPTION_SELECT, 0, "select", "CODE,…", "@code",
     "write only these findings: codes, or beginnings of codes, such as go/"},
    {KF_OPTION_IGNORE, 0, "ignore", "CODE,…", "@code", "leave these findings out"},
    KF_REWRITE_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_annotate = {
    .name = "annotate",
    .summary = "write findings into comments",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Writes each FILE with what 'kifu check' finds in it, in the comments of the nodes "
        "that it is about: a line for each finding, behind what the comment says. A line that "
        "is there already is not added again. What reading repairs is reported, and is right "
        "in what is written.\n\n"
        "The notation stays the same, unless --to or the extension of the output names "
        "another. What 'kifu convert --help' says about outputs holds here, too. 'kifu life' can "
        "write changes of life and death into comments, and 'kifu merge' takes comments over "
        "from another copy.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = annotate,
};
