// SPDX-License-Identifier: MIT
// The log: entries that stand by themselves, counted and limited.
//
// An entry outlives the record that it is about, so it copies what it quotes. A broken file can
// have a million faults of one kind; those beyond the limits are counted and take no memory.

#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/address.h"
#include "base/text.h"

// How many characters of a line an excerpt shows, and how many of them before the place.
enum { EXCERPT = 120, BEFORE = 60 };

struct kf_log {
    kf_arena *arena; // of the entries
    kf_entry **entries;
    size_t count, capacity;
    size_t per_code, per_severity;
    size_t total[KF_ERROR + 1];
    size_t kept[KF_ERROR + 1];
    size_t code_total[KF_CODE_COUNT];
    size_t code_kept[KF_CODE_COUNT];
    bool is_muted[KF_CODE_COUNT]; // neither kept nor counted
    bool is_dropping;             // the last finding was not kept, so its notes are not either
    const kf_log *heir;           // to which all goes in the end, or NULL
    bool is_losing;               // the heir will not keep the last finding
    bool had_no_memory;           // then one more entry, which needs none, stands at the end
};

static const kf_entry no_memory = {
    .severity = KF_ERROR,
    .code = "program/memory",
    .file = "",
    .path = "",
    .message = "out of memory",
    .excerpt = "",
};

static const kf_code_row rows[] = {
#define KF_CODE(constant, path, severity, title) {path, severity, title},
#include "base/codes.def"
#undef KF_CODE
};

const kf_code_row *kf_log_code(kf_code code) {
    return &rows[code];
}

bool kf_log_is_named(kf_code code, kf_text word) {
    kf_text path = kf_text_of(rows[code].path);
    if (word.length == 0 || !kf_text_starts(path, word))
        return false;
    return word.length == path.length || word.data[word.length - 1] == '/' ||
           path.data[word.length] == '/';
}

kf_log *kf_log_new(void) {
    kf_log *log = calloc(1, sizeof *log);
    if (log == NULL)
        return NULL;
    kf_log_set_limits(log, KF_LOG_PER_CODE, KF_LOG_PER_SEVERITY);
    return log;
}

void kf_log_free(kf_log *log) {
    if (log == NULL)
        return;
    kf_arena_free(log->arena);
    free(log);
}

size_t kf_log_count(const kf_log *log) {
    return log != NULL ? log->count + log->had_no_memory : 0;
}

const kf_entry *kf_log_entry(const kf_log *log, size_t index) {
    if (log == NULL || index >= kf_log_count(log))
        return NULL;
    return index < log->count ? log->entries[index] : &no_memory;
}

size_t kf_log_total(const kf_log *log, kf_severity severity) {
    return log != NULL ? log->total[severity] : 0;
}

bool kf_log_has_dropped(const kf_log *log) {
    bool is_any = false;
    for (int i = 0; i <= KF_ERROR; i++)
        is_any = is_any || log->total[i] > log->kept[i];
    return is_any;
}

size_t kf_log_dropped(const kf_log *log, const char *code) {
    if (log == NULL || !kf_log_has_dropped(log))
        return 0;
    for (size_t i = 0; i < KF_CODE_COUNT; i++)
        if (log->code_total[i] > log->code_kept[i] && strcmp(rows[i].path, code) == 0)
            return log->code_total[i] - log->code_kept[i];
    return 0;
}

// Whether nothing was ever said: then there is nothing to clear and nothing to move, as after most
// games of a collection.
static bool is_silent(const kf_log *log) {
    size_t sum = log->count;
    for (int i = 0; i <= KF_ERROR; i++)
        sum += log->total[i];
    return sum == 0 && !log->is_dropping && !log->had_no_memory;
}

void kf_log_clear(kf_log *log) {
    if (log == NULL || is_silent(log))
        return;
    if (log->count > 0) {
        kf_arena_free(log->arena);
        log->arena = NULL;
        log->entries = NULL;
        log->capacity = 0;
    }
    kf_log old = *log;
    *log = (kf_log){
        .arena = old.arena, .entries = old.entries, .capacity = old.capacity, .heir = old.heir};
    kf_log_limit_like(log, &old);
}

void kf_log_set_limits(kf_log *log, size_t per_code, size_t per_severity) {
    if (log == NULL)
        return;
    log->per_code = per_code;
    log->per_severity = per_severity;
}

void kf_log_mute(kf_log *log, kf_code code) {
    log->is_muted[code] = true;
}

// What was not kept is taken to have the severity of its code.
void kf_log_drop(kf_log *log, kf_code code) {
    size_t count = 0, dropped = log->code_total[code] - log->code_kept[code];
    for (size_t i = 0; i < log->count; i++) {
        kf_entry *entry = log->entries[i];
        bool is_it = entry->code == rows[code].path;
        log->total[entry->severity] -= is_it;
        log->kept[entry->severity] -= is_it;
        if (!is_it)
            log->entries[count++] = entry;
    }
    log->count = count;
    log->total[rows[code].severity] -= dropped;
    log->code_total[code] = log->code_kept[code] = 0;
}

// What goes into an entry, for the protected call.
typedef struct adding {
    kf_log *log;
    kf_severity severity;
    kf_code code;
    kf_place place;
    const char *message;
} adding;

// The line around the offset, at most EXCERPT characters of it, starting at a character.
static void cut_excerpt(kf_entry *entry, kf_arena *arena, kf_text text, size_t offset) {
    size_t begin = offset < text.length ? offset : text.length, before = 0;
    while (begin > 0 && text.data[begin - 1] != '\n' && text.data[begin - 1] != '\r' &&
           before < BEFORE) {
        begin--;
        before += !kf_text_is_inner(text.data[begin]);
    }
    while (begin < offset && kf_text_is_inner(text.data[begin]))
        begin++;
    size_t end = begin, shown = 0;
    while (end < text.length && text.data[end] != '\n' && text.data[end] != '\r') {
        shown += ((unsigned char)text.data[end] & 0xC0) != 0x80;
        if (shown > EXCERPT)
            break;
        end++;
    }
    char *excerpt = kf_arena_copy(arena, text.data + begin, end - begin);
    // A control character would spoil the picture; a tab is one column, so it becomes a space.
    for (char *p = excerpt; *p != '\0'; p++)
        if ((unsigned char)*p < ' ' || *p == 127)
            *p = ' ';
    entry->excerpt = excerpt;
    size_t upto = offset < end ? offset : end;
    entry->caret = kf_text_characters((kf_text){text.data + begin, upto - begin}) + 1;
}

static void locate(kf_entry *entry, kf_arena *arena, kf_place place) {
    const kf_source *source = place.source;
    kf_position position = kf_source_locate(source, place.offset);
    entry->file = kf_arena_copy(arena, source->name, strlen(source->name));
    entry->line = position.line;
    entry->column = position.column;
    entry->byte = position.byte;
    cut_excerpt(entry, arena, source->text, place.offset);
}

static void add_entry(void *context) {
    const adding *a = context;
    kf_log *log = a->log;
    log->entries =
        kf_arena_grow(log->arena, log->entries, &log->capacity, log->count + 1, sizeof(kf_entry *));
    kf_entry *entry = kf_arena_alloc(log->arena, sizeof *entry);
    *entry = (kf_entry){.severity = a->severity, .code = rows[a->code].path};
    entry->file = entry->path = entry->excerpt = "";
    entry->message = kf_arena_copy(log->arena, a->message, strlen(a->message));
    if (a->place.path != NULL)
        entry->path = kf_arena_copy(log->arena, a->place.path, strlen(a->place.path));
    if (a->place.source != NULL)
        locate(entry, log->arena, a->place);
    log->entries[log->count++] = entry;
}

// A note to another finding shares the fate of that; a finding of its own is limited as all are.
bool kf_log_keeps(const kf_log *log, kf_severity severity, kf_code code) {
    if (log == NULL || log->is_muted[code])
        return false;
    if (severity == KF_NOTE && rows[code].severity != KF_NOTE)
        return !log->is_dropping;
    return log->code_kept[code] < log->per_code && log->kept[severity] < log->per_severity;
}

size_t kf_log_room(const kf_log *log, kf_code code) {
    kf_severity severity = rows[code].severity;
    if (log == NULL || log->is_muted[code] || log->code_kept[code] >= log->per_code ||
        log->kept[severity] >= log->per_severity)
        return 0;
    size_t of_code = log->per_code - log->code_kept[code];
    size_t of_severity = log->per_severity - log->kept[severity];
    return of_code < of_severity ? of_code : of_severity;
}

// What is quoted of a command line may be an address in the wrong place; what is said of a server
// has its own address, without the password and what stands before an @.
static bool may_quote_address(kf_code code, const char *message) {
    return code == KF_CATALOG_SOURCE || code == KF_EXPLAIN_UNKNOWN ||
           strncmp(rows[code].path, "program/", 8) == 0 ||
           (code == KF_CATALOG_FILE && strchr(message, '@') != NULL);
}

// Counts the finding and says whether there is room for it.
static bool has_room(kf_log *log, kf_severity severity, kf_code code) {
    if (log->is_muted[code])
        return false;
    log->total[severity]++;
    log->code_total[code]++;
    log->is_dropping = !kf_log_keeps(log, severity, code);
    if (log->is_dropping)
        return false;
    log->kept[severity]++;
    log->code_kept[code]++;
    return true;
}

// Whether the heir will only count it, for it has no room now, nor later. Then nothing else is
// done.
static bool is_lost(kf_log *log, kf_severity severity, kf_code code) {
    bool is_by_itself = severity != KF_NOTE || rows[code].severity == KF_NOTE;
    if (log->heir != NULL && is_by_itself)
        log->is_losing = !kf_log_keeps(log->heir, severity, code);
    return log->is_losing;
}

static void add(kf_log *log, adding a, const char *format, va_list arguments) KF_PRINTF(3, 0);

static void add(kf_log *log, adding a, const char *format, va_list arguments) {
    char message[512];
    if (!has_room(log, a.severity, a.code))
        return;
    if (a.code == KF_PROGRAM_MEMORY) {
        log->had_no_memory = true;
        return;
    }
    if (is_lost(log, a.severity, a.code))
        return;
    vsnprintf(message, sizeof message, format, arguments);
    if (may_quote_address(a.code, message))
        kf_address_hide(message);
    a.log = log;
    a.message = message;
    if (log->arena == NULL)
        log->arena = kf_arena_new();
    // Without memory the finding is still counted, and an entry that needs none says why.
    if (log->arena == NULL || !kf_arena_try(log->arena, add_entry, &a))
        log->had_no_memory = true;
}

void kf_log_add(kf_log *log, kf_code code, kf_place place, const char *format, ...) {
    if (log == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    add(log, (adding){.severity = rows[code].severity, .code = code, .place = place}, format,
        arguments);
    va_end(arguments);
}

void kf_log_add_as(kf_log *log, kf_severity severity, kf_code code, kf_place place,
                   const char *format, ...) {
    if (log == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    add(log, (adding){.severity = severity, .code = code, .place = place}, format, arguments);
    va_end(arguments);
}

void kf_log_pass(kf_log *log, kf_severity severity, kf_code code) {
    if (log != NULL)
        has_room(log, severity, code);
}

// Adds so many of a code. False: there are too many codes.
static bool sum_code(kf_log_sums *sums, kf_code code, uint64_t times) {
    size_t i = 0;
    while (i < sums->count && sums->of[i].code != code)
        i++;
    if (i == KF_LOG_SUMMED)
        return false;
    sums->of[i].code = code;
    sums->of[i].times = times + (i < sums->count ? sums->of[i].times : 0);
    sums->count += i == sums->count;
    return true;
}

bool kf_log_sum(const kf_log *log, kf_log_sums *sums) {
    *sums = (kf_log_sums){.count = 0};
    for (int i = 0; i <= KF_ERROR; i++)
        sums->total[i] = log->total[i];
    for (int i = 0; i < KF_CODE_COUNT; i++)
        if (log->code_total[i] > 0 && !sum_code(sums, (kf_code)i, log->code_total[i]))
            return false;
    return true;
}

bool kf_log_sum_more(kf_log_sums *sums, const kf_log_sums *more) {
    kf_log_sums both = *sums;
    for (size_t i = 0; i < more->count; i++)
        if (!sum_code(&both, more->of[i].code, more->of[i].times))
            return false;
    for (int i = 0; i <= KF_ERROR; i++)
        both.total[i] += more->total[i];
    *sums = both;
    return true;
}

bool kf_log_count_sums(kf_log *log, const kf_log_sums *sums) {
    for (size_t i = 0; i < sums->count; i++)
        if (log->code_kept[sums->of[i].code] < log->per_code)
            return false;
    for (int i = 0; i <= KF_ERROR; i++)
        log->total[i] += (size_t)sums->total[i];
    for (size_t i = 0; i < sums->count; i++)
        log->code_total[sums->of[i].code] += (size_t)sums->of[i].times;
    log->is_dropping = log->is_dropping || sums->count > 0;
    return true;
}

bool kf_log_report(kf_log *log, const char *code, kf_place place, const char *message) {
    for (int i = 0; i < KF_CODE_COUNT; i++)
        if (strcmp(rows[i].path, code) == 0) {
            kf_log_add(log, (kf_code)i, place, "%s", message);
            return true;
        }
    return false;
}

bool kf_log_locate(kf_place place, size_t *line, size_t *column) {
    if (place.source == NULL)
        return false;
    kf_position position = kf_source_locate(place.source, place.offset);
    *line = position.line;
    *column = position.column;
    return true;
}

void kf_log_forget(kf_log *log) {
    kf_arena_free(log->arena);
    log->arena = NULL;
    log->entries = NULL;
    log->count = log->capacity = 0;
    log->had_no_memory = false;
}

void kf_log_bequeath(kf_log *log, const kf_log *heir) {
    log->heir = heir;
}

void kf_log_limit_like(kf_log *log, const kf_log *other) {
    if (other == NULL)
        return;
    kf_log_set_limits(log, other->per_code, other->per_severity);
    memcpy(log->is_muted, other->is_muted, sizeof log->is_muted);
}

typedef struct moving {
    kf_log *to;
    const kf_entry *entry;
} moving;

static const char *copy_of(kf_arena *arena, const char *text) {
    return kf_arena_copy(arena, text, strlen(text));
}

static void move_entry(void *context) {
    const moving *m = context;
    kf_log *log = m->to;
    log->entries =
        kf_arena_grow(log->arena, log->entries, &log->capacity, log->count + 1, sizeof(kf_entry *));
    kf_entry *entry = kf_arena_alloc(log->arena, sizeof *entry);
    *entry = *m->entry;
    entry->file = copy_of(log->arena, entry->file);
    entry->path = copy_of(log->arena, entry->path);
    entry->message = copy_of(log->arena, entry->message);
    entry->excerpt = copy_of(log->arena, entry->excerpt);
    log->entries[log->count++] = entry;
}

static kf_code code_of(const char *path) {
    int code = 0;
    while (rows[code].path != path)
        code++;
    return (kf_code)code;
}

void kf_log_move(kf_log *to, kf_log *from) {
    if (is_silent(from))
        return;
    for (size_t i = 0; to != NULL && i < from->count; i++) {
        const kf_entry *entry = from->entries[i];
        kf_code code = code_of(entry->code);
        from->total[entry->severity]--;
        from->code_total[code]--;
        moving m = {to, entry};
        if (!has_room(to, entry->severity, code))
            continue;
        if (to->arena == NULL)
            to->arena = kf_arena_new();
        if (to->arena == NULL || !kf_arena_try(to->arena, move_entry, &m))
            to->had_no_memory = true;
    }
    // What is left are those that were counted and not kept.
    if (to != NULL)
        to->is_dropping = to->is_dropping || from->is_losing;
    for (int i = 0; to != NULL && i <= KF_ERROR; i++)
        to->total[i] += from->total[i];
    for (int i = 0; to != NULL && i < KF_CODE_COUNT; i++)
        to->code_total[i] += from->code_total[i];
    if (to != NULL)
        to->had_no_memory = to->had_no_memory || from->had_no_memory;
    kf_log_clear(from);
}
