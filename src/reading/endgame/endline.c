// SPDX-License-Identifier: MIT
// Lines of an endgame, counted by territory, and who keeps the lead.

#include "reading/endgame/endgame.h"

#include <string.h>

// Area and territory. By area a stone on the board is a point, so a move in one's own territory
// costs nothing; by territory it costs one. So the territory that a line leads to is the area
// there, less the stones that lay there before, less one for each move: the same tree serves, read
// at a cost of one point for each move. Dead stones need not be taken, for taking them costs the
// same as being let.

enum { ONE = KF_THERMO_ONE, TIDY = 3 };

// ---- Moves ----

// How good a move is for who plays it, first by what counts most.
typedef struct rank {
    int32_t value[3];
} rank;

static rank rank_of(const kf_endgame *e, uint32_t node, kf_colour colour, int32_t cost) {
    const kf_thermo *value = kf_endgame_value(e, node);
    rank r;
    r.value[0] = colour == KF_BLACK ? kf_thermo_right(value, cost) : -kf_thermo_left(value, cost);
    r.value[1] = colour == KF_BLACK ? kf_thermo_right(value, ONE) : -kf_thermo_left(value, ONE);
    r.value[2] = value->temperature;
    return r;
}

static bool is_better(const rank *a, const rank *b) {
    for (int i = 0; i < 3; i++)
        if (a->value[i] != b->value[i])
            return a->value[i] > b->value[i];
    return false;
}

// The best move of a colour at that cost of a move, or NULL. Of moves that are as good the one that
// threatens most comes first.
static const kf_endedge *choose(const kf_endgame *e, uint32_t node, kf_colour colour,
                                int32_t cost) {
    const kf_endnode *at = &e->nodes[node];
    const kf_endedge *edge = &e->edges[at->edges + (colour == KF_WHITE ? at->counts[KF_BLACK] : 0)];
    const kf_endedge *best = NULL;
    rank highest = {{0, 0, 0}};
    for (int i = 0; i < at->counts[colour]; i++) {
        rank r = rank_of(e, edge[i].node, colour, cost);
        if (best == NULL || is_better(&r, &highest)) {
            best = &edge[i];
            highest = r;
        }
    }
    return best;
}

static void advance(const kf_endgame *e, kf_endline *line, const kf_endedge *edge,
                    kf_colour colour) {
    kf_colour enemy = kf_colour_other(colour);
    bool is_ko = false;
    int before = kf_endboard_size(line->position.stones[enemy]);
    kf_endboard_play(&e->region, &line->position, edge->at, colour, &is_ko);
    line->captured[enemy] += before - kf_endboard_size(line->position.stones[enemy]);
    line->move[line->count++] = edge->at;
    line->node = edge->node;
}

// ---- Counting ----

// Who owns what at the end: as the stones lie, once the one whose dead stones are still to be taken
// has taken them, while the other passes.
static bool find_owners(const kf_endgame *e, uint32_t node, uint64_t owned[3]) {
    int32_t mean = kf_endgame_value(e, node)->mean;
    for (int i = 0; i < KF_ENDLINE_MOST; i++) {
        kf_endboard_owners(&e->region, &e->nodes[node].position, owned);
        int32_t score =
            (kf_endboard_size(owned[KF_BLACK]) - kf_endboard_size(owned[KF_WHITE])) * ONE;
        if (score == mean)
            return true;
        const kf_endedge *edge = choose(e, node, score < mean ? KF_BLACK : KF_WHITE, 0);
        if (edge == NULL || kf_endgame_value(e, edge->node)->mean != mean)
            return false;
        node = edge->node;
    }
    return false;
}

static void count(const kf_endgame *e, kf_endline *line) {
    const kf_thermo *value = kf_endgame_value(e, line->node);
    uint64_t owned[3];
    int stones =
        kf_endboard_size(e->start.stones[KF_BLACK]) - kf_endboard_size(e->start.stones[KF_WHITE]);
    int moves = line->count % 2 == 0 ? 0 : line->first == KF_BLACK ? 1 : -1;
    line->is_settled = value->temperature <= ONE;
    line->score = value->mean - (stones + moves) * ONE;
    line->is_counted = line->is_settled && find_owners(e, line->node, owned);
    for (int colour = KF_BLACK; line->is_counted && colour <= KF_WHITE; colour++)
        line->territory[colour] =
            kf_endboard_size(owned[colour] & ~line->position.stones[colour]) +
            kf_endboard_size(owned[colour] & line->position.stones[3 - colour]);
}

// ---- Lines ----

static void begin(const kf_endline *from, kf_colour first, kf_endline *line) {
    *line = *from;
    line->first = first;
    line->count = 0;
}

// Both play on as long as there is anything to gain.
static void play_out(const kf_endgame *e, kf_endline *line) {
    kf_colour colour = line->first;
    while (line->count < KF_ENDLINE_MOST && kf_endgame_value(e, line->node)->temperature > ONE) {
        const kf_endedge *edge = choose(e, line->node, colour, ONE);
        if (edge == NULL)
            break;
        advance(e, line, edge, colour);
        colour = kf_colour_other(colour);
    }
}

// Whether a player goes on here when a move elsewhere is worth `other`. The one who leads also
// makes the moves that must be answered. The first move is made in any case.
static bool goes_on(const kf_endgame *e, const kf_endline *line, kf_colour colour, int32_t other) {
    int32_t here = kf_endgame_value(e, line->node)->temperature;
    if (here <= ONE)
        return false;
    if (line->count == 0 || here > other)
        return true;
    const kf_endedge *edge = choose(e, line->node, colour, ONE);
    return colour == line->first && edge != NULL &&
           kf_endgame_value(e, edge->node)->temperature > other;
}

// Where nothing is to be gained, moves may be left that cost nobody anything, such as a push and
// its answer, and territory cannot be read off before they are made. Looks for at most `depth` such
// moves after which it can, with the same result.
static bool tidy(const kf_endgame *e, kf_endline *line, kf_colour colour, int depth) {
    const kf_endline before = *line;
    const kf_endnode *at = &e->nodes[line->node];
    const kf_endedge *edge = &e->edges[at->edges + (colour == KF_WHITE ? at->counts[KF_BLACK] : 0)];
    int32_t mean = kf_endgame_value(e, line->node)->mean;
    for (int i = 0; i < at->counts[colour] && line->count < KF_ENDLINE_MOST; i++) {
        const kf_thermo *next = kf_endgame_value(e, edge[i].node);
        int32_t wall = colour == KF_BLACK ? kf_thermo_right(next, 0) : kf_thermo_left(next, 0);
        if (colour == KF_BLACK ? wall < mean : wall > mean)
            continue;
        advance(e, line, &edge[i], colour);
        if (depth > 1 && tidy(e, line, kf_colour_other(colour), depth - 1))
            return true;
        count(e, line);
        if (depth == 1 && line->is_counted && line->score == before.score)
            return true;
        *line = before;
    }
    return false;
}

static void count_tidy(const kf_endgame *e, kf_endline *line) {
    count(e, line);
    if (!line->is_settled || line->is_counted)
        return;
    kf_colour colour = line->count % 2 == 0 ? line->first : kf_colour_other(line->first);
    for (int depth = 1; depth <= TIDY && !line->is_counted; depth++)
        tidy(e, line, colour, depth);
}

static void lead(const kf_endgame *e, kf_endline *line, int32_t other) {
    kf_colour colour = line->first;
    while (line->count < KF_ENDLINE_MOST && goes_on(e, line, colour, other)) {
        const kf_endedge *edge = choose(e, line->node, colour, other);
        if (edge == NULL)
            break;
        advance(e, line, edge, colour);
        colour = kf_colour_other(colour);
    }
    count_tidy(e, line);
}

// What is left is counted on from the start of the line, so that its captures are in it.
static void finish(const kf_endgame *e, const kf_endline *from, kf_colour first, kf_endline *line) {
    begin(from, first, line);
    play_out(e, line);
    count_tidy(e, line);
    int before = from->count % 2 == 0 ? 0 : from->first == KF_BLACK ? 1 : -1;
    line->score -= before * ONE;
}

// Whose move must be answered: just below the temperature his wall is upright, for his move and the
// answer together cost nothing. Where both walls lean, nobody's.
static kf_colour find_sente(const kf_thermo *value) {
    int below = value->count - 2;
    if (below < 0)
        return KF_EMPTY;
    return value->left[below] == value->mean    ? KF_BLACK
           : value->right[below] == value->mean ? KF_WHITE
                                                : KF_EMPTY;
}

// The thermograph above the cost of a point that area has over territory.
static void draw_walls(const kf_thermo *value, int32_t stones, kf_endplay *play) {
    play->knot[play->knot_count++] = (kf_endgame_knot){0, kf_thermo_left(value, ONE) - stones,
                                                       kf_thermo_right(value, ONE) - stones};
    for (int i = 0; i < value->count; i++)
        if (value->t[i] > ONE)
            play->knot[play->knot_count++] = (kf_endgame_knot){
                value->t[i] - ONE, value->left[i] - stones, value->right[i] - stones};
}

void kf_endline_play(const kf_endgame *endgame, kf_endplay *play) {
    kf_endline start = {.position = endgame->start};
    const kf_thermo *value = kf_endgame_value(endgame, 0);
    int32_t stones = (kf_endboard_size(endgame->start.stones[KF_BLACK]) -
                      kf_endboard_size(endgame->start.stones[KF_WHITE])) *
                     ONE;
    memset(play, 0, sizeof *play);
    play->has_mean = true;
    play->mean = value->mean - stones;
    play->temperature = value->temperature - ONE;
    play->stop[KF_BLACK] = kf_thermo_left(value, ONE) - stones;
    play->stop[KF_WHITE] = kf_thermo_right(value, ONE) - stones;
    play->sente = find_sente(value);
    draw_walls(value, stones, play);
    // A move elsewhere is taken to be worth next to what a move here is.
    int32_t other = value->temperature - 1;
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        begin(&start, (kf_colour)first, &play->lead[first]);
        lead(endgame, &play->lead[first], other);
        for (int again = KF_BLACK; again <= KF_WHITE; again++)
            finish(endgame, &play->lead[first], (kf_colour)again, &play->rest[first][again]);
    }
}
