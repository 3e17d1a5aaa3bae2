#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# kifu thumbnail: what the pictures hold, and what desktops make of the installed files.

setup() {
    kifu=${KIFU:-$BATS_TEST_DIRNAME/../build/bin/kifu}
    source=${KIFU_SOURCE:-$BATS_TEST_DIRNAME/..}
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '(;GM[1]FF[4]SZ[9]AB[aa][ba]AW[ab][bb][cb]C[Black to play](;B[ca];W[da];B[ac])(;B[ac]))' >problem.sgf
    printf '(;GM[1]FF[4]SZ[9]AB[aa][ba]AW[ab][bb][cb])' >question.sgf
    printf '(;GM[1]FF[4]SZ[9]HA[2]AB[cg][gc];W[ee];B[ff])' >game.sgf
    # pixels FILE: the width, the height and the pixels' packed bytes; a wrong check sum fails.
    cat >pixels.py <<'END'
import struct, sys, zlib
data, at, packed = open(sys.argv[1], "rb").read(), 8, b""
assert data[:8] == b"\x89PNG\r\n\x1a\n"
while at < len(data):
    length, name = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + body)
    if name == b"IHDR":
        print(*struct.unpack(">II", body[:8]))
    if name == b"tEXt" and len(sys.argv) > 2:
        print(body.replace(b"\0", b"=").decode())
    packed += body if name == b"IDAT" else b""
    at += 12 + length
print(zlib.crc32(zlib.decompress(packed)))
END
    [ "${KIFU_CAIRO:-ON}" = ON ] || skip "built without cairo"
}

@test "neither side is longer than the size" {
    local size width height
    for size in 16 64 128 256 1000; do
        "$kifu" thumbnail -s "$size" game.sgf a.png
        read -r width height < <(python3 pixels.py a.png)
        [ "$width" -le "$size" ] && [ "$height" -le "$size" ]
        [ "$width" -ge $((size - 2)) ] || [ "$height" -ge $((size - 2)) ]
    done
}

@test "a problem shows the question and not the answer" {
    "$kifu" thumbnail problem.sgf a.png
    "$kifu" thumbnail question.sgf b.png
    [ "$(python3 pixels.py a.png)" = "$(python3 pixels.py b.png)" ]
    "$kifu" thumbnail --at last problem.sgf c.png
    [ "$(python3 pixels.py a.png)" != "$(python3 pixels.py c.png)" ]
}

@test "a game shows its end" {
    "$kifu" thumbnail game.sgf a.png
    "$kifu" thumbnail --at last game.sgf b.png
    "$kifu" thumbnail --at 0 game.sgf c.png
    cmp a.png b.png
    [ "$(python3 pixels.py a.png)" != "$(python3 pixels.py c.png)" ]
}

@test "the picture tells of which file it is" {
    cp game.sgf 'ä b%.sgf'
    touch -d @1000000000 'ä b%.sgf'
    "$kifu" thumbnail 'ä b%.sgf' a.png
    run python3 pixels.py a.png all
    [[ $output == *"Thumb::URI=file://$(realpath .)/%C3%A4%20b%25.sgf"* ]]
    [[ $output == *"Thumb::MTime=1000000000"* ]]
    [[ $output == *"Thumb::Size=$(stat -c %s game.sgf)"* ]]
    [[ $output == *"Thumb::Mimetype=application/x-go-sgf"* ]]
    "$kifu" thumbnail "file://$(realpath .)/%C3%A4%20b%25.sgf" b.png
    cmp a.png b.png
}

@test "what is no record gives no picture" {
    printf 'package main\n' >main.go
    run "$kifu" thumbnail main.go a.png
    [ "$status" -eq 2 ]
    [ ! -e a.png ]
    : >empty.sgf
    run "$kifu" thumbnail empty.sgf a.png
    [ "$status" -ne 0 ]
    [ ! -e a.png ]
    run bash -c "'$kifu' thumbnail - - <game.sgf | head -c 4"
    [[ $output == *PNG* ]]
}

@test "the process gives up what it does not need" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "a sanitizer needs what is given up"
    grep -q '^Seccomp:' /proc/self/status || skip "this system has no seccomp"
    mkfifo record.sgf
    "$kifu" thumbnail record.sgf out.png &
    local pid=$! process found=
    for ((i = 0; i < 200; i++)); do
        # A child may be the one that draws.
        for process in $pid $(cat /proc/$pid/task/$pid/children); do
            ! grep -q '^Seccomp:.*2' /proc/$process/status || found=$process
        done
        if [ -n "$found" ]; then break; fi
        sleep 0.05
    done
    [ -n "$found" ]
    grep -q '^NoNewPrivs:.*1' /proc/$found/status
    cat game.sgf >record.sgf
    wait $pid
    "$kifu" thumbnail game.sgf same.png
    [ -s out.png ] && [ -s same.png ]
    # Where nothing is read, the picture that was there is as it was.
    cp same.png old.png
    run "$kifu" thumbnail missing.sgf old.png
    [ "$status" -eq 2 ]
    cmp same.png old.png
    [ -z "$(find . -name '.kifu-*')" ]
}

@test "desktops know records, and programs in Go stay programs" {
    command -v update-mime-database >/dev/null || skip "update-mime-database is missing"
    command -v gio >/dev/null || skip "gio is missing"
    [ -e /usr/share/mime/packages/freedesktop.org.xml ] || skip "shared-mime-info is missing"
    mkdir -p data/mime/packages
    cp "$source/share/mime/packages/kifu.xml" data/mime/packages/
    run update-mime-database data/mime
    [ "$status" -eq 0 ]
    kind() { XDG_DATA_HOME=$PWD/data gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
    cp game.sgf game
    printf 'REMARK mine\r\nEVENT one\r\nB 1 Q16\r\nW 2 D4\r\n' >ishi
    cp ishi game.ishi
    printf '+B 3 3\n1 4 4\n' >row.davar
    printf '// W 1 and more\n\npackage main\n\nfunc main() {}\n' >main.go
    printf '/* EVENT */\npackage main\n' >other.go
    cp main.go plain
    [ "$(kind game.sgf)" = application/x-go-sgf ]
    [ "$(kind game)" = application/x-go-sgf ]
    [ "$(kind ishi)" = application/x-go-ishi ]
    [ "$(kind game.ishi)" = application/x-go-ishi ]
    [ "$(kind row.davar)" = application/x-go-davar ]
    [ "$(kind main.go)" = text/x-go ]
    [ "$(kind other.go)" = text/x-go ]
    [ "$(kind plain)" != application/x-go-ishi ]
    # The thumbnailer names these kinds, and words that the command takes.
    grep -q '^MimeType=application/x-go-sgf;application/x-go-ishi;application/x-go-davar;$' \
        "$source/share/thumbnailers/kifu.thumbnailer"
    grep -q '^Exec=kifu thumbnail -s %s %i %o$' "$source/share/thumbnailers/kifu.thumbnailer"
}
