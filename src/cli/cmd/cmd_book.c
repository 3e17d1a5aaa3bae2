// SPDX-License-Identifier: MIT
// kifu book: games with their figures and comments as a book.

#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/booklet/booklet.h"
#include "cli/frame/cli.h"
#include "cli/frame/draw_option.h"
#include "cli/frame/words.h"
#include "cli/print/print.h"
#include <kifu/book.h>

// The options of this command alone.
enum {
    OPTION_AUTHOR = KF_OPTION_OWN,
    OPTION_NO_PROBLEMS,
    OPTION_PAPER,
    OPTION_SHEET,
    OPTION_TITLE
};

static const char *const papers[] = {"a4", "a5", "letter"};

static bool set_paper(kf_cli *cli, kf_book_plan *plan) {
    const char *paper = cli->values[OPTION_PAPER];
    plan->paper = "a5";
    if (paper == NULL)
        return true;
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; i++) {
        if (strcmp(paper, papers[i]) == 0) {
            plan->paper = papers[i];
            return true;
        }
    }
    kf_options_wrong(cli, "'--paper' takes a4, a5 or letter, not '%.60s'", paper);
    return false;
}

// Title and author go into files whose text is UTF-8.
static bool set_title(kf_cli *cli, kf_book_plan *plan) {
    const char *title = cli->values[OPTION_TITLE];
    bool is_booklet = kf_options_has(cli, KF_OPTION_BOOKLET);
    plan->title = kf_text_of(title != NULL ? title
                             : is_booklet  ? "The Game of I-Go (1931), its claims computed"
                                           : "");
    const char *author = cli->values[OPTION_AUTHOR];
    plan->author = kf_text_of(author != NULL ? author : "");
    bool is_title = kf_text_is_utf8(plan->title, NULL);
    if (is_title && kf_text_is_utf8(plan->author, NULL))
        return true;
    kf_options_wrong(cli, "'--%s' is not in UTF-8", is_title ? "author" : "title");
    return false;
}

// What the options say of the book, but for the region, which only a game can explain.
static bool set_plan(kf_cli *cli, const kf_draw_option *option, kf_book_plan *plan) {
    plan->figures = option->plan;
    plan->library = cli->parts->draw;
    // A book shows what its record has to show; --figures shares out the main line otherwise.
    plan->figures.variations = true;
    plan->style = &option->style;
    plan->width = option->drawing.width;
    plan->language = cli->values[KF_OPTION_LANG];
    plan->is_sheet = kf_options_has(cli, OPTION_SHEET);
    bool is_booklet = kf_options_has(cli, KF_OPTION_BOOKLET);
    plan->runs_on = is_booklet;
    plan->no_problems = is_booklet || kf_options_has(cli, OPTION_NO_PROBLEMS);
    return set_paper(cli, plan) && set_title(cli, plan);
}

// The word that says what kind of book it is; NULL: none does.
static const char *kind_of(const kf_cli *cli) {
    const char *to = cli->values[KF_OPTION_TO];
    return to != NULL ? to : cli->values[KF_OPTION_OUTPUT];
}

static kf_part part_of(const kf_cli *cli) {
    const char *kind = kind_of(cli);
    const kf_book_writer *writer = kind != NULL ? kf_book_writer_for(kind) : NULL;
    return writer != NULL && writer->needs != NULL ? KF_PART_DRAW : KF_PART_NONE;
}

static const kf_book_writer *find_writer(kf_cli *cli) {
    char kinds[KF_WORDS_LIST];
    const char *wanted = kind_of(cli);
    if (wanted == NULL || strcmp(wanted, "-") == 0) {
        kf_options_wrong(cli, "a book needs '-o FILE', or '--to KIND' on standard output");
        return NULL;
    }
    const kf_book_writer *writer = kf_book_writer_for(wanted);
    if (writer == NULL)
        kf_options_wrong(cli, "a book is %s, not '%.100s'", kf_words_all("@book", kinds), wanted);
    else if (writer->needs != NULL && cli->parts->draw == NULL)
        kf_options_wrong(cli, "'%.60s' needs %s, and kifu was built without it", wanted,
                         writer->needs);
    else
        return writer;
    return NULL;
}

// Whether memory ended in what the log is about.
static bool has_no_memory(const kf_cli *cli) {
    const char *code = kf_log_code(KF_PROGRAM_MEMORY)->path;
    for (size_t i = 0; i < kf_log_count(cli->log); i++)
        if (strcmp(kf_log_entry(cli->log, i)->code, code) == 0)
            return true;
    return false;
}

// A file that cannot be read is told, and the others make the book. A draft leaves the telling to
// the book, but for the end of memory: without what was lost its lists would be wrong. False: then.
static bool add_files(kf_cli *cli, const kf_inputs *inputs, kf_book *book, bool is_draft) {
    bool is_good = true;
    kf_progress_begin(cli, is_draft ? "files, for the contents" : "files");
    for (size_t i = 0; i < inputs->count && is_good; i++) {
        kf_progress_step(cli, i, inputs->count);
        kf_record *record = kf_input_read_games(cli, inputs->names[i]);
        // What reading finds is the business of 'kifu check', unless nothing could be read.
        bool is_lost = is_draft && has_no_memory(cli);
        if (record == NULL && (!is_draft || is_lost))
            kf_report_entries(cli);
        else
            kf_log_clear(cli->log);
        is_good = !is_lost && kf_book_add(book, record);
        kf_input_free(cli, record);
    }
    kf_progress_clear(cli);
    return is_good;
}

static void free_book(void *book) {
    kf_book_free(book);
}

// Whether all of it can be read twice.
static bool are_files(const kf_inputs *inputs) {
    struct stat status;
    for (size_t i = 0; i < inputs->count; i++)
        if (stat(inputs->names[i], &status) == 0 && !S_ISREG(status.st_mode))
            return false;
        else if (strcmp(inputs->names[i], "-") == 0)
            return false;
    return true;
}

// Makes the book a first time, for what stands in its lists; `*draft` stays NULL when it has none.
// False: memory ended, and the status says so.
static bool make_draft(kf_cli *cli, const kf_inputs *inputs, const kf_book_plan *plan,
                       const kf_book **draft) {
    if (!are_files(inputs))
        return true;
    kf_book_plan first = *plan;
    void **slot = kf_arena_slot(cli->arena, free_book);
    first.is_draft = true;
    kf_book *book = kf_book_new(&first, kf_output_file_write, NULL, cli->log);
    *slot = book;
    *draft = book;
    bool is_good = book != NULL;
    if (is_good) {
        is_good = add_files(cli, inputs, book, true);
        (void)!kf_book_end(book);
    }
    is_good = is_good && !has_no_memory(cli);
    if (is_good)
        kf_log_clear(cli->log); // the book itself meets the same
    else
        kf_report_entries(cli);
    return is_good;
}

static int book(kf_cli *cli) {
    kf_draw_option option;
    kf_book_plan plan = {.paper = NULL};
    kf_output_file *target = kf_output_file_new(cli);
    const char *output = cli->values[KF_OPTION_OUTPUT];
    if (!kf_input_prepare(cli) || !kf_draw_option_prepare(cli, &option) ||
        !set_plan(cli, &option, &plan))
        return KF_STATUS_FAILED;
    if (option.region != NULL)
        return kf_options_wrong(cli, "'--crop' of a book is auto or none");
    if (kf_options_has(cli, KF_OPTION_BOOKLET) && cli->operand_count > 0)
        return kf_options_wrong(cli, "'--booklet' has its own records and takes no others");
    // Before the book is opened it must be known what may not be replaced.
    kf_inputs inputs = kf_input_list(cli);
    const kf_book_writer *writer = find_writer(cli);
    if (writer == NULL || !kf_output_file_open(target, output != NULL ? output : "-", writer->name))
        return KF_STATUS_FAILED;
    plan.writer = writer;
    bool is_booklet = kf_options_has(cli, KF_OPTION_BOOKLET), is_good = true;
    if (!is_booklet && !plan.is_sheet)
        is_good = make_draft(cli, &inputs, &plan, &plan.draft);
    void **slot = kf_arena_slot(cli->arena, free_book);
    kf_book *work = is_good ? kf_book_new(&plan, kf_output_file_write, target, cli->log) : NULL;
    *slot = work;
    is_good = work != NULL;
    if (is_good) {
        if (is_booklet)
            (void)kf_book_add(work, kf_booklet_make(cli));
        else
            (void)add_files(cli, &inputs, work, false);
        is_good = kf_book_end(work);
    }
    if (is_good && kf_book_games(work) == 0) {
        kf_log_add(cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "there is no game for a book");
        is_good = false;
    }
    kf_output_file_close(target, is_good);
    kf_report_entries(cli);
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FILE", "@file",
     "write to FILE, whose extension decides the kind, as --to names them"},
    KF_OPTIONS_WRITING,
    {KF_OPTION_TO, 't', "to", "KIND", "@book", "the kind of book, whatever the extension:"},
    {KF_OPTION_BOOKLET, 0, "booklet", NULL, NULL,
     "the figures of 'The Game of I-Go' (1931), each with what the book claims and what that comes "
     "to"},
    {OPTION_TITLE, 0, "title", "TEXT", NULL, "the title of the book"},
    {OPTION_AUTHOR, 0, "author", "TEXT", NULL,
     "the author of the book; of an EPUB by default whoever commented on the games (AN)"},
    {OPTION_PAPER, 0, "paper", "NAME", "a4 a5 letter",
     "the page size of PDF and LaTeX: a5 (by default), a4 or letter"},
    {OPTION_SHEET, 0, "sheet", NULL, NULL,
     "a contact sheet: only the last position of each game, small, with its name"},
    {OPTION_NO_PROBLEMS, 0, "no-problems", NULL, NULL,
     "show problems as games, each with its answer in place"},
    {KF_OPTION_FIGURES, 0, "figures", "N", "auto 50 100",
     "divide the games into figures of N moves, or ending at the moves A,B,C, or automatically "
     "(auto, by default): at comments, at variations and where FG says so"},
    {KF_OPTION_VARIATIONS, 0, "variations", "[WAY]", "1 on",
     "number the moves of variations from 1 (by default), or with 'on' continue from the move they "
     "replace"},
    KF_MAX_FIGURES_OPTION_ROW,
    KF_DRAW_OPTION_ROWS,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_book = {
    .name = "book",
    .summary = "make a book of games",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Typesets the games of all FILEs as a book: the title and the facts of each game, its "
             "figures with their captions and notes, the comments in the order of the game, and "
             "the variations where they begin. Problems show only the question; the answers are at "
             "the end.\n\n"
             "The book is a PDF to print, a LaTeX document to edit further, one HTML page, or an "
             "EPUB for e-book readers. The same games give the same bytes.\n\n"
             "The exit status is 0, or 2 when a file could not be read or the book could not be "
             "written.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = book,
    .part = part_of,
};
