// SPDX-License-Identifier: MIT
// Reading records, changing them, and writing them: what all commands share that write a record for
// each input, or all inputs into one.

#include "cli/frame/cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/print/print.h"

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
    kf_record *joined; // of notations whose games cannot be written one behind the other
    bool is_open;      // the file that takes all inputs
    bool is_failed;    // it is not whole
    char last;         // byte that was written to it
    size_t written, lacking, carried, lost; // files, but for what was carried and lost
} job;

// ---- What was carried and lost ----

static const char *told(const job *j, const kf_loss_item *item) {
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
static void tell_places(const job *j, const kf_record *record) {
    kf_loss_item item;
    kf_log_set_limits(j->cli->log, SIZE_MAX, SIZE_MAX);
    for (size_t i = 0; kf_loss_place_at(j->how.loss, i, &item); i++) {
        kf_place place =
            kf_record_place_of(record, item.node, kf_node_text(record, item.node).data);
        kf_log_add_as(j->cli->log, severity_of(j, &item),
                      item.lost ? KF_CONVERT_LOST : KF_CONVERT_CARRIED, place, "%s: %.300s",
                      told(j, &item), item.kind);
    }
    kf_report_entries(j->cli);
    kf_log_set_limits(j->cli->log, KF_LOG_PER_CODE, KF_LOG_PER_SEVERITY);
}

static void tell_kinds(const job *j, const char *name) {
    kf_loss_item item;
    char message[400];
    for (size_t i = 0; kf_loss_item_at(j->how.loss, i, &item); i++) {
        snprintf(message, sizeof message, "%s: %.300s (%zu)", told(j, &item), item.kind,
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
static void tell_amounts(const job *j, const char *name, size_t carried, size_t lost) {
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

static void tell_loss(job *j, const char *name, const kf_record *record) {
    kf_loss_item item;
    size_t lost = 0, carried = 0;
    for (size_t i = 0; kf_loss_place_at(j->how.loss, i, &item); i++)
        *(item.lost ? &lost : &carried) += 1;
    j->lost += lost;
    j->carried += carried;
    if (kf_loss_places(j->how.loss) > 0 && kf_loss_count(j->how.loss) == 0)
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (j->is_verbose)
        tell_places(j, record);
    else if (j->is_strict && lost > 0)
        tell_kinds(j, name); // why nothing is written
    else
        tell_amounts(j, name, carried, lost);
}

// ---- Where to ----

// The first of a notation's endings.
static kf_text ending_of(const kf_format *format) {
    kf_text rest = kf_text_of(kf_format_suffix(format)), word = {"", 0};
    kf_text_word(&rest, &word);
    return word;
}

// The name in the folder: that of the input below what was named, with the ending of the notation.
static const char *name_in_folder(const job *j, const char *name) {
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    const char *folder_end = j->output + strlen(j->output) - 1;
    if (strcmp(name, "-") == 0)
        name = base = "stdin";
    const char *dot = strrchr(base, '.');
    bool has_ending =
        dot != NULL && dot > base && j->format != NULL && kf_format_for_file(base) != NULL;
    size_t stem = has_ending ? (size_t)(dot - name) : strlen(name);
    kf_text ending = j->format != NULL ? ending_of(j->format) : (kf_text){"", 0};
    size_t size = strlen(j->output) + stem + ending.length + 3;
    char *made = kf_arena_alloc(j->cli->arena, size);
    snprintf(made, size, "%s%s%.*s%s%.*s", j->output, *folder_end == '/' ? "" : "/", (int)stem,
             name, ending.length > 0 ? "." : "", (int)ending.length, ending.data);
    return made;
}

// Where the input goes.
static const char *output_for(const job *j, const kf_inputs *inputs, size_t i) {
    const char *name = inputs->names[i];
    if (j->is_in_place)
        return name;
    return j->is_folder ? name_in_folder(j, name + inputs->prefixes[i]) : j->output;
}

static bool fail_folder(const job *j, const char *name, int error) {
    kf_log_add(j->cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot make the folder '%.200s': %s",
               name, strerror(error));
    return false;
}

// Makes the folders between the output and a file in it. What leads out of the output is none.
static bool make_folders(const job *j, const char *name) {
    char *path = kf_arena_copy(j->cli->arena, name, strlen(name));
    struct stat status;
    if (!j->is_folder)
        return true;
    for (char *slash = path + strlen(j->output); (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return fail_folder(j, path, errno);
        if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode))
            return fail_folder(j, path, ENOTDIR);
        *slash = '/';
    }
    return true;
}

// ---- One file ----

static bool ignore_bytes(void *context, const void *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return true;
}

// Whether all of the record fits: written to nowhere first, so that nothing has to be taken back.
static bool fits(job *j, const kf_record *record, const kf_format *format) {
    // The reader showed them by others, and in place nobody could look them up any more.
    if (j->is_in_place && kf_record_is_damaged(record))
        kf_loss_add(j->how.loss, true, KF_TEXT("bytes that are no character"), 0);
    return kf_format_write(record, format, &j->how, ignore_bytes, NULL, j->cli->log) &&
           !kf_loss_any_lost(j->how.loss);
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
static bool join(job *j, const kf_record *record, const kf_format *format) {
    kf_log *log = j->cli->log;
    bool is_good = true;
    if (j->joined != NULL) {
        for (kf_node game = kf_node_child(record, 0); game != 0 && is_good;
             game = kf_node_next(record, game))
            is_good = kf_node_copy(j->joined, 0, record, game, log) != 0;
    } else {
        is_good = (j->last == '\n' || write_joined(j, "\n", 1)) &&
                  kf_format_write(record, format, &j->how, write_joined, j, log);
    }
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
        j->is_failed =
            !kf_format_write(j->joined, j->format, &j->how, write_joined, j, j->cli->log);
        tell_loss(j, j->output, j->joined);
        kf_loss_free(j->how.loss);
        j->how.loss = NULL;
    }
    if (j->lacking > 0 && !has_force(j)) {
        j->is_failed = true;
        kf_log_add(j->cli->log, KF_INPUT_ERRORS, (kf_place){0},
                   "'%.200s' is not written, as %zu of the inputs would not be in it; '--force' "
                   "would do that",
                   j->output, j->lacking);
    }
    if (!kf_output_file_close(j->target, !j->is_failed && j->written > 0))
        j->written = 0;
}

static bool write_to(job *j, const char *output, const kf_record *record, const kf_format *format) {
    kf_output_file *target = j->target;
    if (j->is_joining)
        return join(j, record, format);
    if (!j->is_in_place && !make_folders(j, output))
        return false;
    bool is_open = j->is_in_place ? kf_output_file_open_in_place(target, output)
                                  : kf_output_file_open(target, output, "record");
    if (!is_open)
        return false;
    bool is_whole =
        kf_format_write(record, format, &j->how, kf_output_file_write, target, j->cli->log);
    return kf_output_file_close(target, is_whole);
}

static void tell_refusal(job *j, const char *name) {
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

// Writes the record with a fresh account of what that costs, and tells it.
static void write_record(job *j, const char *name, const char *output, const kf_record *record) {
    const kf_format *format = j->format != NULL ? j->format : kf_format_of(record);
    bool is_as_it_was =
        !j->how.canonical && format == kf_format_of(record) && kf_record_is_verbatim(record);
    if (j->is_in_place && is_as_it_was) {
        j->written++;
        return;
    }
    if (j->is_strict) {
        j->how.loss = kf_loss_new();
        bool is_good = j->how.loss != NULL && fits(j, record, format);
        if (!is_good) {
            tell_loss(j, name, record);
            tell_refusal(j, name);
        }
        if (j->how.loss == NULL)
            kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_loss_free(j->how.loss);
        j->how.loss = NULL;
        if (!is_good)
            return;
    }
    j->how.loss = kf_loss_new();
    if (j->how.loss == NULL)
        kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (write_to(j, output, record, format)) {
        j->written++;
        tell_loss(j, name, record);
    }
    kf_loss_free(j->how.loss);
    j->how.loss = NULL;
}

static void rewrite_file(job *j, const char *name, const char *output) {
    kf_cli *cli = j->cli;
    size_t before = j->written;
    if (!j->is_joining)
        cli->faults = 0;
    kf_output_file_reserve(cli);
    kf_record *record = kf_input_read_games(cli, name);
    kf_report_entries(cli);
    bool is_edited = record != NULL &&
                     (j->work->edit == NULL || j->work->edit(cli, j->work->context, name, record));
    // In place the refusal comes before the list of what the writing would cost.
    if (is_edited && (!j->is_in_place || kf_output_file_takes_faults(cli, name)))
        write_record(j, name, output, record);
    j->lacking += j->written == before;
    kf_report_entries(cli);
    kf_input_free(cli, record);
}

// ---- What the command line says ----

// A file that takes all inputs says by its ending what it is.
static bool has_joint_format(const job *j) {
    if (j->format == NULL)
        kf_options_wrong(j->cli,
                         "which notation? Say '--to NOTATION', or '-o FILE' with its ending");
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
            kf_options_wrong(cli, "which notation? Say '--to NOTATION'%s",
                             j->is_folder ? "" : ", or '-o FILE' with its ending");
        else
            kf_options_wrong(cli, "no notation has the ending of '%.100s'; say '--to NOTATION'",
                             j->output);
        return false;
    }
    return true;
}

static bool has_standard_input(const kf_inputs *inputs) {
    for (size_t i = 0; i < inputs->count; i++)
        if (strcmp(inputs->names[i], "-") == 0)
            return true;
    return false;
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
    j->target = kf_output_file_new(cli);
    if (has_output && j->output[0] == '\0')
        kf_options_wrong(cli, "'--output' takes the name of a file");
    else if (j->is_in_place && has_output)
        kf_options_wrong(cli, "'--in-place' and '--output' exclude each other");
    else if (j->is_in_place && kf_options_has(cli, KF_OPTION_NO_CLOBBER))
        kf_options_wrong(cli, "'--in-place' and '--no-clobber' exclude each other");
    else if (j->is_in_place && has_standard_input(inputs))
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

int kf_rewrite_run(kf_cli *cli, const kf_rewrite *work) {
    job j = {.cli = cli, .work = work};
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    kf_inputs inputs = kf_input_list(cli);
    if (!set_job(&j, &inputs))
        return KF_STATUS_FAILED;
    if (j.is_joining && (!has_joint_format(&j) || !begin_joined(&j)))
        return KF_STATUS_FAILED;
    kf_progress_begin(cli, "files");
    for (size_t i = 0; i < inputs.count; i++) {
        kf_arena_level level = kf_arena_mark(cli->arena);
        rewrite_file(&j, inputs.names[i], output_for(&j, &inputs, i));
        kf_arena_rewind(cli->arena, level);
        kf_progress_step(cli, i + 1, inputs.count);
    }
    if (j.is_joining)
        end_joined(&j);
    kf_report_entries(cli);
    print_summary(&j, inputs.count);
    return cli->status;
}
