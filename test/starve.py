#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every command with a failing allocation, its own or that of any library, in any of its processes:
no crash, no hang, no other output than the good one, no half file, nothing left behind.

usage: test/starve.py [--first N] [--sample N] [--only NAME] [--turn K/N] KIFU STARVE

STARVE is the library made of starve.c. Allocation n fails alone, and with all that follow it: for
each n up to --first, and for as many as --sample beyond, drawn by a fixed seed. Without --first it
fails alone or with the others, in turns.
Exit status 77: skipped, for nothing is seen of the allocations (a static program).
"""

import argparse
import gzip
import hashlib
import json
import mmap
import os
import pty
import random
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Nothing here takes a second; what is not over by then hangs. Only a stuck run ever waits so long.
PATIENCE = 60
FOREVER = (1 << 64) - 1

GAME = """(;FF[4]GM[1]SZ[9]GN[Evening]PB[Ada]PW[Ben]RE[W+2]KM[0.5]C[The beginning, with enough words
to fill a line or two of a page.];B[ee];W[ce]LB[gg:a][aa:long]TR[ee]C[Hello \u9ed2\u767d there]
(;B[cc];W[gc]N[last])(;B[gc]C[A second choice];W[cc]))"""
FILES = {
    "game.sgf": GAME,
    "problem.davar": "+W +1+1\n+B +1+2\n-B +5+5\n 1 +2+1 Takes one\n 2 +9+9\n",
    "wrong.sgf": "(;FF[4]GM[1]SZ[9]AB[aa][aa];B[zz];W[ee](;B[ee])(;C[a)",
    "over.sgf": "(;FF[4]GM[1]SZ[5]KM[0]RE[0];B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];"
                "W[de];B[ca];W[];B[])",
    "ladder.sgf": "(;FF[4]GM[1]SZ[9]AB[dd]AW[dc][ec][cd])",
    "life.sgf": "(;FF[4]GM[1]SZ[9]AW[af][bf][cf][df][dg][dh][di]AB[ag][bg][cg][bh][ch][ci])",
    "endgame.sgf": "(;FF[4]GM[1]SZ[5:3]AB[aa][ba][ca][da][ab][ac][bc][cc][dc]AW[ea][eb][ec])",
    "games/one.sgf": "(;FF[4]GM[1]SZ[9];B[ee];W[ce])",
    "games/two.sgf": "(;FF[4]GM[1]SZ[9];B[cc];W[gg])",
    "pattern.txt": "X.O\n",
    "copy.sgf": GAME.replace("C[Hello", "C[Goodbye").replace("N[last]", "TR[aa]"),
    "both.sgf": "(;FF[4]GM[1]SZ[9];B[ee];W[ce])\n(;FF[4]GM[1]SZ[9];B[cc];W[gg])",
    "letter.txt": "Dear Ada, here it is: (;FF[4]GM[1]SZ[9];B[ee];W[ce]) Yours, Ben\n",
    "unnamed.sgf": "(;FF[4]GM[1]SZ[9]C[\u9ed1\u68cb\u4e0b\u8fd9\u91cc\u6bd4\u8f83\u597d\uff0c\u767d\u68cb\u7684"
                   "\u5e94\u624b\u5f88\u91cd\u8981\u3002];B[ee];W[ce])".encode("gb18030"),
    "packed.sgf.gz": gzip.compress(GAME.encode(), mtime=0),
}

# A catalogue of some of these games, for the cases that have it on their line.
CATALOG = "ready.kifudb"

# A name, the words of the command, and the files that it writes.
CASES = [
    ("annotate", "annotate over.sgf copy.sgf -o out/", ["out/copy.sgf", "out/over.sgf"]),
    ("check", "check wrong.sgf game.sgf", []),
    ("check-json", "check --json wrong.sgf", []),
    ("check-folder", "check -r games", []),
    ("convert", "convert game.sgf -o out.go", ["out.go"]),
    ("convert-davar", "convert over.sgf -o out.davar", ["out.davar"]),
    ("convert-version", "convert --ff 3 game.sgf -o out.sgf", ["out.sgf"]),
    ("convert-charset", "convert --to-charset GB18030 game.sgf -o out.sgf", ["out.sgf"]),
    ("convert-recognised", "convert unnamed.sgf --canonical -o out.sgf", ["out.sgf"]),
    ("convert-jobs", "convert -j 2 --to ishi game.sgf over.sgf both.sgf -o out.go", ["out.go"]),
    ("convert-packed", "convert packed.sgf.gz -o out.go", ["out.go"]),
    ("convert-mirror", "convert -r games -o out/ --to ishi", ["out/one.go", "out/two.go"]),
    ("convert-archive", "convert --force game.sgf over.sgf --to sgf -o out.zip", ["out.zip"]),
    ("cut", "cut --at 1 game.sgf -o out.sgf", ["out.sgf"]),
    ("diff-folder", "diff -r games games", []),
    ("extract", "extract letter.txt -o out", ["out/letter-00001.sgf"]),
    ("merge", "merge game.sgf copy.sgf -o out.sgf", ["out.sgf"]),
    ("merge-folder", "merge -r games -o out.sgf", ["out.sgf"]),
    ("set", "set GN=Night game.sgf -o out.sgf", ["out.sgf"]),
    ("set-place", "set GN=Night --in-place game.sgf", ["game.sgf"]),
    ("split", "split both.sgf -o out", ["out/both-00001.sgf", "out/both-00002.sgf"]),
    ("strip", "strip --what comments game.sgf -o out.sgf", ["out.sgf"]),
    ("transform", "transform --rotate 90 game.sgf -o out.sgf", ["out.sgf"]),
    ("life-changes", "life --changes life.sgf", []),
    ("convert-ascii", "convert game.sgf --to ascii", []),
    ("convert-place", "convert --in-place game.sgf", ["game.sgf"]),
    ("diff", "diff game.sgf over.sgf", []),
    ("explain", "explain sgf/unclosed-value", []),
    ("eyes", "eyes --shape .../.## --where edge --json", []),
    ("endgame", "endgame --region B2:D2 endgame.sgf", []),
    ("fix", "fix problem.davar -o out.davar", ["out.davar"]),
    ("fix-place", "fix --in-place problem.davar", ["problem.davar"]),
    ("fix-sgf", "fix --guess --force wrong.sgf -o out.sgf", ["out.sgf"]),
    ("fix-diff", "fix --diff wrong.sgf", []),
    ("formats", "formats", []),
    ("handicap", "handicap 5 -o out.sgf", ["out.sgf"]),
    ("help", "help draw", []),
    ("info", "info game.sgf over.sgf", []),
    ("info-json", "info --json game.sgf", []),
    ("capture", "capture ladder.sgf", []),
    ("ladder", "ladder ladder.sgf --breakers", []),
    ("ladder-svg", "ladder --group D6 ladder.sgf -o out.svg", ["out.svg"]),
    ("ladder-png", "ladder --group D6 ladder.sgf -o out.png", ["out.png"]),
    ("life", "life --group A3 life.sgf -o out.sgf", ["out.sgf"]),
    ("life-json", "life --group A3 --json life.sgf", []),
    ("page", "page game.sgf -o out.html", ["out.html"]),
    ("replay", "replay game.sgf", []),
    ("replay-json", "replay --json over.sgf", []),
    ("score", "score over.sgf", []),
    ("score-json", "score --json over.sgf", []),
    ("show", "show --at 2 game.sgf", []),
    ("show-tree", "show --tree game.sgf", []),
    ("thumbnail", "thumbnail game.sgf out.png", ["out.png"]),
    ("animate-svg", "animate game.sgf -o out.svg", ["out.svg"]),
    ("animate-gif", "animate game.sgf -w 120 -o out.gif", ["out.gif"]),
    ("animate-apng", "animate game.sgf -w 120 -o out.png", ["out.png"]),
    ("animate-webp", "animate game.sgf -w 120 -o out.webp", ["out.webp"]),
    ("book-html", "book game.sgf -o out.html", ["out.html"]),
    ("book-tex", "book game.sgf -o out.tex", ["out.tex"]),
    ("book-epub", "book game.sgf -o out.epub", ["out.epub"]),
    ("book-pdf", "book game.sgf over.sgf -o out.pdf", ["out.pdf"]),
    ("draw-figures", "draw game.sgf --figures 2 -o out%n.svg", ["out1.svg", "out2.svg"]),
    ("draw-figures-png", "draw game.sgf --figures 2 -w 90 -o out%n.png", ["out1.png", "out2.png"]),
    ("draw-stdout", "draw game.sgf --to png -w 90", []),
    ("catalog-add", "catalog add out.kifudb game.sgf over.sgf", ["out.kifudb"]),
    ("catalog-more", "catalog add --keep-text ready.kifudb over.sgf", [CATALOG]),
    ("catalog-remove", "catalog remove ready.kifudb games/one.sgf", [CATALOG]),
    ("catalog-check", "catalog check ready.kifudb", []),
    ("catalog-stats", "catalog stats ready.kifudb --json", []),
    ("catalog-export", "catalog export ready.kifudb --to jsonl", []),
    ("catalog-export-npz", "catalog export ready.kifudb --planes -o out.npz", ["out.npz"]),
    ("find", "find ready.kifudb --player ada --words hello --json", []),
    ("find-pattern", "find ready.kifudb --pattern pattern.txt --variations -j 1 --json", []),
    ("find-jobs", "find ready.kifudb --pattern pattern.txt -j 3 --to tsv", []),
    ("find-continue", "find ready.kifudb --pattern pattern.txt --continuations --depth 2", []),
    ("find-twins", "find ready.kifudb --duplicates --json", []),
    ("find-similar", "find ready.kifudb --similar over.sgf", []),
    ("find-sheet", "find ready.kifudb --pattern pattern.txt -o out.svg", ["out.svg"]),
    ("find-sgf", "find ready.kifudb --pattern pattern.txt -o out.sgf", ["out.sgf"]),
    ("view", "view game.sgf", []),
    ("serve", "serve --port 0 games", []),
] + [(f"draw-{kind}", f"draw game.sgf --numbers= --to {kind} -o out.{kind}", [f"out.{kind}"])
     for kind in ("ascii", "ansi", "sensei", "svg", "tex", "png", "pdf", "eps")]


class Ledger:
    """The numbers that all processes of a run share; see starve.c."""

    def __init__(self, path):
        self.path = path
        path.write_bytes(bytes(24))
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 24)

    def begin(self, first, last):
        self.map[:] = struct.pack("QQQ", 0, first, last)

    def count(self):
        return struct.unpack("QQQ", self.map[:])[0]


class Result:
    def __init__(self, status, out, err, files):
        self.status, self.out, self.err, self.files = status, out, err, files

    def same(self, other):
        return (self.status, self.out, self.err, self.files) == (
            other.status, other.out, other.err, other.files)


class Stage:
    """A folder in which a case runs again and again."""

    def __init__(self, root, kifu, library, case):
        self.name, words, self.writes = case
        self.words = [kifu] + words.split()
        self.root, self.folder = root, root / "folder"
        self.ledger = Ledger(root / "ledger")
        self.old, self.held = {}, {}
        env = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "XDG_CACHE_HOME")}
        env.update(LC_ALL="C.UTF-8", TERM="xterm", TZ="UTC", LD_PRELOAD=library,
                   KIFU_STARVE=str(self.ledger.path), G_SLICE="always-malloc")
        self.env = env

    def lay_out(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, text in FILES.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            os.utime(path, (1000000000, 1000000000))  # a thumbnail says it
        if CATALOG in self.words:
            (self.folder / CATALOG).write_bytes(self.catalog())
        for name, data in self.old.items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_bytes(data)

    def catalog(self):
        """Made once, of files that look the same to every run."""
        made = self.root / CATALOG
        if not made.exists():
            subprocess.run([self.words[0], "catalog", "add", "-q", made, "game.sgf", "games"],
                           cwd=self.folder, check=True)
        return made.read_bytes()

    def games_before(self, name):
        """How many games a catalogue holds before a run; it is always the same."""
        if name not in self.held:
            self.held[name] = self.games_in(self.folder / name) or 0
        return self.held[name]

    def games_in(self, path):
        """How many games a catalogue holds; None: it is not sound."""
        check = [self.words[0], "catalog", "check", "-q", path]
        stats = [self.words[0], "catalog", "stats", "--json", path]
        if not path.exists() or path.stat().st_size == 0:
            return 0
        checked = subprocess.run(check, capture_output=True, check=False)
        if checked.returncode != 0:
            return 0 if b"is empty" in checked.stderr else None
        return json.loads(subprocess.run(stats, capture_output=True, check=True).stdout)["games"]

    def files(self):
        return {str(p.relative_to(self.folder)): p.read_bytes()
                for p in sorted(self.folder.rglob("*")) if p.is_file()}

    def run(self, first=0, last=0):
        self.lay_out()
        self.ledger.begin(first, last)
        if self.name == "view":
            status = self.view()
            return Result(status, b"", b"", self.files())
        with open(self.root / "out", "w+b") as out, open(self.root / "err", "w+b") as err:
            process = subprocess.Popen(self.words, cwd=self.folder, env=self.env, stdout=out,
                                       stderr=err, stdin=subprocess.DEVNULL,
                                       start_new_session=True)
            if self.name == "serve":
                self.ask(process, out.name)
            status = self.wait(process)
            out.seek(0)
            err.seek(0)
            said = b"" if self.name == "serve" else out.read()
            files = self.files()
            # Its bytes may differ from those of another run; what counts is what it holds.
            for name in self.writes:
                if name.endswith(".kifudb"):
                    games = self.games_in(self.folder / name)
                    files[name] = b"unsound" if games is None else b"%d games" % games
                    # Its log goes when there is memory for that.
                    for ending in ("-wal", "-shm"):
                        files.pop(name + ending, None)
            return Result(status, said, err.read(), files)

    def wait(self, process):
        try:
            return process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None

    def ask(self, process, name):
        """A page of the server, whatever it answers; then its end."""
        for _ in range(2000):
            address = Path(name).read_bytes()
            if address.endswith(b"\n") or process.poll() is not None:
                break
            time.sleep(0.005)
        if address.endswith(b"\n"):
            port, query = address.decode().strip().split("127.0.0.1:", 1)[1].split("/", 1)
            subprocess.run([sys.executable, "-c", ASKING, port, query], check=False,
                           timeout=PATIENCE, stderr=subprocess.DEVNULL)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)

    def view(self):
        """On a terminal of its own: two steps and the end."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execve(self.words[0], self.words, self.env)
        status, deadline, keys = None, time.monotonic() + PATIENCE, [b"L", b"L", b"q", b"q", b"q"]
        while time.monotonic() < deadline:
            ready = select.select([terminal], [], [], 0.05)[0]
            try:
                if ready and not os.read(terminal, 65536):
                    break
                if not ready and keys:
                    os.write(terminal, keys.pop(0))
            except OSError:
                break
        for _ in range(200):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                break
            time.sleep(0.01)
        else:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            status = None
        os.close(terminal)
        return None if status is None else os.waitstatus_to_exitcode(status)


ASKING = """
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=10) as s:
    s.sendall(f"GET /one.sgf{sys.argv[2]} HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n"
              "Connection: close\\r\\n\\r\\n".encode())
    while s.recv(65536):
        pass
"""


def judge(stage, good, old, now):
    """What is wrong with a run, or None."""
    if now.status is None:
        return "hangs"
    if now.status < 0:
        return f"ends by signal {-now.status}"
    loose = stage.name in ("view", "serve")
    if now.status == good.status and (loose or now.same(good)):
        return None
    if now.status == good.status:
        return f"status {now.status} with another output: {describe(good, now)}"
    if now.status != 2:
        return f"status {now.status}"
    said = now.err.decode("utf-8", "replace").lower()
    if not loose and "out of memory" not in said and "cannot allocate memory" not in said:
        return f"does not say that memory ran out: {said[:200]!r}"
    for name in sorted(set(now.files) | set(old)):
        given = now.files.get(name)
        whole = [old.get(name)] + ([good.files.get(name)] if name in stage.writes else [])
        if given not in whole:
            return f"leaves {name}" if name not in old else f"changes {name}"
    return None


def describe(good, now):
    parts = [what for what, a, b in (("standard output", good.out, now.out),
                                     ("standard error", good.err, now.err),
                                     ("files", good.files, now.files)) if a != b]
    return ", ".join(parts)


def numbers(count, first, sample, name):
    """Which allocations fail in turn: the first ones, and some of the others."""
    begin = list(range(1, min(count, first) + 1))
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    rest = range(min(count, first) + 1, count + 1)
    return begin + sorted(random.Random(seed).sample(rest, min(sample, len(rest))))


def starve(case, arguments):
    """Runs a case; returns how many runs there were and what was wrong with them."""
    wrong, runs = {}, 0
    with tempfile.TemporaryDirectory() as root:
        stage = Stage(Path(root), str(Path(arguments.kifu).resolve()),
                      str(Path(arguments.library).resolve()), case)
        stage.run()  # warms the caches of fonts
        fresh = stage.run()
        count = stage.ledger.count()
        if count == 0:
            print("skipped: no allocation is seen")
            sys.exit(77)
        if fresh.status is None or fresh.status not in (0, 1):
            return 1, [f"{stage.name}: fails anyway: {fresh.status} {fresh.err[:200]!r}"]
        for turn, number in enumerate(numbers(count, arguments.first, arguments.sample,
                                              stage.name)):
            # Every other time there is an older file in the way, of the same kind.
            stage.old = {}
            if turn % 2:
                stage.old = {n: fresh.files[n] + b"\n" for n in stage.writes
                             if n not in FILES and not n.endswith(".kifudb")}
            stage.lay_out()
            old, good = stage.files(), fresh
            for name in stage.writes:
                if name.endswith(".kifudb"):
                    old[name] = b"%d games" % stage.games_before(name)
            both = (number, FOREVER)
            for last in both if arguments.first else both[turn // 2 % 2 :][:1]:
                now = stage.run(number, last)
                runs += 1
                what = judge(stage, good, old, now)
                if what:
                    wrong.setdefault(what, []).append(
                        f"{number}{'' if last == number else '+'}")
    return runs, [f"{stage.name}: {what}; allocation {' '.join(at[:12])}"
                  f"{f' and {len(at) - 12} others' if len(at) > 12 else ''} of {count}"
                  for what, at in wrong.items()]


def move(kifu, library):
    """What goes wrong with a program that is to end while its file has a temporary name."""
    wrong = []
    with tempfile.TemporaryDirectory() as root:
        case = ("move", "draw game.sgf -w 90 -o out.png", ["out.png"])
        stage = Stage(Path(root), str(Path(kifu).resolve()), str(Path(library).resolve()), case)
        fresh = stage.run()
        if fresh.status != 0:
            return ["nothing is drawn"]
        stage.old = {"out.png": fresh.files["out.png"] + b"\n"}
        for way, status in (("memory", 2), ("signal", -signal.SIGTERM)):
            stage.env["KIFU_STARVE_MOVE"] = way
            now = stage.run()
            if now.status != status:
                wrong.append(f"{way}: status {now.status}")
            if way == "memory" and b"out of memory" not in now.err:
                wrong.append("memory: it says nothing")
            if now.files != fresh.files:
                wrong.append(f"{way}: leaves {sorted(now.files)}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sample", type=int, default=8)
    parser.add_argument("--only", action="append")
    parser.add_argument("--turn", default="0/1", help="K/N: only each N-th case, from K on")
    parser.add_argument("kifu")
    parser.add_argument("library")
    arguments = parser.parse_args()
    runs = failures = 0
    helped = subprocess.run([arguments.kifu, "--help"], capture_output=True, text=True, check=True)
    turn, turns = (int(n) for n in arguments.turn.split("/"))
    if turn == 0 and not arguments.only and "\n  draw " in helped.stdout:
        findings = move(arguments.kifu, arguments.library)
        failures += len(findings)
        print("between two names:", "; ".join(findings) or "the file is whole", flush=True)
    for case in CASES[turn::turns]:
        if arguments.only and case[0] not in arguments.only:
            continue
        if f"\n  {case[1].split()[0]} " not in helped.stdout and case[0] != "help":
            continue
        begin = time.monotonic()
        count, findings = starve(case, arguments)
        runs += count
        failures += len(findings)
        print(f"{case[0]}: {count} runs, {time.monotonic() - begin:.1f} s", flush=True)
        for finding in findings:
            print(f"  {finding}", flush=True)
    print(f"{runs} runs with a failing allocation, {failures} kinds of failures")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
