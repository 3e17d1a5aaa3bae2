// SPDX-License-Identifier: MIT
// Slices of text: tests, cutting, numbers and UTF-8.
//
// A text is not copied to be looked at: slices point into the source, and what is asked of them is
// asked here, byte by byte and without regard to the locale.

#include "base/text.h"

#include <string.h>

#include "base/block.h"

kf_text kf_text_of(const char *string) {
    return string != NULL ? (kf_text){string, strlen(string)} : (kf_text){"", 0};
}

bool kf_text_equal(kf_text a, kf_text b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool kf_text_is(kf_text text, const char *string) {
    return kf_text_equal(text, kf_text_of(string));
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

// Whether a byte of the word is zero.
static inline bool has_zero(uint64_t word) {
    return ((word - 0x0101010101010101u) & ~word & 0x8080808080808080u) != 0;
}

// The first place from `from` on of one of the two characters, or the length. Many bytes at a time:
// notations look through up to 64 KB of every file to recognise themselves.
static size_t find_either(kf_text text, size_t from, char a, char b) {
    const uint64_t ones = 0x0101010101010101u;
    uint64_t as = ones * (unsigned char)a, bs = ones * (unsigned char)b, word;
    size_t i = from;
#ifdef KF_BLOCK
    for (; i + KF_BLOCK <= text.length; i += KF_BLOCK) {
        unsigned found = kf_block_bits(text.data + i, a, 0) | kf_block_bits(text.data + i, b, 0);
        if (found != 0)
            return i + (size_t)KF_BLOCK_LOWEST(found);
    }
#endif
    for (; i + sizeof word <= text.length; i += sizeof word) {
        memcpy(&word, text.data + i, sizeof word);
        if (has_zero(word ^ as) || has_zero(word ^ bs))
            break;
    }
    while (i < text.length && text.data[i] != a && text.data[i] != b)
        i++;
    return i;
}

bool kf_text_equal_fold(kf_text a, kf_text b) {
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
            return false;
    return true;
}

// At most places no more than the first letter is looked at.
size_t kf_text_find_fold(kf_text text, kf_text word) {
    if (word.length == 0 || word.length > text.length)
        return word.length == 0 ? 0 : text.length;
    char first = lower(word.data[0]);
    char other = first >= 'a' && first <= 'z' ? (char)(first - 'a' + 'A') : first;
    kf_text front = {text.data, text.length - word.length + 1}; // where it can begin
    for (size_t i = 0; (i = find_either(front, i, first, other)) < front.length; i++)
        if (kf_text_equal_fold((kf_text){text.data + i, word.length}, word))
            return i;
    return text.length;
}

bool kf_text_has_fold(kf_text text, const char *word) {
    return kf_text_find_fold(text, kf_text_of(word)) < text.length;
}

int kf_text_order(kf_text a, kf_text b) {
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter > 0 ? memcmp(a.data, b.data, shorter) : 0;
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

bool kf_text_starts(kf_text text, kf_text start) {
    return text.length >= start.length && kf_text_equal((kf_text){text.data, start.length}, start);
}

bool kf_text_starts_fold(kf_text text, kf_text start) {
    return kf_text_equal_fold(kf_text_cut(text, 0, start.length), start);
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

kf_text kf_text_trim(kf_text text) {
    while (text.length > 0 && is_space(text.data[0]))
        text.data++, text.length--;
    while (text.length > 0 && is_space(text.data[text.length - 1]))
        text.length--;
    return text;
}

kf_text kf_text_cut(kf_text text, size_t begin, size_t end) {
    if (end > text.length)
        end = text.length;
    if (begin > end)
        begin = end;
    return (kf_text){begin > 0 ? text.data + begin : text.data, end - begin}; // NULL stays NULL
}

bool kf_text_word(kf_text *rest, kf_text *word) {
    size_t i = 0;
    while (i < rest->length && (rest->data[i] == ' ' || rest->data[i] == '\t'))
        i++;
    size_t begin = i;
    while (i < rest->length && rest->data[i] != ' ' && rest->data[i] != '\t')
        i++;
    *word = kf_text_cut(*rest, begin, i);
    *rest = kf_text_cut(*rest, i, rest->length);
    return word->length > 0;
}

bool kf_text_item(kf_text *rest, kf_text *item) {
    if (rest->length == 0)
        return false;
    const char *comma = memchr(rest->data, ',', rest->length);
    size_t end = comma != NULL ? (size_t)(comma - rest->data) : rest->length;
    *item = kf_text_trim(kf_text_cut(*rest, 0, end));
    *rest = kf_text_cut(*rest, end + 1, rest->length);
    return true;
}

bool kf_text_line(kf_text *rest, kf_text *line) {
    if (rest->length == 0)
        return false;
    size_t i = find_either(*rest, 0, '\n', '\r');
    *line = kf_text_cut(*rest, 0, i);
    if (i + 1 < rest->length && rest->data[i] == '\r' && rest->data[i + 1] == '\n')
        i++;
    *rest = kf_text_cut(*rest, i + 1, rest->length);
    return true;
}

bool kf_text_number(kf_text text, int *number) {
    long long value = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        value = value * 10 + (text.data[i] - '0');
        if (value > INT32_MAX)
            return false;
    }
    *number = (int)value;
    return text.length > 0;
}

size_t kf_text_characters(kf_text text) {
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += ((unsigned char)text.data[i] & 0xC0) != 0x80;
    return count;
}

size_t kf_text_sequence(kf_text text) {
    const unsigned char *p = (const unsigned char *)text.data;
    if (text.length == 0)
        return 0;
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xC2 ? 0 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if (n == 0 || n > text.length || p[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    bool surrogate = p[0] == 0xED && p[1] > 0x9F;
    bool beyond = p[0] == 0xF4 && p[1] > 0x8F;
    return overlong || surrogate || beyond ? 0 : n;
}

size_t kf_text_whole(kf_text text) {
    size_t begin = text.length;
    while (begin > 0 && text.length - begin < 3 && kf_text_is_inner(text.data[begin - 1]))
        begin--;
    unsigned char lead = begin > 0 ? (unsigned char)text.data[begin - 1] : 0;
    size_t need = lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    return text.length - begin + 1 < need ? begin - 1 : text.length;
}

size_t kf_text_begun(kf_text text) {
    size_t count = 0;
    while (count < 3 && count < text.length) {
        unsigned char c = (unsigned char)text.data[text.length - ++count];
        if (c >= 0xC0)
            return count;
        if (c < 0x80)
            break;
    }
    return 0;
}

size_t kf_text_front(kf_text text, size_t at) {
    while (at > 0 && at < text.length && kf_text_is_inner(text.data[at]))
        at--;
    return at;
}

// Whether the first four units are letters of ASCII, which stand at `place` of `size` bytes among
// NULs.
static bool is_ascii_in(kf_text bytes, size_t size, size_t place) {
    if (bytes.length < 4 * size)
        return false;
    for (size_t i = 0; i < 4 * size; i++) {
        char c = bytes.data[i];
        bool is_letter = (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
        if (i % size == place ? !is_letter : c != '\0')
            return false;
    }
    return true;
}

const char *kf_text_wide(kf_text bytes, size_t *mark) {
    static const struct form {
        const char *name, *mark;
        size_t length, size, place;
    } forms[] = {{"UTF-32LE", "\xFF\xFE\0\0", 4, 4, 0},
                 {"UTF-32BE", "\0\0\xFE\xFF", 4, 4, 3},
                 {"UTF-16LE", "\xFF\xFE", 2, 2, 0},
                 {"UTF-16BE", "\xFE\xFF", 2, 2, 1}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        bool is_marked = kf_text_starts(bytes, (kf_text){forms[i].mark, forms[i].length});
        if (!is_marked && !is_ascii_in(bytes, forms[i].size, forms[i].place))
            continue;
        *mark = is_marked ? forms[i].length : 0;
        return forms[i].name;
    }
    return NULL;
}

static const size_t word = sizeof(uint64_t), words = 4 * sizeof(uint64_t);

// All bits that some of four words have.
static inline uint64_t bits_of(const char *p) {
    uint64_t a, b, c, d;
    memcpy(&a, p, word);
    memcpy(&b, p + word, word);
    memcpy(&c, p + 2 * word, word);
    memcpy(&d, p + 3 * word, word);
    return a | b | c | d;
}

// Many bytes at a time while all are ASCII: most records are nothing else.
size_t kf_text_skip_ascii(kf_text text, size_t from) {
    const uint64_t tops = 0x8080808080808080u;
    const char *data = text.data;
    size_t i = from, length = text.length;
    uint64_t a;
    for (; i + 2 * words <= length; i += 2 * words)
        if (((bits_of(data + i) | bits_of(data + i + words)) & tops) != 0)
            break;
    for (; i + word <= length; i += word) {
        memcpy(&a, data + i, word);
        if ((a & tops) != 0)
            break;
    }
    while (i < length && (unsigned char)data[i] < 0x80)
        i++;
    return i;
}

bool kf_text_is_utf8(kf_text text, bool *ascii) {
    size_t i = kf_text_skip_ascii(text, 0);
    if (ascii != NULL)
        *ascii = i == text.length;
    while (i < text.length) {
        size_t n = kf_text_sequence(kf_text_cut(text, i, text.length));
        if (n == 0)
            return false;
        i += n;
        // Letters beyond ASCII stand together.
        if (i < text.length && (unsigned char)text.data[i] < 0x80)
            i = kf_text_skip_ascii(text, i);
    }
    return true;
}

bool kf_text_code_point(kf_text *rest, uint32_t *code_point) {
    if (rest->length == 0)
        return false;
    unsigned char c = (unsigned char)rest->data[0];
    size_t n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    uint32_t value = n == 1 ? c : c & (0x7Fu >> n);
    for (size_t i = 1; i < n && i < rest->length; i++)
        value = value << 6 | ((unsigned char)rest->data[i] & 0x3Fu);
    *code_point = value;
    *rest = kf_text_cut(*rest, n, rest->length);
    return true;
}

size_t kf_text_put_code_point(char out[4], uint32_t c) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00u >> n & 0xF0u) | c);
    return n;
}

// ---- What is no text ----

// Not 0 where one of the eight bytes is below a blank, or E2.
static inline uint64_t odd_of(const char *data) {
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t a;
    memcpy(&a, data, word);
    uint64_t low = (a - ones * ' ') & ~a, e2 = a ^ (ones * 0xE2);
    return (low | ((e2 - ones) & ~e2)) & tops;
}

// Whether what stands for a NUL stands there.
static bool is_nul(kf_text text, size_t i) {
    return kf_text_starts(kf_text_cut(text, i, text.length), KF_TEXT("\xE2\x90\x80"));
}

// Whether none of the `words` bytes is odd.
static inline bool is_usual(const char *data) {
    return (odd_of(data) | odd_of(data + word) | odd_of(data + 2 * word) |
            odd_of(data + 3 * word)) == 0;
}

size_t kf_text_odd_bytes(kf_text text) {
    size_t odd = 0, i = 0;
    while (i < text.length) {
        while (text.length - i > words && is_usual(text.data + i))
            i += words;
        size_t end = text.length - i > words ? i + words : text.length;
        for (; i < end; i++) {
            unsigned char c = (unsigned char)text.data[i];
            if (c >= ' ' && c != 0xE2)
                continue;
            bool is_picture = is_nul(text, i);
            while (is_picture && is_nul(text, i + 3)) // a download that was filled up has one run
                i += 3;
            bool is_control = c < ' ' && strchr("\t\n\v\f\r\033", c) == NULL;
            odd += is_picture ? 1 : is_control ? 2 : 0;
        }
    }
    return odd;
}

bool kf_text_is_binary(size_t odd, size_t length) {
    enum { FEW = 8, PART = 15 };
    return odd >= FEW && odd > length / PART;
}
