// SPDX-License-Identifier: MIT
// The check of a record under rules that the caller chooses.

#ifndef KIFU_RECORD_CHECK_H
#define KIFU_RECORD_CHECK_H

#include <kifu/kifu.h>

#include "board/rules.h"

/* ---- check.c --------------------------------------------------------- doc/spec/check.md ---- */

// kf_check under these rules. NULL: those that each game names, else Japanese.
bool kf_check_by(const kf_record *record, const kf_rules *rules, kf_log *log);

#endif
