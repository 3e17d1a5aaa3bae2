// SPDX-License-Identifier: MIT
// A board of characters for searches that are slow and simple.

#include "plain.h"

#include <string.h>

static int neighbours(const plain *p, int at, int out[4]) {
    int x = at % p->width, y = at / p->width, count = 0;
    if (x > 0)
        out[count++] = at - 1;
    if (x < p->width - 1)
        out[count++] = at + 1;
    if (y > 0)
        out[count++] = at - p->width;
    if (y < p->height - 1)
        out[count++] = at + p->width;
    return count;
}

void plain_find(const plain *p, int at, plain_chain *chain) {
    bool seen[PLAIN_MOST] = {false};
    int queue[PLAIN_MOST], head = 0;
    *chain = (plain_chain){.count = 0};
    queue[chain->count++] = at;
    seen[at] = true;
    while (head < chain->count) {
        int beside[4], here = queue[head++], sides = neighbours(p, here, beside);
        chain->has[here] = true;
        chain->is_fixed = chain->is_fixed || p->is_fixed[here];
        for (int i = 0; i < sides; i++) {
            char c = p->at[beside[i]];
            if (seen[beside[i]])
                continue;
            seen[beside[i]] = true;
            if (c == p->at[at])
                queue[chain->count++] = beside[i];
            chain->beside[beside[i]] = c == '.' && c != p->at[at];
            chain->liberties += chain->beside[beside[i]];
            chain->is_black = chain->is_black || (c == 'X' && c != p->at[at]);
            chain->is_white = chain->is_white || (c == 'O' && c != p->at[at]);
        }
    }
}

// Takes the chain on that point off if it has no liberty. Returns how many stones it had.
static int take(plain *p, int at) {
    plain_chain chain;
    plain_find(p, at, &chain);
    if (chain.liberties > 0 || chain.is_fixed)
        return 0;
    for (int i = 0; i < PLAIN_MOST; i++)
        p->at[i] = chain.has[i] ? '.' : p->at[i];
    return chain.count;
}

int plain_play(plain *p, int at, char colour) {
    plain_chain chain;
    plain before = *p;
    int beside[4], taken = 0, last = -1;
    if (p->at[at] != '.' || p->is_fixed[at])
        return PLAIN_FORBIDDEN;
    p->at[at] = colour;
    int sides = neighbours(p, at, beside);
    for (int i = 0; i < sides; i++) {
        bool is_foe = p->at[beside[i]] != '.' && p->at[beside[i]] != colour;
        int stones = is_foe ? take(p, beside[i]) : 0;
        last = stones > 0 ? beside[i] : last;
        taken += stones;
    }
    plain_find(p, at, &chain);
    if (chain.liberties == 0 && !chain.is_fixed) {
        *p = before;
        return PLAIN_FORBIDDEN;
    }
    p->ko = taken == 1 && chain.count == 1 && chain.liberties == 1 ? last : -1;
    return taken;
}
