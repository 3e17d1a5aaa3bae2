// SPDX-License-Identifier: MIT
// Printing what was played next where a pattern stood: as a table, as JSON, as a record.

#include <inttypes.h>
#include <kifu/board.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/find/find.h"
#include "cli/print/print.h"

// What is printed, and where the pattern is shown for it.
typedef struct telling {
    kf_cli *cli;
    const kf_find_pattern *pattern;
    const kf_continue *moves;
    kf_buffer *out;
    int board[2], place[2];
    bool is_placed; // points are named as those of the board, else as those of the pattern
} telling;

// ---- What is said of a move ----

static void name_point(const telling *t, const kf_continuation *move, char text[KF_POINT_TEXT]) {
    int width = t->board[0], height = t->board[1], at[2] = {t->place[0], t->place[1]};
    if (!t->is_placed) {
        for (width = 0; kf_find_pattern_at(t->pattern, width, 0) != '\0';)
            width++;
        for (height = 0; kf_find_pattern_at(t->pattern, 0, height) != '\0';)
            height++;
        at[0] = at[1] = 0;
    }
    kf_point point = kf_point_at(at[0] + move->column, at[1] + move->row);
    kf_point_write(point, KF_COORDS_A1, width, height, text);
}

enum { RANK_TEXT = 24, YEARS_TEXT = 32 };

// 5 dan is 500, 1 kyu is 0: an average between them is 1.0d at 100, and 0.9d below.
static void write_rank(const kf_continuation *move, char text[RANK_TEXT]) {
    int tenths = (move->rank + (move->rank < 0 ? -5 : 5)) / 10;
    text[0] = '\0';
    if (!move->has_rank)
        return;
    bool is_kyu = !move->is_professional && tenths <= 0;
    int shown = is_kyu ? 10 - tenths : tenths;
    snprintf(text, RANK_TEXT, "%d.%d%c", shown / 10, abs(shown % 10),
             move->is_professional ? 'p'
             : is_kyu              ? 'k'
                                   : 'd');
}

static void write_years(const kf_continuation *move, char text[YEARS_TEXT]) {
    text[0] = '\0';
    if (move->first_year == 0)
        return;
    if (move->first_year == move->last_year)
        snprintf(text, YEARS_TEXT, "%d", move->first_year);
    else
        snprintf(text, YEARS_TEXT, "%d-%d", move->first_year, move->last_year);
}

// ---- Tables ----

static void print_row(const telling *t, const kf_continuation *move, bool is_tsv) {
    char point[KF_POINT_TEXT], rank[RANK_TEXT], years[YEARS_TEXT], name[80];
    name_point(t, move, point);
    write_rank(move, rank);
    write_years(move, years);
    int indent = move->depth > 1 && !is_tsv ? 2 * (move->depth - 1) : 0;
    snprintf(name, sizeof name, "%*s%c %s", indent < 40 ? indent : 40, "", move->colour, point);
    if (is_tsv)
        fprintf(t->cli->out, "%d\t%c\t%s\t", move->depth, move->colour, point);
    else
        fprintf(t->cli->out, "%-12s", name);
    fprintf(t->cli->out, is_tsv ? "%llu\t%llu\t%llu\t%llu\t%llu\t" : "%8llu%8llu%8llu%8llu%8llu  ",
            (unsigned long long)move->hits, (unsigned long long)move->games,
            (unsigned long long)move->later, (unsigned long long)move->black_wins,
            (unsigned long long)move->white_wins);
    if (is_tsv)
        fprintf(t->cli->out, "%d\t%d\t%s\n", move->first_year, move->last_year, rank);
    else if (rank[0] != '\0')
        fprintf(t->cli->out, "%-10s %s\n", years, rank);
    else
        fprintf(t->cli->out, years[0] != '\0' ? "%s\n" : "-%s\n", years);
}

static void print_table(const telling *t, bool is_tsv) {
    FILE *out = t->cli->out;
    if (is_tsv)
        fputs("depth\tcolour\tpoint\thits\tgames\tlater\tblack_wins\twhite_wins\tfirst_year\t"
              "last_year\trank\n",
              out);
    else
        fprintf(out, "%-12s%8s%8s%8s%8s%8s  %-10s %s\n", "Move", "Hits", "Games", "Later", "Black",
                "White", "Years", "Rank");
    for (size_t i = 1; i < kf_continue_count(t->moves); i++)
        print_row(t, kf_continue_get(t->moves, i), is_tsv);
}

// ---- JSON ----

static void put_json_counts(const telling *t, const kf_continuation *move) {
    char rank[RANK_TEXT];
    write_rank(move, rank);
    kf_json_number(t->out, "hits", (int64_t)move->hits);
    kf_json_number(t->out, "games", (int64_t)move->games);
    if (move->depth > 0)
        kf_json_number(t->out, "later", (int64_t)move->later);
    kf_json_number(t->out, "black_wins", (int64_t)move->black_wins);
    kf_json_number(t->out, "white_wins", (int64_t)move->white_wins);
    kf_json_number(t->out, "first_year", move->first_year);
    kf_json_number(t->out, "last_year", move->last_year);
    kf_json_string(t->out, "rank", rank);
}

// Every move opens an object with a list in it, which is closed when none of its own follows.
static void put_json(const telling *t, const char *name) {
    size_t count = kf_continue_count(t->moves);
    for (size_t i = 0; i < count; i++) {
        const kf_continuation *move = kf_continue_get(t->moves, i);
        const kf_continuation *next = kf_continue_get(t->moves, i + 1);
        char point[KF_POINT_TEXT], colour[2] = {move->colour, '\0'};
        kf_json_open(t->out, move->depth == 0 ? name : NULL, '{');
        if (move->depth > 0) {
            name_point(t, move, point);
            kf_json_string(t->out, "colour", colour);
            kf_json_string(t->out, "point", point);
        }
        put_json_counts(t, move);
        kf_json_open(t->out, "continuations", '[');
        for (int depth = next != NULL ? next->depth : 0; depth <= move->depth; depth++) {
            kf_json_close(t->out, ']');
            kf_json_close(t->out, '}');
        }
    }
}

void kf_find_continue_json(kf_buffer *out, const char *name, const kf_find_pattern *pattern,
                           const kf_continue *moves) {
    put_json(&(telling){.pattern = pattern, .moves = moves, .out = out}, name);
}

// ---- A record ----

static void put_point(const telling *t, int column, int row) {
    int at[2] = {t->place[0] + column, t->place[1] + row};
    for (int i = 0; i < 2; i++)
        kf_buffer_add_char(t->out, (char)(at[i] < 26 ? 'a' + at[i] : 'A' + at[i] - 26));
}

// The points of the pattern that hold this, as values of a property.
static void put_cells(const telling *t, const char *property, const char *cells) {
    bool is_named = false;
    for (int row = 0; kf_find_pattern_at(t->pattern, 0, row) != '\0'; row++)
        for (int column = 0; kf_find_pattern_at(t->pattern, column, row) != '\0'; column++) {
            if (strchr(cells, kf_find_pattern_at(t->pattern, column, row)) == NULL)
                continue;
            kf_buffer_add_string(t->out, is_named ? "[" : property);
            if (!is_named)
                kf_buffer_add_char(t->out, '[');
            put_point(t, column, row);
            kf_buffer_add_char(t->out, ']');
            is_named = true;
        }
}

static void put_comment(const telling *t, const kf_continuation *move) {
    char line[200], rank[RANK_TEXT], years[YEARS_TEXT];
    write_rank(move, rank);
    write_years(move, years);
    snprintf(line, sizeof line, "C[%llu %s in %llu %s\nBlack won %llu, White %llu",
             (unsigned long long)move->hits, move->hits == 1 ? "hit" : "hits",
             (unsigned long long)move->games, move->games == 1 ? "game" : "games",
             (unsigned long long)move->black_wins, (unsigned long long)move->white_wins);
    kf_buffer_add_string(t->out, line);
    const struct { const char *title, *text; } more[] = {{"\nYears: ", years}, {"\nRank: ", rank}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i].text[0] != '\0') {
            kf_buffer_add_string(t->out, more[i].title);
            kf_buffer_add_string(t->out, more[i].text);
        }
    kf_buffer_add_char(t->out, ']');
}

// How often each next move was played, as a label on its point. Both colours may play on one.
static void put_labels(const telling *t, size_t parent) {
    bool is_named = false;
    int depth = kf_continue_get(t->moves, parent)->depth;
    for (size_t i = parent + 1; i < kf_continue_count(t->moves); i++) {
        const kf_continuation *move = kf_continue_get(t->moves, i);
        bool is_known = false;
        if (move->depth <= depth)
            break;
        for (size_t k = parent + 1; k < i && move->depth == depth + 1 && !is_known; k++) {
            const kf_continuation *other = kf_continue_get(t->moves, k);
            is_known = other->depth == move->depth && other->column == move->column &&
                       other->row == move->row;
        }
        if (move->depth != depth + 1 || is_known)
            continue;
        kf_buffer_add_string(t->out, is_named ? "[" : "LB[");
        is_named = true;
        put_point(t, move->column, move->row);
        kf_buffer_add_char(t->out, ':');
        kf_buffer_add_number(t->out, (long)move->hits);
        kf_buffer_add_char(t->out, ']');
    }
}

static void put_root(const telling *t) {
    int width = 0, height = 0;
    while (kf_find_pattern_at(t->pattern, width, 0) != '\0')
        width++;
    while (kf_find_pattern_at(t->pattern, 0, height) != '\0')
        height++;
    kf_buffer_add_string(t->out, "(;GM[1]FF[4]CA[UTF-8]SZ[");
    kf_buffer_add_number(t->out, t->board[0]);
    if (t->board[0] != t->board[1]) {
        kf_buffer_add_char(t->out, ':');
        kf_buffer_add_number(t->out, t->board[1]);
    }
    kf_buffer_add_char(t->out, ']');
    put_cells(t, "AB", "X");
    put_cells(t, "AW", "O");
    // What may hold anything is dimmed; outside of the pattern nothing is said of the board.
    put_cells(t, "DD", "*");
    if (width < t->board[0] || height < t->board[1]) {
        kf_buffer_add_string(t->out, "VW[");
        put_point(t, 0, 0);
        kf_buffer_add_char(t->out, ':');
        put_point(t, width - 1, height - 1);
        kf_buffer_add_char(t->out, ']');
    }
}

// Moves that only one other follows need no brackets, but with them every place is told the same
// way.
static void put_record(const telling *t) {
    size_t count = kf_continue_count(t->moves);
    put_root(t);
    for (size_t i = 0; i < count; i++) {
        const kf_continuation *move = kf_continue_get(t->moves, i);
        const kf_continuation *next = kf_continue_get(t->moves, i + 1);
        if (move->depth > 0) {
            kf_buffer_add_string(t->out, move->colour == 'W' ? "\n(;W[" : "\n(;B[");
            put_point(t, move->column, move->row);
            kf_buffer_add_char(t->out, ']');
        }
        put_labels(t, i);
        put_comment(t, move);
        for (int depth = next != NULL ? next->depth : 0; depth <= move->depth; depth++)
            kf_buffer_add_char(t->out, ')');
    }
    kf_buffer_add_char(t->out, '\n');
}

// ---- The command ----

static void free_moves(void *what) {
    kf_continue_free(what);
}

static bool write_record(const telling *t, const char *name) {
    if (name == NULL)
        return fwrite(t->out->data, 1, t->out->length, t->cli->out) == t->out->length;
    kf_output_file *target = kf_output_file_new(t->cli);
    if (!kf_output_file_open(target, name, "record"))
        return false;
    bool is_good = kf_output_file_write(target, t->out->data, t->out->length);
    return kf_output_file_close(target, is_good) && is_good;
}

int kf_find_continue(kf_cli *cli, kf_catalog *catalog, kf_find *find, kf_find_form form) {
    kf_buffer out = {.arena = cli->arena};
    telling t = {.cli = cli, .pattern = find->pattern, .out = &out};
    bool is_good = true;
    if (form == KF_FIND_SHEET || form == KF_FIND_PATHS || form == KF_FIND_NUL)
        return kf_options_wrong(cli, "'--continuations' goes with --count, --json, --to tsv and "
                                     "--to sgf");
    if (!kf_find_question_spares(cli, catalog, cli->values[KF_OPTION_OUTPUT]))
        return KF_STATUS_FAILED;
    kf_continue *moves = kf_continue_new(catalog, find, cli->log);
    if (moves == NULL)
        return KF_STATUS_FAILED;
    kf_arena_defer(cli->arena, free_moves, moves);
    t.moves = moves;
    kf_find_pattern_show(find->pattern, t.board, t.place);
    t.is_placed = cli->values[KF_OPTION_POSITION] != NULL && t.board[0] > 0 &&
                  !kf_options_has(cli, KF_OPTION_ANCHOR);
    bool is_found = kf_continue_get(moves, 0)->hits > 0;
    if (form == KF_FIND_SGF) {
        put_record(&t);
        is_good = !is_found || write_record(&t, cli->values[KF_OPTION_OUTPUT]);
    } else if (form == KF_FIND_JSON) {
        put_json(&t, NULL);
        kf_buffer_add_char(&out, '\n');
        fwrite(out.data, 1, out.length, cli->out);
    } else if (form == KF_FIND_NOTHING) {
        const kf_continuation *all = kf_continue_get(moves, 0);
        fprintf(cli->out, "%" PRIu64 "\t%" PRIu64 "\n", (uint64_t)all->games, (uint64_t)all->hits);
    } else {
        print_table(&t, form == KF_FIND_TSV);
    }
    kf_report_entries(cli);
    return !is_good ? KF_STATUS_FAILED : is_found ? KF_STATUS_CLEAN : KF_STATUS_FINDINGS;
}
