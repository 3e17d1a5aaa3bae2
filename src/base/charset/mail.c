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

// Whether the text begins as letters do: with the name of a field, or with the line that divides
// those of one file.
static bool begins_letter(kf_text text) {
    enum { LONGEST = 40 };
    size_t i = 0;
    if (kf_text_starts(text, KF_TEXT("From ")))
        return true;
    for (; i < text.length && i < LONGEST && text.data[i] != ':'; i++) {
        char c = (char)(text.data[i] | 0x20);
        if (text.data[i] != '-' && (c < 'a' || c > 'z'))
            return false;
    }
    return i > 1 && i < text.length && text.data[i] == ':';
}

// Where the next line from `from` on begins that may be of a head, before `upto`; else the length.
static size_t next_line(kf_text bytes, size_t from, size_t upto) {
    while (from < upto) {
        bool is_front = from == 0 || bytes.data[from - 1] == '\n';
        if (is_front && (bytes.data[from] == 'F' || (bytes.data[from] | 0x20) == 'c'))
            return from;
        const char *end = memchr(bytes.data + from, '\n', upto - from);
        from = end != NULL ? (size_t)(end - bytes.data) + 1 : upto;
    }
    return bytes.length;
}

// The field that begins here, with the lines on which it goes on.
static kf_text whole_field(kf_text rest) {
    enum { LONGEST = 1000 };
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

void kf_mail_begin(kf_mail *mail, kf_text front) {
    kf_text name;
    bool is_said = kf_mail_charset(front, &name);
    *mail = (kf_mail){.has_heads = is_said || begins_letter(front)};
    if (is_said)
        take_name(mail, name, (size_t)(name.data - front.data));
}

void kf_mail_read(kf_mail *mail, kf_text bytes, size_t upto) {
    kf_text name;
    while (mail->has_heads && mail->at < upto) {
        size_t line = next_line(bytes, mail->at, upto);
        kf_text rest = kf_text_cut(bytes, line, bytes.length);
        bool is_type = kf_text_starts_fold(kf_text_cut(rest, 0, content_type.length), content_type);
        if (is_type && kf_mail_charset(whole_field(rest), &name))
            take_name(mail, name, (size_t)(name.data - bytes.data));
        // The next letter of a file is by someone else.
        if (line > 0 && kf_text_starts(rest, KF_TEXT("From ")))
            take_name(mail, KF_TEXT(""), line);
        mail->at = line < upto ? line + 1 : upto;
    }
}

bool kf_mail_names(const kf_mail *mail, kf_choosing *choosing, kf_text game, kf_text *name) {
    kf_text said = {mail->name, mail->length};
    const kf_charset *set = kf_choice_declared(choosing, said);
    if (set == NULL || (set->frame != KF_FRAME_SHIFT && kf_choice_is_ascii(game)))
        return false;
    *name = said;
    return true;
}

void kf_mail_forget(kf_mail *mail, kf_text bytes, size_t count) {
    kf_mail_read(mail, bytes, count);
    mail->at -= mail->at < count ? mail->at : count;
    mail->place -= mail->place < count ? mail->place : count;
}

size_t kf_mail_find_part(kf_text bytes, size_t from, size_t upto, kf_text *declared) {
    *declared = KF_TEXT("");
    for (size_t at = from; (at = next_line(bytes, at, upto)) < bytes.length; at++) {
        kf_text rest = kf_text_cut(bytes, at, at + content_type.length);
        if (kf_text_starts_fold(rest, content_type) || kf_text_starts(rest, KF_TEXT("From ")))
            return at;
    }
    return bytes.length;
}
