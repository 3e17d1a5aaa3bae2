// SPDX-License-Identifier: MIT
// Bounds of what becomes of a group: which questions are asked of the proof search, and what its
// answers prove.
//
// A claim must be right whatever happens outside the part that is read. So the side that claims
// something is given nothing there. An attack has no liberty at a vacant point outside, and fails
// where the group gets beside one; when it succeeds all the same, the group is dead. That it fails
// proves nothing. For that the attacker is given all points outside, and ko threats as the claim
// has it: an attack that fails even so is no attack. Eyes are asked for in the same two ways.

#include "reading/life/life.h"

enum {
    FIRST_SLICE = 100,
    OTHERS = 4, // the part of a slice that other questions get than the first
    ENDLESS = KF_LOCAL_ENDLESS
};

// The questions. KILL has three kinds: all threats for the defender, none, all for the attacker.
// Those with ANYHOW are asked without the benefit of the doubt, and their YES counts; those with
// AT_ALL are asked with it, and their NO counts.
enum {
    LIVE_ANYHOW,
    LIVE_AT_ALL,
    KILL_ANYHOW,                   // and two more
    KILL_AT_ALL = KILL_ANYHOW + 3, // and two more
    QUESTIONS = KILL_AT_ALL + 3
};
enum { ALL_HIS, NO_THREATS, ALL_MINE, KINDS };

// The work on one position.
typedef struct work {
    kf_reader *reader;
    kf_local at;
    uint64_t limit;
    int fate; // to be decided, or -1 when the bounds must meet
    int side; // whose claims alone are asked about, or -1
    kf_bounds *bounds;
    kf_answer answers[QUESTIONS];
    unsigned flags[QUESTIONS];
} work;

// ---- Questions ----

static kf_question describe(int number) {
    if (number < KILL_ANYHOW)
        return (kf_question){
            KF_DEFENDER, {0, ENDLESS}, number == LIVE_AT_ALL, number == LIVE_AT_ALL};
    int kind = (number - KILL_ANYHOW) % KINDS;
    bool is_claim = number < KILL_AT_ALL;
    kf_question question = {KF_ATTACKER, {0, 0}, is_claim, !is_claim};
    question.threats[KF_DEFENDER] = kind == ALL_HIS ? ENDLESS : 0;
    question.threats[KF_ATTACKER] = kind == ALL_MINE ? ENDLESS : 0;
    return question;
}

// ---- What an answer says ----

static void raise(kf_bounds *bounds, kf_fate fate, const kf_question *by) {
    if (fate <= bounds->low && bounds->has_low)
        return;
    bounds->low = fate;
    bounds->low_by = *by;
    bounds->has_low = true;
}

static void lower(kf_bounds *bounds, kf_fate fate, const kf_question *by) {
    if (fate >= bounds->high && bounds->has_high)
        return;
    bounds->high = fate;
    bounds->high_by = *by;
    bounds->has_high = true;
}

// An attack that rests on no ko comes out the same whoever has threats.
static void learn_kill(work *w, int number) {
    kf_question question = describe(number);
    int kind = (number - KILL_ANYHOW) % KINDS;
    bool is_firm = (w->flags[number] & KF_PROOF_KO) == 0;
    bool is_yes = w->answers[number] == KF_ANSWER_YES;
    if (is_yes && (number < KILL_AT_ALL || w->reader->is_closed))
        lower(w->bounds, is_firm ? KF_FATE_DEAD : (kf_fate)kind, &question);
    if (!is_yes && (number >= KILL_AT_ALL || w->reader->is_closed))
        raise(w->bounds, is_firm ? KF_FATE_SEKI : (kf_fate)(kind + 1), &question);
    bool is_out = !is_yes && number < KILL_AT_ALL && (w->flags[number] & KF_PROOF_OUT) != 0;
    if (is_out && (is_firm || kind == ALL_MINE)) {
        w->bounds->gets_out = true;
        w->bounds->out_by = question;
    }
}

static void learn(work *w, int number) {
    kf_question question = describe(number);
    if (number >= KILL_ANYHOW)
        learn_kill(w, number);
    else if (w->answers[number] == KF_ANSWER_YES && (number == LIVE_ANYHOW || w->reader->is_closed))
        raise(w->bounds, KF_FATE_ALIVE, &question);
    else if (w->answers[number] == KF_ANSWER_NO && (number == LIVE_AT_ALL || w->reader->is_closed))
        lower(w->bounds, KF_FATE_SEKI, &question);
}

// ---- What is asked next ----

static bool is_done(const work *w) {
    const kf_bounds *bounds = w->bounds;
    if (w->fate >= 0)
        return (int)bounds->low >= w->fate || (int)bounds->high < w->fate;
    return bounds->low == bounds->high ||
           (w->side == KF_DEFENDER && bounds->low == KF_FATE_ALIVE) ||
           (w->side == KF_ATTACKER && bounds->high == KF_FATE_DEAD);
}

// Whether the answer could be a claim of the side that is asked about.
static bool serves(const work *w, int number) {
    bool is_kill = number >= KILL_ANYHOW && number < KILL_AT_ALL;
    return w->side < 0 || (w->side == KF_DEFENDER ? !is_kill || w->reader->is_closed : is_kill);
}

// The attack in which that side has all threats.
static int helped(int side) {
    return side == KF_ATTACKER ? ALL_MINE : ALL_HIS;
}

// A side that claims something asks first for the least that it may claim, with all threats for
// itself: where that fails nothing is left to be claimed, and where it rests on no ko it is all.
static bool is_claim_open(const work *w, int base, int kind) {
    int least = base + helped(w->side);
    kf_answer answer = w->answers[least];
    kf_answer hoped = w->side == KF_ATTACKER ? KF_ANSWER_YES : KF_ANSWER_NO;
    if (w->answers[base + kind] != KF_ANSWER_UNKNOWN)
        return false;
    if (base + kind == least)
        return true;
    if (answer == KF_ANSWER_UNKNOWN ? w->side == KF_ATTACKER
                                    : answer != hoped || (w->flags[least] & KF_PROOF_KO) == 0)
        return false;
    return kind == NO_THREATS || (w->answers[base + NO_THREATS] == hoped &&
                                  (w->flags[base + NO_THREATS] & KF_PROOF_KO) != 0);
}

// Whether an attack of that kind could tell something new. The one without threats comes first, for
// most attacks rest on no ko; what it says decides which other one is in question.
static bool is_kill_open(const work *w, int base, int kind) {
    kf_answer plain = w->answers[base + NO_THREATS];
    if (w->side >= 0 && !w->reader->is_closed)
        return is_claim_open(w, base, kind);
    if (kind == NO_THREATS)
        return plain == KF_ANSWER_UNKNOWN;
    if (w->answers[base + kind] != KF_ANSWER_UNKNOWN || plain == KF_ANSWER_UNKNOWN ||
        (w->flags[base + NO_THREATS] & KF_PROOF_KO) == 0)
        return false;
    return kind == (plain == KF_ANSWER_YES ? ALL_HIS : ALL_MINE);
}

// Whether the answer could say what is to be decided.
static bool helps(const work *w, int number) {
    if (w->fate < 0 || number == LIVE_ANYHOW)
        return true;
    if (number == LIVE_AT_ALL)
        return w->fate == KF_FATE_ALIVE;
    int kind = (number - KILL_ANYHOW) % KINDS;
    bool says_yes = number >= KILL_AT_ALL || w->reader->is_closed;
    bool says_no = number < KILL_AT_ALL || w->reader->is_closed;
    // Without threats the answer also tells whether there is a ko at all.
    return kind == NO_THREATS || (says_no && kind < w->fate) || (says_yes && kind + 1 >= w->fate);
}

static bool is_open(const work *w, int number) {
    const kf_bounds *bounds = w->bounds;
    bool is_closed = w->reader->is_closed;
    if (w->answers[number] != KF_ANSWER_UNKNOWN || !helps(w, number) || !serves(w, number))
        return false;
    if (number == LIVE_ANYHOW)
        return bounds->high == KF_FATE_ALIVE && bounds->low != KF_FATE_ALIVE;
    if (number == LIVE_AT_ALL)
        return !is_closed && bounds->high == KF_FATE_ALIVE &&
               (bounds->low == KF_FATE_SEKI || w->answers[LIVE_ANYHOW] == KF_ANSWER_NO);
    if (number < KILL_AT_ALL)
        return bounds->low < KF_FATE_SEKI && bounds->high > KF_FATE_DEAD &&
               is_kill_open(w, KILL_ANYHOW, number - KILL_ANYHOW);
    // Only where the attack without help has failed is it worth asking whether it can succeed.
    return !is_closed && bounds->low < KF_FATE_SEKI && bounds->high > KF_FATE_DEAD &&
           (w->side == KF_DEFENDER || w->answers[KILL_ANYHOW + NO_THREATS] != KF_ANSWER_UNKNOWN) &&
           is_kill_open(w, KILL_AT_ALL, number - KILL_AT_ALL);
}

static void ask(work *w, int number, uint64_t slice) {
    kf_reader *reader = w->reader;
    kf_question question = describe(number);
    uint64_t end = reader->nodes + slice;
    w->answers[number] = kf_reader_ask(reader, &question, &w->at, end < w->limit ? end : w->limit,
                                       &w->flags[number]);
    if (w->answers[number] != KF_ANSWER_UNKNOWN)
        learn(w, number);
}

// Who moves first is asked first for what he is after, and most. All other questions that may help
// get the same share, and a larger one each time: how much is read in all has no part in what is
// read when.
static void run(work *w) {
    static const uint8_t order[2][QUESTIONS] = {
        {LIVE_ANYHOW, KILL_ANYHOW + 1, KILL_ANYHOW, KILL_ANYHOW + 2, KILL_AT_ALL + 1, KILL_AT_ALL,
         KILL_AT_ALL + 2, LIVE_AT_ALL},
        {KILL_ANYHOW + 1, KILL_ANYHOW, KILL_ANYHOW + 2, LIVE_ANYHOW, KILL_AT_ALL + 1, KILL_AT_ALL,
         KILL_AT_ALL + 2, LIVE_AT_ALL}};
    static const uint8_t claims[2][QUESTIONS] = {
        {LIVE_ANYHOW, KILL_AT_ALL, KILL_AT_ALL + 1, KILL_AT_ALL + 2, KILL_ANYHOW + 1, KILL_ANYHOW,
         KILL_ANYHOW + 2, LIVE_AT_ALL},
        {KILL_ANYHOW + 2, KILL_ANYHOW + 1, KILL_ANYHOW, LIVE_ANYHOW, KILL_AT_ALL + 1, KILL_AT_ALL,
         KILL_AT_ALL + 2, LIVE_AT_ALL}};
    bool any = true;
    for (uint64_t slice = FIRST_SLICE; any && slice != 0 && !is_done(w); slice *= 2) {
        any = false;
        for (int i = 0; i < QUESTIONS && !is_done(w); i++) {
            int number = w->side < 0 ? order[w->at.turn][i] : claims[w->side][i];
            if (!is_open(w, number))
                continue;
            ask(w, number, i == 0 ? slice : slice / OTHERS);
            any = w->reader->nodes < w->limit;
        }
    }
}

kf_question kf_bounds_first(int side) {
    return describe(side == KF_DEFENDER ? LIVE_ANYHOW : KILL_ANYHOW + NO_THREATS);
}

uint32_t kf_bounds_distance(kf_reader *reader, const kf_local *at, int side) {
    bool is_helped = side == KF_ATTACKER && !reader->is_closed;
    kf_question question = is_helped ? describe(KILL_ANYHOW + helped(side)) : kf_bounds_first(side);
    kf_local from = kf_reader_pose(reader, &question, at);
    kf_transposition_entry entry;
    bool is_open = kf_proof_seen(&reader->proof[side], &from, &entry) && entry.disproof != 0 &&
                   (entry.flags & KF_PROOF_PATH) == 0;
    return is_open ? entry.proof : UINT32_MAX;
}

kf_bounds kf_bounds_open(void) {
    return (kf_bounds){.low = KF_FATE_DEAD, .high = KF_FATE_ALIVE};
}

void kf_bounds_narrow(kf_reader *reader, const kf_local *at, uint64_t limit, kf_bounds *bounds) {
    work w = {
        .reader = reader, .at = *at, .limit = limit, .fate = -1, .side = -1, .bounds = bounds};
    run(&w);
}

kf_answer kf_bounds_decide(kf_reader *reader, const kf_local *at, kf_fate fate, uint64_t limit) {
    kf_bounds bounds = kf_bounds_open();
    work w = {.reader = reader,
              .at = *at,
              .limit = limit,
              .fate = (int)fate,
              .side = -1,
              .bounds = &bounds};
    run(&w);
    return bounds.low >= fate   ? KF_ANSWER_YES
           : bounds.high < fate ? KF_ANSWER_NO
                                : KF_ANSWER_UNKNOWN;
}

void kf_bounds_claim(kf_reader *reader, const kf_local *at, int side, uint64_t limit,
                     kf_bounds *bounds) {
    work w = {
        .reader = reader, .at = *at, .limit = limit, .fate = -1, .side = side, .bounds = bounds};
    run(&w);
}
