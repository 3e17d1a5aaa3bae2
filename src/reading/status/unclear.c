// SPDX-License-Identifier: MIT
// A second look, by reading, at chains that games leave unclear. A page does without it.

#include "reading/status/status.h"

#include <kifu/reading.h>

#include "reading/life/life.h"

// Small parts only: here is time for a glance, and in large ones games know as much. But what a
// large chain comes to is worth more time.
enum { MOST_POINTS = 20, SAFE_PERCENT = 95, LARGE = 5, CAPTURE_NODES = 4000 };
// Stones that leave room for two eyes when they are taken: fewer may be there to be taken.
enum { NO_BAIT = 7 };

static bool is_small_enough(const kf_board *board, kf_point stone, const kf_region *region) {
    kf_point stones[LARGE];
    return kf_cells_count(region->map.whole) <= MOST_POINTS ||
           kf_chain_stones(board, stone, stones, LARGE) >= LARGE;
}

// Whether all stones of the colour that the part takes as safe are so in nearly all games.
static bool are_safe(const kf_board *board, const kf_region *region, kf_colour colour,
                     const uint8_t *percent) {
    for (int i = 0; i < region->safe_count; i++)
        if (kf_board_get(board, region->safe[i]) == colour &&
            percent[kf_benson_index(board, region->safe[i])] < SAFE_PERCENT)
            return false;
    return true;
}

// False for a word that says nothing certain of the group.
static bool translate(kf_life_word word, kf_status *status) {
    if (word != KF_LIFE_ALIVE && word != KF_LIFE_SEKI && word != KF_LIFE_DEAD)
        return false;
    *status = word == KF_LIFE_ALIVE ? KF_ALIVE : word == KF_LIFE_SEKI ? KF_SEKI : KF_DEAD;
    return true;
}

// What reading says of the group in one part.
static bool look(const kf_life_input *input, const uint8_t *percent, kf_arena *arena,
                 kf_status *status) {
    const kf_board *board = input->where.board;
    kf_point stone = input->where.group;
    kf_colour own = kf_board_get(board, stone);
    kf_life *life = kf_arena_resize(arena, NULL, sizeof *life);
    bool is_known = kf_region_find(&input->where, &life->region) &&
                    is_small_enough(board, stone, &life->region) && !life->region.has_room;
    // Life rests on the group's own side being safe outside, death on the other one. What else is
    // taken as safe speaks against the answer, and cannot make it wrong.
    bool may_live = is_known && are_safe(board, &life->region, own, percent);
    bool may_die = is_known && are_safe(board, &life->region, kf_colour_other(own), percent);
    is_known = may_live || may_die;
    if (is_known) {
        kf_life_solve(input, arena, life);
        is_known = life->is_read && translate(life->status, status) &&
                   (may_live || *status == KF_DEAD) && (may_die || *status == KF_ALIVE);
    }
    kf_arena_release(arena, life);
    return is_known;
}

// In a close part more of the stones around are taken as safe. Who lives even so, lives.
bool kf_unclear_look(const kf_board *board, kf_point stone, const uint8_t *percent, uint64_t nodes,
                     kf_arena *arena, kf_status *status) {
    kf_life_input input = {
        .where = {.board = board, .group = stone, .is_chain = true, .reach = KF_REACH_USUAL},
        .nodes = nodes,
        .only_result = true};
    if (look(&input, percent, arena, status))
        return true;
    input.where.reach = KF_REACH_CLOSE;
    return kf_chain_stones(board, stone, NULL, 0) >= LARGE &&
           look(&input, percent, arena, status) && *status == KF_ALIVE;
}

bool kf_unclear_is_taken(const kf_board *board, kf_point stone, kf_colour first, kf_arena *arena) {
    if (kf_chain_stones(board, stone, NULL, 0) < NO_BAIT)
        return false;
    kf_capture_answer *answer = kf_arena_resize(arena, NULL, sizeof *answer);
    kf_capture *reader = kf_capture_read_new();
    if (reader == NULL)
        kf_arena_fail(arena);
    kf_capture_read(reader, board, stone, first, CAPTURE_NODES, answer);
    bool is_captured = answer->word == KF_CAPTURE_CAPTURED;
    kf_capture_read_free(reader);
    kf_arena_release(arena, answer);
    return is_captured;
}
