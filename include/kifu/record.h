// SPDX-License-Identifier: MIT
// Records: trees of nodes with properties, read, walked, edited and compared; and the account of
// what a conversion costs.

#ifndef KIFU_RECORD_H
#define KIFU_RECORD_H

#include <kifu/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- record.c --------------------------------------------------- doc/spec/record.md ---- */

// A list of games, each a tree of nodes in pre-order, each node a list of properties.
typedef struct kf_record kf_record;

// A node by its number in the record. 0 is the collection: the parent of all games, and "none".
typedef uint32_t kf_node;

// How much of an input is taken: what is larger is refused, and no memory goes into it. They hold
// for each game by itself and for what stands between two games, so that a collection may be of any
// length. 0 is the usual limit, KF_NO_LIMIT none.
typedef struct kf_limits {
    uint64_t game_bytes; // of the text of one game; usually 256 MiB
    uint64_t junk;       // bytes in a row that belong to no game; usually 64 MiB
    // Of one game; usually 10,000,000, and beyond 100,000 no more than one for every 6 bytes of the
    // game's text, for so much has the shortest move.
    uint64_t nodes;
    uint64_t depth; // variations within variations; usually 100,000
} kf_limits;

#define KF_NO_LIMIT UINT64_MAX

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
// Whether a game is one of Go: no GM says otherwise. Source: FF[4], GM.
KF_API bool kf_record_is_go(const kf_record *record, kf_node game);
// What the caller named the text that it was read from; "" for a record made by calls.
KF_API const char *kf_record_name(const kf_record *record);
// The character set of the bytes that it was read from, as iconv names it; "" for a record made by
// calls.
KF_API const char *kf_record_charset(const kf_record *record);
// That of a game, where the games are in several.
KF_API const char *kf_record_charset_of(const kf_record *record, kf_node game);
// Why it was taken; `sure` gets how sure that is in per cent, `is_mixed` whether some games are in
// another set. Both may be NULL.
KF_API kf_charset_why kf_record_charset_why(const kf_record *record, int *sure, bool *is_mixed);
// Whether anything in it is beyond ASCII, or may begin what is: an escape, or `~{` of HZ.
KF_API bool kf_record_has_letters(const kf_record *record);
// Whether some of these bytes were no characters: the text has others in their place.
KF_API bool kf_record_is_damaged(const kf_record *record);
// Whether CR shows a diamond and MA a check mark: the notation that it was read from, Ishi, has no
// circles and crosses.
KF_API bool kf_record_has_diamonds(const kf_record *record);
// Where a node stands in the text that was read, with its path written into `path` (`size` bytes).
// Nowhere for a record made by calls.
KF_API kf_place kf_record_place(const kf_record *record, kf_node node, char *path, size_t size);
// The same for a piece of the node's text, without the path, which takes as long to find as the
// node is deep.
KF_API kf_place kf_record_place_of(const kf_record *record, kf_node node, const char *piece);

/* ---- node.c ----------------------------------------------------- doc/spec/record.md ---- */

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
// Adds a copy of a node of another record, with all below it, as the last child of `parent` (0: a
// game). A record made by calls becomes one of the same notation with its first game. 0 when there
// is no memory, or `from` is the record itself.
KF_API kf_node kf_node_copy(kf_record *record, kf_node parent, const kf_record *from, kf_node node,
                            kf_log *log);
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

/* ---- property.c ------------------------------------------------- doc/spec/record.md ---- */

// A property as it stands in a node's text. Borrowed from the record.
typedef struct kf_property {
    kf_text name;   // as spelled: "AB", in old files also "AddBlack"
    kf_text values; // from the first `[` to behind the last `]`
    kf_text value;  // the first of them: the bytes between the brackets, still escaped
    int id;         // row of properties.def, or -1 for a name that has none
} kf_property;

// Takes the next property off the front of `rest`, which starts as a node's text.
// False at the end. Anything that is no property is passed over.
KF_API bool kf_property_next(kf_text *rest, kf_property *property);
// The same without looking its name up, which is quicker: `id` stays as it is.
KF_API bool kf_property_scan(kf_text *rest, kf_property *property);
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

/* ---- value.c ------------------------------------------------------- doc/spec/sgf.md ---- */

// How a value is written, by the types of FF[4].
typedef enum kf_type {
    KF_TYPE_NONE,
    KF_TYPE_NUMBER,
    KF_TYPE_REAL,
    KF_TYPE_DOUBLE,
    KF_TYPE_COLOR,
    KF_TYPE_SIMPLE,  // SimpleText
    KF_TYPE_SIMPLE2, // SimpleText ':' SimpleText
    KF_TYPE_TEXT,
    KF_TYPE_MOVE,
    KF_TYPE_STONE,
    KF_TYPE_POINT,
    KF_TYPE_POINTS2, // Point ':' Point, no rectangle
    KF_TYPE_LABEL,   // Point ':' SimpleText
    KF_TYPE_SIZE,    // Number | Number ':' Number
    KF_TYPE_FIGURE   // None | Number ':' SimpleText
} kf_type;

// How many values a property has: one, some, or some or none.
typedef enum kf_arity { KF_ARITY_ONE, KF_ARITY_LIST, KF_ARITY_ELIST } kf_arity;

// Where it may stand. KF_WHERE_INHERIT: it holds for all nodes below, too.
typedef enum kf_where {
    KF_WHERE_ANY,
    KF_WHERE_ROOT,
    KF_WHERE_INFO,
    KF_WHERE_SETUP,
    KF_WHERE_MOVE,
    KF_WHERE_INHERIT
} kf_where;

// What the specification says of a property. Constants.
typedef struct kf_property_row {
    const char *name; // "AB"
    kf_type type;
    kf_arity arity;
    kf_where where;
    const char *versions; // digits of the FF versions that have it
    const char *ishi;     // keyword of the header of an Ishi file, or ""
} kf_property_row;

// The row of an id (kf_property.id); NULL when there is none.
KF_API const kf_property_row *kf_value_row(int id);
// The id of a property's name as spelled (lower-case letters do not count), or -1.
KF_API int kf_value_id(kf_text name);
// Reads an SGF point: column and row from 0, from the upper left. False unless it is two letters.
KF_API bool kf_value_point(kf_text value, int *x, int *y);
// Reads a value of a list of points: a point, or the corners of a rectangle with a colon between.
KF_API bool kf_value_rectangle(kf_text value, int *x, int *y, int *right, int *bottom);
// Writes the two letters of a point.
KF_API void kf_value_put_point(char out[2], int x, int y);

/* ---- values.c ----------------------------------------------------- doc/spec/record.md ---- */

// Values of all properties of one name in a node, one after another, also when the name stands
// there more than once.
//
//     kf_values stones = kf_values_of(record, node, "AB");
//     for (kf_text value; kf_values_next(&stones, &value);)
//         ...
typedef struct kf_values {
    const char *name;
    kf_text rest;   // of the node's text
    kf_text values; // what is left of the property in hand
} kf_values;

// Before the first value of the property `name`, which must live as long as the result.
KF_API kf_values kf_values_of(const kf_record *record, kf_node node, const char *name);
// The next value, still escaped; false at the end.
KF_API bool kf_values_next(kf_values *values, kf_text *value);

/* ---- walk.c ----------------------------------------------------- doc/spec/record.md ---- */

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

/* ---- contents.c --------------------------------------------------- doc/spec/info.md ---- */

// How much a game holds, or a part of one.
typedef struct kf_contents {
    size_t nodes;
    size_t moves; // nodes of the main line that have a move
    size_t variations;
    size_t comments; // properties C
    size_t properties;
} kf_contents;

// Counts the node and all below it, in time linear in that; the main line is the one from this
// node. All 0 for a node that does not exist.
KF_API kf_contents kf_contents_of(const kf_record *record, kf_node game);

/* ---- path.c ------------------------------------------------------- doc/spec/show.md ---- */

// Writes the path of a node into `out` (at most `size` bytes with the NUL) and returns the length
// it needs, without the NUL. A path is numbers with dots between them: the game from 1, steps along
// first children, the child taken there from 1, steps, child, … "1.12" is the twelfth node after
// the root of game 1, "1.12.2" the second child of that node, "1.12.2.3" three steps further.
KF_API size_t kf_path_of(const kf_record *record, kf_node node, char *out, size_t size);
// The node at a place as `--at` names it: "N" after N moves of the main line of `game`, "#N" the
// last node on the main line, else anywhere, whose printed number is N, "last", or a path.
// 0 when there is no such place.
KF_API kf_node kf_path_find(const kf_record *record, kf_node game, const char *place);
// Whether the node holds a move (B or W).
KF_API bool kf_path_is_move(const kf_record *record, kf_node node);
// The printed number of a node: MN when it is a move that has one, else one more than `before`,
// the number of its parent; a node without a move keeps that number.
KF_API int kf_path_number(const kf_record *record, kf_node node, int before);

/* ---- language.c --------------------------------------------------- doc/spec/book.md ---- */

// What the words are in that pictures and books add to their record.
typedef enum kf_language {
    KF_LANGUAGE_EN,
    KF_LANGUAGE_JA,
    KF_LANGUAGE_HANS,
    KF_LANGUAGE_HANT,
    KF_LANGUAGE_KO,
    KF_LANGUAGE_DE,
    KF_LANGUAGE_FR,
    KF_LANGUAGE_ES,
    KF_LANGUAGES
} kf_language;

// "zh-Hans", as BCP 47 calls it; and the way back. False: kifu does not speak it.
KF_API const char *kf_language_tag(kf_language language);
KF_API bool kf_language_named(const char *tag, kf_language *language);

/* ---- title.c ---------------------------------------------------- doc/spec/record.md ---- */

// What a game is called: "Rin Kaiho 8 dan – Otake Hideo 7 dan, 4th Meijin, 1965-09-18". Its players
// with their ranks, or without players its name (GN); then the event and the date, as far as they
// are not said yet. Of two players, one who is not named is called by the colour in `language`.
// Writes it into `out` as UTF-8, cut to whole characters so that it has room in `size` bytes with
// its NUL, and returns the length it needs without that: 0 when the record says nothing, or without
// memory.
KF_API size_t kf_title_of(const kf_record *record, kf_node game, kf_language language, char *out,
                          size_t size);

/* ---- compare.c ---------------------------------------------------- doc/spec/diff.md ---- */

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

/* ---- loss.c ---------------------------------------------------- doc/spec/convert.md ---- */

// What a conversion could not say in the target's own words.
typedef struct kf_loss kf_loss;
typedef struct kf_loss_item {
    bool lost;        // true: gone; false: carried, only kifu reads it back
    const char *kind; // "property BL", "label", "comment text" …
    size_t count;     // how many
    kf_node node;     // the place of the first
} kf_loss_item;

// An empty one, to be freed by the caller; NULL: there is no memory.
KF_API kf_loss *kf_loss_new(void);
KF_API void kf_loss_free(kf_loss *loss);
// Notes that at `node` something of this kind was carried or lost, for writers of your own. `kind`
// is copied. Takes NULL for the loss. Of more than 4,096 kinds the others are counted together, as
// "other kinds".
KF_API void kf_loss_add(kf_loss *loss, bool lost, kf_text kind, kf_node node);
// Keeps no places from now on, only the items with their counts: of a million nodes each may lose
// something.
KF_API void kf_loss_sum_up(kf_loss *loss);
// Forgets the places and keeps the items with their counts: before the next game of a file that is
// written game by game.
KF_API void kf_loss_forget(kf_loss *loss);
// Whether an addition failed for want of memory: then there may be more than it says.
KF_API bool kf_loss_is_incomplete(const kf_loss *loss);
// The items by kind, carried before lost, in the order of the kinds' names. False: there is none of
// that index.
KF_API size_t kf_loss_count(const kf_loss *loss);
KF_API bool kf_loss_item_at(const kf_loss *loss, size_t index, kf_loss_item *item);
// Every single place in the order of the file, with a count of one each. False as above.
KF_API size_t kf_loss_places(const kf_loss *loss);
KF_API bool kf_loss_place_at(const kf_loss *loss, size_t index, kf_loss_item *item);
// Whether anything was lost.
KF_API bool kf_loss_any_lost(const kf_loss *loss);

#ifdef __cplusplus
}
#endif

#endif
