// SPDX-License-Identifier: MIT
// The lines of an endgame from what a search says of its positions.

#include "reading/endgame/endgame.h"

#include <string.h>

enum { ONE = KF_THERMO_ONE, PAIRS = 3 };

// A position of a line with a player to move.
typedef struct step {
    kf_endposition position;
    kf_colour colour;
    int area; // what it comes to, seen by him; see kf_endsearch_stop
} step;

static bool play_at(const kf_endboard *region, kf_endposition *position, int at, kf_colour colour) {
    bool is_ko = false;
    if (!kf_endboard_play(region, position, at, colour, &is_ko))
        return false;
    kf_endboard_fill(region, position);
    return true;
}

// ---- Lines ----

// Whether the one who is to move would lose by passing.
static bool is_urgent(kf_endsearch *s, const step *at) {
    return kf_endsearch_reaches(s, &at->position, kf_colour_other(at->colour), 1 - at->area);
}

// Whether the other player could take stones of the colour at once.
static bool can_be_taken(const kf_endboard *region, const kf_endposition *position,
                         kf_colour colour) {
    kf_colour other = kf_colour_other(colour);
    uint64_t moves = kf_endboard_moves(region, position, other), stones = position->stones[colour];
    for (; moves != 0; moves &= moves - 1) {
        kf_endposition next = *position;
        bool is_ko = false;
        if (kf_endboard_play(region, &next, kf_endboard_first(moves), other, &is_ko) &&
            (stones & ~next.stones[colour]) != 0)
            return true;
    }
    return false;
}

// The points at most two steps from the last move of a line.
static uint64_t find_near(const kf_endboard *region, const kf_endline *line) {
    uint64_t beside = line->count > 0 ? region->beside[line->move[line->count - 1]] : 0;
    uint64_t near = beside;
    for (; beside != 0; beside &= beside - 1)
        near |= region->beside[kf_endboard_first(beside)];
    return near;
}

// The best move, or -1. Of moves that are as good those come first that leave no stones to be
// taken, then those near the last one, and then, for who leads, those after which he would gain
// `threat` by another one; the other player rather makes those that threaten nothing.
static int choose(kf_endsearch *s, const step *from, const kf_endline *line, int threat) {
    const kf_endboard *region = kf_endsearch_region(s);
    uint64_t near = find_near(region, line);
    int best = -1, highest = -1;
    uint64_t moves = kf_endboard_moves(region, &from->position, from->colour);
    for (; moves != 0; moves &= moves - 1) {
        kf_endposition next = from->position;
        int at = kf_endboard_first(moves);
        if (!play_at(region, &next, at, from->colour) ||
            kf_endsearch_reaches(s, &next, kf_colour_other(from->colour), -from->area))
            continue;
        bool is_threat = kf_endsearch_reaches(s, &next, from->colour, from->area + 1 + threat);
        int rank = (int)(near >> at & 1) * 2 + (is_threat == (from->colour == line->first));
        rank += can_be_taken(region, &next, from->colour) ? 0 : 4;
        best = rank > highest ? at : best;
        highest = rank > highest ? rank : highest;
    }
    return best;
}

static void note_move(const kf_endboard *region, kf_endline *line, int at, kf_colour colour) {
    kf_colour enemy = kf_colour_other(colour);
    bool is_ko = false;
    int before = kf_endboard_size(line->position.stones[enemy]);
    kf_endboard_play(region, &line->position, at, colour, &is_ko);
    line->captured[enemy] += before - kf_endboard_size(line->position.stones[enemy]);
    line->move[line->count++] = (uint8_t)at;
}

// Makes the best move. False: there is none that loses nothing.
static bool advance(kf_endsearch *s, step *at, int threat, kf_endline *line) {
    const kf_endboard *region = kf_endsearch_region(s);
    int move = line->count < KF_ENDLINE_MOST ? choose(s, at, line, threat) : -1;
    if (move < 0 || !play_at(region, &at->position, move, at->colour))
        return false;
    note_move(region, line, move, at->colour);
    at->colour = kf_colour_other(at->colour);
    at->area = -at->area - 1;
    return true;
}

// Plays on as long as it makes a difference who moves.
static bool play_out(kf_endsearch *s, step *at, int threat, kf_endline *line) {
    while (is_urgent(s, at))
        if (!advance(s, at, threat, line))
            return false;
    return !kf_endsearch_is_over(s);
}

// ---- Counting ----

// Moves on, at no cost, to a position with the same result. The colour may have to pass first.
static bool find_free(kf_endsearch *s, step *at) {
    const kf_endboard *region = kf_endsearch_region(s);
    for (int side = 0; side < 2; side++) {
        uint64_t moves = kf_endboard_moves(region, &at->position, at->colour);
        kf_colour other = kf_colour_other(at->colour);
        for (; moves != 0; moves &= moves - 1) {
            kf_endposition next = at->position;
            if (!play_at(region, &next, kf_endboard_first(moves), at->colour) ||
                kf_endsearch_reaches_free(s, &next, other, 1 - at->area))
                continue;
            *at = (step){next, other, -at->area};
            return true;
        }
        *at = (step){at->position, other, -at->area};
    }
    return false;
}

// Who owns what when all is played out at no cost and the colour begins.
static bool find_owners(kf_endsearch *s, kf_endposition position, kf_colour colour,
                        uint64_t owned[3]) {
    step at = {.position = position, .colour = KF_BLACK};
    if (!kf_endsearch_area(s, &position, colour, &at.area))
        return false;
    if (colour == KF_WHITE)
        at = (step){position, colour, -at.area};
    for (int i = 0; i < KF_ENDLINE_MOST; i++) {
        kf_endboard_owners(kf_endsearch_region(s), &at.position, owned);
        if (kf_endboard_size(owned[at.colour]) - kf_endboard_size(owned[3 - at.colour]) == at.area)
            return true;
        if (!find_free(s, &at))
            return false;
    }
    return false;
}

// What each colour owns that its stones do not stand on; the rest is neutral. It counts if that
// makes the score of the line.
static void note_territory(kf_endline *line, const uint64_t owned[3]) {
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        uint64_t own = owned[colour] & ~line->position.stones[colour];
        line->territory[colour] =
            kf_endboard_size(own) + kf_endboard_size(own & line->position.stones[3 - colour]);
    }
    int difference = line->territory[KF_BLACK] + line->captured[KF_WHITE] -
                     line->territory[KF_WHITE] - line->captured[KF_BLACK];
    line->is_counted = difference * ONE == line->score;
}

// Counts by playing on at no cost, once with each colour first.
static void count(kf_endsearch *s, const step *at, kf_endline *line) {
    uint64_t black[3], white[3];
    if (!find_owners(s, at->position, KF_BLACK, black) ||
        !find_owners(s, at->position, KF_WHITE, white))
        return;
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        black[colour] &= white[colour];
    note_territory(line, black);
}

// Where territory cannot be read off as the stones lie, moves may be left that cost nobody
// anything. Makes them by pairs, so that the lead stays where it is.
static void finish(kf_endsearch *s, const step *end, int threat, kf_endline *line) {
    const kf_endline before = *line;
    step at = *end;
    bool goes_on = true;
    for (int i = 0; i <= PAIRS && goes_on; i++) {
        uint64_t owned[3];
        kf_endboard_owners(kf_endsearch_region(s), &at.position, owned);
        note_territory(line, owned);
        if (line->is_counted)
            return;
        for (int side = 0; side < 2 && goes_on; side++)
            goes_on = advance(s, &at, threat, line);
    }
    *line = before;
    count(s, end, line);
}

bool kf_endlead_play(kf_endsearch *search, const kf_endposition *start, kf_endplay *play) {
    int stones =
        kf_endboard_size(start->stones[KF_BLACK]) - kf_endboard_size(start->stones[KF_WHITE]);
    int area[3] = {0, 0, 0};
    step first = {.position = *start};
    memset(play, 0, sizeof *play);
    kf_endboard_fill(kf_endsearch_region(search), &first.position);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        if (!kf_endsearch_stop(search, start, (kf_colour)colour, &area[colour]))
            return false;
    int threat = area[KF_BLACK] - area[KF_WHITE];
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        kf_endline *line = &play->lead[colour];
        step at = first;
        at.colour = (kf_colour)colour;
        at.area = colour == KF_BLACK ? area[colour] : -area[colour];
        *line = (kf_endline){.position = *start, .first = at.colour, .is_settled = true};
        play->stop[colour] = line->score = (area[colour] - stones) * ONE;
        if (!play_out(search, &at, threat, line))
            return false;
        finish(search, &at, threat, line);
    }
    return true;
}
