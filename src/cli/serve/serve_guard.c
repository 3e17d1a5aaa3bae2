// SPDX-License-Identifier: MIT
// Who may ask a server of records: this machine's own programs, with the token.

#if defined(__linux__)
#define _DEFAULT_SOURCE // for getrandom, which POSIX does not know
#endif

#include "cli/serve/serve.h"

#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/types.h>

// 128 bits, which nobody finds by trying.
enum { RANDOM_BYTES = 16 };

// ---- Tokens ----

bool kf_serve_guard_make(kf_serve_guard *guard) {
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[RANDOM_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < RANDOM_BYTES; i++) {
        guard->token[2 * i] = digits[bytes[i] >> 4];
        guard->token[2 * i + 1] = digits[bytes[i] & 15];
    }
    guard->token[(size_t)2 * RANDOM_BYTES] = '\0';
    return true;
}

bool kf_serve_guard_take(kf_serve_guard *guard, const char *token) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    size_t length = strlen(token);
    if (length == 0 || length > KF_SERVE_GUARD_TOKEN || strspn(token, plain) != length)
        return false;
    memcpy(guard->token, token, length + 1);
    return true;
}

// Takes as long whatever was given: the time must not say how much of it is right.
static bool is_token(const kf_serve_guard *guard, const char *given, size_t length) {
    size_t wanted = strlen(guard->token);
    unsigned char difference = length != wanted;
    for (size_t i = 0; i < wanted; i++)
        difference |= (unsigned char)(guard->token[i] ^ (length > 0 ? given[i % length] : 0));
    return difference == 0;
}

// Looks through `name=value; name=value`. A browser may send several of one name.
static bool has_cookie(const kf_serve_guard *guard, const char *cookies) {
    size_t name = strlen(guard->cookie);
    bool found = false;
    while (*cookies != '\0') {
        cookies += strspn(cookies, "; \t");
        size_t length = strcspn(cookies, ";");
        if (length > name && cookies[name] == '=' && memcmp(cookies, guard->cookie, name) == 0)
            found = is_token(guard, cookies + name + 1, length - name - 1) || found;
        cookies += length;
    }
    return found;
}

static bool has_bearer(const kf_serve_guard *guard, const char *authorization) {
    static const char scheme[] = "Bearer ";
    if (strncasecmp(authorization, scheme, sizeof scheme - 1) != 0)
        return false;
    authorization += sizeof scheme - 1;
    authorization += strspn(authorization, " ");
    return is_token(guard, authorization, strlen(authorization));
}

// ---- Where the request comes from ----

// A page from elsewhere may lead a name of its own to this machine; it cannot change what the
// browser then says whom it asks.
static bool is_local(const char *host) {
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(host, names[i], length) != 0)
            continue;
        const char *port = host + length;
        if (*port == '\0' || (*port == ':' && strspn(port + 1, "0123456789") == strlen(port + 1)))
            return true;
    }
    return false;
}

// Browsers say from where a request comes; programs say nothing. Another port of this machine is
// the same site, but not the same origin: somebody else's server.
static bool is_foreign(const kf_serve_asker *asker) {
    static const char scheme[] = "http://";
    const char *site = asker->site, *origin = asker->origin;
    if (site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return true;
    return origin != NULL && (strncmp(origin, scheme, sizeof scheme - 1) != 0 ||
                              strcasecmp(origin + sizeof scheme - 1, asker->host) != 0);
}

kf_serve_verdict kf_serve_guard_check(const kf_serve_guard *guard, const kf_serve_asker *asker) {
    if (strcmp(asker->method, "GET") != 0 && strcmp(asker->method, "HEAD") != 0)
        return KF_SERVE_METHOD;
    if (asker->host == NULL || !is_local(asker->host) || is_foreign(asker))
        return KF_SERVE_FOREIGN;
    if (asker->token != NULL &&
        (guard->token[0] == '\0' || is_token(guard, asker->token, strlen(asker->token))))
        return KF_SERVE_CLEAN;
    if (guard->token[0] == '\0' ||
        (asker->authorization != NULL && has_bearer(guard, asker->authorization)) ||
        (asker->cookie != NULL && has_cookie(guard, asker->cookie)))
        return KF_SERVE_PASS;
    return KF_SERVE_UNKNOWN;
}
