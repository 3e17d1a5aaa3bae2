// SPDX-License-Identifier: MIT
// A matcher written from the definition of a hit: every pattern at every place of every position.

#include "catalog_naive.h"

#include "record/record.h"
#include "record/value.h"

#include <stdlib.h>
#include <string.h>

// What lies on a point. What a pattern allows there is a sum of these.
enum { EMPTY = 1, BLACK = 2, WHITE = 4 };

// A position of a line: what lies where, and how it came about.
typedef struct position {
    char board[52][52];
    unsigned moves;
    bool is_move;    // that led here
    char colour;     // of it
    int column, row; // of it; -1 for a pass
    size_t changes;  // how many points had changed up to here
} position;

typedef struct point {
    int column, row;
} point;

typedef struct line {
    position *positions;
    size_t count, room;
    point *changes; // of one position after the other
    size_t change_room;
    size_t shared; // positions of it that belong to another line
    int width, height;
    kf_board board;
} line;

typedef struct turned {
    int width, height, symmetry;
    char cells[52][52];
    char allowed[52][52];
    bool top, right, bottom, left, is_swapped;
} turned;

typedef struct search {
    const naive_pattern *pattern;
    naive_query *query;
    turned turns[16];
    int turn_count;
    line line;
    bool found[16][52][52]; // of each turn and place, in this line
    unsigned game;
    bool is_variation;
} search;

// ---- Lines ----

// Notes which points are not as they were in the position before.
static void note_changes(line *l) {
    position *p = &l->positions[l->count - 1];
    p->changes = l->count > 1 ? p[-1].changes : 0;
    if (p->changes + KF_BOARD_POINTS > l->change_room) {
        l->change_room = l->change_room * 2 + KF_BOARD_POINTS;
        l->changes = realloc(l->changes, l->change_room * sizeof *l->changes);
        if (l->changes == NULL)
            abort();
    }
    for (int row = 0; row < l->height && l->count > 1; row++)
        for (int column = 0; column < l->width; column++)
            if (p->board[row][column] != p[-1].board[row][column])
                l->changes[p->changes++] = (point){column, row};
}

static position *add_position(line *l) {
    if (l->count == l->room) {
        l->room = l->room * 2 + 64;
        l->positions = realloc(l->positions, l->room * sizeof *l->positions);
        if (l->positions == NULL)
            abort();
    }
    unsigned moves = l->count > 0 ? l->positions[l->count - 1].moves : 0;
    position *p = &l->positions[l->count++];
    p->moves = moves;
    p->is_move = false;
    for (int row = 0; row < l->height; row++)
        for (int column = 0; column < l->width; column++)
            p->board[row][column] = (char)(1 << kf_board_get(&l->board, kf_point_at(column, row)));
    note_changes(l);
    return p;
}

static bool same_as_last(const line *l) {
    const position *p = &l->positions[l->count - 1];
    for (int row = 0; row < l->height; row++)
        for (int column = 0; column < l->width; column++)
            if (p->board[row][column] != 1 << kf_board_get(&l->board, kf_point_at(column, row)))
                return false;
    return true;
}

static void set_up(line *l, const kf_property *property) {
    kf_text values = property->values, value;
    kf_colour colour = property->id == KF_P_AB   ? KF_BLACK
                       : property->id == KF_P_AW ? KF_WHITE
                                                 : KF_EMPTY;
    while (kf_property_value(&values, &value)) {
        int x, y, right, bottom;
        if (!kf_value_rectangle(value, &x, &y, &right, &bottom))
            continue;
        for (int row = y < bottom ? y : bottom; row <= (y < bottom ? bottom : y); row++)
            for (int column = x < right ? x : right; column <= (x < right ? right : x); column++)
                if (column < l->width && row < l->height)
                    kf_board_put(&l->board, kf_point_at(column, row), colour);
    }
}

static void play(line *l, const kf_property *property) {
    kf_text values = property->values, value;
    kf_played played;
    int x, y;
    if (!kf_property_value(&values, &value))
        return;
    kf_colour colour = property->id == KF_P_B ? KF_BLACK : KF_WHITE;
    bool is_on = kf_value_point(value, &x, &y) && x < l->width && y < l->height;
    if (is_on)
        kf_board_play(&l->board, kf_point_at(x, y), colour, &played);
    position *p = add_position(l);
    p->is_move = true;
    p->moves++;
    p->colour = colour == KF_BLACK ? 'B' : 'W';
    p->column = is_on ? x : -1;
    p->row = is_on ? y : -1;
}

static void enter(line *l, const kf_record *record, kf_node node) {
    kf_text text = kf_node_text(record, node), rest = text;
    kf_property property;
    while (kf_property_next(&rest, &property))
        if (property.id == KF_P_AB || property.id == KF_P_AW || property.id == KF_P_AE)
            set_up(l, &property);
    if (l->count == 0 || !same_as_last(l))
        add_position(l);
    while (kf_property_next(&text, &property))
        if (property.id == KF_P_B || property.id == KF_P_W)
            play(l, &property);
}

// The line through a node: from the root of its game, and on along first children.
static void make_line(line *l, const kf_record *record, kf_node node) {
    kf_node path[4096];
    size_t depth = 0;
    for (kf_node n = node; n != 0 && depth < 4096; n = kf_node_parent(record, n))
        path[depth++] = n;
    kf_record_board(record, path[depth - 1], &l->width, &l->height);
    kf_board_init(&l->board, l->width, l->height);
    l->count = 0;
    while (depth > 0) {
        l->shared = l->count;
        enter(l, record, path[--depth]);
    }
    for (node = kf_node_child(record, node); node != 0; node = kf_node_child(record, node))
        enter(l, record, node);
}

// ---- Turns ----

static char swap(char c) {
    static const char from[] = "XOxo", to[] = "OXox";
    const char *at = strchr(from, c);
    return at != NULL ? to[at - from] : c;
}

// What may lie on a cell. A number is a point to be played on.
static char allowed_by(char cell) {
    switch (cell) {
    case '*':
        return EMPTY | BLACK | WHITE;
    case 'x':
        return EMPTY | BLACK;
    case 'o':
        return EMPTY | WHITE;
    case 'X':
        return BLACK;
    case 'O':
        return WHITE;
    default:
        return EMPTY;
    }
}

// Turns a pattern in two steps that anyone can follow on paper: a flip along the diagonal, then
// mirrors.
static turned turn(const naive_pattern *p, int symmetry, bool is_swapped) {
    turned t = {.symmetry = symmetry, .is_swapped = is_swapped};
    bool flips = symmetry & 4;
    t.width = flips ? p->height : p->width;
    t.height = flips ? p->width : p->height;
    t.top = flips ? p->left : p->top;
    t.left = flips ? p->top : p->left;
    t.bottom = flips ? p->right : p->bottom;
    t.right = flips ? p->bottom : p->right;
    for (int row = 0; row < t.height; row++)
        for (int column = 0; column < t.width; column++)
            t.cells[row][column] = flips ? p->cells[column][row] : p->cells[row][column];
    turned mirrored = t;
    for (int row = 0; row < t.height; row++)
        for (int column = 0; column < t.width; column++) {
            int x = symmetry & 1 ? t.width - 1 - column : column;
            int y = symmetry & 2 ? t.height - 1 - row : row;
            char c = t.cells[row][column];
            mirrored.cells[y][x] = is_swapped ? swap(c) : c;
            mirrored.allowed[y][x] = allowed_by(mirrored.cells[y][x]);
        }
    if (symmetry & 1)
        mirrored.left = t.right, mirrored.right = t.left;
    if (symmetry & 2)
        mirrored.top = t.bottom, mirrored.bottom = t.top;
    return mirrored;
}

// Whether two turns ask for the same stones; then they are one. Numbers are moves of a colour, and
// so is who plays next.
static bool are_same(const search *s, const turned *a, const turned *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->cells, b->cells, sizeof a->cells) == 0 &&
           ((!s->pattern->has_moves && s->pattern->next == 0) || a->is_swapped == b->is_swapped);
}

static bool may_stand(const search *s, const turned *t, int column, int row) {
    bool left = column == 0, top = row == 0, right = column + t->width == s->line.width,
         bottom = row + t->height == s->line.height;
    if ((t->left && !left) || (t->right && !right) || (t->top && !top) || (t->bottom && !bottom))
        return false;
    int touched = (left || right) + (top || bottom);
    return s->pattern->anchor == 'c'   ? touched == 2
           : s->pattern->anchor == 's' ? touched == 1
           : s->pattern->anchor == 'm' ? touched == 0
                                       : true;
}

// ---- Standing ----

static char other(char colour) {
    return colour == 'B' ? 'W' : 'B';
}

// Whether the moves behind a position that are played inside of the place begin with its numbers.
static bool follows(const search *s, const turned *t, int column, int row, size_t at) {
    char colour = s->pattern->next != 0 ? s->pattern->next : 'B';
    if (t->is_swapped)
        colour = other(colour);
    for (int number = '1'; number <= '9'; number++, colour = other(colour)) {
        bool is_asked = false;
        int x = 0, y = 0;
        for (int r = 0; r < t->height; r++)
            for (int c = 0; c < t->width; c++)
                if (t->cells[r][c] == number)
                    is_asked = true, x = column + c, y = row + r;
        if (!is_asked)
            return true;
        const position *p = NULL;
        for (at++; at < s->line.count && p == NULL; at++) {
            const position *q = &s->line.positions[at];
            if (q->is_move && q->column >= column && q->row >= row &&
                q->column < column + t->width && q->row < row + t->height)
                p = q;
        }
        at--;
        if (p == NULL || p->column != x || p->row != y || p->colour != colour)
            return false;
    }
    return true;
}

static bool is_next(const search *s, const turned *t, size_t at) {
    char next = t->is_swapped ? other(s->pattern->next) : s->pattern->next;
    for (at++; at < s->line.count; at++)
        if (s->line.positions[at].is_move)
            return s->line.positions[at].colour == next;
    return false;
}

static bool stands(const search *s, const turned *t, int column, int row, size_t at) {
    const position *p = &s->line.positions[at];
    for (int r = 0; r < t->height; r++)
        for (int c = 0; c < t->width; c++)
            if (!(t->allowed[r][c] & p->board[row + r][column + c]))
                return false;
    return (s->pattern->next == 0 || is_next(s, t, at)) &&
           (!s->pattern->has_moves || follows(s, t, column, row, at));
}

static void add_hit(naive_query *q, naive_hit hit) {
    if (q->count == q->room) {
        q->room = q->room * 2 + 64;
        q->hits = realloc(q->hits, q->room * sizeof *q->hits);
        if (q->hits == NULL)
            abort();
    }
    q->hits[q->count++] = hit;
}

// Whether an earlier turn asks for the same there; then it is that turn's hit.
static bool is_known(const search *s, int index, int column, int row) {
    for (int k = 0; k < index; k++)
        if (are_same(s, &s->turns[k], &s->turns[index]) && may_stand(s, &s->turns[k], column, row))
            return true;
    return false;
}

// Looks at one place in one position. What was found there before is not looked for again.
static void look(search *s, int index, int column, int row, size_t at) {
    const turned *t = &s->turns[index];
    bool *found = &s->found[index][row][column];
    if (*found || !may_stand(s, t, column, row) || !stands(s, t, column, row, at) ||
        is_known(s, index, column, row))
        return;
    naive_hit hit = {
        s->game,        s->line.positions[at].moves, column, row, t->symmetry, t->is_swapped,
        s->is_variation};
    *found = true;
    if (at >= s->line.shared && hit.moves <= s->pattern->by_move)
        add_hit(s->query, hit);
}

static void look_everywhere(search *s, size_t at) {
    for (int i = 0; i < s->turn_count; i++)
        for (int row = 0; row + s->turns[i].height <= s->line.height; row++)
            for (int column = 0; column + s->turns[i].width <= s->line.width; column++)
                look(s, i, column, row, at);
}

// Only at places that hold a point which the last step changed, from what the pattern does not
// allow there to what it does, the pattern can stand now and not before.
static void look_around(search *s, int column, int row, size_t at) {
    char there = s->line.positions[at].board[row][column];
    char before = s->line.positions[at - 1].board[row][column];
    for (int i = 0; i < s->turn_count; i++) {
        const turned *t = &s->turns[i];
        int right = s->line.width - t->width, bottom = s->line.height - t->height;
        for (int y = row < bottom ? row : bottom; y > row - t->height && y >= 0; y--)
            for (int x = column < right ? column : right; x > column - t->width && x >= 0; x--) {
                char allowed = t->allowed[row - y][column - x];
                if ((allowed & there) && !(allowed & before) && !s->found[i][y][x])
                    look(s, i, x, y, at);
            }
    }
}

static void look_in_line(search *s) {
    bool is_always = s->pattern->next != 0 || s->pattern->has_moves;
    memset(s->found, 0, sizeof s->found);
    for (size_t at = 0; at < s->line.count; at++) {
        if (at == 0 || is_always) {
            look_everywhere(s, at);
            continue;
        }
        for (size_t i = s->line.positions[at - 1].changes; i < s->line.positions[at].changes; i++)
            look_around(s, s->line.changes[i].column, s->line.changes[i].row, at);
    }
}

static void begin(search *s, naive_query *query) {
    *s = (search){.pattern = &query->pattern, .query = query};
    for (int swapped = 0; swapped <= (query->pattern.any_colour ? 1 : 0); swapped++)
        for (int symmetry = 0; symmetry < (query->pattern.as_typed ? 1 : 8); symmetry++)
            s->turns[s->turn_count++] = turn(&query->pattern, symmetry, swapped);
}

// Looks at the lines of a game: the main one, and one for each node that is no first child.
static void look_in_game(search *searches, size_t count, const kf_record *record, kf_node game) {
    kf_walk walk = kf_walk_from(record, game);
    line l = searches[0].line;
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        if (node != game && kf_node_child(record, kf_node_parent(record, node)) == node)
            continue;
        make_line(&l, record, node);
        if (node == game)
            l.shared = 0;
        for (size_t i = 0; i < count; i++) {
            if (node != game && !searches[i].query->has_variations)
                continue;
            searches[i].line = l;
            searches[i].is_variation = node != game;
            look_in_line(&searches[i]);
        }
    }
    searches[0].line = l;
    for (size_t i = 0; i < count; i++)
        searches[i].game++;
}

void naive_find(const kf_record *record, naive_query *queries, size_t count) {
    search *searches = calloc(count, sizeof *searches);
    if (searches == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        begin(&searches[i], &queries[i]);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        look_in_game(searches, count, record, game);
    free(searches[0].line.positions);
    free(searches[0].line.changes);
    free(searches);
}
