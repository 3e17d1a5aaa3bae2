// SPDX-License-Identifier: MIT
// Pictures as SVG: small, with text that can be selected, and classes for those who restyle it.

#include "draw/picture/picture.h"

#include <string.h>

#include "base/output.h"
#include "base/text.h"
#include "base/xml.h"

// A hundred units of the picture are the distance between two lines; 25 pixels when nobody says, so
// that lines lie in the middle of a pixel.
enum { SCALE = 10, PIXELS = 25, UNIT = 1000 };

struct kf_svg {
    kf_output out;
    const kf_style *style;
    const kf_picture *picture;
    int width, height;     // of the picture, up to the end of a pixel
    uint8_t (*signs)[128]; // that are defined
    const char *close;     // ends the group in hand
    kf_shape last;         // the shape before, whose group it is
};

typedef kf_svg svg;

// ---- Small pieces ----

static void put(svg *s, const char *text) {
    kf_output_add_string(&s->out, text);
}

static void number(svg *s, int value) {
    kf_output_add_number(&s->out, value);
}

// A length in the units of the picture, rounded.
static void length(svg *s, int value) {
    number(s, (value + (value < 0 ? -SCALE / 2 : SCALE / 2)) / SCALE);
}

// The same to a tenth of a unit.
static void exact(svg *s, int value) {
    int rest = value < 0 ? -value : value;
    kf_output_add_string(&s->out, value < 0 ? "-" : "");
    if (rest >= SCALE || rest == 0)
        number(s, rest / SCALE);
    if (rest % SCALE != 0) {
        put(s, ".");
        number(s, rest % SCALE);
    }
}

static void attribute(svg *s, const char *name, int value) {
    put(s, name);
    length(s, value);
    put(s, "\"");
}

static void colour(svg *s, const char *name, kf_rgb rgb) {
    static const char digits[] = "0123456789abcdef";
    char text[7] = "#";
    for (int i = 0; i < 6; i++)
        text[i + 1] = digits[rgb >> (20 - 4 * i) & 15];
    put(s, name);
    bool is_short = text[1] == text[2] && text[3] == text[4] && text[5] == text[6];
    if (is_short) {
        text[2] = text[3];
        text[3] = text[5];
    }
    kf_output_add(&s->out, text, is_short ? 4 : 7);
    put(s, "\"");
}

static void escaped(svg *s, kf_text text) {
    kf_xml_escape(kf_output_sink, &s->out, text);
}

static void point(svg *s, const char *command, int x, int y) {
    put(s, command);
    length(s, x);
    put(s, " ");
    length(s, y);
}

static void thickness(svg *s, int value) {
    put(s, " stroke-width=\"");
    exact(s, value);
    put(s, "\"");
}

// ---- The front ----

static void gradient(svg *s, const char *id, kf_rgb light, kf_rgb fill, kf_rgb dark) {
    put(s, "<radialGradient id=\"");
    put(s, id);
    put(s, "\" cx=\".4\" cy=\".38\" fx=\".33\" fy=\".3\" r=\".65\">");
    colour(s, "<stop offset=\"0\" stop-color=\"", light);
    colour(s, "/><stop offset=\".55\" stop-color=\"", fill);
    colour(s, "/><stop offset=\"1\" stop-color=\"", dark);
    put(s, "/></radialGradient>");
}

static int divide_up(int64_t value, int by) {
    return (int)((value + by - 1) / by);
}

static void put_front(svg *s, int pixels) {
    const kf_picture *p = s->picture;
    const kf_scene *scene = p->scene;
    int width = pixels > 0 ? pixels : divide_up((int64_t)p->width * PIXELS, UNIT);
    int height = pixels > 0 ? divide_up((int64_t)p->height * width, p->width)
                            : divide_up((int64_t)p->height * PIXELS, UNIT);
    put(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    // With half a pixel cut off at the right or below, no line would lie where it should.
    s->width = pixels > 0 ? p->width : width * UNIT / PIXELS;
    s->height = pixels > 0 ? p->height : height * UNIT / PIXELS;
    length(s, s->width);
    put(s, " ");
    length(s, s->height);
    put(s, "\" width=\"");
    number(s, width);
    put(s, "\" height=\"");
    number(s, height);
    // Which of the forms of a Han sign is meant.
    if (scene->language != KF_LANGUAGE_EN) {
        put(s, "\" xml:lang=\"");
        put(s, kf_language_tag(scene->language));
    }
    put(s, "\" role=\"img\" font-family=\"");
    put(s, s->style->font);
    put(s, "\" text-anchor=\"middle\">\n<title>");
    escaped(s, scene->title);
    if (scene->title.length > 0 && scene->caption.length > 0)
        put(s, " – ");
    escaped(s, scene->caption);
    if (scene->title.length == 0 && scene->caption.length == 0)
        put(s, kf_language_get(scene->language, KF_WORD_A_BOARD));
    put(s, "</title>\n<desc>");
    escaped(s, scene->alternative);
    put(s, "</desc>\n");
    if (s->style->is_shaded) {
        put(s, "<defs>");
        gradient(s, "black", 0x7A7A7E, s->style->black_fill, 0);
        gradient(s, "white", 0xFFFFFF, s->style->white_fill, 0xC9C6BC);
        put(s, "<filter id=\"shadow\" x=\"-5%\" y=\"-5%\" width=\"110%\" height=\"110%\">"
               "<feDropShadow dx=\"3\" dy=\"5\" stdDeviation=\"4\" flood-opacity=\".4\"/>"
               "</filter></defs>\n");
    }
}

// ---- Groups ----

static const char *stone_class(const kf_shape *shape) {
    bool is_black = shape->colour == KF_BLACK;
    if (shape->kind == KF_SHAPE_GHOST)
        return is_black ? "ghost black" : "ghost white";
    if (shape->kind == KF_SHAPE_TERRITORY)
        return is_black ? "territory black" : "territory white";
    return is_black ? "black" : "white";
}

static kf_rgb ink_on(const svg *s, int on) {
    return kf_style_ink(s->style, on, KF_MARK_NONE);
}

static void open_lines(svg *s, const char *name, kf_rgb rgb, int width, const char *more) {
    put(s, "<path class=\"");
    put(s, name);
    colour(s, "\" stroke=\"", rgb);
    if (strcmp(name, "arrow") == 0)
        colour(s, " fill=\"", rgb);
    thickness(s, width);
    put(s, more);
    put(s, " d=\"");
    s->close = "\"/>\n";
}

static void open_stones(svg *s, const kf_shape *shape) {
    const kf_style *style = s->style;
    bool is_black = shape->colour == KF_BLACK;
    put(s, "<g class=\"");
    put(s, stone_class(shape));
    if (style->is_shaded && shape->kind != KF_SHAPE_TERRITORY)
        put(s, is_black ? "\" fill=\"url(#black)\"" : "\" fill=\"url(#white)\"");
    else
        colour(s, "\" fill=\"", is_black ? style->black_fill : style->white_fill);
    // On a stone of its own colour a sign of territory would not be seen without its edge.
    bool is_sign = shape->kind == KF_SHAPE_TERRITORY;
    kf_rgb edge = is_black ? style->black_line : style->white_line;
    if (is_sign && is_black && shape->on == KF_BLACK)
        edge = style->black_ink;
    colour(s, " stroke=\"", edge);
    thickness(s, style->stone_line);
    if (style->is_shaded && shape->kind == KF_SHAPE_STONE)
        put(s, " filter=\"url(#shadow)\"");
    put(s, shape->kind == KF_SHAPE_GHOST ? " opacity=\".4\">\n" : ">\n");
    s->close = "</g>\n";
}

static void open_marks(svg *s, const kf_shape *shape) {
    bool is_last = shape->mark == KF_MARK_LAST;
    kf_rgb rgb = kf_style_ink(s->style, shape->on, (kf_mark)shape->mark);
    put(s, is_last ? "<g class=\"last\"" : "<g class=\"mark\"");
    colour(s, is_last ? " fill=\"" : " fill=\"none\" stroke=\"", rgb);
    if (!is_last)
        thickness(s, s->style->mark_line);
    put(s, ">\n");
    s->close = "</g>\n";
}

static void open_text(svg *s, const kf_shape *shape, const char *name, kf_rgb rgb) {
    put(s, "<g class=\"");
    put(s, name);
    attribute(s, "\" font-size=\"", shape->size);
    put(s, shape->kind == KF_SHAPE_TITLE ? " font-weight=\"bold\"" : "");
    if (shape->letters.pen > 0) {
        colour(s, " fill=\"none\" stroke=\"", rgb);
        thickness(s, shape->letters.pen);
        put(s, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    } else {
        colour(s, " fill=\"", rgb);
    }
    put(s, ">\n");
    s->close = "</g>\n";
}

// Groups that stand for one shape each have no opening: their shape says all.
static void open_group(svg *s, const kf_shape *shape) {
    static const char *const labels[] = {"label", "label on-black", "label on-white"};
    const kf_style *style = s->style;
    s->close = "";
    switch ((kf_shape_kind)shape->kind) {
    case KF_SHAPE_GRID:
        open_lines(s, shape->is_edge ? "edge" : "grid", style->line,
                   shape->is_edge ? style->edge_width : style->line_width,
                   " fill=\"none\" stroke-linecap=\"square\"");
        break;
    case KF_SHAPE_STONE:
    case KF_SHAPE_GHOST:
    case KF_SHAPE_TERRITORY:
        open_stones(s, shape);
        break;
    case KF_SHAPE_MARK:
        open_marks(s, shape);
        break;
    case KF_SHAPE_HOSHI:
        colour(s, "<g class=\"hoshi\" fill=\"", style->line);
        put(s, ">\n");
        s->close = "</g>\n";
        break;
    case KF_SHAPE_CLEAR:
        colour(s, "<g class=\"clear\" fill=\"", style->board);
        put(s, ">\n");
        s->close = "</g>\n";
        break;
    case KF_SHAPE_DIM:
        colour(s, "<path class=\"dim\" fill-opacity=\".6\" fill=\"", style->board);
        put(s, " d=\"");
        s->close = "\"/>\n";
        break;
    case KF_SHAPE_LINE:
        open_lines(s, "line", style->accent, style->mark_line, " fill=\"none\"");
        break;
    case KF_SHAPE_ARROW:
        open_lines(s, "arrow", style->accent, style->mark_line, " stroke-linejoin=\"round\"");
        break;
    case KF_SHAPE_LABEL:
        open_text(s, shape, labels[shape->on], ink_on(s, shape->on));
        break;
    case KF_SHAPE_NAME:
        open_text(s, shape, "name", style->ink);
        break;
    case KF_SHAPE_TITLE:
        open_text(s, shape, "title", style->ink);
        break;
    case KF_SHAPE_CAPTION:
        open_text(s, shape, "caption", style->ink);
        break;
    case KF_SHAPE_NOTE:
        open_text(s, shape, "note", style->ink);
        break;
    case KF_SHAPE_PAPER:
    case KF_SHAPE_BOARD:
    case KF_SHAPE_COUNT:
        break;
    }
}

// ---- Shapes ----

// A step of the pen from x, y on: equal signs are equal text wherever they stand, which packs well.
static void pen_step(svg *s, const kf_glyph_step *step, int x, int y) {
    int count = step->command == 'C' ? 3 : 1;
    int dx = step->x[0] - x, dy = step->y[0] - y;
    if (step->command == 'z') {
        put(s, "z");
        return;
    }
    if (step->command == 'L' && (dx == 0) != (dy == 0)) {
        put(s, dx == 0 ? "v" : "h");
        exact(s, dx == 0 ? dy : dx);
        return;
    }
    put(s, step->command == 'M' ? "m" : step->command == 'L' ? "l" : "c");
    for (int i = 0; i < 2 * count; i++) {
        int value = i % 2 == 0 ? step->x[i / 2] - x : step->y[i / 2] - y;
        put(s, i > 0 && value >= 0 ? " " : "");
        exact(s, value);
    }
}

// The way of the pen for a text with its middle at x, y.
static void way(svg *s, kf_text text, const kf_lettering *how, int x, int y) {
    kf_glyph_pen pen;
    int from_x = x, from_y = y;
    point(s, "M", x, y);
    kf_glyph_begin(&pen, text, how, x, y);
    for (kf_glyph_step step; kf_glyph_next(&pen, &step);) {
        int last = step.command == 'C' ? 2 : 0;
        pen_step(s, &step, x, y);
        x = step.command == 'z' ? from_x : step.x[last];
        y = step.command == 'z' ? from_y : step.y[last];
        from_x = step.command == 'M' ? x : from_x;
        from_y = step.command == 'M' ? y : from_y;
    }
}

static void sign_name(svg *s, int set, char sign) {
    char name[3] = {(char)('a' + set), sign, '\0'};
    put(s, "k");
    put(s, name);
}

// Whether the text is made of signs that the picture defines.
static bool is_of_set(const kf_shape *shape) {
    for (size_t i = 0; i < shape->text.length; i++) {
        char c = shape->text.data[i];
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')))
            return false;
    }
    return kf_glyph_set(&shape->letters) >= 0;
}

// Defines each sign that is used, once; it stands with its left edge at 0.
static void define_signs(svg *s) {
    const kf_picture *p = s->picture;
    bool has_any = false;
    for (size_t i = 0; i < p->made; i++) { // notes are set in a font
        const kf_shape *shape = &p->shapes[i];
        if (shape->letters.pen == 0 || !is_of_set(shape))
            continue;
        int set = kf_glyph_set(&shape->letters);
        for (size_t k = 0; k < shape->text.length; k++) {
            kf_text one = {shape->text.data + k, 1};
            kf_lettering how = shape->letters;
            if (s->signs[set][(unsigned char)*one.data] != 0)
                continue;
            s->signs[set][(unsigned char)*one.data] = 1;
            put(s, has_any ? "" : "<defs>\n");
            has_any = true;
            put(s, "<path id=\"");
            sign_name(s, set, *one.data);
            put(s, "\" d=\"");
            how.width = kf_glyph_width(one, &how);
            how.middle = 50;
            way(s, one, &how, how.width / 2, 0);
            put(s, "\"/>\n");
        }
    }
    put(s, has_any ? "</defs>\n" : "");
}

static void letters(svg *s, const kf_shape *shape) {
    const kf_lettering *how = &shape->letters;
    if (!is_of_set(shape)) {
        put(s, "<path d=\"");
        way(s, shape->text, how, shape->x, shape->y);
        put(s, "\"/>\n");
        return;
    }
    int left = shape->x - how->width / 2;
    int y = shape->y + (how->middle - 50) * (how->cap - how->pen) / 100;
    for (size_t i = 0; i < shape->text.length; i++) {
        kf_text one = {shape->text.data + i, 1};
        put(s, "<use href=\"#");
        sign_name(s, kf_glyph_set(how), *one.data);
        attribute(s, "\" x=\"", left);
        attribute(s, " y=\"", y);
        put(s, "/>");
        left += kf_glyph_width(one, how) + how->gap;
    }
    put(s, "\n");
}

static void grain(svg *s, const int frame[4]) {
    int heights[KF_GRAIN_BENDS + 1], width = (frame[2] - frame[0]) / KF_GRAIN_BENDS;
    put(s, "<path class=\"grain\" fill=\"none\" opacity=\".13\" stroke-width=\"5\"");
    colour(s, " stroke=\"", s->style->line);
    put(s, " d=\"");
    for (int line = 0; line < KF_GRAIN_LINES; line++) {
        kf_outline_grain(frame, line, heights);
        point(s, "M", frame[0], heights[0]);
        for (int i = 0; i < KF_GRAIN_BENDS; i++) {
            int x = frame[0] + i * width, x2 = i + 1 < KF_GRAIN_BENDS ? x + width : frame[2];
            point(s, "C", x + width / 2, heights[i]);
            point(s, " ", x + width / 2, heights[i + 1]);
            point(s, " ", x2, heights[i + 1]);
        }
    }
    put(s, "\"/>\n");
}

static void rectangle(svg *s, const kf_shape *shape, const char *name, kf_rgb fill) {
    put(s, "<rect class=\"");
    put(s, name);
    if (shape->x != 0 || shape->y != 0) {
        attribute(s, "\" x=\"", shape->x);
        attribute(s, " y=\"", shape->y);
    } else {
        put(s, "\"");
    }
    attribute(s, " width=\"", shape->x2 - shape->x);
    attribute(s, " height=\"", shape->y2 - shape->y);
    colour(s, " fill=\"", fill);
    put(s, "/>\n");
}

static void circle(svg *s, const kf_shape *shape, int radius) {
    attribute(s, "<circle cx=\"", shape->x);
    attribute(s, " cy=\"", shape->y);
    put(s, " r=\"");
    exact(s, radius);
    put(s, "\"/>\n");
}

static void square(svg *s, const kf_shape *shape, int half) {
    attribute(s, "<rect x=\"", shape->x - half);
    attribute(s, " y=\"", shape->y - half);
    attribute(s, " width=\"", 2 * half);
    attribute(s, " height=\"", 2 * half);
    put(s, "/>\n");
}

// A path through points given in hundredths of the mark's radius. A command stands before each.
static void path(svg *s, const kf_shape *shape, const char *commands, const int (*points)[2]) {
    char command[2] = "";
    put(s, "<path d=\"");
    for (int i = 0; commands[i] != '\0'; i++) {
        command[0] = commands[i];
        if (command[0] == 'z')
            put(s, "z");
        else
            point(s, command, shape->x + points[i][0] * shape->size / 100,
                  shape->y + points[i][1] * shape->size / 100);
    }
    put(s, "\"/>\n");
}

static void mark(svg *s, const kf_shape *shape) {
    static const int triangle[][2] = {{0, -105}, {95, 60}, {-95, 60}, {0, 0}};
    static const int cross[][2] = {{-80, -80}, {80, 80}, {-80, 80}, {80, -80}};
    static const int diamond[][2] = {{0, -105}, {105, 0}, {0, 105}, {-105, 0}, {0, 0}};
    static const int check[][2] = {{-90, 5}, {-25, 75}, {95, -80}};
    static const int corners[][2] = {{-95, -40}, {-95, -95}, {-40, -95}, {40, -95},
                                     {95, -95},  {95, -40},  {95, 40},   {95, 95},
                                     {40, 95},   {-40, 95},  {-95, 95},  {-95, 40}};
    switch ((kf_mark)shape->mark) {
    case KF_MARK_TRIANGLE:
        path(s, shape, "MLLz", triangle);
        break;
    case KF_MARK_SQUARE:
        square(s, shape, shape->size * 8 / 10);
        break;
    case KF_MARK_CIRCLE:
        circle(s, shape, shape->size * 9 / 10);
        break;
    case KF_MARK_CROSS:
        path(s, shape, "MLML", cross);
        break;
    case KF_MARK_SELECTED:
        path(s, shape, "MLLMLLMLLMLL", corners);
        break;
    case KF_MARK_DIAMOND:
        path(s, shape, "MLLLz", diamond);
        break;
    case KF_MARK_CHECK:
        path(s, shape, "MLL", check);
        break;
    case KF_MARK_LAST:
        circle(s, shape, shape->size / 2);
        break;
    case KF_MARK_NONE:
    case KF_MARK_COUNT:
        break;
    }
}

static void text(svg *s, const kf_shape *shape, int lower) {
    attribute(s, "<text x=\"", shape->x);
    attribute(s, " y=\"", shape->y + lower);
    put(s, ">");
    escaped(s, shape->text);
    put(s, "</text>\n");
}

// A line that ends in the base of its head, so that the point of the head is sharp.
static void arrow(svg *s, const kf_shape *shape) {
    enum { LONG = 330, WIDE = 150 };
    int64_t dx = shape->x2 - shape->x, dy = shape->y2 - shape->y;
    int64_t reach = kf_shape_root(dx * dx + dy * dy);
    if (reach == 0)
        return;
    int x = shape->x2 - (int)(dx * LONG / reach), y = shape->y2 - (int)(dy * LONG / reach);
    int wide_x = (int)(dy * WIDE / reach), wide_y = (int)(-dx * WIDE / reach);
    point(s, "M", shape->x, shape->y);
    point(s, "L", x, y);
    point(s, "L", x + wide_x, y + wide_y);
    point(s, "L", shape->x2, shape->y2);
    point(s, "L", x - wide_x, y - wide_y);
    point(s, "L", x, y);
    put(s, "z");
}

static void line(svg *s, const kf_shape *shape) {
    point(s, "M", shape->x, shape->y);
    if (shape->y == shape->y2) {
        put(s, "H");
        length(s, shape->x2);
    } else if (shape->x == shape->x2) {
        put(s, "V");
        length(s, shape->y2);
    } else {
        point(s, "L", shape->x2, shape->y2);
    }
}

static void veil(svg *s, const kf_shape *shape) {
    point(s, "M", shape->x - shape->size, shape->y - shape->size);
    put(s, "h");
    length(s, 2 * shape->size);
    put(s, "v");
    length(s, 2 * shape->size);
    put(s, "h");
    length(s, -2 * shape->size);
    put(s, "z");
}

// A wooden board goes on below the names.
static void board(svg *s, const kf_shape *shape) {
    kf_shape wide = *shape;
    if (!s->style->is_shaded) {
        rectangle(s, shape, "board", s->style->board);
        return;
    }
    wide.x = shape->frame[0];
    wide.y = shape->frame[1];
    wide.x2 = shape->frame[2];
    wide.y2 = shape->frame[3];
    rectangle(s, &wide, "board", s->style->board);
    grain(s, shape->frame);
}

static void paper(svg *s, const kf_shape *shape) {
    kf_shape sheet = *shape;
    sheet.x2 = s->width;
    sheet.y2 = s->height;
    if (s->style->paper != KF_RGB_NONE)
        rectangle(s, &sheet, "paper", s->style->paper);
}

static void draw(svg *s, const kf_shape *shape) {
    switch ((kf_shape_kind)shape->kind) {
    case KF_SHAPE_PAPER:
        paper(s, shape);
        break;
    case KF_SHAPE_BOARD:
        board(s, shape);
        break;
    case KF_SHAPE_GRID:
    case KF_SHAPE_LINE:
        line(s, shape);
        break;
    case KF_SHAPE_HOSHI:
        circle(s, shape, s->style->hoshi_radius);
        break;
    case KF_SHAPE_STONE:
    case KF_SHAPE_GHOST:
        circle(s, shape, s->style->stone_radius - s->style->stone_line / 2);
        break;
    case KF_SHAPE_CLEAR:
        attribute(s, "<rect x=\"", shape->x - shape->width / 2);
        attribute(s, " y=\"", shape->y - shape->size);
        attribute(s, " width=\"", shape->width);
        attribute(s, " height=\"", 2 * shape->size);
        put(s, "/>\n");
        break;
    case KF_SHAPE_TERRITORY:
        square(s, shape, shape->size);
        break;
    case KF_SHAPE_MARK:
        mark(s, shape);
        break;
    case KF_SHAPE_ARROW:
        arrow(s, shape);
        break;
    case KF_SHAPE_DIM:
        veil(s, shape);
        break;
    case KF_SHAPE_LABEL:
    case KF_SHAPE_NAME:
        if (shape->letters.pen > 0)
            letters(s, shape);
        else
            text(s, shape, shape->size * 36 / 100);
        break;
    case KF_SHAPE_TITLE:
    case KF_SHAPE_CAPTION:
    case KF_SHAPE_NOTE:
        text(s, shape, 0);
        break;
    case KF_SHAPE_COUNT:
        break;
    }
}

// ---- All of it ----

static const kf_shape no_shape = {.kind = KF_SHAPE_COUNT};

kf_svg *kf_svg_begin(const kf_drawing_job *job, const kf_picture *picture) {
    svg *s = kf_arena_alloc(job->arena, sizeof *s);
    kf_output_begin(&s->out, job->sink, job->context);
    s->style = job->how->style != NULL ? job->how->style : kf_style_at(0);
    s->picture = picture;
    s->close = "";
    s->last = no_shape;
    s->signs = job->how->signs;
    if (s->signs == NULL) {
        s->signs = kf_arena_alloc(job->arena, KF_GLYPH_SETS * sizeof *s->signs);
        memset(s->signs, 0, KF_GLYPH_SETS * sizeof *s->signs);
    }
    if (!job->how->is_fragment)
        put(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put_front(s, job->how->width);
    define_signs(s);
    return s;
}

static void enter_group(svg *s, const kf_shape *shape) {
    if (!kf_shape_is_alike(shape, &s->last)) {
        put(s, s->close);
        open_group(s, shape);
    }
    s->last = *shape;
}

void kf_svg_shape(kf_svg *s, const kf_shape *shape) {
    enter_group(s, shape);
    draw(s, shape);
}

// A group that is one path takes no elements, so they stand around all of it.
void kf_svg_shape_within(kf_svg *s, const kf_shape *shape, const char *before, const char *after) {
    bool is_path = shape->kind == KF_SHAPE_GRID || shape->kind == KF_SHAPE_LINE ||
                   shape->kind == KF_SHAPE_ARROW || shape->kind == KF_SHAPE_DIM;
    if (is_path) {
        put(s, s->close);
        put(s, before);
        open_group(s, shape);
        draw(s, shape);
        put(s, s->close);
        s->close = "";
        s->last = no_shape;
    } else {
        enter_group(s, shape);
        put(s, before);
        draw(s, shape);
    }
    put(s, after);
}

void kf_svg_put(kf_svg *s, const char *element) {
    put(s, element);
}

bool kf_svg_end(kf_svg *s) {
    put(s, s->close);
    put(s, "</svg>\n");
    return kf_output_flush(&s->out);
}

static bool write_svg(const kf_drawing_job *job, kf_log *log) {
    (void)log;
    const kf_picture *picture = kf_shape_list(job->arena, kf_drawing_job_scene(job, 0));
    kf_svg *s = kf_svg_begin(job, picture);
    kf_shape_room room;
    for (size_t i = 0; i < picture->count; i++)
        kf_svg_shape(s, kf_shape_at(picture, i, &room));
    return kf_svg_end(s);
}

const kf_writer kf_svg_writer = {
    .name = "svg",
    .title = "Scalable Vector Graphics",
    .suffixes = ".svg",
    .write = write_svg,
};

// ---- Without the list of writers ----

// What is written, with memory for it.
typedef struct lone {
    kf_drawing_job job;
    bool is_good;
} lone;

static void write_protected(void *context) {
    lone *l = context;
    l->is_good = write_svg(&l->job, NULL);
}

bool kf_svg_write(const kf_scene *scene, const kf_drawing *how, kf_sink *sink, void *context) {
    static const kf_drawing usual = {.style = NULL};
    lone l = {{.arena = kf_arena_new(),
               .scenes = &scene,
               .count = 1,
               .how = how != NULL ? how : &usual,
               .sink = sink,
               .context = context},
              false};
    bool is_done = l.job.arena != NULL && kf_arena_try(l.job.arena, write_protected, &l);
    kf_arena_free(l.job.arena);
    return is_done && l.is_good;
}
