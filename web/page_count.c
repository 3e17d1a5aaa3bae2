// SPDX-License-Identifier: MIT
// The count of a place: by the rules, and by filling and rearranging as on the table.

#include "board/arrange.h"
#include "json.h"
#include "page.h"
#include "solve/settle.h"

// What one count works on; all of it is large, so it lies in the arena.
typedef struct counting {
    page *page;
    kf_replay replay;
    kf_ending ending;
    kf_settlement settlement;
    kf_score score;
    kf_arrangement arranged;
} counting;

static void tell_side(counting *c, const char *name, kf_colour colour) {
    const kf_score_side *side = &c->settlement.score.side[colour];
    kf_buffer *out = &c->page->answer;
    json_open(out, name, '{');
    json_number(out, "stones", side->stones);
    json_number(out, "territory", side->territory);
    json_number(out, "dead", side->dead);
    json_number(out, "captured", side->captured);
    json_number(out, "passes", side->passes);
    json_number(out, "points", side->points);
    json_close(out, '}');
}

// One sign a point: `.XO` as the stones lie, or `.bws` as the points belong.
static void tell_boards(counting *c) {
    const kf_board *board = &c->ending.board;
    size_t count = (size_t)board->width * board->height;
    char *signs = kf_arena_alloc(c->page->arena, count + 1);
    for (size_t i = 0; i < count; i++)
        signs[i] = c->settlement.seki[i] ? 's' : ".bw"[c->settlement.owner[i]];
    json_text(&c->page->answer, "owner", (kf_text){signs, count});
    for (size_t i = 0; i < count; i++) {
        kf_status status = (kf_status)c->settlement.judgement.status[i];
        signs[i] = status == KF_DEAD ? 'd' : status == KF_UNSETTLED ? 'u' : '.';
    }
    json_text(&c->page->answer, "dead", (kf_text){signs, count});
    for (size_t i = 0; i < count; i++)
        signs[i] = ".XO"[c->arranged.point[i]];
    json_text(&c->page->answer, "arranged", (kf_text){signs, count});
}

static void tell_arranged(counting *c) {
    kf_buffer *out = &c->page->answer;
    for (int colour = KF_BLACK; colour <= KF_WHITE; colour++) {
        json_open(out, colour == KF_BLACK ? "blackArranged" : "whiteArranged", '{');
        json_number(out, "vacant", c->arranged.vacant[colour]);
        json_number(out, "surplus", c->arranged.surplus[colour]);
        json_number(out, "bySubtraction", c->score.side[colour].points);
        json_close(out, '}');
    }
}

static void tell_result(counting *c) {
    kf_buffer *out = &c->page->answer;
    const kf_settlement *s = &c->settlement;
    char text[KF_OUTCOME_TEXT];
    json_string(out, "rules", c->ending.rules->title);
    json_bool(out, "area", c->ending.rules->counting == KF_COUNTING_AREA);
    json_number(out, "komiHalves", s->score.komi);
    json_number(out, "compensation", s->score.compensation);
    json_number(out, "neutral", s->neutral);
    kf_outcome_write(s->score.result, text);
    json_string(out, "result", text);
    json_bool(out, "certain", s->judgement.is_certain);
    if (s->judgement.is_settled)
        return;
    kf_outcome_write(s->lowest, text);
    json_string(out, "lowest", text);
    kf_outcome_write(s->highest, text);
    json_string(out, "highest", text);
}

void page_count_score(void *context) {
    page *p = context;
    counting *c = kf_arena_resize(p->arena, NULL, sizeof *c);
    c->page = p;
    kf_replay_init(&c->replay, p->arena, p->record, NULL);
    kf_ending_read(&c->replay, p->node, &c->ending);
    kf_settle(&c->ending, KF_SETTLE_AUTO, p->arena, &c->settlement);
    kf_ending_count(&c->settlement.counted, c->settlement.judgement.end_status,
                    KF_COUNTING_TERRITORY, &c->score);
    void *memory = kf_arena_resize(p->arena, NULL, kf_arrange_size(&c->score));
    kf_arrange_count(&c->settlement.counted.board, &c->score, memory, &c->arranged);
    json_open(&p->answer, NULL, '{');
    tell_result(c);
    tell_side(c, "black", KF_BLACK);
    tell_side(c, "white", KF_WHITE);
    tell_arranged(c);
    tell_boards(c);
    json_close(&p->answer, '}');
}
