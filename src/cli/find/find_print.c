// SPDX-License-Identifier: MIT
// Printing what kifu find found.

#include "cli/find/find.h"

#include <kifu/board.h>
#include <kifu/play.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/print/print.h"

// A list shows so many hits of a game and says how many more there are.
enum { LISTED_HITS = 5 };

static size_t write_point(const kf_find_hit *hit, const kf_catalog_game *game,
                          char text[KF_POINT_TEXT]) {
    return kf_point_write(kf_point_at(hit->column, hit->row), KF_COORDS_A1, game->width,
                          game->height, text);
}

static void print_line(kf_find_print *print) {
    fwrite(print->line.data, 1, print->line.length, print->cli->out);
    putc('\n', print->cli->out);
}

// ---- A list to read ----

static void print_text(kf_cli *cli, kf_text text, const char *otherwise) {
    if (text.length > 0)
        kf_report_text(cli->out, text, false);
    else
        fputs(otherwise, cli->out);
}

static void print_player(kf_cli *cli, kf_text name, kf_text rank) {
    print_text(cli, name, "?");
    if (rank.length == 0)
        return;
    putc(' ', cli->out);
    kf_report_text(cli->out, rank, false);
}

static void print_hits(kf_cli *cli, const kf_catalog_game *game, const kf_found *found) {
    char point[KF_POINT_TEXT];
    for (size_t i = 0; i < found->count && i < LISTED_HITS; i++) {
        const kf_find_hit *hit = &found->hits[i];
        write_point(hit, game, point);
        fprintf(cli->out, "%s move %u at %s", i > 0 ? "," : ":", hit->moves, point);
        if (hit->is_swapped)
            fputs(" swapped", cli->out);
        if (hit->is_variation)
            fputs(" in a variation", cli->out);
    }
    if (found->count > LISTED_HITS)
        fprintf(cli->out, " and %zu more", found->count - LISTED_HITS);
}

void kf_find_print_facts(kf_cli *cli, const kf_catalog_game *game) {
    kf_report_text(cli->out, game->file, false);
    fprintf(cli->out, ":%u: ", game->number);
    print_player(cli, game->black, game->black_rank);
    fputs(" - ", cli->out);
    print_player(cli, game->white, game->white_rank);
    if (game->date.length > 0) {
        fputs(", ", cli->out);
        print_text(cli, game->date, "");
    }
    if (game->result.length > 0) {
        fputs(", ", cli->out);
        print_text(cli, game->result, "");
    }
}

static void print_listed(kf_cli *cli, const kf_catalog_game *game, const kf_found *found) {
    kf_find_print_facts(cli, game);
    if (cli->values[KF_OPTION_SIMILAR] != NULL)
        fprintf(cli->out, ": move %u is its move %u", found->hits[0].shared, found->hits[0].moves);
    else
        print_hits(cli, game, found);
    putc('\n', cli->out);
}

// ---- For other programs ----

static void put_player(kf_buffer *out, const char *key, kf_text name) {
    kf_json_open(out, key, '{');
    kf_json_text(out, "name", name);
    kf_json_close(out, '}');
}

void kf_find_print_json(kf_buffer *out, const kf_catalog_game *game) {
    kf_json_text(out, "file", game->file);
    kf_json_number(out, "game", game->number);
    kf_json_text(out, "black", game->black);
    kf_json_text(out, "white", game->white);
    kf_json_open(out, "players", '{');
    put_player(out, "black", game->black);
    put_player(out, "white", game->white);
    kf_json_close(out, '}');
    kf_json_text(out, "date", game->date);
    kf_json_text(out, "result", game->result);
}

static char *put(char *at, kf_text text) {
    memcpy(at, text.data, text.length);
    return at + text.length;
}

static char *put_number(char *at, uint32_t number) {
    char digits[10];
    size_t begin = sizeof digits;
    do
        digits[--begin] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return put(at, (kf_text){digits + begin, sizeof digits - begin});
}

static char *put_bool(char *at, bool value) {
    return value ? put(at, KF_TEXT("true")) : put(at, KF_TEXT("false"));
}

// One hit as JSON. There may be many millions of them, and nothing in them is to be escaped, so
// they are put into room that is there already.
static char *put_hit(char *at, const kf_find_hit *hit, const kf_catalog_game *game,
                     const kf_find_more *more) {
    char point[KF_POINT_TEXT];
    at = put_number(put(at, KF_TEXT("{\"move\":")), hit->moves);
    at = put(at, KF_TEXT(",\"point\":\""));
    at = put(at, (kf_text){point, write_point(hit, game, point)});
    at = put_number(put(at, KF_TEXT("\",\"symmetry\":")), hit->symmetry);
    at = put_bool(put(at, KF_TEXT(",\"swapped\":")), hit->is_swapped);
    if (more->has_shared)
        at = put_number(put(at, KF_TEXT(",\"shared\":")), hit->shared);
    if (more->has_variations)
        at = put_bool(put(at, KF_TEXT(",\"variation\":")), hit->is_variation);
    if (more->has_places) {
        at = put_number(put(at, KF_TEXT(",\"place\":\"")), hit->line);
        at = put_number(put(at, KF_TEXT(".")), hit->position);
        at = put(at, KF_TEXT("\""));
    }
    return put(at, KF_TEXT("},"));
}

void kf_find_print_hits(kf_buffer *out, const kf_catalog_game *game, const kf_found *found,
                        const kf_find_more *more) {
    enum { MOST = 192 }; // bytes of a hit
    kf_json_open(out, "hits", '[');
    out->data = kf_arena_grow(out->arena, out->data, &out->capacity,
                              out->length + found->count * MOST + 1, 1);
    char *at = out->data + out->length;
    for (size_t i = 0; i < found->count; i++)
        at = put_hit(at, &found->hits[i], game, more);
    out->length = (size_t)(at - out->data) - (found->count > 0);
    kf_json_close(out, ']');
}

static void print_json(kf_find_print *print, const kf_catalog_game *game, const kf_found *found) {
    kf_buffer *out = &print->line;
    kf_find_more more = {.has_shared = print->cli->values[KF_OPTION_SIMILAR] != NULL,
                         .has_variations = print->find->has_variations};
    out->length = 0;
    kf_json_open(out, NULL, '{');
    kf_find_print_json(out, game);
    kf_find_print_hits(out, game, found, &more);
    kf_json_close(out, '}');
    print_line(print);
}

// A tab, a line break or another control in a text becomes a space: a row is a line.
static void add_cell(kf_buffer *out, kf_text text) {
    for (size_t i = 0; i < text.length; i++)
        kf_buffer_add_char(out, (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i]);
    kf_buffer_add_char(out, '\t');
}

// What follows the facts of a game in a row: where the pattern stands.
static char *put_row_end(char *at, const kf_find_hit *hit, const kf_catalog_game *game) {
    char point[KF_POINT_TEXT];
    at = put(put_number(at, hit->moves), KF_TEXT("\t"));
    at = put(at, (kf_text){point, write_point(hit, game, point)});
    at = put_number(put(at, KF_TEXT("\t")), hit->symmetry);
    return put(at, hit->is_swapped ? KF_TEXT("\t1\n") : KF_TEXT("\t0\n"));
}

static void print_rows(kf_find_print *print, const kf_catalog_game *game, const kf_found *found) {
    enum { MOST = 64 }; // bytes of the end of a row
    const kf_text texts[] = {game->file,       game->black, game->black_rank, game->white,
                             game->white_rank, game->date,  game->event,      game->result};
    kf_buffer *out = &print->line;
    out->length = 0;
    add_cell(out, texts[0]);
    kf_buffer_add_number(out, game->number);
    kf_buffer_add_char(out, '\t');
    for (size_t k = 1; k < sizeof texts / sizeof *texts; k++)
        add_cell(out, texts[k]);
    size_t facts = out->length;
    if (found->count == 0) {
        kf_buffer_add_string(out, "\t\t\t");
        print_line(print);
        return;
    }
    out->data = kf_arena_grow(out->arena, out->data, &out->capacity, facts + MOST, 1);
    for (size_t i = 0; i < found->count; i++) {
        char *end = put_row_end(out->data + facts, &found->hits[i], game);
        fwrite(out->data, 1, (size_t)(end - out->data), print->cli->out);
    }
}

static void print_path(kf_find_print *print, const kf_catalog_game *game) {
    if (kf_text_equal(kf_buffer_text(&print->path), game->file))
        return;
    print->path.length = 0;
    kf_buffer_add_text(&print->path, game->file);
    if (print->form == KF_FIND_NUL) {
        fwrite(game->file.data, 1, game->file.length, print->cli->out);
        putc('\0', print->cli->out);
    } else {
        kf_report_text(print->cli->out, game->file, false);
        putc('\n', print->cli->out);
    }
}

// ---- Records ----

static void free_record(kf_record *record) {
    kf_record_free(record);
}

// Room for the nodes of all hits, before there is a record that an allocation that fails would
// leave behind.
static void make_room(kf_find_print *print, const kf_found *found) {
    print->nodes = kf_arena_grow(print->arena, print->nodes, &print->node_room, found->count + 1,
                                 sizeof *print->nodes);
}

static bool place_hits(kf_find_print *print, kf_record *record, const kf_found *found) {
    return found->count == 0 ||
           kf_place_hits(print->catalog, record, found, print->nodes, print->cli->log);
}

// Names the nodes at which the pattern stands, so that any editor leads there. The name that a node
// has stays.
static bool name_hits(kf_find_print *print, kf_record *record, const kf_found *found) {
    bool is_good = place_hits(print, record, found);
    const kf_node *nodes = print->nodes;
    for (size_t i = 0; i < found->count && is_good; i++) {
        kf_property property;
        kf_text name = {"hit", 3};
        if (nodes[i] != 0 && !kf_property_find(record, nodes[i], "N", &property))
            is_good = kf_node_set(record, nodes[i], "N", &name, 1, print->cli->log);
    }
    return is_good;
}

static void print_record(kf_find_print *print, const kf_found *found) {
    kf_cli *cli = print->cli;
    make_room(print, found);
    kf_record *record = kf_catalog_record(print->catalog, found->game, cli->log);
    kf_writing writing = {.canonical = true};
    if (record == NULL) {
        print->has_failed = true;
        return;
    }
    print->has_failed = !name_hits(print, record, found) ||
                        !kf_format_write(record, kf_format_named("sgf"), &writing, print->sink,
                                         print->context, cli->log);
    free_record(record);
}

// A game on its way to the sheet, for a protected call of its own: whatever happens there, the
// record is freed.
typedef struct boarding {
    kf_find_print *print;
    const kf_catalog_game *game;
    const kf_found *found;
    kf_play *play;
    bool is_good;
} boarding;

static void add_boards_in(void *context) {
    boarding *b = context;
    b->is_good = kf_find_sheet_add(&b->print->sheet, b->play, b->game, b->found, b->print->nodes);
}

// The record is made first: it takes the place of the texts of a game.
static void add_boards(kf_find_print *print, const kf_found *found) {
    kf_log *log = print->cli->log;
    make_room(print, found);
    kf_record *record = kf_catalog_record(print->catalog, found->game, log);
    kf_catalog_game game;
    boarding b = {.print = print, .game = &game, .found = found};
    bool is_placed = record != NULL && place_hits(print, record, found);
    if (is_placed && found->count == 0)
        print->nodes[0] = kf_path_find(record, kf_node_child(record, 0), "last");
    if (is_placed && kf_catalog_get(print->catalog, found->game, &game, log)) {
        b.play = kf_play_new(record, NULL);
        if (b.play == NULL || !kf_arena_try(print->sheet.boards.arena, add_boards_in, &b) ||
            !b.is_good)
            kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    }
    print->has_failed = !b.is_good;
    kf_play_free(b.play);
    free_record(record);
}

// ---- One after the other ----

static void free_arena(void *what) {
    kf_arena_free(what);
}

bool kf_find_print_begin(kf_find_print *print) {
    print->arena = kf_arena_new();
    if (print->arena == NULL)
        return false;
    kf_arena_defer(print->cli->arena, free_arena, print->arena);
    print->line.arena = print->path.arena = print->arena;
    print->sheet.boards.arena = kf_arena_new_in(print->cli->arena);
    const kf_find_pattern *pattern = print->find->pattern;
    int *size = print->sheet.pattern_size;
    while (pattern != NULL && kf_find_pattern_at(pattern, size[0], 0) != '\0')
        size[0]++;
    while (pattern != NULL && kf_find_pattern_at(pattern, 0, size[1]) != '\0')
        size[1]++;
    if (print->form == KF_FIND_TSV)
        fputs("file\tgame\tblack\tblack_rank\twhite\twhite_rank\tdate\tevent\tresult\tmove\tpoint\t"
              "symmetry\tswapped\n",
              print->cli->out);
    return true;
}

static void print_game(void *context) {
    kf_find_print *print = context;
    const kf_found *found = print->found;
    kf_catalog_game game;
    if (print->form == KF_FIND_SGF || print->form == KF_FIND_SHEET) {
        if (print->form == KF_FIND_SGF)
            print_record(print, found);
        else
            add_boards(print, found);
        return;
    }
    print->has_failed = !kf_catalog_get(print->catalog, found->game, &game, print->cli->log);
    if (print->has_failed)
        return;
    if (print->form == KF_FIND_JSON)
        print_json(print, &game, found);
    else if (print->form == KF_FIND_TSV)
        print_rows(print, &game, found);
    else if (print->form == KF_FIND_LIST)
        print_listed(print->cli, &game, found);
    else
        print_path(print, &game);
}

bool kf_find_print_game(void *context, const kf_found *found) {
    kf_find_print *print = context;
    print->shown++;
    if (print->form == KF_FIND_NOTHING)
        return print->shown != print->limit;
    print->found = found;
    if (!kf_arena_try(print->arena, print_game, print)) {
        kf_log_add(print->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        print->has_failed = true;
    }
    // The first are seen while others are still being looked for.
    if (print->shown == 1)
        kf_report_flush(print->cli);
    return !print->has_failed && !ferror(print->cli->out) && print->shown != print->limit &&
           !print->sheet.is_full;
}

static void print_totals(void *context) {
    kf_find_print *print = context;
    print->line.length = 0;
    kf_json_open(&print->line, NULL, '{');
    kf_json_number(&print->line, "games", (int64_t)print->total->games);
    kf_json_number(&print->line, "hits", (int64_t)print->total->hits);
    kf_json_close(&print->line, '}');
    print_line(print);
}

void kf_find_print_end(kf_find_print *print, const kf_find_total *total) {
    FILE *out = print->cli->out;
    if (print->form == KF_FIND_NOTHING) {
        fprintf(out, "%llu\t%llu\n", (unsigned long long)total->games,
                (unsigned long long)total->hits);
    } else if (print->form == KF_FIND_JSON) {
        print->total = total;
        if (!kf_arena_try(print->arena, print_totals, print))
            kf_arena_fail(print->cli->arena);
    } else if (print->form == KF_FIND_LIST && !print->cli->is_quiet) {
        kf_report_flush(print->cli);
        kf_report_amount(print->cli->err, (size_t)total->games, "game");
        if (print->find->pattern != NULL) {
            fputs(", ", print->cli->err);
            kf_report_amount(print->cli->err, (size_t)total->hits, "hit");
        }
        putc('\n', print->cli->err);
    }
}
