#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The shared library exports exactly the functions that the public headers declare with KF_API.
set -euo pipefail
library=$1 headers=$2
declared=$(cat "$headers"/*.h | tr '\n' ' ' | grep -oE 'KF_API [^;{]*;' |
           sed -E 's/.*[ *](kf_[a-z0-9_]+)\(.*/\1/' | sort -u)
exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sed 's/@.*//' | sort -u)
[ -n "$exported" ] || { echo "nothing is exported"; exit 1; }
if ! difference=$(diff <(echo "$declared") <(echo "$exported")); then
    echo "declared with KF_API (<) and exported (>) differ:"
    echo "$difference"
    exit 1
fi
echo "$(wc -l <<<"$exported") functions are declared and exported"
