// SPDX-License-Identifier: MIT
// Some columns of a whole segment in one row, which rule out most lines before any block is read.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

// How it works. The columns of a block say of every point which of its 704 lines ever had a stone
// there. A whole board asks for stones on so many points that a ninth of them is enough to leave
// next to no line; so the columns of that ninth stand together for all lines of a segment, and
// the blocks are left alone. The points are those where stones come early and often, on the third
// and fourth lines, and whatever way the board is turned they are the same.

// How far from the edge the lines are that have such points; 0: such a one has none.
static int front_line(int at, int size) {
    int edge = at < size - 1 - at ? at : size - 1 - at;
    return edge == 2 || edge == 3 || (edge >= 6 && edge % 3 == 0) ? edge : 0;
}

size_t kf_front_index(int width, int height, uint16_t *index) {
    size_t count = 0;
    for (int i = 0; i < width * height; i++) {
        int column = front_line(i % width, width), row = front_line(i / width, height);
        bool is_in = column * row > 0 && (column <= 3 || row <= 3);
        index[i] = is_in ? (uint16_t)count : UINT16_MAX;
        count += is_in;
    }
    return count;
}

size_t kf_front_width(uint32_t lines) {
    return ((size_t)lines + 63) / 64 * 8;
}

// ---- The search ----

struct kf_front {
    size_t points;      // of the board that are in it
    uint16_t *columns;  // that the probes ask for, those of a probe together
    size_t *ends;       // of each probe's
    size_t probe_count; // of the search
};

// A probe that asks for n of the columns leaves about one line in 2^n. More than an eighth of all
// is no gain.
static bool is_worth_it(const kf_front *front) {
    enum { ALL = 1 << 16, MOST = ALL / 8, MOST_PROBES = 64 };
    size_t left = 0, at = 0;
    for (size_t i = 0; i < front->probe_count && i <= MOST_PROBES; i++) {
        size_t count = front->ends[i] - at;
        left += count < 16 ? ALL >> count : 1;
        at = front->ends[i];
    }
    return front->probe_count <= MOST_PROBES && left <= MOST;
}

static size_t add_probe(kf_front *front, const kf_scan *scan, const kf_probe *probe,
                        const uint16_t *index, size_t count) {
    const kf_demand *demands = scan->demands + probe->first;
    for (uint32_t i = 0; i < probe->stones; i++) {
        uint16_t column = index[demands[i].point];
        bool is_white = demands[i].cell == KF_CELL_WHITE;
        if (column != UINT16_MAX)
            front->columns[count++] = (uint16_t)(column + (is_white ? front->points : 0));
    }
    return count;
}

kf_front *kf_front_new(kf_arena *arena, const kf_scan *scan) {
    kf_front *front = kf_arena_alloc(arena, sizeof *front);
    uint16_t *index = kf_arena_alloc(arena, (size_t)scan->points * sizeof *index);
    size_t count = 0;
    *front = (kf_front){.probe_count = scan->probe_count};
    front->points = kf_front_index(scan->width, scan->height, index);
    front->columns = kf_arena_alloc(arena, (scan->demand_count + 1) * sizeof *front->columns);
    front->ends = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *front->ends);
    for (size_t i = 0; i < scan->probe_count; i++)
        front->ends[i] = count = add_probe(front, scan, &scan->probes[i], index, count);
    return is_worth_it(front) ? front : NULL;
}

// The words of a column that are left of `lines`; false: none.
static bool leave(uint64_t *lines, const uint8_t *column, size_t words) {
    uint64_t any = 0;
    for (size_t k = 0; k < words; k++) {
        uint64_t word;
        memcpy(&word, column + k * sizeof word, sizeof word);
        any |= lines[k] &= word;
    }
    return any != 0;
}

bool kf_front_lines(const kf_front *front, kf_store *store, const kf_segment *segment,
                    uint64_t out[KF_FRONT_WORDS]) {
    const uint8_t *row;
    size_t length, width = kf_front_width(segment->count), at = 0;
    uint64_t lines[KF_FRONT_WORDS];
    int64_t id = (int64_t)segment->id * KF_STORE_ROWS + KF_FRONT_ROW;
    memset(out, 0, KF_FRONT_WORDS * sizeof *out);
    if (!kf_store_get(store, KF_TABLE_COLUMNS, id, &row, &length) || row == NULL ||
        length != 2 * front->points * width)
        return false;
    for (size_t i = 0; i < front->probe_count; i++) {
        bool is_left = true;
        memset(lines, 0xFF, sizeof lines);
        for (; at < front->ends[i] && is_left; at++)
            is_left = leave(lines, row + front->columns[at] * width, width / 8);
        at = front->ends[i];
        for (size_t k = 0; k < width / 8 && is_left; k++)
            out[k] |= lines[k];
    }
    return true;
}

#endif
