// SPDX-License-Identifier: MIT
// Makes one HTML page that shows records. The header page.h.

#include <kifu/page.h>
#include <stdio.h>

static bool put(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    const kf_page_head head = {.title = "Games"};
    kf_page *page = kf_page_begin(&head, put, stdout);
    bool is_good = page != NULL;
    for (int i = 1; i < argc && is_good; i++) {
        kf_record *record = kf_format_read_file(argv[i], NULL, NULL);
        is_good = record != NULL && kf_page_add_record(page, record, argv[i], NULL, NULL);
        kf_record_free(record);
    }
    is_good = is_good && kf_page_end(page);
    kf_page_free(page);
    return is_good ? 0 : 1;
}
