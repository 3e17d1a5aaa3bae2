// SPDX-License-Identifier: MIT
// What was played next where a pattern stood, counted over all games: how often, by whom, with what
// result.

#include "catalog/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

#ifdef KIFU_HAVE_SQLITE

enum { MOST_TURNS = KF_FIND_TURNS, ROOT = 0 };

// A move of the tree under way: children are linked until all is counted.
typedef struct branch {
    kf_continuation told;
    size_t child, next; // 0: none
    uint32_t last_game; // that was counted, plus 1
    int64_t ranks[2];   // sums: of amateurs, and of professionals
    uint32_t ranked[2];
} branch;

struct kf_continue {
    kf_arena *arena;
    kf_continuation *list;
    size_t count;
};

// What a text says, once it was looked at.
typedef struct fact {
    bool is_known, is_ranked;
    char winner;
    int16_t year, rank;
} fact;

typedef struct counting {
    kf_continue *result;
    kf_catalog *catalog;
    const kf_find *find;
    kf_log *log;
    kf_arena *arena; // of what is needed while it counts
    kf_find_total total;
    branch *branches;
    size_t branch_count, branch_room;
    int turns; // of the pattern that leave it as it is
    uint8_t symmetry[MOST_TURNS];
    bool is_swapped[MOST_TURNS];
    fact *facts; // by the id of their text
    uint32_t fact_count;
    uint32_t segment; // whose fields are at hand
    uint32_t *fields[5];
    bool is_good;
} counting;

// ---- Turns that change nothing ----

// Of a pattern that is symmetric in itself, moves that only a turn tells apart are one.
static void find_turns(counting *c) {
    const kf_find_pattern *pattern = c->find->pattern;
    kf_turned *turned = kf_arena_alloc(c->arena, KF_FIND_TURNS * sizeof *turned);
    int count = kf_find_pattern_turns(pattern, turned);
    for (int i = 0; i < count; i++) {
        const int board[2] = {pattern->board_width, pattern->board_height};
        bool is_same = kf_find_pattern_same(&turned[i].grid, &turned[0].grid) &&
                       turned[i].grid.edges == turned[0].grid.edges;
        if (pattern->anchor == KF_ANCHOR_FIXED)
            is_same = is_same && (board[0] != 0 ? kf_find_pattern_may_stand(pattern, &turned[i],
                                                                            pattern->column,
                                                                            pattern->row, board)
                                                : turned[i].symmetry == 0);
        if (!is_same)
            continue;
        c->symmetry[c->turns] = turned[i].symmetry;
        c->is_swapped[c->turns++] = turned[i].is_swapped;
    }
}

// A move as a number, in one of these turns.
static uint32_t turn_move(const counting *c, int turn, const kf_find_next *move) {
    const kf_grid *grid = &c->find->pattern->grid;
    int cell = kf_find_pattern_origin(grid, c->symmetry[turn], move->column, move->row);
    bool is_white = (move->colour == 'W') != c->is_swapped[turn];
    return (uint32_t)cell << 1 | is_white;
}

// The turn in which the moves of a hit make the smallest row of numbers.
static int least_turn(const counting *c, const kf_find_hit *hit) {
    int least = 0;
    for (int turn = 1; turn < c->turns; turn++)
        for (int i = 0; i < hit->next_count; i++) {
            uint32_t a = turn_move(c, turn, &hit->next[i]);
            uint32_t b = turn_move(c, least, &hit->next[i]);
            if (a < b)
                least = turn;
            if (a != b)
                break;
        }
    return least;
}

// ---- What is known of a game ----

static bool load_fields(counting *c, uint32_t segment) {
    static const kf_field fields[5] = {KF_FIELD_RESULT, KF_FIELD_DATE, KF_FIELD_BLACK_RANK,
                                       KF_FIELD_WHITE_RANK, KF_FIELD_MOVES};
    if (c->segment == segment)
        return true;
    for (int i = 0; i < 4; i++) {
        const uint8_t *row;
        size_t length;
        int64_t id = (int64_t)segment * KF_STORE_ROWS + (int64_t)fields[i];
        if (!kf_store_get(c->catalog->store, KF_TABLE_FIELD, id, &row, &length))
            return false;
        for (size_t k = 0; k < KF_STORE_LINES; k++)
            c->fields[i][k] = kf_row_number(row, length, k);
    }
    c->segment = segment;
    return true;
}

// What the text of a field of the game says: who won, in which year, or what rank.
static fact look_up(counting *c, uint32_t game, int field) {
    uint32_t id = c->fields[field][game % KF_STORE_STRIDE];
    kf_measure days;
    int64_t rank;
    if (id == 0 || id > c->fact_count)
        return (fact){.winner = '?'};
    fact *f = &c->facts[id];
    if (f->is_known)
        return *f;
    kf_text text = kf_store_text(c->catalog->store, id);
    *f = (fact){.is_known = true, .winner = '?'};
    if (field == 0)
        f->winner = kf_measure_outcome(text).winner;
    else if (field == 1 && kf_measure_date(text, &days) && days.from < 32767 * INT64_C(10000))
        f->year = (int16_t)(days.from / 10000);
    else if (field > 1 && kf_measure_rank(text, &rank)) {
        f->is_ranked = true;
        f->rank = (int16_t)rank;
    }
    return *f;
}

// ---- Counting ----

static void count_game(counting *c, branch *b, uint32_t game, bool is_swapped) {
    kf_continuation *told = &b->told;
    char winner = look_up(c, game, 0).winner;
    int year = look_up(c, game, 1).year;
    bool black_won = winner == (is_swapped ? 'W' : 'B');
    bool has_winner = winner == 'B' || winner == 'W';
    told->games++;
    told->black_wins += has_winner && black_won;
    told->white_wins += has_winner && !black_won;
    if (year != 0 && (told->first_year == 0 || year < told->first_year))
        told->first_year = year;
    if (year > told->last_year)
        told->last_year = year;
    for (int field = 2; field <= 3; field++) {
        // The rank of who plays the move; of the pattern itself, those of both.
        bool is_white = field == 3;
        if (told->depth > 0 && is_white != ((told->colour == 'W') != is_swapped))
            continue;
        fact rank = look_up(c, game, field);
        bool is_pro = rank.rank > KF_MEASURE_PROFESSIONAL;
        b->ranks[is_pro] += rank.is_ranked ? rank.rank : 0;
        b->ranked[is_pro] += rank.is_ranked;
    }
}

static void count_hit(counting *c, size_t at, uint32_t game, bool is_swapped, bool is_later) {
    branch *b = &c->branches[at];
    b->told.hits++;
    b->told.later += is_later;
    if (b->last_game == game + 1)
        return;
    b->last_game = game + 1;
    count_game(c, b, game, is_swapped);
}

static size_t add_branch(counting *c, size_t parent, int cell, char colour) {
    int width = c->find->pattern->grid.width;
    c->branches = kf_arena_grow(c->arena, c->branches, &c->branch_room, c->branch_count + 1,
                                sizeof *c->branches);
    branch *b = &c->branches[c->branch_count];
    memset(b, 0, sizeof *b);
    if (c->branch_count == ROOT)
        return c->branch_count++;
    b->told = (kf_continuation){.depth = c->branches[parent].told.depth + 1,
                                .column = cell % width,
                                .row = cell / width,
                                .colour = colour};
    b->next = c->branches[parent].child;
    c->branches[parent].child = c->branch_count;
    return c->branch_count++;
}

static size_t child_for(counting *c, size_t parent, int cell, char colour) {
    int width = c->find->pattern->grid.width;
    for (size_t at = c->branches[parent].child; at != 0; at = c->branches[at].next) {
        const kf_continuation *told = &c->branches[at].told;
        if (told->row * width + told->column == cell && told->colour == colour)
            return at;
    }
    return add_branch(c, parent, cell, colour);
}

static void count_moves(counting *c, uint32_t game, const kf_find_hit *hit) {
    int turn = least_turn(c, hit);
    bool is_swapped = hit->is_swapped != c->is_swapped[turn];
    size_t at = ROOT;
    count_hit(c, at, game, is_swapped, false);
    for (int i = 0; i < hit->next_count; i++) {
        uint32_t move = turn_move(c, turn, &hit->next[i]);
        at = child_for(c, at, (int)(move >> 1), move & 1 ? 'W' : 'B');
        count_hit(c, at, game, is_swapped, hit->next[i].is_later);
    }
}

// A game in hand, for the protected call: a search is never left in the middle.
typedef struct handing {
    counting *c;
    const kf_found *found;
} handing;

static void count_found(void *context) {
    handing *h = context;
    counting *c = h->c;
    c->is_good = load_fields(c, h->found->game / KF_STORE_STRIDE);
    for (size_t i = 0; i < h->found->count && c->is_good; i++)
        count_moves(c, h->found->game, &h->found->hits[i]);
}

static bool take(void *context, const kf_found *found) {
    handing h = {context, found};
    if (!kf_arena_try(h.c->arena, count_found, &h)) {
        kf_log_add(h.c->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        h.c->is_good = false;
    }
    return h.c->is_good;
}

// ---- In order ----

// An average in hundredths: of professionals, where they are more than half.
static void average(branch *b) {
    int pro = b->ranked[1] > b->ranked[0];
    b->told.is_professional = pro != 0;
    b->told.has_rank = b->ranked[pro] > 0;
    if (b->told.has_rank)
        b->told.rank = (int)(b->ranks[pro] * 100 / (int64_t)b->ranked[pro]) -
                       (pro ? 100 * KF_MEASURE_PROFESSIONAL : 0);
}

static int by_hits(const void *a, const void *b) {
    const kf_continuation *x = &(*(branch *const *)a)->told, *y = &(*(branch *const *)b)->told;
    if (x->hits != y->hits)
        return x->hits > y->hits ? -1 : 1;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    return (x->colour > y->colour) - (x->colour < y->colour);
}

// Lists the children of a move behind it, the most frequent first, each with its own behind it.
// What is to be listed waits on a stack: nothing recurses.
static void list_all(counting *c) {
    kf_continue *result = c->result;
    branch **stack = kf_arena_resize(c->arena, NULL, (c->branch_count + 1) * sizeof(branch *));
    size_t depth = 0,
           *places = kf_arena_resize(c->arena, NULL, (c->branch_count + 1) * sizeof *places);
    result->list = kf_arena_resize(result->arena, NULL, c->branch_count * sizeof *result->list);
    stack[depth++] = &c->branches[ROOT];
    while (depth > 0) {
        branch *b = stack[--depth];
        size_t from = depth;
        average(b);
        places[b - c->branches] = result->count;
        result->list[result->count++] = b->told;
        for (size_t at = b->child; at != 0; at = c->branches[at].next) {
            c->branches[at].told.parent = places[b - c->branches];
            stack[depth++] = &c->branches[at];
        }
        qsort(stack + from, depth - from, sizeof(branch *), by_hits);
        for (size_t i = from, k = depth; i + 1 < k; i++) {
            branch *other = stack[--k];
            stack[k] = stack[i];
            stack[i] = other;
        }
    }
}

static void count_all(void *context) {
    counting *c = context;
    for (int i = 0; i < 4; i++)
        c->fields[i] = kf_arena_resize(c->arena, NULL, KF_STORE_LINES * sizeof *c->fields[i]);
    c->fact_count = kf_store_last_text(c->catalog->store);
    c->facts = kf_arena_resize(c->arena, NULL, ((size_t)c->fact_count + 1) * sizeof *c->facts);
    memset(c->facts, 0, ((size_t)c->fact_count + 1) * sizeof *c->facts);
    find_turns(c);
    add_branch(c, ROOT, 0, '\0');
    c->is_good = true;
    c->is_good = kf_find_games(c->catalog, c->find, take, c, &c->total, c->log) && c->is_good;
    if (!c->is_good)
        kf_store_report(c->catalog->store, c->log);
}

static void list(void *context) {
    counting *c = context;
    list_all(c);
}

static void list_in(void *context) {
    counting *c = context;
    if (!kf_arena_try(c->arena, list, c))
        kf_arena_fail(c->result->arena);
}

kf_continue *kf_continue_new(kf_catalog *catalog, const kf_find *find, kf_log *log) {
    counting c = {.catalog = catalog, .find = find, .log = log, .segment = UINT32_MAX};
    kf_find asked = *find;
    asked.next_moves = find->next_moves > 0 ? find->next_moves : 1;
    c.find = &asked;
    c.result = malloc(sizeof *c.result);
    if (c.result != NULL)
        *c.result = (kf_continue){.arena = kf_arena_new()};
    c.arena = kf_arena_new();
    bool has_memory = c.result != NULL && c.result->arena != NULL && c.arena != NULL &&
                      kf_arena_try(c.arena, count_all, &c) &&
                      (!c.is_good || kf_arena_try(c.result->arena, list_in, &c));
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_free(c.arena);
    if (has_memory && c.is_good)
        return c.result;
    kf_continue_free(c.result);
    return NULL;
}

#else

struct kf_continue {
    kf_arena *arena;
    kf_continuation *list;
    size_t count;
};

kf_continue *kf_continue_new(kf_catalog *catalog, const kf_find *find, kf_log *log) {
    (void)catalog, (void)find;
    kf_catalog_lacks(log);
    return NULL;
}

#endif

void kf_continue_free(kf_continue *continuations) {
    if (continuations == NULL)
        return;
    kf_arena_free(continuations->arena);
    free(continuations);
}

size_t kf_continue_count(const kf_continue *continuations) {
    return continuations->count;
}

const kf_continuation *kf_continue_get(const kf_continue *continuations, size_t index) {
    return index < continuations->count ? &continuations->list[index] : NULL;
}
