// SPDX-License-Identifier: MIT
// Cuts texts into words by the tokenizer of SQLite's full text.

#include "catalog/postgres/postgres.h"

#ifdef KIFU_HAVE_POSTGRESQL

#include <stdlib.h>
#include <string.h>

#define sqlite3_api (&tokens->calls)

// FTS5 keeps so much of a word and no more.
enum { LONGEST = 32768 };

struct kf_tokens {
    sqlite3_api_routines calls;
    sqlite3 *db;
    fts5_tokenizer way;
    Fts5Tokenizer *cutter;
    char *words;
    size_t length, room;
};

// The way to FTS5's own functions that its documentation gives (fts5.html, section 7).
static fts5_api *find_api(const kf_tokens *tokens) {
    fts5_api *api = NULL;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(tokens->db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

kf_tokens *kf_tokens_new(void) {
    // As in the schema of the file.
    const char *options[] = {"remove_diacritics", "2"};
    void *context = NULL;
    kf_tokens *tokens = calloc(1, sizeof *tokens);
    if (tokens == NULL)
        return NULL;
    bool is_loaded = kf_libsqlite_load(&tokens->calls, NULL);
    bool is_good = is_loaded && sqlite3_open(":memory:", &tokens->db) == SQLITE_OK;
    fts5_api *api = is_good ? find_api(tokens) : NULL;
    if (api != NULL && api->xFindTokenizer(api, "unicode61", &context, &tokens->way) == SQLITE_OK &&
        tokens->way.xCreate(context, options, 2, &tokens->cutter) == SQLITE_OK)
        return tokens;
    kf_tokens_free(tokens);
    return NULL;
}

void kf_tokens_free(kf_tokens *tokens) {
    if (tokens == NULL)
        return;
    if (tokens->cutter != NULL)
        tokens->way.xDelete(tokens->cutter);
    if (tokens->db != NULL)
        sqlite3_close(tokens->db);
    free(tokens->words);
    free(tokens);
}

static int take(void *context, int flags, const char *token, int length, int from, int to) {
    kf_tokens *t = context;
    size_t size = length < LONGEST ? (size_t)length : LONGEST;
    (void)flags, (void)from, (void)to;
    if (t->length + size + 2 > t->room) {
        size_t room = (t->length + size + 2) * 2;
        char *words = realloc(t->words, room);
        if (words == NULL)
            return SQLITE_NOMEM;
        t->words = words;
        t->room = room;
    }
    if (t->length == 0)
        t->words[t->length++] = ' ';
    memcpy(t->words + t->length, token, size);
    t->length += size;
    t->words[t->length++] = ' ';
    return SQLITE_OK;
}

bool kf_tokens_cut(kf_tokens *tokens, kf_text text, kf_text *words) {
    tokens->length = 0;
    int code = tokens->way.xTokenize(tokens->cutter, tokens, FTS5_TOKENIZE_DOCUMENT, text.data,
                                     (int)text.length, take);
    *words = (kf_text){tokens->length > 0 ? tokens->words : "", tokens->length};
    return code == SQLITE_OK;
}

#endif
