// SPDX-License-Identifier: MIT
// What the reader and the writer of Ishi share.

#ifndef KF_FORMAT_ISHI_ISHI_H
#define KF_FORMAT_ISHI_ISHI_H

#include <kifu/format.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/log.h"
#include "base/source.h"
#include "format/format.h"
#include "play/play.h"
#include "record/record.h"

/* ---- ishi.c ------------------------------------------------------------------------ ---- */

// Ishi Standard Format: its keywords, and its text cut into lines.

// The keywords by the order of the specification's list: headers first. NONE is an empty line,
// OTHER a line that begins with something else.
typedef enum kf_ishi_keyword {
    KF_ISHI_ANALYSIS,
    KF_ISHI_BLACK,
    KF_ISHI_DATE,
    KF_ISHI_HANDICAP,
    KF_ISHI_KOMI,
    KF_ISHI_PLACE,
    KF_ISHI_RECORDER,
    KF_ISHI_RESULT,
    KF_ISHI_RULES,
    KF_ISHI_SOURCE,
    KF_ISHI_TIMELIMIT,
    KF_ISHI_WHITE,
    KF_ISHI_EVENT,
    KF_ISHI_B,
    KF_ISHI_BOARDSIZE,
    KF_ISHI_COM,
    KF_ISHI_DIAGRAM_WORD,
    KF_ISHI_ENDCOM,
    KF_ISHI_ENDUSER,
    KF_ISHI_ENDVAR,
    KF_ISHI_HIDE,
    KF_ISHI_MARK,
    KF_ISHI_PRISONER,
    KF_ISHI_REMARK,
    KF_ISHI_SETUP_WORD,
    KF_ISHI_UNMARK,
    KF_ISHI_USER,
    KF_ISHI_VAR,
    KF_ISHI_W,
    KF_ISHI_KEYWORDS, // how many there are
    KF_ISHI_NONE = KF_ISHI_KEYWORDS,
    KF_ISHI_OTHER
} kf_ishi_keyword;

// The keyword that the word is, in any case; KF_ISHI_OTHER for any other word.
kf_ishi_keyword kf_ishi_word(kf_text word);
// Whether the keyword is one of the twelve headers.
bool kf_ishi_is_header(kf_ishi_keyword keyword);
// Whether the line says enough to be one of Ishi, in capitals or as a move or setup.
bool kf_ishi_is_line(kf_ishi_keyword keyword, kf_text word, kf_text rest);
// Whether its last line alone counts.
bool kf_ishi_is_once(kf_ishi_keyword keyword);

/* ---- ishi_read.c -------------------------------------------------- doc/spec/ishi.md ---- */

// Fills the record from its source.
void kf_ishi_read(kf_record *record, const kf_reading *how, kf_log *log);
// The same; a move that stood in the root of a game in SGF stays in its node.
void kf_ishi_read_apart(kf_record *record, const kf_reading *how, kf_log *log);

/* ---- ishi_ascii.c ------------------------------------------------------------------ ---- */

// Any text in the characters that an Ishi file may hold.

// Adds the text with every character outside of ASCII 32 to 126 replaced by something that a
// reader takes for it: "é" by "e", "①" by "1", Cyrillic and kana by their usual Latin letters,
// what has no such form by "?". Control characters are left out, a tab stays. The text is one
// line: a line break becomes a space. False: something was replaced.
bool kf_ishi_ascii(kf_buffer *out, kf_text text);

/* ---- ishi_comment.c ---------------------------------------------------------------- ---- */

// The COM blocks of a node.

// A block: the title, and the body with a line break between the lines.
typedef struct kf_ishi_com {
    kf_text title, body;
    size_t lines; // of the body
} kf_ishi_com;

// How many blocks C and KFCOM give; KFCOM counts only while its lines are those of C.
size_t kf_ishi_comment_count(kf_text properties, kf_arena *arena);
// Adds the lines of those from `from` up to `to`, from 0.
void kf_ishi_comment_add(kf_text properties, size_t from, size_t to, kf_buffer *out);

/* ---- ishi_fact.c ------------------------------------------------------------------- ---- */

// The lines of a USER kifu block, each one fact.

typedef enum kf_ishi_fact_kind {
    KF_ISHI_FACT_SET,   // `. NAME[value]`: the node has this property, whatever the lines give
    KF_ISHI_FACT_GONE,  // `. -NAME`: the node has no such property, though the lines give one
    KF_ISHI_FACT_SHOWN, // `. =NAME[value]`: the lines gave this when the facts were written
    KF_ISHI_FACT_NODE,  // `. node`: this DIAGRAM is a node of its own in the sequence
    KF_ISHI_FACT_NEXT,  // `. ;`: what follows belongs to a further node behind this one
    KF_ISHI_FACT_AT     // `. at 3 1`: the parent stands 3 nodes back, and this is its first child
} kf_ishi_fact_kind;

typedef struct kf_ishi_fact {
    kf_ishi_fact_kind kind;
    kf_property property; // of SET, GONE and SHOWN; the values may be empty in the last two
    int back, index;      // of AT
} kf_ishi_fact;

// Reads a line of a block. False when it is no fact.
bool kf_ishi_fact_read(kf_text line, kf_arena *arena, kf_ishi_fact *fact);
// Adds the line of a fact, with CR LF.
void kf_ishi_fact_write(kf_buffer *out, const kf_ishi_fact *fact);
// Whether all lines of the text are facts, and there is one at least.
bool kf_ishi_fact_fits(kf_text lines, kf_arena *arena);

/* ---- ishi_hide.c ------------------------------------------------------------------ ---- */

// What a diagram hides.

// Gives a diagram that has KFHIDE the AE that shows it, and takes KFHIDE away where AE says all.
// The path goes to the node's parent where a field speaks of numbers. The size is that of the
// board. In a protected call of the record's arena.
void kf_ishi_hide_settle(kf_play *path, kf_record *record, kf_node node, int size);

/* ---- ishi_marks.c ------------------------------------------------------------------ ---- */

// The fields of MARK, UNMARK, HIDE and PRISONER, and what a series of MARK lines shows.

typedef enum kf_ishi_target {
    KF_ISHI_ALL,
    KF_ISHI_AT,     // a location
    KF_ISHI_NUMBERS // #n or #n-n
} kf_ishi_target;

// A field. `letters` is what stands before the @, in its own case; empty where there is none.
typedef struct kf_ishi_field {
    kf_ishi_target target;
    int x, y;          // of AT: column from 0 at the left, row from 1 at the bottom
    int from, to;      // of NUMBERS, the lower one first
    bool is_backwards; // the range was written the other way round
    kf_text letters;
} kf_ishi_field;

// What may be wrong with a field; the rows of codes.def are the reader's.
typedef enum kf_ishi_fault {
    KF_ISHI_FINE,
    KF_ISHI_FORM,   // it is no field at all
    KF_ISHI_POINT,  // it names a point off the board, or column I
    KF_ISHI_LETTERS // one or two characters were to stand before the @
} kf_ishi_fault;

// Reads a location such as Q16 on a board of that size; rows count from the bottom.
kf_ishi_fault kf_ishi_marks_location(kf_text text, int size, int *x, int *y);
// Reads a field of MARK (`has_letters`: cc@… and \C@… are allowed) or of the others. ALL is a field
// of MARK and UNMARK only: `has_all`.
kf_ishi_fault kf_ishi_marks_field(kf_text text, int size, bool has_letters, bool has_all,
                                  kf_ishi_field *field);
// Adds a field with its keywords and locations in upper case; what is no field stays as it is.
void kf_ishi_marks_normal(kf_text text, kf_buffer *out);

// For the writer: adds the MARK and UNMARK lines of a node, each with CR LF. They are those of
// KFMARK while these show what the node's LB, TR, SQ, CR and MA show, and otherwise new ones. The
// labels of variations at points of the node are theirs. `path` goes to the node.
void kf_ishi_marks_write(kf_play *path, kf_node node, kf_buffer *out);
// The label of the variation that begins with `child`, as VAR has it; false when it has none.
bool kf_ishi_marks_label(const kf_record *record, kf_node child, kf_text *label);

// For the reader, when the whole record is there: gives every node that has KFMARK, or a variation
// with a label, its LB, TR, SQ, CR and MA, and takes KFMARK away where the writer does without.
// What diagrams hide becomes AE. In a protected call of the record's arena.
void kf_ishi_marks_settle(kf_record *record, kf_log *log);

/* ---- ishi_play.c ------------------------------------------------------------------- ---- */

// The number that stands before a move in Ishi.

// The number that the writer gives to a move. `before` is the number of the last move before it
// on its path, 0 when there is none; `mn` is what its MN says, 0 when it says nothing. A number
// that rises stands; otherwise the move is counted.
int kf_ishi_number(int before, int mn);

/* ---- ishi_play.c ------------------------------------------------------------------ ---- */

// What a node is to Ishi, and a cursor that numbers its moves as Ishi does.

// What a node is in an Ishi file.
typedef enum kf_ishi_kind {
    KF_ISHI_ROOT,    // EVENT
    KF_ISHI_SETUP,   // a setup that is a node of its own, below the root
    KF_ISHI_MOVE,    // B or W
    KF_ISHI_DIAGRAM, // DIAGRAM
    KF_ISHI_NODE     // a node of SGF without a move, shown as a DIAGRAM
} kf_ishi_kind;

// What the node is by its place in the tree and its properties. Never KF_ISHI_SETUP.
kf_ishi_kind kf_ishi_play_kind(const kf_record *record, kf_node node, int size);
// The colour, 'B' or 'W', and the value of the node's move that Ishi can say; false when none.
bool kf_ishi_play_move(kf_text properties, int size, char *colour, kf_text *value);
// The line of a move that could not be read, as KFMOVE keeps it, escapes and all. False when the
// node has none, or a move beside it.
bool kf_ishi_play_unread(kf_text properties, kf_text *line);
// The number in MN, 0 where there is none; with KFNUMBER also one that does not rise.
int kf_ishi_play_number(kf_text properties, int before);
// A cursor of the record that numbers moves as Ishi does: those that it writes, one a node.
kf_play *kf_ishi_play_new(const kf_record *record, kf_arena *arena);
// Whether the properties are a move and nothing else, as those of most nodes are: B[aa].
bool kf_ishi_play_is_plain(kf_text properties);
// The first value of a property, and whether there is one.
bool kf_ishi_play_value(kf_text properties, int id, kf_text *value);
// The number of a move as it was written, if it agrees with `mn`; false when it does not.
bool kf_ishi_play_written(kf_text properties, int mn, kf_text *text);
// Whether the value is a point of a board of that size.
bool kf_ishi_play_is_on(kf_text value, int size, int *x, int *y);

/* ---- ishi_prisoner.c -------------------------------------------------------------- ---- */

// What each move of a record captures, as a PRISONER line says it.

// A node that captures, and the fields of its PRISONER line: locations such as "B8 C7" from the
// left, then from the bottom. Diagrams do not count.
typedef struct kf_ishi_prisoner {
    const char *fields;
    uint32_t length; // of them
    kf_node node;
} kf_ishi_prisoner;

// Those of a record, by node.
typedef struct kf_ishi_prisoners {
    kf_ishi_prisoner *list;
    size_t count;
} kf_ishi_prisoners;

kf_ishi_prisoners kf_ishi_prisoner_list(const kf_record *record, kf_arena *arena);
// The fields of a node; an empty text where nothing was captured.
kf_text kf_ishi_prisoner_of(const kf_ishi_prisoners *prisoners, kf_node node);

// For the reader, when the whole record is there: takes KFPRISONER away where it names what the
// board says, and adds an empty one to a move that captures but had no PRISONER line. The nodes
// for which `is_carried` is true are left alone; it may be NULL, or else has kf_record_nodes
// entries. To be called in a protected call of the record's arena.
void kf_ishi_prisoner_settle(kf_record *record, const bool *is_carried);

/* ---- ishi_scan.c ------------------------------------------------------------------ ---- */

// An Ishi text as lines with keywords, without its control characters.

// A line: its keyword, and what stands behind it. Both are free of control characters other than
// tabs; the rest may begin and end with white space.
typedef struct kf_ishi_line {
    kf_ishi_keyword keyword;
    kf_text all, word, rest; // the line, its first word, and what is behind that
    size_t begin;            // offset in the source's text
    size_t behind;           // offset of the next line
} kf_ishi_line;

typedef struct kf_ishi_scan {
    const kf_source *source;
    kf_arena *arena;
    size_t at; // offset of the next line
    bool has_controls;
    // A place in a cleaned line whose place in the source is known, to go on from.
    const char *known_line, *known_clean;
    size_t known_offset;
} kf_ishi_scan;

// Looks at all characters and reports those that Ishi does not know.
kf_ishi_scan kf_ishi_scan_begin(const kf_source *source, kf_arena *arena, kf_log *log);
// The next line; false at the end of the text.
bool kf_ishi_scan_next(kf_ishi_scan *scan, kf_ishi_line *line);
// The text of the source from one offset to another, without control characters.
kf_text kf_ishi_scan_cut(kf_ishi_scan *scan, size_t begin, size_t end);
// The place of a piece of a line, for the log.
kf_place kf_ishi_scan_place(kf_ishi_scan *scan, const kf_ishi_line *line, const char *piece);

/* ---- ishi_shape.c ------------------------------------------------------------------ ---- */

// The shape of a tree that was read from Ishi, changed to what the facts say.

// What the facts of a node say of its place.
typedef struct kf_ishi_wish {
    kf_node node;
    int back;  // its parent stands so many nodes before it in the file; 0: nothing is said
    int index; // and it is this child of it, from 1
} kf_ishi_wish;

// A set of nodes.
typedef struct kf_ishi_nodes {
    uint8_t *bits;
    size_t room; // bytes of them
} kf_ishi_nodes;

bool kf_ishi_nodes_has(const kf_ishi_nodes *nodes, kf_node node);
// In a protected call of the arena, which holds the bits.
void kf_ishi_nodes_add(kf_ishi_nodes *nodes, kf_node node, kf_arena *arena);

// The nodes in the order of their places in the file, with node 0 first; NULL: as they are.
kf_node *kf_ishi_shape_order(const kf_record *record, kf_arena *arena);
// Changes the tree as the wishes ask for, in time linear in the number of nodes; each of `whole`
// takes over what stands behind it in the file at the same place. A wish that cannot be granted is
// passed over. In a protected call of the record's arena.
void kf_ishi_shape_apply(kf_record *record, const kf_ishi_nodes *whole, const kf_ishi_wish *wishes,
                         size_t count);
// Adds a node between the node and all its children.
kf_node kf_ishi_shape_insert(kf_record *record, kf_node node);

/* ---- ishi_write.c ------------------------------------------------------------------ ---- */

// Whether Ishi has a way to say the game: it is Go, on a board that it knows.
bool kf_ishi_write_holds(const kf_record *record, kf_node game);
// Writing Ishi.

// Whether any game can be held.
bool kf_ishi_can_hold(const kf_record *record);
// Writes the record in our layout. False when Ishi cannot hold a game's board, or the game is not
// Go; the log says so.
bool kf_ishi_write(kf_writing_job *writer);

#endif
