// SPDX-License-Identifier: MIT
// Eye spaces read to the end: shapes, rules, the graph of all play, values, lines, and a memory.

#ifndef KF_READING_EYES_EYES_H
#define KF_READING_EYES_EYES_H

#include <stddef.h>

#include <kifu/reading.h>

#include "base/arena.h"

/* ---- eyes_rule.c ------------------------------------------------------------------- ---- */

// The rules of play inside a cordon: a task, its moves, and when the cordon is out of danger.

// A task made ready for play.
typedef struct kf_eyes_rule {
    int count, liberties;
    kf_eyes_set all, chains, open;
    kf_eyes_set near[KF_EYES_POINTS];        // of a set of points, chains among them
    kf_eyes_set beside[1 << KF_EYES_CHAINS]; // of a set of chains
    uint32_t digits[KF_EYES_POINTS];         // the set as a number of base 3
    uint32_t positions;                      // 3 to the power of count
    uint8_t *safe;                           // of each position: unknown, safe, in danger
} kf_eyes_rule;

// A filling of the inside: the stones of each side, without the cordon.
typedef struct kf_eyes_position {
    kf_eyes_set stones[KF_EYES_SIDES];
} kf_eyes_position;

typedef enum kf_eyes_outcome { KF_EYES_ILLEGAL, KF_EYES_PLAYED, KF_EYES_TAKEN } kf_eyes_outcome;

typedef struct kf_eyes_move {
    kf_eyes_position after;
    kf_eyes_set removed; // stones that came off
    bool makes_ko;       // the one stone removed may not be retaken at once
} kf_eyes_move;

// The memory for `safe` must hold 3 to the power of task->count bytes; it is cleared.
void kf_eyes_rule_init(kf_eyes_rule *rule, const kf_eyes_task *task, uint8_t *safe);

// Plays a stone on a vacant point while `left` outside liberties are left. Ko is not looked at.
// KF_EYES_TAKEN: the attacker took a chain of the cordon, and `move` says nothing.
kf_eyes_outcome kf_eyes_rule_play(const kf_eyes_rule *rule, const kf_eyes_position *position,
                                  int left, kf_eyes_side side, int point, kf_eyes_move *move);

// Whether the attacker took a chain of the cordon by filling an outside liberty: `left` are left.
bool kf_eyes_rule_is_taken(const kf_eyes_rule *rule, const kf_eyes_position *position, int left);

// Whether the attacker cannot take any chain of the cordon even if the defender always passes.
bool kf_eyes_rule_is_safe(kf_eyes_rule *rule, const kf_eyes_position *position);

// The position's number, below rule->positions.
static inline uint32_t kf_eyes_rule_index(const kf_eyes_rule *rule,
                                          const kf_eyes_position *position) {
    return rule->digits[position->stones[KF_EYES_ATTACKER]] +
           2 * rule->digits[position->stones[KF_EYES_DEFENDER]];
}

/* ---- eyes.c ------------------------------------------------------------------------ ---- */

// Eye spaces read to the end: who lives inside a closed cordon, with ko and seki told apart.

// The solver's memory, used again for every task.
typedef struct kf_eyes kf_eyes;

// A solver in the arena, to be called within a kf_arena_try.
kf_eyes *kf_eyes_new(kf_arena *arena);

// Solves the task for either side to move first: all positions that play can reach, without a
// limit of depth. Two tasks that differ only in the numbering of points have the same answer but
// for the main lines.
void kf_eyes_solve(kf_eyes *eyes, const kf_eyes_task *task, kf_eyes_answer *answer);

/* ---- eyes_alive.c ------------------------------------------------------------------ ---- */

// A short proof that an eye space is alive, without the graph of all its states.

// The prover's memory, used again for every task.
typedef struct kf_eyes_alive kf_eyes_alive;

// A prover in the arena, to be called within a kf_arena_try.
kf_eyes_alive *kf_eyes_alive_new(kf_arena *arena);

// True: whoever moves first, the defender lives, and no number of ko threats changes that. False:
// no proof was found that is short enough, which says nothing.
bool kf_eyes_alive_prove(kf_eyes_alive *alive, const kf_eyes_task *task);

/* ---- eyes_form.c ------------------------------------------------------------------- ---- */

// One form for all eye spaces that differ only in how their points are numbered.

enum { KF_EYES_VERTICES = KF_EYES_MAX + KF_EYES_CHAINS };

// An eye space without stones as a graph: its points, then the chains of its cordon; for each a
// row of bits says what is beside it. Unused rows are 0.
typedef struct kf_eyes_form {
    uint8_t count, chains, open, liberties;
    uint32_t rows[KF_EYES_VERTICES];
} kf_eyes_form;

// Finds the form of a task that has no stones. order[i] is where the task's point i stands in it.
void kf_eyes_form_find(const kf_eyes_task *task, kf_eyes_form *form, uint8_t order[KF_EYES_MAX]);
// The task with the points in the order of the form.
void kf_eyes_form_task(const kf_eyes_form *form, kf_eyes_task *task);

/* ---- eyes_graph.c ------------------------------------------------------------------ ---- */

// The graph of everything that play inside a cordon can come to.

// Nodes that are no positions: the cordon is out of danger, or it was taken. A node is the number
// of a state; these two have no moves.
enum { KF_EYES_SAFE_NODE, KF_EYES_TAKEN_NODE, KF_EYES_FIRST_NODE };
// What a state has no move of.
enum { KF_EYES_NO_NODE = -1 };

// A state: the stones, the outside liberties left, who is to move, and the ko.
typedef struct kf_eyes_state {
    kf_eyes_position at;
    int8_t left;
    int8_t side;     // to move
    int8_t ko;       // where he may not retake, or -1
    int8_t decided;  // a node that he reaches at once and wants, or KF_EYES_NO_NODE
    int32_t retake;  // where breaking the ban leads, or KF_EYES_NO_NODE
    int32_t another; // the next state that differs in the ko alone, or KF_EYES_NO_NODE
    uint32_t edges;  // the first of its moves; they end where the next state's begin
} kf_eyes_state;

// All states that can be reached, each with the nodes that its moves lead to; and turned round,
// the states whose moves lead to each node. A state that is decided at once has no moves.
typedef struct kf_eyes_graph {
    kf_arena *arena;
    kf_eyes_rule rule;
    kf_eyes_state *states;
    size_t count, room;
    int32_t *edges;
    size_t edge_count, edge_room;
    int32_t *table; // by position, liberties and side: the node, or KF_EYES_NO_NODE
    size_t table_room;
    uint8_t *safe;
    size_t safe_room;
    uint32_t *first_source; // of each node, and one more: where its sources begin
    int32_t *sources;
    size_t first_room, source_room;
    bool has_ko; // whether any state has a retake
    size_t done; // states whose moves are known
} kf_eyes_graph;

// Begins with an empty graph for the task, keeping the memory.
void kf_eyes_graph_begin(kf_eyes_graph *graph, const kf_eyes_task *task);
// The node of a state, which is added when it is new. What it has no node of is KF_EYES_NO_NODE.
int32_t kf_eyes_graph_add(kf_eyes_graph *graph, const kf_eyes_state *state);
// Where a move leads, a point or KF_EYES_PASS or KF_EYES_OUTSIDE: KF_EYES_NO_NODE when it is
// illegal. It is followed also where a ko forbids it, and *retakes says so.
int32_t kf_eyes_graph_follow(kf_eyes_graph *graph, const kf_eyes_state *from, int move,
                             bool *retakes);
// Follows all moves from the states that were added, until nothing is new.
void kf_eyes_graph_complete(kf_eyes_graph *graph);

/* ---- eyes_retro.c ------------------------------------------------------------------ ---- */

// The value of every state inside a cordon, found backwards from the ends of play.

typedef enum kf_eyes_value { KF_EYES_LOST, KF_EYES_NEITHER, KF_EYES_LIVES } kf_eyes_value;

// What was found with one number of ko threats: the value of every node, and for one that is
// lost or lives its place in the order in which that was found out. A side that wins gets on by
// choosing a node that was found earlier; a side that loses has no other.
typedef struct kf_eyes_level {
    uint8_t *values;
    uint32_t *ranks;
    size_t value_room, rank_room;
} kf_eyes_level;

typedef struct kf_eyes_retro {
    kf_arena *arena;
    int32_t *queue;
    uint8_t *left;
    size_t queue_room, left_room;
} kf_eyes_retro;

// Values all nodes. With `before` not NULL, `side` has one ko threat more than there: where a ko
// forbids a retake, it may play a threat, have it answered, and retake.
void kf_eyes_retro_solve(kf_eyes_retro *retro, const kf_eyes_graph *graph, kf_eyes_side side,
                         const kf_eyes_level *before, kf_eyes_level *level);

/* ---- eyes_line.c ------------------------------------------------------------------- ---- */

// The main line of a solved eye space; and how the solver keeps what it found.

enum { KF_EYES_MOVES = KF_EYES_OUTSIDE + 1 };
// More threats than any eye space of KF_EYES_MAX points has had a use for.
enum { KF_EYES_MOST_THREATS = 12, KF_EYES_LEVELS = KF_EYES_MOST_THREATS + 1 };

struct kf_eyes {
    kf_eyes_graph graph;
    kf_eyes_retro retro;
    // By the side that has threats and their number. With none it is one level, the attacker's.
    kf_eyes_level levels[KF_EYES_SIDES][KF_EYES_LEVELS];
    int most[KF_EYES_SIDES]; // threats beyond which nothing changes
};

// What a first move comes to, with every number of threats of either side.
typedef struct kf_eyes_choice {
    int32_t node; // KF_EYES_NO_NODE where there is no such move
    bool retakes; // needs a threat
    uint8_t values[KF_EYES_SIDES][KF_EYES_LEVELS];
} kf_eyes_choice;

// One side's first moves.
typedef struct kf_eyes_root {
    kf_eyes_state state;
    kf_eyes_side side;
    kf_eyes_choice choices[KF_EYES_MOVES];
    uint8_t values[KF_EYES_SIDES][KF_EYES_LEVELS]; // with the best of them
} kf_eyes_root;

static inline const kf_eyes_level *kf_eyes_line_level(const kf_eyes *eyes, int side, int threats) {
    return &eyes->levels[threats == 0 ? KF_EYES_ATTACKER : side][threats];
}

// Fills the line in, beginning with one of the best first moves. Who wins takes the shortest way,
// who loses the longest; a seki ends where nobody gains by another move.
void kf_eyes_line_follow(kf_eyes *eyes, const kf_eyes_root *root, kf_eyes_first *first);

/* ---- eyes_table.c ------------------------------------------------------------------ ---- */

// The eye solver with a memory: an eye space that was solved in another shape is not solved again.
// Where only classes are wanted, a short proof that it is alive is enough.

typedef struct kf_eyes_table kf_eyes_table;

// An empty memory, to be called within a kf_arena_try. With `classes_only`, its answers may have
// nothing but the classes.
kf_eyes_table *kf_eyes_table_new(kf_arena *arena, bool classes_only);
// As kf_eyes_solve. A task with stones is solved every time.
void kf_eyes_table_solve(kf_eyes_table *memo, const kf_eyes_task *task, kf_eyes_answer *answer);

/* ---- polyomino.c ------------------------------------------------------------------- ---- */

// Free polyominoes: the list of all of a size.

// All shapes of so many cells, each in one of its positions, in order. The list lives in the arena.
kf_polyomino *kf_polyomino_list(kf_arena *arena, int cells, size_t *count);

#endif
