// SPDX-License-Identifier: MIT
// Goes ahead of the referee and passes by what needs none: nearly everything.
//
// The referee's cursor knows the number, the captures and the path of every move. All that a
// finding needs; but nearly every move is legal and in turn, and for knowing that much a board of
// bytes will do. So this walk goes through the game with such a board. Where something may be
// wrong, or is not as usual, it leaves the node to the referee, and takes over how things stand
// behind it from the cursor: it never has to be right about what is unusual. It must only notice
// that it is.

#include "check/check.h"

#include <string.h>

#include "base/block.h"
#include "base/text.h"
#include "record/record.h"

enum { LETTERS = 26, DOUBTS = 16 };

// A run's step is made twice, once for each colour: nothing of it is then asked at a move.
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#define APART  static __attribute__((noinline))
#else
#define INLINE static inline
#define APART  static
#endif

static uint8_t stone_of(kf_colour colour) {
    return (uint8_t)(colour << 3);
}

// ---- Moves ----

// Whether what the game states may be told at its first move.
static bool opens_oddly(const kf_scout *s) {
    char message[KF_REFEREE_MESSAGE];
    return s->handicap > 1 ||
           kf_referee_game_komi(s->facts, s->rules, message, sizeof message) != NULL;
}

// Whether neither passes nor the opening are to be thought of at the next move.
static bool is_calm(const kf_scout *s) {
    const kf_scout_state *now = &s->now;
    return now->has_moved && now->passes == 0 && !now->is_opening && s->referee->opened == s->game;
}

// What a move means for those that follow, where that is not as plain as in the middle of a game.
static bool take_turn(kf_scout *s, kf_colour colour, bool is_pass) {
    kf_scout_state *now = &s->now;
    bool is_odd = now->to_move == kf_colour_other(colour) || (!is_pass && now->passes >= s->passes);
    // Stones that Black may place freely are counted by the cursor.
    is_odd = is_odd || (now->is_opening && colour == KF_BLACK);
    now->passes = (uint8_t)(is_pass ? now->passes + (now->passes < UINT8_MAX) : 0);
    now->is_opening = now->is_opening && colour == KF_BLACK;
    now->to_move = kf_colour_other(colour) & 3;
    now->has_moved = true;
    if (!is_odd && !s->is_variation && s->referee->opened != s->game) {
        is_odd = opens_oddly(s);
        s->referee->opened = is_odd ? s->referee->opened : s->game;
    }
    s->is_calm = is_calm(s);
    return !is_odd;
}

// Plays a move on a cell. Only a stone where one has lain before can bring a position back.
static inline kf_verdict play(kf_scout *s, uint32_t at, uint32_t stone, bool *may_repeat) {
    bool is_used = s->lean.used[at];
    kf_verdict verdict = kf_lean_play(&s->lean, at, stone);
    *may_repeat = is_used && s->has_superko && verdict == KF_LEGAL && kf_lean_may_repeat(&s->lean);
    return verdict;
}

// How many stones the last move has taken.
static uint16_t count_taken(const kf_lean *lean) {
    size_t first = lean->count;
    while (first > 0 && (lean->log[first - 1] & KF_LEAN_TAKEN) != 0)
        first--;
    return (uint16_t)(lean->count - first);
}

// Counts a move on a stone, in turn, if such moves are no longer kept. There can be very many.
static bool count_occupied(kf_scout *s, kf_verdict verdict, bool is_turn_fault) {
    kf_log *log = s->referee->log;
    if (verdict != KF_OCCUPIED || is_turn_fault || kf_log_keeps(log, KF_ERROR, KF_GO_OCCUPIED))
        return false;
    kf_log_pass(log, KF_ERROR, KF_GO_OCCUPIED);
    s->is_usual = false;
    return true;
}

// Tells what is wrong with a move in the middle of a game, which lies where `was` was before, in a
// cell. False: only the referee can tell, for he knows the positions before.
APART bool tell(kf_scout *s, kf_verdict verdict, uint32_t was, bool is_turn_fault) {
    const kf_lean *lean = &s->lean;
    const char *p = s->text + s->record->rows[s->node].text;
    bool is_allowed = verdict == KF_SUICIDE && s->rules->suicide;
    s->is_usual = false;
    kf_fault fault = {.node = s->node,
                      .value = {p + 2, 2},
                      .point = kf_point_at(p[2] - 'a', p[3] - 'a'),
                      .colour = p[0] == 'B' ? KF_BLACK : KF_WHITE,
                      .verdict = is_allowed ? KF_LEGAL : verdict,
                      .replaced = (was & KF_LEAN_STONE) == KF_LEAN_BLACK ? KF_BLACK : KF_WHITE,
                      .suicided = verdict == KF_SUICIDE ? count_taken(lean) : 0,
                      .width = lean->width,
                      .height = lean->height,
                      .is_turn_fault = is_turn_fault,
                      .is_variation = s->is_variation,
                      .is_stated = s->is_stated,
                      .number = -1};
    if (is_allowed && s->has_superko)
        return false;
    kf_referee_tell(s->referee, &fault);
    return true;
}

// Plays a node that is nothing but a move on a point, if it is one. False: it is none, or doubtful.
static inline bool pass_by(kf_scout *s, const kf_row *row) {
    const char *p = s->text + row->text;
    if (row->length != 5 || p[1] != '[' || p[4] != ']' || (p[0] != 'B' && p[0] != 'W'))
        return false;
    uint32_t column = (uint32_t)(p[2] - 'a'), line = (uint32_t)(p[3] - 'a');
    if (column >= s->columns || line >= s->lines)
        return false;
    kf_colour colour = p[0] == 'B' ? KF_BLACK : KF_WHITE, other = kf_colour_other(colour);
    uint32_t at = kf_lean_cell((int)column, (int)line), was = s->lean.cell[at];
    bool is_in_turn = s->now.to_move != other, is_calm = s->is_calm, may_repeat;
    if (is_calm)
        s->now.to_move = other & 3;
    else
        is_in_turn = take_turn(s, colour, false);
    kf_verdict verdict = play(s, at, stone_of(colour), &may_repeat);
    bool is_good = is_in_turn && verdict == KF_LEGAL && !may_repeat;
    if (!is_good && is_calm && !may_repeat)
        is_good = count_occupied(s, verdict, !is_in_turn) || tell(s, verdict, was, !is_in_turn);
    s->is_doubtful = !is_good;
    return is_good;
}

// ---- The walk ----

static void push(kf_scout *s, kf_node child) {
    s->branches = kf_arena_grow(s->lean.arena, s->branches, &s->branch_room, s->branch_count + 1,
                                sizeof *s->branches);
    kf_scout_branch *branch = &s->branches[s->branch_count++];
    *branch = (kf_scout_branch){child, s->depth + 1, s->lean.count, s->now};
    branch->state.ko = s->lean.ko;
    branch->state.ko_stone = s->lean.ko_stone;
}

// Goes back to the last node that has another child, and to that.
static bool go_back(kf_scout *s) {
    const kf_row *rows = s->record->rows;
    if (s->branch_count == 0)
        return false;
    kf_scout_branch *branch = &s->branches[s->branch_count - 1];
    s->last = s->is_variation ? s->last : s->node;
    kf_lean_back(&s->lean, branch->changes);
    s->now = branch->state;
    s->lean.ko = s->now.ko;
    s->lean.ko_stone = s->now.ko_stone;
    s->node = branch->child = rows[branch->child].next;
    s->depth = branch->depth;
    s->least = s->depth < s->least ? s->depth : s->least;
    s->is_variation = true;
    s->is_calm = is_calm(s);
    s->branch_count -= rows[rows[s->node].parent].child == s->node;
    return true;
}

// Goes to the next node in pre-order.
static inline bool go_on(kf_scout *s) {
    const kf_row *rows = s->record->rows;
    kf_node last = rows[s->node].child, first = rows[last].next;
    if (last == 0)
        return go_back(s);
    if (first != last)
        push(s, first);
    s->node = first;
    s->depth++;
    return true;
}

// The first eight bytes of a text as a number.
static inline uint64_t word_of(const char *p) {
    const unsigned char *u = (const unsigned char *)p;
    return u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 | (uint64_t)u[3] << 24 |
           (uint64_t)u[4] << 32 | (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 |
           (uint64_t)u[7] << 56;
}

// Where a move of that colour stands, by its two letters: the column, and 256 times the row. Of the
// colour and the brackets nothing is left, and the letters are on the board; else it is UINT32_MAX.
static inline uint32_t point_of(const char *p, uint32_t stone, uint32_t ends) {
    uint64_t point = word_of(p) - word_of(stone == KF_LEAN_BLACK ? "B[aa]\0\0" : "W[aa]\0\0");
    return ((point | (point + ends)) & 0xFFE0E0FFFF) == 0 ? (uint32_t)point >> 16 : UINT32_MAX;
}

// A run under way. What is looked at for each move is kept apart from the cells, of which a
// compiler must think that they may be anything.
typedef struct runner {
    kf_lean *lean;
    const kf_row *row; // of the move before
    const kf_row *end; // of the last that the reader met in one run
    kf_node node;      // of the move before
    const char *text;
    uint8_t *cells; // each to the left of another
    bool *used;     // the same of where stones have lain
    uint32_t ends;
    const uint8_t *most;
    uint32_t stone;          // that is to move
    uint32_t *log, *log_end; // where it goes on, and ends
    bool is_suicide;         // the move before
} runner;

// Where the move of that colour stands that is the only child of the one before, and the next row;
// else UINT32_MAX, also where there is no room to note it.
INLINE uint32_t next_point(const runner *r, uint32_t stone) {
    const kf_row *row = r->row;
    const kf_node next = r->node + 1;
    if (row >= r->end && (row[0].child != next || r->log == r->log_end ||
                          ((row[1].next ^ next) | (row[1].length ^ 5)) != 0))
        return UINT32_MAX;
    return point_of(r->text + row[1].text, stone, r->ends);
}

// Settles the stone that was put on a cell. False: the run ends there, for the stone takes its own
// side off, or the next one may take back a ko.
INLINE bool settle(runner *r, uint32_t at, uint32_t stone, uint32_t found) {
    kf_lean *lean = r->lean;
    lean->count = (size_t)(r->log - lean->log);
    r->is_suicide = kf_lean_settle(lean, at, stone, found) != KF_LEGAL;
    r->log = lean->log + lean->count;
    r->log_end = lean->log + lean->room;
    uint32_t next = lean->ko != 0 ? next_point(r, r->stone) : 0;
    if (r->is_suicide || next == UINT32_MAX || next + KF_LEAN_FIRST == lean->ko)
        return false;
    lean->ko = 0;
    return true;
}

// Plays a move of that colour, which is the next one, on a cell. False: it is not to be played
// here, or was the last. Where it `keeps_used` it plays only where no stone has lain.
INLINE bool place(runner *r, uint32_t at, uint32_t stone, bool keeps_used) {
    uint32_t was = r->cells[at + 1], foe = KF_LEAN_STONE - stone;
    if ((was & KF_LEAN_STONE) != 0 || (keeps_used && r->used[at + 1]))
        return false;
    if (keeps_used)
        r->used[at + 1] = true;
    *r->log++ = at + KF_LEAN_FIRST;
    uint32_t found = kf_lean_put(r->cells + at, kf_lean_puts(stone), foe * KF_LEAN_EACH);
    r->row++;
    r->node++;
    r->stone = foe;
    return !kf_lean_is_odd(found, was) || settle(r, at + KF_LEAN_FIRST, stone, found);
}

// Plays the next move, which is to be of that colour. False: it is none that is to be played here,
// or was the last.
INLINE bool step(runner *r, uint32_t stone, bool keeps_used) {
    r->stone = stone;
    uint32_t at = next_point(r, stone);
    return at != UINT32_MAX && place(r, at, stone, keeps_used);
}

#ifdef KF_BLOCK
// The letters of a move as `point_of` gives them.
INLINE uint32_t letters_of(const char *p) {
    const unsigned char *u = (const unsigned char *)p;
    return (u[2] | (uint32_t)u[3] << 8) - ('a' | 'a' << 8);
}

// Plays the moves of a run two at a time, Black's first. False: the run ends there.
INLINE bool play_pairs(runner *r, bool keeps_used) {
    const __m128i form =
        _mm_setr_epi8('B', '[', 'a', 'a', ']', 0, 0, 0, 'W', '[', 'a', 'a', ']', 0, 0, 0);
    const __m128i most = _mm_loadu_si128((const void *)r->most);
    while (r->end - r->row >= 2) {
        const char *black = r->text + r->row[1].text, *white = r->text + r->row[2].text;
        __m128i both = _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)black),
                                          _mm_loadl_epi64((const void *)white));
        both = _mm_sub_epi8(both, form);
        if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(both, most), both)) != 0xFFFF)
            break;
        if (!place(r, letters_of(black), KF_LEAN_BLACK, keeps_used) ||
            !place(r, letters_of(white), KF_LEAN_WHITE, keeps_used))
            return false;
    }
    return true;
}
#else
INLINE bool play_pairs(runner *r, bool keeps_used) {
    (void)r, (void)keeps_used;
    return true;
}
#endif

// Plays such moves by turns.
INLINE void play_on(runner *r, bool keeps_used) {
    bool is_whites = r->stone == KF_LEAN_WHITE;
    while ((is_whites || step(r, KF_LEAN_BLACK, keeps_used)) &&
           step(r, KF_LEAN_WHITE, keeps_used) && play_pairs(r, keeps_used))
        is_whites = false;
}

// Whether a move follows that `run` may play. Mostly it is a variation of few, or nothing does.
static inline bool may_run(const kf_scout *s) {
    const kf_row *rows = s->record->rows;
    kf_node child = rows[s->node].child;
    return child == s->node + 1 && rows[child].next == child && rows[child].length == 5 &&
           s->is_calm && s->now.to_move != KF_EMPTY && s->lean.ko == 0;
}

// Plays the nodes that follow as long as each is the only one behind the last, and a legal move in
// turn on a point where nothing lies, as nearly all are. The rest is done one by one, also what
// takes back a ko.
APART void run(kf_scout *s) {
    kf_lean *lean = &s->lean;
    const kf_row *rows = s->record->rows;
    runner r = {.lean = lean, .row = rows + s->node, .node = s->node, .text = s->text};
    r.end = rows + kf_record_run_end(s->record, s->node);
    if (r.row < r.end && lean->room - lean->count < kf_lean_words((size_t)(r.end - r.row)))
        kf_lean_reserve(lean, (size_t)(r.end - r.row));
    r.cells = lean->cell + KF_LEAN_FIRST - 1;
    r.used = lean->used + KF_LEAN_FIRST - 1;
    r.ends = s->ends;
    r.most = s->most;
    r.log = lean->log + lean->count;
    r.log_end = lean->log + lean->room;
    r.stone = stone_of((kf_colour)s->now.to_move);
    if (lean->keeps_used)
        play_on(&r, true);
    else
        play_on(&r, false);
    lean->count = (size_t)(r.log - lean->log);
    s->now.to_move = r.stone >> 3 & 3;
    s->depth += r.node - s->node;
    s->nodes += r.node - s->node;
    s->node = r.node;
    s->is_doubtful = r.is_suicide && !tell(s, KF_SUICIDE, 0, false);
}

kf_node kf_scout_next(kf_scout *s) {
    s->is_doubtful = false;
    if (s->node == 0) {
        s->node = s->game;
        s->least = s->depth = 1;
        s->is_unseen = false;
        return s->node;
    }
    if (!s->is_unseen)
        s->least = SIZE_MAX;
    for (;;) {
        if (may_run(s))
            run(s);
        if (!s->is_doubtful && !go_on(s)) {
            s->last = s->is_variation ? s->last : s->node;
            return 0;
        }
        s->nodes++;
        if (!s->is_doubtful && pass_by(s, &s->record->rows[s->node]))
            continue;
        s->least = s->depth < s->least ? s->depth : s->least;
        s->is_unseen = s->is_doubtful;
        return s->node;
    }
}

// ---- Other nodes ----

static uint32_t stone_named(int id) {
    return id == KF_P_AB ? KF_LEAN_BLACK : id == KF_P_AW ? KF_LEAN_WHITE : 0;
}

// Sets a point. False: a stone is put on another.
static bool set_point(kf_lean *lean, uint32_t at, uint32_t stone, bool *has_changed) {
    uint32_t now = lean->cell[at] & KF_LEAN_STONE;
    if (now == stone)
        return true;
    if (now != 0 && stone != 0)
        return false;
    kf_lean_set(lean, at, stone);
    *has_changed = true;
    return true;
}

// Sets the points of the first values of a list, as far as each is one in small letters, on which
// no other stone lies.
static void set_plain(kf_scout *s, kf_text *values, uint32_t stone, bool *has_changed) {
    const char *p = values->data, *end = p + values->length;
    while (end - p >= 4 && p[0] == '[' && p[3] == ']') {
        uint32_t column = (uint32_t)(p[1] - 'a'), line = (uint32_t)(p[2] - 'a');
        if (column >= s->columns || line >= s->lines)
            break;
        uint32_t at = kf_lean_cell((int)column, (int)line);
        if (stone != 0 && (s->lean.cell[at] & KF_LEAN_STONE) == 0) {
            kf_lean_lay(&s->lean, at, stone);
            *has_changed = true;
        } else if (!set_point(&s->lean, at, stone, has_changed)) {
            break;
        }
        p = kf_value_skip_space(p + 4, end);
    }
    *values = (kf_text){p, (size_t)(end - p)};
}

// Sets the points of a value. False: it is no such value, or a stone is put on another.
static bool set_points(kf_scout *s, kf_text value, uint32_t stone, bool *has_changed) {
    kf_lean *lean = &s->lean;
    int x, y, right, bottom;
    if (!kf_value_rectangle(value, &x, &y, &right, &bottom) || right < x || bottom < y ||
        right >= lean->width || bottom >= lean->height)
        return false;
    for (int row = y; row <= bottom; row++)
        for (int column = x; column <= right; column++)
            if (!set_point(lean, kf_lean_cell(column, row), stone, has_changed))
                return false;
    return true;
}

// Does the setup of a node. False: something in it may be told, or a point may be named twice.
static bool set_up(kf_scout *s, const kf_check_node *values) {
    bool has_stones = false, has_none = false;
    s->lean.ko = 0;
    for (size_t i = 0; i < values->told.setups; i++) {
        int id = values->setup[i].id;
        kf_text rest = values->setup[i].values, value;
        bool has_changed = false;
        has_none = has_none || id == KF_P_AE;
        has_stones = has_stones || id != KF_P_AE;
        set_plain(s, &rest, stone_named(id), &has_changed);
        while (kf_property_value(&rest, &value))
            if (!set_points(s, value, stone_named(id), &has_changed))
                return false;
        if (!has_changed || (has_stones && has_none))
            return false;
    }
    return true;
}

// Plays the move of a node.
static bool move(kf_scout *s, const kf_told *told) {
    kf_lean *lean = &s->lean;
    int x, y;
    bool is_good, may_repeat,
        is_point = kf_value_point(told->value, &x, &y) && x < lean->width && y < lean->height;
    if (is_point) {
        is_good = take_turn(s, told->colour, false);
        kf_verdict verdict = play(s, kf_lean_cell(x, y), stone_of(told->colour), &may_repeat);
        return verdict == KF_LEGAL && !may_repeat && is_good;
    }
    if (kf_point_read(told->value.data, told->value.length, KF_COORDS_SGF, lean->width,
                      lean->height) != KF_PASS)
        return false;
    is_good = take_turn(s, told->colour, true);
    kf_lean_pass(lean);
    return is_good;
}

// Plays a plain move, in turn, in the middle of a game.
static void move_on(kf_scout *s, const kf_told *told) {
    const char *p = told->value.data;
    bool may_repeat;
    s->now.to_move = kf_colour_other(told->colour) & 3;
    kf_verdict verdict =
        play(s, kf_lean_cell(p[0] - 'a', p[1] - 'a'), stone_of(told->colour), &may_repeat);
    s->is_doubtful = verdict != KF_LEGAL || may_repeat || s->is_given_up;
}

void kf_scout_enter(kf_scout *s, const kf_check_node *values) {
    const kf_told *told = &values->told;
    kf_scout_state *now = &s->now;
    if (told->is_plain && s->is_calm && now->to_move != kf_colour_other(told->colour)) {
        move_on(s, told);
        return;
    }
    bool is_good = !told->has_prisoners && told->moves + (told->setups > 0) <= 1 &&
                   told->setups <= KF_CHECK_SETUPS;
    // A handicap that is told later than at the root is rare, and matters for all that follows. So
    // are positions within a node, which may come back, and are the cursor's alone to know.
    bool has_within = s->has_superko && told->moves + (told->setups > 0) > 1;
    s->is_usual =
        s->is_usual && told->setups == 0 && told->handicap == 0 && told->to_move == KF_EMPTY;
    s->is_given_up = s->is_given_up || has_within || (told->handicap > 1 && s->node != s->game);
    if (told->handicap > 1) {
        s->handicap = told->handicap;
        now->is_opening = !now->has_moved;
    }
    if (told->setups > 0) {
        is_good = is_good && set_up(s, values);
        now->passes = 0;
        now->to_move = KF_EMPTY;
    }
    if (now->is_opening && (told->setups > 0 || told->handicap > 0))
        now->to_move = KF_WHITE;
    if (told->to_move != KF_EMPTY)
        now->to_move = told->to_move & 3;
    if (is_good && told->moves > 0)
        is_good = move(s, told);
    else
        s->is_calm = s->is_calm && !now->is_opening;
    s->is_doubtful = !is_good || s->is_given_up;
}

// ---- With the referee ----

bool kf_scout_adopt(kf_scout *s) {
    const kf_play *replay = s->referee->replay;
    const kf_board *board = kf_play_board(replay);
    const kf_frame *frame = &replay->frames[replay->depth - 1];
    const uint32_t stride = board->stride, ko = frame->ko; // a cell of the board
    // Stones that are placed freely are the cursor's to count, and where much is wrong it had
    // better go on by itself.
    s->doubts++;
    if (s->is_given_up || (frame->is_opening && frame->moves > 0) ||
        (s->doubts >= DOUBTS && s->nodes / DOUBTS <= s->doubts))
        return false;
    for (int line = 0; line < board->height; line++) {
        const kf_cell *cell = &board->cell[(size_t)(line + 1) * stride];
        const uint32_t first = kf_lean_cell(0, line);
        for (uint32_t at = first; at < first + stride - 1; at++) {
            uint32_t stone = stone_of((kf_colour)cell[at - first].colour);
            if ((s->lean.cell[at] & KF_LEAN_STONE) != stone)
                kf_lean_set(&s->lean, at, stone);
        }
    }
    s->lean.ko = (uint16_t)(ko > 0 ? kf_lean_cell((int)(ko % stride), (int)(ko / stride) - 1) : 0);
    s->lean.ko_stone = stone_of((kf_colour)frame->ko_colour);
    s->now.to_move = frame->to_move;
    s->now.passes = frame->passes;
    s->now.is_opening = frame->is_opening;
    s->now.has_moved = frame->moves > 0;
    s->is_calm = false;
    return true;
}

bool kf_scout_is_open(const kf_scout *s) {
    enum { SHORT = 5 }; // a plain move
    return !s->is_variation && s->now.passes < 2 && s->record->rows[s->node].length <= SHORT;
}

bool kf_scout_has_end(const kf_scout *s) {
    return s->is_usual && s->doubts == 0 && !s->is_variation && s->now.passes >= 2;
}

// The stones are put there as they lie: each chain has a liberty, and so has what there is of it.
void kf_scout_end(const kf_scout *s, kf_ending *ending) {
    const kf_lean *lean = &s->lean;
    kf_board *board = &ending->board;
    kf_colour mover = KF_WHITE; // of the last move; Black's is the first
    kf_played played;
    memset(ending, 0, sizeof *ending);
    kf_board_init(board, lean->width, lean->height);
    for (int line = 0; line < lean->height; line++)
        for (int column = 0; column < lean->width; column++) {
            uint32_t stone = lean->cell[kf_lean_cell(column, line)] & KF_LEAN_STONE;
            if (stone != 0)
                kf_board_play(board, kf_point_at(column, line), (kf_colour)(stone >> 3), &played);
        }
    for (size_t i = 0; i < lean->count; i++) {
        uint32_t word = lean->log[i];
        if ((word & KF_LEAN_TAKEN) != 0) {
            board->prisoners[word >> KF_LEAN_WAS >> 3 & 3]++;
            continue;
        }
        mover = kf_colour_other(mover);
        ending->passes[mover] += (word & KF_LEAN_AT) == 0;
    }
    ending->last = mover;
    ending->rules = s->rules;
    ending->is_over = true;
}

// The rules of that name, remembered from one game to the next.
static const kf_rules *find_rules(kf_scout *s, kf_text name) {
    kf_scout_rules *told = &s->told;
    bool is_same = told->length == name.length && name.length > 0 &&
                   memcmp(told->name, name.data, name.length) == 0;
    if (is_same || name.length == 0)
        return is_same ? told->rules : NULL;
    const kf_rules *rules = kf_rules_find(name.data, name.length);
    if (name.length <= sizeof told->name) {
        *told = (kf_scout_rules){.rules = rules, .length = name.length};
        memcpy(told->name, name.data, name.length);
    }
    return rules;
}

void kf_scout_start(kf_scout *s, const kf_record *record, kf_node game,
                    const kf_check_node *values) {
    s->record = record;
    s->text = record->source != NULL ? record->source->text.data : "";
    s->game = game;
    s->facts = values->facts;
    kf_text name = s->facts[KF_PLAY_RU];
    const kf_rules *told = find_rules(s, name);
    s->is_stated = s->wanted != NULL || told != NULL;
    s->rules = s->wanted != NULL ? s->wanted : told != NULL ? told : kf_rules_default();
    s->has_superko = s->rules->repeats != KF_REPEATS_ALLOWED;
    kf_lean_init(&s->lean, values->points.width, values->points.height, s->has_superko);
    s->passes = s->rules->passes > 0 ? s->rules->passes : 2;
    s->columns = s->lean.width < LETTERS ? s->lean.width : LETTERS;
    s->lines = s->lean.height < LETTERS ? s->lean.height : LETTERS;
    s->ends = (32 - s->columns) << 16 | (32 - s->lines) << 24;
    for (size_t i = 0; i < sizeof s->most; i += sizeof s->most / 2)
        memcpy(s->most + i,
               (const uint8_t[]){0, 0, (uint8_t)(s->columns - 1), (uint8_t)(s->lines - 1), 0, 255,
                                 255, 255},
               8);
    s->now = (kf_scout_state){.to_move = KF_BLACK};
    s->node = s->last = 0;
    s->branch_count = s->nodes = s->doubts = 0;
    s->handicap = 0;
    s->is_variation = s->is_calm = s->is_given_up = false;
    s->is_usual = true;
}

void kf_scout_init(kf_scout *s, kf_arena *arena, kf_referee *referee) {
    memset(s, 0, sizeof *s);
    s->lean.arena = arena;
    s->referee = referee;
}
