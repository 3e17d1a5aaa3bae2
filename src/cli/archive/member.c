// SPDX-License-Identifier: MIT
// Members of archives that were unpacked, by their names.

#define _DEFAULT_SOURCE // for pread

#include "cli/archive/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"

enum { FIRST_SLOTS = 64 };

// An open hash table; all of it lives in the arena of the command.
typedef struct kf_members kf_members;
struct kf_members {
    kf_member *members;
    size_t count, room;
    uint32_t *slots; // 1 + the index of a member, 0: free
    size_t size;
};

// Begins at the table's own address, which nobody who chooses names knows.
static size_t slot_of(const kf_members *set, const char *name) {
    uint64_t hash = (uintptr_t)set;
    for (const char *p = name; *p != '\0'; p++)
        hash = kf_hash_mix(hash ^ (unsigned char)*p);
    size_t at = (size_t)hash & (set->size - 1);
    while (set->slots[at] != 0 && strcmp(set->members[set->slots[at] - 1].name, name) != 0)
        at = (at + 1) & (set->size - 1);
    return at;
}

static void grow(kf_cli *cli, kf_members *set) {
    set->size = set->size > 0 ? set->size * 2 : FIRST_SLOTS;
    set->slots = kf_arena_resize(cli->arena, set->slots, set->size * sizeof *set->slots);
    memset(set->slots, 0, set->size * sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++)
        set->slots[slot_of(set, set->members[i].name)] = (uint32_t)i + 1;
}

static void close_file(void *file) {
    fclose(file);
}

FILE *kf_member_spool(kf_cli *cli) {
    if (cli->spool == NULL) {
        void **slot = kf_arena_slot(cli->arena, close_file);
        *slot = cli->spool = tmpfile();
    }
    return cli->spool;
}

bool kf_member_note(kf_cli *cli, const kf_member *member) {
    kf_members *set = cli->members;
    if (set == NULL) {
        set = kf_arena_alloc(cli->arena, sizeof *set);
        *set = (kf_members){.count = 0};
        cli->members = set;
    }
    if (2 * set->count >= set->size)
        grow(cli, set);
    size_t at = slot_of(set, member->name);
    if (set->slots[at] != 0)
        return false;
    set->members =
        kf_arena_grow(cli->arena, set->members, &set->room, set->count + 1, sizeof *set->members);
    set->members[set->count++] = *member;
    set->slots[at] = (uint32_t)set->count;
    return true;
}

size_t kf_member_count(const kf_cli *cli) {
    const kf_members *set = cli->members;
    return set != NULL ? set->count : 0;
}

bool kf_member_is_among(const kf_cli *cli, const char *name, size_t count) {
    const kf_members *set = cli->members;
    size_t number = set != NULL ? set->slots[slot_of(set, name)] : 0; // from 1
    return number > 0 && number <= count;
}

kf_member *kf_member_find(const kf_cli *cli, const char *name) {
    const kf_members *set = cli->members;
    size_t at = set != NULL ? slot_of(set, name) : 0;
    if (set == NULL || set->slots[at] == 0)
        return NULL;
    kf_member *member = &set->members[set->slots[at] - 1];
    member->at = 0;
    return member;
}

kf_member *kf_member_open(const kf_cli *cli, const char *name) {
    const kf_member *member = kf_member_find(cli, name);
    kf_member *own = member != NULL ? kf_arena_alloc(cli->arena, sizeof *own) : NULL;
    if (own != NULL)
        *own = *member;
    return own;
}

size_t kf_member_supply(void *what, void *room, size_t size) {
    kf_member *member = what;
    uint64_t left = member->length - member->at;
    size = left < size ? (size_t)left : size;
    for (;;) {
        ssize_t got = pread(member->file, room, size, (off_t)(member->begin + member->at));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || (got == 0 && size > 0))
            return KF_SUPPLY_FAILED;
        member->at += (uint64_t)got;
        return (size_t)got;
    }
}

size_t kf_member_front(const kf_member *member, const char *name, char *room, size_t size) {
    if (member != NULL) {
        kf_member whole = *member;
        whole.at = 0;
        size_t length = kf_member_supply(&whole, room, size);
        return length != KF_SUPPLY_FAILED ? length : 0;
    }
    // Opening does not wait for who writes a pipe.
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = file >= 0 ? read(file, room, size) : 0;
    if (file >= 0)
        close(file);
    return got > 0 ? (size_t)got : 0;
}

bool kf_member_bytes(kf_cli *cli, kf_member *member, kf_text *bytes) {
    char *block = kf_arena_resize(cli->arena, NULL, (size_t)member->length + 1);
    size_t done = 0;
    for (size_t got = 1; got > 0; done += got) {
        got = kf_member_supply(member, block + done, (size_t)member->length - done);
        if (got == KF_SUPPLY_FAILED) {
            kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read '%.200s': %s",
                       member->name, strerror(errno));
            kf_arena_release(cli->arena, block);
            return false;
        }
    }
    *bytes = (kf_text){block, done};
    return true;
}
