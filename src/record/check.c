// SPDX-License-Identifier: MIT
// What a record's values say that its specification forbids.

#include "record/record.h"

#include "base/text.h"
#include "record/value.h"

bool kf_check(const kf_record *record, kf_log *log) {
    size_t errors = kf_log_total(log, KF_ERROR);
    (void)record;
    return kf_log_total(log, KF_ERROR) == errors;
}
