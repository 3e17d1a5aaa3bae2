// SPDX-License-Identifier: MIT
// Books: games as titles, figures and text, and problems with their answers at the end.
//
//     kf_book_plan plan = {.writer = kf_book_writer_for("html")};
//     kf_book *book = kf_book_new(&plan, sink, context, log);
//     ... kf_book_add(book, record) for every record ...
//     is_good = kf_book_end(book);
//     kf_book_free(book);
//
// HTML, EPUB and LaTeX are written by libkifu itself; for PDF see kifu/cairo.h.

#ifndef KIFU_BOOK_H
#define KIFU_BOOK_H

#include <kifu/picture.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- book.c ------------------------------------------------------- doc/spec/book.md ---- */

// A book on its way out, in memory of its own.
typedef struct kf_book kf_book;

struct kf_book_piece;

// A kind of book. They are constants.
typedef struct kf_book_writer {
    const char *name;   // "pdf"
    const char *suffix; // ".pdf"
    const char *needs;  // what libkifu-draw writes it with; NULL: nothing
    // Private from here on.
    void *(*open)(struct kf_book *book);
    void (*add)(struct kf_book *book, const struct kf_book_piece *piece);
    bool (*close)(struct kf_book *book);
} kf_book_writer;

// All kinds of books; NULL at an index beyond the last.
KF_API size_t kf_book_writer_count(void);
KF_API const kf_book_writer *kf_book_writer_at(size_t index);
// The writer of that name or for that ending of a file; NULL: there is none.
KF_API const kf_book_writer *kf_book_writer_for(const char *name);

// What kind of a book it is.
typedef struct kf_book_plan {
    const struct kf_book_writer *writer; // its kind: kf_book_writer_for("html")
    kf_figure_plan figures;
    const kf_style *style; // NULL: "book"
    kf_text title;         // of the book; may be empty
    const char *language;  // a tag such as "zh-Hans"; NULL: that of the first record
    const char *paper;     // "a4", "a5", "letter"; only PDF and LaTeX have paper; NULL: "a5"
    int width;             // of a whole board with its coordinates; 0: the usual
    bool is_sheet;         // a contact sheet: the last position of every game
    bool no_problems;      // problems are shown as games are
    bool runs_on;          // games follow one another on a page
    kf_text author;        // of the book; empty: whoever commented on the games, if they say so
    // A book of many games has a list of contents in front and indices of players and openings at
    // its end, which are known only when it was made once. So it is made twice: first as a draft,
    // of which nothing is written, and then again with the draft, which is freed after it. NULL:
    // there are no lists.
    bool is_draft;
    const kf_book *draft;
    // Writes what needs cairo; NULL: nothing does.
    const kf_draw_library *library;
} kf_book_plan;

// Begins a book. The plan is copied, and what it names must live as long as the book. NULL: the
// writer needs a library that the plan does not name, the language is none that kifu speaks, or
// there is no memory; the log says so, and it is used until the end.
KF_API kf_book *kf_book_new(const kf_book_plan *plan, kf_sink *sink, void *context, kf_log *log);
// Adds all games of the record, which is not used any more afterwards. False: the book has failed.
KF_API bool kf_book_add(kf_book *book, const kf_record *record);
// How many games were added.
KF_API size_t kf_book_games(const kf_book *book);
// Writes the rest. False when the sink stopped, a library failed or memory ended; the log says so.
KF_API bool kf_book_end(kf_book *book);
KF_API void kf_book_free(kf_book *book);

#ifdef __cplusplus
}
#endif

#endif
