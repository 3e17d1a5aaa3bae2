// SPDX-License-Identifier: MIT
// Writing Ishi.

#ifndef KIFU_FORMAT_ISHI_WRITE_H
#define KIFU_FORMAT_ISHI_WRITE_H

#include "format/format.h"

// Writes the record in our layout. False when Ishi cannot hold a game's board, or the game is not
// Go; the log says so.
bool kf_ishi_write(kf_writing_job *writer);

#endif
