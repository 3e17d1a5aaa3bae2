// SPDX-License-Identifier: MIT
// What commands print: text, tables, JSON and findings.

#ifndef KF_CLI_PRINT_PRINT_H
#define KF_CLI_PRINT_PRINT_H

#include <stdio.h>

#include <kifu/board.h>
#include <kifu/kifu.h>
#include <kifu/reading.h>

#include "base/buffer.h"
#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"

/* ---- comment.c --------------------------------------------------------------------- ---- */

// Adds a line to the comment of a node, which has it already or gets it now. False: there is no
// memory, and the log says so.
bool kf_comment_add(kf_cli *cli, kf_record *record, kf_node node, kf_text line);

/* ---- diagram.c --------------------------------------------------------------------- ---- */

// A position as plain text: the board, its labels and marks.

// Prints the board with coordinates of that form; the stone of the last move (or KF_NOWHERE) stands
// in parentheses.
void kf_diagram_print(kf_cli *cli, const kf_board *board, kf_point last, kf_coords coords);
// The same with A1 coordinates and the node's labels of one letter on empty points.
void kf_diagram_print_node(kf_cli *cli, const kf_board *board, kf_point last,
                           const kf_record *record, kf_node node);

// Room for what stands on a point, with its NUL.
enum { KF_DIAGRAM_TEXT = 6 };

// The same with a text on some points, such as the number of a move: by 52 * row + column, "" for
// what lies on the board. All columns become as wide as the longest text.
void kf_diagram_print_texts(kf_cli *cli, const kf_board *board,
                            const char (*texts)[KF_DIAGRAM_TEXT], kf_coords coords);
// Lists the labels and marks of the node, a line a kind.
void kf_diagram_print_marks(kf_cli *cli, const kf_board *board, const kf_record *record,
                            kf_node node);

/* ---- draw_write.c ------------------------------------------------------------------ ---- */

// Scenes, and pictures in files.

// Makes the scene of a figure, which ends with the arena. Call it in a protected call of the arena.
kf_scene *kf_draw_write_scene(kf_arena *arena, kf_play *play, const kf_figure *figure);
// Writes a picture to a file, which is the old one or the whole new one. False: it failed, and the
// log says why.
bool kf_draw_write_file(kf_cli *cli, const kf_draw_order *order, const char *output);

/* ---- eyes_booklet.c ---------------------------------------------------------------- ---- */

// What 'The Game of I-Go' (1931) says of eye spaces, beside what is true.

// Prints every claim on eyes up to that size: what was found, and whether the claim is right. From
// eleven points on only the corner is looked at.
void kf_eyes_booklet_print(kf_cli *cli, int size);
// A claim and what it comes to. The texts end with the call that hands it over.
typedef struct kf_eyes_claim {
    int size;
    const char *words, *found;
    bool is_right;
    const kf_polyomino *shape; // the first that contradicts it or is its exception; NULL: none
} kf_eyes_claim;
// Hands every claim on eye spaces up to that size to `tell`, but for those on single figures.
void kf_eyes_booklet_tell(kf_cli *cli, int size,
                          void (*tell)(void *context, const kf_eyes_claim *claim), void *context);

/* ---- eyes_real.c ------------------------------------------------------------------- ---- */

// Whether the eye at a point of the position is real, as text or, with '--json', as an object.
void kf_eyes_real_print(const kf_selection *spot, kf_point point);

/* ---- eyes_print.c ------------------------------------------------------------------ ---- */

// Solved eye spaces as JSON, as lines of a list, and drawn.

// Solves what is asked, and calls `visit` for each placement.
void kf_eyes_print_each(kf_cli *cli, const kf_placements_how *how,
                        void (*visit)(void *context, const kf_placements_row *row), void *context);
// `centre`, `edge`, `corner`.
const char *kf_eyes_print_where(kf_eyes_where where);
void kf_eyes_print_json(kf_cli *cli, const kf_placements_row *row);
// One line of a list; the heading of its columns when `row` is NULL.
void kf_eyes_print_line(kf_cli *cli, const kf_placements_row *row);
// The shape in its cordon, with the names of the points, and everything that was found.
void kf_eyes_print_picture(kf_cli *cli, const kf_placements_row *row);
// The shape in its cordon alone, every line behind `margin`.
void kf_eyes_print_board(kf_cli *cli, const kf_polyomino *shape, kf_eyes_where where,
                         const char *margin);

/* ---- facts.c ----------------------------------------------------------------------- ---- */

// What a record says of a game, and what can be counted in it.

// A header fact: the property, the word before it in print and its key in JSON.
typedef struct kf_fact {
    const char *property, *label, *key;
} kf_fact;

// The facts in the order of printing, up to a row without a property.
const kf_fact *kf_facts_list(void);
// Adds the plain text of a value, see kf_property_plain.
void kf_facts_plain(kf_buffer *out, kf_text value, bool simple);
// The plain text of the fact of that game on one line, in `out`; false when the game does not
// say it. Called in a protected call of the buffer's arena.
bool kf_facts_get(const kf_record *record, kf_node game, const char *property, kf_buffer *out);
// All of them in one look, in the order of the list, as they are spelled; no data where the game
// does not say it.
enum { KF_FACTS = 22 };
void kf_facts_find(const kf_record *record, kf_node game, kf_text values[KF_FACTS]);
// Adds the facts, one a line, the labels padded to `column`; with what of them a terminal would
// obey shown.
void kf_facts_add(kf_buffer *out, const kf_record *record, kf_node game, size_t column);
// Prints them.
void kf_facts_print(kf_cli *cli, const kf_record *record, kf_node game, size_t column);

/* ---- findings.c ------------------------------------------------- doc/spec/check.md ---- */

// The findings of `kifu check` on standard output, in one of several forms.

typedef struct kf_findings kf_findings;

// Reads the options --format, --json, --summary, --select and --ignore; findings that are left out
// are not even counted from then on. NULL: one of the options cannot be used, and the log says so.
kf_findings *kf_findings_new(kf_cli *cli);
// Mutes in the log what --select and --ignore leave out. False: one of them names no code, and the
// log of the command says so.
bool kf_findings_choose(kf_cli *cli, kf_log *log);
// Whether each word of the list that was given to the option names a code. NULL: there is none.
// False: the log says which does not.
bool kf_findings_are_known(kf_cli *cli, const char *option, const char *list);
// Prints the entries of the log, in that order; the file has that name.
void kf_findings_print(kf_findings *findings, const char *name, const kf_entry *const *ordered);
// All that is counted, behind up to four sums of the command's own, in one array of `*count`.
size_t *kf_findings_sums(kf_findings *findings, size_t own, size_t *count);
// Whether what is printed is one document, whose parts need to know of each other.
bool kf_findings_is_one(const kf_findings *findings);
// Says of the file how many findings were not kept.
void kf_findings_end_file(kf_findings *findings, const char *name);
// Prints what stands below the last finding. False: the form has no place for a tally.
bool kf_findings_end(kf_findings *findings);

/* ---- json.c ------------------------------------------------------------------------ ---- */

// JSON for standard output: one object a line.

// An object under construction. NULL is one for which there was no memory: adding to it does
// nothing. Printing what lacks a part leaves by the command's arena, as any allocation that fails;
// nothing else may do so while an object is open, which would then never be freed.
typedef struct kf_json kf_json;

kf_json *kf_json_new(void);
void kf_json_add_string(kf_json *json, const char *name, const char *string);
void kf_json_add_text(kf_json *json, const char *name, kf_text text);
void kf_json_add_number(kf_json *json, const char *name, int64_t number);
void kf_json_add_null(kf_json *json, const char *name);
// "B" or "W"; null for KF_EMPTY.
void kf_json_add_colour(kf_json *json, const char *name, kf_colour colour);
// An array of texts.
void kf_json_add_texts(kf_json *json, const char *name, const kf_text *texts, size_t count);
void kf_json_add_bool(kf_json *json, const char *name, bool value);
// Half points: a number that is whole or ends in .5.
void kf_json_add_half(kf_json *json, const char *name, int64_t half_points);
// A fraction: a number that is whole or has a point.
void kf_json_add_fraction(kf_json *json, const char *name, int64_t above, int64_t below);
// An object as a member, or as a further element of a list. Takes the object.
void kf_json_add_object(kf_json *json, const char *name, kf_json *object);
void kf_json_add_element(kf_json *json, const char *name, kf_json *object);
// A further element of a list: a pair of numbers, or a text. The list may be begun empty,
// and ends with the next member of another name.
void kf_json_add_list(kf_json *json, const char *name);
void kf_json_add_pair(kf_json *json, const char *name, int64_t first, int64_t second);
void kf_json_add_word(kf_json *json, const char *name, const char *word);
// Prints the object as a line of the command's output, and frees it.
void kf_json_print(kf_cli *cli, kf_json *json);

/* ---- ladder_picture.c -------------------------------------------------------------- ---- */

// Ladders as pictures: the moves at their points, or the points where a stone would save.

// What is drawn on a board. Without moves and points it is the position.
typedef struct kf_ladder_picture {
    const kf_board *board;
    kf_colour first; // who plays the first of the moves
    const kf_point *moves;
    size_t move_count;
    const kf_point *points; // with a cross each
    size_t point_count;
    kf_text caption;
} kf_ladder_picture;

// Writes the picture to a file. Findings go to the log.
void kf_ladder_picture_write(kf_cli *cli, const kf_ladder_picture *picture,
                             const kf_draw_option *option, const kf_writer *writer,
                             const char *output);

/* ---- life_print.c ------------------------------------------------------------------ ---- */

// What was read of groups and problems, as text and as JSON.

// The chain that was named, read by itself beside its group.
typedef struct kf_life_named {
    bool is_asked; // a group was asked about by one of its stones
    bool differs;  // `life` is of the chain, which comes to something else
    kf_life_group life;
} kf_life_named;

// A group: its status, both cases, and which stones outside are taken as safe.
void kf_life_print_text(const kf_selection *spot, kf_point group, const kf_life_group *life,
                        const kf_life_named *named);
void kf_life_print_object(const kf_selection *spot, kf_point group, const kf_life_group *life,
                          const kf_life_named *named);
// A problem beside its solution: a row of the table, or an object.
void kf_life_print_row(const kf_selection *spot, const kf_problem *problem,
                       const kf_solved *solved);
void kf_life_print_solved(const kf_selection *spot, const kf_problem *problem,
                          const kf_solved *solved);

/* ---- life_changes.c ---------------------------------------------------------------- ---- */

// Prints which moves on the way to the node change the status of a group. With `output` the record
// is written there with what was found as comments, and with moves that save as variations.
void kf_life_changes_print(const kf_selection *spot, uint64_t nodes, const char *output);

/* ---- life_write.c ------------------------------------------------------------------ ---- */

// Writing a record with the solution that was found.

// Adds the tree of moves below a node: each end is marked by a comment, RIGHT or WRONG. Moves that
// stand there already are gone along. False: no memory, and the log says so.
bool kf_life_write_add(kf_cli *cli, kf_record *record, kf_node node, const kf_life_tree *tree);
// Writes the record to a file. False: it could not be written, and the log says why.
bool kf_life_write_file(kf_cli *cli, const kf_record *record, const char *output);

/* ---- progress.c -------------------------------------------------------------------- ---- */

// A progress bar for long work, on standard error when that is a terminal.

// Switches the bar on when there is a terminal to show it on and nobody asked for quiet.
// `what` is counted: "files".
void kf_progress_begin(kf_cli *cli, const char *what);
// Shows that `done` of `total` of them are done; draws seldom enough to cost nothing.
void kf_progress_step(kf_cli *cli, size_t done, size_t total);
// Of work whose parts are long: how many games are done, and bytes of all bytes, 0 where these are
// not known. The bar then also says how fast it goes and how long it will take.
typedef struct kf_progress_work {
    size_t games;
    uint64_t bytes, all;
} kf_progress_work;
void kf_progress_within(kf_cli *cli, size_t done, size_t total, const kf_progress_work *work);
// Takes the bar away, so that something else can be printed.
void kf_progress_clear(kf_cli *cli);

/* ---- report.c ---------------------------------------------------------------------- ---- */

// Printing findings as a good compiler does, and counting them.

// Prints the log's entries on standard error, joins what they say to the exit status and the
// totals, and empties the log. Returns the status of these entries alone.
int kf_report_entries(kf_cli *cli);
// Lets out what was printed so far: what comes next may take long, and the run may be ended from
// outside meanwhile.
void kf_report_flush(kf_cli *cli);
// The same without printing: for entries that were told in another way.
int kf_report_count(kf_cli *cli);
// Forgets the entries, which were printed, and goes on counting for kf_report_count.
void kf_report_forget(kf_cli *cli);
// Of an input that is worked through in parts: prints the entries of one; and, behind the last, how
// many were not shown, which ends the input as kf_report_entries does.
void kf_report_part(kf_cli *cli);
int kf_report_end(kf_cli *cli, const char *file);

// Whether the entry says that something could not be done, and is not a finding in a record.
bool kf_report_is_failure(const kf_entry *entry);
// Prints one entry and does not count it.
void kf_report_print(kf_cli *cli, const kf_entry *entry);

// How many findings with that code the log counted and did not keep, and a note that says so.
size_t kf_report_dropped(kf_cli *cli, int code, const char *file, char message[64],
                         kf_entry *entry);
// Writes one entry there and does nothing else with it; `has_excerpt`: with its line and the mark
// under the place.
void kf_report_show(FILE *out, const kf_entry *entry, bool is_colored, bool has_excerpt);
// "error", "warning" or "note".
const char *kf_report_severity(kf_severity severity);
// Prints one entry that is in no log, and counts it as the others.
void kf_report_entry(kf_cli *cli, const kf_entry *entry);

// Writes text of any origin so that a terminal shows it and obeys nothing in it, see base/escape.h.
// With `lines`, tabs and line breaks stay.
void kf_report_text(FILE *out, kf_text text, bool lines);
// How many columns of a terminal the text takes.
size_t kf_report_width(kf_text text);
// Pads with spaces what has `width` columns up to `wanted`.
void kf_report_pad(FILE *out, size_t width, size_t wanted);

// Writes a number of things: "1 error", "2 errors".
void kf_report_amount(FILE *out, size_t count, const char *one);
// Writes how many errors and warnings there were, on standard error with a line break.
void kf_report_totals(kf_cli *cli);

/* ---- score_text.c ------------------------------------------------------------------ ---- */

// A count as text and as data.

// What was counted, and where it comes from.
typedef struct kf_score_view {
    kf_cli *cli;
    const char *file;
    size_t game; // its number, from 1
    kf_coords coords;
    const kf_ending *ending;
    const kf_count *settlement;
} kf_score_view;

// Prints the count, what is not certain about it, and how it compares with the stated result.
void kf_score_text_print(const kf_score_view *view);
// Says that the game was not played out, so that there is nothing to count: the view has no
// settlement.
void kf_score_text_refuse(const kf_score_view *view);
// Prints the board as it lies on the table after filling and rearranging.
void kf_score_text_arrange(const kf_score_view *view, const kf_arrangement *arranged);
// The word for a status.
const char *kf_score_text_status(kf_status status);

/* ---- score_json.c ------------------------------------------------------------------ ---- */

// A count as a JSON object.

// Prints the count as one object on a line.
void kf_score_json_print(const kf_score_view *view);

/* ---- show_json.c ---------------------------------------------------- doc/spec/show.md ---- */

// Prints the position where the cursor stands, with its marks, as an object on one line.
void kf_show_json_print(kf_cli *cli, const char *file, const kf_record *record,
                        const kf_play *play);

/* ---- solutions.c ------------------------------------------------------------------- ---- */

// Whether the solutions of problems work.

// Reads the problem of every game of the record, and logs a solution that does not work and first
// moves that solve it, too. Games that are no problems, or that are not solved with a small budget,
// are passed over in silence.
void kf_solutions_check(kf_cli *cli, const kf_record *record);

/* ---- thumbnail_text.c ---------------------------------------- doc/spec/thumbnail.md ---- */

// What the desktop's rules want to stand in a thumbnail: of which file it is, and of which time.

// A kf_sink for a PNG on its way to another one: puts texts behind its head.
typedef struct kf_thumbnail_text {
    kf_sink *sink;
    void *context;
    kf_buffer texts; // chunks that are ready to be written
    size_t passed;   // bytes
} kf_thumbnail_text;

// Adds a text with its name, as a chunk.
void kf_thumbnail_text_add(kf_thumbnail_text *stamp, const char *name, const char *text);
// Adds where the file lies, its time, its size and its kind. Nothing for "-" and for what is gone.
void kf_thumbnail_text_add_file(kf_thumbnail_text *stamp, const char *name, const char *mime);
bool kf_thumbnail_text_write(void *context, const void *bytes, size_t length);

// The path that a file:// address names, in the arena; the name itself when it is no address.
const char *kf_thumbnail_text_path(kf_arena *arena, const char *name);

/* ---- term.c ------------------------------------------------------------------------ ---- */

// The words of the game in the book's and in today's languages.

// Prints every row of terms.def that has the word in any column, without regard to case. False:
// there is none.
bool kf_term_print(FILE *out, const char *word);
// The same as JSON objects.
bool kf_term_json(kf_cli *cli, const char *word);

/* ---- tree.c ----------------------------------------------------------------------- ---- */

// The tree of variations as a list of lines with their paths.

// Prints the main line of the game and under each line the variations that leave it, in the order
// in which they leave it. `number` is that of the game, from 1. With a `file`, which the objects
// name, each line is a JSON object.
void kf_tree_print(kf_cli *cli, const char *file, const kf_record *record, kf_node game,
                   size_t number);

#endif
