// SPDX-License-Identifier: MIT
// Ids of texts, remembered while games are added.

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

// So much is remembered and no more: then all is forgotten, and the store is asked again.
enum { FIRST_SIZE = 1 << 12, MOST_NAMES = 1 << 20, MOST_TEXT = 64 << 20 };

typedef struct kf_name {
    uint64_t hash;
    size_t at;
    uint32_t length;
    uint32_t id; // 0: the entry is free
    int kind;
} kf_name;

static uint64_t hash_of(int kind, kf_text text) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ (uint64_t)kind;
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash ^ hash >> 29;
}

static kf_name *slot_for(const kf_names *names, uint64_t hash, int kind, kf_text text) {
    size_t mask = names->size - 1, at = (size_t)hash & mask;
    for (;; at = (at + 1) & mask) {
        kf_name *name = &names->entries[at];
        bool is_it = name->hash == hash && name->kind == kind && name->length == text.length &&
                     memcmp(names->text + name->at, text.data, text.length) == 0;
        if (name->id == 0 || is_it)
            return name;
    }
}

static void resize(kf_names *names, size_t size) {
    kf_name *old = names->entries;
    size_t count = names->size;
    kf_name *entries = kf_arena_resize(names->arena, NULL, size * sizeof *entries);
    memset(entries, 0, size * sizeof *entries);
    names->entries = entries;
    names->size = size;
    for (size_t i = 0; i < count; i++) {
        if (old[i].id == 0)
            continue;
        kf_text text = {names->text + old[i].at, old[i].length};
        *slot_for(names, old[i].hash, old[i].kind, text) = old[i];
    }
    kf_arena_release(names->arena, old);
}

void kf_names_clear(kf_names *names) {
    if (names->entries != NULL)
        memset(names->entries, 0, names->size * sizeof *names->entries);
    names->count = names->text_length = 0;
}

uint32_t kf_names_id(kf_names *names, kf_field field, kf_text text) {
    int kind = kf_store_kind(field);
    if (text.length == 0)
        return 0;
    if (names->count >= MOST_NAMES || names->text_length >= MOST_TEXT)
        kf_names_clear(names);
    if (names->count * 2 >= names->size)
        resize(names, names->size > 0 ? names->size * 2 : FIRST_SIZE);
    uint64_t hash = hash_of(kind, text);
    kf_name *name = slot_for(names, hash, kind, text);
    if (name->id != 0)
        return name->id;
    uint32_t id = kf_store_text_id(names->store, kind, text);
    if (id == 0)
        return UINT32_MAX;
    names->text = kf_arena_grow(names->arena, names->text, &names->text_room,
                                names->text_length + text.length, 1);
    memcpy(names->text + names->text_length, text.data, text.length);
    *name = (kf_name){hash, names->text_length, (uint32_t)text.length, id, kind};
    names->text_length += text.length;
    names->count++;
    return id;
}

#endif
