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
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"

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

static bool put_data(struct archive *a) {
    char block[KF_ARCHIVE_PIECE];
    for (;;) {
        la_ssize_t got = archive_read_data(a, block, sizeof block);
        if (got < 0)
            return put_text(KF_ARCHIVE_ERROR, archive_error_string(a)) && got > ARCHIVE_FATAL;
        if (got == 0)
            return true;
        if (!put(KF_ARCHIVE_DATA, block, (size_t)got))
            return false;
    }
}

static const char *name_of(struct archive *a, struct archive_entry *entry) {
    if (archive_format(a) == ARCHIVE_FORMAT_RAW)
        return "";
    const char *name = archive_entry_pathname_utf8(entry);
    if (name == NULL)
        name = archive_entry_pathname(entry);
    return name != NULL && name[0] != '\0' ? name : "?";
}

// How far the members are put.
typedef enum end { ALL, BROKEN_MEMBER, BROKEN } end;

static end put_member(struct archive *a, struct archive_entry *entry) {
    bool is_zip = (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
    if (!put_text(KF_ARCHIVE_NAME, name_of(a, entry)))
        return BROKEN;
    if (archive_entry_is_data_encrypted(entry) > 0)
        return put_text(KF_ARCHIVE_ERROR, "it is encrypted; 'unzip' and '7z x' ask for a password")
                   ? ALL
                   : BROKEN;
    return put_data(a) ? ALL : is_zip ? BROKEN_MEMBER : BROKEN;
}

// The members behind the first `done` ones, and how many of all are done then. What breaks off
// where it broke off before was said.
static end put_members(struct archive *a, size_t *done) {
    struct archive_entry *entry;
    size_t before = *done;
    for (size_t i = 0;; i++) {
        int result = archive_read_next_header(a, &entry);
        if (result == ARCHIVE_EOF)
            return ALL;
        if (result < ARCHIVE_WARN && (before == 0 || i > before))
            put_text(KF_ARCHIVE_ERROR, archive_error_string(a));
        if (result < ARCHIVE_WARN)
            return BROKEN;
        if (is_plain(a)) {
            put_text(KF_ARCHIVE_ERROR, "this is no archive");
            return BROKEN;
        }
        bool is_file =
            archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL;
        if (i < *done || !is_file)
            continue;
        *done = i + 1;
        end result_of_member = put_member(a, entry);
        if (result_of_member != ALL)
            return result_of_member;
    }
}

// libarchive leaves an archive at the first member that is damaged. Those of a zip lie apart, so it
// is opened again for those behind.
static int put_archive(void) {
    enum { TRIES = 100 };
    size_t done = 0;
    end reached = BROKEN_MEMBER;
    for (int i = 0; i < TRIES && reached == BROKEN_MEMBER; i++) {
        struct archive *a = open_input();
        bool is_at_front = i == 0 || lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
        if (a == NULL || !is_at_front)
            return KF_STATUS_FAILED;
        if (archive_read_open_fd(a, STDIN_FILENO, KF_ARCHIVE_PIECE) == ARCHIVE_OK) {
            reached = put_members(a, &done);
        } else {
            put_text(KF_ARCHIVE_ERROR, archive_error_string(a));
            reached = BROKEN;
        }
        archive_read_free(a);
    }
    if (reached == BROKEN_MEMBER)
        put_text(KF_ARCHIVE_ERROR, "too many members are damaged, and the rest is not read");
    put(KF_ARCHIVE_END, "", 0);
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
