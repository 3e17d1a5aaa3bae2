// SPDX-License-Identifier: MIT
// Archives: recognising them, and having kifu-archive unpack their records.
//
// The records are kept in one file without a name, so that they can be read in any order and again,
// in no more memory than a file of their own would take. What the archive calls a member is only
// ever a name: nothing is written under it.

#include "cli/archive/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/text.h"
#include "cli/print/print.h"
#include "cli/program/program.h"

enum { HEAD = 512, PER_MEMBER = 512 };

// ---- Recognising ----

static bool has_magic(const char *head, size_t length) {
    static const struct {
        size_t at, length;
        const char *bytes;
    } magic[] = {{0, 4, "PK\x03\x04"},
                 {0, 4, "PK\x05\x06"},
                 {0, 6, "7z\xBC\xAF\x27\x1C"},
                 {0, 3, "\x1F\x8B\x08"},
                 {0, 6,
                  "\xFD"
                  "7zXZ\0"},
                 {0, 4, "\x28\xB5\x2F\xFD"},
                 {4, 6, "1AY&SY"},
                 {257, 6, "ustar\0"},
                 {257, 6, "ustar "}};
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
        if (magic[i].at + magic[i].length <= length &&
            memcmp(head + magic[i].at, magic[i].bytes, magic[i].length) == 0)
            return true;
    return false;
}

bool kf_archive_is(const char *name) {
    char head[HEAD];
    struct stat status;
    if (stat(name, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = file >= 0 ? read(file, head, sizeof head) : 0;
    if (file >= 0)
        close(file);
    return length > 0 && has_magic(head, (size_t)length);
}

static const char *const endings[] = {".zip",  ".7z", ".tar", ".tgz", ".tbz2", ".txz",
                                      ".tzst", ".gz", ".bz2", ".xz",  ".zst",  NULL};

// The ending of a name that archives have; NULL when it is none.
static const char *ending_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && endings[i] != NULL; i++)
        if (kf_text_equal_fold(kf_text_of(dot), kf_text_of(endings[i])))
            return dot;
    return NULL;
}

bool kf_archive_is_named(const char *name) {
    return ending_of(name) != NULL;
}

size_t kf_archive_path(const char *name) {
    struct stat status;
    char path[PATH_MAX];
    size_t length = strlen(name);
    if (length >= sizeof path)
        return 0;
    memcpy(path, name, length + 1);
    // A packed file under a record's name is somebody's mistake, to be named and left alone.
    if (stat(path, &status) == 0)
        return kf_format_for_file(path) == NULL && kf_archive_is(path) ? length : 0;
    while (errno == ENOTDIR && length > 0) {
        while (length > 0 && path[length - 1] != '/')
            length--;
        path[length > 0 ? length - 1 : 0] = '\0';
        if (length > 0 && kf_archive_is(path))
            return length - 1;
        length = strlen(path);
        if (stat(path, &status) == 0)
            return 0;
    }
    return 0;
}

// ---- Names ----

void kf_archive_put_name(kf_buffer *out, kf_text name) {
    char code[8];
    while (name.length > 0) {
        size_t length = kf_text_sequence(name);
        unsigned char c = (unsigned char)name.data[0];
        bool is_good = length > 1 || (length == 1 && c >= ' ' && c != 0x7F);
        snprintf(code, sizeof code, "%%%02X", c);
        kf_buffer_add(out, is_good ? name.data : code, is_good ? length : 3);
        name = kf_text_cut(name, is_good ? length : 1, name.length);
    }
}

// A name as a path below the archive: no way up, no control characters, and UTF-8.
static const char *clean_name(kf_cli *cli, const char *archive, kf_text raw) {
    kf_buffer out = {.arena = cli->arena};
    kf_buffer_add_string(&out, archive);
    for (size_t i = 0; i < raw.length;) {
        size_t end = i;
        while (end < raw.length && raw.data[end] != '/')
            end++;
        kf_text part = kf_text_cut(raw, i, end);
        i = end + 1;
        if (part.length == 0 || kf_text_is(part, "."))
            continue;
        kf_buffer_add_char(&out, '/');
        if (kf_text_is(part, ".."))
            part = KF_TEXT("%2E%2E");
        kf_archive_put_name(&out, part);
    }
    kf_buffer_add_char(&out, '\0');
    return out.data;
}

// The name of the only text of a packed file: its own without the ending.
static kf_text own_name(const char *archive) {
    const char *slash = strrchr(archive, '/'), *base = slash != NULL ? slash + 1 : archive;
    const char *ending = ending_of(base);
    return (kf_text){base,
                     ending != NULL && ending > base ? (size_t)(ending - base) : strlen(base)};
}

// ---- Which members are records ----

// Names that folders hide, and with them what macOS puts beside files.
static bool is_hidden(const char *path) {
    for (const char *slash = path; slash != NULL; slash = strchr(slash + 1, '/'))
        if (slash[1] == '.')
            return true;
    return strncmp(path, "/__MACOSX/", 10) == 0;
}

// ---- Unpacking ----

typedef struct unpacking {
    kf_cli *cli;
    const char *archive, *wanted;
    void (*add)(void *context, const char *name, size_t prefix);
    void *context;
    size_t prefix, added;
    size_t before;        // how many members other archives, or an earlier look at this one, gave
    uint64_t size, total; // of the archive, and of what came out
    FILE *from;           // what kifu-archive says
    FILE *spool;
    kf_member member; // in hand; without a name there is none
    bool is_kept;     // it may be a record
    bool is_cut;      // its end cannot be had
    bool is_packed;   // the archive is one text
    bool is_ended, is_stopped;
} unpacking;

static void report(unpacking *u, kf_code code, const char *what) {
    kf_log_add(u->cli->log, code, (kf_place){0}, "'%.200s': %.200s",
               u->member.name != NULL ? u->member.name : u->archive, what);
}

static void begin_member(unpacking *u, kf_text name) {
    const char *full =
        clean_name(u->cli, u->archive, name.length > 0 ? name : own_name(u->archive));
    const char *inner = full + strlen(u->archive);
    u->member = (kf_member){.name = full, .file = fileno(u->spool)};
    u->member.begin = (uint64_t)ftello(u->spool);
    u->is_packed = name.length == 0;
    u->is_cut = false;
    bool is_wanted = u->wanted == NULL || strcmp(inner + (inner[0] == '/'), u->wanted) == 0;
    bool is_inner = kf_archive_is_named(full) && !u->is_packed;
    u->is_kept = is_wanted && !is_inner && !is_hidden(inner) && inner[0] != '\0' &&
                 (u->is_packed || kf_format_for_file(full) != NULL);
    if (is_inner && is_wanted && !is_hidden(inner))
        kf_log_add_as(u->cli->log, KF_WARNING, KF_PROGRAM_FILE, (kf_place){0},
                      "'%.200s' is an archive within an archive and is not read", full);
}

// The member in hand is done. What came of it before the damage is read, as of any file cut short.
static void end_member(unpacking *u) {
    bool is_record_here =
        u->is_kept && u->member.name != NULL && (!u->is_cut || u->member.length > 0);
    if (is_record_here && fflush(u->spool) != 0) {
        report(u, KF_PROGRAM_FILE, strerror(errno));
        is_record_here = false;
    }
    is_record_here =
        is_record_here && (u->is_packed || kf_input_is_record(u->member.name, &u->member));
    bool is_noted = is_record_here && kf_member_note(u->cli, &u->member);
    if (is_noted || (is_record_here && kf_member_is_among(u->cli, u->member.name, u->before))) {
        u->added++;
        u->add(u->context, u->member.name, u->prefix);
    } else if (is_record_here) {
        report(u, KF_PROGRAM_FILE, "another member has this name, and this one is not read");
    }
    if (!is_noted && u->member.name != NULL)
        fseeko(u->spool, (off_t)u->member.begin, SEEK_SET);
    u->member.name = NULL;
}

static void keep(unpacking *u, const char *bytes, size_t length) {
    if (!u->is_kept)
        return;
    if (fwrite(bytes, 1, length, u->spool) != length) {
        report(u, KF_PROGRAM_FILE, strerror(errno));
        u->is_stopped = true;
    }
    u->member.length += length;
}

// Whether more may come out; what is too much is a trick, as a rule.
static bool is_within(unpacking *u, uint64_t more) {
    u->total += more;
    if (u->total <= KF_ARCHIVE_MOST &&
        (u->total <= KF_ARCHIVE_EASY || u->total / KF_ARCHIVE_RATIO <= u->size))
        return true;
    report(u, KF_PROGRAM_SIZE,
           u->total > KF_ARCHIVE_MOST
               ? "more than 1 GiB comes out of the archive, and the rest is not read"
               : "more than 200 times its size comes out of the archive, and the rest "
                 "is not read");
    u->is_stopped = true;
    return false;
}

static void take(unpacking *u, const kf_archive_piece *piece, char *block) {
    if (piece->kind == KF_ARCHIVE_NAME) {
        end_member(u);
        if (is_within(u, PER_MEMBER))
            begin_member(u, (kf_text){block, piece->length});
    } else if (piece->kind == KF_ARCHIVE_DATA) {
        if (is_within(u, piece->length))
            keep(u, block, piece->length);
    } else if (piece->kind == KF_ARCHIVE_ERROR) {
        block[piece->length < KF_ARCHIVE_PIECE ? piece->length : KF_ARCHIVE_PIECE - 1] = '\0';
        report(u, KF_PROGRAM_FILE, piece->length > 0 ? block : "it is damaged");
        u->is_cut = true;
    } else if (piece->kind == KF_ARCHIVE_FAULT) {
        end_member(u);
        block[piece->length < KF_ARCHIVE_PIECE ? piece->length : KF_ARCHIVE_PIECE - 1] = '\0';
        report(u, KF_PROGRAM_FILE, piece->length > 0 ? block : "it is damaged");
    } else {
        end_member(u);
        u->is_ended = true;
    }
}

static void read_pieces(unpacking *u) {
    char *block = kf_arena_resize(u->cli->arena, NULL, KF_ARCHIVE_PIECE);
    kf_archive_piece piece;
    while (!u->is_ended && !u->is_stopped && fread(&piece, sizeof piece, 1, u->from) == 1) {
        if (piece.length > KF_ARCHIVE_PIECE ||
            fread(block, 1, piece.length, u->from) != piece.length)
            break;
        take(u, &piece, block);
        kf_report_entries(u->cli);
    }
    kf_arena_release(u->cli->arena, block);
}

// ---- The process ----

// In the new process.
static _Noreturn void start(const char *path, int archive, int out) {
    char name[] = "kifu-archive", *words[] = {name, NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(archive, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execv(path, words);
    _exit(KF_STATUS_FAILED);
}

static pid_t run(unpacking *u, const char *path, int archive) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fflush(u->cli->out);
    fflush(u->cli->err);
    pid_t child = fork();
    if (child == 0)
        start(path, archive, ends[1]);
    close(ends[1]);
    u->from = child > 0 ? fdopen(ends[0], "rb") : NULL;
    if (u->from == NULL)
        close(ends[0]);
    return child;
}

// Lets the process end, and says why when it did so too early.
static void finish(unpacking *u, pid_t child) {
    int status = 0;
    if (u->is_stopped || u->from == NULL)
        kill(child, SIGKILL);
    if (u->from != NULL)
        fclose(u->from);
    u->from = NULL;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!u->is_ended && !u->is_stopped)
        report(u, KF_PROGRAM_MEMORY, "out of memory: kifu-archive has ended");
}

// Whoever leaves early, by a failed allocation, leaves no process behind.
typedef struct child {
    unpacking *unpacking;
    pid_t process;
} child;

static void abandon(void *what) {
    child *c = what;
    if (c->process <= 0)
        return;
    kill(c->process, SIGKILL);
    if (c->unpacking->from != NULL)
        fclose(c->unpacking->from);
    while (waitpid(c->process, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static void unpack(unpacking *u, const char *path, int archive) {
    struct stat status;
    child *c = kf_arena_alloc(u->cli->arena, sizeof *c);
    *c = (child){u, -1};
    kf_arena_defer(u->cli->arena, abandon, c);
    u->size = fstat(archive, &status) == 0 ? (uint64_t)status.st_size : 0;
    c->process = run(u, path, archive);
    if (c->process < 0) {
        report(u, KF_PROGRAM_FILE, strerror(errno));
        return;
    }
    if (u->from != NULL)
        read_pieces(u);
    finish(u, c->process);
    c->process = -1;
}

static void refuse(unpacking *u) {
    kf_log_add(u->cli->log, KF_PROGRAM_FILE, (kf_place){0},
               "'%.200s' is an archive or packed, and %s", u->archive, kf_program_no_archive());
}

void kf_archive_list(kf_cli *cli, const char *name, const char *member, size_t prefix,
                     void (*add)(void *context, const char *name, size_t prefix), void *context) {
    unpacking *u = kf_arena_alloc(cli->arena, sizeof *u);
    char path[PATH_MAX];
    *u = (unpacking){.cli = cli,
                     .archive = name,
                     .wanted = member,
                     .before = kf_member_count(cli),
                     .add = add,
                     .context = context,
                     .prefix = prefix};
    kf_input_note(cli, name);
    int archive = open(name, O_RDONLY | O_CLOEXEC);
    if (archive >= 0 && !kf_program_find(KF_PART_ARCHIVE, path)) {
        refuse(u);
    } else if (archive < 0 || kf_member_spool(cli) == NULL) {
        report(u, KF_PROGRAM_FILE, strerror(errno));
    } else {
        u->spool = cli->spool;
        unpack(u, path, archive);
        bool is_whole_folder = prefix <= strlen(name);
        if (u->added == 0 && u->is_ended && !is_whole_folder)
            kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0},
                       "there is no record %s%.200s%s'%.200s'", member != NULL ? "'" : "",
                       member != NULL ? member : "", member != NULL ? "' in " : "in ", name);
    }
    if (archive >= 0)
        close(archive);
    kf_report_entries(cli);
}
