// SPDX-License-Identifier: MIT
// Measures reading, writing, comparing and memory beside a plain scan of the same bytes.
//
//   bench              all measurements; real records are taken from $KIFU_CORPORA where it exists
//   bench --peak FILE  reads the file and prints its peak memory (what the above runs in a child)
//
// Every time is the median of five runs in one process, so the ratios do not depend on the machine
// as much as the speeds do. What stays in memory is measured in processor time, the kernel's work
// included, so that other programs disturb it less; small files by the clock on the wall.

#include <kifu/kifu.h>

#include <dirent.h>
#include <glob.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 5, SMALL_FILES = 40000, COLLECTION = 50000000 };

typedef struct text {
    char *data;
    size_t length, capacity;
} text;

static void give_up(const char *what) {
    perror(what);
    exit(2);
}

static void add(text *text, const void *data, size_t length) {
    if (text->length + length > text->capacity) {
        text->capacity = (text->length + length) * 2;
        text->data = realloc(text->data, text->capacity);
        if (text->data == NULL)
            give_up("memory");
    }
    memcpy(text->data + text->length, data, length);
    text->length += length;
}

static double clock_now(clockid_t clock) {
    struct timespec at;
    clock_gettime(clock, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, by_size);
    return times[count / 2];
}

// ---- what is measured ----

// One input, and what the tasks hand to each other.
typedef struct job {
    text input;
    kf_record *record, *other;
    text output;
    size_t result;
} job;

// The measure: byte by byte, what any reader of SGF must look at.
static void scan(job *job) {
    const char *at = job->input.data, *end = at + job->input.length;
    size_t nodes = 0;
    bool inside = false;
    for (; at < end; at++) {
        char c = *at;
        if (inside) {
            if (c == '\\')
                at++;
            else if (c == ']')
                inside = false;
        } else if (c == '[') {
            inside = true;
        } else {
            nodes += c == ';';
        }
    }
    job->result = nodes;
}

static kf_record *read_input(const job *job) {
    kf_reading how = {.format = kf_format_named("sgf")};
    return kf_format_read(job->input.data, job->input.length, "bench", &how, NULL);
}

static void parse(job *job) {
    kf_record_free(job->record);
    job->record = read_input(job);
    if (job->record == NULL)
        give_up("parse");
}

static bool collect(void *context, const void *bytes, size_t length) {
    add(context, bytes, length);
    return true;
}

static void rewrite(job *job) {
    kf_writing how = {.canonical = true};
    job->output.length = 0;
    if (!kf_format_write(job->record, kf_format_named("sgf"), &how, collect, &job->output, NULL))
        give_up("write");
}

static void compare(job *job) {
    job->result = kf_compare(job->record, job->other, NULL, NULL);
}

// The values, and the rules on every branch.
static void check(job *job) {
    kf_log *log = kf_log_new();
    kf_check(job->record, log);
    job->result = kf_log_total(log, KF_ERROR);
    kf_log_free(log);
}

// What `kifu check` does with a file: reading and checking.
static void check_rules(job *job) {
    kf_log *log = kf_log_new();
    parse(job);
    kf_check(job->record, log);
    job->result = kf_log_total(log, KF_ERROR);
    kf_log_free(log);
}

static double seconds(job *job, void (*task)(struct job *)) {
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double start = clock_now(CLOCK_PROCESS_CPUTIME_ID);
        task(job);
        times[i] = clock_now(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    return median(times, RUNS);
}

// ---- memory, in a process of its own ----

static size_t status_line(const char *key) {
    char line[256];
    size_t kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0)
            kilobytes = strtoul(line + strlen(key), NULL, 10);
    fclose(file);
    return kilobytes * 1024;
}

static size_t heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static int print_peak(const char *file_name) {
    kf_reading how = {.format = kf_format_named("sgf")};
    size_t before = heap_in_use();
    kf_record *record = kf_format_read_file(file_name, &how, NULL);
    size_t used = heap_in_use() - before;
    size_t length = kf_record_text(record).length;
    size_t nodes = kf_record_nodes(record);
    double beside = used > length ? (double)(used - length) / (double)nodes : 0;
    // Programs and libraries share their code, of which more or less was in memory before.
    size_t peak = status_line("VmHWM:") - status_line("RssFile:");
    printf("%zu %zu %.2f\n", peak, nodes, beside);
    kf_record_free(record);
    return record == NULL;
}

typedef struct peak {
    size_t bytes, nodes;
    double beside;
} peak;

static peak measure_peak(const char *program, const char *file_name) {
    char command[4096];
    peak peak = {0, 0, 0};
    snprintf(command, sizeof command, "'%.1500s' --peak '%.1500s'", program, file_name);
    FILE *child = popen(command, "r");
    char line[128] = "", *end = line;
    if (child == NULL || fgets(line, sizeof line, child) == NULL)
        give_up("the child that measures memory");
    peak.bytes = strtoull(end, &end, 10);
    peak.nodes = strtoull(end, &end, 10);
    peak.beside = strtod(end, &end);
    pclose(child);
    return peak;
}

// ---- the report ----

static int below;

static void judge(const char *what, double value, bool at_least, double bar, const char *unit) {
    bool good = at_least ? value >= bar : value <= bar;
    below += !good;
    printf("  %-10s %8.2f %-14s bar %s %g: %s\n", what, value, unit, at_least ? ">=" : "<=", bar,
           good ? "OK" : "below");
}

static void report(const char *program, const char *title, text input, double memory_bar,
                   bool is_real) {
    job job = {.input = input};
    char file_name[] = "/tmp/kifu-bench-XXXXXX";
    int handle = mkstemp(file_name);
    if (handle < 0 || write(handle, input.data, input.length) != (ssize_t)input.length)
        give_up(file_name);
    close(handle);
    double megabytes = (double)input.length / 1e6;
    double scanning = seconds(&job, scan);
    double parsing = seconds(&job, parse);
    double writing = seconds(&job, rewrite);
    job.other = read_input(&job);
    double comparing = seconds(&job, compare);
    double checking = seconds(&job, check);
    double judging = seconds(&job, check_rules);
    peak peak = measure_peak(program, file_name);
    unlink(file_name);
    printf("%s: %.1f MB, %zu nodes\n", title, megabytes, peak.nodes);
    printf("  MB/s: scan %.0f, parse %.0f, rewrite %.0f, compare %.0f, check %.0f, all of "
           "`kifu check` %.0f\n",
           megabytes / scanning, megabytes / parsing, megabytes / writing, megabytes / comparing,
           megabytes / checking, megabytes / judging);
    judge("parse", scanning / parsing, true, 0.3, "of the scan");
    judge("rewrite", scanning / writing, true, 0.15, "of the scan");
    if (is_real) // moves by chance break the rules all the time
        judge("check", scanning / judging, true, 0.06, "of the scan");
    judge("nodes", peak.beside, false, 24, "bytes a node");
    judge("memory", (double)peak.bytes / (double)input.length, false, memory_bar, "times the file");
    kf_record_free(job.record);
    kf_record_free(job.other);
    free(job.output.data);
}

// ---- inputs ----

static text load(const char *path) {
    text all = {0};
    char piece[65536];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return all;
    for (size_t got = fread(piece, 1, sizeof piece, file); got > 0;
         got = fread(piece, 1, sizeof piece, file))
        add(&all, piece, got);
    fclose(file);
    return all;
}

static uint32_t random_next(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

// A game with nothing but moves.
static void add_moves(text *all, uint32_t *seed, int moves) {
    add(all, "(", 1);
    for (int i = 0; i < moves; i++) {
        char node[] = ";B[aa]";
        node[1] = i % 2 ? 'W' : 'B';
        node[3] = (char)('a' + random_next(seed) % 19);
        node[4] = (char)('a' + random_next(seed) % 19);
        add(all, node, sizeof node - 1);
    }
    add(all, ")\n", 2);
}

static text bare_moves(size_t length) {
    text all = {0};
    uint32_t seed = 1;
    while (all.length < length)
        add_moves(&all, &seed, 250);
    return all;
}

// A made-up commented game, for a machine without real records.
static void add_commented(text *all, uint32_t *seed) {
    static const char head[] = "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black player]PW[White player]KM[6.5]"
                               "RE[B+R]DT[2001-02-03]EV[A title match, round 3]\n";
    static const char words[] = "C[A quiet move; White \\[Q5\\] would be larger here, and then the "
                                "corner is settled.]";
    add(all, head, sizeof head - 1);
    for (int i = 0; i < 200; i++) {
        char node[] = ";B[aa]";
        node[1] = i % 2 ? 'W' : 'B';
        node[3] = (char)('a' + random_next(seed) % 19);
        node[4] = (char)('a' + random_next(seed) % 19);
        add(all, node, sizeof node - 1);
        if (i % 11 == 0)
            add(all, words, sizeof words - 1);
    }
    add(all, ")\n", 2);
}

// Whether the text is ASCII, so that records can stand in one file whatever their charsets are.
static bool is_ascii(text text) {
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.data[i] >= 128)
            return false;
    return text.length > 0;
}

// All real records that are ASCII, one behind the other, over and over.
static text real_collection(const char *corpora, size_t length) {
    static const char *const folders[] = {"titles", "fox", "problems", "teaching"};
    text once = {0}, all = {0};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char pattern[4096];
        glob_t found;
        snprintf(pattern, sizeof pattern, "%.4000s/%s/*.sgf", corpora, folders[i]);
        if (glob(pattern, 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++) {
            text game = load(found.gl_pathv[k]);
            if (is_ascii(game))
                add(&once, game.data, game.length);
            free(game.data);
        }
        globfree(&found);
    }
    while (once.length > 0 && all.length < length)
        add(&all, once.data, once.length);
    free(once.data);
    return all;
}

static text collection(const char *corpora) {
    text all = real_collection(corpora, COLLECTION);
    uint32_t seed = 1;
    if (all.length == 0)
        puts("(no real records: the collection is made up)");
    while (all.length < COLLECTION)
        add_commented(&all, &seed);
    return all;
}

// ---- many small files ----

static void make_small_files(void) {
    uint32_t seed = 7;
    for (int i = 0; i < SMALL_FILES; i++) {
        char name[32];
        text game = {0};
        add_moves(&game, &seed, 40);
        snprintf(name, sizeof name, "%05d.sgf", i);
        FILE *file = fopen(name, "wb");
        if (file == NULL || fwrite(game.data, 1, game.length, file) != game.length)
            give_up(name);
        fclose(file);
        free(game.data);
    }
}

static void run_check(const char *kifu) {
    fflush(NULL); // else the child would print it again
    pid_t child = fork();
    if (child == 0) {
        char **words = calloc(SMALL_FILES + 4, sizeof *words);
        char *names = malloc((size_t)SMALL_FILES * 16);
        if (words == NULL || names == NULL || freopen("/dev/null", "w", stdout) == NULL ||
            freopen("/dev/null", "w", stderr) == NULL)
            _exit(2);
        static char program[] = "kifu", command[] = "check", quiet[] = "-q";
        words[0] = program;
        words[1] = command;
        words[2] = quiet;
        for (int i = 0; i < SMALL_FILES; i++) {
            words[i + 3] = names + (size_t)i * 16;
            snprintf(words[i + 3], 16, "%05d.sgf", i);
        }
        execv(kifu, words);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) > 1)
        printf("  kifu check ended with status %d\n", status);
}

// Processor time of the children that have ended, the kernel's work for them included.
static double children_seconds(void) {
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        give_up("getrusage");
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static void report_small_files(const char *folder_of_program) {
    char kifu[4096], home[4096], folder[] = "/tmp/kifu-bench-XXXXXX", command[64];
    double times[RUNS], busy[RUNS];
    snprintf(kifu, sizeof kifu, "%.4000s/kifu", folder_of_program);
    if (access(kifu, X_OK) != 0) {
        puts("many small files: the command is not built");
        return;
    }
    if (getcwd(home, sizeof home) == NULL || mkdtemp(folder) == NULL || chdir(folder) != 0)
        give_up(folder);
    make_small_files();
    for (int i = 0; i < RUNS; i++) {
        double start = clock_now(CLOCK_MONOTONIC), before = children_seconds();
        run_check(kifu);
        times[i] = clock_now(CLOCK_MONOTONIC) - start;
        busy[i] = children_seconds() - before;
    }
    printf("%d small files through `kifu check` in one process\n", SMALL_FILES);
    judge("files", SMALL_FILES / median(times, RUNS), true, 40000, "files a second");
    printf("  (%.0f a second of processor time)\n", SMALL_FILES / median(busy, RUNS));
    if (chdir(home) != 0)
        give_up(home);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        give_up(folder);
}

int main(int argc, char **argv) {
    char program[4096];
    const char *corpora = getenv("KIFU_CORPORA");
    if (argc > 2 && strcmp(argv[1], "--peak") == 0)
        return print_peak(argv[2]);
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        give_up("/proc/self/exe");
    program[length] = '\0';
    corpora = corpora ? corpora : "../shared/corpora";

    char path[4096];
    snprintf(path, sizeof path, "%.4000s/kogo/kogo-2007.sgf", corpora);
    text joseki = load(path);
    if (joseki.length > 0)
        report(program, "joseki dictionary", joseki, 2, true);
    else
        puts("joseki dictionary: not at hand, skipped");
    text games = collection(corpora);
    report(program, "collection", games, 4, true);
    text moves = bare_moves(COLLECTION);
    report(program, "bare moves", moves, 4.5, false);
    free(joseki.data);
    free(games.data);
    free(moves.data);
    *strrchr(program, '/') = '\0';
    report_small_files(program);
    printf("%d below the bar\n", below);
    return 0;
}
