// SPDX-License-Identifier: MIT
// The cursor: from one node of a tree to another with a board in hand.
//
// The frames are the nodes on the path from the root. Leaving nodes only shortens that list; the
// board follows when the next node is entered, over all that were left at once. So a walk that
// comes back from a long line to play another pays for one look at the chains, not for one a move.
//
// A node that one goes back to is entered anew from its parent, so that its step (captures, atari,
// repetition) is what it was when one came by, without anything of it being kept.

#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "play/play.h"
#include "record/path.h"
#include "record/record.h"
#include "record/value.h"

enum { FIRST_BUCKETS = 256 };

static kf_frame *top(const kf_play *play) {
    return &play->frames[play->depth - 1];
}

// ---- Numbers on the way ----

// A block with an element for each frame that there is room for.
static void *by_frame(kf_play *play, void *block, size_t element) {
    return kf_arena_resize(play->arena, block, play->frame_room * element);
}

static uint32_t *bucket_of(const kf_play *play, int number) {
    return &play->by_number[(uint32_t)number * UINT32_C(2654435761) >> 7 & (play->buckets - 1)];
}

// Takes all but the first frames out of the buckets, the last one first.
static void forget_numbers(kf_play *play, size_t depth) {
    while (play->numbered > depth) {
        const kf_frame *frame = &play->frames[--play->numbered];
        *bucket_of(play, frame->number) = play->before[play->numbered];
    }
}

// More buckets than frames, so that looking a number up takes as long in a long game as in a
// short one.
static void make_buckets(kf_play *play) {
    size_t buckets = play->buckets > 0 ? play->buckets : FIRST_BUCKETS;
    while (buckets < play->depth)
        buckets *= 2;
    if (buckets == play->buckets)
        return;
    play->by_number =
        kf_arena_resize(play->arena, play->by_number, buckets * sizeof *play->by_number);
    play->buckets = buckets;
    play->numbered = 0;
    memset(play->by_number, 0, buckets * sizeof *play->by_number);
}

static kf_point find_numbered(kf_play *play, int number) {
    forget_numbers(play, play->depth);
    if (play->before == NULL)
        play->before = by_frame(play, NULL, sizeof *play->before);
    make_buckets(play);
    for (; play->numbered < play->depth; play->numbered++) {
        uint32_t *bucket = bucket_of(play, play->frames[play->numbered].number);
        play->before[play->numbered] = *bucket;
        *bucket = (uint32_t)play->numbered + 1;
    }
    for (uint32_t at = *bucket_of(play, number); at > 0; at = play->before[at - 1]) {
        const kf_frame *frame = &play->frames[at - 1];
        if (frame->number == number && frame->is_numbered && frame->point != KF_NOWHERE)
            return frame->point != KF_PASS ? frame->point : KF_NOWHERE;
    }
    return KF_NOWHERE;
}

// Brings the numbers of points back to where the log was that long.
static void restore_numbers(kf_play *play, size_t count) {
    while (play->erased_count > count) {
        const kf_play_erased *erased = &play->erased[--play->erased_count];
        play->latest[erased->cell] = erased->number;
    }
}

// ---- There and back ----

// Brings the board to the node of the last frame, if it still stands at one that was left.
static void come_back(kf_play *play) {
    const kf_frame *frame = top(play);
    kf_board *board = &play->board;
    if (play->changes.count > frame->changes)
        kf_changes_back(&play->changes, board, frame->changes);
    board->ko = frame->ko;
    board->ko_colour = frame->ko_colour;
    board->prisoners[KF_BLACK] = frame->black_prisoners;
    board->prisoners[KF_WHITE] = frame->white_prisoners;
    if (play->latest != NULL)
        restore_numbers(play, play->erased_before[play->depth - 1]);
    if (play->has_history)
        kf_history_return(&play->history, play->marks[play->depth - 1]);
}

// Which child of its parent the node is, as far as that is known without counting: a walk comes to
// it from the sibling before it, which the frame was of until now.
static uint32_t child_index(const kf_play *play, const kf_frame *frame, kf_node node) {
    const kf_row *rows = play->record->rows;
    if (rows[rows[rows[node].parent].child].next == node)
        return rows[node].parent == 0 ? (uint32_t)play->record->games_before + 1 : 1;
    if (play->entered < play->depth || rows[frame->node].next != node)
        return 0;
    if (rows[rows[rows[node].parent].child].next == frame->node && rows[node].parent != 0)
        return 2;
    const kf_custom *custom = &play->customs[frame->custom];
    return custom->counted == frame->node && custom->index > 0 ? custom->index + 1 : 0;
}

// Room for one more frame, and for what else there is for each.
static void make_room(kf_play *play) {
    if (play->depth == play->frame_room) {
        play->frames = kf_arena_grow(play->arena, play->frames, &play->frame_room, play->depth + 1,
                                     sizeof *play->frames);
        if (play->before != NULL)
            play->before = by_frame(play, play->before, sizeof *play->before);
        if (play->erased_before != NULL)
            play->erased_before = by_frame(play, play->erased_before, sizeof *play->erased_before);
        if (play->marks != NULL)
            play->marks = by_frame(play, play->marks, sizeof *play->marks);
    }
    if (play->latest != NULL && play->erased_before == NULL)
        play->erased_before = by_frame(play, NULL, sizeof *play->erased_before);
    if (play->has_history && play->marks == NULL)
        play->marks = by_frame(play, NULL, sizeof *play->marks);
    if (play->customs == NULL)
        play->customs =
            kf_arena_grow(play->arena, NULL, &play->custom_room, 1, sizeof *play->customs);
}

// In the place of its parent's, which has no other child.
static void replace_top(kf_play *play, kf_node node) {
    come_back(play);
    kf_frame *frame = top(play);
    frame->node = play->last = node;
    frame->point = KF_NOWHERE;
    frame->is_numbered = false;
    kf_play_node_enter(play, frame);
}

static void push(kf_play *play, kf_node node) {
    if (play->is_flat && play->depth > 0 && play->record->rows[node].next == node) {
        replace_top(play, node);
        return;
    }
    if (play->depth > 0)
        come_back(play);
    forget_numbers(play, play->depth);
    make_room(play);
    kf_frame *frame = &play->frames[play->depth++];
    uint32_t index = child_index(play, frame, node);
    if (play->depth == 1) {
        *frame = (kf_frame){.to_move = KF_BLACK, .is_fresh = true, .last = KF_NOWHERE};
        play->customs[0] = (kf_custom){.counted = node, .index = index};
    } else {
        const kf_row *rows = play->record->rows;
        *frame = frame[-1];
        bool is_first = rows[rows[frame->node].child].next == node;
        if (!is_first) {
            frame->is_variation = true;
            kf_custom *custom = kf_play_node_custom(play, frame);
            custom->branch = (uint32_t)play->depth;
            custom->counted = node;
            custom->index = index;
        }
    }
    play->entered = play->entered > play->depth ? play->entered : play->depth;
    frame->node = play->last = node;
    frame->point = KF_NOWHERE;
    frame->is_numbered = false;
    kf_play_node_enter(play, frame);
}

// A further move of the node can change the number that it is known by.
static bool more(kf_play *play) {
    if (play->more.length > 0)
        forget_numbers(play, play->depth - 1);
    return kf_play_node_more(play);
}

// Plays what the last node still holds, for nobody goes on without it.
static void finish_node(kf_play *play) {
    while (play->more.length > 0)
        more(play);
}

// ---- Starting ----

// Looks through the root for what concerns the whole game. True when a size stands there.
static bool read_root(kf_play *play, kf_node game) {
    static const int ids[KF_PLAY_FACTS] = {KF_P_RU, KF_P_HA, KF_P_KM, KF_P_RE, KF_P_DT};
    kf_text text = kf_node_text(play->record, game);
    kf_property property;
    bool has_size = false;
    for (int i = 0; i < KF_PLAY_FACTS; i++)
        play->facts[i] = (kf_text){"", 0};
    while (kf_property_scan(&text, &property)) {
        property.id = kf_play_node_id(property.name);
        has_size |= property.id == KF_P_SZ;
        for (int i = 0; i < KF_PLAY_FACTS; i++)
            if (property.id == ids[i] && play->facts[i].length == 0)
                play->facts[i] = kf_play_node_value(&property);
    }
    return has_size;
}

// A file can hold a million games, most of them without a stone: a board where none lay stays.
static void clear_board(kf_play *play, int width, int height) {
    kf_board *board = &play->board;
    if (play->changes.count > 0 || board->width != width || board->height != height) {
        kf_board_init(board, width, height);
        return;
    }
    board->ko = board->ko_colour = 0;
    board->prisoners[KF_BLACK] = board->prisoners[KF_WHITE] = 0;
}

static bool start(kf_play *play, kf_node game) {
    int width = 19, height = 19;
    if (read_root(play, game))
        kf_record_board(play->record, game, &width, &height);
    kf_text name = play->facts[KF_PLAY_RU];
    const kf_rules *told = name.length > 0 ? kf_rules_find(name.data, name.length) : NULL;
    play->rules = play->wanted != NULL ? play->wanted : told != NULL ? told : kf_rules_default();
    // Ishi without RULES means Japanese ones; an SGF file without RU leaves it open.
    play->is_stated = play->wanted != NULL || told != NULL || play->record->places != NULL;
    clear_board(play, width, height);
    play->depth = 0;
    play->game = game;
    play->last = play->way = 0;
    forget_numbers(play, play->depth);
    restore_numbers(play, 0);
    play->changes.count = 0;
    kf_frame none = {.to_move = KF_BLACK, .last = KF_NOWHERE};
    kf_play_node_clear(play, &none);
    kf_play_node_begin(play);
    kf_play_node_close(play, &none);
    return game != 0;
}

// ---- In pre-order ----

// The node behind the last one in pre-order, below the game; frames that are left are given up.
static kf_node next_node(kf_play *play) {
    const kf_row *rows = play->record->rows;
    kf_node last = play->last;
    if (last == 0)
        return play->game;
    if (rows[last].child != 0)
        return rows[rows[last].child].next;
    for (; last != play->game; last = rows[last].parent) {
        play->depth -= !play->is_flat || rows[last].next != last;
        if (rows[rows[last].parent].child != last)
            return rows[last].next;
    }
    play->depth = 0;
    return 0;
}

static bool next(kf_play *play) {
    finish_node(play);
    kf_node node = play->game != 0 ? next_node(play) : 0;
    if (node != 0)
        push(play, node);
    play->game = node != 0 ? play->game : 0;
    play->last = node;
    play->way = 0;
    return node != 0;
}

// The node behind the last one if it continues a line without branches; 0 when it does not.
static inline kf_node only_child(const kf_play *play) {
    const kf_row *rows = play->record->rows;
    kf_node child = rows[play->last].child;
    return rows[child].next == child ? child : 0;
}

// The text of a plain move of the player whose turn it is, on a point of the board; else NULL.
static inline const char *expected_move(const kf_play *play, const kf_frame *frame, kf_node node) {
    const kf_row *row = &play->record->rows[node];
    if (row->length != 5)
        return NULL;
    const char *p = play->record->source->text.data + row->text;
    char turn = frame->to_move == KF_BLACK ? 'B' : 'W';
    bool is_on = (unsigned)(p[2] - 'a') < play->board.width &&
                 (unsigned)(p[3] - 'a') < play->board.height && p[2] <= 'z' && p[3] <= 'z';
    return p[0] == turn && p[1] == '[' && p[4] == ']' && is_on ? p : NULL;
}

// Whether the next node can be played without a look at the rest of what a cursor does.
static bool can_run(const kf_play *play) {
    const kf_frame *frame = top(play);
    return !play->has_history && play->numbered == 0 && play->latest == NULL &&
           play->numbering == NULL && frame->to_move != KF_EMPTY && !frame->is_opening &&
           frame->passes == 0 && play->changes.count == frame->changes;
}

// The frame below the last one, for a move of the player whose turn it is.
static inline kf_frame *push_plain(kf_play *play, kf_node node, const char *move) {
    kf_frame *frame = &play->frames[play->depth++];
    *frame = frame[-1];
    frame->is_fresh = false;
    frame->is_numbered = true;
    frame->node = play->last = node;
    frame->point = frame->last = kf_point_at(move[2] - 'a', move[3] - 'a');
    frame->to_move = kf_colour_other((kf_colour)frame->to_move) & 3;
    frame->moves++;
    frame->number += frame->number < INT32_MAX;
    return frame;
}

// What the board says of the move that was just played.
static inline void close_plain(kf_play *play, kf_frame *frame, const kf_played *played) {
    kf_changes_note(&play->changes, &play->board, played);
    frame->changes = (uint32_t)play->changes.count;
    frame->ko = play->board.ko;
    frame->ko_colour = play->board.ko_colour & 3;
    frame->black_prisoners = play->board.prisoners[KF_BLACK];
    frame->white_prisoners = play->board.prisoners[KF_WHITE];
}

// Plays such a move.
static inline kf_verdict play_plain(kf_play *play, kf_node node, const char *move) {
    kf_colour colour = (kf_colour)top(play)->to_move;
    kf_frame *frame = push_plain(play, node, move);
    kf_verdict verdict = kf_board_play(&play->board, frame->point, colour, &play->step.played);
    close_plain(play, frame, &play->step.played);
    return verdict;
}

// Plays expected, legal moves as long as they follow each other. True: the last move played was
// not legal, and the step shows it.
static bool run_plain(kf_play *play) {
    kf_node node;
    const char *move;
    while ((node = only_child(play)) != 0 &&
           (move = expected_move(play, top(play), node)) != NULL) {
        if (play->depth == play->frame_room)
            return false; // the usual way makes room
        kf_verdict verdict = play_plain(play, node, move);
        kf_frame *frame = top(play);
        if (verdict == KF_LEGAL)
            continue;
        kf_play_node_clear(play, frame);
        play->step.is_move = true;
        play->step.colour = kf_colour_other((kf_colour)frame->to_move);
        play->step.point = frame->point;
        play->step.value = (kf_text){move + 2, 2};
        play->step.verdict = verdict;
        kf_play_node_close(play, frame);
        return true;
    }
    return false;
}

static bool run(kf_play *play) {
    finish_node(play);
    if (play->last != 0 && can_run(play) && run_plain(play))
        return true;
    return next(play);
}

// ---- To any node ----

// Node 0 and numbers that the record does not have are no place to go to.
static bool is_node(const kf_play *play, kf_node node) {
    return node != 0 && node < kf_record_nodes(play->record);
}

static bool is_on_path(const kf_play *play, kf_node node) {
    uint32_t depth = play->below[node];
    return depth > 0 && depth <= play->depth && play->frames[depth - 1].node == node;
}

// Notes the depths of the nodes on the path that a walk in pre-order has entered. The deepest that
// is known is found from above: whatever stands over it was noted with it.
static void note_depths(kf_play *play) {
    for (size_t i = play->depth; i > 0 && !is_on_path(play, play->frames[i - 1].node); i--)
        play->below[play->frames[i - 1].node] = (uint32_t)i;
}

static void make_way(kf_play *play) {
    size_t nodes = kf_record_nodes(play->record);
    if (nodes > play->below_count) {
        play->below = kf_arena_resize(play->arena, play->below, nodes * sizeof *play->below);
        memset(play->below + play->below_count, 0,
               (nodes - play->below_count) * sizeof *play->below);
        play->below_count = nodes;
    }
    note_depths(play);
}

// Notes the way down to a node from the nearest node above it that stands on the path. Returns that
// one; 0 when none does and the way begins at the root of the game.
static kf_node find_way(kf_play *play, kf_node node) {
    const kf_row *rows = play->record->rows;
    kf_node above = node, below = 0;
    while (above != 0 && !is_on_path(play, above)) {
        play->below[above] = below;
        below = above;
        above = rows[above].parent;
    }
    play->way = below;
    return above;
}

static bool follow(kf_play *play) {
    kf_node node = play->way;
    finish_node(play);
    if (node == 0)
        return false;
    kf_node way = play->below[node];
    push(play, node);
    play->below[node] = (uint32_t)play->depth;
    play->way = way;
    return true;
}

// Plays expected moves of the way, from a node that was just entered, but not its last node: of
// that one the step is asked for.
static void run_way(kf_play *play) {
    const char *move;
    while (play->way != 0 && play->below[play->way] != 0 && only_child(play) == play->way &&
           play->depth < play->frame_room &&
           (move = expected_move(play, top(play), play->way)) != NULL) {
        kf_node node = play->way;
        play->way = play->below[node];
        play_plain(play, node, move);
        play->below[node] = (uint32_t)play->depth;
    }
}

static void walk_way(kf_play *play) {
    while (follow(play)) {
        finish_node(play);
        if (can_run(play))
            run_way(play);
    }
    finish_node(play);
}

static bool go(kf_play *play, kf_node node) {
    finish_node(play);
    if (!is_node(play, node))
        return false;
    if (node == play->last && play->depth > 0) {
        play->way = 0;
        return true;
    }
    make_way(play);
    kf_node above = find_way(play, node), way = play->way;
    if (above == node) {
        // It stands on the path: it is entered anew, from its parent.
        above = kf_node_parent(play->record, node);
        way = node;
        play->below[node] = 0;
    }
    if (above == 0)
        start(play, way);
    else
        play->depth = play->below[above];
    play->way = way;
    walk_way(play);
    return true;
}

static bool aim(kf_play *play, kf_node from, kf_node node) {
    if (from == 0)
        from = kf_node_game(play->record, node);
    kf_node above = kf_node_parent(play->record, from);
    if (!is_node(play, node) || !is_node(play, from))
        return false;
    if (above == 0)
        start(play, from);
    else
        go(play, above);
    make_way(play);
    bool is_below = find_way(play, node) == above && play->way == from;
    play->way = is_below ? from : 0;
    return is_below;
}

// ---- Numbers of points ----

// From now on they are kept; the line up to here is played once more, to the same move.
static void keep_numbers(kf_play *play) {
    kf_node node = play->last, way = play->way;
    play->latest = kf_arena_resize(play->arena, NULL, KF_BOARD_CELLS * sizeof *play->latest);
    memset(play->latest, 0, KF_BOARD_CELLS * sizeof *play->latest);
    if (play->depth == 0)
        return;
    kf_node above = kf_node_parent(play->record, node);
    uint32_t moves = top(play)->moves;
    start(play, play->frames[0].node);
    go(play, above);
    make_way(play);
    play->below[node] = 0;
    play->way = node;
    follow(play);
    while (top(play)->moves < moves)
        more(play);
    play->way = way;
}

static int number_at(kf_play *play, kf_point point) {
    if (play->latest == NULL)
        keep_numbers(play);
    bool is_on = kf_point_is_on(point, play->board.width, play->board.height);
    return is_on ? play->latest[kf_board_cell(&play->board, point)] : 0;
}

// ---- The calls ----

// A call under way: what it is about, and the one protected call when the cursor has an arena of
// its own. In an arena of the caller's the caller has made it.
typedef struct errand {
    kf_play *play;
    kf_node from, node;
    int number; // or a point
    bool (*body)(struct errand *errand);
    bool result;
    int answer;
} errand;

static void run_errand(void *context) {
    errand *e = context;
    e->result = e->body(e);
}

static bool guarded(errand *e, bool (*body)(errand *)) {
    e->body = body;
    if (e->play->is_inner)
        return body(e);
    if (e->play->is_broken)
        return false;
    e->play->is_broken = !kf_arena_try(e->play->arena, run_errand, e);
    return !e->play->is_broken && e->result;
}

static bool do_start(errand *e) {
    bool is_game = is_node(e->play, e->node) && kf_node_parent(e->play->record, e->node) == 0;
    return is_game && start(e->play, e->node);
}

static bool do_next(errand *e) {
    return next(e->play);
}

static bool do_run(errand *e) {
    return run(e->play);
}

static bool do_more(errand *e) {
    return more(e->play);
}

static bool do_go(errand *e) {
    return go(e->play, e->node);
}

static bool do_aim(errand *e) {
    return aim(e->play, e->from, e->node);
}

static bool do_follow(errand *e) {
    return follow(e->play);
}

static bool do_skim(errand *e) {
    kf_play *play = e->play;
    size_t depth = play->depth;
    finish_node(play);
    play->has_history = false;
    if (depth > 0 && can_run(play))
        run_way(play);
    e->answer = play->depth > depth ? kf_colour_other((kf_colour)top(play)->to_move) : KF_EMPTY;
    return follow(play);
}

static bool do_numbered(errand *e) {
    e->answer = find_numbered(e->play, e->number);
    return true;
}

static bool do_number_at(errand *e) {
    e->answer = number_at(e->play, (kf_point)e->number);
    return true;
}

void kf_play_turn(kf_play *play, const kf_record *record, const kf_rules *rules) {
    play->depth = play->entered = play->below_count = play->changes.count = 0;
    play->board.width = 0; // whatever lies there
    forget_numbers(play, 0);
    restore_numbers(play, 0);
    play->record = record;
    play->wanted = rules;
    play->rules = rules != NULL ? rules : kf_rules_default();
    play->game = play->last = play->way = 0;
    play->more.length = 0;
    play->is_broken = false;
}

static kf_play *make(kf_arena *arena, const kf_record *record, const kf_rules *rules) {
    kf_play *play = kf_arena_alloc(arena, sizeof *play);
    memset(play, 0, offsetof(kf_play, board.cell));
    play->arena = play->changes.arena = arena;
    kf_play_turn(play, record, rules);
    return play;
}

kf_play *kf_play_in(kf_arena *arena, const kf_record *record, const kf_rules *rules) {
    kf_play *play = make(kf_arena_new_in(arena), record, rules);
    play->is_inner = true;
    return play;
}

// What kf_play_new makes in a protected call.
typedef struct birth {
    kf_arena *arena;
    const kf_record *record;
    const kf_rules *rules;
    kf_play *play;
} birth;

static void be_born(void *context) {
    birth *b = context;
    b->play = make(b->arena, b->record, b->rules);
}

kf_play *kf_play_new(const kf_record *record, const kf_rules *rules) {
    birth b = {kf_arena_new(), record, rules, NULL};
    if (b.arena == NULL)
        return NULL;
    if (!kf_arena_try(b.arena, be_born, &b))
        kf_arena_free(b.arena);
    return b.play;
}

void kf_play_free(kf_play *play) {
    if (play != NULL)
        kf_arena_free(play->arena);
}

bool kf_play_failed(const kf_play *play) {
    return play->is_broken;
}

bool kf_play_start(kf_play *play, kf_node game) {
    if (play->is_broken)
        play->board.width = 0; // what failed may have left something there
    play->is_broken = false;
    return guarded(&(errand){.play = play, .node = game}, do_start);
}

bool kf_play_next(kf_play *play) {
    return guarded(&(errand){.play = play}, do_next);
}

bool kf_play_run(kf_play *play) {
    return guarded(&(errand){.play = play}, do_run);
}

bool kf_play_more(kf_play *play) {
    return guarded(&(errand){.play = play}, do_more);
}

bool kf_play_go(kf_play *play, kf_node node) {
    return guarded(&(errand){.play = play, .node = node}, do_go);
}

bool kf_play_aim(kf_play *play, kf_node from, kf_node node) {
    return guarded(&(errand){.play = play, .from = from, .node = node}, do_aim);
}

bool kf_play_follow(kf_play *play) {
    return guarded(&(errand){.play = play}, do_follow);
}

bool kf_play_skim(kf_play *play, kf_colour *last) {
    errand e = {.play = play};
    bool is_there = guarded(&e, do_skim);
    *last = (kf_colour)e.answer;
    return is_there;
}

const kf_step *kf_play_step(const kf_play *play) {
    return &play->step;
}

const kf_board *kf_play_board(const kf_play *play) {
    return &play->board;
}

const kf_rules *kf_play_rules(const kf_play *play) {
    return play->rules;
}

bool kf_play_is_illegal(const kf_play *play) {
    const kf_step *step = &play->step;
    if (!step->is_move)
        return false;
    if (step->verdict == KF_SUICIDE)
        return !play->rules->suicide;
    return step->verdict != KF_LEGAL ||
           (step->repeats > 0 && play->rules->repeats == KF_REPEATS_FORBIDDEN);
}

kf_point kf_play_numbered(kf_play *play, int number) {
    errand e = {.play = play, .number = number};
    return guarded(&e, do_numbered) ? (kf_point)e.answer : KF_NOWHERE;
}

int kf_play_number_at(kf_play *play, kf_point point) {
    errand e = {.play = play, .number = point};
    return guarded(&e, do_number_at) ? e.answer : 0;
}

// ---- Paths ----

// Counted once for a node, for it is asked again at every node below. A frame that is no first
// child, or the first of all, has a place of its own to remember it.
static size_t path_index(const kf_play *play, const kf_frame *frame) {
    kf_custom *custom = &play->customs[frame->custom];
    if (custom->counted != frame->node || custom->index == 0) {
        custom->counted = frame->node;
        custom->index = (uint32_t)kf_path_index(play->record, frame->node);
    }
    return custom->index;
}

// Only the frames that are no first children are looked at, and no more than there is room for.
// NOLINTNEXTLINE(readability-non-const-parameter): it is written through.
size_t kf_play_path(kf_play *play, char *out, size_t size) {
    kf_path_tail tail = {out, size, 0};
    size_t at = play->depth;
    while (at > 0 && tail.length < size) {
        size_t branch = play->customs[play->frames[at - 1].custom].branch;
        size_t top = branch > 0 ? branch : 1, steps = at - top;
        if (steps > 0 || branch == 0 || tail.length > 0)
            kf_path_put(&tail, steps, false);
        kf_path_put(&tail, path_index(play, &play->frames[top - 1]), branch == 0);
        at = top - 1;
    }
    return kf_path_finish(&tail);
}
