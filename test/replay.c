// SPDX-License-Identifier: MIT
// Runs a fuzz target over files, whole and cut short, without libFuzzer.
//
//   replay [--cuts N] FILE…       runs them, and each cut short in N places (8); FILE.corpus holds
//                                 an input in each line, which is not cut
//   replay --mutants N FILE…      runs N inputs that are made of these by chance, always the same
//   replay --pack FOLDER BYTES    prints the folder's files as such lines, the shortest first, up
//                                 to so many bytes
//   replay --unpack FOLDER FILE…  writes the inputs of such files into the folder
//
// In a line, a byte that is not a printable character of ASCII is written \n or \xNN, and a
// backslash \\.

#include "fuzz.h"

#include "mutant.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 16, CUTS = 8, LONGEST_CUT = 4096 };

typedef struct input {
    uint8_t *data;
    size_t length;
} input;

static void give_up(const char *what) {
    perror(what);
    exit(2);
}

static input load(const char *path) {
    FILE *file = fopen(path, "rb");
    input in = {malloc(LIMIT), 0};
    if (!file || !in.data)
        give_up(path);
    in.length = fread(in.data, 1, LIMIT, file);
    fclose(file);
    return in;
}

// ---- Lines ----

static void put_line(FILE *out, input in) {
    for (size_t i = 0; i < in.length; i++) {
        int c = in.data[i];
        if (c == '\\' || c == '\n')
            fprintf(out, "\\%c", c == '\n' ? 'n' : c);
        else if (c >= ' ' && c < 127)
            fputc(c, out);
        else
            fprintf(out, "\\x%02x", c);
    }
    fputc('\n', out);
}

// Turns a line into what it stands for, in its place.
static input take_line(char *line) {
    input in = {(uint8_t *)line, 0};
    for (char *at = line; *at && *at != '\n'; at++) {
        unsigned c = (unsigned char)*at;
        if (c == '\\' && *++at == 'x') {
            char digits[3] = {at[1], at[1] ? at[2] : '\0', '\0'};
            c = (unsigned)strtoul(digits, NULL, 16);
            at += strlen(digits);
        } else if (c == '\\') {
            c = *at == 'n' ? '\n' : '\\';
        }
        in.data[in.length++] = (uint8_t)c;
    }
    return in;
}

typedef void taker(input in, void *context);

static void take_lines(const char *path, taker *take, void *context) {
    static char line[8 * LIMIT];
    FILE *file = fopen(path, "r");
    if (!file)
        give_up(path);
    while (fgets(line, sizeof line, file))
        take(take_line(line), context);
    fclose(file);
}

// ---- Packing ----

typedef struct folder {
    const char *name;
    size_t number; // of the next file
} folder;

static void write_input(input in, void *context) {
    folder *to = context;
    char path[4096];
    snprintf(path, sizeof path, "%s/%zu", to->name, to->number++);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(in.data, 1, in.length, file) != in.length || fclose(file) != 0)
        give_up(path);
}

static int by_length(const void *a, const void *b) {
    const input *x = a, *y = b;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->data, y->data, x->length);
}

static int pack(const char *name, long room) {
    DIR *dir = opendir(name);
    input *all = NULL;
    size_t count = 0;
    if (!dir)
        give_up(name);
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        all = realloc(all, (count + 1) * sizeof *all);
        if (!all)
            give_up(name);
        all[count++] = load(path);
    }
    closedir(dir);
    qsort(all, count, sizeof *all, by_length);
    for (size_t i = 0; i < count; i++) {
        room -= (long)all[i].length + 1;
        if (room >= 0 && all[i].length > 0)
            put_line(stdout, all[i]);
        free(all[i].data);
    }
    free(all);
    return 0;
}

static int unpack(const char *name, char **paths, int count) {
    folder to = {name, 0};
    for (int i = 0; i < count; i++)
        take_lines(paths[i], write_input, &to);
    return 0;
}

// ---- Running ----

// The bytes are given in a block of exactly their size, so that a sanitizer sees any step over its
// end.
static void run_one(const uint8_t *data, size_t length) {
    uint8_t *exact = malloc(length ? length : 1);
    if (!exact)
        give_up("memory");
    memcpy(exact, data, length);
    LLVMFuzzerTestOneInput(exact, length);
    free(exact);
}

static void run_line(input in, void *context) {
    run_one(in.data, in.length);
    ++*(size_t *)context;
}

static void run_file(const char *path, size_t cuts, size_t *runs) {
    input in = load(path);
    if (in.length >= LONGEST_CUT)
        cuts = 0;
    run_one(in.data, in.length);
    for (size_t cut = 0; cut < cuts && cut < in.length; cut++)
        run_one(in.data, in.length * (cut + 1) / (cuts + 1));
    *runs += 1 + (cuts < in.length ? cuts : in.length);
    free(in.data);
}

// ---- Mutants ----

typedef struct inputs {
    input *list;
    size_t count;
} inputs;

static void note_input(input in, void *context) {
    inputs *all = context;
    input copy = {malloc(LIMIT), in.length < LIMIT ? in.length : LIMIT};
    all->list = realloc(all->list, (all->count + 1) * sizeof *all->list);
    if (!copy.data || !all->list)
        give_up("memory");
    memcpy(copy.data, in.data, copy.length);
    all->list[all->count++] = copy;
}

static bool is_corpus(const char *path) {
    static const char suffix[] = ".corpus";
    size_t length = strlen(path), end = sizeof suffix - 1;
    return length > end && strcmp(path + length - end, suffix) == 0;
}

static void load_all(inputs *all, char **paths, int count) {
    for (int i = 0; i < count; i++) {
        if (is_corpus(paths[i])) {
            take_lines(paths[i], note_input, all);
            continue;
        }
        input in = load(paths[i]);
        if (in.length <= LONGEST_CUT)
            note_input(in, all);
        free(in.data);
    }
}

// Says on standard error which one it is, in the form of a line of FILE.corpus, before it runs.
static int run_mutants(size_t runs, char **paths, int count) {
    static uint8_t data[2 * LONGEST_CUT];
    static char line[LIMIT];
    setvbuf(stderr, line, _IOFBF, sizeof line);
    mutant_chance chance = {UINT64_C(0x9E3779B97F4A7C15)};
    inputs all = {NULL, 0};
    load_all(&all, paths, count);
    if (all.count == 0)
        return 1;
    for (size_t i = 0; i < runs; i++) {
        const input *base = &all.list[mutant_draw(&chance, all.count)];
        const input *other = &all.list[mutant_draw(&chance, all.count)];
        size_t length = base->length < sizeof data ? base->length : sizeof data;
        memcpy(data, base->data, length);
        length = mutant_make(&chance, data, length, sizeof data, other->data, other->length);
        put_line(stderr, (input){data, length});
        fflush(stderr);
        run_one(data, length);
    }
    for (size_t i = 0; i < all.count; i++)
        free(all.list[i].data);
    free(all.list);
    printf("%zu inputs\n", runs);
    return 0;
}

int main(int argc, char **argv) {
    size_t runs = 0;
    if (argc > 3 && strcmp(argv[1], "--mutants") == 0)
        return run_mutants(strtoul(argv[2], NULL, 10), argv + 3, argc - 3);
    if (argc == 4 && strcmp(argv[1], "--pack") == 0)
        return pack(argv[2], strtol(argv[3], NULL, 10));
    if (argc > 3 && strcmp(argv[1], "--unpack") == 0)
        return unpack(argv[2], argv + 3, argc - 3);
    bool has_cuts = argc > 2 && strcmp(argv[1], "--cuts") == 0;
    size_t cuts = has_cuts ? strtoul(argv[2], NULL, 10) : CUTS;
    for (int i = has_cuts ? 3 : 1; i < argc; i++) {
        fprintf(stderr, "%s\n", argv[i]);
        if (is_corpus(argv[i]))
            take_lines(argv[i], run_line, &runs);
        else
            run_file(argv[i], cuts, &runs);
    }
    printf("%zu inputs\n", runs);
    return runs == 0;
}
