// SPDX-License-Identifier: MIT
// A search as bytes, so that it can be done where the games stand: the question, the lines to look
// at, and what was found.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

// Numbers stand low byte first.
enum { FORM = 4, HEAD = 20, ENTRY = 8, HIT = 12, NEXT = 6, PIECE = 5, WHOLE = KF_BLOCK_BYTES + 1 };

static void put(kf_buffer *out, uint64_t number, int size) {
    for (int i = 0; i < size; i++)
        kf_buffer_add_char(out, (char)(number >> 8 * i & 0xFF));
}

static uint32_t get(const uint8_t *p, int size) {
    uint32_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint32_t)p[i] << 8 * i;
    return number;
}

// ---- The question ----

void kf_packed_question(kf_buffer *out, const kf_find_pattern *pattern, int next_moves) {
    const kf_grid *grid = &pattern->grid;
    const int head[] = {FORM,
                        grid->width,
                        grid->height,
                        (int)grid->edges,
                        (int)pattern->anchor,
                        pattern->column,
                        pattern->row,
                        pattern->board_width,
                        pattern->board_height,
                        (int)pattern->next,
                        pattern->is_any_colour,
                        pattern->is_as_typed,
                        (int)grid->first,
                        next_moves,
                        grid->moves};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        put(out, (uint64_t)head[i], 1);
    put(out, pattern->by_move, 4);
    put(out, 0, 1);
    for (int i = 0; i < grid->moves; i++)
        put(out, grid->move[i], 2);
    kf_buffer_add(out, (const char *)grid->cells, (size_t)grid->width * (size_t)grid->height);
}

// Whoever sent it may be anybody, so nothing is believed.
static bool is_sound(const kf_find_pattern *p, int next_moves) {
    const kf_grid *grid = &p->grid;
    int cells = grid->width * grid->height;
    bool is_good =
        grid->width >= 1 && grid->height >= 1 && grid->width <= KF_BOARD_MAX &&
        grid->height <= KF_BOARD_MAX && grid->edges < 16 && p->anchor <= KF_ANCHOR_FIXED &&
        p->column < KF_BOARD_MAX && p->row < KF_BOARD_MAX && p->board_width <= KF_BOARD_MAX &&
        p->board_height <= KF_BOARD_MAX && p->next <= KF_WHITE && grid->first >= KF_BLACK &&
        grid->first <= KF_WHITE && next_moves <= 100 && grid->moves <= KF_FIND_MOVES;
    for (int i = 0; is_good && i < grid->moves; i++)
        is_good = grid->move[i] < cells;
    for (int i = 0; is_good && i < cells; i++)
        is_good = grid->cells[i] >= 1 && grid->cells[i] <= KF_CELL_ANY;
    return is_good;
}

bool kf_packed_read(const uint8_t *bytes, size_t length, kf_find_pattern *pattern,
                    int *next_moves) {
    memset(pattern, 0, sizeof *pattern);
    kf_grid *grid = &pattern->grid;
    if (length < HEAD || bytes[0] != FORM || bytes[14] > KF_FIND_MOVES || bytes[1] > KF_BOARD_MAX ||
        bytes[2] > KF_BOARD_MAX)
        return false;
    size_t cells = (size_t)bytes[1] * bytes[2];
    if (length != HEAD + 2 * (size_t)bytes[14] + cells)
        return false;
    grid->width = bytes[1];
    grid->height = bytes[2];
    grid->edges = bytes[3];
    pattern->anchor = (kf_anchor)bytes[4];
    pattern->column = bytes[5];
    pattern->row = bytes[6];
    pattern->board_width = bytes[7];
    pattern->board_height = bytes[8];
    pattern->next = (kf_colour)bytes[9];
    pattern->is_any_colour = bytes[10] != 0;
    pattern->is_as_typed = bytes[11] != 0;
    grid->first = (kf_colour)bytes[12];
    *next_moves = bytes[13];
    grid->moves = bytes[14];
    pattern->by_move = get(bytes + 15, 4);
    for (int i = 0; i < grid->moves; i++)
        grid->move[i] = (uint16_t)get(bytes + HEAD + 2 * (size_t)i, 2);
    memcpy(grid->cells, bytes + HEAD + 2 * (size_t)grid->moves, cells);
    return is_sound(pattern, *next_moves);
}

// ---- The lines to look at ----

void kf_packed_lines_begin(kf_packed_lines *lines, kf_arena *arena) {
    lines->head.arena = lines->body.arena = arena;
    lines->head.length = lines->body.length = 0;
    lines->count = 0;
}

// Blocks come in the order of their numbers.
void kf_packed_lines_add(kf_packed_lines *lines, const kf_hunt_block *block) {
    uint32_t segment = block->first / KF_STORE_STRIDE;
    uint32_t at = block->first % KF_STORE_STRIDE / KF_BLOCK_LINES;
    put(&lines->head, segment * KF_STORE_ROWS + at, 4);
    put(&lines->head, lines->body.length, 4);
    put(&lines->body, block->is_variations, 1);
    kf_buffer_add(&lines->body, (const char *)block->bits, KF_BLOCK_BYTES);
    for (int i = 0; block->is_variations && i < KF_BLOCK_LINES; i++)
        put(&lines->body, block->branches[i], 4);
    lines->count++;
}

kf_text kf_packed_lines_end(kf_packed_lines *lines, kf_buffer *out) {
    out->length = 0;
    put(out, lines->count, 4);
    kf_buffer_add_text(out, kf_buffer_text(&lines->head));
    kf_buffer_add_text(out, kf_buffer_text(&lines->body));
    return kf_buffer_text(out);
}

// The lines of one block; NULL: none of it.
static const uint8_t *find_block(const uint8_t *lines, size_t length, uint32_t number) {
    uint32_t count = length >= 4 ? get(lines, 4) : 0, low = 0, high = count;
    size_t body = 4 + (size_t)count * ENTRY;
    if (body > length)
        return NULL;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (get(lines + 4 + (size_t)middle * ENTRY, 4) < number)
            low = middle + 1;
        else
            high = middle;
    }
    const uint8_t *entry = lines + 4 + (size_t)low * ENTRY;
    if (low == count || get(entry, 4) != number)
        return NULL;
    size_t at = body + get(entry + 4, 4);
    bool is_whole = at + WHOLE <= length &&
                    (lines[at] == 0 || at + WHOLE + 4 * (size_t)KF_BLOCK_LINES <= length);
    return is_whole ? lines + at : NULL;
}

bool kf_packed_is_asked(const uint8_t *lines, size_t length, uint32_t number) {
    return find_block(lines, length, number) != NULL;
}

// ---- The search of a block ----

static void put_hits(kf_packed_search *s, const kf_line *line, uint32_t at) {
    kf_find_next next[100];
    put(&s->out, at, 2);
    put(&s->out, s->work.hit_count, 4);
    for (size_t i = 0; i < s->work.hit_count; i++) {
        const kf_hit *hit = &s->work.hits[i];
        const kf_probe *probe = &s->scan->probes[hit->probe];
        int count = s->next_moves > 0
                        ? kf_scan_follow(s->scan, &s->work, line, hit, s->next_moves, next)
                        : 0;
        put(&s->out, hit->moves, 4);
        put(&s->out, probe->column, 1);
        put(&s->out, probe->row, 1);
        put(&s->out, (uint64_t)probe->turned->symmetry | (uint64_t)probe->turned->is_swapped << 3,
            1);
        put(&s->out, (uint64_t)count, 1);
        put(&s->out, hit->position, 4);
        for (int k = 0; k < count; k++) {
            put(&s->out, next[k].column, 2);
            put(&s->out, next[k].row, 2);
            put(&s->out, next[k].colour, 1);
            put(&s->out, next[k].is_later, 1);
        }
    }
}

static bool make_ready(kf_packed_search *s, const kf_packed_block *block, const uint8_t **columns) {
    size_t size = 2 * (size_t)block->width * (size_t)block->height * KF_BLOCK_BYTES;
    bool is_new =
        s->scan == NULL || s->scan->width != block->width || s->scan->height != block->height;
    if (is_new) {
        kf_arena_rewind(s->arena, s->level);
        s->out = (kf_buffer){.arena = s->arena};
        s->room = kf_arena_resize(s->arena, NULL, size);
    }
    *columns =
        kf_row_columns(block->columns, block->column_length, block->width * block->height, s->room);
    if (*columns != NULL && is_new) {
        s->scan = kf_scan_new(s->arena, &s->pattern, block->width, block->height, *columns);
        kf_scan_prepare(&s->work, s->arena, s->scan);
    }
    return *columns != NULL;
}

// Whether the events can be those of a line on such a board.
static bool search_line(kf_packed_search *s, const kf_packed_block *block, uint32_t at,
                        const uint8_t *asked) {
    const uint8_t *packed;
    size_t length;
    bool is_dense = s->work.is_dense;
    uint32_t from = is_dense ? 0 : s->work.line_from[at],
             to = is_dense ? 0 : s->work.line_from[at + 1];
    if (is_dense ? !(asked[1 + at / 8] >> at % 8 & 1) : from == to)
        return true;
    if (!kf_row_line(block->events, block->event_length, at, &packed, &length))
        return false;
    kf_line line = kf_line_of(packed, length);
    uint32_t branch = asked[0] ? get(asked + WHOLE + 4 * (size_t)at, 4) : UINT32_MAX;
    kf_scan_line(s->scan, &s->work, &line, branch, is_dense ? NULL : s->work.by_line + from,
                 to - from);
    if (s->work.hit_count > 0)
        put_hits(s, &line, at);
    return true;
}

bool kf_packed_block_search(kf_packed_search *s, const kf_packed_block *block) {
    const uint8_t *asked = find_block(block->lines, block->line_length, block->number), *columns;
    uint64_t bits[KF_BLOCK_WORDS];
    s->out.length = 0;
    if (asked == NULL)
        return true;
    if (block->width < 1 || block->height < 1 || block->width > KF_BOARD_MAX ||
        block->height > KF_BOARD_MAX || !make_ready(s, block, &columns))
        return false;
    memcpy(bits, asked + 1, sizeof bits);
    bool is_good = true;
    put(&s->out, block->number % KF_STORE_ROWS, 1);
    put(&s->out, 0, 4);
    if (s->scan->probe_count > 0 && kf_scan_block(s->scan, &s->work, columns, bits) > 0)
        for (uint32_t i = 0; i < KF_BLOCK_LINES && is_good; i++)
            is_good = search_line(s, block, i, asked);
    uint64_t length = s->out.length - PIECE;
    for (int i = 0; i < 4; i++)
        s->out.data[1 + i] = (char)(length >> 8 * i & 0xFF);
    return is_good && length <= UINT32_MAX;
}

// ---- What was found ----

bool kf_packed_piece(kf_text *found, uint32_t *block, kf_text *piece) {
    const uint8_t *p = (const uint8_t *)found->data;
    if (found->length < PIECE || get(p + 1, 4) > found->length - PIECE || p[0] >= KF_STORE_ROWS)
        return false;
    *block = p[0];
    *piece = (kf_text){found->data + PIECE, get(p + 1, 4)};
    found->data += PIECE + piece->length;
    found->length -= PIECE + piece->length;
    return true;
}

static bool read_hits(kf_hunt_block *block, uint32_t line, const uint8_t **at, const uint8_t *end,
                      uint32_t count) {
    size_t most = (size_t)block->next_moves;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *p = *at;
        if (end - p < HIT || end - p - HIT < (ptrdiff_t)NEXT * p[7] || p[7] > most)
            return false;
        block->hits = kf_arena_grow(block->arena, block->hits, &block->hit_room,
                                    block->hit_count + 1, sizeof *block->hits);
        block->next = kf_arena_grow(block->arena, block->next, &block->next_room,
                                    (block->hit_count + 1) * most + 1, sizeof *block->next);
        kf_find_hit *hit = &block->hits[block->hit_count];
        kf_find_next *next = block->next + block->hit_count++ * most;
        *hit = (kf_find_hit){.moves = get(p, 4),
                             .column = p[4],
                             .row = p[5],
                             .symmetry = p[6] & 7,
                             .is_swapped = (p[6] >> 3 & 1) != 0,
                             .is_variation = block->is_variations,
                             .line = line,
                             .position = get(p + 8, 4),
                             .next_count = p[7]};
        p += HIT;
        for (int k = 0; k < hit->next_count; k++, p += NEXT)
            next[k] = (kf_find_next){(uint16_t)get(p, 2), (uint16_t)get(p + 2, 2), p[4], p[5] != 0};
        *at = p;
    }
    return true;
}

bool kf_packed_found(const uint8_t *bytes, size_t length, kf_hunt_block *block) {
    const uint8_t *at = bytes, *end = bytes + length;
    block->line_count = block->hit_count = 0;
    while (at < end) {
        if (end - at < 6)
            return false;
        uint32_t line = get(at, 2), count = get(at + 2, 4);
        at += 6;
        if (line >= KF_BLOCK_LINES || !read_hits(block, block->first + line, &at, end, count))
            return false;
        block->lines = kf_arena_grow(block->arena, block->lines, &block->line_room,
                                     block->line_count + 1, sizeof *block->lines);
        block->lines[block->line_count++] = (kf_hunt_line){block->first + line, count};
    }
    for (size_t i = 0; i < block->hit_count && block->next_moves > 0; i++)
        block->hits[i].next = block->next + i * (size_t)block->next_moves;
    return true;
}

#endif
