// SPDX-License-Identifier: MIT
// Finding records within other texts. The text is gone through once, line by line; what may be a
// record is given to the reader of its notation, and counts when that finds a game in it.

#include <kifu/extract.h>

#include <string.h>

#include "base/charset/charset.h"
#include "base/charset/choice.h"
#include "base/charset/mail.h"
#include "base/text.h"
#include "extract/extract.h"
#include "format/ascii/ascii_board.h"
#include "format/davar/davar.h"
#include "format/format.h"
#include "format/ishi/ishi.h"
#include "format/sgf/sgf.h"
#include "record/value.h"

struct kf_extract {
    kf_arena *arena;
    kf_unwrap text;
    kf_reading how;
    kf_extract_item *items;
    size_t count, capacity;
    kf_log *quiet; // what readers find is told by 'kifu check'
    // Up to here there is no Ishi, and no board: it was looked through in vain.
    const char *no_ishi, *no_board;
    // The line in hand, which may hold many games: where it ends, and where the next one begins.
    const char *stop, *behind;
    // The run of parentheses in hand, and a bit for each byte of it.
    const char *run, *run_end;
    uint8_t *is_tree;
};

// ---- Items ----

static bool has_no_memory(const kf_log *log) {
    for (size_t i = 0; i < kf_log_count(log); i++)
        if (strcmp(kf_log_entry(log, i)->code, kf_log_code(KF_PROGRAM_MEMORY)->path) == 0)
            return true;
    return false;
}

// Whether the reader of the notation finds a game.
static bool can_be_read(kf_extract *e, kf_text text, const kf_format *format) {
    kf_reading how = e->how;
    how.format = format;
    how.charset = "UTF-8";
    kf_log_clear(e->quiet);
    kf_record *record = kf_format_read(text.data, text.length, "", &how, e->quiet);
    bool has_game = record != NULL && kf_record_games(record) > 0;
    kf_record_free(record);
    if (record == NULL && has_no_memory(e->quiet))
        kf_arena_fail(e->arena);
    return has_game;
}

// `at`: where it begins in the text.
static void add_item(kf_extract *e, kf_text text, const char *name, const char *at) {
    const kf_format *format = kf_format_named(name);
    if (!can_be_read(e, text, format))
        return;
    e->items = kf_arena_grow(e->arena, e->items, &e->capacity, e->count + 1, sizeof *e->items);
    e->items[e->count++] = (kf_extract_item){format, text, (size_t)(at - e->text.text.data)};
}

// ---- SGF ----

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *skip_space(const char *p, const char *end) {
    while (p < end && is_space(*p))
        p++;
    return p;
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Whether a property with a value stands here. `is_known`: one of those that SGF has, with its
// bracket at once.
static bool begins_property(const char *p, const char *end, bool is_known) {
    const char *name = p;
    if (kf_sgf_property_at((kf_text){p, (size_t)(end - p)}, 0) == 0)
        return false;
    while (p < end && is_letter(*p))
        p++;
    return !is_known || (*p == '[' && kf_value_id((kf_text){name, (size_t)(p - name)}) >= 0);
}

// A parenthesis of a run that is still open, and what of the run stands before it.
typedef struct opened {
    uint32_t at, trees, nodes;
} opened;

// Notes which parentheses begin a tree of empty nodes, such as `(;(;)(;))`: prose has no
// parentheses within each other with nothing but semicolons in them. All of a run are looked at
// together, for they may stand in each other, and be closed nowhere.
static void look_at_run(kf_extract *e, const char *p, const char *end) {
    opened *open = NULL;
    size_t depth = 0, room = 0;
    uint32_t trees = 0, nodes = 0;
    e->run = e->run_end = p;
    end = (size_t)(end - p) < UINT32_MAX ? end : p + UINT32_MAX;
    while (e->run_end < end && (strchr("(;)", *e->run_end) != NULL || is_space(*e->run_end)))
        e->run_end++;
    size_t length = (size_t)(e->run_end - p), bytes = length / 8 + 1;
    e->is_tree = kf_arena_resize(e->arena, e->is_tree, bytes);
    memset(e->is_tree, 0, bytes);
    for (size_t i = 0; i < length; i++) {
        nodes += p[i] == ';';
        if (p[i] == '(') {
            open = kf_arena_grow(e->arena, open, &room, depth + 1, sizeof *open);
            open[depth++] = (opened){(uint32_t)i, trees++, nodes};
        } else if (p[i] == ')' && depth > 0) {
            const opened *o = &open[--depth];
            size_t inside = trees - o->trees;
            if (inside > 1 && nodes - o->nodes >= inside)
                e->is_tree[o->at / 8] |= (uint8_t)(1 << o->at % 8);
        }
    }
    kf_arena_release(e->arena, open);
}

static bool is_bare_tree(kf_extract *e, const char *p, const char *end) {
    if (p < e->run || p >= e->run_end)
        look_at_run(e, p, end);
    size_t at = (size_t)(p - e->run);
    return (e->is_tree[at / 8] >> at % 8 & 1) != 0;
}

// Whether a game begins here: a parenthesis and a semicolon make one only when a property with a
// value follows; where the semicolon is missing, or the node is closed before it, only one that is
// known.
static bool begins_game(kf_extract *e, const char *p, const char *end) {
    const char *begin = p;
    if (*p != '(' || (p = skip_space(p + 1, end)) == end)
        return false;
    if (*p != ';')
        return begins_property(p, end, true);
    p = skip_space(p + 1, end);
    if (p + 1 < end && *p == ')')
        return begins_property(p + 1, end, true);
    return begins_property(p, end, false) || is_bare_tree(e, begin, end);
}

// The end of the properties that begin here.
static const char *end_of_properties(const char *p, const char *end) {
    const char *last = p;
    while (begins_property(p, end, true)) {
        while (*p != '[')
            p++;
        while (p < end && *p == '[') {
            p = kf_value_end(p + 1, end);
            last = p = p < end ? p + 1 : p;
        }
        p = skip_space(p, end);
    }
    return last;
}

// The end of the game that begins here; where it is never closed, that of its last value.
static const char *end_of_game(const char *p, const char *end) {
    size_t depth = 0;
    const char *begin = p, *last = p;
    while (p < end) {
        if (*p == '[') {
            p = kf_value_end(p + 1, end);
            last = p < end ? p + 1 : last;
        }
        depth += p < end && *p == '(';
        depth -= p < end && *p == ')';
        if (p < end)
            p++;
        // What was meant to stand in a node that was closed too early belongs to it.
        if (depth == 0 && last == begin && begins_property(p, end, true))
            p = end_of_properties(p, end);
        if (depth == 0)
            return p;
    }
    return last > begin ? last : end;
}

// The first game of SGF in the line, or NULL. Its values may stand on the lines below.
static const char *find_game(kf_extract *e, kf_text line, const char *end) {
    const char *stop = line.data + line.length;
    for (const char *p = line.data; (p = memchr(p, '(', (size_t)(stop - p))) != NULL; p++)
        if (begins_game(e, p, end))
            return p;
    return NULL;
}

// ---- Ishi ----

static bool is_number(kf_text word) {
    int number;
    return kf_text_number(word, &number);
}

// A letter and a number, or PASS.
static bool is_location(kf_text word) {
    char c = (char)(word.length > 0 ? word.data[0] | 0x20 : 0);
    return kf_text_equal_fold(word, KF_TEXT("PASS")) ||
           (c >= 'a' && c <= 't' && is_number(kf_text_cut(word, 1, word.length)));
}

// Whether the line can be nothing else than Ishi: a move, a setup, the size of a board.
static bool is_certain(kf_text line, kf_ishi_keyword *keyword) {
    kf_text word, second, third;
    *keyword = KF_ISHI_OTHER;
    if (!kf_text_word(&line, &word))
        return false;
    *keyword = kf_ishi_word(kf_text_trim(word));
    if (!kf_text_word(&line, &second))
        return false;
    bool has_third = kf_text_word(&line, &third);
    if (*keyword == KF_ISHI_B || *keyword == KF_ISHI_W)
        return is_number(second) && has_third && is_location(kf_text_trim(third));
    if (*keyword == KF_ISHI_SETUP_WORD)
        return has_third && second.length == 1 && is_location(kf_text_trim(third));
    return *keyword == KF_ISHI_BOARDSIZE && is_number(kf_text_trim(second));
}

// The lines of a run that belong to no keyword: those of a block, up to its end.
static kf_ishi_keyword end_of_block(kf_ishi_keyword keyword) {
    return keyword == KF_ISHI_COM    ? KF_ISHI_ENDCOM
           : keyword == KF_ISHI_USER ? KF_ISHI_ENDUSER
                                     : KF_ISHI_OTHER;
}

// Whether a run may begin so. Prose begins with many of the words, and not in capitals.
static bool begins_run(kf_ishi_keyword keyword, kf_text line, bool is_sure) {
    kf_text word = {"", 0};
    bool is_header = kf_text_word(&line, &word) && kf_ishi_is_header(keyword);
    for (size_t i = 0; is_header && i < word.length; i++)
        is_header = word.data[i] >= 'A' && word.data[i] <= 'Z';
    return is_sure || is_header || keyword == KF_ISHI_EVENT || keyword == KF_ISHI_REMARK;
}

// The number of the move; 0: it is none.
static int number_of(kf_ishi_keyword keyword, kf_text line) {
    kf_text word;
    int number = 0;
    bool is_move = (keyword == KF_ISHI_B || keyword == KF_ISHI_W) && kf_text_word(&line, &word) &&
                   kf_text_word(&line, &word);
    return is_move && kf_text_number(word, &number) ? number : 0;
}

// Whether the line has something in it that is a record elsewhere. Such a line is no text that
// stands within another record.
static bool has_other(kf_extract *e, kf_text line, const char *end) {
    kf_ishi_keyword keyword;
    return find_game(e, line, end) != NULL || kf_text_starts(line, KF_TEXT("$$")) ||
           is_certain(line, &keyword) || kf_davar_row_read(line, false).kind != KF_DAVAR_PROSE;
}

// What of a run was seen. A move that has the next number must follow text within it.
typedef struct run {
    const char *begin;
    size_t headers; // that it begins with, while nothing else followed
    int last;       // the number of the last move
    size_t lines;   // of text behind it
} run;

// Whether the line, which has no keyword, may stand within the run.
static bool is_pause(kf_extract *e, run *r, kf_text line, const char *end) {
    enum { MOST = 2 };
    return r->last > 0 && ++r->lines <= MOST && !has_other(e, line, end);
}

// Whether the line, of that keyword, goes on with the run.
static bool goes_on(run *r, kf_ishi_keyword keyword, kf_text line, bool is_sure) {
    int number = is_sure ? number_of(keyword, line) : 0;
    if (r->lines > 0 && number != r->last + 1)
        return false;
    r->lines = 0;
    r->last = number > 0 ? number : r->last;
    return true;
}

// Notes a line of the run's front. A header may be prose, such as `WHITE TO PLAY`: an empty line
// behind the first one ends the run, and an EVENT begins it anew.
static bool takes_front(run *r, kf_ishi_keyword keyword, kf_text line, bool is_first) {
    if (kf_ishi_is_header(keyword) && (is_first || r->headers > 0)) {
        r->headers++;
        return true;
    }
    if (kf_text_trim(line).length == 0)
        return r->headers != 1;
    if (r->headers > 0 && keyword == KF_ISHI_EVENT)
        r->begin = line.data;
    r->headers = 0;
    return true;
}

// Takes a run of lines in Ishi off `rest`. False: there is none.
static bool take_ishi(kf_extract *e, kf_text *rest, kf_text *text) {
    kf_text ahead = *rest, line;
    kf_ishi_keyword keyword, block = KF_ISHI_OTHER, before = KF_ISHI_OTHER;
    size_t certain = 0;
    run run = {.begin = rest->data};
    const char *end = run.begin, *stop = run.begin + rest->length;
    if (run.begin < e->no_ishi)
        return false;
    while (kf_text_line(&ahead, &line)) {
        bool is_sure = is_certain(line, &keyword), is_blank = kf_text_trim(line).length == 0;
        bool is_text = !is_blank && keyword == KF_ISHI_OTHER, is_first = end == run.begin;
        if (block != KF_ISHI_OTHER) {
            block = keyword == block ? KF_ISHI_OTHER : block;
        } else if ((is_text && !is_pause(e, &run, line, stop)) ||
                   (!is_text && !is_blank && !goes_on(&run, keyword, line, is_sure)) ||
                   (is_first && !begins_run(keyword, line, is_sure)) ||
                   !takes_front(&run, keyword, line, is_first)) {
            break;
        } else {
            certain += is_sure;
            // Lists of keywords are no records: there a block would swallow all that follows.
            if (certain > 0 || before == KF_ISHI_EVENT || kf_ishi_is_header(before))
                block = end_of_block(keyword);
            before = is_blank ? before : keyword;
        }
        end = is_blank || run.lines > 0 ? end : ahead.data;
    }
    *text = (kf_text){run.begin, (size_t)(end - run.begin)};
    e->no_ishi = certain < 2 ? end : e->no_ishi;
    if (certain < 2)
        return false;
    *rest = (kf_text){end, (size_t)(rest->data + rest->length - end)};
    return true;
}

// ---- Ishi whose lines ran together ----

// Whether a move begins with this word: a colour, a number, a point.
static bool is_move(kf_ishi_keyword keyword, kf_text rest) {
    kf_text number, point;
    return (keyword == KF_ISHI_B || keyword == KF_ISHI_W) && kf_text_word(&rest, &number) &&
           is_number(number) && kf_text_word(&rest, &point) && is_location(kf_text_trim(point));
}

// Whether a new line began before this word. Words of the header are words of any text, too: they
// count between EVENT and the first move, and not right behind each other.
static bool begins_line(kf_ishi_keyword keyword, kf_text rest, bool is_header, bool is_behind) {
    kf_text word, ahead = rest;
    if (keyword == KF_ISHI_B || keyword == KF_ISHI_W)
        return is_move(keyword, rest);
    if (kf_ishi_is_header(keyword))
        return is_header && !is_behind;
    if (keyword == KF_ISHI_BOARDSIZE)
        return kf_text_word(&ahead, &word) && is_number(kf_text_trim(word));
    return keyword != KF_ISHI_OTHER;
}

static size_t count_moves(kf_text line) {
    kf_text word;
    size_t moves = 0;
    while (kf_text_word(&line, &word))
        moves += is_move(kf_ishi_word(word), line);
    return moves;
}

// Puts line breaks where they were, as far as the keywords tell. False: the line has few moves.
static bool split_ishi(kf_extract *e, kf_text line, kf_text *text) {
    enum { FEW = 4 };
    kf_buffer out = {.arena = e->arena};
    kf_ishi_keyword block = KF_ISHI_OTHER;
    bool is_header = false, is_behind = true;
    kf_text word, rest = line;
    if (count_moves(line) < FEW)
        return false;
    while (kf_text_word(&rest, &word)) {
        kf_ishi_keyword keyword = kf_ishi_word(word);
        bool is_inside = block != KF_ISHI_OTHER && keyword != block;
        bool breaks = !is_inside && begins_line(keyword, rest, is_header, is_behind);
        bool is_fresh = out.length > 0 && out.data[out.length - 1] == '\n';
        if (breaks || !is_fresh)
            kf_buffer_add_char(&out, breaks ? '\n' : ' ');
        kf_buffer_add_text(&out, word);
        if (breaks) {
            // Text of a comment begins on a line of its own, and so does what follows its end.
            block = block != KF_ISHI_OTHER ? KF_ISHI_OTHER : end_of_block(keyword);
            is_header = keyword == KF_ISHI_EVENT || (is_header && kf_ishi_is_header(keyword)) ||
                        (is_header && keyword == KF_ISHI_BOARDSIZE);
            if (block != KF_ISHI_OTHER)
                kf_buffer_add_char(&out, '\n');
        }
        is_behind = breaks;
    }
    kf_buffer_add_char(&out, '\n');
    *text = kf_text_trim(kf_buffer_text(&out));
    return true;
}

// ---- Tables, diagrams and boards ----

// A further table: stones that are set up, or a first move, when moves and an empty line went
// before.
static bool is_next_table(const kf_davar_row *row, int last, bool was_blank) {
    return was_blank && last > 0 &&
           (row->kind == KF_DAVAR_PUT || (row->kind == KF_DAVAR_NUMBERED && row->number <= 1));
}

// What of a table was seen.
typedef struct table {
    int last;           // the number of the last move
    size_t rows, prose; // rows, and lines of text behind the last one
    bool is_behind, was_blank;
} table;

// The line that names the board of a further table.
static bool is_next_head(const table *t, kf_text line) {
    int width, height;
    return t->was_blank && t->rows > 0 && kf_davar_row_board(line, &width, &height);
}

// Whether a line that is no row belongs to the table. Text may stand between two rows; `*is_row`:
// the line was meant as one.
static bool is_between(kf_extract *e, table *t, kf_text line, const char *end, bool *is_row) {
    enum { MOST = 2 };
    size_t at;
    if (t->rows == 0 || has_other(e, line, end))
        return false;
    *is_row = kf_davar_stray_of(line, t->last, &at) == KF_DAVAR_STRAY_ROW;
    t->prose += !*is_row;
    return *is_row || t->prose <= MOST;
}

// Whether the row goes on where the text before it broke off.
static bool follows(const table *t, const kf_davar_row *row) {
    return t->prose == 0 ||
           (t->last > 0 &&
            (row->kind == KF_DAVAR_TAKE || (row->kind == KF_DAVAR_NUMBERED &&
                                            row->number > t->last && row->number <= t->last + 2)));
}

static bool take_davar(kf_extract *e, kf_text *rest, kf_text *text) {
    kf_text ahead = *rest, line = {"", 0};
    int width, height;
    table t = {.last = 0};
    const char *begin = rest->data, *end = begin, *stop = begin + rest->length;
    while (kf_text_line(&ahead, &line)) {
        bool is_blank = kf_text_trim(line).length == 0 && t.rows > 0;
        kf_davar_row row = kf_davar_row_next(line, false, &t.is_behind);
        bool is_row = row.kind != KF_DAVAR_PROSE,
             is_head = t.rows == 0 && !is_row && kf_davar_row_board(line, &width, &height);
        if (is_row ? is_next_table(&row, t.last, t.was_blank) || !follows(&t, &row)
                   : !is_blank && !is_head &&
                         (is_next_head(&t, line) || !is_between(e, &t, line, stop, &is_row)))
            break;
        t.last = row.kind == KF_DAVAR_NUMBERED ? row.number : t.last;
        t.rows += row.kind != KF_DAVAR_PROSE;
        t.prose = is_row ? 0 : t.prose;
        t.was_blank = is_blank;
        t.is_behind = t.is_behind || is_blank;
        end = is_row ? ahead.data : end;
    }
    *text = (kf_text){begin, (size_t)(end - begin)};
    if (t.rows < 2)
        return false;
    *rest = (kf_text){end, (size_t)(rest->data + rest->length - end)};
    return true;
}

static bool take_sensei(kf_text *rest, kf_text *text) {
    kf_text ahead = *rest, line;
    const char *begin = rest->data, *end = begin;
    while (kf_text_line(&ahead, &line) && kf_text_starts(line, KF_TEXT("$$")))
        end = ahead.data;
    *text = (kf_text){begin, (size_t)(end - begin)};
    if (text->length > 0)
        *rest = (kf_text){end, (size_t)(rest->data + rest->length - end)};
    return text->length > 0;
}

// Rows of a board one below the other, with the lines that frame them.
static bool take_board(kf_extract *e, kf_text *rest, kf_text *text) {
    enum { LEAST = 3 };
    kf_ascii_line read;
    kf_text ahead = *rest, line;
    int rows = 0;
    const char *begin = rest->data, *end = begin;
    if (begin < e->no_board)
        return false;
    while (kf_text_line(&ahead, &line)) {
        kf_ascii_line_read(line, &read);
        bool is_row = (read.kind == KF_ASCII_ROW || read.kind == KF_ASCII_LABELLED) &&
                      read.count >= LEAST && (read.is_apart || read.is_framed || read.has_vacant);
        if (!is_row && read.kind != KF_ASCII_BORDER && read.kind != KF_ASCII_LETTERS)
            break;
        rows += is_row;
        end = ahead.data;
    }
    *text = (kf_text){begin, (size_t)(end - begin)};
    e->no_board = rows < LEAST ? end : e->no_board;
    if (rows < LEAST)
        return false;
    *rest = (kf_text){end, (size_t)(rest->data + rest->length - end)};
    return true;
}

// ---- Files of servers ----

// A game of Tygem goes from its head to its end, and one of PandaNet up to the next head or a
// record of something else.
static const char *take_server(kf_extract *e, kf_text *rest, kf_text *text) {
    const char *begin = rest->data, *end = begin, *stop = begin + rest->length;
    bool is_gib = kf_text_starts(*rest, KF_TEXT("\\HS")), is_over = false;
    kf_text ahead = *rest, line, head = is_gib ? KF_TEXT("\\HS") : KF_TEXT("[Header]");
    if (!kf_text_starts(*rest, head))
        return NULL;
    while (!is_over && kf_text_line(&ahead, &line)) {
        bool is_next =
            end > begin && (kf_text_starts(line, head) || (!is_gib && has_other(e, line, stop)));
        is_over = is_next || (is_gib && kf_text_starts(line, KF_TEXT("\\GE")));
        end = is_next ? line.data : ahead.data;
    }
    *text = (kf_text){begin, (size_t)(end - begin)};
    if ((is_gib ? &kf_gib_format : &kf_ugf_format)->sniff(*text) == 0)
        return NULL;
    *rest = (kf_text){end, (size_t)(stop - end)};
    return is_gib ? "gib" : "ugf";
}

// ---- The text ----

// What is left of the line in hand, or the next one. Gives what stands behind it.
static kf_text line_of(kf_extract *e, kf_text rest, kf_text *line) {
    kf_text ahead = rest;
    const char *p = rest.data;
    if (p >= e->behind || p > e->stop) {
        kf_text_line(&ahead, line);
        e->stop = line->data + line->length;
        e->behind = ahead.data;
    }
    *line = (kf_text){p, (size_t)(e->stop - p)};
    return (kf_text){e->behind, (size_t)(p + rest.length - e->behind)};
}

static void look_at_line(kf_extract *e, kf_text *rest) {
    kf_text line, text, ahead = line_of(e, *rest, &line);
    const char *begin = rest->data, *end = rest->data + rest->length;
    const char *game = find_game(e, line, end);
    const char *server = take_server(e, rest, &text);
    // What is tried first is what the other readers would take for something of theirs.
    const char *name = server != NULL               ? server
                       : game != NULL               ? "sgf"
                       : take_sensei(rest, &text)   ? "sensei"
                       : take_ishi(e, rest, &text)  ? "ishi"
                       : take_davar(e, rest, &text) ? "davar"
                       : take_board(e, rest, &text) ? "ascii"
                                                    : NULL;
    if (server == NULL && game != NULL) {
        const char *last = end_of_game(game, end);
        text = (kf_text){game, (size_t)(last - game)};
        *rest = (kf_text){last, (size_t)(end - last)};
    }
    if (name == NULL && split_ishi(e, line, &text))
        add_item(e, text, "ishi", begin);
    if (name != NULL)
        add_item(e, text, name, text.data);
    else
        *rest = ahead;
}

typedef struct opening {
    kf_extract *made;
    kf_text bytes;
    const char *name;
    kf_log *log;
} opening;

static void close_log(void *log) {
    kf_log_free(log);
}

// Files of servers and JSON are records as a whole.
static bool is_whole(kf_extract *e, kf_text bytes, const char *name) {
    static const char *const names[] = {"gib", "ngf",   "ugf",  "json", "gtp",
                                        "igs", "lines", "jago", "moves"};
    const kf_format *format = kf_format_guess(bytes.data, bytes.length, name);
    for (size_t i = 0; format != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(format->name, names[i]) == 0) {
            kf_buffer_add_text(&e->text.text, bytes);
            e->items = kf_arena_grow(e->arena, NULL, &e->capacity, 1, sizeof *e->items);
            e->items[e->count++] = (kf_extract_item){format, kf_buffer_text(&e->text.text), 0};
            return true;
        }
    return false;
}

// Games that say themselves what they are in, and parts of letters. One looks for both in pieces
// that grow: the next may be far.
static size_t find_named(kf_text bytes, size_t from, size_t upto, kf_text *declared) {
    enum { PIECE = 4096 };
    kf_text none;
    for (size_t piece = PIECE; from < upto; piece *= 2) {
        size_t stop = upto - from > piece ? from + piece : upto;
        size_t part = kf_mail_find_part(bytes, from, stop, &none);
        size_t end = part < bytes.length ? part : stop;
        size_t game = kf_sgf_format.find_game(bytes, from, end, declared);
        while (game < bytes.length && declared->length == 0)
            game = kf_sgf_format.find_game(bytes, game + 1, end, declared);
        if (game < bytes.length || part < bytes.length)
            return game < bytes.length ? game : part;
        from = stop;
    }
    *declared = KF_TEXT("");
    return bytes.length;
}

// Where such a game ends. In sets of seven bits all its letters may be brackets.
static size_t end_of_named(kf_text bytes, size_t game, size_t upto, kf_text declared) {
    const kf_charset *set = kf_choice_named(declared);
    kf_charset_nest nest = {.depth = 0};
    if (set != NULL && set->frame == KF_FRAME_SHIFT)
        return upto;
    return kf_sgf_end(bytes, game, upto, set != NULL ? set->name : NULL, &nest);
}

// Lines of old Macintosh files end in CR alone: there it stands for LF.
static kf_text with_line_ends(kf_arena *arena, kf_text bytes) {
    if (bytes.length == 0 || memchr(bytes.data, '\r', bytes.length) == NULL ||
        memchr(bytes.data, '\n', bytes.length) != NULL ||
        memchr(bytes.data, '\0', bytes.length) != NULL)
        return bytes;
    char *copy = kf_arena_copy(arena, bytes.data, bytes.length);
    for (size_t i = 0; i < bytes.length; i++)
        copy[i] = copy[i] == '\r' ? '\n' : copy[i];
    return (kf_text){copy, bytes.length};
}

static void look_at_text(void *context) {
    opening *o = context;
    kf_extract *e = o->made;
    kf_unwrap mail = {.text = {.arena = e->arena}};
    e->text.text.arena = e->arena;
    void **slot = kf_arena_slot(e->arena, close_log);
    *slot = e->quiet = kf_log_new();
    if (e->quiet == NULL)
        kf_arena_fail(e->arena);
    if (is_whole(e, o->bytes, o->name))
        return;
    o->bytes = with_line_ends(e->arena, o->bytes);
    kf_unwrap_mail(&mail, o->bytes);
    char *block = kf_arena_resize(e->arena, NULL, mail.text.length + KF_SOURCE_PADDING);
    if (mail.text.length > 0)
        memcpy(block, mail.text.data, mail.text.length);
    kf_source *source = kf_source_new(e->arena, o->name, block, mail.text.length);
    kf_charset_hints hints = {.wanted = e->how.charset, .likely = e->how.likely};
    if (!kf_mail_charset(o->bytes, &hints.declared))
        hints.declared = KF_TEXT("");
    kf_text bytes = source->bytes;
    if (!kf_text_is_utf8(bytes, NULL) && kf_choice_names_other(bytes)) {
        hints.find = find_named;
        hints.end = end_of_named;
        hints.is_within = kf_sgf_format.is_within;
    }
    kf_arena_release(e->arena, mail.text.data);
    kf_charset_decode(source, &hints, o->log);
    kf_unwrap_text(&e->text, source->text, o->name, &mail);
    kf_arena_release(e->arena, mail.lines);
    kf_arena_release(e->arena, block);
    for (kf_text rest = kf_buffer_text(&e->text.text); rest.length > 0;)
        look_at_line(e, &rest);
    // Offsets become lines in one go.
    kf_text text = kf_buffer_text(&e->text.text);
    size_t at = 0, line = 0;
    for (size_t i = 0; i < e->count; i++) {
        for (; at < e->items[i].line; at++)
            line += text.data[at] == '\n';
        e->items[i].line = line < e->text.count ? e->text.lines[line] : line + 1;
    }
}

static void make(void *context) {
    opening *o = context;
    kf_arena *arena = o->made->arena;
    kf_extract *e = kf_arena_alloc(arena, sizeof *e);
    *e = *o->made;
    o->made = e;
    look_at_text(o);
}

kf_extract *kf_extract_new(const void *bytes, size_t length, const char *name,
                           const kf_reading *how, kf_log *log) {
    kf_extract begin = {.arena = kf_arena_new()};
    opening o = {&begin, {bytes, length}, name != NULL ? name : "", log};
    if (how != NULL)
        begin.how = *how;
    if (begin.arena != NULL && kf_arena_try(begin.arena, make, &o))
        return o.made;
    kf_arena_free(begin.arena);
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return NULL;
}

void kf_extract_free(kf_extract *extract) {
    if (extract != NULL)
        kf_arena_free(extract->arena);
}

bool kf_extract_at(const kf_extract *extract, size_t index, kf_extract_item *item) {
    if (extract == NULL || index >= extract->count)
        return false;
    *item = extract->items[index];
    item->line += item->line == 0;
    return true;
}
