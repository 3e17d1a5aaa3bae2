// SPDX-License-Identifier: MIT
// Filling prisoners in and making rectangles, by a search over what each territory may become.
//
// The territories of a colour are taken one after another. Each may become a rectangle, be
// filled, or be left; one of them, the remainder, may be filled in part. What a choice adds to
// the stones that are needed, and what it costs, does not depend on the choices for the others,
// because every wall stone is given to one territory beforehand. So it is enough to know, for every
// number of stones placed so far, the least cost: dynamic programming, exact and in small memory.

#include <kifu/board.h>

#include <string.h>

#include "board/cover.h"

// Territories with fewer points are read off as they are. A small page lays out none in several
// rectangles.
#ifdef KF_WITHOUT_SEARCH
enum { SPLIT = 10, IS_SPLIT = 0 };
#else
enum { SPLIT = 10, IS_SPLIT = 1 };
#endif
enum { MOST_MOVED = 64, AREAS = KF_BOARD_POINTS / 5 + 1 };
enum { NONE, FILLED, LEFT, REMAINDER, RECTANGLE = 4096 };

// Weights of the wishes; each outweighs all that the next can add up to. The last is for large
// rectangles: the square of a fifth of the area.
#define COST_UNEVEN    INT64_C(300000)
#define COST_WALL      INT64_C(200000000)
#define COST_RECTANGLE INT64_C(600000000000)
#define COST_ODD       INT64_C(400000000000000)
#define COST_NEVER     INT64_MAX

// Sums over the upper left part of the board, so that any rectangle is summed in four steps.
typedef int16_t sums[KF_BOARD_MAX + 1][KF_BOARD_MAX + 1];

typedef struct rectangle {
    int x, y, width, height;
} rectangle;

typedef struct work {
    const kf_board *board;
    const kf_score *score;
    kf_arrangement *result;
    kf_colour colour;
    int stones;                        // prisoners to place
    int range;                         // numbers of stones placed, from -MOST_MOVED
    uint16_t land[KF_BOARD_POINTS];    // territory to which a point belongs or a wall stone is lent
    uint16_t regions[KF_BOARD_POINTS]; // of the colour, by number
    int count;
    sums inside;          // points of the territory at hand, with its stones
    sums walls;           // its stones alone
    int64_t least[AREAS]; // fewest wall stones for a rectangle of that area / 5, or -1
    rectangle bounds;     // of the territory at hand with its stones
    int size;             // of the territory at hand
    int most;             // the largest area of a rectangle for it, / 5
    int64_t *cost;        // of the last step: [remainder used][stones placed]
    int64_t *next;
    uint16_t *choice; // [step][remainder used][stones placed]
} work;

/* ---- what belongs to a territory ----------------------------------------------------------- */

static int beside(const kf_board *board, int index, int side) {
    int column = index % board->width + (side == 2) - (side == 1);
    int row = index / board->width + (side == 3) - (side == 0);
    bool inside = column >= 0 && row >= 0 && column < board->width && row < board->height;
    return inside ? row * board->width + column : -1;
}

static bool is_man(const work *w, int index) {
    return w->score->owner[index] == w->colour && w->score->region[index] == 0;
}

static bool is_territory(const work *w, int index) {
    return w->score->owner[index] == w->colour && w->score->region[index] != 0;
}

// Whether the stone touches nothing but its own colour, so that its point can become territory.
static bool is_free(const work *w, int index) {
    bool free = is_man(w, index) && !w->score->seki[index];
    for (int side = 0; side < 4; side++) {
        int next = beside(w->board, index, side);
        free = free && (next < 0 || w->score->owner[next] == w->colour);
    }
    return free;
}

// Lends each free stone to the territory nearest to it.
static void lend_men(work *w) {
    uint16_t queue[KF_BOARD_POINTS];
    int points = w->board->width * w->board->height;
    int count = 0;
    for (int i = 0; i < points; i++) {
        w->land[i] = is_territory(w, i) ? w->score->region[i] : 0;
        if (w->land[i]) {
            queue[count++] = (uint16_t)i;
        }
    }
    for (int i = 0; i < count; i++) {
        for (int side = 0; side < 4; side++) {
            int next = beside(w->board, queue[i], side);
            if (next >= 0 && w->land[next] == 0 && is_free(w, next)) {
                w->land[next] = w->land[queue[i]];
                queue[count++] = (uint16_t)next;
            }
        }
    }
}

// Whether the point may be vacant when the territory is arranged. Beside a stone nothing may belong
// to another territory, or the two could run together.
static bool is_usable(const work *w, int index, int region) {
    if (w->land[index] != region || is_territory(w, index)) {
        return w->land[index] == region;
    }
    for (int side = 0; side < 4; side++) {
        int next = beside(w->board, index, side);
        if (next >= 0 && w->land[next] != 0 && w->land[next] != region) {
            return false;
        }
    }
    return true;
}

/* ---- rectangles ---------------------------------------------------------------------------- */

static int sum(int16_t (*all)[KF_BOARD_MAX + 1], const rectangle *r) {
    return all[r->y + r->height][r->x + r->width] - all[r->y][r->x + r->width] -
           all[r->y + r->height][r->x] + all[r->y][r->x];
}

// Adds up the points of a territory and of its stones, and finds their bounds.
static void survey(work *w, int region) {
    int right = -1;
    int bottom = -1;
    w->bounds = (rectangle){KF_BOARD_MAX, KF_BOARD_MAX, 0, 0};
    w->size = 0;
    w->most = 0;
    memset(w->inside[0], 0, sizeof w->inside[0]);
    memset(w->walls[0], 0, sizeof w->walls[0]);
    for (int y = 0; y < w->board->height; y++) {
        w->inside[y + 1][0] = w->walls[y + 1][0] = 0;
        for (int x = 0; x < w->board->width; x++) {
            int index = y * w->board->width + x;
            int usable = is_usable(w, index, region);
            int wall = usable && is_man(w, index);
            w->inside[y + 1][x + 1] =
                (int16_t)(w->inside[y + 1][x] + w->inside[y][x + 1] - w->inside[y][x] + usable);
            w->walls[y + 1][x + 1] =
                (int16_t)(w->walls[y + 1][x] + w->walls[y][x + 1] - w->walls[y][x] + wall);
            w->size += w->score->region[index] == region;
            w->bounds.x = usable && x < w->bounds.x ? x : w->bounds.x;
            w->bounds.y = usable && y < w->bounds.y ? y : w->bounds.y;
            right = usable && x > right ? x : right;
            bottom = usable && y > bottom ? y : bottom;
        }
    }
    w->bounds.width = right - w->bounds.x + 1;
    w->bounds.height = bottom - w->bounds.y + 1;
}

// Tries all places for a rectangle of that size. Keeps the least number of wall stones for its
// area, and, when `found` is given, a place with the number already kept.
static bool try_size(work *w, int width, int height, rectangle *found) {
    int64_t *least = &w->least[width * height / 5];
    for (int y = w->bounds.y; y + height <= w->bounds.y + w->bounds.height; y++) {
        for (int x = w->bounds.x; x + width <= w->bounds.x + w->bounds.width; x++) {
            rectangle r = {x, y, width, height};
            int stones = sum(w->walls, &r);
            if (sum(w->inside, &r) != width * height || stones > MOST_MOVED) {
                continue;
            }
            if (found && stones == *least) {
                *found = r;
                return true;
            }
            *least = *least < 0 || stones < *least ? stones : *least;
            w->most = width * height / 5 > w->most ? width * height / 5 : w->most;
        }
    }
    return false;
}

// Goes through all sizes with a side of 5 or 10, broad ones first; with `area`, of that area only.
static bool try_sizes(work *w, int area, rectangle *found) {
    for (int length = 10; length >= 5; length -= 5) {
        for (int other = 1; other <= KF_BOARD_MAX; other++) {
            if (area && length * other != area) {
                continue;
            }
            if (try_size(w, length, other, found) || try_size(w, other, length, found)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the search ---------------------------------------------------------------------------- */

// Notes a way to come to that many stones placed, when it is the cheapest so far.
static void offer(work *w, int step, int place, int64_t cost, int choice) {
    if (cost < w->next[place]) {
        w->next[place] = cost;
        w->choice[(size_t)step * 2 * (size_t)w->range + (size_t)place] = (uint16_t)choice;
    }
}

// Offers all that the territory at hand may become, for one state before it. `used` says that
// there is a remainder already; a state is used * range + stones placed + MOST_MOVED.
static void offer_all(work *w, int step, int used, int placed) {
    int base = used * w->range;
    int64_t cost = w->cost[base + placed];
    if (cost == COST_NEVER) {
        return;
    }
    if (placed + w->size < w->range) {
        offer(w, step, base + placed + w->size, cost, FILLED);
    }
    for (int i = 1; i <= w->most; i++) {
        int after = placed + w->size - 5 * i;
        if (w->least[i] >= 0 && after >= 0 && after < w->range) {
            int64_t total = cost - COST_RECTANGLE + COST_WALL * w->least[i];
            total += (i % 2) * COST_UNEVEN - (int64_t)i * i;
            offer(w, step, base + after, total, RECTANGLE + i);
        }
    }
    offer(w, step, base + placed, cost + COST_ODD, LEFT);
    for (int stones = 0; !used && stones < w->size && placed + stones < w->range; stones++) {
        offer(w, step, w->range + placed + stones, cost, REMAINDER + stones);
    }
}

// Takes the territories one after another. `cost` holds the best of each state before the step and
// `next` after it; what led there is kept in `choice` for the way back.
static void search(work *w) {
    for (int i = 0; i < 2 * w->range; i++) {
        w->cost[i] = COST_NEVER;
    }
    w->cost[MOST_MOVED] = 0;
    for (int step = 0; step < w->count; step++) {
        survey(w, w->regions[step]);
        for (int i = 0; i < AREAS; i++) {
            w->least[i] = -1;
        }
        try_sizes(w, 0, NULL);
        for (int i = 0; i < 2 * w->range; i++) {
            w->next[i] = COST_NEVER;
        }
        for (int placed = 0; placed < w->range; placed++) {
            offer_all(w, step, 0, placed);
            offer_all(w, step, 1, placed);
        }
        int64_t *swap = w->cost;
        w->cost = w->next;
        w->next = swap;
    }
}

/* ---- laying out ---------------------------------------------------------------------------- */

// Fills a territory but for its first `keep` points in the order of a walk from its first one: so
// what is kept hangs together.
static void fill(work *w, int region, int keep) {
    uint16_t queue[KF_BOARD_POINTS];
    bool seen[KF_BOARD_POINTS] = {false};
    int points = w->board->width * w->board->height;
    int count = 0;
    for (int i = 0; i < points && count == 0; i++) {
        if (w->score->region[i] == region) {
            queue[count++] = (uint16_t)i;
            seen[i] = true;
            w->result->territory[region - 1].top =
                keep ? kf_point_at(i % w->board->width, i / w->board->width) : KF_NOWHERE;
        }
    }
    for (int i = 0; i < count; i++) {
        w->result->point[queue[i]] = (uint8_t)(i < keep ? KF_EMPTY : w->colour);
        for (int side = 0; side < 4; side++) {
            int next = beside(w->board, queue[i], side);
            if (next >= 0 && w->score->region[next] == region && !seen[next]) {
                seen[next] = true;
                queue[count++] = (uint16_t)next;
            }
        }
    }
    w->result->territory[region - 1].after = keep;
}

// Lays out a territory that keeps so many points in rectangles and a rest, where that is possible
// and worth while: what a rectangle takes from the wall fills what lies outside. False: it stays
// as it is.
static bool split(work *w, int region, int keep) {
    kf_cover cover = {.width = w->board->width, .height = w->board->height, .keep = keep};
    kf_arrangement *result = w->result;
    kf_arranged *arranged = &result->territory[region - 1];
    for (int i = 0; i < cover.width * cover.height; i++)
        cover.cell[i] = !is_usable(w, i, region) ? KF_COVER_NO
                        : is_man(w, i)           ? KF_COVER_WALL
                                                 : KF_COVER_OWN;
    kf_cover_find(&cover);
    if (cover.count == 0 || result->part_count + cover.count > KF_ARRANGE_PARTS)
        return false;
    for (int i = 0; i < cover.width * cover.height; i++)
        if (w->score->region[i] == region)
            result->point[i] = (uint8_t)w->colour;
    for (int i = 0; i < cover.count; i++) {
        const kf_cover_rectangle *r = &cover.rectangle[i];
        for (int k = 0; k < r->width * r->height; k++)
            result->point[(r->y + k / r->width) * cover.width + r->x + k % r->width] = KF_EMPTY;
        result->part[result->part_count++] =
            (kf_arranged_part){region - 1, kf_point_at(r->x, r->y), r->width, r->height};
    }
    int left = cover.rest;
    for (int i = 0; i < cover.width * cover.height && left > 0; i++)
        if (w->score->region[i] == region && result->point[i] != KF_EMPTY) {
            result->point[i] = KF_EMPTY;
            left--;
        }
    arranged->top = result->part[result->part_count - cover.count].top;
    arranged->after = keep;
    arranged->parts = cover.count;
    arranged->rest = cover.rest;
    result->moved[w->colour] += cover.walls;
    return true;
}

// A territory that keeps another shape than a rectangle.
static void keep_odd(work *w, int region, int keep) {
    if (!IS_SPLIT || keep < SPLIT || !split(w, region, keep)) {
        fill(w, region, keep);
    }
}

// Makes the territory at hand a rectangle of that area.
static void cut(work *w, int region, int area) {
    rectangle r = {0, 0, 0, 0};
    kf_arranged *arranged = &w->result->territory[region - 1];
    for (int i = 0; i < AREAS; i++) {
        w->least[i] = -1;
    }
    try_sizes(w, area, NULL);
    try_sizes(w, area, &r);
    fill(w, region, 0);
    for (int i = 0; i < area; i++) {
        int index = (r.y + i / r.width) * w->board->width + r.x + i % r.width;
        w->result->point[index] = KF_EMPTY;
    }
    arranged->after = area;
    arranged->top = kf_point_at(r.x, r.y);
    arranged->width = r.width;
    arranged->height = r.height;
    w->result->moved[w->colour] += sum(w->walls, &r);
    w->result->rectangles[w->colour]++;
}

// Follows the choices back from the last territory to the first.
static void lay_out(work *w) {
    int placed = w->stones + MOST_MOVED;
    int used = w->cost[w->range + placed] < w->cost[placed];
    for (int step = w->count - 1; step >= 0; step--) {
        int region = w->regions[step];
        size_t state = (size_t)(step * 2 + used) * (size_t)w->range + (size_t)placed;
        int choice = w->choice[state];
        survey(w, region);
        if (choice >= RECTANGLE) {
            int area = 5 * (choice - RECTANGLE);
            cut(w, region, area);
            placed -= w->size - area;
        } else if (choice == FILLED) {
            fill(w, region, 0);
            placed -= w->size;
        } else if (choice >= REMAINDER) {
            keep_odd(w, region, w->size - (choice - REMAINDER));
            placed -= choice - REMAINDER;
            used = 0;
        } else {
            keep_odd(w, region, w->size);
        }
    }
}

// The stones that go into the own territory.
static int prisoners_of(const kf_score *score, int colour) {
    const kf_score_side *side = &score->side[colour];
    return side->dead + side->captured + side->passes;
}

// How many numbers of stones placed are looked at: what is moved may come first or last.
static int range_of(const kf_score *score, int colour) {
    int stones = prisoners_of(score, colour);
    int room = score->side[colour].territory;
    return (stones < room ? stones : room) + 2 * MOST_MOVED + 1;
}

// Two rows of costs, each for both states of the remainder, and a choice for each step and state.
size_t kf_arrange_size(const kf_score *score) {
    int black = range_of(score, KF_BLACK);
    int white = range_of(score, KF_WHITE);
    size_t range = (size_t)(black > white ? black : white);
    return 4 * range * sizeof(int64_t) +
           ((size_t)score->regions + 1) * 2 * range * sizeof(uint16_t);
}

// Takes the board as it was counted, without the dead, and lists the territories.
static void begin(const kf_board *board, const kf_score *score, kf_arrangement *result) {
    memset(result, 0, sizeof *result);
    result->count = score->regions;
    for (int i = 0; i < board->width * board->height; i++) {
        int region = score->region[i];
        result->point[i] = region ? KF_EMPTY : score->owner[i];
        if (region) {
            kf_arranged *arranged = &result->territory[region - 1];
            arranged->colour = (kf_colour)score->owner[i];
            arranged->top = arranged->before == 0 ? kf_point_at(i % board->width, i / board->width)
                                                  : arranged->top;
            arranged->after = ++arranged->before;
        }
    }
}

static void arrange(work *w) {
    int prisoners = prisoners_of(w->score, w->colour);
    int room = w->score->side[w->colour].territory;
    w->stones = prisoners < room ? prisoners : room;
    w->range = range_of(w->score, w->colour);
    w->result->surplus[w->colour] = prisoners - w->stones;
    w->count = 0;
    for (int i = 0; i < w->result->count; i++) {
        if (w->result->territory[i].colour == w->colour) {
            w->regions[w->count++] = (uint16_t)(i + 1);
        }
    }
    lend_men(w);
    search(w);
    lay_out(w);
    for (int i = 0; i < w->count; i++) {
        w->result->vacant[w->colour] += w->result->territory[w->regions[i] - 1].after;
    }
}

void kf_arrange_count(const kf_board *board, const kf_score *score, void *memory,
                      kf_arrangement *result) {
    work w;
    begin(board, score, result);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        size_t range = (size_t)range_of(score, colour);
        w.board = board;
        w.score = score;
        w.result = result;
        w.colour = (kf_colour)colour;
        w.cost = memory;
        w.next = w.cost + 2 * range;
        w.choice = (uint16_t *)(void *)(w.next + 2 * range);
        arrange(&w);
    }
}
