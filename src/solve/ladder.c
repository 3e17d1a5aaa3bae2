// SPDX-License-Identifier: MIT
// Reading a running attack to its end.

#include "solve/ladder.h"

// How it works. A move of the chaser must leave the chain one liberty, so he has at most two; the
// owner can extend, or take men that touch the chain. The search walks this tree with an explicit
// list of steps. Most moves need not be played to be judged: an extension that would find three
// liberties saves, and one that finds none or one does not help. So nearly always one move is left,
// and the line is played without being taken back: the board goes back only when another branch is
// to be tried.

enum { LIVE = 3 };

// What is known of a step. The first three are results.
typedef enum state { SAVED, CAUGHT, UNKNOWN, OPEN } state;

// A set of liberties that is full at three.
typedef struct found {
    uint32_t cell[LIVE];
    int count;
} found;

static inline uint32_t beside(const kf_ladder *l, uint32_t at, int side) {
    return (uint32_t)((int32_t)at + l->side[side]);
}

// ---- Liberties ----

// Adds a cell if it is vacant and none of two. What is done for each of four sides is written out
// here and below: these few lines are where the time goes.
static inline void note(const kf_ladder *l, uint32_t at, uint32_t but, uint32_t nor, found *set) {
    if (l->cell[at].colour != KF_EMPTY || at == but || at == nor || set->count == LIVE)
        return;
    for (int i = 0; i < set->count; i++)
        if (set->cell[i] == at)
            return;
    set->cell[set->count++] = at;
}

static inline void note_around(const kf_ladder *l, uint32_t at, uint32_t but, uint32_t nor,
                               found *set) {
    note(l, beside(l, at, 0), but, nor, set);
    note(l, beside(l, at, 1), but, nor, set);
    note(l, beside(l, at, 2), but, nor, set);
    note(l, beside(l, at, 3), but, nor, set);
}

// The same for all men of a chain, until there are three.
static void note_chain(const kf_ladder *l, uint32_t stone, uint32_t but, uint32_t nor, found *set) {
    uint32_t at = stone;
    do {
        note_around(l, at, but, nor, set);
        at = l->cell[at].next;
    } while (at != stone && set->count < LIVE);
}

// How many of the cells around a vacant one belong to the chain of that head.
static inline uint32_t edges_to(const kf_ladder *l, uint32_t at, uint32_t head) {
    const kf_cell *cell = l->cell;
    return (uint32_t)(cell[beside(l, at, 0)].head == head) +
           (uint32_t)(cell[beside(l, at, 1)].head == head) +
           (uint32_t)(cell[beside(l, at, 2)].head == head) +
           (uint32_t)(cell[beside(l, at, 3)].head == head);
}

// A vacant cell beside that one, or 0.
static inline uint32_t vacant_beside(const kf_ladder *l, uint32_t at) {
    const kf_cell *cell = l->cell;
    if (cell[beside(l, at, 0)].colour == KF_EMPTY)
        return beside(l, at, 0);
    if (cell[beside(l, at, 1)].colour == KF_EMPTY)
        return beside(l, at, 1);
    if (cell[beside(l, at, 2)].colour == KF_EMPTY)
        return beside(l, at, 2);
    return cell[beside(l, at, 3)].colour == KF_EMPTY ? beside(l, at, 3) : 0;
}

// The liberty of a chain that has just one, else 0. All its edges lead there.
static uint32_t only_liberty(const kf_ladder *l, uint32_t stone) {
    uint32_t head = l->cell[stone].head, liberty = 0, edges = l->cell[head].edges;
    if (edges == 0 || edges > 4)
        return 0;
    for (uint32_t at = stone; liberty == 0; at = l->cell[at].next)
        liberty = vacant_beside(l, at);
    return edges == edges_to(l, liberty, head) ? liberty : 0;
}

// Whether all edges of the chain that holds `stone` lead to the vacant cell `at`.
static inline bool hangs_on(const kf_ladder *l, uint32_t stone, uint32_t at) {
    uint32_t head = l->cell[stone].head, edges = l->cell[head].edges;
    return edges <= 4 && edges == edges_to(l, at, head);
}

// Whether the owner takes something by playing on that cell.
static bool takes_men(const kf_ladder *l, uint32_t at) {
    for (int side = 0; side < 4; side++) {
        uint32_t next = beside(l, at, side);
        if (l->cell[next].colour == l->chaser && hangs_on(l, next, at))
            return true;
    }
    return false;
}

// What the chain would have if its owner played on its liberty `at` after the chaser played on
// `but` (0: nowhere) and took nothing by it.
static found extend(const kf_ladder *l, uint32_t at, uint32_t but) {
    uint32_t head = l->cell[l->chain].head;
    found set = {.count = 0};
    note_around(l, at, but, 0, &set);
    for (int side = 0; side < 4 && set.count < LIVE; side++) {
        uint32_t next = beside(l, at, side);
        if (l->cell[next].colour == l->runner && l->cell[next].head != head)
            note_chain(l, next, but, at, &set);
    }
    return set;
}

static void order(uint16_t pair[2]) {
    if (pair[0] > pair[1]) {
        uint16_t swap = pair[0];
        pair[0] = pair[1];
        pair[1] = swap;
    }
}

static void count_liberties(const kf_ladder *l, kf_ladder_step *step) {
    found set = {.count = 0};
    note_chain(l, l->chain, 0, 0, &set);
    step->liberties = (uint8_t)set.count;
    step->liberty[0] = (uint16_t)(set.count > 0 ? set.cell[0] : 0);
    step->liberty[1] = (uint16_t)(set.count > 1 ? set.cell[1] : 0);
    if (set.count == 2)
        order(step->liberty);
}

// ---- Men of the chaser in atari ----

static void note_weak(kf_ladder *l, uint32_t stone) {
    if (l->cell[stone].colour == l->chaser && only_liberty(l, stone) != 0 &&
        l->weak_count < KF_LADDER_CHOICES)
        l->weak[l->weak_count++] = (uint16_t)stone;
}

static void note_weak_around(kf_ladder *l, uint32_t at) {
    for (int side = 0; side < 4; side++)
        note_weak(l, beside(l, at, side));
}

static void scan(kf_ladder *l) {
    uint32_t at = l->chain;
    do {
        note_weak_around(l, at);
        at = l->cell[at].next;
    } while (at != l->chain);
}

// ---- The moves of a step ----

// A ko may not be retaken by a move that takes nothing but the one man.
static bool is_ko(const kf_ladder *l, uint32_t at, uint32_t colour) {
    uint16_t ko = l->is_copied ? l->journal.ko : l->root->ko;
    uint8_t banned = l->is_copied ? l->journal.ko_colour : l->root->ko_colour;
    int taken = 0;
    for (int side = 0; ko == at && side < 4; side++) {
        uint32_t next = beside(l, at, side);
        taken += l->cell[next].colour == 3 - colour && hangs_on(l, next, at);
    }
    return ko == at && banned == colour && taken == 1;
}

static bool is_legal(kf_ladder *l, uint32_t at, uint32_t colour) {
    if (is_ko(l, at, colour)) {
        l->has_ko = true;
        return false;
    }
    for (int side = 0; side < 4; side++) {
        uint32_t next = beside(l, at, side), stone = l->cell[next].colour;
        if (stone == KF_EMPTY || ((stone == KF_BLACK || stone == KF_WHITE) &&
                                  (stone == colour) != hangs_on(l, next, at)))
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

// An atari that leaves an extension to three liberties is not worth playing, and the one that
// leaves less comes first.
static state open_chaser(kf_ladder *l, kf_ladder_step *step) {
    int left[2];
    if (step->liberties == LIVE || repeats(l, step))
        return SAVED;
    if (step->liberties == 1) {
        bool works = is_legal(l, step->liberty[0], l->chaser);
        if (works)
            decide(l, step->liberty[0]);
        return works ? CAUGHT : SAVED;
    }
    for (int i = 0; i < 2; i++)
        left[i] = extend(l, step->liberty[1 - i], step->liberty[i]).count;
    int first = left[1] < left[0];
    for (int i = 0; i < 2; i++) {
        int which = i == 0 ? first : 1 - first;
        if (left[which] < LIVE && is_legal(l, step->liberty[which], l->chaser))
            choose(l, step, step->liberty[which]);
    }
    return step->end > step->first ? OPEN : SAVED;
}

// The owner's chain is in atari. Only moves that leave it more than one liberty are of use.
static state open_runner(kf_ladder *l, kf_ladder_step *step) {
    uint32_t at = step->liberty[0];
    found set = extend(l, at, 0);
    if (set.count == LIVE) {
        decide(l, at);
        return SAVED;
    }
    bool takes = takes_men(l, at);
    if ((takes && is_legal(l, at, l->runner)) || set.count == 2)
        choose(l, step, at);
    if (!takes && set.count == 2) {
        step->extended[0] = (uint16_t)set.cell[0];
        step->extended[1] = (uint16_t)set.cell[1];
        order(step->extended);
    }
    return OPEN;
}

// The owner begins, and is not in atari. He can do nothing or extend; see widen_root.
static state open_root(kf_ladder *l, kf_ladder_step *step) {
    if (step->liberties == LIVE)
        return SAVED;
    choose(l, step, 0);
    for (int i = 0; i < 2; i++)
        if (is_legal(l, step->liberty[i], l->runner))
            choose(l, step, step->liberty[i]);
    return OPEN;
}

static void rewind_board(kf_ladder *l) {
    if (!l->is_copied) {
        kf_journal_start(&l->journal, l->root);
        l->cell = l->journal.cell;
        l->is_copied = true;
    }
    if (l->on_board > l->depth)
        kf_journal_undo(&l->journal, &l->steps[l->depth].mark);
    l->on_board = l->depth;
}

// When that fails, he can still play anywhere else: a man in the way of the chase may save him.
static bool widen_root(kf_ladder *l, kf_ladder_step *step) {
    if (l->depth > 0 || !step->is_runner || step->liberties != 2 || l->is_wide)
        return false;
    l->is_wide = true;
    rewind_board(l);
    for (uint32_t at = 0; at < l->root->cells; at++)
        if (at != step->liberty[0] && at != step->liberty[1] && l->cell[at].colour == KF_EMPTY &&
            is_legal(l, at, l->runner))
            l->choices[step->end++] = (uint16_t)at;
    return step->next < step->end;
}

static state open_step(kf_ladder *l) {
    kf_ladder_step *step = &l->steps[l->depth];
    step->hash = l->is_copied ? l->journal.hash : 0;
    step->first = step->next = step->end = l->choice_count;
    step->extended[0] = 0;
    if (!l->is_scanned && step->is_runner)
        scan(l);
    l->is_scanned = l->is_scanned || step->is_runner;
    step->weak = l->weak_count;
    if (!step->is_runner)
        return open_chaser(l, step);
    state known = step->liberties == 1 ? open_runner(l, step) : open_root(l, step);
    for (uint32_t i = 0; known == OPEN && step->liberties == 1 && i < l->weak_count; i++) {
        uint32_t stone = l->weak[i];
        uint32_t at = l->cell[stone].colour == l->chaser ? only_liberty(l, stone) : 0;
        if (at != 0 && is_legal(l, at, l->runner))
            choose(l, step, at);
    }
    return known;
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

// After the owner's move: men beside it, and beside all that the chain may have been joined to.
static void find_weak(kf_ladder *l, const kf_ladder_step *step, uint32_t at) {
    if (!step->is_runner) {
        note_weak(l, at);
        return;
    }
    if (at == 0)
        return;
    int friends = 0;
    for (int side = 0; side < 4; side++)
        friends += l->cell[beside(l, at, side)].colour == l->runner;
    if (friends > 1 && l->cell[at].head == l->cell[l->chain].head)
        scan(l);
    else
        note_weak_around(l, at);
}

static bool has_room(const kf_ladder *l, const kf_ladder_step *step) {
    return l->depth + 1 < KF_LADDER_DEEPEST && step->end <= KF_LADDER_CHOICES / 2 &&
           l->weak_count <= KF_LADDER_CHOICES / 2 &&
           (!l->is_copied || kf_journal_has_room(&l->journal));
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
    step->mark = kf_journal_play(&l->journal, at, step->is_runner ? l->runner : l->chaser);
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

kf_ladder_result kf_ladder_read(kf_ladder *ladder, const kf_board *board, kf_point stone,
                                kf_colour to_move) {
    kf_colour colour = kf_board_get(board, stone);
    ladder->tried = 0;
    ladder->has_ko = ladder->is_copied = ladder->is_scanned = ladder->is_wide = false;
    ladder->best = KF_NOWHERE;
    if (colour == KF_EMPTY)
        return KF_LADDER_SAVED;
    ladder->root = board;
    ladder->cell = board->cell;
    ladder->side[0] = -(int32_t)board->stride;
    ladder->side[1] = -1;
    ladder->side[2] = 1;
    ladder->side[3] = board->stride;
    ladder->on_board = ladder->choice_count = ladder->weak_count = ladder->depth = 0;
    ladder->runner = (uint8_t)colour;
    ladder->chaser = (uint8_t)(3 - colour);
    ladder->chain = (uint16_t)kf_board_cell(board, stone);
    ladder->steps[0].is_runner = to_move == colour;
    ladder->steps[0].has_taken = false;
    count_liberties(ladder, &ladder->steps[0]);
    return (kf_ladder_result)search(ladder);
}

int kf_ladder_liberties(const kf_board *board, kf_point stone, kf_point points[2]) {
    uint32_t first = kf_board_cell(board, stone), at = first;
    int count = 0;
    if (kf_board_get(board, stone) == KF_EMPTY)
        return 0;
    do {
        for (int side = 0; side < 4 && count < LIVE; side++) {
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
    } while (at != first && count < LIVE);
    return count;
}
