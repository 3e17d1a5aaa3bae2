// SPDX-License-Identifier: MIT
// Pieces of a book as XHTML, for a page and for the chapters of an EPUB.

#ifndef KIFU_DRAW_BOOK_PAGE_H
#define KIFU_DRAW_BOOK_PAGE_H

#include "base/buffer.h"
#include "draw/book.h"

/* ---- book_page.c ---------------------------------------------------- doc/spec/book.md ---- */

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
