// SPDX-License-Identifier: MIT
// Whether an eye on a board is real, as text and as data.

#include "cli/print/print.h"

#include <kifu/reading.h>

#include "cli/frame/cli.h"

// What is printed of one eye.
typedef struct job {
    const kf_selection *spot;
    const kf_eyes_point_answer *answer;
    // Room for as many points as the answer has in one list.
    char (*names)[KF_POINT_TEXT];
    kf_text *texts;
} job;

static const char *side_of(kf_colour colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

// ---- As text ----

static void print_points(const job *j, const kf_point *points, int count) {
    char text[KF_POINT_TEXT];
    for (int i = 0; i < count; i++)
        fprintf(j->spot->cli->out, " %s", kf_selection_write(j->spot, points[i], text));
}

static void print_around(const job *j) {
    FILE *out = j->spot->cli->out;
    const kf_eyes_point_answer *a = j->answer;
    char text[KF_POINT_TEXT];
    fputs("  around it:", out);
    for (int i = 0; i < a->chain_count; i++) {
        size_t stones = kf_chain_stones(kf_play_board(j->spot->replay), a->chain[i], NULL, 0);
        fprintf(out, "%s %s (%zu)", i > 0 ? "," : "",
                kf_selection_write(j->spot, a->chain[i], text), stones);
    }
    putc('\n', out);
}

static void print_false(const job *j) {
    FILE *out = j->spot->cli->out;
    const kf_eyes_point_answer *a = j->answer;
    char text[KF_POINT_TEXT];
    if (a->attack_count > 0) {
        fprintf(out, "  %s breaks it on", side_of(kf_colour_other(a->owner)));
        print_points(j, a->attack, a->attack_count);
        if (a->taken > 0)
            fprintf(out, ", and takes %d stone%s", a->taken, a->taken == 1 ? "" : "s");
        putc('\n', out);
    }
    fprintf(out, a->repair_count > 0 ? "  %s makes it real on" : "  nothing makes it real",
            side_of(a->owner));
    for (int i = 0; i < a->repair_count; i++)
        fprintf(out, " %s%s", kf_selection_write(j->spot, a->repair[i], text),
                a->repair_costs[i] ? " (at the cost of that point)" : "");
    putc('\n', out);
}

static void print_text(const job *j, kf_point point) {
    FILE *out = j->spot->cli->out;
    const kf_eyes_point_answer *a = j->answer;
    static const char *const names[] = {"no eye", "a false eye", "a real eye", "an eye"};
    char text[KF_POINT_TEXT];
    kf_selection_print(j->spot);
    fprintf(out, "%s: %s", kf_selection_write(j->spot, point, text), names[a->word]);
    if (a->owner != KF_EMPTY)
        fprintf(out, " of %s, %d point%s", side_of(a->owner), a->count, a->count == 1 ? "" : "s");
    fprintf(out, "%s: %s\n", a->word == KF_EYES_POINT_UNKNOWN ? ", unknown whether it is real" : "",
            kf_eyes_point_reason(a->reason));
    if (a->word == KF_EYES_POINT_NONE)
        return;
    if (a->count > 1 && a->count <= KF_EYES_MAX) {
        fputs("  points:", out);
        print_points(j, a->point, a->count);
        putc('\n', out);
    }
    print_around(j);
    if (a->word == KF_EYES_POINT_FALSE)
        print_false(j);
}

// ---- As data ----

static void add_points(const job *j, kf_json *json, const char *name, const kf_point *points,
                       int count) {
    for (int i = 0; i < count; i++)
        j->texts[i] = kf_text_of(kf_selection_write(j->spot, points[i], j->names[i]));
    kf_json_add_texts(json, name, j->texts, (size_t)count);
}

static void add_chains(const job *j, kf_json *json) {
    const kf_eyes_point_answer *a = j->answer;
    kf_json_add_list(json, "chains");
    for (int i = 0; i < a->chain_count; i++) {
        char text[KF_POINT_TEXT];
        kf_json *chain = kf_json_new();
        kf_json_add_string(chain, "point", kf_selection_write(j->spot, a->chain[i], text));
        kf_json_add_number(
            chain, "stones",
            (int64_t)kf_chain_stones(kf_play_board(j->spot->replay), a->chain[i], NULL, 0));
        kf_json_add_element(json, "chains", chain);
    }
}

// The repairs that cost a point of the eye, or those that do not.
static void add_repairs(const job *j, kf_json *json, const char *name, bool costs) {
    const kf_eyes_point_answer *a = j->answer;
    kf_point points[KF_EYES_POINT_MOVES];
    int count = 0;
    for (int i = 0; i < a->repair_count; i++)
        if (a->repair_costs[i] == costs)
            points[count++] = a->repair[i];
    add_points(j, json, name, points, count);
}

static void print_object(const job *j, kf_point point) {
    const kf_eyes_point_answer *a = j->answer;
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_string(json, "point", kf_selection_write(j->spot, point, text));
    kf_json_add_string(json, "verdict", kf_eyes_point_word(a->word));
    kf_json_add_string(json, "reason", kf_eyes_point_reason(a->reason));
    if (a->word != KF_EYES_POINT_NONE) {
        kf_json_add_colour(json, "owner", a->owner);
        add_points(j, json, "points", a->point, a->count);
        add_chains(j, json);
    }
    if (a->word == KF_EYES_POINT_FALSE) {
        add_points(j, json, "broken_by", a->attack, a->attack_count);
        kf_json_add_number(json, "taken", a->taken);
        add_repairs(j, json, "made_real_by", false);
        add_repairs(j, json, "made_real_inside", true);
    }
    kf_json_print(j->spot->cli, json);
}

void kf_eyes_real_print(const kf_selection *spot, kf_point point) {
    kf_eyes_point_answer *answer = kf_arena_alloc(spot->cli->arena, sizeof *answer);
    job j = {.spot = spot, .answer = answer};
    kf_eyes_point_read(kf_play_board(spot->replay), point, answer);
    // Made before any object of JSON, which nobody frees when memory ends.
    size_t most = KF_EYES_POINT_MOVES + (size_t)answer->count;
    j.names = kf_arena_alloc(spot->cli->arena, most * sizeof *j.names);
    j.texts = kf_arena_alloc(spot->cli->arena, most * sizeof *j.texts);
    if (kf_options_has(spot->cli, KF_OPTION_JSON))
        print_object(&j, point);
    else
        print_text(&j, point);
}
