// SPDX-License-Identifier: MIT
// One form for all eye spaces that differ only in how their points are numbered.
//
// Vertices are coloured by what they are, then again and again by the colours beside them, until
// nothing more is told apart. Where vertices of one colour are left, each of them in turn is given
// a colour of its own. Every way ends with a numbering, and the one whose rows come first counts.

#include "reading/eyes/eyes.h"

#include <string.h>

// A colouring is a number for each vertex; the smallest vertices come first. No path through the
// search holds more of them than this: one for each vertex of a class, on each depth.
enum { MOST_COLOURINGS = KF_EYES_VERTICES * (KF_EYES_VERTICES + 1) / 2 + 1 };

typedef struct colouring {
    uint8_t colours[KF_EYES_VERTICES];
} colouring;

typedef struct graph {
    int points, vertices;
    uint32_t open; // the chains that have outside liberties, as bits of vertices
    uint32_t rows[KF_EYES_VERTICES];
} graph;

static void draw(const kf_eyes_task *task, graph *g) {
    memset(g, 0, sizeof *g);
    g->points = task->count;
    g->vertices = task->count + task->chains;
    for (int point = 0; point < task->count; point++)
        g->rows[point] = task->near[point];
    for (int chain = 0; chain < task->chains; chain++) {
        int vertex = task->count + chain;
        g->open |= (uint32_t)task->open[chain] << vertex;
        g->rows[vertex] = task->touch[chain];
        for (int point = 0; point < task->count; point++)
            g->rows[point] |= (task->touch[chain] >> point & 1) << vertex;
    }
}

// A number that depends on every bit of the one given.
static uint64_t mix(uint64_t number) {
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

// Replaces signs by their ranks, points always before chains. Returns how many differ.
static int rank(const graph *g, const uint64_t *signs, uint8_t *colours) {
    int different = 0;
    for (int i = 0; i < g->vertices; i++) {
        int below = 0;
        bool is_first = true;
        for (int k = 0; k < g->vertices; k++) {
            bool is_before =
                (k < g->points) != (i < g->points) ? k < g->points : signs[k] < signs[i];
            below += is_before;
            is_first =
                is_first && !(k < i && signs[k] == signs[i] && (k < g->points) == (i < g->points));
        }
        colours[i] = (uint8_t)below;
        different += is_first;
    }
    return different;
}

// Tells apart what the colours beside a vertex can tell apart. Returns how many colours there are.
// A colour is the number of vertices before it, so colours that were told apart stay in order.
static int refine(const graph *g, uint8_t *colours) {
    int before = 0, different = 0;
    do {
        uint64_t signs[KF_EYES_VERTICES];
        before = different;
        for (int i = 0; i < g->vertices; i++) {
            uint64_t sum = 0;
            for (int k = 0; k < g->vertices; k++)
                sum += (g->rows[i] >> k & 1) != 0 ? mix(colours[k] + 1u) >> 8 : 0;
            signs[i] = (uint64_t)colours[i] << 56 | (sum & (((uint64_t)1 << 56) - 1));
        }
        different = rank(g, signs, colours);
    } while (different > before);
    return different;
}

// The rows by the numbering that the colours are, when they are all different.
static void renumber(const graph *g, const uint8_t *colours, uint32_t *rows) {
    memset(rows, 0, KF_EYES_VERTICES * sizeof *rows);
    for (int i = 0; i < g->vertices; i++)
        for (int k = 0; k < g->vertices; k++)
            rows[colours[i]] |= (g->rows[i] >> k & 1) << colours[k];
}

// The first colour, that is the lowest number, that several vertices have.
static int find_shared(const graph *g, const uint8_t *colours) {
    int counts[KF_EYES_VERTICES] = {0}, colour = 0;
    for (int i = 0; i < g->vertices; i++)
        counts[colours[i]]++;
    while (counts[colour] < 2)
        colour++;
    return colour;
}

static void search(const graph *g, const colouring *start, uint32_t *best, uint8_t *order) {
    colouring stack[MOST_COLOURINGS];
    int depth = 0;
    bool is_found = false;
    stack[depth++] = *start;
    while (depth > 0) {
        colouring at = stack[--depth];
        if (refine(g, at.colours) == g->vertices) {
            uint32_t rows[KF_EYES_VERTICES];
            renumber(g, at.colours, rows);
            if (!is_found || memcmp(rows, best, sizeof rows) < 0) {
                memcpy(best, rows, sizeof rows);
                memcpy(order, at.colours, (size_t)g->points);
            }
            is_found = true;
            continue;
        }
        int shared = find_shared(g, at.colours);
        for (int i = 0; i < g->vertices; i++) {
            if (at.colours[i] != shared)
                continue;
            // The others of the class come behind it.
            colouring next = at;
            for (int k = 0; k < g->vertices; k++)
                next.colours[k] += k != i && at.colours[k] == shared;
            stack[depth++] = next;
        }
    }
}

void kf_eyes_form_find(const kf_eyes_task *task, kf_eyes_form *form, uint8_t order[KF_EYES_MAX]) {
    graph g;
    colouring start;
    uint64_t signs[KF_EYES_VERTICES] = {0};
    draw(task, &g);
    memset(&start, 0, sizeof start);
    for (int i = 0; i < g.vertices; i++)
        signs[i] = g.open >> i & 1;
    rank(&g, signs, start.colours);
    memset(form, 0, sizeof *form);
    search(&g, &start, form->rows, order);
    form->count = (uint8_t)task->count;
    form->chains = (uint8_t)task->chains;
    form->liberties = (uint8_t)task->liberties;
    for (int i = 0; i < g.vertices; i++)
        form->open += (uint8_t)(g.open >> i & 1);
}

void kf_eyes_form_task(const kf_eyes_form *form, kf_eyes_task *task) {
    uint32_t points = ((uint32_t)1 << form->count) - 1;
    memset(task, 0, sizeof *task);
    task->count = form->count;
    task->chains = form->chains;
    task->liberties = form->liberties;
    for (int point = 0; point < form->count; point++)
        task->near[point] = form->rows[point] & points;
    // The chains without outside liberties come first.
    for (int chain = 0; chain < form->chains; chain++) {
        task->touch[chain] = form->rows[form->count + chain] & points;
        task->open[chain] = chain >= form->chains - form->open;
    }
}
