// SPDX-License-Identifier: MIT
// What kind of file an old target is, by its content: how those that kifu writes begin.

#include "cli/frame/cli.h"

#include <string.h>

#include "base/log.h"
#include "base/text.h"

enum { NEAR = 256, SCREEN = 4096 };

static bool begins(kf_text head, const char *start) {
    return kf_text_starts(head, kf_text_of(start));
}

static bool has(kf_text head, const char *wanted, size_t within) {
    kf_text rest = kf_text_cut(head, 0, within);
    for (; rest.length > 0; rest = kf_text_cut(rest, 1, rest.length))
        if (begins(rest, wanted))
            return true;
    return false;
}

// ---- Records ----

// Whether the log has a finding of that code.
static bool is_named(const kf_log *log, kf_code code) {
    for (size_t i = 0; i < kf_log_count(log); i++)
        if (strcmp(kf_log_entry(log, i)->code, kf_log_code(code)->path) == 0)
            return true;
    return false;
}

// What a text may hold as a record so that it counts as one of the kind.
typedef enum holding { HOLDS_NONE, HOLDS_RECORD, HOLDS_BOARD, HOLDS_START } holding;

static bool is_only_start(const kf_record *record) {
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        if (kf_node_child(record, game) != 0)
            return false;
    return true;
}

static bool is_board_only(const kf_record *record) {
    const char *name = kf_format_name(kf_format_of(record));
    return strcmp(name, "ascii") == 0 || strcmp(name, "sensei") == 0;
}

static bool is_held(const kf_record *record, holding wanted) {
    return wanted == HOLDS_START   ? is_only_start(record)
           : wanted == HOLDS_BOARD ? is_board_only(record)
                                   : true;
}

// A text with a record somewhere in it, as a letter or a program may be, holds more than a record.
// The front is enough to see that: what is cut off at its end does not matter.
static bool look_at_record(kf_text head, const char *name, holding wanted, bool *is_it) {
    kf_log *log = kf_log_new();
    kf_record *record =
        log != NULL ? kf_format_read(head.data, head.length, name, NULL, log) : NULL;
    bool has_memory = log != NULL && !is_named(log, KF_PROGRAM_MEMORY);
    *is_it = record != NULL && kf_record_games(record) > 0 && !is_named(log, KF_SGF_TEXT_OUTSIDE) &&
             is_held(record, wanted);
    kf_record_free(record);
    kf_log_free(log);
    return has_memory;
}

// ---- Pictures of letters ----

// A row of a board as the terminal shows it: signs of points, and the number beside them.
static bool is_row(kf_text line) {
    static const char *const signs[] = {"·", "+", "●", "○", "(●)", "(○)", "(·)"};
    kf_text word;
    size_t points = 0;
    while (kf_text_word(&line, &word)) {
        int number;
        bool is_sign = false;
        for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
            is_sign = is_sign || begins(word, signs[i]);
        if (!is_sign && !kf_text_number(word, &number))
            return false;
        points += is_sign;
    }
    return points > 1;
}

// Boards in letters, in color, or between `$$`: each may take the place of another.
static bool is_board(kf_text head) {
    kf_text line, rest = head;
    if (begins(head, "$$") || has(head, ";48;", SCREEN))
        return true;
    for (size_t rows = 0; kf_text_line(&rest, &line);) {
        rows = is_row(line) ? rows + 1 : 0;
        if (rows == 2)
            return true;
    }
    return false;
}

// ---- Text for other programs ----

static kf_text skip_space(kf_text head) {
    if (begins(head, "\xEF\xBB\xBF"))
        head = kf_text_cut(head, 3, head.length);
    while (head.length > 0 &&
           (head.data[0] == ' ' || (head.data[0] >= '\t' && head.data[0] <= '\r')))
        head = kf_text_cut(head, 1, head.length);
    return head;
}

// Behind what may stand before the first element: a declaration, comments.
static kf_text first_element(kf_text head) {
    for (head = skip_space(head); begins(head, "<?") || begins(head, "<!--");) {
        const char *end = begins(head, "<?") ? "?>" : "-->";
        while (head.length > 0 && !begins(head, end))
            head = kf_text_cut(head, 1, head.length);
        head = skip_space(kf_text_cut(head, strlen(end), head.length));
    }
    return head;
}

static bool begins_fold(kf_text head, const char *start) {
    kf_text first = kf_text_cut(head, 0, strlen(start));
    return kf_text_equal_fold(first, kf_text_of(start));
}

static bool is_svg(kf_text head) {
    head = first_element(head);
    return begins(head, "<svg") || begins_fold(head, "<!DOCTYPE svg");
}

static bool is_html(kf_text head) {
    head = first_element(head);
    return begins_fold(head, "<!DOCTYPE html") || begins_fold(head, "<html");
}

static bool is_tex(kf_text head) {
    kf_text line;
    if (begins(head, "% Made by kifu"))
        return true;
    while (kf_text_line(&head, &line)) {
        line = kf_text_trim(line);
        if (line.length > 0 && line.data[0] != '%')
            return begins(line, "\\documentclass") || begins(line, "\\begin{");
    }
    return false;
}

static bool is_eps(kf_text head) {
    kf_text line;
    return begins(head, "%!PS") && kf_text_line(&head, &line) && has(line, "EPSF", NEAR);
}

static bool is_data(kf_text head) {
    return begins(head, "{\"version\":");
}

static bool is_script(kf_text head) {
    return begins(head, "/*! kifu");
}

// ---- Bytes ----

static bool is_png(kf_text head) {
    return begins(head, "\x89PNG\r\n\x1A\n");
}

static bool is_pdf(kf_text head) {
    return begins(head, "%PDF-");
}

static bool is_gif(kf_text head) {
    return begins(head, "GIF8");
}

static bool is_webp(kf_text head) {
    return begins(head, "RIFF") && begins(kf_text_cut(head, 8, head.length), "WEBP");
}

static bool is_epub(kf_text head) {
    return begins(head, "PK\3\4") && has(head, "application/epub+zip", NEAR);
}

// ---- The list ----

static bool is_jsonl(kf_text head) {
    return kf_text_starts(head, KF_TEXT("{\"file\":"));
}

static bool is_npz(kf_text head) {
    return kf_text_starts(head, KF_TEXT("PK\3\4"));
}

static bool is_npy(kf_text head) {
    return kf_text_starts(head, KF_TEXT("\x93NUMPY"));
}

static bool is_tsv(kf_text head) {
    return kf_text_starts(head, KF_TEXT("file\tblack\t"));
}

typedef struct row {
    const char *kind, *title;
    bool (*is)(kf_text head); // NULL: a record in any notation
    holding holds;            // or that, too
} row;

static const row rows[] = {
    {"ansi", "a board in text", is_board, HOLDS_BOARD},
    {"apng", "a PNG picture", is_png, HOLDS_NONE},
    {"ascii", "a board in text", is_board, HOLDS_BOARD},
    {"data", "the data of a page", is_data, HOLDS_NONE},
    {"eps", "an EPS picture", is_eps, HOLDS_NONE},
    {"epub", "an EPUB book", is_epub, HOLDS_NONE},
    {"gif", "a GIF picture", is_gif, HOLDS_NONE},
    {"html", "a page of HTML", is_html, HOLDS_NONE},
    {"jsonl", "JSON Lines of games", is_jsonl, HOLDS_NONE},
    {"npz", "arrays for NumPy", is_npz, HOLDS_NONE},
    {"npy", "an array for NumPy", is_npy, HOLDS_NONE},
    {"pdf", "a PDF", is_pdf, HOLDS_NONE},
    {"png", "a PNG picture", is_png, HOLDS_NONE},
    {"record", "a record", NULL, HOLDS_RECORD},
    {"script", "the script of pages", is_script, HOLDS_NONE},
    {"sensei", "a board in text", is_board, HOLDS_BOARD},
    {"start", "an empty board or handicap stones", NULL, HOLDS_START},
    {"svg", "an SVG picture", is_svg, HOLDS_NONE},
    {"tex", "LaTeX", is_tex, HOLDS_NONE},
    {"tsv", "a table of games", is_tsv, HOLDS_NONE},
    {"webp", "a WebP picture", is_webp, HOLDS_NONE},
};

static const row *find(const char *kind) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].kind, kind) == 0)
            return &rows[i];
    return NULL;
}

bool kf_kind_look(const char *kind, kf_text head, const char *name, bool *is_it) {
    const row *known = find(kind);
    *is_it = known != NULL && known->is != NULL && known->is(head);
    return known == NULL || *is_it || known->holds == HOLDS_NONE ||
           look_at_record(head, name, known->holds, is_it);
}

const char *kf_kind_title(const char *kind) {
    const row *known = find(kind);
    return known != NULL ? known->title : kind;
}
