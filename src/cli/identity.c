// SPDX-License-Identifier: MIT
// Which files are the same, whatever they are called: through links, dots and folders.

#include "cli/identity.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_identity(const void *a, const void *b) {
    const kf_identity *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return (x->inode > y->inode) - (x->inode < y->inode);
}

static bool identify(const char *name, kf_identity *identity) {
    struct stat status;
    if (strcmp(name, "-") == 0 || stat(name, &status) != 0)
        return false;
    *identity = (kf_identity){status.st_dev, status.st_ino};
    return true;
}

kf_identities kf_identity_list(kf_cli *cli, const kf_inputs *inputs) {
    kf_identities list = {NULL, 0};
    list.files = kf_arena_alloc(cli->arena, (inputs->count + 1) * sizeof *list.files);
    for (size_t i = 0; i < inputs->count; i++)
        list.count += identify(inputs->names[i], &list.files[list.count]);
    qsort(list.files, list.count, sizeof *list.files, by_identity);
    return list;
}

bool kf_identity_has(const kf_identities *identities, const char *name) {
    kf_identity wanted;
    return identities->count > 0 && identify(name, &wanted) &&
           bsearch(&wanted, identities->files, identities->count, sizeof wanted, by_identity) !=
               NULL;
}
