// SPDX-License-Identifier: MIT
// The status of a group: which questions are asked of the proof search, and what follows from the
// answers.
//
// The attacker asks whether he can take the group: with no ko threats on either side, and where the
// answer rests on a ko, also with threats without end for the side that lost it. If he cannot take
// it, the defender is asked for two eyes: without them it is a seki.

#include "solve/life.h"

#include <string.h>

#include "solve/reply.h"

enum { TABLE_LEAST = 1 << 14, TABLE_MOST = 1 << 20, MOST_THREATS = 3, ENDLESS = KF_LOCAL_ENDLESS };

// A question for the proof search.
typedef struct question {
    int side; // who asks
    uint8_t threats[2];
    bool escapes; // to get out is to be safe
} question;

typedef struct reading {
    const kf_life_input *input;
    kf_life *life;
    kf_life_case *found;
    kf_proof proof[2]; // by the side that asks
    uint64_t limit;
    uint64_t nodes;
    int first;
    question last; // what decided the result
    bool wanted;   // that the answer to it be YES for the side that moves first
} reading;

static kf_local begin(const reading *r, const question *q) {
    kf_local at = r->life->region.start;
    const kf_local_map *map = &r->life->region.map;
    kf_colour banned;
    kf_point ko = kf_board_ko(r->input->where.board, &banned);
    r->life->region.map.escapes = q->escapes;
    at.turn = (uint8_t)r->first;
    for (int cell = 0; ko != KF_NOWHERE && cell < map->count; cell++)
        if (map->point[cell] == ko && map->colour[r->first] == banned)
            at.ko = (uint8_t)cell;
    at.threats[0] = q->threats[0];
    at.threats[1] = q->threats[1];
    return at;
}

static kf_answer ask_at(reading *r, const question *q, const kf_local *at, uint64_t limit,
                        unsigned *flags) {
    kf_proof *proof = &r->proof[q->side];
    r->life->region.map.escapes = q->escapes;
    proof->limit = proof->nodes + (r->nodes < limit ? limit - r->nodes : 0);
    uint64_t before = proof->nodes;
    kf_answer answer = kf_proof_run(proof, at, flags);
    r->nodes += proof->nodes - before;
    return answer;
}

static kf_answer ask(reading *r, const question *q, unsigned *flags) {
    kf_local at = begin(r, q);
    r->last = *q;
    return ask_at(r, q, &at, r->limit, flags);
}

// Whether a group that is not taken has two eyes. What lies outside is taken against the defender
// first; only when he cannot live even with its help is it certain that he cannot.
static kf_answer ask_eyes(reading *r, kf_local at, uint64_t limit) {
    unsigned flags;
    question q = {KF_DEFENDER, {0, ENDLESS}, false};
    r->life->region.map.escapes = false;
    at.threats[0] = q.threats[0];
    at.threats[1] = q.threats[1];
    kf_answer answer = ask_at(r, &q, &at, limit, &flags);
    if (answer != KF_ANSWER_NO || kf_cells_none(r->life->region.map.open))
        return answer;
    q.escapes = true;
    return ask_at(r, &q, &at, limit, &flags) == KF_ANSWER_NO ? KF_ANSWER_NO : KF_ANSWER_UNKNOWN;
}

// The group was not taken: does it have two eyes, or is it a seki? That the attacker loses by every
// move does not say it, for he need not move.
static void tell_seki(reading *r, unsigned flags) {
    question before = r->last;
    kf_answer answer = ask_eyes(r, begin(r, &before), r->limit);
    r->found->runs_out = answer != KF_ANSWER_YES && (flags & KF_PROOF_OUT) != 0;
    if (answer == KF_ANSWER_YES)
        r->last = (question){KF_DEFENDER, {0, ENDLESS}, false};
    if (answer == KF_ANSWER_YES)
        r->found->word = KF_LIFE_ALIVE;
    else if (answer == KF_ANSWER_NO && !r->found->runs_out)
        r->found->word = KF_LIFE_SEKI;
}

// The side that wins the ko while nobody has threats is known. How many does the other one need?
static void count_threats(reading *r, int winner) {
    unsigned flags;
    question decided = r->last;
    r->found->word = KF_LIFE_KO;
    r->found->ko_winner = winner;
    for (uint8_t n = 1; n <= MOST_THREATS && !r->input->only_result; n++) {
        question q = {KF_ATTACKER, {0, 0}, true};
        q.threats[1 - winner] = n;
        kf_answer answer = ask(r, &q, &flags);
        if (answer == KF_ANSWER_UNKNOWN)
            break;
        if ((answer == KF_ANSWER_YES) == (winner == KF_DEFENDER)) {
            r->found->threats = n;
            break;
        }
    }
    r->last = decided;
}

// Where the first answer rests on a ko, the loser is given threats without end.
static void tell_ko(reading *r, kf_answer first, unsigned flags) {
    bool taken = first == KF_ANSWER_YES;
    question q = {KF_ATTACKER, {taken ? ENDLESS : 0, taken ? 0 : ENDLESS}, true};
    question plain = r->last;
    kf_answer answer = ask(r, &q, &flags);
    if (answer == KF_ANSWER_UNKNOWN)
        return;
    if (answer != first) {
        int winner = taken ? KF_ATTACKER : KF_DEFENDER;
        r->last = winner == r->first ? plain : q;
        count_threats(r, winner);
    } else if (taken) {
        r->found->word = KF_LIFE_DEAD;
    } else {
        tell_seki(r, flags);
    }
}

static void tell(reading *r) {
    unsigned flags;
    question q = {KF_ATTACKER, {0, 0}, true};
    kf_answer answer = ask(r, &q, &flags);
    if (answer == KF_ANSWER_UNKNOWN)
        return;
    if (flags & KF_PROOF_KO)
        tell_ko(r, answer, flags);
    else if (answer == KF_ANSWER_YES)
        r->found->word = KF_LIFE_DEAD;
    else
        tell_seki(r, flags);
}

// Whether the answer to the question that decided is good for the side that moved first.
static bool is_good(const reading *r, kf_answer answer) {
    return answer == (r->last.side == r->first ? KF_ANSWER_YES : KF_ANSWER_NO);
}

// What comes of a first move. A move after which the group is not taken may still leave a seki
// where two eyes were possible, and one after which it gets out may be as good as any.
static kf_answer ask_move(reading *r, int move, uint64_t limit) {
    unsigned flags;
    kf_local at = begin(r, &r->last);
    bool is_alive = r->found->word == KF_LIFE_ALIVE;
    if (!kf_local_play(&r->life->region.map, &at, move))
        return r->last.side == r->first ? KF_ANSWER_NO : KF_ANSWER_YES;
    if (is_alive)
        return ask_eyes(r, at, limit);
    kf_answer answer = ask_at(r, &r->last, &at, limit, &flags);
    if ((flags & KF_PROOF_KO) && is_good(r, answer) && r->found->word != KF_LIFE_KO) {
        // A ko is less than the result, if the side that lost it can turn it round by threats.
        question q = r->last;
        q.threats[answer == KF_ANSWER_YES ? 1 - q.side : q.side] = ENDLESS;
        at.threats[0] = q.threats[0];
        at.threats[1] = q.threats[1];
        kf_answer again = ask_at(r, &q, &at, limit, &flags);
        if (again != answer)
            return again;
    }
    bool is_open = answer == KF_ANSWER_NO && (flags & KF_PROOF_OUT) && !r->found->runs_out;
    return is_open ? KF_ANSWER_UNKNOWN : answer;
}

static void try_vital(reading *r, int cell) {
    kf_life_case *found = r->found;
    uint64_t rest = r->limit > r->nodes ? r->limit - r->nodes : 0;
    kf_answer answer = ask_move(r, cell, r->nodes + rest / 4);
    found->is_complete = found->is_complete && answer != KF_ANSWER_UNKNOWN;
    if (is_good(r, answer))
        found->vital[found->vital_count++] = r->life->region.map.point[cell];
}

// Every first move that does as well as the best. Where a pass does, no move is needed.
static void find_vital(reading *r) {
    const kf_local_map *map = &r->life->region.map;
    kf_cells stones = kf_cells_or(r->life->region.start.stones[0], r->life->region.start.stones[1]);
    kf_cells left = kf_cells_minus(map->all, stones);
    r->found->is_complete = true;
    if (is_good(r, ask_move(r, KF_LOCAL_PASS, r->limit)))
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

// Follows the table along the best moves of both sides.
static void find_line(reading *r) {
    kf_life_case *found = r->found;
    const kf_proof *proof = &r->proof[r->last.side];
    kf_local at = begin(r, &r->last);
    kf_memo_entry entry;
    kf_answer answer = kf_proof_known(proof, &at, &entry);
    while (answer != KF_ANSWER_UNKNOWN && found->line_count < KF_LIFE_LINE) {
        int move = KF_REPLY_NONE;
        if (kf_reply_wins(proof, &at, answer))
            move = kf_reply_best(proof, &at, answer);
        else
            kf_reply_hardest(proof, &at, answer, &move, 1);
        if (move == KF_REPLY_NONE || !kf_local_play(proof->map, &at, move))
            break;
        found->line[found->line_count++] =
            move == KF_LOCAL_PASS ? KF_PASS : proof->map->point[move];
    }
    while (found->line_count > 0 && found->line[found->line_count - 1] == KF_PASS)
        found->line_count--;
}

// Adds the moves that reach the result, and those that are known not to and took most work.
static void grow_tree(const reading *r) {
    enum { MOST_WRONG = 5 };
    const kf_life_case *found = r->found;
    const kf_proof *proof = &r->proof[r->last.side];
    kf_local at = begin(r, &r->last);
    kf_memo_entry entry;
    kf_life_roots roots = {proof, &at, kf_proof_known(proof, &at, &entry)};
    int wrong[MOST_WRONG];
    for (int i = 0; i < found->vital_count; i++)
        for (int cell = 0; cell < proof->map->count; cell++)
            if (proof->map->point[cell] == found->vital[i])
                kf_life_tree_add(r->input->tree, &roots, cell, true);
    kf_answer other = roots.answer == KF_ANSWER_YES ? KF_ANSWER_NO : KF_ANSWER_YES;
    int count = kf_reply_hardest(proof, &at, other, wrong, MOST_WRONG);
    for (int i = 0; i < count && found->vital_count > 0; i++)
        kf_life_tree_add(r->input->tree, &roots, wrong[i], false);
}

// What looks best where there is no answer.
static kf_point find_tried(reading *r) {
    const kf_local_map *map = &r->life->region.map;
    kf_local at = begin(r, &r->last);
    int cell = kf_reply_tried(&r->proof[r->last.side], &at);
    return cell == KF_REPLY_NONE ? KF_NOWHERE : map->point[cell];
}

static void read_case(reading *r, int first) {
    r->first = first;
    r->found = &r->life->first[first];
    r->nodes = 0;
    r->limit = r->input->nodes;
    tell(r);
    bool is_told = r->found->word != KF_LIFE_UNKNOWN || r->found->runs_out;
    if (is_told && !r->input->only_result) {
        // Who cannot get anything has no vital points.
        bool is_lost = r->found->word == (first == KF_ATTACKER ? KF_LIFE_ALIVE : KF_LIFE_DEAD);
        r->found->is_complete = true;
        find_line(r);
        if (!is_lost)
            find_vital(r);
        if (r->input->tree != NULL)
            grow_tree(r);
    }
    r->found->tried = is_told ? KF_NOWHERE : find_tried(r);
    r->found->nodes = r->nodes;
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
    return ours == KF_LIFE_KO || theirs == KF_LIFE_KO ? KF_LIFE_KO : KF_LIFE_UNSETTLED;
}

void kf_life_memo(kf_memo *memo, uint64_t nodes, kf_arena *arena) {
    size_t size = TABLE_LEAST;
    while (size < TABLE_MOST && size < 8 * nodes)
        size *= 2;
    kf_memo_init(memo, arena, size);
}

void kf_life_judge(const kf_life_input *input, kf_arena *arena, kf_life *life) {
    memset(life, 0, sizeof *life);
    life->first[0].tried = life->first[1].tried = KF_NOWHERE;
    life->is_read = kf_region_find(&input->where, &life->region);
    if (!life->is_read)
        return;
    if (life->region.has_room) {
        life->first[0].runs_out = life->first[1].runs_out = true;
        return;
    }
    reading r = {.input = input, .life = life};
    kf_memo own = {0, NULL};
    kf_memo *memo = input->memo != NULL ? input->memo : &own;
    if (memo == &own)
        kf_life_memo(&own, input->nodes, arena);
    for (int side = 0; side < 2; side++)
        kf_proof_init(&r.proof[side], &life->region.map, side, memo, arena);
    for (int first = 0; first < 2; first++)
        if (!input->skip[first])
            read_case(&r, first);
    life->status = kf_life_status(life);
    for (int side = 0; side < 2; side++)
        kf_arena_release(arena, r.proof[side].frames);
    kf_arena_release(arena, own.entries);
}

kf_life_word kf_life_at_end(const kf_life *life, const kf_rules *rules) {
    const kf_life_case *ours = &life->first[KF_DEFENDER], *theirs = &life->first[KF_ATTACKER];
    bool is_bent = ours->word == KF_LIFE_KO && theirs->word == KF_LIFE_KO &&
                   ours->ko_winner == KF_ATTACKER && theirs->ko_winner == KF_ATTACKER;
    if (!is_bent || rules->counting == KF_COUNTING_AREA)
        return life->status;
    return rules->seki_eyes ? KF_LIFE_UNSETTLED : KF_LIFE_DEAD;
}

const char *kf_life_name(kf_life_word word) {
    static const char *const names[] = {"unknown", "alive", "seki", "ko", "dead", "unsettled"};
    return names[word];
}
