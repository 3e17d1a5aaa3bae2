// SPDX-License-Identifier: MIT
// An Ishi text as lines with keywords, without its control characters.

#include "format/ishi/ishi.h"

#include <string.h>

#include "base/text.h"

// What the door puts in the place of a NUL: U+2400.
static const char nul_picture[] = "\xE2\x90\x80";
enum { NUL_PICTURE = 3 };

// How many bytes at `p` are a character that Ishi leaves out; 0 for any other.
static size_t control(const char *p) {
    unsigned char c = (unsigned char)*p;
    if (c == 0xE2)
        return memcmp(p, nul_picture, NUL_PICTURE) == 0 ? NUL_PICTURE : 0;
    return (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 127;
}

static void report(const kf_source *source, kf_code code, size_t count, size_t first, kf_log *log) {
    kf_place place = {.source = source, .offset = first};
    if (count > 0 && code == KF_ISHI_CONTROL)
        kf_log_add(log, code, place, "control characters are left out: %zu", count);
    if (count > 0 && code == KF_ISHI_NOT_ASCII)
        kf_log_add(log, code, place, "characters outside of ASCII are kept: %zu", count);
}

kf_ishi_scan kf_ishi_scan_begin(const kf_source *source, kf_arena *arena, kf_log *log) {
    kf_ishi_scan scan = {.source = source, .arena = arena};
    kf_text text = source->text;
    size_t controls = 0, first_control = 0, others = 0, first_other = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= ' ' && c < 127)
            continue;
        size_t length = control(text.data + i);
        if (length > 0) {
            first_control = controls++ == 0 ? i : first_control;
            i += length - 1;
        } else if (c >= 0xC0) {
            first_other = others++ == 0 ? i : first_other;
        }
    }
    scan.has_controls = controls > 0;
    report(source, KF_ISHI_CONTROL, controls, first_control, log);
    report(source, KF_ISHI_NOT_ASCII, others, first_other, log);
    return scan;
}

kf_text kf_ishi_scan_cut(kf_ishi_scan *scan, size_t begin, size_t end) {
    kf_text text = kf_text_cut(scan->source->text, begin, end);
    size_t i = 0;
    while (scan->has_controls && i < text.length && control(text.data + i) == 0)
        i++;
    if (!scan->has_controls || i == text.length)
        return text;
    char *copy = kf_arena_alloc(scan->arena, text.length);
    size_t made = 0;
    for (i = 0; i < text.length;) {
        size_t length = control(text.data + i);
        if (length == 0)
            copy[made++] = text.data[i++];
        i += length;
    }
    return (kf_text){copy, made};
}

bool kf_ishi_scan_next(kf_ishi_scan *scan, kf_ishi_line *line) {
    kf_text text = scan->source->text, rest = kf_text_cut(text, scan->at, text.length), raw;
    if (!kf_text_line(&rest, &raw))
        return false;
    *line = (kf_ishi_line){.begin = scan->at, .behind = (size_t)(rest.data - text.data)};
    scan->at = line->behind;
    line->all = kf_ishi_scan_cut(scan, line->begin, line->begin + raw.length);
    line->rest = line->all;
    line->keyword =
        kf_text_word(&line->rest, &line->word) ? kf_ishi_word(line->word) : KF_ISHI_NONE;
    return true;
}

kf_place kf_ishi_scan_place(kf_ishi_scan *scan, const kf_ishi_line *line, const char *piece) {
    kf_place place = {.source = scan->source, .offset = line->begin};
    const char *text = scan->source->text.data;
    if (line->all.data == text + line->begin) {
        place.offset += (size_t)(piece - line->all.data);
        return place;
    }
    // A cleaned line: walk along both. The last answer shortens the way to the next.
    size_t offset = line->begin;
    const char *clean = line->all.data;
    if (scan->known_line == clean && scan->known_clean <= piece) {
        clean = scan->known_clean;
        offset = scan->known_offset;
    }
    for (;;) {
        size_t length = control(text + offset);
        if (length == 0 && clean == piece)
            break;
        clean += length == 0;
        offset += length == 0 ? 1 : length;
    }
    scan->known_line = line->all.data;
    scan->known_clean = clean;
    scan->known_offset = offset;
    place.offset = offset;
    return place;
}
