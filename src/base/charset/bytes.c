// SPDX-License-Identifier: MIT
// Character sets with one byte a letter, by tables: the system takes longer to find one of them
// than to read a game by it.

#include "base/charset/bytes.h"

#include <string.h>

#include "base/charset/broken.h"

typedef struct row {
    const char *set;
    uint16_t letters[KF_BYTES_HIGH];
} row;

static const row rows[] = {
#define KF_BYTES(name, ...) {name, {__VA_ARGS__}},
#include "base/charset/bytes.def"
#undef KF_BYTES
};

const uint16_t *kf_bytes_of(const char *set) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].set, set) == 0)
            return rows[i].letters;
    return NULL;
}

const uint16_t *kf_bytes_alone(const char *set) {
    return kf_bytes_joins(set) ? NULL : kf_bytes_of(set);
}

bool kf_bytes_joins(const char *set) {
    return strcmp(set, "Windows-1255") == 0 || strcmp(set, "Windows-1258") == 0 ||
           strcmp(set, "TCVN") == 0;
}

bool kf_bytes_is_rest(const char *set, kf_text bytes, size_t i) {
    unsigned char c = i > 0 ? (unsigned char)bytes.data[i - 1] : '\n';
    bool is_apart = c == '\n' || (c >= ' ' && c <= '@') || (c >= '[' && c <= '`');
    return is_apart || !kf_bytes_joins(set);
}

size_t kf_bytes_end_of_run(const char *charset, kf_text bytes, size_t begin, size_t end) {
    const bool has_escapes = kf_broken_has_escapes(charset);
    size_t rest = end;
    while (rest > begin && !kf_bytes_is_rest(charset, bytes, rest))
        rest--;
    end = rest > begin ? rest : end;
    for (size_t i = begin; i < end;) {
        const char *sign = memchr(bytes.data + i, has_escapes ? '\x1B' : ']', end - i);
        if (sign == NULL)
            break;
        size_t at = (size_t)(sign - bytes.data), first = has_escapes ? at : at - 1;
        if (first + 1 > begin && kf_broken_is_half(charset, bytes, first))
            return first;
        i = at + 1;
    }
    return end;
}
