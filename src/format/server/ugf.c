// SPDX-License-Identifier: MIT
// UGF and UGI, the notations of PandaNet: sections with a header of KEY=VALUE, moves, figures with
// texts, and reviews with variations.

#include <stdio.h>
#include <string.h>

#include "format/server/server.h"
#include "record/value.h"

enum { USUAL = 19 };

typedef enum section {
    NOTHING, // that says something of the game
    HEADER,
    DATA,
    FIGURE,
    REVIEW_NODE,
    REVIEW_COMMENT,
    UNKNOWN
} section;

typedef struct reading {
    kf_server_game game;
    bool counts_from_below; // rows
    kf_node *moves;         // of the main line by number; 0 is the root
    size_t count, capacity;
    kf_node *numbered; // the nodes of a review by their number
    size_t number_count, number_room;
    kf_node *left; // the nodes that variations leave, the innermost last
    size_t depth, left_room;
    kf_node at;     // in the review
    size_t on_main; // how many nodes of the review were those of the game
    size_t nodes;   // of the review so far
    size_t shown;   // the move that lines of text are about, or SIZE_MAX
    bool is_text, is_figure, has_moves;
    bool is_told; // that the section in hand is not understood
} reading;

static int sniff(kf_text head) {
    static const char *const keys[] = {
        "Ver=", "Lang=", "Crypt=", "Hdcp=", "Winner=", "CoordinateType=", "PlayerB="};
    enum { FRONT = 24, EACH = 8 };
    head = kf_text_cut(head, 0, 4096);
    if (head.length == 0 || memchr(head.data, '=', head.length) == NULL)
        return 0;
    size_t at = kf_words_find(head, "[Header]");
    kf_text rest = kf_text_cut(head, at, head.length), line;
    if (rest.length == 0)
        return 0;
    int bits = FRONT;
    while (kf_text_line(&rest, &line))
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
            bits += kf_words_begin(line, keys[i]) ? EACH : 0;
    return bits > FRONT + EACH ? bits : 0;
}

// `Lang=SJIS`. Without it, or with a language and no set, the file is Japanese as well, unless it
// is UTF-8.
static bool charset(kf_text head, kf_text *name) {
    kf_text rest = head, line;
    while (kf_text_line(&rest, &line))
        if (kf_words_begin(line, "Lang=")) {
            *name = kf_text_trim(kf_text_cut(line, 5, line.length));
            if (name->length > 0 && !kf_text_equal_fold(*name, KF_TEXT("ENG")) &&
                !kf_text_equal_fold(*name, KF_TEXT("JPN")))
                return true;
        }
    *name = KF_TEXT("Shift_JIS");
    return !kf_text_is_utf8(kf_text_cut(head, 0, kf_text_whole(head)), NULL);
}

// ---- The header ----

// `name,rank,country,address`
static void add_player(kf_server_game *game, kf_text value, const char *name, const char *rank) {
    kf_buffer out = {.arena = game->record->arena};
    kf_text field;
    if (!kf_words_field(&value, ',', &field))
        return;
    kf_server_fact(game, name, field);
    if (!kf_words_field(&value, ',', &field))
        return;
    kf_words_rank(field, &out);
    kf_server_fact(game, rank, kf_buffer_text(&out));
}

// A number without the zeros behind its point.
static kf_text short_number(kf_text value) {
    value = kf_text_trim(value);
    bool has_point = value.length > 0 && memchr(value.data, '.', value.length) != NULL;
    while (has_point && value.length > 1 && value.data[value.length - 1] == '0')
        value.length--;
    if (has_point && value.data[value.length - 1] == '.')
        value.length--;
    return value;
}

// `B,7.50`, `W,C` for a resignation, `B,T`, `D,`
static void add_result(kf_server_game *game, kf_text value) {
    kf_text winner = {"", 0}, margin = {"", 0};
    char result[40];
    kf_words_field(&value, ',', &winner);
    kf_words_field(&value, ',', &margin);
    winner = kf_text_trim(winner);
    margin = short_number(margin);
    if (kf_text_is(winner, "D"))
        kf_server_string(game, "RE", "0");
    if (kf_text_is(winner, "N") || kf_text_is(winner, "N1"))
        kf_server_string(game, "RE", "Void");
    if (!kf_text_is(winner, "B") && !kf_text_is(winner, "W"))
        return;
    char kind = margin.length > 0 ? margin.data[0] : '\0';
    bool is_number = kind >= '0' && kind <= '9';
    const char *word = kind == 'C' || kind == 'c' || kind == 'R' ? "R" : kind == 'F' ? "F" : "";
    word = kind == 'T' ? "T" : word;
    snprintf(result, sizeof result, "%c+%s%.*s", winner.data[0], word,
             is_number && margin.length < 16 ? (int)margin.length : 0, margin.data);
    kf_server_string(game, "RE", result);
}

// When it began and ended, as dates and times.
static void add_date(kf_server_game *game, kf_text value) {
    kf_text fields[3] = {{"", 0}, {"", 0}, {"", 0}};
    char first[12], last[12], both[28];
    for (int i = 0; i < 3 && kf_words_field(&value, ',', &fields[i]); i++)
        ;
    bool has_first = kf_words_date(fields[0], first), has_last = kf_words_date(fields[2], last);
    if (has_first && has_last && strcmp(first, last) != 0)
        snprintf(both, sizeof both, "%s,%s", first, last);
    else
        snprintf(both, sizeof both, "%s", has_first ? first : has_last ? last : "");
    kf_server_string(game, "DT", both);
    kf_server_fact(game, "DT", fields[0]);
}

static void add_rules(kf_server_game *game, kf_text value) {
    value = kf_text_trim(value);
    kf_server_fact(game, "RU",
                   kf_text_is(value, "JPN")   ? KF_TEXT("Japanese")
                   : kf_text_is(value, "CHN") ? KF_TEXT("Chinese")
                                              : value);
}

// `handicap,komi`
static void add_handicap(kf_server_game *game, kf_text value) {
    kf_text field;
    int stones;
    if (kf_words_field(&value, ',', &field) && kf_words_integer(field, &stones) && stones <= 100)
        game->handicap = stones > 1 ? stones : 0;
    if (kf_words_field(&value, ',', &field))
        kf_server_fact(game, "KM", short_number(field));
}

// The event with its year before it: `2019,PANDA-NET,`
static void add_title(kf_server_game *game, kf_text value) {
    kf_buffer out = {.arena = game->record->arena};
    kf_text field;
    while (kf_words_field(&value, ',', &field)) {
        field = kf_text_trim(field);
        if (field.length > 0 && out.length > 0)
            kf_buffer_add_string(&out, ", ");
        kf_buffer_add_text(&out, field);
    }
    kf_server_fact(game, "EV", kf_buffer_text(&out));
}

static void read_header(reading *r, kf_text line) {
    kf_server_game *game = &r->game;
    size_t equals = kf_words_find(line, "=");
    kf_text key = kf_text_cut(line, 0, equals), value = kf_text_cut(line, equals + 1, line.length);
    int size;
    static const char *const plain[][2] = {{"Place", "PC"},
                                           {"Writer", "US"},
                                           {"Commentator", "AN"},
                                           {"Copyright", "CP"},
                                           {"Comment", "GC"}};
    if (kf_text_is(key, "PlayerB"))
        add_player(game, value, "PB", "BR");
    else if (kf_text_is(key, "PlayerW"))
        add_player(game, value, "PW", "WR");
    else if (kf_text_is(key, "Hdcp"))
        add_handicap(game, value);
    else if (kf_text_is(key, "Winner"))
        add_result(game, value);
    else if (kf_text_is(key, "Date"))
        add_date(game, value);
    else if (kf_text_is(key, "Rule"))
        add_rules(game, value);
    else if (kf_text_is(key, "Title"))
        add_title(game, value);
    else if (kf_text_is(key, "CoordinateType"))
        r->counts_from_below = kf_text_is(kf_text_trim(value), "IGS");
    else if (kf_text_is(key, "Size") && kf_words_integer(value, &size) && size >= 2 &&
             size <= KF_BOARD_MAX)
        game->size = size;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (kf_text_is(key, plain[i][0]))
            kf_server_fact(game, plain[i][1], value);
}

// ---- Moves ----

static void report(reading *r, kf_text line, const char *what) {
    kf_server_leave_out(r->game.record, r->game.log, line.data, what);
}

static void note_move(reading *r) {
    r->moves = kf_arena_grow(r->game.record->arena, r->moves, &r->capacity, r->count + 1,
                             sizeof *r->moves);
    r->moves[r->count++] = r->game.node;
}

static int row_of(const reading *r, int row) {
    return r->counts_from_below ? r->game.size - 1 - row : row;
}

// `QP,B1,12,35`: the point, the colour and who of a pair plays, the number, seconds. Number 0 is a
// stone that stands from the beginning. Letters behind the board are a pass: YA, ZZ.
static void read_move(reading *r, kf_text line) {
    kf_server_game *game = &r->game;
    kf_text rest = line, point, colour, number;
    int count = -1;
    bool is_whole = kf_words_field(&rest, ',', &point) && kf_words_field(&rest, ',', &colour) &&
                    kf_words_field(&rest, ',', &number) && kf_words_integer(number, &count);
    bool has_colour =
        is_whole && colour.length > 0 && (colour.data[0] == 'B' || colour.data[0] == 'W');
    if (!is_whole || point.length != 2 || point.data[0] < 'A' || point.data[0] > 'Z' ||
        (!has_colour && !kf_text_is(colour, "MK"))) {
        report(r, line, "this is not a move; the line is left out");
        return;
    }
    kf_colour player = game->last == KF_BLACK ? KF_WHITE : KF_BLACK;
    if (has_colour)
        player = colour.data[0] == 'B' ? KF_BLACK : KF_WHITE;
    int x = point.data[0] - 'A', y = row_of(r, point.data[1] - 'A');
    if (count == 0 && game->node == game->game && kf_server_stone(game, player, x, y))
        return;
    bool is_pass = x >= game->size && x >= 'Y' - 'A';
    if (!is_pass && (x >= game->size || y < 0 || y >= game->size))
        report(r, line, "this point is not on the board; it is read as a pass");
    kf_server_move(game, player, is_pass ? -1 : x, y, line.data);
    note_move(r);
}

// ---- Texts ----

static void show(reading *r, kf_text line, kf_text number) {
    int wanted;
    r->shown = SIZE_MAX;
    if (kf_words_integer(number, &wanted) && wanted >= 0 && (size_t)wanted < r->count) {
        r->shown = (size_t)wanted;
        kf_server_turn_to(&r->game, r->moves[wanted]);
    } else {
        report(r, line, "this text is about a move that is not there; it is left out");
    }
}

// `.#,6,16,E`: a label, by column and row from 1. False: it is none.
static bool read_label(reading *r, kf_text line) {
    kf_text field, label = kf_text_trim(line);
    int x, y;
    char point[2], property[32];
    if (!kf_words_field(&label, ',', &field) || !kf_words_integer(field, &x) ||
        !kf_words_field(&label, ',', &field) || !kf_words_integer(field, &y))
        return false;
    y = row_of(r, y - 1);
    if (x < 1 || x > r->game.size || y < 0 || y >= r->game.size || label.length == 0 ||
        label.length > 8 || memchr(label.data, ']', label.length) != NULL ||
        memchr(label.data, '\\', label.length) != NULL)
        return false;
    kf_value_put_point(point, x - 1, y);
    snprintf(property, sizeof property, "LB[%.2s:%.*s]", point, (int)label.length, label.data);
    kf_server_put(&r->game, property);
    return true;
}

// `.Text,12` up to `.EndText`; within `.Fig` up to `.EndFig` they are about moves of the figure,
// which has a position of its own and is left out.
static void read_figure(reading *r, kf_text line) {
    if (kf_words_begin(line, ".Fig")) {
        r->is_figure = true;
        report(r, line, "a figure with moves of its own is left out");
    } else if (kf_words_begin(line, ".EndFig")) {
        r->is_figure = false;
    } else if (r->is_figure) {
        return;
    } else if (kf_words_begin(line, ".Text")) {
        kf_text rest = kf_text_cut(line, 6, line.length), field = {"", 0};
        kf_words_field(&rest, ',', &field);
        show(r, line, field);
        r->is_text = true;
    } else if (kf_words_begin(line, ".EndText")) {
        r->is_text = false;
    } else if (r->is_text && kf_words_begin(line, ".#,") && r->shown != SIZE_MAX) {
        if (!read_label(r, kf_text_cut(line, 3, line.length)))
            report(r, line, "this is no label on the board; it is left out");
    } else if (r->is_text && r->shown != SIZE_MAX) {
        kf_server_say(&r->game, line);
    }
}

// What a node of a review is called. Numbers far beyond how many there were name nothing: the table
// must not grow faster than the file.
static void note_number(reading *r, int number) {
    enum { FAR = 4096 };
    r->nodes++;
    if (number < 1 || (size_t)number > 2 * r->nodes + FAR)
        return;
    r->numbered = kf_arena_grow(r->game.record->arena, r->numbered, &r->number_room,
                                (size_t)number + 1, sizeof *r->numbered);
    while (r->number_count <= (size_t)number)
        r->numbered[r->number_count++] = r->moves[r->count - 1];
    r->numbered[number] = r->at;
}

// `NODE,NUMBER,COLOUR,COLUMN,ROW` of a review: the moves of the game once more, from number 2 on,
// which count where there is no other list, and those of variations.
static void read_node(reading *r, kf_text line) {
    kf_text rest = line, field;
    int numbers[4] = {0}, count = 0;
    kf_words_field(&rest, ',', &field);
    while (count < 4 && kf_words_field(&rest, ',', &field) &&
           kf_words_integer(field, &numbers[count]))
        count++;
    if (count < 4)
        return;
    bool is_move = numbers[1] == 1 || numbers[1] == 2, is_aside = r->depth > 0;
    if (is_move && (is_aside || !r->has_moves)) {
        int x = numbers[2] - 1, y = row_of(r, numbers[3] - 1);
        if (r->game.node != r->at)
            kf_server_turn_to(&r->game, r->at);
        kf_server_move(&r->game, numbers[1] == 1 ? KF_BLACK : KF_WHITE, x < r->game.size ? x : -1,
                       y, line.data);
        r->at = r->game.node;
        if (!is_aside)
            note_move(r);
    } else if (!is_aside && r->on_main < r->count) {
        r->at = r->moves[r->on_main];
    }
    r->on_main += !is_aside;
    note_number(r, numbers[0]);
}

// A variation leaves the line in hand behind the node before it.
static void read_branch(reading *r, kf_text line) {
    if (kf_words_begin(line, "VARIATIONEND")) {
        r->at = r->depth > 0 ? r->left[--r->depth] : r->at;
    } else if (kf_words_begin(line, "VARIATION")) {
        r->left = kf_arena_grow(r->game.record->arena, r->left, &r->left_room, r->depth + 1,
                                sizeof *r->left);
        r->left[r->depth++] = r->at;
    } else if (kf_words_begin(line, "NODE,")) {
        read_node(r, line);
    } else if (line.length > 0) {
        report(r, line, "this is no node of a review; it is left out");
    }
}

// `.Comment,12` and the lines below it. The numbers are those of the nodes. What is said of nodes
// that are not there stands at the end.
static void read_comment(reading *r, kf_text line) {
    int number;
    if (kf_words_begin(line, ".Comment,") &&
        kf_words_integer(kf_text_cut(line, 9, line.length), &number)) {
        size_t wanted = number > 0 ? (size_t)number - 1 : 0;
        r->shown = wanted < r->count ? wanted : r->count - 1;
        bool is_node = number > 0 && (size_t)number < r->number_count;
        kf_server_turn_to(&r->game, is_node ? r->numbered[number] : r->moves[r->shown]);
    } else if (r->shown != SIZE_MAX) {
        kf_server_say(&r->game, line);
    }
}

// ---- The file ----

static section section_of(kf_text line) {
    static const struct {
        const char *name;
        section section;
    } sections[] = {{"[Header]", HEADER},
                    {"[Data]", DATA},
                    {"[Figure]", FIGURE},
                    {"[ReviewNode]", REVIEW_NODE},
                    {"[ReviewComment]", REVIEW_COMMENT}};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (kf_text_equal_fold(line, kf_text_of(sections[i].name)))
            return sections[i].section;
    return NOTHING;
}

static void read_line(reading *r, section here, kf_text line) {
    kf_text core = kf_text_trim(line);
    if (here == HEADER)
        read_header(r, core);
    else if (here == DATA && core.length > 0 && core.data[0] != '.')
        read_move(r, core);
    else if (here == FIGURE)
        read_figure(r, core);
    else if (here == REVIEW_NODE)
        read_branch(r, core);
    else if (here == REVIEW_COMMENT)
        read_comment(r, line);
    else if (here == UNKNOWN && core.length > 0 && !r->is_told) {
        report(r, line, "what this section has is not understood; it is left out");
        r->is_told = true;
    }
}

// `QD,B1,1,0`
static bool is_move(kf_text line) {
    return line.length > 3 && line.data[0] >= 'A' && line.data[0] <= 'Z' && line.data[1] >= 'A' &&
           line.data[1] <= 'Z' && line.data[2] == ',' && strchr("BW", line.data[3]) != NULL;
}

// `Crypt=2146,PLAIN_UGF_FILE,READ_WRITE` in the header: whether the file says that it is anything
// but plain, and has no move that can be read.
static bool is_encrypted(kf_text rest) {
    section here = NOTHING;
    bool is_said = false;
    for (kf_text line; kf_text_line(&rest, &line);) {
        kf_text core = kf_text_trim(line);
        if (section_of(core) != NOTHING)
            here = section_of(core);
        else if (here == HEADER && kf_words_begin(line, "Crypt="))
            is_said = core.length > 6 && kf_words_find(line, "PLAIN") == line.length;
        else if (here == DATA && is_move(core))
            return false;
    }
    return is_said;
}

static bool has_game(kf_text rest) {
    for (kf_text line; kf_text_line(&rest, &line);)
        if (section_of(kf_text_trim(line)) != NOTHING)
            return true;
    return false;
}

static void read_ugf(kf_record *record, const kf_reading *how, kf_log *log) {
    reading r = {.shown = SIZE_MAX};
    kf_text rest = record->source->text, line;
    section here = NOTHING;
    if (!has_game(rest)) {
        kf_server_none(record, log);
        return;
    }
    if (is_encrypted(rest)) {
        kf_log_add(log, KF_SERVER_LINE, (kf_place){.source = record->source},
                   "this file is encrypted, and nothing in it can be read");
        return;
    }
    kf_server_begin(&r.game, record, how->size > 0 ? how->size : USUAL, log);
    note_move(&r);
    while (kf_text_line(&rest, &line)) {
        kf_text core = kf_text_trim(line);
        bool is_head = core.length > 2 && core.data[0] == '[' && core.data[core.length - 1] == ']';
        if (is_head && (here != REVIEW_COMMENT || section_of(core) != NOTHING)) {
            here = section_of(core);
            here = here == NOTHING ? UNKNOWN : here;
            r.shown = SIZE_MAX;
            r.is_told = false;
            r.has_moves = r.count > 1;
        } else {
            read_line(&r, here, line);
        }
    }
    kf_server_end(&r.game);
}

const kf_format kf_ugf_format = {
    .name = "ugf",
    .title = "UGF and UGI of PandaNet",
    .suffix = "ugf ugi",
    .keeps = "names, ranks, event, dates, komi, handicap, result, moves, texts and labels",
    .sniff = sniff,
    .charset = charset,
    .read = read_ugf,
};
