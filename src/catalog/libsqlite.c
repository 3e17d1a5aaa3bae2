// SPDX-License-Identifier: MIT
// Loads SQLite when it is needed.
//
// One command in forty keeps catalogues; the others should not pay for loading the library at each
// start.

#include "catalog/catalog.h"

#include "base/log.h"

#ifdef KIFU_HAVE_SQLITE

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#define CALL(name)                                                                                 \
    { "sqlite3_" #name, offsetof(sqlite3_api_routines, name) }

// Of the table only what is called here.
static const struct {
    const char *name;
    size_t at; // in sqlite3_api_routines
} calls[] = {CALL(bind_blob64),
             CALL(bind_int),
             CALL(bind_int64),
             CALL(bind_null),
             CALL(bind_pointer),
             CALL(bind_text),
             CALL(busy_timeout),
             CALL(close),
             CALL(column_blob),
             CALL(column_bytes),
             CALL(column_int),
             CALL(column_int64),
             CALL(column_text),
             CALL(db_readonly),
             CALL(errmsg),
             CALL(exec),
             CALL(extended_result_codes),
             CALL(file_control),
             CALL(finalize),
             CALL(get_autocommit),
             CALL(last_insert_rowid),
             CALL(open),
             CALL(open_v2),
             CALL(prepare_v2),
             CALL(prepare_v3),
             CALL(reset),
             CALL(step),
             CALL(vfs_find),
             CALL(vfs_register),
             CALL(vfs_unregister)};

// It stays loaded: what SQLite sets up in a process is never given back.
static bool load(sqlite3_api_routines *table) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    memset(table, 0, sizeof *table);
    for (size_t i = 0; library != NULL && i < sizeof calls / sizeof *calls; i++) {
        void *call = dlsym(library, calls[i].name);
        if (call == NULL)
            return false;
        // The only way from an object to a function that POSIX knows of.
        memcpy((char *)table + calls[i].at, &call, sizeof call);
    }
    return library != NULL;
}

bool kf_libsqlite_load(sqlite3_api_routines *table, kf_log *log) {
    errno = 0;
    bool is_loaded = load(table);
    if (!is_loaded && errno == ENOMEM)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (!is_loaded)
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
                   "SQLite's library is missing or too old (on Debian the package libsqlite3-0)");
    return is_loaded;
}

#endif
