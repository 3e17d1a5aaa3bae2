#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Inputs made to hurt: an answer within 40 seconds of the processor, on a stack of 256 KB.

setup_file() {
    [ -z "${KIFU_SANITIZE:-}" ] || return 0
    cd "$BATS_FILE_TMPDIR" || return 1
    repeat '(;' 1000000 >nested.sgf
    { echo 'EVENT deep'; printf 'B 1 Q3\n'; yes $'VAR\nB 1 Q4' | head -n 1000000; } >nested.go
    { printf '(;B[aa]'; repeat '(;W[bb])' 1000000; printf ')'; } >siblings.sgf
    { printf '(;'; repeat 'B[aa]' 1000000; printf ')'; } >properties.sgf
    { printf '(;AB'; repeat '[aa]' 1000000; printf ')'; } >values.sgf
    { printf '(;B[aa]'; repeat ';' 1000000; printf ')'; } >nodes.sgf
    repeat '(;)' 1000000 >games.sgf
    head -c 30000000 /dev/zero | tr '\0' '(' >parens.sgf
    { printf '(;C['; head -c 30000000 /dev/zero | tr '\0' a; printf '])'; } >value.sgf
    { printf '(;C['; head -c 20000000 /dev/zero | tr '\0' '\\'; printf '])'; } >backslashes.sgf
    head -c 10000000 /dev/zero >nul.sgf
    { printf '\xff\xd8\xff\xe0\0\x10JFIF\0'; head -c 3000000 /dev/urandom; } >photo.jpg
    { echo 'EVENT open'; echo 'COM never closed'; yes 'some words' | head -c 20000000; } >com.go
    { echo 'EVENT remarks'; yes 'REMARK again' | head -n 500000; } >remarks.go
    { echo 'EVENT marks'; printf 'B 1 Q3\n'; yes 'MARK ALL' | head -n 300000; } >marks.go
    { printf 'EVENT line\nB 1 '; head -c 20000000 /dev/zero | tr '\0' ' '; } >blanks.go
}

repeat() { # TEXT TIMES
    yes "$1" | head -n "$2" | tr -d '\n'
}

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    [ -z "${KIFU_SANITIZE:-}" ] || skip "a sanitizer needs more stack and time"
    cd "$BATS_FILE_TMPDIR" || return 1
}

# answered ARGUMENTS…: kifu ends by itself, in time, and without a signal. The time is that of the
# processor, for the machine may be busy.
answered() {
    run bash -c 'ulimit -s 256; ulimit -t 40; exec timeout 400 "$@" >/dev/null 2>said' _ "$kifu" "$@"
    echo "kifu $*: status $status"
    tail -c 500 said
    [ "$status" -le 2 ]
    # A findings report stays short enough to read.
    [ "$(wc -c <said)" -lt 20000000 ]
}

@test "a million nested games" { answered check nested.sgf; }
@test "a million nested variations" { answered check nested.go; }
@test "a million siblings" { answered check siblings.sgf; }
@test "a million properties in a node" { answered check properties.sgf; }
@test "a million values of a property" { answered check values.sgf; }
@test "a million empty nodes" { answered check nodes.sgf; }
@test "a million games" { answered check games.sgf; }
@test "30 MB of parentheses" { answered check parens.sgf; }
@test "one value of 30 MB" { answered check value.sgf; }
@test "20 MB of backslashes" { answered check backslashes.sgf; }
@test "NUL bytes" { answered check nul.sgf; }
@test "a photograph" { answered check photo.jpg; }
@test "a comment of 20 MB that is never closed" { answered check com.go; }
@test "half a million remarks" { answered check remarks.go; }
@test "300,000 marks on one move" { answered check marks.go; }
@test "20 MB of blanks in a line" { answered check blanks.go; }

@test "standard input that begins as a record and never ends as one" {
    { yes EVENT | head -c 70000; yes "$(head -c 60000 /dev/zero | tr '\0' x)"; } 2>/dev/null |
        { run "$kifu" info --quiet; echo "$status $output" >said; }
    read -r status _ <said
    [ "$status" -eq 2 ]
    grep -q 'more than 67108864 bytes from standard input belong to no game' said
}

@test "deep trees are rewritten and converted" {
    answered convert --canonical nested.sgf -o n1.sgf
    answered convert nested.sgf --to ishi -o n2.go
    answered convert nested.go -o n3.sgf
    answered convert siblings.sgf --to ishi -o n4.go
    answered convert marks.go -o n5.sgf
}

@test "large trees are compared, listed and shown" {
    answered diff nested.sgf nested.sgf
    answered diff siblings.sgf siblings.sgf
    answered diff values.sgf values.sgf
    answered info nested.sgf
    answered info games.sgf
    answered show --tree siblings.sgf
    answered show --at last nested.sgf
}
