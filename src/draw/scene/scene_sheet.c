// SPDX-License-Identifier: MIT
// A figure in the making: its board, its notes, and how a point is called in a note.

#include "draw/scene/scene.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "record/value.h"

// ---- The board ----

// Whether a line of that number, counted from 0, holds handicap points; boards under 7 have none.
static bool is_star_line(int line, int size) {
    int edge = size >= 13 ? 3 : 2;
    bool is_middle = size % 2 == 1 && line == size / 2;
    return size >= 7 && (line == edge || line == size - 1 - edge || is_middle);
}

// On boards under 13 only corners and the middle are marked.
static bool is_hoshi(int column, int row, int width, int height) {
    bool in_middle = width % 2 == 1 && column == width / 2;
    bool at_half = height % 2 == 1 && row == height / 2;
    if (!is_star_line(column, width) || !is_star_line(row, height))
        return false;
    return (width >= 13 && height >= 13) || in_middle == at_half;
}

void kf_scene_sheet_clear(kf_sheet *sheet, int width, int height) {
    size_t count = (size_t)width * (size_t)height;
    sheet->width = width;
    sheet->height = height;
    sheet->points = kf_arena_resize(sheet->arena, NULL, count * sizeof *sheet->points);
    sheet->more = kf_arena_resize(sheet->arena, NULL, count * sizeof *sheet->more);
    for (size_t i = 0; i < count; i++) {
        int column = (int)i % width, row = (int)i / width;
        sheet->points[i] = (kf_scene_point){.label = {"", 0},
                                            .point = kf_point_at(column, row),
                                            .is_hoshi = is_hoshi(column, row, width, height)};
        sheet->more[i] = (kf_sheet_point){.label = {"", 0}};
    }
}

void kf_scene_sheet_end(kf_sheet *sheet) {
    kf_arena_release(sheet->arena, sheet->points);
    kf_arena_release(sheet->arena, sheet->more);
}

// ---- Notes ----

void kf_scene_sheet_note(kf_sheet *sheet, const char *format, ...) {
    enum { FEW = 64 };
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length <= 0)
        return;
    size_t used = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    // A text that was cut must not end within a character.
    if ((size_t)length >= sizeof text)
        used = kf_text_whole((kf_text){text, used});
    // What the record says beside the move itself is told once.
    for (size_t i = 0; i < sheet->note_count && i < FEW; i++)
        if (kf_text_equal(sheet->notes[i], (kf_text){text, used}))
            return;
    sheet->notes = kf_arena_grow(sheet->arena, sheet->notes, &sheet->note_room,
                                 sheet->note_count + 1, sizeof *sheet->notes);
    sheet->notes[sheet->note_count++] = (kf_text){kf_arena_copy(sheet->arena, text, used), used};
}

void kf_scene_sheet_place(const kf_sheet *sheet, kf_point point, char text[KF_POINT_TEXT]) {
    kf_coords coords = sheet->figure->coords;
    kf_point_write(point, coords == KF_COORDS_NONE ? KF_COORDS_A1 : coords, sheet->width,
                   sheet->height, text);
}

void kf_scene_sheet_name(const kf_sheet *sheet, kf_point point, char *out, size_t size) {
    size_t index = kf_scene_sheet_index(sheet, point);
    kf_text label = sheet->points[index].label;
    char text[KF_POINT_TEXT];
    if (label.length == 0)
        label = sheet->more[index].label;
    if (label.length > 0 && label.length < 16) {
        snprintf(out, size, "%.*s", (int)label.length, label.data);
        return;
    }
    kf_scene_sheet_place(sheet, point, text);
    snprintf(out, size, "%s", text);
}

const char *kf_scene_sheet_sign(kf_mark mark) {
    static const char *const signs[KF_MARK_COUNT] = {
        [KF_MARK_NONE] = "",     [KF_MARK_TRIANGLE] = "△", [KF_MARK_SQUARE] = "□",
        [KF_MARK_CIRCLE] = "○",  [KF_MARK_CROSS] = "×",    [KF_MARK_SELECTED] = "⌜⌟",
        [KF_MARK_DIAMOND] = "◇", [KF_MARK_CHECK] = "✓",    [KF_MARK_LAST] = "•",
    };
    return mark < KF_MARK_COUNT ? signs[mark] : "";
}

// The block of a buffer can move and be given back; what stays in a scene is a plain piece, unless
// it is long.
kf_text kf_scene_sheet_keep(const kf_sheet *sheet, kf_buffer *buffer) {
    enum { LONG = 1 << 16 };
    kf_text text = {"", 0};
    if (buffer->length > LONG) {
        text =
            (kf_text){kf_arena_resize(sheet->arena, buffer->data, buffer->length), buffer->length};
        *buffer = (kf_buffer){.arena = sheet->arena};
        return text;
    }
    if (buffer->length > 0)
        text = (kf_text){kf_arena_copy(sheet->arena, buffer->data, buffer->length), buffer->length};
    if (buffer->data != NULL)
        kf_arena_release(sheet->arena, buffer->data);
    *buffer = (kf_buffer){.arena = sheet->arena};
    return text;
}

kf_text kf_scene_sheet_plain(const kf_sheet *sheet, kf_text value, bool simple) {
    kf_buffer plain = {.arena = sheet->arena};
    kf_value_plain(&plain, value, simple);
    return kf_scene_sheet_keep(sheet, &plain);
}
