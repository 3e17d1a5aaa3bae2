// SPDX-License-Identifier: MIT
// The tree of variations as a list of lines with their paths.

#include "cli/print/print.h"

#include <string.h>

#include "base/buffer.h"
#include <kifu/board.h>

// How deep variations are listed within each other, how many columns their indentation takes at
// most, where their moves begin, and how wide lines get. Deeper ones would cost more than linear
// time, since every line repeats the path that leads to it.
enum { DEEPEST = 64, INDENTED = 12, MOVES_COLUMN = 22, LINE = 79 };

// A line being looked through for variations.
typedef struct frame {
    kf_node at;      // the node of the line that was reached
    kf_node sibling; // the next variation that leaves the line before this node, or 0
    size_t index;    // of that sibling among the children, from 1
    size_t steps;    // from the line's first node to the node before `at`
    size_t path;     // length of the path of the line's first node
    size_t moves;    // played before `at`
} frame;

typedef struct tree {
    kf_cli *cli;
    const char *file; // of the objects; NULL: text is printed
    const kf_record *record;
    size_t game;
    int width, height;
    char path[DEEPEST * 44 + 44]; // two numbers of twenty digits and their dots for each depth
    frame frames[DEEPEST];
    size_t depth;
    size_t hidden; // lines that are too deep, with those that leave them
} tree;

// ---- One line ----

// The move of a node as "B Q16"; false when it has none.
static bool write_move(const tree *t, kf_node node, char *out, size_t size) {
    kf_text value;
    char point[KF_POINT_TEXT] = "?";
    bool is_black = kf_property_get(t->record, node, "B", &value);
    if (!is_black && !kf_property_get(t->record, node, "W", &value))
        return false;
    kf_point where = kf_point_read(value.data, value.length, KF_COORDS_SGF, t->width, t->height);
    if (where != KF_NOWHERE)
        kf_point_write(where, KF_COORDS_A1, t->width, t->height, point);
    snprintf(out, size, "%c %s", is_black ? 'B' : 'W', point);
    return true;
}

// Prints the first moves of the line, as many as fit, and says how many there are.
static void print_moves(const tree *t, kf_node node, size_t before, size_t column) {
    FILE *out = t->cli->out;
    char move[24], count[64];
    size_t moves = 0;
    for (kf_node n = node; n != 0; n = kf_node_child(t->record, n))
        moves += kf_path_is_move(t->record, n);
    snprintf(count, sizeof count, "%zu move%s", moves, moves == 1 ? "" : "s");
    fputs(count, out);
    column += strlen(count);
    if (moves > 0 && before > 0)
        column += (size_t)fprintf(out, " from %zu on", before + 1);
    size_t shown = 0;
    for (kf_node n = node; n != 0 && shown < moves; n = kf_node_child(t->record, n)) {
        if (!write_move(t, n, move, sizeof move))
            continue;
        if (column + strlen(move) + 5 > LINE)
            break;
        column += (size_t)fprintf(out, "%s %s", shown > 0 ? "," : ":", move);
        shown++;
    }
    fputs(shown < moves && shown > 0 ? ", …\n" : "\n", out);
}

static void print_object(const tree *t, kf_node node, size_t length, size_t before) {
    char move[24], path[sizeof t->path + 2];
    size_t moves = 0;
    kf_json *json = kf_json_new();
    snprintf(path, sizeof path, "%.*s%s", (int)length, t->path, t->depth == 0 ? ".0" : "");
    kf_json_add_string(json, "file", t->file);
    kf_json_add_number(json, "game", (int64_t)t->game);
    kf_json_add_string(json, "path", path);
    kf_json_add_number(json, "depth", (int64_t)t->depth);
    kf_json_add_number(json, "before", (int64_t)before);
    kf_json_add_list(json, "played");
    for (kf_node n = node; n != 0; n = kf_node_child(t->record, n))
        if (write_move(t, n, move, sizeof move)) {
            kf_json_add_word(json, "played", move);
            moves++;
        }
    kf_json_add_number(json, "moves", (int64_t)moves);
    kf_json_print(t->cli, json);
}

static void print_line(const tree *t, kf_node node, size_t length, size_t before) {
    size_t indent = t->depth * 2 < INDENTED ? t->depth * 2 : INDENTED;
    size_t column = indent + length;
    kf_report_pad(t->cli->out, 0, indent);
    fprintf(t->cli->out, "%.*s", (int)length, t->path);
    // The root has a path like any other node; that of a line is its first node's.
    if (t->depth == 0) {
        fputs(".0", t->cli->out);
        column += 2;
    }
    size_t wanted = column + 2 > MOVES_COLUMN ? column + 2 : MOVES_COLUMN;
    kf_report_pad(t->cli->out, column, wanted);
    print_moves(t, node, before, wanted);
}

// ---- All lines ----

static void enter(tree *t, kf_node node, size_t length, size_t before) {
    if (t->file != NULL)
        print_object(t, node, length, before);
    else
        print_line(t, node, length, before);
    t->frames[t->depth++] = (frame){.at = node, .path = length, .moves = before};
}

// How many lines begin at the node or below it.
static size_t count_lines(const kf_record *record, kf_node top) {
    size_t lines = 1;
    kf_walk walk = kf_walk_from(record, top);
    for (kf_node node = kf_walk_enter(&walk); node != 0; node = kf_walk_enter(&walk))
        lines += node != top && kf_node_child(record, kf_node_parent(record, node)) != node;
    return lines;
}

// Prints the variation in hand of the line on top, and makes it the line on top.
static void enter_sibling(tree *t) {
    frame *f = &t->frames[t->depth - 1];
    kf_node node = f->sibling;
    char *end = t->path + f->path;
    int length = snprintf(end, sizeof t->path - f->path, ".%zu.%zu", f->steps, f->index);
    f->sibling = kf_node_next(t->record, node);
    f->index++;
    if (t->depth == DEEPEST)
        t->hidden += count_lines(t->record, node);
    else
        enter(t, node, f->path + (size_t)length, f->moves);
}

// Goes on along the line on top, or leaves it at its end.
static void advance(tree *t) {
    frame *f = &t->frames[t->depth - 1];
    kf_node child = kf_node_child(t->record, f->at);
    if (child == 0) {
        t->depth--;
        return;
    }
    // From the second node on, `at` is one step beyond `steps`.
    bool is_first = f->index == 0;
    f->steps += !is_first;
    f->moves += kf_path_is_move(t->record, f->at);
    f->at = child;
    f->sibling = kf_node_next(t->record, child);
    f->index = 2;
}

void kf_tree_print(kf_cli *cli, const char *file, const kf_record *record, kf_node game,
                   size_t number) {
    tree t = {.cli = cli, .file = file, .record = record, .game = number};
    kf_record_board(record, game, &t.width, &t.height);
    int length = snprintf(t.path, sizeof t.path, "%zu", number);
    enter(&t, game, (size_t)length, 0);
    while (t.depth > 0)
        if (t.frames[t.depth - 1].sibling != 0)
            enter_sibling(&t);
        else
            advance(&t);
    if (t.hidden > 0 && file == NULL) {
        fprintf(cli->out, "(below %d variations within each other, ", DEEPEST - 1);
        kf_report_amount(cli->out, t.hidden, "line");
        fputs(" not listed)\n", cli->out);
    }
}
