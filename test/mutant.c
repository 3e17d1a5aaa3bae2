// SPDX-License-Identifier: MIT
// Inputs made of others by chance.

#include "mutant.h"

#include <string.h>

enum { PLACES = 8, LONGEST = 64 };

// What readers look for, and what they may not expect.
static const char *const signs[] = {
    "(",        ")",    ";",     "[",     "]",     "\\",   ":",    "\n",   "\r",    "\"",
    "<",        "&",    "=",     "%",     "..",    "--",   "-",    "0",    "-1",    "65536",
    "99999999", "1e9",  "\xff",  "\x80",  "\xc3",  "aa",   "tt",   "zz",   "[]",    "B[]",
    "\xe2\x80", "1 A1", "AB[aa", "SZ[52", "C[\\]", "(;VW", "CA[U", ";W[]", "KFROW", "\xf4\x8f\xbf"};

size_t mutant_draw(mutant_chance *chance, size_t limit) {
    uint64_t x = chance->state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    chance->state = x;
    return limit == 0 ? 0 : (size_t)((x >> 11) % limit);
}

// Puts bytes in at a place, as many as there is room for.
static size_t insert(uint8_t *data, size_t length, size_t room, size_t at, const void *bytes,
                     size_t count) {
    if (count > room - length)
        count = room - length;
    memmove(data + at + count, data + at, length - at);
    memcpy(data + at, bytes, count);
    return length + count;
}

static size_t take_out(uint8_t *data, size_t length, size_t at, size_t count) {
    memmove(data + at, data + at + count, length - at - count);
    return length - count;
}

static size_t change_once(mutant_chance *chance, uint8_t *data, size_t length, size_t room,
                          const uint8_t *other, size_t other_length) {
    size_t at = mutant_draw(chance, length + 1), rest = length - at, most = rest;
    uint8_t block[LONGEST];
    if (most > LONGEST)
        most = LONGEST;
    size_t count = mutant_draw(chance, most + 1);
    switch (mutant_draw(chance, 6)) {
    case 0:
        if (rest > 0)
            data[at] ^= (uint8_t)(1u << mutant_draw(chance, 8));
        return length;
    case 1:
        return take_out(data, length, at, count);
    case 2: // doubled
        memcpy(block, data + at, count);
        return insert(data, length, room, at, block, count);
    case 3: {
        size_t from = mutant_draw(chance, other_length + 1), amount = other_length - from;
        amount =
            mutant_draw(chance, (amount < 4 * (size_t)LONGEST ? amount : 4 * (size_t)LONGEST) + 1);
        return insert(data, length, room, at, other + from, amount);
    }
    case 4: // in the place of what was there
        length = take_out(data, length, at, rest < 2 ? rest : mutant_draw(chance, 2));
        break;
    default:
        break;
    }
    const char *sign = signs[mutant_draw(chance, sizeof signs / sizeof *signs)];
    return insert(data, length, room, at, sign, strlen(sign));
}

size_t mutant_make(mutant_chance *chance, uint8_t *data, size_t length, size_t room,
                   const uint8_t *other, size_t other_length) {
    size_t places = 1 + mutant_draw(chance, PLACES);
    for (size_t i = 0; i < places; i++)
        length = change_once(chance, data, length, room, other, other_length);
    return length;
}
