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

typedef struct player {
    kf_endbound *bound;
    const kf_endboard *region;
    int stones; // Black's less White's, that lay there at first
    bool has_failed;
} player;

static kf_thermo value_of(player *p, const kf_endposition *filled) {
    kf_thermo value;
    p->has_failed = !kf_endbound_value(p->bound, filled, &value) || p->has_failed;
    return value;
}

// What a move is worth there. In a position that comes back it may not be certain; then a line goes
// on or ends by what is known, and what it comes to is proved at its end.
static int32_t temperature_of(const player *p, const kf_endposition *filled) {
    kf_thermo value;
    kf_endbound_value(p->bound, filled, &value);
    return value.temperature;
}

// ---- Moves ----

// What the moves of a colour lead to, filled.
typedef struct moves {
    uint64_t set;
    kf_endposition after[KF_ENDBOARD_MOST];
} moves;

static void list_moves(const player *p, const kf_endposition *filled, kf_colour colour,
                       moves *out) {
    out->set = kf_endboard_moves(p->region, filled, colour);
    for (uint64_t rest = out->set; rest != 0; rest &= rest - 1) {
        int at = kf_endboard_first(rest);
        bool is_ko = false;
        out->after[at] = *filled;
        if (kf_endboard_play(p->region, &out->after[at], at, colour, &is_ko))
            kf_endboard_fill(p->region, &out->after[at]);
        else
            out->set &= ~((uint64_t)1 << at);
    }
}

// The best move of a colour at that cost of a move, or -1. Of moves that are as good the one that
// is best at the cost of territory comes first, then the one that threatens most.
static int choose(player *p, const kf_endposition *filled, kf_colour colour, int32_t cost,
                  moves *found) {
    list_moves(p, filled, colour, found);
    uint64_t best = found->set;
    for (int turn = 0; turn < 2 && best != 0; turn++)
        best = kf_endbound_select(p->bound, found->after, best, colour, turn == 0 ? cost : ONE);
    int32_t highest = INT32_MIN;
    int at = best != 0 ? kf_endboard_first(best) : -1;
    for (uint64_t rest = best & (best - 1) ? best : 0; rest != 0; rest &= rest - 1) {
        int32_t temperature = temperature_of(p, &found->after[kf_endboard_first(rest)]);
        if (temperature > highest) {
            highest = temperature;
            at = kf_endboard_first(rest);
        }
    }
    return at;
}

static void advance(const player *p, kf_endline *line, int at, const kf_endposition *after,
                    kf_colour colour) {
    kf_colour enemy = kf_colour_other(colour);
    bool is_ko = false;
    int before = kf_endboard_size(line->position.stones[enemy]);
    kf_endboard_play(p->region, &line->position, at, colour, &is_ko);
    line->captured[enemy] += before - kf_endboard_size(line->position.stones[enemy]);
    line->move[line->count++] = (uint8_t)at;
    line->filled = *after;
}

// ---- Counting ----

// Who owns what at the end: as the stones lie, once the one whose dead stones are still to be taken
// has taken them, while the other passes.
static bool find_owners(player *p, const kf_endposition *end, uint64_t owned[3]) {
    kf_endposition filled = *end;
    kf_thermo value;
    int32_t mean = value_of(p, &filled).mean;
    for (int i = 0; i < KF_ENDLINE_MOST; i++) {
        kf_endboard_owners(p->region, &filled, owned);
        int32_t score =
            (kf_endboard_size(owned[KF_BLACK]) - kf_endboard_size(owned[KF_WHITE])) * ONE;
        if (score == mean)
            return true;
        moves found;
        int at = choose(p, &filled, score < mean ? KF_BLACK : KF_WHITE, 0, &found);
        if (at < 0 || !kf_endbound_value(p->bound, &found.after[at], &value) || value.mean != mean)
            return false;
        filled = found.after[at];
    }
    return false;
}

static void count(player *p, kf_endline *line) {
    kf_thermo value = value_of(p, &line->filled);
    uint64_t owned[3];
    int moves = line->count % 2 == 0 ? 0 : line->first == KF_BLACK ? 1 : -1;
    line->is_settled = value.temperature <= ONE;
    line->score = value.mean - (p->stones + moves) * ONE;
    line->is_counted = line->is_settled && find_owners(p, &line->filled, owned);
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

// Makes the best move at that cost. False: there is none.
static bool move_on(player *p, kf_endline *line, kf_colour colour, int32_t cost) {
    moves found;
    int at = choose(p, &line->filled, colour, cost, &found);
    p->has_failed = at < 0 || p->has_failed;
    if (at >= 0)
        advance(p, line, at, &found.after[at], colour);
    return at >= 0;
}

// Both play on as long as there is anything to gain.
static void play_out(player *p, kf_endline *line) {
    kf_colour colour = line->first;
    while (line->count < KF_ENDLINE_MOST && temperature_of(p, &line->filled) > ONE &&
           move_on(p, line, colour, ONE))
        colour = kf_colour_other(colour);
}

// Whether a player goes on here when a move elsewhere is worth `other`. The one who leads also
// makes the moves that must be answered. The first move is made in any case.
static bool goes_on(player *p, const kf_endline *line, kf_colour colour, int32_t other) {
    int32_t here = temperature_of(p, &line->filled);
    moves found;
    if (here <= ONE)
        return false;
    if (line->count == 0 || here > other)
        return true;
    if (colour != line->first)
        return false;
    int at = choose(p, &line->filled, colour, ONE, &found);
    p->has_failed = p->has_failed || (at < 0 && kf_endbound_tree(p->bound)->is_full);
    return at >= 0 && temperature_of(p, &found.after[at]) > other;
}

// Whether a move of the colour costs nobody anything where nothing is to be gained.
static bool is_free(player *p, const kf_endposition *after, kf_colour colour, int32_t mean) {
    int32_t wall = 0;
    return kf_endbound_wall(p->bound, after, kf_colour_other(colour), 0, &wall) &&
           (colour == KF_BLACK ? wall >= mean : wall <= mean);
}

// Where nothing is to be gained, moves may be left that cost nobody anything, such as a push and
// its answer, and territory cannot be read off before they are made. Looks for at most `depth` such
// moves after which it can, with the same result.
static bool tidy(player *p, kf_endline *line, kf_colour colour, int depth) {
    const kf_endline before = *line;
    int32_t mean = value_of(p, &line->filled).mean;
    moves found;
    list_moves(p, &line->filled, colour, &found);
    for (uint64_t rest = found.set; rest != 0 && line->count < KF_ENDLINE_MOST; rest &= rest - 1) {
        int at = kf_endboard_first(rest);
        if (!is_free(p, &found.after[at], colour, mean))
            continue;
        advance(p, line, at, &found.after[at], colour);
        if (depth > 1 && tidy(p, line, kf_colour_other(colour), depth - 1))
            return true;
        count(p, line);
        if (depth == 1 && line->is_counted && line->score == before.score)
            return true;
        *line = before;
    }
    return false;
}

static void count_tidy(player *p, kf_endline *line) {
    count(p, line);
    if (!line->is_settled || line->is_counted)
        return;
    kf_colour colour = line->count % 2 == 0 ? line->first : kf_colour_other(line->first);
    for (int depth = 1; depth <= TIDY && !line->is_counted; depth++)
        tidy(p, line, colour, depth);
}

static void lead(player *p, kf_endline *line, int32_t other) {
    kf_colour colour = line->first;
    while (line->count < KF_ENDLINE_MOST && goes_on(p, line, colour, other) &&
           move_on(p, line, colour, other))
        colour = kf_colour_other(colour);
    count_tidy(p, line);
}

// What is left is counted on from the start of the line, so that its captures are in it.
static void finish(player *p, const kf_endline *from, kf_colour first, kf_endline *line) {
    begin(from, first, line);
    play_out(p, line);
    count_tidy(p, line);
    int before = from->count % 2 == 0 ? 0 : from->first == KF_BLACK ? 1 : -1;
    line->score -= before * ONE;
}

// Whose move must be answered: just below the temperature his wall is upright, for his move and the
// answer together cost nothing. Where both walls lean, nobody's.
static kf_colour find_sente(const kf_endplay *play) {
    if (play->knot_count < 2)
        return KF_EMPTY;
    const kf_endgame_knot *below = &play->knot[play->knot_count - 2];
    return below->black == play->mean ? KF_BLACK : below->white == play->mean ? KF_WHITE : KF_EMPTY;
}

// Adds a place of the thermograph, and takes out the one before it if the walls do not bend there.
static void add_knot(kf_endplay *play, kf_endgame_knot knot) {
    kf_endgame_knot *last = &play->knot[play->knot_count];
    if (play->knot_count >= 2) {
        const kf_endgame_knot *a = last - 2, *b = last - 1;
        int64_t before = b->temperature - a->temperature, after = knot.temperature - b->temperature;
        if ((b->black - a->black) * after == (knot.black - b->black) * before &&
            (b->white - a->white) * after == (knot.white - b->white) * before)
            last--;
    }
    *last = knot;
    play->knot_count = (int)(last - play->knot) + 1;
}

// The thermograph above the cost of a point that area has over territory.
static void draw_walls(const kf_thermo *value, int32_t one, int32_t less, kf_endplay *play) {
    add_knot(play, (kf_endgame_knot){0, kf_thermo_left(value, one) - less,
                                     kf_thermo_right(value, one) - less});
    for (int i = 0; i < value->count; i++)
        if (value->t[i] > one)
            add_knot(play, (kf_endgame_knot){value->t[i] - one, value->left[i] - less,
                                             value->right[i] - less});
}

void kf_endline_draw(const kf_thermo *value, int32_t one, int32_t stones, kf_endplay *play) {
    int32_t less = stones * one;
    play->is_exact = !value->is_rounded;
    play->mean = value->mean - less;
    play->stop[KF_BLACK] = kf_thermo_left(value, one) - less;
    play->stop[KF_WHITE] = kf_thermo_right(value, one) - less;
    draw_walls(value, one, less, play);
    // Where both walls are one already further below, a move is worth nothing there.
    while (play->knot_count >= 2 && play->knot[play->knot_count - 2].black == play->mean &&
           play->knot[play->knot_count - 2].white == play->mean)
        play->knot_count--;
    play->temperature = play->knot[play->knot_count - 1].temperature;
    play->sente = find_sente(play);
}

// What the region is worth. False: it is not found.
static bool appraise(player *p, const kf_endposition *filled, kf_endplay *play) {
    kf_thermo value = value_of(p, filled);
    if (p->has_failed)
        return false;
    play->has_mean = true;
    kf_endline_draw(&value, ONE, p->stones, play);
    return true;
}

bool kf_endline_play(kf_endbound *bound, const kf_endposition *start, kf_endplay *play) {
    player p = {.bound = bound,
                .region = &kf_endbound_tree(bound)->region,
                .stones = kf_endboard_size(start->stones[KF_BLACK]) -
                          kf_endboard_size(start->stones[KF_WHITE])};
    kf_endline line = {.position = *start, .filled = *start};
    kf_endboard_fill(p.region, &line.filled);
    memset(play, 0, sizeof *play);
    if (!appraise(&p, &line.filled, play))
        return false;
    // A move elsewhere is taken to be worth next to what a move here is.
    int32_t other = play->temperature + ONE - 1;
    for (int first = KF_BLACK; first <= KF_WHITE && !p.has_failed; first++) {
        begin(&line, (kf_colour)first, &play->lead[first]);
        lead(&p, &play->lead[first], other);
        for (int again = KF_BLACK; again <= KF_WHITE && !p.has_failed; again++)
            finish(&p, &play->lead[first], (kf_colour)again, &play->rest[first][again]);
    }
    return !p.has_failed;
}
