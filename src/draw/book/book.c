// SPDX-License-Identifier: MIT
// Books: from records to the pieces that a writer sets.

#include "draw/book/book.h"

#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "draw/picture/picture.h"
#include "record/path.h"
#include "record/title.h"
#include <kifu/play.h>

#define KF_BOOK(name)
#define KF_BOOK_DRAWN(stem)                                                                        \
    static const kf_book_writer stem##_writer = {                                                  \
        .name = #stem, .suffix = "." #stem, .needs = "cairo"};
#include "draw/book/books.def"

static const kf_book_writer *const writers[] = {
#define KF_BOOK(name)       &kf_book_##name##_writer,
#define KF_BOOK_DRAWN(stem) &stem##_writer,
#include "draw/book/books.def"
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

enum {
    FEWEST = 20,      // moves of a figure that ends at something said
    USUAL = 50,       // moves of one where much is said; twice as many where nothing is
    SHORT_WORDS = 140 // that stand in a caption
};

// ---- Pieces ----

// Where pieces go: to the writer at once, or to the answers at the end.
typedef struct maker {
    kf_book *book;
    kf_arena *arena;
    const kf_record *record;
    kf_node game;
    bool is_answer;
} maker;

// Whether only its headings are needed: a draft of a book without pages.
static bool is_bare(const kf_book *book) {
    return book->plan->is_draft && book->writer->needs == NULL;
}

static void emit(const maker *m, kf_book_piece piece) {
    kf_book *book = m->book;
    if (is_bare(book))
        return;
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

// A heading that the contents name; `game` is 0 where it is none of a game.
static void emit_heading(const maker *m, kf_text title, kf_node game) {
    emit_text(m, KF_BOOK_GAME, (kf_text){"", 0}, title);
    kf_book_list_note(m->book, title, m->record, game);
}

static kf_language language_of(const maker *m) {
    return m->book->plan->figures.how.language;
}

static kf_text word_of(const maker *m, kf_word word) {
    return kf_text_of(kf_language_get(language_of(m), word));
}

// "Problem 3": a word and a number; 0: the word alone.
static kf_text format(const maker *m, kf_word word, long number) {
    kf_buffer out = {.arena = m->arena};
    kf_buffer_add_text(&out, word_of(m, word));
    if (number > 0) {
        kf_buffer_add_string(&out, kf_language_is_close(language_of(m)) ? "" : " ");
        kf_buffer_add_number(&out, number);
    }
    return kf_buffer_text(&out);
}

// What a node is called, and the move it speaks of: "Black 12", "Variation 3, White 2: A name".
static kf_text lead_of(const maker *m, const kf_figure *figure, kf_node node, int number) {
    kf_buffer out = {.arena = m->arena};
    kf_text value, name = kf_book_text_of(m->arena, m->record, node, "N");
    bool is_black = kf_property_get(m->record, node, "B", &value);
    if (figure != NULL && figure->is_variation) {
        kf_buffer_add_text(&out, format(m, KF_WORD_VARIATION, figure->index));
        kf_buffer_add_string(&out, number > 0 ? ", " : "");
    }
    if (number > 0)
        kf_buffer_add_text(&out, format(m, is_black ? KF_WORD_BLACK : KF_WORD_WHITE, number));
    if (name.length > 0 && node != m->game) {
        kf_buffer_add_string(&out, out.length > 0 ? ": " : "");
        kf_buffer_add_text(&out, name);
    }
    return kf_buffer_text(&out);
}

// A comment and the name of a node, with the move it speaks of.
static void emit_comment(const maker *m, const kf_figure *figure, kf_node node, int number) {
    kf_text text = kf_book_text_of(m->arena, m->record, node, "C");
    kf_text name = kf_book_text_of(m->arena, m->record, node, "N");
    kf_text lead = lead_of(m, figure, node, number);
    if (text.length > 0 || (name.length > 0 && node != m->game))
        emit(m, (kf_book_piece){.kind = KF_BOOK_TEXT, .lead = lead, .text = text});
}

// ---- Figures ----

static kf_scene *make_scene(const maker *m, const kf_figure *figure) {
    kf_scene *scene = kf_scene_in(m->arena, m->book->play, figure);
    // The title stands over the game, and names of nodes before what is said of them.
    scene->title = (kf_text){"", 0};
    return scene;
}

// Words that stand in a caption, before the notes; a scene has room for one note more.
static void put_words(kf_scene *scene, kf_text words) {
    if (words.length == 0)
        return;
    memmove(scene->notes + 1, scene->notes, scene->note_count * sizeof *scene->notes);
    scene->notes[0] = words;
    scene->note_count++;
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

// All figures of a game, and how far they are emitted.
typedef struct sequence {
    kf_figure *figures;
    size_t count, at;
} sequence;

static bool is_beside(const kf_figure *figure) {
    return figure->is_variation || figure->kind == KF_FIGURE_POSITION;
}

// The first node of a figure beside the main line.
static kf_node first_of(const kf_figure *figure) {
    return figure->from != 0 ? figure->from : figure->node;
}

// What the record calls a variation: Ishi's label, and the name of its first node.
static kf_text name_of(const maker *m, const kf_figure *figure) {
    kf_buffer out = {.arena = m->arena};
    kf_text label = kf_book_text_of(m->arena, m->record, first_of(figure), "KFVAR");
    if (label.length > 0) {
        kf_buffer_add_char(&out, '[');
        kf_buffer_add_text(&out, label);
        kf_buffer_add_char(&out, ']');
    }
    return kf_buffer_text(&out);
}

// A variation or a diagram with what is said of its moves.
static void emit_beside(const maker *m, sequence *s) {
    kf_figure figure = s->figures[s->at];
    kf_node *nodes;
    figure.name = name_of(m, &figure);
    figure.parent = figure.is_variation ? figure.parent : 0;
    figure.crop_moves = figure.is_variation && !figure.crop && !figure.crop_auto;
    figure.sides = figure.crop_moves ? 0 : figure.sides;
    kf_scene *scene = make_scene(m, &figure);
    int number = scene->first_number - 1;
    emit(m, (kf_book_piece){
                .kind = KF_BOOK_DIAGRAM, .scene = scene, .is_variation = figure.is_variation});
    size_t count = list_nodes(m, &figure, &nodes);
    for (size_t i = 0; i < count; i++) {
        bool is_move = kf_path_is_move(m->record, nodes[i]);
        number += is_move;
        emit_comment(m, &figure, nodes[i], is_move && scene->first_number > 0 ? number : 0);
    }
    s->at++;
}

// Whether the figure in turn begins beside that node of the main line.
static bool belongs_to(const maker *m, const sequence *s, kf_node node) {
    if (s->at >= s->count || !is_beside(&s->figures[s->at]))
        return false;
    kf_node above = kf_node_parent(m->record, first_of(&s->figures[s->at]));
    return above == node || above == kf_node_parent(m->record, node) || node == 0;
}

// The variations of a move, with those that leave them further down.
static void emit_all_beside(const maker *m, sequence *s, kf_node node) {
    bool is_in = belongs_to(m, s, node);
    while (is_in) {
        kf_arena_level level = kf_arena_mark(m->arena);
        emit_beside(m, s);
        kf_arena_rewind(m->arena, level);
        is_in = s->at < s->count && is_beside(&s->figures[s->at]) &&
                (belongs_to(m, s, node) || s->figures[s->at].parent > 0);
    }
}

// A figure of the main line, and in the order of its moves what is said of each and what might
// have been played instead. What is said before the first move stands before the figure.
static void emit_figure(const maker *m, sequence *s, bool is_first, int least) {
    kf_figure *figure = &s->figures[s->at];
    kf_node *nodes;
    size_t count = list_nodes(m, figure, &nodes), first = 0;
    // A few moves need no whole board.
    bool is_short = figure->kind == KF_FIGURE_MOVES && !is_first && count < (size_t)least &&
                    !figure->crop && !figure->crop_auto;
    figure->crop_moves = is_short;
    figure->sides = is_short ? 0 : figure->sides;
    kf_scene *scene = make_scene(m, figure);
    int number = scene->first_number - 1;
    for (; is_first && first < count && !kf_path_is_move(m->record, nodes[first]); first++)
        emit_comment(m, NULL, nodes[first], 0);
    emit(m, (kf_book_piece){.kind = is_short ? KF_BOOK_DIAGRAM : KF_BOOK_FIGURE, .scene = scene});
    s->at++;
    for (size_t i = first; i < count; i++) {
        bool is_move = kf_path_is_move(m->record, nodes[i]);
        number += is_move;
        emit_comment(m, NULL, nodes[i], is_move && scene->first_number > 0 ? number : 0);
        emit_all_beside(m, s, nodes[i]);
    }
    // Whatever is left of them stands with the last move.
    while (s->at < s->count && is_beside(&s->figures[s->at]) && figure->kind == KF_FIGURE_MOVES &&
           s->figures[s->at].is_variation)
        emit_all_beside(m, s, 0);
}

static void emit_figures(const maker *m, const kf_figure_plan *plan) {
    sequence s = {.at = 0};
    s.figures = kf_figure_list(m->arena, m->record, m->game, plan, &s.count, m->book->log);
    m->book->has_failed = m->book->has_failed || s.figures == NULL;
    while (s.at < s.count) {
        // What the writer has taken is not needed again.
        kf_arena_level level = kf_arena_mark(m->arena);
        if (s.at > 0 && s.figures[s.at].is_variation)
            emit_beside(m, &s);
        else
            emit_figure(m, &s, s.at == 0, plan->least);
        kf_arena_rewind(m->arena, level);
    }
}

// ---- Games, problems, sheets ----

static kf_text title_of(const maker *m, kf_word kind, size_t number) {
    kf_text title = kf_title_in(m->arena, m->record, m->game, language_of(m));
    return title.length > 0 ? title : format(m, kind, (long)number);
}

static void emit_game(const maker *m) {
    kf_text none = {"", 0};
    kf_figure_plan plan = m->book->plan->figures;
    bool is_auto = plan.moves == 0 && plan.ends == NULL;
    plan.least = is_auto ? FEWEST : 0;
    plan.usual = is_auto ? USUAL : 0;
    bool runs_on = m->book->plan->runs_on;
    if (runs_on && m->book->games == 1)
        emit_text(m, KF_BOOK_GAME, none, m->book->plan->title);
    kf_text title = title_of(m, KF_WORD_GAME, m->book->games);
    if (runs_on)
        emit_text(m, KF_BOOK_HEAD, none, title);
    else
        emit_heading(m, title, m->game);
    if (is_bare(m->book))
        return;
    emit_text(m, KF_BOOK_FACTS, none,
              kf_book_text_facts(m->arena, m->record, m->game, language_of(m)));
    emit_text(m, KF_BOOK_TEXT, none, kf_book_text_of(m->arena, m->record, m->game, "GC"));
    emit_figures(m, &plan);
}

// ---- Problems ----

// Whether a line of play solves the problem, as the nearest node that says it does.
static bool is_right(const maker *m, kf_node question, kf_node last, bool has_right) {
    kf_colour solver = kf_problem_solver(m->record, m->game);
    bool is_main = true;
    for (kf_node n = last; n != 0 && n != question; n = kf_node_parent(m->record, n)) {
        kf_problem_verdict verdict = kf_problem_says(m->record, n, solver);
        if (verdict != KF_PROBLEM_SILENT)
            return verdict == KF_PROBLEM_RIGHT;
        is_main = is_main && kf_node_child(m->record, kf_node_parent(m->record, n)) == n;
    }
    return is_main && !has_right;
}

static bool has_right_answer(const maker *m) {
    kf_colour solver = kf_problem_solver(m->record, m->game);
    kf_walk walk = kf_walk_from(m->record, m->game);
    for (kf_node n; (n = kf_walk_enter(&walk)) != 0;)
        if (kf_problem_says(m->record, n, solver) == KF_PROBLEM_RIGHT)
            return true;
    return false;
}

// What is said at the end of an answer, unless the caption says so much.
static kf_text text_at(const maker *m, kf_node node) {
    static const char *const known[] = {"Correct", "Correct.", "RIGHT",   "Right", "Right.",
                                        "Wrong",   "Wrong.",   "WRONG",   "+",     "-",
                                        "Failure", "Failure.", "CORRECT", "正解",  "失敗"};
    kf_text text = kf_book_text_of(m->arena, m->record, node, "C");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (kf_text_is(text, known[i]))
            return (kf_text){"", 0};
    return text;
}

typedef struct answering {
    kf_node question;
    bool has_right;
    int right, wrong; // shown so far
    kf_node end;      // of the answer that comes next
    bool end_is_right;
    kf_node counted; // the last node whose number was asked for
    int number;      // that is printed there
} answering;

// "Correct", "Correct 2", "Failure 1".
static kf_text answer_name(const maker *m, bool right, int index) {
    return format(m, right ? KF_WORD_CORRECT : KF_WORD_FAILURE, right && index == 1 ? 0 : index);
}

// What the record calls the line: the name of its last node, and Ishi's label of the variation.
static void add_names(const maker *m, kf_buffer *out, kf_node from, kf_node last) {
    kf_text name = kf_book_text_of(m->arena, m->record, last, "N"), label = {"", 0};
    for (kf_node n = last; n != 0 && label.length == 0;
         n = n == from ? 0 : kf_node_parent(m->record, n))
        label = kf_book_text_of(m->arena, m->record, n, "KFVAR");
    if (label.length > 0) {
        kf_buffer_add_string(out, " [");
        kf_buffer_add_text(out, label);
        kf_buffer_add_char(out, ']');
    }
    if (name.length > 0) {
        kf_buffer_add_string(out, ": ");
        kf_buffer_add_text(out, name);
    }
}

// A diagram of the record, which is no answer.
static bool emit_diagram(const maker *m, kf_node node) {
    kf_property property;
    kf_figure figure = m->book->plan->figures.how;
    if (!kf_property_find(m->record, node, "KFDIAGRAM", &property))
        return false;
    figure.kind = KF_FIGURE_POSITION;
    figure.node = node;
    figure.caption = format(m, KF_WORD_DIAGRAM, 0);
    emit(m, (kf_book_piece){.kind = KF_BOOK_DIAGRAM, .scene = make_scene(m, &figure)});
    emit_comment(m, NULL, node, 0);
    return true;
}

// An answer: the whole line from the question on.
static void emit_answer(const maker *m, answering *a, kf_node from, kf_node last) {
    if (emit_diagram(m, last))
        return;
    kf_figure figure = m->book->plan->figures.how;
    bool right = is_right(m, a->question, last, a->has_right);
    int index = right ? ++a->right : ++a->wrong;
    kf_text said = text_at(m, last);
    kf_buffer caption = {.arena = m->arena};
    figure.kind = KF_FIGURE_MOVES;
    figure.from = from;
    figure.node = last;
    figure.crop_moves = !figure.crop;
    figure.crop_margin = 1;
    figure.sides = figure.crop ? figure.sides : 0;
    kf_buffer_add_text(&caption, answer_name(m, right, index));
    add_names(m, &caption, from, last);
    bool is_short = said.length <= SHORT_WORDS;
    figure.caption = kf_buffer_text(&caption);
    kf_scene *scene = make_scene(m, &figure);
    if (is_short)
        put_words(scene, said);
    emit(m, (kf_book_piece){.kind = KF_BOOK_DIAGRAM, .scene = scene});
    if (!is_short)
        emit_text(m, KF_BOOK_TEXT, answer_name(m, right, index), said);
}

// The end of the line that leads on from the node by first children, which is the next answer.
static void find_end(const maker *m, answering *a, kf_node node) {
    kf_node parent = kf_node_parent(m->record, node);
    if (a->end != 0 && kf_node_child(m->record, parent) == node && parent != a->question)
        return; // on the way to the same one
    for (kf_node n = node; n != 0; n = kf_node_child(m->record, n))
        a->end = n;
    a->end_is_right = is_right(m, a->question, a->end, a->has_right);
}

// The number that is printed on the move of the node: on from the last one that was asked for, for
// most follow each other.
static int number_at(const maker *m, answering *a, kf_node node) {
    size_t count = 0, room = 0;
    kf_node *way = NULL, n = node;
    for (; n != 0 && n != a->counted; n = kf_node_parent(m->record, n)) {
        way = kf_arena_grow(m->book->pieces, way, &room, count + 1, sizeof *way);
        way[count++] = n;
    }
    int number = n != 0 ? a->number : 0;
    while (count > 0)
        number = kf_path_number(m->record, way[--count], number);
    a->counted = node;
    return a->number = number;
}

// "Failure 3, Black 5: A name": which move of the answers that come next is spoken of.
static kf_text between_lead(const maker *m, answering *a, kf_node node) {
    kf_buffer out = {.arena = m->arena};
    kf_text value, name = kf_book_text_of(m->arena, m->record, node, "N");
    int index = a->end_is_right ? a->right + 1 : a->wrong + 1;
    bool is_black = kf_property_get(m->record, node, "B", &value);
    kf_buffer_add_text(&out, answer_name(m, a->end_is_right, index));
    if (kf_path_is_move(m->record, node)) {
        kf_buffer_add_string(&out, ", ");
        kf_buffer_add_text(
            &out, format(m, is_black ? KF_WORD_BLACK : KF_WORD_WHITE, number_at(m, a, node)));
    }
    if (name.length > 0) {
        kf_buffer_add_string(&out, ": ");
        kf_buffer_add_text(&out, name);
    }
    return kf_buffer_text(&out);
}

// What is said on the way to the ends of the lines.
static void emit_between(const maker *m, answering *a, kf_node node) {
    kf_text name = kf_book_text_of(m->arena, m->record, node, "N"), said = text_at(m, node);
    find_end(m, a, node);
    if (name.length > 0 || said.length > 0)
        emit(m,
             (kf_book_piece){.kind = KF_BOOK_TEXT, .lead = between_lead(m, a, node), .text = said});
}

// Each end of the tree is an answer; the first move of the way there is a child of the question.
static void emit_answers(const maker *m) {
    answering a = {.question = kf_problem_question(m->record, m->game)};
    kf_walk walk = kf_walk_from(m->record, a.question);
    kf_node first = 0;
    a.has_right = has_right_answer(m);
    for (kf_node n; (n = kf_walk_enter(&walk)) != 0 && !m->book->has_failed;) {
        if (kf_node_parent(m->record, n) == a.question)
            first = n;
        if (first == 0)
            continue;
        if (kf_node_child(m->record, n) == 0 && n != a.question)
            emit_answer(m, &a, first, n);
        else
            emit_between(m, &a, n);
    }
}

// What is said of a question, without the line that only tells who plays, and without its source.
static kf_text question_words(const maker *m, kf_node node) {
    kf_text text = kf_book_text_of(m->arena, m->record, node, "C"), rest = text, line;
    if (kf_text_line(&rest, &line) && line.length < 16 &&
        kf_text_starts(line, KF_TEXT("Black to play")))
        text = kf_text_trim(rest);
    kf_text source = kf_book_text_of(m->arena, m->record, m->game, "SO");
    bool is_source = kf_text_equal(text, source) || kf_text_equal(text, m->book->source);
    return is_source ? (kf_text){"", 0} : text;
}

// Where problems come from stands once before all that come from there.
static void emit_source(const maker *m) {
    kf_book *book = m->book;
    kf_text none = {"", 0}, source = kf_book_text_of(m->arena, m->record, m->game, "SO");
    kf_buffer line = {.arena = m->arena};
    if (source.length == 0 || kf_text_equal(source, book->source))
        return;
    book->source = (kf_text){kf_arena_copy(book->arena, source.data, source.length), source.length};
    kf_buffer_add_text(&line, word_of(m, KF_WORD_SOURCE));
    kf_buffer_add_string(&line, ": ");
    kf_buffer_add_text(&line, source);
    emit_text(m, KF_BOOK_FACTS, none, kf_buffer_text(&line));
}

// The question, with few words in its caption and many below it.
static void emit_question(const maker *m, const kf_figure *question, kf_text name) {
    kf_text words = question_words(m, question->node);
    bool is_short = words.length <= SHORT_WORDS;
    kf_scene *scene = make_scene(m, question);
    if (is_short)
        put_words(scene, words);
    emit(m, (kf_book_piece){.kind = KF_BOOK_DIAGRAM, .scene = scene, .problem = m->book->problems});
    if (!is_short)
        emit_text(m, KF_BOOK_TEXT, name, words);
    if (question->node != m->game)
        emit_text(m, KF_BOOK_TEXT, name, question_words(m, m->game));
}

// The question now, and the answers for the end of the book.
static void emit_problem(const maker *m) {
    const kf_book_plan *plan = m->book->plan;
    long number = (long)m->book->problems;
    kf_text name = format(m, KF_WORD_PROBLEM, number);
    kf_figure question = plan->figures.how;
    kf_buffer caption = {.arena = m->arena};
    bool is_black = kf_problem_solver(m->record, m->game) == KF_BLACK;
    question.kind = KF_FIGURE_POSITION;
    question.node = kf_problem_question(m->record, m->game);
    question.crop_auto = !question.crop;
    question.sides = question.crop ? question.sides : 0;
    question.hide_ghosts = question.hide_last = true;
    kf_buffer_add_text(&caption, name);
    kf_buffer_add_string(&caption, kf_language_is_close(language_of(m)) ? " " : ". ");
    kf_buffer_add_text(&caption,
                       word_of(m, is_black ? KF_WORD_BLACK_TO_PLAY : KF_WORD_WHITE_TO_PLAY));
    question.caption = kf_buffer_text(&caption);
    if (!m->book->is_in_problems)
        emit_heading(m, word_of(m, KF_WORD_PROBLEMS), 0);
    emit_source(m);
    emit_text(m, KF_BOOK_TEXT, name, kf_book_text_of(m->arena, m->record, m->game, "GC"));
    emit_question(m, &question, name);

    maker answer = *m;
    answer.is_answer = true;
    answer.arena = m->book->arena;
    emit(&answer, (kf_book_piece){.kind = KF_BOOK_HEAD,
                                  .text = format(&answer, KF_WORD_PROBLEM, number),
                                  .problem = m->book->problems});
    emit_answers(&answer);
}

static void emit_small(const maker *m) {
    if (is_bare(m->book))
        return;
    kf_figure last = m->book->plan->figures.how;
    bool is_problem = kf_problem_is(m->record, m->game);
    last.kind = KF_FIGURE_POSITION;
    last.node = is_problem ? kf_problem_question(m->record, m->game)
                           : kf_path_find(m->record, m->game, "last");
    last.sides = 0;
    last.hide_ghosts = last.hide_marks = last.hide_last = true;
    kf_scene *scene = kf_scene_in(m->arena, m->book->play, &last);
    scene->title = scene->caption = (kf_text){"", 0};
    scene->note_count = 0;
    emit(m, (kf_book_piece){.kind = KF_BOOK_SMALL,
                            .scene = scene,
                            .text = title_of(m, KF_WORD_GAME, m->book->games)});
}

static void make_game(maker *m) {
    kf_book *book = m->book;
    book->games++;
    bool is_problem = !book->plan->no_problems && kf_problem_is(m->record, m->game);
    book->problems += is_problem;
    kf_book_list_commentator(book, m->record, m->game);
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

// Opens the writer, when the first record is there to tell the language.
static void begin(kf_book *book, const kf_record *first) {
    if (book->is_begun)
        return;
    if (book->plan->language == NULL && first != NULL)
        book->plan->figures.how.language = kf_language_guess(first);
    book->is_begun = true;
    book->pieces = kf_arena_new_in(book->arena);
    book->play = kf_play_in(book->arena, NULL, NULL);
    if (book->plan->title.length == 0 && kf_book_list_of(book) != NULL)
        book->plan->title =
            kf_text_of(kf_language_get(book->plan->figures.how.language, KF_WORD_GAMES));
    book->state = book->writer->open(book);
    kf_book_piece title = {.kind = KF_BOOK_TITLE, .text = book->plan->title};
    if (title.text.length > 0)
        book->writer->add(book, &title);
    kf_book_list_contents(book);
}

// What is done in the protected call of the book's arena; memory that ends is told once.
static bool guard(kf_book *book, void (*body)(void *), void *context) {
    if (kf_arena_try(book->arena, body, context))
        return true;
    kf_log_add(book->log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    book->has_failed = book->is_broken = true;
    return false;
}

static bool find_language(kf_book *book) {
    const char *tag = book->plan->language;
    if (tag == NULL || kf_language_named(tag, &book->plan->figures.how.language))
        return true;
    kf_log_add(book->log, KF_PROGRAM_ARGUMENT, (kf_place){0},
               "'--lang' takes en, ja, zh-Hans, zh-Hant, ko, de, fr or es, not '%.60s'", tag);
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
    plan->author = plan->author.data != NULL ? plan->author : (kf_text){"", 0};
    *book = (kf_book){.arena = b->arena, .plan = plan, .writer = plan->writer};
    book->authors.arena = b->arena;
    b->book = book;
}

// The sink of a draft.
static bool drop(void *context, const void *bytes, size_t length) {
    (void)context;
    (void)bytes;
    (void)length;
    return true;
}

kf_book *kf_book_new(const kf_book_plan *plan, kf_sink *sink, void *context, kf_log *log) {
    birth b = {kf_arena_new(), plan, NULL};
    if (b.arena == NULL || !kf_arena_try(b.arena, be_born, &b)) {
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
        kf_arena_free(b.arena);
        return NULL;
    }
    kf_book *book = b.book;
    book->sink = plan->is_draft ? drop : sink;
    book->context = context;
    book->log = log;
    if (find_language(book) && find_writer(book))
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
    begin(book, record);
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
    kf_language language = book->plan->figures.how.language;
    kf_book_piece part = {.kind = KF_BOOK_PART,
                          .text = kf_text_of(kf_language_get(language, KF_WORD_ANSWERS)),
                          .abreast = 3};
    book->writer->add(book, &part);
    kf_book_list_note(book, part.text, NULL, 0);
    book->entries[book->entry_count - 1].is_part = true;
}

static void close_book(void *context) {
    kf_book *book = context;
    begin(book, NULL);
    bool has_answers = book->answer_count > 0 || (is_bare(book) && book->problems > 0);
    if (has_answers && !book->plan->is_sheet)
        add_answers(book);
    for (size_t i = 0; i < book->answer_count && !book->has_failed; i++) {
        book->writer->add(book, &book->answers[i]);
        kf_arena_rewind(book->pieces, (kf_arena_level){0});
    }
    kf_book_list_indices(book);
    if (!book->writer->close(book))
        book->has_failed = true;
}

bool kf_book_end(kf_book *book) {
    return !book->is_broken && guard(book, close_book, book) && !book->has_failed;
}
