// SPDX-License-Identifier: MIT
// kifu strip: takes comments, marks, variations and more out of records, by their names.

#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"

#include "base/text.h"

// The options of this command alone.
enum { OPTION_WHAT = KF_OPTION_OWN };

static bool strip_one(kf_cli *cli, void *words, kf_record *record, kf_log *log) {
    (void)cli;
    return kf_strip_record(record, words, log);
}

static const char *name_at(const void *context, size_t index) {
    (void)context;
    const kf_strip_group *group = kf_strip_group_at(index);
    return group != NULL ? group->name : NULL;
}

// Whether every word is known. False: the log says which is not.
static bool are_known(kf_cli *cli, const char *words) {
    kf_text rest = kf_text_of(words), item;
    while (kf_text_item(&rest, &item)) {
        if (kf_strip_knows(item))
            continue;
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)(item.length < 60 ? item.length : 60), item.data);
        kf_options_wrong(cli,
                         "'--what' takes comments, marks, variations, judgements, engine, chat, "
                         "times, territory, figures, carried, or names of properties such as BL, "
                         "not '%s'%s",
                         word, kf_options_hint_at(word, "", name_at, NULL).text);
        return false;
    }
    return true;
}

static int strip(kf_cli *cli) {
    const char *what = cli->values[OPTION_WHAT];
    if (what == NULL || what[0] == '\0')
        return kf_options_wrong(
            cli, "there is nothing to remove: name it, as in '--what comments,marks'");
    if (!are_known(cli, what))
        return KF_STATUS_FAILED;
    char *words = kf_arena_copy(cli->arena, what, strlen(what));
    return kf_rewrite_run(cli,
                          &(kf_rewrite){.edit = strip_one, .is_by_game = true, .context = words});
}

static const kf_option options[] = {
    {OPTION_WHAT, 0, "what", "NAMES",
     "comments marks variations judgements engine chat times territory figures carried",
     "what to remove, separated by commas: comments, marks, variations, judgements, engine, chat, "
     "times, territory, figures, carried, or names of properties in capital letters"},
    KF_REWRITE_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_strip = {
    .name = "strip",
    .summary = "remove comments, marks, variations and more",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Writes each FILE without what --what names: 'comments' are the texts of nodes and of the "
        "game, 'marks' all marks, labels and lines, 'variations' everything off the main line, "
        "'judgements' good and bad moves and positions, 'engine' what programs computed, 'chat' "
        "lines of comments that somebody typed on a server, 'times' clock readings, 'territory' "
        "points that were counted, 'figures' how a book would print the game, and 'carried' what "
        "kifu keeps from other notations. Any other property is removed by its name: BL,WL.\n\n"
        "The notation stays the same, unless --to or the extension of the output names another. "
        "What 'kifu convert --help' says about outputs holds here, too.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = strip,
};
