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
    .about = "Reads each FILE and writes the same record in the notation that --to names or that "
             "the extension of the output decides, to standard output when there is no --output. "
             "What reading finds is reported as 'kifu check' reports it; a file that cannot be "
             "read never stops the others.\n\n"
             "What the notation cannot express is counted on standard error, in one line per file, "
             "and listed with --verbose: 'carried' is what only kifu reads back, 'lost' is what "
             "nobody can. With --strict nothing is written when something would be lost. Within "
             "one notation the bytes are copied unchanged, unless the input had to be repaired or "
             "--canonical asks for kifu's layout.\n\n"
             "No input is replaced without --in-place, and in place nothing is written when "
             "reading found errors or something would be lost. Any other file is replaced only if "
             "it holds a record or is empty. --force replaces it anyway, but never without a game "
             "to write. If the disk is full or kifu is killed, the old file stays whole. Its "
             "permissions stay, and a link stays a link.\n\n"
             "The exit status is 0 when all went well (even with losses), 1 when an input has "
             "errors or something would be lost under --strict, and 2 when something could not be "
             "read or written.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = convert,
};
