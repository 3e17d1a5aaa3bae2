// SPDX-License-Identifier: MIT
// Writing boards as text: the position at the end of each game's main line, with coordinates.

#include "format/ascii/ascii_board.h"

#include <string.h>

#include "base/text.h"
#include "format/prose.h"
#include "format/stones.h"
#include "record/value.h"
#include <kifu/board.h>

typedef struct picture {
    kf_writing_job *w;
    const kf_record *record;
    kf_node last;    // the end of the main line
    kf_stones marks; // points in parentheses, under KF_BLACK
    kf_stones stones;
    kf_board board;
    unsigned char labels[KF_BOARD_MAX][KF_BOARD_MAX]; // by row and column; 0 where there is none
} picture;

static void lose(const picture *p, kf_text kind, kf_node node) {
    kf_loss_add(p->w->loss, true, kind, node);
}

static bool is_held(const picture *p, const kf_property *property, kf_node node) {
    bool is_root = kf_node_parent(p->record, node) == 0;
    kf_text value;
    switch (property->id) {
    case KF_P_FF:
    case KF_P_CA:
    case KF_P_AP:
    case KF_P_SZ: // one that cannot be used is lost elsewhere
    case KF_P_AB:
    case KF_P_AW:
        return is_root;
    case KF_P_GM:
        return is_root && kf_property_get(p->record, node, "GM", &value) &&
               kf_text_is(kf_text_trim(value), "1");
    case KF_P_C:
        return is_root && kf_property_get(p->record, node, "C", &value) && value.length > 0;
    case KF_P_CR:
    case KF_P_LB: // those that find no room are lost elsewhere
        return is_root && node == p->last;
    default:
        return false;
    }
}

// Lists all that the picture does not show.
static void lose_properties(const picture *p, kf_node node) {
    kf_text rest = kf_node_text(p->record, node);
    bool seen[KF_PROPERTY_COUNT] = {false};
    for (kf_property property; kf_property_next(&rest, &property);) {
        char kind[64] = "property ";
        kf_text name =
            property.id >= 0 ? kf_text_of(kf_value_row(property.id)->name) : property.name;
        size_t length = strlen(kind), room = sizeof kind - length;
        size_t taken = name.length < room ? name.length : room - 1;
        memcpy(kind + length, name.data, taken);
        if (property.id == KF_P_B || property.id == KF_P_W)
            lose(p, KF_TEXT("move"), node);
        else if (kf_stones_is_second(&property, seen) || !is_held(p, &property, node))
            lose(p, (kf_text){kind, length + taken}, node);
    }
}

static void play_node(picture *p, kf_node node) {
    kf_colour colour;
    kf_point point;
    kf_played played;
    if (kf_stones_of(p->record, node, p->board.width, p->board.height, &p->stones)) {
        kf_stones_put(&p->stones, &p->board);
        if (p->stones.is_odd)
            lose(p, KF_TEXT("setup that contradicts itself"), node);
    }
    memset(&p->marks, 0, sizeof p->marks);
    if (!kf_stones_move(p->record, node, &p->board, &colour, &point) ||
        !kf_point_is_on(point, p->board.width, p->board.height))
        return;
    kf_board_play(&p->board, point, colour, &played);
    p->marks.rows[KF_BLACK][kf_point_row(point)] |= (uint64_t)1 << kf_point_column(point);
}

// The circles of the last node take the place of the mark of the last move.
static void find_marks(picture *p) {
    kf_property property;
    if (!kf_property_find(p->record, p->last, "CR", &property))
        return;
    memset(&p->marks, 0, sizeof p->marks);
    kf_stones_add(&p->marks, property.values, KF_BLACK, p->board.width, p->board.height);
    if (p->marks.is_odd)
        lose(p, KF_TEXT("mark off the board or given twice"), p->last);
}

// The text as a sign that the reader takes for a label, or 0. On a board with stones that are
// written X and O, which `has_stones` says by colour, B and W are letters.
static unsigned char sign_of(kf_text text, const bool *has_stones) {
    char c = text.length == 1 ? text.data[0] : ' ';
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool is_stone = strchr("XxOo", c) != NULL || (c == 'B' && !has_stones[KF_BLACK]) ||
                    (c == 'W' && !has_stones[KF_WHITE]);
    int number;
    if (is_letter && !is_stone)
        return (unsigned char)c;
    bool is_number =
        text.length > 0 && text.length <= 2 && text.data[0] != '0' && kf_text_number(text, &number);
    return is_number ? (unsigned char)(KF_ASCII_NUMBER + number) : 0;
}

// Whether the row is one to the reader with that label in it: not a row of labels alone, unless
// they are those that could be stones.
static bool has_room(const picture *p, int x, int y, unsigned char sign) {
    bool could_be_stones = sign == 'B' || sign == 'W';
    for (int other = 0; other < p->board.width; other++) {
        unsigned char label = other != x ? p->labels[y][other] : sign;
        could_be_stones = could_be_stones && (label == 'B' || label == 'W');
        if (label == 0)
            return true;
    }
    return could_be_stones;
}

// The labels of the last node that an empty point can show.
static void find_labels(picture *p) {
    kf_property property;
    kf_text value;
    bool has_stones[3] = {false};
    memset(p->labels, 0, sizeof p->labels);
    if (kf_node_parent(p->record, p->last) != 0 ||
        !kf_property_find(p->record, p->last, "LB", &property))
        return;
    for (int i = 0; i < p->board.width * p->board.height; i++)
        has_stones[kf_board_get(&p->board, kf_point_at(i % p->board.width, i / p->board.width))] =
            true;
    while (kf_property_value(&property.values, &value)) {
        bool is_composed = value.length > 2 && value.data[2] == ':';
        kf_point point = kf_point_read(value.data, is_composed ? 2 : 0, KF_COORDS_SGF,
                                       p->board.width, p->board.height);
        kf_text text = kf_text_cut(value, 3, value.length);
        int x = kf_point_column(point), y = kf_point_row(point);
        bool is_free = is_composed && kf_point_is_on(point, p->board.width, p->board.height) &&
                       kf_board_get(&p->board, point) == KF_EMPTY && p->labels[y][x] == 0;
        unsigned char sign = is_free ? sign_of(text, has_stones) : 0;
        if (sign != 0 && has_room(p, x, y, sign))
            p->labels[y][x] = sign;
        else
            lose(p, KF_TEXT("label that is no letter and no number on an empty point"), p->last);
    }
}

static bool is_marked(const picture *p, int x, int y) {
    return x >= 0 && x < p->board.width && kf_stones_has(&p->marks, KF_BLACK, kf_point_at(x, y));
}

// Star points of the three usual sizes: lines 3 on 9x9, 4 on the others, and the middle.
static bool is_star(int size, int x, int y) {
    int line = size == 9 ? 2 : 3, middle = size / 2;
    bool at_x = x == line || x == size - 1 - line, at_y = y == line || y == size - 1 - line;
    bool has_sides = size == 19;
    if (size != 9 && size != 13 && size != 19)
        return false;
    return (at_x && at_y) || (x == middle && y == middle) ||
           (has_sides && ((at_x && y == middle) || (x == middle && at_y)));
}

static void put_point(const picture *p, int x, int y) {
    kf_colour colour = kf_board_get(&p->board, kf_point_at(x, y));
    unsigned char label = p->labels[y][x];
    bool is_square = p->board.width == p->board.height;
    if (label > KF_ASCII_NUMBER) // one of two digits moves the rest of its row aside
        kf_output_add_number(p->w->out, label - KF_ASCII_NUMBER);
    else if (label != 0)
        kf_output_add_char(p->w->out, (char)label);
    else if (colour != KF_EMPTY)
        kf_output_add_char(p->w->out, colour == KF_BLACK ? 'X' : 'O');
    else
        kf_output_add_char(p->w->out, is_square && is_star(p->board.width, x, y) ? '+' : '.');
}

static void put_label(kf_output *out, int number, int width) {
    if (width > 1 && number < 10)
        kf_output_add_char(out, ' ');
    kf_output_add_number(out, number);
}

static void put_row(picture *p, int y) {
    kf_output *out = p->w->out;
    int number = p->board.height - y;
    put_label(out, number, 2);
    for (int x = 0; x <= p->board.width; x++) {
        kf_output_add_char(out, is_marked(p, x - 1, y) ? ')' : is_marked(p, x, y) ? '(' : ' ');
        if (x < p->board.width)
            put_point(p, x, y);
    }
    put_label(out, number, p->board.height > 9 ? 2 : 1);
    kf_output_add_char(out, '\n');
}

// The letters of the columns. From the 26th on they are two, one above the other.
static void put_letters(picture *p) {
    kf_output *out = p->w->out;
    for (int line = p->board.width > 25 ? 0 : 1; line < 2; line++) {
        kf_output_add_string(out, "  ");
        for (int x = 0; x < p->board.width; x++) {
            char letters[3];
            size_t count = kf_point_letters(x, letters);
            kf_output_add_char(out, ' ');
            kf_output_add_char(out, line == 1 ? letters[count - 1] : count > 1 ? letters[0] : ' ');
        }
        kf_output_add_char(out, '\n');
    }
}

static void put_text(picture *p, kf_node game) {
    kf_buffer plain = {.arena = p->w->arena};
    kf_text value;
    if (kf_property_get(p->record, game, "C", &value) && value.length > 0) {
        if (!kf_prose_plain(&plain, value, p->record->format == &kf_ascii_format))
            lose(p, KF_TEXT("escape character"), game);
        kf_prose_write(p->w->out, kf_buffer_text(&plain), kf_ascii_line_is_special);
        kf_output_add_char(p->w->out, '\n');
    }
    kf_arena_release(p->w->arena, plain.data);
}

static void write_game(picture *p, kf_node game) {
    int width, height;
    if (!kf_record_board(p->record, game, &width, &height))
        lose(p, KF_TEXT("property SZ"), game);
    kf_board_init(&p->board, width, height);
    for (kf_node node = game; node != 0; node = kf_node_child(p->record, node))
        p->last = node;
    for (kf_node node = game; node != 0; node = kf_node_child(p->record, node)) {
        kf_node other = node == game ? 0 : kf_node_next(p->record, node);
        for (; other != 0; other = kf_node_next(p->record, other))
            lose(p, KF_TEXT("variation"), other);
        play_node(p, node);
        lose_properties(p, node);
        if (node != game)
            lose(p, KF_TEXT("node"), node);
    }
    find_marks(p);
    find_labels(p);
    put_text(p, game);
    put_letters(p);
    for (int y = 0; y < height; y++)
        put_row(p, y);
    put_letters(p);
}

bool kf_ascii_write(kf_writing_job *writer) {
    picture *p = kf_arena_alloc(writer->arena, sizeof *p);
    memset(p, 0, sizeof *p);
    p->w = writer;
    p->record = writer->record;
    kf_node first = kf_node_child(p->record, 0);
    const kf_series *series = writer->how->series;
    bool is_behind = series != NULL && series->has_begun, has_any = first == 0;
    for (kf_node game = first; game != 0; game = kf_node_next(p->record, game)) {
        // An empty line parts boards, which would otherwise be read as one.
        if (!KF_FORMAT_IS_GO(writer, game))
            continue;
        if (has_any || is_behind)
            kf_output_add_char(writer->out, '\n');
        write_game(p, game);
        has_any = true;
    }
    return has_any || series != NULL;
}
