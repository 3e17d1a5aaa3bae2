// SPDX-License-Identifier: MIT
// Walks through a record: players, nodes, variations and the moves of the main line. The headers
// record.h and format.h.
//
//     record FILE

#include <kifu/format.h>
#include <kifu/record.h>
#include <stdio.h>
#include <stdlib.h>

// Prints the first value of a property as plain text, if it is there.
static void print_value(const kf_record *record, kf_node node, const char *name) {
    kf_text value;
    if (!kf_property_get(record, node, name, &value))
        return;
    char *plain = malloc(value.length + 1);
    if (plain != NULL)
        printf("%s: %.*s\n", name, (int)kf_property_plain(value, true, plain), plain);
    free(plain);
}

static void print_counts(const kf_record *record, kf_node game) {
    size_t nodes = 0, variations = 0;
    kf_walk walk = kf_walk_from(record, game);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0; nodes++)
        variations += node != game && kf_node_child(record, kf_node_parent(record, node)) != node;
    printf("%zu nodes, %zu variations\n", nodes, variations);
}

static void print_main_line(const kf_record *record, kf_node game) {
    int printed = 0;
    for (kf_node node = game; node != 0 && printed < 8; node = kf_node_child(record, node)) {
        kf_text move;
        bool is_black = kf_property_get(record, node, "B", &move);
        if (!is_black && !kf_property_get(record, node, "W", &move))
            continue;
        printf("%s%s %.*s", printed++ > 0 ? ", " : "", is_black ? "B" : "W", (int)move.length,
               move.data);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    kf_record *record = argc == 2 ? kf_format_read_file(argv[1], NULL, log) : NULL;
    // The children of node 0 are the games.
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        print_value(record, game, "PB");
        print_value(record, game, "PW");
        print_value(record, game, "RE");
        print_counts(record, game);
        print_main_line(record, game);
    }
    bool is_read = record != NULL;
    for (size_t i = 0; !is_read && i < kf_log_count(log); i++)
        fprintf(stderr, "%s\n", kf_log_entry(log, i)->message);
    kf_record_free(record);
    kf_log_free(log);
    return is_read ? 0 : 1;
}
