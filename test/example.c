// SPDX-License-Identifier: MIT
// Reads the runnable examples out of a chapter of doc/spec.

#include "example.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The pictures that stand for bytes nobody sees.
static const struct picture {
    const char *shown;
    char byte;
} pictures[] = {{"␍", '\r'}, {"␉", '\t'}, {"␀", '\0'}, {"␛", '\033'}};

enum { PICTURES = sizeof pictures / sizeof *pictures };

static void *claim(void *block) {
    if (!block) {
        fputs("no memory for the examples\n", stderr);
        exit(2);
    }
    return block;
}

static char *copy(const char *data, size_t length) {
    char *block = claim(malloc(length + 1));
    memcpy(block, data, length);
    block[length] = '\0';
    return block;
}

bytes example_load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return (bytes){NULL, 0};
    bytes all = {claim(malloc(1)), 0};
    char piece[65536];
    size_t got;
    while ((got = fread(piece, 1, sizeof piece, file)) > 0) {
        all.data = claim(realloc(all.data, all.length + got + 1));
        memcpy(all.data + all.length, piece, got);
        all.length += got;
    }
    fclose(file);
    all.data[all.length] = '\0';
    return all;
}

bool example_same(bytes a, bytes b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

// The value of a hexadecimal byte in ⟨xx⟩ at `at`, or -1. The brackets take three bytes each.
static int odd_byte(const char *at, size_t left) {
    unsigned value;
    if (left < 8 || memcmp(at, "⟨", 3) != 0 || memcmp(at + 5, "⟩", 3) != 0)
        return -1;
    char digits[3] = {at[3], at[4], '\0'};
    if (strspn(digits, "0123456789abcdef") != 2)
        return -1;
    value = (unsigned)strtoul(digits, NULL, 16);
    return (int)value;
}

// Which picture stands at `at`, or NULL.
static const struct picture *picture_at(const char *at, size_t left) {
    for (size_t k = 0; k < PICTURES && left >= 3; k++)
        if (memcmp(at, pictures[k].shown, 3) == 0)
            return &pictures[k];
    return NULL;
}

// How many bytes the picture in ⟨␀⟩ takes, which stands for itself; 0 when there is none.
static size_t literal_at(const char *at, size_t left) {
    bool is_literal = left >= 9 && memcmp(at, "⟨", 3) == 0 && memcmp(at + 6, "⟩", 3) == 0 &&
                      picture_at(at + 3, 3) != NULL;
    return is_literal ? 9 : 0;
}

// Takes one character off the front of the text and adds what it stands for.
static size_t decode_one(const char *at, size_t left, bytes *plain) {
    int odd = odd_byte(at, left);
    const struct picture *picture = picture_at(at, left);
    if (literal_at(at, left) > 0) {
        memcpy(plain->data + plain->length, at + 3, 3);
        plain->length += 3;
        return 9;
    }
    plain->data[plain->length++] = odd >= 0 ? (char)odd : picture != NULL ? picture->byte : *at;
    return odd >= 0 ? 8 : picture != NULL ? 3 : 1;
}

static bytes decode(const char *text, size_t length) {
    bytes plain = {claim(malloc(length + 1)), 0};
    if (length >= 4 && memcmp(text + length - 4, "␤\n", 4) == 0)
        length -= 4;
    for (size_t i = 0; i < length;)
        i += decode_one(text + i, length - i, &plain);
    plain.data[plain.length] = '\0';
    return plain;
}

// How many bytes the well-formed UTF-8 character at `at` takes; 0 when there is none. The fine
// print (overlong forms, surrogates) does not matter for showing.
static size_t character(const char *at, size_t left) {
    unsigned char lead = (unsigned char)*at;
    size_t size = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (size == 0 || size > left || lead > 0xF4)
        return 0;
    for (size_t i = 1; i < size; i++)
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

// Writes the character at the front of the text as a chapter shows it; returns its size.
static size_t encode_one(const char *at, size_t left, FILE *out) {
    size_t size = character(at, left);
    unsigned char byte = (unsigned char)*at;
    for (size_t k = 0; k < PICTURES; k++)
        if (pictures[k].byte == *at)
            return fputs(pictures[k].shown, out) < 0 ? 0 : 1;
    if (picture_at(at, left) != NULL)
        fprintf(out, "⟨%.3s⟩", at);
    else if (size == 0 || (byte < 32 && byte != '\n') || byte == 127)
        fprintf(out, "⟨%02x⟩", byte);
    else
        fwrite(at, 1, size, out);
    return size > 0 ? size : 1;
}

bytes example_encode(bytes plain) {
    bytes shown = {NULL, 0};
    FILE *out = claim(open_memstream(&shown.data, &shown.length));
    for (size_t i = 0; i < plain.length;)
        i += encode_one(plain.data + i, plain.length - i, out);
    if (plain.length > 0 && plain.data[plain.length - 1] != '\n')
        fputs("␤\n", out);
    fclose(out);
    return shown;
}

static size_t line_end(bytes text, size_t at) {
    const char *end = memchr(text.data + at, '\n', text.length - at);
    return end ? (size_t)(end - text.data) + 1 : text.length;
}

static size_t ticks_at(bytes text, size_t at) {
    size_t n = 0;
    while (at + n < text.length && text.data[at + n] == '`')
        n++;
    return n;
}

// Recognises a `---` line: gives the kind and where its name or number begins.
static bool marker(const char *line, part_kind *kind, const char **argument) {
    static const struct {
        const char *word;
        part_kind kind;
    } words[] = {{"file ", PART_FILE}, {"made ", PART_MADE}, {"err\n", PART_ERR},
                 {"out\n", PART_OUT},  {"out ", PART_OUT},   {"exit ", PART_EXIT}};
    if (strncmp(line, "--- ", 4) != 0)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(line + 4, words[i].word, length) != 0)
            continue;
        *kind = words[i].kind;
        *argument = line + 4 + length - (words[i].word[length - 1] == '\n');
        return true;
    }
    return false;
}

static part *add_part(example *example, part_kind kind, const char *name, size_t length) {
    example->parts = claim(realloc(example->parts, (example->count + 1) * sizeof *example->parts));
    part *part = &example->parts[example->count++];
    memset(part, 0, sizeof *part);
    part->kind = kind;
    part->name = copy(name, length);
    return part;
}

static void close_part(bytes text, example *example, size_t end) {
    part *last = &example->parts[example->count - 1];
    last->to = end;
    last->content = decode(text.data + last->text, end - last->text);
    if (last->kind == PART_EXIT)
        example->status = (int)strtol(last->name, NULL, 10);
}

// Cuts what stands between the fences into its sections.
static void cut(bytes text, example *example) {
    part *input = add_part(example, PART_INPUT, "", 0);
    input->from = input->text = example->from;
    for (size_t at = example->from; at < example->to; at = line_end(text, at)) {
        part_kind kind;
        const char *argument;
        if (!marker(text.data + at, &kind, &argument))
            continue;
        close_part(text, example, at);
        part *next = add_part(example, kind, argument, strcspn(argument, "\r\n"));
        next->from = at;
        next->text = line_end(text, at);
    }
    close_part(text, example, example->to);
}

static example *add_example(chapter *chapter) {
    size_t size = (chapter->count + 1) * sizeof *chapter->examples;
    chapter->examples = claim(realloc(chapter->examples, size));
    example *example = &chapter->examples[chapter->count++];
    memset(example, 0, sizeof *example);
    example->chapter = chapter->name;
    return example;
}

static bool is_command(const char *info) {
    return strncmp(info, "kifu", 4) == 0 && (info[4] == ' ' || info[4] == '\n' || info[4] == '\r');
}

// Reads on from a fence that opens at `at`: returns where the line behind the closing fence begins.
static size_t read_fence(chapter *chapter, size_t at, size_t line, size_t section) {
    bytes text = chapter->text;
    size_t ticks = ticks_at(text, at);
    const char *info = text.data + at + ticks;
    while (*info == ' ')
        info++;
    size_t from = line_end(text, at);
    size_t end = from;
    while (end < text.length && ticks_at(text, end) < ticks)
        end = line_end(text, end);
    if (is_command(info)) {
        if (end >= text.length) {
            fprintf(stderr, "%s:%zu: the example is not closed\n", chapter->path, line);
            exit(2);
        }
        example *example = add_example(chapter);
        example->line = line;
        example->section = section;
        example->from = from;
        example->to = end;
        example->command = copy(info, strcspn(info, "\r\n"));
        cut(text, example);
    }
    return line_end(text, end);
}

chapter example_read(const char *path) {
    chapter chapter = {copy(path, strlen(path)), NULL, example_load(path), NULL, 0};
    if (!chapter.text.data) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    const char *slash = strrchr(path, '/');
    chapter.name = copy(slash ? slash + 1 : path, strlen(slash ? slash + 1 : path));
    size_t section = 0;
    size_t line = 1;
    for (size_t at = 0; at < chapter.text.length;) {
        size_t next = line_end(chapter.text, at);
        if (ticks_at(chapter.text, at) >= 3)
            next = read_fence(&chapter, at, line, section);
        else if (chapter.text.data[at] == '#')
            section = at;
        for (; at < next; at++)
            line += chapter.text.data[at] == '\n';
    }
    return chapter;
}

void example_free(chapter *chapter) {
    for (size_t i = 0; i < chapter->count; i++) {
        example *example = &chapter->examples[i];
        for (size_t k = 0; k < example->count; k++) {
            free(example->parts[k].name);
            free(example->parts[k].content.data);
        }
        free(example->parts);
        free(example->command);
    }
    free(chapter->examples);
    free(chapter->text.data);
    free(chapter->name);
    free(chapter->path);
}
