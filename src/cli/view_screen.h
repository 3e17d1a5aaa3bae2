// SPDX-License-Identifier: MIT
// The terminal as `kifu view` uses it: opened, written to in rectangles, read from, closed.

#ifndef KIFU_CLI_VIEW_SCREEN_H
#define KIFU_CLI_VIEW_SCREEN_H

#include "cli/command.h"

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
    KF_KEY_RESIZED,
    KF_KEY_GONE, // the terminal is no more
    KF_KEY_OTHER
} kf_view_name;

// A rectangle of the screen, in its columns and rows from the upper left corner.
typedef struct kf_view_area {
    int x, y, columns, rows;
} kf_view_area;

typedef struct kf_view_screen kf_view_screen;

/* ---- view_screen.c --------------------------------------------------- doc/spec/view.md ---- */

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

#endif
