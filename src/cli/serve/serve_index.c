// SPDX-License-Identifier: MIT
// The list of a folder: what stands in its records, read once and again when a file has changed.

#include "cli/serve/serve.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "base/xml.h"
#include "cli/print/print.h"
#include <kifu/play.h>

// Folders that are remembered; how many records one answer reads, so that no other client waits for
// long; how much of each, for a list needs no more than its first game.
enum { SHELVES = 16, SLICE = 500, MOST_READ = 256 * 1024 };

// What the page of a list may load: its own two files, lists and small pictures.
#define LIST_POLICY                                                                                \
    "default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'self'; "                 \
    "style-src 'self'; connect-src 'self'; img-src data: 'self'"

static const unsigned char list_css[] = {
#include "list_css.inc"
};
static const unsigned char list_js[] = {
#include "list_js.inc"
};

// What the list shows of a name, and the state of the file that this was read from.
typedef struct row {
    const char *name;
    uint64_t file, size;
    int64_t modified, changed;
    bool is_folder, is_read;
    kf_text facts; // members of an object of JSON
} row;

typedef struct shelf {
    uint64_t device, file;
    row *rows; // kept in one block with their texts; NULL: this place is free
    size_t count, capacity;
    uint64_t stamp; // another one when anything has changed
    uint64_t used;
} shelf;

struct kf_serve_index {
    shelf shelves[SHELVES];
    uint64_t turn;
};

kf_serve_index *kf_serve_index_new(void) {
    return calloc(1, sizeof(kf_serve_index));
}

void kf_serve_index_free(kf_serve_index *index) {
    for (size_t i = 0; index != NULL && i < SHELVES; i++)
        free(index->shelves[i].rows);
    free(index);
}

// ---- What is in the folder ----

// Folders before records, each by name.
static int in_order(const void *a, const void *b) {
    const row *x = a, *y = b;
    return x->is_folder != y->is_folder ? y->is_folder - x->is_folder : strcmp(x->name, y->name);
}

static int64_t nanoseconds(struct timespec time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Hidden names, links, and what is no record are not listed.
static bool is_listed(int folder, const char *name, row *found) {
    struct stat status;
    if (name[0] == '.' || strpbrk(name, "\\\n\r\t") != NULL ||
        fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    const char *dot = strrchr(name, '.');
    *found = (row){.name = name, .is_folder = S_ISDIR(status.st_mode), .file = status.st_ino};
    if (found->is_folder)
        return true;
    found->size = (uint64_t)status.st_size;
    found->modified = nanoseconds(status.st_mtim);
    found->changed = nanoseconds(status.st_ctim);
    return S_ISREG(status.st_mode) && kf_format_for_file(name) != NULL &&
           (dot == NULL || strcmp(dot, ".txt") != 0);
}

static void close_listing(void *what) {
    DIR **stream = what;
    if (*stream != NULL)
        closedir(*stream);
    *stream = NULL;
}

static void read_names(shelf *s, kf_arena *arena, int folder) {
    DIR **stream = kf_arena_alloc(arena, sizeof(DIR *));
    int copy = dup(folder);
    *stream = copy >= 0 ? fdopendir(copy) : NULL;
    if (*stream == NULL && copy >= 0)
        close(copy);
    if (*stream == NULL)
        return;
    kf_arena_defer(arena, close_listing, stream);
    rewinddir(*stream);
    for (struct dirent *entry; (entry = readdir(*stream)) != NULL;) {
        row found;
        if (!is_listed(folder, entry->d_name, &found))
            continue;
        found.name = kf_arena_copy(arena, entry->d_name, strlen(entry->d_name));
        s->rows = kf_arena_grow(arena, s->rows, &s->capacity, s->count + 1, sizeof *s->rows);
        s->rows[s->count++] = found;
    }
    close_listing(stream);
    if (s->count > 1)
        qsort(s->rows, s->count, sizeof *s->rows, in_order);
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t version_of(const shelf *s) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < s->count; i++) {
        const row *r = &s->rows[i];
        hash = mix(hash, r->name, strlen(r->name) + 1);
        hash = mix(hash, &r->file, sizeof r->file);
        hash = mix(hash, &r->size, sizeof r->size);
        hash = mix(hash, &r->modified, sizeof r->modified);
        hash = mix(hash, &r->changed, sizeof r->changed);
    }
    return hash >> 12; // as a number of JSON it must have room in 53 bits
}

static bool is_same(const row *a, const row *b) {
    return a->file == b->file && a->size == b->size && a->modified == b->modified &&
           a->changed == b->changed;
}

static int64_t wall_clock(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

// Takes over what was read of the files that are as they were. Both are in order. A file that was
// changed a moment ago may be changed again without a new date.
static void take_over(shelf *now, const shelf *before) {
    enum { FRESH = 1000000000 };
    size_t old = 0;
    int64_t settled = wall_clock() - FRESH;
    for (size_t i = 0; i < now->count; i++) {
        row *r = &now->rows[i];
        while (old < before->count && in_order(&before->rows[old], r) < 0)
            old++;
        if (old >= before->count || in_order(&before->rows[old], r) != 0)
            continue;
        const row *was = &before->rows[old];
        if (!was->is_read || !is_same(was, r) || r->modified > settled || r->changed > settled)
            continue;
        r->is_read = true;
        r->facts = was->facts;
    }
}

// Keeps the rows, in one block. Without memory nothing is kept.
static void keep(shelf *place, const shelf *now) {
    size_t size = now->count * sizeof(row);
    for (size_t i = 0; i < now->count; i++)
        size += strlen(now->rows[i].name) + 1 + now->rows[i].facts.length;
    row *rows = malloc(size + 1);
    if (rows == NULL)
        return;
    char *text = (char *)(rows + now->count);
    for (size_t i = 0; i < now->count; i++) {
        const row *from = &now->rows[i];
        size_t length = strlen(from->name) + 1;
        rows[i] = *from;
        rows[i].name = memcpy(text, from->name, length);
        text += length;
        if (from->facts.length > 0)
            memcpy(text, from->facts.data, from->facts.length);
        rows[i].facts.data = text;
        text += from->facts.length;
    }
    free(place->rows);
    place->rows = rows;
    place->count = now->count;
    place->stamp = now->stamp;
}

// Where the folder is remembered: the place that has it, or that of the one not asked for longest.
static shelf *find_shelf(kf_serve_index *index, const struct stat *folder) {
    shelf *oldest = &index->shelves[0];
    for (shelf *s = index->shelves; s < index->shelves + SHELVES; s++) {
        if (s->rows != NULL && s->device == folder->st_dev && s->file == folder->st_ino)
            return s;
        if (s->used < oldest->used)
            oldest = s;
    }
    free(oldest->rows);
    *oldest = (shelf){.device = folder->st_dev, .file = folder->st_ino};
    return oldest;
}

// ---- What is in the records ----

typedef struct listing {
    kf_serve *serve;
    kf_arena *scratch; // of the row in hand
    kf_record **record;
    int folder;
    shelf now;
    size_t from, reads;
} listing;

static void free_record(void *what) {
    kf_record **record = what;
    kf_record_free(*record);
    *record = NULL;
}

static void add_fact(kf_buffer *out, const kf_record *record, const char *name,
                     const char *property) {
    enum { LONGEST = 300 };
    kf_buffer plain = {.arena = out->arena};
    if (kf_facts_get(record, kf_node_child(record, 0), property, &plain) && plain.length > 0 &&
        plain.length < LONGEST)
        kf_json_text(out, name, kf_buffer_text(&plain));
}

// The first game: what the list shows, sorts by and looks for. The result of a problem is its
// answer, which is not shown.
static void add_facts(kf_buffer *out, const kf_record *record, bool is_whole) {
    static const struct {
        const char *name, *property;
    } facts[] = {{"black", "PB"}, {"blackRank", "BR"}, {"white", "PW"}, {"whiteRank", "WR"},
                 {"event", "EV"}, {"round", "RO"},     {"date", "DT"},  {"place", "PC"},
                 {"game", "GN"},  {"result", "RE"}};
    char title[500];
    int width, height;
    kf_node game = kf_node_child(record, 0);
    bool is_problem = kf_problem_is(record, game);
    if (kf_title_of(record, game, KF_LANGUAGE_EN, title, sizeof title) > 0)
        kf_json_string(out, "title", title);
    for (size_t i = 0; i < sizeof facts / sizeof *facts - is_problem; i++)
        add_fact(out, record, facts[i].name, facts[i].property);
    (void)!kf_record_board(record, game, &width, &height);
    kf_json_number(out, "width", width);
    kf_json_number(out, "height", height);
    if (is_whole && kf_record_games(record) > 1)
        kf_json_number(out, "games", (int64_t)kf_record_games(record));
}

static void read_row(listing *l, row *r) {
    int file = openat(l->folder, r->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    size_t most = r->size < MOST_READ ? (size_t)r->size : MOST_READ;
    char *bytes = kf_arena_resize(l->scratch, NULL, most + 1);
    ssize_t got = file >= 0 ? pread(file, bytes, most, 0) : -1;
    if (file >= 0)
        close(file);
    r->is_read = true;
    l->reads++;
    *l->record = got > 0 ? kf_format_read(bytes, (size_t)got, r->name, NULL, NULL) : NULL;
    if (*l->record != NULL && kf_node_child(*l->record, 0) != 0) {
        kf_buffer out = {.arena = l->scratch};
        kf_json_open(&out, NULL, '{');
        add_facts(&out, *l->record, r->size <= MOST_READ);
        size_t length = out.length - 1;
        r->facts = (kf_text){kf_arena_copy(l->serve->arena, out.data + 1, length), length};
    }
    free_record(l->record);
    kf_arena_rewind(l->scratch, (kf_arena_level){0});
}

// ---- The answer ----

static void add_row(kf_buffer *out, kf_arena *scratch, const row *r) {
    size_t length = strlen(r->name);
    char *address = kf_arena_alloc(scratch, length * 3 + 2);
    size_t used = kf_serve_path_encode(r->name, address);
    if (r->is_folder)
        memcpy(address + used, "/", 2);
    kf_json_open(out, NULL, '{');
    kf_json_text(out, "name", kf_text_of(r->name));
    kf_json_string(out, "href", address);
    if (r->is_folder)
        kf_json_bool(out, "folder", true);
    if (r->facts.length > 0) {
        kf_buffer_add_char(out, ',');
        kf_buffer_add_text(out, r->facts);
    }
    kf_json_close(out, '}');
    kf_arena_rewind(scratch, (kf_arena_level){0});
}

// Reads as many records as one answer may, and lists all from `from` on to the last of these; the
// page itself comes with few, to be there at once. It asks for the rest.
static void add_rows(listing *l, kf_buffer *out) {
    size_t i = l->from;
    kf_json_open(out, "entries", '[');
    for (; i < l->now.count; i++) {
        row *r = &l->now.rows[i];
        bool is_full = l->serve->list == NULL ? i == SLICE : l->reads == SLICE;
        if (is_full && (l->serve->list == NULL || (!r->is_folder && !r->is_read)))
            break;
        if (!r->is_folder && !r->is_read)
            read_row(l, r);
        add_row(out, l->scratch, r);
    }
    kf_json_close(out, ']');
    if (i < l->now.count)
        kf_json_number(out, "next", (int64_t)i);
}

static void add_list(listing *l, kf_buffer *out, const char *title, bool has_up) {
    const kf_serve *serve = l->serve;
    char stamp[24];
    snprintf(stamp, sizeof stamp, "%llx", (unsigned long long)l->now.stamp);
    kf_json_open(out, NULL, '{');
    kf_json_number(out, "version", 1);
    kf_json_string(out, "title", title);
    if (has_up)
        kf_json_string(out, "up", "../");
    kf_json_string(out, "stamp", stamp);
    kf_json_number(out, "count", (int64_t)l->now.count);
    if (serve->stamp == NULL || strcmp(serve->stamp, stamp) != 0)
        add_rows(l, out);
    kf_json_close(out, '}');
}

// The page around the list. No text in the list can end the element that it stands in.
static void add_page(kf_serve *serve, kf_text list, const char *title) {
    static const char head[] =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" "
        "href=\"/.list.css\">\n<title>";
    static const char between[] = "</title>\n</head>\n<body>\n<main id=\"list\"></main>\n"
                                  "<noscript>The list needs JavaScript.</noscript>\n"
                                  "<script type=\"application/json\" id=\"kifu-data\">";
    static const char foot[] = "</script>\n<script src=\"/.list.js\"></script>\n</body>\n</html>\n";
    kf_buffer *out = &serve->body.text;
    kf_buffer_add_string(out, head);
    kf_xml_escape(kf_buffer_sink, out, kf_text_of(title));
    kf_buffer_add_string(out, between);
    for (size_t i = 0, begin = 0; i <= list.length; i++) {
        if (i < list.length && list.data[i] != '<')
            continue;
        kf_buffer_add_text(out, kf_text_cut(list, begin, i));
        kf_buffer_add_string(out, i < list.length ? "\\u003c" : "");
        begin = i + 1;
    }
    kf_buffer_add_string(out, foot);
}

// Which row the answer begins with; a number that is none is the first.
static size_t number_of(const char *digits) {
    size_t number = 0;
    for (; digits != NULL && *digits >= '0' && *digits <= '9' && number < 100000000; digits++)
        number = number * 10 + (size_t)(*digits - '0');
    return number;
}

void kf_serve_index_answer(kf_serve *serve, const char *title, bool has_up) {
    kf_arena *arena = serve->arena;
    listing l = {.serve = serve, .folder = serve->file, .from = number_of(serve->list)};
    struct stat status;
    shelf *place = NULL;
    kf_buffer list = {.arena = arena};
    l.scratch = kf_arena_new_in(arena);
    l.record = kf_arena_alloc(arena, sizeof(kf_record *));
    *l.record = NULL;
    kf_arena_defer(arena, free_record, l.record);
    read_names(&l.now, arena, l.folder);
    l.now.stamp = version_of(&l.now);
    if (serve->index != NULL && fstat(l.folder, &status) == 0)
        place = find_shelf(serve->index, &status);
    if (place != NULL && place->rows != NULL)
        take_over(&l.now, place);
    add_list(&l, &list, title, has_up);
    serve->policy = LIST_POLICY;
    serve->type = serve->list != NULL ? "application/json" : "text/html; charset=utf-8";
    if (serve->list != NULL)
        kf_buffer_add_text(&serve->body.text, kf_buffer_text(&list));
    else
        add_page(serve, kf_buffer_text(&list), title);
    if (place != NULL) {
        place->used = ++serve->index->turn;
        if (place->rows == NULL || place->stamp != l.now.stamp || l.reads > 0)
            keep(place, &l.now);
    }
}

bool kf_serve_index_file(kf_serve *serve) {
    static const struct {
        const char *address, *type;
        const unsigned char *bytes;
        size_t length;
    } files[] = {{"/.list.css", "text/css; charset=utf-8", list_css, sizeof list_css},
                 {"/.list.js", "text/javascript; charset=utf-8", list_js, sizeof list_js}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(serve->address, files[i].address) != 0)
            continue;
        serve->type = files[i].type;
        serve->policy = LIST_POLICY;
        kf_serve_body_add(&serve->body, files[i].bytes, files[i].length);
        return true;
    }
    return false;
}
