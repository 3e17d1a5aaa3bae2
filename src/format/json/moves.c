// SPDX-License-Identifier: MIT
// JSON of others: of servers (OGS), programs (KataGo's questions) and scripts. There is no
// standard, so a game is known by its moves, and a fact by the names that are usual for it.

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/json_read.h"
#include "format/server/server.h"

enum { DEEPEST = 40, NAMES = 25 };

typedef struct move {
    kf_colour colour; // KF_EMPTY: whose turn it is
    int x, y;
    const char *piece;
} move;

typedef struct reading {
    kf_record *record;
    kf_log *log;
    kf_json_reader json;
    kf_buffer plain; // of a string that was read last
    kf_server_game game;
    int size, height, handicap;          // height: 0 as long as nothing says it
    int winner_id, black_id, white_id;   // of OGS, where they are numbers; 0: none
    int start;                           // in seconds since 1970; 0: not told
    int main_time, period_time, periods; // in seconds, and how many there are; 0: not told
    bool is_white_first;
    move *moves, *stones;
    size_t move_count, move_room, stone_count, stone_room;
    kf_buffer facts[NAMES];                     // by row of the table below
    kf_buffer outcome, winner;                  // as OGS writes them
    bool is_black_lost, is_white_lost, is_free; // likewise
    bool is_measuring;                          // the first pass: only the size counts
} reading;

// Usual names of members, in small letters without signs between, and the property. A name that
// stands below another (`players.black.username`) counts with the one above it.
static const struct {
    const char *above, *name, *property;
} rows[NAMES] = {
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

// ---- Names ----

// Whether the member has that name, whatever its case and the signs in it: `black_name`,
// `blackName`.
static bool is_name(kf_text member, const char *name) {
    for (size_t i = 0; i < member.length; i++) {
        char c = member.data[i];
        if (c == '_' || c == '-' || c == ' ')
            continue;
        c = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        if (*name == '\0' || c != *name++)
            return false;
    }
    return *name == '\0';
}

static bool is_any(kf_text member, const char *const *names) {
    for (; *names != NULL; names++)
        if (is_name(member, *names))
            return true;
    return false;
}

static const char *const size_names[] = {"size",       "width",      "boardsize",
                                         "boardxsize", "boardwidth", NULL};
static const char *const height_names[] = {"height", "boardysize", "boardheight", NULL};
static const char *const moves_names[] = {"moves", "movelist", "sequence", NULL};
static const char *const stones_names[] = {"initialstones", "handicapstones", "setup", NULL};

// ---- Points ----

static kf_colour colour_of(kf_text word) {
    static const char *const black[] = {"b", "black", "1", NULL};
    static const char *const white[] = {"w", "white", "2", NULL};
    return is_any(word, black) ? KF_BLACK : is_any(word, white) ? KF_WHITE : KF_EMPTY;
}

// `D4`, `dp`, `pass`. False: none of them.
static bool read_word(const reading *r, kf_text word, int *x, int *y) {
    *x = *y = -1;
    if (kf_text_equal_fold(word, KF_TEXT("pass")) || kf_text_is(word, "..") || word.length == 0)
        return true;
    bool is_sgf = word.length == 2 && word.data[1] >= 'a' && word.data[1] <= 'z';
    kf_point point = kf_point_read(word.data, word.length, is_sgf ? KF_COORDS_SGF : KF_COORDS_A1,
                                   r->size, r->height > 0 ? r->height : r->size);
    if (point == KF_NOWHERE || point == KF_PASS)
        return false;
    *x = kf_point_column(point);
    *y = kf_point_row(point);
    return true;
}

// A string with a colour, a point or both: `B`, `D4`, `B[dd]`, `B D4`.
static void take_word(const reading *r, kf_text word, move *m, bool *has_point) {
    kf_text rest = word, first;
    word = kf_text_trim(word);
    if (colour_of(word) != KF_EMPTY) {
        m->colour = colour_of(word);
        return;
    }
    if (word.length > 2 && word.data[1] == '[' && word.data[word.length - 1] == ']') {
        m->colour = colour_of(kf_text_cut(word, 0, 1));
        *has_point = read_word(r, kf_text_cut(word, 2, word.length - 1), &m->x, &m->y);
        return;
    }
    if (kf_text_word(&rest, &first) && colour_of(first) != KF_EMPTY) {
        m->colour = colour_of(first);
        word = kf_text_trim(rest);
    }
    *has_point = read_word(r, word, &m->x, &m->y);
}

static void add(reading *r, bool is_stone, move m) {
    kf_arena *arena = r->record->arena;
    if (is_stone) {
        r->stones = kf_arena_grow(arena, r->stones, &r->stone_room, r->stone_count + 1, sizeof m);
        r->stones[r->stone_count++] = m;
    } else {
        r->moves = kf_arena_grow(arena, r->moves, &r->move_room, r->move_count + 1, sizeof m);
        r->moves[r->move_count++] = m;
    }
}

static void leave_out(reading *r, const char *piece) {
    kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, piece),
               "this is no move on a board of %d lines; it is left out", r->size);
    r->record->is_repaired = true;
}

// The length of the word at the front of moves in one string: of a pair of letters, as OGS writes
// them, "ddpp..", or up to a sign between two.
static size_t measure_word(kf_text text, bool has_signs) {
    size_t length = 0;
    if (!has_signs)
        return text.length < 2 ? text.length : 2;
    while (length < text.length && strchr(",;| \n\r\t", text.data[length]) == NULL)
        length++;
    return length;
}

// Moves in one string.
static void take_letters(reading *r, bool is_stone, kf_colour colour, kf_text text) {
    const char *piece = r->json.rest.data;
    bool has_signs = false;
    for (size_t i = 0; i < text.length; i++)
        has_signs = has_signs || strchr(",;| \n\r\t", text.data[i]) != NULL;
    for (size_t i = 0, length; i < text.length; i += length + has_signs) {
        move m = {.colour = colour, .piece = piece};
        bool has_point = false;
        length = measure_word(kf_text_cut(text, i, text.length), has_signs);
        kf_text word = kf_text_cut(text, i, i + length);
        if (length == 0)
            continue;
        if (has_signs)
            take_word(r, word, &m, &has_point);
        else
            has_point = read_word(r, word, &m.x, &m.y);
        if (has_point)
            add(r, is_stone, m);
        else
            leave_out(r, piece);
    }
}

static kf_text take_string(reading *r) {
    kf_text string = {"", 0};
    kf_json_read_string(&r->json, &string);
    r->plain.length = 0;
    kf_json_read_plain(&r->plain, string);
    return kf_buffer_text(&r->plain);
}

// An element of a list that is a move: numbers are column and row from the upper left.
static void take_listed(reading *r, move *m, int *numbers, bool *has_point) {
    int number;
    char kind = kf_json_read_kind(&r->json);
    if (kind == '"') {
        take_word(r, take_string(r), m, has_point);
    } else if (kind == '0' && kf_json_read_integer(&r->json, &number)) {
        if (*numbers < 2)
            *(*numbers == 0 ? &m->x : &m->y) = number;
        *has_point = *has_point || *numbers == 1;
        ++*numbers;
    } else if (kind == '[' && kf_json_read_enter(&r->json, '[')) {
        while (kf_json_read_element(&r->json)) {
            if (*numbers < 2 && kf_json_read_integer(&r->json, &number))
                *((*numbers)++ == 0 ? &m->x : &m->y) = number;
            else
                kf_json_read_skip(&r->json);
        }
        *has_point = *has_point || *numbers == 2;
    } else {
        kf_json_read_skip(&r->json);
    }
}

static void take_member_of_move(reading *r, kf_text name, move *m, int *numbers, bool *has_point) {
    static const char *const points[] = {"vertex", "point",    "pos", "coord",
                                         "move",   "position", NULL};
    static const char *const colours[] = {"color", "colour", "c", "player", "stone", NULL};
    static const char *const columns[] = {"x", "col", "column", NULL};
    static const char *const lines[] = {"y", "row", NULL};
    int number;
    if (is_any(name, colours) && kf_json_read_kind(&r->json) == '"') {
        m->colour = colour_of(take_string(r));
    } else if (is_any(name, colours) && kf_json_read_integer(&r->json, &number)) {
        m->colour = number == 1 ? KF_BLACK : number == 2 ? KF_WHITE : KF_EMPTY;
    } else if (is_any(name, points)) {
        take_listed(r, m, numbers, has_point);
    } else if (is_any(name, columns) && kf_json_read_integer(&r->json, &number)) {
        m->x = number;
        ++*numbers;
    } else if (is_any(name, lines) && kf_json_read_integer(&r->json, &number)) {
        m->y = number;
        *has_point = true;
    } else {
        kf_json_read_skip(&r->json);
    }
}

// One move of a list, in whatever form.
static void take_move(reading *r, bool is_stone) {
    move m = {.x = -1, .y = -1, .piece = r->json.rest.data};
    int numbers = 0;
    bool has_point = false;
    kf_text name;
    if (kf_json_read_kind(&r->json) == '[') {
        kf_json_read_enter(&r->json, '[');
        while (kf_json_read_element(&r->json))
            take_listed(r, &m, &numbers, &has_point);
    } else if (kf_json_read_kind(&r->json) == '{') {
        kf_json_read_enter(&r->json, '{');
        while (kf_json_read_member(&r->json, &name))
            take_member_of_move(r, name, &m, &numbers, &has_point);
    } else {
        take_listed(r, &m, &numbers, &has_point);
    }
    if (has_point) {
        add(r, is_stone, m);
        return;
    }
    leave_out(r, m.piece);
}

static void take_moves(reading *r, bool is_stone) {
    if (kf_json_read_kind(&r->json) == '"')
        take_letters(r, is_stone, KF_EMPTY, take_string(r));
    else if (!kf_json_read_enter(&r->json, '['))
        kf_json_read_skip(&r->json);
    else
        while (kf_json_read_element(&r->json))
            take_move(r, is_stone);
}

// ---- Facts ----

static void take_fact(reading *r, size_t row) {
    kf_text number;
    char kind = kf_json_read_kind(&r->json);
    if (kind == '"')
        kf_buffer_add_text(&r->facts[row], take_string(r));
    else if (kind == '0' && kf_json_read_number(&r->json, &number))
        kf_buffer_add_text(&r->facts[row], number);
    else
        kf_json_read_skip(&r->json);
}

static size_t find_row(kf_text above, kf_text name) {
    size_t row = 0;
    while (row < NAMES && (!is_name(name, rows[row].name) ||
                           (rows[row].above != NULL && !is_name(above, rows[row].above))))
        row++;
    return row;
}

// ---- Objects ----

// Members with a number by which OGS says who is who, who won and when. False: it is none of them.
static bool take_number(reading *r, kf_text above, kf_text name) {
    bool is_id = is_name(name, "id");
    int *into =
        is_name(name, "winner")                                                ? &r->winner_id
        : is_name(name, "blackplayerid") || (is_id && is_name(above, "black")) ? &r->black_id
        : is_name(name, "whiteplayerid") || (is_id && is_name(above, "white")) ? &r->white_id
        : is_name(name, "starttime") || is_name(name, "started")               ? &r->start
        : is_name(name, "maintime")                                            ? &r->main_time
        : is_name(name, "periodtime")                                          ? &r->period_time
        : is_name(name, "periods")                                             ? &r->periods
                                                                               : NULL;
    if (into == NULL || kf_json_read_kind(&r->json) != '0')
        return false;
    int number;
    if (kf_json_read_integer(&r->json, &number))
        *into = number;
    return true;
}

// Members that say how the game went. False: it is none of them.
static bool take_course(reading *r, kf_text name) {
    int number;
    char kind = kf_json_read_kind(&r->json);
    if (is_name(name, "handicap") && kind == '0')
        r->handicap = kf_json_read_integer(&r->json, &number) ? number : 0;
    else if (is_name(name, "initialplayer") && kind == '"')
        r->is_white_first = colour_of(take_string(r)) == KF_WHITE;
    else if (is_name(name, "outcome") && kind == '"')
        kf_buffer_add_text(&r->outcome, take_string(r));
    else if (is_name(name, "winner") && kind == '"')
        kf_buffer_add_text(&r->winner, take_string(r));
    else if (is_name(name, "blacklost") && kind == 't')
        r->is_black_lost = kf_json_read_bool(&r->json, &r->is_black_lost) && r->is_black_lost;
    else if (is_name(name, "whitelost") && kind == 't')
        r->is_white_lost = kf_json_read_bool(&r->json, &r->is_white_lost) && r->is_white_lost;
    else if (is_name(name, "freehandicapplacement") && kind == 't')
        r->is_free = kf_json_read_bool(&r->json, &r->is_free) && r->is_free;
    else
        return false;
    return true;
}

static void take_member(reading *r, kf_text above, kf_text name) {
    int number;
    char kind = kf_json_read_kind(&r->json);
    size_t row = find_row(above, name);
    bool is_list = kind == '[' || kind == '"';
    if (is_any(name, size_names) && kf_json_read_integer(&r->json, &number))
        r->size = number >= 2 && number <= KF_BOARD_MAX ? number : r->size;
    else if (is_any(name, height_names) && kf_json_read_integer(&r->json, &number))
        r->height = number >= 2 && number <= KF_BOARD_MAX ? number : r->height;
    else if (r->is_measuring)
        kf_json_read_skip(&r->json);
    else if (is_list && (is_any(name, moves_names) || is_any(name, stones_names)))
        take_moves(r, is_any(name, stones_names));
    else if (is_name(above, "initialstate") && kind == '"' && colour_of(name) != KF_EMPTY)
        take_letters(r, true, colour_of(name), take_string(r));
    else if (take_course(r, name) || take_number(r, above, name))
        return;
    else if (row < NAMES && r->facts[row].length == 0)
        take_fact(r, row);
    else
        kf_json_read_skip(&r->json);
}

// Goes through all objects that stand in each other.
static void take_objects(reading *r) {
    kf_text above[DEEPEST] = {{"", 0}}, name;
    int depth = kf_json_read_enter(&r->json, '{');
    while (depth > 0) {
        if (!kf_json_read_member(&r->json, &name)) {
            depth--;
        } else if (depth < DEEPEST && kf_json_read_enter(&r->json, '{')) {
            above[depth++] = name;
        } else {
            take_member(r, above[depth - 1], name);
        }
    }
}

// ---- The game ----

// Who lost is said beside how.
static void add_result(reading *r) {
    kf_text how = kf_text_trim(kf_buffer_text(&r->outcome)), points;
    kf_colour winner = colour_of(kf_text_trim(kf_buffer_text(&r->winner)));
    kf_buffer out = {.arena = r->record->arena};
    if (winner == KF_EMPTY && r->is_black_lost != r->is_white_lost)
        winner = r->is_black_lost ? KF_WHITE : KF_BLACK;
    if (winner == KF_EMPTY && r->winner_id > 0 && r->black_id != r->white_id)
        winner = r->winner_id == r->black_id   ? KF_BLACK
                 : r->winner_id == r->white_id ? KF_WHITE
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
static void add_start(reading *r) {
    char text[24];
    time_t start = r->start;
    struct tm day;
    if (r->start > 0 && gmtime_r(&start, &day) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d", &day) > 0)
        kf_server_string(&r->game, "DT", text);
}

// Time, and periods of overtime.
static void add_times(reading *r) {
    char text[40];
    snprintf(text, sizeof text, "%d", r->main_time);
    if (r->main_time > 0)
        kf_server_string(&r->game, "TM", text);
    snprintf(text, sizeof text, "%dx%d byo-yomi", r->periods, r->period_time);
    if (r->periods > 0 && r->period_time > 0)
        kf_server_string(&r->game, "OT", text);
}

// OGS, which names players by `username`, counts ranks from 0, which is 30 kyu, to 30, which is 1
// dan, with fractions between.
static bool read_rank(const reading *r, size_t row, kf_text value, char text[24]) {
    enum { DAN = 30, MOST = 60 };
    bool is_rank = strcmp(rows[row].property, "BR") == 0 || strcmp(rows[row].property, "WR") == 0;
    bool is_ogs = r->facts[0].length > 0 || r->facts[1].length > 0;
    size_t point = kf_text_find_fold(value, KF_TEXT("."));
    int number;
    if (!is_rank || !is_ogs || !kf_text_number(kf_text_cut(value, 0, point), &number) ||
        number < 0 || number > MOST)
        return false;
    snprintf(text, 24, "%d%c", number < DAN ? DAN - number : number - DAN + 1,
             number < DAN ? 'k' : 'd');
    return true;
}

static void add_facts(reading *r) {
    for (size_t i = 0; i < NAMES; i++) {
        kf_text value = kf_text_trim(kf_buffer_text(&r->facts[i]));
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

static void build(reading *r) {
    kf_server_begin(&r->game, r->record, r->size, r->log);
    r->game.height = r->height;
    add_facts(r);
    for (size_t i = 0; i < r->stone_count; i++)
        kf_server_stone(&r->game, r->stones[i].colour != KF_WHITE ? KF_BLACK : KF_WHITE,
                        r->stones[i].x, r->stones[i].y);
    bool has_handicap = r->handicap > 1 && !r->is_free;
    kf_colour turn = has_handicap || r->is_white_first ? KF_WHITE : KF_BLACK;
    for (size_t i = 0; i < r->move_count; i++) {
        const move *m = &r->moves[i];
        bool is_placed = r->is_free && (int)i < r->handicap;
        kf_colour colour = m->colour != KF_EMPTY ? m->colour : is_placed ? KF_BLACK : turn;
        kf_server_move(&r->game, colour, m->x, m->y, m->piece);
        turn = colour == KF_BLACK ? KF_WHITE : KF_BLACK;
    }
    if (has_handicap && r->move_count > 0 && r->moves[0].colour == KF_BLACK)
        has_handicap = false; // Black places the stones himself
    r->game.handicap = has_handicap ? r->handicap : 0;
    kf_server_end(&r->game);
}

static void read_other(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.record = record, .log = log, .size = how->size > 0 ? how->size : 19};
    kf_arena *arena = record->arena;
    r.plain.arena = r.outcome.arena = r.winner.arena = arena;
    for (size_t i = 0; i < NAMES; i++)
        r.facts[i].arena = arena;
    for (int pass = 0; pass < 2; pass++) {
        r.is_measuring = pass == 0;
        r.json = (kf_json_reader){.rest = record->source->text};
        take_objects(&r);
    }
    if (r.json.is_broken)
        kf_log_add(log, KF_SERVER_LINE, kf_server_place(record, r.json.rest.data),
                   "from here on the text is not JSON; what comes before it is read");
    record->is_repaired = record->is_repaired || r.json.is_broken;
    build(&r);
}

static int sniff(kf_text head) {
    enum { BITS = 48 };
    head = kf_text_trim(head);
    if (head.length == 0 || head.data[0] != '{')
        return 0;
    for (size_t i = 1; i + 9 < head.length; i++)
        if (head.data[i] == '"' && kf_words_begin(kf_text_cut(head, i, i + 10), "\"moves\""))
            return BITS;
    return 0;
}

// JSON is UTF-8.
static bool charset(kf_text head, kf_text *name) {
    (void)head;
    *name = KF_TEXT("UTF-8");
    return true;
}

const kf_format kf_moves_format = {
    .name = "moves",
    .title = "JSON of servers and programs",
    .suffix = "json",
    .keeps =
        "names, ranks, event, date, komi, rules, handicap, result, times, stones and the moves",
    .sniff = sniff,
    .charset = charset,
    .read = read_other,
};
