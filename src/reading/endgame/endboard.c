// SPDX-License-Identifier: MIT
// A region of a board as a board of its own: what lies outside is safe and stays as it is.

#include "reading/endgame/endgame.h"

#include <string.h>

static uint64_t bit(int at) {
    return (uint64_t)1 << at;
}

// ---- The region ----

static int index_of(const kf_endboard *region, kf_point point) {
    for (int i = 0; i < region->count; i++)
        if (region->point[i] == point)
            return i;
    return -1;
}

static void note_side(kf_endboard *region, const kf_board *board, int at, int dx, int dy) {
    int x = kf_point_column(region->point[at]) + dx, y = kf_point_row(region->point[at]) + dy;
    if (x < 0 || y < 0 || x >= board->width || y >= board->height)
        return;
    kf_point point = kf_point_at(x, y);
    int next = index_of(region, point);
    if (next >= 0)
        region->beside[at] |= bit(next);
    else
        region->touches[kf_board_get(board, point)] |= bit(at);
}

static void note_inner(kf_endboard *region) {
    region->inner_left = region->inner_right = 0;
    for (int i = 0; i < region->count; i++) {
        region->inner_left |= i % region->width > 0 ? bit(i) : 0;
        region->inner_right |= (i + 1) % region->width > 0 ? bit(i) : 0;
    }
}

bool kf_endboard_make(kf_endboard *region, const kf_board *board, kf_point corner,
                      kf_point opposite, kf_endposition *position) {
    int x0 = kf_point_column(corner), x1 = kf_point_column(opposite);
    int y0 = kf_point_row(corner), y1 = kf_point_row(opposite);
    int left = x0 < x1 ? x0 : x1, top = y0 < y1 ? y0 : y1;
    int width = x0 < x1 ? x1 - x0 + 1 : x0 - x1 + 1, height = y0 < y1 ? y1 - y0 + 1 : y0 - y1 + 1;
    memset(region, 0, sizeof *region);
    memset(position, 0, sizeof *position);
    if (width * height > KF_ENDBOARD_MOST || !kf_point_is_on(corner, board->width, board->height) ||
        !kf_point_is_on(opposite, board->width, board->height))
        return false;
    for (int i = 0; i < width * height; i++)
        region->point[region->count++] = kf_point_at(left + i % width, top + i / width);
    region->width = width;
    note_inner(region);
    for (int i = 0; i < region->count; i++) {
        kf_colour colour = kf_board_get(board, region->point[i]);
        if (colour != KF_EMPTY)
            position->stones[colour] |= bit(i);
        note_side(region, board, i, -1, 0);
        note_side(region, board, i, 1, 0);
        note_side(region, board, i, 0, -1);
        note_side(region, board, i, 0, 1);
    }
    return true;
}

// ---- The way it is read ----

// A region as it is from one of the eight sides, with the colours as they are or exchanged.
typedef struct view {
    uint64_t sets[5]; // stones of both colours, points next to stones outside, and to vacant points
    int width;
    bool is_swapped;
    uint8_t from[KF_ENDBOARD_MOST]; // where each point was
} view;

static uint64_t turn_set(const view *v, int count, uint64_t set) {
    uint64_t turned = 0;
    for (int i = 0; i < count; i++)
        turned |= (set >> v->from[i] & 1) << i;
    return turned;
}

static void look_from(const kf_endboard *region, const kf_endposition *p, int side, view *v) {
    int columns = region->width, rows = region->count / columns;
    memset(v, 0, sizeof *v);
    v->width = side & 4 ? rows : columns;
    v->is_swapped = side & 8;
    for (int i = 0; i < region->count; i++) {
        int x = i % v->width, y = i / v->width;
        int column = side & 4 ? y : x, row = side & 4 ? x : y;
        column = side & 1 ? columns - 1 - column : column;
        row = side & 2 ? rows - 1 - row : row;
        v->from[i] = (uint8_t)(row * columns + column);
    }
    kf_colour first = v->is_swapped ? KF_WHITE : KF_BLACK, second = kf_colour_other(first);
    const uint64_t sets[] = {region->touches[first], region->touches[second], p->stones[first],
                             p->stones[second], region->touches[KF_EMPTY]};
    for (int i = 0; i < 5; i++)
        v->sets[i] = turn_set(v, region->count, sets[i]);
}

// The wide way comes first, then by what lies where.
static bool is_before(const view *a, const view *b) {
    if (a->width != b->width)
        return a->width > b->width;
    for (int i = 0; i < 5; i++)
        if (a->sets[i] != b->sets[i])
            return a->sets[i] < b->sets[i];
    return false;
}

bool kf_endboard_turn(kf_endboard *region, kf_endposition *position) {
    const kf_endboard given = *region;
    view best, other;
    look_from(region, position, 0, &best);
    for (int side = 1; side < 16; side++) {
        look_from(region, position, side, &other);
        if (is_before(&other, &best))
            best = other;
    }
    region->width = best.width;
    region->touches[KF_BLACK] = best.sets[0];
    region->touches[KF_WHITE] = best.sets[1];
    position->stones[KF_BLACK] = best.sets[2];
    position->stones[KF_WHITE] = best.sets[3];
    region->touches[KF_EMPTY] = best.sets[4];
    for (int i = 0; i < region->count; i++) {
        region->point[i] = given.point[best.from[i]];
        region->beside[i] = turn_set(&best, region->count, given.beside[best.from[i]]);
    }
    note_inner(region);
    return best.is_swapped;
}

static void exchange(uint64_t sets[3]) {
    uint64_t black = sets[KF_BLACK];
    sets[KF_BLACK] = sets[KF_WHITE];
    sets[KF_WHITE] = black;
}

void kf_endboard_exchange(kf_endboard *region, kf_endposition *position) {
    exchange(region->touches);
    exchange(position->stones);
    if (region->favoured != KF_EMPTY)
        region->favoured = kf_colour_other(region->favoured);
}

// ---- Chains ----

static uint64_t around(const kf_endboard *region, uint64_t set) {
    uint64_t sides = (set & region->inner_left) >> 1 | (set & region->inner_right) << 1;
    return (sides | set >> region->width | set << region->width) & kf_endboard_all(region);
}

// All points of `within` that hang together with those of `set`.
static uint64_t flood(const kf_endboard *region, uint64_t set, uint64_t within) {
    uint64_t fresh = set & within, all = fresh;
    while (fresh != 0) {
        fresh = around(region, fresh) & within & ~all;
        all |= fresh;
    }
    return all;
}

static uint64_t vacant(const kf_endboard *region, const kf_endposition *p) {
    return kf_endboard_all(region) & ~p->stones[KF_BLACK] & ~p->stones[KF_WHITE] & ~p->out;
}

// Whether a chain cannot be taken: it hangs on what is safe outside, or has a liberty there.
static bool is_safe(const kf_endboard *region, const kf_endposition *p, uint64_t chain,
                    kf_colour colour) {
    return (chain & (region->touches[colour] | region->touches[KF_EMPTY] | p->out)) != 0;
}

static bool is_dead(const kf_endboard *region, const kf_endposition *p, uint64_t chain,
                    kf_colour colour) {
    return !is_safe(region, p, chain, colour) && (around(region, chain) & vacant(region, p)) == 0;
}

// ---- Moves ----

// Puts the stone down and takes off what that leaves without liberties.
static uint64_t place(const kf_endboard *region, kf_endposition *p, int at, kf_colour colour) {
    kf_colour enemy = kf_colour_other(colour);
    uint64_t taken = 0, rest = region->beside[at] & p->stones[enemy];
    p->stones[colour] |= bit(at);
    while (rest != 0) {
        uint64_t chain = flood(region, rest & (~rest + 1), p->stones[enemy]);
        if (is_dead(region, p, chain, enemy))
            taken |= chain;
        rest &= ~chain;
    }
    p->stones[enemy] &= ~taken;
    return taken;
}

// Whether what lies after a capture of one stone is a ko: the stone that took it stands alone, with
// that one liberty.
static bool makes_ko(const kf_endboard *region, const kf_endposition *p, int at, uint64_t taken,
                     kf_colour colour) {
    bool has_friend = (region->beside[at] & p->stones[colour]) != 0;
    return kf_endboard_size(taken) == 1 && !has_friend && !is_safe(region, p, bit(at), colour) &&
           (region->beside[at] & vacant(region, p)) == taken;
}

// Bans end where retaking would be no ko any more.
static void clear_bans(const kf_endboard *region, kf_endposition *p, kf_colour banned) {
    for (uint64_t rest = p->stones[KF_EMPTY]; rest != 0; rest &= rest - 1) {
        int at = kf_endboard_first(rest);
        kf_endposition trial = *p;
        bool is_vacant = (vacant(region, p) & bit(at)) != 0;
        uint64_t taken = is_vacant ? place(region, &trial, at, banned) : 0;
        if (!is_vacant || !makes_ko(region, &trial, at, taken, banned))
            p->stones[KF_EMPTY] &= ~bit(at);
    }
}

bool kf_endboard_play(const kf_endboard *region, kf_endposition *position, int at, kf_colour colour,
                      bool *is_ko) {
    kf_endposition next = *position;
    kf_colour loser = kf_colour_other(region->favoured);
    if ((vacant(region, position) & bit(at)) == 0 ||
        (colour == loser && (position->stones[KF_EMPTY] & bit(at)) != 0))
        return false;
    uint64_t taken = place(region, &next, at, colour);
    if (taken == 0 && is_dead(region, &next, flood(region, bit(at), next.stones[colour]), colour))
        return false;
    if (makes_ko(region, &next, at, taken, colour)) {
        *is_ko = true;
        if (colour == region->favoured)
            next.stones[KF_EMPTY] |= taken;
    }
    clear_bans(region, &next, loser);
    *position = next;
    return true;
}

// ---- What is settled ----

uint64_t kf_endboard_safe(const kf_endboard *region, const kf_endposition *position,
                          kf_colour colour) {
    return flood(region, region->touches[colour] | region->touches[KF_EMPTY] | position->out,
                 position->stones[colour]);
}

// Points of the set that touch nothing else: only there can the opponent have an eye.
static uint64_t find_inner(const kf_endboard *region, uint64_t set, kf_colour colour) {
    uint64_t inner = 0;
    for (uint64_t rest = set & ~region->touches[colour]; rest != 0; rest &= rest - 1) {
        int at = kf_endboard_first(rest);
        if ((region->beside[at] & ~set) == 0)
            inner |= bit(at);
    }
    return inner;
}

// Two eyes need two points that are not neighbours. On a board of one row, its end alone may be
// held for ever by a ko.
static bool has_room(const kf_endboard *region, uint64_t inner) {
    int count = kf_endboard_size(inner);
    for (uint64_t rest = inner; rest != 0; rest &= rest - 1)
        if (kf_endboard_size(region->beside[kf_endboard_first(rest)]) < 2)
            return true;
    return count > 2 || (count == 2 && (around(region, inner) & inner) == 0);
}

// The areas that the colour's safe stones wall in, so that whatever lies there is his business
// alone. Returns how many.
static size_t find_walled(const kf_endboard *region, const kf_endposition *p, kf_colour colour,
                          uint64_t areas[KF_ENDBOARD_MOST]) {
    uint64_t wall = kf_endboard_safe(region, p, colour),
             rest = kf_endboard_all(region) & ~wall & ~p->out;
    kf_colour other = kf_colour_other(colour);
    uint64_t open = region->touches[other] | region->touches[KF_EMPTY] |
                    around(region, p->out & p->stones[other]);
    size_t count = 0;
    while (rest != 0) {
        uint64_t area =
            flood(region, rest & (~rest + 1), kf_endboard_all(region) & ~wall & ~p->out);
        rest &= ~area;
        bool is_walled =
            (around(region, area) & wall) != 0 || (area & region->touches[colour]) != 0;
        if (is_walled && (area & open) == 0)
            areas[count++] = area;
    }
    return count;
}

void kf_endboard_give(kf_endposition *position, uint64_t area, kf_colour colour) {
    position->stones[colour] |= area;
    position->stones[kf_colour_other(colour)] &= ~area;
    position->stones[KF_EMPTY] &= ~area;
}

// Inside a wall that cannot be taken, every point beside the wall can be filled by its owner at any
// time. The opponent keeps at most the inner points as liberties.
static void fill_colour(const kf_endboard *region, kf_endposition *p, kf_colour colour) {
    uint64_t areas[KF_ENDBOARD_MOST];
    size_t count = find_walled(region, p, colour, areas);
    for (size_t i = 0; i < count; i++)
        if (!has_room(region, find_inner(region, areas[i], colour)))
            kf_endboard_give(p, areas[i], colour);
}

size_t kf_endboard_rooms(const kf_endboard *region, const kf_endposition *position,
                         kf_colour colour, uint64_t rooms[KF_ENDBOARD_MOST]) {
    size_t count = find_walled(region, position, colour, rooms), kept = 0;
    for (size_t i = 0; i < count; i++)
        if (has_room(region, find_inner(region, rooms[i], colour)))
            rooms[kept++] = rooms[i];
    return kept;
}

void kf_endboard_fill(const kf_endboard *region, kf_endposition *position) {
    fill_colour(region, position, KF_BLACK);
    fill_colour(region, position, KF_WHITE);
}

// Of what is out of play only the stones next to `area` are kept.
static void cut(const kf_endboard *region, kf_endposition *p, uint64_t area) {
    uint64_t kept = area | around(region, area);
    p->out = kf_endboard_all(region) & ~area;
    p->stones[KF_BLACK] &= kept;
    p->stones[KF_WHITE] &= kept;
    p->stones[KF_EMPTY] &= area;
}

int kf_endboard_reduce(const kf_endboard *region, kf_endposition *position) {
    uint64_t in_play = kf_endboard_all(region) & ~position->out;
    uint64_t black = kf_endboard_safe(region, position, KF_BLACK) & in_play;
    uint64_t white = kf_endboard_safe(region, position, KF_WHITE) & in_play;
    cut(region, position, in_play & ~black & ~white);
    return kf_endboard_size(black) - kf_endboard_size(white);
}

void kf_endboard_split(const kf_endboard *region, const kf_endposition *position, uint64_t *rest,
                       kf_endposition *part) {
    uint64_t area = flood(region, *rest & (~*rest + 1), kf_endboard_all(region) & ~position->out);
    *part = *position;
    *rest &= ~area;
    cut(region, part, area);
}

uint64_t kf_endboard_moves(const kf_endboard *region, const kf_endposition *position,
                           kf_colour colour) {
    uint64_t own = position->stones[colour], moves = vacant(region, position);
    for (uint64_t rest = moves; rest != 0; rest &= rest - 1) {
        int at = kf_endboard_first(rest);
        uint64_t sides = region->beside[at];
        bool is_inside =
            (region->touches[KF_BLACK] | region->touches[KF_WHITE] | region->touches[KF_EMPTY]) >>
                at &
            1;
        if (sides == 0 || (sides & ~own) != 0 || is_inside)
            continue;
        uint64_t chain = flood(region, sides & (~sides + 1), own);
        if ((sides & ~chain) == 0)
            moves &= ~bit(at);
    }
    return moves;
}

void kf_endboard_owners(const kf_endboard *region, const kf_endposition *position,
                        uint64_t owned[3]) {
    owned[KF_EMPTY] = 0;
    owned[KF_BLACK] = position->stones[KF_BLACK] & ~position->out;
    owned[KF_WHITE] = position->stones[KF_WHITE] & ~position->out;
    uint64_t rest = vacant(region, position);
    while (rest != 0) {
        uint64_t area = flood(region, rest & (~rest + 1), vacant(region, position));
        uint64_t edge = around(region, area);
        bool is_open = (area & region->touches[KF_EMPTY]) != 0;
        bool black = is_open || ((edge & position->stones[KF_BLACK]) |
                                 (area & region->touches[KF_BLACK])) != 0;
        bool white = is_open || ((edge & position->stones[KF_WHITE]) |
                                 (area & region->touches[KF_WHITE])) != 0;
        rest &= ~area;
        if (black != white)
            owned[black ? KF_BLACK : KF_WHITE] |= area;
    }
}
