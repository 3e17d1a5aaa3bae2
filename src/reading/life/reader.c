// SPDX-License-Identifier: MIT
// One part of a board, of which many questions are asked: the proof searches for either side, with
// one table.

#include "reading/life/life.h"

#include <string.h>

void kf_reader_init(kf_reader *reader, kf_region *region, kf_transposition *memo, kf_arena *arena) {
    reader->region = region;
    reader->nodes = 0;
    reader->is_closed = kf_cells_none(region->map.open);
    region->map.first[0] = region->start.stones[0];
    region->map.first[1] = region->start.stones[1];
    for (int side = 0; side < 2; side++)
        kf_proof_init(&reader->proof[side], &region->map, side, memo, arena);
}

void kf_reader_release(kf_reader *reader, kf_arena *arena) {
    for (int side = 0; side < 2; side++)
        kf_arena_release(arena, reader->proof[side].frames);
}

kf_local kf_reader_start(const kf_reader *reader, const kf_board *board, int first) {
    kf_local at = reader->region->start;
    const kf_local_map *map = &reader->region->map;
    kf_colour banned;
    kf_point ko = kf_board_ko(board, &banned);
    at.turn = (uint8_t)first;
    for (int cell = 0; ko != KF_NOWHERE && cell < map->count; cell++)
        if (map->point[cell] == ko && map->colour[first] == banned)
            at.ko = (uint8_t)cell;
    return at;
}

kf_local kf_reader_pose(kf_reader *reader, const kf_question *question, const kf_local *at) {
    kf_local from = *at;
    reader->region->map.escapes = question->escapes;
    kf_local_choose(&reader->region->map, question->is_inner);
    memcpy(from.threats, question->threats, sizeof from.threats);
    return from;
}

kf_answer kf_reader_ask(kf_reader *reader, const kf_question *question, const kf_local *at,
                        uint64_t limit, unsigned *flags) {
    kf_proof *proof = &reader->proof[question->side];
    kf_local from = kf_reader_pose(reader, question, at);
    // Who claims something need not look at every move of his own; who is to be refuted must.
    bool is_claim = question->escapes == (question->side == KF_ATTACKER);
    proof->is_narrow = is_claim && !reader->is_closed;
    uint64_t before = proof->nodes;
    proof->limit = before + (reader->nodes < limit ? limit - reader->nodes : 0);
    kf_answer answer = kf_proof_run(proof, &from, flags);
    reader->nodes += proof->nodes - before;
    return answer;
}
