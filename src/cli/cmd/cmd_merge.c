// SPDX-License-Identifier: MIT
// kifu merge: brings annotated copies of a game into one tree.

#include <string.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The first file is what is written; each further one goes into it.
static bool add_others(kf_cli *cli, void *context, kf_record *record, kf_log *log) {
    const char *const *others = context;
    struct stat first = cli->input; // which may be what is to be replaced
    bool is_good = true;
    for (; *others != NULL && is_good; others++) {
        kf_record *other = kf_input_read_games(cli, *others);
        kf_report_entries(cli);
        is_good = other != NULL && kf_merge_record(record, other, *others, log);
        kf_report_entries(cli);
        kf_input_free(cli, other);
    }
    cli->input = first;
    return is_good;
}

static int merge(kf_cli *cli) {
    kf_inputs inputs = kf_input_list(cli);
    if (inputs.count < 2)
        return kf_options_wrong(cli, "at least two files are needed, copies of one game");
    for (size_t i = 1; i < inputs.count; i++)
        if (strcmp(inputs.names[i], "-") == 0)
            return kf_options_wrong(cli, "standard input can only be the first file");
    const char **others = kf_arena_alloc(cli->arena, inputs.count * sizeof *others);
    memcpy(others, inputs.names + 1, (inputs.count - 1) * sizeof *others);
    others[inputs.count - 1] = NULL;
    for (const char **other = others; *other != NULL; other++)
        kf_input_note(cli, *other);
    cli->operands[0] = kf_arena_copy(cli->arena, inputs.names[0], strlen(inputs.names[0]));
    cli->operand_count = 1;
    return kf_rewrite_run(cli, &(kf_rewrite){.edit = add_others, .context = others});
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write to FILE, whose extension decides the notation"},
    {KF_OPTION_TO, 't', "to", "NOTATION", "@format", "write this notation, whatever the extension"},
    {KF_OPTION_STRICT, 's', "strict", NULL, NULL, "write nothing when something would be lost"},
    {KF_OPTION_IN_PLACE, 'i', "in-place", NULL, NULL, "rewrite the first FILE itself"},
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_merge = {
    .name = "merge",
    .summary = "merge copies of a game into one tree",
    .operands = "FILE FILE…",
    .words = "@file",
    .about =
        "Reads copies of the same game, each with comments, marks and variations of its own, and "
        "writes one tree: equal moves are one node, other moves become variations, lists such as "
        "marks are united, and different comments stand one below the other. Where two files "
        "contradict each other, in a name or a date, the first one counts; the other is reported, "
        "and added to the comment.\n\n"
        "Of files with several games the first goes into the first, the second into the second and "
        "so on. A game that begins from another position is added as a game of its own.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = merge,
};
