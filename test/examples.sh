#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs kifu to a scratch prefix, builds examples/ with CMake and each program alone with
# pkg-config, and compares what they print with doc/library.md.
#
#   examples.sh SOURCE BUILD COMPILER
set -euo pipefail
source=$1 build=$2 compiler=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
DESTDIR='' cmake --install "$build" --prefix "$prefix" >"$scratch/log"
cmake -S "$source/examples" -B "$scratch/examples" -DCMAKE_PREFIX_PATH="$prefix" \
      -DCMAKE_C_COMPILER="$compiler" >>"$scratch/log"
cmake --build "$scratch/examples" >>"$scratch/log" || { cat "$scratch/log"; exit 1; }

pc=$(find "$prefix" -name kifu.pc)
export PKG_CONFIG_PATH=${pc%/*}
LD_LIBRARY_PATH=$(pkg-config --variable=libdir kifu)
export LD_LIBRARY_PATH
mkdir "$scratch/alone"
left_out=
for file in "$source"/examples/*.c; do
    name=$(basename "$file" .c) module=kifu
    [ "$name" != cairo ] || module=kifu-draw
    [ "$name" != catalog ] || module=kifu-catalog
    if ! pkg-config --exists "$module"; then
        echo "left out: $name, for $module was not built"
        left_out="$left_out $name "
        continue
    fi
    read -ra flags < <(pkg-config --cflags --libs "$module")
    "$compiler" -std=c11 -Wall -Wextra -Werror "$file" "${flags[@]}" -o "$scratch/alone/$name"
done

if [ -e "$scratch/alone/catalog" ] &&
    grep -q 'without SQLite' < <("$scratch/alone/catalog" "$scratch/probe.kifudb" X /dev/null 2>&1); then
    echo "left out: catalog, for there is no SQLite"
    left_out="$left_out catalog "
fi

# A block of the chapter: a command behind a dollar sign, then what it prints, in either program.
ran=0 failed=0
run_block() {
    local command=$1 expected=$2 kind
    for kind in $left_out; do
        case " $command " in *" $kind "*) return ;; esac
    done
    for kind in examples alone; do
        if ! diff -u --label doc/library.md --label "$kind: $command" "$expected" \
            <(cd "$source" && PATH=$scratch/$kind:$PATH bash -c "$command" 2>&1); then
            failed=$((failed + 1))
        fi
        ran=$((ran + 1))
    done
}
command=
while IFS= read -r line; do
    case $line in
    '    $ '*)
        [ -z "$command" ] || run_block "$command" "$scratch/expected"
        command=${line#'    $ '}
        : >"$scratch/expected"
        ;;
    '    '*) [ -z "$command" ] || echo "${line#'    '}" >>"$scratch/expected" ;;
    *)
        [ -z "$command" ] || run_block "$command" "$scratch/expected"
        command=
        ;;
    esac
done < <(cat "$source/doc/library.md"; echo)

# Each header has a program and a place in the chapter; kifu.h only includes others.
for header in "$source"/include/kifu/*.h; do
    name=$(basename "$header" .h)
    [ "$name" != kifu ] || continue
    [ -e "$source/examples/$name.c" ] || { echo "$name.h has no program"; failed=$((failed + 1)); }
    grep -q "^## $name\.h: " "$source/doc/library.md" ||
        { echo "doc/library.md does not show $name.h"; failed=$((failed + 1)); }
done

# The table of commands: each has a row, and every call in it is declared, and made by the command.
declared=$(cat "$source"/include/kifu/*.h | tr '\n' ' ' | grep -oE 'KF_API [^;{]*;' |
           sed -E 's/.*[ *](kf_[a-z0-9_]+)\(.*/\1/' | LC_ALL=C sort -u)
rows=$(sed -n '/^| `/p' "$source/doc/library.md")
while IFS= read -r name; do
    grep -q "^| \`$name\` |" <<<"$rows" || { echo "$name has no row"; failed=$((failed + 1)); }
done < <(sed -nE 's/^KF_COMMAND\(([a-z]+)\).*/\1/p' "$source/src/cli/frame/commands.def")
called=$(grep -rohwE 'kf_[a-z0-9_]+' "$source/src/cli" | LC_ALL=C sort -u)
named=$(grep -oE 'kf_[a-z_]+' <<<"$rows" | LC_ALL=C sort -u)
while IFS= read -r name; do
    echo "$name is not declared"
    failed=$((failed + 1))
done < <(LC_ALL=C comm -23 <(echo "$named") <(echo "$declared"))
while IFS= read -r name; do
    echo "no command calls $name"
    failed=$((failed + 1))
done < <(LC_ALL=C comm -23 <(echo "$named") <(echo "$called"))
echo "$ran runs, $failed failed"
[ "$ran" -ge 34 ] && [ "$failed" = 0 ]
