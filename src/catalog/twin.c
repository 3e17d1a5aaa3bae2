// SPDX-License-Identifier: MIT
// Games that stand in a catalogue more than once, and games that go the way of another.

#include "catalog/catalog.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "record/record.h"

#ifdef KIFU_HAVE_SQLITE

// How it works. Games that may be the same have the same key of Dyer (six moves, in the smallest of
// the turns) or the same first 30 moves, and only such are compared, move by move. Of many games
// with one key each is compared with a few that differ from each other, so that the work grows with
// the number of games and not with its square.
enum { OPENING = 30, LEADERS = 32, TURNS = 8, WHITE = 0x8000, NO_MOVE = 0x7FFF };

// The stones that a line puts, in order, set up and played; a pass too.
typedef struct course {
    uint16_t *stones;
    size_t count, room;
    uint32_t at; // of its game in the list
} course;

typedef struct entry {
    uint64_t key;
    uint32_t at; // of its game in the list
    bool is_dyer;
} entry;

typedef struct twins {
    kf_catalog *catalog;
    const kf_find *find;
    kf_log *log;
    kf_arena *arena;
    uint32_t *games; // that answer the question, in order
    uint32_t *first; // of each: the game that it is told with; itself where there is none
    size_t count, room;
    entry *entries;
    size_t entry_count;
    course leaders[LEADERS];
    kf_catalog_rows rows;
    int board[2]; // of the segment under way
    uint32_t segment;
    bool (*take)(void *, const kf_twin *);
    void *context;
    kf_find_total total;
    bool is_good;
} twins;

// ---- The games that are asked for ----

static bool note_game(void *context, const kf_found *found) {
    twins *t = context;
    if (t->count == t->room) {
        size_t room = t->room * 2 + 1024;
        uint32_t *more = realloc(t->games, room * sizeof *more);
        if (more == NULL) {
            kf_log_add(t->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
            t->is_good = false;
            return false;
        }
        t->games = more;
        t->room = room;
    }
    t->games[t->count++] = found->game;
    return true;
}

static bool collect(twins *t) {
    t->is_good = true;
    return kf_find_games(t->catalog, t->find, note_game, t, &t->total, t->log) && t->is_good;
}

// The board of the segment in which a line stands.
static bool look_up_board(twins *t, uint32_t line) {
    kf_segment segment;
    uint32_t id = line / KF_STORE_STRIDE;
    if (t->segment == id)
        return true;
    if (!kf_store_segment(t->catalog->store, (int64_t)id - 1, &segment) || segment.id != id)
        return false;
    t->board[0] = segment.width;
    t->board[1] = segment.height;
    t->segment = id;
    return true;
}

// ---- Comparing ----

static bool load(twins *t, uint32_t at, course *c) {
    kf_line line;
    c->count = 0;
    c->at = at;
    if (!look_up_board(t, t->games[at]) ||
        !kf_catalog_next_line(t->catalog->store, &t->rows, t->games[at], &line))
        return false;
    c->stones = kf_arena_grow(t->arena, c->stones, &c->room, line.count + 1, sizeof *c->stones);
    for (size_t i = 0; i < line.count; i++) {
        uint32_t event = kf_line_event(&line, i), point = event & KF_EVENT_POINT;
        if (event & KF_EVENT_TAKEN)
            continue;
        c->stones[c->count++] = (uint16_t)((point == KF_EVENT_NOWHERE ? (uint32_t)NO_MOVE : point) |
                                           (event & KF_EVENT_WHITE ? (uint32_t)WHITE : 0));
    }
    return true;
}

// What a stone becomes in a turn; a pass stays one.
static uint16_t turn_stone(const twins *t, uint16_t stone, int turn) {
    int point = stone & NO_MOVE, width = t->board[0], height = t->board[1];
    if (point >= width * height)
        return stone;
    int column = point % width, row = point / width;
    if (turn & 4) {
        int was = column;
        column = row, row = was;
    }
    column = turn & 1 ? width - 1 - column : column;
    row = turn & 2 ? height - 1 - row : row;
    return (uint16_t)(row * width + column) | (stone & WHITE);
}

static int turns_of(const twins *t) {
    return t->board[0] == t->board[1] ? TURNS : TURNS / 2;
}

typedef struct likeness {
    size_t same, before, behind; // stones: in all, up to the first that differs, from the end on
} likeness;

static likeness compare_turned(const twins *t, const course *a, const course *b, int turn) {
    size_t least = a->count < b->count ? a->count : b->count;
    likeness l = {0, 0, 0};
    for (size_t i = 0; i < least; i++) {
        bool is_same = turn_stone(t, a->stones[i], turn) == b->stones[i];
        l.same += is_same;
        l.before += is_same && l.before == i;
    }
    while (l.before + l.behind < least && turn_stone(t, a->stones[a->count - 1 - l.behind], turn) ==
                                              b->stones[b->count - 1 - l.behind])
        l.behind++;
    return l;
}

static kf_twin_kind compare(const twins *t, const course *a, const course *b) {
    size_t least = a->count < b->count ? a->count : b->count;
    size_t most = a->count < b->count ? b->count : a->count, best = 0;
    for (int turn = 0; turn < turns_of(t); turn++) {
        likeness l = compare_turned(t, a, b, turn);
        if (l.before == least && least > 0)
            return a->count == b->count ? KF_TWIN_IDENTICAL : KF_TWIN_PREFIX;
        size_t ends = l.before + l.behind;
        ends = ends > l.same ? ends : l.same;
        best = ends > best ? ends : best;
    }
    return most > 0 && best * 10 >= most * 9 ? KF_TWIN_NEAR : KF_TWIN_DIFFERENT;
}

// ---- Keys ----

// The smallest of what turning makes of the first stones.
static uint64_t opening_key(const twins *t, const course *c, size_t length) {
    uint64_t least = UINT64_MAX;
    for (int turn = 0; turn < turns_of(t); turn++) {
        uint64_t key = (uint64_t)t->board[0] << 32 | (uint64_t)t->board[1];
        for (size_t i = 0; i < length; i++)
            key = (key ^ turn_stone(t, c->stones[i], turn)) * UINT64_C(0x9E3779B97F4A7C15) ^
                  key >> 31;
        least = key < least ? key : least;
    }
    return least;
}

// A game of fewer than 30 stones has only all of them for a key, and one of fewer than 71 moves
// none of Dyer.
static bool make_keys(twins *t) {
    course *c = &t->leaders[0];
    t->entries = kf_arena_resize(t->arena, NULL, (2 * t->count + 1) * sizeof *t->entries);
    for (size_t i = 0; i < t->count; i++) {
        uint32_t low, high;
        if (!load(t, (uint32_t)i, c)) {
            if (kf_store_error(t->catalog->store)[0] != '\0')
                return false;
            continue;
        }
        size_t length = c->count < OPENING ? c->count : OPENING;
        if (length > 0)
            t->entries[t->entry_count++] = (entry){opening_key(t, c, length), (uint32_t)i, false};
        if (c->count < 71)
            continue;
        if (!kf_catalog_field(t->catalog, t->games[i], KF_FIELD_KEY, &low) ||
            !kf_catalog_field(t->catalog, t->games[i], KF_FIELD_KEY_HIGH, &high))
            return false;
        t->entries[t->entry_count++] = (entry){(uint64_t)high << 32 | low, (uint32_t)i, true};
    }
    return true;
}

static int by_key(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->is_dyer != y->is_dyer)
        return x->is_dyer ? 1 : -1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

// ---- Groups ----

static uint32_t first_of(twins *t, uint32_t at) {
    while (t->first[at] != at)
        at = t->first[at] = t->first[t->first[at]];
    return at;
}

// Tells a game with one that it is like; the earlier one leads.
static void join(twins *t, uint32_t a, uint32_t b) {
    a = first_of(t, a);
    b = first_of(t, b);
    if (a == b)
        return;
    t->first[a > b ? a : b] = a > b ? b : a;
}

// Compares the games of one key, each with the few that were found to differ before.
static bool compare_run(twins *t, const entry *run, size_t count) {
    size_t leaders = 0;
    for (size_t i = 0; i < count; i++) {
        course *c = &t->leaders[leaders < LEADERS ? leaders : LEADERS - 1];
        kf_twin_kind kind = KF_TWIN_DIFFERENT;
        if (!load(t, run[i].at, c))
            return false;
        size_t others = leaders < LEADERS ? leaders : LEADERS - 1;
        for (size_t k = 0; k < others && kind == KF_TWIN_DIFFERENT; k++) {
            // Boards of other sizes have keys of their own, but for chance.
            kind = compare(t, &t->leaders[k], c);
            if (kind != KF_TWIN_DIFFERENT)
                join(t, t->leaders[k].at, run[i].at);
        }
        if (kind == KF_TWIN_DIFFERENT && run[i].is_dyer && others > 0 &&
            first_of(t, run[i].at) == run[i].at)
            join(t, t->leaders[0].at, run[i].at);
        leaders += kind == KF_TWIN_DIFFERENT && leaders < LEADERS;
    }
    return true;
}

static bool compare_all(twins *t) {
    for (size_t i = 0, end; i < t->entry_count; i = end) {
        for (end = i + 1; end < t->entry_count && t->entries[end].key == t->entries[i].key &&
                          t->entries[end].is_dyer == t->entries[i].is_dyer;)
            end++;
        if (end - i > 1 && !compare_run(t, t->entries + i, end - i))
            return false;
    }
    return true;
}

typedef struct member {
    uint32_t first, at;
} member;

static int by_first(const void *a, const void *b) {
    const member *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

// Gives the groups in the order of their first games. What a game is to the first one is looked at
// once more, for it may have been found by another.
static bool give_all(twins *t) {
    member *members = kf_arena_resize(t->arena, NULL, (t->count + 1) * sizeof *members);
    size_t count = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (first_of(t, i) != i)
            members[count++] = (member){first_of(t, i), i};
    qsort(members, count, sizeof *members, by_first);
    course *a = &t->leaders[0], *b = &t->leaders[1];
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || members[i].first != members[i - 1].first;
        kf_twin twin = {t->games[members[i].first], t->games[members[i].first], KF_TWIN_FIRST};
        if (is_new && (!load(t, members[i].first, a) || !t->take(t->context, &twin)))
            return kf_store_error(t->catalog->store)[0] == '\0';
        if (!load(t, members[i].at, b))
            return false;
        twin.game = t->games[members[i].at];
        twin.kind = compare(t, a, b);
        if (!t->take(t->context, &twin))
            return true;
    }
    return true;
}

static void find_twins(void *context) {
    twins *t = context;
    t->first = kf_arena_resize(t->arena, NULL, (t->count + 1) * sizeof *t->first);
    for (uint32_t i = 0; i < t->count; i++)
        t->first[i] = i;
    t->is_good = make_keys(t);
    qsort(t->entries, t->entry_count, sizeof *t->entries, by_key);
    t->is_good = t->is_good && compare_all(t) && give_all(t);
    if (!t->is_good)
        kf_store_report(t->catalog->store, t->log);
}

bool kf_twin_find(kf_catalog *catalog, const kf_find *find,
                  bool (*take)(void *context, const kf_twin *twin), void *context, kf_log *log) {
    twins t = {.catalog = catalog,
               .find = find,
               .log = log,
               .take = take,
               .context = context,
               .segment = UINT32_MAX};
    if (!kf_catalog_hold(catalog, log))
        return false;
    bool is_good = collect(&t);
    t.arena = is_good ? kf_arena_new() : NULL;
    if (is_good) {
        bool has_memory = t.arena != NULL && kf_arena_try(t.arena, find_twins, &t);
        if (!has_memory)
            kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        is_good = has_memory && t.is_good;
    }
    kf_catalog_release(catalog);
    kf_arena_free(t.arena);
    free(t.games);
    return is_good;
}

// ---- Games like another ----

// A position of the other game, turned, by its hash.
typedef struct known {
    uint64_t hash;
    uint32_t position; // from 1: 0 is none
    uint8_t turn;
} known;

typedef struct like {
    uint32_t game, shared, position;
    uint8_t turn;
} like;

typedef struct similar {
    twins t; // the games to look at
    const kf_record *record;
    kf_node game;
    kf_line_maker maker;
    kf_line line;
    known *table;
    size_t mask;
    like *likes; // the best so far, in order
    size_t like_count, most;
    bool (*take)(void *, const kf_found *);
    void *context;
} similar;

static uint64_t hash_of(uint32_t point, bool is_white) {
    uint64_t z = ((uint64_t)point << 1 | is_white) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static known *slot_for(const similar *s, uint64_t hash) {
    size_t at = (size_t)(hash >> 7) & s->mask;
    while (s->table[at].position != 0 && s->table[at].hash != hash)
        at = (at + 1) & s->mask;
    return &s->table[at];
}

// Goes through a line in a turn; `meet` is called for the start, as the first position, and behind
// every group.
static void hash_line(const similar *s, const kf_line *line, int turn,
                      void (*meet)(void *, uint64_t, uint32_t), void *context) {
    uint64_t hash = 0;
    uint32_t position = 0;
    for (size_t i = 0; i < line->count; i++) {
        uint32_t event = kf_line_event(line, i), point = event & KF_EVENT_POINT;
        if (i == line->initial)
            meet(context, hash, ++position);
        if (point != KF_EVENT_NOWHERE)
            hash ^= hash_of(turn_stone(&s->t, (uint16_t)point, turn), event & KF_EVENT_WHITE);
        if ((event & KF_EVENT_END) && i >= line->initial)
            meet(context, hash, ++position);
    }
    if (line->initial == line->count)
        meet(context, hash, ++position);
}

typedef struct knowing {
    similar *s;
    int turn;
    like best;
} knowing;

// The empty board is no likeness.
static void know(void *context, uint64_t hash, uint32_t position) {
    knowing *k = context;
    known *slot = slot_for(k->s, hash);
    if (hash != 0 && slot->position == 0)
        *slot = (known){hash, position, (uint8_t)k->turn};
}

static void recognise(void *context, uint64_t hash, uint32_t position) {
    knowing *k = context;
    const known *slot = hash != 0 ? slot_for(k->s, hash) : NULL;
    if (slot != NULL && slot->position > k->best.shared)
        k->best = (like){k->best.game, slot->position, position, slot->turn};
}

// What lies on the board at a position, turned.
static void lay_out(const similar *s, const kf_line *line, uint32_t position, int turn,
                    uint8_t *board) {
    uint32_t groups = 0;
    memset(board, KF_EMPTY, (size_t)s->t.board[0] * (size_t)s->t.board[1]);
    for (size_t i = 0; i < line->count && (i < line->initial || groups + 1 < position); i++) {
        uint32_t event = kf_line_event(line, i), point = event & KF_EVENT_POINT;
        groups += i >= line->initial && (event & KF_EVENT_END);
        if (point < (uint32_t)(s->t.board[0] * s->t.board[1]))
            board[turn_stone(&s->t, (uint16_t)point, turn)] =
                event & KF_EVENT_TAKEN ? KF_EMPTY : (uint8_t)kf_line_colour(event);
    }
}

// A hash that fits may do so by chance.
static bool is_same_position(const similar *s, const kf_line *line, const like *l) {
    uint8_t a[KF_BOARD_MAX * KF_BOARD_MAX], b[KF_BOARD_MAX * KF_BOARD_MAX];
    lay_out(s, &s->line, l->shared, l->turn, a);
    lay_out(s, line, l->position, 0, b);
    return memcmp(a, b, (size_t)s->t.board[0] * (size_t)s->t.board[1]) == 0;
}

static void keep(similar *s, const like *l) {
    size_t at = s->like_count;
    while (at > 0 && s->likes[at - 1].shared < l->shared)
        at--;
    if (at == s->most)
        return;
    s->like_count += s->like_count < s->most;
    memmove(s->likes + at + 1, s->likes + at, (s->like_count - at - 1) * sizeof *s->likes);
    s->likes[at] = *l;
}

static bool look_at_games(similar *s) {
    twins *t = &s->t;
    int width = t->board[0], height = t->board[1];
    for (size_t i = 0; i < t->count; i++) {
        knowing k = {s, 0, {.game = t->games[i]}};
        kf_line line;
        if (!look_up_board(t, t->games[i]))
            return false;
        if (t->board[0] != width || t->board[1] != height)
            continue;
        if (!kf_catalog_next_line(t->catalog->store, &t->rows, t->games[i], &line))
            return false;
        hash_line(s, &line, 0, recognise, &k);
        bool is_wanted = k.best.shared > 0 &&
                         (s->like_count < s->most || k.best.shared > s->likes[s->most - 1].shared);
        if (is_wanted && is_same_position(s, &line, &k.best))
            keep(s, &k.best);
    }
    return true;
}

static bool give_likes(similar *s) {
    for (size_t i = 0; i < s->like_count; i++) {
        const like *l = &s->likes[i];
        kf_line line;
        if (!kf_catalog_next_line(s->t.catalog->store, &s->t.rows, l->game, &line))
            return false;
        kf_find_hit hit = {.moves = kf_line_moves(&line, l->position - 1),
                           .symmetry = l->turn,
                           .line = l->game,
                           .position = l->position - 1,
                           .shared = kf_line_moves(&s->line, l->shared - 1)};
        kf_found found = {.game = l->game, .hits = &hit, .count = 1};
        if (!s->take(s->context, &found))
            return true;
    }
    return true;
}

static void find_similar(void *context) {
    similar *s = context;
    s->maker.arena = s->t.arena;
    kf_line_main(&s->maker, s->record, s->game);
    s->line = kf_line_of(s->maker.data, s->maker.length);
    s->t.board[0] = s->maker.width;
    s->t.board[1] = s->maker.height;
    size_t size = 64;
    while (size < ((size_t)s->maker.groups + 1) * TURNS * 2)
        size *= 2;
    s->mask = size - 1;
    s->table = kf_arena_resize(s->t.arena, NULL, size * sizeof *s->table);
    memset(s->table, 0, size * sizeof *s->table);
    s->likes = kf_arena_resize(s->t.arena, NULL, (s->most + 1) * sizeof *s->likes);
    for (int turn = 0; turn < turns_of(&s->t); turn++) {
        knowing k = {s, turn, {0, 0, 0, 0}};
        hash_line(s, &s->line, turn, know, &k);
    }
    s->t.is_good = look_at_games(s);
    if (!s->t.is_good)
        kf_store_report(s->t.catalog->store, s->t.log);
}

static void give_similar(void *context) {
    similar *s = context;
    s->t.is_good = give_likes(s);
}

bool kf_twin_similar(kf_catalog *catalog, const kf_find *find, const kf_twin_model *model,
                     bool (*take)(void *context, const kf_found *found), void *context,
                     kf_log *log) {
    similar s = {.record = model->record,
                 .game = model->game,
                 .most = model->most,
                 .take = take,
                 .context = context};
    s.t = (twins){.catalog = catalog, .find = find, .log = log, .segment = UINT32_MAX};
    if (!kf_catalog_hold(catalog, log))
        return false;
    bool is_good = collect(&s.t);
    s.t.arena = is_good ? kf_arena_new() : NULL;
    if (is_good) {
        bool has_memory = s.t.arena != NULL && kf_arena_try(s.t.arena, find_similar, &s) &&
                          (!s.t.is_good || kf_arena_try(s.t.arena, give_similar, &s));
        if (!has_memory)
            kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        is_good = has_memory && s.t.is_good;
    }
    kf_catalog_release(catalog);
    kf_arena_free(s.t.arena);
    free(s.t.games);
    return is_good;
}

#else

bool kf_twin_find(kf_catalog *catalog, const kf_find *find,
                  bool (*take)(void *context, const kf_twin *twin), void *context, kf_log *log) {
    (void)catalog, (void)find, (void)take, (void)context;
    return kf_catalog_lacks(log);
}

bool kf_twin_similar(kf_catalog *catalog, const kf_find *find, const kf_twin_model *model,
                     bool (*take)(void *context, const kf_found *found), void *context,
                     kf_log *log) {
    (void)catalog, (void)find, (void)model, (void)take, (void)context;
    return kf_catalog_lacks(log);
}

#endif
