// SPDX-License-Identifier: MIT
// kifu page: records on a page of their own, in one file.

#include <string.h>
#include <strings.h>

#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"
#include "cli/print/print.h"
#include <kifu/page.h>
#include <kifu/scene.h>

// The options of this command alone.
enum { OPTION_DATA = KF_OPTION_OWN, OPTION_EMBED, OPTION_PROBLEM, OPTION_IMAGE };

typedef struct job {
    kf_cli *cli;
    kf_inputs inputs;
    const char *output;
    kf_output_file *target;
    void **slot; // holds the page, which ends with the command
    kf_page *page;
    kf_style style; // of --style
    bool is_begun, is_whole;
} job;

static const char *base_of(const char *name) {
    const char *slash = strrchr(name, '/');
    return strcmp(name, "-") == 0 ? "record" : slash != NULL ? slash + 1 : name;
}

static void free_page(void *page) {
    kf_page_free(page);
}

// The page begins with its first record, so that there is none without any.
static bool begin_page(job *j, const kf_record *record) {
    bool is_one = j->inputs.count == 1;
    kf_page_head head = {.title = is_one ? base_of(j->inputs.names[0]) : "Go records"};
    if (j->is_begun)
        return true;
    head.problem = j->cli->values[OPTION_PROBLEM];
    head.language = j->cli->values[KF_OPTION_LANG];
    head.record = is_one ? record : NULL;
    head.style = j->cli->values[KF_OPTION_STYLE] != NULL ? &j->style : NULL;
    head.image = j->cli->values[OPTION_IMAGE];
    head.is_data = kf_options_has(j->cli, OPTION_DATA);
    if (head.problem != NULL && strcmp(head.problem, "auto") == 0)
        head.problem = NULL;
    if (!kf_output_file_open(j->target, j->output, head.is_data ? "data" : "html"))
        return false;
    j->page = kf_page_begin(&head, kf_output_file_write, j->target);
    if (j->page == NULL)
        kf_arena_fail(j->cli->arena);
    *j->slot = j->page;
    j->is_begun = true;
    return true;
}

// Whether a game of the record has the place at which the page is to open.
static bool has_place(const job *j, const kf_record *record, const char *name) {
    const char *at = j->cli->values[KF_OPTION_AT];
    if (at == NULL)
        return true;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
        if (kf_path_find(record, game, at) != 0)
            return true;
    kf_log_add(j->cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "'%.150s' has no place '%.60s'",
               name, at);
    return false;
}

// False: nothing can be written, so that reading on is of no use.
static bool add_file(job *j, const char *name) {
    kf_cli *cli = j->cli;
    kf_record *record = kf_input_read_games(cli, name);
    kf_report_entries(cli);
    bool is_wanted = record != NULL && has_place(j, record, name);
    bool is_open = !is_wanted || begin_page(j, record);
    if (is_wanted && is_open)
        j->is_whole &=
            kf_page_add_record(j->page, record, base_of(name), cli->values[KF_OPTION_AT], cli->log);
    kf_report_entries(cli);
    kf_input_free(cli, record);
    return is_open;
}

static void write_page(job *j) {
    j->is_whole = true;
    for (size_t i = 0; i < j->inputs.count; i++)
        if (!add_file(j, j->inputs.names[i]))
            return;
    if (j->is_begun) {
        bool is_ended = kf_page_end(j->page);
        kf_output_file_close(j->target, j->is_whole && is_ended);
    }
}

static int write_embed(job *j) {
    if (j->cli->operand_count > 0)
        return kf_options_wrong(j->cli, "'--embed' writes the script, and takes no records");
    if (kf_output_file_open(j->target, j->output, "script")) {
        bool is_whole = kf_page_embed(kf_output_file_write, j->target);
        kf_output_file_close(j->target, is_whole);
    }
    kf_report_entries(j->cli);
    return j->cli->status;
}

// What is written is HTML, JSON or a script: a name with another ending is a slip.
static bool has_ending(kf_cli *cli) {
    const char *name = kf_options_has(cli, KF_OPTION_OUTPUT) ? cli->values[KF_OPTION_OUTPUT] : "";
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash != NULL ? slash : name, '.');
    const char *due = kf_options_has(cli, OPTION_EMBED)  ? ".js"
                      : kf_options_has(cli, OPTION_DATA) ? ".json"
                                                         : ".html";
    if (dot == NULL || strcasecmp(dot, due) == 0 ||
        (strcmp(due, ".html") == 0 && strcasecmp(dot, ".htm") == 0))
        return true;
    kf_options_wrong(cli, "'--output' takes a name that ends in %s here, not '%.100s'", due, name);
    return false;
}

static bool is_problem_word(kf_cli *cli) {
    const char *word = cli->values[OPTION_PROBLEM];
    if (word == NULL || strcmp(word, "auto") == 0 || strcmp(word, "yes") == 0 ||
        strcmp(word, "no") == 0)
        return true;
    kf_options_wrong(cli, "'--problem' is auto, yes or no, not '%.100s'", word);
    return false;
}

// What shows a link to the page loads the picture: it needs the whole address.
static bool is_image(kf_cli *cli) {
    const char *image = cli->values[OPTION_IMAGE];
    if (image == NULL || strncmp(image, "https://", 8) == 0 || strncmp(image, "http://", 7) == 0)
        return true;
    kf_options_wrong(cli, "'--image' takes an address with https:// or http://, not '%.100s'",
                     image);
    return false;
}

static int run_page(kf_cli *cli) {
    job *j = kf_arena_alloc(cli->arena, sizeof *j);
    memset(j, 0, sizeof *j);
    j->cli = cli;
    kf_language language = KF_LANGUAGE_EN;
    j->target = kf_output_file_new(cli);
    j->slot = kf_arena_slot(cli->arena, free_page);
    j->output = kf_options_has(cli, KF_OPTION_OUTPUT) ? cli->values[KF_OPTION_OUTPUT] : "-";
    if (!kf_input_prepare(cli) || !is_problem_word(cli) || !is_image(cli) ||
        !kf_draw_option_style(cli, &j->style) || !kf_draw_option_language(cli, &language) ||
        !has_ending(cli))
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, OPTION_EMBED))
        return write_embed(j);
    j->inputs = kf_input_list(cli);
    write_page(j);
    kf_report_entries(cli);
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file", "write to FILE instead of standard output"},
    KF_OPTIONS_WRITING,
    {KF_OPTION_AT, 'a', "at", "PLACE", "last 0 10 50 100",
     "open at a place: N moves of the main line, #N, last, or a path"},
    {OPTION_PROBLEM, 0, "problem", "WHEN", "auto yes no",
     "ask for the answer instead of showing it: auto (where the record is a problem), yes or no"},
    {KF_OPTION_LANG, 0, "lang", "TAG", "en ja zh-Hans zh-Hant ko de fr es",
     "the language of the page's own words: en, ja, zh-Hans, zh-Hant, ko, de, fr or es; by default "
     "that of the record"},
    {KF_OPTION_STYLE, 0, "style", "NAME", "book wood mono dark",
     "the colours of the page: book, wood, mono, dark, or a file with lines such as 'board = "
     "#E3B66A'; by default its own, which follow the system's light or dark"},
    {OPTION_IMAGE, 0, "image", "URL", NULL,
     "the address of a picture that is shown where the page is linked to (Open Graph)"},
    {OPTION_EMBED, 0, "embed", NULL, NULL,
     "write kifu.js, the script that shows records in other pages"},
    {OPTION_DATA, 0, "data", NULL, NULL, "write only the data of the page, as JSON"},
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_page = {
    .name = "page",
    .summary = "make a web page to step through records",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Writes one HTML file with the records in it and everything that shows them: board, "
             "tree, comments, marks, diagrams, the count, problems to solve. It opens straight "
             "from a disk and loads nothing from anywhere else; its content-security policy "
             "forbids that. Several records become a list with pictures.\n\n"
             "With '--embed' it writes a script instead, for pages of your own: <script "
             "src=\"kifu.js\" data-file=\"game.sgf\"></script> shows that file there, and <script "
             "src=\"kifu.js\">…</script> the record between the tags. '<script src=\"kifu.js\" "
             "data-later>' once and <kifu-board file=\"game.sgf\"> in each place show several.\n\n"
             "The exit status is 0, 1 when a record has errors, and 2 when something could not be "
             "read or written.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = run_page,
};
