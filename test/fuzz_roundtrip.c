// SPDX-License-Identifier: MIT
// Read, write, read again: the same record, in one notation and through another.

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static kf_record *again(const kf_record *record, const char *format, kf_loss *loss) {
    fuzz_bytes text = fuzz_write(record, format, true, loss);
    kf_record *result = text.written ? fuzz_read(text.data, text.length, format, 0) : NULL;
    if (text.written)
        fuzz_expect(result, "what was written cannot be read");
    free(text.data);
    return result;
}

// A record that was read without any repair is written as the bytes it came from.
static void expect_verbatim(const kf_record *record, const char *format, const uint8_t *data,
                            size_t size) {
    if (!kf_record_is_verbatim(record))
        return;
    fuzz_bytes text = fuzz_write(record, format, false, NULL);
    fuzz_expect(text.written && text.length == size &&
                    (size == 0 || memcmp(text.data, data, size) == 0),
                "nothing was repaired, and other bytes were written");
    free(text.data);
}

// The same notation twice, and the second layout is the first.
static void expect_stable(const kf_record *record, const char *format) {
    kf_record *second = again(record, format, NULL);
    if (!second)
        return;
    fuzz_expect_same(record, second, format);
    fuzz_bytes a = fuzz_write(record, format, true, NULL);
    fuzz_bytes b = fuzz_write(second, format, true, NULL);
    fuzz_expect(b.written && a.length == b.length &&
                    (a.length == 0 || memcmp(a.data, b.data, a.length) == 0),
                "the canonical layout of the canonical layout is another");
    free(a.data);
    free(b.data);
    kf_record_free(second);
}

// There and back through another notation that promises to lose nothing.
static void expect_kept(const kf_record *record, const char *home, const char *away) {
    kf_loss *loss = kf_loss_new();
    kf_record *there = again(record, away, loss);
    if (there) {
        fuzz_expect(!kf_loss_any_lost(loss), "a conversion that loses nothing lists a loss");
        kf_record *back = again(there, home, NULL);
        fuzz_expect(back, "the way back is closed");
        fuzz_expect_same(record, back, "there and back");
        kf_record_free(back);
    }
    kf_record_free(there);
    kf_loss_free(loss);
}

// Through a notation that says less: the same when nothing was listed as lost, and else nothing
// more is lost the second time.
static void expect_listed(const kf_record *record, const char *away) {
    kf_loss *loss = kf_loss_new();
    kf_loss *later = kf_loss_new();
    kf_record *there = again(record, away, loss);
    kf_record *twice = there ? again(there, away, later) : NULL;
    if (there && !kf_loss_any_lost(loss))
        fuzz_expect_same(record, there, away);
    if (there) {
        fuzz_expect(twice, "what was written and read cannot be written again");
        fuzz_expect(!kf_loss_any_lost(later), "the second time something is lost again");
        fuzz_expect_same(there, twice, "the second time through");
    }
    kf_record_free(twice);
    kf_record_free(there);
    kf_loss_free(later);
    kf_loss_free(loss);
}

static void from(const uint8_t *data, size_t size, const char *home, const char *away) {
    kf_record *record = fuzz_read(data, size, home, 0);
    if (!record)
        return;
    expect_verbatim(record, home, data, size);
    expect_stable(record, home);
    if (away)
        expect_kept(record, home, away);
    expect_listed(record, "davar");
    expect_listed(record, "ascii");
    kf_record_free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    from(data, size, "sgf", "ishi");
    from(data, size, "ishi", "sgf");
    from(data, size, "davar", "sgf");
    from(data, size, "ascii", NULL);
    return 0;
}
