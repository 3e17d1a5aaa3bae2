// SPDX-License-Identifier: MIT
// Figures and scenes: what is shown of a game, before anything is drawn.
//
// A figure is a place in a record, or a run of its moves, with all that can be said of how it is
// shown: which part of the board, turned how, with which names along the edges. A whole game is
// shared out into figures by one call. A scene is what is seen of a figure: every point with its
// stone, label and mark, the names along the edges, and the texts around the board. kifu/draw.h
// writes both; a program that draws in its own way reads a scene.
//
//     kf_scene *scene = kf_scene_new(play, &(kf_figure){.node = node, .sides = KF_SIDES_ALL});
//     for (int i = 0; i < scene->rows * scene->columns; i++)
//         put(scene->points[i].stone);
//     kf_scene_free(scene);

#ifndef KIFU_SCENE_H
#define KIFU_SCENE_H

#include <kifu/play.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- figure.c ----------------------------------------------------- doc/spec/draw.md ---- */

// A figure of moves shows every move at its point, also stones that were captured meanwhile; a
// position shows what lies on the board.
typedef enum kf_figure_kind { KF_FIGURE_AUTO, KF_FIGURE_MOVES, KF_FIGURE_POSITION } kf_figure_kind;

// What a figure is made from. All zero with a `node` is the position there, with its marks.
typedef struct kf_figure {
    kf_figure_kind kind;    // KF_FIGURE_AUTO: moves when numbers are asked for, else a position
    kf_node node;           // the last node that is shown
    kf_node from;           // the first node whose move is numbered; 0: none is
    int first_number;       // printed on the move of `from`; 0: the number that the record gives it
    int from_move, to_move; // only these printed numbers; 0: all
    bool is_variation;      // a line beside the main one
    int index;              // of this figure among those of its kind, from 1; 0: it has no name
    kf_text caption;        // empty: made from what is shown
    int parent;             // the index of the variation that it leaves; 0: none
    kf_text name;           // what the record calls a variation
    kf_language language;   // of what is said below it
    // How it is shown.
    bool crop_auto;  // to what is there, with a margin, never through a mark
    bool crop_moves; // to the numbered moves, labels and signs, with a margin
    int crop_margin; // in points; 0: the usual
    bool crop;       // to the rectangle of the two points
    kf_point crop_first, crop_last;
    kf_coords coords;
    uint8_t sides;    // where the coordinates stand: KF_SIDE_… joined by |
    bool keep_coords; // also where FG says that the figure has none
    uint8_t rotate;   // quarter turns clockwise, plus 4: mirrored left to right first
    bool hide_last;   // no sign on the last move
    bool hide_ghosts; // no cues of variations, whatever ST says
    bool hide_marks;  // only stones and numbers
} kf_figure;

enum {
    KF_SIDE_NORTH = 1,
    KF_SIDE_EAST = 2,
    KF_SIDE_SOUTH = 4,
    KF_SIDE_WEST = 8,
    KF_SIDES_ALL = 15
};

// Each figure is a board of its own, so a game of many short variations becomes something thousands
// of times as long as itself. The largest tree that people read, of all corner openings, has half
// as many.
enum { KF_FIGURES_MOST = 50000 };

// How a game is shared out into figures.
typedef struct kf_figure_plan {
    int moves;        // so many moves a figure; 0: as the next field says
    const int *ends;  // the last move of each figure but the last; NULL: where the record says:
    size_t end_count; // at comments, at variations and at FG
    bool variations;  // also a figure for each variation and each diagram
    bool continue_numbers; // variations are numbered on from the move they replace, not from 1
    kf_figure how;         // what all figures have in common
    uint64_t most;         // figures of one game; 0: KF_FIGURES_MOST
    // Where the record says how: figures of so many moves at least, and at most that (where it
    // says nothing, twice as many); 0: as it says, however short or long they become.
    int least, usual;
} kf_figure_plan;

// The figures of a game in the order of the game: after a figure of the main line come the
// variations of its moves and the diagrams that stand there, each with all below it. They are to be
// freed with kf_figure_free. NULL: there are more than the plan allows, or there is no memory, and
// the log says so.
KF_API kf_figure *kf_figure_share(const kf_record *record, kf_node game, const kf_figure_plan *plan,
                                  size_t *count, kf_log *log);
KF_API void kf_figure_free(kf_figure *figures);

/* ---- scene.c ------------------------------------------------------ doc/spec/draw.md ---- */

// What a picture shows: one figure of a game, point by point, known to no drawing library.

// A sign on a point, drawn on a stone or on an empty point. SGF has no property for a diamond
// and for a check mark; they are Ishi's `\d` and `\c`.
typedef enum kf_mark {
    KF_MARK_NONE,
    KF_MARK_TRIANGLE, // TR, `\t`
    KF_MARK_SQUARE,   // SQ, `\s`
    KF_MARK_CIRCLE,   // CR
    KF_MARK_CROSS,    // MA
    KF_MARK_SELECTED, // SL
    KF_MARK_DIAMOND,  // `\d`
    KF_MARK_CHECK,    // `\c`
    KF_MARK_LAST,     // the move that was played last, when nothing else stands on it
    KF_MARK_COUNT
} kf_mark;

// One point of the region.
typedef struct kf_scene_point {
    kf_text label;     // a number, letters or any short text; empty when there is none
    kf_point point;    // of the record's board, before any turning
    uint8_t stone;     // kf_colour
    uint8_t ghost;     // kf_colour of a variation's first stone, drawn faint on an empty point
    uint8_t territory; // kf_colour of TB or TW, drawn as a small sign
    uint8_t mark;      // kf_mark
    bool is_numbered;  // the label is a move's number
    bool is_dimmed;    // DD
    bool is_hidden;    // VW leaves it out: not even the lines are drawn
    bool is_hoshi;
} kf_scene_point;

// AR or LN, from the middle of one point to that of another. Both ends lie in the region.
typedef struct kf_scene_line {
    kf_point from, to; // points of the board as it is shown
    bool is_arrow;
} kf_scene_line;

// One figure. Everything is given as it is shown: on a board that was turned, the first row is the
// one that lies on top now. Texts and arrays are the scene's or the record's, and end with either.
// Whoever made the scene may change what stands in it before it is drawn: a text may be replaced,
// and a count lowered.
typedef struct kf_scene {
    int board_width, board_height;   // of the whole board, in points
    int record_width, record_height; // of the board before any turning, for its points' names
    int left, top, columns, rows;    // the region that is drawn, in points of the board
    kf_coords coords;                // the form in which points are named
    uint8_t sides;                   // where names stand along the edges: KF_SIDE_… joined by |
    kf_text *column_names;           // one for each column of the region, as they stand on an edge
    kf_text *row_names;              // one for each row of the region
    kf_scene_point *points;          // rows * columns, row by row from the top
    kf_scene_line *lines;
    size_t line_count;
    kf_text title;   // above: the game, or N of the node; may be empty
    kf_text caption; // below: "Figure 1 (1-50)", "Variation 2 at move 8"
    kf_text *notes;  // below the caption: "112 at 20", "46 takes ko at 40"
    size_t note_count;
    kf_text comment;               // C of the last node, plain text; for books and descriptions
    kf_text alternative;           // the picture in words, for those who cannot see it
    int first_number, last_number; // printed on the stones; 0 when there are none
    int cut_marks, cut_labels, cut_lines; // that stand outside of a rectangle which was asked for
    kf_colour to_move;                    // who plays next, KF_EMPTY when either may
    kf_language language;                 // of the words that the picture adds
    struct kf_arena *memory;              // private
} kf_scene;

// Makes the scene of one figure, with a cursor of its record, which is moved there: figures that
// follow each other cost as much as their moves, wherever in the game they stand. The figure's node
// must be a node of that record, and not 0. Free the scene with kf_scene_free. NULL: there was no
// memory; the cursor must then be started or turned again.
KF_API kf_scene *kf_scene_new(kf_play *play, const kf_figure *figure);
// The scene of a board with all its edges named; the point `last`, if it is on the board, has the
// sign of a last move, also when the stone is gone. NULL: there was no memory.
KF_API kf_scene *kf_scene_board(const kf_board *board, kf_point last, kf_coords coords);
// The scene of an empty board of that size, 1 to KF_BOARD_MAX both ways; of the figure only counts
// how the board is shown. NULL: there was no memory.
KF_API kf_scene *kf_scene_empty(int width, int height, const kf_figure *figure);
KF_API void kf_scene_free(kf_scene *scene);
// The point of the scene at that point of the shown board, or NULL when the region leaves it out.
KF_API kf_scene_point *kf_scene_at(const kf_scene *scene, kf_point point);

#ifdef __cplusplus
}
#endif

#endif
