// SPDX-License-Identifier: MIT
// The table of rule sets, and finding one by any of its names.
//
// Rule sets differ in few ways (ko, suicide, what is counted, handicap), and each difference is a
// column of rules.def. Elsewhere a column is asked for, so that a new rule set is a row.

#include <kifu/board.h>

#include <string.h>

// The words of the table as values. Each macro is used by rules.def alone.
enum { EYES = 1, PLAIN = 0, PASS_STONES = 1, BLACK_WINS_TIES = 2 };
enum { NOTHING = 0 };

#define KF_RULES(id_, title_, suicide_, ko_, repeats_, counting_, seki_, komi_, gives_, passes_,   \
                 options_, handicap_, names_)                                                      \
    {.id = (id_),                                                                                  \
     .title = (title_),                                                                            \
     .names = (names_),                                                                            \
     .suicide = (suicide_),                                                                        \
     .repeats = KF_REPEATS_##repeats_,                                                             \
     .ko = KF_KO_##ko_,                                                                            \
     .counting = KF_COUNTING_##counting_,                                                          \
     .seki_eyes = (seki_),                                                                         \
     .has_komi = (komi_) >= 0,                                                                     \
     .komi = (komi_) >= 0 ? (komi_) : 0,                                                           \
     .gives = KF_GIVES_##gives_,                                                                   \
     .passes = (passes_),                                                                          \
     .pass_stones = (options_) == PASS_STONES,                                                     \
     .black_wins_ties = (options_) == BLACK_WINS_TIES,                                             \
     .handicap = KF_HANDICAP_##handicap_},

static const kf_rules table[] = {
#include "rules.def"
};

#undef KF_RULES

enum { COUNT = sizeof table / sizeof table[0], NAME_MAX_LENGTH = 64 };

size_t kf_rules_count(void) {
    return COUNT;
}

const kf_rules *kf_rules_at(size_t index) {
    return index < COUNT ? &table[index] : NULL;
}

const kf_rules *kf_rules_default(void) {
    size_t i = 0;
    while (strcmp(table[i].id, "japanese") != 0) {
        i++;
    }
    return &table[i];
}

// One stone is no handicap: Black merely moves first.
int kf_rules_compensation(const kf_rules *rules, int stones) {
    if (stones < 2 || rules->gives == KF_GIVES_NOTHING) {
        return 0;
    }
    return rules->gives == KF_GIVES_STONES ? stones : stones - 1;
}

// Keeps letters and digits, in lower case, and all that is not ASCII but the wide blank. Returns
// the length, or 0 when nothing is left or it is longer than any name can be.
static size_t simplify(const char *name, size_t length, char *simple) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (c == '\xE3' && i + 2 < length && name[i + 1] == '\x80' && name[i + 2] == '\x80') {
            i += 2;
            continue;
        }
        c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
        if (kept && count == NAME_MAX_LENGTH) {
            return 0;
        }
        if (kept) {
            simple[count++] = c;
        }
    }
    return count;
}

// Whether the name is one of the names of a row.
static bool is_named(const char *names, const char *name, size_t length) {
    while (*names) {
        size_t next = strcspn(names, "|");
        if (next == length && memcmp(names, name, length) == 0) {
            return true;
        }
        names += next + (names[next] == '|');
    }
    return false;
}

// The length without a word at its end that only says that this is a rule set, or without a year.
// Unchanged when there is none, or nothing before it.
static size_t shorten(const char *name, size_t length) {
    static const char *const words[] = {
        "rules", "rule", "ruleset", "scoring", "counting", "style", "规则", "規則", "ルール", "룰",
        "규칙",  "棋规", "規",      "规",      "式",       "方式",  "計算", "计算", "法",     "식"};
    size_t left = length;
    while (left > 0 && name[left - 1] >= '0' && name[left - 1] <= '9') {
        left--;
    }
    if (left > 0 && left < length) {
        return left;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t word = strlen(words[i]);
        if (length > word && memcmp(name + length - word, words[i], word) == 0) {
            return length - word;
        }
    }
    return length;
}

// Looks the text up as it is, then without what may stand behind the name, one word at a time: so
// "Japanese rules 1989" is found, and a name that ends like such a word is found whole.
const kf_rules *kf_rules_find(const char *name, size_t length) {
    char simple[NAME_MAX_LENGTH];
    size_t left = simplify(name, length, simple);
    size_t before = 0;
    while (left != before) {
        for (size_t i = 0; i < COUNT; i++) {
            if (is_named(table[i].names, simple, left)) {
                return &table[i];
            }
        }
        before = left;
        left = shorten(simple, left);
    }
    return NULL;
}
