// SPDX-License-Identifier: MIT
// What a record says of a game: players, place, date, result and the like.

#include "cli/print/print.h"

#include <string.h>

#include <kifu/check.h>

#include "base/escape.h"
#include "base/text.h"

// The property with its two letters, the word in print and the key in JSON, in the order of
// printing.
#define FACTS(FACT)                                                                                \
    FACT(GN, 'G', 'N', "Game", "game_name")                                                        \
    FACT(EV, 'E', 'V', "Event", "event")                                                           \
    FACT(RO, 'R', 'O', "Round", "round")                                                           \
    FACT(PB, 'P', 'B', "Black", "black")                                                           \
    FACT(BR, 'B', 'R', "Black's rank", "black_rank")                                               \
    FACT(BT, 'B', 'T', "Black's team", "black_team")                                               \
    FACT(PW, 'P', 'W', "White", "white")                                                           \
    FACT(WR, 'W', 'R', "White's rank", "white_rank")                                               \
    FACT(WT, 'W', 'T', "White's team", "white_team")                                               \
    FACT(DT, 'D', 'T', "Date", "date")                                                             \
    FACT(PC, 'P', 'C', "Place", "place")                                                           \
    FACT(RU, 'R', 'U', "Rules", "rules")                                                           \
    FACT(HA, 'H', 'A', "Handicap", "handicap")                                                     \
    FACT(KM, 'K', 'M', "Komi", "komi")                                                             \
    FACT(TM, 'T', 'M', "Time", "time")                                                             \
    FACT(OT, 'O', 'T', "Overtime", "overtime")                                                     \
    FACT(RE, 'R', 'E', "Result", "result")                                                         \
    FACT(ON, 'O', 'N', "Opening", "opening")                                                       \
    FACT(AN, 'A', 'N', "Analysis", "analysis")                                                     \
    FACT(US, 'U', 'S', "Recorder", "recorder")                                                     \
    FACT(SO, 'S', 'O', "Source", "source")                                                         \
    FACT(CP, 'C', 'P', "Copyright", "copyright")

static const kf_fact facts[KF_FACTS + 1] = {
#define FACT(name, first, second, label, key) {#name, label, key},
    FACTS(FACT)
#undef FACT
        {NULL, NULL, NULL},
};

// Behind a label stand so many blanks, so that it is copied with those up to the column at once.
enum { LABEL = 16 };
#define BLANKS      "                "
#define LABEL(text) ((kf_text){text BLANKS, sizeof(text) - 1})

#define FACT(name, first, second, label, key)                                                      \
    _Static_assert(sizeof(label) <= LABEL + 1, "no label is longer");
FACTS(FACT)
#undef FACT

static const kf_text labels[KF_FACTS] = {
#define FACT(name, first, second, label, key) {label BLANKS, sizeof(label) - 1},
    FACTS(FACT)
#undef FACT
};

// The row of two capitals, plus one; 0 for those that are no fact. Every property of every header
// is looked up here.
enum {
#define FACT(name, first, second, label, key) ROW_##name,
    FACTS(FACT)
#undef FACT
        LETTERS = 26
};
static const unsigned char row_behind[LETTERS][LETTERS] = {
#define FACT(name, first, second, label, key) [(first) - 'A'][(second) - 'A'] = ROW_##name + 1,
    FACTS(FACT)
#undef FACT
};

// Properties of a header that are taken at once. Few have so many.
enum { HEADER = 48 };

void kf_facts_plain(kf_buffer *out, kf_text value, bool simple) {
    out->data = kf_arena_grow(out->arena, out->data, &out->capacity, out->length + value.length, 1);
    out->length += kf_property_plain(value, simple, out->data + out->length);
}

const kf_fact *kf_facts_list(void) {
    return facts;
}

bool kf_facts_get(const kf_record *record, kf_node game, const char *property, kf_buffer *out) {
    kf_text value;
    out->length = 0;
    if (!kf_property_get(record, game, property, &value))
        return false;
    char points[KF_OUTCOME_TEXT];
    if (strcmp(property, "KM") == 0)
        value = kf_outcome_komi_of(record, game, value, points);
    kf_facts_plain(out, value, true);
    return true;
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

// Which fact the property is, KF_FACTS for none. Nearly all names are two capitals, as those of
// facts are; others may be older spellings.
static int fact_of(const kf_property *property) {
    kf_text name = property->name;
    if (name.length == 2 && is_capital(name.data[0]) && is_capital(name.data[1])) {
        int row = row_behind[name.data[0] - 'A'][name.data[1] - 'A'];
        return row > 0 ? row - 1 : KF_FACTS;
    }
    int i = 0;
    while (i < KF_FACTS && !kf_property_is(property, facts[i].property))
        i++;
    return i;
}

static void note(kf_text values[KF_FACTS], const kf_property *property) {
    int i = fact_of(property);
    if (i < KF_FACTS && values[i].data == NULL)
        values[i] = property->value;
}

void kf_facts_find(const kf_record *record, kf_node game, kf_text values[KF_FACTS]) {
    kf_text rest = kf_node_text(record, game);
    kf_property property;
    for (int i = 0; i < KF_FACTS; i++)
        values[i] = (kf_text){NULL, 0};
    while (kf_property_scan(&rest, &property))
        note(values, &property);
}

// What a header says, and whose file that makes it: in one look at it, for collections have
// thousands.
static const kf_dialect *find_all(const kf_record *record, kf_node game, kf_text values[KF_FACTS]) {
    kf_text rest = kf_node_text(record, game), where;
    kf_property all[HEADER];
    size_t count = 0;
    for (int i = 0; i < KF_FACTS; i++)
        values[i] = (kf_text){NULL, 0};
    while (count < HEADER && kf_property_scan(&rest, &all[count]))
        note(values, &all[count++]);
    if (rest.length == 0)
        return kf_dialect_among(all, count, &where);
    for (kf_property property; kf_property_scan(&rest, &property);)
        note(values, &property);
    return kf_dialect_of(record, game, &where);
}

// A label with blanks up to the column, and room for so many bytes behind it.
static void add_label(kf_buffer *out, kf_text label, size_t column, size_t more) {
    size_t width = column > label.length ? column : label.length;
    size_t need = out->length + (width > LABEL ? width : LABEL) + more;
    if (out->data == NULL || need > out->capacity)
        out->data = kf_arena_grow(out->arena, out->data, &out->capacity, need, 1);
    char *line = out->data + out->length;
    memcpy(line, label.data, LABEL);
    if (width > LABEL)
        memset(line + LABEL, ' ', width - LABEL);
    out->length += width;
}

// Shows what a terminal would obey in what the buffer has from `begin` on, as kf_report_text does.
static void escape(kf_buffer *out, size_t begin) {
    kf_text text = kf_text_cut(kf_buffer_text(out), begin, out->length);
    if (kf_escape_next(text).plain == text.length)
        return;
    kf_buffer plain = {.arena = out->arena};
    kf_buffer_add_text(&plain, text);
    out->length = begin;
    kf_escape_text(kf_buffer_sink, out, kf_buffer_text(&plain), false);
    kf_arena_release(plain.arena, plain.data);
}

// Whether a value is printed as it stands: letters, digits and signs of ASCII without a backslash.
// Of eight bytes at a time; what is borrowed from a byte or carried to it may only make it
// doubtful.
static bool is_plain(kf_text value) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t word, doubts = 0;
    size_t i = 0;
    for (; i + sizeof word <= value.length; i += sizeof word) {
        memcpy(&word, value.data + i, sizeof word);
        uint64_t slash = word ^ (ones * '\\');
        doubts |= word | (word - ones * ' ') | (word + ones) | (slash - ones);
    }
    bool is_other = (doubts & tops) != 0;
    for (; i < value.length; i++) {
        unsigned char c = (unsigned char)value.data[i];
        is_other |= c < ' ' || c > '~' || c == '\\';
    }
    return !is_other;
}

// Behind a label, which made room for the value as it stands.
static void add_value(kf_buffer *out, kf_text value) {
    size_t begin = out->length;
    if (is_plain(value) || (memchr(value.data, '\\', value.length) == NULL &&
                            kf_escape_next(value).plain == value.length)) {
        memcpy(out->data + begin, value.data, value.length);
        out->length += value.length;
        return;
    }
    kf_facts_plain(out, value, true);
    escape(out, begin);
}

void kf_facts_add(kf_buffer *out, const kf_record *record, kf_node game, size_t column) {
    kf_text values[KF_FACTS];
    const kf_dialect *dialect = find_all(record, game, values);
    char points[KF_OUTCOME_TEXT];
    if (values[ROW_KM].length > 0)
        values[ROW_KM] = kf_outcome_komi_of(record, game, values[ROW_KM], points);
    for (int i = 0; i < KF_FACTS; i++) {
        size_t line = out->length;
        if (values[i].length == 0)
            continue;
        add_label(out, labels[i], column, values[i].length);
        size_t begin = out->length;
        add_value(out, values[i]);
        if (out->length == begin)
            out->length = line;
        else
            kf_buffer_add_char(out, '\n');
    }
    if (dialect != NULL) {
        add_label(out, LABEL("Written by"), column, 0);
        kf_buffer_add_string(out, dialect->name);
        kf_buffer_add_char(out, '\n');
    }
}

void kf_facts_print(kf_cli *cli, const kf_record *record, kf_node game, size_t column) {
    kf_buffer text = {.arena = cli->arena};
    kf_facts_add(&text, record, game, column);
    fwrite(kf_buffer_text(&text).data, 1, text.length, cli->out);
    if (text.data != NULL)
        kf_arena_release(cli->arena, text.data);
}
