// SPDX-License-Identifier: MIT
// What a node does to the board: its setup, its moves, and what they mean for turn and repetition.

#include <string.h>

#include "base/text.h"
#include "play/play.h"
#include "record/record.h"
#include "record/value.h"

enum { FIRST_MOVES = 512 };

// ---- Repetitions ----

// A history of twice the moves. Stones that were set up and captured need room beyond that of
// moves, which asking for more moves covers.
static void grow_history(kf_play *play) {
    const kf_board *board = &play->board;
    size_t moves = play->history_moves * 2 + FIRST_MOVES;
    size_t size = kf_history_size(moves, 0, board->width, board->height);
    play->has_history = size > 0;
    if (size == 0)
        return;
    void *memory = kf_arena_resize(play->arena, NULL, size);
    kf_history_move(&play->history, memory, moves, 0);
    kf_arena_release(play->arena, play->history_memory);
    play->history_memory = memory;
    play->history_moves = moves;
}

static void remember_move(kf_play *play) {
    const kf_played *played = &play->step.played;
    kf_repetition kind =
        play->rules->ko == KF_KO_SITUATIONAL ? KF_REPEATS_SITUATION : KF_REPEATS_POSITION;
    if (played->verdict != KF_OFF_BOARD)
        play->step.repeats = kf_history_find(&play->history, &play->board, played, kind);
    while (play->has_history && !kf_history_add(&play->history, &play->board, played))
        grow_history(play);
}

// Forgets all before the first move of a line: after setup, only that move says whose turn it is.
static void begin_line(kf_play *play, kf_colour colour) {
    while (play->has_history && !kf_history_forget(&play->history, &play->board, colour))
        grow_history(play);
}

void kf_play_node_begin(kf_play *play) {
    play->has_history = play->rules->repeats != KF_REPEATS_ALLOWED;
    if (!play->has_history)
        return;
    if (play->history_memory == NULL || play->history_moves > FIRST_MOVES) {
        play->history_moves = FIRST_MOVES;
        size_t size = kf_history_size(FIRST_MOVES, 0, KF_BOARD_MAX, KF_BOARD_MAX);
        play->history_memory = kf_arena_resize(play->arena, play->history_memory, size);
    }
    kf_history_init(&play->history, play->history_memory, play->history_moves, 0, &play->board,
                    KF_BLACK);
}

// ---- What changes seldom ----

kf_custom *kf_play_node_custom(kf_play *play, kf_frame *frame) {
    uint32_t above = play->depth > 1 ? frame[-1].custom : 0;
    if (play->depth == 1 || frame->custom != above)
        return &play->customs[frame->custom];
    frame->custom = above + 1;
    play->customs = kf_arena_grow(play->arena, play->customs, &play->custom_room,
                                  (size_t)frame->custom + 1, sizeof *play->customs);
    play->customs[frame->custom] = play->customs[above];
    return &play->customs[frame->custom];
}

// ---- Moves ----

// How many black stones lie on the board.
static uint16_t count_black(const kf_board *board) {
    uint16_t count = 0;
    for (uint32_t at = 0; at < board->cells; at++)
        count = (uint16_t)(count + (board->cell[at].colour == KF_BLACK));
    return count;
}

// Whether a black move is one more stone of a handicap that is placed freely.
static bool is_free_placement(kf_play *play, kf_frame *frame, kf_colour colour) {
    if (!frame->is_opening || colour != KF_BLACK)
        return false;
    kf_custom *custom = kf_play_node_custom(play, frame);
    if (custom->placed == 0)
        custom->placed = count_black(&play->board);
    return custom->placed++ < custom->handicap;
}

static void take_turn(kf_play *play, kf_frame *frame, kf_colour colour) {
    kf_step *step = &play->step;
    int enough = play->rules->passes > 0 ? play->rules->passes : 2;
    bool is_pass = step->point == KF_PASS;
    bool is_free = is_free_placement(play, frame, colour);
    step->is_turn_fault = !is_free && frame->to_move == kf_colour_other(colour);
    step->is_after_end = !is_pass && frame->passes >= enough;
    frame->passes = (uint8_t)(is_pass ? frame->passes + (frame->passes < UINT8_MAX) : 0);
    frame->is_opening = frame->is_opening && colour == KF_BLACK;
    frame->to_move = (is_free ? KF_WHITE : kf_colour_other(colour)) & 3;
    step->is_placement = frame->is_opening && !step->is_turn_fault;
}

kf_point kf_play_node_point(const kf_board *board, kf_text value) {
    int x, y;
    if (kf_value_point(value, &x, &y) && x < board->width && y < board->height)
        return kf_point_at(x, y);
    return kf_point_read(value.data, value.length, KF_COORDS_SGF, board->width, board->height);
}

static void play_move(kf_play *play, kf_frame *frame, kf_colour colour, kf_text value) {
    kf_step *step = &play->step;
    step->is_move = true;
    step->colour = colour;
    step->value = value;
    step->repeats = 0;
    step->point = kf_play_node_point(&play->board, value);
    take_turn(play, frame, colour);
    if (play->has_history && frame->is_fresh)
        begin_line(play, colour);
    frame->is_fresh = false;
    step->verdict = kf_board_play(&play->board, step->point, colour, &step->played);
    kf_changes_note(&play->changes, &play->board, &step->played);
    if (play->has_history)
        remember_move(play);
    frame->moves++;
    frame->point = frame->last = step->point;
}

// ---- Numbers ----

// `told` is the move's MN, below 0 when it has none. Another way of numbering knows one move a
// node.
static void number_move(kf_play *play, kf_frame *frame, int told, bool is_first) {
    const kf_step *step = &play->step;
    int number = told >= 0 ? told : frame->number + (frame->number < INT32_MAX);
    if (play->numbering != NULL)
        number = is_first ? play->numbering(play, frame->node, frame->number) : -1;
    frame->is_numbered = number >= 0;
    frame->number = frame->is_numbered ? number : frame->number;
    if (play->latest != NULL && step->played.cell != 0)
        kf_play_setup_number(play, step->played.cell, frame->is_numbered ? number : 0);
}

// ---- Nodes ----

// What a node says beside its setup.
typedef struct facts {
    kf_text value; // of the first move
    kf_colour colour;
    kf_colour to_move;
    int number, handicap;
} facts;

kf_text kf_play_node_value(const kf_property *property) {
    return kf_text_trim(property->value);
}

static void note_move(kf_play *play, facts *told, const kf_property *property, kf_text rest) {
    if (told->colour != KF_EMPTY)
        return;
    told->colour = property->id == KF_P_B ? KF_BLACK : KF_WHITE;
    told->value = kf_play_node_value(property);
    play->more = rest;
}

void kf_play_node_turn(kf_text value, kf_colour *to_move) {
    char c = value.length > 0 ? value.data[0] : '\0';
    if (c == 'B' || c == 'b' || c == '1')
        *to_move = KF_BLACK;
    else if (c == 'W' || c == 'w' || c == '2')
        *to_move = KF_WHITE;
}

static void read_property(kf_play *play, facts *told, const kf_property *property, kf_text rest) {
    kf_frame *frame = &play->frames[play->depth - 1];
    switch (property->id) {
    case KF_P_B:
    case KF_P_W:
        note_move(play, told, property, rest);
        break;
    case KF_P_AB:
    case KF_P_AW:
    case KF_P_AE:
        play->step.has_setup = true;
        break;
    case KF_P_PL:
        kf_play_node_turn(kf_play_node_value(property), &told->to_move);
        break;
    case KF_P_MN:
        if (!kf_record_number(kf_play_node_value(property), &told->number))
            told->number = -1;
        break;
    case KF_P_HA:
        if (told->handicap < 0 && !kf_record_number(kf_play_node_value(property), &told->handicap))
            told->handicap = -1;
        break;
    case KF_P_KO:
        play->step.is_forced = true;
        break;
    case KF_P_PM:
        kf_play_node_custom(play, frame)->inherited[KF_PLAY_PM] = frame->node;
        break;
    case KF_P_DD:
        kf_play_node_custom(play, frame)->inherited[KF_PLAY_DD] = frame->node;
        break;
    case KF_P_VW:
        kf_play_node_custom(play, frame)->inherited[KF_PLAY_VW] = frame->node;
        break;
    case KF_P_KFPRISONER:
        play->step.has_prisoners = true;
        play->step.prisoners = property->values;
        break;
    default:
        break;
    }
}

static void apply_facts(kf_play *play, kf_frame *frame, const facts *told) {
    if (told->handicap > 0)
        kf_play_node_custom(play, frame)->handicap =
            (uint16_t)(told->handicap < UINT16_MAX ? told->handicap : UINT16_MAX);
    const kf_custom *custom = &play->customs[frame->custom];
    if (custom->handicap > 1 && frame->moves == 0)
        frame->is_opening = true;
    if (play->step.has_setup) {
        if (custom->placed > 0)
            kf_play_node_custom(play, frame)->placed = 0;
        frame->passes = 0;
        frame->to_move = KF_EMPTY;
        frame->is_fresh = true;
    }
    if (frame->is_opening && (play->step.has_setup || told->handicap > 0))
        frame->to_move = KF_WHITE;
    if (told->to_move != KF_EMPTY)
        frame->to_move = told->to_move & 3;
}

// Names of one or two capitals are told apart here, for most nodes of a commented game have many
// that are of no account.
int kf_play_node_id(kf_text name) {
    char a = name.data[0], b = name.length > 1 ? name.data[1] : '\0';
    bool is_short =
        name.length < 3 && a >= 'A' && a <= 'Z' && (b == '\0' || (b >= 'A' && b <= 'Z'));
    if (!is_short)
        return kf_value_id(name);
#define ROW(first, second, id)                                                                     \
    case (first) << 8 | (second):                                                                  \
        return (id)
    switch (a << 8 | b) {
        ROW('B', 0, KF_P_B);
        ROW('W', 0, KF_P_W);
        ROW('A', 'B', KF_P_AB);
        ROW('A', 'E', KF_P_AE);
        ROW('A', 'W', KF_P_AW);
        ROW('D', 'D', KF_P_DD);
        ROW('D', 'T', KF_P_DT);
        ROW('H', 'A', KF_P_HA);
        ROW('K', 'M', KF_P_KM);
        ROW('K', 'O', KF_P_KO);
        ROW('M', 'N', KF_P_MN);
        ROW('P', 'L', KF_P_PL);
        ROW('P', 'M', KF_P_PM);
        ROW('R', 'E', KF_P_RE);
        ROW('R', 'U', KF_P_RU);
        ROW('S', 'Z', KF_P_SZ);
        ROW('V', 'W', KF_P_VW);
    default:
        return -1;
    }
#undef ROW
}

// A node with more than a move, or none.
static void read_node(kf_play *play, kf_frame *frame, kf_text text) {
    facts told = {.number = -1, .handicap = -1};
    kf_property property;
    kf_text rest = text;
    while (kf_property_scan(&rest, &property)) {
        property.id = kf_play_node_id(property.name);
        read_property(play, &told, &property, rest);
    }
    if (play->step.has_setup)
        kf_play_setup(play, frame->node, text);
    apply_facts(play, frame, &told);
    if (told.colour == KF_EMPTY)
        return;
    play_move(play, frame, told.colour, told.value);
    number_move(play, frame, told.number, true);
}

void kf_play_node_clear(kf_play *play, const kf_frame *frame) {
    kf_step *step = &play->step;
    step->node = frame->node;
    step->setup = KF_SETUP_USUAL;
    step->idle = (kf_text){"", 0};
    step->is_move = step->has_setup = step->is_forced = step->has_prisoners = false;
    step->is_turn_fault = step->is_after_end = step->is_placement = false;
    step->is_variation = frame->is_variation;
    step->colour = KF_EMPTY;
    step->verdict = KF_LEGAL;
    step->repeats = 0;
    step->point = KF_NOWHERE;
    play->more.length = 0;
}

void kf_play_node_close(kf_play *play, kf_frame *frame) {
    kf_step *step = &play->step;
    const kf_board *board = &play->board;
    if (play->changes.count > UINT32_MAX)
        kf_arena_fail(play->arena);
    frame->changes = (uint32_t)play->changes.count;
    frame->ko = board->ko;
    frame->ko_colour = board->ko_colour & 3;
    frame->black_prisoners = board->prisoners[KF_BLACK];
    frame->white_prisoners = board->prisoners[KF_WHITE];
    if (play->depth > 0 && play->latest != NULL)
        play->erased_before[play->depth - 1] = (uint32_t)play->erased_count;
    if (play->depth > 0 && play->has_history)
        play->marks[play->depth - 1] = kf_history_here(&play->history);
    step->number = frame->number;
    step->depth = play->depth;
    step->moves = frame->moves;
    step->last = frame->last;
    step->to_move = (kf_colour)frame->to_move;
    step->passes = frame->passes;
    step->handicap = play->depth > 0 ? play->customs[frame->custom].handicap : 0;
}

void kf_play_node_enter(kf_play *play, kf_frame *frame) {
    kf_text text = kf_node_text(play->record, frame->node);
    kf_play_node_clear(play, frame);
    if (kf_value_is_move(text)) {
        play_move(play, frame, text.data[0] == 'B' ? KF_BLACK : KF_WHITE,
                  (kf_text){text.data + 2, 2});
        number_move(play, frame, -1, true);
    } else {
        read_node(play, frame, text);
    }
    kf_play_node_close(play, frame);
}

bool kf_play_node_more(kf_play *play) {
    kf_property property;
    while (play->more.length > 0 && kf_property_scan(&play->more, &property)) {
        property.id = kf_play_node_id(property.name);
        if (property.id != KF_P_B && property.id != KF_P_W)
            continue;
        kf_frame *frame = &play->frames[play->depth - 1];
        play_move(play, frame, property.id == KF_P_B ? KF_BLACK : KF_WHITE,
                  kf_play_node_value(&property));
        number_move(play, frame, -1, false);
        kf_play_node_close(play, frame);
        return true;
    }
    return false;
}
