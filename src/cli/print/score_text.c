// SPDX-License-Identifier: MIT
// A count as text.

#include "cli/print/print.h"

#include <string.h>

enum { LABEL = 14, COLUMN = 8 };

const char *kf_score_text_status(kf_status status) {
    static const char *const names[] = {"alive", "pass-alive", "unsettled", "dead", "seki", "ko"};
    return names[status];
}

static const char *write_point(const kf_score_view *view, kf_point point, char *text) {
    const kf_board *board = &view->ending->board;
    kf_point_write(point, view->coords, board->width, board->height, text);
    return text;
}

// ---- Chains ----

// Lists the chains of that status, each by its first stone; says nothing when there is none.
static void print_chains(const kf_score_view *view, kf_status status) {
    const kf_judgement *judgement = &view->settlement->judgement;
    const kf_board *board = &view->ending->board;
    FILE *out = view->cli->out;
    bool seen[KF_BOARD_POINTS] = {false}, has_any = false;
    for (int i = 0; i < board->width * board->height; i++) {
        kf_point stones[KF_BOARD_POINTS];
        kf_point point = kf_point_at(i % board->width, i / board->width);
        char text[KF_POINT_TEXT];
        kf_colour colour = kf_board_get(board, point);
        if (seen[i] || colour == KF_EMPTY || judgement->status[i] != status)
            continue;
        size_t count = kf_chain_stones(board, point, stones, KF_BOARD_POINTS);
        for (size_t k = 0; k < count; k++)
            seen[kf_benson_index(board, stones[k])] = true;
        fprintf(out, "%s%s %s", has_any ? ", " : "", colour == KF_BLACK ? "Black" : "White",
                write_point(view, point, text));
        if (count > 1)
            fprintf(out, " (%zu)", count);
        if (judgement->reason[i] == KF_REASON_PLAYOUTS)
            fprintf(out, " %d%%", judgement->percent[i]);
        if (judgement->reason[i] == KF_REASON_CORNER)
            fputs(" bent four", out);
        has_any = true;
    }
    if (has_any)
        putc('\n', out);
}

static bool has_chains(const kf_score_view *view, kf_status status) {
    const kf_judgement *judgement = &view->settlement->judgement;
    const kf_board *board = &view->ending->board;
    for (int i = 0; i < board->width * board->height; i++)
        if (judgement->reason[i] != KF_REASON_NONE && judgement->status[i] == status)
            return true;
    return false;
}

// Who is dead, in seki or unsettled, and who says so.
static void print_fates(const kf_score_view *view) {
    static const struct {
        kf_status status;
        const char *label;
    } rows[] = {
        {KF_DEAD, "dead"}, {KF_SEKI, "seki"}, {KF_UNSETTLED, "unsettled"}, {KF_STATUS_KO, "ko"}};
    static const char *const sources[] = {"as given", "by TB and TW", "by DD", "by MA"};
    const kf_count *s = view->settlement;
    FILE *out = view->cli->out;
    fprintf(out, "dead stones: %s\n",
            s->way == KF_COUNT_GIVEN  ? sources[view->ending->source]
            : s->judgement.is_certain ? "judged, all certain"
                                      : "judged, an estimate");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!has_chains(view, rows[i].status))
            continue;
        fprintf(out, "  %s: ", rows[i].label);
        print_chains(view, rows[i].status);
    }
}

// ---- The table ----

static void print_row(FILE *out, const char *label, int black, int white) {
    fputs(label, out);
    kf_report_pad(out, strlen(label), LABEL);
    fprintf(out, "%*d%*d\n", COLUMN, black, COLUMN, white);
}

// A row of what White alone gets; nothing when that is 0.
static void print_extra(FILE *out, const char *label, int half_points) {
    char text[KF_OUTCOME_TEXT];
    if (half_points == 0)
        return;
    fputs(label, out);
    kf_report_pad(out, strlen(label), LABEL + COLUMN);
    fprintf(out, "%*s\n", COLUMN, kf_outcome_points(half_points, text));
}

static void print_optional(FILE *out, const char *label, int black, int white) {
    if (black != 0 || white != 0)
        print_row(out, label, black, white);
}

static void print_table(const kf_score_view *view) {
    const kf_score *score = &view->settlement->score;
    const kf_score_side *black = &score->side[KF_BLACK], *white = &score->side[KF_WHITE];
    FILE *out = view->cli->out;
    kf_report_pad(out, 0, LABEL);
    fprintf(out, "%*s%*s\n", COLUMN, "Black", COLUMN, "White");
    bool is_area = view->ending->rules->counting == KF_COUNTING_AREA;
    if (is_area)
        print_row(out, "stones", black->stones, white->stones);
    print_row(out, "territory", black->territory, white->territory);
    if (!is_area) {
        print_optional(out, "dead", -black->dead, -white->dead);
        print_optional(out, "captured", -black->captured, -white->captured);
        print_optional(out, "passes", -black->passes, -white->passes);
    }
    print_row(out, "points", black->points, white->points);
    print_extra(out, "compensation", 2 * score->compensation);
    print_extra(out, "komi", score->komi);
}

// ---- The result ----

// "White wins by 14"
static void print_winner(FILE *out, int lead, kf_colour winner) {
    char text[KF_OUTCOME_TEXT];
    if (winner == KF_EMPTY)
        fputs("a draw", out);
    else
        fprintf(out, "%s wins by %s", winner == KF_BLACK ? "Black" : "White",
                kf_outcome_points(lead < 0 ? -lead : lead, text));
}

// Names the rule sets whose count is the stated result.
static void print_others(const kf_score_view *view) {
    const kf_ending *ending = view->ending;
    FILE *out = view->cli->out;
    bool has_any = false;
    for (size_t i = 0; kf_rules_at(i) != NULL; i++) {
        const kf_rules *rules = kf_rules_at(i);
        if (rules == ending->rules ||
            !kf_outcome_agrees(&ending->outcome, rules, kf_count_by(view->settlement, rules)))
            continue;
        fprintf(out, "%s %s", has_any ? "," : "; it would agree by the rules", rules->id);
        has_any = true;
    }
}

static void print_comparison(const kf_score_view *view) {
    const kf_ending *ending = view->ending;
    const kf_count *s = view->settlement;
    FILE *out = view->cli->out;
    if (ending->outcome.kind == KF_OUTCOME_NONE)
        return;
    bool agrees = kf_outcome_agrees(&ending->outcome, ending->rules, s->score.result);
    fputs("RE says ", out);
    kf_report_text(out, ending->result, false);
    fputs(agrees ? ": agrees" : ": differs", out);
    if (!agrees && ending->outcome.kind == KF_OUTCOME_POINTS)
        print_others(view);
    putc('\n', out);
}

void kf_score_text_print(const kf_score_view *view) {
    const kf_count *s = view->settlement;
    const kf_ending *ending = view->ending;
    char low[KF_OUTCOME_TEXT], high[KF_OUTCOME_TEXT];
    FILE *out = view->cli->out;
    fprintf(out, "game %zu: %dx%d, %s\n", view->game, ending->board.width, ending->board.height,
            ending->rules->title);
    print_fates(view);
    if (s->judgement.moves > 0)
        fprintf(out, "counted after %d more move%s, to fill what is neutral and connect\n",
                s->judgement.moves, s->judgement.moves == 1 ? "" : "s");
    print_table(view);
    print_winner(out, s->score.result, s->score.winner);
    putc('\n', out);
    if (!s->judgement.is_settled) {
        kf_outcome_write(s->lowest, low);
        kf_outcome_write(s->highest, high);
        fprintf(out, "not settled: from %s to %s\n", low, high);
    }
    print_comparison(view);
}

// ---- No count ----

void kf_score_text_refuse(const kf_score_view *view) {
    const kf_ending *ending = view->ending;
    FILE *out = view->cli->out;
    if (kf_options_has(view->cli, KF_OPTION_JSON)) {
        kf_json *json = kf_json_new();
        kf_json_add_string(json, "file", view->file);
        kf_json_add_number(json, "game", (int64_t)view->game);
        kf_json_add_string(json, "rules", ending->rules->id);
        kf_json_add_null(json, "result");
        kf_json_add_bool(json, "certain", false);
        kf_json_add_text(json, "stated", ending->result);
        kf_json_print(view->cli, json);
        return;
    }
    fprintf(out, "game %zu: %dx%d, %s\n", view->game, ending->board.width, ending->board.height,
            ending->rules->title);
    fputs("not played out: RE says ", out);
    kf_report_text(out, ending->result, false);
    fputs("; '--dead auto' counts what lies on the board\n", out);
}

// ---- On the table ----

// The rectangles of a territory that is not one, and what is left beside them.
static void print_parts(const kf_score_view *view, const kf_arrangement *arranged, int index) {
    FILE *out = view->cli->out;
    const kf_arranged *one = &arranged->territory[index];
    const char *between = " = ";
    fprintf(out, "%d", one->after);
    for (int i = 0; i < arranged->part_count; i++) {
        const kf_arranged_part *part = &arranged->part[i];
        char text[KF_POINT_TEXT];
        if (part->territory != index)
            continue;
        fprintf(out, "%s%d x %d at %s", between, part->width, part->height,
                write_point(view, part->top, text));
        between = ", ";
    }
    if (one->rest > 0)
        fprintf(out, ", and %d more", one->rest);
    putc('\n', out);
}

// What one territory became.
static void print_territory(const kf_score_view *view, const kf_arrangement *arranged, int index) {
    const kf_arranged *one = &arranged->territory[index];
    FILE *out = view->cli->out;
    char text[KF_POINT_TEXT];
    fprintf(out, "%s %d -> ", one->colour == KF_BLACK ? "Black" : "White", one->before);
    if (one->after == 0)
        fputs("filled\n", out);
    else if (one->width > 0)
        fprintf(out, "%d = %d x %d at %s\n", one->after, one->width, one->height,
                write_point(view, one->top, text));
    else if (one->parts > 0)
        print_parts(view, arranged, index);
    else
        fprintf(out, "%d at %s\n", one->after, write_point(view, one->top, text));
}

void kf_score_text_arrange(const kf_score_view *view, const kf_arrangement *arranged) {
    kf_board table;
    const kf_board *board = &view->ending->board;
    FILE *out = view->cli->out;
    kf_board_init(&table, board->width, board->height);
    for (int i = 0; i < board->width * board->height; i++)
        kf_board_put(&table, kf_point_at(i % board->width, i / board->width),
                     (kf_colour)arranged->point[i]);
    fputs("on the table, filled and rearranged:\n", out);
    kf_diagram_print(view->cli, &table, KF_NOWHERE, view->coords);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        for (int i = 0; i < arranged->count; i++)
            if ((int)arranged->territory[i].colour == colour)
                print_territory(view, arranged, i);
        const char *name = colour == KF_BLACK ? "Black" : "White";
        if (arranged->surplus[colour] > 0)
            fprintf(out, "%s: %d left, less %d stones without room: %d\n", name,
                    arranged->vacant[colour], arranged->surplus[colour],
                    arranged->vacant[colour] - arranged->surplus[colour]);
        else
            fprintf(out, "%s: %d left\n", name, arranged->vacant[colour]);
    }
}
