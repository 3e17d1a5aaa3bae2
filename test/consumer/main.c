// SPDX-License-Identifier: MIT
// A program of somebody else that uses the installed library.

#include <kifu/kifu.h>
#include <stdio.h>

int main(void) {
    static const char sgf[] = "(;FF[4]GM[1]SZ[9];B[ee];W[ce])";
    kf_log *log = kf_log_new();
    kf_record *record = kf_format_read(sgf, sizeof sgf - 1, "inline.sgf", NULL, log);
    int width = 0, height = 0;
    kf_node game = kf_node_child(record, 0);
    bool good = record && kf_record_games(record) == 1 && kf_log_count(log) == 0 &&
                kf_record_board(record, game, &width, &height) && width == 9 && height == 9;
    printf("kifu %s: %s\n", KF_VERSION, good ? "good" : "bad");
    kf_record_free(record);
    kf_log_free(log);
    return good ? 0 : 1;
}
