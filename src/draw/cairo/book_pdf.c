// SPDX-License-Identifier: MIT
// A book as PDF: what stands where on its pages.
//
// A page is laid out before it is drawn: its items wait in a list, so that what is left of its
// height can be shared out among them. A figure that has no room on a page floats to the top of the
// next one, and the text goes on below the last that had.

#include <string.h>

#include <cairo-pdf.h>

#include "base/buffer.h"
#include "base/text.h"
#include "draw/cairo/cairo.h"

// Lengths in points.
enum {
    GUTTER = 8,       // between diagrams side by side
    FIGURE_GAP = 10,  // below a figure
    TEXT_GAP = 4,     // below a paragraph
    CAPTION_GAP = 3,  // between a figure and its caption
    HEAD_ROOM = 118,  // a heading stands with at least so much of what follows it
    FEW_ENTRIES = 12, // contents of so many stand below the title
    FACTS = 6,        // so many and more stand in two columns
    MOST_FACTS = 24,
    SMALL_WIDTH = 104,
    SMALL_TEXT = 24,
    STRETCH = 30, // hundredths of a page that are shared out among its items
    ABREAST = 3,  // diagrams side by side, at most
    PAPER = 250   // around a picture, in thousandths of the distance between two lines
};

// Distances between two lines of a board: of a figure across the page, and of diagrams in columns.
static const double whole = 17, whole_least = 16, part = 12.5, part_least = 11;

typedef struct paper {
    const char *name;
    int width, height, margin, foot; // left and right, above and below
    double type;                     // of the text
} paper;

static const paper papers[] = {{"a5", 420, 595, 34, 36, 9.5},
                               {"a4", 595, 842, 72, 54, 10.5},
                               {"letter", 612, 792, 78, 50, 10.5}};

static const kf_book_setting title_setting = {"sans-serif", 24, true, 0, PANGO_ALIGN_CENTER, "H1"};
static const kf_book_setting author_setting = {"sans-serif", 13, false, 0, PANGO_ALIGN_CENTER, "P"};
static const kf_book_setting game_setting = {"sans-serif", 13, true, 0, PANGO_ALIGN_LEFT, "H1"};
static const kf_book_setting head_setting = {"sans-serif", 11, true, 0, PANGO_ALIGN_LEFT, "H2"};
static const kf_book_setting facts_setting = {"sans-serif",     8.5, false, 0x333333,
                                              PANGO_ALIGN_LEFT, "P"};
static const kf_book_setting caption_setting = {"sans-serif",       7.5,      false, 0,
                                                PANGO_ALIGN_CENTER, "Caption"};

// A picture that waits for its place, with its caption set below it.
typedef struct box {
    kf_arena *arena; // of its own, for pieces go when their writer returns
    kf_picture *picture;
    int wide, high;       // of the picture without the paper around it, in thousandths of a line
    PangoLayout *caption; // NULL: it has none
    double unit;          // the distance between two lines that it should have
    double least;         // and that it may have
    double caption_height, caption_width;
    int abreast; // so many like it have room side by side
    bool is_variation;
    size_t problem; // whose question it is, or 0
} box;

// Something on the page in hand: a picture, or a line of text.
typedef struct item {
    box *picture;
    double width; // of the picture
    PangoLayoutLine *line;
    const char *tag;  // of the text
    const char *link; // where it leads, or NULL
    bool is_first;    // of the lines of its text, on this page
    kf_rgb colour;
    double x, y;
    int gap; // how many stretching gaps lie above it
} item;

typedef struct pdf {
    kf_book *book;
    kf_cairo_canvas *canvas;
    const paper *paper;
    double measure, top, bottom, y;
    double shift; // of lines from the left edge of the text
    int page, gaps, small_column;
    bool is_in_indices;
    kf_style style;  // without white paper, which would cover the feet of a line above a figure
    int front;       // pages before the first that is counted
    bool has_begun;  // the pages are counted
    kf_text running; // above the pages of a game
    item *items;
    size_t count, room;
    box **waiting; // figures that had no room
    size_t waiting_count, waiting_room;
    box *row[ABREAST]; // diagrams that wait for others beside them
    int abreast;
} pdf;

// ---- Boxes ----

static void free_box(box *b) {
    if (b->caption != NULL)
        g_object_unref(b->caption);
    kf_arena_free(b->arena);
}

static kf_text copied(kf_arena *arena, kf_text text) {
    return (kf_text){kf_arena_copy(arena, text.data, text.length), text.length};
}

// The picture in memory of its own.
static kf_picture *keep_picture(kf_arena *arena, const kf_picture *from) {
    kf_picture *picture = kf_arena_alloc(arena, sizeof *picture);
    kf_scene *scene = kf_arena_alloc(arena, sizeof *scene);
    *picture = *from;
    *scene = *from->scene;
    picture->scene = scene;
    picture->shapes = kf_arena_alloc(arena, from->count * sizeof *picture->shapes);
    picture->made = from->count;
    for (size_t i = 0; i < from->count; i++) {
        kf_shape_room room;
        kf_shape *shape = &picture->shapes[i];
        *shape = *kf_shape_at(from, i, &room);
        if (shape->text.length > 0)
            shape->text = copied(arena, shape->text);
    }
    return picture;
}

// ---- A page ----

static bool is_fresh(const pdf *p) {
    return p->count == 0;
}

static item *add_item(pdf *p, double x, double y) {
    p->items = kf_arena_grow(p->book->arena, p->items, &p->room, p->count + 1, sizeof *p->items);
    item *i = &p->items[p->count++];
    *i = (item){.x = x, .y = y, .gap = p->gaps};
    return i;
}

// "dest='a3'": an attribute that names a heading (g), a question (q) or its answers (a).
static const char *way_of(const pdf *p, const char *attribute, char letter, size_t problem) {
    kf_buffer out = {.arena = p->book->pieces};
    kf_buffer_add_string(&out, attribute);
    kf_buffer_add_string(&out, "='");
    kf_buffer_add_char(&out, letter);
    kf_buffer_add_number(&out, (long)problem);
    kf_buffer_add(&out, "'", sizeof "'");
    return out.data;
}

// What is found where the link of the other side leads.
static void add_way(const pdf *p, char letter, size_t problem) {
    kf_book_type_begin(p->canvas, CAIRO_TAG_DEST, way_of(p, "name", letter, problem));
    kf_book_type_end(p->canvas, CAIRO_TAG_DEST);
}

static void draw_caption(const pdf *p, const box *b, double x, double y) {
    cairo_t *cairo = p->canvas->cairo;
    kf_cairo_text_colour(p->canvas, 0);
    kf_book_type_begin(p->canvas, "Caption", NULL);
    cairo_move_to(cairo, x, y);
    if (b->problem > 0)
        kf_book_type_begin(p->canvas, CAIRO_TAG_LINK, way_of(p, "dest", 'a', b->problem));
    pango_cairo_show_layout(cairo, b->caption);
    if (b->problem > 0)
        kf_book_type_end(p->canvas, CAIRO_TAG_LINK);
    kf_book_type_end(p->canvas, "Caption");
}

static void draw_item(const pdf *p, const item *i, double down) {
    cairo_t *cairo = p->canvas->cairo;
    if (i->line != NULL) {
        kf_cairo_text_colour(p->canvas, i->colour);
        cairo_move_to(cairo, i->x, i->y + down);
        if (i->link != NULL)
            kf_book_type_begin(p->canvas, CAIRO_TAG_LINK, i->link);
        pango_cairo_show_layout_line(cairo, i->line);
        if (i->link != NULL)
            kf_book_type_end(p->canvas, CAIRO_TAG_LINK);
        pango_layout_line_unref(i->line);
        return;
    }
    const box *b = i->picture;
    double unit = i->width / b->wide, edge = PAPER * unit;
    kf_book_type_begin(p->canvas, "Figure", NULL);
    kf_cairo_paint(p->canvas, b->picture, &p->style, i->x - edge, i->y + down - edge,
                   b->picture->width * unit);
    kf_book_type_end(p->canvas, "Figure");
    if (b->caption != NULL) {
        double below = i->y + down + b->high * unit;
        draw_caption(p, b, i->x + (i->width - b->caption_width) / 2, below + CAPTION_GAP);
    }
    if (b->problem > 0)
        add_way(p, 'q', b->problem);
    free_box(i->picture);
}

static void put_line(const pdf *p, kf_text text, kf_cairo_anchor anchor, double x, double y) {
    kf_cairo_lettering how = {.font = "sans-serif",
                              .size = 8,
                              .most = p->measure,
                              .anchor = anchor,
                              .colour = 0x555555,
                              .is_cut = true};
    kf_cairo_text_put(p->canvas, text, &how, x, y);
}

// Draws what waits for the page, its height shared out where not too much of it is left.
static void draw_page(pdf *p, bool is_last) {
    double left = p->bottom - p->y, all = p->bottom - p->top;
    bool is_shared = !is_last && p->gaps > 0 && left > 0 && left * 100 <= all * STRETCH;
    const char *open = NULL;
    for (size_t i = 0; i < p->count; i++) {
        const item *it = &p->items[i];
        // The lines of a text are one element; a picture is one of its own.
        if (open != NULL && (it->line == NULL || it->is_first)) {
            kf_book_type_end(p->canvas, open);
            open = NULL;
        }
        if (it->line != NULL && open == NULL) {
            open = it->tag;
            kf_book_type_begin(p->canvas, open, NULL);
        }
        draw_item(p, it, is_shared ? left * it->gap / p->gaps : 0);
    }
    if (open != NULL)
        kf_book_type_end(p->canvas, open);
    p->count = 0;
    p->gaps = 0;
}

static void place_waiting(pdf *p);

// The whole book is one element of the structure: without it no reader takes the PDF for tagged.
static void begin_sheet(pdf *p) {
    kf_cairo_canvas_page(p->canvas, p->paper->width, p->paper->height);
    if (p->page++ == 0)
        kf_book_type_begin(p->canvas, "Document", NULL);
}

static void begin_page(pdf *p) {
    kf_buffer digits = {.arena = p->book->pieces};
    p->small_column = 0;
    p->y = p->top;
    begin_sheet(p);
    if (p->has_begun || kf_book_list_of(p->book) == NULL)
        kf_buffer_add_number(&digits, p->page - p->front);
    put_line(p, kf_buffer_text(&digits), KF_CAIRO_MIDDLE, p->paper->width / 2.0,
             p->paper->height - p->paper->foot * 0.5);
    put_line(p, p->running, KF_CAIRO_MIDDLE, p->paper->width / 2.0, p->paper->foot * 0.55);
}

static void next_page(pdf *p) {
    draw_page(p, false);
    begin_page(p);
    place_waiting(p);
}

// ---- Lines on the page ----

// How many of the lines have room: never one alone, at the end of a page or at the next one's top.
static int fitting(const pdf *p, int left, double height) {
    int lines = (int)((p->bottom - p->y + 0.01) / height);
    if (lines >= left)
        return left;
    if (left - lines < 2)
        lines = left - 2;
    return lines < 2 ? 0 : lines;
}

static void place_lines(pdf *p, PangoLayout *layout, const kf_book_setting *how) {
    int count = pango_layout_get_line_count(layout), at = 0;
    double height = kf_book_type_height(layout) / count;
    PangoLayoutIter *line = pango_layout_get_iter(layout);
    while (at < count) {
        int lines = fitting(p, count - at, height);
        if (lines == 0 && is_fresh(p))
            lines = 1;
        for (int i = 0; i < lines; i++) {
            PangoRectangle shape;
            pango_layout_iter_get_line_extents(line, NULL, &shape);
            item *it = add_item(p, p->paper->margin + p->shift + (double)shape.x / PANGO_SCALE,
                                p->y + how->size);
            it->line = pango_layout_line_ref(pango_layout_iter_get_line_readonly(line));
            it->colour = how->colour;
            it->tag = how->tag;
            it->is_first = i == 0;
            pango_layout_iter_next_line(line);
            p->y += height;
        }
        at += lines;
        if (at < count)
            next_page(p);
    }
    pango_layout_iter_free(line);
}

static void add_text(pdf *p, kf_text lead, kf_text text, const kf_book_setting *how) {
    kf_text none = {"", 0};
    while (text.length + lead.length > 0) {
        kf_text part_of_it = kf_text_trim(kf_book_type_part(&text));
        if (part_of_it.length == 0 && lead.length == 0)
            continue;
        PangoLayout *layout =
            kf_book_type_set(p->book, p->canvas, lead, part_of_it, how, p->measure);
        place_lines(p, layout, how);
        g_object_unref(layout);
        p->y += TEXT_GAP;
        p->gaps++;
        lead = none;
    }
}

// ---- Facts ----

static void add_pair(pdf *p, PangoLayout *left, PangoLayout *right, double column) {
    place_lines(p, left, &facts_setting);
    if (right == NULL)
        return;
    p->y -= kf_book_type_height(right);
    p->shift = column;
    place_lines(p, right, &facts_setting);
    p->shift = 0;
}

// Many short facts stand in two columns, read one below the other; long ones follow, in parts.
static void add_facts(pdf *p, kf_text text) {
    double column = (p->measure + GUTTER) / 2;
    kf_text none = {"", 0};
    PangoLayout *brief[MOST_FACTS], *full[MOST_FACTS];
    size_t briefs = 0, fulls = 0;
    while (briefs < MOST_FACTS && fulls < MOST_FACTS && text.length > 0) {
        PangoLayout *layout = kf_book_type_set(p->book, p->canvas, none, kf_book_type_part(&text),
                                               &facts_setting, column - GUTTER);
        if (pango_layout_get_line_count(layout) > 1) {
            pango_layout_set_width(layout, (int)(p->measure * PANGO_SCALE));
            full[fulls++] = layout;
        } else {
            brief[briefs++] = layout;
        }
    }
    size_t rows = briefs < FACTS ? briefs : (briefs + 1) / 2;
    for (size_t i = 0; i < rows; i++)
        add_pair(p, brief[i], rows + i < briefs ? brief[rows + i] : NULL, column);
    for (size_t i = 0; i < fulls; i++)
        add_pair(p, full[i], NULL, column);
    add_text(p, none, text, &facts_setting);
    while (briefs + fulls > 0)
        g_object_unref(briefs > 0 ? brief[--briefs] : full[--fulls]);
    p->y += FIGURE_GAP;
    p->gaps++;
}

// ---- Pictures on the page ----

static double high(const box *b, double unit) {
    return b->high * unit / 1000 + b->caption_height;
}

// The distance between lines at which as much as this has room; 0: none that is allowed.
static double fit(const box *const *row, int count, double room) {
    double unit = row[0]->unit, most = 0;
    for (int i = 0; i < count; i++) {
        double one = (room - row[i]->caption_height) * 1000 / row[i]->high;
        unit = one < unit ? one : unit;
        most = row[i]->least > most ? row[i]->least : most;
    }
    return unit >= most ? unit : 0;
}

static void place_row(pdf *p, box *const *row, int count, double unit) {
    double cell = (p->measure - GUTTER * (count - 1)) / count, tallest = 0;
    p->gaps++;
    for (int i = 0; i < count; i++) {
        double width = row[i]->wide * unit / 1000;
        double left = p->paper->margin + i * (cell + GUTTER) + (cell - width) / 2;
        item *it = add_item(p, left, p->y);
        it->picture = row[i];
        it->width = width;
        tallest = high(row[i], unit) > tallest ? high(row[i], unit) : tallest;
    }
    p->y += tallest + FIGURE_GAP;
    p->gaps++;
}

static void wait(pdf *p, box *b) {
    p->waiting = kf_arena_grow(p->book->arena, p->waiting, &p->waiting_room, p->waiting_count + 1,
                               sizeof(void *));
    p->waiting[p->waiting_count++] = b;
}

// How many of the boxes stand side by side, from the first on.
static int row_length(box *const *boxes, size_t count) {
    int length = 1, most = boxes[0]->abreast;
    while (length < most && (size_t)length < count && boxes[length]->abreast > length) {
        most = boxes[length]->abreast < most ? boxes[length]->abreast : most;
        length++;
    }
    return length;
}

// Where the next board has no room on a page that is less than half full, the first variations
// behind it come before it. Variations stay in order, and so do the boards of the game. False:
// there are none, or they have no room either.
static bool overtake(pdf *p, size_t done) {
    box *row[ABREAST];
    size_t at = done, length = 0;
    if ((p->y - p->top) * 2 >= p->bottom - p->top)
        return false;
    while (at < p->waiting_count && !p->waiting[at]->is_variation)
        at++;
    if (at == p->waiting_count || at == done)
        return false;
    size_t most = (size_t)row_length(&p->waiting[at], p->waiting_count - at);
    for (; length < most && p->waiting[at + length]->is_variation; length++)
        row[length] = p->waiting[at + length];
    if (fit((const box *const *)row, (int)length, p->bottom - p->y) <= 0)
        return false;
    memmove(p->waiting + done + length, p->waiting + done, (at - done) * sizeof(void *));
    memcpy(p->waiting + done, row, length * sizeof(void *));
    return true;
}

// Puts as many of the waiting rows on the page as have room.
static void place_waiting(pdf *p) {
    size_t done = 0;
    while (done < p->waiting_count) {
        box **row = &p->waiting[done];
        int length = row_length(row, p->waiting_count - done);
        double unit = fit((const box *const *)row, length, p->bottom - p->y);
        if (unit <= 0 && !is_fresh(p) && overtake(p, done))
            continue;
        if (unit <= 0 && !is_fresh(p))
            break;
        // What is too high for any page becomes as small as it must.
        if (unit <= 0)
            unit = (p->bottom - p->y - row[0]->caption_height) * 1000 / row[0]->high;
        place_row(p, row, length, unit > 1 ? unit : 1);
        done += (size_t)length;
    }
    p->waiting_count -= done;
    if (p->waiting_count > 0)
        memmove(p->waiting, p->waiting + done, p->waiting_count * sizeof(void *));
}

static int in_row(const pdf *p) {
    int count = 0;
    while (count < ABREAST && p->row[count] != NULL)
        count++;
    return count;
}

// Ends the row of diagrams in hand.
static void end_row(pdf *p) {
    int count = in_row(p);
    for (int i = 0; i < count; i++) {
        wait(p, p->row[i]);
        p->row[i] = NULL;
    }
    place_waiting(p);
}

// All that waits is placed; then the next piece stands below it.
static void settle(pdf *p) {
    end_row(p);
    while (p->waiting_count > 0)
        next_page(p);
}

static double cell_of(const pdf *p, int abreast) {
    return (p->measure - GUTTER * (abreast - 1.0)) / abreast;
}

// How large the picture is to be, and beside how many others.
static void size_box(const pdf *p, box *b, bool is_whole) {
    const kf_book *book = p->book;
    double wide = b->wide / 1000.0;
    int64_t asked = kf_book_picture_width(book, b->picture, 1);
    b->abreast = is_whole ? 1 : p->abreast;
    while (b->abreast > 1 && wide * part_least > cell_of(p, b->abreast))
        b->abreast--;
    b->unit = book->plan->width > 0 ? (double)asked / b->picture->width
              : is_whole            ? whole
              : b->abreast == 3     ? part_least
                                    : part;
    if (wide * b->unit > cell_of(p, b->abreast))
        b->unit = cell_of(p, b->abreast) / wide;
    b->least = is_whole ? whole_least : part_least;
    b->least = b->least < b->unit ? b->least : b->unit;
}

static box *make_box(pdf *p, const kf_book_piece *piece) {
    const kf_book *book = p->book;
    kf_text none = {"", 0};
    kf_scene bare = *piece->scene;
    box *b = kf_arena_alloc(book->arena, sizeof *b);
    *b = (box){.arena = kf_arena_new_in(book->arena)};
    // Caption and notes are set in the type of the book.
    bare.caption = none;
    bare.note_count = 0;
    b->picture = keep_picture(b->arena, kf_shape_list(book->pieces, &bare));
    b->wide = b->picture->width - 2 * PAPER;
    b->high = b->picture->height - 2 * PAPER;
    b->is_variation = piece->is_variation;
    b->problem = piece->problem;
    size_box(p, b, piece->kind == KF_BOOK_FIGURE);
    kf_text notes = kf_book_text_notes(book->pieces, piece->scene);
    if (piece->scene->caption.length + notes.length > 0) {
        b->caption_width = cell_of(p, b->abreast);
        b->caption = kf_book_type_set(p->book, p->canvas, piece->scene->caption, notes,
                                      &caption_setting, b->caption_width);
        b->caption_height = kf_book_type_height(b->caption) + CAPTION_GAP;
    }
    return b;
}

// A diagram waits until its row is full.
static void add_figure(pdf *p, const kf_book_piece *piece) {
    box *b = make_box(p, piece);
    int count = in_row(p);
    if (count >= b->abreast || (count > 0 && b->abreast == 1))
        end_row(p);
    count = in_row(p);
    p->row[count++] = b;
    for (int i = 0; i < count; i++) {
        if (p->row[i] != NULL && p->row[i]->abreast <= count) {
            end_row(p);
            break;
        }
    }
}

// A board among many: as wide as its place, with its name below.
static void add_small(pdf *p, const kf_book_piece *piece) {
    const kf_picture *picture = kf_shape_list(p->book->pieces, piece->scene);
    double gap = 10;
    int columns = (int)((p->measure + gap) / (SMALL_WIDTH + gap));
    double cell = (p->measure - gap * (columns - 1)) / columns;
    double scale = cell / (picture->width > picture->height ? picture->width : picture->height);
    if (p->page == 0)
        begin_page(p);
    if (p->small_column == 0 && p->y + cell + SMALL_TEXT > p->bottom)
        next_page(p);
    double x = p->paper->margin + p->small_column * (cell + gap);
    kf_cairo_paint(p->canvas, picture, &p->style, x + (cell - picture->width * scale) / 2, p->y,
                   picture->width * scale);
    kf_cairo_lettering how = {
        .font = "sans-serif", .size = 7, .most = cell, .anchor = KF_CAIRO_MIDDLE, .is_cut = true};
    kf_cairo_text_put(p->canvas, piece->text, &how, x + cell / 2, p->y + cell + 6);
    if (++p->small_column == columns) {
        p->small_column = 0;
        p->y += cell + SMALL_TEXT;
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

// What stands on a page of its own, and on.
static void begin_part(pdf *p, kf_text title) {
    kf_text none = {"", 0};
    settle(p);
    draw_page(p, true);
    p->running = none;
    begin_page(p);
    add_mark(p, title);
    add_text(p, none, title, &game_setting);
    p->running = copied(p->book->arena, title);
}

// The same below what stands there: a short list needs no page.
static void add_below(pdf *p, kf_text title) {
    p->y += 2.0 * FIGURE_GAP;
    add_mark(p, title);
    add_text(p, (kf_text){"", 0}, title, &game_setting);
}

// A game or a part of the book. The pages of a book with contents are counted from the first one,
// so that the contents before it do not change what they say.
static void add_heading(pdf *p, kf_text title) {
    bool is_counted = kf_book_list_of(p->book) != NULL || p->book->plan->is_draft;
    if (is_counted && !p->has_begun) {
        settle(p);
        draw_page(p, true);
        p->front = p->page;
    }
    p->has_begun = true;
    begin_part(p, title);
    add_way(p, 'g', p->book->entry_count + 1);
    p->book->page = p->page - p->front;
}

// A line with a page number at its end, and dots between.
static void add_row(pdf *p, kf_text text, size_t entry) {
    enum { NUMBER_WIDTH = 24 };
    static const kf_book_setting row = {"serif", 9, false, 0, PANGO_ALIGN_LEFT, "P"};
    kf_book_setting right = row;
    const kf_book_entry *e = &kf_book_list_of(p->book)->entries[entry];
    kf_buffer number = {.arena = p->book->pieces};
    kf_text none = {"", 0};
    right.align = PANGO_ALIGN_RIGHT;
    kf_buffer_add_number(&number, e->page);
    const char *link = way_of(p, "dest", 'g', entry + 1);
    const char *where = kf_arena_copy(p->book->arena, link, strlen(link));
    PangoLayout *layout =
        kf_book_type_set(p->book, p->canvas, none, text, &row, p->measure - NUMBER_WIDTH);
    PangoLayout *digits =
        kf_book_type_set(p->book, p->canvas, none, kf_buffer_text(&number), &right, p->measure);
    size_t from = p->count;
    double y = p->y;
    place_lines(p, layout, &row);
    // A row of several lines may have begun on the page before.
    from = from <= p->count && p->y > y ? from : 0;
    double last = p->y;
    p->y = last - kf_book_type_height(digits);
    place_lines(p, digits, &right);
    for (; from < p->count; from++)
        p->items[from].link = where;
    g_object_unref(layout);
    g_object_unref(digits);
    p->y += 2;
}

static void add_contents(pdf *p, const kf_book_piece *piece) {
    const kf_book *draft = kf_book_list_of(p->book);
    if (draft->entry_count <= FEW_ENTRIES && p->page == 1)
        add_below(p, piece->text);
    else
        begin_part(p, piece->text);
    p->y += FIGURE_GAP;
    for (size_t i = 0; i < draft->entry_count; i++)
        add_row(p, draft->entries[i].title, i);
    draw_page(p, true);
}

// "Honinbo Shusaku  3, 17": a name and its pages.
static void add_index(pdf *p, const kf_book_piece *piece) {
    static const kf_book_setting row = {"serif", 9, false, 0, PANGO_ALIGN_LEFT, "P"};
    const kf_book *draft = kf_book_list_of(p->book);
    if (p->is_in_indices && p->y + HEAD_ROOM <= p->bottom)
        add_below(p, piece->text);
    else
        begin_part(p, piece->text);
    p->is_in_indices = true;
    p->y += FIGURE_GAP;
    for (size_t i = 0; i < piece->count; i++) {
        kf_buffer pages = {.arena = p->book->pieces};
        kf_text none = {"", 0};
        kf_buffer_add_text(&pages, piece->rows[i].name);
        kf_buffer_add_string(&pages, "  ");
        for (size_t k = 0; k < piece->rows[i].count; k++) {
            kf_buffer_add_string(&pages, k > 0 ? ", " : "");
            kf_buffer_add_number(&pages, draft->entries[piece->rows[i].places[k]].page);
        }
        add_text(p, none, kf_buffer_text(&pages), &row);
        p->y -= TEXT_GAP - 1;
    }
}

// The book's title stands on a page of its own.
static void add_title(pdf *p, kf_text title) {
    kf_text none = {"", 0};
    begin_sheet(p);
    p->y = p->top + (p->bottom - p->top) / 3;
    kf_text author = p->book->plan->author;
    add_text(p, none, title, &title_setting);
    add_text(p, none, author, &author_setting);
    draw_page(p, true);
}

static void add_head(pdf *p, const kf_book_piece *piece) {
    settle(p);
    if (p->y + HEAD_ROOM > p->bottom && !is_fresh(p))
        next_page(p);
    if (p->book->plan->runs_on)
        add_mark(p, piece->text);
    size_t from = p->count;
    add_text(p, piece->lead, piece->text, &head_setting);
    if (piece->problem == 0)
        return;
    add_way(p, 'a', piece->problem);
    const char *link = way_of(p, "dest", 'q', piece->problem);
    for (; from < p->count; from++)
        p->items[from].link = kf_arena_copy(p->book->arena, link, strlen(link));
}

static void add(kf_book *book, const kf_book_piece *piece) {
    pdf *p = book->state;
    kf_book_setting text = {"serif", p->paper->type, false, 0, PANGO_ALIGN_LEFT, "P"};
    bool begins = piece->kind == KF_BOOK_TITLE || piece->kind == KF_BOOK_GAME ||
                  piece->kind == KF_BOOK_PART || piece->kind == KF_BOOK_SMALL;
    if (p->page == 0 && !begins)
        begin_page(p);
    switch (piece->kind) {
    case KF_BOOK_TITLE:
        add_title(p, piece->text);
        break;
    case KF_BOOK_GAME:
    case KF_BOOK_PART:
        p->abreast = piece->abreast > 0 ? piece->abreast : 2;
        add_heading(p, piece->text);
        break;
    case KF_BOOK_CONTENTS:
        add_contents(p, piece);
        break;
    case KF_BOOK_INDEX:
        add_index(p, piece);
        break;
    case KF_BOOK_HEAD:
        add_head(p, piece);
        break;
    case KF_BOOK_FACTS:
        add_facts(p, piece->text);
        break;
    case KF_BOOK_FIGURE:
    case KF_BOOK_DIAGRAM:
        add_figure(p, piece);
        break;
    case KF_BOOK_TEXT:
        add_text(p, piece->lead, piece->text, &text);
        break;
    case KF_BOOK_SMALL:
        add_small(p, piece);
        break;
    }
}

static void forget_caption(const box *b) {
    if (b->caption != NULL)
        g_object_unref(b->caption);
}

// What was not drawn, because the book failed. The pictures' memory goes with that of the book.
static void forget(void *state) {
    pdf *p = state;
    for (size_t i = 0; i < p->count; i++) {
        if (p->items[i].line != NULL)
            pango_layout_line_unref(p->items[i].line);
        else
            forget_caption(p->items[i].picture);
    }
    for (size_t i = 0; i < p->waiting_count; i++)
        forget_caption(p->waiting[i]);
    for (int i = 0; i < ABREAST && p->row[i] != NULL; i++)
        forget_caption(p->row[i]);
    p->count = p->waiting_count = 0;
    p->row[0] = NULL;
}

static void *open_book(kf_book *book) {
    pdf *p = kf_arena_alloc(book->arena, sizeof *p);
    *p = (pdf){.book = book, .paper = &papers[0], .running = {"", 0}, .abreast = 2};
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; i++)
        if (strcmp(papers[i].name, book->plan->paper) == 0)
            p->paper = &papers[i];
    p->style = *book->plan->style;
    if (p->style.paper == 0xFFFFFF)
        p->style.paper = KF_RGB_NONE;
    p->canvas = kf_cairo_canvas_new(book->arena, KF_CAIRO_PDF, book->sink, book->context);
    kf_arena_defer(book->arena, forget, p);
    p->measure = p->paper->width - 2.0 * p->paper->margin;
    p->top = p->paper->foot;
    p->bottom = p->paper->height - p->paper->foot;
    return p;
}

static bool close_book(kf_book *book) {
    pdf *p = book->state;
    if (p->page > 0) {
        settle(p);
        draw_page(p, true);
        kf_book_type_end(p->canvas, "Document");
        kf_text title = kf_book_list_title(book), author = book->plan->author;
        kf_cairo_canvas_title(p->canvas, kf_arena_copy(book->pieces, title.data, title.length),
                              kf_arena_copy(book->pieces, author.data, author.length));
    }
    return kf_cairo_canvas_close(p->canvas, book->log);
}

const kf_book_writer kf_book_pdf_writer = {.name = "pdf",
                                           .suffix = ".pdf",
                                           .needs = "cairo",
                                           .open = open_book,
                                           .add = add,
                                           .close = close_book};
