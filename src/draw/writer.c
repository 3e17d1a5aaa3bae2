// SPDX-License-Identifier: MIT
// The list of things that a figure can be written as.

#include "draw/writer.h"

#include <string.h>

#include "base/text.h"

static const kf_writer *const writers[] = {
#define KF_WRITER(name) &kf_##name##_writer,
#include "draw/writers.def"
#undef KF_WRITER
};

// What other builds have: names, endings and libraries. The last row is a sentinel, for a build
// may have everything.
typedef struct absent {
    const char *name, *suffixes, *library;
} absent;

static const absent absents[] = {
#define KF_WRITER(name)
#define KF_WRITER_MISSING(name, suffixes, library) {name, suffixes, library},
#include "draw/writers.def"
#undef KF_WRITER
    {NULL, NULL, NULL},
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

const char *kf_writer_missing(const char *name) {
    kf_text ending = ending_of(name);
    for (const absent *a = absents; a->name != NULL; a++)
        if (kf_text_equal_fold(kf_text_of(a->name), kf_text_of(name)) ||
            (ending.length > 0 && has_suffix(a->suffixes, ending)))
            return a->library;
    return NULL;
}
