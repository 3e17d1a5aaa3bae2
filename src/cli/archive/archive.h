// SPDX-License-Identifier: MIT
// Archives as input and output: what kifu and kifu-archive say to each other, and the members as
// files.

#ifndef KF_CLI_ARCHIVE_H
#define KF_CLI_ARCHIVE_H

#include "base/buffer.h"
#include "cli/frame/cli.h"

// What kifu-archive writes to standard output: pieces, each with its kind and the length of what
// follows, in the bytes of this machine.
typedef enum kf_archive_kind {
    KF_ARCHIVE_NAME = 1, // of a member, which begins; empty: the file is one text, packed
    KF_ARCHIVE_DATA,     // of the member
    KF_ARCHIVE_ERROR,    // why the rest of the member cannot be had
    KF_ARCHIVE_FAULT,    // why something of the archive cannot be had
    KF_ARCHIVE_END,      // of the archive
    KF_ARCHIVE_SIZE      // of the member, eight bytes: only for what is packed, behind its name
} kf_archive_kind;

typedef struct kf_archive_piece {
    uint32_t kind, length;
} kf_archive_piece;

// The longest piece.
enum { KF_ARCHIVE_PIECE = 64 * 1024 };
// What may come out of an archive: so many bytes, and beyond what is easy so many times its own
// size. Text shrinks to a fifth or tenth.
enum { KF_ARCHIVE_MOST = 1 << 30, KF_ARCHIVE_EASY = 64 << 20, KF_ARCHIVE_RATIO = 200 };

/* ---- archive.c --------------------------------------------------- doc/spec/archives.md ---- */

// Whether the file begins as an archive or a packed file does.
bool kf_archive_is(const char *name);
// Whether the name ends as those of archives and packed files do.
bool kf_archive_is_named(const char *name);
// Adds a name of a member: bytes that are control characters or no UTF-8 come out as %41.
void kf_archive_put_name(kf_buffer *out, kf_text name);
// Unpacks the records of an archive into a file without a name, and calls `add` for each, with its
// name and how many bytes of that a folder of outputs does not repeat. `member` NULL: all of them,
// else the one of that name. What cannot be had is reported.
void kf_archive_list(kf_cli *cli, const char *name, const char *member, size_t prefix,
                     void (*add)(void *context, const char *name, size_t prefix), void *context);
// What of a name is the path of an archive in which the rest is a member; 0: nothing.
size_t kf_archive_path(const char *name);

/* ---- pack.c ------------------------------------------------------ doc/spec/archives.md ---- */

// Runs the command. Where it writes many files and its output is to be an archive, by its name, the
// files are packed. Returns the exit status.
int kf_pack_run(kf_cli *cli);

/* ---- clear.c ----------------------------------------------------- doc/spec/archives.md ---- */

// Removes a folder with all that is in it, as far as that is allowed. Follows no links, takes no
// memory, and changes the current folder while it works.
void kf_clear_folder(const char *path);

/* ---- member.c ---------------------------------------------------- doc/spec/archives.md ---- */

// A member that was unpacked: a piece of a file without a name.
typedef struct kf_member {
    const char *name;
    int file;
    uint64_t begin, length;
    uint64_t at;     // how much of it was read
    bool is_wrapped; // taken out of a text, whose other words are left out
} kf_member;

// The file that takes what is unpacked, made once for a command; NULL: it cannot be made.
FILE *kf_member_spool(kf_cli *cli);
// Notes a member. False: there is one of that name.
bool kf_member_note(kf_cli *cli, const kf_member *member);
// How many were noted so far.
size_t kf_member_count(const kf_cli *cli);
// Whether the member of that name is among the first `count` that were noted.
bool kf_member_is_among(const kf_cli *cli, const char *name, size_t count);
// The member of that name, to be read from its beginning; NULL: it is none.
kf_member *kf_member_find(const kf_cli *cli, const char *name);
// The same, to be read piece by piece: whoever finds it meanwhile does not wind it back.
kf_member *kf_member_open(const kf_cli *cli, const char *name);
// A kf_supply; the context is the member.
size_t kf_member_supply(void *what, void *room, size_t size);
// Reads the beginning of the member, or without one of the file of that name. Returns its length,
// 0 where it cannot be read.
size_t kf_member_front(const kf_member *member, const char *name, char *room, size_t size);
// All bytes, in the arena of the command. False: the log says why.
bool kf_member_bytes(kf_cli *cli, kf_member *member, kf_text *bytes);

/* ---- wrapped.c --------------------------------------------------- doc/spec/extract.md ---- */

// Where a file is a letter, a page or another text that holds records, takes them out of it: what
// is read under its name are the records of the first notation that is found there, on the lines
// where they stand. Files that are records as a whole stay what they are. "-": standard input,
// which is kept in a file without a name when it begins as a text does. True: something was taken.
bool kf_wrapped_note(kf_cli *cli, const char *name);
// Whether there is any record in the file.
bool kf_wrapped_holds(kf_cli *cli, const char *name);
// Whether its records cannot be changed where they stand, in a page, a coded or quoted letter or a
// string of JSON. That is reported.
bool kf_wrapped_hides(kf_cli *cli, const char *name);
// Whether a file in a folder has the ending of a letter, a page or another text.
bool kf_wrapped_is_named(const char *name);

#endif
