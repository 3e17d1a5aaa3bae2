#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a real browser: keys, clicks, touch, variations, problems, large trees, hostile text.

usage: test/page.py KIFU SOURCE-FOLDER [CHECK…]

Exit status 77: skipped, for there is no browser. Pictures of what was seen go to the folder that
KIFU_PICTURES names, if it does.
"""

import gzip
import os
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import Browser, is_there  # noqa: E402

RIGHT, LEFT, UP, DOWN, HOME, END = "\ue014", "\ue012", "\ue013", "\ue015", "\ue011", "\ue010"
ENTER = "\ue007"
STEP = "return document.querySelector('.bar output')?.textContent"
WORDS = "return document.querySelector('.words')?.innerText"


class Pages:
    """Makes pages with the program, opens them, and watches what the browser says of them."""

    def __init__(self, kifu, source):
        self.kifu, self.source = kifu, Path(source)
        self.corpora = self.source.parent / "shared" / "corpora"
        self.scratch = tempfile.TemporaryDirectory(prefix="kifu-page-")
        self.folder = Path(self.scratch.name)
        self.browser = None

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def make(self, *arguments, name="page.html"):
        path = self.folder / name
        subprocess.run([self.kifu, "page", "-q", *map(str, arguments), "-o", str(path)],
                       check=False, capture_output=True)
        assert path.exists(), f"no page was made of {arguments}"
        return path

    def open(self, path, ready=".board .shudan-goban, .card"):
        self.browser.requests()
        self.browser.open(path if str(path).startswith("http") else f"file://{path}")
        self.browser.wait(f"return document.querySelector({ready!r}) !== null", ready)

    def picture(self, name):
        folder = os.environ.get("KIFU_PICTURES")
        if folder:
            self.browser.screenshot(f"{folder}/{name}.png")

    def is_quiet(self, *allowed):
        """Nothing on the console, and no request but those for the page and its own data."""
        assert self.browser.console() == []
        strange = [r for r in self.browser.requests()
                   if not r.startswith(("file://", "data:", "blob:", "chrome:", *allowed))]
        assert strange == [], strange

    def stone(self, x, y):
        """1, -1 or 0: what the board shows there, counted from the upper left."""
        script = ("const v = document.querySelector(`[data-x='${arguments[0]}'][data-y='${arguments[1]}']`);"
                  "return Number(/shudan-sign_(-?\\d)/.exec(v.className)[1])")
        return self.browser.run(script, x, y)


def check_size(p):
    """One game is 200 KB at most, 80 KB when gzipped."""
    data = p.make(p.source / "demo" / "meijin-1965.go").read_bytes()
    packed = len(gzip.compress(data, 9))
    print(f"  a page of one game: {len(data)} bytes, {packed} gzipped")
    assert len(data) <= 200_000 and packed <= 80_000


def check_steps(p):
    """Keys, buttons, the slider, a touch on the board, a swipe."""
    p.open(p.make(p.source / "demo" / "meijin-1965.go"))
    b = p.browser
    b.keys(RIGHT, RIGHT, RIGHT)
    assert b.run(STEP) == "3", b.run(STEP)
    b.keys(LEFT)
    assert b.run(STEP) == "2"
    b.click("button.next")
    assert b.run(STEP) == "3"
    b.keys(END)
    last = int(b.run(STEP))
    assert last > 30
    p.picture("last")
    b.keys(HOME)
    b.run("const s = document.querySelector('input[type=range]'); s.value = 34;"
          "s.dispatchEvent(new Event('input', {bubbles: true}))")
    b.wait("return document.querySelector('.bar output').textContent === '34'", "the slider")
    assert "upper left corner" in b.run(WORDS)
    p.picture("comment")
    p.is_quiet()


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]


def main():
    if not is_there():
        print("skipped: chromium and chromium-driver are not installed")
        return 77
    pages = Pages(sys.argv[1], sys.argv[2])
    wanted = sys.argv[3:]
    failed = 0
    with Browser() as browser:
        pages.browser = browser
        for check in CHECKS:
            name = check.__name__[6:]
            if wanted and name not in wanted:
                continue
            try:
                reason = check(pages)
                print(f"{'skipped' if reason else 'ok'}: {name}{': ' + reason if reason else ''}")
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"FAILED: {name}")
                traceback.print_exc(file=sys.stdout)
                if os.environ.get("KIFU_PICTURES"):
                    pages.picture(f"failed-{name}")
    pages.scratch.cleanup()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
