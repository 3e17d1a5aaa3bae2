#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Real records: the same bytes in the same notation, the same record through another. Each test takes
# one of three files, another one than the test before; with KIFU_EVERY=1, as the long tests, all of them.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    corpora=${KIFU_CORPORA-$BATS_TEST_DIRNAME/../../shared/corpora}
    [ -d "$corpora" ] || skip "no real records at $corpora"
    cd "$BATS_TEST_TMPDIR" || return 1
    mapfile -t records < <(find "$corpora" -name '*.sgf' | sort)
    every=${KIFU_EVERY:-3}
    # Without any, each loop below would end at once, and well.
    [ "${#records[@]}" -gt 0 ] || { echo "no record in $corpora"; return 1; }
}

@test "sgf to sgf: the same bytes, or a finding that says what was mended" {
    local i file bad=0
    for ((i = 0; i < ${#records[@]}; i += every)); do
        file=${records[i]}
        "$kifu" convert --from sgf "$file" -o same.sgf 2>said || [ $? -eq 1 ] || { echo "$file: failed"; bad=1; }
        cmp -s "$file" same.sgf || [ -s said ] || { echo "$file: changed in silence"; bad=1; }
        "$kifu" diff --from sgf "$file" same.sgf >/dev/null 2>&1 || { echo "$file: not the same record"; bad=1; }
        rm -f same.sgf
    done
    [ "$bad" -eq 0 ]
}

@test "sgf to sgf in our layout: the same record" {
    local i file bad=0
    for ((i = 1 % every; i < ${#records[@]}; i += every)); do
        file=${records[i]}
        "$kifu" convert --from sgf --canonical "$file" -o ours.sgf 2>/dev/null || true
        "$kifu" diff "$file" ours.sgf >/dev/null 2>&1 || { echo "$file"; bad=1; }
        rm -f ours.sgf
    done
    [ "$bad" -eq 0 ]
}

@test "sgf to ishi to sgf: the same record, and valid Ishi" {
    local i file bad=0
    for ((i = 2 % every; i < ${#records[@]}; i += every)); do
        file=${records[i]}
        if ! "$kifu" convert --from sgf "$file" -o there.go 2>said; then
            # Boards that Ishi has no word for are refused, with the reason.
            [ -e there.go ] || { grep -q 'error' said || { echo "$file: refused in silence"; bad=1; }; continue; }
        fi
        # What a player did against the rules is in the record, whatever it is written in.
        "$kifu" check -q there.go >/dev/null 2>said || [ $? -eq 1 ] || { echo "$file: not checked"; bad=1; }
        if grep 'error: .*\]$' said | grep -v '\[go/[a-z-]*\]$'; then echo "$file: Ishi with errors"; bad=1; fi
        "$kifu" convert there.go -o back.sgf 2>/dev/null || true
        "$kifu" diff "$file" back.sgf >said 2>&1 || { echo "$file: $(head -n 2 said)"; bad=1; }
        rm -f there.go back.sgf
    done
    [ "$bad" -eq 0 ]
}

@test "nothing among the other notations crashes anything" {
    run "$kifu" check -q "$corpora"/*/*
    [ "$status" -le 2 ]
}

@test "turned eight times round, merged with what is left of it, split and joined: the same record" {
    local file bad=0 way i
    for ((i = 0; i < ${#records[@]}; i += 6 * every)); do
        file=${records[i]}
        rm -rf a.sgf b.sgf parts
        "$kifu" convert -q --from sgf --to sgf "$file" -o a.sgf 2>/dev/null || [ -e a.sgf ] || continue
        cp a.sgf turned.sgf
        for way in "--rotate 90" "--rotate mirror --swap-colours" "--rotate mirror,90" "--rotate mirror,180" \
            "--rotate mirror,90" "--rotate 180 --swap-colours" "--rotate mirror,270" "--rotate mirror"; do
            # shellcheck disable=SC2086
            "$kifu" transform -q $way --force -i turned.sgf 2>/dev/null || { echo "$file: $way"; bad=1; }
        done
        "$kifu" diff -q a.sgf turned.sgf >/dev/null 2>&1 || { echo "$file: not the same when turned"; bad=1; }
        "$kifu" strip -q --what comments,variations,marks,judgements a.sgf -o b.sgf 2>/dev/null
        "$kifu" merge -q --force a.sgf b.sgf -o c.sgf 2>/dev/null
        "$kifu" diff -q a.sgf c.sgf >/dev/null 2>&1 || { echo "$file: not the same when merged"; bad=1; }
        "$kifu" split -q --force -o parts a.sgf 2>/dev/null
        "$kifu" convert -q --force --to sgf parts/*.sgf -o c.sgf 2>/dev/null
        "$kifu" diff -q a.sgf c.sgf >/dev/null 2>&1 || { echo "$file: not the same when joined"; bad=1; }
        rm -f turned.sgf c.sgf
    done
    [ "$bad" -eq 0 ]
}
