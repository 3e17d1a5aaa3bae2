// SPDX-License-Identifier: MIT
// Results, numbers and times as people write them, and as FF[4] wants them.
//
// What is said beyond doubt is respelled safely; where a word has to be understood it is a guess;
// what is not understood stays as it is.

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "check/check.h"
#include "play/play.h"

size_t kf_mend_digits(kf_text *text, int *number) {
    size_t i = 0;
    *number = 0;
    while (i < text->length && i < 9 && text->data[i] >= '0' && text->data[i] <= '9')
        *number = *number * 10 + (text->data[i++] - '0');
    *text = kf_text_cut(*text, i, text->length);
    return i;
}

bool kf_mend_is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

// ---- Results ----

static bool is_score(kf_text text) {
    int number;
    size_t whole = kf_mend_digits(&text, &number);
    if (whole == 0 || text.length == 0)
        return whole > 0;
    text = kf_text_cut(text, 1, text.length);
    return text.data[-1] == '.' && kf_mend_digits(&text, &number) > 0 && text.length == 0;
}

// How FF[4] spells what a game was won by, or NULL.
static const char *reason_of(kf_text word) {
    static const char *const words[][2] = {
        {"r", "R"},    {"resign", "Resign"},   {"res", "R"},
        {"res.", "R"}, {"resigned", "R"},      {"resignation", "R"},
        {"t", "T"},    {"time", "Time"},       {"timeout", "T"},
        {"f", "F"},    {"forfeit", "Forfeit"}, {"forfeited", "F"},
        {"", ""}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kf_text_equal_fold(word, kf_text_of(words[i][0])))
            return words[i][1];
    return NULL;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Takes a half off the end, which stands apart from a number when it is written as a fraction.
static bool take_half(kf_text *value) {
    static const char *const halves[] = {" 1/2", "+1/2", "\xC2\xBD"};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        kf_text half = kf_text_of(halves[i]);
        size_t begin = value->length - half.length, sign = half.data[0] == '+';
        if (value->length < half.length ||
            !kf_text_equal(kf_text_cut(*value, begin, value->length), half))
            continue;
        *value = kf_text_trim(kf_text_cut(*value, 0, begin + sign));
        return true;
    }
    return false;
}

// What stands behind the colour, without spaces, with a point for a comma and for a half. Returns
// the length, 0 where that would make one number of two.
static size_t spell_margin(kf_text value, char text[KF_MEND_TEXT]) {
    size_t length = 0;
    char thousands[KF_MEND_TEXT];
    value = kf_text_trim(value);
    if (kf_mend_thousands(kf_text_cut(value, 1, value.length), thousands) != KF_MEND_NONE)
        return 0;
    bool is_half = take_half(&value);
    for (size_t i = 0; i < value.length && length + 2 < KF_MEND_TEXT; i++) {
        if (i > 0 && value.data[i - 1] == ' ' && is_digit(value.data[i]) && text[length - 1] != '+')
            return 0;
        if (value.data[i] != ' ')
            text[length++] = value.data[i] == ',' ? '.' : value.data[i];
    }
    if (is_half) {
        text[length++] = '.';
        text[length++] = '5';
    }
    return length;
}

// A colour, a plus and a margin, with their case and spaces as they come.
static kf_mend mend_plus(kf_text value, char *out) {
    char text[KF_MEND_TEXT], colour = value.data[0];
    size_t length = spell_margin(kf_text_cut(value, 1, value.length), text);
    bool is_black = colour == 'B' || colour == 'b', is_white = colour == 'W' || colour == 'w';
    if ((!is_black && !is_white) || length == 0 || length + 1 >= sizeof text || text[0] != '+')
        return KF_MEND_NONE;
    kf_text margin = {text + 1, length - 1};
    const char *reason = reason_of(margin);
    char who = is_black ? 'B' : 'W';
    kf_text shorter = kf_text_cut(margin, 0, margin.length > 0 ? margin.length - 1 : 0);
    if (reason == NULL && margin.length > 1 && margin.data[margin.length - 1] == '.')
        reason = reason_of(shorter);
    if (reason != NULL)
        snprintf(out, KF_MEND_TEXT, "%c+%s", who, reason);
    else if (is_score(margin))
        snprintf(out, KF_MEND_TEXT, "%c+%.*s", who, (int)margin.length, margin.data);
    else if (margin.length > 1 && margin.data[0] == '.')
        snprintf(out, KF_MEND_TEXT, "%c+0%.*s", who, (int)margin.length, margin.data);
    else if (margin.length > 1 && margin.data[margin.length - 1] == '.' && is_score(shorter))
        snprintf(out, KF_MEND_TEXT, "%c+%.*s", who, (int)shorter.length, shorter.data);
    else
        return KF_MEND_NONE;
    return is_score(kf_text_cut(kf_text_of(out), 2, KF_MEND_TEXT)) || reason != NULL ? KF_MEND_SAFE
                                                                                     : KF_MEND_NONE;
}

// What the words of a result mean, in English, German, French, Spanish, Russian, Chinese, Japanese
// and Korean.
enum {
    BLACK = 1,
    WHITE = 2,
    WON = 4,
    LOST = 8,
    RESIGN = 16,
    TIME = 32,
    FORFEIT = 64,
    DRAW = 128,
    HALF = 256,
    VOID = 512,
    UNKNOWN = 1024,
    STONES = 2048,
    OWN = 4096, // of who stands beside it, where nothing says who won
    BY = 8192,
    SEAT = 16384,  // a side, and not that it won
    UNIT = 32768,  // of a number: without one it says how the game was won, which nothing else does
    VAGUE = 65536, // of the winner or of the loser: something else has to say who won
    PLUS = 131072
};

static const struct {
    const char *text;
    unsigned sense;
} words[] = {
    {"black", BLACK},
    {"schwarz", BLACK},
    {"noir", BLACK},
    {"noirs", BLACK},
    {"чёрные", BLACK},
    {"черные", BLACK},
    {"чёрных", BLACK},
    {"черных", BLACK},
    {"negro", BLACK},
    {"negras", BLACK},
    {"黑", BLACK},
    {"黒", BLACK},
    {"흑", BLACK},
    {"white", WHITE},
    {"weiß", WHITE},
    {"weiss", WHITE},
    {"blanc", WHITE},
    {"blancs", WHITE},
    {"белые", WHITE},
    {"белых", WHITE},
    {"blanco", WHITE},
    {"blancas", WHITE},
    {"白", WHITE},
    {"백", WHITE},
    {"b", BLACK},
    {"w", WHITE},
    {"wins", WON},
    {"win", WON},
    {"won", WON},
    {"gewinnt", WON},
    {"gewonnen", WON},
    {"victoire", WON},
    {"hat gewonnen", WON},
    {"siegt", WON},
    {"gagne", WON},
    {"gagnent", WON},
    {"выиграли", WON},
    {"победили", WON},
    {"победа", WON},
    {"gana", WON},
    {"ganan", WON},
    {"胜", WON},
    {"勝", WON},
    {"승", WON},
    {"赢", WON},
    {"贏", WON},
    {"loses", LOST},
    {"lost", LOST},
    {"verliert", LOST},
    {"perd", LOST},
    {"perdent", LOST},
    {"проиграли", LOST},
    {"сдались", RESIGN | LOST},
    {"сдачей", RESIGN},
    {"abandonne", RESIGN | LOST},
    {"gibt auf", RESIGN | LOST},
    {"hat aufgegeben", RESIGN | LOST},
    {"abandonnent", RESIGN | LOST},
    {"abandona", RESIGN | LOST},
    {"abandonan", RESIGN | LOST},
    {"认输", RESIGN | LOST},
    {"認輸", RESIGN | LOST},
    {"投了", RESIGN | LOST},
    {"pierde", LOST},
    {"pierden", LOST},
    {"负", LOST},
    {"負", LOST},
    {"패", LOST},
    {"resignation", RESIGN | VAGUE},
    {"resigns", RESIGN | LOST},
    {"resigned", RESIGN | LOST},
    {"resign", RESIGN | VAGUE},
    {"r", RESIGN | VAGUE},
    {"aufgabe", RESIGN | OWN},
    {"abandon", RESIGN | OWN},
    {"abandono", RESIGN | OWN},
    {"中盘", RESIGN},
    {"中盤", RESIGN},
    {"中押", RESIGN},
    {"불계", RESIGN},
    {"time", TIME | VAGUE},
    {"t", TIME | VAGUE},
    {"timeout", TIME | VAGUE},
    {"time forfeit", TIME | VAGUE},
    {"forfeit on time", TIME | VAGUE},
    {"zeit", TIME | VAGUE},
    {"temps", TIME | VAGUE},
    {"tiempo", TIME | VAGUE},
    {"zeitüberschreitung", TIME},
    {"超时", TIME | OWN},
    {"超時", TIME | OWN},
    {"時間切", TIME | OWN},
    {"시간", TIME | VAGUE},
    {"времени", TIME | VAGUE},
    {"forfeit", FORFEIT | VAGUE},
    {"f", FORFEIT | VAGUE},
    {"forfeits", FORFEIT | LOST},
    {"offline", FORFEIT | VAGUE},
    {"forfait", FORFEIT | OWN},
    {"draw", DRAW},
    {"drawn", DRAW},
    {"game drawn", DRAW},
    {"drawn game", DRAW},
    {"partie nulle", DRAW},
    {"remis", DRAW},
    {"match nul", DRAW},
    {"jigo", DRAW},
    {"tie", DRAW},
    {"unentschieden", DRAW},
    {"nulle", DRAW},
    {"empate", DRAW},
    {"tablas", DRAW},
    {"ничья", DRAW},
    {"和棋", DRAW},
    {"和局", DRAW},
    {"持碁", DRAW},
    {"平局", DRAW},
    {"ジゴ", DRAW},
    {"무승부", DRAW},
    {"빅", DRAW},
    {"半", HALF},
    {"half a point", HALF},
    {"half point", HALF},
    {"반", HALF},
    {"void", VOID},
    {"no result", VOID},
    {"unfinished", VOID},
    {"left unfinished", VOID},
    {"suspended", VOID},
    {"adjourned", VOID},
    {"打挂", VOID},
    {"未完", VOID},
    {"打掛", VOID},
    {"打ち掛", VOID},
    {"封盘", VOID},
    {"unknown", UNKNOWN},
    {"無勝負", VOID},
    {"无胜负", VOID},
    // What may stand beside them.
    {"result", 0},
    {"nach", 0},
    {"by", BY},
    {"on", 0},
    {"points", UNIT},
    {"point", UNIT},
    {"pts", UNIT},
    {"очков", UNIT},
    {"очка", UNIT},
    {"очко", UNIT},
    {"на", 0},
    {"в", 0},
    {"durch", BY},
    {"mit", 0},
    {"punkten", UNIT},
    {"punkte", UNIT},
    {"puntos", UNIT},
    {"por", BY},
    {"punkt", UNIT},
    {"par", BY},
    {"le", 0},
    {"les", 0},
    {"el", 0},
    {"los", 0},
    {"las", 0},
    {"de", 0},
    {"au", 0},
    {"aux", 0},
    {"auf", BY},
    {"at", 0},
    {"目", UNIT},
    {"の", SEAT},
    {"番", SEAT},
    {"方", SEAT},
    {"棋", SEAT},
    {"获", 0},
    {"獲", 0},
    {"по", 0},
    {"moku", UNIT},
    {"子", STONES | UNIT},
    {"点", UNIT},
    {"點", UNIT},
    {"점", UNIT},
    {"집", UNIT},
    {"し", 0},
    {"ち", 0},
    {"れ", 0},
    {"け", 0},
    {"共", 0},
    {"+", WON | PLUS},
};

// Takes the longest word that is known off the front. False: there is none.
static bool take_sense(kf_text *rest, unsigned *sense) {
    size_t longest = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        kf_text word = kf_text_of(words[i].text);
        bool is_here = word.length > longest && kf_text_starts_fold(*rest, word);
        // A word of letters ends where they do.
        bool is_ascii = (unsigned char)word.data[0] < 0x80 && word.data[0] != '+';
        char next = rest->length > word.length ? rest->data[word.length] : '\0';
        if (!is_here || (is_ascii && kf_mend_is_letter(next) && (unsigned char)next < 0x80))
            continue;
        longest = word.length;
        *sense = words[i].sense;
    }
    *rest = kf_text_cut(*rest, longest, rest->length);
    return longest > 0;
}

static bool put_words(unsigned found, const char *score, char *out) {
    unsigned who = found & (BLACK | WHITE);
    unsigned none = found & (DRAW | VOID | UNKNOWN);
    if (none != 0) {
        snprintf(out, KF_MEND_TEXT, none == DRAW ? "Draw" : none == VOID ? "Void" : "?");
        return who == 0 && score[0] == '\0' && (none & (none - 1)) == 0;
    }
    unsigned reason = found & (RESIGN | TIME | FORFEIT);
    bool has_reason = reason != 0, has_winner = (found & (WON | LOST | BY)) != 0;
    bool is_cut = (found & BY) != 0 && !has_reason && score[0] == '\0'; // `Black by`
    if (is_cut || (reason & (reason - 1)) != 0 || ((found & VAGUE) != 0 && !has_winner))
        return false;
    if ((found & OWN) != 0 && !has_winner)
        found |= LOST;
    if ((found & SEAT) != 0 && (found & (WON | LOST)) == 0 && !has_reason && score[0] == '\0')
        return false;
    if ((who != BLACK && who != WHITE) || (has_reason && score[0] != '\0') ||
        (found & (WON | LOST)) == (WON | LOST))
        return false;
    bool is_black = (who == BLACK) != ((found & LOST) != 0);
    const char *margin = (found & RESIGN) != 0    ? "R"
                         : (found & TIME) != 0    ? "T"
                         : (found & FORFEIT) != 0 ? "F"
                                                  : score;
    snprintf(out, KF_MEND_TEXT, "%c+%s", is_black ? 'B' : 'W', margin);
    return true;
}

// A count of stones in Chinese counting, `1又3/4`, `2.75`, as quarters. Each stone is two points.
static bool take_quarters(kf_text *value, int *quarters) {
    int whole, part = 0, of = 1;
    kf_mend_digits(value, &whole);
    bool has_rest = kf_text_starts(*value, KF_TEXT("又"));
    if (has_rest) {
        *value = kf_text_cut(*value, KF_TEXT("又").length, value->length);
        has_rest = kf_mend_digits(value, &part) > 0;
    }
    const kf_text parts = KF_TEXT("分之"); // three of four is 四分之三
    if (kf_text_starts(*value, parts)) {
        *value = kf_text_cut(*value, parts.length, value->length);
        of = has_rest ? part : whole;
        whole = has_rest ? whole : 0;
        kf_mend_digits(value, &part);
    } else if (kf_text_starts(*value, KF_TEXT("/"))) {
        *value = kf_text_cut(*value, 1, value->length);
        kf_mend_digits(value, &of);
        part = has_rest ? part : whole;
        whole = has_rest ? whole : 0;
    } else if (kf_text_starts(*value, KF_TEXT("."))) {
        *value = kf_text_cut(*value, 1, value->length);
        of = kf_mend_digits(value, &part) > 1 ? 100 : 10;
    }
    *quarters = 0;
    if (of < 1 || of > 1000 || part >= of || whole >= 1000 || part * 4 % of != 0)
        return false;
    *quarters = whole * 4 + part * 4 / of;
    return *quarters > 0;
}

// Takes the quarters that stand behind a whole number, ` 3/4` or a sign for them, or that it begins
// itself: `1/2`.
static int take_fraction(kf_text *value, int *whole) {
    static const struct {
        const char *text;
        int whole, quarters; // -1: any number before it
    } fractions[] = {{"1/2", -1, 2},      {"1/4", -1, 1},      {"3/4", -1, 3},
                     {"\xC2\xBD", -1, 2}, {"\xC2\xBC", -1, 1}, {"\xC2\xBE", -1, 3},
                     {"/2", 1, 2},        {"/4", 1, 1},        {"/4", 3, 3}};
    kf_text rest = kf_text_trim(*value);
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++) {
        kf_text text = kf_text_of(fractions[i].text);
        bool is_here = fractions[i].whole < 0 || fractions[i].whole == *whole;
        if (!is_here || !kf_text_starts(rest, text))
            continue;
        *value = kf_text_cut(rest, text.length, rest.length);
        *whole = fractions[i].whole < 0 ? *whole : 0;
        return fractions[i].quarters;
    }
    return 0;
}

// Whether one of the signs ½, ¼ and ¾ stands there, which need no number before them.
static bool is_fraction_sign(kf_text text) {
    return kf_text_starts(text, KF_TEXT("\xC2\xBD")) || kf_text_starts(text, KF_TEXT("\xC2\xBC")) ||
           kf_text_starts(text, KF_TEXT("\xC2\xBE"));
}

// A number of points with its decimals or a fraction. False: it is none that is clear.
static bool take_points_won(kf_text *value, int whole, char *score, size_t size) {
    static const char *const quarters[] = {"", ".25", ".5", ".75"};
    int rest = 0, part = take_fraction(value, &whole);
    bool has_rest = part == 0 && value->length > 1 && strchr(".,", value->data[0]) != NULL;
    kf_text behind = kf_text_cut(*value, 1, value->length);
    size_t decimals = has_rest ? kf_mend_digits(&behind, &rest) : 0;
    if (decimals == 3 && value->data[0] == ',') // it parts thousands
        return false;
    *value = decimals > 0 ? behind : *value;
    if (decimals > 0)
        snprintf(score, size, "%d.%0*d", whole, (int)decimals, rest);
    else
        snprintf(score, size, "%d%s", whole, quarters[part]);
    return true;
}

// A result in words: each of them must be known, and their sense be one.
static kf_mend mend_words(kf_text value, char *out) {
    unsigned found = 0, sense = 0;
    char score[24] = "", lower[KF_MEND_LOWER];
    value = kf_mend_plain_lower(value, lower);
    const kf_text stones = KF_TEXT("子");
    bool is_stones = kf_text_find_fold(value, stones) < value.length;
    while (value.length > 0) {
        int whole = 0;
        kf_text before = value;
        if (is_stones && is_digit(value.data[0])) {
            if (score[0] != '\0' || !take_quarters(&value, &whole))
                return KF_MEND_NONE;
            snprintf(score, sizeof score, whole % 2 == 0 ? "%d" : "%d.5", whole / 2);
        } else if (kf_mend_digits(&value, &whole) > 0 || is_fraction_sign(value)) {
            if (score[0] != '\0' || !take_points_won(&value, whole, score, sizeof score))
                return KF_MEND_NONE;
        } else if (take_sense(&value, &sense)) {
            if ((found & PLUS) != 0 && (sense & (BLACK | WHITE | PLUS)) != 0)
                return KF_MEND_NONE;
            found |= sense;
        } else if (strchr(" .,:;!", value.data[0]) != NULL) {
            value = kf_text_cut(value, 1, value.length);
        }
        if (value.length == before.length)
            return KF_MEND_NONE;
    }
    bool is_half = (found & HALF) != 0;
    if (is_half && (is_stones || strchr(score, '.') != NULL))
        return KF_MEND_NONE;
    if (is_half)
        snprintf(score + strlen(score), sizeof score - strlen(score), "%s.5",
                 score[0] == '\0' ? "0" : "");
    bool is_unmeasured = (found & UNIT) != 0 && score[0] == '\0';
    return !is_unmeasured && put_words(found, score, out) ? KF_MEND_GUESS : KF_MEND_NONE;
}

// Whether it is a colour, a plus, and a margin or a reason as FF[4] spells them.
static bool is_right(kf_text value) {
    if (value.length < 3 || (value.data[0] != 'B' && value.data[0] != 'W') || value.data[1] != '+')
        return false;
    kf_text margin = kf_text_cut(value, 2, value.length);
    if (is_digit(margin.data[0]))
        return is_score(margin);
    const char *reason = reason_of(margin);
    return reason != NULL && kf_text_is(margin, reason);
}

kf_mend kf_mend_result(kf_text value, char out[KF_MEND_TEXT]) {
    static const char *const plain[] = {"0", "Draw", "Void", "?"};
    kf_text trimmed = kf_text_trim(value);
    kf_mend mend = KF_MEND_NONE;
    if (trimmed.length == 0 || is_right(value))
        return KF_MEND_GOOD;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (kf_text_equal_fold(trimmed, kf_text_of(plain[i]))) {
            snprintf(out, KF_MEND_TEXT, "%s", plain[i]);
            mend = KF_MEND_SAFE;
        }
    if (mend == KF_MEND_NONE)
        mend = mend_plus(trimmed, out);
    if (mend == KF_MEND_NONE)
        mend = mend_words(trimmed, out);
    char digits[KF_MEND_TEXT];
    if (mend == KF_MEND_NONE && kf_mend_date_numerals(trimmed, digits))
        mend = mend_words(kf_text_of(digits), out);
    return mend == KF_MEND_SAFE && kf_text_is(value, out) ? KF_MEND_GOOD : mend;
}

// ---- Numbers ----

// Takes off the end what komi is counted in. It may say a half as well.
static bool take_points(kf_text *text, bool *is_half) {
    static const char *const words[] = {"目半",   "집반",  "目",  "집",
                                        "points", "point", "pts", "moku"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        kf_text word = kf_text_of(words[i]);
        size_t begin = text->length - word.length;
        if (text->length <= word.length ||
            !kf_text_equal_fold(kf_text_cut(*text, begin, text->length), word))
            continue;
        *text = kf_text_trim(kf_text_cut(*text, 0, begin));
        *is_half = i < 2;
        return true;
    }
    return false;
}

// Takes off the front that what follows is komi, and that Black gives it.
static bool take_komi(kf_text *text) {
    static const char *const words[] = {"黑贴", "黑貼", "贴", "貼", "コミ", "덤", "komi"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kf_text_starts_fold(*text, kf_text_of(words[i]))) {
            *text = kf_text_trim(kf_text_cut(*text, strlen(words[i]), text->length));
            return true;
        }
    return false;
}

// A komi in stones of Chinese counting, of which each is two points: `3.75子`. Behind a word for
// komi a number with a quarter needs no unit.
static kf_mend mend_stones(kf_text value, bool is_komi, char *out) {
    enum { UNIT = 1000, LONGEST = 3 };
    const kf_text stones = KF_TEXT("子");
    size_t length = value.length > stones.length ? value.length - stones.length : 0;
    kf_text rest = kf_text_trim(kf_text_cut(value, 0, length));
    int whole, part = 0, quarters;
    bool has_unit = kf_text_equal(kf_text_cut(value, length, value.length), stones);
    kf_text fraction = has_unit ? rest : value;
    bool is_exact = (has_unit || is_komi) && take_quarters(&fraction, &quarters) &&
                    fraction.length == 0 && (has_unit || quarters % 2 != 0);
    if (!has_unit && !is_exact)
        return KF_MEND_NONE;
    if (is_exact) {
        snprintf(out, KF_MEND_TEXT, quarters % 2 == 0 ? "%d" : "%d.5", quarters / 2);
        return KF_MEND_GUESS;
    }
    if (kf_mend_digits(&rest, &whole) == 0 || whole > KF_BOARD_MAX * KF_BOARD_MAX)
        return KF_MEND_NONE;
    size_t decimals = 0;
    if (rest.length > 1 && rest.data[0] == '.') {
        rest = kf_text_cut(rest, 1, rest.length);
        decimals = kf_mend_digits(&rest, &part);
    }
    if (rest.length > 0 || decimals > LONGEST)
        return KF_MEND_NONE;
    for (size_t i = decimals; i < LONGEST; i++)
        part *= 10;
    int points = 2 * (whole * UNIT + part);
    int end = snprintf(out, KF_MEND_TEXT, "%d.%03d", points / UNIT, points % UNIT);
    while (end > 0 && out[end - 1] == '0')
        out[--end] = '\0';
    if (end > 0 && out[end - 1] == '.')
        out[end - 1] = '\0';
    return KF_MEND_GUESS;
}

kf_mend kf_mend_number(kf_text value, char out[KF_MEND_TEXT]) {
    kf_text trimmed = kf_text_trim(value);
    int number;
    bool has_word = take_komi(&trimmed);
    if (mend_stones(trimmed, has_word, out) != KF_MEND_NONE)
        return KF_MEND_GUESS;
    bool is_half = false, has_unit = take_points(&trimmed, &is_half) || has_word;
    bool is_fraction = !is_half && take_half(&trimmed);
    kf_text rest = trimmed;
    bool is_signed = rest.length > 0 && (rest.data[0] == '-' || rest.data[0] == '+');
    rest = kf_text_cut(rest, is_signed, rest.length);
    if (kf_mend_thousands(rest, out) != KF_MEND_NONE)
        return KF_MEND_NONE;
    size_t whole = kf_mend_digits(&rest, &number);
    bool has_sign = rest.length > 0 && (rest.data[0] == ',' || rest.data[0] == '.');
    kf_text behind = kf_text_cut(rest, 1, rest.length);
    size_t decimals = kf_mend_digits(&behind, &number);
    is_half = is_half || is_fraction;
    bool is_number = is_half ? rest.length == 0 && (whole > 0 || is_fraction)
                             : (has_sign || has_unit) && behind.length == 0 &&
                                   (has_sign || rest.length == 0) && whole + decimals > 0;
    if (!is_number || trimmed.length > 20)
        return KF_MEND_NONE;
    snprintf(out, KF_MEND_TEXT, "%.*s%.*s%s%.*s", is_signed ? 1 : 0, trimmed.data,
             whole > 0 ? (int)whole : 1, whole > 0 ? trimmed.data + is_signed : "0",
             is_half        ? ".5"
             : decimals > 0 ? "."
                            : "",
             (int)decimals, behind.data - decimals);
    return has_unit ? KF_MEND_GUESS : KF_MEND_SAFE;
}

// ---- Times ----

// How many seconds the unit at the front has, which is taken off; 0: it is none.
static int take_seconds(kf_text *rest) {
    static const struct {
        const char *word;
        int seconds;
    } units[] = {
        {"h", 3600},     {"hr", 3600},     {"hrs", 3600},     {"hour", 3600},  {"hours", 3600},
        {"std", 3600},   {"stunde", 3600}, {"stunden", 3600}, {"heure", 3600}, {"heures", 3600},
        {"hora", 3600},  {"horas", 3600},  {"小时", 3600},    {"時間", 3600},  {"시간", 3600},
        {"m", 60},       {"min", 60},      {"mins", 60},      {"minute", 60},  {"minutes", 60},
        {"minuten", 60}, {"minuto", 60},   {"minutos", 60},   {"分", 60},      {"分钟", 60},
        {"分鐘", 60},    {"분", 60},       {"s", 1},          {"sec", 1},      {"secs", 1},
        {"second", 1},   {"seconds", 1},   {"sekunde", 1},    {"sekunden", 1}, {"seconde", 1},
        {"secondes", 1}, {"segundos", 1},  {"秒", 1},         {"초", 1},       {"'", 60},
        {"′", 60},       {"\"", 1},        {"″", 1}};
    size_t longest = 0;
    int seconds = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        kf_text word = kf_text_of(units[i].word);
        char next = rest->length > word.length ? rest->data[word.length] : '\0';
        bool is_ascii = (unsigned char)word.data[0] < 0x80;
        if (word.length <= longest || !kf_text_starts_fold(*rest, word) ||
            (is_ascii && kf_mend_is_letter(next)))
            continue;
        longest = word.length;
        seconds = units[i].seconds;
    }
    *rest = kf_text_trim(kf_text_cut(*rest, longest, rest->length));
    bool has_point = longest > 0 && rest->length > 0 && rest->data[0] == '.';
    *rest = kf_text_trim(kf_text_cut(*rest, has_point, rest->length));
    return seconds;
}

// `1:30:00`. Two numbers may be hours and minutes as well as minutes and seconds.
static bool take_clock(kf_text text, int *seconds) {
    int parts[3];
    for (int i = 0; i < 3; i++) {
        size_t digits = kf_mend_digits(&text, &parts[i]);
        bool is_sign = i == 2 ? text.length == 0 : text.length > 0 && text.data[0] == ':';
        if (!is_sign || digits == 0 || digits > 2 || (i > 0 && (digits != 2 || parts[i] > 59)))
            return false;
        text = kf_text_cut(text, 1, text.length);
    }
    *seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2];
    return true;
}

kf_mend kf_mend_time(kf_text value, char out[KF_MEND_TEXT]) {
    kf_text rest = kf_text_trim(value);
    int seconds = 0, before = INT_MAX;
    kf_mend mend = KF_MEND_SAFE;
    if (kf_text_starts(rest, KF_TEXT("各"))) {
        rest = kf_text_trim(kf_text_cut(rest, sizeof "各" - 1, rest.length));
        mend = KF_MEND_GUESS;
    }
    if (take_clock(rest, &seconds))
        rest.length = 0;
    else if (rest.length == 0)
        return KF_MEND_NONE;
    while (rest.length > 0) {
        int number, part = 0;
        size_t digits = kf_mend_digits(&rest, &number);
        bool is_half = kf_text_starts(rest, KF_TEXT(".5")) || kf_text_starts(rest, KF_TEXT(",5"));
        rest = kf_text_trim(kf_text_cut(rest, is_half ? 2 : 0, rest.length));
        int unit = digits > 0 && digits < 6 ? take_seconds(&rest) : 0;
        if (before == 3600 && digits == 2 && rest.length == 0 && number < 60 && unit == 0) {
            unit = 60; // `1h30`
            mend = KF_MEND_GUESS;
        }
        // The larger unit comes first, and says how much the rest is.
        if (unit == 0 || unit >= before || (is_half && unit == 1) || number > INT_MAX / 4 / unit)
            return KF_MEND_NONE;
        part = number * unit + (is_half ? unit / 2 : 0);
        seconds = seconds < INT_MAX / 4 ? seconds + part : seconds;
        before = unit;
        if (!kf_text_equal_fold(rest, KF_TEXT("each")) &&
            !kf_text_equal_fold(rest, KF_TEXT("per player")))
            continue;
        mend = KF_MEND_GUESS;
        break;
    }
    snprintf(out, KF_MEND_TEXT, "%d", seconds);
    return mend;
}

// `1:30`, of which somebody else says that it is minutes and seconds.
static bool take_minutes(kf_text text, int *seconds) {
    int minutes, rest = 0;
    size_t digits = kf_mend_digits(&text, &minutes);
    bool has_sign = text.length > 0 && text.data[0] == ':';
    text = kf_text_cut(text, 1, text.length);
    bool is_good = digits > 0 && digits < 4 && has_sign && kf_mend_digits(&text, &rest) == 2;
    *seconds = minutes * 60 + rest;
    return is_good && text.length == 0 && rest < 60;
}

// One period of overtime is minutes and seconds, and the time before it then is, too.
kf_mend kf_mend_periods(kf_text value, char time[KF_MEND_TEXT], char overtime[KF_MEND_TEXT]) {
    size_t end = 0, skip;
    int count, seconds;
    char period[KF_MEND_TEXT];
    value = kf_text_trim(value);
    while (end < value.length && strchr("+(,", value.data[end]) == NULL)
        end++;
    kf_text main = kf_text_trim(kf_text_cut(value, 0, end));
    kf_text rest = kf_text_trim(kf_text_cut(value, end + 1, value.length));
    bool is_open = end < value.length && value.data[end] == '(';
    bool is_closed = rest.length > 0 && rest.data[rest.length - 1] == ')';
    rest = kf_text_trim(kf_text_cut(rest, 0, rest.length - (is_open && is_closed)));
    size_t digits = kf_mend_digits(&rest, &count);
    rest = kf_text_trim(rest);
    skip = kf_text_starts_fold(rest, KF_TEXT("x")) ? 1 : kf_text_starts(rest, KF_TEXT("×")) ? 2 : 0;
    if (digits == 0 || digits > 3 || skip == 0 || (is_open && !is_closed))
        return KF_MEND_NONE;
    rest = kf_text_trim(kf_text_cut(rest, skip, rest.length));
    bool is_clock = take_minutes(rest, &seconds);
    if (is_clock)
        snprintf(period, sizeof period, "%d", seconds);
    else if (kf_mend_time(rest, period) != KF_MEND_SAFE)
        return KF_MEND_NONE;
    if (is_clock && take_minutes(main, &seconds))
        snprintf(time, KF_MEND_TEXT, "%d", seconds);
    else if (kf_mend_time(main, time) != KF_MEND_SAFE)
        return KF_MEND_NONE;
    snprintf(overtime, KF_MEND_TEXT, "%dx%.20s byo-yomi", count, period);
    return KF_MEND_GUESS;
}

kf_mend kf_mend_komi(kf_text value, char out[KF_MEND_TEXT]) {
    enum { QUARTER = 25, HALF = 50 };
    kf_text text = kf_text_trim(value);
    int number = 0;
    bool is_negative = text.length > 0 && text.data[0] == '-';
    bool is_whole = kf_text_number(kf_text_cut(text, is_negative, text.length), &number);
    if (!is_whole || !kf_outcome_is_server_komi(number))
        return KF_MEND_NONE;
    int halves = number % HALF == 0 ? number / HALF : number / QUARTER;
    kf_outcome_points(is_negative ? -halves : halves, out);
    return KF_MEND_GUESS;
}

// `3,600`, in which the comma parts thousands.
kf_mend kf_mend_thousands(kf_text value, char out[KF_MEND_TEXT]) {
    int front, back;
    kf_text text = kf_text_trim(value);
    size_t digits = kf_mend_digits(&text, &front);
    bool is_parted = digits > 0 && digits < 4 && text.length == 4 && text.data[0] == ',';
    text = kf_text_cut(text, 1, text.length);
    if (!is_parted || kf_mend_digits(&text, &back) != 3)
        return KF_MEND_NONE;
    snprintf(out, KF_MEND_TEXT, "%d", front * 1000 + back);
    return KF_MEND_GUESS;
}
