// SPDX-License-Identifier: MIT
// The end of a gzip that was cut off.

#ifndef KF_CLI_ARCHIVE_UNGZIP_H
#define KF_CLI_ARCHIVE_UNGZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KF_UNGZIP_MOST = 1 << 20 };

// What comes out of the file behind the first `skip` bytes, no more than the limit above; to be
// freed. NULL: nothing does, it is too much, or the file is damaged before its end, so that what
// comes out may be wrong.
char *kf_ungzip_rest(int file, uint64_t skip, size_t *length);

#endif
