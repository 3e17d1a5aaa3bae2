// SPDX-License-Identifier: MIT
// Writing Ishi: from a tree to lines, and what they cannot say.

#ifndef KF_FORMAT_ISHI_ISHI_WRITER_H
#define KF_FORMAT_ISHI_ISHI_WRITER_H

#include <kifu/format.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/output.h"
#include "format/ishi/ishi.h"
#include "play/play.h"

/* ---- ishi_show.c ------------------------------------------------------------------ ---- */

// The lines that Ishi has for a node, by group: what any reader of the file sees.

// The properties of a node and its lines fall into groups that show the same thing.
typedef enum kf_ishi_group {
    KF_ISHI_TITLE,
    KF_ISHI_HEADER,
    KF_ISHI_SIZE,
    KF_ISHI_PLAY,
    KF_ISHI_STONES,
    KF_ISHI_COMMENT,
    KF_ISHI_MARKS,
    KF_ISHI_GROUPS,
    KF_ISHI_UNSEEN = KF_ISHI_GROUPS // shown nowhere
} kf_ishi_group;

typedef struct kf_ishi_view {
    const kf_record *record;
    kf_node node;
    kf_ishi_kind kind;
    int size;      // of the board
    int number;    // that is printed before the node's move, or was before it
    kf_play *path; // of the record, for the marks
} kf_ishi_view;

// The group that a property of such a node belongs to.
kf_ishi_group kf_ishi_show_group(const kf_property *property, kf_ishi_kind kind);
// Adds the lines of a group, each with CR LF, not indented.
void kf_ishi_show(const kf_ishi_view *view, kf_ishi_group group, kf_buffer *out);
// Adds the text with a space before it, if there is any, and ends the line.
void kf_ishi_show_line(kf_buffer *out, const char *keyword, kf_text text);

/* ---- ishi_emit.c ------------------------------------------------------------------- ---- */

// A record as the lines of an Ishi file, before anything is carried but which DIAGRAMs are nodes.

// A node as it stands in the text.
typedef struct kf_ishi_unit {
    kf_node node;
    int number;        // of the last move before it
    uint32_t begin;    // of its first line
    uint32_t facts_at; // where its USER kifu block goes, or in that of a NODE its further facts
    uint8_t kind;      // kf_ishi_kind
    uint8_t indent;    // in spaces
} kf_ishi_unit;

typedef struct kf_ishi_emitted {
    kf_buffer text;
    size_t length;       // of it, without a game in the place of those that follow
    kf_ishi_unit *units; // in the order of the text; every node has one
    size_t count;
    kf_ishi_prisoners prisoners; // what the board says
} kf_ishi_emitted;

// Makes the lines of the whole record. With `is_careful` no line stands there that was carried
// over from another Ishi file without being understood. Every game has a square board that Ishi
// can hold. `is_last`: no game follows in the file.
kf_ishi_emitted kf_ishi_emit(const kf_record *record, bool is_careful, bool is_last,
                             kf_arena *arena);

/* ---- ishi_links.c ------------------------------------------------------------------ ---- */

// Where variations and diagrams that came from Ishi stood among their siblings.

// In SGF all alternatives and diagrams at one place are siblings. KFVAR and KFDIAGRAM tell which
// of them Ishi had elsewhere: a diagram before the move of a sibling (its lead), a diagram in
// the VAR of another one, a VAR within a VAR. Such a node is tied to a sibling.
typedef struct kf_ishi_links kf_ishi_links;

// No ties yet. Costs nothing for a record that has none of these properties.
kf_ishi_links *kf_ishi_links_new(const kf_record *record, kf_arena *arena);
// Ties the siblings that begin with `first` as their properties say.
void kf_ishi_links_tie(kf_ishi_links *links, kf_node first);
bool kf_ishi_links_is_tied(const kf_ishi_links *links, kf_node node);
// The first diagram that stands before the node, the first variation inside of it, and the diagram
// behind it in the same VAR; 0 for none. The first two go on with `next`.
kf_node kf_ishi_links_lead(const kf_ishi_links *links, kf_node node);
kf_node kf_ishi_links_inner(const kf_ishi_links *links, kf_node node);
kf_node kf_ishi_links_same(const kf_ishi_links *links, kf_node node);
kf_node kf_ishi_links_next(const kf_ishi_links *links, kf_node node);

/* ---- ishi_net.c -------------------------------------------------------------------- ---- */

// The net effect of marks: at most one mark on each point of a board that Ishi can hold.

// The largest board of Ishi.
enum { KF_ISHI_LARGEST = 19, KF_ISHI_POINTS = KF_ISHI_LARGEST * KF_ISHI_LARGEST };

typedef enum kf_ishi_mark {
    KF_ISHI_MARK_NONE,
    KF_ISHI_MARK_LB,
    KF_ISHI_MARK_TR,
    KF_ISHI_MARK_SQ,
    KF_ISHI_MARK_CR,
    KF_ISHI_MARK_MA
} kf_ishi_mark;

typedef struct kf_ishi_net {
    kf_arena *arena;
    size_t count;    // of marks
    uint32_t clock;  // counts what was ever given
    bool is_crowded; // it was read from properties that show two marks on a point
    uint8_t kinds[KF_ISHI_POINTS];
    uint32_t times[KF_ISHI_POINTS]; // when the mark was given
    // Of LB, plain: pieces of `letters`, which goes with the net. A net is made for each node with
    // marks, so nothing of it may stay behind in the arena.
    struct {
        uint32_t begin, length;
    } labels[KF_ISHI_POINTS];
    kf_buffer letters;
    size_t most; // bytes of letters, before those in use are moved together
} kf_ishi_net;

// A net without marks, in a block of its own.
kf_ishi_net *kf_ishi_net_new(kf_arena *arena);
void kf_ishi_net_free(kf_ishi_net *net);
// Gives a point, in SGF's coordinates, the mark that the letters before an @ say. The letters are
// copied. With `if_free` a mark that is there already stays.
void kf_ishi_net_add(kf_ishi_net *net, int x, int y, kf_text letters, bool if_free);
// Runs a MARK or UNMARK line. The path stands at its node.
void kf_ishi_net_run(kf_ishi_net *net, kf_play *path, kf_text line);
// Takes the marks that LB, TR, SQ, CR and MA of a node show.
void kf_ishi_net_read(kf_ishi_net *net, kf_text properties);
bool kf_ishi_net_equal(const kf_ishi_net *a, const kf_ishi_net *b);
// Adds the properties that show the marks.
void kf_ishi_net_show(const kf_ishi_net *net, kf_buffer *out);
// Adds MARK lines that show the marks, without those that `minus` has too. The path stands at
// the node. Labels that no MARK can say are shortened, or left out where that would mislead.
void kf_ishi_net_write(const kf_ishi_net *net, const kf_ishi_net *minus, kf_play *path,
                       kf_buffer *out);

/* ---- ishi_node.c ------------------------------------------------------------------- ---- */

// The lines of one node of an Ishi file, in the order in which they stand there.

// A text under way. The caller sets `indent` and `size` before each node.
typedef struct kf_ishi_node {
    kf_buffer text;
    kf_buffer lines; // of the node in hand, not yet indented
    kf_ishi_prisoners prisoners;
    bool is_careful; // no line that kifu itself did not understand
    int indent;      // in spaces
    int size;        // of the board
} kf_ishi_node;

kf_ishi_node kf_ishi_node_begin(const kf_record *record, bool is_careful, kf_arena *arena);
// Adds the lines of a node, and returns where its USER kifu block goes; of a NODE, which has one,
// where its further facts go.
size_t kf_ishi_node_write(kf_ishi_node *writer, const kf_ishi_view *view);
// Adds the VAR line of a variation.
void kf_ishi_node_write_var(kf_ishi_node *writer, const kf_record *record, kf_node node);
// Adds the first or the last line of a variation that nothing stands in.
void kf_ishi_node_write_empty(kf_ishi_node *writer, bool is_end, kf_text label);
// Adds a line.
void kf_ishi_node_write_line(kf_ishi_node *writer, kf_text line);
// Adds the remarks behind the last game.
void kf_ishi_node_write_tail(kf_ishi_node *writer, const kf_record *record, kf_node game);

/* ---- ishi_same.c ------------------------------------------------------------------- ---- */

// Whether properties that were read back say the same as those that were written.

// All properties with one id among those of a node.
typedef struct kf_ishi_same_list {
    const kf_property *properties;
    size_t count;
    int id;
} kf_ishi_same_list;

// Whether both say the same of their id. Order and compression of lists of points do not count,
// nor does the way in which a text is broken into lines.
bool kf_ishi_same(kf_ishi_same_list a, kf_ishi_same_list b, kf_arena *arena);

/* ---- ishi_report.c ----------------------------------------------------------------- ---- */

// What a file that is about to be written does not give back, as facts to be carried.

// The facts of each unit, in the order of the units.
typedef struct kf_ishi_stated {
    kf_text facts;    // of all: lines with CR LF
    uint32_t *ends;   // where those of each unit end; NULL: none are told
    bool is_complete; // the nodes that were read back are the units, one by one
} kf_ishi_stated;

// Writes the text with the facts in it, those of each unit in a USER kifu block.
void kf_ishi_report_write(const kf_ishi_emitted *emitted, const kf_ishi_stated *told,
                          kf_output *out, kf_arena *arena);
// Compares the record with what was read back from the text.
kf_ishi_stated kf_ishi_report(const kf_record *record, const kf_ishi_emitted *emitted,
                              const kf_record *back, kf_loss *loss, kf_arena *arena);

/* ---- ishi_root.c ------------------------------------------------- doc/spec/carried.md ---- */

// The record with nodes of their own for moves in roots, in the arena. NULL: it has none there.
kf_record *kf_ishi_root_split(const kf_record *record, kf_arena *arena);
// Which node of the record each of that one was.
kf_node *kf_ishi_root_origins(const kf_record *record, const kf_record *apart, kf_arena *arena);

#endif
