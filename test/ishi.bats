#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What an example in doc/spec/ishi.md would be too long for.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
}

# Moves that fill the board again and again, each with all numbers shown.
crowded() {
    awk 'BEGIN {
        letters = "ABCDEFGHJKLMNOPQRST"
        for (i = 0; i < 4000; i++)
            printf "%s %d %s%d\nMARK ALL\n", i % 2 ? "W" : "B", i + 1,
                   substr(letters, i * 7 % 19 + 1, 1), int(i / 19) * 5 % 19 + 1
    }'
}

@test "ishi/hidden-marks: more marks than the record shows are carried all the same" {
    crowded >crowded.go
    run "$kifu" convert crowded.go -o crowded.sgf
    [[ "$output" == *'[ishi/hidden-marks]'* ]]
    [ "$status" -eq 0 ]
    [ "$(wc -c <crowded.sgf)" -lt 9000000 ]
    "$kifu" convert -q crowded.sgf -o again.go
    [ "$(grep -c '^MARK ALL' again.go)" -eq 4000 ]
    "$kifu" diff crowded.go again.go
}

@test "a program in Go is no Ishi, and an empty file has no game" {
    printf 'package main\n\nvar x = 1\n' >program.go
    run "$kifu" info program.go
    [ "$status" -ne 0 ]
    : >empty.go
    run "$kifu" check empty.go
    [ "$status" -eq 1 ]
    [[ "$output" == *'[ishi/no-game]'* ]]
}
