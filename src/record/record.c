// SPDX-License-Identifier: MIT
// A record: its memory, its games, its places in the source.
//
// A file may hold ten million nodes, so what counts here is bytes a node. Rows stand in one array
// and name each other by index, and the text of a node is a slice of the source. Only a node that
// was edited, or came from another notation, has a text of its own; where that came from is noted
// beside it, so that a finding still names the line of the file.

#include "record/record.h"

#include <string.h>

#include <kifu/board.h>

#include "base/charset/choice.h"
#include "base/charset/map.h"
#include "base/text.h"

// A short problem fits, and a stream uses the same rows for game after game.
enum { FIRST_ROWS = 64 };

static void make_rows(void *context) {
    kf_record *record = context;
    record->rows =
        kf_arena_grow(record->arena, NULL, &record->capacity, FIRST_ROWS, sizeof *record->rows);
    // Row 0 is the collection: with it each game has a parent, and no node has the number 0.
    record->rows[0] = (kf_row){.length = 0};
    record->count = 1;
}

// The record itself lives in its arena.
typedef struct making {
    kf_arena *arena;
    kf_record *record;
} making;

static void make_record(void *context) {
    making *m = context;
    m->record = kf_arena_alloc(m->arena, sizeof *m->record);
    *m->record = (kf_record){.arena = m->arena};
    m->record->limits = (kf_limits){KF_NO_LIMIT, KF_NO_LIMIT, KF_NO_LIMIT, KF_NO_LIMIT};
    make_rows(m->record);
}

kf_record *kf_record_new(void) {
    making m = {kf_arena_new(), NULL};
    if (m.arena == NULL)
        return NULL;
    if (kf_arena_try(m.arena, make_record, &m))
        return m.record;
    kf_arena_free(m.arena);
    return NULL;
}

void kf_record_free(kf_record *record) {
    if (record != NULL)
        kf_arena_free(record->arena);
}

size_t kf_record_games(const kf_record *record) {
    size_t games = 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        games++;
    return games;
}

const char *kf_record_name(const kf_record *record) {
    return record != NULL && record->source != NULL ? record->source->name : "";
}

const char *kf_record_charset(const kf_record *record) {
    bool is_known = record != NULL && record->source != NULL && record->source->charset != NULL;
    return is_known ? record->source->charset : "";
}

const char *kf_record_charset_of(const kf_record *record, kf_node game) {
    bool is_mixed;
    kf_record_charset_why(record, NULL, &is_mixed);
    if (!is_mixed)
        return kf_record_charset(record);
    const kf_map_step *step =
        kf_map_at(record->source, kf_record_place(record, game, NULL, 0).offset);
    return step != NULL && step->charset != NULL ? step->charset : "UTF-8";
}

kf_charset_why kf_record_charset_why(const kf_record *record, int *sure, bool *is_mixed) {
    static const kf_source none = {.charset = ""};
    const kf_source *source = record != NULL && record->source != NULL ? record->source : &none;
    if (sure != NULL)
        *sure = source->why == KF_WHY_RECOGNISED ? source->sure : 100;
    if (is_mixed != NULL)
        *is_mixed = source->is_mixed;
    return source->why;
}

// Whether the text is ASCII, and nothing in it could be taken for a set of seven bits.
static bool is_ascii(kf_text text) {
    bool ascii;
    return kf_text_is_utf8(text, &ascii) && ascii && !kf_choice_has_signs(text);
}

// Texts of its own count beside the source's: a notation may spell in ASCII what becomes a letter,
// and who sets a property may bring any.
bool kf_record_has_letters(const kf_record *record) {
    bool ascii = is_ascii(kf_record_text(record));
    for (size_t i = 0; record != NULL && ascii && i < record->text_count; i++)
        ascii = is_ascii(kf_record_own(record, i));
    return !ascii;
}

bool kf_record_is_damaged(const kf_record *record) {
    return record != NULL && record->source != NULL && record->source->is_repaired;
}

bool kf_record_has_diamonds(const kf_record *record) {
    return record != NULL && record->has_diamonds;
}

size_t kf_record_nodes(const kf_record *record) {
    return record != NULL ? record->count : 1;
}

kf_text kf_record_text(const kf_record *record) {
    if (record == NULL || record->source == NULL)
        return kf_text_of("");
    kf_text text = record->source->text;
    return record->end > 0 ? kf_text_cut(text, record->begin, record->end) : text;
}

kf_text kf_record_bytes(const kf_record *record) {
    const kf_source *source = record->source;
    return record->end > 0
               ? kf_text_cut(source->bytes, (size_t)kf_source_byte_of(source, record->begin),
                             (size_t)kf_source_byte_of(source, record->end))
               : source->bytes;
}

bool kf_record_is_verbatim(const kf_record *record) {
    return record != NULL && record->source != NULL && !record->is_repaired && !record->is_edited;
}

bool kf_record_number(kf_text value, int *number) {
    if (kf_text_number(value, number)) // as nearly always
        return true;
    value = kf_text_trim(value);
    return kf_text_number(kf_text_cut(value, kf_text_starts(value, KF_TEXT("+")), value.length),
                          number);
}

bool kf_record_board_split(kf_text value, kf_text *first, kf_text *second) {
    static const char *const signs[] = {"x", "X", "*", ",", "\xC3\x97"};
    int number;
    if (kf_property_split(value, first, second))
        return true;
    bool is_square = kf_record_number(value, &number); // as nearly always
    for (size_t i = 0; i < sizeof signs / sizeof *signs && !is_square; i++) {
        kf_text sign = kf_text_of(signs[i]);
        size_t at = kf_text_find_fold(value, sign);
        *first = kf_text_cut(value, 0, at);
        *second = kf_text_cut(value, at + sign.length, value.length);
        if (at < value.length && kf_record_number(*first, &number) &&
            kf_record_number(*second, &number))
            return true;
    }
    *first = value;
    *second = (kf_text){"", 0};
    return false;
}

bool kf_record_board_says(kf_text value, int *width, int *height) {
    kf_text first, second;
    int w, h;
    bool is_square = kf_record_number(value, &w); // as nearly always
    bool is_rectangle = !is_square && kf_record_board_split(value, &first, &second);
    if (!is_square && (!is_rectangle || !kf_record_number(first, &w)))
        return false;
    h = w;
    if (is_rectangle && !kf_record_number(second, &h))
        return false;
    if (w < 1 || w > KF_BOARD_MAX || h < 1 || h > KF_BOARD_MAX)
        return false;
    *width = w;
    *height = h;
    return true;
}

// What is no number says nothing; one below 0, or that no int holds, is none of the games there
// are.
bool kf_record_is_go(const kf_record *record, kf_node game) {
    kf_text value;
    int number;
    if (!kf_property_get(record, game, "GM", &value))
        return true;
    if (kf_record_number(value, &number))
        return number == 1;
    value = kf_text_trim(value);
    size_t sign = value.length > 1 && value.data[0] == '-', end = sign;
    while (end < value.length && value.data[end] >= '0' && value.data[end] <= '9')
        end++;
    return end == sign || end < value.length;
}

bool kf_record_board(const kf_record *record, kf_node game, int *width, int *height) {
    kf_text value;
    *width = *height = 19;
    return !kf_property_get(record, game, "SZ", &value) ||
           kf_record_board_says(value, width, height);
}

void kf_record_empty(kf_record *record) {
    record->count = 1;
    record->run_begin = record->run_end = 0;
    record->rows[0].child = 0;
}

// Its row is the last one, so that the count alone takes it out of the array. The games stand in a
// ring which the collection enters at its last one: the one before must close it again.
void kf_record_drop_last(kf_record *record) {
    kf_row *rows = record->rows;
    kf_node game = rows[0].child, before = game;
    while (rows[before].next != game)
        before = rows[before].next;
    rows[before].next = rows[game].next;
    rows[0].child = before != game ? before : 0;
    record->count = game;
}

// The last child of the collection points to its first one.
void kf_record_drop_from(kf_record *record, kf_node first, kf_node last) {
    kf_row *rows = record->rows;
    if (last != 0)
        rows[last].next = rows[rows[0].child].next;
    rows[0].child = last;
    record->count = first;
}

// The blocks themselves went with a rewind of the arena, all but the rows, which were made before
// its mark: only what pointed to them is forgotten.
void kf_record_restart(kf_record *record) {
    kf_record_empty(record);
    record->texts = NULL;
    record->lengths = NULL;
    record->moves = NULL;
    record->origins = NULL;
    record->places = NULL;
    record->text_count = record->text_capacity = record->length_capacity = 0;
    record->origin_capacity = record->place_capacity = 0;
    record->is_repaired = record->is_edited = false;
    record->begin = record->end = 0;
    record->game = 0;
    record->mends = (kf_edits){.bytes.arena = record->arena};
}

// The limit of the game in hand.
static void count_node(kf_record *record, kf_node parent) {
    if (parent == 0)
        record->game = (kf_node)record->count;
    else if (record->count - record->game >= record->limits.nodes)
        kf_record_refuse(record, KF_LIMIT_NODES,
                         kf_record_place_of(record, record->game, NULL).offset);
}

// A parent points to its last child and the last to the first, so that adding behind the last costs
// the same for the thousandth child as for the second, with no field more.
kf_node kf_record_add(kf_record *record, kf_node parent) {
    if (record->count >= UINT32_MAX - 1)
        kf_arena_fail(record->arena);
    count_node(record, parent);
    if (record->count == record->capacity)
        record->rows = kf_arena_grow(record->arena, record->rows, &record->capacity,
                                     record->count + 1, sizeof *record->rows);
    kf_node node = (kf_node)record->count++;
    kf_row *rows = record->rows;
    kf_node last = rows[parent].child;
    rows[node] = (kf_row){.parent = parent, .next = node};
    if (last != 0) {
        rows[node].next = rows[last].next;
        rows[last].next = node;
    }
    rows[parent].child = node;
    return node;
}

kf_node kf_record_copy(kf_record *record, kf_node parent, const kf_record *from, kf_node top) {
    kf_node first = 0;
    kf_walk walk = kf_walk_from(from, top);
    while (kf_walk_step(&walk))
        if (walk.entering) {
            parent = kf_record_add(record, parent);
            kf_record_put(record, parent, kf_node_text(from, walk.node));
            first = first != 0 ? first : parent;
        } else {
            parent = record->rows[parent].parent;
        }
    return first;
}

_Noreturn void kf_record_refuse(kf_record *record, kf_limit limit, size_t offset) {
    record->refusal = (kf_refusal){limit, offset};
    kf_arena_fail(record->arena);
}

// Behind the moves of each color stands its pass.
enum { LETTERS = 26, OF_A_COLOR = LETTERS * LETTERS + 1, MOVES = 2 * OF_A_COLOR };

// Where it is remembered which text is that of a plain move, `B[aa]` or `B[]`; NULL for any other.
static uint32_t *plain_move(kf_record *record, kf_text text) {
    const char *p = text.data;
    bool is_pass = text.length == 3 && p[2] == ']';
    if ((text.length != 5 && !is_pass) || (p[0] != 'B' && p[0] != 'W') || p[1] != '[')
        return NULL;
    if (!is_pass && (p[4] != ']' || p[2] < 'a' || p[2] > 'z' || p[3] < 'a' || p[3] > 'z'))
        return NULL;
    if (record->moves == NULL) {
        record->moves = kf_arena_resize(record->arena, NULL, MOVES * sizeof *record->moves);
        memset(record->moves, 0, MOVES * sizeof *record->moves);
    }
    int point = is_pass ? LETTERS * LETTERS : (p[2] - 'a') * LETTERS + p[3] - 'a';
    return &record->moves[(p[0] == 'W') * OF_A_COLOR + point];
}

// Whether the text is the one by which a plain move is remembered: it stays as it is.
static bool is_remembered(kf_record *record, size_t index) {
    const uint32_t *move = plain_move(record, kf_record_own(record, index));
    return move != NULL && *move == index + 1;
}

// Where the places of nodes are known, or there are none, nobody asks where a text came from.
static bool has_origins(const kf_record *record) {
    return record->places == NULL && record->source != NULL;
}

// Makes a text for the node, and leaves the one that it had as it is.
static size_t add_text(kf_record *record, const kf_row *row) {
    size_t index = record->text_count;
    record->texts = kf_arena_grow(record->arena, record->texts, &record->text_capacity, index + 1,
                                  sizeof *record->texts);
    record->lengths = kf_arena_grow(record->arena, record->lengths, &record->length_capacity,
                                    index + 1, sizeof *record->lengths);
    if (has_origins(record))
        record->origins = kf_arena_grow(record->arena, record->origins, &record->origin_capacity,
                                        index + 1, sizeof *record->origins);
    if (index < record->origin_capacity && row->length != KF_OWN_TEXT)
        record->origins[index] = (kf_origin){row->text, row->length};
    else if (index < record->origin_capacity)
        record->origins[index] = record->origins[row->text];
    record->text_count++;
    return index;
}

// A copy of the text, or that of the plain move which it is.
static const char *copy_text(kf_record *record, kf_text text, const uint32_t *move) {
    if (text.length == 0)
        return "";
    return move != NULL && *move > 0 ? record->texts[*move - 1]
                                     : kf_arena_copy(record->arena, text.data, text.length);
}

void kf_record_put(kf_record *record, kf_node node, kf_text properties) {
    kf_row *row = &record->rows[node];
    if (properties.length > UINT32_MAX)
        kf_arena_fail(record->arena);
    // Most nodes are a plain move, of which there are not many: they share its text, and where no
    // origins are kept, its place among the texts.
    uint32_t *move = plain_move(record, properties);
    bool is_own = row->length == KF_OWN_TEXT && !is_remembered(record, row->text);
    if (move != NULL && *move > 0 && !has_origins(record)) {
        if (is_own)
            record->lengths[row->text] = 0;
        row->text = *move - 1;
        row->length = KF_OWN_TEXT;
        return;
    }
    // All that can fail comes first, so that the node keeps its text where there is no memory.
    const char *copy = copy_text(record, properties, move);
    size_t index = is_own ? row->text : add_text(record, row);
    if (move != NULL && *move == 0)
        *move = (uint32_t)index + 1;
    row->text = (uint32_t)index;
    row->length = KF_OWN_TEXT;
    record->texts[index] = copy;
    record->lengths[index] = (uint32_t)properties.length;
}

void kf_record_replace(kf_record *record, kf_node node, kf_text properties) {
    const kf_row *row = &record->rows[node];
    kf_text old = row->length == KF_OWN_TEXT ? kf_record_own(record, row->text) : (kf_text){"", 0};
    kf_record_put(record, node, properties);
    // The text of a plain move is shared by all nodes that have it.
    if (old.length > 0 && plain_move(record, old) == NULL)
        kf_arena_recycle(record->arena, old.data, old.length);
}

void kf_record_set_place(kf_record *record, kf_node node, size_t offset) {
    size_t old = record->places != NULL ? record->place_capacity : 0;
    if (node >= old) {
        record->places = kf_arena_grow(record->arena, record->places, &record->place_capacity,
                                       (size_t)node + 1, sizeof *record->places);
        memset(record->places + old, 0, (record->place_capacity - old) * sizeof *record->places);
    }
    record->places[node] = (uint32_t)offset;
}

kf_place kf_record_place(const kf_record *record, kf_node node, char *path, size_t size) {
    kf_place place = kf_record_place_of(record, node, kf_node_text(record, node).data);
    kf_path_of(record, node, path, size);
    place.path = path;
    return place;
}

// Where the text `sought` stands in the other, SIZE_MAX when it does not.
static size_t find_text(kf_text text, kf_text sought) {
    for (size_t i = 0; i + sought.length <= text.length; i++)
        if (memcmp(text.data + i, sought.data, sought.length) == 0)
            return i;
    return SIZE_MAX;
}

// Where the value at `piece` begins whose text was put right: `KM[6.5` lacked its bracket. Its name
// and the front of it are looked for.
static size_t find_front(kf_text own, kf_text source, const char *piece, const char *end) {
    const char *name = piece - 1;
    while (name > own.data && name[-1] >= 'A' && name[-1] <= 'Z')
        name--;
    const char *line = memchr(piece, '\n', (size_t)(end - piece));
    end = line != NULL ? line : end;
    size_t at = find_text(source, (kf_text){name, (size_t)(end - name)});
    return at != SIZE_MAX ? at + (size_t)(piece - name) : at;
}

kf_text kf_record_origin(const kf_record *record, kf_node node) {
    const kf_row *row = &record->rows[node];
    kf_origin origin = {row->text, row->length};
    if (row->length == KF_OWN_TEXT)
        origin = row->text < record->origin_capacity ? record->origins[row->text] : (kf_origin){0};
    return kf_text_cut(record->source->text, origin.offset, (size_t)origin.offset + origin.length);
}

// Where a piece of a mended text stands in the source: the value or name that it begins is looked
// for in the text from which it was made. At least the node is found.
static size_t find_origin(const kf_record *record, kf_node node, const char *piece) {
    const kf_row *row = &record->rows[node];
    kf_text own = kf_record_own(record, row->text), source = kf_record_origin(record, node);
    size_t offset = (size_t)(source.data - record->source->text.data);
    bool is_inside = piece != NULL && piece > own.data && piece < own.data + own.length;
    // Up to the bracket that ends it, or for a name the one that begins its first value: `AB` would
    // be found in the middle of a comment, `AB[` hardly. So what is looked for is whole.
    size_t before = is_inside && piece[-1] == '[';
    const char *end =
        is_inside ? memchr(piece, before ? ']' : '[', (size_t)(own.data + own.length - piece))
                  : NULL;
    if (end == NULL)
        return offset;
    size_t at = find_text(source, (kf_text){piece - before, (size_t)(end + 1 - piece) + before});
    if (at != SIZE_MAX)
        return offset + at + before;
    at = before ? find_front(own, source, piece, end) : at;
    return at != SIZE_MAX ? offset + at : offset;
}

kf_place kf_record_place_of(const kf_record *record, kf_node node, const char *piece) {
    kf_place place = {.source = record->source};
    if (record->source == NULL || node == 0)
        return place;
    kf_text text = record->source->text;
    if (record->places != NULL && node < record->place_capacity)
        place.offset = record->places[node];
    else if (record->rows[node].length == KF_OWN_TEXT)
        place.offset = find_origin(record, node, piece);
    else if (piece >= text.data && piece <= text.data + text.length)
        place.offset = (size_t)(piece - text.data);
    return place;
}

#ifndef KF_ONLY_READS
void kf_record_note_mend(kf_record *record, const char *at, size_t length, kf_text text,
                         kf_code code, const char *what) {
    kf_text source = record->source->text;
    size_t offset = (size_t)((uintptr_t)at - (uintptr_t)source.data);
    // What stands in a copy of the text has no place in it: a fix there would take other memory in.
    bool is_inside = offset <= source.length && length <= source.length - offset;
    if (!record->notes_mends || !is_inside)
        return;
    record->mends.bytes.arena = record->arena;
    kf_edits_add(
        &record->mends,
        &(kf_edit){.offset = offset, .length = length, .text = text, .code = code, .what = what});
}
#endif
