// SPDX-License-Identifier: MIT
// Any command line with any files, through the whole program in process: it ends with a status of
// its own, says why when it could not do it, leaves no file behind that it did not finish, and no
// file is emptied, nor changed by a command that was not asked to write.
//
// An input is like an example of doc/spec: a line with the command, what standard input holds, and
// files, each below a line `--- file NAME`.

#include "fuzz.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "parts.h"

enum { WORDS = 32, FILES = 8, DIGITS = 3, LARGEST_EYES = 5 };

typedef struct given {
    char *name;
    const char *text;
    size_t length;
} given;

typedef struct job {
    char *words[WORDS + 2];
    int count;
    const char *input;
    size_t input_length;
    given files[FILES];
    size_t file_count;
} job;

// The folder in which all happens, made once, and the one to go back to: libFuzzer's own names
// are relative.
static int box = -1, home = -1;
static char box_name[64];

// ---- The folder ----

// The name of a file that is being written; no input is called so.
static bool is_temporary(const char *name) {
    return fnmatch(".kifu-[0-9]*-[0-9]*.tmp", name, 0) == 0;
}

static int remove_one(const char *name, const struct stat *status, int kind, struct FTW *where) {
    (void)status, (void)kind;
    if (strcmp(name, ".") == 0)
        return 0;
    fuzz_expect(!is_temporary(name + where->base), "a temporary file is left");
    chmod(name, 0700);
    fuzz_expect(remove(name) == 0, "something was made that cannot be removed");
    return 0;
}

static void empty_box(void) {
    enum { OPEN = 8 };
    fuzz_expect(nftw(".", remove_one, OPEN, FTW_DEPTH | FTW_PHYS) == 0, "no folder");
}

static void remove_box(void) {
    rmdir(box_name);
}

static void make_box(void) {
    snprintf(box_name, sizeof box_name, "/tmp/kifu-fuzz-XXXXXX");
    fuzz_expect(mkdtemp(box_name) != NULL, "no folder");
    home = open(".", O_RDONLY | O_DIRECTORY);
    box = open(box_name, O_RDONLY | O_DIRECTORY);
    fuzz_expect(home >= 0 && box >= 0, "no folder");
    setenv("HOME", box_name, 1);
    setenv("LC_ALL", "C", 1);
    unsetenv("XDG_DATA_HOME");
    atexit(remove_box);
}

static void write_file(const given *file) {
    FILE *out = is_temporary(file->name) ? NULL : fopen(file->name, "wb");
    if (out == NULL) // a name that cannot be
        return;
    fwrite(file->text, 1, file->length, out);
    fuzz_expect(fclose(out) == 0, "no file is written");
}

static bool is_unchanged(const given *file, size_t *length) {
    FILE *in = fopen(file->name, "rb");
    char *text = malloc(file->length + 1);
    bool is_same = false;
    *length = 0;
    if (in != NULL && text != NULL) {
        *length = fread(text, 1, file->length + 1, in);
        is_same = *length == file->length && memcmp(text, file->text, *length) == 0;
    }
    if (in != NULL)
        fclose(in);
    free(text);
    return is_same;
}

// ---- The input ----

// Nothing outside of the folder can be named, and no number makes the work long.
static void tame(char *word) {
    size_t digits = 0, length = 0;
    for (char *in = word; *in != '\0'; in++) {
        digits = *in >= '0' && *in <= '9' ? digits + 1 : 0;
        if (digits > DIGITS)
            continue;
        bool is_upward = *in == '/' || (*in == '.' && length > 0 && word[length - 1] == '.');
        word[length++] = *in;
        if (is_upward)
            word[length - 1] = '_';
    }
    word[length] = '\0';
}

// What opens a port or a terminal, and eye spaces that take minutes.
static bool is_left_out(const job *j) {
    bool is_eyes = false, is_large = false;
    for (int i = 1; i < j->count; i++) {
        if (strcmp(j->words[i], "serve") == 0 || strcmp(j->words[i], "view") == 0)
            return true;
        is_eyes = is_eyes || strcmp(j->words[i], "eyes") == 0;
        is_large = is_large || strtol(j->words[i], NULL, 10) > LARGEST_EYES;
    }
    return is_eyes && is_large;
}

// The value of --dead that plays games out, and options that read every problem or eye space.
static bool takes_long(const char *word) {
    static const char *const values[] = {"auto", "judge"};
    static const char *const options[] = {"--solutions", "--booklet", "--table"};
    size_t length = strcspn(word, "="); // which may be the front of a name
    bool is_long = false;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        is_long = is_long || strstr(word, values[i]) != NULL;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        is_long = is_long || (length > 2 && strncmp(word, options[i], length) == 0);
    return is_long;
}

static void take_words(job *j, char *line) {
    static char few[] = "--nodes=200";
    for (char *word = line; *word != '\0' && j->count < WORDS;) {
        size_t length = strcspn(word, " ");
        char *next = word + length + (word[length] == ' ');
        word[length] = '\0';
        tame(word);
        bool is_long = takes_long(word);
        if (length > 0 && !is_long)
            j->words[j->count++] = word;
        bool reads = j->count == 2 &&
                     (strcmp(j->words[1], "life") == 0 || strcmp(j->words[1], "endgame") == 0);
        if (reads)
            j->words[j->count++] = few;
        word = next;
    }
}

// Cuts the input up; `text` is a copy of it that ends with NUL.
static void take_input(job *j, char *text, size_t size) {
    static const char mark[] = "--- file ";
    char *end = text + size, *at = memchr(text, '\n', size), *begin;
    if (at == NULL)
        at = end;
    begin = at < end ? at + 1 : end;
    *at = '\0';
    take_words(j, text);
    j->input = begin;
    size_t *length = &j->input_length;
    for (at = begin; at < end;) {
        char *line_end = memchr(at, '\n', (size_t)(end - at));
        char *next = line_end != NULL ? line_end + 1 : end;
        bool is_mark = (size_t)(end - at) >= sizeof mark && j->file_count < FILES &&
                       memcmp(at, mark, sizeof mark - 1) == 0;
        if (is_mark) {
            given *file = &j->files[j->file_count++];
            file->name = at + sizeof mark - 1;
            if (line_end != NULL)
                *line_end = '\0';
            tame(file->name);
            file->text = next;
            length = &file->length;
        } else {
            *length += (size_t)(next - at);
        }
        at = next;
    }
}

// ---- The run ----

// Whether the command may write files: an option with o, i or f, however it is joined or cut.
static bool may_write(const job *j) {
    for (int i = 1; i < j->count; i++)
        if (j->words[i][0] == '-' && strpbrk(j->words[i], "oif") != NULL)
            return true;
    return false;
}

static void expect_files(const job *j) {
    for (size_t i = 0; i < j->file_count; i++) {
        const given *file = &j->files[i];
        bool is_again = false;
        for (size_t k = i + 1; k < j->file_count; k++)
            is_again = is_again || strcmp(j->files[k].name, file->name) == 0;
        size_t length;
        if (is_again || file->name[0] == '\0' || strcmp(file->name, ".") == 0 ||
            strlen(file->name) > 200)
            continue;
        bool is_same = is_unchanged(file, &length);
        fuzz_expect(is_same || length > 0, "a file is gone or empty");
        fuzz_expect(is_same || may_write(j), "a file was changed by a command that only reads");
    }
}

static void run(const job *j) {
    char *out_text = NULL, *err_text = NULL;
    size_t out_length = 0, err_length = 0;
    FILE *in = tmpfile(), *out = open_memstream(&out_text, &out_length);
    FILE *err = open_memstream(&err_text, &err_length);
    fuzz_expect(in != NULL && out != NULL && err != NULL, "no streams");
    fwrite(j->input, 1, j->input_length, in);
    rewind(in);
    char *words[WORDS + 3];
    memcpy(words, j->words, sizeof j->words);
    words[j->count] = NULL;
    const kf_parts parts = parts_all();
    int status = kf_main_run(j->count, words, in, out, err, &parts);
    fclose(in);
    fclose(out);
    fclose(err);
    fuzz_expect(status >= 0 && status <= 2, "a status of its own");
    fuzz_expect(status != 2 || err_length > 0, "it could not be done, and nobody says why");
    fuzz_expect(kf_text_is_utf8((kf_text){err_text, err_length}, NULL), "messages are no UTF-8");
    free(out_text);
    free(err_text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    job j = {.count = 0};
    if (text == NULL)
        return 0;
    if (box < 0)
        make_box();
    memcpy(text, data, size);
    text[size] = '\0';
    take_input(&j, text, size);
    if (j.count > 0 && !is_left_out(&j)) {
        fuzz_expect(fchdir(box) == 0, "no folder");
        for (size_t i = 0; i < j.file_count; i++)
            write_file(&j.files[i]);
        run(&j);
        expect_files(&j);
        empty_box();
        fuzz_expect(fchdir(home) == 0, "no way back");
    }
    free(text);
    return 0;
}
