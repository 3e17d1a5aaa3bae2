// SPDX-License-Identifier: MIT
// kifu serve: a folder of records in a browser, on this machine alone.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/page.h"
#include "cli/report.h"
#include "cli/serve.h"

enum { PORT = 8361, HIGHEST_PORT = 65535 };

// What every request needs; it does not change while the server runs.
typedef struct server {
    int folder;
    const char *title;
} server;

#ifdef KIFU_HAVE_MICROHTTPD

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

// ---- One request ----

// Addresses are decoded by kf_serve_path_decode, which sees what was hidden.
static size_t leave_encoded(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

// A page from elsewhere may lead a name of its own to this machine; it cannot change what the
// browser then says whom it asks.
static bool is_local(struct MHD_Connection *connection) {
    static const char *const hosts[] = {"127.0.0.1", "localhost"};
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    for (size_t i = 0; host != NULL && i < sizeof hosts / sizeof hosts[0]; i++) {
        size_t length = strlen(hosts[i]);
        if (strncmp(host, hosts[i], length) == 0 && (host[length] == '\0' || host[length] == ':'))
            return true;
    }
    return false;
}

static enum MHD_Result send_text(struct MHD_Connection *connection, const kf_serve *serve) {
    kf_text body = kf_buffer_text(&serve->body);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        body.length, (void *)(uintptr_t)body.data, MHD_RESPMEM_MUST_COPY);
    if (response == NULL)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", serve->type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "Content-Security-Policy", kf_page_policy(true));
    if (serve->location != NULL)
        MHD_add_response_header(response, "Location", serve->location);
    enum MHD_Result result = MHD_queue_response(connection, serve->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, (void *)(uintptr_t) "", MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return MHD_NO;
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

// What libmicrohttpd hands over: more than a function of ours may take.
#define REQUEST                                                                                    \
    void *context, struct MHD_Connection *connection, const char *url, const char *method,         \
        const char *version, const char *data, size_t *length, void **state

// NOLINTNEXTLINE(readability-non-const-parameter): libmicrohttpd's type
static enum MHD_Result handle(REQUEST) {
    const server *s = context;
    (void)version, (void)data, (void)length, (void)state;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED);
    if (!is_local(connection))
        return refuse(connection, MHD_HTTP_FORBIDDEN);
    kf_serve serve = {.folder = s->folder, .title = s->title, .address = url};
    serve.wants_picture =
        MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "picture") != NULL;
    serve.arena = kf_arena_new();
    if (serve.arena == NULL)
        return MHD_NO;
    kf_serve_answer(&serve);
    enum MHD_Result result = send_text(connection, &serve);
    kf_arena_free(serve.arena);
    return result;
}

// ---- The server ----

static struct MHD_Daemon *start(server *s, int port) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, (uint16_t)port, NULL, NULL,
                            (MHD_AccessHandlerCallback)handle, s, MHD_OPTION_SOCK_ADDR,
                            (struct sockaddr *)&address, MHD_OPTION_UNESCAPE_CALLBACK,
                            leave_encoded, NULL, MHD_OPTION_CONNECTION_LIMIT, 64u,
                            MHD_OPTION_CONNECTION_TIMEOUT, 15u, MHD_OPTION_END);
}

// Runs until somebody ends it by a signal. The signals wait meanwhile, in every thread.
static int run_server(kf_cli *cli, server *s, int port) {
    sigset_t signals, before;
    int got = 0;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    struct MHD_Daemon *daemon = start(s, port);
    if (daemon == NULL) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot listen on port %d: %s", port,
                   errno != 0 ? strerror(errno) : "unknown reason");
    } else {
        const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
        fprintf(cli->out, "http://127.0.0.1:%d/\n", info != NULL ? info->port : port);
        fflush(cli->out);
        sigwait(&signals, &got);
        MHD_stop_daemon(daemon);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return kf_report_entries(cli);
}

#else

static int run_server(kf_cli *cli, server *s, int port) {
    (void)s, (void)port;
    return kf_options_wrong(cli, "this kifu was built without libmicrohttpd, so there is no 'kifu "
                                 "serve'; 'kifu page' writes pages to files");
}

#endif

static const char *title_of(const char *name) {
    size_t length = strlen(name);
    const char *slash = strrchr(name, '/');
    bool is_plain = length > 0 && strcmp(name, ".") != 0 && name[length - 1] != '/';
    return !is_plain ? "Go records" : slash != NULL ? slash + 1 : name;
}

static int serve_folder(kf_cli *cli, const char *name, int port) {
    server s = {.title = title_of(name)};
    s.folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s.folder < 0) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read the folder '%.200s': %s",
                   name, strerror(errno));
        return kf_report_entries(cli);
    }
    int status = run_server(cli, &s, port);
    close(s.folder);
    return status;
}

static int serve(kf_cli *cli) {
    int port = PORT;
    if (!kf_options_number(cli, KF_OPTION_PORT, 0, HIGHEST_PORT, &port))
        return KF_STATUS_FAILED;
    if (!kf_options_has(cli, KF_OPTION_PORT))
        port = PORT;
    return serve_folder(cli, cli->operand_count > 0 ? cli->operands[0] : ".", port);
}

static const kf_option options[] = {
    {KF_OPTION_PORT, 'p', "port", "N", NULL,
     "listen on port N; 8361 at first, 0: any that is free"},
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_serve = {
    .name = "serve",
    .summary = "show a folder of records in a browser",
    .operands = "[FOLDER]",
    .words = "@folder",
    .about =
        "Serves the records in FOLDER, or in the current one, and in the folders below it, as "
        "pages "
        "to step through: those of 'kifu page'. It prints its address and runs until it is "
        "interrupted.\n\n"
        "It listens on this machine alone, reads and never writes, shows nothing outside of the "
        "folder, follows no links, and neither lists nor opens hidden files.\n\n"
        "The exit status is 0 when it was interrupted, and 2 when it could not serve.",
    .options = options,
    .most = 1,
    .run = serve,
};
