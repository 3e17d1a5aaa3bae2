// SPDX-License-Identifier: MIT
// The lists of prisoners that a record of SGF carries and its board contradicts.

#include "fix/fix.h"

#include "base/text.h"
#include "check/check.h"
#include "record/value.h"

// Where the list ends the board's own word stands, so the property is simply left out.
static void take_out(kf_fix *fix, kf_node node) {
    kf_text text = fix->now->source->text;
    kf_property property;
    if (!kf_property_find(fix->now, node, "KFPRISONER", &property) ||
        property.name.data < text.data || property.name.data > text.data + text.length)
        return;
    size_t begin = (size_t)(property.name.data - text.data);
    size_t end = (size_t)(property.values.data + property.values.length - text.data);
    kf_edit edit = {.offset = begin,
                    .length = end - begin,
                    .text = KF_TEXT(""),
                    .code = KF_GO_PRISONER,
                    .what = "the list of prisoners is the board's again"};
    kf_fix_add(fix, &edit, false);
}

void kf_fix_prisoner(kf_fix *fix) {
    kf_play *replay = kf_play_in(fix->arena, fix->now, NULL);
    kf_prisoners *found = kf_arena_alloc(fix->arena, sizeof *found);
    for (kf_node game = kf_node_child(fix->now, 0); game != 0;
         game = kf_node_next(fix->now, game)) {
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
