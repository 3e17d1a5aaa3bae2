// SPDX-License-Identifier: MIT
// A board that knows what lies where, and nothing else: enough to tell whether moves are legal.
//
// A chain has a liberty when one of its stones has a vacant cell beside it. Chains are not kept but
// walked, and seldom: only where a stone has lost the last vacant cell beside it to a stone of the
// other colour, or was put where there is none. Such a walk mostly ends at the next stone.

#include "board/lean.h"

#include <string.h>

enum { NOWHERE = 0 };

// ---- Beginning ----

// The counts of the border never come to nothing, so that it is never taken for a stone.
static void lay_out(kf_lean *lean, int width, int height) {
    lean->width = (uint8_t)width;
    lean->height = (uint8_t)height;
    lean->stride = (uint32_t)width + 1;
    lean->cells = lean->stride * ((uint32_t)height + 2);
    memset(lean->empty, KF_LEAN_BORDER | 4, lean->cells);
    for (int row = 0; row < height; row++) {
        uint8_t *cells = lean->empty + kf_lean_cell(lean, 0, row);
        int beside_row = (row > 0) + (row < height - 1);
        memset(cells, beside_row + 2, (size_t)width);
        cells[0]--;
        cells[width - 1]--;
    }
}

void kf_lean_init(kf_lean *lean, int width, int height, bool keeps_used) {
    if (lean->width != width || lean->height != height)
        lay_out(lean, width, height);
    memcpy(lean->cell, lean->empty, lean->cells);
    if (keeps_used || lean->keeps_used)
        memset(lean->used, 0, sizeof lean->used);
    lean->keeps_used = keeps_used;
    lean->ko = 0;
    lean->count = 0;
}

// ---- Changes ----

static void make_room(kf_lean *lean) {
    size_t least = lean->count + KF_BOARD_CELLS;
    lean->log = kf_arena_grow(lean->arena, lean->log, &lean->room, least, sizeof *lean->log);
}

static void note(kf_lean *lean, uint32_t at) {
    if (lean->count == lean->room)
        make_room(lean);
    uint32_t stone = lean->cell[at] & KF_LEAN_STONE;
    lean->log[lean->count++] = (uint16_t)(at << 3 | stone >> 2 | lean->used[at]);
}

static void put(kf_lean *lean, uint32_t at, uint32_t stone) {
    uint8_t *cell = lean->cell + at;
    int change = ((*cell & KF_LEAN_STONE) != 0) - (stone != 0);
    *cell = (uint8_t)((*cell & ~KF_LEAN_STONE) | (int)stone);
    cell[-(ptrdiff_t)lean->stride] = (uint8_t)(cell[-(ptrdiff_t)lean->stride] + change);
    cell[-1] = (uint8_t)(cell[-1] + change);
    cell[1] = (uint8_t)(cell[1] + change);
    cell[lean->stride] = (uint8_t)(cell[lean->stride] + change);
}

void kf_lean_set(kf_lean *lean, uint32_t at, uint32_t stone) {
    note(lean, at);
    lean->used[at] = lean->keeps_used;
    put(lean, at, stone);
}

void kf_lean_back(kf_lean *lean, size_t count) {
    while (lean->count > count) {
        uint32_t word = lean->log[--lean->count], at = word >> 3;
        if (at == NOWHERE)
            continue;
        put(lean, at, word << 2 & KF_LEAN_STONE);
        lean->used[at] = word & 1;
    }
}

void kf_lean_pass(kf_lean *lean) {
    note(lean, NOWHERE);
    lean->ko = 0;
}

// A word of a stone that lay there before is a capture, and belongs to the move before it.
size_t kf_lean_since(const kf_lean *lean, size_t most) {
    size_t moves = 0;
    for (size_t i = lean->count; i > 0 && moves < most; i--) {
        uint32_t word = lean->log[i - 1], at = word >> 3;
        bool is_there = at != NOWHERE && (lean->cell[at] & KF_LEAN_STONE) != 0;
        if (is_there && (word & 1) == 0)
            return moves;
        moves += (word << 2 & KF_LEAN_STONE) == 0;
    }
    return moves;
}

// ---- Chains ----

// Whether the cell has a stone of that colour and a vacant cell beside it.
static inline bool is_free(uint32_t cell, uint32_t stone) {
    return cell - stone - 1 < KF_LEAN_VACANT;
}

// Whether that is so of a cell beside the one that is pointed at.
static inline bool has_free_beside(const uint8_t *cell, uint32_t stride, uint32_t stone) {
    return is_free(cell[-(ptrdiff_t)stride], stone) || is_free(cell[-1], stone) ||
           is_free(cell[1], stone) || is_free(cell[stride], stone);
}

// The stones of a chain whose first has no vacant cell beside it. Returns their number, or 0 when
// the chain has a liberty.
static size_t find_caught(kf_lean *lean, uint32_t start, uint16_t stones[KF_BOARD_CELLS]) {
    uint8_t *cell = lean->cell;
    const uint32_t stone = cell[start] & KF_LEAN_STONE, stride = lean->stride;
    const ptrdiff_t sides[4] = {-(ptrdiff_t)stride, -1, 1, (ptrdiff_t)stride};
    size_t count = 0;
    bool is_caught = true;
    stones[count++] = (uint16_t)start;
    cell[start] |= KF_LEAN_SEEN;
    for (size_t i = 0; i < count && is_caught; i++) {
        is_caught = i == 0 || !has_free_beside(cell + stones[i], stride, stone);
        for (int side = 0; side < 4 && is_caught; side++) {
            size_t at = (size_t)(stones[i] + sides[side]);
            if (cell[at] != stone)
                continue;
            stones[count++] = (uint16_t)at;
            cell[at] |= KF_LEAN_SEEN;
        }
    }
    for (size_t i = 0; i < count; i++)
        cell[stones[i]] &= (uint8_t)~KF_LEAN_SEEN;
    return is_caught ? count : 0;
}

// Takes the chain off if it has no liberty; the stone has none, nor has one beside it. Returns the
// number of its stones.
static size_t take_off(kf_lean *lean, uint32_t start) {
    uint16_t stones[KF_BOARD_CELLS];
    size_t count = find_caught(lean, start, stones);
    for (size_t i = 0; i < count; i++)
        kf_lean_set(lean, stones[i], 0);
    return count;
}

// Whether the stone took one stone and became one without a liberty but that, alone.
static bool makes_ko(const kf_lean *lean, const uint32_t around[4], uint32_t stone, uint32_t last) {
    for (int side = 0; side < 4; side++)
        if (around[side] != last && (lean->cell[around[side]] & KF_LEAN_STONE) == stone)
            return false;
    return true;
}

// Whether the stone has a liberty is looked at before anything is taken, for what is taken makes
// room for both colours.
kf_verdict kf_lean_settle(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t vacant) {
    const uint32_t foe = KF_LEAN_STONE - stone, stride = lean->stride;
    const uint32_t around[4] = {at - stride, at - 1, at + 1, at + stride};
    const bool is_safe = vacant > 0 || has_free_beside(lean->cell + at, stride, stone);
    size_t taken = 0;
    uint32_t last = 0;
    for (int side = 0; side < 4; side++) {
        uint32_t by = around[side];
        if (lean->cell[by] != foe || has_free_beside(lean->cell + by, stride, foe))
            continue;
        size_t count = take_off(lean, by);
        taken += count;
        last = count > 0 ? by : last;
    }
    if (taken == 1 && vacant == 0 && makes_ko(lean, around, stone, last)) {
        lean->ko = (uint16_t)last;
        lean->ko_stone = (uint8_t)foe;
    }
    return taken > 0 || is_safe || take_off(lean, at) == 0 ? KF_LEGAL : KF_SUICIDE;
}

// A stone that takes back takes the one that took, which has no other liberty; it is a ko when it
// takes nothing else, for then the position comes back.
kf_verdict kf_lean_play_odd(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t ko) {
    bool is_banned = at == ko && stone == lean->ko_stone;
    bool is_occupied = (lean->cell[at] & KF_LEAN_STONE) != 0;
    lean->ko = 0;
    if (lean->count + 2 > lean->room)
        make_room(lean);
    if (is_occupied)
        kf_lean_set(lean, at, 0);
    size_t before = lean->count;
    kf_verdict verdict = kf_lean_play(lean, at, stone);
    bool is_ko = is_banned && lean->count == before + 2;
    return is_occupied ? KF_OCCUPIED : is_ko ? KF_KO : verdict;
}
