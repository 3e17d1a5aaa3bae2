// SPDX-License-Identifier: MIT
// Writing a zip archive to a sink: the same members give the same bytes.

#include "base/zip.h"

#include <string.h>

#include "base/crc.h"

// ---- Deflate ----

// Packing by deflate (RFC 1951): repeated strings become references, and all goes out as one block
// with the codes that the format fixes. Text of markup becomes a fifth of its size. A library packs
// a little better, but libkifu needs none, and the same bytes come out wherever it runs.
enum {
    WINDOW = 32768, // how far back a reference may point
    HASH_BITS = 15,
    SHORTEST = 3, // string that becomes a reference
    LONGEST = 258,
    TRIES = 96, // earlier places that are compared
    CODES = 29, // of lengths
    END = 256,
    SMALLEST = 64 // content that is worth the work
};

typedef struct packer {
    const unsigned char *in;
    size_t size;
    unsigned char *out;
    size_t length;  // bytes of `out`
    bool is_full;   // there would be as many as went in
    uint32_t bits;  // that wait for a whole byte
    unsigned count; // of them
    // By a hash of three bytes, the last place of them and 1, and by place the one before.
    uint32_t *last, *before;
} packer;

// ---- Bits ----

// The lowest bit goes first.
static void put_bits(packer *p, uint32_t bits, unsigned count) {
    p->bits |= bits << p->count;
    for (p->count += count; p->count >= 8; p->count -= 8, p->bits >>= 8) {
        p->is_full = p->is_full || p->length == p->size;
        if (!p->is_full)
            p->out[p->length++] = (unsigned char)p->bits;
    }
}

// Codes stand with their highest bit first.
static void put_code(packer *p, uint32_t code, unsigned count) {
    uint32_t turned = 0;
    for (unsigned i = 0; i < count; i++)
        turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(p, turned, count);
}

static void put_symbol(packer *p, unsigned symbol) {
    if (symbol < 144)
        put_code(p, 0x30 + symbol, 8);
    else if (symbol < END)
        put_code(p, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(p, symbol - END, 7);
    else
        put_code(p, 0xC0 + symbol - 280, 8);
}

// Lengths and distances share this: codes double their reach every few steps, and the rest of the
// number follows in plain bits.
static void put_length(packer *p, unsigned length) {
    static const uint16_t first[CODES] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                          15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                          67, 83, 99, 115, 131, 163, 195, 227, 258};
    unsigned code = CODES - 1;
    while (first[code] > length)
        code--;
    put_symbol(p, END + 1 + code);
    if (code >= 8 && code < CODES - 1)
        put_bits(p, length - first[code], (code - 4) / 4);
}

static void put_distance(packer *p, unsigned distance) {
    unsigned code = 0, more = 0;
    distance--;
    if (distance < 4) {
        put_code(p, distance, 5);
        return;
    }
    while (distance >> more >= 4)
        more++;
    code = 2 * more + (distance >> more);
    put_code(p, code, 5);
    put_bits(p, distance & ((1u << more) - 1), more);
}

// ---- Strings ----

static uint32_t *place_of(packer *p, size_t at) {
    uint32_t bytes = p->in[at] | (uint32_t)p->in[at + 1] << 8 | (uint32_t)p->in[at + 2] << 16;
    return &p->last[bytes * 0x9E3779B1u >> (32 - HASH_BITS)];
}

static void enter(packer *p, size_t at) {
    if (at + SHORTEST > p->size)
        return;
    uint32_t *place = place_of(p, at);
    p->before[at % WINDOW] = *place;
    *place = (uint32_t)at + 1;
}

// The longest string before the place that goes on as it does; 0: none is long enough.
static unsigned find(packer *p, size_t at, unsigned *distance) {
    unsigned best = SHORTEST - 1;
    size_t most = p->size - at < LONGEST ? p->size - at : LONGEST;
    if (most < SHORTEST)
        return 0;
    uint32_t other = *place_of(p, at);
    for (int i = 0; i < TRIES && other > 0 && at + 1 - other <= WINDOW && best < most; i++) {
        const unsigned char *a = p->in + at, *b = p->in + other - 1;
        unsigned length = 0;
        while (length < most && a[length] == b[length])
            length++;
        if (length > best) {
            best = length;
            *distance = (unsigned)(at + 1 - other);
        }
        uint32_t next = p->before[(other - 1) % WINDOW];
        if (next >= other)
            break; // that place was given to a later string
        other = next;
    }
    return best >= SHORTEST ? best : 0;
}

static void pack(packer *p) {
    put_bits(p, 1, 1); // the last block
    put_bits(p, 1, 2); // with fixed codes
    for (size_t at = 0; at < p->size && !p->is_full;) {
        unsigned distance = 0, length = find(p, at, &distance);
        if (length == 0) {
            put_symbol(p, p->in[at]);
            length = 1;
        } else {
            put_length(p, length);
            put_distance(p, distance);
        }
        for (unsigned i = 0; i < length; i++)
            enter(p, at++);
    }
    put_symbol(p, END);
    put_bits(p, 0, 7); // to the end of the byte
}

char *kf_zip_deflate(kf_arena *arena, kf_text content, size_t *length) {
    packer p = {.in = (const unsigned char *)content.data, .size = content.length};
    if (content.length < SMALLEST || content.length > UINT32_MAX / 2)
        return NULL;
    size_t table = sizeof *p.last << HASH_BITS;
    p.last = kf_arena_resize(arena, NULL, table);
    memset(p.last, 0, table);
    p.before = kf_arena_resize(arena, NULL, WINDOW * sizeof *p.before);
    p.out = kf_arena_resize(arena, NULL, content.length);
    pack(&p);
    kf_arena_release(arena, p.before);
    kf_arena_release(arena, p.last);
    *length = p.length;
    if (!p.is_full)
        return (char *)p.out;
    kf_arena_release(arena, p.out);
    return NULL;
}

// ---- The archive ----

// Every member has the first day that the format can say: two runs would differ by another.
enum {
    VERSION = 20,
    FIRST_DAY = 0x0021,
    UTF8_NAMES = 0x0800,
    DEFLATED = 8,
    LOCAL_SIZE = 30,
    LISTED_SIZE = 46,
    END_SIZE = 22,
    MOST_MEMBERS = 65535
};

static void put(kf_zip *zip, const void *data, size_t length) {
    if (length > 0 && !zip->has_failed)
        zip->has_failed = !zip->sink(zip->context, data, length);
    zip->offset += length;
    if (zip->offset > UINT32_MAX)
        zip->has_failed = true;
}

// Numbers stand with their lowest byte first.
static unsigned char *add16(unsigned char *at, unsigned number) {
    at[0] = (unsigned char)(number & 255);
    at[1] = (unsigned char)(number >> 8 & 255);
    return at + 2;
}

static unsigned char *add32(unsigned char *at, uint32_t number) {
    return add16(add16(at, number & 0xFFFF), number >> 16);
}

// What a member's two heads have in common, from the version to the lengths of its names.
static unsigned char *add_facts(unsigned char *at, const kf_zip_member *member) {
    at = add16(at, VERSION);
    at = add16(at, UTF8_NAMES);
    at = add16(at, member->method);
    at = add16(at, 0);
    at = add16(at, FIRST_DAY);
    at = add32(at, member->crc);
    at = add32(at, member->packed);
    at = add32(at, member->size);
    at = add16(at, (unsigned)strlen(member->name));
    return add16(at, 0);
}

void kf_zip_begin(kf_zip *zip, kf_arena *arena, kf_sink *sink, void *context) {
    *zip = (kf_zip){.arena = arena, .sink = sink, .context = context};
}

void kf_zip_add(kf_zip *zip, const char *name, kf_text content, bool as_is) {
    size_t length = content.length;
    char *packed = as_is ? NULL : kf_zip_deflate(zip->arena, content, &length);
    unsigned char head[LOCAL_SIZE];
    zip->members = kf_arena_grow(zip->arena, zip->members, &zip->capacity, zip->count + 1,
                                 sizeof *zip->members);
    kf_zip_member *member = &zip->members[zip->count++];
    if (packed == NULL)
        length = content.length;
    if (content.length > UINT32_MAX)
        zip->has_failed = true;
    *member = (kf_zip_member){
        .name = kf_arena_copy(zip->arena, name, strlen(name)),
        .crc = kf_crc(content),
        .packed = (uint32_t)length,
        .size = (uint32_t)content.length,
        .offset = (uint32_t)zip->offset,
        .method = packed != NULL ? DEFLATED : 0,
    };
    add_facts(add32(head, 0x04034B50), member);
    put(zip, head, sizeof head);
    put(zip, name, strlen(name));
    put(zip, packed != NULL ? packed : content.data, length);
    kf_arena_release(zip->arena, packed);
}

static void list_member(kf_zip *zip, const kf_zip_member *member) {
    unsigned char head[LISTED_SIZE], *at = add32(head, 0x02014B50);
    at = add16(at, VERSION);
    at = add_facts(at, member);
    at = add16(at, 0); // no remark
    at = add16(at, 0); // the first disk
    at = add16(at, 0); // not known to be text
    at = add32(at, 0);
    add32(at, member->offset);
    put(zip, head, sizeof head);
    put(zip, member->name, strlen(member->name));
}

bool kf_zip_end(kf_zip *zip) {
    uint64_t begin = zip->offset;
    for (size_t i = 0; i < zip->count; i++)
        list_member(zip, &zip->members[i]);
    if (zip->count > MOST_MEMBERS)
        zip->has_failed = true;
    unsigned char end[END_SIZE], *at = add32(end, 0x06054B50);
    at = add32(at, 0);
    at = add16(at, (unsigned)zip->count);
    at = add16(at, (unsigned)zip->count);
    at = add32(at, (uint32_t)(zip->offset - begin));
    at = add32(at, (uint32_t)begin);
    add16(at, 0);
    put(zip, end, sizeof end);
    return !zip->has_failed;
}
