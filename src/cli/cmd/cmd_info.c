// SPDX-License-Identifier: MIT
// kifu info: what is in records: players, result, counts.

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/frame/cli.h"
#include "cli/frame/jobs.h"
#include "cli/print/print.h"

// The options of this command alone.
enum { OPTION_CSV = KF_OPTION_OWN, OPTION_FIELDS, OPTION_TSV };

enum { COLUMN = 14 };

// Why that character set was taken: for programs and, where there is something to say, for people.
static const struct {
    const char *word, *remark;
} whys[] = {
    [KF_WHY_ASCII] = {"ascii", NULL},
    [KF_WHY_VALID] = {"valid", NULL},
    [KF_WHY_WANTED] = {"wanted", "as asked for"},
    [KF_WHY_MARK] = {"mark", "by its byte order mark"},
    [KF_WHY_DECLARED] = {"declared", "as the file says"},
    [KF_WHY_LOOK] = {"look", "by its NULs"},
    [KF_WHY_RECOGNISED] = {"recognised", "recognised"},
};

static void print_charset(FILE *out, const kf_record *record) {
    const char *charset = kf_record_charset(record);
    int sure;
    bool is_mixed;
    kf_charset_why why = kf_record_charset_why(record, &sure, &is_mixed);
    const char *remark = whys[why].remark;
    fprintf(out, "%s%s", charset, is_mixed ? " and others" : "");
    if (remark == NULL || (why == KF_WHY_DECLARED && strcmp(charset, "UTF-8") == 0))
        return;
    fprintf(out, " (%s", remark);
    if (why == KF_WHY_RECOGNISED)
        fprintf(out, ", %d %% sure", sure);
    putc(')', out);
}

static void add_charset(kf_json *object, const kf_record *record, kf_node game) {
    int sure;
    bool is_mixed;
    kf_charset_why why = kf_record_charset_why(record, &sure, &is_mixed);
    const char *charset = kf_record_charset_of(record, game);
    bool is_usual = strcmp(charset, kf_record_charset(record)) == 0;
    kf_json_add_string(object, "charset", charset);
    // Why is known of the set that the file begins with.
    if (is_usual)
        kf_json_add_string(object, "charset_by", whys[why].word);
    if (is_usual && why == KF_WHY_RECOGNISED)
        kf_json_add_number(object, "charset_sure", sure);
    if (is_mixed)
        kf_json_add_bool(object, "charset_mixed", true);
}

// A number that the game states; `usual` when it is absent or none.
static int number_of(const kf_record *record, kf_node game, const char *property, int usual,
                     bool *is_said) {
    kf_text value;
    int number;
    *is_said = kf_property_get(record, game, property, &value) &&
               kf_text_number(kf_text_trim(value), &number);
    return *is_said ? number : usual;
}

// A player: the name, rank and team that the game says.
static kf_json *describe_player(const kf_text values[KF_FACTS], kf_buffer *text, char colour) {
    kf_json *player = kf_json_new();
    for (int i = 0; i < KF_FACTS; i++) {
        const char *property = kf_facts_list()[i].property;
        bool is_name = property[0] == 'P' && property[1] == colour;
        const char *key = is_name                                       ? "name"
                          : property[0] == colour && property[1] == 'R' ? "rank"
                          : property[0] == colour && property[1] == 'T' ? "team"
                                                                        : NULL;
        if (key == NULL || values[i].data == NULL)
            continue;
        text->length = 0;
        kf_facts_plain(text, values[i], true);
        kf_json_add_text(player, key, kf_buffer_text(text));
    }
    text->length = 0;
    return player;
}

// What SGF says of itself, and the komi where it is a number.
static void add_numbers(kf_json *object, const kf_record *record, kf_node game) {
    static const char *const names[] = {"FF", "GM"}, *const keys[] = {"ff", "gm"};
    bool is_sgf = strcmp(kf_format_name(kf_format_of(record)), "sgf") == 0, is_said;
    kf_text komi;
    int half_points;
    for (int i = 0; i < 2 && is_sgf; i++) {
        int number = number_of(record, game, names[i], 0, &is_said);
        if (is_said)
            kf_json_add_number(object, keys[i], number);
        else
            kf_json_add_null(object, keys[i]);
    }
    if (!kf_property_get(record, game, "KM", &komi))
        return;
    char points[KF_OUTCOME_TEXT];
    kf_text name = kf_text_of(""), shown = kf_outcome_komi_of(record, game, komi, points);
    kf_property_get(record, game, "RU", &name);
    name = kf_text_trim(name);
    // The rules count where what is shown is another number; below 0 that is in points.
    bool is_another = shown.data != komi.data;
    const kf_rules *rules = is_another ? kf_rules_find(name.data, name.length) : NULL;
    komi = is_another && shown.data[0] == '-' ? shown : kf_text_trim(komi);
    if (kf_outcome_komi(komi, rules != NULL ? rules : kf_rules_at(0), &half_points))
        kf_json_add_half(object, "komi", half_points);
    else
        kf_json_add_null(object, "komi");
}

static void print_object(kf_cli *cli, const char *name, const kf_record *record, kf_node game,
                         size_t number) {
    kf_contents c = kf_contents_of(record, game);
    int width, height;
    kf_buffer text = {.arena = cli->arena};
    kf_text values[KF_FACTS];
    kf_facts_find(record, game, values);
    // The longest text makes the room for all, so that nothing leaves while the object is open.
    for (int i = 0; i < KF_FACTS; i++, text.length = 0)
        kf_facts_plain(&text, values[i], true);
    kf_json *object = kf_json_new();
    kf_record_board(record, game, &width, &height);
    kf_json_add_string(object, "file", name);
    kf_json_add_number(object, "game", (int64_t)number);
    kf_json_add_string(object, "notation", kf_format_name(kf_format_of(record)));
    add_charset(object, record, game);
    kf_json_add_number(object, "width", width);
    kf_json_add_number(object, "height", height);
    add_numbers(object, record, game);
    kf_json *players = kf_json_new();
    for (int side = 0; side < 2; side++)
        kf_json_add_object(players, side == 0 ? "black" : "white",
                           describe_player(values, &text, side == 0 ? 'B' : 'W'));
    kf_json_add_object(object, "players", players);
    for (int i = 0; i < KF_FACTS; i++, text.length = 0) {
        const char *key = kf_facts_list()[i].key;
        kf_facts_plain(&text, values[i], true);
        if (values[i].data != NULL)
            kf_json_add_text(object, strcmp(key, "komi") == 0 ? "komi_text" : key,
                             kf_buffer_text(&text));
    }
    if (text.data != NULL)
        kf_arena_release(cli->arena, text.data);
    kf_json_add_number(object, "nodes", (int64_t)c.nodes);
    kf_json_add_number(object, "moves", (int64_t)c.moves);
    kf_json_add_number(object, "variations", (int64_t)c.variations);
    kf_json_add_number(object, "comments", (int64_t)c.comments);
    kf_json_add_number(object, "properties", (int64_t)c.properties);
    kf_json_print(cli, object);
}

// A label, with blanks up to the column.
#define LABEL(text) ((kf_text){text "              ", COLUMN})

static void add_amount(kf_buffer *out, size_t count, kf_text one, kf_text many) {
    kf_buffer_add_number(out, (long)count);
    kf_buffer_add_text(out, count == 1 ? one : many);
}

static void add_amounts(kf_buffer *out, const kf_contents *c) {
    add_amount(out, c->moves, KF_TEXT(" move on the main line, "),
               KF_TEXT(" moves on the main line, "));
    add_amount(out, c->variations, KF_TEXT(" variation, "), KF_TEXT(" variations, "));
    add_amount(out, c->nodes, KF_TEXT(" node, "), KF_TEXT(" nodes, "));
    add_amount(out, c->comments, KF_TEXT(" comment, "), KF_TEXT(" comments, "));
    add_amount(out, c->properties, KF_TEXT(" property\n"), KF_TEXT(" properties\n"));
}

static void add_game(kf_buffer *out, const kf_record *record, kf_node game) {
    kf_contents c = kf_contents_of(record, game);
    int width, height;
    kf_record_board(record, game, &width, &height);
    kf_buffer_add_text(out, LABEL("Board"));
    kf_buffer_add_number(out, width);
    kf_buffer_add_char(out, 'x');
    kf_buffer_add_number(out, height);
    kf_buffer_add_char(out, '\n');
    kf_facts_add(out, record, game, COLUMN);
    kf_buffer_add_text(out, LABEL("Holds"));
    add_amounts(out, &c);
}

// ---- Text: how many games there are stands before them ----

enum { MOST_IN_MEMORY = 1 << 20, PIECE = 1 << 16 };

// What is printed of the games, until their number is known. It waits in memory, and when it is
// long in a file that has no name.
typedef struct waiting {
    kf_buffer text;  // behind what is in the file
    FILE *file;      // NULL: there is none yet
    bool is_kept;    // for there is no room for a file
    bool is_broken;  // something could not be written there
    size_t first;    // where the first game stands, behind the line with its number
    char title[200]; // of the notation, with what the first game says of it
} waiting;

static void close_waiting(void *what) {
    waiting *w = what;
    if (w->file != NULL)
        fclose(w->file);
    w->file = NULL;
}

static bool copy_file(FILE *from, FILE *to) {
    char piece[PIECE];
    for (size_t got; (got = fread(piece, 1, sizeof piece, from)) > 0;)
        if (fwrite(piece, 1, got, to) != got)
            return false;
    return !ferror(from);
}

// Where there is no room for a file, everything waits in memory.
static void move_to_file(waiting *w) {
    FILE *file = w->file != NULL ? w->file : tmpfile();
    bool is_moved = file != NULL && fwrite(w->text.data, 1, w->text.length, file) == w->text.length;
    w->is_broken = w->is_broken || (w->file != NULL && !is_moved);
    w->is_kept = w->file == NULL && !is_moved;
    if (w->is_kept && file != NULL)
        fclose(file);
    if (w->is_kept)
        return;
    w->file = file;
    w->text.length = 0;
}

static bool print_waiting(kf_cli *cli, waiting *w, size_t games) {
    size_t from = games > 1 ? 0 : w->first;
    if (w->file != NULL) {
        move_to_file(w);
        return !w->is_broken && fseek(w->file, (long)from, SEEK_SET) == 0 &&
               copy_file(w->file, cli->out);
    }
    kf_text text = kf_text_cut(kf_buffer_text(&w->text), from, w->text.length);
    return fwrite(text.data, 1, text.length, cli->out) == text.length;
}

// The games of GM, from 1 on. Source: FF[4], Properties, GM.
static const char *const game_names[] = {
    "Go",
    "Othello",
    "chess",
    "Gomoku and Renju",
    "Nine Men's Morris",
    "Backgammon",
    "Chinese chess",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zertz",
    "Plateau",
    "Yinsh",
    "Punct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatal",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
};

enum { GAME_NAMES = sizeof game_names / sizeof game_names[0] };

// What the file says for a number that no int holds, or one below 0. False: it says something else.
static bool is_beyond(const kf_record *record, kf_node game, const char *property, kf_text *value) {
    enum { LONGEST = 40 };
    if (!kf_property_get(record, game, property, value))
        return false;
    *value = kf_text_trim(*value);
    size_t sign = value->length > 0 && value->data[0] == '-', end = sign;
    while (end < value->length && value->data[end] >= '0' && value->data[end] <= '9')
        end++;
    return end == value->length && end > sign && end <= LONGEST;
}

// The notation; in SGF with the version and the game that the file itself names.
static void set_title(waiting *w, const kf_record *record, kf_node game) {
    const kf_format *format = kf_format_of(record);
    bool has_version, has_game;
    int version = number_of(record, game, "FF", 1, &has_version);
    int kind = number_of(record, game, "GM", 1, &has_game);
    if (strcmp(kf_format_name(format), "sgf") != 0) {
        snprintf(w->title, sizeof w->title, "%s", kf_format_title(format));
        return;
    }
    char ff[24], gm[24];
    kf_text version_text = {ff, (size_t)snprintf(ff, sizeof ff, "%d", version)};
    kf_text game_text = {gm, (size_t)snprintf(gm, sizeof gm, "%d", kind)}, value;
    if (!has_version && (has_version = is_beyond(record, game, "FF", &value)))
        version_text = value;
    if (!has_game && (has_game = is_beyond(record, game, "GM", &value))) {
        game_text = value;
        kind = 0;
    }
    const char *name = kind > 0 && kind <= GAME_NAMES ? game_names[kind - 1] : "no known game";
    snprintf(w->title, sizeof w->title, "Smart Game Format FF[%.*s]%s GM[%.*s] (%s)",
             (int)version_text.length, version_text.data, has_version ? "" : " (not said)",
             (int)game_text.length, game_text.data, has_game ? name : "not said");
}

// A call of the stream for each line costs more than reading the game: so they wait here.
static void add_games(waiting *w, const kf_record *record, size_t before) {
    kf_buffer *text = &w->text;
    size_t number = before;
    for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game)) {
        kf_buffer_add_text(text, KF_TEXT("\nGame "));
        kf_buffer_add_number(text, (long)++number);
        kf_buffer_add_char(text, '\n');
        if (number == 1) {
            w->first = text->length;
            set_title(w, record, game);
        }
        add_game(text, record, game);
        if (text->length >= (w->file != NULL ? PIECE : MOST_IN_MEMORY) && !w->is_kept)
            move_to_file(w);
    }
}

static void print_head(kf_cli *cli, const char *name, const kf_record *record, size_t games,
                       bool is_first, const char *title) {
    fputs(is_first ? "" : "\n", cli->out);
    kf_report_text(cli->out, kf_text_of(name), false);
    fprintf(cli->out, ": %s, ", title);
    print_charset(cli->out, record);
    fputs(", ", cli->out);
    kf_report_amount(cli->out, games, "game");
    putc('\n', cli->out);
}

// The notation of a file without a game, which says no version.
static const char *title_of(const kf_record *record) {
    const kf_format *format = kf_format_of(record);
    bool is_sgf = strcmp(kf_format_name(format), "sgf") == 0;
    return is_sgf ? "Smart Game Format" : kf_format_title(format);
}

// Returns the number of games.
static size_t describe_games(kf_cli *cli, const char *name, kf_stream *stream, bool is_first) {
    const kf_record *record, *last = NULL;
    waiting *w = kf_arena_alloc(cli->arena, sizeof *w);
    *w = (waiting){.text = {.arena = cli->arena}};
    kf_arena_defer(cli->arena, close_waiting, w);
    for (; (record = kf_stream_next(stream)) != NULL; last = record)
        add_games(w, record, kf_stream_games(stream));
    if (last == NULL || kf_stream_has_failed(stream))
        return 0;
    size_t games = kf_stream_games(stream) + kf_record_games(last);
    print_head(cli, name, last, games, is_first, games > 0 ? w->title : title_of(last));
    if (!print_waiting(cli, w, games))
        cli->output_error = errno;
    return games;
}

// ---- Tables ----

// What a column may hold beside properties and the facts of the header.
static const char *const measures[] = {"file",       "game",     "notation",  "charset",
                                       "width",      "height",   "nodes",     "moves",
                                       "variations", "comments", "properties"};
enum { MEASURES = sizeof measures / sizeof measures[0], NUMBERS = 4 };

static const char usual_fields[] = "file,game,black,white,date,result,moves";

static kf_text fields_of(const kf_cli *cli) {
    const char *fields = cli->values[OPTION_FIELDS];
    return kf_text_of(fields != NULL ? fields : usual_fields);
}

static int measure_of(kf_text field) {
    int i = 0;
    while (i < MEASURES && !kf_text_is(field, measures[i]))
        i++;
    return i < MEASURES ? i : -1;
}

// The property that a field names: itself, in capital letters, or by the key that JSON has for it.
static bool property_of(kf_text field, char name[32]) {
    bool is_name = field.length > 0 && field.length < 32;
    for (size_t i = 0; i < field.length; i++)
        is_name = is_name && field.data[i] >= 'A' && field.data[i] <= 'Z';
    if (is_name)
        snprintf(name, 32, "%.*s", (int)field.length, field.data);
    for (const kf_fact *fact = kf_facts_list(); !is_name && fact->property != NULL; fact++)
        if (kf_text_is(field, fact->key)) {
            snprintf(name, 32, "%s", fact->property);
            return true;
        }
    return is_name;
}

static bool has_good_fields(kf_cli *cli) {
    kf_text rest = fields_of(cli), field = {"", 0};
    char name[32];
    // Without a name there would be rows without a cell.
    for (bool is_some = rest.length == 0; is_some || kf_text_item(&rest, &field); is_some = false)
        if (measure_of(field) < 0 && !property_of(field, name))
            return kf_options_wrong(cli,
                                    "'--fields' takes what --json names, such as moves or black, "
                                    "and properties, such as PB; not '%.*s'",
                                    field.length < 60 ? (int)field.length : 60,
                                    field.data) == KF_STATUS_CLEAN;
    return true;
}

// A cell: in TSV without tabs and line breaks, in CSV between quotation marks where it needs them.
static void print_cell(kf_cli *cli, kf_text text, bool is_first) {
    bool is_csv = kf_options_has(cli, OPTION_CSV), is_quoted = false;
    if (!is_first)
        putc(is_csv ? ',' : '\t', cli->out);
    for (size_t i = 0; is_csv && i < text.length; i++)
        is_quoted = is_quoted || strchr(",\"\r\n", text.data[i]) != NULL;
    if (!is_quoted) {
        kf_report_text(cli->out, text, false);
        return;
    }
    putc('"', cli->out);
    for (size_t i = 0, begin = 0; i <= text.length; i++)
        if (i == text.length || text.data[i] == '"') {
            kf_report_text(cli->out, kf_text_cut(text, begin, i), false);
            fputs(i < text.length ? "\"\"" : "\"", cli->out);
            begin = i + 1;
        }
}

static kf_text measure_text(const kf_record *record, kf_node game, const char *name, int measure,
                            const size_t *numbers, char room[24]) {
    if (measure == 0)
        return kf_text_of(name);
    if (measure == 2)
        return kf_text_of(kf_format_name(kf_format_of(record)));
    if (measure == 3)
        return kf_text_of(kf_record_charset_of(record, game));
    snprintf(room, 24, "%zu", measure == 1 ? numbers[0] : numbers[measure - NUMBERS + 1]);
    return kf_text_of(room);
}

static void print_table_row(kf_cli *cli, const char *name, const kf_record *record, kf_node game,
                            size_t number) {
    kf_contents c = kf_contents_of(record, game);
    kf_text rest = fields_of(cli), field;
    kf_buffer text = {.arena = cli->arena};
    int width, height;
    kf_record_board(record, game, &width, &height);
    const size_t numbers[] = {number,  (size_t)width, (size_t)height, c.nodes,
                              c.moves, c.variations,  c.comments,     c.properties};
    for (bool is_first = true; kf_text_item(&rest, &field); is_first = false) {
        char room[32];
        kf_text value;
        int measure = measure_of(field);
        text.length = 0;
        if (measure >= 0)
            print_cell(cli, measure_text(record, game, name, measure, numbers, room), is_first);
        else if (property_of(field, room) && kf_property_get(record, game, room, &value)) {
            char points[KF_OUTCOME_TEXT];
            if (kf_text_is(field, "komi"))
                value = kf_outcome_komi_of(record, game, value, points);
            kf_facts_plain(&text, value, true);
            print_cell(cli, kf_buffer_text(&text), is_first);
        } else {
            print_cell(cli, kf_text_of(""), is_first);
        }
    }
    putc('\n', cli->out);
    if (text.data != NULL)
        kf_arena_release(cli->arena, text.data);
}

static void print_table_head(kf_cli *cli) {
    kf_text rest = fields_of(cli), field;
    for (bool is_first = true; kf_text_item(&rest, &field); is_first = false)
        print_cell(cli, field, is_first);
    putc('\n', cli->out);
}

static bool is_table(const kf_cli *cli) {
    return kf_options_has(cli, OPTION_TSV) || kf_options_has(cli, OPTION_CSV);
}

// ---- Files ----

static size_t print_objects(kf_cli *cli, const char *name, kf_stream *stream) {
    size_t games = 0;
    for (const kf_record *record; (record = kf_stream_next(stream)) != NULL;) {
        size_t number = kf_stream_games(stream);
        games += kf_record_games(record);
        for (kf_node game = kf_node_child(record, 0); game != 0; game = kf_node_next(record, game))
            if (is_table(cli))
                print_table_row(cli, name, record, game, ++number);
            else
                print_object(cli, name, record, game, ++number);
    }
    return games;
}

typedef struct job {
    kf_cli *cli;
    kf_inputs inputs;
} job;

// What reading finds is the business of 'kifu check', unless nothing could be read.
static void describe_file(void *context, size_t index) {
    const job *j = context;
    kf_cli *cli = j->cli;
    const char *name = j->inputs.names[index];
    kf_arena_level level = kf_arena_mark(cli->arena);
    kf_stream *stream = kf_input_open(cli, name);
    size_t games = kf_options_has(cli, KF_OPTION_JSON) || is_table(cli)
                       ? print_objects(cli, name, stream)
                       : describe_games(cli, name, stream, index == 0);
    if (!kf_stream_has_failed(stream)) {
        kf_log_clear(cli->log);
        if (games == 0)
            kf_log_add(cli->log, KF_PROGRAM_NO_GAME, (kf_place){0}, "there is no game in '%.200s'",
                       name);
    }
    kf_report_entries(cli);
    kf_arena_rewind(cli->arena, level);
    kf_log_clear(cli->log);
}

static int info(kf_cli *cli) {
    if (!kf_input_prepare(cli) || !has_good_fields(cli))
        return KF_STATUS_FAILED;
    if (kf_options_has(cli, KF_OPTION_JSON) + kf_options_has(cli, OPTION_TSV) +
            kf_options_has(cli, OPTION_CSV) >
        1)
        return kf_options_wrong(cli, "'--json', '--tsv' and '--csv' exclude each other");
    if (kf_options_has(cli, OPTION_FIELDS) && !is_table(cli))
        return kf_options_wrong(cli, "'--fields' are the columns of '--tsv' or '--csv'");
    job j = {cli, kf_input_list(cli)};
    if (is_table(cli))
        print_table_head(cli);
    kf_progress_begin(cli, "files");
    const kf_jobs jobs = {.count = j.inputs.count, .one = describe_file, .context = &j};
    bool is_run = kf_jobs_run(cli, &jobs);
    kf_progress_clear(cli);
    return is_run ? cli->status : KF_STATUS_FAILED;
}

static const kf_option options[] = {
    {KF_OPTION_JSON, 0, "json", NULL, NULL, "print a JSON object per game"},
    {OPTION_TSV, 0, "tsv", NULL, NULL, "print a line per game, with tabs between the columns"},
    {OPTION_CSV, 0, "csv", NULL, NULL, "the same as comma-separated values"},
    {OPTION_FIELDS, 0, "fields", "NAMES",
     "file game notation charset width height nodes moves variations comments properties black "
     "white date result",
     "the columns, separated by commas: file, game, notation, charset, width, height, nodes, "
     "moves, variations, comments, properties, black, white, date and the like, or properties in "
     "capital letters"},
    KF_JOBS_OPTION_ROW,
    KF_OPTIONS_READING,
    KF_OPTIONS_COMMON,
};

const kf_command kf_cmd_info = {
    .name = "info",
    .summary = "summarise what records contain",
    .operands = "[FILE…]",
    .words = "@file",
    .about =
        "Prints the notation and character set of each FILE, and for each game in it the size of "
        "the board, what its header says (players, date, result and so on), and how much it holds: "
        "moves on the main line, variations, nodes, nodes with a comment, and properties.\n\n"
        "Damage in the file is left to 'kifu check': info describes whatever could be read. The "
        "exit status is 0, or 2 when a file could not be read or there is no game in it.",
    .options = options,
    .most = KF_ANY_NUMBER,
    .run = info,
};
