// SPDX-License-Identifier: MIT
// A list of prisoners beside what the board says.

#include <string.h>

#include "base/text.h"
#include "record/referee.h"
#include "record/value.h"

enum { POINTS = KF_BOARD_MAX * KF_BOARD_MAX };

kf_point kf_referee_prisoner_point(kf_replay *replay, kf_text field) {
    const kf_board *board = &replay->board;
    int number;
    if (field.length > 1 && field.data[0] == '#')
        return kf_text_number(kf_text_cut(field, 1, field.length), &number)
                   ? kf_replay_numbered(replay, number)
                   : KF_NOWHERE;
    return kf_point_read(field.data, field.length, KF_COORDS_A1, board->width, board->height);
}

static size_t index_of(kf_point point) {
    return (size_t)kf_point_row(point) * KF_BOARD_MAX + (size_t)kf_point_column(point);
}

void kf_referee_prisoner(kf_replay *replay, kf_prisoners *answer) {
    bool is_captured[POINTS] = {false}, is_listed[POINTS] = {false};
    kf_point captured[POINTS];
    size_t count = 0;
    if (replay->step.is_move)
        count = kf_board_captured(&replay->board, replay->step.played, captured, POINTS);
    kf_text fields = replay->step.prisoners, field;
    answer->missing_count = answer->surplus_count = 0;
    for (size_t i = 0; i < count; i++)
        is_captured[index_of(captured[i])] = true;
    while (kf_property_value(&fields, &field)) {
        kf_point point = kf_referee_prisoner_point(replay, kf_text_trim(field));
        if (point == KF_NOWHERE || point == KF_PASS || is_listed[index_of(point)])
            continue;
        is_listed[index_of(point)] = true;
        if (!is_captured[index_of(point)])
            answer->surplus[answer->surplus_count++] = point;
    }
    for (size_t i = 0; i < count; i++)
        if (!is_listed[index_of(captured[i])])
            answer->missing[answer->missing_count++] = captured[i];
}
