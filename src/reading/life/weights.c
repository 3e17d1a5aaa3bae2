// SPDX-License-Identifier: MIT
// The weights of the network of evaluation.c.

#include "reading/life/life.h"

static const kf_weights weights[2] = {
#include "reading/life/weights.inc"
};

const kf_weights *kf_weights_of(int turn) {
    return &weights[turn];
}
