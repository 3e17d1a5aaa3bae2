// SPDX-License-Identifier: MIT
// The net effect of marks: at most one mark on each point of a board that Ishi can hold.

#include "format/ishi/ishi_writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi.h"
#include "record/value.h"

// How many bytes of letters gather before those in use are looked for.
enum { FIELDS_IN_LINE = 10, LETTERS = 64 * 1024 };

// The special characters of Ishi, and the properties that show the same.
static const struct {
    const char *letters, *property;
    int id;
} kinds[] = {
    [KF_ISHI_MARK_LB] = {"", "LB", KF_P_LB},    [KF_ISHI_MARK_TR] = {"\\t", "TR", KF_P_TR},
    [KF_ISHI_MARK_SQ] = {"\\s", "SQ", KF_P_SQ}, [KF_ISHI_MARK_CR] = {"\\d", "CR", KF_P_CR},
    [KF_ISHI_MARK_MA] = {"\\c", "MA", KF_P_MA},
};

static kf_ishi_mark kind_of(kf_text letters) {
    for (int kind = KF_ISHI_MARK_TR; kind <= KF_ISHI_MARK_MA; kind++)
        if (kf_text_equal_fold(letters, kf_text_of(kinds[kind].letters)))
            return (kf_ishi_mark)kind;
    return KF_ISHI_MARK_LB;
}

kf_ishi_net *kf_ishi_net_new(kf_arena *arena) {
    kf_ishi_net *net = kf_arena_resize(arena, NULL, sizeof *net);
    net->arena = arena;
    net->count = net->clock = 0;
    net->is_crowded = false;
    net->letters = (kf_buffer){.arena = arena};
    net->most = LETTERS;
    memset(net->kinds, 0, sizeof net->kinds);
    return net;
}

void kf_ishi_net_free(kf_ishi_net *net) {
    kf_arena_release(net->arena, net->letters.data);
    kf_arena_release(net->arena, net);
}

// ---- Giving and taking ----

static void set(kf_ishi_net *net, size_t at, kf_ishi_mark kind) {
    net->count += net->kinds[at] == KF_ISHI_MARK_NONE;
    net->kinds[at] = (uint8_t)kind;
    net->times[at] = ++net->clock;
}

// The letters from `begin` on are those of the label that is set there.
static void set_label(kf_ishi_net *net, size_t at, size_t begin) {
    set(net, at, KF_ISHI_MARK_LB);
    net->labels[at].begin = (uint32_t)begin;
    net->labels[at].length = (uint32_t)(net->letters.length - begin);
}

// Empty for any other mark, which has no place among the letters.
static kf_text label_at(const kf_ishi_net *net, size_t at) {
    if (net->kinds[at] != KF_ISHI_MARK_LB)
        return (kf_text){"", 0};
    return (kf_text){net->letters.data + net->labels[at].begin, net->labels[at].length};
}

// Lets go of letters that were marked over: a hundred thousand lines MARK ALL may follow each
// other.
static void compact(kf_ishi_net *net) {
    kf_buffer kept = {.arena = net->arena};
    for (size_t at = 0; at < KF_ISHI_POINTS; at++) {
        if (net->kinds[at] != KF_ISHI_MARK_LB)
            continue;
        kf_text label = label_at(net, at);
        net->labels[at].begin = (uint32_t)kept.length;
        kf_buffer_add_text(&kept, label);
    }
    kf_arena_release(net->arena, net->letters.data);
    net->letters = kept;
    net->most = 2 * kept.length + LETTERS;
}

static void clear(kf_ishi_net *net, size_t at) {
    net->count -= net->kinds[at] != KF_ISHI_MARK_NONE;
    net->kinds[at] = KF_ISHI_MARK_NONE;
}

void kf_ishi_net_add(kf_ishi_net *net, int x, int y, kf_text letters, bool if_free) {
    size_t at = (size_t)y * KF_ISHI_LARGEST + (size_t)x;
    if (if_free && net->kinds[at] != KF_ISHI_MARK_NONE)
        return;
    kf_ishi_mark kind = kind_of(letters);
    if (kind != KF_ISHI_MARK_LB) {
        set(net, at, kind);
        return;
    }
    size_t begin = net->letters.length;
    kf_buffer_add_text(&net->letters, letters);
    set_label(net, at, begin);
}

// ---- Programs ----

// A field under way: what it does to each point that it names.
typedef struct doing {
    kf_ishi_net *net;
    kf_play *path;
    bool is_unmark;
    kf_text letters; // empty: the number of the stone is shown
} doing;

static void do_point(const doing *d, kf_point point) {
    int x = kf_point_column(point), y = kf_point_row(point);
    if (x >= KF_ISHI_LARGEST || y >= KF_ISHI_LARGEST)
        return;
    size_t at = (size_t)y * KF_ISHI_LARGEST + (size_t)x;
    if (d->is_unmark) {
        clear(d->net, at);
    } else if (d->letters.length > 0) {
        kf_ishi_net_add(d->net, x, y, d->letters, false);
    } else {
        // Only a stone that lies there shows its number; stones of a setup have none.
        int number = kf_play_number_at(d->path, point);
        if (number <= 0 || kf_board_get(&d->path->board, point) == KF_EMPTY)
            return;
        size_t begin = d->net->letters.length;
        kf_buffer_add_number(&d->net->letters, number);
        set_label(d->net, at, begin);
    }
}

// All moves of a range, found by their points: there are fewer of these than there may be numbers.
static void do_range(const doing *d, int from, int to) {
    for (int y = 0; y < d->path->board.height; y++) {
        for (int x = 0; x < d->path->board.width; x++) {
            kf_point point = kf_point_at(x, y);
            int number = kf_play_number_at(d->path, point);
            if (number >= from && number <= to && kf_play_numbered(d->path, number) == point)
                do_point(d, point);
        }
    }
}

static void do_all(const doing *d) {
    if (d->is_unmark) {
        memset(d->net->kinds, 0, sizeof d->net->kinds);
        d->net->count = 0;
        return;
    }
    for (int y = 0; y < d->path->board.height; y++)
        for (int x = 0; x < d->path->board.width; x++)
            do_point(d, kf_point_at(x, y));
}

// A single number may name a stone that was captured. Then another may lie on its point, whose
// number is not the one that was asked for.
static void do_number(const doing *d, int number) {
    kf_point point = kf_play_numbered(d->path, number);
    if (point != KF_NOWHERE && kf_play_number_at(d->path, point) == number)
        do_point(d, point);
}

static void do_field(doing *d, kf_text text) {
    kf_ishi_field field;
    kf_ishi_fault fault = kf_ishi_marks_field(text, KF_ISHI_LARGEST, !d->is_unmark, true, &field);
    if (fault != KF_ISHI_FINE && fault != KF_ISHI_LETTERS)
        return;
    d->letters = field.letters;
    if (field.target == KF_ISHI_ALL) {
        do_all(d);
    } else if (field.target == KF_ISHI_NUMBERS && field.from == field.to) {
        do_number(d, field.from);
    } else if (field.target == KF_ISHI_NUMBERS) {
        do_range(d, field.from, field.to);
    } else if (field.x < d->path->board.width && field.y <= d->path->board.height) {
        do_point(d, kf_point_at(field.x, d->path->board.height - field.y));
    }
}

void kf_ishi_net_run(kf_ishi_net *net, kf_play *path, kf_text line) {
    kf_text rest = line, word;
    doing d = {.net = net, .path = path};
    if (!kf_text_word(&rest, &word))
        return;
    d.is_unmark = kf_text_equal_fold(word, KF_TEXT("UNMARK"));
    if (!d.is_unmark && !kf_text_equal_fold(word, KF_TEXT("MARK")))
        return;
    while (kf_text_word(&rest, &word)) {
        do_field(&d, word);
        if (net->letters.length > net->most)
            compact(net);
    }
}

// ---- Properties ----

// Sets a mark, of a label one with the letters from `begin` on.
static void read_point(kf_ishi_net *net, kf_ishi_mark kind, int x, int y, size_t begin) {
    if (x >= KF_ISHI_LARGEST || y >= KF_ISHI_LARGEST)
        return;
    size_t at = (size_t)y * KF_ISHI_LARGEST + (size_t)x;
    net->is_crowded = net->is_crowded || net->kinds[at] != KF_ISHI_MARK_NONE;
    if (kind == KF_ISHI_MARK_LB)
        set_label(net, at, begin);
    else
        set(net, at, kind);
}

static void read_value(kf_ishi_net *net, kf_ishi_mark kind, kf_text value) {
    kf_text first, second;
    size_t begin = net->letters.length;
    int x, y, right, bottom;
    bool is_composed = kf_property_split(value, &first, &second);
    if (!kf_value_point(kf_text_trim(first), &x, &y))
        return;
    right = x;
    bottom = y;
    if (kind == KF_ISHI_MARK_LB)
        kf_value_plain(&net->letters, second, true);
    else if (is_composed && !kf_value_point(kf_text_trim(second), &right, &bottom))
        return;
    for (int row = y; row <= bottom; row++)
        for (int column = x; column <= right; column++)
            read_point(net, kind, column, row, begin);
}

void kf_ishi_net_read(kf_ishi_net *net, kf_text properties) {
    kf_property property;
    kf_text value;
    while (kf_property_next(&properties, &property))
        for (int kind = KF_ISHI_MARK_LB; kind <= KF_ISHI_MARK_MA; kind++)
            while (property.id == kinds[kind].id && kf_property_value(&property.values, &value))
                read_value(net, (kf_ishi_mark)kind, value);
}

static bool same_at(const kf_ishi_net *a, const kf_ishi_net *b, size_t at) {
    return a->kinds[at] == b->kinds[at] &&
           (a->kinds[at] != KF_ISHI_MARK_LB || kf_text_equal(label_at(a, at), label_at(b, at)));
}

bool kf_ishi_net_equal(const kf_ishi_net *a, const kf_ishi_net *b) {
    bool is_equal = !a->is_crowded && !b->is_crowded && a->count == b->count;
    for (size_t at = 0; is_equal && at < KF_ISHI_POINTS; at++)
        is_equal = same_at(a, b, at);
    return is_equal;
}

// A mark in the order of giving.
typedef struct given {
    uint32_t time;
    uint16_t at;
} given;

static int by_time(const void *a, const void *b) {
    const given *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static size_t in_order(const kf_ishi_net *net, given marks[KF_ISHI_POINTS]) {
    size_t count = 0;
    for (uint16_t at = 0; net->count > 0 && at < KF_ISHI_POINTS; at++)
        if (net->kinds[at] != KF_ISHI_MARK_NONE)
            marks[count++] = (given){net->times[at], at};
    if (count > 1)
        qsort(marks, count, sizeof *marks, by_time);
    return count;
}

void kf_ishi_net_show(const kf_ishi_net *net, kf_buffer *out) {
    given marks[KF_ISHI_POINTS];
    size_t count = in_order(net, marks);
    char point[2];
    for (int kind = KF_ISHI_MARK_LB; kind <= KF_ISHI_MARK_MA; kind++) {
        bool is_first = true;
        for (size_t i = 0; i < count; i++) {
            size_t at = marks[i].at;
            if (net->kinds[at] != kind)
                continue;
            kf_buffer_add_string(out, is_first ? kinds[kind].property : "");
            is_first = false;
            kf_value_put_point(point, (int)at % KF_ISHI_LARGEST, (int)at / KF_ISHI_LARGEST);
            kf_buffer_add_char(out, '[');
            kf_buffer_add(out, point, 2);
            if (kind == KF_ISHI_MARK_LB) {
                kf_buffer_add_char(out, ':');
                kf_value_escape_part(out, label_at(net, at));
            }
            kf_buffer_add_char(out, ']');
        }
    }
}

// ---- The default program ----

static void add_location(kf_buffer *out, size_t at, int size) {
    int x = (int)at % KF_ISHI_LARGEST, y = (int)at / KF_ISHI_LARGEST;
    kf_buffer_add_char(out, (char)('A' + x + (x >= 'I' - 'A')));
    kf_buffer_add_number(out, size - y);
}

// Whether the letters are the number of the stone that lies there.
static bool is_number_of(kf_play *path, kf_point point, kf_text letters, int *number) {
    return kf_text_number(letters, number) && letters.data[0] != '0' &&
           kf_play_number_at(path, point) == *number &&
           kf_board_get(&path->board, point) != KF_EMPTY;
}

// One or two characters that stand for the label; false when there are none.
static bool shorten(kf_text label, kf_arena *arena, char letters[2], size_t *length) {
    kf_buffer ascii = {.arena = arena};
    int number;
    kf_ishi_ascii(&ascii, label);
    kf_text text = kf_buffer_text(&ascii);
    *length = 0;
    // Part of a number would be another number, and a backslash might make a triangle.
    bool misleads = text.length > 2 && kf_text_number(text, &number);
    for (size_t i = 0; !misleads && i < text.length && *length < 2; i++)
        if (text.data[i] > ' ' && text.data[i] < 127)
            letters[(*length)++] = text.data[i];
    kf_arena_release(arena, ascii.data);
    return *length > 0 && kind_of((kf_text){letters, *length}) == KF_ISHI_MARK_LB;
}

// Adds the field that gives the mark; false, and nothing is added, when no field does.
static bool add_field(const kf_ishi_net *net, size_t at, kf_play *path, kf_buffer *out) {
    kf_point point = kf_point_at((int)at % KF_ISHI_LARGEST, (int)at / KF_ISHI_LARGEST);
    kf_text label = label_at(net, at);
    char letters[2];
    size_t length;
    int number;
    if (!kf_point_is_on(point, path->board.width, path->board.height))
        return false;
    if (net->kinds[at] != KF_ISHI_MARK_LB) {
        kf_buffer_add_string(out, kinds[net->kinds[at]].letters);
    } else if (is_number_of(path, point, label, &number)) {
        if (kf_play_numbered(path, number) == point) {
            kf_buffer_add_char(out, '#');
            kf_buffer_add_text(out, label);
        } else {
            add_location(out, at, path->board.height);
        }
        return true;
    } else if (shorten(label, out->arena, letters, &length)) {
        kf_buffer_add(out, letters, length);
    } else {
        return false;
    }
    kf_buffer_add_char(out, '@');
    add_location(out, at, path->board.height);
    return true;
}

void kf_ishi_net_write(const kf_ishi_net *net, const kf_ishi_net *minus, kf_play *path,
                       kf_buffer *out) {
    given marks[KF_ISHI_POINTS];
    size_t count = in_order(net, marks), in_line = 0;
    for (size_t i = 0; i < count; i++) {
        size_t before = out->length;
        if (minus->kinds[marks[i].at] != KF_ISHI_MARK_NONE && same_at(net, minus, marks[i].at))
            continue;
        kf_buffer_add_string(out, in_line == 0 ? "MARK " : " ");
        if (!add_field(net, marks[i].at, path, out)) {
            out->length = before;
            continue;
        }
        if (++in_line < FIELDS_IN_LINE)
            continue;
        kf_buffer_add_string(out, "\r\n");
        in_line = 0;
    }
    if (in_line > 0)
        kf_buffer_add_string(out, "\r\n");
}
