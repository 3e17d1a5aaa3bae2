// SPDX-License-Identifier: MIT
// What stands around the board of `kifu view`: facts, tree, comment, and what lies over all.

#ifndef KIFU_CLI_VIEW_PANE_H
#define KIFU_CLI_VIEW_PANE_H

#include "board/board.h"
#include "cli/view.h"
#include "cli/view_screen.h"

/* ---- view_pane.c ----------------------------------------------------- doc/spec/view.md ---- */

// A line across the screen, with a text at its left and one at its right end.
void kf_view_pane_bar(kf_view_screen *screen, kf_view_area at, const char *left, const char *right);
// The plain text of a fact of the game in hand; empty when it is not said. Borrowed from scratch.
kf_text kf_view_pane_fact(const kf_view *view, const char *property);
// The players with their captures, then event, date and result: as many lines as the area has.
void kf_view_pane_players(const kf_view *view, kf_view_screen *screen, const kf_board *board,
                          kf_view_area area);
void kf_view_pane_tree(const kf_view *view, kf_view_screen *screen, kf_view_area area);
// Text from the line on that view->scroll names, with a word at the end when there is more.
void kf_view_pane_text(kf_view *view, kf_view_screen *screen, kf_view_area area, kf_text text);

/* ---- view_over.c ----------------------------------------------------- doc/spec/view.md ---- */

// The keys, the facts of the game, or the list of games, as view->mode says.
void kf_view_over(kf_view *view, kf_view_screen *screen, kf_view_area area);

#endif
