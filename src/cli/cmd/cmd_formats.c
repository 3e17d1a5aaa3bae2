// SPDX-License-Identifier: MIT
// kifu formats: lists the notations.

#include <string.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"

enum { NAME_COLUMN = 10 };

static void print_object(kf_cli *cli, const kf_format *format) {
    kf_json *object = kf_json_new();
    kf_json_add_string(object, "name", kf_format_name(format));
    kf_json_add_string(object, "title", kf_format_title(format));
    kf_json_add_string(object, "suffix", kf_format_suffix(format));
    kf_json_add_bool(object, "reads", kf_format_can_read(format));
    kf_json_add_bool(object, "writes", kf_format_can_write(format));
    kf_json_add_string(object, "keeps", kf_format_keeps(format));
    kf_json_print(cli, object);
}

static void print_row(FILE *out, const kf_format *format) {
    const char *name = kf_format_name(format);
    bool can_read = kf_format_can_read(format), can_write = kf_format_can_write(format);
    fputs(name, out);
    kf_report_pad(out, strlen(name), NAME_COLUMN);
    fprintf(out, "%s; extensions: %s; %s\n", kf_format_title(format), kf_format_suffix(format),
            can_read && can_write ? "read and written"
            : can_read            ? "only read"
                                  : "only written");
    kf_report_pad(out, 0, NAME_COLUMN);
    kf_help_wrap(out, kf_format_keeps(format), NAME_COLUMN, NAME_COLUMN);
}

static int formats(kf_cli *cli) {
    for (size_t i = 0; i < kf_format_count(); i++)
        if (kf_options_has(cli, KF_OPTION_JSON))
            print_object(cli, kf_format_at(i));
        else
            print_row(cli->out, kf_format_at(i));
    return KF_STATUS_CLEAN;
}

static const kf_option options[] = {
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print a JSON object a notation"},
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_formats = {
    .name = "formats",
    .summary = "list the notations",
    .operands = "",
    .words = NULL,
    .about =
        "Lists the notations that kifu reads and writes: the name that options take, the usual "
        "file extensions, and what the notation keeps of a record and what it cannot express.\n\n"
        "The exit status is 0.",
    .options = options,
    .most = 0,
    .run = formats,
};
