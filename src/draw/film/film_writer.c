// SPDX-License-Identifier: MIT
// The list of kinds of moving pictures.

#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "draw/film/film.h"

static const kf_film_writer writers[] = {
#define KF_FILM(name, title, suffixes)              {#name, title, suffixes, NULL, kf_film_##name},
#define KF_FILM_DRAWN(name, title, suffixes, needs) {#name, title, suffixes, needs, NULL},
#include "draw/film/films.def"
};

size_t kf_film_writer_count(void) {
    return sizeof writers / sizeof *writers;
}

const kf_film_writer *kf_film_writer_at(size_t index) {
    return index < kf_film_writer_count() ? &writers[index] : NULL;
}

const kf_film_writer *kf_film_writer_named(const char *name) {
    for (size_t i = 0; i < kf_film_writer_count(); i++)
        if (kf_text_equal_fold(kf_text_of(writers[i].name), kf_text_of(name)))
            return &writers[i];
    return NULL;
}

const kf_film_writer *kf_film_writer_for_file(const char *file_name) {
    const char *dot = strrchr(file_name, '.');
    if (dot == NULL)
        return NULL;
    for (size_t i = 0; i < kf_film_writer_count(); i++) {
        kf_text rest = kf_text_of(writers[i].suffixes), suffix;
        while (kf_text_word(&rest, &suffix))
            if (kf_text_equal_fold(suffix, kf_text_of(dot)))
                return &writers[i];
    }
    return NULL;
}

typedef bool film_call(const kf_film_job *job, kf_log *log);

// What writes the kind; NULL: nothing does.
static film_call *find_call(const kf_film_writer *writer, const kf_draw_library *library) {
    if (writer->write != NULL || !kf_writer_knows(library))
        return writer->write;
    // It gives a pointer to a function.
    // cppcheck-suppress assignBoolToPointer
    return library->film(writer->name);
}

bool kf_film_writer_can(const kf_film_writer *writer, const kf_draw_library *library) {
    return find_call(writer, library) != NULL;
}

// Writes the film, by the library that the job names where the writer needs one. False: it failed,
// or there is no such library, and the log says so.
static bool write_by(const kf_film_writer *writer, const kf_film_job *job, kf_log *log) {
    film_call *call = find_call(writer, job->how->library);
    if (call != NULL)
        return call(job, log);
    kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "%s needs %s, by the library kifu-draw %s",
               writer->name, writer->needs, KF_VERSION);
    return false;
}

// What kf_film_writer_run does in the protected call of the film's arena.
typedef struct errand {
    const kf_film_writer *writer;
    kf_film_job job;
    kf_log *log;
    bool is_good;
} errand;

static void write_film(void *context) {
    errand *e = context;
    e->is_good = write_by(e->writer, &e->job, e->log);
}

bool kf_film_writer_run(const kf_film_writer *writer, kf_film *film, const kf_drawing *how,
                        kf_sink *sink, void *context, kf_log *log) {
    static const kf_drawing usual = {.style = NULL};
    errand e = {writer, {film, how != NULL ? how : &usual, sink, context}, log, false};
    if (kf_arena_try(film->arena, write_film, &e))
        return e.is_good;
    kf_log_add(log, KF_PROGRAM_MEMORY, (kf_place){0}, "out of memory");
    return false;
}
