// SPDX-License-Identifier: MIT
// What a record says of a game, and what can be counted in it.

#ifndef KIFU_CLI_FACTS_H
#define KIFU_CLI_FACTS_H

#include "base/buffer.h"
#include "cli/command.h"

// A header fact: the property, the word before it in print and its key in JSON.
typedef struct kf_fact {
    const char *property, *label, *key;
} kf_fact;

// The facts in the order of printing, up to a row without a property.
const kf_fact *kf_facts_list(void);
// The plain text of the fact of that game on one line, in `out`; false when the game does not
// say it. Called in a protected call of the buffer's arena.
bool kf_facts_get(const kf_record *record, kf_node game, const char *property, kf_buffer *out);
// Prints the facts, one a line, the labels padded to `column`.
void kf_facts_print(kf_cli *cli, const kf_record *record, kf_node game, size_t column);

#endif
