// SPDX-License-Identifier: MIT
// What every kind of finding means: the sections of doc/spec that are headed by a code.

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

#include <kifu/check.h>

#include "base/log.h"
#include "check/check.h"

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

#define KF_ABOUT(name, long_name, what)
#define KF_ABOUT_MORE(name, range, fix)
#define KF_ABOUT_MET(name, what, type, source)

static const struct {
    const char *name, *long_name, *what;
} abouts[] = {
#undef KF_ABOUT
#define KF_ABOUT(name, long_name, what) {#name, long_name, what},
#include "check/abouts.def"
#undef KF_ABOUT
#define KF_ABOUT(name, long_name, what)
};

static const struct {
    const char *name, *range, *fix;
} more[] = {
#undef KF_ABOUT_MORE
#define KF_ABOUT_MORE(name, range, fix) {#name, range, fix},
#include "check/abouts.def"
#undef KF_ABOUT_MORE
#define KF_ABOUT_MORE(name, range, fix)
};

// Of programs that SGF does not know.
static const kf_property_about met[] = {
#undef KF_ABOUT_MET
#define KF_ABOUT_MET(name, what, type, source)                                                     \
    {#name, "", what, type, "", "any node", "", "", "not checked", "nothing", source},
#include "check/abouts.def"
#undef KF_ABOUT_MET
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

// Which values have a meaning, and what kifu fix makes of others, by their type.
static const char *const values[][2] = {
    [KF_TYPE_NONE] = {"no value", "nothing"},
    [KF_TYPE_NUMBER] = {"any whole number", "white space and signs of full width"},
    [KF_TYPE_REAL] = {"any number", "a comma or a fraction as a decimal; by a guess a unit goes"},
    [KF_TYPE_DOUBLE] = {"1 or 2", "an empty one becomes 1"},
    [KF_TYPE_COLOR] = {"B or W", "the name of a colour; by a guess other words"},
    [KF_TYPE_SIMPLE] = {"any text", "by a guess a bracket that is missing, and text encoded twice"},
    [KF_TYPE_SIMPLE2] = {"any text", "nothing"},
    [KF_TYPE_TEXT] = {"any text", "by a guess a bracket that is missing, and text encoded twice"},
    [KF_TYPE_MOVE] = {"points of the board",
                      "a pass in words; by a guess coordinates as people say them"},
    [KF_TYPE_STONE] = {"points of the board",
                       "several points in one value, corners in the wrong order; by a guess "
                       "coordinates as people say them"},
    [KF_TYPE_POINT] = {"points of the board",
                       "several points in one value, corners in the wrong order; by a guess "
                       "coordinates as people say them"},
    [KF_TYPE_POINTS2] = {"points of the board, two that differ", "white space around the colon"},
    [KF_TYPE_LABEL] = {"points of the board, a text that is not empty",
                       "white space around the point; by a guess a colon that is missing"},
    [KF_TYPE_SIZE] = {"1 to 52 lines", "another sign than a colon, a square said as a rectangle"},
    [KF_TYPE_FIGURE] = {"flags of 0 to 65535", "nothing"},
};

static void add_values(kf_property_about *about, int id, kf_type type) {
    const char *range = kf_check_range_allowed(id);
    about->range = range != NULL ? range : values[type][0];
    about->fix = values[type][1];
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (strcmp(more[i].name, about->name) == 0) {
            about->range = more[i].range[0] != '\0' ? more[i].range : about->range;
            about->fix = more[i].fix[0] != '\0' ? more[i].fix : about->fix;
        }
}

// Where a row is from: the newest version that has it.
static const char *source_of(const char *versions) {
    return strchr(versions, '4') != NULL   ? "FF[4]: red-bean.com/sgf/proplist.html"
           : strchr(versions, '3') != NULL ? "FF[3]: red-bean.com/sgf/ff1_3/ff3.html"
                                           : "FF[1]: A. Kierulf, Smart Game Board, appendix A";
}

bool kf_explain_property(const char *name, kf_property_about *about) {
    kf_text text = kf_text_of(name);
    int id = kf_value_id(text);
    for (size_t i = 0; i < sizeof met / sizeof *met; i++)
        if (kf_value_order(kf_text_of(met[i].name), text) == 0) {
            *about = met[i];
            return true;
        }
    for (size_t i = 0; i < sizeof abouts / sizeof *abouts && id >= 0; i++) {
        if (kf_value_order(kf_text_of(abouts[i].name), text) != 0)
            continue;
        const kf_property_row *row = kf_value_row(id);
        *about = (kf_property_about){.name = abouts[i].name,
                                     .long_name = abouts[i].long_name,
                                     .what = abouts[i].what,
                                     .type = types[row->type],
                                     .shape = shapes[row->arity],
                                     .place = places[row->where],
                                     .versions = row->versions,
                                     .ishi = row->ishi,
                                     .source = source_of(row->versions)};
        add_values(about, id, row->type);
        return true;
    }
    return false;
}
