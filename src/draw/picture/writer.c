// SPDX-License-Identifier: MIT
// The list of things that a figure can be written as.

#include "draw/picture/picture.h"

#include <string.h>

#include "base/log.h"
#include "base/text.h"

#define KF_WRITER(name)
#define KF_WRITER_DRAWN(stem, what, many, kind)                                                    \
    static const kf_writer stem##_writer = {.name = #stem,                                         \
                                            .title = (what),                                       \
                                            .suffixes = "." #stem,                                 \
                                            .takes_many = (many),                                  \
                                            .needs = "cairo"};
#include "draw/picture/writers.def"
#undef KF_WRITER

static const kf_writer *const writers[] = {
#define KF_WRITER(name)                         &kf_##name##_writer,
#define KF_WRITER_DRAWN(stem, what, many, kind) &stem##_writer,
#include "draw/picture/writers.def"
#undef KF_WRITER
};

size_t kf_writer_count(void) {
    return sizeof writers / sizeof writers[0];
}

const kf_writer *kf_writer_at(size_t index) {
    return index < kf_writer_count() ? writers[index] : NULL;
}

const kf_writer *kf_writer_named(const char *name) {
    for (size_t i = 0; i < kf_writer_count(); i++)
        if (kf_text_equal_fold(kf_text_of(writers[i]->name), kf_text_of(name)))
            return writers[i];
    // An ending without its dot is a name too: people say txt as well as ascii.
    for (size_t i = 0; i < kf_writer_count(); i++) {
        kf_text rest = kf_text_of(writers[i]->suffixes), word;
        while (kf_text_word(&rest, &word))
            if (kf_text_equal_fold(kf_text_cut(word, 1, word.length), kf_text_of(name)))
                return writers[i];
    }
    return NULL;
}

// Whether the ending is one of those in the list.
static bool has_suffix(const char *suffixes, kf_text ending) {
    kf_text rest = kf_text_of(suffixes), word;
    while (kf_text_word(&rest, &word))
        if (kf_text_equal_fold(word, ending))
            return true;
    return false;
}

static kf_text ending_of(const char *file_name) {
    const char *slash = strrchr(file_name, '/');
    const char *dot = strrchr(slash != NULL ? slash : file_name, '.');
    return kf_text_of(dot);
}

const kf_writer *kf_writer_for_file(const char *file_name) {
    kf_text ending = ending_of(file_name);
    for (size_t i = 0; ending.length > 0 && i < kf_writer_count(); i++)
        if (has_suffix(writers[i]->suffixes, ending))
            return writers[i];
    return NULL;
}

bool kf_writer_knows(const kf_draw_library *library) {
    return library != NULL && strcmp(library->version, KF_VERSION) == 0;
}

bool kf_writer_put(const kf_drawing_job *job, kf_buffer *out) {
    kf_text text = kf_buffer_text(out);
    out->length = 0;
    return text.length == 0 || job->sink(job->context, text.data, text.length);
}

bool kf_writer_write(const kf_writer *writer, const kf_drawing_job *job, kf_log *log) {
    kf_writer_call *call = writer->write;
    if (call == NULL && job->how != NULL && kf_writer_knows(job->how->library))
        // It gives a pointer to a function.
        // cppcheck-suppress assignBoolToPointer
        call = job->how->library->picture(writer->name);
    if (call != NULL)
        return call(job, log);
    kf_log_add(log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "%s needs %s, by the library kifu-draw %s",
               writer->name, writer->needs, KF_VERSION);
    return false;
}
