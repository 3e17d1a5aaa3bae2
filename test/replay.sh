#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a fuzz target over the examples of doc/spec, the inputs that once failed (test/regress), and
# some real records where they are at hand.
set -euo pipefail
spec=$1 replay=$2 source=$3
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
"$spec" --seeds "$seeds" "$source"/doc/spec/*.md
shopt -s nullglob
files=("$seeds"/* "$source"/test/regress/* "$source"/demo/*)
corpora=${KIFU_CORPORA-$source/../shared/corpora}
if [ -d "$corpora" ]; then
    files+=("$corpora"/spec/*.sgf "$corpora"/encodings/*.sgf "$corpora"/teaching/*0.sgf
            "$corpora"/fox/*00.sgf "$corpora"/problems/*01.sgf)
else
    echo "no real records at $corpora: skipped"
fi
"$replay" "${files[@]}" 2>"$seeds/log" || { tail -n 8 "$seeds/log"; exit 1; }
