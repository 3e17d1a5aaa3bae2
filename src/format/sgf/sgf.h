// SPDX-License-Identifier: MIT
// The parts of SGF among themselves: reading, mending, writing.

#ifndef KIFU_FORMAT_SGF_H
#define KIFU_FORMAT_SGF_H

#include <string.h>

#include "base/block.h"
#include "base/buffer.h"
#include "format/format.h"
#include "record/record.h"
#include "record/value.h"

// Whether all text that is read was written by kifu, as what a page shows.
#ifdef KF_ONLY_READS
enum { KF_SGF_IS_OURS = 1 };
#else
enum { KF_SGF_IS_OURS = 0 };
#endif

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

// The same in the text of a source, behind whose end there are enough of them.
static inline const char *kf_sgf_skip_spaces(const char *p) {
    if (!kf_sgf_is_space(*p) || !kf_sgf_is_space(*++p)) // as mostly
        return p;
#ifdef KF_BLOCK
    for (unsigned words; kf_sgf_is_space(*p); p += KF_BLOCK)
        if ((words = kf_block_words(p)) != 0)
            return p + KF_BLOCK_LOWEST(words);
    return p;
#else
    return kf_sgf_skip_space(p);
#endif
}

static inline bool kf_sgf_is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

static inline bool kf_sgf_is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

// Two letters that are a name in the Far East, and what they are called elsewhere.
#define KF_SGF_FAR_EAST_NAMES(ROW) ROW('T', 'E', "EV") ROW('R', 'D', "DT") ROW('K', 'O', "KM")

static inline bool kf_sgf_is_far_east_name(const char *name) {
#define ROW(first, second, better) (name[0] == (first) && name[1] == (second)) ||
    return KF_SGF_FAR_EAST_NAMES(ROW) false;
#undef ROW
}

static inline bool kf_sgf_is_name(char c) {
    return kf_sgf_is_capital(c) || kf_sgf_is_lower(c) || (c >= '0' && c <= '9');
}

// The length of a name at `p` as nearly all are spelled: a capital or two, and the bracket at once.
// 0: it is spelled otherwise.
static inline size_t kf_sgf_plain_name(const char *p) {
    size_t length = kf_sgf_is_capital(p[1]) ? 2 : 1;
    return kf_sgf_is_capital(p[0]) && p[length] == '[' ? length : 0;
}

// One- and two-letter names by their letters, longer ones by a hash, and the stamp of the node in
// which each was seen last: that is how a name that stands twice is noticed.
enum { KF_SGF_SHORT_NAMES = 32 * 32, KF_SGF_LONG_NAMES = 64 };
typedef struct kf_sgf_names {
    uint32_t seen[KF_SGF_SHORT_NAMES + KF_SGF_LONG_NAMES];
} kf_sgf_names;

// Whether the name was seen in this node already; may err for a long name.
static inline bool kf_sgf_is_repeated(kf_sgf_names *names, const char *name, size_t length,
                                      uint32_t stamp) {
    size_t slot;
    if (length == 1) {
        slot = (size_t)(name[0] & 31);
    } else if (length == 2) {
        slot = (size_t)(name[0] & 31) << 5 | (size_t)(name[1] & 31);
    } else {
        size_t hash = length;
        for (size_t i = 0; i < length; i++)
            hash = hash * 31 + (unsigned char)name[i];
        slot = KF_SGF_SHORT_NAMES + hash % KF_SGF_LONG_NAMES;
    }
    bool is_repeated = names->seen[slot] == stamp;
    names->seen[slot] = stamp;
    return is_repeated;
}

// Who plays in properties that begin with a move, or '\0'.
static inline char kf_sgf_player(const char *p) {
    bool is_move = (p[0] == 'B' || p[0] == 'W') && p[1] == '[';
    return is_move ? p[0] : '\0';
}

// What follows the node at `p`, another one or a parenthesis, where that is nothing but a move on a
// board of lower-case letters; else NULL. Mostly it is a node, and follows at once.
static inline const char *kf_sgf_skip_move(const char *p) {
    static const char forms[2][9] = {";B[\0\0]\0\0", ";W[\0\0]\0\0"};
    uint64_t black, white, mask, word;
    memcpy(&black, forms[0], sizeof black);
    memcpy(&white, forms[1], sizeof white);
    memcpy(&mask, "\xff\xff\xff\0\0\xff\0\0", sizeof mask);
    memcpy(&word, p, sizeof word);
    word &= mask;
    if ((word != black && word != white) || !kf_value_are_lower(p + 3))
        return NULL;
    p += 6;
    if (*p == ';')
        return p;
    p = kf_sgf_skip_spaces(p);
    return *p == ';' || *p == '(' || *p == ')' ? p : NULL;
}

// The rows of a run of plain moves, each the only child of the one before it.
typedef struct kf_sgf_run {
    kf_row *row;        // of the last move
    kf_node node, last; // that one, and the last that there is room for
    const char *before; // the byte before the text
} kf_sgf_run;

// Adds the move at `p`.
static inline void kf_sgf_follow(kf_sgf_run *run, const char *p) {
    kf_row *row = run->row++;
    row->child = ++run->node;
    row[1] = (kf_row){(uint32_t)(p - run->before), 5, run->node - 1, 0, run->node};
}

// Adds the moves at `p` that come in pairs: right behind each other and before another node, of
// both players by turns as behind a move of `player`. Returns what is behind them.
static inline const char *kf_sgf_follow_pairs(kf_sgf_run *run, const char *p, char player) {
#ifdef KF_BLOCK
    enum { MOVE = 6, PAIR = 2 * MOVE };
    if (p[PAIR] != ';')
        return p; // as mostly in a short run
    const char first = player == 'B' ? 'W' : 'B';
    const __m128i least = _mm_setr_epi8(';', first, '[', 'a', 'a', ']', ';', player, '[', 'a', 'a',
                                        ']', ';', 0, 0, 0);
    const __m128i most = _mm_setr_epi8(0, 0, 0, 25, 25, 0, 0, 0, 0, 25, 25, 0, 0, -1, -1, -1);
    for (; run->last - run->node > 2; p += PAIR) {
        __m128i over = _mm_sub_epi8(_mm_loadu_si128((const void *)p), least);
        if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(over, most), over)) != 0xFFFF)
            break;
        kf_sgf_follow(run, p);
        kf_sgf_follow(run, p + MOVE);
    }
#else
    (void)run, (void)player;
#endif
    return p;
}

// As kf_value_end, in the text of a source, and notes whether an opening bracket stands before it.
static inline const char *kf_sgf_value_end(const char *p, const char *end, bool *has_open) {
    *has_open = false;
#ifdef KF_BLOCK
    while (p < end) { // behind it there are enough NULs
        unsigned special = kf_block_bits(p, ']', 1);
        *has_open |= (kf_block_bits(p, '[', 0) & (special ^ (special - 1))) != 0;
        p += special != 0 ? KF_BLOCK_LOWEST(special) : KF_BLOCK;
        if (special == 0)
            continue;
        if (*p == ']')
            return p;
        *has_open |= p[1] == '[';
        p += 2;
    }
    return end;
#else
    const char *close = kf_value_end(p, end);
    *has_open = memchr(p, '[', (size_t)(close - p)) != NULL;
    return close;
#endif
}

// How many bytes of a name and its bracket stand at `i`; 0 when that is no property. Small letters,
// as FF[1] has them in `GaMe[1]`, are no capitals that prove something, and their bracket follows
// at once.
size_t kf_sgf_property_at(kf_text text, size_t i);
// Behind the parenthesis that ends the outermost game of the nest, or `upto`: goes on from `from`
// in bytes that are not decoded yet. NULL as `charset`: in their set no letter holds a bracket.
size_t kf_sgf_end(kf_text bytes, size_t from, size_t upto, const char *charset,
                  kf_charset_nest *nest);

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

// A tree that is open. Parentheses that open at the same node without one of their own share an
// entry, so that a file of nothing but parentheses needs no memory.
typedef struct kf_sgf_branch {
    kf_node parent;
    uint32_t count;
    uint32_t run;     // how many there were at first
    uint32_t begin;   // offset of the first parenthesis
    uint32_t missing; // parentheses of variations that were closed early
    uint32_t first;   // offset of the first tree behind the node read last
} kf_sgf_branch;

// A variation whose first node says what only the root of a game does.
typedef struct kf_sgf_inner {
    kf_node node, parent;
    uint32_t open;      // offset of its parenthesis
    uint32_t around;    // offset of that of the tree in which it stands
    size_t depth;       // how many trees are open before it
    bool is_certain;    // it says the version or the kind of game
    bool is_behind_cut; // the value before it breaks off
} kf_sgf_inner;

// Texts that move, from `begin` in them on, for the same reason.
typedef struct kf_sgf_moved {
    kf_code code;
    size_t begin;
} kf_sgf_moved;

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
    kf_text quote; // in front of the lines of the game in hand, or empty
    // In values of the node in hand, in the order of the text.
    kf_sgf_slip_at *slips;
    size_t slip_count, slip_room;
    kf_sgf_inner *inner; // of the game in hand
    size_t inner_count, inner_room;
    unsigned far_east;  // a bit for each of TE, RD and KO that has its name of the Far East
    kf_buffer moved;    // what of it stood in a game, and is to stand in that property
    kf_sgf_moved *runs; // in that, by what is wrong with them
    size_t run_count, run_room;
    const char *broken_off; // where a value lacked its bracket last, or NULL
    const char *node;       // where the node in hand begins, if a value in it has a bracket
} kf_sgf_reader;

// Fills the record from its source.
void kf_sgf_read(kf_record *record, const kf_reading *how, kf_log *log);
// Reads a game of it.
bool kf_sgf_read_next(kf_record *record, void **state, size_t *begin, bool is_final, kf_log *log);
// Writes the record in our layout.
bool kf_sgf_write(kf_writing_job *writer);

// Of a text that comes in piece by piece: how long it was when the end of a game was looked for,
// and how far that was.
typedef struct kf_sgf_waiting {
    size_t length;
    size_t seen, depth; // from the beginning of the game on, and how many trees are open there
    bool is_waiting;    // for more
} kf_sgf_waiting;

// Whether to wait for more text, for the game that begins there seems not to end in this: it would
// be read in vain.
bool kf_sgf_outside_waits(kf_sgf_waiting *waiting, const kf_record *record, size_t begin);
// Whether so much stands there, beyond parentheses and white space, that one can see what begins.
bool kf_sgf_outside_is_shown(const char *p, const char *end);

// What begins at a place outside of a game.
typedef enum kf_sgf_outside_kind {
    KF_SGF_OUTSIDE_TEXT,
    KF_SGF_OUTSIDE_GAME,
    KF_SGF_OUTSIDE_NODE,
    KF_SGF_OUTSIDE_CLOSE
} kf_sgf_outside_kind;

// Goes on to what is no text, and says what begins there.
kf_sgf_outside_kind kf_sgf_outside_pass(const char **p, const char *end);
// Whether what stands at `p`, with or without parenthesis and semicolon, has a first property that
// only a first node has.
bool kf_sgf_outside_is_game(const char *p);
// The length of a sign at `p` that says nothing between games, which is reported and left out: a
// byte order mark, where files were put one after the other, or the one that ended a text in DOS.
// 0: there is none.
size_t kf_sgf_outside_sign(kf_record *record, const char *p, kf_log *log);
// Reports a run of closing parentheses without a game at `p`, and returns what is behind it.
const char *kf_sgf_outside_surplus(kf_record *record, const char *p, kf_log *log);
// Reports text there.
void kf_sgf_outside_report(kf_record *record, kf_text text, kf_log *log);

// Whether the lines of the game at `p` are quoted: a mark, `> ` or `| `, stands in front of that
// line and of the next. That is reported. Returns where the text behind which the game stands ends;
// `is_behind`: there is some.
const char *kf_sgf_noise_quote(kf_sgf_reader *reader, bool is_behind, const char *p);
// Whether the text is nothing but such marks, NULs and white space.
bool kf_sgf_noise_is(const kf_sgf_reader *reader, kf_text text);
// Behind what there is of it at `p`.
const char *kf_sgf_noise_skip(const kf_sgf_reader *reader, const char *p, bool *has_some);
// Notes that they go.
void kf_sgf_noise_take(kf_sgf_reader *reader, kf_text text);
// Whether a text of several lines may have such marks in it, and a copy of it without them.
bool kf_sgf_noise_has_quotes(const kf_sgf_reader *reader, kf_text text);
void kf_sgf_noise_copy(kf_sgf_reader *reader, kf_text text, kf_buffer *out);
// Reports lower-case letters in a name. To be called once a game.
void kf_sgf_noise_lower(const kf_sgf_reader *reader, kf_node node, const char *name);

// The bracket that closes the value from `open` on, where kf_value_end found `close` and an opening
// bracket stands between them: `C[a [x] b]`. It is another one when the text does not go on as SGF
// behind `close` and does behind its partner; those between are noted to lack their backslash.
// Where another game begins in the value, or in a number a property, no bracket closes it: returns
// the place where it is missing.
const char *kf_sgf_bracket_close(kf_sgf_reader *reader, kf_text name, const char *open,
                                 const char *close);
// Whether the value of `name` that was closed at `before` goes on at `p`, where something stands
// that is no SGF: `C[a) see b] below]`. Only texts do. Returns the bracket that closes it, or NULL.
const char *kf_sgf_bracket_rest(kf_sgf_reader *reader, kf_text name, const char *before,
                                const char *p);

// What stands in front of a text in its node, the name of the text and its bracket with it, or
// nothing of it.
typedef struct kf_sgf_front {
    kf_text node;
    bool is_first; // of a game
} kf_sgf_front;

// Where a text that begins at `begin` or behind breaks off and a game begins, whose first property
// has its bracket at `bracket`: `C[cut here(;FF[4]GM[1]`. NULL: it may be prose. Without `front`
// what stands behind that property is not looked at.
const char *kf_sgf_bracket_game(const kf_sgf_front *front, const char *begin, const char *bracket,
                                const char *end);

// What is behind the value of `name` from `open` on, where it is a point and its brackets are not
// right: `B[[aa]]` has too many, and in `B[aa;W[bb]` one is missing. Else NULL. Looks no further
// than to the next bracket.
const char *kf_sgf_bracket_point(kf_sgf_reader *reader, kf_text name, const char *open);

// How a text ends in which trees are still open.
typedef struct kf_sgf_ends {
    const kf_sgf_branch *open;
    size_t depth;     // of them
    size_t taken_out; // parentheses to put in where the first game ends
    bool is_implicit; // the first tree has no parenthesis
    bool is_cut;      // the text ends in a value
} kf_sgf_ends;

// Remembers that the variation with `node` as its first one looks like a game, if it does. It is
// the last of `depth` trees that are open.
void kf_sgf_split_note(kf_sgf_reader *reader, kf_node node, const kf_sgf_branch *open,
                       size_t depth);
// At the end of the text: variations that look like games, in trees that are never closed, are
// games. Returns the first tree that belongs to the last of them. `is_left`: there are some, and
// something that is none behind them, so that nothing says which parentheses are missing where.
size_t kf_sgf_split(kf_sgf_reader *reader, const kf_sgf_ends *ends, bool *is_left);
// How many parentheses close the trees from `first` up to `end`.
size_t kf_sgf_split_missing(const kf_sgf_branch *open, size_t first, size_t end);
// Reports that these trees are never closed, and where they are.
void kf_sgf_split_report(kf_sgf_reader *reader, const kf_sgf_branch *open, size_t first, size_t end,
                         const char *where);

// Gives `node` the properties that stand in `text`, a piece of the source in which something is
// wrong, and the junk that waits. Reports what is wrong.
void kf_sgf_mend(kf_sgf_reader *reader, kf_node node, kf_text text);
// Which properties of a root have names of the Far East, TE for the event, RD for the date and KO
// for the komi, a bit for each in this order. One that the root has twice, under either name, or
// with two values, is not among them.
unsigned kf_sgf_mend_far_east(kf_text text);
// Adds text as one more value of KFJUNK, escaped.
void kf_sgf_mend_keep(kf_buffer *junk, kf_text text);
// The same for text in a game, at `text`: notes that it goes to where the property will stand.
void kf_sgf_mend_move(kf_sgf_reader *reader, kf_text text, kf_code code);
// Notes that so many parentheses are put in.
void kf_sgf_mend_close(kf_record *record, const char *at, size_t count, kf_code code);
// A place in the source, for the log.
kf_place kf_sgf_mend_place(const kf_record *record, const char *at);

#endif
