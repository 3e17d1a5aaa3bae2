// SPDX-License-Identifier: MIT
// What lies over the board of `kifu view`: the keys, the facts, the list of games.

#include "cli/view/view.h"

#ifdef KIFU_HAVE_NCURSESW

#include <string.h>

#include "base/text.h"
#include "cli/print/print.h"

static const char keys_text[] =
    "right, space, l a step forward (also the wheel of a mouse)\n"
    "left, h         a step back (also backspace)\n"
    "down, up, j, k  the next variation at this node, the previous one (also Tab)\n"
    "page down, up   ten steps forward, back\n"
    "Home, End       the beginning, the end of this line (also g, G)\n"
    "] [             forward, back to a place where variations begin\n"
    "} {             forward, back to a comment\n"
    "digits, :       a move by its number; ':' also takes #N, 'last' and paths\n"
    "/ n N           look for words in comments, names, labels; next, previous\n"
    "+ -             scroll the comment\n"
    "> <             the next game, the one before\n"
    "L               the list of games\n"
    "i               all that the header says\n"
    "m               marks and labels on or off\n"
    "f               a figure: every move of the line with its number, or the position\n"
    "c               how points are named: a1, sgf, igo, japanese, not at all\n"
    "z               board, comment or tree alone on the screen\n"
    "r               read the file again\n"
    "Ctrl-L          redraw the screen\n"
    "? q             these keys; close what is open (also Esc), or leave\n"
    "\n"
    "In the tree: X or a black stone is Black's move, O or a white stone White's, a ring in it has "
    "a comment, a diamond is a setup or a node without a move, a grid a diagram. Brackets stand "
    "around the last move. Numbers of more than two digits show the last two.";

static kf_text facts_text(const kf_view *view) {
    kf_buffer all = {.arena = view->scratch};
    for (const kf_fact *fact = kf_facts_list(); fact->property != NULL; fact++) {
        kf_text text = kf_view_pane_fact(view, fact->property);
        if (text.length == 0)
            continue;
        kf_buffer_add_string(&all, fact->label);
        for (size_t i = strlen(fact->label); i < 14; i++)
            kf_buffer_add_char(&all, ' ');
        kf_buffer_add_text(&all, text);
        kf_buffer_add_char(&all, '\n');
    }
    if (all.length == 0)
        return KF_TEXT("The header of this game says nothing.");
    return kf_buffer_text(&all);
}

// ---- The list of games ----

static void put_game(const kf_view *view, kf_view_screen *screen, kf_view_area at, kf_node game,
                     size_t number) {
    kf_buffer line = {.arena = view->scratch}, result = {.arena = view->scratch};
    char start[24];
    snprintf(start, sizeof start, "%5zu  ", number);
    kf_buffer_add_string(&line, start);
    kf_buffer_add_text(&line, kf_view_pane_title(view, game));
    if (kf_facts_get(view->record, game, "RE", &result) && result.length > 0) {
        kf_buffer_add_string(&line, ", ");
        kf_buffer_add_text(&line, kf_buffer_text(&result));
    }
    kf_view_ink ink = number == view->selected ? KF_INK_CHOSEN : KF_INK_PLAIN;
    kf_view_screen_fill(screen, at, ink);
    kf_view_screen_put(screen, at, kf_buffer_text(&line), ink);
}

static void put_games(const kf_view *view, kf_view_screen *screen, kf_view_area area) {
    size_t rows = (size_t)area.rows, first = 1, number = 1;
    if (view->selected > rows / 2)
        first = view->selected - rows / 2;
    if (first + rows > view->game_count + 1)
        first = view->game_count + 1 > rows ? view->game_count + 1 - rows : 1;
    for (kf_node game = kf_node_child(view->record, 0); game != 0 && number < first + rows;
         game = kf_node_next(view->record, game), number++)
        if (number >= first)
            put_game(view, screen,
                     (kf_view_area){area.x, area.y + (int)(number - first), area.columns, 1}, game,
                     number);
}

void kf_view_over(kf_view *view, kf_view_screen *screen, kf_view_area area) {
    if (view->mode == KF_VIEW_GAMES)
        put_games(view, screen, area);
    else
        kf_view_pane_text(view, screen, area,
                          view->mode == KF_VIEW_HELP ? kf_text_of(keys_text) : facts_text(view));
}

#endif
