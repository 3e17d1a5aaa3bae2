// SPDX-License-Identifier: MIT
// The number that stands before a move in Ishi.

#ifndef KIFU_FORMAT_ISHI_NUMBER_H
#define KIFU_FORMAT_ISHI_NUMBER_H

// The number that the writer gives to a move. `before` is the number of the last move before it
// on its path, 0 when there is none; `mn` is what its MN says, 0 when it says nothing. A number
// that rises stands; otherwise the move is counted.
int kf_ishi_number(int before, int mn);

#endif
