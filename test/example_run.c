// SPDX-License-Identifier: MIT
// Runs an example of doc/spec in process, in a folder of its own.

#include "cli/frame/cli.h"
#include "example.h"
#include "parts.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS_MAX = 64 };

static void give_up(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(2);
}

void example_settle(void) {
    static const char *const names[] = {"NO_COLOR", "COLUMNS", "LINES",        "TERM",
                                        "LANGUAGE", "LANG",    "KIFU_CHARSET", "COLORTERM"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    setenv("LC_ALL", "C", 1);
    setenv("TZ", "UTC", 1);
}

static void write_file(const char *name, bytes content) {
    char folder[1024];
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        mkdir(folder, 0777);
    }
    if (*name && name[strlen(name) - 1] == '/')
        return;
    FILE *file = fopen(name, "wb");
    if (!file)
        give_up(name);
    fwrite(content.data, 1, content.length, file);
    if (fclose(file) != 0)
        give_up(name);
}

// Cuts a command line into words. Single and double quotes keep blanks together.
static int split(char *line, char **words) {
    int count = 0;
    char *out = line;
    for (char *in = line; *in;) {
        while (*in == ' ')
            in++;
        if (!*in || count == WORDS_MAX - 1)
            break;
        words[count++] = out;
        char quote = 0;
        for (; *in && (quote || *in != ' '); in++) {
            if (quote ? *in == quote : *in == '\'' || *in == '"')
                quote = quote ? 0 : *in;
            else
                *out++ = *in;
        }
        if (*in)
            in++;
        *out++ = '\0';
    }
    words[count] = NULL;
    return count;
}

// The streams of a command, and what is called around it.
typedef struct stage {
    FILE *in, *out, *err;
    void (*around)(bool);
} stage;

static int run_line(const char *line, size_t length, const stage *stage) {
    char *text = malloc(length + 2);
    char *words[WORDS_MAX];
    if (!text)
        give_up("example");
    memcpy(text, line, length);
    text[length] = text[length + 1] = '\0';
    int count = split(text, words);
    if (stage->around)
        stage->around(true);
    const kf_parts parts = parts_all();
    int status = kf_main_run(count, words, stage->in, stage->out, stage->err, &parts);
    if (stage->around)
        stage->around(false);
    free(text);
    return status;
}

static FILE *input_of(const example *example) {
    FILE *in = tmpfile();
    if (!in)
        give_up("tmpfile");
    for (size_t i = 0; i < example->count; i++) {
        if (example->parts[i].kind != PART_INPUT)
            continue;
        fwrite(example->parts[i].content.data, 1, example->parts[i].content.length, in);
    }
    rewind(in);
    return in;
}

// Runs the commands one after the other until one could not do it.
static void run_commands(const example *example, outcome *outcome, void (*around)(bool)) {
    stage stage = {.in = input_of(example), .around = around};
    stage.out = open_memstream(&outcome->out.data, &outcome->out.length);
    stage.err = open_memstream(&outcome->err.data, &outcome->err.length);
    if (!stage.out || !stage.err)
        give_up("open_memstream");
    const char *line = example->command;
    while (line && outcome->status <= 1) {
        const char *end = strstr(line, " && ");
        size_t length = end ? (size_t)(end - line) : strlen(line);
        outcome->status = run_line(line, length, &stage);
        line = end ? end + 4 : NULL;
    }
    fclose(stage.in);
    fclose(stage.out);
    fclose(stage.err);
}

// What the example says about a file: as written by it, or else as given to it.
static const part *named(const example *example, const char *name) {
    const part *found = NULL;
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (!*part->name || part->kind == PART_EXIT || strcmp(part->name, name) != 0)
            continue;
        if (!found || part->kind == PART_OUT)
            found = part;
    }
    return found;
}

// Looks for files the example does not name, and for inputs that were changed behind its back.
static void look_for_strays(const example *example, const char *folder, outcome *outcome) {
    DIR *dir = opendir(*folder ? folder : ".");
    if (!dir)
        return;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char name[512];
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(name, sizeof name, "%.255s%.255s", folder, entry->d_name);
        if (stat(name, &info) == 0 && S_ISDIR(info.st_mode)) {
            size_t length = strlen(name);
            snprintf(name + length, sizeof name - length, "/");
            if (!*folder)
                look_for_strays(example, name, outcome);
            continue;
        }
        const part *part = named(example, name);
        bytes now = example_load(name);
        bool odd = !part || (part->kind == PART_FILE && !example_same(now, part->content));
        free(now.data);
        if (!odd)
            continue;
        outcome->stray = true;
        snprintf(outcome->stray_name, sizeof outcome->stray_name, "%.250s", name);
    }
    closedir(dir);
}

static void collect(const example *example, outcome *outcome) {
    outcome->files = calloc(example->count + 1, sizeof *outcome->files);
    if (!outcome->files)
        give_up("example");
    for (size_t i = 0; i < example->count; i++) {
        const part *part = &example->parts[i];
        if (part->kind != PART_OUT || !*part->name)
            continue;
        outcome->files[outcome->count++] = example_load(part->name);
    }
    look_for_strays(example, "", outcome);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place) {
    (void)info, (void)kind, (void)place;
    return remove(path);
}

// In memory where that can be: on a disk most of the time goes into waiting until files are stored.
static const char *base_folder(void) {
    const char *base = getenv("TMPDIR");
    if (base != NULL && *base != '\0')
        return base;
    return access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp";
}

outcome example_run(const example *example, void (*around)(bool)) {
    outcome outcome = {0};
    char home[4096], folder[4096];
    snprintf(folder, sizeof folder, "%.3000s/kifu-example-XXXXXX", base_folder());
    if (!getcwd(home, sizeof home) || !mkdtemp(folder) || chdir(folder) != 0)
        give_up(folder);
    for (size_t i = 0; i < example->count; i++)
        if (example->parts[i].kind == PART_FILE)
            write_file(example->parts[i].name, example->parts[i].content);
    run_commands(example, &outcome, around);
    collect(example, &outcome);
    if (chdir(home) != 0)
        give_up(home);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return outcome;
}

void example_forget(outcome *outcome) {
    for (size_t i = 0; i < outcome->count; i++)
        free(outcome->files[i].data);
    free(outcome->files);
    free(outcome->out.data);
    free(outcome->err.data);
    memset(outcome, 0, sizeof *outcome);
}
