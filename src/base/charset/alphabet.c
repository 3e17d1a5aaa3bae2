// SPDX-License-Identifier: MIT
// How unlikely a letter of an alphabet is where it stands.

#include "base/charset/alphabet.h"

#include <string.h>

#include "base/text.h"

typedef kf_alphabet_letter letter;

static bool is_ascii_letter(uint32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_between(uint32_t c, uint32_t first, uint32_t last) {
    return c >= first && c <= last;
}

// ---- Signs, Cyrillic and the West ----

bool kf_alphabet_is_latin(uint32_t c) {
    bool is_vietnamese =
        is_between(c, 0x1EA0, 0x1EF9) || is_between(c, 0x1A0, 0x1A1) || is_between(c, 0x1AF, 0x1B0);
    return (is_between(c, 0xC0, 0x17F) && c != 0xD7 && c != 0xF7) || is_vietnamese;
}

// Signs that stand in texts of the West.
int kf_alphabet_cost_of_sign(const letter *l) {
    static const uint32_t usual[] = {0x2018, 0x201C, 0x201D, 0x2013, 0x2014, 0x2026,
                                     0xAB,   0xBB,   0xB4,   0xB0,   0x2116};
    bool is_in_word = is_ascii_letter(l->before) && is_ascii_letter(l->after);
    if (l->c == 0x2019) // an apostrophe
        return 60;
    if (is_between(l->c, 0xBC, 0xBE) && is_between(l->before, '0', '9'))
        return 50;
    bool was_letter = is_ascii_letter(l->before) || kf_alphabet_is_latin(l->before);
    bool is_letter_next = is_ascii_letter(l->after) || kf_alphabet_is_latin(l->after);
    if ((l->c == 0xA1 || l->c == 0xBF) && !was_letter && is_letter_next) // they open sentences
        return 50;
    if ((l->c == 0xAA || l->c == 0xBA) && is_between(l->before, '0', '9') && !is_letter_next)
        return 60;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (l->c == usual[i])
            return 70 + (is_in_word ? 50 : 0);
    return (l->c < 0xC0 || l->c == 0x20AC ? 100 : 125) + (is_in_word ? 40 : 0);
}

// Cyrillic by how often a letter is used, from U+0430 on.
static int cost_of_small_cyrillic(uint32_t c) {
    static const unsigned char costs[32] = {25, 41, 30, 41, 35, 25, 47, 41, 26, 45, 33,
                                            31, 34, 27, 22, 36, 30, 29, 27, 36, 60, 46,
                                            53, 42, 49, 56, 78, 39, 40, 57, 50, 39};
    if (is_between(c, 0x430, 0x44F))
        return costs[c - 0x430];
    return c == 0x451 ? 60 : c == 0x456 || c == 0x457 || c == 0x454 || c == 0x491 ? 62 : 110;
}

int kf_alphabet_cost_of_cyrillic(const letter *l) {
    bool is_small = is_between(l->c, 0x430, 0x45F);
    bool was_small = is_between(l->before, 0x430, 0x45F);
    bool was_letter = is_between(l->before, 0x400, 0x45F);
    int mixed = (is_ascii_letter(l->before) ? 40 : 0) + (is_ascii_letter(l->after) ? 40 : 0);
    if (!is_between(l->c, 0x400, 0x491))
        return kf_alphabet_cost_of_sign(l) +
               (was_letter && is_between(l->after, 0x400, 0x45F) ? 40 : 0);
    if (is_small) {
        bool is_odd_start = !was_letter && is_between(l->c, 0x44A, 0x44C);
        return cost_of_small_cyrillic(l->c) + mixed + (is_odd_start ? 40 : 0);
    }
    uint32_t small = is_between(l->c, 0x410, 0x42F) ? l->c + 0x20 : l->c + 0x50;
    return cost_of_small_cyrillic(small) + 15 + mixed + (was_small ? 65 : 0);
}

// Letters of the West beyond ASCII, small ones.
static int cost_of_small_latin(uint32_t c) {
    static const char often[] = "äéöü", seldom[] = "áàåçèíñóøßłąęśżčřšžěőşğıðþňćńťăý",
                      rare[] = "âãæêëîïôõúûùìòœźůűđďľţėįųūāēģīķļņơư";
    char utf8[5] = "";
    kf_text_put_code_point(utf8, c);
    return strstr(often, utf8) != NULL    ? 34
           : strstr(seldom, utf8) != NULL ? 43
           : strstr(rare, utf8) != NULL   ? 55
           : c >= 0x1EA0                  ? 60
                                          : 85;
}

static bool is_vowel(uint32_t c) {
    return c != 0 && c < 0x80 && strchr("aeiouyAEIOUY", (int)c) != NULL;
}

// Letters of the West where the letter that another set has for the byte would be at home: ğ and ï
// stand behind a vowel, ě behind a consonant, þ at the front of a word and ð not at its end; ì, ò
// and ù end words of Italian, and à begins none; ø stands before a consonant as a rule, ñ before a
// vowel, ã before o, e or s, ä never before o nor alone where another set has è,
// and æ does not end words; ő and ű do not follow a vowel; Ť begins hardly any word where another
// set has «.
static int cost_of_place(const letter *l) {
    bool was_letter = is_ascii_letter(l->before) || kf_alphabet_is_latin(l->before);
    bool is_letter_next = is_ascii_letter(l->after) || kf_alphabet_is_latin(l->after);
    bool was_vowel = is_vowel(l->before) || kf_alphabet_is_latin(l->before);
    bool is_vowel_next = is_vowel(l->after) || kf_alphabet_is_latin(l->after);
    bool is_odd = false;
    switch (l->c) {
    case 0x11F: // ğ
    case 0xEF:  // ï
        is_odd = !was_vowel;
        break;
    case 0x11B: // ě
        is_odd = was_vowel || !was_letter;
        break;
    case 0xFE: // þ
        is_odd = was_letter;
        break;
    case 0xF0: // ð
        is_odd = !is_letter_next && was_letter;
        break;
    case 0xEC: // ì
    case 0xF2: // ò
    case 0xF9: // ù
        is_odd = is_letter_next;
        break;
    case 0xE0: // à
        is_odd = is_letter_next && !was_letter;
        break;
    case 0xE3: // ã
        is_odd = is_letter_next && strchr("oes", (int)l->after) == NULL;
        break;
    case 0xE4: // ä
        is_odd = l->after == 'o' || (l->lead == 0x8A && !was_letter && !is_letter_next);
        break;
    case 0x151: // ő
    case 0x171: // ű
        is_odd = was_vowel && l->before != 'y';
        break;
    case 0x164: // Ť
        return l->lead == 0xAB ? 60 : 0;
    case 0xF1: // ñ
        is_odd = !is_vowel_next;
        break;
    case 0xE6: // æ
        is_odd = was_letter && !is_letter_next;
        break;
    case 0xF5: // õ
        is_odd = l->after != 'e';
        break;
    default:
        break;
    }
    bool is_rare = l->c == 0xF8 && is_vowel_next, is_usual = l->c == 0xE3 && l->after == 'o';
    return is_odd ? 28 : is_rare ? 12 : is_usual ? -14 : 0;
}

// The small letter of one of the West. Up to U+0138 and from U+014A to U+0177 it is the odd one.
static uint32_t small_latin(uint32_t c) {
    bool is_even_small =
        is_between(c, 0x139, 0x148) || is_between(c, 0x179, 0x17E) || is_between(c, 0x1AF, 0x1B0);
    if (c == 0x130 || c == 0x178)
        return c == 0x130 ? 0x131 : 0xFF; // one of Turkish has a dot, the other none
    if (c < 0x100)
        return c < 0xDF ? c + 0x20 : c;
    return (c & 1) == is_even_small ? c + 1 : c;
}

int kf_alphabet_cost_of_latin(const letter *l) {
    if (is_between(l->c, 0x300, 0x323)) // a sign that stands on a vowel
        return is_vowel(l->before) || kf_alphabet_is_latin(l->before) ? 35 : 100;
    if (!kf_alphabet_is_latin(l->c))
        return kf_alphabet_cost_of_sign(l);
    uint32_t small = small_latin(l->c);
    bool is_capital = small != l->c;
    bool was_small = is_between(l->before, 'a', 'z') || is_between(l->before, 0xDF, 0xFF);
    bool has_neighbour = is_ascii_letter(l->before) || is_ascii_letter(l->after);
    return cost_of_small_latin(small) + (is_capital ? 12 : 0) + (is_capital && was_small ? 45 : 0) +
           (has_neighbour ? 0 : 15) + cost_of_place(l) +
           (l->run == 1  ? 8
            : l->run > 1 ? 30
                         : 0);
}

// ---- Alphabets that no other letters stand beside ----

enum { ODD = 60 }; // a letter where no word has it

static const unsigned char greek[] = { // from U+03AC on
    40, 42, 43, 37, 75, 24, 50, 41, 41, 27, 55, 32, 45, 27, 32, 35, 34, 28,
    53, 25, 32, 31, 33, 30, 25, 32, 48, 44, 62, 41, 74, 75, 40, 46, 51};
static const unsigned char hebrew[] = { // from U+05D0 on
    28, 31, 43, 36, 22, 23, 43, 37, 44, 22, 48, 37, 26, 35,
    31, 43, 35, 42, 34, 62, 41, 69, 44, 39, 29, 31, 30};
static const unsigned char arabic[] = { // from U+0621 on
    53, 62, 38, 62, 47, 55, 21, 33, 36, 31, 50, 42, 38, 46, 35, 47, 30, 50, 36, 44, 45,
    49, 45, 62, 33, 53, 75, 75, 75, 75, 75, 75, 36, 37, 38, 22, 28, 29, 36, 28, 46, 27};
static const unsigned char thai[] = { // from U+0E01 on
    32, 45, 75, 39, 75, 73, 33, 43, 64, 46, 55, 78, 57, 73, 73, 64, 76, 76, 55, 37,
    38, 52, 36, 55, 29, 40, 40, 50, 67, 43, 60, 55, 34, 35, 30, 73, 36, 75, 36, 53,
    57, 37, 38, 71, 32, 67, 78, 40, 35, 28, 48, 39, 37, 53, 46, 45, 45, 75, 75, 75,
    75, 75, 75, 33, 40, 48, 47, 43, 78, 64, 52, 32, 34, 71, 78, 44, 75, 75};

// The small letter of one of Greek.
static uint32_t small_greek(uint32_t c) {
    if (is_between(c, 0x388, 0x38A))
        return c + 0x25;
    if (is_between(c, 0x391, 0x3AB))
        return c + 0x20;
    return c == 0x386 ? 0x3AC : c == 0x38C ? 0x3CC : c == 0x38E || c == 0x38F ? c + 0x3F : c;
}

static int cost_of_greek(const letter *l) {
    uint32_t small = small_greek(l->c);
    bool was_letter = is_between(l->before, 0x386, 0x3CE);
    bool was_small = was_letter && small_greek(l->before) == l->before;
    bool is_letter_next = is_between(l->after, 0x386, 0x3CE);
    bool is_mixed = is_ascii_letter(l->before) || is_ascii_letter(l->after);
    if (!is_between(small, 0x3AC, 0x3CE))
        return kf_alphabet_cost_of_sign(l) + (was_letter && is_letter_next ? 40 : 0);
    // One form of sigma ends words, and the other does not.
    bool is_odd = (l->c == 0x3C2 && (is_letter_next || !was_letter)) ||
                  (l->c == 0x3C3 && !is_letter_next && was_small);
    return greek[small - 0x3AC] + (small != l->c ? 15 + (was_small ? 65 : 0) : 0) +
           (is_mixed ? 40 : 0) + (is_odd ? ODD : 0);
}

static int cost_of_hebrew(const letter *l) {
    static const uint32_t final[] = {0x5DA, 0x5DD, 0x5DF, 0x5E3, 0x5E5};
    bool is_letter_next = is_between(l->after, 0x5D0, 0x5EA), is_final = false;
    if (!is_between(l->c, 0x5D0, 0x5EA))
        return kf_alphabet_cost_of_sign(l) + (is_letter_next ? 20 : 0);
    for (size_t i = 0; i < sizeof final / sizeof *final; i++)
        is_final = is_final || l->c == final[i];
    bool is_mixed = is_ascii_letter(l->before) || is_ascii_letter(l->after);
    return hebrew[l->c - 0x5D0] + (is_mixed ? 40 : 0) + (is_final && is_letter_next ? ODD : 0);
}

static int cost_of_arabic(const letter *l) {
    bool is_mixed = is_ascii_letter(l->before) || is_ascii_letter(l->after);
    bool is_letter_next = is_between(l->after, 0x621, 0x64A);
    if (l->c == 0x60C || l->c == 0x61F) // its comma and question mark
        return 65;
    if (!is_between(l->c, 0x621, 0x652))
        return kf_alphabet_cost_of_sign(l) + (is_letter_next ? 20 : 0);
    bool is_end = l->c == 0x629 || l->c == 0x649;
    int cost = l->c <= 0x64A ? arabic[l->c - 0x621] : 60;
    return cost + (is_mixed ? 40 : 0) + (is_end && is_letter_next ? ODD : 0);
}

// Vowels above and below stand on a letter, and those in front of one before it.
static int cost_of_thai(const letter *l) {
    bool is_above =
        l->c == 0xE31 || is_between(l->c, 0xE34, 0xE3A) || is_between(l->c, 0xE47, 0xE4E);
    bool is_mark = is_above || is_between(l->c, 0xE30, 0xE33);
    bool is_front = is_between(l->c, 0xE40, 0xE44);
    bool was_letter = is_between(l->before, 0xE01, 0xE4E) && !is_between(l->before, 0xE40, 0xE44);
    bool is_letter_next = is_between(l->after, 0xE01, 0xE2E);
    bool is_mixed = is_ascii_letter(l->before) || is_ascii_letter(l->after);
    if (!is_between(l->c, 0xE01, 0xE4E))
        return is_between(l->c, 0xE4F, 0xE5B) ? 85 : kf_alphabet_cost_of_sign(l);
    return thai[l->c - 0xE01] + (is_mixed ? 40 : 0) +
           ((is_mark && !was_letter) || (is_front && !is_letter_next) ? ODD : 0);
}

int kf_alphabet_cost(kf_alphabet alphabet, const kf_alphabet_letter *l) {
    static int (*const costs[])(const kf_alphabet_letter *) = {
        [KF_CYRILLIC] = kf_alphabet_cost_of_cyrillic,
        [KF_GREEK] = cost_of_greek,
        [KF_HEBREW] = cost_of_hebrew,
        [KF_ARABIC] = cost_of_arabic,
        [KF_THAI] = cost_of_thai,
    };
    // Where Turkish has letters that are often used, other sets have one that is not.
    enum { SELDOM = 12 };
    bool is_seldom = (l->c == 0xDD || l->c == 0xFD) && l->lead == l->c; // ý
    return alphabet < KF_LATIN ? costs[alphabet](l)
                               : kf_alphabet_cost_of_latin(l) + (is_seldom ? SELDOM : 0);
}

// ---- Languages ----

// What languages have beyond ASCII, by family.
static const struct {
    kf_alphabet alphabet;
    const char *letters;
} languages[] = {
    {KF_LATIN, "äöüß"},
    {KF_LATIN, "åäöé"},
    {KF_LATIN, "æøåéòóôö"},
    {KF_LATIN, "àâæçèéêëîïôùûüÿœ"},
    {KF_LATIN, "áéíñóúü"},
    {KF_LATIN, "ãõáâàçéêíóôúü"},
    {KF_LATIN, "àèéìíîòóùú"},
    {KF_LATIN, "áéíóúýæöðþ"},
    {KF_LATIN, "àçèéíïòóúü"},
    {KF_LATIN, "äëïéèöüóáê"},
    {KF_CENTRAL, "áčďéěíňóřšťúůýž"},
    {KF_CENTRAL, "áäčďéíĺľňóôŕšťúýž"},
    {KF_CENTRAL, "ąćęłńóśźż"},
    {KF_CENTRAL, "áéíóöőúüű"},
    {KF_CENTRAL, "čćđšž"},
    {KF_CENTRAL, "ăâîşţ"},
    {KF_CENTRAL, "äöüß"},
    {KF_TURKISH, "âçğıîöşüû"},
    {KF_BALTIC, "ąčęėįšųūž"},
    {KF_BALTIC, "āčēģīķļņšūž"},
    {KF_BALTIC, "äõöüšž"},
    {KF_VIETNAMESE, "ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ"},
};

enum { LANGUAGES = sizeof languages / sizeof *languages };

// The letters that no language of the alphabet has beside the others count, the first ones most: a
// text may be in many languages, and of one whose set is named no more are counted.
int kf_alphabet_cost_of_strange(kf_alphabet alphabet, const kf_alphabet_letter *list, size_t count,
                                bool is_named) {
    enum { STRANGE = 20, MOST = 4, MORE = 12, MANY = 9 };
    int misses[LANGUAGES] = {0}, best = -1;
    for (size_t i = 0; i < count; i++) {
        uint32_t small = list[i].c;
        char utf8[5] = "";
        if (!kf_alphabet_is_latin(small))
            continue;
        small = small_latin(small);
        kf_text_put_code_point(utf8, small);
        for (int k = 0; k < LANGUAGES; k++)
            misses[k] +=
                languages[k].alphabet == alphabet && strstr(languages[k].letters, utf8) == NULL;
    }
    for (int k = 0; k < LANGUAGES; k++)
        if (languages[k].alphabet == alphabet && (best < 0 || misses[k] < best))
            best = misses[k];
    int most = is_named ? MOST : MANY;
    best = best < most ? best : most;
    return best < MOST ? STRANGE * best : STRANGE * MOST + MORE * (best - MOST);
}
