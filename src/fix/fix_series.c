// SPDX-License-Identifier: MIT
// What calls changed in games that are read one after the other, as edits of the file.
//
// Most of what decides about a list of changes lies within a game. What does not: one game of which
// there is no list leaves none for the file; the first letter beyond ASCII names the character set
// in all games; new lines end as the first one does; and bytes say together what set they are in.

#include <kifu/check.h>

#include <stdlib.h>
#include <string.h>

#include "base/charset/choice.h"
#include "base/text.h"
#include "fix/fix.h"

// The games up to here.
struct kf_fix_series {
    kf_fix_series_state state;
    bool was_plain;                  // the piece in hand, before it was changed: all of it ASCII
    bool has_lf, has_crlf, has_long; // ends of lines; a window without any
    // Some games were ASCII and are no more; they or those that stay ASCII name no character set;
    // others were not ASCII; some name another set than UTF-8.
    bool has_lettered, has_bare_lettered, has_bare_plain, has_letters, has_other_set;
};

kf_fix_series *kf_fix_series_new(void) {
    return calloc(1, sizeof(kf_fix_series));
}

void kf_fix_series_free(kf_fix_series *series) {
    free(series);
}

static void leave_to_whole(kf_fix_series *series) {
    if (series->state == KF_FIX_SERIES_EDITED)
        series->state = KF_FIX_SERIES_WHOLE;
}

static void look_at_lines(kf_fix_series *series, const kf_record *record) {
    kf_text text = kf_record_text(record), window = record->source->text;
    const char *at = text.data, *end = text.data + text.length;
    for (; at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++) {
        bool is_crlf = at > window.data && at[-1] == '\r';
        series->has_crlf = series->has_crlf || is_crlf;
        series->has_lf = series->has_lf || !is_crlf;
    }
    series->has_long = series->has_long || memchr(window.data, '\n', window.length) == NULL;
}

// Notes which sets the games name. Returns whether some name none.
static bool look_at_sets(kf_fix_series *series, const kf_record *record) {
    bool is_bare = false;
    kf_text value;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        bool has_set = kf_property_get(record, game, "CA", &value);
        bool is_other = has_set && !kf_text_equal_fold(kf_text_trim(value), KF_TEXT("UTF-8"));
        series->has_other_set = series->has_other_set || is_other;
        is_bare = is_bare || !has_set;
    }
    return is_bare;
}

void kf_fix_series_look(kf_fix_series *series, const kf_record *record) {
    if (series->state != KF_FIX_SERIES_EDITED || kf_record_text(record).length == 0)
        return;
    // What is read as a whole has no such list, but for SGF, which is not.
    bool is_anew = record->end == 0 || (record->is_repaired && !record->source->is_repaired);
    if (is_anew) {
        series->state = KF_FIX_SERIES_ANEW;
        return;
    }
    kf_text text = kf_record_text(record);
    if (!kf_fix_file_takes(record) || kf_choice_has_signs(text))
        leave_to_whole(series);
    series->was_plain = kf_choice_is_ascii(text);
    look_at_sets(series, record);
    look_at_lines(series, record);
}

static bool adds_letters(const kf_fix *fix, bool *has_signs) {
    kf_edits_cursor cursor = kf_edits_from(&fix->edits, 0);
    for (kf_edit edit; kf_edits_next(&cursor, &edit);) {
        *has_signs = *has_signs || kf_choice_has_signs(edit.text);
        if (!kf_choice_is_ascii(edit.text))
            return true;
    }
    return false;
}

kf_fix *kf_fix_series_changes(kf_fix_series *series, const kf_record *record, const kf_reading *how,
                              kf_log *log) {
    if (series->state != KF_FIX_SERIES_EDITED || kf_record_text(record).length == 0)
        return NULL;
    size_t before = kf_log_total(log, KF_ERROR);
    kf_fix *fix = kf_fix_changes(record, how, log);
    bool has_signs = false;
    if (fix == NULL) {
        if (kf_log_total(log, KF_ERROR) == before)
            series->state = KF_FIX_SERIES_ANEW;
        return NULL;
    }
    bool is_lettered = series->was_plain && adds_letters(fix, &has_signs);
    bool is_bare = look_at_sets(series, record);
    series->has_lettered = series->has_lettered || is_lettered;
    series->has_bare_lettered = series->has_bare_lettered || (is_lettered && is_bare);
    series->has_bare_plain =
        series->has_bare_plain || (series->was_plain && !is_lettered && is_bare);
    series->has_letters = series->has_letters || !series->was_plain;
    if (has_signs)
        leave_to_whole(series);
    return fix;
}

kf_fix_series_state kf_fix_series_end(const kf_fix_series *series) {
    const kf_fix_series *s = series;
    // Where no game had such a letter all name the set; else none does.
    bool is_named_otherwise =
        s->has_letters ? s->has_bare_lettered : s->has_lettered && s->has_bare_plain;
    bool is_read_otherwise = s->has_other_set && (s->has_lettered || s->has_letters);
    bool has_both_lines = s->has_crlf && (s->has_lf || s->has_long);
    bool is_whole = is_named_otherwise || is_read_otherwise || has_both_lines;
    return s->state == KF_FIX_SERIES_EDITED && is_whole ? KF_FIX_SERIES_WHOLE : s->state;
}
