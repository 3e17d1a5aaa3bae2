// SPDX-License-Identifier: MIT
// The facts of an Ishi header, each way: what people write there, and what SGF calls it. And by
// what a file is known to be Ishi.

#include <stdio.h>
#include <string.h>

// cmocka wants these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <kifu/format.h>

// ---- Into SGF ----

// A line of a header, the property that it becomes, and its value; NULL: the property is not there,
// since the line says nothing that could be meant.
static const struct line {
    const char *line, *name, *value;
} lines[] = {
    {"RESULT B+R", "RE", "B+R"},
    {"RESULT W+Time", "RE", "W+Time"},
    {"RESULT W+T", "RE", "W+T"},
    {"RESULT B+Forfeit", "RE", "B+Forfeit"},
    {"RESULT B+3.5", "RE", "B+3.5"},
    {"RESULT W+0.5", "RE", "W+0.5"},
    {"RESULT B+3.5.5", "RE", "B+3.5.5"},
    {"RESULT W+.", "RE", "W+."},
    {"RESULT B+x", "RE", "B+x"},
    {"RESULT C+3", "RE", "C+3"},
    {"RESULT 0", "RE", "0"},
    {"RESULT Draw", "RE", "Draw"},
    {"RESULT Void", "RE", "Void"},
    {"RESULT ?", "RE", "?"},
    {"RESULT Black wins by resignation", "RE", "B+R"},
    {"RESULT White wins on time", "RE", "W+T"},
    {"RESULT White won on timeout", "RE", "W+T"},
    {"RESULT Black by forfeit", "RE", "B+F"},
    {"RESULT W by forfeiture", "RE", "W+F"},
    {"RESULT Black won by 3 points", "RE", "B+3"},
    {"RESULT B by 3 1/2", "RE", "B+3.5"},
    {"RESULT W by half a point", "RE", "W+0.5"},
    {"RESULT W by 1/2", "RE", "W+0.5"},
    {"RESULT Black by 1/2 point", "RE", "B+0.5"},
    {"RESULT Black on half", "RE", "Black on half"},
    {"RESULT Black by half an hour", "RE", "Black by half an hour"},
    {"RESULT Black wins by 3 1/2 moku", "RE", "B+3.5"},
    {"RESULT Black wins", "RE", "B+"},
    {"RESULT Black", "RE", "Black"},
    {"RESULT jigo", "RE", "Draw"},
    {"RESULT tied", "RE", "Draw"},
    {"RESULT no result", "RE", "Void"},
    {"RESULT White resigns", "RE", "B+R"},
    {"RESULT Black resigned after 186 moves", "RE", "W+R"},
    {"RESULT Black resigned at move 186", "RE", "W+R"},
    {"RESULT White resigned at 186", "RE", "B+R"},
    {"RESULT White resigned after move 186", "RE", "White resigned after move 186"},
    {"RESULT White resigned at move", "RE", "White resigned at move"},
    {"RESULT White resigned after", "RE", "White resigned after"},
    {"RESULT White resigns at dawn", "RE", "White resigns at dawn"},
    {"RESULT White resigned by 186", "RE", "White resigned by 186"},
    {"RESULT Black on 3", "RE", "Black on 3"},
    {"RESULT Black by resignation at night", "RE", "Black by resignation at night"},
    {"RESULT Black by x points", "RE", "Black by x points"},
    {"RESULT Black with 3", "RE", "Black with 3"},
    {"RESULT Black by", "RE", "Black by"},
    {"RESULT White by 3 stones", "RE", "White by 3 stones"},
    {"RESULT nobody wins", "RE", "nobody wins"},
    {"KOMI 5", "KM", "5"},
    {"KOMI 4.5", "KM", "4.5"},
    {"KOMI -5.5", "KM", "-5.5"},
    {"KOMI +5", "KM", "+5"},
    {"KOMI 5.5.5", "KM", NULL},
    {"KOMI 5-5", "KM", NULL},
    {"KOMI .", "KM", NULL},
    {"KOMI 3 1/2", "KM", "3.5"},
    {"KOMI 1/2", "KM", "0.5"},
    {"KOMI 3 1/2 points", "KM", "3.5"},
    {"KOMI 4.5 moku", "KM", "4.5"},
    {"KOMI 1/2 point", "KM", "0.5"},
    {"KOMI x 1/2", "KM", NULL},
    {"KOMI 4 stones", "KM", NULL},
    {"KOMI five", "KM", NULL},
    {"KOMI", "KM", NULL},
    {"KOMI 5\xC2\xBD", "KM", "5.5"},
    {"RULES japanese", "RU", "Japanese"},
    {"RULES NZ", "RU", "NZ"},
    {"RULES goe", "RU", "GOE"},
    {"RULES Ing", "RU", "Ing"},
    {"HANDICAP 2", "HA", "2"},
    {"HANDICAP 2 stones", "HA", "2"},
    {"HANDICAP 2 eyes", "HA", NULL},
    {"HANDICAP two", "HA", NULL},
    {"TIMELIMIT 1 hour", "TM", "3600"},
    {"TIMELIMIT 2 hours 30 minutes", "TM", "9000"},
    {"TIMELIMIT 90 min each", "TM", "5400"},
    {"TIMELIMIT 45 sec", "TM", "45"},
    {"TIMELIMIT 10 seconds", "TM", "10"},
    {"TIMELIMIT each", "TM", NULL},
    {"TIMELIMIT 1 each hour", "TM", NULL},
    {"TIMELIMIT 1 day", "TM", NULL},
    {"TIMELIMIT hour", "TM", NULL},
    {"TIMELIMIT 1234567 hours", "TM", NULL},
    {"TIMELIMIT 1 hour each side", "TM", NULL},
    {"TIMELIMIT 5", "TM", NULL},
    {"DATE 1990-03-08", "DT", "1990-03-08"},
    {"DATE 1990-03", "DT", "1990-03"},
    {"DATE 1990-3", "DT", "1990-3"},
    {"DATE 1990-13", "DT", "1990-13"},
    {"DATE 1990-03-8", "DT", "1990-03-08"},
    {"DATE 1990-03-32", "DT", "1990-03-32"},
    {"DATE June 3, 1958", "DT", "1958-06-03"},
    {"DATE 3rd June 1958", "DT", "1958-06-03"},
    {"DATE June 3rd and 7th, 1958", "DT", "1958-06-03,07"},
    {"DATE Dec 9 and Jan 4, 1939", "DT", "1939-12-09,01-04"},
    {"DATE June 3-5, 1958", "DT", "1958-06-03,04,05"},
    {"DATE June 5-3, 1958", "DT", "June 5-3, 1958"},
    {"DATE June 1958", "DT", "1958-06"},
    {"DATE 1958", "DT", "1958"},
    {"DATE June", "DT", "June"},
    {"DATE June 3", "DT", "June 3"},
    {"DATE 3 1958", "DT", "3 1958"},
    {"DATE 1958 June", "DT", "1958 June"},
    {"DATE Monday, June 3, 1958", "DT", "1958-06-03"},
    {"DATE Mon June 3 of 1958", "DT", "1958-06-03"},
    {"DATE June 3 & 4, 1958; ", "DT", "June 3 & 4, 1958;"},
    {"DATE 1st of May 1958", "DT", "1958-05-01"},
    {"DATE June 3, 1958, July 4, 1958", "DT", "1958-06-03,07-04"},
    {"DATE June 32, 1958", "DT", "June 32, 1958"},
    {"DATE around 1958", "DT", "around 1958"},
    {"DATE June 3 to 5, 1958", "DT", "1958-06-03,04,05"},
    {"DATE 0000", "DT", "0000"},
    {"DATE 58", "DT", "58"},
    {"DATE June 3, 1958,", "DT", "June 3, 1958,"},
    {"DATE 1990-03-08, 1990-03-09", "DT", "1990-03-08,09"},
    {"DATE 2nd st May 1958", "DT", "2nd st May 1958"},
    {"DATE 1990-03-08x", "DT", "1990-03-08x"},
    {"DATE 12345 June 3, 1958", "DT", "12345 June 3, 1958"},
    {"DATE June 3! 1958", "DT", "June 3! 1958"},
    {"DATE 3 1958 June 1959", "DT", "3 1958 June 1959"},
    {"DATE June 1-30 and July 1-31, 1958", "DT", "June 1-30 and July 1-31, 1958"},
    {"DATE 3-21", "DT", "3-21"},
    {"DATE 3-21-", "DT", "3-21-"},
    {"DATE 0-21-48", "DT", "0-21-48"},
    {"DATE 3-21-48", "DT", "1948-03-21"},
    {"DATE 21/3/1948", "DT", "1948-03-21"},
    {"DATE 3/4/1948", "DT", "3/4/1948"},
    {"DATE 13-21-48", "DT", "13-21-48"},
    {"DATE 3-21-12", "DT", "3-21-12"},
};

static kf_record *read(const char *text, const char *format) {
    kf_reading how = {.format = kf_format_named(format)};
    kf_record *record = kf_format_read(text, strlen(text), "test", &how, NULL);
    assert_non_null(record);
    return record;
}

static void test_lines(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[200];
        kf_text value = {"", 0};
        snprintf(text, sizeof text, "%s\nBLACK x\nWHITE y\nB 1 D4\nW 2 E4\n", lines[i].line);
        kf_record *record = read(text, "ishi");
        bool has_value = kf_property_get(record, kf_node_child(record, 0), lines[i].name, &value);
        if (has_value != (lines[i].value != NULL) ||
            (has_value && !kf_text_is(value, lines[i].value)))
            fail_msg("'%s' gives %s[%.*s]", lines[i].line, lines[i].name, (int)value.length,
                     value.data);
        kf_record_free(record);
    }
}

// ---- Out of SGF ----

static const struct fact {
    const char *name, *value, *line;
} facts[] = {
    {"RE", "B+R", "RESULT Black wins by resignation"},
    {"RE", "W+T", "RESULT White wins on time"},
    {"RE", "B+F", "RESULT Black wins by forfeit"},
    {"RE", "B+", "RESULT Black wins"},
    {"RE", "B+3.5", "RESULT Black wins by 3.5"},
    {"RE", "W+0.5", "RESULT White wins by 0.5"},
    {"RE", "0", "RESULT 0"},
    {"RE", "Draw", "RESULT Draw"},
    {"RE", "Void", "RESULT Void"},
    {"RE", "?", "RESULT ?"},
    {"RE", "B+x", "RESULT B+x"},
    {"RE", "W+Resign", "RESULT W+Resign"},
    {"TM", "3600", "TIMELIMIT 1 hour"},
    {"TM", "7200", "TIMELIMIT 2 hours"},
    {"TM", "5400", "TIMELIMIT 90 minutes"},
    {"TM", "60", "TIMELIMIT 1 minute"},
    {"TM", "45", "TIMELIMIT 45 seconds"},
    {"TM", "61", "TIMELIMIT 61 seconds"},
    {"TM", "1", "TIMELIMIT 1 second"},
    {"TM", "0", "TIMELIMIT 0 minutes"},
    {"TM", "x", "TIMELIMIT x"},
    {"TM", "3600.5", "TIMELIMIT 3600.5"},
    {"KM", "5.5", "KOMI 5.5"},
    {"KM", "0", "KOMI 0"},
    {"KM", "x", "KOMI x"},
    {"HA", "2", "HANDICAP 2"},
};

typedef struct written {
    char data[4096];
    size_t length;
} written;

static bool keep(void *context, const void *bytes, size_t length) {
    written *w = context;
    if (length >= sizeof w->data - w->length)
        return false;
    memcpy(w->data + w->length, bytes, length);
    w->length += length;
    w->data[w->length] = '\0';
    return true;
}

// Whether the text has the line.
static bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (; text != NULL; text = strchr(text, '\n'), text += text != NULL)
        if (strncmp(text, line, length) == 0 && strchr("\r\n", text[length]) != NULL)
            return true;
    return false;
}

// What is read back from what was written is the same record.
static void test_facts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        char text[200];
        written out = {.length = 0};
        snprintf(text, sizeof text, "(;GM[1]FF[4]SZ[19]PB[x]PW[y]%s[%s];B[dd];W[ee])",
                 facts[i].name, facts[i].value);
        kf_record *record = read(text, "sgf");
        assert_true(kf_format_write(record, kf_format_named("ishi"), NULL, keep, &out, NULL));
        if (!has_line(out.data, facts[i].line))
            fail_msg("%s[%s] gives no line '%s'", facts[i].name, facts[i].value, facts[i].line);
        kf_record *back = read(out.data, "ishi");
        assert_true(kf_compare(record, back, NULL, NULL));
        kf_record_free(back);
        kf_record_free(record);
    }
}

// ---- There and back ----

// Games of odd values: whatever Ishi has no word for is carried, and nothing of it is lost.
static const char *const games[] = {
    // Dates that have more words than Ishi's line takes, or no order.
    "DT[1996-05-06,07,08,09,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]",
    "DT[1996-05-06,05]",
    "DT[12345-01-01]",
    "DT[1996-05-06/07]",
    "DT[6-5-4-3-2-1]",
    "DT[May]",
    "DT[1996-13-01]",
    "DT[1996-02-30,1997]",
    // Numbers of moves as they were written, which agree with MN or do not.
    "];B[dd]MN[3]KFNUMBER[3",
    "];B[dd]MN[3]KFNUMBER[4",
    "];B[dd]KFNUMBER[x",
    "];B[dd]KFNUMBER[3 4",
    "];B[dd]MN[3]KFNUMBER[0",
    "];B[dd]KFNUMBER[\xC3\xA4",
    // Lists of points that are none.
    "];TR[zz]SQ[a]CR[aa:",
    "];TR[dd:aa]",
    "];SL[aa][aa][bb]",
    "];DD[]VW[]",
    "];LB[aa:][bb:x\\]y]",
    "];AR[aa:aa][aa:bb]LN[cc:zz]",
    "];MA[aa:cc]TB[dd]TW[zz]",
    // Prisoners that are those of the board, and others.
    "];AW[aa]AB[ba];B[ab]KFPRISONER[A19",
    "];AW[aa]AB[ba];B[ab]KFPRISONER[B19",
    "];AW[aa]AB[ba];B[ab]KFPRISONER[",
    // Nodes without a move, and variations behind them.
    "];C[x];;B[dd](;W[ee];C[];N[y])(;W[ff](;B[gg])(;B[hh]",
    "];B[dd];B[ee];W[ff];W[]",
    "];B[dd]W[ee]C[~ . x]",
    "];C[. node\n. ~7E\n.",
    "];KO[]B[dd];MN[7]W[ee];MN[3]B[ff]",
    "];B[dd]MN[x]",
    // Comments with what Ishi's COM lines said of them, which fits or does not.
    "];B[dd]C[HEAD\nx\ny]KFCOM[HEAD 2]",
    "];B[dd]C[HEAD\nx]KFCOM[HEAD 2]",
    "];B[dd]C[HEAX\nx]KFCOM[HEAD 1]",
    "];B[dd]C[HEAD\tA\nx]KFCOM[HEAD A 1]",
    "];B[dd]C[HEADS\nx]KFCOM[HEAD 1]",
    "];B[dd]C[x]KFCOM[HEAD]",
    "];B[dd]C[x]KFCOM[1][1]",
    "];B[dd]C[x\ny]KFCOM[1][1]",
    "];B[dd]C[x\r\ny\\\r\nz\n\rw]",
    // A root with a move, and what of it is about the game.
    "]XX[y]B[dd]N[z];W[ee]",
    "]B[dd]KFREMARK[x]C[c];W[ee]",
    "]B[dd]KFJUNK[x];W[ee]",
    "]B[dd]KFHEADER[X y]LB[dd:A];W[ee](;B[ff])(;B[gg])",
    "]C[r]KFROOT[];B[dd]C[x]",
    "]B[dd]XX[a]YY[b];W[ee]XX[c][d]YY[]",
    // Marks beside variations.
    "];B[dd](;W[ee]LB[ee:A])(;W[ff])(;W[gg]KFVAR[A])",
    "];B[dd]LB[ee:A][ff:B](;W[ee])(;W[ff]KFVAR[B])(;W[gg]KFVAR[x y])",
    "];B[dd](;W[ee])(;W[ff]KFVAR[in 2])(;W[gg]KFVAR[in x])",
    "];B[dd]KFMARK[HIDDEN](;W[ee])(;W[ff]KFVAR[B])",
    "];LB[aa:\xC3\xA4][bb:abc][cc:1][dd:a b]",
    "];B[dd]LB[dd:1];W[dd]LB[dd:1][ee:2]",
};

static void test_games_come_back(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char text[400];
        written out = {.length = 0};
        int opened = 0, closed = 0;
        for (const char *p = games[i]; *p != '\0'; p++) {
            opened += *p == '(';
            closed += *p == ')';
        }
        // Where the row ends in a value, that is closed here.
        bool is_open = games[i][0] == ']' && games[i][strlen(games[i]) - 1] != ']';
        snprintf(text, sizeof text, "(;GM[1]FF[4]SZ[19]PB[x]PW[y%s%s%s%.*s)",
                 games[i][0] == ']' ? "" : "]", games[i], is_open ? "]" : "", opened - closed,
                 "))))");
        kf_record *record = read(text, "sgf");
        kf_loss *loss = kf_loss_new();
        const kf_writing how = {.loss = loss};
        assert_true(kf_format_write(record, kf_format_named("ishi"), &how, keep, &out, NULL));
        kf_record *back = read(out.data, "ishi");
        kf_difference difference;
        if (!kf_compare(record, back, &difference, NULL))
            fail_msg("%s comes back otherwise: %s, in\n%s", text, difference.what, out.data);
        if (kf_loss_any_lost(loss))
            fail_msg("%s is said to lose something", text);
        kf_loss_free(loss);
        kf_record_free(back);
        kf_record_free(record);
    }
}

// ---- Lines that say nothing ----

// Lines behind the second move: whether the reader finds fault with them, and what the node has.
static const struct odd {
    const char *line;
    size_t findings;
    const char *node;
} odds[] = {
    {"MARK A@D4 B@E4", 0, "W[ep]LB[dp:A][ep:B]"},
    {"MARK A@#1", 0, "W[ep]LB[dp:A]KFMARK[MARK A@#1]"},
    {"MARK A@#x", 1, "W[ep]KFMARK[MARK A@#x]"},
    {"MARK A@#1-x", 1, "W[ep]KFMARK[MARK A@#1-x]"},
    {"MARK A@#0", 1, "W[ep]KFMARK[MARK A@#0]"},
    {"MARK A@#1-0", 1, "W[ep]KFMARK[MARK A@#1-0]"},
    {"MARK A@#2-1", 1, "W[ep]LB[dp:A][ep:A]KFMARK[MARK A@#2-1]"},
    {"MARK A@#", 1, "W[ep]KFMARK[MARK A@#]"},
    {"MARK #1-2", 0, "W[ep]LB[dp:1][ep:2]KFMARK[MARK #1-2]"},
    {"MARK @#9", 2, "W[ep]KFMARK[MARK @#9]"},
    {"MARK ALL", 0, "W[ep]LB[dp:1][ep:2]KFMARK[MARK ALL]"},
    {"MARK ALL@D4", 1, "W[ep]LB[dp:ALL]KFMARK[MARK ALL@D4]"},
    {"MARK A@ALL", 1, "W[ep]KFMARK[MARK A@ALL]"},
    {"MARK A@", 1, "W[ep]KFMARK[MARK A@]"},
    {"MARK @@D4", 0, "W[ep]LB[dp:@]"},
    {"MARK A@U4", 1, "W[ep]KFMARK[MARK A@U4]"},
    {"MARK", 0, "W[ep]KFMARK[MARK]"},
    {"HIDE #1-2", 1, "W[ep]KFLINE[HIDE #1-2]"},
    {"HIDE #3", 1, "W[ep]KFLINE[HIDE #3]"},
    {"HIDE D4", 1, "W[ep]KFLINE[HIDE D4]"},
    {"HIDE zz", 1, "W[ep]KFLINE[HIDE zz]"},
    {".", 1, "W[ep]KFLINE[.]"},
    {"COM\nx\n. com 1\nENDCOM", 0, "W[ep]C[x\n. com 1]"},
    {"COM\n. x\nENDCOM", 0, "W[ep]C[. x]"},
    {"PRISONER D4", 0, "W[ep]KFPRISONER[D4]"},
    {"PRISONER D4 E4", 0, "W[ep]KFPRISONER[D4][E4]"},
    {"PRISONER x", 1, "W[ep]KFPRISONER[x]"},
    {"B 3 D4", 0, "W[ep]"},
    {"B x C3", 1, "W[ep]"},
    {"B 3 C3 C4", 1, "W[ep]"},
    {"W 3", 1, "W[ep]"},
    {"B", 1, "W[ep]"},
    {"B 3 PASS", 0, "W[ep]"},
    {"VAR\nENDVAR", 1, "W[ep]KFLINE[VAR][ENDVAR]"},
    {"VAR\nW 2 C3\nENDVAR\nENDVAR", 1, "W[ep]KFLINE[ENDVAR]"},
    {"ENDVAR", 1, "W[ep]KFLINE[ENDVAR]"},
    {"SETUP B C3", 1, "W[ep]KFLINE[SETUP B C3]"},
    {"SETUP B C3\nSETUP W C3", 2, "W[ep]KFLINE[SETUP B C3][SETUP W C3]"},
    {"SETUP X C3", 1, "W[ep]KFLINE[SETUP X C3]"},
    {"SETUP B", 1, "W[ep]KFLINE[SETUP B]"},
    {"USER kifu\n. node\nENDUSER", 0, "W[ep]"},
    {"USER kifu\n. node x\nENDUSER", 0, "W[ep]KFUSER[kifu\n. node x]"},
    {"USER kifu\n. ;\nENDUSER", 0, "W[ep]"},
    {"USER kifu\n. ; x\nENDUSER", 0, "W[ep]KFUSER[kifu\n. ; x]"},
    {"USER kifu\n. at 1 1\nENDUSER", 0, "W[ep]"},
    {"USER kifu\n. at 0 1\nENDUSER", 0, "W[ep]KFUSER[kifu\n. at 0 1]"},
    {"USER kifu\n. at 1 0\nENDUSER", 0, "W[ep]KFUSER[kifu\n. at 1 0]"},
    {"USER kifu\n. at 1\nENDUSER", 0, "W[ep]KFUSER[kifu\n. at 1]"},
    {"USER kifu\n. at x 1\nENDUSER", 0, "W[ep]KFUSER[kifu\n. at x 1]"},
    {"USER kifu\n. at 1 x\nENDUSER", 0, "W[ep]KFUSER[kifu\n. at 1 x]"},
    {"USER kifu\n. at 1 1 1\nENDUSER", 0, "W[ep]KFUSER[kifu\n. at 1 1 1]"},
    {"USER kifu\n.\nENDUSER", 0, "W[ep]KFUSER[kifu\n.]"},
    {"USER kifu\n. TR[dd]\nENDUSER", 1, "W[ep]"},
    {"USER kifu\n. TR[dd\nENDUSER", 0, "W[ep]KFUSER[kifu\n. TR\\[dd]"},
    {"USER kifu\n. TR\nENDUSER", 0, "W[ep]KFUSER[kifu\n. TR]"},
    {"USER kifu\n. =TR\nENDUSER", 0, "W[ep]"},
    {"USER kifu\n. -TR\nENDUSER", 0, "W[ep]"},
    {"USER kifu\n. -TR[dd]\nENDUSER", 0, "W[ep]KFUSER[kifu\n. -TR[dd\\]]"},
    {"USER kifu\n. -1\nENDUSER", 0, "W[ep]KFUSER[kifu\n. -1]"},
    {"USER kifu\n. =\nENDUSER", 0, "W[ep]KFUSER[kifu\n. =]"},
    {"USER kifu\n. TR[dd]SQ[ee]\nENDUSER", 0, "W[ep]KFUSER[kifu\n. TR[dd\\]SQ[ee\\]]"},
    {"USER kifu\n. ~54R[dd]\nENDUSER", 0, "W[ep]KFUSER[kifu\n. ~54R[dd\\]]"},
    {"USER kifu\n. TR[~zz]\nENDUSER", 0, "W[ep]KFUSER[kifu\n. TR[~zz\\]]"},
    {"USER kifu\n. TR[~\nENDUSER", 0, "W[ep]KFUSER[kifu\n. TR\\[~]"},
    {"USER kifu\n. T1R[x]\nENDUSER", 0, "W[ep]T1R[x]"},
    {"USER kifu\n. 1T[x]\nENDUSER", 0, "W[ep]KFUSER[kifu\n. 1T[x\\]]"},
    {"USER kifu\n. TR[dd]x\nENDUSER", 0, "W[ep]KFUSER[kifu\n. TR[dd\\]x]"},
    {"USER kifu\n\nENDUSER", 0, "W[ep]KFUSER[kifu\n]"},
    {"USER kifu\nx\nENDUSER", 0, "W[ep]KFUSER[kifu\nx]"},
    {"USER kifu\n. XX[a~0Ab]\nENDUSER", 0, "W[ep]KFUSER[kifu\n. XX[a~0Ab\\]]"},
    {"USER kifu\n. com 1\nENDUSER", 0, "W[ep]KFUSER[kifu\n. com 1]"},
    {"USER kifu\n. com TITLE 2\nENDUSER", 0, "W[ep]KFUSER[kifu\n. com TITLE 2]"},
    {"USER kifu\n. W[aa]\nENDUSER", 1, "W[ep]"},
    {"USER kifu\n. B[aa]\nENDUSER", 1, "W[ep]"},
    {"USER kifu\n. KFNUMBER[x]\nENDUSER", 1, "W[ep]"},
    {"USER kifu\n. TR[zz]\n. TR[yy]\nENDUSER", 0, "W[ep]TR[zz]TR[yy]"},
    {"USER kifu\n. -W\nENDUSER", 1, "W[ep]"},
    {"USER kifu\n  . TR[dd]\nENDUSER", 1, "W[ep]"},
    {"USER kifu", 1, "W[ep]KFUSER[kifu]"},
    {"USER other\nx\nENDUSER", 0, "W[ep]KFUSER[other\nx]"},
    {"USER\nx\nENDUSER", 0, "W[ep]KFUSER[\nx]"},
    {"DIAGRAM\nHIDE #1-2", 0, "W[ep]"},
    {"DIAGRAM\nHIDE #1", 0, "W[ep]"},
    {"DIAGRAM\nHIDE #3", 1, "W[ep]"},
    {"DIAGRAM\nHIDE D4", 0, "W[ep]"},
    {"DIAGRAM\nHIDE #2-1", 1, "W[ep]"},
    {"DIAGRAM\nHIDE x@D4", 1, "W[ep]"},
    {"DIAGRAM\nHIDE", 0, "W[ep]"},
    {"DIAGRAM\nHIDE ALL", 1, "W[ep]"},
    {"DIAGRAM 3", 1, "W[ep]"},
    {"DIAGRAM\nMARK A@#7-9", 1, "W[ep]"},
    {"DIAGRAM\nMARK A@#1-9", 0, "W[ep]"},
    {"MARK A@#7-9", 1, "W[ep]KFMARK[MARK A@#7-9]"},
    {"MARK A@#2-9", 0, "W[ep]LB[ep:A]KFMARK[MARK A@#2-9]"},
    {"PRISONER D4\nPRISONER E4", 0, "W[ep]KFPRISONER[D4][E4]"},
    {"COM\nx", 1, "W[ep]C[x]"},
    {"COM\nENDCOM", 0, "W[ep]C[]"},
    {"COM\nx\nEVENT y", 1, "W[ep]C[x]"},
    {"COM\nx\nB 3 C3", 1, "W[ep]C[x]"},
    {"COM\nx\nB 3 C3 and so on", 1, "W[ep]C[x\nB 3 C3 and so on]"},
    {"DIAGRAM D4 U9", 1, "W[ep]"},
    {"DIAGRAM X D4", 1, "W[ep]"},
    {"DIAGRAM 9x8", 1, "W[ep]"},
    {"DIAGRAM 5x5\nSETUP B D4\nHIDE #1", 0, "W[ep]"},
    {"USER kifu\n. XX[a]\n. XX[b]\n. YY[c]\nENDUSER", 0, "W[ep]XX[a]XX[b]YY[c]"},
    {"SETUP B zz", 1, "W[ep]KFLINE[SETUP B zz]"},
};

static void test_odd_lines(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof odds / sizeof *odds; i++) {
        char text[300];
        snprintf(text, sizeof text, "BLACK x\nWHITE y\nB 1 D4\nW 2 E4\n%s\n", odds[i].line);
        kf_log *log = kf_log_new();
        kf_reading how = {.format = kf_format_named("ishi")};
        kf_record *record = kf_format_read(text, strlen(text), "test", &how, log);
        assert_non_null(record);
        kf_node node = kf_node_child(record, kf_node_child(record, kf_node_child(record, 0)));
        kf_text has = kf_node_text(record, node);
        if (kf_log_count(log) != odds[i].findings || !kf_text_is(has, odds[i].node))
            fail_msg("{\"%s\", %zu, \"%.*s\"},", odds[i].line, kf_log_count(log), (int)has.length,
                     has.data);
        kf_record_free(record);
        kf_log_free(log);
    }
}

// ---- Numbers in disorder ----

// Lines behind moves numbered 5, 2 and 9, and how many findings they make: moves are looked for by
// number one by one, for the numbers do not rise.
static void test_disorder(void **state) {
    (void)state;
    static const struct look {
        const char *line;
        size_t findings;
    } looks[] = {
        {"", 0},
        {"MARK A@#1-3", 0},
        {"MARK A@#3-4", 1},
        {"MARK A@#5-8", 0},
        {"MARK A@#9", 0},
        {"MARK A@#2", 0},
        {"MARK A@#3", 1},
        {"MARK A@#6-8", 1},
        {"MARK A@#10-99", 1},
    };
    size_t usual = 0;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        char text[200];
        snprintf(text, sizeof text, "BLACK x\nWHITE y\nB 5 D4\nW 2 E4\nB 9 C3\n%s\n",
                 looks[i].line);
        kf_log *log = kf_log_new();
        kf_reading how = {.format = kf_format_named("ishi")};
        kf_record *record = kf_format_read(text, strlen(text), "test", &how, log);
        usual = i == 0 ? kf_log_total(log, KF_ERROR) + kf_log_total(log, KF_WARNING) : usual;
        size_t found = kf_log_total(log, KF_ERROR) + kf_log_total(log, KF_WARNING) - usual;
        if (found != looks[i].findings)
            fail_msg("'%s' makes %zu findings", looks[i].line, found);
        kf_record_free(record);
        kf_log_free(log);
    }
}

// ---- What Ishi can hold ----

static void test_holding(void **state) {
    (void)state;
    static const struct held {
        const char *games;
        bool is_held;
    } held[] = {
        {"(;B[dd])", true},
        {"(;SZ[19];B[dd])", true},
        {"(;SZ[9:9];B[dd])", true},
        {"(;SZ[20];B[dd])", false},
        {"(;SZ[9:13];B[dd])", false},
        {"(;SZ[99];B[dd])", false},
        {"(;SZ[99:x];B[dd])", false},
        {"(;SZ[x];B[dd])", true},
        {"(;SZ[x9];B[dd])", true},
        {"(;SZ[:];B[dd])", true},
        {"(;GM[2];B[dd])", false},
        {"(;GM[ 1 ];B[dd])", true},
        {"(;GM[2];B[dd])(;SZ[9];B[dd])", true},
        {"(;GM[2];B[dd])(;SZ[52];B[dd])", false},
    };
    const kf_format *ishi = kf_format_named("ishi");
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        written out = {.length = 0};
        kf_record *record = read(held[i].games, "sgf");
        if (kf_format_can_hold(ishi, record) != held[i].is_held ||
            kf_format_write(record, ishi, NULL, keep, &out, NULL) != held[i].is_held)
            fail_msg("%s is judged wrongly", held[i].games);
        kf_record_free(record);
    }
    kf_record *empty = kf_record_new();
    assert_true(kf_format_can_hold(ishi, empty));
    kf_record_free(empty);
}

// The lines that a game gives for captures and diagrams, from the left, then from the bottom.
static void test_captures(void **state) {
    (void)state;
    written out = {.length = 0};
    kf_record *record = read("(;GM[1]FF[4]SZ[19]PB[x]PW[y]AW[ba][aa][ab]AB[bb][ac];B[ca])", "sgf");
    assert_true(kf_format_write(record, kf_format_named("ishi"), NULL, keep, &out, NULL));
    assert_true(has_line(out.data, "PRISONER A18 A19 B19"));
    kf_record_free(record);
}

// ---- Which files are Ishi ----

static void test_guesses(void **state) {
    (void)state;
    static const struct guess {
        const char *text;
        bool is_ishi;
    } guesses[] = {
        {"BLACK x\nWHITE y\nB 1 D4\nW 2 E4\n", true},
        {"B 1 D4\nW 2 PASS\nB 3 pass\nW 4 Q16\nB 5 C3\n", true},
        {"SETUP B D4 Q16\nW 1 C3\nB 2 E4\nVAR\nB 2 R4\nENDVAR\n", true},
        {"COM\nA game.\nENDCOM\nB 1 D4\nW 2 Q16\nB 3 R4\n", true},
        {"package main\n\nimport \"fmt\"\n\nfunc main() {\n}\n", false},
        {"// A comment\nB 1 D4\n", false},
        {"(;GM[1]C[\nB 1 D4\nW 2 E4\n])", false},
        {"(x)\nB 1 D4\nW 2 E4\nB 3 C3\n", true},
        {"\nB 1 D4\n\nW 2 E4\n\nB 3 C3\n", true},
    };
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
        const kf_format *format = kf_format_guess(guesses[i].text, strlen(guesses[i].text), "a.go");
        if ((format != NULL && format == kf_format_named("ishi")) != guesses[i].is_ishi)
            fail_msg("guess %zu is %s", i, format != NULL ? kf_format_name(format) : "nothing");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),           cmocka_unit_test(test_facts),
        cmocka_unit_test(test_games_come_back), cmocka_unit_test(test_odd_lines),
        cmocka_unit_test(test_disorder),        cmocka_unit_test(test_holding),
        cmocka_unit_test(test_captures),        cmocka_unit_test(test_guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
