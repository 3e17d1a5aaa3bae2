// SPDX-License-Identifier: MIT
// Writing a zip archive to a sink: the same members give the same bytes.

#include "base/zip.h"

#include <string.h>

#ifdef KIFU_HAVE_ZLIB
#include <zlib.h>
#endif

// Every member has the first day that the format can say: two runs would differ by another.
enum {
    VERSION = 20,
    FIRST_DAY = 0x0021,
    UTF8_NAMES = 0x0800,
    DEFLATED = 8,
    LOCAL_SIZE = 30,
    LISTED_SIZE = 46,
    END_SIZE = 22,
    MOST_MEMBERS = 65535
};

static void put(kf_zip *zip, const void *data, size_t length) {
    if (length > 0 && !zip->has_failed)
        zip->has_failed = !zip->sink(zip->context, data, length);
    zip->offset += length;
    if (zip->offset > UINT32_MAX)
        zip->has_failed = true;
}

// Numbers stand with their lowest byte first.
static unsigned char *add16(unsigned char *at, unsigned number) {
    at[0] = (unsigned char)(number & 255);
    at[1] = (unsigned char)(number >> 8 & 255);
    return at + 2;
}

static unsigned char *add32(unsigned char *at, uint32_t number) {
    return add16(add16(at, number & 0xFFFF), number >> 16);
}

// The checksum of the format, four bits at a time. Source: the polynomial 0x04C11DB7, reflected.
static uint32_t checksum(kf_text content) {
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < content.length; i++) {
        crc ^= (unsigned char)content.data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return crc ^ 0xFFFFFFFF;
}

// The packed content in a block of the arena, or NULL when packing does not help.
static char *pack(kf_zip *zip, kf_text content, size_t *length) {
#ifdef KIFU_HAVE_ZLIB
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (content.length < 64 || content.length > UINT32_MAX / 2)
        return NULL;
    char *packed = kf_arena_resize(zip->arena, NULL, content.length);
    enum { RAW = -15, MEMORY = 8 };
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) ==
        Z_OK) {
        stream.next_in = (z_const Bytef *)(uintptr_t)content.data;
        stream.avail_in = (uInt)content.length;
        stream.next_out = (Bytef *)packed;
        stream.avail_out = (uInt)content.length;
        bool is_done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
        *length = content.length - stream.avail_out;
        deflateEnd(&stream);
        if (is_done)
            return packed;
    }
    kf_arena_release(zip->arena, packed);
#else
    (void)zip;
    (void)content;
    (void)length;
#endif
    return NULL;
}

// What a member's two heads have in common, from the version to the lengths of its names.
static unsigned char *add_facts(unsigned char *at, const kf_zip_member *member) {
    at = add16(at, VERSION);
    at = add16(at, UTF8_NAMES);
    at = add16(at, member->method);
    at = add16(at, 0);
    at = add16(at, FIRST_DAY);
    at = add32(at, member->crc);
    at = add32(at, member->packed);
    at = add32(at, member->size);
    at = add16(at, (unsigned)strlen(member->name));
    return add16(at, 0);
}

void kf_zip_begin(kf_zip *zip, kf_arena *arena, kf_sink *sink, void *context) {
    *zip = (kf_zip){.arena = arena, .sink = sink, .context = context};
}

void kf_zip_add(kf_zip *zip, const char *name, kf_text content, bool as_is) {
    size_t length = content.length;
    char *packed = as_is ? NULL : pack(zip, content, &length);
    unsigned char head[LOCAL_SIZE];
    zip->members = kf_arena_grow(zip->arena, zip->members, &zip->capacity, zip->count + 1,
                                 sizeof *zip->members);
    kf_zip_member *member = &zip->members[zip->count++];
    if (packed == NULL)
        length = content.length;
    if (content.length > UINT32_MAX)
        zip->has_failed = true;
    *member = (kf_zip_member){
        .name = kf_arena_copy(zip->arena, name, strlen(name)),
        .crc = checksum(content),
        .packed = (uint32_t)length,
        .size = (uint32_t)content.length,
        .offset = (uint32_t)zip->offset,
        .method = packed != NULL ? DEFLATED : 0,
    };
    add_facts(add32(head, 0x04034B50), member);
    put(zip, head, sizeof head);
    put(zip, name, strlen(name));
    put(zip, packed != NULL ? packed : content.data, length);
    kf_arena_release(zip->arena, packed);
}

static void list_member(kf_zip *zip, const kf_zip_member *member) {
    unsigned char head[LISTED_SIZE], *at = add32(head, 0x02014B50);
    at = add16(at, VERSION);
    at = add_facts(at, member);
    at = add16(at, 0); // no remark
    at = add16(at, 0); // the first disk
    at = add16(at, 0); // not known to be text
    at = add32(at, 0);
    add32(at, member->offset);
    put(zip, head, sizeof head);
    put(zip, member->name, strlen(member->name));
}

bool kf_zip_end(kf_zip *zip) {
    uint64_t begin = zip->offset;
    for (size_t i = 0; i < zip->count; i++)
        list_member(zip, &zip->members[i]);
    if (zip->count > MOST_MEMBERS)
        zip->has_failed = true;
    unsigned char end[END_SIZE], *at = add32(end, 0x06054B50);
    at = add32(at, 0);
    at = add16(at, (unsigned)zip->count);
    at = add16(at, (unsigned)zip->count);
    at = add32(at, (uint32_t)(zip->offset - begin));
    at = add32(at, (uint32_t)begin);
    add16(at, 0);
    put(zip, end, sizeof end);
    return !zip->has_failed;
}
