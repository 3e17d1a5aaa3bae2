// SPDX-License-Identifier: MIT
// Catalogues: the file of many games, lines of play, patterns, and the search.

#ifndef KF_CATALOG_CATALOG_H
#define KF_CATALOG_CATALOG_H

#include <kifu/board.h>
#include <kifu/catalog.h>
#include <kifu/kifu.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "catalog/store.h"

/* ---- names.c ----------------------------------------------------------------------------- */

// Ids of texts, remembered while games are added.

typedef struct kf_names {
    kf_arena *arena;
    kf_store *store;
    struct kf_name *entries; // a table with open addressing
    size_t size, count;
    char *text; // of all entries, one after the other
    size_t text_length, text_room;
} kf_names;

// The id of the text in the store, which adds it when it is new; 0 for the empty text. UINT32_MAX
// when the store failed. In a protected call of the arena.
uint32_t kf_names_id(kf_names *names, kf_field field, kf_text text);
// Forgets all: after a transaction that was taken back, ids are not what they were.
void kf_names_clear(kf_names *names);

/* ---- shelf.c ----------------------------------------------------------------------------- */

// The open end of a catalogue: the segment of one kind of lines to which new ones are added.

// Blocks and rows of events go to the store as soon as they are full; what is left goes there with
// kf_shelf_flush, and comes back when the shelf is opened again.
typedef struct kf_shelf {
    kf_arena *arena;
    kf_store *store;
    int width, height;
    bool is_variations;
    uint32_t segment;                 // 0: none yet
    uint32_t count;                   // lines in it
    uint32_t *fields[KF_FIELD_COUNT]; // of these lines
    size_t field_room;
    uint8_t *columns;   // of the block under way
    uint8_t *front;     // of the segment, in columns for KF_STORE_LINES; NULL: none is kept
    uint16_t *in_front; // of each point, its place there
    size_t front_points;
    uint8_t *events;    // of the row under way, line after line
    uint32_t *ends;     // of its lines
    uint32_t row_count; // how many they are
    size_t event_length, event_room, end_room;
    uint8_t gone[KF_STORE_LINES / 8];
    bool has_gone, is_changed;
    bool is_own;   // this shelf began the segment
    bool is_clear; // no postings are owed of segments before it
} kf_shelf;

// Opens the shelf of such boards: the last segment is continued when it has room. Called, as all
// here, in a protected call of the arena. False when the store failed.
bool kf_shelf_open(kf_shelf *shelf, kf_arena *arena, kf_store *store, const int board[2],
                   bool is_variations);
// Gives its memory back; what was not flushed is forgotten.
void kf_shelf_close(kf_shelf *shelf);
// Adds a line, packed as kf_line_maker has it. Its number, or UINT32_MAX when the store failed.
uint32_t kf_shelf_add(kf_shelf *shelf, const uint8_t *packed, size_t length,
                      const uint32_t fields[KF_FIELD_COUNT]);
// Writes what is not yet in the store.
bool kf_shelf_flush(kf_shelf *shelf);

/* ---- front.c ----------------------------------------------------------------------------- */

// Some columns of a whole segment in one row, which rule out most lines before any block is read.

// The row stands behind those of the blocks. Where rows of events are blocks there is none.
enum { KF_FRONT_ROW = KF_STORE_ROWS - 1, KF_FRONT_WORDS = (KF_STORE_LINES + 63) / 64 };

// Fills for each point of a board its place among those of the front, UINT16_MAX when it is none.
// Returns how many there are. The row has their columns of Black and then those of White.
size_t kf_front_index(int width, int height, uint16_t *index);
// The bytes of a column of so many lines.
size_t kf_front_width(uint32_t lines);

// What a search asks of the front.
typedef struct kf_front kf_front;
struct kf_scan;
// NULL when it would not leave few lines. In a protected call of the arena.
kf_front *kf_front_new(kf_arena *arena, const struct kf_scan *scan);
// Sets the bits, in the order of bytes, of the lines of a segment that it leaves. False when the
// store failed or has no such row.
bool kf_front_lines(const kf_front *front, kf_store *store, const kf_segment *segment,
                    uint64_t out[KF_FRONT_WORDS]);

/* ---- narrow.c ---------------------------------------------------------------------------- */

// Fields of a full segment as numbers of 12 bits, two fields in a row.

enum { KF_NARROW_VALUES = 1 << 12 };
// A field: of each line the place of its value in a list of values. Borrowed as rows are.
typedef struct kf_narrow {
    const uint8_t *values; // as kf_row_load reads them
    uint32_t count;        // 0: the segment does not have the field so
    const uint8_t *low, *high;
    int shift;
} kf_narrow;

// Some of the places.
typedef struct kf_narrow_set {
    uint8_t bits[KF_NARROW_VALUES / 256][32];
    uint32_t pages;
} kf_narrow_set;

// Writes the rows of a segment that is full now. Called, as the next, in a protected call of the
// arena; these three return false when the store failed.
bool kf_narrow_write(kf_arena *arena, kf_store *store, uint32_t segment,
                     uint32_t *const fields[KF_FIELD_COUNT]);
// Whether the rows that are there fit the fields.
bool kf_narrow_check(kf_arena *arena, kf_store *store, uint32_t segment, bool *is_sound);
// The row that was read last: where the next field stands in it, it is not read again. It is void,
// and its `data` NULL, when any other row of fields has been read.
typedef struct kf_narrow_row {
    int64_t id;
    const uint8_t *data;
    size_t length;
} kf_narrow_row;
bool kf_narrow_get(kf_store *store, const kf_segment *segment, kf_field field, kf_narrow_row *last,
                   kf_narrow *out);
// Puts a place into a set that is all 0 at first.
void kf_narrow_choose(kf_narrow_set *set, uint32_t place);
// Of 64 lines from `from` on those whose place is in the set.
uint64_t kf_narrow_mark(const kf_narrow *narrow, const kf_narrow_set *set, size_t from);

/* ---- order.c ----------------------------------------------------------------------------- */

// Sorting many sums.

// They are compared by the bits from there on.
enum { KF_ORDER_FROM = 20 };

// As many sums, and room for as many.
typedef struct kf_order {
    uint64_t *sums, *room;
    size_t count;
} kf_order;

// Sorts them where they stand; what is the same stays in its order.
void kf_order_sort(kf_order order);

/* ---- posting.c --------------------------------------------------------------------------- */

// Which whole boards stand in which lines of a full segment, by a sum of each board.

// So many full segments may wait for their postings; until then each is searched as one that is not
// full.
enum { KF_POSTING_MOST_OWED = 2 };
// Writes the postings of a full segment. In a protected call of the arena. False
// when the store failed.
bool kf_posting_write(kf_arena *arena, kf_store *store, const kf_segment *segment);
// How many full segments have none yet.
uint32_t kf_posting_owed(kf_store *store);
// Writes those of the first so many of these. In a protected call of the arena. False when the
// store failed.
bool kf_posting_settle(kf_arena *arena, kf_store *store, uint32_t count);
// Makes them again and compares them with what the store has.
bool kf_posting_check(kf_arena *arena, kf_store *store, const kf_segment *segment, bool *is_sound);

// The search for a whole board of few stones: `stones` at most.
typedef struct kf_posting kf_posting;
// NULL: the pattern is none. In a protected call of the arena.
kf_posting *kf_posting_new(kf_arena *arena, const struct kf_scan *scan, uint32_t stones);
// Finds its lines in a segment; `*is_there` is false when this has no postings. False when the
// store failed or has not all it should.
bool kf_posting_find(kf_posting *posting, kf_store *store, const kf_segment *segment,
                     bool *is_there);
// What was found: for each line how often the board stands in it, its turns counted; and bits, in
// the order of bytes, of all lines in which it may stand, and of those that must be looked at.
const uint8_t *kf_posting_hits(const kf_posting *posting);
const uint64_t *kf_posting_lines(const kf_posting *posting);
const uint64_t *kf_posting_apart(const kf_posting *posting);
// Whether the numbers are those of the hits in main lines; else each line is to be looked at.
bool kf_posting_counts(const kf_posting *posting);
// How often it stands in a line, looked at; false when the store failed.
bool kf_posting_look(kf_posting *posting, kf_store *store, uint32_t line, size_t *hits);

/* ---- row.c ------------------------------------------------------------------------------- */

// Rows of a store as a search reads them.

// A number of a row, low byte first, on machines of either order; written so that a loop reads
// several at once.
static inline uint32_t kf_row_load(const uint8_t *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t value;
    memcpy(&value, p, sizeof value);
    return value;
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}
static inline void kf_row_store(uint8_t *p, uint32_t number) {
    p[0] = (uint8_t)number;
    p[1] = (uint8_t)(number >> 8);
    p[2] = (uint8_t)(number >> 16);
    p[3] = (uint8_t)(number >> 24);
}
// The number of that index in a row of numbers; 0 behind its end.
static inline uint32_t kf_row_number(const uint8_t *row, size_t length, size_t index) {
    return 4 * index + 4 <= length ? kf_row_load(row + 4 * index) : 0;
}

// A line in a row of events whose first line is `first`. False when the row does not have it.
bool kf_row_line(const uint8_t *row, size_t length, uint32_t index, const uint8_t **packed,
                 size_t *packed_length);
// The columns of a block, 88 bytes each: the row itself where it is full, else what is made of it
// in `room`. NULL when the row does not have the right length.
const uint8_t *kf_row_columns(const uint8_t *row, size_t length, int points, uint8_t *room);

/* ---- line.c ------------------------------------------------------------------------------ */

// A line of play as a catalogue keeps it: which stones were put and taken, and when.

// A line is a run of events of 16 bits, in the order of play. Before them stand two numbers of 16
// bits: how many of them set up the board at the start, and how many groups the others make, with
// KF_LINE_SETUPS when one of these sets something up. The others come in groups: each move, and
// each setup in the middle of a game, is one group, and its last event has KF_EVENT_END. A move's
// own stone is the only one that its group puts; a pass has one event on KF_EVENT_NOWHERE.
//
// The position after the start is position 0; each group makes the next one.
enum {
    KF_EVENT_POINT = 0x0FFF,   // row * width + column
    KF_EVENT_NOWHERE = 0x0FFF, // of a pass, or a move that names no point of the board
    KF_EVENT_WHITE = 0x1000,   // the stone's colour, of a pass the player's
    KF_EVENT_TAKEN = 0x2000,   // the stone leaves the board
    KF_EVENT_SETUP = 0x4000,   // no move made it
    KF_EVENT_END = 0x8000      // the last of its group
};

// What stands before the events, in bytes; and of the number of groups, what says that some are no
// moves, and the number that stands for itself and all above it.
enum { KF_LINE_HEAD = 4, KF_LINE_SETUPS = 0x8000, KF_LINE_GROUPS = 0x7FFF };

// A line is cut where it has become this long, in bytes: about two million moves.
enum { KF_LINE_MOST = 4 << 20 };

// A line under the eye of a search: packed events, two bytes each, low byte first.
typedef struct kf_line {
    const uint8_t *events;
    size_t count;   // of events
    size_t initial; // how many of them set up the start
    uint32_t groups;
    bool has_setups; // some groups are no moves
} kf_line;

static inline uint32_t kf_line_event(const kf_line *line, size_t index) {
    const uint8_t *p = line->events + 2 * index;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint16_t event;
    memcpy(&event, p, sizeof event);
    return event;
#else
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
#endif
}

static inline kf_colour kf_line_colour(uint32_t event) {
    return event & KF_EVENT_WHITE ? KF_WHITE : KF_BLACK;
}

// Lines made of a record, one after the other in one buffer that is used again.
typedef struct kf_line_maker {
    kf_arena *arena;
    const kf_record *record;
    int width, height;
    uint8_t *data; // packed: the head, then the events
    size_t length, capacity;
    size_t initial;
    size_t group;        // where the group under way begins
    uint32_t groups;     // so far
    uint32_t moves;      // so far, passes too
    size_t nodes;        // of the line, the root too
    bool has_long_nodes; // one behind the root says more than a move
    bool is_started;     // the root's setup is done
    bool has_setups;     // one behind the root sets something up
    kf_board board;
    kf_point first[72]; // the points of the first moves, for the game's key
    kf_node *path;      // from the root to a variation
    size_t path_room;
    // Set before: the nodes of the line are kept, in `at` by the number of their position.
    bool keeps_nodes;
    kf_node node, *at;
    size_t at_room;
} kf_line_maker;

// Makes the main line of a game. All calls in a protected call of the arena.
void kf_line_main(kf_line_maker *maker, const kf_record *record, kf_node game);
// Makes the line that begins with `node`, which is not the first child of its parent, and goes on
// along first children. Returns how many groups it shares with the line that it leaves.
uint32_t kf_line_variation(kf_line_maker *maker, const kf_record *record, kf_node node);

// How often a stone is taken in it.
size_t kf_line_taken(const kf_line *line);
// How many groups there are, counted.
uint32_t kf_line_groups(const kf_line *line);
// How many moves were played when the position of that number stood.
uint32_t kf_line_moves(const kf_line *line, uint32_t position);
// The line whose packed bytes these are, the head first.
kf_line kf_line_of(const uint8_t *packed, size_t length);

/* ---- place.c ----------------------------------------------------------------------------- */

// Adds a line as the nodes of a record: its setup, for the root, then its nodes.
void kf_place_write(kf_buffer *out, const kf_line *line, int width);

/* ---- card.c ------------------------------------------------------------------------------ */

// What a game says of itself, as a catalogue keeps it: names, date, result, and all its words.

typedef struct kf_card {
    kf_text texts[KF_FIELD_TEXTS]; // plain, on one line; in `buffer`, or
    char komi[KF_OUTCOME_TEXT];    // the komi, where the game does not say it in points
    kf_buffer buffer;
    kf_buffer words; // comments, node names and the like of all nodes, for full text
} kf_card;

// Reads the root of a game. The buffers are used again; they need an arena.
void kf_card_read(kf_card *card, const kf_record *record, kf_node game);
// Collects what is said in the game's nodes; `is_bare`: only in its root.
void kf_card_read_words(kf_card *card, const kf_record *record, kf_node game, bool is_bare);
// The SGF property of a field, such as "PB".
const char *kf_card_property(kf_field field);
// The key of a game's first moves: the points of moves 20, 40, 60, 31, 51 and 71, the smallest of
// those that turning gives. Source: the signatures of Dave Dyer.
uint64_t kf_card_key(const kf_point first[72], int width, int height);

/* ---- language.c -------------------------------------------------------------------------- */

// Words of any language: folded for comparing, and cut for full text.

// Adds the text with capitals made small and accents taken away, white space as one space.
void kf_words_fold(kf_buffer *out, kf_text text);
// Whether all words of `wanted` stand in `text`, in any order, as parts of it. Both are folded.
bool kf_words_match(kf_text text, kf_text wanted);
// Adds the text as FTS5 is to cut it: where no spaces part the words, as in Chinese and Japanese,
// each two characters that follow each other are a word.
void kf_words_index(kf_buffer *out, kf_text text);
// Adds one word of a question as a query of FTS5; false when nothing in it can be looked for.
bool kf_words_query(kf_buffer *out, kf_text word);

/* ---- measure.c --------------------------------------------------------------------------- */

// What the texts of a record's header mean as numbers: dates, ranks, komi, results.

// From one number to another, both included.
typedef struct kf_measure {
    int64_t from, to;
} kf_measure;

// A professional's 1 dan is one more than this.
enum { KF_MEASURE_PROFESSIONAL = 20 };

// From the first to the last day of the dates of a text, year * 10000 + month * 100 + day; a year
// alone is all of its days. False when there is no year in it.
bool kf_measure_date(kf_text text, kf_measure *days);
// Whether one of the dates of a text has a day of the range.
bool kf_measure_is_dated(kf_text text, const kf_measure *range);
// A rank: 5 dan is 5, 1 kyu is 0, 2 kyu is -1, and a professional's 1 dan is 21.
bool kf_measure_rank(kf_text text, int64_t *rank);
// A number in hundredths; servers that write komi in hundredths already are understood.
bool kf_measure_number(kf_text text, int64_t *hundredths);
// A range "A..B", "A..", "..B" or "A" of what `read` understands. False: it is none.
typedef bool kf_measure_read(kf_text text, kf_measure *out);
bool kf_measure_range(kf_text text, kf_measure_read *read, kf_measure *range);
kf_measure_read kf_measure_as_date, kf_measure_as_rank, kf_measure_as_number;

// A result cut into who won and how: 'B', 'W', '0' for a draw or '?'; then 'R', 'T', 'F', or 'P'
// for points with `lead` in hundredths, or 0.
typedef struct kf_measure_result {
    char winner, how;
    int64_t lead;
} kf_measure_result;
kf_measure_result kf_measure_outcome(kf_text text);

/* ---- filter.c ---------------------------------------------------------------------------- */

// What is asked of a game besides the board: names, dates, results and the like.

enum { KF_FILTER_WORDS = KF_STORE_LINES / 64 };

typedef struct kf_filter kf_filter;

// Prepares the questions of `find`: for each, which texts answer it. In a protected call of the
// arena. NULL: one of them cannot be understood, or the store failed; the log says so.
kf_filter *kf_filter_new(kf_arena *arena, kf_store *store, const kf_find *find, kf_log *log);
// Sets the bits of the lines of a segment that answer all of it and are not gone. False when the
// store failed.
bool kf_filter_segment(kf_filter *filter, kf_store *store, const kf_segment *segment,
                       uint64_t bits[KF_FILTER_WORDS]);

/* ---- near.c ------------------------------------------------------------------------------ */

// Looking at game after game: what was read last stays at hand, as long as the view of the store.
// Where none is held, each look asks the store. What is lent is lent until the next call.

typedef struct kf_near kf_near;

// NULL: no memory. With NULL instead of one, the others ask the store.
kf_near *kf_near_new(void);
void kf_near_free(kf_near *near);
// The value of a field of a line, 0 when there is none. False when the store failed.
bool kf_near_field(kf_near *near, kf_store *store, uint32_t line, kf_field field, uint32_t *value);
// False: there is no such segment, or the store failed.
bool kf_near_segment(kf_near *near, kf_store *store, uint32_t id, kf_segment *segment);
// False: there is no such line, or the store failed.
bool kf_near_line(kf_near *near, kf_store *store, uint32_t line, kf_line *out);
// The text of an id, and the path of a source; empty when there is none, or the store failed.
kf_text kf_near_text(kf_near *near, kf_store *store, uint32_t id);
kf_text kf_near_path(kf_near *near, kf_store *store, uint32_t id);

/* ---- catalog.c --------------------------------------------------------------------------- */

// What a catalogue is inside: the store, and what is at hand while games are added.

struct kf_catalog {
    kf_arena *arena;
    kf_store *store;
    char *name;
    char path[KF_STORE_PATH]; // where its file is, symbolic links followed
    bool is_written;
    // While games are added:
    bool is_begun; // a transaction is open
    kf_names names;
    kf_shelf *shelves;
    size_t shelf_count, shelf_room;
    kf_line_maker maker;
    kf_card card;
    kf_buffer text;    // words as FTS5 takes them, and records
    kf_buffer folded;  // words
    size_t pending;    // games since the last commit
    uint32_t fresh;    // the first source that was added since then; 0: none
    uint32_t *leaving; // sources whose games are to go
    size_t leaving_count, leaving_room;
    uint64_t removed; // games that commits took out
    // While games are looked at:
    kf_near *near;   // NULL: while games are added
    kf_buffer facts; // the texts of the game looked at last
};

// Reports that the store failed, and returns false.
bool kf_catalog_fail(kf_catalog *catalog, kf_log *log);
// Says that this program was built without SQLite.
bool kf_catalog_lacks(kf_log *log);
// The value of a field of a line; 0 when there is none.
bool kf_catalog_field(kf_catalog *catalog, uint32_t line, kf_field field, uint32_t *value);
// A line of the catalogue, borrowed until the next one. False: there is none, or the store failed.
bool kf_catalog_line(kf_store *store, uint32_t line, kf_line *out);

// The row of events that was looked at last, for those who take lines one after the other: the next
// line most often stands in it.
typedef struct kf_catalog_rows {
    const uint8_t *row; // as the store lent it; NULL: none
    size_t length;
    uint32_t first;
} kf_catalog_rows;

// Whether a line is in the row that was read last.
bool kf_catalog_has_line(const kf_catalog_rows *rows, uint32_t line);
// The same by these rows, which nobody else asks the store for meanwhile.
bool kf_catalog_next_line(kf_store *store, kf_catalog_rows *rows, uint32_t line, kf_line *out);

#endif
