// SPDX-License-Identifier: MIT
// A book as EPUB 3: a zip archive of chapters, pictures, and lists of both.

#include <stdio.h>

#include "base/text.h"
#include "base/zip.h"
#include "draw/book/book.h"

// A book under way. The chapter in hand is kept until the next one begins.
typedef struct epub {
    kf_book *book;
    kf_zip zip;
    kf_buffer chapter;
    kf_buffer manifest, spine, contents; // lists of what was written
    size_t chapters, pictures;
    char file[40];     // of the chapter in hand
    size_t *questions; // the chapter of each problem, from the first on
    size_t question_count, question_room;
    size_t contents_chapter, first_text, index_chapter; // 0: there is none
    kf_buffer cover;                                    // the board on it, as SVG
    uint64_t hash;                                      // of all chapters, for the name of the book
} epub;

static void put(kf_buffer *out, const char *string) {
    kf_buffer_add_string(out, string);
}

static void begin_document(const epub *e, kf_buffer *out, kf_text title) {
    kf_language language = e->book->plan->figures.how.language;
    const char *tag = kf_language_tag(language);
    put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"
             "<html xmlns=\"http://www.w3.org/1999/xhtml\" "
             "xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"");
    put(out, tag);
    put(out, "\" xml:lang=\"");
    put(out, tag);
    put(out, "\">\n<head>\n<title>");
    kf_book_page_escape(
        out, title.length > 0 ? title : kf_text_of(kf_language_get(language, KF_WORD_GAMES)));
    put(out, "</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n"
             "</head>\n<body>\n");
}

// ---- Chapters ----

static void end_chapter(epub *e) {
    char name[60];
    if (e->chapter.length == 0)
        return;
    put(&e->chapter, "</body>\n</html>\n");
    for (size_t i = 0; i < e->chapter.length; i++)
        e->hash = (e->hash ^ (unsigned char)e->chapter.data[i]) * 0x100000001B3u;
    snprintf(name, sizeof name, "OEBPS/%s", e->file);
    kf_zip_add(&e->zip, name, kf_buffer_text(&e->chapter), false);
    e->chapter.length = 0;
}

static void begin_chapter(epub *e, kf_text title, bool is_part) {
    char item[160];
    end_chapter(e);
    e->chapters++;
    if (is_part)
        snprintf(e->file, sizeof e->file, "%s", KF_BOOK_ANSWERS);
    else
        snprintf(e->file, sizeof e->file, "text-%zu.xhtml", e->chapters);
    begin_document(e, &e->chapter, title);
    snprintf(item, sizeof item,
             "<item id=\"text-%zu\" href=\"%s\" "
             "media-type=\"application/xhtml+xml\"/>\n",
             e->chapters, e->file);
    put(&e->manifest, item);
    snprintf(item, sizeof item, "<itemref idref=\"text-%zu\"/>\n", e->chapters);
    put(&e->spine, item);
    snprintf(item, sizeof item, "<li><a href=\"%s\">", e->file);
    put(&e->contents, item);
    kf_book_page_escape(
        &e->contents,
        title.length > 0
            ? title
            : kf_text_of(kf_language_get(e->book->plan->figures.how.language, KF_WORD_GAMES)));
    put(&e->contents, "</a></li>\n");
}

// Where a question or its answers lead to. A question is noted, for its answers come later.
static const char *way_of(epub *e, const kf_book_piece *piece, char *name, size_t size) {
    name[0] = '\0';
    if (piece->problem == 0)
        return name;
    if (piece->kind != KF_BOOK_HEAD) {
        e->questions = kf_arena_grow(e->book->arena, e->questions, &e->question_room,
                                     piece->problem, sizeof *e->questions);
        for (; e->question_count < piece->problem; e->question_count++)
            e->questions[e->question_count] = e->chapters;
        return KF_BOOK_ANSWERS;
    }
    if (piece->problem <= e->question_count)
        snprintf(name, size, "text-%zu.xhtml", e->questions[piece->problem - 1]);
    return name;
}

static void add_picture(epub *e, const kf_book_piece *piece, const char *way) {
    char name[48], item[160];
    kf_buffer svg = {.arena = e->book->pieces};
    e->pictures++;
    snprintf(name, sizeof name, "OEBPS/figure-%zu.svg", e->pictures);
    put(&svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    kf_book_page_svg(&svg, e->book, piece->scene);
    kf_zip_add(&e->zip, name, kf_buffer_text(&svg), false);
    snprintf(item, sizeof item,
             "<item id=\"figure-%zu\" href=\"figure-%zu.svg\" media-type=\"image/svg+xml\"/>\n",
             e->pictures, e->pictures);
    put(&e->manifest, item);
    kf_book_page_add(&e->chapter, e->book, piece, name + sizeof "OEBPS/" - 1, way);
}

static bool is_chapter(kf_book_kind kind) {
    return kind == KF_BOOK_TITLE || kind == KF_BOOK_GAME || kind == KF_BOOK_PART ||
           kind == KF_BOOK_CONTENTS || kind == KF_BOOK_INDEX;
}

// The first board of the book stands on its cover, below the title.
static void keep_cover(epub *e, const kf_scene *scene) {
    if (e->cover.length > 0)
        return;
    kf_scene bare = *scene;
    bare.title = bare.caption = (kf_text){"", 0};
    bare.note_count = 0;
    e->cover.arena = e->book->arena;
    kf_book_page_svg(&e->cover, e->book, &bare);
}

static void add(kf_book *book, const kf_book_piece *piece) {
    epub *e = book->state;
    bool begins = is_chapter(piece->kind);
    kf_text none = {"", 0};
    char name[40];
    if (begins || e->chapters == 0)
        begin_chapter(e, begins ? piece->text : none, piece->kind == KF_BOOK_PART);
    const char *way = way_of(e, piece, name, sizeof name);
    if (piece->kind == KF_BOOK_CONTENTS) {
        e->contents_chapter = e->chapters;
        book->first_chapter = e->chapters + 1;
    } else if (e->first_text == 0 && piece->kind != KF_BOOK_TITLE) {
        e->first_text = e->chapters;
    }
    if (piece->kind == KF_BOOK_INDEX && e->index_chapter == 0)
        e->index_chapter = e->chapters;
    if (piece->scene != NULL)
        keep_cover(e, piece->scene);
    if (piece->scene != NULL)
        add_picture(e, piece, way);
    else
        kf_book_page_add(&e->chapter, book, piece, NULL, way);
    book->has_failed = book->has_failed || e->zip.has_failed;
}

// ---- The archive ----

static void *open_book(kf_book *book) {
    kf_arena *arena = book->arena;
    epub *e = kf_arena_alloc(arena, sizeof *e);
    *e = (epub){.book = book,
                .chapter = {.arena = arena},
                .manifest = {.arena = arena},
                .spine = {.arena = arena},
                .contents = {.arena = arena},
                .hash = 0xCBF29CE484222325u};
    kf_zip_begin(&e->zip, arena, book->sink, book->context);
    kf_zip_add(&e->zip, "mimetype", KF_TEXT("application/epub+zip"), true);
    kf_zip_add(&e->zip, "META-INF/container.xml",
               KF_TEXT("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<container version=\"1.0\" "
                       "xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n"
                       "<rootfiles>\n<rootfile full-path=\"OEBPS/content.opf\" "
                       "media-type=\"application/oebps-package+xml\"/>\n"
                       "</rootfiles>\n</container>\n"),
               false);
    kf_zip_add(&e->zip, "OEBPS/style.css", kf_text_of(kf_book_page_style()), false);
    return e;
}

// ---- The cover ----

enum { COVER_WIDTH = 600, COVER_HEIGHT = 800 };

static void add_cover_lines(kf_buffer *out, kf_text text, int y, int size) {
    enum { MOST = 3 };
    // So many characters have room in a line, roughly: letters are half as wide as high.
    size_t room = (size_t)(COVER_WIDTH - 80) * 2 / (size_t)size, lines = 0;
    kf_text rest = text, line = {text.data, 0}, word;
    char head[96];
    while (lines < MOST && (rest.length > 0 || line.length > 0)) {
        kf_text before = rest;
        bool has_word = kf_text_word(&rest, &word);
        size_t end = has_word ? (size_t)(word.data + word.length - line.data) : 0;
        if (has_word && (line.length == 0 || end <= room)) {
            line.length = end;
            continue;
        }
        rest = has_word ? before : rest;
        snprintf(head, sizeof head, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">", COVER_WIDTH / 2,
                 y + (int)lines * size * 5 / 4, size);
        put(out, head);
        kf_book_page_escape(out, kf_text_trim(line));
        put(out, "</text>\n");
        lines++;
        line = (kf_text){rest.data, 0};
    }
}

static kf_text author_of(const epub *e) {
    kf_text author = e->book->plan->author;
    return author.length > 0 ? author : kf_buffer_text(&e->book->authors);
}

static void add_cover(epub *e) {
    kf_buffer svg = {.arena = e->book->arena}, page = svg;
    char head[300];
    snprintf(head, sizeof head,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
             "height=\"%d\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
             "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
             COVER_WIDTH, COVER_HEIGHT, COVER_WIDTH, COVER_HEIGHT, COVER_WIDTH, COVER_HEIGHT);
    put(&svg, head);
    add_cover_lines(&svg, kf_book_list_title(e->book), 90, 40);
    if (e->cover.length > 0) {
        put(&svg, "<svg x=\"60\" y=\"230\" width=\"480\" height=\"480\">\n");
        kf_buffer_add_text(&svg, kf_buffer_text(&e->cover));
        put(&svg, "</svg>\n");
    }
    add_cover_lines(&svg, author_of(e), 755, 22);
    put(&svg, "</svg>\n");
    kf_zip_add(&e->zip, "OEBPS/cover.svg", kf_buffer_text(&svg), false);
    begin_document(e, &page, kf_book_list_title(e->book));
    put(&page, "<section epub:type=\"cover\">\n<img src=\"cover.svg\" alt=\"");
    kf_book_page_escape(&page, kf_book_list_title(e->book));
    put(&page, "\"/>\n</section>\n</body>\n</html>\n");
    kf_zip_add(&e->zip, "OEBPS/cover.xhtml", kf_buffer_text(&page), false);
}

static void add_landmark(const epub *e, kf_buffer *out, const char *type, size_t chapter,
                         kf_word word) {
    char head[96];
    if (chapter == 0)
        return;
    snprintf(head, sizeof head, "<li><a epub:type=\"%s\" href=\"text-%zu.xhtml\">", type, chapter);
    put(out, head);
    kf_book_page_escape(out,
                        kf_text_of(kf_language_get(e->book->plan->figures.how.language, word)));
    put(out, "</a></li>\n");
}

static void add_contents(epub *e) {
    kf_buffer out = {.arena = e->book->arena};
    kf_language language = e->book->plan->figures.how.language;
    kf_text contents = kf_text_of(kf_language_get(language, KF_WORD_CONTENTS));
    begin_document(e, &out, contents);
    put(&out, "<nav epub:type=\"toc\" role=\"doc-toc\">\n<h1>");
    kf_book_page_escape(&out, contents);
    put(&out, "</h1>\n<ol>\n");
    kf_buffer_add_text(&out, kf_buffer_text(&e->contents));
    put(&out, "</ol>\n</nav>\n<nav epub:type=\"landmarks\" hidden=\"hidden\">\n<ol>\n<li><a "
              "epub:type=\"cover\" href=\"cover.xhtml\">");
    kf_book_page_escape(&out, kf_text_of(kf_language_get(language, KF_WORD_COVER)));
    put(&out, "</a></li>\n");
    add_landmark(e, &out, "toc", e->contents_chapter, KF_WORD_CONTENTS);
    add_landmark(e, &out, "bodymatter", e->first_text > 0 ? e->first_text : 1, KF_WORD_GAMES);
    add_landmark(e, &out, "index", e->index_chapter, KF_WORD_PLAYERS);
    put(&out, "</ol>\n</nav>\n</body>\n</html>\n");
    kf_zip_add(&e->zip, "OEBPS/nav.xhtml", kf_buffer_text(&out), false);
}

// The date of the last change must stand there, so a fixed one does: a book's name is what is in
// it, and the same games give the same book.
static void add_package(epub *e) {
    kf_buffer out = {.arena = e->book->arena};
    char name[32];
    snprintf(name, sizeof name, "%016llx", (unsigned long long)e->hash);
    put(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" "
              "unique-identifier=\"id\" xml:lang=\"");
    put(&out, kf_language_tag(e->book->plan->figures.how.language));
    put(&out, "\">\n"
              "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
              "<dc:identifier id=\"id\">urn:kifu:");
    put(&out, name);
    put(&out, "</dc:identifier>\n<dc:title>");
    kf_book_page_escape(&out, kf_book_list_title(e->book));
    put(&out, "</dc:title>\n<dc:language>");
    put(&out, kf_language_tag(e->book->plan->figures.how.language));
    put(&out, "</dc:language>\n");
    if (author_of(e).length > 0) {
        put(&out, "<dc:creator>");
        kf_book_page_escape(&out, author_of(e));
        put(&out, "</dc:creator>\n");
    }
    put(&out, "<meta property=\"schema:accessMode\">textual</meta>\n"
              "<meta property=\"schema:accessMode\">visual</meta>\n"
              "<meta property=\"schema:accessibilityFeature\">alternativeText</meta>\n"
              "<meta property=\"schema:accessibilityHazard\">none</meta>\n"
              "<meta property=\"dcterms:modified\">2000-01-01T00:00:00Z</meta>\n"
              "</metadata>\n<manifest>\n"
              "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" "
              "properties=\"nav\"/>\n"
              "<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n"
              "<item id=\"cover-picture\" href=\"cover.svg\" media-type=\"image/svg+xml\" "
              "properties=\"cover-image\"/>\n"
              "<item id=\"cover\" href=\"cover.xhtml\" "
              "media-type=\"application/xhtml+xml\"/>\n");
    kf_buffer_add_text(&out, kf_buffer_text(&e->manifest));
    put(&out, "</manifest>\n<spine>\n<itemref idref=\"cover\"/>\n");
    kf_buffer_add_text(&out, kf_buffer_text(&e->spine));
    put(&out, "</spine>\n</package>\n");
    kf_zip_add(&e->zip, "OEBPS/content.opf", kf_buffer_text(&out), false);
}

static bool close_book(kf_book *book) {
    epub *e = book->state;
    if (e->chapters == 0)
        begin_chapter(e, book->plan->title, false);
    end_chapter(e);
    add_cover(e);
    add_contents(e);
    add_package(e);
    return kf_zip_end(&e->zip);
}

const kf_book_writer kf_book_epub_writer = {
    .name = "epub", .suffix = ".epub", .open = open_book, .add = add, .close = close_book};
