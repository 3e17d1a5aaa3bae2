// SPDX-License-Identifier: MIT
// A whole game: which groups have changed their status since the position before.

#include "reading/life/life.h"

#include <string.h>

enum { ANSWERS = 1 << 13, CHANGES = 64, WORDS = KF_LIFE_UNSETTLED + 1, CLOSER = 4 };

// What becomes of a group: in a word, and by who moves first.
typedef struct words {
    uint8_t status; // kf_life_word, as the others
    uint8_t first[2];
    bool is_told; // that it is left to its fate was said since the status changed
} words;

// What a part came to that was read before.
typedef struct answer {
    uint64_t key; // 0: nothing here
    words found;
} answer;

struct kf_life_course {
    kf_arena *arena;
    uint64_t nodes;
    int step;                     // the number of the position, from 1
    kf_board board, before;       // this position, and the one before
    kf_life life;                 // of the group at hand
    kf_region region;             // likewise
    answer answers[ANSWERS];      // that were found
    kf_colour moved;              // who made the move that led here, KF_EMPTY if nobody
    words known[KF_BOARD_POINTS]; // of each stone: what was last known of its group,
    int steps[KF_BOARD_POINTS];   // and in which position
    bool done[KF_BOARD_POINTS];
    size_t count;
    kf_life_change changes[CHANGES];
};

// What is made in the protected call.
typedef struct start {
    kf_arena *arena;
    kf_life_course *course;
} start;

static void make(void *context) {
    start *s = context;
    s->course = kf_arena_alloc(s->arena, sizeof *s->course);
    memset(s->course, 0, sizeof *s->course);
}

kf_life_course *kf_life_course_new(uint64_t nodes) {
    start s = {kf_arena_new(), NULL};
    if (s.arena == NULL || !kf_arena_try(s.arena, make, &s)) {
        kf_arena_free(s.arena);
        return NULL;
    }
    s.course->arena = s.arena;
    s.course->nodes = nodes;
    return s.course;
}

void kf_life_course_free(kf_life_course *course) {
    if (course != NULL)
        kf_arena_free(course->arena);
}

// ---- Groups ----

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ (hash >> 31);
}

static uint64_t mix_cells(uint64_t hash, kf_cells cells) {
    return mix(mix(hash, cells.low), cells.high);
}

// All that the answer depends on: the part, what lies in it, and what lies around.
static uint64_t key_of(const kf_region *region, const kf_board *board) {
    const kf_local_map *map = &region->map;
    kf_colour banned;
    kf_point ko = kf_board_ko(board, &banned);
    uint64_t key = mix(board->width, board->height);
    for (kf_cells left = map->whole; !kf_cells_none(left); left = kf_cells_rest(left)) {
        kf_point point = map->point[kf_cells_first(left)];
        key = mix(key, point + (point == ko ? (uint64_t)banned << 16 : 0));
    }
    for (int side = 0; side < 2; side++) {
        key = mix_cells(key, region->start.stones[side]);
        key = mix_cells(key, map->firm[side]);
    }
    key = mix_cells(mix_cells(mix_cells(key, map->target), map->open), map->core);
    key = mix(key, map->colour[KF_DEFENDER]);
    return key != 0 ? key : 1;
}

static void read_group(kf_life_course *c, const kf_board *board, kf_point group, bool with_moves) {
    kf_life_input input = {.where = {.board = board, .group = group},
                           .nodes = with_moves ? CLOSER * c->nodes : c->nodes,
                           .only_result = !with_moves};
    kf_life_solve(&input, c->arena, &c->life);
}

static words sum_up(const kf_life *life) {
    return (words){
        (uint8_t)life->status, {(uint8_t)life->first[0].word, (uint8_t)life->first[1].word}, false};
}

// What becomes of the group, whose stones are then the target of `region`.
static words find_words(kf_life_course *c, kf_point group) {
    kf_region_input where = {.board = &c->board, .group = group};
    bool is_found = kf_region_find(&where, &c->region);
    if (!is_found || c->region.has_room)
        return (words){KF_LIFE_UNKNOWN, {KF_LIFE_UNKNOWN, KF_LIFE_UNKNOWN}, false};
    uint64_t key = key_of(&c->region, &c->board);
    answer *known = &c->answers[key % ANSWERS];
    if (known->key != key) {
        read_group(c, &c->board, group, false);
        *known = (answer){key, sum_up(&c->life)};
    }
    return known->found;
}

// ---- Changes ----

static void copy_moves(const kf_life_case *found, kf_point *moves, int *count) {
    *count = 0;
    for (int i = 0; i < found->vital_count && *count < KF_LIFE_MOVES; i++)
        moves[(*count)++] = found->vital[i];
}

// The moves that take the group and those that save it, each in the position where that side moves.
static void find_moves(kf_life_course *c, kf_life_change *change) {
    const kf_board *before = c->step > 1 ? &c->before : &c->board;
    bool owner_moved = c->moved == change->colour;
    read_group(c, owner_moved ? &c->board : before, change->group, true);
    copy_moves(&c->life.first[KF_ATTACKER], change->kills, &change->kill_count);
    read_group(c, owner_moved ? before : &c->board, change->group, true);
    copy_moves(&c->life.first[KF_DEFENDER], change->saves, &change->save_count);
}

// What it comes to with that player to move.
static kf_life_word result_of(const words *found, kf_colour to_move, kf_colour owner) {
    return (kf_life_word)found->first[to_move == owner ? KF_DEFENDER : KF_ATTACKER];
}

static kf_life_turn turn_of(kf_life_word was, kf_life_word is) {
    if (was == KF_LIFE_ALIVE && is == KF_LIFE_DEAD)
        return KF_LIFE_LOST;
    return was == KF_LIFE_DEAD && is == KF_LIFE_ALIVE ? KF_LIFE_LET_LIVE : KF_LIFE_NO_TURN;
}

// The stone that stands for what most stones of the group were before. -1: of less than half of
// them something is known.
static int find_witness(const kf_life_course *c, const kf_point *stones, int count) {
    int votes[WORDS] = {0}, first[WORDS], best = KF_LIFE_UNKNOWN;
    for (int i = 0; i < count; i++) {
        int was = c->known[kf_benson_index(&c->board, stones[i])].status;
        if (votes[was]++ == 0)
            first[was] = i;
    }
    for (int was = KF_LIFE_UNKNOWN + 1; was < WORDS; was++)
        if (best == KF_LIFE_UNKNOWN || votes[was] > votes[best])
            best = was;
    return 2 * votes[best] >= count && votes[best] > 0 ? first[best] : -1;
}

// `stones` of `whole` that the group has were not compared with another.
static void compare(kf_life_course *c, const kf_point *stones, int count, int whole, words *now) {
    int witness = find_witness(c, stones, count);
    if (witness < 0 || c->count == CHANGES)
        return;
    int index = kf_benson_index(&c->board, stones[witness]);
    const words *was = &c->known[index];
    kf_colour owner = kf_board_get(&c->board, stones[witness]);
    int since = c->step - c->steps[index];
    kf_life_turn turn = since > 1 || c->moved == KF_EMPTY
                            ? KF_LIFE_NO_TURN
                            : turn_of(result_of(was, c->moved, owner),
                                      result_of(now, kf_colour_other(c->moved), owner));
    bool is_same = was->status == now->status;
    now->is_told = turn != KF_LIFE_NO_TURN || (is_same && was->is_told);
    // Where both sides leave it as it is, it is said once.
    if (is_same && (turn == KF_LIFE_NO_TURN || was->is_told))
        return;
    kf_life_change *change = &c->changes[c->count++];
    *change = (kf_life_change){.group = stones[witness],
                               .colour = owner,
                               .stones = whole,
                               .before = (kf_life_word)was->status,
                               .after = (kf_life_word)now->status,
                               .turn = turn,
                               .since = since};
    find_moves(c, change);
}

static void visit_group(kf_life_course *c, kf_point group) {
    kf_point stones[KF_BOARD_POINTS];
    words found = find_words(c, group);
    size_t count = kf_chain_stones(&c->board, group, stones, KF_BOARD_POINTS), whole = count;
    bool is_known = found.status != KF_LIFE_UNKNOWN;
    if (is_known) {
        const kf_local_map *map = &c->region.map;
        count = whole = 0;
        // A chain may belong to two groups as they are read; what was said of it first holds.
        for (kf_cells left = map->target; !kf_cells_none(left);
             left = kf_cells_rest(left), whole++) {
            kf_point stone = map->point[kf_cells_first(left)];
            if (!c->done[kf_benson_index(&c->board, stone)])
                stones[count++] = stone;
        }
        compare(c, stones, (int)count, (int)whole, &found);
    }
    for (size_t i = 0; i < count; i++) {
        int index = kf_benson_index(&c->board, stones[i]);
        c->done[index] = true;
        if (!is_known)
            continue;
        c->known[index] = found;
        c->steps[index] = c->step;
    }
}

// Nothing is known of stones that were not there.
static void forget(kf_life_course *c) {
    const kf_board *board = &c->board;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_board_get(board, point) != kf_board_get(&c->before, point))
            c->known[i] = (words){KF_LIFE_UNKNOWN, {KF_LIFE_UNKNOWN, KF_LIFE_UNKNOWN}, false};
    }
}

static void visit_all(void *context) {
    kf_life_course *c = context;
    const kf_board *board = &c->board;
    memset(c->done, 0, sizeof c->done);
    forget(c);
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        if (kf_board_get(board, point) != KF_EMPTY && !c->done[i])
            visit_group(c, point);
    }
}

bool kf_life_course_step(kf_life_course *course, const kf_board *board, kf_colour moved) {
    kf_life_course *c = course;
    if (c->step == 0)
        kf_board_init(&c->board, board->width, board->height);
    kf_board_copy(&c->before, &c->board);
    kf_board_copy(&c->board, board);
    c->moved = moved;
    c->step++;
    c->count = 0;
    return kf_arena_try(c->arena, visit_all, c);
}

size_t kf_life_course_count(const kf_life_course *course) {
    return course->count;
}

const kf_life_change *kf_life_course_at(const kf_life_course *course, size_t index) {
    return &course->changes[index];
}
