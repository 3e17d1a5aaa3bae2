// SPDX-License-Identifier: MIT
// Rows of a store as a search reads them: events and columns. They need no store, so that a
// server's extension can read them too.

#include "catalog/search.h"

#include <string.h>

// A row of events: how many lines, where each ends, and the lines, one after the other.
bool kf_row_line(const uint8_t *row, size_t length, uint32_t index, const uint8_t **packed,
                 size_t *packed_length) {
    uint32_t count = kf_row_number(row, length, 0);
    size_t begin = 4 + 4 * (size_t)count;
    if (index >= count || begin > length)
        return false;
    uint32_t from = index > 0 ? kf_row_load(row + 4 * (size_t)index) : 0;
    uint32_t to = kf_row_load(row + 4 + 4 * (size_t)index);
    if (to < from || to > length - begin)
        return false;
    *packed = row + begin + from;
    *packed_length = to - from;
    return true;
}

const uint8_t *kf_row_columns(const uint8_t *row, size_t length, int points, uint8_t *room) {
    size_t count = 2 * (size_t)points, width = length / count;
    if (row == NULL || width * count != length || width > KF_BLOCK_BYTES)
        return NULL;
    if (width == KF_BLOCK_BYTES)
        return row;
    memset(room, 0, count * KF_BLOCK_BYTES);
    for (size_t i = 0; i < count; i++)
        memcpy(room + i * KF_BLOCK_BYTES, row + i * width, width);
    return room;
}
