// SPDX-License-Identifier: MIT
// Addresses of PostgreSQL servers in names and messages. They may hold passwords.

#ifndef KIFU_BASE_ADDRESS_H
#define KIFU_BASE_ADDRESS_H

// What follows the scheme `postgresql`, `postgres` or the like and its colon, in capitals or not,
// wherever it stands first in the text. NULL: there is none.
const char *kf_address_find(const char *text);

// Replaces what may be a password in an address, up to the end of its quotes, by `…`.
void kf_address_hide(char *message);

#endif
