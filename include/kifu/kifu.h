// SPDX-License-Identifier: MIT
// The public interface of kifu: read, walk, edit, compare and write Go game records. Drawing has
// a header of its own, draw.h.
//
// Read it from top to bottom. Each section head names the source file that holds its functions
// and the chapter of the specification that says what they mean.
//
// Three sentences on ownership. A record owns its nodes and its text; free the record and nothing
// else. What you pass in is copied, what you get is borrowed until the record is freed. Boards
// are plain values: copy them with `=`.
//
// One channel for failure. A function that can fail takes a `kf_log *` as its last parameter and
// returns NULL or false; the log says why, in entries that stand by themselves. The log may be
// NULL: then nobody is told, and the return value is all there is.
//
// NULL rules. Every `_free` takes NULL. A `kf_record *` that is NULL is a record without games;
// node 0 has no properties and no relatives. Nothing else may be NULL unless its comment says so.

#ifndef KIFU_KIFU_H
#define KIFU_KIFU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define KF_API __declspec(dllexport)
#elif defined(__GNUC__)
#define KF_API __attribute__((visibility("default")))
#else
#define KF_API
#endif

#if defined(__GNUC__)
#define KF_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define KF_PRINTF(format_at, first_at)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define KF_VERSION "0.1.0"

/* ---- text.c -------------------------------------------------------- doc/spec/record.md ---- */

// A run of UTF-8 bytes, not terminated, never holding NUL. `length` is in bytes.
typedef struct kf_text {
    const char *data;
    size_t length;
} kf_text;

// The text of a terminated string; NULL gives an empty text.
KF_API kf_text kf_text_of(const char *string);
// Whether both hold the same bytes.
KF_API bool kf_text_equal(kf_text a, kf_text b);
// Whether the text holds the bytes of the terminated string.
KF_API bool kf_text_is(kf_text text, const char *string);

/* ---- log.c --------------------------------------------------------- doc/spec/check.md ---- */

// error: lost, or against the rules. warning: repaired without loss, or suspicious.
// note: belongs to the entry before it.
typedef enum kf_severity { KF_NOTE, KF_WARNING, KF_ERROR } kf_severity;

// One finding, complete in itself; its strings live as long as the log.
typedef struct kf_entry {
    kf_severity severity;
    const char *code;    // stable, a path: "sgf/unclosed-value"
    const char *file;    // as the caller named the source, or "" when there is none
    size_t line;         // from 1; 0 when the entry has no place
    size_t column;       // in characters from 1, a tab is one
    uint64_t byte;       // from 0, in the bytes of the file
    const char *path;    // of the node, as `kifu show --tree` prints it; "" when there is none
    const char *message; // one line, no full stop
    const char *excerpt; // the line of the text, shortened around the place; "" when there is none
    size_t caret;        // which character of the excerpt is meant, from 1
} kf_entry;

typedef struct kf_log kf_log;

// A log without entries, or NULL when there is no memory.
KF_API kf_log *kf_log_new(void);
KF_API void kf_log_free(kf_log *log);
// How many entries the log holds. It keeps the first entries of each code up to a limit.
KF_API size_t kf_log_count(const kf_log *log);
// The entry of that index, from 0 to the count; NULL outside.
KF_API const kf_entry *kf_log_entry(const kf_log *log, size_t index);
// How many findings there were of this severity, also those beyond the limit.
KF_API size_t kf_log_total(const kf_log *log, kf_severity severity);
// How many findings of the code at that entry were counted and not kept.
KF_API size_t kf_log_dropped(const kf_log *log, const char *code);
// Forgets all entries and counts, and keeps the memory for the next record.
KF_API void kf_log_clear(kf_log *log);
// Entries to keep of each code (1,000 at first) and of each severity (10,000 at first).
KF_API void kf_log_set_limits(kf_log *log, size_t per_code, size_t per_severity);

/* ---- record.c ------------------------------------------------------ doc/spec/record.md ---- */

// A list of games, each a tree of nodes in pre-order, each node a list of properties.
typedef struct kf_record kf_record;

// A node by its number in the record. 0 is the collection: the parent of all games, and "none".
typedef uint32_t kf_node;

// A record without games, or NULL when there is no memory.
KF_API kf_record *kf_record_new(void);
KF_API void kf_record_free(kf_record *record);
// How many games stand in the record.
KF_API size_t kf_record_games(const kf_record *record);
// One more than the highest node number in use: the size of an array indexed by node.
KF_API size_t kf_record_nodes(const kf_record *record);
// The whole text that the record was read from, as UTF-8; empty for a record made by calls.
KF_API kf_text kf_record_text(const kf_record *record);
// Whether nothing was repaired while reading and nothing was edited since: a writer of the same
// notation then gives the bytes back.
KF_API bool kf_record_is_verbatim(const kf_record *record);
// The board of a game: its width and height, 19 by 19 where the game does not say.
// False when SZ cannot be understood or is out of 1 to 52; the size is then 19 by 19.
KF_API bool kf_record_board(const kf_record *record, kf_node game, int *width, int *height);

/* ---- node.c -------------------------------------------------------- doc/spec/record.md ---- */

// Relatives of a node; 0 where there is none. The first child continues the line, the others are
// variations. The children of node 0 are the games.
KF_API kf_node kf_node_parent(const kf_record *record, kf_node node);
KF_API kf_node kf_node_child(const kf_record *record, kf_node node);
KF_API kf_node kf_node_last_child(const kf_record *record, kf_node node);
KF_API kf_node kf_node_next(const kf_record *record, kf_node node);
// The root of the game in which the node stands.
KF_API kf_node kf_node_game(const kf_record *record, kf_node node);
// All properties of the node in SGF syntax, without the semicolon.
KF_API kf_text kf_node_text(const kf_record *record, kf_node node);

// Adds a node as the last child of `parent` (0: a new game). 0 when there is no memory.
KF_API kf_node kf_node_add(kf_record *record, kf_node parent, kf_log *log);
// Takes the node and all below it out of its tree. Its number is not used again.
KF_API bool kf_node_remove(kf_record *record, kf_node node, kf_log *log);
// Moves the node with all below it: under `parent`, before its child `before` (0: as the last).
// False when `parent` is the node itself or stands below it, or `before` is no child of it.
KF_API bool kf_node_move(kf_record *record, kf_node node, kf_node parent, kf_node before,
                         kf_log *log);
// Gives the property `name` of the node these values, in place of those it has, at the place of
// the first of that name or else at the end. Values are plain text: they are escaped here. A
// composed value is written with its colon, and colons inside its parts with a backslash before.
// No values: the property is taken away. False: `name` is no property name, a value is not valid
// UTF-8 without NUL, or there is no memory.
KF_API bool kf_node_set(kf_record *record, kf_node node, const char *name, const kf_text *values,
                        size_t count, kf_log *log);
// The same with the whole list of properties, in SGF syntax as `kf_node_text` gives it.
KF_API bool kf_node_set_text(kf_record *record, kf_node node, kf_text properties, kf_log *log);

/* ---- property.c ---------------------------------------------------- doc/spec/record.md ---- */

// A property as it stands in a node's text. Borrowed from the record.
typedef struct kf_property {
    kf_text name;   // as spelled: "AB", in old files also "AddBlack"
    kf_text values; // from the first `[` to behind the last `]`
    int id;         // row of properties.def, or -1 for a name that has none
} kf_property;

// Takes the next property off the front of `rest`, which starts as a node's text.
// False at the end. Anything that is no property is passed over.
KF_API bool kf_property_next(kf_text *rest, kf_property *property);
// Takes the next value off the front of `values`: the bytes between the brackets, still escaped.
KF_API bool kf_property_value(kf_text *values, kf_text *value);
// Whether the property has this name; lower-case letters of the spelling do not count.
KF_API bool kf_property_is(const kf_property *property, const char *name);
// Finds the first property of that name in the node.
KF_API bool kf_property_find(const kf_record *record, kf_node node, const char *name,
                             kf_property *property);
// The first value of the property of that name, still escaped; false when there is none.
KF_API bool kf_property_get(const kf_record *record, kf_node node, const char *name,
                            kf_text *value);
// Takes the backslashes away: writes at most `value.length` bytes to `out` and returns how many.
// A backslash before a line break takes both away (a soft line break). Line breaks of all kinds
// come out as one "\n". With `simple` they come out as a space. Source: FF[4], Text, SimpleText.
KF_API size_t kf_property_plain(kf_text value, bool simple, char *out);
// Splits a composed value at its first bare colon. False when there is none: then `first` is all.
KF_API bool kf_property_split(kf_text value, kf_text *first, kf_text *second);

/* ---- walk.c -------------------------------------------------------- doc/spec/record.md ---- */

// A walk through a tree in pre-order that enters and leaves every node, without recursion.
typedef struct kf_walk {
    const kf_record *record;
    kf_node top;   // where the walk began
    kf_node node;  // where it stands
    bool entering; // whether the node is entered now, or left
    bool started;
} kf_walk;

// A walk of the node and all below it. From 0 it enters and leaves the collection too.
KF_API kf_walk kf_walk_from(const kf_record *record, kf_node top);
// The next step; false when the top was left. Behaviour is undefined if the tree was edited
// between two steps, except below a node that is being left.
KF_API bool kf_walk_step(kf_walk *walk);
// The next node that is entered, for those who do not care about leaving; 0 at the end.
KF_API kf_node kf_walk_enter(kf_walk *walk);

/* ---- path.c -------------------------------------------------------- doc/spec/show.md ---- */

// Writes the path of a node into `out` (at most `size` bytes with the NUL) and returns the length
// it needs. A path is numbers with dots between them: the game from 1, steps along first children,
// the child taken there from 1, steps, child, … "1.12" is the twelfth node after the root of
// game 1, "1.12.2" the second child of that node, "1.12.2.3" three steps further.
KF_API size_t kf_path_of(const kf_record *record, kf_node node, char *out, size_t size);
// The node at a place as `--at` names it: "N" after N moves of the main line of `game`, "#N" the
// last node on the main line, else anywhere, whose printed number is N, "last", or a path.
// 0 when there is no such place.
KF_API kf_node kf_path_find(const kf_record *record, kf_node game, const char *place);

/* ---- compare.c ----------------------------------------------------- doc/spec/diff.md ---- */

// Where two records first differ in meaning.
typedef struct kf_difference {
    kf_node left, right; // nodes, 0 where one side has none
    kf_text name;        // the property, borrowed; empty when the trees differ in shape
    const char *what;    // "missing on the left", "different value" …: a constant
} kf_difference;

// Whether both records mean the same, blind only to what the specifications call insignificant.
// `difference` may be NULL. False with an empty `what`: there was no memory, and the log says so.
KF_API bool kf_compare(const kf_record *left, const kf_record *right, kf_difference *difference,
                       kf_log *log);

/* ---- format.c ------------------------------------------------------ doc/spec/formats.md ---- */

// A notation that records are read from and written to.
typedef struct kf_format kf_format;

KF_API size_t kf_format_count(void);
KF_API const kf_format *kf_format_at(size_t index);
// By name ("sgf") or by the ending of a file's name ("game.sgf", ".sgf"); NULL when unknown.
KF_API const kf_format *kf_format_named(const char *name);
KF_API const kf_format *kf_format_for_file(const char *file_name);
// The notation that the bytes are most likely in; the file's name, which may be NULL, only breaks
// ties. NULL when no notation recognises anything.
KF_API const kf_format *kf_format_guess(const void *bytes, size_t length, const char *file_name);
KF_API const char *kf_format_name(const kf_format *format);
KF_API const char *kf_format_title(const kf_format *format);
KF_API const char *kf_format_suffix(const kf_format *format);
KF_API const char *kf_format_keeps(const kf_format *format);
KF_API bool kf_format_can_read(const kf_format *format);
KF_API bool kf_format_can_write(const kf_format *format);

// How to read. All zero is the usual way.
typedef struct kf_reading {
    const kf_format *format; // NULL: guess
    const char *charset;     // NULL: as the file says, else UTF-8, else ISO-8859-1
    int size;                // board size for a notation that does not say it; 0: 19
    bool rows_from_top;      // Davar: a vertical `+` counts from the top
} kf_reading;

// Reads a record from bytes, which are copied. `name` is for the log and may be NULL, so may
// `how`. A record is given whenever anything can be made of the bytes; NULL when there is
// no memory, the input is over 4 GiB - 64 bytes, or the notation cannot be guessed.
KF_API kf_record *kf_format_read(const void *bytes, size_t length, const char *name,
                                 const kf_reading *how, kf_log *log);
// The same from a file; "-" is standard input. NULL also when the file cannot be read.
KF_API kf_record *kf_format_read_file(const char *file_name, const kf_reading *how, kf_log *log);
// The notation that the record was read from; NULL for one made by calls.
KF_API const kf_format *kf_format_of(const kf_record *record);

// What a conversion could not say in the target's own words.
typedef struct kf_loss kf_loss;
typedef struct kf_loss_item {
    bool lost;        // true: gone; false: carried, only kifu reads it back
    const char *kind; // "property BL", "label", "comment text" …
    size_t count;     // how many
    kf_node node;     // the place of the first
} kf_loss_item;

// How to write. All zero is the usual way.
typedef struct kf_writing {
    bool canonical;     // our layout, also where the bytes could be given back as they came
    bool rows_from_top; // Davar: a vertical `+` counts from the top
    kf_loss *loss;      // takes what was carried and lost; NULL: nobody asks
} kf_writing;

// Takes bytes on their way out; false stops the writer.
typedef bool kf_sink(void *context, const void *bytes, size_t length);

// Writes the record in that notation. False when the notation cannot hold it at all, the sink
// stopped, or there is no memory; the log says so.
KF_API bool kf_format_write(const kf_record *record, const kf_format *format, const kf_writing *how,
                            kf_sink *sink, void *context, kf_log *log);

/* ---- loss.c -------------------------------------------------------- doc/spec/convert.md ---- */

KF_API kf_loss *kf_loss_new(void);
KF_API void kf_loss_free(kf_loss *loss);
// The items by kind, carried before lost, in the order of the kinds' names.
KF_API size_t kf_loss_count(const kf_loss *loss);
KF_API bool kf_loss_item_at(const kf_loss *loss, size_t index, kf_loss_item *item);
// Every single place in the order of the file, with a count of one each.
KF_API size_t kf_loss_places(const kf_loss *loss);
KF_API bool kf_loss_place_at(const kf_loss *loss, size_t index, kf_loss_item *item);
// Whether anything was lost.
KF_API bool kf_loss_any_lost(const kf_loss *loss);

/* ---- check.c ------------------------------------------------------- doc/spec/check.md ---- */

// Reports everything in the record that its specification or the rules of the game forbid, or that
// looks wrong: values (sgf/…), and on every branch moves, prisoners, handicap, komi and result
// beside the board (go/…). The rules are those that each game names, else Japanese. Reading
// reports the syntax; this reports the rest. True when there is no error.
KF_API bool kf_check(const kf_record *record, kf_log *log);

#ifdef __cplusplus
}
#endif

#endif
