// SPDX-License-Identifier: MIT
// What the setup of a node does to the board, and what points mean that it names twice.

#include <string.h>

#include "base/text.h"
#include "play/play.h"
#include "record/record.h"
#include "record/value.h"

// Where a point is named twice, a stone counts more than none and White more than Black, for the
// order of properties has no meaning (FF[4]). Notations that know no order agree with this. It is
// given up only where the moves that follow are legal in another reading.
enum { NOT_NAMED, NAMED_EMPTY, NAMED_BLACK, NAMED_WHITE, RANKS = NAMED_WHITE };
static const struct {
    int id;
    kf_colour colour;
} ranks[RANKS + 1] = {
    {-1, KF_EMPTY}, {KF_P_AE, KF_EMPTY}, {KF_P_AB, KF_BLACK}, {KF_P_AW, KF_WHITE}};

// How much each rank counts in a reading.
static const uint8_t weights[KF_SETUP_READINGS][RANKS + 1] = {
    [KF_SETUP_USUAL] = {0, 1, 2, 3},
    [KF_SETUP_EMPTY_FIRST] = {0, 3, 1, 2},
    [KF_SETUP_BLACK_FIRST] = {0, 1, 3, 2},
};

// The setup of a node: the rank that counts most for each cell, and the cells of one property.
typedef struct setup {
    const uint8_t *weight;
    bool is_doubtful; // some cell has two ranks
    uint8_t rank[KF_BOARD_CELLS];
    uint16_t cells[KF_BOARD_CELLS];
    size_t count;
} setup;

static uint8_t rank_of(int id) {
    uint8_t rank = RANKS;
    while (rank > NOT_NAMED && ranks[rank].id != id)
        rank--;
    return rank;
}

// Calls `visit` for the points of a value, a point or two opposite corners of a rectangle.
static void visit_points(setup *s, const kf_board *board, kf_text value, uint8_t rank,
                         void (*visit)(setup *s, uint16_t cell, uint8_t rank)) {
    kf_text first, second;
    int x, y, to_x, to_y;
    bool is_rectangle = kf_property_split(value, &first, &second);
    if (!kf_value_point(kf_text_trim(first), &x, &y))
        return;
    to_x = x, to_y = y;
    if (is_rectangle && !kf_value_point(kf_text_trim(second), &to_x, &to_y))
        return;
    int left = x < to_x ? x : to_x, right = x < to_x ? to_x : x;
    int top = y < to_y ? y : to_y, bottom = y < to_y ? to_y : y;
    for (int row = top; row <= bottom && row < board->height; row++)
        for (int column = left; column <= right && column < board->width; column++)
            visit(s, (uint16_t)kf_board_cell(board, kf_point_at(column, row)), rank);
}

static void note_rank(setup *s, uint16_t cell, uint8_t rank) {
    uint8_t before = s->rank[cell];
    s->is_doubtful = s->is_doubtful || (before != NOT_NAMED && before != rank);
    s->rank[cell] = s->weight[before] > s->weight[rank] ? before : rank;
}

// A cell is taken once, by the first property of its rank.
static void take_cell(setup *s, uint16_t cell, uint8_t rank) {
    if (s->rank[cell] != rank)
        return;
    s->rank[cell] = NOT_NAMED;
    s->cells[s->count++] = cell;
}

void kf_play_setup_number(kf_play *play, uint32_t cell, int number) {
    play->erased = kf_arena_grow(play->arena, play->erased, &play->erased_room,
                                 play->erased_count + 1, sizeof *play->erased);
    play->erased[play->erased_count++] = (kf_play_erased){play->latest[cell], (uint16_t)cell};
    play->latest[cell] = number;
}

// A stone that is set up has no number; the number of one that is taken away may still be named.
static void erase_numbers(kf_play *play, const setup *s, kf_colour colour) {
    for (size_t i = 0; i < s->count; i++) {
        uint16_t cell = s->cells[i];
        if (play->latest[cell] != 0 && play->board.cell[cell].colour != colour)
            kf_play_setup_number(play, cell, 0);
    }
}

// Whether all points of the property are as it wants them, before it is obeyed.
static bool is_idle(const kf_board *board, const setup *s, kf_colour colour) {
    for (size_t i = 0; i < s->count; i++)
        if (board->cell[s->cells[i]].colour != colour)
            return false;
    return s->count > 0;
}

// Goes through the setup properties of a node. The board and its log are those of the cursor, or
// others for a try.
static void visit_setup(kf_play *play, kf_board *board, kf_changes *changes, setup *s, kf_text rest,
                        void (*visit)(setup *s, uint16_t cell, uint8_t rank)) {
    kf_property property;
    kf_text value;
    bool is_real = board == &play->board;
    while (kf_property_scan(&rest, &property)) {
        uint8_t rank = rank_of(kf_play_node_id(property.name));
        if (rank == NOT_NAMED)
            continue;
        kf_colour colour = ranks[rank].colour;
        s->count = 0;
        while (kf_property_value(&property.values, &value))
            visit_points(s, board, value, rank, visit);
        if (is_real && play->latest != NULL && colour != KF_EMPTY)
            erase_numbers(play, s, colour);
        if (is_real && visit == take_cell && play->step.idle.length == 0 &&
            is_idle(board, s, colour))
            play->step.idle = property.name;
        if (visit == take_cell)
            kf_changes_set_up(changes, board, s->cells, s->count, colour);
    }
}

static void put(kf_play *play, kf_board *board, kf_changes *changes, setup *s, kf_text text,
                kf_setup_reading reading) {
    s->weight = weights[reading];
    s->is_doubtful = false;
    memset(s->rank, NOT_NAMED, board->cells * sizeof s->rank[0]);
    visit_setup(play, board, changes, s, text, note_rank);
    visit_setup(play, board, changes, s, text, take_cell);
}

// ---- What the moves say of it ----

enum { LINES = 32, MOVES = 1000 };

// Plays the moves of a node. Returns how many of them are illegal; -1: the node has a setup.
static int play_node(kf_board *board, kf_text text) {
    kf_property property;
    kf_played played;
    int faults = 0;
    kf_text rest = text;
    while (kf_property_scan(&rest, &property))
        if (rank_of(kf_play_node_id(property.name)) != NOT_NAMED)
            return -1;
    while (kf_property_scan(&text, &property)) {
        int id = kf_play_node_id(property.name);
        if (id != KF_P_B && id != KF_P_W)
            continue;
        kf_point point = kf_play_node_point(board, kf_play_node_value(&property));
        faults +=
            kf_board_play(board, point, id == KF_P_B ? KF_BLACK : KF_WHITE, &played) != KF_LEGAL;
    }
    return faults;
}

// How many illegal moves follow in the first line and in those beside it, up to the next setup:
// that is where the position is another one, so that all nodes together are looked at once.
static int count_faults(const kf_play *play, kf_node node, const kf_board *board) {
    int faults = 0, lines = 0;
    for (kf_node child = kf_node_child(play->record, node); child != 0 && lines < LINES;
         child = kf_node_next(play->record, child), lines++) {
        kf_board copy = *board;
        kf_node at = child;
        for (int i = 0; at != 0 && i < MOVES; at = kf_node_child(play->record, at), i++) {
            int found = play_node(&copy, kf_node_text(play->record, at));
            if (found < 0)
                break;
            faults += found;
        }
    }
    return faults;
}

// The reading under which the moves are legal that the record has below the node.
static kf_setup_reading read_doubtful(kf_play *play, setup *s, kf_node node, kf_text text) {
    kf_setup_reading best = KF_SETUP_USUAL;
    int least = 1;
    for (int reading = KF_SETUP_USUAL; reading < KF_SETUP_READINGS && least > 0; reading++) {
        kf_board board = play->board;
        kf_changes changes = {.arena = play->arena};
        put(play, &board, &changes, s, text, (kf_setup_reading)reading);
        int faults = count_faults(play, node, &board);
        kf_arena_release(play->arena, changes.words);
        bool is_better = reading == KF_SETUP_USUAL || faults < least;
        best = is_better ? (kf_setup_reading)reading : best;
        least = is_better ? faults : least;
    }
    return best;
}

void kf_play_setup(kf_play *play, kf_node node, kf_text text) {
    setup s;
    s.weight = weights[KF_SETUP_USUAL];
    s.is_doubtful = false;
    memset(s.rank, NOT_NAMED, play->board.cells * sizeof s.rank[0]);
    visit_setup(play, &play->board, &play->changes, &s, text, note_rank);
    if (!s.is_doubtful) {
        visit_setup(play, &play->board, &play->changes, &s, text, take_cell);
        return;
    }
    play->step.setup = read_doubtful(play, &s, node, text);
    put(play, &play->board, &play->changes, &s, text, play->step.setup);
    play->step.idle = (kf_text){"", 0}; // what is idle there is so by the reading
}
