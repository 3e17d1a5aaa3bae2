// SPDX-License-Identifier: MIT
// GIB, the notation of Tygem: a header of `\[KEY=VALUE\]`, then a line for each move.

#include <stdio.h>
#include <string.h>

#include "format/server/server.h"

typedef struct reading {
    kf_server_game game;
    kf_text result; // in words
    bool is_inside; // the moves have begun
} reading;

static int sniff(kf_text head) {
    enum { FRONT = 24, KEY = 16, GAME = 24 };
    kf_text front = kf_text_trim(head);
    int bits = kf_text_starts(front, KF_TEXT("\\HS")) ? FRONT : 0;
    if (bits == 0)
        return 0;
    bits += kf_words_find(kf_text_cut(front, 0, 200), "\\[") < 200 ? KEY : 0;
    return bits + (kf_words_find(front, "\\GS") < front.length ? GAME : 0);
}

// The file names no character set, but mostly the server's country. What is UTF-8 is that.
static bool charset(kf_text head, kf_text *name) {
    static const char *const kinds[][2] = {
        {"Korea", "EUC-KR"}, {"China", "GB18030"}, {"Japan", "Shift_JIS"}};
    kf_text kind = kf_text_cut(head, kf_words_find(head, "GIBOKIND=") + 9, head.length);
    if (kf_text_is_utf8(kf_text_cut(head, 0, kf_text_whole(head)), NULL))
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kf_words_begin(kind, kinds[i][0])) {
            *name = kf_text_of(kinds[i][1]);
            return true;
        }
    return false;
}

// ---- Facts ----

// `name (3급)`: a name with a rank behind it.
static void add_player(kf_server_game *game, kf_text value, const char *name, const char *rank) {
    kf_buffer out = {.arena = game->record->arena};
    size_t open = value.length;
    bool has_rank = value.length > 0 && value.data[value.length - 1] == ')';
    while (has_rank && open > 0 && value.data[open - 1] != '(')
        open--;
    if (has_rank && open > 1) {
        kf_words_rank(kf_text_cut(value, open, value.length - 1), &out);
        kf_server_fact(game, name, kf_text_cut(value, 0, open - 1));
        kf_server_fact(game, rank, kf_buffer_text(&out));
    } else {
        kf_server_fact(game, name, value);
    }
}

// Levels count from 1, which is 17k, by 17, which is 1k, and 18, which is 1d, to 26, which is 9d.
static void add_level(kf_server_game *game, kf_text value, const char *rank) {
    char text[8];
    int level;
    if (!kf_words_integer(value, &level) || level < 1 || level > 26)
        return;
    snprintf(text, sizeof text, "%d%c", level < 18 ? 18 - level : level - 17,
             level < 18 ? 'k' : 'd');
    kf_server_string(game, rank, text);
}

static void add_date(kf_server_game *game, kf_text value) {
    char date[12];
    if (kf_words_date(value, date))
        kf_server_string(game, "DT", date);
}

// Tenths of a point.
static void add_komi(kf_server_game *game, kf_text value) {
    char komi[24];
    int tenths;
    if (!kf_words_integer(value, &tenths) || tenths < -9999 || tenths > 9999)
        return;
    snprintf(komi, sizeof komi, tenths % 10 != 0 ? "%s%d.%d" : "%s%d", tenths < 0 ? "-" : "",
             (tenths < 0 ? -tenths : tenths) / 10, (tenths < 0 ? -tenths : tenths) % 10);
    kf_server_string(game, "KM", komi);
}

// What the numbers of a result mean; others are not known.
static void add_result(kf_server_game *game, int kind, kf_text margin) {
    static const char *const kinds[] = {
        [2] = "0", [3] = "B+R", [4] = "W+R", [7] = "B+T", [8] = "W+T"};
    char result[24];
    int tenths = 0;
    if (kind == 0 || kind == 1) {
        kf_words_integer(margin, &tenths);
        snprintf(result, sizeof result, tenths % 10 != 0 ? "%c+%d.%d" : "%c+%d", "BW"[kind],
                 tenths / 10, tenths % 10);
        if (tenths > 0)
            kf_server_string(game, "RE", result);
    } else if (kind > 1 && kind < 9 && kinds[kind] != NULL) {
        kf_server_string(game, "RE", kinds[kind]);
    }
}

// `1200-30-3`: the main time, then the seconds of a period, then the periods. In the tag the main
// time stands last.
static void add_time(kf_server_game *game, kf_text value, bool is_tag) {
    char text[40];
    int parts[3];
    kf_text field;
    for (int i = 0; i < 3; i++)
        if (!kf_words_field(&value, '-', &field) || !kf_words_integer(field, &parts[i]))
            return;
    int main_time = is_tag ? parts[2] : parts[0], period = is_tag ? parts[0] : parts[1];
    int periods = is_tag ? parts[1] : parts[2];
    snprintf(text, sizeof text, "%d", main_time);
    kf_server_string(game, "TM", text);
    snprintf(text, sizeof text, "%dx%d byo-yomi", periods, period);
    if (periods > 0 && period > 0)
        kf_server_string(game, "OT", text);
}

// ---- Lists of facts: KEY:VALUE,KEY:VALUE … ----

// The value of a key. It may hold commas: it ends where a comma and another key follow.
static bool find_value(kf_text list, const char *key, kf_text *value) {
    size_t length = strlen(key), begin = 0;
    while (begin < list.length) {
        kf_text here = kf_text_cut(list, begin, list.length);
        bool is_front = begin == 0 || list.data[begin - 1] == ',';
        if (is_front && kf_text_starts(here, kf_text_of(key)) && here.length > length &&
            here.data[length] == ':') {
            *value = kf_text_cut(here, length + 1, here.length);
            break;
        }
        begin++;
    }
    if (begin == list.length)
        return false;
    for (size_t i = 0; i < value->length; i++) {
        size_t k = i + 1;
        while (k < value->length && value->data[k] >= 'A' && value->data[k] <= 'Z')
            k++;
        if (value->data[i] == ',' && k > i + 1 && k < value->length && value->data[k] == ':') {
            value->length = i;
            break;
        }
    }
    return true;
}

static void read_main_list(reading *r, kf_text list) {
    kf_text value, margin = {"", 0};
    int kind, size;
    find_value(list, "ZIPSU", &margin);
    if (find_value(list, "GRLT", &value) && kf_words_integer(value, &kind))
        add_result(&r->game, kind, margin);
    if (find_value(list, "GONGJE", &value))
        add_komi(&r->game, value);
    if (find_value(list, "GTIME", &value))
        add_time(&r->game, value, false);
    if (find_value(list, "LINE", &value) && kf_words_integer(value, &size) && size >= 2 &&
        size <= KF_BOARD_MAX)
        r->game.size = size;
}

static void read_sub_list(reading *r, kf_text list) {
    kf_text value;
    if (find_value(list, "GNAME", &value))
        kf_server_fact(&r->game, "EV", value);
    if (find_value(list, "GDATE", &value))
        add_date(&r->game, value);
    if (find_value(list, "GPLC", &value))
        kf_server_fact(&r->game, "PC", value);
    if (find_value(list, "GCMT", &value))
        kf_server_fact(&r->game, "GC", value);
}

static void read_user(reading *r, kf_text list, bool is_black) {
    kf_text value;
    if (find_value(list, is_black ? "BID" : "WID", &value))
        kf_server_fact(&r->game, is_black ? "PB" : "PW", value);
    if (find_value(list, is_black ? "BLV" : "WLV", &value))
        add_level(&r->game, value, is_black ? "BR" : "WR");
}

// `S1,R3,D5,G0,W255,Z0,T30-3-1200,C2016:03:26:17:29,I:white,L:8,M:black,N:3 …`
static void read_tag(reading *r, kf_text list) {
    kf_text field, kind = {"", 0}, margin = {"", 0};
    int number;
    while (kf_words_field(&list, ',', &field)) {
        field = kf_text_trim(field);
        char key = field.length > 1 ? field.data[0] : '\0';
        bool is_named = key != '\0' && field.data[1] == ':';
        kf_text value = kf_text_cut(field, is_named ? 2 : 1, field.length);
        if (!is_named && key == 'G')
            add_komi(&r->game, value);
        else if (!is_named && key == 'T')
            add_time(&r->game, value, true);
        else if (!is_named && key == 'C')
            add_date(&r->game, value);
        else if (!is_named && key == 'W')
            kind = value;
        else if (!is_named && key == 'Z')
            margin = value;
        else if (is_named && (key == 'I' || key == 'M'))
            kf_server_fact(&r->game, key == 'I' ? "PW" : "PB", value);
    }
    if (kf_words_integer(kind, &number))
        add_result(&r->game, number, margin);
}

static void read_header(reading *r, kf_text line) {
    size_t equals = kf_words_find(line, "=");
    kf_text key = kf_text_cut(line, 2, equals), value = kf_text_cut(line, equals + 1, line.length);
    size_t end = kf_words_find(value, "\\]");
    value = kf_text_trim(kf_text_cut(value, 0, end));
    if (kf_text_is(key, "GAMEBLACKNAME"))
        add_player(&r->game, value, "PB", "BR");
    else if (kf_text_is(key, "GAMEWHITENAME"))
        add_player(&r->game, value, "PW", "WR");
    else if (kf_text_is(key, "GAMENAME"))
        kf_server_fact(&r->game, "EV", value);
    else if (kf_text_is(key, "GAMEPLACE"))
        kf_server_fact(&r->game, "PC", value);
    else if (kf_text_is(key, "GAMEDATE"))
        add_date(&r->game, value);
    else if (kf_text_is(key, "GAMELECNAME"))
        kf_server_fact(&r->game, "AN", value);
    else if (kf_text_is(key, "GAMERESULT"))
        r->result = value;
    else if (kf_text_is(key, "GAMECONDITION") || kf_text_is(key, "GAMECOMMENT"))
        kf_server_say(&r->game, value);
    else if (kf_text_is(key, "GAMEINFOMAIN"))
        read_main_list(r, value);
    else if (kf_text_is(key, "GAMEINFOSUB"))
        read_sub_list(r, value);
    else if (kf_text_is(key, "BUSERINFO") || kf_text_is(key, "WUSERINFO"))
        read_user(r, value, key.data[0] == 'B');
    else if (kf_text_is(key, "GAMETAG"))
        read_tag(r, value);
}

// The condition and the comment of the header are the comment on the game.
static void end_header(reading *r) {
    char result[24];
    kf_server_game *game = &r->game;
    if (r->result.length > 0 && kf_words_result(r->result, result))
        kf_server_string(game, "RE", result);
    kf_server_fact(game, "RE", r->result);
    kf_server_fact(game, "GC", kf_buffer_text(&game->own.comment));
    game->own.comment.length = 0;
    r->is_inside = true;
}

// ---- Moves ----

static void report(reading *r, kf_text line, const char *what) {
    kf_log_add(r->game.log, KF_SERVER_LINE, kf_server_place(r->game.record, line.data), "%s", what);
    r->game.record->is_repaired = true;
}

// `STO 0 NUMBER COLOUR COLUMN ROW`, `SKI 0 NUMBER` for a pass, `INI 0 1 HANDICAP`.
static void read_game_line(reading *r, kf_text line) {
    kf_server_game *game = &r->game;
    kf_text rest = line, word, kind;
    int numbers[5] = {0}, count = 0;
    if (!kf_text_word(&rest, &kind))
        return;
    while (count < 5 && kf_text_word(&rest, &word) && kf_words_integer(word, &numbers[count]))
        count++;
    if (kf_text_is(kind, "STO") && count == 5 && (numbers[2] == 1 || numbers[2] == 2) &&
        numbers[3] >= 0 && numbers[3] < game->size && numbers[4] >= 0 && numbers[4] < game->size)
        kf_server_move(game, numbers[2] == 1 ? KF_BLACK : KF_WHITE, numbers[3], numbers[4],
                       line.data);
    else if (kf_text_is(kind, "SKI"))
        kf_server_move(game, game->last == KF_BLACK ? KF_WHITE : KF_BLACK, -1, -1, line.data);
    else if (kf_text_is(kind, "INI") && count >= 3 && numbers[2] >= 0 && numbers[2] <= 9)
        game->handicap = numbers[2];
    else if (kf_text_is(kind, "STO") || kf_text_is(kind, "INI"))
        report(r, line, "this is neither a move nor the beginning of a game; the line is left out");
    // REM, and the lines of numbers before the game, say nothing of it.
}

static void read_gib(kf_record *record, const kf_reading *how, kf_log *log) {
    enum { USUAL = 19 };
    reading r = {.is_inside = false};
    kf_text rest = record->source->text, line;
    kf_server_begin(&r.game, record, how->size > 0 ? how->size : USUAL, log);
    while (kf_text_line(&rest, &line)) {
        line = kf_text_trim(line);
        if (kf_text_starts(line, KF_TEXT("\\[")))
            read_header(&r, line);
        else if (kf_text_is(line, "\\GS") || (!r.is_inside && kf_text_is(line, "\\HE")))
            end_header(&r);
        else if (r.is_inside && line.length > 0 && line.data[0] != '\\')
            read_game_line(&r, line);
    }
    if (!r.is_inside)
        end_header(&r);
    kf_server_end(&r.game);
}

const kf_format kf_gib_format = {
    .name = "gib",
    .title = "GIB of Tygem",
    .suffix = "gib",
    .keeps = "names, ranks, date, place, komi, handicap, times, result and the moves",
    .sniff = sniff,
    .charset = charset,
    .read = read_gib,
};
