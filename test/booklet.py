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

# What the book says and our own reading contradicts. The third is so in the position as rebuilt.
WRONG = [("31", "It takes one move, on a, to save the group."), ("33", "It takes one move, on a, to save the group."),
         ("42", "White keeps the lead.")]


def book(kifu, path):
    made = subprocess.run([kifu, "book", "--booklet", "-o", str(path)], capture_output=True, text=True, check=False)
    if "built without" in made.stderr:
        return None
    assert made.returncode == 0, made.stderr
    return path.read_bytes()


def claims_of(source):
    """By figure: kind, question, answer and words of each claim."""
    figures = {}
    text = (source / "share" / "booklet.sgf").read_text(encoding="utf-8")
    for game in re.split(r"^\(;", text, flags=re.M)[1:]:
        number = re.search(r"GN\[Figure (\d+):", game).group(1)
        values = re.search(r"KFCLAIM((?:\s*\[[^\]]*\])+)", game)
        found = re.findall(r"\[([^\]]*)\]", values.group(1)) if values else []
        figures[number] = [(value.split("|") + [""])[:5] for value in found]
    return figures


def words_of(page):
    """By figure: what stands below its heading."""
    text = html.unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", " ", page, flags=re.S)))
    parts = re.split(r"Figure (\d+): ", re.sub(r"\s+", " ", text))
    return dict(zip(parts[1::2], parts[2::2]))


def main():
    kifu, source = sys.argv[1], Path(sys.argv[2])
    with TemporaryDirectory() as folder:
        page = Path(folder) / "booklet.html"
        made = book(kifu, page)
        assert made == book(kifu, page), "not the same twice"
        figures, words = claims_of(source), words_of(made.decode())
        assert sorted(map(int, figures)) == list(range(1, 44)) == sorted(map(int, words)), sorted(words)
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
            drawn = book(kifu, Path(folder) / "booklet.pdf")
            assert drawn is None or drawn.startswith(b"%PDF")
        total = sum(map(len, figures.values()))
        print(f"43 figures, {total} claims: {total - len(wrong)} right, {len(wrong)} wrong; the moves of two are lost")


if __name__ == "__main__":
    main()
