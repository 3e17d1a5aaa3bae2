#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# What kifu fix makes of broken SGF, and of the same broken once more: it ends well, a second run
# changes nothing, and no kind of warning or error is in the result that was not in the file. Nor
# does a second run change anything where a value breaks off in a set of several bytes, wherever.

import json
import os
import random
import re
import subprocess
import sys
import tempfile

CASES = r"""
(;SZ[9];B[ee]()(;W[ce]))
((;SZ[9];B[ee]))
((;SZ[9];B[ee])(;SZ[9];W[aa]))
(;SZ[9](());B[aa])
(W[tt])
(;B[aa](W[bb]))
(;)W[tt]
;SZ[9];B[ee];W[ce]
(;SZ[9];B[ee](;W[ce]
(;SZ[9];B[ee];W[ce]))
(;SZ[9];B[ee]C[Now the corner;W[ce\])
(;SZ[9];B[ee]C[Now\
(;SZ[9];B[ee]IT;W[ce]C;B[cc])
(;SZ[9];[ee];W[ce])
(;VW[ee:ff]][: 
(;GM[1]SZ[9];B[ee](;GM[1]SZ[9];B[ce];W[gg])
(;B[aa];[x]W[bb];[y] [z
(;SZ[9];B[ee], W[ce] (;B[cc]) 17 (;B[gg]))
(;SZ[9]AB[ee]PL[W]AB[ec])
(;FF[4]SZ[9]AddBlack[ee];White[ce])
(;SZ[9]AB[cc:aa]AW[dd:dd]LN[ee:ee])
(;SZ[9:9]KM[6,5]TM[1 hour];B[ee]MN[x]BM[3];AB[cc]PL[black])
(;FF[3]SZ[9];B[ee];W[];B[])
(;FF[4]DT[13.9.2007]RE[w+r]KM[6.]HA[-2])
(;VW[]VW[aa])
(;C[see [1] here];B[aa])
(;FF[4]C[a]]B[aa])
(;B[aa];W[bb] x (;B[cc]y)(;B[dd]))z
(;AB[aa]KFJUNK[q] zz AB[bb])
(;PB[Ada PW[Ben];B[aa])
(;B[aa]))(;B[bb]))
(;B[aa](;W[bb]);B[cc](;W[dd]);B[ee])
(;SZ[9];B[ee];W[gg](;B[ce]);W[cc];B[gc](;W[cg])(;W[gd]))
""".strip().split("\n")

kifu = os.path.abspath(sys.argv[1])
many = int(sys.argv[2]) if len(sys.argv) > 2 else 4
failures = 0


def run(*arguments):
    return subprocess.run([kifu, *arguments], capture_output=True, timeout=60, check=False)


def kinds(folder):
    """The kinds of findings of each file of a folder."""
    found = run("check", "-r", "--json", "--from", "sgf", folder)
    lines = found.stdout.decode(errors="replace").splitlines()
    kinds = {}
    for entry in (json.loads(line) for line in lines if line.startswith("{")):
        if entry["severity"] != "note" and not entry["code"].startswith("go/"):
            kinds.setdefault(os.path.basename(entry["file"]), set()).add(entry["code"])
    return kinds


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)


def get(name):
    if not os.path.exists(name):
        return None
    with open(name, "rb") as file:
        return file.read()


def complain(data, what):
    global failures
    failures += 1
    print(f"{data!r}: {what}")


# Each stage takes all inputs in one run, for starting the program takes longer than reading one.
def look(folder, inputs, option):
    stages = [folder + "/" + name for name in ("before", "after", "again")]
    os.makedirs(stages[0])
    for i, data in enumerate(inputs):
        put(f"{stages[0]}/{i}.sgf", data)
    for source, target in zip(stages, stages[1:]):
        mended = run("fix", "-q", "-r", "--from", "sgf", *option, source, "-o", target + "/")
        if mended.returncode not in (0, 1, 2):
            complain(inputs, f"status {mended.returncode}")
    known, found = kinds(stages[0]), kinds(stages[1])
    for i, data in enumerate(inputs):
        after, again = (get(f"{stage}/{i}.sgf") for stage in stages[1:])
        if after is None:
            continue
        if again != after:
            complain(data, f"{after!r} is mended again, to {again!r}")
        fresh = found.get(f"{i}.sgf", set()) - known.get(f"{i}.sgf", set())
        # What was swallowed by a value, or lay in a node that cannot be read, is seen only afterwards.
        if any(code.startswith("sgf/") for code in fresh) and data in whole:
            complain(data, f"{after!r} has {fresh}")


CHINESE, JAPANESE, KOREAN = "黑先王立诚第三届妙", "坂田栄男表ソ能十三期戦", "이창호조훈현제삼기"
SETS = {"gb18030": CHINESE, "hz": CHINESE, "big5": "林海峰張栩許功蓋棋聖戰", "cp932": JAPANESE,
        "euc_jp": JAPANESE, "iso2022_jp": JAPANESE, "iso2022_jp_2": JAPANESE, "cp949": KOREAN,
        "iso2022_kr": KOREAN, "johab": KOREAN, "utf-8": CHINESE, "utf-16": CHINESE, "utf-32": CHINESE}
NAMES = {"cp932": "Shift_JIS", "cp949": "EUC-KR", "hz": "HZ-GB-2312"}


# A file that breaks off at each of its bytes, or goes on there with something else.
def break_off(codec, word):
    said = f"CA[{NAMES.get(codec, codec.replace('_', '-').upper())}]"
    for declared in ("", said):
        front = f"(;FF[4]SZ[9]{declared}PB[{word}]C["
        whole = (front + f"{word[:6]}] {word[6:]}").encode(codec)
        begin = len(front.encode(codec)) - (4 if codec.startswith("iso") else 0)
        for tail in ("", "\n", ")", "])\n", f"\n(;FF[4]SZ[9]{declared}PB[{word}])"):
            coded = tail.encode(codec + "-le" if codec in ("utf-16", "utf-32") else codec)
            for end in range(begin, len(whole) + 1):
                yield whole[:end] + coded
    yield f"(;SZ[9]C[{word * 300}]RE[w+r];B[ee]C[{word * 300}".encode(codec)  # one long shift


def fix_all(folder, source, target):
    subprocess.run([kifu, "fix", "-q", "-r", source, "-o", target + "/"], cwd=folder, check=False,
                   capture_output=True, timeout=600)


def look_at_sets(folder):
    for name in ("broken", "once", "twice"):
        os.mkdir(f"{folder}/{name}")
    for codec, word in SETS.items():
        for i, data in enumerate(break_off(codec, word)):
            put(f"{folder}/broken/{codec}-{i}.sgf", data)
    fix_all(folder, "broken", "once")
    fix_all(folder, "once", "twice")
    for name in sorted(os.listdir(folder + "/broken")):
        texts = []
        for stage in ("broken", "once", "twice"):
            with open(f"{folder}/{stage}/{name}", "rb") as file:
                texts.append(file.read())
        if texts[1] != texts[2]:
            complain(texts[0], f"{texts[1]!r} is mended again, to {texts[2]!r}")


# A text that is read window by window is read as it stands, also where a window ends within letters
# that look like the end of a value.
def look_at_windows(folder):
    for pad in range(0, 60, 17):
        one = b";B[aa]C[~{" + b"!]AB[a" * 10 + b"~}]\n"
        data = b"(;CA[HZ]GC[a" + b"x" * pad + b"]" + one * (1300000 // len(one)) + b")"
        put(f"{folder}/windows.sgf", data)
        said = subprocess.run([kifu, "convert", "--to", "json", f"{folder}/windows.sgf"], check=False,
                              capture_output=True, timeout=600).stdout
        texts = set(re.findall(rb'\["C","[^"]*"', said))
        if len(texts) != 1:
            complain(data[:80], f"{len(texts)} texts")


whole = {case.encode() for case in CASES}
chance = random.Random(12)
with tempfile.TemporaryDirectory() as folder:
    inputs = [case.encode() for case in CASES]
    look(folder + "/guess", inputs, ["--guess"])
    for case in CASES:
        data = case.encode()
        for _ in range(many):
            at = chance.randrange(len(data))
            sort = chance.choice(b"()[];\\A]x")
            inputs.append(data[:at] + bytes([sort]) * chance.randrange(2) + data[at + 1 :])
    look(folder + "/plain", inputs, [])
    look_at_sets(folder)
    look_at_windows(folder)
print(f"{failures} failures")
sys.exit(failures > 0)
