// SPDX-License-Identifier: MIT
// JSON of others: what its parts share.

#ifndef KF_FORMAT_JSON_MOVES_H
#define KF_FORMAT_JSON_MOVES_H

#include "base/json_read.h"
#include "format/server/server.h"

// KF_MOVES_OLD: on boards of up to 19 lines the point 19, 19 is a pass, as `tt` of old SGF.
// KF_MOVES_UNSAID: a column or row in a tree, as long as nothing says it.
enum { KF_MOVES_ROWS = 34, KF_MOVES_OLD = 19, KF_MOVES_UNSAID = -2 };

// A value of a property, as SGF writes it.
typedef struct kf_moves_mark {
    const char *name;
    kf_text value;
} kf_moves_mark;

// What a problem says of a move.
typedef struct kf_moves_note {
    const char *verdict; // NULL: none
    kf_buffer text;
    kf_moves_mark *marks;
    size_t mark_count, mark_room;
} kf_moves_note;

// A move or a stone.
typedef struct kf_moves_move {
    kf_colour colour; // KF_EMPTY: whose turn it is
    int x, y;
    bool is_bare; // a node without a move
    const char *piece;
    size_t before;       // the number of the move before it, from 1; 0: there is none
    kf_moves_note *note; // NULL: nothing is said of it
} kf_moves_move;

// Time, as OGS says it: in seconds, and how many there are; 0: not told.
typedef struct kf_moves_time {
    int main, period, periods, stones; // of byo-yomi, and stones in a Canadian period
    int increment, move;               // for each move, kept or lost
} kf_moves_time;

// What is said of a game besides.
typedef struct kf_moves_facts {
    kf_buffer rows[KF_MOVES_ROWS];     // by row of the table of names
    bool is_aside[KF_MOVES_ROWS];      // said by an object beside the moves
    kf_buffer outcome, winner;         // as OGS writes them
    int size, height, handicap;        // 0, and -1 for a handicap, as long as nothing says it
    int winner_id, black_id, white_id; // of OGS, where they are numbers; 0: none
    int start;                         // in seconds since 1970; 0: not told
    kf_moves_time time;
    kf_colour first; // who moves first; KF_EMPTY: not told
    bool is_black_lost, is_white_lost, is_free;
} kf_moves_facts;

// What is taken of an object: all but the lists, the size of the board, or the lists.
// What is taken: all that is said of the game, the size of its board anywhere, the same also where
// a program judges it, or the moves.
typedef enum kf_moves_mode {
    KF_MOVES_FACTS,
    KF_MOVES_SIZE,
    KF_MOVES_JUDGED,
    KF_MOVES_LISTS
} kf_moves_mode;

// A reading under way.
typedef struct kf_moves {
    kf_record *record;
    kf_log *log;
    kf_json_reader json;
    kf_buffer plain; // of a string that was read last
    kf_server_game game;
    kf_moves_facts facts;
    kf_moves_move *moves, *stones;
    size_t move_count, move_room, stone_count, stone_room;
    kf_node *nodes; // of the moves
    size_t node_room;
    kf_moves_note *root_note;
    kf_moves_mode mode;
    bool is_aside;        // the member in hand stands in an object beside the moves
    const char *odd_size; // a size of the board that is not understood, or NULL
    bool has_moves;       // the first list of moves was taken
    bool is_tree;         // it is a tree of them
} kf_moves;

/* ---- moves_names.c ----------------------------------------------------------------- ---- */

// Whether the member has that name, in small letters without signs between: `black_name`,
// `blackName`. One of those names.
bool kf_moves_names_is(kf_text member, const char *name);
bool kf_moves_names_any(kf_text member, const char *const *names);
// Whether it holds moves; a tree of them; stones that stand before the first one.
bool kf_moves_names_moves(kf_text member);
bool kf_moves_names_tree(kf_text member);
// Whether that object says how a program judges the game, and no fact of it.
bool kf_moves_names_judges(kf_text member);
bool kf_moves_names_stones(kf_text member);
kf_colour kf_moves_names_colour(kf_text word);

/* ---- moves_list.c ------------------------------------------------------------------ ---- */

// Takes the moves, or stones, that come next: a list or a string.
void kf_moves_list_take(kf_moves *reading, bool is_stone);
// Takes moves, or stones, of one string.
void kf_moves_list_letters(kf_moves *reading, bool is_stone, kf_colour colour, kf_text text);
// Takes the string that comes next, as plain text, which holds until the next one.
kf_text kf_moves_list_string(kf_moves *reading);
// Adds one.
void kf_moves_list_add(kf_moves *reading, bool is_stone, kf_moves_move move);
// Reports that this is no move on the board.
void kf_moves_list_leave(kf_moves *reading, const char *piece);

/* ---- moves_puzzle.c ---------------------------------------------------------------- ---- */

// Whether the value is a tree of moves with a move in it.
bool kf_moves_puzzle_filled(kf_json_reader value);
// Takes the tree of moves that comes next.
void kf_moves_puzzle_take(kf_moves *reading);
// Adds what is said of a move to the node in hand.
void kf_moves_puzzle_say(kf_moves *reading, const kf_moves_note *note);

/* ---- moves_tree.c ------------------------------------------------------------------ ---- */

// An object or a list with moves somewhere in it, in the order of the text.
typedef struct kf_moves_node {
    uint32_t begin;        // where it stands in the text
    uint32_t end;          // of a value that stands in nothing: where it ends
    uint32_t parent, last; // what it stands in; the last node within it
    // How many objects in it hold moves: at all, and those in objects only; the same of members
    // that are named as what stands beside a game; then those with a list at all, or stones.
    uint32_t total, joined, aside, aside_joined, any_joined;
    char bracket;
    uint8_t colour;      // that its name says
    uint8_t filled;      // 1: it holds moves itself
    bool has_moves : 1;  // a list of them, perhaps an empty one
    bool has_stones : 1; // set up before the first move, in it or in objects in it
    bool has_more : 1;   // a second list of moves, or moves within them
    bool is_aside : 1;   // by its name it is a variation, or another thing beside a game
    bool has_aside : 1;  // has members of this kind beside a game
    bool is_broken : 1;  // the text ends amid it, or is no JSON there
    bool is_on_path : 1; // it leads to the moves of the game in hand
} kf_moves_node;

// A string with games of SGF. It is of one thing with the objects it stands in from `base` on.
typedef struct kf_moves_sgf {
    size_t begin, base, depth; // how deep what it stands in is
    bool is_sure;              // no moves beside it can stand for it
} kf_moves_sgf;

// Node 0 is the text, as a list of the values in it.
typedef struct kf_moves_tree {
    kf_moves_node *nodes;
    size_t count;
    kf_moves_sgf *sgf; // those that no moves stand for
    size_t sgf_count, sgf_room;
    kf_text *trees; // of nodes, in objects or lists without moves
    size_t tree_count, tree_room;
    const char *broken; // the first place that is no JSON, which was reported; NULL: there is none
} kf_moves_tree;

void kf_moves_tree_find(kf_moves *reading, kf_moves_tree *tree);
// Whether the value is a list with something in it, or a string that may be moves in letters.
bool kf_moves_tree_filled(kf_json_reader value);
// Whether a string, which begins with its quote, is a game of SGF.
bool kf_moves_tree_sgf(kf_text string);
void kf_moves_tree_report(kf_moves *reading, const char *piece, const char *what);

/* ---- moves_jgf.c ------------------------------------------------------------------- ---- */

enum { KF_MOVES_TOLD = 24 };

// What it says of the size of the board; 0: not told.
typedef struct kf_moves_size {
    int width, height;
    const char *odd; // one that is not understood, or NULL
} kf_moves_size;

// What JGF says of a game beside its nodes.
typedef struct kf_moves_jgf {
    kf_buffer facts; // properties of the first node
    const char *told[KF_MOVES_TOLD];
    size_t told_count;
    kf_moves_size size;
} kf_moves_jgf;

void kf_moves_jgf_begin(kf_moves_jgf *jgf, kf_arena *arena);
// Adds all that was said, and begins again.
void kf_moves_jgf_facts(kf_moves_jgf *jgf, kf_buffer *out);
// Whether sizes in the object of that name are those of the board.
bool kf_moves_jgf_is_board(kf_text above);
// Takes a member if it says the size of a board.
bool kf_moves_jgf_size(kf_moves *reading, kf_moves_size *size, kf_text name);
// Takes a member of that object if it is a fact, or passes over it.
void kf_moves_jgf_fact(kf_moves *reading, kf_moves_jgf *jgf, kf_text above, kf_text name);
// Whether it is a point as SGF writes it, or a pass.
bool kf_moves_jgf_is_point(kf_text text);
// Takes a move, as a property. False: it is none.
bool kf_moves_jgf_move(kf_moves *reading, kf_buffer *out);
// Names of groups of points and their properties, if the member of a node has any, or NULL.
const char *const *kf_moves_jgf_groups(kf_text name);
// Takes these.
void kf_moves_jgf_points(kf_moves *reading, kf_buffer *out, const char *const *groups);
// Takes a list of comments.
void kf_moves_jgf_comments(kf_moves *reading, kf_buffer *out);

/* ---- moves_nodes.c ----------------------------------------------------------------- ---- */

// Whether the front of a text is that of a tree of nodes. It begins with a bracket. `is_listed`: it
// is one in a list of games.
bool kf_moves_nodes_sniff(kf_text head, bool is_listed);
// Reads it, in a part of the source's text.
void kf_moves_nodes_read(kf_moves *reading, kf_text text);

/* ---- moves_sgf.c ------------------------------------------------------------------- ---- */

// Takes the games of SGF in the string that stands there. False: there are none.
bool kf_moves_sgf_take(kf_moves *reading, size_t offset, const kf_reading *how);

/* ---- moves_facts.c ----------------------------------------------------------------- ---- */

// Forgets all facts.
void kf_moves_facts_clear(kf_moves_facts *facts);
// An object to take facts from; the first time with the arena of the texts.
void kf_moves_facts_begin(kf_moves_facts *facts, kf_arena *arena);
// Whether they name both players, or a result.
bool kf_moves_facts_are_of_game(const kf_moves_facts *facts);
// Whether nothing says on what board it is played and by whom.
bool kf_moves_facts_are_bare(const kf_moves_facts *facts);
// Adds what is said around a game and not in it. A result and a name are those of one game only.
void kf_moves_facts_inherit(kf_moves_facts *facts, const kf_moves_facts *around, bool is_alone);
// The size alone.
void kf_moves_facts_inherit_size(kf_moves_facts *facts, const kf_moves_facts *around);
// Takes a number of lines, which is whole, or passes over it. False: it is none.
bool kf_moves_facts_lines(kf_json_reader *json, int *number);
// Takes the size that comes next, or passes over it. False: it is none of a board.
bool kf_moves_facts_size(kf_moves *reading, int *width, int *height);
// Takes a member, if it says anything of the game, or passes over it.
void kf_moves_facts_take(kf_moves *reading, kf_text above, kf_text name);
// Puts all that was taken into the root.
void kf_moves_facts_add(kf_moves *reading);

#endif
