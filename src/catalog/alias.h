// SPDX-License-Identifier: MIT
// Which file is one that the catalogue knows by another name.
#ifndef KF_CATALOG_ALIAS_H
#define KF_CATALOG_ALIAS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "catalog/store.h"

// A source, and the name that the catalogue has for it.
typedef struct kf_alias {
    kf_store_source source;
    char name[PATH_MAX];
} kf_alias;

// Finds the source that is the same file, or the same member of an archive, under another name: the
// path without links, or through them, from the root or from this folder. The file there must be
// this one.
bool kf_alias_find(kf_store *store, const char *name, kf_alias *found);

// The files that a run has looked at.
typedef struct kf_alias_set {
    uint64_t *keys; // hashes; 0: free
    size_t count, room;
} kf_alias_set;

bool kf_alias_has(const kf_alias_set *set, const struct stat *status);
// In a protected call of the arena.
void kf_alias_add(kf_alias_set *set, kf_arena *arena, const struct stat *status);
void kf_alias_clear(kf_alias_set *set);

#endif
