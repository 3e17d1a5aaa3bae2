// SPDX-License-Identifier: MIT
// Any bytes, to every reader, checked, and written in every notation: nothing crashes.

#include "fuzz.h"

#include <stdlib.h>

static void write_all(const kf_record *record) {
    for (size_t i = 0; i < kf_format_count(); i++) {
        const kf_format *format = kf_format_at(i);
        if (!kf_format_can_write(format))
            continue;
        kf_loss *loss = kf_loss_new();
        fuzz_bytes text = fuzz_write(record, kf_format_name(format), true, loss);
        for (size_t k = 0; k < kf_loss_count(loss); k++) {
            kf_loss_item item;
            fuzz_expect(kf_loss_item_at(loss, k, &item) && item.count > 0, "a loss of nothing");
        }
        free(text.data);
        kf_loss_free(loss);
    }
}

static void read_as(const uint8_t *data, size_t size, const kf_format *format) {
    kf_log *log = kf_log_new();
    kf_reading how = {.format = format};
    kf_record *record = kf_format_read(data, size, "input", &how, log);
    if (record) {
        fuzz_expect_tree(record);
        kf_check(record, log);
        fuzz_expect_same(record, record, "a record differs from itself");
        write_all(record);
    }
    for (size_t i = 0; i < kf_log_count(log); i++) {
        const kf_entry *entry = kf_log_entry(log, i);
        fuzz_expect(entry->code && entry->message && *entry->message, "an entry without a text");
        fuzz_expect(entry->column > 0 || entry->line == 0, "a line without a column");
    }
    kf_record_free(record);
    kf_log_free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_as(data, size, NULL);
    for (size_t i = 0; i < kf_format_count(); i++)
        if (kf_format_can_read(kf_format_at(i)))
            read_as(data, size, kf_format_at(i));
    return 0;
}
