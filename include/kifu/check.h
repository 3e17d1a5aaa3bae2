// SPDX-License-Identifier: MIT
// What is wrong in a record: findings, what each kind of finding means, and fixing what can be
// fixed.

#ifndef KIFU_CHECK_H
#define KIFU_CHECK_H

#include <kifu/board.h>
#include <kifu/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- dialect.c --------------------------------------------------- doc/spec/dialects.md ---- */

// A server or program whose files are known to differ from SGF as it is specified.
typedef struct kf_dialect {
    const char *name; // "Fox"
    const char *says; // in what they differ, a phrase
} kf_dialect;

// Whose file the game is, by marks in its root (AP, PC, properties of its own), and the name of the
// property that shows it. NULL: nobody's that is known, and `where` is untouched.
KF_API const kf_dialect *kf_dialect_of(const kf_record *record, kf_node game, kf_text *where);
// The same for a root of which all properties were taken already, whether by kf_property_next or
// kf_property_scan.
KF_API const kf_dialect *kf_dialect_among(const kf_property *properties, size_t count,
                                          kf_text *where);

/* ---- check.c ----------------------------------------------------- doc/spec/check.md ---- */

// Reports everything in the record that its specification or the rules of the game forbid, or that
// looks wrong: values (sgf/…), and on every branch moves, prisoners, handicap, komi and result
// beside the board (go/…). The rules are those that each game names, else Japanese. Reading
// reports the syntax; this reports the rest. True when there is no error.
KF_API bool kf_check(const kf_record *record, kf_log *log);

// The same for a collection that comes in piece by piece, as kf_stream gives it: what is reported
// once for a whole file is reported once. The rules are those given, or where that is NULL those
// that each game names, else Japanese. The log is used until kf_check_end. NULL: there is no
// memory, and the log says so.
//
//     kf_check_run *run = kf_check_begin(NULL, log);
//     for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;)
//         is_good = kf_check_add(run, record) && is_good;
//     kf_check_end(run);
typedef struct kf_check_run kf_check_run;
KF_API kf_check_run *kf_check_begin(const kf_rules *rules, kf_log *log);
// Checks the games of the record, which is not used any more afterwards. True: they have no error.
KF_API bool kf_check_add(kf_check_run *run, const kf_record *record);

// For checking a collection in parts, each by a run of its own, and reporting the findings in the
// order of the file: where a part had none, the run that reports passes over it.
//
// The dialect of the game that was checked last, if it is one that is reported where it begins;
// else NULL.
KF_API const kf_dialect *kf_check_dialect(const kf_check_run *run);
// Passes over so many games, in which another run found nothing, all of that dialect or of none
// (NULL). False, and nothing was done: this run has not reported the dialect yet, so the games are
// to be checked here.
KF_API bool kf_check_pass(kf_check_run *run, size_t games, const kf_dialect *dialect);
// Frees the run, which may be NULL; it reports nothing more.
KF_API void kf_check_end(kf_check_run *run);

/* ---- explain.c ------------------------------------------------- doc/spec/explain.md ---- */

// A kind of finding: the code that entries of a log carry, and what the specification says of it.
// All strings are constants.
typedef struct kf_explanation {
    const char *code;     // "sgf/unclosed-value"
    kf_severity severity; // the usual one; a rule set may be milder
    const char *title;    // one line
    const char *text;     // Markdown with an example; "" when there is none
} kf_explanation;

// The kinds in the order of their codes. False at an index beyond the last.
KF_API bool kf_explain_at(size_t index, kf_explanation *explanation);
// The kind of that code; false when there is none.
KF_API bool kf_explain_find(const char *code, kf_explanation *explanation);

// What is known of a property of SGF. All strings are constants, "" where there is nothing.
typedef struct kf_property_about {
    const char *name;      // "DT"
    const char *long_name; // in FF[1] and FF[2], where lower-case letters do not count
    const char *what;      // one line
    const char *type;      // of its values: "number"
    const char *shape;     // "one value", "a list"
    const char *place;     // where it stands: "the root"
    const char *versions;  // digits of the versions that have it; "" for those of other programs
    const char *ishi;      // the keyword that says the same
    const char *range;     // which values have a meaning: "0 to 3"
    const char *fix;       // what kifu fix makes of others
    const char *source;    // where all this is from
} kf_property_about;

// The property of that name, short or long; false when it is not known.
KF_API bool kf_explain_property(const char *name, kf_property_about *about);

/* ---- fix.c --------------------------------------------------------- doc/spec/fix.md ---- */

// What can be fixed in the text that a record was read from: a list of edits.
typedef struct kf_fix kf_fix;

// One edit: a piece of the record's text (kf_record_text) and what comes in its place, both
// possibly empty. Borrowed from the kf_fix, until the next one is asked for.
typedef struct kf_fix_edit {
    size_t offset, length; // in bytes
    kf_text text;
    const char *what; // for people, one line; of several that meet, the first
} kf_fix_edit;

// What to fix. All zero is the usual way: what can be fixed without a change of meaning.
typedef struct kf_fixing {
    const char *only;  // codes of findings, or beginnings of codes, joined by commas; NULL: all
    const char *leave; // likewise, what is left as it is
    bool guesses;      // also what may have been meant
} kf_fixing;

// Finds the edits, in the order of the text and without overlaps, and reports each (fix/done).
// `how` is how the record was read, or NULL. The record must live as long as the result. NULL:
// there is no memory, and the log says so. A record that needs nothing, or cannot be fixed, has no
// edits.
KF_API kf_fix *kf_fix_new(const kf_record *record, const kf_reading *how, kf_log *log);
// The same for a choice of what to fix; `fixing` may be NULL.
KF_API kf_fix *kf_fix_new_for(const kf_record *record, const kf_reading *how,
                              const kf_fixing *fixing, kf_log *log);
// Frees the edits, not the record; NULL does nothing.
KF_API void kf_fix_free(kf_fix *fix);
// How many edits there are.
KF_API size_t kf_fix_count(const kf_fix *fix);
// The edit of that index; NULL outside.
KF_API const kf_fix_edit *kf_fix_edit_at(const kf_fix *fix, size_t index);
// Writes the file's bytes with all edits made; every other byte stays as it is. False: the sink
// stopped, there is no memory, or the character set of the bytes lacks a letter of an edit; the log
// says so.
KF_API bool kf_fix_write(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log);

/* ---- fix_file.c ---------------------------------------------------- doc/spec/fix.md ---- */

// Whether the games of a stream (see kf_stream_next) can be fixed one after the other, each as the
// record that the stream gives out: the text is the bytes, so that no game's character set can
// change what another one means, and no syntax was repaired, which may reach beyond a game. Asked
// of every record, which was read with `is_for_fix`, before the first is written.
KF_API bool kf_fix_file_takes(const kf_record *record);

// A file whose games are in several character sets, or in another one than UTF-8, and are fixed one
// after the other all the same. It is gone through three times: kf_fix_file_look for each record of
// a stream, then kf_fix_file_next for each and kf_fix_file_end, then kf_fix_file_next for each once
// more, where what it returns may be written. What comes out is read as the text that is meant, as
// of the whole file; doc/spec/fix.md says what of that is proved.
typedef struct kf_fix_file kf_fix_file;
// `how` and `fixing`, which may be NULL, are as for kf_fix_new_for; what they point to must live as
// long as the result. NULL: there is no memory.
KF_API kf_fix_file *kf_fix_file_new(const kf_reading *how, const kf_fixing *fixing);
// NULL does nothing.
KF_API void kf_fix_file_free(kf_fix_file *file);
// Looks at the next record, read with `is_for_fix`. False: the file is to be fixed as a whole, for
// syntax was repaired, which may reach beyond a game, or the set is one of escapes.
KF_API bool kf_fix_file_look(kf_fix_file *file, const kf_record *record);
// The fix of the next record, to be freed before the next. NULL: there is no memory, or the file is
// to be fixed as a whole, for a game would be read otherwise.
KF_API kf_fix *kf_fix_file_next(kf_fix_file *file, const kf_record *record, kf_log *log);
// Whether the file as fixed would be read as it is meant. False: it is to be fixed as a whole.
KF_API bool kf_fix_file_end(kf_fix_file *file);

// The fixes of all pieces of a stream as one, for the difference of the whole: adds the edits of
// the next piece that has some. `whole` is NULL for the first. NULL: there is no memory, and
// `whole` is freed.
KF_API kf_fix *kf_fix_file_join(kf_fix *whole, const kf_fix *piece);
// Sets the text of all pieces, which must live as long as the fix. False: it is another text, in
// which the edits have no place.
KF_API bool kf_fix_file_set_text(kf_fix *whole, kf_text text);

/* ---- fix_changes.c ---------------------------------------------- doc/spec/convert.md ---- */

// What calls changed in a record since it was read from SGF, as edits of the text: written with
// them (kf_fix_write), the file keeps its layout, its character set and every byte of what stayed.
// `how` is how the record was read, or NULL. The record must live as long as the result, and not be
// changed meanwhile. NULL: the change cannot be said so, for the reader repaired the syntax, nodes
// were moved, the property that names the character set was changed, or that set lacks a letter; or
// there is no memory, and the log says so. Read again, the file is the record: that was tried.
KF_API kf_fix *kf_fix_changes(const kf_record *record, const kf_reading *how, kf_log *log);

/* ---- fix_series.c ----------------------------------------------- doc/spec/convert.md ---- */

// The same of a collection that comes in piece by piece, as kf_stream gives it. Whether the file
// comes out as it would from one record of all games is known behind the last one.
//
//     kf_fix_series *series = kf_fix_series_new();
//     while ((record = kf_stream_next(stream)) != NULL) {
//         kf_fix_series_look(series, record);
//         … // changes the record
//         fix = kf_fix_series_changes(series, record, how, log);
//         … // keeps what kf_fix_write gives; NULL: the file does not keep its layout
//     }
//     state = kf_fix_series_end(series);
typedef struct kf_fix_series kf_fix_series;

typedef enum kf_fix_series_state {
    KF_FIX_SERIES_EDITED, // what the pieces gave is the file
    KF_FIX_SERIES_ANEW,   // in some game there is no list of changes: all are to be laid out anew
    KF_FIX_SERIES_WHOLE   // the pieces do not say: the file is to be read and changed as a whole
} kf_fix_series_state;

// NULL: there is no memory.
KF_API kf_fix_series *kf_fix_series_new(void);
KF_API void kf_fix_series_free(kf_fix_series *series);
// Looks at the games of a piece before they are changed.
KF_API void kf_fix_series_look(kf_fix_series *series, const kf_record *record);
// What was changed in the games that were looked at last. NULL: there is no list of it, or no need
// of one any more; or there is no memory, and the log says so.
KF_API kf_fix *kf_fix_series_changes(kf_fix_series *series, const kf_record *record,
                                     const kf_reading *how, kf_log *log);
// What is known up to here; behind the last game, what is to be done.
KF_API kf_fix_series_state kf_fix_series_end(const kf_fix_series *series);

/* ---- fix_diff.c ---------------------------------------------------- doc/spec/fix.md ---- */

// Writes what changes, as a unified diff with three lines of context, without the two lines that
// name the files: of the bytes where they are UTF-8, else of the text. Nothing when there are no
// edits. Of a piece of a stream the lines are counted from its front.
KF_API bool kf_fix_diff(const kf_fix *fix, kf_sink *sink, void *context, kf_log *log);

/* ---- version.c ------------------------------------------------- doc/spec/versions.md ---- */

// Brings all games of the record into a version of SGF, 1 to 4: names, properties and values that
// differ between the versions, and FF. `loss`, which may be NULL, takes what that version cannot
// say, and what stays although only programs for older versions know it. False: the version has no
// such board, or there was no memory; the log says which, and the record is not to be used in the
// second case.
KF_API bool kf_version_record(kf_record *record, int version, kf_loss *loss, kf_log *log);

#ifdef __cplusplus
}
#endif

#endif
