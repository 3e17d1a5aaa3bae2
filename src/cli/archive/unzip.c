// SPDX-License-Identifier: MIT
// The members of a damaged zip. Its directory is read as libarchive does, so that both count the
// same members: by the end of the zip in the last 16 KiB, and ordered by where they lie.

#include "cli/archive/unzip.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAIL = 16 * 1024, MARK = 4, HEADER = 30, RECORD = 46, END = 22, LOCATOR = 20, END64 = 56 };

static uint32_t get2(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t get4(const unsigned char *p) {
    return get2(p) | get2(p + 2) << 16;
}

static uint64_t get8(const unsigned char *p) {
    return get4(p) | (uint64_t)get4(p + 4) << 32;
}

static void put4(unsigned char *p, uint32_t value) {
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(value >> 8 * i);
}

static bool has_mark(const kf_unzip *zip, size_t at, const char *mark) {
    return at + MARK <= zip->size && memcmp(zip->bytes + at, mark, MARK) == 0;
}

// ---- The directory ----

// The end of a zip with more than 65,535 members; libarchive looks where it says, nowhere else.
static bool find_large_directory(kf_unzip *zip, size_t locator) {
    uint64_t at = get8(zip->bytes + locator + 8);
    if (at >= zip->size || zip->size - at < END64)
        return false;
    uint64_t directory = get8(zip->bytes + at + 48);
    if (directory >= zip->size || directory > UINT32_MAX)
        return false;
    zip->directory = (size_t)directory;
    zip->offset = (uint32_t)directory;
    return true;
}

static bool find_directory(kf_unzip *zip) {
    size_t end = zip->size >= END ? zip->size - END : 0;
    size_t first = zip->size > TAIL ? zip->size - TAIL : 0;
    while (end > first && !has_mark(zip, end, "PK\5\6"))
        end--;
    if (!has_mark(zip, end, "PK\5\6") || zip->size - end < END)
        return false;
    const unsigned char *p = zip->bytes + end;
    if (end >= first + LOCATOR && has_mark(zip, end - LOCATOR, "PK\6\7") &&
        find_large_directory(zip, end - LOCATOR))
        return true;
    uint32_t size = get4(p + 12);
    zip->offset = get4(p + 16);
    if (get4(p + 4) != 0 || get2(p + 8) != get2(p + 10) || (uint64_t)zip->offset + size > end)
        return false;
    zip->directory = end - size;
    return true;
}

static bool is_end(const kf_unzip *zip, size_t at) {
    return has_mark(zip, at, "PK\5\6") || has_mark(zip, at, "PK\6\6");
}

static size_t record_length(const kf_unzip *zip, size_t at) {
    const unsigned char *p = zip->bytes + at;
    if (!has_mark(zip, at, "PK\1\2") || zip->size - at < RECORD)
        return 0;
    size_t length = RECORD + get2(p + 28) + get2(p + 30) + get2(p + 32);
    return length <= zip->size - at ? length : 0;
}

// How many records there are; 0 also when what follows them is none.
static size_t count_records(const kf_unzip *zip) {
    size_t at = zip->directory, count = 0;
    for (size_t length; (length = record_length(zip, at)) > 0; at += length)
        count++;
    return is_end(zip, at) ? count : 0;
}

static int compare(const void *a, const void *b) {
    const kf_unzip_member *one = a, *other = b;
    if (one->at != other->at)
        return one->at < other->at ? -1 : 1;
    return one->record < other->record ? -1 : one->record > other->record;
}

// What lies at the same place as another is that one.
static void order(kf_unzip *zip) {
    size_t kept = 0;
    qsort(zip->members, zip->count, sizeof *zip->members, compare);
    for (size_t i = 0; i < zip->count; i++)
        if (i == 0 || zip->members[i].at != zip->members[kept - 1].at)
            zip->members[kept++] = zip->members[i];
    zip->count = kept;
}

static bool read_directory(kf_unzip *zip) {
    if (!find_directory(zip))
        return true;
    while (zip->directory < zip->size && !has_mark(zip, zip->directory, "PK\1\2") &&
           !is_end(zip, zip->directory))
        zip->directory++;
    zip->count = count_records(zip);
    if (zip->count == 0)
        return true;
    zip->members = calloc(zip->count, sizeof *zip->members);
    if (zip->members == NULL)
        return false;
    size_t at = zip->directory;
    for (size_t i = 0; i < zip->count; i++) {
        size_t length = record_length(zip, at);
        zip->members[i] = (kf_unzip_member){get4(zip->bytes + at + 42), at, length};
        at += length;
    }
    order(zip);
    return true;
}

bool kf_unzip_open(kf_unzip *zip, int file) {
    struct stat status;
    *zip = (kf_unzip){0};
    if (fstat(file, &status) != 0 || status.st_size <= 0)
        return false;
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return false;
    zip->bytes = bytes;
    zip->size = (size_t)status.st_size;
    if (read_directory(zip))
        return true;
    kf_unzip_close(zip);
    return false;
}

void kf_unzip_close(kf_unzip *zip) {
    free(zip->members);
    if (zip->bytes != NULL)
        munmap((void *)(uintptr_t)zip->bytes, zip->size);
    *zip = (kf_unzip){0};
}

void kf_unzip_name(const kf_unzip *zip, size_t member, char *name, size_t room) {
    const unsigned char *p = zip->bytes + zip->members[member].record;
    size_t length = get2(p + 28) < room ? get2(p + 28) : room - 1;
    memcpy(name, p + RECORD, length);
    name[length] = '\0';
}

unsigned char *kf_unzip_end(const kf_unzip *zip, size_t first, size_t count, size_t *length) {
    size_t size = 0, at = 0;
    for (size_t i = first; i < first + count; i++)
        size += zip->members[i].length;
    unsigned char *bytes = calloc(size + END, 1);
    if (bytes == NULL)
        return NULL;
    for (size_t i = first; i < first + count; at += zip->members[i++].length)
        memcpy(bytes + at, zip->bytes + zip->members[i].record, zip->members[i].length);
    memcpy(bytes + size, "PK\5\6", MARK);
    bytes[size + 8] = bytes[size + 10] = (unsigned char)count;
    put4(bytes + size + 12, (uint32_t)size);
    put4(bytes + size + 16, zip->offset);
    *length = size + END;
    return bytes;
}

// ---- Without a directory ----

size_t kf_unzip_header(const kf_unzip *zip, size_t at) {
    while (at < zip->size && !has_mark(zip, at, "PK\3\4"))
        at++;
    return at;
}

size_t kf_unzip_text(int file, size_t at) {
    enum { DEFLATED = 8 };
    unsigned char header[HEADER];
    bool is_header = pread(file, header, HEADER, (off_t)at) == HEADER &&
                     memcmp(header, "PK\3\4", MARK) == 0 && get2(header + 8) == DEFLATED;
    return is_header ? at + HEADER + get2(header + 26) + get2(header + 28) : 0;
}

size_t kf_unzip_behind(const kf_unzip *zip, size_t at) {
    enum { SIZE_FOLLOWS = 8 };
    const unsigned char *p = zip->bytes + at;
    if (zip->size - at < HEADER || (get2(p + 6) & SIZE_FOLLOWS) != 0)
        return at + MARK;
    uint64_t length = HEADER + (uint64_t)get4(p + 18) + get2(p + 26) + get2(p + 28);
    return length <= zip->size - at ? at + (size_t)length : at + MARK;
}
