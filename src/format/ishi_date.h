// SPDX-License-Identifier: MIT
// Dates as people write them, made into the form of SGF's DT.

#ifndef KIFU_FORMAT_ISHI_DATE_H
#define KIFU_FORMAT_ISHI_DATE_H

#include "base/buffer.h"

// Adds the dates that the text names as DT has them: "1938-12-09,1939-03-03,04". False, and
// nothing is added, when the text says anything else or could mean more than one date.
bool kf_ishi_date_read(kf_text text, kf_buffer *out);

#endif
