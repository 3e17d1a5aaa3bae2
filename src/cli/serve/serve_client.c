// SPDX-License-Identifier: MIT
// The connections of a server and how long each may take, in all: not since its last byte.

#include "cli/serve/serve.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// A whole request, from the first byte or the end of the one before, must be there in REQUEST
// milliseconds, and an answer must be taken in ANSWER and one more for every SLOWEST bytes, which
// is 16 KB a second.
enum { REQUEST = 10 * 1000, MOMENT = 1000, ANSWER = 30 * 1000, SLOWEST = 16 };

int64_t kf_serve_client_now(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void kf_serve_client_begin(kf_serve_clients *clients) {
    *clients = (kf_serve_clients){.count = 0};
    clients->head.before = clients->head.after = &clients->head;
}

static void cut(kf_serve_clients *clients, kf_serve_client *client) {
    client->is_cut = true;
    clients->count--;
    shutdown(client->socket, SHUT_RDWR);
}

// Of those that have not asked yet the one that waits longest, else the one that takes longest.
static kf_serve_client *slowest(kf_serve_clients *clients) {
    kf_serve_client *found = NULL;
    for (kf_serve_client *c = clients->head.after; c != &clients->head; c = c->after) {
        bool is_slower = found == NULL || (found->is_answered && !c->is_answered) ||
                         (found->is_answered == c->is_answered && c->since < found->since);
        if (!c->is_cut && is_slower)
            found = c;
    }
    return found;
}

kf_serve_client *kf_serve_client_add(kf_serve_clients *clients, int socket, int64_t now) {
    kf_serve_client *client = malloc(sizeof *client);
    if (client == NULL)
        return NULL;
    kf_serve_client *last = clients->count >= KF_SERVE_CLIENTS ? slowest(clients) : NULL;
    if (last != NULL)
        cut(clients, last);
    *client = (kf_serve_client){
        .before = clients->head.before, .after = &clients->head, .socket = socket};
    client->before->after = client->after->before = client;
    clients->count++;
    kf_serve_client_wait(client, now);
    return client;
}

void kf_serve_client_remove(kf_serve_clients *clients, kf_serve_client *client) {
    client->before->after = client->after;
    client->after->before = client->before;
    clients->count -= !client->is_cut;
    free(client);
}

void kf_serve_client_wait(kf_serve_client *client, int64_t now) {
    client->is_answered = false;
    client->taken = 0;
    client->since = now;
    client->until = now + REQUEST;
}

void kf_serve_client_answer(kf_serve_client *client, uint64_t size, int64_t now) {
    client->is_answered = true;
    client->since = now;
    client->until = now + ANSWER + (int64_t)(size / SLOWEST);
}

void kf_serve_client_hold(kf_serve_client *client, int64_t now) {
    client->is_answered = true;
    client->since = now;
    client->until = INT64_MAX;
}

void kf_serve_client_dismiss(kf_serve_client *client, int64_t now) {
    client->is_refused = true;
    client->since = now;
    client->until = now + MOMENT;
}

kf_serve_client *kf_serve_client_find(kf_serve_clients *clients, int socket) {
    for (kf_serve_client *c = clients->head.after; c != &clients->head; c = c->after)
        if (c->socket == socket)
            return c;
    return NULL;
}

void kf_serve_client_expire(kf_serve_clients *clients, int64_t now) {
    for (kf_serve_client *c = clients->head.after; c != &clients->head; c = c->after)
        if (!c->is_cut && c->until < now)
            cut(clients, c);
}
