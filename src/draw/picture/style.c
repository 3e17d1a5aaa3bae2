// SPDX-License-Identifier: MIT
// How a picture looks: the styles that are built in, and those that a file says.

#include "draw/picture/picture.h"

#include <string.h>

#include "base/log.h"
#include "base/text.h"

static const kf_style styles[] = {
    // Black on white with two tones, as books are printed.
    {.name = "book",
     .paper = 0xFFFFFF,
     .board = 0xFFFFFF,
     .line = 0x000000,
     .ink = 0x000000,
     .black_fill = 0x000000,
     .black_line = 0x000000,
     .black_ink = 0xFFFFFF,
     .white_fill = 0xFFFFFF,
     .white_line = 0x000000,
     .white_ink = 0x000000,
     .mark = 0x000000,
     .accent = 0xB00020,
     .line_width = 25,
     .edge_width = 50,
     .stone_line = 35,
     .mark_line = 70,
     .stone_radius = 475,
     .hoshi_radius = 95,
     .font = "sans-serif"},
    // A wooden board with slate and shell.
    {.name = "wood",
     .paper = 0xFFFFFF,
     .board = 0xE3B66A,
     .line = 0x4A3418,
     .ink = 0x2B1D0A,
     .black_fill = 0x1C1C1E,
     .black_line = 0x000000,
     .black_ink = 0xFFFFFF,
     .white_fill = 0xF7F5EF,
     .white_line = 0x8A8A86,
     .white_ink = 0x111111,
     .mark = 0x2B1D0A,
     .accent = 0xB00020,
     .line_width = 25,
     .edge_width = 50,
     .stone_line = 25,
     .mark_line = 75,
     .stone_radius = 485,
     .hoshi_radius = 95,
     .is_shaded = true,
     .font = "sans-serif"},
    // One ink: for printing, engraving and copying, without any other colour.
    {.name = "mono",
     .paper = 0xFFFFFF,
     .board = 0xFFFFFF,
     .line = 0x000000,
     .ink = 0x000000,
     .black_fill = 0x000000,
     .black_line = 0x000000,
     .black_ink = 0xFFFFFF,
     .white_fill = 0xFFFFFF,
     .white_line = 0x000000,
     .white_ink = 0x000000,
     .mark = 0x000000,
     .accent = 0x000000,
     .line_width = 24,
     .edge_width = 48,
     .stone_line = 30,
     .mark_line = 60,
     .stone_radius = 475,
     .hoshi_radius = 95,
     .font = "sans-serif"},
    // Light lines on a dark board, for a screen at night.
    {.name = "dark",
     .paper = 0x16181B,
     .board = 0x24272B,
     .line = 0x8B9098,
     .ink = 0xD6D9DE,
     .black_fill = 0x050506,
     .black_line = 0x7C828A,
     .black_ink = 0xFFFFFF,
     .white_fill = 0xE9EAEC,
     .white_line = 0xE9EAEC,
     .white_ink = 0x111214,
     .mark = 0xF2F3F5,
     .accent = 0xFFB454,
     .line_width = 25,
     .edge_width = 50,
     .stone_line = 35,
     .mark_line = 70,
     .stone_radius = 475,
     .hoshi_radius = 95,
     .font = "sans-serif"},
};

size_t kf_style_count(void) {
    return sizeof styles / sizeof styles[0];
}

const kf_style *kf_style_at(size_t index) {
    return index < kf_style_count() ? &styles[index] : NULL;
}

const kf_style *kf_style_named(const char *name) {
    for (size_t i = 0; i < kf_style_count(); i++)
        if (kf_text_equal_fold(kf_text_of(styles[i].name), kf_text_of(name)))
            return &styles[i];
    return NULL;
}

// About how light a colour is, from 0 to 1,000,000, the way eyes see it.
static int64_t lightness(kf_rgb rgb) {
    int64_t red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
    return (2126 * red * red + 7152 * green * green + 722 * blue * blue) * 100 /
           65025; // 255 squared
}

// Whether one is seen on the other: a contrast of three to one and a little more.
static bool is_seen(kf_rgb a, kf_rgb b) {
    int64_t x = lightness(a) + 50000, y = lightness(b) + 50000;
    return 10 * (x > y ? x : y) >= 34 * (x > y ? y : x);
}

kf_rgb kf_style_ink(const kf_style *style, int on, kf_mark mark) {
    kf_rgb below = on == KF_EMPTY   ? style->board
                   : on == KF_BLACK ? style->black_fill
                                    : style->white_fill;
    if (mark == KF_MARK_LAST && is_seen(style->accent, below))
        return style->accent;
    if (on == KF_EMPTY)
        return style->mark;
    return on == KF_BLACK ? style->black_ink : style->white_ink;
}

// ---- Styles in files ----

typedef enum kind { COLOUR, LENGTH, SWITCH, FONT } kind;

// A line that a file may have: its name and where its value goes.
static const struct {
    const char *name;
    kind kind;
    size_t place;
} fields[] = {
#define FIELD(field, kind)                                                                         \
    { #field, kind, offsetof(kf_style, field) }
    FIELD(paper, COLOUR),
    FIELD(board, COLOUR),
    FIELD(line, COLOUR),
    FIELD(ink, COLOUR),
    FIELD(black_fill, COLOUR),
    FIELD(black_line, COLOUR),
    FIELD(black_ink, COLOUR),
    FIELD(white_fill, COLOUR),
    FIELD(white_line, COLOUR),
    FIELD(white_ink, COLOUR),
    FIELD(mark, COLOUR),
    FIELD(accent, COLOUR),
    FIELD(line_width, LENGTH),
    FIELD(edge_width, LENGTH),
    FIELD(stone_line, LENGTH),
    FIELD(mark_line, LENGTH),
    FIELD(stone_radius, LENGTH),
    FIELD(hoshi_radius, LENGTH),
    {"shaded", SWITCH, offsetof(kf_style, is_shaded)},
    FIELD(font, FONT),
#undef FIELD
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

// Which file, which line, and what it is all read from.
typedef struct reader {
    kf_style *style;
    const char *file;
    kf_log *log;
    int line;
    bool is_good;
} reader;

static void complain(reader *r, const char *what, kf_text word) {
    int length = word.length < 60 ? (int)word.length : 60;
    kf_log_add(r->log, KF_DRAW_STYLE, (kf_place){0}, "%.150s:%d: %s: '%.*s'", r->file, r->line,
               what, length, length > 0 ? word.data : "");
    r->is_good = false;
}

// `#rgb` or `#rrggbb`.
static bool read_colour(kf_text text, kf_rgb *colour) {
    *colour = 0;
    if ((text.length != 4 && text.length != 7) || text.data[0] != '#')
        return false;
    for (size_t i = 1; i < text.length; i++) {
        int digit = kf_text_hex(text.data[i]);
        if (digit < 0)
            return false;
        *colour =
            text.length == 7 ? *colour << 4 | (kf_rgb)digit : *colour << 8 | (kf_rgb)(digit * 17);
    }
    return true;
}

static bool read_length(kf_text text, int *length) {
    return kf_text_number(text, length) && *length <= 1000;
}

static bool read_switch(kf_text text, bool *is_on) {
    *is_on = kf_text_is(text, "yes");
    return *is_on || kf_text_is(text, "no");
}

// The name goes into files of several kinds, so it may only hold what means nothing in any.
static bool read_font(kf_text text, char font[64]) {
    if (text.length == 0 || text.length > 63)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || c == ' ' || c == '-' || c == ',';
        if (!is_plain)
            return false;
    }
    memcpy(font, text.data, text.length);
    font[text.length] = '\0';
    return true;
}

static void read_base(reader *r, kf_text value) {
    char name[32] = "";
    if (value.length < sizeof name)
        memcpy(name, value.data, value.length);
    const kf_style *base = kf_style_named(name);
    if (value.length == 0 || base == NULL)
        complain(r, "there is no style of that name", value);
    else
        *r->style = *base;
}

static void read_field(reader *r, size_t i, kf_text value) {
    char *place = (char *)r->style + fields[i].place;
    kf_rgb colour;
    int length;
    bool is_on;
    bool is_none = fields[i].place == offsetof(kf_style, paper) && kf_text_is(value, "none");
    if (is_none)
        r->style->paper = KF_RGB_NONE;
    else if (fields[i].kind == COLOUR && read_colour(value, &colour))
        memcpy(place, &colour, sizeof colour);
    else if (fields[i].kind == LENGTH && read_length(value, &length))
        memcpy(place, &length, sizeof length);
    else if (fields[i].kind == SWITCH && read_switch(value, &is_on))
        memcpy(place, &is_on, sizeof is_on);
    else if (fields[i].kind != FONT || !read_font(value, place))
        complain(r,
                 fields[i].kind == COLOUR   ? "not a colour such as #E3B66A"
                 : fields[i].kind == LENGTH ? "not a length from 0 to 1000"
                 : fields[i].kind == SWITCH ? "neither yes nor no"
                                            : "not the name of a font",
                 value);
}

static void read_line(reader *r, kf_text line) {
    const char *sign = line.length > 0 ? memchr(line.data, '=', line.length) : NULL;
    if (sign == NULL) {
        complain(r, "not 'name = value'", line);
        return;
    }
    size_t at = (size_t)(sign - line.data);
    kf_text name = kf_text_trim(kf_text_cut(line, 0, at));
    kf_text value = kf_text_trim(kf_text_cut(line, at + 1, line.length));
    if (kf_text_is(name, "base")) {
        read_base(r, value);
        return;
    }
    for (size_t i = 0; i < FIELDS; i++) {
        if (kf_text_is(name, fields[i].name)) {
            read_field(r, i, value);
            return;
        }
    }
    complain(r, "a style has no such line", name);
}

bool kf_style_read(kf_style *style, kf_text text, const char *file, kf_log *log) {
    reader r = {.style = style, .file = file, .log = log, .is_good = true};
    kf_text line;
    *style = styles[0];
    while (kf_text_line(&text, &line)) {
        r.line++;
        line = kf_text_trim(line);
        if (line.length > 0 && line.data[0] != ';')
            read_line(&r, line);
    }
    memcpy(style->name, "file", sizeof "file");
    return r.is_good;
}
