// SPDX-License-Identifier: MIT
// A board that knows what lies where, and nothing else: enough to tell whether moves are legal.
//
// A chain has a liberty when one of its stones has a vacant cell beside it. Chains are not kept but
// walked, and seldom: only where a stone has lost the last vacant cell beside it to a stone of the
// other colour, or was put where there is none. Such a walk mostly ends at the next stone.

#include "board/lean.h"

#include <string.h>

enum { NOWHERE = 0 };

// What a move has taken, and one of the stones.
typedef struct taking {
    size_t count;
    uint32_t last;
} taking;

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

// The cells beside one; `row` is the one to its left.
static inline uint32_t around(const uint8_t *row, uint32_t stride) {
    return kf_lean_join(kf_lean_word(row), row[1 - (ptrdiff_t)stride], row[1 + (size_t)stride]);
}

// Whether one of these cells has a stone of that colour and a vacant cell beside it: what is left
// of it without the colour is 1 to 7.
static inline bool has_free(uint32_t cells, uint32_t stone) {
    uint32_t left = cells ^ (KF_LEAN_EACH * stone);
    return (((KF_LEAN_EACH * (0x80 | KF_LEAN_VACANT)) - left) &
            (left + (KF_LEAN_MARKS - KF_LEAN_EACH)) & KF_LEAN_MARKS) != 0;
}

static inline size_t add(uint8_t *cell, uint32_t at, uint16_t *stones, size_t count) {
    cell[at] |= KF_LEAN_SEEN;
    stones[count] = (uint16_t)at;
    return count + 1;
}

// The stones of a chain whose first has no vacant cell beside it. Returns their number, or 0 when
// the chain has a liberty.
static size_t find_caught(kf_lean *lean, uint32_t start, uint16_t stones[KF_BOARD_CELLS]) {
    uint8_t *cell = lean->cell;
    const uint32_t stone = cell[start] & KF_LEAN_STONE, stride = lean->stride;
    const uint32_t same = KF_LEAN_EACH * stone;
    size_t count = add(cell, start, stones, 0);
    bool is_caught = true;
    for (size_t i = 0; i < count && is_caught; i++) {
        const uint32_t at = stones[i];
        const uint32_t cells = around(cell + (at - 1), stride), found = kf_lean_equal(cells, same);
        is_caught = !has_free(cells, stone);
        if (!is_caught || found == 0)
            continue;
        count = found >> KF_LEAN_UP & 1 ? add(cell, at - stride, stones, count) : count;
        count = found >> KF_LEAN_LEFT & 1 ? add(cell, at - 1, stones, count) : count;
        count = found >> KF_LEAN_RIGHT & 1 ? add(cell, at + 1, stones, count) : count;
        count = found >> KF_LEAN_DOWN & 1 ? add(cell, at + stride, stones, count) : count;
    }
    for (size_t i = 0; i < count; i++)
        cell[stones[i]] &= (uint8_t)~KF_LEAN_SEEN;
    return is_caught ? count : 0;
}

// Takes the chain off if it has no liberty; the stone at hand has no vacant cell beside it. Returns
// the number of its stones.
static size_t take_off(kf_lean *lean, uint32_t start) {
    uint16_t stones[KF_BOARD_CELLS];
    size_t count = find_caught(lean, start, stones);
    for (size_t i = 0; i < count; i++)
        kf_lean_set(lean, stones[i], 0);
    return count;
}

// Whether a stone of that colour lies beside the cell.
static bool has_beside(const kf_lean *lean, uint32_t at, uint32_t stone) {
    const uint8_t *cell = lean->cell + at;
    return ((cell[-(ptrdiff_t)lean->stride] | cell[-1] | cell[1] | cell[lean->stride]) & stone) !=
           0;
}

// Takes that chain of the other colour off if it has no liberty. It may have been taken before, by
// another of its stones.
static void take(kf_lean *lean, uint32_t by, uint32_t foe, taking *taken) {
    if (lean->cell[by] != foe || has_free(around(lean->cell + (by - 1), lean->stride), foe))
        return;
    size_t count = take_off(lean, by);
    taken->count += count;
    taken->last = count > 0 ? by : taken->last;
}

// Whether the stone has a liberty is looked at before anything is taken, for what is taken makes
// room for both colours. A ko: the stone took one stone and is one without a liberty but that.
kf_verdict kf_lean_settle(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t found) {
    const uint32_t foe = KF_LEAN_STONE - stone, stride = lean->stride;
    const bool is_shut = lean->cell[at] == stone; // no vacant cell lies beside it
    const bool is_safe = !is_shut || has_free(around(lean->cell + (at - 1), stride), stone);
    taking taken = {0, 0};
    if ((found >> KF_LEAN_UP & 1) != 0)
        take(lean, at - stride, foe, &taken);
    if ((found >> KF_LEAN_LEFT & 1) != 0)
        take(lean, at - 1, foe, &taken);
    if ((found >> KF_LEAN_RIGHT & 1) != 0)
        take(lean, at + 1, foe, &taken);
    if ((found >> KF_LEAN_DOWN & 1) != 0)
        take(lean, at + stride, foe, &taken);
    if (taken.count == 1 && is_shut && !has_beside(lean, at, stone)) {
        lean->ko = (uint16_t)taken.last;
        lean->ko_stone = (uint8_t)foe;
    }
    return taken.count > 0 || is_safe || take_off(lean, at) == 0 ? KF_LEGAL : KF_SUICIDE;
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
