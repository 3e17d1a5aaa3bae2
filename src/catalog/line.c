// SPDX-License-Identifier: MIT
// Makes lines of play of a record: plays the moves and notes what is put and taken.

#include "catalog/catalog.h"

#include <string.h>

#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

enum { FIRST_MOVES = 72 };

static void put_event(kf_line_maker *maker, uint32_t event) {
    if (maker->length + 2 > maker->capacity)
        maker->data =
            kf_arena_grow(maker->arena, maker->data, &maker->capacity, maker->length + 2, 1);
    maker->data[maker->length++] = (uint8_t)(event & 0xFF);
    maker->data[maker->length++] = (uint8_t)(event >> 8);
}

static uint32_t event_of(const kf_line_maker *maker, kf_point point, kf_colour colour) {
    uint32_t at = (uint32_t)(kf_point_row(point) * maker->width + kf_point_column(point));
    return at | (colour == KF_WHITE ? (uint32_t)KF_EVENT_WHITE : 0);
}

static void note_node(kf_line_maker *maker) {
    maker->at = kf_arena_grow(maker->arena, maker->at, &maker->at_room, (size_t)maker->groups + 1,
                              sizeof *maker->at);
    maker->at[maker->groups] = maker->node;
}

// Marks the last event of the group under way, if it has any.
static void end_group(kf_line_maker *maker) {
    if (maker->length == maker->group)
        return;
    maker->data[maker->length - 1] |= KF_EVENT_END >> 8;
    maker->group = maker->length;
    maker->groups++;
    if (maker->keeps_nodes)
        note_node(maker);
}

// ---- Setup ----

static void set_rectangle(kf_line_maker *maker, kf_text value, kf_colour colour) {
    int x, y, right, bottom;
    if (!kf_value_rectangle(kf_text_trim(value), &x, &y, &right, &bottom))
        return;
    int left = x < right ? x : right, top = y < bottom ? y : bottom;
    right = x < right ? right : x;
    bottom = y < bottom ? bottom : y;
    for (int row = top; row <= bottom && row < maker->height; row++)
        for (int column = left; column <= right && column < maker->width; column++)
            kf_board_put(&maker->board, kf_point_at(column, row), colour);
}

static void set_up(kf_line_maker *maker, const kf_property *property) {
    kf_colour colour = property->id == KF_P_AB   ? KF_BLACK
                       : property->id == KF_P_AW ? KF_WHITE
                                                 : KF_EMPTY;
    kf_text values = property->values, value;
    while (kf_property_value(&values, &value))
        set_rectangle(maker, value, colour);
}

// Notes what a node's setup changed in all: each point once, whatever the node says of it.
static void put_setup(kf_line_maker *maker, const kf_board *before) {
    for (int i = 0; i < maker->width * maker->height; i++) {
        kf_point point = kf_point_at(i % maker->width, i / maker->width);
        kf_colour old = kf_board_get(before, point), now = kf_board_get(&maker->board, point);
        if (old == now)
            continue;
        if (old != KF_EMPTY)
            put_event(maker, event_of(maker, point, old) | KF_EVENT_SETUP | KF_EVENT_TAKEN);
        if (now != KF_EMPTY)
            put_event(maker, event_of(maker, point, now) | KF_EVENT_SETUP);
    }
}

// ---- Moves ----

// A move first puts its stone and then takes others. On an occupied point the stone that lay
// there goes first; a stone without liberties comes and goes in one group.
static void put_move(kf_line_maker *maker, const kf_played *played) {
    kf_point taken[KF_BOARD_POINTS];
    kf_colour colour = (kf_colour)played->colour;
    if (played->replaced != KF_EMPTY)
        put_event(maker,
                  event_of(maker, played->point, (kf_colour)played->replaced) | KF_EVENT_TAKEN);
    put_event(maker, event_of(maker, played->point, colour));
    size_t count = 0;
    if (played->captured > 0)
        count = kf_board_taken(&maker->board, played, taken, KF_BOARD_POINTS);
    for (size_t i = 0; i < count; i++)
        put_event(maker, event_of(maker, taken[i], kf_colour_other(colour)) | KF_EVENT_TAKEN);
}

// The stones of a suicide are known only from the board before it, so the move is played twice.
static void put_suicide(kf_line_maker *maker, kf_played *played) {
    kf_board before;
    kf_point point = played->point;
    kf_colour colour = (kf_colour)played->colour;
    kf_board_undo(&maker->board, played);
    kf_board_copy(&before, &maker->board);
    kf_board_play(&maker->board, point, colour, played);
    if (played->replaced != KF_EMPTY)
        put_event(maker, event_of(maker, point, (kf_colour)played->replaced) | KF_EVENT_TAKEN);
    put_event(maker, event_of(maker, point, colour));
    put_event(maker, event_of(maker, point, colour) | KF_EVENT_TAKEN);
    for (int i = 0; i < maker->width * maker->height; i++) {
        kf_point other = kf_point_at(i % maker->width, i / maker->width);
        if (other != point && kf_board_get(&before, other) == colour &&
            kf_board_get(&maker->board, other) == KF_EMPTY)
            put_event(maker, event_of(maker, other, colour) | KF_EVENT_TAKEN);
    }
}

static void play(kf_line_maker *maker, kf_text value, kf_colour colour) {
    kf_played played;
    int x, y;
    bool is_on = kf_value_point(value, &x, &y) && x < maker->width && y < maker->height;
    kf_point point = is_on ? kf_point_at(x, y) : KF_PASS;
    if (maker->moves < FIRST_MOVES)
        maker->first[maker->moves] = point;
    maker->moves++;
    if (!is_on) {
        put_event(maker, KF_EVENT_NOWHERE | (colour == KF_WHITE ? (uint32_t)KF_EVENT_WHITE : 0));
        end_group(maker);
        return;
    }
    kf_board_play(&maker->board, point, colour, &played);
    if (played.suicided > 0)
        put_suicide(maker, &played);
    else
        put_move(maker, &played);
    end_group(maker);
}

// ---- Nodes ----

// The rows of the properties that a line is made of; -1 for others. Names of one or two capitals
// are told apart here, for most nodes of a commented game have many that are of no account.
static int id_of(kf_text name) {
    static const struct {
        char name[2];
        int id;
    } known[] = {
        {{'A', 'B'}, KF_P_AB}, {{'A', 'W'}, KF_P_AW}, {{'A', 'E'}, KF_P_AE}, {{'S', 'Z'}, KF_P_SZ}};
    char a = name.data[0], b = name.length > 1 ? name.data[1] : 'A';
    if (name.length > 2 || a < 'A' || a > 'Z' || b < 'A' || b > 'Z')
        return kf_value_id(name);
    if (name.length == 1)
        return a == 'B' ? KF_P_B : a == 'W' ? KF_P_W : -1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].name[0] == a && known[i].name[1] == b)
            return known[i].id;
    return -1;
}

static bool next_property(kf_text *rest, kf_property *property) {
    if (!kf_property_scan(rest, property))
        return false;
    property->id = id_of(property->name);
    return true;
}

// Plays the moves of a node; FF[4] allows one, old files have more.
static void play_all(kf_line_maker *maker, kf_text text) {
    kf_property property;
    while (next_property(&text, &property)) {
        kf_text values = property.values, value;
        bool is_move = property.id == KF_P_B || property.id == KF_P_W;
        if (is_move && kf_property_value(&values, &value))
            play(maker, kf_text_trim(value), property.id == KF_P_B ? KF_BLACK : KF_WHITE);
    }
}

// What a node does to the board: its setup as one group, then its moves.
static void read_node(kf_line_maker *maker, kf_node node) {
    kf_text text = kf_node_text(maker->record, node), rest = text;
    kf_board before;
    kf_property property;
    bool has_setup = false, has_move = false;
    maker->has_long_nodes |= text.length > 5;
    maker->node = node;
    if (kf_value_is_move(text)) {
        play(maker, (kf_text){text.data + 2, 2}, text.data[0] == 'B' ? KF_BLACK : KF_WHITE);
        return;
    }
    while (next_property(&rest, &property)) {
        has_move |= property.id == KF_P_B || property.id == KF_P_W;
        if (property.id != KF_P_AB && property.id != KF_P_AW && property.id != KF_P_AE)
            continue;
        if (!has_setup)
            kf_board_copy(&before, &maker->board);
        has_setup = true;
        set_up(maker, &property);
    }
    if (has_setup)
        put_setup(maker, &before);
    if (has_setup && maker->is_started) {
        maker->has_setups |= maker->length > maker->group;
        end_group(maker);
    }
    if (!maker->is_started) {
        maker->initial = (maker->length - KF_LINE_HEAD) / 2;
        maker->group = maker->length;
        maker->is_started = true;
    }
    if (has_move)
        play_all(maker, text);
}

// Whether the root says how large the board is. Most say it, and then it is looked for again.
static bool has_size(const kf_record *record, kf_node game) {
    kf_text text = kf_node_text(record, game);
    kf_property property;
    while (next_property(&text, &property))
        if (property.id == KF_P_SZ)
            return true;
    return false;
}

static void start(kf_line_maker *maker, const kf_record *record, kf_node game) {
    maker->record = record;
    maker->width = maker->height = 19;
    if (has_size(record, game))
        kf_record_board(record, game, &maker->width, &maker->height);
    kf_board_init(&maker->board, maker->width, maker->height);
    maker->length = maker->group = 0;
    maker->groups = maker->moves = 0;
    maker->nodes = 1;
    maker->initial = 0;
    maker->has_long_nodes = maker->is_started = maker->has_setups = false;
    for (int i = 0; i < FIRST_MOVES; i++)
        maker->first[i] = KF_NOWHERE;
    for (int i = 0; i < KF_LINE_HEAD; i += 2)
        put_event(maker, 0);
    // A root of one move sets nothing up.
    maker->group = maker->length;
    maker->is_started = kf_value_is_move(kf_node_text(record, game));
    maker->node = game;
    if (maker->keeps_nodes)
        note_node(maker);
    read_node(maker, game);
    maker->has_long_nodes = false;
}

static void write_head(kf_line_maker *maker) {
    uint32_t most = KF_LINE_GROUPS, setups = KF_LINE_SETUPS;
    uint32_t groups = maker->groups < most ? maker->groups : most;
    groups |= maker->has_setups ? setups : 0;
    maker->data[0] = (uint8_t)(maker->initial & 0xFF);
    maker->data[1] = (uint8_t)(maker->initial >> 8);
    maker->data[2] = (uint8_t)(groups & 0xFF);
    maker->data[3] = (uint8_t)(groups >> 8);
}

static void follow(kf_line_maker *maker, kf_node node) {
    const kf_row *rows = maker->record->rows;
    while (node != 0 && maker->length < KF_LINE_MOST) {
        read_node(maker, node);
        maker->nodes++;
        node = rows[node].child != 0 ? rows[rows[node].child].next : 0;
    }
    write_head(maker);
}

void kf_line_main(kf_line_maker *maker, const kf_record *record, kf_node game) {
    start(maker, record, game);
    follow(maker, kf_node_child(record, game));
}

uint32_t kf_line_variation(kf_line_maker *maker, const kf_record *record, kf_node node) {
    size_t depth = 0;
    kf_node n = kf_node_parent(record, node);
    for (; n != 0; n = kf_node_parent(record, n)) {
        maker->path = kf_arena_grow(maker->arena, maker->path, &maker->path_room, depth + 1,
                                    sizeof *maker->path);
        maker->path[depth++] = n;
    }
    start(maker, record, maker->path[depth - 1]);
    for (size_t i = depth - 1; i-- > 0;)
        read_node(maker, maker->path[i]);
    maker->nodes = depth;
    uint32_t shared = maker->groups;
    follow(maker, node);
    return shared;
}

// ---- Packed lines ----

// Four events at a time: 16 bits of a sum for each of them.
size_t kf_line_taken(const kf_line *line) {
    static const uint8_t bytes[8] = {0, KF_EVENT_TAKEN >> 8, 0, KF_EVENT_TAKEN >> 8,
                                     0, KF_EVENT_TAKEN >> 8, 0, KF_EVENT_TAKEN >> 8};
    static const uint64_t ones = UINT64_C(0x0001000100010001);
    size_t taken = 0, i = 0;
    uint64_t mask, four, sums;
    memcpy(&mask, bytes, sizeof mask);
    while (i + 4 <= line->count) {
        size_t left = (line->count - i) / 4;
        size_t end = i + 4 * (left < UINT16_MAX ? left : UINT16_MAX);
        for (sums = 0; i < end; i += 4) {
            memcpy(&four, line->events + 2 * i, sizeof four);
            // One of these is right, whichever byte comes first in a word.
            sums += ((four & mask) >> 13 | (four & mask) >> 5) & ones;
        }
        for (; sums != 0; sums >>= 16)
            taken += sums & UINT16_MAX;
    }
    for (; i < line->count; i++)
        taken += (kf_line_event(line, i) & KF_EVENT_TAKEN) != 0;
    return taken;
}

uint32_t kf_line_groups(const kf_line *line) {
    uint32_t groups = 0;
    for (size_t i = line->initial; i < line->count; i++)
        groups += (kf_line_event(line, i) & KF_EVENT_END) != 0;
    return groups;
}

uint32_t kf_line_moves(const kf_line *line, uint32_t position) {
    uint32_t groups = 0, moves = 0;
    for (size_t i = line->initial; i < line->count && groups < position; i++) {
        uint32_t event = kf_line_event(line, i);
        groups += (event & KF_EVENT_END) != 0;
        moves += (event & (KF_EVENT_END | KF_EVENT_SETUP)) == KF_EVENT_END;
    }
    return moves;
}

kf_line kf_line_of(const uint8_t *packed, size_t length) {
    if (length < KF_LINE_HEAD)
        return (kf_line){.events = packed};
    uint32_t groups = (uint32_t)packed[2] | (uint32_t)packed[3] << 8;
    kf_line line = {.events = packed + KF_LINE_HEAD,
                    .count = (length - KF_LINE_HEAD) / 2,
                    .initial = (size_t)packed[0] | (size_t)packed[1] << 8,
                    .groups = groups & KF_LINE_GROUPS,
                    .has_setups = (groups & KF_LINE_SETUPS) != 0};
    if (line.initial > line.count)
        line.initial = line.count;
    if (line.groups == KF_LINE_GROUPS)
        line.groups = kf_line_groups(&line);
    return line;
}
