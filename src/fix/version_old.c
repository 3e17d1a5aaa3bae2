// SPDX-License-Identifier: MIT
// What a version before FF[4] says in words of its own, kept beside the words of FF[4], so that the
// way back leads to the same record. It counts only where the node still says what it became.

#include "fix/version.h"

#include "base/text.h"

// Properties that came to be one stand in one value, in their order.
typedef enum group { GROUP_L, GROUP_M, GROUP_QUALITY, GROUP_DT, GROUP_RE, GROUPS } group;

static group group_of(int id) {
    switch (id) {
    case KF_P_L:
        return GROUP_L;
    case KF_P_M:
        return GROUP_M;
    case KF_P_TE:
    case KF_P_BM:
        return GROUP_QUALITY;
    case KF_P_DT:
        return GROUP_DT;
    case KF_P_RE:
        return GROUP_RE;
    default:
        return GROUPS;
    }
}

void kf_version_old_keep(kf_version *v) {
    kf_buffer said[GROUPS];
    kf_text rest = kf_node_text(v->record, v->node);
    if (v->to < 4 || v->from == 4)
        return;
    for (size_t i = 0; i < GROUPS; i++)
        said[i] = (kf_buffer){.arena = v->arena};
    size_t count = 0;
    for (kf_property p; kf_property_next(&rest, &p); count++) {
        const kf_version_item *item = &v->items[count];
        group to = group_of(p.id);
        if (to == GROUPS || (!item->is_gone && kf_text_equal(item->values, p.values)))
            continue;
        kf_buffer_add_string(&said[to], kf_value_row(p.id)->name);
        kf_buffer_add_text(&said[to], p.values);
    }
    for (size_t i = 0; i < GROUPS; i++) {
        kf_buffer value = {.arena = v->arena};
        if (said[i].length == 0)
            continue;
        kf_buffer_add_char(&value, '[');
        kf_value_escape(&value, kf_buffer_text(&said[i]));
        kf_buffer_add_char(&value, ']');
        kf_version_add(v, KF_P_KFOLD, kf_buffer_text(&value));
        kf_loss_add(v->loss, false, KF_TEXT("property KFOLD"), v->node);
    }
}

// The values of a property before those, if it ends in them. False: it does not.
static bool cut_off(const kf_version_item *own, kf_text last, kf_text *before) {
    kf_text rest = own->values, value;
    while (rest.length > last.length && kf_property_value(&rest, &value)) {
    }
    *before = kf_text_cut(own->values, 0, own->values.length - rest.length);
    return kf_text_equal(rest, last);
}

// Whether the node says what the first `count` properties became: they are gone, or stand there in
// other words, and what was made of them stands behind what was there before.
static bool is_said(kf_version *v, const kf_version *old, size_t count) {
    kf_text before;
    for (size_t i = 0; i < old->count; i++) {
        const kf_version_item *item = &old->items[i];
        const kf_version_item *own = item->is_gone ? NULL : kf_version_find(v, item->id);
        bool is_there = own != NULL && cut_off(own, item->values, &before);
        if (!item->is_gone && (!is_there || (i < count && before.length > 0)))
            return false;
    }
    return true;
}

static void take_back(kf_version *v, const kf_version_item *made) {
    kf_version_item *own = kf_version_find(v, made->id);
    kf_text before;
    if (cut_off(own, made->values, &before) && before.length > 0)
        kf_version_put(v, own, before);
    else
        kf_version_drop(v, own, NULL);
}

// Puts the properties of that text in place of what they became.
static void say(kf_version *v, kf_text text, bool is_mark) {
    if (is_mark)
        kf_version_mark_board(v); // is there before, so that it is given back whatever fails
    kf_version old = *v;
    kf_text rest = text;
    old.to = 4;
    old.from = 3;
    kf_version_parse(&old, text);
    size_t count = old.count;
    for (size_t i = 0; i < count; i++) {
        group of = group_of(old.items[i].id);
        if (of == GROUPS || (of == GROUP_L || of == GROUP_M) != is_mark)
            return;
    }
    if (is_mark)
        kf_version_mark_become(&old);
    else
        kf_version_value_become(&old);
    if (!is_said(v, &old, count))
        return;
    for (size_t i = count; i < old.count; i++)
        take_back(v, &old.items[i]);
    for (kf_property p; kf_property_next(&rest, &p);) {
        kf_version_item *own = kf_version_find(v, p.id);
        if (own != NULL)
            kf_version_put(v, own, p.values);
        else
            kf_version_add(v, p.id, p.values);
    }
}

void kf_version_old_say(kf_version *v, bool is_mark) {
    kf_version_item *item = kf_version_find(v, KF_P_KFOLD);
    if (item == NULL || v->to == 4 || v->from < 4)
        return;
    kf_text values = item->values, value;
    if (!is_mark)
        kf_version_drop(v, item, NULL);
    // Of each group there is one; more were not made here.
    for (int i = 0; i < GROUPS && kf_property_value(&values, &value); i++) {
        kf_buffer plain = {.arena = v->arena};
        kf_value_plain(&plain, value, false);
        say(v, kf_buffer_text(&plain), is_mark);
    }
}
