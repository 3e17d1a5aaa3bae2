// SPDX-License-Identifier: MIT
// Books: pieces, pages and the kinds that they are written as.

#ifndef KF_DRAW_BOOK_BOOK_H
#define KF_DRAW_BOOK_BOOK_H

#include <kifu/book.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

/* ---- book.c ------------------------------------------------------- doc/spec/book.md ---- */

// Books: games as titles, figures and text, piece by piece, in the order in which they are read.

typedef enum kf_book_kind {
    KF_BOOK_TITLE,   // of the book, before anything else
    KF_BOOK_GAME,    // a game begins: `text` is its title; the next piece may be on a new page
    KF_BOOK_PART,    // a part of the book begins: "Answers"
    KF_BOOK_HEAD,    // a heading within a game
    KF_BOOK_FACTS,   // what the header says: lines of `text`
    KF_BOOK_FIGURE,  // `scene`; its caption and notes stand in it
    KF_BOOK_DIAGRAM, // the same of a part of the board, which may stand beside others
    KF_BOOK_TEXT,    // a comment; `lead` says what of, "Move 12"
    KF_BOOK_SMALL    // `scene` in a contact sheet, `text` below it
} kf_book_kind;

// A piece of a book. Its texts live until the writer returns.
typedef struct kf_book_piece {
    kf_book_kind kind;
    kf_text lead, text;
    const kf_scene *scene;
    int abreast; // of a game or a part: so many of its diagrams stand side by side, if they can
} kf_book_piece;

// A book on its way out.
struct kf_book {
    kf_arena *arena;    // of the whole book
    kf_book_plan *plan; // its own copy, with the language in `figures.how`
    const kf_book_writer *writer;
    void *state; // of the writer
    kf_sink *sink;
    void *context;
    kf_log *log;
    bool has_failed;
    bool is_begun;          // its writer is open
    bool is_broken;         // memory ended half way: nothing can go on
    size_t games, problems; // so far
    bool is_in_problems;    // the game before was one
    kf_book_piece *answers; // what stands at the end, in the arena of the book
    size_t answer_count, answer_capacity;
    kf_play *play;    // goes through the games
    kf_arena *pieces; // of the pieces in hand; writers may use it while they add one
};

// How wide the picture becomes in the book, where two lines of a board are `usual` apart unless the
// plan says how wide a whole board is. In thousandths of the unit of `usual`.
int64_t kf_book_picture_width(const kf_book *book, const kf_picture *picture, int usual);

/* ---- book_text.c -------------------------------------------------- doc/spec/book.md ---- */

// The facts of the header, a line each: "Date: 1965-09-18".
kf_text kf_book_text_facts(kf_arena *arena, const kf_record *record, kf_node game,
                           kf_language language);
// What is told below a figure, in one line.
kf_text kf_book_text_notes(kf_arena *arena, const kf_scene *scene);
// A property of the node as plain text.
kf_text kf_book_text_of(kf_arena *arena, const kf_record *record, kf_node node, const char *name);

extern const kf_book_writer kf_book_tex_writer;  // book_tex.c
extern const kf_book_writer kf_book_html_writer; // book_html.c
extern const kf_book_writer kf_book_epub_writer; // book_epub.c

/* ---- book_page.c -------------------------------------------------- doc/spec/book.md ---- */

// Text between tags and in attributes: nothing in it is markup.
void kf_book_page_escape(kf_buffer *out, kf_text text);
// The rules of how it looks, without a tag around them.
const char *kf_book_page_style(void);
// The scene as SVG. False: the log says why.
bool kf_book_page_svg(kf_buffer *out, const kf_book *book, const kf_scene *scene);
// Adds a piece. `image` is the name of a file that holds the picture; NULL: it stands in the text.
void kf_book_page_add(kf_buffer *out, const kf_book *book, const kf_book_piece *piece,
                      const char *image);

#endif
