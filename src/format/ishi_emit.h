// SPDX-License-Identifier: MIT
// A record as the lines of an Ishi file, before anything is carried.

#ifndef KIFU_FORMAT_ISHI_EMIT_H
#define KIFU_FORMAT_ISHI_EMIT_H

#include <kifu/kifu.h>

#include "base/buffer.h"
#include "format/ishi_show.h"

// A node as it stands in the text.
typedef struct kf_ishi_unit {
    kf_node node;
    kf_ishi_kind kind;
    int number;      // of the last move before it
    int indent;      // in spaces
    size_t begin;    // of its first line
    size_t facts_at; // where its USER kifu block goes
} kf_ishi_unit;

typedef struct kf_ishi_emitted {
    kf_text text;
    kf_ishi_unit *units; // in the order of the text; every node has one
    size_t count;
    const kf_text *prisoners; // by node: what the board says
} kf_ishi_emitted;

// Makes the lines of the whole record. With `is_careful` no line stands there that was carried
// over from another Ishi file without being understood. Every game has a square board that Ishi
// can hold.
kf_ishi_emitted kf_ishi_emit(const kf_record *record, bool is_careful, kf_arena *arena);

#endif
