// SPDX-License-Identifier: MIT
// Records within other texts: mail, web pages, articles.

#ifndef KIFU_EXTRACT_H
#define KIFU_EXTRACT_H

#include <kifu/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- extract.c -------------------------------------------------- doc/spec/extract.md ---- */

// What was found in a text.
typedef struct kf_extract kf_extract;

// A record: its text as it stands without its wrapping (signs of quotation, tags and entities of
// HTML, quoted-printable, base64), in UTF-8, and the line where it begins in the file, from 1.
// Borrowed.
typedef struct kf_extract_item {
    const kf_format *format;
    kf_text text;
    size_t line;
} kf_extract_item;

// Looks through a text: every game of SGF, every run of lines in Ishi, every table of Davar, every
// typed board and every diagram of Sensei's Library that can be read. A file in a notation that has
// no such pieces is one item. NULL: there is no memory, and the log says so.
KF_API kf_extract *kf_extract_new(const void *bytes, size_t length, const char *name,
                                  const kf_reading *how, kf_log *log);
KF_API void kf_extract_free(kf_extract *extract);
// The items in the order of the text. False behind the last.
KF_API bool kf_extract_at(const kf_extract *extract, size_t index, kf_extract_item *item);

#ifdef __cplusplus
}
#endif

#endif
