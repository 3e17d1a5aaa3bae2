// SPDX-License-Identifier: MIT
// kifu diff: whether two records mean the same, and where they first differ.

#include <string.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"

enum { PATH = 256, SHOWN = 200 };

// One of the two records, with what it holds where they differ.
typedef struct side {
    const char *name;
    const kf_record *record;
    kf_node node;
    kf_text values; // of the property in question, as they stand; empty when there are none
    char path[PATH];
    size_t line, column; // line 0: the place is not known
} side;

// Whether the property is the one in question; the same one may have another spelling here.
static bool is_meant(const kf_property *found, kf_text property) {
    int id = kf_value_id(property);
    return id >= 0 ? found->id == id : kf_text_equal(found->name, property);
}

static side look_at(const char *name, const kf_record *record, kf_node node, kf_text property) {
    side s = {.name = name, .record = record, .node = node};
    kf_text rest = kf_node_text(record, node);
    kf_property found;
    if (node == 0)
        return s;
    kf_place place = kf_record_place(record, node, s.path, sizeof s.path);
    while (property.length > 0 && kf_property_next(&rest, &found))
        if (is_meant(&found, property)) {
            s.values = found.values;
            place = kf_record_place_of(record, node, found.name.data);
            break;
        }
    kf_log_locate(place, &s.line, &s.column);
    return s;
}

static kf_text shortened(kf_text text) {
    if (text.length <= SHOWN)
        return text;
    size_t length = SHOWN;
    while (length > 0 && ((unsigned char)text.data[length] & 0xC0) == 0x80)
        length--;
    return (kf_text){text.data, length};
}

static void print_side(kf_cli *cli, const side *s, kf_text property) {
    kf_report_text(cli->out, kf_text_of(s->name), false);
    if (s->line > 0)
        fprintf(cli->out, ":%zu:%zu", s->line, s->column);
    fputs(": ", cli->out);
    kf_text values = property.length > 0 ? s->values : kf_node_text(s->record, s->node);
    if (s->node == 0)
        fputs("nothing there", cli->out);
    else if (values.length == 0)
        fputs(property.length > 0 ? "has no such property" : "an empty node", cli->out);
    kf_report_text(cli->out, s->values.length > 0 ? property : (kf_text){"", 0}, false);
    kf_text shown = shortened(values);
    kf_report_text(cli->out, shown, false);
    fputs(shown.length < values.length ? "…\n" : "\n", cli->out);
}

static void print_difference(kf_cli *cli, const side *left, const side *right,
                             const kf_difference *difference) {
    fprintf(cli->out, "different at %s", left->node != 0 ? left->path : right->path);
    if (left->node != 0 && right->node != 0 && strcmp(left->path, right->path) != 0)
        fprintf(cli->out, " and %s", right->path);
    fputs(": ", cli->out);
    if (difference->name.length > 0) {
        kf_report_text(cli->out, difference->name, false);
        fputs(", ", cli->out);
    }
    fprintf(cli->out, "%s\n", difference->what);
    print_side(cli, left, difference->name);
    print_side(cli, right, difference->name);
}

static void add_side(kf_json *object, const char *name, const side *s) {
    char key[32];
    snprintf(key, sizeof key, "%s_path", name);
    kf_json_add_string(object, key, s->path);
    snprintf(key, sizeof key, "%s_line", name);
    kf_json_add_number(object, key, (int64_t)s->line);
    snprintf(key, sizeof key, "%s_values", name);
    kf_json_add_text(object, key, s->values);
}

static void print_object(kf_cli *cli, const side *left, const side *right,
                         const kf_difference *difference) {
    kf_json *object = kf_json_new();
    kf_json_add_bool(object, "same", false);
    kf_json_add_string(object, "left", left->name);
    kf_json_add_string(object, "right", right->name);
    kf_json_add_text(object, "property", difference->name);
    kf_json_add_string(object, "what", difference->what);
    add_side(object, "left", left);
    add_side(object, "right", right);
    kf_json_print(cli, object);
}

static void print_same(kf_cli *cli) {
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        kf_json *object = kf_json_new();
        kf_json_add_bool(object, "same", true);
        kf_json_add_string(object, "left", cli->operands[0]);
        kf_json_add_string(object, "right", cli->operands[1]);
        kf_json_print(cli, object);
    } else if (!cli->is_quiet) {
        fputs("same\n", cli->out);
    }
}

static int compare(kf_cli *cli, const kf_record *left, const kf_record *right) {
    kf_difference difference = {0};
    if (kf_compare(left, right, &difference, cli->log)) {
        print_same(cli);
        return KF_STATUS_CLEAN;
    }
    if (difference.what == NULL || difference.what[0] == '\0')
        return kf_report_entries(cli);
    side l = look_at(cli->operands[0], left, difference.left, difference.name);
    side r = look_at(cli->operands[1], right, difference.right, difference.name);
    if (kf_options_has(cli, KF_OPTION_JSON))
        print_object(cli, &l, &r, &difference);
    else if (!cli->is_quiet)
        print_difference(cli, &l, &r, &difference);
    return KF_STATUS_FINDINGS;
}

// Reading's findings are those of 'kifu check'. Here only what could not be done is told.
static kf_record *read_side(kf_cli *cli, const char *name) {
    kf_record *record = kf_input_read(cli, name);
    if (record == NULL)
        kf_report_entries(cli);
    kf_log_clear(cli->log);
    return record;
}

static int diff(kf_cli *cli) {
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    if (cli->operand_count < 2)
        return kf_options_wrong(cli, "two files are compared, LEFT and RIGHT; '-' is standard "
                                     "input");
    if (strcmp(cli->operands[0], "-") == 0 && strcmp(cli->operands[1], "-") == 0)
        return kf_options_wrong(cli, "standard input can be only one of the two");
    kf_record *left = read_side(cli, cli->operands[0]);
    kf_record *right = read_side(cli, cli->operands[1]);
    int status = left != NULL && right != NULL ? compare(cli, left, right) : KF_STATUS_FAILED;
    kf_input_free(cli, left);
    kf_input_free(cli, right);
    return status;
}

static const kf_option options[] = {
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print the answer as a JSON object"},
    KF_OPTIONS_READING_ONE,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_diff = {
    .name = "diff",
    .summary = "compare the meaning of two records",
    .operands = "LEFT RIGHT",
    .words = "@file",
    .about =
        "Says whether two records, in whatever notations, mean the same, and if not, where they "
        "first differ: the node's path as 'kifu show' prints it, the property, and what "
        "each "
        "side has there. It is blind only to what the notations call insignificant: white space "
        "outside of values, the order of properties and of points, FF, CA and AP.\n\n"
        "The exit status is 0 when they mean the same, 1 when they differ, and 2 when one of them "
        "could not be read. With --quiet it is all there is.",
    .options = options,
    .most = 2,
    .run = diff,
};
