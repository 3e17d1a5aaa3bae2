#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tries to lose files: every command that writes, with inputs without a game or with errors, over every kind of target.

usage: test/files.py KIFU [--long [K/M]]   no file is lost or changed; all inputs, or each M-th, from K on
       test/files.py KIFU --signals [N]    SIGINT at N random moments of every command: nothing torn, nothing left
       test/files.py KIFU --latency [N [K/M]]   how long every command takes to end; each M-th line, from K on

The commands are found in the help of the program, so a new one is tested without being named here.
"""

import gzip
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

GOOD = b"(;GM[1]FF[4]SZ[9]PB[Ada];AB[ee][ef]AW[ed];B[cc]C[hello];W[gg];B[gc];W[cg](;B[ec])(;B[fe]))"
ENDINGS = ["sgf", "svg", "html", "png"]
# Further words that a command may need before it writes anything.
WORDS = [[], ["--group", "E5"], ["--group", "E5", "--nodes", "1"], ["--to", "svg"], ["--rotate", "90"],
         ["--at", "2"], ["--what", "comments"], ["GN=x"]]
# Words without which a command would search for a second.
QUICK = {"life": ["--nodes", "100"]}
# Further kinds that a command writes, each with its ending; with --long.
VARIANTS = {
    "convert": [(["--to", "ishi"], "go"), (["--to", "davar"], "davar"), (["--to", "ascii"], "txt"), (["-j", "2"], "sgf"),
                (["--canonical", "--strict"], "sgf"), (["--to-charset", "UTF-8"], "sgf")],
    "annotate": [(["--to", "davar"], "davar")], "merge": [(["--to", "ishi"], "go")],
    "draw": [(["--to", kind], ending) for kind, ending in
             (("ascii", "txt"), ("sensei", "txt"), ("ansi", "txt"), ("tex", "tex"), ("png", "png"), ("pdf", "pdf"), ("eps", "eps"))],
    "animate": [(["-w", "90", "--to", kind], ending) for kind, ending in (("gif", "gif"), ("apng", "png"), ("webp", "webp"))],
    "book": [(["--to", kind], kind) for kind in ("tex", "epub", "pdf")],
    "ladder": [(["--group", "E5"], "png")], "life": [(["--changes"], "sgf")],
}
# What a target may hold that is neither a record nor a picture that anything here makes.
FOREIGN = {"notes": b"What nobody may lose.\n", "program": b"package main\n\nfunc main() {}\n",
           "photo": b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(300), "table": b"SQLite format 3\0" + bytes(1008),
           "letter": b"Dear Ada, look: (;GM[1]FF[4]SZ[9];B[ee]) Yours, Ben\n"}


def inputs():
    """Name and bytes of inputs without a game, or with errors."""
    noise = random.Random(1931)
    sgf = GOOD.decode()
    moves = "".join(";%s[%s]" % ("BW"[i % 2], "abcdefghi"[i % 9] + "abcdefghi"[i // 9 % 9]) for i in range(81))
    without = {
        "empty": b"", "blank": b"\n\n  \n", "prose": b"Dear Ada, the game is over.\nYours, Ben\n",
        "gzip": gzip.compress(GOOD, mtime=0), "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF" + noise.randbytes(60000),
        "noise": noise.randbytes(300000), "zeros": bytes(5000), "parentheses": b"()()", "open": b"(((((",
        "program": b"int main(void) {\n    for (;;) {\n    }\n}\n", "smile": b"I smiled (; and left ;-)\n",
        "go": b"package main\n\nimport \"fmt\"\n\nvar x = 1\n\nfunc main() { fmt.Println(x) }\n",
        "html": b"<!DOCTYPE html><html><body>hello</body></html>", "json": b'{"games": []}', "xml": b"<?xml version='1.0'?><a/>",
        "bom": b"\xef\xbb\xbf", "utf16": "Dear Ada".encode("utf-16"), "pdf": b"%PDF-1.5\n%\xe2\xe3\n1 0 obj\n",
        "letters": b"[a][b][c]", "png": b"\x89PNG\r\n\x1a\n" + noise.randbytes(3000), "csv": b"a,b,c\n1,2,3\n",
        "latin": "Zoë, café\n".encode("latin-1"), "numbers": b"1 2 3\n4 5 6\n", "latex": b"\\documentclass{article}\n",
    }
    faulty = {
        "lie": b"(;GM[1]FF[4]CA[UTF-16]SZ[19]C[hello];B[aa]", "unclosed": GOOD[:-1], "cut": GOOD[:-9],
        "junk": sgf.replace(";B[cc]", ";B[cc] what is this (").encode(), "surplus": GOOD + b"))",
        "outside": b";B[aa];W[bb] and so on", "nameless": sgf.replace("GM[1]", "[Ada]GM[1]").encode(),
        "novalue": sgf.replace("PB[Ada]", "PB").encode(),
        "half": GOOD[:len(GOOD) // 2], "long": b"(;SZ[9]" + moves.encode(), "size": b"(;SZ[0][)",
        "ishi": b"EVENT x\r\nB 1 D4 E5\r\nW 2 Z99\r\n", "davar": b"+B +3+3\n 1 +50+3\n 2 +4+4\n",
        "board": b". . .\n. X\n. . .\n", "semicolon": b"(GM[1]FF[4]SZ[9];B[aa]",
    }
    return without, faulty


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


class Command:
    """A command that writes, and how it is made to."""

    def __init__(self, kifu, name, words=None, ending=None):
        self.kifu, self.name = kifu, name
        self.ways = [(words, ending)] if ending else [
            (QUICK.get(name, []) + words, ending) for words in WORDS for ending in ENDINGS]
        self.help = subprocess.run([kifu, name, "--help"], capture_output=True, text=True, check=True).stdout
        usage = self.help.splitlines()[0]
        self.takes_target = " IN OUT" in usage
        self.writes = "--output=" in self.help or self.takes_target
        self.takes_files = "FILE" in usage or self.takes_target
        self.takes_many, self.takes_two = "FILE…" in usage, "FILE FILE" in usage
        self.in_place = "--in-place" in self.help
        self.into_folder = "--output=FOLDER" in self.help
        self.words, self.ending = [], "sgf"

    def line(self, files, target, more=()):
        files = files * 2 if self.takes_two and len(files) == 1 else files
        if self.into_folder:
            return [self.kifu, self.name, *more, *files, "-o", os.path.dirname(target)]
        if self.takes_target:
            return [self.kifu, self.name, *more, *self.words, *files, target]
        return [self.kifu, self.name, *more, *self.words, *(files if self.takes_files else ["3"]), "-o", target]

    def learn(self, folder):
        """Finds the words with which a good input gives a file; False where a library is missing."""
        if self.into_folder:
            self.ending, self.made = "sgf", GOOD
            return True
        source = os.path.join(folder, "learn.sgf")
        write(source, GOOD)
        said = ""
        for words, ending in self.ways:
            self.words, self.ending = words, ending
            target = os.path.join(folder, "learnt." + ending)
            done = subprocess.run(self.line([source], target), capture_output=True, text=True, errors="replace")
            said += done.stderr
            if done.returncode == 0 and os.path.exists(target):
                # What was written once can be written again.
                assert run(self.line([source], target)) == 0, "%s refuses its own kind" % self.name
                self.made = read(target)
                os.remove(target)
                return True
        if "was built without" in said:
            return False
        raise AssertionError("kifu %s: nothing makes it write; see WORDS" % self.name)


def run(line, **more):
    more.setdefault("stdin", subprocess.DEVNULL)
    done = subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, **more)
    assert done.returncode >= 0, "%s ended by signal %d" % (line, -done.returncode)
    return done.returncode


def commands(kifu, folder, is_long=False):
    # What reads a catalogue has no record as input; try_catalog has that.
    found = [command for command in (Command(kifu, name) for name in names_of(kifu))
             if command.writes and " CATALOG" not in command.help.splitlines()[0]]
    assert len(found) >= 8, "the help names too few commands that write"
    if is_long:
        found += [Command(kifu, name, *way) for name, ways in VARIANTS.items() for way in ways]
    return [command for command in found if command.learn(folder)]


class Losses:
    """Runs a command and looks whether every file in the folder is as it was."""

    def __init__(self, folder):
        self.folder, self.runs, self.lost = folder, 0, []

    def look(self, line, **more):
        before = self.state()
        status = run(line, **more)
        self.runs += 1
        after = self.state()
        for name in before:
            if after.get(name) != before[name]:
                self.lost.append("%s: status %d, %s changed" % (" ".join(line[1:]), status, name))
                write(os.path.join(self.folder, name), before[name][0]) if before[name][1] is None else None
        for name in set(after) - set(before):
            if os.path.basename(name).startswith(".kifu"):
                self.lost.append("%s: status %d, %s is left" % (" ".join(line[1:]), status, name))
            os.remove(os.path.join(self.folder, name))
        return status

    def state(self):
        state = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                link = os.readlink(path) if os.path.islink(path) else None
                state[os.path.relpath(path, self.folder)] = (
                    read(path) if os.path.exists(path) else None, link, os.stat(path).st_mode)
        return state


def lay_out(folder, name, data, ending, good):
    """An input with further names, and good files to be written over."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    source = os.path.join(folder, name)
    write(source, data)
    os.symlink(name, os.path.join(folder, "soft." + ending))
    os.link(source, os.path.join(folder, "hard." + ending))
    target = os.path.join(folder, "good." + ending)
    write(target, good)
    os.symlink("good." + ending, os.path.join(folder, "link." + ending))
    write(os.path.join(folder, "other.sgf"), GOOD.replace(b"Ada", b"Eva"))
    write(os.path.join(folder, "notes." + ending), b"What nobody may lose.\n")
    return source


def try_input(losses, command, name, data, has_game, is_short=False):
    """One input in every way, or in the first of each kind. The input itself never changes; with errors nor does
    another file."""
    folder, ending = losses.folder, command.ending
    source = lay_out(folder, name, data, ending, command.made)
    to = lambda file: os.path.join(folder, file)
    own = [source, folder + "/./" + name, to("soft." + ending), to("hard." + ending), folder + "/"]
    others = [to("good." + ending), to("link." + ending), to("other.sgf"), to("notes." + command.ending)]
    if is_short:
        own, others = own[:1], others[:1]
    for target in own:
        losses.look(command.line([source], target))
        losses.look(command.line([source], target, ["--force"]))
    for target in others:
        losses.look(command.line([source], target))
        losses.look(command.line([source], target, ["--no-clobber", "--force"]))
    if command.takes_many:
        for target in (source, to("other.sgf")):
            losses.look(command.line([to("other.sgf"), source], target, ["--force"]))
    for target in own[:1] + others[:1]:
        with open(source, "rb") as stdin:
            losses.look(command.line(["-"], target), stdin=stdin)
    if command.in_place:
        for file in own:
            losses.look([command.kifu, command.name, *command.words, "--in-place", file])
            if not has_game:
                losses.look([command.kifu, command.name, *command.words, "--in-place", "--force", file])
    if not has_game:
        losses.look(command.line([source], others[0], ["--force"]))


def try_foreign(losses, command):
    """A good input does not replace a file of another kind."""
    for kind, data in FOREIGN.items():
        source = lay_out(losses.folder, "game.sgf", GOOD, command.ending, command.made)
        target = os.path.join(losses.folder, kind + "." + command.ending)
        write(target, data)
        assert losses.look(command.line([source], target)) == 2, "%s writes over a %s" % (command.name, kind)


def try_many(losses, command, name, data, has_game):
    """Folders and archives as targets, with files in them that are good; several inputs at once."""
    source = lay_out(losses.folder, name, data, command.ending, command.made)
    to = lambda file: os.path.join(losses.folder, file)
    for folder in ("in", "out"):
        os.mkdir(to(folder))
    write(to("in/" + name), data)
    write(to("out/" + name), GOOD)
    write(to("out/" + os.path.splitext(name)[0] + "." + command.ending), command.made)
    line = [command.kifu, command.name, *command.words]
    losses.look([*line, "-r", to("in"), "-o", to("out") + "/"])
    losses.look([*line, source, to("in/" + name), "-o", to("out") + "/"])
    pack = [command.kifu, "fix", "--force", to("other.sgf"), "-o", to("pack.zip")]
    if run(pack) == 0 and os.path.exists(to("pack.zip")):
        losses.look([*line, source, "-o", to("pack.zip")])
        losses.look([*line, to("pack.zip"), "--force", "-o", to("pack.zip")])
        if not has_game:
            losses.look([*line, source, "--force", "-o", to("pack.zip")])
    if command.in_place and command.name in ("convert", "fix") and command.words in ([], ["-j", "2"]):
        losses.look([*line, "--in-place", source, to("other.sgf")])


def try_catalog(losses, kifu, name, data):
    """A file that is no catalogue is not made one, and a catalogue stays one."""
    lay_out(losses.folder, name, data, "sgf", GOOD)
    to = lambda file: os.path.join(losses.folder, file)
    write(to("odd.kifudb"), data)
    run([kifu, "catalog", "add", to("ready.kifudb"), to("good.sgf")])
    if data:
        for line in (["add", to("odd.kifudb"), to("good.sgf")], ["create", to("odd.kifudb")], ["update", to("odd.kifudb")],
                     ["remove", to("odd.kifudb"), to("good.sgf")], ["export", to("odd.kifudb"), "-o", to("other.sgf")]):
            losses.look([kifu, "catalog", *line])
        losses.look([kifu, "find", to("odd.kifudb"), "-o", to("other.sgf"), "--force"])
    for target in ("ready.kifudb", "notes.sgf", *(["odd.kifudb"] if data else [])):
        losses.look([kifu, "find", to("ready.kifudb"), "-o", to(target), *(["--force"] if target == "ready.kifudb" else [])])
        losses.look([kifu, "catalog", "export", to("ready.kifudb"), "-o", to(target), "--to", "jsonl"])


def try_folder(losses, command):
    """Files of the names that a command gives are not written over, and the input neither."""
    source = lay_out(losses.folder, "game.sgf", GOOD * 2, "sgf", GOOD)
    assert run(command.line([source], source)) == 0, command.name
    made = [name for name in os.listdir(losses.folder) if name.startswith("game-")]
    assert len(made) == 2, "%s made %s" % (command.name, made)
    for name in made:
        write(os.path.join(losses.folder, name), b"What nobody may lose.\n")
    for more in ([], ["--no-clobber", "--force"]):
        assert losses.look(command.line([source], source, more)) == 2, "%s writes over notes" % command.name


def try_good(losses, command):
    """A good input is not lost either, and files of other kinds stay."""
    source = lay_out(losses.folder, "game.sgf", GOOD, command.ending, command.made)
    to = lambda file: os.path.join(losses.folder, file)
    own = [source, to("soft." + command.ending), to("hard." + command.ending)] if command.takes_files else []
    for target in own:
        for more in ([], ["--force"]):
            assert losses.look(command.line([source], target, more)) == 2, "%s writes over its input" % command.name
    assert losses.look(command.line([source], to("notes." + command.ending))) == 2, "%s writes over notes" % command.name
    target = to("good." + command.ending)
    assert losses.look(command.line([source], target, ["--no-clobber"])) == 2, command.name
    # And it does write where it may, keeping the old file as it is told.
    assert run(command.line([source], target, ["--backup"])) == 0, command.name
    assert read(target + "~") == command.made, "%s has no backup" % command.name
    assert run(command.line([source], to("notes." + command.ending), ["--force", "--backup=.old"])) == 0, command.name
    assert read(to("notes." + command.ending + ".old")) == b"What nobody may lose.\n", command.name


def test_inputs(kifu, folder, without, faulty):
    """The inputs are what they are meant to be."""
    source = os.path.join(folder, "input.sgf")
    for kind, status in ((without, 2), (faulty, 1)):
        for name, data in kind.items():
            write(source, data)
            assert run([kifu, "convert", "--to", "sgf", source]) == status, "%s is not read with status %d" % (name, status)


def test_losses(kifu, turn):
    without, faulty = inputs()
    is_long = turn is not None
    first, step = map(int, (turn or "0/1").split("/"))
    with tempfile.TemporaryDirectory() as folder:
        test_inputs(kifu, folder, without, faulty)
        losses = Losses(os.path.join(folder, "room"))
        found = commands(kifu, folder, is_long)
        takers = [command for command in found if command.takes_files]
        for command in found:
            (try_folder if command.into_folder else try_good)(losses, command)
            if is_long and not command.into_folder:
                try_foreign(losses, command)
            if not command.takes_files:
                continue
            for kind, has_game in ((without, False), (faulty, True)):
                # A sample of each, another one for each command.
                names = sorted(kind)[first::step]
                if command.words and command.ways == [(command.words, command.ending)]:
                    names = random.Random(str(command.words)).sample(names, (len(names) + 2) // 3)
                common = "unclosed" if has_game else "prose"
                if not is_long:
                    # Shared out, so that each is the input of some command; and one of each is that of all, over
                    # every kind of target.
                    share = -(-len(names) // len(takers))
                    at = takers.index(command) * share % len(names)
                    names = (names * 2)[at : at + share] + [common]
                for name in names:
                    try_input(losses, command, name + ".sgf", kind[name], has_game, not is_long and name != common)
                    if is_long and command.takes_many:
                        try_many(losses, command, name + ".sgf", kind[name], has_game)
                    if is_long and name in ("prose", "empty", "go", "unclosed", "ishi", "davar"):
                        for ending in (".txt", ".go", ".davar"):
                            try_input(losses, command, name + ending, kind[name], has_game)
            print("%s %s: %d runs, %d lost" % (command.name, " ".join(command.words), losses.runs, len(losses.lost)), flush=True)
        if "catalog" in names_of(kifu):
            for kind in (without, faulty):
                for name in sorted(kind)[first::step] if is_long else sorted(kind)[:3]:
                    try_catalog(losses, kifu, name + ".sgf", kind[name])
    print("%d runs, %d files lost or changed" % (losses.runs, len(losses.lost)))
    for line in losses.lost[:20]:
        print(" ", line)
    return 1 if losses.lost else 0


# ---- Signals ----


def large(moves):
    body = "".join(";%s[%s]C[move %d]" % ("BW"[i % 2], "abcdefghi"[i % 9] + "abcdefghi"[i // 9 % 9], i) for i in range(moves))
    return ("(;GM[1]FF[4]SZ[9]" + body + ")").encode()


def test_signals(kifu, count):
    """The old file, or the whole new one; and nothing beside it."""
    draw = random.Random(20)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    torn = 0
    with tempfile.TemporaryDirectory() as folder:
        for command in commands(kifu, folder):
            if command.into_folder:
                continue
            room = os.path.join(folder, "room")
            shutil.rmtree(room, ignore_errors=True)
            os.mkdir(room)
            source, target = os.path.join(room, "game.sgf"), os.path.join(room, "out." + command.ending)
            write(source, large(1500))
            begun = time.monotonic()
            run(command.line([source], target, ["--force"]))
            whole, took = read(target), time.monotonic() - begun
            for i in range(count):
                write(target, command.made)
                process = subprocess.Popen(command.line([source], target, ["--force"]), stdin=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(draw.random() * took * 1.1)
                sent = draw.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
                process.send_signal(sent)
                process.wait(30)
                names = sorted(os.listdir(room))
                is_torn = read(target) not in (command.made, whole)
                # A file has a name of its own for the moment in which it takes the place of another.
                # A program that is killed in that moment leaves it, and the next one takes it away.
                if sent == signal.SIGKILL and len(names) > 2:
                    run(command.line([source], target, ["--force"]))
                    names = sorted(os.listdir(room))
                if is_torn or names != sorted(["game.sgf", "out." + command.ending]):
                    torn += 1
                    print("%s: torn or something left: %s" % (command.name, names))
    print("%d signals to each command, %d times something was torn or left" % (count, torn))
    return 1 if torn else 0


def names_of(kifu):
    """The commands, in the order of the help."""
    text = subprocess.run([kifu, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z]+)(?:  |$)", text, re.M)


def long_lines(kifu, source, folder):
    """A line for every command that keeps it busy as long as possible; some have two."""
    short = os.path.join(folder, "short.sgf")
    packed = os.path.join(folder, "games.sgf.gz")
    write(short, large(1900))
    write(packed, gzip.compress(large(1900) * 50))
    made = [["convert", "--canonical", source, "-o", "x.go"], ["check", source], ["book", source, "-o", "x.html"],
            ["book", source, "-o", "x.pdf"], ["draw", "--figures", "auto", source, "-o", "f%n.svg"],
            ["draw", "--to", "png", "--width", "4000", source, "-o", "x.png"], ["animate", short, "-o", "x.svg"],
            ["animate", short, "-o", "x.gif"], ["info", source], ["replay", source], ["score", source],
            ["page", source, "-o", "x.html"], ["show", "--tree", source],
            ["life", "--all", "--nodes", "1000000", source], ["endgame", "--region", "A1:E5", source],
            ["ladder", "--breakers", source], ["diff", source, source], ["thumbnail", source, "x.png"],
            ["fix", source, "-o", "x.sgf"], ["eyes", "--size", "10"], ["catalog", "add", "x.kifudb", source],
            ["explain"], ["formats"], ["handicap", "9"], ["find", "y.kifudb", "--player", "a"],
            ["merge", source, source, "-o", "x.sgf"], ["split", source, "-o", "made"], ["cut", "--at", "9", source, "-o", "x.sgf"],
            ["transform", "--rotate", "90", source, "-o", "x.sgf"], ["strip", "--what", "comments", source, "-o", "x.sgf"],
            ["set", "GN=x", source, "-o", "x.sgf"],
            ["capture", source], ["life", "--changes", source], ["check", "-j", "2", source, short],
            ["convert", "-j", "2", "--to", "ishi", source, short, "-o", "gone/"], ["catalog", "add", "z.kifudb", packed],
            ["annotate", source, "-o", "x.go"], ["convert", "--to", "sgf", source, short, "-o", "y.zip"],
            ["extract", source, "-o", "found"], ["serve", "--port", "0", folder], ["view", source]]
    subprocess.run([kifu, "catalog", "add", "y.kifudb", source], cwd=folder, capture_output=True)
    missing = set(names_of(kifu)) - {line[0] for line in made}
    assert not missing, "no line for " + ", ".join(sorted(missing))
    writers = {command.name for command in commands(kifu, folder)}
    return [[kifu, *line, *(["--force"] if line[0] in writers and "-o" in line else [])] for line in made]


def start(line, folder):
    """The process, a leader of its own session, and the terminal that a viewer needs."""
    if line[1] != "view":
        return subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True), None
    ours, theirs = pty.openpty()
    process = subprocess.Popen(line, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                               env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    threading.Thread(target=drain, args=(ours,), daemon=True).start()
    return process, ours


def drain(file):
    try:
        while os.read(file, 4096):
            pass
    except OSError:
        os.close(file)


def session_of(process):
    """What still runs of the session that the process led."""
    left = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = read("/proc/%s/stat" % pid).rsplit(b")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == process.pid and fields[0] != b"Z":
            left.append(int(pid))
    return left


def duration(line, folder, most=3):
    """How long the command takes; `most` seconds when it takes longer."""
    begun = time.monotonic()
    process, _ = start(line, folder)
    try:
        process.wait(most)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return time.monotonic() - begun


def computed(pid):
    """Seconds of computing so far of a process and its children."""
    try:
        ended = sum(map(int, read("/proc/%d/stat" % pid).rsplit(b")", 1)[1].split()[13:15]))
        children = read("/proc/%d/task/%d/children" % (pid, pid)).split()
        below = sum(computed(int(child)) for child in children)
        own = int(read("/proc/%d/schedstat" % pid).split()[0])
    except OSError:
        return 0
    return ended / os.sysconf("SC_CLK_TCK") + below + own / 1e9


def interrupt(line, folder, after, sent):
    """Seconds from the signal to the end of all that the line started, and how much of it was computing: all that it
    can be, where others have the machine; None when it was over before."""
    process, _ = start(line, folder)
    time.sleep(after)
    if process.poll() is not None:
        return None
    before = computed(process.pid)
    begun = time.monotonic()
    os.kill(process.pid, sent)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    while session_of(process) and time.monotonic() - begun < 10:
        time.sleep(0.01)
    return time.monotonic() - begun, max(0, used.ru_utime + used.ru_stime - before)


def test_latency(kifu, count, turn):
    """Prints how long it takes; only what is far from the 0.2 s that are promised fails."""
    draw = random.Random(count)
    # A shell's background job ignores it, and so would all that is started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "game.sgf")
        write(source, large(20000))
        first, step = map(int, turn.split("/"))
        for line in long_lines(kifu, source, folder)[first::step]:
            took = duration(line, folder)
            before = set(os.listdir(folder))
            times = [interrupt(line, folder, draw.random() * took, draw.choice([signal.SIGINT, signal.SIGTERM]))
                     for _ in range(count)]
            times = [both for both in times if both is not None]
            torn = [name for name in set(os.listdir(folder)) - before if name.startswith(".kifu")]
            slowest = max((seconds for seconds, _ in times), default=0)
            slow += slowest > 5 or len(torn) > 0
            print("%-22s takes %5.2f s; %3d of %d were still running, the slowest ended in %.3f s, %d in more than 0.2; "
                  "most computing %.3f s%s"
                  % (" ".join(line[1:3]).replace(source, ""), took, len(times), count, slowest,
                     sum(seconds > 0.2 for seconds, _ in times), max((cpu for _, cpu in times), default=0),
                     "; left: " + " ".join(torn) if torn else ""), flush=True)
    return 1 if slow else 0


def main(arguments):
    kifu = os.path.abspath(arguments[0])
    count = int(arguments[2]) if len(arguments) > 2 and arguments[2].isdigit() else 10
    if "--signals" in arguments:
        return test_signals(kifu, count)
    if "--latency" in arguments:
        return test_latency(kifu, count, arguments[3] if len(arguments) > 3 else "0/1")
    if "--long" in arguments:
        return test_losses(kifu, arguments[2] if len(arguments) > 2 else "0/1")
    return test_losses(kifu, None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
