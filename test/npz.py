#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the arrays of kifu catalog export without NumPy, and compares them with the games.

usage: test/npz.py MOVES.npz PLANES.npz GAMES.jsonl MOVES.npy PLANES.npy

All of the same games, the planes with every position and in one turn.
"""

import ast
import json
import struct
import sys
import zipfile

CODES = {"<u2": "H", "<u4": "I", "<u8": "Q", "|u1": "B", "|i1": "b", "<i2": "h"}


def load(name):
    """The arrays of a file by their names: shape and numbers."""
    out = {}
    with zipfile.ZipFile(name) as archive:
        for member in archive.namelist():
            data = archive.read(member)
            assert data[:8] == b"\x93NUMPY\x01\x00", member
            length = struct.unpack("<H", data[8:10])[0]
            assert (10 + length) % 64 == 0, member
            head = ast.literal_eval(data[10:10 + length].decode())
            assert head["fortran_order"] is False
            count = 1
            for side in head["shape"]:
                count *= side
            code = CODES[head["descr"]]
            out[member[:-4]] = head["shape"], struct.unpack(f"<{count}{code}", data[10 + length:])
    return out


def load_one(name):
    """The records of a .npy file: tuples of numbers, and of the bytes of a position; their names."""
    with open(name, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    assert data[:8] == b"\x93NUMPY\x01\x00" and (10 + length) % 64 == 0
    head = ast.literal_eval(data[10:10 + length].decode())
    code = "<"
    for field in head["descr"]:
        size = field[2][0] * field[2][1] * field[2][2] if len(field) > 2 else 0
        code += f"{size}s" if size else CODES[field[1]]
    records = list(struct.iter_unpack(code, data[10 + length:]))
    assert head["shape"] == (len(records),)
    return [field[0] for field in head["descr"]], records


def check_one(moves, planes, flat_moves, flat_planes):
    """The records are the arrays side by side."""
    names, records = load_one(flat_planes)
    size = len(planes["positions"][1]) // len(records)
    for i, record in enumerate(records):
        for name, value in zip(names, record):
            wanted = planes[name][1]
            assert value == (bytes(wanted[i * size:(i + 1) * size]) if name == "positions" else wanted[i]), name
    names, records = load_one(flat_moves)
    start, at = moves["start"][1], 0
    for game in range(len(start) - 1):
        for number in range(start[game + 1] - start[game]):
            for name, value in zip(names, records[at]):
                wanted = (number if name == "number" else moves[name][1][at] if name in ("moves", "colours")
                          else moves[name][1][game])
                assert value == wanted, name
            at += 1
    assert at == len(records)


def point(word, width):
    """The number of a point as JSON Lines spell it."""
    return None if word[1:] == "--" else (ord(word[2]) - 97) * width + ord(word[1]) - 97


def main():
    moves, planes = load(sys.argv[1]), load(sys.argv[2])
    with open(sys.argv[3], encoding="utf-8") as file:
        games = [json.loads(line) for line in file]
    start = moves["start"][1]
    position = 0
    for i, game in enumerate(games):
        width, size = game["width"], game["width"] * game["height"]
        words = game["moves"].split()
        own = moves["moves"][1][start[i]:start[i + 1]]
        assert [65535 if point(w, width) is None else point(w, width) for w in words] == list(own)
        assert ["BW".index(w[0]) for w in words] == list(
            moves["colours"][1][start[i]:start[i + 1]])
        winner = {"B": 1, "W": -1}.get(game["result"][:1], 0)
        assert moves["winner"][1][i] == winner
        for k, word in enumerate(words):
            player = "BW".index(word[0])
            place = point(word, width)
            assert planes["next"][1][position] == (size if place is None else place)
            assert planes["player"][1][position] == player
            assert planes["won"][1][position] == (-winner if player else winner)
            assert planes["number"][1][position] == k
            begin = 3 * size * position
            board = planes["positions"][1][begin:begin + 3 * size]
            # A stone comes onto an empty point, and the last move still lies there.
            assert place is None or board[place] == board[size + place] == 0
            last = point(words[k - 1], width) if k else None
            assert board[2 * size:].count(1) == (last is not None)
            if last is not None and words[k - 1][0] != word[0]:
                assert board[size + last] == 1
            position += 1
    assert planes["positions"][0] == (position, 3, games[0]["height"], games[0]["width"])
    check_one(moves, planes, sys.argv[4], sys.argv[5])
    print(f"{len(games)} games, {position} positions")


if __name__ == "__main__":
    main()
