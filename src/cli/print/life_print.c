// SPDX-License-Identifier: MIT
// Printing life and death.

#include "cli/print/print.h"

static const char *name_of(kf_colour colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

static const char *const solutions[] = {"unknown", "right", "wrong"};
static const char *const reasons[] = {NULL, "no group", "budget", "other moves"};

// ---- As text ----

static void print_points(const kf_selection *spot, const kf_point *points, int count) {
    char text[KF_POINT_TEXT];
    for (int i = 0; i < count; i++)
        fprintf(spot->cli->out, " %s", kf_selection_write(spot, points[i], text));
}

static void print_ko(const kf_selection *spot, const kf_life_group *life,
                     const kf_life_case *found) {
    FILE *out = spot->cli->out;
    if (found->ko_winner == KF_LIFE_NOBODY)
        return;
    kf_colour winner = life->colour[found->ko_winner];
    fprintf(out, ", %s takes first", name_of(winner));
    if (found->threats > 0)
        fprintf(out, ", %s needs %d threat%s", name_of(kf_colour_other(winner)), found->threats,
                found->threats == 1 ? "" : "s");
}

// What comes out when one side moves first, and how it begins.
static void print_result(const kf_selection *spot, const kf_life_group *life, int first) {
    FILE *out = spot->cli->out;
    const kf_life_case *found = &life->first[first];
    fprintf(out, "%s first: %s", name_of(life->colour[first]), kf_life_name(found->word));
    if (found->word == KF_LIFE_KO)
        print_ko(spot, life, found);
    if (found->runs_out && found->word == KF_LIFE_UNKNOWN)
        fputs(", it gets out", out);
    if (found->tried != KF_NOWHERE) {
        fputs(", most promising:", out);
        print_points(spot, &found->tried, 1);
    }
    if (found->vital_count > 0) {
        fputs(found->vital_count > 1 ? ", on one of" : ", on", out);
        print_points(spot, found->vital, found->vital_count);
    }
}

static void print_case(const kf_selection *spot, const kf_life_group *life, int first) {
    FILE *out = spot->cli->out;
    const kf_life_case *found = &life->first[first];
    fputs("  ", out);
    print_result(spot, life, first);
    if (found->line_count > 0) {
        fputs("; line", out);
        print_points(spot, found->line, found->line_count);
    }
    putc('\n', out);
}

// The chain that was named, where it comes to something else than its group.
static void print_named(const kf_selection *spot, kf_point group, const kf_life_group *named) {
    FILE *out = spot->cli->out;
    char text[KF_POINT_TEXT];
    const kf_life_case *attack = &named->first[KF_ATTACKER];
    int count = named->stone_count;
    fprintf(out, "  %s by itself", kf_selection_write(spot, group, text));
    if (count > 0)
        fprintf(out, ", %d %s", count, count == 1 ? "stone" : "stones");
    fprintf(out, ": %s", kf_life_name(named->status));
    if (attack->word != named->status || attack->vital_count > 0) {
        fputs("; ", out);
        print_result(spot, named, KF_ATTACKER);
    }
    putc('\n', out);
}

void kf_life_print_text(const kf_selection *spot, kf_point group, const kf_life_group *life,
                        const kf_life_named *named) {
    FILE *out = spot->cli->out;
    char text[KF_POINT_TEXT];
    kf_colour colour = kf_board_get(kf_play_board(spot->replay), group);
    fprintf(out, "%s %s", name_of(colour), kf_selection_write(spot, group, text));
    if (!life->is_read) {
        fputs(": unknown, too much of the board belongs to it\n", out);
        return;
    }
    int count = life->stone_count;
    fprintf(out, ", %d %s: %s\n", count, count == 1 ? "stone" : "stones",
            kf_life_name(life->status));
    print_case(spot, life, KF_ATTACKER);
    print_case(spot, life, KF_DEFENDER);
    if (named->differs)
        print_named(spot, group, &named->life);
    kf_life_word end = kf_life_at_end(life, kf_play_rules(spot->replay));
    if (end != life->status)
        fprintf(out, "  %s: %s as it lies at the end\n", kf_play_rules(spot->replay)->title,
                kf_life_name(end));
    if (life->safe_count > 0) {
        fputs("  taken as safe:", out);
        print_points(spot, life->safe, life->safe_count);
        putc('\n', out);
    }
    if (kf_play_rules(spot->replay)->suicide)
        fputs("  suicide, which these rules allow, is not read\n", out);
}

// What was found where the solution is neither right nor wrong.
static void print_estimate(const kf_selection *spot, const kf_solved *solved) {
    FILE *out = spot->cli->out;
    if (solved->reason == KF_UNSOLVED_GROUP)
        fputs("; no group near it is in danger", out);
    if (solved->reason == KF_UNSOLVED_BUDGET)
        fputs("; not found within the budget", out);
    if (solved->move_count == 0)
        return;
    fputs("; most promising:", out);
    print_points(spot, solved->moves, 1);
}

void kf_life_print_row(const kf_selection *spot, const kf_problem *problem,
                       const kf_solved *solved) {
    FILE *out = spot->cli->out;
    char text[KF_POINT_TEXT];
    kf_progress_clear(spot->cli);
    fprintf(out, "%-8s ", solutions[solved->solution]);
    kf_report_text(out, kf_text_of(spot->file), false);
    if (kf_node_next(spot->record, kf_node_child(spot->record, 0)) != 0)
        fprintf(out, " %zu", spot->game);
    fprintf(out, ": %s", name_of(problem->mover));
    print_points(spot, problem->right, problem->right_count);
    if (solved->group != KF_NOWHERE) {
        const kf_life_case *found = &solved->life.first[solved->task];
        fprintf(out, "; %s %s%s is %s", solved->task == KF_DEFENDER ? "own" : "other",
                solved->is_chain ? "chain " : "", kf_selection_write(spot, solved->group, text),
                kf_life_name(found->word));
        if (found->vital_count > 0)
            fputs(" by", out);
        print_points(spot, found->vital, found->vital_count);
        if (solved->solution == KF_SOLUTION_RIGHT && !solved->is_needed)
            fputs("; that it needs a move is not proved", out);
    }
    if (solved->solution == KF_SOLUTION_UNKNOWN)
        print_estimate(spot, solved);
    putc('\n', out);
}

// ---- As data ----

static void add_points(const kf_selection *spot, kf_json *json, const char *name,
                       const kf_point *points, int count) {
    char text[KF_POINT_TEXT];
    kf_json_add_list(json, name);
    for (int i = 0; i < count; i++)
        kf_json_add_word(json, name, kf_selection_write(spot, points[i], text));
}

// A point, or null.
static void add_point(const kf_selection *spot, kf_json *json, const char *name, kf_point point) {
    char text[KF_POINT_TEXT];
    if (point == KF_NOWHERE)
        kf_json_add_null(json, name);
    else
        kf_json_add_string(json, name, kf_selection_write(spot, point, text));
}

// The least threats with which a side that moves first gets its best result: none when it wins the
// ko anyhow; null when there is no ko, or when that was not found.
static void add_threats(kf_json *json, const char *name, const kf_life_case *found, int side) {
    if (found->word == KF_LIFE_KO && found->ko_winner == side)
        kf_json_add_number(json, name, 0);
    else if (found->word == KF_LIFE_KO && found->ko_winner != KF_LIFE_NOBODY && found->threats > 0)
        kf_json_add_number(json, name, found->threats);
    else
        kf_json_add_null(json, name);
}

static void add_cases(const kf_selection *spot, kf_json *json, const kf_life_group *life) {
    const kf_life_case *attack = &life->first[KF_ATTACKER], *defend = &life->first[KF_DEFENDER];
    kf_json *vital = kf_json_new(), *line = kf_json_new(), *threats = kf_json_new();
    kf_json *nodes = kf_json_new(), *tried = kf_json_new();
    kf_json_add_string(json, "attacker_first", kf_life_name(attack->word));
    kf_json_add_string(json, "defender_first", kf_life_name(defend->word));
    add_threats(threats, "attacker", attack, KF_ATTACKER);
    add_threats(threats, "defender", defend, KF_DEFENDER);
    kf_json_add_object(json, "threats", threats);
    add_points(spot, vital, "attacker", attack->vital, attack->vital_count);
    add_points(spot, vital, "defender", defend->vital, defend->vital_count);
    kf_json_add_object(json, "vital", vital);
    add_points(spot, line, "attacker", attack->line, attack->line_count);
    add_points(spot, line, "defender", defend->line, defend->line_count);
    kf_json_add_object(json, "line", line);
    add_point(spot, tried, "attacker", attack->tried);
    add_point(spot, tried, "defender", defend->tried);
    kf_json_add_object(json, "promising", tried);
    kf_json_add_bool(json, "gets_out", attack->runs_out || defend->runs_out);
    kf_json_add_number(nodes, "attacker", (int64_t)attack->nodes);
    kf_json_add_number(nodes, "defender", (int64_t)defend->nodes);
    kf_json_add_object(json, "nodes", nodes);
}

static void add_named(kf_json *json, const kf_life_named *named) {
    if (!named->differs) {
        kf_json_add_null(json, "named");
        return;
    }
    kf_json *object = kf_json_new();
    kf_json_add_number(object, "stones", named->life.stone_count);
    kf_json_add_string(object, "status", kf_life_name(named->life.status));
    kf_json_add_string(object, "attacker_first", kf_life_name(named->life.first[KF_ATTACKER].word));
    kf_json_add_string(object, "defender_first", kf_life_name(named->life.first[KF_DEFENDER].word));
    kf_json_add_object(json, "named", object);
}

void kf_life_print_object(const kf_selection *spot, kf_point group, const kf_life_group *life,
                          const kf_life_named *named) {
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", spot->file);
    kf_json_add_number(json, "game", (int64_t)spot->game);
    kf_json_add_string(json, "group", kf_selection_write(spot, group, text));
    kf_json_add_colour(json, "color", kf_board_get(kf_play_board(spot->replay), group));
    kf_json_add_number(json, "stones", life->stone_count);
    kf_json_add_string(json, "status", kf_life_name(life->status));
    kf_json_add_string(json, "at_end",
                       kf_life_name(kf_life_at_end(life, kf_play_rules(spot->replay))));
    add_cases(spot, json, life);
    kf_json_add_bool(json, "complete", life->first[0].is_complete && life->first[1].is_complete);
    add_points(spot, json, "safe", life->safe, life->safe_count);
    if (named->is_asked)
        add_named(json, named);
    kf_json_print(spot->cli, json);
}

void kf_life_print_solved(const kf_selection *spot, const kf_problem *problem,
                          const kf_solved *solved) {
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", spot->file);
    kf_json_add_number(json, "game", (int64_t)spot->game);
    kf_json_add_string(json, "verdict", solutions[solved->solution]);
    if (reasons[solved->reason] != NULL)
        kf_json_add_string(json, "reason", reasons[solved->reason]);
    else
        kf_json_add_null(json, "reason");
    kf_json_add_colour(json, "to_move", problem->mover);
    kf_json_add_bool(json, "marked", problem->is_marked);
    add_points(spot, json, "solution", problem->right, problem->right_count);
    if (solved->group == KF_NOWHERE) {
        kf_json_add_null(json, "group");
    } else {
        kf_json_add_string(json, "group", kf_selection_write(spot, solved->group, text));
        kf_json_add_bool(json, "chain", solved->is_chain);
        kf_json_add_number(json, "stones", solved->life.stone_count);
        kf_json_add_string(json, "task", solved->task == KF_DEFENDER ? "live" : "kill");
        kf_json_add_string(json, "status", kf_life_name(solved->life.status));
        add_cases(spot, json, &solved->life);
        kf_json_add_bool(json, "complete", solved->life.first[solved->task].is_complete);
        add_points(spot, json, "safe", solved->life.safe, solved->life.safe_count);
    }
    add_point(spot, json, "move", solved->move_count > 0 ? solved->moves[0] : KF_NOWHERE);
    add_points(spot, json, "moves", solved->moves, solved->move_count);
    kf_json_add_bool(json, "proved", solved->is_proved);
    kf_json_add_number(json, "total_nodes", (int64_t)solved->nodes);
    kf_json_print(spot->cli, json);
}
