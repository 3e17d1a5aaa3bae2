// SPDX-License-Identifier: MIT
// The public interface of catalogues: millions of games in one file, found by what stands on the
// board and by what is said of them.
//
// The rules on ownership, failure and NULL at the top of kifu.h hold here too. These calls are in a
// library of their own: `pkg-config --libs kifu-catalog`, or find_package(kifu COMPONENTS catalog).
// A catalogue needs SQLite when the library is built; without it, opening one fails and the log
// says so.
//
//     kf_catalog *catalog = kf_catalog_open("games.kifudb", true, log);
//     kf_gather gather = {.name = "games.sgf"};
//     kf_gather_add(catalog, &gather, log);
//     kf_gather_commit(catalog, log);
//     kf_find_games(catalog, &(kf_find){.player = "Shusaku"}, take, context, NULL, log);
//     kf_catalog_close(catalog);

#ifndef KIFU_CATALOG_H
#define KIFU_CATALOG_H

#include <kifu/kifu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- find_pattern.c ------------------------------------------------- doc/spec/find.md ---- */

// What is looked for on the board.
typedef struct kf_find_pattern kf_find_pattern;

// Where on the board a pattern may stand.
typedef enum kf_anchor {
    KF_ANCHOR_ANYWHERE,
    KF_ANCHOR_CORNER, // in a corner of the board
    KF_ANCHOR_SIDE,   // on one edge, and in no corner
    KF_ANCHOR_CENTRE, // touching no edge
    KF_ANCHOR_FIXED   // where it was typed, counted from the board's top left corner
} kf_anchor;

// A pattern typed as rows of points: `.` empty, `X` black, `O` white, `x` black or empty, `o` white
// or empty, `*` anything, a number for a move to be played there. A line of `-` above or below and
// `|` beside the rows are edges of the board. NULL: it is none, and the log says why.
KF_API kf_find_pattern *kf_find_pattern_read(kf_text text, const char *name, kf_log *log);
// The position at a node of a record; `region` ("A1-G7", NULL: the whole board) says which part.
KF_API kf_find_pattern *kf_find_pattern_of(const kf_record *record, kf_node node,
                                           const char *region, kf_log *log);
KF_API void kf_find_pattern_free(kf_find_pattern *pattern);
// How it may stand. By default: anywhere, turned and mirrored (`may_turn`), in the colours it has,
// with `may_swap` also with Black and White exchanged.
KF_API void kf_find_pattern_set_anchor(kf_find_pattern *pattern, kf_anchor anchor);
KF_API void kf_find_pattern_set_symmetry(kf_find_pattern *pattern, bool may_turn);
KF_API void kf_find_pattern_set_any_colour(kf_find_pattern *pattern, bool may_swap);
// 'B' or 'W': who plays the next move where it stands. A sequence then begins with this colour.
KF_API void kf_find_pattern_set_next(kf_find_pattern *pattern, char colour);
// It stands after that many moves or fewer.
KF_API void kf_find_pattern_set_by_move(kf_find_pattern *pattern, uint32_t moves);
// Moves that are played inside of it from there on, one after the other and with no others there
// between them: points as in "C3 D4", in columns from its left and rows from its bottom.
KF_API bool kf_find_pattern_set_sequence(kf_find_pattern *pattern, kf_text moves, kf_log *log);
// What is looked for on the points of a pattern, row by row from its top left, by the characters
// that it is typed with; 0: there is no such point.
KF_API char kf_find_pattern_at(const kf_find_pattern *pattern, int column, int row);
// A board on which the pattern can be shown, its width and height, and where its top left point
// then is: its own place where it has one, else by its edges.
KF_API void kf_find_pattern_show(const kf_find_pattern *pattern, int board[2], int place[2]);

/* ---- catalog.c --------------------------------------------------- doc/spec/catalog.md ---- */

// A file that holds the moves and the names of many games.
typedef struct kf_catalog kf_catalog;

// Opens a catalogue. To be written to, it is made when there is none; else the file and its folder
// stay as they are. NULL: the log says why.
KF_API kf_catalog *kf_catalog_open(const char *name, bool is_written, kf_log *log);
// Makes a catalogue on PostgreSQL servers: `name` is the address of one (`postgresql://…`), and
// `nodes`, which NULL ends, those of servers that are to hold its games; without any it holds them
// itself. False: there is one already, or it cannot be made; the log says why.
KF_API bool kf_catalog_create(const char *name, const char *const *nodes, kf_log *log);
// Whether the name of a catalogue is the address of a server, and no file.
KF_API bool kf_catalog_is_on_server(const char *name);
// The name as messages show it: of an address without the password. It lives as long as the
// catalogue.
KF_API const char *kf_catalog_name(const kf_catalog *catalog);
// Holds a view of a catalogue that is read: whatever others add or take out, it stays as it is
// until it is released. Calls may stand within each other, and each needs its release. False: the
// file cannot be read; the log says so.
KF_API bool kf_catalog_hold(kf_catalog *catalog, kf_log *log);
KF_API void kf_catalog_release(kf_catalog *catalog);
// Closes it. What was added since the last kf_catalog_commit is forgotten.
KF_API void kf_catalog_close(kf_catalog *catalog);

// What a catalogue says of a game. Texts are borrowed until the next call for a game.
typedef struct kf_catalog_game {
    uint32_t id;     // its number in the catalogue
    kf_text file;    // it was read from, "-" for standard input
    uint32_t number; // in the file, from 1
    uint64_t offset; // in the file, in bytes
    uint32_t moves;  // of its main line
    int width, height;
    kf_text black, white, black_rank, white_rank, event, round, place, date, result, komi, handicap,
        rules, name;
} kf_catalog_game;

// False: there is no such game, or the file cannot be read; the log says so.
KF_API bool kf_catalog_get(kf_catalog *catalog, uint32_t id, kf_catalog_game *game, kf_log *log);
// The game as a record with its main line, or the whole record where its text was kept. NULL as
// above.
KF_API kf_record *kf_catalog_record(kf_catalog *catalog, uint32_t id, kf_log *log);

/* ---- gather.c ---------------------------------------------------- doc/spec/catalog.md ---- */

// What became of a file of games.
typedef enum kf_gathered {
    KF_GATHERED_FAILED,    // there is no game in it, or it cannot be read; the log says so
    KF_GATHERED_NEW,       // its games were added
    KF_GATHERED_CHANGED,   // in place of those that it held before
    KF_GATHERED_UNCHANGED, // it is as it was
    KF_GATHERED_BROKEN     // the catalogue itself cannot be written; the log says why
} kf_gathered;

// A file of games on its way into a catalogue.
typedef struct kf_gather {
    const char *name;  // by which it is known; "-" is known by its bytes alone
    const void *bytes; // NULL: the file of that name is read
    size_t length;
    kf_reading reading;  // how it is read
    bool keeps_text;     // the records are stored as well
    bool is_looked_into; // also where its size and time have not changed
    // NULL, or called now and then: so many games were added, the last begins at that byte.
    void (*step)(void *context, size_t games, uint64_t byte);
    void *context;
    size_t games;  // set by the call: how many were added
    bool is_noise; // set by the call: something was no text, and no game was taken from it
} kf_gather;

// Adds the games of a file, or replaces those that it had before when it changed. They are seen by
// others, and survive whatever happens, from the next commit on; long files are committed on the
// way, and a run that was ended goes on there.
KF_API kf_gathered kf_gather_add(kf_catalog *catalog, kf_gather *gather, kf_log *log);
// Takes the games of a file out; "-": of all that standard input gave. False: there is no such
// file, or the catalogue cannot be written.
KF_API bool kf_gather_remove(kf_catalog *catalog, const char *name, kf_log *log);
// Commits, and makes what a search for whole boards reads, where runs that added a few games left
// it to others. Where that fails, it is left to others again, and what was committed stays.
KF_API bool kf_gather_settle(kf_catalog *catalog, kf_log *log);
// Writes what was added and taken out.
KF_API bool kf_gather_commit(kf_catalog *catalog, kf_log *log);
// How many games all commits so far took out: those of files that were removed or had changed.
KF_API uint64_t kf_gather_removed(const kf_catalog *catalog);
// Whether it is the file of the catalogue, or one that SQLite puts beside it, by whatever name.
// False of a file that is not there, and of all where the catalogue is on a server.
KF_API bool kf_gather_owns(const kf_catalog *catalog, const char *file);

/* ---- audit.c ----------------------------------------------------- doc/spec/catalog.md ---- */

// What a catalogue holds.
typedef struct kf_audit_count {
    uint64_t games, moves, variations, files, unfinished, gone;
    uint64_t players, events; // names of them
    uint64_t waiting;         // full segments whose postings are left to a later run
} kf_audit_count;

// Counts all of it. False: the catalogue cannot be read; the log says so.
KF_API bool kf_audit_counts(kf_catalog *catalog, kf_audit_count *count, kf_log *log);
// A name in the catalogue, and how many games have it; of a player and of a rank also how many as
// Black and as White, of all else `black` is `games`, and `white` is 0.
typedef struct kf_audit_name {
    kf_text name;
    uint32_t games, black, white;
} kf_audit_name;

// What names may be of.
typedef enum kf_audit_kind {
    KF_AUDIT_PLAYER,
    KF_AUDIT_RANK,
    KF_AUDIT_EVENT,
    KF_AUDIT_PLACE,
    KF_AUDIT_DATE,
    KF_AUDIT_RESULT,
    KF_AUDIT_RULES,
    KF_AUDIT_KOMI,
    KF_AUDIT_HANDICAP
} kf_audit_kind;

// The names as records write them, those of the most games first; `take` returns false to stop, and
// calls nothing of this catalogue.
KF_API bool kf_audit_names(kf_catalog *catalog, kf_audit_kind kind,
                           bool (*take)(void *context, const kf_audit_name *name), void *context,
                           kf_log *log);
// Looks through all of the file: every page by its checksum, SQLite's own structure, and every line
// beside what is kept of it for searching. Each fault is an entry in the log. False: there are any.
KF_API bool kf_audit_check(kf_catalog *catalog, kf_log *log);
// The files that were added, in that order; `take` returns false to stop. `games` is how many of
// its games were looked at, `is_whole` whether that was all of them.
KF_API bool kf_audit_files(kf_catalog *catalog,
                           bool (*take)(void *context, kf_text file, uint32_t games, bool is_whole),
                           void *context, kf_log *log);

/* ---- find.c --------------------------------------------------------- doc/spec/find.md ---- */

// What is looked for; all zero: every game. Texts are matched without regard to capitals and
// accents, word by word; ranges are written "A..B", "A..", "..B" or "A".
typedef struct kf_find {
    const kf_find_pattern *pattern;
    const char *player, *opponent; // of either colour
    const char *black, *white;
    const char *date, *event, *place;
    const char *result; // "B", "W+R", "draw", "B+3.5", "R"
    const char *rank;   // of one of the players: "9d", "1p.."
    const char *handicap, *komi, *rules;
    const char *size;    // "19", "13x9"
    const char *moves;   // how many
    const char *source;  // part of the file's name
    const char *words;   // in names, events and comments
    bool has_variations; // the pattern may also stand in variations
    int next_moves;      // so many moves that follow inside of the pattern are found, too
    bool counts_only;    // only how often it stands in each game is asked for, which is faster;
                         // `take` may set it for most of the games that follow
    int jobs;            // threads; 0: one for each processor
    // Asked now and then; false stops the search as `take` does. NULL: it always goes on.
    bool (*goes_on)(void *context);
    void *going;
} kf_find;

// A move that was played inside of the pattern, as the pattern is typed: its colours, and points
// from its top left.
typedef struct kf_find_next {
    uint16_t column, row;
    uint8_t colour; // 'B' or 'W'
    bool is_later;  // moves elsewhere came before it
} kf_find_next;

// Where a pattern stands. `symmetry`: 4 exchanges columns and rows, then 1 left and right, and 2
// top and bottom.
typedef struct kf_find_hit {
    uint32_t moves;      // how many were played when it stood there first
    uint8_t column, row; // of its top left point, from the top left of the board
    uint8_t symmetry;
    bool is_swapped; // it stands in the other colours
    bool is_variation;
    uint32_t line;            // in which it stands: the game's number, or that of a variation
    uint32_t position;        // how many nodes of that line had put or taken stones, or passed
    uint32_t shared;          // of kf_twin_similar: moves of the other game up to the same position
    int next_count;           // of the moves that follow in it
    const kf_find_next *next; // borrowed like the hit itself
} kf_find_hit;

typedef struct kf_found {
    uint32_t game;           // its number in the catalogue, for kf_catalog_get
    const kf_find_hit *hits; // in the order of their moves; none without a pattern. They may be
                             // NULL, whatever `count` is, when only counts were asked for
    size_t count;
} kf_found;

typedef struct kf_find_total {
    uint64_t games, hits;
} kf_find_total;

// Finds games and gives each to `take`, in the order of the catalogue; false from there stops it.
// NULL: the totals are all that is asked for.
// Whatever is found is exact, captures included. False: the question cannot be used, or the file
// cannot be read; the log says so, and the totals are then not those of the catalogue.
KF_API bool kf_find_games(kf_catalog *catalog, const kf_find *find,
                          bool (*take)(void *context, const kf_found *found), void *context,
                          kf_find_total *total, kf_log *log);

/* ---- place.c -------------------------------------------------------- doc/spec/find.md ---- */

// Finds the nodes of a record of kf_catalog_record at which the hits of its game stand. Variations
// that the record lacks, since the catalogue did not keep it, are added to it. `nodes` has one for
// each hit. False: no memory, or the catalogue cannot be read; the log says so.
KF_API bool kf_place_hits(kf_catalog *catalog, kf_record *record, const kf_found *found,
                          kf_node *nodes, kf_log *log);

/* ---- continue.c ----------------------------------------------------- doc/spec/find.md ---- */

// What was played next inside of a pattern, as a tree of moves.
typedef struct kf_continue kf_continue;

// A move of it. Colours and points are the pattern's as it is typed; where the pattern is symmetric
// in itself, moves that only a turn tells apart are one.
typedef struct kf_continuation {
    size_t parent;   // the move before it, by its number
    int depth;       // 0: the pattern itself
    int column, row; // from the top left of the pattern
    char colour;     // 'B' or 'W'
    uint64_t hits, games;
    uint64_t later;                  // hits in which moves elsewhere came before it
    uint64_t black_wins, white_wins; // games
    int first_year, last_year;       // 0: no game says it
    bool has_rank, is_professional;
    int rank; // average of who played it, in hundredths: 5 dan is 500, 1 kyu is 0, 2 kyu is -100
} kf_continuation;

// Counts what follows wherever `find` finds its pattern, to a depth of find->next_moves. NULL: the
// log says why.
KF_API kf_continue *kf_continue_new(kf_catalog *catalog, const kf_find *find, kf_log *log);
KF_API void kf_continue_free(kf_continue *continuations);
// The moves: first the pattern itself, then each move with those that follow it behind it, the
// most frequent first. NULL at an index beyond the last; they live as long as the counts.
KF_API size_t kf_continue_count(const kf_continue *continuations);
KF_API const kf_continuation *kf_continue_get(const kf_continue *continuations, size_t index);

/* ---- twin.c --------------------------------------------------------- doc/spec/find.md ---- */

// What a game is to the first one of its group, turned or not.
typedef enum kf_twin_kind {
    KF_TWIN_FIRST,
    KF_TWIN_IDENTICAL, // the same moves
    KF_TWIN_PREFIX,    // one is the beginning of the other
    KF_TWIN_NEAR,      // nine tenths of the moves are the same
    KF_TWIN_DIFFERENT  // six moves far apart are the same, and no more
} kf_twin_kind;

typedef struct kf_twin {
    uint32_t game, first; // their numbers in the catalogue
    kf_twin_kind kind;
} kf_twin;

// Finds games that stand in the catalogue more than once, among those that `find` finds: groups of
// games, each group's first one before the others. `take` returns false to stop.
KF_API bool kf_twin_find(kf_catalog *catalog, const kf_find *find,
                         bool (*take)(void *context, const kf_twin *twin), void *context,
                         kf_log *log);

// A game that others are to be like, and how many of them are wanted.
typedef struct kf_twin_model {
    const kf_record *record;
    kf_node game;
    size_t most;
} kf_twin_model;

// Finds the games that go along with another the longest, among those that `find` finds: that have
// a position of it latest in it, turned or not, by whatever order of moves. Each has one hit: how
// many moves were played in it, and in the other.
KF_API bool kf_twin_similar(kf_catalog *catalog, const kf_find *find, const kf_twin_model *model,
                            bool (*take)(void *context, const kf_found *found), void *context,
                            kf_log *log);

/* ---- export.c --------------------------------------------------- doc/spec/catalog.md ---- */

// What games are written as, for programs that learn from them.
typedef enum kf_export_form {
    KF_EXPORT_TSV,        // a table with a row a game
    KF_EXPORT_JSON_LINES, // an object a game
    KF_EXPORT_MOVES,      // arrays for NumPy (.npz): the moves of all games, one behind the other
    KF_EXPORT_POSITIONS   // the same: positions as planes, with the move that was played there
} kf_export_form;

typedef struct kf_export {
    kf_export_form form;
    const uint32_t *games; // their numbers in the catalogue
    size_t count;
    bool all_turns; // arrays: each game as it stands in every turn
    bool is_one;    // arrays: one array of records (.npy), a move or position each
    int positions;  // so many of each game and turn, by chance; 0: all
    uint64_t seed;  // of chance
} kf_export;

// Writes the games. False: the sink stopped, or a game cannot be read; the log says so.
KF_API bool kf_export_write(kf_catalog *catalog, const kf_export *how, kf_sink *sink, void *context,
                            kf_log *log);

#ifdef __cplusplus
}
#endif

#endif
