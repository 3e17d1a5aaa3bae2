// SPDX-License-Identifier: MIT
// Lines of Ishi that are made of fields: marks, prisoners, setup, moves and diagrams.

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi_reader.h"
#include "record/value.h"

enum { SMALLEST = 2, LONGEST_SHOWN = 40 };

static int shown_length(kf_text text) {
    return text.length < LONGEST_SHOWN ? (int)text.length : LONGEST_SHOWN;
}

static void report(kf_ishi_reader *r, kf_code code, kf_text field, const char *what) {
    kf_log_add(r->log, code, kf_ishi_read_place(r, field.data), "'%.*s' %s", shown_length(field),
               field.data, what);
}

static void report_location(kf_ishi_reader *r, kf_text field, kf_text location, int size) {
    char letter = location.data[0];
    if (letter == 'i' || letter == 'I')
        report(r, KF_ISHI_LOCATION, field, "is in column I, which boards do not have");
    else
        kf_log_add(r->log, KF_ISHI_LOCATION, kf_ishi_read_place(r, field.data),
                   "'%.*s' is not on a board of %d lines", shown_length(field), field.data, size);
}

// ---- MARK, UNMARK, HIDE, PRISONER ----

static void judge_field(kf_ishi_reader *r, kf_text text, int size, kf_ishi_keyword keyword) {
    kf_ishi_field field;
    bool is_mark = keyword == KF_ISHI_MARK;
    kf_ishi_fault fault =
        kf_ishi_marks_field(text, size, is_mark, is_mark || keyword == KF_ISHI_UNMARK, &field);
    bool is_range = fault == KF_ISHI_FINE && field.target == KF_ISHI_NUMBERS &&
                    memchr(text.data, '-', text.length) != NULL;
    if (keyword == KF_ISHI_PRISONER && is_range && field.letters.length == 0)
        fault = KF_ISHI_FORM;
    const char *at = memchr(text.data, '@', text.length);
    size_t behind = at != NULL ? (size_t)(at - text.data) + 1 : 0;
    if (fault == KF_ISHI_FORM)
        report(r, KF_ISHI_FIELD, text, "is not a field of this keyword");
    else if (fault == KF_ISHI_POINT)
        report_location(r, text, kf_text_cut(text, behind, text.length), size);
    else if (fault == KF_ISHI_LETTERS)
        report(r, KF_ISHI_LABEL, text, "has not one or two characters before the @");
    if (fault == KF_ISHI_FORM || fault == KF_ISHI_POINT || field.target != KF_ISHI_NUMBERS)
        return;
    if (field.is_backwards)
        report(r, KF_ISHI_RANGE, text, "is backwards; read the other way round");
    if (!kf_ishi_tree_has(&r->tree, field.from, field.to))
        report(r, KF_ISHI_NO_SUCH_MOVE, text, "names no move up to here");
}

void kf_ishi_field_marks(kf_ishi_reader *r, kf_ishi_owner *owner, kf_ishi_list list) {
    kf_text rest = r->line.rest, word;
    kf_buffer program = {.arena = r->record->arena}, one = {.arena = r->record->arena};
    bool is_program = list == KF_ISHI_LIST_MARK;
    if (!is_program && kf_text_trim(rest).length == 0) {
        kf_ishi_read_keep(r, owner); // it says nothing, and still it stands there
        return;
    }
    r->has_marks = r->has_marks || list != KF_ISHI_LIST_PRISONER;
    kf_buffer_add_string(&program, r->line.keyword == KF_ISHI_UNMARK ? "UNMARK" : "MARK");
    while (kf_text_word(&rest, &word)) {
        judge_field(r, word, owner->size, r->line.keyword);
        one.length = 0;
        kf_ishi_marks_normal(word, &one);
        if (!is_program) {
            kf_ishi_owner_add(&r->tree.owners, owner, list, kf_buffer_text(&one));
            continue;
        }
        kf_buffer_add_char(&program, ' ');
        kf_buffer_add_text(&program, kf_buffer_text(&one));
    }
    if (is_program)
        kf_ishi_owner_add(&r->tree.owners, owner, list, kf_buffer_text(&program));
    kf_arena_release(r->record->arena, program.data);
    kf_arena_release(r->record->arena, one.data);
}

// ---- SETUP ----

// Sets a point up; its value is the column and the row from the bottom.
static void put_stone(kf_ishi_reader *r, kf_ishi_owner *owner, kf_text word, int point,
                      int colour) {
    kf_ishi_stones *stones = &r->stones;
    if (stones->colours[point] != 0) {
        kf_log_add(r->log, KF_ISHI_SETUP_TWICE, kf_ishi_read_place(r, word.data),
                   stones->colours[point] == colour
                       ? "'%.*s' is set up already"
                       : "'%.*s' is set up already, in the other colour; this one counts",
                   shown_length(word), word.data);
        kf_ishi_owner_data(&r->tree.owners, owner)->has_stones = true;
        r->record->is_repaired = r->record->is_repaired || owner->kind != KF_ISHI_DIAGRAM;
    } else {
        stones->points[stones->count++] = (uint16_t)point;
    }
    stones->colours[point] = (uint8_t)colour;
}

// A stone that cannot be set up stays as a line of its own.
static void keep_stone(kf_ishi_reader *r, kf_ishi_owner *owner, kf_text word, char colour) {
    kf_buffer line = {.arena = r->record->arena};
    kf_buffer_add_string(&line, "SETUP ");
    if (colour != '\0') {
        kf_buffer_add_char(&line, colour);
        kf_buffer_add_char(&line, ' ');
    }
    kf_buffer_add_text(&line, word);
    kf_ishi_owner_add(&r->tree.owners, owner, KF_ISHI_LIST_LINE, kf_buffer_text(&line));
    kf_arena_release(r->record->arena, line.data);
}

// A location on a SETUP line behind the colour, which is '\0' when none was told.
static bool take_stone(kf_ishi_reader *r, kf_ishi_owner *owner, kf_text word, char colour) {
    int x, y;
    kf_ishi_fault fault = kf_ishi_marks_location(word, owner->size, &x, &y);
    if (fault == KF_ISHI_FINE && colour != '\0') {
        put_stone(r, owner, word, (y - 1) * KF_ISHI_LARGEST + x, colour == 'B' ? 1 : 2);
        return true;
    }
    if (fault == KF_ISHI_FORM)
        report(r, KF_ISHI_FIELD, word, "is neither a colour nor a location");
    else if (fault == KF_ISHI_POINT)
        report_location(r, word, word, owner->size);
    else
        report(r, KF_ISHI_SETUP_COLOUR, word, "comes before any colour");
    keep_stone(r, owner, word, colour);
    return false;
}

void kf_ishi_field_setup(kf_ishi_reader *r, kf_ishi_owner *owner) {
    kf_text rest = r->line.rest, word;
    kf_buffer line = {.arena = r->record->arena}, one = {.arena = r->record->arena};
    char colour = '\0';
    if (owner->kind == KF_ISHI_DIAGRAM && kf_text_trim(rest).length == 0)
        kf_ishi_read_keep(r, owner);
    while (kf_text_word(&rest, &word)) {
        char letter = (char)(word.data[0] & ~0x20);
        if (word.length == 1 && (letter == 'B' || letter == 'W'))
            colour = letter;
        else if (!take_stone(r, owner, word, colour))
            continue;
        one.length = 0;
        kf_ishi_marks_normal(word, &one);
        if (line.length > 0)
            kf_buffer_add_char(&line, ' ');
        kf_buffer_add_text(&line, word.length == 1 ? (kf_text){&colour, 1} : kf_buffer_text(&one));
    }
    if (owner->kind == KF_ISHI_DIAGRAM && line.length > 0)
        kf_ishi_owner_add(&r->tree.owners, owner, KF_ISHI_LIST_STONES, kf_buffer_text(&line));
    kf_arena_release(r->record->arena, line.data);
    kf_arena_release(r->record->arena, one.data);
}

void kf_ishi_field_settle(kf_ishi_reader *r, kf_ishi_owner *owner) {
    kf_ishi_stones *stones = &r->stones;
    char text[2];
    for (size_t i = 0; i < stones->count; i++) {
        int x = stones->points[i] % KF_ISHI_LARGEST, y = stones->points[i] / KF_ISHI_LARGEST + 1;
        bool is_black = stones->colours[stones->points[i]] == 1;
        stones->colours[stones->points[i]] = 0;
        if (x >= r->size || y > r->size) {
            kf_ishi_owner_data(&r->tree.owners, owner)->has_stones = true;
            continue;
        }
        kf_value_put_point(text, x, r->size - y);
        kf_ishi_owner_add(&r->tree.owners, owner,
                          is_black ? KF_ISHI_LIST_BLACK : KF_ISHI_LIST_WHITE, (kf_text){text, 2});
    }
    stones->count = 0;
}

// ---- B, W ----

// A move that cannot be understood stays as its line, in a node of its own. Its number counts, so
// that the next move is not found out of sequence too.
static void keep_move(kf_ishi_reader *r, int number) {
    kf_ishi_tree_unread(&r->tree, kf_text_trim(r->line.all), number,
                        kf_ishi_read_place(r, r->line.word.data));
    kf_record_set_place(r->record, kf_ishi_tree_here(&r->tree)->main.node, r->line.begin);
}

static void judge_number(kf_ishi_reader *r, kf_text word, int *number) {
    if (kf_text_number(word, number) && *number > 0)
        return;
    bool is_digits = word.length > 0;
    for (size_t i = 0; i < word.length; i++)
        is_digits = is_digits && word.data[i] >= '0' && word.data[i] <= '9';
    report(r, KF_ISHI_NUMBER, word,
           !is_digits     ? "is not a move number"
           : *number == 0 ? "is not a move number: they begin with 1"
                          : "is too large for a move number");
    *number = 0;
}

void kf_ishi_field_move(kf_ishi_reader *r) {
    kf_text rest = r->line.rest, word, point;
    int number = 1, x, y;
    char text[2];
    if (!kf_text_word(&rest, &word) || !kf_text_word(&rest, &point)) {
        kf_log_add(r->log, KF_ISHI_MISSING, kf_ishi_read_place(r, r->line.word.data),
                   word.length == 0 ? "a move needs a number and a location"
                                    : "this move has no location");
        keep_move(r, kf_text_number(word, &number) ? number : 0);
        return;
    }
    judge_number(r, word, &number);
    bool is_pass = kf_text_equal_fold(point, KF_TEXT("PASS"));
    kf_ishi_fault fault = is_pass ? KF_ISHI_FINE : kf_ishi_marks_location(point, r->size, &x, &y);
    if (fault != KF_ISHI_FINE) {
        if (fault == KF_ISHI_POINT)
            report_location(r, point, point, r->size);
        else
            report(r, KF_ISHI_LOCATION, point, "is neither a location nor PASS");
        keep_move(r, number);
        return;
    }
    if (!is_pass)
        kf_value_put_point(text, x, r->size - y);
    bool is_black = r->line.keyword == KF_ISHI_B;
    kf_place place = kf_ishi_read_place(r, word.data);
    kf_ishi_tree_move(&r->tree, is_black ? "B" : "W", (kf_text){text, is_pass ? 0 : 2}, number,
                      word, place);
    kf_ishi_owner *owner = &kf_ishi_tree_here(&r->tree)->main;
    kf_record_set_place(r->record, owner->node, r->line.begin);
    kf_text extra = kf_text_trim(rest);
    if (extra.length > 0) {
        report(r, KF_ISHI_EXTRA_FIELD, extra, "comes after the location of a move");
        kf_ishi_owner_add(&r->tree.owners, owner, KF_ISHI_LIST_EXTRA, extra);
    }
}

// ---- DIAGRAM ----

// A region under reading: corners from 0 at the lower left, on a board of that size.
typedef struct region {
    int left, bottom, right, top;
    int size;
    bool is_whole;
} region;

static bool read_size(kf_text word, region *area) {
    size_t cross = 0;
    int width, height;
    while (cross < word.length && (word.data[cross] & ~0x20) != 'X')
        cross++;
    if (!kf_text_number(kf_text_cut(word, 0, cross), &width) ||
        !kf_text_number(kf_text_cut(word, cross + 1, word.length), &height) || width != height ||
        width < SMALLEST || width > KF_ISHI_LARGEST)
        return false;
    *area = (region){0, 0, width - 1, width - 1, width, width == area->size};
    return true;
}

static bool read_corners(kf_text first, kf_text second, region *area) {
    int x1, y1, x2, y2;
    if (kf_ishi_marks_location(first, KF_ISHI_LARGEST, &x1, &y1) != KF_ISHI_FINE ||
        kf_ishi_marks_location(second, KF_ISHI_LARGEST, &x2, &y2) != KF_ISHI_FINE)
        return false;
    *area = (region){x1 < x2 ? x1 : x2, (y1 < y2 ? y1 : y2) - 1,
                     x1 < x2 ? x2 : x1, (y1 < y2 ? y2 : y1) - 1,
                     area->size,        false};
    // Corners that the event's board has not belong to the largest board.
    if (area->right >= area->size || area->top >= area->size)
        area->size = KF_ISHI_LARGEST;
    return true;
}

// Reads the fields of the line. What is no region is kept as it stands.
static kf_text read_region(kf_ishi_reader *r, region *area) {
    kf_text rest = r->line.rest, first, second = {"", 0}, behind;
    kf_text all = kf_text_trim(r->line.rest);
    if (!kf_text_word(&rest, &first))
        return (kf_text){"", 0};
    bool is_region = read_size(first, area);
    if (!is_region) {
        is_region = kf_text_word(&rest, &second) && read_corners(first, second, area);
        if (!is_region)
            kf_log_add(r->log, KF_ISHI_REGION, kf_ishi_read_place(r, first.data),
                       "'%.*s' is not a part of the board: use a size such as 9x9, or two corners",
                       shown_length(all), all.data);
    }
    behind = kf_text_trim(rest);
    if (!is_region || behind.length == 0)
        return all;
    report(r, KF_ISHI_EXTRA_DATA, behind, "comes after the region and is not kept");
    r->record->is_repaired = true;
    return kf_text_trim((kf_text){all.data, (size_t)(behind.data - all.data)});
}

// What SGF shows of the region: the part that the event's board has.
static void put_view(kf_ishi_reader *r, kf_ishi_owner *owner, const region *area) {
    char text[5] = "aa:aa";
    int right = area->right < r->size ? area->right : r->size - 1;
    int top = area->top < r->size ? area->top : r->size - 1;
    kf_ishi_owner_put(&r->tree.owners, owner, "FG", (kf_text){"", 0});
    if (area->is_whole || area->left > right || area->bottom > top)
        return;
    kf_value_put_point(text, area->left, r->size - 1 - top);
    kf_value_put_point(text + 3, right, r->size - 1 - area->bottom);
    bool is_point = area->left == right && area->bottom == top;
    kf_ishi_owner_put(&r->tree.owners, owner, "VW", (kf_text){text, is_point ? 2 : 5});
}

void kf_ishi_field_diagram(kf_ishi_reader *r) {
    region area = {.right = r->size - 1, .top = r->size - 1, .size = r->size, .is_whole = true};
    kf_buffer normal = {.arena = r->record->arena};
    kf_text rest = read_region(r, &area), word;
    while (kf_text_word(&rest, &word)) {
        if (normal.length > 0)
            kf_buffer_add_char(&normal, ' ');
        kf_ishi_marks_normal(word, &normal);
    }
    for (size_t i = 1; i < normal.length; i++)
        if (normal.data[i] == 'X' && normal.data[i - 1] >= '0' && normal.data[i - 1] <= '9')
            normal.data[i] = 'x';
    kf_ishi_tree_diagram(&r->tree, kf_buffer_text(&normal), r->line.begin);
    r->tree.diagram.size = (uint8_t)area.size;
    put_view(r, &r->tree.diagram, &area);
}
