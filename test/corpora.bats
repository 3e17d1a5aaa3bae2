#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Real records: the same bytes in the same notation, the same record through another. A run of the program
# takes all of them, for starting it takes longer than reading one. What needs runs of its own for each
# takes one of eighteen; with KIFU_EVERY=1, as the long tests, all.

setup_file() {
    corpora=${KIFU_CORPORA-$BATS_TEST_DIRNAME/../../shared/corpora}
    [ -d "$corpora" ] || return 0
    mkdir "$BATS_FILE_TMPDIR/real"
    (cd "$corpora" && find . -name '*.sgf' -exec cp --parents -t "$BATS_FILE_TMPDIR/real" {} +)
}

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    corpora=${KIFU_CORPORA-$BATS_TEST_DIRNAME/../../shared/corpora}
    [ -d "$corpora" ] || skip "no real records at $corpora"
    cd "$BATS_FILE_TMPDIR" || return 1
    mapfile -t records < <(cd real && find . -name '*.sgf' | sort)
    # Without any, all below would be over at once, and well.
    [ "${#records[@]}" -gt 0 ] || { echo "no record in $corpora"; return 1; }
}

# same_records FOLDER FOLDER: as kifu says, for each record of the first there is one in the other.
same_records() {
    "$kifu" diff -r --from sgf "$1" "$2" >said 2>&1 || { head -n 20 said; return 1; }
    [ "$(find "$1" -name '*.sgf' | wc -l)" -eq "$(find "$2" -name '*.sgf' | wc -l)" ]
}

@test "sgf to sgf: the same bytes, or a finding that says what was mended" {
    local file bad=0
    "$kifu" convert -r --from sgf --to sgf real -o same/ 2>said || [ $? -eq 1 ]
    while read -r file; do
        grep -qF "$file:" said || { echo "$file: changed in silence"; bad=1; }
    done < <(diff -rq real same | sed -nE 's/^Files (.*) and .* differ$/\1/p')
    [ "$bad" -eq 0 ]
    same_records real same
}

@test "sgf to sgf in our layout: the same record" {
    "$kifu" convert -r --from sgf --to sgf --canonical real -o ours/ 2>/dev/null || [ $? -eq 1 ]
    same_records real ours
}

@test "sgf to ishi to sgf: the same record, and valid Ishi" {
    local file bad=0
    cp -r real held
    "$kifu" convert -r --from sgf --to ishi real -o there/ 2>refused || true
    # Boards that Ishi has no word for are refused, with the reason.
    for file in "${records[@]#./}"; do
        [ ! -e "there/${file%.sgf}.go" ] || continue
        grep -qF "real/$file:" <(grep error refused) || { echo "$file: refused in silence"; bad=1; }
        rm "held/$file"
    done
    # What a player did against the rules is in the record, whatever it is written in.
    "$kifu" check -q -r there >/dev/null 2>said || [ $? -eq 1 ] || { tail -n 5 said; bad=1; }
    if grep 'error: .*\]$' said | grep -v '\[go/[a-z-]*\]$'; then echo "Ishi with errors"; bad=1; fi
    "$kifu" convert -r there --to sgf -o back/ 2>/dev/null || [ $? -eq 1 ]
    [ "$bad" -eq 0 ]
    same_records held back
}

@test "nothing among the other notations crashes anything" {
    run "$kifu" check -q "$corpora"/*/*
    [ "$status" -le 2 ]
}

@test "turned eight times round: the same record" {
    local way
    "$kifu" convert -q -r --from sgf --to sgf real -o upright/ 2>/dev/null || [ $? -eq 1 ]
    cp -r upright turned
    for way in "--rotate 90" "--rotate mirror --swap-colours" "--rotate mirror,90" "--rotate mirror,180" \
        "--rotate mirror,90" "--rotate 180 --swap-colours" "--rotate mirror,270" "--rotate mirror"; do
        # shellcheck disable=SC2086
        "$kifu" transform -q $way --force -i -r turned 2>/dev/null || [ $? -eq 1 ]
    done
    same_records upright turned
}

@test "merged with what is left of it, split and joined: the same record" {
    local file bad=0 i
    for ((i = 0; i < ${#records[@]}; i += ${KIFU_EVERY:-18})); do
        file=${records[i]}
        rm -rf a.sgf b.sgf c.sgf parts
        "$kifu" convert -q --from sgf --to sgf "real/$file" -o a.sgf 2>/dev/null || [ -e a.sgf ] || continue
        "$kifu" strip -q --what comments,variations,marks,judgements a.sgf -o b.sgf 2>/dev/null
        "$kifu" merge -q --force a.sgf b.sgf -o c.sgf 2>/dev/null
        "$kifu" diff -q a.sgf c.sgf >/dev/null 2>&1 || { echo "$file: not the same when merged"; bad=1; }
        "$kifu" split -q --force -o parts a.sgf 2>/dev/null
        "$kifu" convert -q --force --to sgf parts/*.sgf -o c.sgf 2>/dev/null
        "$kifu" diff -q a.sgf c.sgf >/dev/null 2>&1 || { echo "$file: not the same when joined"; bad=1; }
    done
    [ "$bad" -eq 0 ]
}
