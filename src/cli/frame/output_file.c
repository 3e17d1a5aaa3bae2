// SPDX-License-Identifier: MIT
// Writing a file so that it is the old one or the whole new one, whatever happens, and so that no
// old one is replaced that somebody still needs.

#define _GNU_SOURCE // for syncfs, which POSIX does not know

#include "cli/frame/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/file.h"

// How much of an old file is looked at, and how many backups of one name there may be.
enum { HEAD = 16 * 1024, BACKUPS = 1000 };

// ---- Standard output ----

// What fails here is told when the command has ended, with all else about standard output.
static bool write_output(void *context, const void *bytes, size_t length) {
    kf_cli *cli = context;
    errno = 0;
    if (fwrite(bytes, 1, length, cli->out) == length)
        return true;
    cli->output_error = errno;
    return false;
}

static bool show_output(void *cli, const void *bytes, size_t length) {
    return kf_escape_text(write_output, cli, (kf_text){bytes, length}, true);
}

// ---- What goes wrong ----

// What is packed later is named as the member of its archive, not by the folder where it waits.
typedef struct shown {
    const char *archive, *name;
} shown;

static shown show(const kf_output_file *target) {
    const kf_cli *cli = target->cli;
    size_t length = cli->archive != NULL ? strlen(cli->values[KF_OPTION_OUTPUT]) : 0;
    if (length == 0 || strncmp(target->name, cli->values[KF_OPTION_OUTPUT], length) != 0)
        return (shown){"", target->name};
    return (shown){cli->archive, target->name + length - 1}; // with the slash
}

static bool fail(const kf_output_file *target, int error) {
    shown s = show(target);
    kf_log_add(target->cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot write '%.200s%.200s': %s",
               s.archive, s.name, strerror(error));
    return false;
}

static bool refuse(const kf_output_file *target, const char *why) {
    shown s = show(target);
    kf_log_add(target->cli->log, KF_PROGRAM_TARGET, (kf_place){0}, "'%.200s%.200s' %s", s.archive,
               s.name, why);
    return false;
}

static bool has_row(const kf_command *command, int key) {
    const kf_option *option = command->options;
    while (option->name != NULL && option->key != key)
        option++;
    return option->name != NULL;
}

// ---- Whether the old file may go ----

static bool refuse_input(const kf_output_file *target) {
    bool can = has_row(target->cli->command, KF_OPTION_IN_PLACE);
    return refuse(target, can ? "is an input and is not replaced; '--in-place' would do that"
                              : "is an input and is not replaced");
}

// The front of the old file.
static bool read_head(const kf_output_file *target, char *block, size_t *length) {
    int file = open(target->real, O_RDONLY | O_CLOEXEC);
    ssize_t got = 1;
    *length = 0;
    if (file < 0)
        return false;
    while (got > 0 && *length < HEAD) {
        got = read(file, block + *length, HEAD - *length);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got > 0)
            *length += (size_t)got;
    }
    int error = errno;
    close(file);
    errno = error;
    return got >= 0;
}

// Whether the old file is of the kind. False: the log says that it is not, or what went wrong.
static bool is_of_kind(const kf_output_file *target, const char *kind) {
    char block[HEAD];
    size_t length;
    bool is_it = false;
    if (!read_head(target, block, &length))
        return fail(target, errno);
    if (!kf_kind_look(kind, (kf_text){block, length}, target->name, &is_it)) {
        kf_log_add(target->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        return false;
    }
    if (!is_it)
        kf_log_add(target->cli->log, KF_PROGRAM_TARGET, (kf_place){0},
                   "'%.200s' holds something else than %s and is not replaced; '--force' would do "
                   "that",
                   target->name, kf_kind_title(kind));
    return is_it;
}

bool kf_output_file_takes_faults(kf_cli *cli, const char *name) {
    if (cli->faults == 0 || kf_options_has(cli, KF_OPTION_FORCE))
        return true;
    kf_log_add(
        cli->log, KF_INPUT_ERRORS, (kf_place){0},
        "'%.200s' is not replaced by what was read with %zu error%s; '--force' would do that", name,
        cli->faults, cli->faults == 1 ? "" : "s");
    return false;
}

// An empty file has nothing to lose.
static bool may_replace(const kf_output_file *target, const char *kind) {
    kf_cli *cli = target->cli;
    if (!target->is_in_place && kf_input_has(cli, &target->old))
        return refuse_input(target);
    if (!target->is_in_place && kf_identity_has(&cli->written, &target->old))
        return refuse(target, "was just written by this command and is not replaced");
    if (kf_options_has(cli, KF_OPTION_NO_CLOBBER))
        return refuse(target, "is there already and stays, as '--no-clobber' has it");
    if (target->old.st_size == 0)
        return true;
    if (!target->is_in_place && !kf_options_has(cli, KF_OPTION_FORCE) && !is_of_kind(target, kind))
        return false;
    return kf_output_file_takes_faults(cli, target->name);
}

// ---- Opening ----

// The file behind the name: links are followed, so that the link stays and its file is replaced.
// A pipe that the name leads to has no name of its own.
static bool find_real(kf_output_file *target) {
    struct stat link;
    target->has_old = stat(target->name, &target->old) == 0;
    if (target->has_old && S_ISREG(target->old.st_mode))
        return realpath(target->name, target->real) != NULL;
    if (!target->has_old && lstat(target->name, &link) == 0)
        return false; // a link to nowhere
    size_t length = strlen(target->name);
    if (length >= sizeof target->real) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(target->real, target->name, length + 1);
    return true;
}

// Once for each folder: what earlier runs left there goes.
static void sweep(const kf_output_file *target) {
    kf_cli *cli = target->cli;
    char folder[PATH_MAX] = ".";
    struct stat status;
    const char *slash = strrchr(target->real, '/');
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - target->real) + 1, target->real);
    if (stat(folder, &status) != 0 || kf_identity_has(&cli->swept, &status))
        return;
    kf_identity_add(&cli->swept, &status);
    kf_temporary_sweep(target->real);
}

static bool open_temporary(kf_output_file *target) {
    const struct stat *old = &target->old;
    mode_t mode = target->has_old ? old->st_mode & 07777 : 0666;
    sweep(target);
    if (!kf_temporary_open(&target->temporary, target->real, mode & 0777))
        return false;
    // The new file belongs to whom the old one did, as far as the system lets us; the owner goes
    // first, since changing it may take permissions away.
    if (target->has_old) {
        int file = target->temporary.file;
        bool is_given = fchown(file, old->st_uid, old->st_gid) == 0;
        return fchmod(file, is_given ? mode : mode & 0777) == 0;
    }
    return true;
}

// The descriptor that the name stands for; -1: it is the name of a file.
static int descriptor_of(const char *name) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(name, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(name, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(name, folders[i], length) != 0)
            continue;
        size_t digits = strspn(name + length, "0123456789");
        if (digits > 0 && digits < 8 && name[length + digits] == '\0')
            return (int)strtol(name + length, NULL, 10);
    }
    return -1;
}

// What the shell opened is written to where the shell would, whatever is behind it: a socket has no
// name, and a file may be there to be appended to.
static bool open_descriptor(kf_output_file *target, int descriptor) {
    int mode = fcntl(descriptor, F_GETFL);
    target->is_device = true;
    errno = mode < 0 ? errno : EBADF;
    if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY)
        return false;
    target->temporary.file = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return target->temporary.file >= 0;
}

static bool open_device(kf_output_file *target) {
    target->is_device = true;
    target->temporary.file = open(target->real, O_WRONLY | O_CLOEXEC);
    return target->temporary.file >= 0;
}

// Whether both are the same file with the same content, as far as the system shows that.
static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static bool refuse_changed(const kf_output_file *target) {
    return refuse(target, "was changed by another program meanwhile and is not replaced");
}

static bool is_backup_name(const kf_output_file *target) {
    const char *suffix = target->cli->values[KF_OPTION_BACKUP];
    if (suffix == NULL || strchr(suffix, '/') == NULL)
        return true;
    kf_options_wrong(target->cli, "'--backup' takes what to append to a name, not '%.60s'", suffix);
    return false;
}

// False: the log says why.
static bool open_file(kf_output_file *target, const char *kind) {
    if (!is_backup_name(target))
        return false;
    int descriptor = target->is_in_place ? -1 : descriptor_of(target->name);
    if (descriptor >= 0 && fstat(descriptor, &target->old) == 0 && S_ISREG(target->old.st_mode) &&
        kf_input_has(target->cli, &target->old))
        return refuse_input(target);
    if (descriptor >= 0)
        return open_descriptor(target, descriptor) || fail(target, errno);
    if (!find_real(target))
        return fail(target, errno);
    if (target->has_old && S_ISDIR(target->old.st_mode))
        return fail(target, EISDIR);
    if (target->has_old && !S_ISREG(target->old.st_mode))
        return open_device(target) || fail(target, errno);
    if (target->has_old && !may_replace(target, kind))
        return false;
    if (target->is_in_place && !is_same(&target->old, &target->cli->input))
        return refuse_changed(target);
    // Renaming asks nobody whether the file is protected, so it is asked here.
    if (target->has_old && access(target->real, W_OK) != 0)
        return fail(target, errno);
    return open_temporary(target) || fail(target, errno);
}

static void give_up(void *what) {
    kf_output_file *target = what;
    if (target->is_open)
        kf_output_file_close(target, false);
}

void kf_output_file_reserve(kf_cli *cli) {
    kf_identity_reserve(&cli->written, 1, cli->arena);
    kf_identity_reserve(&cli->swept, 1, cli->arena);
}

bool kf_output_file_make(kf_cli *cli, const char *name) {
    bool is_made = mkdir(name, 0777) == 0 || errno == EEXIST;
    if (!is_made && errno == ENOENT) {
        char *path = kf_arena_copy(cli->arena, name, strlen(name));
        for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
            *slash = '\0';
            mkdir(path, 0777);
        }
        is_made = mkdir(name, 0777) == 0 || errno == EEXIST;
    }
    // What is there may be something else. A slash behind its name makes that an error of stat.
    struct stat there = {.st_mode = 0};
    if (is_made && (stat(name, &there) != 0 || !S_ISDIR(there.st_mode))) {
        errno = there.st_mode != 0 ? ENOTDIR : errno;
        is_made = false;
    }
    if (!is_made)
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot make the folder '%.200s': %s",
                   name, strerror(errno));
    return is_made;
}

bool kf_output_file_folder(kf_cli *cli, const char *name) {
    size_t length = strlen(name);
    return length == 0 || name[length - 1] != '/' || kf_output_file_make(cli, name);
}

kf_output_file *kf_output_file_new(kf_cli *cli) {
    kf_output_file *target = kf_arena_alloc(cli->arena, sizeof *target);
    memset(target, 0, sizeof *target);
    target->cli = cli;
    target->temporary.file = -1;
    kf_arena_defer(cli->arena, give_up, target);
    kf_output_file_reserve(cli);
    return target;
}

static bool begin(kf_output_file *target, const char *name, const char *kind) {
    target->name = name;
    target->real[0] = target->temporary.name[0] = '\0';
    target->temporary.file = -1;
    target->error = 0;
    target->written = 0;
    target->has_old = target->is_device = false;
    target->is_open = true;
    target->is_shown = kf_terminal_is(target->cli->out) && strcmp(kind, "ansi") != 0;
    target->pieces = (kf_output_pieces){.sink = show_output, .context = target->cli};
    if (strcmp(name, "-") == 0 || open_file(target, kind))
        return true;
    kf_temporary_discard(&target->temporary);
    target->is_open = false;
    return false;
}

bool kf_output_file_open(kf_output_file *target, const char *name, const char *kind) {
    target->is_in_place = false;
    return begin(target, name, kind);
}

bool kf_output_file_open_in_place(kf_output_file *target, const char *name) {
    target->is_in_place = true;
    return begin(target, name, "record");
}

// ---- Writing ----

static void report_excess(const kf_output_file *target, const char *fate) {
    kf_log_add(target->cli->log, KF_PROGRAM_SIZE, (kf_place){0},
               "'%.200s' takes more than %llu bytes; '--max-output=N' lets more through; %s",
               target->name, (unsigned long long)target->cli->max_output, fate);
}

bool kf_output_file_write(void *context, const void *bytes, size_t length) {
    kf_output_file *target = context;
    if (target->error != 0)
        return false;
    target->written += length;
    if (target->written > target->cli->max_output) {
        target->error = EFBIG;
        if (strcmp(target->name, "-") == 0)
            report_excess(target, "the rest is cut off");
        return false;
    }
    if (strcmp(target->name, "-") == 0 && target->is_shown)
        return kf_output_pieces_add(&target->pieces, bytes, length);
    if (strcmp(target->name, "-") == 0)
        return write_output(target->cli, bytes, length);
    if (!kf_file_write(target->temporary.file, bytes, length))
        target->error = errno;
    return target->error == 0;
}

// ---- Backups ----

static bool same_file(const char *name, const struct stat *status) {
    struct stat there;
    return stat(name, &there) == 0 && there.st_dev == status->st_dev &&
           there.st_ino == status->st_ino;
}

static bool copy_bytes(int from, int to) {
    char block[HEAD / 4];
    for (ssize_t got = 1; got > 0;) {
        got = read(from, block, sizeof block);
        for (ssize_t at = 0, done = 0; at < got; at += done)
            if ((done = write(to, block + at, (size_t)(got - at))) < 0)
                return false;
        if (got < 0)
            return false;
    }
    return fsync(to) == 0;
}

// Where the file system has no links, the backup is a copy.
static bool copy_file(const kf_output_file *target, const char *name) {
    mode_t mode = target->old.st_mode & 0777;
    int from = open(target->real, O_RDONLY | O_CLOEXEC);
    int to = from >= 0 ? open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) : -1;
    bool is_copied = to >= 0 && copy_bytes(from, to);
    int error = errno;
    if (from >= 0)
        close(from);
    if (to >= 0 && close(to) != 0 && is_copied) {
        is_copied = false;
        error = errno;
    }
    if (to >= 0 && !is_copied)
        unlink(name);
    errno = error;
    return is_copied;
}

// The old file gets a second name, which stays when the new one takes the first. A backup that is
// there is never replaced: the next gets a number behind it. One that is this file already was
// made by a run that was killed then.
static bool keep_backup(const kf_output_file *target, char name[PATH_MAX]) {
    const char *suffix = target->cli->values[KF_OPTION_BACKUP];
    char number[24] = "";
    suffix = suffix != NULL && suffix[0] == '\0' ? "~" : suffix;
    name[0] = '\0';
    for (int i = 1; suffix != NULL && i <= BACKUPS; i++) {
        if (i > 1)
            snprintf(number, sizeof number, "%d", i);
        int length = snprintf(name, PATH_MAX, "%s%s%s", target->real, suffix, number);
        if (length >= PATH_MAX)
            errno = ENAMETOOLONG;
        else if (link(target->real, name) == 0 || same_file(name, &target->old) ||
                 (errno != EEXIST && copy_file(target, name)))
            return true;
        if (errno != EEXIST)
            break;
    }
    name[0] = '\0';
    return suffix == NULL;
}

// ---- The end ----

// Makes the new name last through a crash of the machine. Some file systems cannot; then nothing
// is lost but that promise.
static void sync_folder(const char *path) {
    char folder[PATH_MAX] = ".";
    const char *slash = strrchr(path, '/');
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + 1, path);
    int file = open(folder, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

// Whether what was written can wait until all is: it replaces nothing, and is not the first and
// maybe only one. Thousands of small files take a small part of the time so, and whatever happens
// to the machine the inputs are there.
static bool can_wait(const kf_output_file *target) {
    struct stat one, other;
    kf_cli *cli = target->cli;
    int file = target->temporary.file;
    if (target->has_old || cli->written.count == 0)
        return false;
    if (!cli->has_unstored)
        cli->unstored = fcntl(file, F_DUPFD_CLOEXEC, 0);
    cli->has_unstored = cli->unstored >= 0;
    return cli->has_unstored && fstat(cli->unstored, &one) == 0 && fstat(file, &other) == 0 &&
           one.st_dev == other.st_dev;
}

void kf_output_file_settle(kf_cli *cli) {
    if (!cli->has_unstored)
        return;
    if (syncfs(cli->unstored) != 0)
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "the new files may not be on the disk: %s", strerror(errno));
    close(cli->unstored);
    cli->has_unstored = false;
}

// Whether the bytes are on the disk, if they have to be. Closing a second handle asks the file
// system for its last word while the first one still holds the file.
static bool is_stored(int file, bool is_needed) {
    if (is_needed && fsync(file) != 0 && errno != EINVAL && errno != ENOTSUP)
        return false;
    int second = fcntl(file, F_DUPFD_CLOEXEC, 0);
    return second < 0 || close(second) == 0;
}

// More may have been read since the target was opened, and others may write, too.
static bool is_welcome(const kf_output_file *target) {
    struct stat now;
    if (target->has_old && !target->is_in_place && kf_input_has(target->cli, &target->old))
        return refuse_input(target);
    if (target->has_old && target->old.st_size > 0 &&
        !kf_output_file_takes_faults(target->cli, target->name))
        return false;
    return !target->has_old || (stat(target->real, &now) == 0 && is_same(&now, &target->old)) ||
           refuse_changed(target);
}

static bool commit(kf_output_file *target) {
    char backup[PATH_MAX] = "";
    struct stat made;
    if (!is_welcome(target))
        return false;
    bool is_at_once = !target->cli->is_staged && !can_wait(target);
    if (!is_stored(target->temporary.file, is_at_once) ||
        (target->has_old && !keep_backup(target, backup)) ||
        !kf_temporary_place(&target->temporary, target->real, !target->has_old)) {
        target->error = errno;
        if (backup[0] != '\0')
            unlink(backup);
        return false;
    }
    if (fstat(target->temporary.file, &made) == 0)
        kf_identity_add(&target->cli->written, &made);
    kf_temporary_discard(&target->temporary);
    if (is_at_once)
        sync_folder(target->real);
    return true;
}

static bool close_device(kf_output_file *target, bool is_done) {
    if (close(target->temporary.file) != 0 && target->error == 0)
        target->error = errno;
    target->temporary.file = -1;
    return (target->error == 0 || fail(target, target->error)) && is_done;
}

bool kf_output_file_close(kf_output_file *target, bool keep) {
    target->is_open = false;
    if (strcmp(target->name, "-") == 0)
        return kf_output_pieces_end(&target->pieces) && keep;
    if (target->is_device)
        return close_device(target, keep);
    bool is_done = keep && target->error == 0 && commit(target);
    kf_temporary_discard(&target->temporary);
    const char *old = target->has_old ? "the old file is as it was" : "nothing was left behind";
    if (target->written > target->cli->max_output)
        report_excess(target, old);
    else if (!is_done && target->error != 0)
        kf_log_add(target->cli->log, KF_PROGRAM_FILE, (kf_place){0},
                   "cannot write '%.200s': %s; %s", target->name, strerror(target->error), old);
    return is_done;
}
