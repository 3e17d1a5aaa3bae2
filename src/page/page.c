// SPDX-License-Identifier: MIT
// The page that shows records: one HTML file with everything in it.

#include <kifu/page.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kifu/draw.h>
#include <kifu/play.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/json.h"
#include "base/output.h"
#include "base/text.h"
#include "base/xml.h"
#include "draw/scene/scene.h"
#include "record/title.h"
#include "record/value.h"

struct kf_page {
    kf_output out;
    bool has_items; // the list has one
    bool is_data;
};

#define KF_PIECE(literal)                                                                          \
    { literal, sizeof(literal) - 1 }
#include "page/page_data.inc"

// Nothing is loaded from anywhere, and only the one script runs, which is known by its digest: so
// no text of a record can become a script. Styles within elements are the board's.
#define POLICY_START                                                                               \
    "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; "         \
    "script-src 'wasm-unsafe-eval' '"

static const char *const policies[] = {POLICY_START PAGE_DIGEST "'; img-src data:",
                                       POLICY_START PAGE_DIGEST "'; img-src data: 'self'"};

const char *kf_page_policy(bool is_served) {
    return policies[is_served];
}

// ---- Escapes ----

// Nothing in such a string can end the element that it stands in, or look like markup to whoever
// reads the file by other means.
static bool add_json(kf_output *out, kf_text text) {
    return kf_json_escape(kf_output_sink, out, text, true);
}

static bool add_piece(void *out, const void *bytes, size_t length) {
    return add_json(out, (kf_text){bytes, length});
}

// The first member of an object has no comma before it.
static void add_member(kf_output *out, const char *name, const char *value) {
    if (value == NULL)
        return;
    kf_output_add_string(out, out->used > 0 && out->data[out->used - 1] == '{' ? "\"" : ",\"");
    kf_output_add_string(out, name);
    kf_output_add_string(out, "\":\"");
    add_json(out, kf_text_of(value));
    kf_output_add_char(out, '"');
}

// ---- Languages ----

typedef struct translation {
    const char *words[KF_LANGUAGES]; // English first
} translation;

static const translation translations[] = {
#define KF_PAGE_WORD(en, ja, hans, hant, ko, de, fr, es) {{en, ja, hans, hant, ko, de, fr, es}},
#include "page/page_words.def"
#undef KF_PAGE_WORD
};

static void add_text(kf_output *out, const char *text) {
    add_json(out, kf_text_of(text));
}

// The words of the page's own language: those of the page by their English, and those that pictures
// add in the order in which the library knows them.
static void add_words(kf_output *out, kf_language language) {
    if (language == KF_LANGUAGE_EN)
        return;
    add_member(out, "language", kf_language_tag(language));
    kf_output_add_string(out, ",\"words\":{");
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        kf_output_add_string(out, i > 0 ? ",\"" : "\"");
        add_text(out, translations[i].words[KF_LANGUAGE_EN]);
        kf_output_add_string(out, "\":\"");
        add_text(out, translations[i].words[language]);
        kf_output_add_char(out, '"');
    }
    kf_output_add_string(out, kf_language_is_close(language) ? "},\"vocabulary\":\"1"
                                                             : "},\"vocabulary\":\"0");
    for (int word = 0; word < KF_WORDS; word++) {
        add_text(out, kf_language_get(language, (kf_word)word));
        add_text(out, "\n");
    }
    kf_output_add_char(out, '"');
}

// ---- The style ----

static void add_colour(kf_output *out, const char *name, kf_rgb colour) {
    char text[40];
    if (colour == KF_RGB_NONE)
        return;
    snprintf(text, sizeof text, "--%s:#%06X;", name, (unsigned)colour);
    kf_output_add_string(out, text);
}

// The colours of a style, over those of the page (style.css), which names them so.
static void add_style(kf_output *out, const kf_style *style) {
    const struct {
        const char *name;
        kf_rgb colour;
    } colours[] = {{"paper", style->paper},      {"ink", style->ink},
                   {"board", style->board},      {"board-line", style->line},
                   {"black", style->black_fill}, {"black-line", style->black_line},
                   {"white", style->white_fill}, {"white-line", style->white_line},
                   {"accent", style->accent}};
    bool is_dark = (style->paper >> 8 & 255) < 128; // by its green, which weighs most
    kf_output_add_string(out, is_dark ? "<style>:root:root{color-scheme:dark}"
                                      : "<style>:root:root{color-scheme:light}");
    kf_output_add_string(out, ":root #kifu .kifu,#kifu.styled{");
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        add_colour(out, colours[i].name, colours[i].colour);
    kf_output_add_string(out, "--faint:color-mix(in srgb,var(--ink) 70%,var(--paper));"
                              "--line:color-mix(in srgb,var(--ink) 25%,var(--paper));"
                              "--press:color-mix(in srgb,var(--ink) 12%,var(--paper))}"
                              "#kifu.styled{background:var(--paper);color:var(--ink)}</style>\n");
}

// ---- The document ----

// What is read without the program: the header, the board, and the main line with its comments.
typedef struct document {
    kf_output *out;
    kf_arena *arena;
    const kf_record *record;
    kf_node game;
    kf_language language;
    int width, height, moves;
    bool is_whole;
} document;

static kf_text plain_of(const document *d, kf_node node, const char *name) {
    kf_buffer out = {.arena = d->arena};
    kf_text value;
    if (!kf_property_get(d->record, node, name, &value))
        return (kf_text){"", 0};
    kf_value_plain(&out, value, strcmp(name, "C") != 0);
    return kf_text_trim(kf_buffer_text(&out));
}

static void add_element(const document *d, const char *tag, kf_text text) {
    kf_output_add_char(d->out, '<');
    kf_output_add_string(d->out, tag);
    kf_output_add_char(d->out, '>');
    kf_xml_escape(kf_output_sink, d->out, text);
    kf_output_add_string(d->out, "</");
    kf_output_add_string(d->out, tag);
    kf_output_add_string(d->out, ">\n");
}

static void add_facts(const document *d) {
    static const struct {
        const char name[3];
        uint8_t word;
    } facts[] = {{"GN", KF_WORD_GAME},  {"PB", KF_WORD_BLACK}, {"PW", KF_WORD_WHITE},
                 {"EV", KF_WORD_EVENT}, {"DT", KF_WORD_DATE},  {"PC", KF_WORD_PLACE},
                 {"RU", KF_WORD_RULES}, {"KM", KF_WORD_KOMI},  {"RE", KF_WORD_RESULT}};
    bool is_problem = kf_problem_is(d->record, d->game);
    kf_output_add_string(d->out, "<dl>\n");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        kf_text text = plain_of(d, d->game, facts[i].name);
        char points[KF_OUTCOME_TEXT];
        if (strcmp(facts[i].name, "KM") == 0)
            text = kf_outcome_komi_of(d->record, d->game, text, points);
        if (text.length == 0 || (is_problem && strcmp(facts[i].name, "RE") == 0))
            continue;
        add_element(d, "dt", kf_text_of(kf_language_get(d->language, facts[i].word)));
        add_element(d, "dd", text);
    }
    kf_output_add_string(d->out, "</dl>\n");
}

// "12 D4", where the node plays.
static void add_move(document *d, kf_node node) {
    kf_text value;
    int x, y;
    char place[KF_POINT_TEXT];
    bool is_black = kf_property_get(d->record, node, "B", &value);
    if (!is_black && !kf_property_get(d->record, node, "W", &value))
        return;
    bool is_on = kf_value_point(value, &x, &y) && x < d->width && y < d->height;
    kf_output_add_string(d->out, "<b>");
    kf_output_add_number(d->out, ++d->moves);
    kf_output_add_string(d->out, "&nbsp;");
    kf_output_add_string(d->out,
                         kf_language_get(d->language, is_black ? KF_WORD_BLACK : KF_WORD_WHITE));
    kf_output_add_string(d->out, "&nbsp;");
    if (is_on)
        kf_point_write(kf_point_at(x, y), KF_COORDS_A1, d->width, d->height, place);
    kf_output_add_string(d->out, is_on ? place : kf_language_get(d->language, KF_WORD_PASS));
    kf_output_add_string(d->out, "</b>\n");
}

// The length of the web address at the beginning of the text, 0: there is none. What ends a
// sentence is not part of it, and a closing parenthesis is only if one was opened.
static size_t address_at(kf_text text) {
    static const char closing[] = ".,;:!?'\")]}";
    size_t scheme = kf_text_starts(text, kf_text_of("https://"))  ? 8
                    : kf_text_starts(text, kf_text_of("http://")) ? 7
                                                                  : 0;
    size_t length = scheme, opened = 0;
    while (scheme > 0 && length < text.length && (unsigned char)text.data[length] > ' ' &&
           (unsigned char)text.data[length] < 0x7F && strchr("<>\"", text.data[length]) == NULL)
        opened += text.data[length++] == '(';
    while (length > scheme && strchr(closing, text.data[length - 1]) != NULL &&
           (text.data[length - 1] != ')' || opened == 0))
        length--;
    return length > scheme ? length : 0;
}

// A paragraph in which web addresses can be followed.
static void add_paragraph(const document *d, kf_text line) {
    kf_output_add_string(d->out, "<p>");
    for (size_t i = 0; i < line.length;) {
        kf_text rest = kf_text_cut(line, i, line.length);
        size_t length = *rest.data == 'h' ? address_at(rest) : 0;
        if (length == 0) {
            i++;
            continue;
        }
        kf_text address = kf_text_cut(rest, 0, length);
        kf_xml_escape(kf_output_sink, d->out, kf_text_cut(line, 0, i));
        kf_output_add_string(d->out, "<a rel=\"noopener noreferrer nofollow\" href=\"");
        kf_xml_escape(kf_output_sink, d->out, address);
        kf_output_add_string(d->out, "\">");
        kf_xml_escape(kf_output_sink, d->out, address);
        kf_output_add_string(d->out, "</a>");
        line = kf_text_cut(line, i + length, line.length);
        i = 0;
    }
    kf_xml_escape(kf_output_sink, d->out, line);
    kf_output_add_string(d->out, "</p>\n");
}

// A paragraph for each line that is not blank.
static void add_paragraphs(const document *d, kf_text text) {
    for (kf_text line; kf_text_line(&text, &line);) {
        line = kf_text_trim(line);
        if (line.length > 0)
            add_paragraph(d, line);
    }
}

static void add_line(document *d) {
    enum { MOST = 1000 };
    bool is_problem = kf_problem_is(d->record, d->game);
    kf_node last = is_problem ? kf_problem_question(d->record, d->game) : 0;
    kf_node node = d->game;
    for (int i = 0; i < MOST && node != 0; i++) {
        kf_text comment = plain_of(d, node, "C");
        add_move(d, node);
        add_paragraphs(d, comment);
        node = node == last ? 0 : kf_node_child(d->record, node);
    }
}

static void add_document(void *context) {
    document *d = context;
    kf_draw_how how = {.is_fragment = true, .hide_coords = true, .language = d->language};
    kf_node node = kf_problem_question(d->record, d->game);
    if (!kf_problem_is(d->record, d->game))
        while (kf_node_child(d->record, node) != 0)
            node = kf_node_child(d->record, node);
    (void)!kf_record_board(d->record, d->game, &d->width, &d->height);
    d->is_whole = kf_draw(d->record, node, &how, kf_output_sink, d->out, NULL);
    add_facts(d);
    add_line(d);
}

// False: there is no memory.
static bool add_static(kf_output *out, const kf_page_head *head, kf_language language) {
    enum { MOST = 20000 };
    kf_node game = head->record != NULL ? kf_node_child(head->record, 0) : 0;
    if (game == 0 || kf_record_nodes(head->record) > MOST)
        return true;
    document d = {.out = out, .record = head->record, .game = game, .language = language};
    d.arena = kf_arena_new();
    bool is_good = d.arena != NULL && kf_arena_try(d.arena, add_document, &d);
    kf_arena_free(d.arena);
    return is_good && (d.is_whole || out->has_failed);
}

// What the first game is called; else the title that the caller gave.
static void write_title(void *context) {
    document *d = context;
    kf_text title = kf_title_in(d->arena, d->record, d->game, d->language);
    kf_xml_escape(kf_output_sink, d->out, title);
    d->is_whole = title.length > 0;
}

// What a list of links says of the page: event, date, and unless it would tell an answer the
// result.
static void write_description(void *context) {
    static const char *const names[] = {"GN", "EV", "RO", "DT", "PC", "RE"};
    document *d = context;
    bool is_problem = kf_problem_is(d->record, d->game), has_one = false;
    for (size_t i = 0; i < sizeof names / sizeof *names - is_problem; i++) {
        kf_text text = plain_of(d, d->game, names[i]);
        if (text.length == 0)
            continue;
        kf_output_add_string(d->out, has_one ? ", " : "");
        kf_xml_escape(kf_output_sink, d->out, text);
        has_one = true;
    }
    kf_text said = plain_of(d, d->game, "C");
    size_t most = 0;
    for (kf_text rest = said; rest.length > 0 && most < 160;) {
        uint32_t sign;
        (void)kf_text_code_point(&rest, &sign);
        most = said.length - rest.length;
    }
    kf_output_add_string(d->out, has_one && most > 0 ? ". " : "");
    kf_xml_escape(kf_output_sink, d->out, kf_text_cut(said, 0, most));
    d->is_whole = has_one || most > 0;
}

// Writes what `write` says of the first game; where it says nothing, the title that the caller
// gave.
static bool say(kf_output *out, const kf_page_head *head, kf_language language,
                void (*write)(void *document)) {
    kf_node game = head->record != NULL ? kf_node_child(head->record, 0) : 0;
    document d = {.out = out, .record = head->record, .game = game, .language = language};
    d.arena = game != 0 ? kf_arena_new() : NULL;
    bool is_good = game == 0 || (d.arena != NULL && kf_arena_try(d.arena, write, &d));
    kf_arena_free(d.arena);
    if (!d.is_whole)
        kf_xml_escape(kf_output_sink, out, kf_text_of(head->title));
    return is_good;
}

// The names by which the page is found and linked to.
static bool add_names(kf_output *out, const kf_page_head *head, kf_language language) {
    static const struct {
        const char *before, *after;
        void (*write)(void *document);
    } names[] = {{"<title>", "</title>\n", write_title},
                 {"<meta name=\"description\" content=\"", "\">\n", write_description},
                 {"<meta property=\"og:title\" content=\"", "\">\n", write_title},
                 {"<meta property=\"og:description\" content=\"", "\">\n", write_description}};
    bool is_good = true;
    if (head->image != NULL) {
        kf_output_add_string(out, "<meta property=\"og:image\" content=\"");
        kf_xml_escape(kf_output_sink, out, kf_text_of(head->image));
        kf_output_add_string(out, "\">\n");
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        kf_output_add_string(out, names[i].before);
        is_good = is_good && say(out, head, language, names[i].write);
        kf_output_add_string(out, names[i].after);
    }
    return is_good;
}

static bool add_head(kf_output *out, const kf_page_head *head, kf_language language) {
    kf_output_add_string(out, "<!DOCTYPE html>\n<html lang=\"");
    kf_output_add_string(out, kf_language_tag(language));
    kf_output_add_string(out, "\">\n<head>\n<meta charset=\"utf-8\">\n"
                              "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    kf_output_add_string(out, kf_page_policy(head->is_served));
    kf_output_add_string(out,
                         "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                         "initial-scale=1\">\n<meta name=\"generator\" content=\"kifu " KF_VERSION
                         "\">\n<link rel=\"icon\" href=\"data:,\">\n");
    bool is_whole = add_names(out, head, language);
    // While the program runs the document is there for the printer, behind the board (main.jsx).
    kf_output_add_string(
        out, "<style>svg{max-width:100%;height:auto}"
             "dt{float:left;margin-right:1em}@media screen{.behind{display:none}}"
             "@media print{html body,#kifu .kifu{background:none;min-height:0}"
             "svg{break-inside:avoid}#kifu .review{display:block}"
             ".bar,.tree,.hint,input,button,"
             "#kifu.whole details,#kifu.start>div,#kifu.whole:not(.start) .behind svg{display:none}"
             "#kifu .comment{max-height:none;overflow:visible}}"
             "</style>\n");
    if (head->style != NULL)
        add_style(out, head->style);
    kf_output_add_string(out, "</head>\n<body>\n<main id=\"kifu\"");
    kf_output_add_string(out, head->style != NULL ? " class=\"styled\">\n<article>\n"
                                                  : ">\n<article>\n");
    is_whole = is_whole && add_static(out, head, language);
    kf_output_add_string(
        out, "</article>\n<noscript>Stepping through it needs JavaScript.</noscript></main>\n"
             "<script type=\"application/json\" id=\"kifu-data\">");
    return is_whole;
}

// The language that was asked for, or that of the record.
static kf_language language_of(const kf_page_head *head) {
    kf_language language = KF_LANGUAGE_EN;
    if (head->language != NULL)
        (void)kf_language_named(head->language, &language);
    else if (head->record != NULL)
        language = kf_language_guess(head->record);
    return language;
}

kf_page *kf_page_begin(const kf_page_head *head, kf_sink *sink, void *context) {
    kf_page *page = malloc(sizeof *page);
    if (page == NULL)
        return NULL;
    kf_output *out = &page->out;
    page->has_items = false;
    page->is_data = head->is_data;
    kf_output_begin(out, sink, context);
    kf_language language = language_of(head);
    if (!head->is_data && !add_head(out, head, language)) {
        kf_page_free(page);
        return NULL;
    }
    kf_output_add_string(out, "{\"version\":1");
    add_member(out, "title", head->title);
    add_member(out, "up", head->up);
    add_words(out, language);
    if (head->problem != NULL)
        kf_output_add_string(out, strcmp(head->problem, "yes") == 0 ? ",\"problem\":true"
                                                                    : ",\"problem\":false");
    return page;
}

void kf_page_free(kf_page *page) {
    free(page);
}

bool kf_page_flush(kf_page *page) {
    return kf_output_flush(&page->out);
}

static void begin_item(kf_page *page) {
    kf_output_add_string(&page->out, page->has_items ? ",\n{" : ",\"records\":[\n{");
    page->has_items = true;
}

// How many of the games are problems: the page asks for their answers.
static void add_problems(kf_output *out, const kf_record *record) {
    long count = 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        count += kf_problem_is(record, game);
    kf_output_add_string(out, ",\"problems\":");
    kf_output_add_number(out, count);
}

void kf_page_begin_record(kf_page *page, const kf_record *record, const char *name,
                          const char *at) {
    const kf_format *format = kf_format_of(record);
    kf_output *out = &page->out;
    begin_item(page);
    add_member(out, "name", name);
    add_member(out, "at", at);
    add_member(out, "format", "sgf");
    add_member(out, "was", format != NULL ? kf_format_name(format) : "sgf");
    add_problems(out, record);
    kf_output_add_string(out, ",\"text\":\"");
}

void kf_page_end_record(kf_page *page) {
    kf_output_add_string(&page->out, "\"}");
}

// The rows of Davar behind the text, for the page to step through. Of a long record nobody wants
// them.
static bool add_davar(kf_output *out, const kf_record *record, kf_log *log) {
    enum { MOST = 1000, LONGEST = 64 * 1024 };
    kf_writing how = {.canonical = true};
    if (kf_record_nodes(record) > MOST || kf_record_text(record).length > LONGEST)
        return true;
    kf_output_pieces pieces = {.sink = add_piece, .context = out};
    kf_output_add_string(out, "\",\"davar\":\"");
    bool is_whole =
        kf_format_write(record, kf_format_named("davar"), &how, kf_output_pieces_add, &pieces, log);
    kf_output_pieces_end(&pieces);
    return is_whole;
}

bool kf_page_add_record(kf_page *page, const kf_record *record, const char *name, const char *at,
                        kf_log *log) {
    const kf_format *sgf = kf_format_named("sgf");
    kf_output *out = &page->out;
    bool is_whole = true;
    kf_page_begin_record(page, record, name, at);
    if (kf_format_of(record) == sgf) {
        add_json(out, kf_record_text(record));
    } else {
        kf_output_pieces pieces = {.sink = add_piece, .context = out};
        is_whole = kf_format_write(record, sgf, NULL, kf_output_pieces_add, &pieces, log);
        kf_output_pieces_end(&pieces);
    }
    is_whole = is_whole && add_davar(out, record, log);
    kf_page_end_record(page);
    return is_whole;
}

kf_text kf_page_piece(size_t index) {
    static const kf_text before = KF_PIECE("</script>\n<script>"),
                         after = KF_PIECE("</script>\n</body>\n</html>\n");
    size_t count = sizeof page_script / sizeof *page_script;
    if (index == 0)
        return before;
    if (index <= count)
        return page_script[index - 1];
    return index == count + 1 ? after : (kf_text){NULL, 0};
}

bool kf_page_end_data(kf_page *page) {
    kf_output_add_string(&page->out, page->has_items ? "]}" : ",\"records\":[]}");
    return kf_output_flush(&page->out);
}

bool kf_page_end(kf_page *page) {
    kf_output *out = &page->out;
    kf_page_end_data(page);
    if (page->is_data)
        kf_output_add_char(out, '\n');
    for (size_t i = 0; !page->is_data && kf_page_piece(i).data != NULL; i++)
        kf_output_add_text(out, kf_page_piece(i));
    return kf_output_flush(out);
}

bool kf_page_embed(kf_sink *sink, void *context) {
    kf_page *page = malloc(sizeof *page);
    if (page == NULL)
        return false;
    kf_output_begin(&page->out, sink, context);
    for (size_t i = 0; i < sizeof embed_script / sizeof *embed_script; i++)
        kf_output_add_text(&page->out, embed_script[i]);
    kf_output_add_char(&page->out, '\n');
    bool is_whole = kf_page_flush(page);
    kf_page_free(page);
    return is_whole;
}
