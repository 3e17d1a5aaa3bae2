// SPDX-License-Identifier: MIT
// Takes out the lists of prisoners that an SGF record carries and its board contradicts.

#include "check/check.h"
#include "fix/fix.h"
#include "record/value.h"

// Where the list ends the board's own word stands, so the property is simply left out.
static void take_out(kf_fix *fix, kf_node node) {
    kf_text text = fix->record->source->text;
    kf_property property;
    if (!kf_property_find(fix->record, node, "KFPRISONER", &property) ||
        property.name.data < text.data || property.name.data > text.data + text.length)
        return;
    size_t begin = (size_t)(property.name.data - text.data);
    size_t end = (size_t)(property.values.data + property.values.length - text.data);
    kf_fix_add(fix, begin, end - begin, (kf_text){"", 0},
               "the list of prisoners is the board's again");
}

void kf_fix_sgf(kf_fix *fix) {
    kf_play *replay = kf_play_in(fix->arena, fix->record, NULL);
    kf_prisoners *found = kf_arena_alloc(fix->arena, sizeof *found);
    for (kf_node game = kf_node_child(fix->record, 0); game != 0;
         game = kf_node_next(fix->record, game)) {
        kf_play_start(replay, game);
        while (kf_play_next(replay)) {
            while (kf_play_more(replay))
                continue;
            if (!kf_play_step(replay)->has_prisoners)
                continue;
            kf_referee_prisoner(replay, found);
            if (found->missing_count + found->surplus_count > 0)
                take_out(fix, kf_play_step(replay)->node);
        }
    }
}
