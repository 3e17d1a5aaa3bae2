// SPDX-License-Identifier: MIT
// The type of a book's pages.

#include "base/buffer.h"
#include "base/text.h"
#include "draw/cairo/cairo.h"

enum { CHUNK = 4000 }; // of a long paragraph, in bytes

PangoLayout *kf_book_type_set(const kf_book *book, kf_cairo_canvas *canvas, kf_text lead,
                              kf_text text, const kf_book_setting *how, double width) {
    kf_buffer all = {.arena = book->pieces};
    kf_buffer_add_text(&all, lead);
    if (lead.length > 0)
        kf_buffer_add_string(&all, text.length > 0 ? "  " : "");
    kf_buffer_add_text(&all, text);
    PangoLayout *layout = kf_cairo_text_layout(canvas);
    PangoFontDescription *font = pango_font_description_new();
    PangoAttrList *list = pango_attr_list_new();
    PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    pango_font_description_set_family(font, how->font);
    pango_font_description_set_absolute_size(font, how->size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    bold->start_index = 0;
    bold->end_index = how->is_bold ? (guint)all.length : (guint)lead.length;
    pango_attr_list_insert(list, bold);
    // The language decides where lines of Chinese, Japanese and Korean may end, and their signs.
    pango_attr_list_insert(
        list, pango_attr_language_new(kf_cairo_text_tag(book->plan->figures.how.language)));
    pango_layout_set_text(layout, all.length > 0 ? all.data : "", (int)all.length);
    pango_layout_set_attributes(layout, list);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, how->align);
    pango_layout_set_line_spacing(layout, 1.25F);
    pango_attr_list_unref(list);
    pango_font_description_free(font);
    kf_cairo_text_check(canvas, layout);
    return layout;
}

double kf_book_type_height(PangoLayout *layout) {
    int height;
    pango_layout_get_size(layout, NULL, &height);
    return (double)height / PANGO_SCALE;
}

kf_text kf_book_type_part(kf_text *rest) {
    kf_text line = {"", 0}, all = *rest;
    if (!kf_text_line(rest, &line) || line.length <= CHUNK)
        return line;
    size_t cut = CHUNK;
    while (cut > CHUNK / 2 && line.data[cut] != ' ')
        cut--;
    cut = kf_text_front(line, cut);
    *rest = kf_text_cut(all, cut, all.length);
    return kf_text_cut(line, 0, cut);
}

// Without a font nothing stands between the tags of words, and cairo does not take some of those.
void kf_book_type_begin(kf_cairo_canvas *canvas, const char *tag, const char *attributes) {
    if (kf_cairo_text_has_font(canvas))
        cairo_tag_begin(canvas->cairo, tag, attributes);
}

void kf_book_type_end(kf_cairo_canvas *canvas, const char *tag) {
    if (kf_cairo_text_has_font(canvas))
        cairo_tag_end(canvas->cairo, tag);
}
