// SPDX-License-Identifier: MIT
// Figures: what is shown of a game, before anything is drawn.
//
// A figure is a place in a record, or a run of its moves, with all that can be said of how it is
// shown: which part of the board, turned how, with which names along the edges. A whole game is
// shared out into figures by one call. kifu/draw.h writes them.

#ifndef KIFU_SCENE_H
#define KIFU_SCENE_H

#include <kifu/board.h>
#include <kifu/record.h>

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

#ifdef __cplusplus
}
#endif

#endif
