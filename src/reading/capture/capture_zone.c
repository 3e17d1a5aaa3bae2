// SPDX-License-Identifier: MIT
// The zone of a capture: the same as zone.c of life and death, on a whole board.

#include "reading/capture/capture.h"

#include <string.h>

static size_t words_of(const kf_board *board) {
    return ((size_t)board->cells + 63) / 64;
}

void kf_capture_zone_clear(const kf_board *board, kf_capture_zone *zone) {
    memset(zone->word, 0, words_of(board) * sizeof zone->word[0]);
}

void kf_capture_zone_fill(const kf_board *board, kf_capture_zone *zone) {
    memset(zone->word, 0xFF, words_of(board) * sizeof zone->word[0]);
}

void kf_capture_zone_mark(const kf_board *board, const bool *cells, kf_capture_zone *zone) {
    enum { ROW = 16 };
    static const bool none[ROW];
    for (uint32_t from = 0; from < board->cells; from += ROW) {
        uint32_t count = board->cells - from < ROW ? board->cells - from : ROW;
        uint64_t bits = 0;
        if (memcmp(cells + from, none, count * sizeof none[0]) == 0)
            continue;
        for (uint32_t i = 0; i < count; i++)
            bits |= (uint64_t)cells[from + i] << i;
        zone->word[from / 64] |= bits << (from % 64);
    }
}

void kf_capture_zone_join(const kf_board *board, kf_capture_zone *zone,
                          const kf_capture_zone *other) {
    for (size_t i = 0; i < words_of(board); i++)
        zone->word[i] |= other->word[i];
}

static bool is_stone(const kf_board *board, uint32_t at) {
    return board->cell[at].colour == KF_BLACK || board->cell[at].colour == KF_WHITE;
}

static bool is_vacant(const kf_board *board, uint32_t at) {
    return board->cell[at].colour == KF_EMPTY;
}

void kf_capture_zone_stones(const kf_board *board, kf_capture_zone *zone) {
    kf_capture_zone_fill(board, zone);
    for (uint32_t at = 0; at < board->cells; at++)
        zone->word[at / 64] ^= (uint64_t)is_vacant(board, at) << (at % 64);
}

uint64_t kf_capture_zone_left(const kf_board *board, const kf_capture_zone *zone,
                              const kf_capture_zone *done) {
    uint64_t count = 0;
    for (size_t i = 0; i < words_of(board); i++)
        count += (uint64_t)kf_cells_bits(zone->word[i] & ~done->word[i]);
    return count;
}

uint32_t kf_capture_zone_next(const kf_board *board, const kf_capture_zone *zone,
                              kf_capture_zone *done) {
    for (size_t i = 0; i < words_of(board); i++)
        for (uint64_t left = zone->word[i] & ~done->word[i]; left != 0; left &= left - 1) {
            uint32_t at = (uint32_t)(i * 64) + (uint32_t)KF_CELLS_LOWEST(left);
            kf_capture_zone_put(done, at);
            if (at < board->cells && is_vacant(board, at))
                return at;
        }
    return 0;
}

void kf_capture_zone_chain(const kf_board *board, uint32_t stone, kf_capture_zone *zone) {
    uint32_t at = stone;
    do {
        kf_capture_zone_touch(board, at, zone);
        at = board->cell[at].next;
    } while (at != stone);
}

// Adds a liberty of the chain other than that cell, unless the zone has one, or there is none.
static void add_liberty(const kf_board *board, uint32_t stone, uint32_t but,
                        kf_capture_zone *zone) {
    uint32_t at = stone, found = 0;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (!is_vacant(board, next) || next == but)
                continue;
            if (kf_capture_zone_has(zone, next))
                return;
            found = found == 0 || next < found ? next : found;
        }
        at = board->cell[at].next;
    } while (at != stone);
    if (found != 0)
        kf_capture_zone_put(zone, found);
}

// Whether a liberty beside the stone is in the zone: most often that is seen without a walk.
static bool has_liberty_beside(const kf_board *board, uint32_t at, const kf_capture_zone *zone) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        if (is_vacant(board, next) && kf_capture_zone_has(zone, next))
            return true;
    }
    return false;
}

// Whether every cell of the board is in the zone, so that nothing can be added.
static bool is_full(const kf_board *board, const kf_capture_zone *zone) {
    size_t last = words_of(board) - 1;
    uint64_t rest = ~UINT64_C(0) >> (63 - (board->cells - 1) % 64);
    for (size_t i = 0; i < last; i++)
        if (zone->word[i] != ~UINT64_C(0))
            return false;
    return (zone->word[last] & rest) == rest;
}

void kf_capture_zone_hold(const kf_board *board, kf_capture_zone *zone) {
    kf_capture_zone heads;
    if (is_full(board, zone))
        return;
    kf_capture_zone_clear(board, &heads);
    for (size_t i = 0; i < words_of(board); i++)
        for (uint64_t left = zone->word[i]; left != 0; left &= left - 1) {
            uint32_t at = (uint32_t)(i * 64) + (uint32_t)KF_CELLS_LOWEST(left);
            if (at >= board->cells || !is_stone(board, at) ||
                kf_capture_zone_has(&heads, board->cell[at].head))
                continue;
            kf_capture_zone_put(&heads, board->cell[at].head);
            if (!has_liberty_beside(board, at, zone))
                add_liberty(board, board->cell[at].head, 0, zone);
        }
}

// Whether the chain has no liberty but that cell.
static bool hangs(const kf_board *board, uint32_t stone, uint32_t at) {
    kf_point liberty[1];
    return kf_chain_few(board, kf_board_point(board, stone), liberty, 1) == 1 &&
           kf_board_cell(board, liberty[0]) == at;
}

void kf_capture_zone_taken(const kf_board *board, uint32_t at, kf_colour colour,
                           kf_capture_zone *zone) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        if (board->cell[next].colour == 3 - (int)colour && hangs(board, next, at))
            kf_capture_zone_chain(board, next, zone);
    }
}

void kf_capture_zone_tied(const kf_board *board, uint32_t at, kf_colour colour,
                          kf_capture_zone *zone) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        if (board->cell[next].colour == colour)
            kf_capture_zone_put(zone, next);
    }
}

void kf_capture_zone_touch(const kf_board *board, uint32_t at, kf_capture_zone *zone) {
    kf_capture_zone_put(zone, at);
    for (int side = 0; side < 4; side++)
        kf_capture_zone_put(zone, kf_board_beside(board, at, side));
}

// What makes a move of the colour on that cell suicide.
static void add_bars(const kf_board *board, uint32_t at, kf_colour colour, kf_capture_zone *zone) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        kf_capture_zone_put(zone, next);
        if (board->cell[next].colour == colour)
            kf_capture_zone_chain(board, next, zone);
        else if (is_stone(board, next))
            add_liberty(board, next, at, zone);
    }
}

static bool is_barred(const kf_board *board, uint32_t at, kf_colour colour) {
    for (int side = 0; side < 4; side++)
        if (is_vacant(board, kf_board_beside(board, at, side)))
            return false;
    return kf_board_judge(board, kf_board_point(board, at), colour) == KF_SUICIDE;
}

void kf_capture_zone_bar(const kf_board *board, kf_colour colour, kf_capture_zone *zone) {
    kf_capture_zone done;
    bool grew = !is_full(board, zone);
    kf_capture_zone_clear(board, &done);
    while (grew) {
        grew = false;
        kf_capture_zone_hold(board, zone);
        for (size_t i = 0; i < words_of(board); i++)
            for (uint64_t left = zone->word[i] & ~done.word[i]; left != 0; left &= left - 1) {
                uint32_t at = (uint32_t)(i * 64) + (uint32_t)KF_CELLS_LOWEST(left);
                kf_capture_zone_put(&done, at);
                if (at < board->cells && is_vacant(board, at) && is_barred(board, at, colour)) {
                    add_bars(board, at, colour, zone);
                    grew = true;
                }
            }
    }
}
