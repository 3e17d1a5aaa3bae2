// SPDX-License-Identifier: MIT
// kifu fix: puts right what the board contradicts, and leaves every other byte alone.

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/archive/archive.h"
#include "cli/frame/again.h"
#include "cli/frame/ahead.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/frame/mirror.h"
#include "cli/frame/once.h"
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

// Writes a line that names a file as `patch` reads it: odd names are quoted as in C, and one with
// spaces ends with a tab.
static void write_name(kf_output_file *target, const char *sign, const char *name) {
    bool is_odd = false;
    for (const char *p = name; *p != '\0'; p++)
        is_odd = is_odd || (unsigned char)*p < ' ' || *p == '"' || *p == '\\';
    kf_output_file_write(target, sign, strlen(sign));
    kf_output_file_write(target, "\"", is_odd);
    for (const char *p = name; *p != '\0'; p++) {
        char octal[8];
        if ((unsigned char)*p < ' ')
            snprintf(octal, sizeof octal, "\\%03o", (unsigned)(unsigned char)*p);
        else
            snprintf(octal, sizeof octal, "%s%c", is_odd && strchr("\"\\", *p) ? "\\" : "", *p);
        kf_output_file_write(target, octal, strlen(octal));
    }
    const char *end = is_odd ? "\"\n" : strchr(name, ' ') != NULL ? "\t\n" : "\n";
    kf_output_file_write(target, end, strlen(end));
}

static void write_diff(job *j, const char *name, const kf_fix *fix) {
    kf_output_file *target = j->target;
    if (kf_fix_count(fix) == 0 || !kf_output_file_open(target, "-", "text"))
        return;
    write_name(target, "--- ", name);
    write_name(target, "+++ ", name);
    kf_output_file_close(target, kf_fix_diff(fix, kf_output_file_write, target, j->cli->log));
}

// Where the fixed file goes. In a folder it has the name of the input below what was named.
static const char *output_for(const job *j, size_t index) {
    const char *name = j->inputs.names[index] + j->inputs.prefixes[index];
    if (!j->is_folder)
        return j->output != NULL ? j->output : "-";
    return kf_mirror_name(j->cli, j->output, name, NULL);
}

static bool open_target(job *j, size_t index) {
    if (j->is_in_place)
        return kf_output_file_open_in_place(j->target, j->inputs.names[index]);
    const char *output = output_for(j, index);
    return (!j->is_folder || kf_mirror_folders(j->cli, j->output, output)) &&
           kf_output_file_open(j->target, output, "record");
}

// Whether the result goes to a file: then it is known whether that is whole before anything is
// reported.
static bool is_filed(const job *j) {
    return !j->is_diff && (j->is_in_place || (j->output != NULL && strcmp(j->output, "-") != 0));
}

// Nothing is fixed where the result did not get to its file.
static void end_target(job *j, bool is_done) {
    if (!is_done && is_filed(j))
        kf_log_drop(j->cli->log, KF_FIX_DONE);
}

static void write_result(job *j, size_t index, const kf_fix *fix) {
    kf_output_file *target = j->target;
    if (j->is_diff)
        write_diff(j, j->inputs.names[index], fix);
    else if (!j->is_in_place || kf_fix_count(fix) > 0)
        end_target(j, open_target(j, index) &&
                          kf_output_file_close(target, kf_fix_write(fix, kf_output_file_write,
                                                                    target, j->cli->log)));
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
    if (!is_filed(j))
        kf_report_entries(cli);
    if (fix != NULL)
        write_result(j, index, fix);
    kf_report_entries(cli);
    if (j->is_diff && fix != NULL && kf_fix_count(fix) > 0 && cli->status == KF_STATUS_CLEAN)
        cli->status = KF_STATUS_FINDINGS;
    kf_arena_rewind(cli->arena, level);
}

// ---- Large files ----

// Games that follow each other and need nothing.
typedef struct clean {
    uint64_t begin, end; // in the input
    size_t games;
} clean;

enum {
    MOST_CLEAN = 1 << 16, // that are noted
    LARGE_DIFF = 4000000  // bytes of a file whose difference is not made of the whole
};

// A large file is fixed game by game, in the memory of its largest game, where no game depends on
// the others. It is gone through twice: before the first byte is written it must be known that
// nothing behind it asks for the file as a whole. What needs nothing is only copied then.
// Where not all games are in UTF-8 it is gone through once before that, for their sets.
typedef struct passage {
    job *job;
    kf_again *again;
    kf_log *log; // takes what reading finds, which is the business of 'kifu check'
    kf_stream *stream;
    kf_fix *fix;       // of the games in hand
    kf_fix_file *file; // where they are not all in UTF-8, else NULL
    kf_fix *whole;     // so far, for a difference
    clean *clean;      // of the whole input, when that was surveyed
    size_t clean_count, clean_room;
    size_t before; // games before those in hand
    // So far:
    size_t games, edits, bytes;
    bool is_over; // there are no more games
} passage;

static void close_passage(void *context) {
    passage *p = context;
    kf_fix_free(p->fix);
    kf_fix_free(p->whole);
    kf_log_free(p->log);
    *p = (passage){.job = p->job,
                   .again = p->again,
                   .file = p->file,
                   .clean = p->clean,
                   .clean_count = p->clean_count,
                   .clean_room = p->clean_room};
}

static bool open_passage(passage *p) {
    close_passage(p);
    p->log = kf_log_new();
    p->stream = kf_again_stream(p->again, p->log);
    return p->stream != NULL;
}

// Goes on to the next games. False: there are none, or they cannot be fixed by themselves.
static bool fix_next(passage *p) {
    kf_cli *cli = p->job->cli;
    kf_fix_free(p->fix);
    p->fix = NULL;
    kf_log_forget(p->log);
    const kf_record *record = kf_stream_next(p->stream);
    p->is_over = record == NULL && !kf_stream_has_failed(p->stream);
    if (record != NULL && p->file != NULL)
        p->fix = kf_fix_file_next(p->file, record, cli->log);
    else if (record != NULL && kf_fix_file_takes(record))
        p->fix = kf_fix_new_for(record, &cli->reading, &p->job->fixing, cli->log);
    if (p->fix == NULL)
        return false;
    p->before = p->games;
    p->games += kf_record_games(record);
    p->edits += kf_fix_count(p->fix);
    p->bytes += kf_record_text(record).length;
    return true;
}

static void note_clean(passage *p, uint64_t begin, uint64_t end, size_t games) {
    clean *last = p->clean_count > 0 ? &p->clean[p->clean_count - 1] : NULL;
    if (begin == UINT64_MAX || end == UINT64_MAX)
        return;
    if (last != NULL && last->end == begin) {
        last->end = end;
        last->games += games;
    } else if (p->clean_count < MOST_CLEAN) {
        p->clean = kf_arena_grow(p->job->cli->arena, p->clean, &p->clean_room, p->clean_count + 1,
                                 sizeof *p->clean);
        p->clean[p->clean_count++] = (clean){begin, end, games};
    }
}

// For the processes that look at the later part of it.

static void *begin_part(void *context, kf_log *log) {
    passage *p = context;
    p->log = log;
    return p;
}

static bool look_at_part(void *run, const kf_record *record, kf_ahead_piece *piece) {
    passage *p = run;
    const job *j = p->job;
    (void)piece;
    p->fix = NULL;
    if (kf_fix_file_takes(record))
        p->fix = kf_fix_new_for(record, &j->cli->reading, &j->fixing, p->log);
    bool is_clean = p->fix != NULL && kf_fix_count(p->fix) == 0;
    kf_fix_free(p->fix);
    return is_clean;
}

static bool pass_part(void *context, const kf_ahead_piece *piece) {
    passage *p = context;
    note_clean(p, piece->begin, piece->end, (size_t)piece->games);
    p->games += (size_t)piece->games;
    p->bytes += (size_t)(piece->end - piece->begin);
    return true;
}

// Whether the input is no text. It is read once more for that, since hardly any has errors in it
// and no syntax to repair.
static bool is_binary(const passage *p) {
    size_t odd = 0;
    kf_stream *stream = kf_again_stream(p->again, p->log);
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;)
        odd += kf_text_odd_bytes(kf_record_text(record));
    return kf_text_is_binary(odd, p->bytes);
}

// Whether all games can be fixed one by one, and are games (see kf_input_read_games). What is to be
// told of a difference stays in the log.
static bool survey(passage *p, const char *name) {
    kf_cli *cli = p->job->cli;
    const kf_ahead_task task = {begin_part, look_at_part, NULL, pass_part, p};
    if (!open_passage(p))
        return false;
    kf_ahead *ahead = p->file == NULL ? kf_ahead_open(cli, name, &task) : NULL;
    uint64_t begin = UINT64_MAX;
    bool is_diff = p->job->is_diff, has_memory = true;
    while (has_memory && fix_next(p)) {
        if (!is_diff)
            kf_log_clear(cli->log);
        if (kf_fix_count(p->fix) == 0) {
            note_clean(p, begin, kf_stream_at(p->stream), p->games - p->before);
        } else if (is_diff) {
            p->whole = kf_fix_file_join(p->whole, p->fix);
            has_memory = p->whole != NULL;
        }
        kf_ahead_pass(ahead, p->stream);
        begin = kf_stream_at(p->stream);
    }
    kf_ahead_close(ahead);
    cli->faults = kf_log_total(p->log, KF_ERROR);
    bool is_good = p->games > 0 && p->is_over && (cli->faults == 0 || !is_binary(p)) &&
                   (p->file == NULL || kf_fix_file_end(p->file));
    if (!is_diff || !is_good)
        kf_log_clear(cli->log);
    return is_good;
}

// Looks at all games of a file that is not in UTF-8. False: it is to be fixed as a whole.
static bool look_at_sets(passage *p) {
    const job *j = p->job;
    bool is_good = open_passage(p);
    p->clean_count = 0;
    p->file = kf_fix_file_new(&j->cli->reading, &j->fixing);
    for (const kf_record *record;
         is_good && p->file != NULL && (record = kf_stream_next(p->stream)) != NULL;) {
        is_good = kf_fix_file_look(p->file, record);
        kf_log_forget(p->log);
    }
    return is_good && p->file != NULL && !kf_stream_has_failed(p->stream);
}

static void close_file(void *context) {
    passage *p = context;
    kf_fix_file_free(p->file);
}

static bool write_games(passage *p) {
    const job *j = p->job;
    size_t games = p->games;
    if (p->edits == 0)
        return kf_again_copy(p->again, kf_output_file_write, j->target) &&
               kf_again_is_same(p->again, true);
    bool is_good = open_passage(p);
    for (size_t i = 0; is_good && fix_next(p);) {
        if (!is_filed(j))
            kf_report_part(j->cli);
        is_good = kf_fix_write(p->fix, kf_output_file_write, j->target, j->cli->log);
        const clean *c = &p->clean[i];
        if (!is_good || i == p->clean_count || kf_stream_at(p->stream) != c->begin)
            continue;
        is_good =
            kf_stream_give(p->stream, c->end - c->begin, c->games, kf_output_file_write, j->target);
        p->games += c->games;
        i++;
    }
    // What ends the output has been told; else the input is not what it was.
    bool is_whole = is_good ? p->is_over && p->games == games : !kf_stream_has_failed(p->stream);
    return kf_again_is_same(p->again, is_whole) && is_good;
}

static bool add_bytes(void *context, const void *bytes, size_t length) {
    kf_buffer_add(context, bytes, length);
    return true;
}

static void show_difference(passage *p, const char *name) {
    kf_cli *cli = p->job->cli;
    kf_buffer text = {.arena = cli->arena};
    text.data = kf_arena_resize(cli->arena, NULL, p->bytes + 1);
    text.capacity = p->bytes + 1;
    kf_report_entries(cli);
    if (!kf_again_copy(p->again, add_bytes, &text) ||
        !kf_again_is_same(p->again, kf_fix_file_set_text(p->whole, kf_buffer_text(&text))))
        return;
    write_diff(p->job, name, p->whole);
    if (cli->status == KF_STATUS_CLEAN)
        cli->status = KF_STATUS_FINDINGS;
}

// False: the file is to be fixed as a whole, and nothing was done.
static bool fix_large(job *j, size_t index) {
    kf_cli *cli = j->cli;
    const char *name = j->inputs.names[index];
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_again *again = strcmp(name, "-") != 0 ? kf_again_open(cli, name) : NULL;
    bool is_done = false;
    if (again != NULL && (!j->is_diff || cli->input.st_size >= LARGE_DIFF)) {
        passage *p = kf_arena_alloc(cli->arena, sizeof *p);
        *p = (passage){.job = j, .again = again};
        kf_arena_defer(cli->arena, close_file, p);
        kf_arena_defer(cli->arena, close_passage, p);
        is_done = survey(p, name) || (!j->is_diff && look_at_sets(p) && survey(p, name));
        if (is_done && j->is_diff && p->edits > 0)
            show_difference(p, name);
        else if (is_done && (p->edits > 0 || !(j->is_in_place || j->is_diff)))
            end_target(j, open_target(j, index) && kf_output_file_close(j->target, write_games(p)));
    }
    kf_arena_rewind(cli->arena, level);
    if (is_done)
        kf_report_end(cli, name);
    return is_done;
}

// ---- Files ----

static void fix_file(void *context, size_t index) {
    job *j = context;
    kf_cli *cli = j->cli;
    const char *name = j->inputs.names[index];
    kf_output_file_reserve(cli);
    if (kf_wrapped_hides(cli, name) || fix_large(j, index))
        return;
    cli->faults = 0;
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

static int fix(kf_cli *cli) {
    job j = {.cli = cli,
             .target = kf_output_file_new(cli),
             .output = cli->values[KF_OPTION_OUTPUT],
             .is_diff = kf_options_has(cli, OPTION_DIFF),
             .is_in_place = kf_options_has(cli, KF_OPTION_IN_PLACE),
             .fixing = {.only = cli->values[KF_OPTION_SELECT],
                        .leave = cli->values[KF_OPTION_IGNORE],
                        .guesses = kf_options_has(cli, OPTION_GUESS)}};
    if (!kf_findings_are_known(cli, "only", j.fixing.only) ||
        !kf_findings_are_known(cli, "not", j.fixing.leave) || !kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    cli->reading.is_for_fix = true;
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
    if (j.is_in_place && kf_input_has_standard(&j.inputs))
        return kf_options_wrong(cli, "standard input cannot be fixed in place");
    if (j.is_in_place || j.is_diff)
        kf_once_keep(cli, &j.inputs);
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
