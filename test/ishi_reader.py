#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# A second reader of Ishi, written from the specification alone: compares files and checks them.
"""ishi_reader.py FILE            findings, one a line; exit status 1 when there is an error
ishi_reader.py --same A B      whether both files hold the same data; exit status 1 when not
ishi_reader.py --pairs A B …   the same for every two of many files
ishi_reader.py --valid FILE…   the same as the first form for many files, errors only

This program shares nothing with kifu: where both agree on a file, two people have read the
specification in the same way. What the specification calls insignificant is dropped: white space
around fields, case outside of commentary and marks, and the order of data that may stand in any
order."""

import re
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
TEXTUAL = {"ANALYSIS", "PLACE", "RECORDER", "SOURCE"}
ONCE = {"BLACK", "DATE", "HANDICAP", "KOMI", "RESULT", "RULES", "TIMELIMIT", "WHITE"}
HEADERS = TEXTUAL | ONCE
KEYWORDS = HEADERS | {
    "EVENT", "B", "W", "BOARDSIZE", "COM", "DIAGRAM", "ENDCOM", "ENDUSER", "ENDVAR", "HIDE",
    "MARK", "PRISONER", "REMARK", "SETUP", "UNMARK", "USER", "VAR"}


class Owner:
    """What an event, a setup, a move and a diagram can all have."""

    def __init__(self):
        self.remarks = []
        self.marks = []
        self.comments = []
        self.users = []
        self.prisoners = []

    def data(self):
        return {"remarks": self.remarks, "marks": self.marks, "comments": self.comments,
                "users": self.users, "prisoners": self.prisoners}


class Event(Owner):
    def __init__(self):
        super().__init__()
        self.title = ""
        self.headers = {}
        self.size = 19
        self.setup = Owner()
        self.stones = {}
        self.has_setup = False
        self.sequence = Sequence(None)

    def model(self):
        return {"title": self.title, "headers": self.headers, "size": self.size,
                "event": self.data(), "stones": self.stones,
                "setup": self.setup.data(), "tree": self.sequence}


class Sequence:
    def __init__(self, above):
        self.above = above  # the sequence that it varies
        self.label = ""
        self.items = []
        self.move = None    # the current move
        self.last_number = None
        self.numbers = set()


class Move(Owner):
    def __init__(self, colour, number, point):
        super().__init__()
        self.colour, self.number, self.point = colour, number, point
        self.variations = []


class Diagram(Owner):
    def __init__(self, region):
        super().__init__()
        self.region = region
        self.stones = []
        self.hidden = []


class Reader:
    def __init__(self, data):
        self.findings = []
        self.line_number = 0
        self.events = []
        self.event = None
        self.remarks = []
        self.sequence = None
        self.owner = None
        self.diagram = None
        self.lines = self.cut(data)
        self.read()

    def find(self, kind, text):
        self.findings.append((self.line_number, kind, text))

    def cut(self, data):
        text = data.decode("utf-8", "surrogateescape")
        lines = re.split(r"\r\n|\n|\r", text)
        if lines and lines[-1] == "":
            lines.pop()
        for number, line in enumerate(lines, 1):
            if re.search(r"[^\x20-\x7e\t]", line):
                self.line_number = number
                self.find("error", "a character that is not valid")
        return lines

    # ---- structure ----

    def begin_event(self, title):
        self.event = Event()
        self.event.title = title
        self.events.append(self.event)
        self.sequence = self.event.sequence
        self.owner = self.event
        self.diagram = None

    def need_event(self):
        if self.event is None:
            self.begin_event("")

    def in_front(self):
        return not self.event.sequence.items

    def take_remarks(self, owner):
        owner.remarks += self.remarks
        self.remarks = []

    def read(self):
        index = 0
        while index < len(self.lines):
            self.line_number = index + 1
            words = self.lines[index].split(None, 1)
            index += 1
            if not words:
                continue
            keyword, rest = words[0].upper(), words[1].strip(" \t") if len(words) > 1 else ""
            if keyword not in KEYWORDS:
                self.find("error", "unknown keyword " + keyword)
                continue
            if keyword in ("COM", "USER"):
                index = self.read_block(keyword, rest, index)
                continue
            if keyword not in ("EVENT", "REMARK"):
                self.need_event()
            if keyword in HEADERS:
                self.read_header(keyword, rest)
            else:
                getattr(self, "read_" + keyword.lower())(rest)
        self.need_event()
        while self.sequence.above is not None:
            self.sequence = self.sequence.above
        self.tail = self.remarks
        if self.tail:
            self.find("warning", "remarks before nothing")

    def read_block(self, keyword, rest, index):
        end, body = "END" + keyword, []
        while index < len(self.lines):
            word = self.lines[index].split(None, 1)
            index += 1
            if word and word[0].upper() == end:
                self.need_event()
                block = (rest, body)
                (self.owner.comments if keyword == "COM" else self.owner.users).append(block)
                return index
            body.append(self.lines[index - 1])
        self.find("error", keyword + " is never closed")
        return index

    def read_endcom(self, rest):
        self.find("error", "ENDCOM without COM")

    def read_enduser(self, rest):
        self.find("error", "ENDUSER without USER")

    def read_event(self, rest):
        # The first EVENT opens the first event only when no data stood before it.
        self.begin_event(rest)
        self.take_remarks(self.event)

    def read_remark(self, rest):
        self.remarks.append(rest)

    def read_header(self, keyword, rest):
        if not self.in_front():
            self.find("error", keyword + " behind the first move")
        lines = self.event.headers.setdefault(keyword, [])
        if lines and keyword in ONCE:
            self.find("warning", keyword + " again")
        lines.append(rest)

    # ---- fields ----

    def location(self, text, size):
        match = re.fullmatch(r"([A-Za-z])([0-9]+)", text)
        if match is None or match[1].upper() not in COLUMNS:
            return None
        column, row = COLUMNS.index(match[1].upper()), int(match[2])
        return match[1].upper() + str(row) if column < size and 1 <= row <= size else None

    def reference(self, text, size):
        match = re.fullmatch(r"#([0-9]+)(?:-([0-9]+))?", text)
        if match is None:
            return self.location(text, size)
        numbers = [int(n) for n in match.groups() if n is not None]
        if 0 in numbers or (len(numbers) == 2 and numbers[1] < numbers[0]):
            self.find("error", "a range that does not rise: " + text)
        return "#" + "-".join(str(n) for n in numbers)

    def mark_field(self, text, size, letters):
        if text.upper() == "ALL":
            return "ALL"
        match = re.fullmatch(r"(..?)@(.+)", text)
        if not letters or match is None:
            return self.reference(text, size)
        target = self.reference(match[2], size)
        special = re.fullmatch(r"\\[cdstCDST]", match[1])
        shown = match[1].lower() if special else match[1]
        return None if target is None else shown + "@" + target

    def fields(self, keyword, rest, read):
        result = []
        for text in rest.split():
            field = read(text)
            if field is None:
                self.find("error", keyword + " of " + text)
                field = "?" + text
            result.append(field)
        return result

    def board_size(self):
        size = self.event.size
        if self.diagram is not None and isinstance(self.diagram.region, int):
            return self.diagram.region
        return size

    # ---- data ----

    def read_boardsize(self, rest):
        if not self.in_front():
            self.find("error", "BOARDSIZE behind the first move")
        words = rest.split()
        if not words or not words[0].isdigit() or not 2 <= int(words[0]) <= 19:
            self.find("error", "BOARDSIZE " + rest)
        else:
            self.event.size = int(words[0])

    def read_setup(self, rest):
        stones = self.stones(rest)
        if self.diagram is not None:
            self.diagram.stones.append(stones)
            return
        if not self.in_front():
            self.find("error", "SETUP behind the first move")
        for point, colour in stones:
            self.event.stones[point] = colour
        if not self.event.has_setup:
            self.take_remarks(self.event.setup)
        elif self.remarks:
            self.find("warning", "a remark before a later SETUP line")
        self.event.has_setup = True
        self.owner = self.event.setup

    def stones(self, rest):
        colour, stones = None, []
        for word in rest.split():
            if word.upper() in ("B", "W"):
                colour = word.upper()
                continue
            point = self.location(word, 19 if self.in_front() else self.board_size())
            if colour is None or point is None:
                self.find("error", "SETUP of " + word)
            else:
                stones.append((point, colour))
        return stones

    def read_b(self, rest):
        self.play("B", rest)

    def read_w(self, rest):
        self.play("W", rest)

    def play(self, colour, rest):
        words = rest.split()
        if len(words) != 2 or not words[0].isdigit() or int(words[0]) < 1:
            self.find("error", "a move: " + colour + " " + rest)
            return
        number = int(words[0])
        point = "PASS" if words[1].upper() == "PASS" else self.location(words[1], self.event.size)
        if point is None:
            self.find("error", "a move at " + words[1])
            return
        sequence = self.sequence
        if number in sequence.numbers:
            self.find("error", "move %d again" % number)
        elif sequence.last_number is not None and number < sequence.last_number:
            self.find("error", "move %d out of sequence" % number)
        elif sequence.last_number is not None and number > sequence.last_number + 1:
            self.find("gap", "no move before %d" % number)
        sequence.numbers.add(number)
        sequence.last_number = number
        move = Move(colour, number, point)
        self.take_remarks(move)
        sequence.items.append(move)
        sequence.move = move
        self.owner = move
        self.diagram = None

    def read_prisoner(self, rest):
        if self.diagram is not None or (isinstance(self.owner, Event)):
            self.find("error", "PRISONER where nothing was played")
        self.owner.prisoners += self.fields(
            "PRISONER", rest,
            lambda text: None if "-" in text else self.reference(text, self.event.size))

    def read_mark(self, rest):
        size = self.board_size()
        for field in self.fields("MARK", rest, lambda t: self.mark_field(t, size, True)):
            self.owner.marks.append(("MARK", field))

    def read_unmark(self, rest):
        size = self.board_size()
        for field in self.fields("UNMARK", rest, lambda t: self.mark_field(t, size, False)):
            self.owner.marks.append(("UNMARK", field))

    def read_hide(self, rest):
        if self.diagram is None:
            self.find("error", "HIDE outside of a diagram")
            return
        size = self.board_size()
        self.diagram.hidden += self.fields("HIDE", rest, lambda t: self.reference(t, size))

    def read_diagram(self, rest):
        words = rest.split()
        region = None
        match = re.fullmatch(r"([0-9]+)[xX]([0-9]+)", words[0]) if words else None
        if match is not None:
            region = int(match[1])
            if match[1] != match[2] or not 2 <= region <= 19:
                self.find("error", "DIAGRAM " + rest)
        elif len(words) >= 2:
            corners = [self.location(word, 19) for word in words[:2]]
            if None in corners:
                self.find("error", "DIAGRAM " + rest)
            else:
                columns = sorted(COLUMNS.index(c[0]) for c in corners)
                rows = sorted(int(c[1:]) for c in corners)
                region = (columns[0], rows[0], columns[1], rows[1])
        elif words:
            self.find("error", "DIAGRAM " + rest)
        diagram = Diagram(region)
        self.take_remarks(diagram)
        self.sequence.items.append(diagram)
        self.owner = self.diagram = diagram

    def read_var(self, rest):
        words = rest.split()
        if self.sequence.move is None:
            # A VAR behind the first move of a variation varies the same move again.
            self.find("error", "VAR where no move stands")
            return
        if words and len(words[0]) > 2:
            self.find("error", "VAR " + rest)
        variation = Sequence(self.sequence)
        variation.label = words[0] if words else ""
        self.sequence.move.variations.append(variation)
        self.sequence = variation
        self.diagram = None

    def read_endvar(self, rest):
        if self.sequence.above is None:
            self.find("error", "ENDVAR without VAR")
            return
        self.sequence = self.sequence.above
        self.owner = self.sequence.move
        self.diagram = None


# ---- comparing ----

def differ(a, b, where, out):
    if a != b:
        out.append("%s: %r\n  but %r" % (where, a, b))


def compare_owner(a, b, where, out):
    for name in ("remarks", "marks", "comments", "users"):
        differ(getattr(a, name), getattr(b, name), where + " " + name, out)
    differ(sorted(a.prisoners), sorted(b.prisoners), where + " prisoners", out)


def compare_sequences(left, right, out):
    pending = [(left, right, "")]
    while pending:
        a, b, where = pending.pop()
        differ(a.label, b.label, where + " label", out)
        differ(len(a.items), len(b.items), where + " length", out)
        for index, (x, y) in enumerate(zip(a.items, b.items), 1):
            here = "%s.%d" % (where, index)
            if type(x) is not type(y):
                differ(type(x).__name__, type(y).__name__, here, out)
                continue
            compare_owner(x, y, here, out)
            if isinstance(x, Diagram):
                differ(x.region, y.region, here + " region", out)
                differ(sorted(sum(x.stones, [])), sorted(sum(y.stones, [])), here + " stones", out)
                differ(sorted(x.hidden), sorted(y.hidden), here + " hidden", out)
                continue
            differ((x.colour, x.number, x.point), (y.colour, y.number, y.point), here, out)
            differ(len(x.variations), len(y.variations), here + " variations", out)
            for number, (v, w) in enumerate(zip(x.variations, y.variations), 1):
                pending.append((v, w, "%s/%d" % (here, number)))


def compare(a, b):
    out = []
    differ(len(a.events), len(b.events), "events", out)
    differ(a.tail, b.tail, "last remarks", out)
    for number, (x, y) in enumerate(zip(a.events, b.events), 1):
        where = "event %d" % number
        for name in ("title", "headers", "size", "stones"):
            differ(getattr(x, name), getattr(y, name), where + " " + name, out)
        compare_owner(x, y, where, out)
        compare_owner(x.setup, y.setup, where + " setup", out)
        compare_sequences(x.sequence, y.sequence, out)
    return out


def load(name):
    with open(name, "rb") as file:
        return Reader(file.read())


def compare_pairs(names):
    status = len(names) % 2
    for left, right in zip(names[::2], names[1::2]):
        differences = compare(load(left), load(right))
        for text in differences[:20]:
            print("%s: %s" % (left, text))
        status = status or bool(differences)
    return int(status)


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "--same":
        differences = compare(load(arguments[1]), load(arguments[2]))
        for text in differences[:20]:
            print(text)
        return 1 if differences else 0
    if arguments and arguments[0] == "--pairs":
        return compare_pairs(arguments[1:])
    only_errors = bool(arguments) and arguments[0] == "--valid"
    status = 0
    for name in arguments[1:] if only_errors else arguments:
        for line, kind, text in load(name).findings:
            if kind == "error" or not only_errors:
                print("%s:%d: %s: %s" % (name, line, kind, text))
            if kind == "error":
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
