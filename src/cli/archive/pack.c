// SPDX-License-Identifier: MIT
// An archive as the output of commands that write many files.
//
// The command writes into a folder beside the archive, as it would into any, with all that protects
// files there. Then kifu-archive packs it: the members in the order of their names, with no time
// and no owner, so that the same files give the same archive. The folder goes, however the command
// ends.

#define _XOPEN_SOURCE 700 // for mkdtemp

#include "cli/archive/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/print/print.h"
#include "cli/program/program.h"

typedef struct kf_pack {
    kf_cli *cli;
    const char *archive;
    const char *form;   // as kifu-archive takes it
    char *folder;       // ends in a slash
    pid_t watcher;      // takes the folder away when that is closed
    int watch;          // -1: there is none
    const char **names; // of what stands in it, behind that
    size_t count, capacity;
} pack;

static const char *form_of(const char *name) {
    static const char *const forms[][2] = {
        {".zip", "zip"},       {".tar", "tar"},    {".tar.gz", "gzip"}, {".tgz", "gzip"},
        {".tar.bz2", "bzip2"}, {".tbz2", "bzip2"}, {".tar.xz", "xz"},   {".txz", "xz"},
        {".tar.zst", "zstd"},  {".tzst", "zstd"}};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        kf_text ending = kf_text_of(forms[i][0]);
        if (length > ending.length &&
            kf_text_equal_fold((kf_text){name + length - ending.length, ending.length}, ending))
            return forms[i][1];
    }
    return NULL;
}

static bool writes_folders(const kf_cli *cli) {
    static const char *const names[] = {"annotate", "convert", "cut",   "extract",  "fix",
                                        "set",      "split",   "strip", "transform"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(cli->command->name, names[i]) == 0)
            return true;
    return false;
}

static bool fail(const pack *p, const char *what) {
    kf_log_add(p->cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot write '%.200s': %s", p->archive,
               what);
    return false;
}

// ---- The folder ----

static void remove_folder(void *what) {
    pack *p = what;
    if (p->watch >= 0)
        close(p->watch);
    while (p->watch >= 0 && waitpid(p->watcher, NULL, 0) < 0 && errno == EINTR)
        continue;
    p->watch = -1;
}

// A process takes the folder away when this one ends, however it ends: the pipe between them
// closes.
static bool watch_folder(pack *p) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0)
        return fail(p, strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fflush(p->cli->out);
    fflush(p->cli->err);
    pid_t child = fork();
    if (child == 0) {
        setsid(); // what ends this process from a terminal does not end that one
        close(ends[1]);
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
            continue;
        kf_clear_folder(p->folder);
        _exit(KF_STATUS_CLEAN);
    }
    close(ends[0]);
    if (child < 0)
        close(ends[1]);
    p->watcher = child;
    p->watch = child < 0 ? -1 : ends[1];
    return child > 0 || fail(p, strerror(errno));
}

static bool make_folder(pack *p) {
    size_t size = strlen(p->archive) + sizeof ".XXXXXX/";
    char *folder = kf_arena_alloc(p->cli->arena, size);
    p->folder = kf_arena_alloc(p->cli->arena, size);
    kf_arena_defer(p->cli->arena, remove_folder, p);
    snprintf(folder, size, "%s.XXXXXX", p->archive);
    if (mkdtemp(folder) == NULL)
        return fail(p, strerror(errno));
    snprintf(p->folder, size, "%s/", folder);
    bool is_watched = watch_folder(p);
    if (!is_watched)
        rmdir(folder);
    return is_watched;
}

static void close_folder(void *what) {
    if (what != NULL)
        closedir(what);
}

static void add_name(pack *p, const char *name) {
    p->names = kf_arena_grow(p->cli->arena, p->names, &p->capacity, p->count + 1, sizeof *p->names);
    p->names[p->count++] = name;
}

// Adds what stands in the folder of that name in ours: files to the names, folders to `folders`.
// False: it cannot be read, as without memory, and errno says why.
static bool list_folder(pack *p, const char *name, pack *folders) {
    size_t root = strlen(p->folder), length = strlen(name);
    char *path = kf_arena_alloc(p->cli->arena, root + length + 1);
    snprintf(path, root + length + 1, "%s%s", p->folder, name);
    void **slot = kf_arena_slot(p->cli->arena, close_folder);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return false;
    *slot = folder;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        struct stat status;
        size_t size = root + length + strlen(entry->d_name) + 2; // and a slash
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char *full = kf_arena_alloc(p->cli->arena, size);
        snprintf(full, size, "%s%s%s", p->folder, name, entry->d_name);
        if (lstat(full, &status) == 0 && S_ISREG(status.st_mode))
            add_name(p, full + root);
        else if (S_ISDIR(status.st_mode))
            add_name(folders, strcat(full, "/") + root);
    }
    closedir(folder);
    *slot = NULL;
    return true;
}

static int by_name(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

static bool list_all(pack *p) {
    pack folders = {.cli = p->cli};
    add_name(&folders, "");
    for (size_t i = 0; i < folders.count; i++)
        if (!list_folder(p, folders.names[i], &folders))
            return fail(p, strerror(errno));
    if (p->count > 0)
        qsort(p->names, p->count, sizeof *p->names, by_name);
    return true;
}

// ---- Packing ----

static bool put(int to, kf_archive_kind kind, const void *bytes, size_t length) {
    kf_archive_piece piece = {(uint32_t)kind, (uint32_t)length};
    return kf_file_write(to, &piece, sizeof piece) && kf_file_write(to, bytes, length);
}

// Gives a file to kifu-archive: its name, its size, and what is in it.
static bool put_file(const pack *p, int to, const char *name) {
    char path[PATH_MAX], block[4096];
    struct stat status;
    kf_text member = kf_text_of(name);
    kf_buffer clean = {.arena = p->cli->arena};
    if (!kf_text_is_utf8(member, NULL)) {
        kf_archive_put_name(&clean, member);
        member = kf_buffer_text(&clean);
        // Two members of one name would be one for most programs.
        snprintf(path, sizeof path, "%s%.*s", p->folder, (int)member.length, member.data);
        if (access(path, F_OK) == 0)
            return false;
    }
    snprintf(path, sizeof path, "%s%s", p->folder, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) {
        if (file >= 0)
            close(file);
        return false;
    }
    uint64_t size = (uint64_t)status.st_size;
    bool is_good = put(to, KF_ARCHIVE_NAME, member.data, member.length) &&
                   put(to, KF_ARCHIVE_SIZE, &size, sizeof size);
    ssize_t got = 0;
    while (is_good && (got = read(file, block, sizeof block)) > 0)
        is_good = put(to, KF_ARCHIVE_DATA, block, (size_t)got);
    close(file);
    return is_good && got == 0;
}

// In the new process.
static _Noreturn void start(const char *path, const char *form, int in, int out) {
    char name[] = "kifu-archive", word[16], *words[] = {name, word, NULL};
    snprintf(word, sizeof word, "%s", form);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execv(path, words);
    _exit(KF_STATUS_FAILED);
}

// Has all names packed into the file. What kifu-archive writes goes there by itself, so that nobody
// waits for anybody.
static bool run(const pack *p, const char *path, int out) {
    int ends[2], status = 0;
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0)
        start(path, p->form, ends[0], out);
    close(ends[0]);
    // One that ended early is noticed by its status.
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    bool is_good = child > 0;
    for (size_t i = 0; i < p->count && is_good; i++)
        is_good = put_file(p, ends[1], p->names[i]);
    is_good = is_good && put(ends[1], KF_ARCHIVE_END, "", 0);
    close(ends[1]);
    signal(SIGPIPE, before);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return is_good && WIFEXITED(status) && WEXITSTATUS(status) == KF_STATUS_CLEAN;
}

// The packed bytes become the archive as any other file that is written.
static bool write_archive(const pack *p, FILE *packed) {
    char block[4096];
    size_t got;
    kf_output_file *target = kf_output_file_new(p->cli);
    rewind(packed);
    if (!kf_output_file_open(target, p->archive, "record"))
        return false;
    bool is_good = true;
    while (is_good && (got = fread(block, 1, sizeof block, packed)) > 0)
        is_good = kf_output_file_write(target, block, got);
    return kf_output_file_close(target, is_good && !ferror(packed));
}

static void close_file(void *file) {
    if (file != NULL)
        fclose(file);
}

// Nothing is packed of files of which one is missing for want of memory: in a folder that would be
// seen, in an archive it would not.
static bool pack_folder(pack *p, const char *path) {
    if (p->cli->lacks_memory)
        return false;
    void **slot = kf_arena_slot(p->cli->arena, close_file);
    if (!list_all(p))
        return false;
    if (p->count == 0)
        return true; // whoever wrote nothing has said why
    FILE *packed = *slot = tmpfile();
    if (packed == NULL)
        return fail(p, strerror(errno));
    if (!run(p, path, fileno(packed)))
        return fail(p, "kifu-archive could not pack it");
    return write_archive(p, packed);
}

// ---- The command ----

// An old archive is never put together with a new one; that is said before the work.
static bool may_write(const pack *p) {
    struct stat status;
    bool is_there = stat(p->archive, &status) == 0 && status.st_size > 0;
    if (is_there && !kf_options_has(p->cli, KF_OPTION_FORCE))
        kf_log_add(p->cli->log, KF_PROGRAM_TARGET, (kf_place){0},
                   "'%.200s' is not replaced; '--force' would do it", p->archive);
    return !is_there || kf_options_has(p->cli, KF_OPTION_FORCE);
}

// Under the name of an archive, or of a packed file, stands nothing else, of whatever kind it is.
static bool is_misnamed(const char *output) {
    static const char *const others[] = {".rar", ".jar", ".cbz", ".cbr",  ".cab", ".bz",
                                         ".lz",  ".lz4", ".lzo", ".lzma", ".z",   ".br"};
    const char *dot = strrchr(output, '.');
    struct stat status;
    bool is_file = stat(output, &status) != 0 || S_ISREG(status.st_mode);
    bool is_named = kf_archive_is_named(output);
    for (size_t i = 0; dot != NULL && i < sizeof others / sizeof *others; i++)
        is_named = is_named || kf_text_equal_fold(kf_text_of(dot), kf_text_of(others[i]));
    return is_file && is_named && !kf_input_is_folder(output);
}

int kf_pack_run(kf_cli *cli) {
    const char *output = cli->values[KF_OPTION_OUTPUT];
    const char *form = output != NULL && writes_folders(cli) ? form_of(output) : NULL;
    char path[PATH_MAX];
    if (form == NULL && output != NULL && is_misnamed(output))
        return kf_options_wrong(cli,
                                "'%.200s' is the name of an archive or a packed file, and what "
                                "this command would write there is none",
                                output);
    if (form == NULL || kf_input_is_folder(output))
        return cli->command->run(cli);
    pack *p = kf_arena_alloc(cli->arena, sizeof *p);
    *p = (pack){.cli = cli, .archive = output, .form = form, .watch = -1};
    if (!kf_program_find(KF_PART_ARCHIVE, path)) {
        fail(p, kf_program_no_archive());
        return KF_STATUS_FAILED;
    }
    if (!may_write(p) || !make_folder(p))
        return KF_STATUS_FAILED;
    cli->values[KF_OPTION_OUTPUT] = p->folder;
    cli->is_staged = true;
    cli->archive = output;
    int status = cli->command->run(cli);
    cli->is_staged = false;
    kf_report_entries(cli);
    cli->archive = NULL;
    cli->values[KF_OPTION_OUTPUT] = output;
    if (!pack_folder(p, path))
        status = KF_STATUS_FAILED;
    remove_folder(p);
    return status;
}
