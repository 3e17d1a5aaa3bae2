// SPDX-License-Identifier: MIT
// Runs the examples of doc/spec and compares every byte they give.
//
//   spec [--bless] CHAPTER[:LINE]…   runs the chapters, or the one example that holds the line
//   spec --coverage SOURCES SPEC     every code, command and option has its example
//   spec --seeds FOLDER CHAPTER…     writes the examples' inputs there, as seeds for the fuzzers
//   spec --commands FOLDER CHAPTER…  the same for the one that runs commands

#include "coverage.h"
#include "example.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t line_length(bytes text, size_t at) {
    const char *end = memchr(text.data + at, '\n', text.length - at);
    return end ? (size_t)(end - text.data) + 1 - at : text.length - at;
}

// How much of two texts is the same, in whole lines from the front.
static size_t same_front(bytes a, bytes b) {
    size_t at = 0;
    while (at < a.length && at < b.length) {
        size_t length = line_length(a, at);
        if (length != line_length(b, at) || memcmp(a.data + at, b.data + at, length) != 0)
            break;
        at += length;
    }
    return at;
}

// The same from the back.
static size_t same_back(bytes a, bytes b, size_t front) {
    size_t at = 0, same = 0;
    while (at < a.length - front && at < b.length - front) {
        if (a.data[a.length - at - 1] != b.data[b.length - at - 1])
            break;
        at++;
        if (at == a.length || a.data[a.length - at - 1] == '\n')
            same = at;
    }
    return same;
}

static void print_lines(const char *mark, bytes text, size_t from, size_t to) {
    for (size_t at = from; at < to; at += line_length(text, at))
        printf("    %s %.*s", mark, (int)line_length(text, at), text.data + at);
}

// Shows what differs, with the lines before and behind it left out. True when nothing does.
static bool compare(const char *title, bytes wanted, bytes given) {
    if (example_same(wanted, given))
        return true;
    bytes a = example_encode(wanted);
    bytes b = example_encode(given);
    size_t front = same_front(a, b);
    size_t back = same_back(a, b, front);
    printf("  %s (- expected, + given)\n", title);
    print_lines("-", a, front, a.length - back);
    print_lines("+", b, front, b.length - back);
    free(a.data);
    free(b.data);
    return false;
}

// What the example expects on a stream; nothing when it has no such section.
static bytes expected(const example *example, part_kind kind) {
    for (size_t i = 0; i < example->count; i++)
        if (example->parts[i].kind == kind && !*example->parts[i].name)
            return example->parts[i].content;
    return (bytes){NULL, 0};
}

static bool judge(const example *example, const outcome *outcome) {
    bool good = compare("standard error", expected(example, PART_ERR), outcome->err);
    good &= compare("standard output", expected(example, PART_OUT), outcome->out);
    size_t file = 0;
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (part->kind != PART_OUT || !*part->name)
            continue;
        bytes given = outcome->files[file++];
        if (given.data)
            good &= compare(part->name, part->content, given);
        else
            printf("  %s was not written\n", part->name);
        good &= given.data != NULL;
    }
    if (outcome->status != example->status)
        printf("  exit status %d, expected %d\n", outcome->status, example->status);
    if (outcome->stray)
        printf("  %s: a file the example does not name as output was left or changed\n",
               outcome->stray_name);
    return good && outcome->status == example->status && !outcome->stray;
}

static void put_section(FILE *to, const char *head, const char *name, bytes content) {
    if (content.length == 0 && !*name)
        return;
    bytes shown = example_encode(content);
    fprintf(to, "--- %s%s%s\n%s", head, *name ? " " : "", name, shown.data);
    free(shown.data);
}

// Writes the example anew: what goes in as it stands, what comes out as it came.
static void put_blessed(FILE *to, const chapter *chapter, const example *example,
                        const outcome *outcome) {
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (part->kind == PART_INPUT || part->kind == PART_FILE || part->kind == PART_MADE)
            fwrite(chapter->text.data + part->from, 1, part->to - part->from, to);
    }
    put_section(to, "err", "", outcome->err);
    put_section(to, "out", "", outcome->out);
    size_t file = 0;
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (part->kind != PART_OUT || !*part->name)
            continue;
        bytes given = outcome->files[file++];
        if (given.data)
            put_section(to, "out", part->name, given);
        else
            fprintf(stderr, "%s:%zu: %s was not written\n", chapter->path, example->line,
                    part->name);
    }
    if (outcome->status != 0)
        fprintf(to, "--- exit %d\n", outcome->status);
}

static bool holds(const example *example, const chapter *chapter, size_t line) {
    size_t lines = 1;
    for (size_t at = example->from; at < example->to; at++)
        lines += chapter->text.data[at] == '\n';
    return line == 0 || (line >= example->line && line <= example->line + lines);
}

typedef struct tally {
    size_t passed, failed;
} tally;

static void run_one(const chapter *chapter, const example *example, tally *tally) {
#ifndef KIFU_HAVE_CAIRO
    static const char *const drawn[] = {"--to png", "--to pdf", "--to eps", ".pdf", "board.png"};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        if (!strstr(example->command, drawn[i]))
            continue;
        printf("%s:%zu: left out, built without cairo\n", chapter->name, example->line);
        return;
    }
#endif
#ifndef KIFU_HAVE_SQLITE
    static const char *const kept[] = {"kifu catalog", "kifu find", "serve notes.txt"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!strstr(example->command, kept[i]))
            continue;
        printf("%s:%zu: left out, built without SQLite\n", chapter->name, example->line);
        return;
    }
#endif
#ifndef KIFU_HAVE_LIBARCHIVE
    static const char *const packed[] = {"games.zip", "broken.zip", ".sgf.gz"};
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        if (!strstr(example->command, packed[i]))
            continue;
        printf("%s:%zu: left out, built without libarchive\n", chapter->name, example->line);
        return;
    }
#endif
    outcome outcome = example_run(example, NULL);
    printf("%s:%zu: %s\n", chapter->name, example->line, example->command);
    if (judge(example, &outcome))
        tally->passed++;
    else
        tally->failed++;
    example_forget(&outcome);
}

// Runs the examples and puts what they give in the place of what they expect.
static bool bless(const chapter *chapter, size_t line) {
    char *text = NULL;
    size_t length = 0, done = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to)
        return false;
    for (size_t i = 0; i < chapter->count; i++) {
        const example *example = &chapter->examples[i];
        if (!holds(example, chapter, line))
            continue;
        outcome outcome = example_run(example, NULL);
        fwrite(chapter->text.data + done, 1, example->from - done, to);
        put_blessed(to, chapter, example, &outcome);
        done = example->to;
        example_forget(&outcome);
    }
    fwrite(chapter->text.data + done, 1, chapter->text.length - done, to);
    fclose(to);
    if (example_same((bytes){text, length}, chapter->text)) {
        free(text);
        return true;
    }
    FILE *file = fopen(chapter->path, "wb");
    bool good = file && fwrite(text, 1, length, file) == length;
    good = file && fclose(file) == 0 && good;
    printf("%s: %s\n", chapter->path, good ? "rewritten" : "cannot be written");
    free(text);
    return good;
}

// Takes a line number off the end of "CHAPTER:LINE".
static size_t take_line(char *argument) {
    char *colon = strrchr(argument, ':');
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
        return 0;
    *colon = '\0';
    return strtoul(colon + 1, NULL, 10);
}

static int run_chapters(char **arguments, int count, bool blessing) {
    tally tally = {0, 0};
    for (int i = 0; i < count; i++) {
        size_t line = take_line(arguments[i]);
        chapter chapter = example_read(arguments[i]);
        if (blessing && !bless(&chapter, line))
            tally.failed++;
        for (size_t k = 0; !blessing && k < chapter.count; k++)
            if (holds(&chapter.examples[k], &chapter, line))
                run_one(&chapter, &chapter.examples[k], &tally);
        example_free(&chapter);
    }
    if (!blessing)
        printf("%zu examples passed, %zu failed\n", tally.passed, tally.failed);
    return tally.failed > 0;
}

static FILE *open_seed(const char *folder, const chapter *chapter, size_t line, const char *name) {
    char path[4096];
    size_t stem = strcspn(chapter->name, ".");
    snprintf(path, sizeof path, "%.3000s/%.*s-%zu-%.100s", folder, (int)stem, chapter->name, line,
             name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash = '-') {
    }
    FILE *file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

static bool is_given(const part *part) {
    return (part->kind == PART_INPUT || part->kind == PART_FILE) && part->content.length > 0;
}

// Each input in a file of its own.
static void write_inputs(const char *folder, const chapter *chapter, const example *example) {
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (!is_given(part))
            continue;
        FILE *file = open_seed(folder, chapter, example->line, *part->name ? part->name : "input");
        fwrite(part->content.data, 1, part->content.length, file);
        fclose(file);
    }
}

// The first command with all inputs, as test/fuzz_command.c takes them.
static void write_command(const char *folder, const chapter *chapter, const example *example) {
    FILE *file = open_seed(folder, chapter, example->line, "command");
    const char *end = strstr(example->command, " && ");
    fprintf(file, "%.*s\n", end ? (int)(end - example->command) : 4096, example->command);
    for (part_kind kind = PART_INPUT; kind <= PART_FILE; kind++)
        for (size_t i = 0; i < example->count; i++) {
            const part *part = &example->parts[i];
            if (part->kind != kind || !is_given(part))
                continue;
            if (kind == PART_FILE)
                fprintf(file, "--- file %s\n", part->name);
            fwrite(part->content.data, 1, part->content.length, file);
        }
    fclose(file);
}

typedef void writer(const char *folder, const chapter *chapter, const example *example);

static int write_seeds(writer *write, const char *folder, char **paths, int count) {
    for (int i = 0; i < count; i++) {
        chapter chapter = example_read(paths[i]);
        for (size_t k = 0; k < chapter.count; k++)
            write(folder, &chapter, &chapter.examples[k]);
        example_free(&chapter);
    }
    return 0;
}

int main(int argc, char **argv) {
    example_settle();
    if (argc > 3 && strcmp(argv[1], "--coverage") == 0)
        return coverage_report(argv[2], argv[3]);
    if (argc > 3 && strcmp(argv[1], "--seeds") == 0)
        return write_seeds(write_inputs, argv[2], argv + 3, argc - 3);
    if (argc > 3 && strcmp(argv[1], "--commands") == 0)
        return write_seeds(write_command, argv[2], argv + 3, argc - 3);
    bool blessing = argc > 1 && strcmp(argv[1], "--bless") == 0;
    if (argc > 1 + blessing && argv[1 + blessing][0] != '-')
        return run_chapters(argv + 1 + blessing, argc - 1 - blessing, blessing);
    fputs("usage: spec [--bless] CHAPTER[:LINE]…\n"
          "       spec --coverage SOURCES SPEC\n"
          "       spec --seeds|--commands FOLDER CHAPTER…\n",
          stderr);
    return 2;
}
