// SPDX-License-Identifier: MIT
// The public interface as its header promises it: NULL rules, lifetimes, walking, editing,
// comparing, reading and writing.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kifu/draw.h>
#include <kifu/kifu.h>

static kf_record *read_sgf(const char *text) {
    kf_reading how = {.format = kf_format_named("sgf")};
    kf_record *record = kf_format_read(text, strlen(text), "test.sgf", &how, NULL);
    assert_non_null(record);
    return record;
}

static void assert_text(kf_text text, const char *expected) {
    char plain[256] = "";
    assert_true(text.length < sizeof plain);
    if (text.length > 0)
        memcpy(plain, text.data, text.length);
    assert_string_equal(plain, expected);
}

typedef struct memory {
    char data[4096];
    size_t length, limit;
} memory;

static bool keep(void *context, const void *bytes, size_t length) {
    memory *memory = context;
    if (memory->length + length > memory->limit)
        return false;
    memcpy(memory->data + memory->length, bytes, length);
    memory->length += length;
    return true;
}

static void assert_written(const kf_record *record, const char *expected) {
    memory memory = {.limit = sizeof memory.data};
    assert_true(kf_format_write(record, kf_format_named("sgf"), NULL, keep, &memory, NULL));
    assert_text((kf_text){memory.data, memory.length}, expected);
}

static void assert_title(const char *sgf, kf_language language, const char *expected) {
    char title[128];
    kf_record *record = read_sgf(sgf);
    kf_node game = kf_node_child(record, 0);
    assert_int_equal(kf_title_of(record, game, language, title, sizeof title), strlen(expected));
    assert_string_equal(title, expected);
    kf_record_free(record);
}

static void a_title_names_players_event_and_date(void **state) {
    (void)state;
    char title[10];
    assert_title("(;GN[x]PB[A]BR[1d]PW[B]EV[Cup]DT[2001])", KF_LANGUAGE_EN, "A 1d – B, Cup, 2001");
    assert_title("(;PB[A 1d]BR[1d])", KF_LANGUAGE_DE, "A 1d – Weiß");
    assert_title("(;PW[B]WR[2k])", KF_LANGUAGE_JA, "黒 – B 2k");
    assert_title("(;GN[Cup 2001]EV[Cup]DT[2001])", KF_LANGUAGE_EN, "Cup 2001");
    assert_title("(;EV[Cup\n\\]1])", KF_LANGUAGE_EN, "Cup ]1");
    assert_title("(;PB[ ]PW[]GN[ name ])", KF_LANGUAGE_EN, "name");
    assert_title("(;)", KF_LANGUAGE_EN, "");
    // What has no room is cut between characters.
    kf_record *record = read_sgf("(;PB[Weiß]PW[B])");
    assert_int_equal(kf_title_of(record, 1, KF_LANGUAGE_EN, title, 5), strlen("Weiß – B"));
    assert_string_equal(title, "Wei");
    assert_int_equal(kf_title_of(record, 1, KF_LANGUAGE_EN, NULL, 0), strlen("Weiß – B"));
    kf_record_free(record);
}

static void null_is_an_empty_record(void **state) {
    (void)state;
    int width = 0, height = 0;
    kf_property property;
    kf_text value;
    kf_record_free(NULL);
    kf_log_free(NULL);
    kf_loss_free(NULL);
    assert_int_equal(kf_record_games(NULL), 0);
    assert_int_equal(kf_node_child(NULL, 0), 0);
    assert_int_equal(kf_node_parent(NULL, 7), 0);
    assert_int_equal(kf_node_next(NULL, 7), 0);
    assert_int_equal(kf_node_last_child(NULL, 0), 0);
    assert_int_equal(kf_node_game(NULL, 0), 0);
    assert_int_equal(kf_node_text(NULL, 1).length, 0);
    assert_int_equal(kf_record_text(NULL).length, 0);
    assert_true(kf_record_board(NULL, 0, &width, &height));
    assert_int_equal(width, 19);
    assert_int_equal(height, 19);
    assert_false(kf_property_find(NULL, 0, "B", &property));
    assert_false(kf_property_get(NULL, 0, "B", &value));
    assert_int_equal(kf_text_of(NULL).length, 0);
}

static void what_is_read_is_a_copy(void **state) {
    (void)state;
    char text[] = "(;C[one])";
    char name[] = "name.sgf";
    kf_log *log = kf_log_new();
    kf_record *record = kf_format_read(text, sizeof text - 1, name, NULL, log);
    memset(text, 'x', sizeof text - 1);
    memset(name, 'y', sizeof name - 1);
    kf_text value;
    assert_true(kf_property_get(record, kf_node_child(record, 0), "C", &value));
    assert_text(value, "one");
    kf_record_free(record);
    kf_log_free(log);
}

static void a_piece_of_a_file_has_lines_before_it(void **state) {
    (void)state;
    static const char text[] = "(;SZ[9]\n;B[zz])";
    kf_log *log = kf_log_new();
    kf_reading how = {.lines_before = 40};
    kf_record *record = kf_format_read(text, sizeof text - 1, NULL, &how, log);
    kf_check(record, log);
    assert_true(kf_log_count(log) > 0);
    assert_int_equal(kf_log_entry(log, kf_log_count(log) - 1)->line, 42);
    kf_record_free(record);
    kf_log_free(log);
}

static void entries_outlive_the_record(void **state) {
    (void)state;
    static const char text[] = "(;C[one";
    kf_log *log = kf_log_new();
    kf_reading how = {.format = kf_format_named("sgf")};
    kf_record *record = kf_format_read(text, sizeof text - 1, "open.sgf", &how, log);
    kf_record_free(record);
    assert_true(kf_log_count(log) > 0);
    const kf_entry *entry = kf_log_entry(log, 0);
    assert_string_equal(entry->file, "open.sgf");
    assert_int_equal(entry->line, 1);
    assert_true(entry->column > 0);
    assert_true(strlen(entry->code) > 0 && strlen(entry->message) > 0);
    assert_null(kf_log_entry(log, kf_log_count(log)));
    kf_log_clear(log);
    assert_int_equal(kf_log_count(log), 0);
    assert_int_equal(kf_log_total(log, KF_ERROR), 0);
    kf_log_free(log);
}

static size_t entries_of(const kf_log *log, const char *code) {
    size_t count = 0;
    for (size_t i = 0; i < kf_log_count(log); i++)
        count += strcmp(kf_log_entry(log, i)->code, code) == 0;
    return count;
}

// Three hundred moves off the board, and as many values that are no points.
static kf_record *read_faulty(kf_log *log) {
    char text[8000] = "(;SZ[9]";
    for (int i = 0; i < 300; i++)
        strcat(text, ";B[ss]TR[1]");
    strcat(text, ")");
    return kf_format_read(text, strlen(text), "many", NULL, log);
}

static void the_log_keeps_a_limit_and_counts_all(void **state) {
    (void)state;
    kf_log *log = kf_log_new();
    kf_log_set_limits(log, 2, 100);
    kf_record *record = read_faulty(log);
    assert_false(kf_check(record, log));
    assert_int_equal(entries_of(log, "sgf/off-board"), 2);
    assert_int_equal(kf_log_dropped(log, "sgf/off-board"), 298);
    assert_int_equal(entries_of(log, "sgf/point"), 2);
    assert_int_equal(kf_log_dropped(log, "sgf/point"), 298);
    assert_int_equal(kf_log_dropped(log, "sgf/no-game"), 0);
    assert_int_equal(kf_log_dropped(log, "sgf/nosuch"), 0);
    assert_int_equal(kf_log_total(log, KF_ERROR), 600);
    assert_int_equal(kf_log_total(log, KF_WARNING), 299);
    kf_log_clear(log);
    assert_int_equal(kf_log_dropped(log, "sgf/off-board"), 0);
    kf_record_free(record);
    // The limit of a severity holds over all codes.
    kf_log_set_limits(log, 4, 5);
    record = read_faulty(log);
    kf_check(record, log);
    assert_int_equal(entries_of(log, "sgf/off-board") + entries_of(log, "sgf/point"), 5);
    assert_int_equal(kf_log_total(log, KF_ERROR), 600);
    kf_record_free(record);
    kf_log_free(log);
}

// A game of that many nodes, each of that text.
static bool is_taken(size_t nodes, const char *node, uint64_t limit) {
    size_t length = strlen(node), total = 1;
    char *text = malloc(nodes * length + 2);
    text[0] = '(';
    for (size_t i = 0; i < nodes; i++)
        for (size_t k = 0; k < length; k++)
            text[total++] = node[k];
    text[total++] = ')';
    kf_reading how = {.limits = {.nodes = limit}};
    kf_log *log = kf_log_new();
    kf_record *record = kf_format_read(text, total, "nodes.sgf", &how, log);
    assert_int_equal(entries_of(log, "program/size"), record == NULL);
    bool is_whole = record != NULL && kf_record_nodes(record) == nodes + 1;
    assert_true(record == NULL || is_whole);
    kf_record_free(record);
    kf_log_free(log);
    free(text);
    return is_whole;
}

static void short_nodes_have_a_limit(void **state) {
    (void)state;
    assert_true(is_taken(100000, ";", 0));
    // 1 byte for each: 100,000 and a sixth of them are as many as there may be.
    assert_true(is_taken(119000, ";", 0));
    assert_false(is_taken(121000, ";", 0));
    assert_true(is_taken(300000, ";B[aa]", 0));
    assert_true(is_taken(300000, ";", 300000));
    assert_false(is_taken(300001, ";", 300000));
    assert_true(is_taken(300000, ";", KF_NO_LIMIT));
}

static void relatives(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;B[aa](;W[bb];B[cc])(;W[dd]))(;C[x])");
    kf_node root = kf_node_child(record, 0);
    kf_node first = kf_node_child(record, root), second = kf_node_next(record, first);
    assert_int_equal(kf_record_games(record), 2);
    assert_int_equal(kf_node_last_child(record, root), second);
    assert_int_equal(kf_node_next(record, second), 0);
    assert_int_equal(kf_node_parent(record, second), root);
    assert_int_equal(kf_node_game(record, second), root);
    assert_int_equal(kf_node_next(record, root), kf_node_last_child(record, 0));
    assert_text(kf_node_text(record, second), "W[dd]");
    kf_record_free(record);
}

static void a_walk_enters_and_leaves(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;C[a](;C[b];C[c])(;C[d]))");
    char steps[64] = "";
    kf_walk walk = kf_walk_from(record, kf_node_child(record, 0));
    while (kf_walk_step(&walk)) {
        kf_text value;
        assert_true(kf_property_get(record, walk.node, "C", &value));
        strncat(steps, value.data, 1);
        strcat(steps, walk.entering ? "(" : ")");
    }
    assert_string_equal(steps, "a(b(c(c)b)d(d)a)");
    kf_walk again = kf_walk_from(record, 0);
    size_t count = 0;
    for (kf_node node = kf_walk_enter(&again); node; node = kf_walk_enter(&again))
        count++;
    assert_int_equal(count, 4);
    kf_record_free(record);
}

static void paths(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;C[a];B[aa](;W[bb];B[cc])(;W[dd];B[ee];W[ff]))");
    kf_node game = kf_node_child(record, 0);
    kf_walk walk = kf_walk_from(record, 0);
    for (kf_node node = kf_walk_enter(&walk); node; node = kf_walk_enter(&walk)) {
        char path[64];
        size_t length = kf_path_of(record, node, path, sizeof path);
        assert_int_equal(length, strlen(path));
        // A root's path is a bare number, and as a place that is a number of moves.
        if (strchr(path, '.') != NULL)
            assert_int_equal(kf_path_find(record, game, path), node);
    }
    assert_text(kf_node_text(record, kf_path_find(record, game, "last")), "B[cc]");
    assert_text(kf_node_text(record, kf_path_find(record, game, "2")), "W[bb]");
    assert_int_equal(kf_path_find(record, game, "1.99"), 0);
    assert_int_equal(kf_path_find(record, game, "nonsense"), 0);
    char tiny[3];
    assert_true(kf_path_of(record, kf_path_find(record, game, "last"), tiny, sizeof tiny) >= 3);
    assert_int_equal(strlen(tiny), 2);
    kf_record_free(record);
}

static void a_record_is_made_by_calls(void **state) {
    (void)state;
    kf_record *record = kf_record_new();
    kf_node root = kf_node_add(record, 0, NULL);
    kf_node move = kf_node_add(record, root, NULL);
    kf_text size = kf_text_of("9"), point = kf_text_of("ee"), said = kf_text_of("a] \\ b");
    assert_true(kf_node_set(record, root, "SZ", &size, 1, NULL));
    assert_true(kf_node_set(record, move, "B", &point, 1, NULL));
    assert_true(kf_node_set(record, move, "C", &said, 1, NULL));
    assert_false(kf_node_set(record, move, "no name", &said, 1, NULL));
    assert_false(kf_record_is_verbatim(record));
    kf_text value;
    char plain[32];
    assert_true(kf_property_get(record, move, "C", &value));
    assert_text((kf_text){plain, kf_property_plain(value, false, plain)}, "a] \\ b");
    int width, height;
    assert_true(kf_record_board(record, root, &width, &height));
    assert_int_equal(width, 9);
    kf_record_free(record);
}

static void contents_are_the_same_read_and_edited(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;C[r](;B[aa];W[bb];B[cc]C[x](;W[dd])(;W[ee];B[ff]))(;B[gg]))"
                                 "(;Black[aa];AB[bb];WH[cc];Comment[y])");
    kf_node first = kf_node_child(record, 0), second = kf_node_next(record, first);
    for (int round = 0; round < 2; round++) {
        kf_contents one = kf_contents_of(record, first), two = kf_contents_of(record, second);
        kf_contents part = kf_contents_of(record, kf_node_child(record, first));
        assert_int_equal(one.nodes, 8);
        assert_int_equal(one.moves, 4);
        assert_int_equal(one.variations, 2);
        assert_int_equal(one.comments, 2);
        assert_int_equal(one.properties, 9);
        assert_int_equal(two.nodes, 4);
        assert_int_equal(two.moves, 1);
        assert_int_equal(two.variations, 0);
        assert_int_equal(two.comments, 1);
        assert_int_equal(part.nodes, 6);
        assert_int_equal(part.variations, 1);
        // An added and removed node leaves the tree as it was, but the record is edited.
        kf_node added = kf_node_add(record, first, NULL);
        assert_int_equal(kf_contents_of(record, first).variations, 3);
        assert_true(kf_node_remove(record, added, NULL));
    }
    assert_int_equal(kf_contents_of(record, 0).nodes, 0);
    kf_record_free(record);
}

static void a_property_is_replaced_in_its_place(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;B[aa]C[x]AB[bb][cc]N[y])");
    kf_node node = kf_node_child(record, 0);
    kf_text values[2] = {kf_text_of("dd"), kf_text_of("ee")};
    assert_true(kf_record_is_verbatim(record));
    assert_true(kf_node_set(record, node, "C", values, 2, NULL));
    assert_text(kf_node_text(record, node), "B[aa]C[dd][ee]AB[bb][cc]N[y]");
    assert_true(kf_node_set(record, node, "AB", NULL, 0, NULL));
    assert_text(kf_node_text(record, node), "B[aa]C[dd][ee]N[y]");
    assert_true(kf_node_set_text(record, node, kf_text_of("W[zz]"), NULL));
    assert_text(kf_node_text(record, node), "W[zz]");
    assert_false(kf_record_is_verbatim(record));
    kf_record_free(record);
}

static void branches_move(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;C[r](;C[a];C[b])(;C[c]))");
    kf_node root = kf_node_child(record, 0);
    kf_node a = kf_node_child(record, root), c = kf_node_next(record, a);
    kf_node b = kf_node_child(record, a);
    assert_true(kf_node_move(record, c, root, a, NULL));
    assert_int_equal(kf_node_child(record, root), c);
    assert_false(kf_node_move(record, a, b, 0, NULL));
    assert_false(kf_node_move(record, a, a, 0, NULL));
    assert_false(kf_node_move(record, b, root, b, NULL));
    assert_true(kf_node_move(record, b, c, 0, NULL));
    assert_int_equal(kf_node_parent(record, b), c);
    assert_true(kf_node_remove(record, a, NULL));
    assert_int_equal(kf_node_last_child(record, root), c);
    memory memory = {.limit = sizeof memory.data};
    kf_writing how = {.canonical = true};
    assert_true(kf_format_write(record, kf_format_named("sgf"), &how, keep, &memory, NULL));
    kf_record *again = kf_format_read(memory.data, memory.length, NULL, NULL, NULL);
    assert_true(kf_compare(record, again, NULL, NULL));
    kf_record_free(again);
    kf_record_free(record);
}

static void comparing(void **state) {
    (void)state;
    static const struct {
        const char *left, *right;
        bool same;
    } cases[] = {
        {"(;B[aa]C[x])", "( ;C[x] B[aa] )", true},
        {"(;GM[1]SZ[19]FF[4]B[aa])", "(;B[aa])", true},
        {"(;AB[aa][bb])", "(;AB[bb][aa])", true},
        {"(;AB[aa:ab])", "(;AB[aa][ab])", true},
        {"(;B[aa])", "(;B[ab])", false},
        {"(;B[aa])", "(;W[aa])", false},
        {"(;C[x])", "(;C[X])", false},
        {"(;B[aa];W[bb])", "(;B[aa])", false},
        {"(;B[aa](;W[bb])(;W[cc]))", "(;B[aa](;W[cc])(;W[bb]))", false},
        {"(;XX[1][2])", "(;XX[2][1])", false},
        {"(;FF[4];VW[aa:cc])", "(;FF[3];VW[aa][cc])", true},
        {"(;FF[3];VW[ac][ca])", "(;FF[1];VW[cc] [aa])", true},
        {"(;FF[3];VW[aa][cc])", "(;FF[3];VW[aa][cb])", false},
        {"(;FF[4];VW[aa:cc])", "(;FF[4];VW[aa][cc])", false},
        {"(;FF[4];VW[aa:cc])", "(;VW[aa][cc])", false},
        {"(;FF[4];VW[aa:cc])", "(;FF[3];VW[aa][cc][bb])", false},
        {"(;FF[4];B[aa])(;FF[3];VW[aa][cc])", "(;FF[4];B[aa])(;FF[4];VW[aa:cc])", true},
        {"(;FF[3];AB[aa:cc])", "(;FF[3];AB[aa][cc])", false},
        {"(;N[a\\b])", "(;N[ab])", true},
        {"(;N[a\\\\b])", "(;N[a\\b])", false},
        {"(;LB[aa:\\:][bb:\\x])", "(;LB[bb:x][aa::])", true},
        {"(;PX[\\x])", "(;PX[x])", false},
        {"(;B[\\aa])", "(;B[aa])", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kf_record *left = read_sgf(cases[i].left), *right = read_sgf(cases[i].right);
        kf_difference difference = {0};
        if (kf_compare(left, right, &difference, NULL) != cases[i].same)
            fail_msg("%s and %s", cases[i].left, cases[i].right);
        if (!cases[i].same)
            assert_true(difference.what && *difference.what);
        kf_record_free(left);
        kf_record_free(right);
    }
}

// Values of all spellings of `length` letters, made of those that mean something: values number
// `n` of N, or of the text of LB.
static bool spell(char out[32], const char *name, unsigned n) {
    static const char letters[] = "a\\:[\n";
    size_t length = (size_t)sprintf(out, "(;%s", name), begin = length;
    for (; n > 0; n /= 6)
        if (n % 6 > 0)
            out[length++] = letters[n % 6 - 1];
        else
            return false;
    size_t guards = 0;
    while (length - guards > begin && out[length - guards - 1] == '\\')
        guards++;
    memcpy(out + length, "])", 3);
    return guards % 2 == 0;
}

// What a value of spell says: of each half of it.
static size_t said(const kf_record *record, bool has_parts, char out[32]) {
    kf_text value, halves[2];
    kf_property property;
    assert_true(kf_property_scan(
        &(kf_text){kf_node_text(record, 1).data, kf_node_text(record, 1).length}, &property));
    value = property.value;
    if (!has_parts)
        return kf_property_plain(value, false, out);
    bool is_split = kf_property_split(value, &halves[0], &halves[1]);
    size_t length = kf_property_plain(halves[0], false, out);
    out[length++] = is_split ? '\1' : '\2';
    return length + kf_property_plain(halves[1], false, out + length);
}

// Two spellings of text are the same value just when they say the same.
static void comparing_text(void **state) {
    (void)state;
    enum { MOST = 6 * 6 * 6 * 6 };
    static const char *const names[] = {"N[", "LB["};
    for (size_t name = 0; name < 2; name++)
        for (unsigned a = 0; a < MOST; a++) {
            char text[32], left_said[32], right_said[32];
            if (!spell(text, names[name], a))
                continue;
            kf_record *left = read_sgf(text);
            size_t left_length = said(left, name == 1, left_said);
            for (unsigned b = a % 7; b < MOST; b += 7) {
                char other[32];
                if (!spell(other, names[name], b))
                    continue;
                kf_record *right = read_sgf(other);
                size_t right_length = said(right, name == 1, right_said);
                bool is_same =
                    left_length == right_length && memcmp(left_said, right_said, left_length) == 0;
                if (kf_compare(left, right, NULL, NULL) != is_same)
                    fail_msg("%s and %s", text, other);
                kf_record_free(right);
            }
            kf_record_free(left);
        }
}

static void values(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;LB[aa:one\\: two][bb:x]C[a\\\nb\nc\\]])");
    kf_node node = kf_node_child(record, 0);
    kf_property property;
    kf_text value, first, second;
    char plain[64];
    assert_true(kf_property_find(record, node, "LB", &property));
    assert_true(kf_property_is(&property, "LB"));
    assert_text(property.value, "aa:one\\: two");
    kf_text rest = property.values;
    assert_true(kf_property_value(&rest, &value));
    assert_text(value, "aa:one\\: two");
    assert_true(kf_property_split(value, &first, &second));
    assert_text(first, "aa");
    assert_text((kf_text){plain, kf_property_plain(second, true, plain)}, "one: two");
    assert_true(kf_property_value(&rest, &value));
    assert_false(kf_property_value(&rest, &value));
    assert_true(kf_property_get(record, node, "C", &value));
    assert_false(kf_property_split(value, &first, &second));
    assert_text((kf_text){plain, kf_property_plain(value, false, plain)}, "ab\nc]");
    assert_text((kf_text){plain, kf_property_plain(value, true, plain)}, "ab c]");
    kf_record_free(record);
}

static void the_list_of_notations(void **state) {
    (void)state;
    assert_true(kf_format_count() > 0);
    for (size_t i = 0; i < kf_format_count(); i++) {
        const kf_format *format = kf_format_at(i);
        assert_ptr_equal(kf_format_named(kf_format_name(format)), format);
        assert_true(strlen(kf_format_title(format)) > 0 && strlen(kf_format_keeps(format)) > 0);
        assert_true(kf_format_can_read(format) || kf_format_can_write(format));
    }
    assert_null(kf_format_at(kf_format_count()));
    assert_null(kf_format_named("no such notation"));
    assert_string_equal(kf_format_name(kf_format_for_file("dir.x/game.SGF")), "sgf");
    assert_string_equal(kf_format_name(kf_format_guess("(;B[aa])", 8, NULL)), "sgf");
    assert_null(kf_format_guess("\x89PNG\r\n\x1a\n\0\0", 10, NULL));
}

static void a_sink_stops_the_writer(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;B[aa];W[bb];B[cc])");
    memory small = {.limit = 4};
    kf_log *log = kf_log_new();
    assert_false(kf_format_write(record, kf_format_named("sgf"), NULL, keep, &small, log));
    assert_written(record, "(;B[aa];W[bb];B[cc])");
    assert_string_equal(kf_format_name(kf_format_of(record)), "sgf");
    assert_null(kf_format_read_file("/no/such/file.sgf", NULL, log));
    assert_true(kf_log_total(log, KF_ERROR) > 0);
    kf_record_free(record);
    kf_log_free(log);
}

static void without_a_log_errors_are_found_too(void **state) {
    (void)state;
    kf_record *good = read_sgf("(;GM[1]FF[4]SZ[9];B[aa];W[bb])");
    kf_record *bad = read_sgf("(;GM[1]FF[4]SZ[9];B[aa];W[aa])");
    assert_true(kf_check(good, NULL));
    assert_false(kf_check(bad, NULL));
    kf_check_run *run = kf_check_begin(NULL, NULL);
    assert_true(kf_check_add(run, good));
    assert_false(kf_check_add(run, bad));
    assert_true(kf_check_add(run, good));
    kf_check_end(run);
    kf_record_free(good);
    kf_record_free(bad);
}

// Of a collection that is checked in parts, the run that reports passes over what had no finding.
static void a_run_passes_over_games(void **state) {
    (void)state;
    kf_log *log = kf_log_new();
    kf_record *fox = read_sgf("(;GM[1]FF[4]SZ[19]AP[foxwq];B[aa];W[bb])");
    kf_record *plain = read_sgf("(;GM[1]FF[4]SZ[19];B[aa];W[bb])");
    kf_record *bad = read_sgf("(;GM[1]FF[4]SZ[19];B[aa];W[aa])");
    kf_check_run *run = kf_check_begin(NULL, log);
    assert_null(kf_check_dialect(run));
    assert_true(kf_check_add(run, plain));
    assert_null(kf_check_dialect(run));
    assert_true(kf_check_pass(run, 2, NULL));
    assert_true(kf_check_add(run, fox));
    const kf_dialect *dialect = kf_check_dialect(run);
    assert_non_null(dialect);
    assert_string_equal(dialect->name, "Fox");
    assert_true(kf_check_pass(run, 3, dialect));
    size_t reported = kf_log_count(log);
    assert_false(kf_check_add(run, bad));
    assert_int_equal(kf_log_count(log), reported + 1);
    kf_check_end(run);
    // Another run has not reported the dialect yet, so it does not pass over such games.
    run = kf_check_begin(NULL, log);
    assert_false(kf_check_pass(run, 1, dialect));
    assert_true(kf_check_add(run, fox));
    assert_true(kf_check_pass(run, 1, dialect));
    kf_check_end(run);
    kf_record_free(fox);
    kf_record_free(plain);
    kf_record_free(bad);
    kf_log_free(log);
}

static void what_is_no_node_is_not_cut(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;GM[1]FF[4]SZ[9];B[aa];W[bb];B[cc])");
    assert_false(kf_cut_below(record, 0) || kf_cut_below(record, 99));
    assert_false(kf_cut_above(record, 0, NULL) || kf_cut_above(record, 99, NULL));
    assert_true(kf_record_is_verbatim(record));
    assert_true(kf_cut_below(record, 4)); // nothing stands there: nothing to do
    assert_true(kf_cut_below(record, 2));
    assert_int_equal(kf_contents_of(record, 1).moves, 1);
    kf_record_free(record);
}

static void many_kinds_of_loss_are_one(void **state) {
    (void)state;
    enum { NAMES = 5000, KINDS = 4096 };
    char name[16];
    kf_loss *loss = kf_loss_new();
    kf_loss_item item;
    size_t all = 0, others = 0;
    for (int i = 0; i < NAMES; i++) {
        int length = snprintf(name, sizeof name, "kind %d", i);
        kf_loss_add(loss, i % 2 == 0, (kf_text){name, (size_t)length}, (kf_node)i);
    }
    for (size_t i = 0; kf_loss_item_at(loss, i, &item); i++) {
        all += item.count;
        if (strcmp(item.kind, "other kinds") == 0)
            others += item.count;
    }
    assert_int_equal(all, NAMES);
    assert_int_equal(others, NAMES - KINDS);
    assert_int_equal(kf_loss_count(loss), KINDS + 2); // lost and carried
    assert_int_equal(kf_loss_places(loss), NAMES);
    kf_loss_free(loss);
}

static void a_place_is_drawn(void **state) {
    (void)state;
    kf_record *record = read_sgf("(;SZ[9];B[cc]LB[aa:long];W[gg])");
    kf_node game = kf_node_child(record, 0), first = kf_node_child(record, game);
    memory out = {.limit = sizeof out.data}, small = {.limit = 4};
    kf_log *log = kf_log_new();
    kf_loss *loss = kf_loss_new();
    kf_draw_how text = {.kind = "ansi", .hide_coords = true, .loss = loss};
    assert_true(kf_draw(record, first, &text, keep, &out, log));
    assert_true(out.length > 0 && kf_loss_any_lost(loss));
    assert_int_equal(kf_log_count(log), 0);
    assert_false(kf_draw(record, first, NULL, keep, &small, log));
    assert_false(kf_draw(record, 0, NULL, keep, &out, log));
    assert_false(kf_draw(NULL, 1, NULL, keep, &out, log));
    assert_false(kf_draw(record, 99, NULL, keep, &out, NULL));
    assert_false(kf_draw(record, first, &(kf_draw_how){.kind = "gif"}, keep, &out, log));
    assert_false(kf_draw(record, first, &(kf_draw_how){.style = "none"}, keep, &out, log));
    assert_false(kf_draw(record, first, &(kf_draw_how){.width = -1}, keep, &out, log));
    assert_true(kf_log_total(log, KF_ERROR) >= 5);
    assert_non_null(kf_draw_kind(0));
    assert_null(kf_draw_kind(1000));
    kf_loss_free(loss);
    kf_record_free(record);
    kf_log_free(log);
}

static void every_kind_of_finding_is_explained(void **state) {
    (void)state;
    kf_explanation before = {.code = ""}, now, found;
    size_t count = 0;
    for (; kf_explain_at(count, &now); count++) {
        assert_true(strcmp(before.code, now.code) < 0);
        assert_true(kf_explain_find(now.code, &found));
        assert_string_equal(found.title, now.title);
        assert_true(found.text[0] != '\0');
        before = now;
    }
    assert_true(count > 100);
    assert_false(kf_explain_at(count, &now));
    assert_false(kf_explain_find("sgf/nosuch", &found));
    assert_true(kf_explain_find("sgf/unclosed-value", &found));
    assert_int_equal(found.severity, KF_ERROR);
}

static void a_table_is_mended(void **state) {
    (void)state;
    static const char text[] = "+W +1+1\n+B +1+2\n-B +5+5\n 1 +2+1\n 2 +9+9\n";
    kf_log *log = kf_log_new();
    kf_reading how = {.format = kf_format_named("davar")};
    kf_record *record = kf_format_read(text, strlen(text), "t.davar", &how, NULL);
    kf_fix *fix = kf_fix_new(record, &how, log);
    assert_non_null(fix);
    assert_int_equal(kf_fix_count(fix), 2);
    assert_int_equal(kf_log_count(log), 2);
    assert_string_equal(kf_log_entry(log, 0)->code, "fix/done");
    // In any order.
    assert_string_equal(kf_fix_edit_at(fix, 1)->what, "row '-W +1+1' put before move 1");
    assert_int_equal(kf_fix_edit_at(fix, 0)->offset, 16);
    assert_int_equal(kf_fix_edit_at(fix, 0)->text.length, 0);
    assert_null(kf_fix_edit_at(fix, 2));
    memory memory = {.limit = sizeof memory.data};
    assert_true(kf_fix_write(fix, keep, &memory, log));
    assert_text((kf_text){memory.data, memory.length},
                "+W +1+1\n+B +1+2\n-W +1+1\n 1 +2+1\n 2 +9+9\n");
    memory.length = 0;
    assert_true(kf_fix_diff(fix, keep, &memory, log));
    assert_text((kf_text){memory.data, 4}, "@@ -");
    memory.limit = 3;
    memory.length = 0;
    assert_false(kf_fix_write(fix, keep, &memory, log));
    kf_fix_free(fix);
    kf_fix_free(NULL);
    kf_record_free(record);
    kf_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_title_names_players_event_and_date),
        cmocka_unit_test(null_is_an_empty_record),
        cmocka_unit_test(what_is_read_is_a_copy),
        cmocka_unit_test(a_piece_of_a_file_has_lines_before_it),
        cmocka_unit_test(entries_outlive_the_record),
        cmocka_unit_test(the_log_keeps_a_limit_and_counts_all),
        cmocka_unit_test(short_nodes_have_a_limit),
        cmocka_unit_test(relatives),
        cmocka_unit_test(a_walk_enters_and_leaves),
        cmocka_unit_test(paths),
        cmocka_unit_test(a_record_is_made_by_calls),
        cmocka_unit_test(contents_are_the_same_read_and_edited),
        cmocka_unit_test(a_property_is_replaced_in_its_place),
        cmocka_unit_test(branches_move),
        cmocka_unit_test(comparing),
        cmocka_unit_test(comparing_text),
        cmocka_unit_test(values),
        cmocka_unit_test(the_list_of_notations),
        cmocka_unit_test(a_sink_stops_the_writer),
        cmocka_unit_test(without_a_log_errors_are_found_too),
        cmocka_unit_test(what_is_no_node_is_not_cut),
        cmocka_unit_test(a_run_passes_over_games),
        cmocka_unit_test(many_kinds_of_loss_are_one),
        cmocka_unit_test(a_place_is_drawn),
        cmocka_unit_test(every_kind_of_finding_is_explained),
        cmocka_unit_test(a_table_is_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
