// SPDX-License-Identifier: MIT
// Games in two sets: programs put names of one file into a game of another.

#include "base/charset/mixed.h"

#include <string.h>

#include "base/buffer.h"
#include "base/charset/broken.h"
#include "base/charset/map.h"
#include "base/text.h"

enum {
    LONGEST = 1 << 24, // bytes of a value that is looked at
    LEAST = 3,         // letters that a set has to have
    SOME = 2,          // the same where it is named
    SURE = 95,         // per cent
    MANY = 8           // letters of one byte
};

// What a value holds, read as UTF-8.
typedef struct holding {
    size_t letters; // of three bytes or more
    size_t pairs;   // of two, as other sets have them, too
    size_t bad;     // pieces that are none
    bool is_asked;  // a question mark stands for half a letter, as one server has it
} holding;

static holding weigh(kf_text value) {
    holding h = {0, 0, 0, false};
    size_t run = 0; // bytes beyond ASCII in a row
    for (size_t i = kf_text_skip_ascii(value, 0); i < value.length;) {
        uint32_t c;
        kf_text rest = kf_text_cut(value, i, i + KF_MAP_LONGEST);
        size_t length = kf_text_sequence(rest);
        length = length > 0 ? length : kf_detect_java(rest, &c);
        h.letters += length > 2;
        h.pairs += length == 2;
        h.bad += length == 0;
        length = length > 0 ? length : kf_detect_damage(rest);
        run += length;
        size_t next = kf_text_skip_ascii(value, i + length);
        h.is_asked =
            h.is_asked || (run % 2 != 0 && next > i + length && value.data[i + length] == '?');
        run = next > i + length ? 0 : run;
        i = next;
    }
    return h;
}

// Whether every byte is a letter in the set.
static bool is_of_bytes(const char *charset) {
    static const char *const fronts[] = {"ISO-8859-", "Windows-125", "KOI8-", "IBM"};
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
        if (strncmp(charset, fronts[i], strlen(fronts[i])) == 0)
            return true;
    return false;
}

static bool is_western(const char *charset) {
    bool is_cyrillic = strcmp(charset, "Windows-1251") == 0 || strcmp(charset, "IBM866") == 0;
    return is_of_bytes(charset) && !is_cyrillic && strncmp(charset, "KOI8-", 5) != 0;
}

// Whether letters of two bytes in UTF-8 are no accident in a game whose set is `base`.
static bool takes_pairs(const char *base) {
    return is_of_bytes(base) || strcmp(base, "UTF-8") == 0;
}

static bool is_unicode(const holding *h, bool has_pairs) {
    return h->bad == 0 && h->letters + (has_pairs ? h->pairs : 0) > 0;
}

// Whether it is in another set than UTF-8: what is damaged has letters left. Where the set
// is known a letter by accident does not count.
static bool is_foreign(const holding *h, bool is_known) {
    return h->bad > (is_known ? 1 : 2) * h->letters;
}

// Whether the bracket at `i` closes the value that begins at `begin`. Behind a byte beyond ASCII it
// may be half of a letter, and so may the backslash before it.
static bool is_close(kf_text bytes, size_t begin, size_t i) {
    size_t slashes = 0;
    while (i - slashes > begin && bytes.data[i - slashes - 1] == '\\')
        slashes++;
    size_t before = i - slashes;
    bool is_behind_high = before > begin && (unsigned char)bytes.data[before - 1] >= 0x80;
    bool is_plain = slashes % 2 == 0 && (slashes > 0 || !is_behind_high);
    bool is_listed = slashes == 0 && i + 1 < bytes.length && bytes.data[i + 1] == '[';
    return is_plain || (is_behind_high && (is_listed || kf_broken_ends_value(bytes, i)));
}

// Where the value is closed that begins at `begin`, before the end of the bytes, or their length.
static size_t close_of(kf_text bytes, size_t begin) {
    for (size_t i = begin; i < bytes.length; i++) {
        const char *close = memchr(bytes.data + i, ']', bytes.length - i);
        if (close == NULL)
            break;
        i = (size_t)(close - bytes.data);
        if (is_close(bytes, begin, i))
            return i;
    }
    return bytes.length;
}

// The next value from `from` on that has a letter beyond ASCII: where it begins, behind its bracket
// where that is not before `from`, and in `end` where it closes, the length of the bytes where it
// does not. Longer ones are passed over.
static size_t next_value(kf_text bytes, size_t from, size_t *end) {
    for (size_t i = from; (i = kf_text_skip_ascii(bytes, i)) < bytes.length; i = *end) {
        size_t begin = i;
        while (begin > from && bytes.data[begin - 1] != '[')
            begin--;
        begin = begin > from ? begin : i;
        kf_text near = kf_text_cut(bytes, 0, begin + LONGEST);
        *end = close_of(near, begin);
        if (*end < near.length || near.length == bytes.length)
            return begin;
    }
    return *end = bytes.length;
}

const char *kf_mixed_other(kf_choosing *c, kf_text game, const kf_charset *declared,
                           kf_choice *taken) {
    const bool is_utf8 = strcmp(taken->charset, "UTF-8") == 0;
    bool has_pairs = takes_pairs(is_utf8 && declared != NULL ? declared->name : taken->charset);
    kf_buffer foreign = {.arena = c->arena};
    size_t letters = 0, bad = 0, end;
    for (size_t i = 0; (i = next_value(game, i, &end)) < game.length; i = end) {
        kf_text value = kf_text_cut(game, i, end);
        holding h = weigh(value);
        letters += is_unicode(&h, has_pairs) ? h.letters + h.pairs : 0;
        if (!is_foreign(&h, false) || h.is_asked)
            continue;
        bad += h.bad;
        kf_buffer_add_text(&foreign, value);
        kf_buffer_add_char(&foreign, '\n');
    }
    const bool says_utf8 = declared != NULL && strcmp(declared->name, "UTF-8") == 0;
    bool is_open = is_utf8 && (declared == NULL || says_utf8);
    if (letters < (says_utf8 ? SOME : LEAST) || bad < (is_open ? LEAST : 1))
        return NULL;
    if (!is_utf8 && declared != NULL)
        return "UTF-8";
    const kf_detect_prior before = c->before;
    kf_text values = kf_buffer_text(&foreign);
    kf_choice own = kf_choice_of(c, values, declared);
    bool is_foreign_set = strcmp(own.charset, "UTF-8") != 0;
    c->before = before;
    if (is_foreign_set &&
        (!is_utf8 || (declared != NULL && strcmp(own.charset, declared->name) == 0))) {
        *taken = own;
        return "UTF-8";
    }
    bool is_enough = (bad >= MANY || !is_of_bytes(own.charset)) && own.sure >= SURE;
    bool is_good = is_utf8 && is_enough && is_foreign_set && !is_western(own.charset) &&
                   kf_choice_is_valid(c->arena, values, own.charset);
    return is_good ? own.charset : NULL;
}

size_t kf_mixed_next(const kf_mixed_sets *sets, kf_text bytes, size_t from, bool is_final,
                     size_t *end) {
    bool is_utf8 = strcmp(sets->other, "UTF-8") == 0, has_pairs = takes_pairs(sets->base);
    for (size_t i = from; (i = next_value(bytes, i, end)) < bytes.length; i = *end) {
        kf_text value = kf_text_cut(bytes, i, *end);
        i -= i > from && bytes.data[i - 1] == '[';
        if (*end == bytes.length && !is_final) {
            *end = i;
            return i;
        }
        holding h = weigh(value);
        if (is_utf8 ? is_unicode(&h, has_pairs)
                    : is_foreign(&h, true) && kf_choice_is_valid(sets->arena, value, sets->other))
            return i;
    }
    return bytes.length;
}
