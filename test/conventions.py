# SPDX-License-Identifier: MIT
"""Reads every command's table of options, as `kifu help` prints it, and sees that the conventions hold in
all of them: letters, values, folders, several files, missing files, `--json`, exit statuses.

usage: conventions.py KIFU
"""

import json
import os
import re
import subprocess
import sys
import tempfile

GAME = "(;FF[4]GM[1]SZ[9]PB[Ada]PW[Ben]KM[6.5]RE[W+2];B[ee];W[ce];B[gc])\n"
LETTERS = {"a": "at", "f": "from", "g": "game", "h": "help", "i": "in-place", "j": "jobs", "n": "numbers",
           "o": "output", "q": "quiet", "r": "recursive", "v": "verbose"}
# One file is the point of these, or they read none, or something else than records.
SINGLE = {"view", "thumbnail", "diff", "serve", "explain", "formats", "handicap", "catalog", "find"}
# What else a command needs to do its work on a file.
NEEDS = {"convert": ["--to", "sgf"], "endgame": ["--region", "A1:D4"], "life": ["--all"], "book": ["--to", "html"],
         "animate": ["--to", "svg"], "eyes": ["--point", "E5"], "split": None, "merge": None, "set": None, "cut": None, "extract": None,
         "fix": None, "strip": None, "transform": None}

failures = []


def run(kifu, *words):
    done = subprocess.run([kifu, *words], capture_output=True, text=True, input="", timeout=120)
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


def check_files(kifu, command, text):
    status, out, err = run(kifu, command, *NEEDS.get(command, []), "missing.sgf")
    if status != 2 or "missing.sgf" not in err:
        fail(command, f"a missing file: status {status}, {err!r}")
    status, out, err = run(kifu, command, *NEEDS.get(command, []), "games")
    if status != 2 or "--recursive" not in err:
        fail(command, f"a folder without -r: status {status}, {err!r}")
    if command in ("animate", "book"):
        return
    status, out, err = run(kifu, command, *NEEDS.get(command, []), "-r", "games")
    if status == 2:
        fail(command, f"a folder with -r: {err!r}")
    if "--json" in text:
        status, out, err = run(kifu, command, *NEEDS.get(command, []), "--json", "-r", "games")
        for line in out.splitlines():
            made = json.loads(line)
            if made.get("file", "games/a.sgf").split("/")[0] != "games" or not isinstance(made, dict):
                fail(command, f"--json: {line}")


def main():
    kifu = os.path.abspath(sys.argv[1])
    folder = tempfile.TemporaryDirectory(prefix="kifu-conventions-")  # until the end of the program
    os.chdir(folder.name)
    os.mkdir("games")
    for name in ("a.sgf", "b.sgf"):
        with open(f"games/{name}", "w", encoding="utf-8") as file:
            file.write(GAME)
    with open("games/x.go", "w", encoding="utf-8") as file:
        file.write("package main\n\nfunc main() {}\n")
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
        if command not in SINGLE and NEEDS.get(command, []) is not None:
            check_files(kifu, command, text)
        if "-a, --at" in text and command not in ("find", "view", "serve", "thumbnail", "endgame") \
                and NEEDS.get(command, []) is not None:
            status, _, err = run(kifu, command, *NEEDS.get(command, []), "--at", "foo", "games/a.sgf")
            if status != 2 or "'--at' takes" not in err:
                fail(command, f"--at foo: status {status}, {err!r}")
    print("\n".join(failures) or f"{len(commands)} commands keep the conventions")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
