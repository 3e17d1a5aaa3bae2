#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the cost of every command grows with its input: counts at n and 4n bytes, never clocks.

  growth.py COUNTED [--only COMMAND/DIMENSION|…] [--bytes N] [--jobs N] [--timeout S] [--table FILE]
            [--kept FILE]

COUNTED is the program that test/growth.c makes. For each command and each dimension of an input
it runs two inputs, of N and 4N bytes (4 and 16 KB where a byte costs over 1,000 steps), and says by
which power the steps grow (where libraries draw, whose steps are not counted, the allocated bytes),
and how many bytes of memory there are at the most for a byte of input: above 16 MB, and for
each byte by which the larger input is longer, of which the larger figure counts. A power over 1.15, or memory over 15 times the input where text
comes out, is asked for again with 1 and 4 MB, or with 4N and 16N if that is more, for in small
inputs a constant part and the rounding of blocks count as growth. There memory is what is above
16 MB; a power over 1.15 and memory over 20 times the input are bad. Where the program stops at a
limit of its own, that is said.

--table writes what doc/growth.md shows; sections of commands that were not run stay as they were.
--kept goes on where an earlier run with the same FILE ended: each answer is added there as soon as
it is known, and what stands there is not run again. So the table can be made in pieces.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import math
import os
import subprocess
import sys
import tempfile
import threading

POWER, FOLD, NEAR, BASE = 1.15, 20, 15, 16 << 20
FEW, MUCH = 1 << 12, 1000  # bytes of an input, where one of them costs that many steps
SURE = 1 << 20  # of inputs from this size on, memory above the base is what counts
LETTERS = "abcdefghijklmnopqrs"
UGI = "[Header]\nVer=2\nHdcp=0,0\nSize=19\n[ReviewNode]\n"
USUAL_SIDE, SIDE, HEAD, KO_FRONT = 19, 0, "", ""


def set_side(side):
    """The board of the SGF inputs that are made from now on."""
    global SIDE, HEAD, KO_FRONT
    SIDE, HEAD = side, "(;FF[4]GM[1]SZ[%d]" % side
    KO_FRONT = HEAD + "AB[ba][ab][bc]AW[ca][db][cc][bb]"


def point(i):
    return LETTERS[i % SIDE] + LETTERS[i // SIDE % SIDE]


def spot(i):
    return "ABCDEFGHJKLMNOPQRST"[i % SIDE] + str(i // SIDE % SIDE + 1)


def fill(n, one, front="", back="", step=None):
    """Repeats one(i) between front and back up to about n bytes."""
    parts, length, i = [front], len(front) + len(back), 0
    while length < n:
        parts.append(one(i))
        length += len(parts[-1])
        i += 1
    return "".join(parts) + back


def nest(n, one, close, front="", back=""):
    """The same, with a `close` for every one(i)."""
    parts, length, i = [front], len(front) + len(back), 0
    while length < n:
        parts.append(one(i))
        length += len(parts[-1]) + len(close)
        i += 1
    return "".join(parts) + close * i + back


def move(i):
    return ";" + "BW"[i % 2] + "[" + point(i * 7) + "]"


def game(moves):
    return HEAD + "PB[Black]PW[White]RE[B+3.5]" + "".join(move(i) for i in range(moves)) + ")\n"


def captures(i):
    """White takes a stone in the corner again and again, Black throws in."""
    return ";B[aa];W[ba];B[];W[ab];B[tt];W[tt];AE[ba][ab]"


def ko(i):
    return [";B[bb]", ";W[cb]"][i % 2]


def ishi_move(i):
    return "%s %d %s\r\n" % ("BW"[i % 2], i + 1, spot(i * 7))


def ishi(n, one, front="", back=""):
    size = "" if SIDE == USUAL_SIDE else "BOARDSIZE %d\r\n" % SIDE
    return fill(n, one, "EVENT growth\r\n" + size + front, back)


def davar(i):
    return "%4d %+d%+d\n" % (i + 1, i * 7 % SIDE + 1, i * 7 // SIDE % SIDE + 1)


def davar_size():
    return "" if SIDE == USUAL_SIDE else "Board %dx%d\n\n" % (SIDE, SIDE)


# The dimensions: name -> (ending, what makes n bytes of it).
DIMENSIONS = {
    # SGF: shapes of the tree
    "games": ("sgf", lambda n: fill(n, lambda i: game(120))),
    "tiny games": ("sgf", lambda n: fill(n, lambda i: "(;)")),
    "moves": ("sgf", lambda n: fill(n, move, HEAD, ")")),
    "moves by turns": ("sgf", lambda n: fill(n, lambda i: move(i % 361), HEAD, ")")),
    "passes": ("sgf", lambda n: fill(n, lambda i: [";B[]", ";W[]"][i % 2], HEAD, ")")),
    "captures": ("sgf", lambda n: fill(n, captures, HEAD, ")")),
    "kos": ("sgf", lambda n: fill(n, ko, KO_FRONT, ")")),
    "empty nodes": ("sgf", lambda n: fill(n, lambda i: ";", HEAD, ")")),
    "siblings": ("sgf", lambda n: fill(n, lambda i: "(" + move(i) + ")", HEAD, ")")),
    "siblings, all one move": ("sgf", lambda n: fill(n, lambda i: "(;B[aa])", HEAD, ")")),
    "variations at each move": (
        "sgf", lambda n: nest(n, lambda i: move(i) + "(;W[aa]C[or])(", ")", HEAD, ")")),
    "depth": ("sgf", lambda n: nest(n, lambda i: "(" + move(i), ")", HEAD, ")")),
    "depth, unclosed": ("sgf", lambda n: fill(n, lambda i: "(;")),
    "parentheses": ("sgf", lambda n: fill(n, lambda i: "(", "(;B[aa]")),
    "long variations": (
        "sgf", lambda n: fill(n, lambda i: "(" + move(i) * 50 + ")", HEAD, ")")),
    # SGF: what stands in nodes
    "commented moves": ("sgf", lambda n: fill(n, lambda i: move(i) + "C[so]", HEAD, ")")),
    "comments in a node": ("sgf", lambda n: fill(n, lambda i: "C[so]", HEAD, ")")),
    "comments in C": ("sgf", lambda n: fill(n, lambda i: "[so]", HEAD + "C", ")")),
    "one long comment": ("sgf", lambda n: fill(n, lambda i: "word ", HEAD + ";B[aa]C[", "])")),
    "a comment of lines": ("sgf", lambda n: fill(n, lambda i: "word\n", HEAD + ";B[aa]C[", "])")),
    "backslashes": ("sgf", lambda n: fill(n, lambda i: "\\\\", HEAD + ";B[aa]C[", "])")),
    "one long name": ("sgf", lambda n: fill(n, lambda i: "AB", HEAD + ";", "[x])")),
    "one long header": ("sgf", lambda n: fill(n, lambda i: "Meijin ", HEAD + "PB[", "];B[aa])")),
    "a long date": ("sgf", lambda n: fill(n, lambda i: "1999-01-01,", HEAD + "DT[", "];B[aa])")),
    "many properties": ("sgf", lambda n: fill(n, lambda i: "B[aa]", HEAD + ";", ")")),
    "bare nodes above branches": (
        "sgf", lambda n: fill(n, lambda i: "(;CR[])", "(" + ";" * (n // 2), ")")),
    "programs in a node": ("sgf", lambda n: fill(n, lambda i: "AP[x:1]", HEAD + ";", ")")),
    "many own properties": (
        "sgf", lambda n: fill(n, lambda i: "X%s[1]" % point(i).upper(), HEAD + ";", ")")),
    "own names": ("sgf", lambda n: fill(
        n, lambda i: ";X" + "".join(chr(65 + int(d)) for d in str(i)) + "[1]", HEAD, ")")),
    "stones": ("sgf", lambda n: fill(n, lambda i: "[" + point(i) + "]", HEAD + "AB", ")")),
    "rectangles": ("sgf", lambda n: fill(n, lambda i: "[aa:%s]" % (2 * LETTERS[SIDE - 1]), HEAD + "TB", ")")),
    "setup nodes": ("sgf", lambda n: fill(
        n, lambda i: ";AB[%s]AE[%s]" % (point(i), point(i + 50)), HEAD, ")")),
    "labels": ("sgf", lambda n: fill(n, lambda i: "[%s:%d]" % (point(i), i), HEAD + "LB", ")")),
    "labels at moves": ("sgf", lambda n: fill(
        n, lambda i: move(i) + "LB[%s:x]" % point(i), HEAD, ")")),
    "marks": ("sgf", lambda n: fill(n, lambda i: move(i) + "TR[%s]" % point(i), HEAD, ")")),
    "lines": ("sgf", lambda n: fill(
        n, lambda i: "[%s:%s]" % (point(i), point(i + 1)), HEAD + "LN", ")")),
    "figures": ("sgf", lambda n: fill(n, lambda i: move(i) + "FG[1:x]", HEAD, ")")),
    "numbers": ("sgf", lambda n: fill(n, lambda i: move(i) + "MN[1]", HEAD, ")")),
    "large boards": ("sgf", lambda n: fill(
        n, lambda i: "(;FF[4]GM[1]SZ[52];B[aa];W[bb])")),
    # SGF: what is wrong
    "bad values": ("sgf", lambda n: fill(n, lambda i: ";B[??]", HEAD, ")")),
    "bad values in a node": ("sgf", lambda n: fill(n, lambda i: "[?]", HEAD + ";AB", ")")),
    "bad labels at moves": ("sgf", lambda n: fill(n, lambda i: move(i) + "LB[x]", HEAD, ")")),
    "stones on stones": ("sgf", lambda n: fill(n, lambda i: ";B[aa]", HEAD, ")")),
    "twice the same": ("sgf", lambda n: fill(n, lambda i: move(i) + "C[a]C[b]", HEAD, ")")),
    "twice on siblings": ("sgf", lambda n: fill(n, lambda i: "(;B[aa]C[a]C[b])", HEAD, ")")),
    "no semicolon": ("sgf", lambda n: fill(n, lambda i: "(B[aa])", HEAD, ")")),
    "after variations": ("sgf", lambda n: fill(n, lambda i: "(;B[aa]);", HEAD, ")")),
    "words between nodes": ("sgf", lambda n: fill(n, lambda i: move(i) + "oh", HEAD, ")")),
    "lower case": ("sgf", lambda n: fill(n, lambda i: ";White[aa]", HEAD, ")")),
    "junk between games": ("sgf", lambda n: fill(n, lambda i: "(;B[aa]) some words\n")),
    "junk only": ("sgf", lambda n: fill(n, lambda i: "some words\n", back="(;B[aa])")),
    "closing parentheses": ("sgf", lambda n: fill(n, lambda i: ")", "(;B[aa]")),
    "surplus between games": ("sgf", lambda n: fill(n, lambda i: "(;B[aa]))")),
    "byte order marks": ("sgf", lambda n: fill(n, lambda i: "\ufeff", "(;B[aa])")),
    "nodes outside": ("sgf", lambda n: fill(n, lambda i: ";B[aa]", "(;B[aa])")),
    "unclosed value": ("sgf", lambda n: fill(n, lambda i: "a", HEAD + ";C[")),
    "numbers broken off": ("sgf", lambda n: fill(n, lambda i: ";KM[6.50000", HEAD)),
    "numbers broken off in nodes": ("sgf", lambda n: fill(
        n, lambda i: ";KM[6.5;B[aa]", HEAD, ")")),
    "texts broken off": ("sgf", lambda n: fill(n, lambda i: HEAD + "C[see")),
    "games in each other": ("sgf", lambda n: fill(n, lambda i: HEAD + ";B[aa]")),
    "info in nodes": ("sgf", lambda n: fill(n, lambda i: move(i) + "PB[x]", HEAD, ")")),
    "latin-1": ("sgf", lambda n: fill(
        n, lambda i: move(i) + "C[caf\udce9]", HEAD + "CA[ISO-8859-1]", ")")),
    "bad utf-8": ("sgf", lambda n: fill(
        n, lambda i: move(i) + "C[\udce9\udcff]", HEAD + "CA[UTF-8]", ")")),
    "gb2312": ("sgf", lambda n: fill(
        n, lambda i: move(i) + "C[\udcce\udca7\udcc6\udce5]", HEAD + "CA[GB2312]", ")")),
    # Ishi
    "ishi moves": ("go", lambda n: ishi(n, ishi_move)),
    "ishi events": ("go", lambda n: fill(n, lambda i: "EVENT %d\r\nB 1 C3\r\n" % i)),
    "ishi setup": ("go", lambda n: ishi(n, lambda i: "SETUP B %s\r\n" % spot(i))),
    "ishi comments": ("go", lambda n: ishi(
        n, lambda i: ishi_move(i) + "COM\r\nso\r\nENDCOM\r\n")),
    "ishi comments on one": ("go", lambda n: ishi(
        n, lambda i: "COM\r\nso\r\nENDCOM\r\n", ishi_move(0))),
    "ishi siblings": ("go", lambda n: ishi(
        n, lambda i: "VAR\r\nB 1 %s\r\nENDVAR\r\n" % spot(i), ishi_move(0))),
    "ishi nested VAR": ("go", lambda n: ishi(
        n, lambda i: "VAR\r\nB 1 %s\r\n" % spot(i), ishi_move(0))),
    "ishi VAR at each move": ("go", lambda n: ishi(
        n, lambda i: ishi_move(i) + "VAR a\r\n%sENDVAR\r\n" % ishi_move(i))),
    "ishi diagrams": ("go", lambda n: ishi(
        n, lambda i: "DIAGRAM 9X9\r\nMARK A@C3\r\nENDDIA\r\n", ishi_move(0))),
    "ishi diagrams at moves": ("go", lambda n: ishi(
        n, lambda i: ishi_move(i) + "DIAGRAM 9X9\r\nHIDE 1-9\r\nENDDIA\r\n")),
    "ishi marks": ("go", lambda n: ishi(n, lambda i: "MARK a@%s\r\n" % spot(i), ishi_move(0))),
    "ishi MARK ALL": ("go", lambda n: ishi(n, lambda i: "MARK ALL\r\n", ishi_move(0))),
    "ishi MARK ALL at moves": ("go", lambda n: ishi(
        n, lambda i: ishi_move(i) + "MARK ALL\r\n")),
    "ishi MARK ranges": ("go", lambda n: ishi(
        n, lambda i: ishi_move(i) + "MARK 1-%d\r\n" % (i + 1))),
    "ishi MARK #": ("go", lambda n: ishi(n, lambda i: ishi_move(i) + "MARK #1\r\n")),
    "ishi events of MARK ALL": ("go", lambda n: fill(
        n, lambda i: "EVENT\r\nB 1 C3\r\nMARK ALL\r\n")),
    "ishi prisoners": ("go", lambda n: ishi(
        n, lambda i: ishi_move(i) + "PRISONER 1\r\n")),
    "ishi prisoners of one": ("go", lambda n: ishi(
        n, lambda i: "PRISONER %d\r\n" % i, ishi_move(0))),
    "ishi remarks": ("go", lambda n: ishi(n, lambda i: "REMARK so\r\n", ishi_move(0))),
    "ishi user": ("go", lambda n: ishi(
        n, lambda i: "USER x\r\ny\r\nENDUSER\r\n", ishi_move(0))),
    "ishi sources": ("go", lambda n: ishi(n, lambda i: "SOURCE a book\r\n")),
    "ishi one long line": ("go", lambda n: ishi(n, lambda i: "x", "SOURCE ", "\r\n")),
    "ishi unknown": ("go", lambda n: ishi(n, lambda i: "what is this\r\n")),
    "ishi one number": ("go", lambda n: ishi(n, lambda i: "B 1 %s\r\n" % spot(i))),
    # Davar and typed boards
    "davar rows": ("davar", lambda n: fill(n, davar, davar_size())),
    "davar setup": ("davar", lambda n: fill(
        n, lambda i: "+B %+d%+d\n" % (i % SIDE + 1, i // SIDE % SIDE + 1), davar_size())),
    "davar captures": ("davar", lambda n: fill(
        n, lambda i: "-B %+d%+d\n" % (i % SIDE + 1, i // SIDE % SIDE + 1), davar_size() + davar(0))),
    "davar comment": ("davar", lambda n: fill(n, lambda i: "word ", davar(0).rstrip() + " ")),
    "ascii boards": ("txt", lambda n: fill(
        n, lambda i: "\n".join([". X O . . . . . ."] * 9) + "\n\n")),
    # Texts and notations of servers
    "json strings, unclosed": ("json", lambda n: fill(n, lambda i: '\\"(;GM[1];B[aa]', '["(;')),
    "json strings": ("json", lambda n: fill(n, lambda i: '"(;GM[1];B[aa])",', "[", '""]')),
    "diagrams in a page": ("html", lambda n: fill(
        n, lambda i: "$$ %d\n$$ ---\n$$ | . O |\n$$ | 1 . |\n$$ ---\n\nwords\n\n" % i,
        "<html><pre>\n", "</pre></html>\n")),
    "tables in a page": ("html", lambda n: fill(
        n, lambda i: "<table><tr><td>1</td><td>+3+3</td></tr></table><p>words\n", "<html><body>\n")),
    "heads of diagrams": ("txt", lambda n: fill(n, lambda i: "$$ \n")),
    "spaces in a letter": ("eml", lambda n: fill(
        n, lambda i: " ", "Content-Transfer-Encoding: quoted-printable\n\n(;B[aa])\n")),
    "quoted lines": ("txt", lambda n: fill(n, lambda i: "> > (;B[aa])\n", "> so\n")),
    "review nodes": ("ugi", lambda n: fill(
        n, lambda i: "NODE,%d,%d,%d,3\n" % (1 << min(i, 30), i % 2 + 1, i % 19 + 1), UGI)),
    "games of a server": ("igs", lambda n: fill(
        n, lambda i: "15 Game %d I: a (0 1 -1) vs b%d (0 1 -1)\n15  0(B): Q16\n" % (i % 99, i))),
    "moves of a server": ("igs", lambda n: fill(
        n, lambda i: "15 %d(B): Q16\n" % (i % 10000), "15 Game 1 I: a (0 1 -1) vs b (0 1 -1)\n")),
    "kibitzes": ("igs", lambda n: fill(
        n, lambda i: "11 Kibitz c: Game a vs b [1]\n11 oh\n", "15 Game 1 I: a (0 1 -1) vs b (0 1 -1)\n15 0(B): Q16\n")),
    "ascii lines": ("txt", lambda n: fill(n, lambda i: "some words\n", ". X .\n. O .\n. . .\n")),
}

# The commands: name -> (words with IN and OUT, whether text comes out). What stands before a
# semicolon is run first, uncounted. What reads out positions has its default budget for a search,
# or a small one, for how much there is to search for is what may grow.
COMMANDS = {
    "check": ("check IN", True),
    "check --json": ("check --json IN", True),
    "info": ("info IN", True),
    "info --json": ("info --json IN", True),
    "convert --to sgf": ("convert --canonical --to sgf IN -o OUT.sgf", True),
    "convert --to ishi": ("convert --to ishi IN -o OUT.go", True),
    "convert --to davar": ("convert --to davar IN -o OUT.davar", True),
    "convert --to ascii": ("convert --to ascii IN -o OUT.txt", True),
    "convert --to json": ("convert --to json IN -o OUT.json", True),
    "convert --verbose": ("convert --verbose --to ishi IN -o OUT.go", True),
    "diff": ("diff IN IN", True),
    "fix": ("fix IN -o OUT.%s", True),
    "annotate": ("annotate --to sgf IN -o OUT.sgf", True),
    "cut": ("cut --at 9 IN -o OUT.sgf", True),
    "extract": ("extract IN -o OUT", True),
    "merge": ("merge IN IN -o OUT.sgf", True),
    "set": ("set GN=x IN -o OUT.sgf", True),
    "split": ("split IN -o OUT", True),
    "strip": ("strip --what comments IN -o OUT.sgf", True),
    "strip --what variations": ("strip --what variations,marks IN -o OUT.sgf", True),
    "transform": ("transform --rotate 90 IN -o OUT.sgf", True),
    "show": ("show IN", True),
    "show --tree": ("show --tree IN", True),
    "show --at #1": ("show --at #1 IN", True),
    "replay": ("replay IN", True),
    "replay --json": ("replay --json IN", True),
    "score": ("score IN", True),
    "score --at 0": ("score --at 0 IN", True),
    "ladder": ("ladder IN", True),
    "capture": ("capture --nodes 100 IN", True),
    "life": ("life --nodes 100 IN", True),
    "life --all": ("life --all --nodes 100 IN", True),
    "life --changes": ("life --changes --nodes 10 IN", True),
    "eyes --point": ("eyes --point A1 IN", True),
    "endgame": ("endgame --region A1:B2 --nodes 100 IN", True),
    "page": ("page IN -o OUT.html", True),
    "page --data": ("page --data IN -o OUT.json", True),
    "draw --to svg": ("draw --to svg IN -o OUT.svg", True),
    "draw --to tex": ("draw --to tex IN -o OUT.tex", True),
    "draw --to sensei": ("draw --to sensei IN -o OUT.txt", True),
    "draw --to png": ("draw --to png IN -o OUT.png", False),
    "draw --numbers": ("draw --numbers --to svg IN -o OUT.svg", True),
    "draw --figures=auto": ("draw --figures=auto --to svg IN -o OUT%%n.svg", True),
    "draw --figures=auto --to ascii": ("draw --figures=auto --to ascii IN -o OUT.txt", True),
    "book --to html": ("book --to html IN -o OUT.html", True),
    "book --to tex": ("book --to tex IN -o OUT.tex", True),
    "book --to epub": ("book --to epub IN -o OUT.epub", False),
    "book --to pdf": ("book --to pdf IN -o OUT.pdf", False),
    "animate --to svg": ("animate --to svg IN -o OUT.svg", True),
    "animate --to gif": ("animate --to gif -w 60 IN -o OUT.gif", False),
    "thumbnail": ("thumbnail IN OUT.png", False),
    "catalog add": ("catalog add OUT.db IN", True),
    "find": ("catalog add OUT.db IN ; find OUT.db --words word", True),
    "find --position": ("catalog add OUT.db IN ; find OUT.db --position IN --at 3", True),
}


# What reads out each position, or plays each game to its end, gets small boards, and where a game
# costs most, fewer: on a full board of 19 by 19 a row would take an hour.
SIDES = {"score": 9, "life --all": 9, "life --changes": 5}
FEWER = {"score": FEW // 8, "capture": FEW // 4}
MAKING = threading.Lock()


def input_of(command, dimension, size, folder):
    """The file that all commands of that board read, made once."""
    ending, make = DIMENSIONS[dimension]
    side = SIDES.get(command, USUAL_SIDE)
    path = os.path.join(folder, "%s-%d-%d.%s" % (dimension.replace(" ", "-"), size, side, ending))
    with MAKING:
        if not os.path.exists(path):
            set_side(side)
            with open(path + ".new", "wb") as file:
                file.write(make(size).encode("utf-8", "surrogateescape"))
            os.rename(path + ".new", path)
    return path


def run(counted, command, dimension, size, folder):
    """The counts of one run: steps, allocated, most, resident, status."""
    ending, _ = DIMENSIONS[dimension]
    words, _ = COMMANDS[command]
    with tempfile.TemporaryDirectory(dir=folder) as work:
        os.link(input_of(command, dimension, size, folder), os.path.join(work, "in." + ending))
        # A command may read it twice, as the copy that it is compared with.
        times = max(1, words.split(" ; ")[-1].split().count("IN"))
        length = times * os.path.getsize(os.path.join(work, "in." + ending))
        words = words.replace("%s", ending).replace("%%", "%")
        words = words.replace("IN", "in." + ending).replace("OUT", "out")
        counts = os.path.join(work, "counts")
        try:
            for part in words.split(" ; "):
                done = subprocess.run([counted, *part.split()], cwd=work, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      env={**os.environ, "KIFU_COUNTS": counts}, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            sys.stderr.write("%s: %s: ended by %d\n" % (command, dimension, done.returncode))
            return None
        steps, allocated, most, resident, status = map(int, open(counts).read().split())
        limit = any(word in done.stderr[-4000:] for word in (b"--max-", b"[program/size]"))
        return length, steps, allocated, most, resident * 1024, status, limit


TIMEOUT = 240


def power(a, b, size, size4):
    return math.log(max(b, 1) / max(a, 1)) / math.log(size4 / size)


def judge(counted, command, dimension, n, folder):
    small = run(counted, command, dimension, n, folder)
    large = run(counted, command, dimension, 4 * n, folder) if small else None
    if small is None or large is None:
        return command, dimension, None
    counted_by = 1 if command in STEPS or COMMANDS[command][1] else 2
    grown = power(small[counted_by], large[counted_by], small[0], large[0])
    fold = max(0, large[4] - BASE) / large[0]
    if FEW < n < SURE:
        fold = max(fold, (large[4] - small[4]) / (large[0] - small[0]))
    return command, dimension, Found(grown, fold, large[1] / large[0], large[6], n)


class Found:
    """What two runs say."""

    def __init__(self, power, fold, each, limit, n):
        self.power, self.fold, self.each, self.limit, self.n = power, fold, each, limit, n

    def is_bad(self, command):
        is_large = self.n >= SURE and self.fold > FOLD and COMMANDS[command][1]
        return not self.limit and (self.power > POWER or is_large)

    def is_doubtful(self, command):
        is_near = self.n < SURE and self.fold > NEAR and COMMANDS[command][1]
        return self.is_bad(command) or is_near and not self.limit

    def words(self, command):
        verdict = "limit" if self.limit else "bad" if self.is_bad(command) else ""
        return "%.2f" % self.power, "%.1f" % self.fold, verdict


def size_for(counted, command, dimension, n, folder):
    """N, or less where a byte costs so much that a row would take a minute."""
    few = FEWER.get(command, FEW)
    probe = run(counted, command, dimension, few, folder)
    if probe is None or probe[1] < MUCH * probe[0]:
        return n
    more = run(counted, command, dimension, 4 * few, folder)
    return n if more is not None and more[1] < 2 * probe[1] else min(n, few)


def judge_again(counted, command, dimension, n, folder):
    """A doubtful answer is asked for again with more of the same."""
    n = size_for(counted, command, dimension, n, folder)
    answer = judge(counted, command, dimension, n, folder)
    if answer[2] is not None and answer[2].is_doubtful(command):
        size = 4 * n if n <= FEW else max(SURE, 4 * n)
        larger = judge(counted, command, dimension, size, folder)
        return larger if larger[2] is not None else answer
    return answer


# Commands that draw by libraries, but whose own steps say how they grow.
STEPS = {"book --to epub", "catalog add"}


PREFACE = """# How the cost of every command grows

Made by `test/growth.py --table doc/growth.md` with the program of the preset `growth`, in which every
branch counts itself (`test/growth.c`). So the figures are steps and bytes, never times, and are
the same on a busy machine.

Each command reads inputs that are large in one dimension: many moves, many variations, one long
comment, a million brackets that nobody closes. *Power* is the growth of its steps from an input of
n bytes to one of 4n (of the bytes that it allocates, where a library draws): 1 is linear, 2 is
quadratic. *Memory* is the most that the program ever had, above 16 MB, for each byte of the larger
input, or what it had more than for the smaller input, for each byte more, if that is more. The
sizes of most inputs stand in each section; what is over a bound there, or has more than 15 bytes of
memory for a byte, is run again with 1 and 4 MB, and then only memory above 16 MB counts (where that
took too long, memory is not judged). Small ones are of 4 and 16 or 16 and 64 KB, for a byte of them
costs over 1,000 steps, as where each is a move with a board of its own in a book; memory is not
judged there. Where `score` plays games to their end, small ones are of 512 and 2,048 bytes, and for
a thousand games of `capture`, of 1 and 4 KB; the boards of `score` and `life --all` are of 9 by 9,
and those of `life --changes`, which reads every position, of 5 by 5. A command that reads a file
twice, as `diff` and `merge` do here, has twice the input.
The sections were counted one by one, as commands changed. The bounds are a power
of %.2f and, where text comes out, memory of %d times the input. A row stands here for each
dimension that is stopped by a limit ([the limits](spec/command-line.md)) or is not within the
bounds; the others are only counted.
Commands without a section were not run for this table.
""" % (POWER, FOLD)


def sizes_of(rows):
    """The sizes of most inputs of a section: `32 and 128 KB`."""
    usual = max((f.n for f in rows if f.n > FEW), key=[f.n for f in rows].count, default=FEW)
    return "%d and %d KB" % (usual >> 10, usual >> 8)


def section(command, rows):
    """A row for each dimension of which there is something to say; the rest in numbers."""
    known = [f for _, f in rows if f is not None]
    plain = [f for f in known if not f.limit and not f.is_bad(command)]
    large = [f for f in plain if f.n >= SURE or f.n > 4 * FEW and f.fold <= NEAR]
    lines = ["%d dimensions of %s, %d of them small: %d within the bounds (power at most %.2f, "
             "memory of %d at most %.1f times the input), %d stopped by a limit, %d not within.\n" % (
                 len(rows), sizes_of(known), sum(f.n <= 4 * FEW for f in known), len(plain),
                 max((f.power for f in plain), default=0), len(large),
                 max((f.fold for f in large), default=0), sum(f.limit for f in known),
                 len(rows) - len(plain) - sum(f.limit for f in known))]
    told = [(d, f) for d, f in rows if f is None or f.limit or f.is_bad(command)]
    if told:
        lines.append("\n| dimension | power | memory for a byte | |\n|---|---|---|---|\n")
    for d, f in told:
        words = f.words(command) if f else ("", "", "not ended in time")
        lines.append("| %s | %s | %s | %s |\n" % (d, *words))
    return "".join(lines)


def sections_of(path):
    """The sections of a table by command."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("\n## `kifu ")[1:]
    return {part.split("`", 1)[0]: part.split("\n\n", 1)[1] for part in parts}


def write_table(path, found):
    kept = sections_of(path)
    for command in {c for c, _, _ in found}:
        rows = [(d, f) for c, d, f in found if c == command]
        if len(rows) == len(DIMENSIONS):
            kept[command] = section(command, rows)
    with open(path, "w", encoding="utf-8") as out:
        out.write(PREFACE)
        for command in COMMANDS:
            if command in kept:
                out.write("\n## `kifu %s`\n\n%s" % (command, kept[command]))


def kept_in(path):
    """What earlier runs found."""
    if path is None or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return [(c, d, Found(*values)) for c, d, values in lines]


def keep(path, command, dimension, answer):
    if path is None or answer is None:
        return
    values = [answer.power, answer.fold, answer.each, answer.limit, answer.n]
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps([command, dimension, values]) + "\n")


def main():
    global TIMEOUT
    parser = argparse.ArgumentParser()
    parser.add_argument("counted")
    parser.add_argument("--table")
    parser.add_argument("--kept")
    parser.add_argument("--only", default="*/*")
    parser.add_argument("--bytes", type=int, default=1 << 15)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=240)
    args = parser.parse_args()
    args.counted = os.path.abspath(args.counted)
    TIMEOUT = args.timeout
    pairs = [(c, d) for c in COMMANDS for d in DIMENSIONS
             if any(fnmatch.fnmatch(c + "/" + d, o) for o in args.only.split("|"))]
    bad, found = 0, kept_in(args.kept)
    known = {(c, d) for c, d, _ in found}
    pairs = [pair for pair in pairs if pair not in known]
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for command, dimension, answer in pool.map(
                lambda p: judge_again(args.counted, *p, args.bytes, folder), pairs):
            found.append((command, dimension, answer))
            keep(args.kept, command, dimension, answer)
            words = answer.words(command) if answer is not None else ("", "", "not ended in time")
            bad += words[2] not in ("", "limit")
            print("%-22s %-26s %6s %8s  %s" % (command, dimension, *words), flush=True)
    if args.table:
        write_table(args.table, found)
    print("%d pairs, %d bad" % (len(pairs), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
