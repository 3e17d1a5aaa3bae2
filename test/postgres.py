#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Catalogues on PostgreSQL servers beside the same catalogue in a file: every question has the same
answer from one server, from three that share the games, and with kifu's extension or without it;
and what happens to runs that are ended, and when a server ends.

usage: test/postgres.py KIFU SOURCE-FOLDER [EXTENSION-FOLDER]
Exit status 77: skipped, for PostgreSQL is not installed or kifu was built without it.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from serve import Server  # noqa: E402

ODD = "o'neil; drop table kifu.text --.sgf"
WORDS = ["joseki", "fuseki today", "布石の基本", "定石", "naïve Élan", "x-1 % _ \\", "'; select 1",
         "Straße ｶﾞｷ ё"]
PATTERNS = {
    "cross": "XO\nOX\n", "ponnuki": "*X*\nX.X\n*X*\n", "corner": "----\n|...\n|...\n|..X\n",
    "wild": "xXOx.\n.x.*.\n", "wide": "x.xx.\n.XO.x\n*xx..\n", "sequence": "...\n.1.\n..2\n", "empty": "...\n...\n",
}
QUESTIONS = [
    [], ["--player", "p1"], ["--player", "p1", "--opponent", "p2"], ["--black", "p3"], ["--white", "' OR 1=1 --"],
    ["--date", "1960..1970"], ["--event", "cup"], ["--place", "tokyo"], ["--result", "W+"], ["--rank", "5d.."],
    ["--handicap", "2.."], ["--komi", "6.5"], ["--rules", "japanese"], ["--size", "9"], ["--moves", "30..60"],
    ["--source", "o'neil; drop"], ["--source", "b.sgf"], ["--words", "joseki"], ["--words", "fuseki tod"],
    ["--words", "布石"], ["--words", "石"], ["--words", "elan"], ["--words", "x-1"], ["--words", "p4 joseki"],
    ["--words", "STRASSE"], ["--words", "straße ガキ е"], ["--words", "'; select 1"], ["--words", "nothing of it"], ["--source", "nowhere"],
    ["--pattern", "cross"], ["--pattern", "ponnuki"], ["--pattern", "corner"], ["--pattern", "wild"],
    ["--pattern", "wide"], ["--pattern", "sequence"], ["--pattern", "empty", "--size", "5"],
    ["--pattern", "cross", "--any-colour", "--variations"], ["--pattern", "cross", "--player", "p1"],
    ["--pattern", "cross", "--variations", "--words", "joseki"], ["--pattern", "corner", "--no-symmetry"],
    ["--pattern", "corner", "--anchor", "corner", "--next", "W"], ["--pattern", "cross", "--by-move", "20"],
    ["--pattern", "cross", "--anchor", "centre", "-j", "1"],
    ["--pattern", "corner", "--continuations", "--depth", "2"], ["--pattern", "cross", "--continuations", "--variations"],
    ["--pattern", "cross", "--result", "B+", "--size", "19"], ["--position", "one.sgf", "--at", "12"],
    ["--duplicates"], ["--similar", "one.sgf"], ["--pattern", "cross", "--source", "nowhere"],
    ["--pattern", "cross", "--sequence", "A1"],
]


def in_order(lines):
    return sorted(lines.splitlines())


def point(chance, size):
    return chr(97 + chance.randrange(size)) + chr(97 + chance.randrange(size))


def line_of(chance, size, moves, depth):
    """Moves by chance, with setups, comments and variations in between."""
    out = []
    for i in range(moves):
        if depth < 2 and chance.random() < 0.02:
            out += ["(" + line_of(chance, size, chance.randrange(1, 12), depth + 1) + ")" for _ in range(2)]
            break
        setup = f"AW[{point(chance, size)}]" if chance.random() < 0.02 else ""
        said = f"C[{chance.choice(WORDS).replace(']', '')}]".replace("\\", "\\\\") if chance.random() < 0.01 else ""
        out.append((f";{setup}" if setup else "") + f";{'BW'[i % 2]}[{point(chance, size)}]{said}")
    return "".join(out)


def games(seed, count):
    chance = random.Random(seed)
    out = []
    for _ in range(count):
        size = chance.choice([9, 9, 9, 19, 5, 13])
        facts = {"PB": f"p{chance.randrange(12)}", "PW": f"p{chance.randrange(12)}", "DT": str(chance.randrange(1955, 1980)),
                 "EV": chance.choice(["", "Cup", "League 3"]), "PC": chance.choice(["", "Tokyo", "Seoul"]),
                 "RE": chance.choice(["B+R", "W+R", "W+3.5", "0", ""]), "BR": chance.choice(["", "3k", "7d", "9p"]),
                 "HA": chance.choice(["", "2"]), "KM": chance.choice(["6.5", "0"]), "RU": chance.choice(["", "Japanese"])}
        head = "".join(f"{key}[{value}]" for key, value in facts.items() if value)
        out.append(f"(;GM[1]FF[4]SZ[{size}]{head}{line_of(chance, size, chance.randrange(5, 90), 0)})\n")
    return "".join(out)


class Test:
    def __init__(self, kifu, source, folder):
        self.kifu, self.source, self.folder = kifu, source, folder
        self.servers, self.count, self.bad = folder / "servers", 0, []
        self.addresses = []

    def run(self, *words, status=None):
        done = subprocess.run([str(self.kifu), *map(str, words)], cwd=self.folder, capture_output=True, check=False)
        if status is not None:
            self.expect(done.returncode == status, f"{words[:3]}: status {done.returncode}: {done.stderr[:300]!r}")
        return done

    def expect(self, is_good, what):
        self.count += 1
        if not is_good:
            self.bad.append(what)
            print(f"FAILED {what}")

    def sql(self, address, *statements):
        options = [word for statement in statements for word in ("-c", statement)]
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *options, address],
                              capture_output=True, check=False, text=True)
        self.expect(done.returncode == 0, f"psql: {statements}: {done.stderr[:300]}")
        return done.stdout

    def start(self, extension):
        command = [str(self.source / "tools" / "postgres"), "start", str(self.servers), "3", *extension]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 77:
            print(done.stderr.strip())
            sys.exit(77)
        if done.returncode != 0:
            print(done.stderr)
            sys.exit(1)
        self.addresses = done.stdout.split()

    def stop(self):
        subprocess.run([str(self.source / "tools" / "postgres"), "stop", str(self.servers)], check=False)

    def kill(self, number):
        subprocess.run([str(self.source / "tools" / "postgres"), "kill", str(self.servers), str(number)], check=False)

    def database(self, name):
        """A database on each server; the addresses of them."""
        for address in self.addresses:
            self.sql(address, f"CREATE DATABASE {name}")
        return [address.rsplit("/", 1)[0] + "/" + name for address in self.addresses]

    # ---- the same answers ----

    def fill(self, catalog):
        """Files that are added, changed and taken out, in runs of their own."""
        for name, seed, count in (("a.sgf", 1, 260), ("b.sgf", 2, 200), (ODD, 3, 60)):
            (self.folder / name).write_text(games(seed, count), encoding="utf-8")
            self.run("catalog", "add", "-q", catalog, name, status=0)
        (self.folder / "c.sgf").write_text(games(4, 80) + games(1, 5), encoding="utf-8")
        (self.folder / "d.sgf").write_text(games(5, 30), encoding="utf-8")
        self.run("catalog", "add", "-q", "--keep-text", catalog, "c.sgf", "d.sgf", status=0)
        (self.folder / "b.sgf").write_text(games(6, 150), encoding="utf-8")
        self.run("catalog", "update", "-q", catalog, status=0)
        self.run("catalog", "remove", "-q", catalog, "d.sgf", status=0)
        self.run("catalog", "check", "-q", catalog, status=0)

    def compare(self, catalog, what):
        """Whether the catalogue answers each question as the file does. In a file, games of one size
        of board stand together; here each run has its own place, so the order may be another."""
        for question in QUESTIONS:
            here = self.run("find", "games.kifudb", "--json", *question)
            there = self.run("find", catalog, "--json", *question)
            same = here.returncode == there.returncode and in_order(here.stdout) == in_order(there.stdout)
            self.expect(same and here.returncode < 2, f"{what}: {question}: {there.stderr[:200]!r}")
        for words in (["export", "--to", "jsonl"], ["export", "--to", "tsv"]):
            here = self.run("catalog", words[0], "games.kifudb", *words[1:], status=0)
            there = self.run("catalog", words[0], catalog, *words[1:], status=0)
            self.expect(in_order(here.stdout) == in_order(there.stdout), f"{what}: {words}")
        here = self.run("find", "games.kifudb", "--to", "sgf", "--source", "c.sgf")
        there = self.run("find", catalog, "--to", "sgf", "--source", "c.sgf")
        self.expect(in_order(here.stdout) == in_order(there.stdout) and b";" in here.stdout, f"{what}: records with their text")
        # The nodes of hits, with the variations that a record made of its main line lacks.
        words = ("--pattern", "cross", "--any-colour", "--variations", "--to", "sgf")
        here, there = self.run("find", "games.kifudb", *words), self.run("find", catalog, *words)
        self.expect(in_order(here.stdout) == in_order(there.stdout) and b"N[hit]" in here.stdout, f"{what}: places of hits")

    def count_all(self, catalog):
        here, there = self.run("catalog", "stats", "games.kifudb"), self.run("catalog", "stats", catalog)
        self.expect(here.stdout == there.stdout, f"stats: {there.stdout!r} {there.stderr!r}")
        for names in ("player", "event", "date"):
            words = ("catalog", "stats", "--names", names)
            here, there = self.run(*words, "games.kifudb"), self.run(*words, catalog)
            self.expect(in_order(here.stdout) == in_order(there.stdout) and here.stdout.count(b"\n") > 1,
                        f"names: {there.stdout!r} {there.stderr!r}")

    def explain(self, head):
        """The search goes to all servers at once, and what comes back is what was found."""
        plan = self.sql(head, "SET enable_partitionwise_aggregate = on", "EXPLAIN (VERBOSE, COSTS OFF) SELECT segment, "
                        "string_agg(kifu.scan('\\x01', '\\x00', segment, block, width, height, columns, events), "
                        "NULL) FROM kifu.block WHERE segment >= 1 GROUP BY segment")
        remote = [line for line in plan.splitlines() if "Remote SQL" in line]
        self.expect(len(remote) > 2 and all("kifu.scan(" in line and "GROUP BY" in line for line in remote),
                    f"the search is not pushed: {plan}")
        self.expect(plan.count("Async Foreign Scan") == len(remote), f"the servers are not asked at once: {plan}")

    def read_before(self, catalog):
        """A catalogue of the version before has the words of comments as they were written."""
        self.run("catalog", "create", catalog, status=0)
        self.sql(catalog, "UPDATE kifu.about SET version = 2")
        (self.folder / "w.sgf").write_text("(;SZ[9]CA[UTF-8];B[ee]C[Maße])", encoding="utf-8")
        self.run("catalog", "add", "-q", catalog, "w.sgf", status=0)
        self.run("find", catalog, "--words", "masse", status=1)
        done = self.run("find", catalog, "--words", "Maße", status=0)
        self.expect(b"[catalog/words]" in done.stderr, f"nothing is said of words: {done.stderr!r}")

    def serve(self, catalog):
        server = Server(self.kifu, catalog)
        try:
            _, _, body = server.ask(b"/api/find?player=p1&limit=3")
            total = json.loads(body)["total"]["games"]
            here = self.run("find", "games.kifudb", "--player", "p1", "--count").stdout
            self.expect(total == int(here.split()[0]), "serve finds the same games")
        finally:
            server.stop()

    # ---- what goes wrong ----

    def interrupt(self, catalog):
        """Ended runs leave whole files or nothing of them, and the next one goes on."""
        (self.folder / "e.sgf").write_text(games(7, 700), encoding="utf-8")
        before = json.loads(self.run("catalog", "stats", "--json", catalog, status=0).stdout)["games"]
        for turn in range(int(os.environ.get("KIFU_KILLS", "5"))):
            run = subprocess.Popen([str(self.kifu), "catalog", "add", "-q", catalog, "e.sgf"], cwd=self.folder)
            time.sleep(0.03 + 0.04 * turn)
            run.kill()
            run.wait()
            now = json.loads(self.run("catalog", "stats", "--json", catalog, status=0).stdout)["games"]
            self.expect(now in (before, before + 700), f"{now} games after a run that was ended")
            self.run("catalog", "check", "-q", catalog, status=0)
        self.run("catalog", "add", "-q", catalog, "e.sgf", status=0)
        now = json.loads(self.run("catalog", "stats", "--json", catalog, status=0).stdout)["games"]
        self.expect(now == before + 700, "the next run adds what was not added")
        self.run("catalog", "remove", "-q", catalog, "e.sgf", status=0)

    def read_only(self, catalog, nodes):
        """A role that may only search."""
        grants = ["CREATE ROLE reader LOGIN PASSWORD 'only-reads'"]
        rights = ["GRANT USAGE ON SCHEMA kifu TO reader", "GRANT SELECT ON ALL TABLES IN SCHEMA kifu TO reader"]
        for address in self.addresses:
            self.sql(address, *grants)
        for address in nodes:
            self.sql(address, rights[0], *[right.replace("SCHEMA kifu", "SCHEMA kifu_node") for right in rights])
        self.sql(catalog, *rights, *[f"CREATE USER MAPPING FOR reader SERVER kifu_{i} OPTIONS "
                                     "(user 'reader', password 'only-reads')" for i in (1, 2, 3)])
        reader = "postgresql://reader:only-reads@" + catalog.split("@")[1]
        here = self.run("find", "games.kifudb", "--pattern", "cross", "--json")
        there = self.run("find", reader, "--pattern", "cross", "--json")
        self.expect(in_order(here.stdout) == in_order(there.stdout), f"a role that may only search: {there.stderr[:200]!r}")
        done = self.run("catalog", "add", reader, "d.sgf", status=2)
        self.expect(b"permission denied" in done.stderr and b"only-reads" not in done.stderr, f"{done.stderr!r}")

    def lose(self, catalog, nodes):
        """A server ends while a search waits for it, and is missing afterwards."""
        table = self.sql(nodes[1], "SELECT min(tablename) FROM pg_tables WHERE schemaname = 'kifu_node' AND tablename ~ '^block_'").strip()
        lock = subprocess.Popen(["psql", "-X", "-q", nodes[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
        lock.stdin.write(f"BEGIN; LOCK TABLE kifu_node.{table}; SELECT 1;\n".encode())
        lock.stdin.flush()
        while (said := lock.stdout.readline()) and said.strip() != b"1":
            pass
        find = subprocess.Popen([str(self.kifu), "find", catalog, "--pattern", "cross", "--json"], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        self.expect(find.poll() is None, "the search waits for the server")
        self.kill(2)
        out, err = find.communicate(timeout=60)
        self.expect(find.returncode == 2 and b"catalog/server" in err, f"a server ended: {find.returncode} {err!r}")
        self.expect(b'{"games":' not in out, "no totals when a server ended")
        lock.kill()
        lock.wait()
        lock.stdin.close()
        lock.stdout.close()
        done = self.run("find", catalog, "--pattern", "cross", "--count", status=2)
        self.expect(b"catalog/server" in done.stderr and done.stdout == b"", f"a server is missing: {done.stderr!r}")
        self.run("catalog", "add", "-q", catalog, "e.sgf")
        self.run("catalog", "stats", catalog, status=2)

    def refusals(self):
        done = self.run("find", self.addresses[0], "--count", status=2)
        self.expect(b"holds no catalogue" in done.stderr, f"{done.stderr!r}")
        done = self.run("find", "postgresql://127.0.0.1:1/none", "--count", status=2)
        self.expect(b"catalog/server" in done.stderr, f"{done.stderr!r}")
        self.run("catalog", "create", self.addresses[0], "a.sgf", status=2)
        # Whatever the address is, no message repeats its password.
        for wrong in ["hush@[::1/x", "hu%zzsh@127.0.0.1:1/x", "hush/@127.0.0.1:1/x", "@hush@127.0.0.1:1/x",
                      "1/hush@127.0.0.1:1/x", "hush@127.0.0.1:1/x", "hush@127.0.0.1:x/x",
                      "b@127.0.0.1:1/x?password=hush", "b@127.0.0.1:1/x?password=hush&hush"]:
            self.refuse("postgresql://ann:" + wrong)
        for wrong in ["://ann:p@hush/t@127.0.0.1/x", "://ann:9876543/hush@127.0.0.1/x", "://127.0.0.1:12345/hush@127.0.0.1/x",
                      "://ann:77777/hush", "://127.0.0.1:1/x&password=hush", "://127.0.0.1:1/x;password=hush",
                      "://127.0.0.1:1/x password=hush", "://127.0.0.1:1/x%20password=hush", "://127.0.0.1:1/x hush",
                      "://127.0.0.1:1/x?dbname=host%3D127.0.0.1%20password%3Dhush", "://ann;password=hush@127.0.0.1:1/x",
                      "://ann:@@hush/x@127.0.0.1:1/x", "://127.0.0.1:1/x?sslmod=require&password=hush",
                      ":/ann:hush@127.0.0.1/x", ":ann:hush@127.0.0.1/x", "+psycopg2://ann:hush@127.0.0.1/x"]:
            self.refuse("postgresql" + wrong)
        for wrong in ["PostgreSQL://ann:hush@127.0.0.1:1/x", " postgresql://ann:hush@127.0.0.1/x", "jdbc:postgresql://ann:hush@127.0.0.1/x"]:
            self.refuse(wrong)
        # What can be an address is asked.
        for good in ["postgresql:///x?host=@kifu", "postgresql://127.0.0.1: 1/x", "POSTGRES://127.0.0.1:1/x",
                     "postgresql://127.0.0.1:1,127.0.0.1:2/x", "postgresql://ann%40b:x@127.0.0.1:1/a%20b"]:
            done = self.run("find", good, "--count", status=2)
            self.expect(b"failed: " in done.stderr, f"{good}: {done.stderr!r}")

    def refuse(self, address):
        for words in (["find", address, "--count"], ["catalog", "create", self.addresses[0], address]):
            done = self.run(*words, status=2)
            self.expect(b"catalog/server" in done.stderr and b"hu" not in done.stderr, f"{address}: {done.stderr!r}")


def main():
    kifu, source = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if shutil.which("psql") is None:
        print("skipped: psql is not installed")
        return 77
    done = subprocess.run([str(kifu), "find", "postgresql:///"], capture_output=True, check=False)
    if b"built without" in done.stderr or b"is missing" in done.stderr:
        print("skipped: " + done.stderr.decode().strip())
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        test = Test(kifu, source, Path(folder))
        for name, pattern in PATTERNS.items():
            (test.folder / name).write_text(pattern, encoding="utf-8")
        (test.folder / "one.sgf").write_text(games(1, 1), encoding="utf-8")
        try:
            test.start(sys.argv[3:4])
            test.refusals()
            one, nodes = test.database("one")[0], test.database("three")
            test.fill("games.kifudb")
            test.fill(one)
            test.run("catalog", "create", nodes[0], *nodes, status=0)
            test.fill(nodes[0])
            test.read_before(test.database("before")[0])
            test.count_all(one)
            test.count_all(nodes[0])
            test.compare(one, "one server")
            test.compare(nodes[0], "three servers")
            if sys.argv[3:4]:
                test.explain(nodes[0])
                test.sql(nodes[0], "DROP EXTENSION kifu")
                test.sql(one, "DROP EXTENSION kifu")
                test.compare(one, "one server without the extension")
                test.compare(nodes[0], "three servers without the extension")
                test.sql(nodes[0], "CREATE EXTENSION kifu SCHEMA kifu")
            test.serve(nodes[0])
            test.read_only(nodes[0], nodes)
            test.interrupt(nodes[0])
            test.compare(nodes[0], "after runs that were ended")
            test.lose(nodes[0], nodes)
        finally:
            test.stop()
        print(f"{test.count - len(test.bad)} of {test.count} hold")
        return 1 if test.bad else 0


if __name__ == "__main__":
    sys.exit(main())
