#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Boards on real terminals: their colors, NO_COLOR, TERM=dumb, locales, and sizes.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
    socket=kifu-ansi-$BATS_TEST_NUMBER-$$
    echo '(;GM[1]FF[4]SZ[19];B[pd];W[dp];B[pp];W[dd])' >game.sgf
}

teardown() {
    tmux -L "$socket" kill-server 2>/dev/null || true
}

# show COLUMNS ROWS "VARIABLES" [OPTION…]: what a terminal of that size gets, with its colors.
show() {
    command -v tmux >/dev/null || skip "tmux is missing"
    local columns=$1 rows=$2 variables=$3
    shift 3
    tmux -L "$socket" -f /dev/null new-session -d -x "$columns" -y "$rows" \
        "env -u NO_COLOR -u COLORTERM LC_ALL=C.UTF-8 $variables $kifu draw --to ansi $* game.sgf; echo the end; exec sleep 60"
    for ((i = 0; i < 200; i++)); do
        screen=$(tmux -L "$socket" capture-pane -p -e)
        if [[ $screen == *"the end"* ]]; then return 0; fi
        sleep 0.05
    done
    echo "$screen"
    return 1
}

@test "a terminal gets colors, and the board fits into 80x24" {
    show 80 24 TERM=screen-256color
    [[ $screen == *$'\e['*48\;5\;179* ]]
    [[ $screen == *●* ]]
    # The names of the columns above and below are both there.
    [ "$(grep -c 'A B C D E F G H J K L M N O P Q R S T' <<<"$screen")" = 2 ]
}

@test "a wide terminal, with any color" {
    show 200 60 "TERM=screen-256color COLORTERM=truecolor"
    [[ $screen == *$'\e['* ]]
    [[ $screen == *●* ]]
}

@test "NO_COLOR: signs, and no escape at all" {
    show 80 24 "TERM=screen-256color NO_COLOR=1"
    [[ $screen != *$'\e['* ]]
    [[ $screen == *●* && $screen == *○* ]]
}

@test "TERM=dumb: signs of ASCII" {
    show 80 24 TERM=dumb
    [[ $screen != *$'\e['* && $screen != *●* ]]
    [[ $screen == *X* && $screen == *O* ]]
}

@test "a locale without UTF-8: colors, and signs of ASCII" {
    show 80 24 "TERM=screen-256color LC_ALL=C"
    [[ $screen == *$'\e['* && $screen != *●* ]]
}

@test "a pipe and a file have no colors unless they are asked for" {
    TERM=xterm-256color "$kifu" draw --to ansi game.sgf >piped
    TERM=xterm-256color "$kifu" draw game.sgf -o file.ans
    cmp piped file.ans
    ! grep -q $'\e' piped
    env -u COLORTERM "$kifu" draw --to ansi --color=always game.sgf | grep -q $'\e'
    COLORTERM=truecolor "$kifu" draw --to ansi --color=always game.sgf | grep -q '48;2;227;182;106'
    ! NO_COLOR= "$kifu" draw --to ansi --color=never game.sgf | grep -q $'\e'
}
