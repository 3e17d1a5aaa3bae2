// SPDX-License-Identifier: MIT
// Makes up games for measuring catalogues: real openings, turned and mirrored, that go on as other
// real games did wherever that is legal, and by chance where it is not. They are no games that
// anybody played; captures happen as the rules have it.
//
//   games FILE COUNT FOLDER [SEED]    COUNT games from those of FILE, 10,000 in a file

#include <kifu/board.h>
#include <kifu/kifu.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN_A_FILE = 10000, MOST = 1024 };

typedef struct game {
    uint16_t moves[MOST];
    int count;
    char names[2][64];
    char ranks[2][16];
    char date[32], result[32], komi[16];
} game;

static uint64_t state = 1;

static uint32_t chance(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % limit;
}

static void give_up(const char *what) {
    perror(what);
    exit(2);
}

static void copy_value(const kf_record *record, kf_node node, const char *name, char *out,
                       size_t size) {
    kf_text value = {"", 0};
    kf_property_get(record, node, name, &value);
    snprintf(out, size, "%.*s", (int)(value.length < size - 4 ? value.length : size - 4),
             value.data);
}

static void read_game(const kf_record *record, kf_node node, game *g) {
    copy_value(record, node, "PB", g->names[0], sizeof g->names[0]);
    copy_value(record, node, "PW", g->names[1], sizeof g->names[1]);
    copy_value(record, node, "BR", g->ranks[0], sizeof g->ranks[0]);
    copy_value(record, node, "WR", g->ranks[1], sizeof g->ranks[1]);
    copy_value(record, node, "DT", g->date, sizeof g->date);
    copy_value(record, node, "RE", g->result, sizeof g->result);
    copy_value(record, node, "KM", g->komi, sizeof g->komi);
    for (node = kf_node_child(record, node); node != 0; node = kf_node_child(record, node)) {
        kf_text value;
        bool is_move = kf_property_get(record, node, g->count % 2 ? "W" : "B", &value);
        if (!is_move || value.length != 2 || g->count == MOST)
            return;
        g->moves[g->count++] = kf_point_at(value.data[0] - 'a', value.data[1] - 'a');
    }
}

static kf_point turn(kf_point point, uint32_t symmetry) {
    int column = kf_point_column(point), row = kf_point_row(point);
    if (symmetry & 4) {
        int was = column;
        column = row, row = was;
    }
    if (symmetry & 1)
        column = 18 - column;
    if (symmetry & 2)
        row = 18 - row;
    return kf_point_at(column, row);
}

// Whether all neighbours are friends: playing there would fill an eye.
static bool is_eye(const kf_board *board, kf_point point, kf_colour colour) {
    static const int sides[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        int column = kf_point_column(point) + sides[i][0], row = kf_point_row(point) + sides[i][1];
        if (column >= 0 && row >= 0 && column < 19 && row < 19 &&
            kf_board_get(board, kf_point_at(column, row)) != colour)
            return false;
    }
    return true;
}

static bool may_play(const kf_board *board, kf_point point, kf_colour colour) {
    return kf_board_judge(board, point, colour) == KF_LEGAL && !is_eye(board, point, colour);
}

static kf_point next_point(const kf_board *board, const game *other, int move, uint32_t symmetry,
                           kf_colour colour) {
    if (move < other->count) {
        kf_point point = turn(other->moves[move], symmetry);
        if (may_play(board, point, colour))
            return point;
    }
    for (int tries = 0; tries < 200; tries++) {
        kf_point point = kf_point_at((int)chance(19), (int)chance(19));
        if (may_play(board, point, colour))
            return point;
    }
    return KF_PASS;
}

static void write_game(FILE *out, const game *games, uint32_t count) {
    const game *opening = &games[chance(count)], *other = &games[chance(count)];
    const game *names = &games[chance(count)], *facts = &games[chance(count)];
    uint32_t turns[2] = {chance(8), chance(8)};
    int kept = 16 + (int)chance(70), length = other->count;
    kf_board board;
    kf_played played;
    kf_board_init(&board, 19, 19);
    fprintf(out, "(;GM[1]FF[4]SZ[19]PB[%s]BR[%s]PW[%s]WR[%s]DT[%s]KM[%s]RE[%s]", opening->names[0],
            opening->ranks[0], names->names[1], names->ranks[1], facts->date, facts->komi,
            facts->result);
    for (int move = 0; move < length; move++) {
        kf_colour colour = move % 2 ? KF_WHITE : KF_BLACK;
        kf_point point = move < kept && move < opening->count
                             ? turn(opening->moves[move], turns[0])
                             : next_point(&board, other, move, turns[1], colour);
        if (point != KF_PASS)
            kf_board_play(&board, point, colour, &played);
        fprintf(out, point != KF_PASS ? ";%c[%c%c]" : ";%c[]", move % 2 ? 'W' : 'B',
                'a' + kf_point_column(point), 'a' + kf_point_row(point));
    }
    fputs(")\n", out);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fputs("usage: games FILE COUNT FOLDER [SEED]\n", stderr);
        return 2;
    }
    kf_record *record = kf_format_read_file(argv[1], NULL, NULL);
    size_t count = kf_record_games(record), read = 0;
    game *games = calloc(count + 1, sizeof *games);
    long wanted = strtol(argv[2], NULL, 10);
    FILE *out = NULL;
    if (record == NULL || count == 0 || games == NULL)
        give_up(argv[1]);
    state = argc > 4 ? strtoull(argv[4], NULL, 10) * 2 + 1 : 1;
    for (kf_node node = kf_node_child(record, 0); node != 0; node = kf_node_next(record, node)) {
        read_game(record, node, &games[read]);
        read += games[read].count > 50;
    }
    kf_record_free(record);
    for (long i = 0; i < wanted; i++) {
        char name[4096];
        if (i % IN_A_FILE == 0) {
            if (out != NULL && fclose(out) != 0)
                give_up(name);
            snprintf(name, sizeof name, "%s/made-%04ld.sgf", argv[3], i / IN_A_FILE);
            out = fopen(name, "w");
            if (out == NULL)
                give_up(name);
        }
        write_game(out, games, (uint32_t)read);
    }
    free(games);
    return out != NULL && fclose(out) != 0 ? 2 : 0;
}
