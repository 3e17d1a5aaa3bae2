# SPDX-License-Identifier: MIT
# Turns the sections headed `### some/code` into C initialisers, sorted by code, for `kifu explain`.
#
#   LC_ALL=C awk -f tools/explain.awk doc/spec/*.md > explain_text.inc
#
# A section runs to the next heading. Inside a fenced block nothing is a heading. A heading may
# name several codes; each of them then gets the text.

function quoted(line) {
    gsub(/\\/, "&&", line)
    gsub(/"/, "\\\"", line)
    gsub(/\?/, "\\?", line) # two question marks in a row could begin a trigraph
    gsub(/\t/, "\\t", line)
    return "\"" line "\\n\""
}

function finish(i, text, first) {
    # Empty lines at both ends of a section say nothing.
    while (lines > 0 && body[lines] == "") lines--
    first = 1
    while (first <= lines && body[first] == "") first++
    text = ""
    for (i = first; i <= lines; i++) text = text "\n     " quoted(body[i])
    if (text == "") text = " \"\""
    for (i = 1; i <= heads; i++) {
        if (head[i] in section) {
            printf "explain.awk: %s is explained twice\n", head[i] > "/dev/stderr"
            failed = 1
        } else {
            order[++count] = head[i]
        }
        section[head[i]] = text
    }
    heads = 0
    lines = 0
}

# How many backquotes the line begins with.
function ticks(line, n) {
    n = 0
    while (substr(line, n + 1, 1) == "`") n++
    return n
}

FNR == 1 { finish(); fence = 0 }
{ sub(/\r$/, "") }
ticks($0) >= 3 {
    if (!fence) fence = ticks($0)
    else if (ticks($0) >= fence && $0 ~ /^`+ *$/) fence = 0
}
!fence && /^#+ / {
    finish()
    if ($1 == "###") {
        title = $0
        sub(/^### +/, "", title)
        gsub(/[`,]/, " ", title)
        n = split(title, word, " ")
        good = n > 0
        for (i = 1; i <= n; i++) if (word[i] !~ /^[a-z0-9-]+\/[a-z0-9-]+$/) good = 0
        if (good) for (i = 1; i <= n; i++) head[++heads] = word[i]
    }
    next
}
heads { body[++lines] = $0 }

END {
    finish()
    # An insertion sort: there are a few hundred codes.
    for (i = 2; i <= count; i++) {
        key = order[i]
        for (j = i - 1; j >= 1 && (order[j] "") > (key ""); j--) order[j + 1] = order[j]
        order[j + 1] = key
    }
    print "// Made from doc/spec by tools/explain.awk; sorted by code."
    for (i = 1; i <= count; i++) printf "{\"%s\",%s},\n", order[i], section[order[i]]
    exit failed
}
