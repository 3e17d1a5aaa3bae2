// SPDX-License-Identifier: MIT
// The Davar notation: its two halves.

#ifndef KIFU_FORMAT_DAVAR_H
#define KIFU_FORMAT_DAVAR_H

#include "format/format.h"

void kf_davar_read(kf_record *record, const kf_reading *how, kf_log *log);
bool kf_davar_write(kf_writing_job *writer);

#endif
