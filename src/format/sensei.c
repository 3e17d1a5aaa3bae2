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
    kf_text head, title, rows; // rows, and what stands between and behind them
    kf_colour first;
    int size, number;              // 0 where nothing is said
    int width, height;             // the width is that of most rows
    int rows_of[KF_BOARD_MAX + 1]; // how many rows there are of each length
    bool has_left, has_right, has_top, has_bottom;
    bool has_odd_head; // something in front of the title is not understood
} diagram;

typedef struct reading {
    kf_record *record;
    kf_log *log;
    diagram d;
    int left, top, columns, lines; // where the diagram stands on the board, and the board
    kf_buffer setup[2];            // stones of each colour
    kf_buffer marks[MARKS];        // CR SQ TR MA LB
    kf_point moves[MOVES + 1];     // by number, from 1
    size_t places[MOVES + 1];      // of their signs in the source
} reading;

// What a line of a diagram is.
typedef enum line_kind { LINE_EMPTY, LINE_EDGE, LINE_ROW, LINE_ARROW, LINE_OTHER } line_kind;

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

// How the signs of a line stand.
typedef struct signs {
    int known, unknown;
    int others;     // than letters, among those that are known
    bool is_apart;  // no two of them touch
    bool is_joined; // all of them touch
} signs;

static bool is_part(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

static signs count_signs(kf_text row) {
    signs s = {.is_apart = true, .is_joined = true};
    bool was_sign = false;
    for (size_t i = 0; i < row.length; i++) {
        char c = row.data[i];
        bool is_space = c == ' ' || c == '\t' || c == '|';
        s.is_joined = s.is_joined && !is_space;
        if (is_part(c) || is_space) {
            was_sign = was_sign && !is_space;
            continue;
        }
        s.is_apart = s.is_apart && !was_sign;
        was_sign = true;
        s.known += is_sign(c);
        s.unknown += !is_sign(c);
        s.others += is_sign(c) && (c < 'a' || c > 'z');
    }
    return s;
}

// Whether small letters stand side by side, as they do in a title and not in a row.
static bool has_word(kf_text text) {
    for (size_t i = 1; i < text.length; i++)
        if (text.data[i] >= 'a' && text.data[i] <= 'z' && text.data[i - 1] >= 'a' &&
            text.data[i - 1] <= 'z')
            return true;
    return false;
}

// Formulas of TeX stand between two dollars, too.
static bool is_formula(kf_text line) {
    return memchr(line.data, '$', line.length) != NULL ||
           memchr(line.data, '\\', line.length) != NULL;
}

// The row without the words that follow the bar at its end: a remark.
static kf_text row_of(kf_text line) {
    line = kf_text_trim(line);
    size_t end = line.length;
    while (end > 0 && line.data[end - 1] != '|')
        end--;
    kf_text row = kf_text_cut(line, 0, end), behind = kf_text_cut(line, end, line.length);
    bool is_apart = behind.length > 0 && (behind.data[0] == ' ' || behind.data[0] == '\t');
    bool has_frame = end > 1 && line.data[0] == '|' && count_points(row) > 0;
    return has_frame && is_apart && has_word(behind) && !is_formula(line) ? row : line;
}

// What the line is. Signs that are not known may stand in a row that is otherwise one.
static line_kind classify(kf_text line, int *count) {
    line = kf_text_trim(line);
    *count = 0;
    if (line.length == 0)
        return LINE_EMPTY;
    if (is_edge(line))
        return LINE_EDGE;
    if (line.data[0] == '{')
        return LINE_ARROW;
    line = row_of(line);
    signs s = count_signs(line);
    bool is_framed = line.data[0] == '|' || line.data[line.length - 1] == '|';
    bool has_more = s.is_joined && s.others > 0;
    bool is_row = s.known > 0 && (is_framed || has_more || !has_word(line));
    if (s.unknown > 0)
        is_row = is_row && line.data[0] != '[' && s.others > 0 && !is_formula(line) &&
                 (is_framed ? s.known >= s.unknown : s.is_apart && s.known > s.unknown);
    *count = s.known + s.unknown;
    return is_row ? LINE_ROW : LINE_OTHER;
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
    d->head = line;
    d->first = KF_BLACK;
    if (i < line.length && (line.data[i] == 'B' || line.data[i] == 'W'))
        d->first = line.data[i++] == 'B' ? KF_BLACK : KF_WHITE;
    if (i < line.length && line.data[i] == 'c')
        i++;
    d->size = take_number(line, &i, 0);
    if (i < line.length && line.data[i] == 'm') {
        i++;
        d->number = take_number(line, &i, 0);
        d->has_odd_head = d->number == 0;
    }
    // A title may follow at once, `$$Joseki`, but not behind one of these, nor is it one sign.
    bool is_apart = i >= line.length || line.data[i] == ' ' || line.data[i] == '\t';
    bool is_title = i == 0 && line.length > 1 && line.data[1] != ' ' && line.data[1] != '\t';
    d->has_odd_head = d->has_odd_head || (!is_apart && !is_title);
    d->title = kf_text_trim(kf_text_cut(line, i, line.length));
}

static void note_row(diagram *d, kf_text row, int count) {
    row = row_of(row);
    d->has_left = d->has_left || row.data[0] == '|';
    d->has_right = d->has_right || row.data[row.length - 1] == '|';
    d->rows_of[count]++;
    bool is_more = d->rows_of[count] > d->rows_of[d->width] ||
                   (d->rows_of[count] == d->rows_of[d->width] && count > d->width);
    d->width = is_more ? count : d->width;
    d->height++;
}

// Takes the lines of a diagram off `rest`, the first of which is its head. False: no row follows,
// nor is there one in those taken off.
static bool take_diagram(kf_text *rest, diagram *d) {
    kf_text line, ahead = *rest;
    memset(d, 0, sizeof *d);
    kf_text_line(&ahead, &line);
    take_dollars(&line);
    read_head(d, line);
    // A diagram without a head begins with its first row.
    bool is_row = (count_points(d->title) > 1 && !has_word(d->title)) || is_edge(d->title);
    d->rows = is_row && line.length > 0 && line.data[0] == ' ' ? *rest : ahead;
    if (d->rows.data == rest->data) {
        d->title.length = 0;
        d->has_odd_head = false;
    }
    kf_text body = d->rows;
    while (kf_text_line(&body, &line) && take_dollars(&line)) {
        int count;
        line_kind kind = classify(line, &count);
        if (kind == LINE_EDGE)
            *(d->height == 0 ? &d->has_top : &d->has_bottom) = true;
        else if (kind == LINE_ROW && count <= KF_BOARD_MAX && d->height < KF_BOARD_MAX)
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
    const diagram *d = &r->d;
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

// ---- What is reported ----

static kf_place place_of(const reading *r, const char *p) {
    return (kf_place){.source = r->record->source,
                      .offset = (size_t)(p - r->record->source->text.data)};
}

static int shown_length(kf_text text) {
    enum { LONGEST = 40 };
    return text.length < LONGEST ? (int)text.length : LONGEST;
}

// What the first line says, where it is not understood or the edges say otherwise.
static void report_head(const reading *r) {
    const diagram *d = &r->d;
    kf_place at = place_of(r, d->head.data);
    if (d->has_odd_head)
        kf_log_add_as(
            r->log, KF_WARNING, KF_SENSEI_LINE, at,
            "a first line begins as in '$$Wc9m12 Title'; what is not understood is a title");
    if (d->size == 0)
        return;
    bool is_wide = d->has_left && d->has_right, is_high = d->has_top && d->has_bottom;
    if (d->size > KF_BOARD_MAX)
        kf_log_add(r->log, KF_SENSEI_SIZE, at, "a board has 1 to %d lines, not %d", KF_BOARD_MAX,
                   d->size);
    else if ((is_wide || d->width > d->size) && d->width != d->size)
        kf_log_add(r->log, KF_SENSEI_SIZE, at,
                   "the board is said to have %d lines, and %d are drawn", d->size, d->width);
    else if ((is_high || d->height > d->size) && d->height != d->size)
        kf_log_add(r->log, KF_SENSEI_SIZE, at,
                   "the board is said to have %d lines, and %d are drawn", d->size, d->height);
}

static void report_line(const reading *r, kf_text line) {
    line = kf_text_trim(line);
    bool is_link = line.data[0] == '[';
    kf_log_add_as(r->log, is_link ? KF_WARNING : KF_ERROR, KF_SENSEI_LINE, place_of(r, line.data),
                  is_link ? "a link is left out: '%.*s'"
                          : "this is no row, edge, arrow or line; it is left out: '%.*s'",
                  shown_length(line), line.data);
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

static void note_move(reading *r, const char *sign, int x, int y) {
    int number = *sign == '0' ? MOVES : *sign - '0';
    if (r->moves[number] != KF_NOWHERE)
        kf_log_add(r->log, KF_SENSEI_NUMBER_TWICE, place_of(r, sign),
                   "the number %c stands twice; this one counts", *sign);
    r->moves[number] = kf_point_at(x, y);
    r->places[number] = place_of(r, sign).offset;
}

static void add_sign(reading *r, const char *sign, int x, int y) {
    static const char black[] = "XB#YZ", white[] = "OW@QP", marked[] = "BW#@YQZPCSTM";
    // The mark of each of them: CR, SQ, TR, MA.
    static const unsigned char marks[] = {0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 2, 3};
    const char c = *sign, *mark = strchr(marked, c);
    if (!is_sign(c))
        kf_log_add(r->log, KF_SENSEI_SIGN, place_of(r, sign),
                   "no point is drawn so; it is read as an empty one");
    else if (strchr(black, c) != NULL)
        add_point(&r->setup[0], x, y, '\0');
    else if (strchr(white, c) != NULL)
        add_point(&r->setup[1], x, y, '\0');
    else if (is_digit(c))
        note_move(r, sign, x, y);
    else if (c >= 'a' && c <= 'z')
        add_point(&r->marks[4], x, y, c);
    if (is_sign(c) && mark != NULL)
        add_point(&r->marks[marks[mark - marked]], x, y, '\0');
}

static void read_row(reading *r, kf_text line, int count, int y) {
    int x = r->left;
    kf_text whole = kf_text_trim(line);
    line = row_of(line);
    kf_text behind = kf_text_trim(kf_text_cut(whole, line.length, whole.length));
    if (behind.length > 0)
        kf_log_add_as(r->log, KF_WARNING, KF_SENSEI_LINE, place_of(r, behind.data),
                      "the remark at the end of a row is left out: '%.*s'", shown_length(behind),
                      behind.data);
    if (count != r->d.width)
        kf_log_add(r->log, KF_SENSEI_ROW_LENGTH, place_of(r, line.data),
                   "this row has %d point%s, the diagram has %d", count, count == 1 ? "" : "s",
                   r->d.width);
    for (size_t i = 0; i < line.length; i++) {
        char c = line.data[i];
        bool is_between = c == ' ' || c == '\t' || c == '|' || is_part(c);
        if (!is_between && x < r->columns)
            add_sign(r, line.data + i, x++, y);
    }
}

static void read_rows(reading *r) {
    kf_text rest = r->d.rows, line;
    int y = r->top, count;
    bool is_below = false; // the lower edge
    for (int i = 0; i <= MOVES; i++)
        r->moves[i] = KF_NOWHERE;
    while (kf_text_line(&rest, &line) && take_dollars(&line)) {
        line_kind kind = classify(line, &count);
        bool is_row = kind == LINE_ROW && count <= KF_BOARD_MAX && y < r->lines;
        if (kind == LINE_OTHER || (kind == LINE_ROW && !is_row))
            report_line(r, line);
        if (is_row && is_below)
            kf_log_add_as(r->log, KF_WARNING, KF_SENSEI_LINE, place_of(r, line.data),
                          "this row stands below the edge of the board");
        is_below = kind == LINE_EDGE && y > r->top;
        if (is_row)
            read_row(r, line, count, y++);
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

// `{AR A1 B2}` and `{LN A1 B2}`: an arrow, a line. False: it is neither.
static bool read_arrow(const reading *r, kf_text line, kf_text *name, kf_point points[2]) {
    kf_text word;
    line = kf_text_trim(line);
    if (line.data[line.length - 1] != '}')
        return false;
    line = kf_text_cut(line, 1, line.length - 1);
    if (!kf_text_word(&line, name) || (!kf_text_is(*name, "AR") && !kf_text_is(*name, "LN")))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!kf_text_word(&line, &word))
            return false;
        points[i] = read_point(r, word);
        if (points[i] == KF_NOWHERE || points[i] == KF_PASS)
            return false;
    }
    return true;
}

static void add_arrow(const reading *r, kf_buffer *out, kf_text line) {
    kf_text name;
    kf_point points[2];
    char from[2], to[2];
    if (!read_arrow(r, line, &name, points)) {
        report_line(r, line);
        return;
    }
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
    int count;
    for (int i = 0; i < MARKS; i++)
        add_list(out, names[i], &r->marks[i]);
    while (kf_text_line(&rest, &line) && take_dollars(&line))
        if (classify(line, &count) == LINE_ARROW)
            add_arrow(r, out, line);
}

static int last_move(const reading *r) {
    int last = MOVES;
    while (last > 0 && r->moves[last] == KF_NOWHERE)
        last--;
    return last;
}

// Whether the title says something of the number, `6 at a`, `4 connects`, and not `Moves 1-8`.
static bool says_number(kf_text title, int number) {
    for (size_t i = 0; i < title.length; i++) {
        bool is_within = i > 0 && (is_digit(title.data[i - 1]) || title.data[i - 1] == '-');
        if (!is_digit(title.data[i]) || is_within || take_number(title, &i, 0) != number)
            continue;
        if (i == title.length || (title.data[i] != '-' && !is_digit(title.data[i])))
            return true;
    }
    return false;
}

// The moves in their order. A number that is not shown was played on another stone's point, and is
// told beside the diagram: the next move then says its number itself.
static void add_moves(reading *r, kf_node node) {
    int last = last_move(r), first = r->d.number > 0 ? r->d.number : 1, due = 1;
    bool is_said = kf_text_has_fold(r->d.title, " at "); // it may be another number's
    for (int i = 1; i <= last; i++) {
        kf_buffer out = {.arena = r->record->arena};
        if (r->moves[i] == KF_NOWHERE)
            continue;
        if (i > 1 && r->moves[i - 1] == KF_NOWHERE && !is_said &&
            !says_number(r->d.title, first + i - 2))
            kf_log_add(r->log, KF_SENSEI_NUMBER_GAP,
                       (kf_place){.source = r->record->source, .offset = r->places[i]},
                       "the number before this one, %d, is not on the board", (i - 1) % MOVES);
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
        kf_record_set_place(r->record, node, r->places[i]);
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
    report_head(r);
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

// Lines that are no diagram.
static void report_lines(const reading *r, kf_text lines) {
    for (kf_text line; kf_text_line(&lines, &line);)
        report_line(r, line);
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
            if (ahead.data == rest.data)
                kf_text_line(&ahead, &line);
            report_lines(&r, (kf_text){rest.data, (size_t)(ahead.data - rest.data)});
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
