// SPDX-License-Identifier: MIT
// Addresses of PostgreSQL servers in names and messages.

#include "base/address.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

const char *kf_address_find(const char *text) {
    static const char scheme[] = "postgres";
    static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-._";
    for (; *text != '\0'; text++) {
        if ((*text | 32) != 'p' || strncasecmp(text, scheme, sizeof scheme - 1) != 0)
            continue;
        const char *end = text + strspn(text, more);
        if (*end == ':')
            return end + 1;
    }
    return NULL;
}

// Whether the quote ends what is quoted; a password may have others.
static bool is_last_quote(const char *quote) {
    return quote[0] == '\'' && (quote[1] == '\0' || strchr(" ,;:.)", quote[1]) != NULL);
}

void kf_address_hide(char *message) {
    static const char dots[] = "…";
    char *from = message;
    const char *found = kf_address_find(from);
    if (found == NULL)
        return;
    from += found - from;
    // What is cut off may be shorter than the sign for it, and then holds nothing.
    const char *at = strrchr(from, '@'), *end = at != NULL ? at : from;
    while (*end != '\0' && !is_last_quote(end))
        end++;
    if ((size_t)(end - from) < sizeof dots - 1)
        return;
    memcpy(from, dots, sizeof dots - 1);
    memmove(from + sizeof dots - 1, end, strlen(end) + 1);
}
