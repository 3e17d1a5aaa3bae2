// SPDX-License-Identifier: MIT
// Writing a record with the solution that was found.

#include "cli/print/print.h"

#include <string.h>

#include "cli/frame/cli.h"

// The child with that move, or 0.
static kf_node find_child(const kf_record *record, kf_node parent, const char *name,
                          kf_text value) {
    kf_text own;
    for (kf_node child = kf_node_child(record, parent); child != 0;
         child = kf_node_next(record, child))
        if (kf_property_get(record, child, name, &own) && kf_text_equal(own, value))
            return child;
    return 0;
}

static kf_node add_move(kf_cli *cli, kf_record *record, kf_node parent, const kf_life_move *move) {
    const char *name = move->colour == KF_BLACK ? "B" : "W";
    char text[2];
    kf_text value = {text, 0}, comment;
    if (move->point != KF_PASS) {
        kf_value_put_point(text, kf_point_column(move->point), kf_point_row(move->point));
        value.length = 2;
    }
    kf_node node = find_child(record, parent, name, value);
    if (node == 0) {
        node = kf_node_add(record, parent, cli->log);
        if (node == 0 || !kf_node_set(record, node, name, &value, 1, cli->log))
            return 0;
    }
    if (move->mark == KF_LIFE_PLAIN || kf_property_get(record, node, "C", &comment))
        return node;
    comment = kf_text_of(move->mark == KF_LIFE_RIGHT ? "RIGHT" : "WRONG");
    return kf_node_set(record, node, "C", &comment, 1, cli->log) ? node : 0;
}

bool kf_life_write_add(kf_cli *cli, kf_record *record, kf_node node, const kf_life_tree *tree) {
    kf_node *nodes = kf_arena_resize(cli->arena, NULL, (size_t)(tree->count + 1) * sizeof *nodes);
    bool is_whole = true;
    for (int i = 0; i < tree->count && is_whole; i++) {
        kf_node parent = tree->moves[i].parent < 0 ? node : nodes[tree->moves[i].parent];
        nodes[i] = add_move(cli, record, parent, &tree->moves[i]);
        is_whole = nodes[i] != 0;
    }
    kf_arena_release(cli->arena, nodes);
    return is_whole;
}

bool kf_life_write_file(kf_cli *cli, const kf_record *record, const char *output) {
    const kf_format *format = kf_format_for_file(output);
    kf_writing how = {.canonical = false};
    kf_output_file *target = kf_output_file_new(cli);
    if (format == NULL)
        format = kf_format_named("sgf");
    if (!kf_output_file_open(target, output, "record"))
        return false;
    bool is_whole = kf_format_write(record, format, &how, kf_output_file_write, target, cli->log);
    return kf_output_file_close(target, is_whole);
}
