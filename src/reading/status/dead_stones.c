// SPDX-License-Identifier: MIT
// Which chains of a finished position are alive, dead or in seki, and how sure that is.

#include "reading/status/status.h"

#include <string.h>

#include "board/benson.h"
#include "reading/life/life.h"

// The kinds of games.
enum { PLAIN, SEARCHED, KINDS };

// The turns in which chains are read.
enum { LARGE_ONES, SMALL_ONES, OPPONENTS, TURNS };

enum {
    SEED = 1931,
    USUAL_POINTS = 361,
    USUAL_GAMES = 1500,
    OPEN_POINTS = 160, // more are empty when a game is not near its end
    ORDERS = 24,
#ifdef KF_WITHOUT_SEARCH
    // Reading life and death would make a page larger by a sixth. Without it more of a count rests
    // on games by chance, and the page says that it is an estimate.
    READS = 0,
#else
    READS = 16, // chains that are read
#endif
    CHAIN_NODES = 1000,
    OPPONENT_NODES = 8000,
    FAR = 6,          // half points
    CLEARLY_DEAD = 5, // percent of the games; between this and CLEARLY_ALIVE chains are read
    CLEARLY_ALIVE = 95,
    SURELY_DEAD = 30,
    SURELY_ALIVE = 70, // between the two nothing is settled
    LARGELY_ALIVE = 85,
    LARGE = 5 // stones of a chain that only a clear majority of games settles
};

// The work in hand: what both colours are sure of, and what the games came to.
typedef struct judging {
    const kf_board *board;
    kf_judgement *judgement;
    bool is_final;                   // the players ended the game here
    bool alive[KF_BOARD_POINTS];     // stones that Benson's rule finds
    bool safe[KF_BOARD_POINTS];      // their eyes, with what lies in them
    bool contested[KF_BOARD_POINTS]; // large chains beside others that the games leave unclear
    bool in_reach[KF_BOARD_POINTS];  // names of chains that can be taken in a final position
    kf_playout_tally tally[KINDS];
    kf_finish finish;
    uint32_t looks;
    kf_score score;
} judging;

static void decide(judging *j, kf_point point, kf_status status, kf_reason reason) {
    int index = kf_benson_index(j->board, point);
    j->judgement->status[index] = (uint8_t)status;
    j->judgement->reason[index] = (uint8_t)reason;
    j->judgement->percent[index] = status == KF_DEAD ? 0 : 100;
}

static void decide_chain(judging *j, kf_point point, kf_status status, kf_reason reason,
                         unsigned percent) {
    kf_point stones[KF_BOARD_POINTS];
    size_t count = kf_chain_stones(j->board, point, stones, KF_BOARD_POINTS);
    for (size_t i = 0; i < count; i++) {
        decide(j, stones[i], status, reason);
        j->judgement->percent[kf_benson_index(j->board, stones[i])] = (uint8_t)percent;
    }
}

static void decide_given(judging *j, const uint8_t *status) {
    for (int i = 0; i < j->board->width * j->board->height; i++) {
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        if (kf_board_get(j->board, point) != KF_EMPTY)
            decide(j, point, (kf_status)status[i], KF_REASON_GIVEN);
    }
}

// Both colours in turn; a stone can be in an eye of one only, and alive in the other never.
static void decide_certain(judging *j, bool suicide) {
    bool alive[KF_BOARD_POINTS], safe[KF_BOARD_POINTS];
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        if (kf_benson_life(j->board, colour, suicide, alive, safe) == 0)
            continue; // and what has no life has no eyes
        for (int i = 0; i < j->board->width * j->board->height; i++) {
            kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
            j->safe[i] = j->safe[i] || safe[i];
            if (alive[i])
                decide(j, point, KF_PASS_ALIVE, KF_REASON_BENSON);
            else if (safe[i] && kf_board_get(j->board, point) != KF_EMPTY)
                decide(j, point, KF_DEAD, KF_REASON_ENCLOSED);
        }
    }
}

// One status for all stones of a chain, from the mean over them.
static void decide_by_games(judging *j, const kf_playout_tally *tally, kf_point point) {
    kf_point stones[KF_BOARD_POINTS];
    kf_colour colour = kf_board_get(j->board, point);
    size_t count = kf_chain_stones(j->board, point, stones, KF_BOARD_POINTS);
    uint64_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += tally->owned[colour][kf_benson_index(j->board, stones[i])];
    unsigned percent = (unsigned)(kept * 100 / ((uint64_t)count * tally->games));
    bool is_clear = percent <= CLEARLY_DEAD || percent >= CLEARLY_ALIVE;
    bool is_contested =
        j->contested[kf_benson_index(j->board, point)] || (count >= LARGE && !is_clear);
    kf_status status = is_contested              ? KF_UNSETTLED
                       : percent >= SURELY_ALIVE ? KF_ALIVE
                       : percent <= SURELY_DEAD  ? KF_DEAD
                                                 : KF_UNSETTLED;
    for (size_t i = 0; i < count; i++) {
        decide(j, stones[i], status, KF_REASON_PLAYOUTS);
        j->judgement->percent[kf_benson_index(j->board, stones[i])] = (uint8_t)percent;
    }
}

// In how many of 100 games of both kinds the chain lasted.
static unsigned percent_of(const judging *j, kf_point point) {
    kf_point stones[KF_BOARD_POINTS];
    kf_colour colour = kf_board_get(j->board, point);
    size_t count = kf_chain_stones(j->board, point, stones, KF_BOARD_POINTS);
    uint64_t kept = 0, games = (uint64_t)j->tally[PLAIN].games + j->tally[SEARCHED].games;
    for (size_t i = 0; i < count; i++)
        for (int kind = 0; kind < KINDS; kind++)
            kept += j->tally[kind].owned[colour][kf_benson_index(j->board, stones[i])];
    return (unsigned)(kept * 100 / (count * games));
}

// Whether the games leave open what becomes of the chain, and nothing else has said it.
static bool is_unclear(const judging *j, kf_point point) {
    unsigned percent;
    if (j->judgement->reason[kf_benson_index(j->board, point)] != KF_REASON_NONE)
        return false;
    percent = percent_of(j, point);
    return percent > CLEARLY_DEAD && percent < CLEARLY_ALIVE;
}

// Whether reading has found that the chain does not live by itself: it is dead, or in seki.
static bool is_at_a_loss(const judging *j, kf_point point) {
    int index = kf_benson_index(j->board, point);
    return j->judgement->reason[index] == KF_REASON_READ && j->judgement->status[index] != KF_ALIVE;
}

typedef bool test(const judging *j, kf_point point);

// Whether a stone of the other colour that passes the test touches the point.
static bool is_pressed(const judging *j, uint32_t at, kf_colour enemy, test *passes) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(j->board, at, side);
        if (j->board->cell[next].colour == enemy && passes(j, kf_board_point(j->board, next)))
            return true;
    }
    return false;
}

// Whether the chain touches one of the other colour that passes the test, or has a liberty in
// common with it.
static bool is_beside(const judging *j, kf_point point, test *passes) {
    kf_point points[KF_BOARD_POINTS];
    kf_colour enemy = kf_colour_other(kf_board_get(j->board, point));
    size_t count = kf_chain_stones(j->board, point, points, KF_BOARD_POINTS);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < count; i++)
            if (is_pressed(j, kf_board_cell(j->board, points[i]), enemy, passes))
                return true;
        count = kf_chain_liberties(j->board, point, points, KF_BOARD_POINTS);
    }
    return false;
}

// Whether a large chain that the games leave unclear is one that they may play badly: it is dead or
// nearly so, or stands beside others that are unclear, as in a race or a seki.
static bool is_doubtful(const judging *j, kf_point point) {
    return is_unclear(j, point) &&
           (percent_of(j, point) < LARGELY_ALIVE || is_beside(j, point, is_unclear));
}

// There a small majority of the games settles nothing.
static void find_contested(judging *j) {
    kf_point stones[KF_BOARD_POINTS];
    for (int i = 0; i < j->board->width * j->board->height; i++) {
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        if (kf_board_get(j->board, point) == KF_EMPTY || kf_chain_name(j->board, point) != point)
            continue;
        size_t count = kf_chain_stones(j->board, point, stones, KF_BOARD_POINTS);
        if (count < LARGE || !is_doubtful(j, point))
            continue;
        for (size_t k = 0; k < count; k++)
            j->contested[kf_benson_index(j->board, stones[k])] = true;
    }
}

static bool is_large(const kf_board *board, kf_point point) {
    return kf_chain_stones(board, point, NULL, 0) >= LARGE;
}

// A chain that is captured even if its owner moves first is dead. One that is captured if he does
// not is likely to be so where the players moved no more.
static void look_for_capture(judging *j, kf_point point, unsigned percent, kf_arena *arena) {
    kf_colour own = kf_board_get(j->board, point);
    if (!kf_unclear_is_taken(j->board, point, kf_colour_other(own), arena))
        return;
    if (kf_unclear_is_taken(j->board, point, own, arena))
        decide_chain(j, point, KF_DEAD, KF_REASON_READ, percent);
    else
        j->in_reach[kf_benson_index(j->board, kf_chain_name(j->board, point))] = j->is_final;
}

// Reads the chains that the games leave unclear: the large ones first, and last of all, and for
// longer, large ones whose opponent in a race or a seki has been settled by reading.
static void read_chains(judging *j, kf_arena *arena) {
    kf_judgement *judgement = j->judgement;
    uint8_t percent[KF_BOARD_POINTS];
    int points = j->board->width * j->board->height;
    for (int i = 0; i < points; i++) {
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        bool is_stone = kf_board_get(j->board, point) != KF_EMPTY;
        percent[i] = judgement->reason[i] != KF_REASON_NONE ? judgement->percent[i]
                     : is_stone                             ? (uint8_t)percent_of(j, point)
                                                            : 0;
    }
    for (int turn = 0, reads = 0; turn < TURNS * points && reads < READS; turn++) {
        int i = turn % points, kind = turn / points;
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        kf_status status;
        if (judgement->reason[i] != KF_REASON_NONE || percent[i] <= CLEARLY_DEAD ||
            percent[i] >= CLEARLY_ALIVE || kf_board_get(j->board, point) == KF_EMPTY ||
            kf_chain_name(j->board, point) != point ||
            is_large(j->board, point) != (kind != SMALL_ONES) ||
            (kind == OPPONENTS && !is_beside(j, point, is_at_a_loss)))
            continue;
        reads++;
        uint64_t nodes = kind == OPPONENTS ? OPPONENT_NODES : CHAIN_NODES;
        if (kf_unclear_look(j->board, point, percent, nodes, arena, &status))
            decide_chain(j, point, status, KF_REASON_READ, percent[i]);
        else if (kind != SMALL_ONES)
            look_for_capture(j, point, percent[i], arena);
    }
}

// Whether all stones of the other colour around the group and its liberties live, but for those in
// its eye space.
static bool is_held(const judging *j, const kf_corner *corner) {
    const kf_board *board = j->board;
    kf_point stones[KF_BOARD_POINTS];
    kf_colour own = kf_board_get(board, corner->group);
    size_t count = kf_chain_stones(board, corner->group, stones, KF_BOARD_POINTS);
    count += kf_chain_liberties(board, corner->group, stones + count, KF_BOARD_POINTS - count);
    for (size_t i = 0; i < 4 * count; i++) {
        uint32_t cell = kf_board_cell(board, stones[i / 4]);
        kf_point point = kf_board_point(board, kf_board_beside(board, cell, (int)i % 4));
        if (kf_board_get(board, point) != kf_colour_other(own) ||
            kf_chain_name(board, point) == kf_chain_name(board, corner->bait))
            continue;
        int index = kf_benson_index(board, point);
        kf_status status = (kf_status)j->judgement->status[index];
        if (j->judgement->reason[index] == KF_REASON_NONE
                ? percent_of(j, point) < SURELY_ALIVE
                : status != KF_ALIVE && status != KF_PASS_ALIVE)
            return false;
    }
    return true;
}

// Bent four in the corner is what the rules call it. Where they leave it open, the group is likely
// to be lost, for its opponent starts the ko when he likes and takes it first.
static void decide_corners(judging *j, kf_status bent_four) {
    kf_corner corner;
    for (int which = 0; which < KF_CORNERS && bent_four != KF_ALIVE; which++) {
        if (!kf_corner_find(j->board, which, &corner) || !is_held(j, &corner))
            continue;
        decide_chain(j, corner.bait, bent_four == KF_DEAD ? KF_ALIVE : bent_four, KF_REASON_CORNER,
                     100);
        decide_chain(j, corner.group, bent_four, KF_REASON_CORNER, 0);
    }
}

static bool is_open(uint8_t status) {
    return status == KF_UNSETTLED || status == KF_STATUS_KO;
}

// Settles all chains that are not certain by the games of one tally.
static void decide_rest(judging *j, const kf_playout_tally *tally) {
    kf_judgement *judgement = j->judgement;
    judgement->is_settled = true;
    for (int i = 0; i < j->board->width * j->board->height; i++) {
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        kf_reason reason = (kf_reason)judgement->reason[i];
        judgement->is_certain =
            judgement->is_certain && reason != KF_REASON_READ && reason != KF_REASON_CORNER;
        if (reason == KF_REASON_CORNER && is_open(judgement->status[i]))
            judgement->is_settled = false;
        if (kf_board_get(j->board, point) == KF_EMPTY ||
            (reason != KF_REASON_NONE && reason != KF_REASON_PLAYOUTS))
            continue;
        decide_by_games(j, tally, point);
        judgement->is_certain = false;
        judgement->is_settled = judgement->is_settled && judgement->status[i] != KF_UNSETTLED;
    }
}

static bool needs_games(const judging *j) {
    for (int i = 0; i < j->board->width * j->board->height; i++)
        if (kf_board_get(j->board, kf_point_at(i % j->board->width, i / j->board->width)) &&
            j->judgement->reason[i] == KF_REASON_NONE)
            return true;
    return false;
}

// So much of an effort that is meant for the end of a game on 19x19 as leaves the time the same on
// larger boards, and where much is still to be played: there games are longer and say less.
static int scale(const judging *j, int effort) {
    const kf_board *board = j->board;
    int points = board->width * board->height, empty = 0;
    int scaled = points > USUAL_POINTS ? effort * USUAL_POINTS / points : effort;
    for (int i = 0; i < points && !j->is_final; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        empty += kf_board_get(board, point) == KF_EMPTY;
    }
    for (int i = 0; i < 3 && empty > OPEN_POINTS; i++)
        scaled = scaled * OPEN_POINTS / empty;
    return scaled > KINDS ? scaled : KINDS;
}

// Games to the end, with either player first: plain ones, and those of a search for each player,
// which learns what both would do. Neither kind is always right, so both are kept.
static void play_games(judging *j, int games, kf_arena *arena) {
    kf_monte_carlo *search = kf_arena_resize(arena, NULL, sizeof *search);
    int64_t sum = 0;
    kf_playout_init(&search->playout, j->board, j->safe, SEED);
    for (int i = 0; i < games; i++) {
        kf_playout_start(&search->playout, j->board);
        kf_playout_finish(&search->playout, i % 2 == 0 ? KF_BLACK : KF_WHITE);
        sum += kf_playout_count(&search->playout, &j->tally[PLAIN]);
    }
    search->expected = (int)(sum / games);
    search->tally = &j->tally[SEARCHED];
    kf_board_copy(&search->board, j->board);
    search->board.ko = 0;
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        search->to_move = colour;
        kf_monte_carlo_run(search, games);
    }
    kf_arena_release(arena, search);
}

// ---- The last moves ----

// Half of the orders are.
static bool is_keen(uint32_t order) {
    return order / KINDS % 3 != 0;
}

static bool is_in_reach(const judging *j, kf_point point) {
    return j->in_reach[kf_benson_index(j->board, kf_chain_name(j->board, point))];
}

// Whether a chain that is not settled is rather lost than not: its opponent can take it, or does in
// most games, unless what it races with cannot win, as reading has found. Of two that can take each
// other the games decide.
static bool is_likely_dead(const judging *j, kf_point point) {
    if (READS > 0 && is_in_reach(j, point) && !is_beside(j, point, is_in_reach))
        return true;
    return j->judgement->percent[kf_benson_index(j->board, point)] < 50 &&
           !(READS > 0 && is_large(j->board, point) && is_beside(j, point, is_at_a_loss));
}

// The status of every stone, where one that is not settled is what it is more likely to be.
static void take_likely(const judging *j, uint8_t *status) {
    memcpy(status, j->judgement->status, sizeof j->judgement->status);
    for (int i = 0; i < j->board->width * j->board->height; i++)
        if (is_open(status[i])) {
            kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
            status[i] = is_likely_dead(j, point) ? KF_DEAD : KF_ALIVE;
        }
}

// Plays them in one of several orders, with the status that one of the tallies gives.
static void play_last(judging *j, kf_colour to_move, uint32_t order) {
    kf_finish *finish = &j->finish;
    memset(finish, 0, sizeof *finish);
    kf_board_copy(&finish->board, j->board);
    finish->to_move = to_move;
    finish->looks = &j->looks;
    j->looks = 0;
    finish->tally = &j->tally[order % KINDS];
    finish->variation = order / KINDS;
    finish->is_keen = is_keen(order);
    if (finish->tally->games > 0)
        decide_rest(j, finish->tally);
    take_likely(j, finish->status);
    kf_finish_run(finish);
}

// By how much Black leads in territory.
static int lead_of(judging *j, const kf_board *board, const uint8_t *status) {
    kf_score_input input = {.board = board,
                            .rules = kf_rules_default(),
                            .counting = KF_COUNTING_TERRITORY,
                            .status = status};
    kf_score_count(&input, &j->score);
    return j->score.result;
}

// How much one result speaks for another: most for itself, something for those near it.
static int support(int lead, int other) {
    int off = lead > other ? lead - other : other - lead;
    return off == 0 ? 4 : off <= 2 ? 2 : off <= 4 ? 1 : 0;
}

// The one of the leads that has most support, where orders that are keen and others count so much.
// With `middle` those further than FAR from it are left out.
static int best_supported(const int *leads, int count, int keen, int calm, const int *middle) {
    int best = 0, most = -1;
    for (int i = 0; i < count; i++) {
        int sum = 0;
        for (int k = 0; k < count; k++)
            sum += support(leads[i], leads[k]) * (is_keen((uint32_t)k) ? keen : calm);
        bool is_far = middle != NULL && (leads[i] > *middle + FAR || leads[i] < *middle - FAR);
        if (sum > most && !is_far) {
            best = i;
            most = sum;
        }
    }
    return best;
}

// Who comes first can matter, and no reading is always right. The last moves are played in many
// orders, and one is taken that gives the result that comes most often. Keen orders know better
// what a point is worth and fall more easily into traps: they count for more, but not where they
// come to something quite different.
static uint32_t choose_order(judging *j, kf_colour to_move) {
    int leads[ORDERS], orders = scale(j, ORDERS);
    for (int i = 0; i < orders; i++) {
        play_last(j, to_move, (uint32_t)i);
        leads[i] = lead_of(j, &j->finish.board, j->finish.status);
        if (i == 0 && j->finish.moves == 0 && j->tally[PLAIN].games == 0)
            return 0;
    }
    int calm = best_supported(leads, orders, 0, 1, NULL);
    return (uint32_t)best_supported(leads, orders, 4, 1, &leads[calm]);
}

// Takes the last moves back, and keeps what they have shown of seki and what they would change.
static void take_back(judging *j) {
    kf_judgement *judgement = j->judgement;
    int after = lead_of(j, &judgement->end, judgement->end_status);
    uint8_t likely[KF_BOARD_POINTS];
    take_likely(j, likely);
    for (int i = 0; i < j->board->width * j->board->height; i++)
        if (judgement->filled[i] != KF_EMPTY || judgement->end_status[i] != KF_SEKI)
            judgement->end_status[i] = likely[i];
    kf_board_copy(&judgement->end, j->board);
    memset(judgement->filled, 0, sizeof judgement->filled);
    memset(judgement->passes, 0, sizeof judgement->passes);
    judgement->moves = 0;
    judgement->last_moves = after - lead_of(j, j->board, judgement->end_status);
}

// Takes the sekis that the last moves have shown back to the stones of the position. That of a
// large chain is settled only if reading finds it too.
static void take_sekis(judging *j, kf_arena *arena) {
    kf_judgement *judgement = j->judgement;
    for (int i = 0, reads = 0; i < j->board->width * j->board->height; i++) {
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        if (judgement->end_status[i] != KF_SEKI || judgement->reason[i] == KF_REASON_NONE)
            continue;
        judgement->status[i] = KF_SEKI;
        if (judgement->reason[i] != KF_REASON_PLAYOUTS || !is_large(j->board, point) ||
            kf_chain_name(j->board, point) != point)
            continue;
        kf_status status = KF_UNSETTLED;
        if (reads++ < READS && READS > 0 &&
            kf_unclear_look(j->board, point, judgement->percent, CHAIN_NODES, arena, &status) &&
            status == KF_SEKI)
            decide_chain(j, point, KF_SEKI, KF_REASON_READ, judgement->percent[i]);
        else
            judgement->is_settled = false;
    }
}

// Plays the last moves, and looks for seki where they end. Unsettled chains are left on the board.
static void end_game(judging *j, kf_colour to_move, kf_arena *arena) {
    kf_judgement *judgement = j->judgement;
    kf_finish *finish = &j->finish;
    play_last(j, to_move, choose_order(j, to_move));
    kf_board_copy(&judgement->end, &finish->board);
    memcpy(judgement->filled, finish->filled, sizeof judgement->filled);
    memcpy(judgement->end_status, finish->status, sizeof judgement->end_status);
    memcpy(judgement->passes, finish->passes, sizeof judgement->passes);
    judgement->moves = finish->moves;
    judgement->last = kf_colour_other(finish->to_move);
    if (j->is_final)
        take_back(j);
    take_sekis(j, arena);
}

static void judge(const kf_dead_stones_input *input, kf_arena *arena, kf_judgement *judgement) {
    judging *j = kf_arena_resize(arena, NULL, sizeof *j);
    memset(j, 0, sizeof *j);
    memset(judgement, 0, sizeof *judgement);
    j->board = input->board;
    j->is_final = input->is_final;
    j->judgement = judgement;
    judgement->is_certain = judgement->is_settled = true;
    if (input->status != NULL)
        decide_given(j, input->status);
    else
        decide_certain(j, input->suicide);
    // Games are played only when a chain is left that nothing else decides.
    if (needs_games(j)) {
        play_games(j, scale(j, input->games > 0 ? (int)input->games : USUAL_GAMES), arena);
        read_chains(j, arena);
        decide_corners(j, input->bent_four);
        find_contested(j);
    }
    end_game(j, input->to_move, arena);
    kf_arena_release(arena, j);
}

void kf_dead_stones_in(const kf_dead_stones_input *input, kf_arena *arena,
                       kf_judgement *judgement) {
    if (READS == 0) { // a page, which has no room for turning
        judge(input, arena, judgement);
        return;
    }
    kf_turn *turn = kf_arena_resize(arena, NULL, sizeof *turn);
    kf_dead_stones_input turned = *input;
    uint8_t status[KF_BOARD_POINTS];
    kf_turn_start(input->board, turn);
    turned.board = &turn->board;
    if (input->status != NULL) {
        kf_turn_forth(turn, input->status, status);
        turned.status = status;
    }
    judge(&turned, arena, judgement);
    kf_turn_back(turn, judgement->status);
    kf_turn_back(turn, judgement->reason);
    kf_turn_back(turn, judgement->percent);
    kf_turn_back(turn, judgement->end_status);
    kf_turn_back(turn, judgement->filled);
    kf_turn_back_board(turn, &judgement->end);
    kf_arena_release(arena, turn);
}

// What kf_dead_stones does in its protected call.
typedef struct errand {
    const kf_dead_stones_input *input;
    kf_arena *arena;
    kf_judgement *judgement;
} errand;

static void decide_all(void *context) {
    const errand *e = context;
    kf_dead_stones_in(e->input, e->arena, e->judgement);
}

bool kf_dead_stones(const kf_dead_stones_input *input, kf_judgement *judgement) {
    errand e = {input, kf_arena_new(), judgement};
    bool is_done = e.arena != NULL && kf_arena_try(e.arena, decide_all, &e);
    kf_arena_free(e.arena);
    return is_done;
}
