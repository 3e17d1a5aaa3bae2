// SPDX-License-Identifier: MIT
// What is in a record: its games with their headers, and a table of all nodes for the tree.

#include "base/json.h"
#include "page.h"
#include <kifu/play.h>

// ---- The games ----

static kf_text plain(page *p, kf_node node, const char *name, bool simple) {
    kf_text value;
    kf_buffer out = {.arena = p->arena};
    if (!kf_property_get(p->record, node, name, &value))
        return (kf_text){"", 0};
    out.data = kf_arena_alloc(p->arena, value.length + 1);
    out.length = kf_property_plain(value, simple, out.data);
    return kf_buffer_text(&out);
}

// The header, in the order in which it is read.
static void tell_facts(page *p, kf_node game) {
    static const char *const names[] = {"GN", "PB", "BR", "BT", "PW", "WR", "WT", "EV",
                                        "RO", "DT", "PC", "HA", "KM", "RU", "TM", "OT",
                                        "RE", "ON", "GC", "SO", "AN", "US", "CP"};
    kf_json_open(&p->answer, "facts", '{');
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        kf_text text = plain(p, game, names[i], i != 18);
        if (text.length > 0)
            kf_json_text(&p->answer, names[i], text);
    }
    kf_json_close(&p->answer, '}');
}

static void tell_game(page *p, kf_node game) {
    int width, height;
    char title[500];
    (void)kf_title_of(p->record, game, KF_LANGUAGE_EN, title, sizeof title);
    (void)!kf_record_board(p->record, game, &width, &height);
    kf_json_open(&p->answer, NULL, '{');
    kf_json_number(&p->answer, "node", (long)game);
    kf_json_number(&p->answer, "width", width);
    kf_json_number(&p->answer, "height", height);
    kf_json_bool(&p->answer, "problem", kf_problem_is(p->record, game));
    kf_json_number(&p->answer, "question", (long)kf_problem_question(p->record, game));
    kf_json_number(&p->answer, "solver", kf_problem_solver(p->record, game));
    kf_json_string(&p->answer, "title", title);
    tell_facts(p, game);
    kf_json_close(&p->answer, '}');
}

void page_tell_record(void *context) {
    page *p = context;
    kf_json_open(&p->answer, NULL, '{');
    const kf_format *format = kf_format_of(p->record);
    kf_json_string(&p->answer, "format", format != NULL ? kf_format_name(format) : "");
    kf_json_number(&p->answer, "nodes", (long)kf_record_nodes(p->record));
    kf_json_open(&p->answer, "games", '[');
    for (kf_node game = kf_node_child(p->record, 0); game != 0;
         game = kf_node_next(p->record, game))
        tell_game(p, game);
    kf_json_close(&p->answer, ']');
    kf_json_close(&p->answer, '}');
}

// ---- The table ----

// Facts of a node: the colour of its move in the lowest two bits, and the point from bit 16 on.
enum {
    HAS_COMMENT = 4,
    HAS_MARKS = 8,
    HAS_SETUP = 16,
    IS_DIAGRAM = 32,
    HAS_NAME = 64,
    IS_RIGHT = 128,
    IS_WRONG = 256
};

// The properties that are told of, by what they are.
static const struct fact {
    const char name[12];
    uint32_t fact;
} told[] = {{"C", HAS_COMMENT}, {"N", HAS_NAME},          {"AB", HAS_SETUP}, {"AW", HAS_SETUP},
            {"AE", HAS_SETUP},  {"AR", HAS_MARKS},        {"CR", HAS_MARKS}, {"LB", HAS_MARKS},
            {"LN", HAS_MARKS},  {"MA", HAS_MARKS},        {"SL", HAS_MARKS}, {"SQ", HAS_MARKS},
            {"TR", HAS_MARKS},  {"KFDIAGRAM", IS_DIAGRAM}};
enum { TOLD = sizeof told / sizeof *told };

// The ids of these properties, which cost a search each.
typedef struct names {
    int black, white, told[TOLD];
} names;

static names find_names(void) {
    names n = {kf_value_id(kf_text_of("B")), kf_value_id(kf_text_of("W")), {0}};
    for (int i = 0; i < TOLD; i++)
        n.told[i] = kf_value_id(kf_text_of(told[i].name));
    return n;
}

static uint32_t fact_of(const names *n, int id) {
    for (int i = 0; i < TOLD; i++)
        if (n->told[i] == id)
            return told[i].fact;
    return 0;
}

// A move's colour and point; a pass, and what names no point, has the point 0xFFFF.
static uint32_t move_of(const kf_property *property, uint32_t colour) {
    int x, y;
    kf_text values = property->values, value = {"", 0};
    uint32_t point = 0xFFFF;
    (void)!kf_property_value(&values, &value);
    if (kf_value_point(value, &x, &y) && x >= 0 && y >= 0)
        point = (uint32_t)(y << 8 | x);
    return point << 16 | colour;
}

static uint32_t facts_of(const names *n, const kf_record *record, kf_node node, kf_colour solver) {
    kf_text rest = kf_node_text(record, node);
    uint32_t facts = 0;
    for (kf_property property; kf_property_next(&rest, &property);)
        if ((property.id == n->black || property.id == n->white) && (facts & 3) == 0)
            facts |= move_of(&property, property.id == n->black ? 1 : 2);
        else
            facts |= fact_of(n, property.id);
    kf_problem_verdict verdict = kf_problem_says(record, node, solver);
    return facts | (verdict == KF_PROBLEM_RIGHT   ? IS_RIGHT
                    : verdict == KF_PROBLEM_WRONG ? IS_WRONG
                                                  : 0);
}

// What a move did: stones taken, whether it is against the rules (the verdict), and the stones that
// each player has taken so far.
static void tell_moves(page *p, kf_node game) {
    const kf_step *step = kf_play_step(p->play);
    const kf_board *board = kf_play_board(p->play);
    kf_play_start(p->play, game);
    while (kf_play_next(p->play)) {
        uint32_t *row = p->table + (size_t)step->node * PAGE_COLUMNS;
        row[6] = board->prisoners[KF_WHITE];
        row[7] = board->prisoners[KF_BLACK];
        if (!step->is_move)
            continue;
        row[5] = (uint32_t)step->played.captured;
        if (kf_play_is_illegal(p->play))
            row[5] |= (step->verdict != KF_LEGAL ? (uint32_t)step->verdict : 7u) << 16;
    }
}

// A node is entered after its parent, so the parent's number is known.
void page_tell_table(void *context) {
    page *p = context;
    const kf_record *record = p->record;
    const names n = find_names();
    kf_colour solver = KF_BLACK;
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;) {
        if (kf_node_parent(record, node) == 0)
            solver = kf_problem_solver(record, node);
        uint32_t *row = p->table + (size_t)node * PAGE_COLUMNS;
        row[0] = kf_node_parent(record, node);
        row[1] = kf_node_child(record, node);
        row[2] = kf_node_next(record, node);
        row[3] = facts_of(&n, record, node, solver);
        int before = (int)p->table[(size_t)row[0] * PAGE_COLUMNS + 4];
        row[4] = (uint32_t)kf_path_number(record, node, before);
    }
    p->table[1] = kf_node_child(record, 0);
    for (kf_node game = p->table[1]; game != 0; game = kf_node_next(record, game))
        tell_moves(p, game);
}
