#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Catalogues that something happens to: a run that is killed, a full disk, damage, a folder without
# rights, several at once.

setup() {
    [ "${KIFU_SQLITE:-ON}" = ON ] || skip "built without SQLite"
    cd "$BATS_TEST_TMPDIR"
}

# games FILE COUNT SEED [MOVES]: games with different moves and names.
games() {
    awk -v count="$2" -v seed="$3" -v moves="${4:-40}" 'BEGIN {
        srand(seed)
        for (g = 0; g < count; g++) {
            printf "(;GM[1]FF[4]SZ[9]PB[p%d]PW[p%d]", rand() * 50, rand() * 50
            for (m = 0; m < moves; m++)
                printf ";%s[%c%c]", m % 2 ? "W" : "B", 97 + int(rand() * 9), 97 + int(rand() * 9)
            print ")"
        }
    }' >"$1"
}

# Runs a command as somebody whom the rights of files bind, which they do not root.
bound() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
    else
        "$@"
    fi
}

# A folder that everybody may enter, for bound.
open_folder() {
    shelf=$(mktemp -d)
    chmod 755 "$shelf"
}

teardown() {
    [ -z "${shelf:-}" ] || { chmod -R u+w "$shelf" && rm -rf "$shelf"; }
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
    for i in $(seq 1 "${KIFU_KILLS:-5}"); do
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

@test "names that mean something else to SQLite are files" {
    games a.sgf 3 1
    for name in :memory: 'file:x.kifudb' 'file:y?mode=memory' 'a b?c#d%20.kifudb'; do
        "$KIFU" catalog add -q "$name" a.sgf
        [ -s "$name" ]
        [ "$("$KIFU" find "$name" --count)" = "3	0" ]
    done
    run "$KIFU" catalog add '' a.sgf
    [ "$status" -eq 2 ]
}

@test "a pipe is no catalogue, and nobody waits for it" {
    mkfifo pipe
    run timeout 10 "$KIFU" find pipe
    [ "$status" -eq 2 ]
    [[ $output == *"'pipe' is no file"* ]]
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
    for i in $(seq 1 "${KIFU_KILLS:-10}"); do
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
    command -v setpriv >/dev/null || [ "$(id -u)" -ne 0 ] || skip "setpriv is not installed"
    games a.sgf 200 1
    open_folder
    "$KIFU" catalog add -q "$shelf/g.kifudb" a.sgf
    before=$(cksum "$shelf/g.kifudb")
    chmod a-w "$shelf" "$shelf/g.kifudb"
    [ "$(bound "$KIFU" find "$shelf/g.kifudb" --count)" = "200	0" ]
    bound "$KIFU" catalog check -q "$shelf/g.kifudb"
    run bound "$KIFU" catalog add "$shelf/g.kifudb" /dev/null
    [ "$status" -eq 2 ]
    [ "$(cksum "$shelf/g.kifudb")" = "$before" ]
    [ "$(ls "$shelf")" = g.kifudb ]
}

@test "two readers and a writer at once" {
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
    # A reader that was still at work kept the log; the next writer clears it away.
    "$KIFU" catalog add -q g.kifudb b.sgf
    [ "$(ls g.kifudb*)" = g.kifudb ]
}

@test "readers that come while writers come and go" {
    games a.sgf 300 1
    printf '.\n' >point.txt
    "$KIFU" catalog add -q g.kifudb a.sgf
    {
        for i in $(seq 1 "${KIFU_TURNS:-5}"); do
            games b.sgf 20 "$i"
            "$KIFU" catalog add -q g.kifudb b.sgf
            "$KIFU" catalog remove -q g.kifudb b.sgf
        done
        touch done
    } &
    writer=$!
    while [ ! -e done ]; do
        for i in 1 2; do
            "$KIFU" find g.kifudb --pattern point.txt --count --jobs $i >"$i.txt" &
            readers[i]=$!
        done
        for i in 1 2; do
            wait "${readers[i]}"
            n=$(cut -f 1 "$i.txt")
            [ "$n" -eq 300 ] || [ "$n" -eq 320 ]
        done
    done
    wait $writer
}

# Starts a reader that stands still after its first line, of many.
stand_still() {
    printf '.\n' >point.txt
    mkfifo pipe
    "$@" --pattern point.txt --json >pipe &
    reader=$!
    exec 8<pipe
    read -r -u 8 line
}

# Whether it goes on to its end, with all games but the first.
goes_on() {
    [ "$(grep -c '"file"' <&8)" -eq "$1" ]
    exec 8<&-
    wait $reader
}

# A catalogue in a folder that everybody may enter, with the games of a.sgf; those of b.sgf can be
# added to it.
shelf_of_two() {
    [ "$(id -u)" -eq 0 ] || skip "needs two users"
    command -v setpriv >/dev/null || skip "setpriv is not installed"
    games a.sgf 3000 1
    games b.sgf 20 2
    open_folder
    "$KIFU" catalog add -q "$shelf/g.kifudb" a.sgf
}

# Waits until there is such a file.
comes() {
    for _ in $(seq 200); do
        [ ! -e "$1" ] || return 0
        sleep 0.05
    done
    return 1
}

# Starts to add b.sgf to the catalogue of shelf_of_two, and what comes on descriptor 9, and waits
# until the transaction is open.
begin_to_add() {
    mkfifo input
    "$KIFU" catalog add -q "$shelf/g.kifudb" b.sgf - <input 3>&- &
    writer=$!
    exec 9>input
    comes "$shelf/g.kifudb-shm"
    sleep 0.5
}

@test "a reader that stands still keeps nobody out" {
    games a.sgf 3000 1
    games b.sgf 20 2
    "$KIFU" catalog add -q g.kifudb a.sgf
    stand_still "$KIFU" find g.kifudb
    timeout 5 "$KIFU" catalog add -q g.kifudb b.sgf
    timeout 5 "$KIFU" catalog remove -q g.kifudb a.sgf
    [ "$("$KIFU" find g.kifudb --count | cut -f 1)" -eq 20 ]
    goes_on 2999
    [ "$("$KIFU" find g.kifudb --count | cut -f 1)" -eq 20 ]
    [ "$(ls g.kifudb*)" = g.kifudb ]
    "$KIFU" catalog check -q g.kifudb
}

@test "a catalogue among the files that are added is left alone, and so is its log" {
    games a.sgf 300 1
    games b.sgf 20 2
    "$KIFU" catalog add -q g.kifudb a.sgf
    mkfifo input
    timeout 20 "$KIFU" catalog add g.kifudb g.kifudb b.sgf - <input >out.txt 2>&1 3>&- &
    writer=$!
    exec 9>input
    sleep 0.3
    "$KIFU" catalog stats -q g.kifudb 9>&-
    stand_still "$KIFU" find g.kifudb 9>&-
    games c.sgf 10 3
    cat c.sgf >&9
    exec 9>&-
    wait $writer || [ $? -eq 1 ]
    grep "it belongs to the catalogue itself" out.txt
    exec 8<&-
    wait $reader || true
    [ "$(stat_of g.kifudb games)" -eq 330 ]
    [ "$(ls g.kifudb*)" = g.kifudb ]
    "$KIFU" catalog check -q g.kifudb
}

@test "a link to a catalogue is read with the log of the file" {
    shelf_of_two
    mkdir "$shelf/links"
    chmod 755 "$shelf/links"
    ln -s ../g.kifudb "$shelf/links/l.kifudb"
    stand_still "$KIFU" find "$shelf/g.kifudb"
    "$KIFU" catalog add -q "$shelf/g.kifudb" b.sgf
    [ -s "$shelf/g.kifudb-wal" ]
    [ "$(bound "$KIFU" find "$shelf/links/l.kifudb" --count | cut -f 1)" -eq 3020 ]
    goes_on 2999
}

@test "who adds waits for a reader that may not write" {
    shelf_of_two
    stand_still bound "$KIFU" find "$shelf/g.kifudb"
    "$KIFU" catalog remove -q "$shelf/g.kifudb" a.sgf &
    writer=$!
    sleep 0.3
    kill -0 $writer
    goes_on 2999
    wait $writer
    "$KIFU" catalog add -q "$shelf/g.kifudb" b.sgf
    [ "$(bound "$KIFU" find "$shelf/g.kifudb" --count | cut -f 1)" -eq 20 ]
    [ "$(ls "$shelf")" = g.kifudb ]
}

@test "readers that may not write, one after the other, keep no writer out" {
    shelf_of_two
    stand_still bound "$KIFU" find "$shelf/g.kifudb"
    "$KIFU" catalog add -q "$shelf/g.kifudb" b.sgf 8<&- &
    writer=$!
    # It waits for the first reader; the second comes in at once, and is not waited for.
    comes "$shelf/g.kifudb-shm"
    kill -0 $writer
    mkfifo pipe2
    timeout 60 setpriv --reuid 65534 --regid 65534 --clear-groups \
        "$KIFU" find "$shelf/g.kifudb" --pattern point.txt --json >pipe2 8<&- &
    second=$!
    exec 9<pipe2
    read -r -t 9 -u 9 line
    kill -0 $writer
    goes_on 2999
    wait $writer
    [ "$(bound "$KIFU" find "$shelf/g.kifudb" --count | cut -f 1)" -eq 3020 ]
    [ "$(grep -c '"file"' <&9)" -eq 2999 ]
    exec 9<&-
    wait $second
    "$KIFU" catalog check -q "$shelf/g.kifudb"
    [ "$(ls "$shelf")" = g.kifudb ]
}

@test "a reader that may not write does not wait for who adds" {
    shelf_of_two
    begin_to_add
    [ "$(timeout 9 setpriv --reuid 65534 --regid 65534 --clear-groups \
        "$KIFU" find "$shelf/g.kifudb" --count | cut -f 1)" -eq 3000 ]
    games c.sgf 10 3
    cat c.sgf >&9
    exec 9>&-
    wait $writer
    [ "$(bound "$KIFU" find "$shelf/g.kifudb" --count | cut -f 1)" -eq 3030 ]
}

# Sets the version in the first page of a catalogue, the sum of the page, and the mark at the end
# that files have since version 6.
set_version() {
    python3 - "$1" "$2" <<'END'
import struct, sys
ALL, ODD = 2**64 - 1, 0x9E3779B97F4A7C15

def turn(word, by):
    return (word << by | word >> (64 - by)) & ALL

def sum_of(data):
    lanes = [ODD * k & ALL for k in (1, 3, 5, 7)]
    for words in struct.iter_unpack("<4Q", data):
        lanes = [turn((lane ^ word) * ODD & ALL, 29) for lane, word in zip(lanes, words)]
    total = len(data) * ODD & ALL
    for lane in lanes:
        total = turn((total ^ lane) * 0xBF58476D1CE4E5B9 & ALL, 31)
    return total ^ total >> 32

with open(sys.argv[1], "r+b") as file:
    page = bytearray(file.read(65536))
    page[60:64] = struct.pack(">I", int(sys.argv[2]))
    page[-8:] = bytes(8)
    page[-8:] = struct.pack("<Q", sum_of(page[:-32]) ^ turn(sum_of(page[-32:]), 17))
    file.seek(0)
    file.write(page)
    file.truncate(file.seek(0, 2) // 65536 * 65536)
    if int(sys.argv[2]) >= 6:
        file.seek(0, 2)
        file.write(b"kifu-end" + page[-8:])
END
}

# Whether a copy is reported, or says what the catalogue said at some time: one of these files.
is_some_state() {
    local status=0 state
    "$KIFU" find "$1" --pattern cross.txt --json >now.json 2>err.txt || status=$?
    if [ "$status" -eq 2 ]; then
        grep -q "copied while somebody added" err.txt
        return
    fi
    "$KIFU" catalog check -q "$1"
    for state in "${@:2}"; do
        ! cmp -s "$state" now.json || return 0
    done
    return 1
}

@test "a copy of the file alone is the catalogue of some time, or is reported" {
    games a.sgf 3000 1
    games b.sgf 1000 2
    printf 'XO\nOX\n' >cross.txt
    "$KIFU" catalog add -q g.kifudb a.sgf
    cp g.kifudb before
    "$KIFU" find g.kifudb --pattern cross.txt --json >1.json
    "$KIFU" catalog add -q g.kifudb b.sgf
    "$KIFU" find g.kifudb --pattern cross.txt --json >2.json
    # The first pages from before, the others from after.
    pages=$(($(stat -c %s before) / 65536))
    for ((i = 0; i <= pages; i++)); do
        { head -c $((i * 65536)) before; tail -c +$((i * 65536 + 1)) g.kifudb; } >c.kifudb
        is_some_state c.kifudb 2.json
        [ "$i" -eq 0 ] || [ -s err.txt ]
    done
    # Cut short.
    head -c $((pages * 65536)) before >c.kifudb
    is_some_state c.kifudb
    # Meanwhile.
    "$KIFU" catalog remove -q g.kifudb b.sgf
    "$KIFU" find g.kifudb --pattern cross.txt --json >3.json
    for i in 1 2 3 4 5 6; do
        "$KIFU" catalog add -q g.kifudb b.sgf
        "$KIFU" catalog remove -q g.kifudb b.sgf
    done &
    writer=$!
    for i in $(seq 20); do
        cp g.kifudb "copy$i.kifudb"
        kill -0 $writer 2>/dev/null || break
    done
    wait $writer
    for copy in copy*.kifudb; do
        is_some_state "$copy" 1.json 2.json 3.json
    done
}

# copy FROM TO: the file, with the log where there is one.
copy() {
    rm -f "$2"*
    cp "$1" "$2"
    [ ! -e "$1-wal" ] || cp "$1-wal" "$2-wal"
}

# Adds a file while a reader stands still, and copies the catalogue to the folder, with the log.
add_to_log() {
    stand_still "$KIFU" find g.kifudb
    "$KIFU" catalog add -q g.kifudb "$1" 8<&-
    mkdir "$2"
    copy g.kifudb "$2/c.kifudb"
    exec 8<&-
    wait $reader || true
    rm pipe
    "$KIFU" catalog stats -q g.kifudb
    [ ! -e g.kifudb-wal ]
    cp g.kifudb "$2/after"
}

# Whether it is reported, for readers and writers, and left as it is.
is_refused() {
    local sum
    sum=$(cksum "$1"*)
    for words in "find $1" "catalog add $1 b.sgf" "catalog check $1"; do
        # shellcheck disable=SC2086
        run timeout 9 "$KIFU" $words
        [ "$status" -eq 2 ]
        [[ $output == *"copied while somebody added"*"[catalog/damaged]"* ]]
    done
    [ "$(cksum "$1"*)" = "$sum" ]
}

@test "a copy of two times is reported, whatever log without a change is beside it" {
    games a.sgf 3000 1
    games b.sgf 1000 2
    "$KIFU" catalog add -q g.kifudb a.sgf
    head -c 262144 g.kifudb >c.kifudb
    "$KIFU" catalog add -q g.kifudb b.sgf
    tail -c +262145 g.kifudb >>c.kifudb
    is_refused c.kifudb
    for size in 1 32 100000; do
        head -c $size /dev/zero >c.kifudb-wal
        is_refused c.kifudb
    done
}

@test "a log is read with the file that it belongs to, and reported beside another" {
    games a.sgf 3000 1
    "$KIFU" catalog add -q g.kifudb a.sgf
    for i in 1 2 3; do
        games b.sgf $((i * 10)) $((i + 1))
        cp b.sgf b$i.sgf
        add_to_log b$i.sgf $i
    done
    mkdir 0
    cp 1/c.kifudb 0/after
    for i in 1 2 3; do
        total=$((3000 + 5 * i * (i + 1)))
        for state in 0 1 2 3; do
            copy $state/after d.kifudb
            cp $i/c.kifudb-wal d.kifudb-wal
            # Before the change, and behind it.
            if [ $state -eq $i ] || [ $state -eq $((i - 1)) ]; then
                [ "$("$KIFU" find d.kifudb --count | cut -f 1)" -eq $total ]
                "$KIFU" catalog check -q d.kifudb
            else
                is_refused d.kifudb
            fi
        done
    done
}

@test "many changes in one run are told from each other" {
    games a.sgf 3000 1
    games b.sgf 70000 2
    games c.sgf 10 3
    "$KIFU" catalog add -q g.kifudb a.sgf
    number() { od -An -tu1 -j 40 -N 4 "$1"; }
    before=$(number g.kifudb)
    "$KIFU" catalog add -q g.kifudb b.sgf c.sgf
    # One for the first 65,536 games, one for the rest.
    read -ra old <<<"$before"
    read -ra new <<<"$(number g.kifudb)"
    [ "$((new[3] - old[3]))" -ge 2 ]
}

@test "a reader that may not write is not kept waiting by a run that was killed" {
    shelf_of_two
    begin_to_add
    kill -9 $writer
    wait $writer || true
    exec 9>&-
    [ -e "$shelf/g.kifudb-shm" ]
    # When it is killed a little later it has begun the log.
    cp "$shelf/g.kifudb" g.kifudb
    add_to_log b.sgf 1
    head -c 32 1/c.kifudb-wal >"$shelf/g.kifudb-wal"
    [ "$(timeout 5 setpriv --reuid 65534 --regid 65534 --clear-groups \
        "$KIFU" find "$shelf/g.kifudb" --count | cut -f 1)" -eq 3000 ]
    [ "$("$KIFU" find "$shelf/g.kifudb" --count | cut -f 1)" -eq 3000 ]
}

@test "two that add and remove at once wait for each other" {
    games a.sgf 500 1
    "$KIFU" catalog add -q g.kifudb a.sgf
    for who in 1 2; do
        games b$who.sgf 5 $((who + 1))
        {
            for _ in $(seq "${KIFU_TURNS:-40}"); do
                "$KIFU" catalog add -q g.kifudb b$who.sgf || exit 1
                "$KIFU" catalog remove -q g.kifudb b$who.sgf || exit 1
            done
        } 3>&- &
        runs[who]=$!
    done
    wait "${runs[1]}"
    wait "${runs[2]}"
    [ "$("$KIFU" find g.kifudb --count)" = "500	0" ]
    "$KIFU" catalog check -q g.kifudb
}

@test "an empty file may be a catalogue that is being made, and nobody is told to remove it" {
    : >g.kifudb
    run "$KIFU" find g.kifudb
    [ "$status" -eq 2 ]
    [[ $output == *"is empty, or is only just being made"* ]]
    [[ $output != *remove* ]]
}

# Changes the file as a program does that is killed while it writes pages in their place: its
# journal holds what they were.
half_write() {
    python3 - "$1" <<'END'
import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("PRAGMA journal_mode = DELETE")
END
    set_version "$1" "$(od -An -tu1 -j 63 -N 1 "$1")"
    python3 - "$1" <<'END'
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size = 1")
db.execute("PRAGMA cache_spill = 1")
db.execute("BEGIN IMMEDIATE")
db.execute("UPDATE events SET data = zeroblob(length(data))")
db.execute("UPDATE columns SET data = zeroblob(length(data))")
os._exit(0)
END
}

@test "a reader finds the file whole that a run left in the middle of a change" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    command -v setpriv >/dev/null || [ "$(id -u)" -ne 0 ] || skip "setpriv is not installed"
    games a.sgf 1500 1
    printf 'XO\nOX\n' >cross.txt
    open_folder
    "$KIFU" catalog add -q "$shelf/g.kifudb" a.sgf
    "$KIFU" find "$shelf/g.kifudb" --pattern cross.txt --json >right.json
    half_write "$shelf/g.kifudb"
    [ -s "$shelf/g.kifudb-journal" ]
    chmod 555 "$shelf" && chmod 444 "$shelf"/*
    run bound "$KIFU" find "$shelf/g.kifudb" --count
    [ "$status" -eq 2 ]
    [[ $output == *"repairs it where that is allowed"* ]]
    chmod 755 "$shelf" && chmod 644 "$shelf"/*
    "$KIFU" find "$shelf/g.kifudb" --pattern cross.txt --json >now.json
    cmp right.json now.json
    "$KIFU" catalog check -q "$shelf/g.kifudb"
    [ "$(ls "$shelf")" = g.kifudb ]
}

@test "a file of another program, of a newer kifu or cut short is refused" {
    games a.sgf 300 1
    "$KIFU" catalog add -q g.kifudb a.sgf
    : >empty.kifudb
    head -c 50 g.kifudb >short.kifudb
    head -c 65536 g.kifudb >page.kifudb
    head -c 100000 /dev/urandom >noise.kifudb
    cp g.kifudb newer.kifudb
    printf '\0\0\0\143' | dd of=newer.kifudb bs=1 seek=60 conv=notrunc status=none
    cp g.kifudb older.kifudb
    printf '\0\0\0\1' | dd of=older.kifudb bs=1 seek=60 conv=notrunc status=none
    cp g.kifudb foreign.kifudb
    printf 'none' | dd of=foreign.kifudb bs=1 seek=68 conv=notrunc status=none
    cp g.kifudb pages.kifudb
    printf '\20\0' | dd of=pages.kifudb bs=1 seek=16 conv=notrunc status=none
    mkdir folder.kifudb
    for name in empty short page noise newer older foreign pages folder missing; do
        [ ! -f $name.kifudb ] || cp $name.kifudb before
        for words in find "catalog stats" "catalog check" "catalog update"; do
            # An empty file is where a new catalogue goes.
            [ "$name $words" != "empty catalog update" ] || continue
            # shellcheck disable=SC2086
            run "$KIFU" $words $name.kifudb
            [ "$status" -eq 2 ]
            [[ $output == *"$name.kifudb"*"catalog/"* ]]
        done
        [ ! -f $name.kifudb ] || cmp $name.kifudb before
    done
    [[ $("$KIFU" find newer.kifudb 2>&1) == *"newer kifu"* ]]
    [[ $("$KIFU" find older.kifudb 2>&1) == *"older kifu"*"kifu catalog add"* ]]
    [[ $("$KIFU" find empty.kifudb 2>&1) == *"kifu catalog add"* ]]
}

@test "a catalogue of a version before is read, and added to as it is" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    games a.sgf 100 1
    games b.sgf 16300 2
    for name in 3 4 5 6 newer; do
        "$KIFU" catalog add -q $name.kifudb a.sgf
        [ $name = newer ] || set_version $name.kifudb $name
        "$KIFU" catalog add -q $name.kifudb b.sgf
        "$KIFU" catalog check -q $name.kifudb
    done
    for name in 3 4 5 6; do
        [ "$(od -An -tu1 -j 63 -N 1 $name.kifudb)" -eq $name ]
        for at in 20 34 40; do
            "$KIFU" find $name.kifudb --position b.sgf --game 70 --at $at --json >older.json
            "$KIFU" find newer.kifudb --position b.sgf --game 70 --at $at --json >newer.json
            grep -q '"game":70,' newer.json
            cmp older.json newer.json
        done
    done
}

# How many segments of a catalogue have postings.
posted() {
    python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM posting_index").fetchone()[0])' "$1"
}

@test "postings that a few games put off are made later, and no answer changes" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    games a.sgf 16150 1 8
    games b.sgf 300 2
    games c.sgf 32200 3 8
    "$KIFU" catalog add -q one.kifudb a.sgf b.sgf
    "$KIFU" catalog add -q two.kifudb a.sgf
    "$KIFU" catalog add -q two.kifudb b.sgf
    [ "$(posted one.kifudb)" -eq 1 ]
    [ "$(posted two.kifudb)" -eq 0 ]
    for name in one two; do
        for at in 0 1 12 30; do
            "$KIFU" find $name.kifudb --position b.sgf --game 3 --at $at --json
            "$KIFU" find $name.kifudb --position b.sgf --game 3 --at $at --any-colour --count
        done >$name.txt
        "$KIFU" catalog check -q $name.kifudb
    done
    grep -q '"file":"b.sgf","game":3,' one.txt
    cmp one.txt two.txt
    cp two.kifudb three.kifudb
    "$KIFU" catalog update -q two.kifudb
    [ "$(posted two.kifudb)" -eq 1 ]
    "$KIFU" catalog check -q two.kifudb
    cp two.kifudb before
    "$KIFU" catalog update -q two.kifudb
    cmp before two.kifudb
    # With the next segment that is begun and filled.
    "$KIFU" catalog add -q three.kifudb c.sgf
    [ "$(posted three.kifudb)" -eq 3 ]
    "$KIFU" catalog check -q three.kifudb
}

@test "where postings of two segments wait, a run that fills one more makes those of one" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    games a.sgf 16000 1 8
    "$KIFU" catalog add -q g.kifudb a.sgf
    for number in 1 2 3 4; do
        games $number.sgf 16192 "$number" 8
        "$KIFU" catalog add -q g.kifudb $number.sgf
        [ "$(posted g.kifudb)" -eq $((number > 2 ? number - 2 : 0)) ]
        [ "$(stat_of g.kifudb waiting)" -eq $((number > 2 ? 2 : number)) ]
    done
    "$KIFU" catalog check -q g.kifudb
    "$KIFU" catalog update -q g.kifudb
    [ "$(posted g.kifudb)" -eq 4 ]
    [ "$(stat_of g.kifudb waiting)" -eq 0 ]
    "$KIFU" catalog check -q g.kifudb
}

@test "words of comments in a catalogue of a version before are those that were written" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    echo '(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ada];B[ee]C[die Straße])' >a.sgf
    echo '(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ben];B[ee]C[die Strasse])' >b.sgf
    "$KIFU" catalog create 6.kifudb
    set_version 6.kifudb 6
    "$KIFU" catalog add -q 6.kifudb a.sgf b.sgf
    "$KIFU" catalog add -q 7.kifudb a.sgf b.sgf
    for word in straße Strasse; do
        [ "$("$KIFU" find 7.kifudb --words $word --count 2>&1)" = "2	0" ]
        "$KIFU" find 6.kifudb --words $word --paths >out.txt 2>err.txt
        if [ $word = straße ]; then
            [ "$(cat out.txt)" = a.sgf ]
            grep -F "comments have 'straße' only where it is written so [catalog/words]" err.txt
        else
            [ "$(cat out.txt)" = b.sgf ]
            [ ! -s err.txt ] || ! grep words err.txt
        fi
    done
    [ "$(od -An -tu1 -j 63 -N 1 6.kifudb)" -eq 6 ]
}

@test "a word with accents of their own is found in such a catalogue as one without, and nothing is said" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    echo '(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ada];B[ee]C[une étude])' >a.sgf
    echo '(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ben];B[ee]C[ёлка])' >b.sgf
    "$KIFU" catalog create 6.kifudb
    set_version 6.kifudb 6
    "$KIFU" catalog add -q 6.kifudb a.sgf b.sgf
    [ "$("$KIFU" find 6.kifudb --words $'e\xcc\x81tude' --paths 2>&1)" = a.sgf ]
    # The tokenizer knows the accents of Latin letters alone.
    run "$KIFU" find 6.kifudb --words $'е\xcc\x88лка' --paths
    [[ $output == *"[catalog/words]"* ]]
    # A long word is cut at a character.
    run "$KIFU" find 6.kifudb --words "a$(printf 'ß%.0s' $(seq 50))"
    [[ $output == *"have 'a$(printf 'ß%.0s' $(seq 29))' only"* ]]
}

@test "an update on a full disk keeps what it read, and leaves the postings to the next" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    games a.sgf 16150 1
    games b.sgf 300 2
    "$KIFU" catalog add -q g.kifudb a.sgf
    "$KIFU" catalog add -q g.kifudb b.sgf
    [ "$(posted g.kifudb)" -eq 0 ]
    games b.sgf 20 3
    size=$(($(stat -c %s g.kifudb) / 1024))
    run bash -c "ulimit -f $((size + 300)); trap '' XFSZ; '$KIFU' catalog update g.kifudb"
    [ "$status" -eq 0 ]
    [[ $output == *"20 games added from 1 file, 1 of them changed"* ]]
    [[ $output == *"warning: what makes searches for whole boards fast waits for the next 'update': "* ]]
    [ "$(stat_of g.kifudb games)" -eq 16170 ]
    [ "$(posted g.kifudb)" -eq 0 ]
    "$KIFU" catalog check -q g.kifudb
    "$KIFU" catalog update -q g.kifudb
    [ "$(posted g.kifudb)" -eq 1 ]
    "$KIFU" catalog check -q g.kifudb
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

@test "when no file is where it was, update says what their names mean" {
    mkdir here there
    games here/a.sgf 5 1
    (cd here && "$KIFU" catalog add -q ../g.kifudb a.sgf)
    (cd there && "$KIFU" catalog update ../g.kifudb) >out.txt 2>err.txt
    grep -x "gone: a.sgf" out.txt
    grep -F "their names begin in the folder in which they were added [catalog/source]" err.txt
    [ "$(stat_of g.kifudb games)" -eq 5 ]
    (cd here && "$KIFU" catalog update ../g.kifudb) >out.txt 2>err.txt
    [ ! -s err.txt ]
    grep -F "1 unchanged" out.txt
}

@test "of whole names, and of what cannot be read, update does not say that they begin in a folder" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    open_folder
    games "$shelf/a.sgf" 5 1
    "$KIFU" catalog add -q whole.kifudb "$shelf/a.sgf"
    cp "$shelf/a.sgf" kept.sgf
    rm "$shelf/a.sgf"
    "$KIFU" catalog update whole.kifudb >out.txt 2>err.txt
    grep -x "gone: $shelf/a.sgf" out.txt
    [ ! -s err.txt ]
    # One of each kind.
    "$KIFU" catalog add -q whole.kifudb kept.sgf
    rm kept.sgf
    "$KIFU" catalog update whole.kifudb 2>err.txt
    grep -F "none of the files is there: names without '/' in front begin in the folder" err.txt
    # An archive that is there, and may not be read or is cut short.
    games "$shelf/a.sgf" 5 1
    games "$shelf/b.sgf" 5 2
    (
        cd "$shelf"
        python3 -m zipfile -c a.zip a.sgf b.sgf
        "$KIFU" catalog add -q g.kifudb a.zip || exit 9
        chmod 777 .
        chmod 666 g.kifudb
        chmod 0 a.zip
    ) || skip "built without libarchive"
    # A shell of that user could not enter the tree, where it is root's.
    cd "$shelf"
    run bound "$KIFU" catalog update g.kifudb
    cd "$BATS_TEST_TMPDIR"
    [ "$status" -eq 1 ]
    [[ $output == *"warning: cannot read 'a.zip': Permission denied [catalog/source]"* ]]
    [[ $output == *"g.kifudb: 0 games added from 0 files, 1 without a game"* && ${#lines[@]} -eq 2 ]]
    chmod 644 "$shelf/a.zip"
    truncate -s 60 "$shelf/a.zip"
    run bash -c "cd '$shelf' && '$KIFU' catalog update g.kifudb"
    [ "$status" -eq 2 ]
    [[ $output != *"none of the files"* && $output != *"gone"* ]]
    [ "$(stat_of "$shelf/g.kifudb" games)" -eq 10 ]
}

@test "a bar says how fast games are added and how long it will take, also where there is little room" {
    command -v script >/dev/null || skip "script(1) is missing"
    games a.sgf 3000 1
    for i in $(seq 60); do cat a.sgf; done >b.sgf
    script -qec "stty cols 100; TERM=xterm '$KIFU' catalog add g.kifudb b.sgf a.sgf" /dev/null >bar.txt
    tr '\r' '\n' <bar.txt | grep -E '^\[#+\.+\] 0 of 2 files, [0-9]+ games/s, [0-9]+:[0-9][0-9] left'
    grep -F "183000 games added from 2 files" bar.txt
    script -qec "stty cols 40; TERM=xterm '$KIFU' catalog add h.kifudb b.sgf" /dev/null >bar.txt
    tr '\r' '\n' <bar.txt | sed 's/\x1b\[K//' | grep games/s >lines.txt
    [ -s lines.txt ]
    [ "$(awk '{ if (length > most) most = length } END { print most }' lines.txt)" -lt 40 ]
}

@test "a game that stands there twice is found: whole, cut, mended and turned" {
    games a.sgf 60 1
    # The third game again: with its first stones exchanged for others of their own, cut short, and
    # mirrored.
    line=$(sed -n 3p a.sgf)
    {
        echo "$line"
        echo "$line" | sed 's/;[BW]\[..\])$/)/; s/;[BW]\[..\])$/)/'
        echo "$line" | sed 's/\(;W\[\)..\(\];B\[..\];W\[..\])\)$/\1ai\2/'
        echo "$line" | sed 's/\([BW]\[\)\(.\)\(.\)\]/\1\3\2]/g'
    } >b.sgf
    "$KIFU" catalog add -q g.kifudb a.sgf b.sgf
    "$KIFU" find g.kifudb --duplicates --to tsv | cut -f 2-4 >found.txt
    printf 'relation\tfile\tgame\nfirst\ta.sgf\t3\nidentical\tb.sgf\t1\nprefix\tb.sgf\t2\nnear\tb.sgf\t3\nidentical\tb.sgf\t4\n' >expected.txt
    diff expected.txt found.txt
    [ "$("$KIFU" find g.kifudb --duplicates --count)" = "1	4" ]
    run "$KIFU" find g.kifudb --duplicates --source a.sgf
    [ "$status" -eq 1 ]
    [ "$("$KIFU" find g.kifudb --similar b.sgf --game 1 --limit 1 --to tsv | sed 1d | cut -f 1-2)" = "a.sgf	3" ]
}

@test "what is exported says what the records do" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    # Moves of a line that nothing is taken in, so that the stones can be told by hand.
    awk 'BEGIN { srand(5)
        for (g = 0; g < 40; g++) {
            printf "(;GM[1]FF[4]SZ[9]PB[p%d]PW[p%d]RE[%s]", g, g + 1, g % 3 ? "B+R" : "W+2"
            for (m = 0; m < 9; m++)
                printf ";%s[%c%c]", m % 2 ? "W" : "B", 97 + m, m % 2 ? 97 + int(rand() * 4) : 102 + int(rand() * 4)
            print g % 4 ? ")" : ";W[])"
        }
    }' >a.sgf
    "$KIFU" catalog add -q g.kifudb a.sgf
    "$KIFU" catalog export -q g.kifudb -o moves.npz
    "$KIFU" catalog export -q g.kifudb --planes -o planes.npz
    "$KIFU" catalog export -q g.kifudb -o games.jsonl
    "$KIFU" catalog export -q g.kifudb -o moves.npy
    "$KIFU" catalog export -q g.kifudb --planes -o planes.npy
    python3 "$KIFU_SOURCE/test/npz.py" moves.npz planes.npz games.jsonl moves.npy planes.npy
    "$KIFU" catalog export -q g.kifudb --sample 7 --seed 3 --to tsv >one.tsv
    "$KIFU" catalog export -q g.kifudb --sample 7 --seed 3 --to tsv >two.tsv
    cmp one.tsv two.tsv
    [ "$(wc -l <one.tsv)" -eq 8 ]
    "$KIFU" catalog export -q g.kifudb --per game -o games/
    [ "$(find games -name '*.sgf' | wc -l)" -eq 40 ]
    "$KIFU" diff a.sgf <("$KIFU" catalog export g.kifudb) || [ $? -eq 1 ]
    # A move onto a stone is a move as others are, and the stone lies there before it.
    echo '(;GM[1]FF[4]SZ[3];B[bb];W[bb];B[ba];W[ba];B[cc])' >onto.sgf
    "$KIFU" catalog add -q onto.kifudb onto.sgf
    "$KIFU" catalog export -q onto.kifudb --planes -o onto.npz
    python3 -c '
import struct, zipfile
file = zipfile.ZipFile("onto.npz")
assert struct.unpack("<5H", file.read("next.npy")[-10:]) == (4, 4, 1, 1, 8)
assert struct.unpack("<5H", file.read("number.npy")[-10:]) == (0, 1, 2, 3, 4)
assert list(file.read("player.npy")[-5:]) == [0, 1, 0, 1, 0]
board = file.read("positions.npy")[-4 * 27:]
assert list(board[:27]) == [0] * 9 + [0, 0, 0, 0, 1, 0, 0, 0, 0] * 2'
}

@test "an export spares what stands beside a catalogue, also where a link names it" {
    mkdir real
    games games.sgf 20 4
    "$KIFU" catalog add -q real/g.kifudb games.sgf
    ln -s real/g.kifudb l.kifudb
    : >real/g.kifudb-wal
    cp real/g.kifudb before
    for file in g.kifudb g.kifudb-wal; do
        for way in "catalog export" find; do
            # shellcheck disable=SC2086
            run "$KIFU" $way l.kifudb --to sgf -o "real/$file" --force
            [ "$status" -eq 2 ]
            [[ "$output" == *"'real/$file' belongs to the catalogue itself"* ]]
        done
    done
    cmp before real/g.kifudb
    [ ! -s real/g.kifudb-wal ]
}

@test "the variations of a game are kept up to a limit, and that is said" {
    awk 'BEGIN { printf "(;GM[1]"; for (i = 0; i < 5000; i++) printf "(;B[aa]);"; print ";B[bb])" }' >many.sgf
    "$KIFU" catalog create c.kifudb
    run "$KIFU" catalog add c.kifudb many.sgf
    [ "$status" -eq 0 ]
    [[ "$output" == *"too many variations; not all of them can be found"* ]]
    "$KIFU" catalog check c.kifudb
}

@test "a path that is too long for SQLite is named as the reason" {
    games a.sgf 1 1
    part=$(printf 'd%.0s' $(seq 200))
    mkdir -p "$part/$part/$part"
    run "$KIFU" catalog add "$part/$part/$part/g.kifudb" a.sgf
    [ "$status" -eq 2 ]
    [[ $output == *'its path has '*' bytes, and SQLite takes '* ]]
}
