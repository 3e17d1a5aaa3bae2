// SPDX-License-Identifier: MIT
// The page reads records and draws them; only Davar's rows are written.

#include "format/ascii.h"
#include "format/ishi_write.h"
#include "format/sgf.h"

bool kf_sgf_write(kf_writer *writer) {
    (void)writer;
    return false;
}

bool kf_ishi_write(kf_writer *writer) {
    (void)writer;
    return false;
}

bool kf_ascii_write(kf_writer *writer) {
    (void)writer;
    return false;
}
