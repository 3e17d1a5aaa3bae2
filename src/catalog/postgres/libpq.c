// SPDX-License-Identifier: MIT
// Loads PostgreSQL's client library when it is needed.
//
// One command in forty asks servers; the others should not pay for loading the library at each
// start.

#include "catalog/postgres/postgres.h"

#ifdef KIFU_HAVE_POSTGRESQL

#include <dlfcn.h>
#include <string.h>

#include "base/log.h"

#define CALL(member, name)                                                                         \
    { name, offsetof(kf_libpq, member) }

static const struct {
    const char *name;
    size_t at; // in kf_libpq
} calls[] = {CALL(connect, "PQconnectdbParams"),
             CALL(parse, "PQconninfoParse"),
             CALL(free_options, "PQconninfoFree"),
             CALL(finish, "PQfinish"),
             CALL(status, "PQstatus"),
             CALL(transaction, "PQtransactionStatus"),
             CALL(version, "PQserverVersion"),
             CALL(message, "PQerrorMessage"),
             CALL(set_notices, "PQsetNoticeProcessor"),
             CALL(prepare, "PQprepare"),
             CALL(ask, "PQexecPrepared"),
             CALL(run, "PQexec"),
             CALL(put_copy, "PQputCopyData"),
             CALL(end_copy, "PQputCopyEnd"),
             CALL(next, "PQgetResult"),
             CALL(result_status, "PQresultStatus"),
             CALL(result_field, "PQresultErrorField"),
             CALL(rows, "PQntuples"),
             CALL(value, "PQgetvalue"),
             CALL(length, "PQgetlength"),
             CALL(is_null, "PQgetisnull"),
             CALL(clear, "PQclear"),
             CALL(free, "PQfreemem"),
             CALL(quote, "PQescapeLiteral")};

bool kf_libpq_load(kf_libpq *pq, kf_log *log) {
    memset(pq, 0, sizeof *pq);
    pq->handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    bool is_good = pq->handle != NULL;
    for (size_t i = 0; is_good && i < sizeof calls / sizeof *calls; i++) {
        void *call = dlsym(pq->handle, calls[i].name);
        // The only way from an object to a function that POSIX knows of.
        memcpy((char *)pq + calls[i].at, &call, sizeof call);
        is_good = call != NULL;
    }
    if (!is_good) {
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "PostgreSQL's client library is missing (on Debian the package libpq5)");
        kf_libpq_unload(pq);
    }
    return is_good;
}

void kf_libpq_unload(kf_libpq *pq) {
    if (pq->handle != NULL)
        dlclose(pq->handle);
    pq->handle = NULL;
}

#endif
