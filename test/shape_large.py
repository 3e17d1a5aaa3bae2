#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# What is changed in a large collection game by game comes out as from one record of all games, which
# is what standard input is read into where no copy of it can be kept; and takes the memory of a game.

import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

kifu = sys.argv[1]
COLLECTIONS = 20 if "--long" in sys.argv else 6
SIZE = 300 * 1024  # of a collection; from 256 KB on it is large
MOST = 16 << 20  # bytes that the command may take for one
draw = random.Random(7)

COMMANDS = [
    ["set", "EV=Cup", "PB="],
    ["set", "EV=\u672c\u56e0\u574a\u6226"],
    ["set", "GC=one\ntwo"],
    ["set", "CA=ISO-8859-1"],
    ["set", "US=~{x~}"],
    ["strip", "--what", "comments"],
    ["strip", "--what", "variations,times"],
    ["cut", "--at", "5"],
    ["cut", "--at", "70"],
    ["cut", "--at", "5", "--keep", "after", "--game", "9"],
    ["cut", "--at", "3.2"],
    ["transform", "--rotate", "90"],
    ["transform", "--swap-colours", "-c"],
    ["transform", "--rotate", "mirror", "--to", "ishi"],
    ["annotate"],
    ["annotate", "-c"],
    ["convert", "--ff", "4", "-v"],
    ["convert", "--ff", "3"],
    ["convert", "--ff", "4", "--to-charset", "GB18030"],
    ["convert", "--ff", "4", "--strict"],
]
PLAYERS = ["Ada", "Grace", "Zo\u00eb", "\u672c\u56e0\u574a"]
# What a collection may have besides: games that are read with repairs, or in another set, or that
# say something of the file.
ODD = [
    b"(;SZ[9];B[ee](;W[ce])",
    b"(;SZ[9];B[ee]KM[6.5]KM[6.5])",
    b"(;SZ[9]PB[Zo\xeb];B[ee])",
    b"(;CA[GB18030]SZ[9]PB[\xba\xda];B[ee])",
    b"(;CA[ISO-8859-1]SZ[9]PB[Ada];B[ee])",
    b"(;SZ[9]C[one\r\ntwo];B[ee])",
    b"(;SZ[9]C[~{!!~}];B[ee])",
    b"(;GM[2]SZ[8];B[ee])",
    b"text\n(;SZ[9];B[ee])",
    b"(;SZ[9];B[ee]))",
    b"(;SZ[9]C[a\0b];B[ee])",
    b"()text",
    b"\n\n",
]


def game(letters, names_set):
    moves = "".join(f";{'BW'[i % 2]}[{'abcdefghi'[i % 9]}{'abcdefghi'[i // 9]}]" for i in range(60))
    ca = "CA[UTF-8]" if names_set else ""
    player = draw.choice(PLAYERS) if letters else "Ada"
    comment = draw.choice(["", "C[good]", "\nC[so]\nTR[aa][bb]", "BL[30]"])
    return f"(;FF[4]{ca}SZ[9]EV[old]PB[{player}]KM[6.5]{moves}(;B[ii]{comment})(;B[hi]C[no]))".encode()


def limit():
    resource.setrlimit(resource.RLIMIT_DATA, (MOST, MOST))


def run_whole(command, text):
    """The same from standard input, read into one record: no file can be opened to keep a copy."""
    pipe = subprocess.PIPE
    front = text[: 200 * 1024]  # more than a pipe holds: when it is gone the copy was given up
    with subprocess.Popen([kifu, *command], stdin=pipe, stdout=pipe, stderr=pipe) as child:
        state = ""
        while state not in ("S", "Z"):  # it waits for its input, or has ended
            time.sleep(0.001)
            with open(f"/proc/{child.pid}/stat", encoding="ascii") as file:
                state = file.read().rsplit(")", 1)[1].split()[0]
        if state == "S" and not text[:1].isalpha():  # a letter, as by mail, has to be kept
            most = resource.prlimit(child.pid, resource.RLIMIT_NOFILE)
            resource.prlimit(child.pid, resource.RLIMIT_NOFILE, (3, most[1]))
            child.stdin.write(front)
            child.stdin.flush()
            resource.prlimit(child.pid, resource.RLIMIT_NOFILE, most)
            text = text[len(front) :]
        out, err = child.communicate(text)
        return subprocess.CompletedProcess(command, child.returncode, out, err)


def run(command, text, before=None):
    """What it writes and says when it reads a file, and when it reads standard input."""
    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/games.sgf"
        with open(name, "wb") as file:
            file.write(text)
        one = subprocess.run(
            [kifu, *command, name], capture_output=True, check=False, preexec_fn=before
        )
        if before:
            return one.returncode, one.stdout, one.stderr
        other = run_whole(command, text)
        piped = subprocess.run([kifu, *command], input=text, capture_output=True, check=False)
        with open(name, "rb") as file:
            given = subprocess.run([kifu, *command], stdin=file, capture_output=True, check=False)
        said = sorted(one.stderr.replace(name.encode(), b"-").split(b"\n"))
        heard = sorted(other.stderr.split(b"\n"))
        assert one.returncode == other.returncode, (command, one.returncode, other.returncode)
        assert one.stdout == other.stdout, command
        for more in (piped, given):
            assert more.returncode == one.returncode and more.stdout == one.stdout, command
            assert more.stderr == one.stderr.replace(name.encode(), b"-"), command
        # Of what is said of more than a hundred places the first are shown, and what was noticed
        # first is not the same.
        assert said == heard or b" more not shown" in one.stderr, (command, said[:9], heard[:9])
        # In place: the file becomes that, or stays.
        if "--to" not in command:
            subprocess.run([kifu, *command, "-i", name], capture_output=True, check=False)
            with open(name, "rb") as file:
                assert file.read() in (other.stdout, text), command
        return one.returncode, one.stdout, one.stderr


def collection(between, letters, names_set):
    games = [game(letters, names_set) for _ in range(30)]
    return [draw.choice(games) for _ in range(SIZE // len(games[0] + between) + 2)]


count = 0
for number in range(COLLECTIONS):
    between = draw.choice([b"\n", b"\n", b"\r\n", b"", b"\n\n"])
    rows = collection(between, number % 3 == 1, number % 4 < 2)
    for _ in range(draw.choice([0, 0, 0, 1, 2])):
        rows.insert(draw.randrange(len(rows)), draw.choice(ODD))
    if number == 5:
        rows[0] = b"\xef\xbb\xbf" + rows[0]
    text = between.join(rows)
    if number % 5 == 2:
        text = text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    for command in draw.sample(COMMANDS, 6):
        run(command, text)
        count += 1

# One game that has no such list of changes leaves none for the others, wherever it stands.
rows = collection(b"\n", False, True)
for odd in ODD:
    run(["set", "EV=Cup"], b"\n".join([*rows, odd]))
    run(["strip", "--what", "comments"], b"\n".join([odd, *rows]))
    count += 2

# A table of names gives letters to some of the games, whether they name a set or not.
with tempfile.NamedTemporaryFile("w", encoding="utf-8") as table:
    table.write("Ada = \u672c\u56e0\u574a\n")
    table.flush()
    for names_set in (False, True):
        rows = collection(b"\n", False, names_set)
        for odd in (b"(;SZ[9]PB[Eve];B[ee])", b"(;SZ[9]PB[Ada];B[ee])", b"(;SZ[9]PB[Zo\xc3\xab];B[ee])"):
            run(["set", "--names", table.name], b"\n".join([*rows, odd]))
            run(["set", "--names", table.name, "GC=~"], b"\n".join([odd, *rows]))
            count += 2
rows = collection(b"\n", False, True)

# The first line that ends is far behind the first games, whose new lines end as it does.
line = b"(;FF[4]SZ[9]EV[old]PB[Ada];B[ee];W[gg]C[ok])"
run(["set", "GC=one\ntwo"], line * (SIZE // len(line)) + b"\r\n" + line)
count += 1

# The changed text waits in a file. For its last bytes, which are written last, there may be no room.
text = b"\n".join(rows)
whole = run_whole(["set", "EV=Cup"], text).stdout
for lacking in (1, 100, 4000, 5000, len(whole)):

    def bound(size=len(whole) - lacking):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    assert run(["set", "EV=Cup"], text, bound)[:2] == (0, whole), lacking
    count += 1

# Of a game that is not Go there is nothing in these notations, and no empty line behind it.
for notation in ("davar", "ascii"):
    rows = [b"(;GM[2]SZ[8];B[aa])", *collection(b"\n", False, True)]
    out = run(["convert", "--to", notation], b"\n".join(rows))[1]
    assert not out.startswith(b"\n"), out[:99]
    count += 1

# All findings are written into comments, or it is said how many are not.
for moves, lacking in ((300, 0), (20000, 29999)):
    text = b"(;FF[4]SZ[9]" + b";B[aa];W[aa]" * moves + b")"
    status, out, err = run(["annotate"], text, lambda: None)
    assert out.count(b"kifu: error") == 2 * moves - 1 - lacking, out.count(b"kifu: error")
    assert (b"%d more findings are not written" % lacking in err) == (lacking > 0), err
    count += 1

# Read as a whole this one would take 32 MB and more. A sanitizer takes more by itself.
with open(kifu, "rb") as program:
    is_sanitized = b"__asan_init" in program.read()
if not is_sanitized:
    text = b"\n".join(rows * 20)
    for command in COMMANDS:
        if command[0] != "set" or len(command) == 3 or command[1] == COMMANDS[1][1]:
            if command[-1] not in ("3.2", "ishi", "3"):
                status, out, err = run(command, text, limit)
                assert status == 0 and len(out) > 0, (command, err)
                count += 1
print(f"{count} runs")
