// SPDX-License-Identifier: MIT
// The list of kinds of moving pictures.

#include <string.h>

#include "base/text.h"
#include "draw/film.h"

// What is drawn in pixels needs cairo besides the library of its own kind.
#if defined(KIFU_HAVE_CAIRO) && defined(KIFU_HAVE_GIF)
#define WITH_GIF    kf_film_gif
#define MISSING_GIF NULL
#else
#define WITH_GIF    NULL
#define MISSING_GIF "cairo and giflib"
#endif
#if defined(KIFU_HAVE_CAIRO) && defined(KIFU_HAVE_ZLIB)
#define WITH_PNG    kf_film_png
#define MISSING_PNG NULL
#else
#define WITH_PNG    NULL
#define MISSING_PNG "cairo and zlib"
#endif
#if defined(KIFU_HAVE_CAIRO) && defined(KIFU_HAVE_WEBP)
#define WITH_WEBP    kf_film_webp
#define MISSING_WEBP NULL
#else
#define WITH_WEBP    NULL
#define MISSING_WEBP "cairo and libwebp"
#endif

static const kf_film_writer writers[] = {
    {"gif", "Graphics Interchange Format", ".gif", MISSING_GIF, WITH_GIF},
    {"apng", "Animated Portable Network Graphics", ".png .apng", MISSING_PNG, WITH_PNG},
    {"svg", "Scalable Vector Graphics, animated", ".svg", NULL, kf_film_svg},
    {"webp", "WebP, animated", ".webp", MISSING_WEBP, WITH_WEBP},
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
