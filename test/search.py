#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The search of `kifu serve CATALOG`: its answers to programs, and its page in a real browser.

usage: test/search.py KIFU
Exit status 77: skipped, for kifu was built without a server or without catalogues.
"""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from browser import ELEMENT, Browser, is_there  # noqa: E402
from serve import Server  # noqa: E402

EVIL = "</script><img src=x onerror='window.bad = 1'>&lt;b&gt;\u202e🙂"
GAMES = f"""(;GM[1]FF[4]SZ[9]PB[Ada]PW[Ben]BR[3d]DT[1965-03-01]RE[B+R];B[cc];W[gg];B[gc];W[cg];B[ee])
(;GM[1]FF[4]SZ[9]PB[Ben]PW[Cho]DT[1990]RE[W+3.5];B[gg];W[cc];B[cg];W[gc])
(;GM[1]FF[4]SZ[9]PB[{EVIL}]PW[Cho]EV[{EVIL}]C[{EVIL}];B[cc];W[cg];B[gg](;W[ee])(;W[ec]))
(;GM[1]FF[4]SZ[19]PB[Dan]PW[Eve];B[dd];W[pp];B[pd])
"""
CORNER = "----\n|...\n|...\n|..X\n"
QUESTIONS = [
    {}, {"player": "cho"}, {"player": "ada", "opponent": "ben"}, {"date": "1960..1970"}, {"result": "W+"},
    {"size": "9", "moves": "4.."}, {"white": "nobody"}, {"pattern": CORNER}, {"pattern": CORNER, "any-colour": "1"},
    {"pattern": CORNER, "no-symmetry": "1"}, {"pattern": "*X\nX*\n", "anchor": "centre"},
    {"pattern": CORNER, "next": "W", "by-move": "1"}, {"pattern": CORNER, "player": "cho", "variations": "1"},
    {"pattern": "...\n.1.\n..2\n", "sequence": ""}, {"pattern": "X....\n.....\n....O\n", "any-colour": "1"},
]


def validator():
    """Says of an answer what the schema says; nothing where python3-jsonschema is missing."""
    try:
        import jsonschema  # pylint: disable=import-outside-toplevel
    except ImportError:
        return lambda answer: None
    schema = json.loads((Path(__file__).parent.parent / "share" / "kifu-output.schema.json").read_text())
    schema = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": "#/$defs/api-find"}
    return jsonschema.Draft202012Validator(schema).validate


class Shop:
    """A catalogue with a server beside it, and what `kifu find` says of the same."""

    def __init__(self, kifu, folder):
        self.kifu, self.folder = kifu, folder
        (folder / "games.sgf").write_text(GAMES, encoding="utf-8")
        self.catalog = folder / "games & more.kifudb"
        self.call("catalog", "add", "-q", self.catalog, "games.sgf")
        self.server = Server(kifu, self.catalog)
        self.validate = validator()

    def call(self, *words):
        return subprocess.run([self.kifu, *map(str, words)], cwd=self.folder, capture_output=True,
                              text=True, check=False)

    def find(self, question, *options):
        """The lines of `kifu find --json`."""
        words = []
        for name, value in question.items():
            if name == "pattern":
                (self.folder.parent / "pattern").write_text(value)
                value = "../pattern"
            if name in ("any-colour", "no-symmetry", "variations"):
                words.append(f"--{name}")
            elif value:
                words += [f"--{name}", value]
        out = self.call("find", self.catalog, "--json", *options, *words).stdout
        return [json.loads(line) for line in out.splitlines()]

    def ask(self, question, **more):
        query = urllib.parse.urlencode({**question, **more})
        status, head, body = self.server.ask(b"/api/find?" + query.encode())
        assert "application/json" in head, head
        answer = json.loads(body)
        assert answer["version"] == 1
        self.validate(answer)
        return status, answer


def without_id(games):
    return [{key: [{k: v for k, v in hit.items() if k != "place"} for hit in value] if key == "hits" else value
             for key, value in game.items() if key != "id"} for game in games]


def check_same(shop):
    """What programs are told is what `kifu find` prints."""
    hits = 0
    for question in QUESTIONS:
        *games, total = shop.find(question)
        status, answer = shop.ask(question)
        assert status == 200 and "next" not in answer, answer
        assert without_id(answer["games"]) == games, (question, answer)
        assert answer["total"] == total, (question, answer)
        hits += total["hits"]
        paged, offset = [], 0
        while offset is not None:
            _, page = shop.ask(question, limit=1, offset=offset)
            assert page["total"] == total and len(page["games"]) <= 1
            paged += page["games"]
            offset = page.get("next")
        assert paged == answer["games"], question
        if "pattern" in question:
            [told] = shop.find(question, "--continuations", "--depth", "2")
            _, answer = shop.ask(question, continuations=2, limit=0)
            assert answer["continuations"] == told and answer["total"] == total and not answer["games"]
    assert hits > 20


def check_wrong(shop):
    """What cannot be answered is said, and what is not there is not found."""
    wrong = [{"colour": "B"}, {"pattern": "Q"}, {"date": "soon"}, {"next": "B"}, {"pattern": "X", "next": "b"},
             {"pattern": "X", "anchor": "roof"}, {"pattern": "X", "any-colour": "no"}, {"limit": "-1"},
             {"limit": "1001"}, {"by-move": "1e3", "pattern": "X"}, {"offset": "9" * 40}, {"continuations": "1"},
             {"pattern": "X" * 70000}, {"size": "x"},
             {f"p{i}": "1" for i in range(50)}, {"player": "\0"}, {"pattern": "X", "sequence": "Z99"}]
    for question in wrong:
        query = urllib.parse.urlencode(question).encode()
        status, _, body = shop.server.ask(b"/api/find?" + query)
        if len(query) > 10000:  # no request may be so long
            assert status in (414, 431), (status, body)
            continue
        shop.validate(json.loads(body))
        message = json.loads(body)["error"]["message"]
        assert status == 400 and message and not message.startswith("'--"), (question, status, body)
    for query in (b"player=%", b"player=%4", b"player=%zz", b"player=%-1", b"player=a&player=b"):
        assert shop.server.ask(b"/api/find?" + query)[0] == 400, query
    for path in (b"/game/", b"/game/x", b"/game/99999999999999", b"/game/4000000000", b"/game/1/2", b"/games.sgf",
                 b"/api/", b"/api/find/", b"/../games.sgf", b"/search.jsx", b"//", b"/game/-1"):
        assert shop.server.ask(path)[0] == 404, path
    assert shop.server.ask(b"/api/find", extra="")[0] == 401
    assert shop.server.ask(b"/api/find", "POST", body=b"x")[0] == 405


def check_game(shop):
    """A game's own page opens where it was asked to; what it says is data."""
    games = shop.ask({"player": "cho"})[1]["games"]
    for game in games:
        status, _, body = shop.server.ask(f"/game/{game['id']}?at=2".encode())
        assert status == 200
        data = json.loads(body.split(b'id="kifu-data">')[1].split(b"</script>")[0])
        [record] = data["records"]
        assert record["at"] == "2" and data["up"] == "/" and record["name"] == f"games.sgf:{game['game']}"
        assert b"<img" not in body
    for query in ("at=x", "place=x", "place=1.1", "place=999999999.9"):
        assert b'"at"' not in shop.server.ask(f"/game/{games[0]['id']}?{query}".encode())[2]


def check_crowd(shop):
    """A hundred at once, half of whom do not wait for the answer."""
    question = {"pattern": CORNER, "any-colour": "1"}
    wanted, answers = shop.ask(question), []

    def wait():
        answers.append(shop.ask(question))

    def leave():
        with shop.server.connect() as s:
            s.sendall(f"GET /api/find?{urllib.parse.urlencode(question)} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                      f"{shop.server.bearer}\r\n".encode())

    threads = [threading.Thread(target=wait if i % 2 else leave) for i in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [wanted] * 50


def check_places(shop):
    """A game opens at a hit in a variation behind a setup."""
    (shop.folder / "tree.sgf").write_text("(;GM[1]SZ[9]PB[Tree];B[aa](;W[ab];B[ac])(;W[ba];AB[ca]AW[cb];B[cc]))")
    shop.call("catalog", "add", "-q", shop.catalog, "tree.sgf")
    question = {"pattern": "-\nXOX\n**O\n", "no-symmetry": "1", "variations": "1", "player": "tree"}
    [game] = shop.ask(question)[1]["games"]
    [hit] = game["hits"]
    body = shop.server.ask(f"/game/{game['id']}?place={hit['place']}".encode())[2]
    [record] = json.loads(body.split(b'id="kifu-data">')[1].split(b"</script>")[0])["records"]
    assert hit["variation"] and hit["move"] == 2 and record["at"] == "1.1.2.1", (hit, record)


def check_others(shop):
    """Others add to the catalogue meanwhile; then it is gone, and comes back."""
    more = shop.folder / "more.sgf"
    more.write_text("(;GM[1]SZ[9]PB[Fay]PW[Gus];B[cc])")
    assert shop.ask({"player": "fay"})[1]["total"]["games"] == 0
    shop.call("catalog", "add", "-q", shop.catalog, "more.sgf")
    answer = shop.ask({"player": "fay"})[1]
    assert answer["total"]["games"] == 1
    game = f"/game/{answer['games'][0]['id']}".encode()
    assert shop.server.ask(game)[0] == 200
    shop.call("catalog", "remove", "-q", shop.catalog, "more.sgf")
    assert shop.server.ask(game)[0] == 404  # though its file is still there
    more.unlink()
    assert shop.ask({"player": "fay"})[1]["total"]["games"] == 0
    kept = shop.catalog.with_suffix(".away")
    shop.catalog.rename(kept)
    status, answer = shop.ask({})
    assert status == 500 and answer["error"]["code"] == "catalog/file", answer
    kept.rename(shop.catalog)
    assert shop.ask({})[0] == 200


# ---- The page ----


def mouse(b, *steps, button=0):
    """Presses at the first point of the board, moves over the others, and lets go."""
    where = ("const r = document.getElementById('board').getBoundingClientRect();"
             "const n = Number(document.getElementById('size').value);"
             "return arguments[0].map(([x, y]) => [r.left + (x + 1) * r.width / (n + 1), r.top + (y + 1) * r.height / (n + 1)])")
    points = [[round(v) for v in point] for point in b.run(where, steps)]
    moves = [{"type": "pointerMove", "duration": 0, "x": x, "y": y} for x, y in points]
    actions = [moves[0], {"type": "pointerDown", "button": button}, *moves[1:], {"type": "pointerUp", "button": button}]
    b.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse",
                                             "parameters": {"pointerType": "mouse"}, "actions": actions}]})


def choose(b, tool):
    b.click(f"input[value='{tool}']")


def fill(b, name, text):
    found = b.find(f"input[name='{name}']")
    b.call("POST", f"/element/{found}/clear")
    if text:
        b.call("POST", f"/element/{found}/value", {"text": text})


def total(b, wanted):
    b.wait(f"return document.getElementById('total').textContent === {wanted!r}", wanted)


LISTED = "return [...document.querySelectorAll('#games li')].map(li => li.innerText)"


def search_in(shop, b):
    b.open(shop.server.address)
    total(b, "4 games")
    assert b.run("return window.bad") is None and b.run("return document.images.length") == 0
    assert any("onerror='window.bad = 1'>" in text for text in b.run(LISTED))
    # A stone, and the corner around it.
    b.run("const s = document.getElementById('size'); s.value = '9'; s.dispatchEvent(new Event('change'))")
    choose(b, "X")
    mouse(b, (2, 2))
    assert b.run("return document.querySelectorAll('#board .black').length") == 1
    mouse(b, (0, 0), (3, 1), (3, 3), button=2)
    b.click("#search")
    question = {"pattern": "-----\n|....\n|....\n|..X.\n|....\n", "size": "9"}
    *games, sums = shop.find(question)
    total(b, f"{sums['games']} games, {sums['hits']} hits")
    assert len(b.run(LISTED)) == len(games)
    # A point that may hold anything, and a filter.
    choose(b, "*")
    mouse(b, (3, 3))
    fill(b, "player", "Ada")
    b.click("#search")
    total(b, "1 game, 2 hits")
    fill(b, "player", "")
    # What was played next lies on the board; a click plays it.
    b.click("#whole")
    choose(b, "*")
    mouse(b, (3, 3))
    b.click("#search")
    b.wait("return document.querySelectorAll('#continuations tbody tr').length > 0", "continuations")
    [told] = shop.find({"pattern": "\n".join("..X......" if y == 2 else "." * 9 for y in range(9)) + "\n"},
                       "--continuations")
    best = told["continuations"][0]
    assert b.run("return document.querySelector('#continuations tbody td:nth-child(2)').textContent") == str(best["hits"])
    before = b.run("return location.hash")
    choose(b, "play")
    column, row = "ABCDEFGHJ".index(best["point"][0]), 9 - int(best["point"][1:])
    mouse(b, (column, row))
    b.wait("return location.hash !== arguments[0]".replace("arguments[0]", repr(before)), "the move")
    assert b.run("return document.querySelectorAll('#board .white').length") == 1
    total(b, f"{best['games']} game{'s' * (best['games'] != 1)}, {best['hits']} hit{'s' * (best['hits'] != 1)}")
    # The address brings it back, and a game opens at its hit.
    link = b.run("return location.href")
    b.open("about:blank")
    b.open(link)
    total(b, f"{best['games']} game{'s' * (best['games'] != 1)}, {best['hits']} hit{'s' * (best['hits'] != 1)}")
    listed = b.run(LISTED)
    assert "move 2 at" in listed[0], listed
    b.click("#games li a")
    b.wait("return document.querySelector('.bar output')?.textContent === '2'", "the game at its hit")
    assert b.run("return document.querySelectorAll('.board g.white circle').length") > 0
    b.call("POST", "/back")
    b.wait("return document.querySelectorAll('#games li').length > 0", "the search again")
    said = b.console()
    assert said == [], said
    strange = [r for r in b.requests() if not r.startswith((shop.server.address.split("?")[0], "data:", "about:", "chrome"))]
    assert strange == [], strange


def check_page(shop):
    """The page in Chromium: pattern, wildcard, part, hits, filter, continuation, deep link, game."""
    if not is_there():
        print("  the page was not tried: chromium and chromium-driver are not installed")
        return
    assert ELEMENT
    with Browser(1300, 1000) as b:
        search_in(shop, b)


def check_nothing_written(shop, before):
    after = {path.name: path.read_bytes() for path in shop.folder.iterdir()}
    assert after == before, (set(after) ^ set(before))


def main():
    kifu = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="kifu-search-") as root:
        folder = Path(root) / "games"
        folder.mkdir()
        said = subprocess.run([kifu, "catalog", "create", "x.kifudb"], cwd=root, capture_output=True, text=True,
                              check=False).stderr
        if "built without" in said:
            print("skipped: kifu was built without catalogues")
            return 77
        shop = Shop(kifu, folder)
        if not shop.server.address:
            said = shop.server.process.stderr.read()
            assert "built without" in said, said
            print("skipped: kifu was built without a server")
            return 77
        wanted = sys.argv[2:]
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        for check in (check_same, check_wrong, check_game, check_crowd, check_page):
            if not wanted or check.__name__[6:] in wanted:
                check(shop)
                print(f"ok: {check.__name__[6:]}")
        check_nothing_written(shop, before)
        check_places(shop)
        check_others(shop)
        shop.server.process.send_signal(signal.SIGINT)
        said = shop.server.process.communicate(timeout=60)[1]
        assert shop.server.process.returncode == 0 and said == "", said
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
