// SPDX-License-Identifier: MIT
// Ishi Standard Format as a notation: its keywords, and how it is recognised.

#include "format/ishi/ishi.h"

#include "base/text.h"

// Source: section 5.1, list of keywords.
static const char *const words[KF_ISHI_KEYWORDS] = {
    [KF_ISHI_ANALYSIS] = "ANALYSIS",
    [KF_ISHI_BLACK] = "BLACK",
    [KF_ISHI_DATE] = "DATE",
    [KF_ISHI_HANDICAP] = "HANDICAP",
    [KF_ISHI_KOMI] = "KOMI",
    [KF_ISHI_PLACE] = "PLACE",
    [KF_ISHI_RECORDER] = "RECORDER",
    [KF_ISHI_RESULT] = "RESULT",
    [KF_ISHI_RULES] = "RULES",
    [KF_ISHI_SOURCE] = "SOURCE",
    [KF_ISHI_TIMELIMIT] = "TIMELIMIT",
    [KF_ISHI_WHITE] = "WHITE",
    [KF_ISHI_EVENT] = "EVENT",
    [KF_ISHI_B] = "B",
    [KF_ISHI_BOARDSIZE] = "BOARDSIZE",
    [KF_ISHI_COM] = "COM",
    [KF_ISHI_DIAGRAM_WORD] = "DIAGRAM",
    [KF_ISHI_ENDCOM] = "ENDCOM",
    [KF_ISHI_ENDUSER] = "ENDUSER",
    [KF_ISHI_ENDVAR] = "ENDVAR",
    [KF_ISHI_HIDE] = "HIDE",
    [KF_ISHI_MARK] = "MARK",
    [KF_ISHI_PRISONER] = "PRISONER",
    [KF_ISHI_REMARK] = "REMARK",
    [KF_ISHI_SETUP_WORD] = "SETUP",
    [KF_ISHI_UNMARK] = "UNMARK",
    [KF_ISHI_USER] = "USER",
    [KF_ISHI_VAR] = "VAR",
    [KF_ISHI_W] = "W",
};

kf_ishi_keyword kf_ishi_word(kf_text word) {
    char first = (char)(word.length > 0 ? word.data[0] & ~0x20 : 0);
    for (int i = 0; i < KF_ISHI_KEYWORDS; i++)
        if (words[i][0] == first && kf_text_equal_fold(word, kf_text_of(words[i])))
            return (kf_ishi_keyword)i;
    return KF_ISHI_OTHER;
}

bool kf_ishi_is_header(kf_ishi_keyword keyword) {
    return keyword <= KF_ISHI_WHITE;
}

bool kf_ishi_is_once(kf_ishi_keyword keyword) {
    switch ((int)keyword) {
    case KF_ISHI_ANALYSIS:
    case KF_ISHI_PLACE:
    case KF_ISHI_RECORDER:
    case KF_ISHI_SOURCE:
        return false;
    default:
        return kf_ishi_is_header(keyword) || keyword == KF_ISHI_BOARDSIZE;
    }
}

// ---- Sniffing ----

enum { BITS_OF_CHARACTER = 6, LINES = 400 };

static bool is_move(kf_text rest) {
    kf_text word;
    int number;
    if (!kf_text_word(&rest, &word) || !kf_text_number(word, &number))
        return false;
    if (!kf_text_word(&rest, &word) || word.length < 2)
        return false;
    return kf_text_equal_fold(word, KF_TEXT("PASS")) ||
           kf_text_number(kf_text_cut(word, 1, word.length), &number);
}

static bool is_setup(kf_text rest) {
    kf_text word;
    return kf_text_word(&rest, &word) && word.length == 1 &&
           ((word.data[0] & ~0x20) == 'B' || (word.data[0] & ~0x20) == 'W');
}

// How many bits the line speaks for Ishi; below 0: it is no line of Ishi. The words that also begin
// lines of ordinary text count little, for the first letter of a sentence is a capital.
static int weigh(kf_ishi_keyword keyword, kf_text word, kf_text rest) {
    bool is_capital = word.data[word.length - 1] < 'a';
    switch ((int)keyword) {
    case KF_ISHI_B:
    case KF_ISHI_W:
        return is_move(rest) ? 4 * BITS_OF_CHARACTER : -8 * BITS_OF_CHARACTER;
    case KF_ISHI_SETUP_WORD:
        return is_setup(rest) ? (int)word.length * BITS_OF_CHARACTER : 0;
    case KF_ISHI_ENDCOM:
    case KF_ISHI_ENDUSER:
    case KF_ISHI_ENDVAR:
    case KF_ISHI_BOARDSIZE:
    case KF_ISHI_TIMELIMIT:
        return (int)word.length * BITS_OF_CHARACTER;
    case KF_ISHI_OTHER:
        return -8 * BITS_OF_CHARACTER;
    default:
        return (int)word.length * (is_capital ? BITS_OF_CHARACTER - 1 : 1);
    }
}

bool kf_ishi_is_line(kf_ishi_keyword keyword, kf_text word, kf_text rest) {
    enum { LEAST = 3 * (BITS_OF_CHARACTER - 1) };
    bool is_setup = keyword == KF_ISHI_SETUP_WORD && word.data[0] == 'S';
    return is_setup || weigh(keyword, word, rest) >= LEAST;
}

// What looks at a text line by line has met.
typedef struct sniffing {
    int bits;
    kf_ishi_keyword block; // COM or USER while one is open, else NONE
} sniffing;

static void sniff_line(sniffing *s, kf_text line) {
    kf_text word;
    if (!kf_text_word(&line, &word))
        return;
    kf_ishi_keyword keyword = kf_ishi_word(word);
    if (s->block != KF_ISHI_NONE) {
        bool is_end = keyword == (s->block == KF_ISHI_COM ? KF_ISHI_ENDCOM : KF_ISHI_ENDUSER);
        s->block = is_end ? KF_ISHI_NONE : s->block;
        s->bits += is_end ? weigh(keyword, word, line) : 0;
        return;
    }
    s->bits += weigh(keyword, word, line);
    if (keyword == KF_ISHI_COM || keyword == KF_ISHI_USER)
        s->block = keyword;
}

// Whether the line can be one of a program in the language Go, whose files end in `.go` too.
static bool is_program(kf_text line) {
    static const char *const begins[] = {"package", "import", "func", "//", "/*", "type", "const"};
    kf_text word;
    if (!kf_text_word(&line, &word))
        return false;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (kf_text_starts(word, kf_text_of(begins[i])))
            return true;
    return false;
}

// Whether the text begins as games in SGF do; then Ishi stands in its comments at most.
static bool is_sgf(kf_text head) {
    head = kf_text_trim(head);
    if (head.length == 0 || head.data[0] != '(')
        return false;
    return kf_text_starts(kf_text_trim(kf_text_cut(head, 1, head.length)), KF_TEXT(";"));
}

// The bits of keywords at the beginnings of lines, less those of lines that begin otherwise. Below
// 0 for a text that the ending of its file's name cannot make Ishi.
static int sniff(kf_text head) {
    sniffing s = {.block = KF_ISHI_NONE};
    kf_text line;
    bool has_program = false;
    if (is_sgf(head))
        return 0;
    for (int i = 0; i < LINES && kf_text_line(&head, &line); i++) {
        has_program = has_program || is_program(line);
        sniff_line(&s, line);
        // A text that begins with anything else is no Ishi, however it goes on.
        if (s.bits < -16 * BITS_OF_CHARACTER)
            return -1;
    }
    if (s.bits < 0 && has_program)
        return -1;
    return s.bits > 0 ? s.bits : 0;
}

const kf_format kf_ishi_format = {
    .name = "ishi",
    .title = "Ishi Standard Format for Go Data Files",
    .suffix = "go ishi",
    .keeps =
        "games on square boards of 2 to 19 lines; what it has no words for goes into USER blocks",
    .sniff = sniff,
    .read = kf_ishi_read,
    .write = KF_FORMAT_WRITER(kf_ishi_write),
    .can_hold = KF_FORMAT_WRITER(kf_ishi_can_hold),
    .writes_games = true,
};
