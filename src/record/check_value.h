// SPDX-License-Identifier: MIT
// Whether a value has the form that its type asks for.

#ifndef KIFU_RECORD_CHECK_VALUE_H
#define KIFU_RECORD_CHECK_VALUE_H

#include "base/log.h"
#include "record/value.h"

// What is wrong with a value. `message` is NULL when nothing is.
typedef struct kf_check_value {
    kf_code code;
    const char *message;
} kf_check_value;

// Looks at a value of any type that does not name points; those are for the board to judge.
kf_check_value kf_check_value_of(const kf_property_row *row, kf_text value);
// Whether the type names points.
bool kf_check_value_has_points(kf_type type);

#endif
