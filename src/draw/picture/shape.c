// SPDX-License-Identifier: MIT
// A scene as a list of shapes with places and sizes.
//
// Every writer that draws gets the same shapes in the same places; what differs between SVG, LaTeX
// and cairo is only how a circle is spelled.

#include "draw/picture/picture.h"

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "base/width.h"

// Lengths in thousandths of the distance between two lines.
enum {
    UNIT = 1000,
    MARGIN = 250,    // of paper around everything
    SURFACE = 520,   // of the board beyond its outermost lines
    CUT = 500,       // of a line beyond the last point of a region that ends within the board
    NAME_BAND = 560, // for coordinates
    NAME_CAP = 370,  // height of their letters
    NAME_MOST = 540, // width of a long one
    NAME_SIZE = 550, // of the type, where a font sets them
    PIXEL = 40,      // of the usual size; lines lie in the middle of one
    TITLE_SIZE = 750,
    CAPTION_SIZE = 650,
    NOTE_SIZE = 500,
    NOTE_STEP = NOTE_SIZE + NOTE_SIZE / 3, // from a line of notes to the next
    SHORT_NOTE = 28,                       // in bytes
    TABLE = 7,                             // so many short notes stand in columns
    LEAST_TEXT = 9000,                     // the width that lines of text have at least
    STONE = 475,
    LONGEST = 20000,    // half the width of a label that is never fitted
    LABEL_RADIUS = 430, // of the circle in which a label stays
    LABEL_LARGEST = 700,
    LABEL_LEAST = 200, // longer texts are cut before they come here
    LABEL_HALF = 365,  // half the height of digits, in thousandths of the size of the type
    AROUND = 55,
    MARK = 300,
    TERRITORY = 130,
    SMALL = 110,
    ARROW_STOP = 380 // before a label or a mark
};

typedef struct layout {
    kf_arena *arena;
    const kf_scene *scene;
    kf_shape *shapes;
    size_t count, capacity;
    int x, y;                                        // of the upper left point
    int right, bottom;                               // of the lower right point
    int width;                                       // of the picture
    int below;                                       // where the next line of text may begin
    int note_count, note_rows, note_width, note_top; // of notes in columns
} layout;

static kf_shape *add(layout *l, kf_shape_kind kind) {
    l->shapes = kf_arena_grow(l->arena, l->shapes, &l->capacity, l->count + 1, sizeof *l->shapes);
    kf_shape *shape = &l->shapes[l->count++];
    *shape = (kf_shape){.kind = (uint8_t)kind, .point = KF_NOWHERE};
    return shape;
}

static const kf_scene_point *point_at(const layout *l, int column, int row) {
    return &l->scene->points[row * l->scene->columns + column];
}

// ---- Text ----

// Widths of ASCII signs in hundredths of the height, rather too wide than too narrow: nobody
// knows the font in which they will be set.
static int sign_width(uint32_t sign) {
    if (sign >= '0' && sign <= '9')
        return 64;
    if (sign < 128 && strchr("ijl.,:;'|!I", (int)sign) != NULL)
        return 36;
    if (sign < 128 && strchr(" ft()[]r-", (int)sign) != NULL)
        return 44;
    if (sign < 128 && strchr("mwMW@%", (int)sign) != NULL)
        return 98;
    return (sign >= 'A' && sign <= 'Z') || sign >= 128 ? 75 : 64;
}

// About how wide the text is at that height, without a font: wide signs of East Asia count twice.
static int text_width(kf_text text, int height) {
    int64_t width = 0;
    uint32_t sign;
    while (width < INT32_MAX / 2 && kf_text_code_point(&text, &sign)) {
        int columns = kf_width(sign);
        width += columns == 1 ? sign_width(sign) : columns * 52;
    }
    width = width * height / 100;
    return width < INT32_MAX / 2 ? (int)width : INT32_MAX / 2;
}

// The middle of the pixel that the place lies in, in a picture of the usual size.
static int settled(int place) {
    return place / PIXEL * PIXEL + PIXEL / 2;
}

// The largest size at which the text stays within a circle: half its width and half its height
// are the sides of a right triangle that the radius closes.
static int fitted(kf_text text, int radius) {
    int64_t half = text_width(text, UNIT) / 2;
    int64_t square = half * half + (int64_t)LABEL_HALF * LABEL_HALF;
    int64_t room = (int64_t)radius * UNIT;
    int size = LABEL_LARGEST;
    while (size > LABEL_LEAST && half < LONGEST && (int64_t)size * size * square > room * room)
        size -= size / 50 + 1;
    return half < LONGEST && size > LABEL_LEAST ? size : LABEL_LEAST;
}

// How much of the text fits into the width, up to a blank where there is one.
static size_t line_length(kf_text text, int size, int width) {
    kf_text rest = text;
    uint32_t sign;
    size_t blank = 0, at = 0;
    int64_t used = 0;
    while (kf_text_code_point(&rest, &sign)) {
        size_t next = text.length - rest.length;
        kf_text one = {text.data + at, next - at};
        used += text_width(one, size);
        if (used > width && at > 0)
            return blank > 0 ? blank : at;
        if (sign == ' ' || kf_width(sign) == 2)
            blank = next;
        at = next;
    }
    return text.length;
}

// Sets a paragraph in as many lines as it needs, centred.
static void add_paragraph(layout *l, kf_shape_kind kind, kf_text text, int size) {
    int width = l->width - 2 * MARGIN;
    text = kf_text_trim(text);
    while (text.length > 0) {
        size_t length = line_length(text, size, width);
        kf_shape *line = add(l, kind);
        line->text = kf_text_trim(kf_text_cut(text, 0, length));
        line->size = size;
        line->width = width;
        line->x = l->width / 2;
        line->y = l->below + size;
        l->below += size + size / 3;
        text = kf_text_trim(kf_text_cut(text, length, text.length));
    }
}

// ---- The board ----

static bool is_line_edge(int line, int lines) {
    return line == 0 || line == lines - 1;
}

// How far a line goes beyond its last point: nowhere when the board ends there.
static int beyond(bool ends) {
    return ends ? 0 : CUT;
}

// The runs of points that are shown in a row, as lines.
static void add_row(layout *l, int row) {
    const kf_scene *s = l->scene;
    for (int first = 0; first < s->columns; first++) {
        if (point_at(l, first, row)->is_hidden)
            continue;
        int last = first;
        while (last + 1 < s->columns && !point_at(l, last + 1, row)->is_hidden)
            last++;
        kf_shape *line = add(l, KF_SHAPE_GRID);
        line->x = l->x + first * UNIT - beyond(s->left + first == 0);
        line->x2 = l->x + last * UNIT + beyond(s->left + last == s->board_width - 1);
        line->y = line->y2 = l->y + row * UNIT;
        line->is_edge = is_line_edge(s->top + row, s->board_height);
        first = last;
    }
}

static void add_column(layout *l, int column) {
    const kf_scene *s = l->scene;
    for (int first = 0; first < s->rows; first++) {
        if (point_at(l, column, first)->is_hidden)
            continue;
        int last = first;
        while (last + 1 < s->rows && !point_at(l, column, last + 1)->is_hidden)
            last++;
        kf_shape *line = add(l, KF_SHAPE_GRID);
        line->y = l->y + first * UNIT - beyond(s->top + first == 0);
        line->y2 = l->y + last * UNIT + beyond(s->top + last == s->board_height - 1);
        line->x = line->x2 = l->x + column * UNIT;
        line->is_edge = is_line_edge(s->left + column, s->board_width);
        first = last;
    }
}

static void add_board(layout *l) {
    kf_shape *board = add(l, KF_SHAPE_BOARD);
    board->x = l->x - SURFACE;
    board->y = l->y - SURFACE;
    board->x2 = l->right + SURFACE;
    board->y2 = l->bottom + SURFACE;
    int sides = l->scene->sides;
    board->frame[0] = board->x - ((sides & KF_SIDE_WEST) != 0 ? NAME_BAND : 0);
    board->frame[1] = board->y - ((sides & KF_SIDE_NORTH) != 0 ? NAME_BAND : 0);
    board->frame[2] = board->x2 + ((sides & KF_SIDE_EAST) != 0 ? NAME_BAND : 0);
    board->frame[3] = board->y2 + ((sides & KF_SIDE_SOUTH) != 0 ? NAME_BAND : 0);
    // Thin lines first, so that the edges lie on top of their ends.
    size_t first = l->count;
    for (int row = 0; row < l->scene->rows; row++)
        add_row(l, row);
    for (int column = 0; column < l->scene->columns; column++)
        add_column(l, column);
    size_t thin = first;
    for (size_t i = first; i < l->count; i++) {
        if (l->shapes[i].is_edge)
            continue;
        kf_shape line = l->shapes[i];
        memmove(&l->shapes[thin + 1], &l->shapes[thin], (i - thin) * sizeof line);
        l->shapes[thin++] = line;
    }
}

static void add_name(layout *l, kf_text text, int x, int y) {
    kf_shape *name = add(l, KF_SHAPE_NAME);
    name->text = text;
    name->size = NAME_SIZE;
    name->width = NAME_BAND;
    if (!kf_glyph_name(text, NAME_CAP, NAME_MOST, &name->letters))
        name->letters.pen = 0;
    name->x = x;
    name->y = y;
}

static void add_names(layout *l) {
    const kf_scene *s = l->scene;
    int off = SURFACE + NAME_BAND / 2;
    for (int i = 0; i < s->columns && (s->sides & KF_SIDE_NORTH) != 0; i++)
        add_name(l, s->column_names[i], l->x + i * UNIT, l->y - off);
    for (int i = 0; i < s->columns && (s->sides & KF_SIDE_SOUTH) != 0; i++)
        add_name(l, s->column_names[i], l->x + i * UNIT, l->bottom + off);
    for (int i = 0; i < s->rows && (s->sides & KF_SIDE_WEST) != 0; i++)
        add_name(l, s->row_names[i], l->x - off, l->y + i * UNIT);
    for (int i = 0; i < s->rows && (s->sides & KF_SIDE_EAST) != 0; i++)
        add_name(l, s->row_names[i], l->right + off, l->y + i * UNIT);
}

// ---- What stands on points ----

// What is looked at for a point, in the order in which it is drawn. The list is walked once for
// each, so that all of one kind follow one another.
typedef enum pass {
    PASS_HOSHI,
    PASS_CLEAR,
    PASS_GHOST,
    PASS_BLACK,
    PASS_WHITE,
    PASS_TERRITORY,
    PASS_MARK,
    PASS_LABEL = PASS_MARK + 3, // marks, then labels, each by what they stand on
    PASS_DIM = PASS_LABEL + 3,
    PASSES
} pass;

// Whether something is written where lines would cross it.
static bool is_written(const kf_scene_point *p) {
    return p->stone == KF_EMPTY && p->ghost == KF_EMPTY && p->label.length > 0;
}

static kf_shape *add_at(layout *l, kf_shape_kind kind, const kf_scene_point *p, int x, int y) {
    kf_shape *shape = add(l, kind);
    shape->point = p->point;
    shape->x = x;
    shape->y = y;
    shape->on = p->stone != KF_EMPTY ? p->stone : p->ghost;
    shape->size = STONE;
    return shape;
}

static void add_territory(layout *l, const kf_scene_point *p, int x, int y) {
    bool is_crowded = p->label.length > 0 || p->mark != KF_MARK_NONE;
    // Beside a label or a mark the sign moves into the corner.
    int off = is_crowded ? 360 : 0;
    kf_shape *sign = add_at(l, KF_SHAPE_TERRITORY, p, x + off, y + off);
    sign->colour = p->territory;
    sign->size = is_crowded ? SMALL : TERRITORY;
}

static void add_label(layout *l, const kf_scene_point *p, int x, int y) {
    kf_shape *label = add_at(l, KF_SHAPE_LABEL, p, x, y);
    label->text = p->label;
    label->width = 2 * STONE;
    if (kf_glyph_fit(p->label, &label->letters)) {
        label->size = label->letters.cap;
        return;
    }
    label->letters.pen = 0;
    label->size = fitted(p->label, LABEL_RADIUS);
}

// The board is bare behind a label, as far as its ink goes and a little around it.
static void add_clear(layout *l, const kf_scene_point *p, int x, int y) {
    kf_lettering letters;
    kf_shape *clear = add_at(l, KF_SHAPE_CLEAR, p, x, y);
    if (kf_glyph_fit(p->label, &letters)) {
        clear->size = letters.cap / 2 + AROUND;
        clear->width = letters.width + 2 * AROUND;
    } else {
        int size = fitted(p->label, LABEL_RADIUS), width = text_width(p->label, size);
        clear->size = size > LABEL_RADIUS ? size / 2 : LABEL_RADIUS / 2;
        clear->width = width + 2 * AROUND;
    }
    clear->width = clear->width > clear->size * 2 ? clear->width : clear->size * 2;
    clear->width = clear->width < UNIT ? clear->width : UNIT;
}

static void add_point(layout *l, const kf_scene_point *p, pass pass, int x, int y) {
    int on = p->stone != KF_EMPTY ? p->stone : p->ghost;
    if (pass == PASS_HOSHI && p->is_hoshi && !is_written(p))
        add_at(l, KF_SHAPE_HOSHI, p, x, y);
    else if (pass == PASS_CLEAR && is_written(p))
        add_clear(l, p, x, y);
    else if (pass == PASS_GHOST && p->ghost != KF_EMPTY && p->stone == KF_EMPTY)
        add_at(l, KF_SHAPE_GHOST, p, x, y)->colour = p->ghost;
    else if ((pass == PASS_BLACK && p->stone == KF_BLACK) ||
             (pass == PASS_WHITE && p->stone == KF_WHITE))
        add_at(l, KF_SHAPE_STONE, p, x, y)->colour = p->stone;
    else if (pass == PASS_TERRITORY && p->territory != KF_EMPTY)
        add_territory(l, p, x, y);
    else if ((int)pass == PASS_MARK + on && p->mark != KF_MARK_NONE) {
        kf_shape *mark = add_at(l, KF_SHAPE_MARK, p, x, y);
        mark->mark = p->mark;
        mark->size = MARK;
    } else if ((int)pass == PASS_LABEL + on && p->label.length > 0)
        add_label(l, p, x, y);
    else if (pass == PASS_DIM && p->is_dimmed)
        add_at(l, KF_SHAPE_DIM, p, x, y)->size = UNIT / 2;
}

static void add_points(layout *l, pass pass) {
    const kf_scene *s = l->scene;
    for (int row = 0; row < s->rows; row++) {
        for (int column = 0; column < s->columns; column++) {
            const kf_scene_point *p = point_at(l, column, row);
            if (!p->is_hidden)
                add_point(l, p, pass, l->x + column * UNIT, l->y + row * UNIT);
        }
    }
}

int64_t kf_shape_root(int64_t square) {
    int64_t low = 0, high = (int64_t)200 * UNIT;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= square)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// An arrow to something that is written stops before it, so that it can be read.
static void stop_short(kf_shape *arrow, const kf_scene_point *at) {
    int64_t dx = arrow->x2 - arrow->x, dy = arrow->y2 - arrow->y;
    int64_t reach = kf_shape_root(dx * dx + dy * dy);
    if (reach == 0 || (at->label.length == 0 && at->mark == KF_MARK_NONE))
        return;
    arrow->x2 -= (int)(dx * ARROW_STOP / reach);
    arrow->y2 -= (int)(dy * ARROW_STOP / reach);
}

static void add_lines(layout *l) {
    const kf_scene *s = l->scene;
    for (int arrows = 0; arrows < 2; arrows++) {
        for (size_t i = 0; i < s->line_count; i++) {
            const kf_scene_line *line = &s->lines[i];
            if (line->is_arrow != (arrows == 1))
                continue;
            kf_shape *shape = add(l, line->is_arrow ? KF_SHAPE_ARROW : KF_SHAPE_LINE);
            shape->x = l->x + (kf_point_column(line->from) - s->left) * UNIT;
            shape->y = l->y + (kf_point_row(line->from) - s->top) * UNIT;
            shape->x2 = l->x + (kf_point_column(line->to) - s->left) * UNIT;
            shape->y2 = l->y + (kf_point_row(line->to) - s->top) * UNIT;
            if (line->is_arrow)
                stop_short(shape, kf_scene_at(s, line->to));
        }
    }
}

// ---- All of it ----

// A short note with blanks where no line ends, in so many bytes.
static size_t join_note(kf_text note, char out[2 * SHORT_NOTE]) {
    size_t length = 0;
    for (size_t i = 0; i < note.length; i++) {
        if (note.data[i] == ' ')
            out[length++] = '\302';
        out[length++] = note.data[i] == ' ' ? '\240' : note.data[i];
    }
    return length;
}

static void add_notes_in_line(layout *l) {
    kf_buffer out = {.arena = l->arena};
    char joined[2 * SHORT_NOTE];
    for (size_t i = 0; i < l->scene->note_count; i++) {
        kf_text note = l->scene->notes[i];
        if (i > 0)
            kf_buffer_add_string(&out, kf_scene_words_joint(l->scene->notes[i - 1]));
        if (note.length <= SHORT_NOTE)
            kf_buffer_add(&out, joined, join_note(note, joined));
        else
            kf_buffer_add_text(&out, note);
    }
    add_paragraph(l, KF_SHAPE_NOTE, kf_buffer_text(&out), NOTE_SIZE);
}

// Many short notes are read more easily in columns, from top to bottom. 0: they are no table.
static int note_columns(const layout *l) {
    int widest = 1, room = l->width - 2 * MARGIN;
    if (l->scene->note_count < TABLE)
        return 0;
    for (size_t i = 0; i < l->scene->note_count; i++) {
        if (l->scene->notes[i].length > SHORT_NOTE)
            return 0;
        int width = text_width(l->scene->notes[i], NOTE_SIZE);
        widest = width > widest ? width : widest;
    }
    return room / (widest + NOTE_SIZE / 2);
}

static void add_notes(layout *l) {
    int count = (int)l->scene->note_count, columns = note_columns(l);
    if (columns < 2) {
        add_notes_in_line(l);
        return;
    }
    int rows = (count + columns - 1) / columns;
    columns = (count + rows - 1) / rows;
    l->note_count = count;
    l->note_rows = rows;
    l->note_width = (l->width - 2 * MARGIN) / columns;
    l->note_top = l->below;
    l->below += rows * NOTE_STEP;
}

const kf_shape *kf_shape_at(const kf_picture *picture, size_t index, kf_shape_room *room) {
    if (index < picture->made)
        return &picture->shapes[index];
    index -= picture->made;
    int column = (int)index / picture->note_rows, row = (int)index % picture->note_rows;
    room->shape = (kf_shape){
        .kind = KF_SHAPE_NOTE,
        .point = KF_NOWHERE,
        .x = MARGIN + picture->note_width * column + picture->note_width / 2,
        .y = picture->note_top + NOTE_SIZE + row * NOTE_STEP,
        .size = NOTE_SIZE,
        .width = picture->note_width,
        .text = {room->text, join_note(picture->scene->notes[index], room->text)},
    };
    return &room->shape;
}

// Where the board lies, once the title stands above it.
static void place_board(layout *l) {
    const kf_scene *s = l->scene;
    int west = (s->sides & KF_SIDE_WEST) != 0 ? NAME_BAND : 0;
    int east = (s->sides & KF_SIDE_EAST) != 0 ? NAME_BAND : 0;
    int board = (s->columns - 1) * UNIT + 2 * SURFACE + west + east;
    bool has_text = s->title.length > 0 || s->caption.length > 0 || s->note_count > 0;
    int inner = has_text && board < LEAST_TEXT ? LEAST_TEXT : board;
    l->width = inner + 2 * MARGIN;
    l->x = settled(MARGIN + (inner - board) / 2 + west + SURFACE);
    l->right = l->x + (s->columns - 1) * UNIT;
}

kf_picture *kf_shape_list(kf_arena *arena, const kf_scene *scene) {
    layout l = {.arena = arena, .scene = scene};
    kf_picture *picture = kf_arena_alloc(arena, sizeof *picture);
    place_board(&l);
    kf_shape *paper = add(&l, KF_SHAPE_PAPER);
    paper->x2 = l.width;
    l.below = MARGIN;
    add_paragraph(&l, KF_SHAPE_TITLE, scene->title, TITLE_SIZE);
    l.below += scene->title.length > 0 ? SMALL : 0;
    l.y = settled(l.below + ((scene->sides & KF_SIDE_NORTH) != 0 ? NAME_BAND : 0) + SURFACE);
    l.bottom = l.y + (scene->rows - 1) * UNIT;
    add_board(&l);
    for (int i = 0; i < PASS_DIM; i++)
        add_points(&l, (pass)i);
    add_lines(&l);
    add_points(&l, PASS_DIM);
    add_names(&l);
    l.below = l.bottom + SURFACE + ((scene->sides & KF_SIDE_SOUTH) != 0 ? NAME_BAND : 0) + SMALL;
    add_paragraph(&l, KF_SHAPE_CAPTION, scene->caption, CAPTION_SIZE);
    if (scene->note_count > 0)
        add_notes(&l);
    l.shapes[0].y2 = l.below + MARGIN;
    *picture = (kf_picture){.scene = scene,
                            .shapes = l.shapes,
                            .made = l.count,
                            .count = l.count + (size_t)l.note_count,
                            .note_rows = l.note_rows,
                            .note_width = l.note_width,
                            .note_top = l.note_top,
                            .width = l.width,
                            .height = l.below + MARGIN,
                            .x = l.x,
                            .y = l.y};
    return picture;
}

// A scene to be measured, with memory for its shapes.
typedef struct measuring {
    kf_arena *arena;
    const kf_scene *scene;
    kf_extent extent;
} measuring;

static void measure(void *context) {
    measuring *m = context;
    const kf_picture *picture = kf_shape_list(m->arena, m->scene);
    m->extent = (kf_extent){picture->width, picture->height, picture->x, picture->y};
}

bool kf_shape_extent(const kf_scene *scene, kf_extent *extent) {
    measuring m = {.arena = kf_arena_new(), .scene = scene};
    bool is_done = m.arena != NULL && kf_arena_try(m.arena, measure, &m);
    kf_arena_free(m.arena);
    *extent = m.extent;
    return is_done;
}

bool kf_shape_is_alike(const kf_shape *a, const kf_shape *b) {
    if (a->kind != b->kind || a->on != b->on || a->colour != b->colour)
        return false;
    bool is_last = a->mark == KF_MARK_LAST, was_last = b->mark == KF_MARK_LAST;
    return a->is_edge == b->is_edge && is_last == was_last &&
           (a->kind < KF_SHAPE_LABEL || (a->size == b->size && a->letters.pen == b->letters.pen));
}
