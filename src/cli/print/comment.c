// SPDX-License-Identifier: MIT
// Lines that commands add to the comments of a record.
//
// A comment is escaped text, so what is added must be put to the plain text and the whole escaped
// again; done by hand in two commands, one of them got it wrong.

#include "cli/print/print.h"

#include "base/buffer.h"
#include "base/text.h"

// Whether the text has that line already: whoever runs this twice wants it once.
static bool has_line(kf_text text, kf_text wanted) {
    kf_text line;
    while (kf_text_line(&text, &line))
        if (kf_text_equal(kf_text_trim(line), kf_text_trim(wanted)))
            return true;
    return false;
}

bool kf_comment_add(kf_cli *cli, kf_record *record, kf_node node, kf_text line) {
    kf_buffer out = {.arena = cli->arena};
    kf_text comment;
    if (kf_property_get(record, node, "C", &comment)) {
        char *plain = kf_arena_alloc(cli->arena, comment.length + 1);
        kf_text old = {plain, kf_property_plain(comment, false, plain)};
        if (has_line(old, line))
            return true;
        kf_buffer_add_text(&out, old);
        kf_buffer_add_string(&out, old.length > 0 ? "\n" : "");
    }
    kf_buffer_add_text(&out, line);
    comment = kf_buffer_text(&out);
    return kf_node_set(record, node, "C", &comment, 1, cli->log);
}
