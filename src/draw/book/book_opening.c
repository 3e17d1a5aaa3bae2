// SPDX-License-Identifier: MIT
// What an opening is called: by its first corners, and by its name where that is beyond doubt.

#include <stdio.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/text.h"
#include "draw/book/book.h"
#include "record/value.h"

// Boards of other sizes have no openings with names.
enum { SIZE = 19, STAR = 3, FAR = SIZE - 1 - STAR, MIDDLE = SIZE / 2, NEAR = 6, FIRST = 16 };

// The first move of a player in a corner that was empty.
typedef struct corner {
    int x, y;      // on the board
    int low, high; // its lines from the edges, from 1
} corner;

typedef struct opening {
    corner corners[2][2]; // of Black, of White
    int counts[2];
    int x, y; // Black's next move after the corners are shared out, or -1
} opening;

// Which corner a point is in, from 0; -1: none.
static int corner_at(int x, int y) {
    bool is_left = x <= NEAR, is_top = y <= NEAR;
    if ((!is_left && x < SIZE - 1 - NEAR) || (!is_top && y < SIZE - 1 - NEAR))
        return -1;
    return (is_left ? 0 : 1) + (is_top ? 0 : 2);
}

static int line_of(int at) {
    return at <= MIDDLE ? at + 1 : SIZE - at;
}

static void add_move(opening *o, bool *is_taken, bool is_white, int x, int y) {
    int where = corner_at(x, y), *count = &o->counts[is_white];
    if (where < 0 || is_taken[where]) {
        if (!is_white && o->counts[0] == 2 && o->x < 0) {
            o->x = x;
            o->y = y;
        }
        return;
    }
    is_taken[where] = true;
    int a = line_of(x), b = line_of(y);
    if (*count < 2)
        o->corners[is_white][*count] = (corner){x, y, a < b ? a : b, a < b ? b : a};
    *count += *count < 2;
}

// False: stones stand before the first move, or the four corners were not shared out soon.
static bool read_opening(const kf_record *record, kf_node game, opening *o) {
    bool is_taken[4] = {false};
    int moves = 0, x, y;
    *o = (opening){.x = -1};
    for (kf_node n = game; n != 0 && moves < FIRST; n = kf_node_child(record, n)) {
        kf_text value;
        bool is_black = kf_property_get(record, n, "B", &value);
        if (kf_property_get(record, n, is_black ? "AB" : "AW", &value))
            return false;
        if (!kf_property_get(record, n, "B", &value) && !kf_property_get(record, n, "W", &value)) {
            if (kf_property_get(record, n, "AB", &value))
                return false;
            continue;
        }
        moves++;
        if (kf_value_point(value, &x, &y) && x < SIZE && y < SIZE)
            add_move(o, is_taken, !is_black, x, y);
    }
    return o->counts[0] == 2 && o->counts[1] == 2;
}

static bool is_beside(const corner *a, const corner *b) {
    return corner_at(a->x, a->y) + corner_at(b->x, b->y) != 3;
}

static bool is_star(const corner *c) {
    return c->low == STAR + 1 && c->high == STAR + 1;
}

// "4-4, 3-4", the higher one first.
static void add_side(kf_buffer *out, const corner corners[2], kf_language language) {
    int order = corners[0].high * 8 + corners[0].low < corners[1].high * 8 + corners[1].low;
    for (int i = 0; i < 2; i++) {
        const corner *c = &corners[i ^ order];
        char text[16];
        snprintf(text, sizeof text, "%s%d-%d", i > 0 ? ", " : "", c->low, c->high);
        kf_buffer_add_string(out, text);
    }
    if (!is_beside(&corners[0], &corners[1])) {
        kf_buffer_add_char(out, ' ');
        kf_buffer_add_string(out, kf_language_get(language, KF_WORD_DIAGONAL));
    }
}

// Whether Black's third move is on the side between the two corners, so many lines from its edge:
// `along` gets where, counted from the corner `from` on.
static bool is_between(const opening *o, const corner *from, const corner *to, int *line,
                       int *along) {
    bool is_column = line_of(from->x) <= NEAR + 1 && (from->x <= NEAR) == (to->x <= NEAR);
    int across = is_column ? o->x : o->y, at = is_column ? o->y : o->x;
    int edge = is_column ? from->x : from->y, begin = is_column ? from->y : from->x;
    *line = line_of(across);
    *along = begin <= NEAR ? at + 1 : SIZE - at;
    return (across <= NEAR) == (edge <= NEAR) && *line <= 4;
}

// Names are given only to what every player calls so.
static const char *name_of(const opening *o, kf_language language) {
    const corner *a = &o->corners[0][0], *b = &o->corners[0][1];
    int line, along;
    if (!is_beside(a, b))
        return NULL;
    if (is_star(a) && is_star(b)) {
        bool is_third = o->x >= 0 && is_between(o, a, b, &line, &along) && line == 4 && along == 10;
        return kf_language_get(language, is_third ? KF_WORD_THREE_STARS : KF_WORD_TWO_STARS);
    }
    const corner *star = is_star(a) ? a : b, *low = is_star(a) ? b : a;
    if (!is_star(star) || low->low != 3 || low->high != 4 || o->x < 0)
        return NULL;
    // The lower stone stands on the fourth line of the side that the third one is on, and the third
    // is a line nearer to it than the middle.
    bool is_side = is_between(o, low, star, &line, &along);
    bool is_column = (low->x <= NEAR) == (star->x <= NEAR);
    bool is_fourth = line_of(is_column ? low->x : low->y) == 4;
    return is_side && is_fourth && along == 9 && (line == 3 || line == 4)
               ? kf_language_get(language, KF_WORD_CHINESE)
               : NULL;
}

kf_text kf_book_opening_of(kf_arena *arena, const kf_record *record, kf_node game,
                           kf_language language) {
    int width, height;
    opening o;
    kf_text said = kf_book_text_of(arena, record, game, "ON");
    kf_buffer out = {.arena = arena};
    if (said.length > 0)
        return said;
    if (!kf_record_board(record, game, &width, &height) || width != SIZE || height != SIZE ||
        !read_opening(record, game, &o))
        return said;
    const char *name = name_of(&o, language);
    if (name != NULL) {
        kf_buffer_add_string(&out, name);
        kf_buffer_add_string(&out, ": ");
    }
    add_side(&out, o.corners[0], language);
    kf_buffer_add_string(&out, " – ");
    add_side(&out, o.corners[1], language);
    return kf_buffer_text(&out);
}
