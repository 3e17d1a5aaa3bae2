// SPDX-License-Identifier: MIT
// A position as it is to be counted: the board, who passed, what is marked, komi and handicap.
//
// Score, check, the page and books count the same positions; what belongs to one besides the
// stones is collected here once, so that all of them count alike.

#include "play/ending.h"

#include <ctype.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "play/play.h"
#include "record/value.h"

static void note_move(kf_ending *ending, const kf_step *step) {
    if (!step->is_move)
        return;
    ending->last = step->colour;
    ending->passes[step->colour] += step->point == KF_PASS;
}

// The rows and columns of a value of points: one point, or a rectangle given by two corners.
static bool read_area(kf_text value, const kf_board *board, int from[2], int to[2]) {
    kf_text first, second;
    bool is_area = kf_property_split(value, &first, &second);
    if (!kf_value_point(first, &from[0], &from[1]))
        return false;
    to[0] = from[0];
    to[1] = from[1];
    if (is_area && !kf_value_point(second, &to[0], &to[1]))
        return false;
    return to[0] < board->width && to[1] < board->height;
}

// Calls `visit` at every point of a property's values.
static void visit_points(kf_ending *ending, const kf_record *record, const char *name,
                         void (*visit)(kf_ending *, kf_point)) {
    kf_values values = kf_values_of(record, ending->node, name);
    kf_text value;
    int from[2], to[2];
    while (kf_values_next(&values, &value)) {
        if (!read_area(value, &ending->board, from, to))
            continue;
        for (int row = from[1]; row <= to[1]; row++)
            for (int column = from[0]; column <= to[0]; column++)
                visit(ending, kf_point_at(column, row));
    }
}

bool kf_ending_kill(kf_ending *ending, kf_point point) {
    kf_point stones[KF_BOARD_POINTS];
    size_t count = kf_chain_stones(&ending->board, point, stones, KF_BOARD_POINTS);
    for (size_t i = 0; i < count; i++)
        ending->status[kf_benson_index(&ending->board, stones[i])] = KF_DEAD;
    return count > 0;
}

static void mark_territory(kf_ending *ending, kf_point point, kf_colour colour) {
    ending->marked[kf_benson_index(&ending->board, point)] = (uint8_t)colour;
    ending->source = KF_ENDING_TERRITORY;
    if (kf_board_get(&ending->board, point) == kf_colour_other(colour))
        kf_ending_kill(ending, point);
}

static void mark_black(kf_ending *ending, kf_point point) {
    mark_territory(ending, point, KF_BLACK);
}

static void mark_white(kf_ending *ending, kf_point point) {
    mark_territory(ending, point, KF_WHITE);
}

static void mark_dimmed(kf_ending *ending, kf_point point) {
    if (kf_ending_kill(ending, point))
        ending->source = KF_ENDING_DIMMED;
}

static void mark_crossed(kf_ending *ending, kf_point point) {
    if (kf_ending_kill(ending, point))
        ending->source = KF_ENDING_CROSSED;
}

// TB and TW say it wherever they stand; other marks only at the end of a game that was played out.
static void read_marks(kf_ending *ending, const kf_record *record) {
    visit_points(ending, record, "TB", mark_black);
    visit_points(ending, record, "TW", mark_white);
    bool is_last = kf_node_child(record, ending->node) == 0;
    if (ending->source == KF_ENDING_UNMARKED && ending->is_over && is_last)
        visit_points(ending, record, "DD", mark_dimmed);
    if (ending->source == KF_ENDING_UNMARKED && ending->is_over && is_last)
        visit_points(ending, record, "MA", mark_crossed);
}

// ---- Who counted ----

// Words by which records name servers, in small letters. A server counts the board as it lies when
// both have agreed, and nobody fills neutral points or protects what that would threaten.
static const char *const servers[] = {"tygem", "kgs",    "igs",    "pandanet", "online-go",
                                      "ogs",   "dragon", "fox",    "wbaduk",   "oro",
                                      "lgs",   "dashn",  "joyjoy", "golem",    "server"};

static bool has_word(kf_text text, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++) {
        size_t k = 0;
        while (k < length && (text.data[i + k] | 0x20) == word[k])
            k++;
        bool begins = i == 0 || !isalpha((unsigned char)text.data[i - 1]);
        if (k == length && (begins || length > 3))
            return true;
    }
    return false;
}

static bool names_server(const kf_record *record, kf_node game) {
    static const char *const places[] = {"SO", "PC", "AP"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        kf_text value;
        if (!kf_property_get(record, game, places[i], &value))
            continue;
        for (size_t k = 0; k < sizeof servers / sizeof *servers; k++)
            if (has_word(value, servers[k]))
                return true;
    }
    return false;
}

// What is read with memory of the cursor.
typedef struct errand {
    kf_ending *ending;
    kf_play *replay;
} errand;

static void read_facts(void *context) {
    kf_ending *ending = ((errand *)context)->ending;
    kf_play *replay = ((errand *)context)->replay;
    const kf_record *record = replay->record;
    kf_node game = kf_node_game(record, ending->node);
    kf_arena_level level = kf_arena_mark(replay->arena);
    kf_buffer plain = {.arena = replay->arena};
    kf_text value;
    if (!kf_property_get(record, game, "KM", &value) ||
        !kf_outcome_komi_in(kf_node_text(record, game), value, ending->rules, &ending->komi))
        ending->komi = 0;
    ending->is_final = ending->is_over || names_server(record, game);
    if (kf_property_get(record, game, "RE", &ending->result)) {
        kf_value_plain(&plain, ending->result, true);
        ending->outcome = kf_outcome_read(kf_buffer_text(&plain));
    }
    kf_arena_rewind(replay->arena, level);
}

// Aims at the node.
static bool begin(kf_play *replay, kf_node node, kf_ending *ending) {
    memset(ending, 0, sizeof *ending);
    ending->node = node;
    return kf_play_aim(replay, 0, node);
}

static void note_moves(kf_play *replay, kf_ending *ending) {
    do
        note_move(ending, &replay->step);
    while (kf_play_more(replay));
}

// Adds what the record says of it.
static bool read_record(kf_play *replay, kf_ending *ending) {
    errand e = {ending, replay};
    if (replay->is_inner)
        read_facts(&e);
    else if (!kf_arena_try(replay->arena, read_facts, &e))
        return false;
    read_marks(ending, replay->record);
    return true;
}

// What the cursor shows that has come there.
static bool arrive(kf_play *replay, kf_ending *ending) {
    if (kf_play_failed(replay))
        return false;
    const kf_step *step = &replay->step;
    kf_board_copy(&ending->board, kf_play_board(replay));
    ending->rules = replay->rules;
    ending->is_over = step->passes >= 2;
    ending->handicap = step->handicap;
    ending->to_move = step->to_move != KF_EMPTY  ? step->to_move
                      : ending->last != KF_EMPTY ? kf_colour_other(ending->last)
                                                 : KF_BLACK;
    return read_record(replay, ending);
}

bool kf_ending_read(kf_play *replay, kf_node node, kf_ending *ending) {
    if (!begin(replay, node, ending))
        return false;
    while (kf_play_follow(replay))
        note_moves(replay, ending);
    return arrive(replay, ending);
}

bool kf_ending_skim(kf_play *replay, kf_node node, kf_ending *ending) {
    if (!begin(replay, node, ending))
        return false;
    for (kf_colour last; kf_play_skim(replay, &last);) {
        ending->last = last != KF_EMPTY ? last : ending->last;
        note_moves(replay, ending);
    }
    return arrive(replay, ending);
}

bool kf_ending_fill(kf_play *replay, kf_node node, kf_ending *ending) {
    ending->node = node;
    ending->to_move = kf_colour_other(ending->last);
    return read_record(replay, ending);
}

void kf_ending_count(const kf_ending *ending, const uint8_t *status, kf_counting counting,
                     kf_score *score) {
    kf_score_input input = {.board = &ending->board,
                            .rules = ending->rules,
                            .counting = counting,
                            .status = status,
                            .komi = ending->komi,
                            .handicap = ending->handicap};
    kf_score_passes(ending->rules, ending->passes, ending->last, input.passes);
    kf_score_count(&input, score);
}

// A region that touches one colour, but that TB and TW leave unmarked, is an eye in seki: those
// who counted knew better than the shape of the board. Its stones become seki.
static void find_unmarked(const kf_ending *ending, const kf_score *score, uint8_t *status) {
    const kf_board *board = &ending->board;
    bool is_marked[KF_BOARD_POINTS + 1] = {false};
    for (int i = 0; i < board->width * board->height; i++)
        if (score->region[i] != 0 && ending->marked[i] != KF_EMPTY)
            is_marked[score->region[i]] = true;
    for (int i = 0; i < board->width * board->height; i++) {
        if (score->region[i] == 0 || score->owner[i] == KF_EMPTY || is_marked[score->region[i]])
            continue;
        uint32_t at = kf_board_cell(board, kf_point_at(i % board->width, i / board->width));
        for (int side = 0; side < 4; side++) {
            kf_point point = kf_board_point(board, kf_board_beside(board, at, side));
            kf_point stones[KF_BOARD_POINTS];
            if (kf_board_get(board, point) == KF_EMPTY ||
                status[kf_benson_index(board, point)] == KF_DEAD)
                continue;
            size_t count = kf_chain_stones(board, point, stones, KF_BOARD_POINTS);
            for (size_t k = 0; k < count; k++)
                status[kf_benson_index(board, stones[k])] = KF_SEKI;
        }
    }
}

void kf_ending_trust(const kf_ending *ending, uint8_t *status) {
    kf_score score;
    kf_ending_count(ending, status, ending->rules->counting, &score);
    find_unmarked(ending, &score, status);
}
