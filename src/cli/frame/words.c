// SPDX-License-Identifier: MIT
// The words that a table of options names by their list.
//
// Help, completions and messages all show them, and each list has one place in the library: a kind
// of book that is added there is offered and explained without another line.

#include "cli/frame/words.h"

#include <stdio.h>
#include <string.h>

#include <kifu/book.h>
#include <kifu/film.h>

static const char *format_at(size_t index) {
    return index < kf_format_count() ? kf_format_name(kf_format_at(index)) : NULL;
}

static const char *code_at(size_t index) {
    return index < KF_CODE_COUNT ? kf_log_code((kf_code)index)->path : NULL;
}

static const char *rules_at(size_t index) {
    const kf_rules *rules = kf_rules_at(index);
    return rules != NULL ? rules->id : NULL;
}

static const char *picture_at(size_t index) {
    const kf_writer *writer = kf_writer_at(index);
    return writer != NULL ? writer->name : NULL;
}

static const char *book_at(size_t index) {
    const kf_book_writer *writer = kf_book_writer_at(index);
    return writer != NULL ? writer->name : NULL;
}

static const char *film_at(size_t index) {
    const kf_film_writer *writer = kf_film_writer_at(index);
    return writer != NULL ? writer->name : NULL;
}

const char *kf_words_at(const void *list, size_t index) {
    static const struct {
        const char *name;
        const char *(*at)(size_t index);
    } lists[] = {{"@format", format_at},   {"@code", code_at}, {"@rules", rules_at},
                 {"@picture", picture_at}, {"@book", book_at}, {"@film", film_at}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, list) == 0)
            return lists[i].at(index);
    return NULL;
}

const char *kf_words_all(const char *list, char out[KF_WORDS_LIST]) {
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; kf_words_at(list, i) != NULL && length < KF_WORDS_LIST; i++) {
        const char *between = i == 0 ? "" : kf_words_at(list, i + 1) != NULL ? ", " : " or ";
        length += (size_t)snprintf(out + length, KF_WORDS_LIST - length, "%s%s", between,
                                   kf_words_at(list, i));
    }
    return out;
}

void kf_words_wrong(kf_cli *cli, const char *option, const char *list, const char *typed) {
    char all[KF_WORDS_LIST];
    kf_options_wrong(cli, "'%s' takes %s, not '%.60s'%s", option, kf_words_all(list, all), typed,
                     kf_options_hint_at(typed, "", kf_words_at, list).text);
}

const char *kf_words_help(const kf_option *option, char out[KF_WORDS_HELP]) {
    char all[KF_WORDS_LIST];
    size_t length = strlen(option->help);
    bool is_open = length > 0 && option->help[length - 1] == ':' && option->words != NULL;
    snprintf(out, KF_WORDS_HELP, "%s%s%s", option->help, is_open ? " " : "",
             is_open ? kf_words_all(option->words, all) : "");
    return out;
}
