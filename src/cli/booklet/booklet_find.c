// SPDX-License-Identifier: MIT
// What a claim of the book comes to, by our own rules, count, eyes, life, ladders and end games.

#include "cli/booklet/booklet.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include <kifu/life.h>
#include <kifu/reading.h>
#include <kifu/score.h>

enum { MOST_POINTS = KF_BOARD_POINTS, NODES = 200000, POSITIONS = 60000 };

// A question under way: the words that are left of it, and the board it is asked of.
typedef struct question {
    const kf_booklet_case *figure;
    kf_text words;
    kf_board board;
    kf_played last; // of the moves that the question has
    bool is_wrong;  // it cannot be read
    char *found;
} question;

static void say(question *q, const char *word) {
    snprintf(q->found, KF_BOOKLET_TEXT, "%s", word);
}

static void say_number(question *q, long number) {
    snprintf(q->found, KF_BOOKLET_TEXT, "%ld", number);
}

// ---- Words ----

static kf_text next_word(question *q) {
    kf_text rest = kf_text_trim(q->words);
    size_t length = 0;
    while (length < rest.length && rest.data[length] != ' ')
        length++;
    q->words = kf_text_trim(kf_text_cut(rest, length, rest.length));
    return kf_text_cut(rest, 0, length);
}

static kf_point read_point(question *q, kf_text word) {
    if (kf_text_is(word, "pass"))
        return KF_PASS;
    kf_point point =
        kf_point_read(word.data, word.length, KF_COORDS_A1, q->board.width, q->board.height);
    q->is_wrong |= point == KF_NOWHERE;
    return point;
}

static kf_point next_point(question *q) {
    return read_point(q, next_word(q));
}

static kf_colour next_colour(question *q) {
    kf_text word = next_word(q);
    q->is_wrong |= !kf_text_is(word, "B") && !kf_text_is(word, "W");
    return kf_text_is(word, "B") ? KF_BLACK : KF_WHITE;
}

// "W D6 B pass": plays to the end of the words, or to a comma.
static void play_moves(question *q) {
    bool is_end = false;
    while (!is_end && q->words.length > 0 && !q->is_wrong) {
        kf_colour colour = next_colour(q);
        kf_text word = next_word(q);
        is_end = word.length > 0 && word.data[word.length - 1] == ',';
        kf_point point = read_point(q, kf_text_cut(word, 0, word.length - is_end));
        if (!q->is_wrong)
            (void)kf_board_play(&q->board, point, colour, &q->last);
    }
}

// "after MOVES", "without POINT", or nothing.
static void change_board(question *q) {
    kf_text before = q->words, word = next_word(q);
    if (kf_text_is(word, "after"))
        play_moves(q);
    else if (kf_text_is(word, "without"))
        kf_board_put(&q->board, next_point(q), KF_EMPTY);
    else
        q->words = before;
}

// ---- The rules ----

static void find_points(question *q) {
    say_number(q, (long)q->board.width * q->board.height);
}

static void find_chain(question *q) {
    kf_point one = next_point(q), other = next_point(q);
    change_board(q);
    if (!q->is_wrong)
        say(q, kf_chain_name(&q->board, one) == kf_chain_name(&q->board, other) ? "connected"
                                                                                : "apart");
}

// By what the last move did.
static void find_play(question *q) {
    play_moves(q);
    if (q->is_wrong)
        return;
    if (q->last.verdict == KF_SUICIDE)
        say(q, "suicide");
    else if (q->last.verdict == KF_KO)
        say(q, "knot");
    else if (q->last.verdict == KF_LEGAL)
        snprintf(q->found, KF_BOOKLET_TEXT, "takes %d", q->last.captured);
}

static kf_node game_at(const question *q, int number) {
    kf_node game = kf_node_child(q->figure->record, 0);
    while (game != 0 && --number > 0)
        game = kf_node_next(q->figure->record, game);
    return game;
}

// The same from the position of another figure, by its number.
static void find_knot(question *q) {
    int number = 0;
    kf_text word = next_word(q);
    if (!kf_text_number(word, &number) || !kf_play_go(q->figure->play, game_at(q, number))) {
        q->is_wrong = true;
        return;
    }
    kf_board_copy(&q->board, kf_play_board(q->figure->play));
    find_play(q);
}

static const int8_t around[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

static bool is_on(const kf_board *board, int x, int y) {
    return x >= 0 && y >= 0 && x < board->width && y < board->height;
}

// How many points adjoin the chain: so many stones surround it.
static void find_fence(question *q) {
    kf_point point = next_point(q), stones[MOST_POINTS];
    bool seen[KF_BOARD_MAX][KF_BOARD_MAX] = {{false}};
    size_t count = q->is_wrong ? 0 : kf_chain_stones(&q->board, point, stones, MOST_POINTS);
    int fence = 0;
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < 4; side++) {
            int x = kf_point_column(stones[i]) + around[side][0];
            int y = kf_point_row(stones[i]) + around[side][1];
            if (!is_on(&q->board, x, y) || seen[y][x] ||
                kf_board_get(&q->board, kf_point_at(x, y)) == kf_board_get(&q->board, stones[i]))
                continue;
            seen[y][x] = true;
            fence++;
        }
    say_number(q, fence);
}

// The fewest stones that surround a chain of so many away from the border, over all its shapes.
typedef struct shapes {
    int size, fewest;
    int8_t x[8], y[8];
} shapes;

static bool has(const shapes *s, int count, int x, int y) {
    for (int i = 0; i < count; i++)
        if (s->x[i] == x && s->y[i] == y)
            return true;
    return false;
}

static int fence_of(const shapes *s) {
    int count = 0;
    int8_t x[32], y[32];
    for (int i = 0; i < s->size; i++)
        for (int side = 0; side < 4; side++) {
            int8_t u = (int8_t)(s->x[i] + around[side][0]), v = (int8_t)(s->y[i] + around[side][1]);
            bool is_known = has(s, s->size, u, v);
            for (int k = 0; k < count && !is_known; k++)
                is_known = x[k] == u && y[k] == v;
            if (!is_known) {
                x[count] = u;
                y[count++] = v;
            }
        }
    return count;
}

// Every shape grows from its first stone, one neighbour at a time; `size` keeps that few.
static void grow(shapes *s, int count) { // NOLINT(misc-no-recursion): as deep as a shape is large
    if (count == s->size) {
        int fence = fence_of(s);
        if (fence < s->fewest)
            s->fewest = fence;
        return;
    }
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 4; side++) {
            int x = s->x[i] + around[side][0], y = s->y[i] + around[side][1];
            if (has(s, count, x, y))
                continue;
            s->x[count] = (int8_t)x;
            s->y[count] = (int8_t)y;
            grow(s, count + 1);
        }
}

static void find_fewest(question *q) {
    shapes s = {.fewest = 99};
    if (kf_text_number(next_word(q), &s.size) && s.size >= 1 && s.size <= 5) {
        grow(&s, 1);
        say_number(q, s.fewest);
    }
}

// ---- Eyes ----

// A vacant region, and what surrounds it.
typedef struct region {
    int count;
    kf_point points[MOST_POINTS];
    bool seen[KF_BOARD_MAX][KF_BOARD_MAX];
    bool has_colour[3];
    kf_point wall; // the name of the first chain around it
    bool is_one_chain;
} region;

static void look_at(region *r, const kf_board *board, int x, int y) {
    kf_colour colour = kf_board_get(board, kf_point_at(x, y));
    if (r->seen[y][x])
        return;
    if (colour == KF_EMPTY) {
        r->seen[y][x] = true;
        r->points[r->count++] = kf_point_at(x, y);
        return;
    }
    kf_point name = kf_chain_name(board, kf_point_at(x, y));
    if (r->wall == KF_NOWHERE)
        r->wall = name;
    r->has_colour[colour] = true;
    r->is_one_chain &= name == r->wall;
}

static void walk_region(region *r, const kf_board *board, kf_point from) {
    *r = (region){.wall = KF_NOWHERE, .is_one_chain = true};
    look_at(r, board, kf_point_column(from), kf_point_row(from));
    for (int i = 0; i < r->count; i++)
        for (int side = 0; side < 4; side++) {
            int x = kf_point_column(r->points[i]) + around[side][0];
            int y = kf_point_row(r->points[i]) + around[side][1];
            if (is_on(board, x, y))
                look_at(r, board, x, y);
        }
}

// By the definition of the book: vacant points within stones of one colour; real when these are
// connected.
static void find_eye(question *q) {
    kf_point point = next_point(q);
    kf_colour colour = next_colour(q);
    region r;
    change_board(q);
    if (q->is_wrong)
        return;
    walk_region(&r, &q->board, point);
    if (r.count == 0 || !r.has_colour[colour] || r.has_colour[3 - colour])
        say(q, "no eye");
    else
        say(q, r.is_one_chain ? "real eye" : "false eye");
}

static void find_vacant(question *q) {
    kf_point point = next_point(q);
    region r;
    change_board(q);
    if (q->is_wrong)
        return;
    walk_region(&r, &q->board, point);
    say_number(q, r.count);
}

// How many vacant regions touch the chain alone.
static void find_eyes(question *q) {
    kf_point point = next_point(q);
    int eyes = 0;
    region r = {0};
    bool seen[KF_BOARD_MAX][KF_BOARD_MAX] = {{false}};
    change_board(q);
    for (int y = 0; y < q->board.height && !q->is_wrong; y++)
        for (int x = 0; x < q->board.width; x++) {
            kf_point at = kf_point_at(x, y);
            if (seen[y][x] || kf_board_get(&q->board, at) != KF_EMPTY)
                continue;
            walk_region(&r, &q->board, at);
            for (int i = 0; i < r.count; i++)
                seen[kf_point_row(r.points[i])][kf_point_column(r.points[i])] = true;
            eyes += r.is_one_chain && r.wall == kf_chain_name(&q->board, point);
        }
    say_number(q, eyes);
}

// ---- Life ----

static bool read_life(question *q, kf_life_group *group) {
    kf_point point = next_point(q);
    change_board(q);
    kf_life_question life = {.board = &q->board, .group = point, .nodes = NODES};
    if (q->is_wrong)
        return false;
    if (!kf_life_read(&life, group))
        kf_arena_fail(q->figure->cli->arena);
    return group->is_read;
}

// In the book's words; where it has none, both results.
static void find_life(question *q) {
    kf_life_group group;
    if (!read_life(q, &group))
        return;
    kf_life_word attacked = group.first[KF_ATTACKER].word, first = group.first[KF_DEFENDER].word;
    if (attacked == KF_LIFE_UNKNOWN || first == KF_LIFE_UNKNOWN)
        return;
    bool lives = first == KF_LIFE_ALIVE;
    if (attacked == KF_LIFE_ALIVE)
        say(q, "unconditionally alive");
    else if (attacked == KF_LIFE_DEAD && first == KF_LIFE_DEAD)
        say(q, "dead");
    else if (attacked == KF_LIFE_DEAD && lives)
        say(q, "conditionally alive");
    else if (attacked == KF_LIFE_KO)
        say(q, "ko");
    else if (attacked == KF_LIFE_SEKI)
        say(q, lives ? "impasse if attacked first" : "impasse");
    else
        snprintf(q->found, KF_BOOKLET_TEXT, "%s if attacked first, %s if not",
                 kf_life_name(attacked), kf_life_name(first));
}

static void add_point(question *q, kf_point point, kf_coords coords) {
    size_t used = strlen(q->found);
    char text[KF_POINT_TEXT];
    kf_point_write(point, coords, q->board.width, q->board.height, text);
    if (used + strlen(text) + 2 < KF_BOOKLET_TEXT)
        snprintf(q->found + used, KF_BOOKLET_TEXT - used, "%s%s", used > 0 ? " " : "", text);
}

// The first moves by which its owner saves the group.
static void find_vital(question *q) {
    kf_life_group group;
    if (!read_life(q, &group) || !group.first[KF_DEFENDER].is_complete)
        return;
    for (int i = 0; i < group.first[KF_DEFENDER].vital_count; i++)
        add_point(q, group.first[KF_DEFENDER].vital[i], KF_COORDS_A1);
}

// ---- Ladders ----

static kf_ladder *begin_ladder(question *q, kf_point *stone) {
    *stone = next_point(q);
    kf_ladder *ladder = kf_ladder_new();
    if (ladder == NULL)
        kf_arena_fail(q->figure->cli->arena);
    return ladder;
}

static void find_ladder(question *q) {
    kf_point stone;
    kf_ladder *ladder = begin_ladder(q, &stone);
    kf_ladder_result result = KF_LADDER_UNKNOWN;
    if (!q->is_wrong)
        result = kf_ladder_read(ladder, &q->board, stone, kf_board_get(&q->board, stone));
    if (result != KF_LADDER_UNKNOWN)
        say(q, result == KF_LADDER_CAUGHT ? "caught" : "saved");
    kf_ladder_free(ladder);
}

// The points where a friend saves the chain.
static size_t find_friends_of(question *q, kf_point points[MOST_POINTS]) {
    kf_point stone;
    kf_ladder *ladder = begin_ladder(q, &stone);
    size_t count = 0;
    if (!q->is_wrong)
        count = kf_ladder_breakers(ladder, &q->board, stone, kf_board_get(&q->board, stone), points,
                                   MOST_POINTS);
    kf_ladder_free(ladder);
    return count;
}

// "A1:C2": two corners.
static void read_corners(question *q, kf_point *first, kf_point *last) {
    kf_text word = next_word(q);
    size_t colon = 0;
    while (colon < word.length && word.data[colon] != ':')
        colon++;
    *first = read_point(q, kf_text_cut(word, 0, colon));
    *last = read_point(q, kf_text_cut(word, colon + (colon < word.length), word.length));
}

static bool is_between(int value, int one, int other) {
    return one <= other ? value >= one && value <= other : value >= other && value <= one;
}

static void find_friends(question *q) {
    kf_point points[MOST_POINTS], first, last;
    size_t count = find_friends_of(q, points);
    int within = 0, all = 0;
    read_corners(q, &first, &last);
    for (int y = 0; y < q->board.height && !q->is_wrong; y++)
        for (int x = 0; x < q->board.width; x++) {
            if (!is_between(x, kf_point_column(first), kf_point_column(last)) ||
                !is_between(y, kf_point_row(first), kf_point_row(last)) ||
                kf_board_get(&q->board, kf_point_at(x, y)) != KF_EMPTY)
                continue;
            all++;
            for (size_t i = 0; i < count; i++)
                within += points[i] == kf_point_at(x, y);
        }
    if (!q->is_wrong && (within == 0 || within == all))
        say(q, within == 0 ? "none" : "all");
    else if (!q->is_wrong)
        snprintf(q->found, KF_BOOKLET_TEXT, "%d of %d points", within, all);
}

// On how many diagonals that go up to the right there is a point where a friend saves.
static void find_diagonals(question *q) {
    kf_point points[MOST_POINTS];
    size_t count = find_friends_of(q, points);
    int on[2 * KF_BOARD_MAX] = {0}, diagonals = 0;
    for (size_t i = 0; i < count; i++)
        on[KF_BOARD_MAX + kf_point_column(points[i]) -
           (q->board.height - 1 - kf_point_row(points[i]))]++;
    for (int i = 0; i < 2 * KF_BOARD_MAX; i++)
        diagonals += on[i] > 0;
    say_number(q, diagonals);
}

// Whether the point after one that saves, on such a diagonal, does not.
static void find_exceptions(question *q) {
    kf_point points[MOST_POINTS];
    size_t count = find_friends_of(q, points);
    bool is_saved[KF_BOARD_MAX + 1][KF_BOARD_MAX + 1] = {{false}};
    int exceptions = 0;
    for (size_t i = 0; i < count; i++)
        is_saved[kf_point_row(points[i])][kf_point_column(points[i])] = true;
    for (int y = 0; y < q->board.height; y++)
        for (int x = 0; x < q->board.width; x++)
            exceptions += y + 1 < q->board.height && x > 0 && is_saved[y + 1][x - 1] &&
                          !is_saved[y][x] && kf_board_get(&q->board, kf_point_at(x, y)) == KF_EMPTY;
    say(q, exceptions > 0 ? "yes" : "no");
}

// ---- The count ----

typedef struct counting {
    kf_ending ending;
    kf_count count;
    kf_arrangement arranged;
    kf_score score;
} counting;

static counting *count_game(const question *q) {
    kf_arena *arena = q->figure->cli->arena;
    counting *c = kf_arena_alloc(arena, sizeof *c);
    kf_node node = kf_path_find(q->figure->record, q->figure->game, "last");
    if (!kf_ending_read(q->figure->play, node, &c->ending) ||
        !kf_count_position(&c->ending, KF_COUNT_AUTO, &c->count))
        kf_arena_fail(arena);
    c->score = c->count.score;
    void *memory = kf_arena_alloc(arena, kf_arrange_size(&c->score));
    kf_arrange_count(&c->count.counted.board, &c->score, memory, &c->arranged);
    return c;
}

// The sizes of a colour's territories before or after arranging, largest first.
static void list_sizes(question *q, bool is_after) {
    kf_colour colour = next_colour(q);
    const counting *c = count_game(q);
    for (int size = MOST_POINTS; size > 0; size--)
        for (int i = 0; i < c->arranged.count; i++) {
            const kf_arranged *one = &c->arranged.territory[i];
            if (one->colour == colour && (is_after ? one->after : one->before) == size) {
                size_t used = strlen(q->found);
                snprintf(q->found + used, KF_BOOKLET_TEXT - used, "%s%d", used > 0 ? " " : "",
                         size);
            }
        }
}

static void find_sizes(question *q) {
    list_sizes(q, false);
}

static void find_rearranged(question *q) {
    list_sizes(q, true);
}

static void find_dead(question *q) {
    kf_colour colour = next_colour(q);
    say_number(q, count_game(q)->score.side[colour].dead);
}

static void find_captured(question *q) {
    kf_colour colour = next_colour(q);
    say_number(q, count_game(q)->score.side[colour].captured);
}

// Whether the difference of the scores stays when a colour plays in the other's territory and is
// answered there: every point of every territory, and every answer.
static void find_answered(question *q) {
    counting *c = count_game(q);
    kf_ending *ending = &c->count.counted;
    kf_score *score = kf_arena_alloc(q->figure->cli->arena, sizeof *score);
    int points = ending->board.width * ending->board.height;
    bool is_same = true;
    for (int i = 0; i < points * points && is_same; i++) {
        int one = i / points, other = i % points;
        kf_point intruder = kf_point_at(one % ending->board.width, one / ending->board.width);
        kf_point answer = kf_point_at(other % ending->board.width, other / ending->board.width);
        uint8_t owner = c->score.owner[one];
        if (one == other || owner == KF_EMPTY || c->score.region[one] == 0 ||
            c->score.region[one] != c->score.region[other] ||
            kf_board_get(&ending->board, intruder) != KF_EMPTY ||
            kf_board_get(&ending->board, answer) != KF_EMPTY)
            continue;
        uint8_t status = ending->status[one];
        kf_board_put(&ending->board, intruder, kf_colour_other((kf_colour)owner));
        kf_board_put(&ending->board, answer, (kf_colour)owner);
        ending->status[one] = KF_DEAD;
        kf_ending_count(ending, ending->status, KF_COUNTING_TERRITORY, score);
        is_same = score->result == c->score.result;
        ending->status[one] = status;
        kf_board_put(&ending->board, intruder, KF_EMPTY);
        kf_board_put(&ending->board, answer, KF_EMPTY);
    }
    say(q, is_same ? "the same" : "another");
}

static void find_score(question *q) {
    kf_colour colour = next_colour(q);
    say_number(q, count_game(q)->score.side[colour].points);
}

static void find_result(question *q) {
    char text[KF_OUTCOME_TEXT];
    kf_outcome_write(count_game(q)->score.result, text);
    say(q, text);
}

static void say_points(question *q, kf_colour colour) {
    long count = 0;
    for (int y = 0; y < q->board.height; y++)
        for (int x = 0; x < q->board.width; x++)
            count += kf_board_get(&q->board, kf_point_at(x, y)) == colour;
    say_number(q, count);
}

static void find_all_vacant(question *q) {
    say_points(q, KF_EMPTY);
}

static void find_stones(question *q) {
    say_points(q, next_colour(q));
}

static void find_arranged(question *q) {
    kf_colour colour = next_colour(q);
    const counting *c = count_game(q);
    say_number(q, c->arranged.vacant[colour] - c->arranged.surplus[colour]);
}

// ---- Handicap and end games ----

static void find_handicap(question *q) {
    kf_point points[KF_HANDICAP_MAX];
    int stones = 0;
    const kf_rules *rules = kf_rules_find("igo", 3);
    if (rules == NULL || !kf_text_number(next_word(q), &stones))
        return;
    int count = kf_handicap_place(rules->handicap, stones, q->board.width, q->board.height, points);
    for (int i = 0; i < count; i++)
        add_point(q, points[i], KF_COORDS_IGO);
}

// "4 W W W": what the handicap is after these winners.
static void find_after_wins(question *q) {
    kf_colour winners[KF_HANDICAP_MAX];
    size_t count = 0;
    int stones = 0;
    q->is_wrong |= !kf_text_number(next_word(q), &stones);
    while (q->words.length > 0 && count < KF_HANDICAP_MAX && !q->is_wrong)
        winners[count++] = next_colour(q);
    if (!q->is_wrong)
        say_number(q, kf_handicap_after(stones, winners, count));
}

// ---- On the border ----

// How many points adjoin the box: so many stones surround it.
static int find_around(const question *q, kf_point first, kf_point last) {
    int count = 0;
    for (int y = 0; y < q->board.height; y++)
        for (int x = 0; x < q->board.width; x++) {
            bool in_columns = is_between(x, kf_point_column(first), kf_point_column(last));
            bool in_rows = is_between(y, kf_point_row(first), kf_point_row(last));
            bool beside_columns =
                is_between(x - 1, kf_point_column(first), kf_point_column(last)) ||
                is_between(x + 1, kf_point_column(first), kf_point_column(last));
            bool beside_rows = is_between(y - 1, kf_point_row(first), kf_point_row(last)) ||
                               is_between(y + 1, kf_point_row(first), kf_point_row(last));
            count += (in_columns && !in_rows && beside_rows) ||
                     (in_rows && !in_columns && beside_columns);
        }
    return count;
}

// Boxes of one size: the number of stones that surround each.
static void find_surround(question *q) {
    int last_count = 0;
    bool is_falling = true;
    while (q->words.length > 0 && !q->is_wrong) {
        kf_point first, last;
        size_t used = strlen(q->found);
        read_corners(q, &first, &last);
        int count = q->is_wrong ? 0 : find_around(q, first, last);
        is_falling = is_falling && (used == 0 || count < last_count);
        last_count = count;
        snprintf(q->found + used, KF_BOOKLET_TEXT - used, "%s%d", used > 0 ? ", " : "", count);
    }
    size_t used = strlen(q->found);
    snprintf(q->found + used, KF_BOOKLET_TEXT - used, ": %s",
             is_falling ? "fewer each time" : "not fewer each time");
}

// "B3 E3 in B1:E3 W": two stones, the box, and who begins.
static bool find_link(question *q, int *lost) {
    kf_booklet_link link = {.one = next_point(q), .other = KF_NOWHERE};
    kf_point first, last;
    link.other = next_point(q);
    q->is_wrong |= !kf_text_is(next_word(q), "in");
    read_corners(q, &first, &last);
    link.to_move = next_colour(q);
    change_board(q);
    if (q->is_wrong)
        return false;
    link.left = kf_point_column(first);
    link.right = kf_point_column(last);
    link.bottom = kf_point_row(first);
    link.top = kf_point_row(last);
    *lost = kf_booklet_connect(q->figure->cli->arena, &q->board, &link);
    return *lost >= 0;
}

static void find_connect(question *q) {
    int lost;
    if (find_link(q, &lost))
        say(q, "connected");
}

static void find_cost(question *q) {
    int lost;
    if (find_link(q, &lost))
        say_number(q, lost);
}

static bool read_endgame(question *q, kf_endgame_answer *answer) {
    kf_point first, last;
    read_corners(q, &first, &last);
    change_board(q);
    return !q->is_wrong &&
           kf_endgame_solve(&q->board, first, last, POSITIONS, answer) != KF_ENDGAME_TOO_LARGE &&
           answer->state != KF_ENDGAME_NO_MEMORY && answer->state != KF_ENDGAME_LOOP;
}

// Who leads, then whose territory is asked for.
// What comes of it when one leads and both play by turns to the end.
static const kf_endgame_line *find_end(const kf_endgame_play *play, kf_colour leader) {
    const kf_endgame_line *lead = &play->lead[leader];
    kf_colour next = kf_endgame_solve_keeps(lead) ? leader : kf_colour_other(leader);
    return lead->is_settled ? lead : &play->rest[leader][next];
}

static void find_endgame(question *q) {
    kf_endgame_answer answer;
    if (!read_endgame(q, &answer))
        return;
    kf_colour leader = next_colour(q), side = next_colour(q);
    if (q->is_wrong)
        return;
    const kf_endgame_line *line = find_end(&answer.by_owner[KF_BLACK], leader);
    const kf_endgame_line *other = find_end(&answer.by_owner[KF_WHITE], leader);
    if (!line->is_counted || !other->is_counted)
        return;
    if (answer.has_ko && line->territory[side] != other->territory[side])
        say(q, "it depends on a ko");
    else
        say_number(q, line->territory[side]);
}

static void find_keeps(question *q) {
    kf_endgame_answer answer;
    if (!read_endgame(q, &answer))
        return;
    kf_colour leader = next_colour(q);
    if (!q->is_wrong)
        say(q, kf_endgame_solve_keeps(&answer.by_owner[KF_BLACK].lead[leader]) ? "keeps the lead"
                                                                               : "loses the lead");
}

static void find_difference(question *q) {
    kf_endgame_answer answer;
    if (!read_endgame(q, &answer))
        return;
    const kf_endgame_play *play = &answer.by_owner[KF_BLACK];
    say_number(q, (long)(play->stop[KF_BLACK] - play->stop[KF_WHITE]) / KF_ENDGAME_ONE);
}

// ---- All of them ----

static const struct {
    const char *kind;
    void (*find)(question *q);
} kinds[] = {
    {"points", find_points},
    {"chain", find_chain},
    {"play", find_play},
    {"knot", find_knot},
    {"fence", find_fence},
    {"fewest", find_fewest},
    {"eye", find_eye},
    {"vacant", find_vacant},
    {"eyes", find_eyes},
    {"life", find_life},
    {"vital", find_vital},
    {"ladder", find_ladder},
    {"friends", find_friends},
    {"diagonals", find_diagonals},
    {"exceptions", find_exceptions},
    {"sizes", find_sizes},
    {"dead", find_dead},
    {"captured", find_captured},
    {"score", find_score},
    {"answered", find_answered},
    {"result", find_result},
    {"all-vacant", find_all_vacant},
    {"stones", find_stones},
    {"arranged", find_arranged},
    {"rearranged", find_rearranged},
    {"handicap", find_handicap},
    {"wins", find_after_wins},
    {"surround", find_surround},
    {"connect", find_connect},
    {"cost", find_cost},
    {"endgame", find_endgame},
    {"keeps", find_keeps},
    {"difference", find_difference},
};

void kf_booklet_find(const kf_booklet_case *figure, kf_text kind, kf_text words,
                     char found[KF_BOOKLET_TEXT]) {
    question q = {.figure = figure, .words = words, .found = found};
    kf_board_copy(&q.board, &figure->board);
    found[0] = '\0';
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kf_text_is(kind, kinds[i].kind))
            kinds[i].find(&q);
    if (q.is_wrong)
        found[0] = '\0';
}
