// SPDX-License-Identifier: MIT
// Counts the allocations of kifu's own code, and lets one of them fail.
//
// The test is linked with --wrap, so only calls that were compiled into it are seen: those of the
// C library for itself (a FILE's buffer, a time zone) are not.

#ifndef KIFU_TEST_ALLOCATION_H
#define KIFU_TEST_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

// Begins a count from 0. The allocation number `at` fails (0: none), and with `and_after` every
// later one too.
void allocation_arm(size_t at, bool and_after);

// Switches counting and failing on and off.
void allocation_switch(bool on);

// How many allocations there were since the count began.
size_t allocation_count(void);

// How many of the blocks that were got meanwhile were not given back.
size_t allocation_live(void);

#endif
