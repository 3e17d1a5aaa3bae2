// SPDX-License-Identifier: MIT
// The terminal as `kifu view` uses it, by ncurses.

#include "cli/frame/cli.h"
#include "cli/view/view.h"

#ifdef KIFU_HAVE_NCURSESW

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/text.h"

struct kf_view_screen {
    SCREEN *screen;
    FILE *keys; // opened here, or NULL
    bool is_ascii, is_coloured;
    attr_t attributes[KF_INK_COUNT];
    short pairs[KF_INK_COUNT];
};

enum {
    ESCAPE_DELAY = 25,
    ESCAPE = 27,
    CONTROL_L = 12,
    WOOD = 179,
    BROWN = 94,
    INK = 16,
    PAPER = 231,
    RED = 160,
    GREY = 137
};

// ---- Colours ----

// Foreground and background by ink, for 256 colours and for 8; -1 is the terminal's own. Of the 8,
// green is the one that black and white both stand out on.
static const struct {
    short ink, board, plain_ink, plain_board;
    attr_t attributes, plain_attributes, mono_attributes;
} inks[KF_INK_COUNT] = {
    [KF_INK_PLAIN] = {-1, -1, -1, -1, 0, 0, 0},
    [KF_INK_STRONG] = {-1, -1, -1, -1, A_BOLD, A_BOLD, A_BOLD},
    [KF_INK_BAR] = {-1, -1, -1, -1, A_REVERSE, A_REVERSE, A_REVERSE},
    [KF_INK_BOARD] = {BROWN, WOOD, COLOR_BLACK, COLOR_GREEN, 0, 0, 0},
    [KF_INK_BLACK] = {INK, WOOD, COLOR_BLACK, COLOR_GREEN, 0, 0, 0},
    [KF_INK_WHITE] = {PAPER, WOOD, COLOR_WHITE, COLOR_GREEN, 0, A_BOLD, 0},
    [KF_INK_ON_BLACK] = {PAPER, INK, COLOR_WHITE, COLOR_BLACK, 0, 0, A_REVERSE},
    [KF_INK_ON_WHITE] = {INK, PAPER, COLOR_BLACK, COLOR_WHITE, 0, 0, A_UNDERLINE},
    [KF_INK_MARK] = {INK, WOOD, COLOR_BLACK, COLOR_GREEN, A_BOLD, 0, A_BOLD},
    [KF_INK_LAST] = {RED, WOOD, COLOR_RED, COLOR_GREEN, A_BOLD, A_BOLD, A_BOLD},
    [KF_INK_FAINT] = {GREY, WOOD, COLOR_BLACK, COLOR_GREEN, 0, 0, A_DIM},
    [KF_INK_CHOSEN] = {-1, -1, -1, -1, A_REVERSE | A_BOLD, A_REVERSE | A_BOLD, A_REVERSE | A_BOLD},
};

static bool wants_colours(const kf_cli *cli) {
    const char *when = cli->values[KF_OPTION_COLOR], *no_color = getenv("NO_COLOR");
    if (when != NULL && strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    return no_color == NULL || no_color[0] == '\0';
}

static void choose_inks(kf_view_screen *s, const kf_cli *cli) {
    s->is_coloured = wants_colours(cli) && has_colors() && start_color() == OK &&
                     use_default_colors() == OK && COLORS >= 8 && COLOR_PAIRS > KF_INK_COUNT;
    bool has_many = s->is_coloured && COLORS >= 256;
    for (int i = 0; i < KF_INK_COUNT; i++) {
        s->attributes[i] = has_many         ? inks[i].attributes
                           : s->is_coloured ? inks[i].plain_attributes
                                            : inks[i].mono_attributes;
        if (!s->is_coloured || inks[i].ink == -1)
            continue;
        s->pairs[i] = (short)(i + 1);
        init_pair(s->pairs[i], has_many ? inks[i].ink : inks[i].plain_ink,
                  has_many ? inks[i].board : inks[i].plain_board);
    }
}

// ---- Opening and closing ----

static bool refuse(kf_cli *cli, const char *message) {
    kf_log_add(cli->log, KF_PROGRAM_TERMINAL, (kf_place){0},
               "%s; 'kifu show' prints positions as text", message);
    return false;
}

// The keys: standard input, or the terminal when the record comes from there.
static FILE *open_keys(kf_view_screen *s, kf_cli *cli) {
    if (kf_terminal_is(cli->in))
        return cli->in;
    s->keys = fopen("/dev/tty", "r");
    if (s->keys == NULL)
        refuse(cli, "there is no terminal to read keys from");
    return s->keys;
}

static bool can_move(void) {
    char name[] = "cup"; // ncurses takes a string that it could change
    const char *sequence = tigetstr(name);
    return sequence != NULL && sequence != (char *)-1;
}

static bool start(kf_view_screen *s, kf_cli *cli) {
    FILE *keys = open_keys(s, cli);
    if (keys == NULL)
        return false;
    fflush(cli->out);
    s->screen = newterm(NULL, cli->out, keys);
    if (s->screen == NULL)
        return refuse(cli, "the terminal that TERM names is not known here");
    set_term(s->screen);
    if (!can_move()) {
        endwin();
        return refuse(cli, "this terminal cannot move its cursor");
    }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    curs_set(0);
    choose_inks(s, cli);
    return true;
}

kf_view_screen *kf_view_screen_open(kf_cli *cli) {
    kf_view_screen *s = kf_arena_alloc(cli->arena, sizeof *s);
    *s = (kf_view_screen){.screen = NULL};
    // What is typed and shown is in the user's character set; only numbers stay as they are.
    setlocale(LC_CTYPE, "");
    s->is_ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0 || wcwidth(0x25CF) != 1;
    if (start(s, cli))
        return s;
    kf_view_screen_close(s);
    return NULL;
}

void kf_view_screen_close(kf_view_screen *s) {
    if (s == NULL)
        return;
    if (s->screen != NULL) {
        endwin();
        delscreen(s->screen);
    }
    if (s->keys != NULL)
        fclose(s->keys);
    setlocale(LC_CTYPE, "C");
}

kf_view_area kf_view_screen_area(const kf_view_screen *s) {
    (void)s;
    return (kf_view_area){0, 0, COLS, LINES};
}

bool kf_view_screen_is_ascii(const kf_view_screen *s) {
    return s->is_ascii;
}

bool kf_view_screen_is_coloured(const kf_view_screen *s) {
    return s->is_coloured;
}

// ---- Writing ----

void kf_view_screen_clear(kf_view_screen *s) {
    (void)s;
    curs_set(0);
    erase();
}

void kf_view_screen_show(kf_view_screen *s) {
    (void)s;
    refresh();
}

static void put_cell(const kf_view_screen *s, int x, int y, const wchar_t *text, kf_view_ink ink) {
    cchar_t cell;
    if (setcchar(&cell, text, s->attributes[ink], s->pairs[ink], NULL) == OK)
        mvadd_wch(y, x, &cell);
}

void kf_view_screen_fill(kf_view_screen *s, kf_view_area area, kf_view_ink ink) {
    for (int y = area.y; y < area.y + area.rows && y < LINES; y++)
        for (int x = area.x; x < area.x + area.columns && x < COLS; x++)
            put_cell(s, x, y, L" ", ink);
}

// Takes a character and the marks that are joined to it off the front, as the screen shows them.
// Returns the columns they take; 0 when there is nothing more or nothing to show.
static int take_cell(const kf_view_screen *s, kf_text *rest, wchar_t cell[CCHARW_MAX + 1]) {
    uint32_t code_point;
    size_t count = 1;
    if (!kf_text_code_point(rest, &code_point))
        return 0;
    int width = kf_view_wrap_width(code_point);
    bool is_control = code_point < ' ' || (code_point >= 0x7F && code_point < 0xA0);
    if (width == 0 && (kf_view_wrap_is_dropped(code_point) || s->is_ascii))
        return 0;
    if (is_control || wcwidth((wchar_t)code_point) < 0 || (s->is_ascii && code_point > 0x7E))
        cell[0] = L'?';
    else
        cell[0] = (wchar_t)code_point;
    if (width == 0) { // a joined mark with nothing before it
        cell[0] = L' ';
        cell[count++] = (wchar_t)code_point;
        width = 1;
    }
    for (kf_text next = *rest; kf_text_code_point(&next, &code_point); *rest = next) {
        bool is_dropped = kf_view_wrap_is_dropped(code_point);
        if (!is_dropped && kf_view_wrap_width(code_point) != 0)
            break;
        if (!is_dropped && !s->is_ascii && count < CCHARW_MAX)
            cell[count++] = (wchar_t)code_point;
    }
    cell[count] = L'\0';
    return width;
}

int kf_view_screen_put(kf_view_screen *s, kf_view_area at, kf_text text, kf_view_ink ink) {
    wchar_t cell[CCHARW_MAX + 1];
    int used = 0, limit = at.x + at.columns < COLS ? at.columns : COLS - at.x;
    if (at.y < 0 || at.y >= LINES || at.x < 0)
        return 0;
    while (text.length > 0) {
        bool is_tab = text.data[0] == '\t';
        int width = take_cell(s, &text, cell);
        if (used + width > limit)
            break;
        for (int i = 0; is_tab && i < width; i++)
            put_cell(s, at.x + used + i, at.y, L" ", ink);
        if (!is_tab && width > 0)
            put_cell(s, at.x + used, at.y, cell, ink);
        used += width;
    }
    return used;
}

void kf_view_screen_cursor(kf_view_screen *s, int x, int y) {
    (void)s;
    curs_set(1);
    move(y, x < COLS ? x : COLS - 1);
}

// ---- Keys ----

// Bytes are read and put together here: ncurses would wait for sixteen more behind one that is no
// character, and swallow the keys that they are.

// The wheel and the first button; what else a mouse has stays with the terminal.
static uint32_t mouse(void) {
    MEVENT event;
    if (getmouse(&event) != OK)
        return KF_KEY_OTHER;
    if ((event.bstate & BUTTON1_PRESSED) != 0 && event.x >= 0 && event.x < 1024 && event.y >= 0 &&
        event.y < 1024)
        return KF_KEY_CLICK + (uint32_t)event.y * 1024 + (uint32_t)event.x;
    return (event.bstate & BUTTON4_PRESSED) != 0   ? KF_KEY_WHEEL_UP
           : (event.bstate & BUTTON5_PRESSED) != 0 ? KF_KEY_WHEEL_DOWN
                                                   : KF_KEY_OTHER;
}

static uint32_t special(int key) {
    static const struct {
        int key;
        uint32_t name;
    } keys[] = {
        {KEY_UP, KF_KEY_UP},          {KEY_DOWN, KF_KEY_DOWN},
        {KEY_LEFT, KF_KEY_LEFT},      {KEY_RIGHT, KF_KEY_RIGHT},
        {KEY_HOME, KF_KEY_HOME},      {KEY_END, KF_KEY_END},
        {KEY_PPAGE, KF_KEY_PAGE_UP},  {KEY_NPAGE, KF_KEY_PAGE_DOWN},
        {KEY_BTAB, KF_KEY_BACKTAB},   {KEY_BACKSPACE, KF_KEY_BACKSPACE},
        {KEY_RESIZE, KF_KEY_RESIZED}, {KEY_ENTER, '\n'},
    };
    if (key == KEY_MOUSE)
        return mouse();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key)
            return keys[i].name;
    return KF_KEY_OTHER;
}

// The next key if it comes at once, else ERR.
static int next_key(void) {
    timeout(ESCAPE_DELAY);
    int key = getch();
    timeout(-1);
    return key;
}

// What follows an Escape at once belongs to a key that the terminal's description does not know:
// an arrow in another spelling, or anything else, which then means nothing.
static uint32_t after_escape(void) {
    static const struct {
        int end;
        uint32_t name;
    } keys[] = {{'A', KF_KEY_UP},   {'B', KF_KEY_DOWN}, {'C', KF_KEY_RIGHT},
                {'D', KF_KEY_LEFT}, {'H', KF_KEY_HOME}, {'F', KF_KEY_END}};
    int key = next_key();
    if (key == ERR || key == ESCAPE)
        return ESCAPE;
    if (key == KEY_RESIZE)
        ungetch(key);
    if (key != '[' && key != 'O')
        return KF_KEY_OTHER;
    // Numbers stand before the last character.
    do
        key = next_key();
    while (key >= ' ' && key < '@');
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].end == key)
            return keys[i].name;
    return KF_KEY_OTHER;
}

// A character of more than one byte.
static uint32_t decode(const kf_view_screen *s, int first) {
    char bytes[4] = {(char)first};
    size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    uint32_t code_point;
    for (size_t i = 1; i < length; i++) {
        int key = next_key();
        if (key < 0x80 || key > 0xBF) {
            if (key != ERR)
                ungetch(key);
            return KF_KEY_OTHER;
        }
        bytes[i] = (char)key;
    }
    kf_text text = {bytes, length};
    if (s->is_ascii || !kf_text_is_utf8(text, NULL))
        return KF_KEY_OTHER;
    kf_text_code_point(&text, &code_point);
    return code_point;
}

bool kf_view_screen_has_key(kf_view_screen *s) {
    (void)s;
    timeout(0);
    int key = getch();
    timeout(-1);
    if (key != ERR)
        ungetch(key);
    return key != ERR;
}

uint32_t kf_view_screen_key(kf_view_screen *s) {
    int key = getch();
    if (key == ERR)
        return KF_KEY_GONE;
    if (key > 0xFF)
        return special(key);
    if (key == ESCAPE)
        return after_escape();
    if (key >= 0xC0)
        return decode(s, key);
    if (key == CONTROL_L)
        clearok(curscr, TRUE); // something else wrote on the terminal
    if (key == 127 || key == '\b')
        return KF_KEY_BACKSPACE;
    if (key >= 0x80)
        return KF_KEY_OTHER;
    return key == '\r' ? '\n' : (uint32_t)key;
}

#endif
