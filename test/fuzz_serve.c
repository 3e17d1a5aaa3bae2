// SPDX-License-Identifier: MIT
// Any bytes as a request to the server, and any bytes as the file that it asks for: nothing
// crashes, nobody gets in without the token, nothing outside of the folder is shown, and a body is
// as long as it says and the same wherever one begins to read.
//
// An input is a request, an empty line, and a record; one that begins with no request is a record.

#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/serve/serve.h"

#define TOKEN  "a-token"
#define SECRET "not-to-be-shown"

enum { LONGEST = 8192, WINDOW = 777 };

// The folder that is served, made once; `root` is the one around it.
typedef struct place {
    char root[64];
    int folder;
    bool knows_secret; // the input may say it itself, as the list of games then does
} place;

static place here = {.folder = -1};

// ---- The folder ----

static void write_file(const char *name, const void *bytes, size_t length) {
    int file = openat(here.folder, name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    fuzz_expect(file >= 0 && write(file, bytes, length) == (ssize_t)length, "no file is written");
    close(file);
}

static void write_text(const char *name, const char *text) {
    write_file(name, text, strlen(text));
}

static void remove_folder(void) {
    static const char *const names[] = {"input.sgf", "a\001b.sgf", ".hidden.sgf",  "out.sgf",
                                        "sub/x.sgf", "sub",        "../secret.sgf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (unlinkat(here.folder, names[i], 0) != 0)
            unlinkat(here.folder, names[i], AT_REMOVEDIR);
    char inside[80];
    snprintf(inside, sizeof inside, "%s/in", here.root);
    rmdir(inside);
    rmdir(here.root);
}

static void make_folder(void) {
    static const char game[] = "(;GM[1]FF[4]SZ[9];B[ee])", secret[] = "(;C[" SECRET "])";
    char inside[80];
    snprintf(here.root, sizeof here.root, "/tmp/kifu-fuzz-XXXXXX");
    fuzz_expect(mkdtemp(here.root) != NULL, "no folder");
    snprintf(inside, sizeof inside, "%s/in", here.root);
    fuzz_expect(mkdir(inside, 0700) == 0, "no folder");
    here.folder = open(inside, O_RDONLY | O_DIRECTORY);
    fuzz_expect(here.folder >= 0 && mkdirat(here.folder, "sub", 0700) == 0, "no folder");
    write_text("../secret.sgf", secret);
    write_text(".hidden.sgf", secret);
    write_text("a\001b.sgf", game);
    write_text("sub/x.sgf", game);
    fuzz_expect(symlinkat("../secret.sgf", here.folder, "out.sgf") == 0, "no link");
    atexit(remove_folder);
}

// ---- The request ----

// Takes a line off the front and ends it with NUL; a NUL in it ends it too, as in a C string.
static char *take_line(char **text) {
    char *line = *text;
    size_t length = strcspn(line, "\n");
    *text = line + length + (line[length] == '\n');
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    return line;
}

// The value of a parameter of the query, ended with NUL, or NULL.
static const char *parameter(char *query, const char *name) {
    size_t length = strlen(name);
    for (char *at = query; at != NULL; at = strchr(at, '&')) {
        at += *at == '&';
        if (strncmp(at, name, length) != 0 || (at[length] != '=' && at[length] != '\0'))
            continue;
        char *value = strdup(at[length] == '=' ? at + length + 1 : "");
        fuzz_expect(value != NULL, "no memory");
        value[strcspn(value, "&")] = '\0';
        return value;
    }
    return NULL;
}

static void take_header(kf_serve_asker *asker, const char *line) {
    const struct {
        const char *name, **value;
    } headers[] = {{"Host: ", &asker->host},
                   {"Origin: ", &asker->origin},
                   {"Sec-Fetch-Site: ", &asker->site},
                   {"Cookie: ", &asker->cookie},
                   {"Authorization: ", &asker->authorization}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(line, headers[i].name, strlen(headers[i].name)) == 0)
            *headers[i].value = line + strlen(headers[i].name);
}

// ---- The answer ----

// The script, which is the same in all pages, is looked at only where it ends.
static void expect_body(const kf_serve_body *all, bool shows_input) {
    kf_serve_body without = *all, *body = &without;
    without.has_script = false;
    char last = 0;
    uint64_t size = kf_serve_body_size(all), at = 0;
    fuzz_expect(kf_serve_body_read(all, size, &last, 1) == 0, "a body that goes on");
    fuzz_expect(size == 0 || kf_serve_body_read(all, size - 1, &last, 1) == 1,
                "a body without an end");
    size = kf_serve_body_size(body);
    char *whole = malloc(size + 1), window[WINDOW];
    fuzz_expect(whole != NULL, "no memory");
    while (at < size) {
        long got =
            kf_serve_body_read(body, at, whole + at, size - at < LONGEST ? size - at : LONGEST);
        fuzz_expect(got > 0, "a body that ends early");
        at += (uint64_t)got;
    }
    whole[size] = '\0';
    fuzz_expect(kf_serve_body_read(body, size, window, sizeof window) == 0, "a body that goes on");
    for (at = size / 3; at < size; at += size / 7 + 1) {
        long got = kf_serve_body_read(body, at, window, sizeof window);
        fuzz_expect(got > 0 && memcmp(window, whole + at, (size_t)got) == 0,
                    "a body that differs from itself");
    }
    // No zero byte stands in an answer, so it is a string.
    fuzz_expect(strlen(whole) == size, "a zero byte");
    fuzz_expect(shows_input || here.knows_secret || strstr(whole, SECRET) == NULL,
                "a secret is shown");
    free(whole);
}

static void ask(const kf_serve *question) {
    kf_serve serve = *question;
    serve.arena = kf_arena_new();
    if (serve.arena == NULL)
        return;
    kf_serve_find(&serve);
    kf_serve_answer(&serve);
    fuzz_expect(serve.status == 200 || serve.status == 301 || serve.status == 404 ||
                    serve.status == 413 || serve.status == 500,
                "a status of its own");
    fuzz_expect((serve.location != NULL) == (serve.status == 301), "a place without a reason");
    fuzz_expect(serve.location == NULL || (serve.location[0] == '/' && serve.location[1] != '/'),
                "a place elsewhere");
    expect_body(&serve.body, strncmp(question->address, "/input", 6) == 0);
    kf_arena_free(serve.arena);
}

// ---- A file inside a body ----

typedef struct inside {
    const uint8_t *data;
    size_t length;
    kf_arena *arena;
} inside;

static bool keep(void *buffer, const void *bytes, size_t length) {
    kf_buffer_add(buffer, bytes, length);
    return true;
}

// What is read out of the file is what would be written of its text at once.
static void stream(void *context) {
    const inside *i = context;
    kf_text text = {(const char *)i->data, i->length};
    kf_buffer wanted = {.arena = i->arena};
    kf_serve_body body;
    kf_serve_body_begin(&body, i->arena);
    kf_serve_body_add(&body, "<", 1);
    int file = openat(here.folder, "input.sgf", O_RDONLY);
    fuzz_expect(file >= 0 && kf_serve_body_add_file(&body, file, 0), "the file cannot be read");
    kf_serve_body_add(&body, ">", 1);
    kf_buffer_add(&wanted, "<", 1);
    kf_json_escape(keep, &wanted, text, true);
    kf_buffer_add(&wanted, ">", 1);
    fuzz_expect(kf_serve_body_size(&body) == wanted.length, "a file of another length");
    char window[WINDOW];
    for (size_t at = 0; at < wanted.length;) {
        long got = kf_serve_body_read(&body, at, window, sizeof window);
        fuzz_expect(got > 0 && memcmp(window, wanted.data + at, (size_t)got) == 0,
                    "a file that is sent otherwise");
        at += (size_t)got;
    }
    expect_body(&body, true);
    close(file);
}

static void stream_input(const uint8_t *data, size_t size) {
    inside i = {data, size, kf_arena_new()};
    if (i.arena == NULL || !kf_text_is_utf8((kf_text){(const char *)data, size}, NULL)) {
        kf_arena_free(i.arena);
        return;
    }
    kf_arena_try(i.arena, stream, &i);
    kf_arena_free(i.arena);
}

// ---- A head ----

// More bytes never change what was said of a head.
static void judge_pieces(const uint8_t *data, size_t size) {
    size_t most = size < KF_SERVE_HEAD ? size : KF_SERVE_HEAD;
    unsigned whole = kf_serve_head_check((kf_text){(const char *)data, most});
    fuzz_expect(whole == 0 || kf_serve_head_reason(whole) != NULL, "a refusal without a reason");
    fuzz_expect(whole != 0 || most < KF_SERVE_HEAD, "a full head that is not decided");
    for (size_t length = 0; length < most; length += 1 + most / 32) {
        uint8_t *piece = malloc(length + 1); // of that size, so that a sanitizer sees its end
        fuzz_expect(piece != NULL, "no memory");
        memcpy(piece, data, length);
        unsigned part = kf_serve_head_check((kf_text){(const char *)piece, length});
        fuzz_expect(part == 0 || part == whole, "a head that is judged anew");
        free(piece);
    }
}

// ---- One input ----

static void answer_request(char *text, const char *all) {
    const kf_serve_guard guard = {.token = TOKEN, .cookie = "kifu-1"};
    char *line = take_line(&text), *space = strchr(line, ' ');
    if (space != NULL)
        *space = '\0';
    char *address = space != NULL ? space + 1 : line, *query = strchr(address, '?');
    kf_serve_asker asker = {.method = line};
    if (query != NULL)
        *query++ = '\0';
    const char *picture = parameter(query, "picture");
    asker.token = parameter(query, "token");
    while (*text != '\0' && *text != '\n')
        take_header(&asker, take_line(&text));
    kf_serve question = {.folder = here.folder,
                         .title = "folder",
                         .address = address,
                         .wants_picture = picture != NULL};
    kf_serve_verdict verdict = kf_serve_guard_check(&guard, &asker);
    if (verdict == KF_SERVE_PASS || verdict == KF_SERVE_CLEAN)
        fuzz_expect(strstr(all, TOKEN) != NULL, "let in without the token");
    if (verdict == KF_SERVE_CLEAN)
        fuzz_expect(asker.token != NULL && strcmp(asker.token, TOKEN) == 0, "another token");
    ask(&question); // whoever asks
    free((char *)(uintptr_t)picture);
    free((char *)(uintptr_t)asker.token);
}

// Where the record begins, behind the first empty line.
static size_t head_length(const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 1 < size; i++)
        if (data[i] == '\n' && data[i + 1] == '\n')
            return i + 2;
    return size;
}

// Whether the letters of the secret stand in the bytes in their order, in whatever character set.
static bool may_hold_secret(const uint8_t *data, size_t size) {
    static const char secret[] = SECRET;
    size_t met = 0;
    for (size_t i = 0; i < size && secret[met] != '\0'; i++)
        met += data[i] == (uint8_t)secret[met];
    return secret[met] == '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char usual[] = "GET /input.sgf?picture\nHost: localhost\n";
    bool is_request =
        size > 0 && data[0] >= 'A' && data[0] <= 'Z' && memchr(data, '/', size) != NULL;
    size_t head = is_request ? head_length(data, size) : 0;
    if (here.folder < 0)
        make_folder();
    write_file("input.sgf", data + head, size - head);
    here.knows_secret = may_hold_secret(data, size);
    size_t length = is_request ? head : sizeof usual - 1;
    char *text = malloc(length + 1), *all = malloc(length + 1);
    fuzz_expect(text != NULL && all != NULL, "no memory");
    memcpy(text, is_request ? (const char *)data : usual, length);
    text[length] = '\0';
    memcpy(all, text, length + 1);
    answer_request(text, all);
    if (is_request || size == 0)
        ask(&(kf_serve){.folder = here.folder, .title = "folder", .address = "/"});
    else
        ask(&(kf_serve){.folder = here.folder, .title = "folder", .address = "/input.sgf"});
    stream_input(data + head, size - head);
    judge_pieces(data, size);
    free(text);
    free(all);
    return 0;
}
