// SPDX-License-Identifier: MIT
// The words of a scene: title, caption, comment, and the picture told for those who cannot see it.

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "draw/scene/scene.h"
#include "record/sign.h"
#include "record/title.h"
#include "record/value.h"

// ---- Title and comment ----

static kf_text plain_of(const kf_sheet *sheet, kf_node node, const char *name, bool simple) {
    kf_text value;
    if (!kf_property_get(sheet->record, node, name, &value) || value.length == 0)
        return (kf_text){"", 0};
    kf_text plain = kf_text_trim(kf_scene_sheet_plain(sheet, value, simple));
    return kf_sign_show(sheet->arena, plain);
}

// The name of the node, else what the game is called.
static kf_text title_of(const kf_sheet *sheet) {
    kf_text title = plain_of(sheet, sheet->figure->node, "N", true);
    if (title.length > 0)
        return title;
    return kf_title_in(sheet->arena, sheet->record, sheet->play->frames[0].node,
                       sheet->figure->language);
}

// ---- Caption ----

static void add_numbers(kf_buffer *out, const kf_sheet *sheet) {
    kf_buffer_add_number(out, sheet->first_number);
    if (sheet->last_number == sheet->first_number)
        return;
    kf_buffer_add_string(out, "–");
    kf_buffer_add_number(out, sheet->last_number);
}

static void add_range(kf_buffer *out, const kf_sheet *sheet) {
    if (sheet->first_number == 0)
        return;
    kf_buffer_add_string(out, " (");
    add_numbers(out, sheet);
    kf_buffer_add_char(out, ')');
}

// A word and a number, as the language joins them.
static void add_word(kf_buffer *out, const kf_sheet *sheet, kf_word word, long number) {
    kf_language language = sheet->figure->language;
    bool is_close = kf_language_is_close(language);
    kf_buffer_add_string(out, kf_language_get(language, word));
    if (number > 0) {
        kf_buffer_add_string(out, is_close ? "" : " ");
        kf_buffer_add_number(out, number);
    }
}

// The root of the figure's game. The cursor stands at the figure's node and knows it: climbing up
// there would make each picture of a long game dearer than the one before.
static kf_node game_of(const kf_sheet *sheet) {
    const kf_play *play = sheet->play;
    return play != NULL && play->depth > 0 ? play->frames[0].node
                                           : kf_node_game(sheet->record, sheet->figure->node);
}

// Below the question of a problem stands who plays.
static bool is_question(const kf_sheet *sheet) {
    kf_node node = sheet->figure->node, game = game_of(sheet);
    return !sheet->is_moves && kf_problem_question(sheet->record, game) == node &&
           kf_problem_is(sheet->record, game);
}

static void add_player(kf_buffer *out, const kf_sheet *sheet) {
    kf_colour solver = kf_problem_solver(sheet->record, game_of(sheet));
    add_word(out, sheet, solver == KF_BLACK ? KF_WORD_BLACK_TO_PLAY : KF_WORD_WHITE_TO_PLAY, 0);
}

static kf_text caption_of(const kf_sheet *sheet) {
    const kf_figure *figure = sheet->figure;
    kf_buffer out = {.arena = sheet->arena};
    if (figure->caption.length > 0)
        return kf_sign_show(sheet->arena, figure->caption);
    if (sheet->name.length > 0) {
        kf_buffer_add_text(&out, kf_sign_show(sheet->arena, sheet->name));
        add_range(&out, sheet);
    } else if (figure->is_variation && figure->index > 0) {
        add_word(&out, sheet, KF_WORD_VARIATION, figure->index);
        if (figure->parent > 0) {
            kf_buffer_add_char(&out, ' ');
            add_word(&out, sheet, KF_WORD_OF, figure->parent);
        }
        if (figure->name.length > 0) {
            kf_buffer_add_string(&out, ": ");
            kf_buffer_add_text(&out, kf_sign_show(sheet->arena, figure->name));
        }
        kf_buffer_add_char(&out, ' ');
        add_word(&out, sheet, KF_WORD_AT_MOVE, sheet->from_number);
        add_range(&out, sheet);
    } else if (figure->index > 0) {
        add_word(&out, sheet, sheet->is_moves ? KF_WORD_FIGURE : KF_WORD_DIAGRAM, figure->index);
        add_range(&out, sheet);
    } else if (sheet->first_number > 0) {
        bool is_one = sheet->first_number == sheet->last_number;
        add_word(&out, sheet, is_one ? KF_WORD_MOVE : KF_WORD_MOVES, 0);
        kf_buffer_add_string(&out, " ");
        add_numbers(&out, sheet);
    } else if (is_question(sheet)) {
        add_player(&out, sheet);
    }
    return kf_scene_sheet_keep(sheet, &out);
}

// ---- The picture in words ----

static void add_place(kf_buffer *out, const kf_scene_point *p, const kf_sheet *sheet) {
    char text[KF_POINT_TEXT];
    kf_scene_sheet_place(sheet, p->point, text);
    kf_buffer_add_char(out, ' ');
    kf_buffer_add_string(out, text);
}

static bool stands(const kf_scene_point *p, int what, int which) {
    if (what == 0)
        return p->stone == which;
    if (what == 1)
        return p->mark == which;
    return p->territory == which;
}

static const char *say(const kf_sheet *sheet, kf_word word) {
    return kf_language_get(sheet->figure->language, word);
}

// Begins a list: "Black:", with the blank that Latin letters and Korean have before it.
static void begin_list(kf_buffer *out, const kf_sheet *sheet, kf_word word) {
    bool is_close = kf_language_is_close(sheet->figure->language);
    kf_buffer_add_string(out, is_close ? "" : " ");
    kf_buffer_add_string(out, say(sheet, word));
    kf_buffer_add_string(out, is_close ? "：" : ":");
}

static void end_sentence(kf_buffer *out, const kf_sheet *sheet) {
    kf_buffer_add_string(out, kf_language_is_close(sheet->figure->language) ? "。" : ".");
}

// "Black: D4 Q16." for all points of one kind.
static void add_kind(kf_buffer *out, const kf_sheet *sheet, const kf_scene *scene, int what,
                     int which) {
    static const kf_word stones[] = {0, KF_WORD_BLACK, KF_WORD_WHITE};
    static const kf_word lands[] = {0, KF_WORD_BLACK_AREA, KF_WORD_WHITE_AREA};
    bool has_any = false;
    for (int i = 0; i < scene->rows * scene->columns; i++) {
        const kf_scene_point *p = &scene->points[i];
        if (!stands(p, what, which) || p->is_hidden)
            continue;
        if (!has_any)
            begin_list(out, sheet,
                       what == 0   ? stones[which]
                       : what == 1 ? kf_legend_mark((kf_mark)which)
                                   : lands[which]);
        has_any = true;
        if (what == 0 && p->is_numbered) {
            kf_buffer_add_char(out, ' ');
            kf_buffer_add_text(out, p->label);
        }
        add_place(out, p, sheet);
    }
    if (has_any)
        end_sentence(out, sheet);
}

static void add_labels(kf_buffer *out, const kf_sheet *sheet, const kf_scene *scene) {
    bool has_any = false;
    for (int i = 0; i < scene->rows * scene->columns; i++) {
        const kf_scene_point *p = &scene->points[i];
        if (p->label.length == 0 || p->is_numbered || p->is_hidden)
            continue;
        if (!has_any)
            begin_list(out, sheet, KF_WORD_LABELS);
        has_any = true;
        kf_buffer_add_char(out, ' ');
        kf_buffer_add_text(out, p->label);
        add_place(out, p, sheet);
    }
    if (has_any)
        end_sentence(out, sheet);
}

static void add_board(kf_buffer *out, const kf_sheet *sheet) {
    const char *board = say(sheet, KF_WORD_BOARD), *at = strstr(board, "{}");
    kf_buffer_add_text(out, (kf_text){board, (size_t)(at - board)});
    kf_buffer_add_number(out, sheet->width);
    kf_buffer_add_char(out, 'x');
    kf_buffer_add_number(out, sheet->height);
    kf_buffer_add_string(out, at + 2);
    end_sentence(out, sheet);
}

static kf_text alternative_of(const kf_sheet *sheet, const kf_scene *scene) {
    kf_buffer out = {.arena = sheet->arena};
    add_board(&out, sheet);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        add_kind(&out, sheet, scene, 0, colour);
    add_labels(&out, sheet, scene);
    for (int mark = KF_MARK_NONE + 1; mark < KF_MARK_COUNT; mark++)
        add_kind(&out, sheet, scene, 1, mark);
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++)
        add_kind(&out, sheet, scene, 2, colour);
    for (size_t i = 0; i < scene->note_count; i++) {
        kf_buffer_add_string(&out, i == 0 ? " " : ", ");
        kf_buffer_add_text(&out, scene->notes[i]);
    }
    return kf_scene_sheet_keep(sheet, &out);
}

static bool ends_with(kf_text text, kf_text end) {
    return text.length >= end.length &&
           kf_text_equal(kf_text_cut(text, text.length - end.length, text.length), end);
}

const char *kf_scene_words_joint(kf_text before) {
    static const char *const ends[] = {".", "!", "?", ":", "。", "！", "？"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(before, kf_text_of(ends[i])))
            return " ";
    return before.length > 0 ? ", " : "";
}

void kf_scene_words_put(kf_sheet *sheet, kf_scene *scene) {
    scene->title = title_of(sheet);
    scene->caption = caption_of(sheet);
    scene->comment = plain_of(sheet, sheet->figure->node, "C", false);
    scene->alternative = alternative_of(sheet, scene);
}
