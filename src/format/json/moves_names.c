// SPDX-License-Identifier: MIT
// Names of members and colours in JSON of others.

#include "format/json/moves.h"

bool kf_moves_names_is(kf_text member, const char *name) {
    for (size_t i = 0; i < member.length; i++) {
        char c = member.data[i];
        if (c == '_' || c == '-' || c == ' ')
            continue;
        c = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        if (*name == '\0' || c != *name++)
            return false;
    }
    return *name == '\0';
}

bool kf_moves_names_any(kf_text member, const char *const *names) {
    for (; *names != NULL; names++)
        if (kf_moves_names_is(member, *names))
            return true;
    return false;
}

bool kf_moves_names_moves(kf_text member) {
    static const char *const names[] = {"moves", "movelist", "sequence", NULL};
    return kf_moves_names_any(member, names);
}

bool kf_moves_names_tree(kf_text member) {
    return kf_moves_names_is(member, "movetree");
}

bool kf_moves_names_judges(kf_text member) {
    static const char *const names[] = {"analysis",   "analyses", "review",
                                        "evaluation", "rootinfo", NULL};
    return kf_moves_names_any(member, names);
}

bool kf_moves_names_stones(kf_text member) {
    static const char *const names[] = {"initialstones", "handicapstones", "setup", NULL};
    return kf_moves_names_any(member, names);
}

kf_colour kf_moves_names_colour(kf_text word) {
    static const char *const black[] = {"b", "black", "1", NULL};
    static const char *const white[] = {"w", "white", "2", NULL};
    return kf_moves_names_any(word, black)   ? KF_BLACK
           : kf_moves_names_any(word, white) ? KF_WHITE
                                             : KF_EMPTY;
}
