// SPDX-License-Identifier: MIT
// JSON of others: of servers (OGS), programs (KataGo's questions) and scripts. There is no
// standard, so a game is known by its moves, and a fact by the names that are usual for it.

#include "format/json/moves.h"
#include "format/foreign.h"

// Bids: there are moves, a tree of nodes, or what is only known by name.
enum { DEEPEST = 40, BITS = 48, NODES = 40, FEW = 24 };

// What games stand in, and what it says of them.
typedef struct holder {
    size_t last; // the last node in it
    kf_moves_facts facts;
    bool is_list, has_facts; // a list says something by those of its objects that have no moves
    bool is_alone;           // there is one game in it
} holder;

typedef struct reading {
    kf_moves r;
    kf_moves_tree tree;
    holder holders[DEEPEST + 1];
    size_t depth;
    size_t limit; // where the value in hand ends
    int usual;    // the size of a board that nothing states
    bool is_broken;
    size_t games;
    bool has_content; // a move or a stone in one of them, or SGF
} reading;

// ---- One game ----

// Whether the object in hand is one of those that SGF is of which is read.
static bool has_sgf(const reading *g) {
    const kf_moves_tree *tree = &g->tree;
    size_t at = (size_t)(g->r.json.rest.data - g->r.record->source->text.data);
    size_t low = 0, high = tree->sgf_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        *(tree->sgf[middle].begin < at ? &low : &high) = middle + (tree->sgf[middle].begin < at);
    }
    if (low == tree->sgf_count || tree->sgf[low].base > at)
        return false;
    kf_json_reader behind = g->r.json;
    kf_json_read_skip(&behind);
    size_t end = (size_t)(behind.rest.data - g->r.record->source->text.data);
    return tree->sgf[low].begin < end;
}

// The node of the object in hand, from that one on; NULL: it has none.
static const kf_moves_node *node_at(const reading *g, size_t *next) {
    const kf_moves_tree *tree = &g->tree;
    size_t at = (size_t)(g->r.json.rest.data - g->r.record->source->text.data);
    while (*next < tree->count && tree->nodes[*next].begin < at)
        ++*next;
    return *next < tree->count && tree->nodes[*next].begin == at ? &tree->nodes[*next] : NULL;
}

// Whether the object in hand is a tree of nodes that is read, of those from `*next` on.
static bool is_noted(const reading *g, size_t *next) {
    const kf_moves_tree *tree = &g->tree;
    while (*next < tree->tree_count && tree->trees[*next].data < g->r.json.rest.data)
        ++*next;
    return *next < tree->tree_count && tree->trees[*next].data == g->r.json.rest.data;
}

static bool is_player(kf_text name) {
    return kf_moves_names_is(name, "black") || kf_moves_names_is(name, "white");
}

// Whether that object in the one in hand is passed over: it has moves or SGF of its own. Of players
// the names count, though moves stand with them.
static bool is_apart(const reading *g, kf_text name, size_t *next, bool is_game) {
    const kf_moves_node *node = node_at(g, next);
    bool has_moves = node != NULL && node->joined > 0, has_facts = g->r.mode == KF_MOVES_FACTS;
    if (!has_moves && has_sgf(g))
        return true;
    bool is_of_size = g->r.mode == KF_MOVES_SIZE || g->r.mode == KF_MOVES_JUDGED;
    if (node == NULL || is_of_size || (is_game && has_facts && is_player(name)))
        return false;
    return !is_game || (has_moves && !node->is_on_path);
}

// Goes through all objects that stand in each other.
static void take_objects(reading *g, kf_moves_mode mode, size_t next, bool is_game) {
    kf_moves *r = &g->r;
    kf_text above[DEEPEST] = {{"", 0}}, name;
    bool is_aside[DEEPEST] = {false}, is_judging[DEEPEST] = {false};
    int depth = kf_json_read_enter(&r->json, '{');
    r->mode = mode;
    while (depth > 0) {
        if (!kf_json_read_member(&r->json, &name)) {
            depth--;
        } else if (kf_json_read_kind(&r->json) == '{' && is_apart(g, name, &next, is_game)) {
            kf_json_read_skip(&r->json);
        } else if (!kf_moves_names_tree(name) && depth < DEEPEST &&
                   kf_json_read_kind(&r->json) == '{') {
            const kf_moves_node *node = node_at(g, &next);
            is_aside[depth] = node == NULL || !node->is_on_path;
            is_judging[depth] =
                is_aside[depth] && (is_judging[depth - 1] || kf_moves_names_judges(name));
            above[depth++] = name;
            kf_json_read_enter(&r->json, '{');
        } else if (is_judging[depth - 1] && mode != KF_MOVES_JUDGED) {
            kf_json_read_skip(&r->json);
        } else {
            r->is_aside = is_aside[depth - 1];
            kf_moves_facts_take(r, above[depth - 1], name);
        }
    }
}

// Begins to read that object.
static void begin(reading *g, size_t node) {
    kf_text text = kf_text_cut(g->r.record->source->text, 0, g->limit);
    g->r.json = (kf_json_reader){.rest = kf_text_cut(text, g->tree.nodes[node].begin, text.length)};
}

// Whether the move, by its numbers, is on the board or a pass. In a tree a pass has both.
static bool is_possible(const kf_moves *r, const kf_moves_move *m) {
    int height = r->facts.height > 0 ? r->facts.height : r->facts.size;
    bool is_old_pass = m->x == KF_MOVES_OLD && m->y == KF_MOVES_OLD && r->facts.size <= m->x;
    if (m->x < 0 || m->y < 0)
        return !r->is_tree || m->is_bare || (m->x == -1 && m->y == -1);
    return is_old_pass || (m->x < r->facts.size && m->y < height);
}

static void build_moves(kf_moves *r, kf_colour first) {
    r->nodes =
        kf_arena_grow(r->record->arena, r->nodes, &r->node_room, r->move_count, sizeof *r->nodes);
    for (size_t i = 0; i < r->move_count; i++) {
        kf_moves_move *m = &r->moves[i];
        const kf_moves_move *last = m->before > 0 ? m - i + m->before - 1 : NULL;
        bool is_placed = r->facts.is_free && (int)i < r->facts.handicap;
        kf_colour turn = last == NULL ? first : last->colour == KF_BLACK ? KF_WHITE : KF_BLACK;
        kf_colour colour = m->colour != KF_EMPTY ? m->colour : is_placed ? KF_BLACK : turn;
        kf_node node = last == NULL ? r->game.game : r->nodes[m->before - 1];
        r->nodes[i] = node;
        if (node != r->game.node)
            kf_server_turn_to(&r->game, node);
        if (!is_possible(r, m)) {
            kf_moves_list_leave(r, m->piece);
            m->colour = colour; // who moved: the turn is the other's
            continue;
        }
        kf_server_step(&r->game, m->piece);
        if (!m->is_bare)
            kf_server_play(&r->game, colour, m->x, m->y);
        kf_moves_puzzle_say(r, m->note);
        m->colour = !m->is_bare ? colour : turn == KF_BLACK ? KF_WHITE : KF_BLACK;
        r->nodes[i] = r->game.node;
    }
}

static void build(kf_moves *r) {
    kf_server_begin(&r->game, r->record, r->facts.size, r->log);
    r->game.height = r->facts.height;
    kf_moves_facts_add(r);
    for (size_t i = 0; i < r->stone_count; i++) {
        const kf_moves_move *s = &r->stones[i];
        if (!kf_server_stone(&r->game, s->colour != KF_WHITE ? KF_BLACK : KF_WHITE, s->x, s->y))
            kf_moves_list_leave(r, s->piece);
    }
    if (r->is_tree && r->facts.first != KF_EMPTY)
        kf_server_string(&r->game, "PL", r->facts.first == KF_WHITE ? "W" : "B");
    kf_moves_puzzle_say(r, r->root_note);
    // Stones that Black places himself are moves.
    bool is_his = r->facts.is_free || (r->move_count > 0 && r->moves[0].colour == KF_BLACK);
    bool is_white = (r->facts.handicap > 1 && !is_his) || r->facts.first == KF_WHITE;
    build_moves(r, is_white ? KF_WHITE : KF_BLACK);
    r->game.handicap = is_his && !r->facts.is_free ? 0 : r->facts.handicap;
    r->game.has_own_stones = is_his;
    kf_server_end(&r->game);
}

// What is said around it goes from the inside outwards.
static void inherit(reading *g) {
    kf_moves_facts *facts = &g->r.facts;
    bool is_bare = kf_moves_facts_are_bare(facts);
    for (size_t i = g->depth; i-- > 0;) {
        const holder *h = &g->holders[i];
        if (h->has_facts && (!h->is_list || is_bare))
            kf_moves_facts_inherit(facts, &h->facts, h->is_alone);
        else if (h->has_facts)
            kf_moves_facts_inherit_size(facts, &h->facts);
    }
}

static void mention_size(kf_moves *r) {
    kf_log_add_as(r->log, KF_WARNING, KF_SERVER_LINE, kf_server_place(r->record, r->odd_size),
                  "this size of the board is not understood; it is read as %d", r->facts.size);
}

// What says the size of the board in the game, around it, or where a program judges it.
static void take_size(reading *g, size_t node) {
    kf_moves *r = &g->r;
    if (r->facts.size == 0) {
        begin(g, node);
        take_objects(g, KF_MOVES_SIZE, node + 1, true);
    }
    bool is_said = r->facts.size > 0;
    inherit(g);
    if (r->facts.size == 0) {
        begin(g, node);
        take_objects(g, KF_MOVES_JUDGED, node + 1, true);
    }
    r->facts.size = r->facts.size > 0 ? r->facts.size : g->usual;
    if (r->odd_size != NULL && !is_said)
        mention_size(r);
}

static void take_game(reading *g, size_t node) {
    kf_moves *r = &g->r;
    r->has_moves = r->is_tree = false;
    r->root_note = NULL;
    r->odd_size = NULL;
    r->move_count = r->stone_count = 0;
    kf_moves_facts_clear(&r->facts);
    begin(g, node);
    take_objects(g, KF_MOVES_FACTS, node + 1, true);
    take_size(g, node);
    begin(g, node);
    take_objects(g, KF_MOVES_LISTS, node + 1, true);
    const char *at = r->json.rest.data, *end = r->record->source->text.data + g->limit;
    bool is_reported = g->is_broken && (at >= end || at == g->tree.broken);
    if (r->json.is_broken && !is_reported)
        kf_moves_tree_report(r, at,
                             "from here on the text is not JSON; what comes before it is read");
    build(r);
    g->has_content = g->has_content || r->move_count > 0 || r->stone_count > 0;
    if (g->games++ > 0 || g->tree.nodes[node].parent != 0)
        kf_record_set_place(r->record, r->game.game, g->tree.nodes[node].begin);
}

// ---- Several ----

// Opens what games stand in. A list says something by the objects before the first game; where
// there is one game only, by those behind it, too. Of lines each with facts of a game is one by
// itself, though no move was played.
static void read_list(reading *g, holder *h, size_t node) {
    kf_moves *r = &g->r;
    size_t next = node + 1, tree = 0;
    bool is_stream = node == 0, has_game = false;
    if (is_stream)
        r->json = (kf_json_reader){.rest = r->record->source->text};
    else
        begin(g, node);
    if (!is_stream)
        kf_json_read_enter(&r->json, '[');
    while ((!has_game || (h->is_alone && !is_stream)) && kf_json_read_element(&r->json)) {
        bool is_game = node_at(g, &next) != NULL;
        bool is_said =
            !is_game && kf_json_read_kind(&r->json) == '{' && !has_sgf(g) && !is_noted(g, &tree);
        has_game = has_game || is_game;
        h->has_facts = h->has_facts || is_said;
        if (!is_said)
            kf_json_read_skip(&r->json);
        else
            take_objects(g, KF_MOVES_FACTS, next, true);
        if (is_stream && kf_moves_facts_are_of_game(&r->facts)) {
            kf_moves_facts_clear(&r->facts);
            h->has_facts = false;
        }
    }
}

static void open_holder(reading *g, size_t node) {
    const kf_moves_node *n = &g->tree.nodes[node];
    holder *h = &g->holders[g->depth];
    h->last = n->last;
    h->is_list = n->bracket == '[';
    h->has_facts = !h->is_list;
    h->is_alone = n->total == 1;
    kf_moves_facts_begin(&h->facts, g->r.record->arena);
    kf_moves_facts own = g->r.facts; // the reader fills those of the game in hand
    g->r.facts = h->facts;
    if (h->is_list) {
        read_list(g, h, node);
    } else {
        begin(g, node);
        take_objects(g, KF_MOVES_FACTS, node + 1, false);
    }
    h->facts = g->r.facts;
    g->r.facts = own;
    g->depth++;
}

// The member of that object in which its one game stands outside of lists.
static size_t find_path(const kf_moves_tree *tree, size_t node) {
    const kf_moves_node *nodes = tree->nodes;
    for (size_t child = node + 1; child <= nodes[node].last; child = (size_t)nodes[child].last + 1)
        if (nodes[child].bracket == '{' && nodes[child].joined > 0 &&
            !(nodes[child].is_aside && nodes[node].has_aside))
            return child;
    return node;
}

// Marks the way to the moves of that game, and returns the object that has them.
static size_t mark_path(kf_moves_tree *tree, size_t node) {
    tree->nodes[node].is_on_path = true;
    for (size_t child; tree->nodes[node].filled == 0 && (child = find_path(tree, node)) != node;) {
        node = child;
        tree->nodes[node].is_on_path = true;
    }
    return node;
}

static void report_further(reading *g, size_t node) {
    kf_moves_tree_report(&g->r, g->r.record->source->text.data + g->tree.nodes[node].begin,
                         "there are further moves beside those of this game; they are left out");
}

// A game, and where to go on: behind it, or in it where there are others beside it.
static size_t take_object(reading *g, size_t node) {
    const kf_moves_node *nodes = g->tree.nodes;
    size_t holding = mark_path(&g->tree, node);
    const kf_moves_node *n = &nodes[node], *m = &nodes[holding];
    bool has_further = m->has_more || m->total > 1;
    for (size_t i = holding; i != node; i = nodes[i].parent)
        has_further = has_further || nodes[i].has_aside;
    take_game(g, node);
    if (n->joined == 0 && n->total > 0)
        has_further = true;
    if (has_further || n->has_aside)
        report_further(g, node);
    return n->joined == 1 && n->total > m->total ? node + 1 : (size_t)n->last + 1;
}

// Whether the moves of Black stand apart from those of White.
static bool is_split(const kf_moves_tree *tree, size_t node) {
    bool has[3] = {false, false, false};
    for (size_t child = node + 1; child <= tree->nodes[node].last;
         child = tree->nodes[child].last + 1)
        if (tree->nodes[child].total > 0)
            has[tree->nodes[child].colour] = true;
    return has[KF_BLACK] && has[KF_WHITE];
}

// Takes that node, and says where to go on.
static size_t take_node(reading *g, size_t node) {
    const kf_moves_node *n = &g->tree.nodes[node];
    const kf_moves_node *parent = &g->tree.nodes[n->parent];
    uint32_t joined = n->total > 0 ? n->joined : n->any_joined;
    if (node > 0 && n->parent == 0) {
        g->limit = n->end;
        g->is_broken = n->is_broken;
    }
    if (n->is_on_path)
        return n->filled > 0 ? (size_t)n->last + 1 : node + 1;
    if (n->is_aside && parent->has_aside) {
        if (!parent->is_on_path)
            report_further(g, node);
        return (size_t)n->last + 1;
    }
    bool is_empty = n->joined == 0 && (n->has_stones || (n->has_moves && n->total == 0));
    bool is_game = joined == 1 || n->filled > 0 || is_empty;
    if (n->bracket == '{' && is_game)
        return take_object(g, node);
    if (n->bracket == '{' && is_split(&g->tree, node)) {
        kf_moves_tree_report(&g->r, g->r.record->source->text.data + n->begin,
                             "the moves of each player stand apart; they are left out");
        return (size_t)n->last + 1;
    }
    if (n->last > node)
        open_holder(g, node);
    return node + 1;
}

// Takes the strings of SGF before that place. The first one that is left.
static size_t take_sgf(reading *g, size_t next, size_t before, const kf_reading *how) {
    for (; next < g->tree.sgf_count && g->tree.sgf[next].begin < before; next++) {
        bool is_taken = kf_moves_sgf_take(&g->r, g->tree.sgf[next].begin, how);
        g->games += is_taken;
        g->has_content = g->has_content || is_taken;
    }
    return next;
}

// The same of trees of nodes.
static size_t take_trees(reading *g, size_t next, size_t before) {
    kf_moves *r = &g->r;
    const char *end = r->record->source->text.data + before;
    for (; next < g->tree.tree_count && g->tree.trees[next].data < end; next++) {
        kf_node first = (kf_node)r->record->count;
        kf_node last = r->record->rows[0].child;
        r->move_count = r->stone_count = 0;
        kf_moves_nodes_read(r, g->tree.trees[next]);
        bool is_game = r->move_count > 0 || r->stone_count > 0;
        g->games += is_game;
        g->has_content = g->has_content || is_game;
        if (is_game)
            continue;
        kf_record_drop_from(r->record, first, last);
        kf_moves_tree_report(r, g->tree.trees[next].data,
                             "this has neither a move nor a stone; it is left out");
    }
    return next;
}

// What the front of a text has: a list of moves, at all and with something in it, a tree of them,
// and SGF.
typedef struct signs {
    bool has_name, has_list, has_tree, has_sgf;
} signs;

static signs look(kf_text head) {
    static const char moves[] = "\"moves\"", tree[] = "\"move_tree\"";
    signs found = {.has_list = false};
    size_t behind = 0; // the last tree of moves: a tree in it is none of a game
    for (size_t i = 1; i < head.length; i++) {
        kf_json_reader value = {.rest = kf_text_cut(head, i, head.length)};
        if (head.data[i] != '"')
            continue;
        found.has_sgf = found.has_sgf || kf_moves_tree_sgf(value.rest);
        bool is_tree = i >= behind && kf_words_begin(value.rest, tree);
        if (found.has_list || (!is_tree && !kf_words_begin(value.rest, moves)))
            continue;
        size_t length = is_tree ? sizeof tree - 1 : sizeof moves - 1;
        value.rest = kf_text_cut(value.rest, length, value.rest.length);
        kf_json_read_kind(&value); // passes over blanks
        value.rest = kf_text_cut(value.rest, 1, value.rest.length);
        found.has_name = found.has_name || !is_tree;
        found.has_tree = found.has_tree || is_tree;
        found.has_list = is_tree ? kf_moves_puzzle_filled(value) : kf_moves_tree_filled(value);
        if (is_tree)
            kf_json_read_skip(&value);
        behind = is_tree ? head.length - value.rest.length : behind;
    }
    return found;
}

// Whether a list has moves in one of its elements, and no SGF there.
static bool has_moves_alone(kf_text head) {
    kf_json_reader list = {.rest = head};
    kf_json_read_enter(&list, '[');
    while (kf_json_read_element(&list)) {
        kf_text element = list.rest;
        kf_json_read_skip(&list);
        if (list.is_broken)
            return false;
        signs found = look(kf_text_cut(element, 0, element.length - list.rest.length));
        if (found.has_list && !found.has_sgf)
            return true;
    }
    return false;
}

// Where games stand in strings as SGF these count, unless an object has moves.
static int sniff_moves(kf_text head) {
    head = kf_text_trim(head);
    if (head.length == 0 || (head.data[0] != '{' && head.data[0] != '['))
        return 0;
    bool is_list = head.data[0] == '[';
    signs found = look(head);
    if (found.has_sgf && (!found.has_list || (is_list && !has_moves_alone(head))))
        return 0;
    bool has_position = found.has_tree && kf_text_has_fold(head, "\"initial_state\"");
    bool has_moves = found.has_list || ((found.has_name || has_position) && !is_list);
    return has_moves ? BITS : kf_moves_nodes_sniff(head, false) ? NODES : FEW;
}

static int sniff(kf_text head) {
    int bits = sniff_moves(head);
    return bits != FEW || kf_foreign_json(head) != NULL ? bits : 0;
}

// Whether it is known by its name, and its front has no moves.
static bool is_only_named(kf_text text) {
    kf_text head = kf_text_cut(text, 0, KF_FORMAT_HEAD);
    return sniff_moves(head) == FEW && kf_foreign_json(head) != NULL;
}

static bool is_tree_of_nodes(kf_text text) {
    return sniff_moves(kf_text_cut(text, 0, KF_FORMAT_HEAD)) == NODES;
}

// ---- Reading ----

static void report_none(const kf_record *record, kf_log *log) {
    const char *other = kf_foreign_json(record->source->text);
    if (other == NULL)
        kf_server_none(record, log);
    else
        kf_log_add(log, KF_SERVER_LINE, (kf_place){.source = record->source},
                   "there is no game in this file: it is %s", other);
}

static void read_other(kf_record *record, const kf_reading *how, kf_log *log) {
    reading *g = kf_arena_alloc(record->arena, sizeof *g);
    *g = (reading){.usual = how->size > 0 ? how->size : 19, .limit = record->source->text.length};
    g->r = (kf_moves){.record = record, .log = log, .plain.arena = record->arena};
    if (is_tree_of_nodes(record->source->text)) {
        kf_moves_nodes_read(&g->r, record->source->text);
        if (g->r.move_count > 0 || g->r.stone_count > 0)
            return;
        kf_record_empty(record);
        report_none(record, log);
        return;
    }
    kf_moves_facts_begin(&g->r.facts, record->arena);
    kf_moves_tree_find(&g->r, &g->tree);
    size_t sgf = 0, tree = 0;
    for (size_t node = 0; node < g->tree.count;) {
        sgf = take_sgf(g, sgf, g->tree.nodes[node].begin, how);
        tree = take_trees(g, tree, g->tree.nodes[node].begin);
        while (g->depth > 0 && g->holders[g->depth - 1].last < node)
            g->depth--;
        node = take_node(g, node);
    }
    take_sgf(g, sgf, record->source->text.length, how);
    take_trees(g, tree, record->source->text.length);
    bool is_named = !g->has_content && is_only_named(record->source->text);
    if (is_named)
        kf_record_empty(record);
    if (is_named || (g->games == 0 && !record->is_repaired))
        report_none(record, log);
}

// JSON is UTF-8.
static bool charset(kf_text head, kf_text *name) {
    (void)head;
    *name = KF_TEXT("UTF-8");
    return true;
}

const kf_format kf_moves_format = {
    .name = "moves",
    .title = "JSON of servers and programs",
    .suffix = "json",
    .keeps =
        "names, ranks, event, date, komi, rules, handicap, result, times, stones and the moves",
    .sniff = sniff,
    .charset = charset,
    .read = read_other,
};
