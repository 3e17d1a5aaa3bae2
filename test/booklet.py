#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The booklet of 1931: every figure and claim of share/booklet.sgf is in it with a verdict, in all kinds of books.

usage: test/booklet.py KIFU SOURCE-FOLDER [--long]
"""

import html
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

# What the book says and our own reading contradicts: the last in the position as rebuilt, the one before it where the
# sides are safe.
WRONG = [("31", "It takes one move, on a, to save the group."), ("33", "It takes one move, on a, to save the group."),
         ("On the third line, three points between", "It costs one stone."), ("42", "White keeps the lead.")]
BESIDE = ["Beside Figure 37, further from the border", "Territory in the middle, along a side and in a corner",
          "On the third line, two points between", "On the third line, one point between",
          "On the third line, three points between"]


def book(kifu, path):
    made = subprocess.run([kifu, "book", "--booklet", "-o", str(path)], capture_output=True, text=True, check=False)
    if "built without" in made.stderr:
        return None
    assert made.returncode == 0, made.stderr
    return path.read_bytes()


def key_of(name):
    numbered = re.match(r"Figure (\d+): ", name)
    return numbered.group(1) if numbered else name


def claims_of(source):
    """By the figure's number, or its name where it has none: kind, question, answer and words of each claim."""
    figures = {}
    text = (source / "share" / "booklet.sgf").read_text(encoding="utf-8")
    for game in re.split(r"^\(;", text, flags=re.M)[1:]:
        number = key_of(re.search(r"GN\[([^\]]*)\]", game).group(1))
        values = re.search(r"KFCLAIM((?:\s*\[[^\]]*\])+)", game)
        found = re.findall(r"\[([^\]]*)\]", values.group(1)) if values else []
        figures[number] = [(value.split("|") + [""])[:5] for value in found]
    return figures


def words_of(page):
    """By figure: what stands below its heading."""
    plain = re.sub(r"<svg.*?</svg>", " ", page, flags=re.S)
    parts = re.split(r"<h3[^>]*>(.*?)</h3>", plain, flags=re.S)
    return {key_of(html.unescape(name)): html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part)))
            for name, part in zip(parts[1::2], parts[2::2])}


def ordered(figures, beside):
    """The figures in the order of the book; what has no figure stands where the text has it."""
    numbers = [key for key in figures if key not in beside]
    assert numbers == [str(number) for number in range(1, 44)] and [key for key in figures if key in beside] == beside
    return numbers[:37] + beside[:1] + numbers[37:39] + beside[1:] + numbers[39:]


def main():
    kifu, source = sys.argv[1], Path(sys.argv[2])
    with TemporaryDirectory() as folder:
        page = Path(folder) / "booklet.html"
        made = book(kifu, page)
        figures, words = claims_of(source), words_of(made.decode())
        assert list(figures) == ordered(figures, BESIDE) and set(figures) <= set(words), sorted(words)
        wrong = []
        for number, claims in figures.items():
            assert claims or number in ("40", "41"), number
            for _, _, answer, said, *_ in claims:
                assert f"{said} Right: {answer}." in words[number] or f"{said} Wrong: " in words[number], (number, said)
                if f"{said} Wrong: " in words[number]:
                    wrong.append((number, said))
        assert wrong == WRONG, wrong
        assert all("Lost." in words[number] for number in ("40", "41"))
        epub = Path(folder) / "booklet.epub"
        book(kifu, epub)
        with zipfile.ZipFile(epub) as archive:
            chapters = "".join(archive.read(name).decode() for name in archive.namelist() if name.endswith(".xhtml"))
        assert chapters.count("Right: ") == made.decode().count("Right: ")
        if "--long" in sys.argv:
            assert made == book(kifu, page), "not the same twice"
            drawn = book(kifu, Path(folder) / "booklet.pdf")
            assert drawn is None or drawn.startswith(b"%PDF")
        total = sum(map(len, figures.values()))
        print(f"43 figures, {total} claims: {total - len(wrong)} right, {len(wrong)} wrong; the moves of two are lost")


if __name__ == "__main__":
    main()
