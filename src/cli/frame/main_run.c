// SPDX-License-Identifier: MIT
// The whole program as a call: finds the command, runs it, and sees that everything is written.

#include "cli/frame/cli.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/archive/archive.h"
#include "cli/frame/generate.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"
#include "cli/program/program.h"

// A run, for the protected call.
typedef struct run {
    kf_cli *cli;
    int argc;
    char **argv;
    int status;
} run;

static const char *command_name_at(const void *context, size_t index) {
    (void)context;
    const kf_command *command = kf_command_at(index);
    return command != NULL ? command->name : NULL;
}

// ---- Colors ----

// NO_COLOR counts when it is set and not empty. Source: no-color.org.
static bool wants_color(const kf_cli *cli) {
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    int file = fileno(cli->err);
    return !(no_color != NULL && no_color[0] != '\0') && file >= 0 && isatty(file) &&
           terminal != NULL && strcmp(terminal, "dumb") != 0;
}

static bool set_color(kf_cli *cli) {
    const char *when = cli->values[KF_OPTION_COLOR];
    if (when == NULL || strcmp(when, "auto") == 0)
        cli->is_colored = wants_color(cli);
    else if (strcmp(when, "always") == 0)
        cli->is_colored = true;
    else if (strcmp(when, "never") != 0)
        kf_options_wrong(cli, "'--color' takes auto, always or never, not '%.60s'", when);
    return kf_log_count(cli->log) == 0;
}

// ---- The command ----

static int run_command(kf_cli *cli, int argc, char **argv) {
    cli->is_colored = wants_color(cli);
    if (!kf_options_parse(cli, argc, argv))
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, KF_OPTION_HELP)) {
        kf_help_command(cli->out, cli->command);
        return KF_STATUS_CLEAN;
    }
    kf_identity_reserve(&cli->inputs, 1, cli->arena);
    kf_identity_reserve(&cli->written, 1, cli->arena);
    kf_identity_reserve(&cli->swept, 1, cli->arena);
    cli->is_quiet = kf_options_has(cli, KF_OPTION_QUIET);
    if (!set_color(cli))
        return KF_STATUS_FAILED;
    kf_part part = cli->command->part != NULL ? cli->command->part(cli) : KF_PART_NONE;
    return kf_program_is_wanted(cli, part) ? kf_program_run(cli, part) : kf_pack_run(cli);
}

// `kifu help convert` is what people try first.
static int run_help(kf_cli *cli, const char *about) {
    const kf_command *command = about != NULL ? kf_command_named(about) : NULL;
    if (about != NULL && strcmp(about, "options") == 0) {
        kf_help_options(cli->out);
        return KF_STATUS_CLEAN;
    }
    if (about != NULL && about[0] != '-' && command == NULL)
        return kf_options_wrong(cli, "there is no command '%.60s'", about);
    if (command != NULL)
        kf_help_command(cli->out, command);
    else
        kf_help_program(cli->out);
    return KF_STATUS_CLEAN;
}

static int run_unknown(kf_cli *cli, const char *name) {
    return kf_options_wrong(cli, "there is no %s '%.60s'%s", name[0] == '-' ? "option" : "command",
                            name, kf_options_hint_at(name, "", command_name_at, NULL).text);
}

static int dispatch(kf_cli *cli, int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : NULL;
    if (name == NULL) {
        kf_help_program(cli->err);
        return KF_STATUS_FAILED;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return run_help(cli, argc > 2 ? argv[2] : NULL);
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        fputs("kifu " KF_VERSION "\n", cli->out);
        return KF_STATUS_CLEAN;
    }
    if (strcmp(name, "--generate") == 0 && argc > 2 && kf_generate(cli->out, argv[2]))
        return KF_STATUS_CLEAN;
    cli->command = kf_command_named(name);
    if (cli->command == NULL)
        return run_unknown(cli, name);
    return run_command(cli, argc - 1, argv + 1);
}

static void run_protected(void *context) {
    run *r = context;
    r->status = dispatch(r->cli, r->argc, r->argv);
}

// ---- The end ----

// Whether nobody reads what is written there any more.
static bool is_abandoned(FILE *out) {
    struct pollfd state = {.fd = fileno(out), .events = POLLOUT};
    return state.fd >= 0 && poll(&state, 1, 0) == 1 && (state.revents & POLLERR) != 0;
}

// Sees that all output has left. A reader that went away wanted no more of it: no word of that.
static void finish_output(kf_cli *cli) {
    errno = 0;
    bool has_failed = fflush(cli->out) != 0 || ferror(cli->out);
    int error = cli->output_error != 0 ? cli->output_error : errno;
    if (!has_failed)
        return;
    cli->status = KF_STATUS_FAILED;
    if (error == EPIPE || is_abandoned(cli->out))
        return;
    kf_log_add(cli->log, KF_PROGRAM_FILE, (kf_place){0}, "cannot write to standard output: %s",
               error != 0 ? strerror(error) : "it takes no more");
}

// A large block is mapped by itself, so that it grows without a copy and goes back as soon as it is
// free. Without a bound the C library keeps more and more of them in its heap. What small files
// take stays there for the next one: else the system would give it anew, page by page, for each.
static void set_up_memory(void) {
#ifdef __GLIBC__
    enum { LARGE = 1024 * 1024 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, 2 * LARGE);
#endif
}

int kf_main_run(int argc, char **argv, FILE *in, FILE *out, FILE *err, const kf_parts *parts) {
    kf_cli cli = {.in = in,
                  .out = out,
                  .err = err,
                  .arena = kf_arena_new(),
                  .log = kf_log_new(),
                  .parts = parts,
                  .words = argv,
                  .max_output = KF_USUAL_OUTPUT};
    set_up_memory();
    run r = {.cli = &cli, .argc = argc, .argv = argv, .status = KF_STATUS_FAILED};
    bool has_memory =
        cli.arena != NULL && cli.log != NULL && kf_arena_try(cli.arena, run_protected, &r);
    if (cli.is_worker)
        kf_jobs_give_up(&cli);
    if (!has_memory)
        fputs("kifu: error: out of memory [program/memory]\n", err);
    if (r.status > cli.status)
        cli.status = r.status;
    if (cli.log != NULL) {
        kf_output_file_settle(&cli);
        kf_report_entries(&cli);
        finish_output(&cli);
        kf_report_entries(&cli);
    }
    fflush(err);
    kf_record_free(cli.records[0]);
    kf_record_free(cli.records[1]);
    kf_arena_free(cli.arena);
    kf_log_free(cli.log);
    return cli.status;
}
