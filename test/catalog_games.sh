#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The catalogue beside the matcher of the tests on 10,000 real games and 200 patterns by chance.
#
# usage: test/catalog_games.sh TEST_CATALOG SOURCE-FOLDER [SEED]
# Exit status 77: skipped, for the games are not there.
set -euo pipefail
games=${KIFU_CORPORA-$2/../shared/corpora}/games/games-10k.sgf.xz
if [ ! -f "$games" ]; then
    echo "skipped: no real games at $games"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
xz -dc "$games" >"$scratch/games.sgf"
"$1" "$scratch/games.sgf" 200 "${3:-1}"
