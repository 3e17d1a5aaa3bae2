// SPDX-License-Identifier: MIT
// Territories in several rectangles, by trying the largest first.

#include "board/cover.h"

#include <string.h>

// On boards of at most SMALL points every rectangle is tried.
enum { LISTED = 512, LISTED_LARGE = 48, SMALL = 100, SIDE = 5, WORK = 20000000 };

typedef int16_t sums[KF_BOARD_MAX + 1][KF_BOARD_MAX + 1];

typedef struct candidate {
    kf_cover_rectangle at;
    int16_t area, walls;
} candidate;

typedef struct work {
    kf_cover *cover;
    uint8_t cell[KF_BOARD_POINTS]; // as in the cover, KF_COVER_NO where a rectangle lies
    sums inside, walls;            // points that may be used, and stones among them
    long left;
    int most; // candidates that are kept
    candidate chosen[KF_COVER_MOST];
    candidate list[KF_COVER_MOST][LISTED];
} work;

static int sum(int16_t (*all)[KF_BOARD_MAX + 1], const kf_cover_rectangle *r) {
    return all[r->y + r->height][r->x + r->width] - all[r->y][r->x + r->width] -
           all[r->y + r->height][r->x] + all[r->y][r->x];
}

static void survey(work *w) {
    const kf_cover *c = w->cover;
    memset(w->inside[0], 0, sizeof w->inside[0]);
    memset(w->walls[0], 0, sizeof w->walls[0]);
    for (int y = 0; y < c->height; y++) {
        w->inside[y + 1][0] = w->walls[y + 1][0] = 0;
        for (int x = 0; x < c->width; x++) {
            int cell = w->cell[y * c->width + x];
            w->inside[y + 1][x + 1] = (int16_t)(w->inside[y + 1][x] + w->inside[y][x + 1] -
                                                w->inside[y][x] + (cell != KF_COVER_NO));
            w->walls[y + 1][x + 1] = (int16_t)(w->walls[y + 1][x] + w->walls[y][x + 1] -
                                               w->walls[y][x] + (cell == KF_COVER_WALL));
        }
    }
    w->left -= (long)c->width * c->height;
}

// A fixed order of all rectangles, so that no set of them is tried in two orders.
static int64_t rank_of(const candidate *c) {
    int64_t place = ((c->at.y * 64 + c->at.x) * 64 + c->at.width) * 64 + c->at.height;
    return ((int64_t)(KF_BOARD_POINTS - c->area) << 32) + place;
}

static bool is_before(const candidate *a, const candidate *b) {
    if (a->area != b->area)
        return a->area > b->area;
    return a->walls != b->walls ? a->walls < b->walls : rank_of(a) < rank_of(b);
}

static int insert(candidate *list, int count, int most, const candidate *c) {
    if (count == most && !is_before(c, &list[most - 1]))
        return count;
    int at = count < most ? count : most - 1;
    for (; at > 0 && is_before(c, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = *c;
    return count < most ? count + 1 : most;
}

// All places for a rectangle of that size.
static int list_size(work *w, int width, int height, int depth, int count) {
    const kf_cover *c = w->cover;
    const candidate *last = depth > 0 ? &w->chosen[depth - 1] : NULL;
    for (int y = 0; y + height <= c->height; y++)
        for (int x = 0; x + width <= c->width; x++) {
            candidate one = {
                .at = {(uint8_t)x, (uint8_t)y, (uint8_t)width, (uint8_t)height},
                .area = (int16_t)(width * height),
            };
            if (sum(w->inside, &one.at) != one.area ||
                (last != NULL && rank_of(&one) <= rank_of(last)))
                continue;
            one.walls = (int16_t)sum(w->walls, &one.at);
            count = insert(w->list[depth], count, w->most, &one);
        }
    w->left -= (long)c->width * c->height;
    return count;
}

static bool is_size(int width, int height) {
    return width == SIDE || width == 2 * SIDE || height == SIDE || height == 2 * SIDE;
}

static int list_all(work *w, int depth, int most) {
    int count = 0;
    survey(w);
    for (int height = 1; height <= w->cover->height; height++)
        for (int width = 1; width <= w->cover->width && width * height <= most; width++)
            if (is_size(width, height))
                count = list_size(w, width, height, depth, count);
    return count;
}

static void mark(work *w, const kf_cover_rectangle *r, bool is_used) {
    for (int i = 0; i < r->width * r->height; i++) {
        int at = (r->y + i / r->width) * w->cover->width + r->x + i % r->width;
        w->cell[at] = is_used ? KF_COVER_NO : w->cover->cell[at];
    }
}

static void note(work *w, int depth, int rest, int walls) {
    kf_cover *c = w->cover;
    bool is_better = rest != c->rest     ? rest < c->rest
                     : walls != c->walls ? walls < c->walls
                                         : depth < c->count;
    if (!is_better)
        return;
    c->rest = rest;
    c->walls = walls;
    c->count = depth;
    for (int i = 0; i < depth; i++)
        c->rectangle[i] = w->chosen[i].at;
}

// Whether nothing better can come of what is chosen.
static bool is_hopeless(const work *w, int depth, int rest, int walls) {
    const kf_cover *c = w->cover;
    if (rest < SIDE || depth == KF_COVER_MOST || w->left < 0)
        return true;
    return c->rest == c->keep % SIDE &&
           (walls > c->walls || (walls == c->walls && depth + 1 >= c->count));
}

void kf_cover_find(kf_cover *cover) {
    work w;
    int count[KF_COVER_MOST + 1], next[KF_COVER_MOST + 1], rest = cover->keep, walls = 0, depth = 0;
    w.cover = cover;
    w.left = WORK;
    w.most = cover->width * cover->height <= SMALL ? LISTED : LISTED_LARGE;
    memcpy(w.cell, cover->cell, sizeof w.cell);
    cover->count = cover->walls = 0;
    cover->rest = cover->keep;
    next[0] = 0;
    count[0] = list_all(&w, 0, rest);
    for (;;) {
        if (next[depth] < count[depth] && w.left >= 0) {
            const candidate *one = &w.list[depth][next[depth]++];
            w.chosen[depth++] = *one;
            rest -= one->area;
            walls += one->walls;
            mark(&w, &one->at, true);
            note(&w, depth, rest, walls);
            next[depth] = count[depth] = 0;
            if (!is_hopeless(&w, depth, rest, walls))
                count[depth] = list_all(&w, depth, rest);
            continue;
        }
        if (depth == 0)
            return;
        const candidate *one = &w.chosen[--depth];
        rest += one->area;
        walls -= one->walls;
        mark(&w, &one->at, false);
    }
}
