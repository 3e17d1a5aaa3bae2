// SPDX-License-Identifier: MIT
// What the library needs from below and a page does not have, in its smallest form: a log that
// nobody reads, files, character sets, and the few kinds of numbers that are printed.

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/log.h"

// The browser has decoded the text; iconv's tables would be larger than everything else.
typedef void *iconv_t;
iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t converter, char **in, size_t *left, char **out, size_t *room);
int iconv_close(iconv_t converter);

iconv_t iconv_open(const char *to, const char *from) {
    (void)to, (void)from;
    return (iconv_t)-1; // NOLINT(performance-no-int-to-ptr): what POSIX calls a failure
}

size_t iconv(iconv_t converter, char **in, size_t *left, char **out, size_t *room) {
    (void)converter, (void)in, (void)left, (void)out, (void)room;
    return (size_t)-1;
}

int iconv_close(iconv_t converter) {
    (void)converter;
    return 0;
}

// Findings are the business of `kifu check`.
void kf_log_add(kf_log *log, kf_code code, kf_place place, const char *format, ...) {
    (void)log, (void)code, (void)place, (void)format;
}

void kf_log_add_as(kf_log *log, kf_severity severity, kf_code code, kf_place place,
                   const char *format, ...) {
    (void)log, (void)severity, (void)code, (void)place, (void)format;
}

bool kf_log_keeps(const kf_log *log, kf_severity severity, kf_code code) {
    (void)log, (void)severity, (void)code;
    return false;
}

// ---- snprintf ----

typedef struct printing {
    char *out;
    size_t size, length;
} printing;

static void put(printing *p, char c) {
    if (p->length + 1 < p->size)
        p->out[p->length] = c;
    p->length++;
}

static void put_string(printing *p, const char *string, size_t most) {
    for (size_t i = 0; i < most && string[i] != '\0'; i++)
        put(p, string[i]);
}

static void put_number(printing *p, unsigned long number, unsigned base, int width) {
    char digits[24];
    int count = 0;
    do {
        digits[count++] = "0123456789ABCDEF"[number % base];
        number /= base;
    } while (number > 0);
    for (int i = width; i > count; i--)
        put(p, '0');
    while (count > 0)
        put(p, digits[--count]);
}

static void put_signed(printing *p, long number, int width) {
    if (number < 0)
        put(p, '-');
    put_number(p, number < 0 ? 0 - (unsigned long)number : (unsigned long)number, 10, width);
}

static const char *read_number(const char *format, int *number) {
    for (*number = 0; *format >= '0' && *format <= '9'; format++)
        *number = *number * 10 + (*format - '0');
    return format;
}

// Widths fill with zeros; int, long and size_t are all of 32 bits here.
int vsnprintf(char *out, size_t size, const char *format, va_list arguments) {
    printing p = {out, size, 0};
    for (; *format != '\0'; format++) {
        int width, most = 1 << 30;
        if (*format != '%') {
            put(&p, *format);
            continue;
        }
        format = read_number(format + 1, &width);
        if (format[0] == '.' && format[1] == '*') {
            most = va_arg(arguments, int);
            format += 2;
        } else if (*format == '.') {
            format = read_number(format + 1, &most);
        }
        while (*format == 'l' || *format == 'z')
            format++;
        if (*format == 's')
            put_string(&p, va_arg(arguments, const char *), (size_t)most);
        else if (*format == 'c')
            put(&p, (char)va_arg(arguments, int));
        else if (*format == 'd')
            put_signed(&p, va_arg(arguments, long), width);
        else if (*format == 'u' || *format == 'X')
            put_number(&p, va_arg(arguments, unsigned long), *format == 'u' ? 10 : 16, width);
        else
            put(&p, *format);
    }
    if (size > 0)
        out[p.length < size ? p.length : size - 1] = '\0';
    return (int)p.length;
}

int snprintf(char *out, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out, size, format, arguments);
    va_end(arguments);
    return length;
}

// ---- Memory, strings and sorting: the library's own are made for speed, and ten times as large
// ----

// These two are one instruction each.
void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

void *memchr(const void *bytes, int byte, size_t size) {
    const unsigned char *p = bytes;
    for (; size > 0; size--, p++)
        if (*p == (unsigned char)byte)
            return (void *)p;
    return NULL;
}

char *strchr(const char *string, int sign) {
    while (*string != (char)sign && *string != '\0')
        string++;
    return *string == (char)sign ? (char *)string : NULL;
}

// What is looked for is a few bytes long, and never nothing.
char *strstr(const char *string, const char *word) {
    size_t length = strlen(word);
    for (; *string != '\0'; string++)
        if (strncmp(string, word, length) == 0)
            return (char *)string;
    return NULL;
}

size_t strcspn(const char *string, const char *set) {
    size_t length = 0;
    while (string[length] != '\0' && strchr(set, string[length]) == NULL)
        length++;
    return length;
}

static void exchange(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char sign = a[i];
        a[i] = b[i];
        b[i] = sign;
    }
}

// A sort by a heap: its time does not depend on the order in which the elements come.
void qsort(void *elements, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *base = elements;
    for (size_t start = count / 2, end = count; end > 1;) {
        if (start > 0)
            start--;
        else
            exchange(base, base + --end * size, size);
        for (size_t at = start, child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && compare(base + child * size, base + (child + 1) * size) < 0)
                child++;
            if (compare(base + at * size, base + child * size) >= 0)
                break;
            exchange(base + at * size, base + child * size, size);
        }
    }
}

// There are no files.
char *kf_file_read(kf_arena *arena, const char *name, size_t *length, kf_log *log) {
    (void)arena, (void)name, (void)length, (void)log;
    return NULL;
}

// What ends a program, ends the instance.
_Noreturn void abort(void) {
    __builtin_trap();
}
