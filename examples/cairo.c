// SPDX-License-Identifier: MIT
// Writes the last position of a game as PNG to standard output. The header cairo.h, which needs the
// library kifu-draw.
//
//     cairo FILE > board.png

#include <kifu/cairo.h>
#include <kifu/format.h>
#include <stdio.h>

static bool put(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    kf_record *record = argc == 2 ? kf_format_read_file(argv[1], NULL, log) : NULL;
    kf_node last = kf_path_find(record, kf_node_child(record, 0), "last");
    kf_draw_how how = {.kind = "png", .width = 600, .library = kf_cairo_library()};
    bool is_good = last != 0 && kf_draw(record, last, &how, put, stdout, log);
    for (size_t i = 0; !is_good && i < kf_log_count(log); i++)
        fprintf(stderr, "%s\n", kf_log_entry(log, i)->message);
    kf_record_free(record);
    kf_log_free(log);
    return is_good ? 0 : 1;
}
