// SPDX-License-Identifier: MIT
// kifu serve: a folder of records in a browser, on this machine alone.

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <kifu/catalog.h>

#include "cli/frame/cli.h"
#include "cli/print/print.h"
#include "cli/program/program.h"
#include "cli/serve/serve.h"

// The options of this command alone.
enum { OPTION_NO_TOKEN = KF_OPTION_OWN, OPTION_PORT };

enum { PORT = 8361, HIGHEST_PORT = 65535 };

static const char *title_of(const char *name) {
    size_t length = strlen(name);
    const char *slash = strrchr(name, '/');
    bool is_plain = length > 0 && strcmp(name, ".") != 0 && name[length - 1] != '/';
    return !is_plain ? "Go records" : slash != NULL ? slash + 1 : name;
}

// False: the token cannot be had, which is reported.
static bool choose_token(kf_cli *cli, kf_serve_guard *guard) {
    const char *token = cli->values[KF_OPTION_TOKEN];
    if (kf_options_has(cli, OPTION_NO_TOKEN)) {
        if (token != NULL)
            kf_options_wrong(cli, "'--token' and '--no-token' exclude each other");
        return token == NULL;
    }
    if (token != NULL && !kf_serve_guard_take(guard, token)) {
        kf_options_wrong(cli, "'--token' takes 1 to %d letters, digits and '-._~'",
                         KF_SERVE_GUARD_TOKEN);
        return false;
    }
    if (token == NULL && !kf_serve_guard_make(guard)) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "the system provides no random bytes");
        return false;
    }
    return true;
}

static int run(kf_cli *cli, const kf_serve_plan *plan) {
    if (cli->parts->serve != NULL)
        return cli->parts->serve(cli, plan);
    return kf_options_wrong(cli, "this kifu was built without libmicrohttpd, so there is no 'kifu "
                                 "serve'; 'kifu page' writes pages to files");
}

static bool is_file(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 && S_ISREG(status.st_mode);
}

// A catalogue is opened anew for each question, so others may add to it. What stands beside it
// while they do is in its folder.
static int serve_catalog(kf_cli *cli, const char *name, kf_serve_plan *plan) {
    kf_catalog *catalog = kf_catalog_open(name, false, cli->log);
    if (catalog == NULL) {
        kf_report_entries(cli);
        return KF_STATUS_FAILED;
    }
    kf_catalog_close(catalog);
    plan->catalog = name;
    if (kf_catalog_is_on_server(name)) {
        plan->folder = -1;
        return run(cli, plan);
    }
    const char *slash = strrchr(name, '/');
    size_t length = slash != NULL ? (size_t)(slash - name) + 1 : 1;
    const char *folder = kf_arena_copy(cli->arena, slash != NULL ? name : ".", length);
    plan->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int status = run(cli, plan);
    if (plan->folder >= 0)
        close(plan->folder);
    return status;
}

static int serve_folder(kf_cli *cli, const char *name, kf_serve_plan *plan) {
    plan->title = kf_catalog_is_on_server(name) ? "kifu" : title_of(name);
    if (kf_catalog_is_on_server(name) || is_file(name))
        return serve_catalog(cli, name, plan);
    plan->folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (plan->folder < 0) {
        kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot read the folder '%.200s': %s",
                   name, strerror(errno));
        return kf_report_entries(cli);
    }
    int status = run(cli, plan);
    close(plan->folder);
    return status;
}

static int serve(kf_cli *cli) {
    kf_serve_plan plan = {.port = PORT};
    if (!kf_options_number(cli, OPTION_PORT, 0, HIGHEST_PORT, &plan.port) ||
        !choose_token(cli, &plan.guard))
        return KF_STATUS_FAILED;
    if (!kf_options_has(cli, OPTION_PORT))
        plan.port = PORT;
    if (kf_program_is_wanted(cli, KF_PART_SERVE))
        return kf_program_run(cli, KF_PART_SERVE);
    return serve_folder(cli, cli->operand_count > 0 ? cli->operands[0] : ".", &plan);
}

static const kf_option options[] = {
    {OPTION_PORT, 'p', "port", "N", NULL, "listen on port N; 8361 by default, 0 for any free port"},
    {KF_OPTION_TOKEN, 't', "token", "T", NULL,
     "the token that a request must have, instead of a random one"},
    {OPTION_NO_TOKEN, 0, "no-token", NULL, NULL, "answer any program on this machine"},
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_serve = {
    .name = "serve",
    .summary = "show a folder of records in a browser, or search a catalogue",
    .operands = "[FOLDER|CATALOG]",
    .words = "@file",
    .about = "Serves the records in FOLDER, by default the current one, and in the folders below "
             "it, as pages to step through: those of 'kifu page'. It prints its address and runs "
             "until it is interrupted.\n\n"
             "For a CATALOG (see 'kifu catalog') it serves a search instead: you set up a pattern "
             "with the mouse and see what 'kifu find' finds, what was played next, and every game "
             "at the place where it was found. Programs send queries to /api/find.\n\n"
             "The address contains a token, by which kifu recognises the browser from then on; a "
             "program sends it in a header, 'Authorization: Bearer TOKEN'. Other users of the "
             "machine, and pages of other sites, do not know it.\n\n"
             "It listens only on this machine, never writes, shows nothing outside the folder, "
             "follows no links, and neither lists nor opens hidden files.\n\n"
             "The exit status is 0 when it was interrupted, and 2 when it could not serve.",
    .options = options,
    .most = 1,
    .run = serve,
};
