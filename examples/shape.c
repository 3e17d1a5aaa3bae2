// SPDX-License-Identifier: MIT
// Turns a game so that its first move lies in the upper right corner, without its comments, cuts it
// after a place, and writes it as SGF. The header shape.h.
//
//     shape FILE PLACE

#include <kifu/format.h>
#include <kifu/shape.h>
#include <stdio.h>

static bool put(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

// Quarter turns clockwise that bring the first move to the upper right.
static int turns_of(const kf_record *record, kf_node game) {
    int width, height, x, y;
    kf_text move;
    kf_node first = kf_path_find(record, game, "1");
    kf_record_board(record, game, &width, &height);
    if (!kf_property_get(record, first, "B", &move) || !kf_value_point(move, &x, &y))
        return 0;
    bool is_left = 2 * x < width, is_low = 2 * y >= height;
    return is_left ? (is_low ? 2 : 1) : (is_low ? 3 : 0);
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    kf_record *record = argc == 3 ? kf_format_read_file(argv[1], NULL, log) : NULL;
    kf_node game = kf_node_child(record, 0);
    kf_transform how = {.turns = game != 0 ? turns_of(record, game) : 0};
    bool is_good = game != 0 && kf_cut_below(record, kf_path_find(record, game, argv[2])) &&
                   kf_strip_record(record, "comments", log) &&
                   kf_transform_record(record, &how, log) &&
                   kf_format_write(record, kf_format_named("sgf"), NULL, put, stdout, log);
    for (size_t i = 0; !is_good && i < kf_log_count(log); i++)
        fprintf(stderr, "%s\n", kf_log_entry(log, i)->message);
    kf_record_free(record);
    kf_log_free(log);
    return is_good ? 0 : 1;
}
