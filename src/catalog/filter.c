// SPDX-License-Identifier: MIT
// What is asked of a game besides the board: names, dates, results and the like.

#include "catalog/search.h"

#ifdef KIFU_HAVE_SQLITE

#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "base/wide.h"
#include <kifu/play.h>

#if defined(__SSE2__) && !defined(KF_WITHOUT_WIDE)
#define IS_SSE2
#include <emmintrin.h>
#endif
#ifdef KF_HAS_WIDE
#include <immintrin.h>
#define WIDE      __attribute__((target("avx2")))
#define IS_WIDE() __builtin_cpu_supports("avx2")
#endif

// How it works. A game's names, dates and results are ids of texts, and there are few texts. So a
// question is put to each text once, which gives a set of ids; then the lines whose id is in the
// set are those that answer it.

enum { MOST_ASKED = 24 };

typedef struct set {
    uint32_t *bits;
    uint32_t limit;     // ids from there on are not in the set
    uint32_t low, high; // the least and the greatest that are; none: low is the greater
} set;

// A question that texts answer.
typedef struct asked {
    kf_field first, second; // the fields it is put to; both the same: one
    set texts, other;       // `other`: of the opponent
    bool is_pair;           // one field is in `texts` and the other one in `other`
    bool is_anywhere;       // any field will do, or the words of the game
    set *kinds;             // then: `texts` by their kind
    uint32_t *lines;        // these have the words, in order
    size_t line_count, line_room;
} asked;

struct kf_filter {
    kf_arena *arena;
    asked questions[MOST_ASKED];
    int count;
    kf_measure moves, width, height; // of the board
    bool has_moves, has_size, has_sources;
    set sources;
};

// ---- Sets ----

static set new_set(kf_arena *arena, uint32_t last) {
    // One word more, so that the last id of all is in no set: it stands for all beyond.
    size_t words = (size_t)last / 32 + 2;
    set s = {kf_arena_alloc(arena, words * sizeof *s.bits), (uint32_t)(words * 32), UINT32_MAX, 0};
    memset(s.bits, 0, words * sizeof *s.bits);
    return s;
}

static void put_in(set *s, uint32_t id) {
    if (id + 1 >= s->limit)
        return;
    s->bits[id / 32] |= UINT32_C(1) << id % 32;
    s->low = id < s->low ? id : s->low;
    s->high = id > s->high ? id : s->high;
}

static inline bool is_in(const set *s, uint32_t id) {
    return id < s->limit && (s->bits[id / 32] >> id % 32 & 1);
}

// ---- Asking texts ----

typedef struct asking {
    kf_buffer folded; // the text
    kf_text wanted;   // folded, for names
    kf_measure range;
    kf_measure_result result;
    bool (*answers)(struct asking *, kf_text);
    set *texts;
} asking;

static bool answers_name(asking *a, kf_text text) {
    a->folded.length = 0;
    kf_words_fold(&a->folded, text);
    return kf_words_match(kf_buffer_text(&a->folded), a->wanted);
}

static bool answers_date(asking *a, kf_text text) {
    return kf_measure_is_dated(text, &a->range);
}

static bool answers_rank(asking *a, kf_text text) {
    int64_t rank;
    return kf_measure_rank(text, &rank) && rank >= a->range.from && rank <= a->range.to;
}

// A game that does not name a handicap has none; one that does not name its komi is not asked.
static bool answers_number(asking *a, kf_text text) {
    int64_t number;
    return kf_measure_number(text, &number) && number >= a->range.from && number <= a->range.to;
}

static bool answers_handicap(asking *a, kf_text text) {
    return answers_number(a, text.length > 0 ? text : KF_TEXT("0"));
}

static bool answers_result(asking *a, kf_text text) {
    kf_measure_result result = kf_measure_outcome(text), wanted = a->result;
    return (wanted.winner == '?' || wanted.winner == result.winner) &&
           (wanted.how == '\0' ||
            (wanted.how == result.how &&
             (wanted.how != 'P' || (result.lead >= a->range.from && result.lead <= a->range.to))));
}

static bool is_void(kf_text text) {
    return kf_text_equal_fold(kf_text_trim(text), KF_TEXT("void"));
}

static bool answers_void(asking *a, kf_text text) {
    (void)a;
    return is_void(text);
}

// Neither a winner, nor a draw, nor without a result on purpose.
static bool answers_unknown(asking *a, kf_text text) {
    (void)a;
    return kf_measure_outcome(text).winner == '?' && !is_void(text);
}

static bool take_text(void *context, uint32_t id, kf_text text) {
    asking *a = context;
    if (a->answers(a, text))
        put_in(a->texts, id);
    return true;
}

// ---- Preparing ----

// What all questions need while they are prepared.
typedef struct preparing {
    kf_filter *filter;
    kf_arena *arena;
    kf_store *store;
    kf_log *log;
    uint32_t last; // id of a text
} preparing;

static bool refuse(const preparing *p, const char *option, const char *value, const char *hint) {
    kf_log_add(p->log, KF_PROGRAM_ARGUMENT, (kf_place){0}, "'--%s' takes %s, not '%.60s'", option,
               hint, value);
    return false;
}

static bool ask_texts(const preparing *p, asking *a, kf_field field, set *texts) {
    *texts = new_set(p->arena, p->last);
    a->texts = texts;
    a->folded.arena = p->arena;
    if (a->answers(a, (kf_text){"", 0}))
        put_in(texts, 0);
    return kf_store_texts(p->store, kf_store_kind(field), take_text, a);
}

// A result is asked behind the date, with which it stands in one row, so that this is read once.
static asked *add_question(kf_filter *filter, kf_field first, kf_field second) {
    int at = filter->count++;
    for (; at > 0 && first == KF_FIELD_RESULT && filter->questions[at - 1].first != KF_FIELD_DATE;
         at--)
        filter->questions[at] = filter->questions[at - 1];
    asked *question = &filter->questions[at];
    *question = (asked){.first = first, .second = second};
    return question;
}

static kf_text folded(const preparing *p, const char *value) {
    kf_buffer out = {.arena = p->arena};
    kf_words_fold(&out, kf_text_of(value));
    return kf_text_trim(kf_buffer_text(&out));
}

static bool ask_name(const preparing *p, const char *value, kf_field first, kf_field second) {
    if (value == NULL)
        return true;
    asked *question = add_question(p->filter, first, second);
    asking a = {.wanted = folded(p, value), .answers = answers_name};
    return ask_texts(p, &a, first, &question->texts);
}

static bool take_players(void *context, uint32_t id, kf_text text) {
    asking *both = context;
    both[0].folded.length = 0;
    kf_words_fold(&both[0].folded, text);
    for (int i = 0; i < 2; i++)
        if (kf_words_match(kf_buffer_text(&both[0].folded), both[i].wanted))
            put_in(both[i].texts, id);
    return true;
}

// A player and an opponent: one of the players is the one, the other the other. Each name is read
// once for both.
static bool ask_players(const preparing *p, const kf_find *find) {
    if (find->opponent == NULL || find->player == NULL)
        return ask_name(p, find->player != NULL ? find->player : find->opponent, KF_FIELD_BLACK,
                        KF_FIELD_WHITE);
    asked *question = add_question(p->filter, KF_FIELD_BLACK, KF_FIELD_WHITE);
    asking both[2] = {{.wanted = folded(p, find->player), .texts = &question->texts},
                      {.wanted = folded(p, find->opponent), .texts = &question->other}};
    both[0].folded.arena = p->arena;
    question->is_pair = true;
    question->texts = new_set(p->arena, p->last);
    question->other = new_set(p->arena, p->last);
    take_players(both, 0, (kf_text){"", 0});
    return kf_store_texts(p->store, kf_store_kind(KF_FIELD_BLACK), take_players, both);
}

// A question whose answer is a range of numbers.
typedef struct ranged {
    const char *option, *value, *hint;
    kf_field first, second;
    kf_measure_read *read;
    bool (*answers)(asking *, kf_text);
} ranged;

static bool ask_range(const preparing *p, const ranged *r) {
    if (r->value == NULL)
        return true;
    asking a = {.answers = r->answers};
    if (!kf_measure_range(kf_text_trim(kf_text_of(r->value)), r->read, &a.range))
        return refuse(p, r->option, r->value, r->hint);
    asked *question = add_question(p->filter, r->first, r->second);
    return ask_texts(p, &a, r->first, &question->texts);
}

// How a game was won, as it stands behind the +: a letter, or points, or a range of them.
static bool read_how(asking *a, kf_text text) {
    char first = text.length > 0 ? text.data[0] : '\0';
    const kf_text words[] = {KF_TEXT("resign"), KF_TEXT("time"), KF_TEXT("forfeit")};
    a->result.how = first != '\0' ? 'P' : '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kf_text_equal_fold(text, words[i]) ||
            kf_text_equal_fold(text, kf_text_cut(words[i], 0, 1)))
            a->result.how = "RTF"[i];
    return a->result.how != 'P' || kf_measure_range(text, kf_measure_as_number, &a->range);
}

// The result that is asked for; false: it is none.
static bool read_result(asking *a, kf_text text) {
    size_t plus = 0;
    a->answers = answers_result;
    a->result = kf_measure_outcome(text);
    if (is_void(text))
        a->answers = answers_void;
    else if (kf_text_is(text, "?"))
        a->answers = answers_unknown;
    else if (a->result.winner == '0')
        return true;
    if (a->answers != answers_result)
        return true;
    while (plus < text.length && text.data[plus] != '+')
        plus++;
    kf_text who = kf_text_cut(text, 0, plus);
    if (kf_text_equal_fold(who, KF_TEXT("b")) || kf_text_equal_fold(who, KF_TEXT("black")) ||
        kf_text_equal_fold(who, KF_TEXT("w")) || kf_text_equal_fold(who, KF_TEXT("white")))
        return read_how(a, kf_text_trim(kf_text_cut(text, plus + 1, text.length)));
    // How alone, whoever won.
    kf_text how = kf_text_cut(text, plus == 0, text.length);
    a->result.winner = '?';
    return how.length > 0 && read_how(a, how) && a->result.how != 'P';
}

static bool ask_result(const preparing *p, const char *value) {
    asking a = {.answers = answers_result};
    if (value == NULL)
        return true;
    if (!read_result(&a, kf_text_trim(kf_text_of(value))))
        return refuse(p, "result", value, "B, W, B+R, W+T, B+3.5, B+0.5..5, R, draw, void or ?");
    asked *question = add_question(p->filter, KF_FIELD_RESULT, KF_FIELD_RESULT);
    return ask_texts(p, &a, KF_FIELD_RESULT, &question->texts);
}

static bool ask_size(const preparing *p, const char *value) {
    if (value == NULL)
        return true;
    kf_text text = kf_text_trim(kf_text_of(value));
    size_t cross = 0;
    int width = 0, height;
    while (cross < text.length && text.data[cross] != 'x')
        cross++;
    bool is_size = kf_text_number(kf_text_cut(text, 0, cross), &width);
    height = width;
    if (cross < text.length)
        is_size = is_size && kf_text_number(kf_text_cut(text, cross + 1, text.length), &height);
    if (!is_size || width < 1 || height < 1 || width > KF_BOARD_MAX || height > KF_BOARD_MAX)
        return refuse(p, "size", value, "a size from 1 to 52 such as 19 or 13x9");
    p->filter->has_size = true;
    p->filter->width = (kf_measure){width, width};
    p->filter->height = (kf_measure){height, height};
    return true;
}

static bool ask_moves(const preparing *p, const char *value) {
    if (value == NULL)
        return true;
    kf_measure range;
    if (!kf_measure_range(kf_text_trim(kf_text_of(value)), kf_measure_as_number, &range))
        return refuse(p, "moves", value, "a number or a range such as 50..100");
    p->filter->has_moves = true;
    // Ranges come in hundredths, and there are no halves of moves; their open ends stay open.
    bool has_halves = (range.from != INT64_MIN && range.from % 100 != 0) ||
                      (range.to != INT64_MAX && range.to % 100 != 0);
    p->filter->moves.from = range.from == INT64_MIN ? INT64_MIN : range.from / 100;
    p->filter->moves.to = range.to == INT64_MAX ? INT64_MAX : range.to / 100;
    return !has_halves || refuse(p, "moves", value, "a number or a range such as 50..100");
}

static bool ask_source(const preparing *p, const char *value) {
    kf_store_source source = {.id = 0};
    uint32_t last = 0;
    if (value == NULL)
        return true;
    while (kf_store_source_next(p->store, source.id, &source))
        last = source.id;
    p->filter->has_sources = true;
    p->filter->sources = new_set(p->arena, last);
    kf_text wanted = folded(p, value);
    kf_buffer path = {.arena = p->arena};
    for (source.id = 0; kf_store_source_next(p->store, source.id, &source);) {
        path.length = 0;
        kf_words_fold(&path, source.path);
        if (kf_words_match(kf_buffer_text(&path), wanted))
            put_in(&p->filter->sources, source.id);
    }
    return kf_store_error(p->store)[0] == '\0';
}

// ---- Words ----

typedef struct collecting {
    kf_arena *arena;
    asked *question;
} collecting;

static bool take_line(void *context, uint32_t line) {
    collecting *c = context;
    asked *q = c->question;
    q->lines =
        kf_arena_grow(c->arena, q->lines, &q->line_room, q->line_count + 1, sizeof *q->lines);
    q->lines[q->line_count++] = line;
    return true;
}

// A word without the accents behind Latin letters, as SQLite's tokenizer leaves them out, too.
// Source: its list of the characters that it takes for accents, U+0300 to U+0331.
static kf_text without_accents(kf_arena *arena, kf_text word) {
    static const uint64_t accents = UINT64_C(0x000361F808029FDF);
    kf_buffer out = {.arena = arena};
    bool is_latin = false;
    for (size_t length; word.length > 0; word = kf_text_cut(word, length, word.length)) {
        kf_text rest = word;
        uint32_t c = 0;
        length = kf_text_sequence(word);
        if (length > 0)
            kf_text_code_point(&rest, &c);
        length += length == 0;
        if (is_latin && c >= 0x300 && c < 0x340 && (accents >> (c - 0x300) & 1))
            continue;
        is_latin = c < 0x250 || (c >= 0x1E00 && c < 0x1F00);
        kf_buffer_add(&out, word.data, length);
    }
    return kf_buffer_text(&out);
}

// A word of the question as the store's full text has it; false where nothing can be looked for.
static bool query_words(const preparing *p, kf_buffer *query, kf_text word, kf_text folded) {
    kf_buffer typed = {.arena = p->arena}, other = {.arena = p->arena};
    bool is_old = p->store->has_words_as_written;
    bool is_any = kf_words_query(query, is_old ? word : folded);
    if (is_old && (kf_words_query(&other, folded) !=
                       kf_words_query(&typed, without_accents(p->arena, word)) ||
                   !kf_text_equal(kf_buffer_text(&typed), kf_buffer_text(&other)))) {
        kf_text shown = kf_text_cut(word, 0, 60);
        kf_log_add(p->log, KF_CATALOG_WORDS, (kf_place){0},
                   "an earlier kifu made the catalogue, so comments have '%.*s' only where it is "
                   "written so",
                   (int)kf_text_whole(shown), shown.data);
    }
    return is_any;
}

// Every word of the question stands somewhere: in a name or in what is said in the game.
static bool ask_word(const preparing *p, kf_text word) {
    if (p->filter->count == MOST_ASKED)
        return refuse(p, "words", "…", "a dozen words at most");
    asked *question = add_question(p->filter, KF_FIELD_BLACK, KF_FIELD_BLACK);
    kf_buffer out = {.arena = p->arena}, query = {.arena = p->arena};
    kf_words_fold(&out, word);
    asking a = {.wanted = kf_buffer_text(&out), .answers = answers_name};
    a.folded.arena = p->arena;
    question->is_anywhere = true;
    question->texts = new_set(p->arena, p->last);
    question->kinds = kf_arena_alloc(p->arena, KF_FIELD_TEXTS * sizeof *question->kinds);
    for (int kind = 0; kind < KF_FIELD_TEXTS; kind++) {
        // A text is of one kind, so the sets may share their bits.
        question->kinds[kind] = question->texts;
        a.texts = &question->kinds[kind];
        if (kf_store_kind((kf_field)kind) == kind && !kf_store_texts(p->store, kind, take_text, &a))
            return false;
    }
    collecting c = {p->arena, question};
    return !query_words(p, &query, word, a.wanted) ||
           kf_store_find_words(p->store, kf_buffer_text(&query), take_line, &c);
}

static bool ask_words(const preparing *p, const char *value) {
    kf_text rest = value != NULL ? kf_text_of(value) : (kf_text){"", 0}, word;
    while (kf_text_word(&rest, &word))
        if (!ask_word(p, word))
            return false;
    return true;
}

static bool prepare(const preparing *p, const kf_find *find) {
    const ranged ranges[] = {
        {"date", find->date, "a year, a month, a day or a range: 1990..1995-06", KF_FIELD_DATE,
         KF_FIELD_DATE, kf_measure_as_date, answers_date},
        {"rank", find->rank, "a rank or a range: 9d, 1k..3d, 1p..", KF_FIELD_BLACK_RANK,
         KF_FIELD_WHITE_RANK, kf_measure_as_rank, answers_rank},
        {"handicap", find->handicap, "a number or a range: 0, 2..9", KF_FIELD_HANDICAP,
         KF_FIELD_HANDICAP, kf_measure_as_number, answers_handicap},
        {"komi", find->komi, "a number or a range: 6.5, 5.5..", KF_FIELD_KOMI, KF_FIELD_KOMI,
         kf_measure_as_number, answers_number},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (!ask_range(p, &ranges[i]))
            return false;
    return ask_players(p, find) && ask_name(p, find->black, KF_FIELD_BLACK, KF_FIELD_BLACK) &&
           ask_name(p, find->white, KF_FIELD_WHITE, KF_FIELD_WHITE) &&
           ask_name(p, find->event, KF_FIELD_EVENT, KF_FIELD_EVENT) &&
           ask_name(p, find->place, KF_FIELD_PLACE, KF_FIELD_PLACE) &&
           ask_name(p, find->rules, KF_FIELD_RULES, KF_FIELD_RULES) &&
           ask_result(p, find->result) && ask_size(p, find->size) && ask_moves(p, find->moves) &&
           ask_source(p, find->source) && ask_words(p, find->words);
}

kf_filter *kf_filter_new(kf_arena *arena, kf_store *store, const kf_find *find, kf_log *log) {
    kf_filter *filter = kf_arena_alloc(arena, sizeof *filter);
    memset(filter, 0, sizeof *filter);
    filter->arena = arena;
    preparing p = {filter, arena, store, log, kf_store_last_text(store)};
    if (prepare(&p, find))
        return filter;
    kf_store_report(store, log);
    return NULL;
}

// ---- Asking lines ----

// A field of all lines of a segment, as it stands in the store.
typedef struct column {
    const uint8_t *data;
    uint32_t count;
    kf_narrow narrow; // it stands there so, and there is no `data`
} column;

// What is read of a segment.
typedef struct reading {
    kf_store *store;
    const kf_segment *segment;
    kf_narrow_row narrow; // the last of them, in which the next field may stand, too
} reading;

static bool get_wide(reading *r, kf_field field, column *out) {
    size_t length;
    int64_t id = (int64_t)r->segment->id * KF_STORE_ROWS + (int64_t)field;
    r->narrow.data = NULL;
    if (!kf_store_get(r->store, KF_TABLE_FIELD, id, &out->data, &length))
        return false;
    out->count = (uint32_t)(length / 4);
    return true;
}

static bool get_column(reading *r, kf_field field, column *out) {
    return kf_narrow_get(r->store, r->segment, field, &r->narrow, &out->narrow) &&
           (out->narrow.count > 0 || get_wide(r, field, out));
}

static inline uint32_t value_at(const column *c, uint32_t index) {
    return kf_row_number(c->data, 4 * (size_t)c->count, index);
}

// Of 64 lines those of `asked`, one by one.
static uint64_t mark_few(const set *texts, const uint8_t *data, uint64_t asked) {
    uint64_t word = 0;
    for (; asked != 0; asked &= asked - 1)
        if (is_in(texts, kf_row_load(data + 4 * (size_t)kf_lowest_bit(asked))))
            word |= asked & (~asked + 1);
    return word;
}

// 64 bytes of 0 and 1 as bits, eight at once.
static uint64_t pack(const uint8_t is_it[64]) {
    uint64_t word = 0;
    for (size_t i = 0; i < 64; i += 8) {
        uint64_t eight = 0;
        for (size_t k = 0; k < 8; k++)
            eight |= (uint64_t)is_it[i + k] << 8 * k;
        word |= (eight * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return word;
}

// Of 64 lines those whose number is one from `low` to `high`.
#ifdef IS_SSE2
static uint64_t mark_range(const uint8_t *data, uint32_t low, uint32_t high) {
    // Numbers are compared as if they had a sign.
    const uint32_t sign = UINT32_C(1) << 31;
    const __m128i lows = _mm_set1_epi32((int)low), signs = _mm_set1_epi32((int)sign);
    const __m128i span = _mm_set1_epi32((int)((high - low) ^ sign));
    uint64_t word = 0;
    for (size_t i = 0; i < 64; i += 16) {
        __m128i far[4];
        for (size_t k = 0; k < 4; k++) {
            __m128i four = _mm_loadu_si128((const __m128i *)(data + 4 * (i + 4 * k)));
            far[k] = _mm_cmpgt_epi32(_mm_xor_si128(_mm_sub_epi32(four, lows), signs), span);
        }
        __m128i all =
            _mm_packs_epi16(_mm_packs_epi32(far[0], far[1]), _mm_packs_epi32(far[2], far[3]));
        word |= (uint64_t)(~(uint32_t)_mm_movemask_epi8(all) & 0xFFFF) << i;
    }
    return word;
}
#else
static uint64_t mark_range(const uint8_t *data, uint32_t low, uint32_t high) {
    uint8_t is_it[64];
    for (size_t i = 0; i < 64; i++)
        is_it[i] = kf_row_load(data + 4 * i) - low <= high - low;
    return pack(is_it);
}
#endif

static uint64_t mark_many(const set *texts, const uint8_t *data) {
    uint8_t is_it[64];
    for (size_t i = 0; i < 64; i++) {
        uint32_t id = kf_row_load(data + 4 * i), last = texts->limit - 1;
        id = id < last ? id : last;
        is_it[i] = texts->bits[id / 32] >> id % 32 & 1;
    }
    return pack(is_it);
}

#ifdef WIDE
// The bit that each id has is moved to where a number has its sign.
WIDE static uint64_t mark_widely(const set *texts, const uint8_t *data) {
    const __m256i last = _mm256_set1_epi32((int)(texts->limit - 1)), sign = _mm256_set1_epi32(31);
    uint64_t word = 0;
    for (size_t i = 0; i < 64; i += 8) {
        __m256i id = _mm256_loadu_si256((const __m256i *)(data + 4 * i));
        id = _mm256_min_epu32(id, last);
        __m256i bits =
            _mm256_i32gather_epi32((const int *)texts->bits, _mm256_srli_epi32(id, 5), 4);
        __m256i is_in = _mm256_sllv_epi32(bits, _mm256_andnot_si256(id, sign));
        word |= (uint64_t)(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(is_in)) << i;
    }
    return word;
}
#endif

// 64 lines at once. Few texts are far from most, and that is seen before any is looked up, if that
// is not as quick.
static uint64_t mark_word(const set *texts, const uint8_t *data, uint64_t asked) {
    enum { FEW = 12 };
    if (kf_count_bits(asked) <= FEW)
        return mark_few(texts, data, asked);
#ifdef WIDE
    if (texts->low < texts->high && IS_WIDE())
        return asked & mark_widely(texts, data);
#endif
    asked &= mark_range(data, texts->low, texts->high);
    if (texts->low == texts->high)
        return asked;
    return kf_count_bits(asked) <= FEW ? mark_few(texts, data, asked)
                                       : asked & mark_many(texts, data);
}

// Whether any line is asked for.
static bool is_any(const uint64_t asked[KF_FILTER_WORDS]) {
    uint64_t any = 0;
    for (int k = 0; k < KF_FILTER_WORDS; k++)
        any |= asked[k];
    return any != 0;
}

// The same of a narrow field, where each text is asked for once.
static void mark_narrow(const kf_narrow *narrow, const set *texts,
                        const uint64_t asked[KF_FILTER_WORDS], uint64_t out[KF_FILTER_WORDS]) {
    kf_narrow_set places = {.pages = 0};
    uint32_t i = 0;
    for (; i + 64 <= narrow->count; i += 64)
        for (uint64_t word = mark_word(texts, narrow->values + 4 * (size_t)i, UINT64_MAX);
             word != 0; word &= word - 1)
            kf_narrow_choose(&places, i + (uint32_t)kf_lowest_bit(word));
    for (; i < narrow->count; i++)
        if (is_in(texts, kf_row_load(narrow->values + 4 * (size_t)i)))
            kf_narrow_choose(&places, i);
    for (size_t k = 0; k < KF_FILTER_WORDS && places.pages != 0; k++)
        if (asked[k] != 0)
            out[k] = asked[k] & kf_narrow_mark(narrow, &places, 64 * k);
}

// The lines of `asked` whose text is one of these.
static void mark_column(const column *c, uint32_t count, const set *texts,
                        const uint64_t asked[KF_FILTER_WORDS], uint64_t out[KF_FILTER_WORDS]) {
    memset(out, 0, KF_FILTER_WORDS * sizeof *out);
    if (texts->low > texts->high)
        return;
    if (c->narrow.count > 0) {
        mark_narrow(&c->narrow, texts, asked, out);
        return;
    }
    uint32_t i = 0, whole = count < c->count ? count : c->count;
    for (; i + 64 <= whole; i += 64)
        out[i / 64] = mark_word(texts, c->data + 4 * (size_t)i, asked[i / 64]);
    for (; i < count; i++)
        out[i / 64] |= asked[i / 64] & (uint64_t)is_in(texts, value_at(c, i)) << i % 64;
}

// The same of a field, which is not read where no line is asked for.
static bool mark(reading *r, kf_field field, const set *texts,
                 const uint64_t asked[KF_FILTER_WORDS], uint64_t out[KF_FILTER_WORDS]) {
    column c;
    memset(out, 0, KF_FILTER_WORDS * sizeof *out);
    if (texts->low > texts->high || !is_any(asked))
        return true;
    if (!get_column(r, field, &c))
        return false;
    mark_column(&c, r->segment->count, texts, asked, out);
    return true;
}

// Where the one player is in `texts` and the other in `other`. Each field is read once.
static bool mark_pair(const asked *q, reading *r, const uint64_t asked_lines[KF_FILTER_WORDS],
                      uint64_t out[KF_FILTER_WORDS]) {
    uint64_t one[KF_FILTER_WORDS], other[KF_FILTER_WORDS], turned[KF_FILTER_WORDS];
    column c;
    bool has_both = q->texts.low <= q->texts.high && q->other.low <= q->other.high;
    memset(out, 0, KF_FILTER_WORDS * sizeof *out);
    if (!has_both || !is_any(asked_lines))
        return true;
    if (!get_column(r, q->first, &c))
        return false;
    mark_column(&c, r->segment->count, &q->texts, asked_lines, one);
    mark_column(&c, r->segment->count, &q->other, asked_lines, other);
    if (!is_any(one) && !is_any(other))
        return true;
    if (!get_column(r, q->second, &c))
        return false;
    mark_column(&c, r->segment->count, &q->other, one, out);
    mark_column(&c, r->segment->count, &q->texts, other, turned);
    for (int k = 0; k < KF_FILTER_WORDS; k++)
        out[k] |= turned[k];
    return true;
}

// Lines that have the word in one of their texts, or in what is said in them.
static bool mark_anywhere(const asked *q, reading *r, const uint64_t asked_lines[KF_FILTER_WORDS],
                          uint64_t out[KF_FILTER_WORDS]) {
    uint64_t one[KF_FILTER_WORDS];
    uint32_t base = r->segment->id * KF_STORE_STRIDE;
    memset(out, 0, KF_FILTER_WORDS * sizeof *out);
    for (int field = 0; field < KF_FIELD_TEXTS; field++) {
        const set *texts = &q->kinds[kf_store_kind((kf_field)field)];
        if (!mark(r, (kf_field)field, texts, asked_lines, one))
            return false;
        for (int k = 0; k < KF_FILTER_WORDS; k++)
            out[k] |= one[k];
    }
    for (size_t i = 0; i < q->line_count; i++) {
        uint32_t at = q->lines[i] - base;
        if (at < r->segment->count)
            out[at / 64] |= (uint64_t)1 << at % 64;
    }
    return true;
}

static bool put_question(const asked *q, reading *r, uint64_t bits[KF_FILTER_WORDS]) {
    uint64_t a[KF_FILTER_WORDS], b[KF_FILTER_WORDS], c[KF_FILTER_WORDS];
    bool is_good = q->is_anywhere ? mark_anywhere(q, r, bits, a)
                   : q->is_pair   ? mark_pair(q, r, bits, a)
                                  : mark(r, q->first, &q->texts, bits, a);
    if (q->second != q->first && !q->is_pair) {
        // Who answers by the one field is not asked for the other.
        for (int k = 0; is_good && k < KF_FILTER_WORDS; k++)
            c[k] = bits[k] & ~a[k];
        is_good = is_good && mark(r, q->second, &q->texts, c, b);
        for (int k = 0; is_good && k < KF_FILTER_WORDS; k++)
            a[k] |= b[k];
    }
    for (int k = 0; is_good && k < KF_FILTER_WORDS; k++)
        bits[k] &= a[k];
    return is_good;
}

static bool keep_range(reading *r, const kf_measure *range, uint64_t bits[KF_FILTER_WORDS]) {
    const kf_segment *segment = r->segment;
    column c;
    if (!get_wide(r, KF_FIELD_MOVES, &c))
        return false;
    uint32_t i = 0, whole = segment->count < c.count ? segment->count : c.count;
    uint32_t low = range->from > 0 ? (uint32_t)range->from : 0;
    uint32_t high = range->to < UINT32_MAX ? (uint32_t)range->to : UINT32_MAX;
    for (;
         range->from <= range->to && range->to >= 0 && range->from <= UINT32_MAX && i + 64 <= whole;
         i += 64)
        bits[i / 64] &= mark_range(c.data + 4 * (size_t)i, low, high);
    for (; i < segment->count; i++) {
        int64_t moves = value_at(&c, i);
        if (moves < range->from || moves > range->to)
            bits[i / 64] &= ~((uint64_t)1 << i % 64);
    }
    return true;
}

// All lines that are there.
static void set_all(const kf_segment *segment, uint64_t bits[KF_FILTER_WORDS]) {
    uint32_t i = 0;
    memset(bits, 0, KF_FILTER_WORDS * sizeof *bits);
    for (; segment->gone == NULL && i + 64 <= segment->count; i += 64)
        bits[i / 64] = UINT64_MAX;
    for (; i < segment->count; i++)
        if (!kf_segment_is_gone(segment, i))
            bits[i / 64] |= (uint64_t)1 << i % 64;
}

bool kf_filter_segment(kf_filter *filter, kf_store *store, const kf_segment *segment,
                       uint64_t bits[KF_FILTER_WORDS]) {
    uint64_t from_source[KF_FILTER_WORDS];
    reading r = {.store = store, .segment = segment};
    bool is_good = true;
    set_all(segment, bits);
    if (filter->has_size &&
        (segment->width != filter->width.from || segment->height != filter->height.from)) {
        memset(bits, 0, KF_FILTER_WORDS * sizeof *bits);
        return true;
    }
    for (int i = 0; i < filter->count && is_good; i++)
        is_good = put_question(&filter->questions[i], &r, bits);
    if (is_good && filter->has_moves)
        is_good = keep_range(&r, &filter->moves, bits);
    if (is_good && filter->has_sources) {
        is_good = mark(&r, KF_FIELD_SOURCE, &filter->sources, bits, from_source);
        for (int k = 0; is_good && k < KF_FILTER_WORDS; k++)
            bits[k] &= from_source[k];
    }
    return is_good;
}

#endif
