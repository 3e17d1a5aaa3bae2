// SPDX-License-Identifier: MIT
// A region asked about as a whole: its tree where it is small, else the results alone, and both
// once for each player who may win the kos.

#include <string.h>

#include <kifu/reading.h>

#include "reading/endgame/endgame.h"

// A tree keeps its positions in memory, about a hundred and fifty bytes for each, so it takes a
// part of a large budget; what looks for the results alone keeps few.
enum { PART = 4, LARGE = 4000000, FORM = 8000 };

uint32_t kf_endgame_tree(uint32_t budget) {
    uint32_t part = budget / PART, most = budget - part;
    return most < LARGE ? most : part > LARGE ? part : LARGE;
}

// One question, for the protected call.
typedef struct job {
    kf_arena *arena;
    kf_endboard region; // turned the way in which it is read, see kf_endboard_turn
    kf_endposition start;
    bool is_swapped; // the colours were exchanged for reading
    bool is_spent;   // the budget was, when something was not found
    uint32_t budget;
    uint32_t left; // of it
    kf_endplay play;
    char chilled[KF_ENDGAME_TEXT];
    kf_endgame_answer *answer;
} job;

// How many positions a search may still meet.
static uint32_t allow(const job *j, uint32_t most) {
    return j->left < most ? j->left : most;
}

static void spend(job *j, size_t positions) {
    j->left -= (uint32_t)positions;
    j->answer->positions += positions;
}

static void turn_round(job *j) {
    kf_endboard_exchange(&j->region, &j->start);
    j->is_swapped = !j->is_swapped;
}

// Finds averages and lines. `meets_ko` is set when a ko was met on the way.
static bool solve_play(job *j, bool *meets_ko) {
    kf_arena_level level = kf_arena_mark(j->arena);
    uint32_t most = allow(j, kf_endgame_tree(j->budget));
    j->is_spent = most == 0;
    if (j->is_spent)
        return false;
    kf_endbound *bound = kf_endbound_start(j->arena, &j->region, most);
    bool is_found = kf_endline_play(bound, &j->start, &j->play);
    spend(j, kf_endbound_tree(bound)->node_count);
    j->answer->is_exact = j->play.is_exact;
    j->answer->state = is_found ? KF_ENDGAME_SOLVED : KF_ENDGAME_BUDGET;
    j->is_spent = kf_endbound_tree(bound)->is_full;
    *meets_ko = kf_endbound_tree(bound)->has_ko;
    kf_arena_rewind(j->arena, level);
    return is_found;
}

// Writes the canonical form, for which the whole tree is needed.
static bool write_form(job *j) {
    kf_arena_level level = kf_arena_mark(j->arena);
    kf_endgame *tree = kf_arena_alloc(j->arena, sizeof *tree);
    kf_endgame_read(tree, j->arena, &j->region, &j->start, allow(j, FORM));
    spend(j, tree->node_count);
    bool is_found = tree->state == KF_ENDGAME_SOLVED &&
                    kf_endform_write(tree, j->is_swapped, j->chilled, sizeof j->chilled);
    j->is_spent = tree->state == KF_ENDGAME_BUDGET;
    kf_arena_rewind(j->arena, level);
    return is_found;
}

// What is not found in one way, though the budget is not spent, is looked for with the colours
// exchanged as well.
static void solve_tree(job *j, bool *meets_ko) {
    j->chilled[0] = '\0';
    bool is_found = solve_play(j, meets_ko);
    if (!is_found && !j->is_spent && !j->play.has_mean) {
        turn_round(j);
        is_found = solve_play(j, meets_ko);
    }
    if (!is_found)
        return;
    const bool was_swapped = j->is_swapped;
    bool has_form = write_form(j);
    if (!has_form && !j->is_spent) {
        turn_round(j);
        write_form(j);
    }
    if (j->is_swapped != was_swapped) // the lines are those of the other way
        turn_round(j);
}

// Where the tree is too large: looks for the results only.
static void solve_lead(job *j) {
    kf_arena_level level = kf_arena_mark(j->arena);
    kf_endsearch *search = kf_endsearch_start(j->arena, &j->region, j->left);
    kf_endplay found;
    if (kf_endlead_play(search, &j->start, &found)) {
        j->answer->state = KF_ENDGAME_SOLVED;
        if (!j->play.has_mean)
            j->play = found;
        memcpy(j->play.lead, found.lead, sizeof found.lead);
    }
    j->is_spent = kf_endsearch_is_over(search);
    spend(j, kf_endsearch_count(search));
    kf_arena_rewind(j->arena, level);
}

// The colour that one is called while the region is read, or the other way round.
static kf_colour turned(const job *j, int colour) {
    return j->is_swapped ? kf_colour_other((kf_colour)colour) : (kf_colour)colour;
}

static void convert_line(const job *j, const kf_endline *from, kf_endgame_line *to) {
    *to = (kf_endgame_line){.first = turned(j, from->first),
                            .count = from->count,
                            .is_settled = from->is_settled,
                            .is_counted = from->is_counted,
                            .score = j->is_swapped ? -from->score : from->score};
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        to->captured[colour] = from->captured[turned(j, colour)];
        to->territory[colour] = from->territory[turned(j, colour)];
    }
    for (int i = 0; i < from->count; i++)
        to->move[i] = j->region.point[from->move[i]];
}

static kf_endgame_knot convert_knot(const job *j, kf_endgame_knot from) {
    if (!j->is_swapped)
        return from;
    return (kf_endgame_knot){from.temperature, -from.white, -from.black};
}

static void convert_play(const job *j, kf_endgame_play *to) {
    const kf_endplay *from = &j->play;
    int32_t sign = j->is_swapped ? -1 : 1;
    *to = (kf_endgame_play){.has_mean = from->has_mean,
                            .mean = sign * from->mean,
                            .temperature = from->temperature,
                            .sente = from->sente == KF_EMPTY ? KF_EMPTY : turned(j, from->sente),
                            .knot_count = from->knot_count};
    for (int i = 0; i < from->knot_count; i++)
        to->knot[i] = convert_knot(j, from->knot[i]);
    memcpy(to->chilled, j->chilled, sizeof to->chilled);
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        kf_colour one = turned(j, first);
        to->stop[first] = sign * from->stop[one];
        convert_line(j, &from->lead[one], &to->lead[first]);
        for (int again = KF_BLACK; again <= KF_WHITE && !from->lead[one].is_settled; again++)
            convert_line(j, &from->rest[one][turned(j, again)], &to->rest[first][again]);
    }
}

// Solves the region for the one who wins every ko. `needs_tree` is cleared when the tree is too
// large, and `meets_ko` is set unless no ko is in it.
static bool solve_for(job *j, kf_colour owner, bool *needs_tree, bool *meets_ko) {
    j->region.favoured = turned(j, owner);
    j->answer->state = KF_ENDGAME_BUDGET;
    *meets_ko = true;
    memset(&j->play, 0, sizeof j->play);
    if (*needs_tree)
        solve_tree(j, meets_ko);
    *needs_tree = j->play.has_mean;
    if (j->answer->state != KF_ENDGAME_SOLVED)
        solve_lead(j);
    if (j->answer->state != KF_ENDGAME_SOLVED && !j->is_spent && !j->play.has_mean) {
        turn_round(j);
        solve_lead(j);
    }
    if (j->answer->state != KF_ENDGAME_SOLVED && !j->is_spent)
        j->answer->state = KF_ENDGAME_LOOP;
    if (j->answer->state == KF_ENDGAME_SOLVED)
        convert_play(j, &j->answer->by_owner[owner]);
    return j->answer->state == KF_ENDGAME_SOLVED;
}

// A line has the same result, and what is left is worth the same.
static bool is_same_line(const kf_endgame_play *a, const kf_endgame_play *b, int first) {
    const kf_endgame_line *one = &a->lead[first], *other = &b->lead[first];
    bool is_same = one->is_settled == other->is_settled && one->score == other->score &&
                   kf_endgame_solve_keeps(one) == kf_endgame_solve_keeps(other);
    for (int again = KF_BLACK; again <= KF_WHITE; again++)
        is_same = is_same &&
                  (one->is_settled || a->rest[first][again].score == b->rest[first][again].score);
    return is_same;
}

static bool is_same_walls(const kf_endgame_play *a, const kf_endgame_play *b) {
    bool is_same = a->knot_count == b->knot_count && a->sente == b->sente;
    for (int i = 0; i < a->knot_count && is_same; i++)
        is_same = memcmp(&a->knot[i], &b->knot[i], sizeof a->knot[i]) == 0;
    return is_same;
}

// Whether all that is said is the same, whoever wins the kos: the walls may differ between one cost
// of a move and another though they begin and meet alike.
static bool is_same(const kf_endgame_play *a, const kf_endgame_play *b) {
    return a->has_mean == b->has_mean && a->mean == b->mean && a->temperature == b->temperature &&
           a->stop[KF_BLACK] == b->stop[KF_BLACK] && a->stop[KF_WHITE] == b->stop[KF_WHITE] &&
           is_same_walls(a, b) && is_same_line(a, b, KF_BLACK) && is_same_line(a, b, KF_WHITE);
}

// One form is said where the kos change no value: then it has to be the same for both.
static void agree_on_form(kf_endgame_answer *answer) {
    char *form = answer->by_owner[KF_BLACK].chilled;
    if (!answer->has_ko && strcmp(form, answer->by_owner[KF_WHITE].chilled) != 0)
        form[0] = answer->by_owner[KF_WHITE].chilled[0] = '\0';
}

// How many moves there are in the lines of a side that leads.
static int count_moves(const kf_endgame_play *play, int first) {
    const kf_endgame_line *lead = &play->lead[first], *rest = play->rest[first];
    return lead->count + (lead->is_settled ? 0 : rest[KF_BLACK].count + rest[KF_WHITE].count);
}

// So is one line for each side that leads: the shorter one, or that in which the other side wins
// every ko. It is the same for all ways in which the region can lie.
static void agree_on_lines(kf_endgame_answer *answer) {
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        kf_endgame_play *own = &answer->by_owner[first];
        kf_endgame_play *other = &answer->by_owner[kf_colour_other((kf_colour)first)];
        bool is_shorter = count_moves(own, first) < count_moves(other, first);
        kf_endgame_play *from = is_shorter ? own : other, *to = is_shorter ? other : own;
        to->lead[first] = from->lead[first];
        memcpy(to->rest[first], from->rest[first], sizeof to->rest[first]);
    }
}

static void solve(void *context) {
    job *j = context;
    kf_endgame_answer *answer = j->answer;
    bool meets_ko = false, needs_tree = true;
    kf_colour one = turned(j, KF_BLACK), other = turned(j, KF_WHITE);
    if (!solve_for(j, one, &needs_tree, &meets_ko))
        return;
    const bool is_exact = answer->is_exact;
    answer->by_owner[other] = answer->by_owner[one];
    if (meets_ko && solve_for(j, other, &needs_tree, &meets_ko)) {
        answer->is_exact = answer->is_exact && is_exact;
        answer->has_ko = !is_same(&answer->by_owner[one], &answer->by_owner[other]);
        agree_on_form(answer);
        if (!answer->has_ko)
            agree_on_lines(answer);
    }
}

kf_endgame_state kf_endgame_solve(const kf_board *board, kf_point corner, kf_point opposite,
                                  uint32_t budget, kf_endgame_answer *answer) {
    job j = {.budget = budget, .left = budget, .answer = answer};
    memset(answer, 0, sizeof *answer);
    if (!kf_endboard_make(&j.region, board, corner, opposite, &j.start))
        return answer->state = KF_ENDGAME_TOO_LARGE;
    answer->points = j.region.count;
    answer->vacant =
        j.region.count - kf_endboard_size(j.start.stones[KF_BLACK] | j.start.stones[KF_WHITE]);
    answer->open = kf_endboard_size(j.region.touches[KF_EMPTY]);
    answer->first = j.region.point[0];
    answer->last = j.region.point[j.region.count - 1];
    j.is_swapped = kf_endboard_turn(&j.region, &j.start);
    j.arena = kf_arena_new();
    if (j.arena == NULL || !kf_arena_try(j.arena, solve, &j))
        answer->state = KF_ENDGAME_NO_MEMORY;
    kf_arena_free(j.arena);
    return answer->state;
}

bool kf_endgame_solve_keeps(const kf_endgame_line *line) {
    return line->count % 2 == 0;
}

bool kf_endgame_solve_is_final(const kf_endgame_play *play) {
    return play->has_mean ? play->temperature <= 0 : play->stop[KF_BLACK] == play->stop[KF_WHITE];
}

const char *kf_endgame_solve_kind(const kf_endgame_play *play) {
    bool black = kf_endgame_solve_keeps(&play->lead[KF_BLACK]);
    bool white = kf_endgame_solve_keeps(&play->lead[KF_WHITE]);
    if (kf_endgame_solve_is_final(play))
        return "settled";
    if (play->has_mean) {
        black = play->sente == KF_BLACK;
        white = play->sente == KF_WHITE;
    }
    return black && white ? "double sente"
           : black        ? "Black's sente"
           : white        ? "White's sente"
                          : "gote";
}
