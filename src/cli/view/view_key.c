// SPDX-License-Identifier: MIT
// What each key of `kifu view` does.

#include "cli/view/view.h"

#include <string.h>

#include "base/text.h"

enum { PAGE = 10, ESCAPE = 27, CONTROL_L = 12 };

// ---- Typing ----

static void begin_typing(kf_view *view, kf_view_mode mode) {
    view->mode = mode;
    view->typed[0] = '\0';
}

static void take_back(kf_view *view) {
    kf_text typed = kf_text_of(view->typed);
    view->typed[typed.length > 0 ? kf_text_front(typed, typed.length - 1) : 0] = '\0';
}

static void add_typed(kf_view *view, uint32_t key) {
    char bytes[4];
    size_t length = strlen(view->typed);
    if (key < ' ' || key == 127 || key > 0x10FFFF)
        return;
    size_t added = kf_text_put_code_point(bytes, key);
    if (length + added + 1 > sizeof view->typed)
        return;
    memcpy(view->typed + length, bytes, added);
    view->typed[length + added] = '\0';
}

static void end_typing(kf_view *view) {
    kf_view_mode mode = view->mode;
    view->mode = KF_VIEW_STEPPING;
    if (mode == KF_VIEW_JUMP) {
        kf_view_step_place(view, view->typed);
        return;
    }
    // An empty search repeats the last one.
    if (view->typed[0] != '\0')
        memcpy(view->wanted, view->typed, sizeof view->wanted);
    kf_view_find(view, 1);
}

static void type(kf_view *view, uint32_t key) {
    if (key == ESCAPE || (key == KF_KEY_BACKSPACE && view->typed[0] == '\0'))
        view->mode = KF_VIEW_STEPPING;
    else if (key == KF_KEY_BACKSPACE)
        take_back(view);
    else if (key == '\n')
        end_typing(view);
    else
        add_typed(view, key);
}

// ---- What lies over the board ----

static void open_over(kf_view *view, kf_view_mode mode) {
    view->mode = mode;
    view->scroll = 0;
    view->selected = view->game_number;
}

static void scroll(kf_view *view, long lines) {
    if (lines < 0)
        view->scroll -= view->scroll < (size_t)-lines ? view->scroll : (size_t)-lines;
    else if (view->scroll + (size_t)lines < view->scroll_end)
        view->scroll += (size_t)lines;
    else
        view->scroll = view->scroll_end;
}

static void choose(kf_view *view, long games) {
    long number = (long)view->selected + games;
    long count = (long)view->game_count;
    view->selected = (size_t)(number < 1 ? 1 : number > count ? count : number);
}

static long lines_of(uint32_t key) {
    switch (key) {
    case KF_KEY_UP:
    case KF_KEY_WHEEL_UP:
    case 'k':
    case '-':
        return -1;
    case KF_KEY_DOWN:
    case KF_KEY_WHEEL_DOWN:
    case 'j':
    case '+':
        return 1;
    case KF_KEY_PAGE_UP:
        return -PAGE;
    case KF_KEY_PAGE_DOWN:
    case ' ':
        return PAGE;
    case KF_KEY_HOME:
        return INT32_MIN;
    case KF_KEY_END:
        return INT32_MAX;
    default:
        return 0;
    }
}

static void look_over(kf_view *view, uint32_t key) {
    long lines = lines_of(key);
    if (key == KF_KEY_RESIZED || key >= KF_KEY_OTHER)
        return;
    if (lines != 0) {
        if (view->mode == KF_VIEW_GAMES)
            choose(view, lines);
        else
            scroll(view, lines);
        return;
    }
    if (view->mode == KF_VIEW_GAMES && key == '\n')
        kf_view_step_game(view, view->selected);
    view->mode = KF_VIEW_STEPPING;
    view->scroll = 0;
}

// ---- Stepping ----

// A click on the board goes to the move there, one on the tree to that node.
static void click(kf_view *view, uint32_t key) {
    int x = (int)((key - KF_KEY_CLICK) % 1024), y = (int)((key - KF_KEY_CLICK) / 1024);
    const kf_view_points *points = &view->points;
    kf_node node = kf_view_tree_at(&view->tree, view->scratch, view->node, view->tree_area, x, y);
    x -= points->area.x;
    y -= points->area.y;
    if (node != 0)
        kf_view_step_to(view, node);
    else if (x >= 0 && y >= 0 && x < points->area.columns && y < points->area.rows)
        kf_view_step_point(view, kf_point_at(points->left + x / (2 * points->scale),
                                             points->top + y / points->scale));
}

// A key that goes somewhere. False: it is none.
static bool step(kf_view *view, uint32_t key) {
    switch (key) {
    case KF_KEY_RIGHT:
    case KF_KEY_WHEEL_DOWN:
    case ' ':
    case '\n':
    case 'l':
        kf_view_step_by(view, 1);
        return true;
    case KF_KEY_LEFT:
    case KF_KEY_WHEEL_UP:
    case KF_KEY_BACKSPACE:
    case 'h':
        kf_view_step_by(view, -1);
        return true;
    case KF_KEY_PAGE_DOWN:
        kf_view_step_by(view, PAGE);
        return true;
    case KF_KEY_PAGE_UP:
        kf_view_step_by(view, -PAGE);
        return true;
    case KF_KEY_HOME:
    case 'g':
        kf_view_step_to(view, view->game);
        return true;
    case KF_KEY_END:
    case 'G':
        kf_view_step_end(view);
        return true;
    default:
        return false;
    }
}

static bool step_far(kf_view *view, uint32_t key) {
    switch (key) {
    case KF_KEY_DOWN:
    case '\t':
    case 'j':
        kf_view_step_aside(view, 1);
        return true;
    case KF_KEY_UP:
    case KF_KEY_BACKTAB:
    case 'k':
        kf_view_step_aside(view, -1);
        return true;
    case ']':
    case '[':
        kf_view_step_branch(view, key == ']' ? 1 : -1);
        return true;
    case '}':
    case '{':
        kf_view_step_comment(view, key == '}' ? 1 : -1);
        return true;
    case '>':
    case '<':
        kf_view_step_game(view, key == '>' ? view->game_number + 1 : view->game_number - 1);
        return true;
    case 'n':
    case 'N':
        kf_view_find(view, key == 'n' ? 1 : -1);
        return true;
    default:
        return false;
    }
}

static bool open(kf_view *view, uint32_t key) {
    switch (key) {
    case '/':
        begin_typing(view, KF_VIEW_SEARCH);
        return true;
    case ':':
        begin_typing(view, KF_VIEW_JUMP);
        return true;
    case '?':
        open_over(view, KF_VIEW_HELP);
        return true;
    case 'i':
        open_over(view, KF_VIEW_FACTS);
        return true;
    case 'L':
        open_over(view, KF_VIEW_GAMES);
        return true;
    default:
        if (key < '0' || key > '9')
            return false;
        begin_typing(view, KF_VIEW_JUMP);
        add_typed(view, key);
        return true;
    }
}

static void change(kf_view *view, uint32_t key) {
    switch (key) {
    case '+':
    case '-':
        scroll(view, key == '+' ? 1 : -1);
        break;
    case 'm':
        view->hide_marks = !view->hide_marks;
        break;
    case 'c':
        view->coords = view->coords == KF_COORDS_NONE ? KF_COORDS_A1 : view->coords + 1;
        break;
    case 'f':
        view->is_figure = !view->is_figure;
        break;
    case 'r':
        view->wants_reading = true;
        break;
    case 'z':
        view->zoom = (view->zoom + 1) % KF_VIEW_ZOOMS;
        view->scroll = 0;
        break;
    case 'q':
        view->is_over = true;
        break;
    case CONTROL_L: // the screen is written anew
    case KF_KEY_RESIZED:
        break;
    default:
        snprintf(view->message, sizeof view->message,
                 "This key does nothing; ? lists those that do.");
        break;
    }
}

void kf_view_key(kf_view *view, uint32_t key) {
    view->message[0] = '\0';
    if (key == KF_KEY_GONE)
        view->is_over = true;
    else if (view->mode == KF_VIEW_SEARCH || view->mode == KF_VIEW_JUMP)
        type(view, key);
    else if (view->mode != KF_VIEW_STEPPING)
        look_over(view, key);
    else if (key >= KF_KEY_CLICK)
        click(view, key);
    else if (!step(view, key) && !step_far(view, key) && !open(view, key))
        change(view, key);
}
