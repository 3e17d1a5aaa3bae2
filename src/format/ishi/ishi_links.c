// SPDX-License-Identifier: MIT
// Where variations and diagrams that came from Ishi stood among their siblings.

#include "format/ishi/ishi_writer.h"

#include <string.h>

#include "base/text.h"
#include "record/value.h"

// The ties of one node, as heads and tails of lists of siblings.
typedef struct ties {
    kf_node lead, last_lead;
    kf_node inner, last_inner;
    kf_node same;
    kf_node next; // in the list that it is in itself
    bool is_tied;
} ties;

struct kf_ishi_links {
    const kf_record *record;
    kf_arena *arena;
    ties *ties;      // by node; NULL: nobody has any
    kf_node *levels; // the last variation of each depth
    size_t level_count, level_capacity;
};

static bool has_tying(kf_text rest) {
    kf_property property;
    while (!kf_ishi_play_is_plain(rest) && kf_property_next(&rest, &property))
        if (property.id == KF_P_KFVAR || property.id == KF_P_KFDIAGRAM)
            return true;
    return false;
}

kf_ishi_links *kf_ishi_links_new(const kf_record *record, kf_arena *arena) {
    kf_ishi_links *links = kf_arena_alloc(arena, sizeof *links);
    *links = (kf_ishi_links){.record = record, .arena = arena};
    size_t count = kf_record_nodes(record), i = 1;
    while (i < count && !has_tying(kf_node_text(record, (kf_node)i)))
        i++;
    if (i < count) {
        links->ties = kf_arena_resize(arena, NULL, count * sizeof *links->ties);
        memset(links->ties, 0, count * sizeof *links->ties);
    }
    return links;
}

// The value of that index, from 0.
static bool value_at(const kf_record *record, kf_node node, const char *name, int index,
                     kf_text *value) {
    kf_values values = kf_values_of(record, node, name);
    while (kf_values_next(&values, value))
        if (index-- == 0)
            return true;
    return false;
}

static bool is_home(const kf_record *record, kf_node node, const char *home) {
    kf_text value;
    return kf_node_child(record, node) == 0 && value_at(record, node, "KFDIAGRAM", 1, &value) &&
           kf_text_is(value, home);
}

// How many variations the node stands in, beside the one that every alternative stands in.
static size_t depth_of(const kf_record *record, kf_node node) {
    kf_text value, word;
    int depth;
    if (!value_at(record, node, "KFVAR", 1, &value) || !kf_text_word(&value, &word) ||
        !kf_text_is(word, "in") || !kf_text_number(kf_text_trim(value), &depth))
        return 0;
    return (size_t)depth;
}

static void append(kf_ishi_links *links, kf_node *first, kf_node *last, kf_node node) {
    if (*last != 0)
        links->ties[*last].next = node;
    else
        *first = node;
    *last = node;
    links->ties[node].is_tied = true;
}

// A variation goes into the one before it that is less deep.
static void tie_variation(kf_ishi_links *links, kf_node node) {
    size_t depth = depth_of(links->record, node);
    if (depth > links->level_count)
        depth = links->level_count;
    if (depth > 0) {
        ties *outer = &links->ties[links->levels[depth - 1]];
        append(links, &outer->inner, &outer->last_inner, node);
    }
    links->levels = kf_arena_grow(links->arena, links->levels, &links->level_capacity, depth + 1,
                                  sizeof *links->levels);
    links->levels[depth] = node;
    links->level_count = depth + 1;
}

void kf_ishi_links_tie(kf_ishi_links *links, kf_node first) {
    const kf_record *record = links->record;
    kf_node before = first; // the sibling that a tied diagram belongs to
    if (links->ties == NULL)
        return;
    links->level_count = 0;
    for (kf_node node = kf_node_next(record, first); node != 0; node = kf_node_next(record, node)) {
        ties *of_before = &links->ties[before];
        if (is_home(record, node, "next")) {
            append(links, &of_before->lead, &of_before->last_lead, node);
            continue;
        }
        if (is_home(record, node, "same") && of_before->same == 0 && before != first) {
            of_before->same = node;
            links->ties[node].is_tied = true;
        } else {
            tie_variation(links, node);
        }
        before = node;
    }
}

bool kf_ishi_links_is_tied(const kf_ishi_links *links, kf_node node) {
    return links->ties != NULL && links->ties[node].is_tied;
}

kf_node kf_ishi_links_lead(const kf_ishi_links *links, kf_node node) {
    return links->ties != NULL ? links->ties[node].lead : 0;
}

kf_node kf_ishi_links_inner(const kf_ishi_links *links, kf_node node) {
    return links->ties != NULL ? links->ties[node].inner : 0;
}

kf_node kf_ishi_links_same(const kf_ishi_links *links, kf_node node) {
    return links->ties != NULL ? links->ties[node].same : 0;
}

kf_node kf_ishi_links_next(const kf_ishi_links *links, kf_node node) {
    return links->ties != NULL ? links->ties[node].next : 0;
}
