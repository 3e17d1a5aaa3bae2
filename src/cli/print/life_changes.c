// SPDX-License-Identifier: MIT
// Which moves of a game change the status of groups, as text, as data and in the record.

#include "cli/print/print.h"

#include "base/buffer.h"
#include "cli/frame/cli.h"

// A change, the node whose move brought it, and what is said of it.
typedef struct note {
    kf_node node, parent;
    kf_text text;
    bool is_lost; // the owner moved, and lost his group by it
    kf_colour colour;
    int save_count;
    kf_point saves[KF_LIFE_MOVES];
} note;

typedef struct listing {
    const kf_selection *spot;
    const kf_step *step;
    const kf_life_change *change;
    size_t count, room, positions;
    note *notes;
} listing;

static const char *name_of(kf_colour colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

static void add_moves(kf_buffer *out, const listing *l, const char *what, const kf_point *moves,
                      int count) {
    char text[KF_POINT_TEXT];
    if (count == 0)
        return;
    kf_buffer_add_string(out, what);
    for (int i = 0; i < count; i++) {
        kf_buffer_add_string(out, " ");
        kf_buffer_add_string(out, kf_selection_write(l->spot, moves[i], text));
    }
}

// "White C3, 7 stones: alive, now unsettled; ..."
static kf_text describe(const listing *l) {
    const kf_life_change *change = l->change;
    kf_buffer out = {.arena = l->spot->cli->arena};
    char text[KF_POINT_TEXT];
    bool owner_moved = l->step->colour == change->colour;
    kf_buffer_add_string(&out, name_of(change->colour));
    kf_buffer_add_string(&out, " ");
    kf_buffer_add_string(&out, kf_selection_write(l->spot, change->group, text));
    kf_buffer_add_string(&out, ", ");
    kf_buffer_add_number(&out, change->stones);
    kf_buffer_add_string(&out, change->stones == 1 ? " stone: " : " stones: ");
    kf_buffer_add_string(&out, kf_life_name(change->before));
    if (change->since > 1) {
        kf_buffer_add_string(&out, " ");
        kf_buffer_add_number(&out, change->since - 1);
        kf_buffer_add_string(&out, change->since == 2 ? " position earlier" : " positions earlier");
    }
    if (change->after != change->before) {
        kf_buffer_add_string(&out, ", now ");
        kf_buffer_add_string(&out, kf_life_name(change->after));
    }
    if (change->turn == KF_LIFE_LOST)
        kf_buffer_add_string(&out, "; it is left to die");
    if (change->turn == KF_LIFE_LET_LIVE)
        kf_buffer_add_string(&out, "; it is left to live");
    add_moves(&out, l, owner_moved ? "; taken by" : "; could be taken by", change->kills,
              change->kill_count);
    add_moves(&out, l, owner_moved ? "; could be saved by" : "; saved by", change->saves,
              change->save_count);
    return kf_buffer_text(&out);
}

static void add_list(const listing *l, kf_json *json, const char *name, const kf_point *points,
                     int count) {
    char text[KF_POINT_TEXT];
    kf_json_add_list(json, name);
    for (int i = 0; i < count; i++)
        kf_json_add_word(json, name, kf_selection_write(l->spot, points[i], text));
}

static void print_object(const listing *l) {
    static const char *const turns[] = {NULL, "left to die", "left to live"};
    const kf_life_change *change = l->change;
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", l->spot->file);
    kf_json_add_number(json, "game", (int64_t)l->spot->game);
    kf_json_add_number(json, "number", l->step->number);
    kf_json_add_string(json, "point", kf_selection_write(l->spot, l->step->point, text));
    kf_json_add_colour(json, "color", l->step->colour);
    kf_json_add_string(json, "group", kf_selection_write(l->spot, change->group, text));
    kf_json_add_colour(json, "group_color", change->colour);
    kf_json_add_number(json, "stones", change->stones);
    kf_json_add_string(json, "before", kf_life_name(change->before));
    kf_json_add_string(json, "after", kf_life_name(change->after));
    kf_json_add_number(json, "since", change->since);
    if (change->turn == KF_LIFE_NO_TURN)
        kf_json_add_null(json, "turn");
    else
        kf_json_add_string(json, "turn", turns[change->turn]);
    add_list(l, json, "kills", change->kills, change->kill_count);
    add_list(l, json, "saves", change->saves, change->save_count);
    kf_json_print(l->spot->cli, json);
}

static void print_change(listing *l) {
    kf_cli *cli = l->spot->cli;
    char text[KF_POINT_TEXT];
    kf_text words = describe(l);
    const kf_life_change *change = l->change;
    l->notes = kf_arena_grow(cli->arena, l->notes, &l->room, l->count + 1, sizeof *l->notes);
    note *added = &l->notes[l->count++];
    *added = (note){.node = l->step->node,
                    .parent = kf_node_parent(l->spot->record, l->step->node),
                    .text = words,
                    .is_lost = change->turn == KF_LIFE_LOST && l->step->colour == change->colour,
                    .colour = change->colour,
                    .save_count = change->save_count};
    for (int i = 0; i < change->save_count; i++)
        added->saves[i] = change->saves[i];
    kf_progress_clear(cli);
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        print_object(l);
        return;
    }
    fprintf(cli->out, "move %d, %s %s: ", l->step->number, name_of(l->step->colour),
            kf_selection_write(l->spot, l->step->point, text));
    kf_report_text(cli->out, words, false);
    putc('\n', cli->out);
}

static void close_course(void *course) {
    kf_life_course_free(course);
}

static void walk(listing *l, kf_life_course *course) {
    const kf_selection *spot = l->spot;
    kf_play_aim(spot->replay, kf_node_game(spot->record, spot->node), spot->node);
    while (kf_play_follow(spot->replay)) {
        l->step = kf_play_step(spot->replay);
        if (!kf_life_course_step(course, kf_play_board(spot->replay), l->step->colour))
            kf_arena_fail(spot->cli->arena);
        l->positions++;
        for (size_t i = 0; l->step->is_move && i < kf_life_course_count(course); i++) {
            l->change = kf_life_course_at(course, i);
            print_change(l);
        }
    }
}

// The comments, and moves that would have saved a group, beside those that lost it.
static bool add_to_record(const listing *l, kf_record *record) {
    kf_cli *cli = l->spot->cli;
    kf_life_tree *tree = kf_arena_alloc(cli->arena, sizeof *tree);
    bool is_whole = true;
    for (size_t i = 0; i < l->count && is_whole; i++) {
        const note *one = &l->notes[i];
        is_whole = kf_comment_add(cli, record, one->node, one->text);
        tree->count = 0;
        for (int k = 0; one->is_lost && k < one->save_count; k++)
            tree->moves[tree->count++] =
                (kf_life_move){one->saves[k], one->colour, -1, KF_LIFE_RIGHT};
        is_whole = is_whole && kf_life_write_add(cli, record, one->parent, tree);
    }
    return is_whole;
}

void kf_life_changes_print(const kf_selection *spot, uint64_t nodes, const char *output) {
    kf_cli *cli = spot->cli;
    kf_record *record = cli->records[cli->records[0] != spot->record];
    listing l = {.spot = spot};
    kf_arena_level level = kf_arena_mark(cli->arena);
    void **slot = kf_arena_slot(cli->arena, close_course);
    kf_life_course *course = *slot = kf_life_course_new(nodes);
    if (course == NULL)
        kf_arena_fail(cli->arena);
    if (!kf_options_has(cli, KF_OPTION_JSON))
        kf_selection_print(spot);
    walk(&l, course);
    if (!kf_options_has(cli, KF_OPTION_JSON) && !cli->is_quiet)
        fprintf(cli->out, "%zu change%s in %zu positions\n", l.count, l.count == 1 ? "" : "s",
                l.positions);
    if (output != NULL && add_to_record(&l, record))
        kf_life_write_file(cli, record, output);
    kf_arena_rewind(cli->arena, level);
}
