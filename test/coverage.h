// SPDX-License-Identifier: MIT
// Whether every diagnostic, command and option has an example.

#ifndef KIFU_TEST_COVERAGE_H
#define KIFU_TEST_COVERAGE_H

// Reads codes.def and commands.def below `sources` and the chapters in `spec`. Prints everything
// that is missing; 0 when nothing is.
int coverage_report(const char *sources, const char *spec);

#endif
