// SPDX-License-Identifier: MIT
// The table of properties, escapes, and points of SGF.
//
// Names are looked up for each property of each node by all that judges or converts, so the search
// is arranged by how often they occur.

#include "record/value.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

static const kf_property_row rows[] = {
#define KF_PROPERTY(name, type, shape, where, versions, ishi)                                      \
    {#name, KF_TYPE_##type, KF_ARITY_##shape, KF_WHERE_##where, versions, ishi},
#include "record/properties.def"
#undef KF_PROPERTY
};

// The names side by side, so that looking one up stays in a few lines of the cache: all of them,
// and the first two letters of each as a number.
enum { LONGEST = 16 };

static const char names[][LONGEST] = {
#define KF_PROPERTY(name, type, shape, where, versions, ishi) #name,
#include "record/properties.def"
#undef KF_PROPERTY
};

static const uint16_t fronts[] = {
#define KF_PROPERTY(name, type, shape, where, versions, ishi)                                      \
    (uint16_t)((unsigned char)#name[0] | (unsigned char)#name[1] << 8),
#include "record/properties.def"
#undef KF_PROPERTY
};

const kf_property_row *kf_value_row(int id) {
    return id >= 0 && id < KF_PROPERTY_COUNT ? &rows[id] : NULL;
}

kf_value_judged kf_value_judges(int id) {
    switch (id) {
    case KF_P_BM:
    case KF_P_DO:
    case KF_P_IT:
    case KF_P_TE:
        return KF_JUDGES_MOVE;
    case KF_P_DM:
    case KF_P_GB:
    case KF_P_GW:
    case KF_P_UC:
        return KF_JUDGES_POSITION;
    default:
        return KF_JUDGES_NOTHING;
    }
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

// Which characters of a name count: its capitals, lower-case letters as capitals where it has
// nothing else, or all as they stand where its capitals name nothing.
typedef enum sense { CAPITALS, LOWER, WHOLE } sense;

// Takes the next character that counts off a name. 0 at the end.
static char take(kf_text *name, sense sense) {
    while (name->length > 0) {
        char c = *name->data++;
        name->length--;
        if (sense == LOWER)
            return (char)(c - ('a' - 'A'));
        if (sense == WHOLE || !is_lower(c))
            return c;
    }
    return '\0';
}

static bool is_all_lower(kf_text name) {
    for (size_t i = 0; i < name.length; i++)
        if (!is_lower(name.data[i]))
            return false;
    return true;
}

bool kf_value_is_whole(kf_text name) {
    size_t i = 0;
    while (i < name.length && !is_lower(name.data[i]))
        i++;
    return i < name.length && !is_all_lower(name) && kf_value_id(name) < 0;
}

static sense sense_of(kf_text name) {
    return is_all_lower(name) ? LOWER : kf_value_is_whole(name) ? WHOLE : CAPITALS;
}

int kf_value_order(kf_text a, kf_text b) {
    sense of_a = sense_of(a), of_b = sense_of(b);
    for (;;) {
        char x = take(&a, of_a), y = take(&b, of_b);
        if (x != y || x == '\0')
            return (unsigned char)x - (unsigned char)y;
    }
}

// The capitals of a name, as kf_value_order takes them; 0 when there are more than any row has.
static size_t capitals(kf_text name, char out[LONGEST]) {
    sense sense = is_all_lower(name) ? LOWER : CAPITALS;
    size_t length = 0;
    for (char c; (c = take(&name, sense)) != '\0'; out[length++] = c)
        if (length == LONGEST)
            return 0;
    return length;
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

// The row of a name of one letter or two; with one there is a NUL behind it. Four are looked at as
// one word, and behind the short names stand at least as many long ones.
static int find_short(const char capital[2]) {
    enum { WORD = 4 };
    static_assert(KF_P_KFAFTER + WORD <= KF_PROPERTY_COUNT, "a word of names may reach too far");
    const uint64_t ones = 0x0001000100010001u, tops = 0x8000800080008000u;
    uint16_t wanted = (uint16_t)((unsigned char)capital[0] | (unsigned char)capital[1] << 8);
    for (int begin = 0; begin < KF_P_KFAFTER; begin += WORD) {
        uint64_t word;
        memcpy(&word, fronts + begin, sizeof word);
        word ^= ones * wanted;
        if (((word - ones) & ~word & tops) == 0)
            continue;
        for (int id = begin; id < begin + WORD && id < KF_P_KFAFTER; id++)
            if (fronts[id] == wanted)
                return id;
    }
    return -1;
}

// The rows that occur most stand first, so the search is short. Names of SGF have one letter or
// two; all that are longer are private ones, which stand last. Most names are capitals and nothing
// else.
int kf_value_id(kf_text name) {
    char capital[LONGEST + 1] = "";
    if (name.length - 1 < 2 && is_capital(name.data[0]) && is_capital(name.data[name.length - 1])) {
        memcpy(capital, name.data, name.length);
        return find_short(capital);
    }
    size_t length = capitals(name, capital);
    if (length > 0 && length <= 2)
        return find_short(capital);
    for (int id = KF_P_KFAFTER; length > 2 && id < KF_PROPERTY_COUNT; id++)
        if (strcmp(names[id], capital) == 0)
            return id;
    return -1;
}

int kf_value_note(int16_t *id, kf_text name) {
    int row = kf_value_id(name);
    *id = (int16_t)(row + 2);
    return row;
}

// Adds the text in runs up to the next character that needs a backslash.
static void escape(kf_buffer *out, kf_text plain, const char *special) {
    size_t begin = 0;
    for (size_t i = 0; i < plain.length; i++) {
        if (plain.data[i] == '\0' || strchr(special, plain.data[i]) == NULL)
            continue;
        kf_buffer_add(out, plain.data + begin, i - begin);
        kf_buffer_add_char(out, '\\');
        begin = i;
    }
    kf_buffer_add(out, plain.data + begin, plain.length - begin);
}

// An opening bracket needs no backslash, but behind a name, and with nothing that closes it, it
// would look like that of a property in a value that broke off.
static size_t bracket_to_guard(kf_text plain) {
    size_t i = plain.length;
    while (i > 1 && plain.data[i - 1] != '[' && plain.data[i - 1] != ']')
        i--;
    bool is_name =
        i > 1 && plain.data[i - 1] == '[' && plain.data[i - 2] >= 'A' && plain.data[i - 2] <= 'Z';
    return is_name ? i - 1 : plain.length;
}

void kf_value_escape(kf_buffer *out, kf_text plain) {
    size_t guarded = bracket_to_guard(plain);
    escape(out, kf_text_cut(plain, 0, guarded), "]\\");
    if (guarded == plain.length)
        return;
    kf_buffer_add_char(out, '\\');
    escape(out, kf_text_cut(plain, guarded, plain.length), "]\\");
}

void kf_value_escape_part(kf_buffer *out, kf_text plain) {
    escape(out, plain, "]\\:");
}

void kf_value_plain(kf_buffer *out, kf_text value, bool simple) {
    out->data = kf_arena_grow(out->arena, out->data, &out->capacity, out->length + value.length, 1);
    out->length += kf_property_plain(value, simple, out->data + out->length);
}

static int coordinate(char c) {
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 26;
    return -1;
}

bool kf_value_point(kf_text value, int *x, int *y) {
    if (value.length != 2)
        return false;
    int column = coordinate(value.data[0]), row = coordinate(value.data[1]);
    if (column < 0 || row < 0)
        return false;
    *x = column;
    *y = row;
    return true;
}

bool kf_value_rectangle(kf_text value, int *x, int *y, int *right, int *bottom) {
    kf_text first, second;
    int left, top;
    bool is_rectangle = kf_property_split(value, &first, &second);
    if (!kf_value_point(first, &left, &top) ||
        !kf_value_point(is_rectangle ? second : first, right, bottom))
        return false;
    *x = left;
    *y = top;
    return true;
}

void kf_value_put_point(char out[2], int x, int y) {
    out[0] = (char)(x < 26 ? 'a' + x : 'A' + x - 26);
    out[1] = (char)(y < 26 ? 'a' + y : 'A' + y - 26);
}
