// SPDX-License-Identifier: MIT
// The page that shows records: one HTML file with everything in it.

#ifndef KIFU_CLI_PAGE_H
#define KIFU_CLI_PAGE_H

#include <kifu/format.h>

#include "base/output.h"

// What the page is told besides its records.
typedef struct kf_page_head {
    const char *title;   // of the window, until the page knows better
    const char *up;      // a link to the folder above, or NULL
    const char *problem; // "yes" or "no": a problem is solved, or looked at; NULL: as it is
    bool is_served;      // pictures come from the same server
    bool is_data;        // only the data, as JSON
} kf_page_head;

// A page on its way out: head, records or entries of a folder, end.
typedef struct kf_page {
    kf_output out;
    bool has_list;  // of records, or of entries
    bool has_items; // the list has one
    bool is_data;
} kf_page;

void kf_page_begin(kf_page *page, const kf_page_head *head, kf_sink *sink, void *context);
// A record, in SGF. `at` is where the page opens, or NULL. False: it could not be written.
bool kf_page_add_record(kf_page *page, const kf_record *record, const char *name, const char *at,
                        kf_log *log);
// The same in two halves, around the text in SGF that the caller writes in between, as a JSON
// string that may stand in HTML.
void kf_page_begin_record(kf_page *page, const kf_record *record, const char *name, const char *at);
void kf_page_end_record(kf_page *page);
// An entry of a folder: a link, with the address of its picture or NULL.
void kf_page_add_entry(kf_page *page, const char *name, const char *address, const char *picture);
// The rest. False when the sink stopped.
bool kf_page_end(kf_page *page);
// The rest without its script, which is the same for all pages: kf_page_piece has it, piece by
// piece from 0; a text without data ends them.
bool kf_page_end_data(kf_page *page);
kf_text kf_page_piece(size_t index);
// kifu.js, which shows a record in somebody else's page. False when the sink stopped.
bool kf_page_embed(kf_sink *sink, void *context);
// The content-security policy of a page, for a server to say too.
const char *kf_page_policy(bool is_served);

#endif
