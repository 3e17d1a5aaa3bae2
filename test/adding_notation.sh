#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Follows doc/adding-a-notation.md: puts its blocks into a copy of the tree, builds it, and runs the
# examples of the page.
#
#   adding_notation.sh SOURCE [--bless]   builds the whole copy
#   adding_notation.sh SOURCE BUILD       compiles what knows the two lists, and links it with what is built
set -euo pipefail
source=$1 bless=${2-} built=
case $bless in "" | --bless) ;; *) built=$bless ;; esac
page=$source/doc/adding-a-notation.md
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
for part in CMakeLists.txt CMakePresets.json cmake include src doc test tools man bench web share postgres; do
    [ ! -e "$source/$part" ] || cp -rH "$source/$part" "$copy/"
done

rm -rf "$copy/web/node_modules"

# A block goes to the end of the file that its first line names.
LC_ALL=C awk -v copy="$copy" '
    /^```$/ { file = "" }
    file != "" { print >> file }
    /^```c file=/ { file = copy "/" substr($2, 6); blocks++ }
    END { if (blocks < 5) { print "the page has only " blocks " blocks"; exit 1 } }' "$page"

export CCACHE_BASEDIR=$copy
failed() {
    tail -n 40 "$copy/log"
    exit 1
}

# Built once and run once, so the compiler does not optimise, which takes half the time. What it then
# cannot see through is no mistake; what it says of the new files is.
build_all() {
    cmake -S "$copy" -B "$copy/build/dev" --preset dev -DCMAKE_C_FLAGS=-O0 -DKIFU_WERROR=OFF >"$copy/log" 2>&1 &&
        cmake --build "$copy/build/dev" -j2 --target spec >>"$copy/log" 2>&1 || failed
    spec=$copy/build/dev/bin/spec
}

# A row at the end of a list changes nothing of a file that only has names from it. What is compiled
# anew stands before the libraries, so that what these have of it is not taken.
build_changed() {
    local output command file needed objects=()
    cmake -S "$copy" -B "$copy/build/dev" --preset dev >"$copy/log" 2>&1 || failed
    cp -r "$built/generated" "$copy/build/dev/"
    cd "$copy/build/dev"
    grep -rlE --include='*.c' '(codes|formats)\.def"|KF_CODE_COUNT' "$copy/src" "$copy/test/coverage.c" >"$copy/parts"
    sed -n "s:^\`\`\`c file=\(.*\.c\)$:$copy/\1:p" "$page" >>"$copy/parts"
    while read -r file; do
        command=$(LC_ALL=C awk -v file="\"file\": \"$file\"" '
            /^ *"command": / { command = $0 }
            index($0, file) { print command; exit }' compile_commands.json |
            sed -E 's/^ *"command": "(.*)",?$/\1/; s/\\(["\\])/\1/g')
        [ -n "$command" ] || { echo "the build does not know $file"; exit 1; }
        output=$(sed -E 's/.* -o ([^ ]+) .*/\1/' <<<"$command")
        mkdir -p "${output%/*}"
        sh -c "$command" >>"$copy/log" 2>&1 || failed
        objects+=("$output")
    done < <(sort -u "$copy/parts")
    needed=$(readelf -d "$built/bin/spec" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/-l:\1/p')
    spec=$copy/spec
    # shellcheck disable=SC2086
    cc -pie -o "$spec" "${objects[@]}" "$built/test/CMakeFiles/spec.dir/spec.c.o" -Wl,--start-group \
        "$built"/lib/libkifu*.a -Wl,--end-group $needed >>"$copy/log" 2>&1 || failed
}

if [ -n "$built" ]; then build_changed; else build_all; fi
sed -n 's/^```c file=//p' "$page" | sort -u >"$copy/new"
! grep -F -f "$copy/new" "$copy/log" | grep 'warning:' || exit 1
if [ "$bless" = --bless ]; then
    "$spec" --bless "$page"
fi
"$spec" "$page"
