#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sets what kifu writes in LaTeX with those of pdflatex, lualatex and xelatex that are installed.
# usage: test/latex.sh KIFU; skipped (77) where there is none.
set -euo pipefail
kifu=$1
for name in pdflatex lualatex; do
    command -v $name >/dev/null || { echo "$name is missing: LaTeX is not tried"; exit 77; }
done
kpsewhich tikz.sty >/dev/null || { echo "TikZ is missing: LaTeX is not tried"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >plain.sgf <<'END'
(;FF[4]GM[1]SZ[9]GN[# $ % & _ {x} ~ ^ \\ < > | " - -- café]PB[A]PW[B]C[50 % & more_of $it, { } #1]
;B[cc]TR[cc]LB[aa:a_b][ba:#][ca:100]SQ[da]CR[ea]MA[fa]SL[ga];W[ee]AR[aa:dd]LN[ii:ei]DD[gg:hh]TB[hb]TW[ib])
END
cat >cjk.sgf <<'END'
(;FF[4]GM[1]SZ[9]CA[UTF-8]GN[棋譜 Ω]LB[cc:黒])
END
"$kifu" draw plain.sgf -o plain.tex
"$kifu" draw --style wood --numbers plain.sgf -o wood.tex
"$kifu" draw cjk.sgf -o cjk.tex
"$kifu" book plain.sgf cjk.sgf -o book.tex
"$kifu" book --lang ja cjk.sgf -o ja.tex

# run ENGINE FILE: it ends well, and without an error in its log.
run() {
    if ! "$1" -interaction=nonstopmode -halt-on-error -jobname="$2-$1" "$2.tex" >"$2-$1.out" 2>&1; then
        grep -A3 '^!' "$2-$1.out" || tail -n 20 "$2-$1.out"
        echo "$1 does not set $2.tex"
        exit 1
    fi
}
for file in plain wood cjk book; do run pdflatex $file; done
# pdflatex has no font for it, says so, and goes on.
grep -q 'kifu Warning: Some text here needs lualatex' cjk-pdflatex.out
for file in plain cjk; do run lualatex $file; done
if grep -q 'kifu Warning: No font for CJK' cjk-lualatex.out; then
    echo "no font for CJK is installed: its text is not looked at"
elif command -v pdftotext >/dev/null; then
    pdftotext cjk-lualatex.pdf - | grep -q 棋譜
fi
# Lines of Chinese, Japanese and Korean are broken by a package.
if kpsewhich luatexja-fontspec.sty >/dev/null; then run lualatex ja; fi
if command -v xelatex >/dev/null && kpsewhich psgo.sty >/dev/null; then
    "$kifu" draw --tex-package psgo plain.sgf -o psgo.tex 2>/dev/null
    run xelatex psgo
fi
echo "LaTeX sets them all"
