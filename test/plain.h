// SPDX-License-Identifier: MIT
// A board of characters for searches that are slow and simple. It shares nothing with the library.

#ifndef KIFU_TEST_PLAIN_H
#define KIFU_TEST_PLAIN_H

#include <stdbool.h>

enum { PLAIN_MOST = 100, PLAIN_FORBIDDEN = -1 };

// A position; the points are numbered row by row.
typedef struct plain {
    int width, height;
    char at[PLAIN_MOST];       // '.', 'X', 'O'; '.' also behind the last point
    bool is_fixed[PLAIN_MOST]; // stones there are never taken, and nobody plays there
    int ko;                    // a stone that was taken alone by one stone in atari: where; else -1
} plain;

// A chain, or a field of vacant points: what it has, and what it touches.
typedef struct plain_chain {
    bool has[PLAIN_MOST];
    int count;
    int liberties; // vacant points beside it that are none of its own: how many, and which
    bool beside[PLAIN_MOST];
    bool is_black, is_white; // whether such stones are beside it
    bool is_fixed;           // one of its points is
} plain_chain;

void plain_find(const plain *p, int at, plain_chain *chain);
// Plays a move and returns how many stones it takes. Suicide, and a move that has no place, are
// PLAIN_FORBIDDEN, and nothing changes. Retaking in a ko is not: `ko` tells what the move did.
int plain_play(plain *p, int at, char colour);

#endif
