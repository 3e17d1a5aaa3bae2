#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A throw-away rule set, finding, property, command with an option of its own, and kinds of pictures,
# books and films, added in a copy of the tree in the files that doc/tour.md names and in no others:
# everything else is to follow from these.
#
#   adding_rows.sh SOURCE [COPY]     COPY: an empty folder, which is kept
set -euo pipefail
source=$1 copy=${2-}
if [ -z "$copy" ]; then
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
fi
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

# A kind of book: a file and a row.
cat >src/draw/book/book_house.c <<'END'
// SPDX-License-Identifier: MIT
// A book that is a letter for each of its pieces.

#include "draw/book/book.h"

static void *open_book(kf_book *book) {
    (void)book;
    return NULL;
}

static void add(kf_book *book, const kf_book_piece *piece) {
    (void)piece;
    book->has_failed = book->has_failed || !book->sink(book->context, "x", 1);
}

static bool close_book(kf_book *book) {
    book->has_failed = book->has_failed || !book->sink(book->context, "\n", 1);
    return !book->has_failed;
}

const kf_book_writer kf_book_house_writer = {
    .name = "house", .suffix = ".hbook", .open = open_book, .add = add, .close = close_book};
END
sed -i 's/^KF_BOOK(epub)$/&\nKF_BOOK(house)/' src/draw/book/books.def

# A kind of moving picture: a file and a row.
cat >src/draw/film/film_house.c <<'END'
// SPDX-License-Identifier: MIT
// A film that says only how many pictures it has.

#include <stdio.h>
#include <string.h>

#include "draw/film/film.h"

bool kf_film_house(const kf_film_job *job, kf_log *log) {
    char text[32];
    (void)log;
    snprintf(text, sizeof text, "%zu pictures\n", job->film->count);
    return job->sink(job->context, text, strlen(text));
}
END
sed -i 's/^KF_FILM(svg.*$/&\nKF_FILM(house, "a number", ".hfilm")/' src/draw/film/films.def

# A finding and a property: rows.
cat >>src/base/codes.def <<'END'

// The house
KF_CODE(KF_HOUSE_EMPTY, "house/empty", KF_NOTE, "nobody is at home")
END
sed -i 's/^KF_PROPERTY(US, .*$/&\nKF_PROPERTY(HZ, NUMBER, ONE, INFO, "4", "")/' src/record/properties.def

# A command with an option: a file and a row.
cat >src/cli/cmd/cmd_house.c <<'END'
// SPDX-License-Identifier: MIT
// kifu house: greets the house.

#include "cli/frame/cli.h"
#include "cli/print/print.h"

enum { OPTION_RING = KF_OPTION_OWN };

static int house(kf_cli *cli) {
    if (!kf_options_has(cli, OPTION_RING)) {
        fputs("This is the house.\n", cli->out);
        return KF_STATUS_CLEAN;
    }
    kf_log_add(cli->log, KF_HOUSE_EMPTY, (kf_place){0}, "nobody opens");
    kf_report_entries(cli);
    return KF_STATUS_FINDINGS;
}

static const kf_option options[] = {
    {OPTION_RING, 0, "ring", NULL, NULL, "ring the bell"},
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
sed -i 's/^| `info` |/| `house` | `kf_log_add` | |\n&/' doc/library.md

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

```` kifu book --to house -o - -
(;SZ[9];B[aa])
--- out
xx
````

```` kifu animate --to house -o - -
(;SZ[9];B[aa])
--- out
2 pictures
````

A property is known, and its values are checked.

```` kifu check -
(;GM[1]FF[4]SZ[9]HZ[a])
--- err
1 warning
--- out
-:1:21: warning: HZ: this is not a whole number [sgf/value]
    1 | (;GM[1]FF[4]SZ[9]HZ[a])
      |                     ^
````

### house/empty

Nobody is at home. Come again later.

```` kifu house --ring
--- err
kifu: note: nobody opens [house/empty]
--- exit 1
````
END

if ! { cmake -S . -B build/dev --preset dev &&
           cmake --build build/dev -j2 --target spec kifu; } >log 2>&1; then
    tail -n 40 log
    exit 1
fi
spec=$(find build -name spec -type f -perm -u+x | head -n 1)
kifu=$(find build -name kifu -type f -perm -u+x | head -n 1)
if [ $# -gt 1 ]; then
    "$spec" --bless doc/spec/house.md
fi
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
for word in 'sensei house' 'epub house' 'svg house' 'tromp-taylor house' --ring; do
    grep -q -e "$word" shown || { echo "the completion has no '$word'"; exit 1; }
done
