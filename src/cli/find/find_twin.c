// SPDX-License-Identifier: MIT
// Printing games that stand in a catalogue more than once, and games that are like another.

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/find/find.h"
#include "cli/print/print.h"

// ---- More than once ----

typedef struct listing {
    kf_cli *cli;
    kf_catalog *catalog;
    kf_find_form form;
    kf_arena *arena;
    kf_buffer line;
    const kf_twin *twin;           // under way
    uint64_t groups, games, limit; // a limit of 0 is none
    bool has_failed;
} listing;

static const char *name_of(kf_twin_kind kind) {
    static const char *const names[] = {[KF_TWIN_FIRST] = "first",
                                        [KF_TWIN_IDENTICAL] = "identical",
                                        [KF_TWIN_PREFIX] = "prefix",
                                        [KF_TWIN_NEAR] = "near",
                                        [KF_TWIN_DIFFERENT] = "different"};
    return names[kind];
}

static void add_cell(kf_buffer *out, kf_text text) {
    for (size_t i = 0; i < text.length; i++)
        kf_buffer_add_char(out, (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i]);
    kf_buffer_add_char(out, '\t');
}

static void print_cells(listing *l, const kf_catalog_game *game) {
    const kf_text texts[] = {game->black, game->white, game->date, game->event};
    kf_buffer *out = &l->line;
    out->length = 0;
    kf_buffer_add_number(out, (long)l->groups);
    kf_buffer_add_char(out, '\t');
    add_cell(out, kf_text_of(name_of(l->twin->kind)));
    add_cell(out, game->file);
    kf_buffer_add_number(out, game->number);
    kf_buffer_add_char(out, '\t');
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        add_cell(out, texts[i]);
    add_cell(out, game->result);
    out->data[out->length - 1] = '\n';
    fwrite(out->data, 1, out->length, l->cli->out);
}

static void print_object(listing *l, const kf_catalog_game *game) {
    kf_buffer *out = &l->line;
    out->length = 0;
    kf_json_open(out, NULL, '{');
    kf_json_number(out, "group", (int64_t)l->groups);
    kf_json_string(out, "relation", name_of(l->twin->kind));
    kf_find_print_json(out, game);
    kf_json_close(out, '}');
    kf_buffer_add_char(out, '\n');
    fwrite(out->data, 1, out->length, l->cli->out);
}

static void print_twin(void *context) {
    listing *l = context;
    kf_catalog_game game;
    if (!kf_catalog_get(l->catalog, l->twin->game, &game, l->cli->log)) {
        l->has_failed = true;
    } else if (l->form == KF_FIND_JSON) {
        print_object(l, &game);
    } else if (l->form == KF_FIND_TSV) {
        print_cells(l, &game);
    } else {
        if (l->twin->kind != KF_TWIN_FIRST)
            fprintf(l->cli->out, "  %-9s  ", name_of(l->twin->kind));
        kf_find_print_facts(l->cli, &game);
        putc('\n', l->cli->out);
    }
}

static bool take_twin(void *context, const kf_twin *twin) {
    listing *l = context;
    l->twin = twin;
    if (twin->kind == KF_TWIN_FIRST && l->limit > 0 && l->groups == l->limit)
        return false;
    l->groups += twin->kind == KF_TWIN_FIRST;
    l->games += twin->kind != KF_TWIN_FIRST;
    if (l->form == KF_FIND_NOTHING)
        return true;
    if (!kf_arena_try(l->arena, print_twin, l)) {
        kf_log_add(l->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        l->has_failed = true;
    }
    return !l->has_failed && !ferror(l->cli->out);
}

static void print_totals(listing *l) {
    FILE *out = l->cli->out;
    unsigned long long groups = l->groups, games = l->games;
    if (l->form == KF_FIND_NOTHING) {
        fprintf(out, "%llu\t%llu\n", groups, games);
    } else if (l->form == KF_FIND_JSON) {
        fprintf(out, "{\"groups\":%llu,\"duplicates\":%llu}\n", groups, games);
    } else if (l->form == KF_FIND_LIST && !l->cli->is_quiet) {
        kf_report_flush(l->cli);
        kf_report_amount(l->cli->err, (size_t)groups, "game");
        fputs(", ", l->cli->err);
        kf_report_amount(l->cli->err, (size_t)games, "duplicate");
        putc('\n', l->cli->err);
    }
}

static void free_arena(void *what) {
    kf_arena_free(what);
}

int kf_find_twin(const kf_find_print *print, const kf_find *find) {
    kf_cli *cli = print->cli;
    kf_find_form form = print->form;
    listing l = {.cli = cli,
                 .catalog = print->catalog,
                 .form = form,
                 .limit = print->limit,
                 .arena = kf_arena_new()};
    if (l.arena == NULL)
        kf_arena_fail(cli->arena);
    kf_arena_defer(cli->arena, free_arena, l.arena);
    l.line.arena = l.arena;
    if (form != KF_FIND_LIST && form != KF_FIND_JSON && form != KF_FIND_TSV &&
        form != KF_FIND_NOTHING)
        return kf_options_wrong(cli, "'--duplicates' goes with --count, --json and --to tsv");
    if (form == KF_FIND_TSV)
        fputs("group\trelation\tfile\tgame\tblack\twhite\tdate\tevent\tresult\n", cli->out);
    bool is_good = kf_twin_find(print->catalog, find, take_twin, &l, cli->log) && !l.has_failed;
    if (is_good)
        print_totals(&l);
    kf_report_entries(cli);
    return !is_good ? KF_STATUS_FAILED : l.groups > 0 ? KF_STATUS_CLEAN : KF_STATUS_FINDINGS;
}

// ---- Like another ----

enum { MOST_LIKE = 20 };

typedef struct counter {
    kf_find_print *print;
    kf_find_total *total;
} counter;

static bool take_like(void *context, const kf_found *found) {
    counter *c = context;
    c->total->games++;
    c->total->hits += found->count;
    return kf_find_print_game(c->print, found);
}

bool kf_find_twin_similar(kf_find_print *print, const kf_find *find, kf_find_total *total) {
    kf_cli *cli = print->cli;
    counter c = {print, total};
    kf_record *record = kf_input_read(cli, cli->values[KF_OPTION_SIMILAR]);
    kf_node game = record != NULL ? kf_selection_game(cli, record) : 0;
    kf_twin_model model = {record, game, print->limit > 0 ? (size_t)print->limit : MOST_LIKE};
    *total = (kf_find_total){0, 0};
    bool is_good =
        game != 0 && kf_twin_similar(print->catalog, find, &model, take_like, &c, cli->log);
    kf_input_free(cli, record);
    return is_good;
}
