// SPDX-License-Identifier: MIT
// Which moves look promising: captures and ataris first, then what touches the target.

#include "reading/life/life.h"

enum { CLOSE = 2, NEAR = 4, AWAY = 8 };

uint32_t kf_move_order_cost(const kf_surroundings *around, int cell) {
    const kf_cells(*few)[3] = around->few;
    kf_cells last = kf_cells_or(few[0][0], few[1][0]);
    kf_cells close = kf_cells_or(kf_cells_or(few[0][1], few[1][1]), around->target);
    kf_cells near = kf_cells_or(around->beside[0], around->beside[1]);
    return kf_cells_has(last, cell)    ? 0
           : kf_cells_has(close, cell) ? CLOSE
           : kf_cells_has(near, cell)  ? NEAR
                                       : AWAY;
}

kf_cells kf_move_order_last(const kf_local_map *map, const kf_local *at) {
    kf_cells stones = kf_cells_or(at->stones[0], at->stones[1]);
    kf_cells vacant = kf_cells_minus(map->all, stones), last = {0, 0};
    kf_cells three,
        two = kf_local_twice(map, vacant, &three); // who stands there has two liberties by himself
    for (int player = 0; player < 2; player++) {
        kf_cells own = at->stones[player], beside;
        kf_cells well = kf_cells_or(two, kf_local_free(map, player));
        kf_cells left = kf_cells_minus(own, kf_local_flood(map, kf_cells_and(own, well), own));
        while (!kf_cells_none(left)) {
            kf_cells chain = kf_local_chain(map, own, kf_cells_first(left), &beside);
            kf_cells liberties = kf_cells_and(beside, vacant);
            left = kf_cells_minus(left, chain);
            if (kf_cells_count(liberties) == 1)
                last = kf_cells_or(last, liberties);
        }
    }
    return last;
}
