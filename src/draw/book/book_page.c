// SPDX-License-Identifier: MIT
// Pieces of a book as XHTML.

#include "draw/book/book.h"

#include <string.h>

#include "base/text.h"
#include "base/xml.h"
#include "draw/picture/picture.h"

static void put(kf_buffer *out, const char *string) {
    kf_buffer_add_string(out, string);
}

void kf_book_page_escape(kf_buffer *out, kf_text text) {
    kf_xml_escape(kf_buffer_sink, out, text);
}

const char *kf_book_page_style(void) {
    return "body{font-family:serif;line-height:1.4;max-width:40em;margin:1em auto;padding:0 1em}\n"
           "h1,h2,h3{font-family:sans-serif;line-height:1.2;page-break-after:avoid}\n"
           "h2{margin-top:2em}\n"
           ".facts{font-family:sans-serif;font-size:.85em;color:#333;margin:0 0 1em}\n"
           "figure{margin:1em 0;text-align:center;page-break-inside:avoid}\n"
           "figure svg,figure img{max-width:100%;height:auto}\n"
           "figure.small{display:inline-block;width:11em;margin:.5em;vertical-align:top;"
           "font-size:.8em}\n"
           "figure.part{display:inline-block;margin:.6em .4em;vertical-align:top}\n"
           "p{margin:.4em 0;widows:2;orphans:2}\n";
}

static bool take_bytes(void *context, const void *bytes, size_t length) {
    kf_buffer_add(context, bytes, length);
    return true;
}

// The width that the plan asks for, in pixels; 0: it asks for none. The shapes go again.
static int asked_width(const kf_book *book, const kf_scene *scene) {
    enum { PIXELS = 28 };
    if (book->plan->width == 0)
        return 0;
    kf_arena_level level = kf_arena_mark(book->pieces);
    const kf_picture *picture = kf_shape_list(book->pieces, scene);
    int width = (int)(kf_book_picture_width(book, picture, PIXELS) / 1000);
    kf_arena_rewind(book->pieces, level);
    return width;
}

bool kf_book_page_svg(kf_buffer *out, const kf_book *book, const kf_scene *scene) {
    kf_drawing how = {
        .style = book->plan->style, .width = asked_width(book, scene), .is_fragment = true};
    kf_drawing_job job = {.arena = book->pieces,
                          .scenes = &scene,
                          .count = 1,
                          .how = &how,
                          .sink = take_bytes,
                          .context = out};
    return kf_svg_writer.write(&job, book->log);
}

// ---- Pieces ----

// The way from a question to its answers and back: an id of one's own, "q3", and a link.
static void add_id(kf_buffer *out, const char *letter, size_t number) {
    put(out, " id=\"");
    put(out, letter);
    kf_buffer_add_number(out, (long)number);
    put(out, "\"");
}

static void begin_way(kf_buffer *out, const char *file, const char *letter, size_t number) {
    put(out, "<a href=\"");
    put(out, file);
    put(out, "#");
    put(out, letter);
    kf_buffer_add_number(out, (long)number);
    put(out, "\">");
}

static void add_answer_head(kf_buffer *out, const kf_book_piece *piece, const char *way) {
    put(out, "<h3");
    add_id(out, "a", piece->problem);
    put(out, ">");
    begin_way(out, way, "q", piece->problem);
    kf_book_page_escape(out, piece->text);
    put(out, "</a></h3>\n");
}

// `number` is that of an entry of the contents, or 0.
static void add_heading(kf_buffer *out, const char *tag, kf_text text, size_t number) {
    put(out, "<");
    put(out, tag);
    if (number > 0) {
        put(out, " id=\"g");
        kf_buffer_add_number(out, (long)number);
        put(out, "\"");
    }
    put(out, ">");
    kf_book_page_escape(out, text);
    put(out, "</");
    put(out, tag);
    put(out, ">\n");
}

static void add_facts(kf_buffer *out, kf_text text) {
    const char *between = "<p class=\"facts\">";
    for (kf_text line; kf_text_line(&text, &line);) {
        put(out, between);
        kf_book_page_escape(out, line);
        between = "<br/>\n";
    }
    put(out, "</p>\n");
}

static void add_paragraph(kf_buffer *out, kf_text lead, kf_text line) {
    put(out, "<p>");
    if (lead.length > 0) {
        put(out, "<b>");
        kf_book_page_escape(out, lead);
        put(out, line.length > 0 ? "</b> " : "</b>");
    }
    kf_book_page_escape(out, line);
    put(out, "</p>\n");
}

// A lead stands alone where nothing else is said.
static void add_text(kf_buffer *out, kf_text lead, kf_text text) {
    for (kf_text line; kf_text_line(&text, &line);) {
        line = kf_text_trim(line);
        if (line.length == 0)
            continue;
        add_paragraph(out, lead, line);
        lead.length = 0;
    }
    if (lead.length > 0)
        add_paragraph(out, lead, (kf_text){"", 0});
}

static void add_caption(kf_buffer *out, const kf_book *book, const kf_book_piece *piece,
                        const char *way) {
    kf_language language = book->plan->figures.how.language;
    bool leads = piece->problem > 0; // its own caption stands in the picture
    if (piece->text.length == 0 && !leads)
        return;
    put(out, "<figcaption>");
    if (leads)
        begin_way(out, way, "a", piece->problem);
    kf_book_page_escape(out, leads ? kf_text_of(kf_language_get(language, KF_WORD_ANSWERS))
                                   : piece->text);
    put(out, leads ? "</a></figcaption>\n" : "</figcaption>\n");
}

static void add_figure(kf_buffer *out, const kf_book *book, const kf_book_piece *piece,
                       const char *image, const char *way) {
    put(out, piece->kind == KF_BOOK_SMALL     ? "<figure class=\"small\""
             : piece->kind == KF_BOOK_DIAGRAM ? "<figure class=\"part\""
                                              : "<figure");
    if (piece->problem > 0)
        add_id(out, "q", piece->problem);
    put(out, ">\n");
    if (image != NULL) {
        put(out, "<img src=\"");
        put(out, image);
        put(out, "\" alt=\"");
        kf_book_page_escape(out, piece->scene->alternative);
        put(out, "\"/>\n");
    } else {
        kf_book_page_svg(out, book, piece->scene);
    }
    add_caption(out, book, piece, way);
    put(out, "</figure>\n");
}

// A link to an entry; in a book of several documents its chapter stands in one of its own.
static void add_link(kf_buffer *out, const kf_book *book, size_t entry, kf_text text) {
    put(out, "<a href=\"");
    if (book->first_chapter > 0 && kf_book_list_of(book)->entries[entry].is_part) {
        put(out, KF_BOOK_ANSWERS);
    } else if (book->first_chapter > 0) {
        put(out, "text-");
        kf_buffer_add_number(out, (long)(book->first_chapter + entry));
        put(out, ".xhtml");
    }
    put(out, "#g");
    kf_buffer_add_number(out, (long)entry + 1);
    put(out, "\">");
    kf_book_page_escape(out, text);
    put(out, "</a>");
}

static void add_contents(kf_buffer *out, const kf_book *book, const kf_book_piece *piece) {
    const kf_book *draft = kf_book_list_of(book);
    add_heading(out, "h2", piece->text, 0);
    put(out, "<ol class=\"contents\">\n");
    for (size_t i = 0; i < draft->entry_count; i++) {
        put(out, "<li>");
        add_link(out, book, i, draft->entries[i].title);
        put(out, "</li>\n");
    }
    put(out, "</ol>\n");
}

// A name with the numbers that its places have in the list of contents.
static void add_index(kf_buffer *out, const kf_book *book, const kf_book_piece *piece) {
    add_heading(out, "h2", piece->text, 0);
    put(out, "<ul class=\"index\">\n");
    for (size_t i = 0; i < piece->count; i++) {
        const kf_book_row *row = &piece->rows[i];
        put(out, "<li>");
        kf_book_page_escape(out, row->name);
        for (size_t k = 0; k < row->count; k++) {
            kf_buffer number = {.arena = book->pieces};
            kf_buffer_add_number(&number, (long)row->places[k] + 1);
            put(out, k == 0 ? " " : ", ");
            add_link(out, book, row->places[k], kf_buffer_text(&number));
        }
        put(out, "</li>\n");
    }
    put(out, "</ul>\n");
}

void kf_book_page_add(kf_buffer *out, const kf_book *book, const kf_book_piece *piece,
                      const char *image, const char *way) {
    size_t number = kf_book_list_of(book) != NULL ? book->entry_count + 1 : 0;
    switch (piece->kind) {
    case KF_BOOK_TITLE:
        add_heading(out, "h1", piece->text, 0);
        break;
    case KF_BOOK_GAME:
    case KF_BOOK_PART:
        add_heading(out, "h2", piece->text, number);
        break;
    case KF_BOOK_HEAD:
        if (piece->problem > 0)
            add_answer_head(out, piece, way);
        else
            add_heading(out, "h3", piece->text, 0);
        break;
    case KF_BOOK_FACTS:
        add_facts(out, piece->text);
        break;
    case KF_BOOK_TEXT:
        add_text(out, piece->lead, piece->text);
        break;
    case KF_BOOK_FIGURE:
    case KF_BOOK_DIAGRAM:
    case KF_BOOK_SMALL:
        add_figure(out, book, piece, image, way);
        break;
    case KF_BOOK_CONTENTS:
        add_contents(out, book, piece);
        break;
    case KF_BOOK_INDEX:
        add_index(out, book, piece);
        break;
    }
}
