// SPDX-License-Identifier: MIT
// kifu info: what is in records: players, result, counts.

#include <string.h>

#include "cli/facts.h"
#include "cli/input.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "record/record.h"
#include "record/value.h"

enum { COLUMN = 14 };

// What is counted in a game.
typedef struct counts {
    size_t nodes, moves, variations, comments, properties;
} counts;

static bool count_node(const kf_record *record, kf_node node, counts *c) {
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    bool is_move = false;
    c->nodes++;
    while (kf_property_next(&rest, &property)) {
        c->properties++;
        c->comments += property.id == KF_P_C;
        is_move = is_move || property.id == KF_P_B || property.id == KF_P_W;
    }
    return is_move;
}

static counts count_game(const kf_record *record, kf_node game) {
    counts c = {0};
    kf_node main_line = game; // the next node of it, in pre-order it comes before all variations
    kf_walk walk = kf_walk_from(record, game);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        bool is_move = count_node(record, node, &c);
        kf_node child = kf_node_child(record, node);
        // Each child but the first begins a variation; the last one is one step away.
        if (child != 0 && kf_node_next(record, child) != 0)
            for (child = kf_node_next(record, child); child != 0;
                 child = kf_node_next(record, child))
                c.variations++;
        if (node != main_line)
            continue;
        c.moves += is_move;
        main_line = kf_node_child(record, node);
    }
    return c;
}

static const char *charset_of(const kf_record *record) {
    return record->source != NULL && record->source->charset != NULL ? record->source->charset : "";
}

static void print_object(kf_cli *cli, const char *name, const kf_record *record, kf_node game,
                         size_t number) {
    counts c = count_game(record, game);
    int width, height;
    kf_buffer text = {.arena = cli->arena};
    // The longest text makes the room for all, so that nothing leaves while the object is open.
    for (const kf_fact *fact = kf_facts_list(); fact->property != NULL; fact++)
        kf_facts_get(record, game, fact->property, &text);
    kf_json *object = kf_json_new();
    kf_record_board(record, game, &width, &height);
    kf_json_add_string(object, "file", name);
    kf_json_add_number(object, "game", (int64_t)number);
    kf_json_add_string(object, "notation", kf_format_name(kf_format_of(record)));
    kf_json_add_string(object, "charset", charset_of(record));
    kf_json_add_number(object, "width", width);
    kf_json_add_number(object, "height", height);
    for (const kf_fact *fact = kf_facts_list(); fact->property != NULL; fact++)
        if (kf_facts_get(record, game, fact->property, &text))
            kf_json_add_text(object, fact->key, kf_buffer_text(&text));
    if (text.data != NULL)
        kf_arena_release(cli->arena, text.data);
    kf_json_add_number(object, "nodes", (int64_t)c.nodes);
    kf_json_add_number(object, "moves", (int64_t)c.moves);
    kf_json_add_number(object, "variations", (int64_t)c.variations);
    kf_json_add_number(object, "comments", (int64_t)c.comments);
    kf_json_add_number(object, "properties", (int64_t)c.properties);
    kf_json_print(cli, object);
}

static void print_label(kf_cli *cli, const char *label) {
    fputs(label, cli->out);
    kf_report_pad(cli->out, strlen(label), COLUMN);
}

static void print_amounts(FILE *out, const counts *c) {
    kf_report_amount(out, c->moves, "move");
    fputs(" on the main line, ", out);
    kf_report_amount(out, c->variations, "variation");
    fputs(", ", out);
    kf_report_amount(out, c->nodes, "node");
    fputs(", ", out);
    kf_report_amount(out, c->comments, "comment");
    fprintf(out, ", %zu %s\n", c->properties, c->properties == 1 ? "property" : "properties");
}

// `number` is 0 when it is the only game.
static void print_game(kf_cli *cli, const kf_record *record, kf_node game, size_t number) {
    counts c = count_game(record, game);
    int width, height;
    kf_record_board(record, game, &width, &height);
    if (number > 0)
        fprintf(cli->out, "\nGame %zu\n", number);
    print_label(cli, "Board");
    fprintf(cli->out, "%dx%d\n", width, height);
    kf_facts_print(cli, record, game, COLUMN);
    print_label(cli, "Holds");
    print_amounts(cli->out, &c);
}

static void print_record(kf_cli *cli, const char *name, const kf_record *record, bool is_first) {
    size_t number = 0, games = kf_record_games(record);
    bool is_json = kf_options_has(cli, KF_OPTION_JSON);
    if (!is_json) {
        fputs(is_first ? "" : "\n", cli->out);
        kf_report_text(cli->out, kf_text_of(name), false);
        fprintf(cli->out, ": %s, %s, ", kf_format_title(kf_format_of(record)), charset_of(record));
        kf_report_amount(cli->out, games, "game");
        putc('\n', cli->out);
    }
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        number++;
        if (is_json)
            print_object(cli, name, record, game, number);
        else
            print_game(cli, record, game, games > 1 ? number : 0);
    }
}

static int info(kf_cli *cli) {
    if (!kf_input_prepare(cli) || !kf_json_is_ready(cli))
        return KF_STATUS_FAILED;
    kf_inputs inputs = kf_input_list(cli);
    kf_progress_begin(cli, "files");
    for (size_t i = 0; i < inputs.count; i++) {
        kf_record *record = kf_input_read(cli, inputs.names[i]);
        // What reading finds is the business of 'kifu check', unless nothing could be read.
        if (record == NULL)
            kf_report_entries(cli);
        kf_log_clear(cli->log);
        if (record != NULL)
            print_record(cli, inputs.names[i], record, i == 0);
        kf_report_entries(cli);
        kf_input_free(cli, record);
        kf_progress_step(cli, i + 1, inputs.count);
    }
    kf_progress_clear(cli);
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_RECURSIVE, 'r', "recursive", NULL, NULL,
     "all records in folders and the folders below; files are taken by their endings"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print a JSON object a game"},
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_info = {
    .name = "info",
    .summary = "say what is in records",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Prints of each FILE its notation and character set, and of each game in it the size "
             "of the "
             "board, what its header says (players, date, result and so on), and how much it "
             "holds: moves "
             "on the main line, variations, nodes, nodes with a comment, and properties.\n\n"
             "Damage in the file is the business of 'kifu check': whatever could be read is "
             "described. The "
             "exit status is 0, or 2 when a file could not be read.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = info,
};
