// SPDX-License-Identifier: MIT
// Solved eye spaces as JSON, as lines of a list, and drawn.

#include "cli/print/print.h"

#include <string.h>

enum { MOVE_TEXT = 8, POINTS_TEXT = (KF_EYES_MAX + 2) * MOVE_TEXT };

static const char *const side_names[KF_EYES_SIDES] = {"attacker", "defender"};

const char *kf_eyes_print_where(kf_eyes_where where) {
    static const char *const names[KF_EYES_WHERES] = {"centre", "edge", "corner"};
    return names[where];
}

// ---- JSON ----

static void add_move(kf_json *json, const char *name, const kf_polyomino *shape, int move) {
    static const char *const words[] = {"pass", "outside", "threat"};
    if (move < KF_EYES_MAX)
        kf_json_add_pair(json, name, shape->cells[move] & 15, shape->cells[move] >> 4);
    else
        kf_json_add_word(json, name, words[move - KF_EYES_MAX]);
}

static kf_json *describe_vital(const kf_placements_row *row) {
    kf_json *json = kf_json_new();
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        const kf_eyes_first *first = &row->answer.first[side];
        kf_json_add_list(json, side_names[side]);
        for (int move = 0; move < row->placed.count; move++)
            if ((first->vital >> move & 1) != 0)
                add_move(json, side_names[side], &row->placed, move);
        if (first->vital_pass)
            add_move(json, side_names[side], &row->placed, KF_EYES_PASS);
    }
    return json;
}

static kf_json *describe_lines(const kf_placements_row *row) {
    kf_json *json = kf_json_new();
    for (int side = 0; side < KF_EYES_SIDES; side++) {
        const kf_eyes_first *first = &row->answer.first[side];
        kf_json_add_list(json, side_names[side]);
        for (int i = 0; i < first->length; i++)
            add_move(json, side_names[side], &row->placed, first->line[i]);
    }
    return json;
}

static bool is_ko(kf_eyes_class class) {
    return class == KF_EYES_KO || class == KF_EYES_KO_SEKI || class == KF_EYES_SEKI_KO;
}

// The ko that is fought, when the attacker begins or else when the defender does; or NULL.
static const kf_eyes_first *find_ko(const kf_placements_row *row) {
    for (int side = 0; side < KF_EYES_SIDES; side++)
        if (is_ko(row->answer.first[side].kind))
            return &row->answer.first[side];
    return NULL;
}

void kf_eyes_print_json(kf_cli *cli, const kf_placements_row *row) {
    char text[KF_POLYOMINO_TEXT];
    const kf_eyes_first *first = row->answer.first, *ko = find_ko(row);
    kf_json *json = kf_json_new();
    kf_json_add_number(json, "size", row->placed.count);
    kf_json_add_string(json, "shape", kf_polyomino_write(&row->placed, text));
    kf_json_add_string(json, "where", kf_eyes_print_where(row->where));
    kf_json_add_bool(json, "real", row->is_real);
    kf_json_add_number(json, "liberties", row->liberties);
    kf_json_add_string(json, "attacker_first", kf_eyes_word(first[KF_EYES_ATTACKER].kind));
    kf_json_add_string(json, "defender_first", kf_eyes_word(first[KF_EYES_DEFENDER].kind));
    if (ko != NULL) {
        kf_json *threats = kf_json_new();
        for (int side = 0; side < KF_EYES_SIDES; side++)
            kf_json_add_number(threats, side_names[side], ko->threats[side]);
        kf_json_add_object(json, "threats", threats);
    } else {
        kf_json_add_null(json, "threats");
    }
    kf_json_add_object(json, "vital", describe_vital(row));
    if (row->liberties > 0)
        kf_json_add_bool(json, "outside", first[KF_EYES_ATTACKER].vital_outside);
    kf_json_add_object(json, "line", describe_lines(row));
    kf_json_add_number(json, "states", (int64_t)row->answer.states);
    kf_json_print(cli, json);
}

// ---- Text ----

// A point as A1, counted from the lowest row and the first column of the shape; or a word.
static size_t write_move(const kf_polyomino *shape, int move, char text[MOVE_TEXT]) {
    static const char *const words[] = {"pass", "outside", "threat"};
    if (move >= KF_EYES_MAX)
        return (size_t)snprintf(text, MOVE_TEXT, "%s", words[move - KF_EYES_MAX]);
    return (size_t)snprintf(text, MOVE_TEXT, "%c%d", "ABCDEFGHJKLM"[(shape->cells[move] & 15) % 12],
                            (shape->cells[move] >> 4) + 1);
}

// The best first moves, with commas between them.
static const char *write_vital(const kf_placements_row *row, int side, char text[POINTS_TEXT]) {
    const kf_eyes_first *first = &row->answer.first[side];
    size_t length = 0;
    for (int move = 0; move <= KF_EYES_OUTSIDE; move++) {
        bool is_vital = move < KF_EYES_MAX     ? (first->vital >> move & 1) != 0
                        : move == KF_EYES_PASS ? first->vital_pass
                                               : first->vital_outside;
        if (!is_vital)
            continue;
        if (length > 0)
            text[length++] = ',';
        length += write_move(&row->placed, move, text + length);
    }
    text[length] = '\0';
    return text;
}

void kf_eyes_print_line(kf_cli *cli, const kf_placements_row *row) {
    char shape[KF_POLYOMINO_TEXT], best[2][POINTS_TEXT], threats[32] = "-";
    const char *const columns = "%-6s  %-15s  %-8s  %-7s  %-7s  %-14s  %s%s\n";
    if (row == NULL) {
        fprintf(cli->out, columns, "where", "shape", "attacked", "threats", "first", "best attack",
                "best defence", "");
        return;
    }
    const kf_eyes_first *ko = find_ko(row), *first = row->answer.first;
    if (ko != NULL)
        snprintf(threats, sizeof threats, "%d:%d", ko->threats[0], ko->threats[1]);
    fprintf(cli->out, columns, kf_eyes_print_where(row->where),
            kf_polyomino_write(&row->placed, shape), kf_eyes_word(first[KF_EYES_ATTACKER].kind),
            threats, kf_eyes_word(first[KF_EYES_DEFENDER].kind),
            write_vital(row, KF_EYES_ATTACKER, best[0]),
            write_vital(row, KF_EYES_DEFENDER, best[1]), row->is_real ? "" : "  (not real)");
}

// What stands on a point: a stone of the cordon, a vacant point, or a blank.
static char sign_at(const kf_polyomino *shape, kf_eyes_where where, int column, int row) {
    if (kf_polyomino_contains(shape, column, row))
        return '.';
    if ((row < 0 && where != KF_EYES_CENTRE) || (column < 0 && where == KF_EYES_CORNER))
        return ' ';
    for (int i = 0; i < 9; i++)
        if (kf_polyomino_contains(shape, column + i % 3 - 1, row + i / 3 - 1))
            return 'X';
    return ' ';
}

void kf_eyes_print_board(kf_cli *cli, const kf_polyomino *shape, kf_eyes_where where,
                         const char *margin) {
    int width, height;
    kf_polyomino_measure(shape, &width, &height);
    int bottom = where == KF_EYES_CENTRE ? -1 : 0, left = where == KF_EYES_CORNER ? 0 : -1;
    for (int row = height; row >= bottom; row--) {
        char line[2 * (KF_EYES_MAX + 2) + 1];
        int length = 0;
        for (int column = left; column <= width; column++) {
            line[length++] = sign_at(shape, where, column, row);
            line[length++] = ' ';
        }
        while (length > 0 && line[length - 1] == ' ')
            length--;
        line[length] = '\0';
        if (row >= 0 && row < height)
            fprintf(cli->out, "%s%2d %s\n", margin, row + 1, line);
        else
            fprintf(cli->out, "%s   %s\n", margin, line);
    }
    fprintf(cli->out, "%s   %s", margin, left < 0 ? "  " : "");
    for (int column = 0; column < width; column++)
        fprintf(cli->out, "%c%s", "ABCDEFGHJKLM"[column % 12], column + 1 < width ? " " : "\n");
}

static void print_side(kf_cli *cli, const kf_placements_row *row, int side) {
    char best[POINTS_TEXT], text[MOVE_TEXT];
    const kf_eyes_first *first = &row->answer.first[side];
    fprintf(cli->out, "%s first: %s", side_names[side], kf_eyes_word(first->kind));
    if (is_ko(first->kind))
        fprintf(cli->out, ", threats needed: attacker %d, defender %d",
                first->threats[KF_EYES_ATTACKER], first->threats[KF_EYES_DEFENDER]);
    fprintf(cli->out, "; best: %s\n", write_vital(row, side, best));
    for (int i = 0; i < first->length; i++) {
        write_move(&row->placed, first->line[i], text);
        fprintf(cli->out, "%s%s", i == 0 ? "  line: " : " ", text);
    }
    fputs(first->length > 0 ? "\n" : "", cli->out);
}

void kf_eyes_print_picture(kf_cli *cli, const kf_placements_row *row) {
    static const char *const places[KF_EYES_WHERES] = {"in the centre", "at the edge",
                                                       "in the corner"};
    fprintf(cli->out, "%d point%s %s, %d outside libert%s, cordon %s, %zu states\n",
            row->placed.count, row->placed.count == 1 ? "" : "s", places[row->where],
            row->liberties, row->liberties == 1 ? "y" : "ies", row->is_real ? "real" : "not real",
            row->answer.states);
    kf_eyes_print_board(cli, &row->placed, row->where, "");
    for (int side = 0; side < KF_EYES_SIDES; side++)
        print_side(cli, row, side);
}

// ---- The walk ----

static void close_walk(void *walk) {
    kf_placements_free(walk);
}

// What `visit` allocates stays; the walk ends here, or with the command when memory does.
void kf_eyes_print_each(kf_cli *cli, const kf_placements_how *how,
                        void (*visit)(void *context, const kf_placements_row *row), void *context) {
    void **slot = kf_arena_slot(cli->arena, close_walk);
    kf_placements *walk = *slot = kf_placements_new(how);
    const kf_placements_row *row;
    while (walk != NULL && (row = kf_placements_next(walk)) != NULL)
        visit(context, row);
    if (walk == NULL || kf_placements_has_failed(walk))
        kf_arena_fail(cli->arena);
    *slot = NULL;
    kf_placements_free(walk);
}
