// SPDX-License-Identifier: MIT
// What the terminal can show, by what the environment says of it.

#include "cli/frame/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLOURS_256 = 256, COLOURS_TRUE = 1 << 24 };

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

bool kf_terminal_is(FILE *out) {
    int file = fileno(out);
    return file >= 0 && isatty(file);
}

static bool begins(const char *text, const char *front) {
    return strncmp(text, front, strlen(front)) == 0;
}

// COLORTERM is how terminals say that they mix any colour; those of old are told by their names.
static int best_colours(void) {
    const char *colours = variable("COLORTERM");
    if (strcmp(colours, "truecolor") == 0 || strcmp(colours, "24bit") == 0)
        return COLOURS_TRUE;
    return COLOURS_256;
}

int kf_terminal_colours(const kf_cli *cli, bool is_file) {
    const char *when = cli->values[KF_OPTION_COLOR], *terminal = variable("TERM");
    if (when != NULL && strcmp(when, "always") == 0)
        return best_colours();
    // NO_COLOR counts when it is set and not empty. Source: no-color.org.
    bool is_plain = strcmp(terminal, "dumb") == 0 || terminal[0] == '\0' ||
                    strcmp(terminal, "linux") == 0 || begins(terminal, "vt") ||
                    variable("NO_COLOR")[0] != '\0';
    if ((when != NULL && strcmp(when, "never") == 0) || is_file || is_plain ||
        !kf_terminal_is(cli->out))
        return 0;
    return best_colours();
}

// The first of these variables that is set names the locale, and in its name the character set.
static bool is_utf8_locale(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *locale = variable(names[i]);
        if (locale[0] != '\0')
            return strstr(locale, "UTF-8") != NULL || strstr(locale, "utf8") != NULL ||
                   strstr(locale, "UTF8") != NULL || strstr(locale, "utf-8") != NULL;
    }
    return false;
}

bool kf_terminal_is_ascii(const kf_cli *cli, bool is_file) {
    if (is_file)
        return false;
    return strcmp(variable("TERM"), "dumb") == 0 || (kf_terminal_is(cli->out) && !is_utf8_locale());
}
