// SPDX-License-Identifier: MIT
// Problems: which games are questions with answers, and what a node says of an answer.
//
// A collection of problems and one of games are the same notation. Books, pages and pictures must
// tell them apart, for a problem's answer is not shown with its question.

#include <kifu/play.h>

#include "base/text.h"
#include "record/path.h"
#include "record/value.h"

enum { LONGEST_ANSWER = 60 };

static bool has(const kf_record *record, kf_node node, const char *name) {
    kf_text value;
    return kf_property_get(record, node, name, &value);
}

kf_node kf_problem_question(const kf_record *record, kf_node game) {
    kf_node node = game;
    while (kf_node_child(record, node) != 0 &&
           !kf_path_is_move(record, kf_node_child(record, node)))
        node = kf_node_child(record, node);
    return node;
}

// ---- What a node says ----

// The words that comments of problem collections begin with.
static const struct opening {
    const char *word;
    kf_problem_verdict verdict;
} openings[] = {
    {"correct", KF_PROBLEM_RIGHT}, {"right", KF_PROBLEM_RIGHT},     {"正解", KF_PROBLEM_RIGHT},
    {"正确", KF_PROBLEM_RIGHT},    {"正確", KF_PROBLEM_RIGHT},      {"wrong", KF_PROBLEM_WRONG},
    {"failure", KF_PROBLEM_WRONG}, {"incorrect", KF_PROBLEM_WRONG}, {"失败", KF_PROBLEM_WRONG},
    {"失敗", KF_PROBLEM_WRONG},    {"错误", KF_PROBLEM_WRONG},
};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether the text begins with the word, and the word ends there.
static bool begins(kf_text text, kf_text word) {
    if (!kf_text_starts_fold(text, word))
        return false;
    bool is_latin = is_letter(word.data[0]);
    return !is_latin || text.length == word.length || !is_letter(text.data[word.length]);
}

static bool has_word(kf_text text, kf_text word) {
    for (size_t i = 0; i + word.length <= text.length; i++)
        if ((i == 0 || !is_letter(text.data[i - 1])) &&
            kf_text_starts(kf_text_cut(text, i, text.length), word) &&
            (i + word.length == text.length || !is_letter(text.data[i + word.length])))
            return true;
    return false;
}

static kf_problem_verdict comment_says(kf_text comment) {
    kf_text text = kf_text_trim(comment);
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++)
        if (begins(text, kf_text_of(openings[i].word)))
            return openings[i].verdict;
    if (has_word(text, KF_TEXT("RIGHT")))
        return KF_PROBLEM_RIGHT;
    return has_word(text, KF_TEXT("WRONG")) ? KF_PROBLEM_WRONG : KF_PROBLEM_SILENT;
}

kf_colour kf_problem_solver(const kf_record *record, kf_node game) {
    kf_node first = kf_node_child(record, kf_problem_question(record, game));
    return has(record, first, "W") ? KF_WHITE : KF_BLACK;
}

static kf_problem_verdict good_for(bool is_solver) {
    return is_solver ? KF_PROBLEM_RIGHT : KF_PROBLEM_WRONG;
}

kf_problem_verdict kf_problem_says(const kf_record *record, kf_node node, kf_colour solver) {
    kf_text rest = kf_node_text(record, node), value;
    kf_problem_verdict verdict = KF_PROBLEM_SILENT;
    for (kf_property property; kf_property_next(&rest, &property);) {
        kf_text values = property.values;
        if (property.id == KF_P_TE)
            verdict = KF_PROBLEM_RIGHT;
        else if (property.id == KF_P_BM)
            verdict = KF_PROBLEM_WRONG;
        else if (property.id == KF_P_GB)
            verdict = good_for(solver == KF_BLACK);
        else if (property.id == KF_P_GW)
            verdict = good_for(solver == KF_WHITE);
        else if (property.id == KF_P_C && verdict == KF_PROBLEM_SILENT &&
                 kf_property_value(&values, &value))
            verdict = comment_says(value);
    }
    return verdict;
}

// ---- Which games are problems ----

static bool says_anything(const kf_record *record, kf_node game) {
    kf_colour solver = kf_problem_solver(record, game);
    kf_walk walk = kf_walk_from(record, game);
    for (kf_node node; (node = kf_walk_enter(&walk)) != 0;)
        if (kf_problem_says(record, node, solver) != KF_PROBLEM_SILENT)
            return true;
    return false;
}

static bool is_short(const kf_record *record, kf_node first) {
    int length = 0;
    for (kf_node node = first; node != 0 && length <= LONGEST_ANSWER;
         node = kf_node_child(record, node))
        length++;
    return length <= LONGEST_ANSWER;
}

// Whether the property says anything but the word that editors fill in by themselves.
static bool is_stated(const kf_record *record, kf_node game, const char *name, const char *idle) {
    kf_text value;
    return kf_property_get(record, game, name, &value) && value.length > 0 &&
           !kf_text_is(value, idle);
}

static bool is_between_people(const kf_record *record, kf_node game) {
    return is_stated(record, game, "PB", "Black") && is_stated(record, game, "PW", "White");
}

bool kf_problem_is(const kf_record *record, kf_node game) {
    if (is_stated(record, game, "HA", "0") || is_between_people(record, game))
        return false;
    kf_node question = kf_problem_question(record, game), first = kf_node_child(record, question);
    bool has_black = false, has_white = false;
    for (kf_node node = question; node != 0; node = kf_node_parent(record, node)) {
        has_black = has_black || has(record, node, "AB");
        has_white = has_white || has(record, node, "AW");
    }
    if (first == 0 || !(has_black || has_white))
        return false;
    bool is_question = (has_black && has_white) || kf_node_next(record, first) != 0;
    return (is_question && is_short(record, first)) || says_anything(record, game);
}
