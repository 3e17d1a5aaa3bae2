// SPDX-License-Identifier: MIT
// The options of all commands that draw.

#include "cli/frame/draw_option.h"
#include "cli/frame/cli.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/frame/words.h"

enum { LARGEST_WIDTH = 20000, MOST_ENDS = 10000 };

static kf_text list_of(const kf_cli *cli, int key) {
    return kf_text_of(cli->values[key] != NULL ? cli->values[key] : "");
}

// Takes the next word of a list off. An empty value has one word, which nobody knows.
static bool take_word(const kf_cli *cli, int key, kf_text *rest, kf_text *word) {
    if (rest->data != NULL || cli->values[key] == NULL)
        return kf_text_item(rest, word);
    *rest = *word = list_of(cli, key);
    return rest->length == 0 || kf_text_item(rest, word);
}

// ---- Coordinates, turning, hiding ----

// Letters of nesw, each once.
static bool read_sides(kf_text word, uint8_t *sides) {
    static const char letters[4] = {'n', 'e', 's', 'w'};
    *sides = 0;
    for (size_t i = 0; i < word.length; i++) {
        const char *letter = memchr(letters, word.data[i], sizeof letters);
        if (letter == NULL)
            return false;
        *sides |= (uint8_t)(1 << (letter - letters));
    }
    return word.length > 0;
}

static bool set_coords(kf_cli *cli, kf_figure *how) {
    kf_text rest = {NULL, 0}, word;
    how->coords = KF_COORDS_A1;
    how->sides = KF_SIDES_ALL;
    how->keep_coords = kf_options_has(cli, KF_OPTION_COORDS);
    while (take_word(cli, KF_OPTION_COORDS, &rest, &word)) {
        if (kf_point_coords(word.data, word.length, &how->coords))
            continue;
        if (!read_sides(word, &how->sides)) {
            kf_options_wrong(cli,
                             "'--coords' takes a1, sgf, igo, japanese or none, or sides such as "
                             "nesw, not '%.*s'",
                             word.length < 60 ? (int)word.length : 60, word.data);
            return false;
        }
    }
    return true;
}

bool kf_draw_option_rotate(kf_cli *cli, uint8_t *rotate) {
    static const char *const words[] = {"0", "90", "180", "270", "mirror"};
    kf_text rest = {NULL, 0}, word;
    while (take_word(cli, KF_OPTION_ROTATE, &rest, &word)) {
        int i = 0;
        while (i < 5 && !kf_text_is(word, words[i]))
            i++;
        if (i == 5) {
            kf_options_wrong(cli, "'--rotate' takes 90, 180, 270 or mirror, not '%.60s'",
                             cli->values[KF_OPTION_ROTATE]);
            return false;
        }
        *rotate = (uint8_t)(i == 4 ? *rotate | 4 : (*rotate & 4) | i);
    }
    return true;
}

static bool set_hidden(kf_cli *cli, kf_figure *how) {
    kf_text rest = {NULL, 0}, word;
    while (take_word(cli, KF_OPTION_HIDE, &rest, &word)) {
        if (kf_text_is(word, "last")) {
            how->hide_last = true;
        } else if (kf_text_is(word, "ghosts")) {
            how->hide_ghosts = true;
        } else if (kf_text_is(word, "marks")) {
            how->hide_marks = true;
        } else {
            kf_options_wrong(cli, "'--hide' takes last, ghosts or marks, not '%.60s'",
                             cli->values[KF_OPTION_HIDE]);
            return false;
        }
    }
    return true;
}

// ---- The region ----

static bool set_crop(const kf_cli *cli, kf_draw_option *option) {
    const char *crop = cli->values[KF_OPTION_CROP];
    option->plan.how.crop_auto = crop != NULL && strcmp(crop, "auto") == 0;
    option->region = NULL;
    if (crop != NULL && strcmp(crop, "none") != 0 && !option->plan.how.crop_auto)
        option->region = crop;
    return true;
}

bool kf_draw_option_language(kf_cli *cli, kf_language *language) {
    const char *tag = cli->values[KF_OPTION_LANG];
    if (tag == NULL || kf_language_named(tag, language))
        return true;
    kf_options_wrong(cli, "'--lang' takes en, ja, zh-Hans, zh-Hant, ko, de, fr or es, not '%.60s'",
                     tag);
    return false;
}

bool kf_draw_option_region(kf_cli *cli, const kf_draw_option *option, const kf_record *record,
                           kf_node game, kf_figure *figure) {
    const char *text = option->region;
    int width, height;
    if (text == NULL)
        return true;
    kf_coords coords = figure->coords == KF_COORDS_NONE ? KF_COORDS_A1 : figure->coords;
    size_t first = strcspn(text, ":");
    kf_record_board(record, game, &width, &height);
    figure->crop_first = kf_point_read(text, first, coords, width, height);
    figure->crop_last = figure->crop_first;
    if (text[first] == ':')
        figure->crop_last =
            kf_point_read(text + first + 1, strlen(text + first + 1), coords, width, height);
    figure->crop = kf_point_is_on(figure->crop_first, width, height) &&
                   kf_point_is_on(figure->crop_last, width, height);
    if (!figure->crop)
        kf_options_wrong(cli, "'--crop': '%.60s' names no part of a %dx%d board", text, width,
                         height);
    return figure->crop;
}

// ---- Which figures ----

// Moves at which figures end: rising numbers with commas between.
static bool read_ends(kf_cli *cli, kf_figure_plan *plan) {
    kf_text rest = list_of(cli, KF_OPTION_FIGURES), word;
    int *ends = kf_arena_alloc(cli->arena, MOST_ENDS * sizeof *ends);
    plan->ends = ends;
    while (kf_text_item(&rest, &word)) {
        bool is_good = plan->end_count < MOST_ENDS && kf_text_number(word, &ends[plan->end_count]);
        is_good = is_good && ends[plan->end_count] > 0 &&
                  (plan->end_count == 0 || ends[plan->end_count] > ends[plan->end_count - 1]);
        if (!is_good)
            return false;
        plan->end_count++;
    }
    return plan->end_count > 0;
}

static bool set_figures(kf_cli *cli, kf_draw_option *option) {
    const char *figures = cli->values[KF_OPTION_FIGURES];
    const char *variations = cli->values[KF_OPTION_VARIATIONS];
    option->has_plan = figures != NULL || variations != NULL;
    option->plan.variations = variations != NULL;
    option->plan.continue_numbers = variations != NULL && strcmp(variations, "on") == 0;
    if (variations != NULL && !option->plan.continue_numbers && variations[0] != '\0' &&
        strcmp(variations, "1") != 0) {
        kf_options_wrong(cli, "'--variations' takes 1 or on, not '%.60s'", variations);
        return false;
    }
    if (figures == NULL || strcmp(figures, "auto") == 0)
        return true;
    if (strchr(figures, ',') != NULL
            ? read_ends(cli, &option->plan)
            : kf_text_number(kf_text_of(figures), &option->plan.moves) && option->plan.moves > 0)
        return true;
    kf_options_wrong(cli,
                     "'--figures' takes auto, a number of moves, or rising ends such as "
                     "50,100,163; not '%.60s'",
                     figures);
    return false;
}

// ---- How it looks ----

bool kf_draw_option_style(kf_cli *cli, kf_style *read) {
    const char *name = cli->values[KF_OPTION_STYLE];
    const kf_style *style = kf_style_named(name != NULL ? name : "book");
    if (style != NULL) {
        *read = *style;
        return true;
    }
    // What has neither a dot nor a slash is meant as a name.
    if (strpbrk(name, "./") == NULL) {
        kf_options_wrong(cli, "'--style' takes book, wood, mono, dark or a file, not '%.60s'",
                         name);
        return false;
    }
    size_t length;
    kf_input_note(cli, name);
    char *text = kf_file_read(cli->arena, name, &length, cli->log);
    if (text == NULL)
        return false;
    bool is_good = kf_text_is_utf8((kf_text){text, length}, NULL);
    if (!is_good)
        kf_log_add(cli->log, KF_DRAW_STYLE, (kf_place){0}, "%.150s is not text", name);
    is_good = is_good && kf_style_read(read, (kf_text){text, length}, name, cli->log);
    kf_arena_release(cli->arena, text);
    return is_good;
}

// What only pictures of text have.
static bool set_text(kf_cli *cli, kf_drawing *drawing) {
    const char *package = cli->values[KF_OPTION_TEX_PACKAGE];
    const char *output = cli->values[KF_OPTION_OUTPUT];
    bool is_file = output != NULL && strcmp(output, "-") != 0;
    drawing->is_fragment = kf_options_has(cli, KF_OPTION_FRAGMENT);
    drawing->colours = kf_terminal_colours(cli, is_file);
    drawing->is_ascii = kf_terminal_is_ascii(cli, is_file);
    drawing->psgo = package != NULL && strcmp(package, "psgo") == 0;
    if (package == NULL || drawing->psgo || strcmp(package, "tikz") == 0)
        return true;
    kf_options_wrong(cli, "'--tex-package' takes tikz or psgo, not '%.60s'", package);
    return false;
}

bool kf_draw_option_prepare(kf_cli *cli, kf_draw_option *option) {
    kf_figure *how = &option->plan.how;
    memset(option, 0, sizeof *option);
    option->drawing.library = cli->parts->draw;
    option->drawing.style = &option->style;
    how->caption = (kf_text){"", 0};
    return set_coords(cli, how) && kf_draw_option_rotate(cli, &how->rotate) &&
           set_hidden(cli, how) && set_crop(cli, option) && set_figures(cli, option) &&
           kf_draw_option_language(cli, &how->language) &&
           kf_draw_option_style(cli, &option->style) && set_text(cli, &option->drawing) &&
           kf_options_number(cli, KF_OPTION_NUMBERS_FROM, 1, INT32_MAX / 2, &how->first_number) &&
           kf_options_amount(cli, KF_OPTION_MAX_FIGURES, &option->plan.most) &&
           kf_options_number(cli, KF_OPTION_WIDTH, 16, LARGEST_WIDTH, &option->drawing.width);
}

// ---- The writer ----

// The writer that the options name, or NULL; and by which word.
static const kf_writer *find_writer(const kf_cli *cli, const char *output, const char *usual,
                                    const char **word) {
    const char *to = cli->values[KF_OPTION_TO];
    bool has_file = output != NULL && strcmp(output, "-") != 0;
    *word = to != NULL ? to : has_file ? output : usual;
    return to == NULL && has_file ? kf_writer_for_file(*word) : kf_writer_named(*word);
}

kf_part kf_draw_option_part(const kf_cli *cli) {
    const char *word;
    const kf_writer *writer = find_writer(cli, cli->values[KF_OPTION_OUTPUT], "ascii", &word);
    return writer != NULL && writer->needs != NULL ? KF_PART_DRAW : KF_PART_NONE;
}

const kf_writer *kf_draw_option_writer(kf_cli *cli, const char *output, const char *usual) {
    const char *to = cli->values[KF_OPTION_TO], *word;
    const kf_writer *writer = find_writer(cli, output, usual, &word);
    if (writer != NULL && (writer->needs == NULL || cli->parts->draw != NULL))
        return writer;
    if (writer != NULL) {
        kf_options_wrong(cli, "'%.60s' needs %s, and kifu was built without it", word,
                         writer->needs);
        return NULL;
    }
    if (to == NULL) {
        kf_options_wrong(cli, "no kind of picture has the extension of '%.100s'; say '--to KIND'",
                         word);
        return NULL;
    }
    kf_words_wrong(cli, "--to", "@picture", to);
    return NULL;
}
