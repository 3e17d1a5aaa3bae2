// SPDX-License-Identifier: MIT
// The options of all commands that draw: what is shown of a game, and how it looks.

#ifndef KIFU_CLI_FRAME_DRAW_OPTION_H
#define KIFU_CLI_FRAME_DRAW_OPTION_H

#include "cli/frame/cli.h"

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
     "the part of the board to draw: auto (the stones, with a margin), none, or two corners such " \
     "as A1:K10"},                                                                                 \
        {KF_OPTION_COORDS,                                                                         \
         0,                                                                                        \
         "coords",                                                                                 \
         "FORM",                                                                                   \
         "a1 sgf igo japanese none nesw ws",                                                       \
         "the coordinates on the edges: a1 (by default), sgf, igo, japanese or none, and after a " \
         "comma the sides they are on (nesw by default): igo,ws"},                                 \
        {KF_OPTION_HIDE,                                                                           \
         0,                                                                                        \
         "hide",                                                                                   \
         "THINGS",                                                                                 \
         "last ghosts marks",                                                                      \
         "leave out the sign on the last move (last), the hints at variations (ghosts), marks "    \
         "and labels (marks); separate several by commas"},                                        \
        {KF_OPTION_ROTATE,                                                                         \
         0,                                                                                        \
         "rotate",                                                                                 \
         "TURN",                                                                                   \
         "90 180 270 mirror",                                                                      \
         "rotate the board clockwise by 90, 180 or 270 degrees; mirror swaps left and right, "     \
         "before any rotation: mirror,90"},                                                        \
        {KF_OPTION_STYLE,                                                                          \
         0,                                                                                        \
         "style",                                                                                  \
         "NAME",                                                                                   \
         "book wood mono dark",                                                                    \
         "the style: book (by default), wood, mono, dark, or a file with lines such as 'board = "  \
         "#E3B66A'"},                                                                              \
        {KF_OPTION_LANG,                                                                           \
         0,                                                                                        \
         "lang",                                                                                   \
         "TAG",                                                                                    \
         "en ja zh-Hans zh-Hant ko de fr es",                                                      \
         "the language of the words that kifu adds: en, ja, zh-Hans, zh-Hant, ko, de, fr or es; "  \
         "by default English, and in a book that of the first file, as far as its script shows"},  \
    {                                                                                              \
        KF_OPTION_WIDTH, 'w', "width", "N", "400 840 1200",                                        \
            "the picture's width, in pixels or points"                                             \
    }

// Of what divides a game into figures.
#define KF_MAX_FIGURES_OPTION_ROW                                                                  \
    {                                                                                              \
        KF_OPTION_MAX_FIGURES, 0, "max-figures", "N", "none",                                      \
            "refuse a game of more than N figures (50000 by default)"                              \
    }

// Reads those options, and --figures, --variations and --numbers-from where a command has them.
// False: one cannot be used, and the log says so.
bool kf_draw_option_prepare(kf_cli *cli, kf_draw_option *option);
// Reads --lang; without it the language stays as it is.
bool kf_draw_option_language(kf_cli *cli, kf_language *language);
// Reads --style, a name or a file; "book" without it. False: the log says why.
bool kf_draw_option_style(kf_cli *cli, kf_style *style);
// Reads --rotate: quarter turns clockwise, plus 4 when the board is mirrored first.
bool kf_draw_option_rotate(kf_cli *cli, uint8_t *rotate);
// Explains --crop on the board of a game. False: it names no part of it, and the log says so.
bool kf_draw_option_region(kf_cli *cli, const kf_draw_option *option, const kf_record *record,
                           kf_node game, kf_figure *figure);
// What part of the program draws that.
kf_part kf_draw_option_part(const kf_cli *cli);
// The writer that --to names, or the ending of the output; `usual` when there is neither. NULL:
// there is none, and the log says why.
const kf_writer *kf_draw_option_writer(kf_cli *cli, const char *output, const char *usual);

#endif
