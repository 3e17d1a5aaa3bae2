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
