// SPDX-License-Identifier: MIT
// Diagrams of Sensei's Library: lines that begin with `$$`. Each becomes a game: stones and marks,
// then the numbered moves; the text around it is its comment.

#include <string.h>

#include <kifu/board.h>

#include "base/text.h"
#include "format/format.h"
#include "format/prose.h"
#include "record/value.h"

enum { MOVES = 10, USUAL = 19, MARKS = 5 };

// One diagram: what its first line says, and its rows.
typedef struct diagram {
    kf_text title, rows, arrows; // rows and what stands behind them
    kf_colour first;
    int size, number; // 0 where nothing is said
    int width, height;
    bool has_left, has_right, has_top, has_bottom;
} diagram;

typedef struct reading {
    kf_record *record;
    kf_log *log;
    diagram d;
    int left, top, columns, lines; // where the diagram stands on the board, and the board
    kf_buffer setup[2];            // stones of each colour
    kf_buffer marks[MARKS];        // CR SQ TR MA LB
    kf_point moves[MOVES + 1];     // by number, from 1
} reading;

static bool take_dollars(kf_text *line) {
    if (!kf_text_starts(*line, KF_TEXT("$$")))
        return false;
    *line = kf_text_cut(*line, 2, line->length);
    return true;
}

static bool is_special(kf_text line) {
    return kf_text_starts(line, KF_TEXT("$$"));
}

// ---- Lines ----

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Nothing but dashes, corners and spaces, with a dash: an edge.
static bool is_edge(kf_text row) {
    bool has_dash = false;
    for (size_t i = 0; i < row.length; i++) {
        if (strchr("-+| \t=", row.data[i]) == NULL)
            return false;
        has_dash = has_dash || row.data[i] == '-' || row.data[i] == '=';
    }
    return has_dash;
}

static bool is_sign(char c) {
    return c != '\0' &&
           (strchr(".,+*XOBW#@YQZPCSTM_?", c) != NULL || is_digit(c) || (c >= 'a' && c <= 'z'));
}

// Whether the line holds points, and how many; bars at its ends are edges of the board.
static int count_points(kf_text row) {
    int count = 0;
    row = kf_text_trim(row);
    for (size_t i = 0; i < row.length; i++) {
        char c = row.data[i];
        bool is_bar = c == '|';
        if (is_bar || c == ' ' || c == '\t')
            continue;
        if (!is_sign(c))
            return 0;
        count++;
    }
    return count;
}

// Whether small letters stand side by side, as they do in a title and not in a row.
static bool has_word(kf_text text) {
    for (size_t i = 1; i < text.length; i++)
        if (text.data[i] >= 'a' && text.data[i] <= 'z' && text.data[i - 1] >= 'a' &&
            text.data[i - 1] <= 'z')
            return true;
    return false;
}

// The number at `*i`; `usual` where there is none.
static int take_number(kf_text text, size_t *i, int usual) {
    int number = 0;
    size_t begin = *i;
    while (*i < text.length && is_digit(text.data[*i]) && *i - begin < 4)
        number = number * 10 + text.data[(*i)++] - '0';
    return *i > begin ? number : usual;
}

// `Wc9m12 The title`: who is first, coordinates, the size, the number of the first move.
static void read_head(diagram *d, kf_text line) {
    size_t i = 0;
    d->first = KF_BLACK;
    if (i < line.length && (line.data[i] == 'B' || line.data[i] == 'W'))
        d->first = line.data[i++] == 'B' ? KF_BLACK : KF_WHITE;
    if (i < line.length && line.data[i] == 'c')
        i++;
    d->size = take_number(line, &i, 0);
    if (i < line.length && line.data[i] == 'm') {
        i++;
        d->number = take_number(line, &i, 0);
    }
    d->title = kf_text_trim(kf_text_cut(line, i, line.length));
}

static void note_row(diagram *d, kf_text row, int count) {
    row = kf_text_trim(row);
    d->has_left = d->has_left || row.data[0] == '|';
    d->has_right = d->has_right || row.data[row.length - 1] == '|';
    d->width = count > d->width ? count : d->width;
    d->height++;
}

// Takes the lines of a diagram off `rest`, the first of which is its head. False: no row follows.
static bool take_diagram(kf_text *rest, diagram *d) {
    kf_text line, ahead = *rest;
    memset(d, 0, sizeof *d);
    kf_text_line(&ahead, &line);
    take_dollars(&line);
    read_head(d, line);
    // A diagram without a head begins with its first row.
    bool is_row = (count_points(d->title) > 1 && !has_word(d->title)) || is_edge(d->title);
    d->rows = is_row && line.length > 0 && line.data[0] == ' ' ? *rest : ahead;
    if (d->rows.data == rest->data)
        d->title.length = 0;
    kf_text body = d->rows;
    d->arrows.data = body.data;
    while (kf_text_line(&body, &line) && take_dollars(&line)) {
        int count = count_points(line);
        if (is_edge(line))
            *(d->height == 0 ? &d->has_top : &d->has_bottom) = true;
        else if (count > 0 && (count <= KF_BOARD_MAX && d->height < KF_BOARD_MAX))
            note_row(d, line, count);
        *rest = body;
    }
    d->rows.length = (size_t)(rest->data - d->rows.data);
    return d->height > 0;
}

// ---- Points ----

// Where the diagram stands: at the edges that are drawn, else in the middle.
static int place(int shown, int size, bool at_begin, bool at_end) {
    return at_begin ? 0 : at_end ? size - shown : (size - shown) / 2;
}

static void place_diagram(reading *r) {
    diagram *d = &r->d;
    bool is_wide = d->has_left && d->has_right, is_high = d->has_top && d->has_bottom;
    int size = d->size > 0 && d->size <= KF_BOARD_MAX ? d->size : USUAL;
    // Two edges say how long a side of the board is, and with that how long the other one is.
    if (is_wide != is_high)
        size = is_wide ? d->width : d->height;
    r->columns = is_wide || d->width > size ? d->width : size;
    r->lines = is_high || d->height > size ? d->height : size;
    r->left = place(d->width, r->columns, d->has_left, d->has_right);
    r->top = place(d->height, r->lines, d->has_top, d->has_bottom);
}

static void add_point(kf_buffer *out, int x, int y, char label) {
    char value[2];
    kf_value_put_point(value, x, y);
    kf_buffer_add_char(out, '[');
    kf_buffer_add(out, value, 2);
    if (label != '\0') {
        kf_buffer_add_char(out, ':');
        kf_buffer_add_char(out, label);
    }
    kf_buffer_add_char(out, ']');
}

static void add_sign(reading *r, char c, int x, int y) {
    static const char black[] = "XB#YZ", white[] = "OW@QP", marked[] = "BW#@YQZPCSTM";
    // The mark of each of them: CR, SQ, TR, MA.
    static const unsigned char marks[] = {0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 2, 3};
    const char *mark = strchr(marked, c);
    if (strchr(black, c) != NULL)
        add_point(&r->setup[0], x, y, '\0');
    else if (strchr(white, c) != NULL)
        add_point(&r->setup[1], x, y, '\0');
    else if (is_digit(c))
        r->moves[c == '0' ? MOVES : c - '0'] = kf_point_at(x, y);
    else if (c >= 'a' && c <= 'z')
        add_point(&r->marks[4], x, y, c);
    if (mark != NULL)
        add_point(&r->marks[marks[mark - marked]], x, y, '\0');
}

static void read_rows(reading *r) {
    kf_text rest = r->d.rows, line;
    int y = r->top;
    for (int i = 0; i <= MOVES; i++)
        r->moves[i] = KF_NOWHERE;
    while (kf_text_line(&rest, &line) && take_dollars(&line)) {
        int count = count_points(line), x = r->left;
        if (count == 0 || count > KF_BOARD_MAX || is_edge(line) || y >= r->lines)
            continue;
        for (size_t i = 0; i < line.length; i++)
            if (is_sign(line.data[i]) && x < r->columns)
                add_sign(r, line.data[i], x++, y);
        y++;
    }
}

// `A1`, or `1:19` for column 1 and row 19 from above.
static kf_point read_point(const reading *r, kf_text word) {
    kf_text x = word, y;
    int column, row;
    const char *colon = memchr(word.data, ':', word.length);
    if (colon == NULL)
        return kf_point_read(word.data, word.length, KF_COORDS_A1, r->columns, r->lines);
    x.length = (size_t)(colon - word.data);
    y = kf_text_cut(word, x.length + 1, word.length);
    bool is_good = kf_text_number(x, &column) && kf_text_number(y, &row) && column >= 1 &&
                   row >= 1 && column <= r->columns && row <= r->lines;
    return is_good ? kf_point_at(column - 1, row - 1) : KF_NOWHERE;
}

// `{AR A1 B2}` and `{LN A1 B2}`: an arrow, a line.
static void add_arrow(reading *r, kf_buffer *out, kf_text line) {
    kf_text word, name;
    kf_point points[2];
    line = kf_text_trim(line);
    if (line.length < 2 || line.data[0] != '{' || line.data[line.length - 1] != '}')
        return;
    line = kf_text_cut(line, 1, line.length - 1);
    if (!kf_text_word(&line, &name) || (!kf_text_is(name, "AR") && !kf_text_is(name, "LN")))
        return;
    for (int i = 0; i < 2; i++) {
        if (!kf_text_word(&line, &word))
            return;
        points[i] = read_point(r, word);
        if (points[i] == KF_NOWHERE || points[i] == KF_PASS)
            return;
    }
    char from[2], to[2];
    kf_value_put_point(from, kf_point_column(points[0]), kf_point_row(points[0]));
    kf_value_put_point(to, kf_point_column(points[1]), kf_point_row(points[1]));
    kf_buffer_add_text(out, name);
    kf_buffer_add_char(out, '[');
    kf_buffer_add(out, from, 2);
    kf_buffer_add_char(out, ':');
    kf_buffer_add(out, to, 2);
    kf_buffer_add_char(out, ']');
}

// ---- Games ----

static void add_list(kf_buffer *out, const char *name, const kf_buffer *values) {
    if (values->length == 0)
        return;
    kf_buffer_add_string(out, name);
    kf_buffer_add_text(out, kf_buffer_text(values));
}

// Marks belong to the position that the diagram shows, which is that after the last move.
static void add_marks(reading *r, kf_buffer *out) {
    static const char *const names[MARKS] = {"CR", "SQ", "TR", "MA", "LB"};
    kf_text rest = r->d.rows, line;
    for (int i = 0; i < MARKS; i++)
        add_list(out, names[i], &r->marks[i]);
    while (kf_text_line(&rest, &line) && take_dollars(&line))
        add_arrow(r, out, line);
}

static int last_move(const reading *r) {
    int last = MOVES;
    while (last > 0 && r->moves[last] == KF_NOWHERE)
        last--;
    return last;
}

// The moves in their order. A number that is not shown was played on another stone's point, and is
// told beside the diagram: the next move then says its number itself.
static void add_moves(reading *r, kf_node node) {
    int last = last_move(r), first = r->d.number > 0 ? r->d.number : 1, due = 1;
    for (int i = 1; i <= last; i++) {
        kf_buffer out = {.arena = r->record->arena};
        if (r->moves[i] == KF_NOWHERE)
            continue;
        bool is_first = (i % 2 == 1) == (r->d.first == KF_BLACK);
        kf_buffer_add_char(&out, is_first ? 'B' : 'W');
        add_point(&out, kf_point_column(r->moves[i]), kf_point_row(r->moves[i]), '\0');
        if (first + i - 1 != due) {
            kf_buffer_add_string(&out, "MN[");
            kf_buffer_add_number(&out, first + i - 1);
            kf_buffer_add_char(&out, ']');
        }
        due = first + i;
        if (i == last)
            add_marks(r, &out);
        node = kf_record_add(r->record, node);
        kf_record_put(r->record, node, kf_buffer_text(&out));
    }
}

static void add_size(reading *r, kf_buffer *out) {
    kf_buffer_add_string(out, "SZ[");
    kf_buffer_add_number(out, r->columns);
    if (r->columns != r->lines) {
        kf_buffer_add_char(out, ':');
        kf_buffer_add_number(out, r->lines);
    }
    kf_buffer_add_char(out, ']');
}

static void add_text(kf_buffer *out, const char *name, kf_text text) {
    if (text.length == 0)
        return;
    kf_buffer_add_string(out, name);
    kf_buffer_add_char(out, '[');
    kf_value_escape(out, text);
    kf_buffer_add_char(out, ']');
}

static void add_game(reading *r, kf_text before, size_t offset) {
    kf_buffer root = {.arena = r->record->arena}, prose = {.arena = r->record->arena};
    for (int i = 0; i < 2; i++)
        r->setup[i] = (kf_buffer){.arena = r->record->arena};
    for (int i = 0; i < MARKS; i++)
        r->marks[i] = (kf_buffer){.arena = r->record->arena};
    place_diagram(r);
    read_rows(r);
    kf_node node = kf_record_add(r->record, 0);
    add_size(r, &root);
    add_text(&root, "GN", r->d.title);
    add_list(&root, "AB", &r->setup[0]);
    add_list(&root, "AW", &r->setup[1]);
    if (r->d.first == KF_WHITE)
        kf_buffer_add_string(&root, "PL[W]");
    if (last_move(r) == 0)
        add_marks(r, &root);
    kf_prose_add(&prose, before, is_special);
    add_text(&root, "C", kf_buffer_text(&prose));
    kf_record_put(r->record, node, kf_buffer_text(&root));
    kf_record_set_place(r->record, node, offset);
    add_moves(r, node);
}

static void read_sensei(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log};
    kf_text rest = record->source->text, line, ahead;
    const char *before = rest.data;
    (void)how;
    for (ahead = rest; kf_text_line(&ahead, &line); rest = ahead) {
        if (!is_special(line))
            continue;
        kf_text text = {before, (size_t)(line.data - before)};
        ahead = rest;
        if (take_diagram(&ahead, &r.d)) {
            add_game(&r, text, (size_t)(line.data - record->source->text.data));
            before = ahead.data;
        } else {
            ahead = rest;
            kf_text_line(&ahead, &line);
        }
    }
    // What stands behind the last diagram is kept with it.
    kf_text tail = {before, (size_t)(rest.data - before)};
    kf_node game = kf_node_last_child(record, 0);
    if (game == 0 || kf_text_trim(tail).length == 0)
        return;
    kf_buffer root = {.arena = record->arena};
    kf_buffer_add_text(&root, kf_node_text(record, game));
    kf_buffer prose = {.arena = record->arena};
    kf_prose_add(&prose, tail, is_special);
    add_text(&root, "KFAFTER", kf_buffer_text(&prose));
    kf_record_put(record, game, kf_buffer_text(&root));
}

static int sniff(kf_text head) {
    enum { EACH = 16, MOST = 64 };
    int bits = 0;
    if (head.length == 0 || memchr(head.data, '$', head.length) == NULL)
        return 0;
    for (kf_text line; kf_text_line(&head, &line) && bits < MOST;)
        if (take_dollars(&line))
            bits += count_points(line) > 1 || is_edge(line) ? EACH : 0;
    return bits;
}

const kf_format kf_sensei_format = {
    .name = "sensei",
    .title = "Diagrams of Sensei's Library",
    .suffix = "sl",
    .keeps = "stones, marks, letters and up to ten moves of each diagram; 'kifu draw --to "
             "sensei' types them",
    .sniff = sniff,
    .read = read_sensei,
};
