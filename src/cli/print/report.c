// SPDX-License-Identifier: MIT
// Printing findings as a good compiler does: place, severity, message, code, line and caret.

#include "cli/print/print.h"

#include <errno.h>
#include <string.h>

#include "base/escape.h"
#include "base/text.h"

// ---- Text on a terminal ----

size_t kf_report_width(kf_text text) {
    return kf_escape_width(text);
}

static bool put(void *out, const void *bytes, size_t length) {
    fwrite(bytes, 1, length, out);
    return true; // what cannot be written is noticed at the end
}

void kf_report_text(FILE *out, kf_text text, bool lines) {
    kf_escape_text(put, out, text, lines);
}

void kf_report_pad(FILE *out, size_t width, size_t wanted) {
    static const char spaces[] = "                                ";
    while (width < wanted) {
        size_t room = sizeof spaces - 1, length = wanted - width;
        length = length < room ? length : room;
        fwrite(spaces, 1, length, out);
        width += length;
    }
}

void kf_report_amount(FILE *out, size_t count, const char *one) {
    fprintf(out, "%zu %s%s", count, one, count == 1 ? "" : "s");
}

void kf_report_totals(kf_cli *cli) {
    if (cli->errors > 0 || cli->warnings == 0)
        kf_report_amount(cli->err, cli->errors, "error");
    if (cli->errors > 0 && cli->warnings > 0)
        fputs(", ", cli->err);
    if (cli->warnings > 0)
        kf_report_amount(cli->err, cli->warnings, "warning");
    putc('\n', cli->err);
}

// ---- One entry ----

// What makes the parts of a finding stand out, by severity.
typedef struct style {
    const char *word, *on;
} style;

static const style styles[] = {
    [KF_NOTE] = {"note", "\033[1;36m"},
    [KF_WARNING] = {"warning", "\033[1;35m"},
    [KF_ERROR] = {"error", "\033[1;31m"},
};

const char *kf_report_severity(kf_severity severity) {
    return styles[severity].word;
}

// Where an entry is printed, and whether in color.
typedef struct sheet {
    FILE *out;
    bool is_colored;
} sheet;

static void paint(const sheet *on, const char *sequence) {
    if (on->is_colored)
        fputs(sequence, on->out);
}

static void print_place(const sheet *on, const kf_entry *entry) {
    paint(on, "\033[1m");
    kf_report_text(on->out, kf_text_of(entry->file[0] != '\0' ? entry->file : "kifu"), false);
    if (entry->line > 0)
        fprintf(on->out, ":%zu:%zu", entry->line, entry->column);
    fputs(": ", on->out);
    paint(on, "\033[0m");
}

// The excerpt up to its caret, counted in characters from 1.
static kf_text before_caret(const kf_entry *entry) {
    kf_text rest = kf_text_of(entry->excerpt), all = rest;
    uint32_t code_point;
    for (size_t i = 1; i < entry->caret && kf_text_code_point(&rest, &code_point); i++)
        continue;
    return (kf_text){all.data, all.length - rest.length};
}

static void print_excerpt(const sheet *on, const kf_entry *entry) {
    fprintf(on->out, "%5zu | ", entry->line);
    kf_report_text(on->out, kf_text_of(entry->excerpt), false);
    fputs("\n      | ", on->out);
    kf_report_pad(on->out, 0, kf_report_width(before_caret(entry)));
    paint(on, "\033[1;32m");
    putc('^', on->out);
    paint(on, "\033[0m");
    putc('\n', on->out);
}

void kf_report_show(FILE *out, const kf_entry *entry, bool is_colored, bool has_excerpt) {
    const sheet on = {out, is_colored};
    const style *style = &styles[entry->severity];
    print_place(&on, entry);
    paint(&on, style->on);
    fprintf(out, "%s: ", style->word);
    paint(&on, "\033[0m");
    kf_report_text(out, kf_text_of(entry->message), false);
    fprintf(out, " [%s]\n", entry->code);
    if (has_excerpt && entry->line > 0 && entry->caret > 0)
        print_excerpt(&on, entry);
}

// ---- All entries ----

// Entries of the program itself mean that something could not be done.
bool kf_report_is_failure(const kf_entry *entry) {
    return entry->severity == KF_ERROR && strncmp(entry->code, "program/", 8) == 0;
}

size_t kf_report_dropped(kf_cli *cli, int code, const char *file, char message[64],
                         kf_entry *entry) {
    const char *path = kf_log_code((kf_code)code)->path;
    size_t count = kf_log_dropped(cli->log, path);
    if (count == 0)
        return 0;
    snprintf(message, 64, "%zu more not shown", count);
    *entry =
        (kf_entry){.severity = KF_NOTE, .code = path, .file = file, .path = "", .message = message};
    return count;
}

static void print_dropped(kf_cli *cli, const char *file) {
    char message[64];
    kf_entry entry;
    for (int code = 0; code < KF_CODE_COUNT && kf_log_has_dropped(cli->log); code++)
        if (kf_report_dropped(cli, code, file, message, &entry) > 0)
            kf_report_print(cli, &entry);
}

// KF_STATUS_FAILED when an entry says that something could not be done.
static int failure_of(const kf_log *log) {
    for (size_t i = 0; i < kf_log_count(log); i++)
        if (kf_report_is_failure(kf_log_entry(log, i)))
            return KF_STATUS_FAILED;
    return KF_STATUS_CLEAN;
}

void kf_report_forget(kf_cli *cli) {
    int status = failure_of(cli->log);
    if (status > cli->status)
        cli->status = status;
    kf_log_forget(cli->log);
}

int kf_report_count(kf_cli *cli) {
    size_t errors = kf_log_total(cli->log, KF_ERROR);
    int status = errors > 0 ? KF_STATUS_FINDINGS : KF_STATUS_CLEAN;
    if (failure_of(cli->log) != KF_STATUS_CLEAN)
        status = KF_STATUS_FAILED;
    cli->errors += errors;
    cli->warnings += kf_log_total(cli->log, KF_WARNING);
    if (status > cli->status)
        cli->status = status;
    kf_log_clear(cli->log);
    return status;
}

void kf_report_print(kf_cli *cli, const kf_entry *entry) {
    kf_progress_clear(cli);
    if (strcmp(entry->code, kf_log_code(KF_PROGRAM_MEMORY)->path) == 0)
        cli->lacks_memory = true;
    if (!cli->is_quiet || entry->severity == KF_ERROR)
        kf_report_show(cli->err, entry, cli->is_colored, true);
}

void kf_report_entry(kf_cli *cli, const kf_entry *entry) {
    kf_report_print(cli, entry);
    cli->errors += entry->severity == KF_ERROR;
    cli->warnings += entry->severity == KF_WARNING;
    if (entry->severity == KF_ERROR && cli->status < KF_STATUS_FINDINGS)
        cli->status = KF_STATUS_FINDINGS;
}

static void print_entries(kf_cli *cli) {
    for (size_t i = 0; i < kf_log_count(cli->log); i++)
        kf_report_print(cli, kf_log_entry(cli->log, i));
}

int kf_report_entries(kf_cli *cli) {
    size_t count = kf_log_count(cli->log);
    const kf_entry *last = count > 0 ? kf_log_entry(cli->log, count - 1) : NULL;
    print_entries(cli);
    if (last != NULL)
        print_dropped(cli, last->file[0] != '\0' ? last->file : "kifu");
    return kf_report_count(cli);
}

void kf_report_part(kf_cli *cli) {
    print_entries(cli);
    kf_report_forget(cli);
}

int kf_report_end(kf_cli *cli, const char *file) {
    print_entries(cli);
    print_dropped(cli, file);
    return kf_report_count(cli);
}

void kf_report_flush(kf_cli *cli) {
    errno = 0;
    if (fflush(cli->out) != 0 && cli->output_error == 0)
        cli->output_error = errno;
    fflush(cli->err);
}
