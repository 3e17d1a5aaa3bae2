// SPDX-License-Identifier: MIT
// Reading a command line: a command's table is turned into argp's, and argp's complaints into ours.

#include "cli/frame/cli.h"

#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"

// Keys of options that have no letter begin here, out of the way of characters.
enum { FIRST_KEY = 256, LONGEST_WORD = 63 };

// ---- What is near to what was typed ----

// How many letters must be changed, put in, left out or swapped to make one word of the other.
static size_t distance(const char *a, const char *b) {
    size_t rows[3][LONGEST_WORD + 1], n = strlen(a), m = strlen(b);
    if (n > LONGEST_WORD || m > LONGEST_WORD)
        return LONGEST_WORD;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = before[j - 1] + (a[i - 1] != b[j - 1]);
            best = before[j] + 1 < best ? before[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            now[j] = is_swap && earlier[j - 2] + 1 < best ? earlier[j - 2] + 1 : best;
        }
    }
    return rows[n % 3][m];
}

// Of the words given by `word_at(i)` up to NULL the one that is nearest to what was typed, or NULL
// when none is near.
static const char *find_nearest(const char *typed, const char *(*word_at)(const void *, size_t),
                                const void *context) {
    const char *best = NULL;
    // A third of the word may be wrong, but not all of it.
    size_t least = strlen(typed) / 3 + 2;
    for (size_t i = 0; word_at(context, i) != NULL; i++) {
        const char *word = word_at(context, i);
        size_t far = distance(typed, word);
        if (far < least && far < strlen(word)) {
            least = far;
            best = word;
        }
    }
    return best;
}

kf_options_hint kf_options_hint_at(const char *typed, const char *otherwise,
                                   const char *(*word_at)(const void *, size_t),
                                   const void *context) {
    kf_options_hint hint;
    const char *near = find_nearest(typed, word_at, context);
    snprintf(hint.text, sizeof hint.text, near != NULL ? ", did you mean '%s'?" : "%s",
             near != NULL ? near : otherwise);
    return hint;
}

static const char *option_name_at(const void *context, size_t index) {
    const kf_option *options = context;
    return options[index].name;
}

int kf_options_wrong(kf_cli *cli, const char *format, ...) {
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    kf_log_add(cli->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "%s", message);
    kf_log_add_as(cli->log, KF_NOTE, KF_PROGRAM_ARGUMENT, (kf_place){0},
                  "'kifu %s%s--help' says more", cli->command != NULL ? cli->command->name : "",
                  cli->command != NULL ? " " : "");
    return KF_STATUS_FAILED;
}

// The long name of an option that the command has.
static const char *name_of(const kf_cli *cli, int key) {
    const kf_option *option = cli->command->options;
    while (option->key != key)
        option++;
    return option->name;
}

bool kf_options_number(kf_cli *cli, int key, int least, int most, int *number) {
    const char *value = cli->values[key];
    if (value == NULL)
        return true;
    if (kf_text_number(kf_text_of(value), number) && *number >= least && *number <= most)
        return true;
    kf_options_wrong(cli, "'--%s' takes a number from %d to %d, not '%.60s'", name_of(cli, key),
                     least, most, value);
    return false;
}

// A number with K, M or G behind it, or `none`. False: it is neither, or too large.
static bool read_amount(kf_text text, uint64_t *amount) {
    static const char units[] = "KMG";
    *amount = 0;
    if (kf_text_is(text, "none")) {
        *amount = KF_NO_LIMIT;
        return true;
    }
    size_t i = 0;
    for (; i < text.length && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
        if (*amount > UINT64_MAX / 100)
            return false;
        *amount = *amount * 10 + (uint64_t)(text.data[i] - '0');
    }
    const char *unit = i + 1 == text.length ? strchr(units, text.data[i] & ~0x20) : NULL;
    if (i == 0 || (i < text.length && unit == NULL))
        return false;
    int shift = unit != NULL ? (int)(unit - units + 1) * 10 : 0;
    if (*amount == 0 || *amount > UINT64_MAX >> shift)
        return false;
    *amount <<= shift;
    return true;
}

bool kf_options_amount(kf_cli *cli, int key, uint64_t *amount) {
    const char *value = cli->values[key];
    if (value == NULL || read_amount(kf_text_of(value), amount))
        return true;
    kf_options_wrong(cli, "'--%s' takes a number such as 5000 or 64M, or none, not '%.60s'",
                     name_of(cli, key), value);
    return false;
}

// ---- Words ----

static const kf_option *by_key(const kf_option *options, int key) {
    for (; options->name != NULL; options++)
        if (key == options->letter || key == FIRST_KEY + (int)options->key)
            return options;
    return NULL;
}

// The options whose long name the text begins: one when it is an exact name.
static size_t begun_by(const kf_option *options, kf_text start, const kf_option **found) {
    size_t count = 0;
    for (; options->name != NULL; options++) {
        if (kf_text_is(start, options->name)) {
            *found = options;
            return 1;
        }
        if (kf_text_starts(kf_text_of(options->name), start)) {
            *found = options;
            count++;
        }
    }
    return count;
}

// The option whose value the next word is or may be: the word ends with its name. NULL: none.
static const kf_option *waits_for(const kf_option *options, const char *word) {
    const kf_option *option = NULL;
    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    if (word[1] == '-') {
        bool is_one =
            strchr(word, '=') == NULL && begun_by(options, kf_text_of(word + 2), &option) == 1;
        return is_one && option->argument != NULL ? option : NULL;
    }
    for (const char *p = word + 1; *p != '\0'; p++) {
        option = by_key(options, *p);
        if (option == NULL || option->argument != NULL)
            return option != NULL && p[1] == '\0' ? option : NULL;
    }
    return NULL;
}

// Whether the word looks like a value of the option, which may stand without one.
static bool has_form(const kf_option *option, const char *word) {
    kf_text rest = kf_text_of(option->words != NULL ? option->words : ""), known;
    while (kf_text_word(&rest, &known))
        if (kf_text_is(known, word))
            return true;
    if (strcmp(option->argument, "[SUFFIX]") == 0)
        return word[0] == '.' && strchr(word, '/') == NULL;
    size_t first = strspn(word, "0123456789"), second = 0;
    if (word[first] == '-')
        second = strspn(word + first + 1, "0123456789");
    return strcmp(option->argument, "[A-B]") == 0 && first > 0 &&
           (word[first] == '\0' || (second > 0 && word[first + 1 + second] == '\0'));
}

// Whether the word after that one may be its value, though it need not have one.
static bool may_follow(const kf_cli *cli, int argc, char **argv, int i) {
    const kf_option *option = waits_for(cli->command->options, argv[i]);
    return option != NULL && kf_options_may_lack(option) && i + 1 < argc &&
           has_form(option, argv[i + 1]);
}

// Whether a file is named besides the words that may be values of options.
static bool has_operand(const kf_cli *cli, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const kf_option *option = waits_for(cli->command->options, argv[i]);
        if (strcmp(argv[i], "--") == 0)
            return i + 1 < argc;
        if (option != NULL)
            i += !kf_options_may_lack(option) || may_follow(cli, argc, argv, i);
        else if (argv[i][0] != '-' || argv[i][1] == '\0')
            return true;
    }
    return false;
}

// A value that may be left out is taken by argp only from the same word. Where the next word looks
// like one and a file is named all the same, both words become one.
static char **join_values(kf_cli *cli, int *argc, char **argv) {
    char **words = kf_arena_alloc(cli->arena, (size_t)(*argc + 1) * sizeof *words);
    bool is_open = has_operand(cli, *argc, argv);
    int count = 0;
    for (int i = 0; i < *argc; i++) {
        words[count++] = argv[i];
        const kf_option *option = i > 0 ? waits_for(cli->command->options, argv[i]) : NULL;
        if (i > 0 && strcmp(argv[i], "--") == 0)
            is_open = false;
        if (!is_open || option == NULL)
            continue;
        if (!kf_options_may_lack(option)) {
            if (i + 1 < *argc)
                words[count++] = argv[++i];
        } else if (may_follow(cli, *argc, argv, i)) {
            size_t size = strlen(argv[i]) + strlen(argv[i + 1]) + 2;
            words[count - 1] = kf_arena_alloc(cli->arena, size);
            snprintf(words[count - 1], size, "%s%s%s", argv[i], argv[i][1] == '-' ? "=" : "",
                     argv[i + 1]);
            i++;
        }
    }
    words[count] = NULL;
    *argc = count;
    return words;
}

// ---- Parsing ----

// A run of argp. Options that may be repeated gather their values in rooms made beforehand, since
// nothing may leave argp but by its return.
typedef struct parse {
    kf_cli *cli;
    char *lists[KF_OPTION_COUNT], *ends[KF_OPTION_COUNT];
} parse;

static bool is_list(const kf_option *option) {
    static const char more[] = ",…";
    size_t length = option->argument != NULL ? strlen(option->argument) : 0;
    return length >= sizeof more && strcmp(option->argument + length - sizeof more + 1, more) == 0;
}

static void make_rooms(parse *p, int argc, char **argv) {
    size_t size = 1;
    for (int i = 0; i < argc; i++)
        size += strlen(argv[i]) + 1;
    for (const kf_option *option = p->cli->command->options; option->name != NULL; option++) {
        if (!is_list(option))
            continue;
        p->lists[option->key] = kf_arena_alloc(p->cli->arena, size);
        p->ends[option->key] = p->lists[option->key];
    }
}

static error_t take(int key, char *argument, struct argp_state *state) {
    parse *p = state->input;
    kf_cli *cli = p->cli;
    if (key == ARGP_KEY_ARG) {
        cli->operands[cli->operand_count++] = argument;
        return 0;
    }
    const kf_option *option = by_key(cli->command->options, key);
    if (option == NULL)
        return ARGP_ERR_UNKNOWN;
    char *list = p->lists[option->key], *end = p->ends[option->key];
    if (list != NULL && argument != NULL) {
        size_t length = strlen(argument);
        if (end != list)
            *end++ = ',';
        memcpy(end, argument, length + 1);
        p->ends[option->key] = end + length;
        argument = list;
    }
    cli->values[option->key] = argument != NULL ? argument : "";
    return 0;
}

// argp only says that something is wrong. The first of these that finds fault with a word has
// found what it was.
static bool blame_long(kf_cli *cli, const char *word, bool is_last) {
    const char *equals = strchr(word, '=');
    kf_text start = {word + 2, equals != NULL ? (size_t)(equals - word) - 2 : strlen(word) - 2};
    const kf_option *option = NULL;
    size_t count = begun_by(cli->command->options, start, &option);
    char typed[LONGEST_WORD + 1] = "";
    memcpy(typed, start.data, start.length < LONGEST_WORD ? start.length : LONGEST_WORD);
    if (count > 1)
        kf_options_wrong(cli, "'--%s' begins more than one option", typed);
    else if (count == 1 && equals != NULL && option->argument == NULL)
        kf_options_wrong(cli, "'--%s' takes no value", option->name);
    else if (count == 1 && equals == NULL && option->argument != NULL && is_last &&
             !kf_options_may_lack(option))
        kf_options_wrong(cli, "'--%s' needs a value: %s", option->name, option->argument);
    else if (count == 0) {
        const char *near = find_nearest(typed, option_name_at, cli->command->options);
        kf_options_wrong(cli, "there is no option '--%s'%s%s%s", typed,
                         near ? ", did you mean '--" : "", near ? near : "", near ? "'?" : "");
    } else {
        return false;
    }
    return true;
}

static bool blame_short(kf_cli *cli, const char *word, bool is_last) {
    for (const char *p = word + 1; *p != '\0'; p++) {
        const kf_option *option = by_key(cli->command->options, *p);
        if (option == NULL) {
            kf_options_wrong(cli, "there is no option '-%c'", *p);
            return true;
        }
        if (option->argument == NULL)
            continue;
        if (kf_options_may_lack(option))
            return false;
        if (p[1] != '\0' || !is_last)
            return false;
        kf_options_wrong(cli, "'-%c' needs a value: %s", *p, option->argument);
        return true;
    }
    return false;
}

static void blame(kf_cli *cli, int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        if (word[0] != '-' || word[1] == '\0')
            continue;
        if (word[1] == '-' ? blame_long(cli, word, i + 1 == argc)
                           : blame_short(cli, word, i + 1 == argc))
            return;
    }
    kf_options_wrong(cli, "the options cannot be read");
}

static struct argp_option *translate(kf_cli *cli) {
    size_t count = 0;
    while (cli->command->options[count].name != NULL)
        count++;
    struct argp_option *rows = kf_arena_alloc(cli->arena, (count + 1) * sizeof *rows);
    memset(rows, 0, (count + 1) * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        const kf_option *option = &cli->command->options[i];
        rows[i].name = option->name;
        rows[i].key = option->letter != 0 ? option->letter : FIRST_KEY + (int)option->key;
        rows[i].arg = option->argument;
        rows[i].flags = kf_options_may_lack(option) ? OPTION_ARG_OPTIONAL : 0;
        rows[i].doc = option->help;
    }
    return rows;
}

// A list of codes without any would choose nothing, and a check of nothing finds no fault.
static bool have_values(kf_cli *cli) {
    for (const kf_option *option = cli->command->options; option->name != NULL; option++) {
        const char *value = cli->values[option->key];
        if (value == NULL || value[0] != '\0' || option->words == NULL ||
            strcmp(option->words, "@code") != 0)
            continue;
        kf_options_wrong(cli, "'--%s' needs a value: %s", option->name, option->argument);
        return false;
    }
    return true;
}

bool kf_options_parse(kf_cli *cli, int argc, char **argv) {
    struct argp parser = {.options = translate(cli), .parser = take};
    parse p = {.cli = cli};
    argv = join_values(cli, &argc, argv);
    make_rooms(&p, argc, argv);
    cli->operands = kf_arena_alloc(cli->arena, (size_t)(argc + 1) * sizeof *cli->operands);
    cli->operand_count = 0;
    error_t error =
        argp_parse(&parser, argc, argv, ARGP_NO_HELP | ARGP_NO_EXIT | ARGP_NO_ERRS, NULL, &p);
    cli->operands[cli->operand_count] = NULL;
    if (error == ENOMEM)
        kf_arena_fail(cli->arena);
    if (error != 0) {
        blame(cli, argc, argv);
        return false;
    }
    if (cli->operand_count > cli->command->most) {
        kf_options_wrong(cli, "too many arguments, from '%.100s' on",
                         cli->operands[cli->command->most]);
        return false;
    }
    return have_values(cli);
}
