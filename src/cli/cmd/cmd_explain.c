// SPDX-License-Identifier: MIT
// kifu explain: the section of the specification on a finding.

#include <string.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"

enum { TITLE_COLUMN = 28 };

static const char *code_at(const void *context, size_t index) {
    kf_explanation found;
    (void)context;
    return kf_explain_at(index, &found) ? found.code : NULL;
}

// ---- A section ----

// How many backquotes the line begins with.
static size_t ticks(kf_text line) {
    size_t count = 0;
    while (count < line.length && line.data[count] == '`')
        count++;
    return count;
}

// Prints the Markdown so that it reads well on a terminal: an example becomes an indented block
// under its command, and remarks for the authors of the chapter are left out.
static void print_section(FILE *out, const char *text) {
    kf_text rest = kf_text_of(text), line;
    size_t fence = 0;
    while (kf_text_line(&rest, &line)) {
        size_t count = ticks(line);
        if (fence == 0 && count >= 3) {
            fence = count;
            kf_text command = kf_text_trim(kf_text_cut(line, count, line.length));
            fprintf(out, "    $ %.*s\n", (int)command.length, command.data);
        } else if (fence > 0 && count >= fence) {
            fence = 0;
        } else if (fence > 0 || !kf_text_starts(line, KF_TEXT("<!--"))) {
            fprintf(out, "%s%.*s\n", fence > 0 && line.length > 0 ? "    " : "", (int)line.length,
                    line.data);
        }
    }
}

static void report_unknown(kf_cli *cli, const char *code) {
    kf_log_add_as(cli->log, KF_ERROR, KF_EXPLAIN_UNKNOWN, (kf_place){0},
                  "no finding has the code '%.60s'%s 'kifu explain' lists them all", code,
                  kf_options_hint_at(code, ";", code_at, NULL).text);
    kf_report_entries(cli);
}

// `SGF.DT`: the row of the table of properties.
static bool find_property(const char *code, kf_property_about *about) {
    return strncmp(code, "SGF.", 4) == 0 && kf_explain_property(code + 4, about);
}

static bool explain_property(FILE *out, const char *code) {
    kf_property_about about;
    if (!find_property(code, &about))
        return false;
    fprintf(out, "SGF.%s: %s\n\n", about.name, about.what);
    fprintf(out, "value      %s%s%s\n", about.type, about.shape[0] != '\0' ? ", " : "",
            about.shape);
    fprintf(out, "stands in  %s\n", about.place);
    if (about.versions[0] != '\0')
        fprintf(out, "versions   FF[%c] to FF[%c]\n", about.versions[0],
                about.versions[strlen(about.versions) - 1]);
    else
        fputs("versions   none: another program's own\n", out);
    if (about.long_name[0] != '\0')
        fprintf(out, "long name  %s\n", about.long_name);
    if (about.ishi[0] != '\0')
        fprintf(out, "Ishi       %s\n", about.ishi);
    fprintf(out, "range      %s\n", about.range);
    fprintf(out, "fix        %s\n", about.fix);
    fprintf(out, "source     %s\n", about.source);
    return true;
}

static void explain_code(kf_cli *cli, const char *code) {
    kf_explanation found;
    if (explain_property(cli->out, code))
        return;
    if (!kf_explain_find(code, &found)) {
        if (!kf_term_print(cli->out, code))
            report_unknown(cli, code);
        return;
    }
    fprintf(cli->out, "%s: %s (%s)\n", code, found.title, kf_report_severity(found.severity));
    if (found.text[0] != '\0') {
        putc('\n', cli->out);
        print_section(cli->out, found.text);
    }
}

// ---- As data ----

static void print_finding(kf_cli *cli, const kf_explanation *found, bool is_whole) {
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "code", found->code);
    kf_json_add_string(json, "severity", kf_report_severity(found->severity));
    kf_json_add_string(json, "title", found->title);
    if (is_whole)
        kf_json_add_string(json, "text", found->text);
    kf_json_print(cli, json);
}

static bool print_property(kf_cli *cli, const char *code) {
    kf_property_about about;
    if (!find_property(code, &about))
        return false;
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "property", about.name);
    kf_json_add_string(json, "title", about.what);
    kf_json_add_string(json, "type", about.type);
    kf_json_add_string(json, "shape", about.shape);
    kf_json_add_string(json, "stands_in", about.place);
    kf_json_add_string(json, "versions", about.versions);
    kf_json_add_string(json, "long_name", about.long_name);
    kf_json_add_string(json, "ishi", about.ishi);
    kf_json_add_string(json, "range", about.range);
    kf_json_add_string(json, "fix", about.fix);
    kf_json_add_string(json, "source", about.source);
    kf_json_print(cli, json);
    return true;
}

static void print_object(kf_cli *cli, const char *code) {
    kf_explanation found;
    if (print_property(cli, code))
        return;
    if (kf_explain_find(code, &found))
        print_finding(cli, &found, true);
    else if (!kf_term_json(cli, code))
        report_unknown(cli, code);
}

// ---- The command ----

static void list_codes(kf_cli *cli, bool is_data) {
    kf_explanation found;
    for (size_t i = 0; kf_explain_at(i, &found); i++) {
        if (is_data) {
            print_finding(cli, &found, false);
            continue;
        }
        fputs(found.code, cli->out);
        kf_report_pad(cli->out, strlen(found.code), TITLE_COLUMN);
        fprintf(cli->out, " %-8s %s\n", kf_report_severity(found.severity), found.title);
    }
}

static int explain(kf_cli *cli) {
    bool is_data = kf_options_has(cli, KF_OPTION_JSON);
    if (cli->operand_count == 0)
        list_codes(cli, is_data);
    for (int i = 0; i < cli->operand_count; i++) {
        if (is_data) {
            print_object(cli, cli->operands[i]);
            continue;
        }
        if (i > 0)
            putc('\n', cli->out);
        explain_code(cli, cli->operands[i]);
    }
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print a JSON object per finding, property or term"},
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_explain = {
    .name = "explain",
    .summary = "explain a finding, a property or a Go term",
    .operands = "[CODE…]",
    .words = "@code",
    .about = "Explains the finding that 'kifu check' prints with this code: what it means, what "
             "was done about it, and an example. Without a code it lists all codes with their "
             "severities. Go terms, in today's English, that of 1931, Japanese, Chinese or Korean, "
             "are explained as well, and SGF.NAME is a property of SGF.\n\n"
             "The exit status is 0, or 1 when there is no such code.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = explain,
};
