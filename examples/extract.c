// SPDX-License-Identifier: MIT
// Finds the records within a text on standard input, such as a mail. The header extract.h.
//
//     extract < FILE

#include <kifu/extract.h>
#include <stdio.h>

// Reads what was found, as any other text is read, and says what it is.
static bool print_item(const kf_extract_item *item, kf_log *log) {
    kf_reading how = {.format = item->format, .charset = "UTF-8"};
    kf_record *record = kf_format_read(item->text.data, item->text.length, NULL, &how, log);
    char title[200];
    kf_title_of(record, kf_node_child(record, 0), KF_LANGUAGE_EN, title, sizeof title);
    printf("line %zu: %s, %s\n", item->line, kf_format_title(item->format), title);
    bool is_read = record != NULL;
    kf_record_free(record);
    return is_read;
}

int main(void) {
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text, stdin);
    kf_log *log = kf_log_new();
    kf_extract *found = kf_extract_new(text, length, "standard input", NULL, log);
    bool is_good = found != NULL;
    kf_extract_item item;
    for (size_t i = 0; is_good && kf_extract_at(found, i, &item); i++)
        is_good = print_item(&item, log);
    kf_extract_free(found);
    kf_log_free(log);
    return is_good ? 0 : 1;
}
