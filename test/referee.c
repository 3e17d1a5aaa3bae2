// SPDX-License-Identifier: MIT
// What the board says of a record: the findings, and how long a record may be.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <kifu/kifu.h>

#include "base/arena.h"
#include "check/check.h"

static kf_record *read_text(const char *data, size_t length) {
    kf_reading how = {.format = kf_format_named("sgf"), .limits = {.depth = KF_NO_LIMIT}};
    kf_record *record = kf_format_read(data, length, "test", &how, NULL);
    assert_non_null(record);
    return record;
}

static void check_by(const kf_record *record, const kf_rules *rules, kf_log *log) {
    kf_check_run *run = kf_check_begin(rules, log);
    assert_non_null(run);
    kf_check_add(run, record);
    kf_check_end(run);
}

// ---- Long lines ----

static void test_deep(void **state) {
    enum { NODES = 300000 };
    static const char *const pieces[] = {"(;B[aa]", "(;W[bb]", "(;AE[aa][bb]", "(;B[]"};
    (void)state;
    char *data = malloc((size_t)NODES * 16);
    size_t length = 0;
    assert_non_null(data);
    for (int i = 0; i < NODES; i++) {
        for (const char *piece = pieces[i % 4]; *piece != '\0'; piece++)
            data[length++] = *piece;
    }
    memset(data + length, ')', NODES);
    length += NODES;
    kf_record *record = read_text(data, length);
    free(data);
    kf_log *log = kf_log_new();
    assert_non_null(log);
    kf_log_clear(log);
    check_by(record, kf_rules_find("aga", 3), log);
    assert_int_equal(kf_log_total(log, KF_ERROR), 0);
    kf_log_free(log);
    kf_record_free(record);
}

// ---- Findings and their places ----

static void expect(const char *sgf, const char *rules, const char *codes) {
    char found[256] = "";
    kf_log *log = kf_log_new();
    kf_record *record = read_text(sgf, strlen(sgf));
    assert_non_null(log);
    check_by(record, rules ? kf_rules_find(rules, strlen(rules)) : NULL, log);
    for (size_t i = 0; i < kf_log_count(log); i++) {
        const kf_entry *entry = kf_log_entry(log, i);
        size_t used = strlen(found);
        if (strncmp(entry->code, "go/", 3) != 0)
            continue;
        snprintf(found + used, sizeof found - used, "%s%s@%s", used > 0 ? " " : "", entry->code + 3,
                 entry->path);
    }
    assert_string_equal(found, codes);
    kf_record_free(record);
    kf_log_free(log);
}

// The same for a record in three pieces.
static void expect_in(const char *front, const char *middle, const char *rules, const char *codes) {
    char sgf[160];
    assert_in_range(snprintf(sgf, sizeof sgf, "%s%s)", front, middle), 1, sizeof sgf - 1);
    expect(sgf, rules, codes);
}

static void test_findings(void **state) {
    (void)state;
    expect("(;SZ[9];B[aa];W[bb];B[cc])", NULL, "");
    expect("(;SZ[9];B[aa];W[aa])", NULL, "occupied@1.2");
    expect("(;SZ[9];B[aa];W[aa]KO[])", NULL, "");
    expect("(;SZ[9];B[aa](;W[bb])(;W[aa])(;W[cc]))", NULL, "occupied@1.1.2");
    // A ko, retaken at once, by the wrong player, and after a move elsewhere.
    const char *ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
    expect_in(ko, ";W[bb]", NULL, "ko@1.2");
    expect_in(ko, ";B[bb]", NULL, "turn@1.2");
    expect_in(ko, ";W[ee];B[ea];W[bb]", NULL, "");
    expect_in(ko, ";AE[ee];W[bb]", NULL, "no-effect@1.2");
    expect_in(ko, ";W[];B[];W[bb]", "tromp-taylor", "superko@1.4 after-end@1.4");
    // Suicide by several rules.
    expect("(;SZ[5]AB[ba][ab];W[aa])", "japanese", "suicide@1.1");
    expect("(;SZ[5]AB[ba][ab];W[aa])", "nz", "");
    expect("(;SZ[5]AB[ba][ab];W[aa])", "tromp-taylor", "superko@1.1");
    // Turns under a handicap, after setup and by PL.
    expect("(;SZ[9]HA[2];B[cc];B[gg];W[ee];B[aa])", NULL, "");
    expect("(;SZ[9]HA[2]AB[cg][gc];B[gg];W[ee])", NULL, "turn@1.1");
    expect("(;SZ[9]HA[2]AB[cg][gc]PL[B];B[gg])", NULL, "");
    expect("(;SZ[9]HA[2]AB[cg]PL[B];B[gg])", NULL, "");
    expect("(;SZ[9]HA[2]AB[cg])", NULL, "handicap@1.0");
    expect("(;SZ[9]HA[2](;C[cut](;N[off]))(;W[cc]))", NULL, "handicap@1.2");
    expect("(;SZ[9]HA[2]AW[cg])", NULL, "");
    expect("(;SZ[9];W[cc])", NULL, "turn@1.1");
    expect("(;SZ[9]AB[aa];W[cc];B[dd])", NULL, "");
    expect("(;SZ[9]PL[W];W[cc])", NULL, "");
    expect("(;SZ[9];B[cc];B[dd];W[ee])", NULL, "turn@1.2");
}

static void test_prisoners(void **state) {
    (void)state;
    const char *taking = "(;SZ[9]AW[aa]AB[ba];W[ee];B[ab]";
    expect_in(taking, "KFPRISONER[A9];W[ff]", NULL, "");
    expect_in(taking, "KFPRISONER[];W[ff]", NULL, "prisoner@1.2");
    expect_in(taking, "KFPRISONER[a9][E5];W[ff]", NULL, "prisoner@1.2");
    expect_in(taking, "KFPRISONER[a9][#1];W[ff]", NULL, "prisoner@1.2");
    expect("(;SZ[9]AB[ba]KFPRISONER[A1];W[aa])", NULL, "prisoner@1.0"); // no move captures it
    expect("(;SZ[9]AB[ba]KFPRISONER[];W[aa])", NULL, "");
    expect("(;SZ[9]AB[ba];W[aa]MN[7];B[ab]KFPRISONER[#7])", NULL, "");
    expect("(;SZ[9]AB[ba];W[aa]MN[7];B[ab]KFPRISONER[#8])", NULL, "prisoner@1.2");
}

// Black has the whole board, with three eyes in the first row: 18 points of territory, 25 of area.
static void test_results(void **state) {
    (void)state;
    static const struct result {
        const char *facts, *moves, *rules, *codes;
    } results[] = {
        {"RE[B+18]", ";B[];W[]", NULL, ""},
        {"RE[B+25]", ";B[];W[]", NULL, "result@1.0"},
        {"RE[B+25]", ";B[tt];W[tt]", NULL, "result@1.0"},
        {"RE[B+25]", ";B[];W[]", "chinese", ""},
        {"RE[B+18]", ";B[];W[]", "chinese", "result@1.0"},
        {"RE[W+18]", ";B[];W[]", NULL, "result@1.0"},
        {"RE[B+R]", ";B[];W[]", NULL, ""},
        {"RE[B+]", ";B[];W[]", NULL, ""},
        {"", ";B[];W[]", NULL, ""},
        {"KM[5.5]RE[B+12.5]", ";B[];W[]", NULL, ""},
        {"KM[5.5]RE[B+18]", ";B[];W[]", NULL, "result@1.0"},
        // One pass is not the end, nor is a move behind two of them.
        {"RE[B+25]", ";B[]", NULL, ""},
        {"RE[B+25]", ";B[];W[];B[cc]", NULL, "after-end@1.3"},
        {"RE[B+25]", "", NULL, ""},
        // A node without a move after the passes changes nothing.
        {"RE[B+25]", ";B[];W[];C[over]", NULL, "result@1.0"},
        // Marks count wherever they stand.
        {"RE[B+25]", ";C[x]TB[aa][ca][ea][ac:ee]", NULL, "result@1.0"},
        {"RE[B+18]", ";C[x]TB[aa][ca][ea][ac:ee]", NULL, ""},
        {"RE[B+3]", ";C[x]TB[aa][ca][ea]", NULL, ""},
        // Where a white stone might live nothing is certain.
        {"AW[cd]RE[B+18]", ";B[];W[]", NULL, ""},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char front[160];
        snprintf(front, sizeof front, "(;SZ[5]AB[ba][da][ab][bb][cb][db][eb]%s", results[i].facts);
        expect_in(front, results[i].moves, results[i].rules, results[i].codes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_findings),
        cmocka_unit_test(test_prisoners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
