#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Decodes the films that kifu makes, by means of their own, and compares them frame by frame.

usage: test/film.py KIFU             the tests
       test/film.py --frame N FILE OUT.png   one frame as a picture, to look at
"""

import os
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zlib

# A film is (width, height, [(milliseconds, pixels as bytes of red, green, blue)]).


class Canvas:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.pixels = bytearray(b"\xff" * (width * height * 3))
        self.frames = []

    def put(self, left, top, columns, rows):
        """rows: for each row a list of colours as three bytes, or None for one that stays."""
        assert left + columns <= self.width and top + len(rows) <= self.height, "off the picture"
        for y, row in enumerate(rows):
            at = ((top + y) * self.width + left) * 3
            for colour in row:
                if colour is not None:
                    self.pixels[at:at + 3] = colour
                at += 3

    def end(self, delay):
        self.frames.append((delay, bytes(self.pixels)))

    def film(self):
        return self.width, self.height, self.frames


def png_chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at = 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        check = struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        assert check == zlib.crc32(name + body), "a wrong check sum"
        yield name, body
        at += 12 + length


def unfilter(packed, columns, rows):
    raw, lines, before = zlib.decompress(packed), [], bytes(columns * 4)
    assert len(raw) == rows * (columns * 4 + 1), "pixels are missing"
    for y in range(rows):
        line = bytearray(raw[y * (columns * 4 + 1):(y + 1) * (columns * 4 + 1)])
        assert line[0] == 0, "a filter that this reader does not know"
        before = line[1:]
        lines.append([bytes(before[x:x + 3]) if before[x + 3] else None
                      for x in range(0, columns * 4, 4)])
    return lines


def read_png(data):
    canvas, control, packed, sequence, announced = None, None, b"", 0, 0

    def end():
        if control is not None:
            columns, rows, left, top, number, parts = control
            canvas.put(left, top, columns, unfilter(packed, columns, rows))
            canvas.end(number * 1000 // parts)

    for name, body in png_chunks(data):
        if name == b"IHDR":
            width, height, bits, kind = struct.unpack(">IIBB", body[:10])
            assert (bits, kind) == (8, 6)
            canvas = Canvas(width, height)
        elif name == b"acTL":
            announced, loops = struct.unpack(">II", body)
            assert loops == 0
        elif name == b"fcTL":
            end()
            number, columns, rows, left, top, delay, parts = struct.unpack(">IIIIIHH", body[:24])
            assert number == sequence, "chunks out of order"
            sequence += 1
            control, packed = (columns, rows, left, top, delay, parts), b""
        elif name == b"IDAT":
            packed += body
        elif name == b"fdAT":
            assert struct.unpack(">I", body[:4])[0] == sequence, "chunks out of order"
            sequence += 1
            packed += body[4:]
    end()
    assert announced == len(canvas.frames), "frames are missing"
    return canvas.film()


def unpack_lzw(data, bits, count):
    """The codes of a GIF picture as entries of its map."""
    clear, stop = 1 << bits, (1 << bits) + 1
    table, size, out, last = [], bits + 1, bytearray(), None
    value = held = at = 0
    while len(out) < count:
        while held < size:
            value |= data[at] << held
            at, held = at + 1, held + 8
        code, value, held = value & ((1 << size) - 1), value >> size, held - size
        if code == clear:
            table = [bytes([i]) for i in range(clear)] + [b"", b""]
            size, last = bits + 1, None
            continue
        if code == stop:
            break
        entry = table[code] if code < len(table) else last + last[:1]
        out += entry
        if last is not None and len(table) < 4096:
            table.append(last + entry[:1])
            if len(table) == 1 << size and size < 12:
                size += 1
        last = entry
    assert len(out) == count, "pixels are missing"
    return bytes(out)


def read_gif(data):
    assert data[:6] == b"GIF89a", "no GIF"
    width, height, flags = struct.unpack("<HHB", data[6:11])
    canvas, at, shared, delay, clear = Canvas(width, height), 13, b"", 0, None

    def map_at(at, flags):
        length = 3 << ((flags & 7) + 1) if flags & 0x80 else 0
        return data[at:at + length], at + length

    def blocks(at):
        body = b""
        while data[at]:
            body += data[at + 1:at + 1 + data[at]]
            at += 1 + data[at]
        return body, at + 1

    shared, at = map_at(at, flags)
    while data[at] != 0x3B:
        if data[at] == 0x21:
            kind = data[at + 1]
            body, at = blocks(at + 2)
            if kind == 0xF9:
                delay = struct.unpack("<H", body[1:3])[0] * 10
                clear = body[3] if body[0] & 1 else None
            continue
        assert data[at] == 0x2C, "an unknown block"
        left, top, columns, rows, flags = struct.unpack("<HHHHB", data[at + 1:at + 10])
        own, at = map_at(at + 10, flags)
        bits = data[at]
        body, at = blocks(at + 1)
        entries, colours = unpack_lzw(body, bits, columns * rows), own or shared
        look = [None if i == clear else colours[i * 3:i * 3 + 3] for i in range(256)]
        canvas.put(left, top, columns, [[look[e] for e in entries[y * columns:(y + 1) * columns]]
                                        for y in range(rows)])
        canvas.end(delay)
    assert at + 1 == len(data), "something behind the end"
    return canvas.film()


def read_webp(data):
    """Only what stands around the pixels: (width, height, [(milliseconds, place and size)])."""
    assert data[:4] == b"RIFF" and data[8:12] == b"WEBP", "no WebP"
    assert struct.unpack("<I", data[4:8])[0] + 8 == len(data), "a wrong length"
    at, size, frames = 12, None, []
    while at < len(data):
        name, length = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
        body = data[at + 8:at + 8 + length]
        if name == b"VP8X":
            size = [int.from_bytes(body[i:i + 3], "little") + 1 for i in (4, 7)]
        elif name == b"ANMF":
            numbers = [int.from_bytes(body[i:i + 3], "little") for i in (0, 3, 6, 9, 12)]
            left, top, columns, rows = numbers[0] * 2, numbers[1] * 2, numbers[2] + 1, numbers[3] + 1
            assert left + columns <= size[0] and top + rows <= size[1], "off the picture"
            frames.append((numbers[4], (left, top, columns, rows)))
        at += 8 + length + length % 2
    return size[0], size[1], frames


READERS = {".png": read_png, ".gif": read_gif, ".webp": read_webp}


def read(path):
    with open(path, "rb") as file:
        return READERS[os.path.splitext(path)[1]](file.read())


def write_png(path, width, height, pixels):
    raw = b"".join(b"\0" + pixels[y * width * 3:(y + 1) * width * 3] for y in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for name, body in ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
                           (b"IDAT", zlib.compress(raw)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(body)) + name + body +
                       struct.pack(">I", zlib.crc32(name + body)))


GAME = """(;GM[1]FF[4]SZ[9]PB[Ada]PW[Ben]CA[UTF-8];B[ee];W[ed]C[Ten signs.];B[dd]TR[ee]
;W[fe];B[ff]LB[aa:1]SQ[dd];W[de];B[cd];W[];B[df];W[ce];B[fd];W[dc])"""
# Its delays in milliseconds with --delay 500: a comment adds 40 for each sign, the end 3000.
DELAYS = [500, 500, 900] + [500] * 9 + [3500]


class Tests:
    def __init__(self, kifu):
        self.kifu, self.failed, self.kinds = kifu, 0, {}

    def run(self, *words):
        return subprocess.run([self.kifu, *words], capture_output=True, text=True, check=False)

    def make(self, name, *words):
        result = self.run("animate", "game.sgf", "--delay", "500", "-o", name, *words)
        assert result.returncode == 0 and result.stderr == "", result.stderr
        return name

    def has(self, kind):
        """Whether this build makes such films."""
        if kind not in self.kinds:
            result = self.run("animate", "game.sgf", "--at", "0", "-o", "has." + kind)
            self.kinds[kind] = "built without" not in result.stderr
        return self.kinds[kind]

    def test_gif_and_png_show_the_same(self):
        for style in ("book", "mono"):
            gif = read(self.make("a.gif", "--style", style, "--width", "120"))
            png = read(self.make("a.png", "--style", style, "--width", "120"))
            assert gif[:2] == png[:2] and gif[0] == 120
            assert [d for d, _ in gif[2]] == [d for d, _ in png[2]] == DELAYS
            for number, (left, right) in enumerate(zip(gif[2], png[2])):
                assert left == right, f"{style}: frame {number} differs"
            assert len(set(p for _, p in png[2])) == len(DELAYS), "frames are alike"

    def test_many_colours_are_near(self):
        gif = read(self.make("a.gif", "--style", "wood", "--width", "160"))
        png = read(self.make("a.png", "--style", "wood", "--width", "160"))
        for (_, left), (_, right) in zip(gif[2], png[2]):
            worst = max(abs(a - b) for a, b in zip(left, right))
            assert worst <= 40, f"colours differ by {worst}"

    def test_webp_has_the_same_frames(self):
        webp = read(self.make("a.webp", "--width", "120"))
        png = read(self.make("a.png", "--width", "120"))
        assert webp[:2] == png[:2]
        assert [d for d, _ in webp[2]] == DELAYS
        assert webp[2][0][1] == (0, 0, png[0], png[1])
        assert all(c * r < png[0] * png[1] for _, (_, _, c, r) in webp[2][1:]), "whole frames"

    def test_svg_shows_every_stone_in_its_time(self):
        root = ElementTree.parse(self.make("a.svg")).getroot()
        space = "{http://www.w3.org/2000/svg}"
        animations = list(root.iter(space + "animate"))
        whole = sum(DELAYS) / 1000
        assert animations and all(float(a.get("dur")[:-1]) == whole for a in animations)
        for animation in animations:
            times = [float(t) for t in animation.get("keyTimes").split(";")]
            assert times == sorted(times) and times[0] == 0 and times[-1] < 1
            assert len(times) == len(animation.get("values").split(";"))
        first = 0.5 / whole # when the first move is played
        assert any(abs(float(a.get("keyTimes").split(";")[1]) - first) < 2e-5 for a in animations)

    def test_loops_gif_png_webp(self):
        for name, times, gif in (("forever", 0, 0), ("1", 1, None), ("300", 300, 299)):
            data = open(self.make("a.gif", "--loop", name), "rb").read()
            at = data.find(b"NETSCAPE2.0")
            assert (struct.unpack("<H", data[at + 13:at + 15])[0] if at > 0 else None) == gif, name
            png = dict(png_chunks(open(self.make("a.png", "--loop", name), "rb").read()))
            assert struct.unpack(">II", png[b"acTL"])[1] == times, name
            webp = open(self.make("a.webp", "--loop", name), "rb").read()
            assert struct.unpack("<H", webp[webp.find(b"ANIM") + 12:][:2])[0] == times, name

    def test_part_with_a_title_gif(self):
        whole, part = read(self.make("a.gif")), read(self.make("b.gif", "--start", "1", "--at", "2"))
        assert [f for f in part[2]][:1] == whole[2][1:2] and len(part[2]) == 2
        titled = read(self.make("c.gif", "--start", "1", "--title"))
        assert titled[1] > whole[1] and len(titled[2]) == len(whole[2]) - 1

    def test_the_same_bytes_twice(self):
        for kind in ("svg", "gif", "png", "webp"):
            if not self.has(kind):
                continue
            first = open(self.make("a." + kind), "rb").read()
            assert first == open(self.make("b." + kind), "rb").read(), kind

    def test_sizes(self):
        for size in ("1", "52"):
            with open("game.sgf", "w", encoding="utf-8") as file:
                file.write(f"(;GM[1]FF[4]SZ[{size}];B[aa];W[])")
            for kind in ("gif", "png"):
                if self.has(kind):
                    film = read(self.make("a." + kind, "--width", "120"))
                    assert len(film[2]) == 3 and film[0] == 120

    def test_all(self):
        for name in dir(self):
            if not name.startswith("test_") or name == "test_all":
                continue
            needs = [k for k in ("gif", "png", "webp") if k in name] or (
                ["gif", "png"] if "colours" in name else [])
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                with open("game.sgf", "w", encoding="utf-8") as file:
                    file.write(GAME)
                missing = [k for k in needs if not self.has(k)]
                if missing:
                    print(f"skip {name}: built without what {' and '.join(missing)} needs")
                    continue
                try:
                    getattr(self, name)()
                    print("ok  ", name)
                except AssertionError as error:
                    self.failed += 1
                    print("FAIL", name, error)
                os.chdir("/")
        return self.failed


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "--frame":
        width, height, frames = read(sys.argv[3])
        write_png(sys.argv[4], width, height, frames[int(sys.argv[2])][1])
        return 0
    return 1 if Tests(os.path.abspath(sys.argv[1])).test_all() else 0


if __name__ == "__main__":
    sys.exit(main())
