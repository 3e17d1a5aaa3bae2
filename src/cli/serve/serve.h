// SPDX-License-Identifier: MIT
// A folder of records in a browser.

#ifndef KF_CLI_SERVE_SERVE_H
#define KF_CLI_SERVE_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <kifu/page.h>

#include "base/buffer.h"
#include "cli/frame/cli.h"

/* ---- serve_body.c ------------------------------------------------------------------ ---- */

// The body of an answer: made text, the file of a record inside it, and the page's script.

// Where a piece of the file begins, and where what is made of it begins in the answer.
typedef struct kf_serve_mark {
    uint64_t from, at;
} kf_serve_mark;

// A body is never whole in memory when it holds a large record: its file is read again, piece by
// piece, for every part that a client has room for.
typedef struct kf_serve_body {
    kf_buffer text;       // what was made
    size_t split;         // where in it the file belongs
    int file;             // -1: there is none
    kf_serve_mark *marks; // one for each piece of the file, and one for its end
    size_t count, capacity;
    bool has_script; // the page's script follows
} kf_serve_body;

// An empty body; what belongs to it is given back with the arena.
void kf_serve_body_begin(kf_serve_body *body, kf_arena *arena);
// A kf_sink that adds to the text.
bool kf_serve_body_add(void *body, const void *bytes, size_t length);
// Puts the file's bytes from `from` on, which are UTF-8, at this point, as the inside of a JSON
// string. The file stays the caller's, and open while the body is used. False: it cannot be read.
bool kf_serve_body_add_file(kf_serve_body *body, int file, uint64_t from);
// How many bytes the whole body has.
uint64_t kf_serve_body_size(const kf_serve_body *body);
// Copies at most `most` bytes from the place `at` on. -1: the file is no longer what it was.
long kf_serve_body_read(const kf_serve_body *body, uint64_t at, char *to, size_t most);

/* ---- serve.c ----------------------------------------------------------------------- ---- */

// What a server of records answers: pages of folders and records, and small pictures.

enum { KF_SERVE_AT = 64 }; // bytes of a place, with its NUL

// Which state of which file an answer was made of: while it is the same, so is the answer.
typedef struct kf_serve_key {
    uint64_t device, file, size;
    int64_t modified, changed; // in nanoseconds
    bool is_picture, is_packed;
    char at[KF_SERVE_AT]; // the place that is drawn, or empty
} kf_serve_key;

// A parameter of a question, as it stands in the address.
typedef struct kf_serve_field {
    const char *name, *value;
} kf_serve_field;

enum { KF_SERVE_FIELDS = 40 };

// A question, and what is answered. All that the answer needs lives in the arena.
typedef struct kf_serve {
    const char *catalog; // the file that is searched; NULL: a folder is shown
    int folder;          // open; nothing outside of it is ever read
    const char *title;   // of the folder itself
    const char *address; // as it stands in the request, without its query
    bool wants_picture;  // of a record, instead of its page
    const char *at;      // of this place, as `--at` names it; NULL: a small one
    const char *list;    // only the list of a folder is asked for, from this number on; or NULL
    const char *stamp;   // and only if it is no longer what has this stamp; or NULL
    struct kf_serve_index *index; // of folders; NULL: nothing is remembered
    kf_serve_field fields[KF_SERVE_FIELDS];
    size_t field_count; // above KF_SERVE_FIELDS: there were more
    kf_arena *arena;
    // What the address names; -1: nothing that is shown.
    int file;
    bool is_folder;
    char *path;
    kf_serve_key key;
    // The answer.
    unsigned status;      // 200, 301, 404 or 500
    const char *type;     // of the body
    const char *location; // of 301: where it is instead
    const char *policy;   // what the page may load, NULL: what a page of records may
    kf_serve_body body;
    bool may_pack;  // the client takes gzip
    bool is_packed; // and gets it
} kf_serve;

// Whether a place may stand in an address: letters, digits and dots, and not too many.
bool kf_serve_is_place(const char *at);
// Finds what the address names. The arena is fresh, and its protected call is made here.
void kf_serve_find(kf_serve *serve);
// Whether the answer is made of one file alone, whose state is then in `key`.
bool kf_serve_has_key(const kf_serve *serve);
// Answers; what goes wrong is an answer too.
void kf_serve_answer(kf_serve *serve);

// For those who answer: plain text, and the page of a record. Both in a protected call.
void kf_serve_refuse(kf_serve *serve, unsigned status, const char *text);
void kf_serve_show(kf_serve *serve, const kf_record *record, const kf_page_head *head,
                   const char *name, const char *at);
// The answer when there is no memory for another.
void kf_serve_fail(kf_serve *serve);

/* ---- serve_index.c ----------------------------------------------------------------- ---- */

// The list of a folder: what stands in its records, read once and again when a file has changed.

typedef struct kf_serve_index kf_serve_index;

// NULL: no memory.
kf_serve_index *kf_serve_index_new(void);
void kf_serve_index_free(kf_serve_index *index);
// Answers with the list of the open folder, in a protected call.
void kf_serve_index_answer(kf_serve *serve, const char *title, bool has_up);
// Answers with a file of the page of lists. False: the address names none.
bool kf_serve_index_file(kf_serve *serve);

/* ---- serve_client.c ---------------------------------------------------------------- ---- */

// The connections of a server and how long each may take, in all: not since its last byte.

// How many connections may be open. Above that the newest is let in and another one is cut.
enum { KF_SERVE_CLIENTS = 256 };

// A connection: it waits for a request to be whole, or is being answered.
typedef struct kf_serve_client {
    struct kf_serve_client *before, *after;
    int socket;
    bool is_answered, is_cut;
    bool is_inside;           // libmicrohttpd has the socket
    bool is_refused;          // it was told so, and may hang up
    int64_t since, until;     // in milliseconds, of any clock that only goes on
    size_t taken;             // bytes of the request's body, which nobody reads
    struct kf_serve_job *job; // that its answer waits for, or NULL
} kf_serve_client;

// All of them, in a ring with this head.
typedef struct kf_serve_clients {
    kf_serve_client head;
    unsigned count; // without those that were cut
} kf_serve_clients;

// The time for all of these.
int64_t kf_serve_client_now(void);
void kf_serve_client_begin(kf_serve_clients *clients);
// A new connection. NULL: no memory.
kf_serve_client *kf_serve_client_add(kf_serve_clients *clients, int socket, int64_t now);
void kf_serve_client_remove(kf_serve_clients *clients, kf_serve_client *client);
// The client may send its next request now.
void kf_serve_client_wait(kf_serve_client *client, int64_t now);
// The client gets so many bytes now.
void kf_serve_client_answer(kf_serve_client *client, uint64_t size, int64_t now);
// The client waits for a search, for as long as that takes.
void kf_serve_client_hold(kf_serve_client *client, int64_t now);
// The client was refused, and has a moment to notice.
void kf_serve_client_dismiss(kf_serve_client *client, int64_t now);
// The one with that socket.
kf_serve_client *kf_serve_client_find(kf_serve_clients *clients, int socket);
// Cuts those whose time is over: their sockets are shut, which the server then notices.
void kf_serve_client_expire(kf_serve_clients *clients, int64_t now);

/* ---- serve_guard.c ----------------------------------------------------------------- ---- */

// Who may ask a server of records: this machine's own programs, with the token.

// The longest token, and the room for the cookie's name: kifu- and a port.
enum { KF_SERVE_GUARD_TOKEN = 128, KF_SERVE_GUARD_COOKIE = 16 };

typedef struct kf_serve_guard {
    char token[KF_SERVE_GUARD_TOKEN + 1]; // "": nobody needs one
    // Cookies are the same for all ports of a machine, so the name says which server's it is.
    char cookie[KF_SERVE_GUARD_COOKIE];
} kf_serve_guard;

// What a request says of who asks; NULL where it says nothing.
typedef struct kf_serve_asker {
    const char *method, *host, *origin;
    const char *site;  // Sec-Fetch-Site
    const char *token; // of the query
    const char *cookie, *authorization;
} kf_serve_asker;

typedef enum kf_serve_verdict {
    KF_SERVE_PASS,
    KF_SERVE_CLEAN,   // go to the same address without the token, which the cookie takes over
    KF_SERVE_METHOD,  // this is no way to ask
    KF_SERVE_FOREIGN, // asks for another machine's name, or comes from another site
    KF_SERVE_UNKNOWN  // has no token, or a wrong one
} kf_serve_verdict;

kf_serve_verdict kf_serve_guard_check(const kf_serve_guard *guard, const kf_serve_asker *asker);
// Makes a token that nobody can guess. False: the system gives no random bytes.
bool kf_serve_guard_make(kf_serve_guard *guard);
// Takes a token from the user. False: empty, too long, or with signs that have a meaning in an
// address or a cookie.
bool kf_serve_guard_take(kf_serve_guard *guard, const char *token);

/* ---- serve_daemon.c ---------------------------------------------------------------- ---- */

// The server itself: libmicrohttpd, driven in one thread, around what is answered.

typedef struct kf_serve_plan {
    const char *catalog; // to search, or NULL
    int folder;          // open; that in which the catalogue is
    const char *title;   // of the folder
    int port;            // 0: any that is free
    kf_serve_guard guard;
} kf_serve_plan;

typedef struct kf_serve_daemon kf_serve_daemon;

// Listens on the loopback address. NULL: it cannot, and errno may say why.
kf_serve_daemon *kf_serve_daemon_start(const kf_serve_plan *plan);
int kf_serve_daemon_port(const kf_serve_daemon *daemon);
// Answers until something can be read from `end`.
void kf_serve_daemon_run(kf_serve_daemon *daemon, int end);
void kf_serve_daemon_stop(kf_serve_daemon *daemon);

/* ---- serve_head.c ------------------------------------------------------------------ ---- */

// The head of a request, before libmicrohttpd sees it: whether it is whole, and whether it is one.

// How long a head may be.
enum { KF_SERVE_HEAD = 16 * 1024 };

// Looks at what came until now, at most KF_SERVE_HEAD bytes: 0 when more has to come, 200 when a
// request is there, else the status with which it is refused.
unsigned kf_serve_head_check(kf_text bytes);
// What stands behind such a status.
const char *kf_serve_head_reason(unsigned status);

/* ---- serve_path.c ------------------------------------------------------------------ ---- */

// From the address that a browser asks for to an open file below one folder, and never beside it.

// The longest address that is taken, without its NUL.
enum { KF_SERVE_PATH = 4096 };

// Decodes an address as it stands in the request, without its query: `%41` becomes `A`. False
// when it does not begin with a slash, is too long, has a `%` that begins nothing, or holds what no
// name of ours has: NUL, other control characters, a slash that was hidden behind a `%`, a
// backslash, an empty part, or a part that begins with a dot.
bool kf_serve_path_decode(const char *address, char path[KF_SERVE_PATH + 1]);
// Opens what the decoded path names below the folder, for reading, part by part, and follows no
// link on the way. -1: there is no such thing, or it is neither a file nor a folder.
int kf_serve_path_open(int folder, const char *path, bool *is_folder);
// Writes a name so that it can stand in an address; `address` has room for three bytes of each of
// the name and a NUL. Returns its length.
size_t kf_serve_path_encode(const char *name, char *address);

/* ---- serve_queue.c ----------------------------------------------------------------- ---- */

// Searches, which take their time, one after the other in a thread of their own.

// A question that waits, or its answer.
typedef struct kf_serve_job {
    struct kf_serve_job *next;
    kf_serve *serve;
    int socket;   // of whoever asks: when that is gone, nobody needs the answer
    void *waiter; // what goes on when it is answered
    struct kf_serve_queue *queue;
} kf_serve_job;

typedef struct kf_serve_queue kf_serve_queue;

// NULL: the system has nothing to make it of.
kf_serve_queue *kf_serve_queue_new(void);
// Ends the search under way, and waits for that.
void kf_serve_queue_stop(kf_serve_queue *queue);
void kf_serve_queue_free(kf_serve_queue *queue);
// Readable when there are answers.
int kf_serve_queue_file(const kf_serve_queue *queue);
// Starts the thread. False: it cannot.
bool kf_serve_queue_start(kf_serve_queue *queue);
// The job and its question stay the caller's, and alone while they wait.
void kf_serve_queue_give(kf_serve_queue *queue, kf_serve_job *job);
// The next job that is done, or NULL. After the stop also those that nobody did.
kf_serve_job *kf_serve_queue_take(kf_serve_queue *queue);

/* ---- serve_response.c ----------------------------------------------------------------- ---- */

// What is said to one request, and the answers that are kept.

typedef struct kf_serve_responses kf_serve_responses;

// What is asked; the headers are the connection's.
typedef struct kf_serve_request {
    const char *method, *address;
} kf_serve_request;

struct MHD_Connection;

// The plan stays the caller's. NULL: no memory.
kf_serve_responses *kf_serve_response_new(const kf_serve_plan *plan);
void kf_serve_response_free(kf_serve_responses *replies);
// False: no memory, and the connection is to be closed.
bool kf_serve_response(kf_serve_responses *replies, struct MHD_Connection *connection,
                       kf_serve_client *client, const kf_serve_request *request);
// Gives the answer back that the client waited for, who is gone.
void kf_serve_response_forget(kf_serve_client *client);
// The searches that answers wait for; NULL: there are none, for no catalogue is served.
kf_serve_queue *kf_serve_response_queue(const kf_serve_responses *replies);
// Lets the answers go on for which the searches are done.
void kf_serve_response_resume(kf_serve_responses *replies);

// The room for a whole answer to what is no request.
enum { KF_SERVE_PLAIN = 2048 };

// Writes that answer and returns its length.
size_t kf_serve_response_plain(char plain[KF_SERVE_PLAIN], unsigned status);

/* ---- serve_search.c ---------------------------------------------------------------- ---- */

// What a server of a catalogue answers: the page of the search, what is found, and games.

// Answers what needs no look into the catalogue. False: it needs one.
bool kf_serve_search_at_once(kf_serve *serve);
// Answers the rest; `may_go_on` says whether somebody still waits for it.
void kf_serve_search(kf_serve *serve, bool (*may_go_on)(void *context), void *context);

/* ---- serve_run.c ------------------------------------------------------------------ ---- */

// kifu serve: from the address that is printed to the signal that ends it.

// Serves until it is interrupted; an exit status.
int kf_serve_run(kf_cli *cli, const kf_serve_plan *plan);

#endif
