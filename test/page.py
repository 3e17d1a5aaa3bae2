#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a real browser: keys, clicks, touch, variations, problems, large trees, hostile text.

usage: test/page.py [--firefox] KIFU SOURCE-FOLDER [CHECK…]

In Chromium, or those checks in Firefox that both drivers can do. Exit status 77: skipped, for there is no browser. Pictures of what was seen go to the folder that
KIFU_PICTURES names, if it does.
"""

import gzip
import html
import os
import re
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import Browser, is_there  # noqa: E402
import firefox  # noqa: E402

RIGHT, LEFT, UP, DOWN, HOME, END = "\ue014", "\ue012", "\ue013", "\ue015", "\ue011", "\ue010"
ENTER = "\ue007"
STEP = "return document.querySelector('.bar output')?.textContent"
WORDS = "return document.querySelector('.words')?.innerText"


class Pages:
    """Makes pages with the program, opens them, and watches what the browser says of them."""

    def __init__(self, kifu, source):
        self.kifu, self.source = kifu, Path(source).resolve()
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

    def open(self, path, ready=".bar, .card"):
        self.browser.requests()
        self.browser.open(path if str(path).startswith("http") else f"file://{path}")
        self.browser.wait(f"return document.querySelector({ready!r}) !== null", ready)

    def picture(self, name):
        folder = os.environ.get("KIFU_PICTURES")
        if folder:
            self.browser.screenshot(f"{folder}/{name}.png")

    def is_quiet(self, *allowed):
        """Nothing on the console, and no request but those for the page and its own data."""
        said = self.browser.console()
        assert said == [], said
        strange = [r for r in self.browser.requests()
                   if not r.startswith(("file://", "data:", "blob:", "chrome:", *allowed))]
        assert strange == [], strange

    def stone(self, x, y, which=0):
        """1, -1 or 0: what the board shows there, counted from the upper left."""
        script = ("const board = document.querySelectorAll('div.board')[arguments[2]];"
                  "const [x, y, left, top] = board.dataset.at.split(',').map(Number);"
                  "const at = `circle[cx='${x + 100 * (arguments[0] - left)}'][cy='${y + 100 * (arguments[1] - top)}']`;"
                  "const is = (c) => board.querySelector(`g.${c}:not(.ghost) ${at}`) !== null;"
                  "return is('black') ? 1 : is('white') ? -1 : 0")
        return self.browser.run(script, x, y, which)

    def touch(self, x, y):
        """A click on a point, counted from the upper left."""
        self.browser.run(
            "const b = document.querySelector('.board'), s = b.firstElementChild;"
            "const [x, y, left, top] = b.dataset.at.split(',').map(Number), r = s.getBoundingClientRect();"
            "const u = r.width / s.viewBox.baseVal.width;"
            "s.dispatchEvent(new MouseEvent('click', {bubbles: true,"
            " clientX: r.left + u * (x + 100 * (arguments[0] - left)),"
            " clientY: r.top + u * (y + 100 * (arguments[1] - top))}))", x, y)


def check_size(p):
    """A game of two moves is 75 kB at most when gzipped, a commented one of 208 moves 100 kB, and
    what is to be read stands in them before any program runs."""
    two = p.write("two.sgf", "(;GM[1]FF[4]SZ[19]PB[Ann]PW[Ben];B[dd]C[A & B];W[pp])")
    long = p.corpora / "teaching" / "a-003.sgf"
    for record, most in ((two, 75_000), (long, 100_000)):
        if not record.exists():
            continue
        data = p.make(record).read_bytes()
        packed = len(gzip.compress(data, 9))
        print(f"  a page of {record.name}: {len(data)} bytes, {packed} gzipped")
        assert packed <= most
    page = p.make(two).read_text()
    head = page[:page.index('<script type="application/json"')]
    for words in ("<svg", "<dd>Ann</dd>", "1&nbsp;Black&nbsp;D16", "A &amp; B", "2&nbsp;White&nbsp;Q4"):
        assert words in head, words


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


def check_print(p):
    """The document stays for the printer as long as it says what is shown, and never tells an answer."""
    b = p.browser
    state = ("const a = document.querySelector('article');"
             "return [document.getElementById('kifu').className, a.hidden, getComputedStyle(a).display]")
    p.open(p.make(p.source / "demo" / "meijin-1965.go"))
    assert b.run(state) == ["whole start", False, "none"]
    b.keys(RIGHT)
    assert b.run(state) == ["whole", False, "none"]
    assert "upper left corner" in b.run("return document.querySelector('article').textContent")
    press(b, "Pass")
    assert b.run(state) == ["", True, "none"]
    press(b, "Undo")
    assert b.run(state) == ["whole", False, "none"]
    p.open(p.make(p.write("p.sgf", PROBLEM)))
    assert b.run(state) == ["", True, "none"]


def check_links(p):
    """Web addresses can be followed, in the document and in the program; no other scheme can."""
    said = ("See https://example.org/a_(b)?c=1&d=2, (http://example.org/x). Not javascript:alert(1), nor https:// alone, "
            "nor file:///etc/passwd.")
    path = p.make(p.write("links.sgf", f"(;GM[1]FF[4]SZ[9]C[{said}];B[ee])"))
    wanted = ["https://example.org/a_(b)?c=1&d=2", "http://example.org/x"]
    static = path.read_text()
    head = static[:static.index('<script type="application/json"')]
    assert [html.unescape(link) for link in re.findall(r'<a [^>]*href="([^"]*)"', head)] == wanted, head
    p.open(path)
    links = p.browser.run("return [...document.querySelectorAll('.comment a')].map(a => [a.href, a.rel, a.target])")
    assert links == [[link, "noopener noreferrer nofollow", "_blank"] for link in wanted], links
    assert p.browser.run("return document.querySelector('.comment').textContent") == said


def check_sound(p):
    """A stone sounds only after that was asked for."""
    p.open(p.make(p.source / "demo" / "meijin-1965.go"))
    b = p.browser
    b.run("window.heard = 0; const real = AudioContext.prototype.createBufferSource;"
          "AudioContext.prototype.createBufferSource = function () { window.heard++; return real.call(this); }")
    b.keys(RIGHT)
    assert b.run("return window.heard") == 0
    press(b, "Sound")
    b.keys(RIGHT, RIGHT)
    b.wait("return window.heard > 0", "the sound of a stone")
    p.is_quiet()


def check_style(p):
    """--style gives the page the colours of pictures."""
    colour = "return getComputedStyle(document.querySelector({!r})).{}"
    p.open(p.make("--style", "dark", "--image", "https://example.org/a.png", p.source / "demo" / "meijin-1965.go"))
    b = p.browser
    assert b.run(colour.format(".kifu", "backgroundColor")) == "rgb(22, 24, 27)"
    assert b.run(colour.format(".board svg", "backgroundColor")) == "rgb(36, 39, 43)"
    assert b.run("return document.querySelector('meta[property=\"og:image\"]').content") == "https://example.org/a.png"
    b.keys(RIGHT)
    assert b.run(colour.format(".board .black", "fill")) == "rgb(5, 5, 6)"
    p.picture("dark")


def press(b, label):
    """Clicks the button with this text."""
    b.run("const b = [...document.querySelectorAll('button')].find(b => b.textContent === arguments[0]);"
          "if (!b) throw new Error('no button ' + arguments[0]); b.click()", label)


def check_variations(p):
    """Variations are chosen by button, key and touch; going back stays in them."""
    p.open(p.make(p.write("v.sgf", "(;GM[1]FF[4]SZ[9];B[ee](;W[cc];B[gg])(;W[gc];B[cg])(;W[gg]))")))
    b = p.browser
    b.keys(RIGHT, RIGHT)
    assert p.stone(2, 2) == -1
    b.keys(DOWN)
    assert p.stone(6, 2) == -1 and p.stone(2, 2) == 0
    b.keys(RIGHT, LEFT, LEFT, RIGHT, RIGHT)
    assert p.stone(2, 6) == 1, "the variation was left"
    b.keys(HOME, RIGHT)
    p.touch(6, 6)
    assert p.stone(6, 6) == -1
    b.click("nav button:first-of-type")
    assert p.stone(2, 2) == -1
    b.click(".tree g.node:nth-of-type(1)")
    assert p.stone(4, 4) == 0
    p.is_quiet()


def check_marks(p):
    """Signs, labels, lines, territory, dimmed and hidden points, from SGF and from Ishi."""
    p.open(p.make(p.write("m.sgf", "(;GM[1]FF[4]SZ[9]AB[aa][bb][cc][dd]AW[ab]TR[aa]SQ[bb]CR[cc]MA[ee]"
                          "SL[dd]LB[ff:A][gg:12][hh:abc]TB[ga]TW[ha]AR[ae:ce]LN[ag:cg]DD[ab])")))
    count = p.browser.run
    p.picture("marks")
    for selector, wanted in ((".mark path", 3), (".mark circle", 1), (".mark rect", 1), (".label.on-black use", 0),
                             (".label use", 6), (".territory", 2), (".arrow, .line", 2), (".dim", 1)):
        found = count(f"return document.querySelectorAll('.board {selector.replace(', ', ', .board ')}').length")
        assert found == wanted, (selector, found)
    seed = p.source.parent / "shared" / "seeds" / "ishi-sample.go"
    if seed.exists():
        p.open(p.make(seed, "--at", "3.5.2"))
        p.browser.click("li:nth-child(3) button")
        p.browser.wait("return document.querySelector('.board') !== null", "the diagram")
        p.picture("diagram")
        words = count("return document.querySelector('.board').getAttribute('aria-label')")
        assert all(f" {n} " in words for n in range(1, 18)), words
    p.is_quiet()


def check_count(p):
    """The count, as it lies and rearranged, is what the command says."""
    game = "(;GM[1]FF[4]SZ[5]KM[0]AB[ac][bc][ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ed]AB[eb];B[];W[])"
    p.open(p.make(p.write("c.sgf", game), "--at", "last"))
    said = subprocess.run([p.kifu, "score", str(p.folder / "c.sgf")], capture_output=True, text=True,
                          check=False).stdout
    press(p.browser, "Count")
    words = p.browser.run("return document.querySelector('.count').innerText")
    result = said.strip().splitlines()[-1]
    assert result in words, (said, words)
    press(p.browser, "Rearranged")
    assert "Prisoners fill their own territory" in p.browser.run("return document.querySelector('.count').innerText")
    p.picture("count")
    press(p.browser, "Close")
    p.is_quiet()


def check_davar(p):
    """The position a table starts from stands beside the one that it ends at; steps go from one numbered row
    to the next, and the stones that a move takes go with it."""
    rows = "+B +1+2\n+B +2+1\n+W +1+1\n 1 +3+3\n 2 +4+4\n-W +1+1\n 3 +5+5 Capture\n"
    p.open(p.make(p.write("d.davar", rows), "--size", "9"))
    b = p.browser
    said = "return document.querySelector('.davar output').textContent"
    assert p.stone(0, 8) == -1 and p.stone(2, 6) == 0, "the start"
    assert p.stone(0, 8, 1) == 0 and p.stone(4, 4, 1) == 1 and "Capture" in b.run(said), "the end"
    left, right = b.run("return [...document.querySelectorAll('div.board')].map((b) => {"
                        "const r = b.getBoundingClientRect(); return [r.x, r.y, r.width]})")
    assert left[0] + left[2] <= right[0] and left[1:] == right[1:], "side by side, of one size"
    b.keys(LEFT)
    assert p.stone(0, 8, 1) == -1 and p.stone(5, 5, 1) == 0 and p.stone(3, 5, 1) == -1
    assert b.run(said).startswith("2 "), b.run(said)
    b.run("document.querySelectorAll('.rows button')[5].click()")
    assert p.stone(4, 4, 1) == 1 and b.run(said).startswith("3 "), "a row that is no move of its own"
    b.keys(HOME)
    assert p.stone(2, 6, 1) == 0 and p.stone(0, 8, 1) == -1
    b.keys(RIGHT)
    assert p.stone(2, 6, 1) == 1 and p.stone(2, 6) == 0
    b.keys(END)
    p.picture("davar")
    p.is_quiet()


PROBLEM = ("(;GM[1]FF[4]SZ[9]AB[ab][bb][cb]AW[ac][bc][cc]C[Black to live.]"
           "(;B[ba];W[da](;B[ca]C[Correct.])(;B[aa]))(;B[ca];W[ba]C[Dead.]))")


def wait_for_verdict(b, word):
    b.wait(f"return document.querySelector('output.verdict').textContent === '{word}'", word)


def check_problem(p):
    """The page asks; answers are played back; right and wrong; nothing is told before."""
    p.open(p.make(p.write("p.sgf", PROBLEM)))
    b = p.browser
    text = b.run("return document.body.innerText")
    assert "Black to live." in text and "Correct" not in text and "Dead" not in text
    assert b.run("return document.querySelector('.tree, .facts')") is None
    p.picture("problem")
    p.touch(8, 8)
    assert "no answer there" in b.run("return document.querySelector('output.verdict').textContent")
    p.touch(2, 0)
    wait_for_verdict(b, "Wrong.")
    assert p.stone(1, 0) == -1
    press(b, "Again")
    p.touch(1, 0)
    b.wait("return document.querySelectorAll('.board g.white circle').length === 4", "the reply")
    assert p.stone(3, 0) == -1
    b.keys(LEFT, LEFT, UP, UP, UP, UP)
    b.keys(ENTER)
    wait_for_verdict(b, "Right.")
    assert "Correct." in b.run("return document.body.innerText")
    press(b, "Show the answer")
    assert b.run("return document.querySelector('.tree') !== null")
    p.is_quiet()


def check_picture(p):
    """The saved picture is byte for byte that of `kifu draw`."""
    game = p.source / "demo" / "meijin-1965.go"
    p.open(p.make(game, "--at", "34"))
    saved = p.browser.run_later(
        "const done = arguments[arguments.length - 1]; const make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { blob.text().then(done); return make(blob); };"
        "[...document.querySelectorAll('button')].find(b => b.textContent === 'Save picture').click()")
    drawn = subprocess.run([p.kifu, "draw", "--to", "svg", "--at", "34", str(game)], check=True,
                           capture_output=True, text=True).stdout
    assert saved == drawn, (saved[:300], drawn[:300])


def check_hostile(p):
    """Whatever a record says is text: markup, scripts, emoji, right-to-left, long words."""
    evil = ("</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>"
            "<!-- ]]> &lt;b&gt; \u2028 🙂 שלום ‮abc " + "x" * 3000)
    sgf = evil.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")
    text = f"(;GM[1]FF[4]SZ[9]PB[{sgf}]PW[{sgf}]GN[{sgf}]C[{sgf}]N[{sgf}]LB[aa:{sgf}];B[dd]C[{sgf}])"
    path = p.write("<b>&\"evil'.sgf", text)
    p.open(p.make(path, name="evil.html"))
    b = p.browser
    assert b.run("return window.bad") is None
    assert "onerror='window.bad = 1'>" in b.run(WORDS)
    assert b.run("return document.querySelectorAll('img, script').length") == 2
    b.keys(RIGHT, "c", "n")
    p.picture("hostile")
    assert b.run("return document.documentElement.scrollWidth <= innerWidth")
    for name, data in (("empty.sgf", ""), ("binary.sgf", "\x00\x01\x02" * 99), ("cut.sgf", "(;GM[1];B[d"),
                       ("big.sgf", "(;GM[1]SZ[52];B[ZZ];W[aa])"), ("one.sgf", "(;GM[1]SZ[1];B[aa])"),
                       ("wide.sgf", "(;GM[1]SZ[40:3];B[aa];W[Nc])"), ("no.sgf", "(;)")):
        made = subprocess.run([p.kifu, "page", "-q", str(p.write(name, data)), "-o",
                               str(p.folder / f"{name}.html")], check=False, capture_output=True)
        if (p.folder / f"{name}.html").exists():
            p.open(p.folder / f"{name}.html", ".board svg, .card, .trouble")
            b.keys(RIGHT, END, "n")
        assert made.returncode in (0, 1, 2), name
    p.is_quiet()


def processor_time(b):
    """Seconds of computing in the page's process so far; the wall clock counts other programs too."""
    b.tools("Performance.enable")
    metrics = b.tools("Performance.getMetrics")
    return next(m["value"] for m in metrics["metrics"] if m["name"] == "ProcessTime")


def step_times(b, key, count):
    """Milliseconds of the work for each of so many keys, fastest first."""
    return b.run_later("""
        const [key, count, done] = arguments;
        (async () => {
          const times = [];
          for (let i = 0; i < count; i++) {
            const start = performance.now();
            document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            for (let k = 0; k < 20; k++) await Promise.resolve();
            document.body.offsetHeight;
            times.push(performance.now() - start);
            await new Promise((resolve) => setTimeout(resolve, 0));
          }
          done(times.sort((a, b) => a - b));
        })()""", key, count)


def check_large(p):
    """60,000 nodes: one line, a comb of variations, a fan; and the joseki of kogo."""
    line = "".join(f";{'BW'[i % 2]}[{chr(97 + i * 7 % 19)}{chr(97 + (i * 11 + i // 19) % 19)}]"
                   for i in range(60000))
    comb = "".join(";B[aa](;W[bb])(;W[cc]" for _ in range(20000)) + ")" * 20000
    fan = "".join(f"(;B[{chr(97 + i % 19)}{chr(97 + i // 19 % 19)}];W[dd])" for i in range(30000))
    records = {name: p.write(f"{name}.sgf", f"(;GM[1]FF[4]SZ[19]{text})")
               for name, text in (("line", line), ("comb", comb), ("fan", fan))}
    kogo = list((p.corpora / "kogo").glob("*.sgf")) if p.corpora.exists() else []
    if kogo:
        records["kogo"] = kogo[0]
    for name, record in records.items():
        p.open(p.make(record, name=f"{name}.html"))
        b = p.browser
        b.keys(END)
        start = processor_time(b)
        times = step_times(b, "ArrowLeft", 20)
        worked = (processor_time(b) - start) * 1000 / 20
        nodes = b.run("return document.querySelectorAll('.tree g.node').length")
        print(f"  {name}: a step takes {worked:.1f} ms of computing, {times[10]:.1f} ms on the clock; "
              f"{nodes} nodes of the tree are drawn")
        assert nodes < 600
    p.picture("large")
    p.is_quiet()


def check_list(p):
    """Several records are a list with pictures; a record with several games a list in it."""
    two = "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee])(;GM[1]FF[4]SZ[9]GN[Second];B[cc])"
    p.open(p.make(p.write("two.sgf", two), p.write("q.sgf", PROBLEM)))
    b = p.browser
    b.wait("return document.querySelectorAll('.card img').length === 2", "two pictures")
    p.picture("list")
    pictures = b.run("return [...document.querySelectorAll('.card img')].map(i => decodeURIComponent(i.src))")
    assert all("<svg" in picture for picture in pictures)
    b.click("li:first-child .card")
    b.wait("return document.querySelectorAll('.card').length === 2 && !document.querySelector('.board')",
           "the games")
    b.click("li:nth-child(2) .card")
    b.wait("return document.querySelector('h1').textContent === 'Second'", "the second game")
    press(b, "‹ All")
    press(b, "‹ All")
    b.wait("return document.querySelectorAll('.card').length === 2", "the list")
    p.is_quiet()


def check_embed(p):
    """One tag shows a record in another page: from a file, or from between the tags."""
    subprocess.run([p.kifu, "page", "--embed", "-o", str(p.folder / "kifu.js")], check=True)
    page = p.write("mine.html", """<!doctype html><meta charset=utf-8><title>Mine</title><body>
        <p>Before.</p><script src="kifu.js">
        +B +3+3
         1 +3-3 A corner
        </script><script src="kifu.js" data-format="ishi">
BLACK Ann
B 1 Q16
W 2 D4
</script><script src="kifu.js" data-file="missing.sgf"></script><p>After.</p>""")
    p.browser.open(f"file://{page}")
    ready = ("return [...document.querySelectorAll('.kifu-record')].filter("
             "e => e.shadowRoot.querySelector('.board, div:not(.kifu)')).length === 3")
    p.browser.wait(ready, "the records")
    found = p.browser.run("return [...document.querySelectorAll('.kifu-record')].map("
                          "e => e.shadowRoot.querySelectorAll('.board .hoshi circle').length)")
    assert found[:2] == [9, 9], found
    p.picture("embed")
    p.browser.console()
    p.browser.requests()


def expect_long_list(p, folder):
    """Only the rows in sight are there; filter, sort, and a file that changes."""
    b = p.browser
    first = "return [...document.querySelectorAll('.card')].map(c => c.innerText.split('\\n')[0])"
    count = "return document.querySelector('output').textContent === {!r}"
    b.wait(count.format("600"), "all of it")
    names = b.run(first)
    assert names[0] == "Ann 599 – <i>Ben" and len(names) < 60, names
    b.run("scrollTo(0, 64 * 300)")
    b.wait(f"return (() => {{ {first} }})().includes('Ann 299 – <i>Ben')", "the middle")
    assert len(b.run(first)) < 60
    b.run("scrollTo(0, 0)")
    said = [f"{i:03}.sgf ann {599 - i} – <i>ben, cup {i % 7}, 2001 b+{i % 5} 9" for i in range(600)]
    for words in ("cup b+3", "ann 12 2001", "CUP zzz", ".sgf <i>Ben 57", "b+4 77", ""):
        found = sum(all(word in text for word in words.lower().split()) for text in said)
        found = f"{found} of 600" if found < 600 else "600"
        b.run("const f = document.querySelector('input'); f.value = arguments[0]; f.dispatchEvent(new Event('input'))", words)
        assert b.run("return document.querySelector('output').textContent") == found, (words, found)
    b.click(".heads .who")
    b.wait(f"return (() => {{ {first} }})()[0] === 'Ann 0 – <i>Ben'", "in order")
    assert b.run(first)[:3] == [f"Ann {i} – <i>Ben" for i in range(3)]
    b.click(".heads .who")
    b.wait(f"return (() => {{ {first} }})()[0] === 'Ann 599 – <i>Ben'", "the other way")
    p.picture("list")
    (folder / "000.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Zoe])")
    b.run("document.dispatchEvent(new Event('visibilitychange'))")
    b.wait(f"return (() => {{ {first} }})()[0] === 'Zoe – White'", "what changed")


def check_serve(p):
    """A folder on the server: its list with pictures, a record, and back."""
    folder = p.folder / "served"
    (folder / "problems").mkdir(parents=True)
    (folder / "a game.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee];W[cc])")
    (folder / "problems" / "p.sgf").write_text(PROBLEM)
    (folder / "zmany").mkdir()
    for i in range(600):
        (folder / "zmany" / f"{i:03}.sgf").write_text(
            f"(;GM[1]FF[4]SZ[9]PB[Ann {599 - i}]PW[<i>Ben]EV[Cup {i % 7}]DT[2001]RE[B+{i % 5}];B[aa])")
    server = subprocess.Popen([p.kifu, "serve", "--port", "0", str(folder)], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        address = server.stdout.readline().strip()
        if not address:
            return "kifu was built without a server"
        b = p.browser
        p.open(address)
        b.wait("const i = document.querySelector('.card img'); return i && i.naturalWidth > 0", "the picture")
        p.picture("serve")
        b.click("li:nth-child(3) .card")
        b.wait("return document.querySelector('.board') !== null", "the record")
        b.keys(RIGHT)
        assert p.stone(4, 4) == 1
        b.click("header a")
        b.wait("return document.querySelector('.card') !== null", "the folder")
        b.click("li:nth-child(1) .card")
        b.wait("return document.title === 'problems' && document.querySelector('.card') !== null", "the other")
        b.wait("return [...document.images].every(i => i.complete && i.naturalWidth > 0)", "its pictures")
        p.open(address.split("?")[0] + "zmany/")
        expect_long_list(p, folder / "zmany")
        p.is_quiet(address.split("?")[0])
        assert b.run("return location.search") == "", "the token is still in the address"
    finally:
        p.browser.open("about:blank")
        server.terminate()
        server.wait()
    return None


def check_phone(p):
    """The width of a phone, touch, and dark."""
    with Browser(390, 780, dark=True, touch=True) as b:
        desk, p.browser = p.browser, b
        try:
            p.open(p.make(p.source / "demo" / "meijin-1965.go", "--at", "34"))
            assert b.run("return document.documentElement.scrollWidth <= innerWidth")
            b.swipe(".board", -200)
            b.wait("return document.querySelector('.bar output').textContent === '35'", "a swipe")
            b.swipe(".board", 200)
            b.wait("return document.querySelector('.bar output').textContent === '34'", "a swipe back")
            p.picture("phone")
            p.is_quiet()
        finally:
            p.browser = desk


def check_sizes(p):
    """The board is as large as the window allows, and at 200 % the comment is in sight beside it."""
    page = p.make(p.write("sizes.sgf", "(;GM[1]FF[4]SZ[19];B[dd]C[Said of the first move.])"))
    b = p.browser
    for width, height, least in ((1280, 800, 0.7), (2560, 1440, 0.8), (640, 400, 0.4)):
        b.tools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        p.open(f"{page}#g1.m1")
        board, below, high = b.run(
            "return [document.querySelector('.board svg').getBoundingClientRect().height,"
            " document.querySelector('.comment').getBoundingClientRect().bottom, innerHeight]")
        assert board >= least * high and below <= high, (width, board, below, high)
        p.picture(f"size-{width}")
    b.tools("Emulation.clearDeviceMetricsOverride")


def check_words(p):
    """What a screen reader is told."""
    p.open(p.make(p.write("w.sgf", "(;GM[1]FF[4]SZ[3];B[aa];W[ba];B[];W[ab])")))
    b = p.browser
    assert b.run("return document.querySelector('.board').getAttribute('aria-label')")
    b.keys(END)
    words = b.run("return document.querySelector('[aria-live]').textContent")
    assert "White A2" in words and "Takes 1." in words, words
    unnamed = b.run("return [...document.querySelectorAll('button, input')].filter("
                    "e => !(e.textContent.trim() || e.getAttribute('aria-label'))).length")
    assert unnamed == 0
    p.is_quiet()


def check_address(p):
    """The place is in the address, is kept as one steps, and back and forward find it again."""
    two = "(;GM[1]FF[4]SZ[9]PB[Ann];B[ee];W[cc](;B[gc])(;B[gg];W[cg]))(;GM[1]FF[4]SZ[9]GN[Second];B[cc];W[gg])"
    page = p.make(p.write("address.sgf", two), name="address.html")
    b = p.browser
    p.open(f"{page}#g1.m2", ".bar")
    assert b.run(STEP) == "2"
    b.keys(RIGHT)
    b.wait("return location.hash === '#g1.m3'", "the address")
    b.run("history.back()")
    b.wait("return document.querySelector('.bar output').textContent === '2'", "the place before")
    b.run("history.forward()")
    b.wait("return document.querySelector('.bar output').textContent === '3'", "the place after")
    b.keys(DOWN)
    b.wait("return location.hash === '#g1.2.2'", "the address of a variation")
    assert p.stone(6, 6) == 1
    b.keys(RIGHT)
    b.wait("return location.hash === '#g1.2.2.1'", "the address in a variation")
    assert p.stone(2, 6) == -1
    b.run("location.hash = '#g2.m1'")
    b.wait("return document.querySelector('h1').textContent === 'Second'", "the other game")
    assert b.run(STEP) == "1" and p.stone(2, 2) == 1
    b.run("location.hash = '#g9.m1'")
    b.run("location.hash = '#g1.2.2.1'")
    b.wait("return document.querySelector('h1').textContent !== 'Second'", "the first game")
    assert b.run(STEP) == "4", b.run(STEP)
    same = subprocess.run([p.kifu, "show", "--at", "1.2.2.1", str(p.folder / "address.sgf")],
                          capture_output=True, text=True, check=True)
    assert "move 4, White C3" in same.stdout, same.stdout
    p.is_quiet()


def check_own(p):
    """Moves of one's own, by the rules of the game: a suicide is refused, undo takes back, and what is
    saved is the record with them."""
    record = p.write("own.sgf", "(;GM[1]FF[4]CA[ISO-8859-1]SZ[5]RU[Japanese]C[x\\]y];B[ba];W[ee];B[ab];W[ed])")
    p.open(p.make(record))
    b = p.browser
    b.keys(END)
    count = "return document.querySelectorAll('.tree g.node').length"
    before = b.run(count)
    p.touch(2, 2)
    assert p.stone(2, 2) == 1 and b.run(count) == before + 1
    p.touch(0, 0)
    assert "forbid" in b.wait("return document.querySelector('.trouble')?.textContent", "the refusal of a suicide")
    assert p.stone(0, 0) == 0
    p.touch(3, 3)
    assert p.stone(3, 3) == -1
    b.keys(LEFT, LEFT, LEFT)
    p.touch(2, 3)
    assert p.stone(2, 3) == -1, "a variation"
    b.run("window.saved = null; URL.createObjectURL = (blob) => { blob.text().then(t => window.saved = t); "
          "return 'data:,'; }; HTMLAnchorElement.prototype.click = () => {}")
    press(b, "Save record")
    saved = b.wait("return window.saved", "the record")
    p.write("saved.sgf", saved)
    shown = subprocess.run([p.kifu, "show", "--tree", str(p.folder / "saved.sgf")], capture_output=True, text=True,
                           check=True).stdout
    assert "W D2" in shown and "W C2" in shown, shown
    assert "CA[UTF-8]" in saved and "x\\]y" in saved, saved
    p.picture("own")
    b.keys("u")
    assert p.stone(2, 3) == 0 and b.run(STEP) == "3"
    press(b, "Undo")
    press(b, "Undo")
    assert b.run(count) == before and b.run("return document.querySelector('.tools button:disabled').textContent") == "Undo"
    press(b, "Pass")
    assert "pass" in b.run(WORDS)
    b.keys("u")
    b.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', shiftKey: true, bubbles: true}))")
    b.wait("return document.querySelector('.cursor') !== null", "the cursor")
    b.keys(ENTER)
    p.is_quiet()


def check_edit(p):
    """Comments and marks are written and taken back; the saved record has them, and all it had."""
    record = p.write("edit.sgf", "(;GM[1]FF[4]CA[UTF-8]SZ[9]AP[x:1];B[ee]TR[aa:bb]C[see TR[cc\\]]LB[ii:A])")
    p.open(p.make(record))
    b = p.browser
    b.keys(RIGHT)
    press(b, "Edit")
    write = ("const e = document.querySelector('textarea'); e.value = arguments[0];"
             "e.dispatchEvent(new Event('change', {bubbles: true}))")
    assert b.run("return document.querySelector('textarea').value") == "see TR[cc]"
    b.run(write, "new ] \\ words")
    for sign, x, y in (("△", 2, 2), ("A", 3, 3), ("□", 2, 2), ("×", 5, 5), ("×", 5, 5)):
        if b.run("return document.querySelector('.editor [aria-pressed=true]')?.textContent") != sign:
            press(b, sign)
        p.touch(x, y)
    b.run("window.saved = null; URL.createObjectURL = (blob) => { blob.text().then(t => window.saved = t); "
          "return 'data:,'; }; HTMLAnchorElement.prototype.click = () => {}")
    press(b, "Save record")
    saved = b.wait("return window.saved", "the record")
    for part in ("AP[x:1]", "B[ee]", "TR[aa:bb]", "C[new \\] \\\\ words]", "LB[ii:A][dd:B]", "SQ[cc]"):
        assert part in saved, (part, saved)
    assert "MA" not in saved
    for _ in range(6):
        press(b, "Undo")
    b.run("window.saved = null")
    press(b, "Save record")
    assert "TR[aa:bb]C[see TR[cc\\]]LB[ii:A])" in b.wait("return window.saved", "the record as it was")
    p.is_quiet()


def check_guess(p):
    """The next move is hidden until it is found."""
    p.open(p.make(p.write("guess.sgf", "(;GM[1]FF[4]SZ[9];B[ee](;W[cc];B[gg])(;W[gc]))"), name="guess.html"))
    b = p.browser
    press(b, "Guess the next move")
    assert b.run("return document.querySelector('.tree')") is None
    p.touch(1, 1)
    assert p.stone(1, 1) == 0 and "another" in b.run("return document.querySelector('.trouble').textContent")
    for x, y, colour in ((4, 4, 1), (2, 2, -1), (6, 6, 1)):
        p.touch(x, y)
        assert p.stone(x, y) == colour
    p.is_quiet()


def check_languages(p):
    """The page speaks the language that is asked for, or that of its record, and has no other in it."""
    record = p.write("german.sgf", "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben]EV[A cup];B[ee]N[x])")
    b = p.browser
    for tag, word, other in (("de", "Bild speichern", "Guardar"), ("ja", "図を保存", "儲存圖片"), ("ko", "그림 저장", "图")):
        page = p.make(record, "--lang", tag)
        text = page.read_text()
        assert f'<html lang="{tag}">' in text and other not in text
        assert "<title>Ann – Ben, A cup</title>" in text
        p.open(page)
        b.keys(RIGHT)
        buttons = b.run("return [...document.querySelectorAll('.tools button')].map(b => b.textContent)")
        assert word in buttons and "Save picture" not in buttons, buttons
        p.picture(f"language-{tag}")
    words = set(re.findall(r'KF_PAGE_WORD\("((?:[^"\\]|\\.)*)"', (p.source / "src/page/page_words.def").read_text()))
    used = set()
    for script in (p.source / "web/src").glob("*.js*"):
        used |= set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', script.read_text()))
    assert used <= words, used - words
    chinese = p.make(p.write("chinese.sgf", "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[黑棋]PW[白棋]C[黑先，围棋胜负。];B[ee])"))
    assert '<html lang="zh-Hans">' in chinese.read_text()
    p.is_quiet()


AUDIT = """
const seen = (e) => e.offsetParent !== null && getComputedStyle(e).visibility !== 'hidden' && !e.closest('.sr');
const parse = (c) => { const n = (c.match(/[\\d.]+/g) || []).map(Number); return n.length === 3 ? [...n, 1] : n; };
const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] === 1) return c; }
  return [255, 255, 255, 1]; };
const light = (c) => { const [r, g, b] = c.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b; };
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let n; (n = walker.nextNode());) {
  const e = n.parentElement;
  if (!n.data.trim() || !seen(e) || e.closest('svg, script, style, [disabled], noscript')) continue;
  const ratio = contrast(parse(getComputedStyle(e).color), behind(e));
  if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(1)}: ${n.data.trim().slice(0, 30)}`);
}
const nameOf = (e) => (e.getAttribute('aria-label') || e.textContent || e.alt || e.title || '').trim();
for (const e of document.querySelectorAll('button, a[href], input, [role=img], [role=toolbar], [role=group], nav, summary'))
  if (!nameOf(e)) found.push(`no name: ${e.outerHTML.slice(0, 80)}`);
for (const e of document.querySelectorAll('img:not([alt])')) found.push(`no alt: ${e.outerHTML.slice(0, 80)}`);
for (const e of document.querySelectorAll('button, a[href], input, summary')) {
  const r = e.getBoundingClientRect();
  if (seen(e) && (r.width < 24 || r.height < 24) && e.type !== 'range' && e.tagName !== 'SUMMARY') found.push(`too small: ${e.outerHTML.slice(0, 80)}`);
}
for (const e of document.querySelectorAll('#kifu *'))
  if (seen(e) && e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY) && e.tabIndex < 0 &&
      !e.querySelector('button, a[href], input, [tabindex]')) found.push(`scrolled by no key: ${e.outerHTML.slice(0, 80)}`);
let level = 0;
for (const e of document.querySelectorAll('h1, h2, h3, h4')) {
  if (Number(e.tagName[1]) > level + 1) found.push(`a level left out: ${e.outerHTML.slice(0, 80)}`);
  level = Number(e.tagName[1]);
}
const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => found.push(`twice: #${id}`));
for (const e of document.querySelectorAll('[aria-hidden=true] button, [aria-hidden=true] a, [aria-hidden=true] input')) found.push(`hidden but reached: ${e.outerHTML.slice(0, 80)}`);
if (!document.title) found.push('no title');
if (!document.documentElement.lang) found.push('no language');
if (document.querySelectorAll('main').length !== 1) found.push('not one main');
if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
if (!document.querySelector('meta[name=description]')) found.push('no description');
if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
return found;
"""


def check_audit(p):
    """Contrast, names, labels, sizes of targets, landmarks, by a script of our own; in light and dark."""
    record = p.write("audit.sgf", "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben]KM[6.5];B[ee]C[Said.](;W[cc])(;W[gg]C[" + "Much. " * 900 + "]))")
    problem = p.write("asked.sgf", PROBLEM)
    for dark in (False, True):
        with Browser(1280, 800, dark=dark) as b:
            desk, p.browser = p.browser, b
            try:
                p.open(p.make(record))
                b.keys(RIGHT)
                assert b.run(AUDIT) == [], b.run(AUDIT)
                b.keys(RIGHT, DOWN)
                assert b.run(AUDIT) == [], b.run(AUDIT)
                b.run("document.querySelector('.comment').focus()")
                b.keys("\ue00f")
                b.wait("return document.querySelector('.comment').scrollTop > 0", "the comment scrolls")
                assert b.run(STEP) == "2", "and nothing else"
                press(b, "Count")
                assert b.run(AUDIT) == [], b.run(AUDIT)
                p.open(p.make(problem))
                assert b.run(AUDIT) == [], b.run(AUDIT)
                p.open(p.make(record, problem))
                assert b.run(AUDIT) == [], b.run(AUDIT)
                p.is_quiet()
            finally:
                p.browser = desk


def check_element(p):
    """<kifu-board> shows a record wherever it stands, several on one page."""
    subprocess.run([p.kifu, "page", "--embed", "-o", str(p.folder / "kifu.js")], check=True)
    page = p.write("elements.html", """<!doctype html><meta charset=utf-8><title>Mine</title><body>
        <script src="kifu.js" data-later></script>
        <kifu-board style="width:300px" at="2">(;GM[1]FF[4]SZ[9];B[ee];W[cc])</kifu-board>
        <kifu-board format="ishi">
BLACK Ann
B 1 Q16
</kifu-board>""")
    p.browser.open(f"file://{page}")
    p.browser.wait("const all = [...document.querySelectorAll('kifu-board')];"
                   "return all.length === 2 && all.every(e => e.shadowRoot?.querySelector('.bar'))",
                   "the boards")
    found = p.browser.run("return [...document.querySelectorAll('kifu-board')].map("
                          "e => [e.shadowRoot.querySelectorAll('.board .hoshi circle').length,"
                          " e.shadowRoot.querySelector('.bar output').textContent, e.offsetWidth])")
    assert found[0] == [5, "2", 300] and found[1][0] == 9, found
    p.picture("element")
    p.browser.console()
    p.browser.requests()


def check_film(p):
    """An animated SVG moves, and stands at its end for those who asked for less motion."""
    record = p.write("film.sgf", "(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gg])")
    film = p.folder / "film.svg"
    subprocess.run([p.kifu, "animate", "-q", "--delay", "60000", str(record), "-o", str(film)], check=True)
    b = p.browser
    seen = ("return [...document.querySelectorAll('g.black circle, g.white circle')]"
            ".filter(c => getComputedStyle(c).visibility === 'visible').length")
    for wish, stones in (("no-preference", 0), ("reduce", 3)):
        b.tools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wish}])
        b.open(f"file://{film}")
        assert b.run(seen) == stones, (wish, b.run(seen))
    b.tools("Emulation.setEmulatedMedia", features=[])
    p.browser.requests()


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]


# Those that drive the browser by nothing but the pages' own doings.
IN_FIREFOX = [check_steps, check_print, check_variations, check_marks, check_count, check_davar, check_problem, check_picture,
              check_list, check_words, check_address, check_own, check_edit, check_guess, check_element]


def main():
    arguments = sys.argv[1:]
    in_firefox = arguments[0] == "--firefox"
    if in_firefox:
        arguments = arguments[1:]
    if not (firefox.program() if in_firefox else is_there()):
        print(f"skipped: {'firefox-esr is' if in_firefox else 'chromium and chromium-driver are'} not installed")
        return 77
    pages = Pages(*arguments[:2])
    wanted = arguments[2:]
    failed = 0
    with (firefox.Firefox() if in_firefox else Browser()) as browser:
        pages.browser = browser
        for check in IN_FIREFOX if in_firefox else CHECKS:
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
