// SPDX-License-Identifier: MIT
// The record that a page shows, and what its parts are told about it.

#ifndef KIFU_WEB_PAGE_H
#define KIFU_WEB_PAGE_H

#include <kifu/format.h>
#include <kifu/play.h>

#include "base/arena.h"
#include "base/buffer.h"

typedef struct page {
    kf_record *record;
    kf_play *play;   // goes through the record as one steps
    kf_arena *arena; // of the answer that was asked for last
    kf_buffer answer;
    uint32_t *table; // see page_table
    kf_node node;    // what is asked about
    uint32_t how;    // HOW_… joined by |
} page;

enum {
    HOW_NUMBERED = 1,      // every move at its point, with its number
    HOW_CROPPED = 2,       // only the part of the board that is used
    HOW_THUMBNAIL = 4,     // small: without names, marks and cues
    HOW_QUESTION = 8,      // without cues of variations, which would tell the answer
    HOW_NAMELESS = 32,     // without coordinates
    HOW_HIDE_ANSWERS = 16, // and without labels where the next moves are
};

// Numbers a node in the table: parent, first child, next sibling, facts, printed number, stones
// taken (and from bit 16 on the verdict, when the rules forbid the move), stones taken so far by
// each.
enum { PAGE_COLUMNS = 8 };

// Gives the words that `write` adds to `page->answer` room of their own.
const char *page_answer(page *p, void (*write)(void *page));

// page_tell.c: the record, and a table of its nodes.
void page_tell_record(void *context);
void page_tell_table(void *context);
// page_draw.c: what a place looks like.
void page_draw_scene(void *context);
void page_draw_svg(void *context);
// page_count.c: the count of a place.
void page_count_score(void *context);

#endif
