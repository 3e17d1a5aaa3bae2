// SPDX-License-Identifier: MIT
// Pages that become PNG, PDF or EPS: opening, the bytes on their way out, closing.

#include "draw/cairo/cairo.h"

#include <string.h>

#include <cairo-pdf.h>
#include <cairo-ps.h>

#include "base/log.h"

// ---- Bytes on their way out ----

// The comment in EPS that says when the file was made: two runs would differ by it.
static const char date_line[] = "\n%%CreationDate";
enum { DATE_LENGTH = sizeof date_line - 1 };

static bool pass_on(kf_cairo_canvas *canvas, const void *data, size_t length) {
    if (length > 0 && !canvas->is_stopped && !canvas->sink(canvas->context, data, length))
        canvas->is_stopped = true;
    return !canvas->is_stopped;
}

// Takes the first line that begins as the date does off the front part, and then lets all pass.
// What may become that line is held back until the next byte decides, also across calls. Returns
// how many bytes were consumed.
static size_t drop_date(kf_cairo_canvas *canvas, const char *data, size_t length) {
    size_t plain = 0, i = 0;
    for (; i < length && !canvas->is_headed; i++) {
        if (canvas->matched == DATE_LENGTH) {
            canvas->is_headed = data[i] == '\n';
            plain = canvas->is_headed ? i : i + 1;
        } else if (data[i] == date_line[canvas->matched]) {
            canvas->matched++;
            if (canvas->matched == DATE_LENGTH && i + 1 >= DATE_LENGTH)
                pass_on(canvas, data + plain, i + 1 - DATE_LENGTH - plain);
        } else {
            // Bytes held back from an earlier call are known: they are the front of the line.
            if (canvas->matched > i)
                pass_on(canvas, date_line, canvas->matched - i);
            canvas->matched = data[i] == '\n';
        }
    }
    if (canvas->matched < DATE_LENGTH && i == length && i > plain + canvas->matched)
        pass_on(canvas, data + plain, i - plain - canvas->matched);
    return canvas->is_headed ? plain : length;
}

static cairo_status_t take_bytes(void *closure, const unsigned char *bytes, unsigned length) {
    kf_cairo_canvas *canvas = closure;
    const char *data = (const char *)bytes;
    size_t done = 0;
    if (canvas->kind == KF_CAIRO_EPS && !canvas->is_headed)
        done = drop_date(canvas, data, length);
    // A sink that stopped is nothing to cairo, which aborts the program when its bookmarks lead to
    // pages that it could not write. The rest is thrown away.
    pass_on(canvas, data + done, length - done);
    return CAIRO_STATUS_SUCCESS;
}

// ---- Opening and closing ----

static void forget(void *what) {
    kf_cairo_canvas *canvas = what;
    // Whatever is not out now is not wanted: the sink may be gone.
    canvas->is_stopped = true;
    if (canvas->layout != NULL)
        g_object_unref(canvas->layout);
    // cairo aborts the program when a bookmark leads to a page that was never shown.
    if (canvas->kind == KF_CAIRO_PDF && canvas->cairo != NULL)
        cairo_show_page(canvas->cairo);
    cairo_destroy(canvas->cairo);
    cairo_surface_destroy(canvas->surface);
    kf_cairo_letter_close(canvas);
    canvas->layout = NULL;
    canvas->cairo = NULL;
    canvas->surface = NULL;
}

kf_cairo_canvas *kf_cairo_canvas_new(kf_arena *arena, kf_cairo_kind kind, kf_sink *sink,
                                     void *context) {
    kf_cairo_canvas *canvas = kf_arena_alloc(arena, sizeof *canvas);
    *canvas = (kf_cairo_canvas){.kind = kind, .sink = sink, .context = context, .arena = arena};
    kf_arena_defer(arena, forget, canvas);
    return canvas;
}

void kf_cairo_canvas_note(kf_cairo_canvas *canvas, cairo_status_t status) {
    if (canvas->status == CAIRO_STATUS_SUCCESS)
        canvas->status = status;
}

// A failure on a surface does not reach the context that draws on it before its next operation.
cairo_status_t kf_cairo_canvas_status(const kf_cairo_canvas *canvas) {
    cairo_status_t status = canvas->status;
    if (status == CAIRO_STATUS_SUCCESS && canvas->cairo != NULL)
        status = cairo_status(canvas->cairo);
    if (status == CAIRO_STATUS_SUCCESS && canvas->surface != NULL)
        status = cairo_surface_status(canvas->surface);
    return status;
}

static void open_surface(kf_cairo_canvas *canvas, double width, double height) {
    switch (canvas->kind) {
    case KF_CAIRO_PNG:
        canvas->surface =
            cairo_image_surface_create(canvas->is_clear ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                       (int)(width + 0.5), (int)(height + 0.5));
        break;
    case KF_CAIRO_PDF:
        canvas->surface = cairo_pdf_surface_create_for_stream(take_bytes, canvas, width, height);
        // An empty date is none, so that two runs give the same bytes.
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
        break;
    case KF_CAIRO_EPS:
        canvas->surface = cairo_ps_surface_create_for_stream(take_bytes, canvas, width, height);
        cairo_ps_surface_set_eps(canvas->surface, 1);
        break;
    }
    canvas->cairo = cairo_create(canvas->surface);
    canvas->layout = kf_cairo_text_layout(canvas);
    pango_layout_set_single_paragraph_mode(canvas->layout, TRUE);
}

void kf_cairo_canvas_page(kf_cairo_canvas *canvas, double width, double height) {
    if (canvas->surface == NULL) {
        open_surface(canvas, width, height);
        return;
    }
    cairo_show_page(canvas->cairo);
    if (canvas->kind == KF_CAIRO_PDF)
        cairo_pdf_surface_set_size(canvas->surface, width, height);
}

void kf_cairo_canvas_title(kf_cairo_canvas *canvas, const char *title, const char *author) {
    if (canvas->kind != KF_CAIRO_PDF || canvas->surface == NULL)
        return;
    if (title[0] != '\0')
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_TITLE, title);
    if (author[0] != '\0')
        cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_AUTHOR, author);
}

static bool report_status(cairo_status_t status, kf_log *log) {
    if (status == CAIRO_STATUS_SUCCESS)
        return true;
    if (status == CAIRO_STATUS_NO_MEMORY)
        kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    else if (status == CAIRO_STATUS_INVALID_SIZE)
        kf_log_add(log, KF_PROGRAM_SIZE, (kf_place){0}, "the picture is too large to be drawn");
    else
        kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0}, "the picture cannot be drawn: %s",
                   cairo_status_to_string(status));
    return false;
}

bool kf_cairo_canvas_close(kf_cairo_canvas *canvas, kf_log *log) {
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    if (canvas->surface != NULL) {
        status = kf_cairo_canvas_status(canvas);
        if (status == CAIRO_STATUS_SUCCESS && canvas->kind == KF_CAIRO_PNG)
            status = cairo_surface_write_to_png_stream(canvas->surface, take_bytes, canvas);
        if (canvas->kind == KF_CAIRO_PDF)
            cairo_show_page(canvas->cairo);
        if (status == CAIRO_STATUS_SUCCESS)
            status = kf_cairo_canvas_status(canvas);
        cairo_surface_finish(canvas->surface);
        if (status == CAIRO_STATUS_SUCCESS)
            status = cairo_surface_status(canvas->surface);
    }
    kf_cairo_text_report(canvas->missing, canvas->missing_at, canvas->has_no_font, log);
    // A sink that stopped has said why itself.
    bool done = canvas->is_stopped ? false : report_status(status, log);
    forget(canvas);
    return done;
}
