// SPDX-License-Identifier: MIT
// The members of a damaged zip: where they lie, by its directory or by their own headers.

#ifndef KF_CLI_ARCHIVE_UNZIP_H
#define KF_CLI_ARCHIVE_UNZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct kf_unzip_member {
    uint32_t at;           // of its header, as the directory says it
    size_t record, length; // its record in the directory
} kf_unzip_member;

typedef struct kf_unzip {
    const unsigned char *bytes;
    size_t size;
    size_t directory;         // where that begins
    uint32_t offset;          // the same, as the end of the zip says it
    kf_unzip_member *members; // as they lie; NULL: there is no directory that can be read
    size_t count;
} kf_unzip;

// Maps the file into memory. False: it is too large, or there is no memory.
bool kf_unzip_open(kf_unzip *zip, int file);
void kf_unzip_close(kf_unzip *zip);
// The name of a member, in `name`; cut when it has no room.
void kf_unzip_name(const kf_unzip *zip, size_t member, char *name, size_t room);
// The end of a zip that holds the members from `first` on, no more than `count`: their records of
// the directory, to stand behind the first `directory` bytes. NULL: no memory.
unsigned char *kf_unzip_end(const kf_unzip *zip, size_t first, size_t count, size_t *length);
// Where the next header of a member is at `at` or behind it; the size when there is none.
size_t kf_unzip_header(const kf_unzip *zip, size_t at);
// Where the member of the header at `at` ends by its own word; behind the mark of the header when
// that says nothing.
size_t kf_unzip_behind(const kf_unzip *zip, size_t at);

// Where the text of the member with the header at `at` begins; 0: it is not deflated, or that is no
// header.
size_t kf_unzip_text(int file, size_t at);

#endif
