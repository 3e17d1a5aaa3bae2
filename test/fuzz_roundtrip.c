// SPDX-License-Identifier: MIT
// Read, write, read again: the same record, in one notation and through another.

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static kf_record *again(const kf_record *record, const char *format, kf_loss *loss) {
    fuzz_bytes text = fuzz_write(record, format, true, loss);
    kf_record *result = text.written ? fuzz_read(text.data, text.length, format, 0) : NULL;
    if (text.written)
        fuzz_expect(result, "what was written cannot be read");
    free(text.data);
    return result;
}

static void expect_no_loss(const kf_loss *loss, const char *what) {
    kf_loss_item item;
    for (size_t i = 0; i < kf_loss_count(loss); i++)
        if (kf_loss_item_at(loss, i, &item) && item.lost)
            fprintf(stderr, "lost: %s (%zu)\n", item.kind, item.count);
    fuzz_expect(!kf_loss_any_lost(loss), what);
}

// A record that was read without any repair is written as the bytes it came from.
static void expect_verbatim(const kf_record *record, const char *format, const uint8_t *data,
                            size_t size) {
    if (!kf_record_is_verbatim(record))
        return;
    fuzz_bytes text = fuzz_write(record, format, false, NULL);
    fuzz_expect(text.written && text.length == size &&
                    (size == 0 || memcmp(text.data, data, size) == 0),
                "nothing was repaired, and other bytes were written");
    free(text.data);
}

// Whether all games can be written: a file of Davar may have several tables, and one is written.
static bool takes_all(const kf_record *record, const char *format) {
    return kf_record_games(record) <= 1 || strcmp(format, "davar") != 0;
}

// The same notation twice, and the second layout is the first.
static void expect_stable(const kf_record *record, const char *format) {
    kf_record *second = takes_all(record, format) ? again(record, format, NULL) : NULL;
    if (!second)
        return;
    fuzz_expect_same(record, second, format);
    fuzz_bytes a = fuzz_write(record, format, true, NULL);
    fuzz_bytes b = fuzz_write(second, format, true, NULL);
    fuzz_expect(b.written && a.length == b.length &&
                    (a.length == 0 || memcmp(a.data, b.data, a.length) == 0),
                "the canonical layout of the canonical layout is another");
    free(a.data);
    free(b.data);
    kf_record_free(second);
}

// There and back through another notation that promises to lose nothing.
static void expect_kept(const kf_record *record, const char *home, const char *away) {
    kf_loss *loss = kf_loss_new();
    kf_record *there = again(record, away, loss);
    // An empty file is an event in Ishi, so there is no Ishi for a record without games.
    // Ishi leaves out games that it cannot hold, and the log says so.
    bool is_due = there && kf_record_games(record) > 0 && takes_all(record, home) &&
                  kf_record_games(there) == kf_record_games(record);
    if (is_due) {
        expect_no_loss(loss, "a conversion that loses nothing lists a loss");
        kf_record *back = again(there, home, NULL);
        fuzz_expect(back, "the way back is closed");
        fuzz_expect_same(record, back, "there and back");
        kf_record_free(back);
    }
    kf_record_free(there);
    kf_loss_free(loss);
}

// ---- What is left when the losses are taken away ----

// The root of the game of `other` that stands where `node`'s does, or of its only one.
static kf_node root_beside(const kf_record *record, kf_node node, const kf_record *other) {
    kf_node found = kf_node_child(other, 0);
    if (kf_record_games(record) != kf_record_games(other))
        return found;
    kf_node game = kf_node_child(record, 0), wanted = kf_node_game(record, node);
    for (; game && found && game != wanted; game = kf_node_next(record, game))
        found = kf_node_next(other, found);
    return found;
}

// The node as many steps down that game's main line as `node` is down its own.
static kf_node beside(const kf_record *record, kf_node node, const kf_record *other) {
    kf_node found = root_beside(record, node, other);
    for (node = kf_node_parent(record, node); node && found; node = kf_node_parent(record, node))
        found = kf_node_child(other, found);
    return found;
}

// False for the name of a property that only a reader lets through.
static bool drop(kf_record *record, kf_node node, const char *name) {
    return !node || kf_node_set(record, node, name, NULL, 0, NULL);
}

// Numbers follow from the ones before, so that one that is lost changes those behind it.
static void drop_numbers(kf_record *record) {
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node = kf_walk_enter(&walk); node; node = kf_walk_enter(&walk))
        drop(record, node, "MN");
}

// Takes away, on both sides, what one place of the list says is lost; false when it is a change of
// the moves or of the setup, and no absence.
static bool take_away(kf_record *record, kf_record *there, const kf_loss_item *item) {
    static const char property[] = "property ";
    const char *name = NULL;
    if (!item->lost)
        return true;
    if (strcmp(item->kind, "variation") == 0 || strcmp(item->kind, "game") == 0)
        return kf_node_remove(record, item->node, NULL);
    if (strcmp(item->kind, "move number") == 0) {
        drop_numbers(record);
        drop_numbers(there);
        return true;
    }
    if (strcmp(item->kind, "comment text") == 0)
        name = "C";
    else if (strcmp(item->kind, "text line") == 0)
        name = "KFLINE";
    else if (strncmp(item->kind, property, sizeof property - 1) == 0)
        name = item->kind + sizeof property - 1;
    // The list has only the front of a very long name.
    if (!name || strcmp(name, "SZ") == 0 || strlen(item->kind) >= 63)
        return false;
    return drop(there, beside(record, item->node, there), name) && drop(record, item->node, name);
}

// A value as another notation has it, which knows no backslashes, no rectangles that are listed
// from their last corner, and no square board with two sides.
static kf_text plain_value(const kf_property *property, kf_text value, char *out) {
    bool is_text = kf_property_is(property, "C") || kf_property_is(property, "KFLINE");
    kf_text plain = {out, kf_property_plain(value, !is_text, out)}, first, second;
    while (!is_text && plain.length > 0 && strchr(" \t\v", plain.data[0]))
        plain = (kf_text){plain.data + 1, plain.length - 1};
    while (!is_text && plain.length > 0 && strchr(" \t\v", plain.data[plain.length - 1]))
        plain.length--;
    if (is_text || !kf_property_split(plain, &first, &second))
        return plain;
    while (first.length > 0 && strchr(" \t\v", first.data[first.length - 1]))
        first.length--;
    while (second.length > 0 && strchr(" \t\v", second.data[0]))
        second = (kf_text){second.data + 1, second.length - 1};
    if (first.length != second.length)
        return plain;
    for (size_t i = 0; i < first.length; i++) {
        size_t other = (size_t)(second.data - out) + i, here = (size_t)(first.data - out) + i;
        char low = out[here] < out[other] ? out[here] : out[other];
        out[other] = out[here] < out[other] ? out[other] : out[here];
        out[here] = low;
    }
    return memcmp(first.data, second.data, first.length) == 0 ? first : plain;
}

static void respell_property(kf_record *record, kf_node node, const kf_property *property) {
    enum { MOST = 4096 };
    kf_text *values = malloc(MOST * sizeof *values), rest = property->values, value;
    char *text = malloc(property->values.length + 1), *end = text;
    char *name = malloc(property->name.length + 1);
    size_t count = 0, letters = 0;
    fuzz_expect(values && text && name, "no memory");
    // Its capitals are the name, or small letters alone; with other letters a property is only
    // read, and not set.
    for (size_t i = 0; i < property->name.length; i++)
        if (property->name.data[i] < 'a' || property->name.data[i] > 'z')
            name[letters++] = property->name.data[i];
    bool is_small = letters == 0;
    for (size_t i = 0; is_small && i < property->name.length; i++)
        name[letters++] = (char)(property->name.data[i] - 'a' + 'A');
    name[letters] = '\0';
    while (count < MOST && kf_property_value(&rest, &value)) {
        values[count] = plain_value(property, value, end);
        end = text + (values[count].data - text) + values[count].length;
        count++;
    }
    kf_node_set(record, node, name, values, count, NULL);
    free(values);
    free(text);
    free(name);
}

// The size of a board may be written in several ways: `9x8`. False: it is none.
static bool respell_size(kf_record *record, kf_node game) {
    int width, height;
    char text[32];
    if (!kf_record_board(record, game, &width, &height))
        return false;
    int length = width == height ? snprintf(text, sizeof text, "%d", width)
                                 : snprintf(text, sizeof text, "%d:%d", width, height);
    kf_text value = {text, (size_t)length};
    return kf_node_set(record, game, "SZ", &value, 1, NULL);
}

static void respell(kf_record *record) {
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node = kf_walk_enter(&walk); node; node = kf_walk_enter(&walk)) {
        kf_text rest = kf_node_text(record, node);
        for (kf_property property; kf_property_next(&rest, &property);) {
            bool is_size = kf_property_is(&property, "SZ") && kf_node_game(record, node) == node;
            if (!is_size || !respell_size(record, node))
                respell_property(record, node, &property);
        }
    }
}

// Compares what is left on both sides. Nothing is compared when something on the list is a change.
static void expect_rest(const kf_loss *loss, const fuzz_bytes *home, const fuzz_bytes *away,
                        const char *const names[2]) {
    kf_record *rest = fuzz_read(home->data, home->length, names[0], 0);
    kf_record *there = fuzz_read(away->data, away->length, names[1], 0);
    fuzz_expect(rest && there, "what was read once is not read again");
    bool is_absence = true;
    for (size_t i = 0; is_absence && i < kf_loss_places(loss); i++) {
        kf_loss_item item;
        kf_loss_place_at(loss, i, &item);
        is_absence = take_away(rest, there, &item);
    }
    if (is_absence) {
        respell(rest);
        respell(there);
        fuzz_expect_same(rest, there, names[1]);
    }
    kf_record_free(rest);
    kf_record_free(there);
}

// Through a notation that says less: the same after what was listed as lost was taken away. What
// was written once says it all, so the second time nothing more is lost.
static void expect_listed(const kf_record *record, const fuzz_bytes *home,
                          const char *const names[2]) {
    kf_loss *loss = kf_loss_new();
    kf_loss *later = kf_loss_new();
    fuzz_bytes text = fuzz_write(record, names[1], true, loss);
    if (text.written) {
        kf_record *there = fuzz_read(text.data, text.length, names[1], 0);
        fuzz_expect(there, "what was written cannot be read");
        expect_rest(loss, home, &text, names);
        kf_record *twice = again(there, names[1], later);
        fuzz_expect(twice, "what was written and read cannot be written again");
        expect_no_loss(later, "the second time something is lost again");
        fuzz_expect_same(there, twice, "the second time through");
        kf_record_free(twice);
        kf_record_free(there);
    }
    free(text.data);
    kf_loss_free(later);
    kf_loss_free(loss);
}

static void from(const uint8_t *data, size_t size, const char *home, const char *away) {
    kf_record *record = fuzz_read(data, size, home, 0);
    if (!record)
        return;
    expect_verbatim(record, home, data, size);
    expect_stable(record, home);
    if (away)
        expect_kept(record, home, away);
    expect_kept(record, home, "json");
    fuzz_bytes bytes = {.data = (char *)(uintptr_t)data, .length = size};
    expect_listed(record, &bytes, (const char *const[]){home, "davar"});
    expect_listed(record, &bytes, (const char *const[]){home, "ascii"});
    kf_record_free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    from(data, size, "sgf", "ishi");
    from(data, size, "ishi", "sgf");
    from(data, size, "davar", "sgf");
    from(data, size, "ascii", NULL);
    return 0;
}
