// SPDX-License-Identifier: MIT
// The end of a gzip, or of a member of a zip, that was cut off.

#ifndef KF_CLI_ARCHIVE_UNGZIP_H
#define KF_CLI_ARCHIVE_UNGZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KF_UNGZIP_MOST = 1 << 20 };

// What comes out of a gzip, or of the deflated text of a zip, that begins at `at` and is cut off by
// the end of the file: without its first `skip` bytes, and no more than the limit above; to be
// freed. NULL: nothing does, it is too much, it is whole, or it is damaged before its end, so that
// what comes out may be wrong.
char *kf_ungzip_rest(int file, size_t at, bool is_gzip, uint64_t skip, size_t *length);

#endif
