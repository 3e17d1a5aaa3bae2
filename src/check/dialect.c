// SPDX-License-Identifier: MIT
// Which server or program wrote a game, and in what its files differ from SGF as it is specified.

#include <kifu/check.h>

#include <string.h>

#include "base/text.h"
#include "check/check.h"
#include "record/value.h"

// A mark: a value of the property that has the word in it, or with no word the property itself.
typedef struct mark {
    int id; // below 0: of `name`, which SGF does not know
    const char *name, *word;
    size_t dialect; // index below
} mark;

enum { FOX, KGS, OGS, IGS, TYGEM, MULTIGO, CGOBAN, CGOBAN_1, XMGT, DIALECTS };

static const kf_dialect dialects[DIALECTS] = {
    [FOX] = {"Fox", "komi stands in hundredths, in Chinese counting of stones; AP stands twice; TC "
                    "and TT are the periods of byo-yomi and their seconds; passes are left out"},
    [KGS] = {"KGS", "KGSDE are dead stones, KGSSB and KGSSW the points that were counted"},
    [OGS] = {"OGS", "comments begin with who wrote them"},
    [IGS] = {"PandaNet", "dead stones are not marked"},
    [TYGEM] = {"Tygem", "nothing in it differs from SGF"},
    [MULTIGO] = {"MultiGo", "MULTIGOGM is its own; AB and AW may stand twice in a node"},
    [CGOBAN] = {"CGoban", "nothing in it differs from SGF"},
    [CGOBAN_1] = {"CGoban",
                  "version 1 has its name in SY, empty lists of stones, and overtime in TM"},
    [XMGT] = {"xmgt", "names of FF[1] stand there in their long form"},
};

// In the order of asking: a server counts more than the program that one played with.
static const mark marks[] = {
    {KF_P_AP, "AP", "foxwq", FOX},
    {-1, "KGSDE", NULL, KGS},
    {-1, "KGSSB", NULL, KGS},
    {-1, "KGSSW", NULL, KGS},
    {KF_P_PC, "PC", "KGS", KGS},
    {KF_P_PC, "PC", "gokgs", KGS},
    {KF_P_PC, "PC", "online-go", OGS},
    {KF_P_PC, "PC", "OGS", OGS},
    {KF_P_SO, "SO", "online-go", OGS},
    {KF_P_PC, "PC", "PandaNet", IGS},
    {KF_P_PC, "PC", "IGS", IGS},
    {KF_P_PC, "PC", "igsgo", IGS},
    {KF_P_PC, "PC", "Internet Go Server", IGS},
    {KF_P_AP, "AP", "PANDA", IGS},
    {KF_P_PC, "PC", "Tygem", TYGEM},
    {KF_P_AP, "AP", "Tygem", TYGEM},
    {-1, "MULTIGOGM", NULL, MULTIGO},
    {KF_P_AP, "AP", "MultiGo", MULTIGO},
    {KF_P_AP, "AP", "CGoban", CGOBAN},
    {-1, "SY", "CGoban", CGOBAN_1},
    {KF_P_AP, "AP", "xmgt", XMGT},
};

// Of the names that SGF does not know, all but SY are as long as this.
enum { MARKS = sizeof marks / sizeof *marks, SHORTEST = 5 };

// A bit for each letter of the text, small or capital; other bytes may be taken for letters.
static uint32_t letters_of(kf_text text) {
    uint32_t letters = 0;
    for (size_t i = 0; i < text.length; i++)
        letters |= UINT32_C(1) << (text.data[i] & 31);
    return letters;
}

static bool is_ascii_letter(char c) {
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

// Whether the values have that name. One of three letters is no part of a word: FIGS and dogs are
// no servers. Of long names other words are made, such as jPanda.
static bool has_name(kf_text values, kf_text name) {
    enum { SHORT = 3 };
    for (size_t from = 0;;) {
        size_t at = from + kf_text_find_fold(kf_text_cut(values, from, values.length), name);
        if (at == values.length)
            return false;
        from = at + name.length;
        bool has_before = at > 0 && is_ascii_letter(values.data[at - 1]);
        bool has_behind = from < values.length && is_ascii_letter(values.data[from]);
        if (name.length > SHORT || (!has_before && !has_behind))
            return true;
    }
}

// `letters` are those of the values. Most words begin with two that are not among them.
static bool is_met(const mark *m, int id, const kf_property *property, uint32_t letters) {
    if (m->id != id || (m->id < 0 && !kf_property_is(property, m->name)))
        return false;
    // All values with their brackets, none of which is in a word.
    return m->word == NULL ||
           ((letters >> (m->word[0] & 31) & letters >> (m->word[1] & 31) & 1) != 0 &&
            has_name(property->values, kf_text_of(m->word)));
}

static void look_at(int id, const kf_property *property, size_t *best, kf_text *where) {
    bool is_short = id < 0 && property->name.length < SHORTEST;
    if (!kf_dialect_has(id) || (is_short && !kf_property_is(property, "SY")))
        return;
    uint32_t letters = letters_of(property->values);
    for (size_t i = 0; i < *best; i++)
        if (is_met(&marks[i], id, property, letters)) {
            *best = i;
            *where = property->name;
        }
}

// The row of a name: of those with two capitals, AP, PC and SO are in the table, SY is in
// none, and the others need not be looked up: they are all KF_PROPERTY_COUNT.
static inline int mark_id(kf_text name) {
    if (name.length != 2 || (unsigned)(name.data[0] - 'A') >= 26 ||
        (unsigned)(name.data[1] - 'A') >= 26)
        return kf_value_id(name);
    switch (name.data[0] << 8 | name.data[1]) {
    case 'A' << 8 | 'P':
        return KF_P_AP;
    case 'P' << 8 | 'C':
        return KF_P_PC;
    case 'S' << 8 | 'Y':
        return -1;
    case 'S' << 8 | 'O':
        return KF_P_SO;
    default:
        return KF_PROPERTY_COUNT;
    }
}

static inline void look_up(const kf_property *property, size_t *best, kf_text *where) {
    int id = mark_id(property->name);
    if (id != KF_PROPERTY_COUNT)
        look_at(id, property, best, where);
}

const kf_dialect *kf_dialect_among(const kf_property *properties, size_t count, kf_text *where) {
    size_t best = MARKS;
    for (size_t i = 0; i < count; i++)
        look_up(&properties[i], &best, where);
    return best < MARKS ? &dialects[marks[best].dialect] : NULL;
}

// The first mark of a property. What says the same in the next game is not looked at again.
static size_t first_mark(kf_dialect_memo *memo, const kf_property *property) {
    const kf_text values = property->values;
    kf_text where;
    size_t best = MARKS;
    if (values.length > 0 && memo->length == values.length &&
        memcmp(memo->values, values.data, values.length) == 0)
        return memo->mark;
    look_at(property->id, property, &best, &where);
    if (values.length <= sizeof memo->values) {
        *memo = (kf_dialect_memo){.mark = best, .length = values.length};
        memcpy(memo->values, values.data, values.length);
    }
    return best;
}

const kf_dialect *kf_dialect_again(kf_dialect_memo memo[3], const kf_property *properties,
                                   size_t count, kf_text *where) {
    size_t best = MARKS;
    for (size_t i = 0; i < count; i++) {
        const int id = properties[i].id;
        size_t mark = best, slot = id == KF_P_AP ? 0 : id == KF_P_PC ? 1 : 2;
        if (id < 0)
            look_up(&properties[i], &mark, where);
        else
            mark = first_mark(&memo[slot], &properties[i]);
        if (mark < best)
            *where = properties[i].name;
        best = mark < best ? mark : best;
    }
    return best < MARKS ? &dialects[marks[best].dialect] : NULL;
}

const kf_dialect *kf_dialect_of(const kf_record *record, kf_node game, kf_text *where) {
    kf_text rest = kf_node_text(record, game);
    kf_property property;
    size_t best = MARKS;
    while (kf_property_scan(&rest, &property))
        look_up(&property, &best, where);
    return best < MARKS ? &dialects[marks[best].dialect] : NULL;
}
