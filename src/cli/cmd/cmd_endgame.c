// SPDX-License-Identifier: MIT
// kifu endgame: what an endgame is worth.

#include <string.h>

#include <kifu/reading.h>

#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

enum { ONE = KF_ENDGAME_ONE };

// The options of this command alone.
enum { OPTION_THERMOGRAPH = KF_OPTION_OWN, OPTION_THREATS };

// What is asked, and the answer.
typedef struct job {
    kf_cli *cli;
    const kf_selection *spot;
    int budget;
    kf_endgame_area areas[KF_ENDGAME_REGIONS];
    kf_text names[KF_ENDGAME_REGIONS]; // as '--region' has them
    int count, at;                     // the one at hand
    kf_endgame_answer answer;
    kf_endgame_sum sum;
    int threats[3]; // by colour, where '--threats' says
    kf_endgame_ko ko;
} job;

static const char *const sides[] = {"", "Black", "White"};

// Reads "A1:G6". False: the log says why.
static bool read_area(job *j, kf_text text) {
    kf_endgame_area *area = &j->areas[j->count];
    const char *colon = memchr(text.data, ':', text.length);
    if (colon == NULL) {
        kf_options_wrong(j->cli, "'--region' takes two corners as A1:G6, not '%.*s'",
                         text.length < 60 ? (int)text.length : 60, text.data);
        return false;
    }
    size_t length = (size_t)(colon - text.data);
    if (j->count == KF_ENDGAME_REGIONS) {
        kf_options_wrong(j->cli, "'--region' takes at most %d regions", KF_ENDGAME_REGIONS);
        return false;
    }
    area->corner = kf_selection_point(j->spot, "region", text.data, length);
    if (area->corner == KF_NOWHERE)
        return false;
    area->opposite = kf_selection_point(j->spot, "region", colon + 1, text.length - length - 1);
    j->names[j->count++] = text;
    return area->opposite != KF_NOWHERE;
}

static int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

// How many points lie between two spans of one axis, from their ends; less than 0 where they have
// some in common.
static int gap(int a, int a_end, int b, int b_end) {
    return (distance(a + a_end, b + b_end) - distance(a, a_end) - distance(b, b_end)) / 2 - 1;
}

// Whether two rectangles have a point in common or stand side by side.
static bool is_touching(const kf_endgame_area *a, const kf_endgame_area *b) {
    int across = gap(kf_point_column(a->corner), kf_point_column(a->opposite),
                     kf_point_column(b->corner), kf_point_column(b->opposite));
    int down = gap(kf_point_row(a->corner), kf_point_row(a->opposite), kf_point_row(b->corner),
                   kf_point_row(b->opposite));
    return (across <= 0 && down < 0) || (across < 0 && down <= 0);
}

// Reads the regions, between commas. False: the log says why.
static bool read_regions(job *j) {
    const char *list = j->cli->values[KF_OPTION_REGION];
    kf_text rest = kf_text_of(list != NULL ? list : ""), item = rest;
    j->count = 0;
    for (bool is_more = list != NULL; is_more; is_more = rest.length > 0) {
        kf_text_item(&rest, &item);
        if (!read_area(j, item))
            return false;
        for (int i = 0; i + 1 < j->count; i++)
            if (is_touching(&j->areas[i], &j->areas[j->count - 1])) {
                kf_options_wrong(j->cli, "'--region': regions that touch are one");
                return false;
            }
    }
    return true;
}

// False: there is no answer, and the log says why.
static bool solve(job *j) {
    const kf_board *board = kf_play_board(j->spot->replay);
    const kf_endgame_area *area = &j->areas[j->at];
    kf_endgame_state state =
        kf_endgame_solve(board, area->corner, area->opposite, (uint32_t)j->budget, &j->answer);
    if (state == KF_ENDGAME_NO_MEMORY)
        kf_arena_fail(j->cli->arena);
    if (state == KF_ENDGAME_TOO_LARGE)
        kf_options_wrong(j->cli, "'--region' has more than %d points", KF_ENDGAME_POINTS);
    return state != KF_ENDGAME_TOO_LARGE;
}

static void add_up(job *j) {
    const kf_board *board = kf_play_board(j->spot->replay);
    if (kf_endgame_sum_solve(board, j->areas, j->count, (uint32_t)j->budget, &j->sum) ==
        KF_ENDGAME_NO_MEMORY)
        kf_arena_fail(j->cli->arena);
}

// ---- As text ----

// A number of points, of which each is so many units: whole, or with what is left over as a
// fraction.
static void print_fraction(FILE *out, int32_t value, int32_t one) {
    int32_t size = value < 0 ? -value : value, whole = size / one, rest = size % one;
    fputs(value < 0 ? "-" : "", out);
    if (whole > 0 || rest == 0)
        fprintf(out, "%d", (int)whole);
    if (rest == 0)
        return;
    int32_t common = one;
    for (int32_t a = rest; a != 0;) {
        int32_t left = common % a;
        common = a;
        a = left;
    }
    fprintf(out, "%s%d/%d", whole > 0 ? " " : "", (int)(rest / common), (int)(one / common));
}

static void print_points(FILE *out, int32_t value) {
    print_fraction(out, value, ONE);
}

static void print_moves(const job *j, const kf_endgame_line *line) {
    char text[KF_POINT_TEXT];
    for (int i = 0; i < line->count; i++)
        fprintf(j->cli->out, " %s", kf_selection_write(j->spot, line->move[i], text));
    if (line->count == 0)
        fputs(" no move", j->cli->out);
}

static void print_side(FILE *out, const kf_endgame_line *line, kf_colour colour) {
    fprintf(out, "%s %d", sides[colour], line->territory[colour]);
    if (line->captured[3 - colour] > 0)
        fprintf(out, " and %d captured", line->captured[3 - colour]);
}

static void print_count(FILE *out, const kf_endgame_line *line) {
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

static void print_lead(const job *j, const kf_endgame_play *play, int first) {
    FILE *out = j->cli->out;
    const kf_endgame_line *line = &play->lead[first];
    fprintf(out, "%s leads:", sides[first]);
    print_moves(j, line);
    if (kf_endgame_solve_keeps(line))
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

// What is gained over the other side's moving first: a gote move shifts the average twice, a move
// in sente once.
static int32_t find_swing(const kf_endgame_play *play) {
    int32_t once = play->temperature > 0 ? play->temperature : 0;
    return play->sente == KF_EMPTY ? 2 * once : once;
}

static void print_worth(FILE *out, const kf_endgame_play *play) {
    int32_t swing = find_swing(play);
    if (swing > 0) {
        fputs(": ", out);
        print_points(out, swing);
        fprintf(out, " point%s in %s", swing == ONE ? "" : "s",
                play->sente == KF_EMPTY ? "gote" : "sente");
    }
    putc('\n', out);
}

// The tally: how many local moves more one side makes than the other for the swing.
static int find_tally(const kf_endgame_play *play) {
    return play->sente == KF_EMPTY ? 2 : 1;
}

static void print_thermograph(FILE *out, const kf_endgame_play *play) {
    if (play->chilled[0] != '\0')
        fprintf(out, "chilled: %s\n", play->chilled);
    fputs("swing ", out);
    print_points(out, find_swing(play));
    fprintf(out, ", tally %d; by what a move costs, Black first and White first:\n",
            find_tally(play));
    for (int i = 0; i < play->knot_count; i++) {
        fputs("  ", out);
        print_points(out, play->knot[i].temperature);
        fputs(": ", out);
        print_points(out, play->knot[i].black);
        fputs(", ", out);
        print_points(out, play->knot[i].white);
        putc('\n', out);
    }
}

// Of a search that keeps its positions: none is left, or it ended before.
static void print_unknown(const job *j, const char *what, uint64_t positions) {
    uint32_t most = kf_endgame_tree((uint32_t)j->budget);
    if (positions < most)
        fprintf(j->cli->out, "%s: unknown: positions may come back without end\n", what);
    else
        fprintf(j->cli->out, "%s: unknown within %u positions\n", what, (unsigned)most);
}

static void print_play(const job *j, const kf_endgame_play *play) {
    FILE *out = j->cli->out;
    if (kf_endgame_solve_is_final(play) && play->lead[KF_BLACK].is_counted) {
        fputs("settled: ", out);
        print_count(out, &play->lead[KF_BLACK]);
        return;
    }
    print_lead(j, play, KF_BLACK);
    print_lead(j, play, KF_WHITE);
    fputs("difference: ", out);
    print_points(out, play->stop[KF_BLACK] - play->stop[KF_WHITE]);
    fprintf(out, ", %s\n", kf_endgame_solve_kind(play));
    if (!play->has_mean) {
        print_unknown(j, "average", j->answer.positions);
        return;
    }
    fprintf(out, "average: %s", j->answer.is_exact ? "" : "about ");
    print_points(out, play->mean);
    fputs(" for Black; a move is worth ", out);
    print_points(out, play->temperature > 0 ? play->temperature : 0);
    print_worth(out, play);
    if (kf_options_has(j->cli, OPTION_THERMOGRAPH))
        print_thermograph(out, play);
}

static void print_text(const job *j) {
    FILE *out = j->cli->out;
    char a[KF_POINT_TEXT], b[KF_POINT_TEXT];
    const kf_endgame_answer *answer = &j->answer;
    if (j->at == 0)
        kf_selection_print(j->spot);
    kf_selection_write(j->spot, answer->first, a);
    kf_selection_write(j->spot, answer->last, b);
    fprintf(out, "%s to %s: %d point%s, %d vacant", a, b, answer->points,
            answer->points == 1 ? "" : "s", answer->vacant);
    if (answer->open > 0)
        fprintf(out, ", %d open to the outside", answer->open);
    putc('\n', out);
    if (answer->state == KF_ENDGAME_BUDGET)
        fprintf(out, "unknown within %d positions\n", j->budget);
    else if (answer->state == KF_ENDGAME_LOOP)
        fputs("unknown: positions may come back without end\n", out);
    else if (!answer->has_ko)
        print_play(j, &answer->by_owner[KF_BLACK]);
    for (int winner = KF_BLACK; answer->has_ko && winner <= KF_WHITE; winner++) {
        fprintf(out, "if %s wins every ko:\n", sides[winner]);
        print_play(j, &answer->by_owner[winner]);
    }
}

static void print_ko_walls(FILE *out, const kf_endgame_ko *ko) {
    fputs("by what a move costs, Black first and White first:\n", out);
    for (int i = 0; i < ko->knot_count; i++) {
        fputs("  ", out);
        print_fraction(out, ko->knot[i].temperature, KF_ENDGAME_KO_ONE);
        fputs(": ", out);
        print_fraction(out, ko->knot[i].black, KF_ENDGAME_KO_ONE);
        fputs(", ", out);
        print_fraction(out, ko->knot[i].white, KF_ENDGAME_KO_ONE);
        putc('\n', out);
    }
}

static void print_ko(const job *j) {
    FILE *out = j->cli->out;
    const kf_endgame_ko *ko = &j->ko;
    fprintf(out, "with ko threats %d for Black, %d for White:\n", j->threats[KF_BLACK],
            j->threats[KF_WHITE]);
    if (ko->state != KF_ENDGAME_SOLVED) {
        fputs(ko->state == KF_ENDGAME_LOOP ? "unknown: positions may come back without end\n"
                                           : "unknown: too many positions\n",
              out);
        return;
    }
    fputs("Black first: ", out);
    print_fraction(out, ko->stop[KF_BLACK], KF_ENDGAME_KO_ONE);
    fputs("; White first: ", out);
    print_fraction(out, ko->stop[KF_WHITE], KF_ENDGAME_KO_ONE);
    fprintf(out, "\naverage: %s", ko->is_exact ? "" : "about ");
    print_fraction(out, ko->mean, KF_ENDGAME_KO_ONE);
    fputs(" for Black; a move is worth ", out);
    print_fraction(out, ko->temperature, KF_ENDGAME_KO_ONE);
    putc('\n', out);
    if (kf_options_has(j->cli, OPTION_THERMOGRAPH))
        print_ko_walls(out, ko);
}

static void print_total(const job *j, const kf_endgame_total *total) {
    FILE *out = j->cli->out;
    char text[KF_POINT_TEXT];
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        fprintf(out, "  %s first: ", sides[first]);
        print_points(out, total->stop[first]);
        if (total->first[first] != KF_NOWHERE)
            fprintf(out, ", from %s on", kf_selection_write(j->spot, total->first[first], text));
        putc('\n', out);
    }
    fputs("  average: ", out);
    print_points(out, total->mean);
    fputs(" for Black\n", out);
}

static void print_sum(const job *j) {
    FILE *out = j->cli->out;
    const kf_endgame_sum *sum = &j->sum;
    if (sum->state != KF_ENDGAME_SOLVED) {
        print_unknown(j, "together", sum->positions);
        return;
    }
    for (int winner = KF_BLACK; winner <= (sum->has_ko ? KF_WHITE : KF_BLACK); winner++) {
        fputs("together, Black less White", out);
        if (sum->has_ko)
            fprintf(out, ", if %s wins every ko", sides[winner]);
        fputs(":\n", out);
        print_total(j, &sum->by_owner[winner]);
    }
}

// ---- As data ----

static void add_moves(const job *j, kf_json *json, const char *name, const kf_endgame_line *line) {
    char text[KF_ENDGAME_LINE][KF_POINT_TEXT];
    kf_text texts[KF_ENDGAME_LINE];
    for (int i = 0; i < line->count; i++)
        texts[i] = kf_text_of(kf_selection_write(j->spot, line->move[i], text[i]));
    kf_json_add_texts(json, name, texts, (size_t)line->count);
}

static void add_count(kf_json *json, const kf_endgame_line *line) {
    kf_json_add_fraction(json, "score", line->score, ONE);
    if (!line->is_counted)
        return;
    kf_json_add_number(json, "black", line->territory[KF_BLACK]);
    kf_json_add_number(json, "white", line->territory[KF_WHITE]);
    kf_json_add_number(json, "black_captured", line->captured[KF_WHITE]);
    kf_json_add_number(json, "white_captured", line->captured[KF_BLACK]);
}

static kf_json *describe_rest(const job *j, const kf_endgame_line *line) {
    kf_json *json = kf_json_new();
    add_moves(j, json, "moves", line);
    add_count(json, line);
    return json;
}

static kf_json *describe_lead(const job *j, const kf_endgame_play *play, int first) {
    const kf_endgame_line *line = &play->lead[first];
    kf_json *json = kf_json_new();
    add_moves(j, json, "moves", line);
    kf_json_add_bool(json, "keeps_lead", kf_endgame_solve_keeps(line));
    kf_json_add_bool(json, "settled", line->is_settled);
    add_count(json, line);
    if (!line->is_settled) {
        kf_json_add_object(json, "then_black", describe_rest(j, &play->rest[first][KF_BLACK]));
        kf_json_add_object(json, "then_white", describe_rest(j, &play->rest[first][KF_WHITE]));
    }
    return json;
}

static void add_thermograph(kf_json *json, const kf_endgame_knot *knots, int count, int32_t one) {
    kf_json_add_list(json, "thermograph");
    for (int i = 0; i < count; i++) {
        kf_json *knot = kf_json_new();
        kf_json_add_fraction(knot, "at", knots[i].temperature, one);
        kf_json_add_fraction(knot, "black_first", knots[i].black, one);
        kf_json_add_fraction(knot, "white_first", knots[i].white, one);
        kf_json_add_element(json, "thermograph", knot);
    }
}

static void print_object(const job *j, int winner) {
    const kf_endgame_answer *answer = &j->answer;
    static const char *const states[] = {"solved", "unknown", "unknown"};
    const kf_endgame_play *play = &answer->by_owner[winner];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_text(json, "region", j->names[j->at]);
    kf_json_add_number(json, "points", answer->points);
    kf_json_add_number(json, "vacant", answer->vacant);
    kf_json_add_number(json, "open", answer->open);
    kf_json_add_string(json, "status", states[answer->state]);
    kf_json_add_number(json, "positions", (int64_t)answer->positions);
    kf_json_add_colour(json, "ko", answer->has_ko ? (kf_colour)winner : KF_EMPTY);
    if (answer->state == KF_ENDGAME_SOLVED) {
        kf_json_add_fraction(json, "black_first", play->stop[KF_BLACK], ONE);
        kf_json_add_fraction(json, "white_first", play->stop[KF_WHITE], ONE);
        kf_json_add_fraction(json, "difference", play->stop[KF_BLACK] - play->stop[KF_WHITE], ONE);
        kf_json_add_string(json, "kind", kf_endgame_solve_kind(play));
        if (play->has_mean) {
            kf_json_add_fraction(json, "mean", play->mean, ONE);
            kf_json_add_fraction(json, "value", play->temperature > 0 ? play->temperature : 0, ONE);
            kf_json_add_fraction(json, "swing", find_swing(play), ONE);
            kf_json_add_number(json, "tally", find_tally(play));
            add_thermograph(json, play->knot, play->knot_count, ONE);
            if (play->chilled[0] != '\0')
                kf_json_add_string(json, "chilled", play->chilled);
        } else {
            kf_json_add_null(json, "mean");
            kf_json_add_null(json, "value");
            kf_json_add_null(json, "swing");
        }
        kf_json_add_object(json, "black_leads", describe_lead(j, play, KF_BLACK));
        kf_json_add_object(json, "white_leads", describe_lead(j, play, KF_WHITE));
    }
    kf_json_print(j->cli, json);
}

// The region with ko threats, as a line of its own.
static void print_ko_object(const job *j) {
    const kf_endgame_ko *ko = &j->ko;
    kf_json *json = kf_json_new(), *threats = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_text(json, "region", j->names[j->at]);
    kf_json_add_number(threats, "black", j->threats[KF_BLACK]);
    kf_json_add_number(threats, "white", j->threats[KF_WHITE]);
    kf_json_add_object(json, "threats", threats);
    kf_json_add_string(json, "status", ko->state == KF_ENDGAME_SOLVED ? "solved" : "unknown");
    kf_json_add_number(json, "positions", (int64_t)ko->positions);
    if (ko->state == KF_ENDGAME_SOLVED) {
        kf_json_add_bool(json, "exact", ko->is_exact);
        kf_json_add_fraction(json, "black_first", ko->stop[KF_BLACK], KF_ENDGAME_KO_ONE);
        kf_json_add_fraction(json, "white_first", ko->stop[KF_WHITE], KF_ENDGAME_KO_ONE);
        kf_json_add_fraction(json, "mean", ko->mean, KF_ENDGAME_KO_ONE);
        kf_json_add_fraction(json, "value", ko->temperature, KF_ENDGAME_KO_ONE);
        add_thermograph(json, ko->knot, ko->knot_count, KF_ENDGAME_KO_ONE);
    }
    kf_json_print(j->cli, json);
}

static kf_json *describe_total(const job *j, const kf_endgame_total *total) {
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_fraction(json, "mean", total->mean, ONE);
    for (int first = KF_BLACK; first <= KF_WHITE; first++) {
        kf_json_add_fraction(json, first == KF_BLACK ? "black_first" : "white_first",
                             total->stop[first], ONE);
        if (total->first[first] != KF_NOWHERE)
            kf_json_add_string(json, first == KF_BLACK ? "black_move" : "white_move",
                               kf_selection_write(j->spot, total->first[first], text));
    }
    return json;
}

// The regions together, as a line of its own.
static void print_sum_object(const job *j) {
    const kf_endgame_sum *sum = &j->sum;
    bool is_solved = sum->state == KF_ENDGAME_SOLVED;
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_texts(json, "regions", j->names, (size_t)j->count);
    kf_json_add_string(json, "status", is_solved ? "solved" : "unknown");
    kf_json_add_number(json, "positions", (int64_t)sum->positions);
    if (is_solved && sum->has_ko) {
        kf_json_add_object(json, "black_wins_kos", describe_total(j, &sum->by_owner[KF_BLACK]));
        kf_json_add_object(json, "white_wins_kos", describe_total(j, &sum->by_owner[KF_WHITE]));
    } else if (is_solved) {
        kf_json_add_object(json, "together", describe_total(j, &sum->by_owner[KF_BLACK]));
    }
    kf_json_print(j->cli, json);
}

static void print_answer(const job *j) {
    if (!kf_options_has(j->cli, KF_OPTION_JSON)) {
        print_text(j);
        return;
    }
    print_object(j, KF_BLACK);
    if (j->answer.has_ko)
        print_object(j, KF_WHITE);
}

static void answer_ko(job *j) {
    const kf_board *board = kf_play_board(j->spot->replay);
    if (kf_endgame_ko_solve(board, &j->areas[j->at], j->threats, (uint32_t)j->budget, &j->ko) ==
        KF_ENDGAME_NO_MEMORY)
        kf_arena_fail(j->cli->arena);
    if (kf_options_has(j->cli, KF_OPTION_JSON))
        print_ko_object(j);
    else
        print_ko(j);
}

// Reads how many ko threats Black has and White, as "1,0". False: the log says why.
static bool read_threats(job *j) {
    const char *text = j->cli->values[OPTION_THREATS];
    if (text == NULL)
        return true;
    bool is_pair = strlen(text) == 3 && text[0] >= '0' && text[0] <= '9' && text[1] == ',' &&
                   text[2] >= '0' && text[2] <= '9';
    if (!is_pair) {
        kf_options_wrong(j->cli, "'--threats' takes two numbers from 0 to %d as 1,0, not '%.60s'",
                         KF_ENDGAME_THREATS, text);
        return false;
    }
    j->threats[KF_BLACK] = text[0] - '0';
    j->threats[KF_WHITE] = text[2] - '0';
    return true;
}

static void visit(void *context, const kf_selection *spot) {
    job *j = context;
    j->spot = spot;
    if (!read_regions(j))
        return;
    for (j->at = 0; j->at < j->count; j->at++) {
        if (!solve(j))
            return;
        print_answer(j);
        if (kf_options_has(j->cli, OPTION_THREATS))
            answer_ko(j);
    }
    if (j->count == 1)
        return;
    add_up(j);
    if (kf_options_has(j->cli, KF_OPTION_JSON))
        print_sum_object(j);
    else
        print_sum(j);
}

static int endgame(kf_cli *cli) {
    job *j = kf_arena_alloc(cli->arena, sizeof *j);
    *j = (job){.cli = cli};
    if (!kf_input_prepare(cli) ||
        !kf_options_number(cli, KF_OPTION_NODES, 1, KF_ENDGAME_LARGEST, &j->budget))
        return KF_STATUS_FAILED;
    if (!kf_options_has(cli, KF_OPTION_NODES))
        j->budget = KF_ENDGAME_USUAL;
    if (!kf_options_has(cli, KF_OPTION_REGION))
        return kf_options_wrong(cli, "'--region' is missing: two corners as A1:G6");
    if (!read_threats(j))
        return KF_STATUS_FAILED;
    return kf_selection_each(cli, visit, j);
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "the position at a place: N moves of the main line, #N, last, or a path"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "only this game of the file"},
    {KF_OPTION_REGION, 0, "region", "A1:G6", NULL,
     "the region of the endgame: two opposite corners of a rectangle of at most 64 points; "
     "several, "
     "after commas, are added up"},
    {KF_OPTION_NODES, 0, "nodes", "N", NULL, "the most positions to search; 16000000 by default"},
    {OPTION_THERMOGRAPH, 0, "thermograph", NULL, NULL,
     "print swing, tally, and the result at every price of a move"},
    {OPTION_THREATS, 0, "threats", "B,W", NULL,
     "also what the region is worth when Black has B ko threats elsewhere and White W"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print the result as a JSON object on a line"},
    KF_JOBS_OPTION_ROW,
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_endgame = {
    .name = "endgame",
    .summary = "work out what an endgame is worth",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Plays out the moves of a region in every order and reports the result in territory "
             "if Black moves first and if White does, who keeps sente, the difference, and what a "
             "move there is worth. Stones outside the region count as safe, and so do stones in it "
             "that are connected to them. Several regions are played as one game as well: at each "
             "move a player chooses where.\n\n"
             "If the region holds too much to be played out, only the results are computed, not "
             "what a move is worth; if even that is too much, the answer is unknown.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = endgame,
};
