// SPDX-License-Identifier: MIT
// kifu serve: from the address that is printed to the signal that ends it.

#include "cli/serve/serve.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <kifu/catalog.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The signals that end the server are read like anything else that comes. A hang-up that is
// ignored, as nohup does it, stays so: blocked it would be kept.
static int open_signals(sigset_t *before) {
    struct sigaction now;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    if (sigaction(SIGHUP, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
        sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, before);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void print_address(kf_cli *cli, const kf_serve_plan *plan, int port) {
    fprintf(cli->out, "http://127.0.0.1:%d/%s%s\n", port,
            plan->guard.token[0] != '\0' ? "?token=" : "", plan->guard.token);
    fflush(cli->out);
}

int kf_serve_run(kf_cli *cli, const kf_serve_plan *plan) {
    sigset_t before;
    int signals = open_signals(&before);
    errno = 0;
    kf_serve_daemon *daemon = signals >= 0 ? kf_serve_daemon_start(plan) : NULL;
    if (daemon == NULL) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot listen on port %d: %s",
                   plan->port, errno != 0 ? strerror(errno) : "unknown reason");
    } else {
        print_address(cli, plan, kf_serve_daemon_port(daemon));
        kf_sandbox_enter(cli, &(kf_sandbox){.folder = plan->folder,
                                            .accepts = true,
                                            .searches = plan->catalog != NULL,
                                            .connects = plan->catalog != NULL &&
                                                        kf_catalog_is_on_server(plan->catalog)});
        kf_serve_daemon_run(daemon, signals);
        kf_serve_daemon_stop(daemon);
    }
    if (signals >= 0) {
        struct signalfd_siginfo got;
        while (read(signals, &got, sizeof got) > 0) // they have had their effect
            continue;
        close(signals);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return kf_report_entries(cli);
}
