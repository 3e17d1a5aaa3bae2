// SPDX-License-Identifier: MIT
// Binds records as one HTML book. The header book.h.

#include <kifu/book.h>
#include <kifu/format.h>
#include <stdio.h>

static bool put(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    const kf_book_plan plan = {.writer = kf_book_writer_for("html"), .figures = {.moves = 50}};
    kf_book *book = kf_book_new(&plan, put, stdout, log);
    bool is_good = book != NULL;
    for (int i = 1; i < argc && is_good; i++) {
        kf_record *record = kf_format_read_file(argv[i], NULL, log);
        is_good = kf_book_add(book, record);
        kf_record_free(record);
    }
    if (is_good) {
        is_good = kf_book_end(book);
        fprintf(stderr, "%zu games\n", kf_book_games(book));
    }
    kf_book_free(book);
    kf_log_free(log);
    return is_good ? 0 : 1;
}
