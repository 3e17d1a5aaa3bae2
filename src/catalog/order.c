// SPDX-License-Identifier: MIT
// Sorting many numbers, by all but their lowest bits.

#include "catalog/catalog.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

// LOT and REST bits are sorted by first, so that few are left; where that is not so, all are, DIGIT
// at a time: an even number of times, after which everything is where it was.
enum { LOT = 10, REST = 11, DIGIT = 11, ALL = 64 };

_Static_assert((ALL - KF_ORDER_FROM) % (2 * DIGIT) == 0, "sorted where they stand");

// Some bits of a sum.
typedef struct digits {
    int shift, bits;
} digits;

// Puts the sums of a range in the order of some bits, into the room; what has the same stays in
// its order. `ends` gets the end of each digit.
static void scatter(const kf_order *o, size_t from, size_t to, digits by, uint32_t *ends) {
    uint32_t at = (uint32_t)from, mask = (1U << by.bits) - 1;
    // Known to be apart, and not to change by what is written.
    const uint64_t *restrict sums = o->sums;
    uint64_t *restrict room = o->room;
    uint32_t *restrict end = ends;
    memset(ends, 0, (mask + 1) * sizeof *ends);
    for (size_t i = from; i < to; i++)
        end[sums[i] >> by.shift & mask]++;
    for (uint32_t digit = 0; digit <= mask; digit++) {
        uint32_t count = end[digit];
        end[digit] = at;
        at += count;
    }
    for (size_t i = from; i < to; i++)
        room[end[sums[i] >> by.shift & mask]++] = sums[i];
}

static void swap_rooms(kf_order *o) {
    *o = (kf_order){o->room, o->sums, o->count};
}

// Puts into order what is nearly so; false when it is not, and takes too long.
static bool put_right(const kf_order *o) {
    enum { STEPS_EACH = 8 };
    size_t steps = STEPS_EACH * o->count;
    uint64_t *sums = o->sums;
    for (size_t i = 1; i < o->count; i++) {
        uint64_t sum = sums[i];
        size_t k = i;
        if (sums[i - 1] >> KF_ORDER_FROM <= sum >> KF_ORDER_FROM)
            continue;
        for (; k > 0 && sums[k - 1] >> KF_ORDER_FROM > sum >> KF_ORDER_FROM; k--)
            sums[k] = sums[k - 1];
        sums[k] = sum;
        if (i - k > steps)
            return false;
        steps -= i - k;
    }
    return true;
}

// The first bits part the sums into lots that are near at hand, and some more part nearly all sums
// of a lot, if nobody chose them.
void kf_order_sort(kf_order order) {
    uint32_t lots[1 << LOT], ends[1 << DIGIT];
    scatter(&order, 0, order.count, (digits){ALL - LOT, LOT}, lots);
    swap_rooms(&order);
    for (size_t lot = 0, from = 0; lot < 1 << LOT; from = lots[lot++])
        scatter(&order, from, lots[lot], (digits){ALL - LOT - REST, REST}, ends);
    swap_rooms(&order);
    if (put_right(&order))
        return;
    for (int shift = KF_ORDER_FROM; shift < ALL; shift += DIGIT) {
        scatter(&order, 0, order.count, (digits){shift, DIGIT}, ends);
        swap_rooms(&order);
    }
}

#endif
