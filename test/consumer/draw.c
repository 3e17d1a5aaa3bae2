// SPDX-License-Identifier: MIT
// A program of somebody else that draws with both libraries.

#include <kifu/cairo.h>
#include <kifu/kifu.h>
#include <stdio.h>
#include <string.h>

typedef struct bytes {
    unsigned char front[8];
    size_t length;
} bytes;

static bool take(void *context, const void *data, size_t length) {
    bytes *b = context;
    for (size_t i = 0; i < length && b->length + i < sizeof b->front; i++)
        b->front[b->length + i] = ((const unsigned char *)data)[i];
    b->length += length;
    return true;
}

int main(void) {
    static const char sgf[] = "(;FF[4]GM[1]SZ[9];B[ee];W[ce])";
    kf_log *log = kf_log_new();
    kf_record *record = kf_format_read(sgf, sizeof sgf - 1, "inline.sgf", NULL, log);
    kf_node game = kf_node_child(record, 0);
    kf_draw_how how = {.kind = "png"};
    bytes png = {.length = 0}, none = {.length = 0};
    // libkifu alone refuses, and says what is missing.
    bool good = !kf_draw(record, game, &how, take, &none, log) && none.length == 0 &&
                kf_log_count(log) == 1 && strstr(kf_log_entry(log, 0)->message, "kifu-draw");
    how.library = kf_cairo_library();
    good = good && kf_draw(record, game, &how, take, &png, log) && png.length > 500 &&
           memcmp(png.front, "\x89PNG\r\n\x1a\n", 8) == 0 && kf_log_count(log) == 1;
    printf("a picture of %zu bytes: %s\n", png.length, good ? "good" : "bad");
    kf_record_free(record);
    kf_log_free(log);
    return good ? 0 : 1;
}
