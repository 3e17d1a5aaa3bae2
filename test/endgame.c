// SPDX-License-Identifier: MIT
// Endgames, beside a search that plays the region out with passes and counts what lies there.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plain.h"
#include "reading/endgame/endgame.h"

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % limit;
}

/* ---- the naive search ----------------------------------------------------------------------- */

// Points outside of the region are fixed.

enum { PATH = 40 };

typedef struct naive {
    int length;
    char path[PATH][PLAIN_MOST];
    bool has_repeat; // a position came back, or the line was too long: no comparison
    long nodes;
} naive;

static int score_of(const plain *p) {
    int score = 0;
    for (int i = 0; i < p->width * p->height; i++) {
        plain_chain chain;
        if (p->is_fixed[i])
            continue;
        plain_find(p, i, &chain);
        char c = p->at[i];
        if (c == '.' && chain.is_black != chain.is_white)
            c = chain.is_black ? 'X' : 'O';
        score += (c == 'X') - (c == 'O');
    }
    return score;
}

// The area that Black gets more than White, both doing their best; two passes end it.
static int naive_area(naive *n, const plain *p, bool is_black, bool has_passed) {
    int best = has_passed ? score_of(p) : 1000;
    if (n->nodes++ > 1500 || n->length >= PATH) {
        n->has_repeat = true;
        return 0;
    }
    if (!has_passed) {
        best = naive_area(n, p, !is_black, true);
    }
    memcpy(n->path[n->length++], p->at, PLAIN_MOST);
    for (int at = 0; at < p->width * p->height; at++) {
        plain next = *p;
        if (plain_play(&next, at, is_black ? 'X' : 'O') == PLAIN_FORBIDDEN)
            continue;
        bool is_old = false;
        for (int i = 0; i < n->length; i++)
            is_old = is_old || memcmp(n->path[i], next.at, PLAIN_MOST) == 0;
        n->has_repeat = n->has_repeat || is_old;
        if (is_old)
            continue;
        int value = naive_area(n, &next, !is_black, false);
        best = (is_black ? value > best : value < best) ? value : best;
    }
    n->length--;
    return best;
}

/* ---- positions ------------------------------------------------------------------------------ */

typedef struct call {
    kf_arena *arena;
    bool has_tree, has_play, has_search; // what is asked
    bool has_ko;                         // the tree is read under the ko rule
    int threats[3];
    bool is_known;
    kf_endplay found;
    kf_board board;
    kf_endboard region;
    kf_endposition start;
    kf_endgame endgame;
    kf_endplay play;
    bool is_played;
    kf_thermo value; // from bounds
    uint32_t met;    // positions that the bounds took
    uint32_t budget;
} call;

static void play(call *c) {
    kf_endbound *bound = kf_endbound_start(c->arena, &c->region, c->budget);
    kf_endposition filled = c->start;
    kf_endboard_fill(&c->region, &filled);
    c->is_played =
        kf_endline_play(bound, &c->start, &c->play) && kf_endbound_value(bound, &filled, &c->value);
    c->met = (uint32_t)kf_endbound_tree(bound)->node_count;
}

static void read_and_play(void *context) {
    call *c = context;
    c->endgame.state = KF_ENDGAME_BUDGET;
    c->is_played = false;
    if (c->has_tree)
        kf_endgame_read(&c->endgame, c->arena, &c->region, &c->start, c->budget);
    if (c->has_ko)
        kf_endko_read(&c->endgame, c->arena, &c->region, &c->start, c->threats, c->budget);
    if (c->has_play)
        play(c);
    if (!c->has_search)
        return;
    kf_endsearch *search = kf_endsearch_start(c->arena, &c->region, c->budget);
    c->is_known = kf_endlead_play(search, &c->start, &c->found);
    kf_endsearch_free(search);
}
static call *new_call(void) {
    call *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->budget = 50000;
    c->has_play = true;
    return c;
}

static void run(call *c) {
    c->arena = kf_arena_new();
    assert_non_null(c->arena);
    assert_true(kf_arena_try(c->arena, read_and_play, c));
}

// A region in a corner of a small board, all else full of stones who are safe.
static bool make_random(plain *p, call *c) {
    int inner_width = 2 + (int)random_below(3), inner_height = 2 + (int)random_below(2), vacant = 0;
    uint32_t full = 20 + random_below(60);
    *p = (plain){.width = inner_width + 1, .height = inner_height + 1};
    kf_board_init(&c->board, p->width, p->height);
    memset(p->at, '.', PLAIN_MOST);
    for (int i = 0; i < p->width * p->height; i++) {
        p->is_fixed[i] = i % p->width >= inner_width || i / p->width >= inner_height;
        bool is_vacant = !p->is_fixed[i] && random_below(100) >= full;
        p->at[i] = is_vacant ? '.' : random_below(2) ? 'X' : 'O';
        vacant += is_vacant;
        if (!is_vacant)
            kf_board_put(&c->board, kf_point_at(i % p->width, i / p->width),
                         p->at[i] == 'X' ? KF_BLACK : KF_WHITE);
    }
    for (int i = 0; i < p->width * p->height; i++) {
        plain_chain chain;
        plain_find(p, i, &chain);
        if (p->at[i] != '.' && chain.liberties == 0 && !chain.is_fixed)
            return false;
    }
    assert_true(kf_endboard_make(&c->region, &c->board, kf_point_at(0, 0),
                                 kf_point_at(inner_width - 1, inner_height - 1), &c->start));
    c->region.favoured = KF_BLACK;
    return vacant > 0 && vacant <= 4;
}

/* ---- kos under stated threats --------------------------------------------------------------- */

// Whose turn it is, what may not be retaken and how many threats are left.
typedef struct turn {
    bool is_black, has_passed;
    int banned, threats[2]; // of White, of Black
} turn;

// The area under the ko rule: who may not retake spends a threat, or passes first.
static int naive_ko(naive *n, const plain *p, turn now) {
    turn passed = {!now.is_black, true, -1, {now.threats[0], now.threats[1]}};
    if (n->nodes++ > 1500 || n->length >= PATH) {
        n->has_repeat = true;
        return 0;
    }
    int best = now.has_passed ? score_of(p) : naive_ko(n, p, passed);
    memcpy(n->path[n->length++], p->at, PLAIN_MOST);
    for (int at = 0; at < p->width * p->height; at++) {
        plain next = *p;
        turn then = {!now.is_black, false, -1, {now.threats[0], now.threats[1]}};
        if (at == now.banned && then.threats[now.is_black]-- == 0)
            continue;
        if (plain_play(&next, at, now.is_black ? 'X' : 'O') == PLAIN_FORBIDDEN)
            continue;
        then.banned = next.ko;
        for (int i = 0; i < n->length && then.banned < 0; i++)
            n->has_repeat = n->has_repeat || memcmp(n->path[i], next.at, PLAIN_MOST) == 0;
        int value = naive_ko(n, &next, then);
        best = (now.is_black ? value > best : value < best) ? value : best;
    }
    n->length--;
    return best;
}

static void kos_are_worth_what_playing_them_out_gives(void **state) {
    (void)state;
    call *c = new_call();
    int compared = 0, kos = 0;
    static naive n;
    c->has_play = false;
    c->has_ko = true;
    for (int round = 0; compared < 300 && round < 15000; round++) {
        plain p;
        if (!make_random(&p, c))
            continue;
        int area[2];
        bool is_plain = true;
        c->threats[KF_BLACK] = (int)random_below(3);
        c->threats[KF_WHITE] = (int)random_below(3);
        for (int side = 0; side < 2 && is_plain; side++) {
            memset(&n, 0, sizeof n);
            turn first = {side == 0, false, -1, {c->threats[KF_WHITE], c->threats[KF_BLACK]}};
            area[side] = naive_ko(&n, &p, first);
            is_plain = !n.has_repeat;
        }
        if (!is_plain)
            continue;
        run(c);
        if (c->endgame.state == KF_ENDGAME_SOLVED) {
            const kf_thermo *value = kf_endgame_value(&c->endgame, 0);
            assert_int_equal(kf_thermo_left(value, 0), area[0] * KF_ENDGAME_KO_ONE);
            assert_int_equal(kf_thermo_right(value, 0), area[1] * KF_ENDGAME_KO_ONE);
            compared++;
            kos += c->endgame.has_ko;
        }
        kf_arena_free(c->arena);
    }
    print_message("%d regions compared, %d of them with kos\n", compared, kos);
    assert_true(compared > 200 && kos > 30);
    free(c);
}

static void area_is_that_of_playing_it_out(void **state) {
    (void)state;
    call *c = new_call();
    int compared = 0, hot = 0;
    static naive n;
    c->has_tree = true;
    c->has_play = false;
    for (int round = 0; compared < 1000 && round < 20000; round++) {
        plain p;
        if (!make_random(&p, c))
            continue;
        int area[2];
        bool is_plain = true;
        for (int side = 0; side < 2 && is_plain; side++) {
            memset(&n, 0, sizeof n);
            area[side] = naive_area(&n, &p, side == 0, false);
            is_plain = !n.has_repeat;
        }
        if (!is_plain)
            continue;
        run(c);
        assert_int_equal(c->endgame.state, KF_ENDGAME_SOLVED);
        const kf_thermo *value = kf_endgame_value(&c->endgame, 0);
        int black = kf_thermo_left(value, 0), white = kf_thermo_right(value, 0);
        if (black != area[0] * KF_THERMO_ONE || white != area[1] * KF_THERMO_ONE) {
            for (int y = 0; y < p.height; y++)
                print_message("%.*s\n", p.width, p.at + (ptrdiff_t)y * p.width);
            fail_msg("area %d %d, kifu %.2f %.2f", area[0], area[1], (double)black / KF_THERMO_ONE,
                     (double)white / KF_THERMO_ONE);
        }
        kf_arena_free(c->arena);
        compared++;
        hot += black != white;
    }
    print_message("%d regions compared, %d of them hot\n", compared, hot);
    assert_true(compared >= 500 && hot > 100);
    free(c);
}

// Reads a region drawn by chance, the kos for either by turns. False: there is none.
static bool run_random(call *c, int round) {
    plain p;
    make_random(&p, c);
    if (c->region.count == 0)
        return false;
    c->region.favoured = round % 2 ? KF_BLACK : KF_WHITE;
    run(c);
    return true;
}

// What every solved region obeys, with kos and captures, dead stones and seki in it.
static void numbers_fit_together(void **state) {
    (void)state;
    call *c = new_call();
    int solved = 0, counted = 0, lines = 0;
    c->budget = 4000;
    for (int round = 0; round < 500; round++) {
        if (!run_random(c, round))
            continue;
        const kf_endplay *play = &c->play;
        if (c->is_played) {
            solved++;
            assert_true(c->play.is_exact);
            assert_true(play->stop[KF_BLACK] >= play->mean && play->mean >= play->stop[KF_WHITE]);
            for (int first = KF_BLACK; first <= KF_WHITE; first++)
                for (int again = 0; again <= KF_WHITE; again++) {
                    const kf_endline *line =
                        again == 0 ? &play->lead[first] : &play->rest[first][again];
                    lines++;
                    if (!line->is_counted)
                        continue;
                    counted++;
                    int difference = line->territory[KF_BLACK] + line->captured[KF_WHITE] -
                                     line->territory[KF_WHITE] - line->captured[KF_BLACK];
                    assert_int_equal(difference * KF_THERMO_ONE, line->score);
                }
        }
        kf_arena_free(c->arena);
    }
    print_message("%d solved, %d of %d lines counted\n", solved, counted, lines);
    assert_true(solved > 300 && counted * 10 > lines * 8);
    free(c);
}

// From bounds, the same thermograph as from the whole tree, in no more positions.
static void bounds_agree_with_the_tree(void **state) {
    (void)state;
    call *c = new_call();
    int found = 0, solved = 0;
    uint64_t met = 0, all = 0;
    c->budget = 6000;
    c->has_tree = true;
    for (int round = 0; round < 300; round++) {
        if (!run_random(c, round))
            continue;
        if (c->endgame.state == KF_ENDGAME_SOLVED) {
            const kf_thermo *tree = kf_endgame_value(&c->endgame, 0);
            solved++;
            found += c->is_played;
            met += c->met;
            all += c->endgame.node_count;
            for (int t = 4; c->is_played && t < 60; t++) {
                int32_t at = t * KF_THERMO_ONE / 4;
                assert_int_equal(kf_thermo_left(tree, at), kf_thermo_left(&c->value, at));
                assert_int_equal(kf_thermo_right(tree, at), kf_thermo_right(&c->value, at));
            }
        }
        kf_arena_free(c->arena);
    }
    print_message("%d of %d found, %d positions of %d\n", found, solved, (int)met, (int)all);
    assert_true(solved > 100 && found * 100 >= solved * 98);
    free(c);
}

// The search for results alone, beside the whole tree: the same results, and lines that lead to
// them.
static void the_search_agrees_with_the_tree(void **state) {
    (void)state;
    call *c = new_call();
    int known = 0, solved = 0, lines = 0, counted = 0;
    c->budget = 4000;
    c->has_tree = true;
    c->has_search = true;
    for (int round = 0; round < 300; round++) {
        if (!run_random(c, round))
            continue;
        solved += c->endgame.state == KF_ENDGAME_SOLVED;
        known += c->endgame.state == KF_ENDGAME_SOLVED && c->is_known;
        for (int first = KF_BLACK; c->is_known && first <= KF_WHITE; first++) {
            const kf_endline *line = &c->found.lead[first];
            if (c->is_played)
                assert_int_equal(c->found.stop[first], c->play.stop[first]);
            assert_int_equal(line->score, c->found.stop[first]);
            lines++;
            counted += line->is_counted;
        }
        kf_arena_free(c->arena);
    }
    print_message("%d of %d known, %d of %d lines counted\n", known, solved, counted, lines);
    assert_true(known > 150 && known * 10 > solved * 8 && counted * 10 > lines * 8);
    free(c);
}

// A position and its mirror image with the colours changed have opposite values.
static void colours_are_alike(void **state) {
    (void)state;
    call *c = new_call(), *d = new_call();
    c->budget = d->budget = 4000;
    for (int round = 0; round < 300; round++) {
        plain p;
        if (!make_random(&p, c))
            continue;
        *d = *c;
        for (int set = 0; set < 2; set++) {
            d->start.stones[set + 1] = c->start.stones[2 - set];
            d->region.touches[set + 1] = c->region.touches[2 - set];
        }
        d->region.favoured = KF_WHITE;
        run(c);
        run(d);
        if (c->is_played && d->is_played) {
            assert_int_equal(c->play.mean, -d->play.mean);
            assert_int_equal(c->play.temperature, d->play.temperature);
            assert_int_equal(c->play.stop[KF_BLACK], -d->play.stop[KF_WHITE]);
            assert_int_equal(c->play.sente, (3 - d->play.sente) % 3);
        }
        kf_arena_free(c->arena);
        kf_arena_free(d->arena);
    }
    free(c);
    free(d);
}

/* ---- Figure 43 of the book ------------------------------------------------------------------ */

// Moves, and what Black gets less what White gets after them, by who comes next. The stone that
// Black takes is counted by hand.
typedef struct figure {
    const char *moves; // each a colour and a letter of the book
    int taken, score[3];
    bool has_ko; // holds if White does not win every ko
} figure;

static void set_up_figure_43(call *c, const figure *f) {
    static const char rows[] = "XXXXXOOOO"
                               "X...XOO.O"
                               "XXXXO...O"
                               "XX.....OX";
    static const char letters[] = "abcdefgh";
    static const int x[] = {5, 6, 4, 6, 7, 5, 3, 2}, y[] = {2, 3, 3, 2, 2, 3, 3, 3};
    kf_board_init(&c->board, 9, 4);
    for (int i = 0; i < 36; i++)
        if (rows[i] != '.')
            kf_board_put(&c->board, kf_point_at(i % 9, i / 9),
                         rows[i] == 'X' ? KF_BLACK : KF_WHITE);
    assert_true(
        kf_endboard_make(&c->region, &c->board, kf_point_at(1, 1), kf_point_at(7, 3), &c->start));
    for (const char *move = f->moves; *move != 0; move += 2) {
        size_t letter = (size_t)(strchr(letters, move[1]) - letters);
        bool is_ko = false;
        assert_true(kf_endboard_play(&c->region, &c->start, (y[letter] - 1) * 7 + x[letter] - 1,
                                     move[0] == 'X' ? KF_BLACK : KF_WHITE, &is_ko));
    }
}

static void figure_43_counts_as_the_book_says(void **state) {
    (void)state;
    static const figure figures[] = {
        {"", 0, {0, 7 - 2, 4 - 5}, false},             // Black leads, or White
        {"Xa", 0, {0, 0, 7 - 2}, false},               // White must play b
        {"XaOb", 0, {0, 7 - 2, 0}, false},             // and Black c
        {"XaObXc", 1, {0, 7 - 1, 7 - 2}, false},       // one point is at stake
        {"XaObXcXd", 1, {0, 0, 7 - 1}, false},         // White must play e
        {"XaObXcXdOe", 1, {0, 7 - 1, 0}, false},       // and Black f
        {"XaObXcXdOeXf", 1, {0, 7 - 1, 7 - 1}, false}, // all is done
        {"XaObXcOd", 1, {0, 7 - 2, 0}, false},         // Black f
        {"XaObXcOdXf", 1, {0, 7 - 2, 7 - 2}, false},   // all is done
        {"Of", 0, {0, 4 - 5, 3 - 5}, false},           // the lead passes
        {"OfXg", 0, {0, 0, 4 - 5}, false},             // White c
        {"OfXgOc", 0, {0, 4 - 5, 4 - 5}, false},       // all is done
        {"OfOg", 0, {0, 3 - 5, 0}, false},             // Black must play h
        {"OfOgXh", 0, {0, 0, 3 - 5}, true},            // and White c
        {"OfOgXhOc", 0, {0, 3 - 5, 3 - 5}, false},     // all is done
    };
    call *c = new_call();
    c->budget = 200000;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const figure *f = &figures[i];
        set_up_figure_43(c, f);
        for (int winner = KF_BLACK; winner <= (f->has_ko ? KF_BLACK : KF_WHITE); winner++) {
            c->region.favoured = (kf_colour)winner;
            run(c);
            assert_true(c->is_played);
            for (int first = KF_BLACK; first <= KF_WHITE; first++) {
                int32_t score = (f->score[first] - f->taken) * KF_THERMO_ONE;
                if (f->score[first] != 0 && c->play.stop[first] != score)
                    fail_msg("after '%s', if %d leads: %d, not %d", f->moves, first,
                             (int)c->play.stop[first] / KF_THERMO_ONE, f->score[first] - f->taken);
            }
            kf_arena_free(c->arena);
        }
    }
    free(c);
}

// A board turned and mirrored in one of eight ways, the colours exchanged or not.
static kf_point turned(const kf_board *board, kf_point point, int way) {
    int x = kf_point_column(point), y = kf_point_row(point);
    x = way & 1 ? board->width - 1 - x : x;
    y = way & 2 ? board->height - 1 - y : y;
    return way & 4 ? kf_point_at(y, x) : kf_point_at(x, y);
}

static void turn_board(const kf_board *from, int way, kf_board *to) {
    kf_board_init(to, way & 4 ? from->height : from->width, way & 4 ? from->width : from->height);
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++) {
            kf_colour colour = kf_board_get(from, kf_point_at(x, y));
            if (colour != KF_EMPTY)
                kf_board_put(to, turned(from, kf_point_at(x, y), way),
                             way & 8 ? kf_colour_other(colour) : colour);
        }
}

static void assert_turned(const kf_endgame_answer *a, const kf_endgame_answer *b, bool is_swapped) {
    assert_int_equal(a->has_ko, b->has_ko);
    for (int owner = KF_BLACK; owner <= KF_WHITE; owner++) {
        const kf_endgame_play *p = &a->by_owner[owner];
        const kf_endgame_play *q = &b->by_owner[is_swapped ? 3 - owner : owner];
        assert_int_equal(p->mean, is_swapped ? -q->mean : q->mean);
        assert_int_equal(p->temperature, q->temperature);
        assert_int_equal(p->sente, is_swapped ? (3 - q->sente) % 3 : q->sente);
        assert_int_equal(p->knot_count, q->knot_count);
        for (int first = KF_BLACK; first <= KF_WHITE; first++)
            assert_int_equal(p->stop[first], is_swapped ? -q->stop[3 - first] : q->stop[first]);
        assert_int_equal(p->has_mean, q->has_mean);
        for (int first = KF_BLACK; first <= KF_WHITE; first++)
            assert_int_equal(p->lead[first].count, q->lead[is_swapped ? 3 - first : first].count);
        if (is_swapped)
            assert_int_equal(p->chilled[0] == '\0', q->chilled[0] == '\0');
        else
            assert_string_equal(p->chilled, q->chilled);
    }
}

// The same for what it is worth under the ko rule.
static void assert_ko_turned(const kf_endgame_ko *a, const kf_endgame_ko *b, bool is_swapped) {
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->mean, is_swapped ? -b->mean : b->mean);
    assert_int_equal(a->temperature, b->temperature);
    assert_int_equal(a->sente, is_swapped ? (3 - b->sente) % 3 : b->sente);
    assert_int_equal(a->knot_count, b->knot_count);
    for (int first = KF_BLACK; first <= KF_WHITE; first++)
        assert_int_equal(a->stop[first], is_swapped ? -b->stop[3 - first] : b->stop[first]);
}

// What is found in one direction is found in all, also where the budget is not enough for averages.
static void every_direction_is_alike(void **state) {
    (void)state;
    static kf_endgame_answer plain_answer, answer;
    static kf_endgame_ko plain_ko, ko;
    call *c = new_call();
    int compared = 0, solved = 0;
    for (int round = 0; round < 300 && compared < 20; round++) {
        plain p;
        make_random(&p, c);
        if (c->region.count < 4)
            continue;
        kf_point corner = kf_point_at(0, 0), far = c->region.point[c->region.count - 1];
        uint32_t budget = compared % 2 == 0 ? 4000 : 60;
        int threats[3] = {0, round % 3, round % 2}, swapped[3] = {0, round % 2, round % 3};
        kf_endgame_solve(&c->board, corner, far, budget, &plain_answer);
        kf_endgame_ko_solve(&c->board, &(kf_endgame_area){corner, far}, threats, 4000, &plain_ko);
        compared++;
        solved += plain_answer.state == KF_ENDGAME_SOLVED;
        for (int way = 1; way < 16; way++) {
            kf_board board;
            turn_board(&c->board, way, &board);
            const kf_endgame_area area = {turned(&c->board, corner, way),
                                          turned(&c->board, far, way)};
            kf_endgame_solve(&board, area.corner, area.opposite, budget, &answer);
            kf_endgame_ko_solve(&board, &area, way & 8 ? swapped : threats, 4000, &ko);
            assert_ko_turned(&plain_ko, &ko, (way & 8) != 0);
            assert_int_equal(plain_answer.state, answer.state);
            assert_turned(&plain_answer, &answer, (way & 8) != 0);
        }
    }
    print_message("%d regions turned, %d solved\n", compared, solved);
    assert_true(solved >= 12 && solved < compared);
    free(c);
}

// Two places of two by two with a wall of Black's between them, walled in by chance: played as two
// regions that are added up, and as one region with the wall in it.
static bool draw_two_places(kf_board *board) {
    enum { WIDTH = 6, HEIGHT = 3 };
    int vacant = 0;
    kf_board_init(board, WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        bool is_inside = y < 2 && x < 5 && x != 2;
        if (is_inside && random_below(100) < 65) {
            vacant++;
            continue;
        }
        kf_board_put(board, kf_point_at(x, y), x == 2 || random_below(2) ? KF_BLACK : KF_WHITE);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        kf_point liberty, point = kf_point_at(i % WIDTH, i / WIDTH);
        if (kf_board_get(board, point) != KF_EMPTY && i / WIDTH < 2 && i % WIDTH < 5 &&
            kf_chain_few(board, point, &liberty, 1) == 0)
            return false;
    }
    return vacant > 1;
}

static void regions_add_up_to_one(void **state) {
    (void)state;
    static kf_endgame_answer answer;
    static kf_board board;
    int compared = 0, hot = 0;
    for (int round = 0; round < 150; round++) {
        const kf_endgame_area areas[] = {{kf_point_at(0, 0), kf_point_at(1, 1)},
                                         {kf_point_at(3, 0), kf_point_at(4, 1)}};
        kf_endgame_sum sum;
        if (!draw_two_places(&board))
            continue;
        kf_endgame_solve(&board, kf_point_at(0, 0), kf_point_at(4, 1), 20000, &answer);
        kf_endgame_sum_solve(&board, areas, 2, 20000, &sum);
        if (answer.state != KF_ENDGAME_SOLVED || sum.state != KF_ENDGAME_SOLVED)
            continue;
        compared++;
        for (int owner = KF_BLACK; owner <= KF_WHITE; owner++) {
            const kf_endgame_play *one = &answer.by_owner[owner];
            const kf_endgame_total *two = &sum.by_owner[owner];
            assert_true(one->has_mean);
            assert_int_equal(one->mean, two->mean);
            hot += two->stop[KF_BLACK] != two->stop[KF_WHITE];
            for (int first = KF_BLACK; first <= KF_WHITE; first++)
                assert_int_equal(one->stop[first], two->stop[first]);
        }
    }
    print_message("%d sums compared, %d of them hot\n", compared, hot);
    assert_true(compared > 100 && hot > 100);
}

// What is found within a small budget is found within a large one as well, or else nothing.
static void assert_no_other(const kf_endgame_answer *few, const kf_endgame_answer *many) {
    if (few->state != KF_ENDGAME_SOLVED || many->state != KF_ENDGAME_SOLVED)
        return;
    assert_int_equal(few->has_ko, many->has_ko);
    for (int owner = KF_BLACK; owner <= KF_WHITE; owner++) {
        const kf_endgame_play *a = &few->by_owner[owner], *b = &many->by_owner[owner];
        for (int first = KF_BLACK; first <= KF_WHITE; first++)
            assert_int_equal(a->stop[first], b->stop[first]);
        assert_true(!a->has_mean || !b->has_mean ||
                    (a->mean == b->mean && a->temperature == b->temperature));
    }
}

static void a_budget_is_for_all_that_is_looked_at(void **state) {
    (void)state;
    static kf_endgame_answer few, many;
    static kf_board board;
    const int threats[] = {0, 1, 1};
    for (int round = 0; round < 40; round++) {
        const kf_endgame_area areas[] = {{kf_point_at(0, 0), kf_point_at(1, 1)},
                                         {kf_point_at(3, 0), kf_point_at(4, 1)}},
                              whole = {areas[0].corner, areas[1].opposite};
        kf_endgame_sum sum;
        kf_endgame_ko ko;
        if (!draw_two_places(&board))
            continue;
        kf_endgame_solve(&board, whole.corner, whole.opposite, 20000, &many);
        for (uint32_t budget = 1; budget < 5000; budget = budget * 3 / 2 + 1) {
            kf_endgame_solve(&board, whole.corner, whole.opposite, budget, &few);
            kf_endgame_sum_solve(&board, areas, 2, budget, &sum);
            kf_endgame_ko_solve(&board, &whole, threats, budget, &ko);
            assert_true(few.positions <= budget && sum.positions <= budget &&
                        ko.positions <= budget);
            assert_no_other(&few, &many);
        }
    }
}

static void what_is_off_the_board_is_no_region(void **state) {
    (void)state;
    static kf_endgame_answer answer;
    kf_board board;
    kf_endgame_ko ko;
    kf_endgame_sum sum;
    const kf_point on = kf_point_at(3, 3), off = kf_point_at(5, 3);
    const kf_endgame_area good = {on, on}, bad = {on, off}, areas[] = {bad, good};
    const int few[] = {0, 1, KF_ENDGAME_THREATS}, many[] = {0, 1, KF_ENDGAME_THREATS + 1};
    const int less[] = {0, -1, 0};
    kf_board_init(&board, 5, 5);
    assert_int_equal(kf_endgame_solve(&board, on, on, 1000, &answer), KF_ENDGAME_SOLVED);
    assert_int_equal(kf_endgame_solve(&board, on, off, 1000, &answer), KF_ENDGAME_TOO_LARGE);
    assert_int_equal(kf_endgame_solve(&board, off, on, 1000, &answer), KF_ENDGAME_TOO_LARGE);
    assert_int_equal(kf_endgame_solve(&board, KF_PASS, KF_NOWHERE, 1000, &answer),
                     KF_ENDGAME_TOO_LARGE);
    assert_int_equal(kf_endgame_sum_solve(&board, areas + 1, 1, 1000, &sum), KF_ENDGAME_SOLVED);
    assert_int_not_equal(kf_endgame_sum_solve(&board, areas, 2, 1000, &sum), KF_ENDGAME_SOLVED);
    assert_int_equal(kf_endgame_ko_solve(&board, &good, few, 1000, &ko), KF_ENDGAME_SOLVED);
    assert_int_equal(kf_endgame_ko_solve(&board, &bad, few, 1000, &ko), KF_ENDGAME_TOO_LARGE);
    assert_int_equal(kf_endgame_ko_solve(&board, &good, many, 1000, &ko), KF_ENDGAME_TOO_LARGE);
    assert_int_equal(kf_endgame_ko_solve(&board, &good, less, 1000, &ko), KF_ENDGAME_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(area_is_that_of_playing_it_out),
        cmocka_unit_test(numbers_fit_together),
        cmocka_unit_test(bounds_agree_with_the_tree),
        cmocka_unit_test(the_search_agrees_with_the_tree),
        cmocka_unit_test(colours_are_alike),
        cmocka_unit_test(regions_add_up_to_one),
        cmocka_unit_test(figure_43_counts_as_the_book_says),
        cmocka_unit_test(kos_are_worth_what_playing_them_out_gives),
        cmocka_unit_test(every_direction_is_alike),
        cmocka_unit_test(a_budget_is_for_all_that_is_looked_at),
        cmocka_unit_test(what_is_off_the_board_is_no_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
