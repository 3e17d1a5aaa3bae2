#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# What kifu fix makes of a collection does not depend on how it goes about it: a large one, game by
# game, becomes what its games become one by one. The last games of some collections have a fault
# that has to be fixed in the whole.

import random
import resource
import subprocess
import sys
import tempfile

kifu = sys.argv[1]
SIZE = 300 * 1024  # of a collection; from 256 KB on it is large
MOST = 16 << 20  # bytes that the command may take for one
draw = random.Random(5)

VALUES = {
    "RE": ["w+r", "B+3,5", "W+R", "draw", "black wins"],
    "DT": ["13.9.2007", "2003/2/1", "2003-02-01", "soon"],
    "KM": ["6,5", "6.5", "6.", "six"],
    "PB": ["Ada", "Zo\u00eb", "\u672c\u56e0\u574a"],
    "HA": ["", "2", "-2"],
}
# The reader makes one list of two, and leaves out what is said twice.
TWICE = ["", "", "KM[6.5]", "TR[aa][bb]TR[cc]", "C[one]C[one]"]
WHOLE = ["(;SZ[9];B[ee](;W[ce])", "(;SZ[9];B[ee]))", "(;SZ[9]C[a]]B[ee])", "(;CA[Big5]PB[\u00eb])"]


def game():
    root = "".join(f"{name}[{draw.choice(values)}]" for name, values in VALUES.items())
    moves = "".join(f";{'BW'[i % 2]}[{'abcdefghi'[i % 9]}{'abcdefghi'[i // 9]}]" for i in range(60))
    return f"(;FF[4]CA[UTF-8]SZ[9]{root}{draw.choice(TWICE)}{moves})"


def limit():
    resource.setrlimit(resource.RLIMIT_DATA, (MOST, MOST))


def fix(text, *options, before=None):
    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/games.sgf"
        with open(name, "wb") as file:
            file.write(text)
        done = subprocess.run(
            [kifu, "fix", *options, name, "-o", f"{folder}/out.sgf"],
            capture_output=True,
            check=False,
            preexec_fn=before,
        )
        assert done.returncode == 0, done
        with open(f"{folder}/out.sgf", "rb") as file:
            return file.read(), done.stderr.replace(name.encode(), b"")


def piped(text, *options):
    """The same as a whole: what comes through a pipe is not read twice."""
    done = subprocess.run([kifu, "fix", *options], input=text, capture_output=True, check=False)
    assert done.returncode == 0, done
    err = (b"\n" + done.stderr.replace(b"<stdin>", b"")).replace(b"\n-:", b"\n:")
    return done.stdout, err[1:]


for options in ([], ["--guess"], ["--not", "sgf/date"]):
    kinds = [game() for _ in range(20)]
    fixed = dict(zip(kinds, [fix(kind.encode(), *options)[0] for kind in kinds]))
    chosen = [draw.choice(kinds) for _ in range(SIZE // len(kinds[0]) + 2)]
    out, err = fix("\n".join(chosen).encode(), *options)
    assert out == b"\n".join(fixed[kind] for kind in chosen), options
    assert b" more not shown" in err, err[-500:]
    assert err.count(b": note: fixed: ") == 100, err.count(b": note: fixed: ")

# Read as a whole this one would take 32 MB. A sanitizer takes more by itself.
with open(kifu, "rb") as program:
    is_sanitized = b"__asan_init" in program.read()
fix("\n".join(chosen * 13).encode(), before=None if is_sanitized else limit)

# An edit takes little more room than what it takes out: here every byte is one.
noise = b"(;B[aa];W[bb]" + b")" * SIZE
assert fix(noise, before=None if is_sanitized else limit)[0] == b"(;B[aa];W[bb])"

# Nothing to fix: the bytes are the same.
clean = b"\n".join(b"(;FF[4]SZ[9]KM[6.5];B[ee];W[ce])" for _ in range(9000))
assert fix(clean) == (clean, b"")

for last in WHOLE:
    text = "\n".join([draw.choice(kinds) for _ in range(SIZE // len(kinds[0]) + 2)] + [last]).encode()
    assert fix(text)[0] == piped(text)[0], last

# Games in several character sets, too, are fixed one by one, in as little memory, and the whole is
# the same. What cannot be fixed so is fixed as a whole.
SAID = "(;FF[4]{}SZ[9]PB[{}]KM[6,5]C[{}];B[aa];W[bb])"
HAN = "\u672c\u56e0\u574a\u79c0\u7b56", "\u8fd9\u662f\u4e00\u76d8\u6709\u540d\u7684\u68cb"
KANA = "\u672c\u56e0\u574a\u79c0\u7b56", "\u3053\u308c\u306f\u6709\u540d\u306a\u7881\u3067\u3059\u3002\u8868"


def said(name, charset, texts=HAN):
    return SAID.format(name, *texts).encode(charset)


SETS = {
    "all in one": ["", said("CA[GB2312]", "gb2312"), said("", "ascii", ("Ada", "a game"))],
    "by the way": ["", said("", "gb2312"), said("CA[UTF-8]", "utf-8"), said("CA[Big5]", "gb2312")],
    "three": ["", said("CA[GBK]", "gbk"), said("CA[Shift_JIS]", "shift_jis", KANA), said("", "utf-8")],
    "marked": [b"\xEF\xBB\xBF", said("", "utf-8"), said("CA[GB2312]", "gb2312")],
    "behind": [b"\n".join([said("", "utf-8")] * 5000), said("CA[GB2312]", "gb2312")],
    "with damage": ["", said("", "utf-8") + b"(;C[\xFF\0])", said("CA[GB2312]", "gb2312")],
}
for front, *kinds_of in SETS.values():
    chosen = [draw.choice(kinds_of) for _ in range(6000)]
    text = (front or b"") + b"\n".join(kinds_of + chosen)
    (out, err), (all_out, all_err) = fix(text, before=None if is_sanitized else limit), piped(text)
    assert (out, err) == (all_out, all_err), (front, err[:300], all_err[:300])
    assert len(text) > SIZE and out != text and fix(out)[0] == out
wide = "\n".join([said("CA[UTF-8]", "utf-8").decode()] * 4000).encode("utf-16")
assert fix(wide, before=None if is_sanitized else limit)[0] == piped(wide)[0]
# Signs that lead to letters, and an edit for which a set has no letters.
for other in "(;FF[4]CA[ISO-2022-JP]PB[\u672c]KM[6,5])".encode("iso-2022-jp"), said("CA[foo]", "gbk"):
    text = b"\n".join([said("CA[GB2312]", "gb2312"), said("", "utf-8")] * 2000 + [other])
    assert fix(text)[0] == piped(text)[0]

# Several processes look at one file, and a difference is made of the pieces: what comes out is the
# same. Whole games at the front and behind are clean, so that there is something to pass over.
def run(name, *options):
    done = subprocess.run([kifu, "fix", *options, name], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


many = [game() for _ in range(40)]
plain = "(;FF[4]CA[UTF-8]SZ[9]KM[6.5]PB[\u672c\u56e0\u574a]" + ";B[ee];W[ce]" * 40 + ")"
rows = [plain if draw.random() < 0.97 else draw.choice(many) for _ in range(5_000_000 // len(plain))]
for between in ("\n", "\r\n\r\n", ""):
    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/games.sgf"
        text = between.join(rows).encode()
        with open(name, "wb") as file:
            file.write(text)
        expected = subprocess.run(
            [kifu, "fix", "--diff"], input=text, capture_output=True, check=False
        )
        for options in (["--diff"], ["--diff", "-j", "2"], ["--diff", "-j", "4"]):
            status, out, err = run(name, *options)
            assert status == expected.returncode == 1, options
            assert out.split(b"\n", 2)[2] == expected.stdout.split(b"\n", 2)[2], options
            assert err.replace(name.encode(), b"") == expected.stderr.replace(b"-:", b":").replace(
                b"<stdin>", b""
            ), (options, err[:500], expected.stderr[:500])
        one = fix(text)
        for number in "2", "3":
            assert fix(text, "-j", number) == one, number

# The file grows shorter, or longer, while what was made of its first part waits to be read.
rows = [plain] * 20_000 + [many[0]] + [plain] * 2_000
for length in 0, 5_000_000, None:
    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/games.sgf"
        with open(name, "w", encoding="utf-8") as file:
            file.write("\n".join([many[0], *rows]))
        with subprocess.Popen(
            [kifu, "fix", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as fixing:
            fixing.stdout.read(1)
            with open(name, "r+b") as file:
                if length is None:
                    file.seek(0, 2)
                    file.write(b"(;SZ[9])")
                else:
                    file.truncate(length)
            out, err = fixing.communicate()
        assert fixing.returncode == 2, (length, fixing.returncode)
        assert b"was changed while it was read" in err, (length, err)
print("16 collections")
