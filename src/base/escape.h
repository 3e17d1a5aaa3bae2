// SPDX-License-Identifier: MIT
// Characters that a terminal would obey instead of showing, and how they are shown.

#ifndef KIFU_BASE_ESCAPE_H
#define KIFU_BASE_ESCAPE_H

#include <kifu/kifu.h>

// The room that one shown character takes at most.
enum { KF_ESCAPE_SHOWN = 12 };

// The front of a text, up to and with the first character that may not stand as it is.
typedef struct kf_escape {
    size_t plain;        // bytes that may
    size_t length;       // bytes of the character behind them; 0: the text ends there
    uint32_t code_point; // of that character, or the byte where it is no UTF-8
    bool is_invalid;     // it is no UTF-8
} kf_escape;

// Whether a terminal would obey the character: both blocks of control characters, the marks that
// turn the direction of writing, and Unicode's own breaks of lines and paragraphs.
bool kf_escape_is_control(uint32_t code_point);
// Looks for the next character that is a control, or no UTF-8.
kf_escape kf_escape_next(kf_text text);
// Passes the text on with all of these shown. With `lines`, tabs and line breaks stay. False: the
// sink stopped.
bool kf_escape_text(kf_sink *sink, void *context, kf_text text, bool lines);
// How many columns of a terminal the shown text takes.
size_t kf_escape_width(kf_text text);

#endif
