// SPDX-License-Identifier: MIT
// What letters say of their character sets: each part of a letter is in one of its own.

#include "base/charset/mail.h"

#include <string.h>

static const kf_text content_type = {"content-type:", 13};

bool kf_mail_charset(kf_text bytes, kf_text *name) {
    enum { HEAD = 8192, NEAR = 200 };
    const kf_text word = KF_TEXT("charset=");
    kf_text head = kf_text_cut(bytes, 0, HEAD);
    size_t at = 0, found;
    while ((found = kf_text_find_fold(kf_text_cut(head, at, head.length), word)) <
           head.length - at) {
        kf_text before = kf_text_cut(head, at + found > NEAR ? at + found - NEAR : 0, at + found);
        at += found + word.length;
        size_t begin = at + (at < head.length && strchr("\"'", head.data[at]) != NULL), end = begin;
        while (end < head.length && (unsigned char)head.data[end] > ' ' &&
               strchr("\"';<>,/()", head.data[end]) == NULL)
            end++;
        *name = kf_text_cut(head, begin, end);
        bool is_said =
            kf_text_has_fold(before, "content-type") || kf_text_has_fold(before, "<meta");
        if (is_said && kf_choice_named(*name) != NULL)
            return true;
    }
    return false;
}

// Whether the text begins with the name of a field.
static bool begins_field(kf_text text) {
    enum { LONGEST = 40 };
    size_t i = 0;
    for (; i < text.length && i < LONGEST && text.data[i] != ':'; i++) {
        char c = (char)(text.data[i] | 0x20);
        if (text.data[i] != '-' && (c < 'a' || c > 'z'))
            return false;
    }
    return i > 1 && i < text.length && text.data[i] == ':';
}

// Whether the line that begins here divides letters of a file: `From`, an address, and a date.
static bool divides_letters(kf_text rest) {
    static const char days[] = "Mon Tue Wed Thu Fri Sat Sun ";
    enum { LONGEST = 200 };
    kf_text line, from, address, day;
    rest = kf_text_cut(rest, 0, LONGEST);
    if (!kf_text_starts(rest, KF_TEXT("From ")) || !kf_text_line(&rest, &line))
        return false;
    bool has_day = kf_text_word(&line, &from) && kf_text_word(&line, &address) &&
                   kf_text_word(&line, &day) && day.length == 3;
    for (const char *p = days; has_day && *p != '\0'; p += 4)
        if (memcmp(p, day.data, day.length) == 0)
            return memchr(line.data, ':', line.length) != NULL;
    return false;
}

// Whether the line that begins here divides parts of a letter: the head of one stands behind it, or
// an empty line.
static bool divides_parts(kf_text rest) {
    enum { LONGEST = 80 };
    size_t i = 2;
    bool has_sign = false;
    for (; i < rest.length && i < LONGEST && (unsigned char)rest.data[i] > ' '; i++)
        has_sign = has_sign || rest.data[i] != '-';
    while (i < rest.length && strchr(" \t\r", rest.data[i]) != NULL)
        i++;
    if (!has_sign || i >= rest.length || rest.data[i] != '\n')
        return false;
    rest = kf_text_cut(rest, i + 1, rest.length);
    return kf_text_starts_fold(rest, KF_TEXT("content-")) || kf_text_starts(rest, KF_TEXT("\n")) ||
           kf_text_starts(rest, KF_TEXT("\r\n"));
}

// Where the next line from `from` on begins that divides letters or their parts, before `upto`;
// else the length.
static size_t next_part(kf_text bytes, size_t from, size_t upto) {
    while (from < upto) {
        kf_text rest = kf_text_cut(bytes, from, bytes.length);
        bool is_front = from == 0 || bytes.data[from - 1] == '\n';
        if (is_front && rest.data[0] == 'F' && divides_letters(rest))
            return from;
        if (is_front && kf_text_starts(rest, KF_TEXT("--")) && divides_parts(rest))
            return from;
        const char *end = memchr(bytes.data + from, '\n', upto - from);
        from = end != NULL ? (size_t)(end - bytes.data) + 1 : upto;
    }
    return bytes.length;
}

// The field that begins here, with the lines on which it goes on.
static kf_text whole_field(kf_text rest) {
    enum { LONGEST = 8192 };
    size_t i = 0;
    for (rest = kf_text_cut(rest, 0, LONGEST); i < rest.length; i++) {
        bool goes_on = i + 1 < rest.length && (rest.data[i + 1] == ' ' || rest.data[i + 1] == '\t');
        if (rest.data[i] == '\n' && !goes_on)
            break;
    }
    return kf_text_cut(rest, 0, i);
}

static void take_name(kf_mail *mail, kf_text name, size_t place) {
    bool is_same = kf_text_equal_fold(name, (kf_text){mail->name, mail->length});
    if (name.length > sizeof mail->name)
        return;
    memcpy(mail->name, name.data, name.length);
    mail->length = name.length;
    mail->place = place;
    mail->was_contradicted = mail->was_contradicted && is_same;
}

// Goes through the head that begins there: what stands in front says nothing of it. A letter in
// a letter has a head of its own.
static void take_head(kf_mail *mail, kf_text bytes, size_t begin) {
    enum { LONGEST = 16384 };
    kf_text head = kf_text_cut(bytes, 0, begin + LONGEST);
    size_t at = begin;
    bool is_letter = false;
    kf_text name, said = {"", 0};
    while (at < head.length) {
        kf_text field = whole_field(kf_text_cut(head, at, head.length));
        bool is_empty = kf_text_trim(field).length == 0;
        if (is_empty ? !is_letter : !begins_field(field))
            break;
        bool is_type = kf_text_starts_fold(field, content_type);
        if (is_type || is_empty)
            is_letter = kf_text_has_fold(field, "message/rfc822");
        if (is_type)
            said = kf_mail_charset(field, &name) ? name : KF_TEXT("");
        at += field.length + 1;
    }
    take_name(mail, said, said.length > 0 ? (size_t)(said.data - bytes.data) : begin);
}

void kf_mail_begin(kf_mail *mail, kf_text front) {
    kf_text name;
    bool is_said = kf_mail_charset(front, &name), is_letter = begins_field(front);
    mail->has_heads = is_said || is_letter || divides_letters(front);
    if (is_letter)
        take_head(mail, front, 0);
    if (is_said && !is_letter)
        take_name(mail, name, (size_t)(name.data - front.data));
}

void kf_mail_read(kf_mail *mail, kf_text bytes, size_t upto) {
    while (mail->has_heads && mail->at < upto) {
        size_t part = next_part(bytes, mail->at, upto);
        const char *end = part < upto ? memchr(bytes.data + part, '\n', bytes.length - part) : NULL;
        if (end != NULL)
            take_head(mail, bytes, (size_t)(end - bytes.data) + 1);
        mail->at = part < upto ? part + 1 : upto;
    }
}

// Whether the letters of a text in UTF-8, all of two bytes, are no words: of several alphabets, or
// signed letters of the Latin one beside each other.
static bool is_absurd(kf_text text) {
    enum { LATIN = 0xC2, GREEK = 0xCE, CYRILLIC = 0xD0 };
    size_t behind = text.length;
    int alphabet = 0;
    for (size_t i = kf_text_skip_ascii(text, 0); i < text.length;
         i = kf_text_skip_ascii(text, i + 2)) {
        int lead = (unsigned char)text.data[i];
        int its = lead <= 0xC5 ? LATIN : lead & 0xFE;
        bool is_one = its == LATIN || its == GREEK || its == CYRILLIC;
        if (!is_one || (alphabet != 0 && its != alphabet) || (its == LATIN && i == behind))
            return true;
        alphabet = its;
        behind = i + 2;
    }
    return false;
}

bool kf_mail_names(const kf_mail *mail, kf_choosing *choosing, kf_text game, kf_text *name) {
    kf_text said = {mail->name, mail->length};
    const kf_charset *set = kf_choice_declared(choosing, said);
    bool is_ascii = kf_choice_is_ascii(game);
    if (set == NULL || (set->frame == KF_FRAME_SHIFT) != is_ascii)
        return false;
    // Programs that put files in letters do not look at their bytes.
    if (!is_ascii && kf_text_is_utf8(game, NULL) && strcmp(set->name, "UTF-8") != 0 &&
        (kf_choice_has_long(game) || !is_absurd(game)))
        return false;
    *name = said;
    return true;
}

// What the text behind a game goes on in, or a later one of many parts: to recognise each takes
// long. False: it is looked at for itself.
static bool choose_again(const kf_mail *mail, kf_choosing *choosing, kf_text game,
                         const kf_charset *set, kf_choice *taken) {
    enum { MANY_PARTS = 3 };
    const char *before = mail->is_behind ? mail->text.charset : NULL;
    *taken = mail->text;
    if (before != NULL && kf_choice_is_in(choosing, game, kf_choice_named(kf_text_of(before))))
        return true;
    if (mail->count < MANY_PARTS)
        return false;
    bool is_utf8 = kf_text_is_utf8(game, NULL);
    bool is_said = !is_utf8 && set != NULL && kf_choice_is_in(choosing, game, set);
    *taken = is_utf8   ? (kf_choice){"UTF-8", KF_WHY_VALID, 100}
             : is_said ? (kf_choice){set->name, KF_WHY_DECLARED, 100}
                       : mail->last;
    return taken->charset != NULL;
}

kf_choice kf_mail_choose(kf_mail *mail, kf_choosing *choosing, kf_text game, const kf_charset *set,
                         bool is_named) {
    kf_choice taken;
    if (!mail->has_parts || kf_choice_is_ascii(game))
        return kf_choice_of(choosing, game, set);
    if (!choose_again(mail, choosing, game, set, &taken)) {
        taken = kf_choice_of(choosing, game, set);
        mail->count += taken.why != KF_WHY_VALID;
        mail->last = taken.why == KF_WHY_RECOGNISED ? taken : mail->last;
    }
    mail->text = is_named ? mail->text : taken;
    return taken;
}

void kf_mail_forget(kf_mail *mail, kf_text bytes, size_t count) {
    kf_mail_read(mail, bytes, count);
    mail->at -= mail->at < count ? mail->at : count;
    mail->place -= mail->place < count ? mail->place : count;
}

size_t kf_mail_find_part(kf_text bytes, size_t from, size_t upto, kf_text *declared) {
    *declared = KF_TEXT("");
    return next_part(bytes, from, upto);
}
