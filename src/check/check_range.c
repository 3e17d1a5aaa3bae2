// SPDX-License-Identifier: MIT
// Whether a number lies within the bounds that it has a meaning in.

#include "check/check.h"

#include <limits.h>
#include <stdint.h>

#include "base/text.h"

static const struct {
    int id;
    int64_t least;
    int most;
    const char *allowed, *message;
} ranges[] = {
#define KF_RANGE(name, least, most, allowed, message) {KF_P_##name, least, most, allowed, message},
#include "check/ranges.def"
#undef KF_RANGE
};

enum { RANGES = sizeof ranges / sizeof *ranges };

const char *kf_check_range_allowed(int id) {
    for (size_t i = 0; i < RANGES; i++)
        if (ranges[i].id == id)
            return ranges[i].allowed;
    return NULL;
}

// A number as far as bounds ask for it: what is below 0 by less than one is -1, and what is beyond
// an int stays beyond it. False: it is none.
static bool read_number(kf_text text, int64_t *number) {
    size_t sign = text.length > 0 && (text.data[0] == '-' || text.data[0] == '+');
    bool is_negative = sign > 0 && text.data[0] == '-', is_part = false;
    *number = 0;
    for (size_t i = sign; i < text.length; i++) {
        int digit = text.data[i] - '0';
        if (text.data[i] == '.' && !is_part)
            is_part = true;
        else if (digit < 0 || digit > 9)
            return false;
        else if (is_part)
            *number = *number == 0 && digit > 0 && is_negative ? 1 : *number;
        else if (*number <= INT32_MAX)
            *number = *number * 10 + digit;
    }
    *number = is_negative ? -*number : *number;
    return text.length > sign;
}

const char *kf_check_range_of(int id, kf_text value, int points) {
    int64_t number;
    size_t i = 0;
    while (i < RANGES && ranges[i].id != id)
        i++;
    bool is_whole = kf_value_row(id)->type == KF_TYPE_NUMBER;
    if ((i == RANGES && !is_whole) || !read_number(kf_text_trim(value), &number))
        return NULL;
    if (id == KF_P_HA && number > points)
        return "a handicap has no more stones than the board has points";
    bool is_below = i < RANGES && number < ranges[i].least;
    bool is_above = i < RANGES && ranges[i].most < INT_MAX && number > ranges[i].most;
    bool is_hole = id == KF_P_HA && number == 1;
    bool is_komi = id == KF_P_KM && (number > points || number < -points);
    if (is_below || is_above || is_hole || is_komi)
        return ranges[i].message;
    bool is_beyond = number > INT32_MAX || number < -INT32_MAX;
    return is_whole && is_beyond && id != KF_P_FF ? "a number as large as this is hardly meant"
                                                  : NULL;
}
