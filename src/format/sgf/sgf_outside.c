// SPDX-License-Identifier: MIT
// What stands outside of games: text, or something that a game may begin or go on with.
//
// Mails and forum pages have text before and between games, and programs that were cut off leave
// pieces of games there.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// Whether a property in at most `most` capitals begins at `p`, brackets and all.
static bool is_property(const char *p, size_t most) {
    size_t length = 0;
    while (length <= most && kf_sgf_is_capital(p[length]))
        length++;
    return length > 0 && length <= most && p[length] == '[';
}

// Whether a property with a value stands behind the semicolons and parentheses at `p`: prose about
// SGF has `(;)` in it, and that is no game.
static bool has_property_ahead(const char *p) {
    enum { RUN = 200, NAME = 24 };
    const char *stop = p + RUN, *name;
    while (p < stop && (*p == ';' || *p == '(' || kf_sgf_is_space(*p)))
        p++;
    for (name = p; kf_sgf_is_name(*p) && p - name < NAME; p++)
        continue;
    return p > name && *kf_sgf_skip_space(p) == '[';
}

// Nodes of one property that stand one behind the other, the first perhaps without its semicolon.
typedef struct run {
    const char *close, *behind; // where the last value ends, and what is behind
    size_t values;
    bool has_facts; // about the file or the game
} run;

static run look_at_run(const char *p, const char *end) {
    enum { NEAR = 200 };
    const char *near = end - p > NEAR ? p + NEAR : end;
    run found = {.close = p};
    do {
        const char *name = p = *p == ';' ? kf_sgf_skip_space(p + 1) : p;
        while (p < near && *p != '[')
            p++;
        int id = kf_value_id((kf_text){name, (size_t)(p - name)});
        kf_where where = id >= 0 ? kf_value_row(id)->where : KF_WHERE_ANY;
        found.has_facts = found.has_facts || where == KF_WHERE_ROOT || where == KF_WHERE_INFO;
        while (p < near && *p == '[') {
            found.close = kf_value_end(p + 1, near);
            found.values++;
            for (p = found.close; p < near && *p == ']'; p++) // one, or too many
                continue;
            p = kf_sgf_skip_space(p);
        }
    } while (p < near && *p == ';' && is_property(kf_sgf_skip_space(p + 1), 8));
    found.behind = p < near ? p : end;
    return found;
}

// Whether a game begins behind a parenthesis, by the looks of it.
static bool opens_game(const char *p) {
    p = kf_sgf_skip_space(p + 1);
    return *p == ';' || is_property(p, 8);
}

// Whether it is quoted in prose: words go on in the line behind it, or, within a line, behind a
// parenthesis.
static bool is_quoted(const run *run, const char *end, bool is_line) {
    const char *p = run->behind;
    bool is_word =
        *p == '(' ? !is_line && !opens_game(p) : strchr(";)", *p) == NULL && !is_property(p, 8);
    return p < end && is_word && memchr(run->close, '\n', (size_t)(p - run->close)) == NULL;
}

// Whether a node stands behind the words at `p`, in their line or where the next one begins.
static bool has_node_behind(const char *p, const char *end) {
    enum { NEAR = 200 };
    const char *near = end - p > NEAR ? p + NEAR : end;
    bool is_over = false;
    for (; p < near && *p != ')'; p++) {
        if (*p == ';' && is_property(kf_sgf_skip_space(p + 1), 8))
            return true;
        if (is_over && !kf_sgf_is_space(*p))
            return false;
        is_over = is_over || *p == '\n';
    }
    return false;
}

// Whether the property at `p` is one of SGF's with a value of its kind: `B[4]` is none.
static bool is_known(const char *p) {
    const char *open = p;
    while (kf_sgf_is_capital(*open))
        open++;
    int id = kf_value_id((kf_text){p, (size_t)(open - p)});
    bool is_move = id == KF_P_B || id == KF_P_W;
    return id >= 0 && (!is_move || open[1] == ']' || !(open[1] >= '0' && open[1] <= '9'));
}

// Whether only white space stands in front of it in its line, which is not the first one.
static bool begins_line(const char *p) {
    while (kf_sgf_is_space(p[-1]) && p[-1] != '\n' && p[-1] != '\r')
        p--;
    return p[-1] == '\n' || p[-1] == '\r';
}

// Whether a game begins with the node or the property at `p`, with parentheses in front of it that
// stand within a line of text: prose quotes a move or a property, and no more.
static bool is_game_in_line(const char *p, const char *end) {
    run run = look_at_run(p, end);
    const char *behind = run.behind;
    if (*p == ';')
        return has_property_ahead(p) &&
               (run.has_facts || run.values > 1 || !is_quoted(&run, end, false) ||
                has_node_behind(behind, end));
    return is_property(p, 2) && is_known(p) &&
           (run.values > 1 || strchr(";(", *behind) != NULL || is_property(behind, 8));
}

// Whether a run of parentheses begins a game. In the middle of text that takes more: there may be
// a smiley, or a word in brackets. `p` is moved behind a run that begins none.
static kf_sgf_outside_kind look_at_open(const char **p, const char *end, bool is_text) {
    const char *q = *p;
    while (*q == '(' || kf_sgf_is_space(*q))
        q++;
    bool is_game = *q == ';' || is_property(q, 8);
    if (*q == ')' || q >= end)
        is_game = !is_text;
    else if (is_game && is_text && !begins_line(*p))
        is_game = is_game_in_line(q, end);
    else if (is_game && is_text)
        is_game = *q == ';' ? has_property_ahead(q) : is_property(q, 2) && is_known(q);
    if (!is_game)
        *p = q;
    return is_game ? KF_SGF_OUTSIDE_GAME : KF_SGF_OUTSIDE_TEXT;
}

// Whether the node at `p`, in front of which there is text, is one of a game.
static bool is_node_in_text(const char *p, const char *end) {
    run run = look_at_run(p, end);
    return is_known(kf_sgf_skip_space(p + 1)) && !is_quoted(&run, end, begins_line(p));
}

// What begins at `*p`; text is stepped over, a word at a time. `is_text`: there is text before it.
static kf_sgf_outside_kind look_at(const char **p, const char *end, bool is_text) {
    char c = **p;
    if (c == '(')
        return look_at_open(p, end, is_text);
    bool is_node = c == ';' && is_property(kf_sgf_skip_space(*p + 1), is_text ? 2 : 8);
    is_node = is_node && (!is_text || is_node_in_text(*p, end));
    if (is_node || (!is_text && is_property(*p, 2)))
        return KF_SGF_OUTSIDE_NODE;
    if (!is_text && c == ')')
        return KF_SGF_OUTSIDE_CLOSE;
    (*p)++;
    while (kf_sgf_is_name(c) && kf_sgf_is_name(**p))
        (*p)++;
    return KF_SGF_OUTSIDE_TEXT;
}

kf_sgf_outside_kind kf_sgf_outside_pass(const char **p, const char *end) {
    const char *begin = *p;
    kf_sgf_outside_kind found = KF_SGF_OUTSIDE_TEXT;
    while (found == KF_SGF_OUTSIDE_TEXT && *p < end) {
        found = look_at(p, end, *p > begin);
        *p = kf_sgf_skip_spaces(*p);
    }
    return found;
}

bool kf_sgf_outside_is_game(const char *p) {
    static const char names[][4] = {"FF[", "GM[", "SZ[", "CA["};
    p = kf_sgf_skip_space(p + (*p == '('));
    const char *name = kf_sgf_skip_space(p + (*p == ';'));
    bool begins = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        begins = begins || strncmp(name, names[i], 3) == 0;
    return begins;
}

size_t kf_sgf_outside_sign(kf_record *record, const char *p, kf_log *log) {
    static const char mark[] = "\xEF\xBB\xBF";
    bool is_mark = strncmp(p, mark, sizeof mark - 1) == 0;
    size_t length = is_mark ? sizeof mark - 1 : 1;
    if (!is_mark && *p != '\x1A')
        return 0;
    kf_log_add(log, KF_SGF_TEXT_OUTSIDE, kf_sgf_mend_place(record, p),
               "%s, which says nothing here; left out",
               is_mark ? "a byte order mark" : "the sign that ended a text in DOS");
    kf_record_note_mend(record, p, length, KF_TEXT(""), KF_SGF_TEXT_OUTSIDE,
                        is_mark ? "a byte order mark taken out" : "the sign of DOS taken out");
    return length;
}

const char *kf_sgf_outside_surplus(kf_record *record, const char *p, kf_log *log) {
    kf_log_add(log, KF_SGF_SURPLUS_CLOSE, kf_sgf_mend_place(record, p),
               "there is nothing to close; left out");
    record->is_repaired = true;
    for (; *p == ')' || kf_sgf_is_space(*p); p++)
        if (*p == ')')
            kf_record_note_mend(record, p, 1, KF_TEXT(""), KF_SGF_SURPLUS_CLOSE,
                                "a parenthesis that closes nothing taken out");
    return p;
}

void kf_sgf_outside_report(kf_record *record, kf_text text, kf_log *log) {
    bool is_coded = kf_text_has_fold(text, "transfer-encoding: quoted-printable") ||
                    kf_text_has_fold(text, "transfer-encoding: base64");
    kf_log_add(log, KF_SGF_TEXT_OUTSIDE, kf_sgf_mend_place(record, text.data),
               "text outside of the games%s",
               is_coded ? "; it says that the letter is coded, and nothing is decoded here: 'kifu "
                          "extract' does that"
                        : "");
    // What the signs of the code are would be mended.
    if (is_coded) {
        kf_edits_clear(&record->mends);
        record->notes_mends = false;
    }
}

// How far one looks ahead to see what begins at a place.
enum { AHEAD = 512 };

bool kf_sgf_outside_is_shown(const char *p, const char *end) {
    while (*p == '(' || *p == ';' || kf_sgf_is_space(*p))
        p++;
    return end - p >= AHEAD;
}

// Whether a parenthesis closes what the first one opens that a game may begin with, and enough is
// behind it. Goes on where the last look at the same game stopped: at what was not there as a
// whole.
static bool is_closed(kf_sgf_waiting *waiting, const char *begin, const char *end) {
    const char *p = begin + waiting->seen;
    size_t depth = waiting->depth;
    while (p < end) {
        const char *behind = *p == ';' ? kf_sgf_skip_move(p) : p + 1;
        if (*p == '[' && (behind = kf_value_end(p + 1, end)) == end)
            break;
        if (*p == '(' && depth == 0 && end - p < AHEAD)
            break;
        if (*p == ')' && depth == 1)
            break;
        if (*p == '(')
            depth += depth > 0 || opens_game(p);
        depth -= *p == ')' && depth > 0;
        p = behind != NULL ? behind : p + 1;
    }
    waiting->seen = (size_t)(p - begin);
    waiting->depth = depth;
    return p < end && *p == ')' && kf_sgf_outside_is_shown(p + 1, end);
}

// What came in last is looked at for the first game in it alone. There is no more to wait for when
// it is over the limit of a game: another may end in it. Beyond some length one waits only every
// other time, for what is broken may not end at all.
bool kf_sgf_outside_waits(kf_sgf_waiting *waiting, const kf_record *record, size_t begin) {
    enum { LONG = 2 * 1024 * 1024 };
    kf_text text = record->source->text;
    size_t length = text.length - begin;
    bool may_wait = length <= record->limits.game_bytes &&
                    (waiting->is_waiting ? length < LONG : text.length != waiting->length);
    if (!waiting->is_waiting)
        waiting->seen = waiting->depth = 0;
    waiting->length = text.length;
    waiting->is_waiting =
        may_wait && !is_closed(waiting, text.data + begin, text.data + text.length);
    return waiting->is_waiting;
}
