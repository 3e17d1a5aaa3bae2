#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the notes below figures with those of a second player, who shares nothing with kifu.

usage: draw_notes.py KIFU SOURCE       some games of $KIFU_CORPORA or SOURCE/../shared/corpora
       draw_notes.py KIFU FILE.sgf…

Exit status 77 says that there are no games. Each file holds one game without variations on its main line. All moves are drawn in one figure and
in figures of fifty, and every note and number is checked.
"""

import glob
import os
import re
import subprocess
import sys

MOVE = re.compile(r"[;\]\s]([BW])\[([a-z]{0,2})\]")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def main_line(text):
    """The size, the setup and the moves before the first closing parenthesis."""
    text = text[:text.index(")")] if ")" in text else text
    text = re.sub(r"\b(C|GC|N|LB|PB|PW|EV|RO|PC|SO|GN|US|CP)\[(?:\\.|[^\]\\])*\]", "", text)
    size = re.search(r"SZ\[(\d+)\]", text)
    setup = {}
    for name, points in re.findall(r"\b(AB|AW)((?:\s*\[[a-z:]*\])+)", text):
        for point in re.findall(r"\[([a-z]{2})\]", points):
            setup[point] = name[1]
    return int(size[1]) if size else 19, setup, MOVE.findall(text)


def chain(board, point, size):
    """The stones of the chain and its liberties."""
    colour, stones, liberties, work = board[point], {point}, set(), [point]
    while work:
        x, y = (ord(c) - 97 for c in work.pop())
        for column, row in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if not (0 <= column < size and 0 <= row < size):
                continue
            near = chr(97 + column) + chr(97 + row)
            if near not in board:
                liberties.add(near)
            elif board[near] == colour and near not in stones:
                stones.add(near)
                work.append(near)
    return stones, liberties


def play(board, colour, point, size):
    """Plays a move; how many were captured, and whether a ko is left behind."""
    x, y = (ord(c) - 97 for c in point)
    board[point] = colour
    captured = set()
    for column, row in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        near = chr(97 + column) + chr(97 + row)
        if 0 <= column < size and 0 <= row < size and board.get(near, colour) != colour:
            stones, liberties = chain(board, near, size)
            captured |= stones if not liberties else set()
    for stone in captured:
        del board[stone]
    stones, liberties = chain(board, point, size)
    if not liberties:
        for stone in stones:
            del board[stone]
    return len(captured) == 1 and len(stones) == 1 and len(liberties) == 1


def expected(size, setup, moves, first, last):
    """The notes of a figure of the moves first..last, and the numbers by point."""
    board, drawn, notes, letters = dict(setup), {}, [], iter("abcdefghijklmnopqrstuvwxyz")
    for number, (colour, point) in enumerate(moves[:last], 1):
        if number == first:
            drawn = {stone: "" for stone in board}
        if point in ("", "tt") and size <= 19:
            if number >= first:
                notes.append("%d pass" % number)
            continue
        is_ko = play(board, colour, point, size)
        if number < first:
            continue
        if point not in drawn:
            drawn[point] = str(number)
            continue
        if drawn[point] == "":
            drawn[point] = next(letters, None) or "%s%d" % (LETTERS[ord(point[0]) - 97],
                                                           size - ord(point[1]) + 97)
        notes.append("%d %s %s" % (number, "takes ko at" if is_ko else "at", drawn[point]))
    return notes, {p: n for p, n in drawn.items() if n.isdigit()}


def drawn(kifu, name, first, last, size):
    out = subprocess.run([kifu, "draw", name, "--numbers=%d-%d" % (first, last), "--to", "ascii",
                          "--hide", "marks", "--coords", "none"],
                         capture_output=True, check=True).stdout.decode()
    lines = out.split("\n")
    while not re.match(r"\s*([.+]|[XO]\w*)(\s+([.+]|[XO]\w*)){%d}\s*$" % (size - 1), lines[0]):
        lines.pop(0)
    numbers = {}
    for row, line in enumerate(lines[:size]):
        for column, cell in enumerate(line.split()):
            if cell[1:].isdigit():
                numbers[chr(97 + column) + chr(97 + row)] = cell[1:]
    tail = lines[size + 1] if len(lines) > size + 1 else ""
    return [n for n in tail.split(", ") if re.match(r"\d", n)], numbers


def check(kifu, name):
    with open(name, encoding="utf-8", errors="replace") as file:
        size, setup, moves = main_line(file.read())
    steps = [(1, len(moves))] + [(f, min(f + 49, len(moves))) for f in range(1, len(moves), 50)]
    bad = 0
    for first, last in steps:
        want, got = expected(size, setup, moves, first, last), drawn(kifu, name, first, last, size)
        if want != got:
            bad += 1
            print("%s %d-%d:\n  %s\n  %s" % (name, first, last, want[0], got[0]))
    return len(steps), bad


def main():
    figures = failures = 0
    names = sys.argv[2:]
    if len(names) == 1 and os.path.isdir(names[0]):
        corpora = os.environ.get("KIFU_CORPORA", os.path.join(names[0], "../shared/corpora"))
        names = sorted(glob.glob(os.path.join(corpora, "fox/*0.sgf")))
        if not names:
            print("no real games at %s: skipped" % corpora)
            return 77
    for name in names:
        count, bad = check(sys.argv[1], name)
        figures += count
        failures += bad
    print("%d figures, %d differ" % (figures, failures))
    return 1 if failures or not figures else 0


sys.exit(main())
