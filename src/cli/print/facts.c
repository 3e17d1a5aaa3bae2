// SPDX-License-Identifier: MIT
// What a record says of a game: players, place, date, result and the like.

#include "cli/print/print.h"

#include <string.h>

#include <kifu/check.h>

static const kf_fact facts[KF_FACTS + 1] = {
    {"GN", "Game", "game_name"},
    {"EV", "Event", "event"},
    {"RO", "Round", "round"},
    {"PB", "Black", "black"},
    {"BR", "Black's rank", "black_rank"},
    {"BT", "Black's team", "black_team"},
    {"PW", "White", "white"},
    {"WR", "White's rank", "white_rank"},
    {"WT", "White's team", "white_team"},
    {"DT", "Date", "date"},
    {"PC", "Place", "place"},
    {"RU", "Rules", "rules"},
    {"HA", "Handicap", "handicap"},
    {"KM", "Komi", "komi"},
    {"TM", "Time", "time"},
    {"OT", "Overtime", "overtime"},
    {"RE", "Result", "result"},
    {"ON", "Opening", "opening"},
    {"AN", "Analysis", "analysis"},
    {"US", "Recorder", "recorder"},
    {"SO", "Source", "source"},
    {"CP", "Copyright", "copyright"},
    {NULL, NULL, NULL},
};

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
    kf_facts_plain(out, value, true);
    return true;
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

// Whether the property is the fact's. Nearly all names are two capitals, as those of facts are;
// others may be older spellings.
static bool is_fact(const kf_property *property, const kf_fact *fact) {
    kf_text name = property->name;
    if (name.length == 2 && is_capital(name.data[0]) && is_capital(name.data[1]))
        return memcmp(name.data, fact->property, 2) == 0;
    return kf_property_is(property, fact->property);
}

void kf_facts_find(const kf_record *record, kf_node game, kf_text values[KF_FACTS]) {
    kf_text rest = kf_node_text(record, game);
    kf_property property;
    for (int i = 0; i < KF_FACTS; i++)
        values[i] = (kf_text){NULL, 0};
    while (kf_property_scan(&rest, &property)) {
        kf_text all = property.values;
        int i = 0;
        while (i < KF_FACTS && !is_fact(&property, &facts[i]))
            i++;
        if (i < KF_FACTS && values[i].data == NULL)
            kf_property_value(&all, &values[i]);
    }
}

void kf_facts_print(kf_cli *cli, const kf_record *record, kf_node game, size_t column) {
    kf_buffer text = {.arena = cli->arena};
    kf_text values[KF_FACTS];
    kf_facts_find(record, game, values);
    for (int i = 0; i < KF_FACTS; i++) {
        text.length = 0;
        if (values[i].length > 0)
            kf_facts_plain(&text, values[i], true);
        if (text.length == 0)
            continue;
        fputs(facts[i].label, cli->out);
        kf_report_pad(cli->out, strlen(facts[i].label), column);
        kf_report_text(cli->out, kf_buffer_text(&text), false);
        putc('\n', cli->out);
    }
    if (text.data != NULL)
        kf_arena_release(cli->arena, text.data);
    kf_text where;
    const kf_dialect *dialect = kf_dialect_of(record, game, &where);
    if (dialect == NULL)
        return;
    fputs("Written by", cli->out);
    kf_report_pad(cli->out, strlen("Written by"), column);
    fprintf(cli->out, "%s\n", dialect->name);
}
