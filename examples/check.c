// SPDX-License-Identifier: MIT
// Says what is wrong in a record, and what each kind of finding means; with a second name it writes
// the mended text there. The header check.h.
//
//     check FILE [MENDED]

#include <kifu/check.h>
#include <stdio.h>

static bool print(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

static void print_entry(const kf_entry *entry) {
    static const char *const severities[] = {"note", "warning", "error"};
    kf_explanation about;
    printf("%zu:%zu: %s: %s\n", entry->line, entry->column, severities[entry->severity],
           entry->message);
    if (kf_explain_find(entry->code, &about))
        printf("    %s: %s\n", entry->code, about.title);
}

static bool mend(const kf_record *record, const char *name, kf_log *log) {
    kf_fix *fix = kf_fix_new(record, NULL, log);
    FILE *out = fix != NULL ? fopen(name, "wb") : NULL;
    bool is_good = out != NULL && kf_fix_write(fix, print, out, log);
    if (out != NULL)
        is_good = fclose(out) == 0 && is_good;
    if (is_good)
        printf("%zu edits\n", kf_fix_count(fix));
    kf_fix_free(fix);
    return is_good;
}

int main(int argc, char **argv) {
    kf_log *log = kf_log_new();
    kf_record *record = argc > 1 ? kf_format_read_file(argv[1], NULL, log) : NULL;
    // Reading reports the syntax, the check all else.
    bool is_good = record != NULL && kf_check(record, log);
    for (size_t i = 0; i < kf_log_count(log); i++)
        print_entry(kf_log_entry(log, i));
    if (record != NULL && argc > 2)
        is_good = mend(record, argv[2], log);
    kf_record_free(record);
    kf_log_free(log);
    return is_good ? 0 : 1;
}
