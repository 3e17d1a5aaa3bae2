// SPDX-License-Identifier: MIT
// Titles of games, for who has an arena.

#ifndef KIFU_RECORD_TITLE_H
#define KIFU_RECORD_TITLE_H

#include <kifu/record.h>

#include "base/arena.h"

/* ---- title.c ---------------------------------------------------- doc/spec/record.md ---- */

// kf_title_of as a text in the arena; empty when the record says nothing.
kf_text kf_title_in(kf_arena *arena, const kf_record *record, kf_node game, kf_language language);

#endif
