// SPDX-License-Identifier: MIT
// Moves of one's own, and the record with them as SGF.

#include "page.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

// What goes through the record knows only the nodes that were there when it began.
static void begin_anew(page *p) {
    kf_play_free(p->play);
    free(p->table);
    p->table = NULL;
    p->play = kf_play_new(p->record, NULL);
    if (p->play == NULL)
        __builtin_trap();
}

EXPORT(undo) void page_undo(page *p, kf_node node) {
    (void)!kf_node_remove(p->record, node, NULL);
    begin_anew(p);
}

// Adds a move at a point (as in the table; 0xFFFF passes) below a node, and gives its node. Where
// the rules of the game forbid it, there is none, and 0 is given.
EXPORT(play) kf_node page_play(page *p, kf_node node, kf_colour colour, uint32_t point) {
    char place[2];
    kf_value_put_point(place, (int)(point & 255), (int)(point >> 8));
    kf_text value = {place, point == 0xFFFF ? 0 : 2};
    kf_node added = kf_node_add(p->record, node, NULL);
    if (added == 0 ||
        !kf_node_set(p->record, added, colour == KF_BLACK ? "B" : "W", &value, 1, NULL))
        __builtin_trap();
    begin_anew(p);
    if (kf_play_go(p->play, added) && !kf_play_is_illegal(p->play))
        return added;
    page_undo(p, added);
    return 0;
}

static void tell_properties(void *context) {
    page *p = context;
    kf_text text = kf_node_text(p->record, p->node);
    kf_buffer_add(&p->answer, text.data, text.length);
}

// The properties of a node in SGF syntax.
EXPORT(properties) const char *page_properties(page *p, kf_node node) {
    p->node = node;
    return page_answer(p, tell_properties);
}

// Gives a node other ones.
EXPORT(describe) void page_describe(page *p, kf_node node, const char *text, size_t length) {
    if (!kf_node_set_text(p->record, node, (kf_text){text, length}, NULL))
        __builtin_trap();
    begin_anew(p);
}

static bool begins_tree(const kf_record *record, kf_node node) {
    kf_node parent = kf_node_parent(record, node);
    return parent == 0 || kf_node_next(record, kf_node_child(record, parent)) != 0;
}

static void write_record(void *context) {
    page *p = context;
    kf_text utf8 = {"UTF-8", 5};
    kf_walk walk = kf_walk_from(p->record, 0);
    for (kf_node game = kf_node_child(p->record, 0); game != 0;
         game = kf_node_next(p->record, game))
        (void)!kf_node_set(p->record, game, "CA", &utf8, 1, NULL);
    while (kf_walk_step(&walk)) {
        if (walk.node == 0)
            continue;
        if (begins_tree(p->record, walk.node))
            kf_buffer_add_char(&p->answer, walk.entering ? '(' : ')');
        if (!walk.entering)
            continue;
        kf_text text = kf_node_text(p->record, walk.node);
        kf_buffer_add_char(&p->answer, ';');
        kf_buffer_add(&p->answer, text.data, text.length);
    }
}

// The whole record as SGF, in UTF-8.
EXPORT(sgf) const char *page_sgf(page *p) {
    return page_answer(p, write_record);
}
