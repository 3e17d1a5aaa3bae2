// SPDX-License-Identifier: MIT
// Draws a place of a record as an SVG picture on standard output. The header draw.h.
//
//     draw FILE PLACE

#include <kifu/draw.h>
#include <kifu/kifu.h>
#include <stdio.h>

static bool print(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    kf_record *record = argc == 3 ? kf_format_read_file(argv[1], NULL, log) : NULL;
    kf_node node = record != NULL ? kf_path_find(record, kf_node_child(record, 0), argv[2]) : 0;
    kf_draw_how how = {.kind = "svg", .numbers = true};
    bool is_drawn = node != 0 && kf_draw(record, node, &how, print, stdout, log);
    for (size_t i = 0; i < kf_log_count(log); i++)
        fprintf(stderr, "%s\n", kf_log_entry(log, i)->message);
    kf_record_free(record);
    kf_log_free(log);
    return is_drawn ? 0 : 1;
}
