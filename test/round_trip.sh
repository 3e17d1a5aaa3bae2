#!/bin/sh
# SPDX-License-Identifier: MIT
# Ishi -> SGF -> Ishi and SGF -> Ishi -> SGF give the same record: said by kifu and, for Ishi, by a
# second reader. A program takes all files in one go, for starting it takes longer than reading one.
#
#   round_trip.sh KIFU SOURCE ishi [COUNT]   generated Ishi files, and the sample of the text
#   round_trip.sh KIFU SOURCE made [COUNT]   generated SGF files with all that Ishi cannot say
#   round_trip.sh KIFU SOURCE sgf            every SGF file of $KIFU_CORPORA or ../shared/corpora
#
# Exit status 77 says that there is nothing to test with.
set -u
kifu=$1 source=$2 what=$3 count=${4:-200}
python=$(command -v python3) || { echo "python3 is missing"; exit 77; }
reader=$source/test/ishi_reader.py
shared=$source/../shared
corpora=${KIFU_CORPORA-$shared/corpora}
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/ishi"
failed=0 done=0 skipped=0

complain() {
    failed=$((failed + 1))
    if [ "$failed" -le 10 ]; then
        echo "$1: $2"
        [ ! -s "$folder/said" ] || head -n 5 "$folder/said"
    fi
}

# Ishi -> SGF -> Ishi
there_and_back_ishi() {
    cd "$folder" || exit 2
    done=$(find made -name '*.go' | wc -l)
    "$kifu" convert -q -r made -o there/ --to sgf >said 2>&1
    [ $? -lt 2 ] || complain made "no SGF"
    "$kifu" convert -q -r there -o ishi/ --to ishi >said 2>&1 || complain made "no Ishi"
    same made ishi
    find made -name '*.go' | sort >sources
}

# SGF -> Ishi -> SGF
there_and_back_sgf() {
    cd "$folder" || exit 2
    "$kifu" convert -q -r "$1" -o ishi/ --to ishi >there 2>&1
    [ $? -lt 2 ] || { cp there said; complain "$1" "no Ishi"; }
    "$kifu" convert -q -r ishi -o back/ --to sgf >said 2>&1
    [ $? -lt 2 ] || complain "$1" "no SGF"
    done=$(find "$1" -name '*.sgf' | wc -l)
    find "$1" -name '*.sgf' | sort >list
    while read -r file; do
        name=${file#"$1"/}
        if [ ! -e "ishi/${name%.sgf}.go" ] && grep -q "^$file:.*ishi/cannot-hold" there; then
            skipped=$((skipped + 1))
            rm "$file"
        fi
    done <list
    done=$((done - skipped))
    same "$1" back
}

# What is in the first folder is in the second, and means the same.
same() {
    "$kifu" diff -r "$1" "$2" >said 2>&1 || complain "$1" "kifu says different"
    [ "$(find "$1" -type f | wc -l)" = "$(find "$2" -type f | wc -l)" ] || complain "$1" "not as many files"
}

ask_second_reader() {
    find "$folder/ishi" -name '*.go' | sort >"$folder/written"
    xargs "$python" "$reader" --valid <"$folder/written" >"$folder/said" 2>&1 ||
        complain "$(head -n 1 "$folder/said")" "an Ishi file is not valid"
    [ -e "$folder/sources" ] || return
    find ishi -name '*.go' | sort | paste -d '\n' sources - |
        xargs -n 200 "$python" "$reader" --pairs >"$folder/said" 2>&1 ||
        complain "$(head -n 1 "$folder/said")" "the second reader says different"
}

case $what in
ishi)
    "$python" "$source/test/ishi_generate.py" "$folder/made" "$count" || exit 2
    [ ! -e "$shared/seeds/ishi-sample.go" ] || cp "$shared/seeds/ishi-sample.go" "$folder/made/"
    there_and_back_ishi
    ;;
made)
    "$python" "$source/test/sgf_generate.py" "$folder/made" "$count" || exit 2
    there_and_back_sgf made
    ;;
sgf)
    [ -d "$corpora" ] || { echo "no real records at $corpora"; exit 77; }
    mkdir "$folder/real"
    (cd "$corpora" && find . -name '*.sgf' -exec cp --parents -t "$folder/real" {} +) || exit 2
    there_and_back_sgf real
    ;;
esac
ask_second_reader
echo "$done files, $failed differences, $skipped that Ishi cannot hold"
[ "$failed" -eq 0 ]
