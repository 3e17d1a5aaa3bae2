// SPDX-License-Identifier: MIT
// Reading ahead: ladders, captures, eye spaces and the endgame.
//
// All answers depend on the position, the question and the budget alone: the same question always
// has the same answer. Budgets count positions or moves, never time. What is said is proved; what
// was not found within the budget is said to be unknown. Nothing here knows files or records: a
// question is a board and points of it.

#ifndef KIFU_READING_H
#define KIFU_READING_H

#include <kifu/board.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ladder.c --------------------------------------------------- doc/spec/ladder.md ---- */

// What comes of a ladder. The attacker plays nothing but ataris on the chain and in the end takes
// it: it is *caught*. It is *saved* when it has three liberties, or when the attacker has no atari
// left. A position that comes back counts as saved. Unknown: the question would try more moves than
// its budget.
typedef enum kf_ladder_result {
    KF_LADDER_SAVED,
    KF_LADDER_CAUGHT,
    KF_LADDER_UNKNOWN
} kf_ladder_result;

enum {
    KF_LADDER_USUAL = 100000,                           // moves that a question may try
    KF_LADDER_DEEPEST = 2 * KF_BOARD_MAX * KF_BOARD_MAX // no ladder is read further, in moves
};

// A reader of ladders: its memory, which one question after another uses, and what the last one
// found beside its result.
typedef struct kf_ladder kf_ladder;

// A reader with the usual budget; NULL when there is no memory. It takes about a megabyte.
KF_API kf_ladder *kf_ladder_new(void);
KF_API void kf_ladder_free(kf_ladder *ladder);
// How many moves each question may try from now on.
KF_API void kf_ladder_set_budget(kf_ladder *ladder, uint32_t moves);

// Reads the ladder of the chain on that point. `to_move` is who moves first: its owner or the
// other player. The ban of a ko on the board holds. Where no stone lies the answer is SAVED, and
// there is neither a line nor a breaker.
KF_API kf_ladder_result kf_ladder_read(kf_ladder *ladder, const kf_board *board, kf_point stone,
                                       kf_colour to_move);
// Of the last question: the first move that makes the result, KF_NOWHERE when none is needed or
// helps; whether a move was forbidden by a ko, so that threats might change the result; and how
// many moves were tried.
KF_API kf_point kf_ladder_best(const kf_ladder *ladder);
KF_API bool kf_ladder_has_ko(const kf_ladder *ladder);
KF_API uint32_t kf_ladder_tried(const kf_ladder *ladder);
// How many liberties the chain has: 0 to 2, which are written, or 3 for three and more.
KF_API int kf_ladder_liberties(const kf_board *board, kf_point stone, kf_point points[2]);

/* ---- ladder_line.c ---------------------------------------------- doc/spec/ladder.md ---- */

// The main line: each side plays the first move that gives it its result; where none does, the
// owner extends or takes, and the attacker gives an atari. At most `max` moves, colours by turns
// from `to_move`; a pass says that the owner need not move. Returns how many.
KF_API size_t kf_ladder_line(kf_ladder *ladder, const kf_board *board, kf_point stone,
                             kf_colour to_move, kf_point *moves, size_t max);

// The vacant points where one stone of the chain's colour, played before the ladder, saves a chain
// that is caught when `to_move` begins: `to_move` begins all the same. In the order of the board;
// at most `max` are written, all are counted.
KF_API size_t kf_ladder_breakers(kf_ladder *ladder, const kf_board *board, kf_point stone,
                                 kf_colour to_move, kf_point *points, size_t max);

/* ---- capture_read.c -------------------------------------------- doc/spec/capture.md ---- */

// Whether a chain can be captured. CAPTURED and SAFE are proved.
typedef enum kf_capture_word {
    KF_CAPTURE_UNKNOWN,  // no way was found: there may be one that takes more time
    KF_CAPTURE_CAPTURED, // whatever its owner does, and whoever has ko threats
    KF_CAPTURE_BY_KO,    // proved if the attacker wins every ko; without that no way was found
    KF_CAPTURE_SAFE      // it is pass-alive, or becomes so by its owner's first move
} kf_capture_word;

// How a chain is captured, by the first move.
typedef enum kf_capture_way {
    KF_CAPTURE_NO_WAY,
    KF_CAPTURE_ATARI,           // it has one liberty, and is taken at once
    KF_CAPTURE_SNAPBACK,        // a stone is thrown in; who takes it is taken back with it
    KF_CAPTURE_CONNECT_AND_DIE, // who connects is still in atari, and loses more
    KF_CAPTURE_THROW_IN,        // a stone is thrown in where it can be taken
    KF_CAPTURE_LADDER,          // ataris alone
    KF_CAPTURE_NET,             // a move away from the chain stops every way out
    KF_CAPTURE_LOOSE_LADDER,    // it is chased by moves that threaten a ladder
    KF_CAPTURE_RACE             // its liberties are filled faster than those of the stones around
} kf_capture_way;

enum {
    KF_CAPTURE_USUAL = 20000, // positions to look at, where nobody says otherwise
    KF_CAPTURE_LINE = 400,
    KF_CAPTURE_SAVES = 64
};

typedef struct kf_capture_answer {
    kf_capture_word word;
    kf_capture_way way; // of a chain that is captured; else KF_CAPTURE_NO_WAY
    int order;          // 0: at once, 1: by ataris, 2: by threats of these, and so on
    int line_count;     // the main line, where it is captured
    kf_point line[KF_CAPTURE_LINE];
    // The owner's first moves against which no way was found, those alone for which more was read
    // where they differ; none when he needs none.
    int save_count;
    kf_point saves[KF_CAPTURE_SAVES];
    bool is_cut; // UNKNOWN: positions ran out before all ladders and nets were looked at
    uint64_t nodes;
} kf_capture_answer;

// A reader: its memory, about six megabytes, which one question after another uses.
typedef struct kf_capture kf_capture;

// NULL: there is no memory.
KF_API kf_capture *kf_capture_read_new(void);
KF_API void kf_capture_read_free(kf_capture *reader);
// Reads the chain on that point. `first` is who moves first, its owner or the other player; so many
// positions may be looked at. The ban of a ko on the board binds the attacker alone. Suicide is not
// read. A point without a stone is KF_CAPTURE_UNKNOWN.
KF_API void kf_capture_read(kf_capture *reader, const kf_board *board, kf_point stone,
                            kf_colour first, uint64_t nodes, kf_capture_answer *answer);
// "captured", "by ko", "safe", "unknown"; "net", "ladder", …, NULL for KF_CAPTURE_NO_WAY.
KF_API const char *kf_capture_read_word(kf_capture_word word);
KF_API const char *kf_capture_read_way(kf_capture_way way);

/* ---- eyes.c ------------------------------------------------------- doc/spec/eyes.md ---- */

// The cordon of an eye space is the stones of one colour all around it. Points inside it are
// numbered 0 to KF_EYES_MAX - 1, its chains 0 to KF_EYES_CHAINS - 1.
enum { KF_EYES_MAX = 12, KF_EYES_CHAINS = 8, KF_EYES_LIBERTIES = 9 };
enum { KF_EYES_POINTS = 1 << KF_EYES_MAX };

// Moves that are no point: to pass, to fill an outside liberty, and, only in a line of play, a ko
// threat that is answered.
enum { KF_EYES_PASS = KF_EYES_MAX, KF_EYES_OUTSIDE, KF_EYES_THREAT };

// A set of points: bit n is the point n. Bits from KF_EYES_MAX on are the library's own.
typedef uint32_t kf_eyes_set;

typedef enum kf_eyes_side { KF_EYES_ATTACKER, KF_EYES_DEFENDER, KF_EYES_SIDES } kf_eyes_side;

// An eye space: a graph. Of the board nothing matters but which points are neighbours, and which
// touch the cordon.
typedef struct kf_eyes_task {
    int count;                         // of the points inside
    kf_eyes_set near[KF_EYES_MAX];     // the neighbours of each point, inside
    int chains;                        // that the cordon consists of, 1 when it is real
    kf_eyes_set touch[KF_EYES_CHAINS]; // the points inside that are beside each of them
    bool open[KF_EYES_CHAINS];         // whether it has the outside liberties
    int liberties;                     // outside, which only the attacker can fill
    kf_eyes_set stones[KF_EYES_SIDES]; // that lie inside at the beginning; every chain of them has
                                       // a liberty
    bool has_ko;                       // whether `banned` may not retake on the point `ko` first
    int ko;
    kf_eyes_side banned;
} kf_eyes_task;

// What becomes of the cordon when both sides play as well as they can, from the attacker's best to
// the defender's. KF_EYES_KO_SEKI: the attacker may choose between a ko and a seki.
// KF_EYES_SEKI_KO: a seki, unless the defender wins a ko.
typedef enum kf_eyes_class {
    KF_EYES_DEAD,
    KF_EYES_KO,
    KF_EYES_KO_SEKI,
    KF_EYES_SEKI,
    KF_EYES_SEKI_KO,
    KF_EYES_ALIVE,
    KF_EYES_CLASSES
} kf_eyes_class;

enum { KF_EYES_LINE = 48 };

// The answer for one side to move first. The numbers of threats are those that a side needs, while
// the other has none, to get the best that any number of threats would give it; they are 0 where
// no ko is fought.
typedef struct kf_eyes_first {
    kf_eyes_class kind;
    int threats[KF_EYES_SIDES];
    kf_eyes_set vital;              // the best first moves: points,
    bool vital_pass, vital_outside; // the pass, and filling an outside liberty
    kf_eyes_set ends;               // first moves that end it: the cordon is taken or out of danger
    // The main line: points and the moves above. The mover has as many threats as his best result
    // needs, the other none. A threat stands before the move that it makes possible.
    uint8_t line[KF_EYES_LINE];
    int length;
} kf_eyes_first;

typedef struct kf_eyes_answer {
    kf_eyes_first first[KF_EYES_SIDES]; // by who moves first
    size_t states;                      // of the graph that was solved
} kf_eyes_answer;

// Solves the task for either side to move first: all positions that play can reach, without a
// limit of depth. Two tasks that differ only in the numbering of points have the same answer but
// for the main lines. False: there is no memory.
KF_API bool kf_eyes_ask(const kf_eyes_task *task, kf_eyes_answer *answer);
// `dead`, `alive`, `ko`, `seki`, `seki/ko`, `ko/seki`.
KF_API const char *kf_eyes_word(kf_eyes_class kind);

/* ---- eyes_point.c ------------------------------------------------ doc/spec/eyes.md ---- */

// Whether an eye on a board is real. An eye is a vacant point with the vacant points that hang
// together with it, when the stones around are of one colour.
typedef enum kf_eyes_point_kind {
    KF_EYES_POINT_NONE,   // no eye
    KF_EYES_POINT_FALSE,  // the other player, moving first, takes a stone beside it or cuts the
                          // chains around it apart
    KF_EYES_POINT_REAL,   // whatever he does; only all of the stones around can be taken
    KF_EYES_POINT_UNKNOWN // neither was proved
} kf_eyes_point_kind;

typedef enum kf_eyes_point_why {
    KF_EYES_POINT_STONE,     // none: a stone lies there
    KF_EYES_POINT_BARE,      // none: no stone is around it
    KF_EYES_POINT_MIXED,     // none: stones of both colours are
    KF_EYES_POINT_ONE_CHAIN, // real: one chain is around it
    KF_EYES_POINT_ALIVE,     // real: the chains around it are pass-alive
    KF_EYES_POINT_TIED,      // real: they cannot be cut apart, and the owner keeps all its points
    KF_EYES_POINT_TAKEN,     // false: a stone beside it can be taken at once
    KF_EYES_POINT_CUT,       // false: they can be cut apart
    KF_EYES_POINT_APART,     // false: they are apart
    KF_EYES_POINT_BUDGET,    // unknown
    KF_EYES_POINT_LARGE      // unknown: several chains around more than KF_EYES_MAX points
} kf_eyes_point_why;

enum { KF_EYES_POINT_MOVES = 64 };

typedef struct kf_eyes_point_answer {
    kf_eyes_point_kind word;
    kf_eyes_point_why reason;
    kf_colour owner; // of an eye; else KF_EMPTY
    int count;       // of its points, the asked one first; 0 on a stone
    kf_point point[KF_BOARD_POINTS];
    int chain_count; // around it: one stone of each chain that is beside it
    kf_point chain[KF_BOARD_POINTS];
    // Of a false eye: first moves that break it, none when the chains are apart already; how many
    // stones the first one that takes some takes; first moves of the owner that make it a real
    // one, and whether they lie in it and so cost a point.
    int attack_count, taken;
    kf_point attack[KF_EYES_POINT_MOVES];
    int repair_count;
    kf_point repair[KF_EYES_POINT_MOVES];
    bool repair_costs[KF_EYES_POINT_MOVES];
} kf_eyes_point_answer;

// Reads the eye at a point of the board. The ban of a ko holds.
KF_API void kf_eyes_point_read(const kf_board *board, kf_point point, kf_eyes_point_answer *answer);
// "none", "false", "real", "unknown"; and the reason in a few words.
KF_API const char *kf_eyes_point_word(kf_eyes_point_kind word);
KF_API const char *kf_eyes_point_reason(kf_eyes_point_why reason);

/* ---- polyomino.c -------------------------------------------------- doc/spec/eyes.md ---- */

// A cell is 16 * row + column, both from 0. The cells of a shape are in rising order, and its
// lowest row and column are 0. Row 0 is the one at the edge, column 0 the left one.
typedef struct kf_polyomino {
    uint8_t count;
    uint8_t cells[KF_EYES_MAX];
} kf_polyomino;

typedef enum kf_eyes_where {
    KF_EYES_CENTRE,
    KF_EYES_EDGE,
    KF_EYES_CORNER,
    KF_EYES_WHERES
} kf_eyes_where;

// The shape turned and reflected in one of eight ways; way 0 leaves it as it is, way 1 exchanges
// left and right, way 4 rows and columns.
KF_API kf_polyomino kf_polyomino_turn(const kf_polyomino *shape, int way);
// The same for all ways in which a shape can be turned and reflected.
KF_API kf_polyomino kf_polyomino_canonical(const kf_polyomino *shape);
// Below 0, 0 or above 0: the order of lists.
KF_API int kf_polyomino_compare(const kf_polyomino *a, const kf_polyomino *b);
// The different ways a shape can lie there, each once: at most 8. At the edge, the edge is below;
// in the corner, which the shape contains, it is below on the left.
KF_API int kf_polyomino_place(const kf_polyomino *shape, kf_eyes_where where,
                              kf_polyomino placed[8]);
// Whether a cell lies there, counted from 0.
KF_API bool kf_polyomino_contains(const kf_polyomino *shape, int column, int row);

enum { KF_POLYOMINO_TEXT = KF_EYES_MAX * (KF_EYES_MAX + 1) };
// Reads a shape drawn in rows, from the top, with slashes between them: `.` a cell, `#` none.
// False: it has no cells or too many, they do not hang together, or there is something else.
KF_API bool kf_polyomino_read(const char *text, kf_polyomino *shape);
// Writes it so. Returns `text`.
KF_API char *kf_polyomino_write(const kf_polyomino *shape, char text[KF_POLYOMINO_TEXT]);
// How many columns and rows it takes up, from the corner 0, 0 on.
KF_API void kf_polyomino_measure(const kf_polyomino *shape, int *width, int *height);

/* ---- enclosure.c -------------------------------------------------- doc/spec/eyes.md ---- */

// Makes the task of an empty eye space: `shape` lies in the middle, with row 0 on the edge, or with
// column 0 on the left edge as well. The cordon is every point of the board that touches the
// shape, also diagonally. True when it is real, that is one chain. A part of it that is cut off has
// none of the outside liberties.
KF_API bool kf_enclosure_task(const kf_polyomino *shape, kf_eyes_where where, int liberties,
                              kf_eyes_task *task);

/* ---- placements.c ------------------------------------------------- doc/spec/eyes.md ---- */

// Which eye spaces are solved, one after another: the places are a bit each, 1 << KF_EYES_EDGE and
// so on.
typedef struct kf_placements_how {
    int size;                  // every shape of that many cells; or, when it is 0,
    const kf_polyomino *shape; // this one,
    bool as_it_lies;           // which is then neither turned nor reflected
    unsigned places;
    int liberties;
    bool classes_only; // the answers need not have more than the classes, which is much faster
} kf_placements_how;

enum { KF_PLACEMENTS_EVERYWHERE = (1 << KF_EYES_WHERES) - 1 };

// One placement and its answer.
typedef struct kf_placements_row {
    size_t shape;  // its number among the shapes of the size
    size_t shapes; // how many there are
    kf_polyomino placed;
    kf_eyes_where where;
    bool is_real; // the cordon is one chain
    int liberties;
    kf_eyes_answer answer;
} kf_placements_row;

// A walk through these placements, without symmetric doubles, in a fixed order.
typedef struct kf_placements kf_placements;

// Begins a walk. NULL: there is no memory.
KF_API kf_placements *kf_placements_new(const kf_placements_how *how);
KF_API void kf_placements_free(kf_placements *survey);
// The next placement, solved; NULL at the end, and when there is no memory any more. The row is
// the walk's own and changes with the next call.
KF_API const kf_placements_row *kf_placements_next(kf_placements *survey);
// Whether a walk ended because there was no memory.
KF_API bool kf_placements_has_failed(const kf_placements *survey);

/* ---- endgame_solve.c ------------------------------------------- doc/spec/endgame.md ---- */

enum {
    KF_ENDGAME_POINTS = 64, // a region has no more
    KF_ENDGAME_LINE = 160,  // nor a line more moves
    KF_ENDGAME_KNOTS = 21,  // of a thermograph
    KF_ENDGAME_TEXT = 120,
    KF_ENDGAME_ONE = 1 << 20,     // the unit of all values: a point is so much
    KF_ENDGAME_USUAL = 16000000,  // positions to look at, where nobody says otherwise
    KF_ENDGAME_LARGEST = 20000000 // and at most
};

typedef enum kf_endgame_state {
    KF_ENDGAME_SOLVED,
    KF_ENDGAME_BUDGET,    // there are more positions than the budget
    KF_ENDGAME_LOOP,      // positions that come back leave the values open
    KF_ENDGAME_TOO_LARGE, // more than KF_ENDGAME_POINTS points, or some that are off the board
    KF_ENDGAME_NO_MEMORY
} kf_endgame_state;

// A line of play in a region, by turns from `first`, and what it comes to.
typedef struct kf_endgame_line {
    kf_colour first;
    int count;
    kf_point move[KF_ENDGAME_LINE];
    int captured[3];  // stones of each colour that were taken
    bool is_settled;  // nothing is left to gain there
    bool is_counted;  // the territories below are certain
    int territory[3]; // of each colour, dead stones of the other one counted twice
    int32_t score;    // Black's points less White's
} kf_endgame_line;

// A place where a wall of a thermograph bends: what the region comes to when every move costs
// `temperature`, by who begins.
typedef struct kf_endgame_knot {
    int32_t temperature, black, white;
} kf_endgame_knot;

// What a region is worth when one player wins every ko in it.
typedef struct kf_endgame_play {
    bool has_mean;              // the values that follow, and the thermograph, are known
    int32_t mean;               // what the region is worth on the average: Black less White
    int32_t temperature;        // what a move is worth there; at most 0: nothing is to be gained
    kf_colour sente;            // whose move has to be answered at once; KF_EMPTY: gote
    int32_t stop[3];            // the result when each colour begins and all is played to the end
    kf_endgame_line lead[3];    // by who leads: up to where the lead passes, or all is done
    kf_endgame_line rest[3][3]; // by who leads, then by who comes back first; if not all is done
    int knot_count; // the walls, from temperature 0 to where they meet; straight between
    kf_endgame_knot knot[KF_ENDGAME_KNOTS];
    // The chilled game in canonical form: "2 1/8", "3 + tiny 4", "up", "{1 | -1}"; empty where it
    // is too large, or where kos or positions that come back leave it open.
    char chilled[KF_ENDGAME_TEXT];
} kf_endgame_play;

typedef struct kf_endgame_answer {
    kf_endgame_state state;
    int points, vacant, open;    // of the region: all, vacant, and vacant ones open to the outside
    kf_point first, last;        // its corners, upper left and lower right
    uint64_t positions;          // that were looked at
    bool is_exact;               // no value was rounded
    bool has_ko;                 // who wins the kos matters
    kf_endgame_play by_owner[3]; // by who wins every ko; one answer for both where none matters
} kf_endgame_answer;

// How many positions of the budget, which is for all that is looked at, one search may keep in
// memory: three fourths, but not more than a fourth or 4,000,000, whichever is more.
KF_API uint32_t kf_endgame_tree(uint32_t budget);
// Plays the region from one corner to the other out in every order. Stones outside it are taken to
// be safe, and so are stones in it that are connected to them. Where the region holds too much for
// that, only the results are looked for, and has_mean is false. Returns the state.
KF_API kf_endgame_state kf_endgame_solve(const kf_board *board, kf_point corner, kf_point opposite,
                                         uint32_t budget, kf_endgame_answer *answer);
// Whether the one who begins a line keeps the lead: an even number of moves was made.
KF_API bool kf_endgame_solve_keeps(const kf_endgame_line *line);
// Whether nothing is to be gained there by playing first.
KF_API bool kf_endgame_solve_is_final(const kf_endgame_play *play);
// "settled", "double sente", "Black's sente", "White's sente" or "gote". By temperature where that
// is known, and then never double sente; else by who keeps the lead.
KF_API const char *kf_endgame_solve_kind(const kf_endgame_play *play);

/* ---- endsum.c -------------------------------------------------- doc/spec/endgame.md ---- */

enum { KF_ENDGAME_REGIONS = 8 }; // that are added up

// Two opposite corners.
typedef struct kf_endgame_area {
    kf_point corner, opposite;
} kf_endgame_area;

// What several regions come to together, Black less White, in units of 1/KF_ENDGAME_ONE.
typedef struct kf_endgame_total {
    int32_t mean;
    int32_t stop[3];   // the result by who begins, when all is played to the end
    kf_point first[3]; // a best first move of each colour, KF_NOWHERE where nothing is left
} kf_endgame_total;

typedef struct kf_endgame_sum {
    kf_endgame_state state;
    uint64_t positions;           // that were looked at
    bool has_ko;                  // who wins the kos matters
    kf_endgame_total by_owner[3]; // by who wins every ko
} kf_endgame_sum;

// Plays several regions that do not touch as one game: at every move a player chooses in which he
// plays. KF_ENDGAME_BUDGET also where positions come back; KF_ENDGAME_TOO_LARGE where there are
// more than KF_ENDGAME_REGIONS. Returns the state.
KF_API kf_endgame_state kf_endgame_sum_solve(const kf_board *board, const kf_endgame_area *areas,
                                             int count, uint32_t budget, kf_endgame_sum *sum);

/* ---- endko.c --------------------------------------------------- doc/spec/endgame.md ---- */

enum {
    KF_ENDGAME_KO_ONE = 1451520, // a point, of which thirds, fifths and sevenths are whole as well
    KF_ENDGAME_THREATS = 9       // that a player may have
};

// What a region is worth when each player has so many ko threats: Black less White, in units of
// 1/KF_ENDGAME_KO_ONE.
typedef struct kf_endgame_ko {
    kf_endgame_state state;
    uint64_t positions; // that were looked at
    bool is_exact;      // no value was rounded
    int32_t mean, temperature;
    kf_colour sente; // whose move has to be answered at once; KF_EMPTY: gote
    int32_t stop[3]; // the result when each colour begins
    int knot_count;  // the thermograph, as in kf_endgame_play
    kf_endgame_knot knot[KF_ENDGAME_KNOTS];
} kf_endgame_ko;

// Solves a region under the ko rule. `threats` says by colour how many ko threats a player has
// elsewhere, from 0 to KF_ENDGAME_THREATS, each of which is answered; the element of KF_EMPTY is
// not used. KF_ENDGAME_TOO_LARGE also where they are more. Returns the state.
KF_API kf_endgame_state kf_endgame_ko_solve(const kf_board *board, const kf_endgame_area *area,
                                            const int threats[3], uint32_t budget,
                                            kf_endgame_ko *answer);

#ifdef __cplusplus
}
#endif

#endif
