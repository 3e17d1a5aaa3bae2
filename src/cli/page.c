// SPDX-License-Identifier: MIT
// The page that shows records: one HTML file with everything in it.

#include "cli/page.h"

#include <string.h>

#include "base/text.h"
#include "record/problem.h"

#define KF_PIECE(literal)                                                                          \
    { literal, sizeof(literal) - 1 }
#include "cli/page_data.inc"
#undef KF_PIECE

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

// In HTML text and in attributes between double quotes.
static void add_html(kf_output *out, const char *text) {
    for (; *text != '\0'; text++)
        switch (*text) {
        case '<':
            kf_output_add_string(out, "&lt;");
            break;
        case '&':
            kf_output_add_string(out, "&amp;");
            break;
        case '"':
            kf_output_add_string(out, "&quot;");
            break;
        default:
            kf_output_add_char(out, *text);
        }
}

// A part of a JSON string that stands in HTML: no `<` and no `&` is left, so nothing in it can end
// the element that it stands in, or look like markup to whoever reads the file by other means.
static bool add_json(void *context, const void *bytes, size_t length) {
    static const char digits[] = "0123456789abcdef";
    kf_output *out = context;
    const char *text = bytes;
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= ' ' && strchr("\"\\<>&", c) == NULL)
            continue;
        kf_output_add(out, text + done, i - done);
        char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
        kf_output_add(out, escape, sizeof escape);
        done = i + 1;
    }
    kf_output_add(out, text + done, length - done);
    return !out->has_failed;
}

// File names may hold any bytes; what is no UTF-8 is shown as `?`.
static void add_name(kf_output *out, const char *name) {
    kf_text text = kf_text_of(name);
    if (kf_text_is_utf8(text, NULL)) {
        add_json(out, text.data, text.length);
        return;
    }
    for (size_t i = 0; i < text.length; i++)
        add_json(out, (unsigned char)name[i] < 128 ? name + i : "?", 1);
}

// The first member of an object has no comma before it.
static void add_member(kf_output *out, const char *name, const char *value) {
    if (value == NULL)
        return;
    kf_output_add_string(out, out->used > 0 && out->data[out->used - 1] == '{' ? "\"" : ",\"");
    kf_output_add_string(out, name);
    kf_output_add_string(out, "\":\"");
    add_name(out, value);
    kf_output_add_char(out, '"');
}

// ---- The page ----

static void add_head(kf_output *out, const kf_page_head *head) {
    kf_output_add_string(out,
                         "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    kf_output_add_string(out, kf_page_policy(head->is_served));
    kf_output_add_string(out,
                         "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                         "initial-scale=1\">\n<meta name=\"generator\" content=\"kifu " KF_VERSION
                         "\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    add_html(out, head->title);
    kf_output_add_string(out, "</title>\n</head>\n<body>\n<main id=\"kifu\"><noscript>This page "
                              "shows Go records. It needs JavaScript.</noscript></main>\n"
                              "<script type=\"application/json\" id=\"kifu-data\">");
}

void kf_page_begin(kf_page *page, const kf_page_head *head, kf_sink *sink, void *context) {
    kf_output *out = &page->out;
    page->has_list = page->has_items = false;
    page->is_data = head->is_data;
    kf_output_begin(out, sink, context);
    if (!head->is_data)
        add_head(out, head);
    kf_output_add_string(out, "{\"version\":1");
    add_member(out, "title", head->title);
    add_member(out, "up", head->up);
    if (head->problem != NULL)
        kf_output_add_string(out, strcmp(head->problem, "yes") == 0 ? ",\"problem\":true"
                                                                    : ",\"problem\":false");
}

// A page has records, or the entries of a folder, never both.
static void begin_item(kf_page *page, const char *list) {
    if (!page->has_list) {
        kf_output_add_string(&page->out, list);
        page->has_list = true;
    }
    kf_output_add_string(&page->out, page->has_items ? ",\n{" : "\n{");
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

bool kf_page_add_record(kf_page *page, const kf_record *record, const char *name, const char *at,
                        kf_log *log) {
    const kf_format *sgf = kf_format_named("sgf"), *format = kf_format_of(record);
    kf_output *out = &page->out;
    begin_item(page, ",\"records\":[");
    add_member(out, "name", name);
    add_member(out, "at", at);
    add_member(out, "format", "sgf");
    add_member(out, "was", format != NULL ? kf_format_name(format) : "sgf");
    add_problems(out, record);
    kf_output_add_string(out, ",\"text\":\"");
    bool is_whole = true;
    if (format == sgf) {
        kf_text text = kf_record_text(record);
        add_json(out, text.data, text.length);
    } else {
        is_whole = kf_format_write(record, sgf, NULL, add_json, out, log);
    }
    kf_output_add_string(out, "\"}");
    return is_whole;
}

void kf_page_add_entry(kf_page *page, const char *name, const char *address, const char *picture) {
    kf_output *out = &page->out;
    begin_item(page, ",\"entries\":[");
    add_member(out, "name", name);
    add_member(out, "title", name);
    add_member(out, "href", address);
    add_member(out, "thumbnail", picture);
    kf_output_add_char(out, '}');
}

static void add_pieces(kf_output *out, const kf_text *pieces, size_t count) {
    for (size_t i = 0; i < count; i++)
        kf_output_add_text(out, pieces[i]);
}

bool kf_page_end(kf_page *page) {
    kf_output *out = &page->out;
    kf_output_add_string(out, page->has_list ? "]}" : ",\"entries\":[]}");
    if (page->is_data) {
        kf_output_add_char(out, '\n');
        return kf_output_flush(out);
    }
    kf_output_add_string(out, "</script>\n<script>");
    add_pieces(out, page_script, sizeof page_script / sizeof *page_script);
    kf_output_add_string(out, "</script>\n</body>\n</html>\n");
    return kf_output_flush(out);
}

bool kf_page_embed(kf_sink *sink, void *context) {
    kf_page page;
    kf_output_begin(&page.out, sink, context);
    add_pieces(&page.out, embed_script, sizeof embed_script / sizeof *embed_script);
    kf_output_add_char(&page.out, '\n');
    return kf_output_flush(&page.out);
}
