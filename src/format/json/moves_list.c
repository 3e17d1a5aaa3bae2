// SPDX-License-Identifier: MIT
// Moves and stones in JSON of others: a list or a string of them, each in whatever form.

#include <string.h>

#include "format/json/moves.h"

// `(3,13)`, as KataGo writes column and row from the upper left. False: it is none.
static bool read_numbers(kf_text word, int *x, int *y) {
    kf_text column, row = kf_text_cut(word, 1, word.length);
    bool is_pair = word.length > 4 && word.data[0] == '(' && word.data[word.length - 1] == ')';
    if (!is_pair || !kf_words_field(&row, ',', &column))
        return false;
    row.length -= row.length > 0;
    return kf_text_number(kf_text_trim(column), x) && kf_text_number(kf_text_trim(row), y);
}

// `D4`, `dp`, `pass`. False: none of them.
static bool read_word(const kf_moves *r, kf_text word, int *x, int *y) {
    if (read_numbers(word, x, y))
        return true;
    *x = *y = -1;
    if (kf_text_equal_fold(word, KF_TEXT("pass")) || kf_text_is(word, "..") || word.length == 0)
        return true;
    bool is_sgf = word.length == 2 && word.data[1] >= 'a' && word.data[1] <= 'z';
    if (kf_text_is(word, "tt") && r->facts.size <= KF_MOVES_OLD)
        return true;
    kf_point point =
        kf_point_read(word.data, word.length, is_sgf ? KF_COORDS_SGF : KF_COORDS_A1, r->facts.size,
                      r->facts.height > 0 ? r->facts.height : r->facts.size);
    if (point == KF_NOWHERE || point == KF_PASS)
        return false;
    *x = kf_point_column(point);
    *y = kf_point_row(point);
    return true;
}

// A string with a colour, a point or both: `B`, `D4`, `B[dd]`, `B D4`.
static void take_word(const kf_moves *r, kf_text word, kf_moves_move *m, bool *has_point) {
    kf_text rest = word, first;
    word = kf_text_trim(word);
    if (kf_moves_names_colour(word) != KF_EMPTY) {
        m->colour = kf_moves_names_colour(word);
        return;
    }
    if (word.length > 2 && word.data[1] == '[' && word.data[word.length - 1] == ']') {
        m->colour = kf_moves_names_colour(kf_text_cut(word, 0, 1));
        *has_point = read_word(r, kf_text_cut(word, 2, word.length - 1), &m->x, &m->y);
        return;
    }
    if (kf_text_word(&rest, &first) && kf_moves_names_colour(first) != KF_EMPTY) {
        m->colour = kf_moves_names_colour(first);
        word = kf_text_trim(rest);
    }
    *has_point = read_word(r, word, &m->x, &m->y);
}

void kf_moves_list_add(kf_moves *r, bool is_stone, kf_moves_move m) {
    kf_arena *arena = r->record->arena;
    if (is_stone) {
        r->stones = kf_arena_grow(arena, r->stones, &r->stone_room, r->stone_count + 1, sizeof m);
        r->stones[r->stone_count++] = m;
    } else {
        r->moves = kf_arena_grow(arena, r->moves, &r->move_room, r->move_count + 1, sizeof m);
        r->moves[r->move_count++] = m;
    }
}

void kf_moves_list_leave(kf_moves *r, const char *piece) {
    kf_log_add(r->log, KF_SERVER_LINE, kf_server_place(r->record, piece),
               "this is no move on a board of %d lines; it is left out", r->facts.size);
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
void kf_moves_list_letters(kf_moves *r, bool is_stone, kf_colour colour, kf_text text) {
    const char *piece = r->json.rest.data;
    const kf_colour usual = colour;
    bool has_signs = false, is_waiting = false; // a colour stands alone, before its point
    for (size_t i = 0; i < text.length; i++)
        has_signs = has_signs || strchr(",;| \n\r\t", text.data[i]) != NULL;
    for (size_t i = 0, length; i < text.length; i += length + has_signs) {
        kf_moves_move m = {.colour = colour, .piece = piece, .before = r->move_count};
        bool has_point = false;
        length = measure_word(kf_text_cut(text, i, text.length), has_signs);
        kf_text word = kf_text_cut(text, i, i + length);
        if (length == 0)
            continue;
        if (has_signs && !is_waiting && i + length < text.length &&
            kf_moves_names_colour(word) != KF_EMPTY) {
            colour = kf_moves_names_colour(word);
            is_waiting = true;
            continue;
        }
        is_waiting = false;
        colour = usual;
        if (has_signs)
            take_word(r, word, &m, &has_point);
        else
            has_point = read_word(r, word, &m.x, &m.y);
        if (has_point)
            kf_moves_list_add(r, is_stone, m);
        else
            kf_moves_list_leave(r, piece);
    }
}

kf_text kf_moves_list_string(kf_moves *r) {
    kf_text string = {"", 0};
    kf_json_read_string(&r->json, &string);
    r->plain.length = 0;
    kf_json_read_plain(&r->plain, string);
    return kf_buffer_text(&r->plain);
}

// Where a text breaks off, a number may be a part of one.
static bool is_at_end(const kf_moves *r) {
    kf_json_reader next = r->json;
    kf_json_read_kind(&next); // passes over blanks
    return next.rest.length == 0;
}

// A number of a move: the first two are its column and row. Half a line is no point.
static void take_number(kf_moves *r, kf_moves_move *m, int *numbers) {
    enum { ENOUGH = 3 };
    int number;
    bool is_whole = kf_moves_facts_lines(&r->json, &number);
    if (*numbers < 2 && is_whole)
        *(*numbers == 0 ? &m->x : &m->y) = number;
    *numbers = *numbers < 2 && is_whole ? *numbers + 1 : ENOUGH;
}

// An element of a list that is a move: numbers are column and row from the upper left.
static void take_listed(kf_moves *r, kf_moves_move *m, int *numbers, bool *has_point) {
    char kind = kf_json_read_kind(&r->json);
    if (kind == '"') {
        kf_text word = kf_moves_list_string(r);
        if (!r->json.is_broken)
            take_word(r, word, m, has_point);
    } else if (kind == '0') {
        take_number(r, m, numbers);
        *has_point = *has_point || (*numbers == 2 && !is_at_end(r));
    } else if (kind == '[' && kf_json_read_enter(&r->json, '[')) {
        while (kf_json_read_element(&r->json)) {
            if (*numbers < 2 && kf_json_read_kind(&r->json) == '0')
                take_number(r, m, numbers);
            else
                kf_json_read_skip(&r->json);
        }
        *has_point = *has_point || (*numbers == 2 && !r->json.is_broken);
    } else {
        kf_json_read_skip(&r->json);
    }
}

static void take_member_of_move(kf_moves *r, kf_text name, kf_moves_move *m, int *numbers,
                                bool *has_point, bool *is_pass) {
    static const char *const points[] = {"vertex", "point",    "pos", "coord",
                                         "move",   "position", NULL};
    static const char *const colours[] = {"color", "colour", "c", "player", "stone", NULL};
    static const char *const columns[] = {"x", "col", "column", NULL};
    static const char *const lines[] = {"y", "row", NULL};
    int number;
    bool is_column = kf_moves_names_any(name, columns),
         is_number = kf_json_read_kind(&r->json) == '0';
    if (kf_moves_names_any(name, colours) && kf_json_read_kind(&r->json) == '"') {
        m->colour = kf_moves_names_colour(kf_moves_list_string(r));
    } else if (kf_moves_names_any(name, colours) && kf_json_read_integer(&r->json, &number)) {
        m->colour = number == 1 ? KF_BLACK : number == 2 ? KF_WHITE : KF_EMPTY;
    } else if (kf_moves_names_any(name, points)) {
        take_listed(r, m, numbers, has_point);
    } else if (!*has_point && is_number && (is_column || kf_moves_names_any(name, lines))) {
        *numbers += kf_moves_facts_lines(&r->json, is_column ? &m->x : &m->y);
        *has_point = *numbers == 2 && !is_at_end(r);
    } else if (kf_moves_names_is(name, "pass") && kf_json_read_kind(&r->json) == 't') {
        *is_pass = kf_json_read_bool(&r->json, is_pass) && *is_pass;
    } else {
        kf_json_read_skip(&r->json);
    }
}

// Whether two whole numbers in a list, or a text that is no colour, come next.
static bool may_be_point(kf_json_reader next) {
    kf_text text = {"", 0};
    int count = 0;
    if (kf_json_read_string(&next, &text))
        return kf_moves_names_colour(kf_text_trim(text)) == KF_EMPTY;
    if (!kf_json_read_enter(&next, '['))
        return false;
    for (; kf_json_read_element(&next); count++)
        if (!kf_json_read_number(&next, &text) || memchr(text.data, '.', text.length) != NULL)
            return false;
    return count == 2;
}

// A list in which a move is. False: there are several.
static bool take_list_of_move(kf_moves *r, kf_moves_move *m, int *numbers, bool *has_point) {
    bool has_several = false;
    kf_json_read_enter(&r->json, '[');
    while (kf_json_read_element(&r->json)) {
        bool is_further = *has_point && may_be_point(r->json);
        take_listed(r, m, numbers, has_point);
        has_several = has_several || (is_further && *has_point);
    }
    return !has_several;
}

// One move of a list, in whatever form.
static void take_move(kf_moves *r, bool is_stone) {
    kf_moves_move m = {.x = -1, .y = -1, .piece = r->json.rest.data, .before = r->move_count};
    int numbers = 0;
    bool has_point = false, is_pass = false;
    kf_text name;
    if (kf_json_read_kind(&r->json) == '[') {
        if (!take_list_of_move(r, &m, &numbers, &has_point)) {
            kf_moves_tree_report(r, m.piece, "these are several points; they are left out");
            return;
        }
    } else if (kf_json_read_kind(&r->json) == '{') {
        kf_json_read_enter(&r->json, '{');
        while (kf_json_read_member(&r->json, &name))
            take_member_of_move(r, name, &m, &numbers, &has_point, &is_pass);
    } else {
        take_listed(r, &m, &numbers, &has_point);
    }
    if (is_pass) // what else such a member has for a point is no point: 0 and 0
        m.x = m.y = -1;
    if (has_point || is_pass)
        kf_moves_list_add(r, is_stone, m);
    else if (!r->json.is_broken) // the text does not end amid the move
        kf_moves_list_leave(r, m.piece);
}

// A number by itself is a point as well, but nothing says how the points are counted. Several of
// them are reported once.
static void take_elements(kf_moves *r, bool is_stone) {
    const char *first = NULL;
    size_t numbers = 0;
    while (kf_json_read_element(&r->json)) {
        if (kf_json_read_kind(&r->json) != '0') {
            take_move(r, is_stone);
            continue;
        }
        first = numbers++ == 0 ? r->json.rest.data : first;
        kf_json_read_skip(&r->json);
    }
    if (numbers == 0)
        return;
    kf_log_add(
        r->log, KF_SERVER_LINE, kf_server_place(r->record, first),
        "a number alone, as the server Golaxy writes a move, does not say how the points are "
        "counted; %zu are left out",
        numbers);
    r->record->is_repaired = true;
}

void kf_moves_list_take(kf_moves *r, bool is_stone) {
    if (kf_json_read_kind(&r->json) == '"')
        kf_moves_list_letters(r, is_stone, KF_EMPTY, kf_moves_list_string(r));
    else if (!kf_json_read_enter(&r->json, '['))
        kf_json_read_skip(&r->json);
    else
        take_elements(r, is_stone);
}
