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
    KF_BOOK_TITLE,    // of the book, before anything else
    KF_BOOK_GAME,     // a game begins: `text` is its title; the next piece may be on a new page
    KF_BOOK_PART,     // a part of the book begins: "Answers"
    KF_BOOK_HEAD,     // a heading within a game
    KF_BOOK_FACTS,    // what the header says: lines of `text`
    KF_BOOK_FIGURE,   // `scene`; its caption and notes stand in it
    KF_BOOK_DIAGRAM,  // the same of a part of the board, which may stand beside others
    KF_BOOK_TEXT,     // a comment; `lead` says what of, "Move 12"
    KF_BOOK_SMALL,    // `scene` in a contact sheet, `text` below it
    KF_BOOK_CONTENTS, // the headings of the book, each with where it stands: its own page
    KF_BOOK_INDEX     // `rows`, on from a heading, `text`
} kf_book_kind;

// A heading under which one finds something: a game, or the problems, or the answers.
typedef struct kf_book_entry {
    kf_text title;
    kf_text players[2]; // of a game; empty where it names none
    kf_text opening;    // empty: not known
    int page;           // as printed; 0: the book has no pages of its own
    bool is_part;       // of the book: the answers
} kf_book_entry;

// A row of an index: a name, and the entries that have it.
typedef struct kf_book_row {
    kf_text name;
    size_t *places; // indices of entries
    size_t count;
} kf_book_row;

// A piece of a book. Its texts live until the writer returns.
typedef struct kf_book_piece {
    kf_book_kind kind;
    kf_text lead, text;
    const kf_scene *scene;
    bool is_variation; // a diagram beside the game
    size_t problem;    // of a question, or the heading of its answers, which lead to each other
    int abreast; // of a game or a part: so many of its diagrams stand side by side, if they can
    const kf_book_row *rows; // of an index
    size_t count;
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
    kf_text source;         // of the problems, as far as it was named
    bool is_in_problems;    // the game before was one
    kf_book_piece *answers; // what stands at the end, in the arena of the book
    size_t answer_count, answer_capacity;
    kf_buffer authors;      // whoever commented on the games so far
    size_t first_chapter;   // of an EPUB: the number of that of the first entry; 0: no EPUB
    kf_book_entry *entries; // the headings, in the arena of the book
    size_t entry_count, entry_capacity;
    int page;         // on which the last heading was put, as printed; 0: there are no pages
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

/* ---- book_list.c -------------------------------------------------- doc/spec/book.md ---- */

// Contents and indices, of a book that was made once.

// From so many games on a book has them.
enum { KF_BOOK_MANY = 10 };

// What the book is called: as the plan says, else as its only game where that names players, else
// as games are.
kf_text kf_book_list_title(const kf_book *book);
// The headings of the book that are known before it is made; NULL: it has no lists.
const kf_book *kf_book_list_of(const kf_book *book);
// Notes a heading that was just written; `game` is 0 for one that is no game's.
void kf_book_list_note(kf_book *book, kf_text title, const kf_record *record, kf_node game);
// Who commented on the games, up to a few names.
void kf_book_list_commentator(kf_book *book, const kf_record *record, kf_node game);
// Adds the list of contents, or the indices, to the book, if it has them.
void kf_book_list_contents(kf_book *book);
void kf_book_list_indices(kf_book *book);

/* ---- book_opening.c ----------------------------------------------- doc/spec/book.md ---- */

// What the opening of a game is called: as the record says (ON), else by the first two corners of
// each player: "4-4, 3-4 – 4-4, 4-4". Empty: it cannot be said.
kf_text kf_book_opening_of(kf_arena *arena, const kf_record *record, kf_node game,
                           kf_language language);

#define KF_BOOK(name) extern const kf_book_writer kf_book_##name##_writer;
#include "draw/book/books.def"

/* ---- book_page.c -------------------------------------------------- doc/spec/book.md ---- */

// Text between tags and in attributes: nothing in it is markup.
void kf_book_page_escape(kf_buffer *out, kf_text text);
// The rules of how it looks, without a tag around them.
const char *kf_book_page_style(void);
// The scene as SVG. False: the log says why.
bool kf_book_page_svg(kf_buffer *out, const kf_book *book, const kf_scene *scene);
// Adds a piece. `image` is the name of a file that holds the picture; NULL: it stands in the text.
// `way` is the name of the file that a question or its answers lead to, "" where it is this one.
void kf_book_page_add(kf_buffer *out, const kf_book *book, const kf_book_piece *piece,
                      const char *image, const char *way);
// The file of the answers in a book of several.
#define KF_BOOK_ANSWERS "answers.xhtml"

#endif
