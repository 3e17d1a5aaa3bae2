// SPDX-License-Identifier: MIT
// What the desktop's rules want to stand in a thumbnail: of which file it is, and of which time.
// Source: Thumbnail Managing Standard, freedesktop.org; PNG, chunk tEXt.

#include "cli/print/print.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/crc.h"
#include "base/text.h"

// Of a PNG: its magic number and the chunk IHDR.
enum { HEAD = 33 };

// ---- Chunks ----

static void put_number(kf_buffer *out, uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8)
        kf_buffer_add_char(out, (char)(number >> shift & 255));
}

void kf_thumbnail_text_add(kf_thumbnail_text *stamp, const char *name, const char *text) {
    kf_buffer *out = &stamp->texts;
    size_t length = strlen(name) + 1 + strlen(text);
    put_number(out, (uint32_t)length);
    size_t begin = out->length;
    kf_buffer_add_string(out, "tEXt");
    kf_buffer_add(out, name, strlen(name) + 1); // the NUL parts the name from the text
    kf_buffer_add_string(out, text);
    put_number(out, kf_crc(kf_text_cut(kf_buffer_text(out), begin, out->length)));
}

// ---- Addresses ----

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("/-._~", c) != NULL);
}

static void write_address(kf_buffer *out, const char *path) {
    static const char digits[] = "0123456789ABCDEF";
    kf_buffer_add_string(out, "file://");
    for (; *path != '\0'; path++) {
        unsigned char c = (unsigned char)*path;
        char code[3] = {'%', digits[c >> 4], digits[c & 15]};
        if (is_plain(*path))
            kf_buffer_add_char(out, *path);
        else
            kf_buffer_add(out, code, sizeof code);
    }
    kf_buffer_add_char(out, '\0');
}

const char *kf_thumbnail_text_path(kf_arena *arena, const char *name) {
    static const char scheme[] = "file://", host[] = "localhost";
    if (strncmp(name, scheme, sizeof scheme - 1) != 0)
        return name;
    name += sizeof scheme - 1;
    if (strncmp(name, host, sizeof host - 1) == 0)
        name += sizeof host - 1;
    char *path = kf_arena_copy(arena, name, strlen(name)), *to = path;
    for (const char *from = path; *from != '\0'; from++) {
        bool is_code = *from == '%' && kf_text_hex(from[1]) >= 0 && kf_text_hex(from[2]) >= 0 &&
                       (from[1] != '0' || from[2] != '0');
        *to++ = is_code ? (char)(kf_text_hex(from[1]) * 16 + kf_text_hex(from[2])) : *from;
        from += is_code ? 2 : 0;
    }
    *to = '\0';
    return path;
}

void kf_thumbnail_text_add_file(kf_thumbnail_text *stamp, const char *name, const char *mime) {
    kf_buffer address = {.arena = stamp->texts.arena};
    struct stat status;
    char path[PATH_MAX], number[32];
    if (strcmp(name, "-") == 0 || stat(name, &status) != 0 || realpath(name, path) == NULL)
        return;
    write_address(&address, path);
    kf_thumbnail_text_add(stamp, "Thumb::URI", address.data);
    snprintf(number, sizeof number, "%lld", (long long)status.st_mtime);
    kf_thumbnail_text_add(stamp, "Thumb::MTime", number);
    snprintf(number, sizeof number, "%lld", (long long)status.st_size);
    kf_thumbnail_text_add(stamp, "Thumb::Size", number);
    kf_thumbnail_text_add(stamp, "Thumb::Mimetype", mime);
}

// ---- On the way ----

bool kf_thumbnail_text_write(void *context, const void *bytes, size_t length) {
    kf_thumbnail_text *s = context;
    size_t head = s->passed < HEAD ? HEAD - s->passed : 0;
    if (head > length)
        head = length;
    s->passed += length;
    if (head > 0 && !s->sink(s->context, bytes, head))
        return false;
    bool is_at_end = head > 0 && s->passed >= HEAD;
    if (is_at_end && !s->sink(s->context, s->texts.data, s->texts.length))
        return false;
    return head == length || s->sink(s->context, (const char *)bytes + head, length - head);
}
