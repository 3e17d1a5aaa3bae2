// SPDX-License-Identifier: MIT
// Books: from records to the pieces that a writer sets.

#include "draw/book/book.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "draw/picture/picture.h"
#include "record/path.h"
#include <kifu/play.h>

static const kf_book_writer pdf_writer = {.name = "pdf", .suffix = ".pdf", .needs = "cairo"};

static const kf_book_writer *const writers[] = {
    &pdf_writer,
    &kf_book_tex_writer,
    &kf_book_html_writer,
    &kf_book_epub_writer,
};

size_t kf_book_writer_count(void) {
    return sizeof writers / sizeof writers[0];
}

const kf_book_writer *kf_book_writer_at(size_t index) {
    return index < kf_book_writer_count() ? writers[index] : NULL;
}

const kf_book_writer *kf_book_writer_for(const char *name) {
    kf_text text = kf_text_of(name);
    for (size_t i = 0; i < kf_book_writer_count(); i++) {
        size_t length = strlen(writers[i]->suffix);
        if (kf_text_equal_fold(text, kf_text_of(writers[i]->name)))
            return writers[i];
        if (text.length > length &&
            kf_text_equal_fold(kf_text_cut(text, text.length - length, text.length),
                               kf_text_of(writers[i]->suffix)))
            return writers[i];
    }
    return NULL;
}

// ---- Pieces ----

// Where pieces go: to the writer at once, or to the answers at the end.
typedef struct maker {
    kf_book *book;
    kf_arena *arena;
    const kf_record *record;
    kf_node game;
    bool is_answer;
} maker;

static void emit(const maker *m, kf_book_piece piece) {
    kf_book *book = m->book;
    if (!m->is_answer) {
        book->writer->add(book, &piece);
        return;
    }
    book->answers = kf_arena_grow(book->arena, book->answers, &book->answer_capacity,
                                  book->answer_count + 1, sizeof *book->answers);
    book->answers[book->answer_count++] = piece;
}

static void emit_text(const maker *m, kf_book_kind kind, kf_text lead, kf_text text) {
    if (text.length > 0)
        emit(m, (kf_book_piece){.kind = kind, .lead = lead, .text = text});
}

static kf_text format(const maker *m, const char *what, long number) {
    char text[64];
    int length = snprintf(text, sizeof text, "%s %ld", what, number);
    return (kf_text){kf_arena_copy(m->arena, text, (size_t)length), (size_t)length};
}

// A comment and the name of a node, with the move it speaks of.
static void emit_comment(const maker *m, kf_node node, int number) {
    kf_text none = {"", 0};
    kf_text lead = number > 0 ? format(m, "Move", number) : none;
    kf_text text = kf_book_text_of(m->arena, m->record, node, "C");
    emit_text(m, KF_BOOK_TEXT, lead, text);
}

// ---- Figures ----

static kf_scene *make_scene(const maker *m, const kf_figure *figure) {
    kf_scene *scene = kf_scene_new(m->arena, m->book->play, figure);
    // The title stands over the game. What the node is called stays.
    kf_text value;
    if (!kf_property_get(m->record, figure->node, "N", &value) || value.length == 0 ||
        figure->node == m->game)
        scene->title = (kf_text){"", 0};
    return scene;
}

// The nodes of a figure in the order of play.
static size_t list_nodes(const maker *m, const kf_figure *figure, kf_node **nodes) {
    size_t count = 1, at;
    for (kf_node n = figure->node; n != figure->from && figure->from != 0 && n != 0;
         n = kf_node_parent(m->record, n))
        count++;
    *nodes = kf_arena_alloc(m->arena, count * sizeof **nodes);
    at = count;
    for (kf_node n = figure->node; at > 0; n = kf_node_parent(m->record, n))
        (*nodes)[--at] = n;
    return count;
}

// A figure and what is said of its moves. What is said before the first move of the game stands
// before the figure.
static void emit_figure(const maker *m, const kf_figure *figure, bool is_first) {
    kf_scene *scene = make_scene(m, figure);
    kf_node *nodes;
    size_t count = list_nodes(m, figure, &nodes), first = 0;
    int number = scene->first_number - 1;
    for (; is_first && first < count && !kf_path_is_move(m->record, nodes[first]); first++)
        if (!m->is_answer)
            emit_comment(m, nodes[first], 0);
    emit(m, (kf_book_piece){.kind = KF_BOOK_FIGURE, .scene = scene});
    for (size_t i = first; i < count; i++) {
        bool is_move = kf_path_is_move(m->record, nodes[i]);
        number += is_move;
        emit_comment(m, nodes[i], is_move && scene->first_number > 0 ? number : 0);
    }
}

// An answer does not repeat its question: neither the position nor what is said of it.
static void emit_figures(const maker *m, const kf_figure_plan *plan) {
    size_t count;
    kf_figure *figures = kf_figure_list(m->arena, m->record, m->game, plan, &count, m->book->log);
    m->book->has_failed = m->book->has_failed || figures == NULL;
    for (size_t i = 0; i < count; i++) {
        bool is_question = m->is_answer && figures[i].kind == KF_FIGURE_POSITION && i == 0;
        kf_arena_level level = kf_arena_mark(m->arena);
        if (!is_question)
            emit_figure(m, &figures[i], i == 0);
        // What the writer has taken is not needed again; answers wait for the end of the book.
        if (!m->is_answer)
            kf_arena_rewind(m->arena, level);
    }
}

// ---- Games, problems, sheets ----

static kf_text title_of(const maker *m, const char *kind, size_t number) {
    kf_text title = kf_book_text_title(m->arena, m->record, m->game);
    return title.length > 0 ? title : format(m, kind, (long)number);
}

static void emit_game(const maker *m) {
    kf_text none = {"", 0};
    emit_text(m, KF_BOOK_GAME, none, title_of(m, "Game", m->book->games));
    emit_text(m, KF_BOOK_FACTS, none, kf_book_text_facts(m->arena, m->record, m->game));
    emit_text(m, KF_BOOK_TEXT, none, kf_book_text_of(m->arena, m->record, m->game, "GC"));
    emit_figures(m, &m->book->plan->figures);
}

// The question now, and the answers for the end of the book.
static void emit_problem(const maker *m) {
    const kf_book_plan *plan = m->book->plan;
    kf_text none = {"", 0}, name = format(m, "Problem", (long)m->book->problems);
    kf_figure question = plan->figures.how;
    question.kind = KF_FIGURE_POSITION;
    question.node = kf_problem_question(m->record, m->game);
    question.crop_auto = !question.crop;
    question.hide_ghosts = question.hide_last = true;
    question.caption = name;
    if (!m->book->is_in_problems)
        emit_text(m, KF_BOOK_GAME, none, KF_TEXT("Problems"));
    emit_text(m, KF_BOOK_TEXT, none, kf_book_text_of(m->arena, m->record, m->game, "GC"));
    kf_scene *scene = make_scene(m, &question);
    emit(m, (kf_book_piece){.kind = KF_BOOK_FIGURE, .scene = scene});
    emit_comment(m, question.node, 0);
    if (question.node != m->game)
        emit_comment(m, m->game, 0);

    maker answer = *m;
    kf_figure_plan answers = plan->figures;
    answer.is_answer = true;
    answer.arena = m->book->arena;
    answers.variations = true;
    answers.how.crop_auto = !answers.how.crop;
    emit_text(&answer, KF_BOOK_HEAD, none, format(&answer, "Problem", (long)m->book->problems));
    emit_figures(&answer, &answers);
}

static void emit_small(const maker *m) {
    kf_figure last = m->book->plan->figures.how;
    bool is_problem = kf_problem_is(m->record, m->game);
    last.kind = KF_FIGURE_POSITION;
    last.node = is_problem ? kf_problem_question(m->record, m->game)
                           : kf_path_find(m->record, m->game, "last");
    last.sides = 0;
    last.hide_ghosts = last.hide_marks = last.hide_last = true;
    kf_scene *scene = kf_scene_new(m->arena, m->book->play, &last);
    scene->title = scene->caption = (kf_text){"", 0};
    scene->note_count = 0;
    emit(m, (kf_book_piece){.kind = KF_BOOK_SMALL,
                            .scene = scene,
                            .text = title_of(m, "Game", m->book->games)});
}

static void make_game(maker *m) {
    kf_book *book = m->book;
    book->games++;
    bool is_problem = !book->plan->no_problems && kf_problem_is(m->record, m->game);
    book->problems += is_problem;
    if (book->plan->is_sheet)
        emit_small(m);
    else if (is_problem)
        emit_problem(m);
    else
        emit_game(m);
    book->is_in_problems = is_problem;
}

// ---- The book ----

int64_t kf_book_picture_width(const kf_book *book, const kf_picture *picture, int usual) {
    // Beyond its lines, a board has so many thousandths of a line's distance on both sides.
    enum { BESIDE = 3300 };
    int64_t board = (picture->scene->board_width - 1) * 1000 + BESIDE;
    if (book->plan->width == 0)
        return (int64_t)picture->width * usual;
    return (int64_t)book->plan->width * 1000 * picture->width / board;
}

// Takes the writer of the library in the place of the one that only stands for it.
static bool find_writer(kf_book *book) {
    const kf_draw_library *library = book->plan->library;
    if (book->writer->open == NULL && kf_writer_knows(library) &&
        library->book(book->writer->name) != NULL)
        book->writer = library->book(book->writer->name);
    if (book->writer->open != NULL)
        return true;
    kf_log_add(book->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
               "%s needs %s, by the library kifu-draw %s", book->writer->name, book->writer->needs,
               KF_VERSION);
    return false;
}

static void open_book(void *context) {
    kf_book *book = context;
    kf_book_piece title = {.kind = KF_BOOK_TITLE, .text = book->plan->title};
    book->pieces = kf_arena_new_in(book->arena);
    book->play = kf_play_in(book->arena, NULL, NULL);
    book->state = book->writer->open(book);
    if (title.text.length > 0)
        book->writer->add(book, &title);
}

// What is done in the protected call of the book's arena; memory that ends is told once.
static bool guard(kf_book *book, void (*body)(void *), void *context) {
    if (kf_arena_try(book->arena, body, context))
        return true;
    kf_log_add(book->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    book->has_failed = book->is_broken = true;
    return false;
}

// The book and its copy of the plan, in the arena.
typedef struct birth {
    kf_arena *arena;
    const kf_book_plan *plan;
    kf_book *book;
} birth;

static void be_born(void *context) {
    birth *b = context;
    kf_book_plan *plan = kf_arena_alloc(b->arena, sizeof *plan);
    kf_book *book = kf_arena_alloc(b->arena, sizeof *book);
    *plan = *b->plan;
    plan->style = plan->style != NULL ? plan->style : kf_style_named("book");
    plan->paper = plan->paper != NULL ? plan->paper : "a5";
    plan->title = plan->title.data != NULL ? plan->title : (kf_text){"", 0};
    *book = (kf_book){.arena = b->arena, .plan = plan, .writer = plan->writer};
    b->book = book;
}

kf_book *kf_book_new(const kf_book_plan *plan, kf_sink *sink, void *context, kf_log *log) {
    birth b = {kf_arena_new(), plan, NULL};
    if (b.arena == NULL || !kf_arena_try(b.arena, be_born, &b)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_arena_free(b.arena);
        return NULL;
    }
    kf_book *book = b.book;
    book->sink = sink;
    book->context = context;
    book->log = log;
    if (find_writer(book) && guard(book, open_book, book))
        return book;
    kf_arena_free(b.arena);
    return NULL;
}

void kf_book_free(kf_book *book) {
    if (book != NULL)
        kf_arena_free(book->arena);
}

size_t kf_book_games(const kf_book *book) {
    return book->games;
}

// A record that is being added.
typedef struct adding {
    kf_book *book;
    const kf_record *record;
} adding;

static void add_games(void *context) {
    const adding *a = context;
    kf_book *book = a->book;
    const kf_record *record = a->record;
    kf_play_turn(book->play, record, NULL);
    for (kf_node game = kf_node_child(record, 0); game != 0 && !book->has_failed;
         game = kf_node_next(record, game)) {
        maker m = {book, book->pieces, record, game, false};
        make_game(&m);
        // A book of thousands of games takes no more memory than its largest one, and the answers.
        kf_arena_rewind(book->pieces, (kf_arena_level){0});
    }
}

bool kf_book_add(kf_book *book, const kf_record *record) {
    adding a = {book, record};
    return !book->has_failed && guard(book, add_games, &a) && !book->has_failed;
}

static void add_answers(kf_book *book) {
    kf_book_piece part = {.kind = KF_BOOK_PART, .text = KF_TEXT("Answers")};
    book->writer->add(book, &part);
}

static void close_book(void *context) {
    kf_book *book = context;
    if (book->answer_count > 0)
        add_answers(book);
    for (size_t i = 0; i < book->answer_count && !book->has_failed; i++) {
        book->writer->add(book, &book->answers[i]);
        kf_arena_rewind(book->pieces, (kf_arena_level){0});
    }
    if (!book->writer->close(book))
        book->has_failed = true;
}

bool kf_book_end(kf_book *book) {
    return !book->is_broken && guard(book, close_book, book) && !book->has_failed;
}
