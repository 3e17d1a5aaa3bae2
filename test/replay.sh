#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a fuzz target over the examples of doc/spec, what the fuzzers found worth keeping
# (test/corpus), the inputs that once failed (test/regress), and some real records where they are
# at hand. KIND is what spec makes of the examples: seeds or commands. With MUTANTS, runs that many
# inputs made of them by chance instead, and shows the one that failed.
set -euo pipefail
spec=$1 replay=$2 source=$3 kind=$4 mutants=${5-}
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
"$spec" "--$kind" "$seeds" "$source"/doc/spec/*.md
shopt -s nullglob
examples=("$seeds"/*)
if [ -n "${KIFU_FEW-}" ] && [ -z "$mutants" ] && [ "$kind" = seeds ]; then
    few=()
    for ((i = 0; i < ${#examples[@]}; i += 5)); do few+=("${examples[i]}"); done
    examples=("${few[@]}")
fi
files=("${examples[@]}" "$source/test/corpus/${replay##*_}".c[o]rpus "$source"/test/regress/*)
if [ -n "$mutants" ]; then
    "$replay" --mutants "$mutants" "${files[@]}" "$source"/demo/* 2>"$seeds/log" || { tail -n 40 "$seeds/log"; exit 1; }
    exit
fi
corpora=${KIFU_CORPORA-$source/../shared/corpora}
cuts=4
if [ "$kind" = commands ]; then
    cuts=0 # records are no command lines, and half a record is one to other targets
elif [ -d "$corpora" ]; then
    files+=("$source"/demo/* "$corpora"/encodings/*.sgf)
    [ -n "${KIFU_FEW-}" ] ||
        files+=("$corpora"/spec/*.sgf "$corpora"/teaching/*0.sgf "$corpora"/fox/*00.sgf "$corpora"/problems/*01.sgf)
else
    files+=("$source"/demo/*)
    echo "no real records at $corpora: skipped"
fi
# KIFU_FEW: where each costs ten times as much, under sanitizers, which read the mutants as well; and
# the examples, of which a fifth is taken here, run by themselves.
[ -z "${KIFU_FEW-}" ] || cuts=0
"$replay" --cuts "$cuts" "${files[@]}" 2>"$seeds/log" || { tail -n 8 "$seeds/log"; exit 1; }
