// SPDX-License-Identifier: MIT
// Draws one corner of the last position of a game, turned by a quarter, as plain text: the kinds of
// pictures that there are, and a figure of one's own. The headers picture.h and draw.h.

#include <kifu/draw.h>
#include <kifu/format.h>
#include <stdio.h>

static bool put(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    for (size_t i = 0; i < kf_writer_count(); i++)
        printf("%s%s", i > 0 ? " " : "kinds: ", kf_writer_at(i)->name);
    putchar('\n');
    if (record == NULL)
        return 1;
    const kf_figure corner = {
        .node = kf_path_find(record, kf_node_child(record, 0), "last"),
        .crop = true,
        .crop_first = kf_point_at(0, 0),
        .crop_last = kf_point_at(8, 5),
        .rotate = 1,
        .sides = KF_SIDE_SOUTH | KF_SIDE_WEST,
    };
    const kf_draw_order order = {
        .record = record, .figures = &corner, .count = 1, .writer = kf_writer_named("ascii")};
    bool is_done = kf_draw_order_write(&order, put, stdout, NULL);
    kf_record_free(record);
    return is_done ? 0 : 1;
}
