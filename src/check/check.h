// SPDX-License-Identifier: MIT
// The check of a record: values, points, nodes, and the moves beside the board.

#ifndef KF_CHECK_CHECK_H
#define KF_CHECK_CHECK_H

#include <kifu/board.h>
#include <kifu/check.h>
#include <kifu/record.h>
#include <kifu/score.h>

#include "base/arena.h"
#include "base/log.h"
#include "board/lean.h"
#include "play/play.h"
#include "record/record.h"
#include "record/value.h"

/* ---- check_value.c ----------------------------------------------------------------- ---- */

// Whether a value has the form that its type asks for.

// What is wrong with a value. `message` is NULL when nothing is.
typedef struct kf_check_value {
    kf_code code;
    const char *message;
} kf_check_value;

// Looks at a value of any type that does not name points; those are for the board to judge.
kf_check_value kf_check_value_of(const kf_property_row *row, kf_text value);
// Whether it is a whole number, of any size, and nothing else.
bool kf_check_value_is_whole(kf_text text);
// Whether the type names points.
bool kf_check_value_has_points(kf_type type);
// Whether values of that type have no white space in them.
bool kf_check_value_is_bare(kf_type type);
// Whether the property has one value, and that is a text in which nothing can be found: it has no
// bracket that may begin another property, and what stands first beyond ASCII is of East Asia,
// which no text is that was encoded twice.
bool kf_check_value_is_quiet(const kf_property *p);
// Whether the only value of a property is a number from 0 on with few digits, as a clock shows it.
bool kf_check_value_is_count(const kf_property *p);

/* ---- check_range.c ----------------------------------------------------- doc/spec/sgf.md ---- */

// What is wrong with a number that is out of its bounds; NULL: it is none, or within them. A board
// has so many points.
const char *kf_check_range_of(int id, kf_text value, int points);
// The bounds in words, NULL where there are none.
const char *kf_check_range_allowed(int id);

/* ---- mend.c ------------------------------------------------------- doc/spec/fix.md ---- */

// Whether a value is as FF[4] wants it, and what it would be then: in the same meaning, by a guess,
// or not known.
typedef enum kf_mend { KF_MEND_GOOD, KF_MEND_SAFE, KF_MEND_GUESS, KF_MEND_NONE } kf_mend;

enum { KF_MEND_TEXT = 40 };

// Takes digits off the front, 9 at most; returns how many, 0 when there are none.
size_t kf_mend_digits(kf_text *text, int *number);
// Whether the byte is of a word in any language.
bool kf_mend_is_letter(char c);
kf_mend kf_mend_result(kf_text value, char out[KF_MEND_TEXT]);
// For a number that is none: a comma for the point, or no digits on one side of it, a half that is
// a fraction; by a guess also with a word for points behind it.
kf_mend kf_mend_number(kf_text value, char out[KF_MEND_TEXT]);
// A komi that no game has, in hundredths as some servers write it, those of quarters in Chinese
// counting of stones.
kf_mend kf_mend_komi(kf_text value, char out[KF_MEND_TEXT]);
// A time in seconds, from `30 min`, `1h 30m`, `1:30:00`.
kf_mend kf_mend_time(kf_text value, char out[KF_MEND_TEXT]);
// A time with periods of overtime, `30:00(5x1:00)`, as what TM and OT say.
kf_mend kf_mend_periods(kf_text value, char time[KF_MEND_TEXT], char overtime[KF_MEND_TEXT]);
// A number whose thousands a comma parts; `out` has it without.
kf_mend kf_mend_thousands(kf_text value, char out[KF_MEND_TEXT]);

/* ---- mend_open.c -------------------------------------------------- doc/spec/fix.md ---- */

// Where in a value another property seems to begin, its length when none does.
size_t kf_mend_open_value(kf_text value);
// The same for a text of many lines, where a name and a bracket are often quoted: only a node that
// begins, with its semicolon, whose bracket nothing in the text closes.
size_t kf_mend_open_text(kf_text value);
// Whether the value, in a file, rather quotes what begins at `at` in it: it is a variation with
// nothing before it, or a bracket behind it closes the value.
bool kf_mend_open_is_quoted(kf_text file, kf_text value, size_t at);

/* ---- mend_date.c -------------------------------------------------- doc/spec/fix.md ---- */

kf_mend kf_mend_date(kf_text value, char out[KF_MEND_TEXT]);
// Writes a text with numerals of Chinese in digits: `五十二年` is `52年`. False: it has none, or is
// too long.
bool kf_mend_date_numerals(kf_text value, char out[KF_MEND_TEXT]);

/* ---- mend_plain.c ------------------------------------------------- doc/spec/fix.md ---- */

// The value with ASCII for what stands for it: signs of full width and dashes, ends of lines (a
// space, or nothing where it `is_joined`), signs that nobody sees. Quotation marks around it and
// ends of lines in quoted-printable make it a guess. Good: it has none of these.
kf_mend kf_mend_plain(kf_text value, bool is_joined, char out[KF_MEND_TEXT]);

enum { KF_MEND_LOWER = 200 };

// The value with small letters for the capitals of Latin-1 and Cyrillic beyond ASCII; a longer one
// as it is.
kf_text kf_mend_plain_lower(kf_text value, char out[KF_MEND_LOWER]);

typedef kf_mend kf_mend_way(kf_text value, char out[KF_MEND_TEXT]);

// What a value is in one of the ways above, as it stands or else written plainly.
kf_mend kf_mend_plain_spelled(kf_text value, kf_mend_way *way, char out[KF_MEND_TEXT]);

// A label with white space where the colon belongs.
kf_mend kf_mend_plain_label(kf_text value, char out[KF_MEND_TEXT]);
// A colour in words.
kf_mend kf_mend_plain_colour(kf_text value, char out[KF_MEND_TEXT]);
// The name of a property in capitals: those of it, or where they name nothing, which is a guess,
// all its letters.
kf_mend kf_mend_plain_name(kf_text name, char out[KF_MEND_TEXT]);
// Whether a node judges a move or a position otherwise than by the property of that id.
bool kf_mend_plain_is_judged_otherwise(kf_text properties, int id);
// A handicap as a number with its unit.
kf_mend kf_mend_plain_handicap(kf_text value, char out[KF_MEND_TEXT]);

/* ---- check_point.c ----------------------------------------------------------------- ---- */

// Points in values: whether they are points, stand on the board, and are named only once.

// Properties that may not name the same point form a group.
enum { KF_CHECK_GROUPS = 6 };

// The board of the game in hand, and which points were named in which node.
typedef struct kf_check_point {
    kf_arena *arena;
    int width, height;
    bool takes_tt;                    // `tt` is a pass
    kf_node *seen;                    // made at the first list of points
    uint8_t cleared[KF_CHECK_GROUPS]; // so many rows of each group of properties
    uint64_t
        *pairs; // lines and arrows: a table of `pair_room`, where `pair_count` are of `pair_node`
    size_t pair_room, pair_count;
    kf_node pair_node;
    uint8_t *named;   // which setup and territory names a point; made when one is named twice
    kf_node named_in; // in that node
    kf_node base;     // is added to the nodes in `seen`, so that those of other records are others
} kf_check_point;

// Steps over the first values of a property in `node`, as far as each is nothing but a point, or a
// label of one, in which nothing can be found. Returns how many.
size_t kf_check_point_pass(kf_check_point *points, const kf_property_row *row, int id, kf_node node,
                           kf_text *values);
// Looks at a value that names points, in `node`.
kf_check_value kf_check_point_of(kf_check_point *points, const kf_property_row *row, int id,
                                 kf_node node, kf_text value);
// Whether a node with that text names one of those points as stone and as empty, or in both
// colours: in that property, of setup or territory, and in another.
bool kf_check_point_is_both(kf_check_point *points, kf_node node, kf_text text, int id,
                            kf_text value);

enum { KF_CHECK_MOVE = 5 }; // bytes of a plain move
// Whether the text of a node begins with a move on a point of the board in small letters.
bool kf_check_point_is_move(const kf_check_point *points, kf_text text);

/* ---- dialect.c ----------------------------------------------------- doc/spec/dialects.md ---- */

// Whether a property of that row may tell whose file it is: one that SGF does not know may, too.
static inline bool kf_dialect_has(int id) {
    return id < 0 || id == KF_P_AP || id == KF_P_PC || id == KF_P_SO;
}

// What a property of a root said last, if that was short, and which mark was found in it.
typedef struct kf_dialect_memo {
    size_t mark;
    size_t length; // 0: nothing yet
    char values[64];
} kf_dialect_memo;

// The same as kf_dialect_among of properties that may tell it, remembered from one game to the
// next: of AP, PC and SO.
const kf_dialect *kf_dialect_again(kf_dialect_memo memo[3], const kf_property *properties,
                                   size_t count, kf_text *where);

/* ---- check_node.c ------------------------------------------------ doc/spec/check.md ---- */

// Names that are reported once a record; beyond that many they are not reported at all.
enum { KF_CHECK_NAMES = 64 };
// Properties of a node that are taken at once. Few nodes have so many.
enum { KF_CHECK_PROPERTIES = 48 };

// Properties of a setup in one node that are kept. Few nodes have more.
enum { KF_CHECK_SETUPS = 4 };

// What a node tells the board.
typedef struct kf_told {
    int moves;         // how many of B and W
    kf_colour colour;  // of the first of them
    kf_text value;     // of that one, without the spaces around it
    bool is_plain;     // it is a point of the board in small letters, and all that is told
    kf_colour to_move; // by PL, KF_EMPTY: it does not say
    int handicap;      // HA, 0: none
    size_t setups;     // how many of AB, AW and AE
    bool has_prisoners;
    bool has_result; // RE, with this value
    kf_text result;
} kf_told;

// Short values of a property in which nothing was found, so that nothing is found in them again:
// the games of a collection have nearly all facts but the moves from a few. What a value means
// beside itself is its game's version and whether that is Go.
enum { KF_CHECK_GOOD = 512, KF_CHECK_GOOD_BYTES = 60 };
typedef struct kf_check_good {
    uint32_t about; // the property, the game, and the length with the brackets; 0: none yet
    char values[KF_CHECK_GOOD_BYTES];
} kf_check_good;

// Three bytes or more, as a number that is the same for the same bytes where these are up to eight.
static inline uint64_t kf_check_good_word(const char *p, size_t length) {
    uint64_t word = 0;
    uint32_t first, last;
    if (length >= sizeof word) {
        memcpy(&word, p, sizeof word);
        return word;
    }
    if (length < sizeof first)
        return (unsigned char)p[0] | (unsigned)(unsigned char)p[1] << 8 |
               (unsigned)(unsigned char)p[length - 1] << 16;
    memcpy(&first, p, sizeof first);
    memcpy(&last, p + length - sizeof last, sizeof last);
    return (uint64_t)last << 32 | first;
}

// Whether this is the list of values that was found to be good.
static inline bool kf_check_good_is(const kf_check_good *good, uint32_t about, kf_text values) {
    const char *a = values.data, *b = good->values;
    size_t length = values.length, i = 0;
    if (good->about != about)
        return false;
    for (; i + sizeof(uint64_t) < length; i += sizeof(uint64_t))
        if (kf_check_good_word(a + i, sizeof(uint64_t)) !=
            kf_check_good_word(b + i, sizeof(uint64_t)))
            return false;
    return kf_check_good_word(a + i, length - i) == kf_check_good_word(b + i, length - i);
}

// A name of two letters in a root, and its row.
typedef struct kf_check_name {
    char letters[2];
    int16_t id;
} kf_check_name;

// What is known of the nodes that were entered before. `told`, `setup`, `facts`, `is_go` and the
// size of the board are for reading, the rest private.
typedef struct kf_check_node {
    const kf_record *record;
    kf_log *log;
    kf_check_point points;
    int version;                   // of the game in hand; 0 when it says none
    bool is_go;                    // else nobody here knows what its points are
    bool is_empty_said;            // an empty move in a file of old was reported for this game
    int first_version, first_kind; // FF and GM of the first game; 0: it says none, -1: none yet
    bool is_difference_said;
    const kf_dialect *dialect; // of the game in hand, or NULL
    kf_dialect_memo marks[3];
    bool is_fox;
    const kf_dialect *said; // the one that was reported
    kf_node info;           // the node above that holds game-info, or 0
    size_t info_depth;      // of that node
    kf_node node;
    kf_node node_count; // of the record in hand, which a stream makes another one
    size_t node_depth;
    size_t game;           // its number in the record, from 1 on
    unsigned has, unusual; // what the node in hand has, and is no text or clock as any version has
    kf_told told;          // by the node that was entered last
    kf_property setup[KF_CHECK_SETUPS];          // of that node, the first of them
    kf_property properties[KF_CHECK_PROPERTIES]; // of that node, the first of them
    size_t property_count;
    kf_check_name root[KF_CHECK_PROPERTIES]; // the names of the root before, by their place
    kf_text rest;                            // of the node's text, behind those
    kf_value_ids ids;
    uint32_t traits[KF_PROPERTY_COUNT];    // of the properties that were met, 0: it was not
    uint16_t last_good[KF_PROPERTY_COUNT]; // where in `good` the property was found or noted last
    kf_text facts[KF_PLAY_FACTS];          // of the game in hand, see kf_play
    kf_text names[KF_CHECK_NAMES];         // that were reported once and for all
    size_t name_count;
    size_t reports;      // that were made, or would have been
    kf_check_good *good; // KF_CHECK_GOOD of them; NULL before the second game
} kf_check_node;

void kf_check_node_init(kf_check_node *c, kf_arena *arena, kf_log *log);
// Goes on with the games of another record.
void kf_check_node_turn(kf_check_node *c, const kf_record *record);
// Reports what is wrong with the values of the node, which stands at that depth: 1 is the root of
// a game. Nodes are entered in pre-order. A node with nothing but a legal move on a point in
// small letters may be left out, if the next call says by `least` how near to the root that went:
// the least depth since the node before.
void kf_check_node_enter(kf_check_node *c, kf_node node, size_t depth, size_t least);

/* ---- check_told.c ------------------------------------------------------------------ ---- */

// Notes what a property of the node in hand says to the board, and at the root of the whole game.
void kf_check_told_hear(kf_check_node *c, const kf_property *p);
// The same for a node that begins with a move on a point in small letters. Returns what is behind
// it, or the front of the text where there is none, or more than one value.
const char *kf_check_told_take(kf_check_node *c, kf_text text);

/* ---- referee.c --------------------------------------------------- doc/spec/rules.md ---- */

enum { KF_REFEREE_MESSAGE = 400 };

// The points that a list of prisoners and the board do not share.
typedef struct kf_prisoners {
    size_t missing_count, surplus_count;
    kf_point missing[KF_BOARD_POINTS]; // captured, and not in the list
    kf_point surplus[KF_BOARD_POINTS]; // in the list, and not captured
} kf_prisoners;

// Compares what the node that was entered last states (KFPRISONER) with what its move captured.
// A field is a location, or `#n`: the most recent move of that number on the path. Fields that
// can be neither are passed over, for the reader has reported them.
void kf_referee_prisoner(kf_play *replay, kf_prisoners *answer);
// The point that a field names, KF_NOWHERE when it names none.
kf_point kf_referee_prisoner_point(kf_play *replay, kf_text field);

// A move of which something is to be told.
typedef struct kf_fault {
    kf_node node;
    kf_text value; // of the move
    kf_point point;
    kf_colour colour;
    kf_verdict verdict;    // KF_LEGAL also of a suicide where the rules allow that
    kf_colour replaced;    // of the stone that lay there
    uint16_t suicided;     // how many stones of its own came off
    uint8_t width, height; // of the board
    bool is_turn_fault, is_variation;
    bool is_stated; // what the rules are
    int number;     // of the move; below 0: it is still to be counted
} kf_fault;

// A record being judged. Fields are for reading.
typedef struct kf_referee {
    const kf_record *record;
    kf_log *log;
    kf_play *replay;
    size_t game;       // its number in the record, from 1 on
    kf_node game_node; // its root
    kf_node opened;    // the game whose handicap was looked at
    size_t notes;      // that stand by themselves: the log limits only findings
    bool is_started;   // the cursor stands in the game
} kf_referee;

// Replays every branch of a game and reports what the rules forbid and what the record states
// unlike the board. `rules` NULL: those that each game names, else Japanese. All calls are made in
// a protected call of the arena.
void kf_referee_init(kf_referee *referee, kf_arena *arena, kf_log *log);
// Goes on with the games of another record.
void kf_referee_turn(kf_referee *referee, const kf_record *record, const kf_rules *rules);
// Starts a game (a child of node 0); games are taken in their order, so that they are counted.
void kf_referee_start(kf_referee *referee, kf_node game);
// Enters a node of the game, behind all that were entered before.
void kf_referee_visit(kf_referee *referee, kf_node node);
// Enters the next node that may have something about it, 0 at the end of the game. Passed by are
// nodes with nothing but a legal move, in turn, on a point in small letters.
kf_node kf_referee_next(kf_referee *referee);
// Judges that node.
void kf_referee_judge(kf_referee *referee);
// Tells of a move in the middle of a game, without going there, that it is forbidden or out of
// turn.
void kf_referee_tell(kf_referee *referee, const kf_fault *fault);
// Judges a handicap, of two stones or more, of a game whose main line has no move behind it. To be
// asked when the game has been walked through.
void kf_referee_close(kf_referee *referee);
// Judges what can be told only when the game has been walked through: its result, RE. `last` is the
// last node of the main line, 0: it is to be looked for. `scout`: has the end of it, or NULL.
struct kf_scout;
void kf_referee_end(kf_referee *referee, kf_text result, kf_node last,
                    const struct kf_scout *scout);

/* ---- scout.c ----------------------------------------------------- doc/spec/rules.md ---- */

// How a game stands, as far as a move that is legal and in turn asks for it.
typedef struct kf_scout_state {
    uint16_t ko; // of the board, where that is kept
    uint8_t ko_stone;
    uint8_t passes;      // in a row
    uint8_t to_move : 2; // kf_colour; KF_EMPTY: either
    bool is_opening : 1; // a handicap was given, and White has not moved yet
    bool has_moved : 1;
} kf_scout_state;

// A node that has more than one child.
typedef struct kf_scout_branch {
    kf_node child; // the one that was entered last
    size_t depth;  // of the children
    size_t changes;
    kf_scout_state state;
} kf_scout_branch;

// Rules as a game names them; nothing longer is kept.
typedef struct kf_scout_rules {
    const kf_rules *rules; // NULL: the name is not known
    size_t length;
    char name[24];
} kf_scout_rules;

// A walk through a game that passes by what needs no referee. `node`, `depth`, `least` and
// `is_doubtful` are for reading, `wanted` is set by the caller, the rest is private.
typedef struct kf_scout {
    const kf_rules *wanted; // NULL: as the game says
    kf_referee *referee;
    const kf_record *record;
    const char *text;
    kf_node game, node;
    kf_node last;          // of the main line, 0: the walk has not come so far
    size_t depth;          // of the node, 1 for the root of a game
    size_t least;          // the least depth since the node that was last looked at for its values
    bool is_unseen;        // the node returned before was not: it goes to the referee alone
    bool is_doubtful;      // the referee is to judge the node
    bool is_given_up;      // and all that follow
    bool is_usual;         // all so far are legal moves by turns from the empty board on
    bool is_calm;          // neither passes nor the opening are to be thought of
    bool is_variation;     // the node does not stand on the main line
    bool is_stated;        // which rules are in force
    bool has_superko;      // the rules look at repetitions
    const kf_text *facts;  // of the game, see kf_play
    const kf_rules *rules; // in force
    kf_scout_rules told;   // by the last game that names some
    int passes;            // that end a game
    int handicap;          // HA
    uint32_t columns, lines; // that have small letters
    uint32_t ends;           // what makes 32 of the first column and line beyond those, in place
    uint8_t most[16];        // of each byte of two moves, what it may be more than in B[aa]
    kf_lean lean;
    kf_scout_state now;
    kf_scout_branch *branches; // that stand above the node and have a child to come
    size_t branch_count, branch_room;
    size_t nodes, doubts; // that were walked through, and that the referee had to look at
} kf_scout;

// All calls are made in a protected call of the arena.
void kf_scout_init(kf_scout *scout, kf_arena *arena, kf_referee *referee);
// Starts a game, whose root was entered.
void kf_scout_start(kf_scout *scout, const kf_record *record, kf_node game,
                    const kf_check_node *values);
// Goes to the next node that is more than a legal move in turn, beginning with the root; 0: there
// is none. If it is not doubtful then it is still to be entered.
kf_node kf_scout_next(kf_scout *scout);
// Does what the node tells that was entered last, and finds out whether that is doubtful.
void kf_scout_enter(kf_scout *scout, const kf_check_node *values);
// Takes over how the game stands behind a node that the referee has judged. False: the referee had
// better go through the rest of the game by itself.
bool kf_scout_adopt(kf_scout *scout);
// Whether it stands at the end of a game of one line, of which no count can come: it did not end by
// passes, and its last node is too short for marks.
bool kf_scout_is_open(const kf_scout *scout);
// Whether it stands at the end of a game that is over, which it knows all of: one line of nothing
// but legal moves by turns, from the empty board on.
bool kf_scout_has_end(const kf_scout *scout);
// The board there, the rules, the passes, and who made the last move; all else is 0.
void kf_scout_end(const kf_scout *scout, kf_ending *ending);

/* ---- referee_game.c ---------------------------------------------- doc/spec/rules.md ---- */

// Whether the stones of a handicap are those that HA states. To be asked at the first move of
// the main line that is no part of the handicap or, where there is none, at its end. NULL: they
// are, else what is wrong, written to `message` (`size` bytes).
const char *kf_referee_game_handicap(const kf_play *replay, bool is_end, char *message,
                                     size_t size);
// The same for the komi that KM states.
const char *kf_referee_game_komi(const kf_text facts[], const kf_rules *rules, char *message,
                                 size_t size);

/* ---- referee_result.c -------------------------------------------- doc/spec/score.md ---- */

// Whether RE is the count at that node of the game, where the count is beyond doubt: it ended by
// passes and every chain is certain, or TB and TW say who owns what. Without a scout that has the
// end of the game that is replayed. NULL: it is, or nobody can tell; else what is wrong, written to
// `message` (`size` bytes).
const char *kf_referee_result(kf_play *replay, const kf_scout *scout, kf_node game, kf_node node,
                              char *message, size_t size);

#endif
