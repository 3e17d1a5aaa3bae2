// SPDX-License-Identifier: MIT
// What `kifu view` holds: the record, the place in it, and how the screen is shared out.

#ifndef KIFU_CLI_VIEW_H
#define KIFU_CLI_VIEW_H

#include "board/point.h"
#include "cli/command.h"
#include "cli/view_tree.h"

// Which part of the screen has all of it to itself.
typedef enum kf_view_zoom {
    KF_VIEW_ALL,
    KF_VIEW_BOARD,
    KF_VIEW_COMMENT,
    KF_VIEW_TREE,
    KF_VIEW_ZOOMS
} kf_view_zoom;

// What lies over the board and takes the keys.
typedef enum kf_view_mode {
    KF_VIEW_STEPPING,
    KF_VIEW_SEARCH, // typing what to look for
    KF_VIEW_JUMP,   // typing a place
    KF_VIEW_HELP,
    KF_VIEW_FACTS,
    KF_VIEW_GAMES
} kf_view_mode;

enum { KF_VIEW_TYPED = 200 };

typedef struct kf_view {
    kf_cli *cli;
    const char *name; // of the file
    kf_record *record;
    kf_arena *arena;    // what lasts as long as the record
    kf_arena *scratch;  // what lasts for one key
    kf_node node;       // in hand
    kf_node game;       // its root
    size_t game_number; // from 1
    size_t game_count;
    // By node, the child that was gone to last; 0: the first. The way from the root to the node
    // in hand is always the chosen one.
    kf_node *chosen;
    kf_view_tree tree; // of the game in hand
    kf_view_mode mode;
    kf_view_zoom zoom;
    kf_coords coords;
    bool hide_marks;
    bool is_figure;    // the moves of the line stand on the board with their numbers
    bool is_found;     // the node was just found by `wanted`
    size_t scroll;     // lines of the comment, or of what lies over the board, above the window
    size_t scroll_end; // what `scroll` can be at most, known when the window was drawn
    size_t selected;   // game of the list, from 1
    char typed[KF_VIEW_TYPED];
    char wanted[KF_VIEW_TYPED];  // what was looked for last
    char message[KF_VIEW_TYPED]; // shown until the next key
    bool wants_reading;          // the file is to be read again
    bool is_over;
} kf_view;

/* ---- view_step.c ----------------------------------------------------- doc/spec/view.md ---- */

// Goes to a node, and remembers the way to it. Call it in a protected call of both arenas.
void kf_view_step_to(kf_view *view, kf_node node);
// The child that a step forward leads to, 0 at the end.
kf_node kf_view_step_child(const kf_view *view, kf_node node);
// A number of nodes forward along the chosen way, or back when it is negative.
void kf_view_step_by(kf_view *view, long count);
void kf_view_step_end(kf_view *view);
// To the next (1) or the one before (-1) of the variations that begin beside the node.
void kf_view_step_aside(kf_view *view, int direction);
// Along the chosen way to the next node that has several children, or a comment.
void kf_view_step_branch(kf_view *view, int direction);
void kf_view_step_comment(kf_view *view, int direction);
// To a place as it was typed: a number of moves on the way in hand, or what --at takes.
void kf_view_step_place(kf_view *view, const char *place);
// To the root of a game by its number.
void kf_view_step_game(kf_view *view, size_t number);
// How many moves stand on the chosen way up to the node, and how many there are up to its end.
void kf_view_step_count(const kf_view *view, size_t *before, size_t *all);

/* ---- view_find.c ----------------------------------------------------- doc/spec/view.md ---- */

// Goes to the next (1) or the one before (-1) of the nodes in which `wanted` stands in a text of
// any kind, in the order of the file and round its end. Call it in a protected call of both arenas.
void kf_view_find(kf_view *view, int direction);
// Where `wanted` begins in the text, and how many bytes of it are that; false when it does not.
bool kf_view_find_in(kf_text text, kf_text wanted, size_t *begin, size_t *length);

#endif
