#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What the commands do to files and terminals, beyond what an example can show.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '(;GM[1]FF[4]SZ[9];B[ee];W[ce])' >good.sgf
    printf '(;GM[1]FF[4]SZ[9];B[ee];W[cc])' >other.sgf
}

# About 100 MB in one value: long enough to be interrupted.
make_big() {
    { printf '(;C['; head -c 100000000 /dev/zero | tr '\0' a; printf '])'; } >big.sgf
}

@test "a signal takes the temporary file away, leaves the old file, and says so" {
    make_big
    "$kifu" convert --canonical big.sgf -o whole.sgf
    local delay said=no
    for delay in 0.05 0.1 0.15 0.2 0.25 0.3 0.4; do
        cp good.sgf target.sgf
        "$kifu" convert --canonical big.sgf -o target.sgf 2>err &
        local pid=$! status=0
        sleep "$delay"
        kill -TERM "$pid" 2>/dev/null || true
        wait "$pid" || status=$?
        [ -z "$(find . -name '.kifu*')" ]
        [ "$status" -eq 0 ] || [ "$status" -eq 143 ]
        # A signal that comes when all is done, and the program only ends, finds the new file.
        if grep -q 'interrupted' err; then
            said=yes
            cmp target.sgf good.sgf
        else
            cmp target.sgf good.sgf || cmp target.sgf whole.sgf
        fi
    done
    rm -f big.sgf target.sgf whole.sgf
    [ "$said" = yes ] || skip "no signal came while the file was being written"
}

@test "a signal that is ignored stays ignored" {
    local i
    for i in $(seq 1 30); do
        run bash -c "trap '' HUP
            '$kifu' convert --canonical good.sgf -o new.sgf & kill -HUP \$!; wait \$!"
        [ "$status" -eq 0 ]
    done
    [ -s new.sgf ]
}

@test "a link stays a link, and what it leads to is replaced" {
    cp other.sgf real.sgf
    ln -s real.sgf link.sgf
    run "$kifu" convert good.sgf -o link.sgf
    [ "$status" -eq 0 ]
    [ -L link.sgf ]
    cmp real.sgf good.sgf
}

@test "an input is recognised behind a link" {
    ln -s good.sgf link.sgf
    run "$kifu" convert --canonical good.sgf -o link.sgf
    [ "$status" -eq 2 ]
    [[ $output == *in-place* ]]
}

@test "devices and pipes are written to, not replaced" {
    run "$kifu" convert --to sgf good.sgf -o /dev/null
    [ "$status" -eq 0 ]
    [ -c /dev/null ]
    mkfifo pipe
    cat pipe >copy.sgf &
    run "$kifu" convert --to sgf good.sgf -o pipe
    wait
    [ "$status" -eq 0 ]
    [ -p pipe ]
    cmp copy.sgf good.sgf
}

@test "a protected file is not replaced" {
    [ "$(id -u)" -ne 0 ] || skip "root may write everything"
    cp other.sgf target.sgf
    chmod 444 target.sgf
    run "$kifu" convert good.sgf -o target.sgf
    [ "$status" -eq 2 ]
    cmp target.sgf other.sgf
}

@test "a folder of records, with what is in the way" {
    mkdir -p games/old games/.hidden
    cp good.sgf games/a.sgf
    cp other.sgf games/old/b.sgf
    cp good.sgf games/.hidden/c.sgf
    echo "no record" >games/README.txt
    ln -s .. games/old/loop
    ln -s nowhere games/broken.sgf
    run "$kifu" check -r games
    [ "$status" -eq 2 ]
    [[ $output == *"broken.sgf"* && $output == *"3 files"* ]]
}

@test "a bar on a terminal, none in a pipe" {
    command -v script >/dev/null || skip "script(1) is missing"
    mkdir many
    local i
    for i in $(seq 1 200); do cp good.sgf "many/$i.sgf"; done
    make_big
    cp big.sgf many/0.sgf
    cp big.sgf many/9.sgf
    run script -qec "TERM=xterm '$kifu' check -r many" /dev/null
    [[ $output == *"of 201 files"* ]]
    run bash -c "'$kifu' check -r many 2>&1 | cat"
    [[ $output != *"of 201 files"* ]]
    rm -rf many big.sgf
}

@test "the manual pages and the completions are well-formed" {
    run bash -c "'$kifu' --generate bash >k.bash && bash -n k.bash"
    [ "$status" -eq 0 ]
    local page
    for page in man $("$kifu" help | sed -nE 's/^  ([a-z]+) .*/man-\1/p'); do
        "$kifu" --generate "$page" >"$page.1"
        grep -q recursive man.1
        if command -v mandoc >/dev/null; then
            run mandoc -Tlint "$page.1"
            # Pages of the same manual that are not installed yet.
            [ -z "$(grep -v 'referenced manual not found' <<<"$output")" ]
        fi
    done
    # Every command stands in one group of the help.
    run bash -c "'$kifu' help | sed -nE 's/^  ([a-z]+) .*/\1/p' | sort"
    [ "$output" = "$(sed -nE 's/^KF_COMMAND\((\w+)\).*/\1/p' "$BATS_TEST_DIRNAME/../src/cli/frame/commands.def" | sort)" ]
    if command -v zsh >/dev/null; then "$kifu" --generate zsh >_kifu && zsh -n _kifu; fi
    if command -v fish >/dev/null; then "$kifu" --generate fish >k.fish && fish -n k.fish; fi
}

@test "bash completes commands, options, notations and codes" {
    "$kifu" --generate bash >k.bash
    run bash -c 'source k.bash
        complete_at() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kifu; echo "${COMPREPLY[@]}"; }
        complete_at kifu conv
        complete_at kifu check --rec
        complete_at kifu convert --to ""
        complete_at kifu explain show/
        complete_at kifu help sc'
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = convert ]
    [ "${lines[1]}" = --recursive ]
    [[ ${lines[2]} == *sgf*davar* ]]
    [ "${lines[3]}" = show/place ]
    [ "${lines[4]}" = score ]
}

@test "an option with a value may begin with a dash behind --" {
    cp good.sgf ./-odd.sgf
    run "$kifu" check -- -odd.sgf
    [ "$status" -eq 0 ]
}

@test "the first words of a newcomer" {
    run "$kifu"
    [ "$status" -eq 2 ]
    [[ $output == *Records:* ]]
    run "$kifu" help convert
    [ "$status" -eq 0 ]
    [[ $output == *--output* ]]
    run "$kifu" -h
    [ "$status" -eq 0 ]
    run "$kifu" help nonsense
    [ "$status" -eq 2 ]
}

@test "each kind of finding is shown a hundred times, and the rest is counted" {
    { printf '(;SZ[9]'; for i in $(seq 130); do printf ';B[zz]'; done; printf ')'; } >many.sgf
    "$kifu" check many.sgf >out || [ $? -eq 1 ]
    [ "$(grep -c ' \[sgf/off-board\]$' out)" -eq 101 ]
    grep -qx 'many.sgf: note: 30 more not shown \[sgf/off-board\]' out
    run "$kifu" check --json many.sgf
    [ "$(grep -c '"severity":"error"' <<<"$output")" -eq 100 ]
    grep -q '"severity":"note".*"message":"30 more not shown"' <<<"$output"
}

@test "the tree counts the lines that it does not list" {
    { printf '(;SZ[9]'; for i in $(seq 100); do printf '(;B[aa])(;W[bb]'; done
        for i in $(seq 101); do printf ')'; done; } >deep.sgf
    run "$kifu" show --tree deep.sgf
    [ "${#lines[@]}" -eq 65 ]
    [ "${lines[64]}" = "(below 63 variations within each other, 37 lines not listed)" ]
}

@test "what is said of a collection is the same when it has to wait in a file" {
    { for i in $(seq 20000); do printf '(;GM[1]FF[4]SZ[9];B[ee])\n'; done; } >games.sgf
    "$kifu" info games.sgf >out
    [ "$(wc -c <out)" -gt 1500000 ]
    [ "$(head -n 1 out)" = "games.sgf: Smart Game Format FF[4] GM[1] (Go), UTF-8, 20000 games" ]
    [ "$(grep -c '^Game ' out)" -eq 20000 ]
    [ "$(sed -n 3p out)" = "Game 1" ]
}

# Findings that come once a file, findings of two kinds beyond the hundred that are shown, a dialect
# that changes, text between games, and one with the bytes of another character set.
make_collection() {
    awk 'BEGIN {
        for (i = 0; i < 9000; i++) {
            printf "(;GM[1]FF[4]SZ[9]PB[Ada]PW[Ben]%s", i % 700 == 5 ? "XY[odd]" : ""
            printf "%s", i % 1000 > 600 ? "AP[foxwq]" : i % 1000 == 500 ? "AP[MultiGo]" : ""
            for (k = 0; k < 14; k++)
                printf ";%s[%c%c]", k % 2 ? "W" : "B", 97 + k % 9, 97 + (k * 5 + int(k / 9)) % 9
            printf "%s", i % 25 == 7 ? "DT[13.9.2007]" : ""
            printf "%s)%s", i % 30 == 7 ? ";B[aa];W[aa]" : "", i % 2 ? "\n" : ""
            if (i % 4000 == 3999) printf "\nbetween (;C[\\] and )(;B[cc])\n"
        }
    }' >"$1"
}

@test "a collection that several processes check is told of as by one" {
    make_collection games.sgf
    { cat games.sgf; printf '(;GM[1]FF[4]PB[\351t\351])'; cat games.sgf; } >bytes.sgf
    local file form jobs
    for file in games.sgf bytes.sgf; do
        for form in --format=text --json --summary --rules=aga --quiet; do
            "$kifu" check "$form" "$file" >one 2>one.err || echo "$?" >>one
            for jobs in 2 5; do
                "$kifu" check "$form" -j "$jobs" "$file" >many 2>many.err || echo "$?" >>many
                cmp one many
                cmp one.err many.err
            done
        done
    done
}
