// SPDX-License-Identifier: MIT
// What a book of many games has besides them: contents, and indices of players and openings.

#include <stdlib.h>

#include "base/text.h"
#include "draw/book/book.h"
#include "record/title.h"

const kf_book *kf_book_list_of(const kf_book *book) {
    const kf_book *draft = book->plan->draft;
    bool is_many = draft != NULL && draft->games >= KF_BOOK_MANY && draft->entry_count > 0;
    return is_many ? draft : NULL;
}

kf_text kf_book_list_title(const kf_book *book) {
    const kf_book *draft = book->plan->draft;
    if (book->plan->title.length > 0)
        return book->plan->title;
    bool is_one = draft != NULL && draft->games == 1 && draft->entry_count > 0;
    if (is_one && draft->entries[0].players[0].length > 0)
        return draft->entries[0].title;
    return kf_text_of(kf_language_get(book->plan->figures.how.language, KF_WORD_GAMES));
}

static kf_text copied(kf_arena *arena, kf_text text) {
    return (kf_text){kf_arena_copy(arena, text.data, text.length), text.length};
}

void kf_book_list_note(kf_book *book, kf_text title, const kf_record *record, kf_node game) {
    kf_language language = book->plan->figures.how.language;
    kf_book_entry entry = {.title = copied(book->arena, title), .page = book->page};
    if (game != 0) {
        entry.players[0] = kf_book_text_of(book->arena, record, game, "PB");
        entry.players[1] = kf_book_text_of(book->arena, record, game, "PW");
        entry.opening = kf_book_opening_of(book->arena, record, game, language);
    }
    book->entries = kf_arena_grow(book->arena, book->entries, &book->entry_capacity,
                                  book->entry_count + 1, sizeof *book->entries);
    book->entries[book->entry_count++] = entry;
}

// Whether one of the names of the list is this one.
static bool has_name(kf_text names, kf_text name) {
    for (size_t i = 0; i + name.length <= names.length; i++)
        if (kf_text_equal(kf_text_cut(names, i, i + name.length), name))
            return true;
    return false;
}

void kf_book_list_commentator(kf_book *book, const kf_record *record, kf_node game) {
    enum { LONGEST = 80, MOST = 400 };
    kf_text name = kf_book_text_of(book->arena, record, game, "AN");
    if (name.length == 0 || name.length > LONGEST || book->authors.length > MOST ||
        has_name(kf_buffer_text(&book->authors), name))
        return;
    if (book->authors.length > 0)
        kf_buffer_add_string(&book->authors, ", ");
    kf_buffer_add_text(&book->authors, name);
}

void kf_book_list_contents(kf_book *book) {
    kf_language language = book->plan->figures.how.language;
    kf_text title = kf_text_of(kf_language_get(language, KF_WORD_CONTENTS));
    if (kf_book_list_of(book) != NULL)
        book->writer->add(book, &(kf_book_piece){.kind = KF_BOOK_CONTENTS, .text = title});
}

// ---- Indices ----

// A name at one place.
typedef struct mention {
    kf_text name;
    size_t place;
} mention;

static int in_order(const void *a, const void *b) {
    const mention *x = a, *y = b;
    int order = kf_text_order(x->name, y->name);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static kf_text name_at(const kf_book_entry *entry, int which) {
    return which < 2 ? entry->players[which] : entry->opening;
}

// The names from `first` to before `end` of each entry.
static size_t list_mentions(const kf_book *draft, int first, int end, mention *mentions) {
    size_t count = 0;
    for (size_t i = 0; i < draft->entry_count; i++)
        for (int which = first; which < end; which++) {
            kf_text name = name_at(&draft->entries[i], which);
            if (name.length > 0)
                mentions[count++] = (mention){name, i};
        }
    qsort(mentions, count, sizeof *mentions, in_order);
    return count;
}

static void add_index(kf_book *book, const kf_book *draft, kf_word heading, int first, int end) {
    kf_arena *arena = book->arena;
    size_t most = draft->entry_count * 2, rows = 0, used = 0;
    mention *mentions = kf_arena_alloc(arena, (most + 1) * sizeof *mentions);
    size_t count = list_mentions(draft, first, end, mentions);
    kf_book_row *list = kf_arena_alloc(arena, (count + 1) * sizeof *list);
    size_t *places = kf_arena_alloc(arena, (count + 1) * sizeof *places);
    for (size_t i = 0; i < count; i++) {
        kf_book_row *row = rows > 0 ? &list[rows - 1] : NULL;
        bool is_new = row == NULL || !kf_text_equal(row->name, mentions[i].name);
        if (is_new)
            list[rows++] = (kf_book_row){mentions[i].name, places + used, 0};
        row = &list[rows - 1];
        // Who plays both sides is at one place.
        if (row->count == 0 || row->places[row->count - 1] != mentions[i].place) {
            row->places[row->count++] = mentions[i].place;
            used++;
        }
    }
    kf_text title = kf_text_of(kf_language_get(book->plan->figures.how.language, heading));
    if (rows > 0)
        book->writer->add(
            book,
            &(kf_book_piece){.kind = KF_BOOK_INDEX, .text = title, .rows = list, .count = rows});
}

void kf_book_list_indices(kf_book *book) {
    const kf_book *draft = kf_book_list_of(book);
    if (draft == NULL)
        return;
    add_index(book, draft, KF_WORD_PLAYERS, 0, 2);
    add_index(book, draft, KF_WORD_OPENINGS, 2, 3);
}
