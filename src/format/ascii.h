// SPDX-License-Identifier: MIT
// Boards typed as text: their two halves.

#ifndef KIFU_FORMAT_ASCII_H
#define KIFU_FORMAT_ASCII_H

#include "format/format.h"

void kf_ascii_read(kf_record *record, const kf_reading *how, kf_log *log);
bool kf_ascii_write(kf_writing_job *writer);
// How many rows of boards stand in the text, and how many points they have.
void kf_ascii_read_rows(kf_text text, size_t *rows, size_t *points);

#endif
