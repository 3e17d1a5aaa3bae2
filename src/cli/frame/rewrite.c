// SPDX-License-Identifier: MIT
// Reading records, changing them, and writing them: what all commands share that write a record for
// each input, or all inputs into one.
//
// A large collection is read twice, game by game: to see whether all of it can be read, and to
// write it. It comes out as from one record, but that losses are listed before it is known whether
// all can be written. Games that are changed need the first pass only where they keep their layout.

#include "cli/frame/cli.h"

#include <string.h>

#include "base/charset/choice.h"
#include "base/hash.h"
#include "base/text.h"
#include "cli/archive/archive.h"
#include "cli/frame/again.h"
#include "cli/frame/changed.h"
#include "cli/frame/jobs.h"
#include "cli/frame/mirror.h"
#include "cli/frame/once.h"
#include "cli/print/print.h"

// Places that are listed at once; the log holds them meanwhile.
enum { PLACES = 500 };

// What is written for an input: a record, or the games of one that is read again.
typedef struct contents {
    const kf_record *record; // NULL: the games are read again
    kf_again *again;         // NULL: the input is read once
    const kf_format *format; // that it is in
    size_t games, odd, length;
    size_t last; // that the notation to write can hold, counted from 1; 0: there is none
    bool is_verbatim, is_damaged, has_letters;
    bool is_apart; // its bytes cannot stand beside another game's: they say too little, or too much
    bool is_named_other;   // a game in UTF-8 names another set, which it had within a text
    const kf_fix *changes; // to the file, where its layout stays; or NULL
    kf_changed *changed;   // the same of one that is read again
    kf_log *notes;         // of what changes its games
} contents;

// What the options say, and what was done so far.
typedef struct job {
    kf_cli *cli;
    const kf_rewrite *work;
    const kf_format *format; // NULL: that of each input
    const char *output;      // "-", a file, or a folder
    bool is_folder, is_strict, is_in_place, is_verbose;
    bool is_joining; // all inputs become one file
    kf_writing how;
    kf_output_file *target;
    bool is_unwrapped; // the file in hand was taken out of a text
    bool is_listing;   // losses are listed as the games are written
    kf_record *joined; // of notations whose games cannot be written one behind the other
    bool is_open;      // the file that takes all inputs
    bool is_failed;    // it is not whole
    char last;         // byte that was written to it
    const kf_inputs *inputs;
    // Files, but for what was carried and lost.
    union {
        struct {
            size_t written, lacking, carried, lost;
        };
        size_t sums[4];
    };
} job;

// ---- What was carried and lost ----

static const char *is_reported(const job *j, const kf_loss_item *item) {
    if (!item->lost)
        return "carried";
    return j->is_strict ? "would be lost" : "lost";
}

static kf_severity severity_of(const job *j, const kf_loss_item *item) {
    if (!item->lost)
        return KF_NOTE;
    return j->is_strict ? KF_ERROR : KF_WARNING;
}

// The places are told without paths: making one costs as much as the node is deep.
static void report_places(const job *j, const kf_record *record) {
    kf_loss_item item;
    kf_report_entries(j->cli);
    kf_log_set_limits(j->cli->log, SIZE_MAX, SIZE_MAX);
    for (size_t i = 0; kf_loss_place_at(j->how.loss, i, &item); i++) {
        if (kf_log_count(j->cli->log) >= PLACES)
            kf_report_entries(j->cli);
        kf_place place =
            kf_record_place_of(record, item.node, kf_node_text(record, item.node).data);
        kf_log_add_as(j->cli->log, severity_of(j, &item),
                      item.lost ? KF_CONVERT_LOST : KF_CONVERT_CARRIED, place, "%s: %.300s",
                      is_reported(j, &item), item.kind);
    }
    kf_report_entries(j->cli);
    kf_log_set_limits(j->cli->log, KF_LOG_PER_CODE, KF_LOG_PER_SEVERITY);
}

static void report_kinds(const job *j, const char *name) {
    kf_loss_item item;
    char message[400];
    for (size_t i = 0; kf_loss_item_at(j->how.loss, i, &item); i++) {
        snprintf(message, sizeof message, "%s: %.300s (%zu)", is_reported(j, &item), item.kind,
                 item.count);
        kf_entry entry = {
            .severity = severity_of(j, &item),
            .code = kf_log_code(item.lost ? KF_CONVERT_LOST : KF_CONVERT_CARRIED)->path,
            .file = name,
            .message = message,
        };
        kf_report_entry(j->cli, &entry);
    }
}

// How much of each, in one line.
static void report_amounts(const job *j, const char *name, size_t carried, size_t lost) {
    char message[120], both[60] = "";
    if (carried > 0 && lost > 0)
        snprintf(both, sizeof both, "%zu carried, %zu lost", carried, lost);
    else
        snprintf(both, sizeof both, "%zu %s", carried + lost, lost > 0 ? "lost" : "carried");
    snprintf(message, sizeof message, "%s; '-v' lists them", both);
    kf_entry entry = {
        .severity = lost > 0 ? KF_WARNING : KF_NOTE,
        .code = kf_log_code(lost > 0 ? KF_CONVERT_LOST : KF_CONVERT_CARRIED)->path,
        .file = name,
        .message = message,
    };
    if (carried + lost > 0)
        kf_report_entry(j->cli, &entry);
}

// `record` NULL: its places were listed as its games were written.
static void report_loss(job *j, const char *name, const kf_record *record) {
    kf_loss_item item;
    size_t lost = 0, carried = 0;
    for (size_t i = 0; kf_loss_item_at(j->how.loss, i, &item); i++)
        *(item.lost ? &lost : &carried) += item.count;
    j->lost += lost;
    j->carried += carried;
    if (kf_loss_is_incomplete(j->how.loss))
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (j->is_verbose && record != NULL)
        report_places(j, record);
    else if (j->is_strict && lost > 0 && !j->is_verbose)
        report_kinds(j, name); // why nothing is written
    else if (!j->is_verbose)
        report_amounts(j, name, carried, lost);
}

// ---- Where to ----

// The name in the folder: that of the input below what was named, with the ending of the notation.
static const char *name_in_folder(const job *j, const char *name) {
    const char *ending = NULL;
    if (j->format != NULL) {
        kf_text word = kf_mirror_ending(j->format);
        ending = kf_arena_copy(j->cli->arena, word.data, word.length);
    }
    return kf_mirror_name(j->cli, j->output, name, ending);
}

// Where the input goes.
static const char *output_for(const job *j, const kf_inputs *inputs, size_t i) {
    const char *name = inputs->names[i];
    if (j->is_in_place)
        return name;
    return j->is_folder ? name_in_folder(j, name + inputs->prefixes[i]) : j->output;
}

// ---- What comes out ----

static bool is_wide(const kf_record *record) {
    bool is_known;
    return !kf_choice_holds_ascii(kf_text_of(kf_record_charset(record)), &is_known) && is_known;
}

// Whether nothing but its bytes says what set a record is in: beside others they may say something
// else.
static bool is_unnamed(const kf_record *record) {
    const char *set = kf_record_charset(record);
    kf_text value;
    if (strcmp(set, "UTF-8") == 0 || strcmp(set, "US-ASCII") == 0)
        return false;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        if (!kf_property_get(record, game, "CA", &value) || !kf_choice_is_known(value))
            return true;
    return false;
}

static bool is_named_other(kf_text text) {
    return !kf_choice_is_ascii(text) && kf_choice_names_other(text);
}

static contents contents_of(const kf_record *record) {
    return (contents){.record = record,
                      .is_named_other = is_named_other(kf_record_text(record)),
                      .format = kf_format_of(record),
                      .is_apart = is_wide(record) || is_unnamed(record),
                      .is_verbatim = kf_record_is_verbatim(record),
                      .is_damaged = kf_record_is_damaged(record)};
}

static const kf_format *format_for(const job *j, const contents *c) {
    return j->format != NULL ? j->format : c->format;
}

static bool is_as_it_was(const job *j, const contents *c) {
    return !j->how.canonical && j->how.charset == NULL && format_for(j, c) == c->format &&
           c->is_verbatim;
}

// Changes games of a stream. What is said of that was said in the first pass.
static bool edit_games(const job *j, const kf_record *record, kf_log *log) {
    kf_arena_level level = kf_arena_mark(j->cli->arena);
    // The stream lends it as it was read, and reads the next one in any case.
    kf_record *own = (kf_record *)(uintptr_t)record;
    bool is_good = j->work->edit(j->cli, j->work->context, own, log);
    kf_arena_rewind(j->cli->arena, level);
    return is_good;
}

static bool edit_again(const job *j, const contents *c, const kf_record *record) {
    if (j->work->edit == NULL)
        return true;
    kf_log_clear(c->notes);
    bool is_good = edit_games(j, record, c->notes);
    if (!is_good)
        kf_log_move(j->cli->log, c->notes);
    else if (j->work->account != NULL)
        j->work->account(j->work->context, j->how.loss);
    return is_good;
}

// Writes games as they are read.
static bool write_games(job *j, const contents *c, kf_stream *stream, kf_sink *sink,
                        void *context) {
    kf_series series = {.has_letters = c->has_letters};
    size_t games = 0;
    bool is_good = true;
    j->how.series = &series;
    for (const kf_record *record; is_good && (record = kf_stream_next(stream)) != NULL;) {
        size_t count = kf_record_games(record);
        if (count == 0)
            continue;
        games += count;
        series.is_last = games >= c->last;
        is_good = edit_again(j, c, record) &&
                  kf_format_write(record, format_for(j, c), &j->how, sink, context, j->cli->log);
        if (j->is_listing && is_good)
            report_places(j, record);
        kf_loss_forget(j->how.loss);
    }
    j->how.series = NULL;
    bool is_whole = games == c->games && !kf_stream_has_failed(stream);
    return is_good && kf_again_is_same(c->again, is_whole) && c->last > 0;
}

// What was taken out of a text stands on its lines of that text, behind a mark of its character
// set: neither belongs to the record.
typedef struct front {
    kf_sink *sink;
    void *context;
    bool is_over;
} front;

static bool write_behind_front(void *context, const void *bytes, size_t length) {
    front *f = context;
    const char *p = bytes, *end = p + length;
    while (!f->is_over && p < end) {
        f->is_over = strchr("\n\xEF\xBB\xBF", *p) == NULL || *p == '\0';
        p += !f->is_over;
    }
    return p == end || f->sink(f->context, p, (size_t)(end - p));
}

// Gives to the sink what the contents are in the notation.
static bool put_as(job *j, const contents *c, kf_sink *sink, void *context) {
    front front = {.sink = sink, .context = context};
    if (j->is_unwrapped) {
        sink = write_behind_front;
        context = &front;
    }
    if (c->again != NULL && is_as_it_was(j, c))
        return kf_again_copy(c->again, sink, context);
    if (c->changes != NULL)
        return kf_fix_write(c->changes, sink, context, j->cli->log);
    if (c->changed != NULL)
        return kf_changed_copy(c->changed, sink, context);
    if (c->record != NULL)
        return kf_format_write(c->record, format_for(j, c), &j->how, sink, context, j->cli->log);
    kf_arena_level level = kf_arena_mark(j->cli->arena);
    kf_stream *stream = kf_again_stream(c->again, NULL);
    bool is_good = stream != NULL && write_games(j, c, stream, sink, context);
    kf_arena_rewind(j->cli->arena, level);
    return is_good;
}

// What was taken out of a text is in UTF-8 now, and says so where it named its own set.
static bool put(job *j, const contents *c, kf_sink *sink, void *context) {
    bool is_canonical = j->how.canonical;
    bool is_sgf = strcmp(kf_format_name(c->format), "sgf") == 0;
    j->how.canonical = is_canonical || (is_sgf && j->is_unwrapped && c->is_named_other);
    bool is_good = put_as(j, c, sink, context);
    j->how.canonical = is_canonical;
    return is_good;
}

static bool ignore_bytes(void *context, const void *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return true;
}

// Whether all of it fits: written to nowhere first, so that nothing has to be taken back.
static bool fits(job *j, const contents *c) {
    // The reader showed them by others, and in place nobody could look them up any more.
    if (j->is_in_place && c->is_damaged && c->changes == NULL && c->changed == NULL)
        kf_loss_add(j->how.loss, true, KF_TEXT("bytes that are no character"), 0);
    return put(j, c, ignore_bytes, NULL) && !kf_loss_any_lost(j->how.loss);
}

// ---- Many files into one ----

static bool write_joined(void *context, const void *bytes, size_t length) {
    job *j = context;
    if (length > 0)
        j->last = ((const char *)bytes)[length - 1];
    return kf_output_file_write(j->target, bytes, length);
}

// Games of SGF may follow each other, as they are; of other notations all games are written at the
// end, as one record.
static bool join(job *j, const contents *c) {
    kf_log *log = j->cli->log;
    const kf_record *record = c->record;
    bool is_good = true, is_canonical = j->how.canonical;
    j->how.canonical = is_canonical || c->is_apart;
    if (j->joined != NULL) {
        for (kf_node game = kf_node_child(record, 0); game != 0 && is_good;
             game = kf_node_next(record, game))
            is_good = kf_node_copy(j->joined, 0, record, game, log) != 0;
    } else {
        is_good = (j->last == '\n' || write_joined(j, "\n", 1)) && put(j, c, write_joined, j);
    }
    j->how.canonical = is_canonical;
    j->is_failed = j->is_failed || !is_good;
    return is_good;
}

static void close_joined(void *record) {
    kf_record_free(record);
}

static bool begin_joined(job *j) {
    j->last = '\n';
    j->is_open = kf_output_file_open(j->target, j->output, "record");
    if (!j->is_open || strcmp(kf_format_name(j->format), "sgf") == 0)
        return j->is_open;
    void **slot = kf_arena_slot(j->cli->arena, close_joined);
    *slot = j->joined = kf_record_new();
    if (j->joined == NULL)
        kf_arena_fail(j->cli->arena);
    return true;
}

static bool has_force(const job *j) {
    return kf_options_has(j->cli, KF_OPTION_FORCE);
}

static void end_joined(job *j) {
    if (j->joined != NULL && !j->is_failed && (j->lacking == 0 || has_force(j))) {
        j->how.loss = kf_loss_new();
        if (j->how.loss == NULL)
            kf_arena_fail(j->cli->arena);
        j->is_failed =
            !kf_format_write(j->joined, j->format, &j->how, write_joined, j, j->cli->log);
        report_loss(j, j->output, j->joined);
        kf_loss_free(j->how.loss);
        j->how.loss = NULL;
    }
    // Where writing failed, that is why.
    if (j->lacking > 0 && !has_force(j) && !j->is_failed) {
        j->is_failed = true;
        kf_log_add(j->cli->log, KF_INPUT_ERRORS, (kf_place){0},
                   "'%.200s' is not written, as %zu of the inputs would not be in it; '--force' "
                   "would do that",
                   j->output, j->lacking);
    }
    if (!kf_output_file_close(j->target, !j->is_failed && j->written > 0))
        j->written = 0;
}

static bool write_to(job *j, const char *output, const contents *c) {
    kf_output_file *target = j->target;
    if (j->is_joining)
        return join(j, c);
    if (j->is_folder && !j->is_in_place && !kf_mirror_folders(j->cli, j->output, output))
        return false;
    bool is_open = j->is_in_place ? kf_output_file_open_in_place(target, output)
                                  : kf_output_file_open(target, output, "record");
    if (!is_open)
        return false;
    bool is_whole = put(j, c, kf_output_file_write, target);
    return kf_output_file_close(target, is_whole);
}

static void report_refusal(job *j, const char *name) {
    bool is_asked = kf_options_has(j->cli, KF_OPTION_STRICT);
    kf_entry entry = {
        .severity = KF_NOTE,
        .code = kf_log_code(KF_CONVERT_LOST)->path,
        .file = name,
        .message = is_asked ? "nothing is written, as '--strict' has it"
                            : "nothing is written in place; '--force' would do it all the same",
    };
    kf_report_entries(j->cli);
    kf_report_entry(j->cli, &entry);
}

static bool is_wrapped(const job *j, const char *name) {
    const kf_member *member = kf_member_find(j->cli, name);
    return member != NULL && member->is_wrapped;
}

// Starts the account of what the writing costs.
static bool begin_loss(job *j, const char *name, const contents *c) {
    j->how.loss = kf_loss_new();
    if (j->how.loss == NULL)
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    if (!j->is_verbose)
        kf_loss_sum_up(j->how.loss);
    // Of games that are changed as they are written, with each of them.
    if (j->how.loss != NULL && j->work->account != NULL && c->record != NULL)
        j->work->account(j->work->context, j->how.loss);
    j->is_unwrapped = is_wrapped(j, name);
    if (j->is_unwrapped)
        kf_loss_add(j->how.loss, true, KF_TEXT("the text around the records"), 0);
    return j->how.loss != NULL;
}

static void end_loss(job *j) {
    kf_loss_free(j->how.loss);
    j->how.loss = NULL;
}

// Lists what would be lost, for which the games are gone through once more.
static void list_loss(job *j, const char *name, const contents *c) {
    end_loss(j);
    j->is_listing = true;
    if (begin_loss(j, name, c))
        put(j, c, ignore_bytes, NULL);
    j->is_listing = false;
}

static bool is_fit(job *j, const char *name, const contents *c) {
    kf_report_entries(j->cli);
    bool is_good = begin_loss(j, name, c) && fits(j, c);
    if (is_good) {
        kf_log_clear(j->cli->log); // it is said again as it is written
    } else {
        if (j->is_verbose && c->record == NULL)
            list_loss(j, name, c);
        report_loss(j, name, c->record);
        report_refusal(j, name);
    }
    end_loss(j);
    return is_good;
}

// Writes the contents with a fresh account of what that costs, and tells it.
static void write_contents(job *j, const char *name, const char *output, const contents *c) {
    bool is_copied = is_as_it_was(j, c);
    if (j->is_in_place && is_copied) {
        j->written++;
        return;
    }
    if (!is_copied && !kf_format_can_write(format_for(j, c))) {
        kf_log_add(j->cli->log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "'%.200s': %s can only be read, so '--to sgf' has to say what is written", name,
                   kf_format_title(format_for(j, c)));
        return;
    }
    if (j->is_strict && !is_fit(j, name, c))
        return;
    j->is_listing = j->is_verbose;
    if (begin_loss(j, name, c) && write_to(j, output, c)) {
        j->written++;
        report_loss(j, name, c->record);
    }
    j->is_listing = false;
    end_loss(j);
}

// ---- One file ----

static void free_changes(void *changes) {
    kf_fix_free(changes);
}

// Whether a file of SGF that is changed stays one, in its layout. Files that become one take one
// character set.
static bool keeps_layout(const job *j, const char *name, const kf_format *format) {
    return j->work->edit != NULL && !j->how.canonical && j->how.charset == NULL &&
           j->how.version == 0 && !j->is_joining && !is_wrapped(j, name) &&
           (j->format == NULL || j->format == format);
}

// What was changed in such a file.
static const kf_fix *changes_of(const job *j, const char *name, const kf_record *record) {
    kf_cli *cli = j->cli;
    if (!keeps_layout(j, name, kf_format_of(record)) || kf_record_is_verbatim(record))
        return NULL;
    void **slot = kf_arena_slot(cli->arena, free_changes);
    *slot = kf_fix_changes(record, &cli->reading, cli->log);
    return *slot;
}

static void write_record(job *j, const char *name, const char *output, const kf_record *record) {
    kf_cli *cli = j->cli;
    kf_arena_level level = kf_arena_mark(cli->arena);
    contents c = contents_of(record);
    size_t before = kf_log_total(cli->log, KF_ERROR);
    c.changes = changes_of(j, name, record);
    // Without memory the file would be laid out anew.
    if (kf_log_total(cli->log, KF_ERROR) == before)
        write_contents(j, name, output, &c);
    kf_arena_rewind(cli->arena, level);
}

static void rewrite_record(job *j, const char *name, const char *output) {
    kf_cli *cli = j->cli;
    kf_record *record = kf_input_read_games(cli, name);
    kf_report_entries(cli);
    bool is_edited = record != NULL && (j->work->edit == NULL ||
                                        j->work->edit(cli, j->work->context, record, cli->log));
    // In place the refusal comes before the list of what the writing would cost.
    if (is_edited && (!j->is_in_place || kf_output_file_takes_faults(cli, name)))
        write_record(j, name, output, record);
    kf_report_entries(cli);
    kf_input_free(cli, record);
}

// Adds what there is to know of one or more games.
static void look_at(const job *j, contents *c, const char *name, const kf_record *record) {
    kf_text text = kf_record_text(record);
    c->format = kf_format_of(record);
    c->games += kf_record_games(record);
    c->odd += kf_text_odd_bytes(text);
    c->length += text.length;
    c->is_verbatim = c->is_verbatim && kf_record_is_verbatim(record);
    c->is_damaged = c->is_damaged || kf_record_is_damaged(record);
    c->is_named_other = c->is_named_other || (is_wrapped(j, name) && is_named_other(text));
    c->is_apart = c->is_apart || (j->is_joining && (is_wide(record) || is_unnamed(record)));
    c->has_letters = c->has_letters || kf_record_has_letters(record);
    c->last = kf_format_can_hold(format_for(j, c), record) ? c->games : c->last;
}

static void close_log(void *log) {
    kf_log_free(log);
}

// Makes room for what is changed in the games. False: they have to be changed as a whole.
static bool begin_changes(const job *j, contents *c, const char *name) {
    kf_cli *cli = j->cli;
    if (j->work->edit == NULL)
        return true;
    void **slot = kf_arena_slot(cli->arena, close_log);
    *slot = c->notes = kf_log_new();
    if (c->notes == NULL)
        kf_arena_fail(cli->arena);
    kf_log_limit_like(c->notes, cli->log);
    bool is_kept = keeps_layout(j, name, kf_format_named("sgf"));
    c->changed = is_kept ? kf_changed_new(cli) : NULL;
    return !is_kept || c->changed != NULL;
}

// Changes games as they are read first. False: the file has to be changed as a whole.
static bool edit_first(const job *j, const contents *c, const kf_record *record) {
    if (j->work->edit == NULL || kf_record_games(record) == 0)
        return true;
    if (c->changed != NULL)
        kf_changed_look(c->changed, record);
    return edit_games(j, record, c->notes) &&
           (c->changed == NULL || (kf_changed_add(c->changed, record, c->notes) &&
                                   kf_changed_state(c->changed) != KF_FIX_SERIES_WHOLE));
}

static bool end_changes(contents *c) {
    kf_fix_series_state state =
        c->changed != NULL ? kf_changed_end(c->changed) : KF_FIX_SERIES_ANEW;
    if (state == KF_FIX_SERIES_ANEW)
        c->changed = NULL;
    return state != KF_FIX_SERIES_WHOLE;
}

// What comes of looking at a file.
typedef enum verdict {
    GOOD,
    REFUSED, // it is not to be written, and the log says why
    WHOLE    // it has to be changed as a whole, and nothing was done
} verdict;

// Looks at all games.
static verdict inspect(job *j, contents *c, const char *name) {
    kf_cli *cli = j->cli;
    size_t before = kf_log_total(cli->log, KF_ERROR);
    if (!begin_changes(j, c, name))
        return WHOLE;
    kf_stream *stream = kf_again_stream(c->again, cli->log);
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        c->record = kf_stream_is_over(stream) && c->format == NULL ? record : NULL;
        if ((c->games > 0 && kf_record_games(record) == 0) || !edit_first(j, c, record))
            return WHOLE; // as text behind an empty tree belongs to the game before
        look_at(j, c, name, record);
        if (c->record != NULL)
            break;
    }
    size_t faults = kf_log_total(cli->log, KF_ERROR) - before;
    if (!end_changes(c) && !kf_stream_has_failed(stream))
        return WHOLE;
    cli->faults += faults;
    if (kf_stream_has_failed(stream))
        return REFUSED;
    if (c->games > 0 && (faults == 0 || !kf_text_is_binary(c->odd, c->length)))
        return GOOD;
    kf_again_report_empty(cli, name);
    return REFUSED;
}

// False: the file has to be changed as a whole, and nothing was done.
static bool rewrite_games(job *j, kf_again *again, const char *name, const char *output) {
    kf_cli *cli = j->cli;
    contents c = {.again = again, .is_verbatim = true};
    verdict verdict = inspect(j, &c, name);
    if (verdict == WHOLE) {
        kf_log_clear(cli->log);
        return false;
    }
    kf_report_entries(cli);
    if (verdict == GOOD && c.notes != NULL)
        kf_log_move(cli->log, c.notes);
    if (verdict == GOOD && (!j->is_in_place || kf_output_file_takes_faults(cli, name)))
        write_contents(j, name, output, &c);
    kf_report_entries(cli);
    return true;
}

// Not all changes can be made game by game, nor can all notations be written so.
static kf_again *open_again(const job *j, const char *name) {
    bool is_serial = j->format == NULL || kf_format_writes_games(j->format);
    bool is_by_game = j->work->edit == NULL || j->work->is_by_game;
    return is_by_game && is_serial && j->joined == NULL ? kf_again_open(j->cli, name) : NULL;
}

static void rewrite_file(job *j, const char *name, const char *output) {
    kf_cli *cli = j->cli;
    size_t before = j->written;
    if (!j->is_joining)
        cli->faults = 0;
    kf_output_file_reserve(cli);
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_again *again = open_again(j, name);
    FILE *in = cli->in;
    bool is_done = again != NULL && rewrite_games(j, again, name, output);
    if (!is_done && (again == NULL || kf_again_give_back(again)))
        rewrite_record(j, name, output);
    cli->in = in;
    kf_arena_rewind(cli->arena, level);
    j->lacking += j->written == before;
}

// ---- What the command line says ----

// A file that takes all inputs says by its ending what it is.
static bool has_joint_format(const job *j) {
    if (j->format == NULL)
        kf_options_wrong(
            j->cli,
            "the notation is missing: say '--to NOTATION', or '-o FILE' with its extension");
    return j->format != NULL;
}

static bool set_format(job *j) {
    kf_cli *cli = j->cli;
    const char *to = cli->values[KF_OPTION_TO];
    if (to != NULL)
        j->format = kf_input_format(cli, "--to", to);
    else if (!j->is_in_place && !j->is_folder)
        j->format = kf_format_for_file(j->output);
    if (to != NULL && j->format == NULL)
        return false;
    if (j->format != NULL && !kf_format_can_write(j->format)) {
        kf_options_wrong(cli, "%s can only be read", kf_format_title(j->format));
        return false;
    }
    // What is changed, or laid out anew, stays in its notation unless one is named.
    if (j->format == NULL && j->work->edit == NULL && !j->how.canonical && !j->is_in_place) {
        if (strcmp(j->output, "-") == 0 || j->is_folder)
            kf_options_wrong(cli, "the notation is missing: say '--to NOTATION'%s",
                             j->is_folder ? "" : ", or '-o FILE' with its extension");
        else
            kf_options_wrong(cli, "no notation has the extension of '%.100s'; say '--to NOTATION'",
                             j->output);
        return false;
    }
    return true;
}

static bool set_job(job *j, const kf_inputs *inputs) {
    kf_cli *cli = j->cli;
    bool has_output = kf_options_has(cli, KF_OPTION_OUTPUT);
    j->output = has_output ? cli->values[KF_OPTION_OUTPUT] : "-";
    j->is_in_place = kf_options_has(cli, KF_OPTION_IN_PLACE);
    // What is lost in place is lost for good.
    j->is_strict = kf_options_has(cli, KF_OPTION_STRICT) ||
                   (j->is_in_place && !kf_options_has(cli, KF_OPTION_FORCE));
    j->is_verbose = kf_options_has(cli, KF_OPTION_VERBOSE);
    j->is_folder = has_output && kf_input_is_folder(j->output);
    j->is_joining = has_output && !j->is_folder && inputs->count > 1;
    j->how.canonical = kf_options_has(cli, KF_OPTION_CANONICAL);
    j->how.rows_from_top = kf_options_has(cli, KF_OPTION_ROWS_FROM_TOP);
    j->how.version = j->work->version;
    j->how.charset = j->work->charset;
    j->target = kf_output_file_new(cli);
    if (has_output && j->output[0] == '\0')
        kf_options_wrong(cli, "'--output' takes the name of a file");
    else if (j->is_in_place && has_output)
        kf_options_wrong(cli, "'--in-place' and '--output' exclude each other");
    else if (j->is_in_place && kf_options_has(cli, KF_OPTION_NO_CLOBBER))
        kf_options_wrong(cli, "'--in-place' and '--no-clobber' exclude each other");
    else if (j->is_in_place && kf_input_has_standard(inputs))
        kf_options_wrong(cli, "'--in-place' takes files, not standard input");
    else
        return set_format(j) && (!j->is_folder || kf_output_file_folder(cli, j->output));
    return false;
}

// ---- The command ----

static void print_summary(const job *j, size_t count) {
    FILE *err = j->cli->err;
    kf_progress_clear(j->cli);
    if (j->cli->is_quiet || count < 2)
        return;
    kf_report_amount(err, count, "file");
    fprintf(err, ", %zu written, %zu not; %zu carried, %zu lost; ", j->written, count - j->written,
            j->carried, j->lost);
    kf_report_totals(j->cli);
}

static void rewrite_one(void *context, size_t index) {
    job *j = context;
    kf_arena_level level = kf_arena_mark(j->cli->arena);
    rewrite_file(j, j->inputs->names[index], output_for(j, j->inputs, index));
    kf_arena_rewind(j->cli->arena, level);
}

// Inputs that become one file stay together: the second of them is an error.
static size_t share_of(void *context, size_t index) {
    const job *j = context;
    if (!j->is_folder)
        return index;
    kf_arena_level level = kf_arena_mark(j->cli->arena);
    size_t share = 0;
    for (const char *p = output_for(j, j->inputs, index); *p != '\0'; p++)
        share = (size_t)kf_hash_mix(share ^ (unsigned char)*p);
    kf_arena_rewind(j->cli->arena, level);
    return share;
}

int kf_rewrite_run(kf_cli *cli, const kf_rewrite *work) {
    job j = {.cli = cli, .work = work};
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    kf_inputs inputs = kf_input_list(cli);
    if (!set_job(&j, &inputs))
        return KF_STATUS_FAILED;
    if (j.is_in_place)
        kf_once_keep(cli, &inputs);
    if (j.is_joining && (!has_joint_format(&j) || !begin_joined(&j)))
        return KF_STATUS_FAILED;
    j.inputs = &inputs;
    kf_progress_begin(cli, "files");
    if (j.is_joining)
        cli->values[KF_OPTION_JOBS] = NULL; // they are read in their order
    const kf_jobs jobs = {.count = inputs.count,
                          .one = rewrite_one,
                          .share = share_of,
                          .context = &j,
                          .sums = j.sums,
                          .sum_count = sizeof j.sums / sizeof *j.sums};
    if (!kf_jobs_run(cli, &jobs))
        return KF_STATUS_FAILED;
    if (j.is_joining)
        end_joined(&j);
    kf_report_entries(cli);
    print_summary(&j, inputs.count);
    return cli->status;
}
