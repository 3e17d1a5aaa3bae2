// SPDX-License-Identifier: MIT
// kifu convert: writes records in another notation, and lists what that cost.

#include "cli/frame/cli.h"

static int convert(kf_cli *cli) {
    return kf_rewrite_run(cli, &(kf_rewrite){.edit = NULL});
}

static const kf_option options[] = {
    KF_REWRITE_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_convert = {
    .name = "convert",
    .summary = "write records in another notation",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Reads each FILE and writes the same record in the notation that --to or the ending of the "
        "output says, to standard output when there is no --output. What reading finds is reported "
        "as "
        "'kifu check' reports it; a file that cannot be read never stops the others.\n\n"
        "What the notation cannot say in its own words is counted on standard error, in one line a "
        "file, and listed with --verbose: "
        "'carried' is what kifu alone reads back, 'lost' is what nobody does. With --strict "
        "nothing is "
        "written when something would be lost. Within one notation the bytes are given back as "
        "they "
        "came, unless the input had to be repaired or --canonical asks for kifu's layout.\n\n"
        "No input is replaced without --in-place, and in place nothing is written when reading "
        "found errors or something would be lost. Another file is replaced when it holds a record "
        "or nothing. --force replaces all the same, though never without a game to write. "
        "A full disk or a kill leaves the old file whole. Its permissions stay, and a link stays "
        "a link.\n\n"
        "The exit status is 0 when all went well (losses included), 1 when an input has errors or "
        "something would be lost under --strict, and 2 when something could not be read or "
        "written.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = convert,
};
