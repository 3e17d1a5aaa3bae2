// SPDX-License-Identifier: MIT
// The door: whatever came in becomes valid UTF-8 without NUL.

#include "base/charset/charset.h"

#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/charset/broken.h"
#include "base/charset/bytes.h"
#include "base/charset/choice.h"
#include "base/charset/detect.h"
#include "base/charset/framed.h"
#include "base/charset/hz.h"
#include "base/charset/mail.h"
#include "base/charset/map.h"
#include "base/text.h"

enum {
    PIECE = 4096,     // bytes between two steps
    SHORT = 128,      // the same where each letter is dear
    AHEAD = 4096,     // bytes in which the first node of a game says its set
    MANY = 200,       // beyond so many findings nobody reads on
    KEPT = 16,        // messages that may be said again
    LONGEST_NAME = 40 // bytes of a set's name in a message
};

// ---- The text, as far as it has come in ----

// Something to tell, at a place in the text, or at a byte of the window that is not decoded yet.
typedef struct event {
    size_t at;
    bool is_byte;
    kf_code code;
    const char *message;
} event;

// Reads bytes as they come. As long as they are their own text nothing is copied; from the first
// byte on that is not, the text is built in a buffer, game by game, for each may be in a set of its
// own.
struct kf_charset_reader {
    kf_source *source;
    kf_charset_hints hints;
    struct kf_charset_map *map; // that of the source from then on
    kf_buffer out;              // the text; no arena: the bytes are it
    kf_map_kind kind;           // of the game in hand
    const char *charset;
    const uint16_t *letters; // of KF_MAP_BYTES
    kf_framed framed;        // of KF_MAP_FRAME16; no name: it is another kind
    kf_charset_why why;
    int sure;
    bool is_one;        // the whole input is in that set
    bool has_mark;      // a byte order mark of UTF-8 stands in front of the games
    bool is_mark_due;   // the game that it speaks for has not come yet
    bool has_chosen;    // a game that needs a set was seen
    bool is_front_told; // what the front says of its set was judged
    bool names_other;   // it says another set than UTF-8
    size_t declared_at; // where the front says it
    kf_mail mail;
    bool ends_game; // at `done`, one in a text
    kf_choosing choosing;
    bool says_utf8; // the last game that names a set, or one around it
    kf_charset_nest nest;
    size_t counted;    // up to there that goes
    size_t done;       // bytes of the window that are in the text
    size_t game;       // where the game in hand ends, 0: not known
    size_t next;       // where the next step is due
    char held[4];      // bytes behind the text, of a character that has not come in whole
    size_t held_count; // in whose places NULs stand
    kf_detect_open *converter;
    const char *shift; // at `shifted`: see kf_map_place
    size_t shifted;    // a byte of the window
    size_t bad, nuls;  // how many there were in the game, and in all
    const char *messages[KEPT];
    size_t message_count;
    event *events; // to be told
    size_t event_count, event_room, event_total;
};

static event *note(kf_charset_reader *r, kf_code code, const char *message) {
    if (r->event_total++ >= MANY)
        r->event_count -= r->event_count > 0;
    r->events = kf_arena_grow(r->source->arena, r->events, &r->event_room, r->event_count + 1,
                              sizeof *r->events);
    r->events[r->event_count] =
        (event){r->out.arena != NULL ? r->out.length : r->done, false, code, message};
    return &r->events[r->event_count++];
}

// The message in memory of the source: mostly one that was said of a game before.
static const char *keep(kf_charset_reader *r, const char *message) {
    for (size_t i = 0; i < KEPT && i < r->message_count; i++)
        if (strcmp(r->messages[i], message) == 0)
            return r->messages[i];
    const char **place = &r->messages[r->message_count++ % KEPT];
    return *place = kf_arena_copy(r->source->arena, message, strlen(message));
}

// A message around a name, which may be in any set: what is shown of it is ASCII.
static const char *compose(kf_charset_reader *r, const char *front, kf_text name,
                           const char *behind) {
    char message[200];
    int length = name.length < LONGEST_NAME ? (int)name.length : LONGEST_NAME;
    snprintf(message, sizeof message, "%s%.*s%s", front, length, name.data, behind);
    for (char *p = message; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x80 || (unsigned char)*p < ' ')
            *p = '?';
    return keep(r, message);
}

static void add_step(kf_charset_reader *r, size_t byte) {
    struct kf_charset_map *map = r->map;
    map->steps = kf_arena_grow(r->source->arena, map->steps, &map->capacity, map->count + 1,
                               sizeof *map->steps);
    if (r->kind == KF_MAP_ICONV && kf_broken_has_escapes(r->charset)) {
        kf_text fresh = kf_text_cut(r->source->bytes, r->shifted, byte);
        r->shift = kf_map_shift_behind(fresh, r->shift);
        r->shifted = byte;
    }
    map->steps[map->count++] =
        (kf_map_step){r->out.length, byte, r->kind, r->charset, r->shift, r->why, r->sure};
}

static void add_character(kf_charset_reader *r, uint32_t c, bool is_bad) {
    char utf8[4];
    bool is_java = r->kind == KF_MAP_UTF8 && c != KF_MAP_DAMAGED;
    if (is_bad && r->bad++ == 0)
        note(r, KF_TEXT_INVALID,
             compose(r, "this is not valid ", kf_text_of(r->charset),
                     is_java ? " but CESU-8, two halves of a letter; read as that"
                             : "; such bytes are shown as U+FFFD"));
    if (c == 0 && r->nuls++ == 0)
        note(r, KF_TEXT_NUL, "NUL bytes are shown as U+2400");
    r->source->is_repaired = r->source->is_repaired || is_bad || c == 0;
    kf_buffer_add(&r->out, utf8, kf_text_put_code_point(utf8, c != 0 ? c : KF_MAP_NUL));
}

// How many bytes from `i` on are their own text, without NUL, up to the next step.
static size_t measure_plain(const kf_charset_reader *r, kf_text bytes, size_t i) {
    size_t begin = i, end = r->next < bytes.length ? r->next : bytes.length;
    if (r->kind != KF_MAP_UTF8 && r->kind != KF_MAP_FRAME16)
        return r->kind == KF_MAP_BYTES ? kf_map_count_plain(bytes, i, end) : 0;
    const char *nul = memchr(bytes.data + i, '\0', end - i);
    kf_text front = kf_text_cut(bytes, 0, nul != NULL ? (size_t)(nul - bytes.data) : end);
    while ((i = kf_text_skip_ascii(front, i)) < front.length) {
        size_t length = kf_text_sequence(kf_text_cut(front, i, i + 4));
        if (length == 0)
            break;
        i += length;
    }
    return i - begin;
}

// What may be the front of a character waits for the rest of it, and for all that is looked at to
// tell what it is.
static void decode_stepwise(kf_charset_reader *r, kf_text bytes, bool is_final) {
    const size_t ahead = is_final ? 0 : KF_HZ_AHEAD;
    size_t i = r->done;
    while (i + ahead < bytes.length) {
        if (i >= r->next) {
            add_step(r, i);
            bool is_dear = r->kind == KF_MAP_HZ || r->kind == KF_MAP_HZ_PAIR;
            r->next = i + (is_dear ? SHORT : PIECE);
        }
        size_t plain = measure_plain(r, bytes, i), bad = 0;
        kf_buffer_add(&r->out, bytes.data + i, plain);
        i += plain;
        if (plain > 0)
            continue;
        uint32_t c = kf_map_take(&r->kind, r->letters, bytes, &i, &bad);
        add_character(r, c, bad > 0);
    }
    r->done = i;
}

// Adds what iconv made, which may hold NUL, and from some sets even what is no UTF-8.
static void add_converted(kf_charset_reader *r, kf_text made) {
    if (memchr(made.data, '\0', made.length) == NULL && kf_text_is_utf8(made, NULL)) {
        kf_buffer_add_text(&r->out, made);
        return;
    }
    for (size_t i = 0; i < made.length;) {
        size_t bad = 0;
        uint32_t c = kf_map_take_utf8(made, &i, &bad);
        add_character(r, c, bad > 0);
    }
}

// Some sets hold a letter back until it is known what stands on it; here it comes out, and the
// converter is as it was in the beginning.
static void flush(kf_charset_reader *r) {
    char rest[64], *out = rest;
    size_t room = sizeof rest;
    iconv(r->converter->iconv, NULL, NULL, &out, &room);
    add_converted(r, (kf_text){rest, sizeof rest - room});
}

// Where, before `end`, a value breaks off among letters of two bytes; else `end`.
static size_t break_before(kf_charset_reader *r, kf_text bytes, size_t begin, size_t end) {
    if (!kf_broken_has_escapes(r->charset))
        return end;
    r->shift = kf_map_shift_behind(kf_text_cut(bytes, r->shifted, begin), r->shift);
    r->shifted = begin;
    return kf_map_broken(bytes, begin, end, r->shift);
}

// The escape that leads back is missing at `i`: what follows is ASCII, but for half a letter.
static size_t begin_ascii(kf_charset_reader *r, kf_text bytes, size_t i) {
    bool is_half = bytes.data[i] != ']';
    flush(r);
    if (r->bad++ == 0)
        note(r, KF_TEXT_INVALID, "the escape that leads back to ASCII is missing here");
    r->source->is_repaired = true;
    if (is_half)
        add_character(r, KF_MAP_DAMAGED, true);
    r->shift = "";
    r->shifted = r->next = i + is_half;
    return i + is_half;
}

static void decode_by_iconv(kf_charset_reader *r, kf_text bytes, bool is_final) {
    const bool has_escapes = kf_broken_has_escapes(r->charset);
    const size_t ahead = is_final ? 0 : has_escapes ? KF_HZ_AHEAD : KF_BROKEN_AHEAD;
    size_t i = r->done, stop = bytes.length > ahead ? bytes.length - ahead : 0;
    while (i < stop) {
        char piece[PIECE], *out = piece, *in = (char *)(uintptr_t)(bytes.data + i);
        // Four bytes come out of one at most, so the room is never the limit of a short piece.
        size_t room = sizeof piece, end = i + PIECE / 4;
        end = end < stop ? end : stop;
        size_t broken = break_before(r, bytes, i, end);
        if (broken == i && broken < end) {
            i = begin_ascii(r, bytes, i);
            continue;
        }
        end = kf_bytes_end_of_run(r->charset, bytes, i, broken);
        size_t left = end - i, fed = left;
        if (i >= r->next && (i == r->shifted || kf_bytes_is_rest(r->charset, bytes, i))) {
            add_step(r, i);
            r->next = i + PIECE / 4;
        }
        size_t result = left > 0 ? iconv(r->converter->iconv, &in, &left, &out, &room) : 0;
        size_t made = kf_map_signs(r->charset, piece, sizeof piece - room);
        add_converted(r, (kf_text){piece, made});
        i += fed - left;
        bool is_stuck = fed == 0 || (result == (size_t)-1 && left > 0);
        // A character that is cut off by the end of the piece, or of what has come in.
        if (is_stuck && left > 0 && left < KF_MAP_LONGEST && (!is_final || i + left < stop)) {
            if (i + left == stop)
                break;
            is_stuck = fed == left;
        }
        if (is_stuck) {
            flush(r);
            add_character(r, KF_MAP_DAMAGED, true);
            r->shift = "";
            r->shifted = ++i;
        }
    }
    r->done = i;
    if (is_final)
        flush(r);
}

// From here on the text is built. What has come in up to `done` is its own text.
static void begin_decoding(kf_charset_reader *r) {
    kf_source *source = r->source;
    kf_map_kind kind = r->kind;
    r->map = source->map = kf_arena_alloc(source->arena, sizeof *r->map);
    *r->map = (struct kf_charset_map){.count = 0};
    kf_arena_defer(source->arena, kf_map_forget, r->map);
    source->byte_of = kf_map_byte_of;
    r->out = (kf_buffer){.arena = source->arena};
    r->kind = KF_MAP_UTF8;
    for (size_t i = 0; i < r->done; i += PIECE) {
        size_t end = i + PIECE < r->done ? i + PIECE : r->done;
        add_step(r, i);
        kf_buffer_add(&r->out, source->bytes.data + i, end - i);
    }
    r->kind = kind;
    r->next = r->done;
}

// ---- Bytes that are their own text ----

static const kf_text byte_order_mark = {"\xEF\xBB\xBF", 3};

// The next game from `from` on that begins before `upto`, `length` when there is none. A byte order
// mark in front, from where files were put one after the other, belongs to it.
static size_t next_game(const kf_charset_reader *r, kf_text bytes, size_t from, size_t upto,
                        kf_text *declared) {
    const size_t mark = byte_order_mark.length;
    *declared = (kf_text){"", 0};
    if (r->hints.find == NULL)
        return bytes.length;
    size_t end = bytes.length - upto > mark ? upto + mark : bytes.length;
    size_t at = r->hints.find(bytes, from, end, declared);
    bool has_mark = at < bytes.length && at - from >= mark &&
                    kf_text_starts(kf_text_cut(bytes, at - mark, at), byte_order_mark);
    at -= has_mark ? mark : 0;
    return at < upto ? at : bytes.length;
}

// Where the game begins in which `at` stands; one begins, or the bytes do, at `from` or before.
// Most games are short: one looks for it nearby first, and never further than to know one that
// begins before `at`.
static size_t game_around(const kf_charset_reader *r, kf_text bytes, size_t from, size_t at) {
    enum { NEARBY = 4096, AHEAD = 2 * KF_CHARSET_NODE };
    kf_text declared, front = kf_text_cut(bytes, 0, at + AHEAD);
    size_t begin = from, none = at + 1; // from there on
    for (size_t back = NEARBY; at - from > back; back *= 4) {
        size_t near = next_game(r, front, at - back, none, &declared);
        if (near < front.length) {
            begin = near;
            break;
        }
        none = at - back;
    }
    for (size_t next; (next = next_game(r, front, begin + 1, none, &declared)) < front.length;)
        begin = next;
    return begin;
}

// Whether the bytes from `from` on have characters of two bytes in a game, maybe begun before, that
// has no longer ones: in another set they would be other letters. Where it ends need not be known
// when a longer one stands in it before the last of them, and no other game begins before that.
static bool has_doubtful(const kf_charset_reader *r, kf_text bytes, size_t from) {
    kf_text declared;
    size_t last = 0; // behind that one, when it was looked for
    for (size_t i = kf_choice_next_pair(bytes, from), end = 0; i < bytes.length;
         i = kf_choice_next_pair(bytes, end)) {
        size_t begin = game_around(r, bytes, end, i);
        if (!kf_choice_has_long(kf_text_cut(bytes, begin, bytes.length)))
            return true;
        for (size_t next = last == 0 ? i : bytes.length; next < bytes.length;
             next = kf_choice_next_pair(bytes, last))
            last = next + 1;
        end = next_game(r, bytes, i, last, &declared);
        if (end == bytes.length && kf_choice_has_long(kf_text_cut(bytes, begin, last)))
            return false;
        end = end == bytes.length ? next_game(r, bytes, last, bytes.length, &declared) : end;
        if (!kf_choice_has_long(kf_text_cut(bytes, begin, end)))
            return true;
    }
    return false;
}

// Whether bytes that have come in are text as they stand.
static bool is_plain(const kf_charset_reader *r, kf_text fresh) {
    bool ascii;
    if (!kf_text_is_utf8(fresh, &ascii) || memchr(fresh.data, '\0', fresh.length) != NULL)
        return false;
    if (r->is_one)
        return ascii || r->kind == KF_MAP_UTF8;
    if (ascii || kf_choice_has_signs(fresh))
        return !kf_choice_has_signs(fresh);
    kf_text bytes = kf_text_cut(r->source->bytes, 0, r->done + fresh.length);
    return !r->names_other && !kf_choice_names_other(fresh) && !has_doubtful(r, bytes, r->done);
}

// Where a name stands in the window; that of the front has been copied.
static size_t place_of(const kf_charset_reader *r, kf_text name) {
    uintptr_t begin = (uintptr_t)r->source->bytes.data, at = (uintptr_t)name.data;
    return at >= begin && at - begin < r->source->bytes.length ? at - begin : r->declared_at;
}

// Tells that the name was not taken: it is unknown, or the text is in another set.
static void report_name(kf_charset_reader *r, kf_text name, const kf_charset *set,
                        const kf_choice *taken) {
    size_t byte = place_of(r, name);
    char behind[80];
    bool is_known = set != NULL;
    if (is_known && (taken->why == KF_WHY_DECLARED || strcmp(taken->charset, set->name) == 0))
        return;
    snprintf(behind, sizeof behind, "%s; read as %s",
             is_known ? " but is not written in it" : "' is not known", taken->charset);
    event told = {byte, true, is_known ? KF_TEXT_CONTRADICTED : KF_TEXT_CHARSET,
                  compose(r, is_known ? "the file names " : "character set '", name, behind)};
    event *last = r->event_count > 0 ? &r->events[r->event_count - 1] : NULL;
    // Text in front of the game was judged by its name, too.
    bool is_again = last != NULL && last->is_byte && last->at == byte;
    *(is_again ? last : note(r, told.code, told.message)) = told;
}

// What the front says of its set is judged when all that came in is text as it stands.
static void judge_front(kf_charset_reader *r, bool is_complete) {
    const kf_charset *set = kf_choice_named(r->hints.declared);
    bool is_bad = r->hints.declared.length > 0 && (set == NULL || set->frame == KF_FRAME_OTHER);
    if (r->is_one || r->is_front_told || !is_complete)
        return;
    if (is_bad)
        report_name(r, r->hints.declared, set, &(kf_choice){"UTF-8", KF_WHY_VALID, 0});
    r->is_front_told = !r->names_other;
}

// Takes what has come in as it stands. False: it is no text.
static bool take_plain(kf_charset_reader *r, bool is_final) {
    kf_text fresh = kf_text_cut(r->source->bytes, r->done, r->source->bytes.length);
    size_t cut = 0;
    if (!is_plain(r, fresh)) {
        cut = is_final ? 0 : kf_text_begun(fresh);
        if (cut == 0 || !is_plain(r, kf_text_cut(fresh, 0, fresh.length - cut)))
            return false;
    }
    bool ascii = true;
    if (r->source->why == KF_WHY_ASCII && kf_text_is_utf8(fresh, &ascii) && !ascii) {
        r->source->why = KF_WHY_VALID;
        r->source->charset = "UTF-8";
    }
    judge_front(r, fresh.length > cut);
    r->done += fresh.length - cut;
    char *behind = (char *)(uintptr_t)r->source->bytes.data + r->done;
    r->held_count = cut;
    memcpy(r->held, behind, cut);
    memset(behind, 0, cut);
    r->source->text = kf_text_cut(r->source->bytes, 0, r->done);
    return true;
}

// ---- The set of a game ----

// Whether the game at `begin` stands in one that says it is in UTF-8. The game before it is gone
// through from where it began.
static bool is_within(kf_charset_reader *r, size_t begin, kf_text declared, const kf_charset *set) {
    if (declared.length == 0)
        r->says_utf8 =
            r->says_utf8 && r->hints.is_within(r->source->bytes, r->counted, begin, &r->nest);
    r->counted = begin;
    if (declared.length == 0)
        return r->says_utf8;
    r->says_utf8 = set != NULL && strcmp(set->name, "UTF-8") == 0 && r->hints.is_within != NULL;
    r->nest = (kf_charset_nest){.depth = 0};
    return false;
}

// Reads on in a set of the list. False: this system's iconv does not have it.
static bool take_set(kf_charset_reader *r, const char *name) {
    r->letters = kf_bytes_alone(name);
    r->kind = r->letters != NULL                ? KF_MAP_BYTES
              : strcmp(name, "UTF-8") == 0      ? KF_MAP_UTF8
              : strcmp(name, "HZ-GB-2312") == 0 ? KF_MAP_HZ
                                                : KF_MAP_ICONV;
    if (r->kind == KF_MAP_ICONV && !kf_detect_reopen(r->source->arena, &r->converter, name))
        return false;
    r->charset = name;
    r->next = r->shifted = r->done;
    r->shift = "";
    return true;
}

// Whether a byte order mark says that the game at `begin` is in UTF-8: its own, that of the text in
// front of it, or that of the input, which speaks for all games that are valid. None speaks for one
// that is not, and names another set.
static bool is_marked(kf_charset_reader *r, size_t begin, kf_text game, const kf_charset *set) {
    kf_text declared, bytes = r->source->bytes;
    bool is_due = r->is_mark_due;
    r->is_mark_due = is_due && next_game(r, bytes, begin, begin + 1, &declared) != begin;
    bool is_own = is_due || kf_text_starts(game, byte_order_mark);
    bool names_it = set == NULL || strcmp(set->name, "UTF-8") == 0;
    return (is_own && names_it) || ((is_own || r->has_mark) && kf_text_is_utf8(game, NULL));
}

// Takes UTF-16 in a frame of ASCII, where the game says UTF-16 and is written so.
static bool take_framed(kf_charset_reader *r, const kf_charset *set, kf_text game) {
    r->framed = (kf_framed){.name = r->hints.name};
    if (set == NULL || !kf_framed_choose(&r->framed, set->name, game))
        r->framed.name = NULL;
    if (r->framed.name == NULL)
        return false;
    r->kind = KF_MAP_FRAME16;
    r->charset = r->framed.is_big ? "UTF-16BE" : "UTF-16LE";
    r->next = r->shifted = r->done;
    r->shift = "";
    return true;
}

// Reads the game at `begin` in the set that it is most likely in. A mark before it names none.
static void begin_game(kf_charset_reader *r, size_t begin, kf_text declared) {
    kf_source *source = r->source;
    const char *before = r->charset;
    size_t end = r->game > begin ? r->game : source->bytes.length;
    end = end - begin > KF_CHOICE_EVIDENCE ? begin + KF_CHOICE_EVIDENCE : end;
    kf_text game = kf_text_cut(source->bytes, begin, end), own = declared;
    kf_mail_read(&r->mail, source->bytes, begin + 1);
    bool is_of_mail = own.length == 0 && kf_mail_names(&r->mail, &r->choosing, game, &declared);
    r->declared_at = is_of_mail ? r->mail.place : r->declared_at;
    const kf_charset *set = kf_choice_declared(&r->choosing, declared);
    // Letters say UTF-8, or ASCII, when they do not know better.
    bool says_nothing =
        is_of_mail && strcmp(set->name, "UTF-8") == 0 && !kf_text_is_utf8(game, NULL);
    // Within UTF-8 signs of seven bits are text.
    bool is_utf8 = is_within(r, begin, own, set) && kf_choice_is_ascii(game);
    bool is_framed = own.length > 0 && take_framed(r, set, game);
    kf_choice taken = is_framed ? (kf_choice){r->charset, KF_WHY_DECLARED, 100}
                      : is_marked(r, begin, game, set) ? (kf_choice){"UTF-8", KF_WHY_MARK, 100}
                      : is_utf8                        ? (kf_choice){"UTF-8", KF_WHY_ASCII, 100}
                                : kf_mail_choose(&r->mail, &r->choosing, game,
                                                 says_nothing ? NULL : set, own.length > 0);
    if (!is_framed && !take_set(r, taken.charset) && !take_set(r, "ISO-8859-1"))
        return;
    r->why = taken.why;
    r->sure = taken.sure;
    bool is_judged = begin == 0 ? r->is_front_told || taken.why == KF_WHY_MARK
                                : game.length == byte_order_mark.length ||
                                      (is_of_mail && r->mail.was_contradicted);
    if (declared.length > 0 && !is_judged)
        report_name(r, declared, set, &taken);
    r->mail.was_contradicted =
        r->mail.was_contradicted || (is_of_mail && taken.why != KF_WHY_DECLARED);
    r->is_front_told = true;
    r->bad = 0;
    bool is_new = !r->mail.is_behind && (before == NULL || strcmp(before, r->charset) != 0);
    if (declared.length == 0 && taken.why == KF_WHY_RECOGNISED && is_new &&
        r->kind != KF_MAP_UTF8) {
        char sure[24];
        snprintf(sure, sizeof sure, ", %d %% sure", taken.sure);
        note(r, KF_TEXT_CHARSET,
             compose(r, "no character set is named and the bytes are not UTF-8; read as ",
                     kf_text_of(r->charset), sure));
    }
    if (taken.why == KF_WHY_ASCII && r->has_chosen)
        return;
    source->is_mixed =
        r->has_chosen && (source->is_mixed || strcmp(source->charset, r->charset) != 0);
    if (!r->has_chosen || taken.why == KF_WHY_ASCII) {
        source->charset = r->charset;
        source->why = taken.why;
        source->sure = taken.sure;
    }
    r->has_chosen = taken.why != KF_WHY_ASCII;
}

// The game in which the text goes on: the last one that begins before.
static size_t game_in_hand(kf_charset_reader *r, kf_text *declared) {
    size_t at = 0, begin = 0, length = r->source->bytes.length;
    kf_text name;
    *declared = r->is_front_told ? (kf_text){"", 0} : r->hints.declared;
    while ((at = next_game(r, r->source->bytes, at, r->done + 1, &name)) < length &&
           at <= r->done) {
        is_within(r, at, name, kf_choice_declared(&r->choosing, name));
        begin = at++;
        *declared = name;
    }
    return begin;
}

// Begins at a game, at a part of a letter, or behind a game in a text: finds where that ends, and
// what it says of its set.
static void begin_part(kf_charset_reader *r, size_t begin, kf_text *declared) {
    kf_text behind, bytes = r->source->bytes;
    bool is_begin = r->game == begin;
    r->mail.is_behind = !is_begin;
    if (!is_begin)
        *declared = (kf_text){"", 0};
    else
        r->game = next_game(r, bytes, begin + 1, bytes.length, &behind);
    r->ends_game = is_begin && declared->length > 0 && r->hints.end != NULL;
    if (r->ends_game)
        r->game = r->hints.end(bytes, begin, r->game, *declared);
    else if (is_begin)
        r->mail.text.charset = NULL;
}

// ---- As the bytes come in ----

static void finish_text(kf_charset_reader *r) {
    kf_source_pad(&r->out);
    r->source->text = kf_buffer_text(&r->out);
}

// Decodes the frame up to `end`, or a value of it.
static void decode_framed_up_to(kf_charset_reader *r, kf_map_kind kind, size_t end) {
    r->kind = kind;
    r->next = r->done;
    decode_stepwise(r, kf_text_cut(r->source->bytes, 0, end), true);
}

// A value that has not come in whole waits for the rest, unless it is longer than any.
static void decode_framed(kf_charset_reader *r, kf_text bytes, bool is_final) {
    kf_framed *f = &r->framed;
    f->at = r->done;
    while (r->done < bytes.length) {
        bool is_found = kf_framed_next(f, bytes);
        bool is_all = is_final || bytes.length - f->open > KF_CHOICE_EVIDENCE;
        if (!is_found || (!f->is_closed && !is_all)) {
            decode_framed_up_to(r, KF_MAP_FRAME16, is_all && !is_found ? bytes.length : f->open);
            return;
        }
        decode_framed_up_to(r, KF_MAP_FRAME16, f->begin);
        decode_framed_up_to(r, f->is_big ? KF_MAP_VALUE16BE : KF_MAP_VALUE16LE, f->end);
    }
}

static void decode_up_to(kf_charset_reader *r, size_t end, bool is_final) {
    kf_text bytes = kf_text_cut(r->source->bytes, 0, end);
    if (r->framed.name != NULL && !r->is_one)
        decode_framed(r, bytes, is_final);
    else if (r->kind == KF_MAP_ICONV)
        decode_by_iconv(r, bytes, is_final);
    else
        decode_stepwise(r, bytes, is_final);
}

// Decodes game by game, as far as it is known in which set each is.
static void decode_games(kf_charset_reader *r, bool is_final) {
    kf_source *source = r->source;
    size_t length = source->bytes.length, begin = r->done;
    kf_text declared = {"", 0}, behind;
    bool is_begun = r->charset != NULL;
    while (r->done < length) {
        r->game = next_game(r, source->bytes, r->done, length, &behind);
        if (!is_begun && (r->game == r->done || r->ends_game)) {
            begin = r->done;
            declared = behind;
            begin_part(r, begin, &declared);
        } else if (!is_begun) {
            begin = game_in_hand(r, &declared);
        }
        bool is_end_known = r->game < length;
        // What stands at the very end may be the front of a game that has not come in.
        size_t end = is_end_known || is_final ? r->game : length < AHEAD ? 0 : length - AHEAD;
        if (!is_begun && !is_end_known && !is_final && length - begin < KF_CHOICE_EVIDENCE)
            return;
        if (!is_begun)
            begin_game(r, begin, declared);
        if (end <= r->done)
            return;
        decode_up_to(r, end, is_end_known || is_final);
        if (!is_end_known)
            return;
        r->charset = NULL;
        is_begun = false;
    }
}

void kf_charset_reader_feed(kf_charset_reader *r, bool is_final) {
    kf_source *source = r->source;
    memcpy((char *)(uintptr_t)source->bytes.data + r->done, r->held, r->held_count);
    r->held_count = 0;
    if (r->out.arena == NULL && take_plain(r, is_final))
        return;
    if (r->out.arena == NULL)
        begin_decoding(r);
    // Most bytes are their own text, and few become more.
    kf_buffer *out = &r->out;
    out->data = kf_arena_grow(out->arena, out->data, &out->capacity,
                              out->length + source->bytes.length - r->done + KF_SOURCE_PADDING, 1);
    if (r->is_one)
        decode_up_to(r, source->bytes.length, is_final);
    else
        decode_games(r, is_final);
    finish_text(r);
}

size_t kf_charset_reader_cut(const kf_charset_reader *r, size_t text, size_t *bytes) {
    const struct kf_charset_map *map = r->map;
    if (map == NULL) {
        *bytes = kf_text_front(r->source->text, text);
        return *bytes;
    }
    kf_map_step at = map->count > 0 ? map->steps[kf_map_step_before(map, text)]
                                    : (kf_map_step){.text = 0, .byte = 0};
    *bytes = at.byte;
    return at.text;
}

void kf_charset_reader_forget(kf_charset_reader *r, size_t text, size_t bytes) {
    struct kf_charset_map *map = r->map;
    if (map != NULL && map->count > 0) {
        kf_map_forget(map);
        size_t first = kf_map_step_before(map, text);
        for (size_t i = first; i < map->count; i++) {
            map->steps[i - first] = map->steps[i];
            map->steps[i - first].text -= text;
            map->steps[i - first].byte -= bytes;
        }
        map->count -= first;
        memmove(r->out.data, r->out.data + text, r->out.length - text + KF_SOURCE_PADDING);
        r->out.length -= text;
        r->next -= bytes;
    }
    r->done -= bytes;
    r->counted -= r->counted < bytes ? r->counted : bytes;
    r->shifted -= r->shifted < bytes ? r->shifted : bytes;
    if (bytes > 0)
        r->hints.declared.length = 0;
    kf_mail_forget(&r->mail, r->source->bytes, bytes);
    for (size_t i = 0; i < r->event_count; i++) {
        event *e = &r->events[i];
        size_t gone = e->is_byte ? bytes : text;
        e->at -= e->at < gone ? e->at : gone;
    }
}

// ---- The whole input ----

static bool take_marked(kf_charset_reader *r) {
    kf_text bytes = r->source->bytes;
    size_t mark = byte_order_mark.length;
    const char *wide = kf_text_wide(bytes, &mark);
    if (wide == NULL && !kf_text_starts(bytes, byte_order_mark))
        return false;
    r->has_mark = r->is_mark_due = wide == NULL && r->hints.find != NULL;
    if (wide == NULL || strncmp(wide, "UTF-32", 6) == 0)
        take_set(r, wide != NULL ? wide : "UTF-8");
    else
        r->kind = strcmp(wide, "UTF-16LE") == 0 ? KF_MAP_UTF16LE : KF_MAP_UTF16BE;
    r->charset = wide != NULL ? wide : "UTF-8";
    r->source->why = mark > 0 ? KF_WHY_MARK : KF_WHY_LOOK;
    begin_decoding(r);
    r->done = r->next = mark;
    r->charset = r->has_mark ? NULL : r->charset;
    return !r->has_mark;
}

// Takes what the user wants. A set in which ASCII looks otherwise is decoded from the start.
static bool take_wanted(kf_charset_reader *r, const kf_charset *set) {
    if (set == NULL || !take_set(r, set->name))
        return false;
    r->source->why = KF_WHY_WANTED;
    if (set->frame != KF_FRAME_ASCII ||
        (r->kind == KF_MAP_UTF8 && kf_text_starts(r->source->bytes, byte_order_mark)))
        begin_decoding(r);
    return true;
}

// A notation that has one game in a file is read part by part.
static void begin_mail(kf_charset_reader *r) {
    kf_text declared, front = kf_text_cut(r->source->bytes, 0, KF_CHOICE_FRONT);
    r->mail.has_parts = r->hints.end != NULL || r->hints.find == NULL;
    if (r->is_one || r->has_mark || front.length == 0 || front.data[0] == '(')
        return;
    if (r->hints.find != NULL)
        front.length = r->hints.find(front, 0, front.length, &declared);
    kf_mail_begin(&r->mail, front);
    if (r->mail.has_heads && r->hints.find == NULL)
        r->hints.find = kf_mail_find_part;
}

kf_charset_reader *kf_charset_reader_new(kf_source *source, const kf_charset_hints *hints) {
    kf_charset_reader *r = kf_arena_alloc(source->arena, sizeof *r);
    *r = (kf_charset_reader){.source = source, .hints = *hints, .shift = ""};
    r->choosing = (kf_choosing){.arena = source->arena, .is_old = hints->is_old};
    r->choosing.origin = r->choosing.before = kf_detect_lean(hints->likely);
    kf_text wanted = kf_text_of(hints->wanted != NULL ? hints->wanted : "");
    r->is_one = take_wanted(r, kf_choice_named(wanted)) || take_marked(r);
    source->charset = r->is_one ? r->charset : "UTF-8";
    if (wanted.length > 0 && source->why != KF_WHY_WANTED) {
        char behind[60];
        snprintf(behind, sizeof behind, "' is not known; read as %s", source->charset);
        note(r, KF_TEXT_CHARSET, compose(r, "character set '", wanted, behind));
    }
    if (!r->is_one)
        r->choosing.front =
            kf_detect_sample(source->arena, kf_text_cut(source->bytes, r->done, KF_CHOICE_FRONT));
    begin_mail(r);
    if (r->is_one || r->has_mark || hints->declared.length == 0)
        return r;
    r->declared_at = place_of(r, hints->declared);
    r->hints.declared.data =
        kf_arena_copy(source->arena, hints->declared.data, hints->declared.length);
    // As long as all is ASCII the file's word is good enough.
    const kf_charset *set = kf_choice_named(hints->declared);
    if (set != NULL && set->frame != KF_FRAME_OTHER) {
        r->names_other = strcmp(set->name, "UTF-8") != 0;
        source->charset = set->name;
        source->why = KF_WHY_DECLARED;
    }
    return r;
}

void kf_charset_reader_report(kf_charset_reader *r, size_t upto, kf_log *log) {
    size_t kept = 0;
    for (size_t i = 0; i < r->event_count; i++) {
        event *e = &r->events[i];
        if (e->is_byte && e->at < r->done) {
            e->at = kf_map_offset_of(r->source, e->at);
            e->is_byte = false;
        }
        if (!e->is_byte && e->at < upto)
            kf_log_add(log, e->code, (kf_place){.source = r->source, .offset = e->at}, "%s",
                       e->message);
        else
            r->events[kept++] = *e;
    }
    r->event_count = kept;
}

void kf_charset_decode(kf_source *source, const kf_charset_hints *hints, kf_log *log) {
    kf_charset_reader *r = kf_charset_reader_new(source, hints);
    kf_charset_reader_feed(r, true);
    kf_charset_reader_report(r, SIZE_MAX, log);
}
