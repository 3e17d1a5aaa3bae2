// SPDX-License-Identifier: MIT
// Handicap placement by custom, the rule of three, and ranks.
//
// Japanese custom fixes where handicap stones stand, other rules leave it to Black, and files say
// neither: what they have is compared with the custom.

#include <kifu/board.h>

#include <string.h>

// A place on the nine stars of a board: column and row are 0 (low), 1 (middle) or 2 (high), rows
// counted from the top; or, with `fixed`, column and row themselves.
typedef struct place {
    int8_t column;
    int8_t row;
    bool fixed;
} place;

// The four corners come first, then the pairs of sides; the middle is there in odd numbers from
// five on. The tables differ in the third stone only.
static const place star_corners[4] = {{0, 2, false}, {2, 0, false}, {0, 0, false}, {2, 2, false}};
static const place japanese_corners[4] = {
    {2, 0, false}, {0, 2, false}, {2, 2, false}, {0, 0, false}};
// The book's Fig. 21 names 16/D first: lower left, upper right, lower right, upper left.
static const place book_corners[4] = {{0, 2, false}, {2, 0, false}, {2, 2, false}, {0, 0, false}};
static const place star_sides[4] = {{0, 1, false}, {2, 1, false}, {1, 2, false}, {1, 0, false}};
static const place book_sides[4] = {{2, 1, false}, {0, 1, false}, {1, 2, false}, {1, 0, false}};
// 13/G 7/N 13/N 7/G 17/C 3/R 17/R 3/C
static const place book_more[8] = {{6, 12, true}, {12, 6, true}, {12, 12, true}, {6, 6, true},
                                   {2, 16, true}, {16, 2, true}, {16, 16, true}, {2, 2, true}};

// Even boards have no middle line, and on 7x7 the sides lie too close to the corners.
int kf_handicap_most(kf_handicap handicap, int width, int height) {
    if (width != height || width < 7 || width > 19) {
        return 0;
    }
    if (width == 7 || width % 2 == 0) {
        return 4;
    }
    return handicap == KF_HANDICAP_BOOK && width == 19 ? KF_HANDICAP_MAX : 9;
}

// Where the place is on a board of that size: the third line below 13, else the fourth.
static kf_point point_of(place at, int size) {
    if (at.fixed) {
        return kf_point_at(at.column, at.row);
    }
    int low = size < 13 ? 2 : 3;
    const int line[3] = {low, size / 2, size - 1 - low};
    return kf_point_at(line[at.column], line[at.row]);
}

// Corners, pairs of sides, the middle when the number is odd, and the book's further points.
int kf_handicap_place(kf_handicap handicap, int stones, int width, int height,
                      kf_point points[KF_HANDICAP_MAX]) {
    bool book = handicap == KF_HANDICAP_BOOK;
    if (stones < 2 || stones > kf_handicap_most(handicap, width, height)) {
        return 0;
    }
    const place *corners = book                               ? book_corners
                           : handicap == KF_HANDICAP_JAPANESE ? japanese_corners
                                                              : star_corners;
    const place *sides = book ? book_sides : star_sides;
    int stars = stones < 9 ? stones : 9;
    int count = 0;
    for (int i = 0; i < 4 && i < stars; i++) {
        points[count++] = point_of(corners[i], width);
    }
    for (int i = 0; i < (stars - 4) / 2 * 2; i++) {
        points[count++] = point_of(sides[i], width);
    }
    if (stars > 4 && stars % 2) {
        points[count++] = point_of((place){1, 1, false}, width);
    }
    for (int i = 0; count < stones; i++) {
        points[count++] = point_of(book_more[i], width);
    }
    return count;
}

// The point turned and mirrored: bit 0 mirrors columns, bit 1 rows, bit 2 swaps both.
static kf_point turn(kf_point point, int way, int size) {
    int column = kf_point_column(point);
    int row = kf_point_row(point);
    column = way & 1 ? size - 1 - column : column;
    row = way & 2 ? size - 1 - row : row;
    return way & 4 ? kf_point_at(row, column) : kf_point_at(column, row);
}

static bool contains(const kf_point *points, int count, kf_point point) {
    for (int i = 0; i < count; i++) {
        if (points[i] == point) {
            return true;
        }
    }
    return false;
}

// Turns the custom, not the points: both ways find the same, and the custom is always complete.
bool kf_handicap_fits(kf_handicap handicap, const kf_point *points, int count, int width,
                      int height) {
    kf_point custom[KF_HANDICAP_MAX];
    if (handicap == KF_HANDICAP_FREE) {
        return true;
    }
    if (kf_handicap_place(handicap, count, width, height, custom) != count || count == 0) {
        return false;
    }
    for (int way = 0; way < 8; way++) {
        int fitting = 0;
        for (int i = 0; i < count; i++) {
            fitting += contains(points, count, turn(custom[i], way, width));
        }
        if (fitting == count) {
            return true;
        }
    }
    return false;
}

// Three wins of one player change the handicap for the next game, and count for that alone. While
// the players are even, the loser of a game has Black in the next one.
int kf_handicap_after(int stones, const kf_colour *winners, size_t count) {
    int in_a_row = 0;
    int black = 0; // the player who has Black: 0 or 1
    int last = 0;  // the one who won last
    for (size_t i = 0; i < count; i++) {
        int winner = winners[i] == KF_BLACK ? black : 1 - black;
        in_a_row = i > 0 && winner == last ? in_a_row + 1 : 1;
        last = winner;
        if (in_a_row == 3) {
            in_a_row = 0;
            black = stones == 0 ? 1 - winner : black;
            stones += stones == 0 || winner != black ? 1 : -1;
            stones = stones > KF_HANDICAP_MAX ? KF_HANDICAP_MAX : stones;
        }
        black = stones == 0 ? 1 - winner : black;
    }
    return stones;
}

// Whether the text is one of the words, blind to case.
static bool is_any(const char *text, size_t length, const char *const *words) {
    for (; *words; words++) {
        size_t same = 0;
        while (same < length && (*words)[same] && (text[same] | 32) == (*words)[same]) {
            same++;
        }
        if (same == length && !(*words)[same]) {
            return true;
        }
    }
    return false;
}

// A number, blanks or a hyphen, and the word.
bool kf_handicap_rank(const char *text, size_t length, int *rank) {
    static const char *const kyu[] = {"k", "kyu", NULL};
    static const char *const dan[] = {"d", "dan", NULL};
    size_t at = 0;
    int number = 0;
    while (at < length && at < 2 && text[at] >= '0' && text[at] <= '9') {
        number = number * 10 + (text[at++] - '0');
    }
    while (at < length && (text[at] == ' ' || text[at] == '-')) {
        at++;
    }
    if (number >= 1 && number <= 30 && is_any(text + at, length - at, kyu)) {
        *rank = 1 - number;
        return true;
    }
    if (number >= 1 && number <= 9 && is_any(text + at, length - at, dan)) {
        *rank = number;
        return true;
    }
    return false;
}

int kf_handicap_between(int rank, int other, int most) {
    int difference = rank > other ? rank - other : other - rank;
    return difference > most ? most : difference;
}
