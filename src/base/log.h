// SPDX-License-Identifier: MIT
// Making entries in the log: codes, places, and one call.

#ifndef KIFU_BASE_LOG_H
#define KIFU_BASE_LOG_H

#include <kifu/base.h>

#include "base/source.h"

// The codes by the names that codes.def gives them.
typedef enum kf_code {
#define KF_CODE(constant, path, severity, title) constant,
#include "base/codes.def"
#undef KF_CODE
    KF_CODE_COUNT
} kf_code;

// What a new log keeps of each code and of each severity, as the public header says.
enum { KF_LOG_PER_CODE = 100, KF_LOG_PER_SEVERITY = 10000 };

// A row of codes.def.
typedef struct kf_code_row {
    const char *path;
    kf_severity severity;
    const char *title;
} kf_code_row;

const kf_code_row *kf_log_code(kf_code code);

// Whether the word is the path of the code or begins it: `go/ko`, `go/`, `go`.
bool kf_log_is_named(kf_code code, kf_text word);

// Adds a finding with the severity that its row states. `log` may be NULL. The text is a line
// without a full stop.
void kf_log_add(kf_log *log, kf_code code, kf_place place, const char *format, ...) KF_PRINTF(4, 5);

// The same with another severity: for a note at a second place, or where a rule set is milder.
void kf_log_add_as(kf_log *log, kf_severity severity, kf_code code, kf_place place,
                   const char *format, ...) KF_PRINTF(5, 6);

// Adds all that `from` holds to `to`, which may be NULL, and empties it.
void kf_log_move(kf_log *to, kf_log *from);
// Says to which log all will be moved, so that no place is looked up of what that only counts.
// Until then nothing is taken off the other one.
void kf_log_bequeath(kf_log *log, const kf_log *heir);
// Lets `log` keep what the other one would, which may be NULL: as many entries, of the same codes.
void kf_log_limit_like(kf_log *log, const kf_log *other);
// From here on findings with that code are neither kept nor counted.
void kf_log_mute(kf_log *log, kf_code code);
// Takes back all findings with that code.
void kf_log_drop(kf_log *log, kf_code code);
// Forgets the entries, which were printed, and not that there were so many.
void kf_log_forget(kf_log *log);

// Whether the next finding of that kind will be kept, and not only counted. To be asked where its
// place takes time to find. False without a log.
bool kf_log_keeps(const kf_log *log, kf_severity severity, kf_code code);
// Counts a finding that will not be kept.
void kf_log_pass(kf_log *log, kf_severity severity, kf_code code);
// Whether some finding was only counted, so that it makes sense to ask of which codes.
bool kf_log_has_dropped(const kf_log *log);
// How many findings a log has of each severity and of each code, where these are few.
enum { KF_LOG_SUMMED = 6 };
typedef struct kf_log_sums {
    uint64_t total[KF_ERROR + 1];
    size_t count; // of the codes
    struct {
        kf_code code;
        uint64_t times;
    } of[KF_LOG_SUMMED];
} kf_log_sums;
// Sums them up. False: they are of too many codes.
bool kf_log_sum(const kf_log *log, kf_log_sums *sums);
// Adds other sums. False, and nothing was done: they are of too many codes.
bool kf_log_sum_more(kf_log_sums *sums, const kf_log_sums *more);
// Counts what another log has summed up, errors and warnings. False, and nothing was done: some of
// these would be kept here.
bool kf_log_count_sums(kf_log *log, const kf_log_sums *sums);

// How many more findings of that code will be kept, with the severity that its row states.
size_t kf_log_room(const kf_log *log, kf_code code);

#endif
