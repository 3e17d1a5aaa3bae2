#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A shared library exports exactly the functions that its public headers declare with KF_API, and
# needs no others than those named. Of a program, without headers, only the latter.
#
#   symbols.sh FILE [HEADER…] [-- LIBRARY…]
set -euo pipefail
library=$1
shift
headers=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    headers+=("$1")
    shift
done
exports() {
    local declared exported difference
    declared=$(cat "${headers[@]}" | tr '\n' ' ' | grep -oE 'KF_API [^;{]*;' |
               sed -E 's/.*[ *](kf_[a-z0-9_]+)\(.*/\1/' | sort -u)
    exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sed 's/@.*//' | sort -u)
    [ -n "$exported" ] || { echo "nothing is exported"; exit 1; }
    if ! difference=$(diff <(echo "$declared") <(echo "$exported")); then
        echo "declared with KF_API (<) and exported (>) differ:"
        echo "$difference"
        exit 1
    fi
    echo "$(wc -l <<<"$exported") functions are declared and exported"
}

[ ${#headers[@]} = 0 ] || exports
[ $# -gt 0 ] || exit 0
shift
for name in $(readelf -d "$library" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p'); do
    case " $* " in
    *" ${name%%.so*} "*) ;;
    *)
        echo "$library needs $name"
        exit 1
        ;;
    esac
done
echo "needs nothing but: $*"
