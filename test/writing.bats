#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A file that is written is the old one or the new one, whatever happens meanwhile.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    cd "$BATS_TEST_TMPDIR" || return 1
    # About 8 MB: long enough to be killed in the middle.
    {
        printf '(;GM[1]FF[4]SZ[19]'
        yes ';B[pd]C[a comment];W[dp]' | head -n 330000
        printf ')'
    } >big.sgf
    printf '(;GM[1]FF[4]C[the old one])' >old.sgf
}

@test "killing convert at any moment leaves the old file or the whole new one" {
    "$kifu" convert --canonical big.sgf -o new.sgf
    local delay i
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        cp old.sgf target.sgf
        "$kifu" convert --canonical big.sgf -o target.sgf &
        local pid=$!
        delay=$(awk -v i="$i" 'BEGIN { print i * i * 0.003 }')
        sleep "$delay"
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
        cmp -s target.sgf old.sgf || cmp target.sgf new.sgf
        # The killed run had no name for what it wrote.
        [ "$(ls -A | wc -l)" -eq 4 ]
    done
}

@test "what killed runs left is removed, and nothing else" {
    touch .kifu-1-0.tmp .kifu-22-3.tmp .kifu-notes.tmp .kifu-1-.tmp kifu-1-0.tmp
    command -v flock >/dev/null || skip "flock is missing"
    flock .kifu-22-3.tmp "$kifu" convert old.sgf -o new.sgf
    [ ! -e .kifu-1-0.tmp ]
    [ -e .kifu-22-3.tmp ]
    [ -e .kifu-notes.tmp ]
    [ -e .kifu-1-.tmp ]
    [ -e kifu-1-0.tmp ]
}

@test "where files without a name cannot be, they are hidden and locked" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "a sanitizer looks into /proc itself"
    unshare -m true 2>/dev/null || skip "no name space of mounts can be made here"
    cp old.sgf target.sgf
    "$kifu" convert --canonical big.sgf -o whole.sgf
    unshare -m sh -c "mount -t tmpfs none /proc || exit 0
        '$kifu' convert --canonical big.sgf -o new.sgf && '$kifu' convert --canonical big.sgf -o target.sgf"
    [ -e new.sgf ] || skip "/proc cannot be hidden here"
    cmp new.sgf whole.sgf
    cmp target.sgf whole.sgf
    [ "$(ls -A | wc -l)" -eq 5 ]
    # What a kill leaves there goes with the next run.
    unshare -m sh -c "mount -t tmpfs none /proc
        '$kifu' convert --canonical big.sgf -o target.sgf & sleep 0.02; kill -9 \$!; wait" || true
    cmp target.sgf whole.sgf
    "$kifu" convert old.sgf -o another.sgf
    [ "$(ls -A | wc -l)" -eq 6 ]
}

@test "whatever the system refuses, the old file stays and the status is 2" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "a sanitizer is traced itself"
    strace -o /dev/null true 2>/dev/null || skip "strace is missing"
    local call
    for call in fsync rename fchmod write; do
        cp old.sgf target.sgf
        run strace -o /dev/null -e inject="$call:error=EIO" "$kifu" convert --canonical big.sgf -o target.sgf
        [ "$status" -eq 2 ]
        cmp target.sgf old.sgf
        [ "$(ls -A | wc -l)" -eq 3 ]
    done
    # No name may be given to a file that has none: it is copied to one that has.
    cp old.sgf target.sgf
    strace -o /dev/null -e inject=linkat:error=EXDEV "$kifu" convert --canonical big.sgf -o target.sgf
    "$kifu" diff big.sgf target.sgf
    [ "$(ls -A | wc -l)" -eq 3 ]
    # Links are unknown: the backup is a copy.
    printf '(;GM[1]FF[4]C[changed])' >target.sgf
    cp target.sgf was.sgf
    strace -o /dev/null -e inject=link:error=EPERM "$kifu" convert --backup old.sgf -o target.sgf
    cmp target.sgf~ was.sgf
}

@test "a limit on the size of files leaves the old file and says so" {
    cp old.sgf target.sgf
    run bash -c "trap '' XFSZ; ulimit -f 64; exec '$kifu' convert --canonical big.sgf -o target.sgf"
    [ "$status" -eq 2 ]
    [[ $output == *target.sgf* ]]
    cmp target.sgf old.sgf
    # Nothing half-written stays behind.
    [ "$(ls -A | wc -l)" -eq 3 ]
}

@test "a full disk leaves the old file and says so" {
    [ "$(id -u)" -eq 0 ] || skip "mounting a small disk needs root"
    mkdir disk
    mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null || skip "no tmpfs can be mounted here"
    cp old.sgf disk/target.sgf
    run "$kifu" convert --canonical big.sgf -o disk/target.sgf
    local left=0
    left=$(ls -A disk | wc -l)
    cmp disk/target.sgf old.sgf && local same=yes
    umount disk
    [ "$status" -eq 2 ]
    [[ $output == *target.sgf* ]]
    [ "$same" = yes ]
    [ "$left" -eq 1 ]
}

@test "a full standard output is an error" {
    [ -e /dev/full ] || skip "there is no /dev/full"
    run bash -c "'$kifu' convert --to sgf --canonical big.sgf >/dev/full"
    [ "$status" -eq 2 ]
    [ -n "$output" ]
}

@test "a folder that cannot be written to is an error" {
    run "$kifu" convert old.sgf -o no/such/folder.sgf
    [ "$status" -eq 2 ]
    [[ $output == *no/such/folder.sgf* ]]
}

@test "the input is not overwritten unless that is asked for" {
    cp old.sgf same.sgf
    run "$kifu" convert --canonical same.sgf -o same.sgf
    [ "$status" -eq 2 ]
    cmp same.sgf old.sgf
    run "$kifu" convert --canonical --in-place same.sgf
    [ "$status" -eq 0 ]
    run "$kifu" diff same.sgf old.sgf
    [ "$status" -eq 0 ]
}

@test "the permissions of a file that is replaced stay" {
    cp old.sgf target.sgf
    chmod 640 target.sgf
    "$kifu" convert old.sgf -o target.sgf
    [ "$(stat -c %a target.sgf)" = 640 ]
}

@test "what is one file by a link is rewritten once, and hard links are two" {
    mkdir two
    printf '(;SZ[9];B[ab])\n' >two/b.sgf
    ln -s b.sgf two/a.sgf
    ln two/b.sgf two/c.sgf
    run "$kifu" transform --rotate 90 --in-place -r -j 2 two
    [ "$status" -eq 0 ]
    [[ $output == *"'two/b.sgf' is the same file as 'two/a.sgf'"*"2 files, 2 written"* ]]
    [ "$(readlink two/a.sgf)" = b.sgf ]
    [ "$(cat two/b.sgf)" = '(;SZ[9];B[ha])' ] && cmp two/b.sgf two/c.sgf
    # A patch that holds a change twice cannot be applied.
    printf '(;FF[4]SZ[9]DT[13.9.2007];B[ab])\n' >two/b.sgf
    run "$kifu" fix -q --diff -r two
    [ "$status" -eq 1 ]
    [ "$(grep -c '^@@' <<<"$output")" = 1 ]
}

# 300 KB of 60 games, which are read and written one by one.
many() {
    local i
    for i in $(seq 60); do
        printf '(;GM[1]FF[4]SZ[19]GN[%s]PB[Müller]' "$i"
        yes ';B[pd]C[a comment];W[dp]LB[aa:x]' | head -n 150
        printf ')\n'
    done
}

@test "a large collection is written game by game as its games are" {
    many >many.sgf
    "$kifu" split --quiet many.sgf -o games
    local to one
    for to in ishi ascii; do
        for one in games/*; do
            [ "$to" != ascii ] || [ "$one" = games/many-00001.sgf ] || echo
            "$kifu" convert --quiet --to $to "$one"
        done >expected
        "$kifu" convert --quiet --to $to many.sgf >got
        cmp got expected
        "$kifu" convert --quiet --to $to <many.sgf >got
        cmp got expected
        # shellcheck disable=SC2002 # a pipe is the point
        cat many.sgf | "$kifu" convert --quiet --to $to >got
        cmp got expected
    done
    # In its own notation it comes back as it is.
    { printf '\357\273\277 words\n'; cat many.sgf; printf 'more words\n\n'; } >marked.sgf
    cat marked.sgf | "$kifu" convert --quiet --to sgf >got
    cmp got marked.sgf
    "$kifu" convert --quiet marked.sgf -o got.sgf
    cmp got.sgf marked.sgf
    "$kifu" convert --quiet many.sgf old.sgf -o joined.sgf
    cat many.sgf old.sgf | cmp - joined.sgf
}

@test "a large collection is not written when something speaks against it" {
    many >good.sgf
    cp good.sgf target.sgf
    # An error in the last game.
    { cat good.sgf; printf '(;GM[1]FF[4]AB[aa];B['; } >bad.sgf
    cp bad.sgf before.sgf
    run "$kifu" convert --canonical --in-place bad.sgf
    [ "$status" -eq 1 ]
    cmp bad.sgf before.sgf
    run "$kifu" convert --canonical bad.sgf -o target.sgf
    [ "$status" -eq 1 ]
    cmp target.sgf good.sgf
    # A game that Ishi cannot hold is lost, and the others are written.
    { cat good.sgf; printf '(;GM[1]FF[4]SZ[25];B[aa])'; } >wide.sgf
    run "$kifu" convert --to ishi wide.sgf
    [ "$status" -eq 1 ]
    [ "$(grep -c '^EVENT' <<<"$output")" -eq 60 ]
    [[ "$output" == *"this one is 25x25"* ]]
    run "$kifu" convert --strict --to ishi wide.sgf -o wide.go
    [ "$status" -eq 1 ]
    [ ! -e wide.go ]
    # None can be held.
    sed 's/SZ.19./SZ[25]/' good.sgf >wider.sgf
    run "$kifu" convert --to ishi wider.sgf -o wide.go
    [ "$status" -eq 1 ]
    [ ! -e wide.go ]
    # A loss in the last game.
    { cat good.sgf; printf '(;GM[1]FF[4]SZ[19];B[aa]XX[1])'; } >lossy.sgf
    run "$kifu" convert --strict --to davar lossy.sgf -o new.davar
    [ "$status" -eq 1 ]
    [[ "$output" == *"would be lost: property XX"* || "$output" == *"would be lost: game (60)"* ]]
    [ ! -e new.davar ]
    # No game, and what is no text.
    yes 'some words' | head -c 400000 >prose.sgf
    yes "$(printf '\001\377\200(x;]\033')" | head -c 400000 >noise.sgf
    for i in prose noise; do
        run "$kifu" convert --to sgf --from sgf $i.sgf -o target.sgf
        [ "$status" -eq 2 ]
        cmp target.sgf good.sgf
    done
    [ -z "$(ls -A | grep tmp || true)" ]
}

@test "the games of a large collection take the memory of one" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "a sanitizer takes memory of its own"
    many >many.sgf
    for i in $(seq 15); do cat many.sgf; done >large.sgf # 4.6 MB
    env time true 2>/dev/null || skip "no time to measure with"
    run env time -f %M "$kifu" convert --quiet --to ishi large.sgf -o large.go
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" -lt 16384 ]
    run env time -f %M "$kifu" convert --quiet --to ascii large.sgf -o large.txt
    [ "${lines[-1]}" -lt 16384 ]
}

@test "where temporary files have no room, a large input from a pipe is kept in memory" {
    unshare -m true 2>/dev/null || skip "no name space of mounts can be made here"
    yes '(;GM[1]FF[4]SZ[19]PB[Ada];B[pd]C[a comment];W[dp])' | head -n 40000 >many.sgf
    local command room
    for command in "set PB=Eve" "annotate" "convert --to ishi"; do
        "$kifu" $command <many.sgf >whole
        for room in 4k 700k 3m; do
            # The folder of the test is below /tmp, and still is the one that it is in.
            unshare -m sh -c "cat many.sgf | {
                exec >new; mount -t tmpfs -o size=$room none /tmp && exec '$kifu' $command; }"
            cmp new whole
        done
    done
}

@test "annotate says why findings are left out where there is no room for temporary files" {
    unshare -m true 2>/dev/null || skip "no name space of mounts can be made here"
    yes '(;SZ[9];B[aa];B[aa];B[aa])' | head -n 12000 >many.sgf
    run unshare -m sh -c "cat many.sgf | {
        mount -t tmpfs -o ro none /tmp && exec '$kifu' annotate 2>&1 >/dev/null; }"
    [[ $output == *'more findings are not written into comments: of one kind, games that are read at once get '* ]]
    [[ $output == *'standard input is copied, and there is no file for that: Read-only file system'* ]]
    run bash -c "'$kifu' annotate <many.sgf 2>&1 >/dev/null"
    [[ $output != *'not written'* ]]
}

@test "extract reads a pipe with a name once, with whatever number of processes" {
    printf '(;SZ[9];B[aa]) (;SZ[9];B[cc])' >a.txt
    printf '(;SZ[9];B[ee])' >b.txt
    mkfifo pipe
    cat a.txt >pipe &
    run timeout 20 "$kifu" extract --jobs 2 -o out pipe b.txt
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ "$(ls out)" = "$(printf '%s\n' b-00003.sgf pipe-00001.sgf pipe-00002.sgf)" ]
}
