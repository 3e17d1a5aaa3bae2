// SPDX-License-Identifier: MIT
// kifu convert: writes records in another notation, and lists what that cost.

#include "base/charset/encode.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"

#include <string.h>

// The options of this command alone.
enum { OPTION_FF = KF_OPTION_OWN, OPTION_TO_CHARSET };

// ---- Another version of SGF ----

// What bringing the record in hand into the version lost.
typedef struct versions {
    int version;
    kf_loss *loss;
} versions;

static void free_loss(void *what) {
    versions *v = what;
    kf_loss_free(v->loss);
    v->loss = NULL;
}

static bool change_version(kf_cli *cli, void *context, kf_record *record, kf_log *log) {
    versions *v = context;
    free_loss(v);
    v->loss = kf_loss_new();
    if (v->loss == NULL)
        kf_arena_fail(cli->arena);
    return kf_version_record(record, v->version, v->loss, log);
}

static void count_loss(void *context, kf_loss *loss) {
    const versions *v = context;
    kf_loss_item item;
    for (size_t i = 0; kf_loss_place_at(v->loss, i, &item); i++)
        kf_loss_add(loss, item.lost, kf_text_of(item.kind), item.node);
}

// Whether SGF is written, as it is where nothing else is named.
static bool is_sgf(kf_cli *cli) {
    const char *to = cli->values[KF_OPTION_TO], *output = cli->values[KF_OPTION_OUTPUT];
    const kf_format *format = to != NULL       ? kf_format_named(to)
                              : output != NULL ? kf_format_for_file(output)
                                               : NULL;
    if (to == NULL && format == NULL)
        cli->values[KF_OPTION_TO] = "sgf";
    if ((to == NULL && format == NULL) || format == kf_format_named("sgf"))
        return true;
    kf_options_wrong(cli, "'--%s' is for SGF",
                     kf_options_has(cli, OPTION_FF) ? "ff" : "to-charset");
    return false;
}

static int convert_version(kf_cli *cli) {
    versions *v = kf_arena_alloc(cli->arena, sizeof *v);
    *v = (versions){.version = 4};
    if (!kf_options_number(cli, OPTION_FF, 1, 4, &v->version) || !is_sgf(cli))
        return KF_STATUS_FAILED;
    if (v->version == 2)
        return kf_options_wrong(cli, "'--ff' takes 1, 3 or 4: FF[2] was never published");
    kf_arena_defer(cli->arena, free_loss, v);
    // Before FF[4] whether a game names its set depends on whether any needs one.
    return kf_rewrite_run(cli, &(kf_rewrite){.edit = change_version,
                                             .is_by_game = v->version == 4,
                                             .account = count_loss,
                                             .context = v,
                                             .version = v->version,
                                             .charset = cli->values[OPTION_TO_CHARSET]});
}

// ---- The command ----

static int convert(kf_cli *cli) {
    const char *set = cli->values[OPTION_TO_CHARSET];
    if (set != NULL && kf_encode_name(set) == NULL)
        return kf_options_wrong(cli,
                                "'--to-charset' takes a character set in which ASCII letters are "
                                "themselves, such as GB18030 or Shift_JIS, not '%.60s'",
                                set);
    if (kf_options_has(cli, OPTION_FF))
        return convert_version(cli);
    if (set != NULL && !is_sgf(cli))
        return KF_STATUS_FAILED;
    return kf_rewrite_run(cli, &(kf_rewrite){.edit = NULL, .charset = set});
}

static const kf_option options[] = {
    {OPTION_FF, 0, "ff", "VERSION", "1 3 4",
     "write this version of SGF: 4, or 3 or 1 for old programs; what it cannot say is listed as "
     "lost"},
    {OPTION_TO_CHARSET, 0, "to-charset", "NAME",
     "UTF-8 ISO-8859-1 GB18030 BIG5 SHIFT_JIS EUC-JP EUC-KR KOI8-R CP1252",
     "write SGF in this character set, and name it in CA; a character that it does not have is an "
     "error"},
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
             "--canonical asks for kifu's layout. With --ff a record becomes SGF of another "
             "version, where properties and values differ.\n\n"
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
