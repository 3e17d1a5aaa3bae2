// SPDX-License-Identifier: MIT
// The options of all commands that draw: what is shown of a game, and how it looks.

#ifndef KIFU_CLI_DRAW_OPTION_H
#define KIFU_CLI_DRAW_OPTION_H

#include "cli/command.h"
#include "draw/figure.h"
#include "draw/writer.h"

// What the options say.
typedef struct kf_draw_option {
    kf_figure_plan plan; // with `how`: crop, coordinates, turning, what is hidden, numbers
    bool has_plan;       // --figures or --variations were given
    const char *region;  // of --crop, which only a board's size can explain; or NULL
    kf_style style;
    kf_drawing drawing; // its style is the one above
} kf_draw_option;

#define KF_DRAW_OPTION_ROWS                                                                        \
    {KF_OPTION_CROP,                                                                               \
     0,                                                                                            \
     "crop",                                                                                       \
     "REGION",                                                                                     \
     "auto none",                                                                                  \
     "what part of the board is drawn: auto (what there is, with a margin), none, or two corners " \
     "such as A1:K10"},                                                                            \
        {KF_OPTION_COORDS,                                                                         \
         0,                                                                                        \
         "coords",                                                                                 \
         "FORM",                                                                                   \
         "a1 sgf igo japanese none nesw ws",                                                       \
         "how the edges are named: a1 (at first), sgf, igo, japanese or none, and on which sides " \
         "(nesw at first); a comma parts the two: igo,ws"},                                        \
        {KF_OPTION_HIDE,                                                                           \
         0,                                                                                        \
         "hide",                                                                                   \
         "THINGS",                                                                                 \
         "last ghosts marks",                                                                      \
         "leave out the sign on the last move (last), the cues of variations (ghosts), marks and " \
         "labels (marks); several with commas between"},                                           \
        {KF_OPTION_ROTATE,                                                                         \
         0,                                                                                        \
         "rotate",                                                                                 \
         "TURN",                                                                                   \
         "90 180 270 mirror",                                                                      \
         "turn the board clockwise by 90, 180 or 270 degrees; mirror swaps left and right, "       \
         "before "                                                                                 \
         "any turn: mirror,90"},                                                                   \
        {KF_OPTION_STYLE,                                                                          \
         0,                                                                                        \
         "style",                                                                                  \
         "NAME",                                                                                   \
         "book wood mono",                                                                         \
         "how it looks: book (at first), wood, mono, or a file with lines such as 'board = "       \
         "#E3B66A'"},                                                                              \
    {                                                                                              \
        KF_OPTION_WIDTH, 'w', "width", "N", "400 840 1200",                                        \
            "the picture's width, in pixels or points"                                             \
    }

// Reads those options, and --figures, --variations and --numbers-from where a command has them.
// False: one makes no sense, and the log says so.
bool kf_draw_option_prepare(kf_cli *cli, kf_draw_option *option);
// Explains --crop on the board of a game. False: it names no part of it, and the log says so.
bool kf_draw_option_region(kf_cli *cli, const kf_draw_option *option, const kf_record *record,
                           kf_node game, kf_figure *figure);
// The writer that --to names, or the ending of the output; `usual` when there is neither. NULL:
// there is none, and the log says why.
const kf_writer *kf_draw_option_writer(kf_cli *cli, const char *output, const char *usual);

#endif
