// SPDX-License-Identifier: MIT
// Text in UTF-16 within a frame of ASCII.

#include "base/charset/framed.h"

#include <string.h>

#include "base/text.h"

enum { DAMAGED = 0xFFFD }; // what stands for bytes that are no character

// One unit as it stands: where the next one begins, and whether a byte of it is guarded.
typedef struct unit {
    uint32_t value;
    size_t next;
    bool is_guarded;
    bool is_end;  // a bracket stands here instead
    bool is_half; // or behind the first byte
} unit;

static int byte_at(kf_text bytes, size_t i) {
    return i < bytes.length ? (unsigned char)bytes.data[i] : -1;
}

// Whether the two bytes are that sign as UTF-16 has it.
static bool is_wide(kf_text bytes, size_t i, bool is_big, char sign) {
    return byte_at(bytes, i + (is_big ? 0 : 1)) == 0 &&
           byte_at(bytes, i + (is_big ? 1 : 0)) == sign;
}

static unit take_unit(kf_text bytes, size_t i, bool is_big) {
    int half[2];
    unit u = {.next = i};
    if (is_wide(bytes, i, is_big, ']') || is_wide(bytes, i, is_big, '\\')) {
        // A backslash before a NUL guards nothing; but one in front of a bracket is the byte that
        // guards it.
        bool is_guard = is_big && bytes.data[i + 1] == '\\' && byte_at(bytes, i + 2) != 0;
        if (!is_guard) {
            u.value = (unsigned char)bytes.data[is_big ? i + 1 : i];
            u.next = i + 2;
            return u;
        }
    }
    for (int k = 0; k < 2; k++) {
        half[k] = byte_at(bytes, u.next);
        if (half[k] == ']' || half[k] < 0) {
            u.is_end = k == 0;
            u.is_half = k == 1;
            return u;
        }
        if (half[k] == '\\') {
            half[k] = byte_at(bytes, ++u.next);
            u.is_guarded = true;
        }
        u.next += half[k] >= 0;
        half[k] = half[k] < 0 ? 0 : half[k];
    }
    u.value = (uint32_t)(is_big ? half[0] << 8 | half[1] : half[1] << 8 | half[0]);
    return u;
}

uint32_t kf_framed_take(bool is_big, bool *is_behind, kf_text bytes, size_t *i, size_t *bad) {
    const bool is_said = *is_behind;
    unit u = take_unit(bytes, *i, is_big);
    *is_behind = u.is_guarded && !is_said && (u.value == ']' || u.value == '\\');
    if (*is_behind)
        return '\\';
    bool is_broken = u.is_end || u.is_half;
    *i = u.next > *i ? u.next : *i + 1;
    if (!is_broken && (u.value < 0xD800 || u.value > 0xDFFF))
        return u.value;
    unit low = take_unit(bytes, *i, is_big);
    if (!is_broken && u.value < 0xDC00 && !low.is_end && !low.is_half && low.value >= 0xDC00 &&
        low.value <= 0xDFFF) {
        *i = low.next;
        return 0x10000 + ((u.value - 0xD800) << 10) + (low.value - 0xDC00);
    }
    (*bad)++;
    return DAMAGED;
}

// ---- Which values are ----

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_ascii(char c) {
    return (c >= ' ' && c < 0x7F) || c == '\t' || c == '\n' || c == '\r';
}

// Letters of Chinese and Japanese, and what stands between them.
static bool is_east_asian(uint32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3041 && c <= 0x30FF) || c == 0x3000 ||
           c == 0x3001 || c == 0x3002 || (c >= 0xFF01 && c <= 0xFF5E);
}

// What a value says of itself.
typedef struct look {
    size_t end, wide_end;      // where it ends in ASCII, and in UTF-16
    bool is_ascii, is_letters; // all of it
    bool is_odd;               // bytes, without those that guard
    bool is_valid;             // in UTF-16, all closed
    bool is_east_asian;        // all of it, in UTF-16
    bool is_shift_jis;         // and in Shift_JIS
    size_t nuls[2];            // at even places, and at odd ones
} look;

static void look_at_ascii(look *l, kf_text bytes, size_t i) {
    const size_t begin = i;
    l->is_ascii = l->is_letters = true;
    while (i < bytes.length && bytes.data[i] != ']') {
        i += bytes.data[i] == '\\' && i + 1 < bytes.length;
        l->is_ascii = l->is_ascii && is_ascii(bytes.data[i]);
        l->is_letters = l->is_letters && is_letter(bytes.data[i]);
        l->is_odd = !l->is_odd;
        i++;
    }
    l->is_letters = l->is_letters && i - begin >= 4;
    l->end = i;
}

// Whether these are pairs of bytes as letters are in Shift_JIS. Chinese in UTF-16 hardly is all so.
static bool are_shift_jis(kf_text bytes, size_t i, size_t end) {
    for (; i + 1 < end; i += 2) {
        int lead = byte_at(bytes, i), trail = byte_at(bytes, i + 1);
        bool is_lead = (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xEF);
        if (!is_lead || trail < 0x40 || trail == 0x7F || trail > 0xFC)
            return false;
    }
    return i == end;
}

static look look_at(kf_text bytes, size_t begin, bool is_big) {
    look l = {.is_valid = true, .is_east_asian = true};
    size_t i = begin, bad = 0;
    uint32_t before = 0;
    bool is_behind = false;
    look_at_ascii(&l, bytes, begin);
    bytes.length = l.is_ascii && l.end < bytes.length ? l.end + 1 : bytes.length;
    for (unit u; i < bytes.length && !(u = take_unit(bytes, i, is_big)).is_end;) {
        if (u.is_half) {
            l.is_valid = false;
            i = u.next;
            break;
        }
        bool is_common = u.value == 0x4E00 || u.value == 0x3000; // have a NUL in Chinese, too
        l.nuls[0] += bytes.data[i] == '\0' && !is_common;
        l.nuls[1] += u.next - i == 2 && bytes.data[i + 1] == '\0' && !is_common;
        bool is_guarded = is_behind;
        uint32_t c = kf_framed_take(is_big, &is_behind, bytes, &i, &bad);
        bool is_bare = c == ']' && !is_guarded && before != '\\';
        bool is_control = c < ' ' && c != '\t' && c != '\n' && c != '\r';
        l.is_valid = l.is_valid && bad == 0 && !is_bare && !is_control &&
                     (c < 0xE000 || c > 0xF8FF) && (c & 0xFFFE) != 0xFFFE;
        l.is_east_asian = l.is_east_asian && (is_east_asian(c) || c == '\\');
        before = before == '\\' || is_guarded ? 0 : c; // a backslash that is guarded guards nothing
    }
    l.wide_end = i;
    l.is_shift_jis = are_shift_jis(bytes, begin, i);
    l.is_valid = l.is_valid && i < bytes.length;
    return l;
}

static bool is_utf16(const kf_framed *f, const look *l, size_t begin) {
    if (l->end == begin)
        return false;
    if (!l->is_ascii)
        return f->type != KF_FRAMED_OTHER || l->nuls[0] + l->nuls[1] > 0;
    return f->type != KF_FRAMED_OTHER && !f->has_ascii && !l->is_letters && l->is_valid &&
           l->is_east_asian;
}

// The text of the value behind the bracket at `open`: a label's stands behind its colon.
static size_t text_of(const kf_framed *f, kf_text bytes, size_t open) {
    enum { FRONT = 6 };
    size_t i = open + 1;
    while (f->type == KF_FRAMED_LABEL && i < bytes.length && i - open <= FRONT &&
           bytes.data[i] > 0) {
        if (bytes.data[i++] == ':')
            return i;
    }
    return open + 1;
}

// The next value of any kind: moves to its bracket. A name that may go on stays to be read again.
static bool find_value(kf_framed *f, kf_text bytes) {
    size_t i = f->at;
    while (i < bytes.length && bytes.data[i] != '[') {
        size_t begin = i;
        while (i < bytes.length && is_letter(bytes.data[i]))
            i++;
        if (i == bytes.length && i > begin) {
            f->at = begin;
            return false;
        }
        if (i > begin)
            f->type = f->name(kf_text_cut(bytes, begin, i));
        i += i == begin;
    }
    f->at = i;
    return i < bytes.length;
}

// Looks at the value behind the bracket where it stands, and passes it.
static look take_value(kf_framed *f, kf_text bytes) {
    f->open = f->at;
    f->begin = text_of(f, bytes, f->open);
    look l = look_at(bytes, f->begin, f->is_big);
    if (!is_utf16(f, &l, f->begin))
        l.wide_end = l.end;
    f->end = l.wide_end;
    f->is_closed = f->end < bytes.length;
    f->at = f->end;
    return l;
}

bool kf_framed_next(kf_framed *f, kf_text bytes) {
    while (find_value(f, bytes)) {
        look l = take_value(f, bytes);
        if (is_utf16(f, &l, f->begin))
            return true;
        if (!f->is_closed) { // more may come in
            f->at = f->open;
            break;
        }
    }
    f->open = f->at;
    return false;
}

// Whether every value that may be text is, in that order of bytes, and something shows that it is:
// NULs, or that it is all Chinese or Japanese, unless it is text in UTF-8 or Shift_JIS as well.
static bool is_in_order(kf_framed *f, kf_text game) {
    size_t wide = 0, nuls[2] = {0, 0};
    bool is_east_asian = true, is_shift_jis = true;
    while (find_value(f, game)) {
        look l = take_value(f, game);
        bool is_text = f->type != KF_FRAMED_OTHER;
        f->has_ascii = f->has_ascii || (is_text && l.is_ascii && l.is_odd);
        if (!f->is_closed)
            break;
        if (l.is_ascii || !is_utf16(f, &l, f->begin))
            continue;
        if (!l.is_valid)
            return false;
        wide++;
        is_east_asian = is_east_asian && l.is_east_asian;
        is_shift_jis = is_shift_jis && l.is_shift_jis;
        nuls[0] += l.nuls[0];
        nuls[1] += l.nuls[1];
    }
    size_t right = nuls[f->is_big ? 0 : 1], wrong = nuls[f->is_big ? 1 : 0];
    bool is_other = is_shift_jis || (right == 0 && kf_text_is_utf8(game, NULL));
    return wide > 0 && (right > wrong || (right == wrong && is_east_asian && !is_other));
}

bool kf_framed_choose(kf_framed *f, const char *set, kf_text game) {
    bool may_be[2];
    if (f->name == NULL || strncmp(set, "UTF-16", 6) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        kf_framed order = {.name = f->name, .is_big = i == 1};
        bool is_said = strcmp(set, i == 1 ? "UTF-16LE" : "UTF-16BE") != 0;
        may_be[i] = is_said && is_in_order(&order, game);
        f->has_ascii = may_be[i] ? order.has_ascii : f->has_ascii;
    }
    f->is_big = may_be[1];
    return may_be[0] != may_be[1];
}

// ---- The way out ----

// Adds a unit, with a backslash before a byte that would be one or end the value.
static void put_unit(kf_buffer *out, bool is_big, uint32_t value) {
    for (int k = 0; k < 2; k++) {
        char byte = (char)(k == (is_big ? 0 : 1) ? value >> 8 : value);
        if (byte == ']' || byte == '\\')
            kf_buffer_add_char(out, '\\');
        kf_buffer_add_char(out, byte);
    }
}

bool kf_framed_put(bool is_big, kf_text text, kf_buffer *out) {
    bool is_guarded = false;
    for (uint32_t c; text.length > 0; is_guarded = false) {
        is_guarded = text.length > 1 && text.data[0] == '\\' &&
                     (text.data[1] == ']' || text.data[1] == '\\');
        text = kf_text_cut(text, is_guarded, text.length);
        kf_text_code_point(&text, &c);
        if (!is_guarded && (c == ']' || c == '\\')) // it would be more than text
            return false;
        if (c >= 0x10000) {
            put_unit(out, is_big, 0xD800 + ((c - 0x10000) >> 10));
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        put_unit(out, is_big, c);
    }
    return true;
}
