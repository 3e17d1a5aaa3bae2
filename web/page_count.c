// SPDX-License-Identifier: MIT
// The count of a place: by the rules, and by filling and rearranging as on the table.

#include "base/json.h"
#include "page.h"
#include <kifu/score.h>

// What one count works on; all of it is large, so it lies in the arena.
typedef struct counting {
    page *page;
    kf_ending ending;
    kf_count settlement;
    kf_score score;
    kf_arrangement arranged;
} counting;

static void tell_side(counting *c, const char *name, kf_colour colour) {
    const kf_score_side *side = &c->settlement.score.side[colour];
    kf_buffer *out = &c->page->answer;
    kf_json_open(out, name, '{');
    kf_json_number(out, "stones", side->stones);
    kf_json_number(out, "territory", side->territory);
    kf_json_number(out, "dead", side->dead);
    kf_json_number(out, "captured", side->captured);
    kf_json_number(out, "passes", side->passes);
    kf_json_number(out, "points", side->points);
    kf_json_close(out, '}');
}

// One sign a point: `.XO` as the stones lie, or `.bws` as the points belong.
static void tell_boards(counting *c) {
    const kf_board *board = &c->ending.board;
    size_t count = (size_t)board->width * board->height;
    char *signs = kf_arena_alloc(c->page->arena, count + 1);
    for (size_t i = 0; i < count; i++)
        signs[i] = c->settlement.seki[i] ? 's' : ".bw"[c->settlement.owner[i]];
    kf_json_text(&c->page->answer, "owner", (kf_text){signs, count});
    for (size_t i = 0; i < count; i++) {
        kf_status status = (kf_status)c->settlement.judgement.status[i];
        signs[i] = status == KF_DEAD ? 'd' : status == KF_UNSETTLED ? 'u' : '.';
    }
    kf_json_text(&c->page->answer, "dead", (kf_text){signs, count});
    for (size_t i = 0; i < count; i++)
        signs[i] = ".XO"[c->arranged.point[i]];
    kf_json_text(&c->page->answer, "arranged", (kf_text){signs, count});
}

static void tell_arranged(counting *c) {
    kf_buffer *out = &c->page->answer;
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        kf_json_open(out, colour == KF_BLACK ? "blackArranged" : "whiteArranged", '{');
        kf_json_number(out, "vacant", c->arranged.vacant[colour]);
        kf_json_number(out, "surplus", c->arranged.surplus[colour]);
        kf_json_number(out, "bySubtraction", c->score.side[colour].points);
        kf_json_close(out, '}');
    }
}

static void tell_result(counting *c) {
    kf_buffer *out = &c->page->answer;
    const kf_count *s = &c->settlement;
    char text[KF_OUTCOME_TEXT];
    kf_json_string(out, "rules", c->ending.rules->title);
    kf_json_bool(out, "area", c->ending.rules->counting == KF_COUNTING_AREA);
    kf_json_number(out, "komiHalves", s->score.komi);
    kf_json_number(out, "compensation", s->score.compensation);
    kf_json_number(out, "neutral", s->neutral);
    kf_outcome_write(s->score.result, text);
    kf_json_string(out, "result", text);
    kf_json_bool(out, "certain", s->judgement.is_certain);
    if (s->judgement.is_settled)
        return;
    kf_outcome_write(s->lowest, text);
    kf_json_string(out, "lowest", text);
    kf_outcome_write(s->highest, text);
    kf_json_string(out, "highest", text);
}

void page_count_score(void *context) {
    page *p = context;
    counting *c = kf_arena_resize(p->arena, NULL, sizeof *c);
    c->page = p;
    if (!kf_ending_read(p->play, p->node, &c->ending) ||
        !kf_count_position(&c->ending, KF_COUNT_AUTO, &c->settlement))
        kf_arena_fail(p->arena);
    kf_ending_count(&c->settlement.counted, c->settlement.judgement.end_status,
                    KF_COUNTING_TERRITORY, &c->score);
    void *memory = kf_arena_resize(p->arena, NULL, kf_arrange_size(&c->score));
    kf_arrange_count(&c->settlement.counted.board, &c->score, memory, &c->arranged);
    kf_json_open(&p->answer, NULL, '{');
    tell_result(c);
    tell_side(c, "black", KF_BLACK);
    tell_side(c, "white", KF_WHITE);
    tell_arranged(c);
    tell_boards(c);
    kf_json_close(&p->answer, '}');
}
