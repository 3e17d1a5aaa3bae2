// SPDX-License-Identifier: MIT
// Where the life of a group is decided: the points that it reaches before the stones around it, the
// stones that may be taken there, and what stands outside and is taken as safe.

#include "reading/life/life.h"

#include <string.h>

#include <kifu/board.h>

enum {
    FAR = 0x7FFF,
    ROOM = 12,   // points of its own that make a chain safe
    CUT = 3,     // points that must be left when a move cuts it off
    FREE = 20,   // points of its own with which there is no need to read a group
    VACANT = 36, // most vacant points that are read, beside what weak chains add
    FEW = 2,     // liberties of a chain that may be taken wherever it stands
    MOST = 8,    // no chain with more liberties is taken in a part
    POCKET = 6,  // vacant points that an enclosed corner outside may have
    TIES = 2,    // liberties in common that connect two chains
    ENCLOSED = 4 // steps between chains that are enclosed together
};

// What belongs to a part.
typedef struct limits {
    int rings;  // steps beyond the points that the group reaches first
    int many;   // most liberties of a chain of the attacker that may be taken
    int behind; // steps beyond a liberty of a chain that may be taken
    int room;   // points of its own that make a chain safe
    bool is_sealed;
    int margin; // steps beyond all that
} limits;

typedef struct plan {
    const kf_region_input *input;
    limits limits;
    const kf_board *board;
    kf_colour us;                   // whose group it is
    bool target[KF_BOARD_CELLS];    // its stones
    bool in[KF_BOARD_CELLS];        // the cells of the part
    bool core[KF_BOARD_CELLS];      // of them those where play begins
    bool is_safe[KF_BOARD_CELLS];   // by the head of a chain
    bool lives[KF_BOARD_CELLS];     // likewise: safe whatever is played
    bool is_loose[KF_BOARD_CELLS];  // likewise, of the group's side: safe by room that may be taken
    int16_t far[3][KF_BOARD_CELLS]; // steps over vacant cells from a stone of the colour
    int16_t reach[KF_BOARD_CELLS];  // from the group
    int16_t guard[KF_BOARD_CELLS];  // from a safe stone of the other side
    uint8_t ring[KF_BOARD_CELLS];   // steps from the points that the group reaches first
    uint16_t queue[3 * KF_BOARD_CELLS];
    uint16_t stones[KF_BOARD_CELLS]; // of the chains whose room is counted
    size_t stone_count;
    size_t walked;                 // vacant points that the last walk went on from
    int beside;                    // those of its points that lie beside the stones
    uint32_t seen[KF_BOARD_CELLS]; // the number of the walk that came there last
    uint32_t walk;
} plan;

// Walks over vacant cells from the cells that have distance 0.
static void spread(plan *p, int16_t *far) {
    const kf_board *board = p->board;
    size_t count = 0;
    for (uint32_t at = 0; at < board->cells; at++)
        if (far[at] == 0)
            p->queue[count++] = (uint16_t)at;
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, p->queue[i], side);
            if (board->cell[next].colour == KF_EMPTY && far[next] == FAR) {
                far[next] = (int16_t)(far[p->queue[i]] + 1);
                p->queue[count++] = (uint16_t)next;
            }
        }
}

static void clear_far(const plan *p, int16_t *far) {
    for (uint32_t at = 0; at < p->board->cells; at++)
        far[at] = FAR;
}

static bool is_stone(const plan *p, uint32_t at) {
    return p->board->cell[at].colour == KF_BLACK || p->board->cell[at].colour == KF_WHITE;
}

static size_t liberties(const plan *p, uint32_t at, kf_point *points, size_t max) {
    return kf_chain_liberties(p->board, kf_board_point(p->board, at), points, max);
}

// How many liberties other chains have in common with one, by their heads, and which have any.
typedef struct ties {
    uint16_t shared[KF_BOARD_CELLS], heads[KF_BOARD_CELLS];
    size_t count;
} ties;

// Counts a liberty for each chain of the group's side beside it.
static void count_tie(const plan *p, uint32_t liberty, kf_colour own, ties *t) {
    uint32_t heads[4] = {0};
    for (int side = 0; side < 4; side++) {
        const kf_cell *next = &p->board->cell[kf_board_beside(p->board, liberty, side)];
        bool is_new = next->colour == own;
        for (int before = 0; before < side; before++)
            is_new = is_new && heads[before] != next->head;
        heads[side] = next->colour == own ? next->head : 0;
        if (!is_new)
            continue;
        if (t->shared[next->head] == 0)
            t->heads[t->count++] = next->head;
        t->shared[next->head]++;
    }
}

// How many liberties a chain has in common with every other one of its side.
static void count_ties(const plan *p, uint32_t chain, kf_colour own, ties *t) {
    const kf_board *board = p->board;
    bool seen[KF_BOARD_CELLS];
    uint32_t at = chain;
    memset(seen, 0, board->cells * sizeof seen[0]);
    while (t->count > 0)
        t->shared[t->heads[--t->count]] = 0;
    do {
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (board->cell[next].colour == KF_EMPTY && !seen[next])
                count_tie(p, next, own, t);
            seen[next] = true;
        }
        at = board->cell[at].next;
    } while (at != chain);
}

static void add_chain(const plan *p, uint32_t start, bool *marks) {
    uint32_t at = start;
    do {
        marks[at] = true;
        at = p->board->cell[at].next;
    } while (at != start);
}

// Adds the chain, and all chains that cannot be cut from it by one move.
static void add_tied(plan *p, uint32_t start, bool *marks) {
    ties t;
    size_t count = 0;
    memset(t.shared, 0, p->board->cells * sizeof t.shared[0]);
    t.count = 0;
    add_chain(p, start, marks);
    p->queue[count++] = (uint16_t)start;
    for (size_t i = 0; i < count; i++) {
        count_ties(p, p->queue[i], p->board->cell[start].colour, &t);
        for (size_t k = 0; k < t.count; k++)
            if (t.shared[t.heads[k]] >= TIES && !marks[t.heads[k]]) {
                add_chain(p, t.heads[k], marks);
                p->queue[count++] = t.heads[k];
            }
    }
}

// Where a chain of the group's side lies beside a point that the group reaches before the guards,
// it is enclosed with the group. False: it does not, or its room makes it safe. One that has its
// two eyes already belongs to the group, which lives with it.
static bool is_enclosed_with(const plan *p, uint32_t at) {
    const kf_board *board = p->board;
    uint32_t head = board->cell[at].head;
    if (board->cell[at].colour != p->us || p->target[at] || (p->is_safe[head] && !p->lives[head]))
        return false;
    for (int side = 0; side < 4; side++) {
        uint32_t next = kf_board_beside(board, at, side);
        if (board->cell[next].colour == KF_EMPTY && p->reach[next] <= ENCLOSED &&
            p->reach[next] < p->guard[next])
            return true;
    }
    return false;
}

// Adds to the group what is enclosed with it. Returns whether there was anything.
static bool add_enclosed(plan *p) {
    bool grew = false;
    for (uint32_t at = 0; at < p->board->cells; at++)
        if (is_enclosed_with(p, at)) {
            add_chain(p, at, p->target);
            grew = true;
        }
    return grew;
}

// Lists the stones of the chain, and of the chains that one move cannot cut from it.
static void list_tied(plan *p, uint32_t head) {
    bool marks[KF_BOARD_CELLS];
    memset(marks, 0, p->board->cells * sizeof marks[0]);
    add_tied(p, head, marks);
    p->stone_count = 0;
    for (uint32_t at = 0; at < p->board->cells; at++)
        if (marks[at])
            p->stones[p->stone_count++] = (uint16_t)at;
}

static bool is_beside(const kf_board *board, uint32_t at, uint32_t other) {
    for (int side = 0; side < 4; side++)
        if (kf_board_beside(board, at, side) == other)
            return true;
    return false;
}

// Which points a walk counts.
typedef enum walked { WALK_ALL, WALK_CUT, WALK_APART } walked;

// Walks over the vacant points nearer to the listed stones' side than to the other that they reach
// over such points, when one point is taken away. To lean on other stones would be to trust that
// they are not cut off. A walk ends with the step at which there are `enough`, so that it does not
// matter how the board lies. Returns how many points; those from which it went on follow the stones
// in the queue.
//
// With WALK_CUT the other side plays on the point that is taken away, and holds what lies beside
// it; and points that the group reaches first are its own room: who cuts the stones off from it
// takes them, too. With WALK_APART only points count to which the stones are nearer than the group.
static int walk(plan *p, uint32_t but, walked kind, int enough) {
    const kf_board *board = p->board;
    uint8_t colour = board->cell[p->stones[0]].colour;
    const int16_t *near = p->far[colour], *other = p->far[3 - colour];
    size_t count = p->stone_count, end = count;
    int room = 0;
    p->walk++;
    p->beside = 0;
    memcpy(p->queue, p->stones, count * sizeof p->queue[0]);
    p->seen[but] = p->walk;
    for (size_t i = 0; i < count; i++) {
        if (i == p->stone_count)
            p->beside = room;
        if (i == end && room >= enough)
            break;
        end = i == end ? count : end;
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, p->queue[i], side);
            bool is_groups = kind == WALK_CUT ? p->reach[next] < other[next]
                                              : kind == WALK_APART && p->reach[next] <= near[next];
            if (p->seen[next] == p->walk || board->cell[next].colour != KF_EMPTY ||
                near[next] >= other[next] || is_groups)
                continue;
            p->seen[next] = p->walk;
            room++;
            if (kind != WALK_CUT || near[next] <= 1 || !is_beside(board, next, but))
                p->queue[count++] = (uint16_t)next;
        }
    }
    p->walked = count - p->stone_count;
    return room;
}

static int walk_room(plan *p, uint32_t but) {
    return walk(p, but, WALK_ALL, FREE);
}

// The points of such a walk from which nothing is taken away.
static size_t list_room(plan *p, walked kind, uint16_t *points) {
    walk(p, 0, kind, FREE);
    memcpy(points, p->queue + p->stone_count, p->walked * sizeof points[0]);
    return p->walked;
}

static int count_room(plan *p, uint32_t head) {
    list_tied(p, head);
    return walk_room(p, 0);
}

// Whether the listed stones have so much room, and half of it wherever the other side plays.
static bool has_room(plan *p, int room) {
    uint16_t points[KF_BOARD_CELLS];
    size_t found = list_room(p, WALK_ALL, points);
    // A move takes away one point beside the stones at most.
    if (found < (size_t)room || p->beside > room / 2)
        return found >= (size_t)room;
    for (size_t i = 0; i < found; i++)
        if (walk_room(p, points[i]) < room / 2)
            return false;
    return true;
}

// Whether a move of the other side may cut the listed stones off from the room that makes them
// safe. Then the group must not rest on them. The room that counts when they are cut may lie
// further away than what was counted before.
static bool is_loose(plan *p) {
    uint16_t points[KF_BOARD_CELLS];
    walk(p, 0, WALK_CUT, CUT);
    if (p->beside > CUT)
        return false;
    for (walked kind = WALK_ALL; kind <= WALK_CUT; kind++) {
        size_t found = list_room(p, kind, points);
        for (size_t i = 0; i < found; i++)
            if (walk(p, points[i], WALK_CUT, CUT) < CUT)
                return true;
    }
    return false;
}

// Whether the listed stones lie on the edge of the board: they may have many points to crawl to,
// and no room for eyes.
static bool is_at_edge(const plan *p) {
    for (size_t i = 0; i < p->stone_count; i++) {
        bool is_inner = true;
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(p->board, p->stones[i], side);
            is_inner = is_inner && (p->board->cell[next].colour == KF_EMPTY || is_stone(p, next));
        }
        if (is_inner)
            return false;
    }
    return true;
}

// Whether the listed stones are safe by their room. The group must not lean on stones that live by
// the same room as itself: theirs must be nearer to them.
static bool are_safe(plan *p, kf_colour colour) {
    bool is_own = colour == p->us;
    int room = is_own ? ROOM : p->limits.room;
    return has_room(p, room) && !is_at_edge(p) && (!is_own || walk(p, 0, WALK_APART, FREE) >= room);
}

static void find_room(plan *p, kf_colour colour) {
    const kf_board *board = p->board;
    bool done[KF_BOARD_CELLS];
    memset(done, 0, board->cells * sizeof done[0]);
    for (uint32_t at = 0; at < board->cells; at++) {
        if (board->cell[at].colour != colour || done[at])
            continue;
        list_tied(p, at);
        bool is_safe = are_safe(p, colour);
        bool loose = is_safe && colour == p->us && is_loose(p);
        for (size_t i = 0; i < p->stone_count; i++) {
            done[p->stones[i]] = true;
            p->is_loose[p->stones[i]] = loose;
            p->is_safe[p->stones[i]] = is_safe;
        }
    }
}

// How far every vacant point is from the group.
static void find_near(plan *p) {
    clear_far(p, p->reach);
    for (uint32_t at = 0; at < p->board->cells; at++)
        p->reach[at] = p->target[at] ? 0 : p->reach[at];
    spread(p, p->reach);
}

static void find_safe(plan *p) {
    const kf_board *board = p->board;
    bool alive[KF_BOARD_POINTS];
    find_near(p);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        clear_far(p, p->far[colour]);
        for (uint32_t at = 0; at < board->cells; at++)
            if (board->cell[at].colour == colour)
                p->far[colour][at] = 0;
        spread(p, p->far[colour]);
    }
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        find_room(p, (kf_colour)colour);
        kf_benson_find(board, (kf_colour)colour, false, alive);
        for (uint32_t at = 0; at < board->cells; at++) {
            if (board->cell[at].colour != colour)
                continue;
            p->lives[at] = alive[kf_benson_index(board, kf_board_point(board, at))];
            p->is_safe[at] = !p->target[at] && (p->is_safe[at] || p->lives[at]);
            p->is_loose[at] = p->is_loose[at] && !p->lives[at];
        }
    }
}

// A point between two guards: it is closed by one move, and only one.
static bool is_gap(const plan *p, uint32_t at) {
    const kf_board *board = p->board;
    int guards = 0;
    for (int side = 0; side < 4; side++)
        guards += p->guard[kf_board_beside(board, at, side)] == 0;
    return guards >= 2;
}

// Goes on from the points that the group reaches first: its liberties, points nearer to it than to
// the guards, and gaps. What else they touch, and what lies behind, is where the other side can
// stop it, and belongs to the part too. A point is gone on from again when fewer steps lead there.
// Returns how many vacant points that makes.
static int grow(plan *p, int radius) {
    const kf_board *board = p->board;
    size_t count = 0;
    int vacant = 0;
    for (uint32_t at = 0; at < board->cells; at++) {
        p->in[at] = p->target[at];
        p->ring[at] = 0;
        if (p->target[at])
            p->queue[count++] = (uint16_t)at;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t at = p->queue[i];
        bool is_first = p->reach[at] <= 1 || p->reach[at] < p->guard[at] || is_gap(p, at);
        uint8_t ring = (uint8_t)(is_first ? 1 : p->ring[at] + 1);
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (board->cell[next].colour != KF_EMPTY || p->reach[next] > radius ||
                (ring == 2 && p->guard[next] > 2) || ring > p->limits.rings ||
                (p->in[next] && p->ring[next] <= ring))
                continue;
            vacant += !p->in[next];
            p->in[next] = true;
            p->ring[next] = ring;
            p->queue[count++] = (uint16_t)next;
        }
    }
    return vacant;
}

// Takes in vacant points outside that lead nowhere: the part and stones enclose them.
static void close_pockets(plan *p) {
    const kf_board *board = p->board;
    bool seen[KF_BOARD_CELLS];
    memset(seen, 0, board->cells * sizeof seen[0]);
    for (uint32_t start = 0; start < board->cells; start++) {
        size_t count = 0;
        bool touches = false;
        if (p->in[start] || seen[start] || board->cell[start].colour != KF_EMPTY)
            continue;
        seen[start] = true;
        p->queue[count++] = (uint16_t)start;
        for (size_t i = 0; i < count; i++)
            for (int side = 0; side < 4; side++) {
                uint32_t next = kf_board_beside(board, p->queue[i], side);
                touches = touches || p->in[next];
                if (seen[next] || p->in[next] || board->cell[next].colour != KF_EMPTY)
                    continue;
                seen[next] = true;
                p->queue[count++] = (uint16_t)next;
            }
        for (size_t i = 0; touches && count <= POCKET && i < count; i++)
            p->in[p->queue[i]] = true;
    }
}

// How far every vacant point is from the group, and from the guards.
static void find_reach(plan *p) {
    const kf_board *board = p->board;
    find_near(p);
    clear_far(p, p->guard);
    for (uint32_t at = 0; at < board->cells; at++) {
        uint8_t colour = board->cell[at].colour;
        bool is_guard = colour == 3 - p->us && p->is_safe[board->cell[at].head];
        p->guard[at] = is_guard ? 0 : FAR;
    }
    spread(p, p->guard);
}

// The vacant points that matter, no further away than the part can hold.
static void find_points(plan *p) {
    int radius = 12;
    while (grow(p, radius) > VACANT && radius > 2)
        radius--;
}

// Whether the chain may change hands in the part: it has few liberties, or it has no life of its
// own and not too many.
static bool is_weak(const plan *p, uint32_t at) {
    kf_point points[MOST + 1];
    size_t count = liberties(p, at, points, MOST + 1);
    size_t many = p->board->cell[at].colour == p->us ? MOST : (size_t)p->limits.many;
    return count <= FEW || (!p->is_safe[p->board->cell[at].head] && count <= many);
}

// A liberty of a weak chain, and where the way from it can be stopped.
static void add_liberty(plan *p, uint32_t at, int rings) {
    p->in[at] = true;
    for (int side = 0; side < 4 && rings > 0; side++) {
        uint32_t next = kf_board_beside(p->board, at, side);
        if (p->board->cell[next].colour == KF_EMPTY && p->guard[next] <= 2)
            add_liberty(p, next, rings - 1);
    }
}

// Takes in the weak chains that touch the part, with their liberties, until none is left.
static void add_weak(plan *p) {
    const kf_board *board = p->board;
    bool grew = true;
    while (grew) {
        grew = false;
        for (uint32_t at = 0; at < board->cells; at++) {
            if (!p->in[at])
                continue;
            for (int side = 0; side < 4; side++) {
                uint32_t next = kf_board_beside(board, at, side);
                kf_point points[MOST];
                if (!is_stone(p, next) || p->in[next] || !is_weak(p, next))
                    continue;
                add_chain(p, next, p->in);
                size_t count = liberties(p, next, points, MOST);
                for (size_t i = 0; i < count && i < MOST; i++)
                    add_liberty(p, kf_board_cell(board, points[i]), p->limits.behind);
                grew = true;
            }
        }
    }
}

// No chain of the part may stand there without its liberties.
static void add_liberties(plan *p) {
    for (uint32_t at = 0; at < p->board->cells; at++) {
        kf_point points[KF_CELLS_MAX];
        if (!p->in[at] || !is_stone(p, at) || p->board->cell[at].head != at)
            continue;
        size_t count = liberties(p, at, points, KF_CELLS_MAX);
        for (size_t i = 0; i < count && i < KF_CELLS_MAX; i++)
            p->in[kf_board_cell(p->board, points[i])] = true;
    }
}

// A region that is given: its points, and the chains that lie in it entirely.
static void take_given(plan *p) {
    const kf_board *board = p->board;
    const kf_point *corner = p->input->corners;
    for (uint32_t at = 0; at < board->cells; at++) {
        int column = kf_point_column(kf_board_point(board, at));
        int row = kf_point_row(kf_board_point(board, at));
        bool inside = column >= kf_point_column(corner[0]) && row >= kf_point_row(corner[0]) &&
                      column <= kf_point_column(corner[1]) && row <= kf_point_row(corner[1]);
        p->in[at] = board->cell[at].colour != 3 && (p->target[at] || inside);
    }
    bool shrank = true;
    while (shrank) {
        shrank = false;
        for (uint32_t at = 0; at < board->cells; at++)
            if (p->in[at] && is_stone(p, at) && !p->target[at] && !p->in[board->cell[at].next]) {
                p->in[at] = false;
                shrank = true;
            }
    }
    add_liberties(p);
}

// What lies beside a cell outside the part.
static void look_outside(const plan *p, kf_region *region, int cell, uint32_t next) {
    kf_local_map *map = &region->map;
    uint8_t colour = p->board->cell[next].colour;
    // In a part that is given nothing leads out.
    bool is_sealed = p->input->is_given || p->limits.is_sealed;
    kf_cells *vacant = is_sealed ? &map->firm[KF_ATTACKER] : &map->open;
    // What may be cut off, or has only many liberties, counts for nobody, like a vacant point.
    bool is_ours = colour == p->us && !p->input->is_given;
    bool is_nobody = colour == KF_EMPTY || (is_ours && (p->is_loose[next] || !p->is_safe[next]));
    if (is_nobody)
        *vacant = kf_cells_or(*vacant, kf_cells_of(cell));
    if (is_nobody || !is_stone(p, next))
        return;
    int player = colour == p->us ? KF_DEFENDER : KF_ATTACKER;
    kf_point name = kf_chain_name(p->board, kf_board_point(p->board, next));
    map->firm[player] = kf_cells_or(map->firm[player], kf_cells_of(cell));
    for (int i = 0; i < region->safe_count; i++)
        if (kf_chain_name(p->board, region->safe[i]) == name)
            return;
    if (region->safe_count < KF_CELLS_MAX)
        region->safe[region->safe_count++] = kf_board_point(p->board, next);
}

static int count_cells(const plan *p) {
    int count = 0;
    for (uint32_t at = 0; at < p->board->cells; at++)
        count += p->in[at];
    return count;
}

// Adds the vacant points beside the part, that many steps on, with the weak chains that they touch.
static void add_margin(plan *p, int steps) {
    const kf_board *board = p->board;
    bool old[KF_BOARD_CELLS];
    for (; steps > 0; steps--) {
        memcpy(old, p->in, board->cells * sizeof old[0]);
        for (uint32_t at = 0; at < board->cells; at++)
            for (int side = 0; side < 4 && old[at]; side++) {
                uint32_t next = kf_board_beside(board, at, side);
                if (board->cell[next].colour == KF_EMPTY)
                    p->in[next] = true;
            }
    }
    add_weak(p);
    close_pockets(p);
}

// The margin is where stones that are played at the rim find their liberties, and where the group
// is stopped that is on its way out. It is as wide as the part can hold.
static void find_margin(plan *p) {
    memcpy(p->core, p->in, p->board->cells * sizeof p->core[0]);
    for (int steps = p->input->is_given ? 0 : p->limits.margin; steps > 0; steps--) {
        add_margin(p, steps);
        if (count_cells(p) <= KF_CELLS_MAX)
            return;
        memcpy(p->in, p->core, p->board->cells * sizeof p->core[0]);
    }
}

// What of the core touches a vacant point beyond it.
static void find_views(kf_region *region) {
    kf_local_map *map = &region->map;
    kf_cells stones = kf_cells_or(region->start.stones[0], region->start.stones[1]);
    kf_cells beyond = kf_cells_minus(kf_cells_minus(map->all, map->core), stones);
    map->whole_open = map->open;
    map->core_open = kf_cells_and(map->core, kf_cells_or(map->open, kf_local_touch(map, beyond)));
}

// Which stones stand outside near a cell.
static void note_stones(const plan *p, kf_local_map *map, int cell) {
    const kf_board *board = p->board;
    for (int i = 0; i < KF_NEAR; i++) {
        uint8_t *near = &map->near[cell][i];
        if (*near != KF_NEAR_VACANT)
            continue;
        kf_colour stone =
            kf_board_get(board, kf_local_near(map->point[cell], i, board->width, board->height));
        if (stone != KF_EMPTY)
            *near = (uint8_t)(KF_NEAR_STONE + (stone == p->us ? KF_DEFENDER : KF_ATTACKER));
    }
}

// Numbers the cells row by row. Those of a part that is not too wide lie in a rectangle with gaps,
// so that all rows have the same distance. False: there are too many.
static bool number_cells(const plan *p, kf_local_map *map) {
    const kf_board *board = p->board;
    int left = board->width, right = -1, top = board->height, bottom = -1, count = 0;
    for (uint32_t at = 0; at < board->cells; at++) {
        if (!p->in[at])
            continue;
        int column = kf_point_column(kf_board_point(board, at));
        int row = kf_point_row(kf_board_point(board, at));
        left = column < left ? column : left;
        right = column > right ? column : right;
        top = row < top ? row : top;
        bottom = row;
        count++;
    }
    if (count > KF_CELLS_MAX)
        return false;
    int width = right - left + 1, height = bottom - top + 1;
    map->stride = width * height <= KF_CELLS_MAX ? width : 0;
    map->count = map->stride > 0 ? width * height : 0;
    for (int i = 0; i < map->count; i++)
        map->point[i] = KF_NOWHERE;
    for (uint32_t at = 0; at < board->cells; at++) {
        if (!p->in[at])
            continue;
        kf_point point = kf_board_point(board, at);
        int place = (kf_point_row(point) - top) * width + kf_point_column(point) - left;
        map->point[map->stride > 0 ? place : map->count++] = point;
    }
    return true;
}

static bool build(const plan *p, kf_region *region) {
    const kf_board *board = p->board;
    kf_local_map *map = &region->map;
    if (!number_cells(p, map))
        return false;
    kf_local_prepare(map, board->width, board->height);
    region->start.ko = KF_LOCAL_NO_CELL;
    for (int i = 0; i < map->count; i++) {
        if (map->point[i] == KF_NOWHERE)
            continue;
        uint32_t at = kf_board_cell(board, map->point[i]);
        note_stones(p, map, i);
        if (is_stone(p, at)) {
            int player = board->cell[at].colour == p->us ? KF_DEFENDER : KF_ATTACKER;
            region->start.stones[player] =
                kf_cells_or(region->start.stones[player], kf_cells_of(i));
            region->start.hash ^= map->key[player][i];
        }
        if (p->core[at])
            map->core = kf_cells_or(map->core, kf_cells_of(i));
        if (p->target[at])
            map->target = kf_cells_or(map->target, kf_cells_of(i));
        for (int side = 0; side < 4; side++) {
            uint32_t next = kf_board_beside(board, at, side);
            if (!p->in[next])
                look_outside(p, region, i, next);
        }
    }
    find_views(region);
    map->salt ^= UINT64_C(0x9E3779B97F4A7C15) * (map->target.low ^ (map->target.high << 1 | 1));
    map->salt ^= map->colour[KF_DEFENDER] == KF_BLACK ? UINT64_C(0x6A09E667F3BCC909) : 0;
    return true;
}

bool kf_region_find(const kf_region_input *input, kf_region *region) {
    static const limits by_reach[] = {[KF_REACH_USUAL] = {1, MOST, 1, ROOM, false, 3},
                                      [KF_REACH_CLOSE] = {1, 3, 0, 8, false, 0},
                                      [KF_REACH_SEALED] = {1, 3, 0, 8, true, 0},
                                      [KF_REACH_WIDE] = {2, MOST, 2, ROOM, false, 0},
                                      [KF_REACH_FAR] = {1, MOST, 1, ROOM, false, 5}};
    plan p;
    memset(&p, 0, sizeof p);
    memset(region, 0, sizeof *region);
    p.input = input;
    p.limits = by_reach[input->reach];
    p.board = input->board;
    p.us = kf_board_get(input->board, input->group);
    if (p.us == KF_EMPTY)
        return false;
    region->map.colour[KF_DEFENDER] = p.us;
    region->map.colour[KF_ATTACKER] = kf_colour_other(p.us);
    add_tied(&p, kf_board_cell(input->board, input->group), p.target);
    if (input->is_given) {
        take_given(&p);
    } else {
        find_safe(&p);
        region->has_room = count_room(&p, kf_board_cell(input->board, input->group)) >= FREE;
        find_reach(&p);
        while (!input->is_chain && add_enclosed(&p))
            find_reach(&p);
        find_points(&p);
        add_weak(&p);
        close_pockets(&p);
    }
    find_margin(&p);
    return build(&p, region);
}
