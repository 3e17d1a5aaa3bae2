// SPDX-License-Identifier: MIT
// What 'The Game of I-Go' (1931) says of eye spaces, beside what is true.

#include "cli/print/print.h"

#include <string.h>

#include "cli/frame/cli.h"

enum { MOST_DRAWN = 12, FOUND_TEXT = 160 };

typedef enum kind {
    COUNT,
    DEAD,
    CONDITIONAL,
    ALIVE,
    KO,
    SEKI,
    EXCEPT,
    POINTS,
    EYES,
    PAIRS,
    BOTH,
    SAME,
    CROOKED,
    FIGURE
} kind;
// NO_BEND and BEND: whether three points of the bent line are the corner and its neighbours.
typedef enum place { EVERYWHERE, CENTRE, CENTRE_AND_EDGE, CORNER, NO_BEND, BEND } place;

typedef struct claim {
    int size;
    kind kind;
    int least, most;
    const char *shape;
    place place;
    const char *words;
} claim;

static const claim claims[] = {
#define KF_CLAIM(size, kind, least, most, shape, place, words)                                     \
    {size, kind, least, most, shape, place, words},
#include "cli/print/eyes_booklet.def"
#undef KF_CLAIM
};
enum { CLAIMS = sizeof claims / sizeof *claims };

// A placement and what was found.
typedef struct finding {
    kf_polyomino placed, settled; // the second is the same for all placements of a shape
    kf_eyes_where where;
    kf_eyes_class attacked, first;
    kf_eyes_set ends; // points on which one move makes two eyes
    size_t shape;
    bool is_real;
} finding;

typedef struct booklet {
    kf_cli *cli;
    finding *findings; // of one size
    size_t count, room;
    int shapes;
    size_t right, wrong;
} booklet;

// What a claim came to.
typedef struct verdict {
    bool is_right;
    char found[FOUND_TEXT];
    const finding *drawn[MOST_DRAWN]; // what contradicts it, or its exceptions
    int drawn_count;
} verdict;

static void remember(void *context, const kf_placements_row *row) {
    booklet *b = context;
    b->findings =
        kf_arena_grow(b->cli->arena, b->findings, &b->room, b->count + 1, sizeof *b->findings);
    b->findings[b->count++] = (finding){
        .placed = row->placed,
        .settled = kf_polyomino_canonical(&row->placed),
        .where = row->where,
        .attacked = row->answer.first[KF_EYES_ATTACKER].kind,
        .first = row->answer.first[KF_EYES_DEFENDER].kind,
        .ends = row->answer.first[KF_EYES_DEFENDER].ends,
        .shape = row->shape,
        .is_real = row->is_real,
    };
    b->shapes = (int)row->shapes;
    kf_progress_step(b->cli, row->shape, row->shapes);
}

// Whether some claim on that size is about more than classes.
static bool has_points(int size) {
    for (int i = 0; i < CLAIMS; i++)
        if (claims[i].size == size && (claims[i].kind == POINTS || claims[i].kind == BOTH))
            return true;
    return false;
}

// ---- Which placements a claim is about ----

static bool is_shape(const finding *f, const char *text) {
    kf_polyomino shape;
    if (!kf_polyomino_read(text, &shape))
        return false;
    shape = kf_polyomino_canonical(&shape);
    return kf_polyomino_compare(&shape, &f->settled) == 0;
}

// Whether another claim on placements names the shape.
static bool is_named(const finding *f) {
    for (int i = 0; i < CLAIMS; i++)
        if (claims[i].size == f->placed.count && claims[i].shape[0] != '\0' &&
            is_shape(f, claims[i].shape))
            return true;
    return false;
}

static bool has_corner(const finding *f) {
    return f->where == KF_EYES_CORNER && kf_polyomino_contains(&f->placed, 0, 1) &&
           kf_polyomino_contains(&f->placed, 1, 0);
}

static bool is_there(const finding *f, place where) {
    switch (where) {
    case EVERYWHERE:
        return true;
    case CENTRE:
        return f->where == KF_EYES_CENTRE;
    case CENTRE_AND_EDGE:
        return f->where != KF_EYES_CORNER;
    case CORNER:
        return f->where == KF_EYES_CORNER;
    case NO_BEND:
        return !has_corner(f);
    case BEND:
    default:
        return has_corner(f);
    }
}

static bool concerns(const claim *c, const finding *f) {
    return f->is_real && is_there(f, c->place) &&
           (c->shape[0] != '\0' ? is_shape(f, c->shape) : !is_named(f));
}

// ---- Judging ----

static void draw(verdict *v, const finding *f) {
    if (v->drawn_count < MOST_DRAWN)
        v->drawn[v->drawn_count++] = f;
}

static bool is_ko_or_seki(kf_eyes_class class) {
    return class != KF_EYES_DEAD && class != KF_EYES_ALIVE;
}

static bool is_as_claimed(kind kind, const finding *f) {
    kf_eyes_class attacked = f->attacked, first = f->first;
    switch ((int)kind) {
    case DEAD:
        return attacked == KF_EYES_DEAD && first == KF_EYES_DEAD;
    case CONDITIONAL:
        return attacked == KF_EYES_DEAD && first == KF_EYES_ALIVE;
    case KO:
        return attacked == KF_EYES_KO && first == KF_EYES_ALIVE;
    case SEKI:
        return attacked == KF_EYES_SEKI && first == KF_EYES_ALIVE;
    case EXCEPT:
        return first == KF_EYES_ALIVE && (attacked == KF_EYES_ALIVE ||
                                          (f->where == KF_EYES_CORNER && is_ko_or_seki(attacked)));
    default:
        return attacked == KF_EYES_ALIVE && first == KF_EYES_ALIVE;
    }
}

// Writes how many placements have which classes.
static void write_classes(const booklet *b, const claim *c, verdict *v) {
    int counts[KF_EYES_CLASSES][KF_EYES_CLASSES] = {{0}};
    size_t length = 0;
    for (size_t i = 0; i < b->count; i++)
        if (concerns(c, &b->findings[i]))
            counts[b->findings[i].attacked][b->findings[i].first]++;
    for (int i = 0; i < KF_EYES_CLASSES * KF_EYES_CLASSES && length < FOUND_TEXT; i++) {
        int attacked = i / KF_EYES_CLASSES, first = i % KF_EYES_CLASSES;
        if (counts[attacked][first] == 0)
            continue;
        length += (size_t)snprintf(v->found + length, FOUND_TEXT - length, "%s%s, %s: %d",
                                   length > 0 ? "; " : "", kf_eyes_word((kf_eyes_class)attacked),
                                   kf_eyes_word((kf_eyes_class)first), counts[attacked][first]);
    }
}

// Classes of placements. The exceptions of EXCEPT are counted by shapes.
static void check_classes(const booklet *b, const claim *c, verdict *v) {
    size_t last = SIZE_MAX;
    int exceptions = 0;
    v->is_right = true;
    for (size_t i = 0; i < b->count; i++) {
        const finding *f = &b->findings[i];
        bool is_exception = f->attacked != KF_EYES_ALIVE && c->kind == EXCEPT;
        if (!concerns(c, f))
            continue;
        v->is_right = v->is_right && is_as_claimed(c->kind, f);
        if (is_exception || !is_as_claimed(c->kind, f))
            draw(v, f);
        exceptions += is_exception && f->shape != last;
        last = is_exception ? f->shape : last;
    }
    write_classes(b, c, v);
    if (c->kind == EXCEPT) {
        size_t length = strlen(v->found);
        v->is_right = v->is_right && exceptions == c->least;
        snprintf(v->found + length, FOUND_TEXT - length, "; shapes that are not alive: %d",
                 exceptions);
    }
}

static void check_count(const booklet *b, const claim *c, verdict *v) {
    v->is_right = b->shapes == c->least;
    snprintf(v->found, FOUND_TEXT, "%d", b->shapes);
    for (size_t i = 0; i < b->count && !v->is_right; i++) {
        const finding *f = &b->findings[i];
        if (f->where == KF_EYES_CENTRE && !f->is_real) {
            size_t length = strlen(v->found);
            snprintf(v->found + length, FOUND_TEXT - length, ", one of them with a hole");
            draw(v, f);
        }
    }
}

static int count_points(kf_eyes_set set) {
    int count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

// How many eyes the defender's stone on that point makes: parts that the rest falls into.
static int count_eyes(const kf_eyes_task *task, kf_eyes_set stone) {
    kf_eyes_set left = (((kf_eyes_set)1 << task->count) - 1) & ~stone;
    int eyes = 0;
    for (; left != 0; eyes++) {
        kf_eyes_set part = left & -left, before = 0;
        while (part != before) {
            before = part;
            for (int point = 0; point < task->count; point++)
                if ((before >> point & 1) != 0)
                    part |= task->near[point] & left;
        }
        left &= ~part;
    }
    return eyes;
}

static void ask(const booklet *b, const kf_eyes_task *task, kf_eyes_answer *answer) {
    if (!kf_eyes_ask(task, answer))
        kf_arena_fail(b->cli->arena);
}

// How many pairs of stones of the defender make two eyes, where none of the two does alone.
static int count_both(const booklet *b, const finding *f) {
    kf_eyes_task task;
    int pairs = 0;
    kf_enclosure_task(&f->placed, f->where, 0, &task);
    for (int one = 0; one < task.count; one++)
        for (int other = one + 1; other < task.count; other++) {
            kf_eyes_set pair = (kf_eyes_set)1 << one | (kf_eyes_set)1 << other;
            kf_eyes_answer answer;
            if ((f->ends & pair) != 0 || count_eyes(&task, pair) < 2)
                continue;
            task.stones[KF_EYES_DEFENDER] = pair;
            ask(b, &task, &answer);
            pairs += answer.first[KF_EYES_ATTACKER].kind == KF_EYES_ALIVE;
        }
    return pairs;
}

// The number that a claim of points, eyes or pairs is about, for one placement: the least and the
// most that occur.
static void measure(booklet *b, const claim *c, const finding *f, int range[2]) {
    kf_eyes_task task;
    range[0] = KF_EYES_MAX, range[1] = 0;
    if (c->kind == BOTH) {
        range[0] = range[1] = count_both(b, f);
        return;
    }
    kf_enclosure_task(&f->placed, f->where, 0, &task);
    for (int point = 0; point < task.count; point++) {
        kf_eyes_set stone = (kf_eyes_set)1 << point;
        int number = count_points(f->ends);
        if (c->kind == EYES && (f->ends & stone) == 0)
            continue;
        if (c->kind == EYES)
            number = count_eyes(&task, stone);
        if (c->kind == PAIRS) {
            kf_eyes_answer answer;
            task.stones[KF_EYES_DEFENDER] = stone;
            ask(b, &task, &answer);
            number = count_points(answer.first[KF_EYES_DEFENDER].ends);
        }
        range[0] = number < range[0] ? number : range[0];
        range[1] = number > range[1] ? number : range[1];
    }
}

static void check_numbers(booklet *b, const claim *c, verdict *v) {
    int least = KF_EYES_MAX, most = 0;
    v->is_right = true;
    for (size_t i = 0; i < b->count; i++) {
        int range[2];
        if (!concerns(c, &b->findings[i]))
            continue;
        measure(b, c, &b->findings[i], range);
        least = range[0] < least ? range[0] : least;
        most = range[1] > most ? range[1] : most;
        if (range[0] < c->least || range[1] > c->most) {
            v->is_right = false;
            draw(v, &b->findings[i]);
        }
    }
    snprintf(v->found, FOUND_TEXT, least == most ? "%d" : "%d to %d", least, most);
}

// ---- Claims on positions ----

// The classes of all placements, with every number of outside liberties up to FREE, are those of
// eyes with one point less.
static void check_same(const booklet *b, verdict *v) {
    enum { FREE = 3 };
    kf_polyomino smaller = {.count = 1};
    int placed = 0;
    v->is_right = true;
    for (size_t i = 0; i < b->count; i++)
        for (int liberties = 0; liberties <= FREE; liberties++, placed++) {
            const finding *f = &b->findings[i];
            kf_eyes_task task;
            kf_eyes_answer one, two;
            kf_enclosure_task(&f->placed, f->where, liberties, &task);
            ask(b, &task, &two);
            kf_enclosure_task(&smaller, f->where, liberties, &task);
            ask(b, &task, &one);
            for (int side = 0; side < KF_EYES_SIDES; side++)
                v->is_right = v->is_right && one.first[side].kind == two.first[side].kind;
        }
    snprintf(v->found, FOUND_TEXT, "the same in %d placements with 0 to %d outside liberties",
             placed / (FREE + 1), FREE);
}

// A point of the double square beside those: the points next to all of `beside` but not in `no`.
static kf_eyes_set find_beside(const kf_eyes_task *task, kf_eyes_set beside, kf_eyes_set no) {
    kf_eyes_set found = (((kf_eyes_set)1 << task->count) - 1) & ~no;
    for (int point = 0; point < task->count; point++)
        if ((beside >> point & 1) != 0)
            found &= task->near[point];
    return found;
}

// Plays the seki of a double square in one of eight ways and breaks it off: in each square one side
// has a point next to the middle; the attacker fills the outer point of one square, and the
// defender takes four stones from that of the other. What becomes of him if he is attacked then.
static kf_eyes_class break_off(const booklet *b, const finding *f, int way) {
    kf_eyes_task task;
    kf_eyes_answer answer;
    kf_eyes_set inner[2] = {0, 0}, outer[2] = {0, 0}, middle = 0, stones = 0;
    kf_enclosure_task(&f->placed, f->where, 0, &task);
    for (int point = 0; point < task.count; point++)
        middle |= count_points(task.near[point]) == 4 ? (kf_eyes_set)1 << point : 0;
    for (int point = 0, square = 0; point < task.count && square < 2; point++) {
        kf_eyes_set here = (kf_eyes_set)1 << point;
        if (((middle | inner[0] | inner[1]) & here) != 0 ||
            find_beside(&task, middle | here, 0) == 0)
            continue;
        outer[square] = here; // two of its neighbours are beside the middle
        inner[square++] = find_beside(&task, middle | here, 0);
    }
    for (int square = 0; square < 2; square++) {
        kf_eyes_set first = inner[square] & (0 - inner[square]);
        stones |= (way >> square & 1) != 0 ? first : inner[square] & ~first;
    }
    task.stones[KF_EYES_DEFENDER] = stones | outer[way >> 2 & 1];
    ask(b, &task, &answer);
    return answer.first[KF_EYES_ATTACKER].kind;
}

static void check_crooked(const booklet *b, const claim *c, verdict *v) {
    int alive = 0, all = 0;
    for (size_t i = 0; i < b->count; i++)
        for (int way = 0; way < 8 && concerns(c, &b->findings[i]); way++, all++)
            alive += break_off(b, &b->findings[i], way) == KF_EYES_ALIVE;
    v->is_right = alive == all;
    snprintf(v->found, FOUND_TEXT, "alive in %d of %d lines", alive, all);
}

// Reads the board of a figure. Gives the point that is asked about.
static kf_point read_figure(const char *rows, kf_board *board) {
    int width = (int)strcspn(rows, "/"), height = 1, x = 0, y = 0;
    kf_point asked = KF_NOWHERE;
    for (const char *at = rows; *at != '\0'; at++)
        height += *at == '/';
    kf_board_init(board, width, height);
    for (; *rows != '\0'; rows++, x++) {
        if (*rows == '/')
            x = -1, y++;
        if (*rows == '?')
            asked = kf_point_at(x, y);
        if (*rows == 'X' || *rows == 'O')
            kf_board_put(board, kf_point_at(x, y), *rows == 'X' ? KF_BLACK : KF_WHITE);
    }
    return asked;
}

static void check_figure(const booklet *b, const claim *c, verdict *v) {
    kf_board *board = kf_arena_alloc(b->cli->arena, sizeof *board);
    kf_eyes_point_answer *answer = kf_arena_alloc(b->cli->arena, sizeof *answer);
    kf_point asked = read_figure(c->shape, board);
    kf_eyes_point_read(board, asked, answer);
    v->is_right = (int)answer->word == c->least && answer->repair_count == c->most;
    int length = snprintf(v->found, FOUND_TEXT, "%s: %s", kf_eyes_point_word(answer->word),
                          kf_eyes_point_reason(answer->reason));
    if (answer->repair_count > 0)
        snprintf(v->found + length, FOUND_TEXT - (size_t)length, "; made real by %d move%s",
                 answer->repair_count, answer->repair_count == 1 ? "" : "s");
}

static void check_claim(booklet *b, const claim *c, verdict *v) {
    *v = (verdict){0};
    switch ((int)c->kind) {
    case SAME:
        check_same(b, v);
        break;
    case CROOKED:
        check_crooked(b, c, v);
        break;
    case FIGURE:
        check_figure(b, c, v);
        break;
    case COUNT:
        check_count(b, c, v);
        break;
    case POINTS:
    case EYES:
    case PAIRS:
    case BOTH:
        check_numbers(b, c, v);
        break;
    default:
        check_classes(b, c, v);
    }
    b->right += v->is_right;
    b->wrong += !v->is_right;
}

// ---- Printing ----

static void print_text(const booklet *b, const claim *c, const verdict *v) {
    FILE *out = b->cli->out;
    fprintf(out, "%2d  %s  %s\n           %s\n", c->size, v->is_right ? "right" : "WRONG", c->words,
            v->found);
    for (int i = 0; i < v->drawn_count; i++) {
        const finding *f = v->drawn[i];
        fprintf(out, "\n           %s, attacked: %s; first: %s\n", kf_eyes_print_where(f->where),
                kf_eyes_word(f->attacked), kf_eyes_word(f->first));
        kf_eyes_print_board(b->cli, &f->placed, f->where, "          ");
    }
    if (v->drawn_count > 0)
        putc('\n', out);
}

static void print_json(const booklet *b, const claim *c, const verdict *v) {
    kf_json *json = kf_json_new();
    kf_json_add_number(json, "size", c->size);
    kf_json_add_string(json, "claim", c->words);
    kf_json_add_bool(json, "right", v->is_right);
    kf_json_add_string(json, "found", v->found);
    kf_json_add_list(json, "shapes");
    for (int i = 0; i < v->drawn_count; i++) {
        char text[KF_POLYOMINO_TEXT];
        const finding *f = v->drawn[i];
        kf_json *shape = kf_json_new();
        kf_json_add_string(shape, "shape", kf_polyomino_write(&f->placed, text));
        kf_json_add_string(shape, "where", kf_eyes_print_where(f->where));
        kf_json_add_string(shape, "attacker_first", kf_eyes_word(f->attacked));
        kf_json_add_string(shape, "defender_first", kf_eyes_word(f->first));
        kf_json_add_element(json, "shapes", shape);
    }
    kf_json_print(b->cli, json);
}

// Every placement of that size, as findings: they stand when the walk has ended.
static void find_all(booklet *b, int size) {
    kf_placements_how how = {
        .size = size, .places = KF_PLACEMENTS_EVERYWHERE, .classes_only = !has_points(size)};
    b->count = 0;
    kf_eyes_print_each(b->cli, &how, remember, b);
}

// Tells every claim on eyes of that size.
static void tell_size(booklet *b, int size, void (*tell)(void *context, const kf_eyes_claim *claim),
                      void *context) {
    find_all(b, size);
    for (int i = 0; i < CLAIMS; i++) {
        const claim *c = &claims[i];
        verdict v;
        if (c->size != size || c->kind == FIGURE)
            continue;
        check_claim(b, c, &v);
        tell(context, &(kf_eyes_claim){size, c->words, v.found, v.is_right,
                                       v.drawn_count > 0 ? &v.drawn[0]->placed : NULL});
    }
}

void kf_eyes_booklet_tell(kf_cli *cli, int size,
                          void (*tell)(void *context, const kf_eyes_claim *claim), void *context) {
    booklet *b = kf_arena_alloc(cli->arena, sizeof *b);
    *b = (booklet){.cli = cli};
    for (int i = 1; i <= size; i++)
        tell_size(b, i, tell, context);
}

static void print_size(booklet *b, int size, bool is_json) {
    find_all(b, size);
    kf_progress_clear(b->cli);
    for (int i = 0; i < CLAIMS; i++) {
        verdict v;
        if (claims[i].size != size)
            continue;
        check_claim(b, &claims[i], &v);
        if (is_json)
            print_json(b, &claims[i], &v);
        else
            print_text(b, &claims[i], &v);
    }
}

void kf_eyes_booklet_print(kf_cli *cli, int size) {
    booklet *b = kf_arena_alloc(cli->arena, sizeof *b);
    bool is_json = kf_options_has(cli, KF_OPTION_JSON);
    *b = (booklet){.cli = cli};
    kf_progress_begin(cli, "shapes");
    for (int i = 1; i <= size; i++)
        print_size(b, i, is_json);
    if (!is_json)
        fprintf(cli->out, "claims right: %zu, wrong: %zu\n", b->right, b->wrong);
}
