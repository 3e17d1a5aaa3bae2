// SPDX-License-Identifier: MIT
// A book as a LaTeX document.

#include <string.h>

#include "base/text.h"
#include "draw/book/book.h"
#include "draw/picture/tex.h"

// The largest distance between two lines of a board, and its width, in thousandths of a point.
enum { UNIT = 11500, LINE_WIDTH = 330000, SMALL_WIDTH = 105000 };

static void put(kf_buffer *out, const char *string) {
    kf_buffer_add_string(out, string);
}

static void pass_on(kf_book *book, const kf_buffer *out) {
    kf_text text = kf_buffer_text(out);
    if (!book->has_failed && text.length > 0)
        book->has_failed = !book->sink(book->context, text.data, text.length);
}

static void *open_book(kf_book *book) {
    kf_buffer out = {.arena = book->arena};
    const char *paper = book->plan->paper;
    put(&out, "% Made by kifu.\n\\documentclass[10pt]{article}\n\\usepackage[");
    put(&out, strcmp(paper, "a4") == 0   ? "a4paper"
              : strcmp(paper, "a5") == 0 ? "a5paper"
                                         : "letterpaper");
    put(&out, ",margin=15mm]{geometry}\n");
    kf_tex_preamble(&out, false, book->plan->figures.how.language);
    put(&out, "\\IfFileExists{hyperref.sty}{\\usepackage[hidelinks]{hyperref}}%\n"
              "  {\\newcommand\\hypertarget[2]{#2}\\newcommand\\hyperlink[2]{#2}}\n");
    put(&out, "\\setlength\\parindent{0pt}\\setlength\\parskip{3pt plus 1pt}\n"
              "\\widowpenalty=10000\\clubpenalty=10000\\raggedbottom\n"
              "\\pagestyle{myheadings}\n"
              "\\newcommand\\kifufigure[1]{\\par\\medskip{\\centering #1\\par}\\medskip}\n"
              // As many diagrams side by side as have room: three, two or one.
              "\\newcommand\\kifudiagram[1]{\\leavevmode\\setbox0\\hbox{#1}%\n"
              "  \\dimen0=\\ifdim\\wd0<.32\\linewidth.33\\linewidth\\else\n"
              "    \\ifdim\\wd0<.48\\linewidth.495\\linewidth\\else\\linewidth\\fi\\fi\\relax\n"
              "  \\vtop{\\vskip4pt\\hbox to\\dimen0{\\hfil\\box0\\hfil}\\vskip6pt}%\n  \\hskip0pt "
              "plus1fil\\penalty0\\hskip0pt plus-1fil\\relax}\n"
              "\\newcommand\\kifuhead{}\n\\begin{document}\n"
              "\\markboth{\\protect\\kifuhead}{\\protect\\kifuhead}\n");
    pass_on(book, &out);
    return NULL;
}

static void add_heading(kf_buffer *out, const char *before, kf_text text, const char *after) {
    put(out, before);
    kf_tex_text_add(out, text, false);
    put(out, after);
}

// The book's title and author stand on a page of their own.
static void add_title(kf_buffer *out, const kf_book *book, kf_text title) {
    add_heading(out, "{\\centering\\Huge\\sffamily\\bfseries ", title, "\\par}\n");
    if (book->plan->author.length > 0)
        add_heading(out, "{\\centering\\Large\\sffamily ", book->plan->author, "\\par}\n");
    put(out, "\\clearpage\n");
}

// A heading that the contents and indices name by its page.
static void add_label(kf_buffer *out, const kf_book *book) {
    if (kf_book_list_of(book) == NULL)
        return;
    put(out, "\\label{g");
    kf_buffer_add_number(out, (long)book->entry_count + 1);
    put(out, "}\n");
}

static void add_page(kf_buffer *out, size_t entry) {
    put(out, "\\pageref{g");
    kf_buffer_add_number(out, (long)entry + 1);
    put(out, "}");
}

static void add_contents(kf_buffer *out, const kf_book *book, const kf_book_piece *piece) {
    const kf_book *draft = kf_book_list_of(book);
    add_heading(out, "\\clearpage\n\\section*{", piece->text, "}\n");
    for (size_t i = 0; i < draft->entry_count; i++) {
        add_heading(out, "{\\raggedright ", draft->entries[i].title, "\\dotfill ");
        add_page(out, i);
        put(out, "\\par}\n");
    }
}

static void add_index(kf_buffer *out, const kf_book_piece *piece) {
    add_heading(out, "\\clearpage\n\\section*{", piece->text, "}\n");
    for (size_t i = 0; i < piece->count; i++) {
        const kf_book_row *row = &piece->rows[i];
        add_heading(out, "{\\raggedright ", row->name, "\\quad ");
        for (size_t k = 0; k < row->count; k++) {
            put(out, k > 0 ? ", " : "");
            add_page(out, row->places[k]);
        }
        put(out, "\\par}\n");
    }
}

static void add_text(kf_buffer *out, kf_text lead, kf_text text) {
    put(out, "\\par\n"); // behind diagrams
    if (lead.length > 0)
        add_heading(out, "\\textbf{", lead, "} ");
    kf_tex_text_add(out, text, true);
    put(out, "\n\n");
}

static void add_facts(kf_buffer *out, kf_text text) {
    put(out, "\\par{\\small\\sffamily\n");
    for (kf_text line; kf_text_line(&text, &line);) {
        kf_tex_text_add(out, line, false);
        put(out, "\\par\n");
    }
    put(out, "}\n");
}

// What follows leads from a question to its answers, or back; it ends with "}".
static void begin_way(kf_buffer *out, const char *from, const char *to, size_t problem) {
    put(out, "\\hypertarget{");
    put(out, from);
    kf_buffer_add_number(out, (long)problem);
    put(out, "}{}\\hyperlink{");
    put(out, to);
    kf_buffer_add_number(out, (long)problem);
    put(out, "}{");
}

static void add_head(kf_buffer *out, const kf_book_piece *piece) {
    put(out, "\\subsection*{");
    if (piece->problem > 0)
        begin_way(out, "a", "q", piece->problem);
    add_heading(out, "", piece->text, piece->problem > 0 ? "}}\n" : "}\n");
}

static void add_figure(kf_buffer *out, const kf_book *book, const kf_book_piece *piece) {
    const kf_picture *picture = kf_shape_list(book->pieces, piece->scene);
    bool is_small = piece->kind == KF_BOOK_SMALL;
    int64_t most = is_small ? SMALL_WIDTH : LINE_WIDTH;
    int64_t unit = most * 1000 / picture->width;
    int64_t wanted = kf_book_picture_width(book, picture, UNIT) * 1000 / picture->width;
    if (book->plan->width == 0)
        wanted /= 1000;
    put(out, is_small                         ? "\\begin{minipage}[t]{110pt}\\centering\n"
             : piece->kind == KF_BOOK_DIAGRAM ? "\\kifudiagram{%\n"
                                              : "\\kifufigure{%\n");
    if (piece->problem > 0)
        begin_way(out, "q", "a", piece->problem);
    kf_tex_shape_add(out, picture, book->plan->style, (int)(unit < wanted ? unit : wanted), NULL);
    if (piece->problem > 0)
        put(out, "}");
    if (is_small)
        add_heading(out, "\\par\\scriptsize\\sffamily ", piece->text,
                    "\\end{minipage}\\hspace{0pt plus 1fill}%\n");
    else
        put(out, piece->kind == KF_BOOK_DIAGRAM ? "}%\n" : "}\n");
}

static void add(kf_book *book, const kf_book_piece *piece) {
    kf_buffer out = {.arena = book->pieces};
    switch (piece->kind) {
    case KF_BOOK_TITLE:
        add_title(&out, book, piece->text);
        break;
    case KF_BOOK_GAME:
    case KF_BOOK_PART:
        add_heading(&out, "\\clearpage\n\\section*{", piece->text, "}\n");
        add_label(&out, book);
        add_heading(&out, "\\gdef\\kifuhead{", piece->text, "}\n");
        break;
    case KF_BOOK_CONTENTS:
        add_contents(&out, book, piece);
        break;
    case KF_BOOK_INDEX:
        add_index(&out, piece);
        break;
    case KF_BOOK_HEAD:
        add_head(&out, piece);
        break;
    case KF_BOOK_FACTS:
        add_facts(&out, piece->text);
        break;
    case KF_BOOK_TEXT:
        add_text(&out, piece->lead, piece->text);
        break;
    case KF_BOOK_FIGURE:
    case KF_BOOK_DIAGRAM:
    case KF_BOOK_SMALL:
        add_figure(&out, book, piece);
        break;
    }
    pass_on(book, &out);
}

static bool close_book(kf_book *book) {
    kf_buffer out = {.arena = book->arena};
    put(&out, "\\end{document}\n");
    pass_on(book, &out);
    return !book->has_failed;
}

const kf_book_writer kf_book_tex_writer = {
    .name = "tex", .suffix = ".tex", .open = open_book, .add = add, .close = close_book};
