// SPDX-License-Identifier: MIT
// Files of other kinds, by what they begin with or hold.

#ifndef KIFU_FORMAT_FOREIGN_H
#define KIFU_FORMAT_FOREIGN_H

#include "base/text.h"

// What a file is that begins so and is no text, such as "a JPEG picture"; NULL: nothing known.
const char *kf_foreign_binary(kf_text head);
// The same for SGF in EBCDIC alone.
const char *kf_foreign_ebcdic(kf_text head);
// The same for a text that is no record, whatever else stands in it.
const char *kf_foreign_text(kf_text head);
// The same for one that no notation recognises, by its words or its file's ending.
const char *kf_foreign_other(kf_text head, const char *file_name);

// Which JSON about games it is that has no moves, or NULL.
const char *kf_foreign_json(kf_text head);

#endif
