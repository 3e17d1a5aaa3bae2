// SPDX-License-Identifier: MIT
// Text on a canvas: the same on every machine that has the same fonts.

#include "base/log.h"
#include "draw/cairo/cairo.h"

PangoLayout *kf_cairo_text_layout(kf_cairo_canvas *canvas) {
    PangoLayout *layout = pango_cairo_create_layout(canvas->cairo);
    PangoContext *context = pango_layout_get_context(layout);
    cairo_font_options_t *options = cairo_font_options_create();
    // Nothing that depends on a screen or on the user's settings.
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    kf_cairo_canvas_note(canvas, cairo_font_options_status(options));
    pango_cairo_context_set_font_options(context, options);
    pango_cairo_context_set_resolution(context, 72);
    pango_context_set_language(context, pango_language_from_string("en"));
    pango_context_set_round_glyph_positions(context, FALSE);
    cairo_font_options_destroy(options);
    pango_layout_context_changed(layout);
    return layout;
}

// Fontconfig knows the scripts of Chinese by countries alone. Under any other name it takes a font
// of another language, whose forms of Han signs have no code in it: they cannot be copied from a
// PDF.
PangoLanguage *kf_cairo_text_tag(kf_language language) {
    return pango_language_from_string(language == KF_LANGUAGE_HANS   ? "zh-cn"
                                      : language == KF_LANGUAGE_HANT ? "zh-tw"
                                                                     : kf_language_tag(language));
}

void kf_cairo_text_language(kf_cairo_canvas *canvas, kf_language language) {
    PangoContext *context = pango_layout_get_context(canvas->layout);
    PangoLanguage *tag = kf_cairo_text_tag(language);
    if (pango_context_get_language(context) == tag)
        return;
    pango_context_set_language(context, tag);
    pango_layout_context_changed(canvas->layout);
}

// The first sign in the run that stands for a missing one.
static uint32_t find_missing(PangoLayoutIter *iterator) {
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iterator);
        for (int i = 0; run != NULL && i < run->glyphs->num_glyphs; i++) {
            PangoGlyph glyph = run->glyphs->glyphs[i].glyph;
            if (glyph != PANGO_GLYPH_EMPTY && (glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0)
                return glyph & ~(PangoGlyph)PANGO_GLYPH_UNKNOWN_FLAG;
        }
    } while (pango_layout_iter_next_run(iterator));
    return 0;
}

// A font that cannot be loaded is drawn as boxes, and nobody says so.
static void check_fonts(kf_cairo_canvas *canvas, PangoLayout *layout) {
    PangoLayoutIter *iterator = pango_layout_get_iter(layout);
    do {
        PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iterator);
        PangoFont *font = run != NULL ? run->item->analysis.font : NULL;
        if (font == NULL) { // there is none at all, and the signs are counted as missing
            canvas->has_no_font = canvas->has_no_font || run != NULL;
            continue;
        }
        cairo_scaled_font_t *loaded = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font));
        kf_cairo_canvas_note(canvas, loaded != NULL ? cairo_scaled_font_status(loaded)
                                                    : CAIRO_STATUS_NO_MEMORY);
    } while (pango_layout_iter_next_run(iterator));
    pango_layout_iter_free(iterator);
}

void kf_cairo_text_check(kf_cairo_canvas *canvas, PangoLayout *layout) {
    check_fonts(canvas, layout);
    int count = pango_layout_get_unknown_glyphs_count(layout);
    if (count <= 0)
        return;
    if (canvas->missing == 0) {
        PangoLayoutIter *iterator = pango_layout_get_iter(layout);
        canvas->missing_at = find_missing(iterator);
        pango_layout_iter_free(iterator);
    }
    canvas->missing += (size_t)count;
    // Without a font Pango draws boxes whose sizes it has not set.
    if (canvas->has_no_font)
        pango_layout_set_text(layout, "", 0);
}

bool kf_cairo_text_has_font(kf_cairo_canvas *canvas) {
    if (!canvas->is_font_known) {
        pango_layout_set_text(canvas->layout, "0", 1);
        check_fonts(canvas, canvas->layout);
        canvas->is_font_known = true;
    }
    return !canvas->has_no_font;
}

void kf_cairo_text_report(size_t missing, uint32_t first, bool has_no_font, kf_log *log) {
    if (missing > 0 && has_no_font)
        kf_log_add(log, KF_DRAW_MISSING_GLYPH, (kf_place){0},
                   "no font is installed: words are missing");
    else if (missing > 0)
        kf_log_add(log, KF_DRAW_MISSING_GLYPH, (kf_place){0},
                   "no installed font has a glyph for U+%04X%s", (unsigned)first,
                   missing > 1 ? ", nor for others" : "");
}

void kf_cairo_text_colour(kf_cairo_canvas *canvas, kf_rgb colour) {
    cairo_set_source_rgb(canvas->cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

// Labels of one size follow one another, so the font in hand is kept.
static void set_font(kf_cairo_canvas *canvas, const kf_cairo_lettering *how, double size) {
    if (canvas->font == how->font && canvas->font_size == size && canvas->is_bold == how->is_bold)
        return;
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, how->font);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    if (how->is_bold)
        pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(canvas->layout, font);
    pango_font_description_free(font);
    canvas->font = how->font;
    canvas->font_size = size;
    canvas->is_bold = how->is_bold;
}

// How high digits are in the font, so that they can be put into the middle of a stone.
static int measure_caps(kf_cairo_canvas *canvas, const kf_cairo_lettering *how) {
    PangoRectangle ink;
    set_font(canvas, how, 1000);
    pango_layout_set_text(canvas->layout, "0", 1);
    pango_layout_get_extents(canvas->layout, &ink, NULL);
    return (ink.height + PANGO_SCALE / 2) / PANGO_SCALE;
}

void kf_cairo_text_put(kf_cairo_canvas *canvas, kf_text text, const kf_cairo_lettering *how,
                       double x, double y) {
    PangoLayout *layout = canvas->layout;
    PangoRectangle box;
    double size = how->size;
    if (text.length == 0 || text.length > INT32_MAX / 2)
        return;
    if (canvas->cap_height == 0)
        canvas->cap_height = measure_caps(canvas, how);
    set_font(canvas, how, size);
    pango_layout_set_text(layout, text.data, (int)text.length);
    kf_cairo_text_check(canvas, layout);
    pango_layout_get_extents(layout, NULL, &box);
    double width = (double)box.width / PANGO_SCALE;
    bool is_long = how->most > 0 && width > how->most;
    if (is_long && how->is_cut) {
        pango_layout_set_width(layout, (int)(how->most * PANGO_SCALE));
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        width = how->most;
    } else if (is_long) {
        size *= how->most / width;
        width = how->most;
        set_font(canvas, how, size);
    }
    kf_cairo_text_colour(canvas, how->colour);
    double left = how->anchor == KF_CAIRO_LEFT    ? x
                  : how->anchor == KF_CAIRO_RIGHT ? x - width
                                                  : x - width / 2;
    double base = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
    cairo_move_to(canvas->cairo, left, y + size * canvas->cap_height / 2000 - base);
    pango_cairo_show_layout(canvas->cairo, layout);
    if (is_long && how->is_cut) {
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_NONE);
        pango_layout_set_width(layout, -1);
    }
}
