// SPDX-License-Identifier: MIT
// Reading Ishi: events, headers and the lines that say to what the others belong.

#include <string.h>

#include "base/text.h"
#include "format/ishi/ishi_reader.h"
#include "record/value.h"

enum { DEFAULT_SIZE = 19, SMALLEST = 2, LONGEST_SHOWN = 40 };

kf_place kf_ishi_read_place(kf_ishi_reader *r, const char *piece) {
    return kf_ishi_scan_place(&r->scan, &r->line, piece);
}

static int shown_length(kf_text text) {
    return text.length < LONGEST_SHOWN ? (int)text.length : LONGEST_SHOWN;
}

// Reports something about the keyword of the line.
static void report(kf_ishi_reader *r, kf_code code, const char *what) {
    kf_log_add(r->log, code, kf_ishi_read_place(r, r->line.word.data), "%.*s %s",
               shown_length(r->line.word), r->line.word.data, what);
}

static void note_at(kf_ishi_reader *r, kf_code code, size_t offset, const char *message) {
    kf_log_add_as(r->log, KF_NOTE, code, (kf_place){.source = r->record->source, .offset = offset},
                  "%s", message);
}

void kf_ishi_read_keep(kf_ishi_reader *r, kf_ishi_owner *owner) {
    kf_ishi_owner_add(&r->tree.owners, owner, KF_ISHI_LIST_LINE, kf_text_trim(r->line.all));
}

// Whoever is there to take a line that has no better place.
static kf_ishi_owner *anyone(kf_ishi_reader *r) {
    kf_ishi_sequence *s = kf_ishi_tree_here(&r->tree);
    if (r->tree.diagram.node != 0)
        return &r->tree.diagram;
    return s->main.node != 0 ? &s->main : &r->tree.open[s->borrowed].main;
}

// Whom data belong to that stand here; reports where they should not stand.
static kf_ishi_owner *owner_here(kf_ishi_reader *r) {
    kf_ishi_sequence *s = kf_ishi_tree_here(&r->tree);
    kf_ishi_owner *owner = anyone(r);
    if (r->is_front && r->has_setup)
        r->has_setup_data = true;
    if (owner == &r->tree.diagram) {
        r->shows_data = r->shows_setup;
        return owner;
    }
    if (s->main.node == 0)
        report(r, KF_ISHI_VARIATION_DATA, "comes before the first move of this variation");
    else if (s->is_after)
        report(r, KF_ISHI_AFTER_VARIATION, "comes after the variations of its move");
    return owner;
}

// Hands the waiting remarks over.
static void bind(kf_ishi_reader *r, kf_ishi_owner *owner) {
    for (size_t i = 0; i < r->remark_count; i++)
        kf_ishi_owner_add(&r->tree.owners, owner, KF_ISHI_LIST_REMARK, r->remarks[i]);
    r->remark_count = 0;
}

// ---- Events ----

// The board size that the front part of the event tells, which is needed before its end.
static int find_size(kf_ishi_reader *r, kf_ishi_scan scan) {
    kf_ishi_line line;
    kf_text word;
    int size = DEFAULT_SIZE, number;
    while (kf_ishi_scan_next(&scan, &line)) {
        switch ((int)line.keyword) {
        case KF_ISHI_EVENT:
        case KF_ISHI_B:
        case KF_ISHI_W:
        case KF_ISHI_DIAGRAM_WORD:
        case KF_ISHI_VAR:
            return size;
        case KF_ISHI_COM:
        case KF_ISHI_USER:
            kf_ishi_block_skip(r, &scan, &line);
            break;
        case KF_ISHI_BOARDSIZE:
            if (kf_text_word(&line.rest, &word) && kf_text_number(word, &number) &&
                number >= SMALLEST && number <= KF_ISHI_LARGEST)
                size = number;
            break;
        default:
            break;
        }
    }
    return size;
}

// Begins an event at `place`; its front part begins where `scan` stands.
static void begin_event(kf_ishi_reader *r, size_t place, kf_ishi_scan scan) {
    r->begun = place;
    kf_node node = kf_record_add(r->record, 0);
    kf_record_set_place(r->record, node, place);
    r->has_event = r->is_front = true;
    r->has_line = false;
    r->has_setup = r->has_setup_data = false;
    r->header_count = 0;
    r->board_size = (kf_text){NULL, 0};
    memset(r->once, 0, sizeof r->once);
    r->size = find_size(r, scan);
    r->root = (kf_ishi_owner){.node = 0};
    kf_ishi_tree_begin(
        &r->tree, (kf_ishi_owner){.node = node, .kind = KF_ISHI_ROOT, .size = (uint8_t)r->size});
}

// The event's own node, while its front part is read.
static kf_ishi_owner *root_of(kf_ishi_reader *r) {
    return r->root.node != 0 ? &r->root : &r->tree.open[0].main;
}

// The tree begins: what the event and its setup have is complete.
static void end_front(kf_ishi_reader *r) {
    if (!r->is_front)
        return;
    kf_ishi_owner *root = root_of(r);
    r->is_front = false;
    if (r->board_size.data != NULL)
        kf_ishi_owner_put(&r->tree.owners, root, "SZ", r->board_size);
    if (r->header_count > 0)
        kf_ishi_header_read(r->headers, r->header_count,
                            &kf_ishi_owner_data(&r->tree.owners, root)->own);
    kf_ishi_field_settle(r, &r->tree.open[0].main);
    if (r->root.node != 0)
        kf_ishi_owner_finish(&r->tree.owners, &r->root);
}

static void leave_diagram(kf_ishi_reader *r) {
    if (r->tree.diagram.node != 0)
        kf_ishi_field_settle(r, &r->tree.diagram);
}

static void end_event(kf_ishi_reader *r) {
    if (!r->has_event)
        return;
    leave_diagram(r);
    end_front(r);
    kf_ishi_tree_end(&r->tree);
    r->has_event = false;
}

// Whether a move stands within the text: a colour, a number, a location.
static bool has_move(kf_text text, const char **at) {
    kf_text word;
    while (kf_text_word(&text, &word)) {
        kf_ishi_keyword keyword = kf_ishi_word(word);
        if (keyword != KF_ISHI_B && keyword != KF_ISHI_W)
            continue;
        *at = word.data;
        if (word.data[0] < 'a' && kf_ishi_is_line(keyword, word, text))
            return true;
    }
    return false;
}

// Where the line breaks of a file were lost, its moves stand in the line of its first keyword.
static void report_joined(kf_ishi_reader *r) {
    const char *at;
    if (has_move(r->line.rest, &at))
        kf_log_add(r->log, KF_ISHI_JOINED, kf_ishi_read_place(r, at),
                   "a move in the line of %.*s is only text there", shown_length(r->line.word),
                   r->line.word.data);
}

// The file begins with headers alone: EVENT may have been meant to stand above them.
static void report_early(kf_ishi_reader *r) {
    bool is_first = r->has_event && kf_node_last_child(r->record, 0) == kf_node_child(r->record, 0);
    if (is_first && !r->has_line && r->is_front && r->header_count > 0 && !r->has_setup)
        report(r, KF_ISHI_EARLY_HEADER,
               "begins a second event; the headers before it are one of their own, without a move");
}

static void read_event(kf_ishi_reader *r) {
    report_joined(r);
    report_early(r);
    end_event(r);
    begin_event(r, r->line.begin, r->scan);
    r->has_line = true;
    kf_ishi_owner *root = root_of(r);
    kf_text title = kf_text_trim(r->line.rest);
    if (title.length > 0)
        kf_ishi_owner_put(&r->tree.owners, root, "GN", title);
    bind(r, root);
}

// ---- The front part ----

// A keyword whose last line counts stands again.
static void note_once(kf_ishi_reader *r) {
    size_t *seen = &r->once[r->line.keyword];
    if (*seen > 0) {
        report(r, KF_ISHI_REPEATED, "occurs again in this event; the last one counts");
        note_at(r, KF_ISHI_REPEATED, *seen - 1, "it occurs here before");
    }
    *seen = (size_t)(kf_ishi_read_place(r, r->line.word.data).offset) + 1;
}

static void read_header(kf_ishi_reader *r) {
    if (!r->is_front) {
        report(r, KF_ISHI_LATE_HEADER, "belongs before the first move or diagram of its event");
        kf_ishi_read_keep(r, anyone(r));
        return;
    }
    report_joined(r);
    if (kf_ishi_is_once(r->line.keyword))
        note_once(r);
    r->headers = kf_arena_grow(r->record->arena, r->headers, &r->header_capacity,
                               r->header_count + 1, sizeof *r->headers);
    r->headers[r->header_count++] = (kf_ishi_header_line){r->line.word, kf_text_trim(r->line.rest)};
}

// What stands behind the last field that the keyword takes.
static void report_extra(kf_ishi_reader *r, kf_text rest) {
    kf_text extra = kf_text_trim(rest);
    if (extra.length == 0)
        return;
    kf_log_add(r->log, KF_ISHI_EXTRA_DATA, kf_ishi_read_place(r, extra.data),
               "'%.*s' is more than %.*s takes and is not kept", shown_length(extra), extra.data,
               shown_length(r->line.word), r->line.word.data);
    r->record->is_repaired = true;
}

static void read_size(kf_ishi_reader *r) {
    kf_text rest = r->line.rest, word;
    int size;
    bool has_word = kf_text_word(&rest, &word);
    if (!has_word)
        report(r, KF_ISHI_MISSING, "needs a number");
    else if (!r->is_front)
        report(r, KF_ISHI_LATE_BOARD_SIZE, "belongs before the first move or diagram of its event");
    else if (!kf_text_number(word, &size) || size < SMALLEST || size > KF_ISHI_LARGEST)
        kf_log_add(r->log, KF_ISHI_BOARD_SIZE, kf_ishi_read_place(r, word.data),
                   "'%.*s' is not a board size: 2 to 19", shown_length(word), word.data);
    else {
        note_once(r);
        if (r->board_size.data != NULL)
            kf_ishi_owner_add(&r->tree.owners, root_of(r), KF_ISHI_LIST_SIZE, r->board_size);
        r->board_size = word;
        report_extra(r, rest);
        return;
    }
    kf_ishi_read_keep(r, anyone(r));
}

// The first SETUP line of an event. Marks before it are shown on the empty board, so then the
// stones stand in a node of their own.
static void begin_setup(kf_ishi_reader *r) {
    kf_ishi_owner *main = &r->tree.open[0].main;
    r->has_setup = true;
    if (main->data != NULL && main->data->counts[KF_ISHI_LIST_MARK] > 0) {
        r->root = *main;
        kf_node node = kf_record_add(r->record, r->root.node);
        kf_record_set_place(r->record, node, r->line.begin);
        *main = (kf_ishi_owner){.node = node, .kind = KF_ISHI_SETUP, .size = r->root.size};
        r->tree.open[0].last = node;
    }
    kf_ishi_owner_begin_setup(&r->tree.owners, main);
    bind(r, main);
}

static void report_remark(kf_ishi_reader *r) {
    kf_log_add(r->log, KF_ISHI_REMARK_PLACE,
               (kf_place){.source = r->record->source, .offset = r->remark_at},
               "only the first SETUP line of a series can have a remark");
}

static void read_setup(kf_ishi_reader *r) {
    kf_ishi_owner *owner = anyone(r);
    if (owner != &r->tree.diagram && !r->is_front) {
        report(r, KF_ISHI_LATE_SETUP, "belongs before the first move or diagram of its event");
        kf_ishi_read_keep(r, owner);
        return;
    }
    bool is_later = owner == &r->tree.diagram && r->shows_setup;
    if (is_later && r->shows_data)
        report(r, KF_ISHI_SETUP_ORDER, "follows data of the setup that it belongs to");
    r->shows_setup = owner == &r->tree.diagram;
    if (owner == &r->tree.diagram && r->remark_count > 0) {
        if (is_later)
            report_remark(r);
        if (owner->data == NULL || !owner->data->has_setup)
            kf_ishi_owner_begin_setup(&r->tree.owners, owner);
        bind(r, owner);
    } else if (owner != &r->tree.diagram && !r->has_setup) {
        begin_setup(r);
        owner = anyone(r);
    } else if (owner != &r->tree.diagram) {
        if (r->has_setup_data)
            report(r, KF_ISHI_SETUP_ORDER, "follows data of the setup that it belongs to");
        if (r->remark_count > 0) {
            report_remark(r);
            bind(r, owner);
        }
    }
    kf_ishi_field_setup(r, owner);
}

// ---- The tree ----

static void read_variation(kf_ishi_reader *r) {
    kf_text rest = r->line.rest, label;
    leave_diagram(r);
    end_front(r);
    bool has_label = kf_text_word(&rest, &label);
    r->has_marks = r->has_marks || has_label;
    if (has_label && kf_text_characters(label) > 2)
        kf_log_add(r->log, KF_ISHI_LABEL, kf_ishi_read_place(r, label.data),
                   "'%.*s' is longer than one or two characters", shown_length(label), label.data);
    if (has_label)
        report_extra(r, rest);
    kf_ishi_tree_open(&r->tree, label, kf_ishi_read_place(r, r->line.word.data));
}

static void read_variation_end(kf_ishi_reader *r) {
    leave_diagram(r);
    if (kf_ishi_tree_close(&r->tree, false))
        return;
    report(r, KF_ISHI_VARIATION_END, "ends a variation, and none is open");
    kf_ishi_read_keep(r, anyone(r));
}

static void read_hidden(kf_ishi_reader *r) {
    if (r->tree.diagram.node != 0) {
        kf_ishi_field_marks(r, &r->tree.diagram, KF_ISHI_LIST_HIDE);
        return;
    }
    report(r, KF_ISHI_HIDE_PLACE, "belongs to a diagram");
    kf_ishi_read_keep(r, anyone(r));
}

static void read_prisoners(kf_ishi_reader *r) {
    bool is_setup = r->is_front ? r->has_setup : r->has_setup && r->tree.depth == 1;
    kf_ishi_owner *owner = owner_here(r);
    if (owner->kind == KF_ISHI_MOVE || (is_setup && owner->kind != KF_ISHI_DIAGRAM)) {
        kf_ishi_field_marks(r, owner, KF_ISHI_LIST_PRISONER);
        return;
    }
    report(r, KF_ISHI_PRISONER_PLACE, "belongs to a move or a setup");
    kf_ishi_read_keep(r, owner);
}

static void read_move(kf_ishi_reader *r) {
    kf_node before = kf_ishi_tree_here(&r->tree)->main.node;
    leave_diagram(r);
    end_front(r);
    kf_ishi_field_move(r);
    kf_ishi_owner *owner = &kf_ishi_tree_here(&r->tree)->main;
    if (owner->node != before)
        bind(r, owner);
}

static void read_diagram(kf_ishi_reader *r) {
    leave_diagram(r);
    end_front(r);
    r->shows_setup = r->shows_data = false;
    kf_ishi_field_diagram(r);
    bind(r, &r->tree.diagram);
}

static void read_remark(kf_ishi_reader *r) {
    if (r->remark_count == 0)
        r->remark_at = kf_ishi_read_place(r, r->line.word.data).offset;
    r->remarks = kf_arena_grow(r->record->arena, r->remarks, &r->remark_capacity,
                               r->remark_count + 1, sizeof *r->remarks);
    r->remarks[r->remark_count++] = kf_text_trim(r->line.rest);
}

static void read_other(kf_ishi_reader *r) {
    report(r, KF_ISHI_KEYWORD, "is not a keyword; the line is kept as it is");
    kf_ishi_read_keep(r, anyone(r));
}

static void read_stray_end(kf_ishi_reader *r) {
    report(r, KF_ISHI_BLOCK_END, "ends a block, and none is open");
    kf_ishi_read_keep(r, anyone(r));
}

// A line of an event that has begun.
static void read_line(kf_ishi_reader *r) {
    if (r->line.begin - r->begun > r->record->limits.game_bytes)
        kf_record_refuse(r->record, KF_LIMIT_GAME, r->begun);
    switch ((int)r->line.keyword) {
    case KF_ISHI_B:
    case KF_ISHI_W:
        read_move(r);
        break;
    case KF_ISHI_BOARDSIZE:
        read_size(r);
        break;
    case KF_ISHI_COM:
    case KF_ISHI_USER:
        kf_ishi_block_read(r, owner_here(r));
        break;
    case KF_ISHI_DIAGRAM_WORD:
        read_diagram(r);
        break;
    case KF_ISHI_ENDCOM:
    case KF_ISHI_ENDUSER:
        read_stray_end(r);
        break;
    case KF_ISHI_ENDVAR:
        read_variation_end(r);
        break;
    case KF_ISHI_HIDE:
        read_hidden(r);
        break;
    case KF_ISHI_MARK:
    case KF_ISHI_UNMARK:
        kf_ishi_field_marks(r, owner_here(r), KF_ISHI_LIST_MARK);
        break;
    case KF_ISHI_PRISONER:
        read_prisoners(r);
        break;
    case KF_ISHI_SETUP_WORD:
        read_setup(r);
        break;
    case KF_ISHI_VAR:
        read_variation(r);
        break;
    case KF_ISHI_OTHER:
        read_other(r);
        break;
    default:
        read_header(r);
        break;
    }
}

// Remarks that nothing follows belong to the file; they stand at the last event.
static void read_tail(kf_ishi_reader *r) {
    kf_node game = kf_node_last_child(r->record, 0);
    kf_buffer out = {.arena = r->record->arena};
    if (r->remark_count == 0)
        return;
    kf_log_add(r->log, KF_ISHI_TAIL_REMARK,
               (kf_place){.source = r->record->source, .offset = r->remark_at},
               "nothing follows that this remark could belong to");
    kf_buffer_add_text(&out, kf_node_text(r->record, game));
    kf_buffer_add_string(&out, "KFTAIL");
    for (size_t i = 0; i < r->remark_count; i++) {
        kf_buffer_add_char(&out, '[');
        kf_value_escape(&out, r->remarks[i]);
        kf_buffer_add_char(&out, ']');
    }
    kf_record_put(r->record, game, kf_buffer_text(&out));
    kf_arena_release(out.arena, out.data);
}

// Gives back what only the lines needed, before the board is played.
static void forget(kf_ishi_reader *r) {
    kf_arena *arena = r->record->arena;
    kf_arena_release(arena, r->tree.moves);
    kf_arena_release(arena, r->tree.buckets);
    kf_arena_release(arena, r->tree.open);
    kf_arena_release(arena, r->tree.pending);
    kf_arena_release(arena, r->headers);
    kf_arena_release(arena, r->remarks);
}

void kf_ishi_read_apart(kf_record *record, const kf_reading *how, kf_log *log) {
    (void)how;
    kf_ishi_reader *r = kf_arena_alloc(record->arena, sizeof *r);
    memset(r, 0, sizeof *r);
    r->record = r->tree.record = r->tree.owners.record = record;
    record->has_diamonds = true;
    r->log = r->tree.log = log;
    r->carry = kf_ishi_carry_new(record);
    r->tree.owners.whole = kf_ishi_carry_whole(r->carry);
    r->scan = kf_ishi_scan_begin(record->source, record->arena, log);
    record->is_repaired = record->is_repaired || r->scan.has_controls;
    for (;;) {
        kf_ishi_scan before = r->scan;
        if (!kf_ishi_scan_next(&r->scan, &r->line))
            break;
        kf_ishi_keyword keyword = r->line.keyword;
        if (keyword == KF_ISHI_NONE)
            continue;
        r->has_game = r->has_game || kf_ishi_is_line(keyword, r->line.word, r->line.rest);
        if (keyword == KF_ISHI_REMARK) {
            read_remark(r);
        } else if (keyword == KF_ISHI_EVENT) {
            read_event(r);
        } else {
            if (!r->has_event)
                begin_event(r, 0, before);
            read_line(r);
        }
    }
    end_event(r);
    if (!r->has_game) {
        kf_log_add(log, KF_ISHI_NO_GAME, (kf_place){.source = record->source},
                   "there is no game in this text");
        kf_record_empty(record);
        return;
    }
    if (kf_record_games(record) == 0)
        begin_event(r, 0, r->scan);
    end_event(r);
    read_tail(r);
    forget(r);
    if (r->has_marks)
        kf_ishi_marks_settle(record, log);
    kf_ishi_carry_apply(r->carry, log);
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        kf_ishi_header_report(record, game, record->arena, log);
}

void kf_ishi_read(kf_record *record, const kf_reading *how, kf_log *log) {
    kf_ishi_read_apart(record, how, log);
    kf_ishi_root_join(record);
}
