// SPDX-License-Identifier: MIT
// The words that pictures and books add to their record, in every language that kifu speaks there.

#include <string.h>

#include "base/text.h"
#include "record/language.h"
#include "record/record.h"

static const char *const tags[KF_LANGUAGES] = {"en", "ja", "zh-Hans", "zh-Hant",
                                               "ko", "de", "fr",      "es"};

static const char *const words[][KF_LANGUAGES] = {
#define KF_WORD(id, en, ja, hans, hant, ko, de, fr, es) {en, ja, hans, hant, ko, de, fr, es},
#include "record/vocabulary.def"
#undef KF_WORD
};

const char *kf_language_get(kf_language language, kf_word word) {
    return words[word][language];
}

const char *kf_language_tag(kf_language language) {
    return tags[language];
}

bool kf_language_named(const char *tag, kf_language *language) {
    for (int i = 0; i < KF_LANGUAGES; i++) {
        if (kf_text_equal_fold(kf_text_of(tag), kf_text_of(tags[i]))) {
            *language = (kf_language)i;
            return true;
        }
    }
    return false;
}

bool kf_language_is_close(kf_language language) {
    return language >= KF_LANGUAGE_JA && language <= KF_LANGUAGE_HANT;
}

// ---- What a record is written in ----

typedef struct census {
    size_t kana, hangul, han, hans, hant;
} census;

static bool is_one_of(uint32_t sign, const char *list) {
    kf_text text = kf_text_of(list);
    for (uint32_t other; kf_text_code_point(&text, &other);)
        if (other == sign)
            return true;
    return false;
}

// Signs of which only one of the two scripts makes use, and Go often.
static void count_sign(census *c, uint32_t sign) {
    c->kana += sign >= 0x3041 && sign <= 0x30FE;
    c->hangul += sign >= 0xAC00 && sign <= 0xD7A3;
    if (sign < 0x4E00 || sign > 0x9FFF)
        return;
    c->han++;
    c->hans += is_one_of(sign, "围对战赛级胜贴让这个们时说后点");
    c->hant += is_one_of(sign, "圍對戰賽級勝貼讓這個們時說後點");
}

kf_language kf_language_guess(const kf_record *record) {
    enum { ENOUGH = 20000, FEW = 4 };
    census c = {0};
    for (kf_node n = 1; n < kf_record_nodes(record) && c.han + c.kana + c.hangul < ENOUGH; n++) {
        kf_text text = kf_node_text(record, n);
        for (uint32_t sign; kf_text_code_point(&text, &sign);)
            if (sign >= 0x3041)
                count_sign(&c, sign);
    }
    if (c.hangul > c.han + c.kana)
        return KF_LANGUAGE_KO;
    if (c.kana > FEW)
        return KF_LANGUAGE_JA;
    if (c.han < FEW)
        return KF_LANGUAGE_EN;
    return c.hant > c.hans ? KF_LANGUAGE_HANT : KF_LANGUAGE_HANS;
}
