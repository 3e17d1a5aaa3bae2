#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes valid Ishi files that use every freedom of the specification, by the number of a seed.
"""ishi_generate.py SEED           one file on standard output
ishi_generate.py FOLDER COUNT   files 1.go … COUNT.go in the folder

The same seed gives the same file everywhere. Every file is valid: whoever reads it must find no
error in it. Nothing else is kept simple."""

import os
import random
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRST"
TEXTS = ["Black to play.", "", "  two spaces", "\ta tab", "ends with a space ", "a ] bracket [",
         "back\\slash \\t \\c", "colon: semi;", "B 1 Q16", "VAR", "EVENT of the day",
         "COM inside", "(;FF[4])", "~A; ~tilde~", ". C[x]", "100%s %n", "#1-3 @ &", "'quoted' \"so\"",
         "x" * 200, "ENDCOMMENT", "the END", ".", "-", "USER"]
WORDS = ["Honinbo Shusaku", "Kato 9 Dan", "a", "", "  spaced   out", "(6-dan)", "[x]", "a\\b", "x:y",
         "8 March 1990", "3-21-48", "November 21-24, 1847", "Dec 9, 1938 and Mar 3-4, 1939",
         "June 3 and 7, 1958", "1 hour", "30 minutes each", "90 seconds", "White wins by resignation",
         "Black by 3", "Black resigns at move 186", "B+3.5", "0", "1", "2", "9 stones", "5", "3 1/2",
         "4.5", "Japanese", "CHINESE", "1990-03-08", "?", "Draw", "jigo", "tab\there"]
HEADERS = ["ANALYSIS", "BLACK", "DATE", "HANDICAP", "KOMI", "PLACE", "RECORDER", "RESULT", "RULES",
           "SOURCE", "TIMELIMIT", "WHITE"]
TEXTUAL = ["ANALYSIS", "PLACE", "RECORDER", "SOURCE"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.tidy = self.chance(0.3)
        self.end = self.random.choice(["\r\n", "\r\n", "\n", "\r"])

    def chance(self, probability):
        return self.random.random() < probability

    def case(self, text):
        return self.random.choice([str.upper, str.lower, str.capitalize])(text)

    def space(self):
        return self.random.choice([" ", " ", "  ", "\t", " \t "])

    def put(self, keyword, *fields):
        if self.tidy:
            self.lines.append(" ".join((keyword,) + fields))
            return
        line = self.random.choice(["", "", "  ", "\t"]) + self.case(keyword)
        for field in fields:
            line += self.space() + field
        self.lines.append(line + self.random.choice(["", "", " ", "\t"]))

    def blank(self):
        if self.chance(0.1):
            self.lines.append(self.random.choice(["", "  ", "\t"]))

    def point(self, size=None):
        size = size or self.size
        text = self.random.choice(COLUMNS[:size]) + str(self.random.randint(1, size))
        return self.random.choice([text, text.lower()])

    def remarks(self):
        while self.chance(0.15):
            self.put("REMARK", self.random.choice(TEXTS).strip())

    def reference(self, numbers, size=None, can_range=True):
        if numbers and self.chance(0.5):
            first = self.random.choice(numbers)
            if can_range and self.chance(0.3):
                return "#%d-%d" % (first, max(numbers) if self.chance(0.9) else first)
            return "#%d" % first
        return self.point(size)

    def mark(self, numbers, size=None):
        if self.chance(0.1):
            return self.case("ALL")
        target = self.reference(numbers, size)
        if self.chance(0.35):
            return target
        letters = self.random.choice(["a", "B0", "+", "..", "\\t", "\\S", "\\c", "\\D", "\\", "x\\",
                                      "\\\\", "#1", "[]", "]", ":", "a:", "@", "@@", "10", "~", "t"])
        return letters + "@" + target

    def owned(self, numbers, can_mark=True, size=None):
        for _ in range(self.random.choice([0, 0, 0, 0, 1, 1, 2])):
            kind = self.random.choice(["com", "com", "mark", "user"])
            if kind == "com":
                self.comment()
            elif kind == "user":
                self.user()
            elif can_mark:
                for _ in range(self.random.randint(1, 3)):
                    self.marks(numbers, size)
            self.blank()

    def marks(self, numbers, size):
        count = self.random.randint(0 if self.chance(0.1) else 1, 5)
        if self.chance(0.7):
            self.put("MARK", *[self.mark(numbers, size) for _ in range(count)])
        else:
            fields = [self.case("ALL") if self.chance(0.2) else self.reference(numbers, size)
                      for _ in range(count)]
            self.put("UNMARK", *fields)

    def comment(self):
        title = self.random.choice(["", "", "Problem 7.", "\\d", "3", "Score: 8", "a  b", "x 2"])
        self.put("COM", *([title] if title else []))
        self.lines += self.random.choices(TEXTS, k=self.random.choice([0, 1, 1, 2, 5]))
        self.put("ENDCOM")

    def user(self):
        title = self.random.choice(["", "Ishi inventory", "kifu", "kifu 2", "Print \\ ] of 10"])
        self.put("USER", *([title] if title else []))
        body = self.random.choices(TEXTS, k=self.random.choice([0, 1, 3]))
        if title == "kifu" and not body:
            body = ["not ours"]
        self.lines += [line for line in body if not title == "kifu" or not line.startswith(". ")]
        if title == "kifu":
            self.lines.append("not ours")
        self.put("ENDUSER", *(["of it"] if self.chance(0.1) else []))

    def header(self):
        for keyword in self.random.sample(HEADERS, self.random.choice([0, 1, 4, 12])):
            for _ in range(self.random.choice([1, 1, 2, 3]) if keyword in TEXTUAL else 1):
                text = self.random.choice(WORDS)
                self.put(keyword, *([text] if text else []))

    def stones(self, size=None):
        fields, used = [], set()
        for _ in range(self.random.randint(0, 3)):
            fields.append(self.random.choice("BbWw"))
            for _ in range(self.random.randint(0, 6)):
                point = self.point(size)
                if point.upper() not in used and point.upper() not in self.used:
                    used.add(point.upper())
                    fields.append(point)
        self.used |= used
        return fields

    def diagram(self, numbers):
        self.remarks()
        region = self.random.choice(["", "", "size", "corners"])
        size = self.size
        if region == "size":
            size = self.random.randint(2, 19)
            self.put("DIAGRAM", "%d%s%d" % (size, self.random.choice("xX"), size))
        elif region == "corners":
            self.put("DIAGRAM", self.point(), self.point())
        else:
            self.put("DIAGRAM")
        self.used = set()
        for _ in range(self.random.choice([0, 0, 1, 2])):
            self.put("SETUP", *self.stones(size))
        if self.chance(0.4):
            self.put("HIDE", *[self.reference(numbers, size)
                               for _ in range(self.random.randint(0, 5))])
        self.owned(numbers, size=size)

    def move(self, number, numbers):
        self.remarks()
        self.put(self.random.choice("BW"), str(number),
                 self.case("pass") if self.chance(0.05) else self.point())
        numbers = numbers + [number]
        if self.chance(0.1):
            self.put("PRISONER", *[self.reference(numbers, can_range=False)
                                   for _ in range(self.random.randint(0, 3))])
        self.owned(numbers)
        return numbers

    def variations(self, number, numbers, depth):
        while depth < 6 and self.chance(0.15):
            label = self.random.choice([[], [], ["b"], ["10"], ["\\t"], ["]"], [":"], ["@"]])
            self.put("VAR", *label)
            if self.chance(0.15):
                self.diagram(numbers)
            elif self.chance(0.95):
                self.sequence(number, numbers, depth + 1)
            if self.lines[-1].split()[:1] and self.lines[-1].split()[0].upper() == "VAR":
                self.diagram(numbers)
            self.put("ENDVAR", *(["back to", "main game"] if self.chance(0.2) else []))

    def sequence(self, number, numbers, depth):
        if depth > 0 and self.chance(0.1):
            self.diagram(numbers)
        for _ in range(self.random.choice([1, 2, 5, 12])):
            before = numbers
            numbers = self.move(number, numbers)
            self.variations(number, before, depth)
            if self.chance(0.05):
                self.diagram(numbers)
            number += 1

    def event(self, first):
        implicit = first and self.chance(0.2)
        if not implicit:
            self.remarks()
            title = self.random.choice(["", "Yose Problem 7", "a ] b", "Honinbo  1989", "\\"])
            self.put("EVENT", *([title] if title else []))
        self.size = self.random.choice([19, 19, 19, 2, 5, 9, 13])
        says_size = self.size != 19 or self.chance(0.3)
        if says_size and self.chance(0.8):
            self.put("BOARDSIZE", str(self.size))
            says_size = False
        self.header()
        self.owned([], can_mark=self.chance(0.4))
        if self.chance(0.5):
            self.remarks()
            self.used = set()
            for _ in range(self.random.randint(1, 3)):
                self.put("SETUP", *self.stones())
            self.owned([])
        if says_size:
            self.put("BOARDSIZE", str(self.size))
        if self.chance(0.9):
            self.sequence(self.random.choice([1, 1, 1, 2, 22, 100]), [], 0)
        if self.chance(0.1):
            self.diagram([])

    def file(self):
        # A text without an event is no record, however short its events may be.
        for index in range(self.random.choice([0, 1, 1, 1, 2, 4])):
            self.event(index == 0)
        if not self.lines:
            self.lines.append("EVENT")
        text = self.end.join(self.lines)
        return text + (self.end if self.lines and self.chance(0.9) else "")


def main(arguments):
    if len(arguments) == 1:
        sys.stdout.buffer.write(Maker(int(arguments[0])).file().encode("ascii"))
        return
    os.makedirs(arguments[0], exist_ok=True)
    for seed in range(1, int(arguments[1]) + 1):
        with open(os.path.join(arguments[0], "%d.go" % seed), "wb") as file:
            file.write(Maker(seed).file().encode("ascii"))


if __name__ == "__main__":
    main(sys.argv[1:])
