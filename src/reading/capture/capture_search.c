// SPDX-License-Identifier: MIT
// Captures that leave the owner no time: each move of the attacker threatens to take the chain by
// moves of a lower order if the owner passes (T. Thomsen's lambda search, 2000).
//
// Order 0 takes a chain in atari. Order 1 gives nothing but ataris, which is the ladder, and its
// reader does that. Order 2 are moves that threaten a ladder, such as nets, and so on. What refutes
// the owner's pass has a zone; a reply outside of it changes nothing, so only replies within it are
// looked at, and each of them adds its own zone. So the proof holds for every reply there is.

#include "reading/capture/capture.h"

#include <string.h>

#include "reading/ladder/ladder.h"

enum {
    PROOFS = 1 << 12,
    FAILURES = 1 << 14,
    LIBERTIES = 6,
    MOVES = 48,
    LADDER_MOVES = 16,
    HINTED = 1000
};

// What is known of a position with a side to move: a proof, or a depth at which there is none.
struct kf_capture_entry {
    uint64_t key; // 0: nothing here
    kf_point best;
    kf_capture_zone zone;
};

typedef struct failure {
    uint64_t key;
    int depth;
    bool is_cut;
} failure;

static failure *failures_of(const kf_capture_search *s) {
    return (failure *)(void *)(s->table + PROOFS);
}

void kf_capture_search_init(kf_capture_search *search, kf_ladder *ladder, kf_arena *arena) {
    size_t size = PROOFS * sizeof *search->table + FAILURES * sizeof(failure);
    search->ladder = ladder;
    search->table = kf_arena_resize(arena, NULL, size);
    search->everywhere = false;
}

void kf_capture_search_start(kf_capture_search *search, const kf_board *board, kf_point stone,
                             bool owner_bound) {
    kf_board_copy(&search->board, board);
    search->stone = kf_board_cell(board, stone);
    search->owner = kf_board_get(board, stone);
    search->attacker = kf_colour_other(search->owner);
    search->owner_bound = owner_bound;
    search->is_cut = false;
    search->hint = KF_NOWHERE;
    search->nodes = 0;
    for (size_t i = 0; i < PROOFS; i++)
        search->table[i].key = 0;
    memset(failures_of(search), 0, FAILURES * sizeof(failure));
}

// A key is never 0. Proofs and failures of the attacker to move are kept.
static uint64_t key_of(const kf_capture_search *s, int order) {
    uint64_t key = s->board.hash + (uint64_t)order * UINT64_C(0x9E3779B97F4A7C15);
    key ^= ((uint64_t)s->board.ko << 2 | s->board.ko_colour) * UINT64_C(0xBF58476D1CE4E5B9);
    key ^= key >> 29;
    return key != 0 ? key : 1;
}

// Whether that player may play there. Of a ko, one of them pays no heed.
static bool may_play(const kf_capture_search *s, kf_point point, kf_colour colour) {
    kf_verdict verdict = kf_board_judge(&s->board, point, colour);
    bool is_free = s->owner_bound == (colour == s->attacker);
    return verdict == KF_LEGAL || (verdict == KF_KO && is_free);
}

// ---- Orders 0 and 1 ----

static bool take(kf_capture_search *s, kf_point liberty, kf_capture_zone *zone, kf_point *best) {
    if (!may_play(s, liberty, s->attacker))
        return false;
    kf_capture_zone_clear(&s->board, zone);
    kf_capture_zone_chain(&s->board, s->stone, zone);
    kf_capture_zone_hold(&s->board, zone);
    *best = liberty;
    return true;
}

static bool chase(kf_capture_search *s, kf_capture_zone *zone, kf_point *best) {
    bool is_known = true;
    kf_point stone = kf_board_point(&s->board, s->stone);
    bool *cells = kf_ladder_zone(s->ladder, &s->board, stone, &is_known);
    s->nodes += 1 + kf_ladder_tried(s->ladder) / LADDER_MOVES;
    s->is_cut = s->is_cut || !is_known;
    if (cells == NULL || (kf_ladder_has_ko(s->ladder) && !s->owner_bound))
        return false;
    kf_capture_zone_clear(&s->board, zone);
    kf_capture_zone_mark(&s->board, cells, zone);
    kf_capture_zone_chain(&s->board, s->stone, zone);
    kf_capture_zone_hold(&s->board, zone);
    *best = kf_ladder_best(s->ladder);
    return true;
}

// ---- Moves of the attacker ----

typedef struct move_list {
    int count;
    kf_point point[MOVES];
    int score[MOVES];
} move_list;

static void add_move(const kf_capture_search *s, move_list *list, uint32_t at, int score) {
    kf_point point = kf_board_point(&s->board, at);
    if (s->board.cell[at].colour != KF_EMPTY)
        return;
    for (int i = 0; i < list->count; i++)
        if (list->point[i] == point)
            return;
    if (list->count == MOVES)
        return;
    int place = list->count++;
    for (; place > 0 && list->score[place - 1] < score; place--) {
        list->point[place] = list->point[place - 1];
        list->score[place] = list->score[place - 1];
    }
    list->point[place] = point;
    list->score[place] = score;
}

// How many liberties of the chain a cell is or touches.
static int count_touched(const kf_board *board, uint32_t at, const kf_point *liberty,
                         size_t count) {
    int touched = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = kf_board_cell(board, liberty[i]);
        touched += cell == at;
        for (int side = 0; side < 4; side++)
            touched += kf_board_beside(board, cell, side) == at;
    }
    return touched;
}

// The liberties of the chain, what is beside them, and what is beside that.
static void add_near(const kf_capture_search *s, const kf_point *liberty, size_t count,
                     move_list *list) {
    const kf_board *board = &s->board;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = kf_board_cell(board, liberty[i]);
        add_move(s, list, at, 4 + 4 * count_touched(board, at, liberty, count));
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (board->cell[next].colour != KF_EMPTY)
                continue;
            add_move(s, list, next, 2 + 5 * count_touched(board, next, liberty, count));
            for (int turn = 0; turn < 4; turn++)
                add_move(s, list, kf_board_beside(board, next, turn), 1);
        }
    }
}

// The last liberties of a chain.
static void add_few(const kf_capture_search *s, uint32_t stone, size_t most, int score,
                    move_list *list) {
    kf_point liberty[LIBERTIES];
    size_t count = kf_chain_few(&s->board, kf_board_point(&s->board, stone), liberty, most);
    for (size_t i = 0; count <= most && i < count; i++)
        add_move(s, list, kf_board_cell(&s->board, liberty[i]), score);
}

// The attacker's own weak chains around the chain are strengthened: by a liberty more, or by
// taking.
static void add_helpers(const kf_capture_search *s, move_list *list) {
    const kf_board *board = &s->board;
    kf_point liberty[LIBERTIES];
    uint32_t at = s->stone;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side), friendly = next;
            if (board->cell[next].colour != s->attacker ||
                kf_chain_few(board, kf_board_point(board, next), liberty, 2) > 2)
                continue;
            add_few(s, next, 2, 3, list);
            do {
                for (int turn = 0; turn < 4; turn++) {
                    uint32_t foe = kf_board_beside(board, friendly, turn);
                    if (board->cell[foe].colour == s->owner &&
                        board->cell[foe].head != board->cell[s->stone].head)
                        add_few(s, foe, 2, 3, list);
                }
                friendly = board->cell[friendly].next;
            } while (friendly != next);
        }
        at = board->cell[at].next;
    } while (at != s->stone && list->count < MOVES);
}

static bool try_move(kf_capture_search *s, int order, int depth, kf_point point,
                     kf_capture_zone *zone) {
    kf_played played;
    kf_capture_zone taken;
    uint32_t at = kf_board_cell(&s->board, point);
    kf_point hardest;
    if (!may_play(s, point, s->attacker))
        return false;
    kf_capture_zone_clear(&s->board, &taken);
    kf_capture_zone_taken(&s->board, at, s->attacker, &taken);
    kf_board_play(&s->board, point, s->attacker, &played);
    bool works = kf_capture_search_defend(s, order, depth, zone, &hardest);
    if (works) {
        kf_capture_zone_touch(&s->board, at, zone);
        kf_capture_zone_hold(&s->board, zone);
    }
    kf_board_undo(&s->board, &played);
    if (works) {
        kf_capture_zone_join(&s->board, zone, &taken);
        kf_capture_zone_hold(&s->board, zone);
    }
    return works;
}

// ---- The two sides ----

static void list_moves(const kf_capture_search *s, const kf_point *liberty, size_t count,
                       move_list *list) {
    list->count = 0;
    if (s->hint != KF_NOWHERE && s->hint != KF_PASS)
        add_move(s, list, kf_board_cell(&s->board, s->hint), HINTED);
    add_near(s, liberty, count, list);
    add_helpers(s, list);
}

static bool try_moves(kf_capture_search *s, int order, int depth, const move_list *list,
                      kf_capture_zone *zone, kf_point *best) {
    for (int i = 0; i < list->count; i++)
        if (try_move(s, order, depth - 1, list->point[i], zone)) {
            *best = list->point[i];
            return true;
        }
    return false;
}

// Whether that is known already. `works` is then the answer.
static bool is_known(kf_capture_search *s, uint64_t key, int depth, bool *works,
                     kf_capture_zone *zone, kf_point *best) {
    const kf_capture_entry *proof = &s->table[key % PROOFS];
    const failure *failed = &failures_of(s)[key % FAILURES];
    if (proof->key == key) {
        kf_capture_zone_clear(&s->board, zone);
        kf_capture_zone_join(&s->board, zone, &proof->zone);
        *best = proof->best;
        *works = true;
        return true;
    }
    *works = false;
    if (failed->key != key || (failed->depth < depth && failed->is_cut))
        return false;
    s->is_cut = s->is_cut || failed->is_cut;
    return true;
}

static void remember(kf_capture_search *s, uint64_t key, int depth, bool works,
                     const kf_capture_zone *zone, kf_point best) {
    kf_capture_entry *proof = &s->table[key % PROOFS];
    if (works) {
        proof->key = key;
        proof->best = best;
        kf_capture_zone_clear(&s->board, &proof->zone);
        kf_capture_zone_join(&s->board, &proof->zone, zone);
    } else if (s->nodes < s->limit) {
        failures_of(s)[key % FAILURES] = (failure){key, depth, s->is_cut};
    }
}

bool kf_capture_search_attack(kf_capture_search *search, int order, int depth,
                              kf_capture_zone *zone, kf_point *best) {
    kf_capture_search *s = search;
    kf_point liberty[LIBERTIES + 1];
    size_t most = (size_t)(order < LIBERTIES ? order + 1 : LIBERTIES);
    size_t count =
        order < 0 ? most + 1
                  : kf_chain_few(&s->board, kf_board_point(&s->board, s->stone), liberty, most);
    bool works = false;
    // With passes alone he needs a move for each liberty.
    if (count > most)
        return false;
    if (count == 1)
        return take(s, liberty[0], zone, best);
    if (order == 1 || count == 0)
        return order == 1 && count > 0 && chase(s, zone, best);
    uint64_t key = key_of(s, order);
    if (is_known(s, key, depth, &works, zone, best))
        return works;
    if (depth <= 0 || s->nodes >= s->limit) {
        s->is_cut = true;
        return false;
    }
    s->nodes++;
    bool was_cut = s->is_cut;
    s->is_cut = false;
    move_list list;
    list_moves(s, liberty, count, &list);
    works = kf_capture_search_attack(s, order - 1, depth, zone, best) ||
            try_moves(s, order, depth, &list, zone, best);
    remember(s, key, depth, works, zone, *best);
    s->is_cut = s->is_cut || was_cut;
    return works;
}

// The owner's next reply: on a liberty of the chain, or anywhere else in the zone. 0: there is none
// left.
static uint32_t next_answer(const kf_capture_search *s, const kf_capture_zone *zone,
                            kf_capture_zone *done) {
    const kf_board *board = &s->board;
    uint32_t at = s->stone;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (board->cell[next].colour == KF_EMPTY && !kf_capture_zone_has(done, next)) {
                kf_capture_zone_put(done, next);
                return next;
            }
        }
        at = board->cell[at].next;
    } while (at != s->stone);
    return kf_capture_zone_next(board, zone, done);
}

// Whether a reply is refuted. The zone gets what that rests on.
static bool refute(kf_capture_search *s, int order, int depth, uint32_t at, kf_capture_zone *zone) {
    kf_played played;
    kf_capture_zone own, sub;
    kf_point best;
    kf_capture_zone_clear(&s->board, &own);
    kf_capture_zone_tied(&s->board, at, s->owner, &own);
    kf_capture_zone_taken(&s->board, at, s->owner, &own);
    kf_board_play(&s->board, kf_board_point(&s->board, at), s->owner, &played);
    bool works = kf_capture_search_attack(s, order, depth, &sub, &best);
    kf_board_undo(&s->board, &played);
    if (works) {
        kf_capture_zone_join(&s->board, zone, &sub);
        kf_capture_zone_join(&s->board, zone, &own);
    }
    return works;
}

bool kf_capture_search_defend(kf_capture_search *search, int order, int depth,
                              kf_capture_zone *zone, kf_point *hardest) {
    kf_capture_search *s = search;
    kf_capture_zone done;
    kf_played played;
    uint64_t most = 0;
    s->nodes++;
    kf_point threat = KF_NOWHERE;
    kf_board_play(&s->board, KF_PASS, s->owner, &played);
    bool works = kf_capture_search_attack(s, order - 1, depth, zone, &threat);
    kf_board_undo(&s->board, &played);
    *hardest = KF_PASS;
    if (works && s->everywhere)
        kf_capture_zone_fill(&s->board, zone);
    kf_capture_zone_clear(&s->board, &done);
    while (works) {
        if (!s->everywhere)
            kf_capture_zone_bar(&s->board, s->owner, zone);
        uint32_t at = next_answer(s, zone, &done);
        uint64_t before = s->nodes;
        kf_point point = kf_board_point(&s->board, at);
        if (at == 0)
            break;
        if (!may_play(s, point, s->owner))
            continue;
        s->hint = threat;
        works = refute(s, order, depth - 1, at, zone);
        if (!works || s->nodes - before > most)
            *hardest = point;
        most = s->nodes - before > most ? s->nodes - before : most;
    }
    return works;
}
