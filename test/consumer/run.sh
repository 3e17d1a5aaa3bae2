#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs kifu to a scratch prefix and builds foreign programs by find_package and by pkg-config.
set -euo pipefail
source=$1 build=$2 compiler=$3 with_draw=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

DESTDIR='' cmake --install "$build" --prefix "$prefix" >"$scratch/install.log"
cmake -S "$source/test/consumer" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
      -DCMAKE_C_COMPILER="$compiler" -DWITH_DRAW="$with_draw" >"$scratch/configure.log"
cmake --build "$scratch/cmake" >"$scratch/build.log" || { cat "$scratch/build.log"; exit 1; }
for program in "$scratch"/cmake/use_*; do "$program"; done

# by_pkg_config MODULE PROGRAM
by_pkg_config() {
    local flags
    read -ra flags < <(pkg-config --cflags --libs "$1")
    "$compiler" -std=c11 -Wall -Wextra -Werror "$source/test/consumer/$2.c" "${flags[@]}" \
        -o "$scratch/$2"
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir "$1") "$scratch/$2"
}
pc=$(find "$prefix" -name kifu.pc)
export PKG_CONFIG_PATH=${pc%/*}
by_pkg_config kifu main
[ "$with_draw" != ON ] || by_pkg_config kifu-draw draw

# What an installation is made of.
for name in include/kifu/kifu.h bin/kifu; do
    [ -e "$prefix/$name" ] || { echo "not installed: $name"; exit 1; }
done
[ "$("$prefix/bin/kifu" --version | head -n 1)" = "kifu $(pkg-config --modversion kifu)" ] ||
    { echo "kifu --version does not agree with kifu.pc"; exit 1; }

# The programs beside kifu are found wherever the whole is moved to.
if [ "$with_draw" = ON ]; then
    mv "$prefix" "$scratch/moved"
    ln -s "$scratch/moved/bin/kifu" "$scratch/link"
    "$scratch/link" draw --empty 9 -o "$scratch/board.png"
    [ "$(head -c 4 "$scratch/board.png" | tail -c 3)" = PNG ] || { echo "no picture"; exit 1; }
    rm -r "$scratch"/moved/libexec
    status=0
    "$scratch/link" draw --empty 9 -o "$scratch/other.png" 2>"$scratch/said" || status=$?
    grep -q 'cannot start kifu-draw' "$scratch/said" && [ "$status" = 2 ] &&
        [ ! -e "$scratch/other.png" ] || { echo "a program is missing, and kifu says:"
                                           cat "$scratch/said"
                                           exit 1; }
    echo '(;SZ[9];B[ee])' | gzip >"$scratch/game.sgf.gz"
    status=0
    "$scratch/link" check "$scratch/game.sgf.gz" 2>"$scratch/said" || status=$?
    { [ "$status" = 2 ] && grep -q 'kifu-archive, which is installed with kifu, is not there\|without libarchive' \
        "$scratch/said"; } || { echo "what unpacks is missing, and kifu says:"
                                cat "$scratch/said"
                                exit 1; }
fi
