// SPDX-License-Identifier: MIT
// Games that are not closed before the next one begins.
//
// A download that was cut, and another file put behind it: by the grammar the second game is a
// variation of the first. It is one as long as the parentheses come out even, for some files keep
// games in a game. When the text ends and the trees around it are still open, it is a game.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// What the first node of a game says, by how sure that is.
typedef struct said {
    size_t version; // FF and GM
    size_t root;    // these and others that no other node has
    size_t info;    // facts of the game
} said;

static said look_at(kf_text text) {
    static const char *const roots[] = {"FF", "GM", "SZ", "CA"};
    static const char *const infos[] = {"PB", "PW", "DT", "EV", "RE", "KM", "GN"};
    said found = {0};
    kf_property property;
    while (kf_property_scan(&text, &property)) {
        found.version += kf_property_is(&property, "FF") || kf_property_is(&property, "GM");
        for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
            found.root += kf_property_is(&property, roots[i]);
        for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
            found.info += kf_property_is(&property, infos[i]);
    }
    return found;
}

// Whether the first node of a variation says what only that of a game does: what no other node
// has, or two facts of the game where its root gave some.
// `is_certain`: it says so by FF or GM.
static bool is_root(const kf_record *record, kf_node node, bool *is_certain) {
    kf_text text = kf_node_text(record, node);
    bool is_move =
        text.length > 1 && (text.data[0] == 'B' || text.data[0] == 'W') && text.data[1] == '[';
    if (is_move)
        return false;
    said found = look_at(text);
    *is_certain = found.version > 0;
    return found.root > 0 ||
           (found.info > 1 && look_at(kf_node_text(record, record->game)).info > 0);
}

void kf_sgf_split_note(kf_sgf_reader *reader, kf_node node, const kf_sgf_branch *open,
                       size_t depth) {
    kf_record *record = reader->record;
    bool is_certain = false;
    if (!is_root(record, node, &is_certain))
        return;
    const char *opened = record->source->text.data + open[depth - 1].begin;
    bool is_behind_cut =
        reader->broken_off != NULL && kf_sgf_skip_space(reader->broken_off) == opened;
    reader->inner = kf_arena_grow(record->arena, reader->inner, &reader->inner_room,
                                  reader->inner_count + 1, sizeof *reader->inner);
    reader->inner[reader->inner_count++] = (kf_sgf_inner){.node = node,
                                                          .parent = record->rows[node].parent,
                                                          .is_certain = is_certain,
                                                          .is_behind_cut = is_behind_cut,
                                                          .open = open[depth - 1].begin,
                                                          .around = open[depth - 2].begin,
                                                          .depth = depth - 1};
}

size_t kf_sgf_split_missing(const kf_sgf_branch *open, size_t first, size_t end) {
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        count += (open[i].count == open[i].run) + open[i].missing;
    return count;
}

void kf_sgf_split_report(kf_sgf_reader *reader, const kf_sgf_branch *open, size_t first, size_t end,
                         const char *where) {
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        count += open[i].count;
    const char *begin = reader->record->source->text.data + open[first].begin;
    kf_log_add(reader->log, KF_SGF_UNCLOSED_TREE, kf_sgf_mend_place(reader->record, begin),
               "%zu tree%s never closed; closed %s", count, count == 1 ? " is" : "s are", where);
}

// Whether the tree in which the variation stands is still open.
static bool is_around_open(const kf_sgf_inner *inner, const kf_sgf_ends *ends) {
    return inner->depth <= ends->depth && ends->open[inner->depth - 1].begin == inner->around;
}

// Whether a value that is never closed may hold the parentheses that seem to be missing.
static bool may_be_swallowed(const kf_record *record, const kf_sgf_ends *ends) {
    kf_text last = kf_node_text(record, (kf_node)(record->count - 1));
    return ends->is_cut && memchr(last.data, ')', last.length) != NULL;
}

// Whether nothing but such variations stands behind the first of them, which are all at one node.
static bool is_rest_games(const kf_record *record, const kf_sgf_inner *inner, size_t count) {
    const kf_row *rows = record->rows;
    kf_node last = rows[inner->parent].child, child = inner->node;
    for (size_t i = 0; i < count && child == inner[i].node; i++)
        child = child != last ? rows[child].next : 0;
    return child == 0;
}

// Makes games of the variation and of all behind it at the same node: they stand behind its game.
static void make_games(kf_record *record, const kf_sgf_inner *inner) {
    kf_row *rows = record->rows;
    kf_node parent = inner->parent, first = inner->node, last = rows[parent].child;
    kf_node head = rows[last].next, before = 0, end = rows[0].child;
    for (kf_node child = head; child != first; child = rows[child].next)
        before = child;
    rows[parent].child = before;
    if (before != 0)
        rows[before].next = head;
    for (kf_node child = first; child != last; child = rows[child].next)
        rows[child].parent = 0;
    rows[last].parent = 0;
    rows[last].next = rows[end].next;
    rows[end].next = first;
    rows[0].child = last;
    record->game = last;
    record->is_repaired = true;
}

// Notes the parentheses that close the trees from `first` on before a game that begins in them.
// Where the value before breaks off, the bracket and these are put in together or not at all.
static void note_close(kf_sgf_reader *reader, const kf_sgf_ends *ends, size_t first,
                       const kf_sgf_inner *game) {
    const char *text = reader->record->source->text.data, *at = text + game->open;
    size_t end = game->depth;
    while (at > text && kf_sgf_is_space(at[-1]))
        at--;
    size_t missing = kf_sgf_split_missing(ends->open, first, end);
    kf_sgf_mend_close(reader->record, at, missing,
                      game->is_behind_cut ? KF_SGF_OPEN_VALUE : KF_SGF_UNCLOSED_TREE);
    if (first == ends->is_implicit)
        kf_sgf_mend_close(reader->record, at, ends->taken_out, KF_SGF_OUTSIDE);
}

static void report_close(kf_sgf_reader *reader, const kf_sgf_ends *ends, size_t first,
                         const kf_sgf_inner *game) {
    const char *text = reader->record->source->text.data;
    size_t end = game->depth;
    if (first == end)
        return;
    kf_sgf_split_report(reader, ends->open, first, end, "where the next game begins");
    kf_log_add_as(reader->log, KF_NOTE, KF_SGF_UNCLOSED_TREE,
                  kf_sgf_mend_place(reader->record, text + game->open), "a game begins here");
}

// Whether the main line stands behind the variation. Where that becomes a game, the line would have
// to move.
static bool is_line_behind(const kf_record *record, const kf_sgf_inner *inner) {
    const kf_row *rows = record->rows;
    return rows[rows[inner->parent].child].next > inner->node;
}

// The first of the variations at one node that is a game, or `count`.
static size_t find_game(const kf_record *record, const kf_sgf_inner *inner, size_t count) {
    size_t i = 0;
    if (is_rest_games(record, inner, count))
        return 0;
    while (i < count && !inner[i].is_certain)
        i++;
    return i;
}

size_t kf_sgf_split(kf_sgf_reader *reader, const kf_sgf_ends *ends, bool *is_left) {
    kf_record *record = reader->record;
    kf_sgf_inner *inner = reader->inner;
    size_t count = 0, first = ends->is_implicit;
    bool is_swallowed = may_be_swallowed(record, ends);
    bool is_stuck = false;
    *is_left = false;
    for (size_t i = 0; i < reader->inner_count; i++)
        if (is_around_open(&inner[i], ends))
            inner[count++] = inner[i];
    for (size_t i = 0, next; i < count; i = next) {
        // One before it at the same node took it along.
        next = i + 1;
        if (record->rows[inner[i].node].parent != inner[i].parent)
            continue;
        while (next < count && inner[next].parent == inner[i].parent)
            next++;
        size_t game = i + (is_swallowed ? next - i : find_game(record, inner + i, next - i));
        *is_left = game == next && !ends->is_cut;
        if (*is_left)
            kf_log_add(reader->log, KF_SGF_UNCLOSED_TREE,
                       kf_sgf_mend_place(record, record->source->text.data + inner[i].open),
                       "a game may begin here, and the one before is not closed; read as a "
                       "variation, and left as it is");
        if (game == next)
            continue;
        is_stuck = is_stuck || is_line_behind(record, &inner[game]);
        if (!is_stuck)
            note_close(reader, ends, first, &inner[game]);
        report_close(reader, ends, first, &inner[game]);
        first = inner[game].depth;
        make_games(record, &inner[game]);
    }
    *is_left = *is_left || is_stuck;
    return first;
}
