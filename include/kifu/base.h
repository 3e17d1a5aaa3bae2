// SPDX-License-Identifier: MIT
// What all headers share: text, and the log that every call reports to.

#ifndef KIFU_BASE_H
#define KIFU_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define KF_API __declspec(dllexport)
#elif defined(__GNUC__)
#define KF_API __attribute__((visibility("default")))
#else
#define KF_API
#endif

#if defined(__GNUC__)
#define KF_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define KF_PRINTF(format_at, first_at)
#endif

#define KF_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- text.c ----------------------------------------------------- doc/spec/record.md ---- */

// A run of UTF-8 bytes, not terminated, never holding NUL. `length` is in bytes.
typedef struct kf_text {
    const char *data;
    size_t length;
} kf_text;

// The text of a terminated string; NULL gives an empty text.
KF_API kf_text kf_text_of(const char *string);
// Whether both hold the same bytes.
KF_API bool kf_text_equal(kf_text a, kf_text b);
// Whether the text holds the bytes of the terminated string.
KF_API bool kf_text_is(kf_text text, const char *string);

// Takes bytes on their way out; false stops the writer.
typedef bool kf_sink(void *context, const void *bytes, size_t length);

/* ---- log.c ------------------------------------------------------- doc/spec/check.md ---- */

// error: lost, or against the rules. warning: repaired without loss, or suspicious.
// note: belongs to the entry before it.
typedef enum kf_severity { KF_NOTE, KF_WARNING, KF_ERROR } kf_severity;

// One finding, complete in itself; its strings live as long as the log.
typedef struct kf_entry {
    kf_severity severity;
    const char *code;    // stable, a path: "sgf/unclosed-value"
    const char *file;    // as the caller named the source, or "" when there is none
    size_t line;         // from 1; 0 when the entry has no place
    size_t column;       // in characters from 1, a tab is one
    uint64_t byte;       // from 0, in the bytes of the file
    const char *path;    // of the node, as `kifu show --tree` prints it; "" when there is none
    const char *message; // one line, no full stop
    const char *excerpt; // the line of the text, shortened around the place; "" when there is none
    size_t caret;        // which character of the excerpt is meant, from 1
} kf_entry;

typedef struct kf_log kf_log;

// Where something stands in a text that was read; all zero: nowhere. Calls of the other headers
// make it, and it may be used as long as the record that it came from lives.
typedef struct kf_place {
    const struct kf_source *source;
    size_t offset;    // in the source's text, in bytes
    const char *path; // of the node, or NULL
} kf_place;

// A log without entries, or NULL when there is no memory. It is used from one thread at a time.
KF_API kf_log *kf_log_new(void);
KF_API void kf_log_free(kf_log *log);
// How many entries the log holds. It keeps the first entries of each code up to a limit.
KF_API size_t kf_log_count(const kf_log *log);
// The entry of that index, from 0 to one less than the count; NULL outside.
KF_API const kf_entry *kf_log_entry(const kf_log *log, size_t index);
// How many findings there were of this severity, also those beyond the limit.
KF_API size_t kf_log_total(const kf_log *log, kf_severity severity);
// How many findings of that code were counted and not kept, being beyond a limit.
KF_API size_t kf_log_dropped(const kf_log *log, const char *code);
// Adds a finding of your own, as if the library had made it. The code is one of those that
// kf_explain_at lists, and says how severe it is; the message is one line without a full stop.
// False: there is no such code.
KF_API bool kf_log_report(kf_log *log, const char *code, kf_place place, const char *message);
// The line and the column of a place, both from 1. False for nowhere.
KF_API bool kf_log_locate(kf_place place, size_t *line, size_t *column);
// Forgets all entries and counts, and keeps the memory for the next record.
KF_API void kf_log_clear(kf_log *log);
// Entries to keep of each code (100 by default) and of each severity (10,000 by default).
KF_API void kf_log_set_limits(kf_log *log, size_t per_code, size_t per_severity);

// Why bytes are read in a character set.
typedef enum kf_charset_why {
    KF_WHY_ASCII,     // nothing in them is beyond ASCII
    KF_WHY_VALID,     // they are valid UTF-8
    KF_WHY_WANTED,    // the caller named it: kf_reading.charset
    KF_WHY_MARK,      // a byte order mark
    KF_WHY_DECLARED,  // the file says so
    KF_WHY_LOOK,      // two or four bytes a character
    KF_WHY_RECOGNISED // the text is likely in it
} kf_charset_why;

#ifdef __cplusplus
}
#endif

#endif
