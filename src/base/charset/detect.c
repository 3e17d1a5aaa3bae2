// SPDX-License-Identifier: MIT
// Which character set bytes are in that nothing names.
//
// The bytes are read in each set that can be meant, and the set in which the text is most likely
// wins. How unlikely a character is, its cost, is minus the logarithm of its share among the
// letters of names and comments in that language, in tenths; so a letter of two bytes competes
// with two letters of one. Two names are enough, for a wrong set makes rare characters of them,
// capitals in the middle of words, or no characters at all.

#include "base/charset/detect.h"

#include <iconv.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/charset/alphabet.h"
#include "base/charset/bytes.h"
#include "base/text.h"

// A set that can be meant. `prior` is what it costs to think of it at all.
typedef struct candidate {
    const char *charset;
    kf_alphabet alphabet;
    int prior;
} candidate;

static const candidate candidates[KF_DETECT_SETS] = {
    {"UTF-8", KF_UNICODE, 0},
    {"GB18030", KF_HANS, 0},
    {"BIG5-HKSCS", KF_HANT, 15},
    {"CP932", KF_JAPANESE, 10},
    {"EUC-JP", KF_JAPANESE, 15},
    {"CP949", KF_KOREAN, 10},
    {"Windows-1252", KF_LATIN, 5},
    {"Windows-1251", KF_CYRILLIC, 22},
    {"KOI8-R", KF_CYRILLIC, 26},
    {"IBM437", KF_LATIN, 30},
    {"IBM850", KF_LATIN, 45},
    {"Windows-1250", KF_CENTRAL, 20},
    {"Windows-1254", KF_TURKISH, 27},
    {"IBM866", KF_CYRILLIC, 30},
    // From KF_DETECT_COMMON on, rare ones.
    {"KOI8-U", KF_CYRILLIC, 30},
    {"CP1125", KF_CYRILLIC, 40},
    {"ISO-8859-5", KF_CYRILLIC, 55},
    {"MAC-CYRILLIC", KF_CYRILLIC, 45},
    {"IBM855", KF_CYRILLIC, 70},
    {"Windows-1253", KF_GREEK, 55},
    {"ISO-8859-7", KF_GREEK, 55},
    {"CP737", KF_GREEK, 60},
    {"IBM869", KF_GREEK, 90},
    {"Windows-1255", KF_HEBREW, 60},
    {"IBM862", KF_HEBREW, 70},
    {"Windows-1256", KF_ARABIC, 60},
    {"ISO-8859-6", KF_ARABIC, 65},
    {"TIS-620", KF_THAI, 60},
    {"ISO-8859-2", KF_CENTRAL, 55},
    {"IBM852", KF_CENTRAL, 92},
    {"MAC-CENTRALEUROPE", KF_CENTRAL, 85},
    {"MACINTOSH", KF_LATIN, 90},
    {"IBM860", KF_LATIN, 70},
    {"IBM861", KF_LATIN, 65},
    {"IBM857", KF_TURKISH, 60},
    {"Windows-1257", KF_BALTIC, 50},
    {"ISO-8859-4", KF_BALTIC, 70},
    {"CP775", KF_BALTIC, 90},
    {"VISCII", KF_VIETNAMESE, 80},
    {"Windows-1258", KF_VIETNAMESE, 105},
    {"JOHAB", KF_KOREAN, 75},
    {"EUC-TW", KF_HANT, 72},
};

enum {
    SAMPLE = 1200, // bytes from 128 on that are looked at
    GAP = 3,       // bytes of ASCII that end a piece of the sample
    AROUND = 2,    // and so many stay with it on both sides
    WRONG = 130,   // the cost of bytes that are no character
    DAMAGE = 80,   // the same in UTF-8, where programs that cut it are common
    MEMORY = 90,   // how much the games before can say
    BONUS = 80,    // how much the file's own word counts, where programs write it into any file
    TRUST = 260,   // and where it names one in which all bytes are characters: two rare letters
    FOREIGN = 60,  // a letter of an alphabet in a set of East Asia that is named
    EAST = 60,     // how much better than one of East Asia a rare set has to be
    PER_CENT = 100
};

// ---- Letters ----

typedef enum script { S_HANS, S_HANT, S_KANJI, S_HANGUL, SCRIPTS } script;

#define KF_LETTERS(script, tier, letters)                                                          \
    [(S_##script) * 2 + (tier)-1] = {(letters), sizeof(letters) - 1},
static const kf_text letters[SCRIPTS * 2] = {
#include "base/charset/letters.def"
};
#undef KF_LETTERS

static bool stands_in(kf_text list, const char letter[3]) {
    size_t low = 0, high = list.length / 3;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = memcmp(list.data + 3 * middle, letter, 3);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

// The tier of a letter in a script, 0 when it is in none.
static int tier_of(script script, uint32_t c) {
    char letter[4];
    if (kf_text_put_code_point(letter, c) != 3)
        return 0;
    for (int tier = 1; tier <= 2; tier++)
        if (stands_in(letters[(int)script * 2 + tier - 1], letter))
            return tier;
    return 0;
}

typedef kf_alphabet_letter letter;

static bool is_between(uint32_t c, uint32_t first, uint32_t last) {
    return c >= first && c <= last;
}

static bool is_wide(uint32_t c) {
    return is_between(c, 0x2E80, 0xD7FF) || is_between(c, 0xF900, 0xFAFF) || c >= 0x20000;
}

static bool is_kana(uint32_t c) {
    return is_between(c, 0x3041, 0x30FE);
}

// ---- What a character costs ----

// Punctuation of East Asia and letters as wide as its own.
static int cost_of_symbol(uint32_t c) {
    if (is_between(c, 0x3001, 0x3011) || is_between(c, 0x2018, 0x201D) || c == 0x2026 ||
        c == 0x00B7 || c == 0x30FB || c == 0x2014)
        return 75;
    if (is_between(c, 0xFF01, 0xFF5E) || c == 0x3000)
        return 82;
    if (is_between(c, 0xE000, 0xF8FF))
        return 220;
    return 125;
}

// Whether both bytes are of the smaller set in which the wider one grew.
static bool is_inner(const letter *l) {
    return l->lead >= 0xA1 && l->trail >= 0xA1;
}

static int cost_of_chinese(const letter *l, bool is_simplified) {
    if (is_kana(l->c))
        return 108;
    if (!is_wide(l->c))
        return cost_of_symbol(l->c);
    int tier = tier_of(is_simplified ? S_HANS : S_HANT, l->c);
    if (tier > 0)
        return tier == 1 ? 62 : 84;
    if (!is_simplified)
        return is_between(l->lead, 0xA4, 0xC6) ? 108 : is_between(l->lead, 0xC9, 0xF9) ? 130 : 165;
    if (!is_inner(l))
        return 165;
    return is_between(l->lead, 0xB0, 0xD7) ? 108 : is_between(l->lead, 0xD8, 0xF7) ? 126 : 165;
}

static int cost_of_kanji(const letter *l, bool is_euc) {
    int tier = tier_of(S_KANJI, l->c);
    if (tier > 0)
        return tier == 1 ? 63 : 88;
    if (is_euc)
        return is_between(l->lead, 0xB0, 0xCF) ? 110 : is_between(l->lead, 0xD0, 0xF4) ? 130 : 170;
    bool is_first = is_between(l->lead, 0x88, 0x97) || (l->lead == 0x98 && l->trail < 0x73);
    return is_first ? 110 : is_between(l->lead, 0x98, 0xEA) ? 130 : 165;
}

static int cost_of_japanese(const letter *l, bool is_euc) {
    if (is_between(l->c, 0x3041, 0x3093))
        return 52;
    if (is_between(l->c, 0x30A1, 0x30F6) || l->c == 0x30FC)
        return 56;
    if (is_between(l->c, 0xFF61, 0xFF9F)) // half as wide, and rare
        return is_euc ? 140 : 95;
    if (l->c == 0x3005) // the sign that a letter is said again
        return 70;
    return is_wide(l->c) ? cost_of_kanji(l, is_euc) : cost_of_symbol(l->c);
}

static int cost_of_korean(const letter *l) {
    int tier = tier_of(S_HANGUL, l->c);
    if (tier > 0)
        return tier == 1 ? 50 : 70;
    if (is_between(l->c, 0xAC00, 0xD7A3))
        return is_inner(l) ? 98 : 150;
    if (is_wide(l->c) && !is_kana(l->c))
        return tier_of(S_HANT, l->c) == 1 ? 100 : 128;
    return is_kana(l->c) ? 120 : cost_of_symbol(l->c);
}

// Any script, since a text in UTF-8 may be in any.
static int cost_of_unicode(const letter *l) {
    if (is_kana(l->c))
        return 56;
    if (is_between(l->c, 0xAC00, 0xD7A3))
        return 75;
    if (l->c >= 0x10000)
        return 140;
    if (is_wide(l->c)) {
        int best = 115;
        for (script script = S_HANS; script <= S_KANJI; script++) {
            int tier = tier_of(script, l->c), cost = tier == 1 ? 68 : tier == 2 ? 90 : 115;
            best = cost < best ? cost : best;
        }
        return best;
    }
    if (kf_alphabet_is_latin(l->c))
        return kf_alphabet_cost_of_latin(l);
    if (is_between(l->c, 0x400, 0x491))
        return kf_alphabet_cost_of_cyrillic(l);
    if (is_between(l->c, 0x370, 0x3FF))
        return 60;
    int sign = kf_alphabet_cost_of_sign(l), symbol = cost_of_symbol(l->c);
    return sign < symbol ? sign : symbol;
}

// A letter of East Asia at a small letter of ASCII: mostly it is no letter of East Asia.
static int cost_of_company(const letter *l) {
    return (is_between(l->before, 'a', 'z') ? 45 : 0) + (is_between(l->after, 'a', 'z') ? 45 : 0);
}

// Whether letters of the set have two bytes as a rule, and what they cost is said by these alone.
static bool is_of_east(const candidate *set) {
    return set->alphabet >= KF_HANS && set->alphabet <= KF_KOREAN;
}

// What a letter costs in such a set, whatever stands beside it.
static int cost_in_east(const candidate *set, const letter *l) {
    if (set->alphabet == KF_JAPANESE)
        return cost_of_japanese(l, set->charset[0] == 'E');
    return set->alphabet == KF_KOREAN ? cost_of_korean(l)
                                      : cost_of_chinese(l, set->alphabet == KF_HANS);
}

// `own`: what it costs in a set of East Asia.
static int cost_of(const candidate *set, const letter *l, int own) {
    if (is_of_east(set))
        return own + cost_of_company(l);
    return set->alphabet == KF_UNICODE ? cost_of_unicode(l) : kf_alphabet_cost(set->alphabet, l);
}

// Whether it is a letter of an alphabet that sets of East Asia have as well.
static bool is_of_alphabet(uint32_t c) {
    return kf_alphabet_is_latin(c) || is_between(c, 0x386, 0x3CE) || is_between(c, 0x401, 0x451);
}

static bool stands_beside(uint32_t c, bool is_latin) {
    return is_of_alphabet(c) || (is_latin && (is_between(c, 'a', 'z') || is_between(c, 'A', 'Z')));
}

// The same where the text names the set: two such letters side by side are a word in it. Without a
// name they are an accident rather.
static int cost_in_named(const candidate *set, const letter *l, int own) {
    bool is_latin = kf_alphabet_is_latin(l->c);
    bool is_word = is_of_alphabet(l->c) &&
                   (stands_beside(l->before, is_latin) || stands_beside(l->after, is_latin));
    int cost = cost_of(set, l, own);
    return is_word && l->trail != 0 && cost > FOREIGN ? FOREIGN : cost;
}

// Whether all its letters have one byte.
static bool is_narrow(const candidate *set) {
    return set->alphabet >= KF_CYRILLIC;
}

// ---- The sample ----

static bool is_high(kf_text bytes, size_t i) {
    return i < bytes.length && (unsigned char)bytes.data[i] >= 0x80;
}

// The end of the piece that begins with the byte at `i`: where ASCII goes on for a while.
static size_t end_of_piece(kf_text bytes, size_t i) {
    size_t last = i;
    while (i < bytes.length && i - last <= GAP) {
        if (is_high(bytes, i))
            last = i;
        i++;
    }
    return last + 1;
}

// A piece in a line.
kf_text kf_detect_sample(kf_arena *arena, kf_text bytes) {
    kf_buffer out = {.arena = arena};
    size_t high = 0, shown = 0;
    for (size_t i = 0; i < bytes.length && high < SAMPLE;) {
        i = kf_text_skip_ascii(bytes, i);
        if (i == bytes.length)
            break;
        size_t end = end_of_piece(bytes, i), begin = i > AROUND ? i - AROUND : 0;
        begin = begin < shown ? shown : begin;
        end = end - i > (size_t)2 * SAMPLE ? i + (size_t)2 * SAMPLE : end;
        for (; i < end; i++)
            high += is_high(bytes, i);
        shown = end + AROUND < bytes.length ? end + AROUND : bytes.length;
        kf_buffer_add_text(&out, kf_text_cut(bytes, begin, shown));
        kf_buffer_add_char(&out, '\n');
    }
    return kf_buffer_text(&out);
}

// ---- Reading the sample in a set ----

typedef struct looking {
    const candidate *set;
    kf_text sample;
    iconv_t converter;
    const uint16_t *table;  // of one byte a letter
    kf_detect_known *known; // of a set of East Asia: what was asked before
    bool is_held;           // the converter holds a letter back that belongs to the next one
    letter *letters;
    size_t count, at; // that were read, and where the next one begins
    int wrong;        // pieces that are no character
} looking;

size_t kf_detect_damage(kf_text bytes) {
    unsigned char lead = (unsigned char)bytes.data[0];
    size_t need = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, n = 1;
    unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    while (n < need && n < bytes.length && (unsigned char)bytes.data[n] >= low &&
           (unsigned char)bytes.data[n] <= high) {
        n++;
        low = 0x80;
        high = 0xBF;
    }
    return n;
}

size_t kf_detect_java(kf_text bytes, uint32_t *c) {
    enum { PAIR = 6 };
    const unsigned char *p = (const unsigned char *)bytes.data;
    bool is_nul = bytes.length >= 2 && p[0] == 0xC0 && p[1] == 0x80;
    *c = 0;
    if (is_nul || bytes.length < PAIR || p[0] != 0xED || p[3] != 0xED || p[1] >> 4 != 0xA ||
        p[4] >> 4 != 0xB || p[2] >> 6 != 2 || p[5] >> 6 != 2)
        return is_nul ? 2 : 0;
    *c = 0x10000 +
         ((p[1] & 0xFu) << 16 | (p[2] & 0x3Fu) << 10 | (p[4] & 0xFu) << 6 | (p[5] & 0x3Fu));
    return PAIR;
}

// The number of bytes of the character at `i`, 0 when there is none.
static size_t length_at(const looking *l, size_t i) {
    kf_text rest = kf_text_cut(l->sample, i, l->sample.length);
    unsigned char lead = (unsigned char)rest.data[0];
    if (l->set->alphabet == KF_UNICODE) {
        uint32_t c;
        size_t length = kf_text_sequence(rest);
        return length > 0 ? length : kf_detect_java(rest, &c);
    }
    if (is_narrow(l->set))
        return 1;
    bool is_sjis = l->set->alphabet == KF_JAPANESE && l->set->charset[0] == 'C';
    if (is_sjis && is_between(lead, 0xA1, 0xDF))
        return 1;
    if (lead == 0x80 || lead == 0xFF || rest.length < 2)
        return 0;
    bool is_four = l->set->alphabet == KF_HANS && is_between((unsigned char)rest.data[1], '0', '9');
    bool is_three = l->set->charset[0] == 'E' && lead == 0x8F;
    size_t length = is_four ? 4 : is_three ? 3 : 2;
    return length <= rest.length ? length : 0;
}

static bool decode_by_iconv(const looking *l, size_t i, size_t length, uint32_t *c) {
    char utf8[16], *out = utf8, *in = (char *)(uintptr_t)(l->sample.data + i);
    size_t left = length, room = sizeof utf8;
    iconv(l->converter, &in, &left, &out, &room);
    kf_text made = {utf8, sizeof utf8 - room};
    if (left > 0)
        iconv(l->converter, NULL, NULL, NULL, NULL);
    return left == 0 && made.length > 0 && kf_text_sequence(made) == made.length &&
           kf_text_code_point(&made, c);
}

// What is known of a letter of one or two bytes: nothing; that it is none; that the converter holds
// something back behind it; or else what it is and, in the lowest byte, costs.
enum { NO_LETTER, HELD_LETTER, COST_BITS = 8 };

static uint32_t ask(const looking *l, size_t i, size_t length) {
    const unsigned char *p = (const unsigned char *)l->sample.data + i;
    letter read = {.lead = p[0], .trail = length > 1 ? p[1] : 0};
    bool is_letter = decode_by_iconv(l, i, length, &read.c);
    char rest[16], *out = rest;
    size_t room = sizeof rest;
    iconv(l->converter, NULL, NULL, &out, &room);
    if (room < sizeof rest)
        return HELD_LETTER;
    return is_letter ? read.c << COST_BITS | (uint32_t)cost_in_east(l->set, &read) : NO_LETTER;
}

// Reads a letter of a set of East Asia: texts have the same ones over and over, and to ask the
// system for one takes long. Where the converter holds something back it is asked for all letters
// that follow.
static bool recall(looking *l, size_t i, size_t length, letter *read) {
    const unsigned char *p = (const unsigned char *)l->sample.data + i;
    uint32_t bytes = length > 1 ? 1u << 16 | (uint32_t)p[0] << 8 | p[1] : p[0];
    kf_detect_known *known = &l->known[bytes * 2654435761u >> (32 - KF_DETECT_KNOWN_BITS)];
    if (known->bytes != bytes)
        *known = (kf_detect_known){bytes, ask(l, i, length)};
    l->is_held = known->letter == HELD_LETTER;
    if (l->is_held || known->letter == NO_LETTER)
        return false;
    read->c = known->letter >> COST_BITS;
    read->own = (int)(known->letter & ((1u << COST_BITS) - 1));
    return true;
}

// Reads the character at `i` that has so many bytes. False: there is none.
static bool decode(looking *l, size_t i, size_t length, letter *read) {
    if (l->set->alphabet == KF_UNICODE) {
        kf_text one = kf_text_cut(l->sample, i, i + length);
        return kf_detect_java(one, &read->c) > 0 || kf_text_code_point(&one, &read->c);
    }
    if (l->table != NULL) {
        read->c = l->table[(unsigned char)l->sample.data[i] - 0x80];
        return read->c != 0;
    }
    if (length <= 2 && !l->is_held) {
        bool is_letter = recall(l, i, length, read);
        if (!l->is_held)
            return is_letter;
    }
    bool is_letter = decode_by_iconv(l, i, length, &read->c);
    letter own = {.c = read->c, .lead = read->lead};
    own.trail = length > 1 ? (unsigned char)l->sample.data[i + 1] : 0;
    read->own = is_letter ? cost_in_east(l->set, &own) : 0;
    return is_letter;
}

// Reads the next letter of the sample. False: there is none.
static bool read_letter(looking *l) {
    const size_t i = l->at;
    if (i >= l->sample.length)
        return false;
    unsigned char lead = (unsigned char)l->sample.data[i];
    letter read = {.c = lead, .lead = lead};
    size_t length = 1;
    if (lead >= 0x80) {
        length = length_at(l, i);
        if (length == 0 || !decode(l, i, length, &read)) {
            length = l->set->alphabet == KF_UNICODE
                         ? kf_detect_damage(kf_text_cut(l->sample, i, l->sample.length))
                         : 1;
            read.c = 0xFFFD;
            l->wrong++;
        } else if (length > 1) {
            read.trail = (unsigned char)l->sample.data[i + 1];
        }
    }
    l->letters[l->count++] = read;
    l->at += length;
    return true;
}

// Whether its second byte is rather a bracket, behind which a property or a node follows.
static bool is_end_of_value(const letter *l) {
    return l->trail == ']' && (l->after == ')' || l->after == ';' || l->after == '(' ||
                               l->after == '\n' || is_between(l->after, 'A', 'Z'));
}

// What the tables and modules of a set take at the least.
enum { CONVERTER = 64 * 1024 };

// Without memory the system finds a set no better than one that it does not have, and may not say
// which of both it is. Who took the one for the other would read the text in another set.
iconv_t kf_detect_converter(kf_arena *arena, const char *to, const char *from) {
    iconv_t converter = iconv_open(to, from);
    if (converter != (iconv_t)-1)
        return converter;
    void *probe = malloc(CONVERTER);
    free(probe);
    if (probe == NULL)
        kf_arena_fail(arena);
    return iconv_open(to, from);
}

// An allocation may fail while a converter is open; the arena closes it in any case.
static void close_open(void *what) {
    kf_detect_open *open = what;
    if (open->iconv != (iconv_t)-1)
        iconv_close(open->iconv);
    *open = (kf_detect_open){(iconv_t)-1, NULL};
}

bool kf_detect_reopen(kf_arena *arena, kf_detect_open **open, const char *set) {
    kf_detect_open *o = *open;
    if (o != NULL && o->set != NULL && strcmp(o->set, set) == 0) {
        iconv(o->iconv, NULL, NULL, NULL, NULL);
        return true;
    }
    if (o == NULL) {
        o = *open = kf_arena_alloc(arena, sizeof *o);
        *o = (kf_detect_open){(iconv_t)-1, NULL};
        kf_arena_defer(arena, close_open, o);
    }
    close_open(o);
    o->iconv = kf_detect_converter(arena, "UTF-8", set);
    o->set = o->iconv != (iconv_t)-1 ? set : NULL;
    return o->set != NULL;
}

static void close_sets(void *what) {
    kf_detect_sets *sets = what;
    for (int i = 0; i < KF_DETECT_SETS; i++)
        if (sets->is_known[i] && sets->converters[i] != (iconv_t)-1)
            iconv_close(sets->converters[i]);
}

kf_detect_sets *kf_detect_sets_new(kf_arena *arena) {
    kf_detect_sets *sets = kf_arena_alloc(arena, sizeof *sets);
    *sets = (kf_detect_sets){.arena = arena};
    sets->home = kf_arena_new_in(arena);
    kf_arena_defer(arena, close_sets, sets);
    return sets;
}

// The converter from a set, as it is in the beginning.
static iconv_t converter_from(kf_detect_sets *sets, int index) {
    if (!sets->is_known[index])
        sets->converters[index] =
            kf_detect_converter(sets->arena, "UTF-8", candidates[index].charset);
    else if (sets->converters[index] != (iconv_t)-1)
        iconv(sets->converters[index], NULL, NULL, NULL, NULL);
    sets->is_known[index] = true;
    return sets->converters[index];
}

static kf_detect_known *known_in(kf_detect_sets *sets, int index) {
    const size_t size = sizeof *sets->known[index] << KF_DETECT_KNOWN_BITS;
    if (sets->known[index] == NULL) {
        sets->known[index] = kf_arena_alloc(sets->home, size);
        memset(sets->known[index], 0, size);
    }
    return sets->known[index];
}

typedef struct scores {
    int cost[KF_DETECT_SETS], wrong[KF_DETECT_SETS];
    uint64_t hash[KF_DETECT_SETS]; // of the text that the sample is
    int best;
} scores;

// From which cost on a set is too far behind the best one for anybody to ask how far: at the end
// at least TRUST is added to it.
static int most_in(const scores *s, bool is_named) {
    return s->best < 0 || is_named ? INT_MAX : s->cost[s->best] + 4 * MEMORY - TRUST;
}

// How much the sample costs in a set. Negative: it cannot be meant.
static int cost_in(kf_detect_sets *sets, int index, kf_text sample, bool is_named, scores *s) {
    const candidate *set = &candidates[index];
    kf_arena *arena = sets->arena;
    looking l = {.set = set, .sample = sample, .converter = (iconv_t)-1};
    int cost = set->prior, run = 0, good = 0, most = most_in(s, is_named);
    if (is_narrow(set))
        l.table = kf_bytes_of(set->charset);
    else if (set->alphabet != KF_UNICODE)
        l.converter = converter_from(sets, index);
    if (set->alphabet != KF_UNICODE && l.converter == (iconv_t)-1 && l.table == NULL)
        return -1;
    if (is_of_east(set))
        l.known = known_in(sets, index);
    kf_arena_level level = kf_arena_mark(arena);
    l.letters = kf_arena_alloc(arena, (sample.length + 1) * sizeof *l.letters);
    uint64_t hash = 14695981039346656037u;
    bool has_more = read_letter(&l);
    for (size_t i = 0; has_more && cost < most; i++) {
        letter *one = &l.letters[i];
        has_more = read_letter(&l);
        hash = (hash ^ one->c) * 1099511628211u;
        one->before = i > 0 ? l.letters[i - 1].c : '\n';
        one->after = has_more ? l.letters[i + 1].c : '\n';
        one->run = run;
        run = kf_alphabet_is_latin(one->c) ? run + 1 : 0;
        if (one->lead < 0x80)
            continue;
        if (one->c == 0xFFFD) {
            cost += set->alphabet == KF_UNICODE ? DAMAGE : WRONG;
        } else {
            cost += (is_named ? cost_in_named(set, one, one->own) : cost_of(set, one, one->own)) +
                    (is_end_of_value(one) ? WRONG : 0);
            good++;
        }
    }
    if (set->alphabet >= KF_LATIN && cost < most)
        cost += kf_alphabet_cost_of_strange(set->alphabet, l.letters, l.count, is_named);
    kf_arena_rewind(arena, level);
    s->wrong[index] = l.wrong;
    s->hash[index] = hash;
    // Damaged UTF-8 shows itself by what is not damaged.
    bool is_none = set->alphabet == KF_UNICODE && (good == 0 || l.wrong > 4 * good);
    return is_none ? -1 : cost + (set->alphabet == KF_UNICODE && l.wrong > 2 * good ? DAMAGE : 0);
}

// ---- The choice ----

int kf_detect_index(const char *charset) {
    for (int i = 0; i < KF_DETECT_SETS; i++)
        if (strcmp(candidates[i].charset, charset) == 0)
            return i;
    return -1;
}

bool kf_detect_is_common(const char *charset) {
    int index = kf_detect_index(charset);
    return index >= 0 && index < KF_DETECT_COMMON;
}

bool kf_detect_is_western(const char *charset) {
    int index = kf_detect_index(charset);
    return index >= 0 && candidates[index].alphabet >= KF_LATIN;
}

const char *kf_detect_name(int index) {
    return candidates[index].charset;
}

kf_detect_prior kf_detect_lean(const char *charset) {
    kf_detect_prior lean = {.cost = {0}};
    for (int i = 0; charset != NULL && i < KF_DETECT_SETS; i++)
        lean.cost[i] = strcmp(candidates[i].charset, charset) == 0 ? 0 : MEMORY;
    return lean;
}

// How sure a difference makes, in per cent: half for none.
static int sureness(int difference) {
    static const unsigned char steps[] = {50, 62, 73, 82, 88, 92, 95, 97, 98};
    size_t step = (size_t)(difference < 0 ? 0 : difference) / 10;
    return step < sizeof steps ? steps[step] : PER_CENT - 1;
}

// Programs say ISO-8859-1 before text in any set, and mean the wider one.
static bool is_usual_name(const char *declared) {
    return strcmp(declared, "ISO-8859-1") == 0;
}

static const char *named_by(const char *declared) {
    return is_usual_name(declared) ? "Windows-1252" : declared;
}

// How much it counts that the file names a set. A long text that looks a little more like another
// one is in the set that it names.
static int bonus_of(const candidate *set, const char *declared, int cost, bool is_valid) {
    if (declared == NULL || strcmp(named_by(declared), set->charset) != 0)
        return 0;
    if (is_usual_name(declared))
        return BONUS / 2;
    int trust = is_narrow(set) ? 2 * BONUS : TRUST; // any byte is a character there
    int least = is_valid && strcmp(declared, "Windows-1252") != 0 ? trust : BONUS;
    return cost / 5 > least ? cost / 5 : least;
}

// Whether the best set is the one that the file names, and one where few bytes are characters by
// accident, or its letters are those that texts are made of: no rare set comes near, and opening
// all of them takes longer than reading a game.
static bool is_plainly(const scores *s, kf_text sample, const char *declared) {
    enum { USUAL = 42, USUAL_NARROW = 30, USUAL_WEST = 36, LEAST = 40, BASE = TRUST + 40 };
    int high = 0;
    if (s->best < 0 || s->wrong[s->best] > 0)
        return false;
    const candidate *best = &candidates[s->best];
    if (declared != NULL && !is_narrow(best) && strcmp(declared, best->charset) == 0)
        return true;
    for (size_t i = 0; i < sample.length; i++)
        high += is_high(sample, i);
    bool is_west = strcmp(best->charset, "Windows-1252") == 0;
    int usual =
        is_narrow(best) ? LEAST + (is_west ? USUAL_WEST : USUAL_NARROW) * high : USUAL * high;
    return s->cost[s->best] < BASE + usual;
}

// Whether a set of East Asia has all the bytes and is not far from the best one: a name of a few
// letters there may look like one of a rare set.
static bool is_near_east(const scores *s) {
    for (int i = 0; i < KF_DETECT_COMMON; i++)
        if (!is_narrow(&candidates[i]) && s->cost[i] >= 0 && s->wrong[i] == 0 &&
            s->cost[i] < s->cost[s->best] + EAST)
            return true;
    return false;
}

static scores score_all(kf_detect_sets *sets, kf_text sample, const char *declared, bool is_old,
                        const kf_detect_prior *prior) {
    scores s = {.best = -1};
    for (int i = KF_DETECT_COMMON; i < KF_DETECT_SETS; i++)
        s.cost[i] = -1;
    int margin = 0;
    for (int i = 0; i < KF_DETECT_SETS; i++) {
        const candidate *set = &candidates[i];
        if (i == KF_DETECT_COMMON) {
            if (is_plainly(&s, sample, declared))
                break;
            margin = is_near_east(&s) ? EAST : 0;
        }
        bool is_named = declared != NULL && strcmp(named_by(declared), set->charset) == 0;
        s.cost[i] = cost_in(sets, i, sample, is_named, &s);
        if (s.cost[i] < 0)
            continue;
        int known = prior->cost[i] < MEMORY ? prior->cost[i] : MEMORY;
        bool is_dos = is_old && strncmp(set->charset, "IBM437", 6) == 0;
        // Who names a set has hardly a rare one, unless it is that.
        s.cost[i] += declared != NULL && i >= KF_DETECT_COMMON ? 2 * BONUS : 0;
        // Zero is the least that there is.
        s.cost[i] += known + margin + TRUST + 40 - (is_dos ? 40 : 0) -
                     bonus_of(set, declared, s.cost[i], s.wrong[i] == 0);
        if (s.best < 0 || s.cost[i] < s.cost[s.best])
            s.best = i;
    }
    return s;
}

// Whether the sample is UTF-8 with some damage beyond doubt: most of it is characters of three
// bytes, which no other set makes by accident.
static bool is_damaged_utf8(kf_text sample) {
    size_t good = 0, bad = 0;
    for (size_t i = 0; i < sample.length;) {
        kf_text rest = kf_text_cut(sample, i, sample.length);
        uint32_t c;
        size_t length = kf_text_sequence(rest), java = length == 0 ? kf_detect_java(rest, &c) : 0;
        good += length == 3 || java > 2;
        bad += length + java == 0 || length == 2;
        i += length + java > 0 ? length + java : kf_detect_damage(rest);
    }
    return good >= 3 && good >= bad;
}

// Whether it may be text at all: of pictures and noise every ninth byte is a control character.
static bool is_like_text(kf_text bytes) {
    size_t controls = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        unsigned char c = (unsigned char)bytes.data[i];
        controls += c < ' ' && (c < '\t' || c > '\r') && c != 0x1B;
    }
    return controls <= bytes.length / 32;
}

kf_detected kf_detect(kf_detect_sets *sets, kf_text bytes, const char *declared, bool is_old,
                      kf_detect_prior *prior) {
    kf_arena *arena = sets->arena;
    kf_arena_level level = kf_arena_mark(arena);
    kf_text sample = kf_detect_sample(arena, bytes);
    if (sample.length == 0) {
        kf_arena_rewind(arena, level);
        return (kf_detected){NULL, PER_CENT, true};
    }
    // Who names a rare set knows better than a few letters of it that look like UTF-8.
    bool is_rare =
        declared != NULL && !kf_detect_is_common(declared) && kf_detect_index(declared) >= 0;
    if (!is_rare && is_damaged_utf8(sample)) {
        kf_arena_rewind(arena, level);
        return (kf_detected){"UTF-8", PER_CENT - 1, kf_text_is_utf8(bytes, NULL)};
    }
    scores s = score_all(sets, sample, declared, is_old, prior);
    kf_arena_rewind(arena, level);
    int next = -1;
    for (int i = 0; i < KF_DETECT_SETS; i++) {
        int ahead = s.cost[i] - s.cost[s.best];
        if (s.cost[i] < 0)
            continue;
        prior->cost[i] = ahead < 4 * MEMORY ? ahead : 4 * MEMORY;
        bool is_other = s.hash[i] != s.hash[s.best];
        if (is_other && (next < 0 || s.cost[i] < s.cost[next]))
            next = i;
    }
    int difference = next < 0 ? 4 * MEMORY : s.cost[next] - s.cost[s.best];
    int sure = is_like_text(bytes) ? sureness(difference / 2) : sureness(0);
    return (kf_detected){candidates[s.best].charset, sure, s.wrong[s.best] == 0};
}
