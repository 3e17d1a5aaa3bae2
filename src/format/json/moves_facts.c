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
    {"black", "username", "PB"}, {"white", "username", "PW"},
    {"black", "name", "PB"},     {"white", "name", "PW"},
    {"black", "rank", "BR"},     {"white", "rank", "WR"},
    {"black", "ranking", "BR"},  {"white", "ranking", "WR"},
    {NULL, "black", "PB"},       {NULL, "white", "PW"},
    {NULL, "blackname", "PB"},   {NULL, "whitename", "PW"},
    {NULL, "blackplayer", "PB"}, {NULL, "whiteplayer", "PW"},
    {NULL, "blackrank", "BR"},   {NULL, "whiterank", "WR"},
    {NULL, "komi", "KM"},        {NULL, "rules", "RU"},
    {NULL, "result", "RE"},      {NULL, "date", "DT"},
    {NULL, "started", "DT"},     {NULL, "event", "EV"},
    {NULL, "place", "PC"},       {NULL, "gamename", "GN"},
    {"", "name", "GN"},          {NULL, "title", "GN"},
    {NULL, "source", "SO"},      {NULL, "puzzledescription", "C"},
    {NULL, "blacknick", "PB"},   {NULL, "whitenick", "PW"},
    {NULL, "blacklevel", "BR"},  {NULL, "whitelevel", "WR"},
    {NULL, "starttime", "DT"},   {NULL, "playtime", "DT"},
};

static const char *const size_names[] = {"size",       "width", "boardsize", "boardxsize",
                                         "boardwidth", "sz",    NULL};
static const char *const height_names[] = {"height", "boardysize", "boardheight", NULL};

void kf_moves_facts_clear(kf_moves_facts *facts) {
    kf_buffer rows_of[KF_MOVES_ROWS], outcome = facts->outcome, winner = facts->winner;
    memcpy(rows_of, facts->rows, sizeof rows_of);
    *facts = (kf_moves_facts){.outcome = outcome, .winner = winner, .handicap = -1};
    memcpy(facts->rows, rows_of, sizeof rows_of);
    memset(facts->is_aside, 0, sizeof facts->is_aside);
    facts->outcome.length = facts->winner.length = 0;
    for (size_t i = 0; i < KF_MOVES_ROWS; i++)
        facts->rows[i].length = 0;
}

void kf_moves_facts_begin(kf_moves_facts *facts, kf_arena *arena) {
    if (facts->outcome.arena == NULL) {
        facts->outcome.arena = facts->winner.arena = arena;
        for (size_t i = 0; i < KF_MOVES_ROWS; i++)
            facts->rows[i].arena = arena;
    }
    kf_moves_facts_clear(facts);
}

// ---- What is said around a game ----

static bool has_property(const kf_moves_facts *facts, const char *property) {
    for (size_t i = 0; i < KF_MOVES_ROWS; i++)
        if (facts->rows[i].length > 0 && strcmp(rows[i].property, property) == 0)
            return true;
    return false;
}

bool kf_moves_facts_are_of_game(const kf_moves_facts *facts) {
    return (has_property(facts, "PB") && has_property(facts, "PW")) || has_property(facts, "RE") ||
           facts->outcome.length > 0 || facts->winner.length > 0;
}

bool kf_moves_facts_are_bare(const kf_moves_facts *facts) {
    return facts->size == 0 && !has_property(facts, "PB") && !has_property(facts, "PW");
}

static void inherit_result(kf_moves_facts *facts, const kf_moves_facts *around) {
    if (has_property(facts, "RE") || facts->outcome.length > 0 || facts->winner.length > 0 ||
        facts->winner_id > 0 || facts->is_black_lost || facts->is_white_lost)
        return;
    kf_buffer_add_text(&facts->outcome, kf_buffer_text(&around->outcome));
    kf_buffer_add_text(&facts->winner, kf_buffer_text(&around->winner));
    facts->winner_id = around->winner_id;
    facts->black_id = facts->black_id > 0 ? facts->black_id : around->black_id;
    facts->white_id = facts->white_id > 0 ? facts->white_id : around->white_id;
    facts->is_black_lost = around->is_black_lost;
    facts->is_white_lost = around->is_white_lost;
}

static void inherit_rows(kf_moves_facts *facts, const kf_moves_facts *around, bool is_alone) {
    enum { LONGEST = 200 };
    bool is_new[KF_MOVES_ROWS];
    for (size_t i = 0; i < KF_MOVES_ROWS; i++) {
        const char *property = rows[i].property;
        bool is_own = strcmp(property, "RE") == 0 || strcmp(property, "GN") == 0;
        bool is_day = strcmp(property, "DT") == 0 && facts->start > 0;
        is_new[i] = around->rows[i].length > 0 && around->rows[i].length <= LONGEST && !is_day &&
                    (is_alone || !is_own) && !has_property(facts, property);
    }
    for (size_t i = 0; i < KF_MOVES_ROWS; i++)
        if (is_new[i])
            kf_buffer_add_text(&facts->rows[i], kf_buffer_text(&around->rows[i]));
}

void kf_moves_facts_inherit_size(kf_moves_facts *facts, const kf_moves_facts *around) {
    if (facts->size > 0 || facts->height > 0)
        return;
    facts->size = around->size;
    facts->height = around->height;
}

void kf_moves_facts_inherit(kf_moves_facts *facts, const kf_moves_facts *around, bool is_alone) {
    const kf_moves_time *time = &facts->time;
    bool has_time = time->main > 0 || time->periods > 0 || time->period > 0 ||
                    time->increment > 0 || time->move > 0;
    if (is_alone)
        inherit_result(facts, around);
    if (facts->start == 0 && !has_property(facts, "DT"))
        facts->start = around->start;
    inherit_rows(facts, around, is_alone);
    kf_moves_facts_inherit_size(facts, around);
    if (facts->handicap < 0) {
        facts->handicap = around->handicap;
        facts->is_free = facts->is_free || around->is_free;
    }
    facts->first = facts->first != KF_EMPTY ? facts->first : around->first;
    if (!has_time)
        facts->time = around->time;
}

// ---- Members ----

static void take_fact(kf_moves *r, size_t row) {
    kf_text number;
    char kind = kf_json_read_kind(&r->json);
    r->facts.rows[row].length = 0;
    r->facts.is_aside[row] = r->is_aside;
    if (kind == '"')
        kf_buffer_add_text(&r->facts.rows[row], kf_moves_list_string(r));
    else if (kind == '0' && kf_json_read_number(&r->json, &number))
        kf_buffer_add_text(&r->facts.rows[row], number);
    else
        kf_json_read_skip(&r->json);
}

// Whether the member is that of the row. Alone it may have the name that SGF has for it.
static bool is_member_of(size_t row, kf_text above, kf_text name) {
    if (rows[row].above == NULL && name.length == 2 && kf_text_is(name, rows[row].property))
        return true;
    return kf_moves_names_is(name, rows[row].name) &&
           (rows[row].above == NULL || kf_moves_names_is(above, rows[row].above));
}

static size_t find_row(kf_text above, kf_text name) {
    size_t row = 0;
    while (row < KF_MOVES_ROWS && !is_member_of(row, above, name))
        row++;
    return row;
}

// Where a member with a number belongs by which OGS says how much time there is. NULL: it is none.
static int *find_time(kf_moves_time *time, kf_text above, kf_text name) {
    bool is_control = kf_moves_names_is(above, "timecontrol") ||
                      kf_moves_names_is(above, "timecontrolparameters");
    bool is_main = is_control &&
                   (kf_moves_names_is(name, "initialtime") || kf_moves_names_is(name, "totaltime"));
    return is_main || kf_moves_names_is(name, "maintime")             ? &time->main
           : kf_moves_names_is(name, "periodtime")                    ? &time->period
           : kf_moves_names_is(name, "periods")                       ? &time->periods
           : is_control && kf_moves_names_is(name, "stonesperperiod") ? &time->stones
           : is_control && kf_moves_names_is(name, "timeincrement")   ? &time->increment
           : is_control && kf_moves_names_is(name, "permove")         ? &time->move
                                                                      : NULL;
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
            : find_time(&r->facts.time, above, name);
    if (into == NULL || kf_json_read_kind(&r->json) != '0')
        return false;
    int number;
    if (kf_json_read_integer(&r->json, &number))
        *into = number;
    else
        kf_json_read_skip(&r->json);
    return true;
}

// The size that a text says: `19`, `9x13`, `9:13`. False: it says none.
static bool read_size(kf_text text, int *width, int *height) {
    size_t sign = 0;
    text = kf_text_trim(text);
    while (sign < text.length && strchr("xX*:", text.data[sign]) == NULL)
        sign++;
    *height = 0;
    if (!kf_text_number(kf_text_trim(kf_text_cut(text, 0, sign)), width) ||
        (sign < text.length &&
         !kf_text_number(kf_text_trim(kf_text_cut(text, sign + 1, text.length)), height)))
        return false;
    return *width >= 2 && *width <= KF_BOARD_MAX &&
           (sign == text.length || (*height >= 2 && *height <= KF_BOARD_MAX));
}

bool kf_moves_facts_lines(kf_json_reader *json, int *number) {
    kf_json_reader again = *json;
    kf_text text, whole;
    if (!kf_json_read_number(json, &text) || !kf_json_read_integer(&again, number) ||
        !kf_words_field(&text, '.', &whole))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] != '0')
            return false;
    return memchr(whole.data, 'e', whole.length) == NULL &&
           memchr(whole.data, 'E', whole.length) == NULL;
}

// The same of a member, which may be a number, a text, or a list of two numbers.
bool kf_moves_facts_size(kf_moves *r, int *width, int *height) {
    char kind = kf_json_read_kind(&r->json);
    int numbers[2] = {0, 0}, count = 0, number;
    if (kind == '"')
        return read_size(kf_moves_list_string(r), width, height);
    if (kind == '0')
        count = kf_moves_facts_lines(&r->json, &numbers[0]);
    else if (kind != '[' || !kf_json_read_enter(&r->json, '['))
        kf_json_read_skip(&r->json);
    else
        while (kf_json_read_element(&r->json)) {
            bool has_number = kf_json_read_kind(&r->json) == '0';
            bool is_number = has_number && kf_moves_facts_lines(&r->json, &number);
            if (!has_number)
                kf_json_read_skip(&r->json);
            else if (count < 2)
                numbers[count] = number;
            count += is_number ? 1 : 3;
        }
    *width = numbers[0];
    *height = numbers[1];
    bool is_good = count >= 1 && count <= 2;
    for (int i = 0; i < count && i < 2; i++)
        is_good = is_good && numbers[i] >= 2 && numbers[i] <= KF_BOARD_MAX;
    return is_good;
}

// The size of the board. False: the member does not name it. One that is beside the moves counts
// where nothing else says it.
static bool take_board(kf_moves *r, kf_text name) {
    bool is_size = kf_moves_names_any(name, size_names);
    bool is_height = kf_moves_names_any(name, height_names);
    int width, height;
    if ((!is_size && !is_height) || kf_json_read_kind(&r->json) == '{')
        return false;
    const char *begin = r->json.rest.data;
    bool is_nothing = kf_json_read_kind(&r->json) == 'n';
    bool is_good = kf_moves_facts_size(r, &width, &height);
    if (!is_good && !is_nothing && !r->is_aside && !is_height && r->odd_size == NULL)
        r->odd_size = begin;
    if (!is_good || (r->is_aside && (is_size ? r->facts.size : r->facts.height) > 0))
        return true;
    *(is_size ? &r->facts.size : &r->facts.height) = width;
    if (height > 0)
        r->facts.height = height;
    return true;
}

// Takes a whole number; programs also write it as text, and then it is -1 where the text is none.
static bool take_whole(kf_moves *r, int *number) {
    if (kf_json_read_kind(&r->json) != '"')
        return kf_json_read_integer(&r->json, number);
    if (!kf_text_number(kf_moves_list_string(r), number))
        *number = -1;
    return true;
}

// Members that say how the game went. False: it is none of them.
static bool take_course(kf_moves *r, kf_text name) {
    int number;
    char kind = kf_json_read_kind(&r->json);
    bool is_handicap = kf_moves_names_is(name, "handicap") || kf_text_is(name, "HA");
    if (is_handicap && take_whole(r, &number))
        r->facts.handicap = r->is_aside && r->facts.handicap >= 0 ? r->facts.handicap : number;
    else if (kf_moves_names_is(name, "initialplayer") && kind == '"')
        r->facts.first = kf_moves_names_colour(kf_moves_list_string(r));
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

// Moves and stones. Of several lists of moves the first one with something in it counts. False: it
// is none of them.
static bool take_lists(kf_moves *r, kf_text above, kf_text name) {
    char kind = kf_json_read_kind(&r->json);
    bool is_list = kind == '[' || kind == '"', is_moves = is_list && kf_moves_names_moves(name);
    bool is_tree = kind == '{' && kf_moves_names_tree(name);
    bool is_stones = is_list && kf_moves_names_stones(name);
    kf_colour colour = kf_moves_names_colour(name);
    bool is_state = kind == '"' && colour != KF_EMPTY && kf_moves_names_is(above, "initialstate");
    if (!is_moves && !is_tree && !is_stones && !is_state)
        return false;
    if (r->mode != KF_MOVES_LISTS || ((is_moves || is_tree) && r->has_moves)) {
        kf_json_read_skip(&r->json);
        return true;
    }
    r->has_moves = r->has_moves || (is_moves && kf_moves_tree_filled(r->json)) ||
                   (is_tree && kf_moves_puzzle_filled(r->json));
    if (is_tree)
        kf_moves_puzzle_take(r);
    else if (is_state)
        kf_moves_list_letters(r, true, colour, kf_moves_list_string(r));
    else
        kf_moves_list_take(r, is_stones);
    return true;
}

void kf_moves_facts_take(kf_moves *r, kf_text above, kf_text name) {
    size_t row = find_row(above, name);
    if (take_board(r, name) || take_lists(r, above, name))
        return;
    else if (r->mode != KF_MOVES_FACTS)
        kf_json_read_skip(&r->json);
    else if (take_course(r, name) || take_number(r, above, name))
        return;
    else if (row < KF_MOVES_ROWS &&
             (r->facts.rows[row].length == 0 || (r->facts.is_aside[row] && !r->is_aside)))
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

// Time and overtime, in the words of OGS.
static void add_times(kf_moves *r) {
    const kf_moves_time *time = &r->facts.time;
    char text[40] = "";
    snprintf(text, sizeof text, "%d", time->main);
    if (time->main > 0)
        kf_server_string(&r->game, "TM", text);
    *text = '\0';
    if (time->periods > 0 && time->period > 0)
        snprintf(text, sizeof text, "%dx%d byo-yomi", time->periods, time->period);
    else if (time->stones > 0 && time->period > 0)
        snprintf(text, sizeof text, "%d/%d Canadian", time->stones, time->period);
    else if (time->increment > 0)
        snprintf(text, sizeof text, "%d fischer", time->increment);
    else if (time->move > 0)
        snprintf(text, sizeof text, "%d simple", time->move);
    if (*text != '\0')
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

// Komi in hundredths, of a point or, below 400, of a stone of Chinese counting; or in words. False:
// it is a number as it is meant.
static bool read_komi(kf_text value, char text[24]) {
    char points[16];
    int number;
    bool is_digit = value.length > 0 && value.data[0] >= '0' && value.data[0] <= '9';
    bool is_whole = kf_text_number(value, &number);
    if (is_whole && (number == 275 || number == 325 || number == 375))
        snprintf(text, 24, "%d.5", (2 * number - 50) / 100);
    else if (is_whole && (number == 550 || number == 650 || number == 750))
        snprintf(text, 24, "%d.5", number / 100);
    else if (!is_whole && is_digit && (unsigned char)value.data[value.length - 1] >= 0x80 &&
             kf_words_points(value, points))
        snprintf(text, 24, "%s", points);
    else
        return false;
    return true;
}

// A value as SGF has it, in `text`. False: it stays as it is. `is_told`: it says anything.
static bool read_fact(const kf_moves *r, size_t row, kf_text value, char text[24], bool *is_told) {
    const char *property = rows[row].property, *name = rows[row].name;
    bool is_level = strcmp(name, "blacklevel") == 0 || strcmp(name, "whitelevel") == 0;
    bool is_time = strcmp(name, "starttime") == 0 || strcmp(name, "playtime") == 0;
    int number;
    *is_told = !is_level || !kf_text_number(value, &number);
    if (strcmp(property, "SO") == 0 && kf_text_is(value, "play")) // there, says OGS
        *is_told = false;
    if (strcmp(property, "DT") == 0 && kf_words_date(value, text))
        return true;
    *is_told = *is_told && !is_time;
    return (strcmp(property, "RE") == 0 && kf_words_result(value, text)) ||
           (strcmp(property, "KM") == 0 && read_komi(value, text)) ||
           read_rank(r, row, value, text);
}

void kf_moves_facts_add(kf_moves *r) {
    kf_buffer rank = {.arena = r->record->arena};
    for (size_t i = 0; i < KF_MOVES_ROWS; i++) {
        kf_text value = kf_text_trim(kf_buffer_text(&r->facts.rows[i]));
        char text[24];
        bool is_told, is_level = strstr(rows[i].name, "level") != NULL;
        if (read_fact(r, i, value, text, &is_told))
            value = kf_text_of(text);
        if (is_told && is_level) {
            rank.length = 0;
            kf_words_rank(value, &rank);
            value = kf_buffer_text(&rank);
        }
        if (is_told)
            kf_server_fact(&r->game, rows[i].property, value);
    }
    if (r->facts.is_black_lost && r->facts.is_white_lost &&
        kf_words_begin(kf_buffer_text(&r->facts.outcome), "cancel"))
        kf_server_string(&r->game, "RE", "Void");
    add_result(r);
    add_start(r);
    add_times(r);
}
