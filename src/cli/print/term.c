// SPDX-License-Identifier: MIT
// The words of the game in the book's and in today's languages.

#include "cli/print/print.h"

#include <string.h>

#include "base/text.h"

enum { COLUMNS = 5 };

// A row of terms.def.
typedef struct term {
    const char *words[COLUMNS];
    const char *text;
} term;

static const term terms[] = {
#define KF_TERM(english, booklet, japanese, chinese, korean, text)                                 \
    {{english, booklet, japanese, chinese, korean}, text},
#include "cli/frame/terms.def"
#undef KF_TERM
};

static const char *const titles[COLUMNS] = {"today", "The Game of I-Go", "Japanese", "Chinese",
                                            "Korean"};

// Takes the next word of a column off its front.
static bool next_word(kf_text *column, kf_text *word) {
    size_t end = 0;
    if (column->length == 0)
        return false;
    while (end < column->length && column->data[end] != '|')
        end++;
    *word = kf_text_cut(*column, 0, end);
    *column = kf_text_cut(*column, end + 1, column->length);
    return true;
}

static bool has_word(const term *row, kf_text wanted) {
    for (int i = 0; i < COLUMNS; i++) {
        kf_text column = kf_text_of(row->words[i]), word;
        while (next_word(&column, &word))
            if (kf_text_equal_fold(word, wanted))
                return true;
    }
    return false;
}

static void print_row(FILE *out, const term *row) {
    kf_text column = kf_text_of(row->words[0]), word;
    next_word(&column, &word);
    fprintf(out, "%.*s: %s.\n", (int)word.length, word.data, row->text);
    for (int i = 0; i < COLUMNS; i++) {
        const char *mark = " ";
        column = kf_text_of(row->words[i]);
        if (column.length == 0)
            continue;
        fprintf(out, "    %s:", titles[i]);
        for (; next_word(&column, &word); mark = ", ")
            fprintf(out, "%s%.*s", mark, (int)word.length, word.data);
        putc('\n', out);
    }
}

bool kf_term_print(FILE *out, const char *word) {
    kf_text wanted = kf_text_trim(kf_text_of(word));
    size_t found = 0;
    for (size_t i = 0; wanted.length > 0 && i < sizeof terms / sizeof *terms; i++) {
        if (!has_word(&terms[i], wanted))
            continue;
        if (found++ > 0)
            putc('\n', out);
        print_row(out, &terms[i]);
    }
    return found > 0;
}

// The words of a column as a list.
static void add_words(kf_json *json, const char *key, const char *words) {
    kf_text column = kf_text_of(words), word, list[16];
    size_t count = 0;
    while (count < sizeof list / sizeof *list && next_word(&column, &word))
        list[count++] = word;
    kf_json_add_texts(json, key, list, count);
}

bool kf_term_json(kf_cli *cli, const char *word) {
    static const char *const keys[COLUMNS] = {"en", "igo", "ja", "zh", "ko"};
    kf_text wanted = kf_text_trim(kf_text_of(word));
    bool is_found = false;
    for (size_t i = 0; wanted.length > 0 && i < sizeof terms / sizeof *terms; i++) {
        if (!has_word(&terms[i], wanted))
            continue;
        kf_json *json = kf_json_new(), *words = kf_json_new();
        for (int k = 0; k < COLUMNS; k++)
            add_words(words, keys[k], terms[i].words[k]);
        kf_json_add_object(json, "words", words);
        kf_json_add_string(json, "text", terms[i].text);
        kf_json_print(cli, json);
        is_found = true;
    }
    return is_found;
}
