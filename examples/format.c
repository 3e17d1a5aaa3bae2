// SPDX-License-Identifier: MIT
// Converts a record to standard output, and lists what that costs. The header format.h.
//
//     format NOTATION FILE

#include <kifu/format.h>
#include <stdio.h>

static bool print(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    const kf_format *target = argc == 3 ? kf_format_named(argv[1]) : NULL;
    if (target == NULL || !kf_format_can_write(target)) {
        fputs("usage: format NOTATION FILE\n", stderr);
        return 2;
    }
    kf_log *log = kf_log_new();
    kf_loss *loss = kf_loss_new();
    kf_record *record = kf_format_read_file(argv[2], NULL, log);
    kf_writing how = {.loss = loss};
    bool is_written = record != NULL && kf_format_write(record, target, &how, print, stdout, log);
    for (size_t i = 0; i < kf_log_count(log); i++)
        fprintf(stderr, "%s\n", kf_log_entry(log, i)->message);
    for (size_t i = 0; i < kf_loss_count(loss); i++) {
        kf_loss_item item;
        kf_loss_item_at(loss, i, &item);
        printf("%s: %zu x %s\n", item.lost ? "lost" : "carried", item.count, item.kind);
    }
    kf_record_free(record);
    kf_loss_free(loss);
    kf_log_free(log);
    return is_written ? 0 : 1;
}
