#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# kifu view on real terminals: keys, panes, sizes, colours, and what it refuses.

setup() {
    [ "${KIFU_NCURSES:-ON}" = ON ] || skip "built without ncurses"
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
    socket=kifu-$BATS_TEST_NUMBER-$$
    cat >game.sgf <<'END'
(;GM[1]FF[4]SZ[9]CA[UTF-8]GN[Evening]PB[Ada]BR[5k]PW[Ben]RE[B+3]EV[Club]C[The beginning.]
;B[ee];W[ed](;B[dd];W[fe]LB[gg:a][aa:long label][ca:abcd]TR[ee]C[Hello Тенюки 黒白 there])
(;B[fd];W[cc];B[dc]AR[aa:cc]C[a second choice]))
(;GM[1]FF[4]SZ[9]GN[Other];B[aa];W[ba];B[ab])
END
}

teardown() {
    tmux -L "$socket" kill-server 2>/dev/null || true
}

# begin COLUMNS ROWS COMMAND: runs it on a terminal of that size; what follows it stays on the screen.
begin() {
    command -v tmux >/dev/null || skip "tmux is missing"
    tmux -L "$socket" -f /dev/null new-session -d -x "$1" -y "$2" \
        "env -u NO_COLOR LC_ALL=C.UTF-8 $3; echo status \$?; exec sleep 60"
}

# The tests say what they wait for, so none depends on how fast the machine is.
wait_for() {
    local i
    for ((i = 0; i < 200; i++)); do
        if tmux -L "$socket" capture-pane -p | grep -qF -- "$1"; then return 0; fi
        sleep 0.05
    done
    echo "never seen: $1"
    tmux -L "$socket" capture-pane -p
    return 1
}

# Not on the screen, now that what was waited for is there.
never() {
    run bash -c "tmux -L $socket capture-pane -p | grep -cF -- '$1'"
    [ "$output" = 0 ]
}

press() {
    local key
    for key in "$@"; do tmux -L "$socket" send-keys "$key"; done
}

# line N: that line of the screen, without spaces at its end.
line() {
    tmux -L "$socket" capture-pane -p | sed -n "${1}p"
}

@test "80x22: the board, the players, the tree and the comment" {
    begin 80 22 "$kifu view game.sgf"
    wait_for "The beginning."
    [[ $(line 1) == " game.sgf: Ada 5k – Ben, Club "*"game 1 of 2" ]]
    [[ $(line 2) == "   A B C D E F G H J     Black Ada 5k" ]]
    [[ $(line 3) == " 9 ┌─┬─┬─┬─┬─┬─┬─┬─┐ 9   White Ben" ]]
    [[ $(line 4) == *"B+3, Club" ]]
    [[ $(line 5) == *"◇─●─●─●─◉" || $(line 5) == *"◉─●─●─●─◉" ]]
    [[ $(line 6) == *"└─●─●─◉" ]]
    [[ $(line 7) == *"next: B E5" ]]
    [[ $(line 21) == " Move 0 of 4, Black to play "*"1.0" ]]
}

@test "steps, marks, the last move, labels that are too long" {
    begin 80 22 "$kifu view game.sgf"
    wait_for "The beginning."
    press Right Right Right Right
    wait_for "Move 4 of 4: W F5, the end"
    wait_for "A9: long label"
    wait_for "Labels: C9 abcd"
    wait_for "Hello Тенюки 黒白 there"
    [[ $(line 7) == *"△ ●)┼"* ]]
    [[ $(line 9) == *"a─"* ]]
    press m
    wait_for "(●)"
    never 'a─'
    press Right
    wait_for "This is the end of the line."
    press Left
    wait_for "Move 3 of 4: B D6, variation 1 of 2"
}

@test "variations: aside, round, and the way back is remembered" {
    begin 80 22 "$kifu view game.sgf"
    wait_for "The beginning."
    press ]
    wait_for "next: >B D6, B F6"
    press Right Down
    wait_for "Move 3 of 5: B F6, variation 2 of 2"
    press Tab
    wait_for "Move 3 of 4: B D6, variation 1 of 2"
    press Up
    wait_for "Move 3 of 5: B F6, variation 2 of 2"
    press j
    wait_for "Move 3 of 4: B D6, variation 1 of 2"
    press k h
    wait_for "Move 2 of 5"
    press l
    wait_for "Move 3 of 5: B F6, variation 2 of 2"
    press Left Right
    wait_for "Move 3 of 5: B F6, variation 2 of 2"
    press G
    wait_for "Arrows: A9 > C7"
    press Home
    wait_for "Move 0 of 5"
    press 4 Enter
    wait_for "Move 4 of 5: W C7"
    press : 1 . 4 Enter
    wait_for "Move 4 of 4: W F5"
    press : 9 . 9 Enter
    wait_for "There is no place '9.9'."
    press '{'
    wait_for "The beginning."
}

@test "looking for words, also beyond the end of the file" {
    begin 80 22 "$kifu view game.sgf"
    wait_for "The beginning."
    press / H E L L O Enter
    wait_for "Move 4 of 4"
    press / L o n g Enter
    wait_for "occurs only here"
    press / O t h e r Enter
    wait_for "game 2 of 2"
    press / s e c o n d Enter
    wait_for "Found beyond the end of the file."
    wait_for "Move 5 of 5"
    press / n o n e Enter
    wait_for "'none' occurs nowhere."
    press / т е н ю к и Enter
    wait_for "Тенюки"
    press / x BSpace BSpace
    wait_for "? keys"
}

@test "games, facts, keys, and leaving" {
    begin 80 22 "$kifu view --at 2 game.sgf"
    wait_for "Move 2 of 4"
    press L
    wait_for "2  Other"
    press Down Enter
    wait_for "game 2 of 2"
    press '<'
    wait_for "game 1 of 2"
    press i
    wait_for "Black's rank  5k"
    press q
    wait_for "? keys"
    press '?'
    wait_for "the next variation at this node"
    press Escape
    wait_for "? keys"
    press Escape
    wait_for "This key does nothing"
    # An arrow that the terminal's description spells otherwise.
    tmux -L "$socket" send-keys -l $'\033[C'
    wait_for "Move 1 of 4"
    # A byte that begins a character and does not go on with it swallows no key.
    printf '\351' | tmux -L "$socket" load-buffer -
    tmux -L "$socket" paste-buffer
    press Right
    wait_for "Move 2 of 4"
    press q
    wait_for "status 0"
}

@test "200x60, and a window that changes its size" {
    begin 200 60 "$kifu view --game 2 --coords igo game.sgf"
    wait_for "game 2 of 2"
    [[ $(line 4) == " 1   ┌─────┬─────"* && $(line 5) == "     │     │"* ]]
    [[ $(line 59) == " Move 0 of 3, Black to play "*"2.0" ]]
    press c
    wait_for "9     8     7     6"
    press c
    wait_for "     ┌─────┬─"
    press c c c c
    wait_for "9     8     7     6"
    tmux -L "$socket" resize-window -x 84 -y 26
    wait_for "9   8   7   6"
    tmux -L "$socket" resize-window -x 40 -y 40
    wait_for "9 8 7 6 5 4 3 2 1"
    wait_for "Move 0 of 3, Black to play"
    tmux -L "$socket" resize-window -x 30 -y 9
    press Right
    wait_for "Move 1 of 3"
    tmux -L "$socket" resize-window -x 20 -y 6
    wait_for "Window too small"
    tmux -L "$socket" resize-window -x 80 -y 24
    wait_for "Move 1 of 3: B 9-1"
    press z
    wait_for "? keys"
    press z z q
    wait_for "status 0"
}

@test "a comment is 80 columns wide at most" {
    printf '(;GM[1]FF[4]SZ[9]C[%s])' "$(printf 'word %.0s' {1..100})" >wide.sgf
    begin 200 60 "$kifu view wide.sgf"
    wait_for "word word"
    press z z
    local longest=0 i
    for ((i = 0; i < 200; i++)); do
        if [[ $(line 2) == word* ]]; then break; fi
        sleep 0.05
    done
    for i in 2 3 4 5 6 7; do
        (($(line "$i" | wc -L) > longest)) && longest=$(line "$i" | wc -L)
    done
    ((longest > 70 && longest <= 80))
}

@test "a board of 52 lines shows what is around the last move" {
    printf '(;GM[1]FF[4]SZ[52];B[ZZ];W[aa])' >large.sgf
    begin 80 22 "$kifu view --at 1 large.sgf"
    wait_for "Move 1 of 2: B BB1"
    wait_for "(●"
    press Right
    wait_for "Move 2 of 2: W A52"
    wait_for "(●)"
    printf '(;GM[1]FF[4]SZ[1])' >small.sgf
    tmux -L "$socket" respawn-pane -k "$kifu view small.sgf; echo status \$?; sleep 60"
    wait_for "Move 0 of 0"
}

@test "no colours: NO_COLOR, --color=never, a terminal without them" {
    local how
    for how in "env NO_COLOR=1 $kifu view" "$kifu view --color=never" "env TERM=vt100 $kifu view"; do
        begin 80 22 "$how --at 4 game.sgf"
        wait_for "Move 4 of 4"
        [[ $(line 7) == " 5 ├─┼─┼─┼─X△O)┼─┼─┤ 5 "* ]]
        run bash -c "tmux -L $socket capture-pane -pe | grep -cE '\[[0-9;]*[34][0-8]'"
        [ "$output" = 0 ]
        tmux -L "$socket" kill-server
        socket=$socket-next
    done
}

@test "only ASCII where the locale has nothing else" {
    begin 80 22 "env LC_ALL=C $kifu view --at 4 game.sgf"
    wait_for "Move 4 of 4"
    [[ $(line 7) == " 5 . . . . ^ O). . . 5 "* ]]
    run bash -c "tmux -L $socket capture-pane -p | LC_ALL=C grep -c '[^ -~]'"
    [ "$output" = 0 ]
}

@test "a record in Ishi: marks by number, and a diagram beside the move it shows" {
    cat >ishi.go <<'END'
EVENT Small
BOARDSIZE 9
B 1 E5
W 2 D6
B 3 C3
MARK ALL
COM
Three moves.
ENDCOM
DIAGRAM
HIDE #2
MARK X@G7
COM
Two moves.
ENDCOM
W 4 G6
END
    begin 80 22 "$kifu view --at 3 ishi.go"
    wait_for "Three moves."
    [[ $(line 6) == " 6 ├─┼─┼─2 "* && $(line 7) == *"┼─1 ┼"* && $(line 9) == *"┼─3 ┼"* ]]
    press Right
    wait_for "Move 4 of 4: W G6, variation 1 of 2"
    press Down
    wait_for "Two moves."
    [[ $(line 6) == " 6 ├─┼─┼─┼─┼─┼─┼─┼─┤ 6 "* && $(line 5) == *"┼─X─┼"* ]]
}

@test "a figure of moves, and what was found in a long comment" {
    { printf '(;GM[1]FF[4]SZ[9];B[ee];W[ed];B[dd];W[de]C['; yes 'many words' | head -n 50; printf 'needle]'
      printf ';B[cd];W[dc];B[df];W[fd];B[ce];W[ff];B[gg];W[dd])'; } >long.sgf
    begin 80 22 "$kifu view long.sgf"
    wait_for "Move 0 of 12"
    press / n e e d l e Enter
    wait_for "needle"
    wait_for "Move 4 of 12"
    press End
    wait_for "Move 12 of 12"
    press f
    wait_for "12 at 3"
    wait_for "├─┼─5 3 2 8"
    press f
    wait_for "Move 12 of 12"
    never "12 at 3"
}

@test "a file that changed is read again, and one that is gone stays" {
    begin 80 22 "$kifu view --at 2 game.sgf"
    wait_for "Move 2 of 4"
    printf '(;GM[1]FF[4]SZ[9]GN[Newer];B[ee];W[ed]C[now commented];B[dd];W[cc];B[bb])' >game.sgf
    press r
    wait_for "now commented"
    wait_for "Move 2 of 5"
    wait_for "Read again."
    printf '(;GM[1]FF[4]SZ[9];B[ee])' >game.sgf
    press r
    wait_for "Move 0 of 1"
    rm game.sgf
    press r
    wait_for "It cannot be read again."
    press Right
    wait_for "Move 1 of 1"
    press q
    wait_for "status 0"
}

@test "a record from a pipe, keys from the terminal" {
    begin 80 22 "cat game.sgf | $kifu view"
    wait_for "The beginning."
    press End
    wait_for "Move 4 of 4"
    press q
    wait_for "status 0"
}

@test "nothing in a record commands the terminal" {
    printf '(;GM[1]FF[4]SZ[9]PB[\033\\]0;title\007Eve]C[\033[2J\033[31mred \xe2\x80\xaeleft\xc2\x9b0m]LB[cc:\033c])' >hostile.sgf
    begin 80 22 "$kifu view hostile.sgf"
    wait_for "?[31mred left?0m"
    wait_for "Move 0 of 0"
    [[ $(line 1) == " hostile.sgf"* ]]
}

@test "what is no terminal is refused" {
    run "$kifu" view game.sgf
    [ "$status" -eq 2 ]
    [[ $output == *program/terminal* ]]
    local name
    # ncurses forgets a block when it does not know the terminal.
    for name in dumb nonsense ""; do
        begin 80 22 "env ASAN_OPTIONS=detect_leaks=0 TERM=$name $kifu view game.sgf"
        wait_for "program/terminal"
        wait_for "status 2"
        tmux -L "$socket" kill-server
        socket=$socket-next
    done
}

@test "62,000 nodes of a joseki dictionary" {
    local corpora=${KIFU_CORPORA:-$BATS_TEST_DIRNAME/../../shared/corpora}
    [ -e "$corpora/kogo/kogo-2007.sgf" ] || skip "no real records here"
    begin 80 22 "$kifu view $corpora/kogo/kogo-2007.sgf"
    wait_for "Move 0 of 8"
    press ] Right Down ] Right Down
    wait_for "variation 2 of"
    press / w a l l Enter n n N
    wait_for "wall"
    press q
    wait_for "status 0"
}

@test "the wheel of a mouse steps, and scrolls what lies over the board" {
    begin 80 22 "TERM=xterm-256color $kifu view game.sgf"
    wait_for "The beginning."
    # As xterm spells it (SGR 1006): 65 is a turn down, 64 one up.
    tmux -L "$socket" send-keys -l $'\e[<65;5;5M\e[<65;5;5M'
    wait_for "Move 2"
    tmux -L "$socket" send-keys -l $'\e[<64;5;5M'
    wait_for "Move 1"
}

# click COLUMN LINE: presses and releases the first button there, as xterm spells it (SGR 1006).
click() {
    tmux -L "$socket" send-keys -l $'\e[<0;'"$1;$2"'M'$'\e[<0;'"$1;$2"'m'
}

@test "a click on the board goes to the move there, one on the tree to its node" {
    printf '(;GM[1]FF[4]SZ[9];B[aa];W[bb](;B[cc];W[dd];B[ee])(;B[ii]C[Far away.]))' >click.sgf
    begin 80 22 "TERM=xterm-256color $kifu view click.sgf"
    wait_for "Move 0 of 5"
    click 12 7
    wait_for "Move 5 of 5: B E5"
    click 6 4
    wait_for "Move 2 of 5: W B8"
    click 20 11
    wait_for "Far away."
    wait_for "Move 3 of 3: B J1, variation 2 of 2"
    click 18 3
    wait_for "No move of this line is there."
    # The node right of the root, in the tree beside the board.
    click 28 5
    wait_for "Move 1 of 3: B A9"
    tmux -L "$socket" resize-window -x 120 -y 40
    wait_for "A     B     C     D"
    click 12 7
    wait_for "Move 2 of 3: W B8"
    press q
    wait_for "status 0"
}
