// SPDX-License-Identifier: MIT
// Our own digits and letters: lines that a round pen draws, so that a narrow digit is as bold as a
// wide one, and every writer knows to the thousandth where the ink is.

#include "draw/picture/picture.h"

#include "base/text.h"

// A sign as the way of the pen in a box of 100 by 100, the base line at 0, with y up. `M` lifts the
// pen, `L` draws a line, `C` a curve with two control points, `z` closes. `v` and `h` are quarters
// of an ellipse that set out upright or level. `width` is in hundredths of a digit's.
typedef struct sign {
    uint8_t width;
    const char *way;
} sign;

static const sign signs[128] = {
    ['0'] = {100, "M0 35L0 65v50 100h100 65L100 35v50 0h0 35z"},
    ['1'] = {46, "M0 78L100 100L100 0"},
    ['2'] = {98, "M1 72v49 100h97 73C97 52 64 38 0 0L100 0"},
    ['3'] = {98, "M3 78C7 92 24 100 46 100h95 77v46 54L34 54M46 54h100 27v48 0C22 0 4 9 0 24"},
    ['4'] = {106, "M74 0L74 100L0 28L100 28"},
    ['5'] = {98, "M93 100L12 100L6 50C14 59 28 64 47 64h100 32v46 0C22 0 6 8 0 21"},
    ['6'] = {100, "M92 82C87 94 74 100 56 100C18 100 0 78 0 44L0 33v50 0h100 32v51 63h0 34"},
    ['7'] = {96, "M0 100L100 100C66 66 40 36 36 0"},
    ['8'] = {100, "M50 54h5 77v50 100h95 77v50 54h100 27v50 0h0 27v50 54"},
    ['9'] = {100, "M8 18C13 6 26 0 44 0C82 0 100 22 100 56L100 67v50 100h0 68v49 37h100 66"},
    ['A'] = {118, "M0 0L50 100L100 0M17 33L83 33"},
    ['B'] = {106, "M0 0L0 100L56 100h93 77v56 54L0 54M56 54h100 27v56 0L0 0"},
    ['C'] = {110, "M98 75C92 91 76 100 55 100h0 62L0 38v55 0C76 0 92 9 98 25"},
    ['D'] = {112, "M0 0L0 100L46 100h100 62L100 38v46 0z"},
    ['E'] = {92, "M100 0L0 0L0 100L100 100M0 53L86 53"},
    ['F'] = {88, "M0 0L0 100L100 100M0 50L84 50"},
    ['G'] = {114, "M97 77C91 92 76 100 55 100h0 62L0 38v52 0h100 40L100 48L60 48"},
    ['H'] = {110, "M0 0L0 100M100 0L100 100M0 52L100 52"},
    ['I'] = {0, "M0 0L0 100"},
    ['J'] = {84, "M100 100L100 34v50 0h0 30"},
    ['K'] = {110, "M0 0L0 100M97 100L0 36M36 60L100 0"},
    ['L'] = {86, "M0 100L0 0L100 0"},
    ['M'] = {138, "M0 0L0 100L50 32L100 100L100 0"},
    ['N'] = {112, "M0 0L0 100L100 0L100 100"},
    ['O'] = {118, "M0 42L0 58v50 100h100 58L100 42v50 0h0 42z"},
    ['P'] = {102, "M0 0L0 100L54 100h100 72v54 44L0 44"},
    ['Q'] = {118, "M0 42L0 58v50 100h100 58L100 42v50 0h0 42zM62 26L98 0"},
    ['R'] = {108, "M0 0L0 100L54 100h98 73v54 46L0 46M56 46L100 0"},
    ['S'] = {104, "M94 79C90 92 74 100 50 100C23 100 5 91 5 76C5 60 22 56 50 52C80 48 100 43 100 "
                  "26C100 9 80 0 51 0C24 0 6 8 0 23"},
    ['T'] = {108, "M0 100L100 100M50 100L50 0"},
    ['U'] = {110, "M0 100L0 36v50 0h100 36L100 100"},
    ['V'] = {116, "M0 100L50 0L100 100"},
    ['W'] = {160, "M0 100L25 0L50 76L75 0L100 100"},
    ['X'] = {110, "M0 0L100 100M0 100L100 0"},
    ['Y'] = {112, "M0 100L50 46L100 100M50 46L50 0"},
    ['Z'] = {102, "M0 100L100 100L0 0L100 0"},
    ['a'] = {90, "M6 61C14 69 28 72 48 72h100 48L100 0M100 42L44 42h0 21v42 0C72 0 92 8 100 22"},
    ['b'] = {94, "M0 100L0 0M0 36v50 72h100 44L100 28v50 0h0 36"},
    ['c'] = {86, "M97 56C90 68 74 72 54 72h0 44L0 28v54 0C74 0 90 4 97 16"},
    ['d'] = {94, "M100 100L100 0M100 36v50 72h0 44L0 28v50 0h100 36"},
    ['e'] = {92, "M0 37L100 37L100 44v50 72h0 44L0 28v52 0C72 0 88 4 96 15"},
    ['f'] = {62, "M100 100C58 100 38 94 38 72L38 0M0 68L92 68"},
    ['g'] = {94,
             "M100 72L100 0C100 -18 80 -26 52 -26C32 -26 16 -22 6 -14M100 36v50 72h0 44L0 28v50 "
             "0h100 36"},
    ['h'] = {92, "M0 100L0 0M0 42v54 72h100 44L100 0"},
    ['i'] = {0, "M0 70L0 0M0 100L0 100"},
    ['j'] = {30, "M100 70L100 0C100 -18 70 -26 0 -26M100 100L100 100"},
    ['k'] = {90, "M0 100L0 0M92 72L0 24M36 44L100 0"},
    ['l'] = {32, "M0 100L0 22C0 6 30 0 100 0"},
    ['m'] = {144, "M0 72L0 0M0 44v28 72h50 46L50 0M50 44v78 72h100 46L100 0"},
    ['n'] = {92, "M0 72L0 0M0 42v54 72h100 44L100 0"},
    ['o'] = {96, "M0 30L0 42v50 72h100 42L100 30v50 0h0 30z"},
    ['p'] = {94, "M0 72L0 -26M0 36v50 72h100 44L100 28v50 0h0 36"},
    ['q'] = {94, "M100 72L100 -26M100 36v50 72h0 44L0 28v50 0h100 36"},
    ['r'] = {58, "M0 72L0 0M0 40C6 62 40 74 100 70"},
    ['s'] = {84, "M92 58C86 68 70 72 50 72C24 72 7 66 7 54C7 42 26 39 50 37C78 34 99 30 99 18C99 5 "
                 "76 0 52 0C28 0 10 4 2 15"},
    ['t'] = {64, "M36 96L36 24C36 4 60 0 100 0M0 70L96 70"},
    ['u'] = {92, "M0 72L0 28v46 0h100 32M100 72L100 0"},
    ['v'] = {96, "M0 72L50 0L100 72"},
    ['w'] = {138, "M0 72L26 0L50 56L74 0L100 72"},
    ['x'] = {92, "M0 0L100 72M0 72L100 0"},
    ['y'] = {96, "M0 72L52 0M100 72L38 -26"},
    ['z'] = {86, "M0 72L100 72L0 0L100 0"},
    ['+'] = {90, "M0 50L100 50M50 20L50 80"},
    ['-'] = {58, "M0 48L100 48"},
    ['='] = {86, "M0 36L100 36M0 64L100 64"},
    ['?'] = {86, "M0 80C5 93 22 100 46 100C80 100 100 90 100 73C100 52 48 54 48 28M48 0L48 0"},
    ['!'] = {0, "M0 100L0 34M0 0L0 0"},
    ['.'] = {0, "M0 0L0 0"},
    [','] = {14, "M100 0L0 -20"},
    [':'] = {0, "M0 0L0 0M0 60L0 60"},
    ['\''] = {0, "M0 100L0 74"},
    ['/'] = {70, "M0 -8L100 108"},
    ['('] = {30, "M100 110C-10 80 -10 16 100 -14"},
    [')'] = {30, "M0 110C110 80 110 16 0 -14"},
    ['*'] = {70, "M50 96L50 48M0 84L100 60M0 60L100 84"},
    ['#'] = {100, "M36 100L20 0M80 100L64 0M6 68L100 68M0 32L94 32"},
    // The dots of a text that was cut.
    [127] = {96, "M0 0L0 0M50 0L50 0M100 0L100 0"},
};

// Lengths of the labels of one, two, three and four signs, in thousandths of the distance between
// two lines. Up to three signs are of one height.
static const kf_lettering classes[] = {
    {.cap = 550, .pen = 96, .stretch = 1000, .gap = 60},
    {.cap = 550, .pen = 87, .stretch = 900, .gap = 50},
    {.cap = 550, .pen = 70, .stretch = 615, .gap = 34},
    {.cap = 440, .pen = 56, .stretch = 520, .gap = 26},
};

enum {
    CLASSES = sizeof classes / sizeof *classes,
    DIGIT = 44, // the way of a digit, in hundredths of the height
    MOST = 770, // the ink of a label
    NAME_STRETCH = 960,
    CURVE = 56,         // of a quarter ellipse, in hundredths
    LOWER_MIDDLE = 43,  // what stands in the middle of small letters, in hundredths
    CAPITAL_MIDDLE = 50 // and of capitals
};

static const sign *next_sign(kf_text *text) {
    uint32_t code;
    if (!kf_text_code_point(text, &code))
        return NULL;
    const sign *found = code < 127 ? &signs[code] : code == 0x2026 ? &signs[127] : &signs[0];
    return found;
}

static bool is_small(kf_text text) {
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] < 'a' || text.data[i] > 'z')
            return false;
    return text.length > 0;
}

static int way_width(const sign *s, const kf_lettering *how) {
    return (int)((int64_t)s->width * how->cap * how->stretch * DIGIT / 10000000);
}

// How many signs there are; 0: we have not drawn one of them.
static int count_signs(kf_text text) {
    int count = 0;
    for (const sign *s; count < 1000 && (s = next_sign(&text)) != NULL; count++)
        if (s->way == NULL)
            return 0;
    return count;
}

int kf_glyph_width(kf_text text, const kf_lettering *how) {
    int64_t width = 0;
    for (const sign *s; (s = next_sign(&text)) != NULL && width < INT32_MAX / 4;)
        width += way_width(s, how) + how->pen + how->gap;
    return width > 0 ? (int)width - how->gap : 0;
}

// Makes the letters narrower, then lower, until the text has room.
static void squeeze(kf_text text, kf_lettering *how, int most) {
    while (how->width > most && how->stretch > 300) {
        how->stretch = (int16_t)(how->stretch * 19 / 20);
        how->width = kf_glyph_width(text, how);
    }
    while (how->width > most && how->cap > 100) {
        how->cap = (int16_t)(how->cap * 19 / 20);
        how->pen = (int16_t)(how->pen * 19 / 20);
        how->gap = (int16_t)(how->gap * 19 / 20);
        how->width = kf_glyph_width(text, how);
    }
}

bool kf_glyph_fit(kf_text text, kf_lettering *how) {
    int count = count_signs(text);
    if (count == 0 || count > CLASSES)
        return false;
    *how = classes[count - 1];
    how->middle = is_small(text) ? LOWER_MIDDLE : CAPITAL_MIDDLE;
    how->width = kf_glyph_width(text, how);
    squeeze(text, how, MOST);
    return true;
}

int kf_glyph_set(const kf_lettering *how) {
    for (int i = 0; i < CLASSES; i++)
        if (how->cap == classes[i].cap && how->stretch == classes[i].stretch)
            return i;
    return how->stretch == NAME_STRETCH ? CLASSES : -1;
}

bool kf_glyph_name(kf_text text, int cap, int most, kf_lettering *how) {
    int count = count_signs(text);
    if (count == 0)
        return false;
    *how = (kf_lettering){.cap = (int16_t)cap,
                          .pen = (int16_t)(cap * 13 / 100),
                          .stretch = NAME_STRETCH,
                          .gap = (int16_t)(cap * 15 / 100)};
    how->middle = is_small(text) ? LOWER_MIDDLE : CAPITAL_MIDDLE;
    how->width = kf_glyph_width(text, how);
    squeeze(text, how, most);
    return true;
}

// ---- The way of the pen ----

void kf_glyph_begin(kf_glyph_pen *pen, kf_text text, const kf_lettering *how, int x, int y) {
    *pen = (kf_glyph_pen){.how = *how, .rest = text, .way = ""};
    pen->left = x - how->width / 2;
    pen->base = y + (how->pen + how->middle * (how->cap - how->pen) / 50) / 2;
}

static int read_number(const char **at) {
    const char *s = *at;
    int value = 0;
    bool is_below = *s == '-';
    for (s += is_below; *s >= '0' && *s <= '9'; s++)
        value = value * 10 + (*s - '0');
    *at = s + (*s == ' ');
    return is_below ? -value : value;
}

// Goes on to the next sign. False: there is none.
static bool take_sign(kf_glyph_pen *pen) {
    const sign *s = next_sign(&pen->rest);
    if (s == NULL || s->way == NULL)
        return false;
    pen->left += pen->span > 0 ? pen->span + pen->how.gap : 0;
    pen->way = s->way;
    pen->span = way_width(s, &pen->how) + pen->how.pen;
    return true;
}

static void read_place(kf_glyph_pen *pen, int *x, int *y) {
    int across = read_number(&pen->way), up = read_number(&pen->way);
    const kf_lettering *how = &pen->how;
    *x = pen->left + how->pen / 2 + across * (pen->span - how->pen) / 100;
    *y = pen->base - how->pen / 2 - up * (how->cap - how->pen) / 100;
}

bool kf_glyph_next(kf_glyph_pen *pen, kf_glyph_step *step) {
    if (*pen->way == '\0' && !take_sign(pen))
        return false;
    char command = *pen->way++;
    int x0 = pen->x, y0 = pen->y, last = command == 'C' ? 2 : 0;
    *step = (kf_glyph_step){.command = command};
    if (command == 'z')
        return true;
    for (int i = 0; i <= last; i++)
        read_place(pen, &step->x[i], &step->y[i]);
    if (command == 'v' || command == 'h') {
        int x = step->x[0], y = step->y[0];
        int dx = (x - x0) * CURVE / 100, dy = (y - y0) * CURVE / 100;
        bool is_upright = command == 'v';
        *step = (kf_glyph_step){.command = 'C',
                                .x = {is_upright ? x0 : x0 + dx, is_upright ? x - dx : x, x},
                                .y = {is_upright ? y0 + dy : y0, is_upright ? y : y - dy, y}};
        last = 2;
    }
    pen->x = step->x[last];
    pen->y = step->y[last];
    return true;
}
