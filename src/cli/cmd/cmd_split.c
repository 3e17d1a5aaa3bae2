// SPDX-License-Identifier: MIT
// kifu split: writes each game of a collection to a file of its own.

#include <string.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/text.h"
#include "cli/frame/again.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/frame/mirror.h"
#include "cli/print/print.h"

typedef struct job {
    kf_cli *cli;
    const char *folder;
    kf_output_file *target;
    kf_inputs inputs;
    char last; // byte that was written
    size_t written;
} job;

// The name without the ending of a notation.
static kf_text stem_of(const char *name) {
    name = strcmp(name, "-") == 0 ? "stdin" : name;
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    const char *dot = kf_format_for_file(base) != NULL ? strrchr(base, '.') : NULL;
    return (kf_text){name, dot != NULL && dot > base ? (size_t)(dot - name) : strlen(name)};
}

static void free_record(void *record) {
    kf_record_free(record);
}

static bool count_bytes(void *context, const void *bytes, size_t length) {
    (void)bytes;
    *(size_t *)context += length;
    return true;
}

// How a letter of ASCII stands in a character set: the set's mark, so many bytes, and which of them
// is the letter.
typedef struct unit {
    const char *charset, *mark;
    size_t size, letter;
} unit;

static const unit *unit_of(const char *charset) {
    static const unit units[] = {{"UTF-16LE", "\xFF\xFE", 2, 0},
                                 {"UTF-16BE", "\xFE\xFF", 2, 1},
                                 {"UTF-32LE", "\xFF\xFE\0\0", 4, 0},
                                 {"UTF-32BE", "\0\0\xFE\xFF", 4, 3},
                                 {"", "", 1, 0}};
    size_t i = 0;
    while (units[i].size > 1 && strcmp(units[i].charset, charset) != 0)
        i++;
    return &units[i];
}

// The letter of ASCII at the front of the bytes, or 0.
static char letter_at(const unit *u, const char *bytes) {
    static const char nuls[4] = "";
    bool is_ascii = memcmp(bytes, nuls, u->letter) == 0 &&
                    memcmp(bytes + u->letter + 1, nuls, u->size - u->letter - 1) == 0;
    return is_ascii ? bytes[u->letter] : '\0';
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static const kf_text utf8_mark = {"\xEF\xBB\xBF", 3};

// The byte order mark of the piece: in a set with two or four bytes a letter each has one, and of
// UTF-8 the first, as the file does.
static kf_text mark_of(const kf_record *record, const unit *u, size_t number) {
    bool is_marked = number == 1 && strcmp(kf_record_charset(record), "UTF-8") == 0 &&
                     kf_record_charset_why(record, NULL, NULL) == KF_WHY_MARK;
    if (u->size > 1)
        return (kf_text){u->mark, u->size};
    return is_marked ? utf8_mark : (kf_text){"", 0};
}

// A game as it stands in the file, without the white space before it and with a line break behind
// it: so the pieces, one behind the other, are the file again.
static void make_piece(const job *j, const kf_record *record, size_t number, kf_buffer *piece) {
    kf_arena *arena = j->cli->arena;
    const unit *u = unit_of(kf_record_charset(record));
    const kf_text mark = mark_of(record, u, number);
    size_t length = 0, space = mark.length;
    if (!kf_format_write(record, kf_format_of(record), NULL, count_bytes, &length, NULL))
        kf_arena_fail(arena);
    // All memory before the writing.
    *piece = (kf_buffer){.arena = arena, .capacity = mark.length + length + u->size};
    piece->data = kf_arena_alloc(arena, piece->capacity);
    kf_buffer_add_text(piece, mark);
    if (!kf_format_write(record, kf_format_of(record), NULL, kf_buffer_sink, piece, NULL))
        kf_arena_fail(arena);
    while (space + u->size <= piece->length && is_space(letter_at(u, piece->data + space)))
        space += u->size;
    piece->length -= space - mark.length;
    memmove(piece->data + mark.length, piece->data + space, piece->length - mark.length);
    bool has_end =
        piece->length >= u->size && letter_at(u, piece->data + piece->length - u->size) == '\n';
    for (size_t i = 0; i < u->size && !has_end; i++)
        kf_buffer_add_char(piece, i == u->letter ? '\n' : '\0');
}

static kf_text behind_mark(kf_text text) {
    text = kf_text_trim(text);
    return kf_text_cut(text, kf_text_starts(text, utf8_mark) ? utf8_mark.length : 0, text.length);
}

// Whether the piece, read without what stands before it in the file, is the same text: a mark of
// the character set may stand there, the name of one, and games that are plainer.
static bool stands_alone(const job *j, const kf_record *record, kf_text piece, const char *output) {
    kf_cli *cli = j->cli;
    const kf_format *format = kf_format_of(record);
    const kf_reading how = {.format = format, .limits = cli->reading.limits};
    kf_text text = behind_mark(kf_record_text(record));
    // ASCII that is ASCII in all sets.
    if (kf_text_skip_ascii(piece, 0) == piece.length && kf_text_equal(kf_text_trim(piece), text) &&
        memchr(piece.data, '~', piece.length) == NULL &&
        memchr(piece.data, '\x1B', piece.length) == NULL)
        return true;
    if (kf_format_guess(piece.data, piece.length, output) != format)
        return false;
    void **slot = kf_arena_slot(cli->arena, free_record);
    kf_record *alone = kf_format_read(piece.data, piece.length, NULL, &how, NULL);
    *slot = alone;
    if (alone == NULL)
        kf_arena_fail(cli->arena);
    return kf_text_equal(behind_mark(kf_record_text(alone)), text);
}

static bool write_bytes(void *context, const void *bytes, size_t length) {
    job *j = context;
    if (length > 0)
        j->last = ((const char *)bytes)[length - 1];
    return kf_output_file_write(j->target, bytes, length);
}

static void write_game(job *j, const kf_record *record, const kf_format *format, size_t number,
                       const char *output) {
    kf_cli *cli = j->cli;
    kf_buffer piece = {.length = 0};
    bool is_kept = format == kf_format_of(record) && kf_record_is_verbatim(record);
    if (is_kept)
        make_piece(j, record, number, &piece);
    is_kept = is_kept && stands_alone(j, record, kf_buffer_text(&piece), output);
    kf_output_file_reserve(cli);
    if (!kf_mirror_folders(cli, j->folder, output) ||
        !kf_output_file_open(j->target, output, "record"))
        return;
    const kf_writing how = {.canonical = true};
    bool is_whole = is_kept ? kf_output_file_write(j->target, piece.data, piece.length)
                            : kf_format_write(record, format, &how, write_bytes, j, cli->log);
    if (is_whole && !is_kept && j->last != '\n')
        is_whole = write_bytes(j, "\n", 1);
    j->written += kf_output_file_close(j->target, is_whole);
}

// One game of a record with several.
static const kf_record *take_game(kf_cli *cli, const kf_record *record, kf_node game) {
    void **slot = kf_arena_slot(cli->arena, free_record);
    kf_record *one = *slot = kf_record_new();
    if (one == NULL)
        kf_arena_fail(cli->arena);
    return kf_node_copy(one, 0, record, game, cli->log) != 0 ? one : NULL;
}

// Games of a notation that can only be read become SGF.
static const kf_format *format_of(const kf_record *record) {
    const kf_format *format = kf_format_of(record);
    return kf_format_can_write(format) ? format : kf_format_named("sgf");
}

static void split_record(job *j, kf_text stem, const kf_record *record, size_t number) {
    kf_cli *cli = j->cli;
    const kf_format *format = format_of(record);
    bool is_one = kf_record_games(record) == 1;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_arena_level level = kf_arena_mark(cli->arena);
        const char *output = kf_mirror_piece(cli, j->folder, stem, ++number, format);
        const kf_record *one = is_one ? record : take_game(cli, record, game);
        if (one != NULL)
            write_game(j, one, format, number, output);
        kf_report_entries(cli);
        kf_arena_rewind(cli->arena, level);
    }
}

// In the folder stands what is behind the prefix of the name.
static const char *name_in_folder(const job *j, size_t index) {
    return j->inputs.names[index] + j->inputs.prefixes[index];
}

static void split_file(void *context, size_t index) {
    job *j = context;
    kf_cli *cli = j->cli;
    const char *name = j->inputs.names[index];
    kf_arena_level level = kf_arena_mark(cli->arena);
    size_t games = 0, before = kf_log_total(cli->log, KF_ERROR);
    kf_stream *stream = kf_input_open(cli, name);
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        if (kf_again_is_noise(record, kf_log_total(cli->log, KF_ERROR) - before))
            continue;
        games += kf_record_games(record);
        kf_report_entries(cli);
        split_record(j, stem_of(name_in_folder(j, index)), record, kf_stream_games(stream));
    }
    if (!kf_stream_has_failed(stream) && games == 0)
        kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0},
                   "there is no game in '%.200s': nothing is written", name);
    kf_report_entries(cli);
    kf_arena_rewind(cli->arena, level);
}

// Inputs whose games get the same names stay together: the second of them is an error.
static size_t share_of(void *context, size_t index) {
    kf_text stem = stem_of(name_in_folder(context, index));
    size_t share = 0;
    for (size_t i = 0; i < stem.length; i++)
        share = (size_t)kf_hash_mix(share ^ (unsigned char)stem.data[i]);
    return share;
}

static int split(kf_cli *cli) {
    job j = {.cli = cli, .folder = cli->values[KF_OPTION_OUTPUT]};
    if (!kf_input_prepare(cli))
        return KF_STATUS_FAILED;
    if (j.folder == NULL || j.folder[0] == '\0')
        return kf_options_wrong(cli, "the folder for the files is missing: say '-o FOLDER'");
    if (!kf_output_file_make(cli, j.folder))
        return KF_STATUS_FAILED;
    j.inputs = kf_input_list(cli);
    j.target = kf_output_file_new(cli);
    kf_progress_begin(cli, "files");
    const kf_jobs jobs = {.count = j.inputs.count,
                          .one = split_file,
                          .share = share_of,
                          .context = &j,
                          .sums = &j.written,
                          .sum_count = 1};
    if (!kf_jobs_run(cli, &jobs))
        return KF_STATUS_FAILED;
    kf_progress_clear(cli);
    if (!cli->is_quiet) {
        kf_report_amount(cli->err, j.written, "game");
        fputs(" written\n", cli->err);
    }
    return cli->status;
}

static const kf_option options[] = {
    {KF_OPTION_OUTPUT, 'o', "output", "FOLDER", "@folder",
     "where the files are written; the folder is made if it is not there"},
    KF_JOBS_OPTION_ROW,
    KF_OPTIONS_WRITING,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_split = {
    .name = "split",
    .summary = "write each game to a file of its own",
    .operands = "[FILE…]",
    .words = "@file",
    .about = "Writes the games of each FILE to files of their own in the folder that -o names: "
             "titles.sgf becomes titles-00001.sgf, titles-00002.sgf and so on, in the same "
             "notation. SGF games are copied byte for byte, in their character set; 'kifu convert "
             "FOLDER/* -o FILE' joins them again. A collection of any length is read game by game.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = split,
};
