// SPDX-License-Identifier: MIT
// The lines of a log of the servers IGS and NNGS.

#include <string.h>

#include "format/server/igs.h"
#include "format/server/server.h"

bool kf_igs_line_number(kf_text *rest, int *number) {
    size_t length = 0;
    while (length < rest->length && rest->data[length] >= '0' && rest->data[length] <= '9')
        length++;
    if (!kf_text_number(kf_text_cut(*rest, 0, length), number) || *number >= KF_IGS_NUMBERS)
        return false;
    *rest = kf_text_cut(*rest, length, rest->length);
    return true;
}

bool kf_igs_line_word(kf_text *rest, const char *word) {
    if (!kf_text_starts(*rest, kf_text_of(word)))
        return false;
    *rest = kf_text_cut(*rest, strlen(word), rest->length);
    return true;
}

bool kf_igs_line_upto(kf_text *rest, const char *word, kf_text *text) {
    size_t end = kf_words_find(*rest, word);
    if (end >= rest->length)
        return false;
    *text = kf_text_trim(kf_text_cut(*rest, 0, end));
    *rest = kf_text_trim(kf_text_cut(*rest, end + strlen(word), rest->length));
    return true;
}

bool kf_igs_line_move(kf_text line, int *number, kf_colour *colour, kf_text *rest) {
    if (!kf_igs_line_number(&line, number))
        return false;
    *colour = kf_igs_line_word(&line, "(B): ")   ? KF_BLACK
              : kf_igs_line_word(&line, "(W): ") ? KF_WHITE
                                                 : KF_EMPTY;
    *rest = kf_text_trim(line);
    return *colour != KF_EMPTY;
}

kf_text kf_igs_line_bare(kf_text line, kf_text *uncoded) {
    int number;
    kf_colour colour;
    kf_text rest, move;
    line = kf_text_trim(line);
    while (kf_igs_line_word(&line, "#>") || kf_igs_line_word(&line, ">"))
        line = kf_text_trim(line);
    rest = *uncoded = line;
    bool has_code = !kf_igs_line_move(line, &number, &colour, &move) &&
                    kf_igs_line_number(&rest, &number) && number < 100 && rest.length > 0 &&
                    rest.data[0] == ' ';
    return has_code ? kf_text_trim(rest) : line;
}

bool kf_igs_line_is_header(kf_text line) {
    size_t i = 0;
    if (!kf_igs_line_word(&line, "Game "))
        return false;
    while (i < line.length && line.data[i] >= '0' && line.data[i] <= '9')
        i++;
    return i > 0 && i + 2 < line.length && line.data[i] == ' ' && line.data[i + 2] == ':';
}

bool kf_igs_line_header(kf_text line, int *number, char *kind, kf_text *white, kf_text *black) {
    if (!kf_igs_line_word(&line, "Game ") || !kf_igs_line_number(&line, number) ||
        line.length < 4 || line.data[0] != ' ' || line.data[2] != ':')
        return false;
    *kind = line.data[1];
    line = kf_text_cut(line, 3, line.length);
    if (!kf_igs_line_upto(&line, ") vs ", white))
        return false;
    *black = line;
    return memchr(white->data, '(', white->length) != NULL &&
           memchr(black->data, '(', black->length) != NULL;
}

bool kf_igs_line_row(kf_text line, int *rank, char points[KF_BOARD_MAX], int *width) {
    kf_text row;
    int again;
    *width = 0;
    if (!kf_igs_line_number(&line, rank))
        return false;
    line = kf_text_trim(line);
    if (!kf_igs_line_word(&line, "|") || !kf_igs_line_upto(&line, "|", &row))
        return false;
    for (size_t i = 0; i < row.length; i++) {
        char c = row.data[i];
        if (c == ' ' || c == '<' || c == '>') // the last move stands between them
            continue;
        if (strchr(".+#O", c) == NULL || *width == KF_BOARD_MAX)
            return false;
        points[(*width)++] = c;
    }
    return *rank > 0 && *rank <= *width && kf_igs_line_number(&line, &again) && again == *rank;
}

bool kf_igs_line_figures(kf_text line, int *width) {
    int column;
    if (!kf_igs_line_number(&line, &column) || !kf_igs_line_word(&line, ": "))
        return false;
    line = kf_text_trim(line);
    for (size_t i = 0; i < line.length; i++)
        if (line.data[i] < '0' || line.data[i] > '6')
            return false;
    *width = (int)line.length;
    return column < *width && *width <= KF_BOARD_MAX;
}

// Whether this is a box of letters, a letter of several parts, or a page: what they quote is not
// all that is in them, and of pages the tags would be read.
static bool holds_more(kf_text head) {
    return kf_text_starts(head, KF_TEXT("From ")) ||
           kf_text_has_fold(head, "\ncontent-type: multi") || kf_text_has_fold(head, "<html") ||
           kf_text_has_fold(head, "<pre>");
}

// Whether there is a game of another notation: it has a log in a comment, rather than a log such a
// game. Boards may be shown in a log.
static bool has_other(kf_text head) {
    static const kf_format *const others[] = {&kf_ishi_format,   &kf_davar_format, &kf_json_format,
                                              &kf_sensei_format, &kf_gib_format,   &kf_ngf_format,
                                              &kf_ugf_format,    &kf_gtp_format,   &kf_lines_format,
                                              &kf_jago_format,   &kf_moves_format, NULL};
    for (const kf_format *const *other = others; *other != NULL; other++)
        if ((*other)->sniff(head) > 0)
            return true;
    return kf_sgf_format.sniff(head) >= KF_FORMAT_SGF;
}

int kf_igs_line_sniff(kf_text head) {
    enum { LINES = 1000, HEADER = 40, MOVE = 24, LEAST = HEADER + MOVE };
    int bits = 0, number;
    char kind;
    kf_colour colour;
    kf_text rest = head, line, one, other;
    for (int i = 0; i < LINES && bits < KF_IGS_MOST && kf_text_line(&rest, &line); i++) {
        line = kf_igs_line_bare(line, &other);
        if (kf_igs_line_move(line, &number, &colour, &one))
            bits += MOVE;
        else if (kf_igs_line_header(line, &number, &kind, &one, &other))
            bits += HEADER;
    }
    if (bits < LEAST || has_other(head) || holds_more(head))
        return 0;
    return bits < KF_IGS_MOST ? bits : KF_IGS_MOST;
}
