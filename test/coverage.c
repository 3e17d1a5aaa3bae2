// SPDX-License-Identifier: MIT
// Looks for diagnostics, commands and options that no example of doc/spec shows.
//
// A section may say why it can have no example: `<!-- no example: … -->` with the name of the
// test that shows the diagnostic instead.

#include "coverage.h"
#include "cli/frame/cli.h"
#include "example.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Every diagnostic, from the table itself.
static const char *const codes[] = {
#define KF_CODE(constant, path, severity, title) path,
#include "base/codes.def"
#undef KF_CODE
};

// All chapters.
typedef struct book {
    chapter *chapters;
    size_t count;
} book;

static size_t missing;

static void report(const char *kind, const char *name, const char *what) {
    printf("%s %s: %s\n", kind, name, what);
    missing++;
}

static book read_book(const char *folder) {
    char pattern[4096];
    glob_t found;
    book book = {NULL, 0};
    snprintf(pattern, sizeof pattern, "%.4000s/*.md", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return book;
    book.chapters = calloc(found.gl_pathc, sizeof *book.chapters);
    if (!book.chapters)
        exit(2);
    for (size_t i = 0; i < found.gl_pathc; i++)
        book.chapters[book.count++] = example_read(found.gl_pathv[i]);
    globfree(&found);
    return book;
}

// Whether the heading that begins at `at` names the code.
static bool heads(bytes text, size_t at, const char *code) {
    const char *line = text.data + at;
    size_t length = strcspn(line, "\n");
    if (strncmp(line, "### ", 4) != 0)
        return false;
    for (const char *hit = line; (hit = strstr(hit, code)) && hit < line + length; hit++) {
        char before = hit[-1], after = hit[strlen(code)];
        if (strchr(" `", before) && (after == '\0' || strchr(" `,\r\n", after)))
            return true;
    }
    return false;
}

// Whether something the example expects shows the code, as text or as JSON.
static bool shows(const example *example, const char *code) {
    char bracketed[128], quoted[128];
    snprintf(bracketed, sizeof bracketed, "[%.100s]", code);
    snprintf(quoted, sizeof quoted, "\"%.100s\"", code);
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (part->kind != PART_ERR && part->kind != PART_OUT)
            continue;
        if (strstr(part->content.data, bracketed) || strstr(part->content.data, quoted))
            return true;
    }
    return false;
}

// The end of the section whose heading begins at `at`: where the next heading outside of a fenced
// block begins.
static size_t section_end(bytes text, size_t at) {
    size_t fence = 0;
    for (;;) {
        const char *newline = strchr(text.data + at, '\n');
        if (!newline)
            return text.length;
        at = (size_t)(newline - text.data) + 1;
        size_t ticks = strspn(text.data + at, "`");
        if (!fence && text.data[at] == '#')
            return at;
        if (ticks >= 3 && !fence)
            fence = ticks;
        else if (fence && ticks >= fence)
            fence = 0;
    }
}

static bool has_waiver(bytes text, size_t from, size_t to) {
    const char *hit = strstr(text.data + from, "<!-- no example: ");
    return hit && hit < text.data + to;
}

// Looks for the code in one chapter: adds to `headings`, and to `examples` when one is shown.
static void look_in(const chapter *chapter, const char *code, size_t *headings, size_t *examples) {
    for (size_t at = 0; at < chapter->text.length;) {
        const char *newline = strchr(chapter->text.data + at, '\n');
        if (heads(chapter->text, at, code)) {
            size_t end = section_end(chapter->text, at);
            ++*headings;
            *examples += has_waiver(chapter->text, at, end);
            for (size_t i = 0; i < chapter->count; i++)
                if (chapter->examples[i].section == at && shows(&chapter->examples[i], code))
                    ++*examples;
        }
        if (!newline)
            return;
        at = (size_t)(newline - chapter->text.data) + 1;
    }
}

static void check_codes(const book *book) {
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        size_t headings = 0, examples = 0;
        for (size_t k = 0; k < book->count; k++)
            look_in(&book->chapters[k], codes[i], &headings, &examples);
        if (headings == 0)
            report("code", codes[i], "no heading `### code` in doc/spec");
        else if (headings > 1)
            report("code", codes[i], "more than one heading");
        else if (examples == 0)
            report("code", codes[i], "no example of its section shows it");
    }
}

// Whether some example's command line holds the word, as a whole word or before `=`.
static bool typed(const book *book, const char *command, const char *word) {
    char start[128];
    snprintf(start, sizeof start, "kifu %.100s", command);
    size_t length = strlen(word);
    for (size_t i = 0; i < book->count; i++) {
        for (size_t k = 0; k < book->chapters[i].count; k++) {
            const char *line = book->chapters[i].examples[k].command;
            const char *from = strstr(line, start);
            for (const char *hit = from; hit && (hit = strstr(hit, word)); hit++)
                if (hit[-1] == ' ' && strchr(" =", hit[length]))
                    return true;
        }
    }
    return false;
}

// The long options that a command's own help names.
static void check_options(const book *book, const char *command) {
    char name[128], label[256];
    char program[] = "kifu", help[] = "--help";
    char *words[] = {program, name, help, NULL};
    char *text = NULL;
    size_t length = 0;
    snprintf(name, sizeof name, "%.100s", command);
    FILE *in = tmpfile();
    FILE *out = open_memstream(&text, &length);
    if (!in || !out)
        exit(2);
    const kf_parts parts = {.draw = NULL};
    kf_main_run(3, words, in, out, out, &parts);
    fclose(in);
    fclose(out);
    if (!strstr(text, "--"))
        report("command", command, "its --help names no option");
    for (char *hit = text; (hit = strstr(hit, "--"));) {
        size_t size = 2 + strspn(hit + 2, "abcdefghijklmnopqrstuvwxyz-");
        char option[64];
        snprintf(option, sizeof option, "%.*s", (int)(size < 60 ? size : 60), hit);
        hit += size;
        if (size < 4 || strcmp(option, "--help") == 0 || strcmp(option, "--usage") == 0)
            continue;
        snprintf(label, sizeof label, "%.100s %.60s", command, option);
        if (!typed(book, command, option))
            report("option", label, "no example types it");
    }
    free(text);
}

// The first word in each row of commands.def that is one of KF_COMMAND(name, …).
static void check_commands(const book *book, const char *sources) {
    char path[4096];
    snprintf(path, sizeof path, "%.4000s/cli/frame/commands.def", sources);
    bytes table = example_load(path);
    if (!table.data) {
        report("file", path, "cannot be read");
        return;
    }
    size_t rows = 0;
    for (char *line = strtok(table.data, "\n"); line; line = strtok(NULL, "\n")) {
        char *open = strncmp(line, "KF_COMMAND(", 11) == 0 ? strchr(line, '(') : NULL;
        if (!open)
            continue;
        open += 1 + strspn(open + 1, " \"");
        open[strcspn(open, "\", )")] = '\0';
        rows++;
        if (!typed(book, open, open))
            report("command", open, "no example types it");
        check_options(book, open);
    }
    if (rows == 0)
        report("file", path, "no row begins with KF_COMMAND(");
    free(table.data);
}

int coverage_report(const char *sources, const char *spec) {
    book book = read_book(spec);
    check_codes(&book);
    check_commands(&book, sources);
    for (size_t i = 0; i < book.count; i++)
        example_free(&book.chapters[i]);
    free(book.chapters);
    printf("%zu codes; %zu without an example of something\n", sizeof codes / sizeof *codes,
           missing);
    return missing > 0;
}
