// SPDX-License-Identifier: MIT
// Printing findings as a good compiler does: place, severity, message, code, line and caret.

#include "cli/report.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "cli/progress.h"

// ---- Text on a terminal ----

// A file's name may hold bytes that are no UTF-8, so the text is looked at before it is decoded.
size_t kf_report_width(kf_text text) {
    size_t width = 0;
    uint32_t code_point;
    if (!kf_text_is_utf8(text, NULL))
        return text.length;
    while (kf_text_code_point(&text, &code_point))
        width += code_point < ' ' || code_point == 127 ? 2 : (size_t)kf_text_columns(code_point);
    return width;
}

// Whether the bytes at `p` begin a character that a terminal would obey. The second control
// block, U+0080 to U+009F, is one of those; so are the marks that turn the direction of writing.
static size_t is_control(const char *p, size_t left) {
    const unsigned char *u = (const unsigned char *)p;
    if (u[0] < ' ' || u[0] == 127)
        return 1;
    if (left > 1 && u[0] == 0xC2 && u[1] < 0xA0)
        return 2;
    if (left > 2 && u[0] == 0xE2 &&
        ((u[1] == 0x80 && u[2] >= 0xAA && u[2] <= 0xAE) ||
         (u[1] == 0x81 && u[2] >= 0xA6 && u[2] <= 0xA9)))
        return 3;
    return 0;
}

void kf_report_text(FILE *out, kf_text text, bool lines) {
    if (text.length == 0) // its data may be NULL
        return;
    const char *end = text.data + text.length, *plain = text.data;
    for (const char *p = text.data; p < end;) {
        size_t length = is_control(p, (size_t)(end - p));
        if (length == 0 || (lines && (*p == '\n' || *p == '\t'))) {
            p++;
            continue;
        }
        fwrite(plain, 1, (size_t)(p - plain), out);
        if (length == 1)
            fprintf(out, "^%c", *p == 127 ? '?' : *p + '@');
        else
            fputs("\xEF\xBF\xBD", out);
        plain = p += length;
    }
    if (end > plain)
        fwrite(plain, 1, (size_t)(end - plain), out);
}

void kf_report_pad(FILE *out, size_t width, size_t wanted) {
    for (; width < wanted; width++)
        putc(' ', out);
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

static void paint(const kf_cli *cli, const char *sequence) {
    if (cli->is_colored)
        fputs(sequence, cli->err);
}

static void print_place(const kf_cli *cli, const kf_entry *entry) {
    paint(cli, "\033[1m");
    kf_report_text(cli->err, kf_text_of(entry->file[0] != '\0' ? entry->file : "kifu"), false);
    if (entry->line > 0)
        fprintf(cli->err, ":%zu:%zu", entry->line, entry->column);
    fputs(": ", cli->err);
    paint(cli, "\033[0m");
}

// The excerpt up to its caret, counted in characters from 1.
static kf_text before_caret(const kf_entry *entry) {
    kf_text rest = kf_text_of(entry->excerpt), all = rest;
    uint32_t code_point;
    for (size_t i = 1; i < entry->caret && kf_text_code_point(&rest, &code_point); i++)
        continue;
    return (kf_text){all.data, all.length - rest.length};
}

static void print_excerpt(const kf_cli *cli, const kf_entry *entry) {
    fprintf(cli->err, "%5zu | ", entry->line);
    kf_report_text(cli->err, kf_text_of(entry->excerpt), false);
    fputs("\n      | ", cli->err);
    kf_report_pad(cli->err, 0, kf_report_width(before_caret(entry)));
    paint(cli, "\033[1;32m");
    putc('^', cli->err);
    paint(cli, "\033[0m");
    putc('\n', cli->err);
}

static void print_entry(const kf_cli *cli, const kf_entry *entry) {
    const style *style = &styles[entry->severity];
    print_place(cli, entry);
    paint(cli, style->on);
    fprintf(cli->err, "%s: ", style->word);
    paint(cli, "\033[0m");
    kf_report_text(cli->err, kf_text_of(entry->message), false);
    fprintf(cli->err, " [%s]\n", entry->code);
    if (entry->line > 0 && entry->caret > 0)
        print_excerpt(cli, entry);
}

// ---- All entries ----

// Entries of the program itself mean that something could not be done.
bool kf_report_is_failure(const kf_entry *entry) {
    return entry->severity == KF_ERROR && strncmp(entry->code, "program/", 8) == 0;
}

static void print_dropped(const kf_cli *cli, const char *file) {
    for (int code = 0; code < KF_CODE_COUNT; code++) {
        const kf_code_row *row = kf_log_code((kf_code)code);
        size_t count = kf_log_dropped(cli->log, row->path);
        if (count == 0)
            continue;
        kf_report_text(cli->err, kf_text_of(file), false);
        fprintf(cli->err, ": note: %zu more not shown [%s]\n", count, row->path);
    }
}

// Prints the entries in the order of the log, or as `ordered` has them.
static void print_all(kf_cli *cli, const kf_entry *const *ordered) {
    size_t count = kf_log_count(cli->log);
    const char *file = "kifu";
    kf_progress_clear(cli);
    for (size_t i = 0; i < count; i++) {
        const kf_entry *entry = ordered != NULL ? ordered[i] : kf_log_entry(cli->log, i);
        if (!cli->is_quiet || entry->severity == KF_ERROR)
            print_entry(cli, entry);
        if (entry->file[0] != '\0')
            file = entry->file;
    }
    size_t all = kf_log_total(cli->log, KF_ERROR) + kf_log_total(cli->log, KF_WARNING) +
                 kf_log_total(cli->log, KF_NOTE);
    if (!cli->is_quiet && all > count)
        print_dropped(cli, file);
}

int kf_report_count(kf_cli *cli) {
    size_t errors = kf_log_total(cli->log, KF_ERROR);
    int status = errors > 0 ? KF_STATUS_FINDINGS : KF_STATUS_CLEAN;
    for (size_t i = 0; i < kf_log_count(cli->log); i++)
        if (kf_report_is_failure(kf_log_entry(cli->log, i)))
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
    if (!cli->is_quiet || entry->severity == KF_ERROR)
        print_entry(cli, entry);
}

void kf_report_entry(kf_cli *cli, const kf_entry *entry) {
    kf_report_print(cli, entry);
    cli->errors += entry->severity == KF_ERROR;
    cli->warnings += entry->severity == KF_WARNING;
    if (entry->severity == KF_ERROR && cli->status < KF_STATUS_FINDINGS)
        cli->status = KF_STATUS_FINDINGS;
}

int kf_report_entries(kf_cli *cli) {
    if (kf_log_count(cli->log) > 0)
        print_all(cli, NULL);
    return kf_report_count(cli);
}

void kf_report_flush(kf_cli *cli) {
    errno = 0;
    if (fflush(cli->out) != 0 && cli->output_error == 0)
        cli->output_error = errno;
    fflush(cli->err);
}

int kf_report_ordered(kf_cli *cli, const kf_entry *const *ordered) {
    if (kf_log_count(cli->log) > 0)
        print_all(cli, ordered);
    return kf_report_count(cli);
}
