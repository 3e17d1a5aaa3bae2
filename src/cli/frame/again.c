// SPDX-License-Identifier: MIT
// Large inputs, which are read twice and not kept.

#include "cli/frame/again.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/archive/archive.h"
#include "cli/frame/folder.h"

// What is smaller is read at once, which takes less time and hardly more memory.
enum { LARGE = 256 * 1024, BLOCK = 64 * 1024 };

struct kf_again {
    kf_cli *cli;
    const char *name;
    FILE *in;
    off_t begin;  // in `in`; below 0: it is read once, and copied
    FILE *copy;   // of such an input, as far as there is room for it
    FILE *memory; // what comes behind that: a stream into `rest`; NULL: nothing does
    char *rest;
    size_t length, at;  // of the rest, and where it is read
    bool is_copied;     // all of it
    struct stat before; // of a file
    kf_member *member;  // of an archive, in place of `in`; NULL: it is none
};

// ---- Standard input ----

void kf_again_report(const kf_cli *cli) {
    kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read standard input: %s",
               strerror(errno));
}

void kf_again_greet(const kf_cli *cli) {
    int file = fileno(cli->in);
    if (cli->is_quiet || file < 0 || !isatty(file))
        return;
    fputs("kifu: reading from the terminal, up to Ctrl-D\n", cli->err);
    fflush(cli->err);
}

// ---- What is no text ----

void kf_again_report_empty(const kf_cli *cli, const char *name) {
    kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0},
               "there is no game in '%.200s': nothing is written", name);
}

bool kf_again_is_noise(const kf_record *record, size_t faults) {
    kf_text text = kf_record_text(record);
    return faults > 0 && kf_text_is_binary(kf_text_odd_bytes(text), text.length);
}

// ---- Opening ----

static void close_file(void *file) {
    fclose(file);
}

static void close_rest(void *context) {
    kf_again *again = context;
    if (again->memory != NULL)
        fclose(again->memory);
    free(again->rest);
    again->memory = NULL;
    again->rest = NULL;
}

// Where the stream stands and how much is behind that. False: it cannot be wound back.
static bool measure(FILE *in, off_t *begin, off_t *length) {
    *begin = ftello(in);
    if (*begin < 0 || fseeko(in, 0, SEEK_END) != 0)
        return false;
    *length = ftello(in) - *begin;
    return fseeko(in, *begin, SEEK_SET) == 0;
}

static bool open_input(kf_again *again) {
    kf_cli *cli = again->cli;
    struct stat status;
    off_t length;
    again->in = cli->in;
    bool is_device = fstat(fileno(cli->in), &status) == 0 && !S_ISREG(status.st_mode);
    if (!is_device && measure(again->in, &again->begin, &length))
        return length > LARGE;
    again->begin = -1;
    void **slot = kf_arena_slot(cli->arena, close_file);
    kf_arena_defer(cli->arena, close_rest, again);
    *slot = again->copy = tmpfile();
    cli->copy_error = again->copy == NULL ? errno : 0;
    return again->copy != NULL;
}

static bool open_named(kf_again *again) {
    struct stat status;
    again->member = kf_member_open(again->cli, again->name);
    if (again->member != NULL)
        return again->member->length > LARGE;
    if (stat(again->name, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= LARGE)
        return false;
    void **slot = kf_arena_slot(again->cli->arena, close_file);
    *slot = again->in = fopen(again->name, "rb");
    return again->in != NULL;
}

kf_again *kf_again_open(kf_cli *cli, const char *name) {
    kf_again *again = kf_arena_alloc(cli->arena, sizeof *again);
    *again = (kf_again){.cli = cli, .name = name};
    bool is_input = strcmp(name, "-") == 0 && kf_member_find(cli, name) == NULL;
    if (!(is_input ? open_input(again) : open_named(again)))
        return NULL;
    kf_folder_lean(cli, name);
    if (again->member == NULL)
        kf_input_note(cli, name);
    again->before = cli->input;
    if (is_input)
        kf_again_greet(cli);
    return again;
}

// ---- Reading ----

static size_t fail_to_copy(const kf_again *again) {
    kf_log_add(again->cli->log, KF_PROGRAM_FILE, (kf_place){0},
               "cannot keep a copy of standard input: %s", strerror(errno));
    return KF_SUPPLY_FAILED;
}

// Where the file has no room for all, the rest stays in memory, as all does that is read at once.
static bool keep_rest(kf_again *again, const char *bytes, size_t length) {
    if (again->memory == NULL) {
        again->memory = open_memstream(&again->rest, &again->length);
        if (again->memory == NULL)
            return false;
    }
    return fwrite(bytes, 1, length, again->memory) == length;
}

static bool keep(kf_again *again, const char *bytes, size_t length) {
    while (length > 0 && again->memory == NULL) {
        ssize_t done = write(fileno(again->copy), bytes, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            break;
        bytes += done;
        length -= (size_t)done;
    }
    return length == 0 || keep_rest(again, bytes, length);
}

static size_t read_copy(kf_again *again, void *room, size_t size) {
    size_t got = fread(room, 1, size, again->copy), left = again->length - again->at;
    if (got > 0 || ferror(again->copy) || again->memory == NULL)
        return got;
    got = left < size ? left : size;
    memcpy(room, again->rest + again->at, got);
    again->at += got;
    return got;
}

static size_t supply(void *context, void *room, size_t size) {
    kf_again *again = context;
    if (again->member != NULL)
        return kf_member_supply(again->member, room, size);
    FILE *in = again->is_copied ? again->copy : again->in;
    size_t got = again->is_copied ? read_copy(again, room, size) : fread(room, 1, size, in);
    if (got == 0 && ferror(in) && strcmp(again->name, "-") == 0)
        kf_again_report(again->cli);
    else if (got == 0 && ferror(in))
        kf_file_report(again->cli->log, again->name, errno);
    if (got == 0)
        return ferror(in) ? KF_SUPPLY_FAILED : 0;
    if (again->copy != NULL && !again->is_copied && !keep(again, room, got))
        return fail_to_copy(again);
    return got;
}

// Back to the beginning.
static bool rewind_input(kf_again *again) {
    if (again->member != NULL) {
        again->member->at = 0;
        return true;
    }
    if (again->copy == NULL)
        return fseeko(again->in, again->begin, SEEK_SET) == 0;
    bool is_first =
        !again->is_copied && again->memory == NULL && lseek(fileno(again->copy), 0, SEEK_CUR) == 0;
    if (is_first)
        return true;
    again->is_copied = true;
    again->at = 0;
    bool is_kept = again->memory == NULL || fflush(again->memory) == 0;
    return (is_kept && fseeko(again->copy, 0, SEEK_SET) == 0) || fail_to_copy(again) == 0;
}

// The front that is in the file, and the rest, in a memory of their own.
static bool join(kf_again *again) {
    kf_cli *cli = again->cli;
    struct stat status;
    if (fflush(again->memory) != 0 || fstat(fileno(again->copy), &status) != 0)
        return false;
    size_t front = (size_t)status.st_size, got = 0, now;
    char *all = kf_arena_resize(cli->arena, NULL, front + again->length + 1);
    void **slot = kf_arena_slot(cli->arena, close_file);
    fseeko(again->copy, 0, SEEK_SET);
    while (got < front && (now = fread(all + got, 1, front - got, again->copy)) > 0)
        got += now;
    memcpy(all + front, again->rest, again->length);
    front += again->length;
    *slot = got + again->length == front ? fmemopen(all, front, "rb") : NULL;
    if (*slot != NULL)
        cli->in = *slot;
    return *slot != NULL;
}

static void close_stream(void *stream) {
    kf_stream_close(stream);
}

kf_stream *kf_again_stream(kf_again *again, kf_log *log) {
    kf_cli *cli = again->cli;
    if (!rewind_input(again))
        return NULL;
    void **slot = kf_arena_slot(cli->arena, close_stream);
    *slot = kf_stream_open_with(supply, again, again->name, &cli->reading, log);
    return *slot;
}

bool kf_again_give_back(kf_again *again) {
    kf_cli *cli = again->cli;
    if (strcmp(again->name, "-") != 0 || again->member != NULL)
        return true;
    if (again->copy == NULL)
        return rewind_input(again);
    // What was not read yet belongs to it.
    kf_arena_level level = kf_arena_mark(cli->arena);
    char *block = kf_arena_alloc(cli->arena, BLOCK);
    size_t got = again->is_copied ? 0 : 1;
    while (got > 0 && got != KF_SUPPLY_FAILED)
        got = supply(again, block, BLOCK);
    kf_arena_rewind(cli->arena, level);
    again->is_copied = got == 0;
    if (got == 0 && again->memory != NULL)
        return join(again) || fail_to_copy(again) == 0;
    if (got == 0 && rewind_input(again))
        cli->in = again->copy;
    return cli->in == again->copy;
}

bool kf_again_copy(kf_again *again, kf_sink *sink, void *context) {
    char *block = kf_arena_alloc(again->cli->arena, BLOCK);
    bool is_good = rewind_input(again);
    for (size_t got = 1; is_good && got > 0;) {
        got = supply(again, block, BLOCK);
        is_good = got != KF_SUPPLY_FAILED && (got == 0 || sink(context, block, got));
    }
    return is_good;
}

bool kf_again_is_same(const kf_again *again, bool has_same_games) {
    struct stat now;
    const struct stat *before = &again->before;
    int file = again->member == NULL ? fileno(again->in) : -1;
    bool is_known = again->copy == NULL && file >= 0 && fstat(file, &now) == 0;
    bool is_other = is_known && (now.st_size != before->st_size ||
                                 now.st_mtim.tv_sec != before->st_mtim.tv_sec ||
                                 now.st_mtim.tv_nsec != before->st_mtim.tv_nsec);
    if (!is_other && has_same_games)
        return true;
    kf_log_add(again->cli->log, KF_PROGRAM_FILE, (kf_place){0},
               "'%.200s' was changed while it was read", again->name);
    return false;
}
