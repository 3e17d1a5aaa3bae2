// SPDX-License-Identifier: MIT
// The list of character sets: each row does what its frame says, and no spelling stands twice.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <iconv.h>

#include <kifu/format.h>

#include "base/charset/bytes.h"
#include "base/charset/charset.h"
#include "base/charset/hz.h"
#include "base/charset/map.h"
#include "base/source.h"
#include "base/text.h"
#include "record/record.h"

typedef enum frame { ASCII, SHIFT, OTHER } frame;

static const struct row {
    const char *name;
    frame frame;
    const char *spellings;
} rows[] = {
#define KF_CHARSET(name, frame, spellings) {name, frame, spellings},
#include "base/charset/charsets.def"
#undef KF_CHARSET
};

enum { ROWS = sizeof rows / sizeof rows[0] };

// The text of bytes in HZ, which iconv does not know, in 1 KB at the most.
static size_t read_hz(kf_text bytes, char *made, size_t *bad) {
    size_t count = 0;
    bool is_chinese = false;
    for (size_t i = 0; i < bytes.length;)
        count += kf_text_put_code_point(made + count, kf_hz_take(&is_chinese, bytes, &i, bad));
    return count;
}

// Whether the bytes decode to themselves.
static bool keeps(const char *name, const char *bytes, size_t length) {
    char made[1024] = "", *out = made, *in = (char *)(uintptr_t)bytes;
    size_t room = sizeof made, left = length;
    if (strcmp(name, "HZ-GB-2312") == 0)
        return read_hz((kf_text){bytes, length}, made, &room) == length &&
               memcmp(made, bytes, length) == 0;
    iconv_t converter = iconv_open("UTF-8", name);
    if (converter == (iconv_t)-1)
        fail_msg("iconv does not know %s", name);
    iconv(converter, &in, &left, &out, &room);
    iconv(converter, NULL, NULL, &out, &room); // a letter may wait for what stands on it
    iconv_close(converter);
    size_t count = sizeof made - room;
    // Here iconv makes the sign of the won of a backslash, and kifu a backslash of that.
    count = kf_map_signs(name, made, count);
    return left == 0 && count == length && memcmp(made, bytes, length) == 0;
}

// A bracket is found before the text is decoded, so it has to be one in the set as well. This is
// why the ISO 646 family, which has letters or money in these places, is not listed.
static void test_frames(void **state) {
    static const char game[] = "(;GM[1]CA[UTF-16]RE[B+3.5]C[it's \\] {a|b} ~100%^])";
    char printable[100] = "\t\n\v\f\r";
    for (char c = ' '; c < 127; c++)
        printable[5 + c - ' '] = c;
    for (size_t i = 0; i < ROWS; i++) {
        bool kept = keeps(rows[i].name, printable, 100);
        if (kept != (rows[i].frame != OTHER))
            fail_msg("%s: ASCII does %sstay itself", rows[i].name, kept ? "" : "not ");
        if (rows[i].frame == OTHER && keeps(rows[i].name, game, sizeof game - 1))
            fail_msg("%s: a game in ASCII would not disprove it", rows[i].name);
    }
    (void)state;
}

static const struct row *row_of(kf_text spelling) {
    for (size_t i = 0; i < ROWS; i++) {
        kf_text rest = kf_text_of(rows[i].spellings), one;
        while (kf_text_word(&rest, &one))
            if (kf_text_equal_fold(one, spelling))
                return &rows[i];
    }
    return NULL;
}

static void test_spellings(void **state) {
    for (size_t i = 0; i < ROWS; i++) {
        kf_text rest = kf_text_of(rows[i].spellings), one;
        bool has_own = false;
        while (kf_text_word(&rest, &one)) {
            for (size_t k = 0; k < one.length; k++)
                if (strchr("-_:. /ABCDEFGHIJKLMNOPQRSTUVWXYZ", one.data[k]) != NULL)
                    fail_msg("%s: '%.*s' is never found", rows[i].name, (int)one.length, one.data);
            if (row_of(one) != &rows[i] || (kf_text_starts(rest, one) && rest.length == one.length))
                fail_msg("'%.*s' stands twice", (int)one.length, one.data);
            has_own = true;
        }
        assert_true(has_own);
    }
    (void)state;
}

// A text at the door.
typedef struct visit {
    kf_arena *arena;
    const char *name; // of the set, as the file would say it
    const char *bytes;
    kf_log *log;
    const kf_source *source;
} visit;

static void decode(void *context) {
    visit *v = context;
    size_t length = strlen(v->bytes);
    char *block = kf_arena_resize(v->arena, NULL, length + KF_SOURCE_PADDING);
    memcpy(block, v->bytes, length);
    kf_source *source = kf_source_new(v->arena, "", block, length);
    kf_charset_hints hints = {.declared = kf_text_of(v->name)};
    kf_charset_decode(source, &hints, v->log);
    v->source = source;
}

// `set` is what the bytes are read in, `text` what they say then, `code` what is found, or NULL.
static void expect(const char *name, const char *bytes, const char *set, const char *text,
                   const char *code) {
    visit v = {kf_arena_new(), name, bytes, kf_log_new(), NULL};
    assert_non_null(v.arena);
    assert_true(kf_arena_try(v.arena, decode, &v));
    assert_string_equal(v.source->charset, set);
    assert_int_equal(v.source->text.length, strlen(text));
    assert_memory_equal(v.source->text.data, text, strlen(text));
    assert_int_equal(kf_log_count(v.log), code != NULL);
    if (code != NULL)
        assert_string_equal(kf_log_entry(v.log, 0)->code, code);
    kf_log_free(v.log);
    kf_arena_free(v.arena);
}

static void test_names(void **state) {
    static const char *const chinese[] = {"GBK",   "gb2312", "GB_2312-80",
                                          "cp936", "x-gbk",  "EUC_CN"};
    static const char *const japanese[] = {"shift_jis", "Shift-JIS", "x-sjis", "SJIS", "MS932"};
    for (size_t i = 0; i < sizeof chinese / sizeof chinese[0]; i++)
        expect(chinese[i], "\xC4\xE3", "GB18030", "你", NULL);
    for (size_t i = 0; i < sizeof japanese / sizeof japanese[0]; i++)
        expect(japanese[i], "\x95\x5C", "CP932", "表", NULL);
    expect("big5-hkscs", "\xA7\x41", "BIG5-HKSCS", "你", NULL);
    expect("ISO8859_1", "\xE4", "ISO-8859-1", "ä", NULL);
    expect(" Cp1252 ", "\x80", "Windows-1252", "€", NULL);
    expect("EUC_KR", "\xB0\xA1", "CP949", "가", NULL);
    expect("koi8-r", "\xC1", "KOI8-R", "а", NULL);
    expect("ISO-2022-JP", "\x1B$BI=\x1B(B", "ISO-2022-JP", "表", NULL);
    expect("",
           "\x1B$)Ca\x0E"
           "0!\x0F",
           "ISO-2022-KR", "a가", "text/charset");
    // A set to shift to, and no shift: those are the bytes.
    expect("", "a\x1B$)Cb", "UTF-8", "a\x1B$)Cb", NULL);
    expect("windows-1258", "abc", "Windows-1258", "abc", NULL);
    expect("windows-1258", "a\xCC", "Windows-1258", "à", NULL);
    expect("big5", "only ASCII", "BIG5-HKSCS", "only ASCII", NULL);
    (void)state;
}

static void test_refused(void **state) {
    static const char *const disproved[] = {"UTF-16", "utf_16le",  "UTF-32", "UCS-2",   "ucs4",
                                            "UTF-7",  "EBCDIC-US", "CP037",  "IBM-1047"};
    static const char *const unknown[] = {"UTF-8//TRANSLIT",
                                          "KOI8-R//IGNORE",
                                          "/etc/passwd",
                                          "ISO646-SE",
                                          "ISO646-FR",
                                          "WCHAR_T//",
                                          "MIK",
                                          "UTF-8,UTF-16",
                                          "utf-8 utf8",
                                          "x-",
                                          "-",
                                          "ISO-8859-"};
    for (size_t i = 0; i < sizeof disproved / sizeof disproved[0]; i++)
        expect(disproved[i], "B+3 ä", "UTF-8", "B+3 ä", "text/contradicted");
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        expect(unknown[i], "[B+3] ä", "UTF-8", "[B+3] ä", "text/charset");
        expect(unknown[i], "[B+3] \xE4", "Windows-1252", "[B+3] ä", "text/charset");
    }
    (void)state;
}

// All of GB2312 comes back from HZ, a row of it at a time.
static void test_hz(void **state) {
    int whole = 0;
    for (int row = 0x21; row <= 0x77; row++) {
        char pairs[200], text[1024], again[1024];
        size_t length = 0, bad = 0;
        pairs[length++] = '~';
        pairs[length++] = '{';
        for (int cell = 0x21; cell <= 0x7E; cell++) {
            pairs[length++] = (char)row;
            pairs[length++] = (char)cell;
        }
        pairs[length++] = '~';
        pairs[length++] = '}';
        assert_true(kf_hz_is_in((kf_text){pairs, length}));
        size_t count = read_hz((kf_text){pairs, length}, text, &bad);
        kf_arena *arena = kf_arena_new();
        kf_buffer out = {.arena = arena};
        bool is_whole = bad == 0 && kf_hz_put(&out, (kf_text){text, count});
        if (is_whole)
            assert_int_equal(count, read_hz(kf_buffer_text(&out), again, &bad));
        if (is_whole)
            assert_memory_equal(text, again, count);
        whole += is_whole;
        kf_arena_free(arena);
    }
    assert_true(whole > 70); // the others have gaps
    assert_false(kf_hz_is_in(KF_TEXT("a ~~{0WFe~}")));
    assert_false(kf_hz_is_in(KF_TEXT("~{0WF~} and ~{no")));
    assert_false(kf_hz_is_in(KF_TEXT("~{~} ~")));
    (void)state;
}

// A byte of the file does not depend on what was asked for before: what was decoded up to one place
// serves the next. Signs of ASCII stand where their bytes do.
static void test_places(void **state) {
    static const char *const names[] = {"KOI8-R",      "Shift_JIS",    "GB18030",   "EUC-KR",
                                        "ISO-2022-JP", "ISO-2022-KR",  "CP1255",    "CP1258",
                                        "TCVN",        "EUC-JISX0213", "BIG5-HKSCS"};
    static const char piece[] =
        "\xC2\xE5\xD0\0\xFF\xA4\xF2\xE9\xCC\x1B$B0l\x1B(B;B[aa]C[x\x0E!!\x0F";
    char bytes[9000] = "(;C[";
    (void)state;
    for (size_t i = 4; i + sizeof piece < sizeof bytes; i += sizeof piece - 1 - i % 3)
        memcpy(bytes + i, piece, sizeof piece);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        kf_reading how = {.format = kf_format_named("sgf"), .charset = names[n]};
        kf_record *record = kf_format_read(bytes, sizeof bytes, NULL, &how, NULL);
        assert_non_null(record);
        const kf_source *source = record->source;
        static uint64_t places[3 * sizeof bytes];
        size_t length = source->text.length;
        assert_true(source->map != NULL && length < 3 * sizeof bytes);
        for (size_t i = length; i-- > 0;)
            places[i] = kf_source_byte_of(source, i);
        for (size_t i = 0; i < length; i++)
            if (source->text.data[i] == ';' || source->text.data[i] == '[')
                assert_int_equal(source->bytes.data[places[i]], source->text.data[i]);
        for (size_t i = 0; i < length; i++)
            assert_int_equal(kf_source_byte_of(source, i), places[i]);
        for (size_t i = 0, at = 0; i < 1000; i++, at = (at * 31 + 7) % length)
            assert_int_equal(kf_source_byte_of(source, at), places[at]);
        kf_record_free(record);
    }
}

// The text of one byte or two from 80 on, by iconv; "": some is no letter.
static void convert(iconv_t converter, const unsigned char *bytes, size_t length, char made[16]) {
    char *in = (char *)(uintptr_t)bytes, *out = made;
    size_t left = length, room = 15;
    iconv(converter, NULL, NULL, NULL, NULL);
    iconv(converter, &in, &left, &out, &room);
    iconv(converter, NULL, NULL, &out, &room);
    made[left == 0 ? 15 - room : 0] = '\0';
}

// The tables are what iconv makes of the bytes, alone and, where a set is decoded by its table, of
// each two side by side.
static void test_bytes(void **state) {
    int count = 0, joined = 0;
    for (size_t i = 0; i < ROWS; i++) {
        const uint16_t *letters = kf_bytes_of(rows[i].name);
        const bool is_alone = kf_bytes_alone(rows[i].name) != NULL;
        if (letters == NULL)
            continue;
        iconv_t converter = iconv_open("UTF-8", rows[i].name);
        assert_true(converter != (iconv_t)-1);
        for (size_t k = 0; k < (size_t)KF_BYTES_HIGH * (KF_BYTES_HIGH + 1); k++) {
            const size_t first = k % KF_BYTES_HIGH, second = k / KF_BYTES_HIGH;
            const unsigned char bytes[2] = {(unsigned char)(first + 0x80),
                                            (unsigned char)(second + 0x7F)};
            char made[16], text[16] = "";
            size_t length = second == 0 ? 1 : 2, done = 0;
            bool is_whole = letters[first] != 0 && (length == 1 || letters[second - 1] != 0);
            if (length == 2 && !is_alone)
                break;
            convert(converter, bytes, length, made);
            if (is_whole)
                done = kf_text_put_code_point(text, letters[first]);
            if (is_whole && length == 2)
                kf_text_put_code_point(text + done, letters[second - 1]);
            if (strcmp(made, text) != 0)
                fail_msg("%s: %02X %02X", rows[i].name, bytes[0], length == 2 ? bytes[1] : 0);
        }
        iconv_close(converter);
        count++;
        joined += !is_alone;
    }
    assert_int_equal(count, 35);
    assert_int_equal(joined, 2);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames), cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_names),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_hz),     cmocka_unit_test(test_places),
        cmocka_unit_test(test_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
