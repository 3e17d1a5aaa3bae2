// SPDX-License-Identifier: MIT
// The extension `kifu` of PostgreSQL: the search for a pattern in a block of games, beside the
// games.
#include "postgres.h"

#include "fmgr.h"
#include "utils/memutils.h"

#include "catalog/search.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(kifu_scan);
Datum kifu_scan(PG_FUNCTION_ARGS);

// What is kept from one block to the next of a query.
typedef struct kept {
    kf_packed_search search;
    MemoryContextCallback end;
    size_t length;
    char question[FLEXIBLE_ARRAY_MEMBER];
} kept;

static void end_search(void *arena) {
    kf_arena_free(arena);
}

static kept *begin_search(FunctionCallInfo call, const bytea *question) {
    size_t length = VARSIZE_ANY_EXHDR(question);
    kept *k = call->flinfo->fn_extra;
    if (k != NULL && k->length == length && memcmp(k->question, VARDATA_ANY(question), length) == 0)
        return k;
    k = MemoryContextAllocZero(call->flinfo->fn_mcxt, offsetof(kept, question) + length + 1);
    k->length = length;
    memcpy(k->question, VARDATA_ANY(question), length);
    if (!kf_packed_read((const uint8_t *)k->question, length, &k->search.pattern,
                        &k->search.next_moves))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("this is no pattern of this version of kifu")));
    k->search.arena = kf_arena_new();
    if (k->search.arena == NULL)
        ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
    k->search.level = kf_arena_mark(k->search.arena);
    k->end.func = end_search;
    k->end.arg = k->search.arena;
    MemoryContextRegisterResetCallback(call->flinfo->fn_mcxt, &k->end);
    call->flinfo->fn_extra = k;
    return k;
}

typedef struct searching {
    kf_packed_search *search;
    const kf_packed_block *block;
    bool is_good;
} searching;

// Nothing of PostgreSQL is called in here: its errors would leave a protected call of ours.
static void search_block(void *context) {
    searching *s = context;
    s->is_good = kf_packed_block_search(s->search, s->block);
}

static const uint8_t *bytes_of(const bytea *value, size_t *length) {
    *length = VARSIZE_ANY_EXHDR(value);
    return (const uint8_t *)VARDATA_ANY(value);
}

// kifu.scan(question, lines, segment, block, width, height, columns, events)
Datum kifu_scan(PG_FUNCTION_ARGS) {
    kf_packed_block block = {.lines = NULL};
    for (int i = 0; i < 8; i++)
        if (PG_ARGISNULL(i))
            PG_RETURN_NULL();
    block.number = (uint32_t)PG_GETARG_INT32(2) * KF_STORE_ROWS + (uint32_t)PG_GETARG_INT32(3);
    block.lines = bytes_of(PG_GETARG_BYTEA_PP(1), &block.line_length);
    // What is not asked for is not even read from the disk.
    if (!kf_packed_is_asked(block.lines, block.line_length, block.number))
        PG_RETURN_NULL();
    kept *k = begin_search(fcinfo, PG_GETARG_BYTEA_PP(0));
    block.width = PG_GETARG_INT32(4);
    block.height = PG_GETARG_INT32(5);
    block.columns = bytes_of(PG_GETARG_BYTEA_PP(6), &block.column_length);
    block.events = bytes_of(PG_GETARG_BYTEA_PP(7), &block.event_length);
    searching s = {&k->search, &block, false};
    if (!kf_arena_try(k->search.arena, search_block, &s))
        ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
    if (!s.is_good)
        ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("a block of games is damaged")));
    size_t length = k->search.out.length;
    if (length == 0)
        PG_RETURN_NULL();
    bytea *found = palloc(VARHDRSZ + length);
    SET_VARSIZE(found, VARHDRSZ + length);
    memcpy(VARDATA(found), k->search.out.data, length);
    PG_RETURN_BYTEA_P(found);
}
