// SPDX-License-Identifier: MIT
// JSON of others: what its parts share.

#ifndef KF_FORMAT_JSON_MOVES_H
#define KF_FORMAT_JSON_MOVES_H

#include "base/json_read.h"
#include "format/server/server.h"

enum { KF_MOVES_ROWS = 25 };

// A move or a stone.
typedef struct kf_moves_move {
    kf_colour colour; // KF_EMPTY: whose turn it is
    int x, y;
    const char *piece;
} kf_moves_move;

// What is said of a game besides.
typedef struct kf_moves_facts {
    kf_buffer rows[KF_MOVES_ROWS];       // by row of the table of names
    kf_buffer outcome, winner;           // as OGS writes them
    int size, height, handicap;          // height: 0 as long as nothing says it
    int winner_id, black_id, white_id;   // of OGS, where they are numbers; 0: none
    int start;                           // in seconds since 1970; 0: not told
    int main_time, period_time, periods; // in seconds, and how many there are; 0: not told
    bool is_white_first, is_black_lost, is_white_lost, is_free;
} kf_moves_facts;

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
    bool is_measuring; // the first pass: only the size counts
} kf_moves;

/* ---- moves_names.c ----------------------------------------------------------------- ---- */

// Whether the member has that name, in small letters without signs between: `black_name`,
// `blackName`. One of those names.
bool kf_moves_names_is(kf_text member, const char *name);
bool kf_moves_names_any(kf_text member, const char *const *names);
// Whether it holds moves; stones that stand before the first one.
bool kf_moves_names_moves(kf_text member);
bool kf_moves_names_stones(kf_text member);
kf_colour kf_moves_names_colour(kf_text word);

/* ---- moves_list.c ------------------------------------------------------------------ ---- */

// Takes the moves, or stones, that come next: a list or a string.
void kf_moves_list_take(kf_moves *reading, bool is_stone);
// Takes moves, or stones, of one string.
void kf_moves_list_letters(kf_moves *reading, bool is_stone, kf_colour colour, kf_text text);
// Takes the string that comes next, as plain text, which holds until the next one.
kf_text kf_moves_list_string(kf_moves *reading);

/* ---- moves_facts.c ----------------------------------------------------------------- ---- */

// Takes a member, if it says anything of the game, or passes over it.
void kf_moves_facts_take(kf_moves *reading, kf_text above, kf_text name);
// Puts all that was taken into the root.
void kf_moves_facts_add(kf_moves *reading);

#endif
