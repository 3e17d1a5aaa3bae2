// SPDX-License-Identifier: MIT
// Superko: positions by hash, confirmed by the stones that changed since.

#include <kifu/board.h>

#include <string.h>

// One position. Entries of one bucket are linked from the last to the first, so that taking one
// away from the end of the history takes it from the start of its list.
typedef struct kf_history_entry {
    uint64_t hash;
    uint32_t before;  // the entry before it in the same bucket, plus 1; 0 is none
    uint32_t changes; // how many changes stood in the log when it was added
    uint32_t to_move; // kf_colour
    uint32_t spare;
} entry;

// One point that changed its colour.
typedef struct kf_history_change {
    kf_point point;
    uint8_t from;
    uint8_t to;
} change;

static uint32_t buckets_for(size_t entries) {
    uint32_t buckets = 16;
    while (buckets < entries) {
        buckets *= 2;
    }
    return buckets;
}

// A stone must be put before it can be taken: moves put one each, and what lay on the board at
// the start or after a setup can be taken besides.
static size_t changes_for(size_t moves, size_t setups, size_t points) {
    return 2 * moves + (setups + 1) * (points + 1);
}

// A picture is due each time when as many changes have been made as the board has points. So a
// position is never further from a picture than a few times the size of the board, and
// confirming a repetition takes no longer in a long game than in a short one.
static size_t pictures_for(size_t changes, size_t points) {
    return changes / points + 1;
}

size_t kf_history_size(size_t moves, size_t setups, int width, int height) {
    const size_t most = (size_t)1 << 30;
    size_t points = (size_t)width * (size_t)height;
    if (moves >= most || setups >= most / points) {
        return 0;
    }
    size_t entries = moves + setups + 1;
    size_t changes = changes_for(moves, setups, points);
    size_t pictures = pictures_for(changes, points);
    if (changes >= UINT32_MAX) {
        return 0;
    }
    return entries * sizeof(entry) + (buckets_for(entries) + pictures) * sizeof(uint32_t) +
           changes * sizeof(change) + pictures * points;
}

// Adds an entry for the position on the board.
static void append(kf_history *history, const kf_board *board, kf_colour to_move) {
    uint32_t *bucket = &history->bucket[board->hash & history->mask];
    history->entries[history->count++] =
        (entry){board->hash, *bucket, history->changes, (uint32_t)to_move, 0};
    *bucket = history->count;
}

// Copies the colours of all points, row by row.
static void picture(const kf_board *board, uint8_t *colours) {
    for (uint32_t at = board->stride; at + board->stride < board->cells; at += board->stride) {
        for (uint32_t column = 0; column < board->width; column++) {
            *colours++ = board->cell[at + column].colour;
        }
    }
}

// Takes the pictures that fell due while the changes grew from `before` to what they are.
static void take_pictures(kf_history *history, const kf_board *board, uint32_t before) {
    uint32_t last = history->changes / history->points;
    for (uint32_t i = before / history->points + 1; i <= last; i++) {
        history->pictured[i] = history->changes;
        picture(board, history->pictures + (size_t)i * history->points);
    }
}

// Shares memory out among the arrays of a history.
static void lay_out(kf_history *history, void *memory, size_t moves, size_t setups) {
    size_t entries = moves + setups + 1;
    size_t changes = changes_for(moves, setups, history->points);
    uint32_t buckets = buckets_for(entries);
    history->entries = memory;
    history->bucket = (uint32_t *)(void *)(history->entries + entries);
    history->pictured = history->bucket + buckets;
    history->log = (change *)(void *)(history->pictured + pictures_for(changes, history->points));
    history->pictures = (uint8_t *)(void *)(history->log + changes);
    history->mask = buckets - 1;
    history->capacity = (uint32_t)entries;
    history->room = (uint32_t)changes;
    memset(history->bucket, 0, buckets * sizeof *history->bucket);
}

void kf_history_init(kf_history *history, void *memory, size_t moves, size_t setups,
                     const kf_board *board, kf_colour to_move) {
    history->points = (uint32_t)board->width * board->height;
    lay_out(history, memory, moves, setups);
    history->count = 0;
    history->floor = 0;
    history->changes = 0;
    append(history, board, to_move);
}

void kf_history_move(kf_history *history, void *memory, size_t moves, size_t setups) {
    kf_history old = *history;
    size_t pictures = old.changes / old.points + 1;
    lay_out(history, memory, moves, setups);
    memcpy(history->log, old.log, old.changes * sizeof *old.log);
    memcpy(history->pictured, old.pictured, pictures * sizeof *old.pictured);
    memcpy(history->pictures, old.pictures, pictures * old.points);
    for (uint32_t i = 0; i < old.count; i++) {
        uint32_t *bucket = &history->bucket[old.entries[i].hash & history->mask];
        history->entries[i] = old.entries[i];
        history->entries[i].before = *bucket;
        *bucket = i + 1;
    }
}

// Whether the board has the stones it had at that entry: takes the changes back, the last first,
// from the first picture after the entry, or from the position before the move just played.
static bool is_same(const kf_history *history, const kf_board *board, const kf_played *played,
                    uint32_t index) {
    uint8_t then[KF_BOARD_POINTS];
    uint8_t now[KF_BOARD_POINTS];
    uint32_t points = history->points;
    uint32_t target = history->entries[index].changes;
    uint32_t nearest = (target + points - 1) / points;
    uint32_t from = history->changes;
    if (nearest > 0 && nearest <= history->changes / points) {
        from = history->pictured[nearest];
        memcpy(then, history->pictures + (size_t)nearest * points, points);
    } else {
        kf_board before;
        kf_board_copy(&before, board);
        kf_board_undo(&before, played);
        picture(&before, then);
    }
    for (; from > target; from--) {
        const change *made = &history->log[from - 1];
        int at = kf_point_row(made->point) * board->width + kf_point_column(made->point);
        then[at] = made->from;
    }
    picture(board, now);
    return memcmp(then, now, points) == 0;
}

uint32_t kf_history_find(const kf_history *history, const kf_board *board, const kf_played *played,
                         kf_repetition repetition) {
    if (played->cell == 0) {
        return 0;
    }
    uint32_t to_move = 3u - played->colour;
    uint32_t next = history->bucket[board->hash & history->mask];
    while (next > history->floor) {
        const entry *known = &history->entries[next - 1];
        bool fits = repetition == KF_REPEATS_POSITION || known->to_move == to_move;
        if (known->hash == board->hash && fits && is_same(history, board, played, next - 1)) {
            return history->count - (next - 1);
        }
        next = known->before;
    }
    return 0;
}

// Notes the points of the ring of captures as emptied.
static void note_ring(kf_history *history, const kf_board *board, const kf_played *played,
                      uint8_t colour) {
    uint32_t at = played->first;
    do {
        // A stone that took its own life is noted with the move itself.
        if (at != played->cell) {
            kf_point point = kf_board_point(board, at);
            history->log[history->changes++] = (change){point, colour, KF_EMPTY};
        }
        at = board->cell[at].next;
    } while (at != played->first);
}

bool kf_history_add(kf_history *history, const kf_board *board, const kf_played *played) {
    uint32_t needed = 1u + played->captured + played->suicided;
    uint32_t before = history->changes;
    if (history->count == history->capacity || history->room - before < needed) {
        return false;
    }
    if (played->cell) {
        uint8_t now = board->cell[played->cell].colour;
        history->log[history->changes++] = (change){played->point, played->replaced, now};
        if (played->captured) {
            note_ring(history, board, played, (uint8_t)(3 - played->colour));
        } else if (played->suicided) {
            note_ring(history, board, played, played->colour);
        }
        take_pictures(history, board, before);
    }
    append(history, board, kf_colour_other((kf_colour)played->colour));
    return true;
}

bool kf_history_forget(kf_history *history, const kf_board *board, kf_colour to_move) {
    if (history->count == history->capacity || history->room == history->changes) {
        return false;
    }
    // An empty change keeps pictures from before the setup apart from those after it. It is never
    // taken back, for nothing looks beyond the floor.
    history->log[history->changes++] = (change){KF_PASS, KF_EMPTY, KF_EMPTY};
    take_pictures(history, board, history->changes - 1);
    append(history, board, to_move);
    history->floor = history->count - 1;
    return true;
}

kf_history_mark kf_history_here(const kf_history *history) {
    return (kf_history_mark){history->count, history->floor};
}

void kf_history_return(kf_history *history, kf_history_mark mark) {
    while (history->count > mark.count) {
        const entry *last = &history->entries[--history->count];
        history->bucket[last->hash & history->mask] = last->before;
    }
    history->changes = history->entries[history->count - 1].changes;
    history->floor = mark.floor;
}
