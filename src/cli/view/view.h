// SPDX-License-Identifier: MIT
// Stepping through records on a terminal.

#ifndef KF_CLI_VIEW_VIEW_H
#define KF_CLI_VIEW_VIEW_H

#include <kifu/board.h>
#include <kifu/kifu.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "cli/frame/cli.h"

// A rectangle of the screen, in its columns and rows from the upper left corner.
typedef struct kf_view_area {
    int x, y, columns, rows;
} kf_view_area;

/* ---- view_tree.c -------------------------------------------------- doc/spec/view.md ---- */

// Where the nodes of a game stand when its variations are drawn beside each other.

// A run of nodes, each the first child of the one before.
typedef struct kf_view_line {
    uint32_t first;  // of its nodes in `order`
    uint32_t length; // how many
    uint32_t column; // of the first
    uint32_t row, parent_row;
} kf_view_line;

typedef struct kf_view_tree {
    kf_node game; // 0: none was laid out yet
    kf_view_line *lines;
    size_t line_count, line_room;
    uint32_t rows;
    kf_node *order;  // the nodes line by line
    uint32_t *place; // by node, where it stands in `order`
    uint32_t *line;  // by node, its line
    uint32_t *used;  // by column, the lowest row that is taken
    size_t count;    // nodes in `order`
} kf_view_tree;

// What stands on a place of the drawing.
typedef enum kf_view_sign {
    KF_VIEW_NOTHING,
    KF_VIEW_NODE,
    KF_VIEW_DASH,   // from a node to the next
    KF_VIEW_BAR,    // down to a variation
    KF_VIEW_CORNER, // to the last variation of a node
    KF_VIEW_TEE     // to one that is not the last
} kf_view_sign;

typedef struct kf_view_cell {
    uint8_t sign;
    kf_node node;
} kf_view_cell;

// Lays a game out: every node one column right of its parent, a first child in the row of its
// parent, variations below. Linear in the size of the game. Call it in a protected call.
void kf_view_tree_build(kf_view_tree *tree, kf_arena *arena, const kf_record *record, kf_node game);
// Fills rows * columns cells with what is around the node. Two columns stand for one of the layout:
// the node and what leads to the next.
void kf_view_tree_window(const kf_view_tree *tree, kf_node node, int columns, int rows,
                         kf_view_cell *cells);

// The node that such a window shows at a place of the screen, 0 where it shows none.
kf_node kf_view_tree_at(const kf_view_tree *tree, kf_arena *scratch, kf_node node,
                        kf_view_area area, int x, int y);

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

// Points on the screen: where they stand, the board's column and row of the first of them, and how
// large they are: a point takes twice `scale` columns and `scale` rows.
typedef struct kf_view_points {
    kf_view_area area;
    int left, top, scale;
} kf_view_points;

typedef struct kf_view {
    kf_cli *cli;
    const char *name; // of the file
    kf_record *record;
    kf_arena *arena;    // what lasts as long as the record
    kf_arena *scratch;  // what lasts for one key
    kf_play *play;      // of `arena`; at the node in hand when it is drawn
    kf_point centre;    // where the board was looked at last
    kf_node node;       // in hand
    kf_node game;       // its root
    size_t game_number; // from 1
    size_t game_count;
    // By node, the child that was gone to last; 0: the first. The way from the root to the node
    // in hand is always the chosen one.
    kf_node *chosen;
    // How many moves stand on the chosen way up to the node, and up to its end, once counted.
    size_t moves_before, moves_all;
    bool is_counted;
    kf_view_tree tree; // of the game in hand
    kf_view_mode mode;
    kf_view_zoom zoom;
    kf_coords coords;
    bool hide_marks;
    kf_view_points points;  // the board as it was drawn last, for a click
    kf_view_area tree_area; // and the tree
    bool is_figure;         // the moves of the line stand on the board with their numbers
    bool is_found;          // the node was just found by `wanted`
    size_t scroll;     // lines of the comment, or of what lies over the board, above the window
    size_t scroll_end; // what `scroll` can be at most, known when the window was drawn
    size_t selected;   // game of the list, from 1
    char typed[KF_VIEW_TYPED];
    char wanted[KF_VIEW_TYPED];  // what was looked for last
    char message[KF_VIEW_TYPED]; // shown until the next key
    bool wants_reading;          // the file is to be read again
    bool is_over;
} kf_view;

/* ---- view_run.c --------------------------------------------------- doc/spec/view.md ---- */

// Shows the file that the command line names until somebody ends it; an exit status.
int kf_view_run(kf_cli *cli);

/* ---- view_step.c -------------------------------------------------- doc/spec/view.md ---- */

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
// To the move at a point: one that goes on from here, else the last one played there, else the next
// on the chosen way.
void kf_view_step_point(kf_view *view, kf_point point);
// To the root of a game by its number.
void kf_view_step_game(kf_view *view, size_t number);
// How many moves stand on the chosen way up to the node, and how many there are up to its end.
void kf_view_step_count(kf_view *view, size_t *before, size_t *all);

/* ---- view_find.c -------------------------------------------------- doc/spec/view.md ---- */

// Goes to the next (1) or the one before (-1) of the nodes in which `wanted` stands in a text of
// any kind, in the order of the file and round its end. Call it in a protected call of both arenas.
void kf_view_find(kf_view *view, int direction);
// Where `wanted` begins in the text, and how many bytes of it are that; false when it does not.
bool kf_view_find_in(kf_text text, kf_text wanted, size_t *begin, size_t *length);

/* ---- view_screen.c ------------------------------------------------ doc/spec/view.md ---- */

// The terminal as `kifu view` uses it: opened, written to in rectangles, read from, closed.

// What a piece of the screen is painted with.
typedef enum kf_view_ink {
    KF_INK_PLAIN,
    KF_INK_STRONG, // bold
    KF_INK_BAR,    // the lines above and below
    KF_INK_BOARD,  // the board and its lines
    KF_INK_BLACK,  // a stone
    KF_INK_WHITE,
    KF_INK_ON_BLACK, // what is written on a stone
    KF_INK_ON_WHITE,
    KF_INK_MARK, // on the board
    KF_INK_LAST, // around the last move
    KF_INK_FAINT,
    KF_INK_CHOSEN, // the node or row in hand
    KF_INK_COUNT
} kf_view_ink;

// Keys that are no characters.
typedef enum kf_view_name {
    KF_KEY_UP = 0x110000, // beyond the last character
    KF_KEY_DOWN,
    KF_KEY_LEFT,
    KF_KEY_RIGHT,
    KF_KEY_HOME,
    KF_KEY_END,
    KF_KEY_PAGE_UP,
    KF_KEY_PAGE_DOWN,
    KF_KEY_BACKSPACE,
    KF_KEY_BACKTAB,
    KF_KEY_WHEEL_UP, // of a mouse
    KF_KEY_WHEEL_DOWN,
    KF_KEY_RESIZED,
    KF_KEY_GONE, // the terminal is no more
    KF_KEY_OTHER,
    KF_KEY_CLICK = 0x200000 // and above: 1024 times the row, and the column
} kf_view_name;

typedef struct kf_view_screen kf_view_screen;

// All of it is there only with ncurses. Opens the terminal behind the command's output; keys come
// from its input, or from the terminal itself when a record comes in there. NULL: the log says why.
kf_view_screen *kf_view_screen_open(kf_cli *cli);
// Gives the terminal back as it was. Takes NULL.
void kf_view_screen_close(kf_view_screen *screen);

// The size now.
kf_view_area kf_view_screen_area(const kf_view_screen *screen);
// Whether only ASCII can be shown; and whether there are colours.
bool kf_view_screen_is_ascii(const kf_view_screen *screen);
bool kf_view_screen_is_coloured(const kf_view_screen *screen);

// Empties the screen; what is put on it is seen when it is shown.
void kf_view_screen_clear(kf_view_screen *screen);
void kf_view_screen_show(kf_view_screen *screen);
// Fills a rectangle with spaces.
void kf_view_screen_fill(kf_view_screen *screen, kf_view_area area, kf_view_ink ink);
// Puts text at a place, at most `columns` of them, and returns how many it took. Nothing in it is
// obeyed: control characters become `^X`, what cannot be shown a question mark.
int kf_view_screen_put(kf_view_screen *screen, kf_view_area at, kf_text text, kf_view_ink ink);
// The same with the terminal's cursor behind it, for typing.
void kf_view_screen_cursor(kf_view_screen *screen, int x, int y);

// Whether a key was pressed that was not read yet.
bool kf_view_screen_has_key(kf_view_screen *screen);
// Waits for a key: a character, or a kf_view_name.
uint32_t kf_view_screen_key(kf_view_screen *screen);

/* ---- view_board.c ------------------------------------------------- doc/spec/view.md ---- */

// The largest scale, of 1 to 3, at which all of the scene has room; 1 when it has none at any.
int kf_view_board_scale(const kf_scene *scene, int columns, int rows);
// How many columns and rows all of the scene takes.
kf_view_area kf_view_board_size(const kf_scene *scene, int scale);
// Draws it into the area, as large as it fits, and returns where. When that is too small, the part
// around the point `centre` of the shown board, which may be KF_NOWHERE.
kf_view_points kf_view_board_draw(kf_view_screen *screen, const kf_scene *scene, kf_view_area area,
                                  kf_point centre);
// Adds, a line a kind, what a board of that scale has no room for: long labels, arrows and lines.
void kf_view_board_legend(const kf_scene *scene, int scale, kf_buffer *out);

/* ---- view_draw.c -------------------------------------------------- doc/spec/view.md ---- */

// Draws what the view holds and shows it. Call it in a protected call of both arenas.
void kf_view_draw(kf_view *view, kf_view_screen *screen);

/* ---- view_key.c --------------------------------------------------- doc/spec/view.md ---- */

// Does what the key asks for: a character, or a kf_view_name. Call it in a protected call of both
// arenas.
void kf_view_key(kf_view *view, uint32_t key);

/* ---- view_pane.c -------------------------------------------------- doc/spec/view.md ---- */

// A line across the screen, with a text at its left and one at its right end.
void kf_view_pane_bar(kf_view_screen *screen, kf_view_area at, const char *left, const char *right);
// The plain text of a fact of the game in hand; empty when it is not said. Borrowed from scratch.
kf_text kf_view_pane_fact(const kf_view *view, const char *property);
// What a game is called, cut where that is long.
kf_text kf_view_pane_title(const kf_view *view, kf_node game);
// The players with their captures, then event, date and result: as many lines as the area has.
void kf_view_pane_players(const kf_view *view, kf_view_screen *screen, const kf_board *board,
                          kf_view_area area);
void kf_view_pane_tree(kf_view *view, kf_view_screen *screen, kf_view_area area);
// Text from the line on that view->scroll names, with a word at the end when there is more.
void kf_view_pane_text(kf_view *view, kf_view_screen *screen, kf_view_area area, kf_text text);

/* ---- view_over.c -------------------------------------------------- doc/spec/view.md ---- */

// The keys, the facts of the game, or the list of games, as view->mode says.
void kf_view_over(kf_view *view, kf_view_screen *screen, kf_view_area area);

/* ---- view_wrap.c -------------------------------------------------- doc/spec/view.md ---- */

// Text of any origin cut into lines of so many columns.

enum { KF_VIEW_TAB = 4 };

// The lines of a text, pieces of it, one after another.
typedef struct kf_view_lines {
    kf_text *lines;
    size_t count, room;
} kf_view_lines;

// How many columns a character takes in the locale in force: 0 for one that is joined to the one
// before or left out, 1 for one that cannot be shown, for a sign stands in its place.
int kf_view_wrap_width(uint32_t code_point);
// Whether the character is left out: it has no shape of its own and would only disturb others, or
// turn the direction of what stands beside the text.
bool kf_view_wrap_is_dropped(uint32_t code_point);
// Adds the lines of the text. Lines break at spaces and beside wide characters, and anywhere when
// a word alone is too wide. An empty line stays one. Call it in a protected call.
void kf_view_wrap(kf_view_lines *lines, kf_arena *arena, kf_text text, int columns);

#endif
