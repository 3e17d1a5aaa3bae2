// SPDX-License-Identifier: MIT
// GIB, the notation of Tygem: a header of `\[KEY=VALUE\]`, then a line for each move.

#include <stdio.h>
#include <string.h>

#include "format/server/server.h"

// What is said behind the game: `\RS` to `\RE`, with the number of moves that were played then, a
// text, or the moves of a diagram from the first one of the game on.
typedef enum remark { NO_REMARK, REMARK, REMARK_TEXT, REMARK_MOVES } remark;

// A node of the game, and the move that led there.
typedef struct step {
    kf_node node;
    int colour, x, y; // x is -1 for a pass
} step;

typedef struct reading {
    kf_server_game game;
    kf_text result;  // in words
    kf_text date;    // as it is written
    kf_text terms;   // the condition of the game, in words
    kf_text komi;    // for want of another
    kf_text nick[2]; // of Black and White, and their levels: for want of a name and a rank
    kf_text level[2];
    bool has_header; // its end was seen, or a move
    bool is_over;    // the moves are
    remark remark;
    int number;  // of moves before the remark
    step *steps; // of the game, the root first
    size_t count, room;
    size_t at; // how many moves a diagram shares with the game; SIZE_MAX: it went its own way
    // Where the file says how many lines and moves the game has, and where it begins; NULL:
    // nowhere.
    const char *lines_at, *moves_at, *begin_at;
    int lines, moves;
    size_t others; // lines of the game that are no stones
} reading;

static int sniff(kf_text head) {
    enum { FRONT = 24, KEY = 16, GAME = 24 };
    kf_text front = kf_text_trim(head);
    bool is_gib =
        kf_text_starts(front, KF_TEXT("\\HS")) || kf_text_starts(front, KF_TEXT("\\[GAME"));
    int bits = is_gib ? FRONT : 0;
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

// Levels count from 0, which is 18k, by 17, which is 1k, 18, which is 1d, 26, which is 9d, and 27,
// which is 1p, to 35, which is 9p.
static void add_level(kf_server_game *game, kf_text value, const char *rank) {
    enum { DAN = 18, PROFESSIONAL = 27, LAST = 35 };
    char text[8];
    int level;
    if (!kf_words_integer(value, &level) || level < 0 || level > LAST)
        return;
    if (level < DAN)
        snprintf(text, sizeof text, "%dk", DAN - level);
    else if (level < PROFESSIONAL)
        snprintf(text, sizeof text, "%dd", level - DAN + 1);
    else
        snprintf(text, sizeof text, "%dp", level - PROFESSIONAL + 1);
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
    if (find_value(list, "TCNT", &value) && kf_words_integer(value, &r->moves))
        r->moves_at = value.data;
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
    if (find_value(list, is_black ? "BNICK" : "WNICK", &value))
        r->nick[!is_black] = value;
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
        else if (is_named && (key == 'L' || key == 'N') && r->level[key == 'L'].length == 0)
            r->level[key == 'L'] = value;
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
    else if (kf_text_is(key, "GAMEBLACKNICK") || kf_text_is(key, "GAMEWHITENICK"))
        r->nick[key.data[4] == 'W'] = value;
    else if (kf_text_is(key, "GAMEBLACKLEVEL") || kf_text_is(key, "GAMEWHITELEVEL"))
        r->level[key.data[4] == 'W'] = value;
    else if (kf_text_is(key, "GAMENAME"))
        kf_server_fact(&r->game, "EV", value);
    else if (kf_text_is(key, "GAMEPLACE"))
        kf_server_fact(&r->game, "PC", value);
    else if (kf_text_is(key, "GAMEDATE"))
        add_date(&r->game, r->date = value);
    else if (kf_text_is(key, "GAMELECNAME"))
        kf_server_fact(&r->game, "AN", value);
    else if (kf_text_is(key, "GAMERESULT"))
        r->result = value;
    else if (kf_text_is(key, "GAMEGONGJE"))
        r->komi = value;
    else if (kf_text_is(key, "GAMECONDITION"))
        kf_server_say(&r->game, r->terms = value);
    else if (kf_text_is(key, "GAMECOMMENT"))
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

// Whether the text is points and begins so: digits, and then a unit or the end of a phrase.
static bool is_points(kf_text text) {
    static const char *const units[] = {"집", "목", "目", "子", "又", ",", ";", ")", "，", "、"};
    size_t digits = 0, length;
    while (digits < text.length && text.data[digits] >= '0' && text.data[digits] <= '9')
        digits++;
    length = digits;
    if (length + 1 < text.length && text.data[length] == '.')
        for (length++; length < text.length && text.data[length] >= '0' && text.data[length] <= '9';
             length++)
            ;
    kf_text unit = kf_text_trim(kf_text_cut(text, length, text.length));
    bool is_whole = unit.length == 0;
    for (size_t i = 0; !is_whole && i < sizeof units / sizeof *units; i++)
        is_whole = kf_words_begin(unit, units[i]);
    int number;
    return is_whole && kf_text_number(kf_text_cut(text, 0, digits), &number) && number <= 50 &&
           text.data[length - 1] != '.';
}

// The komi in the words of a condition: right behind its word, or before it in `6.5 Dum`. One that
// White gives is left out.
static void add_komi_of_terms(kf_server_game *game, kf_text terms) {
    static const char *const words[] = {"공제", "덤", "贴", "貼", "komi"};
    static const char *const reverse[] = {"역", "백", "white", "reverse", "倒", "反", "白", "逆"};
    char komi[16];
    size_t dum = kf_words_find(terms, " dum"), begin = dum, at;
    kf_text number = {"", 0};
    for (size_t i = 0; i < sizeof reverse / sizeof *reverse; i++)
        if (kf_words_find(terms, reverse[i]) < terms.length)
            return;
    while (dum < terms.length && begin > 0 && strchr("0123456789.", terms.data[begin - 1]) != NULL)
        begin--;
    kf_text before = kf_text_trim(kf_text_cut(terms, 0, begin));
    bool is_minus = before.length > 0 && before.data[before.length - 1] == '-';
    if (dum < terms.length && begin > 0 && (terms.data[begin - 1] != ' ' || is_minus))
        return;
    if (dum < terms.length)
        number = kf_text_cut(terms, begin, dum);
    for (size_t i = 0; number.length == 0 && i < sizeof words / sizeof *words; i++)
        if ((at = kf_words_find(terms, words[i])) < terms.length)
            number = kf_text_trim(kf_text_cut(terms, at + strlen(words[i]), terms.length));
    if (is_points(number) && kf_words_points(number, komi))
        kf_server_string(game, "KM", komi);
}

// The condition and the comment of the header are the comment on the game.
static void end_header(reading *r) {
    char result[24];
    kf_server_game *game = &r->game;
    if (r->has_header)
        return;
    if (r->result.length > 0 && kf_words_result(r->result, result))
        kf_server_string(game, "RE", result);
    kf_server_fact(game, "RE", r->result);
    kf_server_fact(game, "DT", r->date);
    add_komi(game, r->komi);
    add_komi_of_terms(game, r->terms);
    for (int i = 0; i < 2; i++) {
        kf_server_fact(game, i == 0 ? "PB" : "PW", r->nick[i]);
        add_level(game, r->level[i], i == 0 ? "BR" : "WR");
    }
    kf_server_fact(game, "GC", kf_buffer_text(&game->root.comment));
    game->root.comment.length = 0;
    r->has_header = true;
}

// ---- Moves ----

static void report(reading *r, kf_text line, const char *what) {
    kf_server_leave_out(r->game.record, r->game.log, line.data, what);
}

static void note_step(reading *r, step s) {
    r->steps =
        kf_arena_grow(r->game.record->arena, r->steps, &r->room, r->count + 1, sizeof *r->steps);
    r->steps[r->count++] = s;
}

static void play(reading *r, step s, kf_text line) {
    kf_server_move(&r->game, s.colour == 1 ? KF_BLACK : KF_WHITE, s.x, s.y, line.data);
}

// A move of a diagram: the game as far as both are the same, and a variation from there on. One
// that tells less of the game begins where its number says.
static void play_diagram(reading *r, step s, int number, kf_text line) {
    if (r->remark == REMARK) {
        bool is_later = number > 2 && (size_t)number - 2 < r->count;
        r->at = is_later ? (size_t)number - 2 : 0;
    }
    r->remark = REMARK_MOVES;
    step *next = r->at < r->count - 1 ? &r->steps[r->at + 1] : NULL;
    if (next != NULL && next->colour == s.colour && next->x == s.x && next->y == s.y) {
        r->at++;
        return;
    }
    if (r->at != SIZE_MAX)
        kf_server_turn_to(&r->game, r->steps[r->at].node);
    r->at = SIZE_MAX;
    play(r, s, line);
}

static void take_step(reading *r, step s, int number, kf_text line) {
    if (r->remark != NO_REMARK) {
        play_diagram(r, s, number, line);
        return;
    }
    play(r, s, line);
    s.node = r->game.node;
    note_step(r, s);
}

// Who passes: the line does not tell it.
static int next_player(const reading *r) {
    bool is_first = r->remark == NO_REMARK ? r->count == 1 : r->remark == REMARK || r->at == 0;
    if (r->remark == REMARK_MOVES && r->at < r->count && r->at > 0)
        return 3 - r->steps[r->at].colour;
    if (is_first)
        return r->game.handicap > 1 ? 2 : 1;
    return r->game.last == KF_BLACK ? 2 : 1;
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
    bool is_stone = count == 5 && (numbers[2] == 1 || numbers[2] == 2) && numbers[3] >= 0 &&
                    numbers[3] < game->size && numbers[4] >= 0 && numbers[4] < game->size;
    bool is_number = kind.data[0] >= '0' && kind.data[0] <= '9';
    if (r->remark == NO_REMARK && is_number && memchr(line.data, '&', line.length) != NULL)
        r->lines_at = kf_words_integer(kind, &r->lines) ? line.data : NULL;
    r->others += r->remark == NO_REMARK && !is_number && !kf_text_is(kind, "STO");
    if (kf_text_is(kind, "STO") && is_stone)
        take_step(r, (step){0, numbers[2], numbers[3], numbers[4]}, numbers[1], line);
    else if (kf_text_is(kind, "SKI"))
        take_step(r, (step){0, next_player(r), -1, -1}, numbers[1], line);
    else if (kf_text_is(kind, "INI") && count >= 3 && numbers[2] >= 0 && numbers[2] <= 9)
        game->handicap = r->remark == NO_REMARK ? numbers[2] : game->handicap;
    // The lines of numbers before the game, stones taken off and who gave up say nothing of it.
    else if (!is_number && !kf_text_is(kind, "REM") && !kf_text_is(kind, "SUR"))
        report(r, line, "this is neither a move nor the beginning of a game; the line is left out");
}

static bool is_game_line(kf_text line) {
    static const char *const kinds[] = {"STO ", "SKI ", "INI "};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kf_text_starts(line, kf_text_of(kinds[i])))
            return true;
    return false;
}

// ---- Remarks ----

static void say(reading *r, kf_text line) {
    size_t node = (size_t)r->number < r->count ? (size_t)r->number : r->count - 1;
    if (r->game.node != r->steps[node].node)
        kf_server_turn_to(&r->game, r->steps[node].node);
    kf_server_say(&r->game, line);
}

// A line between `\RS` and `\RE`. A text and a list of moves end with a line of `\]`.
static void read_remark(reading *r, kf_text line) {
    size_t equals = kf_words_find(line, "="), end = kf_words_find(line, "\\]");
    kf_text value = kf_text_cut(line, equals + 1, end), core = kf_text_cut(line, 0, end);
    int number;
    if (kf_text_starts(line, KF_TEXT("\\[REFSUSUN="))) {
        r->number = kf_words_integer(value, &number) && number >= 0 ? number : 0;
    } else if (kf_text_starts(line, KF_TEXT("\\[REFEXPLAIN="))) {
        r->remark = REMARK_TEXT;
        if (kf_text_trim(value).length > 0)
            say(r, value);
    } else if (kf_text_starts(line, KF_TEXT("\\["))) {
        r->remark = REMARK;
        if (is_game_line(kf_text_trim(value)))
            read_game_line(r, kf_text_trim(value));
    } else if (r->remark == REMARK_TEXT) {
        if (end > 0 || line.length == 0)
            say(r, core);
    } else if (core.length > 0) {
        read_game_line(r, core);
    }
    if (end < line.length && r->remark == REMARK_TEXT)
        r->remark = REMARK;
}

// ---- The file ----

// The number of lines counts those that are no stones, such as passes, once or twice.
static void report_end(reading *r) {
    size_t moves = r->count - 1, lines = moves + 2 * r->others;
    if (r->begin_at != NULL && !r->is_over)
        kf_log_add(r->game.log, KF_SERVER_LINE, kf_server_place(r->game.record, r->begin_at),
                   "the file ends before the game that begins here does, behind move %zu", moves);
    else if (r->moves_at != NULL && r->moves > 0 && (size_t)r->moves > moves)
        kf_log_add_as(r->game.log, KF_WARNING, KF_SERVER_LINE,
                      kf_server_place(r->game.record, r->moves_at),
                      "the header says %d moves, and there are %zu", r->moves, moves);
    else if (r->lines_at != NULL && r->lines > 0 && (size_t)r->lines > lines)
        kf_log_add_as(r->game.log, KF_WARNING, KF_SERVER_LINE,
                      kf_server_place(r->game.record, r->lines_at),
                      "the game is said to have %d lines, and it has fewer", r->lines);
}

static void read_line(reading *r, kf_text line) {
    if (kf_text_is(line, "\\RS")) {
        end_header(r);
        r->remark = REMARK;
        r->number = 0;
        r->is_over = true;
    } else if (kf_text_is(line, "\\RE")) {
        r->remark = NO_REMARK;
    } else if (r->remark != NO_REMARK) {
        read_remark(r, line);
    } else if (kf_text_starts(line, KF_TEXT("\\["))) {
        read_header(r, line);
    } else if (kf_text_is(line, "\\GS") || kf_text_is(line, "\\HE")) {
        r->begin_at = line.data[1] == 'G' ? line.data : r->begin_at;
        end_header(r);
    } else if (kf_text_is(line, "\\GE")) {
        r->is_over = true;
    } else if (is_game_line(line) || (r->has_header && line.length > 0 && line.data[0] != '\\')) {
        end_header(r);
        if (!r->is_over)
            read_game_line(r, line);
        else if (!kf_text_starts(line, KF_TEXT("\xE2\x90\x80"))) // NULs to fill a block
            report(r, line, "the game has ended before this line; it is left out");
    }
}

// Whether the text has a fact, the begin of the game, or a line of it.
static bool has_game(kf_text rest) {
    for (kf_text line; kf_text_line(&rest, &line);) {
        line = kf_text_trim(line);
        if (kf_text_starts(line, KF_TEXT("\\[")) || kf_text_is(line, "\\GS") || is_game_line(line))
            return true;
    }
    return false;
}

static void read_gib(kf_record *record, const kf_reading *how, kf_log *log) {
    enum { USUAL = 19 };
    reading r = {.remark = NO_REMARK};
    kf_text rest = record->source->text, line;
    if (!has_game(rest)) {
        kf_server_none(record, log);
        return;
    }
    kf_server_begin(&r.game, record, how->size > 0 ? how->size : USUAL, log);
    note_step(&r, (step){r.game.node, 0, 0, 0});
    while (kf_text_line(&rest, &line))
        read_line(&r, kf_text_trim(line));
    end_header(&r);
    report_end(&r);
    kf_server_end(&r.game);
}

const kf_format kf_gib_format = {
    .name = "gib",
    .title = "GIB of Tygem",
    .suffix = "gib",
    .keeps = "names, ranks, date, place, komi, handicap, times, result, the moves, remarks and "
             "diagrams",
    .sniff = sniff,
    .charset = charset,
    .read = read_gib,
};
