// SPDX-License-Identifier: MIT
// Whether an eye on a board is real: whether the stones around it stay together.

#include <kifu/reading.h>

#include <string.h>

// The attacker tries to take a stone beside the eye, or to keep two chains around it apart. The
// owner connects them without playing in the eye, or takes what cuts. Both move on the points that
// touch the eye, also diagonally, and on the last two liberties of the chains there; a way round
// from farther off does not count. A proof needs an answer to every such move.

enum { NEAR = 1, FEW = 2, DEEPEST = 9, NODES = 20000, REPAIR_NODES = 4000, MOVES = 160 };
enum { AREA = KF_EYES_MAX, CORDON = 2 * AREA + 2 };

typedef enum result { OWNER, ATTACKER, OPEN } result;

typedef struct search {
    kf_board board;
    kf_colour owner;
    int area_count, cordon_count, left;
    kf_point area[AREA], cordon[CORDON]; // the eye, and the owner's stones beside it
    uint8_t near[KF_BOARD_POINTS];       // by kf_benson_index: near the eye; EYE: in it
} search;

enum { EYE = 2 };

// One step of the way down.
typedef struct frame {
    kf_point moves[MOVES];
    int count, next;
    kf_played played;
    result best;
} frame;

static kf_point beside(const kf_board *board, kf_point point, int side) {
    int column = kf_point_column(point) + (side == 2) - (side == 1);
    int row = kf_point_row(point) + (side == 3) - (side == 0);
    bool is_on = column >= 0 && row >= 0 && column < board->width && row < board->height;
    return is_on ? kf_point_at(column, row) : KF_NOWHERE;
}

static uint8_t near_at(const search *s, kf_point point) {
    return s->near[kf_benson_index(&s->board, point)];
}

// ---- Where it stands ----

static bool is_one_chain(const kf_board *board, const kf_point *cordon, int count) {
    bool is_one = true;
    for (int i = 1; i < count; i++)
        is_one = is_one && kf_chain_name(board, cordon[i]) == kf_chain_name(board, cordon[0]);
    return is_one;
}

// Whether the owner might go through the point to connect: a stone of his, a vacant point near by
// outside the eye, or a stone there that has few liberties.
static bool is_passable(const search *s, kf_point point) {
    kf_point few[FEW];
    kf_colour colour = kf_board_get(&s->board, point);
    if (colour == s->owner)
        return true;
    if (near_at(s, point) != 1)
        return false;
    return colour == KF_EMPTY || kf_chain_few(&s->board, point, few, FEW) <= FEW;
}

// Whether all stones around the eye could still become one chain.
static bool can_join(const search *s) {
    kf_point queue[KF_BOARD_POINTS];
    bool seen[KF_BOARD_POINTS] = {false};
    int count = 0;
    queue[count++] = s->cordon[0];
    seen[kf_benson_index(&s->board, s->cordon[0])] = true;
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 4; side++) {
            kf_point next = beside(&s->board, queue[i], side);
            if (next == KF_NOWHERE || seen[kf_benson_index(&s->board, next)] ||
                !is_passable(s, next))
                continue;
            seen[kf_benson_index(&s->board, next)] = true;
            queue[count++] = next;
        }
    for (int i = 1; i < s->cordon_count; i++)
        if (!seen[kf_benson_index(&s->board, s->cordon[i])])
            return false;
    return true;
}

static bool is_taken(const search *s) {
    for (int i = 0; i < s->cordon_count; i++)
        if (kf_board_get(&s->board, s->cordon[i]) != s->owner)
            return true;
    return false;
}

static result decide(const search *s) {
    if (is_taken(s))
        return ATTACKER;
    if (is_one_chain(&s->board, s->cordon, s->cordon_count))
        return OWNER;
    return can_join(s) ? OPEN : ATTACKER;
}

// ---- The search ----

static void add_move(const search *s, frame *f, kf_point point, kf_colour colour) {
    for (int i = 0; i < f->count; i++)
        if (f->moves[i] == point)
            return;
    if (f->count < MOVES - 1 && kf_board_judge(&s->board, point, colour) == KF_LEGAL)
        f->moves[f->count++] = point;
}

// Whether the owner takes something there.
static bool takes(search *s, kf_point point) {
    kf_played played;
    kf_board_play(&s->board, point, s->owner, &played);
    kf_board_undo(&s->board, &played);
    return played.captured > 0;
}

// The vacant points near the eye, and the last liberties of what lies there. The owner leaves the
// eye alone unless he takes a stone in it. Passing comes last, and only for him.
static void list_moves(search *s, frame *f, kf_colour colour) {
    const kf_board *board = &s->board;
    f->count = f->next = 0;
    f->best = colour == s->owner ? ATTACKER : OWNER;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width), few[FEW];
        if (s->near[i] == 0)
            continue;
        if (kf_board_get(board, point) == KF_EMPTY) {
            add_move(s, f, point, colour);
            continue;
        }
        size_t count = kf_chain_few(board, point, few, FEW);
        for (size_t k = 0; k < count && count <= FEW; k++)
            add_move(s, f, few[k], colour);
    }
    int kept = 0;
    for (int i = 0; i < f->count; i++)
        if (colour != s->owner || near_at(s, f->moves[i]) != EYE || takes(s, f->moves[i]))
            f->moves[kept++] = f->moves[i];
    f->count = kept;
    if (colour == s->owner)
        f->moves[f->count++] = KF_PASS;
}

static void note(frame *f, result value, bool is_owner) {
    result good = is_owner ? OWNER : ATTACKER;
    if (value == good)
        f->best = good;
    else if (value == OPEN && f->best != good)
        f->best = OPEN;
}

static bool is_decided(const frame *f, bool is_owner) {
    return f->next == f->count || f->best == (is_owner ? OWNER : ATTACKER);
}

// What comes of it when `first` moves and both make `depth` moves at most.
static result look(search *s, kf_colour first, int depth) {
    static const result nothing = OPEN;
    frame frames[DEEPEST + 1];
    int level = 0;
    result value = decide(s);
    if (value != OPEN || depth == 0)
        return value;
    list_moves(s, &frames[0], first);
    for (;;) {
        frame *f = &frames[level];
        kf_colour mover = level % 2 == 0 ? first : kf_colour_other(first);
        bool is_owner = mover == s->owner;
        if (is_decided(f, is_owner) || s->left <= 0) {
            value = s->left > 0 ? f->best : nothing;
            if (level == 0)
                return value;
            level--;
            kf_board_undo(&s->board, &frames[level].played);
            note(&frames[level], value, !is_owner);
            continue;
        }
        s->left--;
        kf_board_play(&s->board, f->moves[f->next++], mover, &f->played);
        value = decide(s);
        if (value == OPEN && level + 1 < depth) {
            list_moves(s, &frames[++level], kf_colour_other(mover));
            continue;
        }
        kf_board_undo(&s->board, &f->played);
        note(f, value, is_owner);
    }
}

// With more moves each time, until something is proved.
static result deepen(search *s, kf_colour first, int nodes) {
    result value = OPEN;
    s->left = nodes;
    for (int depth = 0; depth <= DEEPEST && value == OPEN && s->left > 0; depth++)
        value = look(s, first, depth);
    return value;
}

// ---- The eye ----

// The vacant points that hang together with one of them, and the stones around: one mark a colour.
static int flood(const kf_board *board, kf_point from, kf_point *area, bool around[3]) {
    bool seen[KF_BOARD_POINTS] = {false};
    int count = 0;
    around[KF_BLACK] = around[KF_WHITE] = false;
    area[count++] = from;
    seen[kf_benson_index(board, from)] = true;
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 4; side++) {
            kf_point next = beside(board, area[i], side);
            if (next == KF_NOWHERE || seen[kf_benson_index(board, next)])
                continue;
            seen[kf_benson_index(board, next)] = true;
            around[kf_board_get(board, next)] = true;
            if (kf_board_get(board, next) == KF_EMPTY)
                area[count++] = next;
        }
    return count;
}

// One stone of each chain beside the eye, in the order in which the eye touches them.
static int list_chains(const kf_board *board, const kf_eyes_point_answer *answer,
                       kf_point *chains) {
    bool seen[KF_BOARD_POINTS] = {false};
    int count = 0;
    for (int i = 0; i < answer->count * 4; i++) {
        kf_point next = beside(board, answer->point[i / 4], i % 4);
        if (next == KF_NOWHERE || kf_board_get(board, next) == KF_EMPTY)
            continue;
        int name = kf_benson_index(board, kf_chain_name(board, next));
        if (!seen[name])
            chains[count++] = next;
        seen[name] = true;
    }
    return count;
}

static void begin(search *s, const kf_board *board, kf_colour owner, const kf_point *area,
                  int count) {
    kf_board_copy(&s->board, board);
    s->owner = owner;
    s->area_count = count;
    s->cordon_count = 0;
    memset(s->near, 0, sizeof s->near);
    for (int i = 0; i < count; i++) {
        s->area[i] = area[i];
        int column = kf_point_column(area[i]), row = kf_point_row(area[i]);
        for (int y = row - NEAR; y <= row + NEAR; y++)
            for (int x = column - NEAR; x <= column + NEAR; x++)
                if (x >= 0 && y >= 0 && x < board->width && y < board->height)
                    s->near[y * board->width + x] = 1;
        for (int side = 0; side < 4; side++) {
            kf_point next = beside(board, area[i], side);
            if (next != KF_NOWHERE && kf_board_get(board, next) == owner)
                s->cordon[s->cordon_count++] = next;
        }
    }
    for (int i = 0; i < count; i++)
        s->near[kf_benson_index(board, area[i])] = EYE;
}

static bool is_pass_alive(const kf_board *board, kf_colour owner, const kf_point *chains,
                          int count) {
    bool alive[KF_BOARD_POINTS];
    bool all = true;
    kf_benson_find(board, owner, false, alive);
    for (int i = 0; i < count; i++)
        all = all && alive[kf_benson_index(board, chains[i])];
    return all;
}

// ---- False eyes: what breaks them, and what makes them real ----

// The first moves of the attacker that work. Where the owner could not connect them either, only
// those that take something at once.
static void find_attacks(search *s, kf_eyes_point_answer *answer) {
    frame f;
    kf_colour attacker = kf_colour_other(s->owner);
    bool is_apart = deepen(s, s->owner, REPAIR_NODES) == ATTACKER;
    answer->reason = is_apart ? KF_EYES_POINT_APART : KF_EYES_POINT_CUT;
    list_moves(s, &f, attacker);
    for (int i = 0; i < f.count && answer->attack_count < KF_EYES_POINT_MOVES; i++) {
        kf_played played;
        kf_board_play(&s->board, f.moves[i], attacker, &played);
        bool takes_now = is_taken(s);
        if (takes_now) {
            answer->taken = answer->taken > 0 ? answer->taken : played.captured;
            answer->reason = KF_EYES_POINT_TAKEN;
        }
        if (takes_now || (!is_apart && deepen(s, s->owner, REPAIR_NODES) == ATTACKER))
            answer->attack[answer->attack_count++] = f.moves[i];
        kf_board_undo(&s->board, &played);
    }
}

// Whether what is left of the eye after a move of its owner is a real one, in one part at least.
static bool is_repaired(const search *s, const kf_board *after) {
    for (int i = 0; i < s->area_count; i++) {
        kf_point area[KF_BOARD_POINTS];
        bool around[3];
        search next;
        if (kf_board_get(after, s->area[i]) != KF_EMPTY)
            continue;
        int count = flood(after, s->area[i], area, around);
        if (around[kf_colour_other(s->owner)] || count > AREA)
            continue;
        begin(&next, after, s->owner, area, count);
        if (deepen(&next, kf_colour_other(s->owner), REPAIR_NODES) == OWNER)
            return true;
    }
    return false;
}

static void find_repairs(const search *s, kf_eyes_point_answer *answer) {
    const kf_board *board = &s->board;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point point = kf_point_at(i % board->width, i / board->width);
        kf_board after;
        kf_played played;
        if (s->near[i] == 0 || kf_board_judge(board, point, s->owner) != KF_LEGAL ||
            answer->repair_count == KF_EYES_POINT_MOVES)
            continue;
        kf_board_copy(&after, board);
        kf_board_play(&after, point, s->owner, &played);
        if (!is_repaired(s, &after))
            continue;
        answer->repair_costs[answer->repair_count] = s->near[i] == EYE;
        answer->repair[answer->repair_count++] = point;
    }
}

static void read_parts(const kf_board *board, kf_eyes_point_answer *answer) {
    search s;
    answer->word = KF_EYES_POINT_UNKNOWN;
    answer->reason = KF_EYES_POINT_LARGE;
    if (answer->count > AREA)
        return;
    begin(&s, board, answer->owner, answer->point, answer->count);
    result value = deepen(&s, kf_colour_other(s.owner), NODES);
    answer->reason = value == OWNER ? KF_EYES_POINT_TIED : KF_EYES_POINT_BUDGET;
    answer->word = value == OWNER      ? KF_EYES_POINT_REAL
                   : value == ATTACKER ? KF_EYES_POINT_FALSE
                                       : KF_EYES_POINT_UNKNOWN;
    if (value != ATTACKER)
        return;
    find_attacks(&s, answer);
    find_repairs(&s, answer);
}

void kf_eyes_point_read(const kf_board *board, kf_point point, kf_eyes_point_answer *answer) {
    bool around[3] = {false, false, false};
    memset(answer, 0, sizeof *answer);
    answer->reason = KF_EYES_POINT_STONE;
    if (kf_board_get(board, point) != KF_EMPTY)
        return;
    answer->count = flood(board, point, answer->point, around);
    answer->reason = around[KF_BLACK] ? KF_EYES_POINT_MIXED : KF_EYES_POINT_BARE;
    if (around[KF_BLACK] == around[KF_WHITE])
        return;
    answer->owner = around[KF_BLACK] ? KF_BLACK : KF_WHITE;
    answer->chain_count = list_chains(board, answer, answer->chain);
    answer->word = KF_EYES_POINT_REAL;
    answer->reason = KF_EYES_POINT_ONE_CHAIN;
    if (answer->chain_count == 1)
        return;
    answer->reason = KF_EYES_POINT_ALIVE;
    if (!is_pass_alive(board, answer->owner, answer->chain, answer->chain_count))
        read_parts(board, answer);
}

const char *kf_eyes_point_word(kf_eyes_point_kind word) {
    static const char *const words[] = {"none", "false", "real", "unknown"};
    return words[word];
}

const char *kf_eyes_point_reason(kf_eyes_point_why reason) {
    static const char *const reasons[] = {
        "a stone lies there",
        "no stone is around it",
        "stones of both colours are around it",
        "one chain is around it",
        "pass-alive chains are around it",
        "its chains cannot be cut apart",
        "a stone beside it can be taken",
        "its chains can be cut apart",
        "its chains are apart",
        "not found within the budget",
        "too large",
    };
    return reasons[reason];
}
