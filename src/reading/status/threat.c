// SPDX-License-Identifier: MIT
// What has to be protected when the neutral points are filled.

#include "reading/status/status.h"

#include "reading/ladder/ladder.h"

enum { READ = 120, REPLIES = 16, CHAINS = 64, NEAR = 2, FREE = 1000 };

// A board to read on, and the chains that are in question: one stone of each.
typedef struct question {
    kf_board board;
    kf_colour colour;
    kf_point chain[CHAINS];
    int count;
    uint32_t *looks; // of the finish
} question;

// A board to read on like that of the finish, for chains of the colour.
static void ask(const kf_finish *f, question *q, kf_colour colour) {
    kf_board_copy(&q->board, &f->board);
    q->board.ko = 0;
    q->colour = colour;
    q->looks = f->looks;
}

// Whether the chain can be captured. Crowded boards have hundreds of chains to ask about, each
// again after every move: when too much was asked, nothing is seen to be in danger any more.
static bool is_catchable(question *q, kf_point chain) {
    if (*q->looks >= KF_FINISH_LOOKS)
        return false;
    ++*q->looks;
    return kf_capture_attack(&q->board, chain, READ);
}

// Adds the chain of a stone to those in question if it is a live one with at most three liberties
// that is not among them.
static void collect_one(const kf_finish *f, question *q, uint32_t at) {
    kf_point liberty[3], point = kf_board_point(&q->board, at);
    const kf_cell *cell = &q->board.cell[at];
    if (cell->colour != q->colour || q->count == CHAINS ||
        f->status[kf_benson_index(&q->board, point)] == KF_DEAD ||
        kf_chain_few(&q->board, point, liberty, 3) > 3)
        return;
    for (int i = 0; i < q->count; i++)
        if (q->board.cell[kf_board_cell(&q->board, q->chain[i])].head == cell->head)
            return;
    q->chain[q->count++] = point;
}

// Collects the chains that are in question; with `around` those that have a stone near it.
static void collect(const kf_finish *f, question *q, kf_point around) {
    int left = 0, top = 0, right = q->board.width - 1, bottom = q->board.height - 1;
    q->count = 0;
    if (around != KF_NOWHERE) {
        int column = kf_point_column(around), row = kf_point_row(around);
        left = column > NEAR ? column - NEAR : 0;
        top = row > NEAR ? row - NEAR : 0;
        right = column + NEAR < right ? column + NEAR : right;
        bottom = row + NEAR < bottom ? row + NEAR : bottom;
    }
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++)
            collect_one(f, q, kf_board_cell(&q->board, kf_point_at(column, row)));
}

// The first of the chains that would be captured, or KF_NOWHERE. One that is gone is captured.
static kf_point endangered(question *q) {
    for (int i = 0; i < q->count; i++)
        if (kf_board_get(&q->board, q->chain[i]) == KF_EMPTY || is_catchable(q, q->chain[i]))
            return q->chain[i];
    return KF_NOWHERE;
}

// Whether the move leaves none of the chains in danger, its own chain neither.
static bool resolves(question *q, kf_point move) {
    kf_played played;
    if (kf_board_judge(&q->board, move, q->colour) != KF_LEGAL)
        return false;
    kf_board_play(&q->board, move, q->colour, &played);
    bool is_good = endangered(q) == KF_NOWHERE && !is_catchable(q, move);
    kf_board_undo(&q->board, &played);
    return is_good;
}

static bool is_free(const kf_finish *f, kf_point point) {
    uint32_t at = kf_board_cell(&f->board, point);
    return f->mixed[at] && f->sides[at] == 3;
}

// How many liberties the chain has after the move: more is safer in what follows.
static int strength(question *q, kf_point chain, kf_point move) {
    kf_played played;
    kf_board_play(&q->board, move, q->colour, &played);
    int liberties = (int)kf_chain_liberties(&q->board, chain, NULL, 0);
    kf_board_undo(&q->board, &played);
    return liberties;
}

// Looks for a move among the answers for a chain: one that costs nothing comes first, then the one
// that makes the chain strongest.
static kf_point save(const kf_finish *f, question *q, kf_point chain) {
    kf_point replies[REPLIES], found = KF_NOWHERE;
    int count = kf_capture_answers(&q->board, chain, replies, REPLIES), best = 0;
    for (int k = 0; k < count; k++) {
        kf_point reply = replies[((uint32_t)k + f->variation / 2) % (uint32_t)count];
        if (!resolves(q, reply))
            continue;
        int value = strength(q, chain, reply) + (is_free(f, reply) ? FREE : 0);
        if (found == KF_NOWHERE || value > best) {
            found = reply;
            best = value;
        }
    }
    return found;
}

// How many stones the colour would lose if it left the chains alone: those of the chains that are
// taken or can be taken.
static int loss(question *q, const int *stones) {
    int lost = 0;
    for (int i = 0; i < q->count; i++)
        if (kf_board_get(&q->board, q->chain[i]) == KF_EMPTY || is_catchable(q, q->chain[i]))
            lost += stones[i];
    return lost;
}

// Leaves only those of the chains that can be taken by a live stone, and counts their stones.
static void keep_endangered(const kf_finish *f, question *q, int *stones) {
    int count = 0;
    for (int i = 0; i < q->count; i++) {
        kf_point chain = q->chain[i];
        if (!kf_finish_is_faced(f, kf_board_cell(&f->board, chain)) || !is_catchable(q, chain))
            continue;
        stones[count] = (int)kf_chain_stones(&q->board, chain, NULL, 0);
        q->chain[count++] = chain;
    }
    q->count = count;
}

// What an answer is worth: stones first, then points of territory, then liberties.
static int worth(const kf_finish *f, question *q, const int *stones, kf_point chain,
                 kf_point move) {
    kf_played played;
    if (kf_board_judge(&q->board, move, q->colour) != KF_LEGAL)
        return INT32_MIN;
    kf_board_play(&q->board, move, q->colour, &played);
    bool is_gift = is_catchable(q, move);
    int lost = loss(q, stones), liberties = (int)kf_chain_liberties(&q->board, chain, NULL, 0);
    kf_board_undo(&q->board, &played);
    return is_gift ? INT32_MIN : liberties + (is_free(f, move) ? FREE : 0) - 2 * FREE * lost;
}

kf_point kf_threat_answer(const kf_finish *f, kf_colour colour) {
    question q;
    int stones[CHAINS], all = 0;
    kf_point found = KF_NOWHERE;
    ask(f, &q, colour);
    collect(f, &q, KF_NOWHERE);
    keep_endangered(f, &q, stones);
    for (int i = 0; i < q.count; i++)
        all += stones[i];
    int best = INT32_MIN;
    for (int i = 0; i < q.count; i++) {
        kf_point replies[REPLIES];
        int count = kf_capture_answers(&q.board, q.chain[i], replies, REPLIES);
        for (int k = 0; k < count; k++) {
            kf_point reply = replies[((uint32_t)k + f->variation / 2) % (uint32_t)count];
            int value = worth(f, &q, stones, q.chain[i], reply);
            // It must save something.
            if (value > best && value > -2 * FREE * all + FREE + 400) {
                best = value;
                found = reply;
            }
        }
    }
    return found;
}

// Leaves only those of the chains that are in no danger yet.
static void keep_safe(question *q) {
    int count = 0;
    for (int i = 0; i < q->count; i++)
        if (!is_catchable(q, q->chain[i]))
            q->chain[count++] = q->chain[i];
    q->count = count;
}

bool kf_threat_is_safe(const kf_finish *f, kf_point point, kf_colour colour) {
    question q;
    kf_played played;
    ask(f, &q, colour);
    if (kf_board_judge(&q.board, point, colour) != KF_LEGAL)
        return false;
    collect(f, &q, point);
    keep_safe(&q);
    kf_board_play(&q.board, point, colour, &played);
    return endangered(&q) == KF_NOWHERE && !is_catchable(&q, point);
}

kf_point kf_threat_prepare(const kf_finish *f, kf_point point, kf_colour colour) {
    kf_finish after = *f;
    question q;
    ask(f, &q, colour);
    collect(f, &q, point);
    for (int i = 0; i < q.count; i++) {
        kf_point liberty[3];
        size_t count = kf_chain_liberties(&q.board, q.chain[i], liberty, 3);
        for (size_t k = 0; k < count && k < 3; k++) {
            if (liberty[k] == point || !kf_threat_is_safe(f, liberty[k], colour))
                continue;
            kf_board_copy(&after.board, &f->board);
            kf_board_put(&after.board, liberty[k], colour);
            if (kf_threat_is_safe(&after, point, colour))
                return liberty[k];
        }
    }
    return KF_NOWHERE;
}

// Whether the colour has an answer when the opponent has just moved there.
static bool can_answer(const kf_finish *f, question *q, kf_point move) {
    kf_point chain = endangered(q);
    if (chain == KF_NOWHERE)
        return true;
    for (int i = 0; i < q->count; i++)
        if (kf_board_get(&q->board, q->chain[i]) != KF_EMPTY && is_catchable(q, q->chain[i]) &&
            save(f, q, q->chain[i]) != KF_NOWHERE)
            return true;
    // To take the stone that threatens, or to hem it in, may be enough.
    kf_point liberty[3];
    size_t count = kf_chain_liberties(&q->board, move, liberty, 3);
    for (size_t i = 0; i < count && i < 3; i++)
        if (resolves(q, liberty[i]))
            return true;
    return false;
}

bool kf_threat_costs(const kf_finish *f, kf_point point, kf_colour colour) {
    question q;
    kf_played played;
    ask(f, &q, kf_colour_other(colour));
    collect(f, &q, point);
    if (q.count == 0 || kf_board_judge(&q.board, point, colour) != KF_LEGAL)
        return false;
    keep_safe(&q);
    kf_board_play(&q.board, point, colour, &played);
    kf_point chain = endangered(&q);
    if (chain == KF_NOWHERE || kf_board_get(&q.board, chain) == KF_EMPTY)
        return chain != KF_NOWHERE;
    kf_point answer = save(f, &q, chain);
    if (answer == KF_NOWHERE || is_free(f, answer))
        return answer == KF_NOWHERE;
    kf_board_play(&q.board, answer, q.colour, &played);
    return played.captured == 0;
}

// Whether a move of the opponent there is more than one answer can meet.
static bool is_double(const kf_finish *f, question *q, kf_point move) {
    kf_played played;
    kf_colour other = kf_colour_other(q->colour);
    if (kf_board_judge(&q->board, move, other) != KF_LEGAL)
        return false;
    collect(f, q, move);
    keep_safe(q);
    kf_board_play(&q->board, move, other, &played);
    bool answer = can_answer(f, q, move);
    kf_board_undo(&q->board, &played);
    return !answer;
}

static bool touches(const kf_board *board, uint32_t at, kf_colour colour) {
    for (int side = 0; side < 4; side++)
        if (board->cell[kf_board_beside(board, at, side)].colour == colour)
            return true;
    return false;
}

// Looks for a move after which the opponent's is no double threat any more: at the same point, or
// among the answers for a chain near it.
static kf_point prevent(const kf_finish *f, question *q, kf_point move) {
    kf_point tries[4 * REPLIES];
    int count = 1;
    tries[0] = move;
    collect(f, q, move);
    for (int i = 0; i < q->count && count + REPLIES < 4 * REPLIES; i++)
        count += kf_capture_answers(&q->board, q->chain[i], tries + count, REPLIES);
    for (int i = 0; i < count; i++) {
        kf_played played;
        if (kf_board_judge(&q->board, tries[i], q->colour) != KF_LEGAL)
            continue;
        kf_board_play(&q->board, tries[i], q->colour, &played);
        bool helps = !is_catchable(q, tries[i]) && (tries[i] == move || !is_double(f, q, move));
        kf_board_undo(&q->board, &played);
        if (helps)
            return tries[i];
    }
    return KF_NOWHERE;
}

kf_point kf_threat_prevent(const kf_finish *f, kf_colour colour) {
    question q;
    ask(f, &q, colour);
    for (uint32_t at = 0; at < q.board.cells; at++) {
        kf_point point = kf_board_point(&q.board, at);
        if (q.board.cell[at].colour != KF_EMPTY || !touches(&q.board, at, colour) ||
            !is_double(f, &q, point))
            continue;
        kf_point move = prevent(f, &q, point);
        if (move != KF_NOWHERE)
            return move;
    }
    return KF_NOWHERE;
}
