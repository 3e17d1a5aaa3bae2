// SPDX-License-Identifier: MIT
// Scenes: what stands on every point of a picture, and what is said below it.

#ifndef KF_DRAW_SCENE_SCENE_H
#define KF_DRAW_SCENE_SCENE_H

#include <kifu/scene.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "play/play.h"
#include "record/language.h"

/* ---- figure.c ----------------------------------------------------- doc/spec/draw.md ---- */

// Which figures a game is shown in: how its moves are shared out, numbered and named.

// The figures of a game in the order of the game: after a figure of the main line come the
// variations of its moves and the diagrams that stand there, each with all below it. `from` of a
// figure of moves is the first node of its part of the line, so that the parts have all comments.
// Call it in a protected call of the arena. NULL: there are more than the plan allows, and the log
// says so.
kf_figure *kf_figure_list(kf_arena *arena, const kf_record *record, kf_node game,
                          const kf_figure_plan *plan, size_t *count, kf_log *log);

/* ---- scene.c ------------------------------------------------------ doc/spec/draw.md ---- */

// Makes the scene of one figure, with a cursor of its record, as kf_scene_new does. Call it in a
// protected call of the arena; a cursor that has an arena of its own may fail, which fails here.
kf_scene *kf_scene_in(kf_arena *arena, kf_play *play, const kf_figure *figure);

/* ---- legend.c ----------------------------------------------------- doc/spec/ansi.md ---- */

// The lines below a board of text that say what its signs cannot show.

// Lines under construction, in an arena.
typedef struct kf_legend {
    kf_arena *arena;
    const kf_scene *scene;
    kf_loss *loss; // takes what is only said; NULL: nobody asks
    kf_text *lines;
    size_t count, capacity;
} kf_legend;

// Whether the point is one of those that a line names.
typedef bool kf_legend_test(const kf_scene_point *point, const void *context);

// Adds a line. Call all of these in a protected call of the arena.
void kf_legend_add(kf_legend *legend, kf_text line);
// Adds "WHAT: D4, E5" with the points that pass; nothing when there are none. Each is a loss of
// that kind when `kind` is not NULL.
void kf_legend_points(kf_legend *legend, kf_word what, const char *kind, kf_legend_test *test,
                      const void *context);
// Adds the marks that pass, the territory that passes, and the variations that begin: a line for
// each kind of mark, its kind as the context of the test, and for each colour, likewise.
void kf_legend_signs(kf_legend *legend, kf_legend_test *mark_test, kf_legend_test *territory_test);
// Adds the arrows and lines of the scene.
void kf_legend_lines(kf_legend *legend);
// Adds "D4: text", for a label that does not fit onto its point.
void kf_legend_label(kf_legend *legend, const kf_scene_point *point);
// The number on a stone, of a move or a label of digits; 0 when there is none.
int kf_legend_number(const kf_scene_point *point);
// What points with a mark are called: "Triangles".
kf_word kf_legend_mark(kf_mark mark);
// Adds a line of words that are no list of points.
void kf_legend_say(kf_legend *legend, kf_word word);

/* ---- scene_sheet.c ------------------------------------------------ doc/spec/draw.md ---- */

// A figure in the making: the whole board with everything that is put on it, and what is told
// below it. Private to the files of the scene.

// The flags of FG, as FF[4] counts them.
enum {
    KF_FG_NO_COORDS = 1,
    KF_FG_NO_NAME = 2,
    KF_FG_NO_LIST = 4, // of moves that the figure cannot show
    KF_FG_KEEP_CAPTURED = 256,
    KF_FG_NO_HOSHI = 512,
    KF_FG_USUAL = 32768 // the other flags do not count
};

// What the sheet knows of a point beside what the scene shows.
typedef struct kf_sheet_point {
    kf_text label; // that the record puts there
    uint8_t mark;  // kf_mark
    bool is_ours;  // the label is a letter that stands for an unnumbered stone
    int number;    // the record's number of the latest move there, 0 when there is none
} kf_sheet_point;

typedef struct kf_sheet {
    kf_arena *arena;
    const kf_record *record;
    const kf_figure *figure;
    kf_play *play;          // of the record; at the figure's node when the moves have been put
    int width, height;      // of the board
    bool is_moves;          // a figure of moves, not a position
    bool has_line;          // moves from `from` to the node are to be walked through
    bool is_separate;       // a diagram of its own size, which has nothing of the game
    int lift;               // how many rows lie above those of the event\'s board
    kf_scene_point *points; // of the whole board
    kf_sheet_point *more;
    kf_scene_line *lines;
    size_t line_count, line_room;
    kf_text *notes;
    size_t note_count, note_room;
    // The nearest node from the figure's up to the root that has the property; 0: none has.
    kf_node inherited[KF_PLAY_INHERITED];
    unsigned flags; // of FG; KF_FG_KEEP_CAPTURED where it has none
    kf_text name;   // of FG, plain
    bool is_viewed; // VW or a diagram's region says what is shown:
    int left, top, right, bottom;
    bool used[26]; // letters that stand on the board
    kf_point last; // the last move, or KF_NOWHERE
    kf_colour to_move;
    int first_number, last_number, from_number; // printed, and that of the record at `from`
} kf_sheet;

// An empty board of that size, with its handicap points.
void kf_scene_sheet_clear(kf_sheet *sheet, int width, int height);
// Gives its memory back: a figure may be one of thousands.
void kf_scene_sheet_end(kf_sheet *sheet);
// Where things of a point are; the point must be on the board.
static inline size_t kf_scene_sheet_index(const kf_sheet *sheet, kf_point point) {
    return (size_t)kf_point_row(point) * (size_t)sheet->width + (size_t)kf_point_column(point);
}
// Adds a note to be read below the figure.
void kf_scene_sheet_note(kf_sheet *sheet, const char *format, ...) KF_PRINTF(2, 3);
// The coordinates of a point, as a note has them.
void kf_scene_sheet_place(const kf_sheet *sheet, kf_point point, char text[KF_POINT_TEXT]);
// How a point is called in a note: by its number or label, else by its coordinates.
void kf_scene_sheet_name(const kf_sheet *sheet, kf_point point, char *out, size_t size);
// The sign of a mark in a line of text.
const char *kf_scene_sheet_sign(kf_mark mark);
// What is in the buffer as a text in the arena; the buffer ends.
kf_text kf_scene_sheet_keep(const kf_sheet *sheet, kf_buffer *buffer);
// The plain text of a value, in the arena.
kf_text kf_scene_sheet_plain(const kf_sheet *sheet, kf_text value, bool simple);

/* ---- scene_moves.c ------------------------------------------------ doc/spec/draw.md ---- */

// Goes to where the figure begins: before its first move, or to its node.
void kf_scene_moves_begin(kf_sheet *sheet);
// Puts the stones and the numbers, and notes the moves that have no place of their own.
void kf_scene_moves_put(kf_sheet *sheet);

/* ---- scene_marks.c ------------------------------------------------ doc/spec/draw.md ---- */

// Reads FG, PM and what else the node says of the whole figure, before anything is put.
void kf_scene_marks_flags(kf_sheet *sheet);
// Whether move numbers are printed, and what PM[2] takes off them when the first is `first`.
bool kf_scene_marks_numbers(const kf_sheet *sheet, int first, int *less);
// Gathers the node's labels, marks, lines, territory, dimming and view.
void kf_scene_marks_read(kf_sheet *sheet);
// Joins labels and marks to what the moves have put, and the cues of variations.
void kf_scene_marks_settle(kf_sheet *sheet);

/* ---- scene_ishi.c ------------------------------------------------- doc/spec/draw.md ---- */

// Gives the sheet what only Ishi says: the board and the stones of a DIAGRAM where they are not
// the event's, and the marks of a program of MARK lines that SGF has no property for. Behind
// kf_scene_moves_put.
void kf_scene_ishi_put(kf_sheet *sheet);

/* ---- scene_words.c ------------------------------------------------ doc/spec/draw.md ---- */

// Title, caption, comment and description of a scene that is whole otherwise.
void kf_scene_words_put(kf_sheet *sheet, kf_scene *scene);
// What stands between a note and the next: a blank behind a sentence, a comma behind a few words.
const char *kf_scene_words_joint(kf_text before);

#endif
