// SPDX-License-Identifier: MIT
// A book as PDF: pages, columns, and what may stand where on them.

#include <string.h>

#include <cairo-pdf.h>

#include "base/buffer.h"
#include "base/text.h"
#include "draw/cairo/cairo.h"

// Lengths in points.
enum {
    GUTTER = 22,
    FIGURE_GAP = 9,
    TEXT_GAP = 4,
    FOLLOWING = 22,  // two lines of text have room below a figure
    UNIT = 11,       // the largest distance between two lines of a board
    SHRUNK = 84,     // hundredths of its size that a figure may shrink to where it then has room
    HEAD_ROOM = 120, // a heading stands with at least so much of what follows it
    SMALL_WIDTH = 104,
    SMALL_TEXT = 24,
    CHUNK = 4000 // of a long paragraph, in bytes
};

typedef struct paper {
    const char *name;
    int width, height, margin, columns;
} paper;

static const paper papers[] = {
    {"a5", 420, 595, 36, 1}, {"a4", 595, 842, 48, 2}, {"letter", 612, 792, 48, 2}};

// A book under way: where the next piece goes.
typedef struct pdf {
    kf_book *book;
    kf_cairo_canvas *canvas;
    const paper *paper;
    double column_width, top, bottom;
    int column, page;
    double y;
    int small_column; // of a contact sheet
    kf_text running;  // the title above the pages of a game
} pdf;

// A kind of text.
typedef struct setting {
    const char *font;
    double size;
    bool is_bold;
    kf_rgb colour;
} setting;

static const setting title_setting = {"sans-serif", 22, true, 0};
static const setting game_setting = {"sans-serif", 13, true, 0};
static const setting head_setting = {"sans-serif", 11, true, 0};
static const setting facts_setting = {"sans-serif", 8.5, false, 0x333333};
static const setting text_setting = {"serif", 9.5, false, 0};

// ---- Pages ----

static double column_left(const pdf *p) {
    return p->paper->margin + p->column * (p->column_width + GUTTER);
}

static void put_line(const pdf *p, kf_text text, double size, kf_cairo_anchor anchor, double x,
                     double y) {
    kf_cairo_lettering how = {.font = "sans-serif",
                              .size = size,
                              .most = p->paper->width - 2.0 * p->paper->margin,
                              .anchor = anchor,
                              .colour = 0x555555,
                              .is_cut = true};
    kf_cairo_text_put(p->canvas, text, &how, x, y);
}

static void new_page(pdf *p) {
    char number[24] = "";
    kf_buffer digits = {.arena = p->book->pieces};
    p->page++;
    p->column = 0;
    p->small_column = 0;
    p->y = p->top;
    kf_cairo_canvas_page(p->canvas, p->paper->width, p->paper->height);
    kf_buffer_add_number(&digits, p->page);
    memcpy(number, digits.data, digits.length);
    put_line(p, kf_text_of(number), 8, KF_CAIRO_MIDDLE, p->paper->width / 2.0,
             p->paper->height - p->paper->margin * 0.55);
    put_line(p, p->running, 8, KF_CAIRO_MIDDLE, p->paper->width / 2.0, p->paper->margin * 0.6);
}

static void new_column(pdf *p) {
    if (++p->column >= p->paper->columns)
        new_page(p);
    p->y = p->top;
}

static bool is_fresh(const pdf *p) {
    return p->y <= p->top;
}

static void need(pdf *p, double height) {
    if (p->y + height > p->bottom && !is_fresh(p))
        new_column(p);
}

// ---- Text ----

static PangoLayout *set_text(const pdf *p, kf_text lead, kf_text text, const setting *how) {
    kf_buffer all = {.arena = p->book->pieces};
    kf_buffer_add_text(&all, lead);
    if (lead.length > 0)
        kf_buffer_add_string(&all, ". ");
    kf_buffer_add_text(&all, text);
    PangoLayout *layout = kf_cairo_text_layout(p->canvas);
    PangoFontDescription *font = pango_font_description_new();
    PangoAttrList *list = pango_attr_list_new();
    PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    pango_font_description_set_family(font, how->font);
    pango_font_description_set_absolute_size(font, how->size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    bold->start_index = 0;
    bold->end_index = how->is_bold ? (guint)all.length : (guint)lead.length;
    pango_attr_list_insert(list, bold);
    pango_layout_set_text(layout, all.length > 0 ? all.data : "", (int)all.length);
    pango_layout_set_attributes(layout, list);
    pango_layout_set_width(layout, (int)(p->column_width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_line_spacing(layout, 1.25F);
    pango_attr_list_unref(list);
    pango_font_description_free(font);
    kf_cairo_text_check(p->canvas, layout);
    return layout;
}

// How many of the lines go into the column: never one alone, at its end or at the next one's top.
static int fitting(const pdf *p, int left, double height) {
    int lines = (int)((p->bottom - p->y + 0.01) / height);
    if (lines >= left)
        return left;
    if (left - lines < 2)
        lines = left - 2;
    return lines < 2 ? 0 : lines;
}

static void draw_lines(pdf *p, PangoLayout *layout, const setting *how) {
    int count = pango_layout_get_line_count(layout), height_units, at = 0;
    pango_layout_get_size(layout, NULL, &height_units);
    double height = (double)height_units / PANGO_SCALE / count;
    PangoLayoutIter *line = pango_layout_get_iter(layout);
    while (at < count) {
        int lines = fitting(p, count - at, height);
        if (lines == 0 && is_fresh(p))
            lines = 1;
        for (int i = 0; i < lines; i++) {
            PangoRectangle box;
            kf_cairo_text_colour(p->canvas, how->colour);
            pango_layout_iter_get_line_extents(line, NULL, &box);
            cairo_move_to(p->canvas->cairo, column_left(p) + (double)box.x / PANGO_SCALE,
                          p->y + how->size);
            pango_cairo_show_layout_line(p->canvas->cairo,
                                         pango_layout_iter_get_line_readonly(line));
            pango_layout_iter_next_line(line);
            p->y += height;
        }
        at += lines;
        if (at < count)
            new_column(p);
    }
    pango_layout_iter_free(line);
}

static void add_paragraph(pdf *p, kf_text lead, kf_text text, const setting *how) {
    PangoLayout *layout = set_text(p, lead, text, how);
    draw_lines(p, layout, how);
    g_object_unref(layout);
    p->y += TEXT_GAP;
}

// The front part of a text that is set at once: a line, or part of a very long one.
static kf_text next_part(kf_text *rest) {
    kf_text line, all = *rest;
    if (!kf_text_line(rest, &line) || line.length <= CHUNK)
        return line;
    size_t cut = CHUNK;
    while (cut > CHUNK / 2 && line.data[cut] != ' ')
        cut--;
    while (cut > 0 && ((unsigned char)line.data[cut] & 0xC0) == 0x80)
        cut--;
    *rest = kf_text_cut(all, cut, all.length);
    return kf_text_cut(line, 0, cut);
}

static void add_text(pdf *p, kf_text lead, kf_text text, const setting *how) {
    kf_text none = {"", 0};
    while (text.length > 0) {
        kf_text part = kf_text_trim(next_part(&text));
        if (part.length == 0 && lead.length == 0)
            continue;
        add_paragraph(p, lead, part, how);
        lead = none;
    }
}

// ---- Pieces ----

static void add_mark(const pdf *p, kf_text name) {
    kf_buffer link = {.arena = p->book->pieces};
    char *title = kf_arena_copy(p->book->pieces, name.data, name.length);
    kf_buffer_add_string(&link, "page=");
    kf_buffer_add_number(&link, p->page);
    kf_buffer_add_char(&link, '\0');
    cairo_pdf_surface_add_outline(p->canvas->surface, CAIRO_PDF_OUTLINE_ROOT, title, link.data, 0);
}

static void begin_page(pdf *p, kf_text title, const setting *how) {
    kf_text none = {"", 0};
    if (p->page == 0 || !is_fresh(p) || p->column > 0) {
        p->running = none;
        new_page(p);
    }
    add_mark(p, title);
    add_text(p, none, title, how);
    kf_arena *arena = p->book->arena;
    p->running = (kf_text){kf_arena_copy(arena, title.data, title.length), title.length};
}

// The book's title stands on a page of its own.
static void add_title(pdf *p, kf_text title) {
    kf_text none = {"", 0};
    p->page++;
    kf_cairo_canvas_page(p->canvas, p->paper->width, p->paper->height);
    p->y = p->top + (p->bottom - p->top) / 3;
    kf_cairo_canvas_title(p->canvas, kf_arena_copy(p->book->pieces, title.data, title.length), "");
    add_text(p, none, title, &title_setting);
    p->y = p->bottom;
}

// A figure that is a little too high for what is left of the column becomes smaller.
static void add_figure(pdf *p, const kf_scene *scene) {
    const kf_picture *picture = kf_shape_list(p->book->pieces, scene);
    double width = (double)kf_book_picture_width(p->book, picture, UNIT) / 1000;
    width = width > p->column_width ? p->column_width : width;
    double height = width * picture->height / picture->width;
    double left = p->bottom - p->y - FOLLOWING;
    if (height > left && left < height * SHRUNK / 100)
        need(p, height + FOLLOWING);
    left = p->bottom - p->y - FOLLOWING;
    if (height > left) {
        width *= left / height;
        height = left;
    }
    kf_cairo_paint(p->canvas, picture, p->book->plan->style,
                   column_left(p) + (p->column_width - width) / 2, p->y, width);
    p->y += height + FIGURE_GAP;
}

// A board among many: as wide as its place, with its name below.
static void add_small(pdf *p, const kf_book_piece *piece) {
    const kf_picture *picture = kf_shape_list(p->book->pieces, piece->scene);
    double inner = p->paper->width - 2.0 * p->paper->margin, gap = 10;
    int columns = (int)((inner + gap) / (SMALL_WIDTH + gap));
    double cell = (inner - gap * (columns - 1)) / columns;
    double scale = cell / (picture->width > picture->height ? picture->width : picture->height);
    if (p->page == 0 || (p->small_column == 0 && p->y + cell + SMALL_TEXT > p->bottom))
        new_page(p);
    double x = p->paper->margin + p->small_column * (cell + gap);
    kf_cairo_paint(p->canvas, picture, p->book->plan->style,
                   x + (cell - picture->width * scale) / 2, p->y, picture->width * scale);
    kf_cairo_lettering how = {
        .font = "sans-serif", .size = 7, .most = cell, .anchor = KF_CAIRO_MIDDLE, .is_cut = true};
    kf_cairo_text_put(p->canvas, piece->text, &how, x + cell / 2, p->y + cell + 6);
    if (++p->small_column == columns) {
        p->small_column = 0;
        p->y += cell + SMALL_TEXT;
    }
}

static void add(kf_book *book, const kf_book_piece *piece) {
    pdf *p = book->state;
    if (piece->kind == KF_BOOK_TITLE) {
        add_title(p, piece->text);
        return;
    }
    if (p->page == 0 && piece->kind != KF_BOOK_GAME && piece->kind != KF_BOOK_SMALL)
        new_page(p);
    switch (piece->kind) {
    case KF_BOOK_GAME:
        begin_page(p, piece->text, &game_setting);
        break;
    case KF_BOOK_TITLE:
        break;
    case KF_BOOK_PART:
        begin_page(p, piece->text, &title_setting);
        break;
    case KF_BOOK_HEAD:
        need(p, HEAD_ROOM);
        add_text(p, piece->lead, piece->text, &head_setting);
        break;
    case KF_BOOK_FACTS:
        add_text(p, piece->lead, piece->text, &facts_setting);
        p->y += FIGURE_GAP;
        break;
    case KF_BOOK_FIGURE:
        add_figure(p, piece->scene);
        break;
    case KF_BOOK_TEXT:
        add_text(p, piece->lead, piece->text, &text_setting);
        p->y += FIGURE_GAP - TEXT_GAP;
        break;
    case KF_BOOK_SMALL:
        add_small(p, piece);
        break;
    }
}

static void *open_book(kf_book *book) {
    pdf *p = kf_arena_alloc(book->arena, sizeof *p);
    *p = (pdf){.book = book, .paper = &papers[0], .running = {"", 0}};
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; i++)
        if (strcmp(papers[i].name, book->plan->paper) == 0)
            p->paper = &papers[i];
    p->canvas = kf_cairo_canvas_new(book->arena, KF_CAIRO_PDF, book->sink, book->context);
    p->column_width =
        (p->paper->width - 2.0 * p->paper->margin - (p->paper->columns - 1.0) * GUTTER) /
        p->paper->columns;
    p->top = p->paper->margin;
    p->bottom = p->paper->height - p->paper->margin;
    return p;
}

static bool close_book(kf_book *book) {
    pdf *p = book->state;
    return kf_cairo_canvas_close(p->canvas, book->log);
}

const kf_book_writer kf_book_pdf_writer = {.name = "pdf",
                                           .suffix = ".pdf",
                                           .needs = "cairo",
                                           .open = open_book,
                                           .add = add,
                                           .close = close_book};
