// SPDX-License-Identifier: MIT
// kifu catalog: keeps the games of many files in one file, to find them.

#include <errno.h>
#include <kifu/catalog.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/archive/archive.h"
#include "cli/find/find.h"
#include "cli/frame/cli.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_KEEP_TEXT = KF_OPTION_OWN, OPTION_NAMES };

// A run of the command.
typedef struct run {
    kf_cli *cli;
    kf_catalog *catalog;
    const char *name;
    size_t files[KF_GATHERED_BROKEN + 1]; // by what became of them
    size_t games, missing;
    size_t relative;      // of those that are missing: names that begin in some folder
    size_t done, total;   // files
    uint64_t before, all; // bytes of those that are done, and of all; 0: nobody knows how many
    bool is_broken;
} run;

static void close_catalog(void *what) {
    kf_catalog_close(what);
}

static bool open_catalog(run *r, bool is_written) {
    r->catalog = kf_catalog_open(r->name, is_written, r->cli->log);
    if (r->catalog != NULL)
        kf_arena_defer(r->cli->arena, close_catalog, r->catalog);
    return r->catalog != NULL;
}

// To be changed, and not made where there is none: its name may be wrong.
static bool open_known(run *r) {
    struct stat status;
    if (kf_catalog_is_on_server(r->name) && !open_catalog(r, false))
        return false;
    if (kf_catalog_is_on_server(r->name) || stat(r->name, &status) == 0)
        return open_catalog(r, true);
    kf_log_add(r->cli->log, KF_CATALOG_FILE, (kf_place){0},
               "'%.200s' does not exist; 'kifu catalog add' makes it", r->name);
    return false;
}

// ---- Adding ----

// What a file could not give is said as a warning: it never stops the run. What is wrong in bytes
// that are no text is nobody's business.
static void report_failure(run *r, const char *name, bool is_noise) {
    kf_cli *cli = r->cli;
    char message[300] = "";
    for (size_t i = 0; i < kf_log_count(cli->log) && !is_noise; i++) {
        const kf_entry *entry = kf_log_entry(cli->log, i);
        if (entry->severity == KF_ERROR && message[0] == '\0')
            snprintf(message, sizeof message, "%s", entry->message);
    }
    kf_log_clear(cli->log);
    kf_log_add(cli->log, KF_CATALOG_SOURCE, (kf_place){0}, "nothing added from '%.200s': %s", name,
               message[0] != '\0' ? message : "there is no game in it");
    kf_report_entries(cli);
}

// Keeps of what reading said only what concerns the catalogue: damage in a record is the business
// of kifu check.
static void report_warnings(kf_cli *cli) {
    const char *wanted = kf_log_code(KF_CATALOG_SOURCE)->path;
    for (size_t i = 0; i < kf_log_count(cli->log); i++)
        if (strcmp(kf_log_entry(cli->log, i)->code, wanted) == 0)
            kf_report_entry(cli, kf_log_entry(cli->log, i));
    kf_log_clear(cli->log);
}

// A file by the shortest name that says the same: "./a//b.sgf" is "a/b.sgf", whatever the shell
// made of it.
static const char *plain_name(kf_cli *cli, const char *name) {
    char *plain = kf_arena_copy(cli->arena, name, strlen(name)), *out = plain;
    for (const char *p = name; *p != '\0';) {
        bool is_start = out == plain || out[-1] == '/';
        if (is_start && p[0] == '.' && p[1] == '/' && p[2] != '\0')
            p += 2;
        else if (is_start && out > plain && *p == '/')
            p++;
        else
            *out++ = *p++;
    }
    *out = '\0';
    return plain;
}

static void show_step(void *context, size_t games, uint64_t byte) {
    run *r = context;
    kf_progress_work work = {r->games + games, r->all > 0 ? r->before + byte : 0, r->all};
    kf_progress_within(r->cli, r->done, r->total, &work);
}

static void add_file(run *r, const char *name) {
    kf_cli *cli = r->cli;
    kf_gather gather = {.name = plain_name(cli, name),
                        .reading = cli->reading,
                        .step = show_step,
                        .context = r,
                        .keeps_text = kf_options_has(cli, OPTION_KEEP_TEXT)};
    char *block = NULL;
    kf_text bytes;
    bool is_given = strcmp(name, "-") == 0 || kf_member_find(cli, name) != NULL;
    if (is_given && kf_input_bytes(cli, name, &bytes)) {
        gather.bytes = block = (char *)(uintptr_t)bytes.data;
        gather.length = bytes.length;
    }
    kf_gathered result = kf_gather_add(r->catalog, &gather, cli->log);
    if (block != NULL)
        kf_arena_release(cli->arena, block);
    r->files[result]++;
    r->games += gather.games;
    r->is_broken = result == KF_GATHERED_BROKEN;
    if (result == KF_GATHERED_FAILED)
        report_failure(r, name, gather.is_noise);
    else if (r->is_broken)
        kf_report_entries(cli);
    else
        report_warnings(cli);
}

static void print_amount(run *r, size_t count, const char *what) {
    if (count > 0)
        fprintf(r->cli->out, ", %zu %s", count, what);
}

static int finish(run *r) {
    kf_cli *cli = r->cli;
    kf_progress_clear(cli);
    if (r->is_broken || !kf_gather_commit(r->catalog, cli->log)) {
        kf_report_entries(cli);
        return KF_STATUS_FAILED;
    }
    if (!cli->is_quiet) {
        kf_report_text(cli->out, kf_text_of(kf_catalog_name(r->catalog)), false);
        fputs(": ", cli->out);
        kf_report_amount(cli->out, r->games, "game");
        fputs(" added from ", cli->out);
        kf_report_amount(cli->out, r->files[KF_GATHERED_NEW] + r->files[KF_GATHERED_CHANGED],
                         "file");
        print_amount(r, r->files[KF_GATHERED_CHANGED], "of them changed");
        print_amount(r, r->files[KF_GATHERED_UNCHANGED], "unchanged");
        print_amount(r, r->files[KF_GATHERED_FAILED], "without a game");
        print_amount(r, r->missing, "gone");
        putc('\n', cli->out);
    }
    return r->files[KF_GATHERED_FAILED] > 0 ? KF_STATUS_FINDINGS : KF_STATUS_CLEAN;
}

// The bytes of files, 0 where they are not all known, as those in archives and of pipes.
static uint64_t count_bytes(const kf_inputs *inputs) {
    struct stat status;
    uint64_t bytes = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        if (stat(inputs->names[i], &status) != 0 || !S_ISREG(status.st_mode))
            return 0;
        bytes += (uint64_t)status.st_size;
    }
    return bytes;
}

static void add_all(run *r, const kf_inputs *inputs) {
    kf_progress_begin(r->cli, "files");
    r->total = inputs->count;
    // Only the bar asks for them.
    r->all = r->cli->progress.is_on ? count_bytes(inputs) : 0;
    for (size_t i = 0; i < inputs->count && !r->is_broken; i++) {
        kf_inputs one = {.names = inputs->names + i, .count = 1};
        add_file(r, inputs->names[i]);
        r->before += r->all > 0 ? count_bytes(&one) : 0;
        r->done++;
        show_step(r, 0, 0);
    }
}

// The operands behind the catalogue; folders are always looked into.
static kf_inputs list_files(kf_cli *cli) {
    char **operands = cli->operands;
    int count = cli->operand_count;
    cli->operands += 2;
    cli->operand_count -= 2;
    cli->values[KF_OPTION_RECURSIVE] = "";
    kf_inputs inputs = kf_input_list(cli);
    cli->operands = operands;
    cli->operand_count = count;
    return inputs;
}

static int add(run *r) {
    if (r->cli->operand_count < 3)
        return kf_options_wrong(r->cli, "name the files to add; '-' is standard input");
    kf_inputs inputs = list_files(r->cli);
    if (!open_catalog(r, true))
        return KF_STATUS_FAILED;
    add_all(r, &inputs);
    return finish(r);
}

// The operands behind the first are servers that are to hold the games.
static int create_on_servers(run *r) {
    kf_cli *cli = r->cli;
    size_t count = (size_t)cli->operand_count - 2;
    const char **nodes = kf_arena_alloc(cli->arena, (count + 1) * sizeof *nodes);
    for (size_t i = 0; i < count; i++)
        nodes[i] = cli->operands[2 + i];
    nodes[count] = NULL;
    return kf_catalog_create(r->name, nodes, cli->log) ? KF_STATUS_CLEAN : KF_STATUS_FAILED;
}

static int create(run *r) {
    struct stat status;
    bool is_on_server = kf_catalog_is_on_server(r->name);
    for (int i = 2; i < r->cli->operand_count; i++)
        if (!is_on_server || !kf_catalog_is_on_server(r->cli->operands[i]))
            return kf_options_wrong(r->cli, "'create' takes no files; 'add' does");
    if (is_on_server)
        return create_on_servers(r);
    if (stat(r->name, &status) == 0) {
        kf_log_add(r->cli->log, KF_CATALOG_FILE, (kf_place){0}, "'%.200s' exists already", r->name);
        return KF_STATUS_FAILED;
    }
    return open_catalog(r, true) ? KF_STATUS_CLEAN : KF_STATUS_FAILED;
}

// ---- Files that were added ----

// Collects the names first: a catalogue is not changed while its files are gone through. In a
// protected call of an arena of its own, for nothing may leave the middle of that.
typedef struct listing {
    kf_cli *cli;
    kf_arena *arena;
    kf_inputs names;
    kf_text file; // under way
    bool has_failed;
} listing;

static void note_name(void *context) {
    listing *l = context;
    kf_inputs *names = &l->names;
    names->names = kf_arena_grow(l->arena, names->names, &names->capacity, names->count + 1,
                                 sizeof *names->names);
    names->names[names->count++] = kf_arena_copy(l->arena, l->file.data, l->file.length);
}

static bool note_file(void *context, kf_text file, uint32_t games, bool is_whole) {
    listing *l = context;
    (void)games, (void)is_whole;
    l->file = file;
    if (kf_arena_try(l->arena, note_name, l))
        return true;
    kf_log_add(l->cli->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    l->has_failed = true;
    return false;
}

static bool list_known(run *r, listing *known) {
    *known = (listing){.cli = r->cli, .arena = kf_arena_new_in(r->cli->arena)};
    return kf_audit_files(r->catalog, note_file, known, r->cli->log) && !known->has_failed;
}

// The members of an archive, for note_file.
static void note_member(void *there, const char *name, size_t prefix) {
    (void)prefix;
    note_file(there, kf_text_of(name), 0, false);
}

// Whether one of those is the archive. Members most often follow each other, but those that changed
// stand behind all others.
static bool is_noted(const listing *noted, kf_text archive) {
    for (size_t i = noted->names.count; i-- > 0;)
        if (kf_text_equal(kf_text_of(noted->names.names[i]), archive))
            return true;
    return false;
}

// The same; it is noted if not.
static bool is_opened(listing *opened, kf_text archive) {
    return is_noted(opened, archive) || !note_file(opened, archive, 0, false);
}

// What of a name is a file that cannot be read, where an archive was; 0: nothing.
static size_t closed_path(kf_cli *cli, const char *name) {
    struct stat status;
    char *path = kf_arena_copy(cli->arena, name, strlen(name));
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
        if (is_file)
            return access(path, R_OK) != 0 ? (size_t)(slash - path) : 0;
        *slash = '/';
    }
    return 0;
}

// What update finds of the files that the catalogue knows.
typedef struct looking {
    run *run;
    listing there;
    listing opened, refused; // archives; some members of the latter cannot be read
} looking;

static bool has_failed(const looking *l) {
    return l->there.has_failed || l->opened.has_failed || l->refused.has_failed;
}

// Notes the members of an archive, and says when not all of them can be read.
static void open_archive(looking *l, const char *archive) {
    kf_cli *cli = l->run->cli;
    size_t errors = cli->errors;
    bool is_open = access(archive, R_OK) == 0;
    if (is_open)
        kf_archive_list(cli, archive, NULL, 0, note_member, &l->there);
    else
        kf_log_add(cli->log, KF_CATALOG_SOURCE, (kf_place){0}, "cannot read '%.200s': %s", archive,
                   strerror(errno));
    if (is_open && cli->errors == errors)
        return;
    l->run->files[KF_GATHERED_FAILED]++;
    note_file(&l->refused, kf_text_of(archive), 0, false);
}

// Whether what the catalogue knows by the name is there no more; what is there is noted. Archives
// are opened once: their members are noted all together.
static bool is_gone(looking *l, const char *name) {
    struct stat status;
    const kf_cli *cli = l->run->cli;
    size_t length = kf_archive_path(name);
    if (length == 0 && stat(name, &status) == 0) {
        note_file(&l->there, kf_text_of(name), 0, false);
        return false;
    }
    length = length == 0 ? closed_path(l->run->cli, name) : length;
    if (length == 0)
        return true;
    kf_text archive = {name, length};
    if (kf_member_find(cli, name) == NULL && !is_opened(&l->opened, archive))
        open_archive(l, l->opened.names.names[l->opened.names.count - 1]);
    return kf_member_find(cli, name) == NULL && !is_noted(&l->refused, archive);
}

// What was read is written by now, so a failure is a warning: the next run tries again.
static void settle(run *r) {
    kf_cli *cli = r->cli;
    if (kf_gather_settle(r->catalog, cli->log))
        return;
    for (size_t i = 0; i < kf_log_count(cli->log); i++) {
        kf_entry entry = *kf_log_entry(cli->log, i);
        char message[400];
        snprintf(message, sizeof message,
                 "what makes searches for whole boards fast waits for the next 'update': %s",
                 entry.message);
        entry.message = message;
        entry.severity = KF_WARNING;
        kf_report_entry(cli, &entry);
    }
    kf_log_clear(cli->log);
}

static int update(run *r) {
    kf_cli *cli = r->cli;
    listing known, none = {.cli = cli, .arena = kf_arena_new_in(cli->arena)};
    looking l = {r, none, none, none};
    if (cli->operand_count > 2)
        return kf_options_wrong(cli, "'update' takes no files: it looks at those it knows");
    if (!open_known(r) || !list_known(r, &known))
        return KF_STATUS_FAILED;
    for (size_t i = 0; i < known.names.count && !has_failed(&l); i++) {
        const char *name = known.names.names[i];
        if (strcmp(name, "-") == 0 || !is_gone(&l, name) || has_failed(&l))
            continue;
        r->missing++;
        r->relative += name[0] != '/';
        fputs("gone: ", cli->out);
        kf_report_text(cli->out, kf_text_of(name), false);
        putc('\n', cli->out);
    }
    if (has_failed(&l))
        return KF_STATUS_FAILED;
    if (r->relative > 0 && l.there.names.count + l.refused.names.count == 0)
        kf_log_add(cli->log, KF_CATALOG_SOURCE, (kf_place){0},
                   "none of the files is there: %s begin in the folder in which they were added",
                   r->relative == r->missing ? "their names" : "names without '/' in front");
    kf_report_entries(cli);
    add_all(r, &l.there.names);
    int status = finish(r);
    if (status != KF_STATUS_FAILED)
        settle(r);
    return status;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The first name in order that does not stand before this one.
static size_t first_from(const kf_inputs *known, const char *name) {
    size_t low = 0, high = known->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(known->names[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The files of the catalogue in order, and which of them were removed.
typedef struct leaving {
    kf_inputs known;
    bool *is_gone;
} leaving;

// False: the catalogue has no such file. One that was named before is not counted again.
static bool remove_known(run *r, leaving *l, size_t at) {
    if (l->is_gone[at])
        return true;
    l->is_gone[at] = kf_gather_remove(r->catalog, l->known.names[at], r->cli->log);
    r->done += l->is_gone[at];
    return l->is_gone[at];
}

// Removes a file, or all that were added of a folder or an archive, whether it is still there or
// not.
static void remove_named(run *r, leaving *l, const char *name) {
    kf_cli *cli = r->cli;
    const kf_inputs *known = &l->known;
    size_t length = strlen(name), removed = 0, own = first_from(known, name);
    char *inside = kf_arena_alloc(cli->arena, length + 2);
    snprintf(inside, length + 2, "%s%s", name, length > 0 && name[length - 1] == '/' ? "" : "/");
    length = strlen(inside);
    for (size_t i = first_from(known, inside);
         i < known->count && strncmp(known->names[i], inside, length) == 0; i++)
        removed += remove_known(r, l, i);
    bool is_known = own < known->count && strcmp(known->names[own], name) == 0;
    if (removed == 0)
        removed +=
            is_known ? remove_known(r, l, own) : kf_gather_remove(r->catalog, name, cli->log);
    r->missing += removed == 0;
}

static void print_removed(const run *r) {
    kf_cli *cli = r->cli;
    if (cli->is_quiet)
        return;
    kf_report_text(cli->out, kf_text_of(kf_catalog_name(r->catalog)), false);
    fputs(": ", cli->out);
    kf_report_amount(cli->out, (size_t)kf_gather_removed(r->catalog), "game");
    fputs(" removed, of ", cli->out);
    kf_report_amount(cli->out, r->done, "file");
    putc('\n', cli->out);
}

static int remove_files(run *r) {
    kf_cli *cli = r->cli;
    listing known;
    if (cli->operand_count < 3)
        return kf_options_wrong(cli, "name the files whose games are to go");
    if (!open_known(r) || !list_known(r, &known))
        return KF_STATUS_FAILED;
    qsort(known.names.names, known.names.count, sizeof *known.names.names, by_name);
    leaving l = {known.names, kf_arena_alloc(cli->arena, known.names.count + 1)};
    memset(l.is_gone, 0, known.names.count + 1);
    for (int i = 2; i < cli->operand_count; i++)
        remove_named(r, &l, plain_name(cli, cli->operands[i]));
    kf_report_entries(cli);
    if (!kf_gather_commit(r->catalog, cli->log))
        return KF_STATUS_FAILED;
    print_removed(r);
    return r->missing > 0 ? KF_STATUS_FINDINGS : KF_STATUS_CLEAN;
}

// ---- Looking at it ----

// What --names takes, in the order of kf_audit_kind.
#define KINDS "player rank event place date result rules komi handicap"

// Which of them it is; -1: none.
static int kind_of(const char *wanted) {
    kf_text rest = kf_text_of(KINDS), word;
    for (int kind = 0; kf_text_word(&rest, &word); kind++)
        if (kf_text_is(word, wanted))
            return kind;
    return -1;
}

// Names are collected first: nothing may leave the middle of their listing.
typedef struct tally {
    kf_cli *cli;
    kf_arena *arena;
    kf_audit_name *names;
    size_t count, room;
    const kf_audit_name *name; // under way
    bool has_failed;
} tally;

static void note_tally(void *context) {
    tally *t = context;
    t->names = kf_arena_grow(t->arena, t->names, &t->room, t->count + 1, sizeof *t->names);
    kf_audit_name *own = &t->names[t->count++];
    *own = *t->name;
    own->name.data = kf_arena_copy(t->arena, own->name.data, own->name.length);
}

static bool take_name(void *context, const kf_audit_name *name) {
    tally *t = context;
    t->name = name;
    t->has_failed = !kf_arena_try(t->arena, note_tally, t);
    return !t->has_failed;
}

static void print_name(kf_cli *cli, const kf_audit_name *name, bool has_colours) {
    if (kf_options_has(cli, KF_OPTION_JSON)) {
        kf_json *json = kf_json_new();
        kf_json_add_text(json, "name", name->name);
        kf_json_add_number(json, "games", name->games);
        if (has_colours) {
            kf_json_add_number(json, "black", name->black);
            kf_json_add_number(json, "white", name->white);
        }
        kf_json_print(cli, json);
        return;
    }
    fprintf(cli->out, "%8lu", (unsigned long)name->games);
    if (has_colours)
        fprintf(cli->out, "%8lu%8lu", (unsigned long)name->black, (unsigned long)name->white);
    fputs("  ", cli->out);
    kf_report_text(cli->out, name->name, false);
    putc('\n', cli->out);
}

static int print_names(run *r, const char *wanted) {
    kf_cli *cli = r->cli;
    tally t = {.cli = cli, .arena = kf_arena_new_in(cli->arena)};
    int kind = kind_of(wanted);
    if (kind < 0)
        return kf_options_wrong(cli, "'--names' takes one of these: " KINDS);
    if (!open_catalog(r, false) ||
        !kf_audit_names(r->catalog, (kf_audit_kind)kind, take_name, &t, cli->log))
        return KF_STATUS_FAILED;
    if (t.has_failed)
        kf_arena_fail(cli->arena);
    bool has_colours = kind <= KF_AUDIT_RANK;
    if (!kf_options_has(cli, KF_OPTION_JSON) && !cli->is_quiet)
        fprintf(cli->out, "%8s%s  %s\n", "Games", has_colours ? "   Black   White" : "", "Name");
    for (size_t i = 0; i < t.count; i++)
        print_name(cli, &t.names[i], has_colours);
    return KF_STATUS_CLEAN;
}

static int print_counts(run *r) {
    kf_cli *cli = r->cli;
    kf_audit_count c;
    if (kf_options_has(cli, OPTION_NAMES))
        return print_names(r, cli->values[OPTION_NAMES]);
    if (!open_catalog(r, false) || !kf_audit_counts(r->catalog, &c, cli->log))
        return KF_STATUS_FAILED;
    const struct {
        const char *label, *key;
        uint64_t number;
    } rows[] = {{"Games", "games", c.games},
                {"Moves", "moves", c.moves},
                {"Variations", "variations", c.variations},
                {"Players", "player_count", c.players},
                {"Events", "event_count", c.events},
                {"Files", "files", c.files},
                {"Unfinished", "unfinished", c.unfinished},
                {"Replaced", "replaced", c.gone},
                {"Waiting", "waiting", c.waiting}};
    kf_buffer out = {.arena = cli->arena};
    bool is_json = kf_options_has(cli, KF_OPTION_JSON);
    kf_json_open(&out, NULL, '{');
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        kf_json_number(&out, rows[i].key, (int64_t)rows[i].number);
        if (!is_json)
            fprintf(cli->out, "%-12s%llu\n", rows[i].label, (unsigned long long)rows[i].number);
    }
    kf_json_close(&out, '}');
    if (is_json)
        fprintf(cli->out, "%.*s\n", (int)out.length, out.data);
    return KF_STATUS_CLEAN;
}

static int check(run *r) {
    kf_cli *cli = r->cli;
    if (!open_catalog(r, false))
        return KF_STATUS_FAILED;
    bool is_sound = kf_audit_check(r->catalog, cli->log);
    kf_report_entries(cli);
    if (is_sound && !cli->is_quiet) {
        kf_report_text(cli->out, kf_text_of(kf_catalog_name(r->catalog)), false);
        fputs(": sound\n", cli->out);
    }
    return is_sound ? KF_STATUS_CLEAN : KF_STATUS_FINDINGS;
}

// ---- Giving it to other programs ----

static int export_games(run *r) {
    kf_find find;
    if (r->cli->operand_count > 2)
        return kf_options_wrong(r->cli, "'export' takes no files; '--output' names what it writes");
    if (!kf_find_question_read(r->cli, &find) ||
        !kf_options_amount(r->cli, KF_OPTION_MAX_OUTPUT, &r->cli->max_output) ||
        !open_catalog(r, false))
        return KF_STATUS_FAILED;
    return kf_find_export(r->cli, r->catalog, &find);
}

// ---- The command ----

// What options an action takes.
enum { TAKES_READING = 1, TAKES_JSON = 2, TAKES_EXPORT = 4, TAKES_COMMON = 8 };

static const struct {
    const char *name;
    int (*run)(run *r);
    int takes;
    bool is_alone; // it takes nothing behind the catalogue
} actions[] = {{"add", add, TAKES_READING, false},
               {"create", create, 0, false},
               {"update", update, TAKES_READING, false},
               {"remove", remove_files, 0, false},
               {"stats", print_counts, TAKES_JSON, true},
               {"check", check, 0, true},
               {"export", export_games, TAKES_EXPORT, false},
               {NULL, NULL, 0, false}};

static const char *action_name_at(const void *context, size_t index) {
    (void)context;
    return actions[index].name;
}

static const kf_option options[] = {
    {OPTION_KEEP_TEXT, 0, "keep-text", NULL, NULL,
     "add: store the records as well, with comments and variations"},
    {OPTION_NAMES, 0, "names", "WHAT", KINDS,
     "stats: list the players, or ranks, events and so on, and how many games have them"},
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "stats: print JSON, with --names an object per name"},
    {KF_OPTION_TO, 't', "to", "FORM", "sgf tsv jsonl npz npy",
     "export: records, a table, JSON Lines, or arrays for NumPy; by default what the output's "
     "extension says"},
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "export: write to FILE; '%n' in it is the number of a part"},
    {KF_OPTION_GROUP, 0, "per", "WHAT", "game event",
     "export: records, one file for each game or each event, in the folder that --output names"},
    {KF_OPTION_FIGURES, 0, "shard", "N", "1000 10000", "export: N games per file"},
    {KF_OPTION_LIMIT, 0, "sample", "N", NULL, "export: only N of the games, chosen at random"},
    {KF_OPTION_TOKEN, 0, "seed", "N", NULL, "export: the seed of the random choice (1 by default)"},
    {KF_OPTION_SHAPE, 0, "planes", NULL, NULL,
     "export to npz or npy: positions as planes, each with the move that was played"},
    {KF_OPTION_POSITIONS, 0, "positions", "N", NULL,
     "export to npz or npy: planes of only N random positions of each game"},
    {KF_OPTION_ROTATE, 0, "symmetries", NULL, NULL,
     "export to npz or npy: each game in all rotations and reflections"},
    KF_FIND_FILTER_OPTIONS,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

// For which actions an option is made; those of the search are for export.
static int made_for(int key) {
    static const kf_option reading[] = {KF_OPTIONS_READING}, common[] = {KF_OPTIONS_COMMON};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (common[i].key == key)
            return TAKES_COMMON;
    for (size_t i = 0; i < sizeof reading / sizeof *reading; i++)
        if (reading[i].key == key)
            return key == KF_OPTION_SIZE || key == KF_OPTION_MAX_OUTPUT
                       ? TAKES_READING | TAKES_EXPORT
                       : TAKES_READING;
    return key == OPTION_KEEP_TEXT                        ? TAKES_READING
           : key == KF_OPTION_JSON || key == OPTION_NAMES ? TAKES_JSON
                                                          : TAKES_EXPORT;
}

// Nothing is given in vain: whoever says `stats --player` means the games of that player.
static bool takes_all(kf_cli *cli, const char *action, int takes) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].name != NULL && kf_options_has(cli, options[i].key) &&
            !(made_for(options[i].key) & (takes | TAKES_COMMON))) {
            kf_options_wrong(cli, "'%s' takes no '--%s'", action, options[i].name);
            return false;
        }
    return true;
}

// Only who reads records asks how: `--size 13x9` says of export which games.
static bool is_prepared(kf_cli *cli, const char *action, int takes) {
    return takes_all(cli, action, takes) && ((takes & TAKES_READING) == 0 || kf_input_prepare(cli));
}

static int catalog(kf_cli *cli) {
    if (cli->operand_count < 2)
        return kf_options_wrong(
            cli, "an action and a catalogue are needed: 'kifu catalog add games.kifudb FILE'");
    run r = {.cli = cli, .name = cli->operands[1]};
    for (size_t i = 0; actions[i].name != NULL; i++) {
        if (strcmp(actions[i].name, cli->operands[0]) != 0)
            continue;
        if (actions[i].is_alone && cli->operand_count > 2)
            return kf_options_wrong(cli, "'%s' takes one catalogue and no files", actions[i].name);
        return is_prepared(cli, actions[i].name, actions[i].takes) ? actions[i].run(&r)
                                                                   : KF_STATUS_FAILED;
    }
    // What is no file and nearly an action is one that was typed wrongly, before 'add' of that
    // name.
    struct stat status;
    const kf_options_hint hint = kf_options_hint_at(cli->operands[0], "", action_name_at, NULL);
    bool is_file =
        kf_catalog_is_on_server(cli->operands[0]) || stat(cli->operands[0], &status) == 0;
    for (size_t i = 0; actions[i].name != NULL && (is_file || hint.text[0] == '\0'); i++)
        if (strcmp(actions[i].name, cli->operands[1]) == 0)
            return kf_options_wrong(cli, "the action comes first: 'kifu catalog %s %.200s'",
                                    cli->operands[1], cli->operands[0]);
    return kf_options_wrong(cli, "there is no action '%.60s'%s", cli->operands[0], hint.text);
}

const kf_command kf_cmd_catalog = {
    .name = "catalog",
    .summary = "keep many games in one file, to search them",
    .operands = "ACTION CATALOG [FILE…]",
    .words = "add create update remove stats check export @file",
    .about =
        "Keeps the moves and names of many games in one file, where 'kifu find' finds them. ACTION "
        "is one of these:\n\n"
        "add CATALOG FILE… adds the games of files, folders and standard input (-), and creates "
        "the catalogue if there is none. Files that have not changed are skipped, and the games of "
        "those that have are replaced; a file without a game does not stop the run.\n\n"
        "update CATALOG looks at all files that were added: those that changed are read again; "
        "those that are gone are listed, and their games stay.\n\n"
        "remove CATALOG FILE… removes the games of these files. create CATALOG makes an empty "
        "catalogue. CATALOG may be the address of a PostgreSQL server, postgresql://…, and then "
        "create takes the addresses of more servers, which share the games. stats CATALOG says "
        "what it holds. check CATALOG searches all of it for damage. "
        "export CATALOG writes its games, all or those that the options select.\n\n"
        "The exit status is 0, 1 when a file had no game or check found damage, and 2 when "
        "something could not be done.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = catalog,
};
