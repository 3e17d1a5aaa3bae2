// SPDX-License-Identifier: MIT
// A collection read game by game holds and finds what it does when it is read as a whole, and is
// written game by game as it is written as a whole: real records where there are any, collections
// made of all examples, and both damaged.

#include <kifu/kifu.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 150, MOST = 1000000, DAMAGED = 16, WRITTEN = 60000, SLICES = 12 };

static uint32_t chance = 1;

static uint32_t next_number(uint32_t below) {
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 8) % below;
}

// ---- Bytes that come in pieces of any size ----

typedef struct bytes {
    char *data;
    size_t length, at;
} bytes;

static size_t give(void *context, void *room, size_t size) {
    bytes *b = context;
    size_t length = 1 + next_number(100000);
    length = length < size ? length : size;
    length = length < b->length - b->at ? length : b->length - b->at;
    memcpy(room, b->data + b->at, length);
    b->at += length;
    return length;
}

static void add(bytes *b, const char *data, size_t length) {
    b->data = realloc(b->data, b->length + length + 1);
    if (b->data == NULL)
        abort();
    memcpy(b->data + b->length, data, length);
    b->length += length;
}

static void add_file(bytes *b, const char *name) {
    char piece[65536];
    FILE *file = fopen(name, "rb");
    for (size_t got = 1; file != NULL && got > 0;) {
        got = fread(piece, 1, sizeof piece, file);
        add(b, piece, got);
    }
    if (file != NULL)
        fclose(file);
}

// ---- Comparing ----

static int failures;

static void differ(const char *name, const char *what, size_t index) {
    printf("%s: %s at %zu\n", name, what, index);
    failures++;
}

static bool same_text(kf_text a, kf_text b) {
    return kf_text_equal(a, b);
}

// Both games node by node, in pre-order.
static bool same_game(const kf_record *a, kf_node x, const kf_record *b, kf_node y) {
    kf_walk left = kf_walk_from(a, x), right = kf_walk_from(b, y);
    for (;;) {
        bool has_left = kf_walk_step(&left), has_right = kf_walk_step(&right);
        if (has_left != has_right)
            return false;
        if (!has_left)
            return true;
        if (left.entering != right.entering)
            return false;
        if (left.entering && !same_text(kf_node_text(a, left.node), kf_node_text(b, right.node)))
            return false;
    }
}

static int by_place(const void *a, const void *b) {
    const kf_entry *x = *(const kf_entry *const *)a, *y = *(const kf_entry *const *)b;
    if (x->byte != y->byte)
        return x->byte < y->byte ? -1 : 1;
    int order = strcmp(x->code, y->code);
    return order != 0 ? order : strcmp(x->message, y->message);
}

static const kf_entry **sorted(const kf_log *log) {
    size_t count = kf_log_count(log);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers.
    const kf_entry **list = malloc((count + 1) * sizeof *list);
    for (size_t i = 0; list != NULL && i < count; i++)
        list[i] = kf_log_entry(log, i);
    if (list == NULL)
        abort();
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers.
    qsort(list, count, sizeof *list, by_place);
    return list;
}

static bool same_entry(const kf_entry *a, const kf_entry *b) {
    return a->severity == b->severity && strcmp(a->code, b->code) == 0 && a->line == b->line &&
           a->column == b->column && a->byte == b->byte && strcmp(a->message, b->message) == 0 &&
           strcmp(a->excerpt, b->excerpt) == 0 && a->caret == b->caret;
}

static void print_entry(const kf_entry *e) {
    printf("  %zu:%zu byte %llu: %s [%s] '%s' %zu\n", e->line, e->column,
           (unsigned long long)e->byte, e->message, e->code, e->excerpt, e->caret);
}

static void compare_logs(const char *name, const kf_log *whole, const kf_log *parts) {
    size_t count = kf_log_count(whole), i = 0;
    if (kf_log_count(parts) != count)
        differ(name, "another number of findings", kf_log_count(parts));
    const kf_entry **left = sorted(whole), **right = sorted(parts);
    while (i < count && i < kf_log_count(parts) && same_entry(left[i], right[i]))
        i++;
    if (i < count) {
        differ(name, "another finding", i);
        print_entry(left[i]);
        if (i < kf_log_count(parts))
            print_entry(right[i]);
    }
    free(left);
    free(right);
}

// What names no character set is taken for UTF-8 until a byte contradicts, or looked through
// before: only the latter is what reading as a whole does.
static kf_stream *open_stream(bytes *b, kf_log *log) {
    static const char file[] = "stream.sgf";
    bool is_ascii = true;
    for (size_t i = 0; i < b->length; i++)
        is_ascii = is_ascii && (unsigned char)b->data[i] < 128;
    if (is_ascii)
        return kf_stream_open_with(give, b, file, NULL, log);
    FILE *out = fopen(file, "wb");
    if (out == NULL || fwrite(b->data, 1, b->length, out) != b->length || fclose(out) != 0)
        abort();
    kf_stream *stream = kf_stream_open(file, NULL, log);
    remove(file);
    return stream;
}

// ---- Writing ----

static bool take(void *context, const void *data, size_t length) {
    add(context, data, length);
    return true;
}

static bool same_loss(const kf_loss *a, const kf_loss *b) {
    kf_loss_item x, y;
    size_t i = 0;
    if (kf_loss_count(a) != kf_loss_count(b))
        return false;
    while (kf_loss_item_at(a, i, &x) && kf_loss_item_at(b, i, &y) && x.lost == y.lost &&
           x.count == y.count && strcmp(x.kind, y.kind) == 0)
        i++;
    return i == kf_loss_count(a);
}

// What must be known before the first game: whether any has letters, and which is the last that can
// be held.
static bool look_through(bytes *b, const kf_format *format, size_t *last) {
    kf_stream *stream = open_stream(b, NULL);
    bool any = false;
    b->at = *last = 0;
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        any = kf_record_has_letters(record) || any;
        if (kf_format_can_hold(format, record))
            *last = kf_stream_games(stream) + kf_record_games(record);
    }
    kf_stream_close(stream);
    return any;
}

// Writes game by game. False: no game can be held.
static bool write_games(bytes *b, const kf_format *format, bytes *out, kf_loss *loss) {
    size_t last;
    kf_series series = {.has_letters = look_through(b, format, &last)};
    kf_writing how = {.canonical = true, .loss = loss, .series = &series};
    kf_stream *stream = open_stream(b, NULL);
    bool is_written = true;
    b->at = 0;
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        series.is_last = kf_stream_games(stream) + kf_record_games(record) >= last;
        if (kf_record_games(record) > 0)
            is_written = kf_format_write(record, format, &how, take, out, NULL) && is_written;
        kf_loss_forget(loss);
    }
    kf_stream_close(stream);
    return is_written && last > 0;
}

static void compare_written(const char *name, bytes *b, const kf_record *whole,
                            const kf_format *format) {
    bytes left = {NULL, 0, 0}, right = {NULL, 0, 0};
    kf_loss *loss = kf_loss_new(), *parts = kf_loss_new();
    kf_writing how = {.canonical = true, .loss = loss};
    add(&left, "", 0);
    add(&right, "", 0);
    bool is_written = kf_format_write(whole, format, &how, take, &left, NULL);
    bool has_parts = write_games(b, format, &right, parts);
    if (is_written != has_parts)
        differ(name, "written game by game or not", is_written);
    else if (is_written &&
             (left.length != right.length || memcmp(left.data, right.data, left.length) != 0))
        differ(name, kf_format_title(format), right.length);
    else if (is_written && !same_loss(loss, parts))
        differ(name, "another loss", kf_loss_count(parts));
    kf_loss_free(loss);
    kf_loss_free(parts);
    free(left.data);
    free(right.data);
}

static void compare_notations(const char *name, bytes *b) {
    kf_record *whole = kf_format_read(b->data, b->length, "stream.sgf", NULL, NULL);
    for (size_t i = 0; kf_record_games(whole) > 0 && i < kf_format_count(); i++)
        if (kf_format_can_write(kf_format_at(i)) && kf_format_writes_games(kf_format_at(i)))
            compare_written(name, b, whole, kf_format_at(i));
    kf_record_free(whole);
}

static void compare(const char *name, bytes *b) {
    kf_log *whole_log = kf_log_new(), *log = kf_log_new();
    kf_log_set_limits(whole_log, SIZE_MAX, SIZE_MAX);
    kf_log_set_limits(log, SIZE_MAX, SIZE_MAX);
    kf_record *whole = kf_format_read(b->data, b->length, "stream.sgf", NULL, whole_log);
    kf_stream *stream = open_stream(b, log);
    kf_node game = kf_node_child(whole, 0);
    size_t games = 0, length = 0;
    bool is_same = true;
    b->at = 0;
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        for (kf_node one = kf_node_child(record, 0); one != 0; one = kf_node_next(record, one)) {
            is_same = is_same && game != 0 && same_game(whole, game, record, one);
            games += is_same;
            game = is_same ? kf_node_next(whole, game) : game;
        }
        kf_text text = kf_record_text(record);
        is_same =
            is_same && same_text(text, (kf_text){kf_record_text(whole).data + length, text.length});
        length += text.length;
    }
    if (!is_same || games != kf_record_games(whole))
        differ(name, "another game", games);
    if (kf_stream_has_failed(stream) != (whole == NULL) || length != kf_record_text(whole).length)
        differ(name, "another end", length);
    compare_logs(name, whole_log, log);
    kf_stream_close(stream);
    kf_record_free(whole);
    kf_log_free(whole_log);
    kf_log_free(log);
}

// ---- Damage ----

static void damage(bytes *b) {
    static const char signs[] = "()[];\\ \n\r\0AB:\xE9\xC3";
    for (uint32_t i = 1 + next_number(40); i > 0 && b->length > 0; i--) {
        size_t at = next_number((uint32_t)b->length), length = next_number(5000);
        if (next_number(3) == 0) {
            length = length < b->length - at ? length : b->length - at;
            memmove(b->data + at, b->data + at + length, b->length - at - length);
            b->length -= length;
        } else {
            b->data[at] = signs[next_number(sizeof signs - 1)];
        }
    }
}

static void compare_damaged(const char *name, const bytes *b) {
    bytes copy = {NULL, 0, 0};
    add(&copy, b->data, b->length);
    damage(&copy);
    uint32_t before = chance;
    int known = failures;
    compare(name, &copy);
    if (failures > known) {
        char file[100];
        snprintf(file, sizeof file, "stream-%u.sgf", before);
        FILE *out = fopen(file, "wb");
        if (out != NULL && fwrite(copy.data, 1, copy.length, out) == copy.length)
            printf("  see %s\n", file);
        if (out != NULL)
            fclose(out);
    }
    free(copy.data);
}

// A piece of all collections, cut anywhere: some games, broken ones at its ends, and whatever
// stands between them.
static void compare_slice(const bytes *all) {
    uint32_t from = next_number((uint32_t)all->length - WRITTEN);
    bytes slice = {NULL, 0, 0};
    add(&slice, all->data + from, WRITTEN);
    compare_notations("a slice", &slice);
    damage(&slice);
    compare_notations("a damaged slice", &slice);
    free(slice.data);
}

// ---- What there is ----

// Games that are made up, until there is so much.
static void add_made_up(bytes *b, size_t most) {
    for (int i = 0; b->length < most; i++) {
        char game[200];
        int length = snprintf(game, sizeof game,
                              "(;FF[4]GM[1]SZ[19]GN[%d];B[aa];W[??](;B[bb])(;W[cc]C[x\\]y]))\n%s",
                              i, i % 7 == 0 ? "some words\n" : "");
        add(b, game, (size_t)length);
    }
}

// What another stream passes over is what this one has read: every other record is left out, and
// the rest stands at the same places.
static void compare_passing(bytes *all) {
    bytes again = *all;
    kf_log *log = kf_log_new();
    all->at = again.at = 0;
    kf_stream *stream = kf_stream_open_with(give, all, "all", NULL, log);
    kf_stream *other = kf_stream_open_with(give, &again, "all", NULL, log);
    const kf_record *a = kf_stream_next(stream), *b = kf_stream_next(other);
    size_t index = 0, passed = 0;
    while (a != NULL && b != NULL) {
        uint64_t begin = kf_stream_at(stream);
        if (begin != kf_stream_at(other) || kf_stream_games(stream) != kf_stream_games(other) ||
            !same_game(a, kf_node_child(a, 0), b, kf_node_child(b, 0)))
            differ("passing", "the place or the game", index);
        a = kf_stream_next(stream);
        uint64_t end = kf_stream_at(stream);
        if (a != NULL && ++index % 2 == 1 && end != UINT64_MAX && begin != UINT64_MAX &&
            !kf_stream_is_over(stream)) {
            if (!kf_stream_pass(other, end - begin, kf_record_games(a)))
                differ("passing", "it cannot be passed over", index);
            passed++;
            a = kf_stream_next(stream);
        }
        b = kf_stream_next(other);
    }
    if ((a == NULL) != (b == NULL) || passed < 100 || kf_stream_has_failed(other))
        differ("passing", "the end", passed);
    // There is nothing left to pass over.
    if (kf_stream_pass(other, 1, 1) || !kf_stream_has_failed(other))
        differ("passing", "what is not there", passed);
    kf_stream_close(stream);
    kf_stream_close(other);
    kf_log_free(log);
}

// Small games stay below the limit of a game, also behind a parenthesis that none of them closes.
static void count_behind_open(void) {
    enum { GAMES = 12000 };
    kf_reading how = {.limits.game_bytes = 100000};
    kf_log *log = kf_log_new();
    bytes b = {NULL, 0, 0};
    add(&b, "(x\n", 3);
    for (int i = 0; i < GAMES; i++)
        add(&b, "(;FF[4]SZ[9];B[aa];W[bb])\n", 26);
    kf_stream *stream = kf_stream_open_with(give, &b, "behind", &how, log);
    size_t games = 0;
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;)
        games += kf_record_games(record);
    if (games != GAMES || kf_stream_has_failed(stream))
        differ("behind a parenthesis", "the number of games", games);
    kf_stream_close(stream);
    kf_log_free(log);
    free(b.data);
}

// What the log no longer keeps is counted, and the notes that belong to it are not kept either.
static void count_beyond_limit(void) {
    static const char two[] = "(;FF[4]SZ[9]AB[aa]AB[bb];B[cc])\n", none[] = "(;FF[4]SZ[9];B[aa])\n";
    enum { GAMES = 40, LIMIT = 5 };
    kf_log *whole_log = kf_log_new(), *log = kf_log_new();
    bytes b = {NULL, 0, 0};
    for (int i = 0; i < GAMES; i++) {
        add(&b, two, sizeof two - 1);
        add(&b, none, sizeof none - 1);
    }
    kf_log_set_limits(whole_log, LIMIT, SIZE_MAX);
    kf_log_set_limits(log, LIMIT, SIZE_MAX);
    kf_record_free(kf_format_read(b.data, b.length, "stream.sgf", NULL, whole_log));
    kf_stream *stream = open_stream(&b, log);
    b.at = 0;
    while (kf_stream_next(stream) != NULL)
        continue;
    compare_logs("beyond the limit", whole_log, log);
    const char *code = "sgf/repeated";
    if (kf_log_total(log, KF_WARNING) != GAMES || kf_log_total(log, KF_NOTE) != GAMES ||
        kf_log_count(log) > (size_t)2 * LIMIT ||
        kf_log_dropped(log, code) != kf_log_dropped(whole_log, code))
        differ("beyond the limit", "the number of findings", kf_log_total(log, KF_WARNING));
    kf_stream_close(stream);
    kf_log_free(whole_log);
    kf_log_free(log);
    free(b.data);
}

// A game longer than what is held at once, whose letters come late: in its own set, in UTF-8, and
// value by value in both.
static void compare_late_letters(void) {
    static const char *const values[] = {"C[\xBA\xDA\xCF\xC8\xB0\xD7]",
                                         "C[\xE9\xBB\x91\xE5\x85\x88\xE7\x99\xBD]"};
    enum { MOVES = 45000, VALUES = 600 };
    for (int kind = 0; kind < 3; kind++) {
        bytes one = {NULL, 0, 0};
        add(&one, "(;CA[GB2312]SZ[19]", 18);
        for (int i = 0; i < MOVES; i++)
            add(&one, ";B[aa]", 6);
        for (int i = 0; i < VALUES; i++) {
            const char *value = values[kind < 2 ? (uint32_t)kind : next_number(2)];
            add(&one, ";W[]", 4);
            add(&one, value, strlen(value));
        }
        compare(kind == 0   ? "late, as named"
                : kind == 1 ? "late, in UTF-8"
                            : "late, in both",
                &one);
        free(one.data);
    }
}

int main(int argc, char **argv) {
    const char *corpora = getenv("KIFU_CORPORA");
    char pattern[500];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/*/*.sgf",
             corpora != NULL ? corpora : KIFU_SOURCE "/../shared/corpora");
    glob(pattern, 0, NULL, &found);
    bytes all = {NULL, 0, 0};
    add(&all, "", 0);
    for (int i = 1; i < argc; i++) {
        bytes one = {NULL, 0, 0};
        add(&one, "", 0);
        add_file(&one, argv[i]);
        compare(argv[i], &one);
        free(one.data);
    }
    if (argc > 1)
        return failures > 0;
    for (size_t i = 0; i < found.gl_pathc; i += found.gl_pathc / FILES + 1) {
        bytes one = {NULL, 0, 0};
        add(&one, "", 0);
        add_file(&one, found.gl_pathv[i]);
        compare(found.gl_pathv[i], &one);
        compare_damaged(found.gl_pathv[i], &one);
        if (all.length < MOST)
            add(&all, one.data, one.length);
        free(one.data);
    }
    bytes made = {NULL, 0, 0};
    add_made_up(&made, MOST);
    compare_passing(&made);
    free(made.data);
    count_behind_open();
    count_beyond_limit();
    compare_late_letters();
    add_made_up(&all, MOST); // where there were no files
    compare("all together", &all);
    for (int i = 0; i < DAMAGED; i++)
        compare_damaged("all together, damaged", &all);
    for (int i = 0; i < SLICES; i++)
        compare_slice(&all);
    free(all.data);
    globfree(&found);
    printf("%d failures\n", failures);
    return failures > 0;
}
