#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hardened.sh FILE…: reads from programs and shared libraries what they were built with.
set -euo pipefail
failed=0

complain() {
    echo "$1: $2"
    failed=1
}

# Each pattern has to stand in what readelf says.
expect() {
    local file=$1 what=$2 pattern=$3
    grep -qE "$pattern" <<<"$headers" || complain "$file" "$what"
}

# The addresses of what can be called from elsewhere, and of all marks; sorted.
exported() {
    nm -D --defined-only "$1" | awk '$2 == "T" && $3 ~ /^kf_/ { sub(/^0+/, "", $1); print $1 }' | LC_ALL=C sort -u
}

marked() {
    sed -nE 's/^ *([0-9a-f]+):[[:blank:]]+endbr64.*/\1/p' | LC_ALL=C sort -u
}

# What only x86-64 has. An installed program may be stripped, so no names are looked for but those
# that the dynamic linker needs.
check_x86() {
    local file=$1 code address
    code=$(objdump -d --no-show-raw-insn "$file")
    # A frame of more than a page is touched page by page.
    grep -qE 'or[ql]? +\$0x0,(0x[0-9a-f]+)?\(%rsp' <<<"$code" ||
        complain "$file" "no stack-clash protection"
    [ "$(grep -c 'endbr64' <<<"$code")" -gt 6 ] || complain "$file" "no control-flow protection"
    # Whatever can be called from elsewhere is marked as the target of a call.
    for address in $(LC_ALL=C comm -23 <(exported "$file") <(marked <<<"$code")); do
        complain "$file" "no endbr64 at $address"
    done
}

check() {
    local file=$1 headers
    headers=$(readelf -hldW "$file" && readelf -W --dyn-syms "$file")
    expect "$file" "is not position-independent" 'Type: +DYN'
    case $file in
    *.so*) ;;
    *) expect "$file" "is no PIE" '\(FLAGS_1\).*\<PIE\>' ;;
    esac
    expect "$file" "no RELRO" '^ +GNU_RELRO'
    expect "$file" "binds lazily" '\(FLAGS_1\).*\<NOW\>'
    expect "$file" "the stack can be executed" 'GNU_STACK.* RW '
    expect "$file" "no stack protector" '__stack_chk_fail'
    expect "$file" "no FORTIFY_SOURCE" '__(mem|str|sn|v|f)[a-z]*_chk'
    ! grep -qE '\((RPATH|RUNPATH|TEXTREL)\)' <<<"$headers" ||
        complain "$file" "RPATH, RUNPATH or text relocations"
    [ "$(uname -m)" != x86_64 ] || check_x86 "$file"
}

for file in "$@"; do check "$file"; done
exit "$failed"
