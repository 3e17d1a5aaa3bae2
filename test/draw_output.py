#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks into the pictures and books that kifu makes: pixels of PNG, text and pages of PDF, the comments
of EPS, the members of EPUB; and sees that the same input gives the same bytes at another time.

usage: test/draw_output.py KIFU
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unicodedata
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
import zlib

KIFU = os.path.abspath(sys.argv[1])
SOURCE = Path(__file__).resolve().parent.parent
GAME = """(;FF[4]GM[1]SZ[19]CA[UTF-8]EV[Evening game 棋譜]PB[Ada]PW[Ben]C[Before it begins.]
;B[dd]C[A corner];W[pp];B[pd]LB[aa:A][ba:黒]TR[pd](;W[dp]C[The last corner])(;W[cn]C[Another way];B[cl]))
"""
STONES = "(;FF[4]GM[1]SZ[19]AB[aa][sj]AW[sa][js])"


def kifu(*words, status=0):
    run = subprocess.run([KIFU, *words], capture_output=True, text=True, check=False)
    assert run.returncode == status, (words, run.returncode, run.stderr)
    return run.stderr


def lines_of(*words):
    run = subprocess.run([KIFU, *words], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def decode_png(data):
    """(width, height, rows of red, green, blue bytes) of a picture of 8 bits without alpha."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        crc, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        assert crc == zlib.crc32(kind + body), "a wrong checksum"
        assert kind not in (b"tIME",), "a date"
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            assert (depth, colours) == (8, 2), "not 8 bits of red, green, blue"
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    return width, height, unfilter(zlib.decompress(packed), width, height)


def unfilter(raw, width, height):
    rows, before, stride = [], bytearray(width * 3), width * 3
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = row[i - 3] if i >= 3 else 0
            up, corner = before[i], before[i - 3] if i >= 3 else 0
            if kind == 1:
                row[i] = row[i] + left & 255
            elif kind == 2:
                row[i] = row[i] + up & 255
            elif kind == 3:
                row[i] = row[i] + (left + up) // 2 & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up),
                           (abs(guess - corner), 2, corner))
                row[i] = row[i] + near[2] & 255
        rows.append(bytes(row))
        before = row
    return rows


def check_png():
    write("stones.sgf", STONES)
    kifu("draw", "--coords", "none", "--width", "591", "stones.sgf", "-o", "stones.png")
    width, _, rows = decode_png(read("stones.png"))
    assert width == 591, width
    # 19 lines are 18 distances; 520 thousandths of the board and 250 of paper beyond them, and the
    # first line in the middle of one of 25 pixels.
    unit = 591 / 19.54

    def at(column, row):
        x, y = int((0.78 + column) * unit), int((0.78 + row) * unit)
        return tuple(rows[y][3 * x:3 * x + 3])

    def ring(column, row):
        x, y = int((0.78 + column + 0.45) * unit), int((0.78 + row) * unit)
        return min(rows[y][3 * i] for i in range(3 * 0 + x - 2, x + 3))

    assert at(0, 0) == at(18, 9) == (0, 0, 0), "black stones are not black"
    assert at(18, 0) == at(9, 18) == (255, 255, 255), "white stones are not white"
    assert ring(9, 18) < 100, "a white stone has no edge"
    assert at(9, 9) == at(3, 3) == (0, 0, 0), "a star point is missing"
    assert at(5, 5) == (0, 0, 0), "a line is not where its points are"
    assert tuple(rows[2][6:9]) == (255, 255, 255), "the paper is not white"
    for row in range(19):
        x, y = int(0.78 * unit), int((0.78 + row) * unit)
        assert rows[y][3 * (x + 20)] < 40, f"line {row} is not sharp"


def check_sizes():
    """Boards of all sizes, and as many labels as there are points."""
    for size in (1, 2, 52):
        write("size.sgf", f"(;FF[4]GM[1]SZ[{size}];B[aa])")
        for kind in ("png", "pdf", "eps"):
            kifu("draw", "size.sgf", "-o", "size." + kind)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    labels = "".join(f"[{x}{y}:{x}{y}]" for x in letters for y in letters)
    write("labels.sgf", f"(;FF[4]GM[1]SZ[52]LB{labels})")
    kifu("draw", "labels.sgf", "-o", "labels.png")
    kifu("draw", "labels.sgf", "-o", "labels.pdf")
    assert "large" in kifu("draw", "--crop", "A1:A52", "--width", "20000", "labels.sgf", "-o", "x.png",
                           status=2)


def check_pdf():
    write("game.sgf", GAME)
    kifu("draw", "--figures", "2", "--variations", "game.sgf", "-o", "game.pdf")
    assert b"CreationDate" not in read("game.pdf"), "a date"
    kifu("draw", "game.sgf", "-o", "game.eps")
    eps = read("game.eps")
    assert eps.startswith(b"%!PS-Adobe-3.0 EPSF-3.0\n%%Creator"), eps[:60]
    assert b"CreationDate" not in eps and b"%%BoundingBox" in eps, "the comments of EPS"
    assert eps.rstrip().endswith(b"%%EOF"), "EPS is cut off"
    if shutil.which("pdftotext") is None:
        print("pdftotext is missing: the text of PDF is not looked at")
        return
    pages = text_of("game.pdf")
    assert len(pages) == 3, len(pages)
    for words in ("Ada – Ben, Evening game 棋譜", "Figure 1 (1–2)", "Variation 1 at move 4"):
        assert any(words in page for page in pages), (words, pages)


def text_of(name):
    run = subprocess.run(["pdftotext", "-layout", name, "-"], capture_output=True, text=True,
                         check=True)
    return run.stdout.rstrip("\f").split("\f")


def check_tags():
    """A book in PDF is tagged: headings, paragraphs, figures and captions in the order of reading."""
    if shutil.which("pdfinfo") is None:
        print("pdfinfo is missing: the structure of PDF is not looked at")
        return
    write("tags.sgf", "(;FF[4]GM[1]SZ[9]PB[Ann]PW[Ben]C[" + "A long comment. " * 40 + "\n\nAnother.];B[ee]C[Said.];W[cc])")
    kifu("book", "--title", "Tags", "tags.sgf", "-o", "tags.pdf")
    run = subprocess.run(["pdfinfo", "-struct", "tags.pdf"], capture_output=True, text=True, check=True)
    elements = [line.split()[0] for line in run.stdout.splitlines() if line.strip()]
    assert elements[:3] == ["Document", "H1", "H1"] and elements.count("Figure") == elements.count("Caption") > 0, elements
    assert elements.count("P") >= 3, elements
    assert "Tagged:          yes" in subprocess.run(["pdfinfo", "tags.pdf"], capture_output=True, text=True, check=True).stdout


def check_lines():
    """No line of a paragraph alone at the end or the top of a page, and none missing."""
    paragraphs = []
    for i in range(60):
        words = " ".join(f"word{i}x{k}" for k in range(8 + i * 7 % 60))
        paragraphs.append(f"Begin{i} {words} end{i}")
    write("long.sgf", "(;FF[4]GM[1]SZ[9]C[" + "\n\n".join(paragraphs) + "];B[ee])")
    kifu("book", "long.sgf", "-o", "long.pdf")
    if shutil.which("pdftotext") is None:
        return
    pages = [[line.strip() for line in page.split("\n") if line.strip()] for page in text_of("long.pdf")]
    everything = " ".join(" ".join(page) for page in pages)
    for i in range(60):
        assert f"Begin{i} " in everything and f" end{i}" in everything, f"paragraph {i} is cut"
    for page in pages[:-1]:
        lines = [line for line in page if not re.fullmatch(r"\d+|Game 1", line)]
        first, last = lines[0], lines[-1]
        assert "end" not in first or first.startswith("Begin"), ("a widow", first)
        assert not last.startswith("Begin") or " end" in last, ("an orphan", last)


def ink_height(name, page, words, at):
    """Points between the top and the bottom of the white digits that stand on a black stone at `at`."""
    scale = 20  # pixels a point
    x, y = at
    run = subprocess.run(["pdftoppm", "-r", str(72 * scale), "-f", str(page), "-l", str(page), "-gray", "-x",
                          str(int((x - 3) * scale)), "-y", str(int((y - 12) * scale)), "-W", str(6 * scale), "-H",
                          str(24 * scale), name], capture_output=True, check=True)
    _, size, _, pixels = run.stdout.split(b"\n", 3)
    width, height = map(int, size.split())
    # The digits are what parts the black of the stone above them from that below.
    black = [row for row in range(height) if max(pixels[row * width:(row + 1) * width]) < 128]
    gap = max(b - a - 1 for a, b in zip(black, black[1:], strict=False))
    assert gap > 3 * scale, (words, "stands on no stone")
    return gap / scale


def check_digits():
    """Digits are six points high at least, whether a number has two of them or three."""
    if shutil.which("pdftotext") is None:
        return
    moves = [f";{'BW'[i % 2]}[{chr(97 + i % 18)}{chr(97 + i // 18 * 2)}]" for i in range(120)]
    moves[22] += "(;W[ss];B[rs];W[qs];B[sr])("
    write("digits.sgf", "(;FF[4]GM[1]SZ[19]" + "".join(moves) + "))")
    kifu("book", "--variations=on", "digits.sgf", "-o", "digits.pdf")
    run = subprocess.run(["pdftotext", "-bbox", "digits.pdf", "-"], capture_output=True, text=True, check=True)
    heights = {}
    for number, page in enumerate(run.stdout.split("<page ")[1:], 1):
        for word in re.finditer(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(\d+)</word>', page):
            left, top, right, bottom = map(float, word.groups()[:4])
            if word[5] in ("21", "25", "101", "119"):
                middle = ((left + right) / 2, (top + bottom) / 2)
                heights.setdefault(word[5], ink_height("digits.pdf", number, word[5], middle))
    assert {"21", "119"} <= set(heights) and min(heights.values()) >= 6, heights


def check_names():
    """Each name of a node and each label of a variation is in every kind of book."""
    names = ["A first idea", "the \u767d answer", "nested & deep", "at the end"]
    write("names.sgf", f"(;FF[4]GM[1]SZ[19]CA[UTF-8]PB[Ann]PW[Ben]GN[Their game];B[dd](;W[pp](;B[pd])(;B[cc]N[{names[0]}];W[cd](;B[dc]"
          f"N[{names[2]}])(;B[ce])))(;W[qq]N[{names[1]}]KFVAR[cc];B[pq];W[qp]N[{names[3]}]))")
    for kind in ("html", "epub", "tex", "pdf"):
        kifu("book", "names.sgf", "-o", "names." + kind)
    with zipfile.ZipFile("names.epub") as book:
        epub = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(("xhtml", "svg")))
    texts = {"html": read("names.html").decode(), "epub": epub, "tex": read("names.tex").decode()}
    if shutil.which("pdftotext") is not None:
        texts["pdf"] = unicodedata.normalize("NFKC", " ".join(text_of("names.pdf")))
    for kind, text in texts.items():
        text = " ".join(re.sub(r"\\kifucjk\{(.*?)\}", r"\1", text).replace("&amp;", "&").replace("\\&", "&").split())
        for name in names + ["[cc]", "Their game"] + [f"Variation {i}" for i in range(1, 4)]:
            assert name in text, (kind, name)


def check_spoken():
    """The sentence that says a position is in the language of the book, and no two languages have the same."""
    write("spoken.sgf", "(;FF[4]SZ[9]AB[aa]AW[ba]TR[aa]SQ[ba]CR[ca]MA[da]SL[ea]LB[fa:x]TB[ga]TW[ha])")
    said = set()
    for language in ("en", "ja", "zh-Hans", "zh-Hant", "ko", "de", "fr", "es"):
        kifu("book", "--lang", language, "spoken.sgf", "-o", "spoken.html")
        sentence = read("spoken.html").decode().split("<desc>")[1].split("</desc>")[0]
        foreign = re.findall(r"board|Black|White|Labels|Squares|Circles|Crosses|Selected", sentence)
        assert not foreign or language == "en", (language, sentence)
        places = re.findall(r"[A-J]9", sentence)
        assert sorted(places) == ["A9", "A9", "B9", "B9", "C9", "D9", "E9", "F9", "G9", "H9"], (language, sentence)
        said.add(sentence)
    assert len(said) == 8, said


def check_no_fonts():
    """Where no font is installed this is said, and stones, numbers and coordinates are drawn all the same."""
    os.mkdir("fonts")
    write("fonts.conf", '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
          f"<dir>{os.getcwd()}/fonts</dir><cachedir>{os.getcwd()}/cache</cachedir></fontconfig>")
    for command, name in (("draw", "bare.png"), ("draw", "bare.eps"), ("book", "bare.pdf"), ("animate --title", "bare.gif")):
        run = subprocess.run([KIFU, *command.split(), "names.sgf", "-o", name], capture_output=True, text=True, check=False,
                             env={**os.environ, "FONTCONFIG_FILE": os.path.abspath("fonts.conf")})
        assert run.returncode == 0 and run.stderr.count("no font is installed") == 1, run.stderr


def check_chinese():
    """What is written in Chinese can be copied out of a PDF: the font is one of that script."""
    said = "此外，白棋如果立即进攻，黑棋可以选择一间夹、二间高夹等多种应法。"
    write("said.sgf", f"(;FF[4]GM[1]SZ[3]CA[UTF-8];B[aa]C[{said}])")
    told = kifu("book", "--lang", "zh-Hans", "said.sgf", "-o", "said.pdf")
    if "font" in told or shutil.which("pdftotext") is None:
        return
    text = "".join(unicodedata.normalize("NFKC", "".join(text_of("said.pdf"))).split())
    assert unicodedata.normalize("NFKC", said) in text, text


def check_many():
    """From ten games on, a book has a title, contents, and indices of players and openings."""
    corners = {"Nirensei: 4-4, 4-4 – 4-4, 3-4": ";B[pd];W[dd];B[pp];W[cp];B[fq]",
               "Sanrensei: 4-4, 4-4 – 4-4, 3-4": ";B[dd];W[pp];B[dp];W[pc];B[dj]",
               "Chinese opening: 4-4, 3-4 – 4-4, 4-4": ";B[pd];W[dp];B[pq];W[dd];B[qk]",
               "4-4, 3-4 – 4-4, 4-4": ";B[pd];W[dp];B[qp];W[dd];B[qk]",
               "4-4, 4-4 diagonal – 3-4, 3-3 diagonal": ";B[pd];W[cd];B[dp];W[qq]"}
    games = []
    for i in range(10):
        moves = list(corners.values())[i % 5]
        games.append(f"(;FF[4]GM[1]SZ[19]PB[{'ABCDEFGHIJ'[i]}da]BR[1d]PW[Zoe]EV[Cup {i}]DT[20{i:02}-01-01]"
                     f"AN[Teacher {i % 2}]{moves})\n")
        write(f"many{i}.sgf", games[-1])
    many = [f"many{i}.sgf" for i in range(10)]
    kifu("book", *many[:9], "-o", "nine.html")
    assert "Contents" not in read("nine.html").decode()
    for kind in ("html", "epub", "tex", "pdf"):
        kifu("book", *many, "-o", "many." + kind)
    html = read("many.html").decode()
    assert "<h1>Go games</h1>\n<h2>Contents</h2>" in html
    for i in range(10):
        title = f"{'ABCDEFGHIJ'[i]}da 1d – Zoe, Cup {i}, 20{i:02}-01-01"
        assert f'<li><a href="#g{i + 1}">{title}</a></li>' in html and f'<h2 id="g{i + 1}">{title}</h2>' in html, title
    rows = re.findall(r"<li>([^<]*?) <a.*?</li>", html.split('class="index"', 1)[1])
    assert rows[:10] == [f"{c}da" for c in "ABCDEFGHIJ"] and rows[10] == "Zoe" and set(rows[11:]) == set(corners), rows
    assert html.count('<a href="#g3">3</a>') == 3, "two players and an opening"
    with zipfile.ZipFile("many.epub") as book:
        package, nav = (book.read(f"OEBPS/{name}").decode() for name in ("content.opf", "nav.xhtml"))
        index = book.read("OEBPS/text-13.xhtml").decode()
        assert b"<svg" in book.read("OEBPS/cover.svg")
    assert "<dc:creator>Teacher 0, Teacher 1</dc:creator>" in package and 'properties="cover-image"' in package
    for type in ("cover", "toc", "bodymatter", "index"):
        assert f'epub:type="{type}"' in nav, type
    assert 'href="text-3.xhtml#g1"' in index and 'href="text-12.xhtml#g10"' in index, index
    tex = read("many.tex").decode()
    assert tex.count("\\label{g") == 10 and "\\dotfill \\pageref{g10}" in tex
    kifu("book", "--author", "Me & You", *many, "-o", "mine.epub")
    with zipfile.ZipFile("mine.epub") as book:
        assert "<dc:creator>Me &amp; You</dc:creator>" in book.read("OEBPS/content.opf").decode()
    if os.path.exists("many.pdf") and shutil.which("pdftotext") is not None:
        pages = text_of("many.pdf")
        contents = next(i for i, page in enumerate(pages) if "Contents" in page.split("\n"))
        found = re.findall(r"(Cup \d), \S+ +(\d+)$", pages[contents], re.M)
        assert len(found) == 10, pages[contents]
        for event, number in found:
            assert f"Zoe, {event}" in pages[contents + int(number)], (event, number)


def check_bounds():
    """A commented game and six problems take no more pages than a printer would, and none of the
    record's variations is missing; the sample of Ishi numbers them itself."""
    shared = SOURCE.parent / "shared"
    if not (shared / "corpora").exists() or shutil.which("pdftotext") is None:
        return
    kifu("book", str(shared / "corpora" / "teaching" / "a-003.sgf"), "-o", "a.pdf")
    pages = text_of("a.pdf")
    assert len(pages) <= 32, len(pages)
    words = " ".join(pages)
    tree = lines_of("show", "--tree", str(shared / "corpora" / "teaching" / "a-003.sgf"))
    for number in range(1, len(tree)):
        assert re.search(rf"Variation {number} (of \d+ )?at move", words), number
    problems = [str(shared / "corpora" / "problems" / f"ggg-00{i}.sgf") for i in range(6)]
    kifu("book", *problems, "-o", "p.pdf")
    pages = text_of("p.pdf")
    assert len(pages) <= 10, len(pages)
    ends = sum(len(lines_of("show", "--tree", problem)) for problem in problems)
    words = " ".join(pages)
    assert words.count("Correct") + words.count("Failure") >= ends, ends
    kifu("book", "--no-problems", str(shared / "seeds" / "ishi-sample.go"), "-o", "i.pdf")
    assert "Variation 5 at move 2 (2–3)" in " ".join(text_of("i.pdf"))


def check_epub():
    write("two.sgf", GAME + "(;FF[4]GM[1]SZ[9]GN[A < B & \"C\"]C[</p> & \x07 ✓];B[cc])")
    kifu("book", "--title", "A & B", "two.sgf", "-o", "two.epub")
    with zipfile.ZipFile("two.epub") as book:
        assert book.testzip() is None
        members = book.infolist()
        assert members[0].filename == "mimetype", "the type does not stand first"
        assert members[0].compress_type == zipfile.ZIP_STORED and not members[0].extra
        assert book.read("mimetype") == b"application/epub+zip"
        assert {m.date_time for m in members} == {(1980, 1, 1, 0, 0, 0)}, "a date"
        for member in members:
            if member.filename.endswith((".xhtml", ".svg", ".opf", ".xml")):
                ElementTree.fromstring(book.read(member))
        package = book.read("OEBPS/content.opf").decode()
        listed = set(re.findall(r'<item id="[^"]*" href="([^"]*)"', package))
        there = {m.filename[6:] for m in members if m.filename.startswith("OEBPS/")}
        assert listed == there - {"content.opf"}, listed ^ there
        contents = book.read("OEBPS/nav.xhtml").decode()
        assert "A &lt; B &amp; &quot;C&quot;" in contents, contents


def outputs():
    """All kinds of pictures and books of one record, by name."""
    result = {}
    for kind in ("png", "pdf", "eps", "tex", "svg", "sl", "ans"):
        kifu("draw", "--numbers", "game.sgf", "-o", "same." + kind)
        result[kind] = read("same." + kind)
    for kind in ("pdf", "tex", "html", "epub"):
        kifu("book", "game.sgf", "two.sgf", "--title", "Same", "-o", "book." + kind)
        result["book." + kind] = read("book." + kind)
    return result


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write("x.sgf", STONES)
        run = subprocess.run([KIFU, "draw", "x.sgf", "-o", "x.png"], capture_output=True, text=True,
                             check=False)
        if run.returncode != 0:
            assert "needs cairo, and kifu was built without it" in run.stderr, run.stderr
            check_epub()
            check_spoken()
            print("built without cairo: its pictures are left out")
            return
        check_png()
        check_sizes()
        check_pdf()
        check_lines()
        check_bounds()
        check_digits()
        check_names()
        check_no_fonts()
        check_chinese()
        check_many()
        check_epub()
        check_spoken()
        first = outputs()
        time.sleep(1.1)
        second = outputs()
        for name, data in first.items():
            assert data == second[name], f"{name} differs from run to run"
        print("pictures and books are as they should be")


if __name__ == "__main__":
    main()
