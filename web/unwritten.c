// SPDX-License-Identifier: MIT
// What a page does without: it reads records and draws them, and of the writers has only Davar's.

#include "format/ascii.h"
#include "format/ishi_write.h"
#include "format/sgf.h"
#include "solve/second.h"

bool kf_sgf_write(kf_writing_job *job) {
    (void)job;
    return false;
}

bool kf_ishi_write(kf_writing_job *job) {
    (void)job;
    return false;
}

bool kf_ascii_write(kf_writing_job *job) {
    (void)job;
    return false;
}

// Reading life and death would make a page larger by a sixth. Without it more of a count rests on
// games by chance, and the page says that it is an estimate.
#ifdef PAGE_IS_SMALL
bool kf_second_look(const kf_board *board, kf_point stone, const uint8_t *percent, kf_arena *arena,
                    kf_status *status) {
    (void)board, (void)stone, (void)percent, (void)arena, (void)status;
    return false;
}
#endif
