// SPDX-License-Identifier: MIT
// Diagrams as Sensei's Library types them: one sign a point, ten moves a diagram.

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "draw/picture/picture.h"
#include "draw/scene/scene.h"

enum { A_DIAGRAM = 10, NUMBER_MOST = 9999 };

// One scene on its way out, as one diagram or several.
typedef struct diagrams {
    kf_buffer *out;
    const kf_scene *scene;
    kf_loss *loss;
    size_t points;
    char *letters;      // for each point the letter that stands for its label, or 0
    size_t *numbered;   // for each number from `least` its point plus one, or 0
    int least, largest; // numbers in the scene; largest < least: there are none
    int first, last;    // numbers of this diagram
    kf_colour begins;   // whose move `first` is
} diagrams;

// ---- Numbers ----

static void find_numbers(diagrams *d) {
    d->least = NUMBER_MOST + 1;
    for (size_t i = 0; i < d->points; i++) {
        int number = kf_legend_number(&d->scene->points[i]);
        if (number > 0 && number < d->least)
            d->least = number;
        if (number > d->largest)
            d->largest = number;
    }
    if (d->largest < d->least)
        return;
    size_t count = (size_t)(d->largest - d->least) + 1;
    d->numbered = kf_arena_alloc(d->out->arena, count * sizeof *d->numbered);
    memset(d->numbered, 0, count * sizeof *d->numbered);
    for (size_t i = 0; i < d->points; i++) {
        int number = kf_legend_number(&d->scene->points[i]);
        if (number > 0)
            d->numbered[number - d->least] = i + 1;
    }
}

static kf_colour colour_of(const diagrams *d, int number) {
    size_t at = d->numbered[number - d->least];
    return at > 0 ? (kf_colour)d->scene->points[at - 1].stone : KF_EMPTY;
}

// Chooses the numbers of the next diagram. The colours of a diagram alternate, so where two moves
// of one player follow one another it ends early. False: there are no more.
static bool next_diagram(diagrams *d) {
    int from = d->last + 1;
    while (from <= d->largest && colour_of(d, from) == KF_EMPTY)
        from++;
    if (from > d->largest)
        return false;
    d->first = d->last = from;
    d->begins = colour_of(d, from);
    for (int i = from + 1; i < from + A_DIAGRAM && i <= d->largest; i++) {
        kf_colour due = (i - from) % 2 == 0 ? d->begins : kf_colour_other(d->begins);
        kf_colour found = colour_of(d, i);
        if (found != KF_EMPTY && found != due)
            break;
        d->last = i;
    }
    return true;
}

// ---- Labels ----

static char own_letter(const kf_scene_point *point) {
    char c = point->label.length == 1 ? point->label.data[0] : '\0';
    return c >= 'a' && c <= 'z' ? c : '\0';
}

static bool is_free(const bool *taken, char letter) {
    return letter >= 'a' && letter <= 'z' && !taken[letter - 'a'];
}

// The letter that stands for a label that is none: its own in lower case, else the next free one.
static char borrowed_letter(const kf_scene_point *point, const bool *taken) {
    char c = point->label.length == 1 ? point->label.data[0] : '\0';
    if (c >= 'A' && c <= 'Z' && is_free(taken, (char)(c - 'A' + 'a')))
        return (char)(c - 'A' + 'a');
    for (int i = 0; i < 26; i++)
        if (!taken[i])
            return (char)('a' + i);
    return '\0';
}

// A digit or a capital would be read as a move or a stone.
static void choose_letters(diagrams *d) {
    bool taken[26] = {false};
    d->letters = kf_arena_alloc(d->out->arena, d->points + 1);
    memset(d->letters, 0, d->points + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < d->points; i++) {
            const kf_scene_point *point = &d->scene->points[i];
            if (point->label.length == 0 || point->stone != KF_EMPTY || point->is_hidden ||
                d->letters[i] != '\0')
                continue;
            char letter = own_letter(point);
            if (pass == 1 && letter == '\0')
                letter = borrowed_letter(point, taken);
            d->letters[i] = letter;
            if (letter != '\0')
                taken[letter - 'a'] = true;
        }
    }
}

// ---- The board ----

// Signs of a mark on a point, by what lies there. A sign that the notation lacks is 0.
static char mark_sign(const kf_scene_point *point) {
    static const char signs[KF_MARK_COUNT][4] = {
        [KF_MARK_TRIANGLE] = "TYQ", [KF_MARK_SQUARE] = "S#@", [KF_MARK_CIRCLE] = "CBW",
        [KF_MARK_CROSS] = "MZP",    [KF_MARK_LAST] = "\0BW",
    };
    return signs[point->mark][point->stone];
}

static char sign_of(const diagrams *d, size_t at) {
    const kf_scene_point *point = &d->scene->points[at];
    int number = kf_legend_number(point);
    char empty = point->is_hoshi ? ',' : '.', sign = mark_sign(point);
    if (point->is_hidden)
        return '_';
    if (number > d->last)
        return empty;
    if (number >= d->first && number > 0)
        return (char)('0' + (number - d->first + 1) % A_DIAGRAM);
    if (point->stone == KF_EMPTY && d->letters[at] != '\0')
        return d->letters[at];
    if (sign != '\0')
        return sign;
    return point->stone == KF_BLACK ? 'X' : point->stone == KF_WHITE ? 'O' : empty;
}

static void add_edge(const diagrams *d) {
    kf_buffer_add_string(d->out, "$$  ");
    for (int i = 0; i < 2 * d->scene->columns - 1; i++)
        kf_buffer_add_char(d->out, '-');
    kf_buffer_add_char(d->out, '\n');
}

static void add_board(const diagrams *d) {
    const kf_scene *s = d->scene;
    bool has_west = s->left == 0, has_east = s->left + s->columns == s->board_width;
    if (s->top == 0)
        add_edge(d);
    for (int row = 0; row < s->rows; row++) {
        kf_buffer_add_string(d->out, has_west ? "$$ |" : "$$  ");
        for (int column = 0; column < s->columns; column++) {
            kf_buffer_add_char(d->out, ' ');
            kf_buffer_add_char(d->out,
                               sign_of(d, (size_t)row * (size_t)s->columns + (size_t)column));
        }
        kf_buffer_add_string(d->out, has_east ? " |\n" : "\n");
    }
    if (s->top + s->rows == s->board_height)
        add_edge(d);
}

// Points are counted from the upper left of what is shown: that needs no corner.
static void add_lines(const diagrams *d) {
    const kf_scene *s = d->scene;
    for (size_t i = 0; i < s->line_count; i++) {
        const kf_scene_line *line = &s->lines[i];
        const kf_point ends[] = {line->from, line->to};
        kf_buffer_add_string(d->out, line->is_arrow ? "$$ {AR" : "$$ {LN");
        for (int k = 0; k < 2; k++) {
            kf_buffer_add_char(d->out, ' ');
            kf_buffer_add_number(d->out, kf_point_column(ends[k]) - s->left + 1);
            kf_buffer_add_char(d->out, ':');
            kf_buffer_add_number(d->out, kf_point_row(ends[k]) - s->top + 1);
        }
        kf_buffer_add_string(d->out, "}\n");
    }
}

// ---- The first line ----

static void add_plain(kf_buffer *out, kf_text text) {
    for (size_t i = 0; i < text.length; i++)
        kf_buffer_add_char(out, (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i]);
}

static bool is_note_of(const diagrams *d, kf_text note) {
    size_t digits = 0;
    int number;
    while (digits < note.length && note.data[digits] >= '0' && note.data[digits] <= '9')
        digits++;
    return kf_text_number(kf_text_cut(note, 0, digits), &number) && number >= d->first &&
           number <= d->last;
}

// Notes go where their move is; what is no move's note, into the last diagram.
static void add_notes(const diagrams *d, bool is_only) {
    const char *between = " (";
    for (size_t i = 0; i < d->scene->note_count; i++) {
        if (!is_only && !is_note_of(d, d->scene->notes[i]))
            continue;
        kf_buffer_add_string(d->out, between);
        add_plain(d->out, d->scene->notes[i]);
        between = ", ";
    }
    if (between[0] == ',')
        kf_buffer_add_char(d->out, ')');
}

static void add_head(const diagrams *d, bool is_only) {
    const kf_scene *s = d->scene;
    bool is_first = is_only || d->first <= d->least;
    kf_colour begins = d->last > 0 ? d->begins : s->to_move;
    kf_buffer_add_string(d->out, begins == KF_WHITE ? "$$W" : "$$B");
    if (s->sides != 0)
        kf_buffer_add_char(d->out, 'c');
    if (s->board_width != 19 && s->board_width == s->board_height)
        kf_buffer_add_number(d->out, s->board_width);
    if (d->first > 1) {
        kf_buffer_add_char(d->out, 'm');
        kf_buffer_add_number(d->out, d->first);
    }
    const kf_text texts[] = {s->title, s->caption};
    for (int i = 0; i < 2 && is_first; i++) {
        if (texts[i].length == 0)
            continue;
        kf_buffer_add_string(d->out, i == 1 && s->title.length > 0 ? ", " : " ");
        add_plain(d->out, texts[i]);
    }
    if (!is_first) {
        kf_buffer_add_string(d->out, d->last > d->first ? " Moves " : " Move ");
        kf_buffer_add_number(d->out, d->first);
        if (d->last > d->first) {
            kf_buffer_add_string(d->out, " to ");
            kf_buffer_add_number(d->out, d->last);
        }
    }
    add_notes(d, is_only);
    kf_buffer_add_char(d->out, '\n');
}

static void add_diagram(const diagrams *d, bool is_only) {
    if (d->out->length > 0)
        kf_buffer_add_char(d->out, '\n');
    add_head(d, is_only);
    add_board(d);
    add_lines(d);
}

// ---- What one sign cannot say ----

static bool is_lost_mark(const kf_scene_point *point, const void *context) {
    if (point->mark != *(const kf_mark *)context || point->is_hidden)
        return false;
    return mark_sign(point) == '\0' || point->label.length > 0;
}

static bool is_territory(const kf_scene_point *point, const void *context) {
    return point->territory == *(const uint8_t *)context && !point->is_hidden;
}

static bool is_dimmed(const kf_scene_point *point, const void *context) {
    (void)context;
    return point->is_dimmed && !point->is_hidden;
}

static void report_labels(const diagrams *d, kf_legend *legend) {
    for (size_t i = 0; i < d->points; i++) {
        const kf_scene_point *point = &d->scene->points[i];
        if (point->label.length == 0 || point->is_hidden || kf_legend_number(point) > 0 ||
            (point->stone == KF_EMPTY && own_letter(point) != '\0'))
            continue;
        if (d->letters[i] == '\0') {
            kf_legend_label(legend, point);
        } else {
            kf_buffer line = {.arena = legend->arena};
            kf_buffer_add_char(&line, d->letters[i]);
            kf_buffer_add_string(&line, ": ");
            kf_buffer_add_text(&line, point->label);
            kf_legend_add(legend, kf_buffer_text(&line));
        }
        kf_loss_add(d->loss, true, KF_TEXT("label"), 0);
    }
}

static void add_legend(const diagrams *d) {
    kf_legend legend = {.arena = d->out->arena, .scene = d->scene, .loss = d->loss};
    report_labels(d, &legend);
    kf_legend_signs(&legend, is_lost_mark, is_territory);
    kf_legend_points(&legend, KF_WORD_DIMMED, "dimmed point", is_dimmed, NULL);
    for (size_t i = 0; i < legend.count; i++) {
        kf_buffer_add_char(d->out, '\n');
        add_plain(d->out, legend.lines[i]);
    }
    if (legend.count > 0)
        kf_buffer_add_char(d->out, '\n');
}

// ---- All of it ----

static void add_scene(kf_buffer *out, const kf_scene *scene, kf_loss *loss) {
    diagrams d = {.out = out, .scene = scene, .loss = loss};
    d.points = (size_t)scene->columns * (size_t)scene->rows;
    find_numbers(&d);
    choose_letters(&d);
    bool is_only = d.largest < d.least;
    if (is_only) {
        add_diagram(&d, true);
    } else {
        d.last = d.least - 1;
        for (bool is_first = true; next_diagram(&d); is_first = false)
            add_diagram(&d, is_first && d.last == d.largest);
    }
    add_legend(&d);
}

static bool write(const kf_drawing_job *job, kf_log *log) {
    kf_buffer out = {.arena = job->arena};
    (void)log;
    for (size_t i = 0; i < job->count; i++) {
        add_scene(&out, kf_drawing_job_scene(job, i), job->how != NULL ? job->how->loss : NULL);
        if (!kf_writer_put(job, &out))
            return false;
    }
    return true;
}

const kf_writer kf_sensei_writer = {
    .name = "sensei",
    .title = "a diagram of Sensei's Library",
    .suffixes = ".sl",
    .takes_many = true,
    .write = write,
};
