// SPDX-License-Identifier: MIT
// kifu catalog export: the games of a catalogue as records, tables and arrays.

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/find/find.h"
#include "cli/print/print.h"

enum { NAME_BYTES = 120, PATH_BYTES = 4096 };

typedef struct job {
    kf_cli *cli;
    kf_catalog *catalog;
    const char *output;
    kf_export how;
    const char *kind; // of the files
    bool is_sgf;
    kf_arena *arena; // of the list of games
    uint32_t *games;
    uint32_t found; // under way
    size_t count, room;
    uint64_t state;
    size_t files;
    bool has_failed;
} job;

// ---- Which games ----

// In a protected call of an arena of its own: a search is never left in the middle.
static void add_game(void *context) {
    job *j = context;
    j->games = kf_arena_grow(j->arena, j->games, &j->room, j->count + 1, sizeof *j->games);
    j->games[j->count++] = j->found;
}

static bool take(void *context, const kf_found *found) {
    job *j = context;
    j->found = found->game;
    if (kf_arena_try(j->arena, add_game, j))
        return true;
    kf_log_add(j->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    j->has_failed = true;
    return false;
}

static uint32_t chance(job *j, size_t limit) {
    j->state = j->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((j->state >> 33) % limit);
}

// Keeps so many of the games, each as likely as any other, in their order.
static void sample(job *j, size_t wanted) {
    size_t kept = 0, left = j->count;
    for (size_t i = 0; i < j->count && kept < wanted; i++, left--)
        if (chance(j, left) < wanted - kept)
            j->games[kept++] = j->games[i];
    j->count = wanted < j->count ? kept : j->count;
}

// ---- Files ----

static bool put_out(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

static bool write_records(job *j, size_t from, size_t to, kf_sink *sink, void *context) {
    kf_writing writing = {.canonical = true};
    bool is_good = true;
    for (size_t i = from; i < to && is_good; i++) {
        kf_record *record = kf_catalog_record(j->catalog, j->games[i], j->cli->log);
        is_good = record != NULL && kf_format_write(record, kf_format_named("sgf"), &writing, sink,
                                                    context, j->cli->log);
        kf_record_free(record);
    }
    return is_good;
}

// Writes some of the games to a file, or to standard output.
static bool write_file(job *j, const char *name, size_t from, size_t to) {
    kf_cli *cli = j->cli;
    kf_output_file *target = name != NULL ? kf_output_file_new(cli) : NULL;
    kf_sink *sink = target != NULL ? kf_output_file_write : put_out;
    void *context = target != NULL ? (void *)target : (void *)cli->out;
    kf_export how = j->how;
    how.games = j->games + from;
    how.count = to - from;
    how.seed += from;
    if (target != NULL && (!kf_find_question_spares(cli, j->catalog, name) ||
                           !kf_output_file_open(target, name, j->kind)))
        return false;
    bool is_good = j->is_sgf ? write_records(j, from, to, sink, context)
                             : kf_export_write(j->catalog, &how, sink, context, cli->log);
    j->files++;
    return target == NULL ? is_good : kf_output_file_close(target, is_good) && is_good;
}

// The name with a number in the place of its "%n".
static bool number_name(job *j, size_t number, char name[PATH_BYTES]) {
    const char *mark = strstr(j->output, "%n");
    if (mark == NULL || strlen(j->output) > PATH_BYTES - 32) {
        kf_options_wrong(j->cli, "several files need '%%n' in the name of '--output'");
        return false;
    }
    snprintf(name, PATH_BYTES, "%.*s%04zu%s", (int)(mark - j->output), j->output, number, mark + 2);
    return true;
}

static bool write_shards(job *j, size_t size) {
    char name[PATH_BYTES];
    bool is_good = true;
    for (size_t from = 0, number = 1; from < j->count && is_good; from += size, number++) {
        kf_output_file_reserve(j->cli);
        kf_arena_level level = kf_arena_mark(j->cli->arena);
        size_t to = j->count - from < size ? j->count : from + size;
        is_good = number_name(j, number, name) && write_file(j, name, from, to);
        kf_arena_rewind(j->cli->arena, level);
    }
    return is_good;
}

// ---- Folders ----

// What a file system may not take, or a shell would take otherwise, becomes a line below.
static void write_safe(kf_text text, char out[NAME_BYTES]) {
    size_t length = 0;
    for (size_t i = 0; i < text.length && length + 1 < NAME_BYTES; i++) {
        char c = text.data[i];
        bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                        (c >= 'A' && c <= 'Z') || (c == '-' && length > 0) ||
                        (unsigned char)c >= 0x80;
        out[length++] = is_plain ? c : '_';
    }
    // No character is cut in two.
    while (length > 0 && length + 1 >= NAME_BYTES && (unsigned char)out[length - 1] >= 0x80)
        length--;
    out[length] = '\0';
}

typedef struct sorted {
    uint32_t game;
    char event[NAME_BYTES];
} sorted;

static int by_event(const void *a, const void *b) {
    const sorted *x = a, *y = b;
    int order = strcmp(x->event, y->event);
    return order != 0 ? order : (x->game > y->game) - (x->game < y->game);
}

// Brings the games of each event together; NULL: the log says why.
static sorted *sort_by_event(job *j) {
    sorted *list = kf_arena_resize(j->cli->arena, NULL, (j->count + 1) * sizeof *list);
    for (size_t i = 0; i < j->count; i++) {
        kf_catalog_game game;
        if (!kf_catalog_get(j->catalog, j->games[i], &game, j->cli->log))
            return NULL;
        list[i].game = game.id;
        write_safe(game.event.length > 0 ? game.event : KF_TEXT("none"), list[i].event);
    }
    qsort(list, j->count, sizeof *list, by_event);
    for (size_t i = 0; i < j->count; i++)
        j->games[i] = list[i].game;
    return list;
}

// Writes each game, or each event, to a file of its own in the folder.
static bool write_folder(job *j, bool is_by_event) {
    char name[PATH_BYTES];
    sorted *list = is_by_event ? sort_by_event(j) : NULL;
    size_t folder = strlen(j->output);
    if (folder > PATH_BYTES - NAME_BYTES - 8)
        return kf_options_wrong(j->cli, "the name of the folder is too long") == 0;
    while (folder > 0 && j->output[folder - 1] == '/')
        folder--;
    snprintf(name, sizeof name, "%.*s/", (int)folder, j->output);
    bool is_good = (list != NULL || !is_by_event) && kf_output_file_folder(j->cli, name);
    for (size_t from = 0, to; from < j->count && is_good; from = to) {
        to = from + 1;
        while (list != NULL && to < j->count && strcmp(list[to].event, list[from].event) == 0)
            to++;
        if (list != NULL)
            snprintf(name, sizeof name, "%.*s/%s.sgf", (int)folder, j->output, list[from].event);
        else
            snprintf(name, sizeof name, "%.*s/%06zu.sgf", (int)folder, j->output, to);
        kf_output_file_reserve(j->cli);
        kf_arena_level level = kf_arena_mark(j->cli->arena);
        is_good = write_file(j, name, from, to);
        kf_arena_rewind(j->cli->arena, level);
    }
    return is_good;
}

// ---- The action ----

static bool choose_form(job *j) {
    static const struct {
        const char *name, *kind;
        kf_export_form form;
    } forms[] = {{"sgf", "record", KF_EXPORT_TSV},
                 {"tsv", "tsv", KF_EXPORT_TSV},
                 {"jsonl", "jsonl", KF_EXPORT_JSON_LINES},
                 {"npz", "npz", KF_EXPORT_MOVES},
                 {"npy", "npy", KF_EXPORT_MOVES}};
    const char *to = j->cli->values[KF_OPTION_TO];
    const char *slash = j->output != NULL ? strrchr(j->output, '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : j->output;
    const char *ending = name != NULL ? strrchr(name, '.') : NULL;
    const char *wanted = to != NULL ? to : ending != NULL ? ending + 1 : "sgf";
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, wanted) == 0) {
            j->kind = forms[i].kind;
            j->how.form = forms[i].form;
            j->is_sgf = i == 0;
            j->how.is_one = i == 4;
            return true;
        }
    if (to != NULL)
        kf_options_wrong(j->cli, "'--to' takes sgf, tsv, jsonl, npz or npy, not '%.60s'", to);
    else
        kf_options_wrong(j->cli,
                         "a file ends in .sgf, .tsv, .jsonl, .npz or .npy, not in '.%.60s'; "
                         "'--to' says otherwise what is written",
                         wanted);
    return false;
}

static bool read_options(job *j, int *wanted, int *shard) {
    kf_cli *cli = j->cli;
    int seed = 1;
    const char *per = cli->values[KF_OPTION_GROUP];
    j->output = cli->values[KF_OPTION_OUTPUT];
    if (!choose_form(j) || !kf_options_number(cli, KF_OPTION_LIMIT, 1, INT32_MAX, wanted) ||
        !kf_options_number(cli, KF_OPTION_FIGURES, 1, INT32_MAX, shard) ||
        !kf_options_number(cli, KF_OPTION_TOKEN, 0, INT32_MAX, &seed) ||
        !kf_options_number(cli, KF_OPTION_POSITIONS, 1, INT32_MAX, &j->how.positions))
        return false;
    j->how.seed = j->state = (uint64_t)seed;
    j->how.all_turns = kf_options_has(cli, KF_OPTION_ROTATE);
    bool has_planes = kf_options_has(cli, KF_OPTION_SHAPE) || j->how.positions > 0;
    bool is_array = j->how.form == KF_EXPORT_MOVES;
    if ((has_planes || j->how.all_turns) && !is_array)
        return kf_options_wrong(cli, "'--planes', '--positions' and '--symmetries' need "
                                     "'--to npz' or '--to npy'") == 0;
    if (has_planes)
        j->how.form = KF_EXPORT_POSITIONS;
    if (per != NULL && *shard > 0)
        return kf_options_wrong(cli, "'--per' and '--shard' exclude each other") == 0;
    if (per != NULL && strcmp(per, "game") != 0 && strcmp(per, "event") != 0)
        return kf_options_wrong(cli, "'--per' takes game or event, not '%.60s'", per) == 0;
    if ((per != NULL && (!j->is_sgf || j->output == NULL)) || (is_array && j->output == NULL) ||
        (*shard > 0 && j->output == NULL))
        return kf_options_wrong(cli, per != NULL ? "'--per' needs '--to sgf' and a folder: "
                                                   "'--output FOLDER/'"
                                                 : "name a file to write: '--output FILE'") == 0;
    return true;
}

// Writes the games, of which as many are wanted and stand in each file; 0: all.
static bool write_games(job *j, const kf_find *find, size_t wanted, size_t shard) {
    const char *per = j->cli->values[KF_OPTION_GROUP];
    kf_find_total total;
    if (!kf_find_games(j->catalog, find, take, j, &total, j->cli->log) || j->has_failed)
        return false;
    if (wanted > 0)
        sample(j, wanted);
    if (per != NULL)
        return write_folder(j, strcmp(per, "event") == 0);
    return shard > 0 ? write_shards(j, shard) : write_file(j, j->output, 0, j->count);
}

int kf_find_export(kf_cli *cli, kf_catalog *catalog, const kf_find *find) {
    job j = {.cli = cli, .catalog = catalog};
    int wanted = 0, shard = 0;
    if (!read_options(&j, &wanted, &shard))
        return KF_STATUS_FAILED;
    j.arena = kf_arena_new_in(cli->arena);
    // What others take out meanwhile is written as it was found.
    bool is_good = kf_catalog_hold(catalog, cli->log);
    if (is_good) {
        is_good = write_games(&j, find, (size_t)wanted, (size_t)shard);
        kf_catalog_release(catalog);
    }
    kf_report_entries(cli);
    if (is_good && !cli->is_quiet && j.output != NULL) {
        kf_report_amount(cli->err, j.count, "game");
        fputs(" in ", cli->err);
        kf_report_amount(cli->err, j.files, "file");
        putc('\n', cli->err);
    }
    return is_good ? KF_STATUS_CLEAN : KF_STATUS_FAILED;
}
