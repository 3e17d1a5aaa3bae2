// SPDX-License-Identifier: MIT
// Smart Game Format: recognising it, its character set, and its row in the list of notations.

#include "format/sgf/sgf.h"

#include <string.h>

#include "base/charset/broken.h"
#include "base/charset/mail.h"
#include "base/text.h"
#include "record/value.h"

static size_t skip_space(kf_text text, size_t i) {
    return i < text.length
               ? (size_t)(kf_value_skip_space(text.data + i, text.data + text.length) - text.data)
               : i;
}

size_t kf_sgf_property_at(kf_text text, size_t i) {
    size_t end = i, capitals = 0;
    while (end < text.length && kf_sgf_is_capital(text.data[end]))
        end++;
    size_t bracket = skip_space(text, end);
    capitals = end - i;
    while (capitals > 0 && bracket == end && end < text.length &&
           (kf_sgf_is_capital(text.data[end]) || kf_sgf_is_lower(text.data[end]))) {
        capitals += kf_sgf_is_capital(text.data[end++]);
        bracket = end;
    }
    bool is_property = capitals > 0 && bracket < text.length && text.data[bracket] == '[';
    return is_property ? capitals + 1 : 0;
}

// The number of bytes, from a parenthesis at `i` on, that only SGF has in this order. A forgotten
// semicolon is forgiven at the very beginning; in the middle of prose that would be too little.
static size_t game_at(kf_text text, size_t i, bool is_first) {
    size_t next = skip_space(text, i + 1);
    if (next == text.length)
        return 0;
    if (text.data[next] != ';')
        return is_first && kf_sgf_property_at(text, next) > 0 ? 1 + kf_sgf_property_at(text, next)
                                                              : 0;
    next = skip_space(text, next + 1);
    size_t more = kf_sgf_property_at(text, next);
    bool is_bare = next < text.length && strchr(";()", text.data[next]) != NULL;
    return more > 0 ? 2 + more : is_bare || next == text.length ? 2 : 0;
}

// Text may stand before the first game, so all of the head is looked at.
static int sniff(kf_text head) {
    enum { BARE = 2, FRONT = 1000 };
    size_t begin = skip_space(head, 0);
    if (begin < head.length && head.data[begin] == ';' && kf_sgf_property_at(head, begin + 1) > 0)
        return 8 * (int)(1 + kf_sgf_property_at(head,
                                                begin + 1)); // the first parenthesis was forgotten
    size_t best = 0, i = begin;
    for (; i < head.length && best == 0; i++)
        if (head.data[i] == '(')
            best = game_at(head, i, i == begin);
    // What begins with a game is SGF, whatever other notation a comment quotes.
    return 8 * (int)best + (best > BARE && i == begin + 1 ? FRONT : 0);
}

// Whether the property is one that stands in first nodes.
static bool is_of_root(const kf_property *property) {
    return kf_property_is(property, "FF") || kf_property_is(property, "GM") ||
           kf_property_is(property, "SZ") || kf_property_is(property, "CA");
}

// Takes the next property of a node off its text. False: there is none.
static bool next_of_node(kf_text *rest, kf_property *property) {
    size_t at = skip_space(*rest, 0);
    return at < rest->length && kf_sgf_is_capital(rest->data[at]) &&
           kf_property_scan(rest, property);
}

// Whether the property is a fact of a game, of which a variation does not have two.
static bool is_fact(const kf_property *property) {
    static const char *const names[] = {"PB", "PW", "EV", "GN", "DT", "RE", "PC"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kf_property_is(property, names[i]))
            return true;
    return false;
}

// Whether what the game at `i` belongs behind is UTF-8, by the words next to it, and its node, up
// to `end`, is none: the games were put one after the other. In any other set what follows may be
// in the same one.
static bool leaves_utf8(kf_text bytes, size_t i, size_t end) {
    bool has_long = false;
    if (kf_text_is_utf8(kf_text_cut(bytes, i, end), NULL))
        return false;
    while (i > 0 && !has_long) {
        size_t stop = i;
        while (stop > 0 && (unsigned char)bytes.data[stop - 1] < 0x80)
            stop--;
        for (i = stop; i > 0 && (unsigned char)bytes.data[i - 1] >= 0x80;)
            has_long = (unsigned char)bytes.data[--i] >= 0xE0 || has_long;
        if (!kf_text_is_utf8(kf_text_cut(bytes, i, stop), NULL))
            return false;
    }
    return has_long;
}

// Whether the node that begins there is nothing but a move: most variations begin with one, and no
// game that is told by its first node.
static bool is_move(const char *p, const char *end) {
    enum { MOVE = 5 };
    if (end - p <= MOVE || (*p != 'B' && *p != 'W') || !kf_value_is_point(p + 1))
        return false;
    p = kf_value_skip_space(p + MOVE, end);
    return p < end && (*p == ';' || *p == '(' || *p == ')');
}

// Whether a game begins with the parenthesis at `i`: its first node has a property that stands in
// first nodes, or two facts of a game, no move before them, and letters of another set than those
// in front. Nothing else can be told before the text is decoded.
static bool is_game(kf_text bytes, size_t i, kf_text *declared) {
    size_t next = skip_space(bytes, i + 1), facts = 0;
    bool is_first = false, has_move = false;
    kf_property property;
    if (next >= bytes.length || bytes.data[next] != ';')
        return false;
    kf_text rest = kf_text_cut(bytes, next + 1, next + KF_CHARSET_NODE);
    if (is_move(rest.data, rest.data + rest.length))
        return false;
    while (next_of_node(&rest, &property)) {
        char first = property.name.data[0];
        bool is_long = property.name.length > 1; // as all that are looked for
        has_move = has_move || ((first == 'B' || first == 'W') && !is_long);
        facts += !is_first && !has_move && first >= 'D' && is_fact(&property);
        if (!is_long || (first != 'C' && first != 'F' && first != 'G' && first != 'S'))
            continue;
        is_first = is_first || is_of_root(&property);
        if (declared->length == 0 && kf_property_is(&property, "CA") &&
            kf_property_value(&property.values, declared))
            *declared = kf_text_trim(*declared);
        if (is_first && declared->length > 0) // whatever follows
            return true;
    }
    return is_first || (facts > 1 && leaves_utf8(bytes, i, (size_t)(rest.data - bytes.data)));
}

static size_t find_game(kf_text bytes, size_t from, size_t upto, kf_text *declared) {
    while (from < upto) {
        const char *open = memchr(bytes.data + from, '(', upto - from);
        if (open == NULL)
            break;
        while (open + 1 < bytes.data + upto && open[1] == '(') // no node follows
            open++;
        *declared = (kf_text){"", 0};
        from = (size_t)(open - bytes.data) + 1;
        bool is_node = from < bytes.length && (open[1] == ';' || kf_sgf_is_space(open[1]));
        if (is_node && is_game(bytes, from - 1, declared))
            return from - 1;
    }
    *declared = (kf_text){"", 0};
    return bytes.length;
}

// Whether a value that is open at the game breaks off there, as the reader sees it.
static bool breaks_off(kf_text bytes, size_t from, size_t game) {
    kf_text rest = kf_text_cut(bytes, game, game + KF_CHARSET_NODE);
    const char *bracket = memchr(rest.data, '[', rest.length);
    const char *stop = rest.data + rest.length, *close;
    close = bracket != NULL ? memchr(bracket, ']', (size_t)(stop - bracket)) : NULL;
    return close != NULL && close[-1] != '\\' &&
           kf_sgf_bracket_game(NULL, bytes.data + from, bracket, stop) != NULL;
}

// Whether the node behind the parenthesis at `i` says FF or GM, as no variation does.
static bool says_version(kf_text bytes, size_t i) {
    kf_text rest = kf_text_cut(bytes, skip_space(bytes, i + 1) + 1, i + KF_CHARSET_NODE);
    kf_property property;
    while (next_of_node(&rest, &property))
        if (kf_property_is(&property, "FF") || kf_property_is(&property, "GM"))
            return true;
    return false;
}

size_t kf_sgf_end(kf_text bytes, size_t from, size_t upto, const char *charset,
                  kf_charset_nest *nest) {
    const char *data = bytes.data;
    for (size_t i = from; i < upto; i++) {
        if (nest->is_in_value && charset == NULL)
            i = (size_t)(kf_value_end(data + i, data + upto) - data);
        if (i == upto)
            break;
        char c = data[i];
        bool is_first = nest->is_in_value && charset != NULL && kf_broken_is_first(charset, c);
        i += c == '\\' || is_first;
        if (c == ']' || c == '[')
            nest->is_in_value = c == '[';
        else if (!nest->is_in_value && c == '(')
            nest->depth++;
        else if (!nest->is_in_value && c == ')' && nest->depth > 0 && --nest->depth == 0)
            return i + 1;
    }
    return upto;
}

static bool is_within(kf_text bytes, size_t from, size_t game, kf_charset_nest *nest) {
    kf_sgf_end(bytes, from, game, NULL, nest);
    // At depth 0 what stands behind is another game's.
    bool is_other = nest->is_in_value ? breaks_off(bytes, from, game) : says_version(bytes, game);
    return nest->depth > 0 && !is_other;
}

// CA of the first node. The bytes are not decoded yet, but names and brackets are ASCII in every
// character set that SGF is written in. Without one counts what a mail says in front of the game.
static bool charset(kf_text head, kf_text *name) {
    kf_text first = {"", 0};
    size_t game = find_game(head, 0, head.length, &first);
    size_t begin = game < head.length ? game : 0;
    const char *node = memchr(head.data + begin, ';', head.length - begin);
    const char *bare = game < head.length ? NULL : memchr(head.data, '(', head.length);
    kf_property property;
    if (bare != NULL && kf_sgf_property_at(head, (size_t)(bare - head.data) + 1) > 0)
        node = node != NULL && node < bare ? node : bare; // a semicolon was forgotten
    if (node == NULL)
        return false;
    kf_text rest = kf_text_cut(head, (size_t)(node - head.data) + 1, head.length);
    for (;;) {
        size_t i = skip_space(rest, 0);
        bool ends = i == rest.length || strchr(";()", rest.data[i]) != NULL;
        if (ends || !kf_property_scan(&rest, &property))
            return kf_mail_charset(kf_text_cut(head, 0, game), name);
        if (kf_property_is(&property, "CA") && kf_property_value(&property.values, name)) {
            *name = kf_text_trim(*name);
            return true;
        }
    }
}

#ifndef KF_ONLY_READS
// Only text is in the set that a game names.
static kf_framed_type name_text(kf_text name) {
    const kf_property_row *row = kf_value_row(kf_value_id(name));
    if (row == NULL || kf_value_id(name) == KF_P_CA)
        return KF_FRAMED_OTHER;
    if (row->type == KF_TYPE_LABEL || row->type == KF_TYPE_FIGURE)
        return KF_FRAMED_LABEL;
    bool is_text =
        row->type == KF_TYPE_TEXT || row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_SIMPLE2;
    return is_text ? KF_FRAMED_TEXT : KF_FRAMED_OTHER;
}
#endif

const kf_format kf_sgf_format = {
    .name = "sgf",
    .title = "Smart Game Format FF[4]",
    .suffix = "sgf mgt",
    .keeps = KF_FORMAT_WRITER(
        "everything; what only Ishi or Davar say stands in private properties (KF…)"),
    .sniff = sniff,
    .charset = charset,
    .find_game = find_game,
    .is_within = is_within,
    .name_text = KF_FORMAT_WRITER(name_text),
    .read = kf_sgf_read,
    .read_next = kf_sgf_read_next,
    .write = KF_FORMAT_WRITER(kf_sgf_write),
    .writes_games = true,
};
