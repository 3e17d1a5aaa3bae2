#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs kifu to a scratch prefix and builds a foreign program by find_package and by pkg-config.
set -euo pipefail
source=$1 build=$2 compiler=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

DESTDIR='' cmake --install "$build" --prefix "$prefix" >"$scratch/install.log"
cmake -S "$source/test/consumer" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
      -DCMAKE_C_COMPILER="$compiler" >"$scratch/configure.log"
cmake --build "$scratch/cmake" >"$scratch/build.log" || { cat "$scratch/build.log"; exit 1; }
"$scratch/cmake/use_kifu"
"$scratch/cmake/use_kifu_static"

pc=$(find "$prefix" -name kifu.pc)
export PKG_CONFIG_PATH=${pc%/*}
read -ra flags < <(pkg-config --cflags --libs kifu)
"$compiler" -std=c11 -Wall -Wextra -Werror "$source/test/consumer/main.c" "${flags[@]}" \
    -o "$scratch/by-pkg-config"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir kifu) "$scratch/by-pkg-config"

# What an installation is made of.
for name in include/kifu/kifu.h bin/kifu; do
    [ -e "$prefix/$name" ] || { echo "not installed: $name"; exit 1; }
done
[ "$("$prefix/bin/kifu" --version | head -n 1)" = "kifu $(pkg-config --modversion kifu)" ] ||
    { echo "kifu --version does not agree with kifu.pc"; exit 1; }
