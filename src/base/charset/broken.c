// SPDX-License-Identifier: MIT
// Characters that a program cut, which took so many bytes of a value and no more.

#include "base/charset/broken.h"

#include <string.h>

enum { LONGEST_RUN = 4096 };

bool kf_broken_has_escapes(const char *charset) {
    return strncmp(charset, "ISO-2022-", 9) == 0;
}

bool kf_broken_ends_value(kf_text bytes, size_t i) {
    if (i >= bytes.length || bytes.data[i] != ']')
        return false;
    bytes = kf_text_cut(bytes, 0, i + KF_BROKEN_AHEAD);
    size_t letters = i + 1;
    while (letters < bytes.length && strchr("() \r\n;", bytes.data[letters]) != NULL &&
           bytes.data[letters] != '\0')
        letters++;
    if (letters == bytes.length && letters > i + 1)
        return true;
    size_t begin = letters;
    while (letters < bytes.length && bytes.data[letters] >= 'A' && bytes.data[letters] <= 'Z')
        letters++;
    return letters > begin && letters - begin <= 2 && letters < bytes.length &&
           bytes.data[letters] == '[';
}

// Whether an escape at `i` begins nothing that iconv knows: it would go on as if there were none.
static bool is_stray(const char *charset, kf_text bytes, size_t i) {
    if (i + 2 >= bytes.length || bytes.data[i] != '\x1B')
        return false;
    bool is_japanese = strncmp(charset, "ISO-2022-JP", 11) == 0;
    char first = bytes.data[i + 1], second = bytes.data[i + 2];
    return first == '('   ? strchr("BJI", second) == NULL
           : first == '$' ? strchr(is_japanese ? "B@A(" : ")*+", second) == NULL
                          : first != '.' && first != 'N';
}

bool kf_broken_is_first(const char *charset, char byte) {
    static const char *const sets[] = {"GB18030", "BIG5-HKSCS", "CP932", "SHIFT_JISX0213", "JOHAB"};
    unsigned char first = (unsigned char)byte;
    bool may_be = false;
    bool is_kana =
        first > 0xA0 && first < 0xE0 &&
        (strcmp(charset, "CP932") == 0 || strcmp(charset, "SHIFT_JISX0213") == 0); // of one byte
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++)
        may_be = may_be || strcmp(charset, sets[k]) == 0;
    return first > 0x80 && !is_kana && may_be;
}

bool kf_broken_is_half(const char *charset, kf_text bytes, size_t i) {
    size_t run = 0;
    if (kf_broken_has_escapes(charset))
        return is_stray(charset, bytes, i);
    if ((unsigned char)bytes.data[i] <= 0x80 || !kf_broken_ends_value(bytes, i + 1) ||
        !kf_broken_is_first(charset, bytes.data[i]))
        return false;
    // No letter of these sets has the byte FF or 80 in front.
    while (run <= i && run < LONGEST_RUN && (unsigned char)bytes.data[i - run] > 0x80 &&
           (unsigned char)bytes.data[i - run] < 0xFF)
        run++;
    return run % 2 != 0;
}
