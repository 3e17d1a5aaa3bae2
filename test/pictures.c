// SPDX-License-Identifier: MIT
// Every property of markup and every form of Ishi's marks against every kind of picture: whatever
// the record shows is drawn, or it is told as lost. Prints the table of doc/pictures.md.
//
//   test_pictures [FILE]    compares the table with the one in FILE

#include <kifu/cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kifu/kifu.h>

#include "draw/picture/picture.h"
#include "draw/scene/scene.h"
#include "record/path.h"

// A record with the thing and one that lacks nothing else.
typedef struct item {
    const char *name;
    const char *with, *without;
    bool is_moves; // a figure of moves; else the position
} item;

#define GAME   "(;FF[4]GM[1]SZ[9]"
#define MOVES  ";B[cc];W[gg];B[gc]"
#define STONES "AB[cc]AW[gg]"
#define ISHI   "BOARDSIZE 9\nB 1 C7\nW 2 G3\nB 3 G7\n"

// ---- What is looked at ----

static const item sgf[] = {
    {"B, W: a stone", GAME ";B[cc];W[gg])", GAME ";B[cc])", false},
    {"the last move", GAME ";B[cc];W[gg])", GAME ";AB[cc]AW[gg])", false},
    {"AB", GAME "AB[cc:dd])", GAME ")", false},
    {"AW", GAME "AW[cc:dd])", GAME ")", false},
    {"AE", GAME MOVES ";AE[gg])", GAME MOVES ";)", false},
    {"a number", GAME MOVES ")", GAME MOVES ";PM[0])", true},
    {"numbers of three digits, MN", GAME ";B[cc]MN[101];W[gg])", GAME ";B[cc]MN[1];W[gg])", true},
    {"PM[2]", GAME "PM[2];B[cc]MN[101];W[gg])", GAME ";B[cc]MN[101];W[gg])", true},
    {"a note on a retake", GAME MOVES ";W[cc])", GAME MOVES ";W[dd])", true},
    {"a note on a pass", GAME MOVES ";W[])", GAME MOVES ";)", true},
    {"TR", GAME STONES "TR[cc][gg][ee])", GAME STONES ")", false},
    {"SQ", GAME STONES "SQ[cc][gg][ee])", GAME STONES ")", false},
    {"CR", GAME STONES "CR[cc][gg][ee])", GAME STONES ")", false},
    {"MA", GAME STONES "MA[cc][gg][ee])", GAME STONES ")", false},
    {"SL", GAME STONES "SL[cc][gg][ee])", GAME STONES ")", false},
    {"LB: a letter on an empty point", GAME "LB[ee:a])", GAME ")", false},
    {"LB: a letter on a stone", GAME STONES "LB[cc:a][gg:b])", GAME STONES ")", false},
    {"LB: two letters", GAME STONES "LB[ee:ab][cc:cd])", GAME STONES ")", false},
    {"LB: a longer text", GAME STONES "LB[ee:yesterday])", GAME STONES ")", false},
    {"LB: other scripts", GAME STONES "LB[ee:黒])", GAME STONES ")", false},
    {"LN", GAME "LN[cc:gg])", GAME ")", false},
    {"AR", GAME "AR[cc:gg])", GAME ")", false},
    {"TB", GAME STONES "TB[aa][gg])", GAME STONES ")", false},
    {"TW", GAME STONES "TW[aa][cc])", GAME STONES ")", false},
    {"DD", GAME STONES "DD[aa:ee])", GAME STONES ")", false},
    {"DD, inherited", GAME STONES "DD[aa:ee];B[ff])", GAME STONES ";B[ff])", false},
    {"VW", GAME STONES "VW[aa:ee])", GAME STONES ")", false},
    {"VW, inherited", GAME STONES "VW[aa:ff];B[ff])", GAME STONES ";B[ff])", false},
    {"VW with holes", GAME STONES "VW[aa:ie][ag:ci])", GAME STONES "VW[aa:ii])", false},
    {"FG: a name", GAME STONES "FG[256:Corner])", GAME STONES ")", false},
    {"FG: no coordinates (1)", GAME STONES "FG[257:x])", GAME STONES "FG[256:x])", false},
    {"FG: no name (2)", GAME STONES "FG[258:x])", GAME STONES "FG[256:x])", false},
    {"FG: no list (4)", GAME "FG[260:x]" MOVES ";W[cc])", GAME "FG[256:x]" MOVES ";W[cc])", true},
    {"FG: captured stones go (256)", GAME "FG[0:x]AB[ab][bc];W[bb];B[ba];W[ii];B[cb])",
     GAME "FG[256:x]AB[ab][bc];W[bb];B[ba];W[ii];B[cb])", true},
    {"FG: no handicap points (512)", GAME STONES "FG[768:x])", GAME STONES "FG[256:x])", false},
    {"ST[0]: variations to come", GAME "ST[0](;B[cc])(;B[dd]))", GAME "(;B[cc])(;B[dd]))", false},
    {"N, GN: a title", GAME "N[A name])", GAME ")", false},
};

static const item ishi[] = {
    {"`MARK ALL`", ISHI "MARK ALL\n", ISHI, false},
    {"`MARK C7`", ISHI "MARK C7\n", ISHI, false},
    {"`MARK #1`", ISHI "MARK #1\n", ISHI, false},
    {"`MARK #1-2`", ISHI "MARK #1-2\n", ISHI, false},
    {"`MARK a@E5`", ISHI "MARK a@E5\n", ISHI, false},
    {"`MARK ab@C7`", ISHI "MARK ab@C7\n", ISHI, false},
    {"`MARK x@#2`", ISHI "MARK x@#2\n", ISHI, false},
    {"`MARK x@#1-2`", ISHI "MARK x@#1-2\n", ISHI, false},
    {"`MARK \\t@E5 \\t@#1`", ISHI "MARK \\t@E5 \\t@#1\n", ISHI, false},
    {"`MARK \\s@E5 \\s@#1`", ISHI "MARK \\s@E5 \\s@#1\n", ISHI, false},
    {"`MARK \\d@E5 \\d@#1`", ISHI "MARK \\d@E5 \\d@#1\n", ISHI, false},
    {"`MARK \\c@E5 \\c@#1-2`", ISHI "MARK \\c@E5 \\c@#1-2\n", ISHI, false},
    {"`\\d` is no circle", ISHI "MARK \\d@E5\n", GAME MOVES "CR[ee])", false},
    {"`\\c` is no cross", ISHI "MARK \\c@E5\n", GAME MOVES "MA[ee])", false},
    {"`UNMARK ALL`", ISHI "MARK ALL\nUNMARK ALL\n", ISHI "MARK ALL\n", false},
    {"`UNMARK C7`", ISHI "MARK ALL\nUNMARK C7\n", ISHI "MARK ALL\n", false},
    {"`UNMARK #2`", ISHI "MARK ALL\nUNMARK #2\n", ISHI "MARK ALL\n", false},
    {"`UNMARK #2-3`", ISHI "MARK ALL\nUNMARK #2-3\n", ISHI "MARK ALL\n", false},
    {"marks of the event", "BOARDSIZE 9\nMARK a@E5\n", "BOARDSIZE 9\n", false},
    {"the label of a VAR", "BOARDSIZE 9\nMARK b@A1\nB 1 C3\nVAR a\nB 1 E5\nENDVAR\n",
     "BOARDSIZE 9\nMARK b@A1\nB 1 C3\nVAR\nB 1 E5\nENDVAR\n", false},
    {"`DIAGRAM A5 E1`", ISHI "DIAGRAM A5 E1\n", ISHI "DIAGRAM\n", false},
    {"`DIAGRAM 5x5`", ISHI "DIAGRAM 5x5\n", ISHI "DIAGRAM\n", false},
    {"`DIAGRAM A1 M11`, beyond the board", ISHI "DIAGRAM A1 M11\n", ISHI "DIAGRAM\n", false},
    {"a diagram's `SETUP`", ISHI "DIAGRAM\nSETUP B E5\n", ISHI "DIAGRAM\n", false},
    {"a diagram's `HIDE C7`", ISHI "DIAGRAM\nHIDE C7\n", ISHI "DIAGRAM\n", false},
    {"a diagram's `HIDE #1-2`", ISHI "DIAGRAM\nHIDE #1-2\n", ISHI "DIAGRAM\n", false},
    {"a diagram's marks", ISHI "DIAGRAM\nMARK ALL x@E5\n", ISHI "DIAGRAM\n", false},
};

// ---- Drawing ----

typedef struct bytes {
    char *data;
    size_t length;
} bytes;

static bool collect(void *context, const void *data, size_t length) {
    bytes *b = context;
    char *grown = realloc(b->data, b->length + length);
    if (grown == NULL)
        abort();
    memcpy(grown + b->length, data, length);
    b->data = grown;
    b->length += length;
    return true;
}

typedef struct drawn {
    const char *text; // of the record
    const kf_writer *writer;
    bool is_moves;
    kf_arena *arena;
    kf_record *record;
    kf_loss *loss;
    bytes out;
    bool is_good;
} drawn;

// What needs cairo, or NULL.
static const kf_draw_library *library(void) {
#ifdef KIFU_HAVE_CAIRO
    return kf_cairo_library();
#else
    return NULL;
#endif
}

// The position that is meant: the label of a variation stands where the variation begins.
static kf_node node_of(const drawn *d) {
    kf_node game = kf_node_child(d->record, 0);
    bool is_root = strstr(d->text, "VAR") != NULL || strstr(d->text, "ST[") != NULL;
    return is_root ? game : kf_path_find(d->record, game, "last");
}

static void draw_protected(void *context) {
    drawn *d = context;
    kf_figure figure = {.sides = KF_SIDES_ALL, .caption = {"", 0}};
    figure.node = node_of(d);
    figure.from = d->is_moves ? kf_node_child(d->record, 0) : 0;
    const kf_scene *scene = kf_scene_in(d->arena, kf_play_in(d->arena, d->record, NULL), &figure);
    kf_drawing how = {.loss = d->loss, .library = library()};
    kf_drawing_job job = {.arena = d->arena,
                          .scenes = &scene,
                          .count = 1,
                          .how = &how,
                          .sink = collect,
                          .context = &d->out};
    d->is_good = kf_writer_write(d->writer, &job, NULL);
}

static void draw(drawn *d) {
    d->arena = kf_arena_new();
    d->loss = kf_loss_new();
    d->record = kf_format_read(d->text, strlen(d->text), NULL, NULL, NULL);
    bool is_done = d->arena != NULL && d->loss != NULL && d->record != NULL &&
                   kf_arena_try(d->arena, draw_protected, d) && d->is_good;
    if (!is_done) {
        fprintf(stderr, "%s: cannot be drawn: %s\n", d->writer->name, d->text);
        exit(1);
    }
}

static void forget(drawn *d) {
    kf_record_free(d->record);
    kf_loss_free(d->loss);
    kf_arena_free(d->arena);
    free(d->out.data);
}

// "drawn", "lost" (and told in words when the picture differs), "not built", or "" when nobody is
// told.
static const char *judge(const item *item, const kf_writer *writer) {
    drawn with = {.text = item->with, .writer = writer, .is_moves = item->is_moves};
    drawn without = {.text = item->without, .writer = writer, .is_moves = item->is_moves};
    if (writer->needs != NULL && library() == NULL)
        return "not built";
    draw(&with);
    draw(&without);
    bool differs = with.out.length != without.out.length ||
                   memcmp(with.out.data, without.out.data, with.out.length) != 0;
    bool is_lost = kf_loss_places(with.loss) > kf_loss_places(without.loss);
    forget(&with);
    forget(&without);
    if (is_lost)
        return differs ? "legend" : "lost";
    return differs ? "drawn" : "";
}

// ---- The table ----

typedef struct table {
    bytes text;
    size_t silent; // things that are neither drawn nor told
} table;

static void add(table *t, const char *text) {
    collect(&t->text, text, strlen(text));
}

static void add_rows(table *t, const char *title, const item *items, size_t count) {
    add(t, "\n## ");
    add(t, title);
    add(t, "\n\n| |");
    for (size_t k = 0; k < kf_writer_count(); k++) {
        add(t, " ");
        add(t, kf_writer_at(k)->name);
        add(t, " |");
    }
    add(t, "\n|---|");
    for (size_t k = 0; k < kf_writer_count(); k++)
        add(t, "---|");
    add(t, "\n");
    for (size_t i = 0; i < count; i++) {
        add(t, "| ");
        add(t, items[i].name);
        add(t, " |");
        for (size_t k = 0; k < kf_writer_count(); k++) {
            const char *word = judge(&items[i], kf_writer_at(k));
            if (*word == '\0') {
                fprintf(stderr, "%s: %s is neither drawn nor told\n", kf_writer_at(k)->name,
                        items[i].name);
                t->silent++;
            }
            add(t, " ");
            add(t, *word != '\0' ? word : "MISSING");
            add(t, " |");
        }
        add(t, "\n");
    }
}

static const char head[] =
    "# What each kind of picture shows\n\n"
    "Made by `test/pictures.c`, which draws every thing below in every kind of picture, with and "
    "without it. *drawn*: the\npicture says it. *legend*: the kind has no place for it on the "
    "board; the text below the board says it, and it is\nlisted as lost. *lost*: it is only "
    "listed. `test_pictures > doc/pictures.md` makes this page anew.\n";

// Whether the file holds just this table.
static bool is_same(const table *t, const char *name) {
    FILE *file = fopen(name, "rb");
    size_t at = 0;
    bool is_good = file != NULL;
    for (int c; is_good && (c = getc(file)) != EOF; at++)
        is_good = at < t->text.length && t->text.data[at] == (char)c;
    if (file != NULL)
        fclose(file);
    return is_good && at == t->text.length;
}

int main(int argc, char **argv) {
    table t = {{NULL, 0}, 0};
    add(&t, head);
    add_rows(&t, "SGF", sgf, sizeof sgf / sizeof sgf[0]);
    add_rows(&t, "Ishi", ishi, sizeof ishi / sizeof ishi[0]);
    bool is_good = t.silent == 0;
    if (argc < 2) {
        fwrite(t.text.data, 1, t.text.length, stdout);
    } else if (library() == NULL) {
        puts("kifu was built without cairo, so the page is not compared");
    } else if (!is_same(&t, argv[1])) {
        fprintf(stderr, "%s is not what the pictures show; make it anew\n", argv[1]);
        is_good = false;
    }
    free(t.text.data);
    return is_good ? 0 : 1;
}
