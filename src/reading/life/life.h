// SPDX-License-Identifier: MIT
// Life and death: the part of a board that matters, proof-number search in it, and problems.

#ifndef KF_READING_LIFE_LIFE_H
#define KF_READING_LIFE_LIFE_H

#include <stddef.h>
#include <stdint.h>

#include <kifu/board.h>
#include <kifu/life.h>

#include "base/arena.h"
#include "play/play.h"
#include "reading/common/cells.h"

/* ---- local.c ------------------------------------------------------ doc/spec/life.md ---- */

// How many ko threats mean that they never run out, and what is no cell.
enum { KF_LOCAL_ENDLESS = 255, KF_LOCAL_NO_CELL = 255 };
// A move that places no stone.
#define KF_LOCAL_PASS 254

// The points around a cell, two steps in either direction, row by row: cells, or what is there
// outside the part.
enum {
    KF_NEAR = 24,
    KF_NEAR_WIDE = 5, // points of a row
    KF_NEAR_EDGE = 250,
    KF_NEAR_VACANT,
    KF_NEAR_STONE // and by whose: the defender's, the attacker's
};

// What never changes while the part is read. Play is possible on all cells and nowhere else.
typedef struct kf_local_map {
    int count;                           // of the cells, and of the gaps between them
    kf_point point[KF_CELLS_MAX];        // where they lie on the board; KF_NOWHERE: a gap
    int stride;                          // from a cell to the one below it; 0: it varies
    kf_cells left_of;                    // the cells beside which there is one on the right
    kf_cells beside[KF_CELLS_MAX];       // the neighbours of a cell
    kf_cells across[KF_CELLS_MAX];       // its diagonal neighbours
    uint8_t near[KF_CELLS_MAX][KF_NEAR]; // what lies around it
    kf_cells all;                        // every cell
    kf_cells core;              // those where play begins; the others matter when it comes near
    kf_cells whole, whole_open; // `all` and `open` of the part, and of its core alone
    kf_cells core_open;
    bool is_inner;       // the core alone is read
    kf_cells first[2];   // the stones of either player when reading begins
    kf_cells target;     // where the stones lie that are attacked
    kf_cells firm[2];    // cells beside a stone outside that is taken as safe, by its player
    kf_cells open;       // cells beside a vacant point outside
    kf_cells edge;       // cells on the edge of the board
    bool escapes;        // the defender is safe when he gets beside a point of `open`
    kf_colour colour[2]; // of either player
    uint64_t key[2][KF_CELLS_MAX]; // hash of a stone
    uint64_t salt;                 // of the map: many may share a table
} kf_local_map;

// A position of it. A plain value.
typedef struct kf_local {
    kf_cells stones[2]; // by player
    uint64_t hash;      // of the stones
    uint8_t ko;         // the cell that `turn` may not take back, or KF_LOCAL_NO_CELL
    uint8_t turn;
    uint8_t threats[2]; // that are left to either player
} kf_local;

// Fills in what follows from the points of the cells: neighbours, edges and keys. All that lies
// outside the part is taken to be vacant.
void kf_local_prepare(kf_local_map *map, int width, int height);
// The point that is so many on around another one, of KF_NEAR. KF_NOWHERE: it is off the board.
kf_point kf_local_near(kf_point point, int number, int width, int height);
// Chooses the core alone, or all of the part.
void kf_local_choose(kf_local_map *map, bool is_inner);
// The hash of all that matters for what comes next.
uint64_t kf_local_hash(const kf_local_map *map, const kf_local *at);
// What stones where the target stands, or stood, may still reach: everything but what lies behind
// firm stones of the attacker.
kf_cells kf_local_reach(const kf_local_map *map, const kf_local *at);
// The hash of what is left to be decided: stones behind firm ones of the attacker do not count. Two
// positions with the same one come to the same.
uint64_t kf_local_key(const kf_local_map *map, const kf_local *at);

// The chain that holds a cell: `own` are the stones of its colour. `beside` gets all cells that
// touch it or belong to it.
kf_cells kf_local_chain(const kf_local_map *map, kf_cells own, int cell, kf_cells *beside);
// All of `within` that is connected to `from` through it. `from` itself counts as within.
kf_cells kf_local_flood(const kf_local_map *map, kf_cells from, kf_cells within);
// The cells that touch a set or belong to it.
kf_cells kf_local_touch(const kf_local_map *map, kf_cells set);
// The cells beside two cells of a set or more. `thrice` gets those beside three or four.
kf_cells kf_local_twice(const kf_local_map *map, kf_cells set, kf_cells *thrice);
// Where a chain of the player has a liberty that nobody can take away. Who has the benefit of the
// doubt has it also at vacant points outside. Where it is the defender, to get out is to be safe,
// and no stone of the attacker has a liberty there, for the other side may play first; where it is
// the attacker, there is no way out, and all these points are his liberties.
static inline kf_cells kf_local_free(const kf_local_map *map, int player) {
    bool has_open = map->escapes == (player == KF_DEFENDER);
    return has_open ? kf_cells_or(map->firm[player], map->open) : map->firm[player];
}
// The attacker's stones that nothing can take, for they stand by such a liberty or are connected.
kf_cells kf_local_firm(const kf_local_map *map, const kf_local *at);
// The firm stones, and all chains of the attacker that have two ways of their own to be connected
// to them: whoever takes one is answered by the other. `ties` gets these cells.
kf_cells kf_local_wall(const kf_local_map *map, const kf_local *at, kf_cells firm, kf_cells *ties);

// Plays a move of the player whose turn it is. False, and nothing changes: it is not legal. A ban
// of a ko is lifted by a threat while there are any.
bool kf_local_play(const kf_local_map *map, kf_local *at, int move);

/* ---- eyespace.c --------------------------------------------------- doc/spec/life.md ---- */

typedef enum kf_eyespace_answer {
    KF_EYESPACE_OPEN,  // it must be read
    KF_EYESPACE_LIVES, // a stone of the target cannot be taken even if the defender always passes
    KF_EYESPACE_OUT,   // it is connected to the outside: to safe stones, or to vacant points there
    KF_EYESPACE_DIES   // all stones of the target are taken, or can be, whatever the defender does
} kf_eyespace_answer;

// The answer, and how many points could still become eyes of the target: what is left of them is a
// measure of how far either side is from what it wants.
typedef struct kf_eyespace {
    kf_eyespace_answer glance;
    kf_cells
        zone; // where the answer comes from: stones that the loser adds elsewhere change nothing
    kf_cells room; // points that could belong to an eye
    int points;    // how many these are
    int eyes;      // of them that could be eyes beside one another, as far as a quick count goes
} kf_eyespace;

kf_eyespace kf_eyespace_look(const kf_local_map *map, const kf_local *at);
// The same one move further: what the player whose turn it is reaches at once counts as reached.
kf_eyespace kf_eyespace_foresee(const kf_local_map *map, const kf_local *at);
// And one more: what the other player reaches at once, whatever the first one plays. `side` asks.
kf_eyespace kf_eyespace_foresee_answers(const kf_local_map *map, const kf_local *at, int side);

/* ---- zone.c ------------------------------------------------------- doc/spec/life.md ---- */

// Adds a liberty of each chain that meets the zone, so that nobody takes it who plays elsewhere.
kf_cells kf_zone_hold(const kf_local_map *map, const kf_local *at, kf_cells zone);
// Adds what stands of the target where none of it is there: a defender who lives keeps a stone of
// it in sight, for when the last one is taken the target is, whatever he could put back.
kf_cells kf_zone_keep(const kf_local_map *map, const kf_local *at, kf_cells zone);
// The zone before a move of the winner, from the one after it.
kf_cells kf_zone_move(const kf_local_map *map, const kf_local *at, int cell, kf_cells zone);
// What a legal move of the loser adds to the zone of the position before it, beside what is in the
// zone after it: his stones that it ties together, and what it takes.
kf_cells kf_zone_answer(const kf_local_map *map, const kf_local *at, int cell);
// Adds what forbids the loser, who is to move, to play on cells of the zone.
kf_cells kf_zone_bar(const kf_local_map *map, const kf_local *at, kf_cells zone);
// Whether a move of the loser changes nothing in the zone of the position after it.
bool kf_zone_is_apart(const kf_local_map *map, const kf_local *at, int cell, kf_cells zone);

/* ---- transposition.c ---------------------------------------------- doc/spec/life.md ---- */

// One position. `proof` is the least number of positions that must still be won to prove what is
// asked, `disproof` to refute it; 0 says that it is done.
typedef struct kf_transposition_entry {
    uint64_t key;  // 0: nothing here
    uint64_t path; // the way on which a refutation by repetition is good
    kf_cells zone; // of a solved one: stones that the loser adds elsewhere change nothing
    uint32_t proof;
    uint32_t disproof;
    uint32_t work;  // positions that were read below it
    uint16_t depth; // the place on that way to which the repetition leads back
    uint8_t move;   // the best
    uint8_t flags;
} kf_transposition_entry;

// The moves of a position that was read: who comes back to it need not look for them again.
typedef struct kf_kept_move {
    uint64_t key; // of the position after it
    uint8_t move;
    uint8_t cost; // how unlikely it looks
} kf_kept_move;

typedef struct kf_kept_moves {
    uint64_t key;    // 0: nothing here
    kf_cells listed; // where moves were looked for
    uint32_t first;  // the place of the first one
    uint8_t count;
    uint8_t flags; // what was noticed of the position itself
} kf_kept_moves;

// What is looked at before an entry is: most of what is sought is not there.
enum { KF_TRANSPOSITION_ROW = 4 };
typedef struct kf_transposition_row {
    uint64_t key[KF_TRANSPOSITION_ROW];   // of the entries, 0: nothing there
    uint32_t worth[KF_TRANSPOSITION_ROW]; // how much work is lost with it
    uint32_t rest[4];                     // up to what a processor reads at once
} kf_transposition_row;

typedef struct kf_transposition {
    size_t mask;
    kf_transposition_row *rows;
    kf_transposition_entry *entries; // four to a row
    size_t kept_mask, kept_count;
    kf_kept_moves *kept;
    size_t move_room, move_count;
    kf_kept_move *moves;
} kf_transposition;

// An empty table with room for about that many positions. To be called in a protected call.
void kf_transposition_init(kf_transposition *memo, kf_arena *arena, size_t size);
void kf_transposition_clear(kf_transposition *memo);
void kf_transposition_release(kf_transposition *memo, kf_arena *arena);
// What is known of the position, or NULL.
const kf_transposition_entry *kf_transposition_find(const kf_transposition *memo, uint64_t key);
// Remembers a position. It takes the place of one that cost less.
void kf_transposition_put(kf_transposition *memo, const kf_transposition_entry *entry);
// Says that the position will be looked up soon.
void kf_transposition_expect(const kf_transposition *memo, uint64_t key);
// The moves that are kept of a position, or NULL.
const kf_kept_moves *kf_transposition_moves(const kf_transposition *memo, uint64_t key);
// Keeps the moves of a position: `moves` has `kept->count` of them. Where there is no room left,
// all others are forgotten.
void kf_transposition_keep(kf_transposition *memo, const kf_kept_moves *kept,
                           const kf_kept_move *moves);

/* ---- proof.c ------------------------------------------------------ doc/spec/life.md ---- */

typedef enum kf_answer { KF_ANSWER_UNKNOWN, KF_ANSWER_YES, KF_ANSWER_NO } kf_answer;

// What an answer rests on.
enum {
    KF_PROOF_KO = 1,    // somebody could not take back a ko, or paid for it with a threat
    KF_PROOF_REST = 2,  // somebody passed, or a position came back: there may be a seki
    KF_PROOF_OUT = 4,   // the defender gets out
    KF_PROOF_PATH = 128 // private: good only on the way on which it was found
};

// A move at a node that is being read.
typedef struct kf_proof_move {
    uint64_t key;
    kf_cells zone; // when it is solved, see kf_transposition_entry
    uint32_t proof;
    uint32_t disproof;
    uint16_t depth; // to which it leads back, when a position is repeated
    uint8_t move;
    uint8_t cost; // see kf_kept_move
    uint8_t flags;
    bool is_idle; // solved because it changes nothing where another move was solved
} kf_proof_move;

// A node on the way from the question to the position at hand.
typedef struct kf_proof_frame {
    kf_local at;
    uint64_t key;
    uint64_t path;  // of all nodes above it
    uint64_t start; // the number of positions read when it was entered
    uint32_t proof_limit;
    uint32_t disproof_limit;
    uint32_t work;
    uint8_t flags;   // what was noticed of the node itself
    uint8_t is_ours; // the side that must prove is to move
    kf_cells listed; // where moves were looked for
    int count;
    int best;
    kf_proof_move moves[KF_CELLS_MAX + 1];
} kf_proof_frame;

// The attacker asks whether he can take all stones of the target, the defender whether he can make
// two eyes or get out. The other side has done enough when that never happens.
typedef struct kf_proof {
    const kf_local_map *map;
    kf_transposition *memo;
    kf_arena *arena; // takes the frames
    int side;        // who asks
    uint64_t salt;   // keeps the answers of different questions apart in one table
    uint64_t nodes;  // positions read so far, in all runs
    uint64_t visits; // how often one was come back to whose moves were kept
    uint64_t limit;  // when to give up
    kf_proof_frame *frames;
    size_t room;
    int depth;
    bool
        is_narrow; // moves of the side that asks are looked at only near the play: a NO is no proof
    bool is_over;  // the limit is reached
} kf_proof;

// Makes ready for questions of `side` about the part. The memo may be shared by all questions about
// one map.
void kf_proof_init(kf_proof *proof, const kf_local_map *map, int side, kf_transposition *memo,
                   kf_arena *arena);
// Reads a position until it is answered, or until `proof->nodes` comes to `proof->limit`. `flags`
// gets what the answer rests on.
kf_answer kf_proof_run(kf_proof *proof, const kf_local *at, unsigned *flags);
// What is known of a position, as kf_proof_run would answer. KF_ANSWER_UNKNOWN if nothing is.
kf_answer kf_proof_known(const kf_proof *proof, const kf_local *at, kf_transposition_entry *entry);
// Whether the position was met before, and then what is remembered of it. Asking changes nothing.
bool kf_proof_seen(const kf_proof *proof, const kf_local *at, kf_transposition_entry *entry);
// Where moves are looked at before anything else says so: where play may begin, and around all that
// has changed since.
kf_cells kf_proof_near(const kf_proof *proof, const kf_local *at);

/* ---- region.c ----------------------------------------------------- doc/spec/life.md ---- */

// How much belongs to a part: the usual, only what is nearest, or also what lies behind. In a close
// part more of the stones around are taken as safe, and a sealed one is a close one without a way
// out: all vacant points beside it are taken to be the attacker's. A far one is the usual with more
// points around it.
typedef enum kf_reach {
    KF_REACH_USUAL,
    KF_REACH_CLOSE,
    KF_REACH_SEALED,
    KF_REACH_WIDE,
    KF_REACH_FAR
} kf_reach;

// Which group, and where it is read.
typedef struct kf_region_input {
    const kf_board *board;
    kf_point group; // a point of one of its stones
    kf_reach reach;
    bool is_chain; // the group is the chain with what one move cannot cut from it, and no more
    bool is_given; // the two corners are
    kf_point corners[2];
} kf_region_input;

typedef struct kf_region {
    kf_local_map map;
    bool has_room;  // the group reaches many points that are nearer to it than to the other side
    kf_local start; // the stones in it; who is to move is up to the caller
    int safe_count; // stones outside that touch it and are taken as safe: one point of each chain
    kf_point safe[KF_CELLS_MAX];
} kf_region;

// Finds the part. False: there is no stone, or the part is too large to be read.
bool kf_region_find(const kf_region_input *input, kf_region *region);

/* ---- reader.c ----------------------------------------------------- doc/spec/life.md ---- */

// A question for the proof search: who asks, the ko threats of either side, and who has the benefit
// of the doubt at vacant points outside. A YES is a proof when the side that asks does without that
// benefit, a NO when it has it.
typedef struct kf_question {
    uint8_t side;
    uint8_t threats[2];
    bool escapes;  // the defender has it: he is safe where he gets out
    bool is_inner; // the core of the part alone is read
} kf_question;

// One part of a board, with the table that all questions about it share.
typedef struct kf_reader {
    kf_region *region;
    kf_proof proof[2]; // by the side that asks
    bool is_closed;    // no vacant point outside touches the part: nothing is in doubt
    uint64_t nodes;    // positions read so far
} kf_reader;

// To be called in a protected call; its owner releases it.
void kf_reader_init(kf_reader *reader, kf_region *region, kf_transposition *memo, kf_arena *arena);
void kf_reader_release(kf_reader *reader, kf_arena *arena);
// The position as it stands, with that side to move.
kf_local kf_reader_start(const kf_reader *reader, const kf_board *board, int first);
// Makes the part ready for a question, and gives a position of it the ko threats that are asked
// for.
kf_local kf_reader_pose(kf_reader *reader, const kf_question *question, const kf_local *at);
// The answer to one question, or UNKNOWN when so many positions in all do not suffice.
kf_answer kf_reader_ask(kf_reader *reader, const kf_question *question, const kf_local *at,
                        uint64_t limit, unsigned *flags);

/* ---- bounds.c ----------------------------------------------------- doc/spec/life.md ---- */

// What becomes of a group, from the worst to the best for the defender.
typedef enum kf_fate {
    KF_FATE_DEAD,    // taken, whoever has ko threats
    KF_FATE_KO_LOST, // a ko, which the attacker wins while nobody has threats
    KF_FATE_KO_WON,  // a ko, which the defender wins while nobody has threats
    KF_FATE_SEKI,    // it cannot be taken, and gets two eyes by winning a ko at most
    KF_FATE_ALIVE    // two eyes, or a connection with safe stones
} kf_fate;

// What is known, and which question said so; the search has the line of play.
typedef struct kf_bounds {
    kf_fate low, high;
    bool gets_out; // the attacker cannot keep him in, even with all ko threats that he likes
    bool has_low, has_high;
    kf_question low_by, high_by, out_by; // out_by: the attack that failed so
} kf_bounds;

// Nothing is known.
kf_bounds kf_bounds_open(void);
// Brings the bounds together, until so many positions have been read in all.
void kf_bounds_narrow(kf_reader *reader, const kf_local *at, uint64_t limit, kf_bounds *bounds);
// The same for what that side can claim alone: the low bound is the defender's, the high one the
// attacker's.
void kf_bounds_claim(kf_reader *reader, const kf_local *at, int side, uint64_t limit,
                     kf_bounds *bounds);
// About how many positions must still be won for the least that the side can claim; UINT32_MAX
// where nothing was read of that, or it fails.
uint32_t kf_bounds_distance(kf_reader *reader, const kf_local *at, int side);
// Whether the defender gets at least that, as far as can be proved.
kf_answer kf_bounds_decide(kf_reader *reader, const kf_local *at, kf_fate fate, uint64_t limit);

// What that side asks first: whether it gets all there is to get, whatever lies outside.
kf_question kf_bounds_first(int side);

/* ---- votes.c ------------------------------------------------------ doc/spec/life.md ---- */

// First moves, and what speaks for each of them.
enum { KF_VOTES_MOST = 2 * KF_PROBLEM_GROUPS * KF_CELLS_MAX };
typedef struct kf_votes {
    int count;
    kf_point point[KF_VOTES_MOST];
    int64_t votes[KF_VOTES_MOST];
} kf_votes;

// What the games say of the first moves of one group: of 1000, how many begin with each.
typedef struct kf_ballot {
    int count;
    kf_point point[KF_CELLS_MAX];
    int16_t share[KF_CELLS_MAX];
} kf_ballot;

// Adds what the games say, and what the search has read for the side that is to move: of 1000, how
// many go to each move that is not known to fail, by the root of the positions read below it. All
// of it counts `weight` times.
void kf_votes_games(kf_votes *votes, const kf_ballot *ballot, int64_t weight);
void kf_votes_search(kf_votes *votes, kf_reader *reader, const kf_local *at, int64_t weight);
// The move with most votes, the first of several. KF_NOWHERE: nobody voted.
kf_point kf_votes_best(const kf_votes *votes);

/* ---- first_move.c ------------------------------------------------- doc/spec/life.md ---- */

typedef struct kf_first_move {
    int move;  // a cell, or KF_LOCAL_PASS
    int share; // of 1000 games that begin with it, how many the player who made it wins
} kf_first_move;

// Plays that many games, in which `first` begins. The attacker wins a game when all stones of the
// target are taken. The same input always has the same answer. `ballot` gets what the games say of
// all first moves, unless it is NULL. To be called in a protected call.
kf_first_move kf_first_move_find(kf_region *region, int first, int games, kf_ballot *ballot,
                                 kf_arena *arena);

/* ---- life_tree.c -------------------------------------------------- doc/spec/life.md ---- */

// Which search, the position where it began, and its answer.
typedef struct kf_life_roots {
    const kf_proof *proof;
    const kf_local *at;
    kf_answer answer;
} kf_life_roots;

// Adds a first move and what follows: where it succeeds, answers to the replies that took most
// work; where it fails, its refutation.
void kf_life_tree_add(kf_life_tree *tree, const kf_life_roots *roots, int move, bool is_right);

/* ---- life.c ------------------------------------------------------- doc/spec/life.md ---- */

// What is asked. Cases that are not wanted cost nothing.
typedef struct kf_life_input {
    kf_region_input where;
    uint64_t nodes;   // budget for each side moving first
    bool skip[2];     // by KF_DEFENDER and KF_ATTACKER: do not look what happens if he moves first
    bool only_result; // neither vital points nor lines are wanted
    // First moves that are looked at before the others when vital points are sought.
    const kf_point *early;
    int early_count;
    // Takes solutions and refutations, for the sides that are not skipped and that gain by moving
    // first; NULL: not wanted.
    kf_life_tree *tree;
    // What earlier questions about the same part have found, and this one adds to; NULL: nothing.
    kf_transposition *memo;
} kf_life_input;

typedef struct kf_life {
    kf_region region;
    bool is_read;          // false: no stone there, or too large a part
    kf_life_word status;   // of both cases together
    kf_life_case first[2]; // by KF_DEFENDER and KF_ATTACKER
    kf_bounds bounds[2];   // likewise: what was proved; the words sum it up
} kf_life;

// An empty memory for questions with that budget, for its owner to release.
void kf_life_table(kf_transposition *memo, uint64_t nodes, kf_arena *arena);
// Reads a group. Memory comes from the arena, in a protected call; it is given back before the end.
// The same input always has the same answer.
void kf_life_solve(const kf_life_input *input, kf_arena *arena, kf_life *life);
// Whether a first move by which `first` is to reach that fate stands when the other side is asked
// after it, as anyone would: the group is found anew there, with all that is taken as safe. False:
// something else was proved. `spent` gets the positions that were read, at most `input->nodes`.
bool kf_life_stands(const kf_life_input *input, int first, kf_point move, kf_fate fate,
                    kf_arena *arena, uint64_t *spent);
// Says in words what is proved of one side moving first.
void kf_life_report(const kf_bounds *bounds, kf_life_case *found);
// One word for both cases.
kf_life_word kf_life_status(const kf_life *life);
// What others are told of it.
void kf_life_sum(const kf_life *life, kf_life_group *group);

/* ---- features.c ---------------------------------------------------- doc/spec/life.md ---- */

// How much is counted of a move, and of the position after it.
enum { KF_FEATURES_MOVE = 48, KF_FEATURES_POSITION = 58 };
enum { KF_FEATURES = KF_FEATURES_MOVE + KF_FEATURES_POSITION };

// A position whose moves are counted: cells by what they lie beside.
typedef struct kf_surroundings {
    const kf_local_map *map;
    int player; // whose turn it is
    int last;   // the move before, a cell or KF_LOCAL_PASS
    kf_cells stones[2], vacant, second;
    kf_cells few[2][3]; // liberties of chains of either player that have one, two or three
    kf_cells large[2];  // the only ones of chains of two stones or more
    kf_cells safe[2];   // those of chains that stand for good
    kf_cells beside[2]; // of all chains
    kf_cells target, short_target, long_target;
    kf_cells support; // where the player's stone has more than the liberties beside it
    kf_cells two_steps, three_steps; // from the move before
    uint8_t kind[256];               // what stands on a cell, and outside the part
} kf_surroundings;

// How many kinds of what stands on a point are told apart.
enum { KF_FEATURES_KINDS = 13 };

void kf_features_around(const kf_local_map *map, const kf_local *at, int last, kf_surroundings *s);
// Counts a move: `counts` has room for KF_FEATURES_MOVE.
void kf_features_move(const kf_surroundings *s, int move, int8_t *counts);
// Tells what stands around a move: `kinds` has room for KF_NEAR.
void kf_features_near(const kf_surroundings *s, int move, uint8_t *kinds);
// Counts a position that must be read; `seen` is what a glance says of it, `side` who asks.
void kf_features_position(const kf_local_map *map, const kf_local *at, const kf_eyespace *seen,
                          int side, int8_t *counts);

/* ---- weights.c ---------------------------------------------------- doc/spec/life.md ---- */

enum { KF_WEIGHTS_HIDDEN = 32 };

// The weights of a count in each hidden one, and those of all in the sum; likewise those of the
// kinds around a move.
typedef struct kf_weights {
    int16_t hidden[KF_FEATURES][KF_WEIGHTS_HIDDEN];
    int16_t out[KF_WEIGHTS_HIDDEN];
    int32_t plain[KF_FEATURES];
    int16_t near[KF_NEAR][KF_FEATURES_KINDS][KF_WEIGHTS_HIDDEN];
    int32_t plain_near[KF_NEAR][KF_FEATURES_KINDS];
} kf_weights;

// The weights for positions in which that side is to move.
const kf_weights *kf_weights_of(int turn);

/* ---- evaluation.c ------------------------------------------------- doc/spec/life.md ---- */

// A guess at the positions that must still be won: to take the target, and to save it.
typedef struct kf_evaluation {
    uint32_t kill;
    uint32_t live;
} kf_evaluation;

// Guesses at a position from its counts and those of the move that led to it, and from the kinds
// around that.
kf_evaluation kf_evaluation_find(int turn, const int8_t *counts, const uint8_t *kinds);

/* ---- problem_group.c ---------------------------------------------- doc/spec/life.md ---- */

// Positions of the first round, for the group that comes first; and in 1000 games, how many more
// than else a move gains by which a group only gets out.
enum { KF_PROBLEM_SLICE = 1000, KF_PROBLEM_LIKELY = 300 };

// A group near the solution, and what is proved of it.
typedef struct kf_problem_group {
    kf_point point;
    bool is_chain; // no more than the chain, see kf_region_input
    bool is_far;   // it is read in a far part
    kf_region *region;
    kf_reader reader;
    kf_bounds bounds[2]; // by who moves first
    uint64_t nodes[2];   // positions read for that
    int size;            // its stones
    int task;
    int rank;         // groups with a low one are read more
    kf_point move;    // the first move for it that promises most, or KF_NOWHERE
    int gain;         // in 1000 games, how many more the mover wins when he moves first
    bool is_proved;   // the move was found to do what can be done, and that it is needed
    bool is_found;    // it was found to do what can be done
    bool is_over;     // nothing more is to be read
    kf_point asked;   // the move after which the other side was asked last, or KF_NOWHERE
    bool stood;       // whether it stood
    kf_ballot ballot; // what the games in the first part say of all moves
    kf_answer keys[KF_PROBLEM_MOVES]; // whether a move of the solution does what can be done
} kf_problem_group;

// The work on a problem.
typedef struct kf_problem_work {
    const kf_problem *problem;
    kf_arena *arena;
    kf_solved *solved;
    kf_region *scratch;
    kf_transposition memo; // of all groups
    uint64_t budget;
    uint64_t limit; // up to which it may be spent now
    int group_count;
    kf_problem_group groups[KF_PROBLEM_GROUPS];
} kf_problem_work;

// What may still be read in this stage.
uint64_t kf_problem_group_rest(const kf_problem_work *s);
// Whether it is proved that the mover gains nothing by moving first.
bool kf_problem_group_is_known(const kf_problem_group *g);
// Whether the mover gains by moving first: the group is in question.
bool kf_problem_group_is_in_question(const kf_problem_group *g);
// Whether the mover gets all that there is to get, whatever happens without his move.
bool kf_problem_group_is_won(const kf_problem_group *g);
// Whether his group gets out by a move, and is dead without one.
bool kf_problem_group_gets_out(const kf_problem_group *g);
// Whether it is proved that the mover gets no more than what is known to be his.
bool kf_problem_group_is_tight(const kf_problem_group *g);
// Whether the mover gets more than what is known to be his.
bool kf_problem_group_is_more(const kf_problem_group *g, const kf_bounds *found);
// Whether that is the answer for a move of the solution.
bool kf_problem_group_has_key(const kf_problem_group *g, const kf_problem *problem,
                              kf_answer answer);
// Takes over what was found. Where that is more for the mover, the moves of the solution that were
// found to do what can be done may do so no longer.
void kf_problem_group_set_bounds(kf_problem_group *g, int first, const kf_bounds *found);
// Takes a first move over as the program's own, if that promises more than the one it has: the
// mover gets by it what is known to be his.
void kf_problem_group_take_move(kf_problem_group *g, kf_point move);
// Whether the same stones are attacked in both parts.
bool kf_problem_group_is_same(const kf_region *one, const kf_region *other);
// Brings the bounds together for one side moving first, within the slice.
void kf_problem_group_narrow(kf_problem_work *s, kf_problem_group *g, int first, uint64_t slice);

/* ---- problem_claims.c --------------------------------------------- doc/spec/life.md ---- */

// Whether a move of the solution was found to do what can be done.
bool kf_problem_claims_has_right(const kf_problem_work *s);
// What is left of the budget goes to the solution, where nothing is known of it yet.
void kf_problem_claims_solution(kf_problem_work *s);

/* ---- solution.c --------------------------------------------------- doc/spec/life.md ---- */

// kf_solution_solve in a protected call of the arena.
void kf_solution_solve_in(const kf_problem *problem, uint64_t nodes, kf_arena *arena,
                          kf_solved *solved);

/* ---- problem_search.c --------------------------------------------- doc/spec/life.md ---- */

// Solves a problem as it lies, within that budget for all that is read.
void kf_problem_search(const kf_problem *problem, uint64_t nodes, kf_arena *arena,
                       kf_solved *solved);

/* ---- refutation.c ------------------------------------------------- doc/spec/life.md ---- */

// No move is needed, or none is known.
#define KF_REFUTATION_NONE 253

// Whether the side to move is the one that gets what it wants, when that is the answer.
bool kf_refutation_wins(const kf_proof *proof, const kf_local *at, kf_answer answer);
// The winner's move: from the table, or the one that ends it at a glance.
int kf_refutation_best(const kf_proof *proof, const kf_local *at, kf_answer answer);
// The loser's moves that took most work to refute, hardest first; a pass is never among them. At
// most `most` are written; returns how many.
int kf_refutation_hardest(const kf_proof *proof, const kf_local *at, kf_answer answer, int *moves,
                          int most);
// The move that most work went into and that is not known to fail, for a position without an
// answer. KF_REFUTATION_NONE: nothing was read.
int kf_refutation_tried(const kf_proof *proof, const kf_local *at);

/* ---- move_order.c ------------------------------------------------- doc/spec/life.md ---- */

// What a pass costs: nothing, for what answers a pass answers most other moves, too.
enum { KF_MOVE_ORDER_PASS = 0 };

// The last liberties of chains.
kf_cells kf_move_order_last(const kf_local_map *map, const kf_local *at);
// How many positions a move there is worth less than the most urgent ones: the last liberties of
// chains; then the last two, and those of the target; then all cells that touch a stone.
uint32_t kf_move_order_cost(const kf_surroundings *around, int cell);

#endif
