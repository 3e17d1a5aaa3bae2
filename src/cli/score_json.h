// SPDX-License-Identifier: MIT
// A count as a JSON object.

#ifndef KIFU_CLI_SCORE_JSON_H
#define KIFU_CLI_SCORE_JSON_H

#include "cli/score_text.h"

// Prints the count as one object on a line.
void kf_score_json_print(const kf_score_view *view);

#endif
