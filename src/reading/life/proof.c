// SPDX-License-Identifier: MIT
// Depth-first proof-number search with a table, ko, and refutations by repetition.
//
// Each position has two numbers: about how many positions must be won to prove what is asked, and
// how many to refute it. The search goes down to the position that counts for both, and stays below
// a node until its numbers exceed limits that say when another node is more promising. A position
// that repeats one above it is lost for the side that asks. Such a refutation is good everywhere if
// it leads back no further than to the node itself; else only on the same way. The answer to one
// move is tried at once as the guide to the others.

#include "reading/life/life.h"

#include <string.h>

enum { DEEPEST = 300, NO_DEPTH = 0xFFFF, SHARE = 2, RETURNS = 8, AHEAD = 16 };

#define ENDLESS UINT32_C(0x3FFFFFFF)

static uint32_t add(uint32_t a, uint32_t b) {
    return a >= ENDLESS || b >= ENDLESS || a + b >= ENDLESS ? ENDLESS : a + b;
}

void kf_proof_init(kf_proof *proof, const kf_local_map *map, int side, kf_transposition *memo,
                   kf_arena *arena) {
    *proof = (kf_proof){.map = map, .memo = memo, .arena = arena, .side = side};
    proof->salt = side == KF_ATTACKER ? UINT64_C(0x5851F42D4C957F2D) : 0;
}

static uint64_t key_of(const kf_proof *proof, const kf_local *at) {
    uint64_t key = kf_local_key(proof->map, at) ^ proof->salt;
    return key == 0 ? 1 : key;
}

// How a position was come to: its key, the nodes above it, how unlikely the move looks, and what
// lies around that.
typedef struct way_to {
    uint64_t key;
    uint64_t path;
    uint32_t cost;
    int move;
    const kf_proof_frame *from; // NULL: no move led to it
    kf_surroundings *around;    // of the moves there
} way_to;

// What lies around the moves of the node at hand.
static void look_around(const kf_proof *proof, const kf_proof_frame *frame,
                        kf_surroundings *around) {
    const kf_proof_frame *above = proof->depth > 0 ? frame - 1 : NULL;
    int last = above != NULL && above->best >= 0 ? above->moves[above->best].move : KF_LOCAL_PASS;
    kf_features_around(proof->map, &frame->at, last, around);
}

static kf_evaluation guess(const kf_proof *proof, const kf_local *at, const way_to *way,
                           const kf_eyespace *seen) {
    int8_t counts[KF_FEATURES];
    uint8_t kinds[KF_NEAR] = {0};
    memset(counts, 0, KF_FEATURES_MOVE);
    if (way->from != NULL) {
        if (way->around->map == NULL)
            look_around(proof, way->from, way->around);
        kf_features_move(way->around, way->move, counts);
        kf_features_near(way->around, way->move, kinds);
    }
    kf_features_position(proof->map, at, seen, proof->side, counts + KF_FEATURES_MOVE);
    return kf_evaluation_find(at->turn, counts, kinds);
}

// The numbers of a position that was never read: what a glance says, or a guess.
static void estimate(const kf_proof *proof, const kf_local *at, const way_to *way,
                     kf_transposition_entry *entry) {
    kf_eyespace seen = kf_eyespace_foresee_answers(proof->map, at, proof->side);
    bool lives = seen.glance == KF_EYESPACE_LIVES || seen.glance == KF_EYESPACE_OUT;
    bool dies = seen.glance == KF_EYESPACE_DIES;
    entry->flags = seen.glance == KF_EYESPACE_OUT ? KF_PROOF_OUT : 0;
    entry->zone = seen.zone;
    entry->depth = NO_DEPTH;
    if (lives || dies) {
        bool is_proved = dies == (proof->side == KF_ATTACKER);
        entry->proof = is_proved ? 0 : ENDLESS;
        entry->disproof = is_proved ? ENDLESS : 0;
        return;
    }
    kf_evaluation outlook = guess(proof, at, way, &seen);
    entry->proof = proof->side == KF_ATTACKER ? outlook.kill : outlook.live;
    entry->disproof = proof->side == KF_ATTACKER ? outlook.live : outlook.kill;
}

// A position about which nothing is known: the cost of the way says how unlikely the move to it
// looks, for the side that did not move now.
static void get_to_know(const kf_proof *proof, const kf_local *at, const way_to *way,
                        kf_transposition_entry *entry) {
    estimate(proof, at, way, entry);
    if (entry->proof != 0 && entry->disproof != 0) {
        uint32_t *number = at->turn != proof->side ? &entry->proof : &entry->disproof;
        *number += way->cost;
    }
    kf_transposition_put(proof->memo, entry);
}

// What is known of a position: an answer that rests on no ko is good with any threats.
static const kf_transposition_entry *look_up(const kf_proof *proof, const kf_local *at,
                                             uint64_t key) {
    const kf_transposition_entry *known = kf_transposition_find(proof->memo, key);
    if (known != NULL || (at->threats[0] == 0 && at->threats[1] == 0))
        return known;
    kf_local plain = *at;
    plain.threats[0] = plain.threats[1] = 0;
    known = kf_transposition_find(proof->memo, key_of(proof, &plain));
    bool is_good = known != NULL && (known->proof == 0 || known->disproof == 0) &&
                   (known->flags & (KF_PROOF_KO | KF_PROOF_PATH)) == 0;
    return is_good ? known : NULL;
}

// Looks a position up, or makes it known.
static void meet(const kf_proof *proof, const kf_local *at, const way_to *way,
                 kf_transposition_entry *entry) {
    const kf_transposition_entry *known = look_up(proof, at, way->key);
    if (known == NULL) {
        *entry =
            (kf_transposition_entry){.key = way->key, .move = KF_LOCAL_PASS, .depth = NO_DEPTH};
        get_to_know(proof, at, way, entry);
        return;
    }
    *entry = *known;
    entry->key = way->key;
    if ((entry->flags & KF_PROOF_PATH) && entry->path != way->path) {
        entry->proof = entry->disproof = 1;
        entry->flags = 0;
        entry->depth = NO_DEPTH;
    }
}

// The place of a position on the way to the node, or -1.
static int find_above(const kf_proof *proof, uint64_t key) {
    for (int i = proof->depth; i >= 0; i--)
        if (proof->frames[i].key == key)
            return i;
    return -1;
}

static void take_entry(kf_proof_move *move, const kf_transposition_entry *entry) {
    move->proof = entry->proof;
    move->disproof = entry->disproof;
    move->zone = entry->zone;
    move->depth = entry->depth;
    move->flags =
        (uint8_t)((move->flags & (KF_PROOF_KO | KF_PROOF_REST)) | (entry->flags & ~KF_PROOF_PATH));
}

// The way to the moves of a node: which nodes it has, and in which order.
static uint64_t path_below(const kf_proof_frame *frame) {
    return (frame->path ^ frame->key) * UINT64_C(0x9E3779B97F4A7C15);
}

// Adds a move that is legal. False: it repeats a position, and nothing else is to be known of it.
static bool begin_move(const kf_proof *proof, kf_proof_frame *frame, const kf_kept_move *kept) {
    kf_proof_move *to = &frame->moves[frame->count++];
    bool is_spent = kept->move == frame->at.ko || (kept->move == KF_LOCAL_PASS && frame->is_ours);
    *to = (kf_proof_move){
        .key = kept->key, .move = kept->move, .cost = kept->cost, .depth = NO_DEPTH};
    to->flags = is_spent ? KF_PROOF_KO : kept->move == KF_LOCAL_PASS ? KF_PROOF_REST : 0;
    int above = find_above(proof, to->key);
    if (above < 0)
        return true;
    to->proof = ENDLESS;
    to->disproof = 0;
    to->depth = (uint16_t)above;
    to->flags |= KF_PROOF_REST;
    to->zone = proof->map->all;
    return false;
}

// Fills in what is known of the move that was added last.
static void finish_move(const kf_proof *proof, kf_proof_frame *frame, const kf_local *next,
                        kf_surroundings *around) {
    kf_proof_move *to = &frame->moves[frame->count - 1];
    kf_transposition_entry entry;
    way_to way = {to->key, path_below(frame), to->cost, to->move, frame, around};
    meet(proof, next, &way, &entry);
    take_entry(to, &entry);
}

// Plays a move at the node and says how it looks. False: it is not legal.
static bool try_move(const kf_proof *proof, kf_proof_frame *frame, int move,
                     const kf_surroundings *around, kf_local *next, kf_kept_move *made) {
    uint32_t cost = move == KF_LOCAL_PASS ? KF_MOVE_ORDER_PASS : kf_move_order_cost(around, move);
    *next = frame->at;
    if (!kf_local_play(proof->map, next, move)) {
        if (move == frame->at.ko)
            frame->flags |= KF_PROOF_KO;
        return false;
    }
    *made = (kf_kept_move){key_of(proof, next), (uint8_t)move, (uint8_t)cost};
    kf_transposition_expect(proof->memo, made->key);
    return true;
}

static void add_move(const kf_proof *proof, kf_proof_frame *frame, int move,
                     kf_surroundings *around) {
    kf_local next;
    kf_kept_move made;
    if (try_move(proof, frame, move, around, &next, &made) && begin_move(proof, frame, &made))
        finish_move(proof, frame, &next, around);
}

// A move is idle when the answer to another one that fails does not care about either: that other
// one was a pass, or changes nothing in its own zone. Then every move outside that zone fails as
// well. Where the defender asks and fails this is not said, for he might make an eye outside.
static void spread(const kf_proof *proof, kf_proof_frame *frame, const kf_proof_move *solved) {
    bool is_proved = solved->proof == 0;
    bool is_sure = is_proved || (proof->side == KF_ATTACKER && solved->depth == NO_DEPTH);
    bool is_pass = solved->move == KF_LOCAL_PASS;
    if (solved->is_idle || is_proved == frame->is_ours || !is_sure ||
        (!is_pass && !kf_zone_is_apart(proof->map, &frame->at, solved->move, solved->zone)))
        return;
    for (int i = 0; i < frame->count; i++) {
        kf_proof_move *move = &frame->moves[i];
        if (move->proof == 0 || move->disproof == 0 ||
            (move->move != KF_LOCAL_PASS && kf_cells_has(solved->zone, move->move)))
            continue;
        move->proof = solved->proof;
        move->disproof = solved->disproof;
        move->zone = solved->zone;
        move->is_idle = true;
    }
}

static void list_within(const kf_proof *proof, kf_proof_frame *frame, kf_cells within,
                        kf_surroundings *around) {
    kf_cells stones = kf_cells_or(frame->at.stones[0], frame->at.stones[1]);
    // A move that the target cannot reach comes to the same as a pass.
    kf_cells reach = kf_local_reach(proof->map, &frame->at);
    kf_cells vacant = kf_cells_minus(kf_cells_and(within, reach), stones);
    frame->listed = kf_cells_or(frame->listed, within);
    // The table is slow to answer: a few moves are played before the first of them is looked up.
    kf_local next[AHEAD];
    kf_kept_move made[AHEAD];
    while (!kf_cells_none(vacant)) {
        int count = 0;
        for (; !kf_cells_none(vacant) && count < AHEAD; vacant = kf_cells_rest(vacant)) {
            int cell = kf_cells_first(vacant);
            count += try_move(proof, frame, cell, around, &next[count], &made[count]);
        }
        for (int i = 0; i < count; i++)
            if (begin_move(proof, frame, &made[i]))
                finish_move(proof, frame, &next[i], around);
    }
}

static void spread_all(const kf_proof *proof, kf_proof_frame *frame) {
    for (int i = 0; i < frame->count; i++)
        if (frame->moves[i].proof == 0 || frame->moves[i].disproof == 0)
            spread(proof, frame, &frame->moves[i]);
}

kf_cells kf_proof_near(const kf_proof *proof, const kf_local *at) {
    const kf_local_map *map = proof->map;
    kf_cells was = kf_cells_or(map->first[0], map->first[1]);
    kf_cells is = kf_cells_or(at->stones[0], at->stones[1]);
    kf_cells changed = kf_cells_or(kf_cells_minus(was, is), kf_cells_minus(is, was));
    changed = kf_cells_or(changed, kf_cells_and(map->first[0], at->stones[1]));
    changed = kf_cells_or(changed, kf_cells_and(map->first[1], at->stones[0]));
    return kf_cells_or(map->core, kf_local_touch(map, changed));
}

// The other side may always pass, and his pass stands for all moves far from the play, too: once it
// is proved, of these only those in the zone of that proof can change anything.
static void list_rest(const kf_proof *proof, kf_proof_frame *frame) {
    const kf_proof_move *pass = &frame->moves[0];
    kf_cells left = kf_cells_minus(pass->zone, frame->listed);
    if (pass->proof != 0 || kf_cells_none(left))
        return;
    kf_surroundings around;
    look_around(proof, frame, &around);
    list_within(proof, frame, left, &around);
    spread_all(proof, frame);
}

// The side that asks gains nothing by a pass, except that a ban of a ko ends.
static void list_moves(const kf_proof *proof, kf_proof_frame *frame) {
    kf_cells near = proof->map->all;
    frame->count = 0;
    frame->flags = 0;
    frame->listed = (kf_cells){0, 0};
    bool is_banned = frame->at.ko != KF_LOCAL_NO_CELL && frame->at.threats[frame->at.turn] == 0;
    kf_surroundings around;
    look_around(proof, frame, &around);
    if (!frame->is_ours || is_banned)
        add_move(proof, frame, KF_LOCAL_PASS, &around);
    if (!frame->is_ours || proof->is_narrow)
        near = kf_proof_near(proof, &frame->at);
    if (!frame->is_ours)
        near = kf_cells_and(near, kf_cells_or(around.beside[0], around.beside[1]));
    if (!frame->is_ours && frame->moves[0].proof == 0)
        near = frame->moves[0].zone;
    list_within(proof, frame, near, &around);
    spread_all(proof, frame);
    // What the table knows may have answered the pass, too.
    if (!frame->is_ours)
        list_rest(proof, frame);
}

// Keeps the moves of a node, unless as many are there.
static void keep_moves(const kf_proof *proof, const kf_proof_frame *frame) {
    const kf_kept_moves *there = kf_transposition_moves(proof->memo, frame->key);
    kf_kept_move moves[KF_CELLS_MAX + 1];
    if (there != NULL && there->count == frame->count)
        return;
    for (int i = 0; i < frame->count; i++)
        moves[i] = (kf_kept_move){frame->moves[i].key, frame->moves[i].move, frame->moves[i].cost};
    kf_transposition_keep(proof->memo,
                          &(kf_kept_moves){.key = frame->key,
                                           .listed = frame->listed,
                                           .count = (uint8_t)frame->count,
                                           .flags = frame->flags},
                          moves);
}

// The moves of a node that was read before. What is known of them may have changed since.
static void recall_moves(const kf_proof *proof, kf_proof_frame *frame, const kf_kept_moves *kept) {
    const kf_kept_move *moves = proof->memo->moves + kept->first;
    bool has_threats = frame->at.threats[0] != 0 || frame->at.threats[1] != 0;
    kf_surroundings around = {.map = NULL}; // most often all is known
    frame->count = 0;
    frame->flags = kept->flags;
    frame->listed = kept->listed;
    for (int i = 0; i < kept->count; i++)
        kf_transposition_expect(proof->memo, moves[i].key);
    for (int i = 0; i < kept->count; i++) {
        kf_local next = frame->at;
        if (!begin_move(proof, frame, &moves[i]))
            continue;
        const kf_transposition_entry *known = kf_transposition_find(proof->memo, moves[i].key);
        if (known != NULL && (known->flags & KF_PROOF_PATH) == 0 && !has_threats) {
            take_entry(&frame->moves[frame->count - 1], known);
        } else {
            kf_local_play(proof->map, &next, moves[i].move);
            finish_move(proof, frame, &next, &around);
        }
    }
    spread_all(proof, frame);
    if (!frame->is_ours)
        list_rest(proof, frame);
}

// Fills in the moves of a node. To come back to one whose moves are kept is a part of the work.
static void find_moves(kf_proof *proof, kf_proof_frame *frame) {
    const kf_kept_moves *kept = kf_transposition_moves(proof->memo, frame->key);
    if (kept != NULL) {
        proof->nodes += ++proof->visits % RETURNS == 0;
        recall_moves(proof, frame, kept);
        return;
    }
    proof->nodes++;
    list_moves(proof, frame);
    keep_moves(proof, frame);
}

// Goes down to a position. Its moves are not listed yet. NULL: it lies too deep.
static kf_proof_frame *enter(kf_proof *proof, const kf_local *at, uint64_t key) {
    int depth = proof->depth + 1;
    if (depth >= DEEPEST)
        return NULL;
    proof->frames = kf_arena_grow(proof->arena, proof->frames, &proof->room, (size_t)depth + 1,
                                  sizeof *proof->frames);
    kf_proof_frame *frame = &proof->frames[depth];
    const kf_proof_frame *above = depth > 0 ? &proof->frames[depth - 1] : NULL;
    frame->at = *at;
    frame->key = key;
    frame->path = above != NULL ? path_below(above) : 0;
    const kf_transposition_entry *known = kf_transposition_find(proof->memo, key);
    frame->start = proof->nodes - (known != NULL ? known->work : 0);
    frame->is_ours = at->turn == proof->side;
    frame->best = -1;
    proof->depth = depth;
    return frame;
}

static void push(kf_proof *proof, const kf_local *at, uint64_t key, uint32_t proof_limit,
                 uint32_t disproof_limit) {
    kf_proof_frame *frame = enter(proof, at, key);
    if (frame == NULL) {
        proof->is_over = true;
        return;
    }
    frame->proof_limit = proof_limit;
    frame->disproof_limit = disproof_limit;
    find_moves(proof, frame);
    proof->is_over = proof->is_over || proof->nodes >= proof->limit;
}

// The move that the search goes down by, the number of the next best, and what the others add to it
// where all moves count.
typedef struct choice {
    int best;
    uint32_t second;
    uint32_t others;
} choice;

// Where all moves count, the hardest counts whole and the others in part: most of them fail by the
// same answer, and their sum would make any node with many moves look hopeless.
static uint32_t join(uint32_t most, uint32_t all) {
    return all >= ENDLESS ? ENDLESS : most + (all - most) / SHARE;
}

// The numbers of a node from those of its moves: of the best, or of all together.
static choice sum_up(const kf_proof_frame *frame, kf_transposition_entry *sum) {
    uint32_t least = ENDLESS, next = ENDLESS, all = 0, most = 0, here = 0;
    int best = -1;
    for (int i = 0; i < frame->count; i++) {
        const kf_proof_move *move = &frame->moves[i];
        uint32_t one = frame->is_ours ? move->proof : move->disproof;
        uint32_t every = frame->is_ours ? move->disproof : move->proof;
        all = add(all, every);
        most = every > most ? every : most;
        if (one < least || best < 0) {
            next = least;
            least = one;
            best = i;
            here = every;
        } else if (one < next) {
            next = one;
        }
    }
    all = join(most, all);
    sum->proof = frame->is_ours ? least : all;
    sum->disproof = frame->is_ours ? all : least;
    return (choice){best, next, here < all ? all - here : 0};
}

// The zone of a solved node: from that of the move that solves it, or from those of all of them but
// for idle ones.
static kf_cells find_zone(const kf_proof *proof, const kf_proof_frame *frame, bool by_one, int best,
                          bool is_proved) {
    const kf_local_map *map = proof->map;
    const kf_local *at = &frame->at;
    kf_cells zone = {0, 0};
    for (int i = 0; i < frame->count; i++) {
        const kf_proof_move *move = &frame->moves[i];
        if ((by_one && i != best) || move->is_idle)
            continue;
        zone = kf_cells_or(zone, move->zone);
        if (move->move == KF_LOCAL_PASS)
            continue;
        zone = by_one ? kf_zone_move(map, at, move->move, zone)
                      : kf_cells_or(zone, kf_zone_answer(map, at, move->move));
    }
    bool lives = is_proved == (proof->side == KF_DEFENDER);
    if (lives)
        zone = kf_zone_keep(map, at, zone);
    return by_one ? kf_zone_hold(map, at, zone) : kf_zone_bar(map, at, zone);
}

// What a solved node rests on.
static void conclude(const kf_proof *proof, kf_proof_frame *frame, kf_transposition_entry *sum,
                     int best) {
    bool by_one = frame->is_ours == (sum->proof == 0);
    unsigned flags = by_one ? 0 : frame->flags;
    uint16_t depth = NO_DEPTH;
    for (int i = 0; i < frame->count; i++) {
        const kf_proof_move *move = &frame->moves[i];
        if ((by_one && i != best) || move->is_idle)
            continue;
        flags |= move->flags;
        depth = sum->disproof == 0 && move->depth < depth ? move->depth : depth;
    }
    if (depth < proof->depth) {
        flags |= KF_PROOF_PATH;
        sum->path = frame->path;
        sum->depth = depth;
    }
    sum->flags = (uint8_t)flags;
    sum->zone = find_zone(proof, frame, by_one, best, sum->proof == 0);
}

static void refresh(const kf_proof *proof, kf_proof_frame *frame) {
    for (int i = 0; i < frame->count; i++) {
        kf_proof_move *move = &frame->moves[i];
        if (move->proof == 0 || move->disproof == 0)
            continue;
        const kf_transposition_entry *known = kf_transposition_find(proof->memo, move->key);
        if (known != NULL && !(known->flags & KF_PROOF_PATH))
            take_entry(move, known);
    }
}

// Leaves a node: remembers it, and tells the node above.
static void leave(kf_proof *proof) {
    kf_proof_frame *frame = &proof->frames[proof->depth];
    kf_transposition_entry sum = {.key = frame->key, .depth = NO_DEPTH};
    int best = sum_up(frame, &sum).best;
    sum.move = best >= 0 ? frame->moves[best].move : KF_LOCAL_PASS;
    bool is_solved = sum.proof == 0 || sum.disproof == 0;
    if (is_solved)
        conclude(proof, frame, &sum, best);
    sum.work = (uint32_t)(proof->nodes - frame->start);
    kf_transposition_put(proof->memo, &sum);
    if (!is_solved)
        keep_moves(proof, frame);
    if (--proof->depth < 0)
        return;
    kf_proof_frame *above = &proof->frames[proof->depth];
    kf_proof_move *move = &above->moves[above->best];
    take_entry(move, &sum);
    refresh(proof, above);
    if (is_solved)
        spread(proof, above, move);
    if (!above->is_ours)
        list_rest(proof, above);
}

// ---- One proof as the guide to another ----
//
// When a move of the loser is answered, the same play often answers his other moves. So each of
// these is tried by it before anything is searched there: the winner plays what the guide says, the
// loser whatever he can. The guide only says what is looked at. Each position on the way is solved
// by moves of its own, as any other is (Y. Kawano's simulation, 1996).

// What the table has of a position when `is_yes` says how it ends, or NULL.
static const kf_transposition_entry *find_won(const kf_proof *proof, const kf_local *at,
                                              bool is_yes) {
    const kf_transposition_entry *known = look_up(proof, at, key_of(proof, at));
    return known != NULL && (is_yes ? known->proof : known->disproof) == 0 ? known : NULL;
}

// The guide after a move of the loser. Where that was not read, his pass stands for it.
static kf_local guide_after(const kf_proof *proof, const kf_local *guide, int move, bool is_yes) {
    kf_local next = *guide;
    if (kf_local_play(proof->map, &next, move) && find_won(proof, &next, is_yes) != NULL)
        return next;
    next = *guide;
    kf_local_play(proof->map, &next, KF_LOCAL_PASS);
    return next;
}

static bool follow(kf_proof *proof, int index, const kf_local *guide, bool is_yes);

// At a node of the loser all his moves must be answered.
static bool follow_loser(kf_proof *proof, const kf_local *guide, bool is_yes) {
    find_moves(proof, &proof->frames[proof->depth]);
    for (int i = 0; i < proof->frames[proof->depth].count; i++) {
        int move = proof->frames[proof->depth].moves[i].move;
        kf_local next = guide_after(proof, guide, move, is_yes);
        if (!follow(proof, i, &next, is_yes))
            return false;
    }
    return true;
}

// At a node of the winner only the answer of the guide is looked at. Where the loser stands on that
// point he is missing on another one, which the winner takes instead.
static bool follow_winner(kf_proof *proof, const kf_local *guide, int answer, bool is_yes) {
    kf_proof_frame *frame = &proof->frames[proof->depth];
    const kf_local *at = &frame->at;
    int loser = 1 - at->turn, move = answer;
    frame->count = 0;
    frame->flags = 0;
    frame->listed = proof->map->all;
    proof->nodes += ++proof->visits % RETURNS == 0;
    if (kf_cells_has(at->stones[loser], move)) {
        kf_cells stones = kf_cells_or(at->stones[0], at->stones[1]);
        kf_cells other = kf_cells_minus(guide->stones[loser], stones);
        move = kf_cells_none(other) ? move : kf_cells_first(other);
    }
    kf_surroundings around;
    look_around(proof, frame, &around);
    add_move(proof, frame, move, &around);
    kf_local next = *guide;
    kf_local_play(proof->map, &next, answer);
    return frame->count == 1 && follow(proof, 0, &next, is_yes);
}

// Tries to solve a move of the node at hand. `guide` is a position that may be won the same way.
static bool follow(kf_proof *proof, int index, const kf_local *guide, bool is_yes) {
    kf_proof_frame *above = &proof->frames[proof->depth];
    const kf_proof_move *move = &above->moves[index];
    if (move->proof == 0 || move->disproof == 0)
        return (is_yes ? move->proof : move->disproof) == 0;
    kf_local next = above->at;
    kf_local_play(proof->map, &next, move->move);
    bool is_winner = (next.turn == proof->side) == is_yes;
    const kf_transposition_entry *known = find_won(proof, guide, is_yes);
    bool is_read = known != NULL && known->work > 0 && known->move != KF_LOCAL_PASS;
    if (known == NULL || (is_winner && !is_read) || proof->nodes >= proof->limit)
        return false;
    int answer = known->move;
    above->best = index;
    if (enter(proof, &next, move->key) == NULL)
        return false;
    bool is_done = is_winner ? follow_winner(proof, guide, answer, is_yes)
                             : follow_loser(proof, guide, is_yes);
    if (is_winner && !is_done) {
        proof->depth--; // his other moves were not looked at
        return false;
    }
    // No work would say that a glance answers it.
    proof->frames[proof->depth].start -= is_done;
    leave(proof);
    return is_done;
}

// Tries the other moves of a node by the proof that was found of one.
static void follow_others(kf_proof *proof, int index) {
    kf_local guide = proof->frames[proof->depth].at;
    const kf_proof_move *move = &proof->frames[proof->depth].moves[index];
    bool is_yes = move->proof == 0;
    bool is_losers = (guide.turn == proof->side) != is_yes;
    kf_local_play(proof->map, &guide, move->move);
    for (int i = 0; is_losers && i < proof->frames[proof->depth].count; i++)
        follow(proof, i, &guide, is_yes);
}

// One step: either the node at hand is done with, or the search goes down by its best move.
static void step(kf_proof *proof) {
    kf_proof_frame *frame = &proof->frames[proof->depth];
    kf_transposition_entry sum = {.key = frame->key};
    choice chosen = sum_up(frame, &sum);
    bool is_solved = sum.proof == 0 || sum.disproof == 0;
    if (is_solved || sum.proof >= frame->proof_limit || sum.disproof >= frame->disproof_limit ||
        proof->is_over) {
        leave(proof);
        if (is_solved && proof->depth >= 0)
            follow_others(proof, proof->frames[proof->depth].best);
        return;
    }
    frame->best = chosen.best;
    const kf_proof_move *move = &frame->moves[frame->best];
    uint32_t mine = add(add(chosen.second, chosen.second / 4), 1);
    uint32_t limit = frame->is_ours ? frame->proof_limit : frame->disproof_limit;
    uint32_t rest = frame->is_ours ? frame->disproof_limit : frame->proof_limit;
    rest = rest >= ENDLESS ? ENDLESS : rest - chosen.others;
    mine = mine < limit ? mine : limit;
    kf_local next = frame->at;
    kf_local_play(proof->map, &next, move->move);
    push(proof, &next, move->key, frame->is_ours ? mine : rest, frame->is_ours ? rest : mine);
}

kf_answer kf_proof_known(const kf_proof *proof, const kf_local *at, kf_transposition_entry *entry) {
    meet(proof, at, &(way_to){.key = key_of(proof, at), .move = KF_LOCAL_PASS}, entry);
    return entry->proof == 0      ? KF_ANSWER_YES
           : entry->disproof == 0 ? KF_ANSWER_NO
                                  : KF_ANSWER_UNKNOWN;
}

bool kf_proof_seen(const kf_proof *proof, const kf_local *at, kf_transposition_entry *entry) {
    const kf_transposition_entry *known = look_up(proof, at, key_of(proof, at));
    if (known != NULL)
        *entry = *known;
    return known != NULL;
}

kf_answer kf_proof_run(kf_proof *proof, const kf_local *at, unsigned *flags) {
    kf_transposition_entry entry;
    proof->depth = -1;
    proof->is_over = proof->nodes >= proof->limit;
    while (kf_proof_known(proof, at, &entry) == KF_ANSWER_UNKNOWN && !proof->is_over) {
        push(proof, at, key_of(proof, at), ENDLESS, ENDLESS);
        while (proof->depth >= 0)
            step(proof);
    }
    *flags = entry.flags & (KF_PROOF_KO | KF_PROOF_REST | KF_PROOF_OUT);
    return kf_proof_known(proof, at, &entry);
}
