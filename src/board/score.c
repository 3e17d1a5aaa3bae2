// SPDX-License-Identifier: MIT
// Territory and area, given what is dead and what is in seki.

#include <kifu/board.h>

#include <string.h>

// A region of points that are vacant once the dead are off, and what it touches.
typedef struct region {
    bool touches[3];      // live stones of the colour
    bool touches_seki[3]; // stones of the colour that are in seki
    int count;
    uint16_t points[KF_BOARD_POINTS]; // by index, in the order found
} region;

static kf_status status_of(const kf_score_input *input, int index) {
    return input->status ? (kf_status)input->status[index] : KF_ALIVE;
}

// The index of the point beside that one, or -1 beyond the edge.
static int beside(const kf_board *board, int index, int side) {
    int column = index % board->width + (side == 2) - (side == 1);
    int row = index / board->width + (side == 3) - (side == 0);
    bool inside = column >= 0 && row >= 0 && column < board->width && row < board->height;
    return inside ? row * board->width + column : -1;
}

// Enters the live stones as owners of their points, and counts the dead.
static void place_stones(const kf_score_input *input, kf_score *score) {
    const kf_board *board = input->board;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_colour colour = kf_board_get(board, kf_point_at(i % board->width, i / board->width));
        kf_status status = status_of(input, i);
        score->owner[i] = KF_EMPTY;
        score->seki[i] = false;
        score->region[i] = 0;
        if (colour != KF_EMPTY && status == KF_DEAD) {
            score->side[colour].dead++;
        } else if (colour != KF_EMPTY) {
            score->side[colour].stones++;
            score->owner[i] = (uint8_t)colour;
            score->seki[i] = status == KF_SEKI;
        }
    }
}

// Finds the region around a point that no live stone holds.
static void explore(const kf_board *board, kf_score *score, int start, region *found) {
    memset(found, 0, offsetof(region, points));
    score->region[start] = ++score->regions;
    found->points[found->count++] = (uint16_t)start;
    for (int i = 0; i < found->count; i++) {
        for (int side = 0; side < 4; side++) {
            int next = beside(board, found->points[i], side);
            if (next < 0) {
                continue;
            }
            if (score->owner[next] != KF_EMPTY) {
                found->touches[score->owner[next]] = true;
                found->touches_seki[score->owner[next]] |= score->seki[next];
            } else if (score->region[next] == 0) {
                score->region[next] = score->regions;
                found->points[found->count++] = (uint16_t)next;
            }
        }
    }
}

// Says whose the region is. Its points become owned only after all regions are found.
static kf_colour judge(const kf_score_input *input, kf_score *score, const region *found) {
    bool black = found->touches[KF_BLACK];
    bool white = found->touches[KF_WHITE];
    bool in_seki = found->touches_seki[KF_BLACK] || found->touches_seki[KF_WHITE];
    if (black != white) {
        kf_colour colour = black ? KF_BLACK : KF_WHITE;
        if (!in_seki || input->rules->seki_eyes) {
            score->side[colour].territory += found->count;
            return colour;
        }
    } else if (found->touches_seki[KF_BLACK] && found->touches_seki[KF_WHITE]) {
        score->shared += found->count;
    } else {
        in_seki = false;
        score->neutral += found->count;
    }
    for (int i = 0; in_seki && i < found->count; i++) {
        score->seki[found->points[i]] = true;
    }
    return KF_EMPTY;
}

static void count_regions(const kf_score_input *input, kf_score *score) {
    const kf_board *board = input->board;
    uint8_t owner[KF_BOARD_POINTS + 1];
    int points = board->width * board->height;
    for (int i = 0; i < points; i++) {
        if (score->owner[i] == KF_EMPTY && score->region[i] == 0) {
            region found;
            explore(board, score, i, &found);
            owner[score->regions] = (uint8_t)judge(input, score, &found);
        }
    }
    for (int i = 0; i < points; i++) {
        if (score->region[i]) {
            score->owner[i] = owner[score->region[i]];
        }
    }
}

// The owners of regions are entered only when all are known: a region must not take territory just
// found beside it for stones.
void kf_score_count(const kf_score_input *input, kf_score *score) {
    bool area = input->counting == KF_COUNTING_AREA;
    memset(score, 0, offsetof(kf_score, owner));
    score->regions = 0;
    place_stones(input, score);
    count_regions(input, score);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        kf_score_side *side = &score->side[colour];
        side->captured = (int)input->board->prisoners[colour];
        side->passes = input->passes[colour];
        side->points = area ? side->stones + side->territory
                            : side->territory - side->dead - side->captured - side->passes;
    }
    score->komi = input->komi;
    score->compensation = area ? kf_rules_compensation(input->rules, input->handicap) : 0;
    score->result = 2 * (score->side[KF_BLACK].points - score->side[KF_WHITE].points) -
                    2 * score->compensation - score->komi;
    kf_colour tied = input->rules->black_wins_ties ? KF_BLACK : KF_EMPTY;
    score->winner = score->result > 0 ? KF_BLACK : score->result < 0 ? KF_WHITE : tied;
}

// After Black's last move White passes first, Black second, and White once more, for White passes
// last; after White's last move one pass each is enough.
void kf_score_passes(const kf_rules *rules, const int recorded[3], kf_colour last, int passes[3]) {
    passes[KF_EMPTY] = 0;
    passes[KF_BLACK] = rules->pass_stones ? recorded[KF_BLACK] : 0;
    passes[KF_WHITE] = rules->pass_stones ? recorded[KF_WHITE] : 0;
    if (!rules->pass_stones || last == KF_EMPTY) {
        return;
    }
    if (recorded[KF_BLACK] + recorded[KF_WHITE] == 0) {
        // The other player passes, then the one who moved last.
        passes[KF_BLACK]++;
        passes[KF_WHITE]++;
    }
    passes[KF_WHITE] += last == KF_BLACK;
}
