// SPDX-License-Identifier: MIT
// Bytes on their way out, collected so that a sink is called seldom.

#include "base/output.h"

#include <stdio.h>

void kf_output_begin(kf_output *output, kf_sink *sink, void *context) {
    output->sink = sink;
    output->context = context;
    output->has_failed = false;
    output->used = 0;
}

bool kf_output_flush(kf_output *output) {
    if (output->used > 0 && !output->has_failed)
        output->has_failed = !output->sink(output->context, output->data, output->used);
    output->used = 0;
    return !output->has_failed;
}

void kf_output_add_slowly(kf_output *output, const char *data, size_t length) {
    kf_output_flush(output);
    if (length <= sizeof output->data) {
        memcpy(output->data, data, length);
        output->used = length;
    } else if (!output->has_failed) {
        output->has_failed = !output->sink(output->context, data, length);
    }
}

void kf_output_add_number(kf_output *output, long number) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%ld", number);
    kf_output_add(output, digits, (size_t)length);
}
