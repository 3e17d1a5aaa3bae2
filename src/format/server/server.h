// SPDX-License-Identifier: MIT
// What the notations of servers share: a header of facts, a line of moves, and words for both.

#ifndef KF_FORMAT_SERVER_SERVER_H
#define KF_FORMAT_SERVER_SERVER_H

#include <kifu/board.h>

#include "base/text.h"
#include "format/format.h"

/* ---- server.c ---------------------------------------------------------------------- ---- */

// A game that is read. The root is written last, when all that is known of it is known.

enum { KF_SERVER_EARLY = 60, KF_SERVER_TOLD = 32 };

// Values that go to one property of a node.
typedef struct kf_server_values {
    const char *name;
    kf_buffer values; // each between its brackets
} kf_server_values;

// What is still to be added to a node.
typedef struct kf_server_node {
    kf_buffer text, comment;
    kf_server_values *lists;
    size_t list_count, list_room;
} kf_server_node;

typedef struct kf_server_game {
    kf_record *record;
    kf_log *log;
    kf_node game, node; // the root, and the node in hand
    int size;
    int height;             // how many rows, 0: as many as columns
    int handicap;           // stones that stand where the server puts them
    bool has_own_stones;    // unless the file says itself where they stand
    kf_colour last;         // who moved last
    kf_buffer facts;        // of the root
    kf_server_node root;    // what comes to it besides
    kf_server_node own;     // of the node in hand, unless
    kf_server_node **later; // by node: of those that were taken in hand again, until the end
    size_t later_count, later_room;
    bool is_resumed;                  // the node in hand is one of those
    const char *told[KF_SERVER_TOLD]; // facts
    size_t told_count;
    kf_buffer black, white; // stones that are set up in the root
    kf_point early[KF_SERVER_EARLY];
    size_t moves;
} kf_server_game;

// Begins a game of the record, on a board of `size` lines.
void kf_server_begin(kf_server_game *game, kf_record *record, int size, kf_log *log);
// A fact of the header, as plain text. Nothing is added when it is empty or was told already.
void kf_server_fact(kf_server_game *game, const char *name, kf_text value);
void kf_server_string(kf_server_game *game, const char *name, const char *value);
// A node with a move, which stands at `piece` in the text; column and row count from 0, from the
// upper left, and off the board it is a pass.
void kf_server_move(kf_server_game *game, kf_colour colour, int x, int y, const char *piece);
// The two halves of it: a node without anything, and a move in the node in hand.
void kf_server_step(kf_server_game *game, const char *piece);
void kf_server_play(kf_server_game *game, kf_colour colour, int x, int y);
// A stone that is set up before the first move. False: it is off the board.
bool kf_server_stone(kf_server_game *game, kf_colour colour, int x, int y);
// A line of the comment on the node in hand.
void kf_server_say(kf_server_game *game, kf_text line);
// A property of the node in hand, in SGF syntax.
void kf_server_put(kf_server_game *game, const char *property);
// One more value of a list of the node in hand, escaped. The name stays where it is.
void kf_server_list(kf_server_game *game, const char *name, kf_text value);
// Ends the node in hand and takes another one, which was made before.
void kf_server_turn_to(kf_server_game *game, kf_node node);
// Writes the root. Handicap stones stand on the stars, and the third in the upper left: so it is on
// the servers of Korea, unless a move of the game was played there.
void kf_server_end(kf_server_game *game);
// Reports that the text holds no game of the notation that its file is named after.
void kf_server_none(const kf_record *record, kf_log *log);
// Reports that what stands at that piece of the text is left out.
void kf_server_leave_out(kf_record *record, kf_log *log, const char *piece, const char *what);
// The offset of a piece of the text.
kf_place kf_server_place(const kf_record *record, const char *piece);

/* ---- words.c ----------------------------------------------------------------------- ---- */

// Results, ranks and dates as people and servers write them.

// `B+3.5`, `W+R`, `B+T`, `0` … from words of English, Korean, Chinese and Japanese. False: it is
// not understood.
bool kf_words_result(kf_text text, char result[24]);
// The first number of the text, with a half that is a word behind it: `6.5` from 6목반, 6目半, and
// what stones of Chinese counting are in points. False: there is none.
bool kf_words_points(kf_text text, char margin[16]);
// `5k`, `3d`, `9p` from ranks such as 5급, 三段, 9DP; other texts stay as they are.
void kf_words_rank(kf_text text, kf_buffer *out);
// `1990-03-08` from a date that has the year first, in eight digits or with signs or units (年)
// between.
bool kf_words_date(kf_text text, char date[12]);
// Whether the text begins with that word; case of ASCII letters does not count.
bool kf_words_begin(kf_text text, const char *word);
// Where the word stands in the text, or the text's length.
size_t kf_words_find(kf_text text, const char *word);
// Reads an integer, perhaps with spaces around it and a sign before it.
bool kf_words_integer(kf_text text, int *number);
// Takes the text up to that sign off the front of `rest`, without the sign. False: nothing is left.
bool kf_words_field(kf_text *rest, char sign, kf_text *field);

#endif
