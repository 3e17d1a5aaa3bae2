// SPDX-License-Identifier: MIT
// Taking texts out of their wrappings: mail in quoted-printable, quotations, HTML, JSON.

#include "extract/extract.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/text.h"
#include "record/value.h"

enum { TAG = 4096, ENTITY = 12 };

static void note_line(kf_unwrap *out, size_t line) {
    out->lines = kf_arena_grow(out->text.arena, out->lines, &out->capacity, out->count + 1,
                               sizeof *out->lines);
    out->lines[out->count++] = (uint32_t)line;
}

static bool is_letter(char c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool begins(kf_text text, const char *word) {
    return kf_text_starts_fold(text, kf_text_of(word));
}

// ---- Mail ----

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c & ~0x20);
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The byte that `=4A` stands for, or `%4A`; -1 when it is none.
static int coded_byte(char sign, kf_text text) {
    if (text.length < 3 || text.data[0] != sign)
        return -1;
    int high = digit_of(text.data[1]), low = digit_of(text.data[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

// The length of `=` and the line break behind it, which is none of the text; 0 when there is none.
static size_t soft_break(kf_text text) {
    size_t i = 1;
    if (text.length == 0 || text.data[0] != '=')
        return 0;
    while (i < text.length && (text.data[i] == ' ' || text.data[i] == '\t' || text.data[i] == '\r'))
        i++;
    return i < text.length && text.data[i] == '\n' ? i + 1 : 0;
}

// The number at the front of a line of a listing, with the space behind it; 0: there is none.
static size_t front_number(kf_text line, long *number) {
    size_t i = 0;
    *number = 0;
    while (i < line.length && i < 7 && line.data[i] >= '0' && line.data[i] <= '9')
        *number = 10 * *number + (line.data[i++] - '0');
    bool ends = i == line.length || line.data[i] == ' ' || line.data[i] == '\t';
    return i == 0 || !ends ? 0 : i + (i < line.length);
}

// Whether the text is the listing of a file with numbered lines.
static bool is_numbered(kf_text bytes) {
    enum { LEAST = 20, STEP = 9 };
    size_t numbered = 0, others = 0;
    long last = 0, number;
    for (kf_text line; kf_text_line(&bytes, &line);) {
        bool is_next = front_number(line, &number) > 0 && number > last && number <= last + STEP;
        last = is_next ? number : last;
        numbered += is_next;
        others += !is_next && kf_text_trim(line).length > 0;
    }
    return numbered >= LEAST && others < numbered / 10;
}

static size_t take_number(kf_text rest) {
    const char *stop = memchr(rest.data, '\n', rest.length < TAG ? rest.length : TAG);
    long number;
    kf_text line = {rest.data, stop != NULL ? (size_t)(stop - rest.data) : rest.length};
    return front_number(line, &number);
}

// The value of a digit of base64, -1 for another character.
static int digit64(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

// Takes a part in base64 up to its end: an empty line, or one with another sign in it. Returns the
// number of its bytes. All of its lines come from the one on which it begins; pictures and other
// bytes that are no text are left out.
static size_t take_base64(kf_unwrap *out, kf_text rest, size_t *line) {
    size_t begin = out->text.length, from = *line, bits = 0, i = 0;
    uint32_t held = 0;
    bool is_empty = false;
    for (; i < rest.length; i++) {
        char c = rest.data[i];
        int digit = digit64(c);
        bool is_between = c != '\0' && strchr("= \t\r\n", c) != NULL;
        if ((digit < 0 && !is_between) || (c == '\n' && is_empty))
            break;
        is_empty = c == '\n' || (is_empty && digit < 0);
        *line += c == '\n';
        if (digit < 0)
            continue;
        held = (held << 6 | (uint32_t)digit) & 0xFFFF;
        bits += 6;
        if (bits >= 8)
            kf_buffer_add_char(&out->text, (char)(held >> (bits -= 8)));
    }
    kf_text made = kf_text_cut(kf_buffer_text(&out->text), begin, out->text.length);
    if (memchr(made.data, '\0', made.length) != NULL)
        out->text.length = begin;
    for (size_t k = begin; k < out->text.length; k++)
        if (out->text.data[k] == '\n')
            note_line(out, from);
    kf_buffer_add_char(&out->text, '\n');
    note_line(out, *line);
    return i;
}

// Where in a mail one is: its head says that base64 follows, and an empty line ends the head.
typedef enum part { PART_PLAIN, PART_NAMED, PART_CODED } part;

static part next_part(part before, kf_text rest) {
    const char *stop = memchr(rest.data, '\n', rest.length < TAG ? rest.length : TAG);
    kf_text line =
        kf_text_trim((kf_text){rest.data, stop != NULL ? (size_t)(stop - rest.data) : rest.length});
    if (before == PART_CODED)
        return PART_PLAIN;
    if (begins(line, "Content-Transfer-Encoding:"))
        return kf_text_has_fold(line, "base64") ? PART_NAMED : PART_PLAIN;
    return before == PART_NAMED && line.length == 0 ? PART_CODED : before;
}

void kf_unwrap_mail(kf_unwrap *out, kf_text bytes) {
    bool is_coded = kf_text_has_fold(bytes, "Content-Transfer-Encoding: quoted-printable");
    bool has_numbers = !is_coded && is_numbered(bytes);
    part part = PART_PLAIN;
    size_t line = 1;
    note_line(out, line);
    for (size_t i = 0; i < bytes.length; i++) {
        kf_text rest = kf_text_cut(bytes, i, bytes.length);
        bool is_front = i == 0 || bytes.data[i - 1] == '\n';
        if (is_front && part == PART_CODED) {
            i += take_base64(out, rest, &line);
            rest = kf_text_cut(bytes, i, bytes.length);
            if (rest.length == 0)
                break;
        }
        part = is_front ? next_part(part, rest) : part;
        size_t front = has_numbers && is_front ? take_number(rest) : 0;
        if (front > 0) {
            i += front - 1;
            continue;
        }
        size_t gap = is_coded ? soft_break(rest) : 0;
        int byte = is_coded ? coded_byte('=', rest) : -1;
        if (gap > 0) {
            i += gap - 1;
            line++;
        } else if (byte > 0) {
            kf_buffer_add_char(&out->text, (char)byte);
            i += 2;
        } else {
            kf_buffer_add_char(&out->text, bytes.data[i]);
        }
        if (gap == 0 && bytes.data[i] == '\n' && byte < 0)
            note_line(out, ++line);
    }
}

// ---- HTML ----

typedef struct unwrapping {
    kf_unwrap *out;
    const kf_unwrap *mail;
    kf_text text;
    size_t at, line; // in the text; lines from 0
    size_t game_end; // of the last game that stands in the text as it is
    bool is_html, is_in_row, is_in_pre, is_fresh;
    bool is_open;            // a string with a game is never closed
    kf_buffer copied, plain; // the last one of those
} unwrapping;

static size_t source_line(const unwrapping *u) {
    return u->line < u->mail->count ? u->mail->lines[u->line] : u->line + 1;
}

static void put(unwrapping *u, char c) {
    if (u->is_fresh)
        note_line(u->out, source_line(u));
    u->is_fresh = c == '\n';
    kf_buffer_add_char(&u->out->text, c);
}

// Whether the tag's name is among the words.
static bool is_one_of(kf_text name, const char *words) {
    kf_text rest = kf_text_of(words), word;
    while (kf_text_word(&rest, &word))
        if (kf_text_equal_fold(name, word))
            return true;
    return false;
}

static void count_lines(unwrapping *u, size_t end) {
    for (; u->at < end; u->at++)
        u->line += u->text.data[u->at] == '\n';
}

// Whether the text of a game begins here: `(;`, or with the signs for a line break between the two.
static bool begins_game(kf_text rest) {
    size_t i = 1;
    if (!kf_text_starts(rest, KF_TEXT("(")))
        return false;
    while (i + 1 < rest.length && (rest.data[i] == ' ' || rest.data[i] == '\\'))
        i += rest.data[i] == '\\' ? 2 : 1;
    bool has_break = i > 1 && rest.data[i - 1] == 'n';
    return i < rest.length && (rest.data[i] == ';' || has_break);
}

// Where the word behind the spaces begins.
static size_t skip_spaces(kf_text text, size_t i) {
    while (i < text.length && kf_value_is_space(text.data[i]))
        i++;
    return i;
}

// Whether a game of SGF begins here as it stands: `(;FF[`.
static bool opens_game(kf_text rest) {
    if (!kf_text_starts(rest, KF_TEXT("(")))
        return false;
    size_t i = skip_spaces(rest, 1);
    if (i == rest.length || rest.data[i] != ';')
        return false;
    size_t begin = skip_spaces(rest, i + 1), end = begin;
    while (end < rest.length && rest.data[end] >= 'A' && rest.data[end] <= 'Z')
        end++;
    return end < rest.length && rest.data[end] == '[' &&
           kf_value_id(kf_text_cut(rest, begin, end)) >= 0;
}

// Where the game ends that begins at `at`; behind its last value where it is not closed.
static size_t end_of_game(kf_text text, size_t at) {
    const char *p = text.data + at, *end = text.data + text.length, *last = p;
    size_t depth = 0;
    do {
        if (*p == '[' && (p = kf_value_end(p + 1, end)) == end)
            return text.length;
        if (*p == ']')
            last = p;
        else if (!kf_value_is_space(*p) && !is_letter(*p) && strchr("();", *p) == NULL)
            break;
        depth += *p == '(';
        depth -= *p == ')';
        p++;
    } while (p < end && depth > 0);
    return (size_t)((depth == 0 ? p : last + 1) - text.data);
}

// Whether what is in hand belongs to a game that stands in the text as it is: what its values show
// as strings or tags is text.
static bool is_in_game(unwrapping *u) {
    if (u->at >= u->game_end && opens_game(kf_text_cut(u->text, u->at, u->text.length)))
        u->game_end = end_of_game(u->text, u->at);
    return u->at < u->game_end;
}

// Whether a string begins here, quote and all, whose text is that of a game.
static bool begins_string(kf_text rest) {
    return rest.length > 1 && rest.data[0] != '\0' && strchr("\"'`", rest.data[0]) != NULL &&
           begins_game(kf_text_cut(rest, 1, rest.length));
}

// Where behind a string another one begins that a program puts together with it, `' + '`; else 0.
static size_t joined_at(kf_text rest, size_t close) {
    size_t i = close + 1, signs = 0;
    while (i < rest.length && strchr(" \t\r\n+", rest.data[i]) != NULL && rest.data[i] != '\0')
        signs += rest.data[i++] == '+';
    return signs == 1 && i < rest.length && strchr("\"'`", rest.data[i]) != NULL ? i : 0;
}

// Copies the string that begins at the front, without what doubles a mark in it. Returns where its
// last mark stands, or the length when it is never closed.
static size_t copy_string(kf_text rest, bool has_escapes, kf_buffer *out) {
    char quote = rest.data[0];
    size_t i = 1, next;
    for (; i < rest.length; i++) {
        bool is_quote = rest.data[i] == quote;
        bool is_double = is_quote && i + 1 < rest.length && rest.data[i + 1] == quote;
        bool is_escape = has_escapes && rest.data[i] == '\\' && i + 1 < rest.length;
        if (is_quote && !is_double && has_escapes && (next = joined_at(rest, i)) > 0) {
            quote = rest.data[i = next];
            continue;
        }
        if (is_quote && !is_double)
            break;
        if (is_escape)
            kf_buffer_add_char(out, '\\');
        i += is_double || is_escape;
        kf_buffer_add_char(out, rest.data[i]);
    }
    return i;
}

// Takes a game in one of these quotation marks, on a line of its own. Within it a mark stands twice
// or, where there are escapes, behind a backslash. False: here is none, or one was not closed.
static bool take_quoted(unwrapping *u, const char *quotes, bool has_escapes) {
    kf_text rest = kf_text_cut(u->text, u->at, u->text.length);
    if (is_in_game(u) || u->is_open || !begins_string(rest) || strchr(quotes, rest.data[0]) == NULL)
        return false;
    u->copied.arena = u->plain.arena = u->out->text.arena;
    u->copied.length = u->plain.length = 0;
    size_t end = copy_string(rest, has_escapes, &u->copied);
    u->is_open = end >= rest.length;
    if (u->is_open)
        return false;
    if (has_escapes)
        kf_json_read_plain(&u->plain, kf_buffer_text(&u->copied));
    kf_text made = kf_buffer_text(has_escapes ? &u->plain : &u->copied);
    for (size_t i = 0; i < made.length; i++)
        put(u, made.data[i]);
    put(u, '\n');
    count_lines(u, u->at + end + 1);
    return true;
}

// Passes what no reader sees, up to its end tag, but for games in strings of programs.
static void skip_hidden(unwrapping *u, const char *end) {
    while (u->at < u->text.length) {
        char c = u->text.data[u->at];
        if (c == '<' && begins(kf_text_cut(u->text, u->at, u->text.length), end))
            break;
        if (!take_quoted(u, "\"'`", true))
            count_lines(u, u->at + 1);
    }
}

// Whether a game begins here as it stands in the address of a link: `%28%3B` or `(%3B`.
static bool begins_coded(kf_text rest) {
    return begins(rest, "%28%3B") || begins(rest, "(%3B");
}

// Whether a plus in an address stands for a space: in those of forms, which code parentheses, too.
// Where what is decoded ends with `RE[B` it is that of a result, from a program that codes no plus.
static bool is_space(kf_text address, kf_text decoded) {
    kf_text end = kf_text_cut(decoded, decoded.length < 4 ? 0 : decoded.length - 4, decoded.length);
    return address.data[0] == '%' && !kf_text_is(end, "RE[B") && !kf_text_is(end, "RE[W");
}

// Where the games end that stand one behind the other at the front; 0: not even one is whole.
static size_t end_of_games(kf_text made) {
    size_t end = 0, at = 0;
    while (opens_game(kf_text_cut(made, at, made.length))) {
        size_t next = end_of_game(made, at);
        if (made.data[next - 1] != ')')
            break;
        end = next;
        at = skip_spaces(made, end);
    }
    return end;
}

// Takes the games out of the address of a link, on lines of their own; what the address has behind
// them is none of the text. False: here is none.
static bool take_coded(unwrapping *u) {
    kf_text rest = kf_text_cut(u->text, u->at, u->text.length);
    size_t i = 0;
    if (!begins_coded(rest) || is_in_game(u))
        return false;
    u->plain.arena = u->out->text.arena;
    u->plain.length = 0;
    for (; i < rest.length && rest.data[i] > ' ' && strchr("\"<>&#", rest.data[i]) == NULL; i++) {
        int byte = rest.data[i] == '%' ? coded_byte('%', kf_text_cut(rest, i, i + 3)) : -1;
        bool is_gap = rest.data[i] == '+' && is_space(rest, kf_buffer_text(&u->plain));
        kf_buffer_add_char(&u->plain, byte >= 0 ? (char)byte : is_gap ? ' ' : rest.data[i]);
        i += byte >= 0 ? 2 : 0;
    }
    kf_buffer_add_char(&u->plain, '\n');
    kf_text made = kf_buffer_text(&u->plain);
    // What is not closed would take what comes next into it; it stays as it is.
    size_t end = end_of_games(made);
    made = end > 0 ? kf_text_cut(made, 0, end) : kf_text_cut(rest, 0, i);
    if (end > 0)
        put(u, '\n');
    for (size_t k = 0; k < made.length; k++)
        put(u, made.data[k]);
    if (end > 0)
        put(u, '\n');
    count_lines(u, u->at + i);
    return true;
}

static bool take_entity(unwrapping *u);

// Takes the games in the attributes of a tag, up to its end. False: it has none.
static bool take_attributes(unwrapping *u) {
    const size_t length = u->text.length;
    bool has_any = false;
    for (size_t i = u->at + 1; i < length && i - u->at < TAG; i++) {
        char quote = u->text.data[i];
        kf_text rest = kf_text_cut(u->text, i, length);
        if (quote == '<' || quote == '>')
            break;
        if (begins_coded(rest)) {
            count_lines(u, i);
            has_any = take_coded(u) || has_any;
            i = u->at > i ? u->at - 1 : i;
            continue;
        }
        if (u->text.data[i - 1] != '=' || quote == '`' || !begins_string(rest))
            continue;
        count_lines(u, i + 1);
        put(u, '\n');
        while (u->at < length && u->text.data[u->at] != quote) {
            if (u->text.data[u->at] == '&' && take_entity(u))
                continue;
            put(u, u->text.data[u->at]);
            count_lines(u, u->at + 1);
        }
        put(u, '\n');
        i = u->at;
        has_any = true;
    }
    return has_any;
}

// Takes what stands as it is, up to that end.
static void take_up_to(unwrapping *u, const char *end) {
    while (u->at < u->text.length && !begins(kf_text_cut(u->text, u->at, u->text.length), end)) {
        put(u, u->text.data[u->at]);
        count_lines(u, u->at + 1);
    }
}

// Takes what stands as it is in XML. False: here is none.
static bool take_data(unwrapping *u) {
    const kf_text mark = KF_TEXT("<![CDATA[");
    if (!kf_text_starts(kf_text_cut(u->text, u->at, u->text.length), mark))
        return false;
    count_lines(u, u->at + mark.length);
    take_up_to(u, "]]>");
    return true;
}

// Takes a script, which may be a game and no program: players of the web take it from there.
static void take_script(unwrapping *u) {
    size_t begin = skip_spaces(u->text, u->at);
    if (opens_game(kf_text_cut(u->text, begin, u->text.length))) {
        put(u, '\n');
        take_up_to(u, "</script");
    } else {
        skip_hidden(u, "</script");
    }
}

// Passes the end of the line behind a `<br>`, which is no second one.
static void pass_line_end(unwrapping *u) {
    size_t i = u->at;
    while (i < u->text.length && strchr(" \t\r", u->text.data[i]) != NULL)
        i++;
    if (i < u->text.length && u->text.data[i] == '\n')
        count_lines(u, i + 1);
}

// Takes a tag. False: here is none.
static bool take_tag(unwrapping *u) {
    static const char breaks[] = "br p /p tr /tr div /div li h1 h2 h3 h4 h5 h6 pre /pre table "
                                 "/table blockquote /blockquote";
    kf_text rest = kf_text_cut(u->text, u->at, u->at + TAG);
    char next = rest.length > 1 ? rest.data[1] : '\0';
    if (take_data(u))
        return true;
    if (is_letter(next) && !is_in_game(u) && take_attributes(u))
        return true;
    const char *close = memchr(rest.data, '>', rest.length);
    if ((!is_letter(next) && next != '/' && next != '!') || close == NULL)
        return false;
    size_t length = (size_t)(close - rest.data), end = 1;
    while (end < length && strchr(" \t\r\n>", rest.data[end]) == NULL &&
           (end == 1 || rest.data[end] != '/'))
        end++;
    kf_text name = kf_text_cut(rest, 1, end);
    if (is_one_of(name, "td th"))
        put(u, '\t');
    if (is_one_of(name, breaks))
        put(u, '\n');
    u->is_in_row = is_one_of(name, "tr") || (u->is_in_row && !is_one_of(name, "/tr /table table"));
    count_lines(u, u->at + length + 1);
    u->is_in_pre =
        is_one_of(name, "pre textarea") || (u->is_in_pre && !is_one_of(name, "/pre /textarea"));
    if (is_one_of(name, "br") && !u->is_in_pre)
        pass_line_end(u);
    else if (is_one_of(name, "script"))
        take_script(u);
    else if (is_one_of(name, "style"))
        skip_hidden(u, "</style");
    return true;
}

// A named character of HTML.
typedef struct entity {
    const char *name;
    uint32_t code;
} entity;

static int by_name(const void *key, const void *row) {
    const kf_text *name = key;
    const entity *known = row;
    int order = strncmp(name->data, known->name, name->length);
    return order != 0 ? order : -(known->name[name->length] != '\0');
}

// The code point of a name, 0 when it is none.
static uint32_t code_of_name(kf_text name) {
    static const entity entities[] = {
#define KF_ENTITY(name, code) {name, code},
#include "extract/entities.def"
#undef KF_ENTITY
    };
    const entity *found =
        bsearch(&name, entities, sizeof entities / sizeof *entities, sizeof *entities, by_name);
    return found != NULL ? found->code : 0;
}

// The code point of `#43` and `#x2B`, 0 when it is none.
static uint32_t code_of_number(kf_text text) {
    uint32_t code = 0;
    bool is_hex = text.length > 2 && (text.data[1] | 0x20) == 'x';
    for (size_t i = is_hex ? 2 : 1; i < text.length; i++) {
        int digit = digit_of(text.data[i]);
        if (digit < 0 || (!is_hex && digit > 9) || code > 0x10FFFF)
            return 0;
        code = code * (is_hex ? 16 : 10) + (uint32_t)digit;
    }
    return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? code : 0;
}

// `&amp;`, `&#43;`, `&#x2B;`. False: here is none.
static bool take_entity(unwrapping *u) {
    kf_text rest = kf_text_cut(u->text, u->at + 1, u->at + ENTITY);
    // The sign of an entity may be one itself, where a text was escaped twice.
    size_t twice = kf_text_starts(rest, KF_TEXT("amp;#")) ? sizeof "amp;" - 1 : 0;
    rest = kf_text_cut(u->text, u->at + 1 + twice, u->at + twice + ENTITY);
    const char *close = memchr(rest.data, ';', rest.length);
    char bytes[4];
    if (close == NULL || close == rest.data)
        return false;
    rest.length = (size_t)(close - rest.data);
    uint32_t code = rest.data[0] == '#' ? code_of_number(rest) : code_of_name(rest);
    size_t length = code > 0 ? kf_text_put_code_point(bytes, code) : 0;
    for (size_t i = 0; i < length; i++)
        put(u, bytes[i]);
    u->at += code > 0 ? twice + rest.length + 2 : 0;
    return code > 0;
}

// ---- Lines ----

// Passes what quotes a line in a letter: `> > `.
static void skip_quotes(unwrapping *u) {
    size_t i = u->at;
    for (; i < u->text.length && strchr("> \t", u->text.data[i]) != NULL; i++)
        if (u->text.data[i] == '>')
            u->at = i + 1;
    if (u->at < u->text.length && u->at > 0 && u->text.data[u->at - 1] == '>' &&
        u->text.data[u->at] == ' ')
        u->at++;
}

static void take_char(unwrapping *u) {
    char c = u->text.data[u->at];
    if (c == '(')
        is_in_game(u);
    if ((c == '%' || c == '(') && take_coded(u))
        return;
    if (u->is_html && c == '<' && take_tag(u))
        return;
    if (u->is_html && c == '&' && take_entity(u))
        return;
    u->line += c == '\n';
    u->at++;
    if (c == '\f' || c == '\v')
        c = '\n';
    if (c == '\n' && u->is_in_row)
        c = ' ';
    if (c == '\n') {
        u->line--;
        put(u, c);
        u->line++;
        if (!u->is_html)
            skip_quotes(u);
    } else if (c != '\r') {
        put(u, c);
    }
}

// ---- JSON ----

// Whether the text is JSON with games of SGF in strings.
static bool is_json(kf_text text) {
    text = kf_text_trim(text);
    if (text.length == 0 || (text.data[0] != '{' && text.data[0] != '['))
        return false;
    const char *end = text.data + text.length;
    for (const char *p = text.data; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p++)
        if (begins_string((kf_text){p, (size_t)(end - p)}))
            return true;
    return false;
}

// Takes out the strings that are games, each on a line of its own.
static void take_strings(unwrapping *u) {
    kf_buffer plain = {.arena = u->out->text.arena};
    while (u->at < u->text.length) {
        kf_json_reader reader = {.rest = kf_text_cut(u->text, u->at, u->text.length)};
        kf_text string;
        bool is_game = begins_string(reader.rest), is_string = u->text.data[u->at] == '"';
        if (!is_string || !kf_json_read_string(&reader, &string)) {
            // A string that is not closed goes on to the end.
            count_lines(u, is_string ? u->text.length : u->at + 1);
            continue;
        }
        plain.length = 0;
        if (is_game)
            kf_json_read_plain(&plain, string);
        for (size_t i = 0; i < plain.length; i++)
            put(u, plain.data[i]);
        if (is_game)
            put(u, '\n');
        count_lines(u, (size_t)(string.data - u->text.data) + string.length + 1);
    }
}

// Whether a file has one of these endings.
static bool ends_in(const char *name, const char *endings) {
    const char *dot = strrchr(name, '.');
    return dot != NULL && is_one_of(kf_text_of(dot + 1), endings);
}

// ---- What it is ----

static bool ends(kf_text text, kf_text word) {
    size_t begin = text.length < word.length ? 0 : text.length - word.length;
    return kf_text_equal(kf_text_cut(text, begin, text.length), word);
}

// Whether the text has a game whose brackets are escaped, as forums do.
static bool has_escaped_game(kf_text text) {
    static const char *const signs[] = {"&#91;", "&amp;#91;"};
    for (const char *end = text.data + text.length, *p = text.data;
         (p = memchr(p, '&', (size_t)(end - p))) != NULL; p++) {
        kf_text rest = {p, (size_t)(end - p)};
        if (!kf_text_starts(rest, kf_text_of(signs[0])) &&
            !kf_text_starts(rest, kf_text_of(signs[1])))
            continue;
        const char *name = p;
        while (name > text.data && name[-1] >= 'A' && name[-1] <= 'Z')
            name--;
        size_t at = (size_t)(name - text.data), front = at > TAG ? at - TAG : 0;
        kf_text before = kf_text_trim(kf_text_cut(text, front, at));
        bool is_property = kf_value_id((kf_text){name, (size_t)(p - name)}) >= 0;
        if (!is_property || before.length < 2 || before.data[before.length - 1] != ';')
            continue;
        before = kf_text_trim(kf_text_cut(before, 0, before.length - 1));
        // The semicolon may end one that is escaped itself.
        if (ends(before, KF_TEXT("(")) || ends(before, KF_TEXT("#59")))
            return true;
    }
    return false;
}

// Whether the text has tags, outside of the values of games.
static bool has_tags(kf_text text) {
    static const char *const tags[] = {"<html", "<body", "<pre",      "<table",  "<td",  "<p>",
                                       "<br",   "<div",  "<textarea", "<script", "<?xml"};
    unwrapping u = {.text = text};
    while (u.at < text.length) {
        kf_text rest = kf_text_cut(text, u.at, text.length);
        bool is_value = is_in_game(&u) && rest.data[0] == '[';
        for (size_t i = 0; rest.data[0] == '<' && i < sizeof tags / sizeof tags[0]; i++)
            if (begins(rest, tags[i]))
                return true;
        const char *end = text.data + text.length;
        u.at = is_value ? (size_t)(kf_value_end(rest.data + 1, end) - text.data) : u.at + 1;
    }
    return false;
}

// Whether the backslashes in the strings of a dump are its own, as MySQL writes them; else they are
// those of SGF. Before a bracket one alone is SGF's; two would close the value there.
static bool has_own_escapes(kf_text text) {
    bool is_own = false;
    for (size_t i = 0; i < text.length; i++) {
        size_t begin = i;
        while (i < text.length && text.data[i] == '\\')
            i++;
        size_t signs = i - begin, behind = skip_spaces(text, i + 1);
        char before = begin > 0 ? text.data[begin - 1] : '\0';
        char next = i < text.length ? text.data[i] : '\0';
        char after = behind < text.length ? text.data[behind] : '\0';
        if (signs % 2 == 1 && next == ']')
            return false;
        if (signs == 0 || next == '\0')
            continue;
        bool closes = strchr(";()['\"\\", after) != NULL || (after >= 'A' && after <= 'Z');
        is_own = is_own || (next == ']' && !closes) ||
                 (signs == 1 && next == '\'' && is_letter(after)) ||
                 (signs == 1 && strchr("nrt", next) != NULL && strchr("()];", before) != NULL);
    }
    return is_own;
}

void kf_unwrap_text(kf_unwrap *out, kf_text text, const char *name, const kf_unwrap *mail) {
    unwrapping u = {.out = out, .mail = mail, .text = text, .is_fresh = true};
    bool is_table = ends_in(name, "csv"), is_sql = ends_in(name, "sql");
    bool is_code = is_sql || ends_in(name, "js");
    if (is_json(text)) {
        take_strings(&u);
        return;
    }
    u.is_html = !is_table && !is_code && (has_tags(text) || has_escaped_game(text));
    if (!u.is_html)
        skip_quotes(&u);
    bool has_escapes = is_code && (!is_sql || has_own_escapes(text));
    const char *quotes = is_table ? "\"" : "\"'`";
    while (u.at < text.length)
        if (!((is_table || is_code) && take_quoted(&u, quotes, has_escapes)))
            take_char(&u);
}
