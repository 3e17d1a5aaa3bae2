# SPDX-License-Identifier: MIT
"""Reads every command's table of options, as `kifu help` prints it, and sees that the conventions hold in
all of them: letters, values, folders, several files, standard input, missing files, files of another kind,
`--json`, exit statuses. What came out is the table of doc/conventions.md.

usage: conventions.py KIFU [doc/conventions.md [--write]]
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

GAME = "(;FF[4]GM[1]SZ[9]PB[Ada]PW[Ben]KM[6.5]RE[W+2];B[ee];W[ce];B[gc])\n"
LETTERS = {"a": "at", "f": "from", "g": "game", "h": "help", "i": "in-place", "j": "jobs", "n": "numbers",
           "o": "output", "q": "quiet", "r": "recursive", "v": "verbose"}
# They read no records, or something else.
OTHERS = {"view": "one record, in a terminal", "thumbnail": "one record, and the picture to write",
          "diff": "two records, or two folders with -r", "serve": "a folder or a catalogue", "explain": "codes and words",
          "formats": "nothing", "handicap": "a number", "catalog": "an action, a catalogue and records", "find": "a catalogue"}
# What else a command needs to do its work on files.
WRITES = ["--output", "out/", "--force"]
NEEDS = {"convert": ["--to", "sgf", *WRITES], "endgame": ["--region", "A1:D4", "--nodes", "1000"],
         "life": ["--all", "--nodes", "20"], "capture": ["--nodes", "20"],
         "book": ["--to", "html", "--output", "out.html", "--force"], "animate": ["--to", "svg", *WRITES], "eyes": ["--point", "E5"],
         "split": WRITES, "set": ["PB=Eve", *WRITES], "cut": ["--at", "2", *WRITES], "extract": WRITES,
         "fix": WRITES, "strip": ["--what", "comments", *WRITES], "transform": ["--rotate", "90", *WRITES],
         "annotate": WRITES, "draw": ["--to", "svg", *WRITES]}

failures = []


def run(kifu, *words, read=""):
    done = subprocess.run([kifu, *words], capture_output=True, text=True, input=read, timeout=120)
    shutil.rmtree("out", ignore_errors=True)
    return done.returncode, done.stdout, done.stderr


def fail(command, what):
    failures.append(f"{command}: {what}")


def check_letters(command, text):
    for letter, name in re.findall(r"-(\w), --([\w-]+)", text):
        if letter in LETTERS and LETTERS[letter] != name:
            fail(command, f"-{letter} is --{name}")
    for name in re.findall(r"(?<!\w, )--([\w-]+)", text):
        for letter, own in LETTERS.items():
            if own == name and f"-{letter}, --{name}" not in text and f"      --{name}" in text:
                fail(command, f"--{name} has no letter -{letter}")


def is_refused(command, what, done, words):
    """Status 2, and a message with all of these words; returns what the table says."""
    if done[0] != 2 or not all(word in done[2] for word in words):
        fail(command, f"{what}: status {done[0]}, {done[2]!r}")
    return str(done[0])


def is_done(command, what, done):
    if done[0] == 2:
        fail(command, f"{what}: {done[2]!r}")
    return "yes" if done[0] != 2 else "no"


def check_json(kifu, command, needs):
    status, out, err = run(kifu, command, *needs, "--json", "-r", "games")
    for line in out.splitlines():
        made = json.loads(line)
        if not isinstance(made, dict) or made.get("file", "games/a.sgf").split("/")[0] != "games":
            fail(command, f"--json: {line}")
    return is_done(command, "--json", (status, out, err))


def check_files(kifu, command, text):
    """What a command makes of files, as a row of the table."""
    needs = NEEDS.get(command, [])
    row = [is_done(command, "two files", run(kifu, command, *needs, "games/a.sgf", "games/b.sgf")),
           is_done(command, "a folder with -r", run(kifu, command, *needs, "-r", "games")),
           is_refused(command, "a folder", run(kifu, command, *needs, "games"), ["--recursive"]),
           is_done(command, "standard input",
                   run(kifu, command, *needs, "-", *(["games/b.sgf"] if command == "merge" else []), read=GAME)),
           is_refused(command, "a missing file", run(kifu, command, *needs, "missing.sgf", "games/a.sgf"), ["missing.sgf"]),
           is_refused(command, "a picture", run(kifu, command, *needs, "picture.png", "games/a.sgf"), ["picture.png"])]
    return row + [check_json(kifu, command, needs) if "--json" in text else "–"]


def check_place(kifu, command, text):
    if "-a, --at" in text and command not in OTHERS and command != "endgame":
        status, _, err = run(kifu, command, *NEEDS.get(command, []), "--at", "foo", "games/a.sgf")
        if status != 2 or "'--at' takes" not in err:
            fail(command, f"--at foo: status {status}, {err!r}")


HEAD = """| command | several files | `-r` folder | folder without `-r` | standard input | missing file | a picture | `--json` | letters |
|---|---|---|---|---|---|---|---|---|
"""


def hold_table(rows):
    """Compares the rows with those of the document, or writes them there."""
    table = HEAD + "".join("| " + " | ".join(row) + " |\n" for row in rows)
    with open(sys.argv[2], encoding="utf-8") as file:
        text = file.read()
    begin = text.index("| command |")
    if "--write" in sys.argv:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(text[:begin] + table)
    elif text[begin:] != table:
        fail(sys.argv[2], "the table is not what came out; --write makes it anew")


def main():
    kifu = os.path.abspath(sys.argv[1])
    sys.argv[2:3] = [os.path.abspath(name) for name in sys.argv[2:3]]
    folder = tempfile.TemporaryDirectory(prefix="kifu-conventions-")  # until the end of the program
    os.chdir(folder.name)
    os.mkdir("games")
    for name in ("a.sgf", "b.sgf"):
        with open(f"games/{name}", "w", encoding="utf-8") as file:
            file.write(GAME)
    with open("games/x.go", "w", encoding="utf-8") as file:
        file.write("package main\n\nfunc main() {}\n")
    with open("picture.png", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + bytes(64))
    rows = []
    commands = re.findall(r"^  (\w+) +\S", run(kifu, "help")[1], re.M)
    if len(commands) < 25:
        fail("help", f"only {len(commands)} commands")
    for command in commands:
        status, text, _ = run(kifu, "help", command)
        if status != 0 or "Usage: kifu " + command not in text:
            fail(command, "has no help")
        check_letters(command, text)
        if run(kifu, command, "--no-such-option")[0] != 2:
            fail(command, "takes an option that there is not")
        row = [OTHERS.get(command, "")] + [""] * 6
        if command not in OTHERS:
            row = check_files(kifu, command, text)
        check_place(kifu, command, text)
        letters = [letter for letter, _ in re.findall(r"-(\w),\s+--([\w-]+)", text) if letter in LETTERS and letter != "h"]
        rows.append([f"`{command}`", *row, " ".join(sorted(letters))])
    if len(sys.argv) > 2:
        hold_table(rows)
    print("\n".join(failures) or f"{len(commands)} commands keep the conventions")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
