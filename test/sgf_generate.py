#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes SGF files that say everything Ishi has no words for, by the number of a seed.
"""sgf_generate.py FOLDER COUNT    files 1.sgf … COUNT.sgf in the folder

The files are well-formed, and their boards are square and not larger than 19x19. Nothing else is
kept simple: empty nodes, two moves in a node, points off the board, properties twice, unknown
ones, any script, control characters, words that Ishi would take for its own."""

import os
import random
import sys

TEXTS = ["", "Black to play.", "ENDCOM", "  endcom now", "two\nlines", "\n", "a\n\nb\n", "Ünïcode Шусаку",
         "碁は楽しい", "①②", "tab\there", "bell\x07", "a\\]b", "back\\\\slash", "colon: b", "USER kifu\n. C[x]",
         "~A; ~", ". node", "COM", "soft\\\nbreak", "x" * 300, "\u2400", "cr\rlf\r\nboth", "ENDUSER", "1 title 3",
         " leading", "trailing ", "\u00a0", "EVENT\nB 1 A1", "[", "😀"]
LABELS = ["a", "A1", "10", "\\\\t", "\\\\S", "abc", "", "Ж", "@", "#1", " x", "\\]", ":", "a\\:b", "~"]
SIMPLE = ["PB", "PW", "BR", "GN", "DT", "RE", "KM", "HA", "RU", "TM", "OT", "SO", "PC", "US", "AN", "AP", "FF",
          "EV", "ZZ", "AddBlack", "KFREMARK", "KFHEADER", "KFUSER", "KFSETUP", "KFTAIL", "SZZ"]
VALUES = ["6.5", "0", "2", "W+R", "W+Resign", "B+3", "Draw", "1990-03-08", "1990-03-08,09", "June 3", "1800",
          "5x30 byo-yomi", "Japanese", "4", "3", "DATE June 3", "EVENT x", "COM", "USER kifu", "kifu\n. C[x\\]",
          "kifu\n. node", "COM 1", "B 7 C3", "VAR", "ENDVAR"]
POINTS = ["LB", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = self.random.choice([2, 9, 19, 19])

    def chance(self, probability):
        return self.random.random() < probability

    def point(self, off=0.0):
        if self.chance(off):
            return self.random.choice(["zz", "tt", "", "a", "abc", "A1"])
        a, b = self.random.choices("abcdefghijklmnopqrs"[:self.size], k=2)
        return a + b

    def points(self):
        values = []
        for _ in range(self.random.randint(1, 4)):
            x, y = self.point(0.03), self.point()
            values.append(x if self.chance(0.8) else min(x[:1], y[0]) + min(x[1:2], y[1]) + ":" +
                          max(x[:1], y[0]) + max(x[1:2], y[1]))
        return "".join("[" + value + "]" for value in values)

    def text(self):
        return self.random.choice(TEXTS) if self.chance(0.8) else "\n".join(
            self.random.choices(TEXTS, k=3))

    def setup(self):
        return "".join(name + self.points() for name in
                       self.random.sample(["AB", "AW", "AE"], self.random.randint(1, 3)))

    def marks(self):
        name = self.random.choice(POINTS)
        if name == "LB":
            used = {self.point() for _ in range(self.random.randint(1, 4))}
            return "LB" + "".join("[%s:%s]" % (p, self.random.choice(LABELS)) for p in sorted(used))
        return name + self.points()

    def extra(self):
        kind = self.random.random()
        if kind < 0.3:
            return "C[" + self.text() + "]"
        if kind < 0.5:
            return self.marks()
        if kind < 0.6:
            return self.setup()
        if kind < 0.8:
            values = self.random.choices(VALUES + TEXTS[:16], k=self.random.choice([1, 1, 2]))
            return self.random.choice(SIMPLE) + "".join("[" + v + "]" for v in values)
        return self.random.choice(["BL[1750]", "TE[1]", "N[" + self.text() + "]", "MN[1]", "MN[7]", "MN[x]",
                                   "PL[W]", "AR[aa:bb]", "LN[aa:bb]", "FG[257:A]", "KO[]", "V[1.5]",
                                   "X1[a]", "B[]", "FG[]", "VW[]", "KFNUMBER[5]", "KFDIAGRAM[][end]", "KFVAR[a]"])

    def node(self, is_root=False):
        text = ";"
        if not is_root and self.chance(0.75):
            colour = self.random.choice("BW")
            text += colour + "[" + self.point(0.1) + "]"
            if self.chance(0.03):
                text += self.random.choice("BW") + "[" + self.point() + "]"
        if is_root and self.chance(0.1):
            text += "B[" + self.point() + "]"
        if is_root and self.chance(0.3):
            text += self.setup()
        for _ in range(self.random.choice([0, 0, 0, 1, 1, 2, 6] if not is_root else [0, 3, 8])):
            text += self.extra()
        return text

    def tree(self, depth):
        text = "".join(self.node() for _ in range(self.random.choice([1, 1, 2, 6])))
        if depth < 5 and self.chance(0.5):
            for _ in range(self.random.choice([1, 2, 2, 3])):
                text += "(" + self.tree(depth + 1) + ")"
        return text

    def file(self):
        text = ""
        for _ in range(self.random.choice([1, 1, 1, 2])):
            self.size = self.random.choice([2, 9, 19, 19])
            size = "SZ[%d]" % self.size if self.size != 19 or self.chance(0.5) else ""
            text += "(" + self.node(True) + "FF[4]GM[1]CA[UTF-8]" + size
            if self.chance(0.9):
                text += self.tree(0)
            text += ")"
        return text


def main(arguments):
    os.makedirs(arguments[0], exist_ok=True)
    for seed in range(1, int(arguments[1]) + 1):
        with open(os.path.join(arguments[0], "%d.sgf" % seed), "wb") as file:
            file.write(Maker(seed).file().encode("utf-8"))


if __name__ == "__main__":
    main(sys.argv[1:])
