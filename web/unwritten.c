// SPDX-License-Identifier: MIT
// What a page does without: it reads records and draws them, and of the writers has only Davar's.

#include "base/charset.h"
#include "format/ascii/ascii_board.h"
#include "format/ishi/ishi.h"
#include "format/sgf/sgf.h"
#include "reading/status/status.h"

bool kf_sgf_write(kf_writing_job *job) {
    (void)job;
    return false;
}

bool kf_ishi_write(kf_writing_job *job) {
    (void)job;
    return false;
}

bool kf_ishi_can_hold(const kf_record *record) {
    (void)record;
    return false;
}

bool kf_ascii_write(kf_writing_job *job) {
    (void)job;
    return false;
}

// Reading life and death would make a page larger by a sixth. Without it more of a count rests on
// games by chance, and the page says that it is an estimate.
// What kifu puts into a page is UTF-8 already.
#ifdef PAGE_IS_SMALL
void kf_charset_decode(kf_source *source, const kf_charset_hints *hints, kf_log *log) {
    (void)source, (void)hints, (void)log;
}

bool kf_unclear_look(const kf_board *board, kf_point stone, const uint8_t *percent, kf_arena *arena,
                     kf_status *status) {
    (void)board, (void)stone, (void)percent, (void)arena, (void)status;
    return false;
}
#endif
