// SPDX-License-Identifier: MIT
// kifu endgame: what an end play is worth.

#include <string.h>

#include "cli/input.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/rules_option.h"
#include "cli/spot.h"
#include "solve/endlead.h"

enum { USUAL = 200000, MOST = 5000000, ONE = KF_THERMO_ONE };

// What is asked, and the answers: who wins every ko may matter, so there can be two.
typedef struct job {
    kf_cli *cli;
    const kf_spot *spot;
    int budget;
    kf_endboard region;
    kf_endposition start;
    kf_endgame_state state;
    size_t positions;
    bool has_ko;        // the answers differ
    bool is_exact;      // no number was rounded
    kf_endplay play[3]; // by who wins kos
} job;

static const char *const sides[] = {"", "Black", "White"};

// ---- Solving ----

// Plays the whole tree out. `meets_ko` is set when a ko is in it.
static void solve_tree(job *j, bool *meets_ko) {
    kf_endgame *endgame = kf_arena_resize(j->cli->arena, NULL, sizeof *endgame);
    kf_endgame_read(endgame, j->cli->arena, &j->region, &j->start, (uint32_t)j->budget);
    j->state = endgame->state;
    j->positions += endgame->node_count;
    j->is_exact = endgame->pool.is_exact;
    *meets_ko = endgame->has_ko;
    if (j->state == KF_ENDGAME_SOLVED)
        kf_endline_play(endgame, &j->play[j->region.favoured]);
    kf_endgame_free(endgame);
    kf_arena_release(j->cli->arena, endgame);
}

// Where the tree is too large: looks for the results only.
static void solve_lead(job *j) {
    kf_endsearch *search = kf_endsearch_start(j->cli->arena, &j->region, (uint32_t)j->budget);
    if (kf_endlead_play(search, &j->start, &j->play[j->region.favoured]))
        j->state = KF_ENDGAME_SOLVED;
    j->positions += kf_endsearch_count(search);
    kf_endsearch_free(search);
}

// Solves the region for the one who wins every ko. `needs_tree` is cleared when the tree is too
// large, and `meets_ko` is set unless no ko is in it.
static void solve_with(job *j, kf_colour favoured, bool *needs_tree, bool *meets_ko) {
    j->region.favoured = favoured;
    j->state = KF_ENDGAME_BUDGET;
    *meets_ko = true;
    if (*needs_tree)
        solve_tree(j, meets_ko);
    *needs_tree = j->state == KF_ENDGAME_SOLVED;
    if (!*needs_tree)
        solve_lead(j);
}

static bool is_same(const kf_endplay *a, const kf_endplay *b) {
    return a->has_mean == b->has_mean && a->mean == b->mean && a->temperature == b->temperature &&
           a->stop[KF_BLACK] == b->stop[KF_BLACK] && a->stop[KF_WHITE] == b->stop[KF_WHITE];
}

static void solve(job *j) {
    bool meets_ko = false, needs_tree = true;
    j->has_ko = false;
    j->positions = 0;
    solve_with(j, KF_BLACK, &needs_tree, &meets_ko);
    if (j->state != KF_ENDGAME_SOLVED || !meets_ko)
        return;
    solve_with(j, KF_WHITE, &needs_tree, &meets_ko);
    j->has_ko = j->state == KF_ENDGAME_SOLVED && !is_same(&j->play[KF_BLACK], &j->play[KF_WHITE]);
}

// Reads "A1:G6". False: the log says why.
static bool read_region(job *j) {
    const char *text = j->cli->values[KF_OPTION_REGION];
    size_t length = strcspn(text, ":");
    if (text[length] != ':') {
        kf_options_wrong(j->cli, "'--region' wants two corners as A1:G6, not '%.60s'", text);
        return false;
    }
    kf_point a = kf_spot_point(j->spot, "region", text, length);
    if (a == KF_NOWHERE)
        return false;
    kf_point b = kf_spot_point(j->spot, "region", text + length + 1, strlen(text + length + 1));
    if (b == KF_NOWHERE)
        return false;
    if (kf_endboard_make(&j->region, &j->spot->replay->board, a, b, &j->start))
        return true;
    kf_options_wrong(j->cli, "'--region' has more than %d points", KF_ENDBOARD_MOST);
    return false;
}

// Whether nothing is to be gained there by leading.
static bool is_settled(const kf_endplay *play) {
    return play->has_mean ? play->temperature <= 0 : play->stop[KF_BLACK] == play->stop[KF_WHITE];
}

// Whether who leads keeps the lead, for both.
static const char *kind_of(const kf_endplay *play) {
    bool black = kf_endline_keeps(&play->lead[KF_BLACK]);
    bool white = kf_endline_keeps(&play->lead[KF_WHITE]);
    if (is_settled(play))
        return "settled";
    return black && white ? "double sente"
           : black        ? "Black's sente"
           : white        ? "White's sente"
                          : "gote";
}

// ---- As text ----

// A number of points: whole, or with what is left over as a fraction.
static void print_points(FILE *out, int32_t value) {
    int32_t whole = (value < 0 ? -value : value) / ONE, rest = (value < 0 ? -value : value) % ONE;
    int32_t below = ONE;
    fputs(value < 0 ? "-" : "", out);
    if (whole > 0 || rest == 0)
        fprintf(out, "%d", (int)whole);
    if (rest == 0)
        return;
    for (; rest % 2 == 0; rest /= 2)
        below /= 2;
    fprintf(out, "%s%d/%d", whole > 0 ? " " : "", (int)rest, (int)below);
}

static void print_moves(const job *j, const kf_endline *line) {
    char text[KF_POINT_TEXT];
    for (int i = 0; i < line->count; i++)
        fprintf(j->cli->out, " %s", kf_spot_write(j->spot, j->region.point[line->move[i]], text));
    if (line->count == 0)
        fputs(" no move", j->cli->out);
}

static void print_side(FILE *out, const kf_endline *line, kf_colour colour) {
    fprintf(out, "%s %d", sides[colour], line->territory[colour]);
    if (line->captured[3 - colour] > 0)
        fprintf(out, " and %d captured", line->captured[3 - colour]);
}

static void print_count(FILE *out, const kf_endline *line) {
    if (line->is_counted) {
        print_side(out, line, KF_BLACK);
        fputs(", ", out);
        print_side(out, line, KF_WHITE);
    } else {
        fputs("Black less White: ", out);
        print_points(out, line->score);
    }
    putc('\n', out);
}

static void print_lead(const job *j, const kf_endplay *play, int first) {
    FILE *out = j->cli->out;
    const kf_endline *line = &play->lead[first];
    fprintf(out, "%s leads:", sides[first]);
    print_moves(j, line);
    if (kf_endline_keeps(line))
        fprintf(out, "; %s keeps the lead\n", sides[first]);
    else
        fputs("; the lead passes\n", out);
    if (line->is_settled) {
        fputs("  ", out);
        print_count(out, line);
        return;
    }
    for (int again = KF_BLACK; again <= KF_WHITE; again++) {
        fprintf(out, "  then %s leads:", sides[again]);
        print_moves(j, &play->rest[first][again]);
        fputs(": ", out);
        print_count(out, &play->rest[first][again]);
    }
}

static void print_play(const job *j, const kf_endplay *play) {
    FILE *out = j->cli->out;
    if (is_settled(play) && play->lead[KF_BLACK].is_counted) {
        fputs("settled: ", out);
        print_count(out, &play->lead[KF_BLACK]);
        return;
    }
    print_lead(j, play, KF_BLACK);
    print_lead(j, play, KF_WHITE);
    fputs("difference: ", out);
    print_points(out, play->stop[KF_BLACK] - play->stop[KF_WHITE]);
    fprintf(out, ", %s\n", kind_of(play));
    if (!play->has_mean) {
        fprintf(out, "average: unknown within %d positions\n", j->budget);
        return;
    }
    fprintf(out, "average: %s", j->is_exact ? "" : "about ");
    print_points(out, play->mean);
    fputs(" for Black; a move is worth ", out);
    print_points(out, play->temperature > 0 ? play->temperature : 0);
    putc('\n', out);
}

static int count_vacant(const job *j) {
    return j->region.count -
           kf_endboard_size(j->start.stones[KF_BLACK] | j->start.stones[KF_WHITE]);
}

static void print_text(const job *j) {
    FILE *out = j->cli->out;
    char a[KF_POINT_TEXT], b[KF_POINT_TEXT];
    int open = kf_endboard_size(j->region.touches[KF_EMPTY]);
    kf_spot_print(j->spot);
    kf_spot_write(j->spot, j->region.point[0], a);
    kf_spot_write(j->spot, j->region.point[j->region.count - 1], b);
    fprintf(out, "%s to %s: %d point%s, %d vacant", a, b, j->region.count,
            j->region.count == 1 ? "" : "s", count_vacant(j));
    if (open > 0)
        fprintf(out, ", %d open to the outside", open);
    putc('\n', out);
    if (j->state == KF_ENDGAME_BUDGET)
        fprintf(out, "unknown within %d positions\n", j->budget);
    else if (j->state == KF_ENDGAME_LOOP)
        fputs("unknown: positions come back without end\n", out);
    else if (!j->has_ko)
        print_play(j, &j->play[KF_BLACK]);
    for (int winner = KF_BLACK; j->has_ko && winner <= KF_WHITE; winner++) {
        fprintf(out, "if %s wins every ko:\n", sides[winner]);
        print_play(j, &j->play[winner]);
    }
}

// ---- As data ----

static void add_moves(const job *j, kf_json *json, const char *name, const kf_endline *line) {
    char text[KF_ENDLINE_MOST][KF_POINT_TEXT];
    kf_text texts[KF_ENDLINE_MOST];
    for (int i = 0; i < line->count; i++)
        texts[i] = kf_text_of(kf_spot_write(j->spot, j->region.point[line->move[i]], text[i]));
    kf_json_add_texts(json, name, texts, (size_t)line->count);
}

static void add_count(kf_json *json, const kf_endline *line) {
    kf_json_add_fraction(json, "score", line->score, ONE);
    if (!line->is_counted)
        return;
    kf_json_add_number(json, "black", line->territory[KF_BLACK]);
    kf_json_add_number(json, "white", line->territory[KF_WHITE]);
    kf_json_add_number(json, "black_captured", line->captured[KF_WHITE]);
    kf_json_add_number(json, "white_captured", line->captured[KF_BLACK]);
}

static kf_json *describe_rest(const job *j, const kf_endline *line) {
    kf_json *json = kf_json_new();
    add_moves(j, json, "moves", line);
    add_count(json, line);
    return json;
}

static kf_json *describe_lead(const job *j, const kf_endplay *play, int first) {
    const kf_endline *line = &play->lead[first];
    kf_json *json = kf_json_new();
    add_moves(j, json, "moves", line);
    kf_json_add_bool(json, "keeps_lead", kf_endline_keeps(line));
    kf_json_add_bool(json, "settled", line->is_settled);
    add_count(json, line);
    if (!line->is_settled) {
        kf_json_add_object(json, "then_black", describe_rest(j, &play->rest[first][KF_BLACK]));
        kf_json_add_object(json, "then_white", describe_rest(j, &play->rest[first][KF_WHITE]));
    }
    return json;
}

static void print_object(const job *j, int winner) {
    static const char *const states[] = {"solved", "unknown", "unknown"};
    const kf_endplay *play = &j->play[winner];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_string(json, "region", j->cli->values[KF_OPTION_REGION]);
    kf_json_add_number(json, "points", j->region.count);
    kf_json_add_number(json, "vacant", count_vacant(j));
    kf_json_add_number(json, "open", kf_endboard_size(j->region.touches[KF_EMPTY]));
    kf_json_add_string(json, "status", states[j->state]);
    kf_json_add_number(json, "positions", (int64_t)j->positions);
    if (j->has_ko)
        kf_json_add_string(json, "ko", winner == KF_BLACK ? "B" : "W");
    else
        kf_json_add_null(json, "ko");
    if (j->state == KF_ENDGAME_SOLVED) {
        kf_json_add_fraction(json, "black_first", play->stop[KF_BLACK], ONE);
        kf_json_add_fraction(json, "white_first", play->stop[KF_WHITE], ONE);
        kf_json_add_fraction(json, "difference", play->stop[KF_BLACK] - play->stop[KF_WHITE], ONE);
        kf_json_add_string(json, "kind", kind_of(play));
        if (play->has_mean) {
            kf_json_add_fraction(json, "mean", play->mean, ONE);
            kf_json_add_fraction(json, "value", play->temperature > 0 ? play->temperature : 0, ONE);
        } else {
            kf_json_add_null(json, "mean");
            kf_json_add_null(json, "value");
        }
        kf_json_add_object(json, "black_leads", describe_lead(j, play, KF_BLACK));
        kf_json_add_object(json, "white_leads", describe_lead(j, play, KF_WHITE));
    }
    kf_json_print(j->cli, json);
}

static void visit(void *context, const kf_spot *spot) {
    job *j = context;
    j->spot = spot;
    if (!read_region(j))
        return;
    solve(j);
    if (!kf_options_has(j->cli, KF_OPTION_JSON)) {
        print_text(j);
        return;
    }
    print_object(j, KF_BLACK);
    if (j->has_ko)
        print_object(j, KF_WHITE);
}

static int endgame(kf_cli *cli) {
    job *j = kf_arena_alloc(cli->arena, sizeof *j);
    *j = (job){.cli = cli};
    if (!kf_input_prepare(cli) || !kf_json_is_ready(cli) ||
        !kf_options_number(cli, KF_OPTION_NODES, 1, MOST, &j->budget))
        return KF_STATUS_FAILED;
    if (!kf_options_has(cli, KF_OPTION_NODES))
        j->budget = USUAL;
    if (!kf_options_has(cli, KF_OPTION_REGION))
        return kf_options_wrong(cli, "'--region' is missing: two corners as A1:G6");
    return kf_spot_each(cli, visit, j);
}

static const kf_option options[] = {
    {KF_OPTION_AT, 0, "at", "PLACE", "last",
     "the position at a place: N moves of the main line, #N, last, or a path"},
    {KF_OPTION_GAME, 0, "game", "N", NULL, "only this game of the file"},
    {KF_OPTION_REGION, 0, "region", "A1:G6", NULL,
     "where the end play is: two opposite corners of a rectangle of at most 64 points"},
    {KF_OPTION_NODES, 0, "nodes", "N", NULL,
     "how many positions to look at, at most; 200000 at first"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print the result as a JSON object on a line"},
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_endgame = {
    .name = "endgame",
    .summary = "count what an end play is worth",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Plays the moves of a region out in every order and says what comes of it by territory if "
        "Black leads and if White does, who keeps the lead, the difference, and what a move is "
        "worth there. Stones outside the region are taken to be safe, and so are men in it that "
        "hang on them.\n\n"
        "Where the region holds too much to be played out, only the results are looked for, not "
        "what "
        "a move is worth; where that is too much as well, the answer is unknown.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = endgame,
};
