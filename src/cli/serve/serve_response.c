// SPDX-License-Identifier: MIT
// What is said to one request: it is refused, sent to the same address without its token, or
// answered, and the answer is kept for the next client.

#include "cli/serve/serve.h"

#ifdef KIFU_HAVE_MICROHTTPD

#include <microhttpd.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <kifu/page.h>

#include "base/crc.h"
#include "base/zip.h"

// KEPT answers are kept while their files stay as they are, with KEPT_BYTES in memory in all, and
// those of files that were just changed for FRESH milliseconds. More than SENT_BYTES are not held
// for clients that are slow to take them. BLOCK bytes of a file are read at once for them.
enum {
    KEPT = 32,
    KEPT_BYTES = 16 * 1024 * 1024,
    FRESH = 1000,
    SENT_BYTES = 32 * 1024 * 1024,
    BLOCK = 32 * 1024,
    PIECES = 128
};

// What one or several clients are being sent.
typedef struct answer {
    kf_serve serve;
    uint64_t *sent;   // where the bytes in memory are counted
    kf_serve_job job; // while it waits for a search
} answer;

// An answer that is kept for the next client who asks for the same.
typedef struct kept {
    struct MHD_Response *response; // NULL: this place is free
    kf_serve_key key;
    unsigned status;
    uint64_t size, bytes; // of all of it, and in memory
    uint64_t used;        // when, counted in answers
    int64_t until;        // INT64_MAX, or when it must be made anew
} kept;

struct kf_serve_responses {
    const kf_serve_plan *plan;
    kf_serve_queue *queue; // of searches, or NULL
    kf_serve_index *index; // of folders, or NULL
    kept kept[KEPT];
    uint64_t turn, sent;
};

// ---- Headers ----

// What every answer says, the refusals too: to run nothing but the page's own script, to stand in
// no frame, to be read by no other site, and to be taken for nothing but what it says it is.
static const char *const headers[][2] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

enum { HEADERS = sizeof headers / sizeof *headers, POLICY = 1024 };

static void write_policy(char policy[POLICY], const char *own) {
    snprintf(policy, POLICY, "%s; frame-ancestors 'none'",
             own != NULL ? own : kf_page_policy(true));
}

static bool add_headers(struct MHD_Response *response, const char *type, const char *own) {
    char policy[POLICY];
    write_policy(policy, own);
    bool is_good = MHD_add_response_header(response, "Content-Type", type) == MHD_YES &&
                   MHD_add_response_header(response, "Content-Security-Policy", policy) == MHD_YES;
    for (size_t i = 0; i < HEADERS; i++)
        is_good =
            is_good && MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
    return is_good;
}

// The answer to what is no request, with the same headers.
size_t kf_serve_response_plain(char plain[KF_SERVE_PLAIN], unsigned status) {
    char policy[POLICY];
    const char *reason = kf_serve_head_reason(status);
    write_policy(policy, NULL);
    int length = snprintf(plain, KF_SERVE_PLAIN,
                          "HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Length: %zu\r\n"
                          "Content-Type: text/plain; charset=utf-8\r\n"
                          "Content-Security-Policy: %s\r\n",
                          status, reason, strlen(reason) + 2, policy);
    for (size_t i = 0; i < HEADERS; i++)
        length += snprintf(plain + length, KF_SERVE_PLAIN - (size_t)length, "%s: %s\r\n",
                           headers[i][0], headers[i][1]);
    length += snprintf(plain + length, KF_SERVE_PLAIN - (size_t)length, "\r\n%s.\n", reason);
    return (size_t)length;
}

// ---- Short answers ----

static enum MHD_Result queue(struct MHD_Connection *connection, kf_serve_client *client,
                             unsigned status, struct MHD_Response *response) {
    kf_serve_client_answer(client, 0, kf_serve_client_now());
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

// NULL: no memory.
static struct MHD_Response *words(const char *text) {
    struct MHD_Response *response = MHD_create_response_from_buffer(
        strlen(text), (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);
    if (response == NULL || add_headers(response, "text/plain; charset=utf-8", NULL))
        return response;
    MHD_destroy_response(response);
    return NULL;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, kf_serve_client *client,
                              kf_serve_verdict verdict) {
    static const struct {
        unsigned status;
        const char *text, *name, *value;
    } refusals[] = {
        [KF_SERVE_METHOD] = {MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.\n",
                             "Allow", "GET, HEAD"},
        [KF_SERVE_FOREIGN] = {MHD_HTTP_FORBIDDEN,
                              "Only this machine's own pages and programs are answered.\n", NULL,
                              NULL},
        [KF_SERVE_UNKNOWN] = {MHD_HTTP_UNAUTHORIZED,
                              "Open the address that 'kifu serve' printed: it has the token.\n",
                              "WWW-Authenticate", "Bearer realm=\"kifu\""},
    };
    struct MHD_Response *response = words(refusals[verdict].text);
    if (response == NULL)
        return MHD_NO;
    if (refusals[verdict].name != NULL)
        MHD_add_response_header(response, refusals[verdict].name, refusals[verdict].value);
    return queue(connection, client, refusals[verdict].status, response);
}

static enum MHD_Result refuse_busy(struct MHD_Connection *connection, kf_serve_client *client) {
    struct MHD_Response *response = words("Too much is under way to others.\n");
    if (response == NULL)
        return MHD_NO;
    MHD_add_response_header(response, "Retry-After", "1");
    return queue(connection, client, MHD_HTTP_SERVICE_UNAVAILABLE, response);
}

// The token moves from the address, where people would pass it on, into a cookie. Only an address
// of ours is led back to: `//name` would be another machine's.
static enum MHD_Result send_clean(const kf_serve_responses *r, struct MHD_Connection *connection,
                                  kf_serve_client *client, const kf_serve *question) {
    char room[KF_SERVE_PATH + 1], cookie[KF_SERVE_GUARD_COOKIE + KF_SERVE_GUARD_TOKEN + 64];
    const kf_serve_guard *guard = &r->plan->guard;
    bool is_ours = kf_serve_path_decode(question->address, room);
    struct MHD_Response *response = words(is_ours ? "" : "There is nothing here.\n");
    if (response == NULL)
        return MHD_NO;
    if (!is_ours)
        return queue(connection, client, MHD_HTTP_NOT_FOUND, response);
    bool has_place = question->at != NULL && kf_serve_is_place(question->at);
    snprintf(room, sizeof room, "%s%s%s%s", has_place ? "/draw" : "", question->address,
             has_place                 ? "?at="
             : question->wants_picture ? "?picture=1"
                                       : "",
             has_place ? question->at : "");
    snprintf(cookie, sizeof cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", guard->cookie,
             guard->token);
    MHD_add_response_header(response, "Location", room);
    if (guard->token[0] != '\0')
        MHD_add_response_header(response, "Set-Cookie", cookie);
    return queue(connection, client, MHD_HTTP_SEE_OTHER, response);
}

// ---- Long answers ----

static void free_answer(void *what) {
    answer *a = what;
    *a->sent -= a->serve.body.text.length;
    kf_arena_free(a->serve.arena);
    free(a);
}

static ssize_t read_answer(void *what, uint64_t at, char *to, size_t most) {
    const answer *a = what;
    long length = kf_serve_body_read(&a->serve.body, at, to, most);
    return length > 0 ? length : MHD_CONTENT_READER_END_WITH_ERROR;
}

// What stands in memory is sent from where it stands; only a file is read in between.
static struct MHD_Response *response_of(answer *a) {
    const kf_serve_body *body = &a->serve.body;
    struct MHD_IoVec pieces[PIECES];
    unsigned count = 0;
    kf_text text = kf_buffer_text(&body->text), piece;
    pieces[count++] = (struct MHD_IoVec){text.data, text.length};
    for (size_t i = 0; body->has_script && (piece = kf_page_piece(i)).data != NULL; i++, count++)
        if (count < PIECES)
            pieces[count] = (struct MHD_IoVec){piece.data, piece.length};
    if (body->file < 0 && count <= PIECES)
        return MHD_create_response_from_iovec(pieces, count, free_answer, a);
    return MHD_create_response_from_callback(kf_serve_body_size(body), BLOCK, read_answer, a,
                                             free_answer);
}

// Takes the answer; NULL: no memory.
static struct MHD_Response *finish(answer *a) {
    struct MHD_Response *response = response_of(a);
    if (response == NULL) {
        free_answer(a);
        return NULL;
    }
    bool is_good = add_headers(response, a->serve.type, a->serve.policy) &&
                   (!a->serve.is_packed ||
                    MHD_add_response_header(response, "Content-Encoding", "gzip") == MHD_YES) &&
                   (a->serve.location == NULL ||
                    MHD_add_response_header(response, "Location", a->serve.location) == MHD_YES);
    if (is_good)
        return response;
    MHD_destroy_response(response);
    return NULL;
}

// ---- Packing ----

// The whole text of the answer, packed, with the frame of gzip (RFC 1952) around it.
static void pack(void *context) {
    enum { HEAD = 10, FOOT = 8 };
    static const char head[HEAD] = {0x1F, (char)0x8B, 8, 0, 0, 0, 0, 0, 0, (char)0xFF};
    kf_serve *serve = context;
    kf_serve_body *body = &serve->body;
    kf_buffer all = {.arena = serve->arena}, out = all;
    kf_text piece;
    size_t length;
    kf_buffer_add_text(&all, kf_buffer_text(&body->text));
    for (size_t i = 0; body->has_script && (piece = kf_page_piece(i)).data != NULL; i++)
        kf_buffer_add_text(&all, piece);
    const char *packed = kf_zip_deflate(serve->arena, kf_buffer_text(&all), &length);
    if (packed == NULL)
        return;
    uint32_t ends[] = {kf_crc(kf_buffer_text(&all)), (uint32_t)all.length};
    kf_buffer_add(&out, head, HEAD);
    kf_buffer_add(&out, packed, length);
    for (int i = 0; i < FOOT; i++)
        kf_buffer_add_char(&out, (char)(ends[i / 4] >> i % 4 * 8 & 255));
    body->text = out;
    body->has_script = false;
    serve->is_packed = true;
}

// What is long and in memory goes out packed, to who takes that. Without memory for it, as it is.
static void pack_answer(kf_serve *serve) {
    enum { SHORT = 1024 };
    if (serve->may_pack && serve->body.file < 0 && serve->body.text.length >= SHORT)
        (void)!kf_arena_try(serve->arena, pack, serve);
}

// ---- Kept answers ----

static void drop(kept *k) {
    if (k->response != NULL)
        MHD_destroy_response(k->response);
    *k = (kept){.response = NULL};
}

static bool is_same(const kf_serve_key *a, const kf_serve_key *b) {
    return a->device == b->device && a->file == b->file && a->size == b->size &&
           a->modified == b->modified && a->changed == b->changed &&
           a->is_picture == b->is_picture && a->is_packed == b->is_packed &&
           strcmp(a->at, b->at) == 0;
}

static kept *find_kept(kf_serve_responses *r, const kf_serve_key *key) {
    int64_t now = kf_serve_client_now();
    for (size_t i = 0; i < KEPT; i++) {
        kept *k = &r->kept[i];
        if (k->response != NULL && is_same(&k->key, key) && k->until > now) {
            k->used = ++r->turn;
            return k;
        }
    }
    return NULL;
}

// The answer that nobody asked for longest; NULL: none is kept.
static kept *oldest_of(kf_serve_responses *r) {
    kept *oldest = NULL;
    for (kept *k = r->kept; k < r->kept + KEPT; k++)
        if (k->response != NULL && (oldest == NULL || k->used < oldest->used))
            oldest = k;
    return oldest;
}

static kept *place_for(kf_serve_responses *r, uint64_t bytes) {
    uint64_t all = bytes;
    kept *oldest;
    for (size_t i = 0; i < KEPT; i++)
        all += r->kept[i].bytes;
    while (all > KEPT_BYTES && (oldest = oldest_of(r)) != NULL) {
        all -= oldest->bytes;
        drop(oldest);
    }
    for (kept *k = r->kept; k < r->kept + KEPT; k++)
        if (k->response == NULL)
            return k;
    oldest = oldest_of(r);
    drop(oldest);
    return oldest;
}

static int64_t wall_clock(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// A file that was changed a moment ago may be changed again without a new date: then its answer is
// kept for a moment only. False: it is not kept, and the response stays the caller's.
static bool keep(kf_serve_responses *r, const kf_serve *serve, struct MHD_Response *response) {
    const kf_serve_key *key = &serve->key;
    uint64_t bytes = serve->body.text.length;
    if (!kf_serve_has_key(serve) || bytes > KEPT_BYTES)
        return false;
    int64_t changed = key->modified > key->changed ? key->modified : key->changed;
    bool is_settled = wall_clock() - changed / 1000000 > FRESH;
    *place_for(r, bytes) = (kept){
        .response = response,
        .key = *key,
        .status = serve->status,
        .size = kf_serve_body_size(&serve->body),
        .bytes = bytes,
        .used = ++r->turn,
        .until = is_settled ? INT64_MAX : kf_serve_client_now() + FRESH,
    };
    return true;
}

// ---- One request ----

static enum MHD_Result send_kept(struct MHD_Connection *connection, kf_serve_client *client,
                                 const kept *k) {
    kf_serve_client_answer(client, k->size, kf_serve_client_now());
    return MHD_queue_response(connection, k->status, k->response);
}

// Takes the answer, which is made.
static enum MHD_Result send_made(kf_serve_responses *r, struct MHD_Connection *connection,
                                 kf_serve_client *client, answer *a) {
    const kf_serve *serve = &a->serve;
    bool is_busy = r->sent > 0 && r->sent + serve->body.text.length > SENT_BYTES;
    r->sent += serve->body.text.length;
    if (is_busy) {
        free_answer(a);
        return refuse_busy(connection, client);
    }
    struct MHD_Response *response = finish(a);
    if (response == NULL)
        return MHD_NO;
    bool is_kept = keep(r, serve, response);
    kf_serve_client_answer(client, kf_serve_body_size(&serve->body), kf_serve_client_now());
    enum MHD_Result result = MHD_queue_response(connection, serve->status, response);
    if (!is_kept)
        MHD_destroy_response(response);
    return result;
}

// NULL: no memory.
static answer *begin_answer(kf_serve_responses *r, const kf_serve *question) {
    answer *a = malloc(sizeof *a);
    if (a == NULL)
        return NULL;
    *a = (answer){.serve = *question, .sent = &r->sent};
    a->serve.arena = kf_arena_new();
    if (a->serve.arena != NULL)
        return a;
    free(a);
    return NULL;
}

static enum MHD_Result send_answer(kf_serve_responses *r, struct MHD_Connection *connection,
                                   kf_serve_client *client, const kf_serve *question) {
    answer *a = begin_answer(r, question);
    if (a == NULL)
        return MHD_NO;
    kf_serve_find(&a->serve);
    a->serve.key.is_packed = a->serve.may_pack;
    const kept *k = kf_serve_has_key(&a->serve) ? find_kept(r, &a->serve.key) : NULL;
    if (k == NULL) {
        kf_serve_answer(&a->serve);
        pack_answer(&a->serve);
        return send_made(r, connection, client, a);
    }
    free_answer(a);
    return send_kept(connection, client, k);
}

// ---- Searches ----

// The parameters are libmicrohttpd's, and stay while the connection waits.
static enum MHD_Result add_field(void *context, enum MHD_ValueKind kind, const char *name,
                                 const char *value) {
    kf_serve *serve = context;
    (void)kind;
    if (serve->field_count < KF_SERVE_FIELDS)
        serve->fields[serve->field_count] = (kf_serve_field){name, value != NULL ? value : ""};
    serve->field_count++;
    return serve->field_count <= KF_SERVE_FIELDS ? MHD_YES : MHD_NO;
}

static answer *take_answer(kf_serve_client *client) {
    answer *a = (answer *)((char *)client->job - offsetof(answer, job));
    client->job = NULL;
    return a;
}

void kf_serve_response_forget(kf_serve_client *client) {
    if (client->job == NULL)
        return;
    answer *a = take_answer(client);
    kf_arena_free(a->serve.arena);
    free(a);
}

// A search takes its time: the connection waits for it, and then comes here again.
static enum MHD_Result send_search(kf_serve_responses *r, struct MHD_Connection *connection,
                                   kf_serve_client *client, const kf_serve *question) {
    if (client->job != NULL)
        return send_made(r, connection, client, take_answer(client));
    answer *a = begin_answer(r, question);
    if (a == NULL)
        return MHD_NO;
    if (kf_serve_search_at_once(&a->serve))
        return send_made(r, connection, client, a);
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_field, &a->serve);
    a->job = (kf_serve_job){.serve = &a->serve, .socket = client->socket, .waiter = connection};
    client->job = &a->job;
    kf_serve_client_hold(client, kf_serve_client_now());
    MHD_suspend_connection(connection);
    kf_serve_queue_give(r->queue, &a->job);
    return MHD_YES;
}

kf_serve_queue *kf_serve_response_queue(const kf_serve_responses *r) {
    return r->queue;
}

void kf_serve_response_resume(kf_serve_responses *r) {
    kf_serve_job *job;
    while (r->queue != NULL && (job = kf_serve_queue_take(r->queue)) != NULL)
        MHD_resume_connection(job->waiter);
}

// ---- Any request ----

static kf_serve_asker asker_of(struct MHD_Connection *connection, const char *method) {
    kf_serve_asker asker = {.method = method};
    const struct {
        const char *name, **value;
    } headers[] = {{"Host", &asker.host},
                   {"Origin", &asker.origin},
                   {"Sec-Fetch-Site", &asker.site},
                   {"Cookie", &asker.cookie},
                   {"Authorization", &asker.authorization}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        *headers[i].value =
            MHD_lookup_connection_value(connection, MHD_HEADER_KIND, headers[i].name);
    asker.token = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
    return asker;
}

// `/draw/PATH?at=PLACE` is the picture of a place of the record at `/PATH`.
static void find_place(struct MHD_Connection *connection, kf_serve *question) {
    static const char prefix[] = "/draw/";
    const char *at = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "at");
    if (at == NULL || strncmp(question->address, prefix, sizeof prefix - 1) != 0)
        return;
    question->at = at;
    question->address += sizeof prefix - 2;
    question->wants_picture = true;
}

// Whether the client takes gzip; `gzip;q=0` says that it does not.
static bool takes_gzip(struct MHD_Connection *connection) {
    const char *said = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    const char *at = said != NULL ? strstr(said, "gzip") : NULL;
    return at != NULL && strncmp(at + 4, ";q=0", 4) != 0;
}

bool kf_serve_response(kf_serve_responses *r, struct MHD_Connection *connection,
                       kf_serve_client *client, const kf_serve_request *request) {
    kf_serve question = {.catalog = r->plan->catalog,
                         .folder = r->plan->folder,
                         .title = r->plan->title,
                         .address = request->address,
                         .index = r->index,
                         .may_pack = takes_gzip(connection)};
    question.list = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "list");
    question.stamp = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "stamp");
    question.wants_picture =
        MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "picture") != NULL;
    find_place(connection, &question);
    if (client->job != NULL)
        return send_search(r, connection, client, &question) == MHD_YES;
    kf_serve_asker asker = asker_of(connection, request->method);
    kf_serve_verdict verdict = kf_serve_guard_check(&r->plan->guard, &asker);
    if (verdict == KF_SERVE_PASS && r->queue != NULL)
        return send_search(r, connection, client, &question) == MHD_YES;
    if (verdict == KF_SERVE_PASS)
        return send_answer(r, connection, client, &question) == MHD_YES;
    if (verdict == KF_SERVE_CLEAN)
        return send_clean(r, connection, client, &question) == MHD_YES;
    return refuse(connection, client, verdict) == MHD_YES;
}

kf_serve_responses *kf_serve_response_new(const kf_serve_plan *plan) {
    kf_serve_responses *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->plan = plan;
    r->queue = plan->catalog != NULL ? kf_serve_queue_new() : NULL;
    r->index = kf_serve_index_new();
    if (plan->catalog == NULL || r->queue != NULL)
        return r;
    kf_serve_index_free(r->index);
    free(r);
    return NULL;
}

void kf_serve_response_free(kf_serve_responses *r) {
    for (size_t i = 0; r != NULL && i < KEPT; i++)
        drop(&r->kept[i]);
    if (r != NULL)
        kf_serve_queue_free(r->queue);
    if (r != NULL)
        kf_serve_index_free(r->index);
    free(r);
}

#endif
