// SPDX-License-Identifier: MIT
// Puts PRISONER lines right: what is captured and missing comes in, what is not goes out.

#include "fix/fix.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "check/check.h"
#include "format/ishi/ishi.h"

// So many lines of variations are looked through for lines that stand behind them.
enum { PATIENCE = 1 << 20, SHOWN = 100 };

// A move whose list is wrong.
typedef struct mending {
    kf_fix *fix;
    kf_play *replay;
    kf_ishi_scan scan;
    kf_ishi_line move; // its B or W line
    size_t patience;
    bool is_written; // what was missing stands somewhere now
    kf_prisoners found;
    bool is_surplus[KF_BOARD_POINTS];
} mending;

static size_t index_of(kf_point point) {
    return (size_t)kf_point_row(point) * KF_BOARD_MAX + (size_t)kf_point_column(point);
}

// Reads on to the keyword that closes a block.
static bool skip_to(mending *m, kf_ishi_keyword closing) {
    kf_ishi_line line;
    while (kf_ishi_scan_next(&m->scan, &line))
        if (line.keyword == closing)
            return true;
    return false;
}

// Reads over a variation and those in it.
static bool skip_variation(mending *m) {
    kf_ishi_line line;
    for (size_t depth = 1; depth > 0;) {
        if (m->patience == 0 || !kf_ishi_scan_next(&m->scan, &line) ||
            line.keyword == KF_ISHI_EVENT)
            return false;
        m->patience--;
        depth += line.keyword == KF_ISHI_VAR;
        depth -= line.keyword == KF_ISHI_ENDVAR;
        if (line.keyword == KF_ISHI_COM)
            skip_to(m, KF_ISHI_ENDCOM);
        else if (line.keyword == KF_ISHI_USER)
            skip_to(m, KF_ISHI_ENDUSER);
    }
    return true;
}

// The next PRISONER line of the move in hand; false when there is none before its data end.
static bool next_list(mending *m, kf_ishi_line *line) {
    while (kf_ishi_scan_next(&m->scan, line)) {
        switch ((int)line->keyword) {
        case KF_ISHI_PRISONER:
            return true;
        case KF_ISHI_COM:
            skip_to(m, KF_ISHI_ENDCOM);
            break;
        case KF_ISHI_USER:
            skip_to(m, KF_ISHI_ENDUSER);
            break;
        case KF_ISHI_VAR:
            if (!skip_variation(m))
                return false;
            break;
        case KF_ISHI_B:
        case KF_ISHI_W:
        case KF_ISHI_SETUP_WORD:
        case KF_ISHI_DIAGRAM_WORD:
        case KF_ISHI_ENDVAR:
        case KF_ISHI_EVENT:
            return false;
        default:
            break;
        }
    }
    return false;
}

// Adds the locations that no list has yet.
static void add_missing(mending *m, kf_buffer *out) {
    const kf_board *board = kf_play_board(m->replay);
    for (size_t i = 0; i < m->found.missing_count; i++) {
        char text[KF_POINT_TEXT];
        kf_point_write(m->found.missing[i], KF_COORDS_A1, board->width, board->height, text);
        kf_buffer_add_char(out, ' ');
        kf_buffer_add_string(out, text);
    }
    m->is_written = true;
}

static void add_edit(mending *m, size_t begin, size_t end, kf_text text) {
    kf_text shown = kf_text_trim(text);
    kf_edit edit = {.offset = begin,
                    .length = end - begin,
                    .text = text,
                    .code = KF_GO_PRISONER,
                    .what = shown.length > 0 ? "now '%s'"
                                             : "PRISONER taken out: the move captures nothing",
                    .parts = {kf_text_cut(shown, 0, shown.length < SHOWN ? shown.length : SHOWN)}};
    kf_fix_add(m->fix, &edit, false);
}

// A list with its good fields as they were spelled.
static void mend_list(mending *m, const kf_ishi_line *line) {
    kf_text all = m->fix->record->source->text, rest = line->rest, field;
    kf_buffer out = {.arena = m->fix->arena};
    size_t end = line->behind;
    while (end > line->begin && (all.data[end - 1] == '\n' || all.data[end - 1] == '\r'))
        end--;
    size_t kept = 0;
    const char *word_end = line->word.data + line->word.length;
    kf_buffer_add(&out, line->all.data, (size_t)(word_end - line->all.data));
    while (kf_text_word(&rest, &field)) {
        kf_point point = kf_referee_prisoner_point(m->replay, field);
        if (point != KF_NOWHERE && point != KF_PASS && m->is_surplus[index_of(point)])
            continue;
        kf_buffer_add_char(&out, ' ');
        kf_buffer_add_text(&out, field);
        kept++;
    }
    kept += m->is_written ? 0 : m->found.missing_count;
    if (!m->is_written)
        add_missing(m, &out);
    if (kept > 0)
        add_edit(m, line->begin, end, kf_buffer_text(&out));
    else
        add_edit(m, line->begin, line->behind, (kf_text){"", 0});
    kf_arena_release(m->fix->arena, out.data);
}

// A list where none was: behind the move, as far in as the move is.
static void put_list(mending *m) {
    kf_text all = m->fix->record->source->text;
    kf_buffer out = {.arena = m->fix->arena};
    size_t end = m->move.behind;
    while (end > m->move.begin && (all.data[end - 1] == '\n' || all.data[end - 1] == '\r'))
        end--;
    kf_text line_break =
        end < m->move.behind ? kf_text_cut(all, end, m->move.behind) : KF_TEXT("\r\n");
    if (line_break.length > 2) // empty lines behind the move belong to nobody
        line_break.length = line_break.data[0] == '\r' && line_break.data[1] == '\n' ? 2 : 1;
    kf_buffer_add_text(&out, line_break);
    kf_buffer_add(&out, m->move.all.data, (size_t)(m->move.word.data - m->move.all.data));
    kf_buffer_add_string(&out, "PRISONER");
    add_missing(m, &out);
    add_edit(m, end, end, kf_buffer_text(&out));
    kf_arena_release(m->fix->arena, out.data);
}

// Goes to the move's own line, past remarks that belong to it.
static bool find_move(mending *m, kf_node node) {
    m->scan.at = kf_record_place_of(m->fix->record, node, NULL).offset;
    while (kf_ishi_scan_next(&m->scan, &m->move))
        if (m->move.keyword == KF_ISHI_B || m->move.keyword == KF_ISHI_W)
            return true;
    return false;
}

static void mend(mending *m) {
    kf_ishi_line line;
    if (!kf_play_step(m->replay)->is_move || !find_move(m, kf_play_step(m->replay)->node))
        return;
    m->is_written = false;
    memset(m->is_surplus, 0, sizeof m->is_surplus);
    for (size_t i = 0; i < m->found.surplus_count; i++)
        m->is_surplus[index_of(m->found.surplus[i])] = true;
    while (next_list(m, &line))
        mend_list(m, &line);
    if (!m->is_written && m->found.missing_count > 0)
        put_list(m);
}

void kf_fix_ishi(kf_fix *fix) {
    mending *m = kf_arena_alloc(fix->arena, sizeof *m);
    kf_play *replay = kf_play_in(fix->arena, fix->record, NULL);
    m->fix = fix;
    m->replay = replay;
    m->patience = PATIENCE;
    m->scan = kf_ishi_scan_begin(fix->record->source, fix->arena, NULL);
    for (kf_node game = kf_node_child(fix->record, 0); game != 0;
         game = kf_node_next(fix->record, game)) {
        kf_play_start(replay, game);
        while (kf_play_next(replay)) {
            if (!kf_play_step(replay)->has_prisoners)
                continue;
            kf_referee_prisoner(replay, &m->found);
            if (m->found.missing_count + m->found.surplus_count > 0)
                mend(m);
        }
    }
}
