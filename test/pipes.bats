#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# kifu between other programs, and on a terminal.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '(;GM[1]FF[4]SZ[9];B[ee];W[ce])' >good.sgf
    printf '(;GM[1]FF[4]SZ[9];B[zz];W[ce' >bad.sgf
}

# Runs a command line on a terminal of its own.
on_terminal() {
    command -v script >/dev/null || skip "script(1) is missing"
    script -qec "$1" /dev/null
}

@test "standard input and output" {
    run bash -c "'$kifu' convert --to sgf <good.sgf | cmp - good.sgf"
    [ "$status" -eq 0 ]
    run bash -c "cat good.sgf | '$kifu' convert --to ishi - | '$kifu' convert --to sgf | '$kifu' diff good.sgf -"
    [ "$status" -eq 0 ]
}

@test "a pipe that has no name of its own is written to" {
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        run bash -c "set -o pipefail; '$kifu' convert -c -o $name good.sgf | '$kifu' diff good.sgf -"
        [ "$status" -eq 0 ]
    done
    run bash -c "'$kifu' convert --to ishi -o >(cat >copy.go) good.sgf; wait \$!; '$kifu' diff good.sgf copy.go"
    [ "$status" -eq 0 ]
}

@test "what the shell opened is written through its descriptor, and not replaced" {
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        echo '(;GM[1]FF[4]SZ[9]C[old])' >all.sgf
        run bash -c "'$kifu' convert --to sgf good.sgf -o $name >>all.sgf"
        [ "$status" -eq 0 ]
        [ "$(head -n 1 all.sgf)" = '(;GM[1]FF[4]SZ[9]C[old])' ]
        [[ "$(cat all.sgf)" == *'W[ce])'* ]]
        echo old >new.sgf
        run bash -c "{ echo first; '$kifu' convert --to sgf good.sgf -o $name; echo last; } >new.sgf"
        [ "$(head -n 1 new.sgf)" = first ]
        [ "$(tail -n 1 new.sgf | tail -c 5)" = last ]
    done
    echo '(;GM[1]FF[4]SZ[9]C[old])' >all.sgf
    run bash -c "'$kifu' convert --to sgf good.sgf -o /dev/fd/7 7>>all.sgf"
    [ "$status" -eq 0 ] && [[ "$(cat all.sgf)" == *'C[old]'*'W[ce])'* ]]
    run bash -c "'$kifu' convert --to sgf good.sgf -o /dev/stderr 2>>all.sgf"
    [ "$status" -eq 0 ] && [[ "$(cat all.sgf)" == *'C[old]'*'W[ce])'*'W[ce])'* ]]
    cp good.sgf same.sgf
    run bash -c "'$kifu' convert --to sgf good.sgf -o /dev/stdout >>good.sgf"
    [ "$status" -eq 2 ] && cmp good.sgf same.sgf
    run bash -c "'$kifu' convert --to sgf good.sgf -o /dev/fd/7 7<all.sgf"
    [ "$status" -eq 2 ]
}

@test "a socket behind /dev/stdout is written to" {
    command -v python3 >/dev/null || skip "python3 is missing"
    run python3 -c '
import socket, subprocess, sys
a, b = socket.socketpair()
status = subprocess.run([sys.argv[1], "convert", "--to", "sgf", "good.sgf", "-o", "/dev/stdout"], stdout=b).returncode
b.close()
print(status, a.recv(1000).decode())' "$kifu"
    [[ "$output" == 0*'W[ce])'* ]]
}

@test "a reader that goes away is no crash" {
    yes ';B[aa];W[bb]' | head -n 200000 | { printf '(;SZ[9]'; cat; printf ')'; } >long.sgf
    run bash -c "set -o pipefail; '$kifu' convert --to sgf --canonical long.sgf | head -c 10 >/dev/null"
    [ "$status" -ne 139 ] && [ "$status" -ne 134 ]
}

@test "no colours in a pipe" {
    run bash -c "'$kifu' check bad.sgf 2>&1 | cat -v"
    [[ $output != *'^['* ]]
    [[ $output == *bad.sgf:1:* ]]
}

@test "colours when they are asked for" {
    run bash -c "'$kifu' check --color=always bad.sgf 2>&1 | cat -v"
    [[ $output == *'^[['* ]]
}

@test "colours on a terminal, and NO_COLOR" {
    run on_terminal "env -u NO_COLOR TERM=xterm '$kifu' check bad.sgf"
    [[ $output == *$'\033['* ]]
    run on_terminal "env NO_COLOR=1 TERM=xterm '$kifu' check bad.sgf"
    [[ $output != *$'\033['* ]]
}

@test "a terminal's escape codes in a record do not reach the terminal" {
    printf '(;GM[1]C[\033[31mred]XX[1' >escape.sgf
    run on_terminal "env NO_COLOR=1 '$kifu' check escape.sgf; env NO_COLOR=1 '$kifu' show escape.sgf"
    [[ $output != *$'\033['* ]]
}

@test "exit status" {
    run "$kifu" check good.sgf
    [ "$status" -eq 0 ]
    run "$kifu" check bad.sgf
    [ "$status" -eq 1 ]
    run "$kifu" check none.sgf
    [ "$status" -eq 2 ]
    run "$kifu" check none.sgf good.sgf bad.sgf
    [ "$status" -eq 2 ]
    [[ $output == *bad.sgf:1:* ]]
    run "$kifu" nonsense
    [ "$status" -eq 2 ]
}

@test "standard input that is closed is named as the reason" {
    for command in "check -" "convert --to ishi -" "fix -" "merge - good.sgf"; do
        run bash -c "'$kifu' $command <&-"
        [ "$status" -eq 2 ]
        [[ $output == *'cannot read standard input: Bad file descriptor'* ]]
    done
}

@test "a bad file does not stop a batch" {
    mkdir out
    run "$kifu" convert --to ishi none.sgf good.sgf -o out/
    [ "$status" -eq 2 ]
    [ -s out/good.go ]
}

@test "what is known is printed before the next record is waited for" {
    mkfifo slow
    "$kifu" score good.sgf - <slow >found 2>&1 &
    exec 9>slow
    for _ in $(seq 100); do
        seen=$(cat found)
        [[ $seen == *'Black wins'* && $seen == *good.sgf* ]] && break
        sleep 0.05
    done
    cat good.sgf >&9
    exec 9>&-
    wait
    [[ $seen == *'Black wins'* && $seen == *good.sgf* ]]
}

@test "help and version" {
    run "$kifu" --help
    [ "$status" -eq 0 ]
    [[ $output == *convert* && $output == *check* ]]
    run "$kifu" --version
    [ "$status" -eq 0 ]
}
