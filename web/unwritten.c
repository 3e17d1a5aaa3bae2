// SPDX-License-Identifier: MIT
// What a page does without. The writers of records and the reading of life and death are left out
// by KF_ONLY_READS and KF_WITHOUT_SEARCH, with which the library is built here.

#include "base/charset.h"

// What kifu puts into a page is UTF-8 already.
#ifdef PAGE_IS_SMALL
void kf_charset_decode(kf_source *source, const kf_charset_hints *hints, kf_log *log) {
    (void)source, (void)hints, (void)log;
}
#endif
