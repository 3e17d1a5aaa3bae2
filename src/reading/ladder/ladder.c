// SPDX-License-Identifier: MIT
// Reading a ladder to its end.

#include "reading/ladder/ladder.h"

#include <stdlib.h>
#include <string.h>

// How it works. A move of the chaser must leave the chain one liberty, so he has at most two; the
// owner can extend, or take stones that touch the chain. The search walks this tree with an
// explicit list of steps. Most moves need not be played to be judged: an extension that would find
// three liberties saves, and one that finds none or one does not help. So nearly always one move is
// left, and the line is played without being taken back: the board goes back only when another
// branch is to be tried. Down a staircase neither side has a choice, and the moves are played in
// pairs that are no steps at all. Where the owner has one, he tries first what takes something:
// that decides more often than running on.

// What is known of a step. The first three are results.
typedef enum state { SAVED, CAUGHT, UNKNOWN, OPEN } state;

// ---- Liberties ----

// Whether the owner takes something by playing on that cell.
static bool takes_men(const kf_ladder *l, uint32_t at) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_view_beside(l->sight, at, side);
        if (l->sight.cell[next].colour == l->chaser && kf_board_view_hangs(l->sight, next, at))
            return true;
    }
    return false;
}

// What the chain would have if its owner played on its liberty `at` after the chaser played on
// `but` (0: nowhere) and took nothing by it. Also gives what lies around `at` then.
static kf_board_view_found extend(const kf_ladder *l, uint32_t at, uint32_t but,
                                  kf_board_view_view *around) {
    const kf_cell *cell = l->sight.cell;
    uint32_t head = cell[l->chain].head;
    kf_board_view_found found = {.count = 0};
    kf_board_view_around(l->sight, at, but, head, around);
    while (found.count < around->count && found.count < KF_BOARD_VIEW_MANY) {
        found.cell[found.count] = around->vacant[found.count];
        found.count++;
    }
    for (int side = 0; around->friends > 0 && side < 4; side++) {
        uint32_t next = kf_board_view_beside(l->sight, at, side);
        if (cell[next].colour == l->runner && cell[next].head != head)
            kf_board_view_chain(l->sight, next, but, at, &found);
    }
    return found;
}

static void order(uint16_t pair[2]) {
    if (pair[0] > pair[1]) {
        uint16_t swap = pair[0];
        pair[0] = pair[1];
        pair[1] = swap;
    }
}

static void count_liberties(const kf_ladder *l, kf_ladder_step *step) {
    kf_board_view_found found = {.count = 0};
    kf_board_view_chain(l->sight, l->chain, 0, 0, &found);
    step->liberties = (uint8_t)found.count;
    step->liberty[0] = (uint16_t)found.cell[0];
    step->liberty[1] = (uint16_t)found.cell[1];
    if (found.count == 2)
        order(step->liberty);
}

// ---- Stones of the chaser in atari ----

static uint32_t last_of(const kf_ladder *l, uint32_t stone) {
    return l->sight.cell[stone].colour == l->chaser ? kf_board_view_last(l->sight, stone) : 0;
}

static void note_weak(kf_ladder *l, uint32_t stone) {
    const kf_cell *cell = l->sight.cell;
    if (last_of(l, stone) == 0 || l->weak_count == KF_LADDER_CHOICES)
        return;
    for (uint32_t i = 0; i < l->weak_count; i++)
        if (cell[l->weak[i]].head == cell[stone].head && cell[l->weak[i]].colour == l->chaser)
            return;
    l->weak[l->weak_count++] = (uint16_t)stone;
}

static void note_weak_around(kf_ladder *l, uint32_t at) {
    for (int side = 0; side < 4; side++)
        note_weak(l, kf_board_view_beside(l->sight, at, side));
}

static void scan(kf_ladder *l) {
    uint32_t at = l->chain;
    do {
        note_weak_around(l, at);
        at = l->sight.cell[at].next;
    } while (at != l->chain);
}

// ---- Forced pairs ----

// Whether the chain of that stone keeps two liberties when the cell `but` beside him is filled.
static bool stays_strong(const kf_ladder *l, uint32_t stone, uint32_t but) {
    const kf_cell *cell = &l->sight.cell[stone];
    uint32_t edges = l->sight.cell[cell->head].edges;
    if (edges > 5 || (edges > 2 && cell->next == stone))
        return true;
    kf_board_view_found found = {.count = 0};
    kf_board_view_chain(l->sight, stone, but, 0, &found);
    return found.count >= 2;
}

static bool has_weak(const kf_ladder *l) {
    for (uint32_t i = 0; i < l->weak_count; i++)
        if (last_of(l, l->weak[i]) != 0)
            return true;
    return false;
}

// A pair: an atari, the flight, and what lies around that.
typedef struct pair {
    uint32_t atari, at;
    uint32_t liberty[2]; // that the flight finds
    uint32_t count, own; // sides on which the chain lies
    uint32_t foe;        // a stone of the chaser, or 0; there is no place for two
    bool is_plain;       // the flight joins nothing
} pair;

// In a row of pairs these branches go the same way again and again.
static inline void look_aside(const kf_ladder *l, uint32_t beside, uint32_t head, pair *p) {
    const kf_cell *cell = &l->sight.cell[beside];
    if (cell->colour == KF_EMPTY && p->count < 2)
        p->liberty[p->count++] = beside;
    else if (cell->head == head)
        p->own++;
    else if (cell->colour == l->chaser)
        p->foe = beside;
    else
        p->is_plain = p->is_plain && cell->colour != l->runner;
}

static inline bool is_flight(const kf_ladder *l, uint32_t atari, uint32_t at, uint32_t head,
                             pair *p) {
    *p = (pair){.atari = atari, .at = at, .is_plain = true};
    look_aside(l, kf_board_view_beside(l->sight, at, 0), head, p);
    look_aside(l, kf_board_view_beside(l->sight, at, 1), head, p);
    look_aside(l, kf_board_view_beside(l->sight, at, 2), head, p);
    look_aside(l, kf_board_view_beside(l->sight, at, 3), head, p);
    return p->is_plain && (p->foe == 0 || stays_strong(l, p->foe, at));
}

// Where the chase leaves no choice to either side: one of the two ataris would let the chain have
// three liberties, the other one stands in the open, and the flight finds two liberties and nothing
// to take.
static inline bool is_pair(const kf_ladder *l, uint32_t one, uint32_t two, uint32_t head, pair *p) {
    uint32_t beside_one = kf_board_view_vacant(l->sight, one, two);
    uint32_t beside_two = kf_board_view_vacant(l->sight, two, one);
    if (beside_one == 2 && beside_two == 3)
        return is_flight(l, two, one, head, p);
    return beside_one == 3 && beside_two == 2 && is_flight(l, one, two, head, p);
}

// Plays such pairs as long as there are. None of the stones played comes into atari, so `weak`
// stays as it is.
static void run(kf_ladder *l, kf_ladder_step *step) {
    if (l->depth < 2 || l->widening == KF_LADDER_MARKING || has_weak(l))
        return;
    pair p;
    uint32_t one = step->liberty[0], two = step->liberty[1];
    kf_undo_board_run pairs = kf_undo_board_run_begin(&l->journal, l->chain);
    while (is_pair(l, one, two, pairs.head, &p) && kf_undo_board_has_room(&l->journal) &&
           l->tried + 2 <= l->budget) {
        kf_undo_board_pair(&l->journal, &pairs, p.atari, p.at, p.own, p.foe);
        one = p.liberty[0];
        two = p.liberty[1];
        l->tried += 2;
    }
    kf_undo_board_run_end(&l->journal, &pairs);
    step->liberty[0] = (uint16_t)one;
    step->liberty[1] = (uint16_t)two;
}

// ---- The moves of a step ----

// A ko may not be retaken by a move that takes nothing but the one stone.
static bool is_ko(const kf_ladder *l, uint32_t at, uint32_t colour) {
    uint16_t ko = l->is_copied ? l->journal.ko : l->root->ko;
    uint8_t banned = l->is_copied ? l->journal.ko_colour : l->root->ko_colour;
    int taken = 0;
    for (int side = 0; ko == at && side < 4; side++) {
        uint32_t next = kf_board_view_beside(l->sight, at, side);
        taken +=
            l->sight.cell[next].colour == 3 - colour && kf_board_view_hangs(l->sight, next, at);
    }
    return ko == at && banned == colour && taken == 1;
}

static bool is_legal(kf_ladder *l, uint32_t at, uint32_t colour) {
    if (is_ko(l, at, colour)) {
        l->has_ko = true;
        return false;
    }
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_view_beside(l->sight, at, side),
                 stone = l->sight.cell[next].colour;
        if (stone == KF_EMPTY || ((stone == KF_BLACK || stone == KF_WHITE) &&
                                  (stone == colour) != kf_board_view_hangs(l->sight, next, at)))
            return true;
    }
    return false;
}

static void choose(kf_ladder *l, kf_ladder_step *step, uint32_t at) {
    for (uint32_t i = step->first; i < step->end; i++)
        if (l->choices[i] == at)
            return;
    if (step->end < KF_LADDER_CHOICES)
        l->choices[step->end++] = (uint16_t)at;
}

static void decide(kf_ladder *l, uint32_t at) {
    if (l->depth == 0)
        l->best = kf_board_point(l->root, at);
}

// Whether the chaser had this position before him already.
static bool repeats(const kf_ladder *l, const kf_ladder_step *step) {
    for (uint32_t i = l->depth; step->has_taken && i >= 2; i -= 2)
        if (l->steps[i - 2].hash == step->hash)
            return true;
    return false;
}

// An atari that leaves an extension to three liberties is not worth playing. The one that leaves
// less comes first, then the one that stands more in the open.
static void choose_ataris(kf_ladder *l, kf_ladder_step *step) {
    kf_board_view_view around[2];
    uint32_t left[2];
    for (int i = 0; i < 2; i++)
        left[i] = extend(l, step->liberty[1 - i], step->liberty[i], &around[1 - i]).count;
    int first = left[1] != left[0] ? left[1] < left[0] : around[1].count > around[0].count;
    for (int i = 0; i < 2; i++) {
        int which = i == 0 ? first : 1 - first;
        if (left[which] < KF_BOARD_VIEW_MANY &&
            (around[which].count > 0 || is_legal(l, step->liberty[which], l->chaser)))
            choose(l, step, step->liberty[which]);
    }
}

static state open_chaser(kf_ladder *l, kf_ladder_step *step) {
    if (step->liberties == 2)
        run(l, step);
    step->hash = l->is_copied ? l->journal.hash : 0;
    if (step->liberties == KF_BOARD_VIEW_MANY || repeats(l, step))
        return SAVED;
    if (step->liberties == 1) {
        bool works = is_legal(l, step->liberty[0], l->chaser);
        if (works)
            decide(l, step->liberty[0]);
        return works ? CAUGHT : SAVED;
    }
    choose_ataris(l, step);
    return step->end > step->first ? OPEN : SAVED;
}

// The owner's chain is in atari. Only moves that leave it more than one liberty are of use, and
// those that take come first.
static state open_runner(kf_ladder *l, kf_ladder_step *step) {
    uint32_t at = step->liberty[0];
    kf_board_view_view around;
    kf_board_view_found found = extend(l, at, 0, &around);
    if (found.count == KF_BOARD_VIEW_MANY) {
        decide(l, at);
        return SAVED;
    }
    bool takes = around.foes > 0 && takes_men(l, at);
    if (takes && is_legal(l, at, l->runner))
        choose(l, step, at);
    for (uint32_t i = 0; i < l->weak_count; i++) {
        uint32_t last = last_of(l, l->weak[i]);
        if (last != 0 && is_legal(l, last, l->runner))
            choose(l, step, last);
    }
    if (found.count == 2)
        choose(l, step, at);
    if (!takes && found.count == 2) {
        step->extended[0] = (uint16_t)found.cell[0];
        step->extended[1] = (uint16_t)found.cell[1];
        order(step->extended);
    }
    return OPEN;
}

// The owner begins, and is not in atari. He can do nothing or extend; see widen_root. The first is
// judged without playing where there is no atari anyway.
static state open_root(kf_ladder *l, kf_ladder_step *step) {
    if (step->liberties == KF_BOARD_VIEW_MANY)
        return SAVED;
    if (l->root->ko == 0)
        choose_ataris(l, step);
    if (l->root->ko == 0 && step->end == step->first) {
        l->best = KF_PASS;
        return SAVED;
    }
    step->end = step->first;
    choose(l, step, 0);
    for (int i = 0; i < 2; i++)
        if (is_legal(l, step->liberty[i], l->runner))
            choose(l, step, step->liberty[i]);
    return OPEN;
}

static void rewind_board(kf_ladder *l) {
    if (!l->is_copied) {
        kf_undo_board_start(&l->journal, l->root);
        l->sight.cell = l->journal.cell;
        l->is_copied = true;
    }
    if (l->on_board > l->depth)
        kf_undo_board_undo(&l->journal, &l->steps[l->depth].mark);
    l->on_board = l->depth;
}

// When that fails, he can still play anywhere else: a stone in the way of the chase may save him.
// But a stone on a cell that the refutation of his pass does not depend on changes nothing. So the
// pass is read once more, marking those cells. A stone that takes something is tried in any case,
// and with a ko all are.
static bool widen_root(kf_ladder *l, kf_ladder_step *step) {
    if (l->depth > 0 || !step->is_runner || step->liberties != 2 || l->widening == KF_LADDER_WIDE)
        return false;
    rewind_board(l);
    if (l->widening == KF_LADDER_NARROW && !l->has_ko && l->root->ko == 0) {
        l->widening = KF_LADDER_MARKING;
        memset(l->zone, 0, sizeof l->zone[0] * l->root->cells);
        l->choices[step->end++] = 0;
        return true;
    }
    bool is_marked = l->widening == KF_LADDER_MARKING;
    l->widening = KF_LADDER_WIDE;
    for (uint32_t at = 0; at < l->root->cells; at++)
        if (at != step->liberty[0] && at != step->liberty[1] &&
            l->sight.cell[at].colour == KF_EMPTY &&
            (!is_marked || l->zone[at] || takes_men(l, at)) && is_legal(l, at, l->runner))
            l->choices[step->end++] = (uint16_t)at;
    return step->next < step->end;
}

// ---- What the result depends on ----

// The liberties of a chain beside the chase, if they are so few that one less could change it. In a
// zone that lasts the chaser keeps two of many, however many stones the owner adds outside. Returns
// whether there are few.
static bool mark_liberties(kf_ladder *l, uint32_t stone, uint32_t but, uint32_t nor,
                           uint32_t of_many) {
    kf_board_view_found found = {.count = 0};
    kf_board_view_chain(l->sight, stone, but, nor, &found);
    uint32_t most = found.count < KF_BOARD_VIEW_MANY ? found.count : of_many;
    for (uint32_t i = 0; i < most; i++)
        l->zone[found.cell[i]] = true;
    return found.count < KF_BOARD_VIEW_MANY;
}

static void mark_chain(kf_ladder *l, const kf_ladder_step *step, uint32_t stone) {
    const kf_cell *cell = l->sight.cell;
    uint32_t at = stone;
    if (cell[stone].colour != l->runner) {
        mark_liberties(l, stone, 0, 0, l->is_lasting ? 2 : 0);
        return;
    }
    mark_liberties(l, stone, step->liberty[0], step->liberties == 2 ? step->liberty[1] : 0, 0);
    if (!l->is_lasting)
        return;
    // What is joined to the chain must not get liberties by taking. All liberties of the chain that
    // comes next to itself are marked already where they are few.
    uint32_t marked = 0;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_view_beside(l->sight, at, side);
            if (cell[next].colour == l->chaser && cell[next].head != marked)
                marked = mark_liberties(l, next, 0, 0, 2) ? cell[next].head : 0;
        }
        at = cell[at].next;
    } while (at != stone);
}

static void mark_around(kf_ladder *l, const kf_ladder_step *step, uint32_t at) {
    l->zone[at] = true;
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_view_beside(l->sight, at, side),
                 colour = l->sight.cell[next].colour;
        if (colour == KF_EMPTY)
            l->zone[next] = true;
        else if (colour == KF_BLACK || colour == KF_WHITE)
            mark_chain(l, step, next);
    }
}

// Marks the vacant cells whose filling could change what is found in this position: the liberties
// of the chain and what is beside them, and the liberties of stones beside it that are few.
static void mark_zone(kf_ladder *l, const kf_ladder_step *step) {
    uint32_t at = l->chain;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_view_beside(l->sight, at, side);
            if (l->sight.cell[next].colour == KF_EMPTY)
                mark_around(l, step, next);
            else if (l->sight.cell[next].colour == l->chaser)
                mark_chain(l, step, next);
        }
        at = l->sight.cell[at].next;
    } while (at != l->chain);
    for (uint32_t i = 0; i < l->weak_count; i++) {
        uint32_t last = l->sight.cell[l->weak[i]].colour == l->chaser
                            ? kf_board_view_last(l->sight, l->weak[i])
                            : 0;
        if (last != 0)
            mark_around(l, step, last);
    }
}

// ---- Reading on ----

static state open_step(kf_ladder *l) {
    kf_ladder_step *step = &l->steps[l->depth];
    step->first = step->next = step->end = l->choice_count;
    step->extended[0] = 0;
    if (!l->is_scanned && step->is_runner)
        scan(l);
    l->is_scanned = l->is_scanned || step->is_runner;
    step->weak = l->weak_count;
    if (l->widening == KF_LADDER_MARKING)
        mark_zone(l, step);
    if (!step->is_runner)
        return open_chaser(l, step);
    return step->liberties == 1 ? open_runner(l, step) : open_root(l, step);
}

// ---- Playing ----

// The chain's liberties after the move of `step`, without counting where they are known.
static void pass_on(const kf_ladder *l, const kf_ladder_step *step, uint32_t at,
                    kf_ladder_step *next) {
    if (!step->is_runner) {
        next->liberties = 1;
        next->liberty[0] = step->liberty[step->liberty[0] == at];
    } else if (step->extended[0] != 0 && at == step->liberty[0]) {
        next->liberties = 2;
        next->liberty[0] = step->extended[0];
        next->liberty[1] = step->extended[1];
    } else {
        count_liberties(l, next);
    }
}

// After the owner's move: stones beside it, and beside all that the chain may have been joined to.
// Where stones were taken, a chain that a setup left without a liberty may have its first one.
static void find_weak(kf_ladder *l, const kf_ladder_step *step, uint32_t at) {
    if (l->journal.captured > 0)
        scan(l);
    if (!step->is_runner) {
        note_weak(l, at);
        return;
    }
    if (at == 0)
        return;
    int friends = 0;
    for (int side = 0; side < 4; side++)
        friends += l->sight.cell[kf_board_view_beside(l->sight, at, side)].colour == l->runner;
    if (friends > 1 && l->sight.cell[at].head == l->sight.cell[l->chain].head)
        scan(l);
    else
        note_weak_around(l, at);
}

static bool has_room(const kf_ladder *l, const kf_ladder_step *step) {
    return l->depth + 1 < KF_LADDER_DEEPEST && step->end <= KF_LADDER_CHOICES / 2 &&
           l->weak_count <= KF_LADDER_CHOICES / 2 &&
           (!l->is_copied || kf_undo_board_has_room(&l->journal));
}

// Plays the step's next move. False: that would be more than the query may try.
static bool advance(kf_ladder *l) {
    kf_ladder_step *step = &l->steps[l->depth], *next = step + 1;
    uint32_t at = l->choices[step->next++];
    if (!l->is_scanned) {
        scan(l);
        l->is_scanned = true;
        step->weak = l->weak_count;
    }
    rewind_board(l);
    if (l->tried++ >= l->budget || !has_room(l, step))
        return false;
    step->mark = kf_undo_board_play(&l->journal, at, step->is_runner ? l->runner : l->chaser);
    l->chaser_takes = l->chaser_takes || (!step->is_runner && l->journal.captured > 0);
    l->on_board++;
    next->is_runner = !step->is_runner;
    next->has_taken = step->has_taken || l->journal.captured > 0;
    pass_on(l, step, at, next);
    l->choice_count = step->end;
    find_weak(l, step, at);
    l->depth++;
    return true;
}

// Goes back to the step before, which the result of its move may decide.
static state retreat(kf_ladder *l, state result) {
    l->depth--;
    const kf_ladder_step *step = &l->steps[l->depth];
    l->weak_count = step->weak;
    if (result != (step->is_runner ? SAVED : CAUGHT))
        return OPEN;
    uint32_t at = l->choices[step->next - 1];
    if (l->depth == 0)
        l->best = at == 0 ? KF_PASS : kf_board_point(l->root, at);
    return result;
}

static state search(kf_ladder *l) {
    state known = open_step(l);
    while (known == OPEN || l->depth > 0) {
        const kf_ladder_step *step = &l->steps[l->depth];
        if (known != OPEN) {
            known = retreat(l, known);
        } else if (step->next == step->end && !widen_root(l, &l->steps[l->depth])) {
            known = step->is_runner ? CAUGHT : SAVED; // nothing else is left
        } else {
            if (!advance(l))
                return UNKNOWN;
            known = open_step(l);
        }
    }
    return known;
}

static kf_ladder_result read_from(kf_ladder *ladder, const kf_board *board, kf_point stone,
                                  kf_colour to_move) {
    kf_colour colour = kf_board_get(board, stone);
    ladder->tried = 0;
    ladder->has_ko = ladder->is_copied = ladder->is_scanned = ladder->chaser_takes = false;
    ladder->best = KF_NOWHERE;
    if (colour == KF_EMPTY)
        return KF_LADDER_SAVED;
    ladder->root = board;
    ladder->sight = (kf_board_view){board->cell, board->stride};
    ladder->on_board = ladder->choice_count = ladder->weak_count = ladder->depth = 0;
    ladder->runner = (uint8_t)colour;
    ladder->chaser = (uint8_t)(3 - colour);
    ladder->chain = (uint16_t)kf_board_cell(board, stone);
    ladder->steps[0].is_runner = to_move == colour;
    ladder->steps[0].has_taken = false;
    count_liberties(ladder, &ladder->steps[0]);
    // Only a setup can leave a chain so. The chaser has no move beside it, so nothing takes it.
    if (ladder->steps[0].liberties == 0) {
        ladder->best = KF_PASS;
        return KF_LADDER_SAVED;
    }
    return (kf_ladder_result)search(ladder);
}

kf_ladder_result kf_ladder_read(kf_ladder *ladder, const kf_board *board, kf_point stone,
                                kf_colour to_move) {
    ladder->widening = KF_LADDER_NARROW;
    ladder->is_lasting = false;
    return read_from(ladder, board, stone, to_move);
}

bool *kf_ladder_zone(kf_ladder *ladder, const kf_board *board, kf_point stone, bool *is_known) {
    kf_colour chaser = kf_colour_other(kf_board_get(board, stone));
    ladder->widening = KF_LADDER_MARKING;
    ladder->is_lasting = true;
    memset(ladder->zone, 0, sizeof ladder->zone[0] * board->cells);
    kf_ladder_result result = read_from(ladder, board, stone, chaser);
    *is_known = result != KF_LADDER_UNKNOWN;
    if (result != KF_LADDER_CAUGHT)
        return NULL;
    // What the chaser takes may depend on anything.
    if (ladder->chaser_takes)
        memset(ladder->zone, 1, sizeof ladder->zone[0] * board->cells);
    return ladder->zone;
}

int kf_ladder_liberties(const kf_board *board, kf_point stone, kf_point points[2]) {
    uint32_t first = kf_board_cell(board, stone), at = first;
    int count = 0;
    if (kf_board_get(board, stone) == KF_EMPTY)
        return 0;
    do {
        for (int side = 0; side < 4 && count < KF_BOARD_VIEW_MANY; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            kf_point point = kf_board_point(board, next);
            if (board->cell[next].colour != KF_EMPTY || (count > 0 && points[0] == point) ||
                (count > 1 && points[1] == point))
                continue;
            if (count < 2)
                points[count] = point;
            count++;
        }
        at = board->cell[at].next;
    } while (at != first && count < KF_BOARD_VIEW_MANY);
    return count;
}

// ---- The reader as others see it ----

kf_ladder *kf_ladder_new(void) {
    kf_ladder *ladder = malloc(sizeof *ladder);
    if (ladder != NULL)
        ladder->budget = KF_LADDER_USUAL;
    return ladder;
}

void kf_ladder_free(kf_ladder *ladder) {
    free(ladder);
}

void kf_ladder_set_budget(kf_ladder *ladder, uint32_t moves) {
    ladder->budget = moves;
}

kf_point kf_ladder_best(const kf_ladder *ladder) {
    return ladder->best;
}

bool kf_ladder_has_ko(const kf_ladder *ladder) {
    return ladder->has_ko;
}

uint32_t kf_ladder_tried(const kf_ladder *ladder) {
    return ladder->tried;
}
