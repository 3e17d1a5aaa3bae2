// SPDX-License-Identifier: MIT
// Writing a zip archive to a sink: the same members give the same bytes. And how they are packed.

#ifndef KIFU_BASE_ZIP_H
#define KIFU_BASE_ZIP_H

#include <kifu/base.h>

#include "base/arena.h"

// A member that was written, for the list at the archive's end.
typedef struct kf_zip_member {
    const char *name;
    uint32_t crc, packed, size, offset;
    uint16_t method; // 0: as it is, 8: deflated
} kf_zip_member;

typedef struct kf_zip {
    kf_arena *arena;
    kf_sink *sink;
    void *context;
    kf_zip_member *members;
    size_t count, capacity;
    uint64_t offset; // of what comes next
    bool has_failed; // the sink stopped, or the archive would be over 4 GiB
} kf_zip;

// Begins an archive. Call all of these in a protected call of the arena.
void kf_zip_begin(kf_zip *zip, kf_arena *arena, kf_sink *sink, void *context);
// Adds a member. It is packed where that helps, unless `as_is`.
void kf_zip_add(kf_zip *zip, const char *name, kf_text content, bool as_is);
// Writes the list of members. False when anything failed.
bool kf_zip_end(kf_zip *zip);

// The packed content in a block of the arena, without any frame around it; NULL when packing does
// not help. Call it in a protected call of the arena.
char *kf_zip_deflate(kf_arena *arena, kf_text content, size_t *length);

#endif
