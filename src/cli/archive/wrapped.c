// SPDX-License-Identifier: MIT
// Letters, web pages and other texts as input: the records in them are read as if they stood alone.

#include "cli/archive/archive.h"

#include <kifu/extract.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/charset/choice.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/frame/again.h"
#include "cli/print/print.h"

// FRONT is as much as those look at who recognise a notation.
enum { LARGEST = 64 << 20, MOST = 1 << 30, HEAD = 16384, FRONT = 65536 };

static const char *ending_of(const char *name) {
    const char *slash = strrchr(name, '/');
    return strrchr(slash != NULL ? slash : name, '.');
}

// Whether the name is that of a table, of data or of a program, which may have games in strings.
static bool may_be_data(const char *name) {
    static const char *const endings[] = {".jsonl", ".ndjson", ".csv", ".xml", ".js", ".sql"};
    const char *dot = ending_of(name);
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (kf_text_equal_fold(kf_text_of(dot), kf_text_of(endings[i])))
            return true;
    return false;
}

// Whether the name may be that of a text: those of records are not looked into.
static bool may_be_text(const char *name) {
    static const char *const endings[] = {".txt",  ".text", ".html", ".htm", ".xhtml", ".eml",
                                          ".mail", ".mbox", ".msg",  ".md",  ".davar", ".json"};
    const char *dot = ending_of(name);
    if (dot == NULL)
        return strcmp(name, "-") != 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (kf_text_equal_fold(kf_text_of(dot), kf_text_of(endings[i])))
            return true;
    return may_be_data(name);
}

// Whether a bracket behind a capital is escaped, as those of games are in forums.
static bool has_escaped(kf_text text) {
    const char *end = text.data + text.length;
    for (const char *p = text.data; (p = memchr(p, '&', (size_t)(end - p))) != NULL; p++) {
        kf_text sign = {p, (size_t)(end - p)};
        if (p > text.data && p[-1] >= 'A' && p[-1] <= 'Z' &&
            (kf_text_starts(sign, KF_TEXT("&#91;")) || kf_text_starts(sign, KF_TEXT("&amp;#91;"))))
            return true;
    }
    return false;
}

// Whether the text says itself that it is a page or a coded letter.
static bool is_coded(kf_text bytes) {
    static const char *const marks[] = {"<html",
                                        "<!doctype",
                                        "<body",
                                        "<table",
                                        "<td",
                                        "<pre",
                                        "<p>",
                                        "<br",
                                        "<div",
                                        "<textarea",
                                        "<script",
                                        "content-transfer-encoding: quoted-printable",
                                        "content-transfer-encoding: base64"};
    kf_text head = kf_text_cut(bytes, 0, HEAD);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (kf_text_has_fold(head, marks[i]))
            return true;
    return has_escaped(head);
}

// The same, or it has quoted lines.
static bool says_so(kf_text bytes) {
    kf_text rest = kf_text_cut(bytes, 0, HEAD), line;
    if (is_coded(bytes))
        return true;
    while (kf_text_line(&rest, &line))
        if (kf_text_starts(line, KF_TEXT("> ")) || kf_text_starts(line, KF_TEXT(">>")))
            return true;
    return false;
}

static size_t first_line(kf_text bytes) {
    kf_text line;
    size_t number = 1;
    while (kf_text_line(&bytes, &line) && kf_text_trim(line).length == 0)
        number++;
    return number;
}

// Whether the record stood in a string of JSON, as far as the text may be that.
static bool is_json(kf_text bytes, const kf_extract_item *item) {
    kf_text text = kf_text_trim(bytes);
    return text.length > 0 && (text.data[0] == '{' || text.data[0] == '[') &&
           strcmp(kf_format_name(item->format), "sgf") == 0;
}

// Whether the records are better taken out than read as they stand.
static bool is_wrapped(const kf_extract *extract, kf_text bytes, const char *name) {
    kf_extract_item item;
    const kf_format *guess = kf_format_guess(bytes.data, bytes.length, name);
    const char *notation = guess != NULL ? kf_format_name(guess) : "ascii";
    if (!kf_extract_at(extract, 0, &item))
        return false;
    bool is_inside = item.line > first_line(bytes);
    kf_text text = kf_text_trim(kf_text_cut(bytes, 0, HEAD));
    bool is_sgf = strcmp(notation, "sgf") == 0;
    bool is_game = is_sgf && text.length > 0 && text.data[0] == '('; // whatever its comments say
    if (is_json(bytes, &item))
        return true;
    if (may_be_data(name))
        return is_sgf && !is_game;
    if (says_so(bytes))
        return is_inside || !is_game;
    if (strcmp(notation, "ishi") == 0)
        return is_inside;
    return strcmp(notation, "ascii") == 0 && strcmp(kf_format_name(item.format), "ascii") != 0;
}

static void close_extract(void *extract) {
    kf_extract_free(extract);
}

// Adds a text that begins on that line, without empty lines where they say nothing: a page has them
// between all rows of a table.
static void add_on_line(kf_buffer *out, const kf_extract_item *item, size_t *line) {
    bool is_table = strcmp(kf_format_name(item->format), "davar") == 0;
    kf_text rest = item->text, piece;
    for (; *line < item->line; ++*line)
        kf_buffer_add_char(out, '\n');
    while (kf_text_line(&rest, &piece)) {
        if (is_table && kf_text_trim(piece).length == 0)
            continue;
        kf_buffer_add_text(out, piece);
        kf_buffer_add_char(out, '\n');
        ++*line;
    }
}

static void free_record(void *record) {
    kf_record_free(record);
}

static bool add_bytes(void *file, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, file) == length;
}

// Adds a table or board as a game of SGF: their notations have one game in a file. What is wrong
// with it is reported now.
static void add_game(kf_cli *cli, const char *name, const kf_extract_item *item, FILE *out) {
    kf_buffer text = {.arena = cli->arena};
    kf_reading how = cli->reading;
    size_t line = item->line;
    add_on_line(&text, item, &line);
    how.lines_before = item->line - 1;
    how.format = item->format;
    how.charset = "UTF-8";
    void **slot = kf_arena_slot(cli->arena, free_record);
    kf_record *record = *slot = kf_format_read(text.data, text.length, name, &how, cli->log);
    if (record != NULL)
        kf_format_write(record, kf_format_named("sgf"), NULL, add_bytes, out, cli->log);
    kf_report_entries(cli);
    *slot = NULL;
    kf_record_free(record);
    kf_arena_release(cli->arena, text.data);
}

static bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

// Whether a game of SGF has a stone: B, W, AB or AW. What is quoted where a page explains the
// notation often has none.
static bool has_stone(kf_text text) {
    for (size_t i = 2; i < text.length; i++) {
        bool is_colour =
            text.data[i] == '[' && (text.data[i - 1] == 'B' || text.data[i - 1] == 'W');
        bool is_setup =
            is_colour && i > 2 && text.data[i - 2] == 'A' && !is_capital(text.data[i - 3]);
        if (is_setup || (is_colour && !is_capital(text.data[i - 2])))
            return true;
    }
    return false;
}

// The record whose notation the text is read in: a game of SGF with stones, or one of Ishi, says
// more than a board that is typed before it.
static kf_extract_item main_item(const kf_extract *extract) {
    static const char *const notations[] = {"sgf", "ishi"};
    kf_extract_item item = {.line = 0};
    for (size_t i = 0; i < sizeof notations / sizeof *notations; i++)
        for (size_t k = 0; kf_extract_at(extract, k, &item); k++)
            if (strcmp(kf_format_name(item.format), notations[i]) == 0 &&
                (i > 0 || has_stone(item.text)))
                return item;
    kf_extract_at(extract, 0, &item);
    return item;
}

// Puts the items of the main one's notation where members of archives are, each on its line.
// Returns how many are of another.
static size_t put_all(kf_cli *cli, const char *name, const kf_extract *extract, FILE *spool) {
    static const char mark[] = "\xEF\xBB\xBF"; // says that it is UTF-8, whatever is in it
    kf_extract_item first = main_item(extract), item;
    size_t line = 1, others = 0, count = 0;
    kf_buffer out = {.arena = cli->arena};
    for (size_t i = 0; kf_extract_at(extract, i, &item); i++)
        count += item.format == first.format;
    const char *notation = kf_format_name(first.format);
    bool is_one = count > 1 && strcmp(notation, "sgf") != 0 && strcmp(notation, "ishi") != 0;
    for (size_t i = 0; kf_extract_at(extract, i, &item); i++) {
        others += item.format != first.format;
        if (item.format == first.format && is_one)
            add_game(cli, name, &item, spool);
        else if (item.format == first.format)
            add_on_line(&out, &item, &line);
    }
    kf_text text = kf_buffer_text(&out);
    if (!kf_choice_is_ascii(text))
        fwrite(mark, 1, sizeof mark - 1, spool);
    fwrite(text.data, 1, text.length, spool);
    kf_arena_release(cli->arena, out.data);
    return others;
}

static void take_out(kf_cli *cli, const char *name, const kf_extract *extract) {
    FILE *spool = kf_member_spool(cli);
    kf_extract_item first = main_item(extract);
    bool is_open = spool != NULL && fseeko(spool, 0, SEEK_END) == 0;
    off_t begin = is_open ? ftello(spool) : -1;
    size_t others = is_open ? put_all(cli, name, extract, spool) : 0;
    if (!is_open || fflush(spool) != 0 || ferror(spool)) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot keep '%.200s': %s", name,
                   strerror(errno));
    } else {
        kf_member member = {
            .name = name, .file = fileno(spool), .begin = (uint64_t)begin, .is_wrapped = true};
        member.length = (uint64_t)(ftello(spool) - begin);
        kf_member_note(cli, &member);
    }
    if (others > 0)
        kf_log_add(cli->log, KF_INPUT_WRAPPED, (kf_place){0},
                   "'%.200s': what is not in %s is left out: %zu more; 'kifu extract' lists all",
                   name, kf_format_title(first.format), others);
    kf_report_entries(cli);
}

// Looks for records in the text. True: they were taken out of it.
static bool look_into(kf_cli *cli, const char *name, kf_text bytes) {
    bool is_taken = false;
    void **slot = kf_arena_slot(cli->arena, close_extract);
    kf_extract *extract = *slot =
        kf_extract_new(bytes.data, bytes.length, name, &cli->reading, NULL);
    if (extract == NULL) {
        kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_report_entries(cli);
    } else if (is_wrapped(extract, bytes, name)) {
        take_out(cli, name, extract);
        is_taken = true;
    }
    *slot = NULL;
    kf_extract_free(extract);
    return is_taken;
}

// ---- Standard input ----

// Games of SGF are read as they come in, from their first parenthesis on; so is what is no text.
static bool begins_as_text(FILE *in) {
    int c = getc(in);
    if (c != EOF)
        ungetc(c, in);
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || c == '<' || c == '>' || c == '-' || c == '{';
}

// Keeps all of standard input as a member that is to have its name. False: that was not possible.
// What is too long to be looked into is of use only where its beginning is that of a record, and as
// long as something in it goes on being one.
static bool keep_input(kf_cli *cli, kf_member *member) {
    char *block = kf_arena_alloc(cli->arena, FRONT);
    const uint64_t least = LARGEST, wanted = cli->reading.limits.junk;
    const uint64_t junk = wanted > least ? wanted : least; // who reads it looks more closely
    uint64_t behind = 0; // the last piece in which there was a record
    bool is_record = false;
    FILE *spool = kf_member_spool(cli);
    if (spool == NULL || fseeko(spool, 0, SEEK_END) != 0)
        return false;
    off_t begin = ftello(spool);
    *member = (kf_member){.name = "-", .file = fileno(spool), .begin = (uint64_t)begin};
    for (size_t got = 1; got > 0 && member->length - behind <= junk &&
                         member->length < (is_record ? MOST : LARGEST + FRONT);
         member->length += got) {
        got = fread(block, 1, FRONT, cli->in);
        bool is_known =
            (is_record || member->length == 0) && kf_format_guess(block, got, "") != NULL;
        is_record = is_record || is_known;
        behind = is_known ? member->length + got : behind;
        if (fwrite(block, 1, got, spool) != got)
            return false;
    }
    if (is_record && member->length - behind > junk)
        kf_log_add(
            cli->log, KF_PROGRAM_SIZE, (kf_place){0},
            "more than %llu bytes from standard input belong to no game, and the rest is not "
            "read; '--max-junk=N' lets more through",
            (unsigned long long)junk);
    else if (member->length >= MOST)
        kf_log_add(cli->log, KF_PROGRAM_SIZE, (kf_place){0},
                   "more than 1 GiB comes from standard input, and the rest is not read");
    else if (ferror(cli->in))
        kf_again_report(cli);
    kf_report_entries(cli);
    return fflush(spool) == 0;
}

static bool note_input(kf_cli *cli) {
    kf_member member;
    kf_text bytes;
    kf_again_greet(cli);
    kf_input_note(cli, "-");
    if (!begins_as_text(cli->in))
        return false;
    if (!keep_input(cli, &member)) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot keep standard input: %s",
                   strerror(errno));
        return false;
    }
    bool is_taken = false;
    if (member.length <= LARGEST && kf_member_bytes(cli, &member, &bytes)) {
        is_taken = look_into(cli, "-", bytes);
        kf_arena_release(cli->arena, (void *)(uintptr_t)bytes.data);
    }
    member.at = 0;
    if (!is_taken)
        kf_member_note(cli, &member);
    return is_taken;
}

bool kf_wrapped_is_named(const char *name) {
    const char *slash = strrchr(name, '/');
    return strchr(slash != NULL ? slash : name, '.') != NULL && may_be_text(name);
}

// The bytes of a file that may be looked into. False: it may not, or who reads it says why.
static bool read_text(kf_cli *cli, const char *name, kf_text *bytes) {
    struct stat status;
    *bytes = (kf_text){NULL, 0};
    if (may_be_text(name) && stat(name, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= LARGEST)
        bytes->data = kf_file_read(cli->arena, name, &bytes->length, NULL);
    return bytes->data != NULL;
}

bool kf_wrapped_holds(kf_cli *cli, const char *name) {
    kf_text bytes;
    kf_extract_item item;
    if (!read_text(cli, name, &bytes))
        return false;
    void **slot = kf_arena_slot(cli->arena, close_extract);
    kf_extract *extract = *slot =
        kf_extract_new(bytes.data, bytes.length, name, &cli->reading, NULL);
    bool holds = extract != NULL && kf_extract_at(extract, 0, &item);
    *slot = NULL;
    kf_extract_free(extract);
    kf_arena_release(cli->arena, (void *)(uintptr_t)bytes.data);
    return holds;
}

// Whether what was found stands in the text in another spelling: coded, or quoted.
static bool is_hidden(const kf_extract *extract, kf_text bytes, const char *name) {
    kf_extract_item item;
    kf_text rest = bytes, line = {"", 0};
    if (!is_wrapped(extract, bytes, name) || !kf_extract_at(extract, 0, &item))
        return false;
    for (size_t i = 0; i < item.line && kf_text_line(&rest, &line); i++)
        continue;
    return is_coded(bytes) || is_json(bytes, &item) ||
           kf_text_starts(kf_text_trim(line), KF_TEXT(">"));
}

bool kf_wrapped_hides(kf_cli *cli, const char *name) {
    kf_text bytes;
    if (cli->reading.format != NULL || kf_member_find(cli, name) != NULL ||
        !read_text(cli, name, &bytes))
        return false;
    void **slot = kf_arena_slot(cli->arena, close_extract);
    kf_extract *extract = *slot =
        kf_extract_new(bytes.data, bytes.length, name, &cli->reading, NULL);
    bool hides = extract == NULL || is_hidden(extract, bytes, name);
    *slot = NULL;
    kf_extract_free(extract);
    kf_arena_release(cli->arena, (void *)(uintptr_t)bytes.data);
    if (extract == NULL)
        kf_log_add(cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (hides)
        kf_log_add_as(cli->log, KF_ERROR, KF_INPUT_WRAPPED, (kf_place){0},
                      "'%.200s': a fix would break the text in which its records stand; "
                      "'kifu convert' takes them out",
                      name);
    kf_report_entries(cli);
    return hides;
}

bool kf_wrapped_note(kf_cli *cli, const char *name) {
    kf_text bytes;
    if (cli->reading.format != NULL || cli->reading.charset != NULL)
        return false;
    if (strcmp(name, "-") == 0)
        return note_input(cli);
    if (!read_text(cli, name, &bytes))
        return false;
    bool is_taken = look_into(cli, name, bytes);
    kf_arena_release(cli->arena, (void *)(uintptr_t)bytes.data);
    return is_taken;
}
