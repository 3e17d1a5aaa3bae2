// SPDX-License-Identifier: MIT
// What a record says of a game: players, place, date, result and the like.

#include "cli/facts.h"

#include <string.h>

#include "cli/report.h"
#include "record/value.h"

static const kf_fact facts[] = {
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

const kf_fact *kf_facts_list(void) {
    return facts;
}

bool kf_facts_get(const kf_record *record, kf_node game, const char *property, kf_buffer *out) {
    kf_text value;
    out->length = 0;
    if (!kf_property_get(record, game, property, &value))
        return false;
    kf_value_plain(out, value, true);
    return true;
}

void kf_facts_print(kf_cli *cli, const kf_record *record, kf_node game, size_t column) {
    kf_buffer text = {.arena = cli->arena};
    for (const kf_fact *fact = facts; fact->property != NULL; fact++) {
        if (!kf_facts_get(record, game, fact->property, &text) || text.length == 0)
            continue;
        fputs(fact->label, cli->out);
        kf_report_pad(cli->out, strlen(fact->label), column);
        kf_report_text(cli->out, kf_buffer_text(&text), false);
        putc('\n', cli->out);
    }
    if (text.data != NULL)
        kf_arena_release(cli->arena, text.data);
}
