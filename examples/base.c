// SPDX-License-Identifier: MIT
// Reads a record and prints what its log kept, with counts and the place of a finding of its own.
// The header base.h.
//
//     base FILE

#include <kifu/format.h>
#include <stdio.h>

static void print_entry(const kf_log *log, const kf_entry *entry) {
    printf("byte %llu, line %zu: [%s] %s\n", (unsigned long long)entry->byte, entry->line,
           entry->code, entry->message);
    if (kf_log_dropped(log, entry->code) > 0)
        printf("    and %zu more of them\n", kf_log_dropped(log, entry->code));
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    if (log == NULL || argc != 2)
        return 2;
    kf_log_set_limits(log, 1, 10); // of each kind only the first
    kf_record *record = kf_format_read_file(argv[1], NULL, log);
    kf_node game = kf_node_child(record, 0);
    if (game != 0 && !kf_record_is_verbatim(record))
        kf_log_report(log, "program/format", kf_record_place(record, game, NULL, 0),
                      "this program takes only files that need no repair");
    for (size_t i = 0; i < kf_log_count(log); i++)
        print_entry(log, kf_log_entry(log, i));
    printf("%zu errors, %zu warnings\n", kf_log_total(log, KF_ERROR),
           kf_log_total(log, KF_WARNING));
    bool is_read = record != NULL;
    kf_record_free(record);
    kf_log_free(log);
    return is_read ? 0 : 1;
}
