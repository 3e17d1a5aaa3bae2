// SPDX-License-Identifier: MIT
// Turned and turned back, merged with what is left of it: the same record.

#include "fuzz.h"

#include <stdlib.h>

// A copy by way of our layout, which is SGF.
static kf_record *copy(const kf_record *record) {
    kf_record *made = kf_record_new();
    for (kf_node game = kf_node_child(record, 0); game && made; game = kf_node_next(record, game))
        fuzz_expect(kf_node_copy(made, 0, record, game, NULL) != 0, "a game cannot be copied");
    return made;
}

// Odd spellings, such as rectangles that begin at another corner, are put right on the way there
// and back; from then on nothing changes.
static void expect_turned_back(const kf_record *record, unsigned choice) {
    kf_transform there = {.turns = choice & 3,
                          .is_mirrored = (choice & 4) != 0,
                          .is_swapped = (choice & 8) != 0,
                          .has_texts = (choice & 16) != 0};
    kf_transform back = there;
    if (!there.is_mirrored)
        back.turns = -there.turns & 3;
    kf_record *turned = copy(record);
    kf_record *first = NULL;
    for (int i = 0; i < 2; i++) {
        fuzz_expect(kf_transform_record(turned, &there, NULL), "cannot be turned");
        fuzz_expect(kf_transform_record(turned, &back, NULL), "cannot be turned back");
        if (i == 0)
            first = copy(turned);
    }
    fuzz_expect_same(first, turned, "turned and turned back");
    fuzz_expect_tree(turned);
    kf_record_free(first);
    kf_record_free(turned);
}

static void expect_merged(const kf_record *record, unsigned choice) {
    static const char *const words[] = {"comments", "marks,variations", "chat,times,AB",
                                        "variations,judgements,comments"};
    kf_record *into = copy(record), *less = copy(record);
    fuzz_expect(kf_strip_record(less, words[choice & 3], NULL), "cannot be stripped");
    fuzz_expect_tree(less);
    // Without setup the games may begin from other positions.
    if ((choice & 3) != 2) {
        fuzz_expect(kf_merge_record(into, less, "less", NULL), "cannot be merged");
        fuzz_expect_same(record, into, "merged with what is left of it");
    }
    fuzz_expect(kf_merge_record(into, record, "self", NULL), "cannot be merged with itself");
    fuzz_expect_same(record, into, "merged with itself");
    fuzz_expect(kf_merge_record(less, record, "more", NULL), "cannot be merged with more");
    fuzz_expect_tree(less);
    kf_record_free(less);
    kf_record_free(into);
}

// What was changed, put into the bytes of the file, is read again as the record.
static void expect_kept(const uint8_t *data, size_t size, unsigned choice) {
    static const char *const words[] = {"comments,CA", "variations", "marks,B,AB", "times,W,N"};
    kf_record *record = fuzz_read(data, size, "sgf", 0);
    kf_text place = {"Ky\xC5\x8Dto", 6};
    kf_transform turn = {.turns = choice & 3};
    if (record == NULL)
        return;
    fuzz_expect(kf_strip_record(record, words[choice >> 2 & 3], NULL), "cannot be stripped");
    for (kf_node game = kf_node_child(record, 0); game; game = kf_node_next(record, game))
        fuzz_expect(!(choice & 32) || kf_node_set(record, game, "PC", &place, 1, NULL), "no place");
    fuzz_expect(!(choice & 64) || kf_transform_record(record, &turn, NULL), "cannot be turned");
    if (choice & 128 && kf_record_nodes(record) > 2)
        kf_cut_below(record, (kf_node)(kf_record_nodes(record) / 2));
    kf_fix *changes = kf_fix_changes(record, NULL, NULL);
    fuzz_bytes bytes = {0};
    if (changes) {
        fuzz_expect(kf_fix_write(changes, fuzz_keep, &bytes, NULL), "changes cannot be written");
        kf_record *again = fuzz_read(bytes.data, bytes.length, "sgf", 0);
        fuzz_expect_same(record, again, "a changed file");
        kf_record_free(again);
    }
    free(bytes.data);
    kf_fix_free(changes);
    kf_record_free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned choice = size > 0 ? data[size - 1] : 0;
    kf_record *record = fuzz_read(data, size, NULL, 0);
    if (record) {
        expect_turned_back(record, choice);
        expect_merged(record, choice);
    }
    kf_record_free(record);
    expect_kept(data, size, choice);
    return 0;
}
