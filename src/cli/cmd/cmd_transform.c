// SPDX-License-Identifier: MIT
// kifu transform: turns and mirrors boards, and exchanges the colours.

#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"
#include "cli/frame/jobs.h"

// The options of this command alone.
enum { OPTION_COLOURS = KF_OPTION_OWN, OPTION_TEXTS };

static bool turn(kf_cli *cli, void *how, kf_record *record, kf_log *log) {
    (void)cli;
    return kf_transform_record(record, how, log);
}

static int transform(kf_cli *cli) {
    uint8_t rotate = 0;
    if (!kf_draw_option_rotate(cli, &rotate))
        return KF_STATUS_FAILED;
    kf_transform how = {.turns = rotate & 3,
                        .is_mirrored = (rotate & 4) != 0,
                        .is_swapped = kf_options_has(cli, OPTION_COLOURS),
                        .has_texts = kf_options_has(cli, OPTION_TEXTS)};
    if (rotate == 0 && !how.is_swapped)
        return kf_options_wrong(
            cli, "there is nothing to change: say '--rotate', '--swap-colours' or both");
    return kf_rewrite_run(cli, &(kf_rewrite){.edit = turn, .is_by_game = true, .context = &how});
}

static const kf_option options[] = {
    {KF_OPTION_ROTATE, 0, "rotate", "TURN", "90 180 270 mirror",
     "turn the board clockwise by 90, 180 or 270 degrees; mirror swaps left and right, before any "
     "turn: mirror,90"},
    {OPTION_COLOURS, 0, "swap-colours", NULL, NULL,
     "Black's stones, name, time and result become White's, and White's Black's"},
    {OPTION_TEXTS, 0, "texts", NULL, NULL,
     "also rotate points that comments name, such as Q16: whatever looks like one"},
    KF_REWRITE_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_transform = {
    .name = "transform",
    .summary = "rotate and mirror boards, swap the colours",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Writes each FILE with its board rotated or mirrored, or with Black and White "
             "swapped: moves, setup, marks, labels, lines, territory, regions and what is carried "
             "from other notations. With --swap-colours also names, ranks, teams and clocks of the "
             "players, the result, the turn, and the signs of komi and values.\n\n"
             "The notation stays the same, unless --to or the extension of the output names "
             "another. What 'kifu convert --help' says about outputs holds here, too.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = transform,
};
