// SPDX-License-Identifier: MIT
// What the values of a node say that their specification forbids.

#include "check/check.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/charset/choice.h"
#include "base/charset/map.h"
#include "base/charset/twice.h"
#include "base/hash.h"
#include "base/text.h"
#include "record/path.h"

// What a node holds, as far as it excludes something else.
enum {
    HAS_BLACK = 1,
    HAS_WHITE = 2,
    HAS_SETUP = 4,
    HAS_ON_MOVE = 8, // a property that says something of a move
    HAS_INFO = 16,
    HAS_JUDGEMENT = 32, // DM, UC, GB or GW
    HAS_QUALITY = 64,   // BM, TE, DO or IT
    HAS_CLOCK = 128,    // BL, WL, OB or OW
    HAS_ALL = 255
};

// What else a property is, beside what it makes of its node.
enum {
    IS_KNOWN = 1 << 8,    // that all this was found out
    IS_HEARD = 1 << 9,    // it says something to the board or of the whole game
    IS_DROPPED = 1 << 10, // FF[4] no longer has it
    HAS_POINTS = 1 << 11,
    IS_TEXT = 1 << 12, // of any form
    IS_OF_ROOT = 1 << 13,
    IS_NEWER = 1 << 14,         // to be moved by a version, which does not have it yet
    IS_DROPPED_EARLY = 1 << 18, // FF[3] no longer has it
    IS_BOUNDED = 1 << 19        // by the size of the board
};

enum { PATH = 256 };

// Reports something at a piece of the node's text. Its place is looked up only for an entry that
// the log still has room for, since that takes time.
static void report(kf_check_node *c, kf_severity severity, kf_code code, const char *piece,
                   const char *message, kf_text name) {
    char path[PATH];
    kf_place place = {.source = NULL};
    c->reports++;
    if (kf_log_keeps(c->log, severity, code)) {
        place = kf_record_place_of(c->record, c->node, piece);
        kf_path_in_game(c->record, c->node, c->game, path, sizeof path);
        place.path = path;
    }
    kf_log_add_as(c->log, severity, code, place, "%.*s: %s",
                  name.length < 40 ? (int)name.length : 40, name.data, message);
}

// Whether something about properties of this name is said for the first time.
static bool is_news(kf_check_node *c, kf_text name) {
    for (size_t i = 0; i < c->name_count; i++)
        if (kf_value_order(c->names[i], name) == 0)
            return false;
    if (c->name_count == KF_CHECK_NAMES)
        return false;
    name.data = kf_arena_copy(c->points.arena, name.data, name.length);
    c->names[c->name_count++] = name;
    return true;
}

// ---- Values ----

// Whether the game states a version before FF[4].
static bool is_old(const kf_check_node *c) {
    return c->version >= 1 && c->version < 4;
}

// About the file or the game: wrong forms are common there and harm nothing on the board.
static bool is_about_game(const kf_property_row *row) {
    return row->where == KF_WHERE_INFO ||
           (row->where == KF_WHERE_ROOT && row->type != KF_TYPE_SIZE);
}

// Dates and results have a form from FF[4] on; before that it was good advice.
static void check_spelling(kf_check_node *c, const kf_property *p, kf_text value) {
    char better[KF_MEND_TEXT], message[120];
    bool is_date = p->id == KF_P_DT;
    kf_mend mend = kf_mend_plain_spelled(value, is_date ? kf_mend_date : kf_mend_result, better);
    if (mend == KF_MEND_GOOD)
        return;
    if (mend == KF_MEND_NONE && is_date && kf_text_is(value, "1970-01-01"))
        snprintf(message, sizeof message,
                 "this is where computer clocks start, hardly the date of a game");
    else if (mend == KF_MEND_NONE)
        snprintf(message, sizeof message, "%s in FF[4], and this is not understood",
                 is_date ? "dates are YYYY-MM-DD" : "results are B+R, W+3.5 and the like");
    else
        snprintf(message, sizeof message, "%s%s in FF[4]",
                 mend == KF_MEND_SAFE ? "this is " : "this may be ", better);
    report(c, is_old(c) ? KF_NOTE : KF_WARNING, is_date ? KF_SGF_DATE : KF_SGF_RESULT, value.data,
           message, p->name);
}

// A komi as Fox writes it, in a file that does not say that it is from there.
static bool check_komi(kf_check_node *c, const kf_property *p, kf_text value) {
    char better[KF_MEND_TEXT], message[120];
    if (kf_mend_komi(value, better) != KF_MEND_GUESS)
        return false;
    snprintf(message, sizeof message, "this may be %s, in hundredths as some servers write it",
             better);
    report(c, KF_WARNING, KF_SGF_RANGE, value.data, message, p->name);
    return true;
}

// Numbers that have a meaning within bounds only, and labels.
static void check_range(kf_check_node *c, const kf_property *p, kf_text value) {
    kf_type type = kf_value_row(p->id)->type;
    const char *message = NULL;
    kf_text first, second;
    if (type == KF_TYPE_LABEL)
        message = kf_property_split(value, &first, &second) && kf_text_trim(second).length == 0
                      ? "a label without text"
                      : NULL;
    else if (type == KF_TYPE_FIGURE && !is_old(c) && kf_property_split(value, &first, &second))
        message = kf_check_range_of(p->id, first, 0);
    else if (p->id == KF_P_KM && (!c->is_go || c->is_fox || check_komi(c, p, value)))
        return;
    else if (type == KF_TYPE_NUMBER || type == KF_TYPE_REAL)
        message = kf_check_range_of(p->id, value, c->points.width * c->points.height);
    if (message != NULL)
        report(c, KF_WARNING, KF_SGF_RANGE, value.data, message, p->name);
}

// The largest board before FF[4].
enum { OLDEST = 19 };

// What the version that the game states did not have yet.
static void check_newer(kf_check_node *c, const kf_property *p, kf_text value) {
    kf_text first, second;
    if (!is_old(c))
        return;
    kf_type type = kf_value_row(p->id)->type;
    bool is_point = type == KF_TYPE_POINT || type == KF_TYPE_STONE;
    bool is_composed =
        (type == KF_TYPE_SIZE || is_point) && kf_property_split(value, &first, &second);
    bool is_large = type == KF_TYPE_SIZE && !is_composed && c->is_go && c->points.width > OLDEST;
    if ((is_composed || is_large) && is_news(c, p->name))
        report(c, KF_NOTE, KF_SGF_NEWER, value.data,
               is_point   ? "rectangles of points came with FF[4]"
               : is_large ? "boards of more than 19 lines came with FF[4]"
                          : "boards that are not square came with FF[4]",
               p->name);
}

// A text in which another property or node seems to begin: `PB[Ada PW[Ben]`, `C[Good.;W[dd]`.
static void check_open(kf_check_node *c, const kf_property *p, kf_text value, bool is_line) {
    size_t at = is_line ? kf_mend_open_value(value) : kf_mend_open_text(value);
    if (at < value.length)
        report(c, KF_WARNING, KF_SGF_OPEN_VALUE, value.data + at,
               is_line ? "a property seems to begin here; is the bracket before it missing?"
                       : "a node seems to begin here; is the bracket before it missing?",
               p->name);
}

// A text that went through a wrong character set on its way.
static void check_twice(kf_check_node *c, const kf_property *p, kf_text value) {
    kf_arena_level level = kf_arena_mark(c->points.arena);
    const char *was;
    if (kf_twice_undo(c->points.arena, value, &was).length > 0) {
        char message[80];
        snprintf(message, sizeof message, "this text was read as %s and encoded again", was);
        report(c, KF_WARNING, KF_TEXT_TWICE, value.data, message, p->name);
    }
    kf_arena_rewind(c->points.arena, level);
}

// The set that a game names. Where bytes were decoded, and of the first game, the door has judged
// it.
static void check_charset(kf_check_node *c, const kf_property *p, kf_text value) {
    const kf_source *source = c->record->source;
    bool is_known;
    if (source == NULL || source->why == KF_WHY_WANTED || c->node_depth != 1 ||
        c->record->games_before + c->game < 2 || kf_choice_holds_ascii(value, &is_known))
        return;
    kf_place place = kf_record_place_of(c->record, c->node, value.data);
    const kf_map_step *step = kf_map_at(source, place.offset);
    if (step != NULL && step->charset != NULL)
        return;
    report(c, KF_WARNING, is_known ? KF_TEXT_CONTRADICTED : KF_TEXT_CHARSET, value.data,
           is_known ? "the game is not written in this character set; read as UTF-8"
                    : "this character set is not known; the game is read as UTF-8",
           p->name);
}

// White space in a value that has none in SGF, or before the colon of a label. At the end of one
// that is never closed it is that of the file.
static void check_spaces(kf_check_node *c, const kf_property *p, kf_text value) {
    enum { COLON = 2 };
    const kf_property_row *row = kf_value_row(p->id);
    bool is_label = row->type == KF_TYPE_LABEL;
    if ((!is_label && !kf_check_value_is_bare(row->type)) ||
        (is_label && (value.length <= COLON || value.data[COLON] == ':')))
        return;
    bool has_points = kf_check_value_has_points(row->type);
    value = c->record->is_repaired ? kf_text_trim(value) : value;
    size_t i = 0;
    while (i < value.length && !kf_value_is_space(value.data[i]) &&
           !(is_label && value.data[i] == ':'))
        i++;
    if (i < value.length && kf_value_is_space(value.data[i]) && (c->is_go || !has_points))
        report(c, KF_WARNING, has_points ? KF_SGF_POINT : KF_SGF_VALUE, value.data,
               "no white space belongs here; read without it", p->name);
}

// Judges one value that is there.
static void check_one(kf_check_node *c, const kf_property *p, kf_text value) {
    const kf_property_row *row = kf_value_row(p->id);
    kf_check_value found = {KF_SGF_VALUE, NULL};
    if (kf_check_value_has_points(row->type)) {
        if (c->is_go)
            found = kf_check_point_of(&c->points, row, p->id, c->node, value);
    } else if (c->is_go || row->type != KF_TYPE_SIZE) {
        found = kf_check_value_of(row, value);
    }
    check_newer(c, p, value);
    if (found.message == NULL) {
        check_spaces(c, p, value);
        if (row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT) {
            check_open(c, p, value, row->type == KF_TYPE_SIMPLE);
            check_twice(c, p, value);
        }
        if (p->id == KF_P_DT || p->id == KF_P_RE)
            check_spelling(c, p, value);
        else if (p->id == KF_P_CA)
            check_charset(c, p, value);
        else
            check_range(c, p, value);
        return;
    }
    bool is_both =
        found.code == KF_SGF_POINT_TWICE &&
        kf_check_point_is_both(&c->points, c->node, kf_node_text(c->record, c->node), p->id, value);
    if (is_both)
        found.message = "a point is set in two ways in this node";
    // A square said as a rectangle is forbidden, and all readers agree on what it is.
    bool is_square = row->type == KF_TYPE_SIZE && found.code == KF_SGF_VALUE;
    bool is_mild = is_about_game(row) || is_square || found.code == KF_SGF_RECTANGLE ||
                   (found.code == KF_SGF_POINT_TWICE && !is_both);
    // In FF[1] to FF[3] a figure has a title and nothing else.
    if (row->type == KF_TYPE_FIGURE && c->version < 4)
        return;
    report(c, is_mild ? KF_WARNING : KF_ERROR, found.code, value.data, found.message, p->name);
}

// Judges a value without text: for a list that may be empty, and for a pass, that is how it is
// said.
static void check_empty(kf_check_node *c, const kf_property *p, kf_text value) {
    const kf_property_row *row = kf_value_row(p->id);
    bool may_be_empty = row->arity == KF_ARITY_ELIST || row->type == KF_TYPE_NONE ||
                        row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT ||
                        row->type == KF_TYPE_FIGURE;
    if (row->type == KF_TYPE_MOVE && is_old(c) && !c->is_empty_said) {
        report(c, KF_WARNING, KF_SGF_PASS, value.data, "an empty move is a pass only from FF[4] on",
               p->name);
        c->is_empty_said = true;
    }
    // An empty list of our own says something: KFPRISONER[] is that nothing was captured.
    bool is_ours = kf_text_starts(p->name, KF_TEXT("KF"));
    bool is_text = !is_ours && (row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT);
    if (is_text && is_news(c, p->name))
        report(c, KF_NOTE, KF_SGF_EMPTY_TEXT, value.data, "this says nothing", p->name);
    if (!may_be_empty && row->type != KF_TYPE_MOVE)
        report(c, KF_WARNING, KF_SGF_EMPTY, value.data, "a value is expected here", p->name);
}

// Before FF[4] the part of the board that is shown has two corners, or none.
static void check_view(kf_check_node *c, const kf_property *p) {
    kf_text values = p->values, value;
    size_t count = 0;
    bool has_rectangle = false;
    while (kf_property_value(&values, &value)) {
        count += kf_text_trim(value).length > 0 || values.length > 0 || count > 0;
        has_rectangle = has_rectangle || memchr(value.data, ':', value.length) != NULL;
    }
    if (count != 0 && count != 2 && is_news(c, p->name))
        report(c, KF_NOTE, KF_SGF_NEWER, p->name.data,
               has_rectangle ? "rectangles of points came with FF[4]: before, VW has two corners"
                             : "lists of points came with FF[4]: before, VW has two corners",
               p->name);
}

// All values of a property. The second one of a property that has one value is a finding, and those
// behind it are the same finding.
static void look_at_values(kf_check_node *c, const kf_property *p) {
    const kf_property_row *row = kf_value_row(p->id);
    kf_text values = p->values, value;
    size_t count = 0;
    if (p->id == KF_P_VW && c->is_go && is_old(c))
        check_view(c, p);
    if (c->is_go && kf_check_value_has_points(row->type))
        count = kf_check_point_pass(&c->points, row, p->id, c->node, &values);
    for (; kf_property_value(&values, &value); count++) {
        if (count == 1 && row->arity == KF_ARITY_ONE) {
            report(c, is_about_game(row) ? KF_WARNING : KF_ERROR, KF_SGF_ONE_VALUE, value.data,
                   "only one value is allowed", p->name);
            return;
        }
        bool is_alone = count == 0 && values.length == 0;
        if (kf_text_trim(value).length > 0)
            check_one(c, p, value);
        else if (is_alone || row->arity == KF_ARITY_ONE)
            check_empty(c, p, value);
        else if (c->is_go && kf_check_value_has_points(row->type))
            report(c, KF_WARNING, KF_SGF_EMPTY, value.data, "an empty value in a list says nothing",
                   p->name);
        else
            check_one(c, p, value);
    }
}

static void check_values(kf_check_node *c, const kf_property *p, unsigned traits) {
    kf_text values = p->values;
    if ((traits & IS_TEXT) != 0 && kf_check_value_is_quiet(p))
        return;
    if (c->good == NULL || values.length > KF_CHECK_GOOD_BYTES || values.length < 3 ||
        (traits & HAS_POINTS) != 0 ||
        ((traits & IS_BOUNDED) != 0 && c->points.width * c->points.height != OLDEST * OLDEST)) {
        look_at_values(c, p);
        return;
    }
    // What a value means beside itself is its game's version, whether that is Go, and from Fox.
    uint32_t about = (uint32_t)p->id << 16 | (uint32_t)c->version << 8 | (uint32_t)values.length |
                     (c->is_go ? 0x800 : 0) | (c->is_fox ? 0x1000 : 0);
    if (kf_check_good_is(&c->good[c->last_good[p->id]], about, values))
        return;
    const size_t size = sizeof(uint64_t), length = values.length;
    uint64_t back = length > size ? kf_check_good_word(values.data + length - size, size) : 0;
    uint64_t hash = kf_check_good_word(values.data, length) ^ kf_hash_mix(back + about);
    uint16_t place = (uint16_t)(kf_hash_mix(hash) % KF_CHECK_GOOD);
    kf_check_good *good = &c->good[place];
    size_t reports = c->reports;
    c->last_good[p->id] = place;
    if (kf_check_good_is(good, about, values))
        return;
    look_at_values(c, p);
    if (c->reports != reports)
        return;
    good->about = about;
    memcpy(good->values, values.data, values.length);
}

// ---- Properties ----

// What a property makes of its node.
static unsigned find_flags(int id, const kf_property_row *row) {
    switch (id) {
    case KF_P_B:
        return HAS_BLACK;
    case KF_P_W:
        return HAS_WHITE;
    case KF_P_DM:
    case KF_P_UC:
    case KF_P_GB:
    case KF_P_GW:
        return HAS_JUDGEMENT;
    case KF_P_BM:
    case KF_P_TE:
    case KF_P_DO:
    case KF_P_IT:
        return HAS_QUALITY | HAS_ON_MOVE;
    case KF_P_KO:
    case KF_P_MN:
        return HAS_ON_MOVE;
    case KF_P_BL:
    case KF_P_WL:
    case KF_P_OB:
    case KF_P_OW:
        return HAS_CLOCK;
    default:
        return row->where == KF_WHERE_SETUP  ? HAS_SETUP
               : row->where == KF_WHERE_INFO ? HAS_INFO
                                             : 0;
    }
}

static bool is_heard(int id) {
    return id == KF_P_B || id == KF_P_W || id == KF_P_AB || id == KF_P_AW || id == KF_P_AE ||
           id == KF_P_PL || id == KF_P_KFPRISONER || id == KF_P_RU || id == KF_P_HA ||
           id == KF_P_KM || id == KF_P_RE || id == KF_P_DT;
}

// What is asked of a row for each of its properties, found out at the first.
static unsigned find_traits(int id) {
    const kf_property_row *row = kf_value_row(id);
    unsigned traits = IS_KNOWN | find_flags(id, row);
    bool is_of_last = strchr(row->versions, '4') != NULL,
         is_ours = strncmp(row->name, "KF", 2) == 0;
    bool is_text = row->type == KF_TYPE_SIMPLE || row->type == KF_TYPE_TEXT;
    for (int version = 1; version < 4; version++)
        if (!is_ours && row->versions[0] > '0' + version)
            traits |= IS_NEWER << version;
    traits |= !is_of_last && strchr(row->versions, '3') == NULL ? IS_DROPPED_EARLY : 0;
    traits |= is_heard(id) ? IS_HEARD : 0;
    traits |= is_of_last ? 0 : IS_DROPPED;
    traits |= kf_check_value_has_points(row->type) ? HAS_POINTS : 0;
    traits |= is_text && id != KF_P_DT && id != KF_P_RE && id != KF_P_CA ? IS_TEXT : 0;
    traits |= row->where == KF_WHERE_ROOT ? IS_OF_ROOT : 0;
    traits |= id == KF_P_HA || id == KF_P_KM ? IS_BOUNDED : 0;
    return traits;
}

// The trait of what the version of the game no longer has, and of what it does not have yet.
static unsigned gone(const kf_check_node *c) {
    return c->version >= 4 ? IS_DROPPED : c->version == 3 ? IS_DROPPED_EARLY : 0;
}

static unsigned newer(const kf_check_node *c) {
    return is_old(c) ? IS_NEWER << c->version : 0;
}

static unsigned traits_of(kf_check_node *c, int id) {
    if (c->traits[id] == 0)
        c->traits[id] = find_traits(id);
    return c->traits[id];
}

// Goes on from `p` over texts and clocks in which nothing can be found, and over lists of points,
// which are looked at. Returns where another property stands, or the end of the node.
static const char *pass_quiet(kf_check_node *c, const char *p, const char *end) {
    const char *close;
    for (p = kf_value_skip_space(p, end); p < end; p = kf_value_skip_space(close + 1, end)) {
        kf_property one = {.name = {p, 0}};
        close = kf_value_plain_end(p, end, &one.name.length, &one.value);
        if (close == NULL || (one.id = kf_value_look_up(&c->ids, one.name)) < 0)
            return p;
        const char *open = p + one.name.length;
        one.values = (kf_text){open, (size_t)(close + 1 - open)};
        unsigned traits = traits_of(c, one.id);
        bool is_count = (traits & HAS_CLOCK) != 0 && kf_check_value_is_count(&one);
        bool is_text = (traits & IS_TEXT) != 0 && kf_check_value_is_quiet(&one);
        if ((traits & c->unusual) != 0 || !(is_text || is_count || (traits & HAS_POINTS) != 0))
            return p;
        if ((traits & HAS_POINTS) != 0)
            look_at_values(c, &one);
        c->has |= traits & HAS_CLOCK;
    }
    return p;
}

// Compares a property with those that stood before it in the node.
static void check_exclusive(kf_check_node *c, const kf_property *p, unsigned flags) {
    const char *name = p->name.data;
    unsigned moves = HAS_BLACK | HAS_WHITE, before = c->has;
    bool is_move = (flags & moves) != 0, is_setup = (flags & HAS_SETUP) != 0;
    if (is_move && (before & moves & ~flags) != 0)
        report(c, KF_ERROR, KF_SGF_MIXED, name, "a node has one move only", p->name);
    else if ((is_move && (before & HAS_SETUP) != 0) || (is_setup && (before & moves) != 0))
        report(c, is_old(c) ? KF_NOTE : KF_ERROR, KF_SGF_MIXED, name,
               is_old(c) ? "from FF[4] on a move and a setup have a node each"
                         : "a move and a setup do not belong in one node",
               p->name);
    bool has_both = ((before | flags) & HAS_SETUP) != 0 && ((before | flags) & HAS_CLOCK) != 0;
    if (has_both && ((before & HAS_SETUP) == 0 || (before & HAS_CLOCK) == 0))
        report(c, KF_NOTE, KF_SGF_MIXED, name, "clocks belong to moves, and this is a setup",
               p->name);
    if ((flags & before & HAS_JUDGEMENT) != 0)
        report(c, KF_WARNING, KF_SGF_MIXED, name, "DM, GB, GW and UC exclude each other", p->name);
    bool has_two = (flags & before & HAS_QUALITY) != 0;
    bool has_word = has_two && is_old(c) && (p->id == KF_P_BM || p->id == KF_P_TE);
    if (has_two)
        report(c, has_word ? KF_NOTE : KF_WARNING, KF_SGF_MIXED, name,
               has_word ? "from FF[4] on TE and BM in one node are IT or DO"
                        : "BM, DO, IT and TE exclude each other",
               p->name);
}

// Whether a property may stand in this node at all.
static void check_place(kf_check_node *c, const kf_property *p, unsigned traits) {
    bool is_root = c->node_depth == 1;
    if ((traits & IS_OF_ROOT) != 0 && !is_root)
        report(c, KF_WARNING, KF_SGF_NOT_ROOT, p->name.data, "belongs to the first node of a game",
               p->name);
    if ((traits & HAS_INFO) != 0 && c->info != 0 && (c->has & HAS_INFO) == 0)
        report(c, is_old(c) ? KF_NOTE : KF_WARNING, KF_SGF_INFO_TWICE, p->name.data,
               "a node above already has the facts of this game", p->name);
}

static bool has_digit(kf_text name) {
    size_t i = 0;
    while (i < name.length && (name.data[i] < '0' || name.data[i] > '9'))
        i++;
    return i < name.length;
}

// Whether a property is the dialect's own, and says something else than SGF's of that name.
static bool is_of_dialect(const kf_check_node *c, const kf_property *p) {
    // LT came with FF[3] and has no value; the Far East's is a limit of time.
    if (p->id == KF_P_LT)
        return c->version < 3 && kf_check_value_is_whole(kf_text_trim(p->value));
    return c->is_fox && (kf_property_is(p, "TC") || kf_property_is(p, "TT") || p->id == KF_P_AP);
}

static void check_property(kf_check_node *c, const kf_property *p) {
    if (is_of_dialect(c, p))
        return;
    if (p->id < 0) {
        bool is_wrong = c->version == 4 && has_digit(p->name);
        if (is_news(c, p->name))
            report(c, is_wrong ? KF_WARNING : KF_NOTE, KF_SGF_UNKNOWN, p->name.data,
                   is_wrong ? "names have no digits in FF[4]; kept" : "not a property of SGF; kept",
                   p->name);
        return;
    }
    unsigned traits = traits_of(c, p->id), flags = traits & HAS_ALL;
    if ((traits & gone(c)) != 0 && is_news(c, p->name))
        report(c, KF_WARNING, KF_SGF_DROPPED, p->name.data,
               c->version == 3 ? "FF[3] no longer has this property"
                               : "FF[4] no longer has this property",
               p->name);
    if ((traits & newer(c)) != 0 && is_news(c, p->name))
        report(c, KF_NOTE, KF_SGF_NEWER, p->name.data,
               "the version that FF states does not have it yet", p->name);
    if ((traits & (IS_OF_ROOT | HAS_INFO)) != 0)
        check_place(c, p, traits);
    if ((flags & ~(unsigned)HAS_INFO) != 0)
        check_exclusive(c, p, flags);
    c->has |= flags;
    check_values(c, p, traits);
}

// ---- Nodes ----

// The first property of that kind in the node, when the first of its properties were taken.
static bool find(const kf_check_node *c, int id, kf_property *property) {
    kf_text rest = c->rest;
    for (size_t i = 0; i < c->property_count; i++)
        if (c->properties[i].id == id) {
            *property = c->properties[i];
            return true;
        }
    while (rest.length > 0 && kf_property_next(&rest, property))
        if (property->id == id)
            return true;
    return false;
}

// The first value of that property.
static bool find_value(const kf_check_node *c, int id, kf_text *value) {
    kf_property property;
    if (!find(c, id, &property))
        return false;
    *value = property.value;
    return true;
}

static bool is_number(const kf_check_node *c, int id, int *number) {
    kf_text value;
    return find_value(c, id, &value) && kf_record_number(value, number);
}

// The games of a file may differ; that is rarely meant.
static void check_differences(kf_check_node *c, int kind) {
    bool is_first = c->first_version < 0;
    kf_property property;
    int id = c->version != c->first_version ? KF_P_FF : KF_P_GM;
    if (is_first) {
        c->first_version = c->version;
        c->first_kind = kind;
    }
    if (is_first || c->is_difference_said ||
        (c->version == c->first_version && kind == c->first_kind) || !find(c, id, &property))
        return;
    c->is_difference_said = true;
    report(c, KF_NOTE, KF_SGF_DIFFERS, property.name.data,
           "the first game of the file says otherwise", property.name);
}

// Whose file it is, said where it changes.
static void note_dialect(kf_check_node *c) {
    kf_text where = {"", 0};
    char message[300];
    kf_property some[KF_CHECK_PROPERTIES];
    size_t count = 0;
    for (size_t i = 0; i < c->property_count; i++)
        if (kf_dialect_has(c->properties[i].id))
            some[count++] = c->properties[i];
    c->dialect = c->rest.length == 0 ? kf_dialect_again(c->marks, some, count, &where)
                                     : kf_dialect_of(c->record, c->node, &where);
    c->is_fox = c->dialect != NULL && strcmp(c->dialect->name, "Fox") == 0;
    if (c->dialect == NULL || c->dialect == c->said)
        return;
    c->said = c->dialect;
    snprintf(message, sizeof message, "written by %s: %s", c->dialect->name, c->dialect->says);
    report(c, KF_NOTE, KF_SGF_DIALECT, where.data, message, where);
}

// What the root says decides how all nodes below it are judged.
static void begin_game(kf_check_node *c) {
    int game = 1;
    kf_text size;
    kf_property property;
    c->version = 0;
    // Most files have one game, and need no table.
    if (c->game++ > 0 && c->good == NULL) {
        c->good = kf_arena_alloc(c->points.arena, KF_CHECK_GOOD * sizeof *c->good);
        memset(c->good, 0, KF_CHECK_GOOD * sizeof *c->good);
    }
    if (!is_number(c, KF_P_GM, &game))
        game = find(c, KF_P_GM, &property) && !kf_record_is_go(c->record, c->node) ? INT_MAX : 1;
    c->is_go = game == 1;
    bool has_version = find(c, KF_P_FF, &property);
    if (has_version && !kf_record_number(property.value, &c->version))
        has_version = kf_check_value_is_whole(kf_text_trim(property.value));
    if (has_version && (c->version < 1 || c->version > 4)) {
        report(c, KF_WARNING, KF_SGF_VERSION, property.values.data + 1,
               "there are FF[1] to FF[4]; read as FF[4]", property.name);
        c->version = 4;
    }
    const unsigned versions =
        IS_DROPPED | IS_DROPPED_EARLY | IS_NEWER << 1 | IS_NEWER << 2 | IS_NEWER << 3;
    c->unusual =
        c->is_go ? ~(IS_KNOWN | IS_TEXT | HAS_POINTS | HAS_CLOCK | versions) | gone(c) | newer(c)
                 : UINT_MAX;
    check_differences(c, game);
    note_dialect(c);
    for (int i = 0; i < KF_PLAY_FACTS; i++)
        c->facts[i] = (kf_text){"", 0};
    c->points.width = c->points.height = 19;
    if (find_value(c, KF_P_SZ, &size))
        kf_record_board_says(size, &c->points.width, &c->points.height);
    c->points.takes_tt = c->points.width <= 19 && c->points.height <= 19;
    c->is_empty_said = false;
    if (!c->is_go) {
        find(c, KF_P_GM, &property);
        report(c, KF_NOTE, KF_SGF_OTHER_GAME, property.name.data,
               "this is not Go; its moves and points are not checked", property.name);
    }
}

void kf_check_node_init(kf_check_node *c, kf_arena *arena, kf_log *log) {
    *c = (kf_check_node){.log = log, .points = {.arena = arena}, .first_version = -1};
}

void kf_check_node_turn(kf_check_node *c, const kf_record *record) {
    const size_t nodes = kf_record_nodes(record);
    size_t base = (size_t)c->points.base + c->node_count;
    c->points.base = (kf_node)base;
    c->node_count = (kf_node)nodes;
    if (base + nodes > UINT32_MAX) {
        c->points.base = 0;
        c->points.seen = NULL;
        c->points.pairs = NULL;
        c->points.pair_room = c->points.pair_count = 0;
    }
    c->record = record;
    c->info = 0;
}

// Takes a property with the name that stood at its place in the root before, and one value, behind
// which another name or nothing comes: the games of a collection say the same in the same order.
static inline bool take_foretold(kf_text *rest, const kf_check_name *name, kf_property *property) {
    const char *p = rest->data, *end = p + rest->length;
    if (end - p < 4 || p[0] != name->letters[0] || p[1] != name->letters[1] || p[2] != '[')
        return false;
    const char *value = p + 3, *close = kf_value_end(value, end), *behind = close + 1;
    if (behind > end || (behind < end && (*behind < 'A' || *behind > 'Z')))
        return false;
    property->name = (kf_text){p, 2};
    property->values = (kf_text){p + 2, (size_t)(behind - p) - 2};
    property->value = (kf_text){value, (size_t)(close - value)};
    property->id = name->id;
    *rest = (kf_text){behind, (size_t)(end - behind)};
    return true;
}

// Takes the next property; false: there is none. `name`: that of a root which stood at its place in
// the one before.
static bool read_property(kf_check_node *c, kf_property *property, kf_check_name *name) {
    if (name != NULL && take_foretold(&c->rest, name, property))
        return true;
    if (!kf_property_scan(&c->rest, property))
        return false;
    property->id = kf_value_look_up(&c->ids, property->name);
    if (name != NULL && property->name.length == 2) {
        memcpy(name->letters, property->name.data, 2);
        name->id = (int16_t)property->id;
    }
    return true;
}

// Takes the next properties of the node; false when there are none.
static bool read_properties(kf_check_node *c) {
    kf_check_name *names = c->node_depth == 1 ? c->root : NULL;
    size_t count = 0;
    while (count < KF_CHECK_PROPERTIES &&
           read_property(c, &c->properties[count], names != NULL ? &names[count] : NULL))
        count++;
    c->property_count = count;
    return count > 0;
}

// Looks at the properties that were taken, and notes the last one that belongs to a move and is the
// first of its kind.
static void check_properties(kf_check_node *c, kf_property *on_move) {
    for (size_t i = 0; i < c->property_count; i++) {
        const kf_property *property = &c->properties[i];
        unsigned before = c->has;
        if (property->id >= 0 && (traits_of(c, property->id) & IS_HEARD) != 0)
            kf_check_told_hear(c, property);
        check_property(c, property);
        if (((c->has & ~before) & HAS_ON_MOVE) != 0)
            *on_move = *property;
    }
}

// Game-info counts for all that is below its node, and no longer when that has been left.
void kf_check_node_enter(kf_check_node *c, kf_node node, size_t depth, size_t least) {
    kf_text text = kf_node_text(c->record, node);
    kf_property on_move = {.id = -1};
    if (c->info != 0 && least <= c->info_depth)
        c->info = 0;
    c->node = node;
    c->has = 0;
    c->node_depth = depth;
    c->told = (kf_told){.value = {"", 0}};
    const char *rest = text.data, *end = rest + text.length;
    if (depth > 1) {
        rest = kf_check_told_take(c, text);
        if (c->told.moves > 0)
            c->has = c->told.colour == KF_BLACK ? HAS_BLACK : HAS_WHITE;
        rest = pass_quiet(c, rest, end);
        c->told.is_plain = c->told.moves == 1 && rest == end;
        if (rest == end)
            return;
    }
    c->rest = (kf_text){rest, (size_t)(end - rest)};
    read_properties(c);
    if (depth == 1)
        begin_game(c);
    do
        check_properties(c, &on_move);
    while (c->rest.length > 0 && read_properties(c));
    bool has_move = (c->has & (HAS_BLACK | HAS_WHITE)) != 0;
    if (on_move.id >= 0 && !has_move)
        report(c, KF_WARNING, KF_SGF_NO_MOVE, on_move.name.data, "there is no move in this node",
               on_move.name);
    if ((c->has & HAS_INFO) != 0 && c->info == 0) {
        c->info = node;
        c->info_depth = depth;
    }
}
