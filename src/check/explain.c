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

// The sections stand in the order of the codes, and every code has one: that is a rule of the
// house.
bool kf_explain_at(size_t index, kf_explanation *explanation) {
    return index < SECTIONS && kf_explain_find(sections[index].code, explanation);
}

bool kf_explain_find(const char *code, kf_explanation *explanation) {
    for (int i = 0; i < KF_CODE_COUNT; i++)
        if (strcmp(kf_log_code((kf_code)i)->path, code) == 0) {
            *explanation = explanation_of(kf_log_code((kf_code)i));
            return true;
        }
    return false;
}
