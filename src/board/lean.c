// SPDX-License-Identifier: MIT
// A board that knows what lies where, and nothing else: enough to tell whether moves are legal.
//
// A chain has a liberty when one of its stones has a vacant cell beside it. Chains are not kept but
// walked, and seldom: only where a stone has lost the last vacant cell beside it to a stone of the
// other colour, or was put where there is none. Such a walk mostly ends at the next stone.

#include "board/lean.h"

#include <string.h>

enum { NOWHERE = 0 };

// What is seldom needed is called, so that the rest has registers enough.
#if defined(__GNUC__)
#define APART static __attribute__((noinline))
#else
#define APART static
#endif

// ---- Beginning ----

static void make_cells(kf_lean *lean, size_t rows) {
    size_t cells = rows * KF_LEAN_STRIDE;
    lean->cell = kf_arena_resize(lean->arena, lean->cell, cells);
    lean->empty = kf_arena_resize(lean->arena, lean->empty, cells);
    lean->used = kf_arena_resize(lean->arena, lean->used, cells);
    lean->chain = kf_arena_resize(lean->arena, lean->chain, rows * KF_BOARD_MAX * sizeof(uint16_t));
    lean->rows = rows;
}

// The counts of the border never come to nothing, so that it is never taken for a stone.
static void lay_out(kf_lean *lean, int width, int height) {
    size_t rows = (size_t)height + KF_LEAN_EDGES;
    if (rows > lean->rows)
        make_cells(lean, rows);
    lean->width = (uint8_t)width;
    lean->height = (uint8_t)height;
    for (size_t row = 0; row < rows; row++) {
        uint8_t *cells = lean->empty + row * KF_LEAN_STRIDE;
        memset(cells, KF_LEAN_BORDER | 4, KF_LEAN_ROW);
        memset(lean->used + row * KF_LEAN_STRIDE, 0, KF_LEAN_ROW);
        if (row < KF_LEAN_EDGE || row >= rows - KF_LEAN_EDGE)
            continue;
        int beside_row = (row > KF_LEAN_EDGE) + (row < rows - KF_LEAN_EDGE - 1);
        memset(cells + KF_LEAN_EDGE, beside_row + 2, (size_t)width);
        cells[KF_LEAN_EDGE]--;
        cells[KF_LEAN_EDGE + width - 1]--;
    }
}

void kf_lean_init(kf_lean *lean, int width, int height, bool keeps_used) {
    bool was_used = keeps_used || lean->keeps_used;
    if (lean->width != width || lean->height != height)
        lay_out(lean, width, height);
    for (size_t row = 0; row < (size_t)height + KF_LEAN_EDGES; row++) {
        size_t at = row * KF_LEAN_STRIDE, half = KF_LEAN_ROW / 2;
        memcpy(lean->cell + at, lean->empty + at, KF_LEAN_ROW / 2);
        if (width > KF_LEAN_ROW / 2 - KF_LEAN_EDGES)
            memcpy(lean->cell + at + half, lean->empty + at + half, KF_LEAN_ROW / 2);
        if (was_used)
            memset(lean->used + at, 0, KF_LEAN_ROW);
    }
    lean->keeps_used = keeps_used;
    lean->ko = 0;
    lean->count = 0;
}

// ---- Changes ----

void kf_lean_reserve(kf_lean *lean, size_t moves) {
    size_t least = lean->count + kf_lean_words(moves);
    lean->log = kf_arena_grow(lean->arena, lean->log, &lean->room, least, sizeof *lean->log);
}

static void note(kf_lean *lean, uint32_t at) {
    if (lean->count == lean->room)
        kf_lean_reserve(lean, 0);
    uint32_t stone = lean->cell[at] & KF_LEAN_STONE;
    lean->log[lean->count++] = at | stone << KF_LEAN_WAS | (lean->used[at] ? KF_LEAN_USED : 0);
}

static inline void put(kf_lean *lean, uint32_t at, uint32_t stone) {
    uint8_t *cell = lean->cell + at;
    int change = ((*cell & KF_LEAN_STONE) != 0) - (stone != 0);
    *cell = (uint8_t)((*cell & ~KF_LEAN_STONE) | (int)stone);
    cell[-KF_LEAN_STRIDE] = (uint8_t)(cell[-KF_LEAN_STRIDE] + change);
    cell[-1] = (uint8_t)(cell[-1] + change);
    cell[1] = (uint8_t)(cell[1] + change);
    cell[KF_LEAN_STRIDE] = (uint8_t)(cell[KF_LEAN_STRIDE] + change);
}

void kf_lean_set(kf_lean *lean, uint32_t at, uint32_t stone) {
    note(lean, at);
    lean->used[at] = lean->keeps_used;
    put(lean, at, stone);
}

// Where it is not kept whether a cell was used, none was.
void kf_lean_back(kf_lean *lean, size_t count) {
    if (count >= lean->count) // there may be no log
        return;
    const uint32_t *log = lean->log + lean->count, *end = lean->log + count;
    const bool keeps_used = lean->keeps_used;
    while (log > end) {
        uint32_t word = *--log, at = word & KF_LEAN_AT;
        if (at == NOWHERE)
            continue;
        put(lean, at, word >> KF_LEAN_WAS & KF_LEAN_STONE);
        if (keeps_used)
            lean->used[at] = (word & KF_LEAN_USED) != 0;
    }
    lean->count = count;
}

void kf_lean_pass(kf_lean *lean) {
    note(lean, NOWHERE);
    lean->ko = 0;
}

// Goes back as far as a stone that lies where none had lain: before it that cell was vacant. How
// many cells had something else than now is counted, and asked for where a move begins.
bool kf_lean_may_repeat(const kf_lean *lean) {
    enum { WORDS = 256 };
    uint64_t is_other[KF_BOARD_MAX + KF_LEAN_EDGE] = {0}; // a bit for each cell, by rows
    size_t others = 0;
    for (size_t i = lean->count; i > 0 && lean->count - i < WORDS; i--) {
        uint32_t word = lean->log[i - 1], at = word & KF_LEAN_AT;
        uint32_t was = word >> KF_LEAN_WAS & KF_LEAN_STONE, now = lean->cell[at] & KF_LEAN_STONE;
        if (now != 0 && (word & KF_LEAN_USED) == 0)
            return false;
        uint64_t *row = &is_other[at / KF_LEAN_STRIDE], bit = UINT64_C(1) << at % KF_LEAN_STRIDE;
        others += (size_t)(was != now) - ((*row & bit) != 0);
        *row = was != now ? *row | bit : *row & ~bit;
        if (others == 0 && (word & KF_LEAN_TAKEN) == 0)
            return true;
    }
    return lean->count > WORDS;
}

// ---- Chains ----

// The cells beside one; `row` is the one to its left.
static inline uint32_t around(const uint8_t *row) {
    return kf_lean_join(kf_lean_word(row), row[1 - KF_LEAN_STRIDE], row[1 + KF_LEAN_STRIDE]);
}

// The highest bit of each of these cells that has a stone of that colour and a vacant cell beside
// it: what is left of it without the colour is 1 to 7.
static inline uint32_t find_free(uint32_t cells, uint32_t stone) {
    uint32_t left = cells ^ (KF_LEAN_EACH * stone);
    return (KF_LEAN_EACH * (0x80 | KF_LEAN_VACANT) - left) &
           (left + (KF_LEAN_MARKS - KF_LEAN_EACH)) & KF_LEAN_MARKS;
}

// Adds a cell to a chain where that mark is set. Without a branch, for nobody could foretell it.
static inline size_t add(uint8_t *cell, uint32_t at, uint32_t mark, uint16_t *chain, size_t count) {
    cell[at] |= (uint8_t)(mark * KF_LEAN_SEEN);
    chain[count] = (uint16_t)at;
    return count + mark;
}

// The stones of a chain, to `chain`, of which `cells` are those beside the first: it and they have
// no vacant cell beside them. Returns their number, or 0 when the chain has a liberty. A stone with
// a vacant cell beside it is never come to, and so all are without when the walk is over.
static size_t find_caught(kf_lean *lean, uint32_t start, uint32_t cells, uint32_t stone) {
    uint8_t *cell = lean->cell;
    uint16_t *chain = lean->chain;
    size_t count = add(cell, start, 1, chain, 0), next = 0;
    bool is_caught = true;
    while (is_caught) {
        const uint32_t at = chain[next++], found = kf_lean_equal(cells, KF_LEAN_EACH * stone);
        count = add(cell, at - KF_LEAN_STRIDE, found >> KF_LEAN_UP & 1, chain, count);
        count = add(cell, at - 1, found >> KF_LEAN_LEFT & 1, chain, count);
        count = add(cell, at + 1, found >> KF_LEAN_RIGHT & 1, chain, count);
        count = add(cell, at + KF_LEAN_STRIDE, found >> KF_LEAN_DOWN & 1, chain, count);
        if (next == count)
            break;
        cells = around(cell + (chain[next] - 1));
        is_caught = find_free(cells, stone) == 0;
    }
    for (size_t i = 0; i < count; i++)
        cell[chain[i]] = (uint8_t)stone;
    return is_caught ? count : 0;
}

static void take(kf_lean *lean, uint32_t at) {
    kf_lean_set(lean, at, 0);
    lean->log[lean->count - 1] |= KF_LEAN_TAKEN;
}

// Takes that chain off if it has no liberty. Returns the number of its stones.
static size_t take_off(kf_lean *lean, uint32_t start, uint32_t cells, uint32_t stone) {
    size_t count = find_caught(lean, start, cells, stone);
    for (size_t i = 0; i < count; i++)
        take(lean, lean->chain[i]);
    return count;
}

// Whether a stone of that colour lies beside the cell.
static bool has_beside(const kf_lean *lean, uint32_t at, uint32_t stone) {
    const uint8_t *cell = lean->cell + at;
    return ((cell[-KF_LEAN_STRIDE] | cell[-1] | cell[1] | cell[KF_LEAN_STRIDE]) & stone) != 0;
}

// The first side with a mark; there is one.
static inline uint32_t first_side(uint32_t marks) {
    uint32_t first = marks & (0 - marks);
    return (first >> KF_LEAN_UP & 1) + 2 * (first >> KF_LEAN_RIGHT & 1) +
           3 * (first >> KF_LEAN_DOWN);
}

// Takes the chains of the other colour off that have no liberty: of the stones beside the one at
// hand, `shut` names those of which only their chains can tell. One may have been taken before, by
// another of its stones. A ko: the stone took one stone and is one without a liberty but that.
APART kf_verdict settle_chains(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t shut,
                               bool is_safe) {
    static const int beside[] = {-1, -KF_LEAN_STRIDE, 1, KF_LEAN_STRIDE};
    const uint32_t foe = KF_LEAN_STONE - stone;
    const bool is_shut = lean->cell[at] == stone;
    size_t taken = 0;
    uint32_t last = NOWHERE;
    for (; shut != 0; shut &= shut - 1) {
        uint32_t by = at + (uint32_t)beside[first_side(shut)];
        if (lean->cell[by] != foe)
            continue;
        uint32_t cells = around(lean->cell + (by - 1));
        // Mostly it is a stone by itself.
        bool is_alone = kf_lean_equal(cells, KF_LEAN_EACH * foe) == 0;
        size_t count = is_alone ? 1 : take_off(lean, by, cells, foe);
        if (is_alone)
            take(lean, by);
        taken += count;
        last = count > 0 ? by : last;
    }
    if (taken == 1 && is_shut && !has_beside(lean, at, stone)) {
        lean->ko = (uint16_t)last;
        lean->ko_stone = (uint8_t)foe;
    }
    if (taken > 0 || is_safe)
        return KF_LEGAL;
    return take_off(lean, at, around(lean->cell + (at - 1)), stone) == 0 ? KF_LEGAL : KF_SUICIDE;
}

// Of the stones beside a cell that `found` names, those beside which no stone of their colour has a
// vacant cell. Two steps to a side lies what is beside no other side, and between two sides what is
// beside both. Without a branch, for nobody could foretell which way it goes.
static inline uint32_t find_shut(const uint8_t *cell, uint32_t found, uint32_t foe) {
    const uint8_t *up = cell - KF_LEAN_STRIDE, *down = cell + KF_LEAN_STRIDE;
    uint32_t ahead = cell[-2] | (uint32_t)up[-KF_LEAN_STRIDE] << 8 | (uint32_t)cell[2] << 16 |
                     (uint32_t)down[KF_LEAN_STRIDE] << 24;
    uint32_t between =
        up[-1] | (uint32_t)up[1] << 8 | (uint32_t)down[1] << 16 | (uint32_t)down[-1] << 24;
    uint32_t free = find_free(between, foe);
    return found & ~(find_free(ahead, foe) | free | free << 8 | free >> 24);
}

// Whether the stone has a liberty is looked at before anything is taken, for what is taken makes
// room for both colours.
kf_verdict kf_lean_settle(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t found) {
    const uint8_t *cell = lean->cell + at;
    uint32_t shut = find_shut(cell, found, KF_LEAN_STONE - stone);
    bool is_safe = ((*cell ^ stone) | find_free(around(cell - 1), stone)) != 0;
    return shut == 0 && is_safe ? KF_LEGAL : settle_chains(lean, at, stone, shut, is_safe);
}

// A stone that takes back takes the one that took, which has no other liberty; it is a ko when it
// takes nothing else, for then the position comes back.
kf_verdict kf_lean_play_odd(kf_lean *lean, uint32_t at, uint32_t stone, uint32_t ko) {
    bool is_banned = at == ko && stone == lean->ko_stone;
    bool is_occupied = (lean->cell[at] & KF_LEAN_STONE) != 0;
    lean->ko = 0;
    if (lean->count + 2 > lean->room)
        kf_lean_reserve(lean, 0);
    if (is_occupied)
        kf_lean_set(lean, at, 0);
    size_t before = lean->count;
    kf_verdict verdict = kf_lean_play(lean, at, stone);
    bool is_ko = is_banned && lean->count == before + 2;
    return is_occupied ? KF_OCCUPIED : is_ko ? KF_KO : verdict;
}
