// SPDX-License-Identifier: MIT
// Pages: one HTML file with records and everything that shows them, and the pieces of it for a
// server that makes such pages itself. A page loads nothing from anywhere.
//
//     kf_page_head head = {.title = "A game"};
//     kf_page *page = kf_page_begin(&head, sink, context);
//     if (page != NULL && kf_page_add_record(page, record, "game.sgf", NULL, log))
//         is_good = kf_page_end(page);
//     kf_page_free(page);

#ifndef KIFU_PAGE_H
#define KIFU_PAGE_H

#include <kifu/format.h>
#include <kifu/picture.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- page.c --------------------------------------------------------- doc/spec/page.md ---- */

// What a page has besides its records. All zero is the usual way.
typedef struct kf_page_head {
    const char *title;     // of the window, until the page knows better
    const char *up;        // a link to the folder above, or NULL
    const char *problem;   // "yes" or "no": a problem is solved, or looked at; NULL: as it is
    bool is_served;        // pictures come from the same server
    bool is_data;          // only the data, as JSON
    const char *language;  // of its words, such as "zh-Hans"; NULL: that of the record below
    const kf_style *style; // its colours; NULL: its own, which follow the system's light or dark
    const char *image;     // the address of a picture that a link to the page shows, or NULL
    // Its first game is to be read before the program runs, or without it; NULL: none is.
    const kf_record *record;
} kf_page_head;

// A page on its way out: head, records, end.
typedef struct kf_page kf_page;

// Begins a page. What `head` names is not needed afterwards. NULL: there is no memory.
KF_API kf_page *kf_page_begin(const kf_page_head *head, kf_sink *sink, void *context);
KF_API void kf_page_free(kf_page *page);
// Adds a record, in SGF. `at` is where the page opens, or NULL. False: it could not be written.
KF_API bool kf_page_add_record(kf_page *page, const kf_record *record, const char *name,
                               const char *at, kf_log *log);
// The rest. False when the sink stopped.
KF_API bool kf_page_end(kf_page *page);
// Writes kifu.js, which shows a record in somebody else's page. False when the sink stopped, or
// there is no memory.
KF_API bool kf_page_embed(kf_sink *sink, void *context);

// For servers. A record in two halves, around the text in SGF that the caller hands to the sink in
// between, as a JSON string that may stand in HTML.
KF_API void kf_page_begin_record(kf_page *page, const kf_record *record, const char *name,
                                 const char *at);
KF_API void kf_page_end_record(kf_page *page);
// Hands over to the sink what was collected. False when it stopped.
KF_API bool kf_page_flush(kf_page *page);
// The rest without its script, which is the same for all pages: kf_page_piece has it, piece by
// piece from 0; a text without data ends them.
KF_API bool kf_page_end_data(kf_page *page);
KF_API kf_text kf_page_piece(size_t index);
// The content-security policy of a page, for the server to say too.
KF_API const char *kf_page_policy(bool is_served);

#ifdef __cplusplus
}
#endif

#endif
