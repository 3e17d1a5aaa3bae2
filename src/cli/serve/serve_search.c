// SPDX-License-Identifier: MIT
// What a server of a catalogue answers: the page of the search, what is found, and games.

#include "cli/serve/serve.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <kifu/catalog.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/find/find.h"

// How many games an answer lists, and how long it may become before the next page begins.
enum {
    VERSION = 1,
    LIMIT = 100,
    PLACE_BYTES = 256, // of a path to a node
    MOST_LISTED = 1000,
    MOST_BYTES = 8 * 1024 * 1024,
    MOST_DEPTH = 100,
    MOST_PATTERN = 64 * 1024
};

// What the page of the search may load: its own two files, and answers.
#define POLICY                                                                                     \
    "default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'self'; "                 \
    "style-src 'self'; connect-src 'self'; img-src data:"

static const unsigned char search_html[] = {
#include "search_html.inc"
};
static const unsigned char search_css[] = {
#include "search_css.inc"
};
static const unsigned char search_js[] = {
#include "search_js.inc"
};

// A question to the catalogue on its way.
typedef struct question {
    kf_serve *serve;
    kf_log *log;
    kf_catalog *catalog;
    kf_find find;
    kf_find_pattern *pattern;
    kf_continue *moves;
    kf_record *record;
    const char *anchor, *next, *sequence;
    bool any_colour, no_symmetry;
    uint64_t by_move, limit, offset, depth;
    uint64_t seen, listed;
    bool is_full; // more games follow on another page
    const kf_found *found;
    kf_find_total total;
    unsigned status;   // of what went wrong; 0: nothing did
    char message[120]; // about it, where the log has nothing
    uint32_t game;
    kf_find_hit hit; // at which it opens, where its line is known
    bool has_hit;
    char at[PLACE_BYTES];
    bool (*goes_on)(void *context);
    void *context;
    bool is_left; // nobody waits any more
} question;

// ---- The page ----

static void add_files(void *context) {
    kf_serve *serve = context;
    static const struct {
        const char *address, *type;
        const unsigned char *bytes;
        size_t length;
    } files[] = {{"/", "text/html; charset=utf-8", search_html, sizeof search_html},
                 {"/search.css", "text/css; charset=utf-8", search_css, sizeof search_css},
                 {"/search.js", "text/javascript; charset=utf-8", search_js, sizeof search_js}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(serve->address, files[i].address) == 0) {
            serve->type = files[i].type;
            serve->policy = POLICY;
            kf_serve_body_add(&serve->body, files[i].bytes, files[i].length);
            return;
        }
    if (strcmp(serve->address, "/api/find") != 0 && strncmp(serve->address, "/game/", 6) != 0)
        kf_serve_refuse(serve, 404, "There is nothing here.\n");
}

bool kf_serve_search_at_once(kf_serve *serve) {
    serve->status = 200;
    serve->file = -1;
    serve->type = NULL;
    kf_serve_body_begin(&serve->body, serve->arena);
    if (!kf_arena_try(serve->arena, add_files, serve))
        kf_serve_fail(serve);
    return serve->type != NULL;
}

// ---- What is asked ----

static bool refuse(question *q, const char *name, const char *what) {
    q->status = 400;
    snprintf(q->message, sizeof q->message, "'%.40s' %s", name, what);
    return false;
}

// The parameters that are texts, and where they go.
static const char **text_for(question *q, const char *name) {
    kf_find *f = &q->find;
    const struct {
        const char *name, **place;
    } texts[] = {{"player", &f->player},    {"opponent", &f->opponent}, {"black", &f->black},
                 {"white", &f->white},      {"date", &f->date},         {"event", &f->event},
                 {"place", &f->place},      {"result", &f->result},     {"rank", &f->rank},
                 {"komi", &f->komi},        {"handicap", &f->handicap}, {"rules", &f->rules},
                 {"size", &f->size},        {"moves", &f->moves},       {"source", &f->source},
                 {"words", &f->words},      {"anchor", &q->anchor},     {"next", &q->next},
                 {"sequence", &q->sequence}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].name, name) == 0)
            return texts[i].place;
    return NULL;
}

static bool *flag_for(question *q, const char *name) {
    return strcmp(name, "any-colour") == 0    ? &q->any_colour
           : strcmp(name, "no-symmetry") == 0 ? &q->no_symmetry
           : strcmp(name, "variations") == 0  ? &q->find.has_variations
                                              : NULL;
}

static bool read_number(question *q, const char *name, const char *value) {
    const struct {
        const char *name;
        uint64_t *place, most;
    } numbers[] = {{"by-move", &q->by_move, UINT32_MAX - 1},
                   {"limit", &q->limit, MOST_LISTED},
                   {"offset", &q->offset, UINT32_MAX},
                   {"continuations", &q->depth, MOST_DEPTH}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(numbers[i].name, name) != 0)
            continue;
        size_t length = strlen(value);
        uint64_t number = 0;
        bool is_number = length > 0 && length < 12 && strspn(value, "0123456789") == length;
        for (size_t k = 0; is_number && k < length; k++)
            number = number * 10 + (uint64_t)(value[k] - '0');
        if (!is_number || number > numbers[i].most) {
            char what[48];
            snprintf(what, sizeof what, "takes a number from 0 to %llu",
                     (unsigned long long)numbers[i].most);
            return refuse(q, name, what);
        }
        *numbers[i].place = number;
        return true;
    }
    return refuse(q, name, "is no parameter");
}

static bool read_pattern(question *q, const char *value) {
    if (strlen(value) > MOST_PATTERN || q->pattern != NULL)
        return refuse(q, "pattern", "takes one typed board");
    q->pattern = kf_find_pattern_read(kf_text_of(value), "pattern", q->log);
    q->find.pattern = q->pattern;
    if (q->pattern == NULL)
        q->status = 400;
    return q->pattern != NULL;
}

// Takes `%41` for `A`. False: what it stands for cannot be meant.
static bool decode(kf_text from, char *to) {
    for (size_t i = 0; i < from.length; i++) {
        char digits[3] = {0}, *end = digits;
        if (from.data[i] != '%') {
            *to++ = from.data[i];
            continue;
        }
        memcpy(digits, from.data + i + 1, from.length - i > 2 ? 2 : 0);
        long c = strtol(digits, &end, 16);
        if (end != digits + 2 || strspn(digits, "0123456789abcdefABCDEF") != 2 || c == 0)
            return false;
        *to++ = (char)c;
        i += 2;
    }
    *to = '\0';
    return true;
}

static bool read_field(question *q, const kf_serve_field *field) {
    char *value = kf_arena_alloc(q->serve->arena, strlen(field->value) + 1);
    const char *name = field->name;
    if (!decode(kf_text_of(field->value), value))
        return refuse(q, name, "is not written as in an address");
    const char **text = text_for(q, name);
    bool *flag = flag_for(q, name);
    if (text != NULL)
        *text = value[0] != '\0' ? value : NULL;
    else if (flag != NULL && value[0] != '\0' && strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return refuse(q, name, "takes 1 or 0");
    else if (flag != NULL)
        *flag = value[0] == '1';
    else if (strcmp(name, "pattern") == 0)
        return read_pattern(q, value);
    else
        return read_number(q, name, value);
    return true;
}

// How the pattern may stand. Without one, nothing can be said of that.
static bool set_pattern(question *q) {
    kf_anchor anchor = KF_ANCHOR_ANYWHERE;
    bool has_next = q->next != NULL && strlen(q->next) == 1 && strchr("BW", q->next[0]) != NULL;
    if (q->pattern == NULL) {
        bool is_asked = q->anchor != NULL || q->next != NULL || q->sequence != NULL ||
                        q->any_colour || q->no_symmetry || q->find.has_variations ||
                        q->by_move < UINT32_MAX || q->depth > 0;
        return !is_asked || refuse(q, "pattern", "is missing, and something is said of it");
    }
    if (q->anchor != NULL && !kf_find_question_anchor(q->anchor, &anchor))
        return refuse(q, "anchor", "takes anywhere, corner, side, centre or fixed");
    if (q->next != NULL && !has_next)
        return refuse(q, "next", "takes B or W");
    kf_find_pattern_set_anchor(q->pattern, anchor);
    kf_find_pattern_set_any_colour(q->pattern, q->any_colour);
    kf_find_pattern_set_symmetry(q->pattern, !q->no_symmetry);
    if (has_next)
        kf_find_pattern_set_next(q->pattern, q->next[0]);
    if (q->by_move < UINT32_MAX)
        kf_find_pattern_set_by_move(q->pattern, (uint32_t)q->by_move);
    if (q->sequence != NULL &&
        !kf_find_pattern_set_sequence(q->pattern, kf_text_of(q->sequence), q->log))
        q->status = 400;
    return q->status == 0;
}

static void read_question(void *context) {
    question *q = context;
    const kf_serve *serve = q->serve;
    q->by_move = UINT32_MAX;
    q->limit = LIMIT;
    if (serve->field_count > KF_SERVE_FIELDS) {
        refuse(q, serve->fields[0].name, "and others are too many parameters");
        return;
    }
    for (size_t i = 0; i < serve->field_count; i++) {
        for (size_t k = 0; k < i; k++)
            if (strcmp(serve->fields[k].name, serve->fields[i].name) == 0) {
                refuse(q, serve->fields[i].name, "stands twice");
                return;
            }
        if (!read_field(q, &serve->fields[i]))
            return;
    }
    set_pattern(q);
}

// ---- What is found ----

static void add_game(void *context) {
    question *q = context;
    kf_buffer *out = &q->serve->body.text;
    kf_find_more more = {.has_variations = q->find.has_variations, .has_places = true};
    kf_catalog_game game;
    if (!kf_catalog_get(q->catalog, q->found->game, &game, q->log)) {
        q->status = 500;
        return;
    }
    kf_json_open(out, NULL, '{');
    kf_json_number(out, "id", q->found->game);
    kf_find_print_json(out, &game);
    kf_find_print_hits(out, &game, q->found, &more);
    kf_json_close(out, '}');
}

// All are counted, and those of the page listed.
static bool take(void *context, const kf_found *found) {
    question *q = context;
    uint64_t place = q->seen++;
    bool is_beyond = q->listed >= q->limit || q->serve->body.text.length > MOST_BYTES;
    if (place < q->offset)
        return true;
    q->is_full = q->is_full || is_beyond;
    // The hits of all that follow are only counted.
    q->find.counts_only = q->is_full;
    if (q->is_full)
        return true;
    q->found = found;
    q->listed++;
    if (!kf_arena_try(q->serve->arena, add_game, q))
        q->status = 500;
    return q->status == 0;
}

static void begin_answer(void *context) {
    question *q = context;
    q->serve->type = "application/json";
    kf_serve_body_begin(&q->serve->body, q->serve->arena);
    kf_json_open(&q->serve->body.text, NULL, '{');
    kf_json_number(&q->serve->body.text, "version", VERSION);
    kf_json_open(&q->serve->body.text, "games", '[');
}

static void end_answer(void *context) {
    question *q = context;
    kf_buffer *out = &q->serve->body.text;
    kf_json_close(out, ']');
    kf_json_open(out, "total", '{');
    kf_json_number(out, "games", (int64_t)q->total.games);
    kf_json_number(out, "hits", (int64_t)q->total.hits);
    kf_json_close(out, '}');
    if (q->is_full && q->limit > 0)
        kf_json_number(out, "next", (int64_t)(q->offset + q->listed));
    if (q->moves != NULL)
        kf_find_continue_json(out, "continuations", q->pattern, q->moves);
    kf_json_close(out, '}');
    kf_buffer_add_char(out, '\n');
}

static void find(question *q) {
    kf_arena *arena = q->serve->arena;
    bool is_good = kf_arena_try(arena, begin_answer, q);
    // Where only the moves are asked for, their totals are those of the games.
    bool is_counted = q->depth > 0 && q->limit == 0;
    if (is_good && !is_counted)
        is_good = kf_find_games(q->catalog, &q->find, take, q, &q->total, q->log);
    if (is_good && q->depth > 0) {
        q->find.next_moves = (int)q->depth;
        q->find.counts_only = false;
        q->moves = kf_continue_new(q->catalog, &q->find, q->log);
        is_good = q->moves != NULL;
    }
    if (is_good && is_counted) {
        const kf_continuation *all = kf_continue_get(q->moves, 0);
        q->total = (kf_find_total){all->games, all->hits};
    }
    if (!is_good || q->is_left || q->status != 0 || !kf_arena_try(arena, end_answer, q))
        q->status = q->status != 0 ? q->status : 500;
}

// ---- A game ----

// The place of a hit as the page knows it; none where the address was made up.
static void go_to_hit(question *q) {
    kf_found found = {.game = q->game, .hits = &q->hit, .count = 1};
    kf_node node = 0;
    bool is_good = kf_place_hits(q->catalog, q->record, &found, &node, q->log);
    bool is_whole =
        is_good && node != 0 && kf_path_of(q->record, node, q->at, sizeof q->at) < sizeof q->at;
    if (!is_whole)
        q->at[0] = '\0';
    // The path of the root would be read as a number of moves.
    else if (node == kf_node_child(q->record, 0))
        memcpy(q->at, "0", 2);
}

static void show_game(void *context) {
    question *q = context;
    kf_arena *arena = q->serve->arena;
    enum { LONGEST = 500 };
    kf_buffer name = {.arena = arena};
    char title[LONGEST];
    kf_catalog_game game;
    if (!kf_catalog_get(q->catalog, q->game, &game, q->log))
        return;
    kf_buffer_add_text(&name, game.file);
    kf_buffer_add_char(&name, ':');
    kf_buffer_add_number(&name, game.number);
    kf_buffer_add_char(&name, '\0');
    q->record = kf_catalog_record(q->catalog, q->game, q->log);
    if (q->record == NULL)
        return;
    if (q->has_hit)
        go_to_hit(q);
    bool has_title = kf_title_of(q->record, kf_node_child(q->record, 0), KF_LANGUAGE_EN, title,
                                 sizeof title) > 0;
    kf_page_head head = {.title = has_title ? title : name.data, .up = "/", .is_served = true};
    kf_serve_show(q->serve, q->record, &head, name.data, q->at[0] != '\0' ? q->at : NULL);
}

// `16384.12`: a line and a position of it.
static void read_hit(question *q, const char *value) {
    char *dot, *end;
    bool is_number = value[0] >= '0' && value[0] <= '9' && strlen(value) < 18;
    unsigned long line = is_number ? strtoul(value, &dot, 10) : 0, position = 0;
    q->has_hit = is_number && *dot == '.' && dot[1] >= '0' && dot[1] <= '9';
    if (q->has_hit)
        position = strtoul(dot + 1, &end, 10);
    q->has_hit = q->has_hit && *end == '\0' && line < UINT32_MAX && position < UINT32_MAX;
    if (q->has_hit)
        q->hit = (kf_find_hit){.line = (uint32_t)line,
                               .position = (uint32_t)position,
                               .is_variation = line != q->game};
}

// `/game/7` with `at=12`: its number in the catalogue, and the move at which it opens; or with
// `place`, the place of a hit.
static bool read_game(question *q) {
    const char *number = q->serve->address + strlen("/game/");
    size_t length = strlen(number);
    uint64_t id = 0;
    for (size_t i = 0; i < length && length < 11; i++)
        id = id * 10 + (uint64_t)(number[i] - '0');
    if (length == 0 || length > 10 || strspn(number, "0123456789") != length || id > UINT32_MAX)
        return false;
    q->game = (uint32_t)id;
    for (size_t i = 0; i < q->serve->field_count && i < KF_SERVE_FIELDS; i++) {
        const kf_serve_field *field = &q->serve->fields[i];
        size_t digits = strlen(field->value);
        if (strcmp(field->name, "at") == 0 && digits < 8 &&
            strspn(field->value, "0123456789") == digits)
            memcpy(q->at, field->value, digits + 1);
        else if (strcmp(field->name, "place") == 0)
            read_hit(q, field->value);
    }
    return true;
}

static void add_missing(void *context) {
    kf_serve_refuse(context, 404, "There is no such game.\n");
}

static void answer_game(question *q) {
    kf_arena *arena = q->serve->arena;
    bool is_good = true;
    if (read_game(q) && kf_catalog_hold(q->catalog, q->log)) {
        is_good = kf_arena_try(arena, show_game, q);
        kf_catalog_release(q->catalog);
    }
    if (is_good && q->record == NULL)
        is_good = kf_arena_try(arena, add_missing, q->serve);
    if (!is_good)
        kf_serve_fail(q->serve);
}

// ---- Any question ----

// The log's words of what went wrong; NULL: it has none. A note is none.
static const kf_entry *find_error(const kf_log *log) {
    for (size_t i = 0; i < kf_log_count(log); i++)
        if (kf_log_entry(log, i)->severity == KF_ERROR)
            return kf_log_entry(log, i);
    return NULL;
}

// A message names an option, which is a parameter here and has no dashes.
static const char *name_parameter(kf_arena *arena, const char *message) {
    kf_buffer out = {.arena = arena};
    if (strncmp(message, "'--", 3) != 0)
        return message;
    kf_buffer_add_char(&out, '\'');
    kf_buffer_add(&out, message + 3, strlen(message + 3) + 1);
    return out.data;
}

static void add_error(void *context) {
    question *q = context;
    const kf_entry *entry = find_error(q->log);
    kf_buffer *out = &q->serve->body.text;
    q->serve->type = "application/json";
    kf_serve_body_begin(&q->serve->body, q->serve->arena);
    kf_json_open(out, NULL, '{');
    kf_json_number(out, "version", VERSION);
    kf_json_open(out, "error", '{');
    bool is_memory = entry == NULL && q->message[0] == '\0';
    kf_json_string(out, "code",
                   entry != NULL ? entry->code
                   : is_memory   ? "program/memory"
                                 : "program/argument");
    if (entry != NULL && entry->line > 0)
        kf_json_number(out, "line", (int64_t)entry->line);
    kf_json_string(out, "message",
                   entry != NULL ? name_parameter(q->serve->arena, entry->message)
                   : is_memory   ? "out of memory"
                                 : q->message);
    kf_json_close(out, '}');
    kf_json_close(out, '}');
    kf_buffer_add_char(out, '\n');
    // A question that cannot be answered, and a catalogue that cannot be read.
    bool is_asked_wrongly = entry != NULL && (strcmp(entry->code, "program/argument") == 0 ||
                                              strncmp(entry->code, "find/", 5) == 0);
    q->serve->status = is_asked_wrongly ? 400 : q->status;
}

static void answer(question *q) {
    kf_serve *serve = q->serve;
    q->catalog = kf_catalog_open(serve->catalog, false, q->log);
    q->status = q->catalog == NULL ? 500 : 0;
    if (q->status == 0 && strncmp(serve->address, "/game/", 6) == 0) {
        answer_game(q);
        return;
    }
    if (q->status == 0 && !kf_arena_try(serve->arena, read_question, q))
        q->status = 500;
    if (q->status == 0)
        find(q);
    if (q->is_left || (q->status != 0 && !kf_arena_try(serve->arena, add_error, q)))
        kf_serve_fail(serve);
}

// A search that was stopped has no answer.
static bool goes_on(void *context) {
    question *q = context;
    q->is_left = q->is_left || !q->goes_on(q->context);
    return !q->is_left;
}

void kf_serve_search(kf_serve *serve, bool (*may_go_on)(void *context), void *context) {
    question q = {.serve = serve, .log = kf_log_new(), .goes_on = may_go_on, .context = context};
    q.find.goes_on = goes_on;
    q.find.going = &q;
    if (q.log != NULL && goes_on(&q))
        answer(&q);
    else
        kf_serve_fail(serve);
    kf_continue_free(q.moves);
    kf_find_pattern_free(q.pattern);
    kf_record_free(q.record);
    kf_catalog_close(q.catalog);
    kf_log_free(q.log);
}
