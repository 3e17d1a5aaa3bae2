// SPDX-License-Identifier: MIT
// kifu capture: whether and how chains can be captured.

#include <kifu/life.h>
#include <kifu/reading.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"

// A whole board has dozens of chains and is answered within a second: each gets a fifth of the
// positions that a chain gets about which somebody asks by name. Where it has hundreds they share
// what is usual for a hundred; what one of them leaves the others get.
enum { USUAL_OF_BOARD = KF_CAPTURE_USUAL / 5, SHARED = 100 * USUAL_OF_BOARD };
enum { MOST = 100000000, SIDES = 2 };

// By who moves first.
enum { ATTACKER, OWNER };

// What is asked, and room for the answers.
typedef struct job {
    kf_cli *cli;
    const kf_selection *spot;
    const kf_board *board;
    kf_capture *reader;
    kf_capture_answer *answer; // by side
    kf_point stone;
    kf_colour colour;
    uint64_t nodes;
    const char *output; // where the record with the lines goes, or NULL
    kf_life_tree *tree;
    char (*names)[KF_POINT_TEXT]; // room for a line in words
    kf_text *texts;
} job;

static const char *name_of(int colour) {
    return colour == KF_BLACK ? "Black" : "White";
}

static bool is_taken(const kf_capture_answer *answer) {
    return answer->word == KF_CAPTURE_CAPTURED || answer->word == KF_CAPTURE_BY_KO;
}

// ---- As text ----

static void print_points(const job *j, const kf_point *points, int count) {
    char text[KF_POINT_TEXT];
    for (int i = 0; i < count; i++)
        fprintf(j->cli->out, " %s", kf_selection_write(j->spot, points[i], text));
}

static void print_side(const job *j, int side) {
    FILE *out = j->cli->out;
    const kf_capture_answer *answer = &j->answer[side];
    int first = side == OWNER ? (int)j->colour : 3 - (int)j->colour;
    fprintf(out, "  %s first: %s", name_of(first), kf_capture_read_word(answer->word));
    if (is_taken(answer))
        fprintf(out, ", %s in %d move%s", kf_capture_read_way(answer->way), answer->line_count,
                answer->line_count == 1 ? "" : "s");
    if (answer->word == KF_CAPTURE_UNKNOWN)
        fputs(answer->is_cut ? ", no way was found within the budget" : ", no ladder, no net", out);
    if (answer->save_count > 0) {
        fputs(answer->save_count > 1 ? " after one of" : " after", out);
        print_points(j, answer->saves, answer->save_count);
    }
    if (answer->line_count > 0) {
        putc(':', out);
        print_points(j, answer->line, answer->line_count);
    }
    putc('\n', out);
}

static void print_chain(const job *j) {
    char text[KF_POINT_TEXT];
    size_t stones = kf_chain_stones(j->board, j->stone, NULL, 0);
    size_t liberties = kf_chain_liberties(j->board, j->stone, NULL, 0);
    fprintf(j->cli->out, "%s %s, %zu %s, %zu libert%s\n", name_of(j->colour),
            kf_selection_write(j->spot, j->stone, text), stones, stones == 1 ? "stone" : "stones",
            liberties, liberties == 1 ? "y" : "ies");
    print_side(j, ATTACKER);
    print_side(j, OWNER);
    if (kf_play_rules(j->spot->replay)->suicide)
        fputs("  suicide, which these rules allow, is not read\n", j->cli->out);
}

// ---- As data ----

static void add_points(const job *j, kf_json *json, const char *name, const kf_point *points,
                       int count) {
    for (int i = 0; i < count; i++)
        j->texts[i] = kf_text_of(kf_selection_write(j->spot, points[i], j->names[i]));
    kf_json_add_texts(json, name, j->texts, (size_t)count);
}

static void add_side(const job *j, kf_json *object, const char *name, int side) {
    const kf_capture_answer *answer = &j->answer[side];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "result", kf_capture_read_word(answer->word));
    kf_json_add_bool(json, "proved",
                     answer->word == KF_CAPTURE_CAPTURED || answer->word == KF_CAPTURE_SAFE);
    if (is_taken(answer)) {
        kf_json_add_string(json, "way", kf_capture_read_way(answer->way));
        kf_json_add_number(json, "order", answer->order);
    } else {
        kf_json_add_null(json, "way");
        kf_json_add_null(json, "order");
    }
    add_points(j, json, "line", answer->line, answer->line_count);
    add_points(j, json, "saves", answer->saves, answer->save_count);
    kf_json_add_bool(json, "budget", answer->is_cut);
    kf_json_add_number(json, "nodes", (int64_t)answer->nodes);
    kf_json_add_object(object, name, json);
}

static void print_object(const job *j) {
    char text[KF_POINT_TEXT];
    kf_json *json = kf_json_new();
    kf_json_add_string(json, "file", j->spot->file);
    kf_json_add_number(json, "game", (int64_t)j->spot->game);
    kf_json_add_string(json, "group", kf_selection_write(j->spot, j->stone, text));
    kf_json_add_colour(json, "color", (int)j->colour);
    kf_json_add_number(json, "stones", (int64_t)kf_chain_stones(j->board, j->stone, NULL, 0));
    kf_json_add_number(json, "liberties", (int64_t)kf_chain_liberties(j->board, j->stone, NULL, 0));
    add_side(j, json, "attacker_first", ATTACKER);
    add_side(j, json, "owner_first", OWNER);
    kf_json_print(j->cli, json);
}

// ---- As a record ----

static void add_move(kf_life_tree *tree, kf_point point, kf_colour colour, int parent) {
    if (tree->count < KF_LIFE_TREE)
        tree->moves[tree->count++] = (kf_life_move){point, colour, parent, KF_LIFE_PLAIN};
}

// The line of a side that moves first, or the moves that save. The end of a capture is marked as
// right where the attacker begins, and as wrong where the owner does.
static void add_lines(const job *j, int side) {
    const kf_capture_answer *answer = &j->answer[side];
    kf_colour colour = side == OWNER ? j->colour : kf_colour_other(j->colour);
    int parent = -1, begin = j->tree->count;
    for (int i = 0; i < answer->line_count; i++) {
        add_move(j->tree, answer->line[i], colour, parent);
        parent = j->tree->count - 1;
        colour = kf_colour_other(colour);
    }
    if (j->tree->count > begin)
        j->tree->moves[j->tree->count - 1].mark = side == OWNER ? KF_LIFE_WRONG : KF_LIFE_RIGHT;
    for (int i = 0; i < answer->save_count; i++)
        add_move(j->tree, answer->saves[i], colour, -1);
}

static void write_record(job *j) {
    kf_cli *cli = j->cli;
    kf_record *record = cli->records[cli->records[0] != j->spot->record];
    j->tree->count = 0;
    add_lines(j, ATTACKER);
    add_lines(j, OWNER);
    if (kf_life_write_add(cli, record, j->spot->node, j->tree))
        kf_life_write_file(cli, record, j->output);
}

// ---- Which chains ----

static void read_side(job *j, int side) {
    kf_colour first = side == OWNER ? j->colour : kf_colour_other(j->colour);
    kf_capture_read(j->reader, j->board, j->stone, first, j->nodes, &j->answer[side]);
}

static void print(const job *j) {
    if (kf_options_has(j->cli, KF_OPTION_JSON))
        print_object(j);
    else
        print_chain(j);
    kf_report_flush(j->cli);
}

// Whether that point is the first one of its chain in the order of the board.
static bool is_first(const kf_board *board, kf_point point) {
    uint32_t begin = kf_board_cell(board, point), at = begin;
    do {
        if (at < begin)
            return false;
        at = board->cell[at].next;
    } while (at != begin);
    return true;
}

// The next chain of the board from that place on. False: there is none.
static bool next_chain(job *j, int *place) {
    const kf_board *board = j->board;
    for (; *place < board->width * board->height; ++*place) {
        j->stone = kf_point_at(*place % board->width, *place / board->width);
        j->colour = kf_board_get(board, j->stone);
        if (j->colour != KF_EMPTY && is_first(board, j->stone))
            return ++*place > 0;
    }
    return false;
}

// Every chain that the attacker takes when he moves first.
static void answer_all(job *j) {
    bool is_any = false;
    uint64_t most = j->nodes, left = SHARED, chains = 0;
    for (int place = 0; next_chain(j, &place);)
        chains++;
    for (int place = 0; next_chain(j, &place); chains--) {
        uint64_t share = left / chains;
        j->nodes = share < most && !kf_options_has(j->cli, KF_OPTION_NODES) ? share + 1 : most;
        read_side(j, ATTACKER);
        bool is_said = is_taken(&j->answer[ATTACKER]);
        if (is_said) {
            read_side(j, OWNER);
            is_any = true;
            print(j);
        }
        uint64_t spent = j->answer[ATTACKER].nodes + (is_said ? j->answer[OWNER].nodes : 0);
        left -= spent < left ? spent : left;
    }
    j->nodes = most;
    if (!is_any && !kf_options_has(j->cli, KF_OPTION_JSON))
        fputs("no chain that can be captured was found\n", j->cli->out);
}

static void visit(void *context, const kf_selection *spot) {
    job *j = context;
    j->spot = spot;
    j->board = kf_play_board(spot->replay);
    if (!kf_selection_group(spot, &j->stone))
        return;
    if (!kf_options_has(j->cli, KF_OPTION_JSON))
        kf_selection_print(spot);
    if (j->stone == KF_NOWHERE) {
        answer_all(j);
        return;
    }
    j->colour = kf_board_get(j->board, j->stone);
    read_side(j, ATTACKER);
    read_side(j, OWNER);
    print(j);
    if (j->output != NULL)
        write_record(j);
}

static void close_reader(void *reader) {
    kf_capture_read_free(reader);
}

static int capture(kf_cli *cli) {
    int nodes = kf_options_has(cli, KF_OPTION_GROUP) ? KF_CAPTURE_USUAL : USUAL_OF_BOARD;
    job j = {.cli = cli, .output = cli->values[KF_OPTION_OUTPUT]};
    if (!kf_input_prepare(cli) || !kf_options_number(cli, KF_OPTION_NODES, 1, MOST, &nodes))
        return KF_STATUS_FAILED;
    if (j.output != NULL && !kf_options_has(cli, KF_OPTION_GROUP))
        return kf_options_wrong(cli, "'-o' takes one chain; '--group' names it");
    j.nodes = (uint64_t)nodes;
    void **slot = kf_arena_slot(cli->arena, close_reader);
    j.reader = *slot = kf_capture_read_new();
    if (j.reader == NULL)
        kf_arena_fail(cli->arena);
    j.answer = kf_arena_alloc(cli->arena, SIDES * sizeof *j.answer);
    j.tree = kf_arena_alloc(cli->arena, sizeof *j.tree);
    j.names = kf_arena_alloc(cli->arena, KF_CAPTURE_LINE * sizeof *j.names);
    j.texts = kf_arena_alloc(cli->arena, KF_CAPTURE_LINE * sizeof *j.texts);
    return kf_selection_each(cli, visit, &j);
}

static const kf_option options[] = {
    {KF_OPTION_AT, 'a', "at", "PLACE", "last",
     "the position at a place: N moves of the main line, #N, last, or a path"},
    {KF_OPTION_GAME, 'g', "game", "N", NULL, "only this game of the file"},
    {KF_OPTION_GROUP, 0, "group", "POINT", NULL, "only the chain on this point"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print each chain as a JSON object on a line"},
    {KF_OPTION_NODES, 0, "nodes", "N", "10000 100000",
     "the most positions to look at for a chain, for each side that moves first; by default 20000 "
     "with '--group', else 4000"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write the record there, with the lines and the moves that save as variations"},
    KF_OPTIONS_WRITING,
    KF_RULES_OPTION_ROW,
    KF_COORDS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_capture = {
    .name = "capture",
    .summary = "read captures: ladders, nets, snapbacks",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Reports for each chain that can be captured how that is done (at once, by snapback, "
             "connect-and-die, throw-in, ladder, net, loose ladder or race), with the line of "
             "play, and which first moves of its owner save it. With '--group' any chain can be "
             "asked about. What is captured is proved, whatever its owner plays; where no way was "
             "found, that is no proof that there is none. The position is the end of the main "
             "line, or the place that '--at' names.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = capture,
};
