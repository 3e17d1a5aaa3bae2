// SPDX-License-Identifier: MIT
// kifu diff: whether two records mean the same, and where they first differ.

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/archive/archive.h"
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
    return kf_text_cut(text, 0, kf_text_front(text, SHOWN));
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

// Of many files, only those that differ are worth a line.
static void print_same(kf_cli *cli, const char *left, const char *right, bool is_one_of_many) {
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        kf_json *object = kf_json_new();
        kf_json_add_bool(object, "same", true);
        kf_json_add_string(object, "left", left);
        kf_json_add_string(object, "right", right);
        kf_json_print(cli, object);
    } else if (!cli->is_quiet && !is_one_of_many) {
        fputs("same\n", cli->out);
    }
}

// ---- Two files ----

static int compare(kf_cli *cli, const char *left_name, const kf_record *left,
                   const char *right_name, const kf_record *right, bool is_one_of_many) {
    kf_difference difference = {0};
    if (kf_compare(left, right, &difference, cli->log)) {
        print_same(cli, left_name, right_name, is_one_of_many);
        return KF_STATUS_CLEAN;
    }
    if (difference.what == NULL || difference.what[0] == '\0')
        return kf_report_entries(cli);
    side l = look_at(left_name, left, difference.left, difference.name);
    side r = look_at(right_name, right, difference.right, difference.name);
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

static int compare_files(kf_cli *cli, const char *left_name, const char *right_name,
                         bool is_one_of_many) {
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_record *left = read_side(cli, left_name);
    kf_record *right = read_side(cli, right_name);
    int status = left != NULL && right != NULL
                     ? compare(cli, left_name, left, right_name, right, is_one_of_many)
                     : KF_STATUS_FAILED;
    kf_input_free(cli, left);
    kf_input_free(cli, right);
    kf_arena_rewind(cli->arena, level);
    return status;
}

// ---- Two folders, or archives ----

// A file of a folder. Its key is the name without the folder and without the ending, for a folder
// that was converted has the same records under other endings.
typedef struct entry {
    const char *name;
    kf_text key, ending;
} entry;

typedef struct listing {
    entry *entries;
    size_t count;
} listing;

static int by_key(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = kf_text_order(x->key, y->key);
    return order != 0 ? order : kf_text_order(x->ending, y->ending);
}

// What an operand stands for: a file, or what is in a folder or an archive.
static listing list_side(kf_cli *cli, int operand) {
    char **operands = cli->operands;
    int count = cli->operand_count;
    cli->operands += operand;
    cli->operand_count = 1;
    kf_inputs inputs = kf_input_list(cli);
    cli->operands = operands;
    cli->operand_count = count;
    listing l = {kf_arena_alloc(cli->arena, (inputs.count + 1) * sizeof *l.entries), inputs.count};
    for (size_t i = 0; i < inputs.count; i++) {
        kf_text name = kf_text_of(inputs.names[i] + inputs.prefixes[i]);
        size_t end = name.length;
        while (end > 0 && name.data[end - 1] != '.' && name.data[end - 1] != '/')
            end--;
        end = end > 1 && name.data[end - 1] == '.' ? end - 1 : name.length;
        l.entries[i] = (entry){inputs.names[i], kf_text_cut(name, 0, end),
                               kf_text_cut(name, end, name.length)};
    }
    if (l.count > 1)
        qsort(l.entries, l.count, sizeof *l.entries, by_key);
    return l;
}

static void print_alone(kf_cli *cli, const char *name, bool is_left) {
    const char *what = is_left ? "only on the left" : "only on the right";
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        kf_json *object = kf_json_new();
        kf_json_add_bool(object, "same", false);
        kf_json_add_string(object, is_left ? "left" : "right", name);
        kf_json_add_null(object, is_left ? "right" : "left");
        kf_json_add_string(object, "what", what);
        kf_json_print(cli, object);
    } else if (!cli->is_quiet) {
        fprintf(cli->out, "%s: ", what);
        kf_report_text(cli->out, kf_text_of(name), false);
        putc('\n', cli->out);
    }
}

// Whether the entry is the only one of its listing with that key.
static bool is_alone(const listing *l, size_t i) {
    return (i == 0 || !kf_text_equal(l->entries[i - 1].key, l->entries[i].key)) &&
           (i + 1 == l->count || !kf_text_equal(l->entries[i + 1].key, l->entries[i].key));
}

// Like strcmp: whether the entries are of one record, or which comes first.
static int pair_order(const listing *left, size_t i, const listing *right, size_t k) {
    if (i == left->count || k == right->count)
        return i == left->count ? 1 : -1;
    const entry *x = &left->entries[i], *y = &right->entries[k];
    if (kf_text_equal(x->key, y->key) && is_alone(left, i) && is_alone(right, k))
        return 0;
    return by_key(x, y);
}

static int compare_listings(kf_cli *cli, listing left, listing right) {
    size_t same = 0, different = 0, failed = 0, alone = 0;
    for (size_t i = 0, k = 0; i < left.count || k < right.count;) {
        int order = pair_order(&left, i, &right, k);
        if (order != 0) {
            print_alone(cli, order < 0 ? left.entries[i].name : right.entries[k].name, order < 0);
            alone++;
        } else {
            int status = compare_files(cli, left.entries[i].name, right.entries[k].name, true);
            same += status == KF_STATUS_CLEAN;
            different += status == KF_STATUS_FINDINGS;
            failed += status == KF_STATUS_FAILED;
        }
        i += order <= 0;
        k += order >= 0;
    }
    if (!cli->is_quiet)
        fprintf(cli->err, "%zu same, %zu different, %zu without a partner, %zu not read\n", same,
                different, alone, failed);
    return failed > 0 ? KF_STATUS_FAILED : different + alone > 0 ? KF_STATUS_FINDINGS : cli->status;
}

// ---- The command ----

static int diff(kf_cli *cli) {
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    if (cli->operand_count < 2)
        return kf_options_wrong(cli, "two files are compared, LEFT and RIGHT; '-' is standard "
                                     "input");
    const char *left = cli->operands[0], *right = cli->operands[1];
    if (strcmp(left, "-") == 0 && strcmp(right, "-") == 0)
        return kf_options_wrong(cli, "standard input can be only one of the two");
    bool is_left_folder = kf_input_is_folder(left), is_right_folder = kf_input_is_folder(right);
    if ((is_left_folder || is_right_folder) && !kf_options_has(cli, KF_OPTION_RECURSIVE))
        return kf_options_wrong(
            cli, "'%.200s' is a folder: '--recursive' (-r) compares the records in both",
            is_left_folder ? left : right);
    listing lefts = list_side(cli, 0), rights = list_side(cli, 1);
    if (cli->status == KF_STATUS_FAILED && (lefts.count == 0 || rights.count == 0))
        return KF_STATUS_FAILED;
    bool is_left_one = !is_left_folder && lefts.count == 1;
    bool is_right_one = !is_right_folder && rights.count == 1;
    bool is_left_file = is_left_one && kf_archive_path(left) == 0;
    bool is_right_file = is_right_one && kf_archive_path(right) == 0;
    bool is_mixed = (is_left_file && !is_right_one) || (is_right_file && !is_left_one);
    kf_record *single = is_mixed ? read_side(cli, is_left_file ? left : right) : NULL;
    if (is_mixed && single == NULL)
        return KF_STATUS_FAILED;
    kf_input_free(cli, single);
    if (is_mixed)
        return kf_options_wrong(cli, "a folder or an archive is compared with another, a file with "
                                     "a file");
    if (is_left_one && is_right_one)
        return compare_files(cli, lefts.entries[0].name, rights.entries[0].name, false);
    return compare_listings(cli, lefts, rights);
}

static const kf_option options[] = {
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print the answer as a JSON object, one a line"},
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_diff = {
    .name = "diff",
    .summary = "compare the meaning of two records",
    .operands = "LEFT RIGHT",
    .words = "@file",
    .about = "Says whether two records, in whatever notations, mean the same, and if not, where "
             "they first differ: the node's path as 'kifu show' prints it, the property, and what "
             "each side has there. It ignores only what the notations call insignificant: white "
             "space outside of values, the order of properties and of points, FF, CA and AP.\n\n"
             "With --recursive, LEFT and RIGHT are folders: their records are paired by name, "
             "whatever the extension. Archives are compared as folders are.\n\n"
             "The exit status is 0 when they mean the same, 1 when they differ, and 2 when one of "
             "them could not be read. With --quiet it is the only answer.",
    .options = options,
    .most = 2,
    .run = diff,
};
