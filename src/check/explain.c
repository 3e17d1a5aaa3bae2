// SPDX-License-Identifier: MIT
// What every kind of finding means: the sections of doc/spec that are headed by a code.

#include <stdlib.h>
#include <string.h>

#include <kifu/check.h>

#include "base/log.h"

// A section of doc/spec, as the build put it here. The table is in the order of the codes.
typedef struct section {
    const char *code, *text;
} section;

// The last row only makes sure that there is one.
static const section sections[] = {
#include "explain_text.inc"
    {NULL, NULL},
};

enum { SECTIONS = sizeof sections / sizeof *sections - 1 };

static int by_section(const void *code, const void *row) {
    return strcmp(code, ((const section *)row)->code);
}

static kf_explanation explanation_of(const kf_code_row *row) {
    const section *s = bsearch(row->path, sections, SECTIONS, sizeof *sections, by_section);
    return (kf_explanation){row->path, row->severity, row->title, s != NULL ? s->text : ""};
}

// How many codes come before this one. Codes stand in codes.def by subject, so they are counted:
// there are a few hundred, and only a list of all asks for every one.
static size_t rank_of(const kf_code_row *row) {
    size_t before = 0;
    for (int i = 0; i < KF_CODE_COUNT; i++)
        before += strcmp(kf_log_code((kf_code)i)->path, row->path) < 0;
    return before;
}

bool kf_explain_at(size_t index, kf_explanation *explanation) {
    for (int i = 0; i < KF_CODE_COUNT && index < KF_CODE_COUNT; i++)
        if (rank_of(kf_log_code((kf_code)i)) == index) {
            *explanation = explanation_of(kf_log_code((kf_code)i));
            return true;
        }
    return false;
}

bool kf_explain_find(const char *code, kf_explanation *explanation) {
    for (int i = 0; i < KF_CODE_COUNT; i++)
        if (strcmp(kf_log_code((kf_code)i)->path, code) == 0) {
            *explanation = explanation_of(kf_log_code((kf_code)i));
            return true;
        }
    return false;
}
