// SPDX-License-Identifier: MIT
// A second look, by reading, at chains that games leave unclear. A page does without it.

#include "reading/status/status.h"

#include "reading/life/life.h"

// Small parts only: here is time for a glance, and in large ones games know as much. But what a
// large chain comes to is worth more time.
enum {
    NODES = 1000,
    MORE_NODES = 4000, // where stones are trusted, for there the part is small
    MOST_POINTS = 20,
    SAFE_PERCENT = 95,
    SETTLED = 100,
    LARGE = 5
};

static bool is_small_enough(const kf_board *board, kf_point stone, const kf_region *region) {
    kf_point stones[LARGE];
    return region->map.count <= MOST_POINTS ||
           kf_chain_stones(board, stone, stones, LARGE) >= LARGE;
}

// Whether all stones of the colour that the part takes as safe are so in so many of 100 games.
static bool are_safe(const kf_board *board, const kf_region *region, kf_colour colour,
                     const uint8_t *percent, int least) {
    for (int i = 0; i < region->safe_count; i++)
        if (kf_board_get(board, region->safe[i]) == colour &&
            percent[kf_benson_index(board, region->safe[i])] < least)
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

// Whether what the answer rests on is safe. Life rests on the group's own side outside, death on
// the other one, and seki on both; what else is taken as safe speaks against the answer, and cannot
// make it wrong. A chain that lasts may do so by a seki with the group, and takes nothing then:
// where stones are trusted, the group is dead only by those that are settled.
static bool is_sound(const kf_region_input *where, const kf_region *region, kf_status status,
                     const uint8_t *percent) {
    kf_colour own = kf_board_get(where->board, where->group), other = kf_colour_other(own);
    int killers = where->trusted != NULL && status == KF_DEAD ? SETTLED : SAFE_PERCENT;
    return (status == KF_DEAD || are_safe(where->board, region, own, percent, SAFE_PERCENT)) &&
           (status == KF_ALIVE || are_safe(where->board, region, other, percent, killers));
}

// What reading says of the group of the stone in one part.
static bool look(const kf_region_input *where, const uint8_t *percent, kf_arena *arena,
                 kf_status *status) {
    kf_life_input input = {
        .where = *where, .nodes = where->trusted != NULL ? MORE_NODES : NODES, .only_result = true};
    kf_life *life = kf_arena_resize(arena, NULL, sizeof *life);
    kf_region *region = &life->region;
    bool is_known = kf_region_find(where, region) && !region->has_room &&
                    (where->trusted != NULL || is_small_enough(where->board, where->group, region));
    // Of no use is what could only be said by those who are not safe.
    is_known = is_known && (is_sound(where, region, KF_ALIVE, percent) ||
                            is_sound(where, region, KF_DEAD, percent));
    if (is_known) {
        kf_life_solve(&input, arena, life);
        is_known = life->is_read && translate(life->status, status) &&
                   is_sound(where, region, *status, percent);
    }
    kf_arena_release(arena, life);
    return is_known;
}

// Whoever lives in a close part, where more of the stones around are taken as safe, lives. Where
// that part is too large, too, all stones are taken as safe that are so in nearly all games.
kf_unclear kf_unclear_look(const kf_board *board, kf_point stone, const uint8_t *percent,
                           kf_arena *arena, kf_status *status) {
    kf_region_input where = {.board = board, .group = stone, .is_chain = true};
    bool trusted[KF_BOARD_POINTS];
    if (look(&where, percent, arena, status))
        return KF_UNCLEAR_DECIDED;
    where.reach = KF_REACH_CLOSE;
    if (kf_chain_stones(board, stone, NULL, 0) >= LARGE && look(&where, percent, arena, status) &&
        *status == KF_ALIVE)
        return KF_UNCLEAR_DECIDED;
    for (int i = 0; i < board->width * board->height; i++)
        trusted[i] = percent[i] >= SAFE_PERCENT;
    where.trusted = trusted;
    return look(&where, percent, arena, status) ? KF_UNCLEAR_TRUSTED : KF_UNCLEAR_OPEN;
}
