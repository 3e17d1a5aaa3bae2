// SPDX-License-Identifier: MIT
// What values of dates, results and numbers would be in FF[4]: each form beside its answer. A form
// that is nearly another stands beside it, for that is where a wrong condition shows.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/text.h"
#include "check/check.h"

typedef struct form {
    const char *value;
    kf_mend mend;
    const char *out; // NULL: nothing is put in its place
} form;

static void compare(const form *forms, size_t count,
                    kf_mend (*mend)(kf_text value, char out[KF_MEND_TEXT])) {
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        char out[KF_MEND_TEXT] = "";
        const form *form = &forms[i];
        kf_mend found = mend(kf_text_of(form->value), out);
        if (found == form->mend && (form->out == NULL || strcmp(out, form->out) == 0))
            continue;
        print_error("'%s' is %d '%s', not %d '%s'\n", form->value, found, out, form->mend,
                    form->out != NULL ? form->out : "");
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void test_date_lists(void **state) {
    (void)state;
    static const form forms[] = {
        {"1996", KF_MEND_GOOD, NULL},
        {"1996-05", KF_MEND_GOOD, NULL},
        {"1996-05-06", KF_MEND_GOOD, NULL},
        {"1996-05-06,07,08", KF_MEND_GOOD, NULL},
        {"1996-05,06", KF_MEND_GOOD, NULL},
        {"1996-05-06,06-07", KF_MEND_GOOD, NULL},
        {"1996-12-27,28,1997-01-03,04", KF_MEND_GOOD, NULL},
        {"1996,1997", KF_MEND_GOOD, NULL},
        {"2000-02-29", KF_MEND_GOOD, NULL},
        {"1996-02-29", KF_MEND_GOOD, NULL},
        {"1900-02-29", KF_MEND_NONE, NULL},
        {"1997-02-29", KF_MEND_NONE, NULL},
        {"1996-04-31", KF_MEND_NONE, NULL},
        {"1996-12-31", KF_MEND_GOOD, NULL},
        {"1996-13", KF_MEND_NONE, NULL},
        {"1996-00", KF_MEND_NONE, NULL},
        {"1996-12-00", KF_MEND_SAFE, "1996-12"},
        // Where a list goes on, it goes on with what came last: a day, a month or a year.
        {"1996,05", KF_MEND_NONE, NULL},
        {"05-06", KF_MEND_NONE, NULL},
        {"1996-05-06,32", KF_MEND_NONE, NULL},
        {"1996-05-06,13-01", KF_MEND_NONE, NULL},
        {"1996-05-06,00", KF_MEND_NONE, NULL},
        {"1996-05,06-00", KF_MEND_NONE, NULL},
        {"1996-05-06,", KF_MEND_NONE, NULL},
        {"1970-01-01", KF_MEND_NONE, NULL},
        {" 1996-05-06 ", KF_MEND_SAFE, "1996-05-06"},
        {" 1996-05,06", KF_MEND_SAFE, "1996-05,06"},
        {"1996-05-06, 1996-05-07", KF_MEND_SAFE, "1996-05-06,1996-05-07"},
        {"1996-05-06 ,07 , 08", KF_MEND_SAFE, "1996-05-06,07,08"},
        {"1996-05-06, 7", KF_MEND_SAFE, "1996-05-06,07"},
        {"1996-05-0 6", KF_MEND_NONE, NULL},
    };
    compare(forms, sizeof forms / sizeof *forms, kf_mend_date);
}

static void test_dates(void **state) {
    (void)state;
    static const form forms[] = {
        {"2014/2/5", KF_MEND_SAFE, "2014-02-05"},
        {"2014/2", KF_MEND_SAFE, "2014-02"},
        {"2014-2-5", KF_MEND_SAFE, "2014-02-05"},
        {"2014.02.05", KF_MEND_SAFE, "2014-02-05"},
        {"2014 2 5", KF_MEND_SAFE, "2014-02-05"},
        {"2014/2-5", KF_MEND_NONE, NULL},
        {"2014/13/5", KF_MEND_NONE, NULL},
        {"2014/2/30", KF_MEND_NONE, NULL},
        {"2014/2/5/6", KF_MEND_NONE, NULL},
        {"2014/222/5", KF_MEND_NONE, NULL},
        {"2014/2/", KF_MEND_NONE, NULL},
        {"20140205", KF_MEND_GUESS, "2014-02-05"},
        {"20141305", KF_MEND_NONE, NULL},
        {"2014020", KF_MEND_NONE, NULL},
        // The day first where there are points or the first is no month; else one cannot know.
        {"13.9.2007", KF_MEND_SAFE, "2007-09-13"},
        {"3.9.2007", KF_MEND_SAFE, "2007-09-03"},
        {"3.13.2007", KF_MEND_NONE, NULL},
        {"13/9/2007", KF_MEND_SAFE, "2007-09-13"},
        {"9/13/2007", KF_MEND_SAFE, "2007-09-13"},
        {"9-13-2007", KF_MEND_SAFE, "2007-09-13"},
        {"3/9/2007", KF_MEND_GUESS, "2007-03-09"},
        {"3-9-2007", KF_MEND_GUESS, "2007-09-03"},
        {"12/12/2007", KF_MEND_GUESS, "2007-12-12"},
        {"3/9/07", KF_MEND_NONE, NULL},
        {"123/9/2007", KF_MEND_NONE, NULL},
        {"13. 9. 2007", KF_MEND_SAFE, "2007-09-13"},
        {"2007. 9. 13.", KF_MEND_SAFE, "2007-09-13"},
        {"2007. 9.", KF_MEND_NONE, NULL},
        {"13.9.2007.", KF_MEND_NONE, NULL},
        {"13/ 9/2007", KF_MEND_NONE, NULL},
        // With the names of months, in several languages.
    };
    compare(forms, sizeof forms / sizeof *forms, kf_mend_date);
}

static void test_dates_in_words(void **state) {
    (void)state;
    static const form forms[] = {
        {"5 Feb 2014", KF_MEND_GUESS, "2014-02-05"},
        {"February 5, 2014", KF_MEND_GUESS, "2014-02-05"},
        {"5. Februar 2014", KF_MEND_GUESS, "2014-02-05"},
        {"März 2014", KF_MEND_GUESS, "2014-03"},
        {"12 août 2014", KF_MEND_GUESS, "2014-08-12"},
        {"Dez. 2014", KF_MEND_GUESS, "2014-12"},
        {"1 Jan 2014", KF_MEND_GUESS, "2014-01-01"},
        {"30 Feb 2014", KF_MEND_NONE, NULL},
        {"5 Feb", KF_MEND_NONE, NULL},
        {"5 Feb Mar 2014", KF_MEND_NONE, NULL},
        {"5 of Feb 2014", KF_MEND_GUESS, "2014-02-05"},
        {"5 about Feb 2014", KF_MEND_NONE, NULL},
        {"Thursday", KF_MEND_NONE, NULL},
        // A month is a whole name or its front, and not the front of another word.
        {"Marburg 2014", KF_MEND_NONE, NULL},
        {"Maybe 2014", KF_MEND_NONE, NULL},
        {"Octagon 3 2014", KF_MEND_NONE, NULL},
        {"Ma 2014", KF_MEND_NONE, NULL},
        {"5 Sept. 2014", KF_MEND_GUESS, "2014-09-05"},
        {"5 сент 2014", KF_MEND_GUESS, "2014-09-05"},
        {"5. Jänner 2014", KF_MEND_GUESS, "2014-01-05"},
        {"5 mrz 2014", KF_MEND_GUESS, "2014-03-05"},
        {"昭和0年1月7日", KF_MEND_NONE, NULL},
        {"1 août 1990", KF_MEND_GUESS, "1990-08-01"},
        {"1 de dic 1990 ", KF_MEND_GUESS, "1990-12-01"},
        {"昭和64年1月7日", KF_MEND_GUESS, "1989-01-07"},
        {"昭和65年1月7日", KF_MEND_NONE, NULL},
        {"昭和 1月7日", KF_MEND_NONE, NULL},
        {"昭和平成2年1月7日", KF_MEND_NONE, NULL},
        {"明治元年", KF_MEND_GUESS, "1868"},
        {"元年1月", KF_MEND_NONE, NULL},
        {"2年1月", KF_MEND_NONE, NULL},
        {"5 Feb 2014!", KF_MEND_NONE, NULL},
        {"2014年2月5日", KF_MEND_GUESS, "2014-02-05"},
        {"2014년 2월 5일", KF_MEND_GUESS, "2014-02-05"},
        {"2014年2月", KF_MEND_GUESS, "2014-02"},
        {"2014年", KF_MEND_GUESS, "2014"},
        {"2014年2月30日", KF_MEND_NONE, NULL},
        {"2014年5日", KF_MEND_NONE, NULL},
        {"2月5日", KF_MEND_NONE, NULL},
        {"", KF_MEND_NONE, NULL},
        {"unknown", KF_MEND_NONE, NULL},
    };
    compare(forms, sizeof forms / sizeof *forms, kf_mend_date);
}

static void test_results_in_stones(void **state) {
    (void)state;
    static const form forms[] = {
        // Stones of Chinese counting are two points each, in quarters.
        {"黑胜3子", KF_MEND_GUESS, "B+6"},
        {"黑胜2又3/4子", KF_MEND_GUESS, "B+5.5"},
        {"黑胜1又999999999/999999999子", KF_MEND_NONE, NULL},
        {"黑胜1又1/3子", KF_MEND_NONE, NULL},
    };
    compare(forms, sizeof forms / sizeof *forms, kf_mend_result);
}

static void test_results(void **state) {
    (void)state;
    static const form forms[] = {
        {"B+R", KF_MEND_GOOD, NULL},
        {"W+Resign", KF_MEND_GOOD, NULL},
        {"B+3.5", KF_MEND_GOOD, NULL},
        {"B+3", KF_MEND_GOOD, NULL},
        {"", KF_MEND_GOOD, NULL},
        {" ", KF_MEND_GOOD, NULL},
        {"B+", KF_MEND_GOOD, NULL},
        {"0", KF_MEND_GOOD, NULL},
        {"Draw", KF_MEND_GOOD, NULL},
        {"Void", KF_MEND_GOOD, NULL},
        {"?", KF_MEND_GOOD, NULL},
        {"b+r", KF_MEND_SAFE, "B+R"},
        {"w+resign", KF_MEND_SAFE, "W+Resign"},
        {"W+Res.", KF_MEND_SAFE, "W+R"},
        {"B + 3.5", KF_MEND_SAFE, "B+3.5"},
        {"B+3,5", KF_MEND_SAFE, "B+3.5"},
        {"B+.5", KF_MEND_SAFE, "B+0.5"},
        {"B+3.", KF_MEND_SAFE, "B+3"},
        {"w+time", KF_MEND_SAFE, "W+Time"},
        {"W+forfeited", KF_MEND_SAFE, "W+F"},
        {"B+.x", KF_MEND_NONE, NULL},
        {"B+3.x", KF_MEND_NONE, NULL},
        {"X+3", KF_MEND_NONE, NULL},
        {"White wins by 3.5 points", KF_MEND_GUESS, "W+3.5"},
        {"white wins by 3.05 points", KF_MEND_GUESS, "W+3.05"},
        {"Black wins by resignation", KF_MEND_GUESS, "B+R"},
        {"Black resigns", KF_MEND_GUESS, "W+R"},
        {"White loses on time", KF_MEND_GUESS, "B+T"},
        {"White lost", KF_MEND_GUESS, "B+"},
        {"黑中盘胜", KF_MEND_GUESS, "B+R"},
        {"白胜3目半", KF_MEND_GUESS, "W+3.5"},
        {"白胜3.5目半", KF_MEND_NONE, NULL},
        {"Jigo", KF_MEND_GUESS, "Draw"},
        {"no result", KF_MEND_GUESS, "Void"},
        {"Black draw", KF_MEND_NONE, NULL},
        {"Black White", KF_MEND_NONE, NULL},
        {"Black wins by resignation 3", KF_MEND_NONE, NULL},
        {"Black wins loses", KF_MEND_NONE, NULL},
        {"Black wins 3 4", KF_MEND_NONE, NULL},
        {"blackish wins", KF_MEND_NONE, NULL},
        {"wins by 3", KF_MEND_NONE, NULL},
        // A half in any spelling; two numbers are never made one.
        {"B+3 1/2", KF_MEND_SAFE, "B+3.5"},
        {"w + 3\xC2\xBD", KF_MEND_SAFE, "W+3.5"},
        {"B+1/2", KF_MEND_SAFE, "B+0.5"},
        {"B+\xC2\xBD", KF_MEND_SAFE, "B+0.5"},
        {"B+31/2", KF_MEND_NONE, NULL},
        {"B+3.5 1/2", KF_MEND_NONE, NULL},
        {"B+r 1/2", KF_MEND_NONE, NULL},
        {"B+3 5", KF_MEND_NONE, NULL},
        {"B+3, 5", KF_MEND_NONE, NULL},
    };
    compare(forms, sizeof forms / sizeof *forms, kf_mend_result);
}

static void test_numbers(void **state) {
    (void)state;
    static const form forms[] = {
        {"5,5", KF_MEND_SAFE, "5.5"},
        {".5", KF_MEND_SAFE, "0.5"},
        {"5.", KF_MEND_SAFE, "5"},
        {"5,", KF_MEND_SAFE, "5"},
        {"-,5", KF_MEND_SAFE, "-0.5"},
        {"5,5,5", KF_MEND_NONE, NULL},
        {"five", KF_MEND_NONE, NULL},
        {".", KF_MEND_NONE, NULL},
        {"", KF_MEND_NONE, NULL},
        {"6 1/2", KF_MEND_SAFE, "6.5"},
        {"-6\xC2\xBD", KF_MEND_SAFE, "-6.5"},
        {"\xC2\xBD", KF_MEND_SAFE, "0.5"},
        {"61/2", KF_MEND_NONE, NULL},
        {"6.5 1/2", KF_MEND_NONE, NULL},
        {"6.5 points", KF_MEND_GUESS, "6.5"},
        {"6目半", KF_MEND_GUESS, "6.5"},
        {"3目", KF_MEND_GUESS, "3"},
        {"黑贴3.75", KF_MEND_GUESS, "7.5"},
        {"黑贴6.5", KF_MEND_GUESS, "6.5"},
        {"3又3/4", KF_MEND_NONE, NULL},
        {"目半", KF_MEND_NONE, NULL},
        {"points", KF_MEND_NONE, NULL},
        {"6 stones", KF_MEND_NONE, NULL},
    };
    compare(forms, sizeof forms / sizeof *forms, kf_mend_number);
}

// Where a value seems to hold the beginning of another property: a bracket was forgotten there.
static void test_open_values(void **state) {
    (void)state;
    static const struct open {
        const char *value;
        size_t in_line, in_text;
    } values[] = {
        {"Black", 5, 5},
        {"Black PW[White", 6, 14},
        {"PW[White", 0, 8},
        {"BlackPW[x", 5, 9}, // two capitals behind a small letter are no part of its word
        {"BLACKPW[x", 9, 9},
        {"BlackB[x", 8, 8},
        {"1B[dd", 1, 5},
        {"Black [x", 8, 8},
        {"QQ[x", 4, 4}, // no property of SGF
        {"XAB[x", 5, 5},
        {"good;B[dd", 5, 4},
        {"good ; B[dd", 7, 5},
        {"good;B[dd\\] and more", 5, 20}, // closed, as a text that quotes a move is
        {"good;B[dd\\] and;W[ee", 5, 15},
        {"[;B[dd", 6, 6},
        {";B[dd", 1, 0},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        kf_text value = kf_text_of(values[i].value);
        size_t in_line = kf_mend_open_value(value), in_text = kf_mend_open_text(value);
        if (in_line != values[i].in_line || in_text != values[i].in_text)
            fail_msg("'%s': %zu %zu", values[i].value, in_line, in_text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_date_lists),        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_dates_in_words),    cmocka_unit_test(test_results),
        cmocka_unit_test(test_results_in_stones), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_open_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
