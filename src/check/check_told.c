// SPDX-License-Identifier: MIT
// What a node tells the board: its moves and setups, and what a root says of the whole game.

#include "check/check.h"

#include "base/text.h"
#include "record/value.h"

// A fact of the whole game, where it stands first.
static void hear_fact(kf_check_node *c, int fact, const kf_property *p) {
    if (c->node_depth == 1 && c->facts[fact].length == 0)
        c->facts[fact] = kf_play_node_value(p);
}

void kf_check_told_hear(kf_check_node *c, const kf_property *p) {
    kf_told *told = &c->told;
    switch (p->id) {
    case KF_P_B:
    case KF_P_W:
        if (told->moves++ == 0) {
            told->colour = p->id == KF_P_B ? KF_BLACK : KF_WHITE;
            told->value = kf_play_node_value(p);
        }
        break;
    case KF_P_AB:
    case KF_P_AW:
    case KF_P_AE:
        if (told->setups < KF_CHECK_SETUPS)
            c->setup[told->setups] = *p;
        told->setups++;
        break;
    case KF_P_PL:
        kf_play_node_turn(kf_play_node_value(p), &told->to_move);
        break;
    case KF_P_HA:
        if (told->handicap == 0 && !kf_record_number(kf_play_node_value(p), &told->handicap))
            told->handicap = 0;
        hear_fact(c, KF_PLAY_HA, p);
        break;
    case KF_P_KFPRISONER:
        told->has_prisoners = true;
        break;
    case KF_P_RE:
        if (!told->has_result) {
            told->has_result = true;
            told->result = p->value;
        }
        hear_fact(c, KF_PLAY_RE, p);
        break;
    case KF_P_RU:
        hear_fact(c, KF_PLAY_RU, p);
        break;
    case KF_P_KM:
        hear_fact(c, KF_PLAY_KM, p);
        break;
    case KF_P_DT:
        hear_fact(c, KF_PLAY_DT, p);
        break;
    default:
        break;
    }
}

const char *kf_check_told_take(kf_check_node *c, kf_text text) {
    const char *p = text.data, *end = p + text.length;
    if (!kf_check_point_is_move(&c->points, text))
        return p;
    const char *behind = kf_value_skip_space(p + KF_CHECK_MOVE, end);
    if (behind < end && *behind == '[')
        return p;
    c->told.moves = 1;
    c->told.colour = *p == 'B' ? KF_BLACK : KF_WHITE;
    c->told.value = kf_text_cut(text, 2, KF_CHECK_MOVE - 1);
    return behind;
}
