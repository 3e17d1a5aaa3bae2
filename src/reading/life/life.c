// SPDX-License-Identifier: MIT
// The status of a group: the bounds that reading proves for either side to move first, as words;
// the moves that reach them; and the line of play.

#include "reading/life/life.h"

#include <string.h>

enum { TABLE_LEAST = 1 << 14, TABLE_MOST = 1 << 20, MOST_THREATS = 3 };

typedef struct reading {
    const kf_life_input *input;
    kf_life *life;
    kf_life_case *found;
    kf_reader reader;
    kf_arena *arena;
    uint64_t limit; // of positions, for the side that moves first now
    int first;
    kf_bounds bounds;
    kf_question last; // what decided the result
    bool is_doubted;  // a move that reaches it did not stand
} reading;

static kf_local begin(reading *r, const kf_question *question) {
    kf_local at = kf_reader_start(&r->reader, r->input->where.board, r->first);
    r->life->region.map.escapes = question->escapes;
    kf_local_choose(&r->life->region.map, question->is_inner);
    memcpy(at.threats, question->threats, sizeof at.threats);
    return at;
}

// ---- The result ----

// A ko is one only where it is proved that the group is not simply dead.
static kf_life_word word_of(const kf_bounds *bounds) {
    static const kf_life_word words[] = {KF_LIFE_DEAD, KF_LIFE_KO, KF_LIFE_KO, KF_LIFE_SEKI,
                                         KF_LIFE_ALIVE};
    if (bounds->low == bounds->high)
        return words[bounds->low];
    if (bounds->high <= KF_FATE_KO_WON)
        return bounds->low >= KF_FATE_KO_LOST ? KF_LIFE_KO : KF_LIFE_KO_OR_DEAD;
    return KF_LIFE_UNKNOWN;
}

void kf_life_report(const kf_bounds *bounds, kf_life_case *found) {
    found->word = word_of(bounds);
    found->runs_out = found->word == KF_LIFE_UNKNOWN && bounds->gets_out;
    bool is_told = found->word == KF_LIFE_KO && bounds->low == bounds->high;
    found->ko_winner = !is_told                         ? KF_LIFE_NOBODY
                       : bounds->low == KF_FATE_KO_LOST ? KF_ATTACKER
                                                        : KF_DEFENDER;
}

// Who wins the ko while nobody has threats is known. How many does the other one need? Both that so
// many suffice and that fewer do not has to be proved.
static void count_threats(reading *r, int winner) {
    kf_local at = kf_reader_start(&r->reader, r->input->where.board, r->first);
    for (uint8_t n = 1; n <= MOST_THREATS && !r->input->only_result; n++) {
        unsigned flags;
        bool turns = false;
        for (int helped = 0; helped < 2 && !turns; helped++) {
            // Asked with the doubt on either side; on a closed part both come to the same.
            kf_question q = {KF_ATTACKER, {0, 0}, helped == 0, helped != 0};
            q.threats[1 - winner] = n;
            kf_answer answer = kf_reader_ask(&r->reader, &q, &at, r->limit, &flags);
            bool is_proof = r->reader.is_closed || (answer == KF_ANSWER_YES) == q.escapes;
            if (answer == KF_ANSWER_UNKNOWN || !is_proof)
                continue;
            if ((answer == KF_ANSWER_YES) != (winner == KF_DEFENDER))
                break; // proved: so many do not suffice
            turns = true;
        }
        if (turns) {
            r->found->threats = n;
            return;
        }
    }
}

// The question that has the play of the side that moves first: it proved what he gets, or else what
// he cannot prevent.
static void choose_question(reading *r) {
    const kf_bounds *b = &r->bounds;
    if (r->found->runs_out)
        r->last = b->out_by;
    else if (r->first == KF_DEFENDER ? b->has_low : !b->has_high)
        r->last = b->low_by;
    else
        r->last = b->high_by;
}

static void report_group(reading *r) {
    kf_local at = kf_reader_start(&r->reader, r->input->where.board, r->first);
    r->bounds = kf_bounds_open();
    kf_bounds_narrow(&r->reader, &at, r->limit, &r->bounds);
    kf_life_report(&r->bounds, r->found);
    r->life->bounds[r->first] = r->bounds;
    if (r->found->ko_winner != KF_LIFE_NOBODY)
        count_threats(r, r->found->ko_winner);
    choose_question(r);
}

// ---- First moves ----

// Whether a first move does as well as the best: YES, NO, or not known.
static kf_answer ask_move(reading *r, int move, uint64_t limit) {
    unsigned flags;
    kf_question none = {KF_ATTACKER, {0, 0}, true, false};
    kf_local at = begin(r, &none);
    if (!kf_local_play(&r->life->region.map, &at, move))
        return KF_ANSWER_NO;
    if (r->found->runs_out) {
        kf_answer taken = kf_reader_ask(&r->reader, &r->last, &at, limit, &flags);
        return taken == KF_ANSWER_UNKNOWN ? taken
               : taken == KF_ANSWER_NO    ? KF_ANSWER_YES
                                          : KF_ANSWER_NO;
    }
    if (r->first == KF_DEFENDER)
        return kf_bounds_decide(&r->reader, &at, r->bounds.low, limit);
    kf_answer better = kf_bounds_decide(&r->reader, &at, r->bounds.high + 1, limit);
    return better == KF_ANSWER_UNKNOWN ? better
           : better == KF_ANSWER_NO    ? KF_ANSWER_YES
                                       : KF_ANSWER_NO;
}

static uint64_t rest_of(const reading *r) {
    return r->limit > r->reader.nodes ? r->limit - r->reader.nodes : 0;
}

// Whether the other side, asked after the move, does not say otherwise.
static bool is_confirmed(reading *r, kf_point move) {
    kf_life_input after = *r->input;
    uint64_t spent = 0;
    kf_fate fate = r->first == KF_DEFENDER ? r->bounds.low : r->bounds.high;
    after.nodes = rest_of(r) / 2;
    if (r->found->runs_out)
        return true;
    // Where nothing is left of the budget a glance may still say something else.
    bool stands = kf_life_stands(&after, r->first, move, fate, r->arena, &spent);
    r->reader.nodes += spent;
    return stands;
}

static void try_vital(reading *r, int cell) {
    kf_life_case *found = r->found;
    kf_point move = r->life->region.map.point[cell];
    kf_answer answer = ask_move(r, cell, r->reader.nodes + rest_of(r) / 4);
    if (answer == KF_ANSWER_YES && !is_confirmed(r, move)) {
        answer = KF_ANSWER_UNKNOWN;
        r->is_doubted = true;
    }
    found->is_complete = found->is_complete && answer != KF_ANSWER_UNKNOWN;
    if (answer == KF_ANSWER_YES)
        found->vital[found->vital_count++] = move;
}

// Every first move that does as well as the best. Where a pass does, no move is needed.
static void find_vital(reading *r) {
    const kf_local_map *map = &r->life->region.map;
    kf_cells stones = kf_cells_or(r->life->region.start.stones[0], r->life->region.start.stones[1]);
    kf_cells left = kf_cells_minus(map->whole, stones);
    kf_answer pass = ask_move(r, KF_LOCAL_PASS, r->reader.nodes + rest_of(r) / 2);
    r->found->is_complete = pass != KF_ANSWER_UNKNOWN;
    if (pass == KF_ANSWER_YES)
        return;
    for (int i = 0; i < r->input->early_count; i++)
        for (int cell = 0; cell < map->count; cell++)
            if (map->point[cell] == r->input->early[i] && kf_cells_has(left, cell)) {
                try_vital(r, cell);
                left = kf_cells_minus(left, kf_cells_of(cell));
            }
    for (; !kf_cells_none(left); left = kf_cells_rest(left))
        try_vital(r, kf_cells_first(left));
}

// ---- Lines ----

// Follows the table along the best moves of both sides.
static void find_line(reading *r) {
    kf_life_case *found = r->found;
    const kf_proof *proof = &r->reader.proof[r->last.side];
    kf_local at = begin(r, &r->last);
    kf_transposition_entry entry;
    kf_answer answer = kf_proof_known(proof, &at, &entry);
    while (answer != KF_ANSWER_UNKNOWN && found->line_count < KF_LIFE_LINE) {
        int move = KF_REFUTATION_NONE;
        if (kf_refutation_wins(proof, &at, answer))
            move = kf_refutation_best(proof, &at, answer);
        else
            kf_refutation_hardest(proof, &at, answer, &move, 1);
        if (move == KF_REFUTATION_NONE || !kf_local_play(proof->map, &at, move))
            break;
        found->line[found->line_count++] =
            move == KF_LOCAL_PASS ? KF_PASS : proof->map->point[move];
    }
    while (found->line_count > 0 && found->line[found->line_count - 1] == KF_PASS)
        found->line_count--;
}

// Adds the moves that reach the result, and those that are known not to and took most work.
static void grow_tree(reading *r) {
    enum { MOST_WRONG = 5 };
    const kf_life_case *found = r->found;
    const kf_proof *proof = &r->reader.proof[r->last.side];
    kf_local at = begin(r, &r->last);
    kf_transposition_entry entry;
    kf_life_roots roots = {proof, &at, kf_proof_known(proof, &at, &entry)};
    int wrong[MOST_WRONG];
    for (int i = 0; i < found->vital_count; i++)
        for (int cell = 0; cell < proof->map->count; cell++)
            if (proof->map->point[cell] == found->vital[i])
                kf_life_tree_add(r->input->tree, &roots, cell, true);
    kf_answer other = roots.answer == KF_ANSWER_YES ? KF_ANSWER_NO : KF_ANSWER_YES;
    int count = kf_refutation_hardest(proof, &at, other, wrong, MOST_WRONG);
    for (int i = 0; i < count && found->vital_count > 0; i++)
        kf_life_tree_add(r->input->tree, &roots, wrong[i], false);
}

// What looks best where there is no answer.
static kf_point find_tried(reading *r) {
    const kf_local_map *map = &r->life->region.map;
    kf_question q = {(uint8_t)r->first, {0, 0}, r->first == KF_ATTACKER, false};
    q.threats[KF_ATTACKER] = r->first == KF_DEFENDER ? KF_LOCAL_ENDLESS : 0;
    kf_local at = begin(r, &q);
    int cell = kf_refutation_tried(&r->reader.proof[q.side], &at);
    if (cell == KF_REFUTATION_NONE) {
        // That question was answered; the other one was not.
        q = (kf_question){KF_ATTACKER, {0, 0}, true, false};
        at = begin(r, &q);
        cell = kf_refutation_tried(&r->reader.proof[q.side], &at);
    }
    return cell == KF_REFUTATION_NONE ? KF_NOWHERE : map->point[cell];
}

// Where no move that was found stands, nothing is said.
static void take_back(reading *r) {
    kf_life_case *found = r->found;
    r->life->bounds[r->first] = r->bounds = kf_bounds_open();
    kf_life_report(&r->bounds, found);
    found->threats = 0;
    found->line_count = 0;
    found->is_complete = false;
}

static void read_case(reading *r, int first) {
    r->first = first;
    r->found = &r->life->first[first];
    r->reader.nodes = 0;
    r->limit = r->input->nodes;
    r->is_doubted = false;
    report_group(r);
    bool is_told = r->found->word != KF_LIFE_UNKNOWN || r->found->runs_out;
    if (is_told && !r->input->only_result) {
        // Who cannot get anything has no vital points.
        bool is_lost = first == KF_ATTACKER ? r->found->word == KF_LIFE_ALIVE || r->found->runs_out
                                            : r->bounds.low == KF_FATE_DEAD && !r->found->runs_out;
        r->found->is_complete = true;
        find_line(r);
        if (!is_lost)
            find_vital(r);
        if (r->is_doubted && r->found->vital_count == 0) {
            take_back(r);
            is_told = false;
        }
        if (is_told && r->input->tree != NULL)
            grow_tree(r);
    }
    r->found->tried = is_told ? KF_NOWHERE : find_tried(r);
    r->found->nodes = r->reader.nodes;
}

kf_life_word kf_life_status(const kf_life *life) {
    kf_life_word ours = life->first[KF_DEFENDER].word, theirs = life->first[KF_ATTACKER].word;
    if (ours == theirs)
        return ours;
    // Whoever can take a group when he moves second can take it when he moves first.
    if (ours == KF_LIFE_DEAD)
        return KF_LIFE_DEAD;
    if (theirs == KF_LIFE_ALIVE)
        return KF_LIFE_ALIVE;
    if (ours == KF_LIFE_UNKNOWN || theirs == KF_LIFE_UNKNOWN)
        return KF_LIFE_UNKNOWN;
    if (ours == KF_LIFE_KO_OR_DEAD || theirs == KF_LIFE_KO_OR_DEAD)
        return KF_LIFE_KO_OR_DEAD;
    return ours == KF_LIFE_KO || theirs == KF_LIFE_KO ? KF_LIFE_KO : KF_LIFE_UNSETTLED;
}

void kf_life_table(kf_transposition *memo, uint64_t nodes, kf_arena *arena) {
    size_t size = TABLE_LEAST;
    while (size < TABLE_MOST && size < 8 * nodes)
        size *= 2;
    kf_transposition_init(memo, arena, size);
}

void kf_life_solve(const kf_life_input *input, kf_arena *arena, kf_life *life) {
    memset(life, 0, sizeof *life);
    life->first[0].tried = life->first[1].tried = KF_NOWHERE;
    life->is_read = kf_region_find(&input->where, &life->region);
    if (!life->is_read)
        return;
    if (life->region.has_room) {
        life->first[0].runs_out = life->first[1].runs_out = true;
        return;
    }
    reading r = {.input = input, .life = life, .arena = arena};
    kf_transposition own = {0};
    kf_transposition *memo = input->memo != NULL ? input->memo : &own;
    if (memo == &own)
        kf_life_table(&own, input->nodes, arena);
    kf_reader_init(&r.reader, &life->region, memo, arena);
    for (int first = 0; first < 2; first++)
        if (!input->skip[first])
            read_case(&r, first);
    life->status = kf_life_status(life);
    kf_reader_release(&r.reader, arena);
    kf_transposition_release(&own, arena);
}

bool kf_life_stands(const kf_life_input *input, int first, kf_point move, kf_fate fate,
                    kf_arena *arena, uint64_t *spent) {
    const kf_board *board = input->where.board;
    kf_colour owner = kf_board_get(board, input->where.group);
    kf_board *after = kf_arena_resize(arena, NULL, sizeof *after);
    kf_life *life = kf_arena_resize(arena, NULL, sizeof *life);
    kf_played played;
    kf_life_input next = {.where = input->where, .nodes = input->nodes, .only_result = true};
    next.where.board = after;
    next.skip[first] = true;
    kf_board_copy(after, board);
    bool stands = true;
    if (kf_board_play(after, move, first == KF_DEFENDER ? owner : kf_colour_other(owner),
                      &played) == KF_LEGAL &&
        kf_board_get(after, input->where.group) == owner) {
        kf_life_solve(&next, arena, life);
        const kf_bounds *found = &life->bounds[1 - first];
        bool is_told = life->is_read && !life->region.has_room;
        stands = !is_told || (first == KF_DEFENDER ? found->high >= fate : found->low <= fate);
        *spent += life->first[1 - first].nodes;
    }
    kf_arena_release(arena, life);
    kf_arena_release(arena, after);
    return stands;
}

// ---- As others are told ----

_Static_assert((int)KF_LIFE_POINTS == KF_CELLS_MAX, "an answer has room for every cell");

void kf_life_sum(const kf_life *life, kf_life_group *group) {
    const kf_local_map *map = &life->region.map;
    memset(group, 0, sizeof *group);
    group->is_read = life->is_read;
    group->status = life->status;
    group->safe_count = life->is_read ? life->region.safe_count : 0;
    memcpy(group->safe, life->region.safe, (size_t)group->safe_count * sizeof *group->safe);
    for (int side = 0; side < 2; side++) {
        group->first[side] = life->first[side];
        group->colour[side] = map->colour[side];
    }
    kf_cells left = life->is_read ? map->target : (kf_cells){0, 0};
    for (; !kf_cells_none(left); left = kf_cells_rest(left))
        group->stones[group->stone_count++] = map->point[kf_cells_first(left)];
}

// What kf_life_read does in its protected call.
typedef struct errand {
    const kf_life_input *input;
    kf_arena *arena;
    kf_life_group *group;
} errand;

static void read_and_sum(void *context) {
    const errand *e = context;
    kf_life *life = kf_arena_alloc(e->arena, sizeof *life);
    kf_life_solve(e->input, e->arena, life);
    kf_life_sum(life, e->group);
}

bool kf_life_read(const kf_life_question *question, kf_life_group *group) {
    kf_life_input input = {.where = {.board = question->board,
                                     .group = question->group,
                                     .is_chain = question->is_chain,
                                     .is_given = question->is_given},
                           .nodes = question->nodes,
                           .tree = question->tree};
    memcpy(input.where.corners, question->corners, sizeof input.where.corners);
    memcpy(input.skip, question->skip, sizeof input.skip);
    errand e = {&input, kf_arena_new(), group};
    bool is_done = e.arena != NULL && kf_arena_try(e.arena, read_and_sum, &e);
    kf_arena_free(e.arena);
    return is_done;
}

kf_life_word kf_life_at_end(const kf_life_group *life, const kf_rules *rules) {
    const kf_life_case *ours = &life->first[KF_DEFENDER], *theirs = &life->first[KF_ATTACKER];
    bool is_bent = ours->word == KF_LIFE_KO && theirs->word == KF_LIFE_KO &&
                   ours->ko_winner == KF_ATTACKER && theirs->ko_winner == KF_ATTACKER;
    if (!is_bent || rules->counting == KF_COUNTING_AREA)
        return life->status;
    return rules->seki_eyes ? KF_LIFE_UNSETTLED : KF_LIFE_DEAD;
}

const char *kf_life_name(kf_life_word word) {
    static const char *const names[] = {"unknown",    "alive", "seki",     "ko",
                                        "ko-or-dead", "dead",  "unsettled"};
    return names[word];
}
