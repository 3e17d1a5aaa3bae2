// SPDX-License-Identifier: MIT
// Which whole boards stand in which lines of a full segment, by a sum of each board.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

// How it works. The sum of a board is the least of those that its turns have, 42 bits of it. The
// postings of a segment are pairs of a sum and a line, in order, one for each board of few stones
// that ever stands in the line; turns of one board are as many as there are. What is written is
// exact: where a sum stands in several lines, their boards were compared, and lines whose boards
// only have the sum in common stand apart, with those that have too many boards: these are to be
// looked at whatever the board is. So a search has to look at one line of those with its sum: if
// the board stands there, it stands in all of them, and otherwise in none.
//
// The index has a row for each segment: how many lines stand apart, the first 32 bits of the first
// sum of each row of postings, and these lines. A row of postings has the first 32 bits of all its
// sums, then the next 8 of each, then two bytes of each that hold the line and, above it, the other
// 2 bits of the sum. In files of the versions before sums have 48 bits, 16 of them apart, and lines
// stand alone.
enum {
    STONES = KF_POSTING_STONES, // of the boards that are written, at most
    BOARDS = KF_SUMS_BOARDS,    // that a line may have
    BOARDS_BEFORE = 96,         // in a file of the version before
    ROWS = 256,                 // ids of a segment
    OWN_BITS = 14,              // of the two bytes of a line, where the others are the sum's
    NOT_KEPT = 6,               // of the 48 bits of a sum
    WIDTH = 7,                  // bytes of a posting
    WIDTH_BEFORE = 8,
    WORDS = (KF_STORE_LINES + 63) / 64 // of a bit for each line
};

// While they are made, a posting is the first 42 bits of its sum and the number of its board: that
// of its line, and below it how many boards of the line come before. So to sort them is to sort
// numbers, and nothing goes with them.
enum {
    BOARD_BITS = 7, // of the boards of a line
    NUMBER_BITS = 22,
    NUMBER = (1 << NUMBER_BITS) - 1
};

_Static_assert(KF_STORE_LINES *BOARDS <= ROWS * (KF_STORE_CHUNK / WIDTH_BEFORE),
               "room for all postings of a segment");
_Static_assert(KF_STORE_LINES <= 1 << OWN_BITS, "bits of a line");
_Static_assert(BOARDS <= 1 << BOARD_BITS && OWN_BITS + BOARD_BITS <= NUMBER_BITS,
               "bits of a board");
_Static_assert(BOARDS *(sizeof(uint32_t) + 1) < BOARDS_BEFORE * sizeof(uint64_t),
               "what is known of boards has room where they were sorted");
_Static_assert((int)KF_ORDER_FROM <= (int)NUMBER_BITS, "all of the sum is sorted by");

// How many bytes a posting has where boards of so many stones do.
static size_t width_for(uint32_t stones) {
    return stones < STONES ? WIDTH_BEFORE : WIDTH;
}

// ---- Writing ----

// What is made of a segment, and what is done with each row.
typedef struct making {
    kf_arena *arena;
    kf_store *store;
    const kf_sums *sums;
    uint32_t base; // number of its first line
    uint32_t most; // boards that a line may have
    struct kept_line {
        size_t from, count;
        size_t plain; // before that event no stone is taken
        size_t boards;
    } * lines;       // where the events of each line are, up to its last board of few stones
    uint8_t *events; // of all lines
    size_t event_length;
    uint64_t *postings, *posting_room; // and room to sort them
    struct kept_board {
        uint16_t end; // how many events make it
        uint8_t turn; // by which it has its sum
        uint8_t rest; // of its sum, in files of the versions before
    } * boards;       // by their numbers
    uint32_t
        *leader; // of each board: one more than the first with its sum, or 0: it is the only one
    uint8_t *differs;   // of what `leader` says: a board with its sum is another
    bool has_different; // there is such a one
    bool has_rest;      // sums have more bits than a posting on its way
    size_t count;
    kf_sums_line line; // the last one
    uint64_t apart[WORDS];
    uint8_t *lies;           // whether a stone of the board under the eye lies there
    uint16_t stones[STONES]; // of that board, turned
    uint32_t stone_count;
    size_t *wanted; // of each stone, the last board that others were compared with that has it
    bool (*take)(struct making *, kf_table, int64_t, const uint8_t *, size_t);
    bool is_sound;
} making;

static void set_apart(making *m, uint32_t line) {
    m->apart[line / 64] |= UINT64_C(1) << line % 64;
}

// Adds the boards of few stones, and keeps the events up to the last of them.
static void add_line(making *m, uint32_t number, const kf_line *events) {
    kf_sums_line *line = &m->line;
    kf_sums_walk(m->sums, events, m->most, line);
    if (line->has_many)
        set_apart(m, number);
    size_t count = line->has_many ? 0 : line->count, board = (size_t)number << BOARD_BITS;
    m->lines[number] = (struct kept_line){m->event_length, line->end, line->plain, count};
    if (line->end > 0)
        memcpy(m->events + m->event_length, events->events, 2 * line->end);
    m->event_length += 2 * line->end;
    uint64_t *restrict postings = m->postings + m->count;
    struct kept_board *restrict boards = m->boards + board;
    for (size_t i = 0; i < count; i++) {
        const kf_sums_board *b = &line->boards[i];
        postings[i] = b->sum >> NOT_KEPT << NUMBER_BITS | (board + i);
        boards[i] = (struct kept_board){b->end, b->turn, b->sum & ((1 << NOT_KEPT) - 1)};
    }
    m->count += count;
}

static inline uint32_t line_of(uint64_t posting) {
    return (posting & NUMBER) >> BOARD_BITS;
}

static inline struct kept_board *board_of(const making *m, uint64_t posting) {
    return &m->boards[posting & NUMBER];
}

// Where the postings with the sum of this one end.
static inline size_t end_of_sum(const making *m, size_t first) {
    const uint64_t *postings = m->postings;
    size_t end = first + 1, count = m->count;
    uint64_t posting = postings[first];
    while (end < count && (posting ^ postings[end]) >> NUMBER_BITS == 0 &&
           (!m->has_rest || board_of(m, posting)->rest == board_of(m, postings[end])->rest))
        end++;
    return end;
}

// Sorts the postings of a range, which have the same first bits, by the others.
static void sort_by_rest(making *m, size_t from, size_t to) {
    size_t ends[(1 << NOT_KEPT) + 1] = {0};
    for (size_t i = from; i < to; i++)
        ends[board_of(m, m->postings[i])->rest + 1]++;
    for (size_t rest = 1; rest < 1 << NOT_KEPT; rest++)
        ends[rest] += ends[rest - 1];
    for (size_t i = from; i < to; i++)
        m->posting_room[ends[board_of(m, m->postings[i])->rest]++] = m->postings[i];
    memcpy(m->postings + from, m->posting_room, (to - from) * sizeof *m->postings);
}

static void sort_all(making *m) {
    kf_order_sort((kf_order){m->postings, m->posting_room, m->count});
    for (size_t i = 0, end; i < m->count && m->has_rest; i = end) {
        uint64_t first = m->postings[i] >> NUMBER_BITS;
        for (end = i + 1; end < m->count && m->postings[end] >> NUMBER_BITS == first;)
            end++;
        if (end > i + 1)
            sort_by_rest(m, i, end);
    }
}

// Lists the stones of a board, in any order, turned so that they have its sum.
static void list_stones(making *m, uint32_t number) {
    const struct kept_line *kept = &m->lines[number >> BOARD_BITS];
    const struct kept_board *board = &m->boards[number];
    kf_line line = {.events = m->events + kept->from, .count = board->end};
    const kf_sums *s = m->sums;
    const uint16_t *to = s->to[board->turn];
    bool is_plain = line.count <= kept->plain;
    m->stone_count = 0;
    for (size_t i = 0; i < line.count && !is_plain; i++) {
        uint32_t event = kf_line_event(&line, i);
        if (kf_sums_is_stone(s, event))
            m->lies[kf_sums_stone(s, event)] = !(event & KF_EVENT_TAKEN);
    }
    for (size_t i = 0; i < line.count; i++) {
        uint32_t event = kf_line_event(&line, i), stone = kf_sums_stone(s, event);
        if (!kf_sums_is_stone(s, event) || (!is_plain && !m->lies[stone]))
            continue;
        m->lies[stone] = 0;
        if (m->stone_count < STONES)
            m->stones[m->stone_count++] = to[stone];
    }
}

static bool has_same_stones(making *m, uint32_t one, uint32_t other) {
    list_stones(m, one);
    uint32_t count = m->stone_count;
    bool is_same = true;
    for (uint32_t k = 0; k < count; k++)
        m->wanted[m->stones[k]] = one + 1;
    list_stones(m, other);
    for (uint32_t k = 0; k < m->stone_count; k++)
        is_same = is_same && m->wanted[m->stones[k]] == one + 1;
    return is_same && m->stone_count == count;
}

// Whether a board comes of the one before it as another of its own, turned: then they are the same
// if those before were. False where that cannot be seen at once.
static bool comes_alike(const making *m, uint32_t one, uint32_t other) {
    const struct kept_board *a = &m->boards[one], *b = &m->boards[other];
    const kf_sums *s = m->sums;
    if (one % BOARDS == 0 || other % BOARDS == 0 || m->leader[one - 1] == 0 ||
        m->leader[one - 1] != m->leader[other - 1] || m->differs[m->leader[one - 1]])
        return false;
    size_t from = a[-1].end, count = a->end - from;
    if (b->end - (size_t)b[-1].end != count ||
        s->behind[a->turn][a[-1].turn] != s->behind[b->turn][b[-1].turn])
        return false;
    kf_line x = {.events = m->events + m->lines[one / BOARDS].from + 2 * from};
    kf_line y = {.events = m->events + m->lines[other / BOARDS].from + 2 * (size_t)b[-1].end};
    for (size_t i = 0; i < count; i++) {
        uint32_t event = kf_line_event(&x, i), like = kf_line_event(&y, i);
        if (!kf_sums_is_stone(s, event) || !kf_sums_is_stone(s, like) ||
            ((event ^ like) & (KF_EVENT_TAKEN | KF_EVENT_WHITE)) ||
            s->to[a->turn][event & KF_EVENT_POINT] != s->to[b->turn][like & KF_EVENT_POINT])
            return false;
    }
    return true;
}

// Finds for each board the first with its sum, where there are others.
static void find_leaders(making *m, size_t lines) {
    const uint64_t *postings = m->postings;
    uint32_t *restrict leaders = m->leader;
    memset(leaders, 0, (lines << BOARD_BITS) * sizeof *leaders);
    for (size_t i = 0, end, count = m->count; i < count; i = end) {
        end = end_of_sum(m, i);
        uint32_t leader = (postings[i] & NUMBER) + 1;
        for (size_t k = i; k < end && end > i + 1; k++)
            leaders[postings[k] & NUMBER] = leader;
    }
}

// Compares each board with the first that has its sum. Line by line, so that of boards that go on
// alike only what was put and taken last is compared.
static void compare_all(making *m, size_t lines) {
    find_leaders(m, lines);
    memset(m->differs, 0, (lines << BOARD_BITS) + 1);
    for (uint32_t i = 0; i < lines; i++)
        for (uint32_t k = 0; k < m->lines[i].boards; k++) {
            uint32_t board = i << BOARD_BITS | k, leader = m->leader[board];
            if (leader != 0 && leader != board + 1 && !comes_alike(m, board, leader - 1) &&
                !has_same_stones(m, board, leader - 1))
                m->differs[leader] = m->has_different = true;
        }
}

// Whether a line's board stands there in the same turn as an earlier one of the same line.
static bool is_again(const making *m, size_t earlier, size_t posting) {
    uint8_t turn = board_of(m, m->postings[posting])->turn;
    while (earlier < posting && board_of(m, m->postings[earlier])->turn != turn)
        earlier++;
    return earlier < posting;
}

// Keeps of the postings of one sum, several, one for each line and turn from `kept` on. If there
// are different boards among them, their lines stand apart.
static size_t keep_several(making *m, size_t from, size_t to, size_t kept) {
    bool differs = m->has_different && m->differs[(m->postings[from] & NUMBER) + 1] != 0;
    uint32_t line = UINT32_MAX;
    size_t first = from; // of the line
    for (size_t i = from; i < to; i++) {
        uint64_t posting = m->postings[i];
        first = line_of(posting) == line ? first : i;
        line = line_of(posting);
        if (differs)
            set_apart(m, line);
        else if (first == i || !is_again(m, first, i))
            m->postings[kept++] = posting;
    }
    return kept;
}

static void keep_all(making *m) {
    size_t kept = 0;
    for (size_t i = 0, end; i < m->count; i = end) {
        end = end_of_sum(m, i);
        if (end == i + 1)
            m->postings[kept++] = m->postings[i];
        else
            kept = keep_several(m, i, end, kept);
    }
    m->count = kept;
}

// ---- Rows ----

static void put_short(uint8_t *p, uint64_t number) {
    p[0] = (uint8_t)number;
    p[1] = (uint8_t)(number >> 8);
}

// Puts what stands behind the first 32 bits of the sums, in a file of now.
static void put_rest(const uint64_t *postings, size_t count, uint8_t *next, uint8_t *line) {
    enum { SUM_BITS = 16 - OWN_BITS };
    for (size_t i = 0; i < count; i++) {
        uint64_t posting = postings[i], sum = posting >> NUMBER_BITS;
        next[i] = (uint8_t)(sum >> SUM_BITS);
        put_short(line + 2 * i, line_of(posting) | (sum & ((1 << SUM_BITS) - 1)) << OWN_BITS);
    }
}

static void put_rest_before(const making *m, const uint64_t *postings, size_t count, uint8_t *next,
                            uint8_t *line) {
    for (size_t i = 0; i < count; i++) {
        uint64_t posting = postings[i];
        put_short(next + 2 * i, posting >> NUMBER_BITS << NOT_KEPT | board_of(m, posting)->rest);
        put_short(line + 2 * i, line_of(posting));
    }
}

static bool take_row(making *m, uint32_t segment, size_t row, uint8_t *room) {
    size_t width = width_for(m->sums->most), most = KF_STORE_CHUNK / width, from = row * most;
    size_t count = m->count - from < most ? m->count - from : most;
    uint8_t *next = room + 4 * count, *line = room + (width - 2) * count;
    const uint64_t *postings = m->postings + from;
    for (size_t i = 0; i < count; i++)
        kf_row_store(room + 4 * i, (uint32_t)(postings[i] >> 32));
    if (width < WIDTH_BEFORE)
        put_rest(postings, count, next, line);
    else
        put_rest_before(m, postings, count, next, line);
    return m->take(m, KF_TABLE_POSTINGS, (int64_t)segment * ROWS + (int64_t)row, room,
                   width * count);
}

static bool take_index(making *m, uint32_t segment, size_t rows, uint8_t *room) {
    size_t length = 4 + 4 * rows, apart = 0, in_a_row = KF_STORE_CHUNK / width_for(m->sums->most);
    for (size_t row = 0; row < rows; row++)
        kf_row_store(room + 4 + 4 * row, (uint32_t)(m->postings[row * in_a_row] >> 32));
    for (uint32_t line = 0; line < KF_STORE_LINES; line++)
        if (m->apart[line / 64] >> line % 64 & 1) {
            put_short(room + length, line);
            length += 2;
            apart++;
        }
    kf_row_store(room, (uint32_t)apart);
    return m->take(m, KF_TABLE_INDEX, segment, room, length);
}

// Takes room for all boards that the lines may have, and their events. It is one block, for which
// the system gives large pages; what is not used of it costs nothing.
static void take_room(making *m, size_t lines) {
    kf_store *store = m->store;
    size_t most = lines * m->most, boards = lines * BOARDS;
    size_t size =
        2 * most * sizeof *m->postings + boards * sizeof *m->boards + 2 * lines * KF_SUMS_EVENTS;
    store->posting_room =
        kf_arena_grow(m->arena, store->posting_room, &store->posting_room_size, size, 1);
    m->postings = store->posting_room;
    m->posting_room = m->postings + most;
    m->boards = (struct kept_board *)(m->posting_room + most);
    m->events = (uint8_t *)(m->boards + boards);
}

static bool make(making *m, const kf_segment *segment) {
    size_t points = 2 * (size_t)(segment->width * segment->height);
    kf_catalog_rows lines = {NULL, 0, 0};
    uint32_t most = m->store->posting_stones;
    m->sums = kf_sums_new(m->arena, segment->width, segment->height, most);
    m->has_rest = width_for(most) == WIDTH_BEFORE;
    m->lies = kf_arena_alloc(m->arena, points);
    m->wanted = kf_arena_alloc(m->arena, points * sizeof *m->wanted);
    memset(m->lies, 0, points);
    memset(m->wanted, 0, points * sizeof *m->wanted);
    m->lines = kf_arena_alloc(m->arena, segment->count * sizeof *m->lines);
    for (uint32_t i = 0; i < segment->count; i++) {
        kf_line line;
        if (!kf_catalog_next_line(m->store, &lines, m->base + i, &line))
            return false;
        add_line(m, i, &line);
    }
    sort_all(m);
    // The room for sorting is free now, and of fresh room the system takes time to clear each page.
    m->leader = (uint32_t *)m->posting_room;
    m->differs = (uint8_t *)(m->leader + (size_t)segment->count * BOARDS);
    compare_all(m, segment->count);
    keep_all(m);
    size_t in_a_row = KF_STORE_CHUNK / width_for(most), rows = (m->count + in_a_row - 1) / in_a_row;
    uint8_t *room = kf_arena_alloc(m->arena, 4 + 4 * ROWS + 2 * KF_STORE_LINES + KF_STORE_CHUNK);
    bool is_done = true;
    for (size_t row = 0; row < rows && is_done; row++)
        is_done = take_row(m, segment->id, row, room);
    return is_done && take_index(m, segment->id, rows, room);
}

// For the protected call: all that is made on the way but the room is given back at the end.
typedef struct attempt {
    making making;
    const kf_segment *segment;
    bool is_done;
} attempt;

static void make_protected(void *context) {
    attempt *p = context;
    take_room(&p->making, p->segment->count);
    kf_arena_level level = kf_arena_mark(p->making.arena);
    p->is_done = make(&p->making, p->segment);
    kf_arena_rewind(p->making.arena, level);
}

static bool put_row(making *m, kf_table table, int64_t id, const uint8_t *row, size_t length) {
    return kf_store_put(m->store, table, id, row, length);
}

static bool compare_row(making *m, kf_table table, int64_t id, const uint8_t *row, size_t length) {
    const uint8_t *kept;
    size_t kept_length;
    if (!kf_store_get(m->store, table, id, &kept, &kept_length))
        return false;
    m->is_sound = m->is_sound && kept_length == length && memcmp(kept, row, length) == 0;
    return true;
}

static bool run(kf_arena *arena, kf_store *store, const kf_segment *segment, making *m) {
    attempt p = {.making = *m, .segment = segment};
    if (store->posting_arena == NULL)
        store->posting_arena = kf_arena_new();
    p.making.arena = store->posting_arena;
    p.making.store = store;
    p.making.base = segment->id * KF_STORE_STRIDE;
    p.making.most = store->posting_stones <= KF_POSTING_STONES_FIRST ? BOARDS_BEFORE : BOARDS;
    p.making.is_sound = true;
    if (p.making.arena == NULL || !kf_arena_try(p.making.arena, make_protected, &p)) {
        kf_arena_free(store->posting_arena);
        store->posting_arena = NULL;
        store->posting_room = NULL;
        store->posting_room_size = 0;
        kf_arena_fail(arena);
    }
    m->is_sound = p.making.is_sound;
    return p.is_done;
}

// Whether a full segment has no postings at all. False when the store failed.
static bool looks_owed(kf_store *store, const kf_segment *segment, bool *is_owed) {
    const uint8_t *index, *first;
    size_t length;
    bool is_good =
        kf_store_get(store, KF_TABLE_INDEX, segment->id, &index, &length) &&
        kf_store_get(store, KF_TABLE_POSTINGS, (int64_t)segment->id * ROWS, &first, &length);
    *is_owed = is_good && index == NULL && first == NULL;
    return is_good;
}

bool kf_posting_write(kf_arena *arena, kf_store *store, const kf_segment *segment) {
    making m = {.take = put_row};
    return run(arena, store, segment, &m);
}

bool kf_posting_check(kf_arena *arena, kf_store *store, const kf_segment *segment, bool *is_sound) {
    making m = {.take = compare_row};
    bool is_owed;
    if (!looks_owed(store, segment, &is_owed))
        return false;
    *is_sound = true;
    if (is_owed && store->may_owe_postings)
        return true;
    bool is_done = run(arena, store, segment, &m);
    *is_sound = m.is_sound;
    return is_done;
}

// ---- What is owed ----

// A run that adds a few games would be slower by a third where they fill a segment. So it leaves
// the postings of that one to later runs: one that fills a segment makes those of the oldest, where
// more than a few wait, one that fills a whole one makes all, and so does an update.

// The next full segment behind that number without postings; false: there is none, or the store
// failed.
static bool next_owed(kf_store *store, uint32_t behind, kf_segment *segment) {
    bool is_owed = false;
    segment->id = behind;
    while (!is_owed && kf_store_segment(store, segment->id, segment))
        if (segment->count == KF_STORE_LINES && !looks_owed(store, segment, &is_owed))
            return false;
    return is_owed;
}

uint32_t kf_posting_owed(kf_store *store) {
    kf_segment segment = {.id = 0};
    uint32_t count = 0;
    while (!store->way->is_blockwise && next_owed(store, segment.id, &segment))
        count++;
    return count;
}

bool kf_posting_settle(kf_arena *arena, kf_store *store, uint32_t count) {
    kf_segment segment = {.id = 0};
    if (!kf_store_keep_little(store, true))
        return false;
    for (; count > 0 && next_owed(store, segment.id, &segment); count--)
        if (!kf_posting_write(arena, store, &segment))
            return false;
    return kf_store_error(store)[0] == '\0' && kf_store_keep_little(store, false);
}

// ---- The search ----

struct kf_posting {
    const kf_scan *scan;
    uint64_t sums[2]; // of the board, and in the other colours
    size_t width;     // of a posting
    int sum_count;
    bool can_count; // each turn is a hit, whatever came behind it
    kf_scan_work work;
    uint32_t *probes; // of the board, and behind them those in the other colours
    size_t probe_count[2];
    // Bits of lines, in the order of bytes: those that stand apart, and all that were found.
    uint64_t apart[KF_FRONT_WORDS], lines[KF_FRONT_WORDS];
    uint8_t hits[KF_STORE_LINES];
};

// Whether the board in the other colours is a turn of itself.
static bool is_same_swapped(const kf_scan *scan) {
    for (int k = 1; k < scan->turns; k++)
        if (scan->turned[k].is_swapped &&
            kf_find_pattern_same(&scan->turned[0].grid, &scan->turned[k].grid))
            return true;
    return false;
}

static void sort_probes(kf_posting *p, kf_arena *arena) {
    const kf_scan *scan = p->scan;
    size_t at = 0;
    p->probes = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *p->probes);
    for (int swapped = 0; swapped < 2; swapped++)
        for (uint32_t i = 0; i < scan->probe_count; i++)
            if (scan->probes[i].turned->is_swapped == (swapped == 1)) {
                p->probes[at++] = i;
                p->probe_count[swapped]++;
            }
}

kf_posting *kf_posting_new(kf_arena *arena, const kf_scan *scan, uint32_t stones) {
    const kf_find_pattern *pattern = scan->pattern;
    const kf_grid *grid = &pattern->grid;
    if (grid->width != scan->width || grid->height != scan->height || scan->probe_count == 0)
        return NULL;
    kf_posting *p = kf_arena_alloc(arena, sizeof *p);
    const kf_sums *sums = kf_sums_new(arena, scan->width, scan->height, stones);
    *p = (kf_posting){.scan = scan, .sum_count = 1, .width = width_for(stones)};
    if (!kf_sums_grid(sums, grid, false, &p->sums[0]))
        return NULL;
    if (pattern->is_any_colour && !is_same_swapped(scan)) {
        kf_sums_grid(sums, grid, true, &p->sums[p->sum_count++]);
        // Two boards of one sum cannot be told apart here.
        if (p->sums[0] == p->sums[1])
            return NULL;
    }
    p->can_count = !pattern->is_as_typed && pattern->next == KF_EMPTY && grid->moves == 0 &&
                   pattern->by_move == UINT32_MAX;
    sort_probes(p, arena);
    kf_scan_prepare(&p->work, arena, scan);
    p->work.is_counting = true;
    return p;
}

// A row of postings.
typedef struct postings {
    const uint8_t *row;
    size_t count, width;
} postings;

static uint32_t two_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t end_at(const postings *p, size_t index) {
    return two_at(p->row + (p->width - 2) * p->count + 2 * index);
}

static uint64_t sum_at(const postings *p, size_t index) {
    uint64_t first = (uint64_t)kf_row_load(p->row + 4 * index) << 16;
    const uint8_t *next = p->row + 4 * p->count;
    return first | (p->width < WIDTH_BEFORE
                        ? (uint32_t)next[index] << 8 | end_at(p, index) >> OWN_BITS << NOT_KEPT
                        : two_at(next + 2 * index));
}

static uint32_t line_at(const postings *p, size_t index) {
    uint32_t end = end_at(p, index);
    return p->width < WIDTH_BEFORE ? end & ((1 << OWN_BITS) - 1) : end;
}

static size_t first_of(const postings *p, uint64_t sum) {
    size_t low = 0, high = p->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sum_at(p, middle) < sum)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// How often the board, or the same in the other colours, stands in a line.
static bool look(kf_posting *p, kf_store *store, uint32_t line, const uint32_t *probes,
                 size_t count, size_t *hits) {
    kf_line events;
    *hits = 0;
    if (!kf_catalog_line(store, line, &events))
        return false;
    if (count > 0)
        kf_scan_line(p->scan, &p->work, &events, UINT32_MAX, probes, count);
    *hits = count > 0 ? p->work.hit_count : 0;
    return true;
}

bool kf_posting_look(kf_posting *posting, kf_store *store, uint32_t line, size_t *hits) {
    return look(posting, store, line, posting->probes,
                posting->probe_count[0] + posting->probe_count[1], hits);
}

// Whether the board stands in a line, as it does in all lines with its sum if it does in one.
static bool stands_in(kf_posting *p, kf_store *store, uint32_t line, size_t which, bool *is) {
    const uint32_t *probes = p->probes + (which > 0 ? p->probe_count[0] : 0);
    size_t hits;
    bool is_good = look(p, store, line, probes, p->probe_count[which], &hits);
    *is = hits > 0;
    return is_good;
}

static void put_bit(uint64_t *bits, uint32_t line) {
    ((uint8_t *)bits)[line / 8] |= (uint8_t)(1u << line % 8);
}

// Adds the lines of one sum. `is_known`: it was found that the board stands in these.
static bool add_sum(kf_posting *p, kf_store *store, uint32_t segment, const uint8_t *firsts,
                    size_t rows, size_t which) {
    uint64_t sum = p->sums[which];
    // What is asked of the moves behind it each line answers for itself.
    bool is_known = !p->can_count, stands = is_known;
    size_t row = 0;
    while (row + 1 < rows && kf_row_load(firsts + 4 * (row + 1)) < sum >> 16)
        row++;
    for (; row < rows && kf_row_load(firsts + 4 * row) <= sum >> 16; row++) {
        postings list;
        size_t length;
        int64_t id = (int64_t)segment * ROWS + (int64_t)row;
        if (!kf_store_get(store, KF_TABLE_POSTINGS, id, &list.row, &length) || list.row == NULL)
            return false;
        list.width = p->width;
        list.count = length / p->width;
        for (size_t i = first_of(&list, sum); i < list.count && sum_at(&list, i) == sum; i++) {
            uint32_t line = line_at(&list, i);
            if (line >= KF_STORE_LINES ||
                (!is_known &&
                 !stands_in(p, store, segment * KF_STORE_STRIDE + line, which, &stands)))
                return false;
            is_known = true;
            if (!stands)
                return true;
            p->hits[line]++;
            put_bit(p->lines, line);
        }
    }
    return true;
}

bool kf_posting_find(kf_posting *p, kf_store *store, const kf_segment *segment, bool *is_there) {
    const uint8_t *index;
    size_t length;
    if (!kf_store_get(store, KF_TABLE_INDEX, segment->id, &index, &length))
        return false;
    *is_there = index != NULL;
    if (!*is_there)
        return true;
    size_t apart = kf_row_number(index, length, 0);
    if (length < 4 || apart > KF_STORE_LINES || 4 + 2 * apart > length)
        return false;
    size_t rows = (length - 4 - 2 * apart) / 4;
    memset(p->hits, 0, sizeof p->hits);
    memset(p->apart, 0, sizeof p->apart);
    memset(p->lines, 0, sizeof p->lines);
    for (size_t which = 0; which < (size_t)p->sum_count; which++)
        if (!add_sum(p, store, segment->id, index + 4, rows, which))
            return false;
    for (const uint8_t *line = index + 4 + 4 * rows; line < index + length; line += 2) {
        uint32_t at = (uint32_t)line[0] | (uint32_t)line[1] << 8;
        if (at >= KF_STORE_LINES)
            return false;
        p->hits[at] = 0;
        put_bit(p->apart, at);
        put_bit(p->lines, at);
    }
    return true;
}

const uint8_t *kf_posting_hits(const kf_posting *posting) {
    return posting->hits;
}

const uint64_t *kf_posting_lines(const kf_posting *posting) {
    return posting->lines;
}

const uint64_t *kf_posting_apart(const kf_posting *posting) {
    return posting->apart;
}

bool kf_posting_counts(const kf_posting *posting) {
    return posting->can_count;
}

#endif
