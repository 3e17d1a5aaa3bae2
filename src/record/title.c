// SPDX-License-Identifier: MIT
// What a game is called, wherever it is named: its players and their ranks, the event, the date.

#include "record/title.h"

#include <string.h>

#include "base/buffer.h"
#include "base/text.h"
#include "record/language.h"
#include "record/sign.h"
#include "record/value.h"

typedef struct titling {
    kf_arena *arena;
    const kf_record *record;
    kf_node game;
    kf_language language;
    kf_text title;
} titling;

static kf_text fact(const titling *t, const char *name) {
    kf_buffer out = {.arena = t->arena};
    kf_text value;
    if (!kf_property_get(t->record, t->game, name, &value) || value.length == 0)
        return (kf_text){"", 0};
    kf_value_plain(&out, value, true);
    return kf_sign_show(t->arena, kf_text_trim(kf_buffer_text(&out)));
}

// Whether a name is too long to be one, or stands in the text.
static bool is_given(kf_text text, kf_text part) {
    enum { LONG = 400 };
    if (part.length == 0 || part.length > LONG)
        return true;
    for (size_t i = 0; i + part.length <= text.length; i++)
        if (memcmp(text.data + i, part.data, part.length) == 0)
            return true;
    return false;
}

// What the title does not say already.
static void add_new(kf_buffer *out, kf_text text) {
    if (is_given(kf_buffer_text(out), text))
        return;
    kf_buffer_add_string(out, out->length > 0 ? ", " : "");
    kf_buffer_add_text(out, text);
}

// "Rin Kaiho 8 dan"; who is not named is called by the colour.
static void add_player(const titling *t, kf_buffer *out, kf_text name, const char *rank,
                       kf_word colour) {
    if (name.length == 0)
        name = kf_text_of(kf_language_get(t->language, colour));
    kf_buffer_add_text(out, name);
    kf_text grade = fact(t, rank);
    if (!is_given(name, grade)) {
        kf_buffer_add_char(out, ' ');
        kf_buffer_add_text(out, grade);
    }
}

static void make(void *context) {
    titling *t = context;
    kf_buffer out = {.arena = t->arena};
    kf_text black = fact(t, "PB"), white = fact(t, "PW");
    if (black.length + white.length > 0) {
        add_player(t, &out, black, "BR", KF_WORD_BLACK);
        kf_buffer_add_string(&out, " – ");
        add_player(t, &out, white, "WR", KF_WORD_WHITE);
    } else {
        kf_buffer_add_text(&out, fact(t, "GN"));
    }
    add_new(&out, fact(t, "EV"));
    add_new(&out, fact(t, "DT"));
    t->title = kf_buffer_text(&out);
}

kf_text kf_title_in(kf_arena *arena, const kf_record *record, kf_node game, kf_language language) {
    titling t = {arena, record, game, language, {"", 0}};
    make(&t);
    return t.title;
}

size_t kf_title_of(const kf_record *record, kf_node game, kf_language language, char *out,
                   size_t size) {
    titling t = {kf_arena_new(), record, game, language, {"", 0}};
    if (t.arena == NULL || !kf_arena_try(t.arena, make, &t))
        t.title.length = 0;
    size_t kept = t.title.length < size ? t.title.length : size > 0 ? size - 1 : 0;
    kept = kf_text_front(t.title, kept);
    if (size > 0) {
        memcpy(out, t.title.data, kept);
        out[kept] = '\0';
    }
    size_t length = t.title.length;
    kf_arena_free(t.arena);
    return length;
}
