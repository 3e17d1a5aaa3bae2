// SPDX-License-Identifier: MIT
// The endgame: regions, their trees, thermographs, and lines of play.

#ifndef KF_READING_ENDGAME_ENDGAME_H
#define KF_READING_ENDGAME_ENDGAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <kifu/board.h>
#include <kifu/reading.h>

#include "base/arena.h"
#include "reading/common/cells.h"

/* ---- endboard.c ------------------------------------------------ doc/spec/endgame.md ---- */

// A region of a board as a board of its own: what lies outside is safe and stays as it is.

enum { KF_ENDBOARD_MOST = 64 };

// The region. Sets of its points are bits, in the order of the board.
typedef struct kf_endboard {
    int count, width;
    uint64_t inner_left, inner_right; // the points that have one to their left, to their right
    kf_point point[KF_ENDBOARD_MOST];
    uint64_t beside[KF_ENDBOARD_MOST]; // the points of the region next to each
    uint64_t
        touches[3]; // points next to stones outside, by colour; [0]: next to vacant points outside
    kf_colour favoured; // who retakes every ko; the other player may not retake any
} kf_endboard;

// A position in it.
typedef struct kf_endposition {
    uint64_t stones[3]; // by colour; [0] is where a ko may not be retaken
    uint64_t out;       // points that are out of play: stones there are safe
} kf_endposition;

// Makes the region that goes from one point to the other, corner to corner, and the position in it.
// False: it has more than KF_ENDBOARD_MOST points.
bool kf_endboard_make(kf_endboard *region, const kf_board *board, kf_point corner,
                      kf_point opposite, kf_endposition *position);
// Turns the region the way in which it is read, and exchanges the colours where that takes it: one
// way for all that turning, mirroring and exchanging make of it. So what is found in one of them is
// found in all. Returns whether the colours were exchanged.
bool kf_endboard_turn(kf_endboard *region, kf_endposition *position);
// Exchanges the colours. Where positions come back, it may depend on who comes first whether values
// are found.
void kf_endboard_exchange(kf_endboard *region, kf_endposition *position);
// Plays a move. False: the rules forbid it. `is_ko` is set when a ko is taken.
bool kf_endboard_play(const kf_endboard *region, kf_endposition *position, int at, kf_colour colour,
                      bool *is_ko);
// Gives territory to its owner where no move can change anything, by filling it with his stones.
void kf_endboard_fill(const kf_endboard *region, kf_endposition *position);
// Gives the points to a colour, as its stones.
void kf_endboard_give(kf_endposition *position, uint64_t area, kf_colour colour);
// The areas that safe stones of the colour wall in and in which the other one has room for two
// eyes. Returns how many.
size_t kf_endboard_rooms(const kf_endboard *region, const kf_endposition *position,
                         kf_colour colour, uint64_t rooms[KF_ENDBOARD_MOST]);
// The points where it makes sense for the colour to play, on a settled position: vacant, and not an
// eye of one chain.
uint64_t kf_endboard_moves(const kf_endboard *region, const kf_endposition *position,
                           kf_colour colour);
// Takes all that is decided out of play: what cannot be taken. Returns its area, Black's less
// White's.
int kf_endboard_reduce(const kf_endboard *region, kf_endposition *position);
// The next part of a reduced position that no other one can touch, out of `rest`; `part` is the
// same position with all else out of play.
void kf_endboard_split(const kf_endboard *region, const kf_endposition *position, uint64_t *rest,
                       kf_endposition *part);
// The stones of that colour that cannot be taken.
uint64_t kf_endboard_safe(const kf_endboard *region, const kf_endposition *position,
                          kf_colour colour);
// Who has each point as the stones lie, dead or not: sets by colour. Shared points are in none.
void kf_endboard_owners(const kf_endboard *region, const kf_endposition *position,
                        uint64_t owned[3]);

// All points of the region.
static inline uint64_t kf_endboard_all(const kf_endboard *region) {
    return ~(uint64_t)0 >> (KF_ENDBOARD_MOST - region->count);
}
// How many points a set has.
static inline int kf_endboard_size(uint64_t set) {
    return kf_cells_bits(set);
}
// Private: the first point of a set that is not empty.
static inline int kf_endboard_first(uint64_t set) {
    return kf_cells_bits((set & (0 - set)) - 1);
}

/* ---- endsettle.c ----------------------------------------------- doc/spec/endgame.md ---- */

// Territory in which there is room, but which its owner keeps by answering every move.

typedef struct kf_endsettle kf_endsettle;

// For positions of the region, with room to remember what was found. To be called in a protected
// call of the arena, as is the other.
kf_endsettle *kf_endsettle_start(kf_arena *arena, const kf_endboard *region);
// Gives territory to its owner: where no move can change anything, and where every move of the
// other colour has an answer after which all of it is the owner's still. Returns how many positions
// were looked at for that, `most` or less.
uint32_t kf_endsettle_fill(kf_endsettle *settle, kf_endposition *position, uint32_t most);
void kf_endsettle_free(kf_endsettle *settle);

/* ---- thermo.c -------------------------------------------------- doc/spec/endgame.md ---- */

// Thermographs: what a local position is worth to each side at every temperature.

// All numbers are points in units of 1/KF_THERMO_ONE. A move in a small endgame is worth a number
// with a power of two below the line, so these units lose nothing up to twenty halvings.
enum { KF_THERMO_ONE = 1 << 20, KF_THERMO_KNOTS = 20 };

// The walls of a position: what it is worth when Black moves first (left) and when White does
// (right), if every move costs `t`. Straight between the knots; at the last one both walls meet,
// and from there on it is worth `mean` whoever moves.
typedef struct kf_thermo {
    int32_t count, is_rounded; // a number had to be rounded on the way, or a knot left out
    int32_t mean, temperature;
    int32_t t[KF_THERMO_KNOTS], left[KF_THERMO_KNOTS], right[KF_THERMO_KNOTS];
} kf_thermo;

// What a thermograph is: that of a position, or the bound of what it is worth at least or at most.
// What falls between two units is rounded, which is noted; a bound is then made wider, and true.
// Under the ko rule walls may lean either way; what has a gap between them, none above it and then
// one again has no thermograph here, which the pool notes.
typedef enum kf_thermo_kind {
    KF_THERMO_VALUE,
    KF_THERMO_LEAST,
    KF_THERMO_MOST,
    KF_THERMO_KO
} kf_thermo_kind;

// What a move leads to: a thermograph of the pool and so much more.
typedef struct kf_thermo_option {
    uint32_t number;
    int32_t more;
} kf_thermo_option;

typedef struct kf_thermo_options {
    size_t count;
    kf_thermo_option option[KF_ENDBOARD_MOST];
} kf_thermo_options;

// Each thermograph once; numbers stand for them, from 1 on.
typedef struct kf_thermo_pool {
    kf_arena *arena;
    kf_thermo *items;
    size_t count, capacity;
    uint32_t *buckets; // 0: none
    size_t bucket_count;
    bool has_cave; // see KF_THERMO_KO
} kf_thermo_pool;

// An empty pool. It grows in the arena, so all calls that may add to it are made in a protected
// call.
void kf_thermo_start(kf_thermo_pool *pool, kf_arena *arena);
// The number of the thermograph of a position from those of what Black (left) and White (right) can
// move to; NULL: nowhere. `score` is what it is worth when nobody moves there any more.
uint32_t kf_thermo_make(kf_thermo_pool *pool, const kf_thermo_options *left,
                        const kf_thermo_options *right, int32_t score, kf_thermo_kind kind);
// The same for what a sum of two is worth at least, or at most; their means add up.
uint32_t kf_thermo_sum(kf_thermo_pool *pool, uint32_t a, uint32_t b, bool is_most);
// The closer one of two bounds everywhere: the higher one, or of what is worth at most the lower.
uint32_t kf_thermo_closer(kf_thermo_pool *pool, uint32_t a, uint32_t b, bool is_most);
// The value of a position in which a colour may not retake a ko, from the one of the same position
// where it may. The colour plays one of the options, or leaves the turn to the other.
uint32_t kf_thermo_wait(kf_thermo_pool *pool, uint32_t free, const kf_thermo_options *options,
                        kf_colour colour);
// The walls at a temperature.
int32_t kf_thermo_left(const kf_thermo *thermo, int32_t t);
int32_t kf_thermo_right(const kf_thermo *thermo, int32_t t);

static inline const kf_thermo *kf_thermo_at(const kf_thermo_pool *pool, uint32_t number) {
    return &pool->items[number - 1];
}

/* ---- endgame.c ------------------------------------------------- doc/spec/endgame.md ---- */

// Endgames: the whole tree of moves in a region, and what each position in it is worth.

// A position of the tree; settled territory is filled in, see kf_endboard_fill, and what is decided
// may be out of play.
typedef struct kf_endnode {
    kf_endposition position;
    uint32_t edges;    // the first of its moves: Black's, then White's
    uint8_t counts[3]; // how many, by colour
    bool is_open;      // its moves were not listed yet
    uint32_t value;    // of the pool: its value, or what it is worth at least
    uint32_t most;     // what it is worth at most
    uint32_t looked;   // when the bounds were made last, and when they became others: steps of a
    uint32_t changed;  // clock; 0: never
    uint32_t parts;    // the first of those that it is a sum of, or 0
    int16_t score;     // its area as the stones lie, in points
} kf_endnode;

// A move to another position.
typedef struct kf_endedge {
    uint32_t node;
    uint8_t at;
    int8_t more; // what the position is worth beyond that node, to Black
} kf_endedge;

// Values are counted in area, each move costing nothing: what every point is worth to Black, less
// what is White's, in units of 1/KF_THERMO_ONE. See kf_endline for territory.
typedef struct kf_endgame {
    kf_arena *arena;
    kf_endboard region;
    kf_endposition start; // as the stones lie
    kf_endgame_state state;
    bool has_ko;   // a ko is taken somewhere in the tree
    bool is_split; // what is decided is taken out of play
    uint32_t budget;
    bool is_full;      // there was no room for a position within the budget
    kf_endnode *nodes; // the first is the start
    size_t node_count, node_room;
    kf_endedge *edges;
    size_t edge_count, edge_room;
    uint32_t *parts; // numbers of nodes, 0 after the last one of a sum
    size_t part_count, part_room;
    uint32_t *buckets; // number of a node + 1
    size_t bucket_count;
    kf_thermo_pool pool;
} kf_endgame;

// Reads the region's tree. `favoured` retakes every ko, and the other player does not. To be called
// in a protected call of the arena. `budget` is the number of positions; at most 10,000,000.
void kf_endgame_read(kf_endgame *endgame, kf_arena *arena, const kf_endboard *region,
                     const kf_endposition *start, uint32_t budget);
// Gives the memory back before the arena does.
void kf_endgame_free(kf_endgame *endgame);
// An empty tree, for kf_endbound_start.
void kf_endgame_start(kf_endgame *endgame, kf_arena *arena, const kf_endboard *region,
                      const kf_endposition *start, uint32_t budget);
// Whether a position is in the tree or may still come into it; if not, that is noted.
bool kf_endgame_has_room(kf_endgame *endgame, const kf_endposition *position);
// The number of a position, which is new when nobody came there before; 0 where there is no room.
uint32_t kf_endgame_add(kf_endgame *endgame, const kf_endposition *position);
// Lists the moves of a position, and its area as the stones lie.
void kf_endgame_open(kf_endgame *endgame, uint32_t node);
// The value of a position from those that its moves lead to, or a bound from theirs.
uint32_t kf_endgame_evaluate(kf_endgame *endgame, uint32_t node, kf_thermo_kind kind);

static inline const kf_thermo *kf_endgame_value(const kf_endgame *endgame, uint32_t node) {
    return kf_thermo_at(&endgame->pool, endgame->nodes[node].value);
}

/* ---- endbound.c ------------------------------------------------ doc/spec/endgame.md ---- */

// Thermographs found from bounds, without the whole tree. All positions asked about are filled, see
// kf_endboard_fill, and none of their points is out of play. To be made by kf_endbound_start; it
// and what looks further are to be called in a protected call of the arena.
typedef struct kf_endbound kf_endbound;

// For positions of the region; `budget` is the number of positions that may be met.
kf_endbound *kf_endbound_start(kf_arena *arena, const kf_endboard *region, uint32_t budget);
// The result when the colour begins and every move costs `t`. False: it is not found.
bool kf_endbound_wall(kf_endbound *bound, const kf_endposition *position, kf_colour first,
                      int32_t t, int32_t *value);
// The thermograph from KF_THERMO_ONE on. False: it is not found.
bool kf_endbound_value(kf_endbound *bound, const kf_endposition *position, kf_thermo *value);
// Keeps of some positions, with bits, those that are best for who moved there when each move costs
// `t`. 0: it is not found.
uint64_t kf_endbound_select(kf_endbound *bound, const kf_endposition *positions, uint64_t kept,
                            kf_colour mover, int32_t t);
// The tree as far as it was looked at: how many positions, and whether there is a ko.
const kf_endgame *kf_endbound_tree(const kf_endbound *bound);

/* ---- endline.c ------------------------------------------------- doc/spec/endgame.md ---- */

// Lines of an endgame, counted by territory, and who keeps the lead.

enum { KF_ENDLINE_MOST = 160 };

// Moves by turns, and what is left in the region after them.
typedef struct kf_endline {
    kf_colour first;
    int count;
    uint8_t move[KF_ENDLINE_MOST]; // places in region->point
    kf_endposition position;       // as the stones lie where it ends
    kf_endposition filled;         // the same, see kf_endboard_fill
    int captured[3];               // stones of each colour that were taken
    bool is_settled;               // nothing is left to gain there
    bool is_counted;               // the territories below are certain
    int territory[3];              // of each colour, dead stones of the other one counted twice
    int32_t score;                 // Black's points less White's, in units of 1/KF_THERMO_ONE
} kf_endline;

// The endgame as a whole. Numbers are in units of 1/KF_THERMO_ONE.
typedef struct kf_endplay {
    bool has_mean;         // the values that follow are known
    bool is_exact;         // none of them was rounded
    int32_t mean;          // what the region is worth on the average: Black less White
    int32_t temperature;   // what a move is worth there; at most 0: nothing is to be gained
    kf_colour sente;       // whose move must be answered just below that; KF_EMPTY: gote
    int32_t stop[3];       // the result when each colour begins and all is played to the end
    kf_endline lead[3];    // by who leads: up to where the lead passes, or all is done
    kf_endline rest[3][3]; // by who leads, then by who comes back first; if not all is done
    int knot_count;
    kf_endgame_knot knot[KF_ENDGAME_KNOTS]; // the thermograph by territory
} kf_endplay;

// Finds the average and the lines of a position, as the stones lie. False: they are not found. To
// be called in a protected call of the arena.
bool kf_endline_play(kf_endbound *bound, const kf_endposition *start, kf_endplay *play);
// Fills in average, stops, sente and thermograph by territory, from the value by area in which a
// point is so many units. `stones`: Black's less White's, that lay there at first.
void kf_endline_draw(const kf_thermo *value, int32_t one, int32_t stones, kf_endplay *play);
// Whether the one who began a line keeps the lead: an even number of moves was made.
static inline bool kf_endline_keeps(const kf_endline *line) {
    return line->count % 2 == 0;
}

/* ---- endko.c --------------------------------------------------- doc/spec/endgame.md ---- */

// Reads the region's tree under the ko rule, for players who have so many ko threats; values are in
// units of 1/KF_ENDGAME_KO_ONE. To be called in a protected call of the arena.
void kf_endko_read(kf_endgame *tree, kf_arena *arena, const kf_endboard *region,
                   const kf_endposition *start, const int threats[3], uint32_t budget);

/* ---- endform.c ------------------------------------------------- doc/spec/endgame.md ---- */

// Writes the canonical form of the chilled game, see kf_endgame_play, or that of the game with the
// colours exchanged. False: there is none, or it is too large to be found or written. To be called
// in a protected call of the arena.
bool kf_endform_write(const kf_endgame *endgame, bool is_swapped, char *out, size_t size);

/* ---- endsearch.c ----------------------------------------------- doc/spec/endgame.md ---- */

// A search by turns, in which both may pass. To be made by kf_endsearch_start.
typedef struct kf_endsearch kf_endsearch;

// A search of the region with that many positions at most. To be called in a protected call of the
// arena, as are the others.
kf_endsearch *kf_endsearch_start(kf_arena *arena, const kf_endboard *region, uint32_t budget);
// How many positions were looked at.
uint32_t kf_endsearch_count(const kf_endsearch *search);
// What the position comes to by area when the colour begins, each move costing a point: what
// kf_thermo_left and kf_thermo_right say at KF_THERMO_ONE. False: it is not known.
bool kf_endsearch_stop(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                       int *area);
// Whether it comes to `area` at least for the colour that begins, whatever comes back; the area is
// seen by that colour. False also where it is not known.
bool kf_endsearch_reaches(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                          int area);
// The same two where moves cost nothing, so that all dead stones can be taken.
bool kf_endsearch_reaches_free(kf_endsearch *search, const kf_endposition *position,
                               kf_colour first, int area);
bool kf_endsearch_area(kf_endsearch *search, const kf_endposition *position, kf_colour first,
                       int *area);
// Whether the budget is spent; then nothing more is known.
bool kf_endsearch_is_over(const kf_endsearch *search);
const kf_endboard *kf_endsearch_region(const kf_endsearch *search);
void kf_endsearch_free(kf_endsearch *search);

/* ---- endlead.c ------------------------------------------------- doc/spec/endgame.md ---- */

// Finds who gets what for either who leads, and the lines; the average stays unknown. False: the
// search cannot say.
bool kf_endlead_play(kf_endsearch *search, const kf_endposition *start, kf_endplay *play);

#endif
