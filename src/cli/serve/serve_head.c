// SPDX-License-Identifier: MIT
// The head of a request, before libmicrohttpd sees it: whether it is whole, and whether it is one.
//
// libmicrohttpd refuses what is no request in words of its own, without a header of ours. So it is
// given only what it will take. Source: RFC 9112.

#include <string.h>

#include "base/text.h"
#include "cli/serve/serve.h"

enum { GOOD = 200, BAD = 400, LONG_ADDRESS = 414, LONG_HEAD = 431, UNKNOWN = 501, VERSION = 505 };

// What names of methods and of headers are made of.
static bool is_token(kf_text text) {
    static const char signs[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_letter && (c == '\0' || strchr(signs, c) == NULL))
            return false;
    }
    return text.length > 0;
}

// Takes a line off the front, without its LF or CR LF; false when its end is not there yet.
static bool take_line(kf_text *rest, kf_text *line) {
    const char *end = rest->length > 0 ? memchr(rest->data, '\n', rest->length) : NULL;
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - rest->data);
    *line = kf_text_cut(*rest, 0, length);
    *rest = kf_text_cut(*rest, length + 1, rest->length);
    if (length > 0 && line->data[length - 1] == '\r')
        line->length--;
    return true;
}

static bool has_control(kf_text text) {
    for (size_t i = 0; i < text.length; i++)
        if (((unsigned char)text.data[i] < ' ' && text.data[i] != '\t') || text.data[i] == 127)
            return true;
    return false;
}

// `GET /address HTTP/1.1`
static unsigned check_request(kf_text line) {
    kf_text rest = line, method, address, version, more;
    if (has_control(line) || !kf_text_word(&rest, &method) || !is_token(method) ||
        !kf_text_word(&rest, &address) || !kf_text_word(&rest, &version) ||
        kf_text_word(&rest, &more) || !kf_text_starts(version, KF_TEXT("HTTP/")))
        return BAD;
    return kf_text_is(version, "HTTP/1.1") || kf_text_is(version, "HTTP/1.0") ? GOOD : VERSION;
}

// What may stand in a head once, for different readers would believe different ones.
typedef struct seen {
    bool host, length;
} seen;

// `Name: value`
static unsigned check_header(kf_text line, seen *seen) {
    const char *colon = memchr(line.data, ':', line.length);
    size_t length = colon != NULL ? (size_t)(colon - line.data) : line.length;
    kf_text name = kf_text_cut(line, 0, length), value = kf_text_cut(line, length + 1, line.length);
    int number;
    if (colon == NULL || !is_token(name) || has_control(value))
        return BAD;
    if (kf_text_equal_fold(name, KF_TEXT("Transfer-Encoding")))
        return UNKNOWN;
    bool is_host = kf_text_equal_fold(name, KF_TEXT("Host"));
    bool is_length = kf_text_equal_fold(name, KF_TEXT("Content-Length"));
    if ((is_host && seen->host) || (is_length && seen->length) ||
        (is_length && !kf_text_number(kf_text_trim(value), &number)))
        return BAD;
    seen->host = seen->host || is_host;
    seen->length = seen->length || is_length;
    return GOOD;
}

unsigned kf_serve_head_check(kf_text bytes) {
    bool is_full = bytes.length >= KF_SERVE_HEAD;
    kf_text rest = bytes, line;
    seen seen = {false, false};
    do // an empty line or two may be left of what came before
        if (!take_line(&rest, &line))
            return is_full ? LONG_ADDRESS : 0;
    while (line.length == 0);
    unsigned status = check_request(line);
    while (status == GOOD) {
        if (!take_line(&rest, &line))
            return is_full ? LONG_HEAD : 0;
        if (line.length == 0)
            break;
        status = check_header(line, &seen);
    }
    return status;
}

const char *kf_serve_head_reason(unsigned status) {
    static const struct {
        unsigned status;
        const char *reason;
    } reasons[] = {
        {LONG_ADDRESS, "URI Too Long"},
        {LONG_HEAD, "Request Header Fields Too Large"},
        {UNKNOWN, "Not Implemented"},
        {VERSION, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Bad Request";
}
