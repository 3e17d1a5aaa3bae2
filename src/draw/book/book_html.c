// SPDX-License-Identifier: MIT
// A book as one page of HTML with its pictures in it.

#include "draw/book/book.h"

static bool pass_on(kf_book *book, const kf_buffer *out) {
    kf_text text = kf_buffer_text(out);
    if (!book->has_failed && text.length > 0)
        book->has_failed = !book->sink(book->context, text.data, text.length);
    return !book->has_failed;
}

static void add_author(kf_buffer *out, kf_text author) {
    if (author.length == 0)
        return;
    kf_buffer_add_string(out, "<meta name=\"author\" content=\"");
    kf_book_page_escape(out, author);
    kf_buffer_add_string(out, "\"/>\n");
}

static void *open_book(kf_book *book) {
    kf_buffer out = {.arena = book->arena};
    kf_buffer_add_string(&out, "<!DOCTYPE html>\n<html lang=\"");
    kf_buffer_add_string(&out, kf_language_tag(book->plan->figures.how.language));
    kf_buffer_add_string(&out, "\">\n<head>\n"
                               "<meta charset=\"utf-8\"/>\n"
                               "<meta name=\"viewport\" content=\"width=device-width\"/>\n");
    add_author(&out, book->plan->author);
    kf_buffer_add_string(&out, "<title>");
    kf_book_page_escape(&out, kf_book_list_title(book));
    kf_buffer_add_string(&out, "</title>\n<style>\n");
    kf_buffer_add_string(&out, kf_book_page_style());
    kf_buffer_add_string(&out, "</style>\n</head>\n<body>\n");
    pass_on(book, &out);
    return NULL;
}

static void add(kf_book *book, const kf_book_piece *piece) {
    kf_buffer out = {.arena = book->pieces};
    kf_book_page_add(&out, book, piece, NULL, "");
    pass_on(book, &out);
}

static bool close_book(kf_book *book) {
    kf_buffer out = {.arena = book->arena};
    kf_buffer_add_string(&out, "</body>\n</html>\n");
    return pass_on(book, &out);
}

const kf_book_writer kf_book_html_writer = {
    .name = "html", .suffix = ".html", .open = open_book, .add = add, .close = close_book};
