// SPDX-License-Identifier: MIT
// The parts of SGF among themselves: reading, mending, writing.

#ifndef KIFU_FORMAT_SGF_H
#define KIFU_FORMAT_SGF_H

#include "base/buffer.h"
#include "format/format.h"

// ---- Signs ----

static inline bool kf_sgf_is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The text ends with a NUL, which is no space.
static inline const char *kf_sgf_skip_space(const char *p) {
    while (kf_sgf_is_space(*p))
        p++;
    return p;
}

static inline bool kf_sgf_is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static inline bool kf_sgf_is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static inline bool kf_sgf_is_name(char c) {
    return kf_sgf_is_capital(c) || kf_sgf_is_lower(c) || (c >= '0' && c <= '9');
}

// How many bytes of a name and its bracket stand at `i`; 0 when that is no property. Small letters,
// as FF[1] has them in `GaMe[1]`, are no capitals that prove something, and their bracket follows
// at once.
size_t kf_sgf_property_at(kf_text text, size_t i);

// ---- Reading ----

// Something about a bracket in the values of a node.
typedef enum kf_sgf_slip {
    KF_SGF_NO_BACKSLASH, // one of a text without the backslash before it
    KF_SGF_NO_BRACKET,   // the one that closes a value is missing in front of this place
    KF_SGF_TOO_MANY      // one too many
} kf_sgf_slip;

typedef struct kf_sgf_slip_at {
    const char *at;
    kf_sgf_slip slip;
} kf_sgf_slip_at;

// Where the reader is; also for the mender.
typedef struct kf_sgf_reader {
    kf_record *record;
    kf_log *log;
    const char *end; // of the source's text
    bool is_final;   // nothing comes behind that
    // Text that is no SGF and waits for the next node: values with their brackets, and the name of
    // the property that will hold them.
    kf_buffer junk;
    const char *junk_name;
    // In values of the node in hand, in the order of the text.
    kf_sgf_slip_at *slips;
    size_t slip_count, slip_room;
    bool is_far_east; // the node is a root in which TE is the event, RD the date and KO the komi
    kf_buffer moved;  // what of it stood in a game, and is to stand in that property
} kf_sgf_reader;

// Fills the record from its source.
void kf_sgf_read(kf_record *record, const kf_reading *how, kf_log *log);
// Reads a game of it.
bool kf_sgf_read_next(kf_record *record, void **state, size_t *begin, bool is_final, kf_log *log);
// Writes the record in our layout.
bool kf_sgf_write(kf_writing_job *writer);

// What begins at a place outside of a game.
typedef enum kf_sgf_outside_kind {
    KF_SGF_OUTSIDE_TEXT,
    KF_SGF_OUTSIDE_GAME,
    KF_SGF_OUTSIDE_NODE,
    KF_SGF_OUTSIDE_CLOSE
} kf_sgf_outside_kind;

// What begins at `*p`; text is stepped over, a word at a time. `is_text`: there is text before it.
kf_sgf_outside_kind kf_sgf_outside(const char **p, const char *end, bool is_text);
// The length of a sign at `p` that says nothing between games, which is reported and left out: a
// byte order mark, where files were put one after the other, or the one that ended a text in DOS.
// 0: there is none.
size_t kf_sgf_outside_sign(kf_record *record, const char *p, kf_log *log);

// The bracket that closes the value from `open` on, where kf_value_end found `close` and an opening
// bracket stands between them: `C[a [x] b]`. It is another one when the text does not go on as SGF
// behind `close` and does behind its partner; those between are noted to lack their backslash.
const char *kf_sgf_bracket_close(kf_sgf_reader *reader, kf_text name, const char *open,
                                 const char *close);
// Whether the value of `name` that was closed at `before` goes on at `p`, where something stands
// that is no SGF: `C[a) see b] below]`. Only texts do. Returns the bracket that closes it, or NULL.
const char *kf_sgf_bracket_rest(kf_sgf_reader *reader, kf_text name, const char *before,
                                const char *p);

// What is behind the value of `name` from `open` on, where it is a point and its brackets are not
// right: `B[[aa]]` has too many, and in `B[aa;W[bb]` one is missing. Else NULL. Looks no further
// than to the next bracket.
const char *kf_sgf_bracket_point(kf_sgf_reader *reader, kf_text name, const char *open);

// Whether the first node of a variation says what only the root of a game does.
bool kf_sgf_mend_is_root(const kf_record *record, kf_node node);

// Reports that a game may begin at `at`, within one that is never closed: nothing says which
// parentheses are missing where, so none are put in.
void kf_sgf_mend_leave(kf_sgf_reader *reader, const char *at);

// Gives `node` the properties that stand in `text`, a piece of the source in which something is
// wrong, and the junk that waits. Reports what is wrong.
void kf_sgf_mend(kf_sgf_reader *reader, kf_node node, kf_text text);
// Whether a root has the names of the Far East: TE for the event, RD for the date, KO for the komi.
bool kf_sgf_mend_is_far_east(kf_text text);
// Whether the two letters are a name that means something else there.
bool kf_sgf_mend_is_far_east_name(const char *name);
// Adds text as one more value of KFJUNK, escaped.
void kf_sgf_mend_keep(kf_buffer *junk, kf_text text);
// The same for text in a game, at `text`: notes that it goes to where the property will stand.
void kf_sgf_mend_move(kf_sgf_reader *reader, kf_text text, kf_code code);
// Notes that so many parentheses are put in.
void kf_sgf_mend_close(kf_record *record, const char *at, size_t count, kf_code code);
// A place in the source, for the log.
kf_place kf_sgf_mend_place(const kf_record *record, const char *at);

#endif
