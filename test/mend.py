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


def kinds(name):
    found = run("check", "--json", "--from", "sgf", name)
    lines = found.stdout.decode(errors="replace").splitlines()
    entries = [json.loads(line) for line in lines if line.startswith("{")]
    return {e["code"] for e in entries if e["severity"] != "note" and not e["code"].startswith("go/")}


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)


def complain(data, what):
    global failures
    failures += 1
    print(f"{data!r}: {what}")


def look(folder, data, option):
    before, after = folder + "/before.sgf", folder + "/after.sgf"
    put(before, data)
    mended = run("fix", "-q", "--from", "sgf", *option, before)
    if mended.returncode not in (0, 1, 2):
        complain(data, f"status {mended.returncode}")
    if not mended.stdout:
        return
    put(after, mended.stdout)
    again = run("fix", "-q", "--from", "sgf", *option, after)
    if again.stdout != mended.stdout:
        complain(data, f"{mended.stdout!r} is mended again, to {again.stdout!r}")
    fresh = kinds(after) - kinds(before)
    # What was swallowed by a value, or lay in a node that cannot be read, is seen only afterwards.
    if fresh and any(code.startswith("sgf/") for code in fresh) and data in whole:
        complain(data, f"{mended.stdout!r} has {fresh}")


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
    for case in CASES:
        data = case.encode()
        look(folder, data, [])
        look(folder, data, ["--guess"])
        for _ in range(many):
            at = chance.randrange(len(data))
            sort = chance.choice(b"()[];\\A]x")
            look(folder, data[:at] + bytes([sort]) * chance.randrange(2) + data[at + 1 :], [])
    look_at_sets(folder)
    look_at_windows(folder)
print(f"{failures} failures")
sys.exit(failures > 0)
