// SPDX-License-Identifier: MIT
// The public headers compile as C++ and their functions link.

#include <kifu/draw.h>
#include <kifu/kifu.h>

int main() {
    kf_log *log = kf_log_new();
    kf_record *record = kf_record_new();
    bool good = log && record && kf_record_games(record) == 0 && kf_log_count(log) == 0;
    kf_text text = kf_text_of("kifu");
    good = good && text.length == 4 && kf_text_is(text, "kifu");
    good = good && !kf_draw(record, 0, nullptr, nullptr, nullptr, log) && kf_draw_kind(0);
    kf_record_free(record);
    kf_log_free(log);
    return good ? 0 : 1;
}
