// SPDX-License-Identifier: MIT
// COM and USER blocks.

#include "base/text.h"
#include "format/ishi/ishi_reader.h"

// Where the lines between the ends of a block stand in the source.
typedef struct body {
    size_t begin, end;
    bool is_closed;
} body;

// Whether the line can hardly be anything but a line of the game: a whole move, a new event, or
// a variation's begin or end that stands alone. Only asked where a block has no end.
static bool is_structure(const kf_ishi_line *line) {
    kf_text rest = line->rest, number, point, more;
    int n, x, y;
    if (line->keyword == KF_ISHI_EVENT)
        return true;
    bool has_field = kf_text_word(&rest, &number);
    if (line->keyword == KF_ISHI_VAR || line->keyword == KF_ISHI_ENDVAR)
        return !has_field;
    bool is_move = line->keyword == KF_ISHI_B || line->keyword == KF_ISHI_W;
    if (!is_move || !has_field || !kf_text_number(number, &n) || !kf_text_word(&rest, &point))
        return false;
    bool is_point = kf_ishi_marks_location(point, KF_ISHI_LARGEST, &x, &y) == KF_ISHI_FINE ||
                    kf_text_equal_fold(point, KF_TEXT("PASS"));
    return is_point && !kf_text_word(&rest, &more);
}

// Goes to behind the block. A block that is never closed ends where the game goes on, or with
// the file.
static body pass(kf_ishi_reader *r, kf_ishi_scan *scan, const kf_ishi_line *opener) {
    kf_ishi_keyword end = opener->keyword == KF_ISHI_COM ? KF_ISHI_ENDCOM : KF_ISHI_ENDUSER;
    body b = {opener->behind, opener->behind, false};
    kf_ishi_line line;
    size_t *unclosed = &r->unclosed[opener->keyword];
    bool may_close = *unclosed == 0 || opener->behind < *unclosed - 1;
    while (may_close && kf_ishi_scan_next(scan, &line)) {
        b.is_closed = line.keyword == end;
        b.end = b.is_closed ? line.begin : line.behind;
        if (b.is_closed)
            return b;
    }
    if (may_close)
        *unclosed = opener->behind + 1;
    scan->at = b.end = opener->behind;
    while (kf_ishi_scan_next(scan, &line)) {
        if (is_structure(&line)) {
            scan->at = line.begin;
            break;
        }
        b.end = line.behind;
    }
    return b;
}

void kf_ishi_block_skip(kf_ishi_reader *r, kf_ishi_scan *scan, const kf_ishi_line *line) {
    pass(r, scan, line);
}

// The lines of a body with a line break between them; no data where there is no line.
static kf_text join(kf_ishi_reader *r, kf_text raw, kf_buffer *out) {
    kf_text line;
    size_t count = 0;
    out->arena = r->record->arena;
    while (kf_text_line(&raw, &line)) {
        if (count++ > 0)
            kf_buffer_add_char(out, '\n');
        kf_buffer_add_text(out, line);
    }
    return count == 0 ? (kf_text){NULL, 0}
                      : (kf_text){out->length > 0 ? out->data : "", out->length};
}

static void take_user(kf_ishi_reader *r, kf_ishi_owner *owner, kf_text title, kf_text raw) {
    kf_buffer lines = {.length = 0}, value = {.arena = r->record->arena};
    if (kf_ishi_carry_take(r->carry, owner->node, title, raw))
        return;
    kf_text joined = join(r, raw, &lines);
    kf_buffer_add_text(&value, title);
    if (joined.data != NULL)
        kf_buffer_add_char(&value, '\n');
    kf_buffer_add_text(&value, (kf_text){joined.data != NULL ? joined.data : "", joined.length});
    kf_ishi_owner_add(&r->tree.owners, owner, KF_ISHI_LIST_USER, kf_buffer_text(&value));
    kf_arena_release(r->record->arena, value.data);
    kf_arena_release(r->record->arena, lines.data);
}

void kf_ishi_block_read(kf_ishi_reader *r, kf_ishi_owner *owner) {
    kf_ishi_line opener = r->line;
    bool is_comment = opener.keyword == KF_ISHI_COM;
    body b = pass(r, &r->scan, &opener);
    if (!b.is_closed) {
        kf_log_add(
            r->log, is_comment ? KF_ISHI_UNCLOSED_COMMENT : KF_ISHI_UNCLOSED_USER,
            kf_ishi_read_place(r, opener.word.data), "this block is never closed; it ends %s",
            b.end < r->record->source->text.length ? "where the game goes on" : "with the file");
        r->record->is_repaired = true;
    }
    kf_text raw = kf_ishi_scan_cut(&r->scan, b.begin, b.end);
    if (!is_comment) {
        // The blank behind the keyword belongs to neither.
        take_user(r, owner, kf_text_trim(opener.rest), raw);
        return;
    }
    kf_buffer lines = {.length = 0};
    kf_text joined = join(r, raw, &lines);
    kf_ishi_owner_comment(&r->tree.owners, owner, kf_text_trim(opener.rest), joined);
    kf_arena_release(r->record->arena, lines.data);
}
