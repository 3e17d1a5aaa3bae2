// SPDX-License-Identifier: MIT
// Looking for a pattern in lines of play, exactly, with captures.

#include "catalog/search.h"

#include <stdlib.h>
#include <string.h>

// How it works. The columns of a block rule out, for each probe, the lines that never have one of
// its stones. A line that remains is written as times of its points (sweep.c), which settle nearly
// all probes: the pattern stands from the moment its last stone has come until the first of its
// points changes, or never, if a point was spoiled for good before. Only where a stone was taken
// the events of these points are followed, and only for what is asked of the moves behind a hit
// the line is played through.

static const uint32_t NEVER = UINT32_MAX;

// ---- Probes ----

static bool is_stone(uint8_t cell) {
    return cell == KF_CELL_BLACK || cell == KF_CELL_WHITE;
}

static const uint8_t *column_of(const kf_scan *scan, const uint8_t *columns, const kf_demand *d) {
    size_t index = (size_t)d->point + (d->cell == KF_CELL_WHITE ? (size_t)scan->points : 0);
    return columns + index * KF_BLOCK_BYTES;
}

static uint32_t lines_in(const uint8_t *column) {
    uint32_t count = 0;
    for (int i = 0; i < KF_BLOCK_WORDS; i++) {
        uint64_t word;
        memcpy(&word, column + sizeof word * (size_t)i, sizeof word);
        count += kf_count_bits(word);
    }
    return count;
}

// How many lines have a stone of a colour that the cell allows there, or one that it forbids.
static uint32_t lines_with(const uint32_t *lines, const kf_demand *demand, bool is_allowed) {
    const uint32_t *both = lines + 2 * (size_t)demand->point;
    bool has_black = demand->cell & KF_CELL_BLACK, has_white = demand->cell & KF_CELL_WHITE;
    return (has_black == is_allowed ? both[0] : 0) + (has_white == is_allowed ? both[1] : 0);
}

// Stones first, those in front that few lines have.
static void sort_stones(const uint32_t *lines, kf_demand *demands, uint32_t count) {
    for (uint32_t i = 1, k; i < count; i++) {
        kf_demand moving = demands[i];
        uint32_t rank = lines_with(lines, &moving, true);
        if (!is_stone(moving.cell))
            continue;
        for (k = i; k > 0 && (!is_stone(demands[k - 1].cell) ||
                              lines_with(lines, &demands[k - 1], true) > rank);
             k--)
            demands[k] = demands[k - 1];
        demands[k] = moving;
    }
}

// Of the others those in front that most lines have forbidden stones for.
static void sort_others(const uint32_t *lines, kf_demand *others, uint32_t count) {
    for (uint32_t i = 0; i < KF_SWEEP_FIRST && i < count; i++) {
        uint32_t most = i;
        for (uint32_t k = i + 1; k < count; k++)
            if (lines_with(lines, &others[k], false) > lines_with(lines, &others[most], false))
                most = k;
        kf_demand first = others[most];
        others[most] = others[i];
        others[i] = first;
    }
}

static void add_demands(kf_arena *arena, kf_scan *scan, size_t *room, kf_probe *probe) {
    const kf_grid *grid = &probe->turned->grid;
    int cells = grid->width * grid->height;
    scan->demands = kf_arena_grow(arena, scan->demands, room, scan->demand_count + (size_t)cells,
                                  sizeof *scan->demands);
    probe->first = (uint32_t)scan->demand_count;
    for (int i = 0; i < cells; i++) {
        int column = probe->column + i % grid->width, row = probe->row + i / grid->width;
        if (grid->cells[i] == KF_CELL_ANY)
            continue;
        int point = row * scan->width + column;
        scan->demands[scan->demand_count++] = (kf_demand){(uint16_t)point, grid->cells[i]};
        probe->stones += is_stone(grid->cells[i]);
    }
    probe->count = (uint32_t)(scan->demand_count - probe->first);
}

// Whether an earlier turn asks for the same at the same place: such a hit counts once.
static bool is_known(const kf_scan *scan, int turn, int column, int row) {
    const int board[2] = {scan->width, scan->height};
    for (int k = 0; k < turn; k++)
        if (kf_find_pattern_same(&scan->turned[k].grid, &scan->turned[turn].grid) &&
            kf_find_pattern_may_stand(scan->pattern, &scan->turned[k], column, row, board))
            return true;
    return false;
}

static void add_probes(kf_arena *arena, kf_scan *scan, int turn, size_t room[2]) {
    const int board[2] = {scan->width, scan->height};
    const kf_turned *turned = &scan->turned[turn];
    uint32_t lead = (uint32_t)scan->probe_count;
    for (int row = 0; row + turned->grid.height <= scan->height; row++)
        for (int column = 0; column + turned->grid.width <= scan->width; column++) {
            if (!kf_find_pattern_may_stand(scan->pattern, turned, column, row, board) ||
                is_known(scan, turn, column, row))
                continue;
            scan->probes = kf_arena_grow(arena, scan->probes, &room[0], scan->probe_count + 1,
                                         sizeof *scan->probes);
            kf_probe *probe = &scan->probes[scan->probe_count++];
            *probe = (kf_probe){.turned = turned, .column = (uint8_t)column, .row = (uint8_t)row};
            add_demands(arena, scan, &room[1], probe);
        }
    if (scan->probe_count > lead)
        scan->leads[scan->lead_count++] = lead;
}

static bool is_vacant(const kf_grid *grid) {
    int cell = 0;
    while (cell < grid->width * grid->height && (grid->cells[cell] & KF_CELL_EMPTY))
        cell++;
    return cell == grid->width * grid->height;
}

kf_scan *kf_scan_new(kf_arena *arena, const kf_find_pattern *pattern, int width, int height,
                     const uint8_t *columns) {
    kf_scan *scan = kf_arena_alloc(arena, sizeof *scan);
    size_t room[2] = {0, 0};
    *scan = (kf_scan){.pattern = pattern, .width = width, .height = height};
    scan->is_vacant = is_vacant(&pattern->grid);
    scan->points = width * height;
    scan->stride = (scan->points + KF_SWEEP_LANES - 1) / KF_SWEEP_LANES * KF_SWEEP_LANES;
    scan->turned = kf_arena_alloc(arena, KF_FIND_TURNS * sizeof *scan->turned);
    scan->turns = kf_find_pattern_turns(pattern, scan->turned);
    bool fits = pattern->board_width == 0 ||
                (pattern->board_width == width && pattern->board_height == height);
    for (int turn = 0; fits && turn < scan->turns; turn++)
        add_probes(arena, scan, turn, room);
    uint32_t *lines = kf_arena_resize(arena, NULL, 2 * (size_t)scan->points * sizeof *lines);
    for (int i = 0; i < 2 * scan->points; i++) {
        kf_demand demand = {.point = (uint16_t)(i / 2),
                            .cell = i % 2 ? KF_CELL_WHITE : KF_CELL_BLACK};
        lines[i] = columns != NULL ? lines_in(column_of(scan, columns, &demand)) : 0;
    }
    for (size_t i = 0; i < scan->probe_count; i++) {
        const kf_probe *probe = &scan->probes[i];
        kf_demand *demands = scan->demands + probe->first;
        sort_stones(lines, demands, probe->count);
        sort_others(lines, demands + probe->stones, probe->count - probe->stones);
    }
    kf_arena_release(arena, lines);
    return scan;
}

void kf_scan_prepare(kf_scan_work *work, kf_arena *arena, const kf_scan *scan) {
    size_t points = (size_t)scan->points;
    *work = (kf_scan_work){.arena = arena};
    work->first = kf_arena_alloc(arena, points * sizeof *work->first);
    work->taken = kf_arena_alloc(arena, points * sizeof *work->taken);
    work->head = kf_arena_alloc(arena, points * sizeof *work->head);
    work->asked = kf_arena_alloc(arena, KF_EVENT_POINT + 1);
    work->want = kf_arena_alloc(arena, points);
    work->inside = kf_arena_alloc(arena, points);
    work->lies = kf_arena_alloc(arena, points);
    work->open = kf_arena_alloc(arena, (points + 1) * sizeof *work->open);
    memset(work->asked, 0, KF_EVENT_POINT + 1);
    memset(work->want, 0, points);
    memset(work->inside, 0, points);
    work->bits = kf_arena_alloc(arena, (scan->probe_count + 1) * KF_BLOCK_BYTES);
    work->probe = kf_arena_alloc(arena, (scan->probe_count + 1) * sizeof *work->probe);
    work->line_from = kf_arena_alloc(arena, (KF_BLOCK_LINES + 1) * sizeof *work->line_from);
    kf_steps_begin(&work->sweep, arena, scan);
}

// ---- Blocks ----

// The lines that have all stones of the probe some time; false when there are none.
static bool rule_out(const kf_scan *scan, const kf_probe *probe, const uint8_t *columns,
                     const uint64_t *filter, uint64_t *bits) {
    const kf_demand *demands = scan->demands + probe->first;
    uint64_t any = 0;
    memcpy(bits, filter, KF_BLOCK_BYTES);
    for (uint32_t i = 0; i < probe->stones; i++) {
        uint64_t column[KF_BLOCK_WORDS];
        memcpy(column, column_of(scan, columns, &demands[i]), KF_BLOCK_BYTES);
        any = 0;
        for (int k = 0; k < KF_BLOCK_WORDS; k++)
            any |= bits[k] &= column[k];
        if (any == 0)
            return false;
    }
    return true;
}

// Shares the pairs out to their lines: counts first, then fills.
static void share_out(kf_scan_work *work, size_t kept, size_t total) {
    for (size_t i = 0; i < kept; i++)
        for (int k = 0; k < KF_BLOCK_WORDS; k++)
            for (uint64_t word = kf_word_at(&work->bits[i * KF_BLOCK_WORDS + (size_t)k]); word != 0;
                 word &= word - 1)
                work->line_from[64 * k + kf_lowest_bit(word)]++;
    work->by_line = kf_arena_grow(work->arena, work->by_line, &work->by_line_room, total,
                                  sizeof *work->by_line);
    uint32_t at = 0;
    for (int line = 0; line <= KF_BLOCK_LINES; line++) {
        uint32_t count = work->line_from[line];
        work->line_from[line] = at;
        at += count;
    }
    for (size_t i = 0; i < kept; i++)
        for (int k = 0; k < KF_BLOCK_WORDS; k++)
            for (uint64_t word = kf_word_at(&work->bits[i * KF_BLOCK_WORDS + (size_t)k]); word != 0;
                 word &= word - 1)
                work->by_line[work->line_from[64 * k + kf_lowest_bit(word)]++] = work->probe[i];
    // Each start has moved on to the start of the next line.
    memmove(work->line_from + 1, work->line_from, KF_BLOCK_LINES * sizeof *work->line_from);
    work->line_from[0] = 0;
}

// Whether looking at every place of every line costs less than looking at those that remain. What
// each costs was measured: a place alone takes as long as so many that are looked at together.
static bool is_dense(const kf_scan *scan, size_t total, const uint64_t filter[KF_BLOCK_WORDS]) {
    enum { ONE_ALONE = 6 };
    size_t lines = 0, demands = 0;
    for (int k = 0; k < KF_BLOCK_WORDS; k++)
        lines += kf_count_bits(filter[k]);
    for (int i = 0; i < scan->lead_count; i++)
        demands += scan->probes[scan->leads[i]].count + 4;
    return total * ONE_ALONE > demands * lines;
}

// Whether a block is dense where the one before was: some of the probes say that.
static bool still_dense(const kf_scan *scan, const uint8_t *columns,
                        const uint64_t filter[KF_BLOCK_WORDS]) {
    enum { STEP = 16 };
    size_t total = 0;
    for (size_t i = 0; i < scan->probe_count; i += STEP) {
        uint64_t bits[KF_BLOCK_WORDS];
        if (rule_out(scan, &scan->probes[i], columns, filter, bits))
            for (int k = 0; k < KF_BLOCK_WORDS; k++)
                total += STEP * (size_t)kf_count_bits(bits[k]);
    }
    return total > 0 && is_dense(scan, total, filter);
}

size_t kf_scan_block(const kf_scan *scan, kf_scan_work *work, const uint8_t *columns,
                     const uint64_t filter[KF_BLOCK_WORDS]) {
    size_t kept = 0, total = 0;
    if (work->is_dense && still_dense(scan, columns, filter))
        return scan->probe_count;
    work->is_dense = false;
    memset(work->line_from, 0, (KF_BLOCK_LINES + 1) * sizeof *work->line_from);
    for (size_t i = 0; i < scan->probe_count; i++) {
        uint64_t *bits = &work->bits[kept * KF_BLOCK_WORDS];
        if (!rule_out(scan, &scan->probes[i], columns, filter, bits))
            continue;
        for (int k = 0; k < KF_BLOCK_WORDS; k++)
            total += kf_count_bits(bits[k]);
        work->probe[kept++] = (uint32_t)i;
    }
    work->is_dense = is_dense(scan, total, filter);
    if (total > 0 && !work->is_dense)
        share_out(work, kept, total);
    return total;
}

size_t kf_scan_chosen(const kf_scan *scan, kf_scan_work *work,
                      const uint64_t filter[KF_BLOCK_WORDS]) {
    const uint8_t *bits = (const uint8_t *)filter;
    size_t total = 0;
    work->is_dense = false;
    for (uint32_t line = 0; line < KF_BLOCK_LINES; line++) {
        work->line_from[line] = (uint32_t)total;
        if (!(bits[line / 8] >> line % 8 & 1))
            continue;
        work->by_line = kf_arena_grow(work->arena, work->by_line, &work->by_line_room,
                                      total + scan->probe_count, sizeof *work->by_line);
        for (uint32_t i = 0; i < scan->probe_count; i++)
            work->by_line[total++] = i;
    }
    work->line_from[KF_BLOCK_LINES] = (uint32_t)total;
    return total;
}

// ---- Lines ----

// Who makes each group. A move's colour is that of its own stone, which its group alone puts.
static void note_movers(kf_scan_work *work, const kf_line *line) {
    size_t group = 0;
    for (size_t i = line->initial; i < line->count; i++) {
        uint32_t event = kf_line_event(line, i);
        if ((event & (KF_EVENT_TAKEN | KF_EVENT_SETUP)) != KF_EVENT_TAKEN) {
            work->mover = kf_arena_grow(work->arena, work->mover, &work->mover_room, group + 1, 1);
            work->mover[group] = event & KF_EVENT_SETUP ? KF_EMPTY : (uint8_t)kf_line_colour(event);
        }
        group += (event & KF_EVENT_END) != 0;
    }
}

// Notes of each point when its first stone came, and when one was first taken there.
static void note_all(kf_scan_work *work) {
    for (size_t i = 0; i < work->noted_count; i++) {
        uint32_t event = work->noted[i], point = event & KF_EVENT_POINT;
        if (!(event & KF_EVENT_TAKEN) && work->first[point] == NEVER)
            work->first[point] = work->when[i] << 1 | ((event & KF_EVENT_WHITE) != 0);
        else if ((event & KF_EVENT_TAKEN) && work->taken[point] == NEVER)
            work->taken[point] = work->when[i];
    }
}

// Marks the points that the probes ask for, with nothing noted of them yet.
static void mark_asked(const kf_scan *scan, kf_scan_work *work, const uint32_t *probes,
                       size_t count) {
    memset(work->asked, 0, (size_t)scan->points);
    for (size_t i = 0; i < count; i++) {
        const kf_probe *probe = &scan->probes[probes[i]];
        const kf_demand *demands = scan->demands + probe->first;
        for (uint32_t k = 0; k < probe->count; k++) {
            uint32_t point = demands[k].point;
            work->asked[point] = 1;
            work->first[point] = work->taken[point] = NEVER;
        }
    }
}

// Notes what the line does to the points that the probes ask for.
static void prepare_line(const kf_scan *scan, kf_scan_work *work, const kf_line *line,
                         const uint32_t *probes, size_t count) {
    mark_asked(scan, work, probes, count);
    kf_open_pick(work, scan, line);
    note_all(work);
    work->is_linked = false;
    if (scan->pattern->next != KF_EMPTY)
        note_movers(work, line);
}

// What the notes of a line say of a probe.
typedef struct window {
    uint32_t from;  // the pattern does not stand before
    uint32_t to;    // nothing changes before: it stands until there, if it stands at all
    uint32_t never; // from here on it cannot stand any more
    bool is_open;   // a stone of the other colour came first and was taken
} window;

// Narrows the window by a point that must be free of the colours outside of `cell`.
static void ask_vacant(window *w, uint8_t cell, uint32_t first, uint32_t taken) {
    if (first == NEVER)
        return;
    bool is_allowed = cell & (first & 1 ? KF_CELL_WHITE : KF_CELL_BLACK);
    uint32_t end = is_allowed ? taken : first >> 1;
    w->to = end < w->to ? end : w->to;
    if (!is_allowed && taken == NEVER)
        w->never = end < w->never ? end : w->never;
}

// The same by a point where a stone must lie.
static void ask_stone(window *w, uint8_t cell, uint32_t first, uint32_t taken) {
    bool is_own = first != NEVER && (first & 1 ? KF_CELL_WHITE : KF_CELL_BLACK) == cell;
    if (is_own) {
        w->from = first >> 1 > w->from ? first >> 1 : w->from;
        w->to = taken < w->to ? taken : w->to;
    } else if (taken == NEVER) {
        w->never = 0;
    } else {
        w->from = taken > w->from ? taken : w->from;
        w->is_open = true;
    }
}

// Whether the probe is settled by the notes; then `w->from` is where it stands, or it never does.
static bool look(const kf_scan *scan, const kf_scan_work *work, const kf_probe *probe, window *w) {
    const kf_demand *demands = scan->demands + probe->first;
    *w = (window){.from = 0, .to = work->groups + 1, .never = work->groups + 1};
    for (uint32_t i = 0; i < probe->count && w->from < w->never; i++) {
        uint32_t point = demands[i].point;
        if (i < probe->stones)
            ask_stone(w, demands[i].cell, work->first[point], work->taken[point]);
        else
            ask_vacant(w, demands[i].cell, work->first[point], work->taken[point]);
    }
    return w->from >= w->never || (!w->is_open && w->from < w->to);
}

static kf_colour next_colour(const kf_scan *scan, const kf_probe *probe) {
    kf_colour next = scan->pattern->next;
    return next != KF_EMPTY && probe->turned->is_swapped ? kf_colour_other(next) : next;
}

// Whether the next move behind a position is made by the player that the pattern asks for.
static bool is_next(const kf_scan *scan, const kf_scan_work *work, const kf_probe *probe,
                    uint32_t position) {
    kf_colour next = next_colour(scan, probe);
    while (position < work->groups && work->mover[position] == KF_EMPTY)
        position++;
    return position < work->groups && work->mover[position] == (uint8_t)next;
}

// ---- One probe through a whole line ----

// A replay of a line for one probe.
typedef struct trial {
    const kf_scan *scan;
    kf_scan_work *work;
    const kf_probe *probe;
    uint32_t missing;  // demands that are not met
    size_t next;       // of the stones placed inside, the first that is still to come
    size_t placed;     // how many there are
    uint32_t position; // where the pattern was found
} trial;

static void mark_points(trial *t, bool is_on) {
    const kf_demand *demands = t->scan->demands + t->probe->first;
    for (uint32_t i = 0; i < t->probe->count; i++) {
        t->work->want[demands[i].point] = is_on ? demands[i].cell : 0;
        t->work->lies[demands[i].point] = KF_CELL_EMPTY;
        t->missing += is_on && !(demands[i].cell & KF_CELL_EMPTY);
    }
}

// Notes which stones are played inside of the probe's rectangle, as 16 bits of cell and a bit of
// colour, so that a sequence can be compared wherever the pattern stands.
static void note_placed(trial *t, const kf_line *line) {
    const kf_grid *grid = &t->probe->turned->grid;
    for (size_t i = line->initial; i < line->count; i++) {
        uint32_t event = kf_line_event(line, i), point = event & KF_EVENT_POINT;
        if ((event & (KF_EVENT_TAKEN | KF_EVENT_SETUP)) || point >= (uint32_t)t->scan->points)
            continue;
        int column = (int)point % t->scan->width - t->probe->column;
        int row = (int)point / t->scan->width - t->probe->row;
        if (column < 0 || row < 0 || column >= grid->width || row >= grid->height)
            continue;
        t->work->placed = kf_arena_grow(t->work->arena, t->work->placed, &t->work->placed_room,
                                        t->placed + 1, sizeof *t->work->placed);
        t->work->placed[t->placed++] =
            (uint32_t)(row * grid->width + column) | (uint32_t)kf_line_colour(event) << 16;
    }
}

static bool follows_sequence(const trial *t) {
    const kf_grid *grid = &t->probe->turned->grid;
    kf_colour colour = grid->first;
    if (t->next + (size_t)grid->moves > t->placed)
        return false;
    for (int i = 0; i < grid->moves; i++) {
        if (t->work->placed[t->next + (size_t)i] !=
            ((uint32_t)grid->move[i] | (uint32_t)colour << 16))
            return false;
        colour = kf_colour_other(colour);
    }
    return true;
}

static bool stands(const trial *t, uint32_t position) {
    return t->missing == 0 &&
           (t->scan->pattern->next == KF_EMPTY || is_next(t->scan, t->work, t->probe, position)) &&
           (t->probe->turned->grid.moves == 0 || follows_sequence(t));
}

static void apply(trial *t, uint32_t event) {
    uint32_t point = event & KF_EVENT_POINT;
    if (point >= (uint32_t)t->scan->points)
        return;
    bool is_put = !(event & KF_EVENT_TAKEN);
    if (t->probe->turned->grid.moves > 0 && is_put && !(event & KF_EVENT_SETUP)) {
        int column = (int)point % t->scan->width - t->probe->column;
        int row = (int)point / t->scan->width - t->probe->row;
        t->next += column >= 0 && row >= 0 && column < t->probe->turned->grid.width &&
                   row < t->probe->turned->grid.height;
    }
    uint8_t want = t->work->want[point];
    if (want == 0)
        return;
    uint8_t now = (uint8_t)(!is_put                  ? KF_CELL_EMPTY
                            : event & KF_EVENT_WHITE ? KF_CELL_WHITE
                                                     : KF_CELL_BLACK);
    t->missing += (uint32_t)((want & t->work->lies[point]) != 0) - (uint32_t)((want & now) != 0);
    t->work->lies[point] = now;
}

// Plays the line for one probe. False when the pattern never stands in it.
static bool replay(trial *t, const kf_line *line) {
    uint32_t position = 0;
    bool is_found = false;
    mark_points(t, true);
    if (t->probe->turned->grid.moves > 0)
        note_placed(t, line);
    size_t i = 0;
    while (i < line->initial)
        apply(t, kf_line_event(line, i++));
    is_found = stands(t, 0);
    for (; i < line->count && !is_found; i++) {
        uint32_t event = kf_line_event(line, i);
        apply(t, event);
        if (event & KF_EVENT_END)
            is_found = stands(t, ++position);
    }
    t->position = position;
    mark_points(t, false);
    return is_found;
}

// ---- Hits ----

static void add_hit(const kf_scan *scan, kf_scan_work *work, const kf_line *line, kf_hit hit) {
    hit.moves = work->has_setups ? kf_line_moves(line, hit.position) : hit.position;
    if (hit.moves > scan->pattern->by_move)
        return;
    work->hits = kf_arena_grow(work->arena, work->hits, &work->hit_room, work->hit_count + 1,
                               sizeof *work->hits);
    work->hits[work->hit_count++] = hit;
}

static int by_move(const void *a, const void *b) {
    const kf_hit *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return (x->probe > y->probe) - (x->probe < y->probe);
}

// Most lines have few hits, which are put in order sooner one by one.
static void sort_hits(kf_hit *hits, size_t count) {
    enum { FEW = 48 };
    if (count > FEW) {
        qsort(hits, count, sizeof *hits, by_move);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        kf_hit moving = hits[i];
        size_t k = i;
        for (; k > 0 && by_move(&hits[k - 1], &moving) > 0; k--)
            hits[k] = hits[k - 1];
        hits[k] = moving;
    }
}

// Finds where a probe stands first with the moves that are asked for behind it; false when it never
// does.
static bool try_probe(const kf_scan *scan, kf_scan_work *work, const kf_line *line,
                      const kf_probe *probe, uint32_t *position) {
    window w;
    bool is_settled = look(scan, work, probe, &w);
    if (w.from >= w.never)
        return false;
    bool is_plain = probe->turned->grid.moves == 0;
    for (uint32_t at = w.from; is_settled && is_plain && at < w.to; at++)
        if (is_next(scan, work, probe, at)) {
            *position = at;
            return true;
        }
    if (kf_open_meet(scan, work, probe, w.from) == NEVER)
        return false;
    // What is asked of the moves that follow takes a look at all of them.
    trial t = {.scan = scan, .work = work, .probe = probe};
    bool is_found = replay(&t, line);
    *position = t.position;
    return is_found;
}

static bool stands_surely(const kf_swept *swept) {
    return swept->is_sure && swept->from < KF_SWEEP_LATE;
}

// Picks the events that must be followed to know of what a sweep left open, from one place on.
static void pick_open(const kf_scan *scan, kf_scan_work *work, const kf_line *line,
                      const kf_swept *from) {
    const kf_sweep *sweep = &work->sweep;
    memset(work->asked, 0, (size_t)scan->stride);
    for (; from < sweep->found + sweep->found_count; from++) {
        const kf_probe *probe = &scan->probes[from->probe];
        const kf_demand *demands = scan->demands + probe->first;
        for (uint32_t k = stands_surely(from) ? probe->count : 0; k < probe->count; k++)
            work->asked[demands[k].point] = 1;
    }
    kf_sweep_leave_open(sweep, scan, work->asked);
    kf_open_pick(work, scan, line);
}

// Finds where a probe stands first that a sweep found.
static bool try_swept(const kf_scan *scan, kf_scan_work *work, const kf_line *line,
                      const kf_swept *swept, uint32_t *position) {
    *position = swept->from;
    if (stands_surely(swept))
        return true;
    if (!work->is_linked)
        pick_open(scan, work, line, swept);
    *position = kf_open_meet(scan, work, &scan->probes[swept->probe],
                             kf_sweep_start(&work->sweep, swept->from));
    // By a coarse clock the stones that spoil a place for good are followed, too.
    return *position != NEVER && (swept->never >= KF_SWEEP_LATE || work->sweep.clock.coarse > 0 ||
                                  *position < swept->never);
}

// Takes what a sweep found, for a pattern that asks for nothing but stones.
static void take_swept(const kf_scan *scan, kf_scan_work *work, const kf_line *line,
                       uint32_t branch, size_t count) {
    uint32_t position;
    work->is_linked = false;
    work->sweep.found_count = count;
    for (size_t i = 0; i < count; i++) {
        const kf_swept *swept = &work->sweep.found[i];
        if (!try_swept(scan, work, line, swept, &position) ||
            (branch != NEVER && position <= branch))
            continue;
        if (work->sweep.is_counting)
            work->hit_count++;
        else
            add_hit(scan, work, line, (kf_hit){.position = position, .probe = swept->probe});
    }
}

// The same where something is asked of the moves that follow.
static void try_followed(const kf_scan *scan, kf_scan_work *work, const kf_line *line,
                         uint32_t branch, size_t count) {
    uint32_t position, *probes = work->probe;
    for (size_t i = 0; i < count; i++)
        probes[i] = work->sweep.found[i].probe;
    if (count > 0)
        prepare_line(scan, work, line, probes, count);
    for (size_t i = 0; i < count; i++)
        if (try_probe(scan, work, line, &scan->probes[probes[i]], &position) &&
            (branch == NEVER || position > branch))
            add_hit(scan, work, line, (kf_hit){.position = position, .probe = probes[i]});
}

// Whether a pattern asks for nothing but stones.
static bool is_plain(const kf_find_pattern *pattern) {
    return pattern->next == KF_EMPTY && pattern->grid.moves == 0;
}

// Whether nothing need be known of its hits in lines without a branch but their number.
static bool may_count(const kf_scan *scan, const kf_scan_work *work) {
    return is_plain(scan->pattern) && work->is_counting && scan->pattern->by_move == UINT32_MAX;
}

size_t kf_scan_together(const kf_scan *scan, const kf_scan_work *work) {
    bool is_plain_to_see = scan->is_vacant && may_count(scan, work);
    return is_plain_to_see || !kf_lanes_fit(scan) ? 1 : KF_LANES;
}

void kf_scan_ahead(const kf_scan *scan, kf_scan_work *work, const kf_line *lines, size_t count,
                   bool are_all) {
    enum { FEW = 16 };
    bool counts = may_count(scan, work);
    if (count < FEW || kf_scan_together(scan, work) == 1)
        return;
    if (work->lanes.rows == NULL)
        kf_lanes_begin(&work->lanes, work->arena, scan, &work->sweep);
    kf_lanes_sweep(&work->lanes, scan, &work->sweep, lines, count, counts && are_all);
}

// Looks at the line by its times: at the given probes, or at all.
static size_t sweep(const kf_scan *scan, kf_scan_work *work, const kf_line *line, bool counts,
                    const uint32_t *probes, size_t count) {
    if (probes != NULL)
        return kf_sweep_probes(&work->sweep, scan, line, counts, probes, count);
    if (work->lanes.next < work->lanes.count) {
        count = kf_lanes_take(&work->lanes, scan, &work->sweep);
        kf_sweep_learn(&work->sweep, count);
        return count;
    }
    return kf_sweep_line(&work->sweep, scan, line, counts);
}

void kf_scan_line(const kf_scan *scan, kf_scan_work *work, const kf_line *line, uint32_t branch,
                  const uint32_t *probes, size_t count) {
    bool counts = branch == NEVER && may_count(scan, work);
    if (counts && scan->is_vacant && line->initial == 0) {
        work->hit_count = probes != NULL ? count : scan->probe_count;
        return;
    }
    count = sweep(scan, work, line, counts, probes, count);
    work->has_setups = line->has_setups;
    work->has_moves = false;
    work->hit_count = work->sweep.sure_count;
    if (is_plain(scan->pattern))
        take_swept(scan, work, line, branch, count);
    else
        try_followed(scan, work, line, branch, count);
    if (work->hit_count > 1 && !work->is_counting)
        sort_hits(work->hits, work->hit_count);
}

// The moves of the line that was looked at last, for the first hit in it that asks for them.
static void list_moves(const kf_scan *scan, kf_scan_work *work, const kf_line *line) {
    uint32_t groups = 0;
    work->move_count = 0;
    work->moves = kf_arena_grow(work->arena, work->moves, &work->move_room, line->count + 1,
                                sizeof *work->moves);
    for (size_t i = line->initial; i < line->count; i++) {
        uint32_t event = kf_line_event(line, i), point = event & KF_EVENT_POINT;
        bool is_on = point < (uint32_t)scan->points;
        if (!(event & (KF_EVENT_TAKEN | KF_EVENT_SETUP)))
            work->moves[work->move_count++] = (struct kf_scan_move){
                .column = is_on ? (uint8_t)(point % (uint32_t)scan->width) : UINT8_MAX,
                .row = is_on ? (uint8_t)(point / (uint32_t)scan->width) : UINT8_MAX,
                .is_white = kf_line_colour(event) == KF_WHITE,
                .position = groups};
        groups += (event & KF_EVENT_END) != 0;
    }
    work->has_moves = true;
}

int kf_scan_follow(const kf_scan *scan, kf_scan_work *work, const kf_line *line, const kf_hit *hit,
                   int most, kf_find_next *out) {
    const kf_probe *probe = &scan->probes[hit->probe];
    const kf_turned *turned = probe->turned;
    const kf_grid *typed = &scan->pattern->grid;
    bool is_later = false;
    int count = 0;
    if (!work->has_moves)
        list_moves(scan, work, line);
    // Where no setups stand between the moves, each is found at once by its position.
    size_t at = hit->position < work->move_count ? hit->position : work->move_count;
    while (at < work->move_count && work->moves[at].position < hit->position)
        at++;
    while (at > 0 && work->moves[at - 1].position >= hit->position)
        at--;
    for (; at < work->move_count && count < most; at++) {
        const struct kf_scan_move *move = &work->moves[at];
        unsigned column = (unsigned)move->column - probe->column;
        unsigned row = (unsigned)move->row - probe->row;
        bool is_inside =
            column < (unsigned)turned->grid.width && row < (unsigned)turned->grid.height;
        if (is_inside) {
            int cell = kf_find_pattern_origin(typed, turned->symmetry, (int)column, (int)row);
            bool is_white = move->is_white != turned->is_swapped;
            out[count++] =
                (kf_find_next){(uint16_t)(cell % typed->width), (uint16_t)(cell / typed->width),
                               is_white ? 'W' : 'B', is_later};
        }
        is_later = !is_inside;
    }
    return count;
}
