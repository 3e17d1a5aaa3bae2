// SPDX-License-Identifier: MIT
// Searching for a pattern: patterns, the columns of blocks, and the hunt through segments.

#ifndef KF_CATALOG_SEARCH_H
#define KF_CATALOG_SEARCH_H

#include "catalog/catalog.h"

/* ---- find_pattern.c ---------------------------------------------------------------------- */

// Patterns of stones: typed or cut from a position, turned, mirrored, and put on a board.

// What may lie on a point of a pattern: the sum of what is allowed.
enum { KF_CELL_EMPTY = 1, KF_CELL_BLACK = 2, KF_CELL_WHITE = 4, KF_CELL_ANY = 7 };

// The edges of the board that a pattern asks for.
enum { KF_EDGE_TOP = 1, KF_EDGE_RIGHT = 2, KF_EDGE_BOTTOM = 4, KF_EDGE_LEFT = 8 };

enum { KF_FIND_CELLS = KF_BOARD_POINTS, KF_FIND_MOVES = 99 };

// A rectangle of cells, row by row from the top left.
typedef struct kf_grid {
    int width, height;
    int moves; // of the sequence to be played inside of it
    unsigned edges;
    uint8_t cells[KF_FIND_CELLS];
    uint16_t move[KF_FIND_MOVES]; // cells by their index
    kf_colour first; // who plays the first of them; the others follow in turn. Of a turn, KF_EMPTY
                     // where neither moves nor the next player are asked for
} kf_grid;

struct kf_find_pattern {
    kf_grid grid;
    kf_anchor anchor;
    int column, row;               // of the top left point, for KF_ANCHOR_FIXED
    int board_width, board_height; // the only board it fits; 0: any
    kf_colour next;                // who plays next where it stands; KF_EMPTY: either
    uint32_t by_move;              // it stands after so many moves or fewer; UINT32_MAX: no limit
    bool is_any_colour, is_as_typed;
};

// A grid as it stands turned by one of the 8 symmetries, with its colours swapped or not.
// Symmetry 4 exchanges columns and rows, then 1 exchanges left and right, and 2 top and bottom.
typedef struct kf_turned {
    kf_grid grid;
    uint8_t symmetry;
    bool is_swapped;
    int column, row; // the place of KF_ANCHOR_FIXED in this turn, before it is mirrored
} kf_turned;

enum { KF_FIND_TURNS = 16 };

// All turns that the pattern allows, those that equal an earlier one in all but their edges too.
// `turned` has room for KF_FIND_TURNS. Returns how many there are.
int kf_find_pattern_turns(const kf_find_pattern *pattern, kf_turned *turned);

// Whether a turn of the pattern may stand with its top left point there on such a board.
bool kf_find_pattern_may_stand(const kf_find_pattern *pattern, const kf_turned *turned, int column,
                               int row, const int board[2]);
// Whether both turns ask for the same cells and moves. Edges do not count.
bool kf_find_pattern_same(const kf_grid *a, const kf_grid *b);
// The cell of the pattern as typed that a cell of a turn comes from.
int kf_find_pattern_origin(const kf_grid *typed, int symmetry, int column, int row);

/* ---- scan.c ------------------------------------------------------------------------------ */

// Looking for a pattern in lines of play, exactly, with captures.

// Lines stand in blocks. A block has two columns of bits for each point of the board, one bit a
// line: whether Black, and whether White, ever had a stone there. All columns of Black come first.
enum { KF_SWEEP_LANES = 384, KF_SWEEP_LATE = 254, KF_SWEEP_NEVER = 255 };
// Of points without a stone so many that most often say no are looked at first.
enum { KF_SWEEP_FIRST = 4 };
enum { KF_BLOCK_LINES = 704, KF_BLOCK_WORDS = KF_BLOCK_LINES / 64, KF_BLOCK_BYTES = 88 };

static inline uint32_t kf_count_bits(uint64_t word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)((word * 0x0101010101010101u) >> 56);
}

// The word of eight bytes, low byte first; compilers make one access of it.
static inline uint64_t kf_word_at(const void *bytes) {
    const uint8_t *p = bytes;
    return kf_row_load(p) | (uint64_t)kf_row_load(p + 4) << 32;
}

// The number of the lowest bit that is set.
static inline int kf_lowest_bit(uint64_t word) {
    return (int)kf_count_bits((word & (~word + 1)) - 1);
}

// A pattern at one place, in one turn: what it asks of which point.
typedef struct kf_demand {
    uint16_t point; // row * width + column
    uint8_t cell;   // KF_CELL_…, never KF_CELL_ANY
} kf_demand;

typedef struct kf_probe {
    uint32_t first, count; // of its demands; stones stand before all others
    uint32_t stones;       // how many of them ask for a stone of one colour
    const kf_turned *turned;
    uint8_t column, row; // of its top left point
} kf_probe;

// A place, turn and colouring at which the pattern stands, and when it does so first.
typedef struct kf_hit {
    uint32_t position; // its number in the line
    uint32_t moves;    // how many were played
    uint32_t probe;
} kf_hit;

// The search for one pattern on boards of one size. It may be shared by threads.
typedef struct kf_scan {
    const kf_front *front; // NULL: none
    kf_posting *posting;   // the same; used by one thread
    const kf_find_pattern *pattern;
    kf_turned *turned;
    int turns, width, height, points;
    int stride; // the points, and some more
    kf_probe *probes;
    kf_demand *demands;
    size_t probe_count, demand_count;
    uint32_t leads[KF_FIND_TURNS]; // the first probe of each turn that has any
    int lead_count;
    bool is_vacant; // the pattern stands on an empty board
} kf_scan;

// Makes the search in memory of the arena, in a protected call. `columns` is a block of such
// lines, by which the stones that are rare are asked for first; it may be NULL.
kf_scan *kf_scan_new(kf_arena *arena, const kf_find_pattern *pattern, int width, int height,
                     const uint8_t *columns);

/* ---- sums.c ------------------------------------------------------------------------------ */

// A sum of each board that stands in a line, the same for all turns of the board.

enum {
    KF_SUMS_TURNS = 8,
    KF_SUMS_BOARDS = 128,  // of a line, at most
    KF_SUMS_EVENTS = 1024, // up to the last of them
};

// The turns of a board and what its stones add to the sum in each of them. A stone is a point, or
// for White a point behind all those of Black.
typedef struct kf_sums {
    uint32_t points;
    uint32_t turns; // 8, or 4 where the sides differ
    uint32_t most;  // stones of a board
    uint64_t kept;  // bits of a sum
    uint16_t *to[KF_SUMS_TURNS];
    uint64_t (*by)[KF_SUMS_TURNS];
    uint8_t behind[KF_SUMS_TURNS][KF_SUMS_TURNS]; // the turn that makes the first of the second
} kf_sums;

// Whether an event puts or takes a stone. A group that does neither makes no board.
static inline bool kf_sums_is_stone(const kf_sums *sums, uint32_t event) {
    return (event & KF_EVENT_POINT) < sums->points;
}

static inline uint32_t kf_sums_stone(const kf_sums *sums, uint32_t event) {
    return (event & KF_EVENT_POINT) + (event & KF_EVENT_WHITE ? sums->points : 0);
}

// For boards of so many stones. Sums have 48 bits, the last six of them 0 in files of now.
kf_sums *kf_sums_new(kf_arena *arena, int width, int height, uint32_t most);

typedef struct kf_sums_board {
    uint64_t sum;
    uint16_t end; // so many events make it
    uint8_t turn; // by which it has its sum
} kf_sums_board;

// The boards of few stones that stand in a line, one after the other.
typedef struct kf_sums_line {
    size_t count;
    size_t end;    // so many events make the last of them; 0 with `has_many`
    size_t plain;  // before that event no stone is taken
    bool has_many; // boards or events: then they are not all
    kf_sums_board boards[KF_SUMS_BOARDS];
} kf_sums_line;

// Finds them, `most` of them or fewer. It ends where taking all stones that will be taken would
// still leave too many.
void kf_sums_walk(const kf_sums *sums, const kf_line *line, size_t most, kf_sums_line *out);
// The sum of a whole board; false when it has too many stones, or points that may be several
// things.
bool kf_sums_grid(const kf_sums *sums, const kf_grid *grid, bool is_swapped, uint64_t *sum);

/* ---- steps.c ----------------------------------------------------------------------------- */

// What a sweep asks of a line.

// Planes of times, each as long as there are numbers of points in an event. The first four are
// indexed by the event itself: its point, colour, and whether the stone was taken. The others stand
// so that the same point of each lies in another part of the nearest cache.
enum {
    KF_PLANE_SIZE = KF_EVENT_POINT + 1,
    KF_PLANE_APART = KF_SWEEP_LANES + 64,
    KF_PLANE_BLACK = 0,
    KF_PLANE_WHITE = KF_EVENT_WHITE,
    KF_PLANE_BLACK_TAKEN = KF_EVENT_TAKEN,
    KF_PLANE_WHITE_TAKEN = KF_EVENT_TAKEN + KF_EVENT_WHITE,
    KF_PLANE_FIRST_STONE = 4 * KF_PLANE_SIZE + KF_PLANE_APART, // of either colour
    // When it came, if no stone of that colour is ever taken from there.
    KF_PLANE_BLACK_STAYS = 5 * KF_PLANE_SIZE + 2 * KF_PLANE_APART,
    KF_PLANE_WHITE_STAYS = 6 * KF_PLANE_SIZE + 3 * KF_PLANE_APART,
    KF_PLANE_EITHER_STAYS = 7 * KF_PLANE_SIZE + 4 * KF_PLANE_APART,
    // When the same came or was taken the second time; of use where it did once.
    KF_PLANE_AGAIN = 8 * KF_PLANE_SIZE + 5 * KF_PLANE_APART,
    KF_PLANE_ALL = 12 * KF_PLANE_SIZE + 5 * KF_PLANE_APART
};

// What a turn asks for: where the steps for stones stand, and how many they are, then those for all
// else, and those for the stones that all else forbids, one by one.
typedef struct kf_sweep_turn {
    uint32_t stones_at, stones, others_at, others, forbidden_at, forbidden;
} kf_sweep_turn;

// Two turns that ask for some of the same cells at the same steps: what both ask for, and what each
// does besides.
typedef struct kf_sweep_pair {
    int leads[2]; // by their numbers; the second is -1 where a turn is alone
    kf_sweep_turn both, own[2];
} kf_sweep_pair;

// A probe that a line may hold. Times are as in sweep.c, exact before KF_SWEEP_LATE.
typedef struct kf_swept {
    uint32_t probe;
    uint8_t from, never;
    bool is_sure; // it stands there
} kf_swept;

// The clock of a line goes by its groups of events. Where a byte does not hold so many, so many of
// the first steps are coarse, and take 2 to the power of `shift` groups each; step 0 is what lies
// there before the first.
typedef struct kf_sweep_clock {
    uint32_t shift, coarse; // none are coarse: 0
    uint32_t saved;         // how many steps fewer there are
} kf_sweep_clock;

typedef struct kf_sweep {
    uint8_t *planes; // times of each point of the line
    kf_sweep_clock clock;
    bool asks_vacant; // the pattern has cells without a stone,
    bool asks_stays;  // and cells that may have one of a certain colour
    bool is_counting; // probes that stand for sure are not put into `found`
    size_t step_count;
    uint16_t *steps[2];                 // from the place of a turn to the times of what it asks for
    kf_sweep_turn turns[KF_FIND_TURNS]; // by their numbers
    kf_sweep_pair pairs[KF_FIND_TURNS];
    int pair_count;
    uint32_t *probe;    // of each turn and place, where there is one
    uint64_t *is_place; // bits of those
    kf_swept *found;
    size_t found_count;         // set by whoever looks through them
    size_t sure_count;          // how many stand for sure
    bool knows_again;           // the second times of what comes and goes are noted, too
    uint32_t lines, open_lines; // of the first: how many leave places whose events must be followed
} kf_sweep;

// Makes room in the arena, in a protected call.
void kf_steps_begin(kf_sweep *sweep, kf_arena *arena, const kf_scan *scan);

/* ---- sweep.c ----------------------------------------------------------------------------- */

// Looking at all places of a pattern in a line at once, where it may stand at many of them.

// What is late on both sides is open, for it may be earlier on one.
static inline bool kf_sweep_is_before(uint32_t from, uint32_t never) {
    return from < never || (from == KF_SWEEP_LATE && never == KF_SWEEP_LATE);
}

// Fills `found` with the probes that the line may hold. With `counts` those that it holds for sure
// are not among them, but counted. Returns how many were found.
size_t kf_sweep_line(kf_sweep *sweep, const kf_scan *scan, const kf_line *line, bool counts);
// The same for these probes alone.
size_t kf_sweep_probes(kf_sweep *sweep, const kf_scan *scan, const kf_line *line, bool counts,
                       const uint32_t *probes, size_t probe_count);
// Notes the times of a line in the first four planes.
void kf_sweep_note(kf_sweep *sweep, const kf_scan *scan, const kf_line *line);
// The earliest time of a step of the clock of the line.
uint32_t kf_sweep_start(const kf_sweep *sweep, uint32_t step);
// Says of the first lines whether second times are worth noting, by what was found in them.
void kf_sweep_learn(kf_sweep *sweep, size_t count);
// Leaves of some points those whose events must be followed to know of a probe that is not sure: of
// all other points, the time of its first stone says all.
void kf_sweep_leave_open(const kf_sweep *sweep, const kf_scan *scan, uint8_t *asked);

/* ---- lanes.c ----------------------------------------------------------------------------- */

// Looking at so many lines at once, where most of them hold the pattern at many places.

enum { KF_LANES = 64 };

// What the times of a line say of the pattern's places.
typedef struct kf_lanes_line {
    uint32_t last;       // the number of what was found last, from 1 on; 0: nothing
    uint32_t sure_count; // where it stands for sure, if that is only counted
    bool is_open;        // some of that must be followed
} kf_lanes_line;

typedef struct kf_lanes {
    kf_arena *arena;
    size_t count, next; // lines that were looked at, and how many of them were taken
    uint64_t mask;      // of the lines
    bool is_counting;
    uint8_t *rows;  // the times of each line; NULL: nothing has been made ready
    uint8_t *lanes; // of each plane and point those of all lines
    struct kf_lanes_step *steps;
    struct kf_lanes_pair *pairs; // as those of the sweep
    struct kf_lanes_note *notes; // of places that are still to be looked at
    struct kf_lanes_found *found;
    size_t note_count, found_count, found_room;
    kf_lanes_line lines[KF_LANES];
    uint16_t sure[KF_LANES]; // counts, before they are put into the lines
} kf_lanes;

// Whether this processor and such boards allow it, and the pattern is one for which it pays.
bool kf_lanes_fit(const kf_scan *scan);
// Makes room in the arena, in a protected call.
void kf_lanes_begin(kf_lanes *lanes, kf_arena *arena, const kf_scan *scan, const kf_sweep *sweep);
// Looks at all lines; what is found of each is there for kf_lanes_take, one after the other.
void kf_lanes_sweep(kf_lanes *lanes, const kf_scan *scan, kf_sweep *sweep, const kf_line *lines,
                    size_t count, bool counts);
// Takes the next line: does to the sweep what kf_sweep_line would do.
size_t kf_lanes_take(kf_lanes *lanes, const kf_scan *scan, kf_sweep *sweep);

/* ---- scan.c ------------------------------------------------------------------------------ */

// What a thread needs for its scanning; it is used again and again.
typedef struct kf_scan_work {
    kf_arena *arena;
    kf_sweep sweep;
    kf_lanes lanes;
    bool is_dense;    // the lines of the block hold so many probes that all are looked at
    bool is_counting; // set by the caller: only the number of hits is wanted, not the hits
    uint32_t *first;  // of each point: when its first stone came, and its colour
    uint32_t *taken;  // when a stone of it was taken first
    struct kf_scan_open {
        uint32_t demand; // of the probe's
        uint32_t at;     // the next event of its point
        uint32_t lies;   // what was there before
    } * open;            // those demands whose events are followed
    uint32_t *head;      // the first of each point's events, by its index among those noted
    uint32_t *next;      // of each event noted: the next one of its point
    uint32_t *when;      // and its position
    uint16_t *noted;     // the events on points that the probes ask for
    size_t noted_count, next_room, when_room, noted_room;
    bool is_linked;   // `head` and `next` hold the line under the eye
    uint8_t *asked;   // which points the probes of the line ask for, by every number of a point
    uint8_t *want;    // what a probe under replay asks of each point
    uint8_t *inside;  // which points its rectangle holds
    uint8_t *lies;    // what lies there during a replay
    uint8_t *mover;   // who makes each group
    uint32_t *placed; // groups and points of the stones inside: the sequence that was played
    size_t mover_room, placed_room;
    uint32_t groups;     // of the line prepared last
    bool has_setups;     // of which some are no moves
    uint64_t *bits;      // of the probes that the columns do not rule out
    uint32_t *probe;     // which probes these are
    uint32_t *by_line;   // probes of each line, line after line
    uint32_t *line_from; // where those of each line begin; one more than there are lines
    size_t by_line_room;
    struct kf_scan_move {
        uint8_t column, row; // UINT8_MAX: a pass
        bool is_white;
        uint32_t position; // before it
    } * moves;             // of the line looked at last
    size_t move_count, move_room;
    bool has_moves; // they are listed
    kf_hit *hits;
    size_t hit_count, hit_room;
} kf_scan_work;

void kf_scan_prepare(kf_scan_work *work, kf_arena *arena, const kf_scan *scan);

// Finds the lines of a block that may hold the pattern: those set in `filter` whose stones the
// columns have. Fills `by_line` and `line_from`. Returns how many pairs of line and probe remain.
size_t kf_scan_block(const kf_scan *scan, kf_scan_work *work, const uint8_t *columns,
                     const uint64_t filter[KF_BLOCK_WORDS]);

// The same with every probe for the lines set in `filter`: nothing is ruled out.
size_t kf_scan_chosen(const kf_scan *scan, kf_scan_work *work,
                      const uint64_t filter[KF_BLOCK_WORDS]);

// How many lines are best looked at together; 1: each by itself.
size_t kf_scan_together(const kf_scan *scan, const kf_scan_work *work);
// Looks at lines together, KF_LANES or fewer, which are then given to kf_scan_line without probes,
// in the same order. Where that would not help it does nothing. `are_all`: none has a branch.
void kf_scan_ahead(const kf_scan *scan, kf_scan_work *work, const kf_line *lines, size_t count,
                   bool are_all);

// Looks for the given probes in a line; NULL: for all that the pattern has. Hits that stand after
// `branch` groups or before are not counted: they belong to the line that this one leaves;
// UINT32_MAX counts all. The hits are in `work->hits`, in the order of their moves; when they are
// only counted, nothing but `work->hit_count` holds.
void kf_scan_line(const kf_scan *scan, kf_scan_work *work, const kf_line *line, uint32_t branch,
                  const uint32_t *probes, size_t count);

// What is played inside of the pattern after a hit of the line that was looked at last, the first
// `most` moves: points and colours of the pattern as typed. Returns how many there are.
int kf_scan_follow(const kf_scan *scan, kf_scan_work *work, const kf_line *line, const kf_hit *hit,
                   int most, kf_find_next *out);

/* ---- open.c ------------------------------------------------------------------------------ */

// Places that the first times of a line leave open.

// Looks at a place by the second times, too. False: the turn never stands there.
bool kf_open_look(const kf_sweep *sweep, const kf_sweep_turn *turn, const uint8_t *planes,
                  uint32_t from, kf_swept *out);
// Fills `noted` and `when` with the events on the points of `asked`.
void kf_open_pick(kf_scan_work *work, const kf_scan *scan, const kf_line *line);
// The first position from `from` on at which all demands are met on the points whose events are
// noted; UINT32_MAX: there is none.
uint32_t kf_open_meet(const kf_scan *scan, kf_scan_work *work, const kf_probe *probe,
                      uint32_t from);

/* ---- hunt.c ------------------------------------------------------------------------------ */

// Blocks of lines on their way through a search, by one thread or several.

// A line in which the pattern stands, and how many hits of the block are its.
typedef struct kf_hunt_line {
    uint32_t line;
    size_t hits;
} kf_hunt_line;

// A block that is searched: what is asked, and what was found.
typedef struct kf_hunt_block {
    const kf_scan *scan;
    uint32_t first;                // line of the block
    uint64_t bits[KF_BLOCK_WORDS]; // of the lines to look at
    bool is_variations;
    bool is_chosen;                    // the columns need not be asked for more
    bool is_counting;                  // hits are counted, not kept
    int next_moves;                    // to find behind each hit
    uint32_t branches[KF_BLOCK_LINES]; // of variations: how much each shares with another line
    uint32_t parents[KF_BLOCK_LINES];  // and the game that it belongs to
    kf_arena *arena;                   // of what was found
    kf_hunt_line *lines;
    kf_find_hit *hits;
    kf_find_next *next; // next_moves for each hit
    size_t line_count, line_room, hit_count, hit_room, next_room;
    int state; // private
} kf_hunt_block;

typedef struct kf_hunt kf_hunt;

// So many threads, each with a connection of its own to the file; with one, the search runs in the
// caller's. NULL: no memory.
kf_hunt *kf_hunt_new(const char *file, kf_store *store, int threads);
void kf_hunt_free(kf_hunt *hunt);
// A block to fill in; NULL: all are under way, take one first.
kf_hunt_block *kf_hunt_slot(kf_hunt *hunt);
// Lets the block that was filled in be searched.
void kf_hunt_give(kf_hunt *hunt);
// The block that was given first of those that were not taken yet, when it is done; NULL: there is
// none. It may be filled in again after the next call.
kf_hunt_block *kf_hunt_take(kf_hunt *hunt);
// Whether something failed; the log says what.
bool kf_hunt_has_failed(kf_hunt *hunt, kf_log *log);

/* ---- packed.c ---------------------------------------------------------------------------- */

// A search as bytes, so that it can be done where the games stand.

// Adds the question: the pattern, and how many moves are to be found behind each hit.
void kf_packed_question(kf_buffer *out, const kf_find_pattern *pattern, int next_moves);
// Reads it; whatever the bytes are, what is read can be searched for. False: they are no question.
bool kf_packed_read(const uint8_t *bytes, size_t length, kf_find_pattern *pattern, int *next_moves);

// Which lines of which blocks are to be looked at.
typedef struct kf_packed_lines {
    kf_buffer head, body;
    uint32_t count;
} kf_packed_lines;
void kf_packed_lines_begin(kf_packed_lines *lines, kf_arena *arena);
// Adds a block, filled in as for a hunt; blocks come in order.
void kf_packed_lines_add(kf_packed_lines *lines, const kf_hunt_block *block);
kf_text kf_packed_lines_end(kf_packed_lines *lines, kf_buffer *out);

// A search for one pattern, block after block. `arena` and `level` (a mark in it) are set by the
// caller, `pattern` and `next_moves` by kf_packed_read; all else is 0 at first.
typedef struct kf_packed_search {
    kf_arena *arena;
    kf_arena_level level;
    kf_find_pattern pattern;
    int next_moves;
    kf_scan *scan;
    kf_scan_work work;
    uint8_t *room;
    kf_buffer out; // what was found in the block
} kf_packed_search;

// A block as it stands in a table, and the lines that are asked for. `number` is its segment times
// KF_STORE_ROWS plus its place in it.
typedef struct kf_packed_block {
    const uint8_t *lines, *columns, *events;
    size_t line_length, column_length, event_length;
    uint32_t number;
    int width, height;
} kf_packed_block;

// Whether anything of the block is asked for.
bool kf_packed_is_asked(const uint8_t *lines, size_t length, uint32_t number);
// Searches it, in a protected call of the arena. False: the block is damaged.
bool kf_packed_block_search(kf_packed_search *search, const kf_packed_block *block);
// Takes the piece of one block off the front of what was found in several. False: there is none.
bool kf_packed_piece(kf_text *found, uint32_t *block, kf_text *piece);
// Reads a piece into a block whose `first`, `next_moves`, `is_variations` and `arena` are
// set. False: the bytes are not that.
bool kf_packed_found(const uint8_t *bytes, size_t length, kf_hunt_block *block);

#endif
