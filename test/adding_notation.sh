#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Follows doc/adding-a-notation.md: puts its blocks into a copy of the tree, builds it, and runs the
# examples of the page.
#
#   adding_notation.sh SOURCE [--bless]
set -euo pipefail
source=$1 bless=${2-}
page=$source/doc/adding-a-notation.md
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
for part in CMakeLists.txt CMakePresets.json cmake include src doc test tools man bench web share postgres; do
    [ ! -e "$source/$part" ] || cp -r "$source/$part" "$copy/"
done

rm -rf "$copy/web/node_modules"

# A block goes to the end of the file that its first line names.
LC_ALL=C awk -v copy="$copy" '
    /^```$/ { file = "" }
    file != "" { print >> file }
    /^```c file=/ { file = copy "/" substr($2, 6); blocks++ }
    END { if (blocks < 5) { print "the page has only " blocks " blocks"; exit 1 } }' "$page"

# Built once and run once, so the compiler does not optimise, which takes half the time. What it then
# cannot see through is no mistake; what it says of the new files is.
export CCACHE_BASEDIR=$copy
cmake -S "$copy" -B "$copy/build/dev" --preset dev -DCMAKE_C_FLAGS=-O0 -DKIFU_WERROR=OFF >"$copy/log" 2>&1 &&
    cmake --build "$copy/build/dev" -j2 --target spec >>"$copy/log" 2>&1 ||
    { tail -n 40 "$copy/log"; exit 1; }
sed -n 's/^```c file=//p' "$page" | sort -u >"$copy/new"
! grep -F -f "$copy/new" "$copy/log" | grep 'warning:' || exit 1
spec=$(find "$copy/build" -name spec -type f -perm -u+x | head -n 1)
if [ "$bless" = --bless ]; then
    "$spec" --bless "$page"
fi
"$spec" "$page"
