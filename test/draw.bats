#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Pictures of hostile and of extreme records.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
}

well_formed() {
    command -v python3 >/dev/null || skip "python3 is missing"
    python3 -c 'import sys, xml.dom.minidom
for name in sys.argv[1:]: xml.dom.minidom.parse(name)' "$@"
}

@test "SVG is well-formed whatever the texts are" {
    printf '(;FF[4]GM[1]SZ[5]CA[UTF-8]GN[\x01\x02\x1b<script>alert(1)</script> ]]&gt; \\]\\]> & "\x27]' >evil.sgf
    printf 'PB[\xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80\xc2\x85\x7f]C[</desc>]N[]FG[257:<!-- --> %%n &#0;]' >>evil.sgf
    printf 'LB[aa:<&>][bb:\xe2\x80\xae\xf0\x9f\x98\x80][cc:]]>][dd:\x0b])' >>evil.sgf
    "$kifu" draw evil.sgf -o evil.svg
    "$kifu" draw --style wood --crop auto evil.sgf -o wood.svg
    well_formed evil.svg wood.svg
    run grep -q '<script' evil.svg
    [ "$status" -eq 1 ]
}

@test "the same picture twice has the same bytes" {
    echo '(;FF[4]GM[1]SZ[9];B[ee];W[cc]LB[ee:a]TR[cc]AR[aa:bb];B[gg])' >game.sgf
    for kind in svg ascii; do
        rm -f one two
        "$kifu" draw --numbers game.sgf --to "$kind" -o one
        "$kifu" draw --numbers game.sgf --to "$kind" -o two
        cmp one two
    done
}

@test "boards of 1 and of 52 lines, no moves, and ten thousand labels" {
    echo '(;FF[4]GM[1]SZ[1];B[aa])' >one.sgf
    echo '(;FF[4]GM[1]SZ[52];B[aa];W[ZZ])' >large.sgf
    echo '(;FF[4]GM[1])' >empty.sgf
    awk 'BEGIN {
        printf "(;FF[4]GM[1]SZ[52]LB"
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for (i = 0; i < 10000; i++)
            printf "[%s%s:%s]", substr(letters, i % 52 + 1, 1),
                   substr(letters, int(i / 52) % 52 + 1, 1), i % 7 ? i : "a long label"
        print ")"
    }' >labels.sgf
    for name in one large empty labels; do
        "$kifu" draw --numbers "$name.sgf" -o "$name.svg"
        "$kifu" draw "$name.sgf" -o "$name.txt"
        well_formed "$name.svg"
    done
}

@test "a hundred thousand moves are a hundred figures, and no deep tree is too deep" {
    awk 'BEGIN { printf "(;FF[4]GM[1]SZ[19]"; for (i = 0; i < 100000; i++) printf "(;B[dd]"
                 for (i = 0; i < 100000; i++) printf ")"; print ")" }' >deep.sgf
    "$kifu" draw --max-depth none --numbers deep.sgf -o deep.txt
    "$kifu" draw --max-depth none --figures auto --variations deep.sgf -o figures.txt
    [ "$(grep -c '^Figure' figures.txt)" -eq 100 ]
}

@test "ten thousand figures in one file take the memory of one" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "a sanitizer takes memory of its own"
    awk 'BEGIN { printf "(;FF[4]GM[1]SZ[19]"; for (i = 0; i < 20000; i++) printf ";%s[dd]C[so]", i % 2 ? "W" : "B"
                 print ")" }' >said.sgf
    (ulimit -d 40000 && "$kifu" draw --figures 2 said.sgf -o said.sl)
    [ "$(grep -c 'Figure ' said.sl)" -eq 10000 ]
}

@test "what cannot be read or written is told, and nothing is left behind" {
    run "$kifu" draw nowhere.sgf -o x.svg
    [ "$status" -eq 2 ]
    echo 'no record at all' >text
    run "$kifu" draw text -o x.svg
    [ "$status" -eq 2 ]
    echo '(;FF[4]GM[1]SZ[9];B[ee])' >game.sgf
    run "$kifu" draw game.sgf -o /nowhere/x.svg
    [ "$status" -eq 2 ]
    run "$kifu" draw game.sgf -o x.unknown
    [ "$status" -eq 2 ]
    run "$kifu" draw game.sgf --at 99 -o x.svg
    [ "$status" -eq 2 ]
    [ ! -e x.svg ]
    [ -z "$(find . -name '.kifu-*')" ]
}
