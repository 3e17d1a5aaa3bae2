#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing that a terminal would obey reaches one, whatever a record or its name holds; and files and
pipes get the bytes as they are.

usage: test/shown.py KIFU
"""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile

# Control characters of both blocks, marks of direction, line breaks of Unicode, and a plain word.
ODD = "\x1b(0owned\x07\x7f\x9b31m\u200e\u200f\u061c\u202e\u2066\u2028\u2029word"
NAMES = (b"a\x1b[31m.sgf", b"b\xc2\x9b1m.sgf", b"c\xe2\x80\xae.sgf", b"d\xff\xfe.sgf", b"e\nf.sgf", b"g\r.sgf")
# Colours, which kifu itself prints.
COLOUR = re.compile(rb"\x1b\[[\d;]*m")
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
COMMANDS = (["check"], ["info"], ["info", "--json"], ["check", "--json"], ["show"], ["show", "--tree"],
            ["show", "--at", "1"], ["replay"], ["replay", "--json"], ["score"], ["score", "--json"], ["diff", "other.sgf"],
            ["diff", "--json", "other.sgf"], ["fix"], ["fix", "--diff"], ["convert", "--to", "ascii"],
            ["convert", "--to", "davar"], ["convert", "--to", "sgf"], ["convert", "--to", "ishi"], ["draw"],
            ["draw", "--to", "ansi"], ["draw", "--to", "sensei"], ["draw", "--to", "tex"], ["draw", "--to", "svg"],
            ["book", "--to", "html"], ["page", "--data"], ["ladder"], ["life"], ["life", "--json"], ["handicap", "2"],
            ["nothing"], ["explain"], ["info", "missing"])


def on_terminal(command, folder):
    """What the command prints on a terminal, both its outputs."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                               env=environment)
    os.close(theirs)
    text = b""
    try:
        while piece := os.read(ours, 65536):
            text += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait() in (0, 1, 2), command
    return re.sub(rb"\r+\n", b"\n", text)  # the terminal adds one of them


def expect_plain(text, what):
    text = COLOUR.sub(b"", text)
    try:
        text = text.decode()
    except UnicodeDecodeError as error:
        raise AssertionError((what, text[max(0, error.start - 60):error.end + 20])) from error
    found = FORBIDDEN.search(text)
    assert not found, (what, text[max(0, found.start() - 60):found.end() + 20])


def check_commands(kifu, folder):
    record = f"(;GM[1]FF[4]SZ[9]PB[{ODD}]GN[{ODD}]C[{ODD}\r{ODD}]AB[aa]LB[bb:{ODD}]\r\n;B[ee]XY[{ODD}]N[{ODD}];B[{ODD}]ZZ"
    for name in NAMES:
        with open(os.path.join(folder.encode(), name), "wb") as file:
            file.write(record.encode())
    for i, command in enumerate(COMMANDS):
        for name in (NAMES[i % len(NAMES)], NAMES[(i + 3) % len(NAMES)]):
            expect_plain(on_terminal([kifu, *command, name], folder), (command, name))
        expect_plain(on_terminal([kifu, *command, "other.sgf"], folder), command)
        expect_plain(on_terminal([kifu, *command, ODD], folder), command)


def check_shown(kifu, folder):
    """How they are shown."""
    name = NAMES[0]
    shown = on_terminal([kifu, "convert", "--to", "ascii", name], folder)
    for text in ("^[(0owned^G", "^?", "<U+009B>31m", "<U+200E><U+200F><U+061C><U+202E><U+2066><U+2028><U+2029>word"):
        assert text.encode() in shown, (text, shown)
    assert b"d<FF><FE>.sgf" in on_terminal([kifu, "info", NAMES[3]], folder)


def check_bytes(kifu, folder):
    """A pipe gets the bytes; JSON says the same in escapes."""
    path = os.path.join(folder, "plain.sgf")
    with open(path, "w", newline="") as file:
        file.write(f"(;GM[1]FF[4]SZ[9]PB[{ODD}]C[{ODD}];B[ee]C[{ODD}])\r\n")
    made = subprocess.run([kifu, "fix", path], capture_output=True, check=True).stdout
    assert made == open(path, "rb").read(), made
    for to in ("ascii", "davar"):
        made = subprocess.run([kifu, "convert", "--to", to, path], capture_output=True, check=True).stdout
        assert ODD.encode() in made, (to, made)
    made = subprocess.run([kifu, "info", "--json", path], capture_output=True, check=True).stdout
    expect_plain(made, "info --json")
    assert json.loads(made)["players"]["black"]["name"] == ODD, made


def main():
    kifu = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "other.sgf"), "w") as file:
            file.write("(;GM[1]FF[4]SZ[9]C[other];B[ee])")
        for check in (check_commands, check_shown, check_bytes):
            check(kifu, folder)
            print(f"ok: {check.__name__[6:]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
