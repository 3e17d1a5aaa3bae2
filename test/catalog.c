// SPDX-License-Identifier: MIT
// What a catalogue finds beside a matcher written from the definition of a hit: made-up games with
// many captures, setups and variations here, real games where a file of them is named.
//
//   test_catalog                          made-up games, patterns by chance and the classic ones
//   test_catalog FILE PATTERNS [SEED [GAMES]]
//                                         the games of the file; GAMES is a file of the games from
//                                         which patterns are taken, the same otherwise
//   test_catalog boards PATTERNS [SEED [WIDTH HEIGHT]]
//                                         whole boards in more made-up games than a segment holds,
//                                         and what is asked of them besides the board

#include <kifu/catalog.h>

#include "catalog/search.h"
#include "catalog_naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 4096 };

static uint64_t state = 1;

static uint32_t chance(uint32_t limit) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % limit;
}

static void give_up(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(2);
}

// ---- Made-up games ----

typedef struct text {
    char *data;
    size_t length, room;
} text;

static void add(text *t, const char *string) {
    size_t length = strlen(string);
    if (t->length + length + 1 > t->room) {
        t->room = (t->length + length + 1) * 2;
        t->data = realloc(t->data, t->room);
        if (t->data == NULL)
            give_up("memory");
    }
    memcpy(t->data + t->length, string, length + 1);
    t->length += length;
}

static void add_move(text *t, int width, int height, char colour) {
    char move[16];
    if (chance(60) == 0)
        snprintf(move, sizeof move, ";%c[]", colour);
    else
        snprintf(move, sizeof move, ";%c[%c%c]", colour, 'a' + chance((uint32_t)width),
                 'a' + chance((uint32_t)height));
    add(t, move);
}

static void add_setup(text *t, int width, int height) {
    static const char *const names[] = {";AB", ";AW", ";AE"};
    char point[8];
    add(t, names[chance(3)]);
    for (uint32_t i = 0; i < 1 + chance(3); i++) {
        snprintf(point, sizeof point, "[%c%c]", 'a' + chance((uint32_t)width),
                 'a' + chance((uint32_t)height));
        add(t, point);
    }
}

// Moves by chance, on stones and into suicide too; the deeper, the fewer variations.
static void add_line(text *t, int width, int height, int moves, int depth) {
    char colour = chance(2) ? 'B' : 'W';
    for (int i = 0; i < moves; i++) {
        if (depth < 3 && chance(25) == 0) {
            for (uint32_t k = 0; k < 2 + chance(2); k++) {
                add(t, "(");
                add_line(t, width, height, 1 + (int)chance((uint32_t)(moves - i)), depth + 1);
                add(t, ")");
            }
            return;
        }
        if (chance(40) == 0)
            add_setup(t, width, height);
        add_move(t, width, height, colour);
        if (chance(20) != 0)
            colour = colour == 'B' ? 'W' : 'B';
    }
}

static void make_games(text *t, int games) {
    static const int sizes[][2] = {{5, 5}, {5, 5}, {7, 7}, {9, 9}, {7, 5}, {4, 6}, {19, 19}};
    char head[64];
    for (int i = 0; i < games; i++) {
        const int *size = sizes[chance(7)];
        snprintf(head, sizeof head, "(;GM[1]FF[4]SZ[%d:%d]PB[p%u]PW[p%u]", size[0], size[1],
                 chance(9), chance(9));
        add(t, head);
        for (uint32_t k = chance(4); k == 0 || (k > 2 && k < 6); k++)
            add_setup(t, size[0], size[1]);
        // A few are so long that not all moves have a time of their own in a sweep.
        if (chance(10) == 0)
            add_line(t, size[0], size[1], 254 + (int)chance(60), 3);
        else
            add_line(t, size[0], size[1], 20 + (int)chance(80), 0);
        add(t, ")\n");
    }
}

// Games of one size, so many that they are looked at together. Every third is so long that stones
// come late in it.
static void make_many_games(text *t, int games) {
    for (int i = 0; i < games; i++) {
        add(t, "(;GM[1]FF[4]SZ[13]");
        add_line(t, 13, 13, i % 3 == 0 ? 254 + (int)chance(60) : 10 + (int)chance(30), 3);
        add(t, ")\n");
    }
}

// Games of one size, so many that a search comes to know of captures in most of them, and then some
// so long that not every move has a time of its own. In some of these only the first moves matter.
static void make_long_games(text *t) {
    enum { SHORT = 256, ALL = 280 };
    for (int i = 0; i < ALL; i++) {
        bool is_long = i >= SHORT, has_passes = is_long && i % 3 > 0;
        int moves = is_long ? 250 + (int)chance(i % 4 == 0 ? 500 : 100) : 45;
        add(t, "(;GM[1]FF[4]SZ[6]");
        add_line(t, 6, 6, has_passes ? 36 : moves, 3);
        for (int k = 36; has_passes && k < moves; k++)
            add(t, k % 2 == 0 ? ";B[]" : ";W[]");
        add(t, ")\n");
    }
}

// What is said of a game. More events than a segment has room for in narrow fields, fewer names.
static void add_facts(text *t) {
    static const char *const results[] = {"B+R", "W+R", "W+T", "0"};
    char facts[160], result[16];
    snprintf(result, sizeof result, "%c+%u.5", chance(2) ? 'B' : 'W', chance(300));
    snprintf(facts, sizeof facts, "PB[n%u]PW[n%u]BR[%ud]DT[%u-%02u]RE[%s]KM[%u.5]EV[e%u]",
             chance(1500), chance(1500), 1 + chance(9), 1900 + chance(120), 1 + chance(12),
             chance(3) ? results[chance(4)] : result, chance(8), chance(6000));
    add(t, facts);
    snprintf(facts, sizeof facts, "HA[%u]WR[%ud]", 2 + chance(8), 1 + chance(9));
    if (chance(4) == 0)
        add(t, facts);
}

// Short games on boards of one size, among them a few that have more boards than are noted.
static void make_short_games(text *t, int games, int width, int height) {
    char head[64];
    for (int i = 0; i < games; i++) {
        snprintf(head, sizeof head, "(;GM[1]FF[4]SZ[%d:%d]", width, height);
        add(t, head);
        add_facts(t);
        if (chance(4) == 0)
            add_setup(t, width, height);
        add_line(t, width, height, chance(300) == 0 ? 220 : 3 + (int)chance(9), 1 + (int)chance(3));
        add(t, ")\n");
    }
}

// ---- Patterns ----

typedef struct query {
    naive_query naive;
    char typed[TEXT];
    char describes[160];
} query;

static void type(query *q) {
    const naive_pattern *p = &q->naive.pattern;
    char *out = q->typed;
    if (p->top)
        out += sprintf(out, "-----\n");
    for (int row = 0; row < p->height; row++) {
        out += sprintf(out, "%s", p->left ? "|" : "");
        memcpy(out, p->cells[row], (size_t)p->width);
        out += p->width;
        out += sprintf(out, "%s\n", p->right ? "|" : "");
    }
    if (p->bottom)
        sprintf(out, "-----\n");
}

static void describe(query *q) {
    const naive_pattern *p = &q->naive.pattern;
    snprintf(q->describes, sizeof q->describes, "anchor %c%s%s%s%c by-move %u%s", p->anchor,
             p->any_colour ? ", any colour" : "", p->as_typed ? ", as typed" : "",
             p->next ? ", next " : "", p->next ? p->next : ' ', p->by_move,
             q->naive.has_variations ? ", variations" : "");
}

// A rectangle of a position, some of its points as wildcards, so that most patterns are found.
static void take_cells(naive_pattern *p, const kf_board *board) {
    int column = (int)chance((uint32_t)(board->width - p->width + 1));
    int row = (int)chance((uint32_t)(board->height - p->height + 1));
    uint32_t wild = 2 + chance(12);
    for (int r = 0; r < p->height; r++)
        for (int c = 0; c < p->width; c++) {
            kf_colour there = kf_board_get(board, kf_point_at(column + c, row + r));
            char cell = ".XO"[there];
            if (chance(wild) == 0)
                cell = chance(2) ? '*' : there == KF_WHITE ? 'o' : 'x';
            p->cells[r][c] = cell;
        }
    if (chance(3) == 0) {
        p->left = column == 0;
        p->right = column + p->width == board->width;
        p->top = row == 0;
        p->bottom = row + p->height == board->height;
    }
}

static int stones_in(const naive_pattern *p) {
    int stones = 0;
    for (int i = 0; i < p->width * p->height; i++)
        stones += strchr("XO", p->cells[i / p->width][i % p->width]) != NULL;
    return stones;
}

// The board of a game by chance after so many moves.
static void some_board(const kf_record *record, uint32_t moves, kf_board *board) {
    size_t games = kf_record_games(record);
    uint32_t skip = chance((uint32_t)games);
    kf_node node = kf_node_child(record, 0);
    int width, height;
    kf_played played;
    while (skip-- > 0)
        node = kf_node_next(record, node);
    kf_record_board(record, node, &width, &height);
    kf_board_init(board, width, height);
    for (; node != 0 && moves > 0; node = kf_node_child(record, node), moves--) {
        kf_text value;
        for (int i = 0; i < 2; i++)
            if (kf_property_get(record, node, i ? "W" : "B", &value) && value.length == 2)
                kf_board_play(board, kf_point_at(value.data[0] - 'a', value.data[1] - 'a'),
                              i ? KF_WHITE : KF_BLACK, &played);
    }
}

// Makes some empty points into moves to be played, by the colours that are played there.
static void add_numbers(naive_pattern *p) {
    char number = '1';
    for (int tries = 0; tries < 40 && number < '1' + 2; tries++) {
        int row = (int)chance((uint32_t)p->height), column = (int)chance((uint32_t)p->width);
        if (p->cells[row][column] != '.')
            continue;
        p->cells[row][column] = number++;
        p->has_moves = true;
    }
}

static void make_query(query *q, const kf_record *record, bool is_real) {
    naive_pattern *p = &q->naive.pattern;
    kf_board board;
    memset(q, 0, sizeof *q);
    some_board(record, 5 + chance(120), &board);
    p->width = 1 + (int)chance(board.width < 6 ? board.width : 6);
    p->height = 1 + (int)chance(board.height < 6 ? board.height : 6);
    while (is_real && p->width * p->height < 6) {
        p->width = 1 + (int)chance(7);
        p->height = 1 + (int)chance(7);
    }
    p->by_move = chance(6) == 0 ? chance(60) : UINT32_MAX;
    p->anchor = "aaaaacsm"[chance(8)];
    p->any_colour = chance(3) == 0;
    p->as_typed = chance(5) == 0;
    p->next = chance(5) == 0 && !is_real ? "BW"[chance(2)] : 0;
    q->naive.has_variations = chance(2);
    take_cells(p, &board);
    // Of real games those with stones: what is only free of them stands everywhere.
    for (int tries = 0; is_real && stones_in(p) < 2 && tries < 30; tries++)
        take_cells(p, &board);
    if (chance(5) == 0 && !is_real)
        add_numbers(p);
    type(q);
    describe(q);
}

// The whole board of a game as it stood after so many moves.
static void make_full(query *q, const kf_record *record, uint32_t moves) {
    naive_pattern *p = &q->naive.pattern;
    kf_board board;
    memset(q, 0, sizeof *q);
    some_board(record, moves, &board);
    p->width = board.width;
    p->height = board.height;
    p->by_move = UINT32_MAX;
    p->anchor = 'a';
    p->top = p->right = p->bottom = p->left = true;
    for (int row = 0; row < p->height; row++)
        for (int column = 0; column < p->width; column++)
            p->cells[row][column] = ".XO"[kf_board_get(&board, kf_point_at(column, row))];
    type(q);
    snprintf(q->describes, sizeof q->describes, "the whole board after %u moves", moves);
}

// A whole board, with anything else that may be asked of it.
static void make_board(query *q, const kf_record *record) {
    naive_pattern *p = &q->naive.pattern;
    make_full(q, record, chance(12));
    p->any_colour = chance(2);
    p->as_typed = chance(5) == 0;
    p->next = chance(5) == 0 ? "BW"[chance(2)] : 0;
    p->by_move = chance(5) == 0 ? chance(8) : UINT32_MAX;
    q->naive.has_variations = chance(3) == 0;
    type(q);
    describe(q);
}

// The patterns that every collector looks for.
static const struct {
    const char *name, *typed;
} classics[] = {
    {"crosscut", "XO\nOX\n"},
    {"ponnuki", "*X*\nX.X\n*X*\n"},
    {"hane", "xX\nOX\n"},
    {"3x5 with wildcards", "x.xx.\n.XO.x\n*xx..\n"},
    {"5x2 with wildcards", "xXOx.\n.x.*.\n"},
    {"side 6x3", "------\n......\n.XO...\n......\n"},
    {"corner 7x7",
     "+-------\n|.......\n|.......\n|..OX...\n|...X...\n|.......\n|..X....\n|.......\n"},
    {"4 corners", "+-------------------+\n|...................|\n|*******************|\n"
                  "|*******************|\n|***X***********X***|\n|*******************|\n"
                  "|*******************|\n|*******************|\n|*******************|\n"
                  "|*******************|\n|*******************|\n|*******************|\n"
                  "|*******************|\n|*******************|\n|*******************|\n"
                  "|*******************|\n|***O***********O***|\n|*******************|\n"
                  "|*******************|\n|*******************|\n+-------------------+\n"},
    {"sanrensei", "*******|\n*******|\n*******|\n***X***|\n*******|\n*******|\n*******|\n*******|\n"
                  "*******|\n***X***|\n*******|\n*******|\n*******|\n*******|\n*******|\n***X***|\n"
                  "*******|\n*******|\n*******|\n"},
};

static void read_classic(query *q, size_t index) {
    naive_pattern *p = &q->naive.pattern;
    memset(q, 0, sizeof *q);
    snprintf(q->typed, sizeof q->typed, "%s", classics[index].typed);
    p->by_move = UINT32_MAX;
    p->anchor = 'a';
    p->any_colour = true;
    for (const char *line = q->typed; *line; line = strchr(line, '\n') + 1) {
        const char *end = strchr(line, '\n');
        if (memchr(line, '-', (size_t)(end - line)) != NULL) {
            p->top |= p->height == 0;
            p->bottom |= p->height > 0;
            continue;
        }
        p->left |= *line == '|';
        p->right |= end[-1] == '|';
        line += *line == '|';
        p->width = (int)(end - line) - (end[-1] == '|');
        memcpy(p->cells[p->height++], line, (size_t)p->width);
    }
    snprintf(q->describes, sizeof q->describes, "%s", classics[index].name);
}

// ---- Comparing ----

typedef struct found {
    naive_hit *hits;
    size_t count, room;
    uint64_t sum; // of how many there are in which game
    kf_catalog *catalog;
} found;

static bool take_count(void *context, const kf_found *game) {
    found *f = context;
    f->sum += (uint64_t)(game->game + 1) * game->count;
    return true;
}

static bool take(void *context, const kf_found *game) {
    found *f = context;
    kf_catalog_game facts;
    if (!kf_catalog_get(f->catalog, game->game, &facts, NULL))
        give_up("a found game is not there");
    take_count(f, game);
    for (size_t i = 0; i < game->count; i++) {
        const kf_find_hit *hit = &game->hits[i];
        if (f->count == f->room) {
            f->room = f->room * 2 + 64;
            f->hits = realloc(f->hits, f->room * sizeof *f->hits);
            if (f->hits == NULL)
                give_up("memory");
        }
        f->hits[f->count++] =
            (naive_hit){facts.number - 1, hit->moves,      hit->column,      hit->row,
                        hit->symmetry,    hit->is_swapped, hit->is_variation};
    }
    return true;
}

static int order(const void *a, const void *b) {
    const naive_hit *x = a, *y = b;
    const long keys[][2] = {{x->game, y->game},
                            {x->is_variation, y->is_variation},
                            {x->moves, y->moves},
                            {x->row, y->row},
                            {x->column, y->column},
                            {x->symmetry, y->symmetry},
                            {x->is_swapped, y->is_swapped}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

static void sort(naive_hit *hits, size_t count) {
    if (count > 1)
        qsort(hits, count, sizeof *hits, order);
}

static void print_hit(const char *what, const naive_hit *hit) {
    printf("  %s: game %u, move %u, column %d, row %d, symmetry %d%s%s\n", what, hit->game + 1,
           hit->moves, hit->column, hit->row, hit->symmetry, hit->is_swapped ? ", swapped" : "",
           hit->is_variation ? ", in a variation" : "");
}

static bool are_same(const query *q, found *f, naive_hit *hits, size_t count) {
    size_t i = 0;
    sort(f->hits, f->count);
    sort(hits, count);
    while (i < count && i < f->count && order(&hits[i], &f->hits[i]) == 0)
        i++;
    if (i == count && i == f->count)
        return true;
    printf("%zu hits instead of %zu for the pattern (%s)\n%s", f->count, count, q->describes,
           q->typed);
    if (i < count)
        print_hit("expected", &hits[i]);
    if (i < f->count)
        print_hit("found", &f->hits[i]);
    return false;
}

// Whether counting alone finds as many in each game.
static bool are_counted(kf_catalog *catalog, const query *q, kf_find find, const found *f) {
    found counted = {.catalog = catalog};
    kf_find_total total;
    find.counts_only = true;
    if (!kf_find_games(catalog, &find, take_count, &counted, &total, NULL))
        give_up("counting");
    if (total.hits == f->count && counted.sum == f->sum)
        return true;
    printf("%zu hits counted instead of %zu for the pattern (%s)\n%s", (size_t)total.hits, f->count,
           q->describes, q->typed);
    return false;
}

static bool compare(kf_catalog *catalog, const query *q) {
    static const kf_anchor anchors[] = {KF_ANCHOR_ANYWHERE, KF_ANCHOR_CORNER, KF_ANCHOR_SIDE,
                                        KF_ANCHOR_CENTRE};
    const naive_pattern *p = &q->naive.pattern;
    kf_log *log = kf_log_new();
    kf_find_pattern *pattern = kf_find_pattern_read(kf_text_of(q->typed), "pattern", log);
    found f = {.catalog = catalog};
    kf_find find = {.pattern = pattern, .has_variations = q->naive.has_variations, .jobs = 1};
    kf_find_total total;
    if (pattern == NULL)
        give_up(kf_log_entry(log, 0)->message);
    kf_find_pattern_set_anchor(pattern, anchors[strchr("acsm", p->anchor) - "acsm"]);
    kf_find_pattern_set_any_colour(pattern, p->any_colour);
    kf_find_pattern_set_symmetry(pattern, !p->as_typed);
    kf_find_pattern_set_next(pattern, p->next);
    kf_find_pattern_set_by_move(pattern, p->by_move);
    find.jobs = 1 + (int)chance(3);
    if (!kf_find_games(catalog, &find, take, &f, &total, log))
        give_up(kf_log_entry(log, 0)->message);
    bool is_same = are_same(q, &f, q->naive.hits, q->naive.count) && total.hits == q->naive.count;
    is_same = is_same && are_counted(catalog, q, find, &f);
    free(f.hits);
    kf_find_pattern_free(pattern);
    kf_log_free(log);
    return is_same;
}

static kf_catalog *make_catalog(const char *file, const char *name, const void *bytes,
                                size_t length) {
    kf_log *log = kf_log_new();
    kf_catalog *catalog = kf_catalog_open(file, true, log);
    kf_gather gather = {.name = name, .bytes = bytes, .length = length};
    if (catalog == NULL || kf_gather_add(catalog, &gather, log) != KF_GATHERED_NEW ||
        !kf_gather_commit(catalog, log))
        give_up(kf_log_count(log) > 0 ? kf_log_entry(log, 0)->message : "no catalogue");
    kf_log_free(log);
    return catalog;
}

// The classic patterns, also with their colours swapped, whole boards, and others by chance.
static void make_any(query *q, const kf_record *record, size_t index, bool is_real) {
    size_t count = sizeof classics / sizeof *classics;
    if (index < 2 * count)
        read_classic(q, index / 2);
    else if (index < 2 * count + 2)
        make_full(q, record, index == 2 * count ? 30 : 100);
    else
        make_query(q, record, is_real);
    if (index < 2 * count)
        q->naive.pattern.any_colour = index % 2;
}

// All together go through the games once. How many differ; their hits are added.
static int compare_all(kf_catalog *catalog, const kf_record *record, query *queries,
                       naive_query *naive, size_t count, size_t *hits) {
    int failed = 0;
    naive_find(record, naive, count);
    for (size_t i = 0; i < count; i++) {
        queries[i].naive = naive[i];
        failed += !compare(catalog, &queries[i]);
        *hits += naive[i].count;
        free(naive[i].hits);
    }
    return failed;
}

// ---- What is asked of games besides the board ----

// The first number in a value; 0 where there is none.
static unsigned number_in(const kf_record *record, kf_node game, const char *name) {
    kf_text value = {"", 0};
    unsigned number = 0;
    kf_property_get(record, game, name, &value);
    for (size_t i = 0; i < value.length && value.data[i] != '-' && value.data[i] != '.'; i++)
        if (value.data[i] >= '0' && value.data[i] <= '9')
            number = number * 10 + (unsigned)(value.data[i] - '0');
    return number;
}

static bool has_text(const kf_record *record, kf_node game, const char *name, const char *part) {
    kf_text value = {"", 0};
    kf_property_get(record, game, name, &value);
    for (size_t i = 0, length = strlen(part); i + length <= value.length; i++)
        if (memcmp(value.data + i, part, length) == 0)
            return true;
    return false;
}

// A question for each kind, and which are asked.
typedef struct facts {
    char player[8], opponent[8], event[8], date[16], rank[16], komi[16], handicap[16];
    unsigned years[2], dans[2], whole_komi, stones[2], asked;
} facts;

enum {
    ASK_PLAYER = 1,
    ASK_OPPONENT = 2,
    ASK_EVENT = 4,
    ASK_DATE = 8,
    ASK_RANK = 16,
    ASK_KOMI = 32,
    ASK_HANDICAP = 64,
    ASK_RESULT = 128,
    ASK_WHITE = 256
};

static void make_facts(facts *f) {
    f->asked = chance(512) & (chance(3) ? chance(512) : 511);
    snprintf(f->player, sizeof f->player, "n%u", chance(chance(2) ? 20 : 1500));
    snprintf(f->opponent, sizeof f->opponent, chance(3) ? "%u" : "n%u", chance(30));
    snprintf(f->event, sizeof f->event, "e%u", chance(chance(2) ? 10 : 6000));
    f->years[0] = 1900 + chance(120), f->years[1] = f->years[0] + chance(60);
    snprintf(f->date, sizeof f->date, "%u..%u", f->years[0], f->years[1]);
    f->dans[0] = 1 + chance(9), f->dans[1] = f->dans[0] + chance(3);
    snprintf(f->rank, sizeof f->rank, "%ud..%ud", f->dans[0], f->dans[1]);
    f->whole_komi = chance(9);
    snprintf(f->komi, sizeof f->komi, "%u.5", f->whole_komi);
    f->stones[0] = chance(5), f->stones[1] = f->stones[0] + chance(5);
    snprintf(f->handicap, sizeof f->handicap, "%u..%u", f->stones[0], f->stones[1]);
}

static bool is_from(unsigned number, const unsigned range[2]) {
    return number >= range[0] && number <= range[1];
}

static bool answers(const kf_record *r, kf_node game, const facts *f) {
    bool is_black = has_text(r, game, "PB", f->player),
         is_white = has_text(r, game, "PW", f->player);
    bool has_black = has_text(r, game, "PB", f->opponent);
    bool has_white = has_text(r, game, "PW", f->opponent);
    bool is_pair = (is_black && has_white) || (is_white && has_black);
    bool has_both = (f->asked & ASK_PLAYER) && (f->asked & ASK_OPPONENT);
    return (!(f->asked & ASK_PLAYER) || is_black || is_white) &&
           (!(f->asked & ASK_OPPONENT) || has_black || has_white) && (!has_both || is_pair) &&
           (!(f->asked & ASK_EVENT) || has_text(r, game, "EV", f->event)) &&
           (!(f->asked & ASK_DATE) || is_from(number_in(r, game, "DT"), f->years)) &&
           (!(f->asked & ASK_RANK) || is_from(number_in(r, game, "BR"), f->dans) ||
            is_from(number_in(r, game, "WR"), f->dans)) &&
           (!(f->asked & ASK_KOMI) || number_in(r, game, "KM") == f->whole_komi) &&
           (!(f->asked & ASK_HANDICAP) || is_from(number_in(r, game, "HA"), f->stones)) &&
           (!(f->asked & ASK_RESULT) || has_text(r, game, "RE", "W+")) &&
           (!(f->asked & ASK_WHITE) || has_white);
}

// How many of the questions are answered wrongly.
static int ask_facts(kf_catalog *catalog, const kf_record *record, int questions) {
    int failed = 0;
    for (int i = 0; i < questions; i++) {
        facts f;
        size_t expected = 0;
        kf_find_total total = {0, 0};
        make_facts(&f);
        kf_find find = {.player = f.asked & ASK_PLAYER ? f.player : NULL,
                        .opponent = f.asked & ASK_OPPONENT ? f.opponent : NULL,
                        .event = f.asked & ASK_EVENT ? f.event : NULL,
                        .date = f.asked & ASK_DATE ? f.date : NULL,
                        .rank = f.asked & ASK_RANK ? f.rank : NULL,
                        .komi = f.asked & ASK_KOMI ? f.komi : NULL,
                        .handicap = f.asked & ASK_HANDICAP ? f.handicap : NULL,
                        .result = f.asked & ASK_RESULT ? "W" : NULL,
                        .white = f.asked & ASK_WHITE ? f.opponent : NULL};
        for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
            expected += answers(record, game, &f);
        bool is_done = kf_find_games(catalog, &find, NULL, NULL, &total, NULL);
        if (is_done && total.games == expected)
            continue;
        failed++;
        printf("%zu games instead of %zu for question %d (%x): %s %s %s %s %s %s %s\n",
               (size_t)total.games, expected, i, f.asked, f.player, f.opponent, f.event, f.date,
               f.rank, f.komi, f.handicap);
    }
    return failed;
}

// Gives a row of narrow fields a form that a later program may have.
static void change_form(const char *file) {
    kf_log *log = kf_log_new();
    kf_store *store = kf_store_open(file, KF_STORE_WRITE, log);
    kf_segment segment = {.id = 0};
    const uint8_t *row = NULL;
    size_t length = 0;
    if (store == NULL || !kf_store_segment(store, 0, &segment))
        give_up("a segment");
    int64_t id = (int64_t)segment.id * 8 - (INT64_C(1) << 40);
    if (!kf_store_get(store, KF_TABLE_FIELD, id, &row, &length) || row == NULL)
        give_up("a row of narrow fields");
    uint8_t *copy = malloc(length);
    if (copy == NULL)
        give_up("memory");
    memcpy(copy, row, length);
    copy[0] = 2;
    if (!kf_store_begin(store) || !kf_store_put(store, KF_TABLE_FIELD, id, copy, length) ||
        !kf_store_commit(store))
        give_up("writing a row");
    kf_store_close(store);
    kf_log_free(log);
    free(copy);
}

// Such a row is passed over, and no damage.
static int check_form(const char *file) {
    change_form(file);
    kf_log *log = kf_log_new();
    kf_catalog *catalog = kf_catalog_open(file, false, log);
    bool is_sound = catalog != NULL && kf_audit_check(catalog, log);
    kf_catalog_close(catalog);
    kf_log_free(log);
    if (!is_sound)
        printf("a row of another form is called damaged\n");
    return !is_sound;
}

// Whole boards in full segments.
static int run_boards(kf_catalog *catalog, const kf_record *record, size_t patterns) {
    query *queries = malloc(patterns * sizeof *queries);
    naive_query *naive = malloc(patterns * sizeof *naive);
    size_t hits = 0;
    int failed = 0;
    if (queries == NULL || naive == NULL)
        give_up("memory");
    for (size_t i = 0; i < patterns; i++) {
        make_board(&queries[i], record);
        naive[i] = queries[i].naive;
    }
    failed += compare_all(catalog, record, queries, naive, patterns, &hits);
    failed += ask_facts(catalog, record, 5 * (int)patterns);
    free(queries);
    free(naive);
    kf_log *log = kf_log_new();
    failed += !kf_audit_check(catalog, log);
    kf_log_free(log);
    printf("%zu games, %zu boards, %zu hits: %d differ\n", kf_record_games(record), patterns, hits,
           failed);
    return failed > 0;
}

// A few patterns at a time go through the games together.
static int run(kf_catalog *catalog, const kf_record *record, const kf_record *source,
               size_t patterns, bool is_real) {
    enum { TOGETHER = 24 };
    query *queries = malloc(TOGETHER * sizeof *queries);
    naive_query *naive = malloc(TOGETHER * sizeof *naive);
    int failed = 0;
    size_t hits = 0, made = 0, all = 2 * (sizeof classics / sizeof *classics) + 2 + patterns;
    if (queries == NULL || naive == NULL)
        give_up("memory");
    while (made < all && failed < 5) {
        size_t count = 0;
        for (; count < TOGETHER && made < all; count++) {
            make_any(&queries[count], source, made++, is_real);
            naive[count] = queries[count].naive;
        }
        failed += compare_all(catalog, record, queries, naive, count, &hits);
    }
    free(queries);
    free(naive);
    printf("%zu games, %zu patterns, %zu hits: %d differ\n", kf_record_games(record), made, hits,
           failed);
    return failed > 0;
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/kifu-catalog-XXXXXX", file[64];
    text t = {NULL, 0, 0};
    kf_record *record;
    kf_catalog *catalog;
    if (mkdtemp(folder) == NULL)
        give_up("mkdtemp");
    snprintf(file, sizeof file, "%s/games.kifudb", folder);
    if (argc > 3)
        state = strtoull(argv[3], NULL, 10);
    bool has_boards = argc > 2 && strcmp(argv[1], "boards") == 0;
    if (has_boards) {
        int width = argc > 5 ? (int)strtol(argv[4], NULL, 10) : 4;
        int height = argc > 5 ? (int)strtol(argv[5], NULL, 10) : 4;
        make_short_games(&t, 16300, width, height);
    } else if (argc <= 2) {
        make_games(&t, 80);
        make_many_games(&t, 40);
        make_long_games(&t);
    }
    if (argc > 2 && !has_boards) {
        record = kf_format_read_file(argv[1], NULL, NULL);
        catalog = make_catalog(file, argv[1], NULL, 0);
    } else {
        record = kf_format_read(t.data, t.length, "made up", NULL, NULL);
        catalog = make_catalog(file, "made up", t.data, t.length);
    }
    kf_record *source = argc > 4 && !has_boards ? kf_format_read_file(argv[4], NULL, NULL) : record;
    size_t patterns = argc > 2 ? (size_t)strtol(argv[2], NULL, 10) : 200;
    int status = has_boards ? run_boards(catalog, record, patterns)
                            : run(catalog, record, source, patterns, argc > 2);
    kf_catalog_close(catalog);
    if (has_boards)
        status |= check_form(file);
    if (source != record)
        kf_record_free(source);
    kf_record_free(record);
    free(t.data);
    unlink(file);
    rmdir(folder);
    return status;
}
