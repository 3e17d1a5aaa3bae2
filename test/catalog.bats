#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Catalogues that something happens to: a run that is killed, a full disk, damage, a folder without
# rights, several at once.

setup() {
    [ "${KIFU_SQLITE:-ON}" = ON ] || skip "built without SQLite"
    cd "$BATS_TEST_TMPDIR"
}

# games FILE COUNT FIRST: games with different moves and names.
games() {
    awk -v count="$2" -v seed="$3" 'BEGIN {
        srand(seed)
        for (g = 0; g < count; g++) {
            printf "(;GM[1]FF[4]SZ[9]PB[p%d]PW[p%d]", rand() * 50, rand() * 50
            for (m = 0; m < 40; m++)
                printf ";%s[%c%c]", m % 2 ? "W" : "B", 97 + int(rand() * 9), 97 + int(rand() * 9)
            print ")"
        }
    }' >"$1"
}

stat_of() {
    "$KIFU" catalog stats --json "$1" | sed "s/.*\"$2\":\([0-9]*\).*/\1/"
}

@test "a run that is killed leaves a sound catalogue, and the next one goes on" {
    games a.sgf 300 1
    "$KIFU" catalog add -q g.kifudb a.sgf
    for i in 2 3 4 5 6 7 8 9; do
        games "b$i.sgf" 1500 "$i"
    done
    for i in $(seq 1 "${KIFU_KILLS:-12}"); do
        "$KIFU" catalog add -q g.kifudb b*.sgf &
        run=$!
        sleep "0.0$((RANDOM % 10))"
        kill -9 $run 2>/dev/null || true
        wait $run 2>/dev/null || true
        "$KIFU" catalog check -q g.kifudb
        n=$(stat_of g.kifudb games)
        # Whole files are there, or nothing of them.
        [ $(((n - 300) % 1500)) -eq 0 ]
        "$KIFU" catalog remove -q g.kifudb b*.sgf 2>/dev/null || true
    done
    "$KIFU" catalog add -q g.kifudb b*.sgf
    [ "$(stat_of g.kifudb games)" -eq 12300 ]
    "$KIFU" catalog check -q g.kifudb
}

@test "a full disk leaves the catalogue as it was" {
    games a.sgf 200 1
    games b.sgf 9000 2
    "$KIFU" catalog add -q g.kifudb a.sgf
    before=$(stat_of g.kifudb games)
    run bash -c "ulimit -f 1500; trap '' XFSZ; '$KIFU' catalog add -q g.kifudb b.sgf"
    [ "$status" -eq 2 ]
    [[ $output == *"g.kifudb"* ]]
    "$KIFU" catalog check -q g.kifudb
    [ "$(stat_of g.kifudb games)" -eq "$before" ]
    "$KIFU" catalog add -q g.kifudb b.sgf
    [ "$(stat_of g.kifudb games)" -eq 9200 ]
}

@test "damage is reported wherever it is, and never searched wrongly" {
    games a.sgf 2000 1
    printf 'XO\nOX\n' >cross.txt
    "$KIFU" catalog add -q g.kifudb a.sgf
    "$KIFU" find g.kifudb --pattern cross.txt --json >right.json
    size=$(stat -c %s g.kifudb)
    for i in $(seq 1 25); do
        cp g.kifudb d.kifudb
        at=$(((RANDOM * 32768 + RANDOM) % size))
        byte=$(od -An -tu1 -j "$at" -N 1 d.kifudb)
        printf "\\$(printf %03o $((byte ^ 85)))" | dd of=d.kifudb bs=1 seek="$at" conv=notrunc status=none
        run "$KIFU" catalog check -q d.kifudb
        [ "$status" -ne 0 ]
        status=0
        "$KIFU" find d.kifudb --pattern cross.txt --json >now.json 2>err.txt || status=$?
        if [ "$status" -ne 2 ]; then
            cmp right.json now.json
        else
            grep -q "catalog/" err.txt
        fi
    done
    head -c $((size / 2)) g.kifudb >d.kifudb
    run "$KIFU" find d.kifudb --pattern cross.txt --count
    [ "$status" -eq 2 ]
}

@test "a reader writes nothing, and needs no right to" {
    games a.sgf 200 1
    mkdir shelf
    "$KIFU" catalog add -q shelf/g.kifudb a.sgf
    before=$(cksum shelf/g.kifudb)
    chmod a-w shelf shelf/g.kifudb
    "$KIFU" find shelf/g.kifudb --count
    "$KIFU" catalog check -q shelf/g.kifudb
    [ "$(cksum shelf/g.kifudb)" = "$before" ]
    [ "$(ls shelf)" = g.kifudb ]
    chmod u+w shelf
}

@test "two readers and a writer at once" {
    skip "known failure: a reader that opens while the writer begins may call the file damaged"
    games a.sgf 3000 1
    games b.sgf 12000 2
    printf '.\n' >point.txt
    "$KIFU" catalog add -q g.kifudb a.sgf
    "$KIFU" catalog add -q g.kifudb b.sgf &
    writer=$!
    for i in 1 2 3; do
        "$KIFU" find g.kifudb --pattern point.txt --count >one.txt &
        one=$!
        "$KIFU" find g.kifudb --pattern point.txt --count >two.txt
        wait $one
        for file in one.txt two.txt; do
            n=$(cut -f 1 $file)
            [ "$n" -eq 3000 ] || [ "$n" -eq 15000 ]
        done
    done
    wait $writer
    [ "$("$KIFU" find g.kifudb --count | cut -f 1)" -eq 15000 ]
    [ "$(ls g.kifudb*)" = g.kifudb ]
}

@test "what changed is read again, what is gone is listed" {
    mkdir games
    games games/a.sgf 5 1
    games games/b.sgf 7 2
    "$KIFU" catalog add g.kifudb games
    [ "$(stat_of g.kifudb games)" -eq 12 ]
    games games/b.sgf 9 3
    rm games/a.sgf
    run "$KIFU" catalog update g.kifudb
    [ "$status" -eq 0 ]
    [[ $output == *"gone: games/a.sgf"* ]]
    [[ $output == *"9 games added from 1 file, 1 of them changed, 1 gone"* ]]
    [ "$(stat_of g.kifudb games)" -eq 14 ]
    "$KIFU" catalog check -q g.kifudb
}
