// SPDX-License-Identifier: MIT
// Character sets with one byte a letter, by tables: the system takes longer to find one of them
// than to read a game by it.

#include "base/charset/bytes.h"

#include <string.h>

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
    bool is_joined = strcmp(set, "Windows-1255") == 0 || strcmp(set, "Windows-1258") == 0;
    return is_joined ? NULL : kf_bytes_of(set);
}
