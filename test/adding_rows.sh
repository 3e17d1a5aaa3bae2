#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A throw-away rule set, kind of picture and command, added in a copy of the tree in the files that
# doc/tour.md names and in no others: everything else is to follow from these.
#
#   adding_rows.sh SOURCE
set -euo pipefail
source=$1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
for part in CMakeLists.txt CMakePresets.json cmake include src doc test tools man bench web share postgres; do
    [ ! -e "$source/$part" ] || cp -r "$source/$part" "$copy/"
done
rm -rf "$copy/web/node_modules"
cd "$copy"

# A rule set: a row.
cat >>src/board/rules.def <<'END'
KF_RULES("house", "Rules of the house", false, SIMPLE, ALLOWED, AREA, EYES, 1, NOTHING, 2, PLAIN,
         FREE, "house|home")
END

# A kind of picture: a file and a row.
cat >src/draw/picture/house.c <<'END'
// SPDX-License-Identifier: MIT
// A picture that says only how large the board is.

#include <stdio.h>
#include <string.h>

#include "draw/picture/picture.h"

static bool write(const kf_drawing_job *job, kf_log *log) {
    char text[64];
    (void)log;
    snprintf(text, sizeof text, "a board of %d by %d\n", job->scenes[0]->board_width,
             job->scenes[0]->board_height);
    return job->sink(job->context, text, strlen(text));
}

const kf_writer kf_house_writer = {
    .name = "house", .title = "a size", .suffixes = ".house", .write = write};
END
sed -i 's/^KF_WRITER(sensei)$/&\nKF_WRITER(house)/' src/draw/picture/writers.def

# A command: a file and a row.
cat >src/cli/cmd/cmd_house.c <<'END'
// SPDX-License-Identifier: MIT
// kifu house: greets the house.

#include "cli/frame/cli.h"

static int house(kf_cli *cli) {
    fputs("This is the house.\n", cli->out);
    return KF_STATUS_CLEAN;
}

static const kf_option options[] = {
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_house = {
    .name = "house",
    .summary = "greet the house",
    .operands = "",
    .about = "Says where one is.",
    .options = options,
    .most = 0,
    .run = house,
};
END
echo 'KF_COMMAND(house)' >>src/cli/frame/commands.def

# Their chapter.
cat >doc/spec/house.md <<'END'
# The house

```` kifu house --quiet --color never
--- out
This is the house.
````

```` kifu draw --to house -
(;SZ[9:13];B[aa])
--- out
a board of 9 by 13
````

```` kifu replay --rules home -
(;SZ[2];B[aa])
--- out
game 1: 2x2, Rules of the house
    1 B A2
   A B
 2(X). 2
 1 . . 1
   A B
captured: 0 black, 0 white
last move: 1 at A2
hash: e220a8397b1dcdaf
````
END

if ! { cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug &&
           cmake --build build -j2 --target spec kifu; } >log 2>&1; then
    tail -n 40 log
    exit 1
fi
spec=$(find build -name spec -type f -perm -u+x | head -n 1)
kifu=$(find build -name kifu -type f -perm -u+x | head -n 1)
"$spec" doc/spec/house.md
"$spec" --coverage src doc/spec
python3 tools/check --root .
# The lists that are shown follow, too.
for where in help "--generate bash" "--generate man-house"; do
    # shellcheck disable=SC2086
    "$kifu" $where >shown
    grep -q house shown || { echo "'kifu $where' does not know the house"; exit 1; }
done
"$kifu" --generate bash >shown
for word in 'sensei house' 'tromp-taylor house'; do
    grep -q "$word" shown || { echo "the completion has no '$word'"; exit 1; }
done
