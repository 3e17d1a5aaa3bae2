// SPDX-License-Identifier: MIT
// The options --rules and --coords, which several commands share.

#ifndef KIFU_CLI_RULES_OPTION_H
#define KIFU_CLI_RULES_OPTION_H

#include "board/rules.h"
#include "cli/command.h"

#define KF_RULES_OPTION_ROW                                                                        \
    {                                                                                              \
        KF_OPTION_RULES, 0, "rules", "RULES",                                                      \
            "igo japanese korean chinese aga bga new-zealand ing tromp-taylor",                    \
            "the rules in force, whatever the record says"                                         \
    }
#define KF_COORDS_OPTION_ROW                                                                       \
    {                                                                                              \
        KF_OPTION_COORDS, 0, "coords", "FORM", "a1 sgf igo japanese none",                         \
            "how points are written: a1 (Q16), sgf (pd), igo (4/Q), japanese (4-4) or none"        \
    }

// Reads both options; `coords` may be NULL. False: one of them makes no sense, and the log says so.
bool kf_rules_option_prepare(kf_cli *cli, kf_coords *coords);
// The rules that were asked for; NULL: none were.
const kf_rules *kf_rules_option_get(const kf_cli *cli);

#endif
