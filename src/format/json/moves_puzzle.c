// SPDX-License-Identifier: MIT
// The tree of moves of a problem, as OGS writes it: each move is an object with those after it.
//
// Source: `MoveTreeJson` of OGS's board. The first object is the position, and has no point.

#include "format/json/moves.h"
#include "record/value.h"

// An object of a move, or a list of such objects.
typedef struct level {
    size_t move; // its number from 1; 0: the position
    bool is_list;
} level;

typedef struct walk {
    kf_moves *r;
    level *levels;
    size_t depth, room;
} walk;

static const char *const branches[] = {"branches", "trunknext", NULL};

bool kf_moves_puzzle_filled(kf_json_reader value) {
    kf_text name;
    if (!kf_json_read_enter(&value, '{'))
        return false;
    while (kf_json_read_member(&value, &name)) {
        char bracket = kf_json_read_kind(&value);
        bool is_list = bracket == '[' || bracket == '{';
        if (is_list && kf_moves_names_any(name, branches) && kf_json_read_enter(&value, bracket))
            return bracket == '{' || kf_json_read_kind(&value) == '{';
        kf_json_read_skip(&value);
    }
    return false;
}

static kf_moves_note *note_of(walk *w, size_t move) {
    kf_moves_note **note = move > 0 ? &w->r->moves[move - 1].note : &w->r->root_note;
    if (*note == NULL) {
        *note = kf_arena_alloc(w->r->record->arena, sizeof **note);
        **note = (kf_moves_note){.text.arena = w->r->record->arena};
    }
    return *note;
}

// ---- Marks ----

static void add_mark(walk *w, kf_moves_note *note, const char *name, kf_text value) {
    note->marks = kf_arena_grow(w->r->record->arena, note->marks, &note->mark_room,
                                note->mark_count + 1, sizeof *note->marks);
    note->marks[note->mark_count++] = (kf_moves_mark){name, value};
}

// A mark by its name; a letter is a label.
static void take_mark(walk *w, kf_moves_note *note, kf_text name, int x, int y) {
    static const struct {
        const char *name, *property;
    } known[] = {{"triangle", "TR"}, {"square", "SQ"}, {"circle", "CR"}, {"cross", "MA"}};
    kf_buffer value = {.arena = w->r->record->arena};
    bool is_set = false;
    char point[2];
    kf_value_put_point(point, x, y);
    kf_buffer_add(&value, point, sizeof point);
    if (kf_json_read_kind(&w->r->json) == '"') {
        kf_text letter = kf_moves_list_string(w->r);
        kf_buffer_add_char(&value, ':');
        kf_value_escape(&value, letter);
        if (kf_moves_names_is(name, "letter") && letter.length > 0)
            add_mark(w, note, "LB", kf_buffer_text(&value));
        return;
    }
    if (!kf_json_read_bool(&w->r->json, &is_set))
        kf_json_read_skip(&w->r->json);
    for (size_t i = 0; is_set && i < sizeof known / sizeof *known; i++)
        if (kf_moves_names_is(name, known[i].name))
            add_mark(w, note, known[i].property, kf_buffer_text(&value));
}

// `{"x": 3, "y": 4, "marks": {"letter": "A"}}`.
static void take_marks_of_point(walk *w, kf_moves_note *note) {
    kf_json_reader *json = &w->r->json, marks = {.is_broken = true};
    int x = -1, y = -1;
    kf_text name;
    kf_json_read_enter(json, '{');
    while (kf_json_read_member(json, &name)) {
        if (kf_moves_names_is(name, "marks"))
            marks = *json;
        bool is_column = kf_moves_names_is(name, "x") && kf_json_read_integer(json, &x);
        if (!is_column && !(kf_moves_names_is(name, "y") && kf_json_read_integer(json, &y)))
            kf_json_read_skip(json);
    }
    if (x < 0 || y < 0 || x >= KF_BOARD_MAX || y >= KF_BOARD_MAX)
        return;
    kf_json_reader behind = *json;
    *json = marks;
    if (kf_json_read_enter(json, '{'))
        while (kf_json_read_member(json, &name))
            take_mark(w, note, name, x, y);
    *json = behind;
}

// ---- Moves ----

static void open_level(walk *w, size_t move, bool is_list) {
    kf_arena *arena = w->r->record->arena;
    w->levels = kf_arena_grow(arena, w->levels, &w->room, w->depth + 1, sizeof *w->levels);
    w->levels[w->depth++] = (level){move, is_list};
    kf_json_read_enter(&w->r->json, is_list ? '[' : '{');
}

// A move after that one. Its point comes within its object.
static void open_move(walk *w, size_t before) {
    kf_moves_move move = {.x = KF_MOVES_UNSAID,
                          .y = KF_MOVES_UNSAID,
                          .piece = w->r->json.rest.data,
                          .before = before,
                          .is_bare = true};
    kf_moves_list_add(w->r, false, move);
    open_level(w, w->r->move_count, false);
}

// The word is that of collections of problems.
static void take_verdict(walk *w, size_t move, const char *word) {
    bool is_so = false;
    if (!kf_json_read_bool(&w->r->json, &is_so))
        kf_json_read_skip(&w->r->json);
    if (is_so)
        note_of(w, move)->verdict = word;
}

// Takes a column or a row. False: it is none.
static bool take_point(walk *w, size_t move, kf_text name) {
    int number;
    bool is_column = kf_moves_names_is(name, "x");
    if ((!is_column && !kf_moves_names_is(name, "y")) || move == 0 ||
        !kf_json_read_integer(&w->r->json, &number))
        return false;
    kf_moves_move *m = &w->r->moves[move - 1];
    m->is_bare = false;
    *(is_column ? &m->x : &m->y) = number;
    return true;
}

static void take_member(walk *w, size_t move, kf_text name) {
    kf_json_reader *json = &w->r->json;
    char kind = kf_json_read_kind(json);
    bool is_after = kf_moves_names_any(name, branches);
    if (take_point(w, move, name))
        return;
    if (is_after && kind == '[')
        open_level(w, move, true);
    else if (is_after && kind == '{')
        open_move(w, move);
    else if (kf_moves_names_is(name, "correctanswer"))
        take_verdict(w, move, "RIGHT");
    else if (kf_moves_names_is(name, "wronganswer"))
        take_verdict(w, move, "WRONG");
    else if (kf_moves_names_is(name, "text") && kind == '"')
        kf_buffer_add_text(&note_of(w, move)->text, kf_moves_list_string(w->r));
    else if (kf_moves_names_is(name, "marks") && kf_json_read_enter(json, '['))
        while (kf_json_read_element(json))
            if (kf_json_read_kind(json) == '{')
                take_marks_of_point(w, note_of(w, move));
            else
                kf_json_read_skip(json);
    else
        kf_json_read_skip(json);
}

void kf_moves_puzzle_take(kf_moves *r) {
    walk w = {.r = r};
    kf_text name;
    r->is_tree = true;
    open_level(&w, 0, false);
    while (w.depth > 0) {
        level l = w.levels[w.depth - 1];
        if (!(l.is_list ? kf_json_read_element(&r->json) : kf_json_read_member(&r->json, &name)))
            w.depth--;
        else if (!l.is_list)
            take_member(&w, l.move, name);
        else if (kf_json_read_kind(&r->json) == '{')
            open_move(&w, l.move);
        else
            kf_json_read_skip(&r->json);
    }
}

void kf_moves_puzzle_say(kf_moves *r, const kf_moves_note *note) {
    if (note == NULL)
        return;
    if (note->verdict != NULL)
        kf_server_say(&r->game, kf_text_of(note->verdict));
    kf_server_say(&r->game, kf_buffer_text(&note->text));
    for (size_t i = 0; i < note->mark_count; i++)
        kf_server_list(&r->game, note->marks[i].name, note->marks[i].value);
}
