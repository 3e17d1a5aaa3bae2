// SPDX-License-Identifier: MIT
// The net effect of marks: at most one mark on each point of a board that Ishi can hold.

#ifndef KIFU_FORMAT_ISHI_NET_H
#define KIFU_FORMAT_ISHI_NET_H

#include "base/buffer.h"
#include "format/ishi_path.h"

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
    uint32_t times[KF_ISHI_POINTS];  // when the mark was given
    kf_text letters[KF_ISHI_POINTS]; // of LB, plain
} kf_ishi_net;

// A net without marks, in a block of its own.
kf_ishi_net *kf_ishi_net_new(kf_arena *arena);
void kf_ishi_net_free(kf_ishi_net *net);
// Gives a point, in SGF's coordinates, the mark that the letters before an @ say. The letters are
// copied. With `if_free` a mark that is there already stays.
void kf_ishi_net_add(kf_ishi_net *net, int x, int y, kf_text letters, bool if_free);
// Runs a MARK or UNMARK line. The path stands at its node.
void kf_ishi_net_run(kf_ishi_net *net, const kf_ishi_path *path, kf_text line);
// Takes the marks that LB, TR, SQ, CR and MA of a node show.
void kf_ishi_net_read(kf_ishi_net *net, kf_text properties);
bool kf_ishi_net_equal(const kf_ishi_net *a, const kf_ishi_net *b);
// Adds the properties that show the marks.
void kf_ishi_net_show(const kf_ishi_net *net, kf_buffer *out);
// Adds MARK lines that show the marks, without those that `minus` has too. The path stands at
// the node. Labels that no MARK can say are shortened, or left out where that would mislead.
void kf_ishi_net_write(const kf_ishi_net *net, const kf_ishi_net *minus, const kf_ishi_path *path,
                       kf_buffer *out);

#endif
