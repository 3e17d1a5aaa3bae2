// SPDX-License-Identifier: MIT
// The findings of `kifu check` on standard output: as text, as data, or counted.

#include "cli/frame/words.h"
#include "cli/print/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/address.h"
#include "base/text.h"

typedef enum form { TEXT, SHORT, JSON, SARIF, GITHUB } form;

static const char *const forms[] = {"text", "short", "json", "sarif", "github"};

enum { FORMS = sizeof forms / sizeof forms[0], SEVERITIES = KF_ERROR + 1, CODE_COLUMN = 28 };

// How often a finding was met and in how many files, for --summary, and whether it was met at all,
// for SARIF's rules.
typedef struct amount {
    size_t count[SEVERITIES], files[SEVERITIES];
} amount;

enum { OTHER_SUMS = 4, AMOUNT_SUMS = sizeof(amount) / sizeof(size_t) };

struct kf_findings {
    kf_cli *cli;
    form form;
    bool is_summary, is_colored;
    bool has_result;                             // SARIF: a comma is due
    size_t file;                                 // the number of the one that is read, from 1
    kf_code before;                              // of the last finding that is no note
    size_t last_file[KF_CODE_COUNT][SEVERITIES]; // in which it was counted, from 1
    // Nothing but sums: first those of the command, then those of each code.
    struct {
        size_t others[OTHER_SUMS];
        amount amounts[KF_CODE_COUNT];
    } sums;
};

// ---- Which findings ----

// What the program could not do is never left out.
static bool may_be_left_out(int code) {
    return strncmp(kf_log_code((kf_code)code)->path, "program/", 8) != 0;
}

// Marks the codes that the list of an option names. False: a word of it names none.
static bool mark_codes(kf_cli *cli, const char *option, const char *list, bool *marks) {
    kf_text rest = kf_text_of(list), word;
    while (kf_text_item(&rest, &word)) {
        bool is_known = false;
        for (int code = 0; code < KF_CODE_COUNT; code++) {
            bool is_named = may_be_left_out(code) && kf_log_is_named((kf_code)code, word);
            marks[code] = marks[code] || is_named;
            is_known = is_known || is_named;
        }
        if (is_known)
            continue;
        char typed[64];
        snprintf(typed, sizeof typed, "%.*s", (int)(word.length < 60 ? word.length : 60),
                 word.data);
        kf_options_wrong(cli,
                         "'--%s': no finding in a record has the code '%s'%s 'kifu explain' lists "
                         "them all",
                         option, typed, kf_options_hint_at(typed, ";", kf_words_at, "@code").text);
        return false;
    }
    return true;
}

bool kf_findings_are_known(kf_cli *cli, const char *option, const char *list) {
    bool marks[KF_CODE_COUNT] = {false};
    return list == NULL || mark_codes(cli, option, list, marks);
}

bool kf_findings_choose(kf_cli *cli, kf_log *log) {
    const char *select = cli->values[KF_OPTION_SELECT], *ignore = cli->values[KF_OPTION_IGNORE];
    bool selected[KF_CODE_COUNT] = {false}, ignored[KF_CODE_COUNT] = {false};
    if ((select != NULL && !mark_codes(cli, "select", select, selected)) ||
        (ignore != NULL && !mark_codes(cli, "ignore", ignore, ignored)))
        return false;
    for (int code = 0; code < KF_CODE_COUNT; code++)
        if (may_be_left_out(code) && (ignored[code] || (select != NULL && !selected[code])))
            kf_log_mute(log, (kf_code)code);
    return true;
}

static bool choose_form(kf_findings *f) {
    kf_cli *cli = f->cli;
    const char *name = cli->values[KF_OPTION_FORMAT];
    bool is_json = kf_options_has(cli, KF_OPTION_JSON);
    int form = name == NULL ? (is_json ? JSON : TEXT) : 0;
    while (name != NULL && form < FORMS && strcmp(name, forms[form]) != 0)
        form++;
    f->form = (enum form)form;
    if (form == FORMS)
        kf_options_wrong(cli, "'--format' takes text, short, json, sarif or github, not '%.60s'",
                         name);
    else if (is_json && form != JSON)
        kf_options_wrong(cli, "'--json' and '--format=%s' exclude each other", name);
    else if (f->is_summary && form != TEXT && form != JSON)
        kf_options_wrong(cli, "'--summary' is printed as text or as JSON, not as '%s'", name);
    else
        return true;
    return false;
}

static void begin_sarif(FILE *out) {
    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
          "\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[\n",
          out);
}

kf_findings *kf_findings_new(kf_cli *cli) {
    kf_findings *f = kf_arena_alloc(cli->arena, sizeof *f);
    memset(f, 0, sizeof *f);
    f->cli = cli;
    f->file = 1;
    f->before = KF_CODE_COUNT;
    f->is_summary = kf_options_has(cli, KF_OPTION_SUMMARY);
    f->is_colored = kf_terminal_colours(cli, false) > 0;
    if (!choose_form(f) || !kf_findings_choose(cli, cli->log))
        return NULL;
    if (f->form == SARIF)
        begin_sarif(cli->out);
    return f;
}

// ---- As data ----

static kf_json *describe(const kf_entry *entry, const char *name) {
    kf_json *object = kf_json_new();
    kf_json_add_string(object, "code", entry->code);
    kf_json_add_string(object, "severity", kf_report_severity(entry->severity));
    kf_json_add_string(object, "file", name);
    kf_json_add_number(object, "line", (int64_t)entry->line);
    kf_json_add_number(object, "column", (int64_t)entry->column);
    kf_json_add_number(object, "byte", (int64_t)entry->byte);
    kf_json_add_string(object, "path", entry->path);
    kf_json_add_string(object, "message", entry->message);
    return object;
}

// The name as an address: relative as it stands, a path from the root with its scheme.
static char *address_of(kf_arena *arena, const char *name) {
    static const char plain[] = "-._~/", hex[] = "0123456789ABCDEF";
    const char *scheme = name[0] == '/' ? "file://" : "";
    char *made = kf_arena_resize(arena, NULL, strlen(name) * 3 + strlen(scheme) + 1), *to = made;
    to += snprintf(made, strlen(scheme) + 1, "%s", scheme);
    for (const char *p = name; *p != '\0'; p++) {
        unsigned char c = (unsigned char)*p;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (is_plain || strchr(plain, c) != NULL) {
            *to++ = *p;
            continue;
        }
        *to++ = '%';
        *to++ = hex[c >> 4];
        *to++ = hex[c & 15];
    }
    *to = '\0';
    return made;
}

static kf_json *text_object(const char *text) {
    kf_json *object = kf_json_new();
    kf_json_add_string(object, "text", text);
    return object;
}

// Source: SARIF 2.1.0, 3.27 (result), 3.29 (physicalLocation), 3.30 (region).
static void print_result(kf_findings *f, const kf_entry *entry, const char *name) {
    char *address = address_of(f->cli->arena, name);
    kf_json *result = kf_json_new(), *location = kf_json_new(), *place = kf_json_new(),
            *artifact = kf_json_new(), *region = kf_json_new();
    kf_json_add_string(artifact, "uri", address);
    kf_json_add_number(region, "startLine", (int64_t)(entry->line > 0 ? entry->line : 1));
    kf_json_add_number(region, "startColumn", (int64_t)(entry->line > 0 ? entry->column : 1));
    kf_json_add_object(place, "artifactLocation", artifact);
    kf_json_add_object(place, "region", region);
    kf_json_add_object(location, "physicalLocation", place);
    kf_json_add_string(result, "ruleId", entry->code);
    kf_json_add_string(result, "level", kf_report_severity(entry->severity));
    kf_json_add_object(result, "message", text_object(entry->message));
    kf_json_add_element(result, "locations", location);
    fputs(f->has_result ? "," : "", f->cli->out);
    f->has_result = true;
    kf_json_print(f->cli, result);
    kf_arena_release(f->cli->arena, address);
}

static kf_json *describe_rule(kf_code code) {
    const kf_code_row *row = kf_log_code(code);
    char help[100];
    kf_json *rule = kf_json_new(), *usual = kf_json_new();
    snprintf(help, sizeof help, "'kifu explain %s' explains it, with an example.", row->path);
    kf_json_add_string(rule, "id", row->path);
    kf_json_add_object(rule, "shortDescription", text_object(row->title));
    kf_json_add_object(rule, "help", text_object(help));
    kf_json_add_string(usual, "level", kf_report_severity(row->severity));
    kf_json_add_object(rule, "defaultConfiguration", usual);
    return rule;
}

// What stands behind the results: the rules that they name, and whether all files could be read.
static void end_sarif(kf_findings *f) {
    FILE *out = f->cli->out;
    bool is_first = true;
    fputs("],\"invocations\":[\n", out);
    kf_json *run = kf_json_new();
    kf_json_add_bool(run, "executionSuccessful", f->cli->status < KF_STATUS_FAILED);
    kf_json_print(f->cli, run);
    fputs("],\"tool\":{\"driver\":{\"name\":\"kifu\",\"semanticVersion\":\"" KF_VERSION
          "\",\"rules\":[\n",
          out);
    for (int code = 0; code < KF_CODE_COUNT; code++) {
        const size_t *count = f->sums.amounts[code].count;
        if (count[KF_NOTE] + count[KF_WARNING] + count[KF_ERROR] == 0)
            continue;
        fputs(is_first ? "" : ",", out);
        is_first = false;
        kf_json_print(f->cli, describe_rule((kf_code)code));
    }
    fputs("]}}}]}\n", out);
}

// ---- As commands for GitHub's log ----

// Writes a text as it may stand there. Source: GitHub's documentation, Workflow commands.
static void put_command_text(FILE *out, const char *text, bool is_property) {
    const char *special = is_property ? "%\r\n:," : "%\r\n";
    while (*text != '\0') {
        size_t length = strcspn(text, special);
        kf_report_text(out, (kf_text){text, length}, false);
        text += length;
        if (*text != '\0')
            fprintf(out, "%%%02X", (unsigned)*text++);
    }
}

static void print_command(FILE *out, const kf_entry *entry, const char *name) {
    fprintf(out, "::%s file=",
            entry->severity == KF_NOTE ? "notice" : kf_report_severity(entry->severity));
    put_command_text(out, name, true);
    if (entry->line > 0)
        fprintf(out, ",line=%zu,col=%zu", entry->line, entry->column);
    fputs(",title=", out);
    put_command_text(out, entry->code, true);
    fputs("::", out);
    put_command_text(out, entry->message, false);
    putc('\n', out);
}

// ---- Each finding ----

// Nearly all entries have the name from the table itself.
static kf_code code_of(const kf_entry *entry) {
    int code = 0;
    while (code < KF_CODE_COUNT && kf_log_code((kf_code)code)->path != entry->code)
        code++;
    if (code < KF_CODE_COUNT)
        return (kf_code)code;
    for (code = 0; strcmp(kf_log_code((kf_code)code)->path, entry->code) != 0;)
        code++;
    return (kf_code)code;
}

static void count_some(kf_findings *f, kf_code code, kf_severity severity, size_t count) {
    amount *a = &f->sums.amounts[code];
    a->count[severity] += count;
    a->files[severity] += f->last_file[code][severity] != f->file;
    f->last_file[code][severity] = f->file;
}

// A note that stands behind a finding of its own code belongs to that and is not counted.
static void count_one(kf_findings *f, const kf_entry *entry) {
    kf_code code = code_of(entry);
    if (entry->severity != KF_NOTE || f->before != code)
        count_some(f, code, entry->severity, 1);
    if (entry->severity != KF_NOTE)
        f->before = code;
}

static void print_one(kf_findings *f, const kf_entry *entry, const char *name) {
    kf_cli *cli = f->cli;
    name = entry->file[0] != '\0' ? entry->file : name;
    if (kf_address_find(name) != NULL) { // no file, but an address with a password perhaps
        char *safe = kf_arena_copy(cli->arena, name, strlen(name));
        kf_address_hide(safe);
        name = safe;
    }
    if (f->form == JSON)
        kf_json_print(cli, describe(entry, name));
    else if (f->form == SARIF)
        print_result(f, entry, name);
    else if (f->form == GITHUB)
        print_command(cli->out, entry, name);
    else if (!kf_report_is_failure(entry))
        kf_report_show(cli->out, entry, f->is_colored, f->form == TEXT);
    // What could not be done is said on standard error in any form: whoever sees status 2 may not
    // read the findings, and a program that reads them may look at nothing else.
    if (kf_report_is_failure(entry))
        kf_report_print(cli, entry);
}

void kf_findings_print(kf_findings *f, const char *name, const kf_entry *const *ordered) {
    kf_cli *cli = f->cli;
    if (kf_log_count(cli->log) > 0)
        kf_progress_clear(cli);
    for (size_t i = 0; i < kf_log_count(cli->log); i++) {
        const kf_entry *entry = ordered != NULL ? ordered[i] : kf_log_entry(cli->log, i);
        if (cli->is_quiet && entry->severity != KF_ERROR)
            continue;
        count_one(f, entry);
        if (!f->is_summary)
            print_one(f, entry, name);
        else if (kf_report_is_failure(entry))
            kf_report_print(cli, entry);
    }
}

void kf_findings_end_file(kf_findings *f, const char *name) {
    char message[64];
    kf_entry entry;
    const kf_log *log = f->cli->log;
    // Of most files everything is shown.
    for (int code = 0; code < KF_CODE_COUNT && kf_log_has_dropped(log); code++) {
        size_t count = kf_report_dropped(f->cli, code, name, message, &entry);
        if (count == 0 || f->cli->is_quiet)
            continue;
        if (f->is_summary)
            count_some(f, (kf_code)code, kf_log_code((kf_code)code)->severity, count);
        else
            print_one(f, &entry, name);
    }
    f->file++;
    f->before = KF_CODE_COUNT;
}

// ---- The summary ----

// A row of it.
typedef struct row {
    kf_code code;
    kf_severity severity;
    size_t count, files;
} row;

static int by_count(const void *a, const void *b) {
    const row *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (int)x->code - (int)y->code;
}

static void print_row(const kf_findings *f, const row *row) {
    const kf_code_row *code = kf_log_code(row->code);
    FILE *out = f->cli->out;
    if (f->form == JSON) {
        kf_json *object = kf_json_new();
        kf_json_add_string(object, "code", code->path);
        kf_json_add_string(object, "severity", kf_report_severity(row->severity));
        kf_json_add_number(object, "count", (int64_t)row->count);
        kf_json_add_number(object, "files", (int64_t)row->files);
        kf_json_add_string(object, "title", code->title);
        kf_json_print(f->cli, object);
        return;
    }
    fprintf(out, "%9zu %9zu  %-8s %s", row->count, row->files, kf_report_severity(row->severity),
            code->path);
    kf_report_pad(out, strlen(code->path), CODE_COLUMN);
    fprintf(out, " %s\n", code->title);
}

static void print_summary(const kf_findings *f) {
    row rows[KF_CODE_COUNT * SEVERITIES];
    size_t count = 0;
    for (int code = 0; code < KF_CODE_COUNT; code++)
        for (int s = KF_ERROR; s >= KF_NOTE; s--)
            if (f->sums.amounts[code].count[s] > 0)
                rows[count++] = (row){(kf_code)code, (kf_severity)s, f->sums.amounts[code].count[s],
                                      f->sums.amounts[code].files[s]};
    qsort(rows, count, sizeof rows[0], by_count);
    if (f->form == TEXT && count > 0)
        fputs("    count     files  severity code                         meaning\n", f->cli->out);
    for (size_t i = 0; i < count; i++)
        print_row(f, &rows[i]);
}

size_t *kf_findings_sums(kf_findings *f, size_t own, size_t *count) {
    size_t unused = OTHER_SUMS - own;
    *count = own + (size_t)KF_CODE_COUNT * AMOUNT_SUMS;
    return f->sums.others + unused;
}

bool kf_findings_is_one(const kf_findings *f) {
    return f->form == SARIF;
}

bool kf_findings_end(kf_findings *f) {
    if (f->is_summary)
        print_summary(f);
    if (f->form == SARIF)
        end_sarif(f);
    return f->form != JSON && f->form != SARIF;
}
