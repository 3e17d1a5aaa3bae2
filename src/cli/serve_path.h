// SPDX-License-Identifier: MIT
// From the address that a browser asks for to an open file below one folder, and never beside it.

#ifndef KIFU_CLI_SERVE_PATH_H
#define KIFU_CLI_SERVE_PATH_H

#include <stdbool.h>
#include <stddef.h>

// The longest address that is taken, without its NUL.
enum { KF_SERVE_PATH = 4096 };

// Decodes an address as it stands in the request, without its query: `%41` becomes `A`. False
// when it does not begin with a slash, is too long, has a `%` that begins nothing, or holds what no
// name of ours has: NUL, other control characters, a slash that was hidden behind a `%`, a
// backslash, an empty part, or a part that begins with a dot.
bool kf_serve_path_decode(const char *address, char path[KF_SERVE_PATH + 1]);
// Opens what the decoded path names below the folder, for reading, part by part, and follows no
// link on the way. -1: there is no such thing, or it is neither a file nor a folder.
int kf_serve_path_open(int folder, const char *path, bool *is_folder);
// Writes a name so that it can stand in an address; `address` has room for three bytes of each of
// the name and a NUL. Returns its length.
size_t kf_serve_path_encode(const char *name, char *address);

#endif
