// SPDX-License-Identifier: MIT
// kifu set: changes what headers say, and brings names into one spelling.

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_NAMES = KF_OPTION_OWN };

// A spelling and the one that takes its place.
typedef struct spelling {
    kf_text from, to;
} spelling;

typedef struct job {
    kf_cli *cli;
    kf_text *facts; // NAME=VALUE
    size_t fact_count;
    spelling *names;
    size_t name_count, name_capacity;
} job;

// ---- NAME=VALUE ----

// How many capital letters stand before `=`; 0 when the word is something else.
static size_t measure_name(const char *word) {
    size_t length = 0;
    while (word[length] >= 'A' && word[length] <= 'Z')
        length++;
    return word[length] == '=' ? length : 0;
}

static bool set_fact(kf_record *record, kf_node game, kf_text fact, kf_log *log) {
    char name[64];
    size_t length = measure_name(fact.data);
    kf_text value = kf_text_cut(fact, length + 1, fact.length);
    snprintf(name, sizeof name, "%.*s", (int)length, fact.data);
    return kf_node_set(record, game, name, &value, value.length > 0, log);
}

// Takes the facts out of the operands; what is left are files.
static bool take_facts(job *j) {
    kf_cli *cli = j->cli;
    int files = 0;
    j->facts = kf_arena_alloc(cli->arena, (size_t)(cli->operand_count + 1) * sizeof *j->facts);
    for (int i = 0; i < cli->operand_count; i++) {
        size_t length = measure_name(cli->operands[i]);
        if (length > 60)
            return kf_options_wrong(cli, "no property has a name that long") == KF_STATUS_CLEAN;
        if (length > 0)
            j->facts[j->fact_count++] = kf_text_of(cli->operands[i]);
        else
            cli->operands[files++] = cli->operands[i];
        if (length > 0 && !kf_text_is_utf8(kf_text_of(cli->operands[i]), NULL))
            return kf_options_wrong(cli, "the new text of '%.*s' is not UTF-8", (int)length,
                                    cli->operands[i]) == KF_STATUS_CLEAN;
    }
    cli->operand_count = files;
    cli->operands[files] = NULL;
    return true;
}

// ---- Names ----

static int by_spelling(const void *a, const void *b) {
    const spelling *x = a, *y = b;
    size_t shorter = x->from.length < y->from.length ? x->from.length : y->from.length;
    int order = shorter > 0 ? memcmp(x->from.data, y->from.data, shorter) : 0;
    return order != 0 ? order
                      : (x->from.length > y->from.length) - (x->from.length < y->from.length);
}

// A line of the table: a spelling, a tab or ` = `, the spelling that is wanted. Lines that are
// empty or begin with `#` are passed over.
static bool read_line(job *j, kf_text line, size_t number) {
    const char *tab = memchr(line.data, '\t', line.length);
    size_t at = 0, gap = 1;
    line = kf_text_trim(line);
    if (line.length == 0 || line.data[0] == '#')
        return true;
    if (tab != NULL) {
        at = (size_t)(tab - line.data);
    } else {
        gap = 3;
        while (at < line.length &&
               !kf_text_starts(kf_text_cut(line, at, line.length), KF_TEXT(" = ")))
            at++;
    }
    spelling one = {kf_text_trim(kf_text_cut(line, 0, at)),
                    kf_text_trim(kf_text_cut(line, at + gap, line.length))};
    if (one.from.length == 0 || one.to.length == 0) {
        kf_options_wrong(j->cli, "line %zu of '%.100s' is not 'OLD = NEW'", number,
                         j->cli->values[OPTION_NAMES]);
        return false;
    }
    j->names = kf_arena_grow(j->cli->arena, j->names, &j->name_capacity, j->name_count + 1,
                             sizeof *j->names);
    j->names[j->name_count++] = one;
    return true;
}

static bool read_names(job *j) {
    const char *file = j->cli->values[OPTION_NAMES];
    size_t length, number = 0;
    if (file == NULL)
        return true;
    kf_input_note(j->cli, file);
    char *bytes = kf_file_read(j->cli->arena, file, &length, j->cli->log);
    if (bytes == NULL)
        return false;
    kf_text rest = {bytes, length}, line;
    if (!kf_text_is_utf8(rest, NULL) || memchr(bytes, '\0', length) != NULL)
        return kf_options_wrong(j->cli, "'%.100s' is not UTF-8 text", file) == KF_STATUS_CLEAN;
    if (kf_text_starts(rest, KF_TEXT("\xEF\xBB\xBF")))
        rest = kf_text_cut(rest, 3, rest.length);
    while (kf_text_line(&rest, &line))
        if (!read_line(j, line, ++number))
            return false;
    if (j->name_count > 1)
        qsort(j->names, j->name_count, sizeof *j->names, by_spelling);
    for (size_t i = 1; i < j->name_count; i++)
        if (kf_text_equal(j->names[i - 1].from, j->names[i].from) &&
            !kf_text_equal(j->names[i - 1].to, j->names[i].to))
            return kf_options_wrong(j->cli, "'%.100s' has two names for '%.*s'", file,
                                    (int)kf_text_whole(kf_text_cut(j->names[i].from, 0, 60)),
                                    j->names[i].from.data) == KF_STATUS_CLEAN;
    return true;
}

// A header that is changed.
typedef struct header {
    const job *job;
    kf_record *record;
    kf_node game;
    kf_log *log;
} header;

static bool set_name(const header *h, const char *property) {
    const job *j = h->job;
    kf_text value;
    if (j->name_count == 0 || !kf_property_get(h->record, h->game, property, &value))
        return true;
    char *plain = kf_arena_alloc(j->cli->arena, value.length + 1);
    spelling wanted = {.from = {plain, kf_property_plain(value, true, plain)}};
    wanted.from = kf_text_trim(wanted.from);
    const spelling *found =
        bsearch(&wanted, j->names, j->name_count, sizeof *j->names, by_spelling);
    return found == NULL || kf_text_equal(found->to, wanted.from) ||
           kf_node_set(h->record, h->game, property, &found->to, 1, h->log);
}

// ---- The command ----

static bool set_headers(kf_cli *cli, void *context, kf_record *record, kf_log *log) {
    static const char *const names[] = {"PB", "PW", "BT", "WT", "EV", "PC", "US", "AN"};
    const job *j = context;
    bool is_good = true;
    (void)cli;
    for (kf_node game = kf_node_child(record, 0); game != 0 && is_good;
         game = kf_node_next(record, game)) {
        const header h = {j, record, game, log};
        for (size_t i = 0; i < sizeof names / sizeof *names && is_good; i++)
            is_good = set_name(&h, names[i]);
        for (size_t i = 0; i < j->fact_count && is_good; i++)
            is_good = set_fact(record, game, j->facts[i], log);
    }
    return is_good;
}

static int set(kf_cli *cli) {
    job j = {.cli = cli};
    if (!take_facts(&j) || !read_names(&j))
        return KF_STATUS_FAILED;
    if (j.fact_count == 0 && cli->values[OPTION_NAMES] == NULL)
        return kf_options_wrong(cli, "there is nothing to set: name a property, as in EV=Honinbo");
    return kf_rewrite_run(cli,
                          &(kf_rewrite){.edit = set_headers, .is_by_game = true, .context = &j});
}

static const kf_option options[] = {
    {OPTION_NAMES, 0, "names", "FILE", "@file",
     "a table of names, one per line, 'OLD = NEW' or separated by a tab: players, teams, events, "
     "places and annotators with the old name get the new one"},
    KF_REWRITE_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_set = {
    .name = "set",
    .summary = "change the facts in headers",
    .operands = "[NAME=VALUE…] [FILE…]",
    .words = "@file",
    .about = "Writes each FILE with other facts in the header of every game: NAME is a property of "
             "SGF in capital letters (PB and PW the players, BR and WR their ranks, EV the event, "
             "DT the date, PC the place, KM komi, RE the result), and without a VALUE the property "
             "is removed.\n\n"
             "With --names different spellings of a name become one. A name is changed only if the "
             "whole of it is in the table.\n\n"
             "The notation stays the same, unless --to or the extension of the output names "
             "another. What 'kifu convert --help' says about outputs holds here, too.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = set,
};
