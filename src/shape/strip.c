// SPDX-License-Identifier: MIT
// Taking things out of records, by the names of groups or of properties.
//
// Who publishes a game may want it without comments, clocks or names; what is taken out is named,
// so that nothing else goes.

#include <kifu/shape.h>

#include <string.h>

#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

// A group and the properties it stands for.
typedef struct group {
    kf_strip_group shown;
    const char *properties;
} group;

enum { VARIATIONS, CHAT, PRIVATE, GROUPS = 10 };

static const group groups[GROUPS] = {
    [VARIATIONS] = {{"variations", "all but the main line"}, ""},
    [CHAT] = {{"chat", "what players and watchers said on a server: lines such as 'name [3k]: hi'"},
              ""},
    [PRIVATE] = {{"carried", "what kifu carries from other notations"}, ""},
    {{"comments", "texts and names of nodes, and the comment on the game"},
     "C GC N KFCOM KFSIGN KFREMARK"},
    {{"marks", "marks, labels, arrows and lines, dimmed and visible parts"},
     "AR CR DD LB LN MA SL SQ TR VW L M SE RG SC KFMARK KFOLD"},
    {{"judgements", "good and bad moves, positions and hot spots"},
     "BM DM DO GB GW HO IT TE UC CH SI KFOLD"},
    {{"engine", "what programs computed: values, win rates, lines"}, "V SBKV LZ LZ2 LZOP LZOP2 KT"},
    {{"times", "the clock beside moves"}, "BL WL OB OW LT TC"},
    {{"territory", "points of territory"}, "TB TW"},
    {{"figures", "where figures begin, and how they are numbered"}, "FG PM MN KFDIAGRAM"},
};

const kf_strip_group *kf_strip_group_at(size_t index) {
    return index < GROUPS ? &groups[index].shown : NULL;
}

// ---- What is meant ----

static bool has_word(const char *list, kf_text word) {
    kf_text rest = kf_text_of(list), one;
    while (kf_text_word(&rest, &one))
        if (kf_text_equal(one, word))
            return true;
    return false;
}

static bool is_name(kf_text word) {
    for (size_t i = 0; i < word.length; i++)
        if (word.data[i] < 'A' || word.data[i] > 'Z')
            return false;
    return word.length > 0;
}

static int group_of(kf_text word) {
    int i = 0;
    while (i < GROUPS && !kf_text_is(word, groups[i].shown.name))
        i++;
    return i < GROUPS ? i : -1;
}

bool kf_strip_knows(kf_text word) {
    return group_of(word) >= 0 || is_name(word);
}

typedef struct stripping {
    kf_record *record;
    bool is_group[GROUPS];
    kf_text words;
    kf_log *log;
    kf_buffer out, plain;
    bool is_changed;
} stripping;

static bool is_unwanted(const stripping *s, const kf_property *property, kf_text name) {
    kf_text rest = s->words, word;
    for (int i = 0; i < GROUPS; i++)
        if (s->is_group[i] && has_word(groups[i].properties, name))
            return true;
    if (s->is_group[PRIVATE] && property->id >= 0 && kf_text_starts(name, KF_TEXT("KF")))
        return true;
    while (kf_text_item(&rest, &word))
        if (kf_text_equal(word, name))
            return true;
    return false;
}

// ---- Chat ----

// Whether a line is what somebody said: a name without spaces, in brackets a rank, then a colon.
// KGS writes `name [3k]: text`, IGS `name [ 3k ]: text`.
static bool is_chat(kf_text line) {
    size_t i = 0;
    while (i < line.length && line.data[i] != ' ' && line.data[i] != '[')
        i++;
    if (i == 0 || i > 40)
        return false;
    while (i < line.length && line.data[i] == ' ')
        i++;
    if (i == line.length || line.data[i] != '[')
        return false;
    size_t open = i;
    while (i < line.length && line.data[i] != ']')
        i++;
    return i < line.length && i - open <= 8 && i + 1 < line.length && line.data[i + 1] == ':';
}

// Writes the comment without what was said to `out`, as a property, or nothing when nothing is
// left. False: nothing was said in it, and nothing was written.
static bool put_quiet(stripping *s, kf_text value) {
    kf_text rest, line;
    bool is_first = true, has_chat = false;
    s->plain.length = 0;
    kf_value_plain(&s->plain, value, false);
    rest = kf_buffer_text(&s->plain);
    size_t begin = s->out.length;
    kf_buffer_add_string(&s->out, "C[");
    while (kf_text_line(&rest, &line)) {
        if (is_chat(line)) {
            has_chat = true;
            continue;
        }
        if (!is_first)
            kf_buffer_add_char(&s->out, '\n');
        kf_value_escape(&s->out, line);
        is_first = is_first && line.length == 0;
    }
    if (has_chat && s->out.length > begin + 2)
        kf_buffer_add_char(&s->out, ']');
    else
        s->out.length = begin;
    return has_chat;
}

// ---- Nodes ----

// The name with its capital letters alone, as FF[1] may spell it longer.
static kf_text short_name(const kf_property *property, char room[16]) {
    size_t length = 0;
    for (size_t i = 0; i < property->name.length && length < 16; i++)
        if (property->name.data[i] < 'a' || property->name.data[i] > 'z')
            room[length++] = property->name.data[i];
    return length > 0 ? (kf_text){room, length} : property->name;
}

static void strip_node(stripping *s, kf_node node) {
    kf_text rest = kf_node_text(s->record, node), value;
    bool is_changed = false;
    s->out.length = 0;
    for (kf_property property; kf_property_next(&rest, &property);) {
        char room[16];
        kf_text values = property.values;
        if (is_unwanted(s, &property, short_name(&property, room))) {
            is_changed = true;
        } else if (s->is_group[CHAT] && property.id == KF_P_C &&
                   kf_property_value(&values, &value) && put_quiet(s, value)) {
            is_changed = true;
        } else {
            kf_buffer_add_text(&s->out, property.name);
            kf_buffer_add_text(&s->out, property.values);
        }
    }
    if (is_changed && !kf_text_equal(kf_buffer_text(&s->out), kf_node_text(s->record, node))) {
        kf_record_put(s->record, node, kf_buffer_text(&s->out));
        s->is_changed = true;
    }
}

// Leaves each node of the main line one child.
static void strip_variations(stripping *s, kf_node game) {
    kf_row *rows = s->record->rows;
    for (kf_node node = game; node != 0; node = kf_node_child(s->record, node)) {
        kf_node last = rows[node].child;
        if (last == 0 || rows[last].next == last)
            continue;
        kf_node first = rows[last].next;
        rows[first].next = first;
        rows[node].child = first;
        s->is_changed = true;
    }
}

static void strip_record(void *context) {
    stripping *s = context;
    s->out = s->plain = (kf_buffer){.arena = s->record->arena};
    for (kf_node game = kf_node_child(s->record, 0); game != 0;
         game = kf_node_next(s->record, game)) {
        if (s->is_group[VARIATIONS])
            strip_variations(s, game);
        kf_walk walk = kf_walk_from(s->record, game);
        for (kf_node node; (node = kf_walk_enter(&walk)) != 0;)
            strip_node(s, node);
    }
    kf_arena_release(s->record->arena, s->out.data);
    kf_arena_release(s->record->arena, s->plain.data);
}

bool kf_strip_record(kf_record *record, const char *words, kf_log *log) {
    stripping s = {.record = record, .words = kf_text_of(words), .log = log};
    kf_text rest = s.words, word;
    while (kf_text_item(&rest, &word)) {
        int index = group_of(word);
        if (index >= 0)
            s.is_group[index] = true;
        if (index < 0 && !is_name(word)) {
            kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0},
                       "'%.*s' is neither a group nor the name of a property",
                       word.length < 60 ? (int)word.length : 60, word.data);
            return false;
        }
    }
    bool has_memory = kf_arena_try(record->arena, strip_record, &s);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    record->is_edited = record->is_edited || s.is_changed;
    return has_memory;
}
