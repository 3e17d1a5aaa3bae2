// SPDX-License-Identifier: MIT
// From the address that a browser asks for to an open file below one folder, and never beside it.

#include "cli/serve/serve.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Takes one byte off the address; -1 when it is written wrongly or may not stand in a name.
static int take(const char **address) {
    int c = (unsigned char)*(*address)++;
    bool is_hidden = c == '%';
    if (is_hidden) {
        int high = digit((*address)[0]), low = high < 0 ? -1 : digit((*address)[1]);
        if (low < 0)
            return -1;
        c = high * 16 + low;
        *address += 2;
    }
    bool is_bad = c < ' ' || c == 127 || c == '\\' || (is_hidden && c == '/');
    return is_bad ? -1 : c;
}

bool kf_serve_path_decode(const char *address, char path[KF_SERVE_PATH + 1]) {
    size_t length = 0;
    if (*address != '/')
        return false;
    while (*address != '\0') {
        int c = take(&address);
        bool is_part = length > 0 && path[length - 1] == '/';
        if (c < 0 || length == KF_SERVE_PATH || (is_part && (c == '.' || c == '/')))
            return false;
        path[length++] = (char)c;
    }
    path[length] = '\0';
    return true;
}

// Opens one part of the path. O_NONBLOCK, for a pipe would wait for its other end.
static int open_part(int folder, const char *part, size_t length) {
    char name[KF_SERVE_PATH + 1];
    memcpy(name, part, length);
    name[length] = '\0';
    return openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

int kf_serve_path_open(int folder, const char *path, bool *is_folder) {
    struct stat status;
    int file = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (file >= 0 && *path != '\0') {
        path += *path == '/';
        size_t length = strcspn(path, "/");
        if (length == 0)
            break;
        int next = open_part(file, path, length);
        close(file);
        file = next;
        path += length;
    }
    if (file < 0 || fstat(file, &status) != 0 ||
        !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        if (file >= 0)
            close(file);
        return -1;
    }
    *is_folder = S_ISDIR(status.st_mode);
    return file;
}

size_t kf_serve_path_encode(const char *name, char *address) {
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static const char digits[] = "0123456789ABCDEF";
    size_t length = 0;
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;
        if (strchr(plain, c) != NULL) {
            address[length++] = (char)c;
            continue;
        }
        address[length++] = '%';
        address[length++] = digits[c >> 4];
        address[length++] = digits[c & 15];
    }
    address[length] = '\0';
    return length;
}
