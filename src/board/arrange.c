// SPDX-License-Identifier: MIT
// Filling prisoners in and making rectangles, by a search over what each territory may become.
//
// The territories of a colour are taken one after another. Each may become a rectangle, be
// filled, or be left; one of them, the remainder, may be filled in part. What a choice adds to
// the stones that are needed, and what it costs, does not depend on the choices for the others,
// because every wall stone is given to one territory beforehand. So it is enough to know, for every
// number of stones placed so far, the least cost: dynamic programming, exact and in small memory.
//
// That leaves out rectangles on stones that lie nearer to another territory, or touch it, though it
// is filled. So the same is done once more as if all stones were there for all territories, which
// finds at most what is possible. Where that is more, a search with these bounds looks for
// rectangles that do not touch one another.

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
// The search: so many territories at most, of which so many choices are tried, and steps in all.
enum { SEARCHED = 24, ROWS = 2 * (SEARCHED + 1), CANDIDATES = 64, STEPS = 2000 };
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

// What the territories become.
typedef struct plan {
    int choice[SEARCHED];
    rectangle place[SEARCHED];
} plan;

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
    int64_t *rows;        // [step][remainder used][stones placed]; every second one is used anew
    int64_t *cost;        // of them that of the last step
    int64_t *next;
    uint16_t *choice; // [step][remainder used][stones placed]
    bool is_loose;    // all free stones are there for all territories, and all rows are kept
    bool kept[KF_BOARD_POINTS]; // points of the plan that stay vacant
    plan plan, best;
    int64_t least_cost; // of what was found
    int steps;
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
    if (w->is_loose)
        return w->score->region[index] == region || is_free(w, index);
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
            if (sum(w->inside, &r) != width * height || stones > MOST_MOVED ||
                (w->is_loose && stones == width * height)) {
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

// What a rectangle with an area of five times that costs.
static int64_t cost_of(int fives, int64_t stones) {
    return COST_WALL * stones - COST_RECTANGLE + (fives % 2) * COST_UNEVEN - (int64_t)fives * fives;
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
            offer(w, step, base + after, cost + cost_of(i, w->least[i]), RECTANGLE + i);
        }
    }
    offer(w, step, base + placed, cost + COST_ODD, LEFT);
    for (int stones = 0; !used && stones < w->size && placed + stones < w->range; stones++) {
        offer(w, step, w->range + placed + stones, cost, REMAINDER + stones);
    }
}

static int64_t *row_of(const work *w, int step) {
    return w->rows + (size_t)(w->is_loose ? step : step % 2) * 2 * (size_t)w->range;
}

// Takes the territories one after another. `cost` holds the best of each state before the step and
// `next` after it; what led there is kept in `choice` for the way back.
static void search(work *w) {
    w->cost = row_of(w, 0);
    for (int i = 0; i < 2 * w->range; i++) {
        w->cost[i] = COST_NEVER;
    }
    w->cost[MOST_MOVED] = 0;
    for (int step = 0; step < w->count; step++) {
        w->next = row_of(w, step + 1);
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
        w->cost = w->next;
    }
}

// The least cost of all that was looked at, and whether a remainder is part of it.
static int64_t least_of(const work *w, int *used) {
    const int64_t *cost = w->cost + w->stones + MOST_MOVED;
    *used = cost[w->range] < cost[0];
    return cost[*used ? w->range : 0];
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

// Whether neither the stone's point nor one beside it was laid out for another territory.
static bool is_apart(const work *w, int index, int region) {
    bool is_free = w->result->point[index] != KF_EMPTY;
    for (int side = 0; side < 4; side++) {
        int next = beside(w->board, index, side);
        is_free = is_free && (next < 0 || w->score->region[next] == region ||
                              w->result->point[next] != KF_EMPTY);
    }
    return is_free;
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
                        : !is_man(w, i)          ? KF_COVER_OWN
                        : is_apart(w, i, region) ? KF_COVER_WALL
                                                 : KF_COVER_NO;
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

// Makes the territory at hand that rectangle.
static void cut(work *w, int region, const rectangle *r) {
    kf_arranged *arranged = &w->result->territory[region - 1];
    int area = r->width * r->height;
    fill(w, region, 0);
    for (int i = 0; i < area; i++) {
        int index = (r->y + i / r->width) * w->board->width + r->x + i % r->width;
        w->result->point[index] = KF_EMPTY;
    }
    arranged->after = area;
    arranged->top = kf_point_at(r->x, r->y);
    arranged->width = r->width;
    arranged->height = r->height;
    w->result->moved[w->colour] += sum(w->walls, r);
    w->result->rectangles[w->colour]++;
}

// A place for a rectangle of that area with the fewest wall stones.
static rectangle find_place(work *w, int area) {
    rectangle r = {0, 0, 0, 0};
    for (int i = 0; i < AREAS; i++) {
        w->least[i] = -1;
    }
    try_sizes(w, area, NULL);
    try_sizes(w, area, &r);
    return r;
}

// Follows the choices back from the last territory to the first.
static void lay_out(work *w) {
    int placed = w->stones + MOST_MOVED, used;
    least_of(w, &used);
    for (int step = w->count - 1; step >= 0; step--) {
        int region = w->regions[step];
        size_t state = (size_t)(step * 2 + used) * (size_t)w->range + (size_t)placed;
        int choice = w->choice[state];
        survey(w, region);
        if (choice >= RECTANGLE) {
            int area = 5 * (choice - RECTANGLE);
            rectangle r = find_place(w, area);
            cut(w, region, &r);
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

/* ---- rectangles that share walls ----------------------------------------------------------- */

// What a territory may become, and where the way goes on then.
typedef struct candidate {
    int64_t bound; // what all costs at least
    int64_t cost;
    int choice, used, placed;
    rectangle place;
} candidate;

typedef struct candidates {
    int count;
    candidate list[CANDIDATES];
} candidates;

// Where the way stands: the territories before `step` are still to come.
typedef struct stand {
    int step, used, placed;
    int64_t cost;
} stand;

// Adds a choice in its order, unless it cannot lead to anything better.
static void add_candidate(const work *w, const stand *at, candidate one, candidates *all) {
    if (one.placed < 0 || one.placed >= w->range)
        return;
    int64_t before = row_of(w, at->step)[one.used * w->range + one.placed];
    one.bound = before == COST_NEVER ? COST_NEVER : at->cost + one.cost + before;
    if (one.bound >= w->least_cost ||
        (all->count == CANDIDATES && all->list[CANDIDATES - 1].bound <= one.bound))
        return;
    int place = all->count < CANDIDATES ? all->count++ : CANDIDATES - 1;
    for (; place > 0 && all->list[place - 1].bound > one.bound; place--)
        all->list[place] = all->list[place - 1];
    all->list[place] = one;
}

static void add_rectangles(work *w, const stand *at, int width, int height, candidates *all) {
    for (int y = w->bounds.y; y + height <= w->bounds.y + w->bounds.height; y++)
        for (int x = w->bounds.x; x + width <= w->bounds.x + w->bounds.width; x++) {
            rectangle r = {x, y, width, height};
            int area = width * height, stones = sum(w->walls, &r);
            if (sum(w->inside, &r) == area && stones <= MOST_MOVED && stones < area)
                add_candidate(w, at,
                              (candidate){.cost = cost_of(area / 5, stones),
                                          .choice = RECTANGLE,
                                          .used = at->used,
                                          .placed = at->placed - w->size + area,
                                          .place = r},
                              all);
        }
}

static void list_candidates(work *w, const stand *at, candidates *all) {
    candidate one = {.choice = FILLED, .used = at->used, .placed = at->placed - w->size};
    all->count = 0;
    add_candidate(w, at, one, all);
    one = (candidate){.choice = LEFT, .used = at->used, .placed = at->placed, .cost = COST_ODD};
    add_candidate(w, at, one, all);
    for (int stones = 0; at->used && stones < w->size; stones++) {
        one = (candidate){.choice = REMAINDER + stones, .placed = at->placed - stones};
        add_candidate(w, at, one, all);
    }
    for (int width = 1; width <= w->bounds.width; width++)
        for (int height = 1; height <= w->bounds.height; height++)
            if (width == 5 || width == 10 || height == 5 || height == 10)
                add_rectangles(w, at, width, height, all);
}

// Whether the territory keeps that point with such a choice.
static bool keeps(const work *w, int region, const candidate *one, int index) {
    int x = index % w->board->width - one->place.x, y = index / w->board->width - one->place.y;
    if (one->choice == FILLED)
        return false;
    if (one->choice != RECTANGLE)
        return w->score->region[index] == region;
    return x >= 0 && y >= 0 && x < one->place.width && y < one->place.height;
}

// Whether it touches nothing that the others keep.
static bool fits(const work *w, int region, const candidate *one) {
    for (int i = 0; i < w->board->width * w->board->height; i++) {
        if (!keeps(w, region, one, i))
            continue;
        bool is_free = !w->kept[i];
        for (int side = 0; side < 4 && is_free; side++) {
            int next = beside(w->board, i, side);
            is_free = next < 0 || !w->kept[next];
        }
        if (!is_free)
            return false;
    }
    return true;
}

static void mark(work *w, int region, const candidate *one, bool is_kept) {
    for (int i = 0; i < w->board->width * w->board->height; i++)
        if (keeps(w, region, one, i))
            w->kept[i] = is_kept;
}

// Tries what the territories before that step may become, the most promising first. The depth is
// the number of territories, which is small.
static void explore(work *w, const stand *at) {
    candidates all;
    int step = at->step - 1, region = at->step > 0 ? w->regions[step] : 0;
    if (at->step == 0) {
        w->best = w->plan;
        w->least_cost = at->cost;
        return;
    }
    survey(w, region);
    list_candidates(w, &(stand){step, at->used, at->placed, at->cost}, &all);
    for (int i = 0; i < all.count && w->steps < STEPS; i++) {
        const candidate *one = &all.list[i];
        w->steps++;
        if (one->bound >= w->least_cost || !fits(w, region, one))
            continue;
        w->plan.choice[step] = one->choice;
        w->plan.place[step] = one->place;
        mark(w, region, one, true);
        explore(w, &(stand){step, one->used, one->placed, at->cost + one->cost});
        mark(w, region, one, false);
    }
}

// Lays out the best plan: what has another shape last, for it takes stones that nobody needs.
static void lay_out_plan(work *w) {
    for (int step = 0; step < w->count; step++) {
        int choice = w->best.choice[step];
        survey(w, w->regions[step]);
        if (choice == RECTANGLE)
            cut(w, w->regions[step], &w->best.place[step]);
        if (choice == FILLED)
            fill(w, w->regions[step], 0);
    }
    w->is_loose = false;
    for (int step = 0; step < w->count; step++) {
        int choice = w->best.choice[step];
        survey(w, w->regions[step]);
        if (choice == LEFT || (choice >= REMAINDER && choice < RECTANGLE))
            keep_odd(w, w->regions[step], w->size - (choice == LEFT ? 0 : choice - REMAINDER));
    }
}

// What a plan must cost less than that takes stones from others: it must leave fewer odd shapes, or
// have a rectangle where there was none.
static int64_t limit_of(int64_t cost) {
    int64_t odd = (cost + COST_ODD / 2) / COST_ODD * COST_ODD;
    return cost - odd < -COST_RECTANGLE / 2 ? odd - COST_ODD / 2 : cost;
}

// Whether something better is found where walls are shared. It is laid out then.
static bool lay_out_loose(work *w) {
    int used;
    int64_t limit = w->least_cost = limit_of(least_of(w, &used));
    if (!IS_SPLIT || w->count > SEARCHED)
        return false;
    w->is_loose = true;
    w->steps = 0;
    memset(w->kept, 0, sizeof w->kept);
    search(w);
    least_of(w, &used);
    for (int i = 0; i < 2; i++)
        if (row_of(w, w->count)[(i == 0 ? used : 1 - used) * w->range + w->stones + MOST_MOVED] <
            w->least_cost)
            explore(w, &(stand){w->count, i == 0 ? used : 1 - used, w->stones + MOST_MOVED, 0});
    if (w->least_cost < limit)
        lay_out_plan(w);
    w->is_loose = false;
    return w->least_cost < limit;
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

// Rows of costs, each for both states of the remainder, and a choice for each step and state.
size_t kf_arrange_size(const kf_score *score) {
    int black = range_of(score, KF_BLACK);
    int white = range_of(score, KF_WHITE);
    size_t range = (size_t)(black > white ? black : white);
    return ROWS * range * sizeof(int64_t) +
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
    w->is_loose = false;
    search(w);
    if (!lay_out_loose(w)) {
        search(w);
        lay_out(w);
    }
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
        w.rows = memory;
        w.choice = (uint16_t *)(void *)(w.rows + ROWS * range);
        arrange(&w);
    }
}
