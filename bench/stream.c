// SPDX-License-Identifier: MIT
// What it costs to read games and to play them on a board, with nothing kept: beside this stands
// the rate at which a catalogue takes games in.
//
//   stream FILE...    all games of the files; prints how many, and the seconds of processor time

#include <kifu/board.h>
#include <kifu/kifu.h>

#include <stdio.h>
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static size_t play(const kf_record *record, kf_node game) {
    kf_board board;
    size_t moves = 0;
    kf_board_init(&board, 19, 19);
    for (kf_node node = game; node != 0; node = kf_node_child(record, node)) {
        kf_text value;
        bool is_black = kf_property_get(record, node, "B", &value);
        kf_played played;
        if ((!is_black && !kf_property_get(record, node, "W", &value)) || value.length != 2)
            continue;
        kf_board_play(&board, kf_point_at(value.data[0] - 'a', value.data[1] - 'a'),
                      is_black ? KF_BLACK : KF_WHITE, &played);
        moves++;
    }
    return moves;
}

int main(int argc, char **argv) {
    size_t games = 0, moves = 0;
    double begin = seconds();
    for (int i = 1; i < argc; i++) {
        kf_stream *stream = kf_stream_open(argv[i], NULL, NULL);
        for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;)
            for (kf_node game = kf_node_child(record, 0); game != 0;
                 game = kf_node_next(record, game)) {
                moves += play(record, game);
                games++;
            }
        if (kf_stream_has_failed(stream)) {
            fprintf(stderr, "stream: cannot read %s\n", argv[i]);
            return 2;
        }
        kf_stream_close(stream);
    }
    printf("%zu games, %zu moves in %.3f s\n", games, moves, seconds() - begin);
    return 0;
}
