// SPDX-License-Identifier: MIT
// What a game says of itself, as a catalogue keeps it: names, date, result, and all its words.

#include "catalog/catalog.h"

#include <string.h>

#include "base/text.h"
#include "play/play.h"
#include "record/record.h"
#include "record/value.h"

// The fields in their order, and where they come from.
static const struct {
    int id;
    const char *name;
} properties[KF_FIELD_TEXTS] = {
    [KF_FIELD_BLACK] = {KF_P_PB, "PB"},      [KF_FIELD_WHITE] = {KF_P_PW, "PW"},
    [KF_FIELD_BLACK_RANK] = {KF_P_BR, "BR"}, [KF_FIELD_WHITE_RANK] = {KF_P_WR, "WR"},
    [KF_FIELD_EVENT] = {KF_P_EV, "EV"},      [KF_FIELD_ROUND] = {KF_P_RO, "RO"},
    [KF_FIELD_PLACE] = {KF_P_PC, "PC"},      [KF_FIELD_DATE] = {KF_P_DT, "DT"},
    [KF_FIELD_RESULT] = {KF_P_RE, "RE"},     [KF_FIELD_KOMI] = {KF_P_KM, "KM"},
    [KF_FIELD_HANDICAP] = {KF_P_HA, "HA"},   [KF_FIELD_RULES] = {KF_P_RU, "RU"},
    [KF_FIELD_NAME] = {KF_P_GN, "GN"},
};

const char *kf_card_property(kf_field field) {
    return properties[field].name;
}

// Most names are two capitals, which are told apart without a look at the table of properties.
static int field_of(kf_text name) {
    if (name.length != 2 || name.data[1] < 'A' || name.data[1] > 'Z') {
        int id = kf_value_id(name);
        for (int i = 0; i < KF_FIELD_TEXTS && id >= 0; i++)
            if (properties[i].id == id)
                return i;
        return -1;
    }
    for (int i = 0; i < KF_FIELD_TEXTS; i++)
        if (properties[i].name[0] == name.data[0] && properties[i].name[1] == name.data[1])
            return i;
    return -1;
}

// A text longer than this is no name: the rest of it is found by its words alone.
enum { LONGEST = 1000 };

// Cuts between characters, not within one.
static void cut_long(kf_buffer *buffer, size_t from) {
    size_t end = from + LONGEST;
    if (buffer->length <= end)
        return;
    buffer->length = kf_text_front(kf_buffer_text(buffer), end);
}

void kf_card_read(kf_card *card, const kf_record *record, kf_node game) {
    kf_text rest = kf_node_text(record, game), value;
    kf_property property;
    size_t from[KF_FIELD_TEXTS] = {0}, to[KF_FIELD_TEXTS] = {0};
    kf_buffer *buffer = &card->buffer;
    buffer->length = 0;
    while (kf_property_scan(&rest, &property)) {
        int field = field_of(property.name);
        if (field < 0 || to[field] > 0 || !kf_property_value(&property.values, &value))
            continue;
        from[field] = buffer->length;
        kf_value_plain(buffer, value, true);
        cut_long(buffer, from[field]);
        to[field] = buffer->length;
    }
    for (int i = 0; i < KF_FIELD_TEXTS; i++) {
        kf_text text = {to[i] > from[i] ? buffer->data + from[i] : "", to[i] - from[i]};
        card->texts[i] = kf_text_trim(text);
    }
    card->texts[KF_FIELD_KOMI] =
        kf_outcome_komi_kept(kf_node_text(record, game), card->texts[KF_FIELD_KOMI],
                             card->texts[KF_FIELD_RULES], card->komi);
}

// Whether the property is for people to read. Where a record comes from and who may copy it is not
// said in the game.
static bool is_given(int id) {
    return id == KF_P_C || id == KF_P_GC || id == KF_P_N || id == KF_P_AN || id == KF_P_ON ||
           id == KF_P_BT || id == KF_P_WT;
}

static void read_node_words(kf_card *card, kf_text rest) {
    kf_property property;
    kf_text value;
    while (kf_property_next(&rest, &property)) {
        if (!is_given(property.id) || !kf_property_value(&property.values, &value))
            continue;
        kf_value_plain(&card->words, value, false);
        kf_buffer_add_char(&card->words, '\n');
    }
}

void kf_card_read_words(kf_card *card, const kf_record *record, kf_node game, bool is_bare) {
    kf_walk walk = kf_walk_from(record, game);
    card->words.length = 0;
    if (is_bare) {
        read_node_words(card, kf_node_text(record, game));
        return;
    }
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        kf_text text = kf_node_text(record, node);
        if (text.length > 5)
            read_node_words(card, text);
    }
}

// A point turned by a symmetry of the board; passes and moves that are not there stay.
static uint64_t turn(kf_point point, int symmetry, int width, int height) {
    if (point >= KF_NOWHERE)
        return 1023;
    int column = kf_point_column(point), row = kf_point_row(point);
    if (symmetry & 1)
        column = width - 1 - column;
    if (symmetry & 2)
        row = height - 1 - row;
    int number = symmetry & 4 ? column * height + row : row * width + column;
    return (uint64_t)(number % 1023);
}

uint64_t kf_card_key(const kf_point first[72], int width, int height) {
    static const int moves[6] = {20, 40, 60, 31, 51, 71};
    uint64_t least = UINT64_MAX;
    for (int symmetry = 0; symmetry < (width == height ? 8 : 4); symmetry++) {
        uint64_t key = 0;
        for (int i = 0; i < 6; i++)
            key = key << 10 | turn(first[moves[i] - 1], symmetry, width, height);
        least = key < least ? key : least;
    }
    return least;
}
