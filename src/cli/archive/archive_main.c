// SPDX-License-Identifier: MIT
// kifu-archive: unpacks the archive that is its standard input, in memory, and writes the members
// to standard output in pieces (see archive.h).
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
    static char block[KF_ARCHIVE_PIECE];
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

static int put_members(struct archive *a) {
    struct archive_entry *entry;
    for (;;) {
        int result = archive_read_next_header(a, &entry);
        if (result == ARCHIVE_EOF)
            return 0;
        if (result < ARCHIVE_WARN) {
            put_text(KF_ARCHIVE_ERROR, archive_error_string(a));
            return 0;
        }
        if (is_plain(a)) {
            put_text(KF_ARCHIVE_ERROR, "this is no archive");
            return 0;
        }
        bool is_file =
            archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL;
        if (is_file && !(put_text(KF_ARCHIVE_NAME, name_of(a, entry)) && put_data(a)))
            return 1;
    }
}

int main(void) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifndef KIFU_NO_GUARD
    const struct rlimit memory = {MEMORY, MEMORY};
    setrlimit(RLIMIT_AS, &memory);
#endif
    setlocale(LC_CTYPE, "C.UTF-8"); // names of members
    const kf_cli cli = {.err = stderr};
    kf_sandbox_enter(&cli, &(kf_sandbox){.folder = -1});
    struct archive *a = open_input();
    if (a == NULL)
        return KF_STATUS_FAILED;
    if (archive_read_open_fd(a, STDIN_FILENO, KF_ARCHIVE_PIECE) != ARCHIVE_OK)
        put_text(KF_ARCHIVE_ERROR, archive_error_string(a));
    else
        put_members(a);
    put(KF_ARCHIVE_END, "", 0);
    archive_read_free(a);
    return KF_STATUS_CLEAN;
}
