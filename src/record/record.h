// SPDX-License-Identifier: MIT
// What a record is inside: rows of nodes over one text.

#ifndef KIFU_RECORD_RECORD_H
#define KIFU_RECORD_RECORD_H

#include <kifu/record.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/edits.h"
#include "base/log.h"
#include "base/source.h"

// The properties of a node are one run of text in SGF syntax. For a record read from SGF it is
// a piece of the source; what was edited, or came from another notation, is a text of its own.
typedef struct kf_row {
    uint32_t text;   // offset in the source's text, or index into `texts`
    uint32_t length; // in bytes, or KF_OWN_TEXT: then `text` is an index
    kf_node parent;
    kf_node child; // the LAST child, 0 if none; its `next` leads round to the first
    kf_node next;  // the next sibling; of the last one, the first
} kf_row;

#define KF_OWN_TEXT UINT32_MAX

// The piece of the source from which a node's own text was made; all zero when there is none.
typedef struct kf_origin {
    uint32_t offset, length;
} kf_origin;

// Which limit an input was over, and where.
typedef enum kf_limit {
    KF_LIMIT_NONE,
    KF_LIMIT_GAME,
    KF_LIMIT_JUNK,
    KF_LIMIT_NODES,
    KF_LIMIT_DENSITY,
    KF_LIMIT_DEPTH
} kf_limit;

// The shortest move is a node of 6 bytes, `;B[aa]`. A node takes 20 bytes and many times that while
// a game is played or written, so that a megabyte of semicolons could take all memory.
enum { KF_BYTES_OF_NODE = 6 };

typedef struct kf_refusal {
    kf_limit limit;
    size_t offset; // in the source's text
} kf_refusal;

struct kf_record {
    kf_arena *arena;
    kf_source *source;              // NULL for a record made by calls
    const struct kf_format *format; // that it was read from, or NULL
    kf_row *rows;                   // row 0 is the collection
    size_t count, capacity;
    const char **texts; // of the nodes that have their own
    uint32_t *lengths;  // of these
    size_t text_count, text_capacity, length_capacity;
    uint32_t *moves;    // 1 + the texts of plain moves, which nodes share, 0: none yet; or NULL
    kf_origin *origins; // of the texts, by the same index
    size_t origin_capacity;
    uint32_t *places; // for notations other than SGF: offset of each node in the source, or NULL
    size_t place_capacity;
    bool is_repaired; // reading mended something, so the bytes are not the record
    bool is_edited;
    bool has_diamonds;    // CR shows a diamond and MA a check mark: the notation has no others
    bool is_played;       // by the reader: it told stones on stones, and numbers give turns
    size_t games_before;  // of a stream: those that came before, and count in paths
    size_t begin, end;    // of its text in the source's; end 0: all of that
    kf_limits limits;     // while it is read; afterwards there are none
    uint64_t short_nodes; // how many there may be where a game has less than 6 bytes for each
    kf_node game;         // whose nodes are being added
    // The last run of plain moves that was read, each the only child of the one before it: what
    // counts them need not look at each. Void when the record was edited.
    kf_node run_begin, run_end;
    kf_refusal refusal; // why the reader stopped
    bool notes_mends;   // somebody wants the list that follows
    // What the reader mended, as edits of the source's text that make the mends needless.
    kf_edits mends;
};

// For readers, inside a protected call of the record's arena: an added node is the last child.
kf_node kf_record_add(kf_record *record, kf_node parent);
// Adds a copy of a node of another record, with all below it, under `parent`. Returns the copy.
kf_node kf_record_copy(kf_record *record, kf_node parent, const kf_record *from, kf_node top);
// Takes the last game out again, which has one node, the last that was added.
void kf_record_drop_last(kf_record *record);
// Drops all nodes from that one on, which are games behind the one that was the last; 0: no game
// was before them.
void kf_record_drop_from(kf_record *record, kf_node first, kf_node last);
// Takes all nodes out again: the reader found no game after all.
void kf_record_empty(kf_record *record);
// Makes the record ready for another game, when all memory that its nodes took was given back.
void kf_record_restart(kf_record *record);
// Stops reading for good, since the input is over that limit: leaves the protected call of the
// record's arena, and whoever made it drops the record.
_Noreturn void kf_record_refuse(kf_record *record, kf_limit limit, size_t offset);
// The bytes that the record was read from.
kf_text kf_record_bytes(const kf_record *record);
// Notes a mend, if somebody wants to know. `at` is a place in the source's text. A program that
// only reads (see KF_FORMAT_WRITER) does without.
#ifdef KF_ONLY_READS
static inline void kf_record_note_mend(kf_record *record, const char *at, size_t length,
                                       kf_text text, kf_code code, const char *what) {
    (void)record, (void)at, (void)length, (void)text, (void)code, (void)what;
}
#else
void kf_record_note_mend(kf_record *record, const char *at, size_t length, kf_text text,
                         kf_code code, const char *what);
#endif
// The piece of the source from which the text of a node was made: its text, or the front of it, or
// what is mended in it. Empty: there is none.
kf_text kf_record_origin(const kf_record *record, kf_node node);
// Gives a node its own text, which is copied.
void kf_record_put(kf_record *record, kf_node node, kf_text properties);
// The same, for a reader that has no use for the text that the node had: its memory is used again,
// so nothing may point into it any more, as a cursor does that stands at the node.
void kf_record_replace(kf_record *record, kf_node node, kf_text properties);
// Reads what SZ says, `9` or `13:9`. False, and nothing is set: it is no size from 1 to 52.
bool kf_record_board_says(kf_text value, int *width, int *height);
// Reads a number from 0 on as SGF has it: with white space around it, or a sign.
bool kf_record_number(kf_text value, int *number);
// Splits a size that is a rectangle at its colon, or at what people write for one: 19x19. False:
// it is none, and all of it is `first`.
bool kf_record_board_split(kf_text value, kf_text *first, kf_text *second);
// The last node of the run of plain moves in which the node stands; itself where it is in none. All
// that stand before it are as they were read, while what was read later may have changed the last.
static inline kf_node kf_record_run_end(const kf_record *record, kf_node node) {
    bool is_inside =
        node >= record->run_begin && node < record->run_end && !record->is_edited && node > 0;
    return is_inside ? record->run_end : node;
}
// A text of `texts`.
static inline kf_text kf_record_own(const kf_record *record, size_t index) {
    return (kf_text){record->texts[index], record->lengths[index]};
}
// The place of a node in the source, for the log.
void kf_record_set_place(kf_record *record, kf_node node, size_t offset);

// ---- compare.c ----

// The same as kf_compare of two readings of one text: what belongs to the file counts too, and the
// order of text that is no SGF does not. False with an empty `what`: there was no memory.
bool kf_compare_readings(const kf_record *left, const kf_record *right, kf_difference *difference);

#endif
