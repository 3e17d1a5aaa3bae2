// SPDX-License-Identifier: MIT
// kifu-archive: unpacks the archive that is its standard input, in memory, and writes the members
// to standard output in pieces (see archive.h); or with the name of a form packs such pieces.
//
// It is a process of its own because libarchive reads what strangers wrote, in many formats: what
// goes wrong in it ends nothing else, and it may open no file, whatever a member is called. It asks
// for no more memory than the limit below, and its first allocation that fails is its end.

#include "cli/archive/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/crc.h"
#include "base/file.h"
#include "cli/archive/ungzip.h"
#include "cli/archive/unzip.h"

// Packers may ask for a window as large as they like: xz up to 4 GiB.
enum { MEMORY = 1 << 30 };

static bool put(kf_archive_kind kind, const void *bytes, size_t length) {
    kf_archive_piece piece = {(uint32_t)kind, (uint32_t)length};
    return kf_file_write(STDOUT_FILENO, &piece, sizeof piece) &&
           kf_file_write(STDOUT_FILENO, bytes, length);
}

static bool put_text(kf_archive_kind kind, const char *text) {
    size_t length = text != NULL ? strlen(text) : 0;
    return put(kind, text, length < KF_ARCHIVE_PIECE ? length : KF_ARCHIVE_PIECE);
}

// The formats and packers that are read: no others, for each is code that strangers reach.
static struct archive *open_input(void) {
    struct archive *a = archive_read_new();
    if (a == NULL)
        return NULL;
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_bzip2(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_zstd(a);
    archive_read_support_format_zip(a);
    archive_read_support_format_7zip(a);
    archive_read_support_format_tar(a);
    archive_read_support_format_raw(a);
    return a;
}

// Whether the input is neither archive nor packed: `raw` takes everything.
static bool is_plain(struct archive *a) {
    return archive_format(a) == ARCHIVE_FORMAT_RAW && archive_filter_count(a) < 2;
}

// How far the members are put: all, or up to one whose text or whose header is damaged, or as far
// as anyone can.
typedef enum end { ALL, BROKEN_TEXT, BROKEN_HEADER, BROKEN } end;

// How many headers were asked for, and where the last one is that can be read. The directory of a
// zip is read with the first name that libarchive does not give; NULL: it is not asked.
typedef struct walk {
    size_t passed, last;
    kf_unzip *zip;
} walk;

static bool put_pieces(const char *bytes, size_t length) {
    bool is_put = true;
    for (size_t at = 0; is_put && at < length; at += KF_ARCHIVE_PIECE) {
        size_t left = length - at;
        is_put =
            put(KF_ARCHIVE_DATA, bytes + at, left < KF_ARCHIVE_PIECE ? left : KF_ARCHIVE_PIECE);
    }
    return is_put;
}

// Puts what libarchive keeps back of a text that is cut off: its last block. `given`: the bytes
// that it gave.
static void put_end(struct archive *a, const walk *w, uint64_t given) {
    bool is_gzip = archive_format(a) == ARCHIVE_FORMAT_RAW;
    bool is_zip = (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP &&
                  archive_filter_count(a) < 2;
    size_t length = 0, at = is_zip ? kf_unzip_text(STDIN_FILENO, w->last) : 0;
    char *rest =
        is_gzip || at > 0 ? kf_ungzip_rest(STDIN_FILENO, at, is_gzip, given, &length) : NULL;
    put_pieces(rest, length);
    free(rest);
}

// The same for a gzip that is so short that libarchive did not even give a header. False: nothing
// is put.
static bool put_short(void) {
    enum { MARK_AT = 257, MARK = 5 };
    size_t length = 0;
    char *rest = kf_ungzip_rest(STDIN_FILENO, 0, true, 0, &length);
    bool is_tar = length > MARK_AT + MARK && memcmp(rest + MARK_AT, "ustar", MARK) == 0;
    bool is_put =
        rest != NULL && !is_tar && put_text(KF_ARCHIVE_NAME, "") && put_pieces(rest, length);
    free(rest);
    return is_put;
}

// What is only marked as encrypted is read all the same.
static bool put_data(struct archive *a, const walk *w, bool is_encrypted) {
    static const char encrypted[] = "it is encrypted; 'unzip' and '7z x' ask for a password";
    char block[KF_ARCHIVE_PIECE];
    uint64_t given = 0;
    for (;;) {
        la_ssize_t got = archive_read_data(a, block, sizeof block);
        if (got < 0 && !is_encrypted)
            put_end(a, w, given);
        if (got < 0)
            return put_text(KF_ARCHIVE_ERROR, is_encrypted ? encrypted : archive_error_string(a)) &&
                   got > ARCHIVE_FATAL;
        if (got == 0)
            return true;
        if (!put(KF_ARCHIVE_DATA, block, (size_t)got))
            return false;
        given += (uint64_t)got;
    }
}

// libarchive does not give a name that is said to be UTF-8 and is not.
static const char *lost_name(struct archive *a, const walk *w, char room[KF_ARCHIVE_PIECE]) {
    bool is_zip = (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
    if (!is_zip || w->zip == NULL ||
        (w->zip->bytes == NULL && !kf_unzip_open(w->zip, STDIN_FILENO)) ||
        w->passed > w->zip->count)
        return NULL;
    kf_unzip_name(w->zip, w->passed - 1, room, KF_ARCHIVE_PIECE);
    return room;
}

static bool put_name(struct archive *a, struct archive_entry *entry, const walk *w) {
    char room[KF_ARCHIVE_PIECE];
    if (archive_format(a) == ARCHIVE_FORMAT_RAW)
        return put_text(KF_ARCHIVE_NAME, "");
    const char *name = archive_entry_pathname_utf8(entry);
    name = name != NULL ? name : archive_entry_pathname(entry);
    name = name != NULL ? name : lost_name(a, w, room);
    return put_text(KF_ARCHIVE_NAME, name != NULL && name[0] != '\0' ? name : "?");
}

static end put_member(struct archive *a, struct archive_entry *entry, const walk *w) {
    if (!put_name(a, entry, w))
        return BROKEN;
    return put_data(a, w, archive_entry_is_data_encrypted(entry) > 0) ? ALL : BROKEN_TEXT;
}

// libarchive goes over what is no header to the next one, and so do we, but not without a word.
static void tell_gap(const kf_unzip *zip, size_t at) {
    if (at + 2 <= zip->size && memcmp(zip->bytes + at, "PK", 2) != 0)
        put_text(KF_ARCHIVE_FAULT, "something between its members is damaged");
}

// Puts the members as far as it can. With a zip they are those from `at` on, as they follow each
// other.
static end put_members(struct archive *a, walk *w, const kf_unzip *zip, size_t at) {
    struct archive_entry *entry;
    for (;;) {
        int result = archive_read_next_header(a, &entry);
        if (result == ARCHIVE_EOF)
            return ALL;
        w->passed++;
        if (result < ARCHIVE_WARN)
            return BROKEN_HEADER;
        w->last = at + (size_t)archive_read_header_position(a);
        if (zip != NULL)
            tell_gap(zip, w->last);
        if (is_plain(a)) {
            put_text(KF_ARCHIVE_FAULT, "this is no archive");
            return BROKEN;
        }
        bool is_file =
            archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL;
        end reached = is_file ? put_member(a, entry, w) : ALL;
        if (reached != ALL)
            return reached;
    }
}

// ---- Damaged zips ----
//
// libarchive leaves an archive at the first member that is damaged. Those of a zip lie apart, so
// those behind are read as other zips: with a directory that has few of them, or without one from
// the next header on.

// What libarchive is given: bytes, and others behind them.
typedef struct view {
    const unsigned char *bytes[2];
    size_t lengths[2];
    size_t at;
} view;

static la_ssize_t read_view(struct archive *a, void *context, const void **bytes) {
    view *v = context;
    bool is_front = v->at < v->lengths[0];
    size_t at = is_front ? v->at : v->at - v->lengths[0], left = v->lengths[!is_front] - at;
    (void)a;
    *bytes = v->bytes[!is_front] + at;
    left = left < KF_ARCHIVE_PIECE ? left : KF_ARCHIVE_PIECE;
    v->at += left;
    return (la_ssize_t)left;
}

static la_int64_t seek_view(struct archive *a, void *context, la_int64_t offset, int whence) {
    view *v = context;
    la_int64_t size = (la_int64_t)(v->lengths[0] + v->lengths[1]);
    la_int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (la_int64_t)v->at : size;
    (void)a;
    if (offset < -base || offset > size - base)
        return ARCHIVE_FATAL;
    v->at = (size_t)(base + offset);
    return base + offset;
}

// Without `can_seek` libarchive goes from header to header.
static struct archive *open_view(view *v, bool can_seek) {
    struct archive *a = open_input();
    if (a == NULL)
        return NULL;
    archive_read_set_read_callback(a, read_view);
    if (can_seek)
        archive_read_set_seek_callback(a, seek_view);
    archive_read_set_callback_data(a, v);
    if (archive_read_open1(a) == ARCHIVE_OK)
        return a;
    archive_read_free(a);
    return NULL;
}

static const char not_read[] = "the rest cannot be read";

static bool put_damaged(const kf_unzip *zip, size_t member, struct archive *a) {
    char name[KF_ARCHIVE_PIECE];
    kf_unzip_name(zip, member, name, sizeof name);
    return put_text(KF_ARCHIVE_NAME, name) && put_text(KF_ARCHIVE_ERROR, archive_error_string(a));
}

// The members of the directory from `first` on. So few at once that little is read again where many
// are damaged.
static void put_listed(const kf_unzip *zip, size_t first) {
    enum { FEW = 16 };
    end reached = ALL;
    while (first < zip->count && reached != BROKEN) {
        walk w = {0};
        size_t length = 0;
        size_t count = zip->count - first < FEW ? zip->count - first : FEW;
        unsigned char *behind = kf_unzip_end(zip, first, count, &length);
        view v = {{zip->bytes, behind}, {zip->directory, length}, 0};
        struct archive *a = behind != NULL ? open_view(&v, true) : NULL;
        if (a == NULL)
            put_text(KF_ARCHIVE_FAULT, not_read);
        reached = a != NULL ? put_members(a, &w, NULL, 0) : BROKEN;
        first += reached == ALL ? count : w.passed;
        if (reached == BROKEN_HEADER && !put_damaged(zip, first - 1, a))
            reached = BROKEN;
        if (a != NULL)
            archive_read_free(a);
        free(behind);
    }
}

// Where to look for a header behind the one that is damaged, or whose text is, after a walk that
// began at `at`.
static size_t behind(const kf_unzip *zip, size_t at, const walk *w, end reached) {
    if (reached == BROKEN_TEXT || w->passed > 1)
        at = kf_unzip_header(zip, w->last);
    if (at < zip->size && (reached == BROKEN_TEXT || w->passed > 1)) {
        size_t header = at;
        at = kf_unzip_behind(zip, at);
        if (reached == BROKEN_TEXT && at > header + 4) // by what the header says
            tell_gap(zip, at);
    }
    return reached == BROKEN_TEXT ? at : kf_unzip_header(zip, at) + 1;
}

// The members whose headers are found at `at` and behind it, as long as little is passed over
// twice.
static void put_found(const kf_unzip *zip, size_t at) {
    enum { EASY = 64 << 20, TIMES = 4 };
    uint64_t passed = 0, most = EASY + (uint64_t)zip->size * TIMES;
    while ((at = kf_unzip_header(zip, at)) < zip->size) {
        walk w = {0};
        view v = {{zip->bytes + at, NULL}, {zip->size - at, 0}, 0};
        struct archive *a = open_view(&v, false);
        end reached = a != NULL ? put_members(a, &w, zip, at) : BROKEN;
        passed += a != NULL ? (uint64_t)archive_filter_bytes(a, -1) : 0;
        if (a == NULL || passed > most) {
            put_text(KF_ARCHIVE_FAULT, not_read);
            at = zip->size;
        } else if (reached == BROKEN_HEADER) {
            put_text(KF_ARCHIVE_FAULT, archive_error_string(a));
        }
        if (at < zip->size && (reached == BROKEN_HEADER || reached == BROKEN_TEXT))
            at = behind(zip, at, &w, reached);
        if (a != NULL)
            archive_read_free(a);
        if (reached == ALL || reached == BROKEN)
            return;
    }
}

// What comes behind the member or header, the last of the walk, at which libarchive left the zip.
static void put_rest(struct archive *a, end reached, const walk *w) {
    kf_unzip zip;
    bool is_open = archive_filter_count(a) < 2 && kf_unzip_open(&zip, STDIN_FILENO);
    if (reached == BROKEN_HEADER && !(is_open && w->passed <= zip.count))
        put_text(KF_ARCHIVE_FAULT, archive_error_string(a));
    if (!is_open) {
        put_text(KF_ARCHIVE_FAULT, not_read);
        return;
    }
    if (zip.count > 0) {
        if (reached != BROKEN_HEADER || put_damaged(&zip, w->passed - 1, a))
            put_listed(&zip, w->passed);
    } else {
        bool is_front = reached == BROKEN_HEADER && zip.directory > 0;
        size_t at = is_front ? 0 : behind(&zip, 0, w, reached);
        put_found(&zip, at);
    }
    kf_unzip_close(&zip);
}

// ---- Damaged gzip ----

// Whether what gzip packed is what it was, by the checksum at its end, which libarchive does not
// look at. It is that of the last piece where several were put together: then the lengths differ,
// and nothing is said.
static bool is_gzip_whole(uint64_t read) {
    enum { PADDING = 1 << 20 }; // behind a tar
    unsigned char tail[8];
    char block[KF_ARCHIVE_PIECE];
    struct archive_entry *entry;
    struct archive *a = archive_read_new();
    uint32_t sum = 0, parts[2] = {0};
    uint64_t length = 0;
    off_t size = lseek(STDIN_FILENO, 0, SEEK_END);
    if (a == NULL || size < (off_t)sizeof tail ||
        pread(STDIN_FILENO, tail, sizeof tail, size - (off_t)sizeof tail) != sizeof tail ||
        lseek(STDIN_FILENO, 0, SEEK_SET) != 0) {
        archive_read_free(a);
        return true;
    }
    archive_read_support_filter_gzip(a);
    archive_read_support_format_raw(a);
    la_ssize_t got = archive_read_open_fd(a, STDIN_FILENO, KF_ARCHIVE_PIECE) == ARCHIVE_OK &&
                             archive_read_next_header(a, &entry) == ARCHIVE_OK
                         ? 1
                         : 0;
    while (got > 0 && (got = archive_read_data(a, block, sizeof block)) > 0) {
        sum = kf_crc_on(sum, (kf_text){block, (size_t)got});
        length += (uint64_t)got;
        if (length > read + PADDING)
            break;
    }
    archive_read_free(a);
    for (int i = 0; i < 8; i++)
        parts[i / 4] |= (uint32_t)tail[i] << 8 * (i % 4);
    return got != 0 || (uint32_t)length != parts[1] || sum == parts[0];
}

static int put_archive(void) {
    struct archive *a = open_input();
    kf_unzip zip = {.bytes = NULL};
    walk w = {.zip = &zip};
    if (a == NULL)
        return KF_STATUS_FAILED;
    bool is_open = archive_read_open_fd(a, STDIN_FILENO, KF_ARCHIVE_PIECE) == ARCHIVE_OK;
    end reached = is_open ? put_members(a, &w, NULL, 0) : BROKEN_HEADER;
    bool is_zip = (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
    if (is_open && is_zip && (reached == BROKEN_TEXT || reached == BROKEN_HEADER))
        put_rest(a, reached, &w);
    else if (reached == BROKEN_HEADER)
        put_text(w.passed < 2 && put_short() ? KF_ARCHIVE_ERROR : KF_ARCHIVE_FAULT,
                 archive_error_string(a));
    if (reached == ALL && archive_filter_code(a, 0) == ARCHIVE_FILTER_GZIP &&
        !is_gzip_whole((uint64_t)archive_filter_bytes(a, 0)))
        put_text(KF_ARCHIVE_FAULT, "it is damaged: its checksum is not that of what comes out");
    put(KF_ARCHIVE_END, "", 0);
    archive_read_free(a);
    if (zip.bytes != NULL)
        kf_unzip_close(&zip);
    return KF_STATUS_CLEAN;
}

// ---- Packing ----

static bool get(void *bytes, size_t length) {
    char *to = bytes;
    while (length > 0) {
        ssize_t got = read(STDIN_FILENO, to, length);
        if (got <= 0)
            return false;
        to += got;
        length -= (size_t)got;
    }
    return true;
}

static struct archive *open_output(const char *form) {
    struct archive *a = archive_write_new();
    bool is_zip = strcmp(form, "zip") == 0, is_tar = strcmp(form, "tar") == 0;
    if (a == NULL)
        return NULL;
    int result =
        is_zip ? archive_write_set_format_zip(a) : archive_write_set_format_pax_restricted(a);
    if (result == ARCHIVE_OK && !is_zip && !is_tar)
        result = archive_write_add_filter_by_name(a, form);
    if (result == ARCHIVE_OK && strcmp(form, "gzip") == 0)
        result = archive_write_set_filter_option(a, "gzip", "timestamp", NULL);
    archive_write_set_bytes_in_last_block(a, 1);
    bool is_open = result >= ARCHIVE_WARN && archive_write_open_fd(a, STDOUT_FILENO) == ARCHIVE_OK;
    if (!is_open)
        archive_write_free(a);
    return is_open ? a : NULL;
}

// A file of no one and of no time; 1980 is the first that zip knows.
static bool begin_entry(struct archive *a, const char *name, uint64_t size) {
    enum { FIRST = 315532800 + 86400, MODE = 0644 };
    struct archive_entry *entry = archive_entry_new();
    if (entry == NULL)
        return false;
    archive_entry_update_pathname_utf8(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, MODE);
    archive_entry_set_mtime(entry, FIRST, 0);
    archive_entry_set_size(entry, (la_int64_t)size);
    bool is_good = archive_write_header(a, entry) >= ARCHIVE_WARN;
    archive_entry_free(entry);
    return is_good;
}

static int pack_members(struct archive *a) {
    char block[KF_ARCHIVE_PIECE + 1], name[KF_ARCHIVE_PIECE + 1] = "";
    kf_archive_piece piece;
    uint64_t size;
    while (get(&piece, sizeof piece) && piece.length <= KF_ARCHIVE_PIECE &&
           get(block, piece.length)) {
        bool is_good = true;
        block[piece.length] = '\0';
        if (piece.kind == KF_ARCHIVE_END)
            return archive_write_close(a) == ARCHIVE_OK ? KF_STATUS_CLEAN : KF_STATUS_FAILED;
        if (piece.kind == KF_ARCHIVE_NAME)
            memcpy(name, block, piece.length + 1);
        else if (piece.kind == KF_ARCHIVE_SIZE && piece.length == sizeof size)
            is_good = memcpy(&size, block, sizeof size) != NULL && begin_entry(a, name, size);
        else
            is_good = archive_write_data(a, block, piece.length) == (la_ssize_t)piece.length;
        if (!is_good)
            break;
    }
    return KF_STATUS_FAILED;
}

static int run_pack(const char *form) {
    struct archive *a = open_output(form);
    int status = a != NULL ? pack_members(a) : KF_STATUS_FAILED;
    if (a != NULL)
        archive_write_free(a);
    return status;
}

int main(int argc, char **argv) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifndef KIFU_NO_GUARD
    const struct rlimit memory = {MEMORY, MEMORY};
    setrlimit(RLIMIT_AS, &memory);
#endif
    setlocale(LC_CTYPE, "C.UTF-8"); // names of members
    const kf_cli cli = {.err = stderr};
    kf_sandbox_enter(&cli, &(kf_sandbox){.folder = -1});
    if (argc > 1)
        return run_pack(argv[1]);
    return put_archive();
}
