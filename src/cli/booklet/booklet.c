// SPDX-License-Identifier: MIT
// The booklet: the figures that are shipped, as positions with the book's claims and our verdicts.

#include "cli/booklet/booklet.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "cli/print/print.h"
#include <kifu/format.h>
#include <kifu/reading.h>
#include <kifu/score.h>

// share/booklet.sgf, byte for byte.
static const unsigned char figures[] = {
#include "booklet.inc"
};

// A figure being made.
typedef struct maker {
    kf_booklet_case source; // its game may be that of another figure
    kf_node figure;
    kf_record *made;
    kf_node node; // of `made`
    kf_board board;
    kf_buffer comment;
    bool is_failed;
} maker;

static void set(maker *m, const char *name, const kf_text *values, size_t count) {
    m->is_failed |= !kf_node_set(m->made, m->node, name, values, count, m->source.cli->log);
}

static kf_text plain(const maker *m, const char *name) {
    kf_text value;
    if (!kf_property_get(m->source.record, m->figure, name, &value))
        return (kf_text){"", 0};
    char *text = kf_arena_alloc(m->source.cli->arena, value.length + 1);
    return (kf_text){text, kf_property_plain(value, false, text)};
}

// ---- The position ----

typedef struct list {
    size_t count;
    kf_text values[KF_BOARD_POINTS];
} list;

static void add_value(const maker *m, list *points, int x, int y) {
    char *text = kf_arena_alloc(m->source.cli->arena, 2);
    kf_value_put_point(text, x, y);
    points->values[points->count++] = (kf_text){text, 2};
}

static void set_stones(maker *m, const char *name, kf_colour colour) {
    list *points = kf_arena_alloc(m->source.cli->arena, sizeof *points);
    points->count = 0;
    for (int y = 0; y < m->board.height; y++)
        for (int x = 0; x < m->board.width; x++)
            if (kf_board_get(&m->board, kf_point_at(x, y)) == colour)
                add_value(m, points, x, y);
    if (points->count > 0)
        set(m, name, points->values, points->count);
}

static void set_size(maker *m) {
    char text[32];
    kf_text value = {text, 0};
    snprintf(text, sizeof text, m->board.width == m->board.height ? "%d" : "%d:%d", m->board.width,
             m->board.height);
    value.length = strlen(text);
    set(m, "SZ", &value, 1);
}

// What is marked in the shipped record.
static void copy_labels(maker *m) {
    kf_values values = kf_values_of(m->source.record, m->figure, "LB");
    list *labels = kf_arena_alloc(m->source.cli->arena, sizeof *labels);
    labels->count = 0;
    for (kf_text value; labels->count < KF_BOARD_POINTS && kf_values_next(&values, &value);)
        labels->values[labels->count++] = value;
    if (labels->count > 0)
        set(m, "LB", labels->values, labels->count);
}

// The board after counting, as another figure's game lies then.
static void arrange(maker *m) {
    kf_arena *arena = m->source.cli->arena;
    kf_ending *ending = kf_arena_alloc(arena, sizeof *ending);
    kf_count *count = kf_arena_alloc(arena, sizeof *count);
    kf_arrangement *arranged = kf_arena_alloc(arena, sizeof *arranged);
    kf_node node = kf_path_find(m->source.record, m->source.game, "last");
    if (!kf_ending_read(m->source.play, node, ending) ||
        !kf_count_position(ending, KF_COUNT_AUTO, count))
        kf_arena_fail(arena);
    void *memory = kf_arena_alloc(arena, kf_arrange_size(&count->score));
    kf_arrange_count(&count->counted.board, &count->score, memory, arranged);
    for (int i = 0; i < m->board.width * m->board.height; i++) {
        kf_point point = kf_point_at(i % m->board.width, i / m->board.width);
        kf_board_put(&m->board, point, arranged->point[i]);
    }
}

static bool is_vacant(const maker *m, int x, int y) {
    return x >= 0 && y >= 0 && x < m->board.width && y < m->board.height &&
           kf_board_get(&m->board, kf_point_at(x, y)) == KF_EMPTY;
}

// Dots where a friend saves the chain, and crosses where the same diagonals go on and he does not.
static void add_map(maker *m, kf_point stone) {
    kf_arena *arena = m->source.cli->arena;
    list *dots = kf_arena_alloc(arena, sizeof *dots),
         *crosses = kf_arena_alloc(arena, sizeof *crosses);
    kf_point *points = kf_arena_alloc(arena, KF_BOARD_POINTS * sizeof *points);
    bool saves[KF_BOARD_MAX][KF_BOARD_MAX] = {{false}};
    kf_ladder *ladder = kf_ladder_new();
    if (ladder == NULL)
        kf_arena_fail(arena);
    size_t count = kf_ladder_breakers(ladder, &m->board, stone, kf_board_get(&m->board, stone),
                                      points, KF_BOARD_POINTS);
    kf_ladder_free(ladder);
    dots->count = crosses->count = 0;
    for (size_t i = 0; i < count; i++) {
        saves[kf_point_row(points[i])][kf_point_column(points[i])] = true;
        add_value(m, dots, kf_point_column(points[i]), kf_point_row(points[i]));
    }
    for (size_t i = 0; i < count; i++) {
        int x = kf_point_column(points[i]) + 1, y = kf_point_row(points[i]) - 1;
        for (; is_vacant(m, x, y) && !saves[y][x]; x++, y--)
            add_value(m, crosses, x, y);
    }
    set(m, "TB", dots->values, dots->count);
    set(m, "MA", crosses->values, crosses->count);
}

// ---- The words ----

static void say(maker *m, const char *text) {
    kf_buffer_add_string(&m->comment, text);
}

enum { KIND, QUESTION, ANSWER, WORDS, REASON, PARTS };

// A claim: "kind|question|answer|words|why it is wrong, if it is".
static void split(kf_text claim, kf_text part[PARTS]) {
    for (int i = 0; i < PARTS; i++) {
        size_t length = 0;
        while (length < claim.length && claim.data[length] != '|')
            length++;
        part[i] = kf_text_cut(claim, 0, length);
        claim = kf_text_cut(claim, length + (length < claim.length), claim.length);
    }
}

static void add_claim(maker *m, kf_text value) {
    char found[KF_BOOKLET_TEXT];
    kf_text part[PARTS];
    char *text = kf_arena_alloc(m->source.cli->arena, value.length + 1);
    split((kf_text){text, kf_property_plain(value, true, text)}, part);
    kf_booklet_find(&m->source, part[KIND], part[QUESTION], found);
    say(m, "\n\n");
    kf_buffer_add_text(&m->comment, part[WORDS]);
    if (found[0] == '\0') {
        say(m, " Not decided: it was not found out.");
    } else if (kf_text_equal(part[ANSWER], kf_text_of(found))) {
        say(m, " Right: ");
        say(m, found);
        say(m, ".");
    } else {
        say(m, " Wrong: ");
        say(m, found);
        say(m, ", not ");
        kf_buffer_add_text(&m->comment, part[ANSWER]);
        say(m, ". ");
        kf_buffer_add_text(&m->comment, part[REASON]);
    }
}

static void add_words(maker *m) {
    static const struct {
        const char *state, *words;
    } states[] = {
        {"rebuilt", "Rebuilt from the text, for the drawing is lost."},
        {"made", "Made to the numbers of the book, for the drawing is lost."},
        {"computed", "Computed from Figure 19."},
        {"whole", "The text says all of it."},
        {"lost", "Lost."},
        {"unfigured", "The book has no figure of this."},
    };
    kf_text state = plain(m, "KFSTATE");
    kf_values claims = kf_values_of(m->source.record, m->figure, "KFCLAIM");
    kf_buffer_add_text(&m->comment, plain(m, "C"));
    for (kf_text claim; kf_values_next(&claims, &claim);)
        add_claim(m, claim);
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (kf_text_equal(state, kf_text_of(states[i].state))) {
            say(m, "\n\n");
            say(m, states[i].words);
        }
}

// ---- The record ----

static kf_node game_at(const kf_record *record, int number) {
    kf_node game = kf_node_child(record, 0);
    while (game != 0 && --number > 0)
        game = kf_node_next(record, game);
    return game;
}

// The picture has the number for a caption: FG names it.
static void set_caption(maker *m, kf_text name) {
    kf_buffer out = {.arena = m->source.cli->arena};
    size_t colon = 0;
    while (colon < name.length && name.data[colon] != ':')
        colon++;
    kf_buffer_add_string(&out, "0:");
    kf_buffer_add_text(&out, kf_text_cut(name, 0, colon));
    kf_text caption = kf_buffer_text(&out);
    set(m, "FG", &caption, 1);
}

static void make_figure(maker *m, kf_node game) {
    const kf_record *record = m->source.record;
    int from = 0;
    m->figure = m->source.game = game;
    kf_text name = plain(m, "GN"), map = plain(m, "KFMAP"), comes_from = plain(m, "KFFROM");
    m->comment = (kf_buffer){.arena = m->source.cli->arena};
    if (kf_text_number(comes_from, &from))
        m->source.game = game_at(record, from);
    if (!kf_play_go(m->source.play, kf_path_find(record, m->source.game, "last")))
        kf_arena_fail(m->source.cli->arena);
    kf_board_copy(&m->board, kf_play_board(m->source.play));
    if (from > 0)
        arrange(m);
    kf_board_copy(&m->source.board, &m->board);
    m->node = kf_node_add(m->made, 0, m->source.cli->log);
    m->is_failed |= m->node == 0;
    set_size(m);
    set_stones(m, "AB", KF_BLACK);
    set_stones(m, "AW", KF_WHITE);
    copy_labels(m);
    kf_point stone =
        kf_point_read(map.data, map.length, KF_COORDS_A1, m->board.width, m->board.height);
    if (map.length > 0 && stone != KF_NOWHERE)
        add_map(m, stone);
    set(m, "GN", &name, 1);
    set_caption(m, name);
    add_words(m);
    kf_text words = kf_buffer_text(&m->comment);
    set(m, "C", &words, 1);
}

// ---- The eyes of Part II ----

// The eyes that the book has numbers for; the text shows one of those that it is wrong about.
enum { EYES_SIZE = 10, EYES_BOARD = 9 };

static void draw_eye(maker *m, const kf_polyomino *shape) {
    kf_board_init(&m->board, EYES_BOARD, EYES_BOARD);
    for (int i = 0; i < EYES_BOARD * EYES_BOARD; i++) {
        int x = i % EYES_BOARD, y = i / EYES_BOARD;
        bool is_wall = false;
        for (int k = 0; k < 9; k++)
            is_wall = is_wall || kf_polyomino_contains(shape, x + k % 3 - 1, y + k / 3 - 1);
        if (is_wall && !kf_polyomino_contains(shape, x, y))
            kf_board_put(&m->board, kf_point_at(x, EYES_BOARD - 1 - y), KF_BLACK);
    }
}

static void add_eyes(void *context, const kf_eyes_claim *claim) {
    maker *m = context;
    char size[32];
    snprintf(size, sizeof size, "\n\nOf %d point%s: ", claim->size, claim->size == 1 ? "" : "s");
    say(m, size);
    say(m, claim->words);
    say(m, claim->is_right ? ". Right: " : ". Wrong: ");
    say(m, claim->found);
    say(m, ".");
    if (!claim->is_right && claim->shape != NULL)
        draw_eye(m, claim->shape);
}

static void make_eyes(maker *m) {
    static const kf_text name = {"The eyes of Part II", 19},
                         caption = {"0:An eye of ten points", 22};
    m->comment = (kf_buffer){.arena = m->source.cli->arena};
    kf_board_init(&m->board, EYES_BOARD, EYES_BOARD);
    m->node = kf_node_add(m->made, 0, m->source.cli->log);
    m->is_failed |= m->node == 0;
    say(m,
        "The book says how many eyes there are of each size, and which of them live. All of them "
        "were read, in the centre, on the border and in the corner. 'dead, alive: 9' says that in "
        "nine places an eye is dead if White moves first, and alive if Black does. The picture "
        "shows an eye of ten points that ends in a knot or an impasse, where the book says that "
        "there is none.");
    kf_eyes_booklet_tell(m->source.cli, EYES_SIZE, add_eyes, m);
    set_size(m);
    set_stones(m, "AB", KF_BLACK);
    set(m, "GN", &name, 1);
    set(m, "FG", &caption, 1);
    kf_text words = kf_buffer_text(&m->comment);
    set(m, "C", &words, 1);
}

static void free_record(void *record) {
    kf_record_free(record);
}

static void free_play(void *play) {
    kf_play_free(play);
}

kf_record *kf_booklet_make(kf_cli *cli) {
    static const kf_reading how = {.charset = "UTF-8"};
    kf_record *record = kf_format_read(figures, sizeof figures, "booklet.sgf", &how, cli->log);
    if (record == NULL)
        kf_arena_fail(cli->arena);
    kf_arena_defer(cli->arena, free_record, record);
    maker *m = kf_arena_alloc(cli->arena, sizeof *m);
    *m = (maker){.source = {.cli = cli, .record = record, .play = kf_play_new(record, NULL)}};
    if (m->source.play == NULL)
        kf_arena_fail(cli->arena);
    kf_arena_defer(cli->arena, free_play, m->source.play);
    m->made = kf_record_new();
    if (m->made == NULL)
        kf_arena_fail(cli->arena);
    kf_arena_defer(cli->arena, free_record, m->made);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        make_figure(m, game);
    make_eyes(m);
    if (m->is_failed)
        kf_arena_fail(cli->arena);
    return m->made;
}
