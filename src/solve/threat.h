// SPDX-License-Identifier: MIT
// What has to be protected when the neutral points are filled.

#ifndef KIFU_SOLVE_THREAT_H
#define KIFU_SOLVE_THREAT_H

#include "solve/finish.h"

// A move that the colour needs at once, because one of its live chains would be captured; prefers
// one that costs no territory. KF_NOWHERE: none, or none helps.
kf_point kf_threat_answer(const kf_finish *finish, kf_colour colour);
// Whether a move of the colour there leaves none of its live chains near it to be captured that was
// safe before.
bool kf_threat_is_safe(const kf_finish *finish, kf_point point, kf_colour colour);
// A move that must come first before the colour can fill that neutral point, KF_NOWHERE for none:
// one that protects what filling the point would leave short of liberties.
kf_point kf_threat_prepare(const kf_finish *finish, kf_point point, kf_colour colour);
// Whether the colour's move there makes the opponent answer in his own territory.
bool kf_threat_costs(const kf_finish *finish, kf_point point, kf_colour colour);
// A move that the colour needs because the opponent has a move that threatens more than one
// answer can save. KF_NOWHERE: none, or none helps.
kf_point kf_threat_prevent(const kf_finish *finish, kf_colour colour);

#endif
