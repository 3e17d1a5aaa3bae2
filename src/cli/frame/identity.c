// SPDX-License-Identifier: MIT
// Which files are the same, whatever they are called: through links, dots and folders.

#include "cli/frame/cli.h"

#include <stdint.h>
#include <string.h>

enum { LEAST = 16 };

// The number of a file, never 0: a file that has 0 is the same as the last one there can be.
static ino_t number_of(const struct stat *status) {
    return status->st_ino != 0 ? status->st_ino : (ino_t)-1;
}

// The slot where the file stands, or where it would be put. There is always a free one.
static kf_identity *slot_of(const kf_identities *set, dev_t device, ino_t inode) {
    uint64_t hash = ((uint64_t)inode ^ (uint64_t)device << 32) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(hash ^ hash >> 32) % set->size;
    while (set->slots[at].inode != 0 &&
           (set->slots[at].device != device || set->slots[at].inode != inode))
        at = (at + 1) % set->size;
    return &set->slots[at];
}

void kf_identity_reserve(kf_identities *set, size_t count, kf_arena *arena) {
    size_t size = set->size > 0 ? set->size : LEAST;
    // A quarter stays free. Growing by a half keeps the old and the new slots below sixty bytes a
    // file, for a game of a few bytes may become a file of its own.
    while (size / 4 * 3 < set->count + count)
        size += size / 2;
    if (size == set->size)
        return;
    // The block itself grows, so that it stays when scratch work is given back.
    size_t bytes = set->size * sizeof *set->slots, old_size = set->size;
    kf_identity *old = kf_arena_resize(arena, NULL, bytes + 1);
    if (bytes > 0)
        memcpy(old, set->slots, bytes);
    set->slots = kf_arena_resize(arena, set->slots, size * sizeof *set->slots);
    set->size = size;
    memset(set->slots, 0, size * sizeof *set->slots);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].inode != 0)
            *slot_of(set, old[i].device, old[i].inode) = old[i];
    kf_arena_release(arena, old);
}

void kf_identity_add(kf_identities *set, const struct stat *status) {
    kf_identity *slot = slot_of(set, status->st_dev, number_of(status));
    set->count += slot->inode == 0;
    *slot = (kf_identity){status->st_dev, number_of(status)};
}

bool kf_identity_has(const kf_identities *set, const struct stat *status) {
    return set->count > 0 && slot_of(set, status->st_dev, number_of(status))->inode != 0;
}
