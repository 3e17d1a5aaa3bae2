# SPDX-License-Identifier: MIT
"""Holds what every command prints with --json against share/kifu-output.schema.json: each line is as its
command's part says, and has no key that stands nowhere in it. SARIF is one document, of which the members that the
standard requires are looked for.

usage: json_output.py KIFU SCHEMA [--corpora]     also on the real records, which takes an hour
"""

import json
import os
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skip: python3-jsonschema is missing", file=sys.stderr)
    sys.exit(77)

GAME = """(;FF[4]GM[1]SZ[9]PB[Ada]BR[5k]PW[Ben]BT[x]KM[6.5]RE[W+2]DT[2001-02-03]EV[Cup]RU[Japanese];B[ee];W[ce]
;B[gc]LB[aa:1][bb:\\:]TR[cc:dd][ee]LN[aa:bb]AR[cc:aa]N[a name]C[Text\\n](;W[gg]C[x];B[cg])(;W[cg];B[gg](;W[cc])(;W[tt])))
(;FF[3]GM[1]SZ[13];B[];W[dd];B[dd];W[zz])
"""
PROBLEM = "(;SZ[9]PL[B]AB[ac][bc][cc][dc][db]AW[ab][bb][cb](;B[ba]C[RIGHT])(;B[aa]))\n"
LEFT = "(;FF[4]GM[1]SZ[9]PL[B]AB[ag][bg][cg][bh][ch][ci]AW[af][bf][cf][df][dg][dh][di];B[gc];W[ai])"
LADDER = "(;SZ[9]AW[ee]AB[de][ef][fd][ed]PL[W])\n"
KO = "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[W];B[cb])\n"
ISHI = "BOARDSIZE 9\nKOMI -5.5\nB 1 E5\nW 2 C3\nVAR\nW 2 G7\nENDVAR\n"
LABELS = "(;GM[2]FF[1]KM[half a point]HA[x])\n"

# Commands, each with the part of the schema for its lines. FILE stands for each record in turn, ALL for all.
EACH = [
    (["check", "--json", "FILE"], ["check"]),
    (["check", "--json", "--summary", "ALL"], ["check-summary"]),
    (["info", "--json", "FILE"], ["info"]),
    (["extract", "--json", "FILE"], ["extract"]),
    (["show", "--json", "FILE"], ["show"]),
    (["show", "--json", "--at", "3", "FILE"], ["show"]),
    (["show", "--json", "--tree", "FILE"], ["show-tree"]),
    (["replay", "--json", "FILE"], ["replay"]),
    (["score", "--json", "FILE"], ["score"]),
    (["ladder", "--json", "FILE"], ["ladder"]),
    (["capture", "--json", "FILE"], ["capture"]),
    (["life", "--json", "--nodes", "200", "FILE"], ["life"]),
    (["life", "--json", "--all", "--nodes", "50", "FILE"], ["life-group"]),
    (["life", "--json", "--changes", "--nodes", "50", "FILE"], ["life-change"]),
    (["endgame", "--json", "--region", "A1:C2", "FILE"], ["endgame"]),
    (["endgame", "--json", "--nodes", "300", "--region", "A1:B1,A4:B4", "FILE"], ["endgame", "endgames"]),
    (["endgame", "--json", "--region", "A1:C2", "--nodes", "300", "--threats", "1,0", "FILE"], ["endgame", "endgame-ko"]),
]
ONCE = [
    (["diff", "--json", "game.sgf", "problem.sgf"], ["diff"]),
    (["diff", "--json", "game.sgf", "game.sgf"], ["diff"]),
    (["diff", "--json", "-r", ".", "sub"], ["diff"]),
    (["eyes", "--json", "--size", "4"], ["eyes"]),
    (["eyes", "--json", "--shape", "..", "--where", "centre", "--liberties", "1"], ["eyes"]),
    (["eyes", "--json", "--booklet", "--size", "4"], ["eyes-booklet"]),
    (["formats", "--json"], ["formats"]),
    (["explain", "--json"], ["explain"]),
    (["explain", "--json", "go/ko", "SGF.DT", "ladder"], ["explain", "explain-property", "explain-word"]),
    (["handicap", "--json", "9"], ["handicap"]),
    (["handicap", "--json", "0"], ["handicap"]),
]
CATALOG = [
    (["catalog", "stats", "g.kifudb", "--json"], ["catalog"]),
    (["find", "g.kifudb", "--player", "Ada", "--json"], ["find", "find-total"]),
    (["find", "g.kifudb", "--pattern", "p.txt", "--json"], ["find", "find-total"]),
    (["find", "g.kifudb", "--pattern", "p.txt", "--variations", "--json"], ["find", "find-total"]),
    (["find", "g.kifudb", "--similar", "game.sgf", "--json"], ["find", "find-total"]),
    (["find", "g.kifudb", "--duplicates", "--json"], ["find-duplicates", "find-duplicates-total"]),
    (["find", "g.kifudb", "--pattern", "p.txt", "--continuations", "--json"], ["find-continuations", "find-total"]),
]

MOST = 4000  # lines of a run that are held against the schema, or up to twice as many
# Reading takes about a second a game: of large collections nothing is read, of others one in five, and one in
# eleven where every group is read after every move.
READING = {"score", "ladder", "capture", "life", "endgame"}

failures = []


def close(part):
    """Of a copy of the schema: no object has keys that the schema does not name."""
    if isinstance(part, list):
        return [close(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: close(value) for key, value in part.items()}
    if made.get("type") == "object" and "properties" in made:
        made["unevaluatedProperties"] = False
    return made


class Parts:
    """The schema's parts, closed: as parts of others they are open, since those say what is whole."""

    def __init__(self, name):
        with open(name, encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(schema)
        within = {ref["$ref"].split("/")[-1] for part in schema["$defs"].values()
                  for ref in part.get("allOf", []) + part.get("anyOf", []) if "$ref" in ref}
        self.whole = {name: part if name in within else close(part) for name, part in schema["$defs"].items()}
        self.made = {}
        self.seen = set()

    def errors(self, names, line):
        if tuple(names) not in self.made:
            self.made[tuple(names)] = jsonschema.Draft202012Validator(
                {"anyOf": [{"$ref": "#/$defs/" + name} for name in names], "$defs": self.whole})
        # Of what fits none of several forms, the one that it comes nearest to says why.
        best = jsonschema.exceptions.best_match(self.made[tuple(names)].iter_errors(line))
        if best is None:
            self.seen.update(names)
        return best


def run(kifu, words):
    done = subprocess.run([kifu, *words], capture_output=True, input=b"", timeout=7200 if "--corpora" in sys.argv else 600)
    if done.returncode not in (0, 1, 2):
        failures.append(f"{' '.join(words)}: status {done.returncode}")
    return done.stdout.decode("utf-8", "strict"), done.stderr.decode("utf-8", "replace")


def hold(kifu, parts, words, names):
    """Returns the number of lines that were looked at."""
    out, err = run(kifu, words)
    lines = out.splitlines()
    # Of a million moves every so many: all are JSON, but looking at one takes the validator a millisecond.
    step = 1 + len(lines) // MOST
    for at, line in enumerate(lines):
        try:
            made = json.loads(line)
            wrong = parts.errors(names, made) if at % step == 0 else None
        except json.JSONDecodeError as error:
            wrong = error
        wrong = getattr(wrong, "message", wrong)
        if wrong is not None:
            failures.append(f"{' '.join(words)}: {str(wrong)[:300]}\n    {line[:300]}")
            break
    if not lines and "was built without" in err:
        parts.seen.update(names)
    return len(lines)


def hold_sarif(kifu, files):
    document = json.loads(run(kifu, ["check", "--format", "sarif", *files])[0])
    if document.get("version") != "2.1.0" or not isinstance(document.get("runs"), list):
        failures.append("sarif: no version or no runs")
    for part in document["runs"]:
        rules = {rule["id"] for rule in part["tool"]["driver"]["rules"]}
        for result in part["results"]:
            place = result["locations"][0]["physicalLocation"]
            if result["ruleId"] not in rules or not result["message"]["text"] \
                    or result["level"] not in ("error", "warning", "note") \
                    or any(ord(c) <= 32 or ord(c) > 126 for c in place["artifactLocation"]["uri"]):
                failures.append(f"sarif: {result}")


def records(folders):
    made = {"game.sgf": GAME, "problem.sgf": PROBLEM, "ladder.sgf": LADDER, "left.sgf": LEFT, "ko.sgf": KO,
            "labels.sgf": LABELS, "other.go": ISHI, "p.txt": "X.\n..\n", "a b#%\u00fc\u202e.sgf": GAME}
    for name, text in made.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    os.mkdir("sub")
    names = [name for name in made if not name.endswith(".txt")]
    for folder in folders:
        for path, _, files in sorted(os.walk(folder)):
            names += [os.path.join(path, file) for file in sorted(files)]
    return names


def main():
    kifu, folders = os.path.abspath(sys.argv[1]), []
    parts = Parts(sys.argv[2])
    if "--corpora" in sys.argv:
        beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "shared", "corpora")
        folders = [os.path.abspath(os.environ.get("KIFU_CORPORA", beside))]
        if not os.path.isdir(folders[0]):
            print("skip: there are no real records", file=sys.stderr)
            return 77
    folder = tempfile.TemporaryDirectory(prefix="kifu-json-")  # until the end of the program
    os.chdir(folder.name)
    files = records(folders)
    lines = 0
    for words, names in EACH:
        if words[-1] == "ALL":
            lines += hold(kifu, parts, words[:-1] + files, names)
            continue
        chosen = files
        if words[0] in READING:
            chosen = [file for file in files if os.path.getsize(file) <= 32768 and not file.endswith(".xz")]
            chosen = chosen[:20] + chosen[20:: 11 if "--changes" in words else 5]
        # Many at once: that is how it is used, and it costs less.
        for start in range(0, len(chosen), 40):
            lines += hold(kifu, parts, words[:-1] + chosen[start:start + 40], names)
    run(kifu, ["catalog", "add", "g.kifudb", *files])
    for words, names in ONCE + CATALOG:
        lines += hold(kifu, parts, words, names)
    hold_sarif(kifu, files)
    for name in {name for _, names in EACH + ONCE + CATALOG for name in names} - parts.seen:
        failures.append(f"no line of {name} was seen")
    print("\n".join(failures) or f"{lines} lines are as the schema says")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
