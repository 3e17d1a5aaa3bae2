// SPDX-License-Identifier: MIT
// Walks a game with a board in hand. Nothing is undone before it must be: a game without
// variations is played once and forgotten.

#include "record/replay.h"

#include <string.h>

#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

// Copies of the board that are kept of branching positions; deeper ones are reached by undoing.
enum { COPIES = 48, FIRST_MOVES = 512, BUCKETS = 4096, POINTS = KF_BOARD_MAX * KF_BOARD_MAX };

static kf_frame *top(const kf_replay *replay) {
    return &replay->frames[replay->depth - 1];
}

// ---- Repetitions ----

// Replays what stands on the path into a history with room for more moves.
static void rebuild_history(kf_replay *replay) {
    const kf_board *now = &replay->board;
    kf_board board;
    kf_played played;
    size_t setup = 0;
    kf_board_init(&board, now->width, now->height);
    kf_history_init(&replay->history, replay->history_memory, replay->history_moves, 0, &board,
                    KF_BLACK);
    for (size_t i = 0; i < replay->played_count; i++) {
        kf_colour colour = (kf_colour)replay->played[i].colour;
        bool is_fresh = i == 0;
        for (; setup < replay->setup_count && replay->setups[setup].moves == i; setup++) {
            const kf_setup *made = &replay->setups[setup];
            size_t end = setup + 1 < replay->setup_count ? made[1].edits : replay->edit_count;
            kf_edit_redo(&board, replay->edits + made->edits, end - made->edits);
            is_fresh = true;
        }
        if (is_fresh)
            kf_history_forget(&replay->history, &board, colour);
        kf_board_play(&board, replay->played[i].point, colour, &played);
        kf_history_add(&replay->history, &board, &played);
    }
}

// Doubles the room. Setup needs more of it than moves do, which asking for more moves covers.
static void grow_history(kf_replay *replay) {
    const kf_board *board = &replay->board;
    replay->history_moves = replay->history_moves * 2 + replay->edit_count + FIRST_MOVES;
    size_t size = kf_history_size(replay->history_moves, 0, board->width, board->height);
    replay->has_history = size > 0;
    if (size == 0)
        return;
    replay->history_memory = kf_arena_resize(replay->arena, replay->history_memory, size);
    rebuild_history(replay);
}

static void remember_move(kf_replay *replay, const kf_played *played) {
    kf_repetition kind =
        replay->rules->ko == KF_KO_SITUATIONAL ? KF_REPEATS_SITUATION : KF_REPEATS_POSITION;
    if (played->verdict != KF_OFF_BOARD)
        replay->step.repeats = kf_history_find(&replay->history, &replay->board, played, kind);
    if (!kf_history_add(&replay->history, &replay->board, played))
        grow_history(replay);
}

// Forgets all before the first move of a line: after setup, only that move says whose turn it is.
static void begin_history(kf_replay *replay, kf_colour colour) {
    if (kf_history_forget(&replay->history, &replay->board, colour))
        return;
    grow_history(replay);
    if (replay->has_history)
        kf_history_forget(&replay->history, &replay->board, colour);
}

static void start_history(kf_replay *replay) {
    replay->has_history = replay->rules->repeats != KF_REPEATS_ALLOWED;
    if (!replay->has_history)
        return;
    if (replay->history_memory == NULL || replay->history_moves > FIRST_MOVES) {
        replay->history_moves = FIRST_MOVES;
        size_t size = kf_history_size(FIRST_MOVES, 0, KF_BOARD_MAX, KF_BOARD_MAX);
        replay->history_memory = kf_arena_resize(replay->arena, replay->history_memory, size);
    }
    kf_history_init(&replay->history, replay->history_memory, replay->history_moves, 0,
                    &replay->board, KF_BLACK);
}

// ---- Setup ----

// Room for so many edits more, and the entry of this node, which is made by its first property.
static kf_edit *setup_room(kf_replay *replay, size_t count) {
    replay->edits = kf_arena_grow(replay->arena, replay->edits, &replay->edit_room,
                                  replay->edit_count + count, sizeof *replay->edits);
    if (replay->step.has_setup)
        return replay->edits + replay->edit_count;
    replay->setups = kf_arena_grow(replay->arena, replay->setups, &replay->setup_room,
                                   replay->setup_count + 1, sizeof *replay->setups);
    replay->setups[replay->setup_count++] =
        (kf_setup){(uint32_t)replay->played_count, replay->edit_count, replay->board.ko,
                   replay->board.ko_colour};
    replay->step.has_setup = true;
    return replay->edits + replay->edit_count;
}

// Adds the points of a value, a point or two opposite corners of a rectangle, that `seen` lacks.
static size_t add_points(const kf_board *board, kf_text value, kf_point *points, bool *seen) {
    kf_text first, second;
    size_t count = 0;
    int x, y, to_x, to_y;
    bool is_rectangle = kf_property_split(value, &first, &second);
    if (!kf_value_point(kf_text_trim(first), &x, &y))
        return 0;
    to_x = x, to_y = y;
    if (is_rectangle && !kf_value_point(kf_text_trim(second), &to_x, &to_y))
        return 0;
    for (int row = y < to_y ? y : to_y; row <= (y < to_y ? to_y : y); row++) {
        for (int column = x < to_x ? x : to_x; column <= (x < to_x ? to_x : x); column++) {
            bool *known = &seen[row * KF_BOARD_MAX + column];
            if (column < board->width && row < board->height && !*known)
                points[count++] = kf_point_at(column, row);
            *known = true;
        }
    }
    return count;
}

static void set_up(kf_replay *replay, kf_text values, kf_colour colour) {
    bool seen[POINTS] = {false};
    kf_point points[POINTS];
    size_t count = 0;
    kf_text value;
    while (kf_property_value(&values, &value))
        count += add_points(&replay->board, value, points + count, seen);
    kf_edit *edits = setup_room(replay, count);
    size_t made = kf_edit_put(&replay->board, points, count, colour, edits);
    // What nobody undoes or plays again need not be remembered.
    if (top(replay)->is_undone || replay->has_history)
        replay->edit_count += made;
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
static bool is_free_placement(kf_replay *replay, kf_frame *frame, kf_colour colour) {
    if (!frame->is_opening || colour != KF_BLACK)
        return false;
    if (frame->placed == 0)
        frame->placed = count_black(&replay->board);
    return frame->placed++ < frame->handicap;
}

static void take_turn(kf_replay *replay, kf_frame *frame, kf_colour colour) {
    int enough = replay->rules->passes > 0 ? replay->rules->passes : 2;
    bool is_pass = replay->step.point == KF_PASS;
    bool is_free = is_free_placement(replay, frame, colour);
    replay->step.is_turn_fault = !is_free && frame->to_move == kf_colour_other(colour);
    replay->step.is_after_end = !is_pass && frame->passes >= enough;
    frame->passes = (uint8_t)(is_pass ? frame->passes + (frame->passes < UINT8_MAX) : 0);
    frame->is_opening = frame->is_opening && colour == KF_BLACK;
    frame->to_move = (uint8_t)(is_free ? KF_WHITE : kf_colour_other(colour));
}

static inline kf_point read_point(const kf_board *board, kf_text value) {
    int x, y;
    if (kf_value_point(value, &x, &y) && x < board->width && y < board->height)
        return kf_point_at(x, y);
    return kf_point_read(value.data, value.length, KF_COORDS_SGF, board->width, board->height);
}

static void play(kf_replay *replay, kf_frame *frame, kf_colour colour, kf_text value) {
    kf_step *step = &replay->step;
    kf_board *board = &replay->board;
    step->is_move = true;
    step->colour = colour;
    step->value = value;
    step->repeats = 0;
    step->point = read_point(board, value);
    take_turn(replay, frame, colour);
    if (replay->has_history && frame->is_fresh)
        begin_history(replay, colour);
    frame->is_fresh = false;
    if (replay->played_count == replay->played_room)
        replay->played = kf_arena_grow(replay->arena, replay->played, &replay->played_room,
                                       replay->played_count + 1, sizeof *replay->played);
    kf_played *played = &replay->played[replay->played_count++];
    step->verdict = kf_board_play(board, step->point, colour, played);
    step->played = played;
    if (replay->has_history) {
        remember_move(replay, played);
        frame->mark = kf_history_here(&replay->history);
    }
    frame->moves = (uint32_t)replay->played_count;
    frame->point = step->point;
}

// ---- Nodes ----

// What a node says beside its setup.
typedef struct facts {
    kf_text value; // of the first move
    kf_colour colour;
    kf_colour to_move;
    int number, handicap;
} facts;

static kf_text first_value(const kf_property *property) {
    kf_text values = property->values, value = {"", 0};
    kf_property_value(&values, &value);
    return kf_text_trim(value);
}

static void note_move(kf_replay *replay, facts *told, const kf_property *property, kf_text rest) {
    if (told->colour != KF_EMPTY)
        return;
    told->colour = property->id == KF_P_B ? KF_BLACK : KF_WHITE;
    told->value = first_value(property);
    replay->more = rest;
}

static void note_turn(facts *told, kf_text value) {
    char c = value.length > 0 ? value.data[0] : '\0';
    if (c == 'B' || c == 'b' || c == '1')
        told->to_move = KF_BLACK;
    else if (c == 'W' || c == 'w' || c == '2')
        told->to_move = KF_WHITE;
}

static void read_property(kf_replay *replay, facts *told, const kf_property *property,
                          kf_text rest) {
    switch (property->id) {
    case KF_P_B:
    case KF_P_W:
        note_move(replay, told, property, rest);
        break;
    case KF_P_AB:
        set_up(replay, property->values, KF_BLACK);
        break;
    case KF_P_AW:
        set_up(replay, property->values, KF_WHITE);
        break;
    case KF_P_AE:
        set_up(replay, property->values, KF_EMPTY);
        break;
    case KF_P_PL:
        note_turn(told, first_value(property));
        break;
    case KF_P_MN:
        if (!kf_text_number(first_value(property), &told->number))
            told->number = -1;
        break;
    case KF_P_HA:
        if (!kf_text_number(first_value(property), &told->handicap))
            told->handicap = 0;
        break;
    case KF_P_KO:
        replay->step.is_forced = true;
        break;
    case KF_P_KFPRISONER:
        replay->step.has_prisoners = true;
        replay->step.prisoners = property->values;
        break;
    default:
        break;
    }
}

// Most nodes are one move of five bytes, and need no reading of properties.
static inline bool is_plain_move(kf_text text) {
    const char *p = text.data;
    return text.length == 5 && (p[0] == 'B' || p[0] == 'W') && p[1] == '[' && p[4] == ']' &&
           p[2] != '\\' && p[3] != '\\';
}

static void apply_facts(kf_replay *replay, kf_frame *frame, const facts *told) {
    if (told->handicap > 0)
        frame->handicap = (uint16_t)(told->handicap < UINT16_MAX ? told->handicap : UINT16_MAX);
    if (frame->handicap > 1 && frame->moves == 0)
        frame->is_opening = true;
    if (replay->step.has_setup) {
        frame->placed = 0;
        frame->passes = 0;
        frame->to_move = KF_EMPTY;
        frame->is_fresh = true;
    }
    if (frame->is_opening && (replay->step.has_setup || told->handicap > 0))
        frame->to_move = KF_WHITE;
    if (told->to_move != KF_EMPTY)
        frame->to_move = (uint8_t)told->to_move;
    frame->setups = (uint32_t)replay->setup_count;
}

// The rows of the properties that a replay looks at; -1 for others. Names of one or two capitals
// are told apart here, for most nodes of a commented game have many that are of no account.
static int id_of(kf_text name) {
    static const struct {
        char name[3];
        int id;
    } known[] = {{"AB", KF_P_AB}, {"AE", KF_P_AE}, {"AW", KF_P_AW}, {"DT", KF_P_DT},
                 {"HA", KF_P_HA}, {"KM", KF_P_KM}, {"KO", KF_P_KO}, {"MN", KF_P_MN},
                 {"PL", KF_P_PL}, {"RE", KF_P_RE}, {"RU", KF_P_RU}, {"SZ", KF_P_SZ}};
    char a = name.data[0], b = name.length > 1 ? name.data[1] : '\0';
    bool is_short =
        name.length < 3 && a >= 'A' && a <= 'Z' && (b == '\0' || (b >= 'A' && b <= 'Z'));
    if (!is_short)
        return kf_value_id(name);
    if (b == '\0')
        return a == 'B' ? KF_P_B : a == 'W' ? KF_P_W : -1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (a == known[i].name[0] && b == known[i].name[1])
            return known[i].id;
    return -1;
}

// A node with more than a move, or none.
static int read_node(kf_replay *replay, kf_frame *frame, kf_text text) {
    facts told = {.number = -1};
    kf_property property;
    while (kf_property_scan(&text, &property)) {
        property.id = id_of(property.name);
        read_property(replay, &told, &property, text);
    }
    apply_facts(replay, frame, &told);
    if (told.colour != KF_EMPTY)
        play(replay, frame, told.colour, told.value);
    return told.number;
}

static void number_move(kf_replay *replay, kf_frame *frame, int told) {
    if (replay->step.is_move)
        frame->number = told >= 0 ? told : frame->number + (frame->number < INT32_MAX);
    replay->step.number = frame->number;
}

// ---- There and back ----

static void undo_one(kf_replay *replay, const kf_frame *frame) {
    kf_board *board = &replay->board;
    if (replay->setup_count > frame->setups &&
        replay->setups[replay->setup_count - 1].moves == replay->played_count) {
        const kf_setup *setup = &replay->setups[--replay->setup_count];
        kf_edit_undo(board, replay->edits + setup->edits, replay->edit_count - setup->edits);
        replay->edit_count = setup->edits;
        board->ko = setup->ko;
        board->ko_colour = setup->ko_colour;
        return;
    }
    kf_board_undo(board, &replay->played[--replay->played_count]);
}

// Where the edits of the first setups end.
static size_t edits_of(const kf_replay *replay, size_t setups) {
    return setups < replay->setup_count ? replay->setups[setups].edits : replay->edit_count;
}

// Brings the board back to the node of the last frame, and keeps a copy of it if it branches.
static void come_back(kf_replay *replay) {
    kf_frame *frame = top(replay);
    bool is_here = replay->played_count == frame->moves && replay->setup_count == frame->setups;
    if (!is_here && frame->is_copied) {
        kf_board_copy(&replay->board, &replay->copies[frame->copies - 1]);
        replay->edit_count = edits_of(replay, frame->setups);
        replay->played_count = frame->moves;
        replay->setup_count = frame->setups;
    }
    while (replay->played_count > frame->moves || replay->setup_count > frame->setups)
        undo_one(replay, frame);
    if (!is_here && replay->has_history)
        kf_history_return(&replay->history, frame->mark);
    const kf_row *rows = replay->record->rows;
    kf_node last = rows[frame->node].child;
    bool branches = rows[last].next != last;
    if (!branches || frame->is_copied || frame->copies == COPIES)
        return;
    if (replay->copies == NULL)
        replay->copies = kf_arena_resize(replay->arena, NULL, COPIES * sizeof *replay->copies);
    kf_board_copy(&replay->copies[frame->copies++], &replay->board);
    frame->is_copied = true;
}

static uint32_t *bucket_of(const kf_replay *replay, int number) {
    return &replay->numbers[((uint32_t)number * UINT32_C(2654435761)) >> 20];
}

// Takes the frames that were left out of the buckets of numbers, the last one first.
static void forget_numbers(kf_replay *replay) {
    while (replay->numbered > replay->depth) {
        const kf_frame *frame = &replay->frames[--replay->numbered];
        *bucket_of(replay, frame->number) = frame->before;
    }
}

// The frame of a node below the last one, with what it takes over from there.
static kf_frame *push(kf_replay *replay, kf_node node) {
    if (replay->depth > 0)
        come_back(replay);
    if (replay->numbered > replay->depth)
        forget_numbers(replay);
    if (replay->depth == replay->frame_room)
        replay->frames = kf_arena_grow(replay->arena, replay->frames, &replay->frame_room,
                                       replay->depth + 1, sizeof *replay->frames);
    kf_frame *frame = &replay->frames[replay->depth++];
    if (replay->depth == 1) {
        *frame = (kf_frame){.to_move = KF_BLACK, .is_fresh = true};
        frame->mark = kf_history_here(&replay->history);
    } else {
        const kf_row *rows = replay->record->rows;
        *frame = frame[-1];
        frame->is_copied = false;
        frame->is_variation |= rows[rows[frame->node].child].next != node;
        frame->is_undone |= rows[node].next != node;
    }
    frame->node = node;
    frame->point = KF_NOWHERE;
    return frame;
}

// What stands at a node before anything is read there.
static void clear_step(kf_replay *replay, const kf_frame *frame) {
    kf_step *step = &replay->step;
    step->node = frame->node;
    step->is_move = step->has_setup = step->is_forced = step->has_prisoners = false;
    step->is_turn_fault = step->is_after_end = false;
    step->is_variation = frame->is_variation;
    step->verdict = KF_LEGAL;
    step->repeats = 0;
    step->point = KF_NOWHERE;
    replay->more.length = 0;
}

static void enter(kf_replay *replay, kf_node node) {
    kf_frame *frame = push(replay, node);
    kf_text text = kf_node_text(replay->record, node);
    int number = -1;
    clear_step(replay, frame);
    if (is_plain_move(text))
        play(replay, frame, text.data[0] == 'B' ? KF_BLACK : KF_WHITE, (kf_text){text.data + 2, 2});
    else
        number = read_node(replay, frame, text);
    number_move(replay, frame, number);
}

// ---- Runs of plain moves ----

// The node behind the last one if it continues a line without branches; 0 when it does not.
static inline kf_node only_child(const kf_replay *replay) {
    const kf_row *rows = replay->record->rows;
    kf_node child = rows[replay->last].child;
    return rows[child].next == child ? child : 0;
}

// The text of a plain move of the player whose turn it is, on a point of the board; else NULL.
static inline const char *expected_move(const kf_replay *replay, const kf_frame *frame,
                                        kf_node node) {
    const kf_row *row = &replay->record->rows[node];
    if (row->length != 5)
        return NULL;
    const char *p = replay->record->source->text.data + row->text;
    char turn = frame->to_move == KF_BLACK ? 'B' : 'W';
    bool is_on = (unsigned)(p[2] - 'a') < replay->board.width &&
                 (unsigned)(p[3] - 'a') < replay->board.height && p[2] <= 'z' && p[3] <= 'z';
    return p[0] == turn && p[1] == '[' && p[4] == ']' && is_on ? p : NULL;
}

// Whether the next node can be played without a look at the rest of what a replay does.
static bool can_run(const kf_replay *replay) {
    const kf_frame *frame = top(replay);
    return !replay->has_history && replay->numbered == 0 && frame->to_move != KF_EMPTY &&
           !frame->is_opening && frame->passes == 0 && replay->played_count == frame->moves &&
           replay->setup_count == frame->setups;
}

// Plays expected, legal moves as long as they follow each other. True: the last move played was
// not legal, and the step shows it.
static bool run(kf_replay *replay) {
    kf_node node;
    const char *move;
    while ((node = only_child(replay)) != 0 &&
           (move = expected_move(replay, top(replay), node)) != NULL) {
        if (replay->played_count == replay->played_room || replay->depth == replay->frame_room)
            return false; // the usual way makes room
        kf_frame *frame = &replay->frames[replay->depth++];
        kf_played *played = &replay->played[replay->played_count++];
        kf_colour colour = (kf_colour)frame[-1].to_move;
        *frame = frame[-1];
        frame->is_copied = frame->is_fresh = false;
        frame->node = replay->last = node;
        frame->point = kf_point_at(move[2] - 'a', move[3] - 'a');
        frame->to_move = (uint8_t)kf_colour_other(colour);
        frame->moves++;
        frame->number += frame->number < INT32_MAX;
        kf_verdict verdict = kf_board_play(&replay->board, frame->point, colour, played);
        if (verdict == KF_LEGAL)
            continue;
        clear_step(replay, frame);
        replay->step.is_move = true;
        replay->step.colour = colour;
        replay->step.point = frame->point;
        replay->step.value = (kf_text){move + 2, 2};
        replay->step.verdict = verdict;
        replay->step.played = played;
        replay->step.number = frame->number;
        return true;
    }
    return false;
}

// ---- The calls ----

void kf_replay_init(kf_replay *replay, kf_arena *arena, const kf_record *record,
                    const kf_rules *rules) {
    memset(replay, 0, offsetof(kf_replay, board));
    memset(&replay->depth, 0, sizeof *replay - offsetof(kf_replay, depth));
    replay->arena = arena;
    replay->record = record;
    replay->wanted = rules;
}

// Looks through the root for what concerns the whole game. True when a size stands there.
static bool read_root(kf_replay *replay, kf_node game) {
    static const int ids[KF_REPLAY_FACTS] = {KF_P_RU, KF_P_HA, KF_P_KM, KF_P_RE, KF_P_DT};
    kf_text text = kf_node_text(replay->record, game);
    kf_property property;
    bool has_size = false;
    for (int i = 0; i < KF_REPLAY_FACTS; i++)
        replay->facts[i] = (kf_text){"", 0};
    while (kf_property_scan(&text, &property)) {
        property.id = id_of(property.name);
        has_size |= property.id == KF_P_SZ;
        for (int i = 0; i < KF_REPLAY_FACTS; i++)
            if (property.id == ids[i] && replay->facts[i].length == 0)
                replay->facts[i] = first_value(&property);
    }
    return has_size;
}

void kf_replay_start(kf_replay *replay, kf_node game) {
    int width = 19, height = 19;
    if (read_root(replay, game))
        kf_record_board(replay->record, game, &width, &height);
    kf_text name = replay->facts[KF_REPLAY_RU];
    const kf_rules *told = name.length > 0 ? kf_rules_find(name.data, name.length) : NULL;
    replay->rules = replay->wanted != NULL ? replay->wanted
                    : told != NULL         ? told
                                           : kf_rules_default();
    // Ishi without RULES means Japanese ones; an SGF file without RU leaves it open.
    replay->is_stated = replay->wanted != NULL || told != NULL || replay->record->places != NULL;
    kf_board_init(&replay->board, width, height);
    replay->depth = 0;
    replay->played_count = replay->setup_count = replay->edit_count = 0;
    replay->game = game;
    replay->last = 0;
    forget_numbers(replay);
    start_history(replay);
}

// The node behind the last one in pre-order, below the game; frames that are left are given up.
static kf_node next_node(kf_replay *replay) {
    const kf_row *rows = replay->record->rows;
    kf_node last = replay->last;
    if (last == 0)
        return replay->game;
    if (rows[last].child != 0)
        return rows[rows[last].child].next;
    for (; --replay->depth > 0; last = rows[last].parent)
        if (rows[rows[last].parent].child != last)
            return rows[last].next;
    return 0;
}

bool kf_replay_next(kf_replay *replay) {
    kf_node node = replay->game != 0 ? next_node(replay) : 0;
    if (node != 0)
        enter(replay, node);
    replay->game = node != 0 ? replay->game : 0;
    replay->last = node;
    return node != 0;
}

bool kf_replay_run(kf_replay *replay) {
    if (replay->last != 0 && can_run(replay) && run(replay))
        return true;
    return kf_replay_next(replay);
}

bool kf_replay_more(kf_replay *replay) {
    kf_property property;
    while (replay->more.length > 0 && kf_property_scan(&replay->more, &property)) {
        property.id = id_of(property.name);
        if (property.id != KF_P_B && property.id != KF_P_W)
            continue;
        kf_frame *frame = top(replay);
        play(replay, frame, property.id == KF_P_B ? KF_BLACK : KF_WHITE, first_value(&property));
        number_move(replay, frame, -1);
        return true;
    }
    return false;
}

void kf_replay_to(kf_replay *replay, kf_node node, void (*visit)(void *context, kf_replay *replay),
                  void *context) {
    size_t depth = 0;
    for (kf_node n = node; n != 0; n = kf_node_parent(replay->record, n))
        depth++;
    kf_node *path = kf_arena_resize(replay->arena, NULL, (depth + 1) * sizeof *path);
    size_t left = depth;
    for (kf_node n = node; n != 0; n = kf_node_parent(replay->record, n))
        path[--left] = n;
    if (depth > 0)
        kf_replay_start(replay, path[0]);
    for (size_t i = 0; i < depth; i++) {
        replay->last = path[i];
        enter(replay, path[i]);
        do {
            if (visit != NULL)
                visit(context, replay);
        } while (kf_replay_more(replay));
    }
    kf_arena_release(replay->arena, path);
}

bool kf_replay_is_illegal(const kf_replay *replay) {
    const kf_step *step = &replay->step;
    if (!step->is_move)
        return false;
    if (step->verdict == KF_SUICIDE)
        return !replay->rules->suicide;
    return step->verdict != KF_LEGAL ||
           (step->repeats > 0 && replay->rules->repeats == KF_REPEATS_FORBIDDEN);
}

kf_point kf_replay_numbered(kf_replay *replay, int number) {
    if (replay->numbers == NULL) {
        replay->numbers = kf_arena_resize(replay->arena, NULL, BUCKETS * sizeof *replay->numbers);
        memset(replay->numbers, 0, BUCKETS * sizeof *replay->numbers);
    }
    for (; replay->numbered < replay->depth; replay->numbered++) {
        kf_frame *frame = &replay->frames[replay->numbered];
        uint32_t *bucket = bucket_of(replay, frame->number);
        frame->before = *bucket;
        *bucket = (uint32_t)replay->numbered + 1;
    }
    for (uint32_t at = *bucket_of(replay, number); at > 0; at = replay->frames[at - 1].before)
        if (replay->frames[at - 1].number == number && replay->frames[at - 1].point != KF_NOWHERE)
            return replay->frames[at - 1].point;
    return KF_NOWHERE;
}
