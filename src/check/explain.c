// SPDX-License-Identifier: MIT
// What every kind of finding means: the sections of doc/spec that are headed by a code.

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

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

// ---- Properties ----

static const struct {
    const char *name, *long_name, *what;
} abouts[] = {
#define KF_ABOUT(name, long_name, what) {#name, long_name, what},
#include "check/abouts.def"
#undef KF_ABOUT
};

static const char *const types[] = {
    [KF_TYPE_NONE] = "no value",
    [KF_TYPE_NUMBER] = "a whole number",
    [KF_TYPE_REAL] = "a number",
    [KF_TYPE_DOUBLE] = "1, or 2 for emphasis",
    [KF_TYPE_COLOR] = "B or W",
    [KF_TYPE_SIMPLE] = "a line of text",
    [KF_TYPE_SIMPLE2] = "two lines of text with a colon between them",
    [KF_TYPE_TEXT] = "text",
    [KF_TYPE_MOVE] = "a point or a pass",
    [KF_TYPE_STONE] = "a point",
    [KF_TYPE_POINT] = "a point",
    [KF_TYPE_POINTS2] = "two points with a colon between them",
    [KF_TYPE_LABEL] = "a point, a colon and a line of text",
    [KF_TYPE_SIZE] = "a number, or two with a colon between them",
    [KF_TYPE_FIGURE] = "nothing, or a number, a colon and a title",
};
static const char *const shapes[] = {[KF_ARITY_ONE] = "one value",
                                     [KF_ARITY_LIST] = "a list",
                                     [KF_ARITY_ELIST] = "a list that may be empty"};
static const char *const places[] = {
    [KF_WHERE_ANY] = "any node",          [KF_WHERE_ROOT] = "the root",
    [KF_WHERE_INFO] = "game-info",        [KF_WHERE_SETUP] = "a node of setup",
    [KF_WHERE_MOVE] = "a node of a move", [KF_WHERE_INHERIT] = "any node, for all below it",
};

bool kf_explain_property(const char *name, kf_property_about *about) {
    for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++) {
        if (kf_value_order(kf_text_of(abouts[i].name), kf_text_of(name)) != 0)
            continue;
        int id = kf_value_id(kf_text_of(name));
        *about = (kf_property_about){abouts[i].name,
                                     abouts[i].long_name,
                                     abouts[i].what,
                                     "text of its own",
                                     "",
                                     "any node",
                                     "",
                                     ""};
        if (id >= 0) {
            const kf_property_row *row = kf_value_row(id);
            about->type = types[row->type];
            about->shape = shapes[row->arity];
            about->place = places[row->where];
            about->versions = row->versions;
            about->ishi = row->ishi;
        }
        return true;
    }
    return false;
}
