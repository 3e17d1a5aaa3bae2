// SPDX-License-Identifier: MIT
// Reading Ishi: lines, fields and blocks into a tree, and what is carried back.

#ifndef KF_FORMAT_ISHI_ISHI_READER_H
#define KF_FORMAT_ISHI_ISHI_READER_H

#include <kifu/format.h>

#include "base/buffer.h"
#include "base/log.h"
#include "format/ishi/ishi.h"
#include "format/ishi/ishi_writer.h"
#include "record/record.h"

/* ---- ishi_carry.c ------------------------------------------------------------------ ---- */

// Facts of SGF that Ishi has no words for: the USER kifu block, read and applied.

// All USER kifu blocks of a file under reading. It lives in the record's arena.
typedef struct kf_ishi_carry kf_ishi_carry;

// An empty collection for a record that is being read.
kf_ishi_carry *kf_ishi_carry_new(kf_record *record);

// Takes a USER block that belongs to `node`: `title` is the rest of the USER line, `body` the lines
// up to ENDUSER, with their line ends. False when the block is not one of ours, or is not
// well-formed: then it is its owner's, and stays a USER block. A block that is taken is not
// counted in KFSETUP and leaves no KFUSER.
bool kf_ishi_carry_take(kf_ishi_carry *carry, kf_node node, kf_text title, kf_text body);

// The nodes of which a block says that their DIAGRAM is one, so far.
const kf_ishi_nodes *kf_ishi_carry_whole(const kf_ishi_carry *carry);

// Applies all blocks when the whole file has been read and every node has its properties: first
// the shape of the tree, then the properties. What no longer fits to the lines of the file gives
// way to them. Settles the prisoners afterwards (see kf_ishi_prisoner_settle). Each node must have
// its place in the source, which is at or behind the beginning of its first line and rises with
// the order of the file. In a protected call of the record's arena.
void kf_ishi_carry_apply(kf_ishi_carry *carry, kf_log *log);

/* ---- ishi_date.c ------------------------------------------------------------------- ---- */

// Dates as people write them, made into the form of SGF's DT.

// Adds the dates that the text names as DT has them: "1938-12-09,1939-03-03,04". False, and
// nothing is added, when the text says anything else or could mean more than one date.
bool kf_ishi_date_read(kf_text text, kf_buffer *out);

/* ---- ishi_header.c ----------------------------------------------------------------- ---- */

// Header lines of an Ishi event and the SGF properties that say the same, both ways.

// A header line as it was read: its keyword in any case, and the text behind it without white
// space at both ends.
typedef struct kf_ishi_header_line {
    kf_text keyword, text;
} kf_ishi_header_line;

// Adds the properties, in SGF syntax, that all header lines of one event give: the public ones,
// and KFHEADER for each keyword whose lines could not be made again from the public ones. The
// lines are those of the event in the order of the file. EVENT and BOARDSIZE are no headers.
void kf_ishi_header_read(const kf_ishi_header_line *lines, size_t count, kf_buffer *out);

// Adds the header lines that the properties of a root give, each with CR LF, in the order of
// the specification's list. The lines hold what Ishi can hold; other text is transliterated.
void kf_ishi_header_write(kf_text properties, kf_buffer *out);

// Reports the lines of KFHEADER that the properties beside them contradict. They are not written.
void kf_ishi_header_report(const kf_record *record, kf_node game, kf_arena *arena, kf_log *log);

// Whether the property is one that header lines show: kf_ishi_header_write looks at it.
bool kf_ishi_header_shows(const kf_property *property);

/* ---- ishi_owner.c ------------------------------------------------------------------ ---- */

// What belongs to one node of an Ishi file while its lines are read.

// Lists of values, each for one property.
typedef enum kf_ishi_list {
    KF_ISHI_LIST_BLACK,
    KF_ISHI_LIST_WHITE,
    KF_ISHI_LIST_REMARK,
    KF_ISHI_LIST_FORM, // of COM blocks
    KF_ISHI_LIST_SIGN, // in COM blocks, as they stand in the file
    KF_ISHI_LIST_MARK,
    KF_ISHI_LIST_PRISONER,
    KF_ISHI_LIST_HIDE,
    KF_ISHI_LIST_STONES, // of a diagram, as SETUP lines
    KF_ISHI_LIST_USER,
    KF_ISHI_LIST_SIZE,
    KF_ISHI_LIST_EXTRA,
    KF_ISHI_LIST_LINE,
    KF_ISHI_LIST_EMPTY,
    KF_ISHI_LISTS
} kf_ishi_list;

// The data of a node, which go from one node to the next.
typedef struct kf_ishi_data {
    kf_buffer own; // properties that need no more work
    // Values with their brackets, NULL for a list that had none yet: of a hundred thousand nodes
    // within each other each has its data, and few of them more than one list.
    kf_buffer *lists[KF_ISHI_LISTS];
    uint32_t counts[KF_ISHI_LISTS]; // of values
    uint32_t before[KF_ISHI_LISTS]; // how many were there when the setup began
    kf_buffer comment;              // plain
    size_t lines;                   // of it
    bool has_signs;                 // words of the comment are shown as signs
    bool has_forms;                 // the blocks of the comment are not the default
    bool has_setup, has_stones;     // a SETUP line stood here; the list of stones is needed
    struct kf_ishi_data *next;      // of those that nobody uses
} kf_ishi_data;

// Data of the usual kind, put together while a variation of the move is read: a hundred thousand
// may be open within each other.
typedef struct kf_ishi_rest {
    uint32_t own, comment; // lengths of the two texts
    uint32_t lines;
    char texts[];
} kf_ishi_rest;

// A node under way. Its data are made when there are any.
typedef struct kf_ishi_owner {
    kf_ishi_data *data;
    const kf_ishi_rest *rest; // the data at rest; else NULL
    kf_node node;             // 0: none
    uint8_t kind;             // kf_ishi_kind
    uint8_t size;             // of the board that its locations are judged by
    kf_text region;           // of a diagram; no data: it is none
} kf_ishi_owner;

// Where a diagram stands as long as nothing else is known: before a node of the same sequence.
#define KF_ISHI_NEXT "next"

// Where owners get their data from.
typedef struct kf_ishi_owners {
    kf_record *record;
    const kf_ishi_nodes *whole; // whose DIAGRAM is a node: nothing is said of its region
    kf_ishi_data *unused;
    kf_buffer out;
} kf_ishi_owners;

kf_ishi_data *kf_ishi_owner_data(kf_ishi_owners *owners, kf_ishi_owner *owner);
// Puts the data to rest until they are asked for again, if they are of the usual kind.
void kf_ishi_owner_lay(kf_ishi_owners *owners, kf_ishi_owner *owner);
// Adds a value, plain text, to a list.
void kf_ishi_owner_add(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_ishi_list list,
                       kf_text value);
// Adds a COM block; the body has a line break between its lines.
void kf_ishi_owner_comment(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_text title,
                           kf_text body);
// A SETUP line stands in the node: what is added from now on belongs to the setup.
void kf_ishi_owner_begin_setup(kf_ishi_owners *owners, kf_ishi_owner *owner);
// Adds a property with one plain value to those of the node's own.
void kf_ishi_owner_put(kf_ishi_owners *owners, kf_ishi_owner *owner, const char *name,
                       kf_text value);
// Gives the node all its properties. The owner is none afterwards.
void kf_ishi_owner_finish(kf_ishi_owners *owners, kf_ishi_owner *owner);

/* ---- ishi_tree.c ------------------------------------------------------------------- ---- */

// The tree of an Ishi file while it is read: sequences, variations, diagrams and move numbers.

// A move on the way to where the reader is.
typedef struct kf_ishi_move {
    uint32_t number : 31;    // that is printed
    uint32_t is_written : 1; // it stands in the file; else the line has no number that can be read
    uint32_t before : 31;    // 1 + the move of the same bucket of numbers before it
    uint32_t is_rising : 1;  // the numbers up to this one rise
    uint32_t place;          // of the number, as an offset in the source
} kf_ishi_move;

// A sequence that is open: that of the event, or a variation within the one before.
typedef struct kf_ishi_sequence {
    kf_ishi_owner main; // the last move; where there is none, the event or its setup, or nothing
    kf_node last;       // behind which the first move goes
    bool has_move;
    bool is_after;   // variations of `main` have been read
    bool has_target; // a variation that replaces the move `target`
    bool has_label, has_content;
    bool has_empty;         // variations
    uint32_t first;         // its first move, as an index
    uint32_t pending;       // its first diagram whose home is not known
    uint32_t borrowed;      // the sequence that owns what stands before its first move
    uint32_t variations;    // of its last move, that are not empty
    uint32_t nesting;       // how many variations of the same move it stands in
    int skipped;            // a number of a move that could not be read
    kf_node before_pending; // the sibling before that diagram, 0 for none
    kf_ishi_move target;
    kf_text label;
    size_t opened; // offset of its VAR
} kf_ishi_sequence;

typedef struct kf_ishi_tree {
    kf_record *record;
    kf_log *log;
    kf_ishi_owners owners;
    kf_ishi_sequence *open; // the last one is where the reader is
    size_t depth, capacity;
    kf_ishi_owner diagram; // the one that is being read
    kf_node *pending;      // diagrams that wait for what comes behind them
    size_t pending_count, pending_capacity;
    kf_ishi_move *moves; // on the way from the first one
    size_t move_count, move_capacity;
    uint32_t *buckets; // 1 + the last move of each
    size_t bucket_count;
} kf_ishi_tree;

// Starts an event below its root or setup.
void kf_ishi_tree_begin(kf_ishi_tree *tree, kf_ishi_owner main);
// The sequence where the reader is.
kf_ishi_sequence *kf_ishi_tree_here(const kf_ishi_tree *tree);
// Adds a move: its property, and the number as written, 0 when it is none. `place` is that of the
// number. `text` is what stood in its place.
void kf_ishi_tree_move(kf_ishi_tree *tree, const char *property, kf_text point, int number,
                       kf_text text, kf_place place);
// Adds the line of a move that cannot be read. `number` is that of the move, 0 when none is known.
void kf_ishi_tree_unread(kf_ishi_tree *tree, kf_text line, int number, kf_place place);
// Adds a diagram, which becomes `tree->diagram`.
void kf_ishi_tree_diagram(kf_ishi_tree *tree, kf_text region, size_t place);
// Begins a variation. `place` is that of the keyword.
void kf_ishi_tree_open(kf_ishi_tree *tree, kf_text label, kf_place place);
// Ends the innermost variation. False when none is open. `is_open`: its ENDVAR is missing.
bool kf_ishi_tree_close(kf_ishi_tree *tree, bool is_open);
// Ends the event.
void kf_ishi_tree_end(kf_ishi_tree *tree);
// Whether a move on the way has a number of that range.
bool kf_ishi_tree_has(const kf_ishi_tree *tree, int from, int to);

// The stones of a SETUP series under way.
typedef struct kf_ishi_stones {
    uint8_t colours[KF_ISHI_POINTS]; // by column and row from the bottom, 0: none
    uint16_t points[KF_ISHI_POINTS]; // in the order of setting up
    size_t count;
} kf_ishi_stones;

typedef struct kf_ishi_reader {
    kf_record *record;
    kf_log *log;
    kf_ishi_scan scan;
    kf_ishi_line line; // that is being read
    kf_ishi_tree tree;
    kf_ishi_carry *carry;
    bool has_marks;      // marks, labels or hidden stones stand somewhere in the file
    bool has_game;       // a line says something that only Ishi says
    bool has_event;      // one is being read
    bool has_line;       // an EVENT line begins it
    size_t begun;        // where it begins
    bool is_front;       // its tree has not begun
    bool has_setup;      // a SETUP line stood in its front part
    bool has_setup_data; // and data behind it
    bool shows_setup;    // a SETUP line stood in the diagram
    bool shows_data;     // and data behind it
    int size;            // of its board
    kf_ishi_owner root;  // of the event while its setup is a node of its own; else none
    kf_ishi_stones stones;
    bool is_own_board; // of the diagram: points that the event's board has not are kept aside
    kf_ishi_header_line *headers;
    size_t header_count, header_capacity;
    size_t once[KF_ISHI_KEYWORDS]; // 1 + the offset of the last such line in the event
    kf_text board_size;            // the last BOARDSIZE that counted
    kf_text *remarks;              // that wait for what they belong to
    size_t remark_count, remark_capacity;
    size_t remark_at;                  // offset of the first
    size_t unclosed[KF_ISHI_KEYWORDS]; // 1 + an offset behind which no such block is closed
} kf_ishi_reader;

/* ---- ishi_read.c -------------------------------------------------- doc/spec/ishi.md ---- */

// The place of a piece of the line under reading.
kf_place kf_ishi_read_place(kf_ishi_reader *reader, const char *piece);
// Keeps the line as it stands with the owner.
void kf_ishi_read_keep(kf_ishi_reader *reader, kf_ishi_owner *owner);

/* ---- ishi_field.c ------------------------------------------------- doc/spec/ishi.md ---- */

// Read the line under reading: MARK, UNMARK, HIDE or PRISONER with its fields, into a list.
void kf_ishi_field_marks(kf_ishi_reader *reader, kf_ishi_owner *owner, kf_ishi_list list);
// The stones of a SETUP line.
void kf_ishi_field_setup(kf_ishi_reader *reader, kf_ishi_owner *owner);
// Gives the stones that were read to their owner.
void kf_ishi_field_settle(kf_ishi_reader *reader, kf_ishi_owner *owner);
// A B or W line.
void kf_ishi_field_move(kf_ishi_reader *reader);
// A DIAGRAM line.
void kf_ishi_field_diagram(kf_ishi_reader *reader);

/* ---- ishi_block.c ------------------------------------------------- doc/spec/ishi.md ---- */

// A COM or USER line is being read: takes the block.
void kf_ishi_block_read(kf_ishi_reader *reader, kf_ishi_owner *owner);
// Passes over the block that the line begins, in a scan that only looks ahead.
void kf_ishi_block_skip(kf_ishi_reader *reader, kf_ishi_scan *scan, const kf_ishi_line *line);

/* ---- ishi_result.c ----------------------------------------------------------------- ---- */

// Results in words and as SGF's RE has them.

// Adds the RE value that the words mean: "White wins by resignation" is "W+R". A text that already
// has RE's form stays. False, and nothing is added, when the words are not understood.
bool kf_ishi_result_read(kf_text text, kf_buffer *out);
// Adds words for an RE value: "B+3" is "Black wins by 3". False when there are none for it.
bool kf_ishi_result_write(kf_text value, kf_buffer *out);

/* ---- ishi_root.c -------------------------------------------------- doc/spec/carried.md ---- */

// Puts the first move of each game with KFROOT back into the root.
void kf_ishi_root_join(kf_record *record);

#endif
