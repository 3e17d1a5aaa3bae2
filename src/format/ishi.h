// SPDX-License-Identifier: MIT
// Ishi Standard Format: its keywords, and its text cut into lines.

#ifndef KIFU_FORMAT_ISHI_H
#define KIFU_FORMAT_ISHI_H

#include <kifu/kifu.h>

#include "format/format.h"

// The keywords by the order of the specification's list: headers first. NONE is an empty line,
// OTHER a line that begins with something else.
typedef enum kf_ishi_keyword {
    KF_ISHI_ANALYSIS,
    KF_ISHI_BLACK,
    KF_ISHI_DATE,
    KF_ISHI_HANDICAP,
    KF_ISHI_KOMI,
    KF_ISHI_PLACE,
    KF_ISHI_RECORDER,
    KF_ISHI_RESULT,
    KF_ISHI_RULES,
    KF_ISHI_SOURCE,
    KF_ISHI_TIMELIMIT,
    KF_ISHI_WHITE,
    KF_ISHI_EVENT,
    KF_ISHI_B,
    KF_ISHI_BOARDSIZE,
    KF_ISHI_COM,
    KF_ISHI_DIAGRAM_WORD,
    KF_ISHI_ENDCOM,
    KF_ISHI_ENDUSER,
    KF_ISHI_ENDVAR,
    KF_ISHI_HIDE,
    KF_ISHI_MARK,
    KF_ISHI_PRISONER,
    KF_ISHI_REMARK,
    KF_ISHI_SETUP_WORD,
    KF_ISHI_UNMARK,
    KF_ISHI_USER,
    KF_ISHI_VAR,
    KF_ISHI_W,
    KF_ISHI_KEYWORDS, // how many there are
    KF_ISHI_NONE = KF_ISHI_KEYWORDS,
    KF_ISHI_OTHER
} kf_ishi_keyword;

// The keyword that the word is, in any case; KF_ISHI_OTHER for any other word.
kf_ishi_keyword kf_ishi_word(kf_text word);
// Whether the keyword is one of the twelve headers.
bool kf_ishi_is_header(kf_ishi_keyword keyword);
// Whether its last line alone counts.
bool kf_ishi_is_once(kf_ishi_keyword keyword);

/* ---- ishi_read.c ----------------------------------------------------- doc/spec/ishi.md ---- */

// Fills the record from its source.
void kf_ishi_read(kf_record *record, const kf_reading *how, kf_log *log);

#endif
