// SPDX-License-Identifier: MIT
// What each move of a record captures, as a PRISONER line says it.
//
// One board serves the whole tree: entering a node changes it, leaving takes the change back. A
// move notes the points that it changed; a setup notes the whole position, two bits a point, so
// that memory stays in proportion to the input whatever the rectangles in it are.

#include "format/ishi_board.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/ishi_show.h"
#include "record/record.h"
#include "record/value.h"

enum {
    EMPTY,
    BLACK,
    WHITE,
    EDGE = 3,
    STRIDE = KF_LARGEST_BOARD + 1,
    CELLS = STRIDE * (KF_LARGEST_BOARD + 2),
    IN_WORD = 16 // points in a word of a noted position
};

typedef struct board {
    const kf_record *record;
    kf_arena *arena;
    int width, height;
    uint8_t cells[CELLS + 1];
    uint16_t queue[CELLS];           // of a flood
    uint32_t seen[CELLS + 1], flood; // which flood saw a cell last
    uint32_t *notes;                 // changed cells, or positions
    size_t count, capacity;
    size_t *marks; // by depth: where the notes of the node begin, times two, odd for a setup
    size_t depth, mark_capacity;
    uint16_t captured[CELLS];
    size_t captured_count;
} board;

static size_t cell_at(int x, int y) {
    return (size_t)(y + 1) * STRIDE + (size_t)(x + 1);
}

static void clear(board *b) {
    memset(b->cells, EDGE, sizeof b->cells);
    for (int y = 0; y < b->height; y++)
        memset(b->cells + cell_at(0, y), EMPTY, (size_t)b->width);
}

static void note(board *b, uint32_t what) {
    b->notes = kf_arena_grow(b->arena, b->notes, &b->capacity, b->count + 1, sizeof *b->notes);
    b->notes[b->count++] = what;
}

static void change(board *b, size_t cell, uint8_t colour) {
    note(b, (uint32_t)cell << 2 | b->cells[cell]);
    b->cells[cell] = colour;
}

// ---- Playing ----

static const int beside[4] = {-STRIDE, -1, 1, STRIDE};

// Finds the chain on that cell in `queue`; 0 when it has a liberty, else its length.
static size_t dead_chain(board *b, size_t cell) {
    uint8_t colour = b->cells[cell];
    size_t length = 0;
    b->flood++;
    b->seen[cell] = b->flood;
    b->queue[length++] = (uint16_t)cell;
    for (size_t i = 0; i < length; i++) {
        for (size_t k = 0; k < 4; k++) {
            int next = b->queue[i] + beside[k];
            if (b->cells[next] == EMPTY)
                return 0;
            if (b->cells[next] != colour || b->seen[next] == b->flood)
                continue;
            b->seen[next] = b->flood;
            b->queue[length++] = (uint16_t)next;
        }
    }
    return length;
}

static void take_off(board *b, size_t length, bool is_prisoner) {
    for (size_t i = 0; i < length; i++) {
        change(b, b->queue[i], EMPTY);
        if (is_prisoner)
            b->captured[b->captured_count++] = b->queue[i];
    }
}

static void play(board *b, kf_text value, uint8_t colour) {
    int x, y;
    if (!kf_value_point(value, &x, &y) || x >= b->width || y >= b->height)
        return;
    size_t cell = cell_at(x, y);
    change(b, cell, colour);
    for (size_t k = 0; k < 4; k++) {
        int next = (int)cell + beside[k];
        if (b->cells[next] == 3 - colour)
            take_off(b, dead_chain(b, (size_t)next), true);
    }
    take_off(b, dead_chain(b, cell), false);
}

// ---- Setup ----

static void put_rectangle(board *b, kf_text value, uint8_t colour) {
    int x, y, right, bottom;
    if (!kf_value_rectangle(value, &x, &y, &right, &bottom))
        return;
    for (int row = y; row <= bottom && row < b->height; row++)
        for (int column = x; column <= right && column < b->width; column++)
            b->cells[cell_at(column, row)] = colour;
}

static void note_position(board *b) {
    uint32_t word = 0;
    size_t points = (size_t)b->width * (size_t)b->height;
    for (size_t i = 0; i < points; i++) {
        size_t cell = cell_at((int)i % b->width, (int)i / b->width);
        word |= (uint32_t)b->cells[cell] << (i % IN_WORD * 2);
        if (i % IN_WORD == IN_WORD - 1 || i + 1 == points) {
            note(b, word);
            word = 0;
        }
    }
}

static void restore_position(board *b, const uint32_t *words) {
    size_t points = (size_t)b->width * (size_t)b->height;
    for (size_t i = 0; i < points; i++)
        b->cells[cell_at((int)i % b->width, (int)i / b->width)] =
            words[i / IN_WORD] >> (i % IN_WORD * 2) & 3;
}

// ---- The walk ----

static bool is_setup(const kf_property *property) {
    return property->id == KF_P_AB || property->id == KF_P_AW || property->id == KF_P_AE;
}

// Which of setup, move and diagram the node has.
static void look(kf_text rest, bool *has_setup, bool *is_diagram) {
    kf_property property;
    while (kf_property_next(&rest, &property)) {
        *has_setup = *has_setup || is_setup(&property);
        *is_diagram = *is_diagram || property.id == KF_P_KFDIAGRAM;
    }
}

static void put_setup(board *b, kf_text rest, int id, uint8_t colour) {
    kf_property property;
    kf_text value;
    while (kf_property_next(&rest, &property))
        while (property.id == id && kf_property_value(&property.values, &value))
            put_rectangle(b, value, colour);
}

static void play_all(board *b, kf_text rest, int id, uint8_t colour) {
    kf_property property;
    kf_text value;
    while (kf_property_next(&rest, &property))
        if (property.id == id && kf_property_value(&property.values, &value))
            play(b, value, colour);
}

// The order of the properties in a node means nothing, so what they do has one order of its own.
static void run_node(board *b, kf_node node) {
    kf_text all = kf_node_text(b->record, node);
    bool has_setup = false, is_diagram = false;
    look(all, &has_setup, &is_diagram);
    has_setup = has_setup && !is_diagram;
    b->marks = kf_arena_grow(b->arena, b->marks, &b->mark_capacity, b->depth + 1, sizeof *b->marks);
    b->marks[b->depth++] = b->count * 2 + has_setup;
    b->captured_count = 0;
    if (has_setup) {
        note_position(b);
        put_setup(b, all, KF_P_AB, BLACK);
        put_setup(b, all, KF_P_AW, WHITE);
        put_setup(b, all, KF_P_AE, EMPTY);
    }
    if (!is_diagram) {
        play_all(b, all, KF_P_B, BLACK);
        play_all(b, all, KF_P_W, WHITE);
    }
}

static void leave_node(board *b) {
    size_t mark = b->marks[--b->depth], begin = mark / 2;
    if (mark % 2 != 0) {
        restore_position(b, b->notes + begin);
    } else {
        for (size_t i = b->count; i > begin; i--)
            b->cells[b->notes[i - 1] >> 2] = b->notes[i - 1] & 3;
    }
    b->count = begin;
}

// From the left, then from the bottom.
static int by_place(const void *a, const void *b) {
    int x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return x % STRIDE != y % STRIDE ? x % STRIDE - y % STRIDE : y - x;
}

// The cells as locations with spaces between them.
static kf_text text_of(uint16_t *cells, size_t count, int height, kf_arena *arena) {
    kf_buffer out = {.arena = arena};
    if (count > 0)
        qsort(cells, count, sizeof *cells, by_place);
    for (size_t i = 0; i < count; i++) {
        int x = cells[i] % STRIDE - 1, y = cells[i] / STRIDE - 1;
        if (i > 0)
            kf_buffer_add_char(&out, ' ');
        kf_buffer_add_char(&out, (char)('A' + x + (x >= 'I' - 'A')));
        kf_buffer_add_number(&out, height - y);
    }
    return kf_buffer_text(&out);
}

kf_text *kf_ishi_board_prisoners(const kf_record *record, kf_arena *arena) {
    size_t nodes = kf_record_nodes(record);
    kf_text *prisoners = kf_arena_alloc(arena, nodes * sizeof *prisoners);
    board *b = kf_arena_alloc(arena, sizeof *b);
    for (size_t i = 0; i < nodes; i++)
        prisoners[i] = (kf_text){"", 0};
    memset(b, 0, sizeof *b);
    b->record = record;
    b->arena = arena;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_record_board(record, game, &b->width, &b->height);
        clear(b);
        b->count = 0;
        kf_walk walk = kf_walk_from(record, game);
        while (kf_walk_step(&walk)) {
            if (!walk.entering) {
                leave_node(b);
                continue;
            }
            run_node(b, walk.node);
            if (b->captured_count > 0)
                prisoners[walk.node] = text_of(b->captured, b->captured_count, b->height, arena);
        }
    }
    return prisoners;
}

// ---- After reading ----

// A location as the cell it names, 0 when the field is none.
static uint16_t cell_of(kf_text field, int size) {
    int row;
    if (field.length < 2 || !kf_text_number(kf_text_cut(field, 1, field.length), &row))
        return 0;
    char letter = (char)(field.data[0] >= 'a' ? field.data[0] - 32 : field.data[0]);
    int x = letter - 'A' - (letter > 'I');
    bool is_on =
        letter >= 'A' && letter <= 'Z' && letter != 'I' && x < size && row >= 1 && row <= size;
    return is_on ? (uint16_t)cell_at(x, size - row) : 0;
}

// Whether the values name just the men that the board says.
static bool says(kf_text properties, kf_text prisoners, int size, kf_arena *arena) {
    kf_values values = {.name = "KFPRISONER", .rest = properties};
    kf_text value, field;
    uint16_t *cells = NULL;
    size_t count = 0, capacity = 0;
    while (kf_values_next(&values, &value)) {
        while (kf_text_word(&value, &field)) {
            uint16_t cell = cell_of(field, size);
            if (cell == 0)
                return false;
            cells = kf_arena_grow(arena, cells, &capacity, count + 1, sizeof *cells);
            cells[count++] = cell;
        }
    }
    return kf_text_equal(text_of(cells, count, size, arena), prisoners);
}

static void take_away(kf_record *record, kf_node node) {
    kf_buffer out = {.arena = record->arena};
    kf_text rest = kf_node_text(record, node);
    kf_property property;
    while (kf_property_next(&rest, &property)) {
        if (property.id == KF_P_KFPRISONER)
            continue;
        kf_buffer_add_text(&out, property.name);
        kf_buffer_add_text(&out, property.values);
    }
    kf_record_put(record, node, kf_buffer_text(&out));
    kf_arena_release(record->arena, out.data);
}

static void settle(kf_record *record, kf_node node, int size, kf_text prisoners) {
    kf_property property;
    kf_text all = kf_node_text(record, node), rest = all;
    bool is_told = false, is_diagram = false;
    bool is_move = kf_ishi_show_kind(record, node, size) == KF_ISHI_MOVE;
    while (kf_property_next(&rest, &property)) {
        is_told = is_told || property.id == KF_P_KFPRISONER;
        is_diagram = is_diagram || property.id == KF_P_KFDIAGRAM;
    }
    if (is_told && !is_diagram && says(all, prisoners, size, record->arena)) {
        take_away(record, node);
    } else if (!is_told && is_move && prisoners.length > 0) {
        kf_buffer out = {.arena = record->arena};
        kf_buffer_add_text(&out, all);
        kf_buffer_add_string(&out, "KFPRISONER[]");
        kf_record_put(record, node, kf_buffer_text(&out));
    }
}

void kf_ishi_board_settle(kf_record *record, const bool *is_carried) {
    kf_text *prisoners = kf_ishi_board_prisoners(record, record->arena);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        int width, height;
        kf_record_board(record, game, &width, &height);
        kf_walk walk = kf_walk_from(record, game);
        for (kf_node node; (node = kf_walk_enter(&walk)) != 0;)
            if (is_carried == NULL || !is_carried[node])
                settle(record, node, height, prisoners[node]);
    }
}
