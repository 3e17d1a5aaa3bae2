// SPDX-License-Identifier: MIT
// Finding games: what is asked, and how what was found is printed.

#ifndef KF_CLI_FIND_FIND_H
#define KF_CLI_FIND_FIND_H

#include <kifu/catalog.h>
#include <kifu/play.h>

#include "base/buffer.h"
#include "cli/frame/cli.h"

/* ---- find_question.c --------------------------------------------------------------- ---- */

// The rows of an option table that say what is looked for: of games alone, and all of them.
#define KF_FIND_FILTER_OPTIONS                                                                     \
    {KF_OPTION_PLAYER, 0, "player", "NAME", NULL, "games of this player, of either colour"},       \
        {KF_OPTION_OPPONENT, 0, "opponent", "NAME", NULL, "against this one"},                     \
        {KF_OPTION_BLACK, 0, "black", "NAME", NULL, "Black is this player"},                       \
        {KF_OPTION_WHITE, 0, "white", "NAME", NULL, "White is this player"},                       \
        {KF_OPTION_DATE, 0, "date", "RANGE", NULL, "played then: 1965, 1990-05..1995, 2001.."},    \
        {KF_OPTION_EVENT, 0, "event", "TEXT", NULL, "at this event"},                              \
        {KF_OPTION_PLACE, 0, "place", "TEXT", NULL, "in this place"},                              \
        {KF_OPTION_RESULT,   0,                                                                    \
         "result",           "RESULT",                                                             \
         "B W B+R W+R draw", "with this result: B, W+R, B+3.5, R, draw, void, ?"},                 \
        {KF_OPTION_RANK, 0,    "rank",                                                             \
         "RANGE",        NULL, "one of the players has this rank: 9d, 1k..3d, 1p.."},              \
        {KF_OPTION_HANDICAP, 0, "handicap", "RANGE", NULL, "with this handicap: 0, 2..9"},         \
        {KF_OPTION_KOMI, 0, "komi", "RANGE", NULL, "with this komi: 6.5, 5.5.."},                  \
        {KF_OPTION_RULES, 0, "rules", "TEXT", NULL, "under these rules, as the games name them"},  \
        {KF_OPTION_MOVES, 0, "moves", "RANGE", NULL, "with this many moves: 200, ..50"},           \
        {KF_OPTION_SOURCE, 0, "source", "TEXT", NULL, "from files with this in their name"}, {     \
        KF_OPTION_WORDS, 0, "words", "WORDS", NULL,                                                \
            "with all these words in names, events or comments"                                    \
    }

#define KF_FIND_QUESTION_OPTIONS                                                                    \
    KF_FIND_FILTER_OPTIONS,                                                                         \
        {KF_OPTION_SIZE, 0, "size", "SIZE", "9 13 19", "on this board: 19, 13x9"},                  \
        {KF_OPTION_PATTERN, 0,                                                                      \
         "pattern",         "FILE",                                                                 \
         "@file",           "with this typed pattern: . X O x o * and edges; - is standard input"}, \
        {KF_OPTION_POSITION,                                                                        \
         0,                                                                                         \
         "position",                                                                                \
         "FILE",                                                                                    \
         "@file",                                                                                   \
         "with the position of this record at the place that --at names"},                          \
        {KF_OPTION_AT, 'a',                                                                         \
         "at",         "PLACE",                                                                     \
         NULL,         "the place in the record of --position: a move, #NUMBER, last or a path"},   \
        {KF_OPTION_GAME, 'g', "game", "N", NULL, "the game in the file of --position, from 1"},     \
        {KF_OPTION_REGION, 0, "region", "A1-G7", NULL, "only this part of that position"},          \
        {KF_OPTION_ANCHOR,                                                                          \
         0,                                                                                         \
         "anchor",                                                                                  \
         "WHERE",                                                                                   \
         "anywhere corner side centre fixed",                                                       \
         "where the pattern may stand: anywhere, corner, side, centre, fixed"},                     \
        {KF_OPTION_ANY_COLOUR, 0, "any-colour", NULL, NULL, "also with the colours swapped"},       \
        {KF_OPTION_NO_SYMMETRY, 0, "no-symmetry", NULL, NULL, "neither rotated nor mirrored"},      \
        {KF_OPTION_NEXT, 0, "next", "COLOUR", "B W", "where this colour plays next: B or W"},       \
        {KF_OPTION_BY_MOVE,                                                                         \
         0,                                                                                         \
         "by-move",                                                                                 \
         "N",                                                                                       \
         NULL,                                                                                      \
         "where it is on the board after at most N moves"},                                         \
        {KF_OPTION_SEQUENCE,                                                                        \
         0,                                                                                         \
         "sequence",                                                                                \
         "POINTS",                                                                                  \
         NULL,                                                                                      \
         "where these moves follow in it: \"C3 D4\", counted from its lower left, --next or "       \
         "Black first"},                                                                            \
        {KF_OPTION_VARIATIONS, 0, "variations", NULL, NULL, "also in variations"}, {                \
        KF_OPTION_JOBS, 'j', "jobs", "N", NULL,                                                     \
            "search with N threads; by default one for each processor"                              \
    }

// Opens the catalogue that the first operand names, to be read. NULL: the log says why. It is
// closed when the command ends.
kf_catalog *kf_find_question_open(kf_cli *cli);
// Whether a file of that name may be written: it is none from which the catalogue's games come, for
// these may hold more than the catalogue. NULL: standard output. False: the log says why.
bool kf_find_question_spares(kf_cli *cli, kf_catalog *catalog, const char *name);
// Fills the search from the options. Its pattern lives until the command ends. False: an option
// cannot be used, or a file cannot be read; the log says so.
bool kf_find_question_read(kf_cli *cli, kf_find *find);
// Where a pattern may stand, by the word for it. False: there is no such word.
bool kf_find_question_anchor(const char *name, kf_anchor *anchor);

/* ---- find_sheet.c ------------------------------------------------------------------ ---- */

// A sheet of small boards under way.
typedef struct kf_find_sheet {
    kf_buffer boards;
    size_t count;
    bool is_full;        // more boards were found than it takes
    int pattern_size[2]; // width and height; 0: there is no pattern
} kf_find_sheet;

// Adds the boards of a game at the nodes of its hits; without any, at the first. The cursor is its
// record's. False: no memory.
bool kf_find_sheet_add(kf_find_sheet *sheet, kf_play *play, const kf_catalog_game *game,
                       const kf_found *found, const kf_node *nodes);
// Writes the picture. False: the sink stopped.
bool kf_find_sheet_write(kf_find_sheet *sheet, kf_sink *sink, void *context);

/* ---- find_print.c ------------------------------------------------------------------ ---- */

typedef enum kf_find_form {
    KF_FIND_LIST,
    KF_FIND_JSON,
    KF_FIND_TSV,
    KF_FIND_PATHS, // each file once in a row
    KF_FIND_NUL,   // the same, each with a NUL behind it
    KF_FIND_SGF,
    KF_FIND_SHEET,  // small boards
    KF_FIND_NOTHING // only totals
} kf_find_form;

// What is printed, and where.
typedef struct kf_find_print {
    kf_cli *cli;
    kf_catalog *catalog;
    kf_find_form form;
    const kf_find *find;
    uint64_t limit; // of games to print; 0: none
    uint64_t shown;
    kf_buffer line; // under way
    kf_buffer path; // that was printed last
    kf_sink *sink;  // of SGF
    void *context;
    bool has_failed;
    kf_find_sheet sheet;
    kf_arena *arena;       // of lines: a search is never left by an allocation that fails
    const kf_found *found; // under way
    kf_node *nodes;        // of its hits
    size_t node_room;
    const kf_find_total *total;
} kf_find_print;

// What stands before the first game. False: no memory.
bool kf_find_print_begin(kf_find_print *print);
// Prints one game; a callback of kf_find_games.
bool kf_find_print_game(void *context, const kf_found *found);
// What stands behind the last.
void kf_find_print_end(kf_find_print *print, const kf_find_total *total);

// Where a game stands, who played it, when and how it ended, as a list has it; and as JSON.
void kf_find_print_facts(kf_cli *cli, const kf_catalog_game *game);
void kf_find_print_json(kf_buffer *out, const kf_catalog_game *game);
// What is said of a hit besides, where that was asked for.
typedef struct kf_find_more {
    bool has_shared, has_variations, has_places;
} kf_find_more;
// The member `hits` of the same object.
void kf_find_print_hits(kf_buffer *out, const kf_catalog_game *game, const kf_found *found,
                        const kf_find_more *more);

/* ---- find_continue.c --------------------------------------------------------------- ---- */

// Prints what was played next where the pattern stands, in one of the forms; the exit status.
int kf_find_continue(kf_cli *cli, kf_catalog *catalog, kf_find *find, kf_find_form form);
// The same as JSON, with points named from the pattern's lower left: one object, under that name
// or, within a list, NULL.
void kf_find_continue_json(kf_buffer *out, const char *name, const kf_find_pattern *pattern,
                           const kf_continue *moves);

/* ---- find_twin.c ------------------------------------------------------------------- ---- */

// Prints the games that stand in the catalogue more than once; the exit status.
int kf_find_twin(const kf_find_print *print, const kf_find *find);
// Finds the games that go along with the one in the file of --similar; false: the log says why.
bool kf_find_twin_similar(kf_find_print *print, const kf_find *find, kf_find_total *total);

/* ---- find_export.c ----------------------------------------------------------------- ---- */

// Writes the games that answer the question as records, tables or arrays; the exit status.
int kf_find_export(kf_cli *cli, kf_catalog *catalog, const kf_find *find);

#endif
