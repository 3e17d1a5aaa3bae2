// SPDX-License-Identifier: MIT
// What a page does without. The writers of records and the reading of life and death are left out
// by KF_ONLY_READS and KF_WITHOUT_SEARCH, with which the library is built here.

#include "base/charset/bytes.h"
#include "base/charset/charset.h"
#include "base/charset/mail.h"
#include "format/foreign.h"

#ifdef PAGE_IS_SMALL

// What kifu puts into a page is a record, and UTF-8 already.
const char *kf_foreign_binary(kf_text head) {
    (void)head;
    return NULL;
}

const char *kf_foreign_ebcdic(kf_text head) {
    (void)head;
    return NULL;
}

const char *kf_foreign_text(kf_text head) {
    (void)head;
    return NULL;
}

const char *kf_foreign_other(kf_text head, const char *file_name) {
    (void)head, (void)file_name;
    return NULL;
}

void kf_charset_decode(kf_source *source, const kf_charset_hints *hints, kf_log *log) {
    (void)source, (void)hints, (void)log;
}

bool kf_mail_charset(kf_text bytes, kf_text *name) {
    (void)bytes, (void)name;
    return false;
}

const uint16_t *kf_bytes_of(const char *set) {
    (void)set;
    return NULL;
}

bool kf_bytes_joins(const char *set) {
    (void)set;
    return false;
}
#endif
