// SPDX-License-Identifier: MIT
// Which chains of a finished position are alive, dead or in seki, and how sure that is.

#include "solve/judge.h"

#include <string.h>

#include "solve/finish.h"
#include "solve/playout.h"

enum {
    SEED = 1931,
    USUAL_GAMES = 400,
    SURELY_DEAD = 30,  // percent of the games
    SURELY_ALIVE = 70 // between the two nothing is settled
};

// The work in hand: what both colours are sure of, and what the games came to.
typedef struct judging {
    const kf_board *board;
    kf_judgement *judgement;
    bool alive[KF_BOARD_POINTS]; // stones that Benson's rule finds
    bool safe[KF_BOARD_POINTS];  // their eyes, with what lies in them
    kf_playout_tally tally;
    kf_finish finish;
} judging;

static void settle(judging *j, kf_point point, kf_status status, kf_reason reason) {
    int index = kf_benson_index(j->board, point);
    j->judgement->status[index] = (uint8_t)status;
    j->judgement->reason[index] = (uint8_t)reason;
    j->judgement->percent[index] = status == KF_DEAD ? 0 : 100;
}

static void settle_given(judging *j, const uint8_t *status) {
    for (int i = 0; i < j->board->width * j->board->height; i++) {
        kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
        if (kf_board_get(j->board, point) != KF_EMPTY)
            settle(j, point, (kf_status)status[i], KF_REASON_GIVEN);
    }
}

// Both colours in turn; a stone can be in an eye of one only, and alive in the other never.
static void settle_certain(judging *j, bool suicide) {
    bool alive[KF_BOARD_POINTS], safe[KF_BOARD_POINTS];
    for (kf_colour colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        kf_benson_find(j->board, colour, suicide, alive);
        kf_benson_eyes(j->board, colour, alive, safe);
        for (int i = 0; i < j->board->width * j->board->height; i++) {
            kf_point point = kf_point_at(i % j->board->width, i / j->board->width);
            j->safe[i] = j->safe[i] || safe[i];
            if (alive[i])
                settle(j, point, KF_PASS_ALIVE, KF_REASON_BENSON);
            else if (safe[i] && kf_board_get(j->board, point) != KF_EMPTY)
                settle(j, point, KF_DEAD, KF_REASON_ENCLOSED);
        }
    }
}

// One status for all stones of a chain, from the mean over them.
static void settle_by_games(judging *j, kf_point point) {
    kf_point stones[KF_BOARD_POINTS];
    kf_colour colour = kf_board_get(j->board, point);
    size_t count = kf_chain_stones(j->board, point, stones, KF_BOARD_POINTS);
    uint64_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += j->tally.owned[colour][kf_benson_index(j->board, stones[i])];
    unsigned percent = (unsigned)(kept * 100 / ((uint64_t)count * j->tally.games));
    kf_status status = percent >= SURELY_ALIVE  ? KF_ALIVE
                       : percent <= SURELY_DEAD ? KF_DEAD
                                                : KF_UNSETTLED;
    for (size_t i = 0; i < count; i++) {
        settle(j, stones[i], status, KF_REASON_PLAYOUTS);
        j->judgement->percent[kf_benson_index(j->board, stones[i])] = (uint8_t)percent;
    }
    j->judgement->is_certain = false;
    j->judgement->is_settled = j->judgement->is_settled && status != KF_UNSETTLED;
}

// Games to the end, with either player first by turns.
static void play_games(judging *j, uint32_t games, kf_arena *arena) {
    kf_playout *playout = kf_arena_resize(arena, NULL, sizeof *playout);
    kf_playout_init(playout, j->board, j->safe, SEED);
    for (uint32_t i = 0; i < games; i++) {
        kf_playout_start(playout, j->board);
        kf_playout_finish(playout, i % 2 == 0 ? KF_BLACK : KF_WHITE);
        kf_playout_count(playout, &j->tally);
    }
    kf_arena_release(arena, playout);
}

// Plays the last moves, looks for seki where they end, and takes what it finds there back to the
// stones of the position. Unsettled chains are left on the board.
static void end_game(judging *j, kf_colour to_move) {
    kf_judgement *judgement = j->judgement;
    kf_finish *finish = &j->finish;
    kf_board_copy(&finish->board, j->board);
    finish->to_move = to_move;
    finish->tally = &j->tally;
    memcpy(finish->status, judgement->status, sizeof finish->status);
    kf_finish_run(finish);
    kf_board_copy(&judgement->end, &finish->board);
    memcpy(judgement->filled, finish->filled, sizeof judgement->filled);
    memcpy(judgement->end_status, finish->status, sizeof judgement->end_status);
    memcpy(judgement->passes, finish->passes, sizeof judgement->passes);
    judgement->moves = finish->moves;
    judgement->last = kf_colour_other(finish->to_move);
    kf_seki_mark(&judgement->end, judgement->end_status);
    for (int i = 0; i < j->board->width * j->board->height; i++)
        if (judgement->end_status[i] == KF_SEKI && judgement->reason[i] != KF_REASON_NONE)
            judgement->status[i] = KF_SEKI;
}

void kf_judge(const kf_judge_input *input, kf_arena *arena, kf_judgement *judgement) {
    judging *j = kf_arena_resize(arena, NULL, sizeof *j);
    const kf_board *board = input->board;
    memset(j, 0, sizeof *j);
    memset(judgement, 0, sizeof *judgement);
    j->board = board;
    j->judgement = judgement;
    judgement->is_certain = judgement->is_settled = true;
    if (input->status != NULL)
        settle_given(j, input->status);
    else
        settle_certain(j, input->suicide);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_board_get(board, point) == KF_EMPTY || judgement->reason[i] != KF_REASON_NONE)
            continue;
        // Games are played only when a chain is left that nothing else decides.
        if (j->tally.games == 0)
            play_games(j, input->games > 0 ? input->games : USUAL_GAMES, arena);
        settle_by_games(j, point);
    }
    end_game(j, input->to_move);
    kf_arena_release(arena, j);
}
