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
    const char *near = kf_options_nearest(code, code_at, NULL);
    kf_log_add_as(cli->log, KF_ERROR, KF_EXPLAIN_UNKNOWN, (kf_place){0},
                  "no finding has the code '%.60s'%s%s%s 'kifu explain' lists them all", code,
                  near ? ", did you mean '" : ";", near ? near : "", near ? "'?" : "");
    kf_report_entries(cli);
}

// `SGF.DT`: the row of the table of properties.
static bool explain_property(FILE *out, const char *name) {
    kf_property_about about;
    if (strncmp(name, "SGF.", 4) != 0 || !kf_explain_property(name + 4, &about))
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

// ---- The command ----

static void list_codes(FILE *out) {
    kf_explanation found;
    for (size_t i = 0; kf_explain_at(i, &found); i++) {
        fputs(found.code, out);
        kf_report_pad(out, strlen(found.code), TITLE_COLUMN);
        fprintf(out, " %-8s %s\n", kf_report_severity(found.severity), found.title);
    }
}

static int explain(kf_cli *cli) {
    if (cli->operand_count == 0)
        list_codes(cli->out);
    for (int i = 0; i < cli->operand_count; i++) {
        if (i > 0)
            putc('\n', cli->out);
        explain_code(cli, cli->operands[i]);
    }
    return cli->status;
}

static const kf_option options[] = {
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_explain = {
    .name = "explain",
    .summary = "explain a finding",
    .operands = "[CODE…]",
    .words = "@code",
    .about = "Explains the finding that 'kifu check' prints with this code: what it means, what "
             "was done "
             "about it, and an example. Without a code it lists all there are, with their "
             "severities. A word of the game, in the language of 1931 or today's English, "
             "Japanese, Chinese or Korean, is explained likewise, and SGF.NAME is a property of "
             "SGF.\n\n"
             "The exit status is 0, or 1 when there is no such code.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = explain,
};
