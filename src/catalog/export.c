// SPDX-License-Identifier: MIT
// Games of a catalogue as data for other programs: tables, JSON Lines, arrays for NumPy.

#include "catalog/catalog.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/zip.h"

#ifdef KIFU_HAVE_SQLITE

enum { PASS = 0xFFFF, NO_RANK = -32768, PLANES = 3 };

// The arrays of a file under way, each as its bytes.
typedef enum array {
    ID,
    START,
    MOVES,
    COLOURS,
    STONE_START,
    STONES,
    STONE_COLOURS,
    TURN,
    WIDTH,
    HEIGHT,
    WINNER,
    BLACK_RANK,
    WHITE_RANK,
    YEAR,
    POSITIONS,
    NEXT,
    PLAYER,
    WON,
    GAME,
    NUMBER,
    ARRAYS
} array;

// Names, what NumPy calls their numbers, and of how many bytes one is.
static const struct {
    const char *name, *type;
    size_t size;
} arrays[ARRAYS] = {[ID] = {"id", "<u4", 4},
                    [START] = {"start", "<u8", 8},
                    [MOVES] = {"moves", "<u2", 2},
                    [COLOURS] = {"colours", "|u1", 1},
                    [STONE_START] = {"stone_start", "<u8", 8},
                    [STONES] = {"stones", "<u2", 2},
                    [STONE_COLOURS] = {"stone_colours", "|u1", 1},
                    [TURN] = {"turn", "|u1", 1},
                    [WIDTH] = {"width", "|u1", 1},
                    [HEIGHT] = {"height", "|u1", 1},
                    [WINNER] = {"winner", "|i1", 1},
                    [BLACK_RANK] = {"black_rank", "<i2", 2},
                    [WHITE_RANK] = {"white_rank", "<i2", 2},
                    [YEAR] = {"year", "<i2", 2},
                    [POSITIONS] = {"positions", "|u1", 1},
                    [NEXT] = {"next", "<u2", 2},
                    [PLAYER] = {"player", "|u1", 1},
                    [WON] = {"won", "|i1", 1},
                    [GAME] = {"game", "<u4", 4},
                    [NUMBER] = {"number", "<u2", 2}};

typedef struct exporting {
    kf_catalog *catalog;
    const kf_export *how;
    kf_log *log;
    kf_arena *arena;
    kf_sink *sink;
    void *context;
    kf_buffer line;
    kf_buffer data[ARRAYS];
    kf_catalog_game game;
    kf_line moves; // of it
    int winner;    // 1: Black, -1: White, 0: nobody
    int board[2];  // of all games, where positions are written
    uint64_t state;
    bool is_good;
} exporting;

static uint32_t chance(exporting *e, uint32_t limit) {
    e->state = e->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((e->state >> 33) % limit);
}

static bool load(exporting *e, uint32_t id) {
    bool is_good = kf_catalog_get(e->catalog, id, &e->game, e->log);
    if (is_good && !kf_near_line(e->catalog->near, e->catalog->store, id, &e->moves))
        is_good = kf_catalog_fail(e->catalog, e->log);
    char winner = is_good ? kf_measure_outcome(e->game.result).winner : '?';
    e->winner = winner == 'B' ? 1 : winner == 'W' ? -1 : 0;
    return is_good;
}

// ---- Rows ----

static void put_point(kf_buffer *out, uint32_t point, int width) {
    int at[2] = {(int)point % width, (int)point / width};
    for (int i = 0; i < 2; i++)
        kf_buffer_add_char(out, (char)(at[i] < 26 ? 'a' + at[i] : 'A' + at[i] - 26));
}

// The stones of a part of the line as words: colour and point, "--" for a pass; setups behind the
// start are marked, and taken stones left out but where a setup takes them.
static void put_events(const exporting *e, kf_buffer *out, bool is_start) {
    size_t begin = out->length, from = is_start ? 0 : e->moves.initial;
    size_t to = is_start ? e->moves.initial : e->moves.count;
    for (size_t i = from; i < to; i++) {
        uint32_t event = kf_line_event(&e->moves, i), point = event & KF_EVENT_POINT;
        bool is_setup = !is_start && (event & KF_EVENT_SETUP) != 0;
        if ((event & KF_EVENT_TAKEN) && !is_setup)
            continue;
        if (out->length > begin)
            kf_buffer_add_char(out, ' ');
        if (is_setup)
            kf_buffer_add_char(out, 'A');
        kf_buffer_add_char(out, event & KF_EVENT_TAKEN ? 'E' : event & KF_EVENT_WHITE ? 'W' : 'B');
        if (point == KF_EVENT_NOWHERE)
            kf_buffer_add_string(out, "--");
        else
            put_point(out, point, e->game.width);
    }
}

static void put_cell(kf_buffer *out, kf_text text) {
    for (size_t i = 0; i < text.length; i++)
        kf_buffer_add_char(out, (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i]);
    kf_buffer_add_char(out, '\t');
}

enum { TEXTS = 13 };

static void list_texts(const kf_catalog_game *g, kf_text texts[TEXTS]) {
    const kf_text all[TEXTS] = {g->file, g->black,    g->black_rank, g->white, g->white_rank,
                                g->date, g->event,    g->round,      g->place, g->result,
                                g->komi, g->handicap, g->rules};
    memcpy(texts, all, sizeof all);
}

static const char *const text_names[TEXTS] = {
    "file",  "black", "black_rank", "white", "white_rank", "date", "event",
    "round", "place", "result",     "komi",  "handicap",   "rules"};

static void put_row(exporting *e) {
    kf_text texts[TEXTS];
    kf_buffer *out = &e->line;
    const uint32_t numbers[] = {e->game.number, (uint32_t)e->game.width, (uint32_t)e->game.height,
                                e->game.moves};
    list_texts(&e->game, texts);
    for (int i = 0; i < TEXTS; i++)
        put_cell(out, texts[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        kf_buffer_add_number(out, (long)numbers[i]);
        kf_buffer_add_char(out, '\t');
    }
    put_events(e, out, true);
    kf_buffer_add_char(out, '\t');
    put_events(e, out, false);
    kf_buffer_add_char(out, '\n');
}

static void put_object(exporting *e) {
    kf_text texts[TEXTS];
    kf_buffer *out = &e->line, *moves = &e->data[MOVES];
    list_texts(&e->game, texts);
    kf_json_open(out, NULL, '{');
    for (int i = 0; i < TEXTS; i++)
        kf_json_text(out, text_names[i], texts[i]);
    kf_json_number(out, "game", e->game.number);
    kf_json_number(out, "width", e->game.width);
    kf_json_number(out, "height", e->game.height);
    kf_json_number(out, "move_count", e->game.moves);
    moves->length = 0;
    put_events(e, moves, true);
    kf_json_text(out, "setup", kf_buffer_text(moves));
    moves->length = 0;
    put_events(e, moves, false);
    kf_json_text(out, "moves", kf_buffer_text(moves));
    kf_json_close(out, '}');
    kf_buffer_add_char(out, '\n');
}

static void write_rows(exporting *e) {
    bool is_table = e->how->form == KF_EXPORT_TSV;
    if (is_table) {
        for (int i = 0; i < TEXTS; i++)
            put_cell(&e->line, (kf_text){text_names[i], strlen(text_names[i])});
        kf_buffer_add_string(&e->line, "game\twidth\theight\tmove_count\tsetup\tmoves\n");
        e->is_good = e->sink(e->context, e->line.data, e->line.length);
    }
    for (size_t i = 0; i < e->how->count && e->is_good; i++) {
        e->line.length = 0;
        e->is_good = load(e, e->how->games[i]);
        if (!e->is_good)
            return;
        if (is_table)
            put_row(e);
        else
            put_object(e);
        e->is_good = e->sink(e->context, e->line.data, e->line.length);
    }
}

// ---- Arrays ----

static void put(exporting *e, array which, uint64_t number) {
    char bytes[8];
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (char)(number >> 8 * i & 0xFF);
    kf_buffer_add(&e->data[which], bytes, arrays[which].size);
}

static uint32_t turn_point(const exporting *e, uint32_t point, int turn) {
    int width = e->game.width, height = e->game.height;
    int column = (int)point % width, row = (int)point / width;
    if (turn & 4) {
        int was = column;
        column = row, row = was;
    }
    column = turn & 1 ? width - 1 - column : column;
    row = turn & 2 ? height - 1 - row : row;
    return (uint32_t)(row * width + column);
}

static void put_rank(exporting *e, array which, kf_text text) {
    int64_t rank;
    put(e, which, (uint64_t)(kf_measure_rank(text, &rank) ? rank : NO_RANK));
}

static void put_facts(exporting *e, int turn) {
    kf_measure days;
    bool has_year = kf_measure_date(e->game.date, &days) && days.from > 0;
    put(e, ID, e->game.id);
    put(e, TURN, (uint64_t)turn);
    put(e, WIDTH, (uint64_t)e->game.width);
    put(e, HEIGHT, (uint64_t)e->game.height);
    put(e, WINNER, (uint64_t)(int64_t)e->winner);
    put(e, YEAR, has_year ? (uint64_t)(days.from / 10000) : 0);
    put_rank(e, BLACK_RANK, e->game.black_rank);
    put_rank(e, WHITE_RANK, e->game.white_rank);
}

static void put_moves(exporting *e, int turn) {
    put_facts(e, turn);
    for (size_t i = 0; i < e->moves.count; i++) {
        uint32_t event = kf_line_event(&e->moves, i), point = event & KF_EVENT_POINT;
        bool is_start = i < e->moves.initial;
        if ((event & KF_EVENT_TAKEN) || (!is_start && (event & KF_EVENT_SETUP)))
            continue;
        uint32_t at = point == KF_EVENT_NOWHERE ? (uint32_t)PASS : turn_point(e, point, turn);
        put(e, is_start ? STONES : MOVES, at);
        put(e, is_start ? STONE_COLOURS : COLOURS, (event & KF_EVENT_WHITE) != 0);
    }
    put(e, START, e->data[COLOURS].length);
    put(e, STONE_START, e->data[STONE_COLOURS].length);
}

// A position, seen by who plays next: own stones, those of the other, the move before.
static void put_position(exporting *e, const uint8_t *lies, uint32_t last, uint32_t event,
                         int turn) {
    uint32_t points = (uint32_t)(e->game.width * e->game.height), point = event & KF_EVENT_POINT;
    kf_colour own = kf_line_colour(event);
    kf_buffer *out = &e->data[POSITIONS];
    size_t begin = out->length;
    for (uint32_t i = 0; i < PLANES * points; i++)
        kf_buffer_add_char(out, 0);
    for (uint32_t i = 0; i < points; i++)
        if (lies[i] != KF_EMPTY)
            out->data[begin + (lies[i] == own ? 0 : points) + turn_point(e, i, turn)] = 1;
    if (last < points)
        out->data[begin + 2 * (size_t)points + turn_point(e, last, turn)] = 1;
    put(e, NEXT, point == KF_EVENT_NOWHERE ? points : turn_point(e, point, turn));
    put(e, PLAYER, own == KF_WHITE);
    put(e, WON, (uint64_t)(int64_t)(own == KF_WHITE ? -e->winner : e->winner));
    put(e, GAME, e->game.id);
}

// Of the positions of a game so many by chance, each as likely as any other; 0: all.
static void put_positions(exporting *e, int turn) {
    uint8_t lies[KF_BOARD_MAX * KF_BOARD_MAX] = {KF_EMPTY};
    uint32_t points = (uint32_t)(e->game.width * e->game.height), last = PASS, number = 0;
    uint32_t left = e->game.moves;
    uint32_t wanted = e->how->positions > 0 ? (uint32_t)e->how->positions : left;
    bool is_new = true;
    for (size_t i = 0; i < e->moves.count; i++) {
        uint32_t event = kf_line_event(&e->moves, i), point = event & KF_EVENT_POINT;
        bool is_move = i >= e->moves.initial && is_new && !(event & KF_EVENT_SETUP);
        if (is_move && left > 0) {
            // On an occupied point the stone that lay there goes first.
            bool is_behind = (event & KF_EVENT_TAKEN) && i + 1 < e->moves.count;
            uint32_t move = is_behind ? kf_line_event(&e->moves, i + 1) : event;
            if (chance(e, left) < wanted) {
                put_position(e, lies, last, move, turn);
                put(e, NUMBER, number);
                wanted--;
            }
            left--;
            number++;
            last = point;
        }
        is_new = i < e->moves.initial || (event & KF_EVENT_END) != 0;
        if (point < points)
            lies[point] = event & KF_EVENT_TAKEN ? KF_EMPTY : (uint8_t)kf_line_colour(event);
    }
}

static bool put_game(exporting *e) {
    bool is_positions = e->how->form == KF_EXPORT_POSITIONS;
    int turns = !e->how->all_turns ? 1 : e->game.width == e->game.height ? 8 : 4;
    if (is_positions && e->board[0] == 0) {
        e->board[0] = e->game.width;
        e->board[1] = e->game.height;
    }
    if (is_positions && (e->board[0] != e->game.width || e->board[1] != e->game.height)) {
        kf_log_add(e->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
                   "positions are of one size of board; '--size' says which");
        return false;
    }
    for (int turn = 0; turn < turns; turn++) {
        if (is_positions)
            put_positions(e, turn);
        else
            put_moves(e, turn);
    }
    return true;
}

static void put_header(kf_buffer *out, const char *type, const char *shape) {
    char head[512];
    int length = snprintf(head, sizeof head,
                          "{'descr': %s, 'fortran_order': False, 'shape': (%s), }", type, shape);
    // The header with what stands before it is a multiple of 64 bytes.
    size_t padded = ((size_t)length + 11 + 63) / 64 * 64 - 10;
    kf_buffer_add(out, "\x93NUMPY\1", 7);
    kf_buffer_add_char(out, 0);
    kf_buffer_add_char(out, (char)(padded & 0xFF));
    kf_buffer_add_char(out, (char)(padded >> 8));
    kf_buffer_add(out, head, (size_t)length);
    for (size_t i = (size_t)length; i + 1 < padded; i++)
        kf_buffer_add_char(out, ' ');
    kf_buffer_add_char(out, '\n');
}

static void write_array(exporting *e, kf_zip *zip, array which) {
    char shape[96], name[32], type[8];
    size_t count = e->data[which].length / arrays[which].size;
    size_t board = (size_t)e->board[0] * (size_t)e->board[1] * PLANES;
    snprintf(name, sizeof name, "%s.npy", arrays[which].name);
    if (which == POSITIONS && board > 0)
        snprintf(shape, sizeof shape, "%zu, %d, %d, %d", count / board, PLANES, e->board[1],
                 e->board[0]);
    else
        snprintf(shape, sizeof shape, "%zu,", count);
    e->line.length = 0;
    snprintf(type, sizeof type, "'%s'", arrays[which].type);
    put_header(&e->line, type, shape);
    kf_buffer_add_text(&e->line, kf_buffer_text(&e->data[which]));
    kf_zip_add(zip, kf_arena_copy(e->arena, name, strlen(name)), kf_buffer_text(&e->line), false);
}

// ---- One array ----

// Writes a record of some of the arrays, each with its number there.
static void put_record(exporting *e, const array *fields, const size_t *index, size_t count) {
    size_t board = (size_t)e->board[0] * (size_t)e->board[1] * PLANES;
    for (size_t k = 0; k < count; k++) {
        size_t size = fields[k] == POSITIONS ? board : arrays[fields[k]].size;
        kf_buffer_add(&e->line, e->data[fields[k]].data + index[k] * size, size);
    }
    enum { PIECE = 1 << 16 };
    if (e->line.length >= PIECE) {
        e->is_good = e->sink(e->context, e->line.data, e->line.length);
        e->line.length = 0;
    }
}

static void put_type(exporting *e, const array *fields, size_t count, size_t records) {
    kf_buffer type = {.arena = e->arena};
    char text[80], shape[32];
    for (size_t k = 0; k < count; k++) {
        snprintf(text, sizeof text, "%s('%s', '%s'", k == 0 ? "[" : ", ", arrays[fields[k]].name,
                 arrays[fields[k]].type);
        kf_buffer_add_string(&type, text);
        snprintf(text, sizeof text, ", (%d, %d, %d))", PLANES, e->board[1], e->board[0]);
        kf_buffer_add_string(&type, fields[k] == POSITIONS ? text : ")");
    }
    kf_buffer_add(&type, "]", 2);
    snprintf(shape, sizeof shape, "%zu,", records);
    e->line.length = 0;
    put_header(&e->line, type.data, shape);
}

// A record for each position.
static void write_positions(exporting *e) {
    static const array fields[] = {POSITIONS, NEXT, PLAYER, WON, GAME, NUMBER};
    enum { FIELDS = sizeof fields / sizeof *fields };
    size_t count = e->data[NEXT].length / arrays[NEXT].size;
    put_type(e, fields, FIELDS, count);
    for (size_t i = 0; i < count && e->is_good; i++)
        put_record(e, fields, (const size_t[FIELDS]){i, i, i, i, i, i}, FIELDS);
}

// A record for each move, with what is known of its game.
static void write_moves(exporting *e) {
    static const array fields[] = {MOVES,  COLOURS, ID,         NUMBER,     TURN, WIDTH,
                                   HEIGHT, WINNER,  BLACK_RANK, WHITE_RANK, YEAR};
    enum { FIELDS = sizeof fields / sizeof *fields };
    size_t count = e->data[MOVES].length / arrays[MOVES].size, at = 0, before = 0;
    size_t games = e->data[ID].length / arrays[ID].size;
    put_type(e, fields, FIELDS, count);
    for (size_t game = 0; game < games && e->is_good; game++) {
        const char *end = e->data[START].data + (game + 1) * arrays[START].size;
        size_t to = 0;
        for (size_t i = 0; i < arrays[START].size; i++)
            to |= (size_t)(unsigned char)end[i] << 8 * i;
        for (before = at; at < to && e->is_good; at++) {
            e->data[NUMBER].length = 0;
            put(e, NUMBER, at - before);
            put_record(
                e, fields,
                (const size_t[FIELDS]){at, at, game, 0, game, game, game, game, game, game, game},
                FIELDS);
        }
    }
}

static void write_one(exporting *e) {
    if (e->how->form == KF_EXPORT_POSITIONS)
        write_positions(e);
    else
        write_moves(e);
    e->is_good = e->is_good && e->sink(e->context, e->line.data, e->line.length);
}

static void write_arrays(exporting *e) {
    bool is_positions = e->how->form == KF_EXPORT_POSITIONS;
    array from = is_positions ? POSITIONS : ID, to = is_positions ? ARRAYS : POSITIONS;
    kf_zip zip;
    if (!is_positions) {
        put(e, START, 0);
        put(e, STONE_START, 0);
    }
    for (size_t i = 0; i < e->how->count && e->is_good; i++)
        e->is_good = load(e, e->how->games[i]) && put_game(e);
    if (e->is_good && e->how->is_one)
        write_one(e);
    if (!e->is_good || e->how->is_one)
        return;
    kf_zip_begin(&zip, e->arena, e->sink, e->context);
    for (int which = (int)from; which < (int)to; which++)
        write_array(e, &zip, (array)which);
    e->is_good = kf_zip_end(&zip);
}

// ---- All of it ----

static void write_all(void *context) {
    exporting *e = context;
    e->line.arena = e->arena;
    for (int i = 0; i < ARRAYS; i++)
        e->data[i].arena = e->arena;
    e->is_good = true;
    if (e->how->form == KF_EXPORT_TSV || e->how->form == KF_EXPORT_JSON_LINES)
        write_rows(e);
    else
        write_arrays(e);
}

bool kf_export_write(kf_catalog *catalog, const kf_export *how, kf_sink *sink, void *context,
                     kf_log *log) {
    exporting e = {.catalog = catalog,
                   .how = how,
                   .log = log,
                   .sink = sink,
                   .context = context,
                   .state = how->seed * 2 + 1};
    if (!kf_catalog_hold(catalog, log))
        return false;
    e.arena = kf_arena_new();
    bool has_memory = e.arena != NULL && kf_arena_try(e.arena, write_all, &e);
    if (!has_memory)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    kf_arena_free(e.arena);
    kf_catalog_release(catalog);
    return has_memory && e.is_good;
}

#else

bool kf_export_write(kf_catalog *catalog, const kf_export *how, kf_sink *sink, void *context,
                     kf_log *log) {
    (void)catalog, (void)how, (void)sink, (void)context;
    return kf_catalog_lacks(log);
}

#endif
