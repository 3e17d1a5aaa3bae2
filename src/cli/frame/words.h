// SPDX-License-Identifier: MIT
// The words that a table of options names by their list: "@book" is every kind of book.

#ifndef KIFU_CLI_FRAME_WORDS_H
#define KIFU_CLI_FRAME_WORDS_H

#include "cli/frame/cli.h"

enum { KF_WORDS_LIST = 400, KF_WORDS_HELP = 1000 };

// The word at that place of a list, "@format", "@code", "@rules", "@picture", "@book" or "@film";
// NULL behind the last, and for any other name. `list` is a pointer to char, as kf_options_hint_at
// passes it on.
const char *kf_words_at(const void *list, size_t index);
// All of a list, as a sentence has them: "gif, apng, svg or webp". Returns `out`.
const char *kf_words_all(const char *list, char out[KF_WORDS_LIST]);
// Says that the option takes the words of a list, all of which are named, and not what was typed.
void kf_words_wrong(kf_cli *cli, const char *option, const char *list, const char *typed);
// What help says of an option: its phrase, and where that ends in a colon all of its list.
const char *kf_words_help(const kf_option *option, char out[KF_WORDS_HELP]);

#endif
