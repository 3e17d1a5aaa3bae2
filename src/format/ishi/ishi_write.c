// SPDX-License-Identifier: MIT
// Writing Ishi.
//
// What stands in the file is decided by reading it: the lines are made, read back as any file
// is, and compared with the record. What did not come back goes into USER kifu blocks. So nothing
// has to be known here of what Ishi can and cannot say, and no change of the reader can make the
// writer lose anything.

#include "format/ishi/ishi.h"

#include <string.h>

#include "base/text.h"
#include "format/format.h"
#include "format/ishi/ishi_reader.h"
#include "format/ishi/ishi_writer.h"
#include "record/value.h"

enum { SMALLEST = 2, LARGEST = 19, PATH_ROOM = 64 };

// A board size that is no number is carried as a text; one that is a number must fit.
static bool has_ishi_board(const kf_record *record, kf_node game) {
    kf_text value, first, second;
    int width, height;
    if (kf_record_board(record, game, &width, &height))
        return width == height && width >= SMALLEST && width <= LARGEST;
    if (!kf_property_get(record, game, "SZ", &value))
        return true;
    kf_property_split(value, &first, &second);
    first = kf_text_trim(first);
    for (size_t i = 0; i < first.length; i++)
        if (first.data[i] < '0' || first.data[i] > '9')
            return true;
    return first.length == 0;
}

// Says why a game cannot be held. To find which game of its file it is takes as long as there are
// games before it: that is only done for what will be read.
static void say_why(const kf_record *record, kf_log *log, kf_node game) {
    char path[PATH_ROOM];
    kf_text value;
    int width, height;
    if (!kf_log_keeps(log, KF_ERROR, KF_ISHI_CANNOT_HOLD)) {
        kf_log_pass(log, KF_ERROR, KF_ISHI_CANNOT_HOLD);
        return;
    }
    kf_place place = kf_record_place(record, game, path, sizeof path);
    bool has_size = kf_record_board(record, game, &width, &height);
    if (!kf_record_is_go(record, game) && kf_property_get(record, game, "GM", &value))
        kf_log_add(log, KF_ISHI_CANNOT_HOLD, place,
                   "Ishi holds games of Go, and this is game number %.*s of SGF's list",
                   (int)(value.length < 20 ? value.length : 20), value.data);
    else if (has_size)
        kf_log_add(log, KF_ISHI_CANNOT_HOLD, place,
                   "Ishi holds square boards from 2x2 to 19x19, and this one is %dx%d", width,
                   height);
    else
        kf_log_add(log, KF_ISHI_CANNOT_HOLD, place,
                   "Ishi holds square boards from 2x2 to 19x19, and this one is larger");
}

static void free_record(void *record) {
    kf_record_free(record);
}

// ---- Games that follow ----

// Where more games follow in the file, one stands in their place behind what is read back: it
// shows whether a line that was carried over unread begins a block that the next game would end,
// or has a remark that the next game would get.
static const char probe[] = "EVENT\r\nCOM\r\n.\r\nENDCOM\r\nUSER\r\n.\r\nENDUSER\r\n";
static const char probe_text[] = "C[.]KFUSER[\n.]";

static bool has_followers(const kf_writing_job *writer) {
    return writer->how->series != NULL && !writer->how->series->is_last;
}

// Takes the game in their place away. False: it did not come back as it is.
static bool take_probe(kf_record *back, size_t place) {
    kf_node game = kf_node_last_child(back, 0);
    bool is_last = game != 0 && game + 1 == kf_record_nodes(back) &&
                   kf_record_place_of(back, game, "").offset == place &&
                   kf_text_is(kf_node_text(back, game), probe_text);
    if (is_last)
        kf_record_drop_last(back);
    return is_last;
}

// Makes the lines, and tells what they do not give back.
static kf_ishi_stated prepare(const kf_writing_job *writer, bool is_careful,
                              kf_ishi_emitted *emitted) {
    kf_arena *arena = writer->arena;
    bool is_last = !has_followers(writer);
    *emitted = kf_ishi_emit(writer->record, is_careful, is_last, arena);
    kf_ishi_stated told = {.ends = NULL};
    kf_buffer_add_string(&emitted->text, is_last ? "" : probe);
    if (emitted->text.length > UINT32_MAX / 2)
        kf_arena_fail(arena); // no reader would take it back
    kf_format apart = *kf_format_named("ishi");
    apart.read = kf_ishi_read_apart;
    kf_reading how = {.format = &apart, .charset = "UTF-8"};
    void **slot = kf_arena_slot(arena, free_record);
    kf_record *back = *slot = kf_format_read_buffer(&emitted->text, &how);
    if (back == NULL)
        kf_arena_fail(arena);
    told.is_complete = is_last || take_probe(back, emitted->length);
    if (told.is_complete)
        told = kf_ishi_report(writer->record, emitted, back, writer->loss, arena);
    kf_record_free(back);
    *slot = NULL;
    return told;
}

bool kf_ishi_write_holds(const kf_record *record, kf_node game) {
    return kf_record_is_go(record, game) && has_ishi_board(record, game);
}

bool kf_ishi_can_hold(const kf_record *record) {
    kf_node game = kf_node_child(record, 0);
    while (game != 0 && !kf_ishi_write_holds(record, game))
        game = kf_node_next(record, game);
    return game != 0 || kf_node_child(record, 0) == 0;
}

// Writes a record that Ishi can hold.
static void write_record(kf_writing_job *writer) {
    kf_ishi_emitted emitted;
    kf_arena_level level = kf_arena_mark(writer->arena);
    kf_ishi_stated told = prepare(writer, false, &emitted);
    // A line that was carried over unread may be read as something now: then it is carried again.
    if (!told.is_complete) {
        kf_arena_rewind(writer->arena, level);
        told = prepare(writer, true, &emitted);
    }
    if (!told.is_complete) {
        kf_loss_add(writer->loss, true, KF_TEXT("whatever Ishi cannot say"), 0);
        told.ends = NULL;
    }
    kf_ishi_report_write(&emitted, &told, writer->out, writer->arena);
}

static void free_loss(void *loss) {
    kf_loss_free(loss);
}

// What was noted of the record with its moves apart is true of the record.
static void add_loss(const kf_writing_job *writer, const kf_loss *loss, const kf_record *apart) {
    kf_loss_item item;
    if (loss == NULL)
        return;
    if (kf_loss_is_incomplete(loss))
        kf_arena_fail(writer->arena);
    const kf_node *origins = kf_ishi_root_origins(writer->record, apart, writer->arena);
    for (size_t i = 0; kf_loss_place_at(loss, i, &item); i++)
        kf_loss_add(writer->loss, item.lost,
                    strcmp(item.kind, "property KFROOT") == 0 ? KF_TEXT("place of the first move")
                                                              : kf_text_of(item.kind),
                    item.node != 0 ? origins[item.node] : 0);
}

bool kf_ishi_write(kf_writing_job *writer) {
    const kf_record *record = writer->record;
    bool fits = kf_node_child(record, 0) == 0;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        bool holds = kf_ishi_write_holds(record, game);
        if (!holds) {
            say_why(record, writer->log, game);
            kf_loss_add(writer->loss, true, KF_TEXT("a game that Ishi cannot hold"), game);
        } else
            kf_ishi_header_report(record, game, writer->arena, writer->log);
        fits = fits || holds;
    }
    // In a series others are held.
    if (!fits)
        return writer->how->series != NULL;
    kf_record *apart = kf_ishi_root_split(record, writer->arena);
    if (apart == NULL) {
        write_record(writer);
        return true;
    }
    kf_writing_job job = *writer;
    void **slot = kf_arena_slot(writer->arena, free_loss);
    job.record = apart;
    *slot = job.loss = writer->loss != NULL ? kf_loss_new() : NULL;
    if (job.loss == NULL && writer->loss != NULL)
        kf_arena_fail(writer->arena);
    write_record(&job);
    add_loss(writer, job.loss, apart);
    return true;
}
