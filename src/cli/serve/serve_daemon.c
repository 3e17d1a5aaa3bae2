// SPDX-License-Identifier: MIT
// The server itself: libmicrohttpd, driven in one thread, around what is answered.

#include "cli/serve/serve.h"

#ifdef KIFU_HAVE_MICROHTTPD

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// TICK is how often deadlines are looked at, in milliseconds; SILENCE ends a connection on which
// nothing moves, in seconds. BODY bytes of a request are taken and thrown away. SPARE connections
// are those that were cut and not yet cleared away.
enum { TICK = 1000, SILENCE = 15, BODY = 64 * 1024, SPARE = 64 };

struct kf_serve_daemon {
    kf_serve_plan plan;
    struct MHD_Daemon *http;
    int door, events; // the listening socket, and where all that may happen is waited for
    kf_serve_clients clients;
    kf_serve_responses *replies;
};

// ---- Requests ----

// What libmicrohttpd hands over: more than a function of ours may take.
#define REQUEST                                                                                    \
    void *context, struct MHD_Connection *connection, const char *url, const char *method,         \
        const char *version, const char *data, size_t *length, void **state

// libmicrohttpd calls several times: when the head is there, for each piece of a body, and at the
// end. Whoever answers before the end has the connection closed.
// NOLINTNEXTLINE(readability-non-const-parameter): libmicrohttpd's type
static enum MHD_Result handle(REQUEST) {
    kf_serve_daemon *d = context;
    kf_serve_client *client =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    const kf_serve_request request = {.method = method, .address = url};
    (void)version, (void)data;
    if (client == NULL)
        return MHD_NO;
    if (*state == NULL) {
        *state = client;
        // Who sends something is not waited for.
        bool is_asking = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
        return is_asking || kf_serve_response(d->replies, connection, client, &request) ? MHD_YES
                                                                                        : MHD_NO;
    }
    if (*length > 0) {
        client->taken += *length;
        *length = 0;
        return client->taken > BODY ? MHD_NO : MHD_YES;
    }
    return kf_serve_response(d->replies, connection, client, &request) ? MHD_YES : MHD_NO;
}

// ---- Connections ----

// Addresses are decoded by kf_serve_path_decode, which sees what was hidden.
static size_t leave_encoded(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

static void notice_connection(void *context, struct MHD_Connection *connection,
                              void **socket_context, enum MHD_ConnectionNotificationCode what) {
    kf_serve_daemon *d = context;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        int socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *socket_context = kf_serve_client_find(&d->clients, socket);
    } else if (*socket_context != NULL) {
        kf_serve_client_remove(&d->clients, *socket_context);
        *socket_context = NULL;
    }
}

static void notice_end(void *context, struct MHD_Connection *connection, void **state,
                       enum MHD_RequestTerminationCode how) {
    (void)context, (void)connection, (void)how;
    if (*state == NULL)
        return;
    kf_serve_response_forget(*state);
    kf_serve_client_wait(*state, kf_serve_client_now());
}

// ---- The door ----

// The address of this machine for itself.
static struct sockaddr_in loopback(int port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

static bool set_flags(int file) {
    return fcntl(file, F_SETFL, O_NONBLOCK) == 0 && fcntl(file, F_SETFD, FD_CLOEXEC) == 0;
}

// -1: it cannot be opened, and errno says why. A port that another server just left is taken.
static int open_door(int port) {
    struct sockaddr_in address = loopback(port);
    int door = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (door < 0)
        return -1;
    if (set_flags(door) && setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(door, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(door, SOMAXCONN) == 0)
        return door;
    int error = errno;
    close(door);
    errno = error;
    return -1;
}

static bool watch(const kf_serve_daemon *d, int file, uint32_t events, void *what) {
    struct epoll_event event = {.events = events, .data = {.ptr = what}};
    return epoll_ctl(d->events, EPOLL_CTL_ADD, file, &event) == 0;
}

static void close_client(kf_serve_daemon *d, kf_serve_client *client) {
    close(client->socket);
    kf_serve_client_remove(&d->clients, client);
}

static void let_in(kf_serve_daemon *d) {
    for (int i = 0; i < SPARE; i++) {
        int socket = accept(d->door, NULL, NULL);
        if (socket < 0)
            return;
        kf_serve_client *client =
            set_flags(socket) ? kf_serve_client_add(&d->clients, socket, kf_serve_client_now())
                              : NULL;
        // Each time that something comes is told once: what is there stays there to be read.
        if (client != NULL && !watch(d, socket, EPOLLIN | EPOLLRDHUP | EPOLLET, client))
            close_client(d, client);
        else if (client == NULL)
            close(socket);
    }
}

static void hand_over(kf_serve_daemon *d, kf_serve_client *client) {
    struct sockaddr_in address = loopback(0);
    epoll_ctl(d->events, EPOLL_CTL_DEL, client->socket, NULL);
    client->is_inside = true;
    // The socket is libmicrohttpd's now, and closed when that fails.
    if (MHD_add_connection(d->http, client->socket, (struct sockaddr *)&address, sizeof address) !=
            MHD_YES &&
        kf_serve_client_find(&d->clients, client->socket) == client)
        kf_serve_client_remove(&d->clients, client);
}

// Bytes that nobody read would take the answer with them.
static ssize_t drain(const kf_serve_client *client) {
    char bytes[4096];
    ssize_t got;
    for (int i = 0; i < SPARE; i++)
        if ((got = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT)) <= 0)
            return got;
    return 1;
}

static void dismiss(kf_serve_client *client, unsigned status) {
    char plain[KF_SERVE_PLAIN];
    size_t length = kf_serve_response_plain(plain, status);
    drain(client);
    ssize_t sent = send(client->socket, plain, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)sent; // whoever takes less than this is not waited for
    shutdown(client->socket, SHUT_WR);
    kf_serve_client_dismiss(client, kf_serve_client_now());
}

// Something came from a client that has not asked yet, or it went away.
static void look_at(kf_serve_daemon *d, kf_serve_client *client) {
    char head[KF_SERVE_HEAD];
    if (client->is_refused) {
        if (drain(client) == 0)
            close_client(d, client);
        return;
    }
    ssize_t length = recv(client->socket, head, sizeof head, MSG_PEEK | MSG_DONTWAIT);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length <= 0) {
        close_client(d, client);
        return;
    }
    unsigned status = kf_serve_head_check((kf_text){head, (size_t)length});
    if (status == MHD_HTTP_OK)
        hand_over(d, client);
    else if (status != 0)
        dismiss(client, status);
}

// ---- The server ----

static void close_files(const kf_serve_daemon *d) {
    int error = errno;
    if (d->door >= 0)
        close(d->door);
    if (d->events >= 0)
        close(d->events);
    errno = error;
}

static bool start(kf_serve_daemon *d) {
    d->door = open_door(d->plan.port);
    d->events = d->door >= 0 ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (d->events < 0)
        return false;
    d->http = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
        (MHD_AccessHandlerCallback)handle, d, MHD_OPTION_UNESCAPE_CALLBACK, leave_encoded, NULL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)KF_SERVE_CLIENTS + SPARE,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENCE, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_NOTIFY_CONNECTION, notice_connection, d, MHD_OPTION_NOTIFY_COMPLETED, notice_end,
        d, MHD_OPTION_END);
    if (d->http == NULL)
        return false;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(d->http, MHD_DAEMON_INFO_EPOLL_FD);
    kf_serve_queue *queue = kf_serve_response_queue(d->replies);
    if (watch(d, d->door, EPOLLIN, &d->door) && watch(d, info->epoll_fd, EPOLLIN, d->http) &&
        (queue == NULL || watch(d, kf_serve_queue_file(queue), EPOLLIN, queue)))
        return true;
    MHD_stop_daemon(d->http);
    return false;
}

kf_serve_daemon *kf_serve_daemon_start(const kf_serve_plan *plan) {
    kf_serve_daemon *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->plan = *plan;
    d->door = d->events = -1;
    kf_serve_client_begin(&d->clients);
    d->replies = kf_serve_response_new(&d->plan);
    if (d->replies == NULL || !start(d)) {
        kf_serve_response_free(d->replies);
        close_files(d);
        free(d);
        return NULL;
    }
    snprintf(d->plan.guard.cookie, sizeof d->plan.guard.cookie, "kifu-%d", kf_serve_daemon_port(d));
    return d;
}

int kf_serve_daemon_port(const kf_serve_daemon *d) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    bool is_known = getsockname(d->door, (struct sockaddr *)&address, &length) == 0;
    return is_known ? ntohs(address.sin_port) : d->plan.port;
}

// How long nothing need be done unless something comes, in milliseconds; -1: for ever.
static int patience(const kf_serve_daemon *d) {
    MHD_UNSIGNED_LONG_LONG wanted;
    int longest = d->clients.head.after != &d->clients.head ? TICK : -1;
    if (MHD_get_timeout(d->http, &wanted) != MHD_YES)
        return longest;
    return wanted < TICK ? (int)wanted : TICK;
}

// Waits, and does what came. False: it is time to end.
static bool turn(kf_serve_daemon *d) {
    struct epoll_event events[SPARE];
    int count = epoll_wait(d->events, events, SPARE, patience(d));
    for (int i = 0; i < count; i++) {
        void *what = events[i].data.ptr;
        if (what == &d->plan)
            return false;
        if (what == &d->door)
            let_in(d);
        else if (what == kf_serve_response_queue(d->replies))
            kf_serve_response_resume(d->replies);
        else if (what != d->http)
            look_at(d, what);
    }
    MHD_run(d->http);
    return true;
}

void kf_serve_daemon_run(kf_serve_daemon *d, int end) {
    int64_t looked = 0;
    kf_serve_queue *queue = kf_serve_response_queue(d->replies);
    if (queue != NULL && !kf_serve_queue_start(queue))
        return;
    if (!watch(d, end, EPOLLIN, &d->plan))
        return;
    while (turn(d)) {
        int64_t now = kf_serve_client_now();
        if (now - looked < TICK / 2)
            continue;
        kf_serve_client_expire(&d->clients, now);
        looked = now;
    }
}

// What waits for a search is answered first: libmicrohttpd leaves no connection while it waits.
void kf_serve_daemon_stop(kf_serve_daemon *d) {
    if (kf_serve_response_queue(d->replies) != NULL)
        kf_serve_queue_stop(kf_serve_response_queue(d->replies));
    kf_serve_response_resume(d->replies);
    MHD_run(d->http);
    MHD_stop_daemon(d->http);
    while (d->clients.head.after != &d->clients.head)
        close_client(d, d->clients.head.after);
    kf_serve_response_free(d->replies);
    close_files(d);
    free(d);
}

#endif
