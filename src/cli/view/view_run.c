// SPDX-License-Identifier: MIT
// kifu view: from the file to the screen, and key by key until the end.

#include <string.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"
#include "cli/view/view.h"

// ---- The record ----

static void free_arena(void *what) {
    kf_view *view = what;
    kf_arena_free(view->arena);
}

static void close_screen(void *what) {
    kf_view_screen **screen = what;
    kf_view_screen_close(*screen);
    *screen = NULL;
}

// The node where to begin. 0: there is none, which is reported.
static kf_node first_node(kf_cli *cli, const kf_record *record) {
    kf_node game = kf_selection_game(cli, record);
    bool is_named = game != 0 && kf_options_has(cli, KF_OPTION_AT);
    return is_named ? kf_selection_node(cli, record, game, "0") : game;
}

static void start(void *context) {
    kf_view *view = context;
    view->game = 0;
    view->tree = (kf_view_tree){.game = 0};
    view->game_count = kf_record_games(view->record);
    size_t size = kf_record_nodes(view->record) * sizeof *view->chosen;
    view->play = kf_selection_cursor(view->arena, view->record, NULL);
    view->centre = KF_NOWHERE;
    view->chosen = kf_arena_alloc(view->arena, size);
    memset(view->chosen, 0, size);
    kf_view_step_to(view, view->node);
}

// Makes the memory that lasts as long as the record, and goes to the node. False: there is none.
static bool begin(kf_view *view) {
    kf_arena_free(view->arena);
    view->arena = kf_arena_new();
    return view->arena != NULL && kf_arena_try(view->arena, start, view);
}

// Reads the file again and goes to the place where it was left, or to the beginning.
static void read_again(kf_view *view) {
    kf_cli *cli = view->cli;
    char path[1024];
    view->wants_reading = false;
    view->mode = KF_VIEW_STEPPING;
    size_t length = kf_path_of(view->record, view->node, path, sizeof path);
    kf_record *record = strcmp(view->name, "-") != 0 ? kf_input_read(cli, view->name) : NULL;
    kf_log_clear(cli->log);
    if (record == NULL || kf_node_child(record, 0) == 0) {
        kf_input_free(cli, record);
        snprintf(view->message, sizeof view->message, "It cannot be read again.");
        return;
    }
    kf_node game = kf_node_child(record, 0);
    kf_node node = length < sizeof path ? kf_path_find(record, game, path) : 0;
    kf_input_free(cli, view->record);
    view->record = record;
    view->node = node != 0 ? node : game;
    if (!begin(view))
        kf_arena_fail(cli->arena);
    snprintf(view->message, sizeof view->message, "Read again.");
}

// ---- Key by key ----

// What one turn of the loop does, in a protected call of its own arena.
typedef struct turn {
    kf_view *view;
    kf_view_screen *screen;
    uint32_t key; // 0: nothing was pressed yet
} turn;

static void take_turn(void *context) {
    turn *t = context;
    if (t->key != 0)
        kf_view_key(t->view, t->key);
    // Who holds a key down wants to arrive, and not to see every place on the way.
    if (!t->view->is_over && !kf_view_screen_has_key(t->screen))
        kf_view_draw(t->view, t->screen);
}

static void take_key(void *context) {
    turn *t = context;
    if (!kf_arena_try(t->view->scratch, take_turn, t))
        kf_arena_fail(t->view->arena);
}

// Memory that a turn takes is given back behind it. When there is not enough, the view stays as it
// is, and the next key has another chance; without any memory at all nothing can be shown.
static bool turn_safely(turn *t) {
    kf_view *view = t->view;
    view->scratch = kf_arena_new();
    bool is_done = view->scratch != NULL && kf_arena_try(view->arena, take_key, t);
    kf_arena_free(view->scratch);
    view->scratch = NULL;
    // A cursor that was left in the middle of a move must start again.
    if (!is_done)
        kf_play_turn(view->play, view->record, NULL);
    return is_done;
}

static bool run(kf_view *view, kf_view_screen *screen) {
    turn t = {view, screen, 0};
    size_t failures = 0;
    while (!view->is_over) {
        failures = turn_safely(&t) ? 0 : failures + 1;
        if (view->wants_reading) {
            read_again(view);
            t.key = 0;
            continue;
        }
        if (failures > 2)
            return false;
        if (failures > 0)
            snprintf(view->message, sizeof view->message, "Out of memory.");
        if (failures > 0 && t.key != 0)
            t.key = KF_KEY_RESIZED;
        else if (!view->is_over)
            t.key = kf_view_screen_key(screen);
    }
    return true;
}

static int look_at(kf_cli *cli, const char *name, kf_record *record, kf_node node) {
    kf_view *view = kf_arena_alloc(cli->arena, sizeof *view);
    *view = (kf_view){.cli = cli, .name = name, .record = record, .node = node};
    kf_rules_option_prepare(cli, &view->coords);
    kf_arena_defer(cli->arena, free_arena, view);
    if (!begin(view))
        kf_arena_fail(cli->arena);
    kf_view_screen **screen = kf_arena_alloc(cli->arena, sizeof(kf_view_screen *));
    *screen = NULL;
    kf_arena_defer(cli->arena, close_screen, screen);
    *screen = kf_view_screen_open(cli);
    if (*screen == NULL)
        return KF_STATUS_FAILED;
    bool is_done = run(view, *screen);
    close_screen(screen);
    if (!is_done)
        kf_arena_fail(cli->arena);
    return KF_STATUS_CLEAN;
}

int kf_view_run(kf_cli *cli) {
    const char *name = cli->operand_count > 0 ? cli->operands[0] : "-";
    kf_record *record = kf_input_read(cli, name);
    if (record == NULL)
        return KF_STATUS_FAILED;
    kf_log_clear(cli->log);
    kf_node node = first_node(cli, record);
    int status = node != 0 ? look_at(cli, name, record, node) : KF_STATUS_FAILED;
    kf_report_entries(cli);
    // The record, or the one that took its place, is freed when the command ends.
    return status;
}
