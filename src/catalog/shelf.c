// SPDX-License-Identifier: MIT
// The open end of a catalogue: the segment of one kind of lines to which new ones are added.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

// So large may the events of a block become where a row holds all of them.
enum { LARGEST_BLOCK = 32 << 20 };

static int64_t row_id(const kf_shelf *shelf, uint32_t row) {
    return (int64_t)shelf->segment * KF_STORE_ROWS + row;
}

static size_t columns_size(const kf_shelf *shelf) {
    return 2 * (size_t)(shelf->width * shelf->height) * KF_BLOCK_BYTES;
}

// A block that is not full has narrower columns, of whole words.
static size_t width_for(uint32_t lines) {
    return ((size_t)lines + 63) / 64 * 8;
}

// ---- Writing ----

static bool write_row_of_events(kf_shelf *shelf) {
    size_t head = 4 + 4 * (size_t)shelf->row_count, size = head + shelf->event_length;
    if (shelf->row_count == 0)
        return true;
    uint8_t *row = kf_arena_resize(shelf->arena, NULL, size);
    kf_row_store(row, shelf->row_count);
    for (uint32_t i = 0; i < shelf->row_count; i++)
        kf_row_store(row + 4 + 4 * (size_t)i, shelf->ends[i]);
    memcpy(row + head, shelf->events, shelf->event_length);
    int64_t first = (int64_t)shelf->segment * KF_STORE_STRIDE + shelf->count - shelf->row_count;
    bool is_done = kf_store_put(shelf->store, KF_TABLE_EVENTS, first, row, size);
    kf_arena_release(shelf->arena, row);
    return is_done;
}

static bool write_columns(kf_shelf *shelf) {
    uint32_t lines = shelf->count % KF_BLOCK_LINES;
    uint32_t block = shelf->count / KF_BLOCK_LINES - (lines == 0);
    size_t width = lines == 0 ? KF_BLOCK_BYTES : width_for(lines);
    size_t count = 2 * (size_t)(shelf->width * shelf->height);
    if (width == KF_BLOCK_BYTES)
        return kf_store_put(shelf->store, KF_TABLE_COLUMNS, row_id(shelf, block), shelf->columns,
                            columns_size(shelf));
    uint8_t *row = kf_arena_resize(shelf->arena, NULL, count * width);
    for (size_t i = 0; i < count; i++)
        memcpy(row + i * width, shelf->columns + i * KF_BLOCK_BYTES, width);
    bool is_done =
        kf_store_put(shelf->store, KF_TABLE_COLUMNS, row_id(shelf, block), row, count * width);
    kf_arena_release(shelf->arena, row);
    return is_done;
}

static size_t front_size(const kf_shelf *shelf, uint32_t lines) {
    return 2 * shelf->front_points * kf_front_width(lines);
}

static bool write_front(kf_shelf *shelf) {
    size_t width = kf_front_width(shelf->count), whole = kf_front_width(KF_STORE_LINES);
    size_t size = front_size(shelf, shelf->count);
    if (shelf->front == NULL)
        return true;
    uint8_t *row = kf_arena_resize(shelf->arena, NULL, size + 1);
    for (size_t i = 0; i < 2 * shelf->front_points; i++)
        memcpy(row + i * width, shelf->front + i * whole, width);
    bool is_done =
        kf_store_put(shelf->store, KF_TABLE_COLUMNS, row_id(shelf, KF_FRONT_ROW), row, size);
    kf_arena_release(shelf->arena, row);
    return is_done;
}

// A field that no line of the segment has is left out.
static bool write_fields(kf_shelf *shelf) {
    uint8_t *row = kf_arena_resize(shelf->arena, NULL, 4 * (size_t)shelf->count);
    bool is_done = true;
    for (uint32_t field = 0; field < KF_FIELD_COUNT && is_done; field++) {
        uint32_t any = 0;
        for (uint32_t i = 0; i < shelf->count; i++) {
            kf_row_store(row + 4 * (size_t)i, shelf->fields[field][i]);
            any |= shelf->fields[field][i];
        }
        if (any != 0)
            is_done = kf_store_put(shelf->store, KF_TABLE_FIELD, row_id(shelf, field), row,
                                   4 * (size_t)shelf->count);
    }
    kf_arena_release(shelf->arena, row);
    return is_done;
}

bool kf_shelf_flush(kf_shelf *shelf) {
    if (!shelf->is_changed)
        return true;
    kf_segment segment = {.id = shelf->segment,
                          .width = shelf->width,
                          .height = shelf->height,
                          .is_variations = shelf->is_variations,
                          .count = shelf->count,
                          .gone = shelf->has_gone ? shelf->gone : NULL};
    shelf->is_changed = false;
    bool has_block = shelf->count % KF_BLOCK_LINES != 0;
    return write_fields(shelf) && write_row_of_events(shelf) &&
           (!has_block || write_columns(shelf)) && write_front(shelf) &&
           kf_store_put_segment(shelf->store, &segment);
}

// ---- Adding ----

static void mark_front(kf_shelf *shelf, size_t column, bool is_white) {
    column += is_white ? shelf->front_points : 0;
    shelf->front[column * kf_front_width(KF_STORE_LINES) + shelf->count / 8] |=
        (uint8_t)(1u << shelf->count % 8);
}

static void mark_columns(kf_shelf *shelf, const uint8_t *packed, size_t length) {
    kf_line line = kf_line_of(packed, length);
    uint32_t points = (uint32_t)(shelf->width * shelf->height);
    uint32_t bit = shelf->count % KF_BLOCK_LINES;
    for (size_t i = 0; i < line.count; i++) {
        uint32_t event = kf_line_event(&line, i), point = event & KF_EVENT_POINT;
        if (point >= points || (event & KF_EVENT_TAKEN))
            continue;
        size_t column = point + (event & KF_EVENT_WHITE ? points : 0);
        shelf->columns[column * KF_BLOCK_BYTES + bit / 8] |= (uint8_t)(1u << bit % 8);
        if (shelf->front != NULL && shelf->in_front[point] != UINT16_MAX)
            mark_front(shelf, shelf->in_front[point], (event & KF_EVENT_WHITE) != 0);
    }
}

static void add_fields(kf_shelf *shelf, const uint32_t fields[KF_FIELD_COUNT]) {
    if (shelf->count == shelf->field_room) {
        size_t room = shelf->field_room > 0 ? shelf->field_room * 4 : 64;
        shelf->field_room = room < KF_STORE_LINES ? room : KF_STORE_LINES;
        for (int i = 0; i < KF_FIELD_COUNT; i++)
            shelf->fields[i] = kf_arena_resize(shelf->arena, shelf->fields[i],
                                               shelf->field_room * sizeof *shelf->fields[i]);
    }
    for (int i = 0; i < KF_FIELD_COUNT; i++)
        shelf->fields[i][shelf->count] = fields[i];
}

static void add_events(kf_shelf *shelf, const uint8_t *packed, size_t length) {
    shelf->events = kf_arena_grow(shelf->arena, shelf->events, &shelf->event_room,
                                  shelf->event_length + length, 1);
    shelf->ends = kf_arena_grow(shelf->arena, shelf->ends, &shelf->end_room, shelf->row_count + 1,
                                sizeof *shelf->ends);
    memcpy(shelf->events + shelf->event_length, packed, length);
    shelf->event_length += length;
    shelf->ends[shelf->row_count++] = (uint32_t)shelf->event_length;
}

static bool begin_segment(kf_shelf *shelf) {
    shelf->segment = kf_store_new_segment(shelf->store);
    shelf->count = shelf->row_count = 0;
    shelf->event_length = 0;
    shelf->has_gone = false;
    shelf->is_own = true;
    memset(shelf->gone, 0, sizeof shelf->gone);
    memset(shelf->columns, 0, columns_size(shelf));
    if (shelf->front != NULL)
        memset(shelf->front, 0, front_size(shelf, KF_STORE_LINES));
    // The number is taken at once, for another shelf may ask for one before this one is flushed.
    kf_segment segment = {.id = shelf->segment,
                          .width = shelf->width,
                          .height = shelf->height,
                          .is_variations = shelf->is_variations};
    return shelf->segment != 0 && kf_store_put_segment(shelf->store, &segment);
}

// The row under way has no room for the line, so another one is begun.
static bool begin_row(kf_shelf *shelf) {
    // A row that is a block does not end before it; so large games make small segments.
    if (shelf->store->way->is_blockwise)
        return kf_shelf_flush(shelf) && begin_segment(shelf);
    bool is_done = write_row_of_events(shelf);
    shelf->row_count = 0;
    shelf->event_length = 0;
    return is_done;
}

// The block is full: what is kept of it for searching goes to the store, and where rows are blocks,
// its lines before that.
static bool end_block(kf_shelf *shelf) {
    if (shelf->store->way->is_blockwise) {
        if (!write_row_of_events(shelf))
            return false;
        shelf->row_count = 0;
        shelf->event_length = 0;
    }
    bool is_done = write_columns(shelf);
    memset(shelf->columns, 0, columns_size(shelf));
    return is_done;
}

// Postings of a segment that was not begun here may wait; those of an earlier one are written where
// too many do. With those of one that was begun here, all are.
static bool write_postings(kf_shelf *shelf) {
    kf_segment segment = {.id = shelf->segment,
                          .width = shelf->width,
                          .height = shelf->height,
                          .count = shelf->count};
    uint32_t most = shelf->is_own || !shelf->store->may_owe_postings ? 0 : KF_POSTING_MOST_OWED;
    if (shelf->is_clear)
        return kf_posting_write(shelf->arena, shelf->store, &segment);
    uint32_t owed = kf_posting_owed(shelf->store);
    if (owed <= most)
        return kf_store_error(shelf->store)[0] == '\0';
    shelf->is_clear = most == 0;
    return kf_posting_settle(shelf->arena, shelf->store, owed - most);
}

static bool seal(kf_shelf *shelf) {
    return kf_narrow_write(shelf->arena, shelf->store, shelf->segment, shelf->fields) &&
           write_postings(shelf);
}

uint32_t kf_shelf_add(kf_shelf *shelf, const uint8_t *packed, size_t length,
                      const uint32_t fields[KF_FIELD_COUNT]) {
    if ((shelf->segment == 0 || shelf->count == KF_STORE_LINES) && !begin_segment(shelf))
        return UINT32_MAX;
    size_t size = 8 + 4 * (size_t)shelf->row_count + shelf->event_length + length;
    size_t most = shelf->store->way->is_blockwise ? LARGEST_BLOCK : KF_STORE_CHUNK;
    if (size > most && shelf->row_count > 0 && !begin_row(shelf))
        return UINT32_MAX;
    shelf->is_changed = true;
    mark_columns(shelf, packed, length);
    add_fields(shelf, fields);
    add_events(shelf, packed, length);
    uint32_t line = shelf->segment * KF_STORE_STRIDE + shelf->count++;
    bool is_done = true;
    if (shelf->count % KF_BLOCK_LINES == 0)
        is_done = end_block(shelf);
    if (is_done && shelf->count == KF_STORE_LINES) {
        is_done = kf_shelf_flush(shelf) && (shelf->store->way->is_blockwise || seal(shelf));
        shelf->row_count = 0;
        shelf->event_length = 0;
    }
    return is_done ? line : UINT32_MAX;
}

// ---- Opening ----

static bool load_fields(kf_shelf *shelf) {
    const uint8_t *row;
    size_t length;
    shelf->field_room = shelf->count > 0 ? shelf->count : 1;
    for (uint32_t field = 0; field < KF_FIELD_COUNT; field++) {
        if (!kf_store_get(shelf->store, KF_TABLE_FIELD, row_id(shelf, field), &row, &length))
            return false;
        shelf->fields[field] =
            kf_arena_resize(shelf->arena, NULL, shelf->field_room * sizeof *shelf->fields[field]);
        for (uint32_t i = 0; i < shelf->count; i++)
            shelf->fields[field][i] = kf_row_number(row, length, i);
    }
    return true;
}

static bool load_columns(kf_shelf *shelf) {
    const uint8_t *row;
    size_t length;
    if (shelf->count % KF_BLOCK_LINES == 0)
        return true;
    uint32_t block = shelf->count / KF_BLOCK_LINES;
    if (!kf_store_get(shelf->store, KF_TABLE_COLUMNS, row_id(shelf, block), &row, &length))
        return false;
    const uint8_t *columns =
        kf_row_columns(row, length, shelf->width * shelf->height, shelf->columns);
    if (columns != NULL && columns != shelf->columns)
        memcpy(shelf->columns, columns, columns_size(shelf));
    return columns != NULL;
}

static bool load_front(kf_shelf *shelf) {
    const uint8_t *row;
    size_t length, width = kf_front_width(shelf->count), whole = kf_front_width(KF_STORE_LINES);
    if (shelf->front == NULL || shelf->count == 0)
        return true;
    if (!kf_store_get(shelf->store, KF_TABLE_COLUMNS, row_id(shelf, KF_FRONT_ROW), &row, &length) ||
        row == NULL || length != front_size(shelf, shelf->count))
        return false;
    for (size_t i = 0; i < 2 * shelf->front_points; i++)
        memcpy(shelf->front + i * whole, row + i * width, width);
    return true;
}

static void make_front(kf_shelf *shelf) {
    size_t points = (size_t)shelf->width * (size_t)shelf->height;
    shelf->in_front = kf_arena_resize(shelf->arena, NULL, points * sizeof *shelf->in_front);
    shelf->front_points = kf_front_index(shelf->width, shelf->height, shelf->in_front);
    size_t size = front_size(shelf, KF_STORE_LINES);
    if (size == 0)
        return;
    shelf->front = kf_arena_resize(shelf->arena, NULL, size);
    memset(shelf->front, 0, size);
}

// The last row of events is continued.
static bool load_events(kf_shelf *shelf) {
    const uint8_t *row, *packed;
    size_t length, packed_length;
    uint32_t first;
    uint32_t end = shelf->segment * KF_STORE_STRIDE + shelf->count;
    if (shelf->count == 0)
        return true;
    if (!kf_store_events(shelf->store, end - 1, &row, &length, &first))
        return false;
    for (uint32_t i = 0; i < end - first; i++) {
        if (!kf_row_line(row, length, i, &packed, &packed_length))
            return false;
        add_events(shelf, packed, packed_length);
    }
    return true;
}

bool kf_shelf_open(kf_shelf *shelf, kf_arena *arena, kf_store *store, const int board[2],
                   bool is_variations) {
    kf_segment segment;
    *shelf = (kf_shelf){.arena = arena,
                        .store = store,
                        .width = board[0],
                        .height = board[1],
                        .is_variations = is_variations};
    shelf->columns = kf_arena_resize(arena, NULL, columns_size(shelf));
    memset(shelf->columns, 0, columns_size(shelf));
    if (!store->way->is_blockwise)
        make_front(shelf);
    bool is_there = kf_store_last_segment(store, board[0], board[1], is_variations, &segment);
    if (!is_there || segment.count == KF_STORE_LINES)
        return kf_store_error(store)[0] == '\0';
    shelf->segment = segment.id;
    shelf->count = segment.count;
    shelf->has_gone = segment.gone != NULL;
    if (shelf->has_gone)
        memcpy(shelf->gone, segment.gone, sizeof shelf->gone);
    return load_fields(shelf) && load_columns(shelf) && load_front(shelf) && load_events(shelf);
}

void kf_shelf_close(kf_shelf *shelf) {
    for (int i = 0; i < KF_FIELD_COUNT; i++)
        kf_arena_release(shelf->arena, shelf->fields[i]);
    kf_arena_release(shelf->arena, shelf->columns);
    kf_arena_release(shelf->arena, shelf->front);
    kf_arena_release(shelf->arena, shelf->in_front);
    kf_arena_release(shelf->arena, shelf->events);
    kf_arena_release(shelf->arena, shelf->ends);
}

#endif
