// SPDX-License-Identifier: MIT
// Looking at game after game: what was read last stays at hand, as long as the view of the store.

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <stdlib.h>
#include <string.h>

// A row of a field has 64 KB, which SQLite copies for each look at it, and a game has twenty of
// them. So the values of some lines beside are taken along. Names and ranks come again and again;
// those that are short are kept by the last digits of their ids.
enum { LINES = 128, SLOTS = 2048, SHORT = 59, PATH = 1024, ROW = 1 << 16 };

typedef struct slot {
    uint32_t id; // 0: the slot is free
    uint8_t length;
    char text[SHORT];
} slot;

struct kf_near {
    uint32_t view;                  // of the store that all of it belongs to
    uint32_t chunk[KF_FIELD_COUNT]; // of lines that is at hand, from 1; 0: none
    uint32_t values[KF_FIELD_COUNT][LINES];
    slot slots[SLOTS];
    kf_segment segment; // id 0: none
    uint8_t gone[KF_STORE_LINES / 8];
    uint32_t source, path_length; // id 0: none
    char path[PATH];
    uint32_t row_first; // the first line of the row of events that is at hand
    size_t row_length;  // 0: none
    uint8_t row[ROW];
};

kf_near *kf_near_new(void) {
    return calloc(1, sizeof(kf_near));
}

void kf_near_free(kf_near *near) {
    free(near);
}

// What is at hand of the view that the store holds. NULL: it holds none, so that the next call may
// find another state of it.
static kf_near *at_hand(kf_near *near, const kf_store *store) {
    if (store->view == 0 || near == NULL)
        return NULL;
    if (near->view != store->view) {
        memset(near, 0, sizeof *near);
        near->view = store->view;
    }
    return near;
}

bool kf_near_field(kf_near *near, kf_store *store, uint32_t line, kf_field field, uint32_t *value) {
    const uint8_t *row;
    size_t length;
    int64_t id = (int64_t)(line / KF_STORE_STRIDE) * KF_STORE_ROWS + (int64_t)field;
    uint32_t at = line % KF_STORE_STRIDE, chunk = line / LINES + 1;
    near = at_hand(near, store);
    *value = near != NULL ? near->values[field][at % LINES] : 0;
    if (near != NULL && near->chunk[field] == chunk)
        return true;
    if (!kf_store_get(store, KF_TABLE_FIELD, id, &row, &length))
        return false;
    *value = kf_row_number(row, length, at);
    if (near == NULL)
        return true;
    near->chunk[field] = chunk;
    for (uint32_t i = 0; i < LINES; i++)
        near->values[field][i] = kf_row_number(row, length, at / LINES * LINES + i);
    return true;
}

bool kf_near_segment(kf_near *near, kf_store *store, uint32_t id, kf_segment *segment) {
    near = at_hand(near, store);
    if (near != NULL && near->segment.id == id && id != 0) {
        *segment = near->segment;
        return true;
    }
    if (!kf_store_segment(store, (int64_t)id - 1, segment) || segment->id != id)
        return false;
    if (near == NULL)
        return true;
    if (segment->gone != NULL)
        segment->gone = memcpy(near->gone, segment->gone, sizeof near->gone);
    near->segment = *segment;
    return true;
}

bool kf_near_line(kf_near *near, kf_store *store, uint32_t line, kf_line *out) {
    kf_catalog_rows rows = {NULL, 0, 0};
    near = at_hand(near, store);
    if (near != NULL && near->row_length > 0)
        rows = (kf_catalog_rows){near->row, near->row_length, near->row_first};
    if (!kf_catalog_next_line(store, &rows, line, out))
        return false;
    if (near == NULL || rows.row == near->row || rows.length > ROW)
        return true;
    memcpy(near->row, rows.row, rows.length);
    near->row_first = rows.first;
    near->row_length = rows.length;
    return true;
}

kf_text kf_near_text(kf_near *near, kf_store *store, uint32_t id) {
    near = at_hand(near, store);
    slot *own = near != NULL ? &near->slots[id % SLOTS] : NULL;
    if (own != NULL && own->id == id)
        return (kf_text){own->text, own->length};
    kf_text text = kf_store_text(store, id);
    if (own != NULL && text.length <= SHORT && kf_store_error(store)[0] == '\0') {
        own->id = id;
        own->length = (uint8_t)text.length;
        memcpy(own->text, text.data, text.length);
    }
    return text;
}

kf_text kf_near_path(kf_near *near, kf_store *store, uint32_t id) {
    kf_store_source source;
    near = at_hand(near, store);
    if (near != NULL && near->source == id)
        return (kf_text){near->path, near->path_length};
    if (!kf_store_source_get(store, id, &source))
        return (kf_text){"", 0};
    if (near != NULL && source.path.length <= PATH) {
        near->source = id;
        near->path_length = (uint32_t)source.path.length;
        memcpy(near->path, source.path.data, source.path.length);
    }
    return source.path;
}

#endif
