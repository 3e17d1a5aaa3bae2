#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Archives as input and output: every packer, and those that mean harm.

bats_require_minimum_version 1.5.0

setup() {
    [ "${KIFU_LIBARCHIVE:-ON}" = ON ] || skip "built without libarchive"
    cd "$BATS_TEST_TMPDIR"
    mkdir -p games/old
    echo '(;GM[1]FF[4]SZ[9];B[ee])' >games/a.sgf
    echo '(;GM[1]FF[4]SZ[9];B[ce];W[cc])' >games/old/b.sgf
    echo 'no record' >games/notes.txt
}

# zip_of FILE NAME TEXT…: members by any names.
zip_of() {
    python3 - "$@" 2>/dev/null <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
    for name, text in zip(sys.argv[2::2], sys.argv[3::2]):
        z.writestr(name.encode("utf-8", "surrogateescape").decode("unicode_escape"), text)
END
}

@test "an archive gives the same records as the folder, whatever packed it" {
    "$KIFU" convert -q -r -c games -o want/
    for packer in "" z j J; do
        [ "$packer" != j ] || command -v bzip2 >/dev/null || continue
        tar -C games -c"$packer"f "g.tar$packer" .
        "$KIFU" convert -q -c "g.tar$packer" -o "out$packer/"
        diff -r want "out$packer"
    done
    (cd games && python3 -m zipfile -c ../g.zip a.sgf old notes.txt)
    "$KIFU" convert -q -c g.zip -o outzip/
    diff -r want outzip
    if command -v zstd >/dev/null; then
        zstd -q g.tar -o g.tar.zst
        "$KIFU" convert -q -c g.tar.zst -o outzst/
        diff -r want outzst
    fi
}

@test "a packed text is a record, and has its name without the ending" {
    gzip -k games/a.sgf
    run -0 "$KIFU" convert --to sgf games/a.sgf.gz
    [ "$output" = "$(cat games/a.sgf)" ]
    run -0 "$KIFU" info games/a.sgf.gz
    [[ "$output" == games/a.sgf.gz/a.sgf:* ]]
}

@test "a large text in an archive is read game by game to its end" {
    python3 -c 'for i in range(9000): print("(;FF[4]SZ[9]GN[%d];B[ee];W[cc];B[gg])" % i)' >large.sgf
    gzip -k large.sgf
    "$KIFU" convert --to sgf large.sgf.gz >out.sgf
    cmp large.sgf out.sgf
}

@test "slashes and dots behind the name of an archive mean nothing" {
    tar -C games -cf g.tar a.sgf old
    run -0 "$KIFU" info --fields file --tsv g.tar/
    [ "${lines[1]}" = g.tar/a.sgf ] && [ "${lines[2]}" = g.tar/old/b.sgf ]
    run -0 "$KIFU" info --fields file --tsv g.tar//./old/b.sgf
    [ "${lines[1]}" = g.tar/old/b.sgf ]
    run -2 "$KIFU" info g.tar/../games/a.sgf
    [[ "$output" == *"there is no record '../games/a.sgf' in 'g.tar'"* ]]
}

@test "archives in folders are opened with -r, and mirrored under their own names" {
    tar -C games -cf games/more.tar ./old
    "$KIFU" convert -q -r -c games -o out/
    [ -e out/a.sgf ] && [ -e out/old/b.sgf ] && [ -e out/more.tar/old/b.sgf ]
    run -0 "$KIFU" check -r games
}

@test "a damaged or encrypted member of a zip hides none behind it" {
    python3 - <<'END'
import zipfile
with zipfile.ZipFile("g.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for i in range(9):
        z.writestr(f"g{i}.sgf", f"(;SZ[9];B[ee]C[{'abcdefgh' * 9}{i}])")
data = bytearray(open("g.zip", "rb").read())
at = data.find(b"g3.sgf") + 6
data[at] |= 6  # a kind of block that deflate does not have
open("g.zip", "wb").write(data)
for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
    at = data.find(mark, data.find(mark) + 1)
    data[at + flags] |= 1
open("h.zip", "wb").write(data)
END
    run -2 "$KIFU" check g.zip
    [[ "$output" == *"'g.zip/g3.sgf': "* && "$output" == *"8 files, 0 with findings: 1 error"* ]]
    run -2 "$KIFU" check h.zip
    [[ "$output" == *"'h.zip/g1.sgf': it is encrypted; 'unzip' and '7z x' ask for a password"* ]]
    [[ "$output" == *"7 files, 0 with findings: 2 errors"* ]]
}

@test "no member of a damaged zip is lost unsaid, and none bears the error of another" {
    python3 - <<'END'
import zipfile
class Stream:  # sizes behind the members
    def __init__(self, name): self.file = open(name, "wb")
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
def zip_of(name, count, to=None):
    with zipfile.ZipFile(to or name, "w", zipfile.ZIP_DEFLATED) as z:
        for i in range(count):
            z.writestr(f"g{i}.sgf", f"(;SZ[9];B[ee]C[{'abcdefgh' * 9}{i}])")
    if to:
        to.flush()
    with zipfile.ZipFile(name) as z:
        return bytearray(open(name, "rb").read()), [i.header_offset for i in z.infolist()]
def text(data, at): data[at + 36] |= 6
def header(data, at): data[at:at + 4] = b"XXXX"
def save(name, data): open(name, "wb").write(data)
data, at = zip_of("good.zip", 6)
text(data, at[1]), header(data, at[2])
save("both.zip", data)
save("end.zip", data[:data.rfind(b"PK\5\6")])
data, at = zip_of("good.zip", 6)
header(data, at[2])
save("header.zip", data)
data[data.find(b"PK\1\2", data.find(b"PK\1\2") + 1)] = 0
save("directory.zip", data)
data, at = zip_of("stream.zip", 6, Stream("stream.zip"))
text(data, at[1])
save("cut.zip", data[:at[5] + 28])
data, at = zip_of("many.zip", 20000)
for i in at[-99:]:
    text(data, i + 4)
save("many.zip", data)
END
    run -2 "$KIFU" check both.zip
    [[ "$output" == *"'both.zip/g1.sgf': "*"'both.zip/g2.sgf': "*"4 files, 0 with findings: 2 errors"* ]]
    run -2 "$KIFU" check end.zip
    [[ "$output" == *"'end.zip/g1.sgf': "*"'end.zip': "*"4 files, 0 with findings: 2 errors"* ]]
    run -2 "$KIFU" check header.zip
    [[ "$output" == *"'header.zip/g2.sgf': "*"5 files, 0 with findings: 1 error"* ]]
    run -2 "$KIFU" check directory.zip
    [[ "$output" == *"'directory.zip': "*"5 files, 0 with findings: 2 errors"* ]]
    run -2 "$KIFU" check cut.zip
    [[ "$output" == *"'cut.zip/g1.sgf': "*"'cut.zip': "*"4 files, 0 with findings: 2 errors"* ]]
    run -2 timeout 60 "$KIFU" check many.zip
    [[ "$output" == *"19901 files, 0 with findings: 99 errors"* ]]
}

@test "a text within an archive that is an archive or a picture is passed over" {
    printf '\x89PNG\r\n\x1a\n' >p.txt
    python3 -c '
import zipfile
with zipfile.ZipFile("n.txt", "w") as z: z.writestr("a.sgf", "(;SZ[9])")
with zipfile.ZipFile("t.zip", "w") as z:
    z.write("n.txt"), z.write("p.txt"), z.writestr("c.sgf", "(;GM[1]FF[4]SZ[9];B[ee])")'
    run -0 "$KIFU" check t.zip
    [ -z "$output" ]
}

@test "no name leads out of the output folder" {
    zip_of evil.zip '../../up.sgf' '(;SZ[9])' '/abs.sgf' '(;SZ[9])' 'a/../../b.sgf' '(;SZ[9])' \
        'c\x07\x1b[2J.sgf' '(;SZ[9])' './x//y.sgf' '(;SZ[9])' '..' 'x'
    mkdir in
    (cd in && "$KIFU" convert -q -c ../evil.zip -o out/)
    [ "$(find . -name '*.sgf' -path './in/*' | sort)" = "$(printf '%s\n' \
        './in/out/%2E%2E/%2E%2E/up.sgf' './in/out/a/%2E%2E/%2E%2E/b.sgf' './in/out/abs.sgf' \
        './in/out/c%07%1B[2J.sgf' './in/out/x/y.sgf' | sort)" ]
    [ ! -e /abs.sgf ] && [ ! -e up.sgf ] && [ ! -e b.sgf ]
}

@test "two members of one name, and an archive within one, are reported" {
    zip_of twice.zip a.sgf '(;SZ[9];B[aa])' a.sgf '(;SZ[9];B[bb])'
    run -2 "$KIFU" check twice.zip
    [[ "$output" == *"another member has this name"* ]]
    zip_of inner.zip a.sgf '(;SZ[9];B[aa])'
    python3 -m zipfile -c outer.zip inner.zip games/a.sgf
    run -0 "$KIFU" check outer.zip
    [[ "$output" == *"an archive within an archive"* ]]
}

@test "damage, emptiness and no archive at all are errors, and hang nothing" {
    tar -C games -czf g.tgz .
    for bytes in 1 3 10 20 60 100 150; do
        head -c "$bytes" g.tgz >cut.tgz
        run timeout 20 "$KIFU" check cut.tgz
        [ "$status" -ge 1 ] && [ "$status" -le 2 ]
    done
    printf 'PK\003\004' >short.zip
    run -2 "$KIFU" check short.zip
    zip_of empty.zip
    run -2 "$KIFU" check empty.zip
    [[ "$output" == *"no record"* ]]
    { printf '\375''7zXZ\000'; head -c 5000 /dev/urandom; } >noise.xz
    run -2 timeout 20 "$KIFU" check noise.xz
}

@test "of a gzip or zip that is cut off all is read that is there" {
    printf '(;SZ[9];B[ee];W[cc])' | gzip -n >whole.sgf.gz
    size=$(stat -c %s whole.sgf.gz)
    # Without the checksum and the length at the end, and without the last move.
    head -c $((size - 8)) whole.sgf.gz >sum.sgf.gz
    run -2 --separate-stderr "$KIFU" convert --to sgf sum.sgf.gz
    [ "$output" = "(;SZ[9];B[ee];W[cc])" ]
    [[ "$stderr" == *"sum.sgf.gz/sum.sgf"* ]]
    head -c $((size - 14)) whole.sgf.gz >move.sgf.gz
    run -2 --separate-stderr "$KIFU" convert --to sgf move.sgf.gz
    [[ "$output" == "(;SZ[9];B[ee]"* ]]
    [[ "$stderr" == *"truncated"* ]]
    for i in $(seq 100); do echo "(;SZ[9]C[$i and $((i * 7919 % 1009))])"; done >games.sgf
    python3 - <<'END'
import zipfile
zipfile.ZipFile("w.zip", "w", zipfile.ZIP_DEFLATED).write("games.sgf")
END
    head -c $(($(stat -c %s w.zip) / 2)) w.zip >cut.zip
    run -2 --separate-stderr "$KIFU" convert --to sgf cut.zip
    [[ "$output" == "(;SZ[9]C[1 and 856])"* ]]
    [[ "$stderr" == *"cut.zip/games.sgf"* ]]
}

@test "a bomb stops at the limit" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "sanitizers slow it down"
    # 80 MB of spaces in 80 KB: more than 200 times its size.
    { echo '(;SZ[9]C['; head -c 80000000 /dev/zero | tr '\0' ' '; echo '])'; } | gzip -9 >bomb.sgf.gz
    run -2 timeout 60 "$KIFU" check bomb.sgf.gz
    [[ "$output" == *"more than 200 times its size"* ]]
}

@test "many members are listed in time" {
    [ -z "${KIFU_SANITIZE:-}" ] || skip "sanitizers slow it down"
    python3 - <<'END'
import io, tarfile
with tarfile.open("many.tar.gz", "w:gz", compresslevel=1) as t:
    for i in range(6000):
        data = b"(;GM[1]FF[4]SZ[9];B[%c%c])" % (97 + i % 9, 97 + i // 9 % 9)
        info = tarfile.TarInfo(f"d{i % 100}/{i}.sgf")
        info.size = len(data)
        t.addfile(info, io.BytesIO(data))
END
    run -0 timeout 60 "$KIFU" check many.tar.gz
    run -0 "$KIFU" convert -q -c --to sgf many.tar.gz -o all.sgf
    [ "$(grep -c GM all.sgf)" = 6000 ]
}

@test "an archive is never written to" {
    tar -C games -cf g.tar .
    cp g.tar before.tar
    run -2 "$KIFU" convert --canonical --in-place g.tar
    run -2 "$KIFU" fix --in-place g.tar
    run -2 "$KIFU" convert --to sgf --force games/a.sgf g.tar -o g.tar
    cmp g.tar before.tar
}

@test "an archive as output holds what a folder would, and the same bytes each time" {
    "$KIFU" convert -q -c -r games -o want/
    for ending in zip tar tar.gz tgz tar.bz2 tar.xz tar.zst; do
        "$KIFU" convert -q -c -r games -o "out.$ending"
        "$KIFU" convert -q -c "out.$ending" -o "$ending/"
        diff -r want "$ending"
        "$KIFU" convert -q -c -j 2 -r games -o "again.$ending"
        cmp "out.$ending" "again.$ending"
    done
    run -2 "$KIFU" convert -q -c games/a.sgf -o out.zip
    [[ "$output" == *"--force"* ]]
    "$KIFU" convert -q -c --force games/a.sgf -o out.zip
    run -0 "$KIFU" check out.zip/a.sgf
    mkdir same
    cp games/a.sgf same/
    run -2 "$KIFU" convert -q -c games/a.sgf same/a.sgf -o two.zip
    [[ "$output" == *"'two.zip/a.sgf' was just written by this command"* ]]
    "$KIFU" fix -q -r games -o fixed.tgz
    "$KIFU" split games/a.sgf -q -o split.zip
    "$KIFU" extract -q games/a.sgf -o extract.tar
    run ! "$KIFU" convert -q -c none.sgf -o none.zip
    run -0 find . -name '*.zip.*' -o -name 'none.zip'
    [ -z "$output" ]
}

@test "a thumbnail shows the only record of an archive, or a member that is named" {
    [ "${KIFU_CAIRO:-ON}" = ON ] || skip "built without cairo"
    tar -C games -cf two.tar a.sgf old
    tar -C games -cf one.tar old/b.sgf
    "$KIFU" thumbnail games/old/b.sgf want.png
    "$KIFU" thumbnail one.tar one.png
    "$KIFU" thumbnail two.tar/old/b.sgf member.png
    run -2 "$KIFU" thumbnail two.tar none.png
    [[ "$output" == *"there are 2 records in 'two.tar'; a thumbnail shows one, such as 'two.tar/a.sgf'"* ]]
    run -2 "$KIFU" thumbnail two.tar/c.sgf none.png
    [[ "$output" == *"there is no record 'c.sgf' in 'two.tar'"* ]]
    [ ! -e none.png ]
    "$KIFU" draw -r two.tar --to png -o pictures/
    [ -s pictures/a.png ] && [ -s pictures/old/b.png ]
    python3 - want.png one.png member.png <<'END'
import sys
# The pixels: what is in the chunks IDAT.
def pixels(name):
    data, at, found = open(name, "rb").read(), 8, b""
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        if data[at + 4:at + 8] == b"IDAT":
            found += data[at + 8:at + 8 + size]
        at += 12 + size
    return found
want = pixels(sys.argv[1])
assert want and all(pixels(name) == want for name in sys.argv[2:])
END
}

@test "nothing is left where an archive was being written" {
    mkfifo pipe.sgf
    "$KIFU" convert -q -c pipe.sgf games/a.sgf -o killed.zip &
    id=$!
    exec 9>pipe.sgf
    for _ in $(seq 200); do
        [ -z "$(find . -name 'killed.zip.*')" ] || break
        sleep 0.02
    done
    [ -n "$(find . -name 'killed.zip.*')" ]
    kill -KILL "$id"
    wait "$id" || true
    exec 9>&-
    for _ in $(seq 200); do
        [ -n "$(find . -name 'killed.zip*')" ] || break
        sleep 0.02
    done
    [ -z "$(find . -name 'killed.zip*')" ]
}

@test "a catalogue takes archives, and looks at them again" {
    [ "${KIFU_SQLITE:-ON}" = ON ] || skip "built without SQLite"
    tar -C games -cf g.tar .
    run -0 "$KIFU" catalog add g.kifudb g.tar
    [[ "$output" == *"2 games added from 2 files"* ]]
    run -0 "$KIFU" catalog update g.kifudb
    [[ "$output" == *"2 unchanged"* ]]
    rm games/a.sgf
    tar -C games -cf g.tar .
    run "$KIFU" catalog update g.kifudb
    [[ "$output" == *"gone: g.tar/a.sgf"* ]]
}

@test "what changed in an archive is read again, what is gone from it is listed" {
    [ "${KIFU_SQLITE:-ON}" = ON ] || skip "built without SQLite"
    zip_of g.zip a.sgf '(;SZ[9]PB[a];B[aa])' b.sgf '(;SZ[9]PB[b];B[bb])' c.sgf '(;SZ[9];B[cc])'
    printf '(;SZ[9];B[dd])' | gzip >d.sgf.gz
    "$KIFU" catalog add -q g.kifudb g.zip d.sgf.gz
    zip_of g.zip a.sgf '(;SZ[9]PB[a];B[aa])' b.sgf '(;SZ[9]PB[new];B[bb])' c.sgf '(;SZ[9];B[cc])'
    run -0 "$KIFU" catalog update g.kifudb
    [[ $output == *"1 game added from 1 file, 1 of them changed"* ]]
    [ "$("$KIFU" find g.kifudb --player new --paths -q)" = g.zip/b.sgf ]
    # The member that changed stands behind those of other archives now.
    zip_of g.zip a.sgf '(;SZ[9]PB[a];B[aa])' c.sgf '(;SZ[9];B[cc])'
    run -0 "$KIFU" catalog update g.kifudb
    [[ $output == *"gone: g.zip/b.sgf"* ]]
    [[ $output == *"0 games added from 0 files, 3 unchanged, 1 gone"* ]]
    [[ $output != *another* ]]
}

@test "names that are not UTF-8 go into archives, and come out of a zip that calls them so" {
    bad=$'in/\xb9\xfa.sgf'
    mkdir in
    echo '(;FF[4]SZ[13];B[aa])' >"$bad"
    echo '(;FF[4]SZ[9];B[bb])' >in/é.sgf
    for name in a.zip a.tar a.tar.gz; do
        "$KIFU" convert -q --to sgf -r in -o "$name"
        run -0 "$KIFU" info --tsv --fields file,width "$name"
        [[ $output == *"$name/%B9%FA.sgf"$'\t'13* ]]
        [[ $output == *"$name/é.sgf"$'\t'9* ]]
    done
    zip_of b.zip ab.sgf '(;SZ[13];B[aa])' c.sgf '(;SZ[9];B[bb])'
    # The name and the mark that it is UTF-8, in the header and in the directory.
    python3 - <<'END'
text = bytearray(open("b.zip", "rb").read().replace(b"ab.sgf", b"\xb9\xfa.sgf"))
for sign, flags in (b"PK\3\4", 6), (b"PK\1\2", 8):
    at = text.find(sign)
    while at >= 0:
        text[at + flags + 1] |= 8
        at = text.find(sign, at + 1)
open("b.zip", "wb").write(text)
END
    run -0 "$KIFU" info --tsv --fields file,width b.zip
    [[ $output == *"b.zip/%B9%FA.sgf"$'\t'13* ]]
    [[ $output == *"b.zip/c.sgf"$'\t'9* ]]
}
