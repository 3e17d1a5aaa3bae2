// SPDX-License-Identifier: MIT
// Turning and mirroring boards, and exchanging the colours: everything that names a point or a
// player, in the text of each node.

#include <kifu/shape.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kifu/board.h>
#include <kifu/play.h>

#include "base/log.h"
#include "base/text.h"
#include "record/record.h"
#include "record/value.h"

enum { PATH = 64 };

typedef struct turning {
    kf_record *record;
    const kf_transform *how;
    kf_log *log;
    kf_node node;      // in hand
    int width, height; // of the game in hand, before it is turned
    kf_buffer out;     // the new text of a node
    bool is_changed;   // it differs from the old one
} turning;

// ---- Points ----

static void turn_point(const turning *t, int *x, int *y) {
    int width = t->width, height = t->height;
    if (t->how->is_mirrored)
        *x = width - 1 - *x;
    for (int i = t->how->turns & 3; i > 0; i--) {
        int keep = *x, side = width;
        *x = height - 1 - *y;
        *y = keep;
        width = height;
        height = side;
    }
}

static bool is_turned(const turning *t) {
    return (t->how->turns & 3) != 0 || t->how->is_mirrored;
}

static bool is_on_board(const turning *t, kf_text value, int *x, int *y) {
    return kf_value_point(kf_text_trim(value), x, y) && *x < t->width && *y < t->height;
}

// Adds a point in the place of another, with the white space around that.
static void put_point(turning *t, kf_text old, int x, int y) {
    char letters[2];
    size_t before = (size_t)(kf_text_trim(old).data - old.data);
    kf_value_put_point(letters, x, y);
    kf_buffer_add(&t->out, old.data, before);
    kf_buffer_add(&t->out, letters, 2);
    kf_buffer_add_text(&t->out, kf_text_cut(old, before + 2, old.length));
}

// Adds a point. What names none stays as it is.
static void add_point(turning *t, kf_text value) {
    int x, y;
    if (!is_on_board(t, value, &x, &y)) {
        kf_buffer_add_text(&t->out, value);
        return;
    }
    turn_point(t, &x, &y);
    put_point(t, value, x, y);
}

// A rectangle is named by its upper left and lower right corner, and these are other ones then.
// Where a record names them the other way round, it does so still.
static void add_points(turning *t, kf_text value) {
    kf_text first, second;
    int x, y, right, bottom;
    if (!kf_property_split(value, &first, &second) || !is_on_board(t, first, &x, &y) ||
        !is_on_board(t, second, &right, &bottom)) {
        add_point(t, value);
        return;
    }
    bool is_turned_over = (t->how->turns & 1) != 0;
    bool from_right = is_turned_over ? y > bottom : x > right;
    bool from_below = is_turned_over ? x > right : y > bottom;
    turn_point(t, &x, &y);
    turn_point(t, &right, &bottom);
    bool is_swapped = (x > right) != from_right, is_upset = (y > bottom) != from_below;
    put_point(t, first, is_swapped ? right : x, is_upset ? bottom : y);
    kf_buffer_add_char(&t->out, ':');
    put_point(t, second, is_swapped ? x : right, is_upset ? y : bottom);
}

// The point before the colon, and with `both` the one behind it.
static void add_composed(turning *t, kf_text value, bool both) {
    kf_text first, second;
    if (!kf_property_split(value, &first, &second)) {
        add_point(t, value);
        return;
    }
    add_point(t, first);
    kf_buffer_add_char(&t->out, ':');
    if (both)
        add_point(t, second);
    else
        kf_buffer_add_text(&t->out, second);
}

// On boards up to 19x19 `tt` is a pass, and so off the board anyway.
static void add_size(turning *t, kf_text value) {
    kf_text first, second;
    int width, height;
    // What is no size stays: turned, it might be read as something else.
    bool is_rectangle = (t->how->turns & 1) != 0 && kf_record_board_split(value, &first, &second) &&
                        kf_record_number(first, &width) && kf_record_number(second, &height);
    kf_buffer_add_text(&t->out, is_rectangle ? second : value);
    if (!is_rectangle)
        return;
    kf_buffer_add_char(&t->out, ':');
    kf_buffer_add_text(&t->out, first);
}

// ---- Points in words ----

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Whether the byte belongs to a letter of an alphabet: of the letters beyond ASCII those of Asia do
// not make words with Latin ones.
static bool is_in_word(kf_text text, size_t i) {
    enum { ASIA = 0xE3 };
    unsigned char c = (unsigned char)text.data[kf_text_front(text, i)];
    return is_letter((char)c) || (c >= 0x80 && c < ASIA);
}

// The length of a point such as Q16 at `i` that is a word of its own; 0 when there is none. In
// marks of Ishi a label stands before `@`.
static size_t measure_name(kf_text text, size_t i) {
    size_t end = i + 1;
    bool is_inside = i > 0 && (is_in_word(text, i - 1) || is_digit(text.data[i - 1]));
    if (is_inside || !is_letter(text.data[i]))
        return 0;
    while (end < text.length && is_digit(text.data[end]))
        end++;
    bool is_over = end == text.length || (!is_in_word(text, end) && text.data[end] != '@');
    return is_over && end > i + 1 && end <= i + 3 ? end - i : 0;
}

static void add_name(turning *t, kf_text name) {
    char text[KF_POINT_TEXT];
    kf_point point = kf_point_read(name.data, name.length, KF_COORDS_A1, t->width, t->height);
    if (point == KF_NOWHERE || point == KF_PASS) {
        kf_buffer_add_text(&t->out, name);
        return;
    }
    int x = kf_point_column(point), y = kf_point_row(point);
    bool is_quarter = (t->how->turns & 1) != 0;
    turn_point(t, &x, &y);
    kf_point_write(kf_point_at(x, y), KF_COORDS_A1, is_quarter ? t->height : t->width,
                   is_quarter ? t->width : t->height, text);
    if (name.data[0] >= 'a')
        text[0] = (char)(text[0] | 0x20);
    kf_buffer_add_string(&t->out, text);
}

static void add_text(turning *t, kf_text value) {
    size_t done = 0;
    for (size_t i = 0; i < value.length; i++) {
        size_t length = measure_name(value, i);
        if (length == 0)
            continue;
        kf_buffer_add_text(&t->out, kf_text_cut(value, done, i));
        add_name(t, kf_text_cut(value, i, i + length));
        done = i + length;
        i = done - 1;
    }
    kf_buffer_add_text(&t->out, kf_text_cut(value, done, value.length));
}

// ---- Rows of Davar that are carried: `+W -4+4 text` ----

typedef struct signed_number {
    char sign;
    kf_text digits;
} signed_number;

static bool take_signed(kf_text *rest, signed_number *number) {
    size_t end = 1;
    if (rest->length < 2 || (rest->data[0] != '+' && rest->data[0] != '-'))
        return false;
    while (end < rest->length && is_digit(rest->data[end]))
        end++;
    *number = (signed_number){rest->data[0], kf_text_cut(*rest, 1, end)};
    *rest = kf_text_cut(*rest, end, rest->length);
    return end > 1;
}

static char other_sign(char sign) {
    return sign == '+' ? '-' : '+';
}

// The front of a row is as wide as it was; only a colour is exchanged.
static void add_row_front(turning *t, kf_text front) {
    for (size_t i = 0; i < front.length; i++) {
        char c = front.data[i];
        bool is_colour = t->how->is_swapped && i > 0 && (c == 'B' || c == 'W');
        kf_buffer_add_char(&t->out, is_colour ? (char)('B' + 'W' - c) : c);
    }
}

static void add_row(turning *t, kf_text value) {
    signed_number across, up;
    kf_text rest = value, word;
    kf_text_word(&rest, &word);
    while (rest.length > 0 && rest.data[0] == ' ')
        rest = kf_text_cut(rest, 1, rest.length);
    kf_text front = {value.data, (size_t)(rest.data - value.data)};
    if (!take_signed(&rest, &across) || !take_signed(&rest, &up)) {
        kf_buffer_add_text(&t->out, value);
        return;
    }
    across.sign = t->how->is_mirrored ? other_sign(across.sign) : across.sign;
    // Turned clockwise the bottom is the left edge, and the left edge the top.
    for (int i = t->how->turns & 3; i > 0; i--) {
        signed_number keep = across;
        across = up;
        up = (signed_number){other_sign(keep.sign), keep.digits};
    }
    add_row_front(t, front);
    kf_buffer_add_char(&t->out, across.sign);
    kf_buffer_add_text(&t->out, across.digits);
    kf_buffer_add_char(&t->out, up.sign);
    kf_buffer_add_text(&t->out, up.digits);
    kf_buffer_add_text(&t->out, rest);
}

// ---- Colours ----

// What says of Black what the other says of White.
static const char *const pairs[][2] = {
    {"B", "W"},   {"AB", "AW"}, {"PB", "PW"}, {"BR", "WR"}, {"BT", "WT"},       {"BL", "WL"},
    {"OB", "OW"}, {"GB", "GW"}, {"TB", "TW"}, {"BS", "WS"}, {"KGSSB", "KGSSW"},
};

static const char *other_name(const kf_property *property) {
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (int side = 0; side < 2; side++)
            if (kf_property_is(property, pairs[i][side]))
                return pairs[i][1 - side];
    return NULL;
}

// A colour at the front of a value: a letter or a word in any case, or a number. False: there is
// none.
static bool add_colour(turning *t, kf_text value) {
    static const char *const words[][2] = {{"Black", "White"}, {"black", "white"},
                                           {"BLACK", "WHITE"}, {"B", "W"},
                                           {"b", "w"},         {"1", "2"}};
    kf_text core = kf_text_trim(value);
    size_t count = 2 * (sizeof words / sizeof words[0]);
    for (size_t i = 0; i < count; i++) {
        const char *from = words[i / 2][i % 2];
        size_t length = strlen(from);
        if (!kf_text_starts(core, kf_text_of(from)) ||
            (core.length > length && is_letter(core.data[length])))
            continue;
        kf_buffer_add_string(&t->out, words[i / 2][1 - i % 2]);
        kf_buffer_add_text(&t->out, kf_text_cut(core, length, core.length));
        return true;
    }
    return false;
}

// ---- Who won, in other languages ----

// Black's and White's names in results: of a name that stands in several rows the first one counts.
typedef enum kind { WORD, STEM, SIGN } kind; // whole; with an ending; a letter of its own
static const struct {
    const char *names[2];
    kind kind;
} players[] = {
    {{"b+", "w+"}, SIGN},          {{"black", "white"}, WORD},  {{"schwarz", "weiß"}, WORD},
    {{"schwarz", "weiss"}, WORD},  {{"noirs", "blancs"}, WORD}, {{"noir", "blanc"}, WORD},
    {{"negras", "blancas"}, WORD}, {{"negro", "blanco"}, WORD}, {{"чёрны", "белы"}, STEM},
    {{"черны", "белы"}, STEM},     {{"Чёрны", "Белы"}, STEM},   {{"Черны", "Белы"}, STEM},
    {{"黒", "白"}, SIGN},          {{"黑", "白"}, SIGN},        {{"흑", "백"}, SIGN},
};
enum { PLAYERS = sizeof players / sizeof players[0], CHINESE = PLAYERS - 2 };

// Whether the text has kana, or a word for a result that is Japanese only.
static bool is_japanese(kf_text value) {
    for (size_t i = 0; i + 2 < value.length; i++) {
        unsigned char a = (unsigned char)value.data[i], b = (unsigned char)value.data[i + 1];
        if (a == 0xE3 && (b == 0x81 || b == 0x82 || b == 0x83))
            return true;
    }
    if (kf_text_find_fold(value, KF_TEXT("胜")) < value.length)
        return false;
    return kf_text_find_fold(value, KF_TEXT("中押")) < value.length ||
           kf_text_find_fold(value, KF_TEXT("目")) < value.length;
}

// Whether a name may begin at `i`: at the front, behind a sign that is no letter, or behind a verb.
static bool may_begin(kf_text value, size_t i) {
    static const char *const fronts[] = {"胜", "勝", "负", "負", "・", "\xE3\x80", "\xEF\xBC"};
    if (i == 0 || (!is_in_word(value, i - 1) && (unsigned char)value.data[i - 1] < 0x80))
        return true;
    for (size_t k = 0; k < sizeof fronts / sizeof *fronts; k++)
        if (i >= 3 && memcmp(value.data + i - 3, fronts[k], strlen(fronts[k])) == 0)
            return true;
    return false;
}

// Whether a name of that kind may end where `rest` begins: a stem has one letter more, which is of
// two bytes.
static bool may_end(kf_text rest, kind kind) {
    rest = kf_text_cut(rest, kind == STEM ? 2 : 0, rest.length);
    return kind == SIGN || rest.length == 0 || !is_in_word(rest, 0);
}

// The row and the side that are named at `i`; false: none is.
static bool find_player(kf_text value, size_t i, size_t *row, int *side) {
    kf_text rest = kf_text_cut(value, i, value.length);
    for (*row = 0; *row < PLAYERS; ++*row)
        for (*side = 0; *side < 2; ++*side) {
            kf_text name = kf_text_of(players[*row].names[*side]);
            if (kf_text_starts_fold(rest, name) && may_begin(value, i) &&
                may_end(kf_text_cut(rest, name.length, rest.length), players[*row].kind))
                return true;
        }
    return false;
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

// A word with the capital letters of the one in whose place it comes.
static void add_in_case(turning *t, kf_text old, const char *word) {
    bool is_first = is_capital(old.data[0]), is_all = is_first && is_capital(old.data[1]);
    for (size_t i = 0; word[i] != '\0'; i++) {
        bool is_lower = word[i] >= 'a' && word[i] <= 'z';
        bool is_raised = is_lower && (is_all || (is_first && i == 0));
        kf_buffer_add_char(&t->out, is_raised ? (char)(word[i] - 0x20) : word[i]);
    }
}

// Each name of a player in the place of the other one's. False: there is none, and the value stands
// as it was.
static bool add_players(turning *t, kf_text value) {
    size_t done = 0, row;
    int side;
    bool is_chinese = !is_japanese(value);
    for (size_t i = 0; i < value.length; i++) {
        if (!find_player(value, i, &row, &side))
            continue;
        kf_text old = kf_text_of(players[row].names[side]);
        bool is_other_row = is_chinese && side == 1 && kf_text_is(old, "白");
        kf_buffer_add_text(&t->out, kf_text_cut(value, done, i));
        add_in_case(t, kf_text_cut(value, i, i + old.length),
                    players[is_other_row ? CHINESE : row].names[1 - side]);
        done = i + old.length;
        i = done - 1;
    }
    kf_buffer_add_text(&t->out, kf_text_cut(value, done, value.length));
    return done > 0;
}

static void report_left(turning *t, const char *name, kf_text value, const char *why) {
    char path[PATH];
    kf_place place = kf_record_place(t->record, t->node, path, sizeof path);
    place.offset = kf_record_place_of(t->record, t->node, value.data).offset;
    kf_log_add(t->log, KF_SHAPE_LEFT, place, "%s: '%.*s' %s", name,
               (int)kf_text_whole(kf_text_cut(value, 0, 60)), value.data, why);
}

// A result by words that name nobody, and that no reader understands, may be wrong now.
static void add_result(turning *t, kf_text value) {
    kf_text core = kf_text_trim(value);
    kf_outcome outcome = kf_outcome_read(core);
    bool is_sign = core.length > 0 && strchr("BWbw", core.data[0]) != NULL &&
                   (core.length == 1 || !is_letter(core.data[1]));
    if (is_sign) {
        kf_buffer_add_char(&t->out, (char)(core.data[0] ^ 'B' ^ 'W'));
        value = kf_text_cut(core, 1, core.length);
    }
    bool is_exchanged = add_players(t, value) || is_sign;
    if (!is_exchanged && outcome.kind == KF_OUTCOME_NONE && core.length > 0 &&
        !kf_text_is(core, "?") && !kf_text_equal_fold(core, KF_TEXT("void")))
        report_left(t, "RE", core, "names neither Black nor White, and stays as it is");
}

// ---- Numbers ----

// What counts for one player counts against the other.
static void add_negative(turning *t, kf_text value) {
    kf_text core = kf_text_trim(value);
    bool is_signed = core.length > 0 && (core.data[0] == '-' || core.data[0] == '+');
    bool is_number = core.length > is_signed, is_zero = true;
    for (size_t i = is_signed; i < core.length; i++) {
        is_number = is_number && (is_digit(core.data[i]) || core.data[i] == '.');
        is_zero = is_zero && (core.data[i] == '0' || core.data[i] == '.');
    }
    if (!is_number || is_zero) {
        kf_buffer_add_text(&t->out, value);
        return;
    }
    if (core.data[0] != '-')
        kf_buffer_add_char(&t->out, '-');
    kf_buffer_add_text(&t->out, kf_text_cut(core, is_signed, core.length));
}

// A chance in per cent is the other one's: what is left of a hundred, with as many decimals.
static void add_rest_of_hundred(turning *t, kf_text value) {
    kf_text core = kf_text_trim(value);
    const char *dot = memchr(core.data, '.', core.length);
    size_t whole = dot != NULL ? (size_t)(dot - core.data) : core.length;
    int percent, part = 0, decimals = dot != NULL ? (int)(core.length - whole) - 1 : 0, unit = 1;
    bool is_number =
        decimals >= 0 && decimals <= 6 && kf_text_number(kf_text_cut(core, 0, whole), &percent) &&
        (decimals == 0 || kf_text_number(kf_text_cut(core, whole + 1, core.length), &part));
    for (int i = 0; is_number && i < decimals; i++)
        unit *= 10;
    if (!is_number || percent > 100 || (percent == 100 && part > 0)) {
        kf_buffer_add_text(&t->out, value);
        report_left(t, "SBKV", core, "is no chance in per cent, with six decimals at most");
        return;
    }
    char text[32];
    int rest = 100 * unit - (percent * unit + part);
    if (decimals > 0)
        snprintf(text, sizeof text, "%d.%0*d", rest / unit, decimals, rest % unit);
    else
        snprintf(text, sizeof text, "%d", rest);
    kf_buffer_add_string(&t->out, text);
}

// ---- Nodes ----

// What names points as a person does: what is carried for Ishi, and what Lizzie's engine says.
static bool names_points(const kf_property *property) {
    int id = property->id;
    return kf_property_is(property, "LZ") || id == KF_P_KFMARK || id == KF_P_KFHIDE ||
           id == KF_P_KFPRISONER || id == KF_P_KFDSETUP || id == KF_P_KFDIAGRAM;
}

static bool is_comment(int id) {
    return id == KF_P_C || id == KF_P_GC || id == KF_P_N;
}

// `B D4`: the colour of a stone in a diagram, and then the point.
static void add_diagram_stone(turning *t, kf_text value) {
    bool has_colour = t->how->is_swapped && value.length > 1 && value.data[1] == ' ' &&
                      (value.data[0] == 'B' || value.data[0] == 'W');
    if (has_colour)
        kf_buffer_add_char(&t->out, (char)('B' + 'W' - value.data[0]));
    add_text(t, kf_text_cut(value, has_colour, value.length));
}

static void add_colour_value(turning *t, const kf_property *property, kf_text value) {
    int id = property->id;
    if (id == KF_P_PL && add_colour(t, value))
        return;
    if (id == KF_P_RE)
        add_result(t, value);
    else if (kf_property_is(property, "SBKV"))
        add_rest_of_hundred(t, value);
    else if (id == KF_P_KM || id == KF_P_V)
        add_negative(t, value);
    else
        kf_buffer_add_text(&t->out, value);
}

static void add_value(turning *t, const kf_property *property, kf_text value) {
    int id = property->id;
    const kf_property_row *row = id >= 0 ? kf_value_row(id) : NULL;
    kf_type type = row != NULL ? row->type : KF_TYPE_NONE;
    if (id == KF_P_KFROW)
        add_row(t, value);
    else if (id == KF_P_KFDSETUP)
        add_diagram_stone(t, value);
    else if (names_points(property) || (t->how->has_texts && is_comment(id)))
        add_text(t, value);
    else if (type == KF_TYPE_MOVE)
        add_point(t, value);
    else if (type == KF_TYPE_STONE || type == KF_TYPE_POINT)
        add_points(t, value);
    else if (type == KF_TYPE_LABEL || type == KF_TYPE_POINTS2)
        add_composed(t, value, type == KF_TYPE_POINTS2);
    else if (type == KF_TYPE_SIZE)
        add_size(t, value);
    else if (t->how->is_swapped)
        add_colour_value(t, property, value);
    else
        kf_buffer_add_text(&t->out, value);
}

static void turn_property(turning *t, const kf_property *property) {
    const char *other = t->how->is_swapped ? other_name(property) : NULL;
    kf_text values = property->values, value;
    if (other != NULL)
        kf_buffer_add_string(&t->out, other);
    else
        kf_buffer_add_text(&t->out, property->name);
    while (kf_property_value(&values, &value)) {
        kf_buffer_add_char(&t->out, '[');
        add_value(t, property, value);
        kf_buffer_add_char(&t->out, ']');
    }
}

static void turn_node(turning *t, kf_node node) {
    kf_text rest = kf_node_text(t->record, node), old = rest;
    t->out.length = 0;
    t->node = node;
    for (kf_property property; kf_property_next(&rest, &property);)
        turn_property(t, &property);
    if (old.length == 0 || kf_text_equal(kf_buffer_text(&t->out), old))
        return;
    kf_record_put(t->record, node, kf_buffer_text(&t->out));
    t->is_changed = true;
}

static void report_game(turning *t) {
    char path[PATH];
    kf_place place = kf_record_place(t->record, t->node, path, sizeof path);
    kf_log_add(t->log, KF_SHAPE_LEFT, place, "a game that is not Go stays as it is");
}

static void turn_record(void *context) {
    turning *t = context;
    t->out = (kf_buffer){.arena = t->record->arena};
    for (kf_node game = kf_node_child(t->record, 0); game != 0;
         game = kf_node_next(t->record, game)) {
        t->node = game;
        if (!kf_record_is_go(t->record, game)) {
            report_game(t);
            continue;
        }
        kf_record_board(t->record, game, &t->width, &t->height);
        kf_walk walk = kf_walk_from(t->record, game);
        for (kf_node node; (node = kf_walk_enter(&walk)) != 0;)
            turn_node(t, node);
    }
    kf_arena_release(t->record->arena, t->out.data);
}

bool kf_transform_record(kf_record *record, const kf_transform *how, kf_log *log) {
    turning t = {.record = record, .how = how, .log = log};
    if (!is_turned(&t) && !how->is_swapped)
        return true;
    bool has_memory = kf_arena_try(record->arena, turn_record, &t);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    record->is_edited = record->is_edited || t.is_changed;
    return has_memory;
}
