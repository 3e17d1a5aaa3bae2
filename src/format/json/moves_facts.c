// SPDX-License-Identifier: MIT
// What JSON of others says of a game besides its moves. A fact is known by the names that are usual
// for it.

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "format/json/moves.h"

// Usual names of members, in small letters without signs between, and the property. A name that
// stands below another (`players.black.username`) counts with the one above it.
static const struct {
    const char *above, *name, *property;
} rows[KF_MOVES_ROWS] = {
    {"black", "username", "PB"}, {"white", "username", "PW"}, {"black", "name", "PB"},
    {"white", "name", "PW"},     {"black", "rank", "BR"},     {"white", "rank", "WR"},
    {NULL, "black", "PB"},       {NULL, "white", "PW"},       {NULL, "blackname", "PB"},
    {NULL, "whitename", "PW"},   {NULL, "blackplayer", "PB"}, {NULL, "whiteplayer", "PW"},
    {NULL, "blackrank", "BR"},   {NULL, "whiterank", "WR"},   {NULL, "komi", "KM"},
    {NULL, "rules", "RU"},       {NULL, "result", "RE"},      {NULL, "date", "DT"},
    {NULL, "started", "DT"},     {NULL, "event", "EV"},       {NULL, "place", "PC"},
    {NULL, "gamename", "GN"},    {"", "name", "GN"},          {NULL, "title", "GN"},
    {NULL, "source", "SO"},
};

static const char *const size_names[] = {"size",       "width",      "boardsize",
                                         "boardxsize", "boardwidth", NULL};
static const char *const height_names[] = {"height", "boardysize", "boardheight", NULL};
// ---- Members ----

static void take_fact(kf_moves *r, size_t row) {
    kf_text number;
    char kind = kf_json_read_kind(&r->json);
    if (kind == '"')
        kf_buffer_add_text(&r->facts.rows[row], kf_moves_list_string(r));
    else if (kind == '0' && kf_json_read_number(&r->json, &number))
        kf_buffer_add_text(&r->facts.rows[row], number);
    else
        kf_json_read_skip(&r->json);
}

static size_t find_row(kf_text above, kf_text name) {
    size_t row = 0;
    while (row < KF_MOVES_ROWS &&
           (!kf_moves_names_is(name, rows[row].name) ||
            (rows[row].above != NULL && !kf_moves_names_is(above, rows[row].above))))
        row++;
    return row;
}

// Members with a number by which OGS says who is who, who won and when. False: it is none of them.
static bool take_number(kf_moves *r, kf_text above, kf_text name) {
    bool is_id = kf_moves_names_is(name, "id");
    int *into =
        kf_moves_names_is(name, "winner") ? &r->facts.winner_id
        : kf_moves_names_is(name, "blackplayerid") || (is_id && kf_moves_names_is(above, "black"))
            ? &r->facts.black_id
        : kf_moves_names_is(name, "whiteplayerid") || (is_id && kf_moves_names_is(above, "white"))
            ? &r->facts.white_id
        : kf_moves_names_is(name, "starttime") || kf_moves_names_is(name, "started")
            ? &r->facts.start
        : kf_moves_names_is(name, "maintime")   ? &r->facts.main_time
        : kf_moves_names_is(name, "periodtime") ? &r->facts.period_time
        : kf_moves_names_is(name, "periods")    ? &r->facts.periods
                                                : NULL;
    if (into == NULL || kf_json_read_kind(&r->json) != '0')
        return false;
    int number;
    if (kf_json_read_integer(&r->json, &number))
        *into = number;
    return true;
}

// Members that say how the game went. False: it is none of them.
static bool take_course(kf_moves *r, kf_text name) {
    int number;
    char kind = kf_json_read_kind(&r->json);
    if (kf_moves_names_is(name, "handicap") && kind == '0')
        r->facts.handicap = kf_json_read_integer(&r->json, &number) ? number : 0;
    else if (kf_moves_names_is(name, "initialplayer") && kind == '"')
        r->facts.is_white_first = kf_moves_names_colour(kf_moves_list_string(r)) == KF_WHITE;
    else if (kf_moves_names_is(name, "outcome") && kind == '"')
        kf_buffer_add_text(&r->facts.outcome, kf_moves_list_string(r));
    else if (kf_moves_names_is(name, "winner") && kind == '"')
        kf_buffer_add_text(&r->facts.winner, kf_moves_list_string(r));
    else if (kf_moves_names_is(name, "blacklost") && kind == 't')
        r->facts.is_black_lost =
            kf_json_read_bool(&r->json, &r->facts.is_black_lost) && r->facts.is_black_lost;
    else if (kf_moves_names_is(name, "whitelost") && kind == 't')
        r->facts.is_white_lost =
            kf_json_read_bool(&r->json, &r->facts.is_white_lost) && r->facts.is_white_lost;
    else if (kf_moves_names_is(name, "freehandicapplacement") && kind == 't')
        r->facts.is_free = kf_json_read_bool(&r->json, &r->facts.is_free) && r->facts.is_free;
    else
        return false;
    return true;
}

void kf_moves_facts_take(kf_moves *r, kf_text above, kf_text name) {
    int number;
    char kind = kf_json_read_kind(&r->json);
    size_t row = find_row(above, name);
    bool is_list = kind == '[' || kind == '"';
    if (kf_moves_names_any(name, size_names) && kf_json_read_integer(&r->json, &number))
        r->facts.size = number >= 2 && number <= KF_BOARD_MAX ? number : r->facts.size;
    else if (kf_moves_names_any(name, height_names) && kf_json_read_integer(&r->json, &number))
        r->facts.height = number >= 2 && number <= KF_BOARD_MAX ? number : r->facts.height;
    else if (r->is_measuring)
        kf_json_read_skip(&r->json);
    else if (is_list && (kf_moves_names_moves(name) || kf_moves_names_stones(name)))
        kf_moves_list_take(r, kf_moves_names_stones(name));
    else if (kf_moves_names_is(above, "initialstate") && kind == '"' &&
             kf_moves_names_colour(name) != KF_EMPTY)
        kf_moves_list_letters(r, true, kf_moves_names_colour(name), kf_moves_list_string(r));
    else if (take_course(r, name) || take_number(r, above, name))
        return;
    else if (row < KF_MOVES_ROWS && r->facts.rows[row].length == 0)
        take_fact(r, row);
    else
        kf_json_read_skip(&r->json);
}

// ---- The root ----

// Who lost is said beside how.
static void add_result(kf_moves *r) {
    kf_text how = kf_text_trim(kf_buffer_text(&r->facts.outcome)), points;
    kf_colour winner = kf_moves_names_colour(kf_text_trim(kf_buffer_text(&r->facts.winner)));
    kf_buffer out = {.arena = r->record->arena};
    if (winner == KF_EMPTY && r->facts.is_black_lost != r->facts.is_white_lost)
        winner = r->facts.is_black_lost ? KF_WHITE : KF_BLACK;
    if (winner == KF_EMPTY && r->facts.winner_id > 0 && r->facts.black_id != r->facts.white_id)
        winner = r->facts.winner_id == r->facts.black_id   ? KF_BLACK
                 : r->facts.winner_id == r->facts.white_id ? KF_WHITE
                                                           : KF_EMPTY;
    kf_text rest = how;
    if (winner == KF_EMPTY || !kf_text_word(&rest, &points))
        return;
    bool is_number = points.data[0] >= '0' && points.data[0] <= '9';
    kf_buffer_add_string(&out, winner == KF_BLACK ? "B+" : "W+");
    if (kf_words_begin(how, "resign"))
        kf_buffer_add_char(&out, 'R');
    else if (kf_words_begin(how, "time"))
        kf_buffer_add_char(&out, 'T');
    else if (is_number)
        kf_buffer_add_text(&out, points);
    kf_server_fact(&r->game, "RE", kf_buffer_text(&out));
}

// The day of the start, in Universal Time.
static void add_start(kf_moves *r) {
    char text[24];
    time_t start = r->facts.start;
    struct tm day;
    if (r->facts.start > 0 && gmtime_r(&start, &day) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d", &day) > 0)
        kf_server_string(&r->game, "DT", text);
}

// Time, and periods of overtime.
static void add_times(kf_moves *r) {
    char text[40];
    snprintf(text, sizeof text, "%d", r->facts.main_time);
    if (r->facts.main_time > 0)
        kf_server_string(&r->game, "TM", text);
    snprintf(text, sizeof text, "%dx%d byo-yomi", r->facts.periods, r->facts.period_time);
    if (r->facts.periods > 0 && r->facts.period_time > 0)
        kf_server_string(&r->game, "OT", text);
}

// OGS, which names players by `username`, counts ranks from 0, which is 30 kyu, to 30, which is 1
// dan, with fractions between.
static bool read_rank(const kf_moves *r, size_t row, kf_text value, char text[24]) {
    enum { DAN = 30, MOST = 60 };
    bool is_rank = strcmp(rows[row].property, "BR") == 0 || strcmp(rows[row].property, "WR") == 0;
    bool is_ogs = r->facts.rows[0].length > 0 || r->facts.rows[1].length > 0;
    size_t point = kf_text_find_fold(value, KF_TEXT("."));
    int number;
    if (!is_rank || !is_ogs || !kf_text_number(kf_text_cut(value, 0, point), &number) ||
        number < 0 || number > MOST)
        return false;
    snprintf(text, 24, "%d%c", number < DAN ? DAN - number : number - DAN + 1,
             number < DAN ? 'k' : 'd');
    return true;
}

void kf_moves_facts_add(kf_moves *r) {
    for (size_t i = 0; i < KF_MOVES_ROWS; i++) {
        kf_text value = kf_text_trim(kf_buffer_text(&r->facts.rows[i]));
        char text[24];
        if (read_rank(r, i, value, text))
            value = kf_text_of(text);
        bool is_result = strcmp(rows[i].property, "RE") == 0 && kf_words_result(value, text);
        bool is_date = strcmp(rows[i].property, "DT") == 0 && kf_words_date(value, text);
        kf_server_fact(&r->game, rows[i].property, is_result || is_date ? kf_text_of(text) : value);
    }
    add_result(r);
    add_start(r);
    add_times(r);
}
