// SPDX-License-Identifier: MIT
// The checksums of a catalogue's file while several have it open: one moves only a part of the log,
// since a reader needs the rest, and another moves that.

#include "catalog/catalog.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define sqlite3_api (&calls)

static const char *const endings[] = {"", "-wal", "-shm"};

static sqlite3_api_routines calls;

static void expect(bool is_good, const char *what) {
    if (is_good)
        return;
    fprintf(stderr, "guard: %s\n", what);
    exit(1);
}

static void run(sqlite3 *db, const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fprintf(stderr, "guard: %s: %s\n", sql, message);
    expect(message == NULL, "a statement failed");
}

static sqlite3 *open_with(kf_guard *guard, const char *name) {
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, reserve = KF_GUARD_BYTES;
    expect(sqlite3_open_v2(name, &db, flags, kf_guard_name(guard)) == SQLITE_OK, "no file");
    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserve);
    run(db, "PRAGMA page_size = 65536; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    return db;
}

static bool is_whole(const char *name) {
    int file = open(name, O_RDONLY | O_CLOEXEC);
    bool is_good = file >= 0 && kf_guard_is_whole(file);
    close(file);
    return is_good;
}

int main(void) {
    char folder[] = "/tmp/guard-XXXXXX", name[sizeof folder + 16];
    if (!kf_libsqlite_load(&calls, NULL))
        return 77;
    expect(mkdtemp(folder) != NULL, "no folder");
    snprintf(name, sizeof name, "%s/g.kifudb", folder);
    kf_guard *guards[] = {kf_guard_new(&calls), kf_guard_new(&calls), kf_guard_new(&calls)};
    expect(guards[0] != NULL && guards[1] != NULL && guards[2] != NULL, "no memory");
    sqlite3 *one = open_with(guards[0], name);
    run(one, "PRAGMA user_version = 6; CREATE TABLE a (x); PRAGMA wal_checkpoint(TRUNCATE)");
    sqlite3 *reader = open_with(guards[1], name), *other = open_with(guards[2], name);
    run(one, "CREATE TABLE b (x)");
    run(reader, "BEGIN; SELECT count(*) FROM b");
    // The reader needs what comes now; what was before it is moved.
    run(one, "CREATE TABLE c (x); PRAGMA wal_checkpoint(PASSIVE)");
    expect(!is_whole(name), "a mark, and only a part was moved");
    run(reader, "COMMIT");
    run(other, "CREATE TABLE d (x); PRAGMA wal_checkpoint(TRUNCATE)");
    expect(is_whole(name), "no mark, and all was moved");
    // The same again: the mark of the other is cut off.
    run(one, "INSERT INTO b VALUES (1)");
    run(reader, "BEGIN; SELECT count(*) FROM b");
    run(one, "INSERT INTO c VALUES (1); PRAGMA wal_checkpoint(PASSIVE)");
    expect(!is_whole(name), "a mark of another, and only a part was moved");
    run(reader, "COMMIT");
    run(other, "SELECT count(*) FROM d; CREATE TABLE e (x)");
    sqlite3 *const all[] = {reader, other, one};
    for (int i = 0; i < 3; i++)
        sqlite3_close(all[i]);
    expect(is_whole(name), "the file has no mark at its end");
    one = open_with(guards[0], name);
    run(one, "SELECT count(*) FROM a, b, c, d, e");
    sqlite3_close(one);
    for (int i = 0; i < 3; i++) {
        char path[sizeof name + 8];
        snprintf(path, sizeof path, "%s%s", name, endings[i]);
        unlink(path);
        kf_guard_free(guards[i]);
    }
    expect(rmdir(folder) == 0, "something is left");
    return 0;
}
